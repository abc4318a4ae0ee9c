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
use crate::dot_rows::{self, Factor, Factors};
use crate::dot_unit::Unit;
use crate::host::{self, Host, Portable};
use crate::nan::{self, Nans};
use crate::op::COUNT;
use crate::shuffle::Pattern;
use crate::transfer::{Interleave, Transfer};
use crate::value::{Args, Value};
use crate::words::{Side, Words};

/// Lanes handled at a time. Every wave width is a multiple of it.
pub const CHUNK: usize = 16;

/// An op on all lanes of a wave: `(dst, a, b, c, live, lanes)`.
///
/// Each pointer is to a register block: the `lanes` words of one register, followed for 64-bit
/// values by the `lanes` words of the register that holds the high halves. `live` has `!0` for a
/// lane that takes part and 0 for one that keeps its old value; where it is null, all take part,
/// which is faster. Sources that the op doesn't have are not read.
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

/// An access of a wave to a memory of its own, of so many bytes: `(words, file, live, mask, memory,
/// bytes)`, with active lanes as words and as bits. False if the addresses of some active lanes are
/// not allowed; nothing has happened then.
///
/// # Safety
/// As for [`Kernel`], with registers in `file` that have the lanes that the kernel is for.
pub type WordsKernel = unsafe fn(
    words: &Words,
    file: *mut u32,
    live: *const u32,
    mask: u64,
    memory: *mut u8,
    bytes: usize,
) -> bool;

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
    /// Every level, the plainest first.
    pub const ALL: [Level; 3] = [Level::Baseline, Level::Avx2, Level::Avx512];

    /// The best level of this CPU, found out once.
    pub fn best() -> Level {
        static BEST: OnceLock<Level> = OnceLock::new();
        *BEST.get_or_init(detect)
    }

    /// Its name in lower case: `avx2`.
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
    ramp: unsafe fn(*mut u32, u32, u32, usize),
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
    /// For registers of one, two and four chunks.
    load_words: [WordsKernel; 3],
    store_words: [WordsKernel; 3],
    apart: unsafe fn(Interleave, *const u32, *const u32, usize, u32) -> Option<u64>,
    odd_lanes: unsafe fn(*mut u32, *const u32, *const u32, usize) -> u64,
    shuffle: unsafe fn(&Pattern, *mut u32, *const u32, *const u32, *const u32, usize),
    dots: unsafe fn(Unit, &[Factor], &[Factors], &mut [u32; CHUNK]) -> u16,
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
    /// The kernel of an op, with canonical NaNs.
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

    /// The level that they are compiled for.
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

    /// Writes `first + i * step` to every lane i of a register, active or not.
    ///
    /// # Safety
    /// As for [`Kernel`].
    #[inline]
    pub unsafe fn ramp(&self, dst: *mut u32, first: u32, step: u32, lanes: usize) {
        // SAFETY: as above.
        unsafe { (self.ramp)(dst, first, step, lanes) }
    }

    /// Copies the live lanes of `src` to `dst`; all if `live` is null.
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

    /// Live lanes of `dst` get the words of `src` that a pattern says, 0 for lanes that are not among
    /// `sources`. As lanes are live, so they are sources, with null for all.
    ///
    /// # Safety
    /// As for [`MaskKernel`], with the lanes that the pattern is for, rounded up.
    #[inline]
    pub unsafe fn shuffle(
        &self,
        pattern: &Pattern,
        dst: *mut u32,
        src: *const u32,
        sources: *const u32,
        live: *const u32,
        lanes: usize,
    ) {
        // SAFETY: as above.
        unsafe { (self.shuffle)(pattern, dst, src, sources, live, lanes) }
    }

    /// Adds products to a row of single numbers as [`dot_unit::dot`](crate::dot_unit::dot) does, for
    /// as many factors as the unit takes at a time. Sums that have to go that way are left as they
    /// are and returned, a bit for each.
    #[inline]
    pub fn dots(&self, unit: Unit, a: &[Factor], b: &[Factors], sums: &mut [u32; CHUNK]) -> u16 {
        // SAFETY: a table is only handed out where the CPU has its level.
        unsafe { (self.dots)(unit, a, b, sums) }
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

    /// Whether all lanes access one word each, allowed and side by side. No lane is left out.
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

    /// Words from memory to registers, if there is a kernel for so many lanes.
    pub fn load_words(&self, lanes: usize) -> Option<WordsKernel> {
        Some(self.load_words[chunks_index(lanes)?])
    }

    /// Words from registers to memory; where lanes meet, the last one wins.
    pub fn store_words(&self, lanes: usize) -> Option<WordsKernel> {
        Some(self.store_words[chunks_index(lanes)?])
    }

    /// One bit for every bank that the addresses of live lanes are in, if no two are in one.
    /// `active` is how many lanes are live.
    ///
    /// # Safety
    /// Registers are blocks as for [`Kernel`].
    #[inline]
    pub unsafe fn apart(
        &self,
        by: Interleave,
        addresses: *const u32,
        live: *const u32,
        lanes: usize,
        active: u32,
    ) -> Option<u64> {
        // SAFETY: as above.
        unsafe { (self.apart)(by, addresses, live, lanes, active) }
    }
}

