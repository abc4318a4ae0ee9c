//! What a timed run counts.

use std::collections::BTreeSet;
use std::ops::AddAssign;

/// What keeps a wave from issuing an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// It can issue in this cycle.
    pub until: u64,
    /// What it is.
    pub cause: Stall,
    /// The instruction that it waits for, where it is one.
    pub of: Option<u32>,
}

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
    /// A register that it needs is not there yet, or is still being read.
    Dependency,
    /// The pipeline that it needs is busy.
    Pipe,
    /// Waiting for accesses to memory that are outstanding.
    Memory,
    /// The instruction itself is not there yet.
    Fetch,
    /// The matrix unit is busy, or has not yet done what is waited for.
    Matrix,
    /// Waiting for copies between memories.
    Copy,
    /// Waiting for a semaphore.
    Semaphore,
    /// Waiting for a control register, or for what is read from one.
    Csr,
}

impl Stall {
    /// How many there are.
    const COUNT: usize = Stall::Csr as usize + 1;

    /// Every cause there is.
    pub const EVERY: [Stall; Stall::COUNT] = [
        Stall::Latency,
        Stall::ScalarUnit,
        Stall::Local,
        Stall::BankConflict,
        Stall::Signal,
        Stall::Barrier,
        Stall::Issue,
        Stall::Dependency,
        Stall::Pipe,
        Stall::Memory,
        Stall::Fetch,
        Stall::Matrix,
        Stall::Copy,
        Stall::Semaphore,
        Stall::Csr,
    ];

    /// Every cause of a machine whose waves wait for each instruction, in the order of the report.
    pub const PLAIN: [Stall; 7] = [
        Stall::Latency,
        Stall::ScalarUnit,
        Stall::Local,
        Stall::BankConflict,
        Stall::Signal,
        Stall::Barrier,
        Stall::Issue,
    ];

    /// The same for a machine with pipelines.
    pub const PIPED: [Stall; 8] = [
        Stall::Latency,
        Stall::Dependency,
        Stall::Pipe,
        Stall::Memory,
        Stall::BankConflict,
        Stall::Barrier,
        Stall::Fetch,
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
            Stall::Dependency => "dependency",
            Stall::Pipe => "pipe",
            Stall::Memory => "memory",
            Stall::Fetch => "fetch",
            Stall::Matrix => "matrix",
            Stall::Copy => "copy",
            Stall::Semaphore => "semaphore",
            Stall::Csr => "csr",
        }
    }
}

/// What a timed run counted for one instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InstCycles {
    /// How often waves issued it.
    pub issued: u64,
    /// Wave-cycles without an instruction that are its doing, by cause: those before it could be issued,
    /// and those after it until its wave could go on.
    stalls: [u64; Stall::COUNT],
    /// Accesses of its lanes that had to wait for another one to the same bank.
    pub bank_conflicts: u64,
}

impl InstCycles {
    /// Wave-cycles without an instruction for this cause.
    pub fn stalls(&self, cause: Stall) -> u64 {
        self.stalls[cause as usize]
    }

    /// Wave-cycles that waves spent at it: one for every issue, and its stalls.
    pub fn cycles(&self) -> u64 {
        self.issued + self.stalls.iter().sum::<u64>()
    }
}

impl AddAssign for InstCycles {
    fn add_assign(&mut self, other: InstCycles) {
        self.issued += other.issued;
        self.bank_conflicts += other.bank_conflicts;
        for (own, other) in self.stalls.iter_mut().zip(other.stalls) {
            *own += other;
        }
    }
}

/// What a timed run counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycles {
    /// From the start to the completion of the last access.
    pub cycles: u64,
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
    /// What caches and memory did, for a machine that has some.
    pub memory: Option<MemoryCounts>,
    /// What a machine that an instruction set brings along counts instead of banks and ports, by plain
    /// names.
    pub own: Vec<(&'static str, u64)>,
    /// Why waves of a machine without caches wait.
    pub causes: &'static [Stall],
    /// Compute units of the machine.
    pub units: u32,
    /// How many waves were under way, over time.
    pub occupancy: Occupancy,
    /// By the index of the instruction in the program.
    pub by_instruction: Vec<InstCycles>,
    /// By instruction: those that it waited for, in ascending order, and how many wave-cycles.
    waits: Vec<Vec<(u32, u64)>>,
}

/// What caches and memory did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryCounts {
    /// Lines that loads asked for.
    pub lines: u64,
    /// Those that each level had, the one next to the lanes first; the last is memory.
    pub found: Vec<u64>,
    /// Lines that stores changed.
    pub stored: u64,
    /// Pages that were touched.
    pub pages: u64,
}

