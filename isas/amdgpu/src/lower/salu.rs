//! Scalar arithmetic: SOP1, SOP2, SOPC and the arithmetic of SOPK.

use super::float::{self, FloatMode, ScalarByMode};
use super::layout::{EXEC, M0, SCC};
use super::{Lowering, Outcome};
use crate::inst::{Inst, Operand, Value};
use crate::operand as code;
use crate::row::{self, Ty};
use op::Op;
use op::Op::*;
use std::sync::Arc;
use uop::{Custom, Machine, MaskOp, SReg, Trap, Uop};

/// Scalar temporaries for sources without denormals.
const FLUSHED: u16 = 4;

/// What becomes of SCC.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scc {
    /// It stays.
    Keep,
    /// Whether the result is not zero.
    NonZero,
    /// The result of this operation on the same sources.
    Of(Op),
}
use Scc::{Keep, NonZero, Of};

#[derive(Clone, Copy)]
pub(super) enum Salu {
    /// `dst = op(sources)`.
    Op(Op, Scc),
    /// `dst = op(sources, dst)`.
    WithDst(Op),
    /// `dst = op(sources, SCC)`, and SCC becomes the second one's result.
    Carry(Op, Op),
    /// `dst = SCC ? first : second`, the second being the destination where there is only one.
    Select(Op),
    /// `SCC = op(sources)`.
    Compare(Op),
    /// `SCC = !op(sources)`.
    CompareNot(Op),
    /// The first source is inverted.
    Inverted(Op, Op, Scc),
    /// `dst = EXEC; EXEC = op(source, EXEC)`.
    SaveExec(Op),
    /// `dst = EXEC = op(EXEC, source)`; `true` is with the source first.
    WriteExec(Op, bool),
    /// The source is `dst`, the other one the immediate.
    Immediate(Op, Scc),
    /// `(a << n) + b` with the carry in SCC.
    ShiftAdd(u32),
    MoveRelative,
}

