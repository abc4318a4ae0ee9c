//! Floats as bits and as text.
//!
//! The 16-bit conversions are written out here because the bytes of a header must be the same on
//! every machine: they round once, from the `f64`, to nearest with ties to even, where a hardware
//! conversion by way of `f32` would round twice.

/// The layout of a 16-bit float: how many of its bits are the fraction.
#[derive(Clone, Copy)]
pub(crate) struct Small {
    fraction_bits: u32,
}

pub(crate) const F16: Small = Small { fraction_bits: 10 };
pub(crate) const BF16: Small = Small { fraction_bits: 7 };

impl Small {
    fn exponent_bits(self) -> u32 {
        15 - self.fraction_bits
    }

    fn bias(self) -> i32 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    fn infinity(self) -> u16 {
        ((1 << self.exponent_bits()) - 1) << self.fraction_bits
    }

    pub(crate) fn encode(self, x: f64) -> u16 {
        if x.is_nan() {
            return self.infinity() | 1 << (self.fraction_bits - 1);
        }
        let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
        let bits = x.abs().to_bits();
        let exponent = (bits >> 52) as i32 - 1023;
        if exponent > self.bias() {
            return sign | self.infinity();
        }
        // Subnormal results keep the smallest normal exponent and lose fraction bits instead.
        let smallest = 1 - self.bias();
        let lost = 52 - self.fraction_bits as i32 + (smallest - exponent).max(0);
        if lost > 54 {
            return sign;
        }
        let significand = (bits & ((1 << 52) - 1)) | 1 << 52;
        let kept = significand >> lost;
        let rest = significand & ((1 << lost) - 1);
        let half = 1 << (lost - 1);
        let rounded = kept + u64::from(rest > half || (rest == half && kept & 1 == 1));
        // Adding the significand with its leading one to the exponent field lets a carry out of
        // the fraction become the next exponent, up to infinity.
        let field = (exponent.max(smallest) - smallest) as u64;
        sign | ((field << self.fraction_bits) + rounded) as u16
    }

    pub(crate) fn decode(self, bits: u16) -> f64 {
        let sign = if bits & 0x8000 != 0 { -1.0 } else { 1.0 };
        let fraction = f64::from(bits & ((1 << self.fraction_bits) - 1));
        let field = (bits & self.infinity()) >> self.fraction_bits;
        let one = f64::from(1u32 << self.fraction_bits);
        let power = |exponent: i32| f64::from_bits(((exponent + 1023) as u64) << 52);
        match field {
            _ if bits & self.infinity() == self.infinity() => {
                if fraction == 0.0 {
                    sign * f64::INFINITY
                } else {
                    f64::NAN
                }
            }
            0 => sign * (fraction / one) * power(1 - self.bias()),
            _ => sign * (1.0 + fraction / one) * power(i32::from(field) - self.bias()),
        }
    }

    /// The fewest digits that read back as the same bits, and of those the nearest.
    pub(crate) fn shortest(self, bits: u16) -> String {
        let x = self.decode(bits);
        if !x.is_finite() || x == 0.0 {
            return special(x);
        }
        let reads_back = |text: &String| text.parse().is_ok_and(|x| self.encode(x) == bits);
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
                let x = format.decode(bits);
                if !x.is_nan() {
                    assert_eq!(format.encode(x), bits, "{bits:#06x}");
                }
            }
        }
    }

    #[test]
    fn ties_go_to_even_and_nothing_rounds_twice() {
        let just_above = |x: f64| f64::from_bits(x.to_bits() + 1);
        let check = |format: Small, x: f64, bits: u16| {
            assert_eq!(format.encode(x), bits, "{x:e}");
            assert_eq!(format.encode(-x), bits | 0x8000, "-{x:e}");
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
        assert_eq!(F16.shortest(F16.encode(0.1)), "0.1");
        assert_eq!(BF16.shortest(BF16.encode(2.72)), "2.72");
        assert_eq!(F16.shortest(0x7bff), "65500");
        assert_eq!(F16.shortest(0x0001), "6e-8");
    }
}
