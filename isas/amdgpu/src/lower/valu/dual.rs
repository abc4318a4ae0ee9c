//! VOPD: two operations that both read before either writes.

use super::super::layout::VCC;
use super::super::{Lowering, Outcome};
use super::{Operands, Source, vector_of};
use crate::inst::{Inst, Operand};
use crate::row::{self, Row};
use op::Op;
use uop::{Src, Uop, VReg};

/// The first result, where the second half still reads what it overwrites.
const FIRST: u16 = 8;
const LANES: u16 = 9;

/// One half, ready to be pushed.
struct Half {
    op: Op,
    dst: VReg,
    sources: Vec<Source>,
}

pub(super) fn lower(l: &mut Lowering, inst: &Inst) -> Outcome {
    let x = inst.row();
    let y = inst.encoding.second.ok_or("a pair without a second half")?;
    let operands = inst.operands();
    let (first, rest) = operands.split_at(x.operands.len());
    // The name of the second instruction stands between the halves.
    let second = rest.get(1..).ok_or("a pair without a second half")?;
    let a = half(l, inst, x, first)?;
    let b = half(l, inst, y, second)?;
    let reads = |reg: VReg| move |source: &Source| source.src == Src::Vector(reg);
    if !b.sources.iter().any(reads(a.dst)) {
        push(l, &a, a.dst)?;
        return push(l, &b, b.dst);
    }
    if !a.sources.iter().any(reads(b.dst)) {
        push(l, &b, b.dst)?;
        return push(l, &a, a.dst);
    }
    let aside = l.layout.temporary(FIRST);
    push(l, &a, aside)?;
    push(l, &b, b.dst)?;
    l.lane(Op::MovB32, a.dst, &[aside.into()]);
    Ok(())
}

fn half(
    l: &mut Lowering,
    inst: &Inst,
    row: &'static Row,
    operands: &[Operand],
) -> Result<Half, String> {
    let dst = l.vgpr(vector_of(operands.first().ok_or("no destination")?)?);
    let mut sources = Vec::with_capacity(3);
    for (kind, operand) in row.operands.iter().zip(operands).skip(1) {
        // Here constants stand for both halves of a pair.
        let kind = match *kind {
            row::Op::Src(row::Ty::V2F16) => row::Op::Src(row::Ty::V2F16Splat),
            kind => kind,
        };
        sources.push(l.source(inst, kind, operand)?);
    }
    let old = Source::of(Src::Vector(dst));
    let op = match row.name {
        "v_dual_fmac_f32" => {
            sources.push(old);
            Op::FmaF32
        }
        "v_dual_fmaak_f32" | "v_dual_fmamk_f32" => Op::FmaF32,
        "v_dual_mul_f32" => Op::MulF32,
        "v_dual_add_f32" => Op::AddF32,
        "v_dual_sub_f32" => Op::SubF32,
        "v_dual_subrev_f32" => {
            sources.swap(0, 1);
            Op::SubF32
        }
        "v_dual_mul_dx9_zero_f32" => Op::MulZeroF32,
        "v_dual_mov_b32" => Op::MovB32,
        "v_dual_cndmask_b32" => {
            let lanes = l.layout.temporary(LANES);
            l.b.push(Uop::LanesFromMask {
                dst: lanes,
                mask: VCC,
            });
            sources.insert(0, Source::of(lanes.into()));
            sources.swap(1, 2);
            Op::SelectB32
        }
        "v_dual_max_f32" | "v_dual_max_num_f32" => Op::MaxNumF32,
        "v_dual_min_f32" | "v_dual_min_num_f32" => Op::MinNumF32,
        "v_dual_dot2acc_f32_f16" => {
            sources.push(old);
            l.pair_sum(false)
        }
        "v_dual_dot2acc_f32_bf16" => {
            sources.push(old);
            l.pair_sum(true)
        }
        "v_dual_add_nc_u32" => Op::AddU32,
        "v_dual_lshlrev_b32" => {
            sources.swap(0, 1);
            Op::ShlB32
        }
        "v_dual_and_b32" => Op::AndB32,
        _ => return Err("there is no model of its second half".into()),
    };
    Ok(Half { op, dst, sources })
}

/// As a whole instruction would do it, the mode included.
fn push(l: &mut Lowering, half: &Half, to: VReg) -> Outcome {
    let operands = Operands {
        sources: half.sources.clone(),
        ..Operands::default()
    };
    l.apply_to(None, half.op, &operands, to, None)
}
