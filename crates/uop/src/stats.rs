//! What a run counts.

use std::ops::AddAssign;

/// Counters of a run. Those that a machine has no notion of stay zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Instructions issued, each counted once per wave that issued it.
    pub instructions: u64,
    /// Active lanes, summed over all instructions issued.
    pub active_lanes: u64,
    /// All lanes, summed over all instructions issued.
    pub lane_slots: u64,
    /// Branches on which lanes of one wave disagreed.
    pub divergent_branches: u64,
    /// Distinct aligned 128-byte segments of global memory, summed over accesses.
    pub transactions: u64,
    /// Bytes that lanes read, from whatever memory; what a wave reads once for all counts once.
    pub bytes_loaded: u64,
    /// Bytes that lanes wrote, to whatever memory. Atomics count here and among the bytes loaded.
    pub bytes_stored: u64,
    /// How often a barrier opened.
    pub barriers: u64,
    /// Waves that began.
    pub waves: u64,
    /// Workgroups that began.
    pub workgroups: u64,
}

impl Stats {
    /// Active lanes over all lanes, from 0 to 1.
    pub fn lane_utilisation(&self) -> f64 {
        if self.lane_slots == 0 {
            0.0
        } else {
            self.active_lanes as f64 / self.lane_slots as f64
        }
    }

    /// The counters under plain names.
    pub fn entries(&self) -> [(&'static str, u64); 8] {
        [
            ("instructions", self.instructions),
            ("divergent_branches", self.divergent_branches),
            ("transactions", self.transactions),
            ("bytes_loaded", self.bytes_loaded),
            ("bytes_stored", self.bytes_stored),
            ("barriers", self.barriers),
            ("waves", self.waves),
            ("workgroups", self.workgroups),
        ]
    }
}

impl AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.instructions += other.instructions;
        self.active_lanes += other.active_lanes;
        self.lane_slots += other.lane_slots;
        self.divergent_branches += other.divergent_branches;
        self.transactions += other.transactions;
        self.bytes_loaded += other.bytes_loaded;
        self.bytes_stored += other.bytes_stored;
        self.barriers += other.barriers;
        self.waves += other.waves;
        self.workgroups += other.workgroups;
    }
}
