//! Unstructured divergence: results are those of every lane alone, whatever the schedule, and lanes
//! meet again where they should.

use crate::common::graph::{DATA, LINK, random_graph};
use crate::common::*;
use op::Op;
use random::Random;
use sim::{Config, Observer, Order, Site, Stop, Wave};
use std::ops::ControlFlow;
use uop::{AtomicOp, MemKind, MemOp, Resources, Space, Test, Uop};

/// Checks at every instruction that commits go to exactly the active lanes.
#[derive(Default)]
struct LiveIsExec;

impl Observer for LiveIsExec {
    fn issue(&mut self, _: &Site, wave: &Wave) -> ControlFlow<Stop> {
        for (lane, &live) in wave.live_lanes().iter().enumerate() {
            assert_eq!(live, 0u32.wrapping_sub((wave.exec() >> lane) as u32 & 1));
        }
        assert_eq!(wave.exec() & !wave.alive(), 0);
        ControlFlow::Continue(())
    }
}

#[test]
fn random_graphs_give_what_every_lane_gives_alone() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let lanes = random.pick(&[1, 4, 16, 16, 32, 32, 64]);
        let threads = 1 + random.below(2 * lanes as usize) as u32;
        let groups = 1 + random.below(2) as u32;
        let count = (groups * threads) as usize * DATA.len();
        let (_, base) = memory(4 * count as u64);
        let program = random_graph(&mut random, base, groups * threads);
        let expected = lane::every_lane(&program, groups, threads, lanes, base, count);
        for quantum in [1, 7, 100, 4096] {
            for order in [Order::RoundRobin, Order::Random(seed)] {
                let (memory, _) = memory(4 * count as u64);
                let launch = launch(groups, threads, lanes);
                let config = Config {
                    quantum,
                    order,
                    ..Config::default()
                };
                let mut dispatch = sim::Dispatch::new(&program, launch.clone(), &memory, config);
                if quantum == 100 {
                    dispatch.resume(&mut LiveIsExec).unwrap();
                } else {
                    dispatch.resume(&mut ()).unwrap();
                }
                let got = words(&memory, base, count);
                assert_eq!(got, expected, "seed {seed}, quantum {quantum}, {order:?}");
            }
        }
    }
}

/// `if lane < 8 { 4 instructions } else { 4 instructions }`, then 4 more.
#[test]
fn if_else_meets_behind_the_else() {
    let mut asm = Asm::new();
    let (otherwise, end) = (asm.label(), asm.label());
    let zero = asm.constant(0);
    asm.op_with(Op::LtU32, v(3), LANE, 8); // 1
    asm.diverge(Test::Equal, v(3), zero, otherwise); // 1
    (0..4).for_each(|_| asm.op_with(Op::AddU32, v(4), v(4), 1)); // 4, 8 lanes
    asm.jump(end); // 1, 8 lanes
    asm.bind(otherwise);
    (0..4).for_each(|_| asm.op_with(Op::AddU32, v(4), v(4), 2)); // 4, 24 lanes
    asm.bind(end);
    (0..4).for_each(|_| asm.op_with(Op::AddU32, v(4), v(4), 3)); // 4
    asm.push(Uop::End); // 1
    let (memory, _) = memory(4);
    let stats = run_wave(&asm.finish(), 32, &memory);
    assert_eq!(stats.instructions, 2 + 5 + 4 + 5);
    assert_eq!(stats.active_lanes, 2 * 32 + 5 * 8 + 4 * 24 + 5 * 32);
    assert_eq!(stats.divergent_branches, 1);
    assert_eq!(stats.lane_slots, 16 * 32);
}

/// Lane i goes round i + 1 times; all meet behind the loop.
#[test]
fn loops_meet_behind_their_end() {
    let mut asm = Asm::new();
    let zero = asm.constant(0);
    asm.op_with(Op::AddU32, v(3), LANE, 1);
    let again = asm.here();
    asm.op_with(Op::SubU32, v(3), v(3), 1);
    asm.diverge(Test::NotEqual, v(3), zero, again);
    asm.op_with(Op::AddU32, v(4), v(4), 1);
    asm.push(Uop::End);
    let (memory, _) = memory(4);
    let stats = run_wave(&asm.finish(), 32, &memory);
    assert_eq!(stats.instructions, 1 + 2 * 32 + 2);
    assert_eq!(stats.active_lanes, 32 + 2 * (32 * 33 / 2) + 2 * 32);
    assert_eq!(stats.divergent_branches, 31);
}

