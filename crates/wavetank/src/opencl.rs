//! OpenCL C to a code object, with a compiler that is installed.

use crate::Error;
use arch::Arch;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where distributions put the library of OpenCL's functions.
const LIBRARY_FOLDERS: &[&str] = &["/usr/lib/clc", "/usr/share/clc", "/usr/local/share/clc"];
const LIBRARY: &str = "amdgcn-amd-amdhsa.bc";

/// Names under which a compiler may be installed, besides what `CLANG` says.
const COMPILERS: &[&str] = &["clang-22", "clang", "clang-21", "clang-20", "clang-19"];

/// Compiles a file for a target. What the compiler says is the error.
pub(crate) fn compile(path: &Path, arch: &dyn Arch) -> Result<Vec<u8>, Error> {
    let processor = arch.aliases().iter().find(|name| name.starts_with("gfx"));
    let Some(processor) = processor else {
        let message = format!(
            "{}: OpenCL C cannot be compiled for {}",
            path.display(),
            arch.name()
        );
        return Err(Error::Plain(message));
    };
    let compiler = find_compiler()?;
    let mut command = Command::new(&compiler);
    command
        .args([
            "-x",
            "cl",
            "-cl-std=CL2.0",
            "-target",
            "amdgcn-amd-amdhsa",
            "-nogpulib",
        ])
        .arg(format!("-mcpu={processor}"))
        // Lines of the source are for traps and the debugger; they do not change the code.
        .args(["-O2", "-gline-tables-only", "-c", "-cl-kernel-arg-info"]);
    if let Some(library) = find_library() {
        // Its work-item functions know the hidden arguments of this version.
        command
            .arg("-mcode-object-version=4")
            .args(["-Xclang", "-mlink-builtin-bitcode", "-Xclang"])
            .arg(library);
    }
    // The result is read from a pipe, so that no file is left behind.
    let output = command
        .arg(path)
        .args(["-o", "-"])
        .stdin(Stdio::null())
        .output();
    let output = output
        .map_err(|error| Error::Plain(format!("cannot run {}: {error}", compiler.display())))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Error::Plain(format!(
        "{} cannot compile {}:\n{}",
        compiler.display(),
        path.display(),
        said.trim_end()
    )))
}

fn find_compiler() -> Result<PathBuf, Error> {
    if let Some(named) = std::env::var_os("CLANG").filter(|named| !named.is_empty()) {
        return Ok(named.into());
    }
    let works = |name: &&&str| {
        let run = Command::new(name)
            .arg("--version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        run.is_ok_and(|status| status.success())
    };
    let found = COMPILERS.iter().find(works);
    found.map(PathBuf::from).ok_or_else(|| {
        Error::Plain(format!(
            "running OpenCL C needs clang, and none of {} is installed; the environment variable \
             CLANG can name another",
            COMPILERS.join(", ")
        ))
    })
}

fn find_library() -> Option<PathBuf> {
    let named = std::env::var_os("LIBCLC").map(PathBuf::from);
    let usual = LIBRARY_FOLDERS
        .iter()
        .map(|folder| Path::new(folder).join(LIBRARY));
    named.into_iter().chain(usual).find(|path| path.is_file())
}
