//! What could stand where the cursor is.

use crate::line::parts;
use crate::signature::has_word;
use crate::{Document, Role};
use isa::Page;
use kernel::{COMMON_KEYS, INITIALIZERS, KeyKind, Type};
use source::Span;
use std::collections::BTreeMap;

/// More than these are not read; typing on shows the rest.
const MOST: usize = 300;

/// What kind of thing is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// An instruction.
    Instruction,
    /// A directive.
    Directive,
    /// A register.
    Register,
    /// A label, a symbol.
    Name,
    /// A constant of the header.
    Constant,
    /// An argument of the kernel.
    Argument,
    /// One of a few words that may stand here.
    Choice,
    /// A word after the operands.
    Modifier,
    /// A key of the header.
    Key,
    /// A type.
    Type,
    /// A function of the header.
    Function,
    /// `let`, `expect`, `---`.
    Keyword,
    /// A macro.
    Macro,
}

/// Something that could stand here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is written.
    pub text: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A line about it.
    pub detail: String,
    /// More about it, in Markdown.
    pub doc: String,
    /// What it takes the place of.
    pub replaces: Span,
}

impl Document {
    /// What could stand at `offset`; the likeliest first. True if there is more than that.
    pub fn completions(&self, offset: u32) -> (Vec<Completion>, bool) {
        let mut all = match self.place(offset) {
            Some(place) => match place.mnemonic {
                None if place.tokens.len() <= 1 => self.first_words(place.word),
                Some(mnemonic) => self.operands(mnemonic, place.operand, place.word),
                None => Vec::new(),
            },
            None if offset <= self.analysis.body.start && !self.input.headerless => {
                self.header_words(offset)
            }
            None => Vec::new(),
        };
        let more = all.len() > MOST;
        all.truncate(MOST);
        (all, more)
    }

    /// What can begin a statement.
    fn first_words(&self, word: Span) -> Vec<Completion> {
        let prefix = self.text(word);
        let item = |text: &str, kind, detail: &str, doc: String| Completion {
            text: text.into(),
            kind,
            detail: detail.into(),
            doc,
            replaces: word,
        };
        let macros = self.marks.iter();
        let macros = macros.filter(|mark| mark.defines && mark.role == Role::Macro);
        let macros = macros.map(|mark| self.text(mark.span));
        let macros = macros.filter(|name| name.starts_with(prefix));
        let macros = macros.map(|name| item(name, CompletionKind::Macro, "a macro", String::new()));
        let directives = self.reference.directives().iter();
        let directives = directives.filter(|(name, _)| {
            // Nothing typed means an instruction is wanted.
            prefix.starts_with('.') && name.starts_with(prefix)
        });
        let directives = directives.map(|(name, doc)| {
            item(
                name,
                CompletionKind::Directive,
                "a directive",
                (*doc).into(),
            )
        });
        // Capitals where the file has them.
        let lower = prefix.bytes().any(|b| b.is_ascii_lowercase());
        let names = self.reference.starting_with(prefix).map(|(name, page)| {
            let name = match lower && name.bytes().all(|b| !b.is_ascii_lowercase()) {
                true => name.to_ascii_lowercase(),
                false => name.to_string(),
            };
            let doc = self.reference.markdown(page);
            item(&name, CompletionKind::Instruction, &page.syntax, doc)
        });
        macros
            .chain(directives)
            .chain(names)
            .take(MOST + 1)
            .collect()
    }

    fn operands(&self, mnemonic: &str, operand: usize, word: Span) -> Vec<Completion> {
        let prefix = self.text(word);
        let mut all: Vec<Completion> = Vec::new();
        let mut push = |text: &str, kind, detail: &str| {
            let known = all.iter().any(|it| it.text == text);
            if text
                .to_ascii_lowercase()
                .starts_with(&prefix.to_ascii_lowercase())
                && !known
            {
                all.push(Completion {
                    text: text.into(),
                    kind,
                    detail: detail.into(),
                    doc: String::new(),
                    replaces: word,
                });
            }
        };
        let pages = self.reference.pages(mnemonic);
        let mut registers = mnemonic.starts_with('.');
        for page in &pages {
            for (name, what, doc) in operands_of(page, operand) {
                registers |= what.contains("register");
                let detail = if doc.is_empty() { name } else { doc };
                let choices = what.split('`').skip(1).step_by(2);
                let choices =
                    choices.filter(|choice| !choice.is_empty() && !what.contains("such as"));
                choices.for_each(|choice| push(choice, CompletionKind::Choice, detail));
            }
        }
        if registers {
            let mut used: BTreeMap<&str, usize> = BTreeMap::new();
            for mark in self.marks.iter().filter(|mark| mark.role == Role::Register) {
                *used.entry(self.text(mark.span)).or_default() += 1;
            }
            let mut used: Vec<_> = used.into_iter().collect();
            used.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
            for (name, count) in used {
                push(
                    name,
                    CompletionKind::Register,
                    &format!("used {count} times"),
                );
            }
        }
        for mark in self.marks.iter().filter(|mark| mark.defines) {
            let name = self.text(mark.span);
            let detail = self.detail(name, mark.role);
            match mark.role {
                Role::Label => push(name, CompletionKind::Name, &format!("label {detail}")),
                Role::Symbol => push(name, CompletionKind::Name, &format!("symbol {detail}")),
                Role::Constant => {
                    push(&format!("${name}"), CompletionKind::Constant, &detail);
                }
                _ => {}
            }
        }
        // Fields of the encoding that no operand fills are written behind the operands.
        for page in &pages {
            for run in page.forms.iter().flat_map(|form| &form.fields) {
                if self.reference.is_modifier(&run.text) {
                    push(&run.text, CompletionKind::Modifier, "a modifier");
                }
            }
        }
        all
    }

