//! Waves in lockstep, and steps that are taken together: a run that is not watched does what a run
//! does that is watched at every instruction.

mod generator;
mod naive;
mod records;

use crate::common::graph::random_graph;
use crate::common::nest::random_nest;
use crate::common::*;
use generator::{CONSTANT_WORDS, EXEC, Generator, LOADS, OWN_WORDS, TABLE_WORDS};
use naive::Naive;
use random::Random;
use sim::{Config, Dispatch, InstCounts, Launch, Memory, Observer, Site, Stats, Stop, Wave};
use std::ops::ControlFlow;
use std::sync::Arc;
use uop::{Entry, GroupRegisters, Program, Registers, Resources, SReg, WavePlace};

/// As [`Ids`], but of what differs between workgroups waves find only what they have in common: a
/// thread's number in the launch is for the program to compute.
struct CommonIds;

impl Entry for CommonIds {
    fn enter(&self, place: &WavePlace, registers: &mut dyn Registers) {
        for lane in 0..place.lanes {
            registers.set_vector(LOCAL_ID, lane, place.thread(lane));
            registers.set_vector(LANE, lane, lane);
        }
        registers.set_scalar(SReg(0), place.wave);
        self.enter_next(place, registers);
    }

    fn enter_next(&self, place: &WavePlace, registers: &mut dyn Registers) {
        registers.set_scalar(SReg(1), place.group_index() as u32);
    }

    fn enter_next_all(&self, place: &WavePlace, registers: &mut dyn GroupRegisters) -> bool {
        registers.set_scalar(SReg(1), place.group_index() as u32);
        true
    }
}

/// The same, where the number in the launch is given: it counts from another number on in every workgroup.
struct CountedIds;

impl Entry for CountedIds {
    fn enter(&self, place: &WavePlace, registers: &mut dyn Registers) {
        Ids.enter(place, registers);
    }

    fn enter_next_all(&self, place: &WavePlace, registers: &mut dyn GroupRegisters) -> bool {
        let group = place.group_index() as u32;
        registers.set_vector(THREAD, group * place.block_size(), place.lanes, 1);
        registers.set_scalar(SReg(1), group);
        true
    }
}

/// Sees every instruction and stops at none.
struct Watcher;

impl Observer for Watcher {
    fn active(&self) -> bool {
        true
    }

    fn issue(&mut self, _: &Site, _: &Wave) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }
}

fn get(memory: &mut Arc<Memory>) -> &mut Memory {
    Arc::get_mut(memory).expect("no run shares it yet")
}

fn arrays(threads: u32) -> (Arc<Memory>, u32, u32, u32) {
    let (mut memory, out) = memory(u64::from(4 * OWN_WORDS * threads));
    let bytes = u64::from(4 * TABLE_WORDS);
    let table = get(&mut memory)
        .allocate(bytes, label("table", bytes))
        .unwrap() as u32;
    let mut random = Random::new(7);
    write_words(
        &memory,
        table,
        (0..TABLE_WORDS).map(|_| random.bits() as u32),
    );
    let bytes = u64::from(8 * threads);
    let line = get(&mut memory)
        .allocate(bytes, label("line", bytes))
        .unwrap() as u32;
    write_words(
        &memory,
        line,
        (0..2 * threads).map(|_| random.bits() as u32),
    );
    (memory, out, table, line)
}

fn result(memory: &Memory, out: u32, line: u32, threads: u32) -> Vec<u32> {
    let mut all = words(memory, out, (OWN_WORDS * threads) as usize);
    all.extend(words(memory, line, 2 * threads as usize));
    all
}

/// A program at random that writes its mask, and its launch.
pub struct Generated {
    pub program: Arc<Program>,
    pub launch: Launch,
    /// Threads of the launch.
    threads: u32,
    out: u32,
    line: u32,
}

impl Generated {
    pub fn memory(&self) -> Arc<Memory> {
        arrays(self.threads).0
    }
}

pub fn generated(seed: u64) -> Generated {
    let mut random = Random::new(seed);
    let lanes = random.pick(&[32, 32, 64, 16, 8]);
    let threads = random.pick(&[4 * lanes, 4 * lanes - 3, 8 * lanes, 2 * lanes]);
    let groups = 3;
    let (_, out, table, line) = arrays(groups * threads);
    let clustered = seed % 16 == 5;
    let resources = Resources {
        exec: Some(EXEC),
        cluster: if clustered { groups } else { 0 },
        ..Resources::default()
    };
    let mut asm = Asm::with(resources, &[LOADS]);
    let generator = Generator {
        table_in: asm.builder.scalar_constant64(table.into()),
        asm,
        random,
        table,
        own: out,
        threads: groups * threads,
        line,
        apart: 2 + (seed / 4 % 2) as u32,
        jumps: seed % 8 == 3,
        clustered,
        counted: seed % 3 == 2,
    };
    let program = generator.program(out, threads);
    let mut launch = launch(groups, threads, lanes);
    launch.local_bytes = 4 * (threads + 8);
    launch.entry = match seed % 3 {
        0 => Arc::new(Ids),
        1 => Arc::new(CommonIds),
        _ => Arc::new(CountedIds),
    };
    launch.constant = (0..CONSTANT_WORDS)
        .flat_map(|i| (i.wrapping_mul(0x9e37_79b9)).to_le_bytes())
        .collect();
    Generated {
        program,
        launch,
        threads: groups * threads,
        out,
        line,
    }
}

