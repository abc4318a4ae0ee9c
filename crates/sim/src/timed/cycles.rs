//! What a timed run counts.

/// Why a wave did not issue an instruction in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stall {
    /// The instruction before it takes more than one cycle.
    Latency,
    /// The scalar unit works for the other wave.
    ScalarUnit,
    /// An access to local memory is under way.
    Local,
    /// It takes longer because of lanes that meet in one bank.
    BankConflict,
    /// Waiting for an outstanding access.
    Signal,
    /// Waiting for the other waves.
    Barrier,
    /// Other waves of the compute unit issued instead.
    Issue,
}

impl Stall {
    /// Every cause, in the order of the report.
    pub const ALL: [Stall; 7] = [
        Stall::Latency,
        Stall::ScalarUnit,
        Stall::Local,
        Stall::BankConflict,
        Stall::Signal,
        Stall::Barrier,
        Stall::Issue,
    ];

    /// A plain name, as statistics have.
    pub fn name(self) -> &'static str {
        match self {
            Stall::Latency => "latency",
            Stall::ScalarUnit => "scalar_unit",
            Stall::Local => "local_memory",
            Stall::BankConflict => "bank_conflict",
            Stall::Signal => "signal",
            Stall::Barrier => "barrier",
            Stall::Issue => "issue",
        }
    }
}

/// What a timed run counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycles {
    /// From the start to the completion of the last access.
    pub cycles: u64,
    /// Wave-cycles without an instruction, by cause.
    stalls: [u64; Stall::ALL.len()],
    /// Accesses that had to wait for another one to the same bank.
    pub bank_conflicts: u64,
    /// Instructions that accessed local memory, once per wave.
    pub local_accesses: u64,
    /// Instructions that accessed global memory, once per wave.
    pub global_accesses: u64,
    /// Cycles that accesses waited for a port of global memory, summed over accesses.
    pub port_waits: u64,
    /// Most lanes that waited for a port at the end of a cycle.
    pub port_queue: u64,
    /// Compute units of the machine.
    pub units: u32,
    /// How many waves were under way, over time.
    pub occupancy: Occupancy,
}

impl Cycles {
    pub(super) fn new(units: u32) -> Cycles {
        Cycles {
            cycles: 0,
            stalls: [0; Stall::ALL.len()],
            bank_conflicts: 0,
            local_accesses: 0,
            global_accesses: 0,
            port_waits: 0,
            port_queue: 0,
            units,
            occupancy: Occupancy::default(),
        }
    }

    /// Wave-cycles without an instruction for this cause.
    pub fn stalls(&self, cause: Stall) -> u64 {
        self.stalls[cause as usize]
    }

    pub(super) fn stall(&mut self, cause: Stall, cycles: u64) {
        self.stalls[cause as usize] += cycles;
    }

    /// Compute units at work over all compute units, from 0 to 1.
    pub fn utilisation(&self) -> f64 {
        let all = self.cycles as f64 * f64::from(self.units);
        if all == 0.0 {
            0.0
        } else {
            self.occupancy.busy() as f64 / all
        }
    }

    /// The counters under plain names.
    pub fn entries(&self) -> Vec<(String, u64)> {
        let plain = [
            ("cycles", self.cycles),
            ("bank_conflicts", self.bank_conflicts),
            ("local_accesses", self.local_accesses),
            ("global_accesses", self.global_accesses),
            ("port_wait_cycles", self.port_waits),
            ("port_queue_peak", self.port_queue),
        ];
        let plain = plain.map(|(name, value)| (name.to_string(), value));
        let stalls =
            Stall::ALL.map(|cause| (format!("stall_{}", cause.name()), self.stalls(cause)));
        plain.into_iter().chain(stalls).collect()
    }
}

/// How many compute units are at work over time, in at most [`Occupancy::BUCKETS`] equal parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupancy {
    /// Cycles of one part.
    width: u64,
    /// Busy unit-cycles of each part.
    busy: Vec<u64>,
}

impl Default for Occupancy {
    fn default() -> Occupancy {
        Occupancy {
            width: 1,
            busy: Vec::new(),
        }
    }
}

impl Occupancy {
    /// Stretches into which the run is divided.
    pub const BUCKETS: usize = 64;

    /// One unit was at work from `start` to `end`.
    pub(super) fn add(&mut self, start: u64, end: u64) {
        while end > self.width * Self::BUCKETS as u64 {
            let pairs = self.busy.chunks(2).map(|pair| pair.iter().sum());
            self.busy = pairs.collect();
            self.width *= 2;
        }
        let mut at = start;
        while at < end {
            let part = (at / self.width) as usize;
            if self.busy.len() <= part {
                self.busy.resize(part + 1, 0);
            }
            let until = ((part as u64 + 1) * self.width).min(end);
            self.busy[part] += until - at;
            at = until;
        }
    }

    fn busy(&self) -> u64 {
        self.busy.iter().sum()
    }

    /// Cycles of one part.
    pub fn width(&self) -> u64 {
        self.width
    }

    /// The mean number of units at work in each part.
    pub fn units(&self) -> impl Iterator<Item = f64> {
        self.busy
            .iter()
            .map(|&busy| busy as f64 / self.width as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occupancy_widens_its_parts() {
        let mut occupancy = Occupancy::default();
        occupancy.add(0, 64);
        occupancy.add(32, 64);
        assert_eq!((occupancy.width(), occupancy.busy()), (1, 96));
        occupancy.add(64, 200);
        assert_eq!((occupancy.width(), occupancy.busy()), (4, 232));
        let units: Vec<f64> = occupancy.units().collect();
        assert_eq!(
            (units[0], units[8], units[16], units.len()),
            (1.0, 2.0, 1.0, 50)
        );
    }
}
