//! Random tiny kernels, and what has to be true of what the checker of races says about them.
//!
//! A kernel is a few waves without branches, each with a handful of accesses, waits and barriers; or a
//! wave that hands something on and one that waits for it. *All* interleavings with the reorderings that
//! the target allows ([`super::interleave`]) say whether the outcome is unique, and whether two accesses
//! that conflict are next to each other in one of them. What must hold of findings, and is tested:
//!
//! - the outcome is not unique => there is one;
//! - there is one => the outcome is not unique, or accesses that conflict meet.
//!
//! Where some meet and the outcome is unique all the same (a wave stores 1 and then 2, another one 2), a
//! finding is right and so is none: one run is looked at, and in that it may be that nothing differs.
//!
//! Atomics of these kernels add and return nothing, so that their order does not show.

use super::interleave::explore;
use super::render::render;
use random::Random;
use source::SourceFile;
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
    /// The same of the cache of the wave alone, not of the one behind it that its workgroup shares.
    ForgetNear,
    /// What the workgroup's cache alone holds begins to go to memory.
    WriteBack,
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
    Cdna,
    Wave,
    Flux,
    Waves,
    Tile,
}

pub const TARGETS: [Target; 8] = [
    Target::Rdna3,
    Target::Rdna3Local,
    Target::Rdna4,
    Target::Cdna,
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
    /// Emptying the caches counts as a load, and waiting for it waits for the loads before it.
    pub forgetting_waits: bool,
    /// The waves of a workgroup have one cache, and what they store stays there until it is written back.
    pub writes_back: bool,
}

impl Target {
    pub fn model(self) -> Model {
        let model = |delayed, in_order, cached, barrier_waits| Model {
            delayed,
            in_order,
            cached,
            barrier_waits,
            forgetting_waits: self == Target::Rdna4,
            writes_back: self == Target::Cdna,
        };
        match self {
            Target::Rdna3 | Target::Rdna4 | Target::Cdna => model(true, false, true, false),
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
        use Target::{Cdna, Rdna3, Rdna3Local, Rdna4, Wave};
        matches!(self, Rdna3 | Rdna3Local | Rdna4 | Cdna | Wave)
    }

    /// Whether flags that waves wait for can be told from other words.
    fn has_flags(self) -> bool {
        use Target::{Cdna, Rdna3, Rdna4, Wave};
        matches!(self, Rdna3 | Rdna4 | Cdna | Wave)
    }
}

pub const PLACES: u8 = 2;

#[derive(Clone, Debug)]
pub struct Tiny {
    pub target: Target,
    pub waves: Vec<Vec<Op>>,
    /// Waves in a workgroup.
    pub together: usize,
}

impl Tiny {
    /// The workgroup of a wave.
    pub fn group(&self, wave: usize) -> usize {
        wave / self.together
    }

