//! The numbers of chips: what occupancy is computed from and the cycle model runs on, each with
//! where it was taken from. A header and the command line can change every one of them.

use crate::target::{Chip, Target, Wave};
use arch::{LaunchRequest, Parameter, Tunable};
use kernel::{Key, KeyKind};

macro_rules! numbers {
    ($($name:ident $key:literal $unit:literal $min:literal ..= $max:literal $doc:literal;)*) => {
        /// Names the numbers of a chip.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum N { $($name,)* }

        /// What the numbers mean, the same for all chips.
        pub(crate) static NUMBERS: &[Tunable] = &[$(Tunable::new($key, $unit, $min, $max, $doc),)*];
    };
}

numbers! {
    Clock "clock" "MHz" 100..=10000 "of the lanes; at another one, what memory takes changes in cycles";
    Fabric "fabric" "%" 0..=100 "of the time of memory, pages and the first code that a clock of its own decides";
    Wgps "wgps" "" 1..=512 "workgroup processors that the launch runs on, of CDNA compute units";
    Simds "simds" "" 1..=8 "SIMDs of a workgroup processor";
    Lanes "simd_lanes" "" 1..=64 "lanes of a SIMD, which a wave goes through in turns";
    Issue "issue" "cycles" 1..=64 "from an instruction of a wave to the next at the earliest";
    Waves "simd_waves" "" 1..=32 "waves that a SIMD has room for";
    Vgprs "simd_vgprs" "" 256..=8192 "vector registers of 32 lanes that a SIMD has";
    VgprStep "vgpr_step" "" 1..=64 "vector registers of a wave32 are allocated in multiples of this";
    Lds "wgp_lds" "bytes" 1024..=1048576 "local memory of a workgroup processor";
    LdsStep "lds_step" "bytes" 4..=65536 "local memory is allocated in multiples of this";
    Groups "wgp_groups" "" 1..=64 "workgroups of several waves that a workgroup processor keeps apart";
    Launch "launch" "cycles" 0..=1048576 "between the waves that are placed on a workgroup processor";
    Start "start" "cycles" 0..=1048576 "from placing a wave to its first fetch";
    FetchBytes "fetch_bytes" "bytes" 64..=65536 "code that is fetched together";
    FetchFirst "fetch_first" "cycles" 0..=1048576 "until the first code of a kernel is there";
    FetchMiss "fetch_miss" "cycles" 0..=1048576 "until other code is there, the first time";
    VectorQueue "vector_queue" "" 2..=16 "vector instructions that a SIMD has issued at once, of which one executes";
    Vector "vector" "cycles" 1..=1024 "from a vector instruction to one that reads its result";
    Scalar "scalar" "cycles" 1..=1024 "from a scalar instruction to one that reads its result";
    ScalarDone "scalar_done" "cycles" 1..=1024 "from a scalar instruction to the end of a wait for it";
    ScalarToBranch "scalar_to_branch" "cycles" 1..=1024 "from a scalar instruction to a branch on its result";
    ScalarToVector "scalar_to_vector" "cycles" 1..=1024 "from a scalar instruction to a vector or memory instruction that reads its result";
    VectorToScalar "vector_to_scalar" "cycles" 1..=1024 "from a vector instruction to a scalar one that reads or overwrites its scalars";
    VectorToMemory "vector_to_memory" "cycles" 1..=1024 "from a vector instruction of a wave to its next access to memory by lanes";
    Trans "trans" "cycles" 1..=1024 "from a transcendental to an instruction that reads its result";
    TransBusy "trans_busy" "cycles" 1..=1024 "until the unit for transcendentals takes another wave32";
    WideBusy "wide_busy" "cycles" 1..=1024 "of 64-bit integers and moves, for a wave32";
    ProductBusy "product_busy" "cycles" 1..=1024 "of products of 32-bit integers, for a wave32";
    Double "double" "cycles" 1..=1024 "from double precision to an instruction that reads its result";
    DoubleBusy "double_busy" "cycles" 1..=1024 "of double precision, for a wave32";
    Matrix "matrix" "cycles" 1..=1024 "from a matrix product to another instruction that reads its result, besides what it is busy";
    Matrix16 "matrix_16" "cycles" 1..=1024 "of a 16x16x16 product of 16-bit numbers";
    Matrix8 "matrix_8" "cycles" 1..=1024 "of a 16x16x16 product of 8-bit numbers";
    Matrix4 "matrix_4" "cycles" 1..=1024 "of a product of 4-bit numbers, 16x16x16 or 16x16x32";
    MatrixChain "matrix_chain" "cycles" 0..=1024 "from a matrix product to one that reads its result, besides what it is busy";
    MatrixSetup "matrix_setup" "cycles" 0..=1024 "before a matrix product that follows another vector instruction";
    MatrixSparse "matrix_sparse" "cycles" 0..=1024 "more for a sparse product";
    BranchTaken "branch_taken" "cycles" 1..=1024 "from a branch that is taken to the next instruction";
    BranchNot "branch_not_taken" "cycles" 1..=1024 "from a branch that is not";
    Barrier "barrier_latency" "cycles" 1..=1024 "from the last arrival at a barrier on";
    Local "lds_latency" "cycles" 1..=1024 "of an access to local memory";
    Banks "lds_banks" "" 1..=64 "banks of local memory";
    Path "memory_path" "cycles" 0..=1024 "from issue to the path to memory";
    Release "memory_release" "cycles" 0..=1024 "from when registers have gone down the path until they may be overwritten";
    Line "line" "bytes" 32..=4096 "of a line of the caches";
    L0 "l0" "bytes" 1024..=16777216 "vector cache of two SIMDs";
    L0Latency "l0_latency" "cycles" 1..=1048576 "of a load that finds its line there";
    L1 "l1" "bytes" 1024..=16777216 "cache of a shader array";
    L1Latency "l1_latency" "cycles" 1..=1048576 "of a load that finds its line there";
    L2 "l2" "bytes" 1024..=268435456 "cache of the chip";
    L2Latency "l2_latency" "cycles" 1..=1048576 "of a load that finds its line there";
    Memory "memory_latency" "cycles" 1..=1048576 "of a load that finds its line in no cache";
    Bandwidth "memory_bandwidth" "bytes" 1..=65536 "that memory gives or takes in a cycle";
    Returns "load_bandwidth" "bytes" 1..=65536 "that the registers of two SIMDs take in a cycle";
    Store "store" "cycles" 1..=1048576 "until a store is known to be done";
    Page "page" "bytes" 4096..=1073741824 "of a page of memory";
    PageMiss "page_miss" "cycles" 0..=1048576 "more for the first access to a page";
    ScalarCache "scalar_cache" "bytes" 1024..=1048576 "cache of scalar loads, of a workgroup processor";
    ScalarHit "scalar_load" "cycles" 1..=1048576 "of a scalar load that finds its line there";
    ScalarMiss "scalar_miss" "cycles" 1..=1048576 "of one that does not: kernel arguments lie in memory of the host";
}

