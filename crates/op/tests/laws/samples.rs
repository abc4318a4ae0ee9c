//! Values to try: a seeded generator that prefers the corners of each type.

use op::Ty;

pub use ::random::Random;

/// Bits for one lane of an argument of type `ty`; narrow values carry noise above them.
pub fn lane(ty: Ty, random: &mut Random) -> u64 {
    let noise = random.bits();
    match ty {
        Ty::Bool => random.pick(&[0, 1, noise as u32 as u64]),
        Ty::F16 => half(random) as u64 | noise << 16,
        Ty::Bf16 => (float(random) >> 16) as u64 | noise << 16,
        Ty::U16 | Ty::I16 => integer(random, 16) | noise << 16,
        Ty::F16x2 => (half(random) as u32 | (half(random) as u32) << 16) as u64,
        Ty::Bf16x2 => (float(random) >> 16 | float(random) & 0xffff_0000) as u64,
        Ty::U16x2 | Ty::I16x2 => integer(random, 16) | integer(random, 16) << 16,
        Ty::U32 | Ty::I32 => integer(random, 32),
        Ty::F32 => float(random) as u64,
        Ty::U64 | Ty::I64 => integer(random, 64),
        Ty::F64 => double(random),
    }
}

/// Small numbers, numbers near the ends of the range, powers of two and their neighbours, and
/// anything else.
pub fn integer(random: &mut Random, bits: u32) -> u64 {
    let x = random.bits();
    let small = x >> 8 & 0x3f;
    let power = 1u64 << (x >> 16 & 63);
    let value = match x % 8 {
        0 => small,
        1 => small.wrapping_neg(),
        2 => (1u64 << (bits - 1)).wrapping_add(small).wrapping_sub(32),
        3 => power.wrapping_sub(1),
        4 => power,
        _ => random.bits(),
    };
    if bits == 64 {
        value
    } else {
        value & ((1 << bits) - 1)
    }
}

/// Bits of an `f32`: special values, integers, halves, numbers of ordinary size, and any bits at
/// all.
pub fn float(random: &mut Random) -> u32 {
    let x = random.bits();
    match x % 6 {
        0 => f32::from_bits(random.pick(&FLOATS) ^ (x >> 32) as u32 & 0x8000_0000),
        1 => ((x >> 32) as i32 >> (x >> 8 & 31)) as f32 * 0.5,
        2 => f32::from_bits((x >> 32) as u32 & 0x83ff_ffff | 0x3c00_0000),
        // Near the edges of half precision.
        3 => f32::from_bits(
            (x >> 32) as u32 & 0x8fff_f000 | 0x3000_0000 | random.pick(&[0, 0xfff, 1]),
        ),
        _ => return (x >> 32) as u32,
    }
    .to_bits()
}

pub fn half(random: &mut Random) -> u16 {
    let x = random.bits();
    match x % 4 {
        0 => random.pick(&HALVES) ^ (x >> 32) as u16 & 0x8000,
        1 => (x >> 32) as u16 & 0x87ff | 0x3800,
        _ => (x >> 32) as u16,
    }
}

pub fn double(random: &mut Random) -> u64 {
    let x = random.bits();
    match x % 6 {
        0 => random.pick(&DOUBLES) ^ x & 1 << 63,
        1 => ((x as i64 >> (x >> 8 & 63)) as f64 * 0.5).to_bits(),
        2 => random.bits() & 0x807f_ffff_ffff_ffff | 0x3fc0_0000_0000_0000,
        3 => {
            f64::from(f32::from_bits(float(random))).to_bits()
                ^ random.pick(&[0, 1, 0x1000_0000, 0xfff_ffff])
        }
        _ => random.bits(),
    }
}

#[rustfmt::skip]
pub const FLOATS: [u32; 28] = [
    0, 1, 2, 0x7f_ffff, 0x80_0000, 0x80_0001,              // zero, subnormals, the least normal
    0x3f00_0000, 0x3f7f_ffff, 0x3f80_0000, 0x3f80_0001,    // around 1/2 and 1
    0x3fc0_0000, 0x4000_0000, 0x4020_0000, 0x40490fdb,     // 1.5, 2, 2.5, pi
    0x4b00_0000, 0x4b7f_ffff, 0x4b80_0000,                 // where integers end
    0x4eff_ffff, 0x4f00_0000, 0x4f7f_ffff, 0x4f80_0000,    // the ends of i32 and u32
    0x477f_e000, 0x477f_f000,                              // the ends of f16
    0x7f7f_ffff, 0x7f80_0000,                              // the greatest, infinity
    0x7f80_0001, 0x7fc0_0000, 0x7fff_ffff,                 // NaNs: signalling, canonical, with payload
];

pub const HALVES: [u16; 16] = [
    0, 1, 2, 0x3ff, 0x400, 0x401, 0x3800, 0x3bff, 0x3c00, 0x3c01, 0x6400, 0x7bff, 0x7c00, 0x7c01,
    0x7e00, 0x7fff,
];

#[rustfmt::skip]
pub const DOUBLES: [u64; 20] = [
    0, 1, 2, 0xf_ffff_ffff_ffff, 0x10_0000_0000_0000, 0x10_0000_0000_0001,
    0x3fe0_0000_0000_0000, 0x3fef_ffff_ffff_ffff, 0x3ff0_0000_0000_0000, 0x3ff0_0000_0000_0001,
    0x4340_0000_0000_0000, 0x41df_ffff_ffc0_0000, 0x43e0_0000_0000_0000, 0x43f0_0000_0000_0000,
    0x47ef_ffff_e000_0000, 0x7fef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000, 0x7ff0_0000_0000_0001, 0x7ff8_0000_0000_0000, 0x7fff_ffff_ffff_ffff,
];
