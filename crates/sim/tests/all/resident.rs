//! Workgroups side by side: those that wait for later ones, those that wait for nothing, and what is
//! the same on any number of threads.

use crate::common::{Asm, addr, launch, memory, v, words, write_words};
use op::Op;
use sim::{Config, Delivery, Dispatch, Fault, Memory, Observer, Order, Stats};
use std::sync::Arc;
use std::time::Duration;
use uop::{AtomicOp, MemKind, MemOp, Program, Space, Src, Test, Trap, Uop};

struct Watching;

impl Observer for Watching {}

/// Puts the workgroup's number into `v3` and its address in an array at `base` into `v4`.
fn begin(asm: &mut Asm, base: u32) {
    asm.push(Uop::PerLane {
        op: Op::MovB32,
        dst: v(3),
        src: [Src::Scalar(crate::common::s(1)), Src::None, Src::None],
    });
    asm.op_with(Op::ShlB32, v(4), v(3), 2);
    asm.op_with(Op::AddU32, v(4), v(4), base);
}

/// Every workgroup takes the number of the one after it, once it is there, and leaves one more.
fn consumers(base: u32) -> Arc<Program> {
    let mut asm = Asm::new();
    begin(&mut asm, base);
    let zero = asm.constant(0);
    asm.op_with(Op::AddU32, v(5), v(4), 4);
    let wait = asm.here();
    asm.load(v(6), v(5));
    asm.diverge(Test::Equal, v(6), zero, wait);
    asm.op_with(Op::AddU32, v(6), v(6), 1);
    asm.store(v(4), v(6));
    asm.push(Uop::End);
    asm.finish()
}

fn atomic(address: uop::VReg, op: Op, data: uop::VReg, returns: bool) -> MemOp {
    MemOp {
        kind: MemKind::Atomic {
            op: AtomicOp::Apply(op),
            returns,
        },
        data,
        addr: addr(address),
        ..crate::common::load(Space::Global, 4, v(9), address)
    }
}

/// As many ways to run as there are.
fn run_all(
    program: &Arc<Program>,
    groups: u32,
    config: &Config,
    prepare: impl Fn(&Memory, u32),
    check: impl Fn(&Memory, u32, Result<Stats, Box<Fault>>, &str),
) {
    for threads in [1, 3] {
        for order in [Order::RoundRobin, Order::Random(3)] {
            for watched in [false, true] {
                if watched && (threads > 1 || order != Order::RoundRobin) {
                    continue;
                }
                let (memory, base) = memory(4 * 1024);
                prepare(&memory, base);
                let config = Config {
                    threads,
                    order,
                    ..config.clone()
                };
                let mut dispatch = Dispatch::new(program, launch(groups, 40, 32), &memory, config);
                let outcome = match watched {
                    false => dispatch.run(),
                    true => dispatch.resume(&mut Watching).map(|_| *dispatch.stats()),
                };
                let name = format!("{threads} threads, {order:?}, watched: {watched}");
                check(&memory, base, outcome, &name);
            }
        }
    }
}

#[test]
fn a_workgroup_may_wait_for_a_later_one() {
    let groups = 10;
    let program = consumers(memory(4096).1);
    run_all(
        &program,
        groups,
        &Config::default(),
        |memory, base| write_words(memory, base + 4 * groups, [1]),
        |memory, base, outcome, name| {
            outcome.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let expected: Vec<u32> = (1..=groups + 1).rev().collect();
            assert_eq!(words(memory, base, groups as usize + 1), expected, "{name}");
        },
    );
}

#[test]
fn a_grid_barrier_opens_again_and_again() {
    let (groups, rounds) = (6u32, 4u32);
    let base = memory(4096).1;
    let mut asm = Asm::new();
    begin(&mut asm, base);
    let (one, zero) = (asm.constant(1), asm.constant(0));
    let first = asm.constant(base + 2048);
    for round in 1..=rounds {
        // One lane of every wave arrives; two waves make a workgroup.
        asm.op(Op::MinU32, v(11), &[crate::common::LANE, one]);
        let skip = asm.label();
        asm.diverge(Test::NotEqual, v(11), zero, skip);
        asm.memory(atomic(first, Op::AddU32, one, false));
        asm.bind(skip);
        let all = asm.constant(2 * groups * round);
        let wait = asm.here();
        asm.load(v(12), first);
        asm.op(Op::MaxU32, v(13), &[v(12), all]);
        asm.diverge(Test::NotEqual, v(13), v(12), wait);
    }
    asm.store(v(4), v(12));
    asm.push(Uop::End);
    let program = asm.finish();
    run_all(
        &program,
        groups,
        &Config::default(),
        |_, _| (),
        |memory, base, outcome, name| {
            outcome.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let last = vec![2 * groups * rounds; groups as usize];
            assert_eq!(words(memory, base, groups as usize), last, "{name}");
        },
    );
}

