//! The cycle model of AMD's chips: what instructions take of it, from their class and the numbers of
//! the chip. It is a model: docs/timing.md has what it predicts beside what was measured.

use crate::bytes::decode_with;
use crate::chip::{N, Numbers};
use crate::class::{Class, is_product};
use crate::codec::Codec;
use crate::encoding::Returning;
use crate::inst::{AmdInst, OperandValue};
use crate::meaning::{Element, Meaning};
use crate::names::{DELAY_ALU, DEPCTR, Part, Results};
use crate::row::{ATOMIC, AmdFormat, OperandSlot, OperandType};
use crate::target::{Target, Wave};
use uop::timing::{
    CacheTiming, Cost, FetchTiming, FunctionalUnit, GlobalTiming, LocalTiming, MemoryTiming,
    Pipeline, Stage, Timing, Waits,
};

/// How instructions depend on each other, by what produces and what consumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Vector,
    Trans,
    Double,
    Matrix,
    Scalar,
    /// As a consumer: addresses and data in registers.
    Memory,
    /// As a consumer: conditions of branches.
    Control,
    /// As a consumer: waits for arithmetic.
    Wait,
}

const KINDS: [Kind; 8] = [
    Kind::Vector,
    Kind::Trans,
    Kind::Double,
    Kind::Matrix,
    Kind::Scalar,
    Kind::Memory,
    Kind::Control,
    Kind::Wait,
];

// Each SIMD issues one instruction of a kind in a cycle.
const VALU: u16 = 1 << 0;
const TRANS: u16 = 1 << 1;
const SALU: u16 = 1 << 2;
const SMEM: u16 = 1 << 3;
const VMEM: u16 = 1 << 4;
const LDS: u16 = 1 << 5;
const BRANCH: u16 = 1 << 6;

/// The machine that a launch runs on, of `simds` SIMDs that share a workgroup, with room for so many
/// workgroups.
pub(crate) fn timing(
    (code, target, wave): (&[u8], Target, Wave),
    numbers: &Numbers,
    whole: bool,
    groups: u32,
) -> Timing {
    let get = |number| numbers.get(number);
    let simds = numbers.share(whole, N::Simds).max(1);
    let paired = target.generation().paired_units;
    Timing {
        costs: costs(code, target, wave, numbers),
        units: units(numbers, whole),
        simds,
        waves: (get(N::Waves) * simds).min(64),
        groups,
        local_bytes: numbers.share(whole, N::Lds),
        issue: 64,
        dispatch: get(N::Start),
        launch: get(N::Launch),
        local: LocalTiming {
            banks: get(N::Banks),
            bank_bytes: 4,
            conflict: 1,
            broadcast: true,
        },
        global: GlobalTiming {
            latency: get(N::Memory),
            ports: 1,
            coalesced: false,
        },
        pipeline: Some(pipeline(numbers, wave, simds, paired)),
    }
}

/// What workgroups are placed on: in CU mode, half a workgroup processor.
pub(crate) fn units(numbers: &Numbers, whole: bool) -> u32 {
    match whole {
        true => numbers.get(N::Wgps),
        false => 2 * numbers.get(N::Wgps),
    }
}

fn pipeline(numbers: &Numbers, wave: Wave, simds: u32, paired: bool) -> Pipeline {
    let get = |number| numbers.get(number);
    let cache = |bytes, ways, units, latency, bandwidth| CacheTiming {
        bytes: get(bytes),
        ways,
        units,
        latency: get(latency),
        bandwidth,
    };
    let delays = KINDS
        .iter()
        .flat_map(|&from| (KINDS.iter()).map(move |&to| delay(from, to, numbers, wave) as u16));
    // Groups of SIMDs with a cache of their own: halves of workgroup processors, or compute units.
    let (all, share) = match paired {
        true => (2 * get(N::Wgps), simds.min(2)),
        false => (get(N::Wgps), simds),
    };
    let mut levels = vec![cache(N::L0, 16, 1, N::L0Latency, 128)];
    if paired {
        levels.push(cache(N::L1, 16, 16, N::L1Latency, 256));
    }
    levels.push(cache(N::L2, 16, all.max(1), N::L2Latency, 2048));
    Pipeline {
        kinds: KINDS.len(),
        delays: delays.collect(),
        carry: 1,
        overwrite: get(N::VectorToScalar) as u16,
        queue: get(N::VectorQueue) as u8,
        release: get(N::Release) as u16,
        fetch: FetchTiming {
            bytes: get(N::FetchBytes),
            first: get(N::FetchFirst),
            miss: get(N::FetchMiss),
        },
        memory: MemoryTiming {
            line: get(N::Line).next_power_of_two(),
            levels,
            latency: get(N::Memory),
            bandwidth: get(N::Bandwidth),
            returns: get(N::Returns),
            store: get(N::Store),
            page: get(N::Page).into(),
            page_miss: get(N::PageMiss),
            scalar: cache(N::ScalarCache, 4, 2, N::ScalarHit, 64),
            scalar_miss: get(N::ScalarMiss),
            local: get(N::Local),
            path: get(N::Path),
            share,
        },
    }
}

