//! SMEM, DS, FLAT, GLOBAL, SCRATCH, MUBUF and MTBUF as GCN has them, and CDNA still does.

use super::memory::{Addressing, addressings};
use super::{Builder, Machine};
use crate::encoding::{Encoding, Form, From, NO_BIT, Param, ParamKind, Without};
use crate::inst::Mod;
use crate::row::*;

pub(super) fn expand(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    match row.format {
        AmdFormat::Smem => smem(row, on, out),
        AmdFormat::Ds => ds(row, on, out),
        AmdFormat::Flat | AmdFormat::Global | AmdFormat::Scratch => flat(row, on, out),
        _ => buffer(row, on, out),
    }
}

/// Whether data are in accumulation registers.
const ACC: u8 = 55;

/// Data in vector registers or, by this bit, in accumulation registers.
fn data(n: u8, lo: u8, acc: u8) -> Param {
    Param::new(ParamKind::Vgpr(n), lo, 8).select(acc)
}

/// The bits of `sc0`, `nt` and `sc1`.
fn policy(sc0: u8, nt: u8, sc1: u8) -> Param {
    Param::new(ParamKind::Mod(Mod::Cpol), sc0, 1).signs(nt, sc1)
}

fn smem(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    let base = || {
        let mut b = Builder::new(row, on, Form::Base, 8);
        b.fix(26, 6, 0b110000).fix(18, 8, row.code.into());
        b
    };
    let first = match row.operands.first() {
        None => {
            let mut b = base();
            b.ignore(0, 17).unused(17, 1).ignore(32, 32);
            return b.finish(out);
        }
        Some(first) => first,
    };
    let address = |b: &mut Builder| {
        let size = row.operands.iter().find_map(|op| match *op {
            OperandSlot::S(n) => Some(n),
            _ => None,
        });
        if let Some(n) = size {
            b.param(Param::new(ParamKind::Sgpr(n, Without::NOTHING), 0, 6).shifted(1));
        }
    };
    // What the clock and its like write has no address.
    let plain = !row
        .operands
        .iter()
        .any(|op| matches!(op, OperandSlot::S(_)));
    // The offset is a number, a register, or the sum of both.
    for offset in [Added::Number, Added::Register, Added::Both, Added::Second] {
        let mut b = base();
        match *first {
            OperandSlot::SDst(n) | OperandSlot::Data(n) => {
                // M0 is no pair anyway.
                let without = match n {
                    1 => Without::M0.and(Without::EXEC),
                    _ => Without::EXEC,
                };
                b.kind(ParamKind::Sgpr(n, without), 6, 7);
            }
            _ if row.has(PROBE) => {
                b.kind(ParamKind::Number, 6, 7);
            }
            _ => {
                b.ignore(6, 7);
            }
        }
        if plain {
            b.ignore(0, 6).ignore(13, 4).unused(17, 1).ignore(32, 32);
            return b.finish(out);
        }
        address(&mut b);
        let register = ParamKind::Sgpr(1, Without::NOTHING);
        match offset {
            Added::Number => {
                b.fix(17, 1, 1).kind(ParamKind::SmemOffset, 32, 21);
                b.ignore(57, 7);
            }
            Added::Register => {
                b.kind(register, 32, 7).ignore(39, 25);
            }
            Added::Both => {
                b.fix(17, 1, 1).fix(14, 1, 1).kind(register, 57, 7);
                b.modifier(Mod::Offset, 32, 21);
            }
            Added::Second => {
                b.fix(14, 1, 1).kind(register, 57, 7);
                b.ignore(32, 25).decode_only();
            }
        }
        b.ignore(53, 4).ignore(13, 1).ignore(15, 1);
        // What neither loads nor stores has no policy.
        if matches!(first, OperandSlot::SDst(_) | OperandSlot::Data(_)) {
            b.modifier(Mod::Cpol, 16, 1);
        } else {
            b.ignore(16, 1);
        }
        b.finish(out);
    }
}

/// What is added to a scalar address.
#[derive(Clone, Copy)]
enum Added {
    Number,
    Register,
    Both,
    /// The register of `Both`, alone.
    Second,
}

