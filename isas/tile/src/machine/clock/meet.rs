//! Where threads meet: when what is waited for was left there.

use super::thread::Ready;
use super::{Clock, Landing};
use crate::machine::thread::ThreadPlace;
use crate::timing::Number;
use std::collections::{BTreeMap, HashMap};
use uop::{Rendezvous, RendezvousKind, Stall};

/// By barrier or mbarrier of a cluster and its phase: the last that was left.
pub type Meetings = HashMap<Rendezvous, Ready>;

/// What was posted when, and has not been taken, the earliest first.
#[derive(Clone, Default)]
pub struct Semaphores([BTreeMap<u64, Posted>; 32]);

#[derive(Clone, Copy)]
pub struct Posted {
    units: u64,
    by: u32,
    cause: Stall,
}

impl Clock {
    /// A thread leaves something: an arrival at a barrier or an mbarrier, or units of a semaphore. `anew`
    /// is what came before forgotten.
    pub fn leaves(&mut self, owner: ThreadPlace, at: Rendezvous, anew: bool, units: u32) {
        let cause = match at.kind {
            RendezvousKind::Semaphore => Stall::Semaphore,
            _ => {
                // The phase begins when the one before it has ended.
                let before = Rendezvous {
                    phase: at.phase ^ 1,
                    ..at
                };
                let opened = self.clusters.get(&owner.cluster);
                let opened = opened.and_then(|cluster| cluster.meetings.get(&before));
                if let Some(&opened) = opened {
                    self.wait_for(owner, |_| opened);
                }
                Stall::Barrier
            }
        };
        let Some(own) = self.thread(owner) else {
            return;
        };
        // The last cycle in which the instruction was at work.
        let ready = Ready::new(own.now.saturating_sub(1), own.inst, cause);
        self.left(owner, at, anew, units, ready);
    }

    /// A copy is done that says so there.
    pub fn copy_leaves(
        &mut self,
        owner: ThreadPlace,
        at: Rendezvous,
        anew: bool,
        landing: Landing,
    ) {
        let ready = Ready::new(landing.at, landing.by, Stall::Copy);
        self.left(owner, at, anew, 1, ready);
    }

    fn left(&mut self, owner: ThreadPlace, at: Rendezvous, anew: bool, units: u32, ready: Ready) {
        if at.kind != RendezvousKind::Semaphore {
            if let Some(cluster) = self.clusters.get_mut(&owner.cluster) {
                let left = cluster.meetings.entry(at).or_insert(ready);
                *left = if anew { ready } else { left.or(ready) };
            }
            return;
        }
        let posted = self.semaphores.of(at.number);
        if anew {
            posted.clear();
        }
        if units > 0 {
            let more = posted.entry(ready.at).or_insert(Posted {
                units: 0,
                by: ready.by,
                cause: ready.cause,
            });
            more.units += u64::from(units);
        }
    }

    /// A thread goes on because of what was left: all of it, or so many units of a semaphore.
    pub fn takes(&mut self, owner: ThreadPlace, at: Rendezvous, units: Option<u32>) {
        let after = self.numbers.get(match at.kind {
            RendezvousKind::Barrier => Number::Barrier,
            RendezvousKind::ClusterBarrier => Number::ClusterBarrier,
            RendezvousKind::Counter => Number::Mbarrier,
            RendezvousKind::Semaphore => Number::Semaphore,
        });
        let last = match at.kind {
            RendezvousKind::Semaphore => self.semaphores.taken(at.number, units),
            _ => {
                let cluster = self.clusters.get(&owner.cluster);
                cluster.and_then(|cluster| cluster.meetings.get(&at).copied())
            }
        };
        if let Some(last) = last {
            self.wait_for(owner, |_| Ready {
                at: last.at + after,
                ..last
            });
        }
    }
}

impl Semaphores {
    fn of(&mut self, semaphore: u64) -> &mut BTreeMap<u64, Posted> {
        &mut self.0[(semaphore & 31) as usize]
    }

    /// The last of the units that are taken. Who only looks comes after all that it sees.
    fn taken(&mut self, semaphore: u64, units: Option<u32>) -> Option<Ready> {
        let posted = self.of(semaphore);
        let ready = |at: u64, it: &Posted| Ready::new(at, it.by, it.cause);
        let Some(units) = units else {
            return posted.last_key_value().map(|(&at, it)| ready(at, it));
        };
        let mut wanted = u64::from(units);
        let mut last = None;
        while wanted > 0
            && let Some(mut first) = posted.first_entry()
        {
            last = Some(ready(*first.key(), first.get()));
            let taken = wanted.min(first.get().units);
            wanted -= taken;
            first.get_mut().units -= taken;
            if first.get().units == 0 {
                first.remove();
            }
        }
        last
    }
}
