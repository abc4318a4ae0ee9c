//! The state of one wave.

use crate::barrier::Member;
use crate::changes::Changes;
use crate::diverge::Splits;
use crate::mask::MaskStack;
use crate::pending::Pending;
use crate::shuffle::Part;
use op::Kernels;
use std::ops::Range;
use uop::{Entry, Place, Program, Registers, SReg, UopIdx, VReg};

/// Most lanes a wave can have.
pub(crate) const MAX_LANES: usize = 64;
/// Kernels work on this many lanes at a time.
const CHUNK: usize = 16;

/// Sixteen lanes of a register, aligned for the widest vector unit.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Chunk([u32; CHUNK]);

/// Registers across a wave, lanes side by side: word `lane` of register `r` is at
/// `r * stride + lane`, so that a plain loop over a register vectorises. The stride is the number
/// of lanes rounded up to what kernels work on at a time; what lies beyond the last lane is never
/// looked at.
#[derive(Clone, Debug)]
pub struct Lanes {
    chunks: Vec<Chunk>,
    lanes: usize,
    stride: usize,
}

impl Lanes {
    /// Registers of zeros.
    pub fn new(registers: usize, lanes: usize) -> Lanes {
        let stride = lanes.next_multiple_of(CHUNK);
        Lanes {
            chunks: vec![Chunk([0; CHUNK]); registers * stride / CHUNK],
            lanes,
            stride,
        }
    }

    /// Registers in this file.
    pub fn len(&self) -> usize {
        self.chunks.len() * CHUNK / self.stride
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The first registers.
    pub(crate) fn first(&self, registers: usize) -> Lanes {
        Lanes {
            chunks: self.chunks[..registers * self.stride / CHUNK].to_vec(),
            ..*self
        }
    }

    /// Takes over some registers of a file that has the same lanes.
    pub(crate) fn copy_from(&mut self, other: &Lanes, registers: Range<usize>) {
        let chunks = self.stride / CHUNK;
        for chunk in registers.start * chunks..registers.end * chunks {
            self.chunks[chunk] = other.chunks[chunk];
        }
    }

    /// A register, lane by lane.
    pub fn get(&self, reg: VReg) -> &[u32] {
        let start = reg.0 as usize * self.stride;
        &self.words()[start..start + self.lanes]
    }

    /// The same for writing.
    pub fn get_mut(&mut self, reg: VReg) -> &mut [u32] {
        let (start, lanes) = (reg.0 as usize * self.stride, self.lanes);
        &mut self.words_mut()[start..start + lanes]
    }

    fn words(&self) -> &[u32] {
        // SAFETY: a chunk is exactly sixteen words without padding.
        unsafe {
            std::slice::from_raw_parts(self.chunks.as_ptr().cast(), self.chunks.len() * CHUNK)
        }
    }

    fn words_mut(&mut self) -> &mut [u32] {
        let words = self.chunks.len() * CHUNK;
        // SAFETY: as in `words`.
        unsafe { std::slice::from_raw_parts_mut(self.chunks.as_mut_ptr().cast(), words) }
    }

    /// The first word of a register. Bounds are checked once, when the program is loaded.
    pub(crate) fn ptr(&self, reg: VReg) -> *const u32 {
        debug_assert!((reg.0 as usize) < self.len());
        self.chunks
            .as_ptr()
            .cast::<u32>()
            .wrapping_add(reg.0 as usize * self.stride)
    }

    pub(crate) fn ptr_mut(&mut self, reg: VReg) -> *mut u32 {
        debug_assert!((reg.0 as usize) < self.len());
        self.chunks
            .as_mut_ptr()
            .cast::<u32>()
            .wrapping_add(reg.0 as usize * self.stride)
    }
}

/// Whether a wave runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaveState {
    /// It has more steps to do.
    Running,
    /// It waits for the other waves of its workgroup.
    AtBarrier,
    /// All of its threads are done.
    Ended,
}

/// One wave: registers, active lanes, and where it is in the program.
#[derive(Clone, Debug)]
pub struct Wave {
    pub(crate) at: UopIdx,
    pub(crate) state: WaveState,
    pub(crate) vector: Lanes,
    pub(crate) scalar: Vec<u32>,
    /// Active lanes. Written only by `set_exec`, which also refreshes `live` and `active`.
    exec: u64,
    /// `exec` as 0 or !0 per lane: commit is a blend, never a branch.
    live: Lanes,
    active: u32,
    kernels: &'static Kernels,
    exec_mirror: Option<SReg>,
    pub(crate) splits: Splits,
    pub(crate) masks: MaskStack,
    pub(crate) pending: Pending,
    pub(crate) place: Place,
    /// Bytes of private memory per lane, lane after lane.
    pub(crate) private: Vec<u8>,
    /// Instructions issued so far, as of the last turn.
    pub(crate) issued: u64,
    /// The same as of the step that runs, where that is one that may ask.
    pub(crate) clock: u64,
    /// An observer stopped the run before the step at `at` and has been told all about it: on
    /// resume the step is carried out without asking again.
    pub(crate) told: bool,
    /// Somebody other than the program changed registers or memory.
    pub(crate) meddled: bool,
    pub(crate) member: Member,
}

