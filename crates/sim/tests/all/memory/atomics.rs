//! Atomics on cells that lanes share.

use crate::common::*;
use op::Op;
use random::Random;
use sim::{Config, Launch};
use std::sync::Arc;
use uop::{AtomicOp, MemKind, MemOp, Space, Uop};

/// Atomics on one address take effect lane after lane, ascending.
#[test]
fn atomics_go_lane_by_lane() {
    for space in [Space::Global, Space::Local, Space::Flat] {
        for bytes in [4u8, 8] {
            for op in [
                AtomicOp::Apply(Op::AddU64),
                AtomicOp::Exchange,
                AtomicOp::CompareSwap,
                AtomicOp::CompareSwapFloat,
            ] {
                let op = match op {
                    AtomicOp::Apply(_) if bytes == 4 => AtomicOp::Apply(Op::AddU32),
                    op => op,
                };
                check_atomic(space, bytes, op);
            }
        }
    }
}

fn check_atomic(space: Space, bytes: u8, op: AtomicOp) {
    let (memory, base) = memory(4096);
    let start = if space == Space::Local {
        0
    } else {
        base + 2048
    };
    // Two cells, for even and odd lanes.
    let cell = |lane: u32| start + u32::from(bytes) * (lane % 2);
    let random = |i: u64, lane: u32| Random::new(i * 64 + u64::from(lane)).bits();
    let new = |lane: u32| random(1, lane) & (!0 >> (64 - 8 * u32::from(bytes)));
    let initial = if bytes == 8 { 7u64 << 32 | 5 } else { 5 };
    // Every third lane knows what is there, if no other has been faster.
    let compare = |lane: u32| if lane.is_multiple_of(3) { initial } else { 1 };
    let half = |value: &dyn Fn(u32) -> u64, shift: u32| {
        (0..32).map(|lane| (value(lane) >> shift) as u32).collect()
    };
    let mut vectors = vec![(v(3), (0..32).map(cell).collect::<Vec<u32>>())];
    let mut reg = 8;
    for value in [&new as &dyn Fn(u32) -> u64, &compare] {
        for shift in (0..8 * u32::from(bytes)).step_by(32) {
            vectors.push((v(reg), half(value, shift)));
            reg += 1;
        }
    }
    for shift in [0, 32] {
        vectors.push((v(18 + shift / 32), half(&|_| initial, shift.into())));
    }
    let given = Given {
        vectors,
        ..Given::default()
    };
    let mut asm = Asm::new();
    asm.memory(store(space, bytes, v(3), v(18)));
    asm.memory(MemOp {
        kind: MemKind::Atomic { op, returns: true },
        dst: v(14),
        data: v(8),
        ..load(space, bytes, v(14), v(3))
    });
    asm.memory(load(space, bytes, v(16), v(3)));
    asm.dump(base, 32, &[v(14), v(15), v(16), v(17)], v(5));
    asm.push(Uop::End);
    let launch = Launch {
        entry: Arc::new(given),
        ..launch(1, 32, 32)
    };
    run(&asm.finish(), &launch, &memory, &Config::default()).unwrap();
    let got = words(&memory, base, 4 * 32);
    let value = |reg: usize, lane: usize| {
        let high = if bytes == 8 {
            got[32 * (reg + 1) + lane]
        } else {
            0
        };
        u64::from(got[32 * reg + lane]) | u64::from(high) << 32
    };
    let mut cells = [initial; 2];
    for lane in 0..32 {
        let cell = &mut cells[lane as usize % 2];
        assert_eq!(
            value(0, lane as usize),
            *cell,
            "{space:?} {bytes} {op:?} lane {lane}"
        );
        *cell = match op {
            AtomicOp::Apply(op) => op.eval([*cell, new(lane), 0]),
            AtomicOp::Exchange => new(lane),
            AtomicOp::CompareSwap if *cell == compare(lane) => new(lane),
            AtomicOp::CompareSwap => *cell,
            AtomicOp::CompareSwapFloat => {
                let equal = match bytes {
                    8 => f64::from_bits(*cell) == f64::from_bits(compare(lane)),
                    _ => f32::from_bits(*cell as u32) == f32::from_bits(compare(lane) as u32),
                };
                if equal { new(lane) } else { *cell }
            }
        };
    }
    for lane in 0..32 {
        assert_eq!(value(2, lane), cells[lane % 2], "{space:?} {bytes} {op:?}");
    }
}
