//! The state of one wave.

use crate::access::Held;
use crate::barrier::Member;
use crate::diverge::Splits;
use crate::mask::MaskStack;
use crate::pending::Pending;
use crate::registers::Registers;
use crate::shuffle::Part;
use op::Kernels;
use plan::Changes;
use uop::{Program, SReg, UopIdx, VReg, WavePlace};

/// Most lanes a wave can have.
pub(crate) const MAX_LANES: usize = 64;

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

/// One wave: registers, active lanes, and where it is in the program. What every step looks at is in
/// front, because machines with a clock have more waves under way than caches hold.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Wave {
    pub(crate) at: UopIdx,
    pub(crate) state: WaveState,
    /// Where its registers are, among them `exec` as 0 or !0 per lane: commit is a blend, never a
    /// branch.
    pub(crate) vector: Registers,
    /// Active lanes. Written only by `set_exec`, which also refreshes the words and `active`.
    exec: u64,
    active: u32,
    /// The program itself left some of the active lanes out, and has not branched since.
    pub(crate) narrowed: bool,
    /// An observer stopped the run before the step at `at` and has been told all about it: on
    /// resume the step is carried out without asking again.
    pub(crate) told: bool,
    /// A debugger changed registers or memory.
    pub(crate) meddled: bool,
    /// Instructions issued so far, as of the last turn.
    pub(crate) issued: u64,
    kernels: &'static Kernels,
    exec_mirror: Option<SReg>,
    pub(crate) splits: Splits,
    pub(crate) masks: MaskStack,
    pub(crate) pending: Pending,
    /// Stores that others do not see yet.
    pub(crate) held: Held,
    pub(crate) place: WavePlace,
    /// Bytes of private memory per lane, lane after lane.
    pub(crate) private: Vec<u8>,
    /// Instructions issued as of the step that runs, where that is one that may ask.
    pub(crate) clock: u64,
    pub(crate) member: Member,
}

impl Wave {
    /// A wave at its start, with registers that a program's constants have been put into.
    pub(crate) fn new(
        program: &Program,
        place: WavePlace,
        registers: Registers,
        kernels: &'static Kernels,
        private_bytes: usize,
    ) -> Wave {
        let lanes = place.lanes as usize;
        assert!(lanes > 0 && lanes <= MAX_LANES);
        let mut wave = Wave {
            at: program.entry,
            state: WaveState::Running,
            vector: registers,
            exec: 0,
            active: 0,
            narrowed: false,
            kernels,
            exec_mirror: program.resources.exec,
            splits: Splits::default(),
            masks: MaskStack::default(),
            pending: Pending::default(),
            held: Held::default(),
            place,
            private: vec![0; private_bytes * lanes],
            issued: 0,
            clock: 0,
            told: false,
            meddled: false,
            member: Member::default(),
        };
        for (i, &value) in program.constants.iter().enumerate() {
            let reg = VReg(program.resources.vectors + i as u16);
            wave.vector.get_mut(reg).fill(value);
        }
        for (i, &value) in program.scalar_constants.iter().enumerate() {
            let reg = SReg(program.resources.scalars + i as u16);
            wave.set_scalar(reg, value);
        }
        let whole = program.resources.whole_waves;
        wave.set_exec(if whole { u64::MAX } else { place.occupied() });
        wave
    }

    /// Becomes the wave with the same number of another workgroup, apart from its registers and its lanes,
    /// which may have run since.
    pub(crate) fn reset(&mut self, program: &Program, group: [u32; 3], changes: &Changes) {
        self.at = program.entry;
        self.state = WaveState::Running;
        self.place.group = group;
        self.splits = Splits::default();
        self.masks = MaskStack::default();
        self.pending.clear();
        self.held.clear();
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
    pub fn place(&self) -> &WavePlace {
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

    /// What kernels take for the number of lanes.
    pub(crate) fn width(&self) -> usize {
        self.vector.width
    }

    /// Words from one vector register to the next.
    pub(crate) fn pitch(&self) -> usize {
        self.vector.pitch
    }

    /// Active lanes, a bit each.
    pub fn exec(&self) -> u64 {
        self.exec
    }

    /// All of it, to a shuffle.
    pub(crate) fn as_part(&mut self) -> Part {
        Part {
            file: self.vector.ptr_mut(VReg(0)),
            pitch: self.pitch(),
            width: self.width(),
            live: self.live_for_kernels(),
            exec: self.exec,
        }
    }

    /// `exec` as commits see it: `!0` for an active lane, 0 for another.
    pub fn live_lanes(&self) -> &[u32] {
        // SAFETY: a register of this wave, which the caller has.
        unsafe { std::slice::from_raw_parts(self.vector.live(), self.lanes()) }
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
        self.vector.scalar(reg.0.into())
    }

    /// Gives a scalar register a value.
    pub fn set_scalar(&mut self, reg: SReg, value: u32) {
        self.vector.set_scalar(reg.0.into(), value);
    }

    /// Gives scalar registers that follow each other values.
    pub(crate) fn set_scalars(&mut self, first: SReg, values: &[u32]) {
        for (i, &value) in values.iter().enumerate() {
            self.set_scalar(first.plus(i as u16), value);
        }
    }

    /// All lanes are active.
    pub(crate) fn is_full(&self) -> bool {
        self.active as usize == self.lanes()
    }

    /// All lanes that hold a thread are active, and no other.
    pub(crate) fn is_whole(&self) -> bool {
        self.exec() == self.place.occupied()
    }

    /// Active lanes as a count.
    pub(crate) fn active(&self) -> u32 {
        self.active
    }

    pub(crate) fn live(&self) -> *const u32 {
        self.vector.live()
    }

    /// The same for kernels, to which null says that no lane is left out.
    #[inline(always)]
    pub(crate) fn live_for_kernels(&self) -> *const u32 {
        match self.active as usize == self.width() {
            true => std::ptr::null(),
            false => self.live(),
        }
    }

    /// The step that comes next, for a debugger: what lies between is not done.
    pub fn jump(&mut self, to: UopIdx) {
        self.at = to;
    }

    /// The program writes the mask of active lanes.
    pub(crate) fn write_exec(&mut self, exec: u64) {
        let before = self.exec;
        self.set_exec(exec);
        if self.exec != before {
            self.narrowed = self.exec != 0 && self.exec & !before == 0;
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
            let (live, width) = (self.vector.live(), self.width());
            // SAFETY: the wave has so many words there.
            unsafe { self.kernels.expand_mask(live, exec, !0, width) };
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

impl uop::Registers for Wave {
    fn set_vector(&mut self, reg: VReg, lane: u32, value: u32) {
        self.vector.get_mut(reg)[lane as usize] = value;
    }

    fn set_scalar(&mut self, reg: SReg, value: u32) {
        self.vector.set_scalar(reg.0.into(), value);
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
