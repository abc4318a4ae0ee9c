//! The contract: what instruction sets lower to, what engines run.
//!
//! A [`Program`] is a list of [`Step`]s, one or more per machine instruction, over three kinds of
//! state that every GPU has in some form: vector registers (one word per lane), scalar registers
//! (one word per wave) and the mask of active lanes. An instruction set says what its instructions
//! mean by building a program; the interpreter runs it, a debugger shows it, a JIT may compile it.
//! Nothing here knows an instruction set, and nothing here runs anything.

#![forbid(unsafe_code)]

mod build;
mod cycles;
mod digest;
mod entry;
mod fault;
mod look;
mod machine;
mod memo;
mod memory;
mod meter;
mod operands;
mod order;
mod pages;
mod program;
mod reg;
mod runnable;
mod series;
mod stats;
mod step;
mod stoppable;
mod timeline;
pub mod timing;

pub use build::{Builder, LabelId, immediate_postdominators};
pub use cycles::{Cycles, InstCycles, MemoryCounts, Obstacle, Occupancy, Stall};
pub use digest::Digest;
pub use entry::{Apertures, Entry, GroupRegisters, Registers, WavePlace, group_at, in_cluster};
pub use fault::{Blame, Exception, Fault, Site, Trap};
pub use look::{LaneWait, LookWave, Meeting, Outstanding, Status, WaveId};
pub use machine::{
    Bounded, Breadth, Custom, Machine, Places, Reach, element_of, gather_by_lane, scatter_by_lane,
};
pub use memo::Memo;
pub use memory::{Access, Addr, AtomicOp, Extend, MemKind, MemOp, ScalarLoad, Space};
pub use meter::{Meter, Reading};
pub use operands::{Operand, Use};
pub use order::{Fence, MemoryOrder, OrderEvent, Rendezvous, RendezvousKind, Scope};
pub use pages::Pages;
pub use program::{Channel, ChannelRule, InstInfo, Program, Resources, StandIn, Unset};
pub use reg::{Block, RegisterPlace, SReg, Src, UopIdx, VReg};
pub use runnable::{GlobalMemory, MemoryWindow, RunOptions, RunReport, Runnable, Trapped};
pub use series::Series;
pub use stats::{MemoryKind, Stats};
pub use step::{
    BarrierName, Cond, CrossOp, JoinId, MaskOp, Modified, NOWHERE, OutMods, Shuffle, SplitOp,
    SrcMods, Step, Test, Uop,
};
pub use stoppable::{Edit, Facts, Progress, Stoppable, Watcher};
pub use timeline::{Slice, Timeline, TimelineSlice, Track, WaveSpan};
