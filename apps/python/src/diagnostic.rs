//! Diagnostics and errors as the package's own classes.

use crate::json::to_python;
use crate::words;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyModule};
use tank::{Diagnostic, Error, Failure, Findings, Printed, SourceFile, render};

/// What was being done when something went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A text was read, or a binary.
    Assembly,
    /// A compiler ran.
    Compilation,
    /// A launch was prepared or ran.
    Launch,
}

fn classes(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("wavetank._results")
}

/// The exception that an error is.
pub fn raised(py: Python<'_>, error: &Error, stage: Stage) -> PyErr {
    exception(py, &words::error(error), stage).unwrap_or_else(|failed| failed)
}

fn exception(py: Python<'_>, error: &Error, stage: Stage) -> PyResult<PyErr> {
    let class = match (error.failure(), stage) {
        (Failure::Trap, _) => "TrapError",
        (Failure::Unmodelled, _) => "UnmodelledError",
        (_, Stage::Assembly) => "AssemblyError",
        (_, Stage::Compilation) => "CompileError",
        (_, Stage::Launch) => "LaunchError",
    };
    let class = classes(py)?.getattr(class)?;
    let diagnostics = PyList::empty(py);
    for object in render::error_to_json(error) {
        diagnostics.append(to_python(py, &object)?)?;
    }
    let (prints, text) = error.so_far();
    let value = class.call1((
        render::error(error, false),
        diagnostics,
        printed(py, prints)?,
        String::from_utf8_lossy(text),
    ))?;
    Ok(PyErr::from_value(value))
}

/// An error of the launch that is one sentence.
pub fn refused(py: Python<'_>, message: impl Into<String>) -> PyErr {
    raised(py, &Error::Plain(message.into()), Stage::Launch)
}

/// What a kernel printed.
pub fn printed<'py>(py: Python<'py>, prints: &[Printed]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    let class = classes(py)?.getattr("Printed")?;
    for print in prints {
        let ty = print.ty.map(tank::Type::name);
        let values = print.values.clone();
        list.append(class.call1((print.group, print.wave, &print.name, ty, values))?)?;
    }
    Ok(list)
}

/// Diagnostics with their places.
pub fn findings<'py>(
    py: Python<'py>,
    diagnostics: &[Diagnostic],
    file: &SourceFile,
    intended_races: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let list = PyList::empty(py);
    for diagnostic in diagnostics {
        let diagnostic = words::diagnostic(diagnostic);
        let object = to_python(py, &render::to_json(&diagnostic, file))?;
        list.append((object, render::diagnostic(&diagnostic, file, false)))?;
    }
    classes(py)?
        .getattr("Findings")?
        .call1((list, file.name(), file.text(), intended_races))
}

/// What checkers found.
pub fn found<'py>(py: Python<'py>, found: &Findings) -> PyResult<Bound<'py, PyAny>> {
    findings(py, &found.diagnostics, &found.file, found.intended_races)
}
