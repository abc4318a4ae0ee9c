//! Two halves at once, and sums of products.

use super::super::registers::constant_bits;
use super::super::{Lowering, Outcome};
use super::{Arg, Operands, Source};
use crate::inst::AmdInst;
use crate::inst::{Reg, RegisterHalf};
use op::{Op, Ty};
use uop::Src;

/// `op` on halves that `op_sel` and `op_sel_hi` choose, negated as `neg_lo` and `neg_hi` say.
pub(super) fn apply(l: &mut Lowering, inst: &AmdInst, op: Op, operands: &Operands) -> Outcome {
    apply_in_order(l, inst, op, operands, [0, 1, 2], inst.mods.clamp != 0)
}

pub(super) fn apply_swapped(
    l: &mut Lowering,
    inst: &AmdInst,
    op: Op,
    operands: &Operands,
) -> Outcome {
    apply_in_order(l, inst, op, operands, [1, 0, 2], inst.mods.clamp != 0)
}

fn apply_in_order(
    l: &mut Lowering,
    inst: &AmdInst,
    op: Op,
    operands: &Operands,
    order: [usize; 3],
    clamp: bool,
) -> Outcome {
    let dst = operands.dst.ok_or("no destination")?;
    let mut args = Vec::with_capacity(3);
    for (i, &ty) in op.signature().args.iter().enumerate() {
        let from = order[i];
        let source = operands.sources.get(from).ok_or("too few sources")?;
        args.push(Arg {
            src: source.src,
            constant: source.constant,
            before: source_ops(inst, from, ty),
        });
    }
    let to = l.vgpr(dst);
    l.emit(op, to, args, 0, clamp);
    Ok(())
}

/// `op` on both words of register pairs, each source's word chosen and negated for each of the two. A constant is
/// the lower word, and the upper one is zero.
pub(super) fn words(l: &mut Lowering, inst: &AmdInst, op: Op, operands: &Operands) -> Outcome {
    let dst = l.vgpr(operands.dst.ok_or("no destination")?);
    // Both results are there before the first is written: it may be a source of the second.
    let both = l.temporary(2);
    for (half, (choice, neg)) in choices(inst).into_iter().enumerate() {
        let mut args = Vec::with_capacity(3);
        for (i, _) in op.signature().args.iter().enumerate() {
            let source = operands.sources.get(i).ok_or("too few sources")?;
            let (src, constant) = word(source, choice >> i & 1);
            let sign = super::sign_op(Ty::F32, neg >> i & 1 != 0, false);
            args.push(Arg {
                src,
                constant,
                before: sign.into_iter().collect(),
            });
        }
        l.emit(op, both.plus(half as u16), args, 0, inst.mods.clamp != 0);
    }
    l.lane(Op::MovB64, dst, &[both.into()]);
    Ok(())
}

/// One word of the first source and one of the second, both as `op_sel` chooses.
pub(super) fn pack_words(l: &mut Lowering, inst: &AmdInst, operands: &Operands) -> Outcome {
    let dst = l.vgpr(operands.dst.ok_or("no destination")?);
    let both = l.temporary(2);
    for half in 0..2 {
        let source = operands.sources.get(half).ok_or("too few sources")?;
        let (src, constant) = word(source, inst.mods.op_sel >> half & 1);
        let src = constant.map_or(src, |bits| l.vector_constant(bits, false).into());
        l.lane(Op::MovB32, both.plus(half as u16), &[src]);
    }
    l.lane(Op::MovB64, dst, &[both.into()]);
    Ok(())
}

/// For the lower result and the upper one: which words it takes, and which sources it negates.
fn choices(inst: &AmdInst) -> [(i32, i32); 2] {
    let mods = &inst.mods;
    [(mods.op_sel, mods.neg_lo), (mods.op_sel_hi, mods.neg_hi)]
}

/// The lower or the upper word of a source.
fn word(source: &Source, which: i32) -> (Src, Option<u64>) {
    let by = which as u16;
    let src = match source.src {
        Src::Vector(reg) => Src::Vector(reg.plus(by)),
        Src::ScalarPair(reg) => Src::Scalar(reg.plus(by)),
        other => other,
    };
    let constant = source
        .constant
        .map(|bits| bits >> (32 * which) & u64::from(u32::MAX));
    (src, constant)
}

/// What is done to source `i` before use.
fn source_ops(inst: &AmdInst, i: usize, ty: Ty) -> Vec<Op> {
    let bit = |of: i32| of >> i & 1 != 0;
    let mods = &inst.mods;
    if ty.bits() == 32 && !matches!(ty, Ty::F16x2 | Ty::Bf16x2 | Ty::U16x2 | Ty::I16x2) {
        // The accumulator of a dot product is a whole word, and `neg_hi` asks for its magnitude.
        let float = ty == Ty::F32;
        let sign = super::sign_op(ty, bit(mods.neg_lo) && float, bit(mods.neg_hi) && float);
        return sign.into_iter().collect();
    }
    let halves = chosen_halves(inst, i);
    let sign = match (bit(mods.neg_lo), bit(mods.neg_hi)) {
        (false, false) => None,
        (true, false) => Some(Op::NegLowF16x2),
        (false, true) => Some(Op::NegHighF16x2),
        (true, true) => Some(Op::NegBothF16x2),
    };
    halves.into_iter().chain(sign).collect()
}