impl Cycles {
    /// Nothing yet, on a machine of so many units, of a program of so many instructions.
    pub fn new(units: u32, instructions: usize) -> Cycles {
        Cycles {
            cycles: 0,
            bank_conflicts: 0,
            local_accesses: 0,
            global_accesses: 0,
            port_waits: 0,
            port_queue: 0,
            memory: None,
            own: Vec::new(),
            causes: &Stall::PLAIN,
            units,
            occupancy: Occupancy::default(),
            by_instruction: vec![InstCycles::default(); instructions],
            waits: vec![Vec::new(); instructions],
        }
    }

    /// Wave-cycles without an instruction for this cause.
    pub fn stalls(&self, cause: Stall) -> u64 {
        let all = self.by_instruction.iter();
        all.map(|own| own.stalls(cause)).sum()
    }

    /// A wave does not issue because of this instruction.
    #[inline]
    pub fn stall(&mut self, inst: u32, cause: Stall, cycles: u64) {
        self.by_instruction[inst as usize].stalls[cause as usize] += cycles;
    }

    /// So many times a wave issues an instruction that takes so long, and waits so long for its pipeline.
    pub fn issue(&mut self, inst: u32, times: u64, waited: u64, latency: u64) {
        let own = &mut self.by_instruction[inst as usize];
        own.issued += times;
        own.stalls[Stall::Pipe as usize] += times * waited;
        own.stalls[Stall::Latency as usize] += times * latency.saturating_sub(1);
    }

    /// The same, for something that another instruction started.
    #[inline]
    pub fn wait(&mut self, inst: u32, obstacle: &Obstacle, cycles: u64) {
        self.stall(inst, obstacle.cause, cycles);
        if let Some(of) = obstacle.of {
            let waits = &mut self.waits[inst as usize];
            match waits.iter_mut().find(|wait| wait.0 >= of) {
                Some(wait) if wait.0 == of => wait.1 += cycles,
                _ => {
                    let at = waits.partition_point(|wait| wait.0 < of);
                    waits.insert(at, (of, cycles));
                }
            }
        }
    }

    /// Wave-cycles that the first instruction waited for what the second one started.
    pub fn waited_for(&self) -> impl Iterator<Item = (u32, u32, u64)> + '_ {
        let all = self.waits.iter().enumerate();
        all.flat_map(|(inst, waits)| {
            let of = waits
                .iter()
                .map(move |&(of, cycles)| (inst as u32, of, cycles));
            of.collect::<BTreeSet<_>>()
        })
    }

    /// An access to local memory: how many of its lanes had to wait for a bank, and for how long its wave
    /// did.
    pub fn local_access(&mut self, inst: u32, conflicts: u64, waited: u64) {
        self.local_accesses += 1;
        self.bank_conflicts += conflicts;
        self.by_instruction[inst as usize].bank_conflicts += conflicts;
        self.stall(inst, Stall::BankConflict, waited);
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
        if let Some(memory) = &self.memory {
            return self.piped(memory);
        }
        let mut plain = vec![("cycles", self.cycles)];
        match self.own.is_empty() {
            true => plain.extend([
                ("bank_conflicts", self.bank_conflicts),
                ("local_accesses", self.local_accesses),
                ("global_accesses", self.global_accesses),
                ("port_wait_cycles", self.port_waits),
                ("port_queue_peak", self.port_queue),
            ]),
            false => plain.extend(&self.own),
        }
        let plain = plain
            .into_iter()
            .map(|(name, value)| (name.to_string(), value));
        let causes = self.causes.iter();
        let stalls = causes.map(|&cause| (format!("stall_{}", cause.name()), self.stalls(cause)));
        plain.chain(stalls).collect()
    }

    fn piped(&self, memory: &MemoryCounts) -> Vec<(String, u64)> {
        let mut all = vec![
            ("cycles".to_string(), self.cycles),
            ("bank_conflicts".into(), self.bank_conflicts),
            ("local_accesses".into(), self.local_accesses),
            ("global_accesses".into(), self.global_accesses),
            ("lines_loaded".into(), memory.lines),
        ];
        let depth = memory.found.len();
        for (level, &count) in memory.found.iter().enumerate() {
            let name = match level + 1 == depth {
                true => "lines_from_memory".into(),
                false => format!("lines_in_cache_{level}"),
            };
            all.push((name, count));
        }
        all.push(("lines_stored".into(), memory.stored));
        all.push(("pages".into(), memory.pages));
        let stalls =
            Stall::PIPED.map(|cause| (format!("stall_{}", cause.name()), self.stalls(cause)));
        all.extend(stalls);
        all
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
    pub fn add(&mut self, start: u64, end: u64) {
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
