//! The host interface to WAVE devices, with the names that the specification gives its query.
//!
//! Devices and modules are handles that know what they stand for: one that was closed, or never
//! opened, is refused. Threads may share them; a device that is closed lives on until calls that use
//! it have returned. A launch runs to its end before it returns, so `wave_wait` has nothing to wait
//! for; it is there because a host written for other devices calls it.

use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use host::Handles;
use tank::wave_host::{Buffer, Device, HostError, Module};
use wave::device::Capabilities;
use wave::{Capability, Query};

use crate::error::keep;
use crate::pointer::{slice, slice_mut, text};

static DEVICES: Handles<Device> = Handles::new();
static MODULES: Handles<Module> = Handles::new();

/// What C calls `wave_device`: a number in the guise of a pointer, which nothing follows.
pub type WaveDevice = *const DeviceObject;
/// The same for `wave_module`.
pub type WaveModule = *const ModuleObject;

/// Not a thing of its own: gives handles of devices a type.
#[repr(C)]
pub struct DeviceObject {
    _none: [u8; 0],
}

/// The same for modules.
#[repr(C)]
pub struct ModuleObject {
    _none: [u8; 0],
}

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
        HostError::Memory(_) => WaveResult::InvalidArgument,
        HostError::OutOfMemory(_) => WaveResult::OutOfMemory,
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

fn bad(message: String) -> (WaveResult, String) {
    (WaveResult::InvalidArgument, message)
}

/// The device of a handle, for as long as the call takes.
fn opened(device: WaveDevice) -> Result<Arc<Device>, (WaveResult, String)> {
    if device.is_null() {
        return Err(null("the device"));
    }
    let found = DEVICES.get(device.addr() as u64);
    found.ok_or_else(|| bad("there is no such device: it was closed, or never opened".into()))
}

fn loaded(module: WaveModule) -> Result<Arc<Module>, (WaveResult, String)> {
    if module.is_null() {
        return Err(null("the module"));
    }
    let found = MODULES.get(module.addr() as u64);
    found.ok_or_else(|| bad("there is no such module: it was unloaded, or never loaded".into()))
}

/// Writes the handle of a new value where C wants it.
///
/// # Safety
/// `place` must be writable.
unsafe fn give<T, O>(handles: &Handles<T>, value: T, place: *mut *const O) {
    let handle = std::ptr::without_provenance(handles.insert(value) as usize);
    // SAFETY: by the contract.
    unsafe { place.write_unaligned(handle) };
}

/// Opens a device. `info` may be null for one with everything and waves of 32.
///
/// # Safety
/// `info` must be null or valid for the size that it states; `device` must be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_open_device(
    info: *const WaveDeviceInfo,
    device: *mut WaveDevice,
) -> WaveResult {
    guarded(|| {
        if device.is_null() {
            return Err(null("the place for the device"));
        }
        let mut properties = wave::DeviceProperties::default();
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
        unsafe { give(&DEVICES, opened, device) };
        Ok(())
    })
}

/// Closes a device and frees its memory.
#[unsafe(no_mangle)]
pub extern "C" fn wave_close_device(device: WaveDevice) -> WaveResult {
    guarded(|| {
        opened(device)?;
        DEVICES.remove(device.addr() as u64);
        Ok(())
    })
}

