//! Vector arithmetic: how an instruction's operands meet a lane function.
//!
//! The plain case is one step. Modifiers make it a modified step, DPP puts a shuffle before it, a
//! 16-bit result is merged into its half of the register.

mod carry;
mod cross;
mod dual;
mod packed;
mod special;
mod table;

use super::fetch::{constant_bits, is_high, vector_of};
use super::flow::Mode;
use super::layout::{EXEC, VCC};
use super::shuffle::{Fill, Shuffle};
use super::{Lowering, Outcome};
use crate::inst::{Inst, Operand, Value};
use crate::operand::Reg;
use crate::row::{self, Ty};
use op::{Op, Ty as LaneTy};
use std::sync::Arc;
pub(super) use table::{MEANINGS, Valu};
use uop::{MaskOp, Modified, OutMods, SReg, Src, SrcMods, Uop, VReg};

/// A source before its modifiers are applied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub src: Src,
    pub neg: bool,
    pub abs: bool,
    /// The upper half of the register is meant.
    pub high: bool,
    /// The bits, where they are known.
    pub constant: Option<u64>,
}

impl Source {
    fn of(src: Src) -> Source {
        Source {
            src,
            neg: false,
            abs: false,
            high: false,
            constant: None,
        }
    }
}

/// The operands of a vector instruction by their roles.
#[derive(Debug, Default)]
pub(super) struct Operands {
    pub dst: Option<Reg>,
    /// The second destination: one bit per lane.
    pub mask_dst: Option<SReg>,
    pub sources: Vec<Source>,
    /// One bit per lane that is read.
    pub mask: Option<SReg>,
    /// EXEC was narrowed for DPP and must be restored.
    narrowed: bool,
}

/// Temporaries of this module; `special` and others use those from 8 on.
const DPP: u16 = 0;
const RESULT: u16 = 2;
const FLUSHED: u16 = 4;
pub(super) const SCRATCH: u16 = 10;
/// Scalar temporary that keeps EXEC during a DPP instruction.
const SAVED_EXEC: u16 = 12;
const DPP_EXEC: u16 = 10;

