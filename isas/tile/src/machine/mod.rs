//! The machine: clusters of processing elements with RISC-V threads and tile cores.
//!
//! Threads take turns, each until it waits, ends, or its quantum is over, so a run is the same
//! every time. Clusters start in order; the next one starts when the ones before it have ended,
//! when all of their threads wait (they may wait for a semaphore that a later cluster posts), or
//! when they have run for long.

mod access;
mod bytes;
mod copy;
mod env;
mod flight;
mod hazard;
mod host;
mod op;
mod sync;
mod thread;
mod tile;
mod vector;

use bytes::Bytes;
use env::{Barrier, Cluster, Counters, Env, Grid, Image, STACK_BASE, STACK_STRIDE, Segment, Stop};
use host::Next;
use op::Op;
use std::collections::VecDeque;
use std::rc::Rc;
use sync::Progress;
use thread::{Place, Thread, Waiting};
use uop::{GlobalMemory, RunFault, RunOptions, RunReport, Runnable, Trap};

pub use env::SHARED_BASE;

/// Bytes at an address.
#[derive(Clone, Debug)]
pub struct Contents {
    pub base: u64,
    pub bytes: Vec<u8>,
    pub writable: bool,
    pub name: &'static str,
}

/// What to run, and over which grid.
#[derive(Clone, Debug)]
pub struct Job {
    /// The first holds the code.
    pub contents: Vec<Contents>,
    pub entry: u64,
    /// Cooperative thread arrays.
    pub grid: [u32; 3],
    /// Threads of each, one to eight.
    pub threads: u8,
    /// Integer arguments by the calling convention: registers, then the stack.
    pub integers: Vec<u64>,
    /// Floating-point arguments, as register contents.
    pub floats: Vec<u64>,
    pub stack_bytes: usize,
    pub shared_bytes: usize,
}

/// Processing elements of a cluster.
const PES: u64 = 4;
/// After so many instructions without a cluster ending, the next one is let in: it may be what
/// the running ones spin for.
const PATIENCE: u64 = 1 << 22;
/// Clusters that run at the same time; each thread has 256 KiB of tile registers.
const MOST_RESIDENT: usize = 64;
/// Random schedules give short turns.
const SHUFFLED_QUANTUM: u64 = 64;

/// A loaded launch.
pub struct Chip {
    job: Job,
}

impl Chip {
    pub fn new(job: Job) -> Chip {
        Chip { job }
    }
}

struct Resident {
    cluster: Cluster,
    threads: Vec<Option<Box<Thread>>>,
}

impl Runnable for Chip {
    fn run(
        &mut self,
        memory: &dyn GlobalMemory,
        options: &RunOptions,
    ) -> Result<RunReport, Box<RunFault>> {
        let segments = self.job.contents.iter().map(|contents| {
            let bytes = Bytes::zeroed(contents.bytes.len());
            bytes.write(0, &contents.bytes);
            Segment {
                base: contents.base,
                bytes,
                writable: contents.writable,
                name: contents.name,
            }
        });
        let mut run = Run {
            job: &self.job,
            image: Image::new(segments.collect()),
            memory,
            options,
            semaphores: [0; 32],
            counters: Counters::default(),
            random: options.shuffle.unwrap_or(1) | 1,
            resident: VecDeque::new(),
            next: 0,
            last_change: 0,
        };
        run.finish()?;
        let counters = run.counters;
        let ctas = ctas(self.job.grid);
        Ok(RunReport {
            instructions: counters.instructions,
            bytes_loaded: counters.bytes_loaded,
            bytes_stored: counters.bytes_stored,
            barriers: counters.barriers,
            threads: ctas * u64::from(self.job.threads),
            workgroups: ctas,
            output: counters.output,
            exit_code: counters.exit_code,
        })
    }
}

fn ctas(grid: [u32; 3]) -> u64 {
    grid.iter().map(|&n| u64::from(n)).product()
}

/// A run under way.
struct Run<'a> {
    job: &'a Job,
    image: Image,
    memory: &'a dyn GlobalMemory,
    options: &'a RunOptions,
    semaphores: [u32; 32],
    counters: Counters,
    random: u64,
    resident: VecDeque<Resident>,
    /// The next cluster to start.
    next: u64,
    /// The instruction count when a cluster last started or ended.
    last_change: u64,
}

/// How a thread's turn ended.
enum Turn {
    Over { instructions: u64 },
    Blocked { instructions: u64 },
    Ended,
}