const COUNT: usize = NUMBERS.len();

/// A value and its source.
pub(crate) type Value = (N, i64, &'static str);

const LLVM: &str = "LLVM 22, AMDGPU subtarget features and occupancy";
const KFD: &str = "the driver's topology in the captured traces";
const GUIDE: &str = "AMD, RDNA 3 instruction set guide";
const GUIDE_CDNA: &str = "AMD, CDNA 3 instruction set guide";
const AS_CDNA4: &str = "inferred: as measured on gfx950";
const EVERY_TURN: &str = "inferred: an instruction of a wave issues at every turn of its SIMD";
const AS_MEMORY: &str = "inferred: as to memory";
const AS_RDNA: &str = "inferred: as RDNA";
const LLVM_HAZARD: &str = "LLVM 22, hazards between transcendentals and other instructions";
const GUIDE4: &str = "AMD, RDNA 4 instruction set guide";
const SPECS: &str =
    "AMD, ROCm documentation, GPU specifications (rocm.docs.amd.com, reference/gpu-specs)";
const NAVI31: &str = "AMD's block diagram of Navi 31 (2022): 960 GB/s, over the clock";
const NO_L1: &str = "inferred: as RDNA 3; AMD's GPU specifications have no such cache for RDNA 4";
const PRODUCT: &str = "from memory, not confirmed: AMD's product pages";
const WHITE: &str = "from memory, not confirmed: AMD's RDNA white paper";
const TRACE: &str = "median of the event in thread traces, docs/timing.md";
const FIT: &str =
    "the middle of what captured kernels waited for, `verify timing --fit`, docs/timing.md";
const REPLAY: &str = "inferred: from replays of thread traces, since no single event shows it";
const AS_RDNA4: &str = "inferred: as measured on RDNA 4";
const SCHED: &str = "LLVM 22, scheduling model";
const CHEESE: &str =
    "from memory, not confirmed: Chips and Cheese, Microbenchmarking RDNA 3 (January 2023)";
const KFD_CLOCK: &str = "the clock of most captured traces";
const FABRIC: &str = "the same kernel captured at 2.4 to 3.2 GHz, docs/timing.md";
const HUGE: &str = "inferred: the size of a large page";
const GUESS: &str = "inferred: between measured neighbours";

#[rustfmt::skip]
pub(crate) const RDNA3: &[Value] = &[
    (N::Clock, 3085, KFD_CLOCK),
    (N::Fabric, 55, FABRIC),
    (N::Wgps, 48, KFD),
    (N::Simds, 4, GUIDE),
    (N::Lanes, 32, GUIDE),
    (N::Issue, 1, TRACE),
    (N::Waves, 16, LLVM),
    (N::Vgprs, 1536, LLVM),
    (N::VgprStep, 24, LLVM),
    (N::Lds, 131072, GUIDE),
    (N::LdsStep, 512, LLVM),
    (N::Groups, 32, LLVM),
    (N::Launch, 6, REPLAY),
    (N::Start, 277, REPLAY),
    (N::FetchBytes, 256, REPLAY),
    (N::FetchFirst, 392, FIT),
    (N::FetchMiss, 380, TRACE),
    (N::VectorQueue, 8, TRACE),
    (N::Vector, 5, TRACE),
    (N::Scalar, 2, TRACE),
    (N::ScalarDone, 8, AS_RDNA4),
    (N::ScalarToBranch, 10, AS_RDNA4),
    (N::ScalarToVector, 7, TRACE),
    (N::VectorToScalar, 16, TRACE),
    (N::VectorToMemory, 17, TRACE),
    (N::Trans, 10, SCHED),
    (N::TransBusy, 4, TRACE),
    (N::WideBusy, 2, TRACE),
    (N::ProductBusy, 4, TRACE),
    (N::Double, 38, SCHED),
    (N::DoubleBusy, 32, TRACE),
    (N::Matrix, 5, REPLAY),
    (N::Matrix16, 32, TRACE),
    (N::Matrix8, 32, TRACE),
    (N::Matrix4, 16, TRACE),
    (N::MatrixChain, 2, TRACE),
    (N::MatrixSetup, 4, TRACE),
    (N::MatrixSparse, 0, TRACE),
    (N::BranchTaken, 27, TRACE),
    (N::BranchNot, 3, TRACE),
    (N::Barrier, 21, TRACE),
    (N::Local, 30, TRACE),
    (N::Banks, 32, GUIDE),
    (N::Path, 3, REPLAY),
    (N::Release, 3, REPLAY),
    (N::Line, 128, WHITE),
    (N::L0, 32768, SPECS),
    (N::L0Latency, 120, GUESS),
    (N::L1, 262144, SPECS),
    (N::L1Latency, 220, GUESS),
    (N::L2, 6291456, SPECS),
    (N::L2Latency, 300, GUESS),
    (N::Memory, 484, FIT),
    (N::Bandwidth, 311, NAVI31),
    (N::Returns, 64, TRACE),
    (N::Store, 325, FIT),
    (N::Page, 2097152, HUGE),
    (N::PageMiss, 646, FIT),
    (N::ScalarCache, 16384, SPECS),
    (N::ScalarHit, 40, CHEESE),
    (N::ScalarMiss, 1339, FIT),
];

/// What differs from it on RDNA 4.
#[rustfmt::skip]
pub(crate) const RDNA4: &[Value] = &[
    (N::Clock, 3480, KFD_CLOCK),
    (N::Wgps, 16, SPECS),
    (N::Simds, 4, GUIDE4),
    (N::Lds, 131072, GUIDE4),
    (N::ScalarDone, 8, TRACE),
    (N::ScalarToBranch, 10, TRACE),
    (N::Launch, 6, REPLAY),
    (N::Start, 231, REPLAY),
    (N::FetchFirst, 728, FIT),
    (N::FetchMiss, 555, TRACE),
    (N::Matrix16, 16, TRACE),
    (N::Matrix8, 8, TRACE),
    (N::Matrix4, 8, TRACE),
    (N::BranchTaken, 9, TRACE),
    (N::Barrier, 13, TRACE),
    (N::L0Latency, 120, GUESS),
    (N::L1, 262144, NO_L1),
    (N::L2, 4194304, SPECS),
    (N::L2Latency, 350, GUESS),
    (N::Memory, 866, FIT),
    (N::Bandwidth, 92, PRODUCT),
    (N::Store, 1111, FIT),
    (N::PageMiss, 40, FIT),
    (N::ScalarMiss, 8395, FIT),
];

/// What differs from it on CDNA, whose waves of 64 lanes go through 16 at a time.
#[rustfmt::skip]
pub(crate) const CDNA: &[Value] = &[
    (N::Clock, 2100, SPECS),
    (N::Wgps, 304, SPECS),
    (N::Simds, 4, GUIDE_CDNA),
    (N::Lanes, 16, GUIDE_CDNA),
    (N::Issue, 4, TRACE),
    (N::Waves, 8, LLVM),
    (N::Vgprs, 1024, LLVM),
    (N::VgprStep, 16, LLVM),
    (N::Lds, 65536, SPECS),
    (N::LdsStep, 512, LLVM),
    (N::Groups, 16, LLVM),
    (N::Launch, 4, REPLAY),
    (N::Start, 300, AS_CDNA4),
    (N::FetchBytes, 512, REPLAY),
    (N::FetchFirst, 568, AS_CDNA4),
    (N::FetchMiss, 132, TRACE),
    (N::VectorQueue, 2, REPLAY),
    (N::Vector, 1, TRACE),
    (N::Scalar, 4, TRACE),
    (N::ScalarDone, 4, EVERY_TURN),
    (N::ScalarToBranch, 4, EVERY_TURN),
    (N::ScalarToVector, 4, EVERY_TURN),
    (N::VectorToScalar, 9, AS_MEMORY),
    (N::VectorToMemory, 9, TRACE),
    (N::Trans, 5, LLVM_HAZARD),
    (N::TransBusy, 4, GUIDE_CDNA),
    (N::WideBusy, 1, TRACE),
    (N::ProductBusy, 4, GUIDE_CDNA),
    (N::Double, 1, GUIDE_CDNA),
    (N::DoubleBusy, 1, GUIDE_CDNA),
    (N::Matrix, 8, SCHED),
    (N::Matrix16, 16, SCHED),
    (N::Matrix8, 8, SCHED),
    (N::Matrix4, 8, SCHED),
    (N::MatrixChain, 8, SCHED),
    (N::MatrixSetup, 0, SCHED),
    (N::MatrixSparse, 0, SCHED),
    (N::BranchTaken, 20, TRACE),
    (N::BranchNot, 4, TRACE),
    (N::Barrier, 8, REPLAY),
    (N::Local, 48, TRACE),
    (N::Banks, 32, GUIDE_CDNA),
    (N::Path, 4, REPLAY),
    (N::Release, 4, REPLAY),
    (N::Line, 128, SPECS),
    (N::L0, 32768, SPECS),
    (N::L0Latency, 140, GUESS),
    (N::L2, 33554432, SPECS),
    (N::L2Latency, 400, GUESS),
    (N::Memory, 947, AS_CDNA4),
    (N::Bandwidth, 2523, SPECS),
    (N::Returns, 64, AS_RDNA),
    (N::Store, 554, AS_CDNA4),
    (N::PageMiss, 954, AS_CDNA4),
    (N::ScalarMiss, 840, AS_CDNA4),
];

/// The register file that smaller chips of RDNA 3 and 3.5 have.
const SMALL_FILE: [Value; 2] = [(N::Vgprs, 1024, LLVM), (N::VgprStep, 16, LLVM)];

// What differs from the first chip of a generation.
#[rustfmt::skip]
pub(crate) const GFX1101: &[Value] = &[(N::Wgps, 30, SPECS), (N::L2, 4194304, SPECS), (N::Bandwidth, 202, PRODUCT)];
#[rustfmt::skip]
pub(crate) const GFX1102: &[Value] = &[(N::Wgps, 16, SPECS), SMALL_FILE[0], SMALL_FILE[1], (N::L2, 2097152, SPECS), (N::Bandwidth, 93, PRODUCT)];
#[rustfmt::skip]
pub(crate) const GFX1103: &[Value] = &[(N::Wgps, 6, SPECS), SMALL_FILE[0], SMALL_FILE[1], (N::L2, 2097152, SPECS), (N::Bandwidth, 36, PRODUCT)];
#[rustfmt::skip]
pub(crate) const GFX1150: &[Value] = &[(N::Wgps, 8, SPECS), SMALL_FILE[0], SMALL_FILE[1], (N::L2, 2097152, SPECS), (N::Bandwidth, 39, PRODUCT)];
#[rustfmt::skip]
pub(crate) const GFX1151: &[Value] = &[
        (N::Clock, 690, KFD_CLOCK), (N::Wgps, 20, KFD), (N::FetchFirst, 1049, FIT), (N::L2, 2097152, SPECS), (N::Bandwidth, 371, PRODUCT),
        (N::ScalarMiss, 468, FIT), (N::Memory, 479, FIT), (N::BranchTaken, 11, TRACE), (N::Store, 1261, FIT), (N::PageMiss, 85, FIT),
    ];
#[rustfmt::skip]
pub(crate) const GFX1152: &[Value] = &[(N::Wgps, 4, SPECS), SMALL_FILE[0], SMALL_FILE[1], (N::L2, 1048576, SPECS), (N::Bandwidth, 39, PRODUCT)];
#[rustfmt::skip]
pub(crate) const GFX1153: &[Value] = &[(N::Wgps, 2, PRODUCT), SMALL_FILE[0], SMALL_FILE[1], (N::L2, 2097152, PRODUCT), (N::Bandwidth, 39, PRODUCT)];
#[rustfmt::skip]
pub(crate) const GFX1201: &[Value] = &[
        (N::Clock, 3350, KFD_CLOCK), (N::Wgps, 32, KFD), (N::FetchFirst, 505, FIT), (N::L2, 8388608, SPECS), (N::Bandwidth, 191, PRODUCT),
        (N::ScalarMiss, 1684, FIT), (N::Memory, 911, FIT), (N::Store, 362, FIT), (N::PageMiss, 580, FIT),
    ];
#[rustfmt::skip]
pub(crate) const GFX950: &[Value] = &[
        (N::Clock, 2200, KFD), (N::Wgps, 256, KFD), (N::FetchFirst, 568, FIT), (N::Lds, 163840, KFD), (N::LdsStep, 1280, LLVM), (N::Memory, 947, FIT),
        (N::Bandwidth, 3636, SPECS), (N::Store, 554, FIT), (N::PageMiss, 954, FIT), (N::ScalarMiss, 840, FIT),
    ];

/// The numbers of a chip, as a launch has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub chip: &'static str,
    values: [i64; COUNT],
}

