//! All that a tiny kernel can do: every interleaving of its waves, with every reordering that its target
//! allows. It shares nothing with the simulator, which runs one of them, and nothing with the checker of
//! races, which looks at that one.
//!
//! An access that a wave has started is done at any time from then on, but accesses of one wave to one
//! place keep their order, and a wave finds its own stores. Where there are caches, any place may get into
//! that of a wave at any time, as its neighbours in a line do, and a load gives what memory holds or what
//! the cache does. Behind them is one that the waves of a workgroup share, and that their own stores go through.
//! Where stores have to be written back, it is the only one, and what is stored there goes to memory at any time,
//! at the latest when a wave of the workgroup writes it back.
//!
//! Two accesses race, as the word is used of threads, if some interleaving has one right before the other
//! and might as well have had them the other way round: both are about to be done in the same moment. Of a
//! load that may find what a cache still holds, that moment is the one in which it got there.

use super::tiny::{Op, PLACES, Target, Tiny, conflicts};
use std::collections::{BTreeSet, HashSet};

/// What memory holds in the end, and what all loads gave.
type Outcome = (Vec<u32>, Vec<Vec<u32>>);

/// What all interleavings come to.
pub struct All {
    pub outcomes: BTreeSet<Outcome>,
    /// Two accesses of different waves that conflict are next to each other somewhere.
    pub meet: bool,
}

const START: u32 = 1000;
const ADDED: u32 = 200;

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    memory: Vec<u32>,
    flag: bool,
    waves: Vec<Wave>,
    /// By workgroup.
    shared: Vec<Vec<Option<Held>>>,
    /// What waves of a workgroup have stored and is not in memory yet, by workgroup.
    dirty: Vec<Vec<Option<u32>>>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Wave {
    at: usize,
    /// What it has started: the operation, and the number of its load.
    started: Vec<(Op, usize)>,
    loaded: Vec<u32>,
    cache: Vec<Option<Held>>,
    waits: bool,
}

/// What a cache holds of a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Held {
    value: u32,
    /// Another wave has changed memory since.
    outdated: bool,
}

pub fn explore(tiny: &Tiny) -> All {
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
        shared: vec![vec![None; PLACES.into()]; tiny.groups()],
        dirty: vec![vec![None; PLACES.into()]; tiny.groups()],
    };
    let mut seen = HashSet::from([start.clone()]);
    let mut next = vec![start];
    let mut all = All {
        outcomes: BTreeSet::new(),
        meet: false,
    };
    while let Some(state) = next.pop() {
        let mut steps = Vec::new();
        for wave in 0..state.waves.len() {
            issue(tiny, &state, wave, &mut steps);
            perform(tiny, &state, wave, &mut steps);
        }
        evict(&state, &mut steps);
        all.meet |= meets(tiny, &state);
        if steps.is_empty() {
            let loaded = state.waves.iter().map(|wave| wave.loaded.clone());
            let outcome = (state.memory.clone(), loaded.collect());
            all.outcomes.insert(outcome);
        }
        // What a cache takes along changes nothing by itself, so that it is no step that a wave could be
        // stuck at.
        for wave in 0..state.waves.len() {
            fetch(tiny, &state, wave, &mut steps);
        }
        for step in steps {
            if seen.insert(step.clone()) {
                next.push(step);
            }
        }
    }
    all
}

/// Accesses of different waves that conflict could both be done now.
fn meets(tiny: &Tiny, state: &State) -> bool {
    let ready = |wave: usize| {
        (0..state.waves[wave].started.len()).filter(move |&at| is_ready(tiny, state, wave, at))
    };
    let ops = |wave: usize| ready(wave).map(move |at| state.waves[wave].started[at].0);
    let stored_elsewhere = |wave: usize, place: u8| {
        let others = (0..tiny.groups()).filter(|group| *group != tiny.group(wave));
        others
            .into_iter()
            .any(|group| state.dirty[group][usize::from(place)].is_some())
    };
    (0..state.waves.len()).any(|a| {
        let outdated = ops(a).any(|op| match op {
            Op::Load(place) => held(tiny, state, a, place).any(|it| it.outdated),
            _ => false,
        });
        outdated
            || ops(a).any(|op| place(op) != u8::MAX && stored_elsewhere(a, place(op)))
            || (a + 1..state.waves.len())
                .any(|b| ops(a).any(|x| ops(b).any(|y| conflicts(tiny.target, x, y))))
    })
}

