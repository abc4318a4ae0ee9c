//! Floating point as MODE has it: rounding, denormals, IEEE rules, what `clamp` and `omod` do.
//!
//! MODE is nearly always known when code is lowered, and what it asks for becomes part of the step.
//! Where it is not (set from a register, or different on two ways to one place), a step of its own
//! looks at MODE when it runs and computes lane by lane.

use super::registers::MODE;
use op::{Nans, Op, Ty};
use uop::{Breadth, Custom, Machine, Reach, SReg, Src, Trap, VReg};

/// The bits of MODE that say how to compute: rounding (3:0), denormals (7:4), DX10_CLAMP (8), IEEE
/// (9) and FP16_OVFL (23).
pub(super) const MODE_BITS: u32 = 0x0080_03ff;
const DX10_CLAMP: u32 = 1 << 8;
const IEEE: u32 = 1 << 9;
const FP16_OVFL: u32 = 1 << 23;
const KEEPS_F32: u32 = 3 << 4;

/// Whether numbers that are too large for a small format become its greatest.
pub(super) fn held_at_the_ends(mode: u32) -> bool {
    mode & FP16_OVFL != 0
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FloatMode {
    bits: u32,
    /// There are DX10_CLAMP and IEEE among the bits.
    ieee_mode: bool,
}

impl FloatMode {
    pub fn new(bits: u32, ieee_mode: bool) -> FloatMode {
        FloatMode { bits, ieee_mode }
    }

    /// The mode in which `op` runs: some know no denormals, whatever MODE says.
    pub fn of(self, op: Op) -> FloatMode {
        match op {
            Op::Exp2F32 | Op::Log2F32 | Op::RcpF32 | Op::RsqrtF32 | Op::SqrtF32 => FloatMode {
                bits: self.bits & !KEEPS_F32,
                ..self
            },
            _ => self,
        }
    }

    fn ieee(self) -> bool {
        self.ieee_mode && self.bits & IEEE != 0
    }

    /// The operation that makes denormals zero, where the mode asks for it.
    pub fn flush(self, ty: Ty, result: bool) -> Option<Op> {
        let (shift, op) = match ty {
            Ty::F32 => (4, Op::FlushF32),
            Ty::F16 => (6, Op::FlushF16),
            Ty::F64 => (6, Op::FlushF64),
            Ty::F16x2 => (6, Op::FlushF16x2),
            _ => return None,
        };
        // Two bits: inputs are kept, results are kept.
        let keeps = self.bits >> (shift + u32::from(result)) & 1 != 0;
        (!keeps).then_some(op)
    }

    /// Whether `f32` denormals are zero both before and after an operation.
    pub fn flushes_f32(self) -> bool {
        self.flush(Ty::F32, false).is_some() && self.flush(Ty::F32, true).is_some()
    }

    /// What is done to a result, in order. Where there is an IEEE mode, nothing is scaled
    /// while it holds or denormals are kept; otherwise scaling keeps no denormals.
    pub fn finish(self, ty: Ty, omod: i32, clamp: bool) -> impl Iterator<Item = Op> {
        let flush = self.flush(ty, true);
        let scales = !self.ieee_mode || flush.is_some() && !self.ieee();
        let omod = omod_op(ty, omod).filter(|_| scales);
        let unkept = || FloatMode::new(0, self.ieee_mode).flush(ty, true);
        let flush = flush.or_else(|| omod.and_then(|_| unkept()));
        let clamp = clamp.then(|| self.clamp(ty)).flatten();
        [omod, flush, clamp].into_iter().flatten()
    }

    fn clamp(self, ty: Ty) -> Option<Op> {
        let nan_is_zero = !self.ieee_mode || self.bits & DX10_CLAMP != 0;
        Some(match (ty, nan_is_zero) {
            (Ty::F32, true) => Op::SaturateF32,
            (Ty::F16, true) => Op::SaturateF16,
            (Ty::F64, true) => Op::SaturateF64,
            (Ty::F16x2, true) => Op::SaturateF16x2,
            (Ty::F32, false) => Op::ClampF32,
            (Ty::F16, false) => Op::ClampF16,
            (Ty::F64, false) => Op::ClampF64,
            (Ty::F16x2, false) => Op::ClampF16x2,
            _ => return None,
        })
    }

    /// The operation as the mode has it, and its last argument where that is the rounding.
    pub fn variant(self, op: Op) -> (Op, Option<u32>) {
        let rounded = match self.rounding(op) {
            0 => None,
            rounding => by_rounding(op, rounding),
        };
        let by_ieee = || ieee(op).filter(|_| self.ieee());
        let by_overflow = || held(op).filter(|_| self.bits & FP16_OVFL != 0);
        let other = || by_ieee().or_else(by_overflow).map(|op| (op, None));
        rounded.or_else(other).unwrap_or((op, None))
    }

    /// How results of `op` are rounded, as the lane functions number it.
    fn rounding(self, op: Op) -> u32 {
        let ty = op.signature().result;
        // Single precision has a mode of its own; what comes from a double goes by the other.
        let single = ty == Ty::F32 && op != Op::CvtF32F64;
        let mode = self.bits >> if single { 0 } else { 2 } & 3;
        let held = matches!(ty, Ty::F16 | Ty::F16x2) && self.bits & FP16_OVFL != 0;
        let rounding = match mode {
            0 => 0,
            1 => UP,
            2 => DOWN,
            _ => TOWARD_ZERO,
        };
        rounding | if held { HELD } else { 0 }
    }
}

const TOWARD_ZERO: u32 = 1;
const DOWN: u32 = 2;
const UP: u32 = 3;
const HELD: u32 = 8;

/// The operation under a rounding other than to nearest; nothing where results don't depend on it.
fn by_rounding(op: Op, rounding: u32) -> Option<(Op, Option<u32>)> {
    use Op::*;
    let with = |op: Op| Some((op, Some(rounding)));
    let of = |zero: Op, down: Op, up: Op| {
        let op = match rounding & 7 {
            TOWARD_ZERO => zero,
            DOWN => down,
            UP => up,
            _ => return None,
        };
        Some((op, None))
    };
    // Toward zero nothing overflows.
    let held = |nearest: Op, zero: Op, down: Op, up: Op| match rounding & HELD {
        0 => None,
        _ => of(zero, down, up).or(Some((nearest, None))),
    };
    match op {
        AddF32 => with(AddRoundF32),
        SubF32 => with(SubRoundF32),
        MulF32 => with(MulRoundF32),
        FmaF32 => of(FmaRzF32, FmaRdF32, FmaRuF32),
        MulZeroF32 => with(MulZeroRoundF32),
        FmaZeroF32 => of(FmaZeroRzF32, FmaZeroRdF32, FmaZeroRuF32),
        LdexpF32 => with(LdexpRoundF32),
        AddF64 => with(AddRoundF64),
        SubF64 => with(SubRoundF64),
        MulF64 => with(MulRoundF64),
        FmaF64 => of(FmaRzF64, FmaRdF64, FmaRuF64),
        LdexpF64 => with(LdexpRoundF64),
        AddF16 => with(AddRoundF16),
        SubF16 => with(SubRoundF16),
        MulF16 => with(MulRoundF16),
        FmaF16 => held(FmaHeldF16, FmaRzF16, FmaRdHeldF16, FmaRuHeldF16)
            .or_else(|| of(FmaRzF16, FmaRdF16, FmaRuF16)),
        MadF16 => of(MadRzF16, MadRdF16, MadRuF16),
        LdexpF16 => with(LdexpRoundF16),
        AddF16x2 => with(AddRoundF16x2),
        MulF16x2 => with(MulRoundF16x2),
        FmaMixF16 => held(FmaMixHeldF16, FmaMixRzF16, FmaMixRdHeldF16, FmaMixRuHeldF16)
            .or_else(|| of(FmaMixRzF16, FmaMixRdF16, FmaMixRuF16)),
        FmaF16x2 => held(FmaHeldF16x2, FmaRzF16x2, FmaRdHeldF16x2, FmaRuHeldF16x2)
            .or_else(|| of(FmaRzF16x2, FmaRdF16x2, FmaRuF16x2)),
        CvtF32I32 => with(CvtRoundF32I32),
        CvtF32U32 => with(CvtRoundF32U32),
        CvtF32F64 => with(CvtRoundF32F64),
        CvtF16F32 => with(CvtRoundF16F32),
        CvtF16I16 => with(CvtRoundF16I16),
        CvtF16U16 => with(CvtRoundF16U16),
        _ => None,
    }
}

/// The operation as IEEE mode has it, where that differs.
fn ieee(op: Op) -> Option<Op> {
    use Op::*;
    Some(match op {
        MinNumF32 => MinIeeeF32,
        MaxNumF32 => MaxIeeeF32,
        Min3NumF32 => Min3IeeeF32,
        Max3NumF32 => Max3IeeeF32,
        Med3NumF32 => Med3IeeeF32,
        MinMaxNumF32 => MinMaxIeeeF32,
        MaxMinNumF32 => MaxMinIeeeF32,
        MinNumF64 => MinIeeeF64,
        MaxNumF64 => MaxIeeeF64,
        MinNumF16 => MinIeeeF16,
        MaxNumF16 => MaxIeeeF16,
        Min3NumF16 => Min3IeeeF16,
        Max3NumF16 => Max3IeeeF16,
        Med3NumF16 => Med3IeeeF16,
        MinMaxNumF16 => MinMaxIeeeF16,
        MaxMinNumF16 => MaxMinIeeeF16,
        MinNumF16x2 => MinIeeeF16x2,
        MaxNumF16x2 => MaxIeeeF16x2,
        _ => return None,
    })
}

/// Conversions to eight bits that hold overflows, as FP16_OVFL asks for.
fn held(op: Op) -> Option<Op> {
    use Op::*;
    Some(match op {
        CvtPkE4m3F32 => CvtPkSatE4m3F32,
        CvtPkE5m2F32 => CvtPkSatE5m2F32,
        CvtSrE4m3F32 => CvtSrSatE4m3F32,
        CvtSrE5m2F32 => CvtSrSatE5m2F32,
        CvtPkE4m3FnuzF32 => CvtPkSatE4m3FnuzF32,
        CvtPkE5m2FnuzF32 => CvtPkSatE5m2FnuzF32,
        CvtSrE4m3FnuzF32 => CvtSrSatE4m3FnuzF32,
        CvtSrE5m2FnuzF32 => CvtSrSatE5m2FnuzF32,
        _ => return None,
    })
}

fn omod_op(ty: Ty, omod: i32) -> Option<Op> {
    let all = match ty {
        Ty::F32 => [Op::TwiceF32, Op::FourTimesF32, Op::HalfOfF32],
        Ty::F16 => [Op::TwiceF16, Op::FourTimesF16, Op::HalfOfF16],
        Ty::F64 => [Op::TwiceF64, Op::FourTimesF64, Op::HalfOfF64],
        _ => return None,
    };
    all.get((omod as usize).wrapping_sub(1)).copied()
}

/// Whether MODE can change what `op` does.
pub(super) fn reads_mode(op: Op) -> bool {
    let float = |ty: Ty| matches!(ty, Ty::F32 | Ty::F16 | Ty::F64 | Ty::F16x2);
    let signature = op.signature();
    signature.args.iter().any(|&ty| float(ty)) || float(signature.result)
}

/// The argument types of `op`.
pub(super) fn tys(op: Op) -> [Option<Ty>; 3] {
    std::array::from_fn(|i| op.signature().args.get(i).copied())
}

/// An operation on values whose MODE is known only when it runs.
#[derive(Clone, Debug)]
pub(super) struct ByMode {
    pub op: Op,
    /// How the arguments are read, where denormals among them may be zero.
    pub tys: [Option<Ty>; 3],
    /// What is done to each argument first, whatever the mode.
    pub before: [Vec<Op>; 3],
    pub omod: i32,
    pub clamp: bool,
    pub ieee_mode: bool,
}

impl ByMode {
    fn eval(&self, mode: FloatMode, mut args: [u64; 3]) -> u64 {
        let mode = mode.of(self.op);
        let call = |op: Op, args: [u64; 3]| op.scalar_for(Nans::First)(args[0], args[1], args[2]);
        for ((arg, ty), before) in args.iter_mut().zip(self.tys).zip(&self.before) {
            let flush = ty.and_then(|ty| mode.flush(ty, false));
            for op in before.iter().copied().chain(flush) {
                *arg = call(op, [*arg, 0, 0]);
            }
        }
        let (op, rounding) = mode.variant(self.op);
        if let Some(rounding) = rounding {
            args[self.op.signature().args.len()] = rounding.into();
        }
        let result = self.op.signature().result;
        mode.finish(result, self.omod, self.clamp)
            .fold(call(op, args), |value, op| call(op, [value, 0, 0]))
    }
}

/// [`ByMode`] in every active lane.
#[derive(Debug)]
pub(super) struct LanesByMode {
    pub how: ByMode,
    pub dst: VReg,
    pub src: [Src; 3],
}

impl Custom for LanesByMode {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let mode = FloatMode::new(machine.scalar(MODE), self.how.ieee_mode);
        let signature = self.how.op.signature();
        let exec = machine.exec();
        for lane in (0..machine.lanes()).filter(|lane| exec >> lane & 1 != 0) {
            let mut args = [0; 3];
            for ((arg, ty), src) in args.iter_mut().zip(signature.args).zip(self.src) {
                let word = |n: u16| match src {
                    Src::Vector(reg) => machine.vector(reg.plus(n))[lane],
                    Src::Scalar(reg) | Src::ScalarPair(reg) => machine.scalar(reg.plus(n)),
                    Src::None => 0,
                };
                *arg = (0..ty.registers() as u16)
                    .fold(0, |all, n| all | u64::from(word(n)) << (32 * n));
            }
            let result = self.how.eval(mode, args);
            for n in 0..signature.result.registers() as u16 {
                machine.vector_mut(self.dst.plus(n))[lane] = (result >> (32 * n)) as u32;
            }
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let signature = self.how.op.signature();
        let words = |first: VReg, ty: Ty| (0..ty.registers() as u16).map(move |n| first.plus(n));
        let reads = self.src.iter().zip(signature.args);
        let reads = reads.flat_map(|(src, &ty)| match src {
            Src::Vector(reg) => words(*reg, ty).collect::<Vec<_>>(),
            _ => Vec::new(),
        });
        (reads.collect(), words(self.dst, signature.result).collect())
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        let tys = self.how.op.signature().args;
        let reads = self.src.iter().zip(tys).flat_map(|(src, ty)| match src {
            Src::Scalar(reg) | Src::ScalarPair(reg) => {
                (0..ty.registers() as u16).map(|n| reg.plus(n)).collect()
            }
            _ => Vec::new(),
        });
        (reads.chain([MODE]).collect(), Vec::new())
    }
}

/// [`ByMode`] once for the wave.
#[derive(Debug)]
pub(super) struct ScalarByMode {
    pub how: ByMode,
    pub dst: SReg,
    pub src: [SReg; 3],
}

impl Custom for ScalarByMode {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let mode = FloatMode::new(machine.scalar(MODE), self.how.ieee_mode);
        let args = self.src.map(|reg| u64::from(machine.scalar(reg)));
        let result = self.how.eval(mode, args);
        machine.set_scalar(self.dst, result as u32);
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        let count = self.how.op.signature().args.len();
        let reads = self.src[..count].iter().copied().chain([MODE]);
        (reads.collect(), vec![self.dst])
    }
}
