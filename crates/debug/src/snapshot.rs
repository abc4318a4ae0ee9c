//! A bounded set of moments to replay from.

use crate::calls::Calls;
use sim::{Image, Memory};
use uop::Stoppable;

/// How much the past may cost.
#[derive(Clone, Copy, Debug)]
pub struct History {
    /// Bytes of all snapshots together.
    pub max_bytes: usize,
}

impl Default for History {
    fn default() -> History {
        History {
            max_bytes: 512 << 20,
        }
    }
}

/// Never closer together than this many instructions: replaying so few takes no time.
const MIN_INTERVAL: u64 = 1 << 16;
/// Bytes to compare or copy for which one instruction passes between two snapshots. Comparing
/// memory goes at some ten bytes a nanosecond and an instruction takes some ten of those, so that
/// taking snapshots costs about a tenth of the run.
const BYTES_PER_INSTRUCTION: u64 = 10;

/// Everything there was before instruction number `time`.
pub(crate) struct Snapshot {
    pub time: u64,
    /// The state of the machine, which keeps it under this number.
    pub state: u32,
    pub image: Image,
    /// What waves had called.
    pub calls: Calls,
    /// What it adds to the one before it.
    bytes: usize,
}

/// Snapshots by ascending time. The first is of the start and stays.
pub(crate) struct Snapshots {
    all: Vec<Snapshot>,
    interval: u64,
    max_bytes: usize,
}

impl Snapshots {
    pub fn new(
        machine: &mut dyn Stoppable,
        memory: &Memory,
        calls: Calls,
        history: History,
    ) -> Snapshots {
        let image = memory.image(None);
        let work = memory.owned_bytes();
        let state = machine.save();
        let first = Snapshot {
            time: 0,
            state,
            bytes: machine.saved_bytes(state, None) + image.own_bytes(None),
            image,
            calls,
        };
        Snapshots {
            all: vec![first],
            interval: (work / BYTES_PER_INSTRUCTION).max(MIN_INTERVAL),
            max_bytes: history.max_bytes,
        }
    }

    /// When the next one is due, if the run is past all others.
    pub fn due(&self) -> u64 {
        let last = self.all.last().map_or(0, |snapshot| snapshot.time);
        last + self.interval
    }

    pub fn take(
        &mut self,
        time: u64,
        machine: &mut dyn Stoppable,
        memory: &Memory,
        calls: &mut Calls,
    ) {
        calls.prune(&machine.groups());
        let last = self.all.last().expect("the first stays");
        let image = memory.image(Some(&last.image));
        let state = machine.save();
        let own = machine.saved_bytes(state, Some(last.state));
        let bytes = own + image.own_bytes(Some(&last.image));
        self.all.push(Snapshot {
            time,
            state,
            image,
            calls: calls.clone(),
            bytes,
        });
        while self.bytes() > self.max_bytes && self.all.len() > 2 {
            self.thin(machine);
        }
    }

    pub fn bytes(&self) -> usize {
        self.all.iter().map(|snapshot| snapshot.bytes).sum()
    }

    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Drops every second one but the first and the last. What remains then owns the pages that it
    /// shared with those.
    fn thin(&mut self, machine: &mut dyn Stoppable) {
        self.interval *= 2;
        let last = self.all.len() - 1;
        let mut i = 0;
        self.all.retain(|snapshot| {
            i += 1;
            let stays = (i - 1) % 2 == 0 || i - 1 == last;
            if !stays {
                machine.forget(snapshot.state);
            }
            stays
        });
        for i in (1..self.all.len()).rev() {
            let (before, rest) = self.all.split_at_mut(i);
            let (before, snapshot) = (&before[i - 1], &mut rest[0]);
            let pages = snapshot.image.own_bytes(Some(&before.image));
            snapshot.bytes = machine.saved_bytes(snapshot.state, Some(before.state)) + pages;
        }
    }

    /// The latest snapshot of `time` or before, as its number.
    pub fn at_or_before(&self, time: u64) -> usize {
        let after = self.all.partition_point(|snapshot| snapshot.time <= time);
        after.saturating_sub(1)
    }

    pub fn get(&self, index: usize) -> &Snapshot {
        &self.all[index]
    }

    /// What was to come after `time` will come differently.
    pub fn forget_after(&mut self, time: u64, machine: &mut dyn Stoppable) {
        self.all.retain(|snapshot| {
            let stays = snapshot.time <= time;
            if !stays {
                machine.forget(snapshot.state);
            }
            stays
        });
    }
}
