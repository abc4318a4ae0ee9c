//! Where a file can be started from.

use crate::{Document, Role};
use source::Span;

/// A place at which an editor offers to run, check and debug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The line.
    pub span: Span,
    /// Which kernel, where the file has several.
    pub kernel: Option<String>,
}

impl Document {
    /// The kernels of the file; a header starts what is below it.
    pub fn lenses(&self) -> Vec<Lens> {
        let assembly = &self.analysis.assembled.assembly;
        let labels = self.marks.iter();
        let labels = labels.filter(|mark| mark.defines && mark.role == Role::Label);
        let kernels = labels.filter_map(|mark| {
            let name = self.text(mark.span);
            assembly.symbol(&format!("{name}.kd"))?;
            Some(Lens {
                span: mark.span,
                kernel: Some(name.to_string()),
            })
        });
        let kernels: Vec<Lens> = kernels.collect();
        if self.input.headerless && !kernels.is_empty() {
            return kernels;
        }
        let file = self.file();
        let numbers = 1..=file.line_count() as u32;
        let fence = numbers.into_iter().find(|&n| file.line(n).trim() == "---");
        let line = fence.filter(|_| !self.input.headerless).unwrap_or(1);
        vec![Lens {
            span: file.line_span(line),
            kernel: None,
        }]
    }
}
