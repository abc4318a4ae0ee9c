//! The directives that every dialect has.

mod data;
mod layout;

use source::{Diagnostic, Severity};

use super::driver::nothing_left;
use super::{Context, condition, macros};
use crate::expr::expected;
use crate::{Cursor, TokenKind};

pub use layout::alignment;

/// A directive: its names, and what it does with the rest of the line.
struct Directive {
    names: &'static [&'static str],
    doc: &'static str,
    run: Run,
}

type Run = fn(&mut Cursor<'_>, &mut Context<'_>) -> Result<(), Diagnostic>;

const fn d(names: &'static [&'static str], doc: &'static str, run: Run) -> Directive {
    Directive { names, doc, run }
}

static DIRECTIVES: &[&[Directive]] = &[
    SECTIONS,
    SYMBOLS,
    layout::DIRECTIVES,
    data::DIRECTIVES,
    MESSAGES,
];

static SECTIONS: &[Directive] = &[
    d(
        &[".text", ".data", ".bss", ".rodata"],
        "What follows goes to this section.",
        named_section,
    ),
    d(
        &[".section"],
        "What follows goes to the section that is named.",
        section,
    ),
    d(
        &[".pushsection"],
        "As `.section`, until `.popsection`.",
        |cursor, cx| {
            cx.push_section();
            section(cursor, cx)
        },
    ),
    d(
        &[".popsection"],
        "Goes back to the section before `.pushsection`.",
        |cursor, cx| match cx.pop_section() {
            true => Ok(()),
            false => Err(unopened(cursor, ".pushsection")),
        },
    ),
    d(
        &[".previous"],
        "Goes back to the section before this one.",
        |cursor, cx| match cx.previous_section() {
            true => Ok(()),
            false => Err(unopened(cursor, ".section")),
        },
    ),
];

static SYMBOLS: &[Directive] = &[
    d(
        &[".globl", ".global"],
        "Other files, or a launch, may refer to these symbols.",
        global,
    ),
    d(
        &[".set", ".equ"],
        "`NAME, VALUE`: gives a symbol a value.",
        |cursor, cx| set(cursor, cx, false),
    ),
    d(
        &[".equiv"],
        "`NAME, VALUE`: gives a symbol a value that it keeps.",
        |cursor, cx| set(cursor, cx, true),
    ),
    d(
        &[".comm"],
        "`NAME, BYTES[, ALIGN]`: storage in `.bss`, which several lines may name.",
        common,
    ),
    d(
        &[".lcomm"],
        "`NAME, BYTES[, ALIGN]`: storage in `.bss`.",
        common,
    ),
    // What linkers and debuggers want to know has no bearing on the bytes.
    d(
        &[
            ".type",
            ".size",
            ".file",
            ".loc",
            ".ident",
            ".local",
            ".weak",
            ".hidden",
            ".protected",
            ".internal",
            ".symver",
            ".addrsig",
            ".addrsig_sym",
        ],
        "For linkers and debuggers; the bytes do not depend on it.",
        ignore,
    ),
];

static MESSAGES: &[Directive] = &[
    d(
        &[".print"],
        "`\"TEXT\"`: says this while assembling.",
        |cursor, cx| {
            if cursor.at_end() {
                return Err(expected("a string", cursor));
            }
            message(cursor, cx, Severity::Note)
        },
    ),
    d(
        &[".warning"],
        "`[\"TEXT\"]`: a warning with this text.",
        |cursor, cx| message(cursor, cx, Severity::Warning),
    ),
    d(
        &[".error"],
        "`[\"TEXT\"]`: an error with this text.",
        |cursor, cx| message(cursor, cx, Severity::Error),
    ),
    d(&[".err"], "An error.", |cursor, cx| {
        nothing_left(cursor)?;
        message(cursor, cx, Severity::Error)
    }),
];

