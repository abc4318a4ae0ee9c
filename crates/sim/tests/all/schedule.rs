//! Waves, workgroups and threads: barriers, deadlocks, limits, orders, and stopping on the way.

use crate::common::*;
use op::Op;
use sim::{Config, Dispatch, Fault, Memory, Observer, Order, Progress, Site, Stats, Stop, Wave};
use std::ops::ControlFlow;
use std::sync::Arc;
use uop::{AtomicOp, Cond, LabelId, MemKind, MemOp, Program, Resources, Space, Src, Trap, Uop};

/// The wave goes to `to` if its number in the workgroup is 0.
fn if_first_wave(asm: &mut Asm, to: LabelId) {
    asm.push(Uop::Branch {
        when: Cond::Zero(s(0)),
        to: to.0,
    });
}

/// Every thread leaves its number in local memory, waits, and takes that of the last thread but
/// its own number, three times over.
fn exchange(base: u32, threads: u32) -> Arc<Program> {
    let mut asm = Asm::new();
    asm.op(Op::MovB32, v(8), &[THREAD]);
    let last = asm.constant(4 * (threads - 1));
    for _ in 0..3 {
        asm.op_with(Op::ShlB32, v(3), LOCAL_ID, 2);
        asm.memory(store(Space::Local, 4, v(3), v(8)));
        asm.push(Uop::Barrier);
        asm.op(Op::SubU32, v(3), &[last, v(3)]);
        asm.memory(load(Space::Local, 4, v(8), v(3)));
        asm.op_with(Op::AddU32, v(8), v(8), 1);
        asm.push(Uop::Barrier);
        asm.push(Uop::Nop);
        asm.push(Uop::Nop);
    }
    asm.op_with(Op::ShlB32, v(3), THREAD, 2);
    asm.op_with(Op::AddU32, v(3), v(3), base);
    asm.store(v(3), v(8));
    asm.push(Uop::End);
    asm.finish()
}

fn exchanged(groups: u32, threads: u32) -> Vec<u32> {
    let thread = |i: u32| i / threads * threads + (threads - 1 - i % threads);
    (0..groups * threads).map(|i| thread(i) + 3).collect()
}

#[test]
fn order_threads_and_quantum_do_not_change_results_or_counts() {
    for (groups, threads, lanes) in [(1, 256, 32), (40, 100, 32), (7, 256, 64), (3, 33, 4)] {
        let count = (groups * threads) as usize;
        let (_, base) = memory(4 * count as u64);
        let program = exchange(base, threads);
        let mut stats = None;
        for order in [Order::RoundRobin, Order::Random(1), Order::Random(2)] {
            for (quantum, workers) in [(1, 1), (4096, 1), (3, 2), (4096, 2)] {
                let (memory, _) = memory(4 * count as u64);
                let config = Config {
                    order,
                    quantum,
                    threads: workers,
                    ..Config::default()
                };
                let got = run(&program, &launch(groups, threads, lanes), &memory, &config).unwrap();
                assert_eq!(words(&memory, base, count), exchanged(groups, threads));
                assert_eq!(
                    got,
                    *stats.get_or_insert(got),
                    "{order:?}, {quantum}, {workers}"
                );
            }
        }
        let stats = stats.unwrap();
        assert_eq!(stats.workgroups, u64::from(groups));
        assert_eq!(stats.waves, u64::from(groups * threads.div_ceil(lanes)));
        assert_eq!(stats.barriers, u64::from(groups) * 6);
        assert_eq!(stats.instructions, stats.waves * (1 + 3 * 9 + 4));
    }
}

