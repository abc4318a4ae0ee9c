//! Random loads, stores, atomics, copies and moves against an evaluator that follows the
//! specification byte by byte.

mod common;

use common::numbers::{Format, Random, get, put, two};
use common::{Bench, EAGER, STRICT, assemble};

/// Bytes of each memory that programs touch.
const SPACE: usize = 64 << 10;
/// Global memory has room for the tiles and shared memory at the end, where they are written to be
/// looked at, and for tensor maps.
const MAPS: usize = 2 * SPACE + TILES * 1024;
const TILES: usize = 16;

struct State {
    random: Random,
    global: Vec<u8>,
    shared: Vec<u8>,
    tiles: Vec<Vec<u8>>,
    mask: u32,
    /// v4 to v7, which indices and operands come from.
    vectors: Vec<u8>,
    text: String,
    maps: usize,
    base: u64,
}

impl State {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u64) as usize
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    fn line(&mut self, line: String) {
        self.text += &format!(" {line}\n");
    }

    fn space(&mut self, global: bool) -> &mut Vec<u8> {
        match global {
            true => &mut self.global,
            false => &mut self.shared,
        }
    }

    /// Puts the address of `offset` into a register.
    fn point(&mut self, register: &str, global: bool, offset: i64) {
        self.line(format!("li {register}, {offset}"));
        if global {
            self.line(format!("add {register}, {register}, a0"));
        }
    }

    fn active(&self, masked: bool, row: usize) -> bool {
        !masked || self.mask >> (row % 32) & 1 == 1
    }

    fn set_vectors(&mut self, bytes: &[u8; 512]) {
        // The words are written by the host and loaded whole.
        self.vectors = bytes.to_vec();
        let at = SPACE - 512;
        self.global[at..]
            .iter_mut()
            .take(512)
            .zip(bytes)
            .for_each(|(to, from)| *to = *from);
        self.point("t0", true, at as i64);
        for (index, word) in bytes.chunks(8).enumerate() {
            let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
            self.line(format!("li t1, {word:#x}"));
            self.line(format!("sd t1, {}(t0)", 8 * index));
        }
        self.line("vl4re8.v v4, (t0)".to_string());
    }
}

const NAMES: [&str; 2] = ["shared", "global"];

/// Loads and stores in all three ways of finding rows.
fn access(state: &mut State) {
    let (global, store, masked) = (state.coin(), state.coin(), state.coin());
    let count = [1, 2, 4, 8][state.below(4)];
    let tile = state.below(TILES - count + 1);
    let way = state.below(3);
    let suffix = if count > 1 {
        format!(".x{count}")
    } else {
        String::new()
    };
    let tm = if masked { ", tm" } else { "" };
    let units = 32 * count;
    // Row q lies at base + offset + 32 * place(q).
    let places: Vec<i64>;
    let mut extra = String::new();
    let mut width = String::new();
    match way {
        0 => places = (0..units as i64).collect(),
        1 => {
            let stride = state.below(7) as i64 - 3;
            state.line(format!("li t2, {stride}"));
            extra = ", t2".to_string();
            places = (0..units as i64).map(|q| q * stride).collect();
        }
        _ => {
            let bytes = [1, 2, 4, 8][state.below(4)];
            if units * bytes > 512 {
                return;
            }
            let mut vectors = [0; 512];
            for q in 0..units {
                let index = state.below(if bytes == 1 { 256 } else { 700 }) as u64;
                vectors[q * bytes..(q + 1) * bytes].copy_from_slice(&index.to_le_bytes()[..bytes]);
            }
            state.set_vectors(&vectors);
            width = format!(".e{}", 8 * bytes);
            extra = ", v4".to_string();
            places = (0..units)
                .map(|q| {
                    let mut word = [0; 8];
                    word[..bytes].copy_from_slice(&vectors[q * bytes..(q + 1) * bytes]);
                    i64::from_le_bytes(word)
                })
                .collect();
        }
    }
    let (low, high) = if way == 0 { (-512, 511) } else { (-16, 15) };
    let offset = low + state.below((high - low + 1) as usize) as i64;
    let start = 24576 / 32 + state.below(64) as i64;
    let name = if store { "tst" } else { "tld" };
    let kind = ["u", "s", "i"][way];
    let space = NAMES[usize::from(global)];
    let by_register = state.coin();
    state.point("t0", global, 32 * (start - offset));
    let text = match by_register {
        true => {
            state.line(format!("li t1, {}", 32 * offset));
            "t1".to_string()
        }
        false => format!("{}", 32 * offset),
    };
    state.line(format!(
        "{name}.{space}.{kind}{width}{suffix} tr{tile}, {text}(t0){extra}{tm}"
    ));
    for (q, place) in places.iter().enumerate() {
        if !state.active(masked, q) {
            continue;
        }
        let at = (32 * (start + place)) as usize;
        let (register, row) = (tile + q / 32, 32 * (q % 32));
        let mut bytes = [0; 32];
        if store {
            bytes.copy_from_slice(&state.tiles[register][row..row + 32]);
            state.space(global)[at..at + 32].copy_from_slice(&bytes);
        } else {
            bytes.copy_from_slice(&state.space(global)[at..at + 32]);
            state.tiles[register][row..row + 32].copy_from_slice(&bytes);
        }
    }
}

