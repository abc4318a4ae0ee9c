//! Registers and predicates; parts, pairs and lists of registers.

use isa::{Cursor, expected};
use source::Diagnostic;

use crate::operand::{PARTS, WHOLE, is_part};

pub(super) fn predicate(text: &str) -> Option<u8> {
    let digit = text.strip_prefix(['p', 'P'])?;
    (digit.len() == 1)
        .then(|| digit.parse().ok())?
        .filter(|&n| n < 8)
}

/// A register number, whether or not there is such a register.
pub(super) fn register_number(text: &str) -> Option<u32> {
    let digits = text.strip_prefix(['r', 'R'])?;
    let plain = digits.bytes().all(|b| b.is_ascii_digit())
        && (digits.len() == 1 || !digits.starts_with('0'));
    digits.parse().ok().filter(|_| plain)
}

pub(super) fn register_ahead(cursor: &Cursor<'_>) -> bool {
    let text = cursor.peek_text();
    let stem = text.split('.').next().unwrap_or(text);
    !cursor.at_end() && (register_number(stem).is_some() || predicate(text).is_some())
}

pub(super) fn register(cursor: &mut Cursor<'_>) -> Result<u8, Diagnostic> {
    let (number, part) = part(&[""], cursor)?;
    debug_assert_eq!(part, 0);
    Ok(number)
}

/// The error with what to do about a special register, if that is what was found.
pub(super) fn with_special(error: Diagnostic, text: &str) -> Diagnostic {
    match text.starts_with('%') {
        true => error.help(format!(
            "only `mov.b32` reads special registers: `mov.b32 rd, {text}` first"
        )),
        false => error,
    }
}

/// A register with one of some parts; gives the part's position in the list.
pub(super) fn part(parts: &[&str], cursor: &mut Cursor<'_>) -> Result<(u8, u8), Diagnostic> {
    let text = cursor.peek_text();
    let (stem, suffix) = text.split_at(text.find('.').unwrap_or(text.len()));
    let Some(number) = register_number(stem).filter(|_| !cursor.at_end()) else {
        return Err(with_special(expected("a register", cursor), text));
    };
    let Ok(number) = u8::try_from(number) else {
        return Err(
            Diagnostic::error("no-register", format!("there is no register `{stem}`"))
                .label(cursor.span(), "expected r0 to r255"),
        );
    };
    let Some(part) = parts
        .iter()
        .position(|part| part.eq_ignore_ascii_case(suffix))
    else {
        let error = Diagnostic::error("no-part", format!("`{text}` cannot stand here")).label(
            cursor.span(),
            match parts {
                [""] => "expected a whole register".to_string(),
                _ => format!("expected `{stem}` with one of {}", shown(parts)),
            },
        );
        return Err(match parts {
            [""] => error.help(
                "parts of registers are for `mov.b16`, `mov.b8`, scalar f16 and `cvt` with f16",
            ),
            _ => error,
        });
    };
    cursor.bump();
    Ok((number, part as u8))
}

pub(super) fn shown(parts: &[&str]) -> String {
    let names = parts.iter().map(|part| match *part {
        "" => "nothing".to_string(),
        part => format!("`{part}`"),
    });
    names.collect::<Vec<_>>().join(", ")
}

/// A part of `width` bits, by its selector.
pub(super) fn part_of(
    width: u8,
    whole: bool,
    cursor: &mut Cursor<'_>,
) -> Result<(u8, u8), Diagnostic> {
    let selectors: Vec<u8> = (0..6)
        .filter(|&part| is_part(part, width))
        .chain(whole.then_some(WHOLE))
        .collect();
    let name = |&part: &u8| PARTS.get(usize::from(part)).copied().unwrap_or("");
    let names: Vec<&str> = selectors.iter().map(name).collect();
    let (register, chosen) = part(&names, cursor)?;
    Ok((register, selectors[usize::from(chosen)]))
}

/// `r2:r3`, by its even register.
pub(super) fn pair(cursor: &mut Cursor<'_>) -> Result<u8, Diagnostic> {
    let from = cursor.position();
    let low = register(cursor)?;
    if !cursor.eat(b':') {
        let even = low & !1;
        return Err(expected("`:` and the second register of a pair", cursor)
            .help(format!("write the pair in full: `r{even}:r{}`", even + 1)));
    }
    let high = register(cursor)?;
    let span = cursor.span_since(from);
    let even = low & !1;
    let fix = format!("for example `r{even}:r{}`", even + 1);
    if low % 2 == 1 {
        return Err(Diagnostic::error(
            "odd-pair",
            format!("a register pair begins with an even register, not with r{low}"),
        )
        .label(span, "not a pair")
        .help(fix));
    }
    if high != low + 1 {
        return Err(Diagnostic::error(
            "odd-pair",
            format!("r{low} pairs with r{}, not with r{high}", low + 1),
        )
        .label(span, "not a pair")
        .help(fix));
    }
    Ok(low)
}

/// `{r4, r5, r6, r7}`, by its first register.
pub(super) fn list(count: u8, cursor: &mut Cursor<'_>) -> Result<u8, Diagnostic> {
    let from = cursor.position();
    if !cursor.eat(b'{') {
        return Err(expected(
            &format!("a list of {count} registers in braces"),
            cursor,
        ));
    }
    let first = register(cursor)?;
    for n in 1..count {
        if !cursor.eat(b',') {
            return Err(expected(
                &format!("`,` and {} more registers", count - n),
                cursor,
            ));
        }
        let span = cursor.span();
        let next = register(cursor)?;
        if u16::from(next) != u16::from(first) + u16::from(n) {
            let due = u16::from(first) + u16::from(n);
            return Err(Diagnostic::error(
                "register-list",
                "the registers of a list are consecutive and ascending",
            )
            .label(span, format!("expected r{due}"))
            .label(cursor.span_since(from), "in this list"));
        }
    }
    if !cursor.eat(b'}') {
        return Err(expected("`}`", cursor));
    }
    Ok(first)
}
