//! What is known of a wave: what it has seen of others, what others can see of it.

use super::batch::words_of;
use super::clock::Clock;
use super::published::{Found, Published, Release, Words};
use super::ways::Ways;
use sim::Lanes;
use std::sync::Arc;
use uop::{Fence, MemoryOrder, Scope};

/// Kinds of memory, each with an order of its own: waiting for one says nothing about the other.
pub(super) const LOCAL: usize = 0;
pub(super) const GLOBAL: usize = 1;
/// Beside them, what the cache that a workgroup shares shows of global memory.
pub(super) const SHARED: usize = 2;
/// And what of global memory is no longer in a cache alone, where stores have to be written back.
pub(super) const WRITTEN: usize = 3;

/// How far a wave has seen others, by kind of memory, in the shared cache, and written back; that last one is
/// empty where stores need not be.
pub(super) type Seen = [Clock; 4];
/// What a wave publishes, by part.
pub(super) type Parts = [Clock; 4];

/// What a wave publishes: of local memory, and of global memory to its workgroup and to the others.
const PARTS: [(Part, usize); 3] = [
    (Part::Local, LOCAL),
    (Part::Group, GLOBAL),
    (Part::Device, GLOBAL),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Local,
    Group,
    Device,
    /// How far the cache that the workgroup shares was emptied.
    Shared,
}

#[derive(Debug, Default)]
pub(super) struct Known {
    pub group: [u32; 3],
    pub wave: u32,
    /// The number of the wave itself, where this is a unit that works for it.
    pub owner: u32,
    /// What others have to have seen to come after what it does now.
    pub time: u32,
    /// How far it has seen others, by kind of memory, and how far the cache that its workgroup shares shows
    /// what waves of other workgroups stored.
    pub seen: [Clock; 3],
    /// Its stores, and those of others that it has seen, reach other workgroups when they are written back.
    written: Option<Box<Written>>,
    /// Whether what it has seen of others is complete, so that it can pass that on.
    passes_on: [bool; 2],
    /// How far its loads show what waves of other workgroups stored, and other waves of its own.
    pub fresh: Clock,
    pub near: Clock,
    /// The same, if the inner cache were emptied.
    outer: Option<Clock>,
    /// Its workgroup shares the inner cache, not the outer one alone.
    shares_inner: bool,
    /// What it has read of others and not acquired, by part.
    pending: Option<Box<Parts>>,
    /// The same, not yet joined.
    found: Found,
    pub awaits: bool,
    /// What is complete, by part, and whether that has its own time in it.
    pub(super) released: [Released; 3],
    pub(super) whole: [bool; 3],
    /// Something happened since.
    pub dirty: bool,
    /// It has published something in global memory.
    pub told: bool,
    /// It has ended, and what comes later is ordered after none of what it did.
    pub gone: bool,
    /// Something may have arrived.
    pub waited: bool,
    /// What it published last, by kind of memory.
    published: [Option<Arc<Release>>; 2],
    /// What it had seen of local memory when the instruction under way published there.
    moment: Option<Clock>,
    /// What it published in rows of local memory.
    bases: Option<Box<Bases>>,
    /// Where its lanes have gone.
    ways: Option<Box<Ways>>,
    /// Words that it has used an atomic on, the last few, and their kinds of memory.
    atomics: Option<Box<Atomics>>,
    /// Addresses of loads whose value is changed and put back.
    pub loaded: Vec<Loaded>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Released {
    /// What it had seen.
    clock: Clock,
    /// When it was complete itself, and when its loads were.
    pub time: u32,
    pub loads: u32,
}

/// What is no longer in the cache of a workgroup alone.
#[derive(Debug, Default)]
struct Written {
    /// How far it has seen that others have been written back.
    seen: Clock,
    /// What it had seen, and when, as a write-back began that has not been waited for.
    under_way: Option<(Clock, u32)>,
}

/// Locks that a wave may hold.
const FEW_ATOMICS: usize = 8;

/// The last few words, and how many there have been.
#[derive(Debug, Default)]
struct Atomics {
    words: Vec<Used>,
    next: usize,
}

/// A word that an atomic was used on, its kind of memory, and what the wave had seen then.
#[derive(Debug)]
struct Used {
    word: u64,
    kind: usize,
    seen: Clock,
}

/// What a wave had seen of local memory, and completed, when it published there: by part, and from
/// which time on.
#[derive(Debug, Default)]
struct Bases {
    all: Vec<(u32, Parts)>,
    /// How many were left when the last were forgotten.
    left: usize,
}

/// A wave with more of these lets go of those that nothing refers to.
const MANY_BASES: usize = 1024;

/// Where the lanes of a load went.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    pub inst: u32,
    pub mask: u64,
    pub addresses: Box<[u64; 64]>,
}

