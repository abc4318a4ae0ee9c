//! Copies between the program and buffers, and between buffers.

use crate::error::{Outcome, api, ensure, fail};
use crate::memory::{self, Buffer};
use crate::object::{Object, get_all};
use crate::pointer::{HostPointer, slice};
use crate::queue::{Enqueue, Order};
use opencl_sys::*;
use std::ffi::c_void;
use std::sync::Arc;
use wavetank::amd_host::{Device, HostBytes, HostError};

/// An error of the device, as commands report it.
pub(crate) fn device_error(error: HostError) -> crate::error::Fail {
    let code = match error {
        HostError::OutOfMemory(_) => CL_MEM_OBJECT_ALLOCATION_FAILURE,
        _ => CL_OUT_OF_RESOURCES,
    };
    crate::error::Fail::new(code, error.to_string())
}

/// Copies from a device to a program.
///
/// # Safety
/// The pointer must be writable for so many bytes.
pub(crate) unsafe fn to_host(device: &Device, from: u64, to: *mut u8, size: usize) -> Outcome {
    // SAFETY: by the contract.
    let bytes = unsafe { HostBytes::new(to, size) };
    device.read_to(from, bytes).map_err(device_error)
}

/// Copies from a program to a device.
///
/// # Safety
/// The pointer must be readable for so many bytes.
pub(crate) unsafe fn from_host(device: &Device, to: u64, from: *const u8, size: usize) -> Outcome {
    // SAFETY: by the contract.
    let bytes = unsafe { HostBytes::new(from.cast_mut(), size) };
    device.write_from(to, bytes).map_err(device_error)
}

/// Copies from one place on the device to another.
pub(crate) fn between(device: &Device, from: u64, to: u64, size: usize) -> Outcome {
    device.copy(from, to, size as u64).map_err(device_error)
}

/// A buffer and a part of it that a command is about.
pub(crate) fn part_of(
    enqueue: &Enqueue,
    buffer: cl_mem,
    offset: usize,
    size: usize,
) -> Outcome<(Arc<Object<Buffer>>, u64)> {
    let buffer = memory::buffer(buffer)?;
    enqueue.same(&buffer.context)?;
    let address = buffer.part(offset, size)?;
    Ok((buffer, address))
}

api! {
    fn clEnqueueReadBuffer(
        command_queue: cl_command_queue, buffer: cl_mem, blocking_read: cl_bool, offset: usize, size: usize,
        ptr: *mut c_void, count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let (buffer, from) = part_of(&enqueue, buffer, offset, size)?;
        ensure(!ptr.is_null() && size > 0, CL_INVALID_VALUE, "there is nowhere to read to, or nothing to read")?;
        buffer.host_may(CL_MEM_HOST_WRITE_ONLY)?;
        let to = HostPointer(ptr);
        enqueue.submit(CL_COMMAND_READ_BUFFER, blocking_read != 0, Order::default(), move |_| {
            // SAFETY: the program keeps what it gave until the command has ended.
            unsafe { to_host(buffer.amd(), from, to.plus(0), size) }
        })
    }

    fn clEnqueueWriteBuffer(
        command_queue: cl_command_queue, buffer: cl_mem, blocking_write: cl_bool, offset: usize, size: usize,
        ptr: *const c_void, count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let (buffer, to) = part_of(&enqueue, buffer, offset, size)?;
        ensure(!ptr.is_null() && size > 0, CL_INVALID_VALUE, "there is nowhere to write from, or nothing to write")?;
        buffer.host_may(CL_MEM_HOST_READ_ONLY)?;
        let from = HostPointer(ptr.cast_mut());
        enqueue.submit(CL_COMMAND_WRITE_BUFFER, blocking_write != 0, Order::default(), move |_| {
            // SAFETY: the program keeps what it gave until the command has ended.
            unsafe { from_host(buffer.amd(), to, from.plus(0), size) }
        })
    }

    fn clEnqueueCopyBuffer(
        command_queue: cl_command_queue, src_buffer: cl_mem, dst_buffer: cl_mem, src_offset: usize, dst_offset: usize,
        size: usize, count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let (source, from) = part_of(&enqueue, src_buffer, src_offset, size)?;
        let (target, to) = part_of(&enqueue, dst_buffer, dst_offset, size)?;
        ensure(size > 0, CL_INVALID_VALUE, "there is nothing to copy")?;
        let apart = from + size as u64 <= to || to + size as u64 <= from;
        ensure(apart, CL_MEM_COPY_OVERLAP, "source and destination overlap")?;
        enqueue.submit(CL_COMMAND_COPY_BUFFER, false, Order::default(), move |_| {
            let both = (source, target);
            between(both.0.amd(), from, to, size)
        })
    }

    fn clEnqueueFillBuffer(
        command_queue: cl_command_queue, buffer: cl_mem, pattern: *const c_void, pattern_size: usize, offset: usize,
        size: usize, count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let (buffer, to) = part_of(&enqueue, buffer, offset, size)?;
        let known = !pattern.is_null() && pattern_size.is_power_of_two() && pattern_size <= 128;
        ensure(known, CL_INVALID_VALUE, "a pattern has 1, 2, 4, ... or 128 bytes")?;
        let whole = offset.is_multiple_of(pattern_size) && size.is_multiple_of(pattern_size);
        ensure(whole, CL_INVALID_VALUE, "the part is not made of whole patterns")?;
        let pattern = slice(pattern.cast::<u8>(), pattern_size).to_vec();
        enqueue.submit(CL_COMMAND_FILL_BUFFER, false, Order::default(), move |_| {
            buffer.amd().fill(to, &pattern, size as u64).map_err(device_error)
        })
    }

    fn clEnqueueMigrateMemObjects(
        command_queue: cl_command_queue, num_mem_objects: cl_uint, mem_objects: *const cl_mem, flags: cl_mem_migration_flags,
        count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let some = num_mem_objects > 0 && !mem_objects.is_null();
        ensure(some, CL_INVALID_VALUE, "there is nothing to migrate")?;
        let known = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
        ensure(flags & !known == 0, CL_INVALID_VALUE, "there is no such flag")?;
        let buffers = get_all::<Buffer>(slice(mem_objects, num_mem_objects as usize))?;
        for buffer in &buffers {
            enqueue.same(&buffer.context)?;
        }
        // All devices have the same memory.
        enqueue.submit(CL_COMMAND_MIGRATE_MEM_OBJECTS, false, Order::default(), move |_| {
            drop(buffers);
            Ok(())
        })
    }

    fn clEnqueueNativeKernel(
        command_queue: cl_command_queue, user_func: Option<unsafe extern "C" fn(arg1: *mut c_void)>, _args: *mut c_void,
        _cb_args: usize, _num_mem_objects: cl_uint, _mem_list: *const cl_mem, _args_mem_loc: *mut *const c_void,
        count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        Enqueue::new(command_queue, count, list, event)?;
        ensure(user_func.is_some(), CL_INVALID_VALUE, "the function is NULL")?;
        fail(CL_INVALID_OPERATION, "no device runs functions of the program")
    }
}
