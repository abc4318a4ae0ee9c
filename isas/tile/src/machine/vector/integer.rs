//! Integer and fixed-point arithmetic, element by element.

use super::super::env::Result;
use super::super::op::HostOp;
use super::super::thread::Thread;
use super::group::*;
use crate::host::vector::{IntegerLane, Lane, Second, Signs, Widths};

/// The second source of element `i`, of SEW bits.
fn other(thread: &Thread, op: &HostOp, same: Option<u64>, i: usize, set: Setting) -> u64 {
    same.unwrap_or_else(|| element(thread, op.rs1, i, set.sew))
}

/// The sources keep the rules: each begins a group, and the result may lie on it.
fn sources(
    op: &HostOp,
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
    thread: &mut Thread,
    op: &HostOp,
    set: Setting,
    second: Second,
    (widths, signs, lane): (Widths, Signs, IntegerLane),
) -> Result<()> {
    let (result, source) = (widths.result(set.sew), widths.source(set.sew));
    let group = set.group(op.rd, result)?;
    set.keeps_mask(op.rd)?;
    sources(op, set, second, &group, source)?;
    let same = scalar(thread, op, second);
    let mut state = Lane {
        bits: set.bits(),
        rounding: thread.vxrm,
        saturated: false,
    };
    for i in set.body() {
        if !set.active(thread, i) {
            continue;
        }
        let d = extend(element(thread, op.rd, i, result), result, true);
        let a = extend(element(thread, op.rs2, i, source), source, signs.0);
        let b = match second {
            Second::None => 0,
            _ => extend(other(thread, op, same, i, set), set.sew, signs.1),
        };
        set_element(thread, op.rd, i, result, lane(d, a, b, &mut state) as u64);
    }
    thread.vxsat |= u32::from(state.saturated);
    Ok(())
}

pub fn compare(
    thread: &mut Thread,
    op: &HostOp,
    set: Setting,
    second: Second,
    signed: bool,
    lane: fn(i128, i128) -> bool,
) -> Result<()> {
    sources(op, set, second, &Group::single(op.rd, 0), set.sew)?;
    let same = scalar(thread, op, second);
    make_mask(thread, op, set, |thread, i| {
        let a = extend(element(thread, op.rs2, i, set.sew), set.sew, signed);
        let b = extend(other(thread, op, same, i, set), set.sew, signed);
        set.active(thread, i).then(|| lane(a, b))
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
    thread: &mut Thread,
    op: &HostOp,
    set: Setting,
    second: Second,
    subtract: bool,
) -> Result<()> {
    let group = set.plain(op.rd)?;
    set.keeps_mask(op.rd)?;
    sources(op, set, second, &group, set.sew)?;
    let same = scalar(thread, op, second);
    for i in set.body() {
        let a = extend(element(thread, op.rs2, i, set.sew), set.sew, false);
        let b = extend(other(thread, op, same, i, set), set.sew, false);
        let sum = with_carry(a, b, thread.mask_bit(i), subtract);
        set_element(thread, op.rd, i, set.sew, sum as u64);
    }
    Ok(())
}

pub fn carry_out(
    thread: &mut Thread,
    op: &HostOp,
    set: Setting,
    second: Second,
    subtract: bool,
) -> Result<()> {
    sources(op, set, second, &Group::single(op.rd, 0), set.sew)?;
    let same = scalar(thread, op, second);
    make_mask(thread, op, set, |thread, i| {
        let a = extend(element(thread, op.rs2, i, set.sew), set.sew, false);
        let b = extend(other(thread, op, same, i, set), set.sew, false);
        let carry = set.masked && thread.mask_bit(i);
        let sum = with_carry(a, b, carry, subtract);
        Some(sum >> set.bits() != 0)
    });
    Ok(())
}

pub fn reduce(
    thread: &mut Thread,
    op: &HostOp,
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
    let mut total = extend(element(thread, op.rs1, 0, width), width, signed);
    for i in set.body().filter(|&i| set.active(thread, i)) {
        let value = extend(element(thread, op.rs2, i, set.sew), set.sew, signed);
        total = lane(total, value);
    }
    if set.length > 0 {
        set_element(thread, op.rd, 0, width, total as u64);
    }
    Ok(())
}
