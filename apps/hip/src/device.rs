//! The devices that programs see, and which one is each thread's own.

use crate::error::{INVALID_DEVICE, INVALID_VALUE, NO_DEVICE, Outcome, api, ensure, fail};
use crate::pointer::{give, text};
use crate::stream;
use std::cell::Cell;
use std::ffi::{c_char, c_int};
use std::sync::Arc;
use wavetank::amd_host;

/// The version that programs are told: that of the headers whose structs this library knows.
const VERSION: c_int = 70_254_000;

/// Limits that can be asked for.
const STACK: u32 = 0;
const PRINTF: u32 = 1;
const HEAP: u32 = 2;

thread_local! {
    static CURRENT: Cell<usize> = const { Cell::new(0) };
}

/// The devices. Where the user names none, those come first that the program has code for.
pub(crate) fn all() -> &'static [Arc<amd_host::Device>] {
    driver::devices_for(crate::register::processors)
}

/// The number of this thread's device.
pub(crate) fn current() -> usize {
    CURRENT.get()
}

/// A device by its number.
pub(crate) fn get(number: usize) -> Outcome<&'static Arc<amd_host::Device>> {
    let found = all().get(number);
    match found {
        Some(device) => Ok(device),
        None if all().is_empty() => fail(NO_DEVICE, "there are no devices"),
        None => fail(INVALID_DEVICE, format!("there is no device {number}")),
    }
}

/// The device of this thread.
pub(crate) fn own() -> Outcome<&'static Arc<amd_host::Device>> {
    get(current())
}

/// A number as programs give it.
pub(crate) fn ordinal(number: c_int) -> Outcome<usize> {
    let known = usize::try_from(number).ok();
    let known = known.filter(|&number| number < all().len());
    known.map_or_else(
        || fail(INVALID_DEVICE, format!("there is no device {number}")),
        Ok,
    )
}

/// # Safety
/// The place must be null or writable for `len` bytes.
pub(crate) unsafe fn put_text(to: *mut c_char, len: c_int, value: &str) -> Outcome {
    ensure(
        !to.is_null() && len > 0,
        INVALID_VALUE,
        "there is no room for the text",
    )?;
    let bytes = value.as_bytes();
    let count = bytes.len().min(len as usize - 1);
    // SAFETY: by the contract.
    unsafe {
        std::ptr::copy_nonoverlapping(bytes.as_ptr().cast(), to, count);
        to.add(count).write(0);
    }
    Ok(())
}

/// What a device is called.
pub(crate) fn name(device: &amd_host::Device) -> String {
    format!("Wavetank {}", device.chip().name)
}

/// Where it would be on a bus.
fn bus_id(number: usize) -> String {
    format!("0000:{:02x}:00.0", number + 1)
}

