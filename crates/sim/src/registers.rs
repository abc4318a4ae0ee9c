//! Where registers lie.
//!
//! The vector registers of up to [`MAX_LOCKSTEP`] waves of a workgroup lie side by side: word `lane`
//! of register `r` of wave `w` is `r * pitch + w * width + lane`. To a kernel, waves that are
//! neighbours and take a step together are one wide wave, and one wave alone is a range of one in
//! the same place: waves that part or meet again move nothing. Scalars lie the same way, one word
//! for each wave in a row.

use std::alloc::{Layout as Memory, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;
use uop::VReg;

/// Most waves in lockstep. With more, registers that are in use no longer fit the nearest cache.
pub(crate) const MAX_LOCKSTEP: usize = 8;
/// Kernels work on this many lanes at a time.
const CHUNK: usize = op::CHUNK;
/// Rows behind the scalars, so that the second half of a pair and the sources that an operation does
/// not have can be fetched without a question.
const SCALAR_PADDING: usize = 2;

/// How the registers of a block of waves lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Lanes of a wave.
    pub lanes: usize,
    /// The same, rounded up to what kernels work on at a time.
    pub width: usize,
    /// Waves side by side.
    pub waves: usize,
    /// Words from one vector register to the next.
    pub pitch: usize,
    /// Words from one scalar register to the next.
    pub row: usize,
}

impl Layout {
    /// Of the waves of a workgroup that has so many.
    pub fn new(lanes: usize, waves: usize) -> Layout {
        let width = lanes.next_multiple_of(CHUNK);
        let waves = waves.min(MAX_LOCKSTEP);
        Layout {
            lanes,
            width,
            waves,
            // Registers of one wave that are a power of two apart would fight for few places in
            // the cache.
            pitch: waves * width + if waves > 1 { CHUNK } else { 0 },
            row: if waves > 1 { MAX_LOCKSTEP } else { 1 },
        }
    }
}

/// Words that stay where they are, aligned for the widest vector unit. Waves have pointers to them, so
/// nothing else ever makes a reference to them.
struct Words {
    first: NonNull<u32>,
    len: usize,
}

// SAFETY: plain words that this alone owns.
unsafe impl Send for Words {}
// SAFETY: as above; the caller that writes has the waves, or the block, to itself.
unsafe impl Sync for Words {}

impl Words {
    fn zeros(len: usize) -> Words {
        let memory = Words::memory(len);
        // SAFETY: there is at least one word.
        let first = unsafe { alloc_zeroed(memory) }.cast();
        let first = NonNull::new(first).unwrap_or_else(|| handle_alloc_error(memory));
        Words { first, len }
    }

    fn memory(len: usize) -> Memory {
        let bytes = (4 * len).max(4);
        Memory::from_size_align(bytes, 64).expect("registers that fit into memory")
    }

    fn ptr(&self) -> *mut u32 {
        self.first.as_ptr()
    }
}

impl Clone for Words {
    fn clone(&self) -> Words {
        let words = Words::zeros(self.len);
        // SAFETY: both have so many words.
        unsafe { words.ptr().copy_from_nonoverlapping(self.ptr(), self.len) };
        words
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        // SAFETY: allocated like this.
        unsafe { dealloc(self.ptr().cast(), Words::memory(self.len)) }
    }
}

/// The registers of waves that lie side by side: those of the program, active lanes as words, and
/// scratch.
#[derive(Clone)]
pub(crate) struct Block {
    pub layout: Layout,
    vectors: Words,
    scalars: Words,
    /// Where active lanes are; scratch follows.
    live: usize,
}

impl std::fmt::Debug for Block {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Block").field(&self.layout).finish()
    }
}

impl Block {
    /// Zeros, for so many vector and scalar registers and registers of scratch.
    pub fn new(layout: Layout, vectors: usize, scalars: usize, scratch: usize) -> Block {
        Block {
            layout,
            vectors: Words::zeros((vectors + 1 + scratch) * layout.pitch),
            scalars: Words::zeros((scalars + SCALAR_PADDING) * layout.row),
            live: vectors,
        }
    }

    /// The registers of wave `w`.
    pub fn of(&self, w: usize) -> Registers {
        let Layout {
            lanes,
            width,
            pitch,
            row,
            ..
        } = self.layout;
        let start = w * width;
        let register = |r: usize| self.vectors.ptr().wrapping_add(r * pitch + start);
        Registers {
            vectors: register(0),
            live: register(self.live),
            scratch: register(self.live + 1),
            scalars: self.scalars.ptr().wrapping_add(w),
            registers: self.live,
            scalar_registers: self.scalars.len / row - SCALAR_PADDING,
            lanes,
            width,
            pitch,
            row,
        }
    }

