//! Floating point, element by element: singles and doubles.

use super::group::*;
use crate::decode::HartOp;
use crate::estimate;
use crate::float::{self, FloatOp, Inputs, Integer};
use crate::hart::{Hart, Result, illegal};
use crate::vector::{FloatLane, Number, Rounding, Second, Widths};
use rustc_apfloat::Round;

/// Floats have 32 or 64 bits.
pub fn widths_of_floats(bytes: &[usize]) -> Result<()> {
    match bytes.iter().find(|bytes| !matches!(bytes, 4 | 8)) {
        Some(bytes) => illegal(format!(
            "floating point with elements of {} bits: expected 32 or 64",
            8 * bytes
        )),
        None => Ok(()),
    }
}

/// A float register as an element.
pub fn float_scalar(hart: &Hart, op: &HartOp, bytes: usize) -> u64 {
    let value = hart.get_f(op.rs1);
    match bytes {
        4 => float::unbox(value).into(),
        _ => value,
    }
}

/// Operations on elements take and give register contents, and collect flags.
struct Unit {
    round: Round,
    flags: u32,
}

impl Unit {
    fn new(hart: &Hart) -> Result<Unit> {
        match float::rounding(7, hart.frm) {
            Some(round) => Ok(Unit {
                round,
                flags: hart.fflags,
            }),
            None => illegal(format!("rounding mode {} in frm is reserved", hart.frm)),
        }
    }

    fn run(&mut self, op: FloatOp, double: bool, a: u64, b: u64, c: u64) -> u64 {
        let inputs = Inputs {
            a,
            b,
            c,
            round: self.round,
            raised: self.flags,
        };
        let (result, flags) = float::run(op, double, inputs);
        self.flags |= flags;
        result
    }

    /// An element of `from` bytes as register contents of `to` bytes.
    fn widened(&mut self, bits: u64, from: usize, to: usize) -> u64 {
        let register = match from {
            4 => float::boxed(bits as u32),
            _ => bits,
        };
        match from < to {
            true => self.run(FloatOp::Convert, true, register, 0, 0),
            false => register,
        }
    }
}

fn sources(op: &HartOp, set: Setting, second: Second, result: &Group, eew: usize) -> Result<()> {
    result.may_overwrite(&set.group(op.rs2, eew)?)?;
    if second == Second::Vector {
        result.may_overwrite(&set.plain(op.rs1)?)?;
    }
    Ok(())
}

fn other(hart: &Hart, op: &HartOp, set: Setting, second: Second, i: usize) -> u64 {
    match second {
        Second::Float => float_scalar(hart, op, set.sew),
        Second::Vector => element(hart, op.rs1, i, set.sew),
        _ => 0,
    }
}

pub fn each(
    hart: &mut Hart,
    op: &HartOp,
    set: Setting,
    second: Second,
    widths: Widths,
    lane: FloatLane,
) -> Result<()> {
    let (wide, source) = (widths.result(set.sew), widths.source(set.sew));
    widths_of_floats(&[set.sew, wide])?;
    let group = set.group(op.rd, wide)?;
    set.keeps_mask(op.rd)?;
    sources(op, set, second, &group, source)?;
    let mut unit = Unit::new(hart)?;
    let double = wide == 8;
    for i in set.body() {
        if !set.active(hart, i) {
            continue;
        }
        let a = unit.widened(element(hart, op.rs2, i, source), source, wide);
        let b = unit.widened(other(hart, op, set, second, i), set.sew, wide);
        let result = match lane {
            FloatLane::Two {
                op: what,
                reversed: false,
            } => unit.run(what, double, a, b, 0),
            FloatLane::Two {
                op: what,
                reversed: true,
            } => unit.run(what, double, b, a, 0),
            FloatLane::Fused {
                op: what,
                multiplies_vd,
            } => {
                let d = unit.widened(element(hart, op.rd, i, wide), wide, wide);
                match multiplies_vd {
                    true => unit.run(what, double, b, d, a),
                    false => unit.run(what, double, b, a, d),
                }
            }
            FloatLane::Sqrt => unit.run(FloatOp::Sqrt, double, a, 0, 0),
            FloatLane::Class => unit.run(FloatOp::Class, double, a, 0, 0),
            FloatLane::Rsqrt7 | FloatLane::Rec7 => {
                let bits = element(hart, op.rs2, i, source);
                let (result, flags) = match lane {
                    FloatLane::Rec7 => estimate::reciprocal(bits, double, unit.round),
                    _ => estimate::reciprocal_root(bits, double),
                };
                unit.flags |= flags;
                result
            }
        };
        set_element(hart, op.rd, i, wide, result);
    }
    hart.fflags = unit.flags;
    Ok(())
}

