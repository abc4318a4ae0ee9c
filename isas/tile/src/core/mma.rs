//! Matrix multiply-accumulate.
//!
//! The order of additions is part of the definition (k increasing, one rounding each), so a
//! column of results cannot be split; but the 32 columns of a row are independent, and they are
//! what the vector units of the host work on side by side.

use super::number::Type;
use op::Level;
use op::formats::{Bf16, F16, bf16_to_f32, e4m3_to_f32, e5m2_to_f32, f16_to_f32};

/// One register: 32 rows of 32 bytes.
pub type Block = [u8; 1024];
/// The 32 x 32 accumulators in row order, by their bits.
pub type Accumulators = [u32; 1024];

/// Types of A and B, by `mmauop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MmaType(pub u8);

impl MmaType {
    pub fn is_integer(self) -> bool {
        self.0 >= 8
    }

    /// The types of A and B.
    fn operands(self) -> [Type; 2] {
        use Type::*;
        const TYPES: [[Type; 2]; 16] = [
            [F32, F32],
            [Tf32, Tf32],
            [F16, F16],
            [Bf16, Bf16],
            [E4m3, E4m3],
            [E5m2, E5m2],
            [E4m3, E5m2],
            [E5m2, E4m3],
            [S8, S8],
            [U8, U8],
            [S8, U8],
            [U8, S8],
            [S4, S4],
            [U4, U4],
            [S4, U4],
            [U4, S4],
        ];
        TYPES[usize::from(self.0 & 15)]
    }

    /// Elements in a row of 32 bytes.
    pub fn depth(self) -> usize {
        256 / self.operands()[0].bits()
    }
}

/// What is done to the operands on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MmaFlags {
    pub transpose_a: bool,
    pub transpose_b: bool,
    pub negate_a: bool,
}

/// `d += a * b^T` for one block, with instructions of this level of the host at most.
pub fn multiply(
    d: &mut Accumulators,
    a: &Block,
    b: &Block,
    ty: MmaType,
    flags: MmaFlags,
    level: Level,
) {
    let (mut a_bytes, mut b_bytes) = (*a, *b);
    if flags.transpose_a {
        transpose_bytes(&mut a_bytes);
    }
    if flags.transpose_b {
        transpose_bytes(&mut b_bytes);
    }
    let (depth, [a_type, b_type]) = (ty.depth(), ty.operands());
    if ty.is_integer() {
        let (mut left, mut right) = ([0i32; 2048], [0i32; 2048]);
        widen_integers(&a_bytes, a_type, &mut left);
        widen_integers(&b_bytes, b_type, &mut right);
        if flags.negate_a {
            left[..32 * depth]
                .iter_mut()
                .for_each(|v| *v = v.wrapping_neg());
        }
        let columns = by_column(&right, depth);
        multiply_integers(d, &left, &columns, depth);
    } else {
        let (mut left, mut right) = ([0f32; 1024], [0f32; 1024]);
        widen_floats(&a_bytes, a_type, &mut left);
        widen_floats(&b_bytes, b_type, &mut right);
        if flags.negate_a {
            left[..32 * depth].iter_mut().for_each(|v| *v = -*v);
        }
        let columns = by_column(&right, depth);
        let mut sums = d.map(f32::from_bits);
        floats(level)(&mut sums, &left, &columns, depth);
        for (bits, sum) in d.iter_mut().zip(sums) {
            *bits = if sum.is_nan() {
                0x7fc0_0000
            } else {
                sum.to_bits()
            };
        }
    }
}

/// Negates accumulators as they are read.
pub fn negate(d: &mut Accumulators, ty: MmaType) {
    for bits in d.iter_mut() {
        *bits = if ty.is_integer() {
            bits.wrapping_neg()
        } else {
            *bits ^ 0x8000_0000
        };
    }
}

pub fn transpose_bytes(block: &mut Block) {
    for row in 0..32 {
        for column in 0..row {
            block.swap(32 * row + column, 32 * column + row);
        }
    }
}

fn widen_floats(bytes: &Block, ty: Type, out: &mut [f32; 1024]) {
    match ty {
        Type::F32 => each(bytes, out, f32::from_le_bytes),
        Type::Tf32 => each(bytes, out, |b| {
            f32::from_bits(u32::from_le_bytes(b) & !0x1fff)
        }),
        Type::F16 => each(bytes, out, |b| f16_to_f32(F16(u16::from_le_bytes(b)))),
        Type::Bf16 => each(bytes, out, |b| bf16_to_f32(Bf16(u16::from_le_bytes(b)))),
        Type::E4m3 => each(bytes, out, |[b]| e4m3_to_f32(b.into())),
        _ => each(bytes, out, |[b]| e5m2_to_f32(b.into())),
    }
}

fn widen_integers(bytes: &Block, ty: Type, out: &mut [i32; 2048]) {
    let pairs = out.as_chunks_mut::<2>().0;
    match ty {
        Type::S8 => each(bytes, out, |[b]| (b as i8).into()),
        Type::U8 => each(bytes, out, |[b]| b.into()),
        Type::S4 => each(bytes, pairs, |[b]| {
            [(((b << 4) as i8) >> 4).into(), (b as i8 >> 4).into()]
        }),
        _ => each(bytes, pairs, |[b]| [(b & 15).into(), (b >> 4).into()]),
    }
}

