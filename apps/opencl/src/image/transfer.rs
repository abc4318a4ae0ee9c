//! Boxes of texels: between the program and images, between images, between images and buffers.

use super::{Picture, image};
use crate::error::{Outcome, api, create, ensure, fail};
use crate::map::{Access, remove};
use crate::memory::{Buffer, Mapping, buffer};
use crate::object::Object;
use crate::pointer::{HostPointer, put, slice, three};
use crate::queue::{Enqueue, Order};
use crate::rect::Layout;
use crate::transfer::{between, device_error, from_host, to_host};
use opencl_sys::*;
use std::ffi::c_void;
use std::sync::{Arc, PoisonError};

/// A box of an image: in bytes, and where it lies.
#[derive(Clone, Copy, Debug)]
struct Box {
    region: [usize; 3],
    layout: Layout,
}

/// What a call about an image has in common with others: the image, and a box of it.
///
/// # Safety
/// The pointers must be null or valid for three sizes.
unsafe fn box_of(
    enqueue: &Enqueue,
    handle: cl_mem,
    origin: *const usize,
    region: *const usize,
) -> Outcome<(Arc<Object<Buffer>>, Box, [usize; 3])> {
    let found = image(handle)?;
    enqueue.same(&found.context)?;
    // SAFETY: by the contract.
    let (origin, region) = unsafe { (three(origin)?, three(region)?) };
    let picture = picture(&found)?;
    let inside = (0..3).all(|n| {
        let end = origin[n].checked_add(region[n]);
        region[n] > 0 && end.is_some_and(|end| end <= picture.size[n])
    });
    ensure(
        inside,
        CL_INVALID_VALUE,
        "the box is empty, or not inside of the image",
    )?;
    let layout = picture.layout(origin, picture.pitches);
    let bytes = [region[0] * picture.format.bytes, region[1], region[2]];
    let found = found.clone();
    Ok((
        found,
        Box {
            region: bytes,
            layout,
        },
        origin,
    ))
}

fn picture(found: &Buffer) -> Outcome<&Picture> {
    match &found.picture {
        Some(picture) => Ok(picture),
        None => fail(CL_INVALID_MEM_OBJECT, "a buffer is no image"),
    }
}

/// Where a box lies in memory of the program; pitches of zero are as tight as can be.
fn given(picture: &Picture, region: [usize; 3], row: usize, slice: usize) -> Outcome<Layout> {
    let code = CL_INVALID_VALUE;
    let row = if row == 0 { region[0] } else { row };
    ensure(row >= region[0], code, "a row is longer than its pitch")?;
    let rows = match picture.kind {
        CL_MEM_OBJECT_IMAGE1D_ARRAY => 1,
        _ => region[1],
    };
    let slice = if slice == 0 {
        row.saturating_mul(rows)
    } else {
        slice
    };
    let flat = matches!(
        picture.kind,
        CL_MEM_OBJECT_IMAGE1D | CL_MEM_OBJECT_IMAGE1D_BUFFER | CL_MEM_OBJECT_IMAGE2D
    );
    ensure(
        flat || slice >= row.saturating_mul(rows),
        code,
        "a slice is longer than its pitch",
    )?;
    Ok(picture.layout([0; 3], [row, slice]))
}

/// Copies texels from memory of the program, with the pitches that it gave.
///
/// # Safety
/// The pointer must be valid for all rows.
pub(super) unsafe fn fill_from(made: &Buffer, from: HostPointer) -> Outcome {
    let picture = picture(made)?;
    let region = [
        picture.size[0] * picture.format.bytes,
        picture.size[1],
        picture.size[2],
    ];
    let own = picture.layout([0; 3], picture.pitches);
    let host = picture.layout([0; 3], picture.host_pitches);
    for (own, host) in own.rows(region).zip(host.rows(region)) {
        // SAFETY: by the contract.
        unsafe {
            from_host(
                made.amd(),
                made.address + own as u64,
                from.plus(host),
                region[0],
            )?
        };
    }
    Ok(())
}

/// Copies a box between an image and memory of the program.
fn rows(found: &Buffer, own: Box, host: Layout, pointer: HostPointer, reads: bool) -> Outcome {
    for (own_row, host_row) in own.layout.rows(own.region).zip(host.rows(own.region)) {
        let (address, at) = (found.address + own_row as u64, pointer.plus(host_row));
        // SAFETY: the program keeps what it gave until the command has ended.
        unsafe {
            match reads {
                true => to_host(found.amd(), address, at, own.region[0])?,
                false => from_host(found.amd(), address, at, own.region[0])?,
            }
        }
    }
    Ok(())
}