impl Lowering<'_> {
    pub fn valu(&mut self, inst: &Inst, meaning: Valu) -> Outcome {
        if let Valu::Dual = meaning {
            return dual::lower(self, inst);
        }
        let operands = self.operands(inst)?;
        match meaning {
            Valu::Dual => {}
            Valu::Lane(op) => self.apply(inst, op, &operands)?,
            Valu::Swapped(op) => {
                let mut operands = operands;
                operands.sources.swap(0, 1);
                self.apply(inst, op, &operands)?;
                return self.restore(&operands);
            }
            Valu::Saturating(op, clamped) => {
                let op = if inst.mods.clamp != 0 { clamped } else { op };
                self.apply(inst, op, &operands)?;
            }
            Valu::SwappedSaturating(op, clamped) => {
                let mut operands = operands;
                operands.sources.swap(0, 1);
                let op = if inst.mods.clamp != 0 { clamped } else { op };
                self.apply(inst, op, &operands)?;
                return self.restore(&operands);
            }
            Valu::Accumulate(op) => {
                let mut operands = operands;
                let dst = operands.dst.ok_or("no destination")?;
                let mut old = Source::of(Src::Vector(self.vgpr(dst)));
                old.high = is_high(dst);
                operands.sources.push(old);
                self.apply(inst, op, &operands)?;
                return self.restore(&operands);
            }
            Valu::ToHalf(op) => special::to_half(self, op, &operands)?,
            Valu::Packed(op, clamped) => {
                let op = if inst.mods.clamp != 0 { clamped } else { op };
                packed::apply(self, inst, op, &operands)?;
            }
            Valu::PackedSwapped(op) => packed::apply_swapped(self, inst, op, &operands)?,
            Valu::Compare => self.compare(inst, &operands)?,
            Valu::Special(lower) => lower(self, inst, &operands)?,
        }
        self.restore(&operands)
    }

    /// Takes the operands apart and carries out DPP on the first source.
    fn operands(&mut self, inst: &Inst) -> Result<Operands, String> {
        let mut operands = Operands::default();
        let packed = inst.row().format == row::Format::Vop3p;
        for (kind, operand) in inst.row().operands.iter().zip(inst.operands()) {
            match *kind {
                row::Op::VDst(_) if operands.dst.is_none() => {
                    let mut reg = vector_of(operand)?;
                    // Where halves are not written as such, the fourth op_sel bit selects.
                    if reg.half == crate::operand::Half::Whole
                        && !packed
                        && inst.mods.op_sel & 8 != 0
                    {
                        reg.half = crate::operand::Half::High;
                    }
                    operands.dst = Some(reg);
                }
                row::Op::SDst(_) => operands.mask_dst = Some(self.scalar_destination(operand)?),
                row::Op::MaskDst => {
                    operands.mask_dst = Some(match operand.value {
                        Value::None => VCC,
                        _ => self.scalar_destination(operand)?,
                    });
                }
                row::Op::Mask => {
                    operands.mask = Some(match operand.value {
                        Value::None => VCC,
                        Value::Reg(reg) => self.scalar_register(reg.code, self.wide_masks())?,
                        _ => return Err("a lane mask that is no register".into()),
                    });
                }
                _ => {
                    let index = operands.sources.len();
                    let mut source = self.source(inst, *kind, operand)?;
                    let whole = matches!(operand.value, Value::Reg(reg)
                        if reg.half == crate::operand::Half::Whole && reg.is_vgpr());
                    if whole && !packed && inst.mods.op_sel >> index & 1 != 0 {
                        source.high = true;
                    }
                    operands.sources.push(source);
                }
            }
        }
        if inst.encoding.form.is_dpp() {
            self.dpp(inst, &mut operands)?;
        }
        Ok(operands)
    }

    fn source(&mut self, inst: &Inst, kind: row::Op, operand: &Operand) -> Result<Source, String> {
        let ty = source_type(kind);
        let mut source = Source::of(Src::None);
        source.neg = operand.neg;
        source.abs = operand.abs;
        match operand.value {
            Value::Reg(reg) if reg.is_vgpr() => {
                source.src = Src::Vector(self.vgpr(reg));
                source.high = is_high(reg);
            }
            Value::Reg(reg) => {
                let wide = ty.dwords() == 2;
                let reg = self.scalar_register(reg.code, wide)?;
                source.src = if wide {
                    Src::ScalarPair(reg)
                } else {
                    Src::Scalar(reg)
                };
            }
            value => {
                let literal = inst.literal.unwrap_or(0);
                let mut bits = constant_bits(value, literal, ty)
                    .ok_or("a source that is neither register nor constant")?;
                if ty == Ty::I64 && value == Value::Literal && inst.row().name.contains("_i64") {
                    bits = literal as i32 as i64 as u64;
                }
                source.constant = Some(bits);
                source.src = Src::Vector(self.vector_constant(bits, ty.dwords() == 2));
            }
        }
        Ok(source)
    }

    pub fn vector_constant(&mut self, bits: u64, wide: bool) -> VReg {
        match wide {
            true => self.b.constant64(bits),
            false => self.b.constant(bits as u32),
        }
    }

    fn dpp(&mut self, inst: &Inst, operands: &mut Operands) -> Outcome {
        let Some(first) = operands.sources.first_mut() else {
            return Ok(());
        };
        let Src::Vector(src) = first.src else {
            return Err("DPP on a source that is no vector register".into());
        };
        let to = self.layout.temporary(DPP);
        let words = match inst.row().operands.iter().find_map(|op| match op {
            row::Op::Src(ty) => Some(ty.dwords()),
            _ => None,
        }) {
            Some(2) => 2,
            _ => 1,
        };
        let mut shuffle = Shuffle::dpp(inst, to, src, words);
        first.src = Src::Vector(to);
        let everywhere = shuffle.fill == Fill::Zero && shuffle.writes_everywhere();
        let lanes = self.layout.scalar_temporary(DPP_EXEC);
        shuffle.lanes = (!everywhere).then_some(lanes);
        self.b.push(Uop::Custom(Arc::new(shuffle)));
        if !everywhere {
            let saved = self.layout.scalar_temporary(SAVED_EXEC);
            self.copy_mask(saved, EXEC);
            self.b.push(Uop::Mask(MaskOp::Set(lanes)));
            operands.narrowed = true;
        }
        Ok(())
    }

    fn restore(&mut self, operands: &Operands) -> Outcome {
        if operands.narrowed {
            let saved = self.layout.scalar_temporary(SAVED_EXEC);
            self.b.push(Uop::Mask(MaskOp::Set(saved)));
        }
        Ok(())
    }

    /// `dst = op(sources)` with every modifier.
    pub fn apply(&mut self, inst: &Inst, op: Op, operands: &Operands) -> Outcome {
        let dst = operands.dst.ok_or("no destination")?;
        self.apply_to(Some(inst), op, operands, self.vgpr(dst), Some(dst))
    }

    /// `to = op(sources)`; a 16-bit result goes to the half that `half` names. Result modifiers are
    /// those of `inst`.
    fn apply_to(
        &mut self,
        inst: Option<&Inst>,
        op: Op,
        operands: &Operands,
        to: VReg,
        half: Option<Reg>,
    ) -> Outcome {
        let (op, extra) = self.rounded(op)?;
        let signature = op.signature();
        let mut sources = operands.sources.clone();
        if let Some(rounding) = extra {
            let reg = self.b.constant(rounding);
            sources.push(Source::of(Src::Vector(reg)));
        }
        let mut src = [Src::None; 3];
        let mut mods = [SrcMods::default(); 3];
        for (i, &ty) in signature.args.iter().enumerate() {
            let source = *sources.get(i).ok_or("too few sources")?;
            (src[i], mods[i]) = self.modified_source(i as u16, source, ty);
        }
        let (omod, clamp) = inst.map_or((0, 0), |inst| (inst.mods.omod, inst.mods.clamp));
        let out = self.out_mods(omod, clamp, signature.result);
        let plain = |mods: &SrcMods| mods.first.is_none() && mods.second.is_none();
        let half = half.filter(|_| signature.result.bits() <= 16);
        let dst = if half.is_some() {
            self.layout.temporary(RESULT)
        } else {
            to
        };
        if out.first.is_none() && mods.iter().all(plain) {
            self.b.push(Uop::PerLane { op, dst, src });
        } else {
            self.b.push(Uop::Modified(Box::new(Modified {
                op,
                dst,
                src,
                mods,
                out,
            })));
        }
        if let Some(half) = half {
            self.write_half(half, dst);
        }
        Ok(())
    }

    /// The low half of `from` goes to the half of its register that `dst` names; the other stays.
    pub fn write_half(&mut self, dst: Reg, from: VReg) {
        let to = self.vgpr(dst);
        if is_high(dst) {
            self.lane(Op::PackLowLowB16, to, &[to.into(), from.into()]);
        } else {
            self.lane(Op::PackLowHighB16, to, &[from.into(), to.into()]);
        }
    }

    /// Where an argument is and what is to be done to it, in at most two operations.
    pub fn modified_source(&mut self, slot: u16, source: Source, ty: LaneTy) -> (Src, SrcMods) {
        let sign = sign_op(ty, source.neg, source.abs);
        let flush = self.flush_op(ty, false);
        if let Some(bits) = source.constant {
            let bits = match source.high {
                true => bits >> 16,
                false => bits,
            };
            let mut value = bits;
            for op in [sign, flush].into_iter().flatten() {
                value = op.eval([value, 0, 0]);
            }
            let wide = ty.registers() == 2;
            let reg = self.vector_constant(value, wide);
            return (Src::Vector(reg), SrcMods::default());
        }
        let high = source.high.then_some(Op::HighB16);
        let mut ops = [high, sign, flush].into_iter().flatten();
        let mut mods = SrcMods {
            first: ops.next(),
            second: ops.next(),
        };
        let mut src = source.src;
        if let Some(third) = ops.next() {
            // All three at once is rare enough for a step of its own.
            let to = self.layout.temporary(FLUSHED + slot);
            let first = mods.first.take();
            if let Some(first) = first {
                self.lane(first, to, &[src]);
                src = to.into();
            }
            mods = SrcMods {
                first: mods.second,
                second: Some(third),
            };
        }
        (src, mods)
    }

    fn result_mods(&mut self, inst: &Inst, ty: LaneTy) -> OutMods {
        self.out_mods(inst.mods.omod, inst.mods.clamp, ty)
    }

    fn out_mods(&mut self, omod: i32, clamp: i32, ty: LaneTy) -> OutMods {
        let omod = omod_op(ty, omod);
        let clamp = match (clamp != 0, ty) {
            (true, LaneTy::F32) => Some(Op::SaturateF32),
            (true, LaneTy::F16) => Some(Op::SaturateF16),
            (true, LaneTy::F64) => Some(Op::SaturateF64),
            (true, LaneTy::F16x2) => Some(Op::SaturateF16x2),
            _ => None,
        };
        let flush = self.flush_op(ty, true);
        // What is held between 0 and 1 or scaled is flushed before.
        let mut ops = [flush, omod, clamp].into_iter().flatten();
        let mut out = OutMods {
            first: ops.next(),
            second: ops.next(),
        };
        if ops.next().is_some() {
            // A denormal is far below the ends of the range, scaled or not.
            out = OutMods {
                first: omod,
                second: clamp,
            };
        }
        out
    }

    /// The operation that makes denormals zero, where the mode asks for it.
    pub fn flush_op(&self, ty: LaneTy, result: bool) -> Option<Op> {
        let (shift, op) = match ty {
            LaneTy::F32 => (4, Op::FlushF32),
            LaneTy::F16 => (6, Op::FlushF16),
            LaneTy::F64 => (6, Op::FlushF64),
            LaneTy::F16x2 => (6, Op::FlushF16x2),
            _ => return None,
        };
        let Mode::Known(mode) = self.mode else {
            return None;
        };
        // Two bits: inputs are kept, results are kept.
        let keeps = mode >> (shift + u8::from(result)) & 1 != 0;
        (!keeps).then_some(op)
    }

    /// The operation as the rounding mode has it, and the mode where it is an argument.
    fn rounded(&mut self, op: Op) -> Result<(Op, Option<u32>), String> {
        let ty = op.signature().result;
        let rounds = super::round::depends_on_mode(op);
        let Mode::Known(mode) = self.mode else {
            return match rounds {
                true => Err("MODE differs between the paths that lead here".into()),
                false => Ok((op, None)),
            };
        };
        let rounding = match ty {
            LaneTy::F32 => mode & 3,
            _ => mode >> 2 & 3,
        };
        if !rounds || rounding == 0 {
            return Ok((op, None));
        }
        super::round::variant(op, rounding.into())
            .ok_or_else(|| format!("{} with a rounding mode other than nearest", op.name()))
    }

    /// For instructions that are modelled with rounding to nearest alone.
    pub fn needs_nearest(&self, op: Op) -> Outcome {
        let shift = match op.signature().result {
            LaneTy::F32 => 0,
            _ => 2,
        };
        match self.mode {
            _ if !super::round::depends_on_mode(op) => Ok(()),
            Mode::Known(mode) if mode >> shift & 3 == 0 => Ok(()),
            _ => Err(format!(
                "{} with a rounding mode other than nearest",
                op.name()
            )),
        }
    }

    fn compare(&mut self, inst: &Inst, operands: &Operands) -> Outcome {
        let name = inst.row().name;
        let exec_only = inst.row().has(row::CMPX) || name.starts_with("v_cmpx");
        let result = if exec_only {
            self.layout.scalar_temporary(0)
        } else {
            operands.mask_dst.unwrap_or(VCC)
        };
        let always = if name.contains("cmp_t_") || name.contains("cmpx_t_") {
            Some(true)
        } else if name.contains("cmp_f_") || name.contains("cmpx_f_") {
            Some(false)
        } else {
            None
        };
        if let Some(always) = always {
            match always {
                true => self.copy_mask(result, EXEC),
                false => {
                    let zero = self.b.scalar_constant64(0);
                    self.copy_mask(result, zero);
                }
            }
        } else {
            let op = match name {
                "v_cmp_class_f16" | "v_cmpx_class_f16" => Op::ClassF16,
                "v_cmp_class_f32" | "v_cmpx_class_f32" => Op::ClassF32,
                "v_cmp_class_f64" | "v_cmpx_class_f64" => Op::ClassF64,
                _ => super::salu::comparison(name).ok_or("this comparison")?,
            };
            self.compare_into(result, op, &operands.sources)?;
        }
        if exec_only {
            // Lanes that were active and pass; DPP has no say in what EXEC becomes.
            let saved = operands.narrowed;
            self.copy_mask(EXEC, result);
            self.b.push(Uop::Mask(MaskOp::Set(EXEC)));
            if saved {
                let to = self.layout.scalar_temporary(SAVED_EXEC);
                self.copy_mask(to, result);
            }
        } else {
            self.wrote(result, self.mask_words());
        }
        Ok(())
    }

    /// One bit per active lane from a boolean operation.
    pub fn compare_into(&mut self, dst: SReg, op: Op, sources: &[Source]) -> Outcome {
        let mut src = [Src::None; 3];
        // A class is that of the bits, whatever becomes of denormals elsewhere.
        let mode = self.mode;
        if matches!(op, Op::ClassF16 | Op::ClassF32 | Op::ClassF64) {
            self.mode = Mode::Known(0xf0);
        }
        for (i, &ty) in op.signature().args.iter().enumerate() {
            let source = *sources.get(i).ok_or("too few sources")?;
            let (from, mods) = self.modified_source(i as u16, source, ty);
            src[i] = self.settle(i as u16, from, mods, ty);
        }
        self.mode = mode;
        self.b.push(Uop::Compare { op, dst, src });
        Ok(())
    }

    /// A source with its modifiers applied, in a temporary if there are any.
    pub fn settle(&mut self, slot: u16, from: Src, mods: SrcMods, ty: LaneTy) -> Src {
        let Some(first) = mods.first else {
            return from;
        };
        let to = self
            .layout
            .temporary(FLUSHED + slot * ty.registers() as u16);
        self.lane(first, to, &[from]);
        if let Some(second) = mods.second {
            self.lane(second, to, &[to.into()]);
        }
        to.into()
    }
}

