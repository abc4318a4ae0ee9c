//! Lane values: how a Rust type sits in register lanes and in the raw bits of a scalar register.

use crate::{Bf16, Bf16x2, F16, F16x2, I16x2, U16x2};

/// The type of an argument or a result, as plain data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ty {
    /// 1 or 0 as a result; any non-zero lane is true as an argument.
    Bool,
    /// An unsigned integer of 16 bits. Bits above it are ignored in arguments and zero in results.
    U16,
    /// A signed integer of 16 bits, as `U16` in its lane.
    I16,
    /// An IEEE half, as `U16` in its lane.
    F16,
    /// The upper half of an `F32`, as `U16` in its lane.
    Bf16,
    /// An unsigned word.
    U32,
    /// A signed word.
    I32,
    /// An IEEE single.
    F32,
    /// Two 16-bit values in one lane, the first in the low half.
    U16x2,
    /// Two signed integers.
    I16x2,
    /// Two IEEE halves.
    F16x2,
    /// Two of `Bf16`.
    Bf16x2,
    /// An unsigned integer in two consecutive registers, the lower word first.
    U64,
    /// A signed integer in two consecutive registers.
    I64,
    /// An IEEE double in two consecutive registers.
    F64,
}

impl Ty {
    /// How many consecutive registers hold a value of this type.
    pub const fn registers(self) -> usize {
        match self {
            Ty::U64 | Ty::I64 | Ty::F64 => 2,
            _ => 1,
        }
    }

    /// How many bits of a lane carry the value.
    pub const fn bits(self) -> u32 {
        match self {
            Ty::Bool => 1,
            Ty::U16 | Ty::I16 | Ty::F16 | Ty::Bf16 => 16,
            Ty::U64 | Ty::I64 | Ty::F64 => 64,
            _ => 32,
        }
    }

    /// Whether it is a float, or two of them.
    pub const fn is_float(self) -> bool {
        matches!(
            self,
            Ty::F16 | Ty::Bf16 | Ty::F32 | Ty::F64 | Ty::F16x2 | Ty::Bf16x2
        )
    }

    /// Whether it is a signed integer, or two of them.
    pub const fn is_signed(self) -> bool {
        matches!(self, Ty::I16 | Ty::I32 | Ty::I64 | Ty::I16x2)
    }
}

/// A type that lane functions take and return.
pub(crate) trait Value: Copy {
    const TY: Ty;

    fn from_bits(bits: u64) -> Self;
    fn to_bits(self) -> u64;

    /// Reads lane `lane` of a register block of `lanes` lanes.
    ///
    /// # Safety
    /// `block` must be readable for `Self::TY.registers() * lanes` words.
    #[inline(always)]
    unsafe fn load(block: *const u32, lane: usize, lanes: usize) -> Self {
        // SAFETY: by this function's contract; the high word exists for two-register types only.
        unsafe {
            let low = u64::from(*block.add(lane));
            if Self::TY.registers() == 2 {
                return Self::from_bits(low | u64::from(*block.add(lanes + lane)) << 32);
            }
            Self::from_bits(low)
        }
    }
}

macro_rules! values {
    ($($ty:ty, $tag:ident, $bits:ident => $from:expr, $value:ident => $to:expr;)*) => {$(
        impl Value for $ty {
            const TY: Ty = Ty::$tag;
            #[inline(always)]
            fn from_bits($bits: u64) -> Self { $from }
            #[inline(always)]
            fn to_bits(self) -> u64 { let $value = self; $to }
        }
    )*};
}

// Narrow values ignore the bits above them on the way in and are zero-extended on the way out.
values! {
    bool,   Bool,   x => x as u32 != 0,              x => x as u64;
    u16,    U16,    x => x as u16,                   x => x as u64;
    i16,    I16,    x => x as i16,                   x => x as u16 as u64;
    F16,    F16,    x => F16(x as u16),              x => x.0 as u64;
    Bf16,   Bf16,   x => Bf16(x as u16),             x => x.0 as u64;
    u32,    U32,    x => x as u32,                   x => x as u64;
    i32,    I32,    x => x as i32,                   x => x as u32 as u64;
    f32,    F32,    x => f32::from_bits(x as u32),   x => x.to_bits() as u64;
    U16x2,  U16x2,  x => U16x2(x as u32),            x => x.0 as u64;
    I16x2,  I16x2,  x => I16x2(x as u32),            x => x.0 as u64;
    F16x2,  F16x2,  x => F16x2(x as u32),            x => x.0 as u64;
    Bf16x2, Bf16x2, x => Bf16x2(x as u32),           x => x.0 as u64;
    u64,    U64,    x => x,                          x => x;
    i64,    I64,    x => x as i64,                   x => x as u64;
    f64,    F64,    x => f64::from_bits(x),          x => x.to_bits();
}

/// One to three lane values: the arguments of a lane function.
pub(crate) trait Args: Copy {
    const TYS: &'static [Ty];

    fn from_bits(bits: [u64; 3]) -> Self;

    fn to_bits(self) -> [u64; 3];

    /// Reads lane `lane` of every argument.
    ///
    /// # Safety
    /// The first `TYS.len()` blocks must be readable as [`Value::load`] asks; the others are not
    /// touched.
    unsafe fn load(blocks: [*const u32; 3], lane: usize, lanes: usize) -> Self;
}

macro_rules! args {
    ($($ty:ident $at:tt),*) => {
        impl<$($ty: Value),*> Args for ($($ty,)*) {
            const TYS: &'static [Ty] = &[$($ty::TY),*];
            #[inline(always)]
            fn from_bits(bits: [u64; 3]) -> Self { ($($ty::from_bits(bits[$at]),)*) }
            fn to_bits(self) -> [u64; 3] {
                let mut bits = [0; 3];
                $(bits[$at] = self.$at.to_bits();)*
                bits
            }
            #[inline(always)]
            unsafe fn load(blocks: [*const u32; 3], lane: usize, lanes: usize) -> Self {
                // SAFETY: by this function's contract.
                unsafe { ($($ty::load(blocks[$at], lane, lanes),)*) }
            }
        }
    };
}

args!(A 0);
args!(A 0, B 1);
args!(A 0, B 1, C 2);