/// The words that open and close blocks, and others that the driver handles.
const BLOCKS: &[(&str, &str)] = &[
    (
        ".macro",
        "`NAME [PARAMETER[:req][=DEFAULT]], ..., [PARAMETER:vararg]`: the lines up to `.endm` under a name; `\\PARAMETER` stands for what a call gives, `\\@` for how many macros were called before, `\\+` for how often this one was.",
    ),
    (".endm", "Ends a `.macro`."),
    (".endmacro", "Ends a `.macro`."),
    (
        ".exitm",
        "Leaves the macro or the repetition that it stands in.",
    ),
    (".purgem", "`NAME`: forgets a macro."),
    (
        ".altmacro",
        "From here on arguments may be `%EXPRESSION` or `<TEXT>`, and parameters need no backslash.",
    ),
    (".noaltmacro", "Ends what `.altmacro` began."),
    (
        ".include",
        "`\"FILE\"`: the lines of a file in the folder of this one stand here.",
    ),
    (
        ".rept",
        "`COUNT`: the lines up to `.endr` so many times; `\\+` counts them.",
    ),
    (
        ".rep",
        "`COUNT`: the lines up to `.endr` so many times; `\\+` counts them.",
    ),
    (
        ".irp",
        "`NAME, VALUE, ...`: the lines up to `.endr` for every value, which `\\NAME` stands for.",
    ),
    (
        ".irpc",
        "`NAME, WORD`: the lines up to `.endr` for every character, which `\\NAME` stands for.",
    ),
    (".endr", "Ends a `.rept`, `.irp` or `.irpc`."),
    (".end", "Ends the program: nothing behind it is read."),
];

/// Every directive that all dialects have, and what it does.
pub fn directives() -> impl Iterator<Item = (&'static str, &'static str)> {
    let named = DIRECTIVES.iter().copied().flatten();
    let named = named.flat_map(|it| it.names.iter().map(|name| (*name, it.doc)));
    named
        .chain(BLOCKS.iter().copied())
        .chain(condition::words())
}

/// Runs the directive `name`; `more` are the names the dialect knows, for suggestions.
pub(super) fn run(
    name: &str,
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
    more: &'static [&'static str],
) -> Result<(), Diagnostic> {
    let mut all = DIRECTIVES.iter().copied().flatten();
    if let Some(directive) = all.find(|d| d.names.contains(&name)) {
        (directive.run)(cursor, cx)?;
        return nothing_left(cursor);
    }
    cursor.set_position(0);
    if let Some(open) = macros::opener_of(name) {
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

/// What a message of a directive's own name is about.
fn unopened(cursor: &Cursor<'_>, opener: &str) -> Diagnostic {
    let name = cursor.statement().only(0);
    let message = format!("`{}` without `{opener}`", name.raw());
    Diagnostic::error("unopened", message).label(name.span(), "nothing is open here")
}

/// Things with commas between them, or none at all.
fn list(
    cursor: &mut Cursor<'_>,
    mut each: impl FnMut(&mut Cursor<'_>) -> Result<(), Diagnostic>,
) -> Result<(), Diagnostic> {
    if cursor.at_end() {
        return Ok(());
    }
    loop {
        each(cursor)?;
        if !cursor.eat(b',') {
            return Ok(());
        }
    }
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
    list(cursor, |cursor| {
        let Some((name, _)) = cursor.name() else {
            return Err(expected("a symbol", cursor));
        };
        cx.globals.push(name.into());
        Ok(())
    })
}

/// `NAME, VALUE`; with `once` the symbol is new.
fn set(cursor: &mut Cursor<'_>, cx: &mut Context<'_>, once: bool) -> Result<(), Diagnostic> {
    let Some((name, span)) = cursor.name() else {
        return Err(expected("a symbol", cursor));
    };
    if !cursor.eat(b',') {
        return Err(expected("`,`", cursor));
    }
    let value = cx.value_of_symbol(cursor)?;
    match once {
        true => cx.define_once(name, value, span),
        false => cx.define(name, value, span),
    }
}

fn common(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    let Some((name, span)) = cursor.name() else {
        return Err(expected("a symbol", cursor));
    };
    if !cursor.eat(b',') {
        return Err(expected("`,`", cursor));
    }
    let size = layout::count(cursor, cx)?;
    let align = match cursor.eat(b',') {
        true => alignment(cursor, cx, false)?,
        false => 1,
    };
    cx.common(name, (size, align), span)
}

fn message(
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
    severity: Severity,
) -> Result<(), Diagnostic> {
    let directive = cursor.statement().only(0);
    let text = match cursor.at_end() {
        true => format!("`{}` stands here", directive.raw()),
        false => String::from_utf8_lossy(&condition::string(cursor)?).into_owned(),
    };
    let diagnostic = Diagnostic::new(severity, "message", text);
    cx.report(diagnostic.label(directive.span(), ""));
    Ok(())
}

fn ignore(cursor: &mut Cursor<'_>, _: &mut Context<'_>) -> Result<(), Diagnostic> {
    while cursor.bump().is_some() {}
    Ok(())
}
