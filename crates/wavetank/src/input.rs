//! What a file is: a kernel file to assemble, or machine code that was assembled before. Who opens it
//! hands in its bytes.

use crate::registry::{arch_by_extension, arch_in_header, archs, find_arch};
use crate::{Error, Surroundings, elf};
use amdgpu::{Chip, Target, bundle};
use arch::{Arch, Code};
use kernel::NoFiles;
use source::SourceFile;
use std::path::Path;
use std::sync::Arc;

/// The extensions of languages that a compiler makes code objects of: OpenCL C and HIP.
pub(crate) const SOURCES: &[&str] = &["cl", "hip"];

/// The longest file that is read. Places in a text are numbers of 32 bits.
pub const MAX_FILE: u64 = 1 << 30;

/// A file that can be run or disassembled.
pub struct Input {
    /// The instruction set, by the file's extension, by its header or by what the caller says.
    pub arch: &'static dyn Arch,
    /// The kernel file; for a binary, its header alone.
    pub file: SourceFile,
    /// Machine code, if it is a binary.
    pub code: Option<Code>,
    /// What the lines of a binary's code are places in, where that is known.
    pub source: Option<SourceFile>,
    /// Extensions that the binary was assembled with.
    pub extensions: Vec<String>,
    /// Constants of the header that the binary was assembled with other values for.
    pub set: Vec<(String, kernel::Constant)>,
    /// The file is assembly from its first line on.
    pub headerless: bool,
    /// Where the files that it names come from.
    pub surroundings: Arc<dyn Surroundings>,
}

impl Input {
    /// A file that has been read, and names no other. `isa` counts more than header and extension.
    pub fn from_bytes(name: &str, bytes: Vec<u8>, isa: Option<&str>) -> Result<Input, Error> {
        Input::new(name, bytes, Arc::new(NoFiles), isa)
    }

    /// A text that is no binary, and names no file.
    pub fn from_text(file: SourceFile, isa: Option<&str>) -> Result<Input, Error> {
        Input::text(file, Arc::new(NoFiles), isa)
    }

    /// Whether a file is, by its name, in a language that a compiler makes a code object of.
    pub fn is_source(path: &Path) -> bool {
        let extension = path.extension().and_then(std::ffi::OsStr::to_str);
        extension.is_some_and(|extension| SOURCES.contains(&extension))
    }

    /// What the compiler of its surroundings makes of such a file.
    pub fn compiled(
        path: &Path,
        surroundings: Arc<dyn Surroundings>,
        isa: Option<&str>,
    ) -> Result<Input, Error> {
        let arch = match isa {
            // Without a target it is for the first that there is.
            None => archs()[0],
            Some(name) => find_arch(name).map_err(Error::Plain)?,
        };
        let name = path.display().to_string();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let bytes = compile(&*surroundings, &file, &name, arch)?;
        Input::new(&name, bytes, surroundings, None)
    }

