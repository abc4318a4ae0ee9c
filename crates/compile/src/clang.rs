//! OpenCL C to a code object, with a clang that is installed.

use crate::limits::{self, Ended, Limits};
use crate::sandbox::{self, Reach};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// Where distributions put the library of OpenCL's functions.
const LIBRARY_FOLDERS: &[&str] = &["/usr/lib/clc", "/usr/share/clc", "/usr/local/share/clc"];
const LIBRARY: &str = "amdgcn-amd-amdhsa.bc";

/// Names under which a compiler may be installed, besides what `CLANG` says.
const COMPILERS: &[&str] = &["clang-22", "clang", "clang-21", "clang-20", "clang-19"];

/// What to compile.
pub(crate) struct Job<'a> {
    pub path: &'a Path,
    pub processor: &'a str,
    /// Files and folders that it may read.
    pub readable: &'a [PathBuf],
    pub confined: bool,
    pub limits: Limits,
    /// What the user wants besides.
    pub options: &'a [String],
}

/// Compiles a file for a target. What the compiler says is the error.
pub(crate) fn compile(job: &Job<'_>) -> Result<Vec<u8>, String> {
    let compiler = find_compiler()?;
    let name = compiler.display().to_string();
    let library = find_library();
    let scratch = tempfile::tempdir()
        .map_err(|error| format!("cannot make a temporary folder for {name}: {error}"))?;
    let mut command = Command::new(&compiler);
    command
        .args(["-x", "cl", "-cl-std=CL2.0", "-target", "amdgcn-amd-amdhsa"])
        .args(["-nogpulib", &format!("-mcpu={}", job.processor)])
        // Lines of the source are for traps and the debugger; they do not change the code.
        .args(["-O2", "-gline-tables-only", "-c", "-cl-kernel-arg-info"])
        .args([
            "-fno-crash-diagnostics",
            "-Wno-unused-command-line-argument",
        ])
        .env("TMPDIR", scratch.path());
    if let Some(library) = &library {
        // Its work-item functions know the hidden arguments of this version.
        command
            .arg("-mcode-object-version=4")
            .args(["-Xclang", "-mlink-builtin-bitcode", "-Xclang"])
            .arg(library);
    }
    command.args(job.options);
    // The result is read from a pipe, so that no file is left behind.
    command.args(["-o", "-", "--"]).arg(as_operand(job.path));
    let own = belongings(&compiler, library.as_deref());
    let reach = Reach {
        readable: job.readable,
        compiler: &own,
        scratch: scratch.path(),
    };
    // Confining a thread cannot be undone, so the compiler is started from one that then ends.
    let ended = std::thread::scope(|scope| {
        let started = scope.spawn(|| {
            if job.confined {
                let confined = sandbox::confine(&reach);
                confined.map_err(|why| format!("cannot be confined: {why}"))?;
            }
            limits::run(command, job.limits)
        });
        started
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    let path = job.path.display();
    let Ended {
        success,
        output,
        said,
    } = ended.map_err(|why| format!("{name} cannot compile {path}: it {why}"))?;
    if success {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&said);
    let said = said.trim_end();
    Err(format!("{name} cannot compile {path}:\n{said}"))
}

/// A path that is neither an option nor a list of options, whatever its name begins with.
fn as_operand(path: &Path) -> PathBuf {
    let plain = path.is_absolute()
        || matches!(path.components().next(), Some(Component::CurDir))
            && path.as_os_str().as_encoded_bytes().starts_with(b"./");
    match plain {
        true => path.to_path_buf(),
        false => Path::new(".").join(path),
    }
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
fn search(name: &OsString) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return path.is_file().then(|| path.to_path_buf());
    }
    let folders = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&folders).map(|folder| folder.join(path));
    places.find(|place| place.is_file())
}

/// The compiler, its library, and what is installed beside it.
fn belongings(compiler: &Path, library: Option<&Path>) -> Vec<PathBuf> {
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
