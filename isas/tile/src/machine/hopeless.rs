//! Who waits for what, when no thread can go on.

use super::access::amount;
use super::circle::Goes;
use super::env::PES;
use super::flight::Extent;
use super::op::{MachineOp, TileOp};
use super::run::{Resident, Run, site};
use super::sync::{Mbarrier, mbarrier_at};
use super::thread::{Thread, ThreadPlace, Waiting};
use crate::meaning::{MbarrierOp, SemaphoreOp};
use uop::{Fault, Trap};

/// Clusters that a message names, and threads of each.
const CLUSTERS: usize = 8;
const THREADS: usize = 4;

/// Where threads are that have not ended.
#[derive(Default)]
struct Standing {
    waits: Vec<String>,
    /// The first of them, and its instruction.
    first: Option<(u64, ThreadPlace)>,
    /// How many clusters have such threads.
    clusters: usize,
    /// Some go round in circles.
    circles: bool,
}

impl Run {
    /// The fault of a run in which no thread can go on.
    pub fn deadlock(&mut self) -> Box<Fault> {
        let Standing {
            mut waits,
            first,
            clusters,
            circles,
        } = self.standing();
        let all_begun = self.state.next == self.clusters();
        waits.extend((!all_begun).then(|| self.not_begun()));
        let nowhere = ThreadPlace {
            group: [0; 3],
            cluster: 0,
            pe: 0,
            thread: 0,
        };
        let (address, place) = first.unwrap_or((0, nowhere));
        Box::new(Fault {
            trap: match clusters == 1 && all_begun && !circles {
                true => Trap::Deadlock { waits },
                false => Trap::Waiting { waits },
            },
            site: site(place),
            address,
            related: None,
            exception: None,
        })
    }

    /// Where everyone is, where several clusters are under way when the limit is reached: they may wait
    /// for each other in a way that is not seen.
    pub fn at_limit(&mut self) -> Vec<String> {
        if self.resident.len() < 2 {
            return Vec::new();
        }
        let mut waits = self.standing().waits;
        waits.extend((self.state.next < self.clusters()).then(|| self.not_begun()));
        waits
    }

    fn standing(&mut self) -> Standing {
        let mut standing = Standing::default();
        let mut unnamed = 0;
        for index in 0..self.resident.len() {
            let threads = std::mem::take(&mut self.resident[index].threads);
            let mut alive = 0;
            for thread in threads.iter().flatten().filter(|thread| !thread.ended) {
                alive += 1;
                let goes = self.circle_of(index, thread);
                standing.circles |= goes.is_some();
                let read = goes.as_ref().and_then(|goes| goes.read);
                let address = read.map_or(thread.hart.pc, |(pc, _)| pc);
                standing.first.get_or_insert((address, thread.place));
                if standing.clusters >= CLUSTERS || alive > THREADS {
                    unnamed += 1;
                    continue;
                }
                let [x, y, z] = thread.place.group;
                let number = thread.place.thread;
                let what = match goes {
                    Some(goes) => self.goes_round(&goes),
                    None if thread.issued => self.blocked(index, thread),
                    None => format!("is at {:#x}", thread.hart.pc),
                };
                let line = format!("thread {number} of CTA ({x},{y},{z}) {what}");
                standing.waits.push(line);
            }
            standing.clusters += usize::from(alive > 0);
            self.resident[index].threads = threads;
        }
        if unnamed > 0 {
            let line = format!("{unnamed} more threads have not ended");
            standing.waits.push(line);
        }
        standing
    }

    /// The clusters that would have to begin for others to go on.
    fn not_begun(&self) -> String {
        let first = self.state.next;
        let [x, y, z] = uop::group_at(self.job.grid, first * PES);
        let room = self.room();
        let mut line = format!(
            "cluster {first}, which begins with CTA ({x},{y},{z}), and those after it have not begun: \
             there is room for {room} at a time (--resident), and one of them has to end first"
        );
        let asked = self.options.resident;
        if asked > room {
            line += &format!(
                "; {asked} were asked for, but {room} take all of the 4 GiB that there are for their \
                 registers and memory"
            );
        }
        line
    }

    fn circle_of(&self, index: usize, thread: &Thread) -> Option<Goes> {
        let Resident { cluster, .. } = &self.resident[index];
        let circle = thread.circle.as_ref().or(cluster.circle.as_ref())?;
        circle
            .lap
            .iter()
            .find(|goes| goes.place == thread.place)
            .cloned()
    }

    fn goes_round(&self, goes: &Goes) -> String {
        let mut line = format!("goes round between {:#x} and {:#x}", goes.first, goes.last);
        if let Some((_, extent)) = &goes.read {
            line += &format!(", waiting for {}", self.name_of(extent));
        }
        line
    }

    fn name_of(&self, extent: &Extent) -> String {
        match extent.shared_of {
            None => self.memory.name_of(extent.start),
            Some(pe) => format!("shared memory of PE {pe} at {:#x}", extent.start),
        }
    }

    /// What the instruction waits for that a thread has come to.
    fn blocked(&mut self, index: usize, thread: &Thread) -> String {
        let pc = thread.hart.pc;
        let place = thread.place;
        let at = format!("waits at {pc:#x} for");
        let op = match self.image.fetch(pc) {
            Some(Ok((MachineOp::Tile(op), _))) => op.clone(),
            _ => return format!("{at} what it has started"),
        };
        match *op {
            TileOp::Sync { cluster, id, .. } => {
                let id = match thread.waiting {
                    Some(Waiting::Barrier { id, .. }) => id,
                    None => (amount(thread, id) & 31) as u8,
                };
                let scope = if cluster { "cluster" } else { "CTA" };
                let env = self.env(index, false, false);
                let barrier = match cluster {
                    true => env.cluster.barriers[usize::from(id)],
                    false => env.cluster.cta_barriers[usize::from(place.pe)][usize::from(id)],
                };
                let missing = barrier.mask & !barrier.arrived;
                let which = match thread.waiting {
                    Some(_) => format!("{scope} barrier {id}"),
                    None => format!("{scope} barrier {id}, where it has arrived before, to open"),
                };
                format!("{at} {which} (threads {missing:#x} have not arrived)")
            }
            TileOp::Semaphore {
                op: SemaphoreOp::Wait,
                id,
                amount: count,
            } => {
                let id = amount(thread, id) & 31;
                let count = amount(thread, count) as u32;
                let value = self.state.semaphores[id as usize];
                format!("{at} semaphore {id} to reach {count} (it is {value})")
            }
            TileOp::Mbarrier {
                op: MbarrierOp::Wait,
                cluster,
                base,
                arg,
            } => {
                let phase = amount(thread, arg) & 1;
                let env = self.env(index, false, false);
                let Ok((pe, offset)) = mbarrier_at(thread, &env, cluster, base) else {
                    return format!("{at} an mbarrier");
                };
                let Mbarrier { pending, bytes, .. } = Mbarrier::at(env.shared(pe), offset);
                format!(
                    "{at} phase {phase} of the mbarrier at {offset:#x} of PE {pe} to end ({pending} \
                     arrivals and {bytes} bytes are missing)"
                )
            }
            _ => format!("{at} what it has started"),
        }
    }
}