/// The registers of a wave at its start, apart from constants.
#[derive(Debug)]
pub(crate) struct WaveStart {
    pub vector: Lanes,
    pub scalar: Vec<u32>,
    pub exec: u64,
}

impl WaveStart {
    /// All lanes are active.
    pub fn is_full(&self, lanes: usize) -> bool {
        self.exec.count_ones() as usize == lanes
    }
}

/// Words behind the scalar file, so that the second half of a pair and the sources that an
/// operation does not have can be fetched without a question.
pub(crate) const SCALAR_PADDING: usize = 2;

impl Wave {
    /// A wave at its start, with what `entry` puts into its registers.
    pub fn new(program: &Program, place: Place, entry: &dyn Entry, private_bytes: usize) -> Wave {
        let lanes = place.lanes as usize;
        assert!(lanes > 0 && lanes <= MAX_LANES);
        let mut wave = Wave {
            at: program.entry,
            state: WaveState::Running,
            vector: Lanes::new(program.vector_file as usize, lanes),
            scalar: vec![0; program.scalar_file as usize + SCALAR_PADDING],
            exec: 0,
            live: Lanes::new(1, lanes),
            active: 0,
            kernels: op::kernels(),
            exec_mirror: program.resources.exec,
            splits: Splits::default(),
            masks: MaskStack::default(),
            pending: Pending::default(),
            place,
            private: vec![0; private_bytes * lanes],
            issued: 0,
            clock: 0,
            told: false,
            meddled: false,
            member: Member::default(),
        };
        for (i, &value) in program.constants.iter().enumerate() {
            wave.vector
                .get_mut(VReg(program.resources.vectors + i as u16))
                .fill(value);
        }
        let scalars = program.resources.scalars as usize;
        wave.scalar[scalars..][..program.scalar_constants.len()]
            .copy_from_slice(&program.scalar_constants);
        let whole = program.resources.whole_waves;
        wave.set_exec(if whole { u64::MAX } else { place.occupied() });
        entry.enter(&place, &mut wave);
        wave
    }

    /// What the wave starts with, for others with the same number.
    pub(crate) fn start(&self, program: &Program) -> WaveStart {
        let registers = program.resources.vectors as usize;
        WaveStart {
            vector: self.vector.first(registers),
            scalar: self.scalar.clone(),
            exec: self.exec,
        }
    }

    /// Becomes the wave with the same number of another workgroup, as `new` would make it. What
    /// the program does not change is still there.
    pub(crate) fn restart(
        &mut self,
        program: &Program,
        group: [u32; 3],
        entry: &dyn Entry,
        start: &WaveStart,
        changes: &Changes,
    ) {
        self.restore(start, changes);
        self.reset(program, group, changes);
        self.set_exec(start.exec);
        let place = self.place;
        entry.enter_next(&place, self);
    }

    /// Puts registers back.
    fn restore(&mut self, start: &WaveStart, changes: &Changes) {
        if self.meddled {
            let named = start.vector.chunks.len();
            self.vector.chunks[..named].copy_from_slice(&start.vector.chunks);
            self.scalar.copy_from_slice(&start.scalar);
            return;
        }
        for registers in changes.vectors_for(start.is_full(self.lanes())) {
            self.vector.copy_from(&start.vector, registers.clone());
        }
        for register in changes.scalars.iter().cloned().flatten() {
            self.scalar[register] = start.scalar[register];
        }
    }

    /// Becomes that wave, apart from its registers.
    pub(crate) fn reset(&mut self, program: &Program, group: [u32; 3], changes: &Changes) {
        self.at = program.entry;
        self.state = WaveState::Running;
        self.place.group = group;
        self.splits = Splits::default();
        self.masks = MaskStack::default();
        self.pending = Pending::default();
        if changes.private || self.meddled {
            self.private.fill(0);
        }
        self.issued = 0;
        self.clock = 0;
        self.told = false;
        self.meddled = false;
        self.member = Member::default();
    }

    /// Where it is in its launch.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Operations that are outstanding on a channel (strict delivery only).
    pub fn outstanding(&self, channel: uop::Channel) -> usize {
        self.pending.outstanding(channel)
    }

    /// Whether it runs.
    pub fn state(&self) -> WaveState {
        self.state
    }

    /// The next step.
    pub fn at(&self) -> UopIdx {
        self.at
    }

    /// Lanes, whether or not a thread is in each.
    pub fn lanes(&self) -> usize {
        self.vector.lanes
    }

    /// Words from one vector register to the next: what kernels take for the number of lanes.
    pub(crate) fn stride(&self) -> usize {
        self.vector.stride
    }

