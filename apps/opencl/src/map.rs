//! Parts of buffers that the program has as its own memory for a while.
//!
//! Device memory is memory of this process, so a part is mapped where it lies. A buffer that uses
//! memory of the program is copied there and back.

use crate::error::{Outcome, api, create, ensure, fail};
use crate::image::unmap;
use crate::memory::{Buffer, Mapping};
use crate::object::get;
use crate::pointer::HostPointer;
use crate::queue::{Enqueue, Order};
use crate::transfer::{from_host, part_of, to_host};
use opencl_sys::*;
use std::ffi::c_void;
use std::sync::PoisonError;

/// What the program wants of what it maps.
pub(crate) struct Access {
    pub writes: bool,
    /// What is there now does not matter.
    pub invalidates: bool,
}

impl Access {
    /// As flags say it, if they go together and with what the buffer was made for.
    pub fn of(flags: cl_map_flags, buffer: &Buffer) -> Outcome<Access> {
        let (reads, changes) = (flags & CL_MAP_READ != 0, flags & CL_MAP_WRITE != 0);
        let invalidates = flags & CL_MAP_WRITE_INVALIDATE_REGION != 0;
        let known = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
        let good = flags & !known == 0 && !(invalidates && (reads || changes));
        ensure(good, CL_INVALID_VALUE, "the flags do not go together")?;
        if reads {
            buffer.host_may(CL_MEM_HOST_WRITE_ONLY)?;
        }
        let writes = changes || invalidates;
        if writes {
            buffer.host_may(CL_MEM_HOST_READ_ONLY)?;
        }
        Ok(Access {
            writes,
            invalidates,
        })
    }
}

#[allow(non_snake_case, clippy::too_many_arguments)]
pub(crate) unsafe extern "C" fn clEnqueueMapBuffer(
    command_queue: cl_command_queue,
    buffer: cl_mem,
    blocking_map: cl_bool,
    map_flags: cl_map_flags,
    offset: usize,
    size: usize,
    count: cl_uint,
    list: *const cl_event,
    event: *mut cl_event,
    errcode_ret: *mut cl_int,
) -> *mut c_void {
    let body = || -> Outcome<*mut c_void> {
        // SAFETY: what the specification demands of the caller.
        let enqueue = unsafe { Enqueue::new(command_queue, count, list, event)? };
        let (buffer, address) = part_of(&enqueue, buffer, offset, size)?;
        ensure(size > 0, CL_INVALID_VALUE, "nothing is mapped")?;
        let Access {
            writes,
            invalidates,
        } = Access::of(map_flags, &buffer)?;
        let copied = !buffer.host.0.is_null();
        let pointer = match copied {
            true => Some(buffer.host.plus(offset)),
            false => buffer.amd().memory().pointer(address, size as u64),
        };
        let Some(pointer) = pointer else {
            return fail(CL_MAP_FAILURE, "the buffer is not there");
        };
        let mapping = Mapping {
            pointer: HostPointer(pointer.cast()),
            offset,
            size,
            writes,
            texels: None,
        };
        let mut maps = buffer.maps.lock().unwrap_or_else(PoisonError::into_inner);
        maps.push(mapping);
        drop(maps);
        let (to, kept) = (HostPointer(pointer.cast()), buffer.clone());
        let action = move |_: &mut _| match copied && !invalidates {
            // SAFETY: the program keeps what it gave as long as the buffer is there.
            true => unsafe { to_host(kept.amd(), address, to.plus(0), size) },
            false => Ok(()),
        };
        let blocks = blocking_map != 0;
        // SAFETY: as above.
        let done =
            unsafe { enqueue.submit(CL_COMMAND_MAP_BUFFER, blocks, Order::default(), action) };
        if let Err(failed) = done {
            remove(&buffer, to);
            return Err(failed);
        }
        Ok(pointer.cast())
    };
    // SAFETY: as above.
    unsafe { create("clEnqueueMapBuffer", errcode_ret, body) }
}

/// Takes the mapping with this address out of the list.
pub(crate) fn remove(buffer: &Buffer, pointer: HostPointer) -> Option<Mapping> {
    let mut maps = buffer.maps.lock().unwrap_or_else(PoisonError::into_inner);
    let at = maps.iter().position(|map| map.pointer.0 == pointer.0)?;
    Some(maps.remove(at))
}

api! {
    fn clEnqueueUnmapMemObject(
        command_queue: cl_command_queue, memobj: cl_mem, mapped_ptr: *mut c_void,
        count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let buffer = get::<Buffer>(memobj)?;
        enqueue.same(&buffer.context)?;
        let Some(mapping) = remove(&buffer, HostPointer(mapped_ptr)) else {
            return fail(CL_INVALID_VALUE, "nothing is mapped there");
        };
        let copied = !buffer.host.0.is_null() && mapping.writes;
        enqueue.submit(CL_COMMAND_UNMAP_MEM_OBJECT, false, Order::default(), move |_| {
            let to = buffer.address + mapping.offset as u64;
            match copied {
                true if mapping.texels.is_some() => unmap(&buffer, &mapping),
                // SAFETY: the program keeps what it gave as long as the buffer is there.
                true => unsafe { from_host(buffer.amd(), to, mapping.pointer.plus(0), mapping.size) },
                false => Ok(()),
            }
        })
    }
}