fn ds(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    /// Theirs is elsewhere.
    const ACC: u8 = 25;
    let mut b = Builder::new(row, on, Form::Base, 8);
    b.fix(26, 6, 0b110110).fix(17, 8, row.code.into());
    let mut count = 0;
    let mut holds = false;
    for op in row.operands {
        match *op {
            OperandSlot::VDst(n) => {
                b.param(data(n, 56, ACC));
                holds = true;
            }
            // What the global wave sync is told stands where others have an address.
            OperandSlot::V(n) if row.has(GDS_ONLY) => {
                b.param(data(n, 32, ACC));
                holds = true;
            }
            OperandSlot::V(n) => {
                b.kind(ParamKind::Vgpr(n), 32, 8);
            }
            OperandSlot::Data(n) => {
                b.param(data(n, 40 + 8 * count, ACC));
                count += 1;
                holds = true;
            }
            _ => {}
        }
    }
    if row.has(GDS_ONLY) {
        b.unused(ACC, 1);
    } else {
        // There is no global memory on the chip, and yet a bit that asks for it.
        let idle: &[u8] = if holds { &[16] } else { &[16, ACC] };
        for &bit in idle {
            match row.has(NO_GDS) {
                true => b.unused(bit, 1),
                false => b.ignore(bit, 1),
            };
        }
    }
    if row.has(OFFSET2) {
        b.modifier(Mod::Offset0, 0, 8).modifier(Mod::Offset1, 8, 8);
    } else if !row.operands.is_empty() || row.has(GDS_ONLY) {
        b.modifier(Mod::Offset, 0, 16);
    }
    if row.has(GDS_ONLY) {
        b.fix(16, 1, 1).kind(ParamKind::Gds, 0, 0);
    }
    b.finish(out);
}

fn flat(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    for &addressing in addressings(row) {
        let returns: &[bool] = match (row.has(ATOMIC), row.operands.first()) {
            (true, Some(OperandSlot::VDst(_))) => &[false, true],
            _ => &[false],
        };
        for &returning in returns {
            flat_form(row, on, addressing, returning, out);
        }
    }
}

fn flat_form(
    row: &'static InstRow,
    on: Machine,
    addressing: Addressing,
    returning: bool,
    out: &mut Vec<Encoding>,
) {
    /// The scalar address of what has none.
    const OFF: u128 = 0x7f;
    let mut b = Builder::new(row, on, Form::Base, 8);
    let segment = match row.format {
        AmdFormat::Flat => 0,
        AmdFormat::Scratch => 1,
        _ => 2,
    };
    b.fix(26, 6, 0b110111)
        .fix(14, 2, segment)
        .fix(18, 7, row.code.into());
    let scratch = row.format == AmdFormat::Scratch;
    let lanes = matches!(addressing, Addressing::Vector | Addressing::Both);
    let address = |b: &mut Builder| {
        if !lanes {
            b.kind(ParamKind::Off, 0, 0).ignore(32, 8);
            return;
        }
        let narrow = scratch || addressing == Addressing::Both;
        b.kind(ParamKind::Vgpr(if narrow { 1 } else { 2 }), 32, 8);
    };
    let loads = matches!(row.operands.first(), Some(OperandSlot::VDst(_))) && !row.has(ATOMIC);
    let (mut wrote, mut read, mut addressed) = (false, false, false);
    let held = |n: u8, lo: u8| match returning && row.has(NO_ACC) {
        true => Param::new(ParamKind::Vgpr(n), lo, 8),
        false => data(n, lo, ACC),
    };
    for op in row.operands {
        match *op {
            OperandSlot::VDst(n) if loads || returning => {
                b.param(held(n, 56));
                wrote = true;
                if loads {
                    address(&mut b);
                    addressed = true;
                }
            }
            OperandSlot::Data(n) => {
                address(&mut b);
                addressed = true;
                b.param(held(n, 40));
                read = true;
            }
            _ => {}
        }
    }
    // What goes to local memory names neither.
    if !addressed {
        address(&mut b);
    }
    if !wrote {
        b.ignore(56, 8);
    }
    if !read {
        b.ignore(40, 8);
    }
    let holds = wrote || read;
    if !holds {
        b.unused(ACC, 1);
    }
    if scratch && lanes {
        b.fix(13, 1, 1);
    }
    match (row.format, addressing) {
        (AmdFormat::Flat, _) => {
            b.unused(48, 7);
        }
        (_, Addressing::Vector | Addressing::Nothing) => {
            b.fix(48, 7, OFF).kind(ParamKind::Off, 0, 0);
        }
        (AmdFormat::Scratch, _) => {
            b.kind(ParamKind::Sgpr(1, Without::EXEC_HI), 48, 7);
        }
        _ => {
            let without = match holds {
                true => Without::EXEC.and(Without::NULL),
                false => Without::NOTHING,
            };
            b.kind(ParamKind::Sgpr(2, without), 48, 7);
        }
    }
    b.modifier(Mod::Offset, 0, 13);
    b.param(policy(16, 17, 25));
    if row.has(ATOMIC) {
        b.returns(returning);
    }
    b.finish(out);
}

