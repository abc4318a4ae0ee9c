//! A launch on several threads: workgroups run whole as long as they end soon, and then share the threads.

use super::{Dispatch, Turned};
use crate::fault::Fault;
use crate::resident::{After, Residents};
use crate::stats::{Stats, count_group};
use crate::workgroup::{GroupProgress, Workgroup};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use uop::Trap;

/// Instructions after a fault in which those before it may come to one of their own, where all have turns.
const GRACE: u64 = 1 << 27;

/// The first fault in launch order that is known so far, with the number of its workgroup.
type First = Option<(u64, Box<Fault>)>;

fn keep_first(first: &mut First, number: u64, fault: Box<Fault>) {
    if first.as_ref().is_none_or(|&(known, _)| number < known) {
        *first = Some((number, fault));
    }
}

impl Dispatch {
    /// Each thread takes whole workgroups; once one of them has run for long, as it does where it counts while it
    /// waits for another, they share the threads. The first fault in launch order is the one reported. When a
    /// workgroup turns out to wait, or the instruction limit is reached, what is left is run on one thread, so
    /// that everything is as it would be there.
    pub(super) fn run_parallel(mut self) -> Result<Stats, Box<Fault>> {
        let whole = Whole::default();
        let threads = self.groups().min(self.config.threads as u64) as usize;
        crate::thread_pool::run(threads, || self.run_whole(&whole));
        // One thread may have reached the limit before it came to where the fault is.
        let limited = whole.limited.into_inner();
        let mut first = owned(whole.first).filter(|_| !limited);
        let (begun, mut skipped) = (owned(whole.begun), owned(whole.skipped));
        skipped.sort_by_key(|range| std::cmp::Reverse(range.start));
        let shares = !begun.is_empty() && !limited && !whole.waits.into_inner();
        let own = self.clone();
        self.residents = Residents::of(begun.into_values());
        self.skipped = skipped;
        self.next = whole.next.into_inner().min(self.groups());
        self.stats = owned(whole.total);
        if shares {
            first = own.share(&mut self, threads, first);
        }
        if let Some((_, fault)) = first {
            return Err(fault);
        }
        self.resume(&mut ())?;
        // The threads may have gone beyond the limit together, none of them knowing of it.
        match self.stats.instructions > self.config.max_instructions {
            true => Err(self.beyond_limit()),
            false => Ok(self.stats),
        }
    }

    /// What each thread does while workgroups run whole.
    fn run_whole(&self, whole: &Whole) {
        let groups = self.groups();
        // Groups that follow each other use memory that does, so a thread takes several in a row,
        // but not so many that the others wait for it in the end.
        let share = (groups / (32 * self.config.threads as u64)).clamp(1, 64);
        let mut stats = Stats::default();
        let mut spare = None;
        let mut chunk = 0..0;
        while !whole.over.load(Ordering::Relaxed) && !self.config.meter.is_stopped() {
            if chunk.is_empty() {
                let start = whole.next.fetch_add(share, Ordering::Relaxed).min(groups);
                chunk = start..groups.min(start + share);
            }
            let Some(index) = chunk.next() else {
                break;
            };
            if index > whole.earliest.load(Ordering::Relaxed) {
                break;
            }
            let mut group = self.start(index, spare.take());
            count_group(&mut stats, &group);
            match self.run_to_end(&mut group, whole, &mut stats) {
                Ok(GroupProgress::Over) => whole.keep(group),
                Ok(_) => spare = Some(group),
                Err(fault) if matches!(fault.trap, Trap::Limit { .. }) => {
                    whole.limited.store(true, Ordering::Relaxed);
                    whole.over.store(true, Ordering::Relaxed);
                    whole.keep(group);
                }
                Err(fault) => {
                    keep_first(&mut lock(&whole.first), group.number(), fault);
                    whole.earliest.fetch_min(index, Ordering::Relaxed);
                }
            }
        }
        if !chunk.is_empty() {
            lock(&whole.skipped).push(chunk);
        }
        *lock(&whole.total) += stats;
    }

    /// Runs a workgroup to its end, or until some workgroup has run for long.
    fn run_to_end(&self, group: &mut Workgroup, whole: &Whole, stats: &mut Stats) -> Turned {
        let longest = self.longest_turn();
        loop {
            let progress = self.turn(group, &whole.issued, stats);
            if !matches!(progress, Ok(GroupProgress::Over)) {
                return progress;
            }
            let after = group.turn_over(&self.program, self.config.order, longest);
            if matches!(after, After::Waits { .. }) {
                whole.waits.store(true, Ordering::Relaxed);
            }
            if after != After::GoesOn {
                whole.over.store(true, Ordering::Relaxed);
            }
            if whole.over.load(Ordering::Relaxed) || self.config.meter.is_stopped() {
                return Ok(GroupProgress::Over);
            }
        }
    }

