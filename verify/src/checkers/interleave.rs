//! All outcomes of a tiny kernel: every interleaving of its waves, with every reordering that its target
//! allows. It shares nothing with the simulator, which runs one of them.
//!
//! An access that a wave has started is done at any time from then on, but accesses of one wave to one
//! place keep their order, and a wave finds its own stores. Where there are caches, a load gives what
//! memory holds or what its wave has found there before and not forgotten.

use super::tiny::{Op, PLACES, Tiny};
use std::collections::{BTreeSet, HashSet};

/// What memory holds in the end, and what all loads gave.
type Outcome = (Vec<u32>, Vec<Vec<u32>>);

const START: u32 = 1000;
const ADDED: u32 = 200;

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    memory: Vec<u32>,
    flag: bool,
    waves: Vec<Wave>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Wave {
    at: usize,
    /// What it has started: the operation, and the number of its load.
    started: Vec<(Op, usize)>,
    loaded: Vec<u32>,
    cache: Vec<Option<u32>>,
    waits: bool,
}

pub fn outcomes(tiny: &Tiny) -> BTreeSet<Outcome> {
    let loads = |ops: &[Op]| ops.iter().filter(|op| matches!(op, Op::Load(_))).count();
    let start = State {
        memory: vec![START; PLACES.into()],
        flag: false,
        waves: tiny
            .waves
            .iter()
            .map(|ops| Wave {
                at: 0,
                started: Vec::new(),
                loaded: vec![0; loads(ops)],
                cache: vec![None; PLACES.into()],
                waits: false,
            })
            .collect(),
    };
    let mut seen = HashSet::from([start.clone()]);
    let mut next = vec![start];
    let mut all = BTreeSet::new();
    while let Some(state) = next.pop() {
        let mut steps = Vec::new();
        for wave in 0..state.waves.len() {
            issue(tiny, &state, wave, &mut steps);
            perform(tiny, &state, wave, &mut steps);
        }
        if steps.is_empty() {
            let loaded = state.waves.iter().map(|wave| wave.loaded.clone());
            all.insert((state.memory.clone(), loaded.collect()));
        }
        for step in steps {
            if seen.insert(step.clone()) {
                next.push(step);
            }
        }
    }
    all
}

/// The wave comes to its next operation.
fn issue(tiny: &Tiny, state: &State, wave: usize, steps: &mut Vec<State>) {
    let (ops, model) = (&tiny.waves[wave], tiny.target.model());
    let this = &state.waves[wave];
    let Some(&op) = ops.get(this.at) else { return };
    if this.waits {
        return;
    }
    let mut after = state.clone();
    let own = &mut after.waves[wave];
    own.at += 1;
    match op {
        Op::Load(_) | Op::Store(..) | Op::Add(_) | Op::Raise => {
            let before = &ops[..this.at];
            let number = before.iter().filter(|op| matches!(op, Op::Load(_))).count();
            own.started.push((op, number));
        }
        Op::Wait if !this.started.is_empty() => return,
        Op::Wait => {}
        Op::Forget => own.cache.fill(None),
        Op::Await if !state.flag => return,
        Op::Await => {}
        Op::Barrier if model.barrier_waits && !this.started.is_empty() => return,
        Op::Barrier => {
            own.waits = true;
            if after.waves.iter().all(|wave| wave.waits) {
                after.waves.iter_mut().for_each(|wave| wave.waits = false);
            }
        }
    }
    // Where nothing is delayed, what has begun is done before the next operation.
    if !model.delayed && !this.started.is_empty() {
        return;
    }
    steps.push(after);
}

/// Something that the wave has started is done.
fn perform(tiny: &Tiny, state: &State, wave: usize, steps: &mut Vec<State>) {
    let model = tiny.target.model();
    let started = &state.waves[wave].started;
    for (at, &(op, number)) in started.iter().enumerate() {
        let earlier = &started[..at];
        if model.in_order && at > 0 {
            return;
        }
        let same = |other: &&(Op, usize)| place(other.0) == place(op);
        let before: Vec<Op> = earlier.iter().filter(same).map(|it| it.0).collect();
        let mut done = state.clone();
        done.waves[wave].started.remove(at);
        match op {
            Op::Load(place) => {
                let place = usize::from(place);
                match before.last() {
                    None => {
                        let now = state.memory[place];
                        let held = state.waves[wave].cache[place].filter(|_| model.cached);
                        for value in [Some(now), held].into_iter().flatten() {
                            let mut done = done.clone();
                            done.waves[wave].loaded[number] = value;
                            done.waves[wave].cache[place] = model.cached.then_some(value);
                            steps.push(done);
                        }
                    }
                    // It finds the wave's own store before others do.
                    Some(&Op::Store(_, value)) => {
                        done.waves[wave].loaded[number] = value.into();
                        steps.push(done);
                    }
                    Some(_) => {}
                }
            }
            _ if !before.is_empty() => {}
            Op::Store(place, value) => {
                let place = usize::from(place);
                done.memory[place] = value.into();
                done.waves[wave].cache[place] = model.cached.then_some(value.into());
                steps.push(done);
            }
            Op::Add(place) => {
                let place = usize::from(place);
                done.memory[place] += ADDED;
                done.waves[wave].cache[place] = None;
                steps.push(done);
            }
            Op::Raise => {
                done.flag = true;
                steps.push(done);
            }
            _ => {}
        }
    }
}

/// Where an operation is; the flag is nowhere else.
fn place(op: Op) -> u8 {
    match op {
        Op::Load(at) | Op::Store(at, _) | Op::Add(at) => at,
        _ => u8::MAX,
    }
}
