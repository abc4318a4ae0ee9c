//! Commands that move the run, and what is said when it stops.

use super::{Console, Done, Reply, TextStyle, count};
use crate::session::{StopReason, Stopped};
use crate::value::ExprValue;
use uop::{Status, WaveId};

impl Console {
    pub(super) fn resume(&mut self, text: &str, reply: &mut Reply) -> Done {
        let count = count(text)?;
        let mut stopped = self.session.resume()?;
        for _ in 1..count {
            let at_point = |reason: &StopReason| {
                matches!(
                    reason,
                    StopReason::Breakpoint(_) | StopReason::Watchpoint { .. }
                )
            };
            if !stopped.reasons.iter().all(at_point) {
                break;
            }
            stopped = self.session.resume()?;
        }
        self.stopped(&stopped, reply);
        Ok(())
    }

    pub(super) fn step(&mut self, text: &str, reply: &mut Reply) -> Done {
        if text == "all" {
            let stopped = self.session.step_all()?;
            self.stopped(&stopped, reply);
            return Ok(());
        }
        self.repeated(text, reply, |console| console.session.step())
    }

    pub(super) fn step_cycles(&mut self, text: &str, reply: &mut Reply) -> Done {
        let stopped = self.session.step_cycles(count(text)?)?;
        self.stopped(&stopped, reply);
        Ok(())
    }

    pub(super) fn step_line(&mut self, text: &str, reply: &mut Reply) -> Done {
        if text == "all" {
            return self.step(text, reply);
        }
        self.repeated(text, reply, |console| console.session.step_line())
    }

    pub(super) fn next_line(&mut self, text: &str, reply: &mut Reply) -> Done {
        self.repeated(text, reply, |console| console.session.next_line())
    }

    pub(super) fn back_line(&mut self, text: &str, reply: &mut Reply) -> Done {
        self.repeated(text, reply, |console| console.session.back_line())
    }

    pub(super) fn step_over(&mut self, text: &str, reply: &mut Reply) -> Done {
        self.repeated(text, reply, |console| console.session.step_over())
    }

    pub(super) fn step_back(&mut self, text: &str, reply: &mut Reply) -> Done {
        self.repeated(text, reply, |console| console.session.step_back())
    }

    /// Steps until the count is reached or something else stops the run.
    fn repeated(
        &mut self,
        text: &str,
        reply: &mut Reply,
        mut step: impl FnMut(&mut Self) -> Result<Stopped, String>,
    ) -> Done {
        let mut stopped = step(self)?;
        for _ in 1..count(text)? {
            if !matches!(
                stopped.reasons[..],
                [StopReason::Step | StopReason::Waits(_)]
            ) {
                break;
            }
            stopped = step(self)?;
        }
        self.stopped(&stopped, reply);
        Ok(())
    }

    pub(super) fn until(&mut self, text: &str, reply: &mut Reply) -> Done {
        if !text.is_empty() {
            return self.advance(text, reply);
        }
        let stopped = self.session.leave_loop()?;
        self.stopped(&stopped, reply);
        Ok(())
    }

    pub(super) fn advance(&mut self, text: &str, reply: &mut Reply) -> Done {
        let insts = self.session.locate(text)?;
        let stopped = self.session.run_to(insts)?;
        self.stopped(&stopped, reply);
        Ok(())
    }

    pub(super) fn finish(&mut self, reply: &mut Reply) -> Done {
        let stopped = self.session.leave_function()?;
        self.stopped(&stopped, reply);
        Ok(())
    }

    pub(super) fn resume_back(&mut self, reply: &mut Reply) -> Done {
        let stopped = self.session.resume_back()?;
        self.stopped(&stopped, reply);
        Ok(())
    }

    pub(super) fn go_to_start(&mut self, reply: &mut Reply) -> Done {
        let stopped = self.session.seek(0)?;
        self.stopped(&stopped, reply);
        Ok(())
    }

    pub(super) fn go_to(&mut self, text: &str, reply: &mut Reply) -> Done {
        let expr = super::parse(text)?;
        let moment = self.session.look(|scope| scope.number(&expr))?;
        let moment = moment.integer().and_then(|n| u64::try_from(n).ok());
        let moment = moment.ok_or("a moment is a number of instructions, from 0 on")?;
        let stopped = self.session.seek(moment)?;
        self.stopped(&stopped, reply);
        Ok(())
    }

    pub(super) fn wave(&mut self, text: &str, reply: &mut Reply) -> Done {
        if !text.is_empty() {
            let name = &self.session.subject().registers.wave;
            let number = text
                .parse()
                .map_err(|_| format!("expected the number of a {name}, found `{text}`"))?;
            self.session.select_wave(number)?;
            self.reselect();
        }
        self.listed = None;
        self.show_place(reply);
        Ok(())
    }

    pub(super) fn workgroup(&mut self, text: &str, reply: &mut Reply) -> Done {
        if text.is_empty() {
            return self.info("workgroups", reply);
        }
        let expected = || format!("expected a workgroup, as in `(1,0,0)`, found `{text}`");
        let numbers = text.trim_matches(['(', ')']).split([',', ' ']);
        let numbers = numbers.filter(|number| !number.is_empty());
        let numbers: Result<Vec<u32>, _> = numbers.map(str::parse).collect();
        let mut group = [0; 3];
        let numbers = numbers.map_err(|_| expected())?;
        match numbers.len() {
            1..=3 => group[..numbers.len()].copy_from_slice(&numbers),
            _ => return Err(expected()),
        }
        self.session.select(WaveId { group, wave: 0 })?;
        self.reselect();
        self.listed = None;
        self.show_place(reply);
        Ok(())
    }