impl Numbers {
    /// Of a chip of a generation, or of the one that stands for it; with what the header changes.
    pub fn of(target: Target, chip: Option<&str>, request: &LaunchRequest<'_>) -> Option<Numbers> {
        let chip = find(target, chip)?;
        let known = values_of(target, chip);
        let values = known.each_ref().map(|number| number.value_in(request));
        let mut numbers = Numbers {
            chip: chip.name,
            values,
        };
        numbers.change_clock(known[N::Clock as usize].parameter.value);
        Some(numbers)
    }

    /// Numbers are of the chip's own clock. What another clock decides takes as long at any, which is
    /// fewer cycles of a slower one.
    fn change_clock(&mut self, from: i64) {
        let clock = self.values[N::Clock as usize];
        if clock == from {
            return;
        }
        let fabric = self.values[N::Fabric as usize];
        for number in [
            N::FetchFirst,
            N::FetchMiss,
            N::Memory,
            N::PageMiss,
            N::ScalarMiss,
        ] {
            let value = &mut self.values[number as usize];
            *value = *value * ((100 - fabric) * from + fabric * clock) / (100 * from);
        }
        let bandwidth = &mut self.values[N::Bandwidth as usize];
        *bandwidth = (*bandwidth * from / clock).max(1);
    }

    pub fn get(&self, number: N) -> u32 {
        self.values[number as usize] as u32
    }