    /// Active lanes, a bit each.
    pub fn exec(&self) -> u64 {
        self.exec
    }

    /// All of it, to a shuffle.
    pub(crate) fn as_part(&mut self) -> Part {
        Part {
            file: self.vector.ptr_mut(VReg(0)),
            pitch: self.stride(),
            width: self.stride(),
            live: self.live_for_kernels(),
            exec: self.exec,
        }
    }

    /// `exec` as commits see it: `!0` for an active lane, 0 for another.
    pub fn live_lanes(&self) -> &[u32] {
        self.live.get(VReg(0))
    }

    /// Instructions this wave has issued so far.
    pub fn issued(&self) -> u64 {
        self.issued
    }

    /// Lanes that hold a thread that has not ended.
    pub fn alive(&self) -> u64 {
        self.place.occupied() & !self.masks.returned() & !self.splits.exited()
    }

    /// The private memory of one lane.
    pub fn private(&self, lane: usize) -> &[u8] {
        let len = self.private.len() / self.lanes();
        &self.private[len * lane..][..len]
    }

    /// The same for writing.
    pub fn private_mut(&mut self, lane: usize) -> &mut [u8] {
        let len = self.private.len() / self.lanes();
        &mut self.private[len * lane..][..len]
    }

    /// A vector register, lane by lane.
    pub fn vector(&self, reg: VReg) -> &[u32] {
        self.vector.get(reg)
    }

    /// The same for writing; inactive lanes are there as well.
    pub fn vector_mut(&mut self, reg: VReg) -> &mut [u32] {
        self.vector.get_mut(reg)
    }

    /// A scalar register.
    pub fn scalar(&self, reg: SReg) -> u32 {
        self.scalar[reg.0 as usize]
    }

    /// Gives a scalar register a value.
    pub fn set_scalar(&mut self, reg: SReg, value: u32) {
        self.scalar[reg.0 as usize] = value;
    }

    /// Active lanes as a count.
    pub(crate) fn active(&self) -> u32 {
        self.active
    }

    pub(crate) fn live(&self) -> *const u32 {
        self.live.ptr(VReg(0))
    }

    /// The same for kernels, to which null says that no lane is left out.
    #[inline(always)]
    pub(crate) fn live_for_kernels(&self) -> *const u32 {
        match self.active as usize == self.stride() {
            true => std::ptr::null(),
            false => self.live(),
        }
    }

    /// Makes exactly these lanes active. All that depends on it follows.
    pub fn set_exec(&mut self, exec: u64) {
        let lanes = self.lanes();
        let exec = if lanes == 64 {
            exec
        } else {
            exec & ((1 << lanes) - 1)
        };
        if exec != self.exec {
            self.exec = exec;
            self.active = exec.count_ones();
            let stride = self.stride();
            // SAFETY: `live` is one register of `stride` words.
            unsafe {
                self.kernels
                    .expand_mask(self.live.ptr_mut(VReg(0)), exec, !0, stride)
            };
        }
        if let Some(mirror) = self.exec_mirror {
            self.set_mask(mirror, exec);
        }
    }

    /// A lane mask held in one scalar register, or two in a wave of 64.
    pub fn mask(&self, reg: SReg) -> u64 {
        let low = u64::from(self.scalar(reg));
        if self.lanes() == 64 {
            low | u64::from(self.scalar(reg.plus(1))) << 32
        } else {
            low
        }
    }

    /// Gives a lane mask a value: one register, or two where there are 64 lanes.
    pub fn set_mask(&mut self, reg: SReg, mask: u64) {
        self.set_scalar(reg, mask as u32);
        if self.lanes() == 64 {
            self.set_scalar(reg.plus(1), (mask >> 32) as u32);
        }
    }

    /// Two scalar registers as one number, the lower word first.
    pub fn scalar_pair(&self, reg: SReg) -> u64 {
        u64::from(self.scalar(reg)) | u64::from(self.scalar(reg.plus(1))) << 32
    }
}

impl Registers for Wave {
    fn set_vector(&mut self, reg: VReg, lane: u32, value: u32) {
        self.vector.get_mut(reg)[lane as usize] = value;
    }

    fn set_scalar(&mut self, reg: SReg, value: u32) {
        self.scalar[reg.0 as usize] = value;
    }
}

/// Calls `f` for the lanes of a mask, ascending. A full wave, the common case, is a plain loop.
#[inline(always)]
pub(crate) fn for_lanes(mask: u64, mut f: impl FnMut(usize)) {
    if mask & mask.wrapping_add(1) == 0 {
        (0..mask.trailing_ones() as usize).for_each(f);
    } else {
        let mut rest = mask;
        while rest != 0 {
            f(rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// The lanes of a mask, ascending.
pub(crate) fn lanes_of(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lane = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            lane
        })
    })
}