/// Writes a constant or a capability of the device to `value`, which has `size` bytes: 4 or 8.
///
/// # Safety
/// `value` must be null or writable for `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_get_capability(
    device: WaveDevice,
    capability: u32,
    value: *mut c_void,
    size: usize,
) -> WaveResult {
    guarded(|| {
        let device = opened(device)?;
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
/// `address` must be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_allocate(
    device: WaveDevice,
    bytes: u32,
    address: *mut u32,
) -> WaveResult {
    guarded(|| {
        let device = opened(device)?;
        // SAFETY: as above.
        let address =
            unsafe { address.as_mut() }.ok_or_else(|| null("the place for the address"))?;
        *address = device.allocate(bytes).map_err(host)?.address;
        Ok(())
    })
}

/// Frees device memory.
#[unsafe(no_mangle)]
pub extern "C" fn wave_free(device: WaveDevice, address: u32) -> WaveResult {
    guarded(|| {
        let device = opened(device)?;
        let freed = device.free(Buffer { address, len: 0 });
        freed.map_err(|error| (WaveResult::InvalidArgument, error.to_string()))
    })
}

/// Copies from the host to the device.
///
/// # Safety
/// `from` must be null or readable for `bytes` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_copy_to_device(
    device: WaveDevice,
    to: u32,
    from: *const c_void,
    bytes: usize,
) -> WaveResult {
    guarded(|| {
        let device = opened(device)?;
        // SAFETY: by the contract.
        let from = unsafe { slice(from.cast::<u8>(), bytes as u64, "the source") }.map_err(bad)?;
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
/// `to` must be null or writable for `bytes` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_copy_from_device(
    device: WaveDevice,
    to: *mut c_void,
    from: u32,
    bytes: usize,
) -> WaveResult {
    guarded(|| {
        let device = opened(device)?;
        // SAFETY: by the contract.
        let to = unsafe { slice_mut(to.cast::<u8>(), bytes as u64, "the destination") };
        let to = to.map_err(bad)?;
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
/// `source` must be null or end in a zero byte; `module` must
/// be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_assemble_module(
    device: WaveDevice,
    source: *const c_char,
    module: *mut WaveModule,
) -> WaveResult {
    guarded(|| {
        let device = opened(device)?;
        if module.is_null() {
            return Err(null("the place for the module"));
        }
        // SAFETY: by the contract.
        let source = unsafe { text(source, "the text") }.map_err(bad)?;
        let assembled = device.assemble(source).map_err(host)?;
        // SAFETY: not null, and writable by the contract.
        unsafe { give(&MODULES, assembled, module) };
        Ok(())
    })
}

/// Loads a module: what `wavetank asm` writes, or machine code as little-endian words, the first of
/// them the entry.
///
/// # Safety
/// `code` must be null or readable for `bytes` bytes;
/// `module` must be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_load_module(
    device: WaveDevice,
    code: *const c_void,
    bytes: usize,
    module: *mut WaveModule,
) -> WaveResult {
    guarded(|| {
        let device = opened(device)?;
        if module.is_null() {
            return Err(null("the place for the module"));
        }
        // SAFETY: by the contract.
        let code = unsafe { slice(code.cast::<u8>(), bytes as u64, "the code") }.map_err(bad)?;
        let loaded = device.load_binary(code).map_err(host)?;
        // SAFETY: not null, and writable by the contract.
        unsafe { give(&MODULES, loaded, module) };
        Ok(())
    })
}

/// Forgets a module.
#[unsafe(no_mangle)]
pub extern "C" fn wave_unload_module(module: WaveModule) -> WaveResult {
    guarded(|| {
        loaded(module)?;
        MODULES.remove(module.addr() as u64);
        Ok(())
    })
}

/// Runs a kernel over `grid` workgroups of `block` threads. `kernel` may be null for the first one.
/// `args` are the first bytes of constant memory: a word for every argument.
///
/// # Safety
/// `kernel` must be null or end in a zero byte; `grid` and `block`
/// must be null or have three elements; `args` must be null or readable for `args_bytes` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wave_launch(
    device: WaveDevice,
    module: WaveModule,
    kernel: *const c_char,
    grid: *const [u32; 3],
    block: *const [u32; 3],
    args: *const c_void,
    args_bytes: usize,
) -> WaveResult {
    guarded(|| {
        let device = opened(device)?;
        let module = loaded(module)?;
        // SAFETY: by the contract.
        let (grid, block) = unsafe { (grid.as_ref(), block.as_ref()) };
        let (Some(&grid), Some(&block)) = (grid, block) else {
            return Err(null("the grid or the block"));
        };
        let kernel = match kernel.is_null() {
            true => None,
            // SAFETY: as above.
            false => Some(unsafe { text(kernel, "the kernel's name") }.map_err(bad)?),
        };
        // SAFETY: as above.
        let args = unsafe { slice(args.cast::<u8>(), args_bytes as u64, "args") }.map_err(bad)?;
        let launched = device.launch_with(&module, kernel, grid, block, args);
        launched.map(|_| ()).map_err(host)
    })
}

/// Waits for everything that was launched.
#[unsafe(no_mangle)]
pub extern "C" fn wave_wait(device: WaveDevice) -> WaveResult {
    guarded(|| opened(device).map(|_| ()))
}
