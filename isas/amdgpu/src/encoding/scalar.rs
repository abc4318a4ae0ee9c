//! SOP1, SOP2, SOPC, SOPK, SOPP and SMEM.

use super::{Builder, Machine};
use crate::encoding::{Encoding, Form, From, NO_BIT, Param, ParamKind, Without};
use crate::inst::Mod;
use crate::inst::NULL;
use crate::row::{AmdFormat, Imm, InstRow, NO_LITERAL, OperandSlot, PREFETCH, PROBE};

pub(super) fn expand(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    match row.format {
        AmdFormat::Smem => smem(row, on, out),
        _ => sop(row, on, out),
    }
}

fn sop(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    let barrier = row.operands.contains(&OperandSlot::Imm(Imm::Barrier));
    for m0 in [false, true] {
        if m0 && !barrier {
            continue;
        }
        let mut b = Builder::new(row, on, Form::Base, 4);
        let code = row.code as u128;
        match row.format {
            AmdFormat::Sop1 => b.fix(23, 9, 0b1_0111_1101).fix(8, 8, code),
            AmdFormat::Sop2 => b.fix(30, 2, 0b10).fix(23, 7, code),
            AmdFormat::Sopc => b.fix(23, 9, 0b1_0111_1110).fix(16, 7, code),
            AmdFormat::Sopk => b.fix(28, 4, 0b1011).fix(23, 5, code),
            _ => b.fix(23, 9, 0b1_0111_1111).fix(16, 7, code),
        };
        // The destination field of those that have none is not looked at.
        if row.format == AmdFormat::Sopk && !row.operands.iter().any(|op| op.is_scalar_register()) {
            b.ignore(16, 7);
        }
        let writes = row
            .operands
            .iter()
            .any(|op| matches!(op, OperandSlot::SDst(_)));
        if matches!(row.format, AmdFormat::Sop1 | AmdFormat::Sop2) && !writes {
            b.ignore(16, 7);
        }
        if row.format == AmdFormat::Sop1
            && row
                .operands
                .iter()
                .all(|op| matches!(op, OperandSlot::SDst(_)))
        {
            b.ignore(0, 8);
        }
        let mut source = 0u8;
        for op in row.operands {
            let src_lo = source * 8;
            match *op {
                OperandSlot::SDst(n) => {
                    b.kind(ParamKind::Sgpr(n, Without::NOTHING), 16, 7);
                }
                OperandSlot::S(n) if row.format == AmdFormat::Sopk => {
                    b.kind(ParamKind::Sgpr(n, Without::NOTHING), 16, 7);
                }
                OperandSlot::S(n) => {
                    b.kind(ParamKind::Sgpr(n, Without::NOTHING), src_lo, 8);
                    source += 1;
                }
                OperandSlot::SSrc(ty) => {
                    let from = match row.has(NO_LITERAL) {
                        true => From::SGPR.and(From::INLINE),
                        false => From::SCALAR,
                    };
                    b.kind(ParamKind::Src(ty, from), src_lo, 8);
                    source += 1;
                }
                OperandSlot::K(ty) => {
                    b.kind(ParamKind::K(ty), 0, 0);
                }
                OperandSlot::Imm(Imm::Barrier) if m0 => {
                    b.kind(ParamKind::M0, 0, 0).fix(0, 8, 125);
                }
                OperandSlot::Imm(imm @ (Imm::Barrier | Imm::SendMsg))
                    if row.format == AmdFormat::Sop1 =>
                {
                    b.kind(ParamKind::Imm(imm), 0, 8);
                }
                OperandSlot::Imm(Imm::Simm32) => {
                    b.kind(ParamKind::Imm(Imm::Simm32), 0, 0);
                }
                // Where a second source would be.
                OperandSlot::Imm(imm @ Imm::GprIndex) if row.format == AmdFormat::Sopc => {
                    b.kind(ParamKind::Imm(imm), 8, 8);
                }
                OperandSlot::Imm(imm) => {
                    b.kind(ParamKind::Imm(imm), 0, 16);
                }
                _ => {}
            }
        }
        b.finish(out);
    }
}

fn smem(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    let generation = on.target.generation();
    let (bits, long) = (generation.scalar_offset_bits, generation.long_memory());
    if row.operands.is_empty() && !row.has(PREFETCH) {
        let mut b = smem_base(row, on);
        b.ignore(0, 13).ignore(32, 32);
        if long {
            b.ignore(19, 7);
        }
        return b.finish(out);
    }
    if row.has(PREFETCH) {
        let mut b = smem_base(row, on);
        base_register(row, &mut b);
        b.kind(
            ParamKind::SmemOffset,
            32,
            if row.reads_descriptor() { 23 } else { 24 },
        );
        b.kind(ParamKind::Sgpr(1, Without::NOTHING), 57, 7);
        b.kind(ParamKind::Number, 6, 5);
        b.ignore(19, 7).ignore(56, 1);
        if !row
            .operands
            .iter()
            .any(|op| matches!(op, OperandSlot::S(_)))
        {
            b.ignore(0, 6);
        }
        return b.finish(out);
    }
    // The offset is a number, a register, or the sum of both; long encodings always add a number.
    for (number, sgpr) in [(true, false), (false, true), (true, true)] {
        if long && !number {
            continue;
        }
        let mut b = smem_base(row, on);
        if row.has(PROBE) {
            b.kind(ParamKind::Number, 6, if long { 5 } else { 7 });
            if long {
                b.ignore(19, 7).ignore(56, 1);
            }
        } else if let Some(OperandSlot::SDst(n)) = row.operands.first() {
            let without = match n {
                1 => Without::M0.and(Without::EXEC),
                2 => Without::EXEC,
                _ => Without::NOTHING,
            };
            b.kind(ParamKind::Sgpr(*n, without), 6, 7);
        }
        base_register(row, &mut b);
        // Buffers count up only: in the longer field the sign bit is not there.
        let len = bits - u8::from(long && row.reads_descriptor());
        if sgpr {
            b.kind(ParamKind::Sgpr(1, Without::NOTHING), 57, 7);
            if number {
                b.modifier(Mod::Offset, 32, len);
            }
        } else {
            b.kind(ParamKind::SmemOffset, 32, len)
                .fix(57, 7, NULL as u128);
        }
        if !row.has(PROBE) {
            if generation.temporal_hints() {
                b.param(
                    Param::new(ParamKind::Mod(Mod::Cpol), 21, 4)
                        .select(20)
                        .signs(NO_BIT, 56),
                );
            } else {
                b.param(Param::new(ParamKind::Mod(Mod::Cpol), 14, 1).signs(NO_BIT, 13));
            }
        }
        b.finish(out);
    }
}

fn smem_base(row: &'static InstRow, on: Machine) -> Builder {
    let mut b = Builder::new(row, on, Form::Base, 8);
    b.fix(26, 6, 0b111101);
    if on.target.generation().long_memory() {
        b.fix(13, 6, row.code as u128).ignore(19, 1).ignore(25, 1);
    } else {
        b.fix(18, 8, row.code as u128).ignore(15, 3).ignore(53, 4);
    }
    b
}

/// The base address: a pair of registers, or four for a buffer; the field counts pairs.
fn base_register(row: &'static InstRow, b: &mut Builder) {
    for op in row.operands {
        if let OperandSlot::S(n) = *op {
            let without = if n == 4 {
                Without::NULL
            } else {
                Without::NOTHING
            };
            b.param(Param::new(ParamKind::Sgpr(n, without), 0, 6).shifted(1));
        }
    }
}
