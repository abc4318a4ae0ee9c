//! Floats as bits and as text.
//!
//! The bytes of a header are the same on every machine: conversions to 16 bits round once, from the
//! `f64`, to nearest with ties to even.

use std::fmt::{self, Write as _};

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
    pub(crate) fn shortest(self, bits: u16, out: &mut String) {
        let x = (self.decode)(bits);
        if !x.is_finite() || x == 0.0 {
            return out.push_str(special(x));
        }
        let reads_back = |text: &String| text.parse().is_ok_and(|x| (self.encode)(x) == bits);
        let text = (0..17)
            .flat_map(|digits| {
                let nearest = format!("{x:.digits$e}");
                // Above a power of two the numbers lie twice as far apart as below it, so the
                // next decimal away from zero may read back where the nearest one does not.
                let away = next_away(&nearest).map(|x| format!("{x:.digits$e}"));
                [Some(nearest), away]
            })
            .flatten()
            .find(reads_back);
        match text {
            Some(text) => lay_out(format_args!("{text}"), out),
            None => shortest_f64(x, out),
        }
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

pub(crate) fn shortest_f32(x: f32, out: &mut String) {
    if !x.is_finite() || x == 0.0 {
        out.push_str(special(x.into()));
    } else {
        lay_out(format_args!("{x:e}"), out);
    }
}

pub(crate) fn shortest_f64(x: f64, out: &mut String) {
    if !x.is_finite() || x == 0.0 {
        out.push_str(special(x));
    } else {
        lay_out(format_args!("{x:e}"), out);
    }
}

/// Negative zero keeps its point: the integer `-0` has no sign to read back.
fn special(x: f64) -> &'static str {
    match x {
        _ if x.is_nan() => "nan",
        f64::INFINITY => "inf",
        f64::NEG_INFINITY => "-inf",
        _ if x.is_sign_negative() => "-0.0",
        _ => "0",
    }
}

/// From `-1.25e3` to `-1250`: plain digits where a person would write them, else the exponent.
///
/// Millions of values are written one after the other, so what is in between is kept where the text
/// goes, and nothing is allocated.
fn lay_out(scientific: fmt::Arguments<'_>, out: &mut String) {
    let start = out.len();
    let _ = out.write_fmt(scientific);
    let text = &out[start..];
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let length = mantissa.len();
    // Digits without the point, which is behind the first of them, and without zeros at the end.
    out.truncate(start + length);
    let first = start + usize::from(out[start..].starts_with('-'));
    if out[first..].len() > 1 {
        out.remove(first + 1);
    }
    let digits = out[first..].trim_end_matches('0').len().max(1);
    out.truncate(first + digits);
    let zeros = |count: usize| std::iter::repeat_n('0', count);
    match exponent + 1 {
        point @ 1..=16 => match (point as usize).checked_sub(digits) {
            Some(missing) => out.extend(zeros(missing)),
            None => out.insert(first + point as usize, '.'),
        },
        point @ -4..=0 => {
            out.insert_str(first, &"0.0000"[..2 + point.unsigned_abs() as usize]);
        }
        _ => {
            if digits > 1 {
                out.insert(first + 1, '.');
            }
            let _ = write!(out, "e{exponent}");
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
        let text = |write: &dyn Fn(&mut String)| {
            let mut text = String::new();
            write(&mut text);
            text
        };
        let check = |x: f64, it: &str| assert_eq!(text(&|out| shortest_f64(x, out)), it);
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
        assert_eq!(text(&|out| shortest_f32(0.1, out)), "0.1");
        assert_eq!(text(&|out| F16.shortest((F16.encode)(0.1), out)), "0.1");
        assert_eq!(text(&|out| BF16.shortest((BF16.encode)(2.72), out)), "2.72");
        assert_eq!(text(&|out| F16.shortest(0x7bff, out)), "65500");
        assert_eq!(text(&|out| F16.shortest(0x0001, out)), "6e-8");
    }
}
