//! Wavetank for Python: kernels that are called with arrays where they lie.
//!
//! The package `wavetank` around this module says what things mean to its users; here Python's
//! objects become what the façade takes, and back. Kernels run without the interpreter's lock.

mod argument;
mod debugger;
mod diagnostic;
mod json;
mod kernel;
mod open;
mod options;
mod profile;
mod raw;
mod reference;
mod run;
mod signals;
mod trace;
mod value;
mod words;

use pyo3::prelude::*;

/// What the package is made of.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::argument::Local;
    #[pymodule_export]
    use crate::debugger::Debugger;
    #[pymodule_export]
    use crate::kernel::Kernel;
    #[pymodule_export]
    use crate::open::{assemble, compile, kernel_file, load};
    #[pymodule_export]
    use crate::profile::{Profile, diff};
    #[pymodule_export]
    use crate::raw::_run_raw;
    #[pymodule_export]
    use crate::reference::{chip, conformance, coverage, disassemble, instructions, isas};
    #[pymodule_export]
    use crate::run::Run;
    #[pymodule_export]
    use crate::trace::Trace;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", tank::VERSION)
    }
}
