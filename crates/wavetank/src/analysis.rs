//! What is known of a text while it is being written: everything wrong with it at once, and what
//! became of the lines that are right.

use crate::prepare::{
    Prepared, assemble_body, assemble_despite_header, extensions, other_file, parse_header, prepare,
};
use crate::{Assembled, Constant, DisStyle, Error, Input, Settings, lint};
use kernel::KernelFile;
use source::{Diagnostic, Severity, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A text that was looked at and not run.
pub struct Analysis {
    /// What the header says.
    pub header: Arc<Header>,
    /// The assembly below it; empty where a header does not end.
    pub body: Span,
    /// Code, lines, symbols; what could be assembled where there are errors.
    pub assembled: Assembled,
    /// What is wrong with the header and with the assembly.
    pub diagnostics: Vec<Diagnostic>,
    /// What the linter finds where nothing else is wrong.
    pub findings: Vec<Diagnostic>,
}

/// A header that was read. Its arrays may be large and its files many, so that it is read again only
/// when it changes.
pub struct Header {
    /// Everything above the assembly, as it was read.
    text: String,
    /// What it means, without the values of its arrays; nothing where something is wrong.
    kernel: Option<KernelFile>,
    /// What `$NAME` stands for, as far as that can be told.
    pub constants: BTreeMap<String, Constant>,
    /// Name and type of every argument and texture.
    pub arguments: Vec<(String, String)>,
    diagnostics: Vec<Diagnostic>,
}

impl Header {
    fn read(input: &Input, settings: &Settings, text: &str) -> Header {
        let parsed = parse_header(input, settings);
        let (kernel, diagnostics) = match parsed {
            Ok(kernel) => (Some(kernel), Vec::new()),
            Err(diagnostics) => (None, diagnostics),
        };
        let arguments = kernel.iter().flat_map(|kernel| {
            let arrays = kernel.args.iter().map(|arg| (&arg.name, &arg.array));
            let textures = kernel.textures.iter().map(|it| (&it.name, &it.array));
            arrays.chain(textures)
        });
        let arguments = arguments
            .map(|(name, array)| (name.clone(), format!("{}{}", array.ty.name(), array.shape)));
        let arguments = arguments.collect();
        let constants = match &kernel {
            Some(kernel) => kernel.constants.clone(),
            None => kernel::constants(&input.file, &crate::prepare::options(input, settings)),
        };
        let kernel = kernel.map(|kernel| KernelFile {
            args: Vec::new(),
            textures: Vec::new(),
            expects: Vec::new(),
            ..kernel
        });
        Header {
            text: text.into(),
            kernel,
            constants,
            arguments,
            diagnostics,
        }
    }

    /// Whether the header is right.
    pub fn is_right(&self) -> bool {
        self.kernel.is_some()
    }

    /// Lanes per wave, where the header is right.
    pub fn wave(&self) -> Option<u32> {
        self.kernel.as_ref().map(|kernel| kernel.wave)
    }
}

/// Looks at a text. `known` is the header of an earlier look, which counts as long as its text is the
/// same; who wants files that it names to be read again, passes none.
pub fn analyze(input: &Input, settings: &Settings, known: Option<&Arc<Header>>) -> Analysis {
    let whole = Span::new(0, input.file.text().len());
    let body = match input.headerless {
        true => Some(whole),
        false => kernel::body_span(&input.file),
    };
    let above = body.map_or(whole, |body| Span::new(0, body.range().start));
    let above = input.file.slice(above);
    let header = match known.filter(|known| known.text == above) {
        Some(known) => known.clone(),
        None => Arc::new(Header::read(input, settings, above)),
    };
    let mut analysis = Analysis {
        body: body.unwrap_or_default(),
        assembled: Assembled::default(),
        diagnostics: header.diagnostics.clone(),
        findings: Vec::new(),
        header,
    };
    let extensions = match extensions(input, settings) {
        Ok(extensions) => extensions,
        Err(error) => {
            let error = Diagnostic::error("extension", error.to_string());
            analysis.diagnostics.push(error);
            return analysis;
        }
    };
    let Some(kernel) = &analysis.header.kernel else {
        let assembled = assemble_despite_header(input, settings, &extensions);
        analysis.assembled = assembled.unwrap_or_default();
        let found = analysis.assembled.assembly.diagnostics.iter().cloned();
        analysis.diagnostics.extend(found);
        return analysis;
    };
    if let Some((path, _)) = other_file(kernel) {
        // A compiler would take too long for every letter that is typed.
        if !Input::is_source(path.as_ref()) {
            analysis.diagnostics.extend(elsewhere(input, settings));
        }
        return analysis;
    }
    let mut kernel = kernel.clone();
    kernel.body = analysis.body;
    let assembled = assemble_body(input, settings, &kernel, &extensions);
    let found = assembled.assembly.diagnostics.iter().cloned();
    analysis.diagnostics.extend(found);
    let wrong = |it: &Diagnostic| it.severity == Severity::Error;
    if !analysis.diagnostics.iter().any(wrong) {
        let style = DisStyle {
            wave: settings.wave.unwrap_or(kernel.wave),
            extensions: extensions.clone(),
        };
        let prepared = Prepared {
            extensions,
            ..Prepared::new(kernel, assembled.code.clone(), input.file.clone())
        };
        analysis.findings = match input.arch.lint(&prepared.code, &style) {
            Some(Ok(linted)) => lint::diagnostics(&linted, &prepared, input.arch, &style),
            Some(Err(unmodelled)) => vec![unmodelled],
            None => Vec::new(),
        };
    }
    analysis.assembled = assembled;
    analysis
}

/// What is wrong where the code is in another file, as far as this one is concerned.
fn elsewhere(input: &Input, settings: &Settings) -> Vec<Diagnostic> {
    match prepare(input, settings) {
        Err(Error::Diagnostics {
            file, diagnostics, ..
        }) if file.name() == input.file.name() => diagnostics,
        _ => Vec::new(),
    }
}