    /// Copies of all words, to start other waves with.
    pub fn contents(&self) -> (Vec<u32>, Vec<u32>) {
        let copy = |words: &Words| {
            // SAFETY: so many words, which nothing else is at.
            unsafe { std::slice::from_raw_parts(words.ptr(), words.len) }.to_vec()
        };
        (copy(&self.vectors), copy(&self.scalars))
    }

    /// Puts back vector registers of all waves.
    pub fn put_vectors(&mut self, from: &[u32], registers: std::ops::Range<usize>) {
        let words = registers.start * self.layout.pitch..registers.end * self.layout.pitch;
        let from = &from[words.clone()];
        assert!(words.end <= self.vectors.len);
        // SAFETY: both have these words.
        unsafe {
            let to = self.vectors.ptr().add(words.start);
            to.copy_from_nonoverlapping(from.as_ptr(), from.len());
        }
    }

    /// The same for scalar registers.
    pub fn put_scalars(&mut self, from: &[u32], registers: std::ops::Range<usize>) {
        let words = registers.start * self.layout.row..registers.end * self.layout.row;
        let from = &from[words.clone()];
        assert!(words.end <= self.scalars.len);
        // SAFETY: both have these words.
        unsafe {
            let to = self.scalars.ptr().add(words.start);
            to.copy_from_nonoverlapping(from.as_ptr(), from.len());
        }
    }
}

/// Where the registers of one wave are. Valid as long as its [`Block`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Registers {
    vectors: *mut u32,
    live: *mut u32,
    scratch: *mut u32,
    scalars: *mut u32,
    registers: usize,
    scalar_registers: usize,
    pub lanes: usize,
    pub width: usize,
    pub pitch: usize,
    pub row: usize,
}

// SAFETY: they are the wave's, which is sent and shared with its block.
unsafe impl Send for Registers {}
// SAFETY: as above.
unsafe impl Sync for Registers {}

impl Registers {
    /// A vector register, lane by lane.
    pub fn get(&self, reg: VReg) -> &[u32] {
        self.assert_has(reg);
        // SAFETY: a register of this wave, which the caller has.
        unsafe { std::slice::from_raw_parts(self.ptr(reg), self.lanes) }
    }

    /// The same for writing.
    pub fn get_mut(&mut self, reg: VReg) -> &mut [u32] {
        self.assert_has(reg);
        // SAFETY: as above, and the caller has it to itself.
        unsafe { std::slice::from_raw_parts_mut(self.ptr_mut(reg), self.lanes) }
    }

    fn assert_has(&self, reg: VReg) {
        assert!(
            usize::from(reg.0) < self.registers,
            "{reg:?} is no register"
        );
    }

    /// The first word of a register. Bounds are checked once, when the program is loaded.
    pub fn ptr(&self, reg: VReg) -> *const u32 {
        self.vectors.wrapping_add(usize::from(reg.0) * self.pitch)
    }

    pub fn ptr_mut(&mut self, reg: VReg) -> *mut u32 {
        self.vectors.wrapping_add(usize::from(reg.0) * self.pitch)
    }

    /// Word 0 of register 0.
    pub fn file(&self) -> *mut u32 {
        self.vectors
    }

    /// Active lanes as words.
    pub fn live(&self) -> *mut u32 {
        self.live
    }

    /// A register of scratch.
    pub fn scratch(&self, register: usize) -> *mut u32 {
        self.scratch.wrapping_add(register * self.pitch)
    }

    /// A scalar register.
    #[inline(always)]
    pub fn scalar(&self, reg: usize) -> u32 {
        assert!(reg < self.scalar_registers, "s{reg} is no register");
        // SAFETY: a register of this wave, which the caller has.
        unsafe { *self.scalars.add(reg * self.row) }
    }

    /// The same for writing.
    #[inline(always)]
    pub fn set_scalar(&mut self, reg: usize, value: u32) {
        assert!(reg < self.scalar_registers, "s{reg} is no register");
        // SAFETY: as above, and the caller has it to itself.
        unsafe { *self.scalars.add(reg * self.row) = value };
    }

    /// Scalar 0; others are `row` words apart.
    pub fn scalars(&self) -> *mut u32 {
        self.scalars
    }

    /// Bytes of all registers.
    pub fn bytes(&self) -> usize {
        4 * (self.registers * self.width + self.scalar_registers)
    }
}
