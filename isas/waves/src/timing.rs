//! The cycle model: what the header and the command line can say, and what instructions cost.

use crate::lower::{is_scalar_form, signals};
use crate::meaning::{self, Does, Meaning};
use arch::info::{Bound, OccupancyInfo};
use arch::{LaunchRequest, Parameter, Tunable, header_keys};
use isa::Inst;
use kernel::Key;
use uop::timing::{Cost, FunctionalUnit, GlobalTiming, LocalTiming, Stage, Timing, Waits};

const TEXT: &str = "the architecture's text, timing";
const OURS: &str = "chosen here; as without it, the architecture's";

const fn number(key: &'static str, value: i64, min: i64, max: i64, doc: &'static str) -> Tunable {
    Tunable::new(key, "", min, max, doc).is(value, TEXT)
}

/// A number that the text does not have.
const fn ours(key: &'static str, value: i64, min: i64, max: i64, doc: &'static str) -> Tunable {
    Tunable::new(key, "", min, max, doc).is(value, OURS)
}

/// No latency is longer than this, which keeps sums of them far from overflow.
const LONGEST: i64 = 1 << 20;

const CU_WAVES: &str = "cu_waves";
const ISSUE: &str = "issue";
const LDS: &str = "lds";
/// Local memory of a compute unit.
const LOCAL_BYTES: u32 = 64 << 10;

#[rustfmt::skip]
static NUMBERS: [Tunable; 16] = [
    number("cus", 8, 1, 4096, "compute units"),
    ours(CU_WAVES, 2, 2, 64, "waves that a compute unit has room for"),
    ours(ISSUE, 2, 1, 64, "instructions a compute unit issues in a cycle, each of another wave; one of each without it"),
    ours(LDS, LOCAL_BYTES as i64, 0, LOCAL_BYTES as i64, "bytes of local memory of a group; all of the unit's if it uses any, without it"),
    ours("dispatch", 0, 0, LONGEST, "cycles to place a group on a compute unit"),
    number("alu", 1, 1, LONGEST, "cycles of moves, arithmetic and logic"),
    number("mul", 2, 1, LONGEST, "cycles of multiplications"),
    number("div", 8, 1, LONGEST, "cycles of divisions and transcendental functions"),
    number("local_latency", 4, 1, LONGEST, "cycles of an access to local memory"),
    number("bank_conflict", 1, 0, LONGEST, "cycles for every further access to the same bank"),
    number("banks", 32, 1, 1024, "banks of local memory"),
    ours("broadcast", 0, 0, 1, "1 if lanes that load the same word of local memory share one access"),
    number("global_latency", 200, 1, LONGEST, "cycles of an access to global memory"),
    number("ports", 128, 1, LONGEST, "lanes that global memory takes in a cycle"),
    number("barrier", 1, 1, LONGEST, "cycles from the last arrival at a barrier on"),
    number("branch", 1, 1, LONGEST, "cycles of branches"),
];

/// The keys that a header may have, one for each number.
pub(crate) static KEYS: [Key; NUMBERS.len()] = header_keys(&[], &NUMBERS);

/// Every number of the machine.
pub(crate) fn parameters() -> Vec<Parameter> {
    NUMBERS.iter().map(|number| number.parameter).collect()
}

/// The waves of a compute unit: as many workgroups as it has room for waves and local memory.
pub(crate) fn occupancy(
    latencies: &Latencies,
    local: u32,
    threads: u32,
    lanes: u32,
) -> OccupancyInfo {
    let each = threads.max(1).div_ceil(lanes);
    let most = latencies.get(CU_WAVES);
    let slots = most / each * each;
    let by_local = |bytes: u32| {
        let groups = LOCAL_BYTES.checked_div(bytes).unwrap_or(u32::MAX);
        groups.saturating_mul(each).min(slots)
    };
    let mut limits = vec![Bound {
        what: "wave slots",
        waves: slots,
    }];
    if local > 0 {
        limits.push(Bound {
            what: "local memory",
            waves: by_local(local),
        });
    }
    let waves = by_local(local);
    let mut info = OccupancyInfo {
        chip: "waves".into(),
        part: "compute unit",
        simds: 1,
        threads,
        threads_from: "as launched",
        workgroups: waves / each,
        waves,
        most,
        limits,
        steps: Vec::new(),
    };
    info.look_around("bytes of local memory", 0..LOCAL_BYTES + 1, local, by_local);
    info
}

