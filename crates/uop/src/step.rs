//! One pre-decoded step.

use crate::{Channel, Custom, MemOp, SReg, ScalarLoad, Src, UopIdx, VReg};
use op::Op;
use std::sync::Arc;

/// A step and the instruction it came from.
#[derive(Clone, Debug)]
pub struct Step {
    /// What to do.
    pub uop: Uop,
    /// Index into [`crate::Program::insts`].
    pub inst: u32,
    /// The first step of its instruction: the one that statistics count and debuggers stop at.
    pub first: bool,
}

/// What one step does. Variants that are rare or large are boxed, so that a step stays small.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum Uop {
    /// `dst = op(src...)` in every active lane.
    PerLane { op: Op, dst: VReg, src: [Src; 3] },
    /// The same with source and result modifiers.
    Modified(Box<Modified>),
    /// The bits of active lanes in `dst` become the results of a boolean `op`; other bits become 0.
    Compare { op: Op, dst: SReg, src: [Src; 3] },
    /// As `Compare`, but the bits of inactive lanes stay as they are.
    Predicate { op: Op, dst: SReg, src: [Src; 3] },
    /// `dst = 1` in lanes whose bit of `mask` is set, 0 elsewhere, whatever lanes are active.
    LanesFromMask { dst: VReg, mask: SReg },
    /// `dst = op(src...)` once for the wave.
    Scalar { op: Op, dst: SReg, src: [SReg; 3] },
    /// The same, and `flag` says whether the result is not zero.
    ScalarFlag {
        op: Op,
        dst: SReg,
        src: [SReg; 3],
        flag: SReg,
    },
    /// `dst = op(src...)` in lane 0 alone, whatever lanes are active: for machines whose scalars
    /// live there.
    FirstLane { op: Op, dst: VReg, src: [VReg; 3] },
    /// An access to memory by the active lanes.
    Memory(Box<MemOp>),
    /// A load of the whole wave into scalar registers.
    ScalarLoad(Box<ScalarLoad>),
    /// Goes on when at most `at_most` operations of the channel are outstanding.
    Wait { channel: Channel, at_most: u16 },
    /// The whole wave goes to another step.
    Jump { to: UopIdx },
    /// The whole wave branches.
    Branch { when: Cond, to: UopIdx },
    /// The whole wave goes to the code address in a scalar register pair.
    JumpScalar { address: SReg },
    /// Active lanes for which the test holds go to `to`, the others fall through; both meet again
    /// at `join`.
    Diverge {
        test: Test,
        a: VReg,
        b: VReg,
        to: UopIdx,
        join: JoinId,
    },
    /// Every active lane goes to the code address it holds in `address` plus `offset`, with the
    /// low bit of the sum ignored.
    DivergeIndirect {
        address: VReg,
        offset: i32,
        join: JoinId,
    },
    /// A point where diverged lanes wait for each other.
    Join(JoinId),
    /// The active lanes are done.
    Exit,
    /// A change to the set of active lanes.
    Mask(MaskOp),
    /// Movement between lanes.
    Cross(Box<CrossOp>),
    /// The wave waits until every wave of its workgroup is here.
    Barrier,
    /// A barrier in two halves, or one with a number.
    Split(SplitOp),
    /// The same for every wave of its cluster.
    ClusterBarrier,
    /// The wave is done.
    End,
    /// Does nothing (a hint): costs an instruction, changes no state.
    Nop,
    /// Reaching this is the program's fault: an illegal word, or code that runs off its end.
    Trap(Arc<str>),
    /// Something too particular for the list above.
    Custom(Arc<dyn Custom>),
}

/// Names a reconvergence point of the program: the index of its `Join` step, or none when the
/// lanes meet again only at their end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JoinId(pub Option<UopIdx>);

/// A comparison of two 32-bit words per lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// The words are the same.
    Equal,
    /// They are not.
    NotEqual,
}

/// A condition on the state of the wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cond {
    /// The register holds zero.
    Zero(SReg),
    /// The register does not hold zero.
    NonZero(SReg),
    /// No bit of a lane mask is set, which takes as many registers as the wave needs.
    MaskZero(SReg),
    /// Some bit of a lane mask is set.
    MaskNonZero(SReg),
    /// No lane is active.
    NoneActive,
    /// Some lane is active.
    AnyActive,
}

