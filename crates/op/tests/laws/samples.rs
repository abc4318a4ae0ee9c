//! Values to try: a seeded generator that prefers the corners of each type.

use op::Ty;

/// SplitMix64: short, and the same on every host.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[(self.next() % from.len() as u64) as usize]
    }
}

/// Bits for one lane of an argument of type `ty`; narrow values carry noise above them.
pub fn lane(ty: Ty, rng: &mut Rng) -> u64 {
    let noise = rng.next();
    match ty {
        Ty::Bool => rng.pick(&[0, 1, noise as u32 as u64]),
        Ty::F16 => half(rng) as u64 | noise << 16,
        Ty::Bf16 => (float(rng) >> 16) as u64 | noise << 16,
        Ty::U16 | Ty::I16 => integer(rng, 16) | noise << 16,
        Ty::F16x2 => (half(rng) as u32 | (half(rng) as u32) << 16) as u64,
        Ty::Bf16x2 => (float(rng) >> 16 | float(rng) & 0xffff_0000) as u64,
        Ty::U16x2 | Ty::I16x2 => integer(rng, 16) | integer(rng, 16) << 16,
        Ty::U32 | Ty::I32 => integer(rng, 32),
        Ty::F32 => float(rng) as u64,
        Ty::U64 | Ty::I64 => integer(rng, 64),
        Ty::F64 => double(rng),
    }
}

/// Small numbers, numbers near the ends of the range, powers of two and their neighbours, and
/// anything else.
pub fn integer(rng: &mut Rng, bits: u32) -> u64 {
    let x = rng.next();
    let small = x >> 8 & 0x3f;
    let power = 1u64 << (x >> 16 & 63);
    let value = match x % 8 {
        0 => small,
        1 => small.wrapping_neg(),
        2 => (1u64 << (bits - 1)).wrapping_add(small).wrapping_sub(32),
        3 => power.wrapping_sub(1),
        4 => power,
        _ => rng.next(),
    };
    if bits == 64 {
        value
    } else {
        value & ((1 << bits) - 1)
    }
}

/// Bits of an `f32`: special values, integers, halves, numbers of ordinary size, and any bits at
/// all.
pub fn float(rng: &mut Rng) -> u32 {
    let x = rng.next();
    match x % 6 {
        0 => f32::from_bits(rng.pick(&FLOATS) ^ (x >> 32) as u32 & 0x8000_0000),
        1 => ((x >> 32) as i32 >> (x >> 8 & 31)) as f32 * 0.5,
        2 => f32::from_bits((x >> 32) as u32 & 0x83ff_ffff | 0x3c00_0000),
        // Near the edges of half precision.
        3 => {
            f32::from_bits((x >> 32) as u32 & 0x8fff_f000 | 0x3000_0000 | rng.pick(&[0, 0xfff, 1]))
        }
        _ => return (x >> 32) as u32,
    }
    .to_bits()
}

pub fn half(rng: &mut Rng) -> u16 {
    let x = rng.next();
    match x % 4 {
        0 => rng.pick(&HALVES) ^ (x >> 32) as u16 & 0x8000,
        1 => (x >> 32) as u16 & 0x87ff | 0x3800,
        _ => (x >> 32) as u16,
    }
}

pub fn double(rng: &mut Rng) -> u64 {
    let x = rng.next();
    match x % 6 {
        0 => rng.pick(&DOUBLES) ^ x & 1 << 63,
        1 => ((x as i64 >> (x >> 8 & 63)) as f64 * 0.5).to_bits(),
        2 => rng.next() & 0x807f_ffff_ffff_ffff | 0x3fc0_0000_0000_0000,
        3 => {
            f64::from(f32::from_bits(float(rng))).to_bits()
                ^ rng.pick(&[0, 1, 0x1000_0000, 0xfff_ffff])
        }
        _ => rng.next(),
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