fn check(seed: u64) {
    let made = generated(seed);
    let memory = || made.memory();
    let results = |memory: &Memory| result(memory, made.out, made.line, made.threads);
    same_either_way(
        &format!("seed {seed}"),
        &made.program,
        &made.launch,
        &memory,
        &results,
    );
}

/// Runs a program watched and not, in long turns and in short ones, on one thread and on two.
fn same_either_way(
    what: &str,
    program: &Arc<Program>,
    launch: &Launch,
    memory: &dyn Fn() -> Arc<Memory>,
    result: &dyn Fn(&Memory) -> Vec<u32>,
) {
    let runs: [&dyn Fn(Dispatch) -> Stats; 3] = [
        &|mut dispatch| {
            dispatch.resume(&mut Watcher).unwrap();
            *dispatch.stats()
        },
        &|dispatch| dispatch.run().unwrap(),
        &|mut dispatch| {
            dispatch.resume(&mut ()).unwrap();
            *dispatch.stats()
        },
    ];
    let mut expected = None;
    for (how, run) in runs.iter().enumerate() {
        for (quantum, threads) in [(4096, 1), (5, 2)] {
            let memory = memory();
            let config = Config {
                quantum,
                threads,
                ..Config::default()
            };
            let stats = run(Dispatch::new(program, launch.clone(), &memory, config));
            let got = (result(&memory), stats);
            let expected = expected.get_or_insert_with(|| got.clone());
            let what = format!("{what}, run {how}, quantum {quantum}");
            let differs = (0..got.0.len()).find(|&i| got.0[i] != expected.0[i]);
            assert_eq!(differs, None, "{what}: a word");
            assert_eq!(got.1, expected.1, "{what}: counts");
        }
    }
    counts_are_those_of(what, program, launch, memory, expected.map(|it| it.1));
}

/// What instructions count, in a run that is not watched, is what an observer of every one of them
/// counts.
fn counts_are_those_of(
    what: &str,
    program: &Arc<Program>,
    launch: &Launch,
    memory: &dyn Fn() -> Arc<Memory>,
    expected: Option<Stats>,
) {
    let mut naive = Naive::new(program, launch.lanes);
    let mut watched = Dispatch::new(program, launch.clone(), &memory(), Config::default());
    watched.resume(&mut naive).unwrap();
    naive.settle();
    for quantum in [4096, 5] {
        let counts = InstCounts::new(program, launch.lanes);
        let config = Config {
            quantum,
            counts: Some(counts.clone()),
            ..Config::default()
        };
        let dispatch = Dispatch::new(program, launch.clone(), &memory(), config);
        let stats = dispatch.run().unwrap();
        assert_eq!(Some(stats), expected, "{what}: counting changes counts");
        let by_instruction = counts.by_instruction();
        let mut sum = Stats {
            barriers: stats.barriers,
            waves: stats.waves,
            workgroups: stats.workgroups,
            ..Stats::default()
        };
        by_instruction.iter().for_each(|own| sum += *own);
        assert_eq!(sum, stats, "{what}, quantum {quantum}: the sum");
        for (inst, (got, expected)) in by_instruction.iter().zip(&naive.counts).enumerate() {
            let got = Stats {
                divergent_branches: 0,
                ..*got
            };
            assert_eq!(
                got, *expected,
                "{what}, quantum {quantum}: instruction {inst}"
            );
        }
    }
}

/// Programs whose lanes part by themselves, by waves that go together as long as they can.
fn check_flow(seed: u64, program: impl Fn(&mut Random, u32, u32) -> Arc<Program>, registers: u32) {
    let mut random = Random::new(seed);
    let lanes = random.pick(&[32, 32, 64, 16, 8]);
    let waves = random.pick(&[2, 3, 4, 8, 11]);
    let threads = waves * lanes - random.pick(&[0, 0, 3]);
    let groups = 2;
    let count = registers * groups * threads;
    let (_, base) = memory(u64::from(4 * count));
    let program = program(&mut random, base, groups * threads);
    let launch = launch(groups, threads, lanes);
    let memory = || memory(u64::from(4 * count)).0;
    let results = |memory: &Memory| words(memory, base, count as usize);
    let what = format!("seed {seed}, {waves} waves of {lanes} lanes");
    same_either_way(&what, &program, &launch, &memory, &results);
}

#[test]
fn structured_control_flow_does_the_same_in_lockstep() {
    for seed in 0..300 {
        check_flow(seed, random_nest, crate::common::nest::DATA.len() as u32);
    }
}

#[test]
fn unstructured_control_flow_does_the_same_in_lockstep() {
    for seed in 0..300 {
        check_flow(seed, random_graph, crate::common::graph::DATA.len() as u32);
    }
}

#[test]
fn a_program_that_writes_its_mask_does_the_same_in_lockstep() {
    // In the last one waves jump by address before workgroups are made the next ones in full.
    for seed in (0..1200).chain([2603]) {
        check(seed);
    }
}