/// Every workgroup finds the registers and the local memory of a new one, whatever the one before
/// it left there.
#[test]
fn workgroups_leave_nothing_to_each_other() {
    let (groups, threads) = (6, 64);
    let count = (groups * threads) as usize;
    let (memory, base) = memory(4 * count as u64);
    let mut asm = Asm::new();
    asm.op_with(Op::ShlB32, v(3), LOCAL_ID, 2);
    asm.memory(load(Space::Local, 4, v(4), v(3)));
    // v5 is unused, and s5 too.
    asm.op(Op::AddU32, v(4), &[v(4), v(5)]);
    asm.push(Uop::PerLane {
        op: Op::AddU32,
        dst: v(4),
        src: [v(4).into(), s(5).into(), Src::None],
    });
    asm.op_with(Op::ShlB32, v(6), THREAD, 2);
    asm.op_with(Op::AddU32, v(6), v(6), base);
    asm.store(v(6), v(4));
    asm.set(v(5), 7);
    asm.push(Uop::Scalar {
        op: Op::NotB32,
        dst: s(5),
        src: [s(5); 3],
    });
    asm.memory(store(Space::Local, 4, v(3), v(5)));
    asm.op(Op::MovB32, LOCAL_ID, &[v(5)]);
    asm.push(Uop::End);
    let program = asm.finish();
    for workers in [1, 2] {
        let config = Config {
            threads: workers,
            ..Config::default()
        };
        run(&program, &launch(groups, threads, 32), &memory, &config).unwrap();
        assert_eq!(words(&memory, base, count), vec![0xdead_beef; count]);
    }
}

#[test]
fn atomics_of_all_threads_add_up() {
    let (memory, base) = memory(8);
    let mut asm = Asm::new();
    asm.set(v(3), base);
    asm.set(v(4), 1);
    for _ in 0..10 {
        asm.memory(MemOp {
            kind: MemKind::Atomic {
                op: AtomicOp::Apply(Op::AddU32),
                returns: false,
            },
            data: v(4),
            ..load(Space::Global, 4, v(8), v(3))
        });
    }
    asm.push(Uop::End);
    let program = asm.finish();
    let config = Config {
        threads: 4,
        ..Config::default()
    };
    run(&program, &launch(200, 64, 32), &memory, &config).unwrap();
    assert_eq!(words(&memory, base, 1), [200 * 64 * 10]);
}

/// Wave 0 waits at a barrier to which wave 1 never comes.
fn lonely(resources: Resources) -> Result<Stats, Box<Fault>> {
    let mut asm = Asm::with(resources, &[]);
    let first = asm.label();
    if_first_wave(&mut asm, first);
    asm.push(Uop::End);
    asm.bind(first);
    asm.push(Uop::Nop);
    asm.push(Uop::Barrier);
    asm.push(Uop::End);
    let (memory, _) = memory(4);
    asm.run(&launch(1, 64, 32), &memory)
}

#[test]
fn a_deadlock_says_who_waits_where() {
    let fault = lonely(Resources::default()).unwrap_err();
    let Trap::Deadlock { waits } = &fault.trap else {
        panic!("{fault}")
    };
    assert_eq!(
        waits[..],
        ["wave 0 waits at the barrier at 0x10c", "wave 1 has ended"]
    );
    assert_eq!((fault.address, fault.site.wave), (0x10c, 0));
    let arrive = Resources {
        ended_waves_arrive: true,
        ..Resources::default()
    };
    assert_eq!(lonely(arrive).unwrap().barriers, 1);
}

/// `count` instructions, then the end.
fn straight(count: usize, last: Uop) -> Arc<Program> {
    let mut asm = Asm::new();
    (1..count).for_each(|i| {
        if i % 3 == 0 {
            asm.push(Uop::Nop);
        } else {
            asm.op_with(Op::AddU32, v(3), v(3), 1);
        }
    });
    asm.push(last);
    asm.finish()
}

#[test]
fn the_limit_is_on_instructions_of_the_whole_launch() {
    let (memory, _) = memory(4);
    for quantum in [1, 10, 4096] {
        for (limit, fits) in [
            (400, true),
            (401, true),
            (399, false),
            (200, false),
            (0, false),
        ] {
            let program = straight(100, Uop::End);
            let config = Config {
                max_instructions: limit,
                quantum,
                ..Config::default()
            };
            // Two groups of two waves.
            let outcome = run(&program, &launch(2, 64, 32), &memory, &config);
            assert_eq!(outcome.is_ok(), fits, "limit {limit}, quantum {quantum}");
            let trap = outcome.err().map(|fault| fault.trap);
            assert_eq!(
                trap,
                (!fits).then_some(Trap::Limit {
                    limit,
                    waits: Vec::new()
                })
            );
        }
    }
}

