//! What came of a run.

use crate::argument::dtype;
use crate::diagnostic::{findings, printed, refused};
use crate::json::to_python;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyList, PyTuple};
use tank::{Array, Report};

/// What came of a run, as plain data.
#[pyclass(frozen, module = "wavetank")]
pub struct Run {
    report: Report,
}

impl Run {
    pub fn of(report: Report) -> Run {
        Run { report }
    }
}

/// An array of NumPy's with these bytes.
pub fn ndarray<'py>(
    py: Python<'py>,
    dtype: &str,
    dims: &[u64],
    bytes: &[u8],
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy")?;
    let flat = numpy.call_method1("frombuffer", (PyByteArray::new(py, bytes), dtype))?;
    flat.call_method1("reshape", (PyTuple::new(py, dims)?,))
}

fn array<'py>(py: Python<'py>, array: &Array) -> PyResult<Bound<'py, PyAny>> {
    ndarray(py, dtype(array.ty), array.shape.dims(), &array.data)
}

#[pymethods]
impl Run {
    /// What was counted.
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.report.stats_to_json())
    }

    /// Which of the instructions that ran are exact, and why the others are not, of a run that was asked
    /// (``fidelity=True``).
    #[getter]
    fn fidelity<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let ledger = self.report.fidelity.as_ref();
        let ledger = ledger.map(|it| to_python(py, &it.to_json(&self.report.file)));
        ledger.transpose()
    }

    /// What the kernel printed.
    #[getter]
    fn printed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        printed(py, &self.report.prints)
    }

    /// Warnings, and expectations of the header that do not hold.
    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        findings(py, &self.report.diagnostics(), &self.report.file, 0)
    }

    /// Arguments that the header declares as outputs and that the caller did not give.
    #[getter]
    fn outputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, output) in &self.report.outputs {
            dict.set_item(name, array(py, output)?)?;
        }
        Ok(dict)
    }

    /// Every expectation of the header holds, and the program ended with zero.
    #[getter]
    fn passed(&self) -> bool {
        self.report.passed()
    }

    /// What the program itself wrote.
    #[getter]
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.report.text).into_owned()
    }

    /// With what the program ended.
    #[getter]
    fn exit_code(&self) -> i64 {
        self.report.exit_code
    }

    /// The timeline of a run that kept one, as JSON that Perfetto and Chrome show.
    #[getter]
    fn timeline(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let Some(trace) = &self.report.trace else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        let written = trace.write(&mut bytes);
        written.map_err(|error| refused(py, error.to_string()))?;
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn __repr__(&self) -> String {
        let stats = &self.report.stats;
        let passed = match (self.report.expectations.is_empty(), self.report.passed()) {
            (true, _) => "",
            (false, true) => ", as expected",
            (false, false) => ", not as expected",
        };
        let (count, waves) = (stats.instructions, stats.waves);
        format!("<Run of {count} instructions by {waves} waves{passed}>")
    }

    fn __str__(&self) -> String {
        self.report.to_text(tank::Style::default())
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        let display = slf.py().import("wavetank.display")?;
        display.call_method1("run", (slf,))?.extract()
    }
}