impl Atomics {
    fn at(&self, kind: usize, word: u64) -> Option<usize> {
        let same = |it: &Used| (it.word, it.kind) == (word, kind);
        self.words.iter().position(same)
    }
}

impl Known {
    pub fn new(group: [u32; 3], wave: u32, owner: u32, order: &MemoryOrder) -> Known {
        Known {
            group,
            wave,
            owner,
            time: 1,
            // What is waited for has reached the memory that all share; without waits it takes a fence of
            // its own to tell others of it.
            passes_on: [order.local != 0, order.global != 0],
            shares_inner: !order.cached_in_workgroup,
            written: order.written_back.then(Box::default),
            ..Known::default()
        }
    }

    /// It comes after what others did.
    pub fn sees(&mut self, kind: usize, others: &Clock) {
        if kind == WRITTEN {
            if let Some(written) = &mut self.written {
                written.seen.join(others);
                self.released[Part::Device as usize].clock.join(others);
            }
            return;
        }
        self.seen[kind].join(others);
        if kind == SHARED {
            if self.shares_inner {
                self.fresh.join(others);
            }
        } else if self.passes_on[kind] {
            for (part, of) in PARTS {
                if self.kind_of(part, of) == kind {
                    self.released[part as usize].clock.join(others);
                }
            }
        }
    }

    /// What of a kind of memory others can see.
    fn kind_of(&self, part: Part, kind: usize) -> usize {
        match part {
            Part::Device if self.written.is_some() => WRITTEN,
            _ => kind,
        }
    }

    /// What it did so far is complete, as far as `parts` says.
    pub fn complete(&mut self, parts: impl Fn(Part) -> bool) {
        for (part, kind) in PARTS {
            if !parts(part) {
                continue;
            }
            let released = &mut self.released[part as usize];
            let (clock, time) = match &mut self.written {
                // What it has stored since is still in the cache.
                Some(written) if part == Part::Device => match written.under_way.take() {
                    Some((seen, began)) => {
                        written.seen.join(&seen);
                        (&written.seen, began)
                    }
                    None => (&written.seen, released.time),
                },
                _ => (&self.seen[kind], self.time),
            };
            *released = Released {
                clock: clock.clone(),
                time,
                loads: self.time,
            };
            self.whole[part as usize] = false;
        }
        self.time += 1;
    }

    /// Its loads of global memory are, whatever became of its stores.
    pub fn complete_loads(&mut self) {
        for part in [Part::Group, Part::Device] {
            self.released[part as usize].loads = self.time;
            self.whole[part as usize] = false;
        }
        self.time += 1;
    }

    /// It uses an atomic on a word.
    pub fn uses_atomic(&mut self, kind: usize, word: u64) {
        let (seen, atomics) = (&self.seen[kind], self.atomics.get_or_insert_default());
        if let Some(at) = atomics.at(kind, word) {
            let used = &mut atomics.words[at];
            if !used.seen.is_same(seen) {
                used.seen = seen.clone();
            }
            return;
        }
        let used = Used {
            word,
            kind,
            seen: seen.clone(),
        };
        match atomics.words.get_mut(atomics.next % FEW_ATOMICS) {
            Some(oldest) => *oldest = used,
            None => {
                // Most waves use one, a counter.
                atomics.words.reserve_exact(1);
                atomics.words.push(used);
            }
        }
        atomics.next += 1;
    }