/// Makes something of every `N` bytes.
fn each<const N: usize, T>(bytes: &Block, out: &mut [T], f: impl Fn([u8; N]) -> T) {
    let elements = bytes.as_chunks::<N>().0;
    (out.iter_mut().zip(elements)).for_each(|(out, &element)| *out = f(element));
}

/// From rows of `depth` elements to `depth` rows of 32.
fn by_column<T: Copy + Default, const N: usize>(rows: &[T; N], depth: usize) -> [T; N] {
    let mut out = [T::default(); N];
    for (row, elements) in rows.chunks_exact(depth).take(32).enumerate() {
        for (k, &element) in elements.iter().enumerate() {
            out[32 * k + row] = element;
        }
    }
    out
}

fn multiply_integers(d: &mut Accumulators, a: &[i32; 2048], b: &[i32; 2048], depth: usize) {
    for (sums, row) in d
        .as_chunks_mut::<32>()
        .0
        .iter_mut()
        .zip(a.chunks_exact(depth))
    {
        for (&left, right) in row.iter().zip(b.as_chunks::<32>().0) {
            for (sum, &right) in sums.iter_mut().zip(right) {
                *sum = sum.wrapping_add(left.wrapping_mul(right) as u32);
            }
        }
    }
}

type FloatKernel = fn(&mut [f32; 1024], &[f32; 1024], &[f32; 1024], usize);

/// The same loop compiled for what the processor has; results are the same.
fn floats(level: Level) -> FloatKernel {
    match level.min(Level::best()) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: this CPU has the level's features, since it has those of the best one.
        Level::Avx512 => |d, a, b, k| unsafe { x86::floats_avx512(d, a, b, k) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx2 => |d, a, b, k| unsafe { x86::floats_avx2(d, a, b, k) },
        _ => multiply_floats,
    }
}

#[inline(always)]
fn multiply_floats(d: &mut [f32; 1024], a: &[f32; 1024], b: &[f32; 1024], depth: usize) {
    let b = b.as_chunks::<32>().0;
    for (sums, row) in d
        .as_chunks_mut::<32>()
        .0
        .iter_mut()
        .zip(a.chunks_exact(depth))
    {
        let mut sum = *sums;
        for (&left, right) in row.iter().zip(b) {
            for (sum, &right) in sum.iter_mut().zip(right) {
                *sum = left.mul_add(right, *sum);
            }
        }
        *sums = sum;
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    #[target_feature(enable = "avx512f,fma")]
    pub fn floats_avx512(d: &mut [f32; 1024], a: &[f32; 1024], b: &[f32; 1024], depth: usize) {
        super::multiply_floats(d, a, b, depth);
    }

    #[target_feature(enable = "avx2,fma")]
    pub fn floats_avx2(d: &mut [f32; 1024], a: &[f32; 1024], b: &[f32; 1024], depth: usize) {
        super::multiply_floats(d, a, b, depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, element by element.
    fn naive(d: &mut Accumulators, a: &Block, b: &Block, code: u8, flags: MmaFlags) {
        let types = MmaType(code).operands();
        let element = |block: &Block, row: usize, k: usize, ty: Type, transposed: bool| {
            let byte = |index: usize| match transposed {
                true => block[32 * (index % 32) + index / 32],
                false => block[index],
            };
            let bits = ty.bits();
            let first = 32 * row + k * bits / 8;
            let mut word = 0;
            for i in 0..bits.div_ceil(8) {
                word |= u32::from(byte(first + i)) << (8 * i);
            }
            if bits == 4 {
                word = word >> (4 * (k % 2)) & 15;
            }
            ty.value(word)
        };
        let depth = 256 / types[0].bits();
        for m in 0..32 {
            for n in 0..32 {
                let mut sum = d[32 * m + n];
                for k in 0..depth {
                    let mut left = element(a, m, k, types[0], flags.transpose_a);
                    let right = element(b, n, k, types[1], flags.transpose_b);
                    if flags.negate_a {
                        left = -left;
                    }
                    sum = match code >= 8 {
                        true => sum.wrapping_add((left as i32).wrapping_mul(right as i32) as u32),
                        false => (left as f32)
                            .mul_add(right as f32, f32::from_bits(sum))
                            .to_bits(),
                    };
                }
                if code < 8 && f32::from_bits(sum).is_nan() {
                    sum = 0x7fc0_0000;
                }
                d[32 * m + n] = sum;
            }
        }
    }

    #[test]
    fn blocks_agree_with_the_definition() {
        let mut random = random::Random::new(42);
        for code in 0..16 {
            for round in 0..6 {
                let mut a = [0; 1024];
                let mut b = [0; 1024];
                a.iter_mut()
                    .chain(&mut b)
                    .for_each(|byte| *byte = random.bits() as u8);
                let mut d = [0u32; 1024];
                d.iter_mut()
                    .for_each(|v| *v = (random.below(1000u16) as f32).to_bits());
                let flags = MmaFlags {
                    transpose_a: round & 1 == 1,
                    transpose_b: round & 2 == 2,
                    negate_a: round == 4,
                };
                let mut expected = d;
                naive(&mut expected, &a, &b, code, flags);
                for level in Level::ALL {
                    let mut d = d;
                    multiply(&mut d, &a, &b, MmaType(code), flags, level);
                    assert!(d == expected, "type {code}, {flags:?}, {level:?}");
                }
            }
        }
    }
}
