//! Where waves that take steps together go: branches on scalars, on masks and lane by lane.

use super::Context;
use super::lockstep::Lockstep;
use super::rare::lanes_where;
use super::way::Way;
use crate::code::{Code, Kind};
use uop::{MaskOp, SReg, Uop, UopIdx};

impl Lockstep<'_> {
    /// Whether all waves take a branch, if they agree.
    #[inline(always)]
    pub fn all_take<W: Way>(&mut self, code: &Code) -> Option<bool> {
        let first = self.takes(code, 0);
        if W::ALONE || code.uniform && self.shared.uniform {
            return Some(first);
        }
        let mut others = 1..self.waves.len();
        others
            .all(|w| self.takes(code, w) == first)
            .then_some(first)
    }

    /// Writes down, where that is asked for, which waves take a branch, if they do not agree.
    pub fn note_branch(&self, code: &Code, all: Option<bool>, cx: &mut Context<'_>) {
        if let Some(recorder) = cx.recorder.as_deref_mut() {
            let waves = 0..self.waves.len();
            let taken = waves.map(|w| all.unwrap_or_else(|| self.takes(code, w)));
            recorder.branch(self.waves[0].place.wave, taken);
        }
    }

    /// The same for a jump back: a clock that follows comes round no more often than waves do.
    pub fn note_jump(&self, at: UopIdx, code: &Code, cx: &mut Context<'_>) {
        if code.dst <= at
            && let Some(recorder) = cx.recorder.as_deref_mut()
        {
            let waves = self.waves.iter().map(|_| true);
            recorder.branch(self.waves[0].place.wave, waves);
        }
    }

    #[inline(always)]
    fn takes(&self, code: &Code, w: usize) -> bool {
        let reg = SReg(code.src[0] as u16);
        let wave = &self.waves[w];
        match code.kind {
            Kind::BranchZero => wave.scalar(reg) == 0,
            Kind::BranchNonZero => wave.scalar(reg) != 0,
            Kind::BranchMaskZero => wave.mask(reg) == 0,
            Kind::BranchMaskNonZero => wave.mask(reg) != 0,
            Kind::BranchNoneActive => wave.exec() == 0,
            _ => wave.exec() != 0,
        }
    }

    /// Waves that go on with part of the lanes that they had: a branch on whether any lane is active
    /// follows what left some of them out. Each is counted once.
    #[inline(always)]
    pub fn split_by(&mut self, code: &Code) -> u64 {
        let on_exec = matches!(code.kind, Kind::BranchNoneActive | Kind::BranchAnyActive);
        if !on_exec || self.active == self.span.lanes() as u64 {
            return 0;
        }
        let waves = self.waves.iter_mut();
        let narrowed = waves.map(|wave| u64::from(std::mem::take(&mut wave.narrowed)));
        narrowed.sum()
    }

    /// Waves disagree on a branch.
    pub fn part_at(&mut self, at: UopIdx, to: UopIdx, next: UopIdx, code: &Code, cx: &Context<'_>) {
        self.wake(cx);
        self.leave_affine(at);
        self.told = true;
        for w in 0..self.waves.len() {
            let takes = self.takes(code, w);
            self.waves[w].at = if takes { to } else { next };
        }
    }

    /// Every wave takes a step after which its lanes may be other ones. The step to go on with, if it
    /// is the same for all; nothing if it is no such step.
    #[inline]
    pub fn branch(&mut self, uop: &Uop, at: UopIdx, next: UopIdx, cx: &mut Context<'_>) -> Went {
        if let Uop::Mask(op) = uop
            && let Some(to) = self.all_stay(*op, next)
        {
            return Went::All(to);
        }
        self.wake(cx);
        let (mut active, mut parted, mut together) = (0, 0, true);
        let mut to = next;
        for (w, wave) in self.waves.iter_mut().enumerate() {
            parted += u64::from(match *uop {
                Uop::Mask(op) => wave.mask_op(op, next),
                Uop::Diverge {
                    test,
                    a,
                    b,
                    to,
                    join,
                } => {
                    let taken = lanes_where(wave, cx, test, a, b);
                    wave.diverge(taken, to, next, join)
                }
                Uop::Join(_) => {
                    wave.join(at);
                    false
                }
                _ => return Went::Nowhere,
            });
            active += u64::from(wave.active());
            if w == 0 {
                to = wave.at;
            }
            together &= wave.at == to;
        }
        cx.stats.divergent_branches += parted;
        if parted > 0
            && let Some(guard) = &mut cx.guard
        {
            guard.diverges(at);
        }
        self.active = active;
        if together {
            return Went::All(to);
        }
        self.told = true;
        Went::Apart
    }

    /// Where all go on if every lane of theirs is active, and stays so. That is what most rounds of
    /// most loops are, and no wave has to be asked.
    #[inline(always)]
    fn all_stay(&self, op: MaskOp, next: UopIdx) -> Option<UopIdx> {
        if self.active != self.span.lanes() as u64 {
            return None;
        }
        match op {
            // A lane that had left the loop, or waited for its next round, would not be active.
            MaskOp::EndLoop { back } => Some(back),
            MaskOp::Break { mask, invert, .. } | MaskOp::Continue { mask, invert, .. } => {
                let leave = if invert { u32::MAX } else { 0 };
                let words = if self.lanes == 64 { 2 } else { 1 };
                let first = usize::from(mask?.0);
                (first..first + words)
                    .all(|reg| self.all_are(reg * self.row, leave))
                    .then_some(next)
            }
            _ => None,
        }
    }
}

/// Where waves went that took a branch together.
pub(super) enum Went {
    /// It is none.
    Nowhere,
    All(UopIdx),
    /// Each knows where it is.
    Apart,
}