    fn turn(&self, group: &mut Workgroup, issued: &AtomicU64, stats: &mut Stats) -> Turned {
        let before = stats.instructions;
        let progress = group.run(&self.run_of(issued), stats, &mut ());
        self.count_turn(stats.instructions - before, group, &progress);
        progress
    }

    /// All threads give turns to the workgroups of `dispatch`, until all have ended or one is found to wait.
    fn share(&self, dispatch: &mut Dispatch, threads: usize, first: First) -> First {
        let issued = AtomicU64::new(dispatch.stats.instructions);
        let shared = Mutex::new(Shared {
            until: dispatch.stats.instructions + GRACE,
            dispatch,
            first,
            over: false,
        });
        crate::thread_pool::run(threads, || self.take_turns(&shared, &issued));
        owned(shared).first
    }

    /// What each thread does while they are shared.
    fn take_turns(&self, shared: &Mutex<Shared<'_>>, issued: &AtomicU64) {
        let mut spare = None;
        loop {
            let next = lock(shared).next(&mut spare);
            let Some(mut group) = next else {
                return;
            };
            let mut stats = Stats::default();
            let turned = loop {
                let progress = self.turn(&mut group, issued, &mut stats);
                if !matches!(progress, Ok(GroupProgress::Over)) {
                    break progress.map(|_| None);
                }
                let longest = lock(shared).dispatch.longest_turn();
                let after = group.turn_over(&self.program, self.config.order, longest);
                if after != After::GoesOn {
                    break Ok(Some(after));
                }
            };
            let mut shared = lock(shared);
            shared.dispatch.stats += stats;
            shared.turned(group, turned, &mut spare);
        }
    }
}

/// What threads know of each other while workgroups run whole.
struct Whole {
    issued: AtomicU64,
    next: AtomicU64,
    total: Mutex<Stats>,
    first: Mutex<First>,
    /// Groups before the first fault still run: one may fault as well.
    earliest: AtomicU64,
    /// No group runs whole any more.
    over: AtomicBool,
    /// One goes round in circles.
    waits: AtomicBool,
    limited: AtomicBool,
    /// Groups that have begun and not ended, by their numbers.
    begun: Mutex<BTreeMap<u64, Box<Workgroup>>>,
    /// Those before the next that have not begun.
    skipped: Mutex<Vec<Range<u64>>>,
}

impl Whole {
    /// A workgroup has not ended.
    fn keep(&self, group: Box<Workgroup>) {
        lock(&self.begun).insert(group.number(), group);
    }
}

impl Default for Whole {
    fn default() -> Whole {
        Whole {
            issued: AtomicU64::new(0),
            next: AtomicU64::new(0),
            total: Mutex::default(),
            first: Mutex::default(),
            earliest: AtomicU64::new(u64::MAX),
            over: AtomicBool::new(false),
            waits: AtomicBool::new(false),
            limited: AtomicBool::new(false),
            begun: Mutex::default(),
            skipped: Mutex::default(),
        }
    }
}

/// What threads share that give turns to workgroups.
struct Shared<'d> {
    dispatch: &'d mut Dispatch,
    first: First,
    /// Instructions of the launch up to which workgroups before a fault have turns.
    until: u64,
    /// What is left is for one thread.
    over: bool,
}

impl Shared<'_> {
    /// The workgroup that has the next turn.
    fn next(&mut self, spare: &mut Option<Box<Workgroup>>) -> Option<Box<Workgroup>> {
        let dispatch = &mut *self.dispatch;
        if self.over || dispatch.config.meter.is_stopped() {
            return None;
        }
        let group = match &self.first {
            None => match dispatch.residents.take() {
                Some(group) => group,
                None if dispatch.has_room() => dispatch.start_next(spare)?,
                None => return None,
            },
            Some(_) if dispatch.stats.instructions > self.until => return None,
            Some((known, _)) => {
                let mut all = std::iter::from_fn(|| dispatch.residents.take());
                all.find(|group| group.number() < *known)?
            }
        };
        dispatch.residents.take_away(&group);
        Some(group)
    }

    /// A turn is over.
    fn turned(
        &mut self,
        group: Box<Workgroup>,
        turned: Result<Option<After>, Box<Fault>>,
        spare: &mut Option<Box<Workgroup>>,
    ) {
        let dispatch = &mut *self.dispatch;
        dispatch.residents.bring_back(&group);
        match turned {
            Ok(None) => *spare = Some(group),
            Ok(Some(After::Long)) => _ = dispatch.make_way(group, spare),
            Err(fault) if !matches!(fault.trap, Trap::Limit { .. }) => {
                if self.first.is_none() {
                    self.until = dispatch.stats.instructions + GRACE;
                }
                keep_first(&mut self.first, group.number(), fault);
            }
            // It waits, or the instruction limit is reached.
            Ok(_) | Err(_) => {
                dispatch.residents.put_first(group);
                self.over = true;
            }
        }
    }
}

/// A panic elsewhere is reported by the thread that panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn owned<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
