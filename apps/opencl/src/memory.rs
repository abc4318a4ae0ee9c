//! Memory objects: buffers, and what images have in common with them.

use crate::callback::{Destructor, Destructors};
use crate::context::Context;
use crate::error::{Outcome, api, api_create, ensure, fail};
use crate::image::Picture;
use crate::info::query;
use crate::object::{self, Kind, Object, get};
use crate::pointer::{HostPointer, properties};
use crate::rect::Layout;
use opencl_sys::*;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use wavetank::amd_host;

pub(crate) const ACCESS: cl_mem_flags = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
const HOST_ACCESS: cl_mem_flags =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
pub(crate) const HOST_MEMORY: cl_mem_flags =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

/// Sub-buffers begin at multiples of so many bytes.
const ALIGNMENT: usize = 128;

/// A buffer, a part of one, or an image.
pub(crate) struct Buffer {
    pub context: Arc<Object<Context>>,
    pub flags: cl_mem_flags,
    pub size: usize,
    /// What the program gave, where the buffer uses it.
    pub host: HostPointer,
    /// The buffer that this is a part of, and from which byte on.
    pub parent: Option<(Arc<Object<Buffer>>, usize)>,
    /// In device memory.
    pub address: u64,
    /// What makes an image of it.
    pub picture: Option<Picture>,
    listed: Vec<cl_mem_properties>,
    pub maps: Mutex<Vec<Mapping>>,
    destructors: Destructors,
}

/// A part of a buffer or an image that the program has mapped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mapping {
    pub pointer: HostPointer,
    pub offset: usize,
    pub size: usize,
    /// The program may have written to it.
    pub writes: bool,
    /// Of an image: a box in bytes, where it lies in the image, and where in what is mapped.
    pub texels: Option<([usize; 3], Layout, Layout)>,
}

impl Kind for Buffer {
    const INVALID: cl_int = CL_INVALID_MEM_OBJECT;
    const NAME: &'static str = "memory object";

    fn end(&mut self, handle: *mut c_void) {
        if self.parent.is_none() {
            let freed = self.amd().free(self.address);
            debug_assert!(freed.is_ok(), "a buffer is allocated until here");
        }
        if let Some(picture) = &self.picture {
            picture.end(self.amd());
        }
        self.destructors.call(handle);
    }
}

impl Buffer {
    /// All devices have the same memory; any of them reaches it.
    pub fn amd(&self) -> &amd_host::Device {
        &self.context.devices[0].amd
    }

    /// An image.
    #[allow(clippy::too_many_arguments)]
    pub fn of_picture(
        context: Arc<Object<Context>>,
        flags: cl_mem_flags,
        size: usize,
        host: HostPointer,
        parent: Option<(Arc<Object<Buffer>>, usize)>,
        address: u64,
        listed: Vec<cl_mem_properties>,
        picture: Picture,
    ) -> Buffer {
        Buffer {
            context,
            flags: readable(flags),
            size,
            host,
            parent,
            address,
            picture: Some(picture),
            listed,
            maps: Mutex::default(),
            destructors: Destructors::default(),
        }
    }

    /// What kind of memory object it is.
    fn kind(&self) -> cl_mem_object_type {
        let own = self.picture.as_ref().map(|picture| picture.kind);
        own.unwrap_or(CL_MEM_OBJECT_BUFFER)
    }

    /// The address of a part, if it lies inside.
    pub fn part(&self, offset: usize, size: usize) -> Outcome<u64> {
        let inside = offset.checked_add(size).is_some_and(|end| end <= self.size);
        let why = || format!("{size} bytes at {offset} of a buffer of {}", self.size);
        ensure(
            inside,
            CL_INVALID_VALUE,
            if inside { String::new() } else { why() },
        )?;
        Ok(self.address + offset as u64)
    }

    /// Refuses what the flags about the host rule out.
    pub fn host_may(&self, refused: cl_mem_flags) -> Outcome {
        let allowed = self.flags & (refused | CL_MEM_HOST_NO_ACCESS) == 0;
        ensure(
            allowed,
            CL_INVALID_OPERATION,
            "the buffer was made with other plans for the host",
        )
    }
}

