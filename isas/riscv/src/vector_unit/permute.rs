//! Moves, slides, gathers: elements that change places.

use super::float::{float_scalar, widths_of_floats};
use super::group::*;
use crate::decode::HartOp;
use crate::float::boxed;
use crate::hart::{Hart, Result, VLEN_BYTES, sign_extend};
use crate::vector::Second;

/// A scalar source as an element: floats narrower than the register have to be boxed.
fn scalar_element(hart: &Hart, op: &HartOp, set: Setting, second: Second) -> Result<Option<u64>> {
    if second == Second::Float {
        widths_of_floats(&[set.sew])?;
        return Ok(Some(float_scalar(hart, op, set.sew)));
    }
    Ok(scalar(hart, op, second))
}

pub fn merge(hart: &mut Hart, op: &HartOp, set: Setting, second: Second) -> Result<()> {
    set.plain(op.rd)?;
    set.keeps_mask(op.rd)?;
    set.plain(op.rs2)?;
    if second == Second::Vector {
        set.plain(op.rs1)?;
    }
    let same = scalar_element(hart, op, set, second)?;
    for i in set.body() {
        let value = match hart.mask_bit(i) {
            true => same.unwrap_or_else(|| element(hart, op.rs1, i, set.sew)),
            false => element(hart, op.rs2, i, set.sew),
        };
        set_element(hart, op.rd, i, set.sew, value);
    }
    Ok(())
}

pub fn copy(hart: &mut Hart, op: &HartOp, set: Setting, second: Second) -> Result<()> {
    set.plain(op.rd)?;
    if second == Second::Vector {
        set.plain(op.rs1)?;
    }
    let same = scalar_element(hart, op, set, second)?;
    for i in set.body() {
        let value = same.unwrap_or_else(|| element(hart, op.rs1, i, set.sew));
        set_element(hart, op.rd, i, set.sew, value);
    }
    Ok(())
}

pub fn copy_registers(hart: &mut Hart, op: &HartOp, set: Setting, count: u8) {
    let len = usize::from(count) * VLEN_BYTES;
    let skip = (set.start * set.sew).min(len);
    let [to, from] = [op.rd, op.rs2].map(|register| usize::from(register) * VLEN_BYTES);
    hart.v.copy_within(from + skip..from + len, to + skip);
}

pub fn to_scalar(hart: &mut Hart, op: &HartOp, set: Setting, second: Second) -> Result<()> {
    let value = element(hart, op.rs2, 0, set.sew);
    if second == Second::Float {
        widths_of_floats(&[set.sew])?;
        hart.f[usize::from(op.rd)] = match set.sew {
            4 => boxed(value as u32),
            _ => value,
        };
    } else {
        hart.set_x(op.rd, sign_extend(value, set.sew as u8));
    }
    Ok(())
}

pub fn from_scalar(hart: &mut Hart, op: &HartOp, set: Setting, second: Second) -> Result<()> {
    let value = scalar_element(hart, op, set, second)?;
    if let Some(value) = value.filter(|_| !set.body().is_empty()) {
        set_element(hart, op.rd, 0, set.sew, value);
    }
    Ok(())
}

/// The distance of a slide or the index of a gather, of which all bits count.
fn distance(hart: &Hart, op: &HartOp, second: Second) -> u64 {
    scalar(hart, op, second).unwrap_or(0)
}

pub fn slide_up(hart: &mut Hart, op: &HartOp, set: Setting, second: Second) -> Result<()> {
    set.keeps_mask(op.rd)?;
    set.plain(op.rd)?.apart_from(&set.plain(op.rs2)?)?;
    let by = distance(hart, op, second).min(set.length as u64) as usize;
    for i in by.max(set.start)..set.length {
        if set.active(hart, i) {
            let value = element(hart, op.rs2, i - by, set.sew);
            set_element(hart, op.rd, i, set.sew, value);
        }
    }
    Ok(())
}

pub fn slide_down(hart: &mut Hart, op: &HartOp, set: Setting, second: Second) -> Result<()> {
    set.keeps_mask(op.rd)?;
    set.plain(op.rd)?;
    set.plain(op.rs2)?;
    let by = distance(hart, op, second);
    for i in set.body() {
        if set.active(hart, i) {
            let value = source(hart, op.rs2, (i as u64).checked_add(by), set);
            set_element(hart, op.rd, i, set.sew, value);
        }
    }
    Ok(())
}

/// An element of a group, zero beyond its end.
fn source(hart: &Hart, register: u8, index: Option<u64>, set: Setting) -> u64 {
    match index {
        Some(index) if index < set.max_length() as u64 => {
            element(hart, register, index as usize, set.sew)
        }
        _ => 0,
    }
}

pub fn slide_one(
    hart: &mut Hart,
    op: &HartOp,
    set: Setting,
    second: Second,
    up: bool,
) -> Result<()> {
    set.keeps_mask(op.rd)?;
    let (result, from) = (set.plain(op.rd)?, set.plain(op.rs2)?);
    if up {
        result.apart_from(&from)?;
    }
    let entering = scalar_element(hart, op, set, second)?.unwrap_or(0);
    for i in set.body() {
        if set.active(hart, i) {
            let value = match up {
                true if i == 0 => entering,
                true => element(hart, op.rs2, i - 1, set.sew),
                false if i == set.length - 1 => entering,
                false => element(hart, op.rs2, i + 1, set.sew),
            };
            set_element(hart, op.rd, i, set.sew, value);
        }
    }
    Ok(())
}

pub fn gather(
    hart: &mut Hart,
    op: &HartOp,
    set: Setting,
    second: Second,
    short: bool,
) -> Result<()> {
    set.keeps_mask(op.rd)?;
    let result = set.plain(op.rd)?;
    result.apart_from(&set.plain(op.rs2)?)?;
    let width = if short { 2 } else { set.sew };
    if second == Second::Vector {
        result.apart_from(&set.group(op.rs1, width)?)?;
    }
    let same = scalar(hart, op, second);
    for i in set.body() {
        if set.active(hart, i) {
            let index = same.unwrap_or_else(|| element(hart, op.rs1, i, width));
            let value = source(hart, op.rs2, Some(index), set);
            set_element(hart, op.rd, i, set.sew, value);
        }
    }
    Ok(())
}

pub fn compress(hart: &mut Hart, op: &HartOp, set: Setting) -> Result<()> {
    set.starts_at_zero()?;
    let result = set.plain(op.rd)?;
    result.apart_from(&set.plain(op.rs2)?)?;
    result.apart_from(&Group::single(op.rs1, 0))?;
    let mut next = 0;
    for i in set.body() {
        if bit(hart, op.rs1, i) {
            let value = element(hart, op.rs2, i, set.sew);
            set_element(hart, op.rd, next, set.sew, value);
            next += 1;
        }
    }
    Ok(())
}
