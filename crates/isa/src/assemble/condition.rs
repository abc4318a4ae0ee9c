//! What is skipped between `.if` and `.endif`.

use source::{Diagnostic, Span};

use super::driver::{Driver, first_word, nothing_left};
use super::{Context, Statement};
use crate::expr::expected;
use crate::{Cursor, TokenKind, unescape};

/// One open `.if`.
pub(super) struct Condition {
    pub opened: Span,
    /// Whether statements are assembled at the moment.
    active: bool,
    /// Whether some branch has been taken already.
    taken: bool,
    seen_else: bool,
}

/// Says whether a condition holds.
type Test = fn(&mut Cursor<'_>, &mut Context<'_>) -> Result<bool, Diagnostic>;

/// A word that opens a condition.
struct Opener {
    names: &'static [&'static str],
    doc: &'static str,
    test: Test,
}

static OPENERS: &[Opener] = &[
    Opener {
        names: &[".if", ".ifne"],
        doc: "The lines up to `.else` or `.endif` count if the value is not zero.",
        test: |cursor, cx| Ok(cx.integer_now(cursor)? != 0),
    },
    Opener {
        names: &[".ifeq"],
        doc: "The lines up to `.else` or `.endif` count if the value is zero.",
        test: |cursor, cx| Ok(cx.integer_now(cursor)? == 0),
    },
    Opener {
        names: &[".ifgt"],
        doc: "The lines up to `.else` or `.endif` count if the value is above zero.",
        test: |cursor, cx| Ok(cx.integer_now(cursor)? > 0),
    },
    Opener {
        names: &[".ifge"],
        doc: "The lines up to `.else` or `.endif` count if the value is zero or more.",
        test: |cursor, cx| Ok(cx.integer_now(cursor)? >= 0),
    },
    Opener {
        names: &[".iflt"],
        doc: "The lines up to `.else` or `.endif` count if the value is below zero.",
        test: |cursor, cx| Ok(cx.integer_now(cursor)? < 0),
    },
    Opener {
        names: &[".ifle"],
        doc: "The lines up to `.else` or `.endif` count if the value is zero or less.",
        test: |cursor, cx| Ok(cx.integer_now(cursor)? <= 0),
    },
    Opener {
        names: &[".ifdef"],
        doc: "The lines up to `.else` or `.endif` count if the symbol is defined above.",
        test: defined,
    },
    Opener {
        names: &[".ifndef", ".ifnotdef"],
        doc: "The lines up to `.else` or `.endif` count unless the symbol is defined above.",
        test: |cursor, cx| defined(cursor, cx).map(|defined| !defined),
    },
    Opener {
        names: &[".ifb"],
        doc: "The lines up to `.else` or `.endif` count if nothing follows the word.",
        test: |cursor, _| Ok(rest(cursor).is_empty()),
    },
    Opener {
        names: &[".ifnb"],
        doc: "The lines up to `.else` or `.endif` count if something follows the word.",
        test: |cursor, _| Ok(!rest(cursor).is_empty()),
    },
    Opener {
        names: &[".ifc"],
        doc: "`A, B`: the lines up to `.else` or `.endif` count if both texts are the same.",
        test: |cursor, _| same_text(cursor),
    },
    Opener {
        names: &[".ifnc"],
        doc: "`A, B`: the lines up to `.else` or `.endif` count if the texts differ.",
        test: |cursor, _| same_text(cursor).map(|same| !same),
    },
    Opener {
        names: &[".ifeqs"],
        doc: "`\"A\", \"B\"`: the lines up to `.else` or `.endif` count if both strings are the same.",
        test: |cursor, _| same_strings(cursor),
    },
    Opener {
        names: &[".ifnes"],
        doc: "`\"A\", \"B\"`: the lines up to `.else` or `.endif` count if the strings differ.",
        test: |cursor, _| same_strings(cursor).map(|same| !same),
    },
];