    /// It has used an atomic.
    pub fn uses_atomics(&self) -> bool {
        self.atomics.is_some()
    }

    /// It has used an atomic on the word, not many words ago.
    pub fn has_used_atomic(&self, kind: usize, word: u64) -> bool {
        self.seen_by_atomic(kind, word).is_some()
    }

    /// What it had seen when it used an atomic on the word last.
    pub fn seen_by_atomic(&self, kind: usize, word: u64) -> Option<&Clock> {
        let atomics = self.atomics.as_deref()?;
        Some(&atomics.words[atomics.at(kind, word)?].seen)
    }

    /// These lanes run from now on.
    pub fn go(&mut self, exec: u64) {
        self.ways.get_or_insert_default().go(exec, &mut self.time);
    }

    /// Its lanes come after those that synchronised before, and before those that will.
    pub fn synchronise(&mut self) {
        self.ways
            .get_or_insert_default()
            .synchronise(&mut self.time);
    }

    /// None of its lanes has gone another way than those that run.
    pub fn is_together(&self) -> bool {
        self.ways.as_ref().is_none_or(|ways| ways.are_together())
    }

    /// All of its lanes have met.
    pub fn meet(&mut self) {
        if let Some(ways) = &mut self.ways {
            ways.meet(self.time);
        }
    }

    /// An access of its own comes before what its lanes do now.
    pub fn is_before(&self, lane: u8, time: u32) -> bool {
        self.ways
            .as_ref()
            .is_none_or(|ways| ways.is_before(lane, time))
    }

    /// What needs no wait is complete.
    pub fn complete_in_order(&mut self, order: &MemoryOrder, cluster: bool) {
        // Where atomics are relaxed, a barrier says nothing to other workgroups either.
        let device = !order.relaxed_atomics || cluster;
        self.complete(|part| match part {
            Part::Local => order.local == 0,
            Part::Group => order.global == 0,
            Part::Device => order.global == 0 && device,
            Part::Shared => false,
        });
    }

    /// The wave, whose number is `me`, as far as what it did is complete.
    pub fn released(&mut self, part: Part, me: u32) -> Clock {
        if part == Part::Shared {
            return self.seen[SHARED].clone();
        }
        let Released { clock, time, loads } = &mut self.released[part as usize];
        if !std::mem::replace(&mut self.whole[part as usize], true) && *loads > 0 {
            clock.set_both(me, *time, *loads);
        }
        clock.clone()
    }

    /// What of it, and of others, other workgroups can see, where that takes more than a wait.
    pub fn written(&mut self, me: u32) -> Clock {
        match self.written {
            Some(_) => self.released(Part::Device, me),
            None => Clock::default(),
        }
    }

    /// What the wave leaves where others of its workgroup meet it.
    pub fn leaves(&mut self, me: u32, order: &MemoryOrder) -> Seen {
        self.complete_in_order(order, false);
        let [local, global, shared] =
            [Part::Local, Part::Group, Part::Shared].map(|part| self.released(part, me));
        let left = [local, global, shared, self.written(me)];
        self.time += 1;
        left
    }

    /// It comes after what others have left.
    pub fn takes(&mut self, left: &Seen) {
        for (kind, left) in left.iter().enumerate() {
            self.sees(kind, left);
        }
        self.dirty = true;
    }

    /// Another instruction begins. What it does comes after what the one before published.
    pub fn begin(&mut self) {
        self.time += u32::from(self.moment.take().is_some());
    }

    /// The wave as it is now.
    pub fn now(&self, kind: usize, me: u32) -> Clock {
        let mut clock = self.seen[kind].clone();
        clock.set(me, self.time);
        clock
    }

    /// The same of all that it has seen.
    pub fn all_now(&self, me: u32) -> Seen {
        let written = self.written.as_ref().map(|it| it.seen.clone());
        [
            self.now(LOCAL, me),
            self.now(GLOBAL, me),
            self.seen[SHARED].clone(),
            written.unwrap_or_default(),
        ]
    }

