//! Threads and clusters that go round in circles.
//!
//! A thread that waits by asking memory again and again comes back to a state that it was in, with
//! nothing changed on the way. It will until something that it reads changes, so it need not run until
//! then, and if all the others wait as well, it never will. This is found in *trials*: for some
//! instructions of a thread, or some rounds of a cluster whose threads wait for each other on the way,
//! all that is read and written is noted, and states are compared with one that was marked. The mark
//! moves on after 1, 2, 4, 8 steps (Brent's way to find a cycle), so that what comes before the circle
//! does not matter.
//!
//! What a trial says holds: nothing is taken for a circle that reads a clock, prints, starts copies that
//! nothing waits for, or changes memory on the way even if it puts it back, since another thread may
//! wait for just that moment.

use super::env::{Env, SHARED_BASE, own_stack};
use super::flight::Extent;
use super::op::{MachineOp, TileOp};
use super::thread::{Thread, ThreadPlace};
use crate::meaning::Completion;
use crate::registers::CSR_SEMAPHORES;
use riscv::Effect;
use std::hash::{Hash, Hasher};
use uop::Digest;

/// Places in memory that a trial follows; what touches more does not wait.
const MOST_PLACES: usize = 256;
/// The longest of them.
const MOST_BYTES: u64 = 4096;

/// A place in memory as one thread sees it, and what it held when it was last touched.
#[derive(Clone, Debug)]
struct Held {
    owner: ThreadPlace,
    extent: Extent,
    digest: u64,
}

/// What one thread does in a lap: from where to where it goes, and the last instruction that read
/// memory which others can change, with what it read.
#[derive(Clone, Debug)]
pub struct Goes {
    pub place: ThreadPlace,
    pub first: u64,
    pub last: u64,
    pub read: Option<(u64, Extent)>,
}

/// What was read and written since a trial began.
#[derive(Clone, Debug, Default)]
struct Journal {
    reads: Vec<Held>,
    writes: Vec<Held>,
    /// Something happened that is not followed here.
    opaque: bool,
    /// A clock was read.
    clock: bool,
    /// Barriers, semaphores or control registers were looked at.
    meets: bool,
    /// In this lap, a place was written for the first time, so that what it held before is not known.
    unknown: bool,
    /// In this lap, memory that others see changed, or something that was read had.
    changed: bool,
    lap: Vec<Goes>,
}

/// Looks whether a thread, or a cluster, comes back to a state. Its steps are instructions or rounds.
#[derive(Clone, Debug)]
pub struct Trial {
    journal: Journal,
    steps: u64,
    /// Steps after which it is given up.
    most: u64,
    /// When the mark moves on.
    next_mark: u64,
    /// The step in which something new was last read, or stored where nothing had been stored.
    last_news: u64,
    /// The same, or that what was read or stored was not what it had been.
    last_work: u64,
    /// From this step on, one that works is given up.
    hurry: u64,
    mark: Option<Mark>,
}

/// A state that may come again. The whole of it is looked at only where a part is as it was.
#[derive(Clone, Debug)]
struct Mark {
    pc: u64,
    outline: u64,
    state: Option<u64>,
}

/// What a trial has found so far.
pub enum Verdict {
    GoesOn,
    Circles(Circle),
    /// It does not come back. It may still wait, and count how long: then it only `polls`, so that
    /// whatever it reads and wherever it stores, it has done so before.
    Over {
        polls: bool,
    },
}

/// A circle that is gone round until something changes outside.
#[derive(Clone, Debug)]
pub struct Circle {
    reads: Vec<Held>,
    /// What it looks at beside memory, if it does.
    inputs: Option<u64>,
    pub lap: Vec<Goes>,
}

impl Trial {
    /// After so many steps at most, it is known or given up; earlier, from step `hurry` on, if memory
    /// still changes.
    pub fn new(most: u64, hurry: u64) -> Box<Trial> {
        Box::new(Trial {
            journal: Journal::default(),
            steps: 0,
            most,
            next_mark: 1,
            last_news: 0,
            last_work: 0,
            hurry,
            mark: None,
        })
    }

