//! Tensor maps: where the elements of a tensor lie.

use crate::machine::env::{Env, aligned};
use crate::machine::op::Memory;
use crate::machine::thread::Thread;
use riscv::{Result, Stop, access_fault};
use uop::Space;

/// A tensor map, read from memory.
#[derive(Clone, Copy, Debug)]
pub struct Map {
    pub base: u64,
    pub element: u64,
    pub sizes: [u64; RANK],
    pub strides: [u64; RANK],
    pub boxes: [u64; RANK],
    pub at: [i64; RANK],
}

/// The most dimensions of a tensor.
pub const RANK: usize = 5;

/// Where the numbers of a dimension lie: in a tensor map, and in the coordinate vector. The fifth
/// dimension came later and fills the gaps that the first four left.
pub struct Layout {
    pub size: usize,
    pub stride: usize,
    pub extent: usize,
    /// Elements of the vector: coordinates in the source and destination, extent of the box.
    pub source: usize,
    pub destination: usize,
    pub given_extent: usize,
}

pub const fn layout(dimension: usize) -> Layout {
    match dimension {
        4 => Layout {
            size: 56,
            stride: 44,
            extent: 60,
            source: 12,
            destination: 13,
            given_extent: 14,
        },
        _ => Layout {
            size: 16 + 4 * dimension,
            stride: 28 + 4 * dimension,
            extent: 48 + 2 * dimension,
            source: dimension,
            destination: 4 + dimension,
            given_extent: 8 + dimension,
        },
    }
}

impl Map {
    /// Where, in bytes of a box row, the tensor begins and ends.
    pub fn edges(&self) -> [i64; 2] {
        let element = self.element as i64;
        [
            -self.at[0] * element,
            (self.sizes[0] as i64 - self.at[0]) * element,
        ]
    }

    /// The address of byte `start` of a box row, or nothing outside the tensor.
    pub fn address(&self, row: [u64; RANK - 1], start: u64) -> Option<u64> {
        let column = self.at[0] + (start / self.element) as i64;
        let mut address = self.base;
        let coordinates: [i64; RANK] = std::array::from_fn(|dimension| match dimension {
            0 => column,
            _ => self.at[dimension] + row[dimension - 1] as i64,
        });
        for (dimension, &coordinate) in coordinates.iter().enumerate() {
            if coordinate < 0 || coordinate as u64 >= self.sizes[dimension] {
                return None;
            }
            let stride = if dimension == 0 {
                self.element
            } else {
                self.strides[dimension]
            };
            address = address.wrapping_add((coordinate as u64).wrapping_mul(stride));
        }
        Some(address.wrapping_add(start % self.element))
    }
}

pub fn read_map(thread: &Thread, env: &Env<'_>, pointer: u64, dims: u8) -> Result<Map> {
    aligned(Memory::Global, pointer, 64, 64, false)?;
    let place = env.resolve(thread, Memory::Global, pointer, 64, false)?;
    let mut bytes = [0; 64];
    // SAFETY: `place` holds the map.
    unsafe { op::shared::read(place, &mut bytes) };
    let word = |at: usize| {
        u64::from(u32::from_le_bytes([
            bytes[at],
            bytes[at + 1],
            bytes[at + 2],
            bytes[at + 3],
        ]))
    };
    let half = |at: usize| u64::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let base = word(0) | word(4) << 32;
    let element = word(8);
    if !base.is_multiple_of(32) {
        return Err(bad_map(pointer, "the base address is not a multiple of 32"));
    }
    if !matches!(element, 1 | 2 | 4 | 8) {
        return Err(bad_map(
            pointer,
            &format!("the element size is {element}, not 1, 2, 4 or 8"),
        ));
    }
    if word(12) != u64::from(dims) {
        return Err(bad_map(
            pointer,
            &format!("the rank is {}, the copy has {dims} dimensions", word(12)),
        ));
    }
    let unused = match dims {
        5 => half(62),
        _ => word(44) | word(56) | word(60),
    };
    if unused != 0 {
        return Err(bad_map(pointer, "reserved fields are not zero"));
    }
    let mut map = Map {
        base,
        element,
        sizes: [1; RANK],
        strides: [0; RANK],
        boxes: [1; RANK],
        at: [0; RANK],
    };
    for dimension in 0..usize::from(dims) {
        let at = layout(dimension);
        map.sizes[dimension] = word(at.size);
        if dimension > 0 {
            map.strides[dimension] = word(at.stride);
        }
        map.boxes[dimension] = half(at.extent);
    }
    Ok(map)
}

pub fn bad_map(pointer: u64, why: &str) -> Box<Stop> {
    access_fault(
        Space::Global,
        pointer,
        64,
        false,
        format!("bad tensor map: {why}"),
    )
}