api! {
    fn clEnqueueReadImage(
        command_queue: cl_command_queue, handle: cl_mem, blocking_read: cl_bool, origin: *const usize, region: *const usize,
        row_pitch: usize, slice_pitch: usize, ptr: *mut c_void, count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let (found, own, _) = box_of(&enqueue, handle, origin, region)?;
        ensure(!ptr.is_null(), CL_INVALID_VALUE, "the pointer is NULL")?;
        let host = given(picture(&found)?, own.region, row_pitch, slice_pitch)?;
        found.host_may(CL_MEM_HOST_WRITE_ONLY)?;
        let to = HostPointer(ptr);
        enqueue.submit(CL_COMMAND_READ_IMAGE, blocking_read != 0, Order::default(), move |_| rows(&found, own, host, to, true))
    }

    fn clEnqueueWriteImage(
        command_queue: cl_command_queue, handle: cl_mem, blocking_write: cl_bool, origin: *const usize, region: *const usize,
        row_pitch: usize, slice_pitch: usize, ptr: *const c_void, count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let (found, own, _) = box_of(&enqueue, handle, origin, region)?;
        ensure(!ptr.is_null(), CL_INVALID_VALUE, "the pointer is NULL")?;
        let host = given(picture(&found)?, own.region, row_pitch, slice_pitch)?;
        found.host_may(CL_MEM_HOST_READ_ONLY)?;
        let from = HostPointer(ptr.cast_mut());
        enqueue.submit(CL_COMMAND_WRITE_IMAGE, blocking_write != 0, Order::default(), move |_| rows(&found, own, host, from, false))
    }

    fn clEnqueueCopyImage(
        command_queue: cl_command_queue, source: cl_mem, target: cl_mem, source_origin: *const usize,
        target_origin: *const usize, region: *const usize, count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let (from, a, from_origin) = box_of(&enqueue, source, source_origin, region)?;
        let (to, b, to_origin) = box_of(&enqueue, target, target_origin, region)?;
        let same = picture(&from)?.format.is(&picture(&to)?.format.channels);
        ensure(same, CL_IMAGE_FORMAT_MISMATCH, "the images have different formats")?;
        if Arc::ptr_eq(&from, &to) {
            let region = three(region)?;
            let apart = (0..3).any(|n| from_origin[n].abs_diff(to_origin[n]) >= region[n]);
            ensure(apart, CL_MEM_COPY_OVERLAP, "source and destination overlap")?;
        }
        enqueue.submit(CL_COMMAND_COPY_IMAGE, false, Order::default(), move |_| {
            for (own, other) in a.layout.rows(a.region).zip(b.layout.rows(b.region)) {
                between(from.amd(), from.address + own as u64, to.address + other as u64, a.region[0])?;
            }
            Ok(())
        })
    }

    fn clEnqueueCopyImageToBuffer(
        command_queue: cl_command_queue, source: cl_mem, target: cl_mem, origin: *const usize, region: *const usize,
        offset: usize, count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let (from, own, _) = box_of(&enqueue, source, origin, region)?;
        let to = buffer(target)?;
        enqueue.same(&to.context)?;
        let at = to.part(offset, own.region.iter().product())?;
        enqueue.submit(CL_COMMAND_COPY_IMAGE_TO_BUFFER, false, Order::default(), move |_| {
            let to = to;
            for (n, row) in own.layout.rows(own.region).enumerate() {
                between(to.amd(), from.address + row as u64, at + (n * own.region[0]) as u64, own.region[0])?;
            }
            Ok(())
        })
    }

    fn clEnqueueCopyBufferToImage(
        command_queue: cl_command_queue, source: cl_mem, target: cl_mem, offset: usize, origin: *const usize,
        region: *const usize, count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let from = buffer(source)?;
        let (to, own, _) = box_of(&enqueue, target, origin, region)?;
        enqueue.same(&from.context)?;
        let at = from.part(offset, own.region.iter().product())?;
        enqueue.submit(CL_COMMAND_COPY_BUFFER_TO_IMAGE, false, Order::default(), move |_| {
            let from = from;
            for (n, row) in own.layout.rows(own.region).enumerate() {
                between(from.amd(), at + (n * own.region[0]) as u64, to.address + row as u64, own.region[0])?;
            }
            Ok(())
        })
    }

    fn clEnqueueFillImage(
        command_queue: cl_command_queue, handle: cl_mem, fill_color: *const c_void, origin: *const usize,
        region: *const usize, count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let (found, own, _) = box_of(&enqueue, handle, origin, region)?;
        ensure(!fill_color.is_null(), CL_INVALID_VALUE, "the colour is NULL")?;
        let picture = picture(&found)?;
        // A depth is one number, all else are four.
        let colour = match picture.format.channels.image_channel_order {
            CL_DEPTH => [slice(fill_color.cast::<u32>(), 1)[0], 0, 0, 0],
            _ => fill_color.cast::<[u32; 4]>().read_unaligned(),
        };
        let texel = picture.described(0).texel(colour);
        enqueue.submit(CL_COMMAND_FILL_IMAGE, false, Order::default(), move |_| {
            for row in own.layout.rows(own.region) {
                let to = found.address + row as u64;
                found.amd().fill(to, &texel, own.region[0] as u64).map_err(device_error)?;
            }
            Ok(())
        })
    }
}