#[test]
fn programs_that_never_end_stop_at_the_limit() {
    let (memory, _) = memory(4);
    let forever = |lanes: u32, build: &dyn Fn(&mut Asm)| {
        let mut asm = Asm::new();
        build(&mut asm);
        let program = asm.finish();
        let config = Config {
            max_instructions: 10_000,
            ..Config::default()
        };
        let mut dispatch = Dispatch::new(&program, launch(1, 2 * lanes, lanes), &memory, config);
        let fault = dispatch.resume(&mut ()).unwrap_err();
        assert!(matches!(fault.trap, Trap::Limit { .. }), "{fault}");
        dispatch.stats().instructions
    };
    assert_eq!(
        forever(32, &|asm| {
            let again = asm.here();
            asm.jump(again);
        }),
        10_000
    );
    // Lanes that part and spin in different places.
    assert_eq!(
        forever(32, &|asm| {
            let zero = asm.constant(0);
            asm.op_with(Op::AndB32, v(3), LANE, 1);
            let other = asm.label();
            asm.diverge(uop::Test::Equal, v(3), zero, other);
            let again = asm.here();
            asm.jump(again);
            asm.bind(other);
            asm.push(Uop::Nop);
            asm.jump(other);
        }),
        10_000
    );
    // Hints are instructions too, even where they cost nothing.
    let spent = forever(32, &|asm| {
        let again = asm.here();
        (0..9).for_each(|_| {
            asm.push(Uop::Nop);
        });
        asm.jump(again);
    });
    assert_eq!(spent, 10_000);
    // The steps of one instruction loop: no wave ever issues another.
    let spent = forever(32, &|asm| {
        asm.builder.begin(0x100, 4);
        asm.builder.push(Uop::Nop);
        let again = asm.here();
        asm.builder.push(Uop::Jump { to: again.0 });
    });
    assert_eq!(spent, 2);
}

#[test]
fn the_limit_holds_on_several_threads() {
    let (memory, _) = memory(4);
    let program = straight(1000, Uop::End);
    let config = Config {
        max_instructions: 50_000,
        threads: 3,
        ..Config::default()
    };
    let fault = run(&program, &launch(1000, 32, 32), &memory, &config).unwrap_err();
    assert!(
        matches!(fault.trap, Trap::Limit { limit: 50_000, .. }),
        "{fault}"
    );
    let config = Config {
        max_instructions: 1_000_000,
        ..config
    };
    run(&program, &launch(1000, 32, 32), &memory, &config).unwrap();
}

/// Each of two waves waits for what the other writes.
#[test]
fn waves_that_spin_on_each_other_make_progress() {
    for order in [Order::RoundRobin, Order::Random(5)] {
        let (memory, base) = memory(8);
        let mut asm = Asm::new();
        asm.set(v(3), base);
        asm.set(v(4), 1);
        let (first, done) = (asm.label(), asm.label());
        let zero = asm.constant(0);
        if_first_wave(&mut asm, first);
        asm.store(v(3), v(4));
        let wait = asm.here();
        asm.memory(load(Space::Global, 4, v(5), v(3)));
        asm.diverge(uop::Test::Equal, v(5), v(4), wait);
        asm.jump(done);
        asm.bind(first);
        let wait = asm.here();
        asm.memory(load(Space::Global, 4, v(5), v(3)));
        asm.diverge(uop::Test::Equal, v(5), zero, wait);
        asm.op_with(Op::AddU32, v(5), v(5), 1);
        asm.store(v(3), v(5));
        asm.bind(done);
        asm.push(Uop::End);
        let config = Config {
            order,
            ..Config::default()
        };
        run(&asm.finish(), &launch(1, 64, 32), &memory, &config).unwrap();
        assert_eq!(words(&memory, base, 1), [2]);
    }
}

