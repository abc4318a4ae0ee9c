//! DS, LDSDIR, FLAT, GLOBAL, SCRATCH, MUBUF, MTBUF and EXP.
//!
//! RDNA 4 gave nearly all of them a new 96-bit layout; text and operands stayed the same.

use super::{Builder, Machine};
use crate::encoding::{Encoding, Form, From, NO_BIT, Param, ParamKind, Without};
use crate::inst::Mod;
use crate::inst::NULL;
use crate::row::*;

pub(super) fn expand(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    match row.format {
        AmdFormat::Ds => ds(row, on, out),
        AmdFormat::Ldsdir => ldsdir(row, on, out),
        AmdFormat::Flat | AmdFormat::Global | AmdFormat::Scratch => flat(row, on, out),
        AmdFormat::Mubuf | AmdFormat::Mtbuf => buffer(row, on, out),
        AmdFormat::Mimg | AmdFormat::Vsample => super::image::expand(row, on, out),
        AmdFormat::Exp => export(row, on, out),
        _ => {}
    }
}

/// `glc`, `slc` and `dlc` bits of RDNA 3.
pub(super) fn cpol3(glc: u8, slc: u8, dlc: u8) -> Param {
    Param::new(ParamKind::Mod(Mod::Cpol), glc, 1).signs(slc, dlc)
}

/// Scope and temporal hint of RDNA 4, at the same place in all vector memory formats.
pub(super) fn cpol4() -> Param {
    Param::new(ParamKind::Mod(Mod::Cpol), 50, 5).select(7)
}

fn ds(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    let mut b = Builder::new(row, on, Form::Base, 8);
    b.fix(26, 6, 0b110110).fix(18, 8, row.code as u128);
    let mut data = 0;
    for op in row.operands {
        let (slot, n) = match *op {
            OperandSlot::VDst(n) => (3, n),
            OperandSlot::V(n) => (0, n),
            OperandSlot::Data(n) => {
                data += 1;
                (data, n)
            }
            _ => continue,
        };
        b.kind(ParamKind::Vgpr(n), 32 + 8 * slot as u8, 8);
    }
    if row.has(OFFSET2) {
        b.modifier(Mod::Offset0, 0, 8).modifier(Mod::Offset1, 8, 8);
    } else if !row.operands.is_empty() || row.has(GDS_ONLY) {
        b.modifier(Mod::Offset, 0, 16);
    }
    let gds = on.target.generation().global_share && !row.has(NO_GDS) && !row.has(BVH);
    if gds && row.has(GDS_ONLY) {
        b.fix(17, 1, 1).kind(ParamKind::Gds, 0, 0);
    } else if gds && !row.operands.is_empty() {
        b.modifier(Mod::Gds, 17, 1);
    }
    b.ignore(16, 1);
    b.finish(out);
}

/// How an address is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Addressing {
    /// A 64-bit vector address.
    Vector,
    /// A scalar base and a 32-bit vector offset.
    Both,
    /// A scalar base alone.
    Scalar,
    /// The immediate offset alone.
    Nothing,
}

fn flat(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    if row.operands.is_empty() {
        // Cache control.
        let mut b = flat_base(row, on);
        b.fix(0, 7, NULL as u128);
        // Of the rest nothing is looked at.
        b.param(cpol4().signs(NO_BIT, 48));
        b.ignore(7, 7).ignore(32, 16).ignore(55, 41);
        return b.finish(out);
    }
    // An atomic returns the old value if it has a destination.
    let returns: &[bool] = match (row.has(ATOMIC), row.operands[0]) {
        (true, OperandSlot::VDst(_)) if row.has(RTN) => &[true],
        (true, OperandSlot::VDst(_)) => &[false, true],
        _ => &[false],
    };
    for &addressing in addressings(row) {
        for &returning in returns {
            flat_form(row, on, addressing, returning, out);
        }
    }
}

/// The ways in which an instruction can make addresses.
pub(super) fn addressings(row: &InstRow) -> &'static [Addressing] {
    match row.format {
        AmdFormat::Flat => &[Addressing::Vector],
        AmdFormat::Global if row.has(NO_ADDR) => &[Addressing::Scalar, Addressing::Nothing],
        AmdFormat::Global => &[Addressing::Vector, Addressing::Both],
        _ => &[
            Addressing::Both,
            Addressing::Vector,
            Addressing::Scalar,
            Addressing::Nothing,
        ],
    }
}

