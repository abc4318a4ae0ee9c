//! Vector instructions that take several steps.

use super::super::layout::VCC;
use super::super::{Lowering, Outcome};
use super::{Operands, Source};
use crate::inst::Inst;
use crate::row;
use op::{Op, Ty};
use uop::{SReg, Src, Uop, VReg};

const WORK: u16 = super::SCRATCH;

/// The low half of a 32-bit result goes to a half register.
pub(super) fn to_half(l: &mut Lowering, op: Op, operands: &Operands) -> Outcome {
    let dst = operands.dst.ok_or("no destination")?;
    let to = l.layout.temporary(WORK);
    let sources: Vec<Source> = operands.sources.clone();
    l.plain(op, to, &sources)?;
    l.write_half(dst, to);
    Ok(())
}

/// `v_cvt_f32_fp8`: one byte of the source.
pub(super) fn from_byte(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let op = match inst.row().name {
        "v_cvt_f32_fp8" => Op::CvtF32E4m3,
        _ => Op::CvtF32E5m2,
    };
    let dst = operands.dst.ok_or("no destination")?;
    let mut src = operands.sources[0].src;
    if inst.mods.byte_sel != 0 {
        let by = l.b.constant(8 * inst.mods.byte_sel as u32);
        let to = l.layout.temporary(WORK);
        l.lane(Op::ShrU32, to, &[src, by.into()]);
        src = to.into();
    }
    let to = l.vgpr(dst);
    l.lane(op, to, &[src]);
    Ok(())
}

/// `v_cvt_pk_f32_fp8`: two bytes of one half.
pub(super) fn from_two_bytes(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let op = match inst.row().name {
        "v_cvt_pk_f32_fp8" => Op::CvtF32E4m3,
        _ => Op::CvtF32E5m2,
    };
    let dst = l.vgpr(operands.dst.ok_or("no destination")?);
    let [first, second] = [WORK, WORK + 1].map(|n| l.layout.temporary(n));
    l.plain(Op::MovB32, first, &operands.sources)?;
    let by = l.b.constant(8);
    l.lane(Op::ShrU32, second, &[first.into(), by.into()]);
    l.lane(op, dst, &[first.into()]);
    l.lane(op, dst.plus(1), &[second.into()]);
    Ok(())
}

/// `v_cvt_sr_fp8_f32`: into one byte of the destination.
pub(super) fn stochastic(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let op = match inst.row().name {
        "v_cvt_sr_fp8_f32" => Op::CvtSrE4m3F32,
        _ => Op::CvtSrE5m2F32,
    };
    let dst = operands.dst.ok_or("no destination")?;
    let to = l.vgpr(dst);
    let result = l.layout.temporary(WORK);
    l.plain(op, result, &operands.sources)?;
    let at = 8 * (inst.mods.byte_sel as u32 & 3);
    let by = l.b.constant(at);
    let mask = l.b.constant(0xff << at);
    l.lane(Op::ShlB32, result, &[result.into(), by.into()]);
    l.lane(Op::BfiB32, to, &[mask.into(), result.into(), to.into()]);
    Ok(())
}

pub(super) fn swap(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let dst = operands.dst.ok_or("no destination")?;
    let other = super::vector_of(&inst.operands()[1])?;
    let (a, b) = (l.vgpr(dst), l.vgpr(other));
    let (kept, taken) = (l.layout.temporary(WORK), l.layout.temporary(WORK + 1));
    if inst.row().name == "v_swap_b16" {
        for (reg, half, to) in [(a, dst, kept), (b, other, taken)] {
            let op = match super::is_high(half) {
                true => Op::HighB16,
                false => Op::MovB32,
            };
            l.lane(op, to, &[reg.into()]);
        }
        l.write_half(dst, taken);
        l.write_half(other, kept);
    } else {
        l.lane(Op::MovB32, kept, &[a.into()]);
        l.lane(Op::MovB32, a, &[b.into()]);
        l.lane(Op::MovB32, b, &[kept.into()]);
    }
    Ok(())
}

/// Two halves side by side, with their signs changed but otherwise as they are.
pub(super) fn pack_halves(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let dst = operands.dst.ok_or("no destination")?;
    let _ = inst;
    let mut halves = [Src::None; 2];
    for (i, half) in halves.iter_mut().enumerate() {
        let arg = operands.sources[i].arg(Ty::F16);
        *half = l.settle(i as u16, arg, Ty::F16, true);
    }
    let to = l.vgpr(dst);
    l.lane(Op::PackLowLowB16, to, &halves);
    Ok(())
}

