//! From files, bytes and text to kernels.

use crate::diagnostic::{Stage, raised};
use crate::kernel::Kernel;
use crate::options::constants;
use ::compile::{Confinement, Folder, Workspace};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tank::{Error, Input, Module, Settings, find_arch};

fn finish(
    py: Python<'_>,
    stage: Stage,
    settings: Settings,
    open: impl FnOnce() -> Result<Input, Error> + Send,
) -> PyResult<Kernel> {
    let made = py.detach(|| open().and_then(|input| Module::new(input, &settings)));
    let module = made.map_err(|error| raised(py, &error, stage))?;
    Ok(Kernel::of(module, settings))
}

fn settings(
    set: Option<&Bound<'_, PyDict>>,
    wave: Option<u32>,
    extensions: Vec<String>,
    seed: Option<u64>,
    memory_bytes: Option<u64>,
) -> PyResult<Settings> {
    let usual = Settings::default();
    Ok(Settings {
        set: constants(set)?,
        wave,
        extensions,
        seed,
        memory_bytes: memory_bytes.unwrap_or(usual.memory_bytes),
        ..usual
    })
}

/// Compiles a file in OpenCL C with the clang of this computer, for ``gfx1100``, ``gfx1150``,
/// ``gfx1200``, ``gfx942`` or ``gfx950``.
///
/// ``options`` are for the compiler (``-DN=4``). It runs in a sandbox in which it sees the folder of
/// the file, and what ``allow`` names.
#[pyfunction]
#[pyo3(signature = (path, target = "gfx1100", options = Vec::new(), *, allow = Vec::new(), sandbox = true))]
pub fn compile(
    py: Python<'_>,
    path: PathBuf,
    target: &str,
    options: Vec<String>,
    allow: Vec<PathBuf>,
    sandbox: bool,
) -> PyResult<Kernel> {
    let stage = Stage::Compilation;
    let arch = find_arch(target).map_err(|why| raised(py, &Error::Plain(why), stage))?;
    let workspace = Workspace::of_file(&path)
        .allow(&allow)
        .confine(confinement(sandbox))
        .options(options);
    finish(py, stage, Settings::default(), move || {
        if path.extension().is_none_or(|extension| extension != "cl") {
            let name = path.display();
            let message = format!("{name} is not a file in OpenCL C: its name does not end in .cl");
            return Err(Error::Plain(message));
        }
        ::compile::open_in(&path, Some(arch.name()), Arc::new(workspace))
    })
}

fn confinement(sandbox: bool) -> Confinement {
    match sandbox {
        true => Confinement::Sandbox,
        false => Confinement::None,
    }
}

/// Assembles text, with a header or without.
///
/// ``set`` gives constants of the header other values, ``wave`` says how many lanes waves have,
/// ``extensions`` switches some on, ``seed`` is that of random arrays of the header, ``memory_bytes`` how much
/// its arrays may take together.
///
/// >>> import wavetank as wt
/// >>> wt.assemble("s_endpgm", isa="gfx1200").code.hex()
/// '0000b0bf'
#[pyfunction]
#[pyo3(signature = (text, isa = None, *, name = "<text>", set = None, wave = None, extensions = Vec::new(), seed = None, memory_bytes = None))]
#[allow(clippy::too_many_arguments)] // Keywords of Python.
pub fn assemble(
    py: Python<'_>,
    text: String,
    isa: Option<String>,
    name: &str,
    set: Option<&Bound<'_, PyDict>>,
    wave: Option<u32>,
    extensions: Vec<String>,
    seed: Option<u64>,
    memory_bytes: Option<u64>,
) -> PyResult<Kernel> {
    let settings = settings(set, wave, extensions, seed, memory_bytes)?;
    finish(py, Stage::Assembly, settings, move || {
        Input::new(name, text.into_bytes(), here(), isa.as_deref())
    })
}

/// Reads a binary or a kernel file: from a path, or from bytes, such as those of a code object that
/// another compiler made.
#[pyfunction]
#[pyo3(signature = (source, isa = None, *, name = "<bytes>", wave = None))]
pub fn load(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    isa: Option<String>,
    name: &str,
    wave: Option<u32>,
) -> PyResult<Kernel> {
    let settings = settings(None, wave, Vec::new(), None, None)?;
    if let Ok(bytes) = source.extract::<Vec<u8>>() {
        return finish(py, Stage::Assembly, settings, move || {
            Input::new(name, bytes, here(), isa.as_deref())
        });
    }
    let path: PathBuf = source.extract()?;
    finish(py, Stage::Assembly, settings, move || {
        open_file(&path, isa.as_deref(), &[], true)
    })
}

/// Opens a kernel file. A call without arguments runs it as its header says.
///
/// ``set`` gives constants of the header other values, ``seed`` is that of its random arrays, ``memory_bytes``
/// how much its arrays may take together, ``allow`` names folders with files that it may name.
#[pyfunction]
#[pyo3(signature = (path, isa = None, *, set = None, wave = None, extensions = Vec::new(), seed = None, memory_bytes = None, allow = Vec::new(), sandbox = true))]
#[allow(clippy::too_many_arguments)] // Keywords of Python.
pub fn kernel_file(
    py: Python<'_>,
    path: PathBuf,
    isa: Option<String>,
    set: Option<&Bound<'_, PyDict>>,
    wave: Option<u32>,
    extensions: Vec<String>,
    seed: Option<u64>,
    memory_bytes: Option<u64>,
    allow: Vec<PathBuf>,
    sandbox: bool,
) -> PyResult<Kernel> {
    let settings = settings(set, wave, extensions, seed, memory_bytes)?;
    finish(py, Stage::Assembly, settings, move || {
        open_file(&path, isa.as_deref(), &allow, sandbox)
    })
}

/// What is not from a file names files of the folder that the program runs in.
fn here() -> Arc<Folder> {
    Arc::new(Folder::new("."))
}

fn open_file(
    path: &Path,
    isa: Option<&str>,
    allow: &[PathBuf],
    sandbox: bool,
) -> Result<Input, Error> {
    ::compile::open(path, isa, allow, confinement(sandbox))
}
