//! Moving backwards, and looking back.

use super::{Session, StopReason, Stopped, World};
use crate::eval::{Store, Thing, View, Viewpoint};
use crate::look::Live;
use crate::origin::{Issued, Trail, What, Writes, Written, WrittenBy};
use crate::points::{Guard, Hit, WatchKind};
use crate::replay::{Position, Reached, Replay};
use crate::watch::WaveIssues;
use std::cell::{Cell, RefCell};
use uop::{Apertures, Edit, WaveId};

impl Session {
    /// Goes to a moment.
    pub fn seek(&mut self, time: u64) -> Result<Stopped, String> {
        let selected = self.selected;
        let timeline = self.live()?;
        let reached = timeline.seek(time);
        self.moved(selected);
        let reason = match reached {
            Reached::End => StopReason::End,
            Reached::Interrupt => StopReason::Interrupt,
            Reached::Fault(fault) => {
                self.fault = Some(fault.clone());
                StopReason::Fault(fault)
            }
            _ => StopReason::Step,
        };
        Ok(self.stopped(vec![reason]))
    }

    /// The run was moved to another moment; the same wave stays selected if it is there.
    pub(super) fn moved(&mut self, selected: Option<WaveId>) {
        self.fault = None;
        for point in &mut self.watchpoints {
            point.old = None;
        }
        self.follow();
        if let Some(id) = selected.filter(|id| self.wave(*id).is_some()) {
            self.selected = Some(id);
        }
    }