/// A loop in each half of an `if`, inside an outer loop of three rounds.
#[test]
fn nested_regions_meet_from_the_inside_out() {
    let mut asm = Asm::new();
    let zero = asm.constant(0);
    asm.set(v(5), 3);
    let outer = asm.here();
    let (otherwise, end) = (asm.label(), asm.label());
    asm.op_with(Op::AndB32, v(3), LANE, 1);
    asm.op_with(Op::AndB32, v(4), LANE, 3);
    asm.op_with(Op::AddU32, v(4), v(4), 1); // 1..=4, by lane
    asm.diverge(Test::Equal, v(3), zero, otherwise);
    let inner = asm.here(); // odd lanes: 2 or 4 rounds
    asm.op_with(Op::SubU32, v(4), v(4), 1);
    asm.diverge(Test::NotEqual, v(4), zero, inner);
    asm.jump(end);
    asm.bind(otherwise);
    let inner = asm.here(); // even lanes: 1 or 3 rounds
    asm.op_with(Op::SubU32, v(4), v(4), 1);
    asm.diverge(Test::NotEqual, v(4), zero, inner);
    asm.bind(end);
    asm.op_with(Op::SubU32, v(5), v(5), 1);
    asm.diverge(Test::NotEqual, v(5), zero, outer);
    asm.push(Uop::End);
    let (memory, _) = memory(4);
    let stats = run_wave(&asm.finish(), 32, &memory);
    assert_eq!(stats.instructions, 1 + 3 * (4 + 2 * 4 + 1 + 2 * 3 + 2) + 1);
    assert_eq!(stats.divergent_branches, 3 * 3);
}

/// Some lanes return early from a function; the caller goes on with all of them.
#[test]
fn early_returns_meet_in_the_caller() {
    let mut asm = Asm::new();
    let zero = asm.constant(0);
    let (function, back) = (asm.label(), asm.label());
    let call = asm.address;
    asm.set(LINK, call as u32 + 8);
    asm.jump(function);
    asm.bind(back);
    asm.builder.indirect_target(back);
    (0..5).for_each(|_| asm.op_with(Op::AddU32, v(7), v(7), 1)); // 5 after the call
    asm.push(Uop::End);
    asm.bind(function);
    asm.op_with(Op::AndB32, v(5), LANE, 3);
    let late = asm.label();
    asm.diverge(Test::NotEqual, v(5), zero, late);
    let join = uop::JoinId(None);
    asm.push(Uop::DivergeIndirect {
        address: LINK,
        offset: 0,
        join,
    }); // 8 lanes
    asm.bind(late);
    (0..3).for_each(|_| asm.op_with(Op::AddU32, v(7), v(7), 1)); // 24 lanes
    asm.push(Uop::DivergeIndirect {
        address: LINK,
        offset: 0,
        join,
    });
    let (memory, _) = memory(4);
    let stats = run_wave(&asm.finish(), 32, &memory);
    assert_eq!(stats.instructions, 2 + 2 + 1 + 4 + 6);
    assert_eq!(stats.active_lanes, 4 * 32 + 8 + 4 * 24 + 6 * 32);
}

