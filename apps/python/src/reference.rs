//! Instruction sets as data.

use crate::diagnostic::{Stage, raised};
use crate::json::to_python;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use serde_json::Value;
use std::path::PathBuf;
use tank::{Arch, Code, DisStyle, Error, archs, check_wave, find_arch, reference};

fn arch(py: Python<'_>, name: &str) -> PyResult<&'static dyn Arch> {
    find_arch(name).map_err(|why| raised(py, &Error::Plain(why), Stage::Assembly))
}

/// The instruction sets that there are.
///
/// >>> import wavetank as wt
/// >>> [isa["name"] for isa in wt.isas()]
/// ['rdna3', 'rdna35', 'rdna4', 'cdna3', 'cdna4', 'flux', 'wave', 'waves', 'tile']
#[pyfunction]
pub fn isas(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &reference::archs_to_json())
}

/// Every number that is known of a chip, with where it is from.
///
/// >>> import wavetank as wt
/// >>> wt.chip("gfx1201")["parameters"][0]["key"]
/// 'clock'
#[pyfunction]
pub fn chip<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let parameters = tank::chip(name).map_err(|error| raised(py, &error, Stage::Assembly))?;
    to_python(py, &tank::chip_json(name, &parameters))
}

/// The reference pages of an instruction set, or of what is called ``name`` in it.
///
/// >>> import wavetank as wt
/// >>> wt.instructions("flux", "ADD")[0]["syntax"]
/// 'ADD rd, rs1, rs2'
#[pyfunction]
#[pyo3(signature = (isa, name = None))]
pub fn instructions<'py>(
    py: Python<'py>,
    isa: &str,
    name: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let pages = arch(py, isa)?.pages();
    let Some(name) = name else {
        let all = pages.iter().map(reference::page_to_json);
        return to_python(py, &Value::Array(all.collect()));
    };
    let found: Vec<Value> = (pages.iter())
        .filter(|page| reference::is_called(page, name))
        .map(reference::page_to_json)
        .collect();
    if found.is_empty() {
        let why = reference::unknown(name, pages.iter());
        return Err(raised(py, &Error::Plain(why), Stage::Assembly));
    }
    to_python(py, &Value::Array(found))
}

/// What is modelled and what is not, by family of instructions.
///
/// >>> import wavetank as wt
/// >>> all(row["executed"] == row["instructions"] for row in wt.coverage("wave"))
/// True
#[pyfunction]
#[pyo3(signature = (isa = None))]
pub fn coverage<'py>(py: Python<'py>, isa: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    let among = match isa {
        Some(isa) => vec![arch(py, isa)?],
        None => archs().to_vec(),
    };
    let rows = among
        .iter()
        .flat_map(|arch| reference::coverage_to_json(*arch));
    to_python(py, &Value::Array(rows.collect()))
}

/// Machine code as text.
///
/// >>> import wavetank as wt
/// >>> wt.disassemble(bytes.fromhex("0000b0bf"), "rdna3")[0].text
/// 's_endpgm'
#[pyfunction]
#[pyo3(signature = (code, isa, *, wave = None, base = 0, extensions = Vec::new()))]
pub fn disassemble<'py>(
    py: Python<'py>,
    code: Vec<u8>,
    isa: &str,
    wave: Option<u32>,
    base: u64,
    extensions: Vec<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let arch = arch(py, isa)?;
    check_wave(arch, wave).map_err(|error| raised(py, &error, Stage::Assembly))?;
    let style = DisStyle {
        wave: wave.unwrap_or(arch.schema().default_wave),
        extensions,
    };
    let code = Code {
        bytes: code,
        base,
        entry: base,
        ..Code::default()
    };
    let list = PyList::empty(py);
    for line in arch.listing(&code, &style) {
        let start = line.address.wrapping_sub(base) as usize;
        let bytes = code.bytes.get(start..start + line.len).unwrap_or(&[]);
        let illegal = line.illegal.map(|illegal| illegal.to_string());
        list.append((
            line.address,
            PyBytes::new(py, bytes),
            line.label,
            line.text,
            None::<u32>,
            illegal,
        ))?;
    }
    let class = py.import("wavetank._results")?.getattr("Listing")?;
    class.call1((list, arch.name(), "", ""))
}

/// Runs a specification's own tests: WAVE's, those that this build carries or those in a folder.
#[pyfunction]
#[pyo3(signature = (suite = None))]
pub fn conformance(py: Python<'_>, suite: Option<PathBuf>) -> PyResult<Bound<'_, PyAny>> {
    let result = py.detach(|| {
        let suite = suite.as_deref().map(::compile::read_folder);
        tank::conformance::wave(suite.transpose()?)
    });
    let result = result.map_err(|error| raised(py, &error, Stage::Assembly))?;
    to_python(py, &result.to_json())
}
