//! Memory: of devices, of the host where devices reach it, and managed memory, which is the latter.

use crate::device;
use crate::error::{
    HOST_ALREADY_REGISTERED, HOST_NOT_REGISTERED, INVALID_DEVICE_POINTER, INVALID_VALUE,
    OUT_OF_MEMORY, Outcome, api, ensure, fail,
};
use crate::graph::NodeKind;
use crate::pointer::{HostPointer, give, handle, number, put};
use crate::stream;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use wavetank::amd_host::HostBytes;

/// Whose memory it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Device,
    /// Allocated for the host; devices reach it at the same address.
    Host,
    Managed,
    /// The program's own, which devices reach as long as it is registered.
    Registered,
}

/// Something that was allocated or registered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub base: u64,
    pub len: u64,
    pub kind: Kind,
    pub flags: u32,
    pub device: usize,
}

static BLOCKS: Mutex<BTreeMap<u64, Block>> = Mutex::new(BTreeMap::new());

/// Rows of pitched memory begin at multiples of so many bytes.
pub(crate) const PITCH: usize = 256;
/// What the host's own memory is aligned to.
const PAGE: usize = 4096;

fn blocks() -> MutexGuard<'static, BTreeMap<u64, Block>> {
    BLOCKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What an address lies in.
pub(crate) fn find(address: u64) -> Option<Block> {
    let all = blocks();
    let (_, block) = all.range(..=address).next_back()?;
    (address - block.base < block.len).then_some(*block)
}

/// Allocates memory of this thread's device.
pub(crate) fn allocate(len: usize, flags: u32) -> Outcome<u64> {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    if len == 0 {
        return Ok(0);
    }
    let name = format!("allocation {}", NUMBER.fetch_add(1, Ordering::Relaxed));
    let base = device::own()?.allocate(&name, len as u64)?.address;
    let block = Block {
        base,
        len: len as u64,
        kind: Kind::Device,
        flags,
        device: device::current(),
    };
    blocks().insert(base, block);
    Ok(base)
}

fn layout(len: u64) -> Option<Layout> {
    Layout::from_size_align(usize::try_from(len).ok()?, PAGE).ok()
}

/// Allocates memory of the host that devices reach.
pub(crate) fn allocate_host(len: usize, kind: Kind, flags: u32) -> Outcome<*mut c_void> {
    if len == 0 {
        return Ok(null_mut());
    }
    let none = || fail(OUT_OF_MEMORY, "the host has no room for it");
    let Some(layout) = layout(len as u64).filter(|it| it.size() < isize::MAX as usize / 2) else {
        return none();
    };
    device::own()?;
    // SAFETY: its size is not zero.
    let pointer = unsafe { alloc_zeroed(layout) };
    if pointer.is_null() {
        return none();
    }
    // SAFETY: it is there until it is freed, and by then is no longer mapped.
    let bytes = unsafe { HostBytes::new(pointer, len) };
    if let Err(failed) = share(bytes, kind, flags) {
        // SAFETY: it was allocated with this layout.
        unsafe { dealloc(pointer, layout) };
        return Err(failed);
    }
    Ok(pointer.cast())
}

/// Lets devices reach memory of the host.
pub(crate) fn share(bytes: HostBytes, kind: Kind, flags: u32) -> Outcome {
    let name = match kind {
        Kind::Managed => "managed memory",
        Kind::Registered => "registered memory",
        _ => "host memory",
    };
    device::own()?.share(name, bytes)?;
    let block = Block {
        base: bytes.address() as u64,
        len: bytes.len() as u64,
        kind,
        flags,
        device: device::current(),
    };
    blocks().insert(block.base, block);
    Ok(())
}

/// Gives memory back.
fn free(base: u64, wanted: impl Fn(Kind) -> bool) -> Outcome {
    let block = blocks().get(&base).copied();
    let Some(block) = block.filter(|block| wanted(block.kind)) else {
        return fail(INVALID_VALUE, "nothing that was allocated begins there");
    };
    device::own()?.free(base)?;
    blocks().remove(&base);
    if matches!(block.kind, Kind::Host | Kind::Managed)
        && let Some(layout) = layout(block.len)
    {
        let pointer = std::ptr::with_exposed_provenance_mut::<u8>(base as usize);
        // SAFETY: it was allocated with this layout, and devices reach it no more.
        unsafe { dealloc(pointer, layout) };
    }
    Ok(())
}