#[test]
fn waiting_without_hope_is_a_deadlock_that_says_who_waits_for_what() {
    let program = consumers(memory(4096).1);
    for (resident, groups, begun) in [(4, 9, false), (64, 9, true)] {
        for threads in [1, 3] {
            let config = Config {
                threads,
                resident: Some(resident),
                ..Config::default()
            };
            let (memory, base) = memory(4096);
            // With room for all, what the last waits for never comes.
            if !begun {
                write_words(&memory, base + 4 * groups, [1]);
            }
            let dispatch = Dispatch::new(&program, launch(groups, 32, 32), &memory, config);
            let fault = dispatch.run().unwrap_err();
            let Trap::Waiting { waits } = &fault.trap else {
                panic!("{fault}");
            };
            assert_eq!(fault.site.group, [0; 3]);
            let text = waits.join("\n");
            assert!(
                text.contains("workgroup (0,0,0), wave 0 goes round"),
                "{text}"
            );
            assert!(text.contains("waiting for out[1]"), "{text}");
            assert_eq!(
                text.contains("(4,0,0) and those after it"),
                !begun,
                "{text}"
            );
        }
    }
}

#[test]
fn those_that_count_while_they_wait_do_not_keep_others_from_beginning() {
    let groups = 64;
    let base = memory(4096).1;
    let mut asm = Asm::new();
    begin(&mut asm, base);
    let (one, all) = (asm.constant(1), asm.constant(groups));
    let sum = asm.constant(base + 2048);
    asm.op(Op::MinU32, v(11), &[crate::common::LANE, one]);
    let (skip, zero) = (asm.label(), asm.constant(0));
    asm.diverge(Test::NotEqual, v(11), zero, skip);
    asm.memory(atomic(sum, Op::AddU32, one, false));
    asm.bind(skip);
    asm.set(v(14), 0);
    let wait = asm.here();
    asm.op_with(Op::AddU32, v(14), v(14), 1);
    asm.load(v(12), sum);
    asm.diverge(Test::NotEqual, v(12), all, wait);
    asm.store(v(4), v(12));
    asm.push(Uop::End);
    let program = asm.finish();
    for (watched, threads) in [(false, 1), (true, 1), (false, 2), (false, 4)] {
        let (memory, base) = memory(4096);
        let config = Config {
            max_instructions: 20_000_000 * threads as u64,
            threads,
            ..Config::default()
        };
        let mut dispatch = Dispatch::new(&program, launch(groups, 32, 32), &memory, config);
        assert_eq!(dispatch.threads(), threads);
        let outcome = match watched {
            false => dispatch.run(),
            true => dispatch.resume(&mut Watching).map(|_| *dispatch.stats()),
        };
        outcome.unwrap_or_else(|fault| panic!("watched: {watched}, {threads} threads: {fault}"));
        assert_eq!(words(&memory, base, 64), [groups; 64]);
    }
}

/// Several threads begin workgroups that wait for earlier ones, which then have to begin although there is no room.
#[test]
fn those_that_come_first_begin_whatever_the_room() {
    for counts in [false, true] {
        let base = memory(4096).1;
        let mut asm = Asm::new();
        begin(&mut asm, base);
        let (zero, long) = (asm.constant(0), asm.constant(1 << 20));
        let (wait, slow) = (asm.label(), asm.label());
        // The first takes long.
        asm.set(v(14), 0);
        asm.diverge(Test::NotEqual, v(3), zero, wait);
        asm.bind(slow);
        asm.op_with(Op::AddU32, v(14), v(14), 1);
        asm.diverge(Test::NotEqual, v(14), long, slow);
        asm.bind(wait);
        if counts {
            asm.op_with(Op::AddU32, v(14), v(14), 1);
        }
        asm.load(v(6), v(4));
        asm.diverge(Test::Equal, v(6), zero, wait);
        asm.op_with(Op::AddU32, v(6), v(6), 1);
        asm.op_with(Op::AddU32, v(4), v(4), 4);
        asm.store(v(4), v(6));
        asm.push(Uop::End);
        let program = asm.finish();
        for threads in [1, 2, 4] {
            let (memory, base) = memory(4096);
            write_words(&memory, base, [1]);
            let config = Config {
                threads,
                resident: Some(1),
                max_instructions: 100_000_000,
                ..Config::default()
            };
            let dispatch = Dispatch::new(&program, launch(512, 32, 32), &memory, config);
            dispatch
                .run()
                .unwrap_or_else(|fault| panic!("{threads} threads: {fault}"));
            assert_eq!(words(&memory, base, 513), Vec::from_iter(1..514));
        }
    }
}

