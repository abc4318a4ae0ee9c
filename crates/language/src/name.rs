//! Where a name comes from, where else it stands, and giving it another.

use crate::{Document, Mark, Role};
use isa::{Lexer, TokenKind};
use source::Span;

impl Document {
    /// Every place that has the name at `offset`, in order; none where there is no name.
    pub fn occurrences(&self, offset: u32) -> Vec<Mark> {
        let Some(at) = self.mark_at(offset) else {
            return Vec::new();
        };
        let name = self.text(at.span);
        match at.role {
            Role::Label | Role::Symbol | Role::Macro | Role::Constant | Role::Argument => {
                let same = |mark: &&Mark| mark.role == at.role && self.text(mark.span) == name;
                self.marks.iter().filter(same).copied().collect()
            }
            Role::Local => self.locals(at),
            Role::Parameter => self.parameters(at),
            _ => Vec::new(),
        }
    }

    /// Where the name at `offset` is given.
    pub fn definitions(&self, offset: u32) -> Vec<Span> {
        let all = self.occurrences(offset);
        let given = all.iter().filter(|mark| mark.defines);
        given.map(|mark| mark.span).collect()
    }

    /// A label whose name is a number, and those that mean this one of its name.
    fn locals(&self, at: &Mark) -> Vec<Mark> {
        let number = |mark: &Mark| {
            let text = self.text(mark.span).trim_end_matches(['b', 'f']);
            text.parse::<u64>().ok()
        };
        let wanted = number(at);
        let same = |mark: &&Mark| mark.role == Role::Local && number(mark) == wanted;
        let all: Vec<Mark> = self.marks.iter().filter(same).copied().collect();
        let target = |mark: &Mark| -> Option<Mark> {
            let given = || all.iter().filter(|it| it.defines);
            match self.text(mark.span).as_bytes().last() {
                _ if mark.defines => Some(*mark),
                Some(b'f') => given().find(|it| it.span.start > mark.span.start).copied(),
                _ => given().rfind(|it| it.span.start < mark.span.start).copied(),
            }
        };
        let Some(own) = target(at) else {
            return vec![*at];
        };
        let means = |mark: &&Mark| target(mark) == Some(own);
        all.iter().filter(means).copied().collect()
    }

    /// A parameter of a macro within its macro.
    fn parameters(&self, at: &Mark) -> Vec<Mark> {
        let opens = |mark: &&Mark| mark.role == Role::Directive && self.text(mark.span) == ".macro";
        let closes = |mark: &&Mark| mark.role == Role::Directive && self.text(mark.span) == ".endm";
        let before = self.marks.iter().filter(opens);
        let mut start = before.map(|mark| mark.span.start);
        let start = start.rfind(|&start| start < at.span.start);
        let mut after = self.marks.iter().filter(closes);
        let end = after.find(|mark| mark.span.start > at.span.start);
        let within = start.unwrap_or(0)..end.map_or(u32::MAX, |mark| mark.span.start);
        let name = self.text(at.span);
        let same = |mark: &&Mark| {
            let word = mark.role == Role::Parameter && self.text(mark.span) == name;
            word && within.contains(&mark.span.start)
        };
        self.marks.iter().filter(same).copied().collect()
    }

    /// The places that change when the name at `offset` becomes `new`; or why it cannot.
    pub fn rename(&self, offset: u32, new: &str) -> Result<Vec<Span>, String> {
        let all = self.occurrences(offset);
        let Some(first) = all.first() else {
            return Err("there is no name here that could be changed".into());
        };
        if !all.iter().any(|mark| mark.defines) {
            let name = self.text(first.span);
            return Err(format!("`{name}` is not defined in this file"));
        }
        if first.role == Role::Local {
            return Err("a label that is a number has no name that could be changed".into());
        }
        let syntax = self.input.arch.dialect().syntax();
        let mut lexer = Lexer::new(new, syntax);
        let token = lexer.next_token();
        let whole = token.kind == TokenKind::Name && token.range() == (0..new.len());
        let header = matches!(first.role, Role::Constant | Role::Argument);
        let plain = new.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !whole || header && !plain || new.starts_with('.') && first.role == Role::Macro {
            return Err(format!("`{new}` is not a name"));
        }
        if !header && self.input.arch.is_register(new) {
            return Err(format!("`{new}` is a register"));
        }
        let is_taken = |mark: &&Mark| {
            let other = !all.iter().any(|own| own.span == mark.span);
            mark.defines && other && self.text(mark.span) == new
        };
        if self.marks.iter().any(|mark| is_taken(&mark)) {
            return Err(format!("`{new}` is defined already"));
        }
        Ok(all.iter().map(|mark| mark.span).collect())
    }
}
