//! How clusters start: fresh memory and registers, in the place of those that have ended.

use super::Job;
use super::bytes::Bytes;
use super::course::FirstTrials;
use super::env::{Barrier, Cluster, PES, Round, stack_base};
use super::run::{Resident, ctas};
use super::thread::{Thread, ThreadPlace, Tiles};

/// Shared memory starts as a pattern, so that a kernel that relies on zero shows it.
const SHARED_PATTERN: u32 = 0xdead_beef;
/// The most threads of a processing element.
const MOST_THREADS: u64 = 8;

/// Memory and tile registers of clusters that have ended. To allocate and to clear them costs more
/// than many a kernel takes, so they serve again, and what was not written to is clean.
#[derive(Default)]
pub struct Spare {
    shared: Vec<Bytes>,
    stacks: Vec<Bytes>,
    tiles: Vec<Tiles>,
}

impl Spare {
    /// Takes apart a cluster that has ended; as much as one cluster needs is kept.
    pub fn keep(&mut self, ended: Resident) {
        self.shared.extend(ended.cluster.shared);
        self.stacks.extend(ended.cluster.stacks);
        let threads = ended.threads.into_iter().flatten();
        self.tiles.extend(threads.map(|thread| thread.tiles));
        self.shared.truncate(PES as usize);
        self.stacks.truncate((PES * MOST_THREADS) as usize);
        self.tiles.truncate((PES * MOST_THREADS) as usize);
    }
}

/// The cluster of this number, as it starts.
pub fn cluster(
    job: &Job,
    number: u64,
    opposite: bool,
    trials: FirstTrials,
    spare: &mut Spare,
) -> Resident {
    let first = number * PES;
    let pes = (ctas(job.grid) - first).min(PES) as u8;
    let count = usize::from(pes) * usize::from(job.threads);
    let other = if opposite { u32::MAX } else { 0 };
    let pattern = SHARED_PATTERN ^ other;
    let shared = |_| Bytes::fresh(job.shared_bytes, pattern, spare.shared.pop());
    let stack = |_| Bytes::fresh(job.stack_bytes, other, spare.stacks.pop());
    let cluster = Cluster {
        shared: (0..pes).map(shared).collect(),
        stacks: (0..count).map(stack).collect(),
        cta_barriers: vec![[Barrier::default(); 32]; pes.into()],
        barriers: [Barrier::default(); 32],
        threads_per_pe: job.threads,
        flights: Vec::new(),
        mbarriers: Vec::new(),
        rounds: 0,
        round: Round::default(),
        next_trial: trials.rounds,
        trial: None,
        circle: None,
    };
    let [nx, ny, _] = job.grid.map(u64::from);
    let mut threads = Vec::with_capacity(count);
    for pe in 0..pes {
        let linear = first + u64::from(pe);
        let group = [linear % nx, linear / nx % ny, linear / nx / ny].map(|n| n as u32);
        for thread in 0..job.threads {
            let place = ThreadPlace {
                group,
                cluster: number as u32,
                pe,
                thread,
            };
            let tiles = Tiles::fresh(spare.tiles.pop());
            let mut thread = start(job, place, tiles, &cluster);
            thread.next_trial = trials.instructions;
            threads.push(Some(thread));
        }
    }
    Resident { cluster, threads }
}

/// A thread by the calling convention: arguments in registers, the rest on the stack.
fn start(job: &Job, place: ThreadPlace, tiles: Tiles, cluster: &Cluster) -> Box<Thread> {
    let mut thread = Thread::new(place, job.entry, tiles);
    let on_stack = job.integers.get(8..).unwrap_or(&[]);
    let room = (8 * on_stack.len())
        .next_multiple_of(16)
        .min(job.stack_bytes);
    let sp = job.stack_bytes - room;
    let stack = &cluster.stacks[place.slot(job.threads)];
    for (index, argument) in on_stack.iter().enumerate().take(room / 8) {
        stack.write(sp + 8 * index, &argument.to_le_bytes());
    }
    thread.hart.x[2] = stack_base(place, job.threads) + sp as u64;
    for (register, &argument) in (10..18).zip(&job.integers) {
        thread.hart.x[register] = argument;
    }
    for (register, &argument) in (10..18).zip(&job.floats) {
        thread.hart.f[register] = argument;
    }
    Box::new(thread)
}