/// # Safety
/// The pointer must be null or valid for `size` bytes.
unsafe fn new(
    context: cl_context,
    listed: Vec<cl_mem_properties>,
    flags: cl_mem_flags,
    size: usize,
    host_ptr: *mut c_void,
) -> Outcome<cl_mem> {
    let context = get::<Context>(context)?;
    check_flags(flags)?;
    let most = driver::settings::memory_bytes() / 4;
    let fits = size > 0 && size as u64 <= most;
    ensure(
        fits,
        CL_INVALID_BUFFER_SIZE,
        "a buffer has at least one byte and at most a quarter of memory",
    )?;
    let wants = wants_pointer(flags, host_ptr)?;
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let name = format!("buffer {}", NUMBER.fetch_add(1, Ordering::Relaxed));
    let amd = context.devices[0].amd.clone();
    let allocated = amd.allocate(&name, size as u64);
    let allocated =
        allocated.or_else(|error| fail(CL_MEM_OBJECT_ALLOCATION_FAILURE, error.to_string()))?;
    if wants {
        // SAFETY: by the contract.
        let bytes = unsafe { std::slice::from_raw_parts(host_ptr.cast::<u8>(), size) };
        let written = amd.write(allocated.address, bytes);
        written.or_else(|error| fail(CL_OUT_OF_RESOURCES, error.to_string()))?;
    }
    let used = flags & CL_MEM_USE_HOST_PTR != 0;
    let made = Object::new(Buffer {
        context,
        flags: readable(flags),
        size,
        host: HostPointer(if used { host_ptr } else { null_mut() }),
        parent: None,
        address: allocated.address,
        picture: None,
        listed,
        maps: Mutex::default(),
        destructors: Destructors::default(),
    });
    Ok(made.handle())
}

/// What is not said to be for anything else is for both.
fn readable(flags: cl_mem_flags) -> cl_mem_flags {
    match flags & ACCESS {
        0 => flags | CL_MEM_READ_WRITE,
        _ => flags,
    }
}

/// A buffer that a call is about, no image.
pub(crate) fn buffer(handle: cl_mem) -> Outcome<Arc<Object<Buffer>>> {
    let found = get::<Buffer>(handle)?;
    ensure(
        found.picture.is_none(),
        CL_INVALID_MEM_OBJECT,
        "an image is no buffer",
    )?;
    Ok(found)
}

/// Whether flags want a pointer of the host, which is there if they do.
pub(crate) fn wants_pointer(flags: cl_mem_flags, host_ptr: *mut c_void) -> Outcome<bool> {
    let wants = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR) != 0;
    ensure(
        wants != host_ptr.is_null(),
        CL_INVALID_HOST_PTR,
        "a pointer of the host and the flags do not go together",
    )?;
    Ok(wants)
}

pub(crate) fn check_flags(flags: cl_mem_flags) -> Outcome {
    let known = flags & !(ACCESS | HOST_ACCESS | HOST_MEMORY) == 0;
    let one = |among: cl_mem_flags| (flags & among).count_ones() <= 1;
    let used = flags & CL_MEM_USE_HOST_PTR != 0;
    let other = flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR) != 0;
    let good = known && one(ACCESS) && one(HOST_ACCESS) && !(used && other);
    ensure(good, CL_INVALID_VALUE, "the flags do not go together")
}