fn flat_base(row: &'static InstRow, on: Machine) -> Builder {
    let code = row.code as u128;
    let segment = match row.format {
        AmdFormat::Flat => 0,
        AmdFormat::Scratch => 1,
        _ => 2,
    };
    if on.target.generation().long_memory() {
        let mut b = Builder::new(row, on, Form::Base, 12);
        b.fix(26, 6, 0b111011).fix(24, 2, segment).fix(14, 8, code);
        b.ignore(8, 6).ignore(22, 2).ignore(40, 8).ignore(63, 1);
        b
    } else {
        let mut b = Builder::new(row, on, Form::Base, 8);
        b.fix(26, 6, 0b110111)
            .fix(16, 2, segment)
            .fix(18, 7, code)
            .ignore(25, 1);
        b
    }
}

fn flat_form(
    row: &'static InstRow,
    on: Machine,
    addressing: Addressing,
    returning: bool,
    out: &mut Vec<Encoding>,
) {
    let long = on.target.generation().long_memory();
    let scratch = row.format == AmdFormat::Scratch;
    let mut b = flat_base(row, on);
    let (vdst, addr, data, saddr, sve) = if long {
        (32, 64, 55, 0, 49)
    } else {
        (56, 32, 40, 48, 55)
    };
    let address = |b: &mut Builder| match addressing {
        _ if row.has(NO_ADDR) => {
            b.ignore(addr, 8);
        }
        Addressing::Vector | Addressing::Both => {
            let n = if scratch || addressing == Addressing::Both {
                1
            } else {
                2
            };
            b.kind(ParamKind::Vgpr(n), addr, 8);
        }
        _ => {
            b.kind(ParamKind::Off, 0, 0).ignore(addr, 8);
        }
    };
    let (mut wrote, mut read) = (false, false);
    let loads = matches!(row.operands[0], OperandSlot::VDst(_)) && !row.has(ATOMIC);
    for op in row.operands {
        match *op {
            OperandSlot::VDst(n) if loads || returning => {
                b.kind(ParamKind::Vgpr(n), vdst, 8);
                wrote = true;
                if loads {
                    address(&mut b);
                }
            }
            OperandSlot::Data(n) => {
                if !row.has(NO_ADDR) {
                    address(&mut b);
                }
                b.kind(ParamKind::Vgpr(n), data, 8);
                read = true;
            }
            _ => {}
        }
    }
    if row.has(NO_ADDR) {
        b.ignore(addr, 8);
    }
    if !wrote {
        b.ignore(vdst, 8);
    }
    if !read {
        b.ignore(data, 8);
    }
    // Scratch says by a bit whether there is a vector address.
    if scratch && matches!(addressing, Addressing::Vector | Addressing::Both) {
        b.fix(sve, 1, 1);
    }
    match (row.format, addressing) {
        (AmdFormat::Flat, _) => {
            b.fix(saddr, 7, NULL as u128);
        }
        (_, Addressing::Vector | Addressing::Nothing) => {
            b.fix(saddr, 7, NULL as u128).kind(ParamKind::Off, 0, 0);
        }
        (AmdFormat::Scratch, _) => {
            b.kind(ParamKind::Sgpr(1, Without::EXEC_HI), saddr, 7);
        }
        _ => {
            let without = if row.has(NO_ADDR) {
                Without::NOTHING
            } else {
                Without::EXEC.and(Without::NULL)
            };
            b.kind(ParamKind::Sgpr(2, without), saddr, 7);
        }
    }
    if long {
        b.modifier(Mod::Offset, 72, 24)
            .param(cpol4().signs(NO_BIT, 48));
        if row.has(ATOMIC) && returning {
            b.returns(true);
        }
    } else {
        b.modifier(Mod::Offset, 0, 13);
        b.param(cpol3(14, 15, 13));
        if row.has(ATOMIC) {
            b.returns(returning);
        }
    }
    b.finish(out);
}

fn buffer(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    let long = on.target.generation().long_memory();
    if row.operands.is_empty() {
        let mut b = Builder::new(row, on, Form::Base, 8);
        b.fix(26, 6, 0b111000).fix(18, 8, row.code as u128);
        b.ignore(0, 12).ignore(15, 3).ignore(32, 21).ignore(56, 8);
        return b.finish(out);
    }
    let returns: &[bool] = match (row.has(ATOMIC), row.has(RTN)) {
        (true, true) => &[true],
        (true, false) => &[false, true],
        _ => &[false],
    };
    let tfes: &[bool] = if row.has(NO_TFE) {
        &[false]
    } else {
        &[false, true]
    };
    for (idxen, offen) in [(false, false), (false, true), (true, false), (true, true)] {
        for &returning in returns {
            for &tfe in tfes {
                let mut b = Builder::new(row, on, Form::Base, if long { 12 } else { 8 });
                buffer_form(row, on, (idxen, offen), returning, tfe, &mut b);
                if tfe && row.has(STORE) {
                    b.decode_only();
                }
                b.finish(out);
            }
        }
    }
}