/// Whatever the threads do, the fault of the first group in launch order is the one reported.
#[test]
fn the_first_fault_in_launch_order_is_reported() {
    let (memory, _) = memory(4);
    let mut asm = Asm::new();
    let bad = asm.label();
    for group in [23, 11, 37] {
        let number = asm.builder.scalar_constant(group);
        asm.push(Uop::Scalar {
            op: Op::SubU32,
            dst: s(5),
            src: [s(1), number, number],
        });
        asm.push(Uop::Branch {
            when: Cond::Zero(s(5)),
            to: bad.0,
        });
    }
    asm.push(Uop::End);
    asm.bind(bad);
    asm.push(Uop::Trap("bad".into()));
    let program = asm.finish();
    for threads in [1, 2, 4] {
        for _ in 0..10 {
            let config = Config {
                threads,
                ..Config::default()
            };
            let fault = run(&program, &launch(50, 16, 16), &memory, &config).unwrap_err();
            assert_eq!(fault.site.group, [11, 0, 0]);
            assert_eq!(fault.trap, Trap::Illegal("bad".into()));
        }
    }
}

/// Notes every instruction and stops as often as it is told to.
#[derive(Default)]
struct Trace {
    issued: Vec<(u32, u32, u64)>,
    stop_every: usize,
    barriers: usize,
    faults: usize,
}

impl Observer for Trace {
    fn issue(&mut self, at: &Site, wave: &Wave) -> ControlFlow<Stop> {
        self.issued.push((at.wave, at.inst, wave.issued()));
        if self.stop_every > 0 && self.issued.len().is_multiple_of(self.stop_every) {
            return ControlFlow::Break(Stop);
        }
        ControlFlow::Continue(())
    }

    fn barrier(&mut self, _: &[[u32; 3]]) {
        self.barriers += 1;
    }

    fn fault(&mut self, _: &Fault) {
        self.faults += 1;
    }
}

fn traced(
    program: &Arc<Program>,
    memory: &Arc<Memory>,
    order: Order,
    stop_every: usize,
) -> (Trace, Stats, usize) {
    let config = Config {
        order,
        quantum: 7,
        ..Config::default()
    };
    let mut dispatch = Dispatch::new(program, launch(2, 100, 32), memory, config);
    let mut trace = Trace {
        stop_every,
        ..Trace::default()
    };
    let mut stops = 0;
    while dispatch.resume(&mut trace).unwrap() == Progress::Stopped {
        stops += 1;
        assert!(dispatch.current().is_some());
    }
    (trace, *dispatch.stats(), stops)
}

#[test]
fn stopping_changes_nothing_and_resuming_makes_progress() {
    let count = 200;
    let (_, base) = memory(4 * count);
    let program = exchange(base, 100);
    for order in [Order::RoundRobin, Order::Random(9)] {
        let (memory, _) = memory(4 * count);
        let (free, stats, _) = traced(&program, &memory, order, 0);
        assert_eq!(words(&memory, base, 200), exchanged(2, 100));
        assert_eq!(free.issued.len() as u64, stats.instructions);
        assert_eq!(free.barriers, 12);
        for stop_every in [1, 2, 13] {
            let (stopped, again, stops) = traced(&program, &memory, order, stop_every);
            assert_eq!(stops, free.issued.len() / stop_every);
            assert_eq!(stopped.issued.len(), free.issued.len());
            let path = |trace: &Trace| trace.issued.iter().map(|i| (i.0, i.1)).collect::<Vec<_>>();
            assert!(
                path(&stopped) == path(&free),
                "{order:?}, every {stop_every}"
            );
            assert_eq!(again, stats);
        }
        // Without an observer: the same counts.
        let config = Config {
            order,
            quantum: 7,
            ..Config::default()
        };
        assert_eq!(
            run(&program, &launch(2, 100, 32), &memory, &config).unwrap(),
            stats
        );
    }
}

