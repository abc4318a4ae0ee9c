//! Masks, and numbers that are made from them.

use super::super::env::Result;
use super::super::op::HostOp;
use super::super::thread::Thread;
use super::group::*;
use crate::host::vector::First;

pub fn logic(thread: &mut Thread, op: &HostOp, set: Setting, lane: fn(bool, bool) -> bool) {
    make_mask(thread, op, set, |thread, i| {
        Some(lane(bit(thread, op.rs2, i), bit(thread, op.rs1, i)))
    });
}

pub fn count(thread: &mut Thread, op: &HostOp, set: Setting) -> Result<()> {
    set.starts_at_zero()?;
    let bits = set.body();
    let count = bits.filter(|&i| set.active(thread, i) && bit(thread, op.rs2, i));
    let count = count.count() as u64;
    thread.set_x(op.rd, count);
    Ok(())
}

pub fn first(thread: &mut Thread, op: &HostOp, set: Setting) -> Result<()> {
    set.starts_at_zero()?;
    let found = set
        .body()
        .find(|&i| set.active(thread, i) && bit(thread, op.rs2, i));
    thread.set_x(op.rd, found.map_or(u64::MAX, |i| i as u64));
    Ok(())
}

pub fn set(thread: &mut Thread, op: &HostOp, set: Setting, which: First) -> Result<()> {
    set.starts_at_zero()?;
    set.keeps_mask(op.rd)?;
    Group::single(op.rd, 0).apart_from(&Group::single(op.rs2, 0))?;
    let mut seen = false;
    make_mask(thread, op, set, |thread, i| {
        if !set.active(thread, i) {
            return None;
        }
        let here = !seen && bit(thread, op.rs2, i);
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

pub fn iota(thread: &mut Thread, op: &HostOp, set: Setting) -> Result<()> {
    set.starts_at_zero()?;
    set.keeps_mask(op.rd)?;
    set.plain(op.rd)?.apart_from(&Group::single(op.rs2, 0))?;
    let mut count = 0;
    for i in set.body() {
        if set.active(thread, i) {
            set_element(thread, op.rd, i, set.sew, count);
            count += u64::from(bit(thread, op.rs2, i));
        }
    }
    Ok(())
}

pub fn id(thread: &mut Thread, op: &HostOp, set: Setting) -> Result<()> {
    set.keeps_mask(op.rd)?;
    set.plain(op.rd)?;
    for i in set.body() {
        if set.active(thread, i) {
            set_element(thread, op.rd, i, set.sew, i as u64);
        }
    }
    Ok(())
}
