//! Sections, and storage that gets its place in one at the end.

use source::{Diagnostic, Span};

use super::context::defined_twice;
use super::{Context, Section};

/// Sections are found by walking their list, which must stay short.
const MAX_SECTIONS: usize = 256;

/// So is what `.comm` names.
const MAX_COMMONS: usize = 4096;

/// Storage that gets its place behind everything else.
pub(super) struct Common {
    name: Box<str>,
    size: u64,
    align: u64,
    span: Span,
}

impl Context<'_> {
    /// Makes `name` the current section, creating it if needed.
    pub fn switch_section(&mut self, name: &str) {
        if let Some(index) = self
            .sections
            .iter()
            .position(|section| section.name == name)
        {
            self.enter_section(index);
        } else if self.sections.len() >= MAX_SECTIONS {
            self.stop(format!("there are more than {MAX_SECTIONS} sections"));
        } else {
            self.enter_section(self.sections.len());
            self.sections.push(Section {
                name: name.to_string(),
                bytes: vec![],
                align: 1,
            });
        }
    }

    fn enter_section(&mut self, index: usize) {
        self.previous = Some(std::mem::replace(&mut self.current, index));
    }

    /// Goes back to the section before this one; `false` where there was none.
    pub(super) fn previous_section(&mut self) -> bool {
        let Some(previous) = self.previous else {
            return false;
        };
        self.enter_section(previous);
        true
    }

    /// Remembers the section.
    pub(super) fn push_section(&mut self) {
        // More than that are no program's.
        match self.stack.len() < MAX_SECTIONS {
            true => self.stack.push((self.current, self.previous)),
            false => self.stop(format!("more than {MAX_SECTIONS} sections are pushed")),
        }
    }

    /// Goes back to the section that was remembered last; `false` where there is none.
    pub(super) fn pop_section(&mut self) -> bool {
        let Some((current, previous)) = self.stack.pop() else {
            return false;
        };
        (self.current, self.previous) = (current, previous);
        true
    }

    /// Asks for storage of zeros under a name, which gets its place in `.bss` at the end.
    pub(super) fn common(
        &mut self,
        name: &str,
        (size, align): (u64, u64),
        span: Span,
    ) -> Result<(), Diagnostic> {
        if let Some(earlier) = self.symbols.get(name) {
            return Err(defined_twice(name, span, earlier.span));
        }
        let full = self.commons.len() >= MAX_COMMONS;
        match self.commons.iter_mut().find(|it| *it.name == *name) {
            Some(known) if known.size != size => {
                let message = format!("`{name}` has {} bytes and {size} bytes", known.size);
                return Err(Diagnostic::error("common-size", message)
                    .label(span, "another size")
                    .label(known.span, "first named here"));
            }
            Some(known) => known.align = known.align.max(align),
            None if full => {
                self.stop(format!("there are more than {MAX_COMMONS} of `.comm`"));
            }
            None => self.commons.push(Common {
                name: name.into(),
                size,
                align,
                span,
            }),
        }
        Ok(())
    }

    /// Gives storage that was asked for its place.
    pub(super) fn place_commons(&mut self) {
        let commons = std::mem::take(&mut self.commons);
        if commons.is_empty() || self.stopped {
            return;
        }
        self.switch_section(".bss");
        for common in commons {
            self.at = common.span;
            let gap = self.here().next_multiple_of(common.align) - self.here();
            self.require_alignment(common.align as u32);
            self.fill(gap, 0);
            let defined = self.define_label(&common.name, common.span);
            defined.unwrap_or_else(|why| self.report(why));
            self.fill(common.size, 0);
        }
    }
}
