//! The host interface to WAVE devices, with the names that the specification gives its query.
//!
//! A launch runs to its end before it returns, so `wave_wait` has nothing to wait for; it is there
//! because a host written for other devices calls it.

use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use tank::wave_host::{Buffer, Device, HostError, Module};
use wave::device::Capabilities;
use wave::{Capability, Query};

use crate::error::keep;

/// What a call says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum WaveResult {
    Success = 0,
    InvalidArgument = 1,
    InvalidSize = 2,
    Unsupported = 3,
    /// The assembler or the loader refuses a module.
    InvalidModule = 4,
    OutOfMemory = 5,
    /// The kernel trapped.
    Trap = 6,
}

/// The properties of a device to open; 0 stands for the default.
#[repr(C)]
pub struct WaveDeviceInfo {
    /// `sizeof` this struct: the version.
    pub size: u32,
    pub wave_width: u32,
    pub max_registers: u32,
    pub local_memory_size: u32,
    pub max_waves_per_core: u32,
    /// A bit for every capability that the device lacks, by the number of its query less that of
    /// `WAVE_CAP_F16`; bit 7 is for byte registers.
    pub without: u32,
    pub cluster_size: u32,
}

type Outcome = Result<(), (WaveResult, String)>;

fn fail(result: WaveResult, message: impl Into<String>) -> Outcome {
    Err((result, message.into()))
}

fn host(error: HostError) -> (WaveResult, String) {
    let result = match error {
        HostError::Device(_) | HostError::Launch(_) => WaveResult::InvalidArgument,
        HostError::Memory(_) => WaveResult::OutOfMemory,
        HostError::Module(_) => WaveResult::InvalidModule,
        HostError::Trap(_) => WaveResult::Trap,
    };
    (result, error.to_string())
}

/// Runs `f`; no panic crosses the boundary.
fn guarded(f: impl FnOnce() -> Outcome) -> WaveResult {
    let outcome = catch_unwind(AssertUnwindSafe(f));
    let outcome = outcome.unwrap_or_else(|_| fail(WaveResult::Trap, "internal error"));
    let (result, message) = match outcome {
        Ok(()) => (WaveResult::Success, String::new()),
        Err(failed) => failed,
    };
    keep(message);
    result
}

fn null(what: &str) -> (WaveResult, String) {
    (WaveResult::InvalidArgument, format!("{what} is null"))
}

/// # Safety
/// `device` must be null or a device that was opened and not closed.
unsafe fn opened<'a>(device: *mut Device) -> Result<&'a mut Device, (WaveResult, String)> {
    // SAFETY: by the contract.
    unsafe { device.as_mut() }.ok_or_else(|| null("the device"))
}

/// Opens a device. `info` may be null for one with everything and waves of 32.
///
/// # Safety
/// `info` must be null or valid for the size that it states; `device` must be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_open_device(
    info: *const WaveDeviceInfo,
    device: *mut *mut Device,
) -> WaveResult {
    guarded(|| {
        if device.is_null() {
            return Err(null("the place for the device"));
        }
        let mut properties = wave::Device::default();
        // SAFETY: by the contract.
        if let Some(info) = unsafe { info.as_ref() } {
            if info.size as usize != size_of::<WaveDeviceInfo>() {
                return fail(
                    WaveResult::InvalidSize,
                    "`size` is not that of wave_device_info",
                );
            }
            let or = |value: u32, usual: u32| if value == 0 { usual } else { value };
            properties.wave_width = or(info.wave_width, properties.wave_width);
            properties.max_registers = or(info.max_registers, properties.max_registers);
            properties.local_memory_size = or(info.local_memory_size, properties.local_memory_size);
            properties.max_waves_per_core =
                or(info.max_waves_per_core, properties.max_waves_per_core);
            properties.cluster_size = or(info.cluster_size, properties.cluster_size);
            let lacks = |&(bit, _): &(usize, Capability)| info.without >> bit & 1 == 1;
            let lacking = Capability::ALL.into_iter().enumerate().filter(lacks);
            properties.capabilities = lacking.fold(Capabilities::ALL, |all, (_, capability)| {
                all.without(capability)
            });
        }
        let opened = Device::open(properties).map_err(host)?;
        // SAFETY: not null, and writable by the contract.
        unsafe { *device = Box::into_raw(Box::new(opened)) };
        Ok(())
    })
}

