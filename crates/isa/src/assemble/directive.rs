//! The directives that every dialect has.

use source::Diagnostic;

use super::Context;
use super::driver::nothing_left;
use crate::Value;
use crate::expr::expected;
use crate::{Cursor, TokenKind, unescape};

/// A directive: its names, and what it does with the rest of the line.
struct Directive {
    names: &'static [&'static str],
    doc: &'static str,
    run: fn(&mut Cursor<'_>, &mut Context<'_>) -> Result<(), Diagnostic>,
}

static DIRECTIVES: &[Directive] = &[
    Directive {
        names: &[".text", ".data", ".bss", ".rodata"],
        doc: "What follows goes to this section.",
        run: |cursor, cx| named_section(cursor, cx),
    },
    Directive {
        names: &[".section"],
        doc: "What follows goes to the section that is named.",
        run: section,
    },
    Directive {
        names: &[".globl", ".global"],
        doc: "Other files, or a launch, may refer to these symbols.",
        run: global,
    },
    Directive {
        names: &[".set", ".equ"],
        doc: "`NAME, VALUE`: gives a symbol a value.",
        run: set,
    },
    Directive {
        names: &[".p2alignl"],
        doc: "`N[, VALUE]`: goes on at a multiple of 2^N bytes, filled with words of this value.",
        run: align_words,
    },
    Directive {
        names: &[".fill"],
        doc: "`COUNT[, SIZE[, VALUE]]`: the value COUNT times, each SIZE bytes.",
        run: fill,
    },
    Directive {
        names: &[".p2align"],
        doc: "`N`: goes on at a multiple of 2^N bytes.",
        run: |cursor, cx| align(cursor, cx, true),
    },
    Directive {
        names: &[".align", ".balign"],
        doc: "`N`: goes on at a multiple of N bytes.",
        run: |cursor, cx| align(cursor, cx, false),
    },
    Directive {
        names: &[".byte"],
        doc: "Values of 8 bits.",
        run: |cursor, cx| data(cursor, cx, 1),
    },
    Directive {
        names: &[".short", ".half", ".2byte"],
        doc: "Values of 16 bits.",
        run: |cursor, cx| data(cursor, cx, 2),
    },
    Directive {
        names: &[".word", ".long", ".int", ".4byte"],
        doc: "Values of 32 bits.",
        run: |cursor, cx| data(cursor, cx, 4),
    },
    Directive {
        names: &[".quad", ".8byte"],
        doc: "Values of 64 bits.",
        run: |cursor, cx| data(cursor, cx, 8),
    },
    Directive {
        names: &[".float"],
        doc: "Floats of 32 bits.",
        run: |cursor, cx| floats(cursor, cx, 4),
    },
    Directive {
        names: &[".double"],
        doc: "Floats of 64 bits.",
        run: |cursor, cx| floats(cursor, cx, 8),
    },
    Directive {
        names: &[".ascii"],
        doc: "Strings, as their bytes.",
        run: |cursor, cx| strings(cursor, cx, false),
    },
    Directive {
        names: &[".asciz", ".string"],
        doc: "Strings, each with a zero byte after it.",
        run: |cursor, cx| strings(cursor, cx, true),
    },
    Directive {
        names: &[".zero", ".skip", ".space"],
        doc: "`COUNT[, VALUE]`: so many bytes, zero unless a value is given.",
        run: skip,
    },
    // What linkers and debuggers want to know has no bearing on the bytes.
    Directive {
        names: &[
            ".type",
            ".size",
            ".file",
            ".loc",
            ".ident",
            ".local",
            ".weak",
            ".hidden",
            ".protected",
            ".addrsig",
            ".addrsig_sym",
        ],
        doc: "For linkers and debuggers; the bytes do not depend on it.",
        run: ignore,
    },
];

/// The words that open, divide and close blocks; the driver handles them.
const BLOCKS: &[(&str, &str)] = &[
    (
        ".macro",
        "`NAME [PARAMETER[=DEFAULT]], ...`: the lines up to `.endm` under a name; `\\PARAMETER` stands for what a call gives.",
    ),
    (".endm", "Ends a `.macro`."),
    (
        ".include",
        "`\"FILE\"`: the lines of a file in the folder of this one stand here.",
    ),
    (".rept", "`COUNT`: the lines up to `.endr` so many times."),
    (".endr", "Ends a `.rept`."),
    (
        ".if",
        "The lines up to `.else` or `.endif` count if the value is not zero.",
    ),
    (
        ".ifdef",
        "The lines up to `.else` or `.endif` count if the symbol is defined above.",
    ),
    (
        ".ifndef",
        "The lines up to `.else` or `.endif` count unless the symbol is defined above.",
    ),
    (
        ".elseif",
        "The lines up to `.else` or `.endif` count if nothing above did and the value is not zero.",
    ),
    (
        ".else",
        "The lines up to `.endif` count if nothing above did.",
    ),
    (".endif", "Ends an `.if`."),
];

/// Every directive that all dialects have, and what it does.
pub fn directives() -> impl Iterator<Item = (&'static str, &'static str)> {
    let named = DIRECTIVES.iter();
    let named = named.flat_map(|it| it.names.iter().map(|name| (*name, it.doc)));
    named.chain(BLOCKS.iter().copied())
}

