//! Values of the types that kernels take.

use random::Random;

/// An array of one type.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    U8(Vec<u8>),
    I16(Vec<i16>),
    U32(Vec<u32>),
    I32(Vec<i32>),
    U64(Vec<u64>),
    /// Values that a half can hold exactly.
    F16(Vec<f32>),
    F32(Vec<f32>),
    F64(Vec<f64>),
}

/// Runs `$body` with `$values` bound to the array, whatever its type.
macro_rules! each {
    ($data:expr, $values:ident => $body:expr) => {
        match $data {
            Data::U8($values) => $body,
            Data::I16($values) => $body,
            Data::U32($values) => $body,
            Data::I32($values) => $body,
            Data::U64($values) => $body,
            Data::F16($values) => $body,
            Data::F32($values) => $body,
            Data::F64($values) => $body,
        }
    };
}

impl Data {
    pub fn type_name(&self) -> &'static str {
        match self {
            Data::U8(_) => "u8",
            Data::I16(_) => "i16",
            Data::U32(_) => "u32",
            Data::I32(_) => "i32",
            Data::U64(_) => "u64",
            Data::F16(_) => "f16",
            Data::F32(_) => "f32",
            Data::F64(_) => "f64",
        }
    }

    pub fn len(&self) -> usize {
        each!(self, values => values.len())
    }

    /// The values as a header has them.
    pub fn literals(&self) -> String {
        let list: Vec<String> =
            each!(self, values => values.iter().map(|v| format!("{v:?}")).collect());
        list.join(",")
    }

    /// The values as numbers, exact but for the longest integers.
    #[allow(clippy::unnecessary_cast)]
    pub fn numbers(&self) -> Vec<f64> {
        each!(self, values => values.iter().map(|&v| v as f64).collect())
    }

    /// What bytes in memory mean, read as this type.
    pub fn read(&self, bytes: &[u8]) -> Data {
        macro_rules! words {
            ($ty:ty) => {
                bytes
                    .chunks_exact(size_of::<$ty>())
                    .map(|word| <$ty>::from_le_bytes(word.try_into().unwrap()))
                    .collect()
            };
        }
        match self {
            Data::U8(_) => Data::U8(bytes.to_vec()),
            Data::I16(_) => Data::I16(words!(i16)),
            Data::U32(_) => Data::U32(words!(u32)),
            Data::I32(_) => Data::I32(words!(i32)),
            Data::U64(_) => Data::U64(words!(u64)),
            Data::F16(_) => {
                let bits: Vec<u16> = words!(u16);
                Data::F16(bits.into_iter().map(half_value).collect())
            }
            Data::F32(_) => Data::F32(words!(f32)),
            Data::F64(_) => Data::F64(words!(f64)),
        }
    }

    /// Where the first value lies that is neither equal nor within `tolerance`, which is relative.
    pub fn first_difference(&self, other: &Data, tolerance: f64) -> Option<usize> {
        if self == other {
            return None;
        }
        let (a, b) = (self.numbers(), other.numbers());
        let exact = matches!(self, Data::U64(_));
        (0..a.len().max(b.len())).find(|&i| match (a.get(i), b.get(i)) {
            (Some(a), Some(b)) if a.is_nan() && b.is_nan() => false,
            (Some(a), Some(b)) if a == b => exact && self.literal(i) != other.literal(i),
            (Some(a), Some(b)) => {
                let near = (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1e-6);
                !near || tolerance == 0.0
            }
            _ => true,
        })
    }

    pub fn literal(&self, i: usize) -> String {
        each!(self, values => values.get(i).map_or("nothing".into(), |v| format!("{v:?}")))
    }
}

fn half_value(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 1023));
    sign * match exponent {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024.0 + fraction) * 2f32.powi(exponent - 25),
    }
}

/// Numbers that look random and are the same everywhere.
pub fn noise(count: usize, seed: u32) -> Vec<u32> {
    let mut random = Random::new(seed.into());
    let next = || random.bits() as u32;
    std::iter::repeat_with(next).take(count).collect()
}

/// Floats between `low` and `high`.
pub fn floats(count: usize, seed: u32, low: f32, high: f32) -> Vec<f32> {
    let unit = |word: u32| (word >> 8) as f32 / (1 << 24) as f32;
    noise(count, seed)
        .into_iter()
        .map(|word| low + (high - low) * unit(word))
        .collect()
}
