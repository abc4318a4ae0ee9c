//! Steps that waves in lockstep take one by one.

use super::Context;
use super::lockstep::Lockstep;
use super::rare::rare;
use crate::access;
use crate::code::Kind;
use crate::fault::Site;
use crate::wave::{Wave, WaveState};
use uop::{Trap, Uop, UopIdx, VReg};

/// Which step waves take one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alone {
    Memory,
    ScalarLoad,
    Other,
}

/// How waves took a step one by one.
pub(super) enum Took {
    /// All go on here.
    All(UopIdx),
    /// They go different ways, or wait.
    Some,
    /// Those before this one took it; the others are still before it.
    Before(usize),
}

impl Lockstep<'_> {
    /// Every wave takes a step by itself.
    #[inline(never)]
    pub fn one_by_one(
        &mut self,
        at: UopIdx,
        next: UopIdx,
        what: Alone,
        cx: &mut Context<'_>,
        issued: u64,
    ) -> Took {
        self.wake(cx);
        self.told = true;
        let step = &self.program.steps[at as usize];
        if plan::is_ordered(&step.uop) {
            self.waves.iter_mut().for_each(|wave| wave.at = at);
            return Took::Before(0);
        }
        if what == Alone::Memory {
            self.leave_affine(at);
        }
        for w in 0..self.waves.len() {
            let wave = &mut self.waves[w];
            wave.at = next;
            wave.clock = wave.issued + issued;
            if one(wave, at, what, cx).is_err() {
                let rest = self.waves[w..].iter_mut();
                rest.for_each(|wave| wave.at = at);
                return Took::Before(w);
            }
        }
        self.active = self.waves.iter().map(|wave| u64::from(wave.active())).sum();
        let to = self.waves[0].at;
        let together = |wave: &Wave| wave.at == to && wave.state == WaveState::Running;
        if !self.waves.iter().all(together) {
            return Took::Some;
        }
        self.told = false;
        Took::All(to)
    }
}

/// One wave takes a step by itself. An access is written down where that is asked for.
pub(super) fn one(
    wave: &mut Wave,
    at: UopIdx,
    what: Alone,
    cx: &mut Context<'_>,
) -> Result<(), Trap> {
    let (prepared, step) = (cx.code, &cx.program.steps[at as usize]);
    let (code, inst) = (&prepared.entries[at as usize], step.inst);
    let site = Site::of(wave, inst);
    let recorded = what != Alone::Other && cx.recorder.is_some();
    if let Some(recorder) = cx.recorder.as_deref_mut().filter(|_| recorded) {
        recorder.pass(cx.stats.barriers);
        recorder.open(wave.place.wave, at);
        recorder.changes(wave.place.wave, at, || match &step.uop {
            Uop::Memory(op) => same_in_all_lanes(wave, op.data),
            _ => None,
        });
    }
    match (what, &step.uop) {
        (Alone::Memory, Uop::Memory(op)) => {
            // SAFETY: the entry is of that kind, for registers that lie like those of the wave.
            let local =
                code.kind == Kind::LocalWords && unsafe { access::local_words(wave, code, cx) };
            if !local && !access::whole_words(wave, &prepared.shapes[code.dst as usize], cx) {
                access::memory(wave, op, cx, &mut (), &site)?;
            }
        }
        (Alone::ScalarLoad, Uop::ScalarLoad(load)) => {
            let shape = &prepared.shapes[code.dst as usize];
            access::scalar_load(wave, load, shape, cx, &mut (), inst)?;
        }
        (_, uop) => {
            rare(wave, cx, uop, at, &mut (), site)?;
        }
    }
    if let Some(recorder) = cx.recorder.as_deref_mut().filter(|_| recorded) {
        recorder.after(wave.place.wave, at, what == Alone::ScalarLoad);
    }
    Ok(())
}

/// What a register holds, if that is the same in all active lanes; 0 if there is none.
pub(super) fn same_in_all_lanes(wave: &Wave, reg: VReg) -> Option<u32> {
    let words = wave.vector.get(reg);
    let first = match wave.exec() {
        0 => 0,
        exec => words[exec.trailing_zeros() as usize],
    };
    let others = words.iter().zip(wave.live_lanes());
    let differ = others.fold(0, |all, (word, live)| all | (word ^ first) & live);
    (differ == 0).then_some(first)
}