api_create! {
    fn clCreateBuffer(context: cl_context, flags: cl_mem_flags, size: usize, host_ptr: *mut c_void) {
        new(context, Vec::new(), flags, size, host_ptr)
    }

    fn clCreateBufferWithProperties(
        context: cl_context, list: *const cl_mem_properties, flags: cl_mem_flags, size: usize, host_ptr: *mut c_void,
    ) {
        get::<Context>(context)?;
        let (pairs, listed) = properties(list);
        ensure(pairs.is_empty(), CL_INVALID_PROPERTY, "buffers have no properties")?;
        new(context, listed, flags, size, host_ptr)
    }

    fn clCreateSubBuffer(
        buffer: cl_mem, flags: cl_mem_flags, buffer_create_type: cl_buffer_create_type, buffer_create_info: *const c_void,
    ) {
        let parent = self::buffer(buffer)?;
        ensure(parent.parent.is_none(), CL_INVALID_MEM_OBJECT, "a part of a buffer has no parts")?;
        check_flags(flags)?;
        ensure(flags & HOST_MEMORY == 0, CL_INVALID_VALUE, "a part of a buffer has its memory")?;
        let (own, more) = (parent.flags & ACCESS, flags & ACCESS);
        let wider = more != 0 && own != CL_MEM_READ_WRITE && own != more;
        ensure(!wider, CL_INVALID_VALUE, "a part of a buffer allows no more than the buffer")?;
        let (host, more) = (parent.flags & HOST_ACCESS, flags & HOST_ACCESS);
        let wider = host != 0 && more != 0 && host != more && more != CL_MEM_HOST_NO_ACCESS;
        ensure(!wider, CL_INVALID_VALUE, "a part of a buffer allows no more than the buffer")?;
        let region = buffer_create_type == CL_BUFFER_CREATE_TYPE_REGION && !buffer_create_info.is_null();
        ensure(region, CL_INVALID_VALUE, "a part of a buffer is a region")?;
        let region = buffer_create_info.cast::<cl_buffer_region>().read();
        ensure(region.size > 0, CL_INVALID_BUFFER_SIZE, "a part of a buffer has at least one byte")?;
        let address = parent.part(region.origin, region.size)?;
        ensure(region.origin.is_multiple_of(ALIGNMENT), CL_MISALIGNED_SUB_BUFFER_OFFSET, "the origin is not aligned for any device")?;
        let flags = match (flags & ACCESS, flags & HOST_ACCESS) {
            (0, 0) => flags | own | host,
            (0, _) => flags | own,
            (_, 0) => flags | host,
            _ => flags,
        } | parent.flags & HOST_MEMORY;
        let used = !parent.host.0.is_null();
        let made = Object::new(Buffer {
            context: parent.context.clone(),
            flags,
            size: region.size,
            host: HostPointer(if used { parent.host.plus(region.origin).cast() } else { null_mut() }),
            address,
            picture: None,
            parent: Some((parent, region.origin)),
            listed: Vec::new(),
            maps: Mutex::default(),
            destructors: Destructors::default(),
        });
        Ok(made.handle())
    }
}

api! {
    fn clRetainMemObject(memobj: cl_mem) {
        object::retain::<Buffer>(memobj)
    }

    fn clReleaseMemObject(memobj: cl_mem) {
        object::release::<Buffer>(memobj)
    }

    fn clGetMemObjectInfo(memobj: cl_mem, param_name: cl_mem_info, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize) {
        let buffer = get::<Buffer>(memobj)?;
        let query = query!(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_MEM_TYPE => query.put(buffer.kind()),
            CL_MEM_FLAGS => query.put(buffer.flags),
            CL_MEM_SIZE => query.put(buffer.size),
            CL_MEM_HOST_PTR => query.put(buffer.host.0),
            CL_MEM_MAP_COUNT => {
                let maps = buffer.maps.lock().unwrap_or_else(PoisonError::into_inner);
                query.put(maps.len() as cl_uint)
            }
            CL_MEM_REFERENCE_COUNT => query.put(buffer.count()),
            CL_MEM_CONTEXT => query.put(buffer.context.handle()),
            CL_MEM_ASSOCIATED_MEMOBJECT => query.put(buffer.parent.as_ref().map_or(null_mut(), |(parent, _)| parent.handle())),
            CL_MEM_OFFSET => query.put(buffer.parent.as_ref().map_or(0, |(_, origin)| *origin)),
            CL_MEM_USES_SVM_POINTER => query.put(CL_FALSE),
            CL_MEM_PROPERTIES => query.slice(&buffer.listed),
            other => query.unknown(other),
        }
    }

    fn clSetMemObjectDestructorCallback(
        memobj: cl_mem,
        pfn_notify: Option<Destructor>,
        user_data: *mut c_void,
    ) {
        get::<Buffer>(memobj)?.destructors.add(pfn_notify, user_data)
    }
}
