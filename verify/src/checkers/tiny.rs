//! Random tiny kernels, and what has to be true of what the checker of races says about them.
//!
//! A kernel is a few waves without branches, each with a handful of accesses, waits and barriers; or a
//! wave that hands something on and one that waits for it. Three things are compared: the outcomes of
//! *all* interleavings with the reorderings that the target allows ([`super::interleave`]), whether two
//! accesses conflict with nothing between them that orders them (found by looking at the lists), and
//! the findings. What must hold, and what is tested:
//!
//! - the outcome is not unique => there is a finding;
//! - no two accesses conflict unordered => silence, and the outcome is unique;
//! - two accesses conflict unordered => there is a finding, also where the outcome happens to be unique.
//!
//! Atomics of these kernels add and return nothing, so that their order does not show.

use super::interleave::outcomes;
use super::render::render;
use random::Random;
use source::SourceFile;
use std::path::PathBuf;
use wavetank::{Checkers, Error, Input, Settings};

/// What a wave does. Places are words of one array; values are never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    Load(u8),
    Store(u8, u8),
    Add(u8),
    /// Everything that the wave has started is done.
    Wait,
    /// What caches hold is forgotten.
    Forget,
    Barrier,
    /// The flag, a word of its own, is set.
    Raise,
    /// Goes on when the flag is set.
    Await,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    Rdna3,
    Rdna3Local,
    Rdna4,
    Wave,
    Flux,
    Waves,
    Tile,
}

pub const TARGETS: [Target; 7] = [
    Target::Rdna3,
    Target::Rdna3Local,
    Target::Rdna4,
    Target::Wave,
    Target::Flux,
    Target::Waves,
    Target::Tile,
];

/// What matters about the order of accesses.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// An access is done when it is waited for, and not before.
    pub delayed: bool,
    /// Accesses of one wave are done in the order in which they began.
    pub in_order: bool,
    /// Loads may give what a cache held.
    pub cached: bool,
    /// A barrier waits for what its waves have started.
    pub barrier_waits: bool,
}

impl Target {
    pub fn model(self) -> Model {
        let model = |delayed, in_order, cached, barrier_waits| Model {
            delayed,
            in_order,
            cached,
            barrier_waits,
        };
        match self {
            Target::Rdna3 | Target::Rdna4 => model(true, false, true, false),
            Target::Rdna3Local => model(true, true, false, false),
            Target::Wave => model(true, false, false, true),
            Target::Flux => model(false, true, false, true),
            Target::Waves => model(true, false, false, false),
            Target::Tile => model(true, true, false, false),
        }
    }

    /// Atomics that order nothing. Where they do, it matters to the order of other accesses which of them
    /// is first, and one run, which is what is checked, does not show both.
    fn has_relaxed_atomics(self) -> bool {
        use Target::{Rdna3, Rdna3Local, Rdna4, Wave};
        matches!(self, Rdna3 | Rdna3Local | Rdna4 | Wave)
    }

    /// Whether flags that waves wait for can be told from other words.
    fn has_flags(self) -> bool {
        matches!(self, Target::Rdna3 | Target::Rdna4 | Target::Wave)
    }
}

pub const PLACES: u8 = 2;

#[derive(Clone, Debug)]
pub struct Tiny {
    pub target: Target,
    pub waves: Vec<Vec<Op>>,
    /// Each wave is a workgroup.
    pub apart: bool,
}

pub fn random(random: &mut Random) -> Tiny {
    let target = TARGETS[random.below(TARGETS.len())];
    if target.has_flags() && random.below(3u32) == 0 {
        return handing_on(target, random);
    }
    let most = if target == Target::Waves { 2 } else { 3 };
    let count = 2 + random.below(most - 1usize);
    let phases = 1 + random.below(3usize);
    let model = target.model();
    let mut waves = vec![Vec::new(); count];
    for phase in 0..phases {
        for wave in &mut waves {
            if phase > 0 {
                if model.delayed && !model.barrier_waits && random.below(4u32) != 0 {
                    wave.push(Op::Wait);
                }
                wave.push(Op::Barrier);
                if model.cached && random.below(4u32) != 0 {
                    wave.push(Op::Forget);
                }
            }
            for _ in 0..random.below(if count == 2 { 3u32 } else { 2 }) {
                let op = access(target, random);
                // That is taken for a relaxed atomic store, which may meet atomics of others.
                let gives_back = |at| wave.contains(&Op::Add(at));
                match op {
                    Op::Store(at, _) if gives_back(at) => {}
                    op => wave.push(op),
                }
            }
        }
    }
    Tiny {
        target,
        waves,
        apart: false,
    }
}

fn access(target: Target, random: &mut Random) -> Op {
    let at = random.below(u32::from(PLACES)) as u8;
    match random.below(5u32) {
        0 | 1 => Op::Load(at),
        2 if target.has_relaxed_atomics() => Op::Add(at),
        _ => Op::Store(at, 1 + random.below(100u32) as u8),
    }
}

/// A wave stores and raises a flag, another one awaits it and loads; one piece may be missing.
fn handing_on(target: Target, random: &mut Random) -> Tiny {
    let missing = random.below(4u32);
    let mut gives = vec![Op::Store(0, 7)];
    if random.below(2u32) == 0 {
        gives.push(Op::Store(1, 8));
    }
    if missing != 1 {
        gives.push(Op::Wait);
    }
    gives.push(Op::Raise);
    let mut takes = Vec::new();
    if random.below(2u32) == 0 {
        takes.push(Op::Load(1));
        takes.push(Op::Wait);
    }
    takes.push(Op::Await);
    if missing != 2 || target == Target::Wave {
        takes.push(if target == Target::Wave {
            Op::Wait
        } else {
            Op::Forget
        });
    }
    takes.push(Op::Load(0));
    Tiny {
        target,
        waves: vec![gives, takes],
        apart: random.below(2u32) == 0,
    }
}