const ATOMICS: [(&str, &str); 22] = [
    ("add", "u32"),
    ("sub", "u32"),
    ("min", "u32"),
    ("max", "u32"),
    ("and", "u32"),
    ("or", "u32"),
    ("xor", "u32"),
    ("swap", "u32"),
    ("min", "s32"),
    ("max", "s32"),
    ("add", "f32"),
    ("sub", "f32"),
    ("min", "f32"),
    ("max", "f32"),
    ("add", "f16"),
    ("sub", "f16"),
    ("min", "f16"),
    ("max", "f16"),
    ("add", "bf16"),
    ("sub", "bf16"),
    ("min", "bf16"),
    ("max", "bf16"),
];

fn atomic_bytes(ty: &str) -> usize {
    if ty.ends_with("16") { 2 } else { 4 }
}

fn update((op, ty): (&str, &str), old: u32, operand: u32) -> u32 {
    match (op, ty) {
        ("swap", _) => operand,
        ("min", "u32") => old.min(operand),
        ("max", "u32") => old.max(operand),
        (op, "u32" | "s32") => two(op, Format::I32, old, operand),
        (op, "f32") => two(op, Format::F32, old, operand),
        (op, "f16") => two(op, Format::F16, old, operand),
        (op, _) => two(op, Format::Bf16, old, operand),
    }
}

