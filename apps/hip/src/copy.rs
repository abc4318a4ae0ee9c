//! Copies and fills: bytes, rows and boxes, at once or in a stream.

mod fill;

use crate::device;
use crate::error::{
    INVALID_DEVICE_POINTER, INVALID_DIRECTION, INVALID_PITCH, INVALID_VALUE, Outcome, api, ensure,
    fail,
};
use crate::graph::NodeKind;
use crate::memory::{self, Extent, Kind, PitchedPointer};
use crate::pointer::{HostPointer, number};
use crate::stream;
use crate::texture::inside_box;
pub(crate) use fill::fill_plane;
use fill::{fill_box, fill_line};
use std::ffi::{c_int, c_void};
use wavetank::amd_host::HostBytes;

/// Which way bytes go, as programs say it.
const HOST_TO_HOST: u32 = 0;
const HOST_TO_DEVICE: u32 = 1;
const DEVICE_TO_HOST: u32 = 2;
const DEVICE_TO_DEVICE: u32 = 3;
/// The addresses tell.
pub(crate) const DEFAULT: u32 = 4;

/// One end of a copy.
#[derive(Clone, Copy)]
struct End {
    pointer: HostPointer,
    /// In memory that devices have to themselves.
    on_device: bool,
    /// Neither that nor memory of the host that devices know: it has to be there only until the call
    /// returns.
    pageable: bool,
}

impl End {
    /// What a pointer means to a copy of so many bytes.
    fn new(pointer: *const c_void, len: usize) -> Outcome<End> {
        ensure(!pointer.is_null(), INVALID_VALUE, "a pointer is NULL")?;
        let address = number(pointer);
        let block = memory::find(address).or_else(|| crate::symbol::block(address));
        if let Some(block) = block {
            let left = block.base + block.len - address;
            let why = "the copy reaches past the end of what was allocated";
            ensure(len as u64 <= left, INVALID_VALUE, why)?;
        }
        Ok(End {
            pointer: HostPointer(pointer.cast_mut()),
            on_device: block.is_some_and(|block| block.kind == Kind::Device),
            pageable: block.is_none(),
        })
    }

    fn at(&self, offset: usize) -> u64 {
        number(self.pointer.0) + offset as u64
    }

    fn host(&self, offset: usize) -> *mut u8 {
        self.pointer.0.cast::<u8>().wrapping_add(offset)
    }

    /// Bytes of the host, which kernels of other streams may be using.
    ///
    /// # Safety
    /// They must be there until they are copied.
    unsafe fn bytes(&self, offset: usize, len: usize) -> HostBytes {
        // SAFETY: by the contract.
        unsafe { HostBytes::new(self.host(offset), len) }
    }
}

/// A box of bytes: rows of a width, so many to a slice, so many slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    width: usize,
    rows: usize,
    slices: usize,
}

/// How rows of one end lie apart, and slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pitch {
    row: usize,
    slice: usize,
}

impl Shape {
    const fn line(len: usize) -> Shape {
        Shape::plane(len, 1)
    }

    const fn plane(width: usize, rows: usize) -> Shape {
        Shape {
            width,
            rows,
            slices: 1,
        }
    }

    fn is_empty(&self) -> bool {
        self.width == 0 || self.rows == 0 || self.slices == 0
    }

    /// One more than the last byte of a box that is not empty, where there are addresses for it.
    fn end(&self, pitch: Pitch) -> Outcome<usize> {
        let rows = (self.rows - 1).checked_mul(pitch.row);
        let slices = (self.slices - 1).checked_mul(pitch.slice);
        let end = rows
            .zip(slices)
            .and_then(|(rows, slices)| rows.checked_add(slices)?.checked_add(self.width));
        end.map_or_else(|| fail(INVALID_VALUE, "the box is larger than memory"), Ok)
    }

    /// Where rows begin at one end.
    fn starts(self, pitch: Pitch) -> impl Iterator<Item = usize> {
        (0..self.slices)
            .flat_map(move |z| (0..self.rows).map(move |y| z * pitch.slice + y * pitch.row))
    }
}

impl Pitch {
    const LINE: Pitch = Pitch { row: 0, slice: 0 };
}

/// A copy that is possible.
#[derive(Clone, Copy)]
pub(crate) struct Copy {
    to: End,
    from: End,
    shape: Shape,
    to_pitch: Pitch,
    from_pitch: Pitch,
}

