//! VOPD: two operations that both read before either writes.

use super::super::registers::VCC;
use super::super::{Lowering, MISPLACED, Outcome};
use super::{Operands, Source, vector_of};
use crate::inst::{AmdInst, AmdOperand};
use crate::row::{self, InstRow};
use op::Op;
use uop::{Src, VReg};

/// One half, ready to be pushed.
struct Half {
    op: Op,
    dst: VReg,
    operands: Operands,
}

pub(super) fn lower(l: &mut Lowering, inst: &AmdInst) -> Outcome {
    let x = inst.row();
    let y = inst.encoding.second.ok_or("a pair without a second half")?;
    let operands = inst.operands();
    let (first, rest) = operands.split_at(x.operands.len());
    // The name of the second instruction stands between the halves.
    let second = rest.get(1..).ok_or("a pair without a second half")?;
    let a = half(l, inst, x, first)?;
    let b = half(l, inst, y, second)?;
    let reads = |half: &Half, reg: VReg| {
        let is = |source: &Source| source.src == Src::Vector(reg);
        half.operands.sources.iter().any(is)
    };
    if !reads(&b, a.dst) {
        push(l, &a, a.dst)?;
        return push(l, &b, b.dst);
    }
    if !reads(&a, b.dst) {
        push(l, &b, b.dst)?;
        return push(l, &a, a.dst);
    }
    // The second half still reads what the first overwrites.
    let aside = l.temporary(1);
    push(l, &a, aside)?;
    push(l, &b, b.dst)?;
    l.lane(Op::MovB32, a.dst, &[aside.into()]);
    Ok(())
}

fn half(
    l: &mut Lowering,
    inst: &AmdInst,
    row: &'static InstRow,
    written: &[AmdOperand],
) -> Result<Half, String> {
    let dst = vector_of(written.first().ok_or("no destination")?)?;
    let mut operands = Operands {
        dst: Some(dst),
        mask: Some(VCC),
        ..Operands::default()
    };
    for (kind, operand) in row.operands.iter().zip(written).skip(1) {
        // Here constants stand for both halves of a pair.
        let kind = match *kind {
            row::OperandSlot::Src(row::OperandType::V2F16) => {
                row::OperandSlot::Src(row::OperandType::V2F16Splat)
            }
            kind => kind,
        };
        operands.sources.push(l.source(inst, kind, operand)?);
    }
    let op = l.one_operation(row.meaning.alone(), false, &mut operands)?;
    Ok(Half {
        op: op.ok_or(MISPLACED)?,
        dst: l.vgpr(dst),
        operands,
    })
}

/// As a whole instruction would do it, the mode included.
fn push(l: &mut Lowering, half: &Half, to: VReg) -> Outcome {
    l.apply_to(None, half.op, &half.operands, to, None)
}
