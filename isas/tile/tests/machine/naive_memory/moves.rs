//! Moves between registers.

use super::{State, TILES};

/// Looks at `t3` by moving it to a tile register.
pub fn move_in(state: &mut State, tile: usize, slot: usize, value: u64) {
    state.line(format!("li t4, {slot}"));
    state.line(format!("tmv.t.x.du tr{tile}, t3, t4"));
    state.tiles[tile][8 * slot..8 * slot + 8].copy_from_slice(&value.to_le_bytes());
}

/// Moves between host registers and tile registers.
pub fn moves(state: &mut State) {
    let tile = state.below(TILES);
    let other = state.below(TILES);
    let index = state.below(2048);
    match state.below(4) {
        0 => to_integer(state, tile, other, index),
        1 => from_integer(state, tile, index),
        2 => floats(state, tile, other, index),
        _ => vectors(state, tile, other),
    }
}

/// Integers out of a tile register, of every width and extension.
fn to_integer(state: &mut State, tile: usize, other: usize, index: usize) {
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

/// Integers into a tile register, at one place or all.
fn from_integer(state: &mut State, tile: usize, index: usize) {
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
    let value = state.random.bits();
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

/// Floats: the bits as they are, boxed where they are narrow.
fn floats(state: &mut State, tile: usize, other: usize, index: usize) {
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

/// Vectors: 128 bytes, or as many nibbles, with and without a mask in v0.
fn vectors(state: &mut State, tile: usize, other: usize) {
    let (name, bytes) = [("b", 1), ("h", 2), ("w", 4), ("d", 8), ("n", 1)][state.below(5)];
    let nibbles = name == "n";
    let masked = state.coin();
    let slots = if nibbles { 16 } else { 8 };
    let slot = state.below(slots);
    let vectors = state.random_vectors();
    state.set_vectors(&vectors);
    let v0 = match masked {
        true => {
            state.line("vmv1r.v v0, v5".to_string());
            ", v0.t"
        }
        false => "",
    };
    let takes = |element: usize| !masked || vectors[128 + element / 8] >> (element % 8) & 1 == 1;
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