    /// An instruction was carried out, or waits.
    fn note(&mut self, env: &Env<'_>, thread: &Thread, op: &MachineOp, done: bool) {
        let journal = &mut self.journal;
        journal.goes(thread.place, thread.hart.pc);
        match op {
            MachineOp::Hart(op) => match op.what {
                Effect::Csr { .. } if (0xc00..=0xc02).contains(&op.imm) => journal.clock = true,
                Effect::Ecall => journal.opaque = true,
                _ => {}
            },
            MachineOp::Tile(op) => match &**op {
                TileOp::Sync { .. } | TileOp::Mbarrier { .. } => journal.meets = true,
                TileOp::Semaphore { .. } => {
                    journal.meets = true;
                    journal.changed |= done;
                }
                TileOp::Csr { writes, csr, .. } => {
                    journal.meets = true;
                    journal.changed |= *writes && *csr >= CSR_SEMAPHORES;
                }
                TileOp::Copy(op) => {
                    // Others may post there, or change the map.
                    let followed = op.completion != Completion::Semaphore;
                    journal.opaque |= !followed || op.src_map || op.dst_map;
                }
                _ => {}
            },
        }
        for seen in env.seen.iter().flat_map(|all| all.iter()) {
            let digest = contents(env, seen.owner, &seen.extent);
            let private = is_private(env, seen.owner, &seen.extent);
            if (!seen.store || seen.atomic) && !private {
                let known = journal.reads.iter_mut();
                let news = put(known, seen.owner, &seen.extent, digest);
                if news == Some(Put::New) {
                    journal
                        .reads
                        .push(Held::new(seen.owner, seen.extent, digest));
                }
                if news.is_some() {
                    (self.last_news, self.last_work) = (self.steps, self.steps);
                }
                journal.changed |= news == Some(Put::Other);
                if let Some(goes) = journal.lap.iter_mut().find(|it| it.place == seen.owner) {
                    goes.read = Some((seen.pc, seen.extent));
                }
            }
            if seen.store {
                let known = journal.writes.iter_mut();
                let news = put(known, seen.owner, &seen.extent, digest);
                if news == Some(Put::New) {
                    journal
                        .writes
                        .push(Held::new(seen.owner, seen.extent, digest));
                    journal.unknown = true;
                }
                if news == Some(Put::New) && !private {
                    self.last_news = self.steps;
                }
                if news.is_some() && !private {
                    self.last_work = self.steps;
                }
                journal.changed |= news == Some(Put::Other) && !private;
            }
            journal.opaque |= seen.extent.len > MOST_BYTES
                || journal.reads.len() + journal.writes.len() > MOST_PLACES;
        }
    }

    /// A step is over; what is asked for where it is needed is a part of the state, and all of it.
    fn step(
        &mut self,
        env: &Env<'_>,
        pc: u64,
        outline: impl FnOnce() -> u64,
        state: impl FnOnce(&mut Digest),
    ) -> Verdict {
        self.steps += 1;
        let asks = !self.journal.reads.is_empty() || self.journal.clock;
        let works = self.steps >= self.hurry && self.last_work + 2 >= self.steps;
        if self.journal.opaque || works {
            return Verdict::Over { polls: false };
        }
        if self.steps >= self.most {
            let polls = asks && 2 * self.last_news <= self.steps;
            return Verdict::Over { polls };
        }
        let moves = self.steps >= self.next_mark;
        let same_place = self.mark.as_ref().is_some_and(|mark| mark.pc == pc);
        if !same_place && !moves {
            return Verdict::GoesOn;
        }
        let outline = outline();
        match &mut self.mark {
            Some(mark) if same_place && mark.outline == outline => {
                let mut digest = Digest::new();
                state(&mut digest);
                surroundings(env, &mut digest);
                for held in &self.journal.writes {
                    digest.write_u64(contents(env, held.owner, &held.extent));
                }
                let state = digest.finish();
                let journal = &mut self.journal;
                if journal.unknown || mark.state.is_none() {
                    mark.state = Some(state);
                    journal.next_lap();
                } else if mark.state == Some(state) {
                    let circle = Circle {
                        reads: journal.reads.clone(),
                        inputs: journal.meets.then(|| inputs(env)),
                        lap: journal.lap.clone(),
                    };
                    // Others have had turns since it read what it read.
                    if !journal.changed && !journal.clock && circle.holds(env) {
                        return Verdict::Circles(circle);
                    }
                    journal.next_lap();
                }
            }
            _ if moves => {
                self.next_mark = 2 * self.steps;
                self.mark = Some(Mark {
                    pc,
                    outline,
                    state: None,
                });
                self.journal.next_lap();
            }
            _ => {}
        }
        Verdict::GoesOn
    }
}

