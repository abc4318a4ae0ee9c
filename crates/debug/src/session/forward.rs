//! Moving forwards.

use super::{Session, StopReason, Stopped, World};
use crate::points::{Goal, Guard, Hit, WatchKind, What};
use crate::replay::{Position, Reached};
use uop::{Site, Status, WaveId};

impl Session {
    /// Runs until something stops it.
    pub fn resume(&mut self) -> Result<Stopped, String> {
        self.go(None)
    }

    /// The selected wave issues one instruction. If it waits, the others run until it can.
    pub fn step(&mut self) -> Result<Stopped, String> {
        let (wave, status) = self.standing()?;
        if status.is_blocked() {
            let what = What::Issues;
            return self.go(Some(Goal { wave, what }));
        }
        self.step_wave(wave)
    }

    /// As [`Session::step`], but not done before the selected wave has passed the barrier that it
    /// comes to, or has come back from the function that it calls.
    pub fn step_over(&mut self) -> Result<Stopped, String> {
        self.standing()?;
        let step = self.selected().map_or(u32::MAX, |wave| wave.step());
        let inst = self.subject.steps.get(step as usize).copied();
        if let Some(call) = inst.filter(|inst| self.subject.calls.contains(inst)) {
            return self.come_back(call, self.call_depth());
        }
        let stopped = self.step()?;
        match &stopped.reasons[..] {
            [StopReason::Waits(_)] => self.step(),
            _ => Ok(stopped),
        }
    }

    /// Until the selected wave is behind a call, and so deep in calls: a function may call itself.
    pub(super) fn come_back(&mut self, call: u32, depth: usize) -> Result<Stopped, String> {
        let (wave, _) = self.standing()?;
        loop {
            let what = What::At(vec![call + 1]);
            let stopped = self.go(Some(Goal { wave, what }))?;
            if stopped.reasons != [StopReason::Step] || self.call_depth() <= depth {
                return Ok(stopped);
            }
        }
    }

    /// Every wave of the workgroup that can run issues one instruction.
    pub fn step_all(&mut self) -> Result<Stopped, String> {
        let (selected, _) = self.standing()?;
        let waves = self.waves();
        let ready = waves.iter().filter(|wave| wave.status() == Status::Running);
        let ready: Vec<WaveId> = ready.map(|wave| wave.id()).collect();
        drop(waves);
        let mut stopped = self.stopped(vec![StopReason::Step]);
        for id in ready {
            // What another did may have made it wait.
            if self.wave(id).map(|wave| wave.status()) != Some(Status::Running) {
                continue;
            }
            stopped = self.step_wave(id)?;
            let plain = |reason: &StopReason| {
                matches!(
                    reason,
                    StopReason::Step | StopReason::Waits(_) | StopReason::WaveEnded(_)
                )
            };
            if !stopped.reasons.iter().all(plain) {
                return Ok(stopped);
            }
        }
        if self.wave(selected).is_some() {
            self.selected = Some(selected);
        }
        Ok(stopped)
    }

    /// So many cycles, or to the end or whatever else stops the run before: instructions that are issued in
    /// them are. Only on a machine with a clock.
    pub fn step_cycles(&mut self, cycles: u64) -> Result<Stopped, String> {
        let start = self.cycle();
        let start = start.ok_or("this run has no clock; `--cycles` gives it that of its chip")?;
        let until = start.saturating_add(cycles);
        loop {
            let next = self.live()?.now() + 1;
            let stopped = self.go_to(None, Some(next))?;
            let there = self.cycle().is_none_or(|now| now >= until);
            if there || stopped.reasons != [StopReason::Step] {
                return Ok(stopped);
            }
        }
    }

    /// Until the selected wave has left the innermost loop that it is in. Outside of loops, one
    /// instruction.
    pub fn leave_loop(&mut self) -> Result<Stopped, String> {
        let (wave, _) = self.standing()?;
        let step = self.selected().map_or(0, |wave| wave.step());
        let inst = self.subject.steps.get(step as usize).copied().unwrap_or(0);
        match self.subject.loop_around(inst) {
            None => self.step_over(),
            Some((head, tail)) => {
                let what = match self.subject.exits(head, tail) {
                    Some(exits) => What::At(exits),
                    None => What::Outside(head..tail + 1),
                };
                self.go(Some(Goal { wave, what }))
            }
        }
    }

    /// Until the selected wave comes to one of these instructions, or has ended.
    pub fn run_to(&mut self, insts: Vec<u32>) -> Result<Stopped, String> {
        let (wave, _) = self.standing()?;
        let what = What::At(insts);
        self.go(Some(Goal { wave, what }))
    }

    /// Until the selected wave has ended.
    pub fn finish(&mut self) -> Result<Stopped, String> {
        let (wave, _) = self.standing()?;
        let what = What::Ends;
        self.go(Some(Goal { wave, what }))
    }

    /// The selected wave, which can be moved.
    pub(super) fn standing(&mut self) -> Result<(WaveId, Status), String> {
        let name = self.subject.registers.wave.clone();
        let timeline = self.live()?;
        if *timeline.position() == Position::Ended {
            return Err(format!(
                "every {name} has ended; go back, or `run` to start again"
            ));
        }
        let wave = self.selected().ok_or_else(|| self.no_wave())?;
        match wave.status() {
            Status::Ended => {
                let number = wave.number();
                Err(format!(
                    "{name} {number} has ended; choose another, as in `{name} 1`"
                ))
            }
            status => Ok((wave.id(), status)),
        }
    }

