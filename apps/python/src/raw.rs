//! Machine code that another program has put in this process, for simulated drivers.

use crate::diagnostic::{Stage, raised, refused};
use pyo3::prelude::*;
use tank::amd_host::{Config, Memory, RawCode, RegionLabel};

/// Runs AMD machine code where it lies; device addresses are addresses of this process.
///
/// For drivers that simulate a GPU. The addresses must be right: nothing looks after them.
#[pyfunction]
#[pyo3(signature = (target, code, grid, block, user_sgprs, rsrc2, scratch_bytes, ranges))]
#[allow(clippy::too_many_arguments)] // What the hardware's registers say.
pub fn _run_raw(
    py: Python<'_>,
    target: &str,
    code: (usize, usize),
    grid: [u32; 3],
    block: [u32; 3],
    user_sgprs: Vec<u32>,
    rsrc2: u32,
    scratch_bytes: u32,
    ranges: Vec<(u64, u64)>,
) -> PyResult<()> {
    if code.0 == 0 {
        return Err(refused(py, "the code is at address 0"));
    }
    let ran = py.detach(|| {
        let start = std::ptr::with_exposed_provenance::<u8>(code.0);
        let raw = RawCode {
            target,
            wave: 0,
            // SAFETY: the caller's promise about addresses.
            code: unsafe { std::slice::from_raw_parts(start, code.1) },
            base: code.0 as u64,
            grid,
            block,
            user_sgprs: &user_sgprs,
            rsrc1: 0,
            rsrc2,
            scratch_bytes,
        };
        raw.run(Config::default(), |base, len| {
            // SAFETY: as above.
            Ok(unsafe { mapped(ranges, (base, len)) })
        })
    });
    ran.map(|_| ())
        .map_err(|error| raised(py, &error, Stage::Launch))
}

/// Ranges as a kernel sees them; those that touch or overlap become one.
///
/// # Safety
/// What the ranges name must be valid for reading and writing.
unsafe fn mapped(mut ranges: Vec<(u64, u64)>, data_share: (u64, u64)) -> Memory {
    ranges.push(data_share);
    ranges.retain(|(base, len)| *len > 0 && base.checked_add(*len).is_some());
    ranges.sort_unstable();
    let mut whole: Vec<(u64, u64)> = Vec::new();
    for (base, len) in ranges {
        match whole.last_mut() {
            Some((start, length)) if base <= *start + *length => {
                *length = (*length).max(base + len - *start);
            }
            _ => whole.push((base, len)),
        }
    }
    let mut memory = Memory::new(0);
    for (number, (base, len)) in whole.into_iter().enumerate() {
        let label = RegionLabel::bytes(format!("range {number}"), len);
        // SAFETY: the caller's promise; overlaps are merged above.
        unsafe { memory.map_host(base, len, true, label) };
    }
    memory
}
