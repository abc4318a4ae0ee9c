//! OpenCL C to a code object, with a clang that is installed.

use crate::limits::{self, CompilerLimits, Ended};
use crate::prelude::Prelude;
use crate::sandbox::{self, Reach};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use wavetank::amd_host::{Chip, Target};

/// Where distributions put the library of OpenCL's functions.
const LIBRARY_FOLDERS: &[&str] = &["/usr/lib/clc", "/usr/share/clc", "/usr/local/share/clc"];
const LIBRARY: &str = "amdgcn-amd-amdhsa.bc";

/// Names under which a compiler may be installed, besides what `CLANG` says.
const COMPILERS: &[&str] = &["clang-22", "clang", "clang-21", "clang-20", "clang-19"];

/// What code that prints calls.
const PRINTS: &str = "__printf_alloc";

/// The machine.
pub(crate) const MACHINE: &[&str] = &["-target", "amdgcn-amd-amdhsa", "-nogpulib"];

/// The version of code objects. Their hidden arguments, which the prelude knows, are the same in both;
/// what stands for several chips came with the later one.
fn version(processor: &str) -> &'static str {
    match Chip::named(processor).is_some_and(Chip::is_generic) {
        true => "-mcode-object-version=6",
        false => "-mcode-object-version=5",
    }
}

/// Whether there are images on a processor: CDNA has none.
fn has_images(processor: &str) -> bool {
    Target::from_name(processor).is_some_and(|it| it.generation().images)
}

/// A compiler and the library of OpenCL's functions, as far as there is one.
#[derive(Clone, Debug)]
pub(crate) struct Toolchain {
    pub compiler: PathBuf,
    pub library: Option<PathBuf>,
}

/// What to compile.
pub(crate) struct Job<'a> {
    /// What messages call it.
    pub name: &'a str,
    pub path: &'a Path,
    /// Bitcode to be linked with it, if it is bitcode itself.
    pub linked: &'a [PathBuf],
    pub processor: &'a str,
    /// What the user says beyond that; checked already.
    pub options: &'a [String],
    pub output: Output,
    /// Whether the files that it reads are to be listed. The compiler leaves out what is embedded
    /// and not there instead of complaining then.
    pub lists: bool,
    /// Files and folders that it may read.
    pub readable: &'a [PathBuf],
    /// The folder that it may write to.
    pub scratch: &'a Path,
    pub confined: bool,
    pub limits: CompilerLimits,
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// Something to run.
    Object,
    /// Something to link.
    Bitcode,
}

/// What a compiler wrote, and what it said besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compiled {
    /// A code object, or bitcode.
    pub bytes: Vec<u8>,
    /// Warnings.
    pub log: String,
}

/// What messages say where there is no compiler, or it could not do its work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Nothing could be compiled at all.
    Unavailable(String),
    /// What the compiler says about the source.
    Source(String),
}

