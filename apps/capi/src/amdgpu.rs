//! Raw AMD machine code, run where it lies. Device addresses are host addresses.

use crate::error::{Code, Failed};
use crate::pointer::{slice, text};
use amdgpu::{GDS_BYTES, RawLaunch, Target, Wave, load_raw};
use sim::{Config, Dispatch, Memory, RegionLabel};
use std::ffi::{c_char, c_void};
use std::mem::size_of;
use uop::Blame;

/// A range of addresses.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct WtRange {
    /// The first address.
    pub base: u64,
    /// Bytes from there on.
    pub len: u64,
}

/// A launch. Field by field as in `wavetank.h`.
#[allow(missing_docs)] // The header says it, for those who fill it in.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct WtAmdgpuLaunch {
    pub size: u32,
    pub target: *const c_char,
    pub code: *const c_void,
    pub code_len: u64,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub user_sgprs: *const u32,
    pub user_sgpr_count: u32,
    pub pgm_rsrc1: u32,
    pub pgm_rsrc2: u32,
    pub scratch_bytes_per_lane: u32,
    pub wave_size: u32,
    pub ranges: *const WtRange,
    pub range_count: u64,
}

/// Threads that a workgroup can have.
const MAX_BLOCK: u64 = 1024;
/// More code than any kernel has, and what a 32-bit offset can span.
const MAX_CODE: u64 = 1 << 30;

/// # Safety
/// As `wt_amdgpu_run`.
pub(crate) unsafe fn run(launch: *const WtAmdgpuLaunch) -> Result<(), Failed> {
    let bad = |message: String| Failed::new(Code::BadArguments, message);
    if launch.is_null() {
        return Err(bad("launch is NULL".into()));
    }
    // SAFETY: not null, so at least its size can be read.
    let size = unsafe { (&raw const (*launch).size).read_unaligned() };
    if size as usize != size_of::<WtAmdgpuLaunch>() {
        let own = size_of::<WtAmdgpuLaunch>();
        let message =
            format!("launch.size is {size}; this library knows the struct of {own} bytes");
        return Err(bad(message));
    }
    // SAFETY: the size says that all of it is there.
    let launch = unsafe { launch.read_unaligned() };
    // SAFETY: the caller's promise about pointers.
    let (target, code, user_sgprs, ranges) = unsafe {
        (
            text(launch.target, "launch.target").map_err(bad)?,
            slice(launch.code.cast::<u8>(), launch.code_len, "launch.code").map_err(bad)?,
            slice(
                launch.user_sgprs,
                launch.user_sgpr_count.into(),
                "launch.user_sgprs",
            )
            .map_err(bad)?,
            slice(launch.ranges, launch.range_count, "launch.ranges").map_err(bad)?,
        )
    };
    let target = Target::from_name(target).ok_or_else(|| {
        let names: Vec<&str> = Target::ALL.iter().map(|target| target.name()).collect();
        let names = names.join(", ");
        match target {
            "gfx942" | "gfx950" => Failed::new(
                Code::Unmodelled,
                format!("`{target}` is not modelled yet; there are {names}"),
            ),
            _ => bad(format!("there is no target `{target}`; there are {names}")),
        }
    })?;
    let wave = match launch.wave_size {
        0 => Wave::W32,
        lanes => Wave::from_lanes(lanes)
            .ok_or_else(|| bad(format!("launch.wave_size is {lanes}; expected 0, 32 or 64")))?,
    };
    if code.is_empty() || code.len() as u64 > MAX_CODE {
        let message = format!(
            "launch.code_len is {}; expected 4 to {MAX_CODE}",
            code.len()
        );
        return Err(bad(message));
    }
    let threads = launch.block.iter().map(|&n| u64::from(n));
    let threads = threads.fold(1u64, u64::saturating_mul);
    if !(1..=MAX_BLOCK).contains(&threads) {
        let message = format!("launch.block has {threads} threads; expected 1 to {MAX_BLOCK}");
        return Err(bad(message));
    }
    // Nothing to do is no error: a grid may well be empty.
    if launch.grid.contains(&0) {
        return Ok(());
    }
    host::grid_size(launch.grid).map_err(|error| bad(format!("launch.grid: {error}")))?;
    let mut data_share = vec![0u64; GDS_BYTES / size_of::<u64>()];
    let share = WtRange {
        base: data_share.as_mut_ptr().expose_provenance() as u64,
        len: GDS_BYTES as u64,
    };
    let loaded = load_raw(&RawLaunch {
        target,
        wave,
        code,
        base: launch.code.addr() as u64,
        user_sgprs,
        rsrc1: launch.pgm_rsrc1,
        rsrc2: launch.pgm_rsrc2,
        scratch_bytes: launch.scratch_bytes_per_lane,
        data_share: share.base,
    });
    let loaded = loaded.map_err(|diagnostic| {
        let code = match diagnostic.code {
            "unmodelled" => Code::Unmodelled,
            _ => Code::BadArguments,
        };
        let lines = std::iter::once(diagnostic.message).chain(diagnostic.help);
        Failed::new(code, lines.collect::<Vec<_>>().join("\n"))
    })?;
    // SAFETY: the caller's promise about the memory that the kernel may touch.
    let memory = unsafe { memory(&launch, ranges, share) }.map_err(bad)?;
    let dispatch = Dispatch::new(
        &loaded.program,
        tank::launch_of(&loaded, launch.grid, launch.block),
        &memory.into(),
        config(),
    );
    let outcome = dispatch.run();
    outcome.map(|_| ()).map_err(|fault| {
        let at = fault.address.wrapping_sub(launch.code.addr() as u64) as usize;
        let text = code
            .get(at..)
            .and_then(|bytes| amdgpu::disassemble(bytes, target, wave).ok());
        let text = text.map_or(String::new(), |(text, _)| format!(": `{text}`"));
        let code = match fault.trap.blame() {
            Blame::Unmodelled => Code::Unmodelled,
            Blame::Program | Blame::Limit => Code::Trapped,
        };
        Failed::new(code, format!("{fault} at offset {at:#x} of the code{text}"))
    })
}