/// Where kernels for so many lanes are among those for one, two and four chunks.
fn chunks_index(lanes: usize) -> Option<usize> {
    [CHUNK, 2 * CHUNK, 4 * CHUNK]
        .iter()
        .position(|&it| it == lanes)
}

/// A lane function as a type, so that generic kernels can be compiled for it.
pub(crate) trait LaneOp {
    type Args: Args;
    type Result: Value;
    /// The name of the function.
    const NAME: &'static str;
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
    ($module:ident, $level:ident, $apply:path, $host:expr $(, $features:literal)?) => {
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
                unsafe { run_mask::<O>([a, b, c], lanes, pitch, $apply, &$host) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn broadcast(dst: *mut u32, value: u32, lanes: usize) {
                // SAFETY: by the contract of `Kernels::broadcast`.
                unsafe { super::broadcast(dst, value, lanes) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn ramp(dst: *mut u32, first: u32, step: u32, lanes: usize) {
                // SAFETY: by the contract of `Kernels::ramp`.
                unsafe { super::ramp(dst, first, step, lanes) }
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
                unsafe { transfer.allowed(&$host) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn is_run(transfer: &Transfer) -> bool {
                // SAFETY: by the contract of `Kernels::is_run`.
                unsafe { transfer.is_run(&$host) }
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
                    match transfer.words {
                        1 => transfer.load(dst, &$host),
                        _ => load_several(transfer, dst),
                    }
                }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn store(transfer: &Transfer, src: *const u32) -> bool {
                // SAFETY: by the contract of `Kernels::store`.
                unsafe {
                    match transfer.words {
                        1 => transfer.store(src, &$host),
                        _ => store_several(transfer, src),
                    }
                }
            }

            // Out of the way of single words.
            #[inline(never)]
            $(#[target_feature(enable = $features)])?
            unsafe fn load_several(transfer: &Transfer, dst: *mut u32) -> bool {
                // SAFETY: by the contract of `Kernels::load`.
                unsafe { transfer.load_several(dst, &$host) }
            }

            #[inline(never)]
            $(#[target_feature(enable = $features)])?
            unsafe fn store_several(transfer: &Transfer, src: *const u32) -> bool {
                // SAFETY: by the contract of `Kernels::store`.
                unsafe { transfer.store_several(src, &$host) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn blocks(transfer: &Transfer, bias: u32, size: u32) -> Option<u32> {
                // SAFETY: by the contract of `Kernels::blocks`.
                unsafe { transfer.blocks(bias, size, &$host) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn load_words<const N: usize>(
                words: &Words, file: *mut u32, live: *const u32, mask: u64, memory: *mut u8, bytes: usize,
            ) -> bool {
                let side = Side { file, live, mask, memory, bytes };
                // SAFETY: by the contract of `WordsKernel`.
                unsafe { words.load::<N>(side, &$host, load) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn store_words<const N: usize>(
                words: &Words, file: *mut u32, live: *const u32, mask: u64, memory: *mut u8, bytes: usize,
            ) -> bool {
                let side = Side { file, live, mask, memory, bytes };
                // SAFETY: by the contract of `WordsKernel`.
                unsafe { words.store::<N>(side, &$host, store) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn apart(
                by: Interleave, addresses: *const u32, live: *const u32, lanes: usize, active: u32,
            ) -> Option<u64> {
                // SAFETY: by the contract of `Kernels::apart`.
                unsafe { by.apart(addresses, live, lanes, active) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn odd_lanes(
                dst: *mut u32, src: *const u32, live: *const u32, lanes: usize,
            ) -> u64 {
                // SAFETY: by the contract of `Kernels::odd_lanes`.
                unsafe {
                    super::odd_lanes(dst, src, live, lanes, &$host)
                }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn shuffle(
                pattern: &Pattern, dst: *mut u32, src: *const u32, sources: *const u32, live: *const u32,
                lanes: usize,
            ) {
                // SAFETY: by the contract of `Kernels::shuffle`.
                unsafe { pattern.shuffle(dst, src, sources, live, lanes, &$host) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn dots(unit: Unit, a: &[Factor], b: &[Factors], sums: &mut [u32; CHUNK]) -> u16 {
                dot_rows::dots(unit, a, b, sums)
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn pack_mask(src: *const u32, lanes: usize) -> u64 {
                // SAFETY: by the contract of `Kernels::pack_mask`.
                unsafe { super::pack_mask(src, lanes, &$host) }
            }

            use super::$module as here;
            pub static KERNELS: Kernels = Kernels {
                level: Level::$level,
                table: kernel_table!(here),
                passing: passing_kernel_table!(here),
                masks: mask_kernel_table!(here),
                broadcast,
                ramp,
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
                load_words: [load_words::<1>, load_words::<2>, load_words::<4>],
                store_words: [store_words::<1>, store_words::<2>, store_words::<4>],
                apart,
                odd_lanes,
                shuffle,
                dots,
            };
        }
    };
}

level!(baseline, Baseline, apply_baseline::<O>, Portable);
#[cfg(target_arch = "x86_64")]
level!(
    avx2,
    Avx2,
    O::apply,
    host::Avx2::new(),
    "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt"
);
#[cfg(target_arch = "x86_64")]
level!(
    avx512,
    Avx512,
    O::apply,
    host::Avx512::new(),
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

#[inline(always)]
unsafe fn run<O: LaneOp, const PASS: bool>(
    dst: *mut u32,
    src: [*const u32; 3],
    live: *const u32,
    lanes: usize,
    apply: impl Fn(O::Args) -> O::Result,
) {
    // SAFETY: by the contract of `Kernel`.
    unsafe {
        match live.is_null() {
            true => walk::<O, PASS, true>(dst, src, live, lanes, apply),
            false => walk::<O, PASS, false>(dst, src, live, lanes, apply),
        }
    }
}

/// `PASS`: NaNs are passed on. That they are there is rare, so all lanes are computed first as
/// though they were not. `ALL`: every lane takes part.
#[inline(always)]
unsafe fn walk<O: LaneOp, const PASS: bool, const ALL: bool>(
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
            let live = live.wrapping_add(at);
            commit::<ALL>(dst.add(at), &low, live);
            if O::Result::TY.registers() == 2 {
                commit::<ALL>(dst.add(lanes + at), &high, live);
            }
        }
        at += CHUNK;
    }
}

#[inline(always)]
pub(crate) unsafe fn commit<const ALL: bool>(
    dst: *mut u32,
    result: &[u32; CHUNK],
    live: *const u32,
) {
    if ALL {
        // SAFETY: the caller gives `CHUNK` lanes.
        return unsafe { *dst.cast::<[u32; CHUNK]>() = *result };
    }
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
    host: &impl Host,
) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < lanes {
        let mut chunk = [0; CHUNK];
        for (i, lane) in chunk.iter_mut().enumerate() {
            // SAFETY: lane `at + i` is within the blocks.
            *lane = unsafe { apply(O::Args::load(src, at + i, pitch)).to_bits() as u32 };
        }
        bits |= u64::from(host.pack(&chunk, 0)) << at;
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
unsafe fn ramp(dst: *mut u32, first: u32, step: u32, lanes: usize) {
    let mut at = 0;
    while at < lanes {
        let start = first.wrapping_add(step.wrapping_mul(at as u32));
        let chunk: [u32; CHUNK] =
            std::array::from_fn(|i| start.wrapping_add(step.wrapping_mul(i as u32)));
        // SAFETY: the caller gives `lanes` words, a multiple of `CHUNK`.
        unsafe { *dst.add(at).cast::<[u32; CHUNK]>() = chunk };
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
            match live.is_null() {
                true => commit::<true>(dst.add(at), &chunk, live),
                false => commit::<false>(dst.add(at), &chunk, live.add(at)),
            }
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
unsafe fn pack_mask(src: *const u32, lanes: usize, host: &impl Host) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < lanes {
        // SAFETY: the caller gives `lanes` words, a multiple of `CHUNK`.
        let chunk = unsafe { *src.add(at).cast::<[u32; CHUNK]>() };
        bits |= u64::from(host.pack(&chunk, 0)) << at;
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
    host: &impl Host,
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
            bits |= u64::from(host.pack(&chunk, 0)) << at;
        }
        at += CHUNK;
    }
    bits
}
