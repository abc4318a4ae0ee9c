//! Our own part of OpenCL's functions, as bitcode: compiled once by the compiler that is installed,
//! and kept beside the programs that were.

use crate::cache;
use crate::clang::{MACHINE, Toolchain};
use crate::limits::{self, CompilerLimits};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Where the parts are.
#[derive(Clone, Debug)]
pub(crate) struct Prelude {
    pub work_items: PathBuf,
    pub sub_groups: PathBuf,
    pub images: PathBuf,
    pub printf: PathBuf,
}

const WORK_ITEMS: &str = include_str!("prelude/work_items.cl");
const SUB_GROUPS: &str = include_str!("prelude/sub_groups.cl");
const IMAGES: &str = include_str!("prelude/images.cl");
const PRINTF: &str = include_str!("prelude/printf.cl");

/// It goes with code objects of every version.
const ANY_VERSION: [&str; 2] = ["-Xclang", "-mcode-object-version=none"];

/// What identifies it among what is cached.
pub(crate) fn identity() -> [&'static str; 4] {
    [WORK_ITEMS, SUB_GROUPS, IMAGES, PRINTF]
}

impl Prelude {
    /// All of them.
    pub fn files(&self) -> [&PathBuf; 4] {
        [
            &self.work_items,
            &self.sub_groups,
            &self.images,
            &self.printf,
        ]
    }

    /// The parts for a compiler.
    pub fn of(tools: &Toolchain) -> Result<Prelude, String> {
        /// Those that this process has found or made, by what identifies the compiler.
        static KNOWN: Mutex<Vec<(String, Prelude)>> = Mutex::new(Vec::new());
        let identity = tools.identity();
        let mut known = KNOWN.lock().unwrap_or_else(|error| error.into_inner());
        let usable = |prelude: &Prelude| prelude.files().iter().all(|file| file.is_file());
        if let Some((_, found)) = known.iter().find(|(of, it)| *of == identity && usable(it)) {
            return Ok(found.clone());
        }
        let made = Prelude::make(tools, &identity)?;
        known.push((identity, made.clone()));
        Ok(made)
    }

    fn make(tools: &Toolchain, identity: &str) -> Result<Prelude, String> {
        let part = |name: &str, text: &str| {
            let how = ANY_VERSION[1].as_bytes();
            let key = cache::key(&[b"prelude", identity.as_bytes(), how, text.as_bytes()]);
            let file = format!("{name}-{key}.bc");
            if let Some(path) = cache::file(&file) {
                return Ok(path);
            }
            let bytes = compile(tools, text)?;
            match cache::keep(&file, &bytes) {
                Some(path) => Ok(path),
                None => keep_for_process(&file, &bytes),
            }
        };
        Ok(Prelude {
            work_items: part("work-items", WORK_ITEMS)?,
            sub_groups: part("sub-groups", SUB_GROUPS)?,
            images: part("images", IMAGES)?,
            printf: part("printf", PRINTF)?,
        })
    }
}

fn compile(tools: &Toolchain, text: &str) -> Result<Vec<u8>, String> {
    let fail = |why: String| format!("OpenCL's functions cannot be compiled: {why}");
    let scratch = tempfile::tempdir().map_err(|error| fail(error.to_string()))?;
    let path = scratch.path().join("prelude.cl");
    std::fs::write(&path, text).map_err(|error| fail(error.to_string()))?;
    let mut command = Command::new(&tools.compiler);
    command
        .args(MACHINE)
        .args(ANY_VERSION)
        .args(["-x", "cl", "-cl-std=CL2.0", "-O2", "-c", "-emit-llvm"])
        .args(["-o", "-"])
        .arg(&path)
        .env("TMPDIR", scratch.path());
    let ended = limits::run(command, CompilerLimits::default()).map_err(fail)?;
    match ended.success {
        true => Ok(ended.output),
        false => Err(fail(String::from_utf8_lossy(&ended.said).into_owned())),
    }
}

/// Where there is no cache, it lies in a temporary folder that later processes may use too, unless
/// it is not ours.
fn keep_for_process(file: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    static FOLDER: Mutex<Option<tempfile::TempDir>> = Mutex::new(None);
    let fail = |error: std::io::Error| format!("OpenCL's functions cannot be kept: {error}");
    let mut folder = FOLDER.lock().unwrap_or_else(|error| error.into_inner());
    let path = match &*folder {
        Some(folder) => folder.path().to_path_buf(),
        None => {
            let made = tempfile::Builder::new().prefix("wavetank").tempdir();
            let made = folder.insert(made.map_err(fail)?);
            made.path().to_path_buf()
        }
    };
    let path: PathBuf = Path::join(&path, file);
    std::fs::write(&path, bytes).map_err(fail)?;
    Ok(path)
}
