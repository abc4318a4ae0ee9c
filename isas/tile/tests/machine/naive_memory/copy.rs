//! Copies that run beside the program: boxes of tensors, and plain bytes.

use super::{MAPS, SPACE, State};
use crate::common::numbers::put;

/// A tensor map, in memory and in numbers.
struct Map {
    address: usize,
    base: usize,
    sizes: [usize; 5],
    strides: [usize; 5],
}

fn tensor(
    state: &mut State,
    first: usize,
    (rank, element): (usize, usize),
    boxes: [usize; 5],
) -> Map {
    let sizes: [usize; 5] = std::array::from_fn(|d| match d {
        0 => 32 / element * (1 + state.random.below(3) as usize) + state.random.below(5) as usize,
        _ if d < rank => 1 + state.random.below(3) as usize,
        _ => 1,
    });
    let mut strides = [element; 5];
    let mut stride = (sizes[0] * element).next_multiple_of(32);
    for d in 1..5 {
        strides[d] = stride;
        stride *= sizes[d];
    }
    let base = first + 32 * state.below(256);
    let address = MAPS + 64 * state.maps;
    state.maps += 1;
    let map = Map {
        address,
        base,
        sizes,
        strides,
    };
    let mut bytes = [0; 64];
    bytes[..8].copy_from_slice(&(state.base + base as u64).to_le_bytes());
    put(&mut bytes, 4, 2, element as u32);
    put(&mut bytes, 4, 3, rank as u32);
    for d in 0..rank {
        let (size, stride, extent) = match d {
            4 => (14, 11, 30),
            _ => (4 + d, 7 + d, 24 + d),
        };
        put(&mut bytes, 4, size, sizes[d] as u32);
        if d > 0 {
            put(&mut bytes, 4, stride, strides[d] as u32);
        }
        put(&mut bytes, 2, extent, boxes[d] as u32);
    }
    state.global[address..address + 64].copy_from_slice(&bytes);
    map
}

impl Map {
    fn place(&self, coordinates: [i64; 5]) -> Option<usize> {
        let mut at = self.base;
        for (d, coordinate) in coordinates.into_iter().enumerate() {
            if coordinate < 0 || coordinate >= self.sizes[d] as i64 {
                return None;
            }
            at += coordinate as usize * self.strides[d];
        }
        Some(at)
    }
}