/// Cycles from the issue of an instruction, or the last cycle in which it executes, to that of one that
/// reads what it writes.
fn delay(from: Kind, to: Kind, numbers: &Numbers, wave: Wave) -> u32 {
    let get = |number| numbers.get(number);
    // From the last cycle of execution on. The second half of a wave64 follows the first, but that of a
    // transcendental takes longer than it keeps the lanes.
    let later = turns(wave, numbers) - 1;
    let own = match from {
        Kind::Vector => get(N::Vector),
        Kind::Trans => get(N::Trans) + later * (get(N::TransBusy) - 1),
        Kind::Double => (get(N::Double) + 1)
            .saturating_sub(get(N::DoubleBusy))
            .max(1),
        Kind::Matrix if to == Kind::Matrix => get(N::MatrixChain) + 1,
        Kind::Matrix => get(N::Matrix) + 1,
        Kind::Scalar => {
            return match to {
                Kind::Scalar => get(N::Scalar),
                Kind::Control => get(N::ScalarToBranch),
                Kind::Wait => get(N::ScalarDone),
                _ => get(N::ScalarToVector),
            };
        }
        Kind::Memory | Kind::Control | Kind::Wait => return 1,
    };
    // Beyond what vector instructions wait for each other.
    let beyond = |number| get(number).saturating_sub(get(N::Vector));
    match to {
        Kind::Scalar | Kind::Control | Kind::Wait => own + beyond(N::VectorToScalar),
        Kind::Memory => own + beyond(N::VectorToMemory),
        _ => own,
    }
}

/// How often the lanes of a SIMD are needed for all of a wave.
fn turns(wave: Wave, numbers: &Numbers) -> u32 {
    wave.lanes().div_ceil(numbers.get(N::Lanes).max(1))
}

/// Of every instruction of the code, and of what stands behind it.
fn costs(code: &[u8], target: Target, wave: Wave, numbers: &Numbers) -> Vec<Cost> {
    let codec = Codec::chip(target, wave);
    let mut costs: Vec<Cost> = Vec::new();
    let mut held = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let inst = decode_with(codec, &code[at..]);
        let len = inst.as_ref().map_or(4, AmdInst::size).min(code.len() - at);
        if let Ok(inst) = &inst {
            let next = costs.len() + 1;
            held.extend(held_by(inst).into_iter().flatten().map(|skip| next + skip));
        }
        let mut cost = inst.map_or(NOTHING, |inst| cost(&inst, wave, numbers));
        cost.latency = cost.latency.max(numbers.get(N::Issue));
        costs.push(cost);
        at += len;
    }
    for at in held {
        if let Some(cost) = costs.get_mut(at) {
            cost.stage.held = true;
        }
    }
    costs.extend([NOTHING; 2]);
    costs
}

/// Instructions behind an `s_delay_alu` that it holds back until what they read is there: how many are in
/// between.
fn held_by(inst: &AmdInst) -> [Option<usize>; 2] {
    let Some(OperandValue::Imm(bits)) = inst.operands().first().map(|operand| operand.value) else {
        return [None; 2];
    };
    if inst.row().meaning != Meaning::DelayAlu {
        return [None; 2];
    }
    let [first, skip, second] = [0, 1, 2].map(|part| DELAY_ALU[part].of(bits as u32));
    let named = |code: u32, skip: u32| (code != 0).then_some(skip as usize);
    [named(first, 0), named(second, skip)]
}

const NOTHING: Cost = Cost {
    unit: FunctionalUnit::Nothing,
    latency: 1,
    waits: Waits::Nothing,
    stage: Stage {
        pipe: 0,
        busy: 0,
        execute: 0,
        setup: 0,
        held: false,
        after: 0,
        kind: Kind::Control as u8,
        taken: 0,
        path: 0,
        read: 0,
        tick: 0,
        passes: false,
    },
};