impl Job<'_> {
    /// Compiles.
    pub fn run(&self, tools: &Toolchain) -> Result<Compiled, Refused> {
        let mentions = |path: &Path| {
            let bytes = std::fs::read(path).unwrap_or_default();
            contains(&bytes, b"printf")
        };
        let prints = mentions(self.path) || self.linked.iter().any(|path| mentions(path));
        let compiled = self.run_once(tools, prints)?;
        // A header may print as well.
        match !prints && contains(&compiled.bytes, PRINTS.as_bytes()) {
            true => self.run_once(tools, true),
            false => Ok(compiled),
        }
    }

    fn run_once(&self, tools: &Toolchain, prints: bool) -> Result<Compiled, Refused> {
        let name = tools.compiler.display().to_string();
        let is_bitcode = self.path.extension().is_some_and(|ext| ext == "bc");
        let mut command = Command::new(&tools.compiler);
        command
            .args(MACHINE)
            .arg(format!("-mcpu={}", self.processor))
            .arg(version(self.processor))
            // Lines of the source and variables are for traps and the debugger; they do not change
            // the code.
            .args(["-O2", "-g", "-c"])
            .args([
                "-fno-crash-diagnostics",
                "-Wno-unused-command-line-argument",
            ])
            .env("TMPDIR", self.scratch);
        let mut prefix = OsString::from("-ffile-prefix-map=");
        prefix.push(self.scratch);
        prefix.push("/=");
        command.arg(prefix);
        match is_bitcode {
            true => _ = command.args(["-x", "ir"]),
            false => {
                command.args(["-x", "cl", "-cl-kernel-arg-info"]);
                if has_images(self.processor) {
                    command.arg("-D__IMAGE_SUPPORT__=1");
                }
                if self.lists {
                    command
                        .args(["-MD", "-MF"])
                        .arg(self.scratch.join(DEPENDENCIES));
                }
            }
        }
        command.args(self.options);
        for linked in self.linked {
            link(&mut command, "-mlink-bitcode-file", linked);
        }
        let mut own = belongings(&tools.compiler, tools.library.as_deref());
        match self.output {
            Output::Bitcode => {
                // What is optimised is the whole program, when it is linked.
                command.args(["-emit-llvm", "-Xclang", "-disable-llvm-passes"]);
            }
            Output::Object => {
                let prelude = Prelude::of(tools).map_err(Refused::Unavailable)?;
                if prints {
                    link(&mut command, "-mlink-bitcode-file", &prelude.printf);
                }
                // The first that has a function counts, and what it calls itself comes after it.
                link(&mut command, "-mlink-builtin-bitcode", &prelude.sub_groups);
                link(&mut command, "-mlink-builtin-bitcode", &prelude.work_items);
                link(&mut command, "-mlink-builtin-bitcode", &prelude.images);
                if let Some(library) = &tools.library {
                    link(&mut command, "-mlink-builtin-bitcode", library);
                }
                own.extend(prelude.files().map(Clone::clone));
            }
        }
        // The result is read from a pipe, so that no file is left behind.
        command.args(["-o", "-", "--"]).arg(as_operand(self.path));
        let ended = self.confined_run(command, &own);
        let Ended {
            success,
            output,
            said,
        } = ended.map_err(|why| {
            Refused::Unavailable(format!("{name} cannot compile {}: it {why}", self.name))
        })?;
        let said = String::from_utf8_lossy(&said);
        let folder = format!("{}/", self.scratch.display());
        let said = said.replace(&folder, "").trim_end().to_string();
        match success {
            true => Ok(Compiled {
                bytes: output,
                log: said,
            }),
            false => Err(Refused::Source(said)),
        }
    }

    /// Runs the compiler, confined or not.
    pub fn confined_run(&self, command: Command, own: &[PathBuf]) -> Result<Ended, String> {
        if !self.confined {
            return limits::run(command, self.limits);
        }
        let reach = Reach {
            readable: self.readable,
            compiler: own,
            scratch: self.scratch,
        };
        // Confining a thread cannot be undone, so the compiler is started from one that then ends.
        std::thread::scope(|scope| {
            let started = scope.spawn(|| {
                let confined = sandbox::confine(&reach);
                confined.map_err(|why| format!("cannot be confined: {why}"))?;
                limits::run(command, self.limits)
            });
            started
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

/// The file in the scratch folder that lists what was read.
pub(crate) const DEPENDENCIES: &str = "dependencies";

fn link(command: &mut Command, option: &str, path: &Path) {
    command.args(["-Xclang", option, "-Xclang"]).arg(path);
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// A path that is neither an option nor a list of options, whatever its name begins with.
pub(crate) fn as_operand(path: &Path) -> PathBuf {
    let plain = path.is_absolute()
        || matches!(path.components().next(), Some(Component::CurDir))
            && path.as_os_str().as_encoded_bytes().starts_with(b"./");
    match plain {
        true => path.to_path_buf(),
        false => Path::new(".").join(path),
    }
}

impl Toolchain {
    /// What is installed, or what the environment names.
    pub fn find() -> Result<Toolchain, String> {
        Ok(Toolchain {
            compiler: find_compiler()?,
            library: find_library(),
        })
    }

    /// What changes when another compiler or library is installed.
    pub fn identity(&self) -> String {
        let library = self.library.as_deref().map_or(String::new(), file_identity);
        file_identity(&self.compiler) + &library
    }
}

/// What changes when another file is put in the place of this one.
pub(crate) fn file_identity(path: &Path) -> String {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let data = std::fs::metadata(&real).ok();
    let modified = data.as_ref().and_then(|data| data.modified().ok());
    let len = data.map_or(0, |data| data.len());
    format!("{} {len} {modified:?}\n", real.display())
}

fn find_compiler() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("CLANG").filter(|named| !named.is_empty()) {
        let found = search(&named);
        return found.ok_or_else(|| {
            format!(
                "cannot run {}: the environment variable CLANG names it, and it is not there",
                Path::new(&named).display()
            )
        });
    }
    let found = COMPILERS.iter().find_map(|name| search(&(*name).into()));
    found.ok_or_else(|| {
        format!(
            "running OpenCL C needs clang, and none of {} is installed; the environment variable \
             CLANG can name another",
            COMPILERS.join(", ")
        )
    })
}

/// A program by its path, or by its name in one of the folders of `PATH`.
pub(crate) fn search(name: &OsString) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return path.is_file().then(|| path.to_path_buf());
    }
    let folders = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&folders).map(|folder| folder.join(path));
    places.find(|place| place.is_file())
}

/// The compiler, its library, and what is installed beside it.
pub(crate) fn belongings(compiler: &Path, library: Option<&Path>) -> Vec<PathBuf> {
    let mut all = vec![compiler.to_path_buf()];
    all.extend(library.map(Path::to_path_buf));
    if let Ok(real) = compiler.canonicalize()
        && let Some(prefix) = real.parent().and_then(Path::parent)
    {
        all.extend(["lib", "lib64", "libexec", "include"].map(|part| prefix.join(part)));
        all.push(real);
    }
    all
}

fn find_library() -> Option<PathBuf> {
    let named = std::env::var_os("LIBCLC").map(PathBuf::from);
    let usual = LIBRARY_FOLDERS
        .iter()
        .map(|folder| Path::new(folder).join(LIBRARY));
    named.into_iter().chain(usual).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_an_option() {
        for (given, expected) in [
            ("@x.cl", "./@x.cl"),
            ("-fplugin=x.so", "./-fplugin=x.so"),
            ("folder/x.cl", "./folder/x.cl"),
            ("./x.cl", "./x.cl"),
            ("../x.cl", "./../x.cl"),
            ("/a/@x.cl", "/a/@x.cl"),
        ] {
            assert_eq!(as_operand(Path::new(given)), Path::new(expected));
        }
    }
}