/// A recursive function with a divergent branch needs no more memory the deeper it goes, and ends.
#[test]
fn endless_recursion_of_joins_stays_small() {
    let mut asm = Asm::new();
    let zero = asm.constant(0);
    asm.op_with(Op::AddU32, v(3), LANE, 1000);
    let (even, odd) = (asm.label(), asm.label());
    // Two regions that jump into each other in ways the indirect targets do not tell.
    asm.bind(even);
    for (here, temp) in [(0, v(5)), (1, v(6))] {
        if here == 1 {
            asm.bind(odd);
        }
        let (skip, out) = (asm.label(), asm.label());
        asm.op_with(Op::SubU32, v(3), v(3), 1);
        asm.op_with(Op::AndB32, temp, v(3), 1);
        asm.diverge(Test::Equal, temp, zero, skip);
        asm.op_with(Op::AddU32, v(4), v(4), 1);
        asm.bind(skip);
        asm.diverge(Test::NotEqual, v(3), zero, out);
        asm.push(Uop::Exit);
        asm.bind(out);
        asm.jump(if here == 0 { odd } else { even });
    }
    let (memory, _) = memory(4);
    let stats = run_wave(&asm.finish(), 32, &memory);
    assert!(stats.instructions < 20_000, "{}", stats.instructions);
}

/// Lanes of one wave take a lock by compare-and-swap, count, and free it behind the loop in which
/// the others spin.
#[test]
fn a_spin_lock_within_a_wave_makes_progress() {
    for lanes in [4, 32, 64] {
        let (memory, base) = memory(64);
        let mut asm = Asm::new();
        asm.set(v(3), base);
        asm.set(v(4), base + 32);
        asm.set(v(5), 1); // new value; v6 = 0 is what it must be
        let zero = asm.constant(0);
        let spin = asm.here();
        asm.memory(MemOp {
            kind: MemKind::Atomic {
                op: AtomicOp::CompareSwap,
                returns: true,
            },
            dst: v(7),
            data: v(5),
            ..load(Space::Global, 4, v(7), v(3))
        });
        asm.diverge(Test::NotEqual, v(7), zero, spin);
        asm.load(v(8), v(4));
        asm.op_with(Op::AddU32, v(8), v(8), 1);
        asm.store(v(4), v(8));
        asm.store(v(3), zero);
        asm.push(Uop::Exit);
        let program = asm.finish();
        let launch = launch(1, 2 * lanes, lanes);
        run(&program, &launch, &memory, &Config::default()).unwrap();
        assert_eq!(words(&memory, base + 32, 1), [2 * lanes]);
    }
}

fn barriers(
    resources: Resources,
    lanes: u32,
    build: impl Fn(&mut Asm),
) -> Result<sim::Stats, Box<sim::Fault>> {
    let mut asm = Asm::with(resources, &[]);
    build(&mut asm);
    let program = asm.finish();
    let (memory, _) = memory(4096);
    let config = Config {
        max_instructions: 100_000,
        ..Config::default()
    };
    run(&program, &launch(1, 2 * lanes, lanes), &memory, &config)
}

/// Lanes of one wave wait at different barriers; the wave has arrived when all have.
#[test]
fn a_barrier_counts_lanes() {
    let split = |asm: &mut Asm, in_if: u32, in_else: u32, behind: u32| {
        let (otherwise, end) = (asm.label(), asm.label());
        let zero = asm.constant(0);
        asm.op_with(Op::AndB32, v(3), LANE, 1);
        asm.diverge(Test::Equal, v(3), zero, otherwise);
        (0..in_if).for_each(|_| {
            asm.push(Uop::Barrier);
        });
        asm.jump(end);
        asm.bind(otherwise);
        (0..in_else).for_each(|_| {
            asm.push(Uop::Barrier);
        });
        asm.bind(end);
        (0..behind).for_each(|_| {
            asm.push(Uop::Barrier);
        });
        asm.push(Uop::Exit);
    };
    let passed = |in_if, in_else, behind| {
        let stats = barriers(Resources::default(), 32, |asm| {
            split(asm, in_if, in_else, behind)
        });
        stats.unwrap().barriers
    };
    assert_eq!(passed(1, 1, 0), 1);
    assert_eq!(passed(2, 2, 3), 5);
    // Those who wait behind the `if` go on to their own barrier, and end before the others.
    assert_eq!(passed(1, 0, 1), 2);
    assert_eq!(passed(0, 3, 1), 4);
    assert_eq!(passed(0, 2, 0), 2);

    let uniform = Resources {
        uniform_barriers: true,
        ..Resources::default()
    };
    let fault = barriers(uniform.clone(), 32, |asm| split(asm, 1, 1, 0)).unwrap_err();
    assert_eq!(fault.trap.code(), "divergent-barrier");
    let met = barriers(uniform.clone(), 32, |asm| split(asm, 0, 0, 2)).unwrap();
    assert_eq!(met.barriers, 2);
    // Lanes that have ended are not missed.
    let left = barriers(uniform, 32, |asm| {
        let go_on = asm.label();
        let zero = asm.constant(0);
        asm.op_with(Op::AndB32, v(3), LANE, 1);
        asm.diverge(Test::Equal, v(3), zero, go_on);
        asm.push(Uop::Exit);
        asm.bind(go_on);
        asm.push(Uop::Barrier);
        asm.push(Uop::Exit);
    });
    assert_eq!(left.unwrap().barriers, 1);
}

