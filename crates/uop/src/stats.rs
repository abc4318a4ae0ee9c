//! What a run counts.

use std::ops::AddAssign;

macro_rules! stats {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Counters of a run. Those that a machine has no notion of stay zero.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Stats {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Stats {
            /// What was counted since there was `before`.
            pub fn since(&self, before: &Stats) -> Stats {
                Stats { $($name: self.$name.wrapping_sub(before.$name),)* }
            }
        }

        impl AddAssign for Stats {
            fn add_assign(&mut self, other: Stats) {
                $(self.$name += other.$name;)*
            }
        }
    };
}

stats! {
    /// Instructions issued, each counted once per wave that issued it.
    instructions,
    /// Active lanes, summed over all instructions issued.
    active_lanes,
    /// All lanes, summed over all instructions issued.
    lane_slots,
    /// Branches on which lanes of one wave disagreed, or that go on with part of the lanes.
    divergent_branches,
    /// Distinct aligned 128-byte segments of global memory, summed over accesses.
    transactions,
    /// The segments that as many bytes side by side would fill, summed over accesses.
    ideal_transactions,
    /// Bytes that lanes read, from whatever memory; what a wave reads once for all counts once.
    bytes_loaded,
    /// Bytes that lanes wrote, to whatever memory. Atomics count here and among the bytes loaded.
    bytes_stored,
    /// Those of them that were read from global memory.
    global_bytes_loaded,
    /// Those that were written to global memory.
    global_bytes_stored,
    /// Those that were read from the local memory of workgroups.
    local_bytes_loaded,
    /// Those that were written to it.
    local_bytes_stored,
    /// How often a barrier opened.
    barriers,
    /// Waves that began.
    waves,
    /// Workgroups that began.
    workgroups,
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

    /// Bytes that an access moved, and between which memory and registers.
    #[inline]
    pub fn moved(&mut self, memory: MemoryKind, loaded: u64, stored: u64) {
        self.bytes_loaded += loaded;
        self.bytes_stored += stored;
        match memory {
            MemoryKind::Global => {
                self.global_bytes_loaded += loaded;
                self.global_bytes_stored += stored;
            }
            MemoryKind::Local => {
                self.local_bytes_loaded += loaded;
                self.local_bytes_stored += stored;
            }
            MemoryKind::Other => {}
        }
    }

    /// The counters under plain names.
    pub fn entries(&self) -> [(&'static str, u64); 13] {
        [
            ("instructions", self.instructions),
            ("divergent_branches", self.divergent_branches),
            ("transactions", self.transactions),
            ("ideal_transactions", self.ideal_transactions),
            ("bytes_loaded", self.bytes_loaded),
            ("bytes_stored", self.bytes_stored),
            ("global_bytes_loaded", self.global_bytes_loaded),
            ("global_bytes_stored", self.global_bytes_stored),
            ("local_bytes_loaded", self.local_bytes_loaded),
            ("local_bytes_stored", self.local_bytes_stored),
            ("barriers", self.barriers),
            ("waves", self.waves),
            ("workgroups", self.workgroups),
        ]
    }
}

/// Memories that statistics tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryKind {
    /// The memory that the whole launch shares.
    Global,
    /// That of a workgroup.
    Local,
    /// Private and constant memory.
    Other,
}