/// How the bits of a source are read.
pub(super) fn source_type(kind: row::Op) -> Ty {
    match kind {
        row::Op::Src(ty)
        | row::Op::SrcMods(ty)
        | row::Op::SrcQuiet(ty)
        | row::Op::SSrc(ty)
        | row::Op::SSrcMods(ty)
        | row::Op::SSrcQuiet(ty)
        | row::Op::K(ty)
        | row::Op::Acc(_, ty) => ty,
        row::Op::V(2) | row::Op::VNeg(2) => Ty::I64,
        _ => Ty::I32,
    }
}

fn sign_op(ty: LaneTy, neg: bool, abs: bool) -> Option<Op> {
    let [negate, magnitude, both] = match ty {
        LaneTy::F16 => [Op::NegF16, Op::AbsF16, Op::NegAbsF16],
        LaneTy::Bf16 => [Op::NegF16, Op::AbsF16, Op::NegAbsF16],
        LaneTy::F64 => [Op::NegF64, Op::AbsF64, Op::NegAbsF64],
        LaneTy::U16 | LaneTy::I16 => [Op::NegF16, Op::AbsF16, Op::NegAbsF16],
        _ => [Op::NegF32, Op::AbsF32, Op::NegAbsF32],
    };
    match (neg, abs) {
        (false, false) => None,
        (true, false) => Some(negate),
        (false, true) => Some(magnitude),
        (true, true) => Some(both),
    }
}

fn omod_op(ty: LaneTy, omod: i32) -> Option<Op> {
    let all = match ty {
        LaneTy::F32 => [Op::TwiceF32, Op::FourTimesF32, Op::HalfOfF32],
        LaneTy::F16 => [Op::TwiceF16, Op::FourTimesF16, Op::HalfOfF16],
        LaneTy::F64 => [Op::TwiceF64, Op::FourTimesF64, Op::HalfOfF64],
        _ => return None,
    };
    all.get((omod as usize).wrapping_sub(1)).copied()
}
