//! What kernels take of a device, and how many of their workgroups it holds.

use crate::error::{INVALID_DEVICE_FUNCTION, INVALID_VALUE, Outcome, api, ensure, fail};
use crate::launch::MOST_THREADS;
use crate::module::function;
use crate::pointer::give;
use crate::{device, register};
use std::ffi::{c_int, c_void};
use wavetank::amd_host::Kernel;

/// Local memory that a workgroup can have.
pub(crate) fn most_local(kernel: &Kernel) -> u32 {
    let device = kernel.module().device();
    device.target().generation().workgroup_bytes()
}

/// Workgroups that a workgroup processor holds at once.
pub(crate) fn groups(kernel: &Kernel, threads: u32, local: usize) -> Outcome<u32> {
    let local = u32::try_from(local).unwrap_or(u32::MAX);
    if kernel.info().local_bytes.saturating_add(local) > most_local(kernel) {
        return Ok(0);
    }
    let groups = kernel.occupancy(threads, local);
    groups.or_else(|diagnostic| fail(INVALID_DEVICE_FUNCTION, diagnostic.message))
}

/// # Safety
/// The place must be null or writable.
unsafe fn active(to: *mut c_int, kernel: &Kernel, threads: c_int, local: usize) -> Outcome {
    let known = (1..=MOST_THREADS as c_int).contains(&threads);
    ensure(known, INVALID_VALUE, "a workgroup has 1 to 1024 threads")?;
    // SAFETY: by the contract.
    unsafe { give(to, groups(kernel, threads as u32, local)? as c_int) }
}

/// The size of workgroups that fills a device best, the largest of several.
///
/// # Safety
/// The places must be null or writable.
unsafe fn best(
    grid: *mut c_int,
    block: *mut c_int,
    kernel: &Kernel,
    local: usize,
    limit: c_int,
) -> Outcome {
    let places = !grid.is_null() && !block.is_null();
    ensure(places, INVALID_VALUE, "there is no place for the answer")?;
    let most = kernel.info().most_threads.unwrap_or(MOST_THREADS as u32);
    let most = match limit {
        ..=0 => most,
        limit => most.min(limit as u32),
    };
    let lanes = kernel.lanes();
    let mut found = (0, 0, 0);
    for threads in (1..=most.div_ceil(lanes))
        .rev()
        .map(|waves| (waves * lanes).min(most))
    {
        let fit = groups(kernel, threads, local)?;
        if fit * threads > found.0 {
            found = (fit * threads, fit, threads);
        }
    }
    let units = device::own()?.number("wgps").unwrap_or(1) as u32;
    // SAFETY: by the contract.
    unsafe {
        give(grid, (found.1 * units) as c_int)?;
        give(block, found.2 as c_int)
    }
}

fn of_symbol(symbol: *const c_void) -> Outcome<Kernel> {
    register::kernel(symbol, device::current())
}

/// What a kernel takes.
#[repr(C)]
pub struct FunctionAttributes {
    binary_version: c_int,
    cache_mode: c_int,
    constant_bytes: usize,
    private_bytes: usize,
    most_dynamic_bytes: c_int,
    most_threads: c_int,
    registers: c_int,
    carveout: c_int,
    ptx_version: c_int,
    local_bytes: usize,
}

fn attributes(kernel: &Kernel) -> FunctionAttributes {
    let info = kernel.info();
    FunctionAttributes {
        binary_version: 0,
        cache_mode: 0,
        constant_bytes: 0,
        private_bytes: kernel.private_bytes() as usize,
        most_dynamic_bytes: most_local(kernel).saturating_sub(info.local_bytes) as c_int,
        most_threads: info.most_threads.unwrap_or(MOST_THREADS as u32) as c_int,
        registers: info.vgprs.unwrap_or(0) as c_int,
        carveout: 0,
        ptx_version: 0,
        local_bytes: info.local_bytes as usize,
    }
}

api! {
    fn hipFuncGetAttributes(to: *mut FunctionAttributes, symbol: *const c_void) {
        give(to, attributes(&of_symbol(symbol)?))
    }

    fn hipFuncGetAttribute(value: *mut c_int, attribute: u32, function: *mut c_void) {
        let all = attributes(&*self::function(function)?);
        give(value, match attribute {
            0 => all.most_threads,
            1 => all.local_bytes as c_int,
            2 => all.constant_bytes as c_int,
            3 => all.private_bytes as c_int,
            4 => all.registers,
            5 => all.ptx_version,
            6 => all.binary_version,
            7 => all.cache_mode,
            8 => all.most_dynamic_bytes,
            9 => all.carveout,
            _ => return fail(INVALID_VALUE, "there is no such attribute"),
        })
    }

    fn hipFuncSetAttribute(symbol: *const c_void, attribute: u32, value: c_int) {
        const MOST_DYNAMIC: u32 = 8;
        let all = attributes(&of_symbol(symbol)?);
        let fits = attribute != MOST_DYNAMIC || value <= all.most_dynamic_bytes;
        ensure(fits, INVALID_VALUE, "there is not so much local memory")
    }

    fn hipFuncSetCacheConfig(symbol: *const c_void, _config: u32) {
        of_symbol(symbol).map(|_| ())
    }

    fn hipFuncSetSharedMemConfig(symbol: *const c_void, _config: u32) {
        of_symbol(symbol).map(|_| ())
    }

    fn hipOccupancyMaxActiveBlocksPerMultiprocessor(groups: *mut c_int, symbol: *const c_void, threads: c_int, local: usize) {
        active(groups, &of_symbol(symbol)?, threads, local)
    }

    fn hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(groups: *mut c_int, symbol: *const c_void, threads: c_int, local: usize, _flags: u32) {
        active(groups, &of_symbol(symbol)?, threads, local)
    }

    fn hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(groups: *mut c_int, function: *mut c_void, threads: c_int, local: usize) {
        active(groups, &*self::function(function)?, threads, local)
    }

    fn hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(groups: *mut c_int, function: *mut c_void, threads: c_int, local: usize, _flags: u32) {
        active(groups, &*self::function(function)?, threads, local)
    }

    fn hipOccupancyMaxPotentialBlockSize(grid: *mut c_int, block: *mut c_int, symbol: *const c_void, local: usize, limit: c_int) {
        best(grid, block, &of_symbol(symbol)?, local, limit)
    }

    fn hipModuleOccupancyMaxPotentialBlockSize(grid: *mut c_int, block: *mut c_int, function: *mut c_void, local: usize, limit: c_int) {
        best(grid, block, &*self::function(function)?, local, limit)
    }

    fn hipModuleOccupancyMaxPotentialBlockSizeWithFlags(grid: *mut c_int, block: *mut c_int, function: *mut c_void, local: usize, limit: c_int, _flags: u32) {
        best(grid, block, &*self::function(function)?, local, limit)
    }
}
