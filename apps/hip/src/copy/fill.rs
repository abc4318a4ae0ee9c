//! Fills: bytes, rows and boxes, with a pattern.

use super::{End, Pitch, Shape};
use crate::device;
use crate::error::{INVALID_PITCH, INVALID_VALUE, Outcome, ensure, fail};
use crate::graph::NodeKind;
use crate::memory::{Extent, PitchedPointer};
use crate::pointer::number;
use crate::stream;
use std::ffi::{c_int, c_void};

/// Fills boxes with a pattern.
fn fill(
    (to, pitch): (*mut c_void, Pitch),
    shape: Shape,
    pattern: &[u8],
    stream: *mut c_void,
    waits: bool,
) -> Outcome {
    let stream = stream::get(stream)?;
    if shape.is_empty() {
        return Ok(());
    }
    let end = End::new(to, shape.end(pitch)?)?;
    ensure(!end.pageable, INVALID_VALUE, "devices do not reach it")?;
    let aligned = number(to).is_multiple_of(pattern.len() as u64);
    ensure(aligned, INVALID_VALUE, "the address is not aligned")?;
    let pattern = pattern.to_vec();
    let action = move || {
        let (device, end) = (device::get(0)?, end);
        for start in shape.starts(pitch) {
            device.fill(end.at(start), &pattern, shape.width as u64)?;
        }
        Ok(())
    };
    match waits {
        true => stream::at_once(&stream, action),
        false => {
            stream.push(NodeKind::Fill, move |_| action());
            Ok(())
        }
    }
}

pub(super) fn fill_line(
    to: *mut c_void,
    pattern: &[u8],
    count: usize,
    stream: *mut c_void,
    waits: bool,
) -> Outcome {
    let Some(len) = count.checked_mul(pattern.len()) else {
        return fail(INVALID_VALUE, "it is larger than memory");
    };
    fill((to, Pitch::LINE), Shape::line(len), pattern, stream, waits)
}

pub(crate) fn fill_plane(
    (to, pitch): (*mut c_void, usize),
    (width, height): (usize, usize),
    pattern: &[u8],
    stream: *mut c_void,
    waits: bool,
) -> Outcome {
    let Some(width) = width.checked_mul(pattern.len()) else {
        return fail(INVALID_VALUE, "it is larger than memory");
    };
    ensure(
        pitch >= width,
        INVALID_PITCH,
        "a row is longer than its pitch",
    )?;
    let shape = Shape::plane(width, height);
    let pitch = Pitch {
        row: pitch,
        slice: 0,
    };
    fill((to, pitch), shape, pattern, stream, waits)
}

pub(super) fn fill_box(
    to: PitchedPointer,
    value: c_int,
    extent: Extent,
    stream: *mut c_void,
    waits: bool,
) -> Outcome {
    let Some(slice) = to.pitch.checked_mul(to.height) else {
        return fail(INVALID_VALUE, "it is larger than memory");
    };
    ensure(
        to.pitch >= extent.width,
        INVALID_PITCH,
        "a row is longer than its pitch",
    )?;
    let shape = Shape {
        width: extent.width,
        rows: extent.height,
        slices: extent.depth,
    };
    let pitch = Pitch {
        row: to.pitch,
        slice,
    };
    fill((to.pointer, pitch), shape, &[value as u8], stream, waits)
}
