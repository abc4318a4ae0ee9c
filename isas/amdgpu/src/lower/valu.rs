//! Vector arithmetic: how an instruction's operands meet a lane function.
//!
//! The plain case is one step. Modifiers make it a modified step, DPP puts a shuffle before it, a
//! 16-bit result is merged into its half of the register.

mod compare;
mod cross;
mod dual;
mod packed;
mod part;
mod scaled;
mod special;
mod table;

use super::control::Mode;
use super::float::{self, ByMode, FloatMode, LanesByMode};
use super::registers::{EXEC, VCC};
use super::registers::{constant_bits, is_high, vector_of};
use super::shuffle::{self, Dpp};
use super::{Lowering, MISPLACED, Outcome};
use crate::encoding::Form;
use crate::inst::Reg;
use crate::inst::{AmdInst, AmdOperand, OperandValue};
use crate::meaning::Meaning;
use crate::row::{self, OperandType};
pub(super) use cross::ByLane;
use op::{Op, Ty};
use std::sync::Arc;
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
    fn arg(self, ty: Ty) -> Arg {
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
    /// EXEC as it was before DPP narrowed it.
    saved_exec: Option<SReg>,
}

impl Lowering<'_> {
    pub fn valu(&mut self, inst: &AmdInst, meaning: Meaning) -> Outcome {
        match meaning {
            Meaning::Matrix(matrix) => return self.matrix(inst, matrix),
            Meaning::Mfma(product) => return self.mfma(inst, product),
            _ if inst.encoding.second.is_some() => return dual::lower(self, inst),
            _ => {}
        }
        let mut operands = self.operands(inst)?;
        let shifted = self.shifted_destination(inst, &mut operands)?;
        let clamp = inst.mods.clamp != 0;
        let whole = operands.dst.map(|reg| self.vgpr(reg));
        let merge = part::Merge::begin(self, inst, whole);
        match self.one_operation(meaning, clamp, &mut operands)? {
            Some(op) => self.apply(inst, op, &operands)?,
            None => self.several_steps(inst, meaning, &mut operands)?,
        }
        if let Some(merge) = merge {
            merge.finish(self);
        }
        if let Some(shifted) = shifted {
            self.b.push(shifted);
        }
        if let Some(saved) = operands.saved_exec {
            self.b.push(Uop::Mask(MaskOp::Set(saved)));
        }
        Ok(())
    }

    /// The operation of an instruction that is one operation, and its sources in the order in which that
    /// takes them.
    fn one_operation(
        &mut self,
        meaning: Meaning,
        clamp: bool,
        operands: &mut Operands,
    ) -> Result<Option<Op>, String> {
        let chosen = |op: Op, clamped: Op| if clamp { clamped } else { op };
        let op = match meaning {
            Meaning::Lane(op) | Meaning::Swapped(op) => op,
            Meaning::Saturating(op, clamped) => chosen(op, clamped),
            Meaning::SwappedSaturating(op, clamped) => chosen(op, clamped),
            Meaning::Accumulate(_) | Meaning::AccumulateSaturating(..) => {
                let dst = operands.dst.ok_or("no destination")?;
                let mut old = Source::of(Src::Vector(self.vgpr(dst)));
                old.high = is_high(dst);
                operands.sources.push(old);
                match meaning {
                    Meaning::AccumulateSaturating(op, clamped) => chosen(op, clamped),
                    Meaning::Accumulate(op) => op,
                    _ => return Ok(None),
                }
            }
            Meaning::Select(op) => {
                let lanes = self.lanes_of_mask(operands.mask.ok_or("no mask")?);
                operands.sources.swap(0, 1);
                operands.sources.insert(0, lanes);
                op
            }
            _ => return Ok(None),
        };
        if let Meaning::Swapped(_) | Meaning::SwappedSaturating(..) = meaning {
            operands.sources.swap(0, 1);
        }
        Ok(Some(op))
    }

    fn several_steps(
        &mut self,
        inst: &AmdInst,
        meaning: Meaning,
        operands: &mut Operands,
    ) -> Outcome {
        let chosen = |op: Op, clamped: Op| if inst.mods.clamp != 0 { clamped } else { op };
        if let Meaning::CarrySwapped(..) | Meaning::CarryInSwapped(..) = meaning {
            operands.sources.swap(0, 1);
        }
        if let Meaning::CarryIn(..) | Meaning::CarryInSwapped(..) = meaning {
            let carry = self.lanes_of_mask(operands.mask.ok_or("no carry")?);
            operands.sources.push(carry);
        }
        match meaning {
            Meaning::ToHalf(op) => self.half_result(inst, op, operands),
            Meaning::FromByte(op) => self.byte_source(inst, op, operands),
            Meaning::FromTwoBytes(op) => self.two_byte_source(inst, op, operands),
            Meaning::IntoByte(op) => self.byte_result(inst, op, operands),
            Meaning::PackHalves => self.pack_halves(operands),
            Meaning::Packed(op) => packed::apply(self, inst, op, operands),
            Meaning::PackedSaturating(op, clamped) => {
                packed::apply(self, inst, chosen(op, clamped), operands)
            }
            Meaning::PackedSwapped(op) => packed::apply_swapped(self, inst, op, operands),
            Meaning::PackedWords(op) => packed::words(self, inst, op, operands),
            Meaning::PackWords => packed::pack_words(self, inst, operands),
            Meaning::Scaled(scaling) => scaled::convert(self, inst, scaling, operands),
            Meaning::Table => table::apply(self, inst, operands),
            Meaning::Mix(half) => packed::mix(self, inst, half, operands),
            Meaning::DotPairs(op) => packed::dot_pairs(self, inst, op, operands),
            Meaning::DotHalves(op) => packed::dot_halves(self, inst, op, operands),
            Meaning::DotBytes(op) => packed::dot_bytes(self, inst, op, operands),
            Meaning::DotIntegers(ops) => packed::dot_integers(self, inst, ops, operands),
            Meaning::Carry(op, clamped, flag)
            | Meaning::CarrySwapped(op, clamped, flag)
            | Meaning::CarryIn(op, clamped, flag)
            | Meaning::CarryInSwapped(op, clamped, flag) => {
                self.with_mask(inst, operands, chosen(op, clamped), flag)
            }
            Meaning::DivScale(op, flag) => self.with_mask(inst, operands, op, flag),
            Meaning::DivFmas(fma, scaling) => self.div_fmas(inst, fma, scaling, operands),
            Meaning::Distances(op, clamped) => self.distances(chosen(op, clamped), operands),
            Meaning::Compare(_) | Meaning::Always | Meaning::Never => {
                self.compare(inst, meaning, operands)
            }
            Meaning::OnScalar(op) => self.on_scalar(inst, op, operands),
            Meaning::Swap => self.swap(inst, operands),
            Meaning::ReadFirstLane => cross::read_first(self, inst, operands),
            Meaning::ReadLane => cross::read_lane(self, inst, operands),
            Meaning::WriteLane => cross::write_lane(self, inst, operands),
            Meaning::PermuteRow { across } => cross::permute_row(self, inst, across, operands),
            Meaning::Interpolate(corner, op) => {
                cross::interpolate(self, inst, corner, op, operands)
            }
            Meaning::SwapHalfWaves => cross::swap_half_waves(self, inst, operands),
            Meaning::SwapRows(lanes) => cross::swap_rows(self, inst, lanes, operands),
            Meaning::LanesBelow { upper } => cross::lanes_below(self, upper, operands),
            Meaning::MoveRelative(relative) => cross::move_relative(self, relative, operands),
            _ => Err(MISPLACED.into()),
        }
    }

    /// Takes the operands apart and carries out DPP on the first source.
    fn operands(&mut self, inst: &AmdInst) -> Result<Operands, String> {
        let mut operands = Operands::default();
        let packed = inst.row().format == row::AmdFormat::Vop3p;
        for (kind, operand) in inst.row().operands.iter().zip(inst.operands()) {
            match *kind {
                row::OperandSlot::VDst(_) | row::OperandSlot::ADst if operands.dst.is_none() => {
                    let mut reg = vector_of(operand)?;
                    // Where halves are not written as such, the fourth op_sel bit selects.
                    if reg.half == crate::inst::RegisterHalf::Whole
                        && !packed
                        && inst.mods.op_sel & 8 != 0
                    {
                        reg.half = crate::inst::RegisterHalf::High;
                    }
                    operands.dst = Some(reg);
                }
                row::OperandSlot::SDst(_) => {
                    operands.mask_dst = Some(self.scalar_destination(operand)?)
                }
                row::OperandSlot::MaskDst => {
                    operands.mask_dst = Some(match operand.value {
                        OperandValue::None => VCC,
                        _ => self.scalar_destination(operand)?,
                    });
                }
                row::OperandSlot::Mask => {
                    operands.mask = Some(match operand.value {
                        OperandValue::None => VCC,
                        OperandValue::Reg(reg) => {
                            self.scalar_register(reg.code, self.wide_masks())?
                        }
                        _ => return Err("a lane mask that is no register".into()),
                    });
                }
                _ => {
                    let index = operands.sources.len();
                    let mut source = self.source(inst, *kind, operand)?;
                    self.shift_source(index, *kind, &mut source);
                    // Half registers have been chosen by name; scalars and literals have halves too.
                    let whole = match operand.value {
                        OperandValue::Reg(reg) => reg.half == crate::inst::RegisterHalf::Whole,
                        value => value == OperandValue::Literal,
                    };
                    let half = source_type(*kind).is_half();
                    if whole && half && !packed && inst.mods.op_sel >> index & 1 != 0 {
                        source.high = true;
                    }
                    if inst.encoding.form == Form::Sdwa {
                        part::select(self, inst, index, operand.sext, &mut source);
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

    fn source(
        &mut self,
        inst: &AmdInst,
        kind: row::OperandSlot,
        operand: &AmdOperand,
    ) -> Result<Source, String> {
        let ty = source_type(kind);
        let mut source = Source::of(Src::None);
        source.neg = operand.neg;
        source.abs = operand.abs;
        match operand.value {
            OperandValue::Reg(reg) if reg.is_vgpr() => {
                source.src = Src::Vector(self.vgpr(reg));
                source.high = is_high(reg);
            }
            OperandValue::Reg(reg) => {
                let wide = ty.dwords() == 2;
                let reg = self.scalar_register(reg.code, wide)?;
                source.src = if wide {
                    Src::ScalarPair(reg)
                } else {
                    Src::Scalar(reg)
                };
            }
            value => {
                let bits = constant_bits(inst, value, ty)
                    .ok_or("a source that is neither register nor constant")?;
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

    fn dpp(&mut self, inst: &AmdInst, operands: &mut Operands) -> Outcome {
        let Some(first) = operands.sources.first_mut() else {
            return Ok(());
        };
        let Src::Vector(src) = first.src else {
            return Err("DPP on a source that is no vector register".into());
        };
        let words = match inst.row().operands.iter().find_map(|op| match op {
            row::OperandSlot::Src(ty) => Some(ty.dwords()),
            _ => None,
        }) {
            Some(2) => 2,
            _ => 1,
        };
        let to = self.temporary(words);
        first.src = Src::Vector(to);
        let Dpp {
            mut shuffle,
            enabled,
            zeros,
        } = Dpp::new(inst, to, src, words);
        let lanes = self.scalar_temporary(2);
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
        let saved = self.scalar_temporary(2);
        self.copy_mask(saved, EXEC);
        self.b.push(Uop::Mask(MaskOp::Set(lanes)));
        operands.saved_exec = Some(saved);
        Ok(())
    }

    /// `dst = op(sources)` with every modifier.
    pub fn apply(&mut self, inst: &AmdInst, op: Op, operands: &Operands) -> Outcome {
        let dst = operands.dst.ok_or("no destination")?;
        self.apply_to(Some(inst), op, operands, self.vgpr(dst), Some(dst))
    }

    /// `to = op(sources)`; a 16-bit result goes to the half that `half` names. Result modifiers are
    /// those of `inst`.
    fn apply_to(
        &mut self,
        inst: Option<&AmdInst>,
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
        let half = half.filter(|reg| {
            let narrow = signature.result.bits() <= 16;
            // A result that takes the whole register is extended with zeros.
            narrow && (is_high(*reg) || !inst.is_some_and(clears_high_half))
        });
        let dst = if half.is_some() {
            self.temporary(1)
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
            args.push(Source::of(reg.into()).arg(Ty::U32));
        }
        let mut src = [Src::None; 3];
        let mut mods = [SrcMods::default(); 3];
        for (i, (arg, &ty)) in args.iter().zip(op.signature().args).enumerate() {
            (src[i], mods[i]) = self.through(arg, ty);
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
            ieee_mode: self.options.target.generation().ieee_mode,
        }
    }

    /// MODE as far as `op` is concerned; nothing where it is not known here.
    pub fn float_mode(&self, op: Op) -> Option<FloatMode> {
        let bits = match self.mode {
            Mode::Known(bits) => bits,
            Mode::Mixed if !float::reads_mode(op) => 0,
            Mode::Mixed => return None,
        };
        Some(FloatMode::new(bits, self.options.target.generation().ieee_mode).of(op))
    }

    /// Where an argument is and what is left to be done to it, in at most two operations.
    fn through(&mut self, arg: &Arg, ty: Ty) -> (Src, SrcMods) {
        let wide = ty.registers() == 2;
        if let Some(bits) = arg.constant {
            let value = (arg.before.iter()).fold(bits, |bits, op| op.eval([bits, 0, 0]));
            let reg = self.vector_constant(value, wide);
            return (reg.into(), SrcMods::default());
        }
        let mut src = arg.src;
        let early = arg.before.len().saturating_sub(2);
        if early > 0 {
            src = self.chain(&arg.before[..early], src, ty);
        }
        let mods = SrcMods {
            first: arg.before.get(early).copied(),
            second: arg.before.get(early + 1).copied(),
        };
        (src, mods)
    }

    /// Operations on a source of this type, one after the other.
    fn chain(&mut self, ops: &[Op], mut src: Src, ty: Ty) -> Src {
        let to = self.temporary(ty.registers() as u16);
        for &op in ops {
            self.lane(op, to, &[src]);
            src = to.into();
        }
        src
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

    /// Where an argument is after everything that is done to it, MODE included if `flushes`.
    pub fn settle(&mut self, mut arg: Arg, ty: Ty, flushes: bool) -> Src {
        let moves = if ty.registers() == 2 {
            Op::MovB64
        } else {
            Op::MovB32
        };
        let float = FloatMode::new(0, true).flush(ty, false).is_some();
        match self.mode {
            Mode::Known(bits) if flushes => {
                let mode = FloatMode::new(bits, self.options.target.generation().ieee_mode);
                arg.before.extend(mode.flush(ty, false));
            }
            Mode::Mixed if flushes && float => {
                let to = self.temporary(ty.registers() as u16);
                let how = ByMode {
                    op: moves,
                    tys: [Some(ty), None, None],
                    before: [arg.before, Vec::new(), Vec::new()],
                    omod: 0,
                    clamp: false,
                    ieee_mode: self.options.target.generation().ieee_mode,
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
        match arg.constant {
            None if !arg.before.is_empty() => self.chain(&arg.before, arg.src, ty),
            _ => self.through(&arg, ty).0,
        }
    }
}

/// Whether a result of 16 bits clears the upper half of its register: where the instruction cannot choose
/// the half.
fn clears_high_half(inst: &AmdInst) -> bool {
    inst.encoding.target.generation().zeroes_high_halves && !inst.row().has(row::OPSEL)
}

/// How the bits of a source are read.
pub(super) fn source_type(kind: row::OperandSlot) -> OperandType {
    match kind {
        row::OperandSlot::Src(ty)
        | row::OperandSlot::SrcMods(ty)
        | row::OperandSlot::SrcQuiet(ty)
        | row::OperandSlot::SSrc(ty)
        | row::OperandSlot::SSrcMods(ty)
        | row::OperandSlot::K(ty)
        | row::OperandSlot::Acc(_, ty) => ty,
        row::OperandSlot::V(2) | row::OperandSlot::VNeg(2) => OperandType::I64,
        row::OperandSlot::VNeg(0) => OperandType::F16,
        _ => OperandType::I32,
    }
}

fn sign_op(ty: Ty, neg: bool, abs: bool) -> Option<Op> {
    let [negate, magnitude, both] = match ty {
        Ty::F16 => [Op::NegF16, Op::AbsF16, Op::NegAbsF16],
        Ty::Bf16 => [Op::NegF16, Op::AbsF16, Op::NegAbsF16],
        Ty::F64 => [Op::NegF64, Op::AbsF64, Op::NegAbsF64],
        Ty::U16 | Ty::I16 => [Op::NegF16, Op::AbsF16, Op::NegAbsF16],
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