/// # Safety
/// The place must be null or writable.
unsafe fn malloc(to: *mut *mut c_void, len: usize, flags: u32) -> Outcome {
    ensure(
        !to.is_null(),
        INVALID_VALUE,
        "there is no place for the pointer",
    )?;
    // SAFETY: by the contract.
    unsafe { give(to, handle(allocate(len, flags)?)) }
}

/// # Safety
/// The place must be null or writable.
unsafe fn malloc_host(to: *mut *mut c_void, len: usize, kind: Kind, flags: u32) -> Outcome {
    ensure(
        !to.is_null(),
        INVALID_VALUE,
        "there is no place for the pointer",
    )?;
    // SAFETY: by the contract.
    unsafe { give(to, allocate_host(len, kind, flags)?) }
}

/// # Safety
/// The places must be null or writable.
unsafe fn malloc_pitch(
    to: *mut *mut c_void,
    pitch: *mut usize,
    width: usize,
    rows: usize,
) -> Outcome {
    ensure(
        !pitch.is_null(),
        INVALID_VALUE,
        "there is no place for the pitch",
    )?;
    let row = width.checked_next_multiple_of(PITCH);
    let len = row.and_then(|row| row.checked_mul(rows));
    let (Some(row), Some(len)) = (row, len) else {
        return fail(OUT_OF_MEMORY, "there is no room for it");
    };
    // SAFETY: by the contract.
    unsafe {
        malloc(to, len, 0)?;
        give(pitch, row)
    }
}

/// What is known of a pointer, as programs ask for it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PointerAttributes {
    kind: u32,
    device: c_int,
    device_pointer: *mut c_void,
    host_pointer: *mut c_void,
    is_managed: c_int,
    flags: u32,
}

/// A pointer with the size of what it points to.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PitchedPointer {
    pub(crate) pointer: *mut c_void,
    pub(crate) pitch: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// Sizes in bytes and rows.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) depth: usize,
}

