//! What a file has, as a table of contents.

use crate::{Document, Role};
use source::Span;

/// What kind of thing has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A constant of the header.
    Constant,
    /// An argument of the kernel.
    Argument,
    /// A label that launches can start at.
    Kernel,
    /// Any other label.
    Label,
    /// A name with a value.
    Symbol,
    /// A macro.
    Macro,
}

/// A name that the file gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineItem {
    /// As written.
    pub name: String,
    /// Of what.
    pub kind: SymbolKind,
    /// Its type, value or address, where that is known.
    pub detail: String,
    /// The name itself.
    pub span: Span,
    /// All that belongs to it: for a label, the code up to the next.
    pub extent: Span,
}

impl Document {
    /// Every name that the file gives, in order.
    pub fn symbols(&self) -> Vec<OutlineItem> {
        let mut symbols: Vec<OutlineItem> = Vec::new();
        for mark in self.marks.iter().filter(|mark| mark.defines) {
            let name = self.text(mark.span).to_string();
            let global = self.analysis.assembled.assembly.symbol(&name);
            let kind = match mark.role {
                Role::Constant => SymbolKind::Constant,
                Role::Argument => SymbolKind::Argument,
                Role::Label if global.is_some_and(|it| it.global) => SymbolKind::Kernel,
                Role::Label => SymbolKind::Label,
                Role::Symbol => SymbolKind::Symbol,
                Role::Macro => SymbolKind::Macro,
                _ => continue,
            };
            let line = self.file().line_span(self.file().line_of(mark.span.start));
            symbols.push(OutlineItem {
                detail: self.detail(&name, mark.role),
                name,
                kind,
                span: mark.span,
                extent: line,
            });
        }
        // Code belongs to the label above it.
        let end = self.analysis.body.end;
        let labels: Vec<usize> = (0..symbols.len())
            .filter(|&i| matches!(symbols[i].kind, SymbolKind::Kernel | SymbolKind::Label))
            .collect();
        for (at, &index) in labels.iter().enumerate() {
            let until = labels.get(at + 1).map_or(end, |&next| {
                let line = self.file().line_of(symbols[next].span.start);
                self.file().line_span(line).start.saturating_sub(1)
            });
            let extent = &mut symbols[index].extent;
            extent.end = extent.end.max(until);
        }
        symbols
    }

    /// Type, value or address of a name.
    pub(crate) fn detail(&self, name: &str, role: Role) -> String {
        let header = &self.analysis.header;
        match role {
            Role::Constant => {
                let value = header.constants.get(name);
                value.map_or(String::new(), |value| format!("= {value}"))
            }
            Role::Argument => {
                let mut arguments = header.arguments.iter();
                let found = arguments.find(|(own, _)| own == name);
                found.map_or(String::new(), |(_, ty)| ty.clone())
            }
            Role::Label | Role::Symbol => {
                let symbol = self.analysis.assembled.assembly.symbol(name);
                match symbol.map(|symbol| symbol.value) {
                    Some(isa::Value::Address { section, offset }) => {
                        let sections = &self.analysis.assembled.assembly.sections;
                        let section = sections.get(section).map_or("", |it| it.name.as_str());
                        format!("{section} + {offset:#x}")
                    }
                    Some(isa::Value::Int(value)) => format!("= {value}"),
                    Some(isa::Value::Float(value)) => format!("= {value}"),
                    _ => String::new(),
                }
            }
            _ => String::new(),
        }
    }
}