/// Copies of boxes of tensors.
pub fn copy(state: &mut State) {
    let rank = 1 + state.below(5);
    let element = [1, 2, 4, 8][state.below(4)];
    let masked = state.below(3) == 0;
    let boxes: [usize; 5] = std::array::from_fn(|d| match d {
        0 => 32 / element * (1 + state.random.below(2) as usize),
        _ if d < rank => 1 + state.random.below(3) as usize,
        _ => 1,
    });
    // A map to shared memory, shared memory to a map, a map to global memory, or map to map.
    let way = state.below(4);
    let (from_map, to_map) = (way != 1, way == 1 || way == 3);
    let source = from_map.then(|| tensor(state, 0, (rank, element), boxes));
    let target = to_map.then(|| tensor(state, 20 << 10, (rank, element), boxes));
    let mut words = [0u8; 512];
    let mut at = [[0i64; 5]; 2];
    let mut extent = boxes;
    for d in 0..rank {
        let place = |which: usize| match d {
            4 => 12 + which,
            _ => 4 * which + d,
        };
        for (which, at) in at.iter_mut().enumerate() {
            at[d] = state.below(6) as i64 - 2;
            put(&mut words, 4, place(which), at[d] as u32);
        }
        if d > 0 && state.coin() {
            extent[d] = 1 + state.below(3);
            put(
                &mut words,
                4,
                if d == 4 { 14 } else { 8 + d },
                extent[d] as u32,
            );
        }
    }
    state.set_vectors(&words);
    let plain = (40 << 10) + 32 * state.below(256);
    let (to, from) = match way {
        0 => ("shared", "global"),
        1 => ("global", "shared"),
        _ => ("global", "global"),
    };
    let (mut dst, mut src) = ("t0".to_string(), "t1".to_string());
    match &source {
        Some(map) => {
            state.point("t1", true, map.address as i64);
            src = "[t1]".to_string();
        }
        None => state.point("t1", false, plain as i64),
    }
    match &target {
        Some(map) => {
            state.point("t0", true, map.address as i64);
            dst = "[t0]".to_string();
        }
        None => state.point("t0", to == "global", plain as i64),
    }
    let tm = if masked { ", tm" } else { "" };
    state.line(format!(
        "ttma.tile.{rank}d.{to}.{from}.bulk {dst}, {src}, v4{tm}"
    ));
    state.line("tcommit.tma 3\n twait.tma 3".to_string());
    // Sources, targets and plain bytes lie in different parts of memory, so order is no matter.
    let elements: usize = extent.iter().product();
    for number in 0..elements {
        let mut rest = number;
        let index: [usize; 5] = std::array::from_fn(|d| {
            let index = rest % extent[d];
            rest /= extent[d];
            index
        });
        let packed = number * element;
        if !state.active(masked, packed / 32) {
            continue;
        }
        let coordinates = |which: usize| std::array::from_fn(|d| at[which][d] + index[d] as i64);
        let value: Vec<u8> = match &source {
            Some(map) => match map.place(coordinates(0)) {
                Some(place) => state.global[place..place + element].to_vec(),
                None => vec![0; element],
            },
            None => state.shared[plain + packed..plain + packed + element].to_vec(),
        };
        let place = match &target {
            Some(map) => map.place(coordinates(1)),
            None => Some(plain + packed),
        };
        if let Some(place) = place {
            state.space(to == "global")[place..place + element].copy_from_slice(&value);
        }
    }
}

/// Copies of plain bytes, in one row or several.
pub fn linear(state: &mut State) {
    let rows = if state.coin() { 1 } else { 1 + state.below(6) };
    let bytes = 32 * (1 + state.below(20));
    let pitches = [0; 2].map(|_| (bytes + 32 * state.random.below(3) as usize) as u32);
    let masked = state.below(3) == 0;
    let (to, from) = [
        ("shared", "global"),
        ("global", "shared"),
        ("shared", "shared"),
        ("global", "global"),
    ][state.below(4)];
    let mut words = [0u8; 512];
    put(&mut words, 4, 0, pitches[0]);
    put(&mut words, 4, 4, pitches[1]);
    put(&mut words, 4, 8, bytes as u32);
    put(&mut words, 4, 9, rows as u32);
    state.set_vectors(&words);
    // Halves of the memories, so that a copy never overlaps itself.
    let source = 32 * state.below(512);
    let target = SPACE / 2 + 32 * state.below(256);
    state.point("t1", from == "global", source as i64);
    state.point("t0", to == "global", target as i64);
    let dimensions = if rows == 1 && state.coin() { 1 } else { 2 };
    let tm = if masked { ", tm" } else { "" };
    match state.coin() {
        true => {
            state.line(format!(
                "ttma.lin.{dimensions}d.{to}.{from}.sem t0, t1, v4, 5{tm}"
            ));
            state.line("tsem.wait 5, 1".to_string());
        }
        false => {
            state.line(format!(
                "ttma.lin.{dimensions}d.{to}.{from}.bulk t0, t1, v4{tm}"
            ));
            state.line("twait.all".to_string());
        }
    }
    for row in 0..rows {
        for byte in 0..bytes {
            let packed = row * bytes + byte;
            if state.active(masked, packed / 32) {
                let value =
                    state.space(from == "global")[source + row * pitches[0] as usize + byte];
                state.space(to == "global")[target + row * pitches[1] as usize + byte] = value;
            }
        }
    }
}
