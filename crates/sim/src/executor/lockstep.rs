//! Waves that take steps together, or one alone: how each kind of step is taken.

use super::scalars::{One, Several, fill};
use super::way::Way;
use super::{Context, Turn};
use crate::code::{Code, Kind, Operands, Prepared};
use crate::cross::cross;
use crate::custom;
use crate::fault::Site;
use crate::registers::MAX_LOCKSTEP;
use crate::shuffle::{Part, Shuffling};
use crate::wave::{Wave, WaveState};
use crate::waves::{Shared, Waves};
use op::{Kernels, Span};
use plan::Affine;
use std::ops::Range;
use uop::{CrossOp, Custom, Program, Reach, SReg, UopIdx, VReg};

/// Neighbours that are at the same step. Until they part, where they are is known here only.
pub(super) struct Lockstep<'a> {
    pub waves: &'a mut [Wave],
    pub(super) shared: &'a mut Shared,
    /// See [`Waves::wake`].
    stale: &'a mut Option<[u32; 3]>,
    /// They are all waves of the workgroup.
    pub whole: bool,
    /// Waves know themselves where they are.
    pub(super) told: bool,
    pub file: *mut u32,
    pub(super) scratch: *mut u32,
    pub(super) live: *const u32,
    pub scalars: *mut u32,
    /// Words from one scalar register to the next.
    pub row: usize,
    pub span: Span,
    pub(super) width: usize,
    /// Lanes of a wave.
    pub lanes: usize,
    /// How many lanes are active, those of all waves together.
    pub active: u64,
    pub(super) program: &'a Program,
    pub(super) code: &'a Prepared,
    kernels: &'static Kernels,
}

