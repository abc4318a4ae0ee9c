//! Directives about where things lie: alignment, gaps, fillings.

use source::Diagnostic;

use super::data::fitting;
use super::{Context, Directive, d};
use crate::Cursor;

pub(super) static DIRECTIVES: &[Directive] = &[
    d(
        &[".p2align"],
        "`N[, [VALUE][, MOST]]`: goes on at a multiple of 2^N bytes, filled with bytes of this value; not if it takes more than MOST.",
        |cursor, cx| align(cursor, cx, true, 1),
    ),
    d(
        &[".p2alignw"],
        "`N[, [VALUE][, MOST]]`: as `.p2align`, with values of 16 bits.",
        |cursor, cx| align(cursor, cx, true, 2),
    ),
    d(
        &[".p2alignl"],
        "`N[, [VALUE][, MOST]]`: as `.p2align`, with values of 32 bits.",
        |cursor, cx| align(cursor, cx, true, 4),
    ),
    d(
        &[".align", ".balign"],
        "`N[, [VALUE][, MOST]]`: goes on at a multiple of N bytes, filled with bytes of this value; not if it takes more than MOST.",
        |cursor, cx| align(cursor, cx, false, 1),
    ),
    d(
        &[".balignw"],
        "`N[, [VALUE][, MOST]]`: as `.balign`, with values of 16 bits.",
        |cursor, cx| align(cursor, cx, false, 2),
    ),
    d(
        &[".balignl"],
        "`N[, [VALUE][, MOST]]`: as `.balign`, with values of 32 bits.",
        |cursor, cx| align(cursor, cx, false, 4),
    ),
    d(
        &[".fill"],
        "`COUNT[, SIZE[, VALUE]]`: the value COUNT times, each SIZE bytes.",
        fill,
    ),
    d(
        &[".zero", ".skip", ".space"],
        "`COUNT[, VALUE]`: so many bytes, zero unless a value is given.",
        skip,
    ),
    d(
        &[".org"],
        "`PLACE[, VALUE]`: goes on so many bytes behind the start of the section.",
        org,
    ),
    d(
        &[".ds.b"],
        "`COUNT`: so many zeros of 8 bits.",
        |cursor, cx| zeros(cursor, cx, 1),
    ),
    d(
        &[".ds", ".ds.w"],
        "`COUNT`: so many zeros of 16 bits.",
        |cursor, cx| zeros(cursor, cx, 2),
    ),
    d(
        &[".ds.l", ".ds.s"],
        "`COUNT`: so many zeros of 32 bits.",
        |cursor, cx| zeros(cursor, cx, 4),
    ),
    d(
        &[".ds.d"],
        "`COUNT`: so many zeros of 64 bits.",
        |cursor, cx| zeros(cursor, cx, 8),
    ),
    d(
        &[".ds.p", ".ds.x"],
        "`COUNT`: so many zeros of 96 bits.",
        |cursor, cx| zeros(cursor, cx, 12),
    ),
];

/// `.p2align POWER[, [FILL][, MOST]]` or `.balign BYTES[, [FILL][, MOST]]`, with values of so many
/// bytes.
fn align(
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
    power: bool,
    size: usize,
) -> Result<(), Diagnostic> {
    let bytes = alignment(cursor, cx, power)?;
    let mut value = None;
    if cursor.eat(b',') && !cursor.peek().is_some_and(|token| token.is(b',')) {
        value = Some(fitting(cursor, cx, size)?);
    }
    let most = match cursor.eat(b',') {
        true => Some(cx.integer_now(cursor)?),
        false => None,
    };
    cx.require_alignment(bytes as u32);
    let gap = cx.here().next_multiple_of(bytes) - cx.here();
    if most.is_some_and(|most| i128::from(gap) > most) {
        return Ok(());
    }
    let code = cx.section_name() == ".text" || cx.section_name().starts_with(".text.");
    let word = value.unwrap_or(0).to_le_bytes();
    let pattern = match value {
        None if code && size == 1 && !cx.gap.is_empty() => cx.gap,
        _ => &word[..size],
    };
    let length = pattern.len() as u64;
    if size == 1 && !gap.is_multiple_of(length) {
        let message = format!("a gap of {gap} bytes holds no whole instructions");
        return Err(Diagnostic::error("alignment", message)
            .label(cursor.statement().span(), "in the code")
            .help("with a value, as in `.balign 4, 0`, it is filled with that"));
    }
    // Of a last value that has no room for all of its bytes there is nothing.
    repeat(cx, gap / length, pattern);
    Ok(())
}

