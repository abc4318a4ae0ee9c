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

mod member;

use crate::access;
use crate::barrier;
use crate::changes::Changes;
use crate::code::{Code, Kind, MAX_ADVANCE, Operands, Prepared, Scalars, Shared};
use crate::dispatch::{Config, Delivery, Launch, Order};
use crate::interpret::{Context, vector_run};
use crate::ramp::Ramps;
use crate::shuffle::{Part, Shuffling};
use crate::wave::{Lanes, Wave, WaveStart};
use op::Kernels;
use std::ops::Range;
use uop::{Custom, Entry, Place, Program, Reach, Registers, SReg, ScalarLoad, Uop, VReg};

/// Most waves in a gang. With more, registers that are in use no longer fit the nearest cache.
pub(crate) const MAX_GANG: usize = 8;

#[derive(Clone, Debug)]
pub(crate) struct Gang {
    /// Lane `l` of wave `w` is word `w * width + l` of a register.
    vector: Lanes,
    width: usize,
    /// Word `w` of register `r` is at `r * waves + w`; where it is one of all waves, word 0 only.
    scalar: Vec<u32>,
    shared: Shared,
    waves: usize,
    exec: Vec<u64>,
    live: Lanes,
    /// How many lanes are active, those of all waves together.
    active: u64,
    exec_mirror: Option<SReg>,
    /// Lanes of a wave.
    lanes: usize,
    group: [u32; 3],
    kernels: &'static Kernels,
    scratch: Lanes,
    ramps: Ramps,
    /// What the waves start with: named registers, and all scalars.
    first_vector: Lanes,
    first_scalar: Vec<u32>,
}

/// Steps after which waves have to have stored something to stay in step.
const STRETCH: i64 = 1 << 20;