/// Whether memory can be asked now for what a wave has started.
fn is_ready(tiny: &Tiny, state: &State, wave: usize, at: usize) -> bool {
    let started = &state.waves[wave].started;
    let (op, _) = started[at];
    let earlier = &started[..at];
    if tiny.target.model().in_order && at > 0 {
        return false;
    }
    // What has been stored before is written back, too.
    if op == Op::WriteBack {
        return at == 0;
    }
    // Whether stores are reached at all, the flag has to say first.
    let guessed = !matches!(op, Op::Load(_)) && earlier.iter().any(|it| it.0 == Op::Await);
    let elsewhere = |earlier: Op| earlier == Op::WriteBack || place(earlier) != place(op);
    !guessed && earlier.iter().all(|it| elsewhere(it.0))
}

/// What caches have of a place for a wave.
fn held(tiny: &Tiny, state: &State, wave: usize, place: u8) -> impl Iterator<Item = Held> {
    let place = usize::from(place);
    let caches = [
        state.waves[wave].cache[place],
        state.shared[tiny.group(wave)][place],
    ];
    caches.into_iter().flatten()
}

/// What is behind the cache of a wave: memory, or what its workgroup has not written back.
fn behind(tiny: &Tiny, state: &State, wave: usize, place: u8) -> Held {
    let place = usize::from(place);
    let stored = state.dirty[tiny.group(wave)][place];
    Held {
        value: stored.unwrap_or(state.memory[place]),
        outdated: false,
    }
}

/// Caches write back what they like, when they like.
fn evict(state: &State, steps: &mut Vec<State>) {
    for (group, places) in state.dirty.iter().enumerate() {
        for place in 0..places.len() {
            let mut after = state.clone();
            if write_back(&mut after, group, place) {
                steps.push(after);
            }
        }
    }
}

/// True if there was something to write back.
fn write_back(state: &mut State, group: usize, place: usize) -> bool {
    let stored = state.dirty[group][place].take();
    if let Some(value) = stored {
        change(state, group, place as u8, value);
    }
    stored.is_some()
}

/// Something of the line of a place may be in the cache of a wave that asks for the place later on.
fn fetch(tiny: &Tiny, state: &State, wave: usize, steps: &mut Vec<State>) {
    if !tiny.target.model().cached {
        return;
    }
    let this = &state.waves[wave];
    let (ops, started) = (&tiny.waves[wave], this.started.iter());
    let started = started.map(|it| it.0);
    for place in 0..PLACES {
        let asks = started.clone().chain(ops[this.at..].iter().copied());
        let fresh = behind(tiny, state, wave, place);
        if tiny.target.model().writes_back {
            let group = tiny.group(wave);
            if state.shared[group][usize::from(place)].is_none()
                && asks.into_iter().any(|op| op == Op::Load(place))
            {
                let mut after = state.clone();
                after.shared[group][usize::from(place)] = Some(fresh);
                steps.push(after);
            }
            continue;
        }
        if this.cache[usize::from(place)].is_none()
            && asks.into_iter().any(|op| op == Op::Load(place))
        {
            let shared = state.shared[tiny.group(wave)][usize::from(place)];
            for found in [Some(fresh), shared].into_iter().flatten() {
                let mut after = state.clone();
                after.waves[wave].cache[usize::from(place)] = Some(found);
                steps.push(after);
            }
            // It matters where it outlives what the wave forgets.
            if shared.is_none() && tiny.waves.iter().flatten().any(|op| *op == Op::ForgetNear) {
                let mut after = state.clone();
                after.shared[tiny.group(wave)][usize::from(place)] = Some(fresh);
                steps.push(after);
            }
        }
    }
}