/// Changes to the set of active lanes. `if` and `loop` nest; the engine keeps the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum MaskOp {
    /// Active lanes become exactly those of a mask register.
    Set(SReg),
    /// Only lanes of `mask` (or not of it) go on; if there are none, to `skip`: the matching
    /// `Else` or `EndIf`.
    If {
        mask: SReg,
        invert: bool,
        skip: UopIdx,
    },
    /// As `If`, around a single instruction up to its `EndIf`: no branch as far as statistics and
    /// checkers are concerned.
    Guard {
        mask: SReg,
        invert: bool,
        skip: UopIdx,
    },
    /// The lanes that `If` set aside take over; if there are none, to `skip`: the `EndIf`.
    Else { skip: UopIdx },
    /// The lanes that were active before the matching `If`, and have not left since, are so again.
    EndIf,
    /// The active lanes enter a loop, which nests as `If` does.
    Loop,
    /// Lanes of `mask` (or not of it) leave the innermost loop. If none is left, to `skip`: the
    /// next `Else`, `EndIf` or `EndLoop`.
    Break {
        mask: Option<SReg>,
        invert: bool,
        skip: UopIdx,
    },
    /// Lanes of `mask` (or not of it) wait for the next iteration.
    Continue {
        mask: Option<SReg>,
        invert: bool,
        skip: UopIdx,
    },
    /// Lanes that neither left nor ended begin the next iteration at `back`.
    EndLoop { back: UopIdx },
    /// Active lanes are done wherever they are; if none is left here, to `skip`.
    Return { skip: UopIdx },
}

/// Barriers at which signalling and waiting are two things. Who signals goes on; who waits goes on
/// when all members have signalled since it last waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum SplitOp {
    /// `first` says whether no wave had signalled yet.
    Signal {
        barrier: BarrierName,
        first: Option<SReg>,
    },
    /// At the workgroup's barrier, or else at the one that the wave has joined.
    Wait { workgroup: bool },
    /// The barrier has so many members, bits 21:16 of a register, and no signals.
    Init { barrier: BarrierName, members: SReg },
    /// The wave belongs to this barrier, and to no other with a number.
    Join { barrier: BarrierName },
    /// The wave leaves the barrier that it has joined; `left` says whether it had.
    Leave { left: Option<SReg> },
    /// Signals (bits 22:16), members (bits 10:4) and whether there is such a barrier (bit 0).
    State { barrier: BarrierName, dst: SReg },
}

/// Which barrier is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierName {
    /// The one of all waves of the workgroup.
    Workgroup,
    /// 0 is none at all.
    Number(u8),
    /// The number in bits 4:0 of a register.
    Register(SReg),
}

/// Movement between lanes.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum CrossOp {
    /// `dst[i] = src[index[i] mod lanes]`; an inactive source lane gives its register's old value.
    Permute { dst: VReg, src: VReg, index: Src },
    /// `dst = src[lane mod lanes]` as a scalar.
    ReadLane { dst: SReg, src: VReg, lane: SReg },
    /// As `ReadLane`, of the first active lane (lane 0 if there is none).
    ReadFirst { dst: SReg, src: VReg },
    /// `dst[lane mod lanes] = src`, whatever lanes are active.
    WriteLane { dst: VReg, src: SReg, lane: SReg },
    /// Combines the active lanes in ascending order, from `identity` on; every active lane gets the
    /// result.
    Reduce {
        op: Op,
        dst: VReg,
        src: VReg,
        identity: u32,
    },
    /// By a pattern that is known beforehand.
    Shuffle(Shuffle),
    /// Running combination over the active lanes in ascending order. A lane gets what comes before
    /// it, or with `inclusive` what comes before it and its own; `identity` is what the first has
    /// before it.
    Scan {
        op: Op,
        dst: VReg,
        src: VReg,
        identity: u32,
        inclusive: bool,
    },
}

/// `dst[i] = src[from[i]]` in every active lane, by a pattern that is known beforehand.
#[derive(Clone, Debug)]
pub struct Shuffle {
    /// Where words go.
    pub dst: VReg,
    /// Where they come from.
    pub src: VReg,
    /// Consecutive registers to move.
    pub words: u16,
    /// Where each lane fetches from. From [`NOWHERE`], as from any lane that there is not, comes 0.
    pub from: [u8; 64],
    /// Inactive lanes can be fetched from; otherwise they give 0.
    pub inactive: bool,
    /// Where to say which active lanes had one to fetch from, and of which lanes to say so.
    pub found: Option<(SReg, u64)>,
    /// The result is outstanding on this channel until waited for.
    pub channel: Option<Channel>,
}

/// In a [`Shuffle`]: no lane.
pub const NOWHERE: u8 = u8::MAX;

/// A per-lane operation with modifiers.
#[derive(Clone, Debug)]
pub struct Modified {
    /// What to compute.
    pub op: Op,
    /// Where the results go.
    pub dst: VReg,
    /// The arguments, before their modifiers.
    pub src: [Src; 3],
    /// Applied to each source in order: an operation of one argument such as `AbsF32`.
    pub mods: [SrcMods; 3],
    /// Applied to the result.
    pub out: OutMods,
}

/// Operations of one argument, applied to a source before use.
#[derive(Clone, Copy, Debug, Default)]
pub struct SrcMods {
    /// Applied to what the source holds.
    pub first: Option<Op>,
    /// Applied to what `first` made of it.
    pub second: Option<Op>,
}

/// Operations of one argument, applied to the result before commit.
#[derive(Clone, Copy, Debug, Default)]
pub struct OutMods {
    /// Applied to what the operation gave.
    pub first: Option<Op>,
    /// Applied to what `first` made of it.
    pub second: Option<Op>,
}