/// Atomics with operands in tile registers, vector registers and integer registers.
fn atomic(state: &mut State) {
    let (global, masked) = (state.coin(), state.coin());
    let op = ATOMICS[state.below(ATOMICS.len())];
    let bytes = atomic_bytes(op.1);
    let space = NAMES[usize::from(global)];
    let tm = if masked { ", tm" } else { "" };
    let count = [1, 2, 4, 8][state.below(4)];
    let suffix = if count > 1 {
        format!(".x{count}")
    } else {
        String::new()
    };
    let (name, ty) = op;
    let at = 32 * (256 + state.below(512));
    match state.below(4) {
        0 => {
            let tile = state.below(TILES - count + 1);
            let returns = state.coin();
            let kind = if returns { "tatomt" } else { "tredt" };
            let offset = 32 * (state.below(64) as i64 - 32);
            state.point("t0", global, at as i64 - offset);
            state.line(format!(
                "{kind}.{space}.{name}.{ty}{suffix} tr{tile}, {offset}(t0){tm}"
            ));
            for element in 0..1024 * count / bytes {
                let byte = element * bytes;
                if !state.active(masked, byte / 32) {
                    continue;
                }
                let (register, index) = (tile + byte / 1024, byte % 1024 / bytes);
                let operand = get(&state.tiles[register], bytes, index);
                let old = get(&state.space(global)[at..], bytes, element);
                put(
                    &mut state.space(global)[at..],
                    bytes,
                    element,
                    update(op, old, operand),
                );
                if returns {
                    put(&mut state.tiles[register], bytes, index, old);
                }
            }
        }
        1 => {
            let count = count.min(4);
            let suffix = if count > 1 {
                format!(".x{count}")
            } else {
                String::new()
            };
            let cas = state.below(4) == 0;
            let mut vectors = [0; 512];
            vectors
                .iter_mut()
                .for_each(|byte| *byte = state.random.next() as u8);
            if cas {
                // Half of the elements are what is expected.
                for element in (0..128).step_by(2) {
                    let old = get(&state.space(global)[at..], 4, element);
                    put(&mut vectors, 4, element, old);
                }
            }
            state.set_vectors(&vectors);
            state.point("t0", global, at as i64);
            let elements = 128 * count / bytes;
            if cas {
                state.line("li t1, 0x12345678".to_string());
                state.line(format!("tredv.{space}.cas.u32{suffix} (t0), v4, t1{tm}"));
            } else {
                state.line(format!("tredv.{space}.{name}.{ty}{suffix} 0(t0), v4{tm}"));
            }
            let (bytes, elements) = if cas {
                (4, 32 * count)
            } else {
                (bytes, elements)
            };
            for element in 0..elements {
                if !state.active(masked, element * bytes / 32) {
                    continue;
                }
                let operand = get(&vectors, bytes, element);
                let old = get(&state.space(global)[at..], bytes, element);
                let new = match cas {
                    true if old == operand => 0x1234_5678,
                    true => old,
                    false => update(op, old, operand),
                };
                put(&mut state.space(global)[at..], bytes, element, new);
            }
        }
        _ => {
            // As many elements as an integer register holds; the old ones go to the tiles.
            let count = if count * bytes > 8 { 8 / bytes } else { count };
            let suffix = if count > 1 {
                format!(".x{count}")
            } else {
                String::new()
            };
            let operand = state.random.next();
            let (slot, tile) = (state.below(128), state.below(TILES));
            let cas = state.below(4) == 0;
            state.point("t0", global, at as i64);
            if cas {
                let expected = match state.coin() {
                    true => get(&state.space(global)[at..], 4, 0),
                    false => operand as u32,
                };
                state.line(format!("li t1, {expected}\n li t2, 77"));
                state.line(format!("tatom.{space}.cas.u32 t3, (t0), t1, t2"));
                let old = get(&state.space(global)[at..], 4, 0);
                if old == expected {
                    put(&mut state.space(global)[at..], 4, 0, 77);
                }
                move_in(state, tile, slot, old as i32 as u64);
                return;
            }
            state.line(format!("li t1, {operand:#x}"));
            let returns = state.coin();
            match returns {
                true => state.line(format!("tatom.{space}.{name}.{ty}{suffix} t3, (t0), t1")),
                false => state.line(format!("tred.{space}.{name}.{ty}{suffix} (t0), t1")),
            }
            let mut packed = 0u64;
            for element in 0..count {
                let old = get(&state.space(global)[at..], bytes, element);
                packed |= u64::from(old) << (8 * bytes * element);
                let own = get(&operand.to_le_bytes(), bytes, element);
                put(
                    &mut state.space(global)[at..],
                    bytes,
                    element,
                    update(op, old, own),
                );
            }
            if returns {
                let unused = 64 - 8 * (bytes * count) as u32;
                let extended = ((packed << unused) as i64 >> unused) as u64;
                move_in(state, tile, slot, extended);
            }
        }
    }
}

/// Looks at `t3` by moving it to a tile register.
fn move_in(state: &mut State, tile: usize, slot: usize, value: u64) {
    state.line(format!("li t4, {slot}"));
    state.line(format!("tmv.t.x.du tr{tile}, t3, t4"));
    state.tiles[tile][8 * slot..8 * slot + 8].copy_from_slice(&value.to_le_bytes());
}

