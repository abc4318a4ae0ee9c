//! The waves of a workgroup in step with each other.
//!
//! As long as all waves of a workgroup go the same way, a step is taken by all of them at once.
//! Their registers lie side by side, so that to a kernel they are one very wide wave, and what a
//! step costs besides the work itself is paid once.
//!
//! Where waves part, where it would matter who is first, and where anything is out of the ordinary,
//! every wave gets its registers and goes on by itself. So faults, limits and whatever is rare are
//! none of a gang's business. Only runs that nobody watches have one; what a program does that has
//! no race is the same either way.

use crate::access;
use crate::barrier;
use crate::changes::Changes;
use crate::code::{Code, Kind, MAX_ADVANCE, Operands, Scalars};
use crate::dispatch::{Config, Delivery, Launch, Order};
use crate::interpret::{Context, vector_run};
use crate::wave::{Lanes, Wave, WaveStart, WaveState};
use op::Kernels;
use std::ops::Range;
use uop::{Entry, Place, Program, Registers, SReg, ScalarLoad, Uop, VReg};

/// Most waves in a gang. With more, registers that are in use no longer fit the nearest cache.
pub(crate) const MAX_GANG: usize = 8;

#[derive(Clone, Debug)]
pub(crate) struct Gang {
    /// Lane `l` of wave `w` is word `w * width + l` of a register.
    vector: Lanes,
    width: usize,
    /// Word `w` of register `r` is at `r * waves + w`.
    scalar: Vec<u32>,
    waves: usize,
    exec: Vec<u64>,
    live: Lanes,
    exec_mirror: Option<SReg>,
    /// Lanes of a wave.
    lanes: usize,
    kernels: &'static Kernels,
    scratch: Lanes,
    /// What the waves start with: named registers, and all scalars.
    first_vector: Lanes,
    first_scalar: Vec<u32>,
}

/// The waves of a launch's workgroups, if they are to begin in step.
pub(crate) fn suits(program: &Program, launch: &Launch<'_>, config: &Config) -> Option<usize> {
    let threads: u32 = launch.block.iter().product();
    let waves = threads.div_ceil(launch.lanes) as usize;
    let suits = (2..=MAX_GANG).contains(&waves)
        && program.resources.cluster <= 1
        // Other programs part lanes in ways that are not for a gang.
        && program.resources.exec.is_some()
        && config.order == Order::RoundRobin
        && config.delivery == Delivery::Eager;
    suits.then_some(waves)
}

impl Gang {
    /// Waves that have not begun.
    pub fn new(program: &Program, waves: &[Wave], scratch: usize) -> Gang {
        let (width, lanes) = (waves[0].stride(), waves[0].lanes());
        let mut gang = Gang {
            vector: Lanes::new(program.vector_file.into(), width * waves.len()),
            width,
            scalar: vec![0; waves[0].scalar.len() * waves.len()],
            waves: waves.len(),
            exec: vec![0; waves.len()],
            live: Lanes::new(1, width * waves.len()),
            exec_mirror: program.resources.exec,
            lanes,
            kernels: op::kernels(),
            scratch: Lanes::new(scratch, width * waves.len()),
            first_vector: Lanes::new(0, width * waves.len()),
            first_scalar: Vec::new(),
        };
        for (w, wave) in waves.iter().enumerate() {
            for reg in 0..program.vector_file {
                gang.part_mut(VReg(reg), w)
                    .copy_from_slice(wave.vector(VReg(reg)));
            }
            for (reg, &word) in wave.scalar.iter().enumerate() {
                gang.scalar[reg * waves.len() + w] = word;
            }
            gang.set_exec(w, wave.exec());
        }
        gang.first_vector = gang.vector.first(program.resources.vectors.into());
        gang.first_scalar = gang.scalar.clone();
        gang
    }

    /// Becomes the waves of another workgroup, as `new` would make them of what those start with.
    pub fn restart(
        &mut self,
        places: impl Iterator<Item = Place>,
        entry: &dyn Entry,
        starts: &[WaveStart],
        changes: &Changes,
    ) {
        let all_full = starts.iter().all(|start| start.is_full(self.lanes));
        for registers in changes.vectors_for(all_full) {
            self.vector.copy_from(&self.first_vector, registers.clone());
        }
        for registers in &changes.scalars {
            let words = registers.start * self.waves..registers.end * self.waves;
            for word in words {
                self.scalar[word] = self.first_scalar[word];
            }
        }
        for (w, (place, start)) in places.zip(starts).enumerate() {
            self.set_exec(w, start.exec);
            let mut member = Member {
                gang: self,
                wave: w,
            };
            entry.enter_next(&place, &mut member);
        }
    }