/// Two accesses conflict and nothing orders them.
pub fn has_unordered_conflict(tiny: &Tiny) -> bool {
    let pairs = tiny.waves.iter().enumerate();
    let mut pairs = pairs.flat_map(|(a, first)| {
        let others = tiny.waves.iter().enumerate().filter(move |(b, _)| *b != a);
        others.map(move |(_, second)| (first, second))
    });
    pairs.any(|(first, second)| {
        let all = first.iter().enumerate();
        let mut all =
            all.flat_map(|(i, x)| second.iter().enumerate().map(move |(j, y)| (i, x, j, y)));
        all.any(|(i, x, j, y)| {
            conflicts(tiny.target, *x, *y)
                && !is_before(tiny, (first, i), (second, j))
                && !is_before(tiny, (second, j), (first, i))
        })
    })
}

fn place(op: Op) -> Option<u8> {
    match op {
        Op::Load(at) | Op::Store(at, _) | Op::Add(at) => Some(at),
        _ => None,
    }
}

fn conflicts(target: Target, x: Op, y: Op) -> bool {
    let same_place = place(x).is_some() && place(x) == place(y);
    let harmless = match (x, y) {
        (Op::Load(_), Op::Load(_)) | (Op::Add(_), Op::Add(_)) => true,
        // The same value in either order; but while a store of the tile core is under way, its bytes may
        // not be written at all.
        (Op::Store(_, a), Op::Store(_, b)) => a == b && target != Target::Tile,
        _ => false,
    };
    same_place && !harmless
}

/// The access at `i` of one wave is done, and seen, before that at `j` of another.
fn is_before(tiny: &Tiny, (first, i): (&[Op], usize), (second, j): (&[Op], usize)) -> bool {
    let model = tiny.target.model();
    // Places where the first wave tells the second, and where the second hears of it.
    let told = first.iter().enumerate().skip(i + 1).filter(|(at, op)| {
        let waited = || first[i + 1..*at].contains(&Op::Wait);
        let complete = !model.delayed || waited();
        match op {
            Op::Barrier => complete || model.barrier_waits,
            Op::Raise => complete,
            _ => false,
        }
    });
    let mut told = told.map(|(at, op)| (nth(first, at), *op));
    told.any(|(number, op)| {
        let heard = second
            .iter()
            .enumerate()
            .take(j)
            .filter(|(at, other)| match op {
                Op::Barrier => **other == Op::Barrier && nth(second, *at) == number,
                _ => **other == Op::Await,
            });
        heard.into_iter().any(|(at, _)| {
            let between = &second[at + 1..j];
            let loads = matches!(second[j], Op::Load(_)) && !matches!(first[i], Op::Load(_));
            match (tiny.target, op) {
                (Target::Wave, Op::Raise) => between.contains(&Op::Wait),
                _ => !model.cached || !loads || between.contains(&Op::Forget),
            }
        })
    })
}

/// How many barriers come before.
fn nth(wave: &[Op], at: usize) -> usize {
    wave[..at].iter().filter(|op| **op == Op::Barrier).count()
}

/// What is said about a kernel.
fn findings(tiny: &Tiny) -> Result<Vec<String>, String> {
    let (name, text) = render(tiny);
    let file = SourceFile::new(name, text);
    let input = Input::from_text(file, PathBuf::new(), None);
    let input = input.map_err(|error| wavetank::render::error(&error, false))?;
    let settings = Settings {
        checkers: Checkers::named(|name| name == "races"),
        ..Settings::default()
    };
    let found = match wavetank::check(&input, &settings) {
        Ok(found) => found.diagnostics,
        Err(Error::Diagnostics { diagnostics, .. })
            if diagnostics
                .iter()
                .all(|it| matches!(it.code, "race" | "hazard")) =>
        {
            diagnostics
        }
        Err(error) => return Err(wavetank::render::error(&error, false)),
    };
    Ok(found.into_iter().map(|it| it.message).collect())
}

/// What is wrong with what is said about a kernel, if something is.
pub fn judge(tiny: &Tiny) -> Result<bool, String> {
    let outcomes = outcomes(tiny);
    let unordered = has_unordered_conflict(tiny);
    let found = findings(tiny)?;
    let wrong = match (outcomes.len() > 1, unordered, found.is_empty()) {
        (true, false, _) => "the outcome is not unique though all is ordered",
        (true, _, true) => "the outcome is not unique, and nothing was found",
        (_, true, true) => "accesses conflict unordered, and nothing was found",
        (_, false, false) => "all is ordered, and something was found",
        _ => return Ok(unordered),
    };
    Err(format!(
        "{wrong}\n{tiny:?}\n{} outcomes, {found:?}\n{}",
        outcomes.len(),
        render(tiny).1
    ))
}

pub fn run(count: u64, seed: u64) -> bool {
    let (mut right, mut wrong) = (0, 0);
    for seed in seed..seed + count {
        match judge(&random(&mut Random::new(seed))) {
            Ok(true) => wrong += 1,
            Ok(false) => right += 1,
            Err(why) => {
                println!("seed {seed}: {why}");
                return false;
            }
        }
    }
    println!("{count} kernels: {wrong} race, and are found; {right} do not, and are silent");
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checker_of_races_agrees_with_all_interleavings() {
        let (mut found, mut silent) = (0, 0);
        for seed in 1..=400 {
            match judge(&random(&mut Random::new(seed))) {
                Ok(true) => found += 1,
                Ok(false) => silent += 1,
                Err(why) => panic!("seed {seed}: {why}"),
            }
        }
        assert!(found > 50 && silent > 50, "{found} found, {silent} silent");
    }
}