    pub fn groups(&self) -> usize {
        self.waves.len().div_ceil(self.together)
    }
}

pub fn random(random: &mut Random) -> Tiny {
    let target = TARGETS[random.below(TARGETS.len())];
    if target.has_flags() && random.below(3u32) == 0 {
        return match random.below(2u32) {
            0 => handing_on(target, random),
            _ => gathering(target, random),
        };
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
                match random.below(8u32) {
                    0 | 1 => {}
                    _ if !model.cached => {}
                    2 | 3 => wave.push(Op::ForgetNear),
                    _ => wave.push(Op::Forget),
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
    let together = waves.len();
    Tiny {
        target,
        waves,
        together,
    }
}

fn access(target: Target, random: &mut Random) -> Op {
    let at = random.below(u32::from(PLACES)) as u8;
    match random.below(5u32) {
        0 | 1 => Op::Load(at),
        2 if target.has_relaxed_atomics() => Op::Add(at),
        _ => {
            // Often the same, which is a case of its own.
            let values = if random.below(2u32) == 0 { 2u32 } else { 100 };
            Op::Store(at, 1 + random.below(values) as u8)
        }
    }
}

/// A wave stores and raises a flag, another one awaits it and loads; one piece may be missing.
fn handing_on(target: Target, random: &mut Random) -> Tiny {
    let missing = random.below(4u32);
    let mut gives = vec![Op::Store(0, 7)];
    if random.below(2u32) == 0 {
        gives.push(Op::Store(1, 8));
    }
    if target.model().writes_back && missing != 3 {
        // Before the last store or behind it.
        let at = gives.len() - usize::from(random.below(4u32) == 0);
        gives.insert(at, Op::WriteBack);
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
    if missing != 2 {
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
        together: 1 + random.below(2usize),
    }
}

/// Both waves of a workgroup store and meet, and one raises a flag; of another workgroup one wave awaits it,
/// meets the other, and both load. Pieces may be missing.
fn gathering(target: Target, random: &mut Random) -> Tiny {
    let Model {
        cached,
        barrier_waits,
        writes_back,
        ..
    } = target.model();
    // Where barriers wait for everything, a fence that is missing does not show.
    let missing = match barrier_waits {
        true => [0, 6][random.below(2usize)],
        false => random.below(8usize),
    };
    let again = barrier_waits || random.below(2u32) == 0;
    let place = |random: &mut Random| random.below(u32::from(PLACES)) as u8;
    let mut gives = [vec![Op::Store(0, 7)], vec![Op::Store(1, 8)]];
    // Each writes its own back, or one of them everything, before they meet or after it.
    let writes = random.below(4u32);
    for (number, wave) in gives.iter_mut().enumerate() {
        if writes_back && (writes == 0 || writes == 1 && number == 0) {
            wave.push(Op::WriteBack);
        }
        if missing != 1 + number && !barrier_waits {
            wave.push(Op::Wait);
        }
        if missing != 6 {
            wave.push(Op::Barrier);
        }
    }
    if writes_back && writes == 2 {
        gives[0].push(Op::WriteBack);
    }
    // Compilers wait once, before the barrier.
    if again {
        gives[0].push(Op::Wait);
    }
    gives[0].push(Op::Raise);
    let mut takes = [Vec::new(), Vec::new()];
    for wave in &mut takes {
        if random.below(3u32) == 0 {
            wave.push(Op::Load(place(random)));
            wave.extend((!barrier_waits).then_some(Op::Wait));
        }
    }
    takes[0].push(Op::Await);
    match missing {
        _ if !cached => takes[0].push(Op::Wait),
        3 => {}
        4 => takes[0].push(Op::ForgetNear),
        _ => takes[0].push(Op::Forget),
    }
    if missing != if barrier_waits { 6 } else { 7 } {
        takes.iter_mut().for_each(|wave| wave.push(Op::Barrier));
    }
    if cached && missing != 5 {
        let near = random.below(4u32) != 0;
        takes[1].push(if near { Op::ForgetNear } else { Op::Forget });
    }
    for wave in &mut takes {
        if random.below(4u32) != 0 {
            wave.push(Op::Load(place(random)));
        }
    }
    Tiny {
        target,
        waves: gives.into_iter().chain(takes).collect(),
        together: 2,
    }
}

fn place(op: Op) -> Option<u8> {
    match op {
        Op::Load(at) | Op::Store(at, _) | Op::Add(at) => Some(at),
        _ => None,
    }
}

/// Two accesses of different waves of which it matters which is first.
pub fn conflicts(target: Target, x: Op, y: Op) -> bool {
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

/// What is said about a kernel.
fn findings(tiny: &Tiny) -> Result<Vec<String>, String> {
    let (name, text) = render(tiny);
    let file = SourceFile::new(name, text);
    let input = Input::from_text(file, None);
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

/// What is true of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a finding, and there has to be.
    Found,
    /// There is none, and there may not be.
    Silent,
    /// Accesses meet that conflict, but the outcome is the same; whether there is a finding.
    Lucky(bool),
}

/// What is true of a kernel, or what is wrong with what is said about it.
pub fn judge(tiny: &Tiny) -> Result<Verdict, String> {
    let all = explore(tiny);
    let found = findings(tiny)?;
    let wrong = match (all.outcomes.len() > 1, all.meet, found.is_empty()) {
        (true, false, _) => "the outcome is not unique though nothing meets that conflicts",
        (true, true, true) => "the outcome is not unique, and nothing was found",
        (false, false, false) => "nothing meets that conflicts, and something was found",
        (true, true, false) => return Ok(Verdict::Found),
        (false, false, true) => return Ok(Verdict::Silent),
        (false, true, silent) => return Ok(Verdict::Lucky(!silent)),
    };
    Err(format!(
        "{wrong}\n{tiny:?}\n{} outcomes, {found:?}\n{}",
        all.outcomes.len(),
        render(tiny).1
    ))
}

/// How many kernels were judged how.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    found: u64,
    silent: u64,
    lucky: [u64; 2],
}

impl Count {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Found => self.found += 1,
            Verdict::Silent => self.silent += 1,
            Verdict::Lucky(found) => self.lucky[usize::from(found)] += 1,
        }
    }
}

/// Goes on after a kernel that is judged wrongly, so that one run shows all of them.
pub fn run(count: u64, seed: u64) -> bool {
    let (mut counted, mut wrong) = (Count::default(), 0);
    for seed in seed..seed + count {
        match judge(&random(&mut Random::new(seed))) {
            Ok(verdict) => counted.add(verdict),
            Err(why) => {
                println!("seed {seed}: {why}");
                wrong += 1;
            }
        }
    }
    let Count {
        found,
        silent,
        lucky: [unsaid, said],
    } = counted;
    println!(
        "{count} kernels: {found} race, and are found; {silent} do not, and are silent; in {} accesses \
         race whose order does not show, of which {said} are found; {wrong} are judged wrongly",
        unsaid + said
    );
    wrong == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checker_of_races_agrees_with_all_interleavings() {
        let mut counted = Count::default();
        for seed in 1..=400 {
            match judge(&random(&mut Random::new(seed))) {
                Ok(verdict) => counted.add(verdict),
                Err(why) => panic!("seed {seed}: {why}"),
            }
        }
        assert!(counted.found > 50 && counted.silent > 50, "{counted:?}");
    }
}
