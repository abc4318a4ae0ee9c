//! The vector instructions of the host core: RVV 1.0 with VLEN 1024 and ELEN 64.
//!
//! Tail and masked-off elements are left undisturbed, which the agnostic policies allow.

mod float;
mod group;
mod integer;
mod mask;
mod memory;
mod permute;

use super::env::{Env, Result, illegal};
use super::op::HostOp;
use super::thread::{Thread, VILL, VLEN_BYTES};
use crate::host::vector::{Addressing, Second, VectorOp};
use group::Setting;

pub fn run(
    thread: &mut Thread,
    env: &mut Env<'_>,
    op: &HostOp,
    what: VectorOp,
    second: Second,
) -> Result<()> {
    match what {
        VectorOp::SetVli => {
            let avl = requested(op, thread.get_x(op.rs1));
            set_length(thread, op.rd, avl, op.imm as u64);
            return Ok(());
        }
        VectorOp::SetIvli => {
            set_length(thread, op.rd, Some(op.rs1.into()), op.imm as u64);
            return Ok(());
        }
        VectorOp::SetVl => {
            let avl = requested(op, thread.get_x(op.rs1));
            let vtype = thread.get_x(op.rs2);
            set_length(thread, op.rd, avl, vtype);
            return Ok(());
        }
        // These are the only others that need no type.
        VectorOp::Load(Addressing::Whole) | VectorOp::Store(Addressing::Whole) => {
            memory::whole(thread, env, op, matches!(what, VectorOp::Store(_)))?;
            thread.vstart = 0;
            return Ok(());
        }
        _ => {}
    }
    if thread.vtype & VILL != 0 {
        return illegal("vector instruction without a vector type: vsetvli comes first");
    }
    let set = Setting::of(thread, op);
    match what {
        VectorOp::SetVli | VectorOp::SetIvli | VectorOp::SetVl => {}
        VectorOp::Load(addressing) => memory::access(thread, env, op, set, addressing, false)?,
        VectorOp::Store(addressing) => memory::access(thread, env, op, set, addressing, true)?,
        VectorOp::Each {
            widths,
            signs,
            lane,
        } => integer::each(thread, op, set, second, (widths, signs, lane))?,
        VectorOp::Compare { signed, lane } => {
            integer::compare(thread, op, set, second, signed, lane)?;
        }
        VectorOp::Carry { subtract } => integer::carry(thread, op, set, second, subtract)?,
        VectorOp::CarryOut { subtract } => integer::carry_out(thread, op, set, second, subtract)?,
        VectorOp::Reduce { wide, signed, lane } => {
            integer::reduce(thread, op, set, wide, signed, lane)?;
        }
        VectorOp::Mask(lane) => mask::logic(thread, op, set, lane),
        VectorOp::CountMask => mask::count(thread, op, set)?,
        VectorOp::FirstMask => mask::first(thread, op, set)?,
        VectorOp::SetMask(which) => mask::set(thread, op, set, which)?,
        VectorOp::Iota => mask::iota(thread, op, set)?,
        VectorOp::Id => mask::id(thread, op, set)?,
        VectorOp::Merge => permute::merge(thread, op, set, second)?,
        VectorOp::Move => permute::copy(thread, op, set, second)?,
        VectorOp::MoveRegisters(count) => permute::copy_registers(thread, op, set, count)?,
        VectorOp::ToScalar => permute::to_scalar(thread, op, set, second)?,
        VectorOp::FromScalar => permute::from_scalar(thread, op, set, second)?,
        VectorOp::SlideUp => permute::slide_up(thread, op, set, second)?,
        VectorOp::SlideDown => permute::slide_down(thread, op, set, second)?,
        VectorOp::SlideUpOne => permute::slide_one(thread, op, set, second, true)?,
        VectorOp::SlideDownOne => permute::slide_one(thread, op, set, second, false)?,
        VectorOp::Gather { short } => permute::gather(thread, op, set, second, short)?,
        VectorOp::Compress => permute::compress(thread, op, set)?,
        VectorOp::FloatEach { widths, lane } => {
            float::each(thread, op, set, second, widths, lane)?;
        }
        VectorOp::FloatCompare {
            op: compare,
            reversed,
            negated,
        } => float::compare(thread, op, set, second, (compare, reversed, negated))?,
        VectorOp::FloatReduce { wide, op: what } => float::reduce(thread, op, set, wide, what)?,
        VectorOp::Convert {
            widths,
            from,
            to,
            rounding,
        } => float::convert(thread, op, set, widths, (from, to, rounding))?,
    }
    thread.vstart = 0;
    Ok(())
}

/// The length that is asked for: `None` keeps the present one.
fn requested(op: &HostOp, rs1: u64) -> Option<u64> {
    match (op.rd, op.rs1) {
        (0, 0) => None,
        (_, 0) => Some(u64::MAX),
        _ => Some(rs1),
    }
}

fn set_length(thread: &mut Thread, rd: u8, avl: Option<u64>, vtype: u64) {
    let (grouping, width) = (vtype & 7, vtype >> 3 & 7);
    thread.vstart = 0;
    let eighths = group::eighths(vtype);
    // A fraction of a register must hold the elements that the same fraction of ELEN can.
    let fits = 8 << width <= 8 * eighths;
    if grouping == 4 || width > 3 || vtype >> 8 != 0 || !fits {
        (thread.vtype, thread.vl) = (VILL, 0);
    } else {
        let most = ((VLEN_BYTES as u64 * eighths) >> width) / 8;
        thread.vtype = vtype;
        thread.vl = avl.unwrap_or(thread.vl).min(most);
    }
    thread.set_x(rd, thread.vl);
}