    /// Runs for at most about `fuel` steps, and returns the instructions that all waves together
    /// issued. They have all ended then, or each goes on by itself.
    pub fn run(
        &mut self,
        waves: &mut [Wave],
        cx: &mut Context<'_>,
        changes: &Changes,
        entry: &dyn Entry,
        fuel: i64,
    ) -> u64 {
        let program = cx.program;
        let entries = &cx.code.entries[..];
        let mut at = program.entry;
        let mut left = fuel;
        // Instructions of one wave; lanes that were active, summed over those of all.
        let (mut issued, mut active) = (0, 0);
        let mut active_now = self.active();
        let ended = loop {
            let Some(code) = entries.get(at as usize) else {
                break false;
            };
            if left <= i64::from(MAX_ADVANCE) {
                break false;
            }
            let (before, mut more) = (active_now, 0);
            let mut next = at + u32::from(code.advance);
            match code.kind {
                Kind::VectorRun => {
                    let (file, live) = (self.vector.ptr_mut(VReg(0)), self.live.ptr(VReg(0)));
                    // SAFETY: the code was prepared for registers that lie like this.
                    let run = unsafe { vector_run(code, file, live, self.pitch(), left) };
                    left = run.left;
                    more = run.issued;
                    next = at + run.advanced;
                }
                // SAFETY: as above.
                Kind::Vectors => unsafe {
                    let (file, live) = (self.vector.ptr_mut(VReg(0)), self.live.ptr(VReg(0)));
                    code.call(file, live, self.pitch());
                },
                // SAFETY: as above.
                Kind::Mixed => unsafe { code.call_mixed(&self.operands()) },
                // SAFETY: as above.
                Kind::Modified => unsafe { cx.code.modified(code.dst, &self.operands()) },
                // SAFETY: as above.
                Kind::Compare | Kind::Predicate => unsafe { self.compare(code) },
                Kind::LanesFromMask => self.lanes_from_mask(code),
                // SAFETY: as above.
                Kind::Words | Kind::WordsFlag | Kind::Wide | Kind::WideFlag => unsafe {
                    code.call_scalars(&mut self.scalar, self.waves);
                },
                Kind::ReadLane | Kind::ReadFirst => self.read_lane(code),
                Kind::SetExec => {
                    for w in 0..self.waves {
                        self.set_exec(w, self.mask(SReg(code.src[0] as u16), w));
                    }
                    active_now = self.active();
                }
                Kind::Jump => next = code.dst,
                Kind::BranchZero
                | Kind::BranchNonZero
                | Kind::BranchMaskZero
                | Kind::BranchMaskNonZero
                | Kind::BranchNoneActive
                | Kind::BranchAnyActive => match self.all_take(code) {
                    Some(true) => next = code.dst,
                    Some(false) => {}
                    None => break false,
                },
                Kind::Nop => {}
                Kind::Memory | Kind::LocalWords => {
                    if !self.memory(code, active_now, cx) {
                        break false;
                    }
                }
                Kind::ScalarLoad => match &program.steps[at as usize].uop {
                    Uop::ScalarLoad(load) if self.scalar_load(load, code, cx) => {}
                    _ => break false,
                },
                Kind::FirstLane => break false,
                Kind::Other => match &program.steps[at as usize].uop {
                    Uop::Barrier if !program.resources.uniform_barriers => cx.stats.barriers += 1,
                    Uop::Split(op) => {
                        let before = cx.barriers.opened();
                        if !barrier::split_in_step(waves, cx.barriers, *op) {
                            break false;
                        }
                        cx.stats.barriers += u64::from(cx.barriers.opened() != before);
                    }
                    Uop::End => {
                        issued += u64::from(code.count);
                        active += u64::from(code.count) * before;
                        break true;
                    }
                    _ => break false,
                },
            }
            more += u64::from(code.count);
            issued += more;
            active += more * before;
            left -= i64::from(code.advance);
            at = next;
        };
        for (w, wave) in waves.iter_mut().enumerate() {
            wave.by_itself = !ended;
            wave.at = at;
            wave.issued += issued;
            match ended {
                true => wave.state = WaveState::Ended,
                false => {
                    // What the program does not change may differ from workgroup to workgroup.
                    let place = *wave.place();
                    entry.enter_next(&place, wave);
                    self.hand_back(w, wave, changes);
                }
            }
        }
        let issued = issued * self.waves as u64;
        cx.stats.instructions += issued;
        cx.stats.active_lanes += active;
        cx.stats.lane_slots += issued * self.lanes as u64;
        issued
    }

