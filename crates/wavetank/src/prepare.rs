//! From an input to code and a parsed header.

use crate::input::{self, MAX_FILE};
use crate::{Error, Input, Settings, check_wave, elf};
use arch::{AsmSource, Assembled, Code, Memo};
use kernel::{KernelFile, KeyValue};
use source::{Diagnostic, Severity, SourceFile, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The warning about a launch that nothing describes.
pub(crate) const UNSAID: &str = "no-launch";

/// The key of a header that names a file with the code.
const CODE_KEY: &str = "code";

/// An input with its header understood and its code assembled.
#[derive(Clone)]
pub(crate) struct Prepared {
    pub kernel: KernelFile,
    pub code: Code,
    /// What the code's lines are places in.
    pub source: SourceFile,
    /// That is not assembly: an instruction is not what its line says.
    pub compiled: bool,
    pub extensions: Vec<String>,
    /// Something says how many threads run.
    pub launched: bool,
    /// Warnings of the assembler.
    pub warnings: Vec<Diagnostic>,
    /// What is kept from launch to launch, where there are several.
    pub memo: Option<Arc<Memo>>,
}

impl Prepared {
    /// Assembly, what its lines are places in, and what a header says besides.
    pub fn new(kernel: KernelFile, code: Code, source: SourceFile) -> Prepared {
        Prepared {
            kernel,
            code,
            source,
            compiled: false,
            extensions: Vec::new(),
            launched: true,
            warnings: Vec::new(),
            memo: None,
        }
    }
}

/// Parses the header and assembles the body. All errors of both are reported together.
pub(crate) fn prepare(input: &Input, settings: &Settings) -> Result<Prepared, Error> {
    check_wave(input.arch, settings.wave)?;
    if input.code.is_some() && !settings.set.is_empty() {
        return Err(Error::Plain(
            "constants of an assembled binary are fixed: --set works on kernel files".into(),
        ));
    }
    let extensions = extensions(input, settings)?;
    let kernel = match parse_header(input, settings) {
        Ok(mut kernel) => {
            settings.launch.apply(&mut kernel, input, settings)?;
            kernel
        }
        Err(header) => {
            let mut all = header;
            all.extend(body_errors(input, settings, &extensions));
            return Err(Error::input(&input.file, all));
        }
    };
    let unsaid = unsaid_launch(input, settings);
    if let Some(code) = &input.code {
        let source = input.source.as_ref().unwrap_or(&input.file).clone();
        return Ok(Prepared {
            compiled: true,
            extensions,
            launched: unsaid.is_none(),
            warnings: unsaid.into_iter().collect(),
            ..Prepared::new(kernel, code.clone(), source)
        });
    }
    if let Some((path, span)) = other_file(&kernel) {
        let other = Other { path, span };
        return other.prepare(input, settings, kernel, extensions);
    }
    let assembled = assemble_body(input, settings, &kernel, &extensions);
    let is_empty = assembled.assembly.sections[0].bytes.is_empty();
    let (mut errors, mut warnings): (Vec<_>, Vec<_>) = (assembled.assembly.diagnostics.into_iter())
        .partition(|diagnostic| diagnostic.severity == Severity::Error);
    if errors.is_empty() && is_empty {
        let diagnostic = Diagnostic::error("no-code", "the kernel has no instructions")
            .label(Span::at(kernel.body.end as usize), "they are expected here");
        errors.push(diagnostic);
    }
    if !errors.is_empty() {
        return Err(Error::input(&input.file, errors));
    }
    let launched = unsaid.is_none();
    warnings.extend(unsaid);
    Ok(Prepared {
        launched,
        extensions,
        warnings,
        ..Prepared::new(kernel, assembled.code, input.file.clone())
    })
}

/// A file without a header does not say how many threads run, and one alone is seldom meant.
fn unsaid_launch(input: &Input, settings: &Settings) -> Option<Diagnostic> {
    let launch = &settings.launch;
    let has_header = !input.headerless && !input.file.text().is_empty();
    // Programs that have a machine of their own begin with one thread by themselves.
    let has_waves = input.arch.schema().default_wave > 1;
    if has_header || !has_waves || !launch.global.is_empty() || !launch.local.is_empty() {
        return None;
    }
    let warning = Diagnostic::warning(UNSAID, "one workgroup of one thread runs");
    Some(warning.help("--global and --local say how many workgroups, and of how many threads"))
}

/// What the binary was assembled with, and what the user switches on.
pub(crate) fn extensions(input: &Input, settings: &Settings) -> Result<Vec<String>, Error> {
    let known = input.arch.extensions();
    if let Some(unknown) = settings
        .extensions
        .iter()
        .find(|name| !known.contains(&name.as_str()))
    {
        let isa = input.arch.name();
        return Err(Error::Plain(match known {
            [] => format!("{isa} has no extensions, so there is none called `{unknown}`"),
            _ => format!(
                "{isa} has no extension `{unknown}`; it has {}",
                known.join(", ")
            ),
        }));
    }
    Ok(input
        .extensions
        .iter()
        .chain(&settings.extensions)
        .cloned()
        .collect())
}

/// What is wrong with the assembly below a header that is wrong itself. Constants whose definition
/// is wrong are not known, so what is said about a line that uses one does not count.
fn body_errors(input: &Input, settings: &Settings, extensions: &[String]) -> Vec<Diagnostic> {
    let assembled = assemble_despite_header(input, settings, extensions);
    let diagnostics = assembled.map(|it| it.assembly.diagnostics);
    let mut diagnostics = diagnostics.unwrap_or_default();
    diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
    diagnostics
}

/// The assembly below a header that is wrong, with what is not a guess about it.
pub(crate) fn assemble_despite_header(
    input: &Input,
    settings: &Settings,
    extensions: &[String],
) -> Option<Assembled> {
    let body = kernel::body_span(&input.file);
    let body = body.filter(|_| input.code.is_none() && !input.headerless)?;
    let constants = kernel::constants(&input.file, &options(input, settings));
    let mut assembled = input.arch.assemble(&AsmSource {
        file: &input.file,
        body,
        constants: &constants,
        wave: settings.wave.unwrap_or(input.arch.schema().default_wave),
        extensions,
        files: &*input.surroundings,
        symbols: &settings.symbols,
    });
    let is_guess = |diagnostic: &Diagnostic| {
        let spans = diagnostic.labels.iter().map(|label| label.span);
        let lines = spans.map(|span| input.file.line(input.file.line_of(span.start)));
        lines
            .into_iter()
            .any(|line| mentions_unknown(line, &constants))
    };
    let assembly = &mut assembled.assembly;
    let mut kept = 0;
    let numbers = assembly.diagnostics.iter().map(|diagnostic| {
        let number = (!is_guess(diagnostic)).then_some(kept);
        kept += u32::from(number.is_some());
        number
    });
    // Lines name their errors by number. Of one whose error does not count, nothing is known.
    let numbers: Vec<Option<u32>> = numbers.collect();
    for line in assembly.lines.iter_mut() {
        if let Some(error) = line.error {
            line.error = numbers[error as usize];
            line.len = 0;
        }
    }
    assembly.diagnostics.retain(|it| !is_guess(it));
    Some(assembled)
}

/// Whether the line has a `$NAME` that no constant is called.
fn mentions_unknown(line: &str, constants: &BTreeMap<String, kernel::Constant>) -> bool {
    line.split('$').skip(1).any(|rest| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        !constants.contains_key(&rest[..end])
    })
}