fn cost(inst: &AmdInst, wave: Wave, numbers: &Numbers) -> Cost {
    let get = |number| numbers.get(number);
    let turns = turns(wave, numbers);
    let piped = |unit, pipe, busy: u32, kind: Kind| Cost {
        unit,
        stage: Stage {
            pipe,
            busy: busy as u16,
            execute: busy as u16,
            kind: kind as u8,
            ..NOTHING.stage
        },
        ..NOTHING
    };
    match Class::of(inst) {
        Class::Vector if is_product(inst.row()) => piped(
            FunctionalUnit::Vector,
            VALU,
            turns * get(N::ProductBusy),
            Kind::Vector,
        ),
        Class::Vector if is_wide(inst) => piped(
            FunctionalUnit::Vector,
            VALU,
            turns * get(N::WideBusy),
            Kind::Vector,
        ),
        Class::Vector | Class::Dual => piped(FunctionalUnit::Vector, VALU, turns, Kind::Vector),
        Class::Transcendental => {
            // Other instructions go on beside the unit for these.
            let mut cost = piped(
                FunctionalUnit::Vector,
                TRANS,
                turns * get(N::TransBusy),
                Kind::Trans,
            );
            cost.stage.execute = turns as u16;
            cost.stage.passes = true;
            // Those of scalars have one number to compute.
            if matches!(inst.row().meaning, Meaning::OnScalar(_)) {
                (cost.stage.busy, cost.stage.execute) = (1, 1);
            }
            cost
        }
        Class::Double if matches!(inst.row().format, AmdFormat::Vopc) => piped(
            FunctionalUnit::Vector,
            VALU,
            turns * get(N::WideBusy),
            Kind::Vector,
        ),
        Class::Double => piped(
            FunctionalUnit::Vector,
            VALU,
            turns * get(N::DoubleBusy),
            Kind::Double,
        ),
        Class::Matrix => {
            let mut cost = piped(FunctionalUnit::Vector, VALU, 1, Kind::Matrix);
            cost.stage.execute = matrix(inst, numbers) as u16;
            cost.stage.setup = get(N::MatrixSetup) as u16;
            cost
        }
        Class::Scalar => piped(FunctionalUnit::Scalar, SALU, 1, Kind::Scalar),
        Class::ScalarMemory => piped(FunctionalUnit::ScalarMemory, SMEM, 1, Kind::Memory),
        Class::Local => with_path(piped(FunctionalUnit::Local, LDS, 1, Kind::Memory), inst),
        Class::Global | Class::Scratch | Class::Image | Class::Export => {
            with_path(piped(FunctionalUnit::Global, VMEM, 1, Kind::Memory), inst)
        }
        Class::Branch => {
            let mut cost = piped(FunctionalUnit::Nothing, BRANCH, 1, Kind::Control);
            cost.latency = get(N::BranchNot);
            cost.stage.taken = get(N::BranchTaken) as u16;
            cost
        }
        Class::Barrier => Cost {
            unit: FunctionalUnit::Barrier,
            latency: match inst.row().meaning {
                Meaning::Barrier => get(N::Barrier),
                Meaning::SplitBarrier(crate::meaning::Split::Wait) => get(N::Barrier),
                _ => 1,
            },
            ..NOTHING
        },
        Class::Wait | Class::Immediate if awaited(inst) != 0 => {
            let mut cost = Cost {
                latency: idle(inst),
                ..NOTHING
            };
            (cost.stage.kind, cost.stage.after) = (Kind::Wait as u8, awaited(inst));
            cost
        }
        Class::Wait => NOTHING,
        Class::Immediate => {
            let mut cost = Cost {
                latency: idle(inst),
                ..NOTHING
            };
            if matches!(inst.row().meaning, Meaning::Sleep(_)) && cost.latency >= TICK {
                cost.stage.tick = TICK as u16;
            }
            cost
        }
    }
}