    pub(super) fn lane(&mut self, text: &str, reply: &mut Reply) -> Done {
        if !text.is_empty() {
            let number = text
                .parse()
                .map_err(|_| format!("expected the number of a lane, found `{text}`"))?;
            self.session.select_lane(number)?;
        }
        let lane = self.session.selected_lane();
        let wave = self.session.selected();
        let wave = wave.ok_or_else(|| self.session.no_wave())?;
        let state = match (wave.exec() >> lane & 1, wave.alive() >> lane & 1) {
            (1, _) => "active",
            (_, 1) => "not active now",
            _ => "no thread, or one that has ended",
        };
        let thread = wave.number() as usize * wave.lanes() + lane;
        let name = &self.session.subject().registers.wave;
        reply.line(format!(
            "lane {lane} of {name} {}: thread {thread}, {state}",
            wave.number()
        ));
        Ok(())
    }

    /// Says why and where the run stopped.
    pub(super) fn stopped(&mut self, stopped: &Stopped, reply: &mut Reply) {
        self.recapture();
        self.listed = None;
        for reason in &stopped.reasons {
            self.show_reason(reason, reply);
        }
        let over = |reason: &StopReason| matches!(reason, StopReason::End);
        if !stopped.reasons.iter().any(over) {
            self.show_place(reply);
        }
        self.show_displays(reply);
    }

    fn show_reason(&self, reason: &StopReason, reply: &mut Reply) {
        let subject = self.session.subject();
        let name = &subject.registers.wave;
        match reason {
            StopReason::Step => {}
            StopReason::Breakpoint(id) => {
                let points = self.session.breakpoints().iter();
                let spec = points.clone().find(|point| point.id == *id);
                reply.line(match spec {
                    Some(point) => format!("breakpoint {id} ({})", point.spec),
                    // It is gone by now.
                    None => format!("temporary breakpoint {id}"),
                });
            }
            StopReason::BadCondition { id, message } => {
                let text = format!("the condition of breakpoint {id} has no value here: {message}");
                reply.add(TextStyle::Error, text).plain("\n");
            }
            StopReason::Watchpoint {
                id,
                text,
                old,
                new,
                by,
            } => {
                reply.line(format!("watchpoint {id}: {text}"));
                let one = |answer: &Option<crate::Answer>| {
                    answer
                        .as_ref()
                        .map_or("?".into(), |answer| self.brief(answer))
                };
                match old == new {
                    true => reply.line(format!("  value {}", one(new))),
                    false => reply
                        .line(format!("  old {}", one(old)))
                        .line(format!("  new {}", one(new))),
                };
                if let Some(site) = by {
                    let Some(inst) = subject.insts.get(site.inst as usize) else {
                        return;
                    };
                    let [x, y, z] = site.group;
                    let line = subject.line_name(inst);
                    let line = line.map_or(String::new(), |line| format!(", {line}"));
                    reply.line(format!(
                        "  by {:#x}: {}{line}, {name} {} of workgroup ({x},{y},{z})",
                        inst.address, inst.text, site.wave
                    ));
                }
            }
            StopReason::Waits(id) => {
                let number = id.wave;
                let status = self.session.wave(*id).map(|wave| wave.status());
                reply.line(match status {
                    Some(Status::Waiting) => format!("{name} {number} waits"),
                    _ => format!("{name} {number} waits at the barrier"),
                });
            }
            StopReason::WaveEnded(id) => {
                reply.line(format!("{name} {} has ended", id.wave));
            }
            StopReason::Fault(fault) => {
                let [x, y, z] = fault.site.group;
                let mut text = format!(
                    "{} (pc {:#x}, workgroup ({x},{y},{z}), {name} {}",
                    fault.trap, fault.address, fault.site.wave
                );
                if let Some(lane) = fault.trap.lane().filter(|_| subject.lanes > 1) {
                    text += &format!(", lane {lane}");
                }
                reply.add(TextStyle::Error, text + ")").plain("\n");
                if let Some((address, why)) = &fault.related {
                    let inst = subject.inst_at(*address).map(|inst| &subject.insts[inst]);
                    let line = inst.and_then(|inst| subject.line_name(inst));
                    let line = line.map_or(String::new(), |line| format!(", {line}"));
                    let text = inst.map_or("", |inst| &inst.text);
                    reply.line(format!("  {address:#x}{line}: {text}: {why}"));
                }
                if let uop::Trap::Deadlock { waits } = &fault.trap {
                    for wait in waits {
                        reply.line(format!("  {wait}"));
                    }
                }
            }
            StopReason::End => {
                let time = ExprValue::Int(self.session.time().into()).show(None);
                let cycles = match self
                    .session
                    .timeline()
                    .map(|it| it.machine().cycle_counts())
                {
                    Some(counts) if !counts.is_empty() => {
                        format!(" and {} cycles", counts[0].1)
                    }
                    _ => String::new(),
                };
                let text = format!("the kernel has ended after {time} instructions{cycles}");
                reply.line(text);
            }
            StopReason::Start => {
                reply.line("the start: there is nothing before it");
            }
            StopReason::Interrupt => {
                reply.line("interrupted");
            }
        };
    }
}