    /// Gives a wave the registers that the program may have changed.
    fn hand_back(&self, w: usize, wave: &mut Wave, changes: &Changes) {
        for reg in changes.file.iter().cloned().flatten() {
            let reg = VReg(reg as u16);
            wave.vector_mut(reg).copy_from_slice(self.part(reg, w));
        }
        for (reg, word) in wave.scalar.iter_mut().enumerate() {
            *word = self.scalar[reg * self.waves + w];
        }
        wave.set_exec(self.exec[w]);
    }

    /// Words from one vector register to the next.
    fn pitch(&self) -> usize {
        self.width * self.waves
    }

    fn part_range(&self, w: usize) -> Range<usize> {
        w * self.width..w * self.width + self.lanes
    }

    fn part(&self, reg: VReg, w: usize) -> &[u32] {
        &self.vector.get(reg)[self.part_range(w)]
    }

    fn part_mut(&mut self, reg: VReg, w: usize) -> &mut [u32] {
        let range = self.part_range(w);
        &mut self.vector.get_mut(reg)[range]
    }

    fn row(&self, reg: SReg) -> &[u32] {
        &self.scalar[usize::from(reg.0) * self.waves..][..self.waves]
    }

    fn row_mut(&mut self, reg: SReg) -> &mut [u32] {
        &mut self.scalar[usize::from(reg.0) * self.waves..][..self.waves]
    }

    fn active(&self) -> u64 {
        self.exec
            .iter()
            .map(|exec| u64::from(exec.count_ones()))
            .sum()
    }

    fn mask(&self, reg: SReg, w: usize) -> u64 {
        let low = u64::from(self.row(reg)[w]);
        match self.lanes {
            64 => low | u64::from(self.row(reg.plus(1))[w]) << 32,
            _ => low,
        }
    }

    fn set_mask(&mut self, reg: SReg, w: usize, mask: u64) {
        self.row_mut(reg)[w] = mask as u32;
        if self.lanes == 64 {
            self.row_mut(reg.plus(1))[w] = (mask >> 32) as u32;
        }
    }

    fn set_exec(&mut self, w: usize, exec: u64) {
        let exec = exec & (u64::MAX >> (64 - self.lanes));
        if exec != self.exec[w] {
            self.exec[w] = exec;
            let live = self.live.ptr_mut(VReg(0)).wrapping_add(w * self.width);
            // SAFETY: `live` is one register of all waves.
            unsafe { self.kernels.expand_mask(live, exec, !0, self.width) };
        }
        if let Some(mirror) = self.exec_mirror {
            self.set_mask(mirror, w, exec);
        }
    }

