//! The clock: it is told what happens, in the order in which the machine carries it out, and says when
//! that is. It decides nothing, so a run with it does the same as one without.
//!
//! Every thread has a time of its own. It issues in order; an instruction issues when the registers of
//! the hart that it reads are there, and when those of the tile core and its unit are by the time that
//! its last word has come. What processing elements and clusters share is a [`Calendar`]. A thread that
//! waits for something goes on when that is done: the time of what it met is written down where it was
//! left, at barriers, mbarriers and semaphores.

mod book;
mod meet;
mod thread;

use super::calendar::Calendar;
use super::copy::Done;
use super::cost::{Cost, Work};
use super::env::PES;
use super::op::{MachineOp, Memory};
use super::table::Table;
use super::thread::{Thread, ThreadPlace};
use crate::timing::{Number, Numbers};
use book::Book;
use meet::{Meetings, Semaphores};
use std::collections::BTreeMap;
use std::sync::Arc;
use thread::{Ready, ThreadClock};
use uop::{Cycles, Slice, Stall, Timeline, Track, WaveSpan};

/// Why threads wait.
const CAUSES: [Stall; 9] = [
    Stall::Latency,
    Stall::Dependency,
    Stall::Csr,
    Stall::Pipe,
    Stall::Matrix,
    Stall::Memory,
    Stall::Copy,
    Stall::Semaphore,
    Stall::Barrier,
];

/// Instructions of a cluster between looks at what can be forgotten.
const TIDY: u32 = 4096;

#[derive(Clone)]
pub struct Clock {
    numbers: Numbers,
    table: Arc<Table>,
    cycles: Cycles,
    counts: Counts,
    timeline: Option<Timeline>,
    /// Those that are under way, by number.
    clusters: BTreeMap<u32, ClusterClock>,
    /// Where the chip has clusters.
    places: Vec<Place>,
    semaphores: Semaphores,
}

/// Room for a cluster.
#[derive(Clone, Copy, Default)]
struct Place {
    taken: bool,
    /// The cycle from which on it is free.
    free: u64,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    csr: u64,
    multiplies: u64,
    matrix_busy: u64,
    element_busy: u64,
    copies: u64,
    copied: u64,
}

/// The time of a cluster.
#[derive(Clone)]
struct ClusterClock {
    place: u32,
    start: u64,
    /// The path to global memory, which all share.
    global: Calendar,
    elements: Vec<ElementClock>,
    threads: Vec<ThreadClock>,
    threads_per_pe: u8,
    meetings: Meetings,
    /// Instructions since something was last forgotten.
    since: u32,
}

/// What the threads of a processing element share.
#[derive(Clone)]
struct ElementClock {
    shared: Calendar,
    matrix: Calendar,
    elements: Calendar,
    copies: Calendar,
}

/// Bytes that a copy moves: all of them, those of global memory, and those of its own shared memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moved {
    pub bytes: u64,
    pub global: u64,
    pub shared: u64,
}

/// When a copy is done, and by which instruction it was started.
#[derive(Clone, Copy, Debug, Default)]
pub struct Landing {
    pub at: u64,
    pub by: u32,
}

impl Moved {
    /// So many bytes, from a memory or zeros, to a memory.
    pub fn add(&mut self, bytes: u64, from: Option<Memory>, to: Memory) {
        self.bytes += bytes;
        for side in from.into_iter().chain([to]) {
            match side {
                Memory::Global => self.global += bytes,
                Memory::Shared => self.shared += bytes,
            }
        }
    }
}

impl Clock {
    pub fn new(numbers: Numbers, table: Arc<Table>, timeline: Option<Timeline>) -> Clock {
        let places = numbers.get(Number::Clusters);
        let mut cycles = Cycles::new(0, table.insts.len());
        cycles.causes = &CAUSES;
        Clock {
            numbers,
            table,
            cycles,
            counts: Counts::default(),
            timeline,
            clusters: BTreeMap::new(),
            places: vec![Place::default(); places as usize],
            semaphores: Semaphores::default(),
        }
    }

