//! Moving backwards, and looking back.

use super::{Reason, Session, Stopped, World};
use crate::eval::{Scope, Thing};
use crate::look::Live;
use crate::origin::{Issued, Origin, Trail, Writes, Written};
use crate::points::{Goal, Guard, Hit, WatchKind};
use crate::timeline::{Edit, Position, Reached, Timeline};
use crate::watch::WaveIssues;
use std::cell::{Cell, RefCell};

impl Session<'_> {
    /// Goes to a moment.
    pub fn seek(&mut self, time: u64) -> Result<Stopped, String> {
        let selected = (self.group(), self.wave);
        let timeline = self.live()?;
        let reached = timeline.seek(time);
        self.moved(selected);
        let reason = match reached {
            Reached::End => Reason::End,
            Reached::Interrupt => Reason::Interrupt,
            Reached::Fault(fault) => {
                self.fault = Some(fault.clone());
                Reason::Fault(fault)
            }
            _ => Reason::Step,
        };
        Ok(self.stopped(vec![reason]))
    }

    /// The run was moved to another moment; the same wave stays selected if it is there.
    fn moved(&mut self, (group, wave): (Option<[u32; 3]>, usize)) {
        self.fault = None;
        for point in &mut self.watchpoints {
            point.old = None;
        }
        self.follow();
        if self.group() == group && wave < self.waves().len() {
            self.wave = wave;
        }
    }

    /// Takes back the last instruction of the selected wave, and whatever happened since.
    pub fn step_back(&mut self) -> Result<Stopped, String> {
        let here = self.time();
        let ended = *self.live()?.position() == Position::Ended;
        let selected = (self.group(), self.wave);
        if here == 0 {
            return Ok(self.stopped(vec![Reason::Start]));
        }
        let timeline = self.live()?;
        timeline.seek(here - 1);
        let (group, wave) = match selected.0.filter(|_| !ended) {
            // Nobody was selected: the last instruction of all it is.
            None => {
                self.follow();
                self.fault = None;
                return Ok(self.stopped(vec![Reason::Step]));
            }
            Some(group) => (group, selected.1 as u32),
        };
        let same = timeline.group().is_some_and(|now| now.group() == group);
        if !same || timeline.turn() != Some(wave as usize) {
            let last = Cell::new(None);
            timeline.backwards(
                here,
                &mut WaveIssues { group, wave },
                |_, timeline| last.set(Some(timeline.now())),
                |_| last.get().is_some(),
            );
            match last.get() {
                Some(time) => timeline.seek(time),
                None => {
                    timeline.seek(here);
                    self.moved(selected);
                    return Err(format!("wave {wave} has not issued an instruction yet"));
                }
            };
        }
        self.moved((Some(group), wave as usize));
        Ok(self.stopped(vec![Reason::Step]))
    }

    /// Runs backwards to the last breakpoint or watchpoint that was passed.
    pub fn resume_back(&mut self) -> Result<Stopped, String> {
        self.live()?;
        let here = self.time();
        self.fault = None;
        let mut watchpoints = std::mem::take(&mut self.watchpoints);
        let mut breakpoints = std::mem::take(&mut self.breakpoints);
        let World::Live(timeline) = &mut self.world else {
            unreachable!("a live session");
        };
        let mut guard = Guard {
            subject: &self.subject,
            memory: timeline.memory(),
            breakpoints: &mut breakpoints,
            watchpoints: &mut watchpoints,
            marks: &self.marks,
            secretive: &self.secretive,
            flat: self.flat.clone(),
            goal: Goal::None,
            counting: false,
            hits: Vec::new(),
            touched: Vec::new(),
            last: None,
        };
        let last = RefCell::new(None);
        timeline.backwards(
            here,
            &mut guard,
            |guard, timeline| {
                let reasons = confirm_back(guard, timeline);
                if !reasons.is_empty() {
                    last.replace(Some((timeline.now(), reasons)));
                }
            },
            |_| last.borrow().is_some(),
        );
        let (time, reasons) = last.into_inner().unwrap_or((0, vec![Reason::Start]));
        timeline.seek(time);
        self.watchpoints = watchpoints;
        self.breakpoints = breakpoints;
        self.moved((None, 0));
        Ok(self.stopped(reasons))
    }

    /// Who wrote this last.
    pub fn last_write(&mut self, thing: &Thing) -> Result<Option<Origin>, String> {
        let here = self.time();
        let selected = (self.group(), self.wave);
        let (lane, lanes, flat) = (self.lane, self.subject.lanes, self.flat.clone());
        let group = selected.0.unwrap_or_default();
        let wave = self.wave as u32;
        let written = match thing {
            Thing::Exec => Written::Exec { group, wave },
            Thing::Registers(slices) => {
                let [slice] = &slices[..] else {
                    return Err("choose one part of the register, as in `R1.x`".into());
                };
                let chosen = slice.lanes.clone().unwrap_or(lane..=lane);
                if chosen.start() != chosen.end() {
                    return Err("choose one lane, as in `v3[5]`".into());
                }
                Written::Register {
                    group,
                    wave,
                    place: slice.place,
                    words: slice.words,
                    lane: *chosen.start(),
                }
            }
            Thing::Elements(elements) => {
                let [address] = elements.addresses[..] else {
                    return Err("choose one element, as in `out_y[3]`".into());
                };
                Written::Memory {
                    space: elements.space,
                    bytes: address..address + elements.ty.size() as u64,
                    group,
                    wave,
                    lane: lane as u32,
                }
            }
        };
        self.live()?;
        let World::Live(timeline) = &mut self.world else {
            unreachable!("a live session");
        };
        let (program, memory) = (timeline.program(), timeline.memory());
        let mut writes = Writes::new(written, program, lanes, &self.secretive, memory, flat, here);
        timeline.backwards(
            here,
            &mut writes,
            |_, _| {},
            |writes| writes.found.is_some(),
        );
        let found = writes.found;
        timeline.seek(here);
        let fault = self.fault.take();
        self.moved(selected);
        self.fault = fault;
        Ok(found)
    }

    /// The last instructions that the selected wave issued, oldest first.
    pub fn trail(&mut self, count: usize) -> Result<Vec<Issued>, String> {
        let here = self.time();
        let selected = (self.group(), self.wave);
        let group = selected.0.ok_or("no workgroup is under way")?;
        let mut trail = Trail::new(group, self.wave as u32, count, here);
        let timeline = self.live()?;
        timeline.backwards(here, &mut trail, |_, _| {}, Trail::enough);
        timeline.seek(here);
        let fault = self.fault.take();
        self.moved(selected);
        self.fault = fault;
        Ok(trail.found.into())
    }

    /// Changes state now. What was to come after it is forgotten.
    pub fn edit(&mut self, edit: Edit) -> Result<(), String> {
        let timeline = self.live()?;
        timeline.edit(edit)
    }
}