fn buffer_form(
    row: &'static InstRow,
    on: Machine,
    (idxen, offen): (bool, bool),
    returning: bool,
    tfe: bool,
    b: &mut Builder,
) {
    let long = on.target.generation().long_memory();
    let typed = row.format == AmdFormat::Mtbuf;
    let code = row.code as u128;
    match (long, typed) {
        (false, false) => b.fix(26, 6, 0b111000).fix(18, 8, code).ignore(15, 3),
        (false, true) => b.fix(26, 6, 0b111010).fix(15, 4, code),
        (true, false) => b
            .fix(26, 6, 0b110001)
            .fix(14, 8, code)
            .fix(55, 7, 1)
            .ignore(55, 7),
        (true, true) => b.fix(26, 6, 0b110001).fix(21, 1, 1).fix(14, 4, code),
    };
    let n = match row.operands[0] {
        OperandSlot::VDst(n) | OperandSlot::Data(n) => n,
        _ => 1,
    } + tfe as u8;
    let (vdata, vaddr) = if long { (32, 64) } else { (40, 32) };
    b.kind(ParamKind::Vgpr(n), vdata, 8);
    match idxen as u8 + offen as u8 {
        0 => {
            b.kind(ParamKind::Off, 0, 0).ignore(vaddr, 8);
        }
        n => {
            b.kind(ParamKind::Vgpr(n), vaddr, 8);
        }
    }
    if long {
        b.kind(ParamKind::Sgpr(4, Without::NULL), 41, 7);
        b.kind(ParamKind::Sgpr(1, Without::NOTHING), 0, 7);
    } else {
        b.param(Param::new(ParamKind::Sgpr(4, Without::NULL), 48, 5).shifted(2));
        b.kind(
            ParamKind::Src(OperandType::I32, From::SGPR.and(From::INLINE)),
            56,
            8,
        );
    }
    if typed {
        b.modifier(Mod::Format, if long { 55 } else { 19 }, 7);
    }
    let (idxen_bit, offen_bit) = if long { (63, 62) } else { (55, 54) };
    if idxen {
        b.kind(ParamKind::Idxen, 0, 0).fix(idxen_bit, 1, 1);
    }
    if offen {
        b.kind(ParamKind::Offen, 0, 0).fix(offen_bit, 1, 1);
    }
    if long {
        b.modifier(Mod::Offset, 72, 23).param(cpol4());
        b.ignore(8, 6).ignore(23, 3).ignore(40, 1);
    } else {
        b.modifier(Mod::Offset, 0, 12).param(cpol3(14, 12, 13));
    }
    if tfe {
        b.kind(ParamKind::Tfe, 0, 0)
            .fix(if long { 22 } else { 53 }, 1, 1);
    }
    if row.has(ATOMIC) {
        b.returns(returning);
    }
}

fn export(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    let mut b = Builder::new(row, on, Form::Base, 8);
    b.fix(26, 6, 0b111110).kind(ParamKind::ExportTarget, 4, 6);
    for index in 0..4 {
        b.param(Param::new(ParamKind::ExportData, 32 + 8 * index, 8).select(index));
    }
    b.modifier(Mod::Done, 11, 1).modifier(Mod::RowEn, 13, 1);
    b.ignore(10, 1).ignore(12, 1).ignore(14, 12);
    b.finish(out);
}

fn ldsdir(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    let mut b = Builder::new(row, on, Form::Base, 4);
    b.fix(24, 8, 0xCE).fix(20, 2, row.code as u128);
    b.kind(ParamKind::Vgpr(1), 0, 8);
    if row.operands.len() > 1 {
        b.kind(ParamKind::Attribute, 8, 8);
    } else {
        b.ignore(8, 8);
    }
    if on.target.generation().direct_load_waits {
        b.modifier(Mod::WaitVaVdst, 16, 4)
            .modifier(Mod::WaitVmVsrc, 23, 1);
    } else {
        b.modifier(Mod::WaitVdst, 16, 4);
    }
    b.finish(out);
}
