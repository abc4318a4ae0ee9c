//! Random loads, stores, atomics, copies and moves against an evaluator that follows the
//! specification byte by byte.

mod access;
mod atomic;
mod copy;
mod moves;

use crate::common::{Bench, EAGER, STRICT, assemble};
use random::Random;

/// Bytes of each memory that programs touch.
const SPACE: usize = 64 << 10;
/// Global memory has room for the tiles and shared memory at the end, where they are written to be
/// looked at, and for tensor maps.
const MAPS: usize = 2 * SPACE + TILES * 1024;
const TILES: usize = 16;
const NAMES: [&str; 2] = ["shared", "global"];

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

/// `.x4` for four registers in a row, nothing for one.
fn times(count: usize) -> String {
    match count {
        1 => String::new(),
        _ => format!(".x{count}"),
    }
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

    /// Fills v4 to v7 with anything.
    fn random_vectors(&mut self) -> [u8; 512] {
        std::array::from_fn(|_| self.random.bits() as u8)
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

fn program(seed: u64, base: u64) -> (State, Vec<u8>) {
    let mut random = Random::new(seed);
    let mut global = vec![0; MAPS + 64 * 128];
    global
        .iter_mut()
        .take(SPACE)
        .for_each(|byte| *byte = random.bits() as u8);
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
                state.mask = state.random.bits() as u32;
                let mask = state.mask;
                state.line(format!("li t0, {mask}\n tcsrw tmask, t0"));
            }
            1 | 2 => access::access(&mut state),
            3 => atomic::atomic(&mut state),
            4 => moves::moves(&mut state),
            5 | 6 => copy::copy(&mut state),
            _ => copy::linear(&mut state),
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
