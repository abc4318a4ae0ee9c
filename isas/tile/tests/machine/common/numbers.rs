//! What a naive evaluator knows about numbers. It shares no code with the tile core: the nearest
//! number of a format is searched for among all of them.

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Format {
    F32,
    F16,
    Bf16,
    I32,
}

impl Format {
    pub fn bytes(self) -> usize {
        if matches!(self, Format::F16 | Format::Bf16) {
            2
        } else {
            4
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Format::F32 => "f32",
            Format::F16 => "f16",
            Format::Bf16 => "bf16",
            Format::I32 => "i32",
        }
    }

    /// The real number that bits stand for.
    pub fn value(self, bits: u32) -> f32 {
        match self {
            Format::F32 | Format::I32 => f32::from_bits(bits),
            Format::Bf16 => f32::from_bits(bits << 16),
            Format::F16 => {
                let (sign, exponent, fraction) = (bits >> 15 & 1, bits >> 10 & 31, bits & 1023);
                let magnitude = match exponent {
                    31 if fraction == 0 => f32::INFINITY,
                    31 => f32::NAN,
                    0 => fraction as f32 * 2f32.powi(-24),
                    e => (1024 + fraction) as f32 * 2f32.powi(e as i32 - 25),
                };
                if sign == 1 { -magnitude } else { magnitude }
            }
        }
    }

    /// The bits of the nearest number, the even one of two.
    pub fn nearest(self, value: f32) -> u32 {
        if self == Format::F32 {
            return if value.is_nan() {
                0x7fc0_0000
            } else {
                value.to_bits()
            };
        }
        let (infinity, nan, sign) = match self {
            Format::F16 => (0x7c00, 0x7e00, 0x8000),
            _ => (0x7f80, 0x7fc0, 0x8000),
        };
        if value.is_nan() {
            return nan;
        }
        let magnitude = f64::from(value.abs());
        // Codes of positive numbers are in the order of the numbers; the code of infinity stands
        // for the number that would come next.
        let number = |code: u32| match code == infinity {
            true => 2.0 * f64::from(self.value(infinity - 1)) - f64::from(self.value(infinity - 2)),
            false => f64::from(self.value(code)),
        };
        let (mut low, mut high) = (0, infinity);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if number(middle) <= magnitude {
                low = middle
            } else {
                high = middle
            }
        }
        let (below, above) = (magnitude - number(low), number(high) - magnitude);
        let code = if below < above || below == above && low % 2 == 0 {
            low
        } else {
            high
        };
        code | if value.is_sign_negative() { sign } else { 0 }
    }
}

pub fn get(tile: &[u8], bytes: usize, index: usize) -> u32 {
    (0..bytes).fold(0, |word, i| {
        word | u32::from(tile[bytes * index + i]) << (8 * i)
    })
}

pub fn put(tile: &mut [u8], bytes: usize, index: usize, value: u32) {
    (0..bytes).for_each(|i| tile[bytes * index + i] = (value >> (8 * i)) as u8);
}

pub fn float2(op: &str, a: f32, b: f32) -> f32 {
    let lesser = |a: f32, b: f32| match (a.is_nan(), b.is_nan()) {
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
    };
    match op {
        "add" => a + b,
        "sub" => a - b,
        "mul" => a * b,
        "div" => a / b,
        "min" => lesser(a, b),
        "max" => -lesser(-a, -b),
        _ => unreachable!("{op}"),
    }
}

pub fn two(op: &str, format: Format, x: u32, y: u32) -> u32 {
    let ones = |holds: bool| if holds { !0 } else { 0 };
    let compare = |ordering: Option<std::cmp::Ordering>| match op {
        "cmpeq" => ordering.is_some_and(|o| o.is_eq()),
        "cmpne" => ordering.is_none_or(|o| o.is_ne()),
        "cmplt" => ordering.is_some_and(|o| o.is_lt()),
        "cmple" => ordering.is_some_and(|o| o.is_le()),
        "cmpgt" => ordering.is_some_and(|o| o.is_gt()),
        _ => ordering.is_some_and(|o| o.is_ge()),
    };
    let count = if format.bytes() == 2 { y & 15 } else { y & 31 };
    match op {
        "and" => x & y,
        "or" => x | y,
        "xor" => x ^ y,
        "shl" => x << count,
        "shr" => x >> count,
        "sra" if format.bytes() == 2 => (i32::from(x as i16) >> count) as u32,
        "sra" => (x as i32 >> count) as u32,
        _ if format == Format::I32 => {
            let (a, b) = (x as i32, y as i32);
            match op {
                "add" => a.wrapping_add(b) as u32,
                "sub" => a.wrapping_sub(b) as u32,
                "mul" => a.wrapping_mul(b) as u32,
                "div" if b == 0 => !0,
                "div" => a.wrapping_div(b) as u32,
                "min" => a.min(b) as u32,
                "max" => a.max(b) as u32,
                _ => ones(compare(a.partial_cmp(&b))),
            }
        }
        _ if op.starts_with("cmp") => ones(compare(format.value(x).partial_cmp(&format.value(y)))),
        _ => format.nearest(float2(op, format.value(x), format.value(y))),
    }
}
