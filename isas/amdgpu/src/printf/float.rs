//! Floating-point numbers as C prints them.

use std::fmt::Write as _;

/// `1.50e+01`.
pub(super) fn scientific(value: f64, precision: usize, alternate: bool) -> String {
    let text = format!("{value:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let point = if alternate && precision == 0 { "." } else { "" };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}{point}e{sign}{:02}", exponent.abs())
}

/// Whichever of the two is shorter, without zeroes that say nothing.
pub(super) fn general(value: f64, precision: usize, alternate: bool) -> String {
    let rounded = format!("{value:.*e}", precision - 1);
    let exponent = rounded
        .split_once('e')
        .and_then(|(_, text)| text.parse().ok());
    let exponent: i32 = if value == 0.0 {
        0
    } else {
        exponent.unwrap_or(0)
    };
    let fixed = exponent >= -4 && exponent < precision as i32;
    let text = match fixed {
        true => format!(
            "{value:.*}",
            (precision as i32 - 1 - exponent).max(0) as usize
        ),
        false => scientific(value, precision - 1, alternate),
    };
    if alternate {
        return text;
    }
    let (digits, exponent) = match text.find('e') {
        Some(at) => text.split_at(at),
        None => (&text[..], ""),
    };
    let digits = match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.'),
        false => digits,
    };
    format!("{digits}{exponent}")
}

/// `0x1.8p+1`.
pub(super) fn hexadecimal(value: f64, precision: Option<usize>, alternate: bool) -> String {
    const FRACTION: u32 = 52;
    let bits = value.to_bits();
    let (mut exponent, mut fraction) = ((bits >> FRACTION & 0x7ff) as i32, bits << 12 >> 12);
    let mut lead = u64::from(exponent > 0);
    exponent = match (exponent, fraction) {
        (0, 0) => 0,
        (0, _) => -1022,
        (exponent, _) => exponent - 1023,
    };
    if let Some(digits) = precision.filter(|&digits| digits < 13) {
        let drop = FRACTION - 4 * digits as u32;
        let whole = lead << FRACTION | fraction;
        let half = 1 << (drop - 1);
        let odd = whole >> drop & 1;
        let rounded = (whole + half - 1 + odd) >> drop << drop;
        (lead, fraction) = (rounded >> FRACTION, rounded << 12 >> 12);
    }
    let mut digits = format!("{fraction:013x}");
    match precision {
        Some(count) => digits = format!("{digits:0<count$}")[..count].to_string(),
        None => digits.truncate(digits.trim_end_matches('0').len()),
    }
    let point = if digits.is_empty() && !alternate {
        ""
    } else {
        "."
    };
    let mut text = String::new();
    let _ = write!(text, "0x{lead}{point}{digits}p{exponent:+}");
    text
}
