//! What a file is: a kernel file to assemble, or machine code that was assembled before.

use crate::registry::{arch_by_extension, arch_in_header, archs, find_arch};
use crate::{Error, elf, opencl};
use arch::{Arch, Code};
use source::SourceFile;
use std::path::{Path, PathBuf};

/// The extension of OpenCL C.
pub(crate) const SOURCE: &str = "cl";

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
    pub set: Vec<(String, kernel::Value)>,
    /// The file is assembly from its first line on.
    pub headerless: bool,
    /// Where `file("...")` looks.
    pub folder: PathBuf,
}

impl Input {
    /// Reads a file. `isa` counts more than header and extension.
    pub fn open(path: &Path, isa: Option<&str>) -> Result<Input, Error> {
        if path
            .extension()
            .is_some_and(|extension| extension == SOURCE)
        {
            return Input::from_opencl(path, isa);
        }
        let bytes = std::fs::read(path)
            .map_err(|error| Error::Plain(format!("cannot read {}: {error}", path.display())))?;
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Input::from_bytes(&path.display().to_string(), bytes, folder, isa)
    }

    /// A file in OpenCL C, compiled. Without a target it is for the first that there is.
    fn from_opencl(path: &Path, isa: Option<&str>) -> Result<Input, Error> {
        let arch = match isa {
            Some(name) => find_arch(name).map_err(Error::Plain)?,
            None => archs()[0],
        };
        let bytes = opencl::compile(path, arch)?;
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Input::from_bytes(&path.display().to_string(), bytes, folder, None)
    }

    /// A file that has been read already.
    pub fn from_bytes(
        name: &str,
        bytes: Vec<u8>,
        folder: PathBuf,
        isa: Option<&str>,
    ) -> Result<Input, Error> {
        if bytes.starts_with(&elf::MAGIC) {
            return elf::read(name, &bytes, folder);
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            Error::Plain(format!(
                "{name} is neither an ELF file nor text: byte {at} is not UTF-8"
            ))
        })?;
        Input::from_text(SourceFile::new(name, text), folder, isa)
    }

    /// A kernel file, or assembly as compilers write it. `folder` is where the files it names lie;
    /// `isa` counts
    /// more than header and extension.
    pub fn from_text(file: SourceFile, folder: PathBuf, isa: Option<&str>) -> Result<Input, Error> {
        // What compilers write has no header, and lines that look like the end of one.
        let claimed = archs().iter().find(|arch| arch.claims(file.text()));
        let starts_with_header = (file.text().lines().map(str::trim))
            .find(|line| !line.is_empty() && !line.starts_with(['#', ';', '/']))
            .is_some_and(|line| line == "---");
        if let Some(&arch) = claimed.filter(|_| isa.is_none() && !starts_with_header) {
            return Ok(Input {
                headerless: true,
                ..Input::of_text(arch, file, folder)
            });
        }
        let in_header = arch_in_header(&file).map_err(|d| Error::input(&file, vec![d]))?;
        let asked_for = isa.map(find_arch).transpose().map_err(Error::Plain)?;
        let named = asked_for.or(in_header);
        let Some(arch) = named.or_else(|| arch_by_extension(file.name())) else {
            return Err(Error::Plain(format!(
                "cannot tell the instruction set of {}: give it an extension such as .{}, a \
                 header line `isa = NAME`, or use --isa",
                file.name(),
                archs()[0].name()
            )));
        };
        let headerless = claimed.is_some() && !starts_with_header;
        Ok(Input {
            headerless,
            ..Input::of_text(arch, file, folder)
        })
    }

    fn of_text(arch: &'static dyn Arch, file: SourceFile, folder: PathBuf) -> Input {
        Input {
            arch,
            file,
            code: None,
            source: None,
            extensions: Vec::new(),
            set: Vec::new(),
            headerless: false,
            folder,
        }
    }
}