/// The waves of a launch's workgroups, if they are to begin in step.
pub(crate) fn suits(program: &Program, launch: &Launch, config: &Config) -> Option<usize> {
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
    pub fn new(program: &Program, waves: &[Wave], code: &Prepared) -> Gang {
        let (width, lanes) = (waves[0].stride(), waves[0].lanes());
        let mut gang = Gang {
            vector: Lanes::new(program.vector_file.into(), width * waves.len()),
            width,
            scalar: vec![0; waves[0].scalar.len() * waves.len()],
            shared: code.shared.clone(),
            waves: waves.len(),
            exec: vec![0; waves.len()],
            live: Lanes::new(1, width * waves.len()),
            active: 0,
            exec_mirror: program.resources.exec,
            lanes,
            group: waves[0].place().group,
            kernels: op::kernels(),
            scratch: Lanes::new(code.scratch, width * waves.len()),
            ramps: Ramps::new(program.vector_file.into(), width * waves.len()),
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
    /// `first` is the place of the first.
    pub fn restart(
        &mut self,
        first: Place,
        entry: &dyn Entry,
        starts: &[WaveStart],
        changes: &Changes,
    ) {
        self.group = first.group;
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
        for (w, start) in starts.iter().enumerate() {
            if self.exec[w] != start.exec {
                self.set_exec(w, start.exec);
            }
        }
        let all = 0..self.waves;
        if entry.enter_next_all(
            &first,
            &mut Members {
                gang: self,
                of: all,
            },
        ) {
            return;
        }
        for w in 0..self.waves {
            let place = Place {
                wave: w as u32,
                ..first
            };
            let one = w..w + 1;
            entry.enter_next(
                &place,
                &mut Members {
                    gang: self,
                    of: one,
                },
            );
        }
    }

    /// Runs for at most about `fuel` steps, and returns the instructions that all waves together
    /// issued, and whether they have all ended. Otherwise each goes on by itself.
    pub fn run(
        &mut self,
        waves: &mut [Wave],
        cx: &mut Context<'_>,
        changes: &Changes,
        entry: &dyn Entry,
        fuel: i64,
    ) -> (u64, bool) {
        let program = cx.program;
        let entries = &cx.code.entries[..];
        let mut at = program.entry;
        let (mut left, mut fuel) = (fuel.min(STRETCH), fuel);
        fuel -= left;
        let mut stored = cx.stats.bytes_stored;
        self.ramps.on = false;
        if self.active == self.pitch() as u64 {
            self.ramps.begin(&cx.code.ramp_starts);
        }
        // Instructions of one wave; lanes that were active, summed over those of all.
        let (mut issued, mut active) = (0, 0);
        // The waves themselves are from another workgroup until they are needed.
        let mut ready = false;
        let group = self.group;
        let mut get_ready = |waves: &mut [Wave]| {
            if !std::mem::replace(&mut ready, true) {
                let waves = waves.iter_mut();
                waves.for_each(|wave| wave.reset(program, group, changes));
            }
        };
        let ended = loop {
            let Some(code) = entries.get(at as usize) else {
                break false;
            };
            if left <= i64::from(MAX_ADVANCE) {
                // Waves that store nothing for long may wait for another workgroup.
                if fuel == 0 || stored == cx.stats.bytes_stored {
                    break false;
                }
                stored = cx.stats.bytes_stored;
                let more = fuel.min(STRETCH);
                (left, fuel) = (left + more, fuel - more);
            }
            let (before, mut more) = (self.active, 0);
            let mut next = at + u32::from(code.advance);
            match code.kind {
                Kind::VectorRun => {
                    let (file, live) = (self.vector.ptr_mut(VReg(0)), self.live_for_kernels());
                    // SAFETY: the code was prepared for registers that lie like this.
                    let run = unsafe { vector_run(code, file, live, self.pitch(), left) };
                    left = run.left;
                    more = run.issued;
                    next = at + run.advanced;
                }
                // SAFETY: as above.
                Kind::Vectors => unsafe {
                    let (file, live) = (self.vector.ptr_mut(VReg(0)), self.live_for_kernels());
                    code.call(file, live, self.pitch());
                },
                // SAFETY: as above.
                Kind::Mixed => unsafe { code.call_mixed(&self.operands()) },
                // SAFETY: as above.
                Kind::Modified => unsafe { cx.code.modified(code.dst, &self.operands()) },
                Kind::Ramp => self.ramp(at, code, cx.code),
                // SAFETY: as above.
                Kind::Compare | Kind::Predicate => unsafe { self.compare(code) },
                Kind::LanesFromMask => self.lanes_from_mask(code),
                // SAFETY: as above.
                Kind::Words | Kind::WordsFlag | Kind::Wide | Kind::WideFlag => unsafe {
                    code.call_scalars(&mut self.scalar, self.waves, &self.shared);
                },
                Kind::ReadLane | Kind::ReadFirst => self.read_lane(code),
                Kind::Shuffle => self.shuffle(&cx.code.shuffles[code.dst as usize]),
                Kind::SetExec => {
                    for w in 0..self.waves {
                        self.set_exec(w, self.mask(SReg(code.src[0] as u16), w));
                    }
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
                    if !self.memory_by_ramp(at, code, cx) && !self.memory(code, cx) {
                        break false;
                    }
                }
                Kind::ScalarLoad => match &program.steps[at as usize].uop {
                    Uop::ScalarLoad(load) if self.scalar_load(load, code, cx) => {}
                    _ => break false,
                },
                Kind::FirstLane => break false,
                Kind::Bounded => match &program.steps[at as usize].uop {
                    Uop::Custom(op) if self.bounded(&**op, code, cx) => {}
                    _ => break false,
                },
                Kind::Other => match &program.steps[at as usize].uop {
                    Uop::Barrier if !program.resources.uniform_barriers => cx.stats.barriers += 1,
                    Uop::Split(op) => {
                        get_ready(waves);
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
                    Uop::Custom(op) if op.reach() == Reach::Registers => {
                        let done = self.custom(&**op, *waves[0].place(), issued);
                        assert!(done, "{op:?} fails, and says that it never does");
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
        if !ended {
            self.leave_ramps(at, cx.code);
            get_ready(waves);
            for (w, wave) in waves.iter_mut().enumerate() {
                wave.at = at;
                wave.issued += issued;
                // What the program does not change may differ from workgroup to workgroup.
                let place = *wave.place();
                entry.enter_next(&place, wave);
                self.hand_back(w, wave, changes);
            }
        }
        let issued = issued * self.waves as u64;
        cx.stats.instructions += issued;
        cx.stats.active_lanes += active;
        cx.stats.lane_slots += issued * self.lanes as u64;
        (issued, ended)
    }

    /// Gives a wave the registers that the program may have changed.
    fn hand_back(&self, w: usize, wave: &mut Wave, changes: &Changes) {
        for reg in changes.vector_file.iter().cloned().flatten() {
            let reg = VReg(reg as u16);
            wave.vector_mut(reg).copy_from_slice(self.part(reg, w));
        }
        for reg in changes.scalar_file.iter().cloned().flatten() {
            wave.scalar[reg] = self.word(SReg(reg as u16), w);
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

    /// What a scalar register of one wave holds.
    fn word(&self, reg: SReg, w: usize) -> u32 {
        let own = if self.shared.has(reg.0.into()) { 0 } else { w };
        self.scalar[usize::from(reg.0) * self.waves + own]
    }

    fn row(&self, reg: SReg) -> &[u32] {
        let words = if self.shared.has(reg.0.into()) {
            1
        } else {
            self.waves
        };
        &self.scalar[usize::from(reg.0) * self.waves..][..words]
    }

    fn row_mut(&mut self, reg: SReg) -> &mut [u32] {
        &mut self.scalar[usize::from(reg.0) * self.waves..][..self.waves]
    }

    /// Active lanes as kernels have them.
    fn live_for_kernels(&self) -> *const u32 {
        match self.active == self.pitch() as u64 {
            true => std::ptr::null(),
            false => self.live.ptr(VReg(0)),
        }
    }

    fn mask(&self, reg: SReg, w: usize) -> u64 {
        let low = u64::from(self.word(reg, w));
        match self.lanes {
            64 => low | u64::from(self.word(reg.plus(1), w)) << 32,
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
            self.active -= u64::from(self.exec[w].count_ones());
            self.active += u64::from(exec.count_ones());
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
            live: self.live_for_kernels(),
            stride: self.width * self.waves,
            kernels: self.kernels,
            scalars: Together {
                words: &self.scalar,
                shared: &self.shared,
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
                Kind::ReadLane => self.word(SReg(code.src[1] as u16), w) as usize % self.lanes,
                // Lane 0 if none is active.
                _ => self.exec[w].trailing_zeros() as usize % 64,
            };
            let word = self.part(VReg(code.src[0] as u16), w)[lane];
            self.row_mut(SReg(code.dst as u16))[w] = word;
        }
    }

    fn shuffle(&mut self, shuffle: &Shuffling) {
        let all = self.live_for_kernels().is_null();
        for w in 0..self.waves {
            let start = w * self.width;
            let part = Part {
                file: self.vector.ptr_mut(VReg(0)).wrapping_add(start),
                pitch: self.pitch(),
                width: self.width,
                live: match all {
                    true => std::ptr::null(),
                    false => self.live.ptr(VReg(0)).wrapping_add(start),
                },
                exec: self.exec[w],
            };
            // SAFETY: registers are in range, and so is a wave's part of one.
            let found = unsafe { shuffle.carry_out(self.kernels, &part) };
            found.inspect(|&(mask, lanes)| self.set_mask(mask, w, lanes));
        }
    }

    /// Takes a step on ramps, or on vectors if it does not lead to ramps.
    fn ramp(&mut self, at: u32, code: &Code, prepared: &Prepared) {
        let step = &prepared.ramps[code.dst as usize];
        let (scalars, shared) = (&self.scalar, &self.shared);
        if self.ramps.on && self.ramps.take(step, scalars, self.waves, shared) {
            if step.needed {
                step.results().for_each(|reg| self.write_ramp(reg));
            }
            return;
        }
        self.leave_ramps(at, prepared);
        // SAFETY: the code was prepared for registers that lie like this.
        unsafe { step.code.call_mixed(&self.operands()) };
    }

    /// From here on there are only vectors.
    fn leave_ramps(&mut self, at: u32, prepared: &Prepared) {
        if std::mem::take(&mut self.ramps.on) {
            let unwritten = prepared.unwritten(at).iter();
            unwritten.for_each(|&reg| self.write_ramp(reg));
        }
    }

    /// Fills a vector register with the ramp that it is.
    fn write_ramp(&mut self, reg: VReg) {
        let (ramp, lanes) = (self.ramps.get(reg), self.pitch());
        // SAFETY: the register has so many lanes.
        unsafe { (self.kernels).ramp(self.vector.ptr_mut(reg), ramp.first, ramp.step, lanes) };
    }

    /// An access whose addresses are a ramp. False if they are not, or somebody has to go by itself;
    /// nothing has happened then.
    fn memory_by_ramp(&mut self, at: u32, code: &Code, cx: &mut Context<'_>) -> bool {
        if !self.ramps.on || code.src[0] == 0 {
            return false;
        }
        let shape = &cx.code.shapes[code.dst as usize];
        let party = self.party();
        let common = |reg| self.common_pair(reg);
        let done = access::run_in_step(&party, shape, cx, |reg| self.ramps.get(reg), common);
        if !done {
            self.leave_ramps(at, cx.code);
        }
        done
    }

    /// Whether all waves take a branch, if they agree.
    fn all_take(&self, code: &Code) -> Option<bool> {
        let reg = SReg(code.src[0] as u16);
        let takes = |w: usize| match code.kind {
            Kind::BranchZero => self.word(reg, w) == 0,
            Kind::BranchNonZero => self.word(reg, w) != 0,
            Kind::BranchMaskZero => self.mask(reg, w) == 0,
            Kind::BranchMaskNonZero => self.mask(reg, w) != 0,
            Kind::BranchNoneActive => self.exec[w] == 0,
            _ => self.exec[w] != 0,
        };
        let first = takes(0);
        let others = if code.shared { 1..1 } else { 1..self.waves };
        others
            .into_iter()
            .all(|w| takes(w) == first)
            .then_some(first)
    }

    /// False if somebody has to go by itself; nothing has happened then.
    fn memory(&mut self, code: &Code, cx: &mut Context<'_>) -> bool {
        let shape = &cx.code.shapes[code.dst as usize];
        let party = self.party();
        access::whole_words_in_step(&party, shape, cx, |reg| self.common_pair(reg))
    }

    /// The same for a custom operation that comes down to an access.
    fn bounded(&mut self, custom: &dyn Custom, code: &Code, cx: &mut Context<'_>) -> bool {
        let Some(bounded) = custom.bounded(&|reg| self.common(reg)) else {
            return false;
        };
        let shape = &cx.code.shapes[code.dst as usize];
        let (party, sum) = (self.party(), self.scratch.ptr_mut(VReg(0)));
        self.active == 0 || access::bounded_in_step(&party, &bounded, sum, shape, cx)
    }

    fn party(&mut self) -> access::Party {
        let first = self.exec.iter().position(|exec| *exec != 0).unwrap_or(0);
        access::Party {
            file: self.vector.ptr_mut(VReg(0)),
            lanes: self.pitch(),
            width: self.width,
            live: self.live.ptr(VReg(0)),
            mask: self.all_as_bits(),
            first: first * self.width + self.exec[first].trailing_zeros() as usize % 64,
            active: self.active,
        }
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
        let to = usize::from(load.dst.0) * self.waves;
        let count = if code.shared { 1 } else { self.waves };
        let put = |i: usize, word| self.scalar[to + i * self.waves..][..count].fill(word);
        access::scalar_words_in_step(waves, load, shape, cx, address, put)
    }
}

/// The scalars of all waves.
#[derive(Clone, Copy)]
struct Together<'a> {
    words: &'a [u32],
    shared: &'a Shared,
    waves: usize,
    width: usize,
}

impl Scalars for Together<'_> {
    #[inline(always)]
    unsafe fn spread(self, reg: usize, to: *mut u32, stride: usize, kernels: &Kernels) {
        if self.shared.has(reg) {
            let value = self.words[reg * self.waves];
            // SAFETY: by this function's contract.
            unsafe {
                if *to != value {
                    kernels.broadcast(to, value, stride);
                }
            }
            return;
        }
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

/// Waves of a gang that is about to begin.
struct Members<'a> {
    gang: &'a mut Gang,
    of: Range<usize>,
}

impl Registers for Members<'_> {
    fn set_vector(&mut self, reg: VReg, lane: u32, value: u32) {
        for w in self.of.clone() {
            self.gang.part_mut(reg, w)[lane as usize] = value;
        }
    }

    fn set_scalar(&mut self, reg: SReg, value: u32) {
        self.gang.row_mut(reg)[self.of.clone()].fill(value);
    }
}
