//! What instructions compute, said once more: mnemonics beside plain Rust.

pub type Function = fn(u32, u32, u32) -> u32;
pub type Test = fn(u32, u32) -> bool;
pub type Combine = fn(u32, u32) -> u32;

pub fn f(bits: u32) -> f32 {
    f32::from_bits(bits)
}

pub fn bits(value: f32) -> u32 {
    if value.is_nan() {
        0x7fc0_0000
    } else {
        value.to_bits()
    }
}

pub fn least(a: f32, b: f32) -> f32 {
    match (a.is_nan(), b.is_nan()) {
        (true, _) => b,
        (_, true) => a,
        _ if a == b => {
            if a.is_sign_negative() {
                a
            } else {
                b
            }
        }
        _ => {
            if a < b {
                a
            } else {
                b
            }
        }
    }
}

pub fn mask(length: u32) -> u32 {
    if length >= 32 {
        u32::MAX
    } else {
        (1 << length) - 1
    }
}

/// Mnemonic, sources, whether the second may be an immediate, meaning.
#[rustfmt::skip]
pub const FUNCTIONS: &[(&str, usize, bool, Function)] = &[
    ("add.s32", 2, true, |a, b, _| a.wrapping_add(b)),
    ("sub.u32", 2, true, |a, b, _| a.wrapping_sub(b)),
    ("add.sat.s32", 2, true, |a, b, _| (a as i32).saturating_add(b as i32) as u32),
    ("add.sat.u32", 2, true, |a, b, _| a.saturating_add(b)),
    ("sub.sat.s32", 2, true, |a, b, _| (a as i32).saturating_sub(b as i32) as u32),
    ("sub.sat.u32", 2, true, |a, b, _| a.saturating_sub(b)),
    ("mul.lo.s32", 2, true, |a, b, _| a.wrapping_mul(b)),
    ("mul.hi.s32", 2, true, |a, b, _| ((a as i32 as i64 * b as i32 as i64) >> 32) as u32),
    ("mul.hi.u32", 2, true, |a, b, _| ((a as u64 * b as u64) >> 32) as u32),
    ("div.s32", 2, true, |a, b, _| if b == 0 { u32::MAX } else { (a as i32).wrapping_div(b as i32) as u32 }),
    ("div.u32", 2, true, |a, b, _| a.checked_div(b).unwrap_or(u32::MAX)),
    ("rem.s32", 2, true, |a, b, _| if b == 0 { a } else { (a as i32).wrapping_rem(b as i32) as u32 }),
    ("rem.u32", 2, true, |a, b, _| a.checked_rem(b).unwrap_or(a)),
    ("min.s32", 2, true, |a, b, _| (a as i32).min(b as i32) as u32),
    ("max.s32", 2, true, |a, b, _| (a as i32).max(b as i32) as u32),
    ("min.u32", 2, true, |a, b, _| a.min(b)),
    ("max.u32", 2, true, |a, b, _| a.max(b)),
    ("neg.s32", 1, false, |a, _, _| (a as i32).wrapping_neg() as u32),
    ("abs.s32", 1, false, |a, _, _| (a as i32).wrapping_abs() as u32),
    ("mad.lo.s32", 3, true, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
    ("and.b32", 2, true, |a, b, _| a & b),
    ("or.b32", 2, true, |a, b, _| a | b),
    ("xor.b32", 2, true, |a, b, _| a ^ b),
    ("not.b32", 1, false, |a, _, _| !a),
    ("shl.b32", 2, true, |a, b, _| if b < 32 { a << b } else { 0 }),
    ("shr.u32", 2, true, |a, b, _| if b < 32 { a >> b } else { 0 }),
    ("shr.s32", 2, true, |a, b, _| ((a as i32) >> b.min(31)) as u32),
    ("popc.b32", 1, false, |a, _, _| a.count_ones()),
    ("clz.b32", 1, false, |a, _, _| a.leading_zeros()),
    ("brev.b32", 1, false, |a, _, _| a.reverse_bits()),
    ("bfe.u32", 3, false, |a, b, c| if b > 31 { 0 } else { (a >> b) & mask(c) }),
    ("bfe.s32", 3, false, |a, b, c| {
        if c == 0 { return 0; }
        let top = (u64::from(b) + u64::from(c) - 1).min(31) as u32;
        let field = ((a as i32) >> b.min(31)) as u32;
        let length = if b > 31 { 1 } else { top - b + 1 };
        let unused = 32 - length;
        ((field << unused) as i32 >> unused) as u32
    }),
    ("slct.s32.f32", 3, true, |a, b, c| if f(c) >= 0.0 { a } else { b }),
    ("slct.s32.s32", 3, true, |a, b, c| if c as i32 >= 0 { a } else { b }),
    ("dp4a.s32.u32", 3, false, |a, b, c| (0..4).fold(c, |sum, i| {
        let (x, y) = ((a >> (8 * i)) as u8 as i8 as i32, (b >> (8 * i)) as u8 as i32);
        sum.wrapping_add((x * y) as u32)
    })),
    ("add.f32", 2, false, |a, b, _| bits(f(a) + f(b))),
    ("sub.f32", 2, false, |a, b, _| bits(f(a) - f(b))),
    ("mul.f32", 2, false, |a, b, _| bits(f(a) * f(b))),
    ("div.f32", 2, false, |a, b, _| bits(f(a) / f(b))),
    ("fma.f32", 3, false, |a, b, c| bits(f(a).mul_add(f(b), f(c)))),
    ("add.sat.f32", 2, false, |a, b, _| bits(((f(a) + f(b)).max(0.0) + 0.0).min(1.0))),
    ("sqrt.f32", 1, false, |a, _, _| bits(f(a).sqrt())),
    ("rcp.f32", 1, false, |a, _, _| bits(1.0 / f(a))),
    ("min.f32", 2, false, |a, b, _| bits(least(f(a), f(b)))),
    ("max.f32", 2, false, |a, b, _| bits(-least(-f(a), -f(b)))),
    ("neg.f32", 1, false, |a, _, _| a ^ 0x8000_0000),
    ("abs.f32", 1, false, |a, _, _| a & 0x7fff_ffff),
    ("cvt.f32.s32", 1, false, |a, _, _| bits(a as i32 as f32)),
    ("cvt.f32.u32", 1, false, |a, _, _| bits(a as f32)),
    ("cvt.s32.f32", 1, false, |a, _, _| f(a) as i32 as u32),
    ("cvt.u32.f32", 1, false, |a, _, _| f(a) as u32),
    ("cvt.rni.s32.f32", 1, false, |a, _, _| f(a).round_ties_even() as i32 as u32),
    ("cvt.rmi.s32.f32", 1, false, |a, _, _| f(a).floor() as i32 as u32),
    ("cvt.u32.s32", 1, false, |a, _, _| (a as i32).max(0) as u32),
    ("mov.b32", 1, false, |a, _, _| a),
];

#[rustfmt::skip]
pub const TESTS: &[(&str, Test)] = &[
    ("setp.eq.s32", |a, b| a == b),
    ("setp.ne.s32", |a, b| a != b),
    ("setp.lt.s32", |a, b| (a as i32) < b as i32),
    ("setp.ge.s32", |a, b| a as i32 >= b as i32),
    ("setp.le.u32", |a, b| a <= b),
    ("setp.gt.u32", |a, b| a > b),
    ("setp.eq.f32", |a, b| f(a) == f(b)),
    ("setp.ne.f32", |a, b| f(a) < f(b) || f(a) > f(b)),
    ("setp.lt.f32", |a, b| f(a) < f(b)),
    ("setp.neu.f32", |a, b| f(a) != f(b)),
    ("setp.geu.f32", |a, b| f(a) >= f(b) || f(a).is_nan() || f(b).is_nan()),
    ("setp.nan.f32", |a, b| f(a).is_nan() || f(b).is_nan()),
];

/// Combination, identity.
#[rustfmt::skip]
pub const COMBINATIONS: &[(&str, u32, Combine)] = &[
    ("add.u32", 0, |a, b| a.wrapping_add(b)),
    ("min.s32", 0x7fff_ffff, |a, b| (a as i32).min(b as i32) as u32),
    ("max.s32", 0x8000_0000, |a, b| (a as i32).max(b as i32) as u32),
    ("max.u32", 0, |a, b| a.max(b)),
    ("and.b32", 0xffff_ffff, |a, b| a & b),
    ("or.b32", 0, |a, b| a | b),
    ("xor.b32", 0, |a, b| a ^ b),
];
