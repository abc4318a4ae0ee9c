//! Integer ops against plain definitions: 128-bit arithmetic, and loops over bits and bytes.

use op::{Op, Ty};

use crate::samples::{Random, lane};

/// An op's definition on its arguments, widened by sign or zeros as their types say. The result is
/// cut to the width of the result.
type Definition = fn(i128, i128, i128) -> i128;

#[rustfmt::skip]
const DEFINITIONS: &[(Op, Definition)] = &[
    (Op::AddU32, |a, b, _| a + b), (Op::SubU32, |a, b, _| a - b), (Op::Add3U32, |a, b, c| a + b + c),
    (Op::AddU64, |a, b, _| a + b), (Op::SubU64, |a, b, _| a - b), (Op::AddU16, |a, b, _| a + b),
    (Op::SubU16, |a, b, _| a - b), (Op::MulU32, |a, b, _| a * b), (Op::MulU16, |a, b, _| a * b),
    (Op::MadU32, |a, b, c| a * b + c), (Op::MadU16, |a, b, c| a * b + c),
    (Op::MulU64, |a, b, _| a.wrapping_mul(b)), (Op::MadU64, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
    (Op::MulHiU32, |a, b, _| (a * b) >> 32), (Op::MulHiI32, |a, b, _| (a * b) >> 32),
    (Op::MulHiI64, |a, b, _| (a * b) >> 64), (Op::MulHiU64, |a, b, _| ((a as u128 * b as u128) >> 64) as i128),
    (Op::MulWideU32, |a, b, _| a * b), (Op::MulWideI32, |a, b, _| a * b),
    (Op::MadWideU32, |a, b, c| a * b + c), (Op::MadWideI32, |a, b, c| a * b + c),
    (Op::MadWideCarryOutU32, |a, b, c| (a * b + c) >> 64), (Op::MadWideSignI32, |a, b, c| (a * b + c) >> 64 & 1),
    (Op::MulU24, |a, b, _| (a & 0xff_ffff) * (b & 0xff_ffff)), (Op::MulHiU24, |a, b, _| ((a & 0xff_ffff) * (b & 0xff_ffff)) >> 32),
    (Op::MulI24, |a, b, _| s24(a) * s24(b)), (Op::MulHiI24, |a, b, _| (s24(a) * s24(b)) >> 32),
    (Op::MadU24, |a, b, c| (a & 0xff_ffff) * (b & 0xff_ffff) + c), (Op::MadI24, |a, b, c| s24(a) * s24(b) + c),
    (Op::MadU32U16, |a, b, c| a * b + c), (Op::MadI32I16, |a, b, c| a * b + c),
    (Op::AddSatU32, |a, b, _| (a + b).min(0xffff_ffff)), (Op::SubSatU32, |a, b, _| (a - b).max(0)),
    (Op::AddSatI32, |a, b, _| hold(a + b, 32)), (Op::SubSatI32, |a, b, _| hold(a - b, 32)),
    (Op::AddSatU64, |a, b, _| (a + b).min(u64::MAX.into())), (Op::SubSatU64, |a, b, _| (a - b).max(0)),
    (Op::AddSatI64, |a, b, _| hold(a + b, 64)), (Op::SubSatI64, |a, b, _| hold(a - b, 64)),
    (Op::AddSatU16, |a, b, _| (a + b).min(0xffff)), (Op::SubSatU16, |a, b, _| (a - b).max(0)),
    (Op::AddSatI16, |a, b, _| hold(a + b, 16)), (Op::SubSatI16, |a, b, _| hold(a - b, 16)),
    (Op::MadSatU16, |a, b, c| (a * b + c).min(0xffff)), (Op::MadSatI16, |a, b, c| hold(a * b + c, 16)),
    (Op::AddCarryU32, |a, b, c| a + b + c), (Op::AddCarryOutU32, |a, b, c| (a + b + c) >> 32),
    (Op::AddOverflowU32, |a, b, _| (a + b) >> 32), (Op::AddOverflowI32, |a, b, _| outside(a + b, 32)),
    (Op::SubBorrowU32, |a, b, c| a - b - c), (Op::SubBorrowOutU32, |a, b, c| (a - b - c < 0).into()),
    (Op::SubOverflowI32, |a, b, _| outside(a - b, 32)),
    (Op::DivU32, |a, b, _| if b == 0 { -1 } else { a / b }), (Op::DivI32, |a, b, _| if b == 0 { -1 } else { a / b }),
    (Op::RemU32, |a, b, _| if b == 0 { a } else { a % b }), (Op::RemI32, |a, b, _| if b == 0 { a } else { a % b }),
    (Op::DivU64, |a, b, _| if b == 0 { -1 } else { a / b }), (Op::DivI64, |a, b, _| if b == 0 { -1 } else { a / b }),
    (Op::RemU64, |a, b, _| if b == 0 { a } else { a % b }), (Op::RemI64, |a, b, _| if b == 0 { a } else { a % b }),
    (Op::MinU32, |a, b, _| a.min(b)), (Op::MaxI32, |a, b, _| a.max(b)), (Op::MinI64, |a, b, _| a.min(b)), (Op::MaxU16, |a, b, _| a.max(b)),
    (Op::Med3U32, median), (Op::Med3I32, median), (Op::Med3U16, median), (Op::Med3I16, median),
    (Op::MinMaxI32, |a, b, c| a.min(b).max(c)), (Op::MaxMinU32, |a, b, c| a.max(b).min(c)),
    (Op::NegI32, |a, _, _| -a), (Op::AbsI32, |a, _, _| a.abs()), (Op::NegI64, |a, _, _| -a), (Op::AbsI64, |a, _, _| a.abs()),
    (Op::NegSatI32, |a, _, _| hold(-a, 32)), (Op::AbsSatI32, |a, _, _| hold(a.abs(), 32)), (Op::AbsDiffU32, |a, b, _| (a - b).abs()),
    (Op::ShlB32, |a, b, _| a << (b & 31)), (Op::ShrU32, |a, b, _| a >> (b & 31)), (Op::ShrI32, |a, b, _| a >> (b & 31)),
    (Op::ShlB64, |a, b, _| a << (b & 63)), (Op::ShrU64, |a, b, _| a >> (b & 63)), (Op::ShrI64, |a, b, _| a >> (b & 63)),
    (Op::ShlB16, |a, b, _| a << (b & 15)), (Op::ShrU16, |a, b, _| a >> (b & 15)), (Op::ShrI16, |a, b, _| a >> (b & 15)),
    (Op::RotlB32, |a, b, _| (a << 32 | a) >> (32 - (b & 31))), (Op::RotrB32, |a, b, _| (a << 32 | a) >> (b & 31)),
    (Op::AlignBitB32, |a, b, c| (a << 32 | b) >> (c & 31)), (Op::AlignByteB32, |a, b, c| (a << 32 | b) >> (8 * (c & 3))),
    (Op::BfeU32, |a, b, c| field(a, b & 31, c & 31)), (Op::BfeI32, |a, b, c| extended(field(a, b & 31, c & 31), c & 31)),
    (Op::ExtractU32, |a, b, c| field(a, b.min(32), c.min(32))),
    (Op::ExtractI32, |a, b, c| extended(field(a, b.min(63), c.min(32)), c.min(32))),
    (Op::BfePackedU32, |a, b, _| field(a, b & 31, b >> 16 & 127)), (Op::BfePackedU64, |a, b, _| field(a, b & 63, b >> 16 & 127)),
    (Op::BfePackedI32, |a, b, _| extended(field(a, b & 31, (b >> 16 & 127).min(32)), (b >> 16 & 127).min(32))),
    (Op::BfePackedI64, |a, b, _| extended(field(a, b & 63, (b >> 16 & 127).min(64)), (b >> 16 & 127).min(64))),
    (Op::BfmB32, |a, b, _| ((1 << (a & 31)) - 1) << (b & 31)), (Op::BfmB64, |a, b, _| ((1 << (a & 63)) - 1) << (b & 63)),
    (Op::FieldMaskB32, |a, b, _| ((1 << b.min(32)) - 1) << a.min(32)), (Op::BfiB32, |a, b, c| a & b | !a & c),
    (Op::PopCountB32, |a, _, _| ones(a)), (Op::PopCountB64, |a, _, _| ones(a)), (Op::PopCountAddU32, |a, b, _| ones(a) + b),
    (Op::ClzB32, |a, _, _| 31 - highest(a)), (Op::CtzB32, |a, _, _| if a == 0 { 32 } else { lowest(a) }),
    (Op::FindHighB32, |a, _, _| if a == 0 { -1 } else { 31 - highest(a) }), (Op::FindLowB32, |a, _, _| lowest(a)),
    (Op::FindHighB64, |a, _, _| if a == 0 { -1 } else { 63 - highest(a) }), (Op::FindLowB64, |a, _, _| lowest(a)),
    (Op::FindSignI32, |a, _, _| sign_run(a, 32)), (Op::FindSignI64, |a, _, _| sign_run(a, 64)),
    (Op::BrevB32, |a, _, _| each(32, |i| bit(a, 31 - i))), (Op::BrevB64, |a, _, _| each(64, |i| bit(a, 63 - i))),
    (Op::QuadMaskB32, |a, _, _| each(8, |i| (field(a, 4 * i, 4) != 0).into())), (Op::QuadMaskB64, |a, _, _| each(16, |i| (field(a, 4 * i, 4) != 0).into())),
    (Op::WholeQuadB32, |a, _, _| each(32, |i| (field(a, i & !3, 4) != 0).into())), (Op::WholeQuadB64, |a, _, _| each(64, |i| (field(a, i & !3, 4) != 0).into())),
    (Op::BitReplicateB64, |a, _, _| each(64, |i| bit(a, i / 2))),
    (Op::PermB32, |a, b, c| bytes(|i| permuted(a << 32 | b, field(c, 8 * i, 8)))),
    (Op::SadU8, |a, b, c| c + total(4, |i| (byte(a, i) - byte(b, i)).abs())), (Op::SadHiU8, |a, b, c| c + (total(4, |i| (byte(a, i) - byte(b, i)).abs()) << 16)),
    (Op::MsadU8, |a, b, c| c + masked_sad(a, b)), (Op::SadU32, |a, b, c| c + (a - b).abs()),
    (Op::SadU16, |a, b, c| c + total(2, |i| (field(a, 16 * i, 16) - field(b, 16 * i, 16)).abs())),
    (Op::QsadU16, |a, b, c| halves(4, |i| field(c, 16 * i, 16) + total(4, |j| (byte(a, i + j) - byte(b, j)).abs()))),
    (Op::MqsadU16, |a, b, c| halves(4, |i| field(c, 16 * i, 16) + masked_sad(a >> (8 * i), b))),
    (Op::LerpU8, |a, b, c| bytes(|i| (byte(a, i) + byte(b, i) + bit(c, 8 * i)) >> 1)),
    (Op::Dot4U8, |a, b, c| c + total(4, |i| byte(a, i) * byte(b, i))), (Op::Dot4I8, |a, b, c| c + total(4, |i| extended(byte(a, i), 8) * extended(byte(b, i), 8))),
    (Op::Dot4I8U8, |a, b, c| c + total(4, |i| extended(byte(a, i), 8) * byte(b, i))), (Op::Dot4U8I8, |a, b, c| c + total(4, |i| byte(a, i) * extended(byte(b, i), 8))),
    (Op::Dot4SatI8, |a, b, c| hold(c + total(4, |i| extended(byte(a, i), 8) * extended(byte(b, i), 8)), 32)),
    (Op::Dot4SatU8, |a, b, c| (c + total(4, |i| byte(a, i) * byte(b, i))).min(0xffff_ffff)),
    (Op::Dot8U4, |a, b, c| c + total(8, |i| field(a, 4 * i, 4) * field(b, 4 * i, 4))),
    (Op::Dot8I4, |a, b, c| c + total(8, |i| extended(field(a, 4 * i, 4), 4) * extended(field(b, 4 * i, 4), 4))),
    (Op::Dot8I4U4, |a, b, c| c + total(8, |i| extended(field(a, 4 * i, 4), 4) * field(b, 4 * i, 4))),
    (Op::Dot2I16, |a, b, c| c + total(2, |i| extended(field(a, 16 * i, 16), 16) * extended(field(b, 16 * i, 16), 16))),
    (Op::Dot2U16, |a, b, c| c + total(2, |i| field(a, 16 * i, 16) * field(b, 16 * i, 16))),
    (Op::AddU16x2, |a, b, _| halves(2, |i| field(a, 16 * i, 16) + field(b, 16 * i, 16))),
    (Op::MadSatI16x2, |a, b, c| halves(2, |i| { let s = |x| extended(field(x, 16 * i, 16), 16); hold(s(a) * s(b) + s(c), 16) })),
    (Op::MinI16x2, |a, b, _| halves(2, |i| extended(field(a, 16 * i, 16), 16).min(extended(field(b, 16 * i, 16), 16)))),
    (Op::ShrI16x2, |a, b, _| halves(2, |i| extended(field(a, 16 * i, 16), 16) >> field(b, 16 * i, 4))),
    (Op::PackHighLowB16, |a, b, _| a >> 16 | (b & 0xffff) << 16), (Op::PackB64, |a, b, _| b << 32 | a),
    (Op::SextI8, |a, _, _| extended(a & 0xff, 8)), (Op::SextI32, |a, _, _| a), (Op::SatI32U32, |a, _, _| hold(a, 32)),
    (Op::SatU32I32, |a, _, _| a.max(0)), (Op::CvtPkI16I32, |a, b, _| hold(a, 16) & 0xffff | hold(b, 16) << 16),
    (Op::SatPkU8I16, |a, _, _| extended(a & 0xffff, 16).clamp(0, 255) | extended(field(a, 16, 16), 16).clamp(0, 255) << 8),
    (Op::LtU32, |a, b, _| (a < b).into()), (Op::LtI32, |a, b, _| (a < b).into()), (Op::GeI64, |a, b, _| (a >= b).into()),
    (Op::LeU64, |a, b, _| (a <= b).into()), (Op::GtI16, |a, b, _| (a > b).into()), (Op::NeU16, |a, b, _| (a != b).into()),
    (Op::SelectB32, |a, b, c| if a != 0 { b } else { c }), (Op::SelectB64, |a, b, c| if a != 0 { b } else { c }),
    (Op::SelectNotNegI32, |a, b, c| if c >= 0 { a } else { b }),
    (Op::ShrPkI8I32, |a, b, c| hold(a >> (c & 31), 8) & 0xff | (hold(b >> (c & 31), 8) & 0xff) << 8),
    (Op::ShrPkU8I32, |a, b, c| (a >> (c & 31)).clamp(0, 0xff) | (b >> (c & 31)).clamp(0, 0xff) << 8),
    (Op::Dot2SatI16, |a, b, c| hold(s16(a) * s16(b) + s16(a >> 16) * s16(b >> 16) + c, 32)),
    (Op::Dot2SatU16, |a, b, c| ((a & 0xffff) * (b & 0xffff) + (a >> 16 & 0xffff) * (b >> 16 & 0xffff) + c).min(0xffff_ffff)),
    (Op::PrngB32, |a, _, _| a << 1 ^ if a >> 31 & 1 != 0 { 197 } else { 0 }),
];

#[test]
fn ops_equal_their_definitions() {
    let mut random = Random::new(13);
    for &(op, definition) in DEFINITIONS {
        let signature = op.signature();
        for _ in 0..4000 {
            let mut raw = [0; 3];
            let mut wide = [0; 3];
            for ((raw, wide), &ty) in raw.iter_mut().zip(&mut wide).zip(signature.args) {
                *raw = lane(ty, &mut random);
                *wide = widened(*raw, ty);
            }
            let expected = definition(wide[0], wide[1], wide[2]);
            let bits = signature.result.bits();
            let expected = expected as u64 & (!0 >> (64 - bits));
            let result = op.eval(raw);
            assert_eq!(
                result, expected,
                "{op:?} of {raw:#x?}: {result:#x}, expected {expected:#x}"
            );
        }
    }
}

fn widened(bits: u64, ty: Ty) -> i128 {
    match ty {
        Ty::Bool => (bits != 0).into(),
        _ if ty.is_signed() && ty != Ty::I16x2 => {
            extended(field(bits.into(), 0, ty.bits().into()), ty.bits().into())
        }
        _ => field(bits.into(), 0, ty.bits().into()),
    }
}

fn bit(x: i128, i: i128) -> i128 {
    x >> i & 1
}

fn field(x: i128, position: i128, length: i128) -> i128 {
    x >> position & ((1 << length.min(64)) - 1)
}

fn byte(x: i128, i: i128) -> i128 {
    field(x, 8 * i, 8)
}

/// The number whose two's complement in `bits` bits is x.
fn extended(x: i128, bits: i128) -> i128 {
    if bits > 0 && bit(x, bits - 1) == 1 {
        x - (1 << bits)
    } else {
        x
    }
}

/// The low 16 bits, signed.
fn s16(a: i128) -> i128 {
    i128::from(a as i16)
}

fn s24(x: i128) -> i128 {
    extended(field(x, 0, 24), 24)
}

fn hold(x: i128, bits: u32) -> i128 {
    x.clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
}

fn outside(x: i128, bits: u32) -> i128 {
    (x != hold(x, bits)).into()
}

fn median(a: i128, b: i128, c: i128) -> i128 {
    let mut sorted = [a, b, c];
    sorted.sort();
    sorted[1]
}

fn total(n: i128, term: impl Fn(i128) -> i128) -> i128 {
    (0..n).map(term).sum()
}

fn each(n: i128, term: impl Fn(i128) -> i128) -> i128 {
    total(n, |i| term(i) << i)
}

fn bytes(term: impl Fn(i128) -> i128) -> i128 {
    total(4, |i| (term(i) & 0xff) << (8 * i))
}

fn halves(n: i128, term: impl Fn(i128) -> i128) -> i128 {
    total(n, |i| (term(i) & 0xffff) << (16 * i))
}

fn ones(x: i128) -> i128 {
    total(64, |i| bit(x, i))
}

fn highest(x: i128) -> i128 {
    (0..64).rev().find(|&i| bit(x, i) == 1).unwrap_or(-1)
}

fn lowest(x: i128) -> i128 {
    (0..64).find(|&i| bit(x, i) == 1).unwrap_or(-1)
}

fn sign_run(x: i128, bits: i128) -> i128 {
    (1..bits)
        .find(|&i| bit(x, bits - 1 - i) != bit(x, bits - 1))
        .unwrap_or(-1)
}

fn masked_sad(a: i128, b: i128) -> i128 {
    total(4, |i| {
        if byte(b, i) == 0 {
            0
        } else {
            (byte(a, i) - byte(b, i)).abs()
        }
    })
}

fn permuted(data: i128, select: i128) -> i128 {
    match select {
        0..8 => byte(data, select),
        8..12 => 0xff * bit(data, 16 * (select - 8) + 15),
        12 => 0,
        _ => 0xff,
    }
}
