//! Structured divergence: random nests of `if`, `else`, loops, `break`, `continue` and `return`
//! give what every lane gives alone.

use crate::common::nest::{DATA, random_nest};
use crate::common::*;
use op::Op;
use random::Random;
use sim::{Config, Order};
use uop::{MaskOp, Src, Uop};

#[test]
fn random_nests_give_what_every_lane_gives_alone() {
    for seed in 0..600 {
        let mut random = Random::new(seed);
        let lanes = random.pick(&[4, 16, 32, 64]);
        let threads = 1 + random.below(2 * lanes as usize) as u32;
        let count = threads as usize * DATA.len();
        let (_, base) = memory(4 * count as u64);
        let program = random_nest(&mut random, base, threads);
        let expected = lane::every_lane(&program, 1, threads, lanes, base, count);
        for (quantum, order) in [
            (1, Order::RoundRobin),
            (4096, Order::RoundRobin),
            (1, Order::Random(seed)),
        ] {
            let (memory, _) = memory(4 * count as u64);
            let config = Config {
                quantum,
                order,
                ..Config::default()
            };
            run(&program, &launch(1, threads, lanes), &memory, &config).unwrap();
            assert_eq!(
                words(&memory, base, count),
                expected,
                "seed {seed}, quantum {quantum}"
            );
        }
    }
}

/// Exactly the lanes that are active in each part are counted there.
#[test]
fn lanes_are_counted_where_they_are_active() {
    let mut asm = Asm::new();
    let eight = asm.constant(8);
    let src = [Src::Vector(LANE), Src::Vector(eight), Src::None];
    asm.push(Uop::Compare {
        op: Op::LtU32,
        dst: s(2),
        src,
    }); // 32
    let (otherwise, end) = (asm.label(), asm.label());
    asm.mask(MaskOp::If {
        mask: s(2),
        invert: false,
        skip: otherwise.0,
    }); // 32
    asm.op_with(Op::AddU32, v(3), v(3), 1); // 8
    asm.bind(otherwise);
    asm.mask(MaskOp::Else { skip: end.0 }); // 8
    asm.op_with(Op::AddU32, v(3), v(3), 1); // 24
    asm.bind(end);
    asm.mask(MaskOp::EndIf); // 24
    asm.push(Uop::End); // 32
    let (memory, _) = memory(4);
    let stats = run_wave(&asm.finish(), 32, &memory);
    assert_eq!(stats.instructions, 7);
    assert_eq!(stats.active_lanes, 3 * 32 + 2 * 8 + 2 * 24);
    assert_eq!(stats.divergent_branches, 1);
}
