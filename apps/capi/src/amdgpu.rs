//! Raw AMD machine code, run where it lies. Device addresses are host addresses.

use crate::error::{Code, Failed};
use crate::pointer::{slice, text};
use std::ffi::{c_char, c_void};
use std::mem::size_of;
use tank::Failure;
use tank::amd_host::{Config, Memory, RawCode, RegionLabel};

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
    if code.is_empty() || code.len() as u64 > MAX_CODE {
        let len = code.len();
        return Err(bad(format!(
            "launch.code_len is {len}; expected 4 to {MAX_CODE}"
        )));
    }
    let raw = RawCode {
        target,
        wave: launch.wave_size,
        code,
        base: launch.code.addr() as u64,
        grid: launch.grid,
        block: launch.block,
        user_sgprs,
        rsrc1: launch.pgm_rsrc1,
        rsrc2: launch.pgm_rsrc2,
        scratch_bytes: launch.scratch_bytes_per_lane,
    };
    let ran = raw.run(config(), |base, len| {
        // SAFETY: the caller's promise about the memory that the kernel may touch.
        unsafe { memory(&launch, ranges, WtRange { base, len }) }
    });
    ran.map(|_| ()).map_err(|error| {
        let code = match error.failure() {
            Failure::Unmodelled => Code::Unmodelled,
            Failure::Trap => Code::Trapped,
            Failure::Input | Failure::Expectation => Code::BadArguments,
        };
        Failed::new(code, error.to_string())
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
    if launch.ranges.is_null() {
        // The first page is never mapped, so that a null pointer is still a fault.
        const FIRST: u64 = 4096;
        let len = u64::MAX - FIRST;
        // SAFETY: the caller says that any address the kernel uses is valid.
        unsafe { memory.map_host(FIRST, len, true, RegionLabel::bytes("host memory", len)) };
        return Ok(memory);
    }
    for (name, WtRange { base, len }) in united(ranges)? {
        // SAFETY: the caller's promise; what is united neither overlaps nor touches.
        unsafe { memory.map_host(base, len, true, RegionLabel::bytes(name, len)) };
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
            unsafe { memory.map_host(base, len, writable, RegionLabel::bytes(name, len)) };
        }
    }
    Ok(memory)
}

/// Ranges that overlap or touch are one: two arguments may be the same buffer, or parts of one.
fn united(ranges: &[WtRange]) -> Result<Vec<(String, WtRange)>, String> {
    let mut sorted: Vec<(usize, WtRange)> = ranges.iter().copied().enumerate().collect();
    sorted.sort_by_key(|(_, range)| range.base);
    let mut united: Vec<(String, WtRange)> = vec![];
    for (number, range) in sorted.into_iter().filter(|(_, range)| range.len > 0) {
        let name = format!("ranges[{number}]");
        let end = (range.base.checked_add(range.len))
            .ok_or_else(|| format!("launch.{name} goes past the end of memory"))?;
        match united.last_mut() {
            Some((names, last)) if range.base <= last.base + last.len => {
                last.len = last.len.max(end - last.base);
                *names = format!("{names} and {name}");
            }
            _ => united.push((name, range)),
        }
    }
    Ok(united)
}
