//! The files and compilers of this machine, for what an input names.
//!
//! What the user names on the command line is opened as it is. What an *input* names is not the
//! user's word: it must lie in the folder of the input (or in one that the user allowed), be a
//! regular file, and be of bounded size. The same holds for what a compiler reads on its behalf, so
//! compilers run in a sandbox, with limits on time and memory. `docs/security.md` says what is
//! promised.

#![forbid(unsafe_code)]

mod cache;
mod clang;
mod files;
mod folder;
mod hip;
mod limits;
mod options;
mod prelude;
mod program;
mod sandbox;
mod spirv;

pub use cache::FOLDER as CACHE_FOLDER;
pub use clang::{Compiled, Output, Refused};
pub use files::{read, read_folder, read_from, read_text};
pub use folder::Folder;
pub use hip::{HIP_NAME, HipSource, compile_hip};
pub use limits::CompilerLimits;
pub use options::CompilerOptions;
pub use program::{NAME, ProgramSource, compile_program, link_programs};
pub use spirv::{NotSpecialized, SpirV, translator};

use clang::{Job, Toolchain};
use kernel::Files;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wavetank::{Error, Input, Surroundings};

/// Whether compilers are confined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Confinement {
    /// As far as the system can. Where it cannot, only what the user names is compiled.
    #[default]
    Sandbox,
    /// Not at all: the user vouches for the files.
    None,
}

/// A folder, with what lies in it and a compiler that sees nothing else.
#[derive(Clone, Debug)]
pub struct Workspace {
    folder: Folder,
    /// What the user named, relative to the folder.
    named: Option<String>,
    confinement: Confinement,
    limits: CompilerLimits,
    options: CompilerOptions,
    /// Options that a caller vouches for.
    more: Vec<String>,
}

/// The version of OpenCL C of files, where no option says otherwise.
const STANDARD: &str = "CL2.0";

impl Workspace {
    /// The folder of a file that the user names.
    pub fn of_file(path: &Path) -> Workspace {
        Workspace {
            folder: Folder::of_file(path),
            named: path.file_name().map(|name| name.to_string_lossy().into()),
            confinement: Confinement::default(),
            limits: CompilerLimits::default(),
            options: CompilerOptions::default(),
            more: Vec::new(),
        }
    }

    /// Allows what lies at or below these paths as well.
    pub fn allow(mut self, paths: &[PathBuf]) -> Workspace {
        self.folder = paths.iter().fold(self.folder, Folder::allow);
        self
    }

    /// How far compilers are trusted.
    pub fn confine(mut self, confinement: Confinement) -> Workspace {
        self.confinement = confinement;
        self
    }

    /// What compilers are told besides. Folders for headers are allowed with it.
    pub fn with_options(self, options: CompilerOptions) -> Workspace {
        let folders: Vec<PathBuf> = options.include().iter().map(PathBuf::from).collect();
        Workspace {
            options,
            ..self.allow(&folders)
        }
    }

    /// Options that compilers are given as they are, after those that are always given: `-DN=4`.
    pub fn options(mut self, options: Vec<String>) -> Workspace {
        self.more = options;
        self
    }

    /// What a compiler may take.
    pub fn limit(mut self, limits: CompilerLimits) -> Workspace {
        self.limits = limits;
        self
    }
}

impl Files for Workspace {
    fn read(&self, path: &str, start: u64, limit: u64) -> io::Result<Vec<u8>> {
        // The user's folders come after that of the file, and a file may leave none of them.
        let folders = self.options.include().iter().map(Folder::new);
        let own = self.folder.read(path, start, limit);
        let mut found = folders.map(|folder| folder.read(path, start, limit));
        own.or_else(|error| found.find_map(Result::ok).ok_or(error))
    }
}

impl Surroundings for Workspace {
    fn compile(&self, path: &str, processor: &str) -> Result<Vec<u8>, String> {
        let given = self.folder.join(path);
        let fail = |error: io::Error| format!("cannot read {}: {error}", given.display());
        // The user may name a link that leads elsewhere; an input may not.
        let by_user = self.named.as_deref() == Some(path);
        match by_user {
            true => given.canonicalize().map(|_| ()).map_err(fail)?,
            false => self.folder.resolve(path).map(|_| ()).map_err(fail)?,
        }
        let confined = self.confinement == Confinement::Sandbox;
        if confined && !by_user && !sandbox::is_available() {
            return Err(format!(
                "{} is named by a file, and this system has no sandbox to compile it in: compile \
                 it by hand and name the code object, or pass --no-sandbox if you trust it",
                given.display()
            ));
        }
        let mut readable: Vec<PathBuf> = self.folder.roots().map(Path::to_path_buf).collect();
        // A link that the user names leads to a file that may be read, and to nothing beside it.
        readable.push(given.clone());
        let tools = Toolchain::find()?;
        let compiler = tools.compiler.display().to_string();
        let scratch = tempfile::tempdir()
            .map_err(|error| format!("cannot make a temporary folder for {compiler}: {error}"))?;
        let name = given.display().to_string();
        let is_hip = Path::new(path).extension().is_some_and(|it| it == "hip");
        let mut options = match is_hip {
            true => self.options.plain_args().to_vec(),
            false => self.options.args(STANDARD),
        };
        options.extend(self.more.iter().cloned());
        let job = Job {
            name: &name,
            path: &given,
            linked: &[],
            processor,
            options: &options,
            output: Output::Object,
            lists: false,
            readable: &readable,
            scratch: scratch.path(),
            confined,
            limits: self.limits,
        };
        let compiled = match is_hip {
            true => job.run_hip(&tools),
            false => job.run(&tools),
        };
        match compiled {
            Ok(compiled) => Ok(compiled.bytes),
            Err(Refused::Unavailable(why)) => Err(why),
            Err(Refused::Source(said)) => Err(format!("{compiler} cannot compile {name}:\n{said}")),
        }
    }
}

/// Opens a file that the user names. What it names in turn is looked for in its folder and in
/// those that are allowed.
pub fn open(
    path: &Path,
    isa: Option<&str>,
    allowed: &[PathBuf],
    confinement: Confinement,
) -> Result<Input, Error> {
    open_with(path, isa, allowed, confinement, CompilerOptions::default())
}

/// The same, with options for what is compiled.
pub fn open_with(
    path: &Path,
    isa: Option<&str>,
    allowed: &[PathBuf],
    confinement: Confinement,
    options: CompilerOptions,
) -> Result<Input, Error> {
    let workspace = Workspace::of_file(path).allow(allowed).confine(confinement);
    open_in(path, isa, Arc::new(workspace.with_options(options)))
}

/// Opens a file that the user names. What it names is looked for in its folder; nothing is compiled.
pub fn open_plain(path: &Path, isa: Option<&str>) -> Result<Input, Error> {
    open_in(path, isa, Arc::new(Folder::of_file(path)))
}

/// Opens a file that the user names; what it names comes from its surroundings.
pub fn open_in(
    path: &Path,
    isa: Option<&str>,
    surroundings: Arc<dyn Surroundings>,
) -> Result<Input, Error> {
    match Input::is_source(path) {
        true => Input::compiled(path, surroundings, isa),
        false => Input::new(&path.display().to_string(), read(path)?, surroundings, isa),
    }
}