#[test]
fn what_another_thread_writes_is_waited_for() {
    let program = consumers(memory(4096).1);
    let (memory, base) = memory(4096);
    let config = |patience| Config {
        patience: Some(Duration::from_millis(patience)),
        ..Config::default()
    };
    // It comes late, and yet long before patience ends.
    let dispatch = Dispatch::new(&program, launch(3, 32, 32), &memory, config(60_000));
    std::thread::scope(|scope| {
        let run = scope.spawn(|| dispatch.run());
        std::thread::sleep(Duration::from_millis(300));
        assert!(!run.is_finished());
        write_words(&memory, base + 12, [1]);
        run.join().unwrap().unwrap();
    });
    assert_eq!(words(&memory, base, 4), [4, 3, 2, 1]);
    // It never comes.
    write_words(&memory, base, [0; 4]);
    let dispatch = Dispatch::new(&program, launch(3, 32, 32), &memory, config(100));
    let fault = dispatch.run().unwrap_err();
    assert!(matches!(fault.trap, Trap::Waiting { .. }), "{fault}");
}

#[test]
fn in_random_order_a_deadlock_is_named_when_the_limit_is_reached() {
    let program = consumers(memory(4096).1);
    for (groups, resident) in [(3, None), (4, Some(2))] {
        let (memory, _) = memory(4096);
        let config = Config {
            order: Order::Random(5),
            max_instructions: 3_000_000,
            resident,
            ..Config::default()
        };
        let dispatch = Dispatch::new(&program, launch(groups, 32, 32), &memory, config);
        let fault = dispatch.run().unwrap_err();
        let named = matches!(fault.trap, Trap::Waiting { .. });
        assert!(named, "{groups} {resident:?}: {fault}");
    }
}

#[test]
fn the_limit_names_the_same_on_any_number_of_threads() {
    // A loop that counts never comes back to a state that it has been in.
    let mut asm = Asm::new();
    asm.set(v(5), 0);
    let again = asm.here();
    asm.op_with(Op::AddU32, v(5), v(5), 1);
    asm.jump(again);
    let program = asm.finish();
    let faults: Vec<Fault> = [1, 2, 4, 4, 4]
        .map(|threads| {
            let (memory, _) = memory(4);
            let config = Config {
                threads,
                max_instructions: 3_000_000,
                ..Config::default()
            };
            let dispatch = Dispatch::new(&program, launch(8, 64, 32), &memory, config);
            *dispatch.run().unwrap_err()
        })
        .into();
    for fault in &faults {
        assert!(matches!(fault.trap, Trap::Limit { .. }), "{fault}");
        assert_eq!(
            (fault.site, fault.address),
            (faults[0].site, faults[0].address)
        );
        assert_eq!((fault.site.group, fault.site.wave), ([0; 3], 0));
    }
}

#[test]
fn sums_of_floats_are_the_same_on_any_number_of_threads() {
    let base = memory(4096).1;
    let mut asm = Asm::new();
    begin(&mut asm, base);
    asm.op(Op::CvtF32U32, v(5), &[crate::common::THREAD]);
    asm.op(Op::RcpF32, v(5), &[v(5)]);
    asm.op_with(Op::MinNumF32, v(5), v(5), 3f32.to_bits());
    let sum = asm.constant(base);
    asm.memory(atomic(sum, Op::AddF32, v(5), false));
    asm.push(Uop::End);
    let program = asm.finish();
    let sums = [1, 2, 4, 4, 4, 4].map(|threads| {
        let (memory, base) = memory(4096);
        let config = Config {
            threads,
            delivery: Delivery::Eager,
            ..Config::default()
        };
        let dispatch = Dispatch::new(&program, launch(300, 64, 32), &memory, config);
        dispatch.run().unwrap();
        words(&memory, base, 1)[0]
    });
    assert!(f32::from_bits(sums[0]) > 5.0);
    assert_eq!(sums, [sums[0]; 6]);
}
