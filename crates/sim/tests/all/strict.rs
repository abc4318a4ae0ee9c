//! Strict delivery: results arrive when they are waited for and not before; what comes too early
//! is reported with both instructions.

use crate::common::*;
use op::Op;
use random::Random;
use sim::{Config, Delivery, Dispatch, Hazard, HazardKind, Observer, Register, Site, Stop, Wave};
use std::ops::ControlFlow;
use std::sync::Arc;
use uop::{Channel, Extend, MaskOp, MemKind, MemOp, ScalarLoad, Space, Src, Uop};

const IN_ORDER: u8 = 0;
const UNORDERED: u8 = 1;
const SHORT: u8 = 2;
const CHANNELS: &[(&str, bool, u16)] = &[
    ("loads", true, 63),
    ("mixed", false, 63),
    ("short", true, 2),
];

/// Collects hazards and the most that was ever outstanding.
#[derive(Default)]
struct Hazards {
    found: Vec<Hazard>,
    outstanding: [usize; 3],
    stop: bool,
}

impl Observer for Hazards {
    fn issue(&mut self, _: &Site, wave: &Wave) -> ControlFlow<Stop> {
        for (i, most) in self.outstanding.iter_mut().enumerate() {
            *most = wave.outstanding(Channel(i as u8)).max(*most);
        }
        ControlFlow::Continue(())
    }

