//! Moving forwards.

use super::{Reason, Session, Stopped, World};
use crate::look::Status;
use crate::points::{Goal, Guard, Hit, WatchKind};
use crate::timeline::{Position, Reached};
use sim::Site;

impl Session<'_> {
    /// Runs until something stops it.
    pub fn resume(&mut self) -> Result<Stopped, String> {
        self.go(Goal::None)
    }

    /// The selected wave issues one instruction. If it waits at a barrier, the others run until it
    /// can.
    pub fn step(&mut self) -> Result<Stopped, String> {
        let (group, wave) = self.standing()?;
        if self.waves()[self.wave].status() == Status::AtBarrier {
            return self.go(Goal::Issues { group, wave });
        }
        self.step_wave(wave)
    }

    /// As [`Session::step`], but not done before the selected wave has passed the barrier that it
    /// comes to.
    pub fn step_over(&mut self) -> Result<Stopped, String> {
        let stopped = self.step()?;
        match &stopped.reasons[..] {
            [Reason::AtBarrier(_)] => self.step(),
            _ => Ok(stopped),
        }
    }

    /// Every wave of the workgroup that can run issues one instruction.
    pub fn step_all(&mut self) -> Result<Stopped, String> {
        let (group, wave) = self.standing()?;
        let waves = self.waves();
        let ready = waves.iter().filter(|wave| wave.status() == Status::Running);
        let ready: Vec<u32> = ready.map(|wave| wave.number()).collect();
        let mut stopped = self.stopped(vec![Reason::Step]);
        for number in ready {
            stopped = self.step_wave(number)?;
            let plain = |reason: &Reason| {
                matches!(
                    reason,
                    Reason::Step | Reason::AtBarrier(_) | Reason::WaveEnded(_)
                )
            };
            if !stopped.reasons.iter().all(plain) {
                return Ok(stopped);
            }
        }
        if self.group() == Some(group) {
            self.wave = wave as usize;
        }
        Ok(stopped)
    }

    /// Until the selected wave has left the innermost loop that it is in. Outside of loops, one
    /// instruction.
    pub fn leave_loop(&mut self) -> Result<Stopped, String> {
        let (group, wave) = self.standing()?;
        let step = self.waves()[self.wave].step();
        let inst = self.subject.steps.get(step as usize).copied().unwrap_or(0);
        let program = self.live()?.program();
        match self.subject.loop_around(program, inst as usize) {
            None => self.step_over(),
            Some((head, tail)) => self.go(Goal::Outside {
                group,
                wave,
                insts: head as u32..tail as u32 + 1,
            }),
        }
    }

    /// Until the selected wave comes to one of these instructions.
    pub fn run_to(&mut self, insts: Vec<u32>) -> Result<Stopped, String> {
        let (group, wave) = self.standing()?;
        self.go(Goal::At { group, wave, insts })
    }

    /// Until the selected wave has ended.
    pub fn finish(&mut self) -> Result<Stopped, String> {
        let (group, wave) = self.standing()?;
        self.go(Goal::Ends { group, wave })
    }

    /// The selected wave, which can be moved.
    fn standing(&mut self) -> Result<([u32; 3], u32), String> {
        let timeline = self.live()?;
        if *timeline.position() == Position::Ended {
            return Err("every wave has ended; go back, or `run` to start again".into());
        }
        let group = self.group().ok_or("no workgroup is under way")?;
        let number = self.wave as u32;
        match self.waves().get(self.wave).map(|wave| wave.status()) {
            None => Err("no such wave is under way".into()),
            Some(Status::Ended) => Err(format!(
                "wave {number} has ended; choose another, as in `wave 1`"
            )),
            Some(_) => Ok((group, number)),
        }
    }

    fn step_wave(&mut self, number: u32) -> Result<Stopped, String> {
        let group = self.group();
        let timeline = self.live()?;
        if let Position::Stuck(fault) = timeline.position() {
            let fault = fault.clone();
            return Ok(self.stopped(vec![Reason::Fault(fault)]));
        }
        if !timeline.give_turn(number as usize) {
            return Err(format!("wave {number} cannot run now"));
        }
        let goal = timeline.now() + 1;
        let mut stopped = self.go_to(Goal::None, Some(goal))?;
        if stopped.reasons == [Reason::Step] {
            let status = match self.group() == group {
                true => self.waves()[number as usize].status(),
                false => Status::Ended,
            };
            match status {
                Status::Running => self.wave = number as usize,
                Status::AtBarrier => {
                    self.wave = number as usize;
                    stopped.reasons = vec![Reason::AtBarrier(number)];
                }
                Status::Ended => stopped.reasons = vec![Reason::WaveEnded(number)],
            }
        }
        Ok(stopped)
    }

    fn go(&mut self, goal: Goal) -> Result<Stopped, String> {
        self.go_to(goal, None)
    }

    fn go_to(&mut self, goal: Goal, limit: Option<u64>) -> Result<Stopped, String> {
        self.fault = None;
        let watched = match &goal {
            Goal::None => None,
            Goal::Issues { wave, .. }
            | Goal::At { wave, .. }
            | Goal::Outside { wave, .. }
            | Goal::Ends { wave, .. } => Some(*wave),
        };
        let own_group = self.group();
        loop {
            let World::Live(timeline) = &mut self.world else {
                self.live()?;
                unreachable!("only a live session goes on");
            };
            let mut guard = Guard {
                subject: &self.subject,
                memory: timeline.memory(),
                breakpoints: &mut self.breakpoints,
                watchpoints: &mut self.watchpoints,
                marks: &self.marks,
                secretive: &self.secretive,
                flat: self.flat.clone(),
                goal: goal.clone(),
                counting: true,
                hits: Vec::new(),
                touched: Vec::new(),
                last: None,
            };
            // Whoever issues the instruction that is announced already made no announcement of
            // it to this guard.
            if timeline.position() == &Position::Before {
                guard.last = timeline.next_site();
            }
            let reached = timeline.run(&mut guard, limit);
            let hits = std::mem::take(&mut guard.hits);
            let mut reasons = self.confirm(hits, true);
            match reached {
                Reached::Hit if reasons.is_empty() => continue,
                Reached::Hit => {}
                Reached::Moment => reasons.push(Reason::Step),
                Reached::Interrupt => reasons.push(Reason::Interrupt),
                Reached::End => reasons.push(Reason::End),
                Reached::Fault(fault) => {
                    if let Some(lane) = fault.trap.lane() {
                        self.lane = lane as usize;
                    }
                    self.fault = Some(fault.clone());
                    reasons.push(Reason::Fault(fault));
                }
            }
            self.follow();
            if let Some(wave) = watched.filter(|_| reasons.contains(&Reason::Step)) {
                let ended = self.group() != own_group
                    || self.waves()[wave as usize].status() == Status::Ended;
                match ended {
                    true => reasons = vec![Reason::WaveEnded(wave)],
                    false => self.wave = wave as usize,
                }
            }
            return Ok(self.stopped(reasons));
        }
    }

    /// Hits that stand up to a second look, now that all state can be seen.
    fn confirm(&mut self, hits: Vec<Hit>, counting: bool) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for hit in hits {
            match hit {
                Hit::Goal => reasons.push(Reason::Step),
                Hit::Breakpoint(id) => {
                    reasons.push(Reason::Breakpoint(id));
                    self.breakpoints
                        .retain(|point| point.id != id || !point.temporary);
                }
                Hit::BadCondition(id, _) => {
                    let turn = self.turn().unwrap_or(0);
                    let point = self.breakpoints.iter().find(|point| point.id == id);
                    let Some(condition) = point.and_then(|point| point.condition.clone()) else {
                        continue;
                    };
                    match self.look_from(turn, self.lane, |scope| scope.truth(&condition.expr)) {
                        Ok(true) => reasons.push(Reason::Breakpoint(id)),
                        Ok(false) => {}
                        Err(message) => reasons.push(Reason::BadCondition { id, message }),
                    }
                }
                Hit::Watchpoint(id, by) => reasons.extend(self.confirm_watch(id, by, counting)),
            }
        }
        reasons
    }

    fn confirm_watch(&mut self, id: u32, by: Option<Site>, counting: bool) -> Option<Reason> {
        let index = self.watchpoints.iter().position(|point| point.id == id)?;
        let point = &self.watchpoints[index];
        let wave = match self.group() == Some(point.group) {
            true => point.wave as usize,
            false => usize::MAX,
        };
        let new = self.look_from(wave, point.lane, |scope| scope.whole(&point.thing).ok());
        let holds = point.condition.as_ref().is_none_or(|condition| {
            let by = by.map_or(wave, |site| site.wave as usize);
            self.look_from(by, point.lane, |scope| {
                scope.truth(&condition.expr).unwrap_or(true)
            })
        });
        let point = &mut self.watchpoints[index];
        let old = std::mem::replace(&mut point.old, new.clone());
        // A register is gone together with its wave, which is no change.
        let gone = new.is_none() && point.ranges.is_empty();
        if point.kind == WatchKind::Change && (old == new || gone) || !holds {
            return None;
        }
        if counting {
            point.hits += 1;
            if point.ignore > 0 {
                point.ignore -= 1;
                return None;
            }
        }
        Some(Reason::Watchpoint {
            id,
            text: point.text.clone(),
            old,
            new,
            by,
        })
    }
}