/// The usual limits, unless the environment sets another.
fn config() -> Config {
    let usual = Config::default();
    let limit = std::env::var("WAVETANK_MAX_INSTRUCTIONS");
    let limit = limit.ok().and_then(|text| text.parse().ok());
    Config {
        max_instructions: limit.unwrap_or(usual.max_instructions),
        ..usual
    }
}

/// The memory that the kernel may touch: the ranges, or everything. Mapping costs the same
/// whatever its size.
///
/// # Safety
/// What the ranges name must be valid for reading and writing.
unsafe fn memory(
    launch: &WtAmdgpuLaunch,
    ranges: &[WtRange],
    data_share: WtRange,
) -> Result<Memory, String> {
    let mut memory = Memory::new(0);
    let label = |name: String, len: u64| RegionLabel {
        name,
        ty: format!("u8[{len}]"),
        element_bytes: 1,
    };
    if launch.ranges.is_null() {
        // The first page is never mapped, so that a null pointer is still a fault.
        const FIRST: u64 = 4096;
        let len = u64::MAX - FIRST;
        // SAFETY: the caller says that any address the kernel uses is valid.
        unsafe { memory.map_host(FIRST, len, true, label("host memory".into(), len)) };
        return Ok(memory);
    }
    let mut sorted: Vec<(usize, WtRange)> = ranges.iter().copied().enumerate().collect();
    sorted.sort_by_key(|(_, range)| range.base);
    let mut end = 0;
    for (number, WtRange { base, len }) in sorted.into_iter().filter(|(_, range)| range.len > 0) {
        let name = format!("ranges[{number}]");
        if base < end {
            return Err(format!("launch.{name} overlaps another"));
        }
        end = base
            .checked_add(len)
            .ok_or_else(|| format!("launch.{name} goes past the end of memory"))?;
        // SAFETY: the caller's promise; overlaps are ruled out above.
        unsafe { memory.map_host(base, len, true, label(name, len)) };
    }
    // Code is read as data where constants lie behind it.
    let code = WtRange {
        base: launch.code.addr() as u64,
        len: launch.code_len,
    };
    for (own, writable, name) in [
        (code, false, "code"),
        (data_share, true, "global data share"),
    ] {
        let WtRange { base, len } = own;
        let inside = (ranges.iter()).any(|range| {
            base < range.base.saturating_add(range.len) && range.base < base.saturating_add(len)
        });
        if !inside {
            // SAFETY: the code has been read as a slice already and is mapped read-only; the share
            // belongs to this launch.
            unsafe { memory.map_host(base, len, writable, label(name.into(), len)) };
        }
    }
    Ok(memory)
}