    fn hazard(&mut self, at: &Site, hazard: &Hazard) -> ControlFlow<Stop> {
        assert_eq!(at.inst, hazard.used_by);
        self.found.push(*hazard);
        if self.stop {
            ControlFlow::Break(Stop)
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Runs one lane over memory whose word i is 1000 + i; register `v(20 + i)` points to word i.
/// Returns `v8..v12` at the end and what was noticed.
fn strict(build: impl Fn(&mut Asm)) -> ([u32; 4], Hazards) {
    deliver(Delivery::Strict, build)
}

fn deliver(delivery: Delivery, build: impl Fn(&mut Asm)) -> ([u32; 4], Hazards) {
    let (memory, base) = memory(256);
    write_words(&memory, base, (0..32).map(|i| 1000 + i));
    let mut asm = Asm::with(Default::default(), CHANNELS);
    build(&mut asm);
    for channel in 0..3 {
        asm.push(Uop::Wait {
            channel: Channel(channel),
            at_most: 0,
        });
    }
    asm.dump(base + 128, 1, &[v(8), v(9), v(10), v(11)], v(5));
    asm.push(Uop::End);
    let program = asm.finish();
    let given = Given {
        vectors: (0..4)
            .map(|i| (v(20 + i), vec![base + 4 * u32::from(i)]))
            .collect(),
        scalars: vec![(s(2), base), (s(3), 0)],
    };
    let launch = sim::Launch {
        entry: Arc::new(given),
        ..launch(1, 1, 16)
    };
    let config = Config {
        delivery,
        ..Config::default()
    };
    let mut hazards = Hazards::default();
    let mut dispatch = Dispatch::new(&program, launch, &memory, config);
    dispatch.resume(&mut hazards).unwrap();
    (words(&memory, base + 128, 4).try_into().unwrap(), hazards)
}

fn get(asm: &mut Asm, channel: u8, reg: u16) {
    asm.memory(on(channel, load(Space::Global, 4, v(reg), v(12 + reg))));
}

fn wait(asm: &mut Asm, channel: u8, at_most: u16) {
    asm.push(Uop::Wait {
        channel: Channel(channel),
        at_most,
    });
}

/// `(kind, register, issued by, used by)` of every hazard; instructions are numbered.
fn summary(hazards: &Hazards) -> Vec<(HazardKind, Register, u32, u32)> {
    let found = hazards.found.iter();
    found
        .map(|h| (h.kind, h.register, h.issued_by, h.used_by))
        .collect()
}

#[test]
fn a_missing_wait_sees_the_old_value() {
    let build = |asm: &mut Asm| {
        asm.set(v(8), 7);
        get(asm, IN_ORDER, 8);
        asm.op(Op::MovB32, v(9), &[v(8)]);
    };
    let (values, hazards) = strict(build);
    assert_eq!(values[..2], [1000, 7]);
    let expected = [(HazardKind::Read, Register::Vector(v(8)), 1, 2)];
    assert_eq!(summary(&hazards), expected);
    let (values, hazards) = deliver(Delivery::Eager, build);
    assert_eq!(values[..2], [1000, 1000]);
    assert_eq!(summary(&hazards), []);
}

#[test]
fn an_early_overwrite_is_lost() {
    let (values, hazards) = strict(|asm| {
        get(asm, IN_ORDER, 8);
        asm.set(v(8), 7);
    });
    assert_eq!(values[0], 1000);
    let expected = [(HazardKind::Overwrite, Register::Vector(v(8)), 0, 1)];
    assert_eq!(summary(&hazards), expected);
}

#[test]
fn waits_deliver_the_oldest_of_an_ordered_channel_and_nothing_else() {
    let (values, hazards) = strict(|asm| {
        get(asm, IN_ORDER, 8);
        get(asm, IN_ORDER, 9);
        wait(asm, IN_ORDER, 1);
        asm.op(Op::MovB32, v(10), &[v(8)]);
        asm.op(Op::MovB32, v(11), &[v(9)]);
    });
    assert_eq!(values, [1000, 1001, 1000, 0]);
    assert_eq!(
        summary(&hazards),
        [(HazardKind::Read, Register::Vector(v(9)), 1, 4)]
    );
    let (values, hazards) = strict(|asm| {
        get(asm, UNORDERED, 8);
        get(asm, UNORDERED, 9);
        wait(asm, UNORDERED, 1);
        asm.op(Op::MovB32, v(10), &[v(8)]);
        wait(asm, UNORDERED, 0);
        asm.op(Op::MovB32, v(11), &[v(8)]);
    });
    assert_eq!(values, [1000, 1001, 0, 1000]);
    assert_eq!(
        summary(&hazards),
        [(HazardKind::Read, Register::Vector(v(8)), 0, 3)]
    );
    // A wait on one channel says nothing about another.
    let (values, _) = strict(|asm| {
        get(asm, IN_ORDER, 8);
        wait(asm, UNORDERED, 0);
        asm.op(Op::MovB32, v(10), &[v(8)]);
    });
    assert_eq!(values[2], 0);
}

#[test]
fn a_full_channel_delivers_its_oldest() {
    let (values, hazards) = strict(|asm| {
        get(asm, SHORT, 8);
        get(asm, SHORT, 9);
        get(asm, SHORT, 10);
        asm.op(Op::MovB32, v(11), &[v(8)]);
    });
    assert_eq!(values, [1000, 1001, 1002, 1000]);
    assert_eq!(hazards.outstanding[usize::from(SHORT)], 2);
    assert_eq!(summary(&hazards), []);
}

#[test]
fn two_loads_may_each_fill_half_a_register() {
    let half = |extend, from: u16| {
        let op = load(Space::Global, 2, v(8), v(from));
        on(
            IN_ORDER,
            MemOp {
                kind: MemKind::Load(extend),
                ..op
            },
        )
    };
    let (values, hazards) = strict(|asm| {
        asm.memory(half(Extend::LowZero, 20));
        asm.memory(half(Extend::HighZero, 21));
    });
    assert_eq!(values[0], 1001 << 16 | 1000);
    assert_eq!(summary(&hazards), []);
}

#[test]
fn an_access_by_no_lane_is_outstanding_too() {
    let (values, hazards) = strict(|asm| {
        let (none, one) = (
            asm.builder.scalar_constant(0),
            asm.builder.scalar_constant(1),
        );
        get(asm, IN_ORDER, 8);
        asm.mask(MaskOp::Set(none));
        get(asm, IN_ORDER, 9);
        asm.mask(MaskOp::Set(one));
        wait(asm, IN_ORDER, 1);
        asm.op(Op::MovB32, v(10), &[v(8)]);
    });
    assert_eq!(values[..3], [1000, 0, 1000]);
    assert_eq!(summary(&hazards), []);
}

#[test]
fn scalar_loads_are_in_flight_as_well() {
    let (values, hazards) = strict(|asm| {
        asm.push(Uop::ScalarLoad(Box::new(ScalarLoad {
            space: Space::Global,
            base: s(2),
            index: None,
            offset: 4,
            dst: s(4),
            bytes: 8,
            extend: Extend::Zero,
            channel: Some(Channel(UNORDERED)),
        })));
        let copy = |asm: &mut Asm, dst, reg| {
            let src = [Src::Scalar(s(reg)), Src::None, Src::None];
            asm.push(Uop::PerLane {
                op: Op::MovB32,
                dst: v(dst),
                src,
            });
        };
        copy(asm, 8, 5);
        wait(asm, UNORDERED, 0);
        copy(asm, 9, 5);
        copy(asm, 10, 4);
    });
    assert_eq!(values[..3], [0, 1002, 1001]);
    assert_eq!(
        summary(&hazards),
        [(HazardKind::Read, Register::Scalar(s(5)), 0, 1)]
    );
}

#[test]
fn stores_land_at_once_and_count_until_waited_for() {
    let (values, hazards) = strict(|asm| {
        asm.memory(on(IN_ORDER, store(Space::Global, 4, v(20), v(20))));
        asm.load(v(8), v(20));
    });
    assert_ne!(values[0], 1000);
    assert_eq!(hazards.outstanding[usize::from(IN_ORDER)], 1);
    assert_eq!(summary(&hazards), []);
}

/// Loads at random with the waits that they need: delivery makes no difference.
#[test]
fn correct_programs_do_not_notice() {
    for seed in 0..300 {
        let build = |asm: &mut Asm| {
            let mut random = Random::new(seed);
            // For each register the channel that fills it, and how many followed on it.
            let mut flying: [Option<u8>; 4] = [None; 4];
            for _ in 0..40 {
                let reg = random.below(4);
                let mut settle = |asm: &mut Asm, reg: usize| {
                    if let Some(channel) = flying[reg] {
                        wait(asm, channel, 0);
                        flying
                            .iter_mut()
                            .filter(|f| **f == Some(channel))
                            .for_each(|f| *f = None);
                    }
                };
                settle(asm, reg);
                if random.chance(60) {
                    let channel = random.below(3) as u8;
                    get(asm, channel, 8 + reg as u16);
                    flying[reg] = Some(channel);
                } else {
                    let other = random.below(4);
                    settle(asm, other);
                    asm.op(
                        Op::AddU32,
                        v(8 + reg as u16),
                        &[v(8 + reg as u16), v(8 + other as u16)],
                    );
                }
            }
        };
        let (expected, _) = deliver(Delivery::Eager, build);
        let (values, hazards) = strict(build);
        assert_eq!(summary(&hazards), [], "seed {seed}");
        assert_eq!(values, expected, "seed {seed}");
    }
}

/// A stop at a hazard is before the step, and resuming carries it out without telling again.
#[test]
fn a_stop_at_a_hazard_is_told_once() {
    let (memory, base) = memory(64);
    let mut asm = Asm::with(Default::default(), CHANNELS);
    asm.set(v(20), base);
    get(&mut asm, IN_ORDER, 8);
    asm.op(Op::AddU32, v(9), &[v(8), v(8)]);
    wait(&mut asm, IN_ORDER, 0);
    asm.push(Uop::End);
    let program = asm.finish();
    let config = Config {
        delivery: Delivery::Strict,
        ..Config::default()
    };
    let mut dispatch = Dispatch::new(&program, launch(1, 16, 16), &memory, config);
    let mut hazards = Hazards {
        stop: true,
        ..Hazards::default()
    };
    assert_eq!(
        dispatch.resume(&mut hazards).unwrap(),
        sim::Progress::Stopped
    );
    assert_eq!(dispatch.stats().instructions, 2);
    // Both sources are the register in flight: both are told before the stop.
    assert_eq!(hazards.found.len(), 2);
    assert_eq!(dispatch.resume(&mut hazards).unwrap(), sim::Progress::Done);
    assert_eq!(hazards.found.len(), 2);
    assert_eq!(dispatch.stats().instructions, 5);
}
