//! What a compute unit with pipelines does in a visit.

use super::clock::{NEVER, bits};
use super::issue_piped::{Issued, Stage};
use super::pipes::oldest;
use super::requests::REACH;
use super::unit::{ComputeUnit, Round, Visit, tell_of_turn};
use super::{Machine, Watch};
use crate::fault::Fault;
use crate::observe::Observer;

/// Where the instructions of a unit come to an end for now.
enum Pause {
    /// A wave came to a barrier or ended in this cycle.
    Settle(u64),
    /// There is something to do then, which concerns others; nothing where an observer stopped the run.
    Over(Option<u64>),
}

impl ComputeUnit {
    /// See [`ComputeUnit::visit`].
    pub fn visit_piped<O: Observer>(
        &mut self,
        visit: &mut Visit,
        machine: &mut Machine,
        watch: &mut Watch<'_, O>,
    ) -> Result<Option<u64>, Box<Fault>> {
        loop {
            let pause = match machine.ahead.is_some() {
                true => self.go_on::<O, true>(visit, machine, watch)?,
                false => self.go_on::<O, false>(visit, machine, watch)?,
            };
            match pause {
                Pause::Over(next) => return Ok(next),
                Pause::Settle(cycle) => self.settle_all(cycle, visit, machine, watch)?,
            }
        }
    }

    /// Issues instructions until something else has to be done.
    #[inline]
    fn go_on<O: Observer, const AHEAD: bool>(
        &mut self,
        visit: &mut Visit,
        machine: &mut Machine,
        watch: &mut Watch<'_, O>,
    ) -> Result<Pause, Box<Fault>> {
        let bounds = (self.free, machine.timing.dispatch);
        let (mut stage, round) = self.stage::<O, AHEAD>(machine, watch);
        // Sets of waves and pipelines are bits, for which such a CPU has instructions of its own.
        #[cfg(target_arch = "x86_64")]
        if AHEAD && stage.dispatch.config.kernels.level() >= op::Level::Avx2 {
            // SAFETY: kernels are only handed out where the CPU has their level.
            return unsafe { stage.go_on_by_bits(round, bounds, visit) };
        }
        stage.go_on(round, bounds, visit)
    }

    /// Takes note of what memory has told.
    #[inline]
    pub fn hear<O: Observer>(&mut self, machine: &mut Machine, watch: &mut Watch<'_, O>) {
        if self.answers.is_empty() {
            return;
        }
        let mut answers = std::mem::take(&mut self.answers);
        self.stage::<O, true>(machine, watch).0.hear(&answers);
        answers.clear();
        self.answers = answers;
        for slot in bits(self.leaving) {
            if !self.is_unsure(slot) {
                self.leaving &= !(1 << slot);
                self.leave(slot, machine);
            }
        }
    }

    /// What issuing needs, and what is left of the cycle.
    #[inline(always)]
    fn stage<'a, 'w, O, const AHEAD: bool>(
        &'a mut self,
        machine: &'a mut Machine,
        watch: &'a mut Watch<'w, O>,
    ) -> (Stage<'a, 'w, O, AHEAD>, &'a mut Round) {
        let Machine {
            dispatch,
            timing,
            insts,
            records,
            states,
            memory,
            cycles,
            timeline,
            ahead,
            ..
        } = machine;
        let why = "a machine with pipelines has all of it";
        let stage = Stage {
            unit: self.number,
            each: self.each,
            clocks: &mut self.clocks,
            slots: &mut self.slots,
            unsettled: &mut self.unsettled,
            alive: &mut self.alive,
            blocked: &mut self.blocked,
            touched: &mut self.touched,
            banks: &mut self.banks,
            piped: self.piped.as_mut().expect(why),
            states,
            records: records.as_ref().expect(why),
            pipeline: timing.pipeline.as_ref().expect(why),
            insts,
            dispatch,
            memory: memory.as_mut().expect(why),
            cycles,
            timeline: timeline.as_mut(),
            watch,
            ahead: ahead.as_deref_mut(),
        };
        (stage, &mut self.round)
    }
}

impl<O: Observer, const AHEAD: bool> Stage<'_, '_, O, AHEAD> {
    /// [`Stage::go_on`], compiled for a CPU that has instructions for bits.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    fn go_on_by_bits(
        &mut self,
        round: &mut Round,
        bounds: (u64, u32),
        visit: &mut Visit,
    ) -> Result<Pause, Box<Fault>> {
        self.go_on(round, bounds, visit)
    }

    /// Issues instructions cycle by cycle, until the unit may have another workgroup, whose waves take so
    /// long to start.
    #[inline(always)]
    fn go_on(
        &mut self,
        round: &mut Round,
        (free, start): (u64, u32),
        visit: &mut Visit,
    ) -> Result<Pause, Box<Fault>> {
        let start = match self.dispatch.begun() < self.dispatch.groups() {
            true => u64::from(start.max(1)),
            false => NEVER,
        };
        round.before = None;
        // Nothing is issued from then on.
        let end = free.min(visit.now + REACH);
        loop {
            let mut cycle = visit.now;
            let mut left = std::mem::take(&mut round.left);
            if left == 0 {
                cycle = self.piped.next().min(free);
                let early = cycle > visit.now;
                if early && (cycle >= end || visit.ahead == 0 || !self.piped.is_own(cycle)) {
                    return Ok(Pause::Over(Some(cycle)));
                }
                left = self.enter(cycle);
            }
            // Before that no wave of a new workgroup comes.
            let limit = cycle.saturating_add(start).min(end);
            if !self.cycle((cycle, limit), left, round, visit)? {
                return Ok(Pause::Over(None));
            }
            if *self.unsettled != 0 {
                return Ok(Pause::Settle(cycle));
            }
        }
    }

    /// Issues the instructions of these waves in a cycle, that of the wave that issued longest ago first.
    /// False where an observer stopped the run.
    #[inline(always)]
    fn cycle(
        &mut self,
        (cycle, limit): (u64, u64),
        mut left: u64,
        round: &mut Round,
        visit: &mut Visit,
    ) -> Result<bool, Box<Fault>> {
        while left != 0 {
            let wave = oldest(left, self.clocks);
            left &= !(1 << wave);
            // Before their time, nothing comes of a cycle that is not done to its end.
            if !AHEAD {
                round.left = left;
            }
            let issued = self.turn(wave, cycle, (left, limit), visit)?;
            if issued == Issued::Stopped {
                round.left |= 1 << wave;
                round.before = Some(wave);
                return Ok(false);
            }
            if self.watch.observer.active() && issued != Issued::Early {
                let (slot, stats) = (&self.slots[wave / self.each], self.dispatch.stats);
                let observer = &mut *self.watch.observer;
                if tell_of_turn(slot, wave % self.each, &stats, observer) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
