//! What there is to say about the word under the cursor, in Markdown.

use crate::line::parts;
use crate::signature::has_word;
use crate::{Document, Mark, Role};
use kernel::{COMMON_KEYS, INITIALIZERS, KeyKind};
use source::Span;

impl Document {
    /// What there is to say about the word at `offset`, and which word that is.
    pub fn hover(&self, offset: u32) -> Option<(Span, String)> {
        let mark = *self.mark_at(offset)?;
        let word = self.text(mark.span);
        let text = match mark.role {
            Role::Mnemonic => self.instruction(mark, word)?,
            Role::Directive => {
                let doc = self.reference.directives().get(word)?;
                format!("`{word}` {doc}")
            }
            Role::Key => self.key(word)?,
            Role::Function => {
                let known = INITIALIZERS.iter().find(|(name, ..)| *name == word);
                let (_, usage, doc) = known?;
                format!("{usage}: {doc}")
            }
            Role::Type => format!("`{word}`: the type of an element"),
            Role::Label | Role::Symbol | Role::Constant | Role::Argument | Role::Macro => {
                self.named(offset, word, mark.role)
            }
            Role::Register | Role::Modifier | Role::Word | Role::Number => self.operand(mark)?,
            _ => return None,
        };
        Some((mark.span, text))
    }

    fn instruction(&self, mark: Mark, word: &str) -> Option<String> {
        let pages = self.reference.pages(word);
        let encoding = self.encoding_at(mark.span.start, &pages);
        if pages.is_empty() && encoding.is_none() {
            return None;
        }
        let mut all: Vec<String> = Vec::new();
        for page in &pages {
            let text = self.reference.markdown(page);
            if !all.contains(&text) {
                all.push(text);
            }
        }
        all.extend(encoding);
        Some(all.join("\n---\n\n"))
    }

    fn named(&self, offset: u32, word: &str, role: Role) -> String {
        let what = match role {
            Role::Label => "label",
            Role::Symbol => "symbol",
            Role::Constant => "constant",
            Role::Argument => "argument",
            _ => "macro",
        };
        let mut text = format!("{what} `{word}`");
        let detail = self.detail(word, role);
        if !detail.is_empty() {
            let separator = if role == Role::Argument { ": " } else { " " };
            text += &format!("{separator}`{detail}`");
        }
        let all = self.occurrences(offset);
        let uses = all.iter().filter(|mark| !mark.defines).count();
        let given = all.iter().find(|mark| mark.defines);
        let line = given.map(|mark| self.file().line_of(mark.span.start));
        let times = match uses {
            0 => "not used".to_string(),
            1 => "used once".to_string(),
            n => format!("used {n} times"),
        };
        match line {
            Some(line) => text + &format!(", defined in line {line}, {times}"),
            None => text + ", not defined here",
        }
    }

    /// A key of the header.
    pub(crate) fn key(&self, word: &str) -> Option<String> {
        let common = COMMON_KEYS.iter().find(|(name, ..)| *name == word);
        if let Some((name, value, doc)) = common {
            return Some(format!("`{name} = {value}`: {doc}"));
        }
        let keys = self.input.arch.schema().keys;
        let key = keys.iter().find(|key| key.name == word)?;
        let value = match key.kind {
            KeyKind::Integer { min, max } => format!("a number from {min} to {max}"),
            KeyKind::OneOf(choices) => format!("one of {choices:?}"),
            KeyKind::Boolean => "`true` or `false`".into(),
            KeyKind::Word(words) => format!("one of `{}`", words.join("`, `")),
            KeyKind::Text => "a text in quotes".into(),
        };
        Some(format!("`{word}`: {}; {value}", key.doc))
    }

    /// Which operand of its instruction a word is.
    fn operand(&self, mark: Mark) -> Option<String> {
        let place = self.place(mark.span.end)?;
        let word = self.text(mark.span);
        let page = *self.reference.pages(place.mnemonic?).first()?;
        let parts = parts(&page.syntax);
        let (_, part) = parts.get(place.operand)?;
        let named = page
            .operands
            .iter()
            .filter(|(name, ..)| has_word(part, name));
        let named = named.map(|(name, what, doc)| match doc.is_empty() {
            true => format!("`{name}`: {what}"),
            false => format!("`{name}`: {what}: {doc}"),
        });
        let named: Vec<String> = named.collect();
        (!named.is_empty() && mark.role != Role::Modifier)
            .then(|| format!("`{word}` in `{}`\n\n{}", page.syntax, named.join("  \n")))
    }
}
