//! What a run cost, and two of them side by side.

use crate::diagnostic::{Stage, raised};
use crate::json::to_python;
use crate::run::Run;
use pyo3::prelude::*;
use serde_json::Value;
use tank::Side;

/// What every line and every instruction of a run cost, as plain data.
///
/// >>> import numpy as np, wavetank as wt
/// >>> code = wt.assemble("LOAD R1, 0(R10)\nADD R1, R1, R1\nSTORE R1, 0(R10)\nHALT", isa="flux")
/// >>> x = np.ones(4, np.float32)
/// >>> profile = code.profile(x, grid=1, block=1)
/// >>> [(line["line"], line["instructions"]) for line in profile.lines]
/// [(1, 1), (2, 1), (3, 1), (4, 1)]
/// >>> x
/// array([2., 2., 2., 2.], dtype=float32)
#[pyclass(frozen, module = "wavetank")]
pub struct Profile {
    profile: tank::Profile,
    /// Made once: every row is looked at again and again.
    data: Value,
    side: Side,
}

impl Profile {
    pub fn of(profile: tank::Profile, side: Side) -> Profile {
        Profile {
            data: profile.to_json(),
            profile,
            side,
        }
    }
}

#[pymethods]
impl Profile {
    /// Everything, as ``wavetank profile --json`` prints it.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.data)
    }

    /// A row for every line that has instructions; nothing where lines are not known.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.data["lines"])
    }

    /// A row for every instruction, by ascending address.
    #[getter]
    fn instructions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.data["instructions"])
    }

    /// What is wrong with lines, the costliest first.
    #[getter]
    fn remarks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.data["remarks"])
    }

    /// Work and bandwidth of the launch beside those of the machine; nothing without a cycle model.
    #[getter]
    fn roofline<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.data["roofline"])
    }

    /// There is a cycle model, but the launch is too long to be put through it unasked: ``cycles=True``
    /// asks.
    #[getter]
    fn cycles_left_out(&self) -> bool {
        self.profile.cycles_left_out
    }

    /// What came of the run.
    #[getter]
    fn run(&self) -> Run {
        Run::of(self.profile.report.clone())
    }

    fn __repr__(&self) -> String {
        let (name, count) = (
            self.profile.source.name(),
            self.profile.report.stats.instructions,
        );
        format!("<Profile of {count} instructions of {name}>")
    }

    fn __str__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let display = slf.py().import("wavetank.display")?;
        display.call_method1("profile_text", (slf,))?.extract()
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        let display = slf.py().import("wavetank.display")?;
        display.call_method1("profile", (slf,))?.extract()
    }
}

/// Two profiles side by side: resources, counts, cycles, and results of headers.
///
/// >>> import numpy as np, wavetank as wt
/// >>> def profile(text):
/// ...     return wt.assemble(text, isa="flux").profile(np.ones(4, np.float32), grid=1, block=1)
/// >>> both = wt.diff(profile("LOAD R1, 0(R10)\nHALT"), profile("HALT"))
/// >>> both.figures["counts"]["instructions"]
/// [2, 1]
#[pyfunction]
pub fn diff<'py>(py: Python<'py>, a: &Profile, b: &Profile) -> PyResult<Bound<'py, PyAny>> {
    let difference = tank::diff(&a.side, &b.side);
    let difference = difference.map_err(|error| raised(py, &error, Stage::Launch))?;
    let data = to_python(py, &difference.to_json())?;
    let class = py.import("wavetank._results")?.getattr("Difference")?;
    let field = |name: &str| data.get_item(name);
    class.call1((
        field("names")?,
        field("equal")?,
        field("results")?,
        field("figures")?,
    ))
}