/// The bytes to align to: given as they are, or as a power of two.
pub fn alignment(
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
    power: bool,
) -> Result<u64, Diagnostic> {
    let from = cursor.position();
    let value = cx.integer_now(cursor)?;
    match (power, u64::try_from(value)) {
        (true, Ok(value @ 0..=16)) => Ok(1 << value),
        (false, Ok(value @ 1..=65536)) if value.is_power_of_two() => Ok(value),
        _ => {
            let wanted = match power {
                true => "0 to 16",
                false => "a power of two up to 65536",
            };
            Err(
                Diagnostic::error("alignment", format!("cannot align to {value}"))
                    .label(cursor.span_since(from), format!("expected {wanted}")),
            )
        }
    }
}

/// A number of bytes or of times.
pub(super) fn count(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<u64, Diagnostic> {
    let from = cursor.position();
    let count = cx.integer_now(cursor)?;
    u64::try_from(count).map_err(|_| {
        Diagnostic::error("immediate-range", format!("{count} is no number of bytes"))
            .label(cursor.span_since(from), "expected zero or more")
    })
}

/// `.fill COUNT[, SIZE[, VALUE]]`.
fn fill(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    let from = cursor.position();
    let count = cx.integer_now(cursor)?;
    let size = if cursor.eat(b',') {
        cx.integer_now(cursor)?
    } else {
        1
    };
    let (Ok(count), size @ 0..=8) = (u64::try_from(count), size) else {
        return Err(Diagnostic::error(
            "immediate-range",
            format!("cannot fill {count} times {size} bytes"),
        )
        .label(
            cursor.span_since(from),
            "expected zero or more times up to 8 bytes",
        ));
    };
    let value = if cursor.eat(b',') {
        fitting(cursor, cx, 8)?
    } else {
        0
    };
    // Only four bytes of a value are used, the rest is zero.
    let pattern = (value as u64 & 0xFFFF_FFFF).to_le_bytes();
    repeat(cx, count, &pattern[..size as usize]);
    Ok(())
}

/// Appends a pattern so many times.
pub(super) fn repeat(cx: &mut Context<'_>, count: u64, pattern: &[u8]) {
    // Filling first checks the limit once, so that a huge count costs nothing.
    let start = cx.here() as usize;
    cx.fill(count.saturating_mul(pattern.len() as u64), 0);
    if pattern.is_empty() {
        return;
    }
    for chunk in cx.bytes_mut()[start..].chunks_exact_mut(pattern.len()) {
        chunk.copy_from_slice(pattern);
    }
}

fn skip(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    let from = cursor.position();
    let count = cx.integer_now(cursor)?;
    let span = cursor.span_since(from);
    let fill = if cursor.eat(b',') {
        fitting(cursor, cx, 1)?
    } else {
        0
    };
    let Ok(count) = u64::try_from(count) else {
        return Err(
            Diagnostic::error("immediate-range", format!("cannot skip {count} bytes"))
                .label(span, "expected zero or more"),
        );
    };
    cx.fill(count, fill as u8);
    Ok(())
}

/// `.org PLACE[, FILL]`.
fn org(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    let from = cursor.position();
    let value = cx.expr(cursor)?;
    let span = cursor.span_since(from);
    let place = cx.offset_here(value, span)?;
    let fill = match cursor.eat(b',') {
        true => fitting(cursor, cx, 1)?,
        false => 0,
    };
    if value == crate::Value::Unknown {
        return Ok(());
    }
    let here = cx.here();
    match u64::try_from(place - i128::from(here)) {
        Ok(gap) => cx.fill(gap, fill as u8),
        Err(_) => {
            let message = format!("cannot go back from {here:#x} to {place:#x}");
            return Err(Diagnostic::error("backwards", message)
                .label(span, format!("expected {here:#x} or more")));
        }
    }
    Ok(())
}

fn zeros(cursor: &mut Cursor<'_>, cx: &mut Context<'_>, size: u64) -> Result<(), Diagnostic> {
    let count = count(cursor, cx)?;
    cx.fill(count.saturating_mul(size), 0);
    Ok(())
}