    fn step_wave(&mut self, id: WaveId) -> Result<Stopped, String> {
        let name = self.subject.registers.wave.clone();
        let timeline = self.live()?;
        if let Position::Stuck(fault) = timeline.position() {
            let fault = fault.clone();
            return Ok(self.stopped(vec![StopReason::Fault(fault)]));
        }
        // A clock gives no wave its turn before its time: the others go on until then.
        if timeline.machine().cycle().is_some() && timeline.turn() != Some(id) {
            let what = What::Issues;
            let stopped = self.go(Some(Goal { wave: id, what }))?;
            if stopped.reasons != [StopReason::Step] {
                return Ok(stopped);
            }
        }
        let timeline = self.live()?;
        if !timeline.give_turn(id) {
            return Err(format!("{name} {} cannot run now", id.wave));
        }
        let goal = timeline.now() + 1;
        let mut stopped = self.go_to(None, Some(goal))?;
        if stopped.reasons == [StopReason::Step] {
            let status = self.wave(id).map(|wave| wave.status());
            match status.unwrap_or(Status::Ended) {
                // On a clock the others go on meanwhile.
                Status::Running if self.cycle().is_some() && self.turn() != Some(id) => {
                    let what = What::Issues;
                    stopped = self.go(Some(Goal { wave: id, what }))?;
                }
                Status::Running => self.selected = Some(id),
                Status::AtBarrier | Status::Waiting => {
                    self.selected = Some(id);
                    stopped.reasons = vec![StopReason::Waits(id)];
                }
                Status::Ended => stopped.reasons = vec![StopReason::WaveEnded(id)],
            }
        }
        Ok(stopped)
    }

    fn go(&mut self, goal: Option<Goal>) -> Result<Stopped, String> {
        self.go_to(goal, None)
    }

    fn go_to(&mut self, goal: Option<Goal>, limit: Option<u64>) -> Result<Stopped, String> {
        self.fault = None;
        loop {
            let World::Live(timeline) = &mut self.world else {
                self.live()?;
                unreachable!("only a live session goes on");
            };
            let memory = timeline.memory().clone();
            let mut guard = Guard {
                subject: &self.subject,
                memory: &memory,
                breakpoints: &mut self.breakpoints,
                watchpoints: &mut self.watchpoints,
                marks: &self.marks,
                flat: &self.flat,
                goal: goal.clone(),
                counting: true,
                hits: Vec::new(),
                touched: Vec::new(),
                last: None,
            };
            // The wave that issues the instruction that is announced already made no announcement of
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
                Reached::Moment => reasons.push(StopReason::Step),
                Reached::Interrupt => reasons.push(StopReason::Interrupt),
                Reached::End => reasons.push(StopReason::End),
                Reached::Fault(fault) => {
                    if let Some(lane) = fault.trap.lane() {
                        self.lane = lane as usize;
                    }
                    self.fault = Some(fault.clone());
                    reasons.push(StopReason::Fault(fault));
                }
            }
            self.follow();
            let reached = reasons.contains(&StopReason::Step);
            if let Some(id) = goal.as_ref().map(|goal| goal.wave).filter(|_| reached) {
                let status = self.wave(id).map(|wave| wave.status());
                match status.unwrap_or(Status::Ended) {
                    Status::Ended => reasons = vec![StopReason::WaveEnded(id)],
                    _ => self.selected = Some(id),
                }
            }
            return Ok(self.stopped(reasons));
        }
    }

    /// Hits that stand up to a second look, now that all state can be seen.
    fn confirm(&mut self, hits: Vec<Hit>, counting: bool) -> Vec<StopReason> {
        let mut reasons = Vec::new();
        for hit in hits {
            match hit {
                Hit::Goal => reasons.push(StopReason::Step),
                Hit::Breakpoint(id) => reasons.push(StopReason::Breakpoint(id)),
                Hit::BadCondition(id, _) => {
                    let turn = self.turn();
                    let point = self.breakpoints.iter().find(|point| point.id == id);
                    let Some(condition) = point.and_then(|point| point.condition.clone()) else {
                        continue;
                    };
                    match self.look_from(turn, 0, |scope| scope.truth(&condition.expr)) {
                        Ok(true) => reasons.extend(self.count_hit(id)),
                        Ok(false) => {}
                        Err(message) => reasons.push(StopReason::BadCondition { id, message }),
                    }
                }
                Hit::Watchpoint(id, by) => reasons.extend(self.confirm_watch(id, by, counting)),
            }
        }
        let before = self.breakpoints.len();
        let stopped_at = |id: u32| reasons.contains(&StopReason::Breakpoint(id));
        self.breakpoints
            .retain(|point| !point.temporary || !stopped_at(point.id));
        if self.breakpoints.len() < before {
            self.refresh_marks();
        }
        reasons
    }

    /// A breakpoint whose condition turned out to hold only when everything could be seen.
    fn count_hit(&mut self, id: u32) -> Option<StopReason> {
        let mut points = self.breakpoints.iter_mut();
        let point = points.find(|point| point.id == id)?;
        point.hits += 1;
        if point.ignore > 0 {
            point.ignore -= 1;
            return None;
        }
        Some(StopReason::Breakpoint(id))
    }

    fn confirm_watch(&mut self, id: u32, by: Option<Site>, counting: bool) -> Option<StopReason> {
        let index = self.watchpoints.iter().position(|point| point.id == id)?;
        let point = &self.watchpoints[index];
        let of = Some(point.of);
        let new = self.look_from(of, point.lane, |scope| scope.whole(&point.thing).ok());
        let holds = point.condition.as_ref().is_none_or(|condition| {
            let by = by.map_or(point.of, |site| WaveId {
                group: site.group,
                wave: site.wave,
            });
            self.look_from(Some(by), point.lane, |scope| {
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
        Some(StopReason::Watchpoint {
            id,
            text: point.text.clone(),
            old,
            new,
            by,
        })
    }
}