    /// A cluster comes to the chip: where one has left it first. One that is let in although there is no
    /// room, because the others wait for it, has room of its own from when they do.
    pub fn start(&mut self, number: u32, elements: u8, threads_per_pe: u8) {
        let free = self
            .places
            .iter()
            .enumerate()
            .filter(|(_, place)| !place.taken);
        let first = free.min_by_key(|(_, place)| place.free).map(|(at, _)| at);
        let place = first.unwrap_or_else(|| {
            let clusters = self.clusters.values();
            let threads = clusters.flat_map(|cluster| &cluster.threads);
            self.places.push(Place {
                taken: false,
                free: threads.map(|thread| thread.now).max().unwrap_or(0),
            });
            self.places.len() - 1
        });
        self.places[place].taken = true;
        let start = self.places[place].free;
        let get = |number| self.numbers.get(number);
        let element = ElementClock {
            shared: Calendar::new(get(Number::SharedBytes)),
            matrix: Calendar::new(1),
            elements: Calendar::new(1),
            copies: Calendar::new(get(Number::CopyBytes)),
        };
        let threads = usize::from(elements) * usize::from(threads_per_pe);
        let cluster = ClusterClock {
            place: place as u32,
            start,
            global: Calendar::new(get(Number::GlobalBytes)),
            elements: vec![element; elements.into()],
            threads: vec![ThreadClock::new(start); threads],
            threads_per_pe,
            meetings: Meetings::default(),
            since: 0,
        };
        self.clusters.insert(number, cluster);
    }

    /// All threads of a cluster have ended.
    pub fn leave(&mut self, number: u32) {
        let Some(cluster) = self.clusters.remove(&number) else {
            return;
        };
        let ends = cluster.threads.iter().map(|thread| thread.now);
        let place = &mut self.places[cluster.place as usize];
        place.taken = false;
        place.free = ends.max().unwrap_or(cluster.start);
        for (pe, threads) in cluster
            .threads
            .chunks(cluster.threads_per_pe.into())
            .enumerate()
        {
            let unit = cluster.place * PES as u32 + pe as u32;
            let end = threads.iter().map(|thread| thread.now).max();
            let end = end.unwrap_or(cluster.start);
            self.cycles.occupancy.add(cluster.start, end);
            let Some(timeline) = &mut self.timeline else {
                continue;
            };
            let group = u64::from(number) * PES + pe as u64;
            let lasted = end - cluster.start;
            timeline.add(
                unit,
                Track::Groups(0),
                cluster.start,
                lasted,
                Slice::Group(group),
            );
            for (wave, thread) in threads.iter().enumerate() {
                timeline.end_wave(WaveSpan {
                    unit,
                    wave: wave as u32,
                    simd: 0,
                    group,
                    start: cluster.start,
                    end: thread.now,
                });
            }
        }
    }