/// Hits on the way back, seen with the state at their moment.
fn confirm_back(guard: &mut Guard<'_>, timeline: &Timeline<'_>) -> Vec<Reason> {
    let live = Live {
        memory: timeline.memory(),
        local: timeline.group().map_or(&[], |group| group.local()),
    };
    let mut reasons = Vec::new();
    for hit in std::mem::take(&mut guard.hits) {
        match hit {
            Hit::Breakpoint(id) => reasons.push(Reason::Breakpoint(id)),
            Hit::BadCondition(id, message) => reasons.push(Reason::BadCondition { id, message }),
            Hit::Goal => {}
            Hit::Watchpoint(id, by) => {
                let points = &mut guard.watchpoints;
                let Some(point) = points.iter_mut().find(|point| point.id == id) else {
                    continue;
                };
                let group = timeline
                    .group()
                    .filter(|group| group.group() == point.group);
                let wave = group.and_then(|group| group.waves().get(point.wave as usize));
                let scope = Scope {
                    subject: guard.subject,
                    wave: wave.map(|wave| wave as _),
                    lane: point.lane,
                    memory: &live,
                    time: timeline.now(),
                };
                let new = scope.whole(&point.thing).ok();
                let old = std::mem::replace(&mut point.old, new.clone());
                let gone = new.is_none() && point.ranges.is_empty();
                if point.kind == WatchKind::Change && (old == new || gone) {
                    continue;
                }
                let text = point.text.clone();
                reasons.push(Reason::Watchpoint {
                    id,
                    text,
                    old,
                    new,
                    by,
                });
            }
        }
    }
    reasons
}