pub(crate) fn parse_header(
    input: &Input,
    settings: &Settings,
) -> Result<KernelFile, Vec<Diagnostic>> {
    let files = &*input.surroundings;
    let options = options(input, settings);
    if input.headerless {
        let nothing = SourceFile::new(input.file.name(), "");
        let kernel = kernel::parse(&nothing, input.arch.schema(), &options, files)?;
        return Ok(KernelFile {
            body: Span::new(0, input.file.text().len()),
            ..kernel
        });
    }
    kernel::parse(&input.file, input.arch.schema(), &options, files)
}

pub(crate) fn options(input: &Input, settings: &Settings) -> kernel::Options {
    kernel::Options {
        set: if input.code.is_some() {
            input.set.clone()
        } else {
            settings.set.clone()
        },
        seed: settings.seed,
        max_bytes: settings.memory_bytes,
    }
}

/// The file that holds the code, where the header names one.
pub(crate) fn other_file(kernel: &KernelFile) -> Option<(String, Span)> {
    let entry = kernel.keys.iter().find(|entry| entry.name == CODE_KEY)?;
    match &entry.value {
        KeyValue::Text(path) => Some((path.clone(), entry.span)),
        _ => None,
    }
}

/// A file with code that a header names.
struct Other {
    path: String,
    span: Span,
}

