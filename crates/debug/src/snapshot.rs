//! A bounded set of moments to replay from.

use sim::{Dispatch, Image};

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
pub(crate) struct Snapshot<'a> {
    pub time: u64,
    pub dispatch: Dispatch<'a>,
    pub image: Image,
    /// What it adds to those before it.
    bytes: usize,
}

/// Snapshots by ascending time. The first is of the start and stays.
pub(crate) struct Snapshots<'a> {
    all: Vec<Snapshot<'a>>,
    interval: u64,
    max_bytes: usize,
}

impl<'a> Snapshots<'a> {
    pub fn new(dispatch: &Dispatch<'a>, memory: &sim::Memory, history: History) -> Snapshots<'a> {
        let image = memory.image(None);
        let work = memory.owned_bytes();
        let first = Snapshot {
            time: 0,
            dispatch: dispatch.clone(),
            bytes: dispatch.state_bytes() + image.own_bytes(None),
            image,
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

    pub fn take(&mut self, time: u64, dispatch: &Dispatch<'a>, memory: &sim::Memory) {
        let last = self.all.last().expect("the first stays");
        let image = memory.image(Some(&last.image));
        let bytes = dispatch.state_bytes() + image.own_bytes(Some(&last.image));
        self.all.push(Snapshot {
            time,
            dispatch: dispatch.clone(),
            image,
            bytes,
        });
        while self.bytes() > self.max_bytes && self.all.len() > 2 {
            self.thin();
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
    fn thin(&mut self) {
        self.interval *= 2;
        let last = self.all.len() - 1;
        let mut i = 0;
        self.all.retain(|_| {
            i += 1;
            (i - 1) % 2 == 0 || i - 1 == last
        });
        for i in (1..self.all.len()).rev() {
            let (before, rest) = self.all.split_at_mut(i);
            let (before, snapshot) = (&before[i - 1], &mut rest[0]);
            let pages = snapshot.image.own_bytes(Some(&before.image));
            snapshot.bytes = snapshot.dispatch.state_bytes() + pages;
        }
    }

    /// The latest snapshot of `time` or before, as its number.
    pub fn at_or_before(&self, time: u64) -> usize {
        let after = self.all.partition_point(|snapshot| snapshot.time <= time);
        after.saturating_sub(1)
    }

    pub fn get(&self, index: usize) -> &Snapshot<'a> {
        &self.all[index]
    }

    /// What was to come after `time` will come differently.
    pub fn forget_after(&mut self, time: u64) {
        self.all.retain(|snapshot| snapshot.time <= time);
    }
}
