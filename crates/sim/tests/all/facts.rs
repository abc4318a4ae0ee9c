//! What a plan says of registers is what they hold: programs of every kind of control flow are run step
//! by step, and everything that is stated of a step is compared with the registers of the wave that is
//! there.

mod checker;

use crate::common::graph::graph_after;
use crate::common::nest::nest_after;
use crate::common::*;
use crate::lockstep::generated;
use checker::Checker;
use op::Op;
use random::Random;
use sim::{Config, Delivery, Dispatch, Launch, Memory};
use std::sync::Arc;
use uop::{Program, Resources, SReg, Src, Uop, VReg};

/// Runs a program and compares; how much there was to compare.
fn check(
    what: &str,
    program: &Arc<Program>,
    launch: &Launch,
    memory: &Arc<Memory>,
    config: Config,
) -> u64 {
    let mut dispatch = Dispatch::new(program, launch.clone(), memory, config);
    let Some(facts) = dispatch.facts() else {
        return 0;
    };
    let several = launch.block.iter().product::<u32>() > launch.lanes;
    let mut checker = Checker::new(program, &facts, several);
    dispatch.resume(&mut checker).unwrap();
    if let Some(wrong) = checker.wrong {
        panic!("{what}: {wrong}");
    }
    checker.compared
}

fn both_ways(
    what: &str,
    program: &Arc<Program>,
    launch: &Launch,
    memory: &dyn Fn() -> Arc<Memory>,
) -> u64 {
    let deliveries = [Delivery::Eager, Delivery::Strict].into_iter();
    let each = deliveries.map(|delivery| {
        let config = Config {
            delivery,
            quantum: 5,
            ..Config::default()
        };
        check(
            &format!("{what}, {delivery:?}"),
            program,
            launch,
            &memory(),
            config,
        )
    });
    each.sum()
}

/// Programs that lanes go through by themselves, by one wave or several.
fn check_flow(
    seed: u64,
    program: impl Fn(&mut Random, u32, u32) -> Arc<Program>,
    registers: u32,
) -> u64 {
    let mut random = Random::new(seed);
    let lanes = random.pick(&[32, 32, 64, 16, 8]);
    let waves = random.pick(&[1, 1, 2, 3, 5]);
    let threads = waves * lanes - random.pick(&[0, 0, 3]);
    let groups = random.pick(&[1, 2]);
    let count = registers * groups * threads;
    let (_, base) = memory(u64::from(4 * count));
    let program = program(&mut random, base, groups * threads);
    let launch = launch(groups, threads, lanes);
    let memory = || memory(u64::from(4 * count)).0;
    both_ways(
        &format!("seed {seed}, {waves} waves of {lanes} lanes"),
        &program,
        &launch,
        &memory,
    )
}

/// Registers that differ from thread to thread, and others that do not, or from wave to wave alone.
fn beginning(random: &mut Random, registers: &[VReg]) -> Asm {
    let resources = Resources {
        ended_waves_arrive: true,
        ..Resources::default()
    };
    let mut asm = Asm::with(resources, &[]);
    asm.scatter(registers, random, 20);
    for &reg in registers {
        let from = match random.below(5) {
            0 => Src::Vector(asm.constant(random.bits() as u32 >> random.below(32))),
            1 => Src::Scalar(SReg(0)),
            2 => Src::Scalar(SReg(1)),
            3 => Src::Vector(random.pick(&[THREAD, LOCAL_ID, LANE])),
            _ => continue,
        };
        let src = [from, Src::None, Src::None];
        let op = Op::MovB32;
        asm.push(Uop::PerLane { op, dst: reg, src });
    }
    asm
}

#[test]
fn what_is_stated_under_structured_control_flow_holds() {
    let data = crate::common::nest::DATA;
    let program = |random: &mut Random, base, threads| {
        let asm = beginning(random, &data);
        nest_after(asm, random, base, threads)
    };
    let compared = (0..200).map(|seed| check_flow(seed, program, data.len() as u32));
    assert!(compared.sum::<u64>() > 1_000_000);
}

#[test]
fn what_is_stated_under_unstructured_control_flow_holds() {
    let data = crate::common::graph::DATA;
    let program = |random: &mut Random, base, threads| {
        let asm = beginning(random, &data);
        graph_after(asm, random, base, threads, true)
    };
    let compared = (0..200).map(|seed| check_flow(seed, program, data.len() as u32));
    assert!(compared.sum::<u64>() > 1_000_000);
}

#[test]
fn what_is_stated_of_programs_that_write_their_mask_holds() {
    let compared = (0..200).map(|seed| {
        let made = generated(seed);
        both_ways(
            &format!("seed {seed}"),
            &made.program,
            &made.launch,
            &|| made.memory(),
        )
    });
    assert!(compared.sum::<u64>() > 1_000_000);
}
