//! Text to instructions.

use source::Diagnostic;

use super::template::{Item, Preset};
use super::{Form, Table};
use crate::Values;
use crate::assemble::nothing_left;
use crate::expr::expected;
use crate::{Context, Cursor, Inst, Kind, MAX_OPERANDS, Operand, Row, Set, Statement, TokenKind};

impl<M: Copy + Sync + 'static> Table<M> {
    /// Reads one instruction. Of several ways to write it, the first that fits wins; where none
    /// does, the error is that of the one that got farthest.
    pub fn parse(
        &self,
        statement: &Statement<'_>,
        enabled: Set,
        cx: &mut Context<'_>,
    ) -> Result<Inst<M>, Diagnostic> {
        let mut cursor = Cursor::new(statement);
        let span = cursor.span();
        let Some(token) = cursor.peek().filter(|token| token.kind == TokenKind::Name) else {
            return Err(expected("an instruction", &cursor));
        };
        cursor.bump();
        let name = statement.text_of(token);
        let Some(forms) = self.lookup(name) else {
            let suffixes = |name: &str| self.suffixes(name, enabled);
            let names = self.printed_names(enabled);
            return Err(unknown_mnemonic(statement, suffixes, names, cx));
        };
        let mut best: Option<(usize, Diagnostic)> = None;
        for &index in forms {
            let form = &self.forms[index as usize];
            let row = self.rows[form.row as usize].row;
            if !row.sets.has(enabled) {
                continue;
            }
            let mark = cx.mark();
            let mut cursor = cursor.clone();
            match form.parse(row, &mut cursor, cx) {
                Ok(values) => return Ok(Inst { row, values }),
                Err(error) => {
                    cx.rewind(mark);
                    if best
                        .as_ref()
                        .is_none_or(|(far, _)| cursor.position() > *far)
                    {
                        best = Some((cursor.position(), error));
                    }
                }
            }
        }
        let Some((_, error)) = best else {
            let sets = forms.iter().fold(Set(0), |sets, &form| {
                sets.or(self.rows[self.forms[form as usize].row as usize].row.sets)
            });
            return Err(Diagnostic::error(
                "not-enabled",
                format!("`{name}` needs {}", self.needs(sets)),
            )
            .label(span, "not available here"));
        };
        // Where the form is right and a value wrong, the form is no help.
        match error.code {
            "syntax" | "trailing" => Err(error.help(self.usage(name, forms, enabled))),
            _ => Err(error),
        }
    }

    /// The forms with this name. Names are folded on the stack: this runs for every line.
    fn lookup(&self, name: &str) -> Option<&Vec<u32>> {
        let mut buffer = [0; 64];
        let folded = buffer.get_mut(..name.len())?;
        folded.copy_from_slice(name.as_bytes());
        folded.make_ascii_lowercase();
        self.names.get(std::str::from_utf8(folded).ok()?)
    }

    /// Whether an instruction, of whatever set, is called so.
    pub fn knows(&self, name: &str) -> bool {
        self.lookup(name).is_some()
    }

    /// What to write in place of a name that only lacks its suffix.
    pub fn suffixes(&self, name: &str, enabled: Set) -> Option<String> {
        /// So many names give an idea of the rest.
        const SHOWN: usize = 4;
        let rows = self.rows.iter().map(|entry| entry.row);
        let rows = rows.filter(|row| row.sets.has(enabled) && row.mnemonic.len() > name.len());
        let mut whole: Vec<&str> = Vec::new();
        for row in rows {
            let mnemonic = row.mnemonic;
            let (Some(start), Some(b'.')) = (
                mnemonic.get(..name.len()),
                mnemonic.as_bytes().get(name.len()),
            ) else {
                continue;
            };
            if start.eq_ignore_ascii_case(name) && !whole.contains(&mnemonic) {
                whole.push(mnemonic);
            }
        }
        whole.truncate(SHOWN);
        (!whole.is_empty()).then(|| format!("it needs a suffix: `{}`", whole.join("`, `")))
    }

    /// Names for suggestions, as printed and in no order: those that are switched on.
    pub fn printed_names(&self, enabled: Set) -> impl Iterator<Item = &str> {
        let row = |form: &Form| self.rows[form.row as usize].row;
        let forms = self.forms.iter();
        let on = forms.filter(move |&form| row(form).sets.has(enabled));
        on.map(|form| &*form.name)
    }

    /// "usage: LOAD {rd}, ..." for every form of the name.
    fn usage(&self, name: &str, forms: &[u32], enabled: Set) -> String {
        let mut all: Vec<String> = Vec::new();
        for &form in forms {
            let form = &self.forms[form as usize];
            let row = self.rows[form.row as usize].row;
            if row.sets.has(enabled) {
                let syntax = form.alias.map_or(row.syntax, |alias| alias.syntax);
                let usage = format!(
                    "`{}`",
                    format!("{name} {}", plain(syntax, row.operands)).trim_end()
                );
                if !all.contains(&usage) {
                    all.push(usage);
                }
            }
        }
        format!("usage: {}", all.join(" or "))
    }
}

