//! Kernels: an op on every lane of a wave, compiled once for each level of the host's instruction
//! set.
//!
//! A kernel walks its registers in chunks of [`CHUNK`] lanes. All results of a chunk are computed
//! before the first is stored, so a destination may be the same register as any source, and the
//! compiler sees a loop without aliasing that it turns into one 512-bit, two 256-bit or four
//! 128-bit instructions. Nothing here is written for one level: the same source is compiled with
//! different target features, so results can't differ.

use std::fmt;
use std::sync::OnceLock;

use crate::Op;
use crate::nan::{self, Nans};
use crate::op::COUNT;
use crate::transfer::{Interleave, Transfer};
use crate::value::{Args, Value};

/// Lanes handled at a time. Every wave width is a multiple of it.
pub const CHUNK: usize = 16;

/// An op on all lanes of a wave: `(dst, a, b, c, live, lanes)`.
///
/// Each pointer is to a register block: the `lanes` words of one register, followed for 64-bit
/// values by the `lanes` words of the register that holds the high halves. `live` has `!0` for a
/// lane that takes part and 0 for one that keeps its old value. Sources that the op doesn't have
/// are not read.
///
/// # Safety
/// `lanes` is a multiple of [`CHUNK`]; pointers that are used are valid for their blocks, and the
/// CPU has the level that the kernel was compiled for. Blocks may share registers in any way (a
/// pair may have one half in common with a source) as long as lane i of one never is lane j of
/// another.
pub type Kernel = unsafe fn(
    dst: *mut u32,
    a: *const u32,
    b: *const u32,
    c: *const u32,
    live: *const u32,
    lanes: usize,
);

/// A `bool` op on all lanes of a wave, one result bit per lane: `(a, b, c, lanes, pitch)`. The
/// caller masks the bits with exec. Registers are `pitch` words apart, of which these lanes may be
/// a part.
///
/// # Safety
/// As for [`Kernel`], with at most 64 lanes.
pub type MaskKernel =
    unsafe fn(a: *const u32, b: *const u32, c: *const u32, lanes: usize, pitch: usize) -> u64;

/// A level of the host's instruction set that kernels are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// What every CPU of the target architecture has: SSE2, NEON, WebAssembly.
    Baseline,
    /// x86-64 with AVX2, FMA, F16C, BMI, LZCNT and POPCNT.
    Avx2,
    /// x86-64 with AVX-512 F, BW, DQ, VL and CD besides.
    Avx512,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Baseline, Level::Avx2, Level::Avx512];

    /// The best level of this CPU, found out once.
    pub fn best() -> Level {
        static BEST: OnceLock<Level> = OnceLock::new();
        *BEST.get_or_init(detect)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Level::Baseline => "baseline",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }
}

impl fmt::Debug for Kernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kernels").field(&self.level).finish()
    }
}

/// The kernels of every op, compiled for one level.
pub struct Kernels {
    level: Level,
    table: [Kernel; COUNT],
    passing: [Kernel; COUNT],
    masks: [Option<MaskKernel>; COUNT],
    broadcast: unsafe fn(*mut u32, u32, usize),
    blend: unsafe fn(*mut u32, *const u32, *const u32, usize),
    expand_mask: unsafe fn(*mut u32, u64, u32, usize),
    pack_mask: unsafe fn(*const u32, usize) -> u64,
    allowed: unsafe fn(&Transfer) -> bool,
    is_run: unsafe fn(&Transfer) -> bool,
    load_run: unsafe fn(&Transfer, *mut u32),
    store_run: unsafe fn(&Transfer, *const u32),
    load: unsafe fn(&Transfer, *mut u32) -> bool,
    store: unsafe fn(&Transfer, *const u32) -> bool,
    blocks: unsafe fn(&Transfer, u32, u32) -> Option<u32>,
    banks: unsafe fn(*const u32, *const u32, usize, Interleave) -> u64,
    odd_lanes: unsafe fn(*mut u32, *const u32, *const u32, usize) -> u64,
}

/// The kernels for the best level of this CPU.
pub fn kernels() -> &'static Kernels {
    table_of(Level::best())
}

/// The kernels for one level, or `None` where this CPU can't run them.
pub fn kernels_at(level: Level) -> Option<&'static Kernels> {
    (level <= Level::best()).then(|| table_of(level))
}

impl Kernels {
    #[inline]
    pub fn get(&self, op: Op) -> Kernel {
        self.table[op.index()]
    }

