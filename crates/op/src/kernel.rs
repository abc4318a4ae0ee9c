//! Kernels: an op on every lane of a wave, compiled once for each level of the host's instruction
//! set.
//!
//! A kernel walks its registers in chunks of [`CHUNK`] lanes. All results of a chunk are computed
//! before the first is stored, so a destination may be the same register as any source, and the
//! compiler sees a loop without aliasing that it turns into one 512-bit, two 256-bit or four
//! 128-bit instructions. Nothing here is written for one level: the same source is compiled with
//! different target features, so results can't differ.

mod lanes;
mod level;

use std::fmt;

use crate::Op;
use crate::dot_core::Core;
use crate::dot_rows::{Factor, Factors};
use crate::dot_unit::DotUnit;
use crate::interleave::Interleave;
use crate::nan::Nans;
use crate::op::COUNT;
use crate::shuffle::Pattern;
use crate::transfer::Transfer;
use crate::words::Words;

pub(crate) use lanes::{LaneOp, commit};
pub use level::Level;
pub(crate) use level::apply_baseline;
use level::table_of;

/// Lanes handled at a time. Every wave width is a multiple of it.
pub const CHUNK: usize = 16;

/// An op on all lanes of a wave, or of several side by side: `(dst, a, b, c, live, span)`.
///
/// Each pointer is to a register block: the words of one register, and for 64-bit values those of
/// the register that holds the high halves, a pitch further on. `live` has `!0` for a
/// lane that takes part and 0 for one that keeps its old value; where it is null, all take part,
/// which is faster. Sources that the op doesn't have are not read.
///
/// # Safety
/// The span's lanes are a multiple of [`CHUNK`]; pointers that are used are valid for their blocks,
/// and the CPU has the level that the kernel was compiled for. Blocks may share registers in any way
/// (a pair may have one half in common with a source) as long as lane i of one never is lane j of
/// another.
pub type Kernel = unsafe fn(
    dst: *mut u32,
    a: *const u32,
    b: *const u32,
    c: *const u32,
    live: *const u32,
    span: Span,
);

/// How many lanes a kernel works on, and how many words lie from one register to the next. One word,
/// so that all arguments of a kernel are passed in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span(u64);

impl Span {
    /// So many lanes of registers that are `pitch` words apart.
    #[inline(always)]
    pub const fn new(lanes: usize, pitch: usize) -> Span {
        Span(lanes as u64 | (pitch as u64) << 32)
    }

    /// All lanes of registers that follow each other.
    pub const fn whole(lanes: usize) -> Span {
        Span::new(lanes, lanes)
    }

    /// Lanes to work on.
    #[inline(always)]
    pub const fn lanes(self) -> usize {
        self.0 as u32 as usize
    }

    /// Words from one register to the next.
    #[inline(always)]
    pub const fn pitch(self) -> usize {
        (self.0 >> 32) as usize
    }
}

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

impl fmt::Debug for Kernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kernels").field(&self.level).finish()
    }
}

/// The kernels of every op, compiled for one level.
#[derive(Clone)]
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
    dots: unsafe fn(DotUnit, &[Factor], &[Factors], &mut [u32; CHUNK]) -> u16,
    group: unsafe fn(Core, &[Factor], &[&Factors], &mut [u32; CHUNK]),
    fused: unsafe fn(f32, &[f32; CHUNK], &mut [f32; CHUNK]),
    fused64: unsafe fn(f64, &[f64; CHUNK], &mut [f64; CHUNK]),
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
    pub fn dots(&self, unit: DotUnit, a: &[Factor], b: &[Factors], sums: &mut [u32; CHUNK]) -> u16 {
        // SAFETY: a table is only handed out where the CPU has its level.
        unsafe { (self.dots)(unit, a, b, sums) }
    }

    /// Adds a group of products to a row of single numbers, as a matrix core does.
    #[inline]
    pub fn group(&self, core: Core, a: &[Factor], b: &[&Factors], sums: &mut [u32; CHUNK]) {
        // SAFETY: as above.
        unsafe { (self.group)(core, a, b, sums) }
    }

    /// Adds a product to a row of numbers, rounded once. NaNs are canonical.
    #[inline]
    pub fn fused(&self, a: f32, b: &[f32; CHUNK], sums: &mut [f32; CHUNK]) {
        // SAFETY: as above.
        unsafe { (self.fused)(a, b, sums) }
    }

    /// The same in double precision.
    #[inline]
    pub fn fused64(&self, a: f64, b: &[f64; CHUNK], sums: &mut [f64; CHUNK]) {
        // SAFETY: as above.
        unsafe { (self.fused64)(a, b, sums) }
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
