//! What can be looked at while a run stands still.

use crate::{Channel, SReg, VReg};

/// A wave of a launch: its workgroup and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WaveId {
    /// The workgroup's position in the grid.
    pub group: [u32; 3],
    /// The wave's number there.
    pub wave: u32,
}

/// What a wave is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It can issue its next instruction.
    Running,
    /// It waits for the other waves of its workgroup.
    AtBarrier,
    /// For something other than a barrier of waves: a copy, a semaphore.
    Waiting,
    /// All of its threads are done.
    Ended,
}

impl Status {
    const ALL: [Status; 4] = [
        Status::Running,
        Status::AtBarrier,
        Status::Waiting,
        Status::Ended,
    ];

    /// The words that people read.
    pub fn name(self) -> &'static str {
        match self {
            Status::Running => "running",
            Status::AtBarrier => "at barrier",
            Status::Waiting => "waiting",
            Status::Ended => "ended",
        }
    }

    /// The status of these words.
    pub fn from_name(name: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.name() == name)
    }

    /// Others must do something before it can go on.
    pub fn is_blocked(self) -> bool {
        matches!(self, Status::AtBarrier | Status::Waiting)
    }
}

/// An operation whose result has not arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outstanding {
    /// What counts it.
    pub channel: Channel,
    /// The instruction that issued it.
    pub inst: u32,
    /// What it will do, where more is known than that.
    pub what: String,
}

/// Something that waves wait for together, or for each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// `the barrier`, `barrier 3 of the cluster`, `mbarrier at 0x40`.
    pub name: String,
    /// Waves that have arrived.
    pub arrived: Vec<WaveId>,
    /// Waves that are still to come; nothing where that is not known beforehand.
    pub missing: Vec<WaveId>,
    /// What else is known about it.
    pub note: String,
}

/// What a lane waits for while others of its wave run. Places are steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneWait {
    /// Its turn: it goes on from there.
    Turn(u32),
    /// Others, who are on their way there.
    Join(u32),
    /// The barrier there.
    Barrier(u32),
    /// The end of what others do since the branch there.
    Branch(u32),
}

/// A wave to look at. A thread that is not part of a wave is one of a single lane.
pub trait LookWave {
    /// Its number in the workgroup.
    fn number(&self) -> u32;
    /// Its workgroup.
    fn group(&self) -> [u32; 3];
    /// How many lanes it has.
    fn lanes(&self) -> usize;
    /// Active lanes.
    fn exec(&self) -> u64;
    /// Lanes whose thread has not ended.
    fn alive(&self) -> u64;
    /// Whether it runs, and if not what it waits for.
    fn status(&self) -> Status;
    /// The step it goes on with.
    fn step(&self) -> u32;
    /// Instructions it has issued.
    fn issued(&self) -> u64;
    /// A vector register in all lanes.
    fn vector(&self, reg: VReg) -> &[u32];
    /// A scalar register.
    fn scalar(&self, reg: SReg) -> u32;
    /// The bytes of a register that is an array.
    fn block(&self, _number: u16) -> &[u8] {
        &[]
    }
    /// Operations whose results have not arrived, oldest first.
    fn outstanding(&self) -> Vec<Outstanding>;
    /// The private memory of a lane.
    fn private(&self, lane: usize) -> &[u8];
    /// What a lane that is not active waits for, where the machine knows it.
    fn waits(&self, _lane: usize) -> Option<LaneWait> {
        None
    }

    /// Its workgroup and its number there.
    fn id(&self) -> WaveId {
        WaveId {
            group: self.group(),
            wave: self.number(),
        }
    }

    /// A lane mask that begins in `reg`.
    fn mask(&self, reg: SReg) -> u64 {
        let low = u64::from(self.scalar(reg));
        match self.lanes() {
            64 => low | u64::from(self.scalar(reg.plus(1))) << 32,
            _ => low,
        }
    }
}
