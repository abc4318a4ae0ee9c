//! Moving by lines of the source, and where a wave is in it.

use super::{Session, StopReason, Stopped};
use crate::calls::Call;
use crate::eval::View;
use crate::subject::ListedInst;
use arch::{Function, SourcePlace, Variable};
use uop::{Status, WaveId};

/// A place in the source: a function, or a copy of one that stands where it was called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The function, or the label before the instruction.
    pub name: String,
    /// The file of the line; see [`crate::Subject::source`].
    pub file: u32,
    /// The line that is next, or that of the call.
    pub line: Option<u32>,
    /// Of the next instruction, or of the one that called.
    pub address: u64,
    /// It stands within the next frame: no call leads here.
    pub inlined: bool,
    /// Calls that lead from here to where the wave is.
    pub calls: usize,
    /// Functions whose copies lie within this one at the address.
    within: usize,
}

/// What a line is told from another by: its place, and how deep it lies in calls and copies.
#[derive(Clone, Copy, PartialEq, Eq)]
struct At {
    file: u32,
    line: u32,
    depth: usize,
}

impl Session {
    /// Where a wave is, the innermost first. Nothing where it has ended.
    pub fn frames(&self, id: WaveId) -> Vec<Frame> {
        let subject = self.subject();
        let mut frames = Vec::new();
        let Some(wave) = self.wave(id).filter(|wave| wave.status() != Status::Ended) else {
            return frames;
        };
        let Some(inst) = subject.inst_of(wave.step()) else {
            return frames;
        };
        self.frames_at(inst, 0, &mut frames);
        let calls = self.calls(id);
        let outermost = |inst: &ListedInst| subject.functions_at(inst.address).pop();
        let mut callee = outermost(inst);
        for (calls, call) in calls.iter().rev().enumerate() {
            let Some(inst) = subject.insts.get(call.inst as usize) else {
                continue;
            };
            let caller = outermost(inst);
            // A kernel and the function that holds its body are one to people; what calls itself is not.
            let same = caller.zip(callee).is_some_and(|(caller, callee)| {
                caller.name == callee.name && !std::ptr::eq(caller, callee)
            });
            if !same {
                self.frames_at(inst, calls + 1, &mut frames);
            }
            callee = caller;
        }
        frames
    }

    /// The frames at an instruction, without those that called.
    fn frames_at(&self, inst: &ListedInst, calls: usize, frames: &mut Vec<Frame>) {
        let subject = self.subject();
        let first = frames.len();
        let mut place = inst.line.map(|line| SourcePlace {
            file: inst.file,
            line,
        });
        for (within, function) in subject.functions_at(inst.address).iter().enumerate() {
            // A kernel and the copy of it that is called as a function are one to people.
            if let Some(same) = frames[first..]
                .last_mut()
                .filter(|last| last.name == function.name)
            {
                same.inlined = function.within.is_some();
                place = function.called_from;
                continue;
            }
            frames.push(Frame {
                name: function.name.clone(),
                file: place.map_or(0, |place| place.file),
                line: place.map(|place| place.line),
                address: inst.address,
                inlined: function.within.is_some(),
                calls,
                within,
            });
            place = function.called_from;
        }
        if frames.len() == first {
            let name = match subject.label_before(inst.address) {
                Some((label, 0)) => label.to_string(),
                Some((label, offset)) => format!("{label}+{offset}"),
                None => format!("{:#x}", inst.address),
            };
            frames.push(Frame {
                name,
                file: inst.file,
                line: inst.line,
                address: inst.address,
                inlined: false,
                calls,
                within: 0,
            });
        }
    }

    /// The calls that a wave is in, the innermost last.
    fn calls(&self, id: WaveId) -> Vec<Call> {
        let timeline = self.timeline();
        timeline.map_or(Vec::new(), |timeline| timeline.calls(id).0)
    }

    /// How deep in calls the selected wave is.
    pub(super) fn call_depth(&self) -> usize {
        self.selected.map_or(0, |id| self.calls(id).len())
    }

    /// The frame that names of variables are looked up in, counted from the innermost.
    pub fn selected_frame(&self) -> usize {
        self.frame
    }

    /// Looks from another frame of the selected wave, until it moves.
    pub fn select_frame(&mut self, frame: usize) -> Result<(), String> {
        let frames = self.selected.map_or(0, |id| self.frames(id).len());
        match frames {
            0 => return Err(self.no_wave()),
            1 if frame > 0 => return Err("there is one frame, number 0".into()),
            n if frame >= n => return Err(format!("there are frames 0 to {}", n - 1)),
            _ => self.frame = frame,
        }
        Ok(())
    }

    /// What is seen from a frame of a wave.
    pub(super) fn view_of(&self, id: Option<WaveId>, frame: usize) -> View {
        let Some(id) = id.filter(|_| frame > 0) else {
            return View::default();
        };
        let frames = self.frames(id);
        let Some(frame) = frames.get(frame) else {
            return View::default();
        };
        let (calls, registers) = self
            .timeline()
            .map_or((Vec::new(), &[][..]), |t| t.calls(id));
        let caller = frame.calls.checked_sub(1);
        let caller = caller.and_then(|n| calls.iter().rev().nth(n));
        View {
            address: Some(frame.address),
            within: frame.within,
            caller: caller.map(|call| {
                let kept = registers.iter().copied().zip(call.kept.iter().copied());
                kept.collect()
            }),
        }
    }