/// `fma`, scaled back by a power of two in lanes whose bit of VCC is set.
pub(super) fn div_fmas(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let wide = inst.row().name.ends_with("f64");
    let (fma, scaling, select) = if wide {
        (Op::FmaF64, Op::DivFmasF64, Op::SelectB64)
    } else {
        (Op::FmaF32, Op::DivFmasF32, Op::SelectB32)
    };
    let dst = operands.dst.ok_or("no destination")?;
    let result = l.layout.temporary(WORK);
    let scaled = l.layout.temporary(WORK + 2);
    let lanes = l.layout.temporary(WORK + 4);
    for (op, to) in [(fma, result), (scaling, scaled)] {
        l.apply_to(Some(inst), op, operands, to, None)?;
    }
    l.b.push(Uop::LanesFromMask {
        dst: lanes,
        mask: VCC,
    });
    let to = l.vgpr(dst);
    l.lane(select, to, &[lanes.into(), scaled.into(), result.into()]);
    Ok(())
}

pub(super) fn div_scale(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let (op, flag) = match inst.row().name {
        "v_div_scale_f32" if l.options.target.is_rdna4() => {
            (Op::DivScaleQuietF32, Op::DivScaleFlagF32)
        }
        "v_div_scale_f32" => (Op::DivScaleF32, Op::DivScaleFlagF32),
        _ => (Op::DivScaleF64, Op::DivScaleFlagF64),
    };
    super::carry::with_mask(l, inst, operands, op, flag)
}

/// Four sums of distances, from each of the first four bytes of the first source on.
pub(super) fn mqsad_u32(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let dst = operands.dst.ok_or("no destination")?;
    let [a, b, c] = operands.sources[..] else {
        return Err("operands of a sum of distances".into());
    };
    let (low, high) = halves_of(a.src)?;
    let Src::Vector(sums) = c.src else {
        return Err("operands of a sum of distances".into());
    };
    let op = if inst.mods.clamp != 0 {
        Op::MsadSatU8
    } else {
        Op::MsadU8
    };
    for i in 0..4 {
        let by = l.b.constant(i);
        let to = l.layout.temporary(WORK + i as u16);
        l.lane(Op::AlignByteB32, to, &[high, low, by.into()]);
        l.lane(op, to, &[to.into(), b.src, sums.plus(i as u16).into()]);
    }
    for i in 0..4 {
        let (to, from) = (l.vgpr(dst).plus(i), l.layout.temporary(WORK + i));
        l.lane(Op::MovB32, to, &[from.into()]);
    }
    Ok(())
}

/// The two words of a 64-bit source.
fn halves_of(src: Src) -> Result<(Src, Src), String> {
    match src {
        Src::Vector(reg) => Ok((reg.into(), reg.plus(1).into())),
        Src::ScalarPair(reg) => Ok((reg.into(), reg.plus(1).into())),
        _ => Err("a 64-bit source was expected".into()),
    }
}

/// `v_s_exp_f32` and its like: a vector function of a scalar.
pub(super) fn scalar_unary(l: &mut Lowering, inst: &Inst, operands: &Operands) -> Outcome {
    let op = match inst.row().name {
        "v_s_exp_f32" => Op::Exp2F32,
        "v_s_exp_f16" => Op::Exp2F16,
        "v_s_log_f32" => Op::Log2F32,
        "v_s_log_f16" => Op::Log2F16,
        "v_s_rcp_f32" => Op::RcpF32,
        "v_s_rcp_f16" => Op::RcpF16,
        "v_s_rsq_f32" => Op::RsqrtF32,
        "v_s_rsq_f16" => Op::RsqrtF16,
        "v_s_sqrt_f32" => Op::SqrtF32,
        _ => Op::SqrtF16,
    };
    let dst = operands.mask_dst.ok_or("no destination")?;
    let operand = &inst.operands()[1];
    let ty = op.signature().result;
    let source_type = match ty {
        Ty::F16 => row::Ty::F16,
        _ => row::Ty::F32,
    };
    let source = l.scalar_source(inst, operand, source_type)?;
    let to: SReg = l.layout.scalar_temporary(0);
    let sign = super::sign_op(ty, operand.neg, operand.abs);
    let before = sign.into_iter().collect();
    let (omod, clamp) = (inst.mods.omod, inst.mods.clamp != 0);
    l.emit_scalar(op, to, vec![(source, before)], omod, clamp);
    l.scalar(Op::MovB32, dst, &[to]);
    l.wrote(dst, 1);
    Ok(())
}

impl Lowering<'_> {
    /// `to = op(sources)` with the sources' modifiers, none of the result's.
    pub(super) fn plain(&mut self, op: Op, to: VReg, sources: &[Source]) -> Outcome {
        let operands = Operands {
            sources: sources.to_vec(),
            ..Operands::default()
        };
        self.apply_to(None, op, &operands, to, None)
    }
}
