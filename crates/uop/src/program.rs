//! A program ready to run.

use crate::{Fence, Memo, MemoryOrder, SReg, Step, UopIdx};
use std::collections::HashMap;
use std::ops::Range;

/// A counter of outstanding operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Channel(pub u8);

/// How a channel completes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelRule {
    /// What the instruction set calls it: `vmcnt`, `sig3`.
    pub name: String,
    /// Operations complete in the order of issue, so waiting for "at most n" says which are done.
    /// Otherwise only waiting for zero does.
    pub in_order: bool,
    /// Results are written in the order of issue as well, so that an operation may write a register
    /// which one before it has still to write.
    pub writes_in_order: bool,
    /// The most that can be outstanding; issuing another first waits for the oldest.
    pub limit: u16,
}

/// A channel that is not counted by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandIn {
    /// Counted by both channels, and done when both have been waited for.
    Both(Channel, Channel),
    /// The first part of an operation whose last part is counted.
    Part(Channel),
}

/// The machine instruction behind a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstInfo {
    /// Where its first byte is, in terms of the program's code.
    pub address: u64,
    /// Its bytes.
    pub len: u8,
}

/// What a wave needs of the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Vector registers that instructions can name; constants and temporaries follow them.
    pub vectors: u16,
    /// Scalar registers that instructions can name; constants and temporaries follow them.
    pub scalars: u16,
    /// Where the mask of active lanes can be read as a scalar, if anywhere.
    pub exec: Option<SReg>,
    /// A wave that ended counts as having arrived at every barrier.
    pub ended_waves_arrive: bool,
    /// A barrier under divergence is a trap instead of a wait for the other lanes, and so are
    /// waves of one workgroup that wait at different barrier instructions.
    pub uniform_barriers: bool,
    /// Channels that stand for others.
    pub stand_ins: Vec<(Channel, StandIn)>,
    /// Which NaN comes out of arithmetic.
    pub nans: op::Nans,
    /// All lanes of a wave are active at the start, also those past the end of the workgroup.
    pub whole_waves: bool,
    /// Workgroups that run together and reach each other's local memory; 0 and 1 mean that each is
    /// on its own. The grid must be a multiple.
    pub cluster: u32,
}

/// What a wave starts without a defined value, apart from what its [`Entry`](crate::Entry) sets. By
/// default programs may count on all that they start with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unset {
    /// Vector registers below this number.
    pub vectors: u16,
    /// Scalar registers.
    pub scalars: Vec<Range<u16>>,
    /// Local memory.
    pub local: bool,
    /// The memory of each lane.
    pub private: bool,
}

/// Code as engines run it. A [`crate::Builder`] makes it.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// All steps. Control goes from one to the next unless a step says otherwise.
    pub steps: Vec<Step>,
    /// The machine instructions that they came from, in the order in which they were lowered.
    pub insts: Vec<InstInfo>,
    /// The first step of the instruction at a code address.
    pub at: HashMap<u64, UopIdx>,
    /// Where waves start.
    pub entry: UopIdx,
    /// What a wave needs of the machine.
    pub resources: Resources,
    /// All vector registers: named ones, constants, temporaries.
    pub vector_file: u16,
    /// Values of the constants, which begin at register `resources.vectors`.
    pub constants: Vec<u32>,
    /// All scalar registers: named ones, constants, temporaries.
    pub scalar_file: u16,
    /// Values of the scalar constants, which begin at register `resources.scalars`.
    pub scalar_constants: Vec<u32>,
    /// The counters of outstanding operations, by [`Channel`].
    pub channels: Vec<ChannelRule>,
    /// What waves start without a defined value.
    pub unset: Unset,
    /// Instructions whose branch the program promises to be uniform. The promise changes nothing;
    /// checkers hold the program to it.
    pub uniform: Vec<u32>,
    /// How accesses to memory are ordered.
    pub order: MemoryOrder,
    /// Instructions that order accesses, in ascending order.
    pub fences: Vec<(u32, Fence)>,
    /// Loads and stores that no cache stands between and other waves, in ascending order: what
    /// compilers make of atomic loads and stores.
    pub coherent: Vec<u32>,
    /// Instructions that keep the address behind them and jump: calls, in ascending order.
    pub calls: Vec<u32>,
    /// What engines keep of it from launch to launch. Nothing else may change once it has been run.
    pub memo: Memo,
}

impl Program {
    /// The instruction that `step` belongs to.
    pub fn inst_of(&self, step: UopIdx) -> Option<&InstInfo> {
        self.steps
            .get(step as usize)
            .and_then(|step| self.insts.get(step.inst as usize))
    }

    /// Results of a channel's operations are written in the order of issue. What two channels count may come
    /// by either.
    pub fn writes_in_order(&self, channel: Channel) -> bool {
        let mut stand_ins = self.resources.stand_ins.iter();
        let channel = match stand_ins.find(|(own, _)| *own == channel) {
            None => channel,
            Some((_, StandIn::Part(of))) => *of,
            Some((_, StandIn::Both(..))) => return false,
        };
        let rule = self.channels.get(usize::from(channel.0));
        rule.is_none_or(|rule| rule.in_order && rule.writes_in_order)
    }
}