/// The wave comes to its next operation.
fn issue(tiny: &Tiny, state: &State, wave: usize, steps: &mut Vec<State>) {
    let (ops, model) = (&tiny.waves[wave], tiny.target.model());
    let this = &state.waves[wave];
    let Some(&op) = ops.get(this.at) else { return };
    // Where nothing is delayed, what has begun is done before the next operation.
    if this.waits || !model.delayed && !this.started.is_empty() {
        return;
    }
    let mut after = state.clone();
    let own = &mut after.waves[wave];
    own.at += 1;
    let loads = |op: &Op| matches!(op, Op::Load(_));
    match op {
        Op::Load(_) | Op::Store(..) | Op::Add(_) | Op::WriteBack | Op::Raise => {
            let number = ops[..this.at].iter().filter(|op| loads(op)).count();
            own.started.push((op, number));
        }
        // The loop goes on when the flag was seen, but what comes behind it need not have waited.
        Op::Await if tiny.target == Target::Wave => own.started.push((op, 0)),
        Op::Await if !state.flag => return,
        Op::Await => {}
        Op::Wait if !this.started.is_empty() => return,
        Op::Wait => {}
        Op::Forget | Op::ForgetNear
            if model.forgetting_waits && this.started.iter().any(|it| loads(&it.0)) =>
        {
            return;
        }
        Op::ForgetNear => own.cache.fill(None),
        Op::Forget => {
            own.cache.fill(None);
            after.shared[tiny.group(wave)].fill(None);
        }
        Op::Barrier if model.barrier_waits && !this.started.is_empty() => return,
        Op::Barrier => {
            own.waits = true;
            let first = tiny.group(wave) * tiny.together;
            let group = &mut after.waves[first..first + tiny.together];
            if group.iter().all(|wave| wave.waits) {
                group.iter_mut().for_each(|wave| wave.waits = false);
            }
        }
    }
    steps.push(after);
}

/// Something that the wave has started is done.
fn perform(tiny: &Tiny, state: &State, wave: usize, steps: &mut Vec<State>) {
    let model = tiny.target.model();
    let this = &state.waves[wave];
    for (at, &(op, number)) in this.started.iter().enumerate() {
        let mut done = state.clone();
        let own = &mut done.waves[wave];
        own.started.remove(at);
        if !is_ready(tiny, state, wave, at) {
            // A load finds the wave's own store before others do.
            let mut earlier = this.started[..at].iter().rev();
            if let Op::Load(from) = op
                && !model.in_order
                && let Some(&(Op::Store(_, value), _)) = earlier.find(|it| place(it.0) == from)
            {
                own.loaded[number] = value.into();
                steps.push(done);
            }
            continue;
        }
        match op {
            Op::Load(place) => {
                let now = behind(tiny, state, wave, place);
                let found = std::iter::once(now).chain(held(tiny, state, wave, place));
                let place = usize::from(place);
                for found in found {
                    let mut done = done.clone();
                    done.waves[wave].loaded[number] = found.value;
                    match model.writes_back {
                        true => done.shared[tiny.group(wave)][place] = Some(found),
                        false => done.waves[wave].cache[place] = model.cached.then_some(found),
                    }
                    steps.push(done);
                }
            }
            Op::Store(place, value) if model.writes_back => {
                let (group, place) = (tiny.group(wave), usize::from(place));
                done.dirty[group][place] = Some(value.into());
                done.shared[group][place] = None;
                steps.push(done);
            }
            Op::WriteBack => {
                let group = tiny.group(wave);
                for place in 0..PLACES.into() {
                    write_back(&mut done, group, place);
                }
                steps.push(done);
            }
            Op::Store(place, value) => {
                change(&mut done, tiny.group(wave), place, value.into());
                done.waves[wave].cache[usize::from(place)] = model.cached.then_some(Held {
                    value: value.into(),
                    outdated: false,
                });
                steps.push(done);
            }
            Op::Add(place) => {
                write_back(&mut done, tiny.group(wave), place.into());
                let value = done.memory[usize::from(place)] + ADDED;
                change(&mut done, tiny.group(wave), place, value);
                done.waves[wave].cache[usize::from(place)] = None;
                steps.push(done);
            }
            Op::Raise => {
                done.flag = true;
                steps.push(done);
            }
            Op::Await if state.flag => steps.push(done),
            _ => {}
        }
    }
}

/// A wave of a workgroup changes memory, and caches do not notice, but for the one that the workgroup shares.
fn change(state: &mut State, group: usize, place: u8, value: u32) {
    let place = usize::from(place);
    state.memory[place] = value;
    state.shared[group][place] = None;
    let near = state.waves.iter_mut().map(|wave| &mut wave.cache);
    for cache in near.chain(&mut state.shared) {
        if let Some(held) = &mut cache[place] {
            held.outdated = true;
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
