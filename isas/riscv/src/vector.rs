//! What vector instructions mean: families of operations over functions of one element.
//!
//! Integer elements reach their functions as exact numbers in 128 bits, extended as the row says,
//! and the low bits of the answer are the result. So one addition serves `vadd`, `vwadd` and
//! `vwaddu.w`, and no function needs to know the width of its operands unless it shifts.

use crate::float::FloatOp;

/// What a function of one element may look at, and what it may report.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// SEW.
    pub bits: u32,
    /// `vxrm`.
    pub rounding: u32,
    /// Whether a result did not fit.
    pub saturated: bool,
}

/// `f(vd, vs2, second source)`.
pub type IntegerLane = fn(i128, i128, i128, &mut Lane) -> i128;

/// The second source of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    None,
    Vector,
    Integer,
    Float,
    Immediate,
}

/// How wide the operands are, compared with SEW.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Widths {
    Same,
    /// The result is twice as wide as the sources.
    Widen,
    /// The result and `vs2` are twice as wide as the other source.
    WidenWide,
    /// `vs2` is twice as wide as the result.
    Narrow,
    /// `vs2` is this many times narrower than the result.
    Extend(u8),
}

impl Widths {
    /// Of the result.
    pub fn result(self, sew: usize) -> usize {
        match self {
            Widths::Widen | Widths::WidenWide => 2 * sew,
            Widths::Same | Widths::Narrow | Widths::Extend(_) => sew,
        }
    }

    /// Of `vs2`.
    pub fn source(self, sew: usize) -> usize {
        match self {
            Widths::WidenWide | Widths::Narrow => 2 * sew,
            Widths::Same | Widths::Widen => sew,
            Widths::Extend(by) => sew / usize::from(by),
        }
    }
}

/// Whether `vs2` and the second source are signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signs(pub bool, pub bool);

/// How a memory access finds its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addressing {
    Unit,
    /// Unit stride; only a fault of element 0 is one.
    FaultFirst,
    Strided,
    Indexed,
    /// As many bytes as hold a mask of `vl` bits.
    Mask,
    /// Whole registers, whatever the type.
    Whole,
}

/// What a mask instruction sets, relative to the first bit that is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    Before,
    Including,
    Only,
}

/// A function of float elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatLane {
    /// `op(vs2, second)`, or the other way round.
    Two {
        op: FloatOp,
        reversed: bool,
    },
    /// `±(second * vs2) ± vd`, or with `vd` and `vs2` exchanged.
    Fused {
        op: FloatOp,
        multiplies_vd: bool,
    },
    Sqrt,
    /// Estimates to seven bits.
    Rsqrt7,
    Rec7,
    Class,
}

/// What a number is read or written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Float,
    Signed,
    Unsigned,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// As `frm` says.
    Dynamic,
    TowardZero,
    /// Toward zero, and the last bit says whether anything was lost.
    ToOdd,
}

/// What a vector instruction does.
#[derive(Clone, Copy, Debug)]
pub enum VectorOp {
    SetVli,
    SetIvli,
    SetVl,
    Load(Addressing),
    Store(Addressing),
    /// `vd[i] = f(vd[i], vs2[i], second[i])`.
    Each {
        widths: Widths,
        signs: Signs,
        lane: IntegerLane,
    },
    /// A mask: `vd.bit[i] = f(vs2[i], second[i])`.
    Compare {
        signed: bool,
        lane: fn(i128, i128) -> bool,
    },
    /// Sum or difference with the carry in `v0`.
    Carry {
        subtract: bool,
    },
    /// A mask: the carry or borrow of the same.
    CarryOut {
        subtract: bool,
    },
    /// `vd[i] = v0.bit[i] ? second[i] : vs2[i]`.
    Merge,
    Move,
    MoveRegisters(u8),
    /// `vd[0] = f(... f(vs1[0], vs2[0]) ...)`.
    Reduce {
        wide: bool,
        signed: bool,
        lane: fn(i128, i128) -> i128,
    },
    /// A mask: `vd.bit[i] = f(vs2.bit[i], vs1.bit[i])`.
    Mask(fn(bool, bool) -> bool),
    CountMask,
    FirstMask,
    SetMask(First),
    Iota,
    Id,
    SlideUp,
    SlideDown,
    SlideUpOne,
    SlideDownOne,
    /// `vd[i] = vs2[second[i]]`, the index 16 bits wide if `short`.
    Gather {
        short: bool,
    },
    Compress,
    /// Element 0 to a scalar register, and the other way.
    ToScalar,
    FromScalar,
    FloatEach {
        widths: Widths,
        lane: FloatLane,
    },
    FloatCompare {
        op: FloatOp,
        /// `second op vs2`.
        reversed: bool,
        negated: bool,
    },
    FloatReduce {
        wide: bool,
        op: FloatOp,
    },
    Convert {
        widths: Widths,
        from: Number,
        to: Number,
        rounding: Rounding,
    },
}

/// Functions of one element that are more than an expression.
pub mod lanes {
    use super::Lane;

    /// `value >> shift`, rounded as `vxrm` says.
    pub fn shift_rounded(value: i128, shift: u32, lane: &Lane) -> i128 {
        if shift == 0 {
            return value;
        }
        let below = value & ((1 << shift) - 1);
        let half = 1 << (shift - 1);
        let shifted = value >> shift;
        let up = match lane.rounding {
            0 => below >= half,
            1 => below > half || below == half && shifted & 1 == 1,
            2 => false,
            _ => below != 0 && shifted & 1 == 0,
        };
        shifted + i128::from(up)
    }

    fn clamp(value: i128, low: i128, high: i128, lane: &mut Lane) -> i128 {
        let clamped = value.clamp(low, high);
        lane.saturated |= clamped != value;
        clamped
    }

    pub fn saturate_signed(value: i128, lane: &mut Lane) -> i128 {
        let most = 1i128 << (lane.bits - 1);
        clamp(value, -most, most - 1, lane)
    }

    pub fn saturate_unsigned(value: i128, lane: &mut Lane) -> i128 {
        clamp(value, 0, (1 << lane.bits) - 1, lane)
    }

    /// The low bits of a shift count count.
    pub fn count(b: i128, bits: u32) -> u32 {
        b as u32 & (bits - 1)
    }

    /// Division by zero gives all ones; the quotient that does not fit is the dividend again,
    /// which is what its low bits are.
    pub fn divide(a: i128, b: i128) -> i128 {
        if b == 0 { -1 } else { a / b }
    }

    pub fn remainder(a: i128, b: i128) -> i128 {
        if b == 0 { a } else { a % b }
    }
}
