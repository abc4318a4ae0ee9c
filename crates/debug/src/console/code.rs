//! Places in the code: breakpoints, source, disassembly.

use super::{Console, Done, Reply, TextStyle};
use crate::expr;
use crate::points::{Condition, WatchKind, Watchpoint};
use std::fmt::Write as _;

/// Lines of source, and instructions, that are shown at once.
const LINES: u32 = 10;
const INSTRUCTIONS: usize = 12;

impl Console {
    pub(super) fn break_at(&mut self, text: &str, temporary: bool, reply: &mut Reply) -> Done {
        let (place, condition) = split_condition(text)?;
        self.check(condition.as_ref())?;
        let insts = match place {
            "" => {
                let wave = self.session.selected();
                let nowhere = || format!("{}: say where to stop", self.session.no_wave());
                let wave = wave.ok_or_else(nowhere)?;
                let steps = &self.session.subject().steps;
                vec![steps.get(wave.step() as usize).copied().unwrap_or(0)]
            }
            place => self.session.locate(place)?,
        };
        let spec = match place {
            "" => format!(
                "*{:#x}",
                self.session.subject().insts[insts[0] as usize].address
            ),
            place => place.to_string(),
        };
        let first = insts[0];
        let id = self.session.add_breakpoint(&spec, insts, |point| {
            point.condition = condition;
            point.temporary = temporary;
        })?;
        let subject = self.session.subject();
        let inst = &subject.insts[first as usize];
        let kind = if temporary {
            "temporary breakpoint"
        } else {
            "breakpoint"
        };
        let line = subject.line_name(inst);
        let line = line.map_or(String::new(), |line| format!(", {line}"));
        let name = subject.place_name(inst.address);
        reply.line(format!(
            "{kind} {id} at {:#x}{name}{line}: {}",
            inst.address, inst.text
        ));
        Ok(())
    }

    pub(super) fn watch(&mut self, command: &str, text: &str, reply: &mut Reply) -> Done {
        let kind = match command {
            "rwatch" => WatchKind::Read,
            "awatch" => WatchKind::Access,
            _ => WatchKind::Change,
        };
        let (place, condition) = split_condition(text)?;
        self.check(condition.as_ref())?;
        let expr = super::parse(place)?;
        let thing = self.session.look(|scope| scope.thing(&expr))?;
        let thing = thing.ok_or_else(|| format!("`{place}` is neither a register nor memory"))?;
        let registers = !Watchpoint::is_in_memory(&thing);
        let id = self.session.add_watchpoint(place, thing, kind)?;
        self.session
            .change_watchpoint(id, |point| point.condition = condition);
        let whose = match (registers, self.session.selected_wave()) {
            (true, Some(id)) => {
                let [x, y, z] = id.group;
                let name = &self.session.subject().registers.wave;
                format!(" of {name} {}, workgroup ({x},{y},{z})", id.wave)
            }
            _ => String::new(),
        };
        reply.line(format!("watchpoint {id}: {place}{whose}"));
        Ok(())
    }

    /// A condition with a name that means nothing is refused at once.
    fn check(&self, condition: Option<&Condition>) -> Done {
        condition.map_or(Ok(()), |condition| {
            let checked = self
                .session
                .look(|scope| scope.check_names(&condition.expr));
            checked.map_err(|error| format!("in the condition: {error}"))
        })
    }

    pub(super) fn delete(&mut self, text: &str, reply: &mut Reply) -> Done {
        if text.is_empty() {
            let points = self.session.breakpoints().iter().map(|point| point.id);
            let all = points.chain(self.session.watchpoints().iter().map(|point| point.id));
            let all: Vec<u32> = all.collect();
            for id in &all {
                self.session.delete(*id)?;
            }
            reply.line(format!("{} deleted", all.len()));
            return Ok(());
        }
        numbers(text)?
            .into_iter()
            .try_for_each(|id| self.session.delete(id))
    }

    pub(super) fn enable(&mut self, text: &str, enabled: bool) -> Done {
        for id in numbers(text)? {
            let found = self
                .session
                .change_breakpoint(id, |point| point.enabled = enabled)
                || self.session.change_watchpoint(id, |point| {
                    point.enabled = enabled;
                    point.old = None;
                });
            found.then_some(()).ok_or_else(|| no_point(id))?;
        }
        Ok(())
    }

    pub(super) fn condition(&mut self, text: &str) -> Done {
        let (id, rest) = number(text)?;
        let condition = match rest {
            "" => None,
            rest => Some(condition(rest)?),
        };
        self.check(condition.as_ref())?;
        let other = condition.clone();
        let found = self
            .session
            .change_breakpoint(id, |point| point.condition = condition)
            || self
                .session
                .change_watchpoint(id, |point| point.condition = other);
        found.then_some(()).ok_or_else(|| no_point(id))
    }

    pub(super) fn ignore(&mut self, text: &str, reply: &mut Reply) -> Done {
        let (id, rest) = number(text)?;
        let count = rest.parse();
        let count = count.map_err(|_| format!("expected how often to pass by, found `{rest}`"))?;
        let found = self
            .session
            .change_breakpoint(id, |point| point.ignore = count)
            || self
                .session
                .change_watchpoint(id, |point| point.ignore = count);
        found.then_some(()).ok_or_else(|| no_point(id))?;
        reply.line(format!("{id} will be passed by {count} times"));
        Ok(())
    }

