//! Masks, and numbers that are made from them.

use super::group::*;
use crate::decode::HartOp;
use crate::hart::{Hart, Result};
use crate::vector::First;

pub fn logic(hart: &mut Hart, op: &HartOp, set: Setting, lane: fn(bool, bool) -> bool) {
    make_mask(hart, op, set, |hart, i| {
        Some(lane(bit(hart, op.rs2, i), bit(hart, op.rs1, i)))
    });
}

pub fn count(hart: &mut Hart, op: &HartOp, set: Setting) -> Result<()> {
    set.starts_at_zero()?;
    let bits = set.body();
    let count = bits.filter(|&i| set.active(hart, i) && bit(hart, op.rs2, i));
    let count = count.count() as u64;
    hart.set_x(op.rd, count);
    Ok(())
}

pub fn first(hart: &mut Hart, op: &HartOp, set: Setting) -> Result<()> {
    set.starts_at_zero()?;
    let found = set
        .body()
        .find(|&i| set.active(hart, i) && bit(hart, op.rs2, i));
    hart.set_x(op.rd, found.map_or(u64::MAX, |i| i as u64));
    Ok(())
}

pub fn set(hart: &mut Hart, op: &HartOp, set: Setting, which: First) -> Result<()> {
    set.starts_at_zero()?;
    set.keeps_mask(op.rd)?;
    Group::single(op.rd, 0).apart_from(&Group::single(op.rs2, 0))?;
    let mut seen = false;
    make_mask(hart, op, set, |hart, i| {
        if !set.active(hart, i) {
            return None;
        }
        let here = !seen && bit(hart, op.rs2, i);
        let value = match which {
            First::Before => !seen && !here,
            First::Including => !seen,
            First::Only => here,
        };
        seen |= here;
        Some(value)
    });
    Ok(())
}

pub fn iota(hart: &mut Hart, op: &HartOp, set: Setting) -> Result<()> {
    set.starts_at_zero()?;
    set.keeps_mask(op.rd)?;
    set.plain(op.rd)?.apart_from(&Group::single(op.rs2, 0))?;
    let mut count = 0;
    for i in set.body() {
        if set.active(hart, i) {
            set_element(hart, op.rd, i, set.sew, count);
            count += u64::from(bit(hart, op.rs2, i));
        }
    }
    Ok(())
}

pub fn id(hart: &mut Hart, op: &HartOp, set: Setting) -> Result<()> {
    set.keeps_mask(op.rd)?;
    set.plain(op.rd)?;
    for i in set.body() {
        if set.active(hart, i) {
            set_element(hart, op.rd, i, set.sew, i as u64);
        }
    }
    Ok(())
}
