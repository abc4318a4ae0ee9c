//! Lane patterns of `ds_swizzle_b32`, which are written in its offset.

use crate::asm::{Cursor, Error};
use crate::names::SWIZZLES;
use crate::print::decimal;

const FFT: u32 = 0xE000;
const ROTATE: u32 = 0xC000;
const QUAD_PERM: u32 = 0x8000;

/// Reads `swizzle(...)` if that is what comes.
pub(crate) fn parse(cursor: &mut Cursor) -> Result<Option<i32>, Error> {
    let mut ahead = cursor.clone();
    if ahead.name() != Some("swizzle") {
        return Ok(None);
    }
    *cursor = ahead;
    cursor.expect(b'(')?;
    cursor.skip();
    let at = cursor.at;
    let mode = cursor.name().unwrap_or("");
    let code = match mode {
        "QUAD_PERM" => {
            let mut code = QUAD_PERM;
            for lane in 0..4 {
                code |= number(cursor, 0, 3)? << (2 * lane);
            }
            code
        }
        "BROADCAST" => {
            let size = power(cursor, 2, 32)?;
            let lane = number(cursor, 0, size - 1)?;
            bitmask(32 - size, lane, 0)
        }
        "SWAP" => bitmask(31, 0, power(cursor, 1, 16)?),
        "REVERSE" => bitmask(31, 0, power(cursor, 2, 32)? - 1),
        "BITMASK_PERM" => mask(cursor)?,
        "FFT" => FFT | number(cursor, 0, 31)?,
        "ROTATE" => {
            let direction = number(cursor, 0, 1)?;
            ROTATE | direction << 10 | number(cursor, 0, 31)? << 5
        }
        _ => {
            let message = "expected a swizzle mode";
            let mut error = Error::new(at, cursor.at, "bad-swizzle", message);
            error.help = ::source::did_you_mean(mode, SWIZZLES.iter().copied());
            return Err(error);
        }
    };
    cursor.expect(b')')?;
    Ok(Some(code as i32))
}

fn bitmask(and: u32, or: u32, xor: u32) -> u32 {
    and | or << 5 | xor << 10
}

fn number(cursor: &mut Cursor, low: u32, high: u32) -> Result<u32, Error> {
    cursor.expect(b',')?;
    cursor.skip();
    let at = cursor.at;
    let value = cursor.absolute()?;
    if value < low as i64 || value > high as i64 {
        let message = format!("expected a number from {low} to {high}");
        return Err(Error::new(at, cursor.at, "bad-swizzle", message));
    }
    Ok(value as u32)
}

fn power(cursor: &mut Cursor, low: u32, high: u32) -> Result<u32, Error> {
    let at = cursor.at;
    let value = number(cursor, low, high)?;
    if !value.is_power_of_two() {
        return Err(Error::new(
            at,
            cursor.at,
            "bad-swizzle",
            "expected a power of two",
        ));
    }
    Ok(value)
}

/// Five characters, high lane bit first: `0` and `1` set the bit, `p` keeps it, `i` inverts it.
fn mask(cursor: &mut Cursor) -> Result<u32, Error> {
    cursor.expect(b',')?;
    cursor.skip();
    let at = cursor.at;
    let rest = &cursor.text[at..];
    let body = rest
        .strip_prefix('"')
        .and_then(|rest| rest.get(..5))
        .unwrap_or("");
    let closed = rest.as_bytes().get(6) == Some(&b'"');
    let bad = || {
        Error::new(
            at,
            at + rest.len().min(7),
            "bad-swizzle",
            "expected a 5-character mask",
        )
    };
    if body.len() != 5 || !closed {
        return Err(bad());
    }
    let (mut and, mut or, mut xor) = (0, 0, 0);
    for (index, letter) in body.bytes().enumerate() {
        let bit = 16 >> index;
        match letter {
            b'0' => {}
            b'1' => or |= bit,
            b'p' => and |= bit,
            b'i' => {
                and |= bit;
                xor |= bit;
            }
            _ => return Err(bad()),
        }
    }
    cursor.at += 7;
    Ok(bitmask(and, or, xor))
}

/// Prints the offset of a swizzle.
pub(crate) fn print(code: u32, out: &mut String) {
    if code == 0 {
        return;
    }
    out.push_str(" offset:");
    let call = |mode: &str, numbers: &[u32], out: &mut String| {
        out.push_str("swizzle(");
        out.push_str(mode);
        for number in numbers {
            out.push(',');
            decimal(*number as i64, out);
        }
        out.push(')');
    };
    if code >= FFT {
        return call("FFT", &[code & 31], out);
    }
    if code >= ROTATE {
        return call("ROTATE", &[code >> 10 & 1, code >> 5 & 31], out);
    }
    if code & 0xFF00 == QUAD_PERM {
        return call(
            "QUAD_PERM",
            &[code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3],
            out,
        );
    }
    if code & QUAD_PERM != 0 {
        return decimal(code as i64, out);
    }
    let (and, or, xor) = (code & 31, code >> 5 & 31, code >> 10 & 31);
    let group = 32 - and;
    if and == 31 && or == 0 && xor.count_ones() == 1 {
        call("SWAP", &[xor], out);
    } else if and == 31 && or == 0 && xor > 0 && (xor + 1).is_power_of_two() {
        call("REVERSE", &[xor + 1], out);
    } else if group > 1 && group.is_power_of_two() && or < group && xor == 0 {
        call("BROADCAST", &[group, or], out);
    } else {
        out.push_str("swizzle(BITMASK_PERM,\"");
        let (zeros, ones) = (or ^ xor, (and | or) ^ xor);
        for bit in (0..5).rev() {
            out.push(match (zeros >> bit & 1, ones >> bit & 1) {
                (0, 0) => '0',
                (1, 1) => '1',
                (0, 1) => 'p',
                _ => 'i',
            });
        }
        out.push_str("\")");
    }
}
