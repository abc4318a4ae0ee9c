//! Atomics and reductions.

use super::moves::move_in;
use super::{NAMES, State, TILES, times};
use crate::common::numbers::{Format, get, put, two};

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

/// Which atomic, and where.
struct Case {
    op: (&'static str, &'static str),
    global: bool,
    masked: bool,
    /// Registers in a row.
    count: usize,
    at: usize,
}

impl Case {
    /// The bytes of an element.
    fn bytes(&self) -> usize {
        if self.op.1.ends_with("16") { 2 } else { 4 }
    }

    /// The space and the operation, as mnemonics have them.
    fn name(&self, cas: bool) -> String {
        let space = NAMES[usize::from(self.global)];
        match cas {
            true => format!("{space}.cas.u32"),
            false => format!("{space}.{}.{}", self.op.0, self.op.1),
        }
    }

    fn mask(&self) -> &'static str {
        if self.masked { ", tm" } else { "" }
    }
}

/// Atomics with operands in tile registers, vector registers and integer registers.
pub fn atomic(state: &mut State) {
    let (global, masked) = (state.coin(), state.coin());
    let case = Case {
        global,
        masked,
        op: ATOMICS[state.below(ATOMICS.len())],
        count: [1, 2, 4, 8][state.below(4)],
        at: 32 * (256 + state.below(512)),
    };
    match state.below(4) {
        0 => tiles(state, &case),
        1 => vectors(state, &case),
        _ => integers(state, &case),
    }
}

/// An operand for every element of tile registers.
fn tiles(state: &mut State, case: &Case) {
    let (global, count, at, bytes) = (case.global, case.count, case.at, case.bytes());
    let tile = state.below(TILES - count + 1);
    let returns = state.coin();
    let kind = if returns { "tatomt" } else { "tredt" };
    let offset = 32 * (state.below(64) as i64 - 32);
    state.point("t0", global, at as i64 - offset);
    state.line(format!(
        "{kind}.{}{} tr{tile}, {offset}(t0){}",
        case.name(false),
        times(count),
        case.mask()
    ));
    for element in 0..1024 * count / bytes {
        let byte = element * bytes;
        if !state.active(case.masked, byte / 32) {
            continue;
        }
        let (register, index) = (tile + byte / 1024, byte % 1024 / bytes);
        let operand = get(&state.tiles[register], bytes, index);
        let old = get(&state.space(global)[at..], bytes, element);
        put(
            &mut state.space(global)[at..],
            bytes,
            element,
            update(case.op, old, operand),
        );
        if returns {
            put(&mut state.tiles[register], bytes, index, old);
        }
    }
}

/// Operands in vector registers; nothing comes back.
fn vectors(state: &mut State, case: &Case) {
    let (global, count, at) = (case.global, case.count.min(4), case.at);
    let cas = state.below(4) == 0;
    let mut vectors = state.random_vectors();
    if cas {
        // Half of the elements are what is expected.
        for element in (0..128).step_by(2) {
            let old = get(&state.space(global)[at..], 4, element);
            put(&mut vectors, 4, element, old);
        }
    }
    state.set_vectors(&vectors);
    state.point("t0", global, at as i64);
    let (name, suffix, tm) = (case.name(cas), times(count), case.mask());
    let bytes = match cas {
        true => {
            state.line("li t1, 0x12345678".to_string());
            state.line(format!("tredv.{name}{suffix} (t0), v4, t1{tm}"));
            4
        }
        false => {
            state.line(format!("tredv.{name}{suffix} 0(t0), v4{tm}"));
            case.bytes()
        }
    };
    for element in 0..128 * count / bytes {
        if !state.active(case.masked, element * bytes / 32) {
            continue;
        }
        let operand = get(&vectors, bytes, element);
        let old = get(&state.space(global)[at..], bytes, element);
        let new = match cas {
            true if old == operand => 0x1234_5678,
            true => old,
            false => update(case.op, old, operand),
        };
        put(&mut state.space(global)[at..], bytes, element, new);
    }
}

/// As many elements as an integer register holds; the old ones go to the tiles.
fn integers(state: &mut State, case: &Case) {
    let (global, at, bytes) = (case.global, case.at, case.bytes());
    let count = case.count.min(8 / bytes);
    let operand = state.random.bits();
    let (slot, tile) = (state.below(128), state.below(TILES));
    let cas = state.below(4) == 0;
    let name = case.name(cas);
    state.point("t0", global, at as i64);
    if cas {
        let expected = match state.coin() {
            true => get(&state.space(global)[at..], 4, 0),
            false => operand as u32,
        };
        state.line(format!("li t1, {expected}\n li t2, 77"));
        state.line(format!("tatom.{name} t3, (t0), t1, t2"));
        let old = get(&state.space(global)[at..], 4, 0);
        if old == expected {
            put(&mut state.space(global)[at..], 4, 0, 77);
        }
        move_in(state, tile, slot, old as i32 as u64);
        return;
    }
    state.line(format!("li t1, {operand:#x}"));
    let (returns, suffix) = (state.coin(), times(count));
    match returns {
        true => state.line(format!("tatom.{name}{suffix} t3, (t0), t1")),
        false => state.line(format!("tred.{name}{suffix} (t0), t1")),
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
            update(case.op, old, own),
        );
    }
    if returns {
        let unused = 64 - 8 * (bytes * count) as u32;
        let extended = ((packed << unused) as i64 >> unused) as u64;
        move_in(state, tile, slot, extended);
    }
}
