//! Directives that put values where they stand.

use source::Diagnostic;

use super::super::condition::string;
use super::layout::{count, repeat};
use super::{Context, Directive, d, list};
use crate::expr::expected;
use crate::{Cursor, TokenKind, Value};

pub(super) static DIRECTIVES: &[Directive] = &[
    d(&[".byte", ".dc.b"], "Values of 8 bits.", |cursor, cx| {
        data(cursor, cx, 1)
    }),
    d(
        &[".short", ".half", ".2byte", ".value", ".dc", ".dc.w"],
        "Values of 16 bits.",
        |cursor, cx| data(cursor, cx, 2),
    ),
    d(
        &[".word", ".long", ".int", ".4byte", ".dc.l"],
        "Values of 32 bits.",
        |cursor, cx| data(cursor, cx, 4),
    ),
    d(
        &[".quad", ".8byte", ".dc.a"],
        "Values of 64 bits.",
        |cursor, cx| data(cursor, cx, 8),
    ),
    d(&[".octa"], "Integers of 128 bits.", |cursor, cx| {
        list(cursor, |cursor| octa(cursor, cx))
    }),
    d(
        &[".float", ".single", ".dc.s"],
        "Floats of 32 bits.",
        |cursor, cx| floats(cursor, cx, 4),
    ),
    d(&[".double", ".dc.d"], "Floats of 64 bits.", |cursor, cx| {
        floats(cursor, cx, 8)
    }),
    d(
        &[".dcb.b"],
        "`COUNT, VALUE`: so many values of 8 bits.",
        |cursor, cx| copies(cursor, cx, 1),
    ),
    d(
        &[".dcb", ".dcb.w"],
        "`COUNT, VALUE`: so many values of 16 bits.",
        |cursor, cx| copies(cursor, cx, 2),
    ),
    d(
        &[".dcb.l"],
        "`COUNT, VALUE`: so many values of 32 bits.",
        |cursor, cx| copies(cursor, cx, 4),
    ),
    d(
        &[".dcb.s"],
        "`COUNT, VALUE`: so many floats of 32 bits.",
        |cursor, cx| float_copies(cursor, cx, 4),
    ),
    d(
        &[".dcb.d"],
        "`COUNT, VALUE`: so many floats of 64 bits.",
        |cursor, cx| float_copies(cursor, cx, 8),
    ),
    d(
        &[".uleb128"],
        "Integers without a sign, seven bits in a byte.",
        |cursor, cx| list(cursor, |cursor| leb128(cursor, cx, false)),
    ),
    d(
        &[".sleb128"],
        "Integers with a sign, seven bits in a byte.",
        |cursor, cx| list(cursor, |cursor| leb128(cursor, cx, true)),
    ),
    d(&[".ascii"], "Strings, as their bytes.", |cursor, cx| {
        list(cursor, |cursor| text(cursor, cx, false))
    }),
    d(
        &[".asciz", ".string"],
        "Strings, each with a zero byte after it.",
        |cursor, cx| list(cursor, |cursor| text(cursor, cx, true)),
    ),
    d(
        &[".incbin"],
        "`\"FILE\"[, SKIP[, COUNT]]`: the bytes of a file, found as `.include` finds them.",
        incbin,
    ),
];

fn data(cursor: &mut Cursor<'_>, cx: &mut Context<'_>, size: usize) -> Result<(), Diagnostic> {
    list(cursor, |cursor| {
        let value = fitting(cursor, cx, size)?;
        cx.emit(&value.to_le_bytes()[..size]);
        Ok(())
    })
}

/// An integer that fits in `size` bytes, signed or not.
pub(super) fn fitting(
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
    size: usize,
) -> Result<i128, Diagnostic> {
    let from = cursor.position();
    let value = cx.integer(cursor)?.unwrap_or(0);
    let bits = size * 8;
    let (low, high) = (-(1i128 << (bits - 1)), (1i128 << bits) - 1);
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    Err(Diagnostic::error(
        "immediate-range",
        format!("{value} does not fit in {bits} bits"),
    )
    .label(cursor.span_since(from), format!("expected {low} to {high}")))
}

