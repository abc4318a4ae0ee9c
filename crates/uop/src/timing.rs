//! What instructions cost, for engines that count cycles.
//!
//! An instruction set hands this over beside a [`crate::Program`]: a cost for every instruction
//! and the numbers of the machine. Engines that do not count never look at it.

/// The part of a compute unit that an instruction keeps busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A wave's own lanes: the instruction touches nothing that other waves can see.
    Vector,
    /// The scalar unit, which the waves of a compute unit share.
    Scalar,
    /// The banks of local memory, which they share as well.
    Local,
    /// The ports of global memory, which the whole machine shares.
    Global,
    /// None: the wave waits for the others.
    Barrier,
}

/// Which outstanding operations an instruction waits for, as sets of channels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Waits {
    /// For none.
    #[default]
    Nothing,
    /// For every operation of these channels, a bit for each channel.
    All(u64),
    /// Until one of these channels has nothing outstanding.
    Any(u64),
}

/// The cost of one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// What it keeps busy meanwhile.
    pub unit: Unit,
    /// Cycles until the wave can issue its next instruction. Accesses to global memory complete
    /// later, on their channel.
    pub latency: u32,
    /// What must be done before it issues.
    pub waits: Waits,
}

/// A machine and a program, as far as time goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    /// By the index of the instruction in the program.
    pub costs: Vec<Cost>,
    /// Compute units. Each keeps as many workgroups as it has room for their waves and for their
    /// local memory; one that has begun stays until it ends.
    pub units: u32,
    /// Waves that a compute unit has room for, at most 64.
    pub waves: u32,
    /// Bytes of local memory that the workgroups of a compute unit share.
    pub local_bytes: u32,
    /// Instructions that a compute unit issues in a cycle, each of another wave.
    pub issue: u32,
    /// Cycles from the choice of a compute unit to the first instruction of a workgroup.
    pub dispatch: u32,
    /// How that memory answers.
    pub local: LocalTiming,
    /// The memory that all share.
    pub global: GlobalTiming,
}

/// How long local memory takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalTiming {
    /// Banks, each of which serves an access in a cycle.
    pub banks: u32,
    /// Consecutive bytes in one bank.
    pub bank_bytes: u32,
    /// Cycles for every further access to the same bank.
    pub conflict: u32,
    /// Lanes that load the same word share one access.
    pub broadcast: bool,
}

/// How long global memory takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlobalTiming {
    /// Cycles from issue to completion of an access that finds the ports free.
    pub latency: u32,
    /// Lanes that the ports take in a cycle.
    pub ports: u32,
}