/// The words that divide and close what those open.
const OTHERS: [(&str, &str); 3] = [
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

/// All these words, with what they do.
pub(super) fn words() -> impl Iterator<Item = (&'static str, &'static str)> {
    let openers = OPENERS.iter();
    let openers = openers.flat_map(|it| it.names.iter().map(|name| (*name, it.doc)));
    openers.chain(OTHERS)
}

/// Whether statements are skipped. The innermost condition knows: within a branch that is not
/// taken, none ever becomes active.
pub(super) fn skips(conditions: &[Condition]) -> bool {
    conditions.last().is_some_and(|condition| !condition.active)
}

impl Driver<'_> {
    /// `.if` and its kin; `None` for any other statement.
    pub(super) fn conditional(
        &mut self,
        statement: &Statement<'_>,
        conditions: &mut Vec<Condition>,
    ) -> Option<Result<(), Diagnostic>> {
        let word = first_word(statement);
        if !word.starts_with(".if") && !word.starts_with(".e") {
            return None;
        }
        let opener = OPENERS.iter().find(|it| it.names.contains(&word));
        if opener.is_none() && !OTHERS.iter().any(|(name, _)| *name == word) {
            return None;
        }
        let span = statement.span();
        let mut cursor = Cursor::new(statement);
        cursor.bump();
        let skipping = skips(conditions);
        if let Some(opener) = opener {
            let result = match skipping {
                true => Ok(false),
                false => self.test(opener.test, &mut cursor),
            };
            // A condition that cannot be read skips both branches: one error is enough.
            let taken = *result.as_ref().unwrap_or(&false);
            let failed = result.is_err() || skipping;
            conditions.push(Condition {
                opened: span,
                active: taken,
                taken: taken || failed,
                seen_else: false,
            });
            return Some(result.map(|_| ()));
        }
        let Some(condition) = conditions.last_mut() else {
            return Some(Err(Diagnostic::error(
                "unopened",
                format!("`{word}` without `.if`"),
            )
            .label(span, "nothing is open here")));
        };
        Some(match word {
            ".endif" => {
                conditions.pop();
                nothing_left(&cursor)
            }
            _ if condition.seen_else => Err(Diagnostic::error(
                "unopened",
                format!("`{word}` after `.else`"),
            )
            .label(span, "expected `.endif`")
            .label(condition.opened, "for this `.if`")),
            ".else" => {
                condition.active = !condition.taken;
                condition.seen_else = true;
                nothing_left(&cursor)
            }
            _ if condition.taken => {
                condition.active = false;
                Ok(())
            }
            _ => self.test(OPENERS[0].test, &mut cursor).map(|taken| {
                condition.active = taken;
                condition.taken = taken;
            }),
        })
    }

    fn test(&mut self, test: Test, cursor: &mut Cursor<'_>) -> Result<bool, Diagnostic> {
        let holds = test(cursor, &mut self.cx)?;
        nothing_left(cursor).map(|()| holds)
    }
}

/// Only what stands above counts, or the answer could change from pass to pass.
fn defined(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<bool, Diagnostic> {
    match cursor.name() {
        Some((name, _)) => Ok(cx.symbols.get(name).is_some()),
        None => Err(expected("a symbol", cursor)),
    }
}

/// The rest of the line, as it is written.
fn rest<'s>(cursor: &mut Cursor<'s>) -> &'s str {
    let from = cursor.position();
    while cursor.bump().is_some() {}
    cursor.statement().from(from).raw()
}

fn same_text(cursor: &mut Cursor<'_>) -> Result<bool, Diagnostic> {
    let from = cursor.position();
    while cursor.peek().is_some_and(|token| !token.is(b',')) {
        cursor.bump();
    }
    let statement = cursor.statement();
    let first = match &statement.tokens[from..cursor.position()] {
        [one] => statement.text_of(*one),
        [first, .., last] => statement.raw_between(*first, *last),
        [] => "",
    };
    match cursor.eat(b',') {
        true => Ok(first == rest(cursor)),
        false => Err(expected("`,` and another text", cursor)),
    }
}

fn same_strings(cursor: &mut Cursor<'_>) -> Result<bool, Diagnostic> {
    let first = string(cursor)?;
    match cursor.eat(b',') {
        true => Ok(first == string(cursor)?),
        false => Err(expected("`,` and another string", cursor)),
    }
}

/// The bytes of a string in quotes.
pub(super) fn string(cursor: &mut Cursor<'_>) -> Result<Vec<u8>, Diagnostic> {
    if (cursor.peek()).is_none_or(|token| token.kind != TokenKind::Str) {
        return Err(expected("a string", cursor));
    }
    let bytes = unescape(cursor.peek_text()).map_err(|(_, what)| {
        Diagnostic::error("escape", format!("the string has {what}"))
            .label(cursor.span(), "in this string")
    })?;
    cursor.bump();
    Ok(bytes)
}
