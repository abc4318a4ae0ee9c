//! What instructions cost, for engines that count cycles.
//!
//! An instruction set hands this over beside a [`crate::Program`]: a cost for every instruction
//! and the numbers of the machine. Engines that do not count never look at it.

/// The part of a compute unit that an instruction keeps busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionalUnit {
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
    /// The memory that scalars are loaded from, which the whole machine shares.
    ScalarMemory,
    /// None: the instruction takes its turn and nothing else.
    Nothing,
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
    pub unit: FunctionalUnit,
    /// Cycles until the wave can issue its next instruction. Accesses to global memory complete
    /// later, on their channel.
    pub latency: u32,
    /// What must be done before it issues. Machines with pipelines find their waits in the program.
    pub waits: Waits,
    /// What it takes of a pipeline, on machines that have some.
    pub stage: Stage,
}

/// What an instruction takes of the pipelines of its SIMD.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// Which pipeline, as a bit; none for instructions that need none.
    pub pipe: u16,
    /// Cycles until that pipeline takes another.
    pub busy: u16,
    /// Cycles that it executes for, where that is in a [queue](Pipeline::queue).
    pub execute: u16,
    /// Cycles before that, if the one before it there needed none.
    pub setup: u16,
    /// It issues when its registers are there, instead of waiting for them in the queue.
    pub held: bool,
    /// It waits for the last instruction of these [parts](Stage::VECTOR) that its wave issued, as bits.
    pub after: u8,
    /// The row or column of [`Pipeline::delays`].
    pub kind: u8,
    /// Instead of [`Cost::latency`], where control does not go on with the next instruction.
    pub taken: u16,
    /// Cycles of the path to memory for the addresses and data of all lanes.
    pub path: u16,
    /// Of these, cycles until the registers of the access have been read.
    pub read: u16,
    /// [`Cost::latency`] is so many cycles of a clock that ticks this often, and its wave goes on with a tick:
    /// what has passed since the last one counts for it. 0 where it is not.
    pub tick: u16,
    /// Its wave goes on at once, even if there is no room left in the [queue](Pipeline::queue).
    pub passes: bool,
}

impl Stage {
    /// Of [`Stage::after`]: vector instructions, those of the first kind.
    pub const VECTOR: u8 = 1;
    /// And scalar ones.
    pub const SCALAR: u8 = 2;
    /// And accesses of lanes, until their registers may be overwritten.
    pub const ACCESS: u8 = 4;
}

/// A machine and a program, as far as time goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    /// By the index of the instruction in the program.
    pub costs: Vec<Cost>,
    /// Compute units. Each keeps as many workgroups as it has room for their waves and for their
    /// local memory; one that has begun stays until it ends.
    pub units: u32,
    /// SIMDs of a compute unit, which its waves are dealt to.
    pub simds: u32,
    /// Waves that a compute unit has room for, at most 64.
    pub waves: u32,
    /// Workgroups that it has room for because of their registers; 0 where those are not counted.
    pub groups: u32,
    /// Bytes of local memory that the workgroups of a compute unit share.
    pub local_bytes: u32,
    /// Instructions that a compute unit issues in a cycle, each of another wave.
    pub issue: u32,
    /// Cycles from the choice of a compute unit to the first instruction of a workgroup.
    pub dispatch: u32,
    /// Cycles between the waves that a compute unit is given.
    pub launch: u32,
    /// How that memory answers.
    pub local: LocalTiming,
    /// The memory that all share.
    pub global: GlobalTiming,
    /// How instructions depend on each other, where a wave goes on before a result is there. Without
    /// it, a wave waits for each.
    pub pipeline: Option<Pipeline>,
}

/// Instructions that overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// How many kinds of instructions there are.
    pub kinds: usize,
    /// Cycles from the issue of one that writes a register to that of one that reads it, by the kind
    /// of the first and then of the second.
    pub delays: Vec<u16>,
    /// The same for a scalar register between two vector instructions, of the first kind: a carry.
    pub carry: u16,
    /// Cycles from the issue of a vector instruction that reads a scalar register until a scalar
    /// instruction may overwrite it.
    pub overwrite: u16,
    /// Cycles from when the registers of an access have gone down the path to memory until they may be
    /// overwritten.
    pub release: u16,
    /// Vector instructions execute in the order in which a SIMD issued them. So many of them it has issued
    /// at once, of which one executes; with 0 they execute when they are issued. What depends on them counts
    /// from when they execute, or from the last of the cycles that they take for it.
    pub queue: u8,
    /// How instructions come.
    pub fetch: FetchTiming,
    /// How memory answers.
    pub memory: MemoryTiming,
}

/// How long instructions take to come. What has come once stays, and what follows is asked for with
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FetchTiming {
    /// Bytes that come together.
    pub bytes: u32,
    /// Cycles until the first of them are there.
    pub first: u32,
    /// Cycles until others are.
    pub miss: u32,
}

/// Caches in front of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryTiming {
    /// Bytes of a line, a power of two.
    pub line: u32,
    /// The one next to the lanes first.
    pub levels: Vec<CacheTiming>,
    /// Cycles of a load that finds its line in no cache.
    pub latency: u32,
    /// Bytes that memory gives or takes in a cycle.
    pub bandwidth: u32,
    /// Bytes that registers take in a cycle.
    pub returns: u32,
    /// Cycles until a store is known to be done.
    pub store: u32,
    /// Bytes of a page.
    pub page: u64,
    /// Cycles more for the first access to a page.
    pub page_miss: u32,
    /// The cache of scalar loads.
    pub scalar: CacheTiming,
    /// Cycles of a scalar load that finds its line in no cache.
    pub scalar_miss: u32,
    /// Cycles from issue to the result of an access to local memory.
    pub local: u32,
    /// Cycles from issue to the path to memory.
    pub path: u32,
    /// SIMDs that share a path and the caches next to it; caches count such groups, not units.
    pub share: u32,
}

/// A cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheTiming {
    /// How much it holds.
    pub bytes: u32,
    /// Lines of a set.
    pub ways: u32,
    /// Groups of SIMDs that share one.
    pub units: u32,
    /// Cycles of a load that finds its line there.
    pub latency: u32,
    /// Bytes that it gives in a cycle.
    pub bandwidth: u32,
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
    /// Lanes that the ports take in a cycle, or transactions.
    pub ports: u32,
    /// Ports take transactions, the segments of memory that lanes touch together, and the wave waits for
    /// its access: nothing else in the program does.
    pub coalesced: bool,
}