    /// A thread issues an instruction, which has not been carried out yet.
    pub fn issue(&mut self, thread: &Thread, op: &MachineOp, len: u8) {
        let inst = self.table.inst(thread.hart.pc);
        let cost = Cost::of(thread, op, len, &self.numbers);
        let numbers = self.numbers;
        let get = |number| numbers.get(number);
        self.tidy(thread.place.cluster);
        let Some((cluster, mut book)) = self.parts(thread.place) else {
            return;
        };
        let slot = thread.place.slot(cluster.threads_per_pe);
        let own = &mut cluster.threads[slot];
        let element = &mut cluster.elements[usize::from(thread.place.pe)];
        own.inst = inst;
        own.blocked = false;
        book.inst = inst;
        let words = cost.issue;
        book.wait(own, own.registers(&cost));
        match cost.work {
            Work::Turn | Work::Copy => {}
            Work::Hart { loads } => own.writes_hart(&cost, |now| match loads {
                true => Ready::new(now + get(Number::HartLoad), inst, Stall::Memory),
                false => Ready::THERE,
            }),
            Work::Csr { reads } => {
                book.counts.csr += 1;
                book.wait(own, Ready::new(own.csr_free, own.csr_by, Stall::Csr));
                let rate = match reads {
                    true => Number::CsrRead,
                    false => Number::CsrWrite,
                };
                (own.csr_free, own.csr_by) = (own.now + get(rate), inst);
                own.writes_hart(&cost, |now| {
                    Ready::new(now + get(Number::CsrResult), inst, Stall::Csr)
                });
            }
            Work::Matrix {
                cycles,
                bytes,
                is_async,
            } => {
                book.counts.multiplies += 1;
                book.counts.matrix_busy += cycles;
                if !is_async {
                    let free = element.matrix.free_from(own.now + words);
                    book.wait(own, Ready::new(free - words, own.mma.by, Stall::Matrix));
                }
                // What the thread has asked for before takes every cycle that was free: order is kept.
                let begins = own.now + words;
                let (first, end) = element.matrix.take(begins, cycles, 1);
                let (_, fetched) = element.shared.take(begins, bytes, u64::MAX);
                let done = end.max(fetched) + get(Number::MatrixLatency);
                own.mma = own.mma.or_later(done, inst, Stall::Matrix);
                own.writes_tiles(&cost, end, Ready::new(done, inst, Stall::Matrix));
                book.flight(5, first, done);
            }
            Work::Elements { cycles } => {
                book.counts.element_busy += cycles;
                let free = element.elements.free_from(own.now + words);
                book.wait(own, Ready::new(free - words, own.alu.by, Stall::Pipe));
                let (_, end) = element.elements.take(own.now + words, cycles, 1);
                let result = Ready::new(end + get(Number::ElementLatency), inst, Stall::Dependency);
                own.alu = own.alu.or_later(result.at, inst, Stall::Dependency);
                own.writes_tiles(&cost, end, result);
                own.writes_hart(&cost, |_| result);
            }
            Work::Access {
                memory,
                bytes,
                counted,
            } => {
                if let Some(load) = counted {
                    let most = get(Number::Outstanding) as usize;
                    let now = own.now;
                    let room = own.accesses(memory, load).until_fewer(now, most);
                    book.wait(own, room);
                }
                let (path, latency, end) = match memory {
                    Memory::Global => {
                        book.cycles.global_accesses += 1;
                        let latency = get(Number::GlobalLatency);
                        (&mut cluster.global, latency, &mut own.access_end[0])
                    }
                    Memory::Shared => {
                        book.cycles.local_accesses += 1;
                        let latency = get(Number::SharedLatency);
                        (&mut element.shared, latency, &mut own.access_end[1])
                    }
                };
                let begins = (own.now + words).max(*end);
                let (first, last) = path.take(begins, bytes, u64::MAX);
                *end = last;
                let done = Ready::new(last + latency, inst, Stall::Memory);
                if let Some(load) = counted {
                    own.accesses(memory, load).push(done);
                    let channel = 2 * u8::from(memory == Memory::Shared) + u8::from(!load);
                    book.flight(channel, first, done.at);
                }
                own.writes_tiles(&cost, last, done);
                own.writes_hart(&cost, |_| done);
            }
        }
        book.issued(own, words);
        if let MachineOp::Tile(op) = op
            && let Some(until) = own.waits(op)
        {
            book.wait(own, until);
        }
        book.passed(own.now);
    }

    /// A jump, or a branch that is taken.
    pub fn jumped(&mut self, place: ThreadPlace) {
        let until = self.numbers.get(Number::Jump) - 1;
        self.wait_for(place, |own| {
            Ready::new(own.now + until, own.inst, Stall::Latency)
        });
    }

    /// A copy begins. Returns when it is done.
    pub fn copies(&mut self, place: ThreadPlace, moved: Moved, done: &Done) -> Landing {
        let numbers = self.numbers;
        let get = |number| numbers.get(number);
        let Some((cluster, mut book)) = self.parts(place) else {
            return Landing::default();
        };
        let slot = place.slot(cluster.threads_per_pe);
        let own = &mut cluster.threads[slot];
        let element = &mut cluster.elements[usize::from(place.pe)];
        book.inst = own.inst;
        book.counts.copies += 1;
        book.counts.copied += moved.bytes;
        let rate = get(Number::CopyBytes);
        // `now` is the cycle after that of the last word.
        let begins = own.now + get(Number::CopyStart);
        let (first, mut end) = element.copies.take(begins, moved.bytes, rate);
        let sides = [
            (&mut cluster.global, moved.global, Number::GlobalLatency),
            (&mut element.shared, moved.shared, Number::SharedLatency),
        ];
        let mut latency = 0;
        for (path, bytes, slowness) in sides.into_iter().filter(|(_, bytes, _)| *bytes > 0) {
            // What is read and written in the same memory goes there twice.
            let rate = rate * bytes.div_ceil(moved.bytes.max(1));
            end = end.max(path.take(first, bytes, rate).1);
            latency = latency.max(get(slowness));
        }
        let landing = Ready::new(end + latency, own.inst, Stall::Copy);
        own.copies.start(done, landing);
        book.flight(4, first, landing.at);
        book.passed(landing.at);
        Landing {
            at: landing.at,
            by: own.inst,
        }
    }