api! {
    fn hipGetDeviceCount(count: *mut c_int) {
        give(count, all().len() as c_int)?;
        ensure(!all().is_empty(), NO_DEVICE, "there are no devices")
    }

    fn hipSetDevice(device: c_int) {
        CURRENT.set(ordinal(device)?);
        Ok(())
    }

    fn hipGetDevice(device: *mut c_int) {
        own()?;
        give(device, current() as c_int)
    }

    fn hipDeviceGet(device: *mut c_int, number: c_int) {
        give(device, ordinal(number)? as c_int)
    }

    fn hipSetValidDevices(devices: *mut c_int, len: c_int) {
        ensure(!devices.is_null() || len == 0, INVALID_VALUE, "the list is NULL")?;
        for i in 0..len.max(0) {
            ordinal(devices.add(i as usize).read())?;
        }
        Ok(())
    }

    fn hipDeviceGetName(name: *mut c_char, len: c_int, device: c_int) {
        let device = get(ordinal(device)?)?;
        put_text(name, len, &self::name(device))
    }

    fn hipDeviceGetUuid(uuid: *mut [u8; 16], device: c_int) {
        give(uuid, crate::properties::uuid(ordinal(device)?))
    }

    fn hipDeviceGetPCIBusId(id: *mut c_char, len: c_int, device: c_int) {
        put_text(id, len, &bus_id(ordinal(device)?))
    }

    fn hipDeviceGetByPCIBusId(device: *mut c_int, id: *const c_char) {
        let id = text(id)?;
        let found = (0..all().len()).find(|&number| bus_id(number).eq_ignore_ascii_case(id));
        match found {
            Some(number) => give(device, number as c_int),
            None => fail(INVALID_VALUE, "no device is there"),
        }
    }

    fn hipDeviceTotalMem(bytes: *mut usize, device: c_int) {
        ordinal(device)?;
        give(bytes, driver::settings::memory_bytes() as usize)
    }

    fn hipDeviceComputeCapability(major: *mut c_int, minor: *mut c_int, device: c_int) {
        let capability = crate::properties::capability(get(ordinal(device)?)?);
        give(major, capability[0])?;
        give(minor, capability[1])
    }

    fn hipDriverGetVersion(version: *mut c_int) {
        give(version, VERSION)
    }

    fn hipRuntimeGetVersion(version: *mut c_int) {
        give(version, VERSION)
    }

    fn hipDeviceSynchronize() {
        stream::finish_device(current())
    }

    fn hipCtxSynchronize() {
        stream::finish_device(current())
    }

    fn hipDeviceReset() {
        own()?;
        // What failed on the way is over with it.
        let _ = stream::finish_device(current());
        Ok(())
    }

    fn hipSetDeviceFlags(_flags: u32) {
        Ok(())
    }

    fn hipGetDeviceFlags(flags: *mut u32) {
        give(flags, 0)
    }

    fn hipDeviceSetCacheConfig(_config: u32) {
        Ok(())
    }

    fn hipDeviceGetCacheConfig(config: *mut u32) {
        give(config, 0)
    }

    fn hipDeviceSetSharedMemConfig(_config: u32) {
        Ok(())
    }

    fn hipDeviceGetSharedMemConfig(config: *mut u32) {
        give(config, 0)
    }

    fn hipDeviceGetLimit(value: *mut usize, limit: u32) {
        match limit {
            STACK => give(value, 1024),
            PRINTF => give(value, 1 << 20),
            HEAP => give(value, own()?.heap_bytes() as usize),
            _ => fail(crate::error::UNSUPPORTED_LIMIT, "there is no such limit"),
        }
    }

    fn hipDeviceSetLimit(limit: u32, value: usize) {
        match limit {
            // They are as they are, which is no harm to programs that want less.
            STACK | PRINTF => Ok(()),
            HEAP => {
                own()?.set_heap_bytes(value as u64);
                Ok(())
            }
            _ => fail(crate::error::UNSUPPORTED_LIMIT, "there is no such limit"),
        }
    }

    fn hipDeviceGetStreamPriorityRange(least: *mut c_int, greatest: *mut c_int) {
        crate::pointer::put(least, 1);
        crate::pointer::put(greatest, -1);
        Ok(())
    }

    // Devices have their memory in common.
    fn hipDeviceCanAccessPeer(can: *mut c_int, device: c_int, peer: c_int) {
        let different = ordinal(device)? != ordinal(peer)?;
        give(can, different.into())
    }

    fn hipDeviceEnablePeerAccess(peer: c_int, flags: u32) {
        ensure(flags == 0, INVALID_VALUE, "there are no flags")?;
        let different = ordinal(peer)? != current();
        ensure(different, INVALID_DEVICE, "a device is no peer of its own")
    }

    fn hipDeviceDisablePeerAccess(peer: c_int) {
        ordinal(peer).map(|_| ())
    }

    fn hipDeviceGetP2PAttribute(value: *mut c_int, attribute: u32, first: c_int, second: c_int) {
        let different = ordinal(first)? != ordinal(second)?;
        ensure(different, INVALID_DEVICE, "a device is no peer of its own")?;
        ensure(attribute < 4, INVALID_VALUE, "there is no such attribute")?;
        // Rank, access, atomics, arrays.
        give(value, [0, 1, 1, 0][attribute as usize])
    }
}