    fn header_words(&self, offset: u32) -> Vec<Completion> {
        let file = self.file();
        let line = file.line_span(file.line_of(offset));
        let text = file.text();
        let Some(left) = text.get(line.range().start..offset as usize) else {
            return Vec::new();
        };
        if left.contains(['#', ';']) || left.matches('"').count() % 2 == 1 {
            return Vec::new();
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let start = left.trim_end_matches(is_part).len();
        let word = Span::new(line.range().start + start, offset as usize);
        let prefix = &left[start..];
        let before = left[..start].trim_end();
        let mut all = Vec::new();
        let mut push = |text: &str, kind, detail: &str, doc: &str| {
            if text.starts_with(prefix) {
                all.push(Completion {
                    text: text.into(),
                    kind,
                    detail: detail.into(),
                    doc: doc.into(),
                    replaces: word,
                });
            }
        };
        let names = |role: Role| {
            let marks = self.marks.iter();
            let given = marks.filter(move |mark| mark.defines && mark.role == role);
            given.map(|mark| self.text(mark.span))
        };
        let schema = self.input.arch.schema();
        if before.is_empty() {
            for (name, value, doc) in COMMON_KEYS {
                push(name, CompletionKind::Key, &format!("{name} = {value}"), doc);
            }
            for key in schema.keys {
                push(key.name, CompletionKind::Key, "a key", key.doc);
            }
            push(
                "let",
                CompletionKind::Keyword,
                "let NAME = VALUE",
                "a constant",
            );
            let expect = "what an array should hold after the run";
            push(
                "expect",
                CompletionKind::Keyword,
                "expect NAME = VALUES",
                expect,
            );
            return all;
        }
        let (left_side, right_side) = match before.split_once('=') {
            Some((left, right)) => (left.trim(), Some(right)),
            None => (before, None),
        };
        if right_side.is_none() {
            if before.ends_with(':') {
                for ty in Type::ALL {
                    push(ty.name(), CompletionKind::Type, "a type", "");
                }
                if schema.textures {
                    push("tex2d", CompletionKind::Type, "a texture", "");
                }
            } else if before == "expect" {
                for name in names(Role::Argument) {
                    let detail = self.detail(name, Role::Argument);
                    push(name, CompletionKind::Argument, &detail, "");
                }
            } else if before.contains('[') {
                for name in names(Role::Constant) {
                    let detail = self.detail(name, Role::Constant);
                    push(name, CompletionKind::Constant, &detail, "");
                }
            }
            return all;
        }
        if before.ends_with('&') {
            for name in names(Role::Argument) {
                let detail = self.detail(name, Role::Argument);
                push(name, CompletionKind::Argument, &detail, "");
            }
            return all;
        }
        let key = schema.keys.iter().find(|key| key.name == left_side);
        match key.map(|key| key.kind) {
            Some(KeyKind::Word(words)) => {
                for word in words {
                    push(word, CompletionKind::Choice, left_side, "");
                }
            }
            Some(KeyKind::Boolean) => {
                push("true", CompletionKind::Choice, left_side, "");
                push("false", CompletionKind::Choice, left_side, "");
            }
            _ if left_side == "isa" => {
                for arch in wavetank::archs() {
                    push(arch.name(), CompletionKind::Choice, arch.title(), "");
                }
            }
            _ => {
                if left_side.contains(':') || left_side.starts_with("expect") {
                    for (name, usage, doc) in INITIALIZERS {
                        push(name, CompletionKind::Function, &usage.replace('`', ""), doc);
                    }
                }
                if let Some(rules) = schema.bindings.as_ref() {
                    for variable in rules.variables {
                        push(
                            variable,
                            CompletionKind::Choice,
                            "differs from thread to thread",
                            "",
                        );
                    }
                }
            }
        }
        for name in names(Role::Constant) {
            let detail = self.detail(name, Role::Constant);
            push(name, CompletionKind::Constant, &detail, "");
        }
        all
    }
}

/// The operands that stand at one place of a line.
fn operands_of(page: &Page, operand: usize) -> Vec<(&str, &str, &str)> {
    let parts = parts(&page.syntax);
    let Some((_, part)) = parts.get(operand) else {
        return Vec::new();
    };
    let named = page
        .operands
        .iter()
        .filter(|(name, ..)| has_word(part, name));
    named
        .map(|(name, what, doc)| (name.as_str(), what.as_str(), doc.as_str()))
        .collect()
}