    /// The kernel for a machine with this rule for NaNs.
    #[inline]
    pub fn get_for(&self, op: Op, nans: Nans) -> Kernel {
        match nans {
            Nans::Canonical => self.table[op.index()],
            Nans::First => self.passing[op.index()],
        }
    }

    /// The mask form of an op that returns `bool`; `None` for every other op.
    #[inline]
    pub fn mask(&self, op: Op) -> Option<MaskKernel> {
        self.masks[op.index()]
    }

    pub fn level(&self) -> Level {
        self.level
    }

    /// Writes `value` to every lane of a register, active or not.
    ///
    /// # Safety
    /// As for [`Kernel`].
    #[inline]
    pub unsafe fn broadcast(&self, dst: *mut u32, value: u32, lanes: usize) {
        // SAFETY: by this function's contract; a table is only handed out where the CPU has its
        // level.
        unsafe { (self.broadcast)(dst, value, lanes) }
    }

    /// Copies the live lanes of `src` to `dst`.
    ///
    /// # Safety
    /// As for [`Kernel`].
    #[inline]
    pub unsafe fn blend(&self, dst: *mut u32, src: *const u32, live: *const u32, lanes: usize) {
        // SAFETY: as above.
        unsafe { (self.blend)(dst, src, live, lanes) }
    }

    /// Writes `set` to lane i where bit i of `bits` is set, else 0.
    ///
    /// # Safety
    /// As for [`MaskKernel`].
    #[inline]
    pub unsafe fn expand_mask(&self, dst: *mut u32, bits: u64, set: u32, lanes: usize) {
        // SAFETY: as above.
        unsafe { (self.expand_mask)(dst, bits, set, lanes) }
    }

    /// Bit i of the result says whether lane i is not 0.
    ///
    /// # Safety
    /// As for [`MaskKernel`].
    #[inline]
    pub unsafe fn pack_mask(&self, src: *const u32, lanes: usize) -> u64 {
        // SAFETY: as above.
        unsafe { (self.pack_mask)(src, lanes) }
    }

    /// The live lanes among those whose word in `src` is odd: `!0` or 0 per lane of `dst`, and as
    /// bits.
    ///
    /// # Safety
    /// As for [`MaskKernel`].
    #[inline]
    pub unsafe fn odd_lanes(
        &self,
        dst: *mut u32,
        src: *const u32,
        live: *const u32,
        lanes: usize,
    ) -> u64 {
        // SAFETY: as above.
        unsafe { (self.odd_lanes)(dst, src, live, lanes) }
    }

    /// Whether the addresses of all active lanes are allowed.
    ///
    /// # Safety
    /// Registers are blocks as for [`Kernel`].
    #[inline]
    pub unsafe fn allowed(&self, transfer: &Transfer) -> bool {
        // SAFETY: as above.
        unsafe { (self.allowed)(transfer) }
    }

    /// Whether all lanes access one word each, allowed and side by side.
    ///
    /// # Safety
    /// Registers are blocks as for [`Kernel`].
    #[inline]
    pub unsafe fn is_run(&self, transfer: &Transfer) -> bool {
        // SAFETY: as above.
        unsafe { (self.is_run)(transfer) }
    }

    /// Words from memory to register `dst`.
    ///
    /// # Safety
    /// The transfer [is a run](Kernels::is_run); as for [`load`](Kernels::load).
    #[inline]
    pub unsafe fn load_run(&self, transfer: &Transfer, dst: *mut u32) {
        // SAFETY: as above.
        unsafe { (self.load_run)(transfer, dst) }
    }

    /// Words from register `src` to memory.
    ///
    /// # Safety
    /// The transfer [is a run](Kernels::is_run); as for [`store`](Kernels::store).
    #[inline]
    pub unsafe fn store_run(&self, transfer: &Transfer, src: *const u32) {
        // SAFETY: as above.
        unsafe { (self.store_run)(transfer, src) }
    }

    /// Words from memory to the registers from `dst` on. False if the addresses of some active
    /// lanes are not allowed; nothing has happened then.
    ///
    /// # Safety
    /// Registers are blocks as for [`Kernel`]. So many words as the transfer says are readable at
    /// its base plus every address that it allows.
    #[inline]
    pub unsafe fn load(&self, transfer: &Transfer, dst: *mut u32) -> bool {
        // SAFETY: as above.
        unsafe { (self.load)(transfer, dst) }
    }