impl Copy {
    /// Looks at all that a program said.
    fn new(
        (to, to_pitch): (*mut c_void, Pitch),
        (from, from_pitch): (*const c_void, Pitch),
        shape: Shape,
        kind: u32,
    ) -> Outcome<Option<Copy>> {
        ensure(
            kind <= DEFAULT,
            INVALID_DIRECTION,
            "there is no such direction",
        )?;
        if shape.is_empty() {
            return Ok(None);
        }
        let to = End::new(to, shape.end(to_pitch)?)?;
        let from = End::new(from, shape.end(from_pitch)?)?;
        // Memory that both sides reach is either.
        let wrong = match kind {
            HOST_TO_HOST => to.on_device || from.on_device,
            HOST_TO_DEVICE => to.pageable || from.on_device,
            DEVICE_TO_HOST => to.on_device || from.pageable,
            DEVICE_TO_DEVICE => to.pageable || from.pageable,
            _ => false,
        };
        let why = "a pointer is not where the direction of the copy says";
        ensure(!wrong, INVALID_VALUE, why)?;
        Ok(Some(Copy {
            to,
            from,
            shape,
            to_pitch,
            from_pitch,
        }))
    }

    /// Moves the bytes.
    ///
    /// # Safety
    /// What is not device memory must be there.
    unsafe fn run(&self) -> Outcome {
        let device = device::get(0)?;
        let len = self.shape.width;
        let starts = self.shape.starts(self.to_pitch);
        for (to, from) in starts.zip(self.shape.starts(self.from_pitch)) {
            // SAFETY: by the contract; these are looked at only where they are the host's.
            let (own, other) = unsafe { (self.to.bytes(to, len), self.from.bytes(from, len)) };
            match (self.to.on_device, self.from.on_device) {
                (true, true) => device.copy(self.from.at(from), self.to.at(to), len as u64)?,
                (true, false) => device.write_from(self.to.at(to), other)?,
                (false, true) => device.read_to(self.from.at(from), own)?,
                (false, false) => other.copy_to(own),
            }
        }
        Ok(())
    }
}

/// # Safety
/// What the copy names must be there.
pub(crate) unsafe fn now(copy: Option<Copy>, stream: *mut c_void) -> Outcome {
    let stream = stream::get(stream)?;
    match copy {
        None => Ok(()),
        // SAFETY: by the contract.
        Some(copy) => stream::at_once(&stream, || unsafe { copy.run() }),
    }
}

/// # Safety
/// What the copy names must be there until it is done; memory that devices do not know, until this
/// returns.
pub(crate) unsafe fn later(copy: Option<Copy>, stream: *mut c_void) -> Outcome {
    let Some(copy) = copy else {
        return stream::get(stream).map(|_| ());
    };
    let own = stream::get(stream)?;
    // What a graph copies is there whenever it is launched.
    let captured = own.capture().is_some();
    if copy.to.pageable && !captured {
        // SAFETY: by the contract.
        return unsafe { now(Some(copy), stream) };
    }
    let mut kept = Vec::new();
    if copy.from.pageable && !captured {
        let len = copy.shape.end(copy.from_pitch)?;
        // SAFETY: by the contract.
        kept = unsafe { std::slice::from_raw_parts(copy.from.host(0), len) }.to_vec();
    }
    own.push(NodeKind::Copy, move |_| {
        let mut copy = copy;
        if !kept.is_empty() {
            // It is only read.
            copy.from.pointer = HostPointer(kept.as_ptr().cast_mut().cast());
        }
        // SAFETY: by the contract, or because it is kept here.
        unsafe { copy.run() }
    });
    Ok(())
}

/// Copies bytes for others that know what they copy.
///
/// # Safety
/// As for [`later`].
pub(crate) unsafe fn bytes(
    to: *mut c_void,
    from: *const c_void,
    len: usize,
    kind: u32,
    stream: *mut c_void,
    waits: bool,
) -> Outcome {
    let copy = Copy::new(
        (to, Pitch::LINE),
        (from, Pitch::LINE),
        Shape::line(len),
        kind,
    )?;
    match waits {
        // SAFETY: by the contract.
        true => unsafe { now(copy, stream) },
        // SAFETY: by the contract.
        false => unsafe { later(copy, stream) },
    }
}

pub(crate) fn plane(
    (to, to_pitch): (*mut c_void, usize),
    (from, from_pitch): (*const c_void, usize),
    (width, height): (usize, usize),
    kind: u32,
) -> Outcome<Option<Copy>> {
    ensure(
        to_pitch >= width && from_pitch >= width,
        INVALID_PITCH,
        "a row is longer than its pitch",
    )?;
    let shape = Shape::plane(width, height);
    let pitch = |row| Pitch { row, slice: 0 };
    Copy::new(
        (to, pitch(to_pitch)),
        (from, pitch(from_pitch)),
        shape,
        kind,
    )
}

/// Where a box begins.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Position {
    x: usize,
    y: usize,
    z: usize,
}

