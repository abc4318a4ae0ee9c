//! What a file is: a kernel file to assemble, or machine code that was assembled before.

use crate::registry::{arch_by_extension, arch_in_header, archs, find_arch};
use crate::{Error, Surroundings, elf};
use amdgpu::{Target, bundle};
use arch::{Arch, Code};
use kernel::Folder;
use source::SourceFile;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The extensions of languages that a compiler makes code objects of: OpenCL C and HIP.
pub(crate) const SOURCES: &[&str] = &["cl", "hip"];

/// The longest file that is read. Places in a text are numbers of 32 bits.
pub(crate) const MAX_FILE: u64 = 1 << 30;

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

/// All of a file, or of what another program writes, as long as there is room for it.
pub fn read_bounded(name: &str, from: impl std::io::Read) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = from.take(MAX_FILE + 1).read_to_end(&mut bytes);
    read.map_err(|error| cannot_read(name, &error))?;
    match bytes.len() as u64 > MAX_FILE {
        false => Ok(bytes),
        true => {
            let most = MAX_FILE >> 20;
            let message = format!("{name} is too long: files of up to {most} MB are read");
            Err(Error::Plain(message))
        }
    }
}

fn cannot_read(name: &str, error: &std::io::Error) -> Error {
    Error::Plain(format!("cannot read {name}: {error}"))
}

impl Input {
    /// Reads a file. `isa` counts more than header and extension. What it names is looked for in
    /// its folder.
    pub fn open(path: &Path, isa: Option<&str>) -> Result<Input, Error> {
        Input::open_in(path, isa, Arc::new(Folder::of_file(path)))
    }

    /// Reads a file; what it names comes from its surroundings.
    pub fn open_in(
        path: &Path,
        isa: Option<&str>,
        surroundings: Arc<dyn Surroundings>,
    ) -> Result<Input, Error> {
        let name = path.display().to_string();
        if is_compiled(path) {
            let arch = match isa {
                // Without a target it is for the first that there is.
                None => archs()[0],
                Some(name) => find_arch(name).map_err(Error::Plain)?,
            };
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let bytes = compile(&*surroundings, &file, &name, arch)?;
            return Input::new(&name, bytes, surroundings, None);
        }
        let file = std::fs::File::open(path);
        let bytes = file.map_err(|error| cannot_read(&name, &error));
        let bytes = bytes.and_then(|file| read_bounded(&name, file))?;
        Input::new(&name, bytes, surroundings, isa)
    }

    /// A file that has been read already. What it names is looked for in `folder`.
    pub fn from_bytes(
        name: &str,
        bytes: Vec<u8>,
        folder: PathBuf,
        isa: Option<&str>,
    ) -> Result<Input, Error> {
        Input::new(name, bytes, in_folder(folder), isa)
    }

    /// A text that is no binary. What it names is looked for in `folder`.
    pub fn from_text(file: SourceFile, folder: PathBuf, isa: Option<&str>) -> Result<Input, Error> {
        Input::text(file, in_folder(folder), isa)
    }

    /// A file that has been read already; what it names comes from its surroundings.
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
            let input = elf::read(name, &bytes, surroundings)?;
            let asked = isa.map(find_arch).transpose().map_err(Error::Plain)?;
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

fn in_folder(folder: PathBuf) -> Arc<dyn Surroundings> {
    Arc::new(Folder::new(match folder.as_os_str().is_empty() {
        true => ".".into(),
        false => folder,
    }))
}

/// Whether a file is in a language that a compiler makes a code object of.
pub fn is_compiled(path: &Path) -> bool {
    let extension = path.extension().and_then(std::ffi::OsStr::to_str);
    extension.is_some_and(|extension| SOURCES.contains(&extension))
}

/// The code object of an offload bundle for an instruction set, or the first that can be run.
fn unbundle(name: &str, bytes: &[u8], isa: Option<&str>) -> Result<Vec<u8>, Error> {
    let parts = bundle::parts(bytes);
    let parts = parts.map_err(|why| Error::Plain(format!("{name}: {why}")))?;
    // A processor of an instruction set is asked for by its own name, if that is there.
    let exact = |part: &&bundle::Part| isa == Some(part.processor.as_str());
    let asked = isa.map(find_arch).transpose().map_err(Error::Plain)?;
    let fits = |part: &&bundle::Part| {
        let own = find_arch(&part.processor).ok();
        own.is_some_and(|own| asked.is_none_or(|asked| asked.name() == own.name()))
    };
    let found = parts.iter().find(exact).or_else(|| parts.iter().find(fits));
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
