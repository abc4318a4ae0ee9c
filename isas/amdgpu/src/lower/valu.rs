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
use super::float::{self, ByMode, FloatMode, LanesByMode};
use super::flow::Mode;
use super::layout::{EXEC, VCC};
use super::shuffle::{self, Dpp};
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

impl Source {
    /// Read as `ty`.
    fn arg(self, ty: LaneTy) -> Arg {
        let high = self.high.then_some(Op::HighB16);
        let sign = sign_op(ty, self.neg, self.abs);
        Arg {
            src: self.src,
            constant: self.constant,
            before: high.into_iter().chain(sign).collect(),
        }
    }
}

/// An argument of an operation, and what is done to it whatever MODE is.
#[derive(Clone, Debug)]
pub(super) struct Arg {
    pub src: Src,
    pub constant: Option<u64>,
    pub before: Vec<Op>,
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
                    // Half registers have been chosen by name; scalars and literals have halves too.
                    let whole = match operand.value {
                        Value::Reg(reg) => reg.half == crate::operand::Half::Whole,
                        value => value == Value::Literal,
                    };
                    let half = source_type(*kind).is_half();
                    if whole && half && !packed && inst.mods.op_sel >> index & 1 != 0 {
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
        first.src = Src::Vector(to);
        let Dpp {
            mut shuffle,
            enabled,
            zeros,
        } = Dpp::new(inst, to, src, words);
        let lanes = self.layout.scalar_temporary(DPP_EXEC);
        shuffle.found = (!zeros).then_some((lanes, enabled));
        self.b.push(shuffle::step(shuffle));
        if zeros && enabled == !0 {
            return Ok(());
        }
        if zeros {
            let enabled = self.b.scalar_constant64(enabled);
            let words = if self.wide_masks() { 2 } else { 1 };
            for n in 0..words {
                let both = [EXEC.plus(n), enabled.plus(n)];
                self.scalar(Op::AndB32, lanes.plus(n), &both);
            }
        }
        let saved = self.layout.scalar_temporary(SAVED_EXEC);
        self.copy_mask(saved, EXEC);
        self.b.push(Uop::Mask(MaskOp::Set(lanes)));
        operands.narrowed = true;
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
        let signature = op.signature();
        let mut args = Vec::with_capacity(3);
        for (i, &ty) in signature.args.iter().enumerate() {
            args.push(operands.sources.get(i).ok_or("too few sources")?.arg(ty));
        }
        let (omod, clamp) = inst.map_or((0, 0), |inst| (inst.mods.omod, inst.mods.clamp));
        let half = half.filter(|_| signature.result.bits() <= 16);
        let dst = if half.is_some() {
            self.layout.temporary(RESULT)
        } else {
            to
        };
        self.emit(op, dst, args, omod, clamp != 0);
        if let Some(half) = half {
            self.write_half(half, dst);
        }
        Ok(())
    }

    /// `dst = op(args)` in every active lane, as MODE has it.
    pub fn emit(&mut self, op: Op, dst: VReg, mut args: Vec<Arg>, omod: i32, clamp: bool) {
        let Some(mode) = self.float_mode(op) else {
            let mut src = [Src::None; 3];
            let mut before = [const { Vec::new() }; 3];
            for (i, arg) in args.into_iter().enumerate() {
                (src[i], before[i]) = (arg.src, arg.before);
            }
            let how = self.by_mode(op, before, omod, clamp);
            let lanes = LanesByMode { how, dst, src };
            self.b.push(Uop::Custom(Arc::new(lanes)));
            return;
        };
        for (arg, &ty) in args.iter_mut().zip(op.signature().args) {
            arg.before.extend(mode.flush(ty, false));
        }
        let result = op.signature().result;
        let (op, rounding) = mode.variant(op);
        if let Some(rounding) = rounding {
            let reg = self.b.constant(rounding);
            args.push(Source::of(reg.into()).arg(LaneTy::U32));
        }
        let mut src = [Src::None; 3];
        let mut mods = [SrcMods::default(); 3];
        for (i, (arg, &ty)) in args.iter().zip(op.signature().args).enumerate() {
            (src[i], mods[i]) = self.through(i as u16, arg, ty);
        }
        let mut after = mode.finish(result, omod, clamp);
        let out = OutMods {
            first: after.next(),
            second: after.next(),
        };
        let plain = |mods: &SrcMods| mods.first.is_none() && mods.second.is_none();
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
        for op in after {
            self.lane(op, dst, &[dst.into()]);
        }
    }

