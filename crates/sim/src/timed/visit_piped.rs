//! What a compute unit with pipelines does in a visit.

use super::advance::Halt;
use super::clock::{NEVER, bits};
use super::issue_piped::{Issued, Stage};
use super::requests::REACH;
use super::simd::oldest;
use super::unit::{Round, Unit, Visit, tell_of_turn};
use super::{Machine, Watch};
use crate::fault::Fault;
use crate::observe::Observer;

/// Where the instructions of a unit come to an end for now.
enum Pause {
    /// A wave came to a barrier or ended, in this cycle or later.
    Settle(u64),
    /// There is something to do then, which concerns others; nothing where an observer stopped the run.
    Over(Option<u64>),
}

impl Unit {
    /// See [`Unit::visit`]. SIMDs have little to do with each other: each goes on by itself up to where
    /// it concerns others, and then the unit as a whole goes on to the first of these cycles.
    pub fn visit_piped<O: Observer>(
        &mut self,
        visit: &mut Visit,
        machine: &mut Machine,
        watch: &mut Watch<'_, O>,
    ) -> Result<Option<u64>, Box<Fault>> {
        let (free, start) = (self.free, machine.timing.dispatch);
        let mut bounds = Bounds { free, start };
        loop {
            let (mut stage, round) = self.stage(machine, watch);
            match stage.go_on(round, bounds, visit)? {
                Pause::Over(next) => return Ok(next),
                Pause::Settle(cycle) => self.settle_all(cycle, visit, machine, watch)?,
            }
            bounds.free = self.free;
        }
    }

    /// Takes note of what memory has told.
    #[inline]
    pub fn hear<O: Observer>(&mut self, machine: &mut Machine, watch: &mut Watch<'_, O>) {
        if self.answers.is_empty() {
            return;
        }
        let mut answers = std::mem::take(&mut self.answers);
        self.stage(machine, watch).0.hear(&answers);
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

/// What ends the time in which SIMDs have nothing to do with each other.
#[derive(Clone, Copy)]
struct Bounds {
    /// When the unit may have another workgroup.
    free: u64,
    /// Cycles until the waves of a new one begin.
    start: u32,
}

impl<O: Observer> Stage<'_, '_, O> {
    fn go_on(
        &mut self,
        round: &mut Round,
        bounds: Bounds,
        visit: &mut Visit,
    ) -> Result<Pause, Box<Fault>> {
        let free = bounds.free;
        self.piped.note_next(u64::MAX);
        let start = self.quiet(bounds.start);
        // SIMDs that are where they concern others, as bits.
        let mut held = 0;
        loop {
            let (first, those) = self.piped.first();
            let cycle = match round.left {
                0 => first.min(free),
                _ => visit.now,
            };
            if cycle > visit.now {
                let far = cycle - visit.now >= REACH;
                if far || free <= cycle || visit.ahead == 0 {
                    return Ok(Pause::Over(Some(cycle)));
                }
                let limit = free.min(cycle.saturating_add(start));
                let limit = limit.min(visit.now + REACH);
                // The one that is first goes on, with what concerns others up to where they are.
                let alone = those.is_power_of_two();
                let next = if alone { those } else { those & !held };
                if next != 0 {
                    let simd = next.trailing_zeros() as usize;
                    let bound = self.piped.noted_next_but(simd);
                    held &= !(1 << simd);
                    match self.advance(simd, (limit, bound), visit)? {
                        Halt::Limit => {}
                        // Other units are concerned.
                        Halt::Shared if alone && self.piped.nexts[simd] == cycle => {
                            return Ok(Pause::Over(Some(cycle)));
                        }
                        Halt::Shared => held |= 1 << simd,
                        Halt::Settle(cycle) => return Ok(Pause::Settle(cycle)),
                    }
                    continue;
                }
                if !self.is_own(cycle) {
                    return Ok(Pause::Over(Some(cycle)));
                }
            }
            let Some(issued) = self.cycle(cycle, round, visit)? else {
                return Ok(Pause::Over(None));
            };
            held &= !issued;
            self.piped.note_next(issued);
            if *self.unsettled != 0 {
                return Ok(Pause::Settle(cycle));
            }
        }
    }

    /// For so many cycles nothing that happens in one SIMD concerns another: new waves take a while to
    /// start, and so do those that leave a barrier.
    fn quiet(&self, start: u32) -> u64 {
        let start = match self.dispatch.begun() < self.dispatch.groups() {
            true => u64::from(start.max(1)),
            false => NEVER,
        };
        let released = match *self.blocked {
            0 => NEVER,
            _ => u64::from(self.records.release.max(1)),
        };
        start.min(released)
    }

    /// Whether what happens in a cycle, the next of the unit, concerns no other unit.
    fn is_own(&mut self, cycle: u64) -> bool {
        let simds = self.piped.simds.iter_mut().zip(&self.piped.nexts);
        let mut simds = simds.filter(|(simd, next)| simd.global != 0 && **next == cycle);
        simds.all(|(simd, _)| simd.contenders(cycle) & simd.global == 0)
    }

    /// Issues the instructions of a cycle, that of the wave that issued longest ago first. Tells on which
    /// SIMDs, or nothing where an observer stopped the run.
    fn cycle(
        &mut self,
        cycle: u64,
        round: &mut Round,
        visit: &mut Visit,
    ) -> Result<Option<u64>, Box<Fault>> {
        round.before = None;
        let mut simds = match round.left {
            0 => 0,
            _ => u64::MAX,
        };
        if round.left == 0 {
            for simd in 0..self.piped.simds.len() {
                if self.piped.nexts[simd] == cycle {
                    let waves = self.piped.simds[simd].contenders(cycle);
                    round.left |= match self.enters_alone(simd, cycle, waves) {
                        true => waves,
                        false => self.enter(simd, cycle),
                    };
                    simds |= 1 << simd;
                }
            }
        }
        while round.left != 0 {
            let wave = oldest(round.left, self.clocks);
            round.left &= !(1 << wave);
            let issued = self.issue(wave, cycle, visit.now)?;
            if issued == Issued::Stopped {
                round.left |= 1 << wave;
                round.before = Some(wave);
                return Ok(None);
            }
            visit.ahead = visit.ahead.saturating_sub(1);
            self.put_back(wave, cycle, issued);
            if self.watch.observer.active() && issued != Issued::Early {
                let (slot, stats) = (&self.slots[wave / self.each], self.dispatch.stats);
                let observer = &mut *self.watch.observer;
                if tell_of_turn(slot, wave % self.each, &stats, observer) {
                    return Ok(None);
                }
            }
        }
        Ok(Some(simds))
    }
}