    /// Vector registers that a wave gets which names so many.
    pub fn vgprs_allocated(&self, vgprs: u32, wave: Wave) -> u32 {
        let step = self.get(N::VgprStep) * 32 / wave.lanes();
        vgprs.max(1).next_multiple_of(step.max(1))
    }

    /// What of a workgroup processor is there for a workgroup: all of it, or half in CU mode.
    pub fn share(&self, whole: bool, number: N) -> u32 {
        match whole {
            true => self.get(number),
            false => self.get(number) / 2,
        }
    }
}

/// The value of every number and where it is from.
fn values_of(target: Target, chip: &Chip) -> [Tunable; COUNT] {
    let mut all = std::array::from_fn(|index| NUMBERS[index]);
    let general = target.generation().numbers.iter().copied();
    for &(number, value, source) in general.chain(chip.numbers).flatten() {
        all[number as usize] = NUMBERS[number as usize].is(value, source);
    }
    all
}

/// Of the chips whose numbers are known, the one with this name or the first.
fn find(target: Target, name: Option<&str>) -> Option<&'static Chip> {
    let chips = target.generation().chips.iter();
    let mut known = chips.filter(|chip| chip.numbers.is_some());
    known.find(|chip| name.is_none_or(|name| chip.name.eq_ignore_ascii_case(name)))
}