    pub(super) fn list(&mut self, text: &str, reply: &mut Reply) -> Done {
        let subject = self.session.subject();
        let frame = self.frame();
        let here = frame
            .as_ref()
            .and_then(|frame| Some((frame.file, frame.line?)));
        let around = |line: u32| line.saturating_sub(LINES / 2).max(1);
        let (file, first) = match (text, self.listed) {
            ("", Some((file, listed))) => (file, listed + 1),
            ("", None) => here.map_or((0, 1), |(file, line)| (file, around(line))),
            (text, _) => self.listed_place(text, around)?,
        };
        let source = subject.source(file);
        let last = source.line_count() as u32;
        if first > last {
            return Err(format!("the file has {last} lines"));
        }
        let end = (first + LINES - 1).min(last);
        if file != 0 && self.listed.is_none_or(|(before, _)| before != file) {
            reply.line(format!("{}:", source.name()));
        }
        for line in first..=end {
            let (arrow, style) = match here == Some((file, line)) {
                true => ("=>", TextStyle::Here),
                false => ("  ", TextStyle::Plain),
            };
            let text = source.line(line);
            reply
                .add(style, format!("{arrow} {line:>4}  {text}").trim_end())
                .plain("\n");
        }
        self.listed = Some((file, end));
        Ok(())
    }

    /// The file and the line that `list` is to begin with: `20`, `helper.h:20`, `helper.h`, `function`.
    fn listed_place(&self, text: &str, around: impl Fn(u32) -> u32) -> Result<(u32, u32), String> {
        let subject = self.session.subject();
        if let Ok(line) = text.parse() {
            let file = self.listed.map(|(file, _)| file);
            return Ok((
                file.unwrap_or_else(|| self.session.file_here()),
                around(line),
            ));
        }
        if let Some(file) = subject.source_called(text) {
            return Ok((file, 1));
        }
        if let Some((file, line)) = text.rsplit_once(':')
            && let (Some(file), Ok(line)) = (subject.source_called(file), line.parse())
        {
            return Ok((file, around(line)));
        }
        let insts = self.session.locate(text)?;
        let inst = &subject.insts[insts[0] as usize];
        let line = inst.line.ok_or("its source is not known")?;
        Ok((inst.file, around(line)))
    }

    pub(super) fn disassemble(&mut self, text: &str, reply: &mut Reply) -> Done {
        let subject = self.session.subject();
        let here = self.here().and_then(|inst| subject.inst_at(inst.address));
        let first = match text {
            "" => here.unwrap_or(0).saturating_sub(INSTRUCTIONS / 3),
            text => self.session.locate(text)?[0] as usize,
        };
        self.show_instructions(first, INSTRUCTIONS, reply);
        Ok(())
    }

    pub(super) fn show_instructions(&self, first: usize, count: usize, reply: &mut Reply) {
        let subject = self.session.subject();
        let here = self.here().map(|inst| inst.address);
        let shown = subject.insts.iter().skip(first).take(count);
        let shown = shown.filter(|inst| inst.len > 0);
        let longest = shown.clone().map(|inst| inst.text.chars().count()).max();
        let width = longest.unwrap_or(0).clamp(28, 48);
        for inst in shown {
            let labels = subject.code.symbols.iter();
            for symbol in labels.filter(|symbol| symbol.address == inst.address) {
                reply
                    .add(TextStyle::Strong, format!("{}:", symbol.name))
                    .plain("\n");
            }
            let at_it = here == Some(inst.address);
            let (arrow, style) = match at_it {
                true => ("=>", TextStyle::Here),
                false => ("  ", TextStyle::Plain),
            };
            reply.add(style, format!("{arrow} {:#06x}  ", inst.address));
            let mut line = format!("{:<width$}", inst.text);
            if let Some(name) = subject.line_name(inst) {
                let _ = write!(line, "  {name}");
            }
            reply.add(style, line.trim_end()).plain("\n");
            if at_it {
                self.show_operands(inst, reply);
            }
        }
    }
}

/// `PLACE if CONDITION`.
fn split_condition(text: &str) -> Result<(&str, Option<Condition>), String> {
    let at = match text.strip_prefix("if ") {
        Some(_) => Some(0),
        None => text.find(" if ").map(|at| at + 1),
    };
    match at {
        None => Ok((text.trim(), None)),
        Some(at) => Ok((text[..at].trim(), Some(condition(&text[at + 3..])?))),
    }
}

fn condition(text: &str) -> Result<Condition, String> {
    let text = text.trim();
    let expr = expr::parse(text).map_err(|error| format!("in the condition: {error}"))?;
    Ok(Condition {
        text: text.into(),
        expr,
    })
}

fn no_point(id: u32) -> String {
    format!("there is no breakpoint or watchpoint {id}")
}

fn number(text: &str) -> Result<(u32, &str), String> {
    let (id, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let number = id.parse();
    let number =
        number.map_err(|_| format!("expected the number of a breakpoint, found `{id}`"))?;
    Ok((number, rest.trim()))
}

pub(super) fn numbers(text: &str) -> Result<Vec<u32>, String> {
    if text.is_empty() {
        return Err("expected one or more numbers".into());
    }
    let numbers = text.split_whitespace().map(|id| Ok(number(id)?.0));
    numbers.collect()
}