/// What an instruction waits for of what its wave has issued: what it names, and the end for all that
/// executes. Behind accesses, `s_nop` takes its turn when their registers have been read, which is what
/// compilers write it for before registers are given back.
fn awaited(inst: &AmdInst) -> u8 {
    match inst.row().meaning {
        Meaning::End => return Stage::VECTOR,
        Meaning::Idle => return Stage::ACCESS,
        Meaning::WaitAlu => {}
        _ => return 0,
    }
    let Some(OperandValue::Imm(bits)) = inst.operands().first().map(|operand| operand.value) else {
        return 0;
    };
    let waits = |part: &&Part| part.of(bits as u32) < part.of(u32::MAX);
    let all = DEPCTR.iter().filter(waits).map(|part| match part.results {
        Some(Results::ScalarScalars) => Stage::SCALAR,
        Some(Results::Vectors | Results::VectorScalars) => Stage::VECTOR,
        Some(Results::ScalarSources | Results::VectorVcc) => Stage::VECTOR,
        Some(Results::Held | Results::Sources) | None => 0,
    });
    all.fold(0, |all, part| all | part)
}

/// Cycles of the clock that waves sleep by: all that sleep on a chip wake with one of its ticks.
const TICK: u32 = 64;

/// Cycles of instructions that do nothing for a while.
fn idle(inst: &AmdInst) -> u32 {
    let number = match inst.operands().first().map(|operand| operand.value) {
        Some(OperandValue::Imm(number)) => number as u32 & 0x7f,
        _ => 0,
    };
    match inst.row().meaning {
        Meaning::Idle => (number & 0xf) + 1,
        Meaning::Sleep(_) => (TICK * number).max(1),
        _ => 1,
    }
}

/// Integers and moves of 64 bits take both halves of the lanes' path in turn; two numbers of 32 bits side by side do not.
pub(crate) fn is_wide(inst: &AmdInst) -> bool {
    let wide = |slot: &OperandSlot| {
        matches!(
            slot,
            OperandSlot::VDst(2..)
                | OperandSlot::Src(OperandType::I64)
                | OperandSlot::SrcMods(OperandType::I64)
                | OperandSlot::SrcQuiet(OperandType::I64)
        )
    };
    let pair = matches!(inst.row().meaning, Meaning::FromTwoBytes(_));
    !pair && inst.row().operands.iter().any(wide)
}

/// Addresses and data of all lanes go down the path a register at a time, and so do results of local
/// memory come back.
fn with_path(cost: Cost, inst: &AmdInst) -> Cost {
    let row = inst.row();
    // A result is written first, but where it takes the place of the data, as in buffers.
    let writes = match row.operands.first() {
        Some(OperandSlot::VDst(_)) if row.has(ATOMIC) => {
            inst.encoding.returning == Returning::Yes && row.format != AmdFormat::Mubuf
        }
        Some(OperandSlot::VDst(_)) => true,
        _ => false,
    };
    let vectors = inst
        .operands()
        .iter()
        .filter_map(|operand| match operand.value {
            OperandValue::Reg(reg) if reg.is_vgpr() => Some(u16::from(reg.dwords.max(1))),
            _ => None,
        });
    let words: u16 = vectors.skip(writes.into()).sum();
    let results = row.operands.iter().filter_map(|slot| match slot {
        OperandSlot::VDst(words) if cost.unit == FunctionalUnit::Local => Some(u16::from(*words)),
        _ => None,
    });
    let path = words.max(results.sum());
    Cost {
        stage: Stage {
            path: path.max(1),
            read: words.max(1),
            ..cost.stage
        },
        ..cost
    }
}

/// Cycles that a matrix product keeps the lanes busy.
fn matrix(inst: &AmdInst, numbers: &Numbers) -> u32 {
    let matrix = match inst.row().meaning {
        Meaning::Matrix(matrix) => matrix,
        // The number is that of four passes, which are what such a product takes.
        Meaning::Mfma(product) => {
            return (product.passes(&inst.mods) * numbers.get(N::Matrix16) / 4).max(1);
        }
        _ => return 1,
    };
    let (number, depth) = match matrix.a {
        Element::F32 | Element::F16 | Element::Bf16 | Element::I32 => (N::Matrix16, 16),
        // Half as many of these take as long.
        Element::Int(4) => (N::Matrix4, 32),
        _ => (N::Matrix8, 16),
    };
    // Of a sparse product half of the numbers are not there.
    let (k, more) = match matrix.sparse {
        true => (u32::from(matrix.k) / 2, numbers.get(N::MatrixSparse)),
        false => (matrix.k.into(), 0),
    };
    (numbers.get(number) * k.max(depth) / depth + more).max(1)
}