/// Lanes that wait at a join for others who are at a barrier do what comes before their own
/// barrier, and the others see it.
#[test]
fn no_lane_passes_a_barrier_before_all_lanes_have_come() {
    for early in [0, 1] {
        let (memory, base) = memory(256);
        let mut asm = Asm::new();
        let skip = asm.label();
        let chosen = asm.constant(early);
        asm.op_with(Op::ShlB32, v(3), LANE, 2);
        asm.op_with(Op::AddU32, v(3), v(3), base);
        asm.op_with(Op::XorB32, v(4), v(3), 4);
        asm.op_with(Op::AndB32, v(5), LANE, 1);
        asm.diverge(Test::Equal, v(5), chosen, skip);
        asm.push(Uop::Barrier);
        asm.load(v(6), v(4)); // what the neighbour has left behind the join
        asm.op_with(Op::AddU32, v(6), v(6), 100);
        asm.bind(skip);
        asm.op_with(Op::AddU32, v(6), v(6), 1);
        asm.store(v(3), v(6));
        asm.push(Uop::Barrier);
        asm.push(Uop::Exit);
        asm.run(&launch(1, 32, 32), &memory).unwrap();
        let expected: Vec<u32> = (0..32)
            .map(|lane| if lane % 2 == early { 1 } else { 102 })
            .collect();
        assert_eq!(words(&memory, base, 32), expected);
    }
}

/// After a barrier, lanes that reached it apart run together again.
#[test]
fn lanes_at_one_barrier_become_one_split() {
    let stats = barriers(Resources::default(), 32, |asm| {
        // Both halves call the same function, where a barrier is, and only then meet.
        let (function, otherwise) = (asm.label(), asm.label());
        let zero = asm.constant(0);
        asm.op_with(Op::AndB32, v(3), LANE, 1); // 1
        asm.diverge(Test::Equal, v(3), zero, otherwise); // 1
        asm.jump(function); // 1, half
        asm.bind(otherwise);
        asm.op_with(Op::AddU32, v(4), v(4), 1); // 1, half
        asm.jump(function); // 1, half
        asm.bind(function);
        asm.push(Uop::Barrier); // 1
        (0..10).for_each(|_| asm.op_with(Op::AddU32, v(4), v(4), 1)); // 10
        asm.push(Uop::Exit); // 1
    });
    assert_eq!(stats.unwrap().instructions, 2 * (2 + 3 + 12));
}

#[test]
fn a_jump_to_nowhere_names_the_lane() {
    let mut asm = Asm::new();
    asm.op_with(Op::LtU32, v(3), LANE, 5);
    let (good, bad) = (asm.constant(0x100), asm.constant(0xbad0));
    asm.op(Op::SelectB32, v(3), &[v(3), good, bad]);
    let join = uop::JoinId(None);
    asm.push(Uop::DivergeIndirect {
        address: v(3),
        offset: 0,
        join,
    });
    let (memory, _) = memory(4);
    let fault = asm.run(&launch(1, 32, 32), &memory).unwrap_err();
    assert_eq!(
        fault.trap,
        uop::Trap::BadTarget {
            address: 0xbad0,
            lane: 5
        }
    );
    assert_eq!(fault.address, 0x108);
}
