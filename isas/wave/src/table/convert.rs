//! Section 6.7. The types are flags, the rounding mode and the halves sit in slot b. A row is a
//! shape: which side is a pair, a half or a whole register.

use super::modifiers::{flags, in_slot};
use crate::device::Capability::{F16, F64};
use crate::meaning::Meaning::{Convert, Lanes};
use crate::meaning::Type::{self, F16 as F16_, F32 as F32_, F64 as F64_, S32, U32};
use crate::ptx::Ptx::{ByMeaning, Lines};
use crate::row::Operand::{self, HalfIn, HalfOut, Pair, Reg};
use crate::row::Slot::{A, B, D};
use crate::row::{Bits, Modifier, SR, WaveRow};
use op::Op;

/// Toward zero unless written otherwise.
#[rustfmt::skip]
static TO_INT: Modifier = in_slot("round", B, 3,
    &[("", 1), (".rni", 0), (".rzi", 1), (".rmi", 2), (".rpi", 3)], "rounding to an integer: nearest even, toward zero, down, up");
#[rustfmt::skip]
static TO_FLOAT: Modifier = in_slot("round", B, 3,
    &[("", 0), (".rn", 0), (".rz", 1), (".rm", 2), (".rp", 3)], "rounding: to nearest even, toward zero, down, up");
/// Between equal types the suffix is what the instruction is about, so it must be written.
#[rustfmt::skip]
static INTEGRAL: Modifier = in_slot("round", B, 3,
    &[(".rni", 0), (".rzi", 1), (".rmi", 2), (".rpi", 3)], "rounding to an integral value: nearest even, toward zero, down, up");
static INT_TO: Modifier = flags(
    "to",
    7,
    &[(".s32", 0), (".u32", 1)],
    "the type of the result",
);
static INT_FROM: Modifier = flags(
    "from",
    0o70,
    &[(".s32", 0), (".u32", 0o10)],
    "the type of the source",
);

const OUT: Operand = HalfOut(Bits::new(B, 4, 3));
const IN: Operand = HalfIn(A, Bits::new(B, 2, 2));

/// Both types fixed.
const fn types(to: Type, from: Type) -> u8 {
    to as u8 | (from as u8) << 3
}

const fn row(
    name: &'static str,
    modifiers: &'static [&'static Modifier],
    operands: &'static [Operand],
    doc: &'static str,
) -> WaveRow {
    WaveRow::new(name, 37, SR, modifiers, operands, Convert, ByMeaning, doc)
}

#[rustfmt::skip]
pub static ROWS: &[WaveRow] = &[
    row("cvt{round}{to}.f32",   &[&TO_INT, &INT_TO],     &[Reg(D), Reg(A)],  "a float as an integer; out of range clamps, NaN is 0").fix(0o70, types(S32, F32_)),
    row("cvt{round}{to}.f16",   &[&TO_INT, &INT_TO],     &[Reg(D), IN],      "a float as an integer; out of range clamps, NaN is 0").fix(0o70, types(S32, F16_)).needs(&[F16]).completion(),
    row("cvt{round}{to}.f64",   &[&TO_INT, &INT_TO],     &[Reg(D), Pair(A)], "a float as an integer; out of range clamps, NaN is 0").fix(0o70, types(S32, F64_)).needs(&[F64]).completion(),
    row("cvt{round}.f32{from}", &[&TO_FLOAT, &INT_FROM], &[Reg(D), Reg(A)],  "an integer as a float").fix(7, F32_ as u8),
    row("cvt{round}.f16{from}", &[&TO_FLOAT, &INT_FROM], &[OUT, Reg(A)],     "an integer as a float").fix(7, F16_ as u8).needs(&[F16]).completion(),
    row("cvt{round}.f64{from}", &[&TO_FLOAT, &INT_FROM], &[Pair(D), Reg(A)], "an integer as a float").fix(7, F64_ as u8).needs(&[F64]).completion(),
    row("cvt{round}.f32.f16",   &[&TO_FLOAT],            &[Reg(D), IN],      "half precision as single").fix(0o77, types(F32_, F16_)).needs(&[F16]),
    row("cvt{round}.f32.f64",   &[&TO_FLOAT],            &[Reg(D), Pair(A)], "double precision as single").fix(0o77, types(F32_, F64_)).needs(&[F64]),
    row("cvt{round}.f16.f32",   &[&TO_FLOAT],            &[OUT, Reg(A)],     "single precision as half").fix(0o77, types(F16_, F32_)).needs(&[F16]),
    row("cvt{round}.f16.f64",   &[&TO_FLOAT],            &[OUT, Pair(A)],    "double precision as half").fix(0o77, types(F16_, F64_)).needs(&[F16, F64]).completion(),
    row("cvt{round}.f64.f32",   &[&TO_FLOAT],            &[Pair(D), Reg(A)], "single precision as double").fix(0o77, types(F64_, F32_)).needs(&[F64]),
    row("cvt{round}.f64.f16",   &[&TO_FLOAT],            &[Pair(D), IN],     "half precision as double").fix(0o77, types(F64_, F16_)).needs(&[F16, F64]).completion(),
    row("cvt{round}.f32.f32",   &[&INTEGRAL],            &[Reg(D), Reg(A)],  "rounds to an integral value").fix(0o77, types(F32_, F32_)).completion(),
    row("cvt{round}.f16.f16",   &[&INTEGRAL],            &[OUT, IN],         "rounds to an integral value").fix(0o77, types(F16_, F16_)).needs(&[F16]).completion(),
    row("cvt{round}.f64.f64",   &[&INTEGRAL],            &[Pair(D), Pair(A)], "rounds to an integral value").fix(0o77, types(F64_, F64_)).needs(&[F64]).completion(),
    WaveRow::new("cvt.s32.u32", 37, SR, &[], &[Reg(D), Reg(A)], Lanes(Op::SatI32U32), Lines("@min.u32 {d}, {a}, 0x7fffffff;"), "an unsigned integer as a signed one, clamped").fix(0o77, types(S32, U32)).completion(),
    WaveRow::new("cvt.u32.s32", 37, SR, &[], &[Reg(D), Reg(A)], Lanes(Op::SatU32I32), Lines("@max.s32 {d}, {a}, 0;"), "a signed integer as an unsigned one, clamped").fix(0o77, types(U32, S32)).completion(),
];
