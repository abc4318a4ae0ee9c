//! What instructions mean, as far as a row has to say it.

use isa::Fidelity;
use op::Op;

/// The meaning of a row: what it does, and how long that keeps its wave busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// What it does.
    pub does: Does,
    /// How long it takes.
    pub cost: LatencyClass,
}

impl Meaning {
    /// What kind of work it is, for the instruction mix.
    pub fn class(self) -> &'static str {
        match (self.does, self.cost) {
            (Does::Brz | Does::Brnz | Does::BrAll | Does::BrAny | Does::Jmp | Does::End, _) => {
                "control flow"
            }
            (Does::SigDone | Does::SigWait | Does::SigAny, _) => "signals",
            (Does::Shuffle | Does::Rotate | Does::Broadcast, _) => "between lanes",
            (_, LatencyClass::Alu) => "arithmetic",
            (_, LatencyClass::Mul) => "multiplication",
            (_, LatencyClass::Div) => "division and functions",
            (_, LatencyClass::Local) => "local memory",
            (_, LatencyClass::Global) => "global memory",
            (_, LatencyClass::Barrier) => "barrier",
        }
    }
}

/// What an instruction does.
#[allow(missing_docs)] // Named after instructions, whose rows say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// The same in every lane, or once on the scalar unit if the row is a scalar form.
    Elementwise(Op),
    Mov,
    Select,
    FirstWhereTrue,
    /// Chunks of eight into their first elements.
    Reduce8(Op),
    /// Elements 0, 8, 16 and 24 into element 0.
    Reduce(Op),
    Shuffle,
    Rotate,
    Broadcast,
    LocalLoad,
    LocalStore,
    GlobalLoad,
    GlobalStore,
    /// 1 if all signals are done, else 0.
    SigDone,
    SigWait,
    SigAny,
    /// Branches if the scalar is zero, or is not.
    Brz,
    Brnz,
    BrAll,
    BrAny,
    Jmp,
    Barrier,
    End,
}

impl Does {
    /// How sure its result is to be what any implementation gives.
    pub fn fidelity(self) -> Fidelity {
        const WHY: &str = "the architecture names the function and no error; here it is the nearest \
                           number";
        match self {
            Does::Elementwise(op) => Fidelity::approximate_if(op.is_estimate(), WHY),
            _ => Fidelity::Exact,
        }
    }
}

/// Latency classes; the cycle model has a number for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LatencyClass {
    /// What a lane does in one go.
    Alu,
    /// Products.
    Mul,
    /// Division and the transcendental functions.
    Div,
    /// Accesses to local memory, bank conflicts aside.
    Local,
    /// Issuing an access to global memory; the access itself takes longer.
    Global,
    /// Barriers, the waiting aside.
    Barrier,
}