impl Run<'_> {
    fn clusters(&self) -> u64 {
        ctas(self.job.grid).div_ceil(PES)
    }

    fn finish(&mut self) -> Result<(), Box<RunFault>> {
        loop {
            if self.resident.is_empty() && !self.admit() {
                return Ok(());
            }
            let progressed = self.round()?;
            self.resident
                .retain(|resident| resident.threads.iter().any(Option::is_some));
            let waited_long = self.counters.instructions - self.last_change > PATIENCE;
            if progressed && waited_long {
                self.admit();
            }
            if !progressed && !self.admit() && !self.complete_everything()? {
                return Err(self.deadlock());
            }
        }
    }

    /// Starts the next cluster, if there is one and there is room.
    fn admit(&mut self) -> bool {
        if self.next == self.clusters() || self.resident.len() >= MOST_RESIDENT {
            return false;
        }
        self.last_change = self.counters.instructions;
        let first = self.next * PES;
        let pes = (ctas(self.job.grid) - first).min(PES) as u8;
        let cluster = Cluster {
            shared: (0..pes).map(|_| self.new_shared()).collect(),
            cta_barriers: vec![[Barrier::default(); 32]; pes.into()],
            barriers: [Barrier::default(); 32],
            threads_per_pe: self.job.threads,
            flights: Vec::new(),
        };
        let [nx, ny, _] = self.job.grid.map(u64::from);
        let mut threads = Vec::new();
        for pe in 0..pes {
            let linear = first + u64::from(pe);
            let group = [linear % nx, linear / nx % ny, linear / nx / ny].map(|n| n as u32);
            for thread in 0..self.job.threads {
                let place = Place {
                    group,
                    cluster: self.next as u32,
                    pe,
                    thread,
                };
                let slot = linear * u64::from(self.job.threads) + u64::from(thread);
                threads.push(Some(self.new_thread(place, slot)));
            }
        }
        self.resident.push_back(Resident { cluster, threads });
        self.next += 1;
        true
    }

    /// Shared memory starts as a pattern, so that a kernel that relies on zero shows it.
    fn new_shared(&self) -> Bytes {
        let bytes = Bytes::zeroed(self.job.shared_bytes);
        let pattern: Vec<u8> = 0xdead_beef_u32
            .to_le_bytes()
            .into_iter()
            .cycle()
            .take(self.job.shared_bytes)
            .collect();
        bytes.write(0, &pattern);
        bytes
    }

    fn new_thread(&self, place: Place, slot: u64) -> Box<Thread> {
        let stack_base = STACK_BASE + slot * STACK_STRIDE;
        let mut thread = Thread::new(place, self.job.entry, stack_base, self.job.stack_bytes);
        let on_stack = self.job.integers.get(8..).unwrap_or(&[]);
        let room = (8 * on_stack.len())
            .next_multiple_of(16)
            .min(self.job.stack_bytes);
        let sp = self.job.stack_bytes - room;
        for (index, argument) in on_stack.iter().enumerate().take(room / 8) {
            thread.stack.write(sp + 8 * index, &argument.to_le_bytes());
        }
        thread.x[2] = stack_base + sp as u64;
        for (register, &argument) in (10..18).zip(&self.job.integers) {
            thread.x[register] = argument;
        }
        for (register, &argument) in (10..18).zip(&self.job.floats) {
            thread.f[register] = argument;
        }
        Box::new(thread)
    }

    /// Gives every thread a turn. False if none of them got anywhere.
    fn round(&mut self) -> Result<bool, Box<RunFault>> {
        let mut progressed = false;
        for index in 0..self.resident.len() {
            let count = self.resident[index].threads.len();
            for turn in 0..count {
                let (slot, quantum) = match self.options.shuffle {
                    None => (turn, u64::from(self.options.quantum.max(1))),
                    Some(_) => {
                        let random = self.next_random();
                        (
                            random as usize % count,
                            1 + (random >> 32) % SHUFFLED_QUANTUM,
                        )
                    }
                };
                let Some(mut thread) = self.resident[index].threads[slot].take() else {
                    progressed |= self.options.shuffle.is_some();
                    continue;
                };
                match self.turn(index, &mut thread, quantum) {
                    Ok(Turn::Ended) => {
                        progressed = true;
                        self.last_change = self.counters.instructions;
                    }
                    Ok(Turn::Over { instructions } | Turn::Blocked { instructions }) => {
                        progressed |= instructions > 0;
                        self.resident[index].threads[slot] = Some(thread);
                    }
                    Err(stop) => return Err(fault(&thread, *stop)),
                }
            }
        }
        // Chance may have given turns only to threads that wait.
        Ok(progressed || self.options.shuffle.is_some() && self.any_can_run()?)
    }

    /// One turn for every thread in order, to see whether any can go on.
    fn any_can_run(&mut self) -> Result<bool, Box<RunFault>> {
        for index in 0..self.resident.len() {
            for slot in 0..self.resident[index].threads.len() {
                let Some(mut thread) = self.resident[index].threads[slot].take() else {
                    continue;
                };
                let turn = self.turn(index, &mut thread, 1);
                let (ended, moved) = match turn {
                    Ok(Turn::Ended) => (true, true),
                    Ok(Turn::Over { instructions } | Turn::Blocked { instructions }) => {
                        (false, instructions > 0)
                    }
                    Err(stop) => return Err(fault(&thread, *stop)),
                };
                if !ended {
                    self.resident[index].threads[slot] = Some(thread);
                }
                if moved {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    fn turn(&mut self, index: usize, thread: &mut Thread, quantum: u64) -> env::Result<Turn> {
        let clusters = self.clusters() as u32;
        let mut env = Env {
            memory: self.memory,
            image: &mut self.image,
            cluster: &mut self.resident[index].cluster,
            semaphores: &mut self.semaphores,
            grid: Grid {
                size: self.job.grid,
                clusters,
                threads: self.job.threads,
            },
            options: self.options,
            counters: &mut self.counters,
            random: &mut self.random,
        };
        step(thread, &mut env, quantum)
    }

    /// Lets everything in flight land; false if there was nothing.
    fn complete_everything(&mut self) -> Result<bool, Box<RunFault>> {
        let mut any = false;
        for index in 0..self.resident.len() {
            for slot in 0..self.resident[index].threads.len() {
                let Some(mut thread) = self.resident[index].threads[slot].take() else {
                    continue;
                };
                let before = self.resident[index].cluster.flights.len();
                let clusters = self.clusters() as u32;
                let mut env = Env {
                    memory: self.memory,
                    image: &mut self.image,
                    cluster: &mut self.resident[index].cluster,
                    semaphores: &mut self.semaphores,
                    grid: Grid {
                        size: self.job.grid,
                        clusters,
                        threads: self.job.threads,
                    },
                    options: self.options,
                    counters: &mut self.counters,
                    random: &mut self.random,
                };
                let done =
                    access::complete(&mut thread, &mut env, |flight, owner| flight.owner == owner);
                if let Err(stop) = done {
                    return Err(fault(&thread, *stop));
                }
                any |= self.resident[index].cluster.flights.len() < before;
                self.resident[index].threads[slot] = Some(thread);
            }
        }
        Ok(any)
    }

    fn deadlock(&mut self) -> Box<RunFault> {
        let mut waits = Vec::new();
        let mut stuck = None;
        for resident in &self.resident {
            for thread in resident.threads.iter().flatten() {
                let what = match thread.waiting {
                    Some(Waiting::Barrier { cluster, id, .. }) => {
                        let scope = if cluster { "cluster" } else { "CTA" };
                        let barrier = match cluster {
                            true => resident.cluster.barriers[usize::from(id)],
                            false => {
                                resident.cluster.cta_barriers[usize::from(thread.place.pe)]
                                    [usize::from(id)]
                            }
                        };
                        let missing = barrier.mask & !barrier.arrived;
                        format!("{scope} barrier {id} (threads {missing:#x} have not arrived)")
                    }
                    None => "an mbarrier, a semaphore or its own earlier arrival".to_string(),
                };
                let [x, y, z] = thread.place.group;
                waits.push(format!(
                    "thread {} of CTA ({x},{y},{z}) waits at {:#x} for {what}",
                    thread.place.thread, thread.pc
                ));
                stuck.get_or_insert((thread.pc, thread.place));
            }
        }
        waits.truncate(16);
        let (address, place) = stuck.unwrap_or((
            0,
            Place {
                group: [0; 3],
                cluster: 0,
                pe: 0,
                thread: 0,
            },
        ));
        Box::new(RunFault {
            trap: Trap::Deadlock { waits },
            address,
            group: place.group,
            thread: place.thread.into(),
            related: None,
        })
    }
}

fn fault(thread: &Thread, stop: Stop) -> Box<RunFault> {
    Box::new(RunFault {
        trap: stop.trap,
        address: thread.pc,
        group: thread.place.group,
        thread: thread.place.thread.into(),
        related: stop.related,
    })
}

/// Runs a thread until it waits, ends, or has used up its quantum.
fn step(thread: &mut Thread, env: &mut Env<'_>, quantum: u64) -> env::Result<Turn> {
    let mut instructions = 0;
    while instructions < quantum {
        if thread.pc == 0 {
            return end(thread, env);
        }
        if env.counters.instructions >= env.options.max_instructions {
            return env::stop(Trap::Limit {
                limit: env.options.max_instructions,
            });
        }
        let (op, len) = match env.image.fetch(thread.pc) {
            Some(Ok((op, len))) => (op, *len),
            Some(Err(why)) => return env::illegal(why.clone()),
            None => {
                return env::stop(Trap::BadTarget {
                    address: thread.pc,
                    lane: 0,
                });
            }
        };
        let next = match op {
            Op::Host(op) => {
                let op = *op;
                host::run(thread, env, &op)?
            }
            Op::Tile(op) => {
                let op = Rc::clone(op);
                match tile::run(thread, env, &op)? {
                    Progress::Done => Next::Fall,
                    Progress::Blocked => return Ok(Turn::Blocked { instructions }),
                }
            }
        };
        instructions += 1;
        thread.instructions += 1;
        env.counters.instructions += 1;
        match next {
            Next::Fall => thread.pc = thread.pc.wrapping_add(len.into()),
            Next::Jump(target) => thread.pc = target,
            Next::End => return end(thread, env),
        }
    }
    Ok(Turn::Over { instructions })
}

/// A thread that ends completes everything it has outstanding.
fn end(thread: &mut Thread, env: &mut Env<'_>) -> env::Result<Turn> {
    access::complete(thread, env, |flight, owner| flight.owner == owner)?;
    thread.ended = true;
    Ok(Turn::Ended)
}