    /// It has read something that others published in a word.
    pub fn reads(&mut self, word: u64, published: &Published, me: u32) {
        if published.is_known_to(me) {
            return;
        }
        self.awaits = true;
        let (group, pending) = (self.group, self.pending.get_or_insert_default());
        (self.found).add(word, published, me, |release| release.tell(group, pending));
    }

    /// The same for all lanes of a load.
    pub fn reads_all(&mut self, published: &Words, lanes: &Lanes<'_>, words: u8, me: u32) {
        // What one store published in many words is one thing to read.
        let mut last: Option<&Published> = None;
        for (_, word) in words_of(lanes, words) {
            let Some(found) = published.get(&word) else {
                continue;
            };
            if !last.is_some_and(|last| last.is_same(found)) {
                self.reads(word, found, me);
                last = Some(found);
            }
        }
    }

    /// It has read something that a wave published.
    pub fn reads_release(&mut self, release: Arc<Release>) {
        self.awaits = true;
        let (group, pending) = (self.group, self.pending.get_or_insert_default());
        (self.found).add_one(release, |release| release.tell(group, pending));
    }

    /// It loads values that are changed and put back.
    pub fn loads(&mut self, inst: u32, lanes: &Lanes<'_>) {
        if let Some(loaded) = self.loaded.iter_mut().find(|it| it.inst == inst) {
            loaded.mask |= lanes.mask;
            loaded.addresses.copy_from_slice(lanes.addresses);
        }
    }

    /// The wave, whose number is `me`, publishes in a row of local memory, where accesses stay in
    /// order. True if it has published so much that some may be forgotten.
    pub fn publish_in_row(&mut self, me: u32) -> bool {
        let parts = [
            self.seen[LOCAL].clone(),
            self.released(Part::Group, me),
            self.released(Part::Device, me),
            self.released(Part::Shared, me),
        ];
        let same = |last: &Parts| last.iter().zip(&parts).all(|(last, now)| last.is_same(now));
        let Bases { all, left } = &mut **self.bases.get_or_insert_default();
        if !all.last().is_some_and(|(_, last)| same(last)) {
            all.push((self.time, parts));
        }
        // What the next instruction does is later.
        if self.moment.is_none() {
            self.moment = Some(self.seen[LOCAL].clone());
        }
        all.len() >= MANY_BASES.max(2 * *left)
    }

    /// What the wave, whose number is `me`, published at this time in a row of local memory.
    pub fn release_at(&self, me: u32, time: u32) -> Arc<Release> {
        let bases = self.bases.as_ref().map_or(&[][..], |it| &it.all);
        let after = bases.partition_point(|(from, _)| *from <= time);
        let base = after.checked_sub(1).map(|at| &bases[at].1);
        let mut parts = base.cloned().unwrap_or_default();
        parts[Part::Local as usize].set(me, time);
        Arc::new(Release {
            group: self.group,
            by: (me, LOCAL),
            time,
            parts,
        })
    }

    /// Nothing that it published in rows before this time is asked for any more.
    pub fn forget_bases(&mut self, from: u32) {
        if let Some(bases) = &mut self.bases {
            let after = bases.all.partition_point(|(time, _)| *time <= from);
            bases.all.drain(..after.saturating_sub(1));
            bases.left = bases.all.len();
        }
    }

    /// It has read a flag of local memory that another wave of its workgroup stored.
    pub fn reads_local(&mut self, [local, global, shared, written]: &Seen) {
        self.awaits = true;
        let pending = self.pending.get_or_insert_default();
        pending[Part::Local as usize].join(local);
        pending[Part::Group as usize].join(global);
        pending[Part::Shared as usize].join(shared);
        pending[Part::Device as usize].join(written);
    }

