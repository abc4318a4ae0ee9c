//! Floats as bits and as text.
//!
//! The bytes of a header are the same on every machine: conversions to 16 bits round once, from the
//! `f64`, to nearest with ties to even.

use op::formats::{Bf16, F16 as Half, bf16_to_f32, f16_to_f32, f64_to_bf16, f64_to_f16};

/// A 16-bit float.
#[derive(Clone, Copy)]
pub(crate) struct Small {
    pub(crate) encode: fn(f64) -> u16,
    pub(crate) decode: fn(u16) -> f64,
}

pub(crate) const F16: Small = Small {
    encode: |x| f64_to_f16(x).0,
    decode: |bits| f16_to_f32(Half(bits)).into(),
};
pub(crate) const BF16: Small = Small {
    encode: |x| f64_to_bf16(x).0,
    decode: |bits| bf16_to_f32(Bf16(bits)).into(),
};

impl Small {
    /// The fewest digits that read back as the same bits, and of those the nearest.
    pub(crate) fn shortest(self, bits: u16) -> String {
        let x = (self.decode)(bits);
        if !x.is_finite() || x == 0.0 {
            return special(x);
        }
        let reads_back = |text: &String| text.parse().is_ok_and(|x| (self.encode)(x) == bits);
        (0..17)
            .flat_map(|digits| {
                let nearest = format!("{x:.digits$e}");
                // Above a power of two the numbers lie twice as far apart as below it, so the
                // next decimal away from zero may read back where the nearest one does not.
                let away = next_away(&nearest).map(|x| format!("{x:.digits$e}"));
                [Some(nearest), away]
            })
            .flatten()
            .find(reads_back)
            .map_or_else(|| shortest_f64(x), |text| lay_out(&text))
    }
}

/// `1.73e-18` becomes 1.74e-18.
fn next_away(scientific: &str) -> Option<f64> {
    let (mantissa, exponent) = scientific.split_once('e')?;
    let digits: i64 = mantissa.replace('.', "").parse().ok()?;
    let decimals = mantissa
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len() as i32);
    let exponent: i32 = exponent.parse().ok()?;
    format!("{}e{}", digits + digits.signum(), exponent - decimals)
        .parse()
        .ok()
}

pub(crate) fn shortest_f32(x: f32) -> String {
    if !x.is_finite() || x == 0.0 {
        special(x.into())
    } else {
        lay_out(&format!("{x:e}"))
    }
}

pub(crate) fn shortest_f64(x: f64) -> String {
    if !x.is_finite() || x == 0.0 {
        special(x)
    } else {
        lay_out(&format!("{x:e}"))
    }
}

/// Negative zero keeps its point: the integer `-0` has no sign to read back.
fn special(x: f64) -> String {
    let text = match x {
        _ if x.is_nan() => "nan",
        f64::INFINITY => "inf",
        f64::NEG_INFINITY => "-inf",
        _ if x.is_sign_negative() => "-0.0",
        _ => "0",
    };
    text.to_string()
}

/// From `-1.25e3` to `-1250`: plain digits where a person would write them, else the exponent.
fn lay_out(scientific: &str) -> String {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = mantissa
        .strip_prefix('-')
        .map_or(("", mantissa), |m| ("-", m));
    let digits: String = mantissa.chars().filter(|c| *c != '.').collect();
    let digits = match digits.trim_end_matches('0') {
        "" => "0",
        digits => digits,
    };
    let point = exponent + 1;
    match usize::try_from(point) {
        Ok(point) if (1..=16).contains(&point) => {
            if digits.len() <= point {
                format!("{sign}{digits:0<point$}")
            } else {
                format!("{sign}{}.{}", &digits[..point], &digits[point..])
            }
        }
        _ if (-4..=0).contains(&point) => {
            format!("{sign}0.{:0<1$}{digits}", "", point.unsigned_abs() as usize)
        }
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            format!("{sign}{first}{dot}{rest}e{exponent}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_small_float_survives_decode_and_encode() {
        for format in [F16, BF16] {
            for bits in 0..=u16::MAX {
                let x = (format.decode)(bits);
                if !x.is_nan() {
                    assert_eq!((format.encode)(x), bits, "{bits:#06x}");
                }
            }
        }
    }

    #[test]
    fn ties_go_to_even_and_nothing_rounds_twice() {
        let just_above = |x: f64| f64::from_bits(x.to_bits() + 1);
        let check = |format: Small, x: f64, bits: u16| {
            assert_eq!((format.encode)(x), bits, "{x:e}");
            assert_eq!((format.encode)(-x), bits | 0x8000, "-{x:e}");
        };
        check(F16, 1.0, 0x3c00);
        check(F16, 1.0 + 1.0 / 2048.0, 0x3c00);
        check(F16, just_above(1.0 + 1.0 / 2048.0), 0x3c01);
        check(F16, 1.0 + 3.0 / 2048.0, 0x3c02);
        check(F16, 65504.0, 0x7bff);
        check(F16, 65519.0, 0x7bff);
        check(F16, 65520.0, 0x7c00);
        check(F16, 6.103515625e-5, 0x0400);
        check(F16, 5.960464477539063e-8, 0x0001);
        check(F16, 2.9802322387695312e-8, 0x0000);
        check(F16, just_above(2.9802322387695312e-8), 0x0001);
        check(F16, 1e-300, 0x0000);
        check(BF16, 1.0, 0x3f80);
        check(BF16, 1.0 + 1.0 / 256.0, 0x3f80);
        check(BF16, just_above(1.0 + 1.0 / 256.0), 0x3f81);
        check(BF16, f64::from(f32::MAX), 0x7f80);
        check(BF16, 3.3895313892515355e38, 0x7f7f);
    }

    #[test]
    fn numbers_print_as_people_write_them() {
        let check = |x: f64, text: &str| assert_eq!(shortest_f64(x), text);
        check(1.0, "1");
        check(-1250.0, "-1250");
        check(0.1, "0.1");
        check(-0.0, "-0.0");
        check(0.0001, "0.0001");
        check(0.00001, "0.00001");
        check(0.000001, "1e-6");
        check(1e15, "1000000000000000");
        check(1e16, "1e16");
        check(1.5e300, "1.5e300");
        check(12.5, "12.5");
        assert_eq!(shortest_f32(0.1), "0.1");
        assert_eq!(F16.shortest((F16.encode)(0.1)), "0.1");
        assert_eq!(BF16.shortest((BF16.encode)(2.72)), "2.72");
        assert_eq!(F16.shortest(0x7bff), "65500");
        assert_eq!(F16.shortest(0x0001), "6e-8");
    }
}