api! {
    fn hipMalloc(pointer: *mut *mut c_void, size: usize) {
        malloc(pointer, size, 0)
    }

    fn hipExtMallocWithFlags(pointer: *mut *mut c_void, size: usize, flags: u32) {
        malloc(pointer, size, flags)
    }

    fn hipMallocAsync(pointer: *mut *mut c_void, size: usize, stream: *mut c_void) {
        stream::get(stream)?;
        malloc(pointer, size, 0)
    }

    fn hipMallocFromPoolAsync(pointer: *mut *mut c_void, size: usize, _pool: *mut c_void, stream: *mut c_void) {
        stream::get(stream)?;
        malloc(pointer, size, 0)
    }

    fn hipMallocPitch(pointer: *mut *mut c_void, pitch: *mut usize, width: usize, height: usize) {
        malloc_pitch(pointer, pitch, width, height)
    }

    fn hipMemAllocPitch(pointer: *mut *mut c_void, pitch: *mut usize, width: usize, height: usize, _element: u32) {
        malloc_pitch(pointer, pitch, width, height)
    }

    fn hipMalloc3D(pitched: *mut PitchedPointer, extent: Extent) {
        ensure(!pitched.is_null(), INVALID_VALUE, "there is no place for the pointer")?;
        let Some(rows) = extent.height.checked_mul(extent.depth) else {
            return fail(OUT_OF_MEMORY, "there is no room for it");
        };
        let (mut pointer, mut pitch) = (null_mut(), 0);
        malloc_pitch(&mut pointer, &mut pitch, extent.width, rows)?;
        give(pitched, PitchedPointer { pointer, pitch, width: extent.width, height: extent.height })
    }

    fn hipHostMalloc(pointer: *mut *mut c_void, size: usize, flags: u32) {
        malloc_host(pointer, size, Kind::Host, flags)
    }

    fn hipHostAlloc(pointer: *mut *mut c_void, size: usize, flags: u32) {
        malloc_host(pointer, size, Kind::Host, flags)
    }

    fn hipMallocHost(pointer: *mut *mut c_void, size: usize) {
        malloc_host(pointer, size, Kind::Host, 0)
    }

    fn hipMemAllocHost(pointer: *mut *mut c_void, size: usize) {
        malloc_host(pointer, size, Kind::Host, 0)
    }

    fn hipMallocManaged(pointer: *mut *mut c_void, size: usize, flags: u32) {
        ensure(matches!(flags, 1 | 2), INVALID_VALUE, "memory is attached to the host or to all")?;
        malloc_host(pointer, size, Kind::Managed, flags)
    }

    fn hipFree(pointer: *mut c_void) {
        if pointer.is_null() {
            return Ok(());
        }
        let known = blocks().contains_key(&number(pointer));
        ensure(known, INVALID_VALUE, "nothing that was allocated begins there")?;
        // Kernels may still use it.
        let finished = stream::finish_device(device::current());
        free(number(pointer), |kind| kind != Kind::Registered)?;
        finished
    }

    fn hipFreeAsync(pointer: *mut c_void, stream: *mut c_void) {
        let known = blocks().contains_key(&number(pointer));
        ensure(known, INVALID_VALUE, "nothing that was allocated begins there")?;
        let stream = stream::get(stream)?;
        // What is freed once cannot be freed with every launch of a graph.
        stream.check_running()?;
        let pointer = HostPointer(pointer);
        stream.push(NodeKind::Empty, move |_| {
            let pointer = pointer;
            free(number(pointer.0), |kind| kind != Kind::Registered)
        });
        Ok(())
    }

    fn hipHostFree(pointer: *mut c_void) {
        if pointer.is_null() {
            return Ok(());
        }
        let finished = stream::finish_device(device::current());
        free(number(pointer), |kind| kind == Kind::Host)?;
        finished
    }

    fn hipFreeHost(pointer: *mut c_void) {
        if pointer.is_null() {
            return Ok(());
        }
        let finished = stream::finish_device(device::current());
        free(number(pointer), |kind| kind == Kind::Host)?;
        finished
    }

    fn hipHostRegister(pointer: *mut c_void, size: usize, flags: u32) {
        ensure(!pointer.is_null() && size > 0, INVALID_VALUE, "there is nothing to register")?;
        let known = find(number(pointer)).is_some();
        ensure(!known, HOST_ALREADY_REGISTERED, "devices reach it already")?;
        // The program promises that it is there until it is no longer registered.
        let bytes = HostBytes::new(pointer.cast(), size);
        share(bytes, Kind::Registered, flags).or_else(|failed| {
            fail(HOST_ALREADY_REGISTERED, failed.why)
        })
    }

    fn hipHostUnregister(pointer: *mut c_void) {
        let known = blocks().get(&number(pointer)).copied();
        let registered = known.is_some_and(|block| block.kind == Kind::Registered);
        ensure(registered, HOST_NOT_REGISTERED, "nothing that is registered begins there")?;
        let finished = stream::finish_device(device::current());
        free(number(pointer), |kind| kind == Kind::Registered)?;
        finished
    }

    fn hipHostGetDevicePointer(pointer: *mut *mut c_void, host: *mut c_void, _flags: u32) {
        let known = find(number(host)).is_some_and(|block| block.kind != Kind::Device);
        ensure(known, INVALID_VALUE, "devices do not reach it")?;
        give(pointer, host)
    }

    fn hipHostGetFlags(flags: *mut u32, host: *mut c_void) {
        match find(number(host)).filter(|block| block.kind != Kind::Device) {
            Some(block) => give(flags, block.flags),
            None => fail(INVALID_VALUE, "it is not memory of the host that devices reach"),
        }
    }

    fn hipMemGetInfo(free: *mut usize, total: *mut usize) {
        let (own, all) = (device::own()?.memory().used(), driver::settings::memory_bytes());
        put(free, all.saturating_sub(own) as usize);
        put(total, all as usize);
        Ok(())
    }

    fn hipMemGetAddressRange(base: *mut *mut c_void, size: *mut usize, pointer: *mut c_void) {
        let Some(block) = find(number(pointer)) else {
            return fail(INVALID_DEVICE_POINTER, "nothing is there");
        };
        put(base, handle(block.base));
        put(size, block.len as usize);
        Ok(())
    }

    fn hipMemPtrGetInfo(pointer: *mut c_void, size: *mut usize) {
        match find(number(pointer)) {
            Some(block) => give(size, block.len as usize),
            None => fail(INVALID_VALUE, "nothing is there"),
        }
    }

    fn hipPointerGetAttributes(attributes: *mut PointerAttributes, pointer: *const c_void) {
        ensure(!attributes.is_null(), INVALID_VALUE, "there is no place for the answer")?;
        let own = pointer.cast_mut();
        let known = |block: Block| PointerAttributes {
            kind: match block.kind {
                Kind::Device => 2,
                Kind::Host | Kind::Registered => 1,
                Kind::Managed => 3,
            },
            device: block.device as c_int,
            device_pointer: own,
            host_pointer: if block.kind == Kind::Device { null_mut() } else { own },
            is_managed: (block.kind == Kind::Managed).into(),
            flags: block.flags,
        };
        let unknown = PointerAttributes {
            kind: 0, device: -2, device_pointer: null_mut(), host_pointer: null_mut(), is_managed: 0, flags: 0,
        };
        give(attributes, find(number(pointer)).map_or(unknown, known))
    }

    fn hipPointerGetAttribute(data: *mut c_void, attribute: u32, pointer: *mut c_void) {
        let Some(block) = find(number(pointer)) else {
            return fail(INVALID_VALUE, "nothing is there");
        };
        let host = block.kind != Kind::Device;
        match attribute {
            2 => give(data.cast::<u32>(), if host { 1 } else { 2 }),
            3 => give(data.cast::<*mut c_void>(), pointer),
            4 if host => give(data.cast::<*mut c_void>(), pointer),
            8 => give(data.cast::<u32>(), (block.kind == Kind::Managed).into()),
            9 => give(data.cast::<c_int>(), block.device as c_int),
            11 => give(data.cast::<*mut c_void>(), handle(block.base)),
            12 => give(data.cast::<usize>(), block.len as usize),
            13 => give(data.cast::<u32>(), 1),
            _ => fail(INVALID_VALUE, "there is no such attribute"),
        }
    }

    // Managed memory is where everything reaches it.
    fn hipMemPrefetchAsync(pointer: *const c_void, _count: usize, device: c_int, stream: *mut c_void) {
        if device >= 0 {
            device::ordinal(device)?;
        }
        stream::get(stream)?;
        let managed = find(number(pointer)).is_some_and(|block| block.kind == Kind::Managed);
        ensure(managed, INVALID_VALUE, "it is not managed memory")
    }

    fn hipMemAdvise(pointer: *const c_void, _count: usize, _advice: u32, _device: c_int) {
        let managed = find(number(pointer)).is_some_and(|block| block.kind == Kind::Managed);
        ensure(managed, INVALID_VALUE, "it is not managed memory")
    }

    // There is one pool for each device, which holds nothing back.
    fn hipDeviceGetDefaultMemPool(pool: *mut *mut c_void, device: c_int) {
        give(pool, handle(device::ordinal(device)? as u64 + 1))
    }

    fn hipDeviceGetMemPool(pool: *mut *mut c_void, device: c_int) {
        give(pool, handle(device::ordinal(device)? as u64 + 1))
    }

    fn hipDeviceSetMemPool(device: c_int, _pool: *mut c_void) {
        device::ordinal(device).map(|_| ())
    }

    fn hipMemPoolCreate(pool: *mut *mut c_void, properties: *const c_void) {
        ensure(!properties.is_null(), INVALID_VALUE, "the properties are NULL")?;
        give(pool, handle(device::current() as u64 + 1))
    }

    fn hipMemPoolDestroy(_pool: *mut c_void) {
        Ok(())
    }

    fn hipMemPoolTrimTo(_pool: *mut c_void, _keep: usize) {
        Ok(())
    }

    fn hipMemPoolSetAttribute(_pool: *mut c_void, _attribute: u32, value: *mut c_void) {
        ensure(!value.is_null(), INVALID_VALUE, "the value is NULL")
    }

    fn hipMemPoolGetAttribute(_pool: *mut c_void, attribute: u32, value: *mut c_void) {
        let used = device::own()?.memory().used();
        match attribute {
            1..=3 => give(value.cast::<c_int>(), 1),
            4 => give(value.cast::<u64>(), 0),
            5..=8 => give(value.cast::<u64>(), used),
            _ => fail(INVALID_VALUE, "there is no such attribute"),
        }
    }
}
