//! Moving by lines of the source, and where a wave is in it.

use super::{Reason, Session, Stopped};
use crate::subject::Inst;
use uop::{Status, WaveId};

/// A place in the source: a function, or a copy of one that stands where it was called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The function, or the label before the instruction.
    pub name: String,
    /// The line that is next, or that of the call.
    pub line: Option<u32>,
    /// Of the next instruction.
    pub address: u64,
    /// It stands within the next frame: no call leads here.
    pub inlined: bool,
}

/// What a line is told from another by: its number, and how deep it lies in copies of functions.
#[derive(Clone, Copy, PartialEq, Eq)]
struct At {
    line: u32,
    depth: usize,
}

impl Session {
    /// Where a wave is, the innermost first. Nothing where it has ended.
    pub fn frames(&self, id: WaveId) -> Vec<Frame> {
        let subject = self.subject();
        let Some(wave) = self.wave(id).filter(|wave| wave.status() != Status::Ended) else {
            return Vec::new();
        };
        let Some(inst) = subject.inst_of(wave.step()) else {
            return Vec::new();
        };
        let functions = subject.functions_at(inst.address);
        let mut line = inst.line;
        let mut frames = Vec::new();
        for function in &functions {
            // A kernel and the copy of it that is called as a function are one to people.
            if let Some(same) =
                (frames.last_mut()).filter(|last: &&mut Frame| last.name == function.name)
            {
                same.inlined = function.within.is_some();
                line = function.called_from;
                continue;
            }
            frames.push(Frame {
                name: function.name.clone(),
                line,
                address: inst.address,
                inlined: function.within.is_some(),
            });
            line = function.called_from;
        }
        if frames.is_empty() {
            let name = match subject.label_before(inst.address) {
                Some((label, 0)) => label.to_string(),
                Some((label, offset)) => format!("{label}+{offset}"),
                None => format!("{:#x}", inst.address),
            };
            frames.push(Frame {
                name,
                line,
                address: inst.address,
                inlined: false,
            });
        }
        frames
    }

    /// The variables that names mean where a wave is, the innermost first.
    pub fn locals(&self, id: WaveId) -> Vec<String> {
        let subject = self.subject();
        let wave = self.wave(id).filter(|wave| wave.status() != Status::Ended);
        let inst = wave.and_then(|wave| subject.inst_of(wave.step()));
        let found = inst.map_or(Vec::new(), |inst| subject.variables_at(inst.address));
        found
            .into_iter()
            .map(|(_, variable)| variable.name.clone())
            .collect()
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
        let plain = |stopped: &Stopped| matches!(stopped.reasons[..], [Reason::Step]);
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
            return Ok(self.stopped(vec![Reason::Step]));
        }
    }

    /// Until the selected wave has left the function that it is in, if that is a copy within another;
    /// else until it has ended.
    pub fn leave_function(&mut self) -> Result<Stopped, String> {
        let (wave, _) = self.standing()?;
        let depth = self.depth();
        if depth < 2 {
            return self.finish();
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
        let function = self.function();
        loop {
            let inst = self.selected().map(|wave| wave.step());
            let inst = inst.and_then(|step| self.subject.steps.get(step as usize).copied());
            let mut stopped = step(self)?;
            // At the start of another function: the instruction before it was a call.
            if let Some(call) = inst.filter(|_| over && goes_on(&stopped)) {
                let now = self.next_inst().map(|inst| inst.address);
                if now.is_some() && now == self.function() && now != function {
                    stopped = self.run_to(vec![call + 1])?;
                }
            }
            if !goes_on(&stopped) || self.selected != wave || start.is_none() {
                return Ok(stopped);
            }
            match (self.at(), start) {
                // A line that leads back to where this began: once round is enough.
                _ if self.next_inst().map(|inst| inst.address) == first => return Ok(stopped),
                // Between lines, or within the same.
                (None, _) => {}
                (Some(at), Some(start)) if at == start => {}
                // A function that the line calls.
                (Some(at), Some(start)) if over && at.depth > start.depth => {}
                _ => return Ok(stopped),
            }
        }
    }

    /// The instruction that the selected wave issues next.
    fn next_inst(&self) -> Option<&Inst> {
        self.subject().inst_of(self.selected()?.step())
    }

    /// Where the function begins that the next instruction is in, the outermost of them.
    fn function(&self) -> Option<u64> {
        let functions = self.subject().functions_at(self.next_inst()?.address);
        let ranges = functions.last()?.ranges.iter();
        ranges.map(|range| range.start).min()
    }

    fn at(&self) -> Option<At> {
        let inst = self.next_inst()?;
        Some(At {
            line: inst.line?,
            depth: self.depth(),
        })
    }

    /// How many functions there are around the next instruction, each within the next.
    fn depth(&self) -> usize {
        self.selected.map_or(0, |wave| self.frames(wave).len())
    }
}

/// Nothing but a step was done.
fn goes_on(stopped: &Stopped) -> bool {
    matches!(stopped.reasons[..], [Reason::Step | Reason::Waits(_)])
}