#[rustfmt::skip]
pub(super) static MEANINGS: &[(&str, Salu)] = &[
    ("s_mov_b32",               Salu::Op(MovB32, Keep)),
    ("s_mov_b64",               Salu::Op(MovB64, Keep)),
    ("s_cmov_b32",              Salu::Select(SelectB32)),
    ("s_cmov_b64",              Salu::Select(SelectB64)),
    ("s_brev_b32",              Salu::Op(BrevB32, Keep)),
    ("s_brev_b64",              Salu::Op(BrevB64, Keep)),
    ("s_ctz_i32_b32",           Salu::Op(FindLowB32, Keep)),
    ("s_ctz_i32_b64",           Salu::Op(FindLowB64, Keep)),
    ("s_clz_i32_u32",           Salu::Op(FindHighB32, Keep)),
    ("s_clz_i32_u64",           Salu::Op(FindHighB64, Keep)),
    ("s_cls_i32",               Salu::Op(FindSignI32, Keep)),
    ("s_cls_i32_i64",           Salu::Op(FindSignI64, Keep)),
    ("s_sext_i32_i8",           Salu::Op(SextI8, Keep)),
    ("s_sext_i32_i16",          Salu::Op(SextI16, Keep)),
    ("s_bitset0_b32",           Salu::WithDst(BitClearB32)),
    ("s_bitset0_b64",           Salu::WithDst(BitClearB64)),
    ("s_bitset1_b32",           Salu::WithDst(BitSetB32)),
    ("s_bitset1_b64",           Salu::WithDst(BitSetB64)),
    ("s_bitreplicate_b64_b32",  Salu::Op(BitReplicateB64, Keep)),
    ("s_abs_i32",               Salu::Op(AbsI32, NonZero)),
    ("s_bcnt0_i32_b32",         Salu::Inverted(NotB32, PopCountB32, NonZero)),
    ("s_bcnt0_i32_b64",         Salu::Inverted(NotB64, PopCountB64, NonZero)),
    ("s_bcnt1_i32_b32",         Salu::Op(PopCountB32, NonZero)),
    ("s_bcnt1_i32_b64",         Salu::Op(PopCountB64, NonZero)),
    ("s_quadmask_b32",          Salu::Op(QuadMaskB32, NonZero)),
    ("s_quadmask_b64",          Salu::Op(QuadMaskB64, NonZero)),
    ("s_wqm_b32",               Salu::Op(WholeQuadB32, NonZero)),
    ("s_wqm_b64",               Salu::Op(WholeQuadB64, NonZero)),
    ("s_not_b32",               Salu::Op(NotB32, NonZero)),
    ("s_not_b64",               Salu::Op(NotB64, NonZero)),
    ("s_and_saveexec_b32",      Salu::SaveExec(AndB32)),
    ("s_and_saveexec_b64",      Salu::SaveExec(AndB64)),
    ("s_or_saveexec_b32",       Salu::SaveExec(OrB32)),
    ("s_or_saveexec_b64",       Salu::SaveExec(OrB64)),
    ("s_xor_saveexec_b32",      Salu::SaveExec(XorB32)),
    ("s_xor_saveexec_b64",      Salu::SaveExec(XorB64)),
    ("s_nand_saveexec_b32",     Salu::SaveExec(NandB32)),
    ("s_nand_saveexec_b64",     Salu::SaveExec(NandB64)),
    ("s_nor_saveexec_b32",      Salu::SaveExec(NorB32)),
    ("s_nor_saveexec_b64",      Salu::SaveExec(NorB64)),
    ("s_xnor_saveexec_b32",     Salu::SaveExec(XnorB32)),
    ("s_xnor_saveexec_b64",     Salu::SaveExec(XnorB64)),
    ("s_and_not1_saveexec_b32", Salu::SaveExec(AndNotB32)),
    ("s_and_not1_saveexec_b64", Salu::SaveExec(AndNotB64)),
    ("s_or_not1_saveexec_b32",  Salu::SaveExec(OrNotB32)),
    ("s_or_not1_saveexec_b64",  Salu::SaveExec(OrNotB64)),
    ("s_and_not0_saveexec_b32", Salu::SaveExec(NotAndB32)),
    ("s_and_not0_saveexec_b64", Salu::SaveExec(NotAndB64)),
    ("s_or_not0_saveexec_b32",  Salu::SaveExec(NotOrB32)),
    ("s_or_not0_saveexec_b64",  Salu::SaveExec(NotOrB64)),
    ("s_and_not0_wrexec_b32",   Salu::WriteExec(AndNotB32, false)),
    ("s_and_not0_wrexec_b64",   Salu::WriteExec(AndNotB64, false)),
    ("s_and_not1_wrexec_b32",   Salu::WriteExec(AndNotB32, true)),
    ("s_and_not1_wrexec_b64",   Salu::WriteExec(AndNotB64, true)),
    ("s_movrels_b32",           Salu::MoveRelative),
    ("s_movrels_b64",           Salu::MoveRelative),
    ("s_movreld_b32",           Salu::MoveRelative),
    ("s_movreld_b64",           Salu::MoveRelative),
    ("s_movrelsd_2_b32",        Salu::MoveRelative),
    ("s_ceil_f32",              Salu::Op(CeilF32, Keep)),
    ("s_floor_f32",             Salu::Op(FloorF32, Keep)),
    ("s_trunc_f32",             Salu::Op(TruncF32, Keep)),
    ("s_rndne_f32",             Salu::Op(RintF32, Keep)),
    ("s_cvt_f32_i32",           Salu::Op(CvtF32I32, Keep)),
    ("s_cvt_f32_u32",           Salu::Op(CvtF32U32, Keep)),
    ("s_cvt_i32_f32",           Salu::Op(CvtI32F32, Keep)),
    ("s_cvt_u32_f32",           Salu::Op(CvtU32F32, Keep)),
    ("s_cvt_f16_f32",           Salu::Op(CvtF16F32, Keep)),
    ("s_cvt_f32_f16",           Salu::Op(CvtF32F16, Keep)),
    ("s_cvt_hi_f32_f16",        Salu::Inverted(HighB16, CvtF32F16, Keep)),
    ("s_ceil_f16",              Salu::Op(CeilF16, Keep)),
    ("s_floor_f16",             Salu::Op(FloorF16, Keep)),
    ("s_trunc_f16",             Salu::Op(TruncF16, Keep)),
    ("s_rndne_f16",             Salu::Op(RintF16, Keep)),

    ("s_add_u32",               Salu::Op(AddU32, Of(AddOverflowU32))),
    ("s_add_co_u32",            Salu::Op(AddU32, Of(AddOverflowU32))),
    ("s_sub_u32",               Salu::Op(SubU32, Of(LtU32))),
    ("s_sub_co_u32",            Salu::Op(SubU32, Of(LtU32))),
    ("s_add_i32",               Salu::Op(AddU32, Of(AddOverflowI32))),
    ("s_add_co_i32",            Salu::Op(AddU32, Of(AddOverflowI32))),
    ("s_sub_i32",               Salu::Op(SubU32, Of(SubOverflowI32))),
    ("s_sub_co_i32",            Salu::Op(SubU32, Of(SubOverflowI32))),
    ("s_addc_u32",              Salu::Carry(AddCarryU32, AddCarryOutU32)),
    ("s_add_co_ci_u32",         Salu::Carry(AddCarryU32, AddCarryOutU32)),
    ("s_subb_u32",              Salu::Carry(SubBorrowU32, SubBorrowOutU32)),
    ("s_sub_co_ci_u32",         Salu::Carry(SubBorrowU32, SubBorrowOutU32)),
    ("s_absdiff_i32",           Salu::Op(AbsDiffI32, NonZero)),
    ("s_lshl_b32",              Salu::Op(ShlB32, NonZero)),
    ("s_lshl_b64",              Salu::Op(ShlB64, NonZero)),
    ("s_lshr_b32",              Salu::Op(ShrU32, NonZero)),
    ("s_lshr_b64",              Salu::Op(ShrU64, NonZero)),
    ("s_ashr_i32",              Salu::Op(ShrI32, NonZero)),
    ("s_ashr_i64",              Salu::Op(ShrI64, NonZero)),
    ("s_lshl1_add_u32",         Salu::ShiftAdd(1)),
    ("s_lshl2_add_u32",         Salu::ShiftAdd(2)),
    ("s_lshl3_add_u32",         Salu::ShiftAdd(3)),
    ("s_lshl4_add_u32",         Salu::ShiftAdd(4)),
    ("s_min_i32",               Salu::Op(MinI32, Of(LtI32))),
    ("s_min_u32",               Salu::Op(MinU32, Of(LtU32))),
    // The manual has >= here; the hardware says no of equal numbers, as it does for the minimum.
    ("s_max_i32",               Salu::Op(MaxI32, Of(GtI32))),
    ("s_max_u32",               Salu::Op(MaxU32, Of(GtU32))),
    ("s_and_b32",               Salu::Op(AndB32, NonZero)),
    ("s_and_b64",               Salu::Op(AndB64, NonZero)),
    ("s_or_b32",                Salu::Op(OrB32, NonZero)),
    ("s_or_b64",                Salu::Op(OrB64, NonZero)),
    ("s_xor_b32",               Salu::Op(XorB32, NonZero)),
    ("s_xor_b64",               Salu::Op(XorB64, NonZero)),
    ("s_nand_b32",              Salu::Op(NandB32, NonZero)),
    ("s_nand_b64",              Salu::Op(NandB64, NonZero)),
    ("s_nor_b32",               Salu::Op(NorB32, NonZero)),
    ("s_nor_b64",               Salu::Op(NorB64, NonZero)),
    ("s_xnor_b32",              Salu::Op(XnorB32, NonZero)),
    ("s_xnor_b64",              Salu::Op(XnorB64, NonZero)),
    ("s_and_not1_b32",          Salu::Op(AndNotB32, NonZero)),
    ("s_and_not1_b64",          Salu::Op(AndNotB64, NonZero)),
    ("s_or_not1_b32",           Salu::Op(OrNotB32, NonZero)),
    ("s_or_not1_b64",           Salu::Op(OrNotB64, NonZero)),
    ("s_bfe_u32",               Salu::Op(BfePackedU32, NonZero)),
    ("s_bfe_i32",               Salu::Op(BfePackedI32, NonZero)),
    ("s_bfe_u64",               Salu::Op(BfePackedU64, NonZero)),
    ("s_bfe_i64",               Salu::Op(BfePackedI64, NonZero)),
    ("s_bfm_b32",               Salu::Op(BfmB32, Keep)),
    ("s_bfm_b64",               Salu::Op(BfmB64, Keep)),
    ("s_mul_i32",               Salu::Op(MulU32, Keep)),
    ("s_mul_hi_u32",            Salu::Op(MulHiU32, Keep)),
    ("s_mul_hi_i32",            Salu::Op(MulHiI32, Keep)),
    ("s_cselect_b32",           Salu::Select(SelectB32)),
    ("s_cselect_b64",           Salu::Select(SelectB64)),
    ("s_pack_ll_b32_b16",       Salu::Op(PackLowLowB16, Keep)),
    ("s_pack_lh_b32_b16",       Salu::Op(PackLowHighB16, Keep)),
    ("s_pack_hh_b32_b16",       Salu::Op(PackHighHighB16, Keep)),
    ("s_pack_hl_b32_b16",       Salu::Op(PackHighLowB16, Keep)),
    ("s_add_f32",               Salu::Op(AddF32, Keep)),
    ("s_sub_f32",               Salu::Op(SubF32, Keep)),
    ("s_min_f32",               Salu::Op(MinNumF32, Keep)),
    ("s_min_num_f32",           Salu::Op(MinNumF32, Keep)),
    ("s_max_f32",               Salu::Op(MaxNumF32, Keep)),
    ("s_max_num_f32",           Salu::Op(MaxNumF32, Keep)),
    ("s_mul_f32",               Salu::Op(MulF32, Keep)),
    ("s_fmaak_f32",             Salu::Op(FmaF32, Keep)),
    ("s_fmamk_f32",             Salu::Op(FmaF32, Keep)),
    ("s_fmac_f32",              Salu::WithDst(FmaF32)),
    ("s_cvt_pk_rtz_f16_f32",    Salu::Op(CvtPkRtzF16F32, Keep)),
    ("s_add_f16",               Salu::Op(AddF16, Keep)),
    ("s_sub_f16",               Salu::Op(SubF16, Keep)),
    ("s_min_f16",               Salu::Op(MinNumF16, Keep)),
    ("s_min_num_f16",           Salu::Op(MinNumF16, Keep)),
    ("s_max_f16",               Salu::Op(MaxNumF16, Keep)),
    ("s_max_num_f16",           Salu::Op(MaxNumF16, Keep)),
    ("s_mul_f16",               Salu::Op(MulF16, Keep)),
    ("s_fmac_f16",              Salu::WithDst(FmaF16)),
    ("s_minimum_f32",           Salu::Op(MinimumF32, Keep)),
    ("s_maximum_f32",           Salu::Op(MaximumF32, Keep)),
    ("s_minimum_f16",           Salu::Op(MinimumF16, Keep)),
    ("s_maximum_f16",           Salu::Op(MaximumF16, Keep)),
    ("s_add_nc_u64",            Salu::Op(AddU64, Keep)),
    ("s_sub_nc_u64",            Salu::Op(SubU64, Keep)),
    ("s_mul_u64",               Salu::Op(MulU64, Keep)),

    ("s_movk_i32",              Salu::Op(MovB32, Keep)),
    ("s_cmovk_i32",             Salu::Select(SelectB32)),
    ("s_addk_i32",              Salu::Immediate(AddU32, Of(AddOverflowI32))),
    ("s_addk_co_i32",           Salu::Immediate(AddU32, Of(AddOverflowI32))),
    ("s_mulk_i32",              Salu::Immediate(MulU32, Keep)),
    ("s_bitcmp0_b32",           Salu::CompareNot(BitTestB32)),
    ("s_bitcmp1_b32",           Salu::Compare(BitTestB32)),
    ("s_bitcmp0_b64",           Salu::CompareNot(BitTestB64)),
    ("s_bitcmp1_b64",           Salu::Compare(BitTestB64)),
];