    /// An operation that looks at MODE when it is carried out.
    pub(super) fn by_mode(&self, op: Op, before: [Vec<Op>; 3], omod: i32, clamp: bool) -> ByMode {
        ByMode {
            op,
            tys: float::tys(op),
            before,
            omod,
            clamp,
            rdna4: self.options.target.is_rdna4(),
        }
    }

    /// MODE as far as `op` is concerned; nothing where it is not known here.
    pub fn float_mode(&self, op: Op) -> Option<FloatMode> {
        let bits = match self.mode {
            Mode::Known(bits) => bits,
            Mode::Mixed if !float::reads_mode(op) => 0,
            Mode::Mixed => return None,
        };
        Some(FloatMode::new(bits, self.options.target.is_rdna4()).of(op))
    }

    /// Where an argument is and what is left to be done to it, in at most two operations.
    fn through(&mut self, slot: u16, arg: &Arg, ty: LaneTy) -> (Src, SrcMods) {
        let wide = ty.registers() == 2;
        if let Some(bits) = arg.constant {
            let value = (arg.before.iter()).fold(bits, |bits, op| op.eval([bits, 0, 0]));
            let reg = self.vector_constant(value, wide);
            return (reg.into(), SrcMods::default());
        }
        let mut src = arg.src;
        let early = arg.before.len().saturating_sub(2);
        for &op in &arg.before[..early] {
            let to = self.layout.temporary(FLUSHED + 2 * slot);
            self.lane(op, to, &[src]);
            src = to.into();
        }
        let mods = SrcMods {
            first: arg.before.get(early).copied(),
            second: arg.before.get(early + 1).copied(),
        };
        (src, mods)
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
        for (i, &ty) in op.signature().args.iter().enumerate() {
            let arg = sources.get(i).ok_or("too few sources")?.arg(ty);
            // A class is that of the bits, whatever becomes of denormals elsewhere.
            let class = matches!(op, Op::ClassF16 | Op::ClassF32 | Op::ClassF64);
            src[i] = self.settle(i as u16, arg, ty, !class);
        }
        self.b.push(Uop::Compare { op, dst, src });
        Ok(())
    }

    /// Where an argument is after everything that is done to it, MODE included if `flushes`.
    pub fn settle(&mut self, slot: u16, mut arg: Arg, ty: LaneTy, flushes: bool) -> Src {
        let to = self.layout.temporary(FLUSHED + 2 * slot);
        let moves = if ty.registers() == 2 {
            Op::MovB64
        } else {
            Op::MovB32
        };
        let float = FloatMode::new(0, false).flush(ty, false).is_some();
        match self.mode {
            Mode::Known(bits) if flushes => {
                let mode = FloatMode::new(bits, self.options.target.is_rdna4());
                arg.before.extend(mode.flush(ty, false));
            }
            Mode::Mixed if flushes && float => {
                let how = ByMode {
                    op: moves,
                    tys: [Some(ty), None, None],
                    before: [arg.before, Vec::new(), Vec::new()],
                    omod: 0,
                    clamp: false,
                    rdna4: self.options.target.is_rdna4(),
                };
                self.b.push(Uop::Custom(Arc::new(LanesByMode {
                    how,
                    dst: to,
                    src: [arg.src, Src::None, Src::None],
                })));
                return to.into();
            }
            _ => {}
        }
        let (mut src, mods) = self.through(slot, &arg, ty);
        for op in [mods.first, mods.second].into_iter().flatten() {
            self.lane(op, to, &[src]);
            src = to.into();
        }
        src
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
        ty if ty.bits() == 64 => [Op::NegF64, Op::AbsF64, Op::NegAbsF64],
        _ => [Op::NegF32, Op::AbsF32, Op::NegAbsF32],
    };
    match (neg, abs) {
        (false, false) => None,
        (true, false) => Some(negate),
        (false, true) => Some(magnitude),
        (true, true) => Some(both),
    }
}