/// A copy of a box.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BoxCopy {
    from_array: *mut c_void,
    from_position: Position,
    from: PitchedPointer,
    to_array: *mut c_void,
    to_position: Position,
    to: PitchedPointer,
    extent: Extent,
    kind: u32,
}

impl BoxCopy {
    /// # Safety
    /// The pointer must be null or point to one.
    pub(crate) unsafe fn read(pointer: *const BoxCopy) -> Outcome<Option<Copy>> {
        ensure(
            !pointer.is_null(),
            INVALID_VALUE,
            "there is nothing to copy",
        )?;
        // SAFETY: by the contract.
        let BoxCopy {
            from_array,
            from_position,
            from,
            to_array,
            to_position,
            to,
            extent,
            kind,
        } = unsafe { pointer.read() };
        // Where there is an array, widths are in its elements; in bytes otherwise.
        let size = [extent.width, extent.height, extent.depth];
        let element = |array: *mut c_void, at: Position| -> Outcome<_> {
            match array.is_null() {
                true => Ok(None),
                false => Ok(Some(inside_box(array, [at.x, at.y, at.z], size)?)),
            }
        };
        let arrays = (
            element(from_array, from_position)?,
            element(to_array, to_position)?,
        );
        let bytes = |end: &Option<(_, _, usize)>| end.as_ref().map(|end| end.2);
        let (one, other) = (bytes(&arrays.0), bytes(&arrays.1));
        let same = one.zip(other).is_none_or(|(one, other)| one == other);
        ensure(same, INVALID_VALUE, "elements of the arrays differ")?;
        let extent = Extent {
            width: extent.width * one.or(other).unwrap_or(1),
            ..extent
        };
        let end =
            |it: PitchedPointer, at: Position, array: Option<(*mut c_void, [usize; 2], usize)>| {
                if let Some((start, [row, slice], _)) = array {
                    return Ok((start, Pitch { row, slice }));
                }
                ensure(
                    it.pitch >= extent.width,
                    INVALID_PITCH,
                    "a row is longer than its pitch",
                )?;
                let slice = it.pitch.checked_mul(it.height.max(extent.height));
                let start = slice.and_then(|slice| {
                    let z = at.z.checked_mul(slice)?;
                    let y = at.y.checked_mul(it.pitch)?;
                    Some((z.checked_add(y)?.checked_add(at.x)?, slice))
                });
                let Some((start, slice)) = start else {
                    return fail(INVALID_VALUE, "it is larger than memory");
                };
                ensure(
                    !it.pointer.is_null(),
                    INVALID_DEVICE_POINTER,
                    "a pointer is NULL",
                )?;
                let pointer = it.pointer.cast::<u8>().wrapping_add(start).cast::<c_void>();
                Ok((
                    pointer,
                    Pitch {
                        row: it.pitch,
                        slice,
                    },
                ))
            };
        let shape = Shape {
            width: extent.width,
            rows: extent.height,
            slices: extent.depth,
        };
        let (from, from_pitch) = end(from, from_position, arrays.0)?;
        Copy::new(
            end(to, to_position, arrays.1)?,
            (from.cast_const(), from_pitch),
            shape,
            kind,
        )
    }
}

pub(crate) const NULL: *mut c_void = std::ptr::null_mut();