#[allow(non_snake_case, clippy::too_many_arguments)]
pub(crate) unsafe extern "C" fn clEnqueueMapImage(
    command_queue: cl_command_queue,
    handle: cl_mem,
    blocking_map: cl_bool,
    map_flags: cl_map_flags,
    origin: *const usize,
    region: *const usize,
    row_pitch: *mut usize,
    slice_pitch: *mut usize,
    count: cl_uint,
    list: *const cl_event,
    event: *mut cl_event,
    errcode_ret: *mut cl_int,
) -> *mut c_void {
    let body = || -> Outcome<*mut c_void> {
        // SAFETY: what the specification demands of the caller.
        let enqueue = unsafe { Enqueue::new(command_queue, count, list, event)? };
        // SAFETY: as above.
        let (found, own, origin) = unsafe { box_of(&enqueue, handle, origin, region)? };
        let picture = picture(&found)?;
        let deep = matches!(
            picture.kind,
            CL_MEM_OBJECT_IMAGE3D | CL_MEM_OBJECT_IMAGE1D_ARRAY | CL_MEM_OBJECT_IMAGE2D_ARRAY
        );
        let places = !(row_pitch.is_null() || deep && slice_pitch.is_null());
        ensure(places, CL_INVALID_VALUE, "there is no place for a pitch")?;
        let Access {
            writes,
            invalidates,
        } = Access::of(map_flags, &found)?;
        let copied = !found.host.0.is_null();
        let pitches = if copied {
            picture.host_pitches
        } else {
            picture.pitches
        };
        let host = picture.layout(origin, pitches);
        let pointer = match copied {
            true => Some(found.host.plus(host.start)),
            false => {
                let address = found.address + own.layout.start as u64;
                let bytes = own.layout.end(own.region).unwrap_or(0) - own.layout.start;
                found.amd().memory().pointer(address, bytes as u64)
            }
        };
        let Some(pointer) = pointer else {
            return fail(CL_MAP_FAILURE, "the image is not there");
        };
        let pointer = HostPointer(pointer.cast());
        let mapping = Mapping {
            pointer,
            offset: 0,
            size: 0,
            writes,
            texels: Some((own.region, own.layout, Layout { start: 0, ..host })),
        };
        let mut maps = found.maps.lock().unwrap_or_else(PoisonError::into_inner);
        maps.push(mapping);
        drop(maps);
        // SAFETY: as above.
        unsafe {
            put(row_pitch, pitches[0]);
            put(slice_pitch, if deep { pitches[1] } else { 0 });
        }
        let kept = found.clone();
        let reads = copied && !invalidates;
        let action = move |_: &mut _| match reads {
            true => rows(&kept, own, Layout { start: 0, ..host }, pointer, true),
            false => Ok(()),
        };
        let blocks = blocking_map != 0;
        // SAFETY: as above.
        let done =
            unsafe { enqueue.submit(CL_COMMAND_MAP_IMAGE, blocks, Order::default(), action) };
        if let Err(failed) = done {
            remove(&found, pointer);
            return Err(failed);
        }
        Ok(pointer.0)
    };
    // SAFETY: as above.
    unsafe { create("clEnqueueMapImage", errcode_ret, body) }
}

/// What the program wrote to a mapped box of an image that uses its memory.
pub(crate) fn unmap(found: &Buffer, mapping: &Mapping) -> Outcome {
    let Some((region, layout, host)) = mapping.texels else {
        return Ok(());
    };
    rows(found, Box { region, layout }, host, mapping.pointer, false)
}
