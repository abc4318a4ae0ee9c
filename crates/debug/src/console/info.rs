//! `info`: what there is.

use super::{Console, Done, Reply, Style, show};
use crate::eval::Answer;
use crate::look::Status;
use arch::RegisterPlace;
use uop::{Channel, Space};

/// What `info` knows about.
pub(super) const INFO: &[&str] = &[
    "breakpoints",
    "watchpoints",
    "display",
    "waves",
    "lanes",
    "registers",
    "workgroups",
    "barriers",
    "pending",
    "args",
    "symbols",
    "line",
    "time",
];

impl Console<'_> {
    pub(super) fn info(&mut self, text: &str, reply: &mut Reply) -> Done {
        let (what, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let mut found = INFO.iter().filter(|name| name.starts_with(what));
        let name = match (what, found.next(), found.next()) {
            ("", ..) => return Err(format!("info about what? {}", INFO.join(", "))),
            // As everywhere: `b` is breakpoints, `w` is waves, `l` is lanes.
            ("b", ..) => "breakpoints",
            ("w", ..) => "waves",
            ("l", ..) => "lanes",
            ("threads", ..) => "waves",
            ("locals", ..) => "args",
            (_, Some(name), None) => name,
            (_, Some(a), Some(b)) => return Err(format!("`{what}` may mean {a} or {b}")),
            _ => {
                let hint = source::did_you_mean(what, INFO.iter().copied());
                let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
                return Err(format!("nothing is known about `{what}`{hint}"));
            }
        };
        match name {
            "breakpoints" | "watchpoints" => self.info_points(reply),
            "display" => {
                for display in &self.displays {
                    reply.line(format!("{:>4}  {}", display.id, display.text));
                }
                Ok(())
            }
            "waves" => self.info_waves(reply),
            "lanes" => self.info_lanes(reply),
            "registers" => self.info_registers(rest, reply),
            "workgroups" => self.info_workgroups(reply),
            "barriers" => self.info_barriers(reply),
            "pending" => self.info_pending(reply),
            "args" => self.info_args(reply),
            "symbols" => {
                for symbol in &self.session.subject().code.symbols {
                    reply.line(format!("{:#06x}  {}", symbol.address, symbol.name));
                }
                Ok(())
            }
            "line" => {
                self.show_place(reply);
                Ok(())
            }
            _ => self.info_time(reply),
        }
    }

    fn info_points(&self, reply: &mut Reply) -> Done {
        let (breaks, watches) = (self.session.breakpoints(), self.session.watchpoints());
        if breaks.is_empty() && watches.is_empty() {
            reply.line("no breakpoints or watchpoints");
        }
        let subject = self.session.subject();
        let details = |enabled: bool, condition: Option<&str>, hits: u64, ignore: u64| {
            let mut text = String::new();
            if !enabled {
                text += ", disabled";
            }
            if let Some(condition) = condition {
                text += &format!(", if {condition}");
            }
            if hits > 0 {
                text += &format!(", hit {hits} times");
            }
            if ignore > 0 {
                text += &format!(", passed by {ignore} more times");
            }
            text
        };
        for point in breaks {
            let kind = if point.temporary { "tbreak" } else { "break" };
            let condition = point.condition.as_ref().map(|c| c.text.as_str());
            let details = details(point.enabled, condition, point.hits, point.ignore);
            let places: Vec<String> = (point.insts.iter())
                .map(|inst| format!("{:#x}", subject.insts[*inst as usize].address))
                .collect();
            let places = places.join(" ");
            reply.line(format!(
                "{:>4}  {kind:<7} {} at {places}{details}",
                point.id, point.spec
            ));
        }
        for point in watches {
            let kind = match point.kind {
                crate::WatchKind::Change => "watch",
                crate::WatchKind::Read => "rwatch",
                crate::WatchKind::Access => "awatch",
            };
            let condition = point.condition.as_ref().map(|c| c.text.as_str());
            let details = details(point.enabled, condition, point.hits, point.ignore);
            reply.line(format!(
                "{:>4}  {kind:<7} {}{details}",
                point.id, point.text
            ));
        }
        Ok(())
    }

    fn info_waves(&self, reply: &mut Reply) -> Done {
        let subject = self.session.subject();
        let selected = self.session.selected_wave();
        let digits = (subject.lanes as usize).div_ceil(4) + 2;
        if self.session.waves().is_empty() {
            reply.line("no wave is under way");
        }
        for (i, wave) in self.session.waves().iter().enumerate() {
            let mark = if i == selected { "*" } else { " " };
            let next = if self.session.turn() == Some(i) {
                " next"
            } else {
                ""
            };
            let place = match subject.inst_of(wave.step()) {
                Some(inst) if wave.status() != Status::Ended => {
                    format!("  {:#06x}  {}", inst.address, inst.text)
                }
                _ => String::new(),
            };
            let text = format!(
                "{mark} {i:>3}  {:<10}{next:<5}  {} {:#0digits$x}  {:>8} issued{place}",
                wave.status().name(),
                subject.registers.exec,
                wave.exec(),
                wave.issued()
            );
            let style = if i == selected {
                Style::Here
            } else {
                Style::Plain
            };
            reply.add(style, text).plain("\n");
        }
        Ok(())
    }

    fn info_lanes(&self, reply: &mut Reply) -> Done {
        let subject = self.session.subject();
        let waves = self.session.waves();
        let wave = waves
            .get(self.session.selected_wave())
            .ok_or("no wave is under way")?;
        let [bx, by, _] = subject.block.map(|n| n.max(1) as usize);
        for lane in 0..wave.lanes() {
            let mark = if lane == self.session.selected_lane() {
                "*"
            } else {
                " "
            };
            let thread = wave.number() as usize * wave.lanes() + lane;
            let (x, y, z) = (thread % bx, thread / bx % by, thread / bx / by);
            let state = match (wave.exec() >> lane & 1, wave.alive() >> lane & 1) {
                (1, _) => "active",
                (_, 1) => "waits",
                _ => "none",
            };
            let style = if state == "active" {
                Style::Plain
            } else {
                Style::Dim
            };
            let text = format!("{mark} {lane:>3}  {state:<7} thread {thread} ({x},{y},{z})");
            reply.add(style, text).plain("\n");
        }
        Ok(())
    }

    fn info_registers(&self, name: &str, reply: &mut Reply) -> Done {
        let subject = self.session.subject();
        let waves = self.session.waves();
        let wave = waves
            .get(self.session.selected_wave())
            .ok_or("no wave is under way")?;
        let groups = &subject.registers.groups;
        if !name.is_empty() && !groups.iter().any(|group| group.name == name) {
            let expr = super::parse(name)?;
            let answer = self.session.look(|scope| scope.answer(&expr))?;
            self.show_answer(name, &answer, None, reply);
            return Ok(());
        }
        let digits = (subject.lanes as usize).div_ceil(4) + 2;
        if name.is_empty() {
            let pc = subject.inst_of(wave.step()).map_or(0, |inst| inst.address);
            reply.line(format!("{:<8} {pc:#x}{}", "pc", subject.place_name(pc)));
            let exec = &subject.registers.exec;
            reply.line(format!("{exec:<8} {:#0digits$x}", wave.exec()));
        }
        let lane = self.session.selected_lane();
        for group in groups.iter().filter(|g| name.is_empty() || g.name == name) {
            for register in &group.registers {
                let expr = crate::Expr::Name(register.name.clone());
                let answer = self.session.look(|scope| scope.answer(&expr))?;
                let Answer::Registers(rows) = answer else {
                    continue;
                };
                let vector = matches!(register.place, RegisterPlace::Vector(_));
                let index = if vector { lane } else { 0 };
                let values: Vec<String> = (rows.iter())
                    .filter_map(|row| Some(row.values.get(index)?.show(None)))
                    .collect();
                let changed = rows
                    .iter()
                    .any(|row| self.changed(&row.name, vector.then_some(lane)));
                let (style, mark) = match changed {
                    true => (Style::Changed, " *"),
                    false => (Style::Plain, ""),
                };
                let of_lane = if vector {
                    format!("[{lane}]")
                } else {
                    String::new()
                };
                let head = format!("{}{of_lane}", register.name);
                let text = format!("{head:<8} {}{mark}", show::parts(&values));
                reply.add(style, text).plain("\n");
            }
        }
        Ok(())
    }

    fn info_workgroups(&self, reply: &mut Reply) -> Done {
        let [gx, gy, gz] = self.session.subject().grid;
        let count = u64::from(gx) * u64::from(gy) * u64::from(gz);
        match self.session.group() {
            Some([x, y, z]) => {
                let [lx, ly, lz] = [x, y, z].map(u64::from);
                let done = lx + u64::from(gx) * (ly + u64::from(gy) * lz);
                reply.line(format!(
                    "workgroup ({x},{y},{z}) is under way; {done} of {count} have ended, {} wait",
                    count - done - 1
                ));
            }
            None => {
                reply.line(format!("all {count} workgroups have ended"));
            }
        }
        Ok(())
    }

    fn info_barriers(&self, reply: &mut Reply) -> Done {
        let waves = self.session.waves();
        let waiting = |wave: &&&dyn crate::LookWave| wave.status() == Status::AtBarrier;
        let all: Vec<String> = (waves.iter().filter(waiting))
            .map(|wave| wave.number().to_string())
            .collect();
        let others: Vec<String> = (waves.iter())
            .filter(|wave| wave.status() == Status::Running)
            .map(|wave| wave.number().to_string())
            .collect();
        match all.is_empty() {
            true => reply.line("no wave waits at a barrier"),
            false => reply.line(format!(
                "at the barrier: waves {}; still to come: {}",
                all.join(" "),
                if others.is_empty() {
                    "none".into()
                } else {
                    others.join(" ")
                }
            )),
        };
        Ok(())
    }

    fn info_pending(&self, reply: &mut Reply) -> Done {
        let subject = self.session.subject();
        let mut any = false;
        for wave in self.session.waves() {
            let counts = subject.channels.iter().enumerate().filter_map(|(i, name)| {
                let count = wave.outstanding(Channel(i as u8));
                (count > 0).then(|| format!("{name} {count}"))
            });
            let counts: Vec<String> = counts.collect();
            if !counts.is_empty() {
                any = true;
                reply.line(format!("wave {}: {}", wave.number(), counts.join(", ")));
            }
        }
        if !any {
            reply.line("nothing is outstanding (with --memory eager, nothing ever is)");
        }
        Ok(())
    }

    fn info_args(&self, reply: &mut Reply) -> Done {
        for arg in &self.session.subject().arguments {
            let ty = format!("{}{}", arg.ty, arg.shape);
            let mut line = format!("{:#010x}  {:<12} {ty:<12}", arg.address, arg.name);
            let first = self
                .session
                .look(|scope| scope.element(Space::Global, arg.ty, arg.address));
            if let Ok(value) = first {
                line += &format!(" {}", value.show(None));
                if arg.shape.count() > Some(1) {
                    line += " ...";
                }
            }
            reply.line(line);
        }
        Ok(())
    }

    fn info_time(&self, reply: &mut Reply) -> Done {
        reply.line(format!("{} instructions issued", self.session.time()));
        if let Some(timeline) = self.session.timeline() {
            let (count, bytes) = timeline.history();
            let kib = bytes.div_ceil(1024);
            reply.line(format!("{count} snapshots, {kib} KiB"));
        }
        Ok(())
    }
}
