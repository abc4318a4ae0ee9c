//! `abi = sim`: the convention of kernel files.
//!
//! `s[3:4]` point to a table of addresses, one for every argument, inputs before outputs.
//! Workgroup ids are in `s0`, `s1`, `s2`, thread ids in `v0`, `v1`, `v2`, as far as the launch has
//! dimensions; what it does not have is zero, like every register at the start.

use super::{MAX_LOCAL, Plan, Start, Threads, Uses, pair};
use crate::lower::DEFAULT_MODE;
use crate::lower::registers::SGPR0;
use arch::{Allocator, LaunchRequest};
use source::Diagnostic;

/// Local memory where the header does not say and the code uses it.
pub(crate) const LDS_BYTES: i64 = 64 << 10;
/// Scratch memory of a lane where the header does not say and the code uses it.
pub(crate) const SCRATCH_BYTES: i64 = 4 << 10;

pub(crate) fn plan(
    entry: u64,
    uses: Uses,
    request: &LaunchRequest<'_>,
    memory: &mut dyn Allocator,
) -> Result<Plan, Diagnostic> {
    let of_kind = |output: bool| {
        request
            .args
            .iter()
            .filter(move |arg| arg.is_output == output)
    };
    let table: Vec<u8> = (of_kind(false).chain(of_kind(true)))
        .flat_map(|arg| arg.address.to_le_bytes())
        .collect();
    let mut scalars = Vec::new();
    if !table.is_empty() {
        let address = memory.place("argument table", &table);
        let address = address.map_err(|why| Diagnostic::error("out-of-memory", why))?;
        scalars.extend(pair(SGPR0.plus(3), address));
    }
    let lds = if uses.local { LDS_BYTES } else { 0 };
    let scratch = if uses.scratch { SCRATCH_BYTES } else { 0 };
    Ok(Plan {
        start: Start {
            scalars,
            workgroup_ids: (0..request.launch.global_dims)
                .map(|dimension| (SGPR0.plus(dimension as u16), dimension))
                .collect(),
            first_group: [0; 3],
            ids_in_ttmp: false,
            workgroup_info: None,
            threads: Threads::Separate,
            mode: DEFAULT_MODE,
        },
        entry,
        lanes: request.wave,
        mode: DEFAULT_MODE,
        cu_mode: false,
        granted: None,
        local_bytes: (request.integer("lds", lds) as u32).min(MAX_LOCAL),
        scratch_bytes: request.integer("scratch", scratch) as u32,
        host: None,
    })
}