/// An integer of 128 bits, which expressions cannot hold.
fn octa(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    let text = cursor.peek_text();
    let value = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => u128::from_str_radix(digits, 16),
        None => text.parse(),
    };
    let Ok(value) = value else {
        return Err(expected("an integer of up to 128 bits", cursor));
    };
    cursor.bump();
    cx.emit(&value.to_le_bytes());
    Ok(())
}

fn leb128(cursor: &mut Cursor<'_>, cx: &mut Context<'_>, signed: bool) -> Result<(), Diagnostic> {
    let mut value = cx.integer(cursor)?.unwrap_or(0);
    if !signed {
        value = (value as u64).into();
    }
    loop {
        let byte = (value & 0x7F) as u8;
        value >>= 7;
        // The sign is that of the last byte's highest bit.
        let done = match signed && byte & 0x40 != 0 {
            true => value == -1,
            false => value == 0,
        };
        cx.emit(&[byte | u8::from(!done) << 7]);
        if done {
            return Ok(());
        }
    }
}

fn floats(cursor: &mut Cursor<'_>, cx: &mut Context<'_>, size: usize) -> Result<(), Diagnostic> {
    list(cursor, |cursor| {
        let value = float(cursor, cx, size)?;
        cx.emit(&value[..size]);
        Ok(())
    })
}

/// The bytes of a float of so many.
fn float(
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
    size: usize,
) -> Result<[u8; 8], Diagnostic> {
    let from = cursor.position();
    let value = match cx.expr(cursor)? {
        Value::Float(value) => value,
        value => cx.constant_integer(value, cursor.span_since(from))? as f64,
    };
    let fits = match size {
        4 => (value as f32).is_finite(),
        _ => value.is_finite(),
    };
    if !fits {
        return Err(Diagnostic::error(
            "immediate-range",
            format!("this number is too large for a float of {} bits", 8 * size),
        )
        .label(cursor.span_since(from), "would become infinite"));
    }
    Ok(match size {
        4 => u64::from((value as f32).to_bits()).to_le_bytes(),
        _ => value.to_le_bytes(),
    })
}

/// `COUNT, VALUE`.
fn copies(cursor: &mut Cursor<'_>, cx: &mut Context<'_>, size: usize) -> Result<(), Diagnostic> {
    let count = times(cursor, cx)?;
    let value = fitting(cursor, cx, size)?;
    repeat(cx, count, &value.to_le_bytes()[..size]);
    Ok(())
}

fn float_copies(
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
    size: usize,
) -> Result<(), Diagnostic> {
    let count = times(cursor, cx)?;
    let value = float(cursor, cx, size)?;
    repeat(cx, count, &value[..size]);
    Ok(())
}

/// How often, and the comma behind it.
fn times(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<u64, Diagnostic> {
    let times = count(cursor, cx)?;
    match cursor.eat(b',') {
        true => Ok(times),
        false => Err(expected("`,`", cursor)),
    }
}

/// One string; where a zero ends it, several with nothing but space between them are one.
fn text(cursor: &mut Cursor<'_>, cx: &mut Context<'_>, zero: bool) -> Result<(), Diagnostic> {
    loop {
        cx.emit(&string(cursor)?);
        if !zero || (cursor.peek()).is_none_or(|token| token.kind != TokenKind::Str) {
            break;
        }
    }
    if zero {
        cx.emit(&[0]);
    }
    Ok(())
}

/// `.incbin "FILE"[, [SKIP][, COUNT]]`.
fn incbin(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    let (written, span) = (cursor.peek_text(), cursor.span());
    string(cursor)?;
    let file = cx.file(written.trim_matches('"'), span)?;
    let bytes = cx.kept.files[file].1.clone();
    let mut skip = 0;
    if cursor.eat(b',') && !cursor.peek().is_some_and(|token| token.is(b',')) {
        skip = count(cursor, cx)?;
    }
    let most = match cursor.eat(b',') {
        true => count(cursor, cx)?,
        false => u64::MAX,
    };
    let start = usize::try_from(skip).map_or(bytes.len(), |skip| skip.min(bytes.len()));
    let length = u64::min(most, (bytes.len() - start) as u64) as usize;
    cx.emit(&bytes[start..start + length]);
    Ok(())
}
