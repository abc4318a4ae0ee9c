//! VOP3P-MAI: products of matrices and moves to and from accumulation registers.
//!
//! Registers are vector or accumulation registers as bits say: one each for A and B, and one for C and D
//! together. A product with scales is two instructions of 64 bits in one: the first has the scales.

use super::{Builder, Machine};
use crate::encoding::{Encoding, Form, From, Param, ParamKind};
use crate::inst::Mod;
use crate::meaning::{Element, Meaning, Mfma, MfmaKind};
use crate::row::*;

/// Where the bit is that makes D, and C, accumulation registers.
const SUMS_IN_ACCUMULATORS: u8 = 15;
/// Where those of A and B are.
const FACTORS_IN_ACCUMULATORS: u8 = 59;
/// Registers that A and B have, by their format.
const MIXED: [u8; 3] = [8, 6, 4];
/// The opcode of the instruction that has the scales.
const SCALES: u128 = 0x2c;

pub(super) fn expand(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    let Meaning::Mfma(product) = row.meaning else {
        return move_one(row, on, out);
    };
    let own = match row.operands[1] {
        OperandSlot::V(n) => n,
        _ => 0,
    };
    let of_b = match row.operands[2] {
        OperandSlot::V(n) => n,
        _ => 0,
    };
    if product.a != Element::Mixed {
        return multiply(row, on, product, [own, of_b], out);
    }
    for a in MIXED {
        for b in MIXED {
            multiply(row, on, product, [a, b], out);
        }
    }
}

/// A word of 64 bits from bit `at` on.
fn word(b: &mut Builder, at: u8, code: u128) {
    b.fix(at + 23, 9, 0b1_1010_0111).fix(at + 16, 7, code);
}

fn multiply(
    row: &'static InstRow,
    on: Machine,
    product: Mfma,
    registers: [u8; 2],
    out: &mut Vec<Encoding>,
) {
    let scaled = product.kind == MfmaKind::Scaled;
    let mut b = Builder::new(row, on, Form::Long, if scaled { 16 } else { 8 });
    let at = if scaled { 64 } else { 0 };
    word(&mut b, at, row.code.into());
    let mut source = 0;
    for op in row.operands {
        let lo = at + 32 + 9 * source;
        match *op {
            OperandSlot::VDst(n) => {
                let param = Param::new(ParamKind::Vgpr(n), at, 8);
                b.param(param.select(at + SUMS_IN_ACCUMULATORS));
                continue;
            }
            OperandSlot::Acc(n, ty) => {
                let param = Param::new(ParamKind::Acc(n, ty), lo, 9);
                b.param(param.select(at + SUMS_IN_ACCUMULATORS));
            }
            OperandSlot::V(_) if source < 2 => {
                let kind = ParamKind::Vgpr(registers[usize::from(source)]);
                let acc = at + FACTORS_IN_ACCUMULATORS + source;
                b.param(Param::new(kind, lo, 9).select(acc));
            }
            // The index of a sparse product.
            _ if !scaled => {
                b.kind(ParamKind::Vgpr(1), lo, 9);
            }
            _ => {
                b.kind(ParamKind::Vgpr(1), 32 + 9 * (source - 3), 9);
            }
        }
        source += 1;
    }
    if scaled {
        word(&mut b, 0, SCALES);
        b.modifier(Mod::OpSel, 11, 2)
            .modifier(Mod::OpSelHi, 59, 2)
            // The product takes the scales.
            .fix(at + 11, 1, 1)
            // What the first half would be alone has no place here.
            .ignore(0, 11)
            .ignore(13, 3)
            .ignore(50, 9)
            .ignore(61, 3);
    }
    b.modifier(Mod::Cbsz, at + 8, 3);
    if product.a != Element::Mixed {
        b.modifier(Mod::Abid, at + 11, 4);
    }
    match (product.kind, product.d) {
        (MfmaKind::Sparse, _) => {}
        (_, Element::F64) => {
            b.modifier(Mod::Neg, at + 61, 3);
        }
        _ => {
            b.modifier(Mod::Blgp, at + 61, 3);
        }
    }
    b.finish(out);
}

/// Between the two kinds of registers; unused bits are those of packed instructions.
fn move_one(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    let mut b = Builder::new(row, on, Form::Long, 8);
    word(&mut b, 0, row.code.into());
    for op in row.operands {
        match op {
            OperandSlot::VDst(_) => b.kind(ParamKind::Vgpr(1), 0, 8),
            OperandSlot::ADst => b.kind(ParamKind::Agpr, 0, 8),
            OperandSlot::A => b.kind(ParamKind::Agpr, 32, 9),
            _ => b.kind(ParamKind::Src(OperandType::I32, From::NO_LITERAL), 32, 9),
        };
    }
    b.fix(14, 1, 1).fix(59, 2, 3);
    b.ignore(14, 2).ignore(41, 20);
    b.finish(out);
}