/// The model as a launch has it.
pub(crate) struct Latencies([u32; NUMBERS.len()]);

impl Latencies {
    pub fn of(request: &LaunchRequest<'_>) -> Latencies {
        let mut values = [0; NUMBERS.len()];
        for (value, number) in values.iter_mut().zip(&NUMBERS) {
            let default = match number.parameter.key {
                ISSUE => request.integer(CU_WAVES, number.parameter.value),
                _ => number.parameter.value,
            };
            *value = number.value_or(request, default) as u32;
        }
        Latencies(values)
    }

    fn get(&self, key: &str) -> u32 {
        let index = NUMBERS
            .iter()
            .position(|number| number.parameter.key == key);
        self.0[index.expect("a key of the table")]
    }

    pub fn timing(&self, costs: Vec<Cost>) -> Timing {
        Timing {
            costs,
            units: self.get("cus"),
            simds: 1,
            waves: self.get(CU_WAVES),
            groups: 0,
            local_bytes: LOCAL_BYTES,
            issue: self.get(ISSUE),
            dispatch: self.get("dispatch"),
            launch: 0,
            local: LocalTiming {
                banks: self.get("banks"),
                bank_bytes: 4,
                conflict: self.get("bank_conflict"),
                broadcast: self.get("broadcast") == 1,
            },
            global: GlobalTiming {
                latency: self.get("global_latency"),
                ports: self.get("ports"),
                coalesced: false,
            },
            pipeline: None,
        }
    }

    /// What traps is over at once.
    pub fn trap(&self) -> Cost {
        Cost {
            unit: FunctionalUnit::Vector,
            latency: 1,
            waits: Waits::Nothing,
            stage: Stage::default(),
        }
    }
}

/// The local memory that a group has: what the header says, or if it does not, all that a compute
/// unit has for a program that uses it, and none for one that does not.
pub(crate) fn local_bytes(request: &LaunchRequest<'_>, costs: &[Cost]) -> u32 {
    let uses = costs.iter().any(|cost| cost.unit == FunctionalUnit::Local);
    let default = if uses { LOCAL_BYTES } else { 0 };
    request.integer(LDS, default.into()) as u32
}

/// What an instruction costs.
pub(crate) fn cost(inst: &Inst<Meaning>, latencies: &Latencies) -> Cost {
    let Meaning { does, cost } = inst.row.meaning;
    let latency = latencies.get(match (does, cost) {
        (Does::Brz | Does::Brnz | Does::BrAll | Does::BrAny | Does::Jmp | Does::SigAny, _) => {
            "branch"
        }
        (_, meaning::LatencyClass::Alu | meaning::LatencyClass::Global) => "alu",
        (_, meaning::LatencyClass::Mul) => "mul",
        (_, meaning::LatencyClass::Div) => "div",
        (_, meaning::LatencyClass::Local) => "local_latency",
        (_, meaning::LatencyClass::Barrier) => "barrier",
    });
    let unit = match cost {
        meaning::LatencyClass::Local => FunctionalUnit::Local,
        meaning::LatencyClass::Global => FunctionalUnit::Global,
        meaning::LatencyClass::Barrier => FunctionalUnit::Barrier,
        _ if is_scalar_form(inst) => FunctionalUnit::Scalar,
        _ => FunctionalUnit::Vector,
    };
    let channels = signals(inst)
        .iter()
        .fold(0, |all, channel| all | 1 << channel.0);
    let waits = match does {
        Does::SigWait => Waits::All(channels),
        Does::SigAny => Waits::Any(channels),
        // A slot holds one access: another one waits for it.
        Does::GlobalLoad | Does::GlobalStore => Waits::All(channels),
        _ => Waits::Nothing,
    };
    Cost {
        unit,
        latency,
        waits,
        stage: Stage::default(),
    }
}