fn buffer(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    let typed = row.format == AmdFormat::Mtbuf;
    let start = || {
        let mut b = Builder::new(row, on, Form::Base, 8);
        match typed {
            true => b.fix(26, 6, 0b111010).fix(15, 4, row.code.into()),
            false => b.fix(26, 6, 0b111000).fix(18, 7, row.code.into()),
        };
        b
    };
    if row.operands.is_empty() {
        // Cache control.
        let mut b = start();
        b.param(policy(14, NO_BIT, 15));
        b.ignore(0, 12).ignore(17, 1).ignore(25, 1);
        b.ignore(32, 23).ignore(56, 8);
        b.unused(12, 2).unused(16, 1).unused(ACC, 1);
        return b.finish(out);
    }
    let returns: &[bool] = match row.has(ATOMIC) {
        true => &[false, true],
        false => &[false],
    };
    // Loads can go to local memory instead of registers.
    let direct: &[bool] = match row.has(TO_LDS) {
        true => &[false, true],
        false => &[false],
    };
    for (idxen, offen) in [(false, false), (false, true), (true, false), (true, true)] {
        for &returning in returns {
            for &direct in direct {
                let mut b = start();
                buffer_form(row, (idxen, offen), returning, direct, &mut b);
                b.finish(out);
            }
        }
    }
}

fn buffer_form(
    row: &'static InstRow,
    (idxen, offen): (bool, bool),
    returning: bool,
    direct: bool,
    b: &mut Builder,
) {
    let typed = row.format == AmdFormat::Mtbuf;
    let n = match row.operands[0] {
        OperandSlot::VDst(n) | OperandSlot::Data(n) => Some(n),
        _ => None,
    };
    match n.filter(|_| !direct) {
        Some(n) => b.param(data(n, 40, ACC)),
        None => b.ignore(40, 8).unused(ACC, 1),
    };
    match u8::from(idxen) + u8::from(offen) {
        0 => b.kind(ParamKind::Off, 0, 0).ignore(32, 8),
        n => b.kind(ParamKind::Vgpr(n), 32, 8),
    };
    b.param(Param::new(ParamKind::Sgpr(4, Without::NOTHING), 48, 5).shifted(2));
    b.kind(
        ParamKind::Src(OperandType::I32, From::SGPR.and(From::INLINE)),
        56,
        8,
    );
    if typed {
        b.modifier(Mod::Format, 19, 7);
    }
    if idxen {
        b.kind(ParamKind::Idxen, 0, 0).fix(13, 1, 1);
    }
    if offen {
        b.kind(ParamKind::Offen, 0, 0).fix(12, 1, 1);
    }
    b.modifier(Mod::Offset, 0, 12);
    b.param(match typed {
        true => policy(14, 54, 53),
        false => policy(14, 17, 15),
    });
    if !typed {
        b.ignore(53, 2).ignore(25, 1);
        if direct || n.is_none() {
            b.fix(16, 1, 1).kind(ParamKind::Lds, 0, 0);
        }
    }
    if row.has(ATOMIC) {
        b.returns(returning);
    }
}