/// Closes a device and frees its memory.
///
/// # Safety
/// `device` must be null or a device that was opened and not closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_close_device(device: *mut Device) -> WaveResult {
    guarded(|| {
        if device.is_null() {
            return Err(null("the device"));
        }
        // SAFETY: by the contract it came from `wave_open_device`.
        drop(unsafe { Box::from_raw(device) });
        Ok(())
    })
}

/// Writes a constant or a capability of the device to `value`, which has `size` bytes: 4 or 8.
///
/// # Safety
/// `device` as for [`wave_close_device`]; `value` must be null or writable for `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_get_capability(
    device: *mut Device,
    capability: u32,
    value: *mut c_void,
    size: usize,
) -> WaveResult {
    guarded(|| {
        // SAFETY: by the contract.
        let device = unsafe { opened(device) }?;
        if value.is_null() {
            return Err(null("the place for the value"));
        }
        let Some(query) = Query::from_number(capability) else {
            let message = format!("there is no capability number {capability}");
            return fail(WaveResult::InvalidArgument, message);
        };
        if size != 4 && size != 8 {
            let message = format!("a value has 4 or 8 bytes, not {size}");
            return fail(WaveResult::InvalidSize, message);
        }
        let Some(answer) = device.capability(query) else {
            let message = format!("{} needs WAVE_CAP_MMA", query.name());
            return fail(WaveResult::Unsupported, message);
        };
        let bytes = u64::from(answer).to_le_bytes();
        // SAFETY: `value` is writable for `size` bytes, and there are eight to copy from.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), value.cast(), size) };
        Ok(())
    })
}

/// Allocates zeroed device memory and writes its address.
///
/// # Safety
/// `device` as for [`wave_close_device`]; `address` must be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_allocate(
    device: *mut Device,
    bytes: u32,
    address: *mut u32,
) -> WaveResult {
    guarded(|| {
        // SAFETY: by the contract.
        let device = unsafe { opened(device) }?;
        // SAFETY: as above.
        let address =
            unsafe { address.as_mut() }.ok_or_else(|| null("the place for the address"))?;
        *address = device.allocate(bytes).map_err(host)?.address;
        Ok(())
    })
}

/// Frees device memory.
///
/// # Safety
/// `device` as for [`wave_close_device`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_free(device: *mut Device, address: u32) -> WaveResult {
    guarded(|| {
        // SAFETY: by the contract.
        let device = unsafe { opened(device) }?;
        let freed = device.free(Buffer { address, len: 0 });
        freed.map_err(|error| (WaveResult::InvalidArgument, error.to_string()))
    })
}

/// Copies from the host to the device.
///
/// # Safety
/// `device` as for [`wave_close_device`]; `from` must be null or readable for `bytes` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_copy_to_device(
    device: *mut Device,
    to: u32,
    from: *const c_void,
    bytes: usize,
) -> WaveResult {
    guarded(|| {
        // SAFETY: by the contract.
        let device = unsafe { opened(device) }?;
        if from.is_null() {
            return Err(null("the source"));
        }
        // SAFETY: by the contract.
        let from = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), bytes) };
        let copied = device.write(
            Buffer {
                address: to,
                len: 0,
            },
            0,
            from,
        );
        copied.map_err(|error| (WaveResult::InvalidArgument, error.to_string()))
    })
}

/// Copies from the device to the host.
///
/// # Safety
/// `device` as for [`wave_close_device`]; `to` must be null or writable for `bytes` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_copy_from_device(
    device: *mut Device,
    to: *mut c_void,
    from: u32,
    bytes: usize,
) -> WaveResult {
    guarded(|| {
        // SAFETY: by the contract.
        let device = unsafe { opened(device) }?;
        if to.is_null() {
            return Err(null("the destination"));
        }
        // SAFETY: by the contract.
        let to = unsafe { std::slice::from_raw_parts_mut(to.cast::<u8>(), bytes) };
        let copied = device.read(
            Buffer {
                address: from,
                len: 0,
            },
            0,
            to,
        );
        copied.map_err(|error| (WaveResult::InvalidArgument, error.to_string()))
    })
}