/// So many names, and room for those of any generation.
type Names = (usize, [&'static str; 4]);

static NAMES: [Names; Target::ALL.len()] = {
    let mut all: [Names; Target::ALL.len()] = [(0, [""; 4]); Target::ALL.len()];
    let mut target = 0;
    while target < all.len() {
        let (chips, own) = (Target::ALL[target].generation().chips, &mut all[target]);
        let mut at = 0;
        while at < chips.len() {
            if chips[at].numbers.is_some() {
                own.1[own.0] = chips[at].name;
                own.0 += 1;
            }
            at += 1;
        }
        target += 1;
    }
    all
};

/// The chips of a generation whose numbers are known.
pub(crate) const fn names(target: Target) -> &'static [&'static str] {
    let (count, names) = &NAMES[target as usize];
    names.split_at(*count).0
}

/// Every number of a chip.
pub(crate) fn parameters(target: Target, chip: &str) -> Vec<Parameter> {
    let Some(chip) = find(target, Some(chip)) else {
        return Vec::new();
    };
    values_of(target, chip)
        .map(|number| number.parameter)
        .into()
}

/// The key of a header that says which chip it is.
pub(crate) const fn key(target: Target) -> Key {
    Key {
        name: "chip",
        kind: KeyKind::Word(names(target)),
        doc: "whose numbers the cycle model and occupancy have",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chip_has_every_number_with_a_source_and_in_range() {
        let chips = |target: Target| names(target).iter().map(move |&name| (target, name));
        for (target, name) in Target::ALL.into_iter().flat_map(chips) {
            let chip = find(target, Some(name)).unwrap();
            for Tunable {
                parameter,
                min,
                max,
            } in values_of(target, chip)
            {
                let (at, value) = ((name, parameter.key), parameter.value);
                assert!(!parameter.source.is_empty(), "{at:?} has no source");
                assert!((min..=max).contains(&value), "{at:?}: {value}");
            }
        }
        assert_eq!(names(Target::Gfx950), ["gfx950"]);
    }

    /// LLVM 22's `occupancy(...)` for kernels of so many registers, in workgroups of one wave32.
    #[test]
    fn register_bounds_are_those_of_the_compiler() {
        let llvm: [(&str, [(u32, u32); 8]); 2] = [
            (
                "gfx1100",
                [
                    (96, 16),
                    (97, 12),
                    (120, 12),
                    (121, 10),
                    (129, 10),
                    (192, 8),
                    (193, 7),
                    (256, 5),
                ],
            ),
            (
                "gfx1102",
                [
                    (49, 16),
                    (72, 12),
                    (96, 10),
                    (97, 9),
                    (121, 8),
                    (129, 7),
                    (192, 5),
                    (256, 4),
                ],
            ),
        ];
        for (chip, counts) in llvm {
            let request = LaunchRequest::default();
            let numbers = Numbers::of(Target::Gfx1100, Some(chip), &request).unwrap();
            for (vgprs, waves) in counts {
                let each = numbers.vgprs_allocated(vgprs, Wave::W32);
                let fit = (numbers.get(N::Vgprs) / each).min(numbers.get(N::Waves));
                assert_eq!(fit, waves, "{chip} with {vgprs} registers");
            }
        }
    }
}
