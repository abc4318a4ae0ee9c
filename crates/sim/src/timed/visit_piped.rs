//! What a compute unit with pipelines does in a visit.

use super::clock::{NEVER, bits};
use super::issue_piped::{Issued, Stage};
use super::simd::oldest;
use super::unit::{Round, Unit, Visit, tell_of_turn};
use super::{Machine, Watch};
use crate::fault::Fault;
use crate::observe::Observer;

impl Unit {
    /// See [`Unit::visit`]. SIMDs have little to do with each other: each goes on by itself up to where
    /// it concerns others, and then the unit as a whole goes on to the first of these cycles.
    pub fn visit_piped<O: Observer>(
        &mut self,
        visit: &mut Visit,
        machine: &mut Machine,
        watch: &mut Watch<'_, O>,
    ) -> Result<Option<u64>, Box<Fault>> {
        loop {
            let mut cycle = match self.round.left {
                0 => self.next(),
                _ => visit.now,
            };
            if cycle > visit.now {
                if cycle == NEVER || visit.ahead == 0 {
                    return Ok(Some(cycle));
                }
                let limit = self.free.min(self.reach(cycle, machine));
                let (mut stage, _) = self.stage(machine, watch);
                for simd in 0..stage.piped.simds.len() {
                    stage.advance(simd, limit, visit)?;
                }
                self.settle_all(cycle, visit, machine, watch)?;
                cycle = self.next();
                if cycle > visit.now && !self.is_own(cycle) {
                    return Ok(Some(cycle));
                }
            }
            if !self.cycle_piped(cycle, visit, machine, watch)? {
                return Ok(None);
            }
            self.settle_all(cycle, visit, machine, watch)?;
        }
    }

    /// Before this cycle nothing that happens from `cycle` on in one SIMD concerns another: new waves take
    /// a while to start, and so do those that leave a barrier.
    fn reach(&self, cycle: u64, machine: &Machine) -> u64 {
        let dispatch = &machine.dispatch;
        let start = match dispatch.begun() < dispatch.groups() {
            true => u64::from(machine.timing.dispatch.max(1)),
            false => NEVER,
        };
        let released = bits(self.blocked).map(|wave| u64::from(self.clocks[wave].release));
        let released = released.min().unwrap_or(NEVER).max(1);
        cycle.saturating_add(start.min(released))
    }

    /// Whether what happens in a cycle, the next of the unit, concerns no other unit.
    fn is_own(&mut self, cycle: u64) -> bool {
        // Workgroups come in the order in which units are free.
        let Some(piped) = self.piped.as_mut().filter(|_| self.free > cycle) else {
            return false;
        };
        let mut simds = piped.simds.iter_mut().filter(|simd| simd.next() == cycle);
        simds.all(|simd| simd.contenders(cycle) & simd.global == 0)
    }

    /// Issues the instructions of a cycle, that of the wave that issued longest ago first. False where an
    /// observer stopped the run.
    fn cycle_piped<O: Observer>(
        &mut self,
        cycle: u64,
        visit: &mut Visit,
        machine: &mut Machine,
        watch: &mut Watch<'_, O>,
    ) -> Result<bool, Box<Fault>> {
        let (mut stage, round) = self.stage(machine, watch);
        round.before = None;
        if round.left == 0 {
            for simd in 0..stage.piped.simds.len() {
                if stage.piped.simds[simd].next() == cycle {
                    round.left |= stage.enter(simd, cycle);
                }
            }
        }
        while round.left != 0 {
            let wave = oldest(round.left, stage.clocks);
            round.left &= !(1 << wave);
            let issued = stage.issue(wave, cycle, visit.now)?;
            if issued == Issued::Stopped {
                round.left |= 1 << wave;
                round.before = Some(wave);
                return Ok(false);
            }
            visit.ahead = visit.ahead.saturating_sub(1);
            stage.put_back(wave, cycle, issued);
            if stage.watch.observer.active() && issued != Issued::Early {
                let (slot, stats) = (&stage.slots[wave / stage.each], stage.dispatch.stats);
                let observer = &mut *stage.watch.observer;
                if tell_of_turn(slot, wave % stage.each, &stats, observer) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// What issuing needs, and what is left of the cycle.
    #[inline(always)]
    fn stage<'a, 'w, O>(
        &'a mut self,
        machine: &'a mut Machine,
        watch: &'a mut Watch<'w, O>,
    ) -> (Stage<'a, 'w, O>, &'a mut Round) {
        let Machine {
            dispatch,
            timing,
            insts,
            records,
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