/// Moves between host registers and tile registers.
fn moves(state: &mut State) {
    let tile = state.below(TILES);
    let other = state.below(TILES);
    let index = state.below(2048);
    match state.below(4) {
        0 => {
            // Integers, of every width and extension.
            let sizes = [
                ("bu", 8, false),
                ("hu", 16, false),
                ("wu", 32, false),
                ("du", 64, false),
                ("nu", 4, false),
                ("h", 16, true),
                ("w", 32, true),
                ("d", 64, true),
                ("n", 4, true),
            ];
            let (name, bits, signed) = sizes[state.below(sizes.len())];
            let slots = 8192 / bits;
            state.line(format!("li t2, {index}"));
            state.line(format!("tmv.x.t.{name} t3, tr{tile}, t2"));
            let at = index % slots * bits;
            let mut value = 0u64;
            for bit in 0..bits {
                let position = at + bit;
                let set = state.tiles[tile][position / 8] >> (position % 8) & 1;
                value |= u64::from(set) << bit;
            }
            if signed && bits < 64 && value >> (bits - 1) == 1 {
                value |= !0 << bits;
            }
            let slot = state.below(128);
            move_in(state, other, slot, value);
        }
        1 => {
            let sizes = [
                ("bu", 8),
                ("hu", 16),
                ("wu", 32),
                ("du", 64),
                ("nu", 4),
                ("d", 64),
                ("n", 4),
            ];
            let (name, bits) = sizes[state.below(sizes.len())];
            let slots = 8192 / bits;
            let value = state.random.next();
            let broadcast = state.below(4) == 0;
            state.line(format!("li t1, {value:#x}"));
            let chosen = match broadcast {
                true => {
                    state.line(format!("tmv.t.x.{name} tr{tile}, t1, bc"));
                    0..slots
                }
                false => {
                    state.line(format!("li t2, {index}"));
                    state.line(format!("tmv.t.x.{name} tr{tile}, t1, t2"));
                    index % slots..index % slots + 1
                }
            };
            for slot in chosen {
                for bit in 0..bits {
                    let position = slot * bits + bit;
                    let byte = &mut state.tiles[tile][position / 8];
                    *byte &= !(1 << (position % 8));
                    *byte |= ((value >> bit & 1) as u8) << (position % 8);
                }
            }
        }
        2 => {
            // Floats: the bits as they are, boxed where they are narrow.
            let (name, bits) = [("h", 16), ("s", 32), ("d", 64)][state.below(3)];
            let slots = 8192 / bits;
            state.line(format!("li t2, {index}"));
            state.line(format!("tmv.f.t.{name} fa1, tr{tile}, t2"));
            state.line("fmv.x.d t3, fa1".to_string());
            let at = index % slots * bits / 8;
            let mut word = [0xff; 8];
            word[..bits / 8].copy_from_slice(&state.tiles[tile][at..at + bits / 8]);
            let slot = state.below(128);
            move_in(state, other, slot, u64::from_le_bytes(word));
            let place = state.below(slots);
            state.line(format!("li t2, {place}"));
            state.line(format!("tmv.t.f.{name} tr{tile}, fa1, t2"));
            let to = place * bits / 8;
            state.tiles[tile][to..to + bits / 8].copy_from_slice(&word[..bits / 8]);
        }
        _ => {
            // Vectors: 128 bytes, or as many nibbles, with and without a mask in v0.
            let (name, bytes) = [("b", 1), ("h", 2), ("w", 4), ("d", 8), ("n", 1)][state.below(5)];
            let nibbles = name == "n";
            let masked = state.coin();
            let slots = if nibbles { 16 } else { 8 };
            let slot = state.below(slots);
            let mut vectors = [0; 512];
            vectors
                .iter_mut()
                .for_each(|byte| *byte = state.random.next() as u8);
            state.set_vectors(&vectors);
            let v0 = match masked {
                true => {
                    state.line("vmv1r.v v0, v5".to_string());
                    ", v0.t"
                }
                false => "",
            };
            let takes =
                |element: usize| !masked || vectors[128 + element / 8] >> (element % 8) & 1 == 1;
            state.line(format!("tmv.t.v.{name} tr{tile}, v4, {slot}{v0}"));
            for (byte, value) in vectors[..128].iter().enumerate() {
                if !takes(byte / bytes) {
                    continue;
                }
                if nibbles {
                    let place = &mut state.tiles[tile][64 * slot + byte / 2];
                    let shift = 4 * (byte % 2);
                    *place = *place & !(15 << shift) | (value & 15) << shift;
                } else {
                    state.tiles[tile][128 * slot + byte] = *value;
                }
            }
            // And back, over v6, which goes to another tile register.
            let from = state.below(slots);
            state.line(format!("tmv.v.t.{name} v6, tr{other}, {from}{v0}"));
            let mut moved = vectors[256..384].to_vec();
            for (byte, moved) in moved.iter_mut().enumerate() {
                if takes(byte / bytes) {
                    *moved = match nibbles {
                        true => state.tiles[other][64 * from + byte / 2] >> (4 * (byte % 2)) & 15,
                        false => state.tiles[other][128 * from + byte],
                    };
                }
            }
            let to = state.below(8);
            state.line(format!("tmv.t.v.b tr{tile}, v6, {to}"));
            state.tiles[tile][128 * to..128 * to + 128].copy_from_slice(&moved);
        }
    }
}

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
fn copy(state: &mut State) {
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
fn linear(state: &mut State) {
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

fn program(seed: u64, base: u64) -> (State, Vec<u8>) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut global = vec![0; MAPS + 64 * 128];
    global
        .iter_mut()
        .take(SPACE)
        .for_each(|byte| *byte = random.next() as u8);
    let mut state = State {
        random,
        shared: global[..SPACE].to_vec(),
        tiles: (0..TILES)
            .map(|tile| global[1024 * tile..1024 * tile + 1024].to_vec())
            .collect(),
        global,
        mask: !0,
        vectors: vec![0; 512],
        text: String::new(),
        maps: 0,
        base,
    };
    let initial = state.global.clone();
    // Shared memory and the tiles begin as global memory.
    state.line(format!(
        "li t2, {SPACE}\n vsetvli t0, zero, e32, m1, ta, ma\n vmv.v.x v4, t2"
    ));
    state.line("ttma.lin.1d.shared.global.bulk zero, a0, v4\n twait.all".to_string());
    state.line("tld.shared.u.x8 tr0, 0(zero)\n tld.shared.u.x8 tr8, 8192(zero)".to_string());
    for _ in 0..24 {
        // Operations are waited for one by one, so that strict delivery allows their uses.
        match state.below(8) {
            0 => {
                state.mask = state.random.next() as u32;
                let mask = state.mask;
                state.line(format!("li t0, {mask}\n tcsrw tmask, t0"));
            }
            1 | 2 => access(&mut state),
            3 => atomic(&mut state),
            4 => moves(&mut state),
            5 | 6 => copy(&mut state),
            _ => linear(&mut state),
        }
        state.line("twait.all".to_string());
    }
    state.point("t0", true, (2 * SPACE) as i64);
    state.line("tst.global.u.x8 tr0, 0(t0)\n tst.global.u.x8 tr8, 8192(t0)".to_string());
    state.line(format!(
        "li t2, {SPACE}\n vsetvli t0, zero, e32, m1, ta, ma\n vmv.v.x v4, t2"
    ));
    state.point("t0", true, SPACE as i64);
    state.line("ttma.lin.1d.global.shared.bulk t0, zero, v4\n twait.all\n ret".to_string());
    // Tensor maps are there from the start.
    let mut start = initial;
    start[MAPS..].copy_from_slice(&state.global[MAPS..]);
    let (shared, tiles) = (state.shared.clone(), state.tiles.concat());
    state.global[SPACE..2 * SPACE].copy_from_slice(&shared);
    state.global[2 * SPACE..2 * SPACE + tiles.len()].copy_from_slice(&tiles);
    (state, start)
}

#[test]
fn random_memory_programs_agree_with_the_naive_evaluator() {
    for seed in 1..=60u64 {
        for options in [EAGER, STRICT] {
            let mut bench = Bench::new();
            let address = bench.place(&vec![0; MAPS + 64 * 128]);
            let (state, start) = program(seed, address);
            bench.memory.write(address, &start).expect("mapped");
            let code = assemble(&state.text);
            if let Err(fault) = bench.run(&code, &options) {
                panic!(
                    "seed {seed}: {} at {:#x}\n{}",
                    fault.trap, fault.address, state.text
                );
            }
            let result = bench.read(address, start.len());
            if let Some(at) = result.iter().zip(&state.global).position(|(a, b)| a != b) {
                panic!(
                    "seed {seed}: byte {at:#x} is {:#04x}, not {:#04x}\n{}",
                    result[at], state.global[at], state.text
                );
            }
        }
    }
}
