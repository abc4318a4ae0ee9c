//! What the debugger reads, as Python has it.

use crate::run::ndarray;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use tank::debug::ExprValue;

/// The bits of a value and how wide they are; computed numbers are as wide as they need.
pub fn bits(value: ExprValue) -> (u64, usize) {
    match value {
        ExprValue::Bits { bits, bytes, .. } => (bits, bytes.into()),
        ExprValue::Element { ty, bits } => (bits, ty.size()),
        ExprValue::Int(n) => (n as u64, 8),
        ExprValue::Float(x) => (x.to_bits(), 8),
    }
}

/// One value as a number of Python's.
pub fn number<'py>(py: Python<'py>, value: ExprValue) -> PyResult<Bound<'py, PyAny>> {
    match value.number(ExprValue::Int(0)) {
        ExprValue::Float(x) => x.into_bound_py_any(py),
        ExprValue::Int(n) => n.into_bound_py_any(py),
        other => bits(other).0.into_bound_py_any(py),
    }
}

/// Values of lanes, or of several registers of each, as an array.
pub fn array<'py>(
    py: Python<'py>,
    rows: &[Vec<ExprValue>],
    dtype: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let all = rows.iter().flatten();
    let size = all.clone().map(|value| bits(*value).1).max().unwrap_or(4);
    let float = all
        .clone()
        .all(|value| matches!(value.number(ExprValue::Int(0)), ExprValue::Float(_)));
    let bytes: Vec<u8> = all
        .flat_map(|value| bits(*value).0.to_le_bytes().into_iter().take(size))
        .collect();
    let kind = if float && !rows.is_empty() { "f" } else { "u" };
    let dims: Vec<u64> = match rows {
        [one] => vec![one.len() as u64],
        rows => vec![rows.len() as u64, rows.first().map_or(0, Vec::len) as u64],
    };
    let made = ndarray(py, &format!("{kind}{size}"), &dims, &bytes)?;
    match dtype {
        Some(dtype) => made.call_method1("view", (dtype,)),
        None => Ok(made),
    }
}