    /// Words from the registers from `src` on to memory; where lanes meet, the last one wins. False
    /// if the addresses of some active lanes are not allowed; nothing has happened then.
    ///
    /// # Safety
    /// As for [`load`](Kernels::load), with writable bytes.
    #[inline]
    pub unsafe fn store(&self, transfer: &Transfer, src: *const u32) -> bool {
        // SAFETY: as above.
        unsafe { (self.store)(transfer, src) }
    }

    /// How many aligned blocks of `1 << size` bytes a transfer touches, if they are among the 64
    /// from that of the first active lane on. `bias` is to be added to its addresses.
    ///
    /// # Safety
    /// Some lane is active. Registers are blocks as for [`Kernel`].
    #[inline]
    pub unsafe fn blocks(&self, transfer: &Transfer, bias: u32, size: u32) -> Option<u32> {
        // SAFETY: as above.
        unsafe { (self.blocks)(transfer, bias, size) }
    }

    /// One bit for every bank that the addresses of live lanes are in.
    ///
    /// # Safety
    /// Registers are blocks as for [`Kernel`].
    #[inline]
    pub unsafe fn banks(
        &self,
        addresses: *const u32,
        live: *const u32,
        lanes: usize,
        by: Interleave,
    ) -> u64 {
        // SAFETY: as above.
        unsafe { (self.banks)(addresses, live, lanes, by) }
    }
}

/// A lane function as a type, so that generic kernels can be compiled for it.
pub(crate) trait LaneOp {
    type Args: Args;
    type Result: Value;
    /// The function itself says which NaN comes out.
    const OWN_NANS: bool;
    fn apply(args: Self::Args) -> Self::Result;
    /// The same where the host has no fused multiply-add, which would be a slow library call.
    #[inline(always)]
    fn apply_without_fma(args: Self::Args) -> Self::Result {
        Self::apply(args)
    }
}

/// Whether every CPU of the target has a fused multiply-add.
const BASELINE_HAS_FMA: bool = cfg!(any(target_arch = "aarch64", target_feature = "fma"));

/// The lane function as the baseline has it; also the scalar form.
#[inline(always)]
pub(crate) fn apply_baseline<O: LaneOp>(args: O::Args) -> O::Result {
    if BASELINE_HAS_FMA {
        O::apply(args)
    } else {
        O::apply_without_fma(args)
    }
}

