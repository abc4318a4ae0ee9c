//! What is known of a program before it runs, as data.
//!
//! A [`Plan`] belongs to one program and one shape of launch. It is made by passes, each in a file
//! of its own, and says of every step what an executor, a compiler or a cycle model would
//! otherwise find out again and again: which values are the same in all waves, which count from lane
//! to lane, which writes are never looked at, which steps are taken as one. Nothing here runs a
//! program, and a plan without any of these facts is a plan too: the one for runs that are watched.
//!
//! [`RegisterFacts`] say of a whole program, on all ways through it, what every register holds. No
//! executor needs them; they are for what compiles, prices or explains a kernel.

#![forbid(unsafe_code)]

mod affine;
mod changes;
mod dead;
mod facts;
mod flow;
mod fuse;
mod hints;
mod start;
#[cfg(test)]
mod tests;
mod uniform;
mod value;
mod waits;

pub use affine::{Affine, AffineSource, AffineStep};
pub use changes::Changes;
pub use facts::{Agreement, RegisterFacts, State, StepFacts};
pub use flow::{can_part, is_ordered, successors, targets};
pub use fuse::Fusion;
pub use start::Start;
pub use uniform::Uniform;
pub use value::{Linear, Value, WaveShape};
pub use waits::WaitState;

use uop::{Program, Uop, UopIdx, VReg};

/// For which launch to plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose {
    /// Lanes of a wave.
    pub lanes: u32,
    /// Nothing is ever outstanding, so that nothing has to be waited for.
    pub eager: bool,
    /// Registers always hold what the program says. Otherwise those that it does not look at again
    /// may hold anything, which is faster, and for runs that are not watched.
    pub exact: bool,
}

impl Purpose {
    /// Scalar registers that hold a lane mask.
    pub fn mask_words(&self) -> u16 {
        if self.lanes == 64 { 2 } else { 1 }
    }
}

/// A program and what is known of it.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// One for every step of the program.
    pub steps: Vec<Planned>,
    /// The steps that can be reached; nothing where control may go anywhere.
    pub reached: Option<Vec<bool>>,
    /// Steps that are taken as one, in order.
    pub fusions: Vec<Fusion>,
    /// Scalar registers that hold the same in all waves of a workgroup, while they go together.
    pub uniform: Uniform,
    /// Registers that count through all lanes of a workgroup at its start, and what is made of them.
    pub starts: Vec<(VReg, Affine)>,
    /// Those that start with another number in every workgroup, and how much more each lane holds than the
    /// one before it.
    pub varying: Vec<(VReg, u32)>,
    /// Steps on affine values.
    pub affine: Vec<AffineStep>,
    /// Steps, and which affine values there are before each that no vector register holds.
    pub unwritten: Vec<(UopIdx, Vec<VReg>)>,
    /// What can be outstanding at each wait; empty where nothing ever is.
    pub waits: Vec<WaitState>,
    /// What has to be put back when a wave's registers serve another wave.
    pub changes: Changes,
    /// Waves may not swap places: some step that can be reached has results that depend on which
    /// wave takes it first.
    pub ordered: bool,
    /// See [`Purpose::exact`].
    pub exact: bool,
}

/// What is known of one step.
#[derive(Clone, Debug, Default)]
pub struct Planned {
    /// It is the first of its instruction.
    pub first: bool,
    /// Instructions that start here and steps to go on by, if what follows is taken with it.
    pub issues: u8,
    /// See `issues`.
    pub advance: u8,
    /// Observers that look at marked instructions only are told of this one.
    pub marked: bool,
    /// What it does, together with the steps that follow: the number of a fusion.
    pub fused: Option<u32>,
    /// The result, or the condition of a branch, is the same in all waves.
    pub uniform: bool,
    /// It works on affine values: the number of such a step.
    pub affine: Option<u32>,
    /// Its addresses are an affine value.
    pub affine_address: bool,
    /// It loads words of constant memory, the same by all lanes.
    pub loads_constant: bool,
    /// Nothing looks at its result.
    pub dead: bool,
    /// It is a wait that never has to, because nothing can be outstanding.
    pub idle_wait: bool,
}

/// Most steps that are taken as one.
pub const MAX_ADVANCE: u8 = 32;

impl Plan {
    /// Plans a program. `start` says what waves that go together start with, where there are several;
    /// `marked` says of an instruction whether it is.
    pub fn new(
        program: &Program,
        how: Purpose,
        start: Option<&Start>,
        marked: impl Fn(u32) -> bool,
    ) -> Plan {
        let planned = program.steps.iter().map(|step| Planned {
            first: step.first,
            issues: step.first.into(),
            advance: 1,
            marked: step.first && marked(step.inst),
            ..Planned::default()
        });
        let mut plan = Plan {
            steps: planned.collect(),
            reached: flow::reached(program),
            exact: how.exact,
            ..Plan::default()
        };
        plan.ordered = flow::ordered(program, plan.reached.as_deref());
        plan.changes = Changes::of(program, &plan, how);
        fuse::run(&mut plan, program);
        if how.eager && !how.exact {
            dead::run(&mut plan, program, how.mask_words());
        }
        fuse::join(&mut plan);
        if let Some(start) = start {
            uniform::run(&mut plan, program, start, how.mask_words());
        }
        // What is in flight may still need what a register held before.
        if let Some(start) = start.filter(|_| how.eager) {
            affine::run(&mut plan, program, start, how.mask_words());
        }
        if !how.eager {
            waits::run(&mut plan, program);
        }
        hints::run(&mut plan, program, how.eager);
        plan
    }

    /// What the step at `at` does, with those that it is taken together with.
    pub fn uop<'a>(&'a self, program: &'a Program, at: usize) -> &'a Uop {
        match self.steps[at].fused {
            Some(fusion) => &self.fusions[fusion as usize].uop,
            None => &program.steps[at].uop,
        }
    }

    /// The affine values that no vector register holds before the step at `at`.
    pub fn unwritten(&self, at: UopIdx) -> &[VReg] {
        let place = self.unwritten.binary_search_by_key(&at, |(at, _)| *at);
        place.map_or(&[], |i| &self.unwritten[i].1)
    }
}