impl<'a> Lockstep<'a> {
    pub fn new(waves: &'a mut Waves, range: Range<usize>, cx: &Context<'a>) -> Lockstep<'a> {
        let whole = range.len() == waves.len() && waves.each == waves.len();
        let each = waves.each;
        let (waves, shared, stale) = waves.range(range.clone());
        let mut lock = Lockstep::of(waves, shared, stale, whole, cx);
        lock.active = lock.waves.iter().map(|wave| u64::from(wave.active())).sum();
        if lock.shared.block.layout.waves > 1 {
            lock.enter(range, each);
        }
        lock
    }

    /// One wave of several that take turns, instruction by instruction, from the first on: nothing
    /// is known of them together, so there is nothing to forget.
    #[inline]
    pub fn alone(waves: &'a mut Waves, wave: usize, cx: &Context<'a>) -> Lockstep<'a> {
        let whole = waves.len() == 1;
        let (waves, shared, stale) = waves.range(wave..wave + 1);
        debug_assert!(!shared.values.on);
        Lockstep::of(waves, shared, stale, whole, cx)
    }

    #[inline]
    fn of(
        waves: &'a mut [Wave],
        shared: &'a mut Shared,
        stale: &'a mut Option<[u32; 3]>,
        whole: bool,
        cx: &Context<'a>,
    ) -> Lockstep<'a> {
        let registers = waves[0].vector;
        Lockstep {
            whole,
            told: false,
            file: registers.file(),
            scratch: registers.scratch(0),
            live: registers.live(),
            scalars: registers.scalars(),
            row: registers.row,
            span: Span::new(waves.len() * registers.width, registers.pitch),
            width: registers.width,
            lanes: registers.lanes,
            active: waves[0].active().into(),
            program: cx.program,
            code: cx.code,
            kernels: cx.kernels,
            waves,
            shared,
            stale,
        }
    }

    /// What was known of the block may not hold for these waves.
    fn enter(&mut self, range: Range<usize>, each: usize) {
        let fresh = std::mem::take(&mut self.shared.fresh);
        let verify = std::mem::take(&mut self.shared.met);
        let n = range.len();
        let all = range == self.shared.of;
        let start = range.start;
        let mut uniform = self.shared.uniform && all;
        if all && !uniform && verify {
            let mut registers = self.code.plan.uniform.registers();
            uniform = registers.all(|reg| self.alike(reg * self.row));
        }
        if range != self.shared.last || uniform != self.shared.uniform {
            self.shared.last = range;
            self.shared.uniform = uniform;
            self.shared.epoch = self.shared.epoch.wrapping_add(1);
            if self.shared.epoch == 0 {
                self.shared.shadows.fill(0);
                self.shared.epoch = 1;
            }
        }
        self.shared.values.on = false;
        if fresh && all && n > 1 && self.active == self.span.lanes() as u64 {
            let first = (start % each * self.width) as u32;
            self.shared.values.begin(&self.code.plan.starts, first);
            for &(reg, step) in &self.code.plan.varying {
                let first = self.first_word(reg);
                self.shared.values.set(reg, Affine { first, step });
            }
        }
    }

    /// The step that the waves are at.
    pub fn at(&self, program: &Program) -> UopIdx {
        match self.stale {
            Some(_) => program.entry,
            None => self.waves[0].at,
        }
    }

    /// The first wave, or the only one.
    #[inline(always)]
    pub fn wave(&mut self) -> &mut Wave {
        &mut self.waves[0]
    }

    /// Makes the waves those of their workgroup, if they are not yet.
    pub fn wake(&mut self, cx: &Context<'_>) {
        if let Some(group) = self.stale.take() {
            for wave in self.waves.iter_mut() {
                wave.reset(cx.program, group, &cx.code.plan.changes);
            }
        }
    }

    /// Active lanes as kernels have them.
    #[inline(always)]
    pub fn live(&self) -> *const u32 {
        match self.active == self.span.lanes() as u64 {
            true => std::ptr::null(),
            false => self.live,
        }
    }

    /// Notes where the waves are when their turn ends.
    pub fn leave<T>(
        &mut self,
        at: UopIdx,
        outcome: &Result<Turn, T>,
        issued: u64,
        cx: &Context<'_>,
    ) {
        if self.stale.is_some() && matches!(outcome, Ok(Turn::Ended)) {
            return;
        }
        self.wake(cx);
        self.leave_affine(at);
        for wave in self.waves.iter_mut() {
            wave.issued = wave.issued.wrapping_add(issued);
            if !self.told {
                wave.at = at;
            }
        }
    }

    /// All waves of the workgroup have ended.
    pub fn end(&mut self) -> Turn {
        if self.stale.is_none() {
            for wave in self.waves.iter_mut() {
                wave.deliver_all();
                wave.state = WaveState::Ended;
            }
        }
        Turn::Ended
    }

    /// What waves that do not go together any more do.
    pub fn parted(&self, prepared: &Prepared) -> Turn {
        match prepared.plan.ordered {
            true => Turn::Apart,
            false => Turn::Parted,
        }
    }

    /// The whole workgroup is at a barrier, and every lane of it.
    pub fn passes_barrier(&self, program: &Program) -> bool {
        let fresh = self.stale.is_some();
        let uniform = program.resources.uniform_barriers;
        let arrives = |wave: &Wave| {
            let alive = if fresh {
                wave.place.occupied()
            } else {
                wave.alive()
            };
            (fresh || wave.splits.are_one()) && (!uniform || wave.exec() == alive)
        };
        self.whole && self.waves.iter().all(arrives)
    }

    /// All lanes that the waves began with are active.
    pub fn is_whole(&self) -> bool {
        self.stale.is_some() || self.waves.iter().all(Wave::is_whole)
    }

    /// # Safety
    /// As for [`Code::call_mixed`].
    #[inline(always)]
    pub unsafe fn mixed<W: Way>(&mut self, code: &Code, prepared: &Prepared) {
        // SAFETY: by this function's contract.
        unsafe {
            match W::ALONE {
                true => code.call_mixed(&self.one()),
                false => code.call_mixed(&self.several(prepared)),
            }
        }
    }

    /// # Safety
    /// As for [`Prepared::modified`].
    #[inline(always)]
    pub unsafe fn modified<W: Way>(&mut self, code: &Code, prepared: &Prepared) {
        // SAFETY: by this function's contract.
        unsafe {
            match W::ALONE {
                true => prepared.modified(code.dst, &self.one()),
                false => prepared.modified(code.dst, &self.several(prepared)),
            }
        }
    }

    #[inline(always)]
    fn one(&self) -> Operands<One> {
        self.operands(One {
            scalars: self.scalars,
            row: self.row,
        })
    }

    #[inline(always)]
    fn several<'p>(&mut self, prepared: &'p Prepared) -> Operands<Several<'p>> {
        let several = Several {
            scalars: self.scalars,
            row: self.row,
            waves: self.waves.len(),
            width: self.width,
            uniform: self.shared.uniform.then_some(&prepared.plan.uniform),
            shadows: self.shared.shadows.as_mut_ptr(),
            epoch: u64::from(self.shared.epoch) << 32,
        };
        self.operands(several)
    }

    #[inline(always)]
    fn operands<S>(&self, scalars: S) -> Operands<S> {
        Operands {
            file: self.file,
            scratch: self.scratch,
            scalars,
            live: self.live(),
            span: self.span,
            kernels: self.kernels,
        }
    }

    /// Takes a step on affine values, or on vectors if it does not lead to such.
    #[inline]
    pub fn affine<W: Way>(&mut self, at: UopIdx, code: &Code, prepared: &Prepared) {
        let (call, on_vectors) = &prepared.affine[code.dst as usize];
        if !W::ALONE && self.shared.values.on {
            let step = &prepared.plan.affine[code.dst as usize];
            let (scalars, row) = (self.scalars, self.row);
            // SAFETY: registers are in range.
            let scalar = |reg: usize| unsafe { *scalars.add(reg * row) };
            if self.shared.values.take(step, *call, scalar) {
                if step.needed {
                    step.results().for_each(|reg| self.write_affine(reg));
                }
                return;
            }
            self.leave_affine(at);
        }
        // SAFETY: the code was prepared for registers that lie like this.
        unsafe {
            match W::ALONE {
                true => on_vectors.call_mixed(&self.one()),
                false => on_vectors.call_mixed(&self.several(prepared)),
            }
        }
    }

    /// From here on there are only vectors.
    pub(super) fn leave_affine(&mut self, at: UopIdx) {
        if std::mem::take(&mut self.shared.values.on) {
            let code = self.code;
            for &reg in code.plan.unwritten(at) {
                self.write_affine(reg);
            }
        }
    }

    /// Fills a vector register with the affine value that it is.
    fn write_affine(&mut self, reg: VReg) {
        let affine = self.shared.values.get(reg);
        let to = self.register(reg);
        // SAFETY: the register has so many lanes.
        unsafe { (self.kernels).ramp(to, affine.first, affine.step, self.span.lanes()) };
    }

    /// What the first lane of all holds.
    pub(super) fn first_word(&self, reg: VReg) -> u32 {
        // SAFETY: registers are in range, and have a lane.
        unsafe { *self.register(reg) }
    }

    fn register(&self, reg: VReg) -> *mut u32 {
        self.file
            .wrapping_add(usize::from(reg.0) * self.span.pitch())
    }

    /// # Safety
    /// As for [`Code::call_masks`].
    #[inline(always)]
    pub unsafe fn compare<W: Way>(&mut self, code: &Code, prepared: &Prepared) {
        let mut masks = [0; MAX_LOCKSTEP];
        let put = |w: usize, bits| masks[w % MAX_LOCKSTEP] = bits;
        let width = if W::ALONE {
            self.span.lanes()
        } else {
            self.width
        };
        // SAFETY: by this function's contract.
        unsafe {
            match W::ALONE {
                true => code.call_masks(&self.one(), width, put),
                false => code.call_masks(&self.several(prepared), width, put),
            }
        }
        let dst = SReg(code.dst as u16);
        for (wave, bits) in self.each::<W>().iter_mut().zip(masks) {
            let exec = wave.exec();
            let kept = match code.kind {
                Kind::Predicate => wave.mask(dst) & !exec,
                _ => 0,
            };
            wave.set_mask(dst, kept | bits & exec);
        }
    }

    /// The waves; to a compiler, exactly one if it is alone.
    #[inline(always)]
    fn each<W: Way>(&mut self) -> &mut [Wave] {
        match W::ALONE {
            true => &mut self.waves[..1],
            false => self.waves,
        }
    }

    pub fn lanes_from_mask<W: Way>(&mut self, code: &Code) {
        let kernels = self.kernels;
        for wave in self.each::<W>() {
            let bits = wave.mask(SReg(code.src[0] as u16));
            // SAFETY: registers are in range.
            unsafe {
                let dst = wave.vector.file().byte_add(code.dst as usize);
                kernels.expand_mask(dst, bits, 1, wave.width());
            }
        }
    }

    #[inline(always)]
    pub fn read_lane<W: Way>(&mut self, code: &Code) {
        for wave in self.each::<W>() {
            let lane = match code.kind {
                Kind::ReadLane => wave.scalar(SReg(code.src[1] as u16)) as usize % wave.lanes(),
                // Lane 0 if none is active.
                _ => wave.exec().trailing_zeros() as usize % 64,
            };
            let word = wave.vector(VReg(code.src[0] as u16))[lane];
            wave.set_scalar(SReg(code.dst as u16), word);
        }
    }

    #[inline(never)]
    pub fn shuffle<W: Way>(&mut self, shuffle: &Shuffling) {
        let (all, kernels) = (self.live().is_null(), self.kernels);
        for wave in self.each::<W>() {
            let mut part: Part = wave.as_part();
            if all {
                part.live = std::ptr::null();
            }
            // SAFETY: registers are in range.
            let found = unsafe { shuffle.carry_out(kernels, &part) };
            found.inspect(|&(mask, lanes)| wave.set_mask(mask, lanes));
        }
    }

    /// Movement between lanes that are found out on the way.
    pub fn cross(&mut self, op: &CrossOp, inst: u32, cx: &mut Context<'_>) {
        self.wake(cx);
        for wave in self.waves.iter_mut() {
            cross(wave, op, cx, inst);
        }
    }

    /// A custom operation on registers alone, which never fails. False if it is another.
    pub fn custom(
        &mut self,
        op: &dyn Custom,
        inst: u32,
        issued: u64,
        cx: &mut Context<'_>,
    ) -> bool {
        if op.reach() != Reach::Registers || cx.strict && op.channel().is_some() {
            return false;
        }
        self.wake(cx);
        for wave in self.waves.iter_mut() {
            wave.clock = wave.issued + issued;
            let site = Site::of(wave, inst);
            let done = custom::run(op, wave, cx, &mut (), &site);
            debug_assert!(done.is_ok(), "{op:?} fails");
        }
        true
    }

    /// # Safety
    /// The entry has a scalar function.
    #[inline(always)]
    pub unsafe fn scalar<W: Way>(&mut self, code: &Code) {
        let row = self.row;
        let (dst, wide, flag) = code.results();
        // SAFETY: registers are in range.
        let put = |at: *mut u32, result: u64, n: usize| unsafe {
            fill(at.add(dst * row), result as u32, n);
            if wide {
                fill(at.add((dst + 1) * row), (result >> 32) as u32, n);
            }
            if let Some(flag) = flag {
                fill(at.add(flag * row), (result != 0).into(), n);
            }
        };
        let n = if W::ALONE { 1 } else { self.waves.len() };
        let alike = W::ALONE
            || code.uniform && self.shared.uniform
            || code.scalar_sources(row).all(|at| self.alike(at));
        // SAFETY: as above.
        unsafe {
            if alike {
                return put(self.scalars, code.call_wide(self.scalars, row), n);
            }
            for w in 0..n {
                let own = self.scalars.add(w);
                put(own, code.call_wide(own, row), 1);
            }
        }
    }

    #[inline(always)]
    pub fn first_lane<W: Way>(&mut self, code: &Code) {
        for wave in self.each::<W>() {
            // SAFETY: registers are in range.
            unsafe { code.call_first_lane(wave.vector.file()) };
        }
    }

    #[inline(always)]
    pub fn set_exec<W: Way>(&mut self, reg: SReg) {
        let mut active = 0;
        for wave in self.each::<W>() {
            wave.write_exec(wave.mask(reg));
            active += u64::from(wave.active());
        }
        self.active = active;
    }

    /// Whether all waves have the same in a scalar, given by where its words begin.
    #[inline(always)]
    pub(super) fn alike(&self, at: usize) -> bool {
        // SAFETY: registers are in range.
        self.all_are(at, unsafe { *self.scalars.add(at) })
    }

    /// Whether all waves have this in a scalar.
    #[inline(always)]
    pub(super) fn all_are(&self, at: usize, value: u32) -> bool {
        let words = (0..self.waves.len()).map(|w| {
            // SAFETY: registers are in range, and a row has a word for each wave.
            unsafe { *self.scalars.add(at + w) }
        });
        words.fold(0, |differ, word| differ | (word ^ value)) == 0
    }
}