/// `v_dot4_i32_iu8` and its like: `neg_lo` says which sources are signed, and `op_sel` which halves
/// are read, though no text says so.
pub(super) fn dot_integers(
    l: &mut Lowering,
    inst: &AmdInst,
    ops: &[[Op; 4]; 2],
    operands: &Operands,
) -> Outcome {
    let by_sign = ops[usize::from(inst.mods.clamp != 0)];
    let op = by_sign[(inst.mods.neg_lo & 3) as usize];
    let mut sources = operands.sources.clone();
    for (i, source) in sources[..2].iter_mut().enumerate() {
        if let Some(op) = chosen_halves(inst, i) {
            l.change(source, &[op]);
        }
    }
    l.apply(inst, op, &operands.with_sources(sources))
}

/// What brings the halves of source `i` into place that `op_sel` and `op_sel_hi` choose.
fn chosen_halves(inst: &AmdInst, i: usize) -> Option<Op> {
    let bit = |of: i32| of >> i & 1 != 0;
    match (bit(inst.mods.op_sel), bit(inst.mods.op_sel_hi)) {
        (false, true) => None,
        (false, false) => Some(Op::BroadcastLowB16),
        (true, true) => Some(Op::BroadcastHighB16),
        (true, false) => Some(Op::SwapB16),
    }
}

/// `v_dot4_f32_fp8_bf8` and its like; only the accumulator has a sign to change.
pub(super) fn dot_bytes(l: &mut Lowering, inst: &AmdInst, op: Op, operands: &Operands) -> Outcome {
    let mut sources = operands.sources.clone();
    sources[2].neg = inst.mods.neg_lo & 4 != 0;
    sources[2].abs = inst.mods.neg_hi & 4 != 0;
    l.apply(inst, op, &operands.with_sources(sources))
}

/// `v_dot2_f32_f16` and `v_dot2_f32_bf16`.
pub(super) fn dot_pairs(l: &mut Lowering, inst: &AmdInst, op: Op, operands: &Operands) -> Outcome {
    // `clamp` can be written, and does nothing.
    apply_in_order(l, inst, op, operands, [0, 1, 2], false)
}

impl Operands {
    /// The destination as it is, with other sources.
    fn with_sources(&self, sources: Vec<Source>) -> Operands {
        Operands {
            dst: self.dst,
            sources,
            ..Operands::default()
        }
    }
}

impl Lowering<'_> {
    /// A source becomes what `ops` make of it, one after the other: at once where its bits are
    /// known, else in a temporary of its own.
    fn change(&mut self, source: &mut Source, ops: &[Op]) {
        if let Some(bits) = source.constant {
            let value = ops.iter().fold(bits, |bits, op| op.eval([bits, 0, 0]));
            source.constant = Some(value);
            source.src = self.vector_constant(value, false).into();
            return;
        }
        if !ops.is_empty() {
            source.src = self.chain(ops, source.src, Ty::U32);
        }
    }
}

/// `v_dot2_f16_f16`: the pairs as they are, sum and accumulator are halves.
pub(super) fn dot_halves(l: &mut Lowering, inst: &AmdInst, op: Op, operands: &Operands) -> Outcome {
    let mut sources = operands.sources.clone();
    for source in &mut sources[..2] {
        // `op_sel` speaks of the accumulator and the result alone, signs of both halves.
        source.high = false;
        let clear = source.abs.then_some(Op::AbsBothF16x2);
        let flip = source.neg.then_some(Op::NegBothF16x2);
        (source.neg, source.abs) = (false, false);
        let ops: Vec<Op> = clear.into_iter().chain(flip).collect();
        // A constant stands for both halves only if it is written so.
        l.change(source, &ops);
    }
    l.apply(inst, op, &operands.with_sources(sources))
}

/// `v_fma_mix_f32` and its like: each source is a float or a half, as `op_sel_hi` says.
pub(super) fn mix(
    l: &mut Lowering,
    inst: &AmdInst,
    half: RegisterHalf,
    operands: &Operands,
) -> Outcome {
    let dst = operands.dst.ok_or("no destination")?;
    let mut args = Vec::with_capacity(3);
    for i in 0..3 {
        let mut source = *operands.sources.get(i).ok_or("too few sources")?;
        let mut before = Vec::new();
        if inst.mods.op_sel_hi >> i & 1 != 0 {
            let high = inst.mods.op_sel >> i & 1 != 0;
            before.extend(high.then_some(Op::HighB16));
            before.push(Op::CvtF32F16);
        } else if source.constant.is_some() {
            // The row calls its constants halves; here a whole float was meant.
            let value = inst.operands()[i + 1].value;
            source.constant = constant_bits(inst, value, crate::row::OperandType::F32);
        }
        before.extend(super::sign_op(Ty::F32, source.neg, source.abs));
        args.push(Arg {
            src: source.src,
            constant: source.constant,
            before,
        });
    }
    let clamp = inst.mods.clamp != 0;
    if half == RegisterHalf::Whole {
        let to = l.vgpr(dst);
        l.emit(Op::FmaF32, to, args, 0, clamp);
        return Ok(());
    }
    // Rounded once, to a half: the sum is never a single number.
    let to = l.temporary(1);
    l.emit(Op::FmaMixF16, to, args, 0, clamp);
    l.write_half(Reg { half, ..dst }, to);
    Ok(())
}