pub fn compare(
    hart: &mut Hart,
    op: &HartOp,
    set: Setting,
    second: Second,
    (what, reversed, negated): (FloatOp, bool, bool),
) -> Result<()> {
    widths_of_floats(&[set.sew])?;
    sources(op, set, second, &Group::single(op.rd, 0), set.sew)?;
    let mut unit = Unit::new(hart)?;
    make_mask(hart, op, set, |hart, i| {
        if !set.active(hart, i) {
            return None;
        }
        let a = unit.widened(element(hart, op.rs2, i, set.sew), set.sew, set.sew);
        let b = unit.widened(other(hart, op, set, second, i), set.sew, set.sew);
        let (a, b) = if reversed { (b, a) } else { (a, b) };
        let holds = unit.run(what, set.sew == 8, a, b, 0) == 1;
        Some(holds != negated)
    });
    hart.fflags = unit.flags;
    Ok(())
}

pub fn reduce(hart: &mut Hart, op: &HartOp, set: Setting, wide: bool, what: FloatOp) -> Result<()> {
    let width = if wide { 2 * set.sew } else { set.sew };
    widths_of_floats(&[set.sew, width])?;
    set.starts_at_zero()?;
    set.plain(op.rs2)?;
    let mut unit = Unit::new(hart)?;
    let mut total = unit.widened(element(hart, op.rs1, 0, width), width, width);
    for i in set.body().filter(|&i| set.active(hart, i)) {
        let value = unit.widened(element(hart, op.rs2, i, set.sew), set.sew, width);
        total = unit.run(what, width == 8, total, value, 0);
    }
    if set.length > 0 {
        set_element(hart, op.rd, 0, width, total);
    }
    hart.fflags = unit.flags;
    Ok(())
}

pub fn convert(
    hart: &mut Hart,
    op: &HartOp,
    set: Setting,
    widths: Widths,
    (from, to, rounding): (Number, Number, Rounding),
) -> Result<()> {
    let (result, source) = (widths.result(set.sew), widths.source(set.sew));
    if from == Number::Float {
        widths_of_floats(&[source])?;
    }
    if to == Number::Float {
        widths_of_floats(&[result])?;
    }
    let group = set.group(op.rd, result)?;
    set.keeps_mask(op.rd)?;
    group.may_overwrite(&set.group(op.rs2, source)?)?;
    let mut unit = Unit::new(hart)?;
    if rounding != Rounding::Dynamic {
        unit.round = Round::TowardZero;
    }
    for i in set.body() {
        if !set.active(hart, i) {
            continue;
        }
        let bits = element(hart, op.rs2, i, source);
        let value = match (from, to) {
            (Number::Float, Number::Float) if source < result => unit.widened(bits, source, result),
            (Number::Float, Number::Float) => {
                let before = std::mem::take(&mut unit.flags);
                let narrow = unit.run(FloatOp::Convert, false, bits, 0, 0);
                let lost = unit.flags & float::INEXACT != 0;
                unit.flags |= before;
                narrow | u64::from(rounding == Rounding::ToOdd && lost)
            }
            (Number::Float, _) => {
                let (value, flags) = float::to_bits_of_integer(
                    bits,
                    source == 8,
                    to == Number::Signed,
                    result,
                    unit.round,
                );
                unit.flags |= flags;
                value
            }
            (_, _) => {
                let signed = from == Number::Signed;
                let ty = if signed { Integer::I64 } else { Integer::U64 };
                let value = extend(bits, source, signed) as u64;
                unit.run(FloatOp::FromInteger(ty), result == 8, value, 0, 0)
            }
        };
        set_element(hart, op.rd, i, result, value);
    }
    hart.fflags = unit.flags;
    Ok(())
}
