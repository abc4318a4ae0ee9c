//! SOP1, SOP2, SOPC, SOPK, SOPP and SMEM.

use super::{Builder, Machine};
use crate::encoding::{Encoding, Form, From, Kind, Param, Without};
use crate::inst::Mod;
use crate::row::{Format, Imm, Op, Row};

pub(super) fn expand(row: &'static Row, on: Machine, out: &mut Vec<Encoding>) {
    match row.format {
        Format::Smem => smem(row, on, out),
        _ => sop(row, on, out),
    }
}

fn sop(row: &'static Row, on: Machine, out: &mut Vec<Encoding>) {
    let barrier = row.operands.contains(&Op::Imm(Imm::Barrier));
    for m0 in [false, true] {
        if m0 && !barrier {
            continue;
        }
        let mut b = Builder::new(row, on, Form::Base, 4);
        let code = row.code as u128;
        match row.format {
            Format::Sop1 => b.fix(23, 9, 0b1_0111_1101).fix(8, 8, code),
            Format::Sop2 => b.fix(30, 2, 0b10).fix(23, 7, code),
            Format::Sopc => b.fix(23, 9, 0b1_0111_1110).fix(16, 7, code),
            Format::Sopk => b.fix(28, 4, 0b1011).fix(23, 5, code),
            _ => b.fix(23, 9, 0b1_0111_1111).fix(16, 7, code),
        };
        // The destination field of those that have none is not looked at.
        if row.format == Format::Sopk && !row.operands.iter().any(|op| op.is_scalar_register()) {
            b.ignore(16, 7);
        }
        if row.format == Format::Sop1 && !row.operands.iter().any(|op| matches!(op, Op::SDst(_))) {
            b.ignore(16, 7);
        }
        if row.format == Format::Sop1 && row.operands.iter().all(|op| matches!(op, Op::SDst(_))) {
            b.ignore(0, 8);
        }
        let mut source = 0u8;
        for op in row.operands {
            let src_lo = source * 8;
            match *op {
                Op::SDst(n) => {
                    b.kind(Kind::Sgpr(n, Without::NOTHING), 16, 7);
                }
                Op::S(n) if row.format == Format::Sopk => {
                    b.kind(Kind::Sgpr(n, Without::NOTHING), 16, 7);
                }
                Op::S(n) => {
                    b.kind(Kind::Sgpr(n, Without::NOTHING), src_lo, 8);
                    source += 1;
                }
                Op::SSrc(ty) => {
                    b.kind(Kind::Src(ty, From::SCALAR), src_lo, 8);
                    source += 1;
                }
                Op::K(ty) => {
                    b.kind(Kind::K(ty), 0, 0);
                }
                Op::Imm(Imm::Barrier) if m0 => {
                    b.kind(Kind::M0, 0, 0).fix(0, 8, 125);
                }
                Op::Imm(imm @ (Imm::Barrier | Imm::SendMsg)) if row.format == Format::Sop1 => {
                    b.kind(Kind::Imm(imm), 0, 8);
                }
                Op::Imm(Imm::Simm32) => {
                    b.kind(Kind::Imm(Imm::Simm32), 0, 0);
                }
                Op::Imm(imm) => {
                    b.kind(Kind::Imm(imm), 0, 16);
                }
                _ => {}
            }
        }
        b.finish(out);
    }
}

/// Cache policy bits differ: RDNA 3 has `glc` and `dlc`, RDNA 4 scope and temporal hint.
fn smem(row: &'static Row, on: Machine, out: &mut Vec<Encoding>) {
    let rdna4 = on.target.is_rdna4();
    let cache = row.operands.is_empty();
    let base = |row: &'static Row| {
        let mut b = Builder::new(row, on, Form::Base, 8);
        b.fix(26, 6, 0b111101);
        if rdna4 {
            b.fix(13, 6, row.code as u128);
        } else {
            b.fix(18, 8, row.code as u128);
        }
        b
    };
    if cache {
        let mut b = base(row);
        b.finish_with_null_offset(rdna4, out);
        return;
    }
    let _ = Mod::Cpol;
    let _ = Param::new;
}

impl Builder {
    fn finish_with_null_offset(self, _rdna4: bool, out: &mut Vec<Encoding>) {
        self.finish(out);
    }
}
