//! Why a wave cannot go on, and where that was.

use crate::{Space, WavePlace};
use std::fmt;
use thiserror::Error;

/// A place in a run: whose instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Index into the program's instructions.
    pub inst: u32,
    /// The workgroup's position in the grid.
    pub group: [u32; 3],
    /// The wave's number in its workgroup.
    pub wave: u32,
}

impl Site {
    /// An instruction of something that has a place.
    pub fn of(who: &impl AsRef<WavePlace>, inst: u32) -> Site {
        let place = who.as_ref();
        Site {
            inst,
            group: place.group,
            wave: place.wave,
        }
    }
}

/// A trap and where it happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// What went wrong.
    pub trap: Trap,
    /// Whose instruction it was.
    pub site: Site,
    /// The code address of the instruction.
    pub address: u64,
    /// Another instruction that has to do with it, and how.
    pub related: Option<(u64, String)>,
    /// How the machine itself would report it, where it has a way.
    pub exception: Option<Exception>,
}

/// A trap in the words of a machine that reports it to a handler, as RISC-V does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The number of its kind: `mcause`.
    pub cause: u64,
    /// The address or instruction that goes with it: `mtval`.
    pub value: u64,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.site.group;
        write!(
            f,
            "{} (pc {:#x}, workgroup ({x},{y},{z}), wave {}",
            self.trap, self.address, self.site.wave
        )?;
        if let Some(lane) = self.trap.lane() {
            write!(f, ", lane {lane}")?;
        }
        f.write_str(")")
    }
}

impl std::error::Error for Fault {}

/// Whose problem a trap is. Front ends turn it into an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// The program did something its machine does not allow.
    Program,
    /// The program uses something that is not modelled.
    Unmodelled,
    /// A limit that the user set was reached, or the user stopped the run.
    Limit,
}

/// The reason for a trap, without the place, which the engine knows.
#[derive(Clone, Debug, Error, PartialEq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum Trap {
    /// The machine has no such instruction, or does not allow it here. The text is the whole
    /// message.
    #[error("{0}")]
    Illegal(String),
    /// An access to memory that is not there, not writable or not aligned. `lane` is the first that
    /// failed. `why` says what is wrong in terms of the program: whose end, which alignment.
    #[error("{verb} of {bytes} bytes at {address:#x}: {why}", verb = verb(*.store))]
    Access {
        space: Space,
        address: u64,
        bytes: u32,
        store: bool,
        lane: u32,
        why: String,
    },
    /// A lane went to an address where no instruction begins.
    #[error("jump to {address:#x}, which is not the address of an instruction")]
    BadTarget { address: u64, lane: u32 },
    /// The program ran on behind its last instruction. `end` says how a program ends.
    #[error("the program runs past its last instruction, to {address:#x}: {end}")]
    PastEnd { address: u64, end: &'static str },
    /// Every wave waits for another. One line for each wave that waits: who, where, for what.
    #[error("deadlock: no wave of the workgroup can go on")]
    Deadlock { waits: Vec<String> },
    /// Workgroups wait for each other, or for one that has no room. One line for each wave: who,
    /// where, for what.
    #[error("deadlock: no workgroup can go on")]
    Waiting { waits: Vec<String> },
    /// The run took as many instructions as it was allowed to. Where several workgroups were under
    /// way, a line for each: where it is.
    #[error("instruction limit of {limit} reached")]
    Limit { limit: u64, waits: Vec<String> },
    /// A barrier that all lanes of a wave must reach together.
    #[error("barrier reached while only some lanes of the wave are active{}", lanes_that_are_not(*.inactive))]
    DivergentBarrier {
        /// Lanes that are alive and elsewhere.
        inactive: u64,
        /// The code address of the branch that split them off, where it is known.
        split_at: Option<u64>,
    },
    /// Waves that have to meet wait in different places. One line for each of them.
    #[error("waves of one workgroup wait at different barriers")]
    MixedBarriers { waits: Vec<String> },
    /// A result was used before it was waited for, under strict delivery.
    #[error("{0}")]
    Hazard(String),
    /// The caller stopped the run.
    #[error("the run was stopped")]
    Stopped,
    /// Correct on the machine, but not carried out here. The text names it.
    #[error("{0} is not modelled")]
    Unmodelled(String),
}

/// Names lanes, as far as a reader wants to know.
fn lanes_that_are_not(lanes: u64) -> String {
    const SHOWN: usize = 8;
    let numbers = (0..64).filter(|lane| lanes >> lane & 1 == 1);
    let list: Vec<String> = numbers.take(SHOWN).map(|lane| lane.to_string()).collect();
    match lanes.count_ones() as usize {
        0 => String::new(),
        1 => format!(": lane {} is not", list[0]),
        n if n > SHOWN => format!(": lanes {} and {} more are not", list.join(", "), n - SHOWN),
        _ => format!(": lanes {} are not", list.join(", ")),
    }
}

fn verb(store: bool) -> &'static str {
    if store { "store" } else { "load" }
}

impl Trap {
    /// Whose problem it is.
    pub fn blame(&self) -> Blame {
        match self {
            Trap::Unmodelled(_) => Blame::Unmodelled,
            Trap::Limit { .. } | Trap::Stopped => Blame::Limit,
            _ => Blame::Program,
        }
    }

    /// Who waits where, and for what, in lines.
    pub fn waits(&self) -> &[String] {
        match self {
            Trap::Deadlock { waits }
            | Trap::MixedBarriers { waits }
            | Trap::Waiting { waits }
            | Trap::Limit { waits, .. } => waits,
            _ => &[],
        }
    }

    /// It comes of what all workgroups did together, not of what one of them did.
    pub fn is_of_launch(&self) -> bool {
        matches!(self, Trap::Limit { .. } | Trap::Waiting { .. })
    }

    /// A stable short name, as diagnostics have.
    pub fn code(&self) -> &'static str {
        match self {
            Trap::Illegal(_) => "illegal-instruction",
            Trap::Access { .. } => "memory-fault",
            Trap::BadTarget { .. } => "bad-jump",
            Trap::PastEnd { .. } => "past-the-end",
            Trap::Deadlock { .. } | Trap::Waiting { .. } => "deadlock",
            Trap::Limit { .. } => "instruction-limit",
            Trap::DivergentBarrier { .. } => "divergent-barrier",
            Trap::MixedBarriers { .. } => "mixed-barriers",
            Trap::Hazard(_) => "hazard",
            Trap::Stopped => "stopped",
            Trap::Unmodelled(_) => "unmodelled",
        }
    }

    /// The lane whose access failed, where one did.
    pub fn lane(&self) -> Option<u32> {
        match self {
            Trap::Access { lane, .. } | Trap::BadTarget { lane, .. } => Some(*lane),
            _ => None,
        }
    }
}