api! {
    fn hipMemcpy(to: *mut c_void, from: *const c_void, size: usize, kind: u32) {
        bytes(to, from, size, kind, NULL, true)
    }

    fn hipMemcpyWithStream(to: *mut c_void, from: *const c_void, size: usize, kind: u32, stream: *mut c_void) {
        bytes(to, from, size, kind, stream, true)
    }

    fn hipMemcpyAsync(to: *mut c_void, from: *const c_void, size: usize, kind: u32, stream: *mut c_void) {
        bytes(to, from, size, kind, stream, false)
    }

    fn hipMemcpyHtoD(to: *mut c_void, from: *const c_void, size: usize) {
        bytes(to, from, size, HOST_TO_DEVICE, NULL, true)
    }

    fn hipMemcpyDtoH(to: *mut c_void, from: *mut c_void, size: usize) {
        bytes(to, from, size, DEVICE_TO_HOST, NULL, true)
    }

    fn hipMemcpyDtoD(to: *mut c_void, from: *mut c_void, size: usize) {
        bytes(to, from, size, DEVICE_TO_DEVICE, NULL, true)
    }

    fn hipMemcpyHtoDAsync(to: *mut c_void, from: *const c_void, size: usize, stream: *mut c_void) {
        bytes(to, from, size, HOST_TO_DEVICE, stream, false)
    }

    fn hipMemcpyDtoHAsync(to: *mut c_void, from: *mut c_void, size: usize, stream: *mut c_void) {
        bytes(to, from, size, DEVICE_TO_HOST, stream, false)
    }

    fn hipMemcpyDtoDAsync(to: *mut c_void, from: *mut c_void, size: usize, stream: *mut c_void) {
        bytes(to, from, size, DEVICE_TO_DEVICE, stream, false)
    }

    fn hipMemcpyPeer(to: *mut c_void, to_device: c_int, from: *const c_void, from_device: c_int, size: usize) {
        device::ordinal(to_device)?;
        device::ordinal(from_device)?;
        bytes(to, from, size, DEVICE_TO_DEVICE, NULL, true)
    }

    fn hipMemcpyPeerAsync(to: *mut c_void, to_device: c_int, from: *const c_void, from_device: c_int, size: usize, stream: *mut c_void) {
        device::ordinal(to_device)?;
        device::ordinal(from_device)?;
        bytes(to, from, size, DEVICE_TO_DEVICE, stream, false)
    }

    fn hipMemcpy2D(to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize, width: usize, height: usize, kind: u32) {
        now(plane((to, to_pitch), (from, from_pitch), (width, height), kind)?, NULL)
    }

    fn hipMemcpy2DAsync(to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize, width: usize, height: usize, kind: u32, stream: *mut c_void) {
        later(plane((to, to_pitch), (from, from_pitch), (width, height), kind)?, stream)
    }

    fn hipMemcpy3D(copy: *const BoxCopy) {
        now(BoxCopy::read(copy)?, NULL)
    }

    fn hipMemcpy3DAsync(copy: *const BoxCopy, stream: *mut c_void) {
        later(BoxCopy::read(copy)?, stream)
    }

    fn hipMemset(to: *mut c_void, value: c_int, size: usize) {
        fill_line(to, &[value as u8], size, NULL, true)
    }

    fn hipMemsetAsync(to: *mut c_void, value: c_int, size: usize, stream: *mut c_void) {
        fill_line(to, &[value as u8], size, stream, false)
    }

    fn hipMemsetD8(to: *mut c_void, value: u8, count: usize) {
        fill_line(to, &[value], count, NULL, true)
    }

    fn hipMemsetD8Async(to: *mut c_void, value: u8, count: usize, stream: *mut c_void) {
        fill_line(to, &[value], count, stream, false)
    }

    fn hipMemsetD16(to: *mut c_void, value: u16, count: usize) {
        fill_line(to, &value.to_le_bytes(), count, NULL, true)
    }

    fn hipMemsetD16Async(to: *mut c_void, value: u16, count: usize, stream: *mut c_void) {
        fill_line(to, &value.to_le_bytes(), count, stream, false)
    }

    fn hipMemsetD32(to: *mut c_void, value: c_int, count: usize) {
        fill_line(to, &value.to_le_bytes(), count, NULL, true)
    }

    fn hipMemsetD32Async(to: *mut c_void, value: c_int, count: usize, stream: *mut c_void) {
        fill_line(to, &value.to_le_bytes(), count, stream, false)
    }

    fn hipMemset2D(to: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize) {
        fill_plane((to, pitch), (width, height), &[value as u8], NULL, true)
    }

    fn hipMemset2DAsync(to: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize, stream: *mut c_void) {
        fill_plane((to, pitch), (width, height), &[value as u8], stream, false)
    }

    fn hipMemset3D(to: PitchedPointer, value: c_int, extent: Extent) {
        fill_box(to, value, extent, NULL, true)
    }

    fn hipMemset3DAsync(to: PitchedPointer, value: c_int, extent: Extent, stream: *mut c_void) {
        fill_box(to, value, extent, stream, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_know_their_rows_and_their_end() {
        let shape = Shape {
            width: 4,
            rows: 2,
            slices: 2,
        };
        let pitch = Pitch { row: 8, slice: 32 };
        assert_eq!(shape.starts(pitch).collect::<Vec<_>>(), [0, 8, 32, 40]);
        assert_eq!(shape.end(pitch).unwrap(), 44);
        assert_eq!(Shape::line(7).end(Pitch::LINE).unwrap(), 7);
        let far = Pitch {
            row: usize::MAX,
            slice: usize::MAX,
        };
        assert!(shape.end(far).is_err());
    }

    #[test]
    fn nothing_is_copied_where_nothing_is_asked_for() {
        let null = std::ptr::null_mut();
        let empty = Copy::new((null, Pitch::LINE), (null, Pitch::LINE), Shape::line(0), 4);
        assert!(empty.unwrap().is_none());
        let bad = Copy::new((null, Pitch::LINE), (null, Pitch::LINE), Shape::line(4), 9);
        assert_eq!(bad.err().unwrap().code, INVALID_DIRECTION);
    }
}