    /// The variables that names mean in a frame of a wave, the innermost first, with the function
    /// that each is of.
    pub fn locals(&self, id: WaveId, frame: usize) -> Vec<(&Function, &Variable)> {
        let frames = self.frames(id);
        frames.get(frame).map_or(Vec::new(), |frame| {
            self.subject().variables_at(frame.address, frame.within)
        })
    }

    /// The instructions at which a function begins: a label, or each copy of it.
    pub fn locate_function(&self, name: &str) -> Result<Vec<u32>, String> {
        match name.chars().next() {
            Some(first) if !first.is_ascii_digit() && first != '*' && !name.contains(':') => {
                self.locate(name)
            }
            _ => Err(format!("there is no label or function `{name}`")),
        }
    }

    /// As [`Session::step`], until the selected wave comes to another line. Where there are no lines,
    /// one instruction.
    pub fn step_line(&mut self) -> Result<Stopped, String> {
        self.by_lines(Session::step, false)
    }

    /// The same over what the line calls, also where a copy of the function stands there.
    pub fn next_line(&mut self) -> Result<Stopped, String> {
        self.by_lines(Session::step_over, true)
    }

    /// Back to where the line before this one begins.
    pub fn back_line(&mut self) -> Result<Stopped, String> {
        let stopped = self.by_lines(Session::step_back, false)?;
        // That is its end. What is before it is another line again.
        let Some(here) = self.at() else {
            return Ok(stopped);
        };
        let plain = |stopped: &Stopped| matches!(stopped.reasons[..], [StopReason::Step]);
        if !plain(&stopped) {
            return Ok(stopped);
        }
        loop {
            let (time, wave) = (self.time(), self.selected);
            let before = self.step_back()?;
            if plain(&before) && self.selected == wave && self.at() == Some(here) {
                continue;
            }
            if !plain(&before) {
                return Ok(before);
            }
            self.seek(time)?;
            if let Some(wave) = wave {
                self.select(wave)?;
            }
            return Ok(self.stopped(vec![StopReason::Step]));
        }
    }

    /// Until the selected wave has left the function that it is in: a copy within another, or one that
    /// was called. Else until it has ended.
    pub fn leave_function(&mut self) -> Result<Stopped, String> {
        let (wave, _) = self.standing()?;
        let depth = self.depth();
        if depth < 2 {
            return self.finish();
        }
        let frames = self.frames(wave);
        if let Some(call) = self.calls(wave).last().filter(|_| !frames[0].inlined) {
            return self.come_back(call.inst, self.call_depth() - 1);
        }
        loop {
            let stopped = self.step_over()?;
            if !goes_on(&stopped) || self.selected != Some(wave) || self.depth() < depth {
                return Ok(stopped);
            }
        }
    }

    fn by_lines(
        &mut self,
        step: fn(&mut Session) -> Result<Stopped, String>,
        over: bool,
    ) -> Result<Stopped, String> {
        let start = self.at();
        let first = self.next_inst().map(|inst| inst.address);
        let wave = self.selected;
        loop {
            let stopped = step(self)?;
            if !goes_on(&stopped) || self.selected != wave || start.is_none() {
                return Ok(stopped);
            }
            match (self.at(), start) {
                // A line that leads back to where this began: once round is enough.
                _ if self.next_inst().map(|inst| inst.address) == first => return Ok(stopped),
                // Between lines, or within the same.
                (None, _) => {}
                // A function that has just been called, whose variables are nowhere yet.
                (Some(at), Some(start)) if at.depth > start.depth && self.in_prologue() => {}
                (Some(at), Some(start)) if at == start => {}
                // A function that the line calls.
                (Some(at), Some(start)) if over && at.depth > start.depth => {}
                _ => return Ok(stopped),
            }
        }
    }

    /// The instruction that the selected wave issues next.
    fn next_inst(&self) -> Option<&ListedInst> {
        self.subject().inst_of(self.selected()?.step())
    }

    fn in_prologue(&self) -> bool {
        self.next_inst()
            .is_some_and(|inst| self.subject.in_prologue(inst.address))
    }

    fn at(&self) -> Option<At> {
        let inst = self.next_inst()?;
        Some(At {
            file: inst.file,
            line: inst.line?,
            depth: self.depth(),
        })
    }

    /// How many functions the next instruction is in: those that called, and copies within them.
    fn depth(&self) -> usize {
        self.selected.map_or(0, |wave| self.frames(wave).len())
    }
}

/// Nothing but a step was done.
fn goes_on(stopped: &Stopped) -> bool {
    matches!(
        stopped.reasons[..],
        [StopReason::Step | StopReason::Waits(_)]
    )
}