/// The comparison behind `s_cmp_lt_i32`, `s_cmpk_eq_u32`, `v_cmp_neq_f16`: its name says it.
pub(super) fn comparison(name: &str) -> Option<Op> {
    let (_, rest) = name.split_once('_')?;
    let (_, rest) = rest.split_once('_')?;
    let (relation, ty) = rest.rsplit_once('_')?;
    let relation = match relation {
        "o" => "ord",
        "u" => "uno",
        "neq" => "ne",
        "lg" if !ty.starts_with('f') => "ne",
        other => other,
    };
    let ty = match (relation, ty) {
        ("eq" | "ne", "i16") => "u16",
        ("eq" | "ne", "i32") => "u32",
        ("eq" | "ne", "i64") => "u64",
        _ => ty,
    };
    Op::from_name(&format!("{relation}_{ty}"))
}

impl Lowering<'_> {
    pub fn salu(&mut self, inst: &Inst, meaning: Salu) -> Outcome {
        let operands = inst.operands();
        match meaning {
            Salu::Op(op, scc) => {
                let src = self.scalar_sources(inst, 1)?;
                self.scalar_result(&operands[0], op, &src, scc)
            }
            Salu::WithDst(op) => {
                let mut src = self.scalar_sources(inst, 1)?;
                src.push(self.scalar_destination(&operands[0])?);
                self.scalar_result(&operands[0], op, &src, Keep)
            }
            Salu::Carry(op, out) => {
                let mut src = self.scalar_sources(inst, 1)?;
                src.push(SCC);
                // SCC is a source of both, so the new one waits.
                let carry = self.layout.scalar_temporary(0);
                self.scalar(out, carry, &src);
                self.scalar_result(&operands[0], op, &src, Keep)?;
                self.scalar(MovB32, SCC, &[carry]);
                Ok(())
            }
            Salu::Select(op) => {
                let mut src = self.scalar_sources(inst, 1)?;
                if src.len() == 1 {
                    src.push(self.scalar_destination(&operands[0])?);
                }
                self.scalar_result(&operands[0], op, &[SCC, src[0], src[1]], Keep)
            }
            Salu::Compare(op) => {
                let src = self.scalar_sources(inst, 0)?;
                let args = src.iter().map(|&reg| (reg, Vec::new())).collect();
                self.emit_scalar(op, SCC, args, 0, false);
                Ok(())
            }
            Salu::CompareNot(op) => {
                let src = self.scalar_sources(inst, 0)?;
                self.scalar(op, SCC, &src);
                let one = self.b.scalar_constant(1);
                self.scalar(XorB32, SCC, &[SCC, one]);
                Ok(())
            }
            Salu::Inverted(first, op, scc) => {
                let src = self.scalar_sources(inst, 1)?;
                let inverted = self.layout.scalar_temporary(0);
                self.scalar(first, inverted, &src);
                self.scalar_result(&operands[0], op, &[inverted], scc)
            }
            Salu::SaveExec(op) => {
                let src = self.scalar_sources(inst, 1)?[0];
                let new = self.layout.scalar_temporary(0);
                self.scalar_flag(op, new, &[src, EXEC]);
                let dst = self.scalar_destination(&operands[0])?;
                self.copy_words(op, dst, EXEC);
                self.copy_exec(op, new);
                Ok(())
            }
            Salu::WriteExec(op, source_first) => {
                let src = self.scalar_sources(inst, 1)?[0];
                let pair = if source_first {
                    [src, EXEC]
                } else {
                    [EXEC, src]
                };
                self.scalar_flag(op, EXEC, &pair);
                self.b.push(Uop::Mask(MaskOp::Set(EXEC)));
                let dst = self.scalar_destination(&operands[0])?;
                self.copy_words(op, dst, EXEC);
                Ok(())
            }
            Salu::Immediate(op, scc) => {
                let dst = self.scalar_destination(&operands[0])?;
                let imm = self.scalar_sources(inst, 1)?[0];
                self.scalar_result(&operands[0], op, &[dst, imm], scc)
            }
            Salu::ShiftAdd(by) => {
                let src = self.scalar_sources(inst, 1)?;
                let by = self.b.scalar_constant(by);
                let carry = self.layout.scalar_temporary(0);
                self.scalar(ShlAddCarryOutU32, carry, &[src[0], by, src[1]]);
                self.scalar_result(&operands[0], ShlAddU32, &[src[0], by, src[1]], Keep)?;
                self.scalar(MovB32, SCC, &[carry]);
                Ok(())
            }
            Salu::MoveRelative => self.move_relative(inst),
        }
    }

    /// Sources from operand `first` on.
    pub fn scalar_sources(&mut self, inst: &Inst, first: usize) -> Result<Vec<SReg>, String> {
        let kinds = &inst.row().operands[first..];
        let operands = &inst.operands()[first..];
        let mut sources = Vec::with_capacity(3);
        for (kind, operand) in kinds.iter().zip(operands) {
            sources.push(self.one_scalar_source(inst, *kind, operand)?);
        }
        Ok(sources)
    }

    fn one_scalar_source(
        &mut self,
        inst: &Inst,
        kind: row::Op,
        operand: &Operand,
    ) -> Result<SReg, String> {
        let ty = match kind {
            row::Op::SSrc(ty) | row::Op::K(ty) => ty,
            row::Op::S(2) => Ty::I64,
            row::Op::S(_) => Ty::I32,
            row::Op::Imm(_) => {
                let Value::Imm(value) = operand.value else {
                    return Err("an immediate was expected".into());
                };
                let name = inst.row().name;
                let unsigned = name.starts_with("s_cmpk") && name.ends_with("u32");
                let value = match unsigned {
                    true => u32::from(value as u16),
                    false => value as i16 as u32,
                };
                return Ok(self.b.scalar_constant(value));
            }
            _ => return Err("this operand of a scalar instruction".into()),
        };
        // A 64-bit signed operand extends its literal by the sign.
        if ty == Ty::I64 && operand.value == Value::Literal && inst.row().name.contains("_i64") {
            let value = inst.literal.unwrap_or(0) as i32 as i64;
            return Ok(self.b.scalar_constant64(value as u64));
        }
        self.scalar_source(inst, operand, ty)
    }

    /// `dst = op(src)` with what follows from it.
    fn scalar_result(&mut self, dst: &Operand, op: Op, src: &[SReg], scc: Scc) -> Outcome {
        let words = op.signature().result.registers() as u16;
        let dst = self.scalar_destination(dst)?;
        if float::reads_mode(op) {
            let args = src.iter().map(|&reg| (reg, Vec::new())).collect();
            self.emit_scalar(op, dst, args, 0, false);
        } else if let Of(flag) = scc {
            // The result may overwrite a source, and SCC may be one.
            let reads_scc = src.contains(&SCC);
            let to = if reads_scc {
                self.layout.scalar_temporary(0)
            } else {
                SCC
            };
            self.scalar(flag, to, src);
            self.scalar(op, dst, src);
            if reads_scc {
                self.scalar(MovB32, SCC, &[to]);
            }
        } else if let NonZero = scc {
            self.scalar_flag(op, dst, src);
        } else {
            self.scalar(op, dst, src);
        }
        self.wrote(dst, words);
        Ok(())
    }

    /// `dst = op(args)` as MODE has it; each argument comes with what is done to it whatever MODE
    /// is.
    pub fn emit_scalar(
        &mut self,
        op: Op,
        dst: SReg,
        args: Vec<(SReg, Vec<Op>)>,
        omod: i32,
        clamp: bool,
    ) {
        let mut src = [SReg(0); 3];
        let Some(mode) = self.float_mode(op) else {
            let mut before = [const { Vec::new() }; 3];
            for (i, (reg, ops)) in args.into_iter().enumerate() {
                (src[i], before[i]) = (reg, ops);
            }
            let how = self.by_mode(op, before, omod, clamp);
            let scalar = ScalarByMode { how, dst, src };
            self.b.push(Uop::Custom(Arc::new(scalar)));
            return;
        };
        let count = args.len();
        for (i, (reg, before)) in args.into_iter().enumerate() {
            src[i] = self.through_scalar(i, reg, before, op.signature().args[i], mode);
        }
        let result = op.signature().result;
        let (op, rounding) = mode.variant(op);
        if let Some(rounding) = rounding {
            src[count] = self.b.scalar_constant(rounding);
        }
        let count = op.signature().args.len();
        self.scalar(op, dst, &src[..count]);
        for op in mode.finish(result, omod, clamp) {
            self.scalar(op, dst, &[dst]);
        }
    }

    /// Where a scalar argument is after everything that is done to it.
    fn through_scalar(
        &mut self,
        slot: usize,
        reg: SReg,
        before: Vec<Op>,
        ty: op::Ty,
        mode: FloatMode,
    ) -> SReg {
        let to = self.layout.scalar_temporary(FLUSHED + slot as u16);
        let mut reg = reg;
        for op in before.into_iter().chain(mode.flush(ty, false)) {
            self.scalar(op, to, &[reg]);
            reg = to;
        }
        reg
    }

    /// `dst = op(src)`, and SCC says whether the result is not zero.
    fn scalar_flag(&mut self, op: Op, dst: SReg, src: &[SReg]) {
        let mut three = [SReg(0); 3];
        three[..src.len()].copy_from_slice(src);
        self.b.push(Uop::ScalarFlag {
            op,
            dst,
            src: three,
            flag: SCC,
        });
    }

    /// EXEC becomes `new`, as wide as the result of `op`.
    fn copy_exec(&mut self, op: Op, new: SReg) {
        let words = op.signature().result.registers() as u16;
        if words == self.mask_words() {
            // The engine keeps the register in step with the mask.
            self.b.push(Uop::Mask(MaskOp::Set(new)));
        } else {
            self.copy_words(op, EXEC, new);
            self.b.push(Uop::Mask(MaskOp::Set(EXEC)));
        }
    }

    fn copy_words(&mut self, like: Op, dst: SReg, src: SReg) {
        let wide = like.signature().result.registers() == 2;
        self.scalar(if wide { MovB64 } else { MovB32 }, dst, &[src]);
    }

    fn move_relative(&mut self, inst: &Inst) -> Outcome {
        let name = inst.row().name;
        let words = if name.ends_with("b64") { 2 } else { 1 };
        let dst = self.scalar_destination(&inst.operands()[0])?;
        let src = self.scalar_sources(inst, 1)?[0];
        let (low, high) = match name {
            "s_movrelsd_2_b32" => (true, true),
            _ => (name.starts_with("s_movrels"), name.starts_with("s_movreld")),
        };
        self.b.push(Uop::Custom(Arc::new(ScalarRelative {
            dst,
            src,
            words,
            from_m0: low,
            to_m0: high,
            split: name == "s_movrelsd_2_b32",
        })));
        Ok(())
    }
}

/// Moves between scalar registers whose numbers M0 adds to.
#[derive(Debug)]
struct ScalarRelative {
    dst: SReg,
    src: SReg,
    words: u16,
    from_m0: bool,
    to_m0: bool,
    /// The source takes bits 9:0 of M0 and the destination bits 25:16.
    split: bool,
}

impl Custom for ScalarRelative {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let m0 = machine.scalar(M0);
        let (from, to) = match self.split {
            true => (m0 & 0x3ff, m0 >> 16 & 0x3ff),
            false => (m0, m0),
        };
        let shifted = |reg: SReg, by: u32, moves: bool| {
            let number = u32::from(reg.0).wrapping_add(if moves { by } else { 0 });
            if moves && number > u32::from(code::TTMP_LAST) {
                let what = format!("M0 leads to scalar register {number}, which does not exist");
                return Err(Trap::Illegal(what));
            }
            Ok(SReg(number as u16))
        };
        let src = shifted(self.src, from, self.from_m0)?;
        let dst = shifted(self.dst, to, self.to_m0)?;
        for word in 0..self.words {
            let value = machine.scalar(src.plus(word));
            machine.set_scalar(dst.plus(word), value);
        }
        Ok(())
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (vec![self.src, M0], vec![self.dst])
    }
}
