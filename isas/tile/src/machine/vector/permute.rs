//! Moves, slides, gathers: elements that change places.

use super::super::env::{Result, illegal};
use super::super::host::sign_extend;
use super::super::op::HostOp;
use super::super::thread::{Thread, VLEN_BYTES};
use super::float::{float_scalar, widths_of_floats};
use super::group::*;
use crate::host::float::boxed;
use crate::host::vector::Second;

/// A scalar source as an element: floats narrower than the register have to be boxed.
fn scalar_element(
    thread: &Thread,
    op: &HostOp,
    set: Setting,
    second: Second,
) -> Result<Option<u64>> {
    if second == Second::Float {
        widths_of_floats(&[set.sew])?;
        return Ok(Some(float_scalar(thread, op, set.sew)));
    }
    Ok(scalar(thread, op, second))
}

pub fn merge(thread: &mut Thread, op: &HostOp, set: Setting, second: Second) -> Result<()> {
    set.plain(op.rd)?;
    set.keeps_mask(op.rd)?;
    set.plain(op.rs2)?;
    if second == Second::Vector {
        set.plain(op.rs1)?;
    }
    let same = scalar_element(thread, op, set, second)?;
    for i in set.body() {
        let value = match thread.mask_bit(i) {
            true => same.unwrap_or_else(|| element(thread, op.rs1, i, set.sew)),
            false => element(thread, op.rs2, i, set.sew),
        };
        set_element(thread, op.rd, i, set.sew, value);
    }
    Ok(())
}

pub fn copy(thread: &mut Thread, op: &HostOp, set: Setting, second: Second) -> Result<()> {
    set.plain(op.rd)?;
    if second == Second::Vector {
        set.plain(op.rs1)?;
    }
    let same = scalar_element(thread, op, set, second)?;
    for i in set.body() {
        let value = same.unwrap_or_else(|| element(thread, op.rs1, i, set.sew));
        set_element(thread, op.rd, i, set.sew, value);
    }
    Ok(())
}

pub fn copy_registers(thread: &mut Thread, op: &HostOp, set: Setting, count: u8) -> Result<()> {
    let (to, from) = (op.rd, op.rs2);
    for first in [to, from] {
        if !first.is_multiple_of(count) {
            return illegal(format!(
                "v{first} does not begin a group of {count} vector registers"
            ));
        }
    }
    let len = usize::from(count) * VLEN_BYTES;
    let skip = (set.start * set.sew).min(len);
    let (to, from) = (usize::from(to) * VLEN_BYTES, usize::from(from) * VLEN_BYTES);
    thread.v.copy_within(from + skip..from + len, to + skip);
    Ok(())
}

pub fn to_scalar(thread: &mut Thread, op: &HostOp, set: Setting, second: Second) -> Result<()> {
    let value = element(thread, op.rs2, 0, set.sew);
    if second == Second::Float {
        widths_of_floats(&[set.sew])?;
        thread.f[usize::from(op.rd)] = match set.sew {
            4 => boxed(value as u32),
            _ => value,
        };
    } else {
        thread.set_x(op.rd, sign_extend(value, set.sew as u8));
    }
    Ok(())
}

pub fn from_scalar(thread: &mut Thread, op: &HostOp, set: Setting, second: Second) -> Result<()> {
    let value = scalar_element(thread, op, set, second)?;
    if let Some(value) = value.filter(|_| !set.body().is_empty()) {
        set_element(thread, op.rd, 0, set.sew, value);
    }
    Ok(())
}

/// The distance of a slide or the index of a gather, of which all bits count.
fn distance(thread: &Thread, op: &HostOp, second: Second) -> u64 {
    scalar(thread, op, second).unwrap_or(0)
}

pub fn slide_up(thread: &mut Thread, op: &HostOp, set: Setting, second: Second) -> Result<()> {
    set.keeps_mask(op.rd)?;
    set.plain(op.rd)?.apart_from(&set.plain(op.rs2)?)?;
    let by = distance(thread, op, second).min(set.length as u64) as usize;
    for i in by.max(set.start)..set.length {
        if set.active(thread, i) {
            let value = element(thread, op.rs2, i - by, set.sew);
            set_element(thread, op.rd, i, set.sew, value);
        }
    }
    Ok(())
}

pub fn slide_down(thread: &mut Thread, op: &HostOp, set: Setting, second: Second) -> Result<()> {
    set.keeps_mask(op.rd)?;
    set.plain(op.rd)?;
    set.plain(op.rs2)?;
    let by = distance(thread, op, second);
    for i in set.body() {
        if set.active(thread, i) {
            let value = source(thread, op.rs2, (i as u64).checked_add(by), set);
            set_element(thread, op.rd, i, set.sew, value);
        }
    }
    Ok(())
}

/// An element of a group, zero beyond its end.
fn source(thread: &Thread, register: u8, index: Option<u64>, set: Setting) -> u64 {
    match index {
        Some(index) if index < set.max_length() as u64 => {
            element(thread, register, index as usize, set.sew)
        }
        _ => 0,
    }
}

pub fn slide_one(
    thread: &mut Thread,
    op: &HostOp,
    set: Setting,
    second: Second,
    up: bool,
) -> Result<()> {
    set.keeps_mask(op.rd)?;
    let (result, from) = (set.plain(op.rd)?, set.plain(op.rs2)?);
    if up {
        result.apart_from(&from)?;
    }
    let entering = scalar_element(thread, op, set, second)?.unwrap_or(0);
    for i in set.body() {
        if set.active(thread, i) {
            let value = match up {
                true if i == 0 => entering,
                true => element(thread, op.rs2, i - 1, set.sew),
                false if i == set.length - 1 => entering,
                false => element(thread, op.rs2, i + 1, set.sew),
            };
            set_element(thread, op.rd, i, set.sew, value);
        }
    }
    Ok(())
}

pub fn gather(
    thread: &mut Thread,
    op: &HostOp,
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
    let same = scalar(thread, op, second);
    for i in set.body() {
        if set.active(thread, i) {
            let index = same.unwrap_or_else(|| element(thread, op.rs1, i, width));
            let value = source(thread, op.rs2, Some(index), set);
            set_element(thread, op.rd, i, set.sew, value);
        }
    }
    Ok(())
}

pub fn compress(thread: &mut Thread, op: &HostOp, set: Setting) -> Result<()> {
    set.starts_at_zero()?;
    let result = set.plain(op.rd)?;
    result.apart_from(&set.plain(op.rs2)?)?;
    result.apart_from(&Group::single(op.rs1, 0))?;
    let mut next = 0;
    for i in set.body() {
        if bit(thread, op.rs1, i) {
            let value = element(thread, op.rs2, i, set.sew);
            set_element(thread, op.rd, next, set.sew, value);
            next += 1;
        }
    }
    Ok(())
}