impl Other {
    fn prepare(
        &self,
        input: &Input,
        settings: &Settings,
        kernel: KernelFile,
        extensions: Vec<String>,
    ) -> Result<Prepared, Error> {
        let fail = |code, message: String| {
            let diagnostic = Diagnostic::error(code, message).label(self.span, "named here");
            Error::input(&input.file, vec![diagnostic])
        };
        let below = input.file.slice(kernel.body);
        if let Some(line) = below.lines().find(|line| !line.trim().is_empty()) {
            let message = format!(
                "the code is in `{}`, but there is assembly here too",
                self.path
            );
            let found = format!("found below the header: `{}`", line.trim());
            return Err(fail("two-codes", format!("{message}; {found}")));
        }
        let name = match input.file.name().rsplit_once('/') {
            Some((folder, _)) if !self.path.starts_with('/') => format!("{folder}/{}", self.path),
            _ => self.path.clone(),
        };
        let surroundings = &input.surroundings;
        let bytes = match Input::is_source(self.path.as_ref()) {
            true => input::compile(&**surroundings, &self.path, &name, input.arch)?,
            false => (surroundings.read(&self.path, 0, MAX_FILE + 1)).map_err(|error| {
                fail("bad-file", format!("cannot read `{}`: {error}", self.path))
            })?,
        };
        let own = input.arch.name();
        let open = |isa| Input::new(&name, bytes.clone(), surroundings.clone(), isa);
        let mut other = open(None)?;
        // Code for several instruction sets may be for this one too.
        if other.code.is_some() && other.arch.name() != own {
            other = open(Some(own)).unwrap_or(other);
        }
        if other.arch.name() != own {
            let message = format!(
                "`{}` is for {}, this file for {own}",
                self.path,
                other.arch.name()
            );
            return Err(fail("wrong-target", message));
        }
        let plain = Settings {
            launch: Default::default(),
            set: Vec::new(),
            ..settings.clone()
        };
        // A file that names another could name itself, or one that names it.
        let mentions = parse_header(&other, &plain)
            .ok()
            .as_ref()
            .and_then(other_file);
        if let Some((third, _)) = mentions {
            let message = format!(
                "`{}` holds no code itself: its header names `{third}`",
                self.path
            );
            return Err(fail("no-code", message));
        }
        let mut prepared = prepare(&other, &plain)?;
        // The launch is what this header says, not what the other file leaves open.
        prepared.warnings.retain(|warning| warning.code != UNSAID);
        Ok(Prepared {
            kernel,
            extensions,
            launched: true,
            ..prepared
        })
    }
}

/// Assembles a kernel file. Errors of its instructions are in the result, line by line; only a
/// header that cannot be read is an error here.
pub fn assemble(input: &Input, settings: &Settings) -> Result<Assembled, Error> {
    if input.code.is_some() {
        return Err(Error::Plain(format!(
            "{} is a binary already",
            input.file.name()
        )));
    }
    check_wave(input.arch, settings.wave)?;
    let kernel = parse_header(input, settings)
        .map_err(|diagnostics| Error::input(&input.file, diagnostics))?;
    Ok(assemble_body(
        input,
        settings,
        &kernel,
        &settings.extensions,
    ))
}

/// The ELF file of a kernel file.
pub fn assemble_to_elf(input: &Input, settings: &Settings) -> Result<Vec<u8>, Error> {
    if input.code.is_some() {
        return Err(Error::Plain(format!(
            "{} is a binary already",
            input.file.name()
        )));
    }
    let Prepared {
        kernel,
        code,
        extensions,
        ..
    } = prepare(input, settings)?;
    let header = &input.file.text()[..kernel.body.range().start];
    elf::write(input, &code, header, settings, &extensions)
}

pub(crate) fn assemble_body(
    input: &Input,
    settings: &Settings,
    kernel: &KernelFile,
    extensions: &[String],
) -> Assembled {
    input.arch.assemble(&AsmSource {
        file: &input.file,
        body: kernel.body,
        constants: &kernel.constants,
        wave: settings.wave.unwrap_or(kernel.wave),
        extensions,
        files: &*input.surroundings,
        symbols: &settings.symbols,
    })
}
