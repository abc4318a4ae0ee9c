//! What surrounds an input. The façade opens no file and starts no process: a front end
//! hands in what does, within the bounds that it sets.

use kernel::{Files, NoFiles};
use std::collections::BTreeMap;

/// The files that an input may name, and a compiler for those in another language.
pub trait Surroundings: Files + Send + Sync {
    /// A file in OpenCL C as a code object for a processor such as `gfx1100`.
    fn compile(&self, path: &str, _processor: &str) -> Result<Vec<u8>, String> {
        Err(format!(
            "{path}: OpenCL C cannot be compiled here; a code object of it can be run"
        ))
    }
}

impl Surroundings for NoFiles {}
impl Surroundings for BTreeMap<String, Vec<u8>> {}