    /// A file that has been read; what it names comes from its surroundings.
    pub fn new(
        name: &str,
        bytes: Vec<u8>,
        surroundings: Arc<dyn Surroundings>,
        isa: Option<&str>,
    ) -> Result<Input, Error> {
        if bundle::is_bundle(&bytes) {
            let part = unbundle(name, &bytes, isa)?;
            return Input::new(name, part, surroundings, isa);
        }
        if bytes.starts_with(&elf::MAGIC) {
            let asked = isa.map(find_arch).transpose().map_err(Error::Plain)?;
            let input = elf::read(name, &bytes, surroundings, asked)?;
            if let Some(asked) = asked.filter(|asked| asked.name() != input.arch.name()) {
                let (asked, own) = (asked.name(), input.arch.name());
                let message = format!("{name} is a binary for {own}, not for {asked}");
                return Err(Error::Plain(message));
            }
            return Ok(input);
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            Error::Plain(format!(
                "{name} is neither an ELF file nor text: byte {at} is not UTF-8"
            ))
        })?;
        Input::text(SourceFile::new(name, text), surroundings, isa)
    }

    /// A kernel file, or assembly as compilers write it. `isa` counts more than header and
    /// extension.
    fn text(
        file: SourceFile,
        surroundings: Arc<dyn Surroundings>,
        isa: Option<&str>,
    ) -> Result<Input, Error> {
        // What compilers write has no header, and lines that look like the end of one.
        let claimed = archs().iter().find(|arch| arch.claims(file.text()));
        let starts_with_header = (file.text().lines().map(str::trim))
            .find(|line| !line.is_empty() && !line.starts_with(['#', ';', '/']))
            .is_some_and(|line| line == "---");
        if let Some(&arch) = claimed.filter(|_| isa.is_none() && !starts_with_header) {
            return Ok(Input {
                headerless: true,
                ..Input::of_text(arch, file, surroundings)
            });
        }
        let asked_for = isa.map(find_arch).transpose().map_err(Error::Plain)?;
        let headerless = !starts_with_header
            && match asked_for {
                Some(arch) => arch.is_assembly(file.text()),
                None => archs().iter().any(|arch| arch.is_assembly(file.text())),
            };
        let in_header = match headerless {
            true => None,
            false => arch_in_header(&file).map_err(|d| Error::input(&file, vec![d]))?,
        };
        let named = asked_for.or(in_header);
        let Some(arch) = named.or_else(|| arch_by_extension(file.name())) else {
            let name = file.name();
            return Err(Error::Plain(match headerless {
                true => format!(
                    "cannot tell which chip {name} is for: it has no `.amdgcn_target`; use --target"
                ),
                false => format!(
                    "cannot tell the instruction set of {name}: give it an extension such as .{}, a \
                     header line `isa = NAME`, or use --isa",
                    archs()[0].name()
                ),
            }));
        };
        Ok(Input {
            headerless,
            ..Input::of_text(arch, file, surroundings)
        })
    }

    fn of_text(
        arch: &'static dyn Arch,
        file: SourceFile,
        surroundings: Arc<dyn Surroundings>,
    ) -> Input {
        Input {
            arch,
            file,
            code: None,
            source: None,
            extensions: Vec::new(),
            set: Vec::new(),
            headerless: false,
            surroundings,
        }
    }
}

/// The code object of an offload bundle for an instruction set, or the first that can be run.
fn unbundle(name: &str, bytes: &[u8], isa: Option<&str>) -> Result<Vec<u8>, Error> {
    let parts = bundle::parts(bytes);
    let parts = parts.map_err(|why| Error::Plain(format!("{name}: {why}")))?;
    // A processor of an instruction set is asked for by its own name, if that is there.
    let exact = |part: &&bundle::Part| isa == Some(part.processor.as_str());
    let asked = isa.map(find_arch).transpose().map_err(Error::Plain)?;
    let asked = asked.map(|asked| Target::from_name(asked.name()));
    let fits = |part: &&bundle::Part| match asked {
        None => part.chip().is_some(),
        Some(asked) => asked
            .zip(part.chip())
            .is_some_and(|(own, chip)| own.runs(chip)),
    };
    // What was made for a family comes after what was made for one of it.
    let is_generic = |part: &&bundle::Part| part.chip().is_some_and(Chip::is_generic);
    let fitting = parts.iter().filter(fits).min_by_key(is_generic);
    let found = parts.iter().find(exact).or(fitting);
    found.map(|part| part.bytes.clone()).ok_or_else(|| {
        let there = parts.iter().map(|part| part.processor.as_str());
        let there: Vec<&str> = there.filter(|name| !name.is_empty()).collect();
        let wanted = isa.map_or(String::new(), |isa| format!(", not for {isa}"));
        Error::Plain(format!("{name} has code for {}{wanted}", there.join(", ")))
    })
}

/// A code object of a file in OpenCL C or HIP, which messages call `name`.
pub(crate) fn compile(
    surroundings: &dyn Surroundings,
    path: &str,
    name: &str,
    arch: &dyn Arch,
) -> Result<Vec<u8>, Error> {
    let Some(target) = Target::from_name(arch.name()) else {
        let isa = arch.name();
        let message = format!("{name}: it cannot be compiled for {isa}");
        return Err(Error::Plain(message));
    };
    let compiled = surroundings.compile(path, target.name());
    compiled.map_err(Error::Plain)
}