/// Compiles the generic kernels below with one set of target features.
macro_rules! level {
    ($module:ident, $level:ident, $apply:path, $pack:ident $(, $features:literal)?) => {
        mod $module {
            use super::*;

            $(#[target_feature(enable = $features)])?
            pub unsafe fn kernel<O: LaneOp>(
                dst: *mut u32, a: *const u32, b: *const u32, c: *const u32, live: *const u32, lanes: usize,
            ) {
                // SAFETY: by the contract of `Kernel`.
                unsafe { run::<O, false>(dst, [a, b, c], live, lanes, $apply) }
            }

            $(#[target_feature(enable = $features)])?
            pub unsafe fn passing_kernel<O: LaneOp>(
                dst: *mut u32, a: *const u32, b: *const u32, c: *const u32, live: *const u32, lanes: usize,
            ) {
                // SAFETY: by the contract of `Kernel`.
                unsafe { run::<O, true>(dst, [a, b, c], live, lanes, $apply) }
            }

            $(#[target_feature(enable = $features)])?
            pub unsafe fn mask_kernel<O: LaneOp>(
                a: *const u32, b: *const u32, c: *const u32, lanes: usize, pitch: usize,
            ) -> u64 {
                // SAFETY: by the contract of `MaskKernel`.
                unsafe {
                    run_mask::<O>([a, b, c], lanes, pitch, $apply, |chunk, value| pack::$pack(chunk, value))
                }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn broadcast(dst: *mut u32, value: u32, lanes: usize) {
                // SAFETY: by the contract of `Kernels::broadcast`.
                unsafe { super::broadcast(dst, value, lanes) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn blend(dst: *mut u32, src: *const u32, live: *const u32, lanes: usize) {
                // SAFETY: by the contract of `Kernels::blend`.
                unsafe { super::blend(dst, src, live, lanes) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn expand_mask(dst: *mut u32, bits: u64, set: u32, lanes: usize) {
                // SAFETY: by the contract of `Kernels::expand_mask`.
                unsafe { super::expand_mask(dst, bits, set, lanes) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn allowed(transfer: &Transfer) -> bool {
                // SAFETY: by the contract of `Kernels::allowed`.
                unsafe { transfer.allowed(|chunk, value| pack::$pack(chunk, value)) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn is_run(transfer: &Transfer) -> bool {
                // SAFETY: by the contract of `Kernels::is_run`.
                unsafe { transfer.is_run(|chunk, value| pack::$pack(chunk, value)) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn load_run(transfer: &Transfer, dst: *mut u32) {
                // SAFETY: by the contract of `Kernels::load_run`.
                unsafe { transfer.load_run(dst) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn store_run(transfer: &Transfer, src: *const u32) {
                // SAFETY: by the contract of `Kernels::store_run`.
                unsafe { transfer.store_run(src) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn load(transfer: &Transfer, dst: *mut u32) -> bool {
                // SAFETY: by the contract of `Kernels::load`.
                unsafe {
                    transfer.load(
                        dst,
                        |chunk, value| pack::$pack(chunk, value),
                        |row, index| look_up::$pack(row, index),
                    )
                }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn store(transfer: &Transfer, src: *const u32) -> bool {
                // SAFETY: by the contract of `Kernels::store`.
                unsafe { transfer.store(src, |chunk, value| pack::$pack(chunk, value)) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn blocks(transfer: &Transfer, bias: u32, size: u32) -> Option<u32> {
                // SAFETY: by the contract of `Kernels::blocks`.
                unsafe { transfer.blocks(bias, size, |chunk, value| pack::$pack(chunk, value)) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn banks(
                addresses: *const u32, live: *const u32, lanes: usize, by: Interleave,
            ) -> u64 {
                // SAFETY: by the contract of `Kernels::banks`.
                unsafe { by.banks(addresses, live, lanes) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn odd_lanes(
                dst: *mut u32, src: *const u32, live: *const u32, lanes: usize,
            ) -> u64 {
                // SAFETY: by the contract of `Kernels::odd_lanes`.
                unsafe {
                    super::odd_lanes(dst, src, live, lanes, |chunk, value| pack::$pack(chunk, value))
                }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn pack_mask(src: *const u32, lanes: usize) -> u64 {
                // SAFETY: by the contract of `Kernels::pack_mask`.
                unsafe { super::pack_mask(src, lanes, |chunk, value| pack::$pack(chunk, value)) }
            }

            use super::$module as here;
            pub static KERNELS: Kernels = Kernels {
                level: Level::$level,
                table: kernel_table!(here),
                passing: passing_kernel_table!(here),
                masks: mask_kernel_table!(here),
                broadcast,
                blend,
                expand_mask,
                pack_mask,
                allowed,
                is_run,
                load_run,
                store_run,
                load,
                store,
                blocks,
                banks,
                odd_lanes,
            };
        }
    };
}

level!(baseline, Baseline, apply_baseline::<O>, portable);
#[cfg(target_arch = "x86_64")]
level!(
    avx2,
    Avx2,
    O::apply,
    avx2,
    "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt"
);
#[cfg(target_arch = "x86_64")]
level!(
    avx512,
    Avx512,
    O::apply,
    avx512,
    "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt"
);

#[cfg(target_arch = "x86_64")]
fn detect() -> Level {
    macro_rules! has {
        ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* };
    }
    if !has!("avx2" "fma" "f16c" "bmi1" "bmi2" "lzcnt" "popcnt") {
        Level::Baseline
    } else if !has!("avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512cd") {
        Level::Avx2
    } else {
        Level::Avx512
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn detect() -> Level {
    Level::Baseline
}

fn table_of(level: Level) -> &'static Kernels {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => &avx2::KERNELS,
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => &avx512::KERNELS,
        _ => &baseline::KERNELS,
    }
}

/// `PASS`: NaNs are passed on. That they are there is rare, so all lanes are computed first as
/// though they were not.
#[inline(always)]
unsafe fn run<O: LaneOp, const PASS: bool>(
    dst: *mut u32,
    src: [*const u32; 3],
    live: *const u32,
    lanes: usize,
    apply: impl Fn(O::Args) -> O::Result,
) {
    let mut at = 0;
    while at < lanes {
        // SAFETY: lanes `at..at + CHUNK` are within the blocks; both halves of a chunk are loaded
        // before it is stored.
        unsafe {
            let mut low = [0; CHUNK];
            let mut high = [0; CHUNK];
            for i in 0..CHUNK {
                let bits = apply(O::Args::load(src, at + i, lanes)).to_bits();
                low[i] = bits as u32;
                high[i] = (bits >> 32) as u32;
            }
            if PASS && nan::any_canonical::<O>(&low, &high) {
                (low, high) = nan::pass_on::<O>(low, high, src, at, lanes);
            }
            commit(dst.add(at), &low, live.add(at));
            if O::Result::TY.registers() == 2 {
                commit(dst.add(lanes + at), &high, live.add(at));
            }
        }
        at += CHUNK;
    }
}

#[inline(always)]
pub(crate) unsafe fn commit(dst: *mut u32, result: &[u32; CHUNK], live: *const u32) {
    // SAFETY: the caller gives `CHUNK` lanes. Copies, so that the compiler needn't fear that `dst`
    // is `live`.
    let (live, mut lanes) = unsafe { (*live.cast::<[u32; CHUNK]>(), *dst.cast::<[u32; CHUNK]>()) };
    for i in 0..CHUNK {
        lanes[i] = (result[i] & live[i]) | (lanes[i] & !live[i]);
    }
    // SAFETY: as above.
    unsafe { *dst.cast::<[u32; CHUNK]>() = lanes };
}

#[inline(always)]
unsafe fn run_mask<O: LaneOp>(
    src: [*const u32; 3],
    lanes: usize,
    pitch: usize,
    apply: impl Fn(O::Args) -> O::Result,
    pack: impl Pack,
) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < lanes {
        let mut chunk = [0; CHUNK];
        for (i, lane) in chunk.iter_mut().enumerate() {
            // SAFETY: lane `at + i` is within the blocks.
            *lane = unsafe { apply(O::Args::load(src, at + i, pitch)).to_bits() as u32 };
        }
        bits |= u64::from(pack(&chunk, 0)) << at;
        at += CHUNK;
    }
    bits
}

#[inline(always)]
unsafe fn broadcast(dst: *mut u32, value: u32, lanes: usize) {
    let mut at = 0;
    while at < lanes {
        // SAFETY: the caller gives `lanes` words, a multiple of `CHUNK`.
        unsafe { *dst.add(at).cast::<[u32; CHUNK]>() = [value; CHUNK] };
        at += CHUNK;
    }
}

#[inline(always)]
unsafe fn blend(dst: *mut u32, src: *const u32, live: *const u32, lanes: usize) {
    let mut at = 0;
    while at < lanes {
        // SAFETY: the caller gives `lanes` words, a multiple of `CHUNK`.
        unsafe {
            let chunk = *src.add(at).cast::<[u32; CHUNK]>();
            commit(dst.add(at), &chunk, live.add(at));
        }
        at += CHUNK;
    }
}

#[inline(always)]
unsafe fn expand_mask(dst: *mut u32, bits: u64, set: u32, lanes: usize) {
    let mut at = 0;
    while at < lanes {
        let chunk = (bits >> at) as u32;
        for i in 0..CHUNK {
            // SAFETY: the caller gives `lanes` words, a multiple of `CHUNK`.
            unsafe { *dst.add(at + i) = if chunk & (1 << i) != 0 { set } else { 0 } };
        }
        at += CHUNK;
    }
}

#[inline(always)]
unsafe fn pack_mask(src: *const u32, lanes: usize, pack: impl Pack) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < lanes {
        // SAFETY: the caller gives `lanes` words, a multiple of `CHUNK`.
        let chunk = unsafe { *src.add(at).cast::<[u32; CHUNK]>() };
        bits |= u64::from(pack(&chunk, 0)) << at;
        at += CHUNK;
    }
    bits
}

#[inline(always)]
unsafe fn odd_lanes(
    dst: *mut u32,
    src: *const u32,
    live: *const u32,
    lanes: usize,
    pack: impl Pack,
) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < lanes {
        // SAFETY: the caller gives `lanes` words, a multiple of `CHUNK`.
        unsafe {
            let words = *src.add(at).cast::<[u32; CHUNK]>();
            let mut chunk = *live.add(at).cast::<[u32; CHUNK]>();
            for i in 0..CHUNK {
                chunk[i] &= (words[i] & 1).wrapping_neg();
            }
            *dst.add(at).cast::<[u32; CHUNK]>() = chunk;
            bits |= u64::from(pack(&chunk, 0)) << at;
        }
        at += CHUNK;
    }
    bits
}

/// See [`pack`].
pub(crate) trait Pack: Fn(&[u32; CHUNK], u32) -> u16 + Copy {}
impl<F: Fn(&[u32; CHUNK], u32) -> u16 + Copy> Pack for F {}

/// One bit per lane of a chunk, set where the lane is not `value`: the one thing that compilers
/// don't find on their own.
mod pack {
    use super::CHUNK;

    #[inline(always)]
    pub fn portable(chunk: &[u32; CHUNK], value: u32) -> u16 {
        let mut bits = 0;
        for (i, &lane) in chunk.iter().enumerate() {
            bits |= u16::from(lane != value) << i;
        }
        bits
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn avx2(chunk: &[u32; CHUNK], value: u32) -> u16 {
        use std::arch::x86_64::*;
        // SAFETY: both halves of the chunk are 32 readable bytes.
        let (low, high) = unsafe {
            let low = chunk.as_ptr().cast::<__m256i>();
            (_mm256_loadu_si256(low), _mm256_loadu_si256(low.add(1)))
        };
        let value = _mm256_set1_epi32(value as i32);
        let equal = |half| {
            let equal = _mm256_cmpeq_epi32(half, value);
            _mm256_movemask_ps(_mm256_castsi256_ps(equal)) as u16
        };
        !(equal(low) | equal(high) << 8)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn avx512(chunk: &[u32; CHUNK], value: u32) -> u16 {
        use std::arch::x86_64::*;
        // SAFETY: the chunk is 64 readable bytes.
        let lanes = unsafe { _mm512_loadu_si512(chunk.as_ptr().cast()) };
        _mm512_cmpneq_epi32_mask(lanes, _mm512_set1_epi32(value as i32))
    }
}

/// Words that lanes look up at once.
pub(crate) const ROW: usize = 32;

/// See [`look_up`].
pub(crate) trait LookUp: Fn(&[u32; ROW], &[u32; CHUNK]) -> [u32; CHUNK] + Copy {}
impl<F: Fn(&[u32; ROW], &[u32; CHUNK]) -> [u32; CHUNK] + Copy> LookUp for F {}

/// Word `index[i]` modulo [`ROW`] of a row, for every lane of a chunk.
mod look_up {
    use super::{CHUNK, ROW};

    #[inline(always)]
    pub fn portable(row: &[u32; ROW], index: &[u32; CHUNK]) -> [u32; CHUNK] {
        index.map(|i| row[i as usize % ROW])
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn avx2(row: &[u32; ROW], index: &[u32; CHUNK]) -> [u32; CHUNK] {
        use std::arch::x86_64::*;
        let mut words = [0; CHUNK];
        for half in 0..2 {
            // SAFETY: a row is four times 32 bytes, a chunk twice.
            unsafe {
                let index = _mm256_loadu_si256(index.as_ptr().cast::<__m256i>().add(half));
                let quarter = |n: usize| {
                    let words = _mm256_loadu_si256(row.as_ptr().cast::<__m256i>().add(n));
                    _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(words, index))
                };
                // The sign says which of two to take.
                let bit3 = _mm256_castsi256_ps(_mm256_slli_epi32::<28>(index));
                let bit4 = _mm256_castsi256_ps(_mm256_slli_epi32::<27>(index));
                let low = _mm256_blendv_ps(quarter(0), quarter(1), bit3);
                let high = _mm256_blendv_ps(quarter(2), quarter(3), bit3);
                let all = _mm256_blendv_ps(low, high, bit4);
                _mm256_storeu_ps(words.as_mut_ptr().cast::<f32>().add(8 * half), all);
            }
        }
        words
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn avx512(row: &[u32; ROW], index: &[u32; CHUNK]) -> [u32; CHUNK] {
        use std::arch::x86_64::*;
        let mut words = [0; CHUNK];
        // SAFETY: a row is twice 64 bytes, a chunk once.
        unsafe {
            let index = _mm512_loadu_si512(index.as_ptr().cast());
            let row = row.as_ptr().cast::<__m512i>();
            let (low, high) = (_mm512_loadu_si512(row), _mm512_loadu_si512(row.add(1)));
            let all = _mm512_permutex2var_epi32(low, index, high);
            _mm512_storeu_si512(words.as_mut_ptr().cast(), all);
        }
        words
    }
}