    fn operands(&mut self) -> Operands<Together<'_>> {
        Operands {
            file: self.vector.ptr_mut(VReg(0)),
            scratch: self.scratch.ptr_mut(VReg(0)),
            live: self.live.ptr(VReg(0)),
            stride: self.width * self.waves,
            kernels: self.kernels,
            scalars: Together {
                words: &self.scalar,
                waves: self.waves,
                width: self.width,
            },
        }
    }

    /// # Safety
    /// As for [`Code::call_masks`].
    unsafe fn compare(&mut self, code: &Code) {
        let mut masks = [0; MAX_GANG];
        let width = self.width;
        // SAFETY: by this function's contract.
        unsafe { code.call_masks(&self.operands(), width, |w, bits| masks[w] = bits) };
        let dst = SReg(code.dst as u16);
        for (w, bits) in masks.into_iter().enumerate().take(self.waves) {
            let exec = self.exec[w];
            let kept = match code.kind {
                Kind::Predicate => self.mask(dst, w) & !exec,
                _ => 0,
            };
            self.set_mask(dst, w, kept | bits & exec);
        }
    }

    fn lanes_from_mask(&mut self, code: &Code) {
        let file = self.vector.ptr_mut(VReg(0));
        for w in 0..self.waves {
            let bits = self.mask(SReg(code.src[0] as u16), w);
            // SAFETY: registers are in range, and so is a wave's part of one.
            unsafe {
                let dst = file.byte_add(code.dst as usize).add(w * self.width);
                self.kernels.expand_mask(dst, bits, 1, self.width);
            }
        }
    }

    fn read_lane(&mut self, code: &Code) {
        for w in 0..self.waves {
            let lane = match code.kind {
                Kind::ReadLane => self.row(SReg(code.src[1] as u16))[w] as usize % self.lanes,
                // Lane 0 if none is active.
                _ => self.exec[w].trailing_zeros() as usize % 64,
            };
            let word = self.part(VReg(code.src[0] as u16), w)[lane];
            self.row_mut(SReg(code.dst as u16))[w] = word;
        }
    }

    /// Whether all waves take a branch, if they agree.
    fn all_take(&self, code: &Code) -> Option<bool> {
        let reg = SReg(code.src[0] as u16);
        let takes = |w: usize| match code.kind {
            Kind::BranchZero => self.row(reg)[w] == 0,
            Kind::BranchNonZero => self.row(reg)[w] != 0,
            Kind::BranchMaskZero => self.mask(reg, w) == 0,
            Kind::BranchMaskNonZero => self.mask(reg, w) != 0,
            Kind::BranchNoneActive => self.exec[w] == 0,
            _ => self.exec[w] != 0,
        };
        let first = takes(0);
        (1..self.waves).all(|w| takes(w) == first).then_some(first)
    }

    /// False if somebody has to go by itself; nothing has happened then.
    fn memory(&mut self, code: &Code, active: u64, cx: &mut Context<'_>) -> bool {
        let shape = &cx.code.shapes[code.dst as usize];
        let first = self.exec.iter().position(|exec| *exec != 0).unwrap_or(0);
        let party = access::Party {
            file: self.vector.ptr_mut(VReg(0)),
            lanes: self.pitch(),
            width: self.width,
            live: self.live.ptr(VReg(0)),
            mask: self.all_as_bits(),
            first: first * self.width + self.exec[first].trailing_zeros() as usize % 64,
            active,
        };
        access::whole_words_in_step(&party, shape, cx, |reg| self.common_pair(reg))
    }

    /// The active lanes of all waves, where there are at most 64 lanes.
    fn all_as_bits(&self) -> u64 {
        let exec = self.exec.iter().enumerate();
        match self.pitch() <= 64 {
            true => exec.fold(0, |all, (w, exec)| all | exec << (w * self.width)),
            false => 0,
        }
    }

    /// What a scalar holds in all waves, if it is the same.
    fn common(&self, reg: SReg) -> Option<u32> {
        let row = self.row(reg);
        row.iter().all(|word| *word == row[0]).then_some(row[0])
    }

    fn common_pair(&self, reg: SReg) -> Option<u64> {
        let (low, high) = (self.common(reg)?, self.common(reg.plus(1))?);
        Some(u64::from(low) | u64::from(high) << 32)
    }

    /// False if somebody has to go by itself; nothing has happened then.
    fn scalar_load(&mut self, load: &ScalarLoad, code: &Code, cx: &mut Context<'_>) -> bool {
        let shape = &cx.code.shapes[code.dst as usize];
        let index = load.index.map_or(Some(0), |reg| self.common(reg));
        let (Some(base), Some(index)) = (self.common_pair(load.base), index) else {
            return false;
        };
        let address = access::scalar_address(load, base, index);
        let waves = self.waves as u64;
        let put = |i: usize, word| self.row_mut(load.dst.plus(i as u16)).fill(word);
        access::scalar_words_in_step(waves, load, shape, cx, address, put)
    }
}

/// The scalars of all waves.
#[derive(Clone, Copy)]
struct Together<'a> {
    words: &'a [u32],
    waves: usize,
    width: usize,
}

impl Scalars for Together<'_> {
    #[inline(always)]
    unsafe fn spread(self, reg: usize, to: *mut u32, _: usize, kernels: &Kernels) {
        let values = &self.words[reg * self.waves..][..self.waves];
        for (w, &value) in values.iter().enumerate() {
            // SAFETY: by this function's contract; a wave's part is `width` words.
            unsafe {
                let part = to.add(w * self.width);
                if *part != value {
                    kernels.broadcast(part, value, self.width);
                }
            }
        }
    }
}

/// One wave of a gang that is about to begin.
struct Member<'a> {
    gang: &'a mut Gang,
    wave: usize,
}

impl Registers for Member<'_> {
    fn set_vector(&mut self, reg: VReg, lane: u32, value: u32) {
        self.gang.part_mut(reg, self.wave)[lane as usize] = value;
    }

    fn set_scalar(&mut self, reg: SReg, value: u32) {
        self.gang.row_mut(reg)[self.wave] = value;
    }
}