/// There is no instruction of the name that the statement begins with. `suffixes` says what the
/// name lacks, if that is all; `names` are those that there are. Neither is asked for every line of a
/// text that is wrong all over.
pub fn unknown_mnemonic<'n>(
    statement: &Statement<'_>,
    suffixes: impl FnOnce(&str) -> Option<String>,
    names: impl Iterator<Item = &'n str>,
    cx: &mut Context<'_>,
) -> Diagnostic {
    let cursor = Cursor::new(statement);
    let name = cursor.peek_text();
    let error = Diagnostic::error(
        "unknown-mnemonic",
        format!("there is no instruction `{name}`"),
    )
    .label(cursor.span(), "unknown instruction");
    if !cx.may_suggest() {
        return error;
    }
    let help = suffixes(name);
    error.maybe_help(help.or_else(|| source::did_you_mean(name, names)))
}

/// A template without its braces, for people.
pub(crate) fn plain(syntax: &str, operands: &[&Operand]) -> String {
    let mut text = syntax.to_string();
    for operand in operands {
        let shown = match operand.kind {
            Kind::Custom(kind) => kind.shown(operand.name),
            // A sign that may be left out.
            Kind::Named(&[("", _), (sign, _)]) if sign.len() == 1 => format!("[{sign}]"),
            _ => continue,
        };
        text = text.replace(&format!("{{{}}}", operand.name), &shown);
    }
    let text = text.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let text = text
        .replace("{[", "[")
        .replace("]}", "]")
        .replace("?}", "}");
    text.replace(['{', '}'], "")
        .replace('\u{1}', "{")
        .replace('\u{2}', "}")
}

impl Form {
    fn parse<M>(
        &self,
        row: &Row<M>,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
    ) -> Result<Values, Diagnostic> {
        let mut values = [0; MAX_OPERANDS];
        for (value, operand) in values.iter_mut().zip(row.operands) {
            *value = operand.default;
        }
        for &(operand, preset) in &self.preset {
            if let Preset::Value(value) = preset {
                values[operand] = value;
            }
        }
        let mut reader = Reader {
            row,
            values,
            cx,
            len: row.format.len(),
        };
        reader.items(&self.items, cursor)?;
        let mut values = reader.values;
        nothing_left(cursor)?;
        for &(operand, preset) in &self.preset {
            if let Preset::SameAs(other) = preset {
                values[operand] = values[other];
            }
        }
        Ok(values)
    }
}

struct Reader<'r, 'c, M: 'static> {
    row: &'r Row<M>,
    values: Values,
    cx: &'r mut Context<'c>,
    len: usize,
}

impl<M> Reader<'_, '_, M> {
    fn items(&mut self, items: &[Item], cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let mut at = 0;
        while let Some(item) = items.get(at) {
            at += 1;
            match *item {
                Item::Space => {}
                Item::Punct(punct) => {
                    if !cursor.eat(punct) {
                        return Err(self.missing(punct, &items[at..], cursor));
                    }
                }
                Item::Word(word) => {
                    if !eat_literal(word, cursor) {
                        return Err(expected(&format!("`{word}`"), cursor));
                    }
                }
                Item::Operand { index, optional } => {
                    self.operand(index, optional, items.get(at), cursor)?;
                }
                Item::Group(len) => {
                    self.group(&items[at..at + len], cursor);
                    at += len;
                }
            }
        }
        Ok(())
    }

    /// Punctuation is missing; at the end of the line, so is the operand that it leads up to.
    fn missing(&self, punct: u8, rest: &[Item], cursor: &Cursor<'_>) -> Diagnostic {
        let operand = rest.iter().find_map(|item| match item {
            Item::Operand { index, .. } => Some(self.row.operands[*index]),
            _ => None,
        });
        match operand.filter(|_| cursor.at_end() && punct == b',') {
            Some(operand) => expected(&format!("`,` and {}", operand.describe()), cursor),
            None => expected(&format!("`{}`", punct as char), cursor),
        }
    }

    fn operand(
        &mut self,
        index: usize,
        optional: bool,
        next: Option<&Item>,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), Diagnostic> {
        let operand = self.row.operands[index];
        let start = cursor.position();
        let mark = self.cx.mark();
        match operand.parse(cursor, self.cx, self.len) {
            Ok(value) => self.values[index] = value,
            Err(error) => {
                let end = cursor.position();
                cursor.set_position(start);
                let next_fits = match next {
                    Some(&Item::Punct(punct)) => cursor.peek().is_some_and(|token| token.is(punct)),
                    Some(Item::Word(word)) => cursor.peek_text().eq_ignore_ascii_case(word),
                    Some(_) => false,
                    None => cursor.at_end(),
                };
                if !(optional && next_fits) {
                    cursor.set_position(end);
                    return Err(error);
                }
                self.cx.rewind(mark);
            }
        }
        Ok(())
    }

    /// Takes the group if it is there. What stands in its place otherwise is for the items after
    /// it to judge.
    fn group(&mut self, items: &[Item], cursor: &mut Cursor<'_>) {
        let start = cursor.position();
        let mark = self.cx.mark();
        let values = self.values;
        if self.items(items, cursor).is_err() {
            cursor.set_position(start);
            self.cx.rewind(mark);
            self.values = values;
        }
    }
}

fn eat_literal(word: &str, cursor: &mut Cursor<'_>) -> bool {
    let found = !cursor.at_end() && cursor.peek_text().eq_ignore_ascii_case(word);
    if found {
        cursor.bump();
    }
    found
}
