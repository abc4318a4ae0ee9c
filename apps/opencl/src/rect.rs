//! Rectangles and boxes of bytes.

use crate::error::{Outcome, api, ensure};
use crate::memory::{self, Buffer};
use crate::pointer::{HostPointer, three};
use crate::queue::{Enqueue, Order, Worker};
use crate::transfer::{between, from_host, to_host};
use opencl_sys::*;
use std::ffi::c_void;
use wavetank::amd_host::Device;

/// A box inside something longer: rows that lie apart, slices that do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub start: usize,
    pub row: usize,
    pub slice: usize,
}

impl Layout {
    /// What an origin and pitches mean; pitches of zero are as tight as can be.
    fn new(origin: [usize; 3], region: [usize; 3], row: usize, slice: usize) -> Outcome<Layout> {
        let code = CL_INVALID_VALUE;
        let row = if row == 0 { region[0] } else { row };
        ensure(row >= region[0], code, "a row is longer than its pitch")?;
        let tight = row.checked_mul(region[1]);
        let slice = if slice == 0 {
            tight.unwrap_or(usize::MAX)
        } else {
            slice
        };
        let good = tight.is_some_and(|tight| slice >= tight) && slice.is_multiple_of(row);
        ensure(
            good,
            code,
            "the pitch of slices is no multiple of that of rows, or too short",
        )?;
        let start = (origin[2].checked_mul(slice))
            .zip(origin[1].checked_mul(row))
            .and_then(|(z, y)| z.checked_add(y)?.checked_add(origin[0]));
        let Some(start) = start else {
            return crate::error::fail(code, "the origin is beyond all memory");
        };
        Ok(Layout { start, row, slice })
    }

    /// One more than the last byte.
    pub fn end(&self, region: [usize; 3]) -> Option<usize> {
        let rows = (region[1] - 1).checked_mul(self.row)?;
        let slices = (region[2] - 1).checked_mul(self.slice)?;
        self.start
            .checked_add(rows)?
            .checked_add(slices)?
            .checked_add(region[0])
    }

    /// Where each row begins, slice by slice.
    pub fn rows(self, region: [usize; 3]) -> impl Iterator<Item = usize> {
        let slices = 0..region[2];
        slices.flat_map(move |z| {
            (0..region[1]).map(move |y| self.start + z * self.slice + y * self.row)
        })
    }

    fn inside(&self, region: [usize; 3], buffer: &Buffer) -> Outcome {
        let fits = self.end(region).is_some_and(|end| end <= buffer.size);
        ensure(
            fits,
            CL_INVALID_VALUE,
            "the box is not inside of the buffer",
        )
    }
}

/// # Safety
/// The pointer must be null or valid for three sizes.
unsafe fn region_at(pointer: *const usize) -> Outcome<[usize; 3]> {
    // SAFETY: by the contract.
    let region = unsafe { three(pointer)? };
    ensure(!region.contains(&0), CL_INVALID_VALUE, "the box is empty")?;
    Ok(region)
}

/// One direction between a buffer and the program: what the flags about the host may say against it,
/// and what is done for every row.
struct Direction {
    command: cl_command_type,
    refused: cl_mem_flags,
    row: unsafe fn(&Device, u64, *mut u8, usize) -> Outcome,
}

const READ: Direction = Direction {
    command: CL_COMMAND_READ_BUFFER_RECT,
    refused: CL_MEM_HOST_WRITE_ONLY,
    row: to_host,
};

const WRITE: Direction = Direction {
    command: CL_COMMAND_WRITE_BUFFER_RECT,
    refused: CL_MEM_HOST_READ_ONLY,
    // SAFETY: what is writable is readable.
    row: |device, to, from, size| unsafe { from_host(device, to, from, size) },
};

/// Where a box lies in a buffer or in the program's memory, as calls say it.
struct Given {
    origin: *const usize,
    row: usize,
    slice: usize,
}

/// # Safety
/// As the specification demands of the caller.
unsafe fn with_host(
    enqueue: Enqueue,
    direction: Direction,
    buffer: cl_mem,
    blocking: bool,
    region: *const usize,
    [own, host]: [Given; 2],
    ptr: *mut c_void,
) -> Outcome {
    let buffer = memory::buffer(buffer)?;
    enqueue.same(&buffer.context)?;
    // SAFETY: by the contract.
    let region = unsafe { region_at(region)? };
    // SAFETY: by the contract.
    let layout = |it: Given| Layout::new(unsafe { three(it.origin)? }, region, it.row, it.slice);
    let (own, host) = (layout(own)?, layout(host)?);
    ensure(!ptr.is_null(), CL_INVALID_VALUE, "the pointer is NULL")?;
    own.inside(region, &buffer)?;
    buffer.host_may(direction.refused)?;
    let program = HostPointer(ptr);
    let copy = move |_: &mut Worker| {
        for (own, host) in own.rows(region).zip(host.rows(region)) {
            let (device, address) = (buffer.amd(), buffer.address + own as u64);
            // SAFETY: the program keeps what it gave until the command has ended.
            unsafe { (direction.row)(device, address, program.plus(host), region[0])? };
        }
        Ok(())
    };
    // SAFETY: by the contract.
    unsafe { enqueue.submit(direction.command, blocking, Order::default(), copy) }
}

