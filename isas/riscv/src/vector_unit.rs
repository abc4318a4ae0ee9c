//! The vector unit: RVV 1.0 with VLEN 1024 and ELEN 64.
//!
//! Tail and masked-off elements are left undisturbed, which the agnostic policies allow.

mod float;
mod group;
mod integer;
mod mask;
mod memory;
mod permute;

use crate::decode::HartOp;
use crate::hart::{Bus, Hart, Result, VILL, VLEN_BYTES, illegal};
use crate::vector::{Addressing, Second, VectorOp};
use group::Setting;

pub fn run<B: Bus>(
    hart: &mut Hart,
    bus: &mut B,
    op: &HartOp,
    what: VectorOp,
    second: Second,
) -> Result<()> {
    match what {
        VectorOp::SetVli => {
            let avl = requested(op, hart.get_x(op.rs1));
            set_length(hart, op.rd, avl, op.imm as u64);
            return Ok(());
        }
        VectorOp::SetIvli => {
            set_length(hart, op.rd, Some(op.rs1.into()), op.imm as u64);
            return Ok(());
        }
        VectorOp::SetVl => {
            let avl = requested(op, hart.get_x(op.rs1));
            let vtype = hart.get_x(op.rs2);
            set_length(hart, op.rd, avl, vtype);
            return Ok(());
        }
        // These are the only others that need no type.
        VectorOp::Load(Addressing::Whole) | VectorOp::Store(Addressing::Whole) => {
            memory::whole(hart, bus, op, matches!(what, VectorOp::Store(_)))?;
            hart.vstart = 0;
            return Ok(());
        }
        _ => {}
    }
    if hart.vtype & VILL != 0 {
        return illegal("vector instruction without a vector type: vsetvli comes first");
    }
    let set = Setting::of(hart, op);
    match what {
        VectorOp::SetVli | VectorOp::SetIvli | VectorOp::SetVl => {}
        VectorOp::Load(addressing) => memory::access(hart, bus, op, set, addressing, false)?,
        VectorOp::Store(addressing) => memory::access(hart, bus, op, set, addressing, true)?,
        VectorOp::Each {
            widths,
            signs,
            lane,
        } => integer::each(hart, op, set, second, (widths, signs, lane))?,
        VectorOp::Compare { signed, lane } => {
            integer::compare(hart, op, set, second, signed, lane)?;
        }
        VectorOp::Carry { subtract } => integer::carry(hart, op, set, second, subtract)?,
        VectorOp::CarryOut { subtract } => integer::carry_out(hart, op, set, second, subtract)?,
        VectorOp::Reduce { wide, signed, lane } => {
            integer::reduce(hart, op, set, wide, signed, lane)?;
        }
        VectorOp::Mask(lane) => mask::logic(hart, op, set, lane),
        VectorOp::CountMask => mask::count(hart, op, set)?,
        VectorOp::FirstMask => mask::first(hart, op, set)?,
        VectorOp::SetMask(which) => mask::set(hart, op, set, which)?,
        VectorOp::Iota => mask::iota(hart, op, set)?,
        VectorOp::Id => mask::id(hart, op, set)?,
        VectorOp::Merge => permute::merge(hart, op, set, second)?,
        VectorOp::Move => permute::copy(hart, op, set, second)?,
        VectorOp::MoveRegisters(count) => permute::copy_registers(hart, op, set, count),
        VectorOp::ToScalar => permute::to_scalar(hart, op, set, second)?,
        VectorOp::FromScalar => permute::from_scalar(hart, op, set, second)?,
        VectorOp::SlideUp => permute::slide_up(hart, op, set, second)?,
        VectorOp::SlideDown => permute::slide_down(hart, op, set, second)?,
        VectorOp::SlideUpOne => permute::slide_one(hart, op, set, second, true)?,
        VectorOp::SlideDownOne => permute::slide_one(hart, op, set, second, false)?,
        VectorOp::Gather { short } => permute::gather(hart, op, set, second, short)?,
        VectorOp::Compress => permute::compress(hart, op, set)?,
        VectorOp::FloatEach { widths, lane } => {
            float::each(hart, op, set, second, widths, lane)?;
        }
        VectorOp::FloatCompare {
            op: compare,
            reversed,
            negated,
        } => float::compare(hart, op, set, second, (compare, reversed, negated))?,
        VectorOp::FloatReduce { wide, op: what } => float::reduce(hart, op, set, wide, what)?,
        VectorOp::Convert {
            widths,
            from,
            to,
            rounding,
        } => float::convert(hart, op, set, widths, (from, to, rounding))?,
    }
    hart.vstart = 0;
    Ok(())
}

/// The length that is asked for: `None` keeps the present one.
fn requested(op: &HartOp, rs1: u64) -> Option<u64> {
    match (op.rd, op.rs1) {
        (0, 0) => None,
        (_, 0) => Some(u64::MAX),
        _ => Some(rs1),
    }
}

fn set_length(hart: &mut Hart, rd: u8, avl: Option<u64>, vtype: u64) {
    let (grouping, width) = (vtype & 7, vtype >> 3 & 7);
    hart.vstart = 0;
    let eighths = group::eighths(vtype);
    // A fraction of a register must hold the elements that the same fraction of ELEN can.
    let fits = 8 << width <= 8 * eighths;
    if grouping == 4 || width > 3 || vtype >> 8 != 0 || !fits {
        (hart.vtype, hart.vl) = (VILL, 0);
    } else {
        let most = ((VLEN_BYTES as u64 * eighths) >> width) / 8;
        hart.vtype = vtype;
        hart.vl = avl.unwrap_or(hart.vl).min(most);
    }
    hart.set_x(rd, hart.vl);
}
