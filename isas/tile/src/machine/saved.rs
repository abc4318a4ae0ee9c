//! The state of a run at one moment. Memory is kept in pages, which states share.

use super::bytes::Bytes;
use super::env::{Cluster, Segment};
use super::run::{Resident, Run, State};
use super::thread::{Thread, Tiles, Windows};
use std::collections::VecDeque;
use uop::Pages;

pub struct Saved {
    state: State,
    residents: Vec<SavedResident>,
    /// Of the program's own memory, what can be written.
    segments: Vec<Pages>,
}

struct SavedResident {
    /// Without its memory.
    cluster: Cluster,
    shared: Vec<Pages>,
    stacks: Vec<Pages>,
    threads: Vec<SavedThread>,
}

struct SavedThread {
    /// Without its tile registers.
    thread: Thread,
    tiles: Pages,
}

impl Saved {
    /// The present state; what did not change since `before` is shared with it.
    pub fn new(run: &Run, before: Option<&Saved>) -> Saved {
        let residents = run.resident.iter().map(|resident| {
            // Clusters come and go, but each has its number.
            let same = before.and_then(|before| {
                let number = |threads: &[SavedThread]| Some(threads.first()?.thread.place.cluster);
                let own = resident.threads().next()?.place.cluster;
                let mut all = before.residents.iter();
                all.find(|saved| number(&saved.threads) == Some(own))
            });
            SavedResident::new(resident, same)
        });
        let writable = run.image.segments.iter().filter(|segment| segment.writable);
        let segments = writable.enumerate().map(|(i, segment)| {
            copy(
                &segment.bytes,
                before.and_then(|before| before.segments.get(i)),
            )
        });
        Saved {
            state: run.state.clone(),
            residents: residents.collect(),
            segments: segments.collect(),
        }
    }

    pub fn restore(&self, run: &mut Run) {
        run.state = self.state.clone();
        let restored = self.residents.iter().map(SavedResident::restore);
        run.resident = restored.collect::<VecDeque<Resident>>();
        let writable = |segment: &&mut Segment| segment.writable;
        let segments = run.image.segments.iter_mut().filter(writable);
        for (segment, pages) in segments.zip(&self.segments) {
            pages.restore(segment.bytes.as_mut_slice());
        }
    }

    /// Bytes that are not shared with another state.
    pub fn own_bytes(&self, beside: Option<&Saved>) -> usize {
        let all = self.residents.iter().map(|resident| {
            let other = beside.and_then(|beside| {
                let number =
                    |saved: &SavedResident| Some(saved.threads.first()?.thread.place.cluster);
                let mut all = beside.residents.iter();
                all.find(|other| number(other) == number(resident))
            });
            resident.own_bytes(other)
        });
        let segments = self.segments.iter().enumerate();
        let segments = segments
            .map(|(i, pages)| pages.own_bytes(beside.and_then(|beside| beside.segments.get(i))));
        let clock = self.state.clock.as_ref().map_or(0, |clock| clock.bytes());
        size_of::<Saved>() + clock + all.sum::<usize>() + segments.sum::<usize>()
    }
}

impl SavedResident {
    fn new(resident: &Resident, before: Option<&SavedResident>) -> SavedResident {
        let cluster = &resident.cluster;
        let copies = |all: &[Bytes], before: Option<&Vec<Pages>>| {
            let copies = all.iter().enumerate();
            let copies = copies.map(|(i, bytes)| copy(bytes, before.and_then(|b| b.get(i))));
            copies.collect()
        };
        let threads = resident
            .threads()
            .enumerate()
            .map(|(i, thread)| SavedThread {
                thread: without_tiles(thread),
                tiles: Pages::copy(
                    thread.tiles.as_flattened(),
                    before.and_then(|before| Some(&before.threads.get(i)?.tiles)),
                ),
            });
        SavedResident {
            shared: copies(&cluster.shared, before.map(|before| &before.shared)),
            stacks: copies(&cluster.stacks, before.map(|before| &before.stacks)),
            threads: threads.collect(),
            cluster: without_memory(cluster),
        }
    }

    fn restore(&self) -> Resident {
        let bytes = |pages: &Pages| {
            let mut bytes = Bytes::zeroed(pages.len());
            pages.restore(bytes.as_mut_slice());
            bytes
        };
        let threads = self.threads.iter().map(|saved| {
            let mut tiles = Tiles::fresh(None);
            saved.tiles.restore(tiles.as_flattened_mut());
            Some(Box::new(Thread {
                tiles,
                ..saved.thread.clone()
            }))
        });
        Resident {
            cluster: Cluster {
                shared: self.shared.iter().map(bytes).collect(),
                stacks: self.stacks.iter().map(bytes).collect(),
                ..without_memory(&self.cluster)
            },
            threads: threads.collect(),
        }
    }

    fn own_bytes(&self, beside: Option<&SavedResident>) -> usize {
        let own = |all: &[Pages], other: Option<&Vec<Pages>>| -> usize {
            let all = all.iter().enumerate();
            all.map(|(i, pages)| pages.own_bytes(other.and_then(|other| other.get(i))))
                .sum()
        };
        let threads = self.threads.iter().enumerate().map(|(i, saved)| {
            let other = beside.and_then(|beside| Some(&beside.threads.get(i)?.tiles));
            size_of::<SavedThread>() + saved.thread.hart.v.len() + saved.tiles.own_bytes(other)
        });
        own(&self.shared, beside.map(|beside| &beside.shared))
            + own(&self.stacks, beside.map(|beside| &beside.stacks))
            + threads.sum::<usize>()
    }
}

fn copy(bytes: &Bytes, before: Option<&Pages>) -> Pages {
    // SAFETY: the run stands still.
    Pages::copy(unsafe { bytes.as_slice() }, before)
}

/// Windows onto memory are found again when they are needed.
fn without_tiles(thread: &Thread) -> Thread {
    Thread {
        tiles: Tiles::default(),
        hart: thread.hart.clone(),
        windows: Windows::NONE,
        trial: thread.trial.clone(),
        circle: thread.circle.clone(),
        ..*thread
    }
}

fn without_memory(cluster: &Cluster) -> Cluster {
    Cluster {
        shared: Vec::new(),
        stacks: Vec::new(),
        cta_barriers: cluster.cta_barriers.clone(),
        flights: cluster.flights.clone(),
        mbarriers: cluster.mbarriers.clone(),
        trial: cluster.trial.clone(),
        circle: cluster.circle.clone(),
        ..*cluster
    }
}
