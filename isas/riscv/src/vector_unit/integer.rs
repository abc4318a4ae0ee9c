//! Integer and fixed-point arithmetic, element by element.

use super::group::*;
use crate::decode::HartOp;
use crate::hart::{Hart, Result};
use crate::vector::{IntegerLane, Lane, Second, Signs, Widths};

/// The second source of element `i`, of SEW bits.
fn other(hart: &Hart, op: &HartOp, same: Option<u64>, i: usize, set: Setting) -> u64 {
    same.unwrap_or_else(|| element(hart, op.rs1, i, set.sew))
}

/// The sources keep the rules: each begins a group, and the result may lie on it.
fn sources(
    op: &HartOp,
    set: Setting,
    second: Second,
    result: &Group,
    source_eew: usize,
) -> Result<()> {
    result.may_overwrite(&set.group(op.rs2, source_eew)?)?;
    if second == Second::Vector {
        result.may_overwrite(&set.plain(op.rs1)?)?;
    }
    Ok(())
}

pub fn each(
    hart: &mut Hart,
    op: &HartOp,
    set: Setting,
    second: Second,
    (widths, signs, lane): (Widths, Signs, IntegerLane),
) -> Result<()> {
    let (result, source) = (widths.result(set.sew), widths.source(set.sew));
    let group = set.group(op.rd, result)?;
    set.keeps_mask(op.rd)?;
    sources(op, set, second, &group, source)?;
    let same = scalar(hart, op, second);
    let mut state = Lane {
        bits: set.bits(),
        rounding: hart.vxrm,
        saturated: false,
    };
    for i in set.body() {
        if !set.active(hart, i) {
            continue;
        }
        let d = extend(element(hart, op.rd, i, result), result, true);
        let a = extend(element(hart, op.rs2, i, source), source, signs.0);
        let b = match second {
            Second::None => 0,
            _ => extend(other(hart, op, same, i, set), set.sew, signs.1),
        };
        set_element(hart, op.rd, i, result, lane(d, a, b, &mut state) as u64);
    }
    hart.vxsat |= u32::from(state.saturated);
    Ok(())
}

pub fn compare(
    hart: &mut Hart,
    op: &HartOp,
    set: Setting,
    second: Second,
    signed: bool,
    lane: fn(i128, i128) -> bool,
) -> Result<()> {
    sources(op, set, second, &Group::single(op.rd, 0), set.sew)?;
    let same = scalar(hart, op, second);
    make_mask(hart, op, set, |hart, i| {
        let a = extend(element(hart, op.rs2, i, set.sew), set.sew, signed);
        let b = extend(other(hart, op, same, i, set), set.sew, signed);
        set.active(hart, i).then(|| lane(a, b))
    });
    Ok(())
}

/// `vs2 ± (second ± carry)`, exactly.
fn with_carry(a: i128, b: i128, carry: bool, subtract: bool) -> i128 {
    match subtract {
        true => a - b - i128::from(carry),
        false => a + b + i128::from(carry),
    }
}

/// Every element takes part; the mask is the carry.
pub fn carry(
    hart: &mut Hart,
    op: &HartOp,
    set: Setting,
    second: Second,
    subtract: bool,
) -> Result<()> {
    let group = set.plain(op.rd)?;
    set.keeps_mask(op.rd)?;
    sources(op, set, second, &group, set.sew)?;
    let same = scalar(hart, op, second);
    for i in set.body() {
        let a = extend(element(hart, op.rs2, i, set.sew), set.sew, false);
        let b = extend(other(hart, op, same, i, set), set.sew, false);
        let sum = with_carry(a, b, hart.mask_bit(i), subtract);
        set_element(hart, op.rd, i, set.sew, sum as u64);
    }
    Ok(())
}

pub fn carry_out(
    hart: &mut Hart,
    op: &HartOp,
    set: Setting,
    second: Second,
    subtract: bool,
) -> Result<()> {
    sources(op, set, second, &Group::single(op.rd, 0), set.sew)?;
    let same = scalar(hart, op, second);
    make_mask(hart, op, set, |hart, i| {
        let a = extend(element(hart, op.rs2, i, set.sew), set.sew, false);
        let b = extend(other(hart, op, same, i, set), set.sew, false);
        let carry = set.masked && hart.mask_bit(i);
        let sum = with_carry(a, b, carry, subtract);
        Some(sum >> set.bits() != 0)
    });
    Ok(())
}

pub fn reduce(
    hart: &mut Hart,
    op: &HartOp,
    set: Setting,
    wide: bool,
    signed: bool,
    lane: fn(i128, i128) -> i128,
) -> Result<()> {
    set.starts_at_zero()?;
    set.plain(op.rs2)?;
    // Only one element of vs1 and vd is used, but its width has to exist.
    let width = if wide { 2 * set.sew } else { set.sew };
    exists(width)?;
    let mut total = extend(element(hart, op.rs1, 0, width), width, signed);
    for i in set.body().filter(|&i| set.active(hart, i)) {
        let value = extend(element(hart, op.rs2, i, set.sew), set.sew, signed);
        total = lane(total, value);
    }
    if set.length > 0 {
        set_element(hart, op.rd, 0, width, total as u64);
    }
    Ok(())
}