/// Assembles a module from text.
///
/// # Safety
/// `device` as for [`wave_close_device`]; `text` must be null or end in a zero byte; `module` must
/// be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_assemble_module(
    device: *mut Device,
    text: *const c_char,
    module: *mut *mut Module,
) -> WaveResult {
    guarded(|| {
        // SAFETY: by the contract.
        let device = unsafe { opened(device) }?;
        if text.is_null() || module.is_null() {
            return Err(null("the text or the place for the module"));
        }
        // SAFETY: by the contract.
        let Ok(text) = unsafe { CStr::from_ptr(text) }.to_str() else {
            return fail(WaveResult::InvalidArgument, "the text is not UTF-8");
        };
        let assembled = device.assemble(text).map_err(host)?;
        // SAFETY: not null, and writable by the contract.
        unsafe { *module = Box::into_raw(Box::new(assembled)) };
        Ok(())
    })
}

/// Loads a module of machine code: little-endian words, the first of them the entry.
///
/// # Safety
/// `device` as for [`wave_close_device`]; `code` must be null or readable for `bytes` bytes;
/// `module` must be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_load_module(
    device: *mut Device,
    code: *const c_void,
    bytes: usize,
    module: *mut *mut Module,
) -> WaveResult {
    guarded(|| {
        // SAFETY: by the contract.
        let device = unsafe { opened(device) }?;
        if code.is_null() || module.is_null() {
            return Err(null("the code or the place for the module"));
        }
        // SAFETY: by the contract.
        let code = unsafe { std::slice::from_raw_parts(code.cast::<u8>(), bytes) };
        let loaded = device.load_binary(code).map_err(host)?;
        // SAFETY: not null, and writable by the contract.
        unsafe { *module = Box::into_raw(Box::new(loaded)) };
        Ok(())
    })
}

/// Forgets a module.
///
/// # Safety
/// `module` must be null or one that was made and not unloaded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_unload_module(module: *mut Module) -> WaveResult {
    guarded(|| {
        if module.is_null() {
            return Err(null("the module"));
        }
        // SAFETY: by the contract it came from a `Box`.
        drop(unsafe { Box::from_raw(module) });
        Ok(())
    })
}

/// Runs a kernel over `grid` workgroups of `block` threads. `kernel` may be null for the first one.
/// `args` are the first bytes of constant memory: a word for every argument.
///
/// # Safety
/// `device` and `module` as above; `kernel` must be null or end in a zero byte; `grid` and `block`
/// must be null or have three elements; `args` must be null or readable for `args_bytes` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_launch(
    device: *mut Device,
    module: *const Module,
    kernel: *const c_char,
    grid: *const [u32; 3],
    block: *const [u32; 3],
    args: *const c_void,
    args_bytes: usize,
) -> WaveResult {
    guarded(|| {
        // SAFETY: by the contract.
        let device = unsafe { opened(device) }?;
        // SAFETY: as above.
        let (module, grid, block) = unsafe { (module.as_ref(), grid.as_ref(), block.as_ref()) };
        let (Some(module), Some(&grid), Some(&block)) = (module, grid, block) else {
            return Err(null("the module, the grid or the block"));
        };
        let kernel = match kernel.is_null() {
            true => None,
            // SAFETY: as above.
            false => match unsafe { CStr::from_ptr(kernel) }.to_str() {
                Ok(name) => Some(name),
                Err(_) => return fail(WaveResult::InvalidArgument, "the name is not UTF-8"),
            },
        };
        let args = match args.is_null() {
            true => &[],
            // SAFETY: as above.
            false => unsafe { std::slice::from_raw_parts(args.cast::<u8>(), args_bytes) },
        };
        let launched = device.launch_with(module, kernel, grid, block, args);
        launched.map(|_| ()).map_err(host)
    })
}

/// Waits for everything that was launched.
///
/// # Safety
/// `device` as for [`wave_close_device`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_wait(device: *mut Device) -> WaveResult {
    // SAFETY: by the contract.
    guarded(|| unsafe { opened(device) }.map(|_| ()))
}