/// A clone taken at any instruction goes on as the original does.
#[test]
fn a_clone_is_a_snapshot() {
    let (memory, base) = memory(4 * 100);
    let program = exchange(base, 100);
    let config = Config {
        order: Order::Random(3),
        ..Config::default()
    };
    let mut dispatch = Dispatch::new(&program, launch(1, 100, 32), &memory, config);
    let mut step = Trace {
        stop_every: 1,
        ..Trace::default()
    };
    let mut snapshots = Vec::new();
    while dispatch.resume(&mut step).unwrap() == Progress::Stopped {
        if step.issued.len() % 11 == 1 {
            snapshots.push((
                step.issued.len(),
                dispatch.clone(),
                words(&memory, base, 100),
            ));
        }
    }
    assert!(snapshots.len() > 5);
    for (taken_at, mut snapshot, contents) in snapshots {
        write_words(&memory, base, contents);
        let mut rest = Trace::default();
        assert_eq!(snapshot.resume(&mut rest).unwrap(), Progress::Done);
        let path =
            |issued: &[(u32, u32, u64)]| issued.iter().map(|i| (i.0, i.1)).collect::<Vec<_>>();
        assert_eq!(path(&rest.issued), path(&step.issued[taken_at..]));
        assert_eq!(snapshot.stats(), dispatch.stats());
        assert_eq!(words(&memory, base, 100), exchanged(1, 100));
    }
}

#[test]
fn a_fault_is_told_and_the_wave_stays_where_it_happened() {
    let (memory, _) = memory(4);
    let program = straight(10, Uop::Trap("no".into()));
    let mut dispatch = Dispatch::new(&program, launch(1, 32, 32), &memory, Config::default());
    let mut trace = Trace::default();
    let fault = dispatch.resume(&mut trace).unwrap_err();
    assert_eq!((trace.faults, fault.address), (1, 0x100 + 9 * 4));
    let wave = &dispatch.current().unwrap().waves()[0];
    assert_eq!(address_of(&program, wave.at()), fault.address);
}

/// Scalar sources, 64-bit arguments and modifiers, at every width.
#[test]
fn operands_of_every_kind_reach_the_kernel() {
    for lanes in [1, 4, 16, 32, 64] {
        let (memory, base) = memory(4 * 4 * 64);
        let mut asm = Asm::new();
        let pair = asm.builder.constant64(0x1_ffff_ffff);
        let scalar = asm.builder.scalar_constant64(0x2_0000_0001);
        let src = [Src::Vector(pair), Src::ScalarPair(scalar), Src::None];
        asm.push(Uop::PerLane {
            op: Op::AddU64,
            dst: v(8),
            src,
        });
        let src = [Src::Scalar(scalar), Src::Vector(LANE), Src::None];
        asm.push(Uop::PerLane {
            op: Op::AddU32,
            dst: v(10),
            src,
        });
        asm.push(Uop::Modified(Box::new(uop::Modified {
            op: Op::AddU32,
            dst: v(11),
            src: [Src::Scalar(scalar), Src::Vector(LANE), Src::None],
            mods: [
                uop::SrcMods {
                    first: Some(Op::NotB32),
                    second: None,
                },
                uop::SrcMods {
                    first: Some(Op::NotB32),
                    second: Some(Op::NegI32),
                },
                uop::SrcMods::default(),
            ],
            out: uop::OutMods {
                first: Some(Op::NegI32),
                second: None,
            },
        })));
        asm.dump(base, 64, &[v(8), v(9), v(10), v(11)], v(5));
        asm.push(Uop::End);
        asm.run(&launch(1, lanes, lanes), &memory).unwrap();
        let got = words(&memory, base, 4 * 64);
        for lane in 0..lanes {
            let at = |reg: u32| got[(64 * reg + lane) as usize];
            assert_eq!((at(0), at(1)), (0, 4));
            assert_eq!(at(2), 1 + lane);
            assert_eq!(at(3), (!1u32).wrapping_add(lane + 1).wrapping_neg());
        }
    }
}
