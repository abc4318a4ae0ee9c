//! What a run counts.

use crate::Workgroup;
use std::ops::AddAssign;
use uop::RunReport;

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
    pub bytes_loaded: u64,
    pub bytes_stored: u64,
    pub barriers: u64,
    pub waves: u64,
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
}

impl Stats {
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

    pub(crate) fn count_group(&mut self, group: &Workgroup) {
        self.workgroups += group.workgroups() as u64;
        self.waves += group.waves().len() as u64;
    }
}

impl From<&RunReport> for Stats {
    fn from(report: &RunReport) -> Stats {
        Stats {
            instructions: report.instructions,
            active_lanes: report.active_lanes,
            lane_slots: report.lane_slots,
            divergent_branches: report.divergent_branches,
            transactions: report.transactions,
            bytes_loaded: report.bytes_loaded,
            bytes_stored: report.bytes_stored,
            barriers: report.barriers,
            waves: report.waves,
            workgroups: report.workgroups,
        }
    }
}

impl From<Stats> for RunReport {
    fn from(stats: Stats) -> RunReport {
        RunReport {
            instructions: stats.instructions,
            active_lanes: stats.active_lanes,
            lane_slots: stats.lane_slots,
            divergent_branches: stats.divergent_branches,
            transactions: stats.transactions,
            bytes_loaded: stats.bytes_loaded,
            bytes_stored: stats.bytes_stored,
            barriers: stats.barriers,
            waves: stats.waves,
            workgroups: stats.workgroups,
            ..RunReport::default()
        }
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
