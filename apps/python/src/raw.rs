//! Machine code that another program has put in this process, for simulated drivers.

use crate::diagnostic::{Stage, raised, refused};
use amdgpu::{GDS_BYTES, RawLaunch, Target, Wave, load_raw};
use pyo3::prelude::*;
use sim::{Config, Dispatch, Memory, RegionLabel};
use tank::Error;

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
    let chip = Target::from_name(target)
        .ok_or_else(|| refused(py, format!("there is no target `{target}`")))?;
    let threads = block.iter().map(|&n| u64::from(n)).product::<u64>();
    if !(1..=1024).contains(&threads) || code.0 == 0 {
        let message = format!("the launch has workgroups of {threads} threads; expected 1 to 1024");
        return Err(refused(py, message));
    }
    if grid.contains(&0) {
        return Ok(());
    }
    let ended = py.detach(|| {
        let mut share = vec![0u64; GDS_BYTES / 8];
        let data_share = share.as_mut_ptr().expose_provenance() as u64;
        let start = std::ptr::with_exposed_provenance::<u8>(code.0);
        // SAFETY: the caller's promise about addresses.
        let bytes = unsafe { std::slice::from_raw_parts(start, code.1) };
        let loaded = load_raw(&RawLaunch {
            target: chip,
            wave: Wave::W32,
            code: bytes,
            base: code.0 as u64,
            user_sgprs: &user_sgprs,
            rsrc1: 0,
            rsrc2,
            scratch_bytes,
            data_share,
        });
        let loaded = loaded.map_err(|it| {
            let lines = std::iter::once(it.message).chain(it.help);
            Error::Plain(lines.collect::<Vec<_>>().join("\n"))
        })?;
        // SAFETY: as above.
        let memory = unsafe { mapped(ranges, (data_share, GDS_BYTES as u64)) };
        let launch = tank::launch_of(&loaded, grid, block);
        let dispatch = Dispatch::new(&loaded.program, launch, &memory.into(), Config::default());
        let ended = dispatch.run().map_err(|fault| {
            let at = fault.address.wrapping_sub(code.0 as u64) as usize;
            let inst = bytes.get(at..).unwrap_or(&[]);
            let text = amdgpu::disassemble(inst, chip, Wave::W32);
            let text = text.map_or(String::new(), |(text, _)| format!(": `{text}`"));
            Error::Plain(format!("{fault} at offset {at:#x} of the code{text}"))
        });
        drop(share);
        ended.map(|_| ())
    });
    ended.map_err(|error| raised(py, &error, Stage::Launch))
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
        let label = RegionLabel {
            name: format!("range {number}"),
            ty: format!("u8[{len}]"),
            element_bytes: 1,
        };
        // SAFETY: the caller's promise; overlaps are merged above.
        unsafe { memory.map_host(base, len, true, label) };
    }
    memory
}