    /// A thread has to wait, and will be told when it can go on.
    pub fn blocked(&mut self, place: ThreadPlace) {
        if let Some(own) = self.thread(place) {
            own.blocked = true;
        }
    }

    /// A thread ends, when everything that it started is done.
    pub fn ends(&mut self, place: ThreadPlace) {
        self.wait_for(place, ThreadClock::everything);
        if let Some(own) = self.thread(place) {
            own.blocked = true;
        }
    }

    /// The cycle in which a thread can issue its next instruction.
    pub fn now(&self, place: ThreadPlace) -> Option<u64> {
        let cluster = self.clusters.get(&place.cluster)?;
        let thread = cluster.threads.get(place.slot(cluster.threads_per_pe))?;
        Some(thread.now)
    }

    /// The cycles so far.
    pub fn total(&self) -> u64 {
        self.cycles.cycles
    }

    /// What was counted so far.
    pub fn cycles(&self) -> Cycles {
        let Counts {
            csr,
            multiplies,
            matrix_busy,
            element_busy,
            copies,
            copied,
        } = self.counts;
        let mut cycles = self.cycles.clone();
        cycles.units = PES as u32 * self.places.len() as u32;
        cycles.own = vec![
            ("global_accesses", cycles.global_accesses),
            ("local_accesses", cycles.local_accesses),
            ("csr_accesses", csr),
            ("multiplies", multiplies),
            ("matrix_busy_cycles", matrix_busy),
            ("element_busy_cycles", element_busy),
            ("copies", copies),
            ("copied_bytes", copied),
        ];
        cycles
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> usize {
        let clusters = self.clusters.values().map(|cluster| {
            let elements = cluster.elements.iter().map(|element| {
                let ElementClock {
                    shared,
                    matrix,
                    elements,
                    copies,
                } = element;
                [shared, matrix, elements, copies]
                    .map(Calendar::bytes)
                    .iter()
                    .sum::<usize>()
            });
            let threads = cluster.threads.len() * ThreadClock::BYTES;
            threads + cluster.global.bytes() + elements.sum::<usize>()
        });
        size_of_val(&self.cycles.by_instruction[..]) + clusters.sum::<usize>()
    }

    pub fn timeline(&self) -> Option<&Timeline> {
        self.timeline.as_ref()
    }

    fn thread(&mut self, place: ThreadPlace) -> Option<&mut ThreadClock> {
        let cluster = self.clusters.get_mut(&place.cluster)?;
        let slot = place.slot(cluster.threads_per_pe);
        cluster.threads.get_mut(slot)
    }

    /// The instruction under way waits for this.
    fn wait_for(&mut self, place: ThreadPlace, what: impl FnOnce(&ThreadClock) -> Ready) {
        if let Some((cluster, mut book)) = self.parts(place) {
            let own = &mut cluster.threads[place.slot(cluster.threads_per_pe)];
            own.blocked = false;
            book.inst = own.inst;
            let until = what(own);
            book.wait(own, until);
            book.passed(own.now);
        }
    }

    /// The cluster of a thread, and where what it does is written down.
    fn parts(&mut self, place: ThreadPlace) -> Option<(&mut ClusterClock, Book<'_>)> {
        let cluster = self.clusters.get_mut(&place.cluster)?;
        let book = Book {
            unit: cluster.place * PES as u32 + u32::from(place.pe),
            wave: place.thread.into(),
            inst: u32::MAX,
            cycles: &mut self.cycles,
            counts: &mut self.counts,
            timeline: self.timeline.as_mut(),
        };
        Some((cluster, book))
    }

    /// Forgets what was taken of cycles that no thread of the cluster will come back to: one that waits
    /// goes on after what the others do.
    fn tidy(&mut self, number: u32) {
        let Some(cluster) = self.clusters.get_mut(&number) else {
            return;
        };
        cluster.since += 1;
        if cluster.since < TIDY {
            return;
        }
        cluster.since = 0;
        let threads = cluster.threads.iter().filter(|thread| !thread.blocked);
        let Some(oldest) = threads.map(|thread| thread.now).min() else {
            return;
        };
        cluster.global.forget_before(oldest);
        for element in &mut cluster.elements {
            let ElementClock {
                shared,
                matrix,
                elements,
                copies,
            } = element;
            for calendar in [shared, matrix, elements, copies] {
                calendar.forget_before(oldest);
            }
        }
    }
}