impl Journal {
    fn goes(&mut self, place: ThreadPlace, pc: u64) {
        match self.lap.iter_mut().find(|goes| goes.place == place) {
            Some(goes) => (goes.first, goes.last) = (goes.first.min(pc), goes.last.max(pc)),
            None => self.lap.push(Goes {
                place,
                first: pc,
                last: pc,
                read: None,
            }),
        }
    }

    fn next_lap(&mut self) {
        (self.unknown, self.changed) = (false, false);
        self.lap.clear();
    }
}

impl Circle {
    /// Nothing has changed that it looks at.
    pub fn holds(&self, env: &Env<'_>) -> bool {
        let same = |held: &Held| contents(env, held.owner, &held.extent) == held.digest;
        self.inputs.is_none_or(|before| before == inputs(env)) && self.reads.iter().all(same)
    }
}

impl Held {
    fn new(owner: ThreadPlace, extent: Extent, digest: u64) -> Held {
        Held {
            owner,
            extent,
            digest,
        }
    }
}

/// Whether a place is new, or holds something else than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Put {
    New,
    Other,
}

fn put<'h>(
    mut known: impl Iterator<Item = &'h mut Held>,
    owner: ThreadPlace,
    extent: &Extent,
    digest: u64,
) -> Option<Put> {
    match known.find(|held| held.extent == *extent && held.owner == owner) {
        None => Some(Put::New),
        Some(held) if held.digest != digest => {
            held.digest = digest;
            Some(Put::Other)
        }
        Some(_) => None,
    }
}

/// An instruction of a thread on trial, or of a cluster on trial, was carried out, or waits.
pub fn note(thread: &mut Thread, env: &mut Env<'_>, op: &MachineOp, done: bool) {
    if let Some(mut trial) = env.cluster.trial.take() {
        trial.note(env, thread, op, done);
        env.cluster.trial = Some(trial);
    }
    if let Some(mut trial) = thread.trial.take() {
        trial.note(env, thread, op, done);
        // What waits for other threads of the cluster is the cluster's circle.
        trial.journal.opaque |= match op {
            MachineOp::Hart(_) => false,
            MachineOp::Tile(op) => matches!(
                **op,
                TileOp::Sync { .. }
                    | TileOp::Mbarrier { .. }
                    | TileOp::Semaphore { .. }
                    | TileOp::Copy(_)
                    | TileOp::Commit(_)
                    | TileOp::WaitCopies(_)
                    | TileOp::Mma(_)
                    | TileOp::WaitMma
            ),
        };
        thread.trial = Some(trial);
    }
}

/// A thread on trial has gone one instruction on.
pub fn after_instruction(thread: &mut Thread, env: &Env<'_>) -> Option<Verdict> {
    let mut trial = thread.trial.take()?;
    let pc = thread.hart.pc;
    let outline = || {
        let mut digest = Digest::new();
        thread.hart.x.hash(&mut digest);
        digest.finish()
    };
    let verdict = trial.step(env, pc, outline, |digest| state(thread, digest));
    if matches!(verdict, Verdict::GoesOn) {
        thread.trial = Some(trial);
    }
    Some(verdict)
}