    /// From now on it comes after what it has read, as far as the scope goes.
    pub fn acquire(&mut self, scope: Scope) {
        if !self.awaits || scope == Scope::Wave {
            return;
        }
        let (group, mut pending) = (self.group, self.pending.take().unwrap_or_default());
        (self.found).drain(|release| release.tell(group, &mut pending));
        for (part, kind) in PARTS.into_iter().chain([(Part::Shared, SHARED)]) {
            if scope == Scope::Device || part != Part::Device {
                let told = std::mem::take(&mut pending[part as usize]);
                self.sees(kind, &told);
                if self.kind_of(part, kind) == WRITTEN {
                    self.sees(WRITTEN, &told);
                }
            }
        }
        self.pending = Some(pending);
        self.awaits = scope != Scope::Device;
        self.dirty = true;
    }

    pub fn fence(&mut self, fence: Fence) {
        match fence {
            Fence::Full(Scope::Wave) => {}
            Fence::Full(scope) => {
                self.acquire(scope);
                self.complete(|part| scope == Scope::Device || part != Part::Device);
            }
            Fence::Outer => {
                let seen = self.seen[GLOBAL].clone();
                if !self.shares_inner {
                    self.seen[SHARED] = seen.clone();
                }
                self.outer = Some(seen);
            }
            Fence::Acquire(Scope::Device) => {
                self.fresh = self.seen[GLOBAL].clone();
                self.near = self.fresh.clone();
                self.seen[SHARED] = self.fresh.clone();
            }
            Fence::Acquire(Scope::Workgroup) => {
                self.near = self.seen[GLOBAL].clone();
                if let Some(outer) = self.outer.take() {
                    self.fresh.join(&outer);
                }
                // Another wave may have emptied the outer cache for all of them.
                match self.shares_inner {
                    true => self.seen[SHARED].join(&self.fresh),
                    false => self.fresh.join(&self.seen[SHARED]),
                }
            }
            Fence::WriteBack(Scope::Device) => {
                if let Some(written) = &mut self.written {
                    written.under_way = Some((self.seen[GLOBAL].clone(), self.time));
                }
                self.time += 1;
                self.dirty = true;
            }
            Fence::Acquire(Scope::Wave) | Fence::WriteBack(Scope::Wave | Scope::Workgroup) => {}
        }
    }

    /// What a store or an atomic by the wave, whose number is `me`, publishes: what is complete.
    pub fn publish(&mut self, me: u32, kind: usize, order: &MemoryOrder) -> Arc<Release> {
        if !order.relaxed_atomics {
            self.complete_in_order(order, true);
        }
        // Accesses to local memory stay in order. All lanes of an instruction publish the same: what
        // comes behind it is later.
        let in_order = kind == LOCAL && order.local != 0;
        let time = match in_order {
            true => self.time,
            false => self.released.iter().map(|it| it.loads).max().unwrap_or(0),
        };
        let goes_on = match (in_order, &self.moment) {
            (true, Some(seen)) => seen.is_same(&self.seen[LOCAL]),
            (in_order, _) => !in_order,
        };
        let mut parts = [Part::Local, Part::Group, Part::Device, Part::Shared]
            .map(|part| self.released(part, me));
        let told = |last: &Release| {
            let others = (last.parts.iter().zip(&parts)).skip(usize::from(in_order));
            others.into_iter().all(|(told, now)| told.is_same(now))
        };
        if let Some(last) = &self.published[kind]
            && goes_on
            && last.time == time
            && told(last)
        {
            return last.clone();
        }
        if in_order {
            parts[Part::Local as usize] = self.now(LOCAL, me);
            self.moment = Some(self.seen[LOCAL].clone());
        }
        let release = Arc::new(Release {
            group: self.group,
            by: (me, kind),
            time,
            parts,
        });
        self.published[kind] = Some(release.clone());
        release
    }

    /// It has ended; `told` says whether others can come after what its workgroup did.
    pub fn end(&mut self, told: bool) {
        *self = Known {
            group: self.group,
            wave: self.wave,
            owner: self.owner,
            time: self.time,
            gone: !told,
            ..Known::default()
        };
    }
}