api! {
    fn clEnqueueReadBufferRect(
        command_queue: cl_command_queue, buffer: cl_mem, blocking_read: cl_bool, buffer_origin: *const usize,
        host_origin: *const usize, region: *const usize, buffer_row_pitch: usize, buffer_slice_pitch: usize,
        host_row_pitch: usize, host_slice_pitch: usize, ptr: *mut c_void,
        count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let own = Given { origin: buffer_origin, row: buffer_row_pitch, slice: buffer_slice_pitch };
        let host = Given { origin: host_origin, row: host_row_pitch, slice: host_slice_pitch };
        with_host(enqueue, READ, buffer, blocking_read != 0, region, [own, host], ptr)
    }

    fn clEnqueueWriteBufferRect(
        command_queue: cl_command_queue, buffer: cl_mem, blocking_write: cl_bool, buffer_origin: *const usize,
        host_origin: *const usize, region: *const usize, buffer_row_pitch: usize, buffer_slice_pitch: usize,
        host_row_pitch: usize, host_slice_pitch: usize, ptr: *const c_void,
        count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let own = Given { origin: buffer_origin, row: buffer_row_pitch, slice: buffer_slice_pitch };
        let host = Given { origin: host_origin, row: host_row_pitch, slice: host_slice_pitch };
        with_host(enqueue, WRITE, buffer, blocking_write != 0, region, [own, host], ptr.cast_mut())
    }

    fn clEnqueueCopyBufferRect(
        command_queue: cl_command_queue, src_buffer: cl_mem, dst_buffer: cl_mem, src_origin: *const usize,
        dst_origin: *const usize, region: *const usize, src_row_pitch: usize, src_slice_pitch: usize,
        dst_row_pitch: usize, dst_slice_pitch: usize, count: cl_uint, list: *const cl_event, event: *mut cl_event,
    ) {
        let enqueue = Enqueue::new(command_queue, count, list, event)?;
        let (source, target) = (memory::buffer(src_buffer)?, memory::buffer(dst_buffer)?);
        enqueue.same(&source.context)?;
        enqueue.same(&target.context)?;
        let region = region_at(region)?;
        let from = Layout::new(three(src_origin)?, region, src_row_pitch, src_slice_pitch)?;
        let to = Layout::new(three(dst_origin)?, region, dst_row_pitch, dst_slice_pitch)?;
        from.inside(region, &source)?;
        to.inside(region, &target)?;
        let same = src_buffer == dst_buffer;
        let alike = from.row == to.row && from.slice == to.slice;
        ensure(!same || alike, CL_INVALID_VALUE, "a box that is copied within a buffer has the same pitches")?;
        ensure(!overlap(source.address, &from, target.address, &to, region), CL_MEM_COPY_OVERLAP, "source and destination overlap")?;
        enqueue.submit(CL_COMMAND_COPY_BUFFER_RECT, false, Order::default(), move |_| {
            for (from, to) in from.rows(region).zip(to.rows(region)) {
                let (from, to) = (source.address + from as u64, target.address + to as u64);
                between(source.amd(), from, to, region[0])?;
            }
            Ok(())
        })
    }
}

/// Whether two boxes have a byte in common: rows against rows, in the order of their addresses.
fn overlap(a: u64, from: &Layout, b: u64, to: &Layout, region: [usize; 3]) -> bool {
    let sorted = |base: u64, layout: &Layout| {
        let mut rows: Vec<u64> = layout.rows(region).map(|row| base + row as u64).collect();
        rows.sort_unstable();
        rows
    };
    let ends = |base: u64, layout: &Layout| base + layout.end(region).unwrap_or(0) as u64;
    if ends(a, from) <= b + to.start as u64 || ends(b, to) <= a + from.start as u64 {
        return false;
    }
    let (from, to) = (sorted(a, from), sorted(b, to));
    let len = region[0] as u64;
    from.iter().any(|&row| {
        let near = to.partition_point(|&other| other + len <= row);
        to.get(near).is_some_and(|&other| other < row + len)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_know_their_rows() {
        let region = [4, 2, 2];
        let tight = Layout::new([0; 3], region, 0, 0).unwrap();
        assert_eq!(tight.rows(region).collect::<Vec<_>>(), [0, 4, 8, 12]);
        assert_eq!(tight.end(region), Some(16));
        let wide = Layout::new([1, 1, 0], region, 8, 32).unwrap();
        assert_eq!(wide.rows(region).collect::<Vec<_>>(), [9, 17, 41, 49]);
        assert!(Layout::new([0; 3], region, 3, 0).is_err());
        assert!(Layout::new([0; 3], region, 8, 15).is_err());
        assert!(Layout::new([0; 3], region, 8, 20).is_err());
        assert!(Layout::new([usize::MAX, 9, 9], region, 8, 16).is_err());
    }

    #[test]
    fn boxes_beside_each_other_do_not_overlap() {
        let region = [4, 2, 1];
        let at = |x| Layout::new([x, 0, 0], region, 8, 0).unwrap();
        assert!(!overlap(0, &at(0), 0, &at(4), region));
        assert!(overlap(0, &at(0), 0, &at(3), region));
        assert!(!overlap(0, &at(0), 100, &at(0), region));
        assert!(!overlap(0, &at(4), 8, &at(0), region));
    }
}