/// All threads of a cluster on trial had their turn. None of them ran to the end of its turn, where
/// it would only by chance be in the same place again.
pub fn after_round(threads: &[Option<Box<Thread>>], env: &mut Env<'_>) -> Option<Verdict> {
    let mut trial = env.cluster.trial.take()?;
    let alive = || threads.iter().flatten().filter(|thread| !thread.ended);
    let outline = || {
        let mut digest = Digest::new();
        for thread in alive() {
            (thread.place.bit(), thread.hart.pc, thread.hart.x).hash(&mut digest);
        }
        digest.finish()
    };
    let all = |digest: &mut Digest| {
        for thread in alive() {
            thread.place.bit().hash(digest);
            state(thread, digest);
        }
    };
    let verdict = trial.step(env, 0, outline, all);
    if matches!(verdict, Verdict::GoesOn) {
        env.cluster.trial = Some(trial);
    }
    Some(verdict)
}

/// All that decides what a thread does next, apart from what it shares with others.
fn state(thread: &Thread, digest: &mut Digest) {
    let hart = &thread.hart;
    (hart.pc, hart.x, hart.f).hash(digest);
    digest.write(&hart.v[..]);
    (hart.frm, hart.fflags, hart.vl, hart.vtype, hart.vstart).hash(digest);
    (hart.vxrm, hart.vxsat, hart.reservation).hash(digest);
    (thread.tmask, thread.trm, thread.tflags, thread.issued).hash(digest);
    (thread.waiting.is_some(), thread.fenced).hash(digest);
    if thread.tiles.touched() {
        digest.write(thread.tiles.as_flattened());
    }
}

/// What the threads of a cluster share beside memory.
fn surroundings(env: &Env<'_>, digest: &mut Digest) {
    inputs(env).hash(digest);
    for barrier in env.cluster.all_barriers() {
        (barrier.mask, barrier.arrived).hash(digest);
    }
    for &(pe, offset) in &env.cluster.mbarriers {
        let mut word = [0; 8];
        env.shared(pe).read(offset as usize, &mut word);
        digest.write(&word);
    }
    for flight in &env.cluster.flights {
        digest.write(format!("{flight:?}").as_bytes());
    }
}

/// What others can change beside memory.
fn inputs(env: &Env<'_>) -> u64 {
    let mut digest = Digest::new();
    env.semaphores.hash(&mut digest);
    env.cluster.flights.len().hash(&mut digest);
    for barrier in env.cluster.all_barriers() {
        barrier.phase.hash(&mut digest);
    }
    digest.finish()
}

/// Memory that only one thread reaches, or of which the state tells: it may change on the way.
fn is_private(env: &Env<'_>, owner: ThreadPlace, extent: &Extent) -> bool {
    match extent.shared_of {
        None => own_stack(owner, env.cluster.threads_per_pe).contains(&extent.start),
        Some(pe) => extent.len == 8 && env.cluster.mbarriers.contains(&(pe, extent.start)),
    }
}

/// What the bytes of a place are now, as a number.
fn contents(env: &Env<'_>, owner: ThreadPlace, extent: &Extent) -> u64 {
    let mut digest = Digest::new();
    let mut buffer = [0; 256];
    let mut at = 0;
    while at < extent.len.min(MOST_BYTES) {
        let len = (extent.len - at).min(buffer.len() as u64);
        let start = extent.start.wrapping_add(at);
        let from = match extent.shared_of {
            Some(pe) => env.resolve_shared(pe, start, len, false).ok(),
            None => {
                debug_assert!(start.wrapping_sub(SHARED_BASE) >= env.shared(owner.pe).len() as u64);
                let window = env.window(owner, start, len, false).ok();
                // SAFETY: the window holds the whole range.
                window.map(|it| unsafe { it.bytes.add((start - it.base) as usize) })
            }
        };
        let Some(from) = from else { break };
        let out = &mut buffer[..len as usize];
        // SAFETY: as many bytes lie there, which no reference covers.
        unsafe { op::shared::read(from, out) };
        digest.write(out);
        at += len;
    }
    digest.finish()
}