    /// Takes back the last instruction of the selected wave, and whatever happened since.
    pub fn step_back(&mut self) -> Result<Stopped, String> {
        let here = self.time();
        let ended = *self.live()?.position() == Position::Ended;
        let selected = self.selected;
        if here == 0 {
            return Ok(self.stopped(vec![StopReason::Start]));
        }
        let never = self.selected().is_some_and(|wave| wave.issued() == 0);
        if let Some(id) = selected.filter(|_| never && !ended) {
            let name = &self.subject.registers.wave;
            let number = id.wave;
            return Err(format!("{name} {number} has not issued an instruction yet"));
        }
        let timeline = self.live()?;
        timeline.seek(here - 1);
        // Where no wave is selected, the last instruction of all it is.
        let Some(id) = selected.filter(|_| !ended) else {
            self.moved(None);
            return Ok(self.stopped(vec![StopReason::Step]));
        };
        if timeline.issuer() != Some(id) {
            let last = Cell::new(None);
            let whole = timeline.backwards(
                here,
                &mut WaveIssues(id),
                |_, timeline| last.set(Some(timeline.now())),
                |_| last.get().is_some(),
            );
            match last.get() {
                _ if !whole => {
                    timeline.seek(here);
                    self.moved(selected);
                    return Ok(self.stopped(vec![StopReason::Interrupt]));
                }
                Some(time) => timeline.seek(time),
                None => {
                    timeline.seek(here);
                    self.moved(selected);
                    let name = &self.subject.registers.wave;
                    let number = id.wave;
                    return Err(format!("{name} {number} has not issued an instruction yet"));
                }
            };
        }
        self.moved(Some(id));
        Ok(self.stopped(vec![StopReason::Step]))
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
        let memory = timeline.memory().clone();
        let mut guard = Guard {
            subject: &self.subject,
            memory: &memory,
            breakpoints: &mut breakpoints,
            watchpoints: &mut watchpoints,
            marks: &self.marks,
            flat: &self.flat,
            goal: None,
            counting: false,
            hits: Vec::new(),
            touched: Vec::new(),
            last: None,
        };
        let last = RefCell::new(None);
        let whole = timeline.backwards(
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
        // Of a stretch that was not seen to its end, the last hit is not known.
        let (time, reasons) = match last.into_inner() {
            _ if !whole => (here, vec![StopReason::Interrupt]),
            Some(last) => last,
            None => (0, vec![StopReason::Start]),
        };
        timeline.seek(time);
        self.watchpoints = watchpoints;
        self.breakpoints = breakpoints;
        self.moved(None);
        Ok(self.stopped(reasons))
    }

    /// Who wrote this last.
    pub fn last_write(&mut self, thing: &Thing) -> Result<Option<WrittenBy>, String> {
        let here = self.time();
        let selected = self.selected;
        let mut lane = self.lane;
        let what = match thing {
            Thing::Exec => What::Exec,
            Thing::Registers(slices) => {
                let [slice] = &slices[..] else {
                    return Err("choose one part of the register, as in `R1.x`".into());
                };
                let chosen = slice.lanes.clone().unwrap_or(lane..=lane);
                if chosen.start() != chosen.end() {
                    return Err("choose one lane, as in `v3[5]`".into());
                }
                lane = *chosen.start();
                What::Register {
                    place: slice.place,
                    words: slice.words,
                }
            }
            Thing::Elements(elements) => {
                let size = elements.ty.size() as u64;
                match (elements.of, &elements.addresses[..]) {
                    (Store::Memory(space), &[address]) => What::Memory {
                        space,
                        bytes: address..address.saturating_add(size),
                    },
                    (Store::Register(block), &[at]) => What::Block {
                        block,
                        bytes: at as usize..(at + size) as usize,
                    },
                    // A register that is an array was written by what changed any of it.
                    (Store::Register(block), _) => What::Block {
                        block,
                        bytes: 0..block.bytes as usize,
                    },
                    _ => return Err("choose one element, as in `out_y[3]`".into()),
                }
            }
        };
        let none = WaveId {
            group: [0; 3],
            wave: 0,
        };
        let wave = selected.unwrap_or(none);
        let written = Written { wave, lane, what };
        self.look_back(|timeline, flat| {
            let mut writes = Writes::new(written, timeline.machine(), flat, here);
            let enough = |writes: &mut Writes<'_>| writes.found.is_some();
            let whole = timeline.backwards(here, &mut writes, |_, _| {}, enough);
            whole.then_some(writes.found)
        })
    }

    /// Replays what came before this moment, and comes back to it.
    pub(crate) fn look_back<T>(
        &mut self,
        look: impl FnOnce(&mut Replay, &Apertures) -> Option<T>,
    ) -> Result<T, String> {
        let (here, selected) = (self.time(), self.selected);
        self.live()?;
        let World::Live(timeline) = &mut self.world else {
            unreachable!("a live session");
        };
        let found = look(timeline, &self.flat);
        timeline.seek(here);
        let fault = self.fault.take();
        self.moved(selected);
        self.fault = fault;
        found.ok_or_else(|| "interrupted".into())
    }

    /// The last instructions that the selected wave issued, oldest first.
    pub fn trail(&mut self, count: usize) -> Result<Vec<Issued>, String> {
        let selected = self.selected.ok_or_else(|| self.no_wave())?;
        self.trail_of(selected, count)
    }

    /// The last instructions that a wave issued, oldest first; it may have ended since.
    pub fn trail_of(&mut self, wave: WaveId, count: usize) -> Result<Vec<Issued>, String> {
        let here = self.time();
        self.look_back(|timeline, _| {
            let mut trail = Trail::new(wave, count, here);
            let whole = timeline.backwards(here, &mut trail, |_, _| {}, Trail::enough);
            whole.then(|| trail.found.into())
        })
    }

    /// Changes state now. What was to come after it is forgotten.
    pub fn edit(&mut self, edit: Edit) -> Result<(), String> {
        let timeline = self.live()?;
        timeline.edit(edit)
    }
}

/// Hits on the way back, seen with the state at their moment.
fn confirm_back(guard: &mut Guard<'_>, timeline: &Replay) -> Vec<StopReason> {
    let live = Live {
        machine: timeline.machine(),
        memory: timeline.memory(),
    };
    let mut reasons = Vec::new();
    for hit in std::mem::take(&mut guard.hits) {
        match hit {
            Hit::Breakpoint(id) => reasons.push(StopReason::Breakpoint(id)),
            Hit::BadCondition(id, _) => {
                let point = guard.breakpoints.iter().find(|point| point.id == id);
                let Some(condition) = point.and_then(|point| point.condition.as_ref()) else {
                    continue;
                };
                let wave = timeline.turn().and_then(|id| timeline.wave(id));
                let scope = Viewpoint {
                    subject: guard.subject,
                    wave: wave.as_deref(),
                    lane: 0,
                    view: &View::default(),
                    memory: &live,
                    time: timeline.now(),
                };
                match scope.truth(&condition.expr) {
                    Ok(true) => reasons.push(StopReason::Breakpoint(id)),
                    Ok(false) => {}
                    Err(message) => reasons.push(StopReason::BadCondition { id, message }),
                }
            }
            Hit::Goal => {}
            Hit::Watchpoint(id, by) => {
                let points = &mut guard.watchpoints;
                let Some(point) = points.iter_mut().find(|point| point.id == id) else {
                    continue;
                };
                let wave = timeline.wave(point.of);
                let scope = Viewpoint {
                    subject: guard.subject,
                    wave: wave.as_deref(),
                    lane: point.lane,
                    view: &View::default(),
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
                reasons.push(StopReason::Watchpoint {
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