/// Runs the directive `name`; `more` are the names the dialect knows, for suggestions.
pub(super) fn run(
    name: &str,
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
    more: &'static [&'static str],
) -> Result<(), Diagnostic> {
    if let Some(directive) = DIRECTIVES.iter().find(|d| d.names.contains(&name)) {
        (directive.run)(cursor, cx)?;
        return nothing_left(cursor);
    }
    cursor.set_position(0);
    if let ".endm" | ".endr" = name {
        let open = if name == ".endm" { ".macro" } else { ".rept" };
        return Err(
            Diagnostic::error("unopened", format!("`{name}` without `{open}`"))
                .label(cursor.span(), "nothing is open here"),
        );
    }
    let all = directives().map(|(name, _)| name);
    let all = all.chain(more.iter().copied());
    let help = cx.suggest(name, all);
    Err(Diagnostic::error(
        "unknown-directive",
        format!("there is no directive `{name}`"),
    )
    .label(cursor.span(), "unknown directive")
    .maybe_help(help))
}

/// `.text` and the other sections that are directives themselves.
fn named_section(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    let name = cursor
        .statement()
        .tokens
        .first()
        .map_or("", |&t| cursor.statement().text_of(t));
    cx.switch_section(name);
    Ok(())
}

fn section(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    // Names that are not plain words are in quotes.
    let quoted = cursor
        .peek()
        .is_some_and(|token| token.kind == TokenKind::Str);
    if quoted {
        cx.switch_section(cursor.peek_text().trim_matches('"'));
        return ignore(cursor, cx);
    }
    let Some((name, _)) = cursor.name() else {
        return Err(expected("the section's name", cursor));
    };
    cx.switch_section(name);
    // Flags and types are for linkers.
    ignore(cursor, cx)
}

fn global(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    loop {
        let Some((name, _)) = cursor.name() else {
            return Err(expected("a symbol", cursor));
        };
        cx.globals.push(name.into());
        if !cursor.eat(b',') {
            return Ok(());
        }
    }
}

fn set(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    let Some((name, span)) = cursor.name() else {
        return Err(expected("a symbol", cursor));
    };
    if !cursor.eat(b',') {
        return Err(expected("`,`", cursor));
    }
    let value = cx.expr(cursor)?;
    cx.define(name, value, span)
}

/// `.p2align POWER[, FILL]` or `.balign BYTES[, FILL]`.
fn align(cursor: &mut Cursor<'_>, cx: &mut Context<'_>, power: bool) -> Result<(), Diagnostic> {
    let bytes = alignment(cursor, cx, power)?;
    let mut fill = 0;
    if cursor.eat(b',') && !cursor.peek().is_some_and(|token| token.is(b',')) {
        fill = fitting(cursor, cx, 1)?;
    }
    if cursor.eat(b',') {
        cx.integer_now(cursor)?;
    }
    let gap = cx.here().next_multiple_of(bytes) - cx.here();
    cx.require_alignment(bytes as u32);
    cx.fill(gap, fill as u8);
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

/// `.p2alignl POWER, WORD`: as `.p2align`, with a pattern of four bytes.
fn align_words(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    let from = cursor.position();
    let power = cx.integer_now(cursor)?;
    if !(0..=16).contains(&power) {
        return Err(
            Diagnostic::error("alignment", format!("cannot align to 2^{power}"))
                .label(cursor.span_since(from), "expected 0 to 16"),
        );
    }
    let word = if cursor.eat(b',') {
        fitting(cursor, cx, 4)?
    } else {
        0
    };
    let bytes = 1u64 << power;
    let gap = cx.here().next_multiple_of(bytes) - cx.here();
    cx.require_alignment(bytes as u32);
    cx.fill(gap % 4, 0);
    repeat(cx, gap / 4, &word.to_le_bytes()[..4]);
    Ok(())
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

fn repeat(cx: &mut Context<'_>, count: u64, pattern: &[u8]) {
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

fn data(cursor: &mut Cursor<'_>, cx: &mut Context<'_>, size: usize) -> Result<(), Diagnostic> {
    loop {
        let value = fitting(cursor, cx, size)?;
        cx.emit(&value.to_le_bytes()[..size]);
        if !cursor.eat(b',') {
            return Ok(());
        }
    }
}

/// An integer that fits in `size` bytes, signed or not.
fn fitting(cursor: &mut Cursor<'_>, cx: &mut Context<'_>, size: usize) -> Result<i128, Diagnostic> {
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

fn floats(cursor: &mut Cursor<'_>, cx: &mut Context<'_>, size: usize) -> Result<(), Diagnostic> {
    loop {
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
        match size {
            4 => cx.emit(&(value as f32).to_le_bytes()),
            _ => cx.emit(&value.to_le_bytes()),
        }
        if !cursor.eat(b',') {
            return Ok(());
        }
    }
}

fn strings(cursor: &mut Cursor<'_>, cx: &mut Context<'_>, zero: bool) -> Result<(), Diagnostic> {
    loop {
        if cursor
            .peek()
            .is_none_or(|token| token.kind != TokenKind::Str)
        {
            return Err(expected("a string", cursor));
        }
        let bytes = unescape(cursor.peek_text()).map_err(|(_, what)| {
            Diagnostic::error("escape", format!("the string has {what}"))
                .label(cursor.span(), "in this string")
        })?;
        cursor.bump();
        cx.emit(&bytes);
        if zero {
            cx.emit(&[0]);
        }
        if !cursor.eat(b',') {
            return Ok(());
        }
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

fn ignore(cursor: &mut Cursor<'_>, _: &mut Context<'_>) -> Result<(), Diagnostic> {
    while cursor.bump().is_some() {}
    Ok(())
}
