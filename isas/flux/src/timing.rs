//! The cycles that flux's text speaks of. It has no latencies, but says what is done in turn: a warp issues
//! one instruction at a time for all of its threads; ways that threads take apart run one after the other;
//! an access to global memory is as many transactions of 128 bytes as its threads touch. So an instruction
//! is a cycle, and so is a transaction.

use crate::meaning::{Meaning, MemorySpace};
use arch::{LaunchRequest, Parameter, Tunable};
use uop::timing::{Cost, FunctionalUnit, GlobalTiming, LocalTiming, Stage, Timing, Waits};

/// No latency is longer than this, which keeps sums of them far from overflow.
const LONGEST: i64 = 1 << 20;

const CORES: usize = 0;
const ISSUE: usize = 1;
const TRANSACTIONS: usize = 2;
const GLOBAL: usize = 3;
const SHARED: usize = 4;

#[rustfmt::skip]
pub(crate) static NUMBERS: [Tunable; 5] = [
    Tunable::new("cores", "", 1, 4096, "shader cores, each with blocks of up to 64 warps").is(1, "chosen here: the text speaks of one"),
    Tunable::new("issue", "", 1, 32, "warps of a core that issue in a cycle").is(1, "flux-isa.md, warp execution: all threads execute the same instruction"),
    Tunable::new("transactions", "", 1, 1024, "transactions of 128 bytes that global memory takes in a cycle").is(1, "flux-isa.md, coalescing: 1 for 32 threads side by side, up to 32 otherwise"),
    Tunable::new("global_latency", "", 1, LONGEST, "cycles of an access of one transaction").is(1, "chosen here: the text has no latency"),
    Tunable::new("shared_latency", "", 1, LONGEST, "cycles of an access to shared memory").is(1, "flux-isa.md, memory model: fast; the text has no latency"),
];

/// Every number of the machine.
pub(crate) fn parameters() -> Vec<Parameter> {
    NUMBERS.iter().map(|number| number.parameter).collect()
}

/// The machine of a launch whose instructions mean this.
pub(crate) fn timing(
    request: &LaunchRequest<'_>,
    meanings: impl Iterator<Item = Option<Meaning>>,
) -> Timing {
    let get = |index: usize| NUMBERS[index].value_in(request) as u32;
    let cost = |meaning: Option<Meaning>| {
        let (unit, latency) = match meaning {
            Some(Meaning::Load(MemorySpace::Shared) | Meaning::Store(MemorySpace::Shared)) => {
                (FunctionalUnit::Local, get(SHARED))
            }
            Some(
                Meaning::Load(MemorySpace::Global)
                | Meaning::Store(MemorySpace::Global)
                | Meaning::AtomicAdd
                | Meaning::AtomicCompareSwap,
            ) => (FunctionalUnit::Global, 1),
            Some(Meaning::Barrier) => (FunctionalUnit::Barrier, 1),
            _ => (FunctionalUnit::Vector, 1),
        };
        Cost {
            unit,
            latency,
            waits: Waits::Nothing,
            stage: Stage::default(),
        }
    };
    Timing {
        costs: meanings.map(cost).collect(),
        units: get(CORES),
        simds: 1,
        waves: 64,
        groups: 0,
        local_bytes: u32::MAX,
        issue: get(ISSUE),
        dispatch: 0,
        launch: 0,
        // The text has no banks: all threads of an access are served at once.
        local: LocalTiming {
            banks: 32,
            bank_bytes: 4,
            conflict: 0,
            broadcast: true,
        },
        global: GlobalTiming {
            latency: get(GLOBAL),
            ports: get(TRANSACTIONS),
            coalesced: true,
        },
        pipeline: None,
    }
}
