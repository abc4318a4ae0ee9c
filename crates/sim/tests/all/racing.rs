//! Workgroups on several threads that race on the same bytes, in every way there is: what a lane
//! loads is made of bytes that some lane stored, and no atomic is lost. Under Miri and the sanitizers
//! (`scripts/sanitize`) this shows that a kernel's race is not one of the engine's.

use crate::common::*;
use op::Op;
use sim::Config;
use uop::{AtomicOp, MemKind, MemOp, Space, Uop};

/// Bytes in which every even bit differs from the odd one above it.
const STORED: [u32; 2] = [0x5555_5555, 0xaaaa_aaaa];

/// Words that all race on, followed by the counters and what was found wrong.
const WORDS: u32 = 256;

#[test]
fn races_of_kernels_are_defined_and_atomics_lose_nothing() {
    let (groups, threads, rounds) = match cfg!(miri) {
        true => (4, 32, 1),
        false => (64, 128, 8),
    };
    let (memory, base) = memory(u64::from(4 * WORDS + 64));
    write_words(&memory, base, (0..WORDS).map(|_| STORED[0]));
    let (counter, wide, wrong) = (
        base + 4 * WORDS,
        base + 4 * WORDS + 8,
        base + 4 * WORDS + 16,
    );
    let mut asm = Asm::new();
    let (at, value, all) = (v(3), v(4), v(6));
    // Threads store one pattern or the other.
    asm.op_with(Op::ShrU32, value, THREAD, 4);
    asm.op_with(Op::AndB32, value, value, 1);
    asm.op_with(Op::AddU32, value, value, 1);
    asm.op_with(Op::MulU32, value, value, STORED[0]);
    for register in 5..12 {
        asm.op(Op::MovB32, v(register), &[value]);
    }
    asm.set(all, !0);
    let word = v(16);
    // Words side by side, from a byte on; in reverse; all over the place.
    let places = |asm: &mut Asm, round: u32, kind: u32| {
        match kind {
            0 => asm.op(Op::MovB32, at, &[LANE]),
            1 => asm.op_with(Op::XorB32, at, LANE, 31),
            _ => asm.op_with(Op::MulU32, at, THREAD, 0x9e37_79b1),
        }
        asm.op_with(Op::AndB32, at, at, 127);
        asm.op_with(Op::ShlB32, at, at, 2);
        asm.op_with(Op::AddU32, at, at, base + (round % 4) * (kind % 2));
    };
    for round in 0..rounds {
        for (kind, bytes) in [(0, 4), (0, 1), (1, 2), (2, 4), (2, 16), (1, 8), (0, 12)] {
            places(&mut asm, round, kind);
            asm.memory(store(Space::Global, bytes, at, v(7)));
            places(&mut asm, round, (kind + round) % 3);
            asm.memory(load(Space::Global, bytes, v(12), at));
            for register in 12..12 + u16::from(bytes.div_ceil(4)) {
                let loaded = v(register);
                asm.op_with(Op::ShrU32, word, loaded, 1);
                asm.op(Op::XorB32, word, &[word, loaded]);
                // Of less than a word, the rest is no byte of memory.
                let missing = if bytes < 4 { !0 << (8 * bytes) } else { 0 };
                asm.op_with(Op::OrB32, word, word, missing);
                asm.op(Op::AndB32, all, &[all, word]);
            }
        }
        for (bytes, address, op) in [(4, counter, Op::AddU32), (8, wide, Op::AddU64)] {
            asm.set(at, address);
            asm.set(v(12), 1);
            asm.set(v(13), 0);
            asm.memory(change(bytes, op, at));
        }
    }
    asm.op(Op::NotB32, all, &[all]);
    asm.op_with(Op::AndB32, v(12), all, 0x5555_5555);
    asm.set(at, wrong);
    asm.memory(change(4, Op::OrB32, at));
    asm.push(Uop::End);
    let config = Config {
        threads: 4,
        ..Config::default()
    };
    run(
        &asm.finish(),
        &launch(groups, threads, 32),
        &memory,
        &config,
    )
    .unwrap();
    let after = words(&memory, counter, 5);
    let times = groups * threads * rounds;
    assert_eq!(after, [times, 0, times, 0, 0]);
    let bytes = words(&memory, base, WORDS as usize);
    assert!(
        bytes
            .iter()
            .all(|word| (word ^ word >> 1) & 0x5555_5555 == 0x5555_5555)
    );
}

/// An atomic with what is in register 12 on.
fn change(bytes: u8, op: Op, at: uop::VReg) -> MemOp {
    let op = AtomicOp::Apply(op);
    MemOp {
        kind: MemKind::Atomic { op, returns: false },
        data: v(12),
        ..load(Space::Global, bytes, v(12), at)
    }
}
