//! Counts by instruction, the plain way: lane by lane, byte by byte.

use sim::{Access, Observer, Site, Stats, Stop, Wave};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use uop::{MemOp, Program, Space};

/// Bytes of a transaction.
const SEGMENT: u64 = 128;

/// Watches every instruction.
pub struct Naive {
    /// By instruction; branches that diverge are not seen.
    pub counts: Vec<Stats>,
    lanes: u64,
    /// Accesses of an instruction so far: segments, and bytes that are loaded and stored.
    inst: u32,
    segments: BTreeSet<u64>,
    bytes: [u64; 2],
}

impl Naive {
    pub fn new(program: &Program, lanes: u32) -> Naive {
        Naive {
            counts: vec![Stats::default(); program.insts.len()],
            lanes: lanes.into(),
            inst: 0,
            segments: BTreeSet::new(),
            bytes: [0; 2],
        }
    }

    /// The instruction before is over.
    pub fn settle(&mut self) {
        let own = &mut self.counts[self.inst as usize];
        own.transactions += std::mem::take(&mut self.segments).len() as u64;
        let [loaded, stored] = std::mem::take(&mut self.bytes);
        own.ideal_transactions += loaded.max(stored).div_ceil(SEGMENT);
    }
}

impl Observer for Naive {
    fn issue(&mut self, at: &Site, wave: &Wave) -> ControlFlow<Stop> {
        self.settle();
        let own = &mut self.counts[at.inst as usize];
        own.instructions += 1;
        own.active_lanes += u64::from(wave.exec().count_ones());
        own.lane_slots += self.lanes;
        ControlFlow::Continue(())
    }

    fn memory(&mut self, at: &Site, wave: &Wave, op: &MemOp, lanes: &sim::Lanes<'_>) {
        let own = &mut self.counts[at.inst as usize];
        let mut segments = BTreeSet::new();
        let mut global = 0;
        lanes.for_each(wave, op, |access| {
            let len = u64::from(access.bytes);
            count(own, access);
            if access.space == Space::Global {
                let bytes = access.address..access.address + len;
                segments.extend(bytes.map(|byte| byte / SEGMENT));
                global += len;
            }
        });
        own.transactions += segments.len() as u64;
        own.ideal_transactions += global.div_ceil(SEGMENT);
    }

    /// What goes to memory otherwise: all accesses of an instruction make one.
    fn access(&mut self, at: &Site, access: &Access) {
        let own = &mut self.counts[at.inst as usize];
        count(own, access);
        if access.space == Space::Global {
            let len = u64::from(access.bytes);
            let bytes = access.address..access.address + len;
            self.inst = at.inst;
            self.segments.extend(bytes.map(|byte| byte / SEGMENT));
            self.bytes[usize::from(access.store)] += len;
        }
    }
}

fn count(own: &mut Stats, access: &Access) {
    let bytes = u64::from(access.bytes);
    let (loaded, stored) = match (access.store, access.atomic) {
        (_, true) => (bytes, bytes),
        (true, _) => (0, bytes),
        (false, _) => (bytes, 0),
    };
    own.bytes_loaded += loaded;
    own.bytes_stored += stored;
    match access.space {
        Space::Global => {
            own.global_bytes_loaded += loaded;
            own.global_bytes_stored += stored;
        }
        Space::Local => {
            own.local_bytes_loaded += loaded;
            own.local_bytes_stored += stored;
        }
        _ => {}
    }
}
