//! The cycles that flux's text speaks of. It has no latencies, but says what is done in turn: a warp issues
//! one instruction at a time for all of its threads; ways that threads take apart run one after the other;
//! an access to global memory is as many transactions of 128 bytes as its threads touch. So an instruction
//! is a cycle, and so is a transaction.

use crate::meaning::{Meaning, Space};
use arch::{LaunchRequest, Parameter};
use kernel::{Key, KeyKind};
use uop::timing::{Cost, GlobalTiming, LocalTiming, Stage, Timing, Unit, Waits};

/// A number of the model.
struct Number {
    key: &'static str,
    default: i64,
    max: i64,
    doc: &'static str,
    source: &'static str,
}

/// No latency is longer than this, which keeps sums of them far from overflow.
const LONGEST: i64 = 1 << 20;

const CORES: usize = 0;
const ISSUE: usize = 1;
const TRANSACTIONS: usize = 2;
const GLOBAL: usize = 3;
const SHARED: usize = 4;

#[rustfmt::skip]
static NUMBERS: [Number; 5] = [
    Number { key: "cores", default: 1, max: 4096, doc: "shader cores, each with blocks of up to 64 warps", source: "chosen here: the text speaks of one" },
    Number { key: "issue", default: 1, max: 32, doc: "warps of a core that issue in a cycle", source: "flux-isa.md, warp execution: all threads execute the same instruction" },
    Number { key: "transactions", default: 1, max: 1024, doc: "transactions of 128 bytes that global memory takes in a cycle", source: "flux-isa.md, coalescing: 1 for 32 threads side by side, up to 32 otherwise" },
    Number { key: "global_latency", default: 1, max: LONGEST, doc: "cycles of an access of one transaction", source: "chosen here: the text has no latency" },
    Number { key: "shared_latency", default: 1, max: LONGEST, doc: "cycles of an access to shared memory", source: "flux-isa.md, memory model: fast; the text has no latency" },
];

/// How many keys [`keys`] adds.
pub(crate) const KEYS: usize = NUMBERS.len();

/// The keys of a header: `own` ones first, then one for each number.
pub(crate) const fn keys<const OWN: usize, const ALL: usize>(own: [Key; OWN]) -> [Key; ALL] {
    assert!(ALL == OWN + KEYS);
    let mut keys = [own[0]; ALL];
    let mut i = 0;
    while i < ALL {
        keys[i] = match i < OWN {
            true => own[i],
            false => {
                let Number { key, max, doc, .. } = NUMBERS[i - OWN];
                let kind = KeyKind::Integer { min: 1, max };
                Key {
                    name: key,
                    kind,
                    doc,
                }
            }
        };
        i += 1;
    }
    keys
}

/// Every number of the machine.
pub(crate) fn parameters() -> Vec<Parameter> {
    let parameter = |number: &Number| Parameter {
        key: number.key,
        value: number.default,
        unit: "",
        doc: number.doc,
        source: number.source,
    };
    NUMBERS.iter().map(parameter).collect()
}

/// The machine of a launch whose instructions mean this.
pub(crate) fn timing(
    request: &LaunchRequest<'_>,
    meanings: impl Iterator<Item = Option<Meaning>>,
) -> Timing {
    let get = |index: usize| {
        let Number {
            key, default, max, ..
        } = NUMBERS[index];
        request.integer(key, default).clamp(1, max) as u32
    };
    let cost = |meaning: Option<Meaning>| {
        let (unit, latency) = match meaning {
            Some(Meaning::Load(Space::Shared) | Meaning::Store(Space::Shared)) => {
                (Unit::Local, get(SHARED))
            }
            Some(
                Meaning::Load(Space::Global)
                | Meaning::Store(Space::Global)
                | Meaning::AtomicAdd
                | Meaning::AtomicCompareSwap,
            ) => (Unit::Global, 1),
            Some(Meaning::Barrier) => (Unit::Barrier, 1),
            _ => (Unit::Vector, 1),
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
