//! `.rept`, `.irp` and `.irpc`: lines that stand several times.

use source::Diagnostic;

use super::Statement;
use super::driver::{Driver, first_word, nothing_left};
use super::macros::{self, Holes, Numbers};
use super::statement::Place;
use crate::expr::expected;
use crate::{Cursor, Lexer};

impl Driver<'_> {
    /// The block that a statement of these opens. Its lines are skipped even where the statement is
    /// wrong, or they would be assembled once.
    pub(super) fn repeat(
        &mut self,
        text: &str,
        statement: &Statement<'_>,
        lexer: &mut Lexer<'_>,
        place: Place,
        depth: u32,
    ) -> Result<(), Diagnostic> {
        let start = lexer.position();
        let body = self.body(text, lexer, statement)?;
        self.enter(statement, depth)?;
        let mut cursor = Cursor::new(statement);
        cursor.bump();
        match first_word(statement) {
            ".irp" => {
                let (name, values) = self.values(&mut cursor)?;
                self.repeat_for(body, name, &values, statement, depth)
            }
            ".irpc" => {
                let (name, values) = self.values(&mut cursor)?;
                let [text] = &values[..] else {
                    return Err(expected("one word, whose characters count", &cursor));
                };
                let values: Vec<String> = text.chars().map(String::from).collect();
                self.repeat_for(body, name, &values, statement, depth)
            }
            _ => {
                let place = match place {
                    Place::File { base } => Place::File {
                        base: base + start as u32,
                    },
                    expansion => expansion,
                };
                self.repeat_times(body, &mut cursor, place, depth)
            }
        }
    }

    fn repeat_times(
        &mut self,
        body: &str,
        cursor: &mut Cursor<'_>,
        place: Place,
        depth: u32,
    ) -> Result<(), Diagnostic> {
        let statement = cursor.statement();
        let count = self.cx.integer_now(cursor)?;
        nothing_left(cursor)?;
        if count < 0 {
            return Err(
                Diagnostic::error("repeat-count", format!("cannot repeat {count} times"))
                    .label(statement.span(), "expected zero or more"),
            );
        }
        // Lines without holes keep their places in the file.
        let plain = !body.contains("\\+") && !body.contains("\\()");
        let holes = Holes {
            names: &[],
            values: &[],
            bare: false,
        };
        let mut seen = self.cx.diagnostics.len();
        let mut result = Ok(());
        self.expansions += 1;
        for uses in 0..count {
            // What is wrong with the body is wrong every time: once is enough to say it.
            let new = &self.cx.diagnostics[seen..];
            let wrong = new.iter().any(|it| it.severity == source::Severity::Error);
            seen = self.cx.diagnostics.len();
            if wrong || self.left || !self.count(statement) {
                break;
            }
            if plain {
                self.block(body, place, depth + 1);
                continue;
            }
            let mut text = String::new();
            let numbers = Numbers {
                calls: None,
                uses: uses as u64,
            };
            result = holes.fill(body, numbers, &mut text, statement, &mut self.cx);
            if result.is_err() {
                break;
            }
            self.cx.expansion += text.len() as u64;
            let call = statement.span();
            self.block(&text, Place::Expansion { call }, depth + 1);
        }
        self.expansions -= 1;
        self.left = false;
        result
    }

    /// `NAME, VALUE, ...`.
    fn values<'s>(
        &mut self,
        cursor: &mut Cursor<'s>,
    ) -> Result<(&'s str, Vec<String>), Diagnostic> {
        let Some((name, _)) = cursor.name() else {
            return Err(expected("a name for the values", cursor));
        };
        if !cursor.eat(b',') {
            return Err(expected("`,`", cursor));
        }
        Ok((name, macros::list(cursor, &mut self.cx, self.alternate)?))
    }

    fn repeat_for(
        &mut self,
        body: &str,
        name: &str,
        values: &[String],
        statement: &Statement<'_>,
        depth: u32,
    ) -> Result<(), Diagnostic> {
        let mut text = String::new();
        for (uses, value) in (0..).zip(values) {
            if !self.count(statement) {
                return Ok(());
            }
            let holes = Holes {
                names: &[name],
                values: std::slice::from_ref(value),
                bare: self.alternate,
            };
            let calls = Some(self.calls);
            let numbers = Numbers { calls, uses };
            holes.fill(body, numbers, &mut text, statement, &mut self.cx)?;
        }
        self.cx.expansion += text.len() as u64;
        self.expansion(&text, statement, depth);
        Ok(())
    }
}
