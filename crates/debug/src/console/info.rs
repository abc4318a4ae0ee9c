//! `info`: what there is.

use super::{Console, Done, Reply, TextStyle, show};
use crate::eval::Answer;
use crate::expr::Expr;
use crate::value::ExprValue;
use arch::RegisterName;
use uop::{LaneWait, LookWave, RegisterPlace, Space, Status, WaveId};

/// Groups of more registers than this are not listed whole unless they are asked for.
const LONG: usize = 40;

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
    "locals",
    "symbols",
    "line",
    "frame",
    "sources",
    "time",
    "cycles",
];

impl Console {
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
            "locals" => self.info_locals(reply),
            "symbols" => {
                for symbol in &self.session.subject().code.symbols {
                    reply.line(format!("{:#06x}  {}", symbol.address, symbol.name));
                }
                Ok(())
            }
            "sources" => {
                let subject = self.session.subject();
                for file in 0..subject.source_count() {
                    reply.line(subject.source(file).name());
                }
                Ok(())
            }
            "frame" => self.frame_number("", reply),
            "line" => {
                self.show_place(reply);
                Ok(())
            }
            "cycles" => self.info_cycles(reply),
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
            match hits {
                0 => {}
                1 => text += ", hit once",
                n => text += &format!(", hit {n} times"),
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
        let digits = (subject.lanes as usize).div_ceil(4) + 2;
        let groups = self.session.groups();
        if groups.is_empty() {
            reply.line(self.session.no_wave());
        }
        for &group in &groups {
            if groups.len() > 1 {
                let [x, y, z] = group;
                let text = format!("workgroup ({x},{y},{z})");
                reply.add(TextStyle::Strong, text).plain("\n");
            }
            for wave in self.session.waves_of(group) {
                let selected = self.session.selected_wave() == Some(wave.id());
                let mark = if selected { "*" } else { " " };
                let next = match self.session.turn() == Some(wave.id()) {
                    true => " next",
                    false => "",
                };
                let place = match subject.inst_of(wave.step()) {
                    Some(inst) if wave.status() != Status::Ended => {
                        format!("  {:#06x}  {}", inst.address, inst.text)
                    }
                    _ => String::new(),
                };
                let exec = match subject.lanes {
                    1 => String::new(),
                    _ => format!("  {} {:#0digits$x}", subject.registers.exec, wave.exec()),
                };
                let text = format!(
                    "{mark} {:>3}  {:<10}{next:<5}{exec}  {:>8} issued{place}",
                    wave.number(),
                    wave.status().name(),
                    wave.issued()
                );
                let style = if selected {
                    TextStyle::Here
                } else {
                    TextStyle::Plain
                };
                reply.add(style, text).plain("\n");
            }
        }
        Ok(())
    }

    fn info_lanes(&self, reply: &mut Reply) -> Done {
        let subject = self.session.subject();
        let wave = self.session.selected();
        let wave = wave.ok_or_else(|| self.session.no_wave())?;
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
                TextStyle::Plain
            } else {
                TextStyle::Dim
            };
            let mut text = format!("{mark} {lane:>3}  {state:<7} thread {thread} ({x},{y},{z})");
            if state == "waits" {
                text += &self.lane_waits(&*wave, lane);
            }
            reply.add(style, text).plain("\n");
        }
        Ok(())
    }

    /// Where a lane that is not active waits, and what for.
    fn lane_waits(&self, wave: &dyn LookWave, lane: usize) -> String {
        let subject = self.session.subject();
        let (what, step) = match wave.waits(lane) {
            Some(LaneWait::Turn(step)) => ("for its turn, at", step),
            Some(LaneWait::Join(step)) => ("for others, at", step),
            Some(LaneWait::Barrier(step)) => ("at the barrier,", step),
            Some(LaneWait::Branch(step)) => ("for others, since", step),
            None => return format!("  not in {}", subject.registers.exec),
        };
        let Some(inst) = subject.inst_of(step) else {
            return String::new();
        };
        let line = subject.line_name(inst);
        let line = line.map_or(String::new(), |line| format!(", {line}"));
        format!("  {what} {:#06x}{line}: {}", inst.address, inst.text)
    }

    fn info_registers(&self, name: &str, reply: &mut Reply) -> Done {
        let subject = self.session.subject();
        let wave = self.session.selected();
        let wave = wave.ok_or_else(|| self.session.no_wave())?;
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
            if subject.lanes > 1 {
                let exec = &subject.registers.exec;
                reply.line(format!("{exec:<8} {:#0digits$x}", wave.exec()));
            }
        }
        let lane = self.session.selected_lane();
        for group in groups.iter().filter(|g| name.is_empty() || g.name == name) {
            // Of many registers, those that hold something are of interest.
            let long = name.is_empty() && group.registers.len() > LONG;
            let is_vector = |register: &RegisterName| {
                matches!(register.place, RegisterPlace::Vector(_)) && subject.lanes > 1
            };
            let vectors = group.registers.iter().any(is_vector);
            let mut zeros = 0;
            for register in &group.registers {
                if let RegisterPlace::Block(block) = register.place {
                    let changed = self.block_changed(block.number);
                    if !changed && wave.block(block.number).iter().all(|byte| *byte == 0) {
                        zeros += 1;
                        continue;
                    }
                    let expr = crate::Expr::Name(register.name.clone());
                    let answer = self.session.look(|scope| scope.answer(&expr))?;
                    let (style, mark) = match changed {
                        true => (TextStyle::Changed, " *"),
                        false => (TextStyle::Plain, ""),
                    };
                    let text = format!("{:<8} {}{mark}", register.name, self.brief(&answer));
                    reply.add(style, text).plain("\n");
                    continue;
                }
                let expr = crate::Expr::Name(register.name.clone());
                let answer = self.session.look(|scope| scope.answer(&expr))?;
                let Answer::Registers(rows) = answer else {
                    continue;
                };
                let vector = matches!(register.place, RegisterPlace::Vector(_));
                let index = if vector { lane } else { 0 };
                let changed = rows
                    .iter()
                    .any(|row| self.changed(&row.name, vector.then_some(lane)));
                let is_zero = |value: &ExprValue| value.integer_bits() == 0;
                let mut all = rows.iter().flat_map(|row| &row.values);
                if long && !changed && all.all(is_zero) {
                    zeros += 1;
                    continue;
                }
                let values: Vec<String> = (rows.iter())
                    .filter_map(|row| Some(row.values.get(index)?.show(None)))
                    .collect();
                let (style, mark) = match changed {
                    true => (TextStyle::Changed, " *"),
                    false => (TextStyle::Plain, ""),
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
            if zeros > 0 {
                let lanes = match vectors {
                    true => " in all lanes",
                    false => "",
                };
                reply.line(match zeros {
                    1 => format!("1 {} register is zero{lanes}", group.name),
                    _ => format!("{zeros} {} registers are zero{lanes}", group.name),
                });
            }
        }
        Ok(())
    }

    fn info_workgroups(&self, reply: &mut Reply) -> Done {
        let [gx, gy, gz] = self.session.subject().grid;
        let count = u64::from(gx) * u64::from(gy) * u64::from(gz);
        let groups = self.session.groups();
        let place = |[x, y, z]: [u32; 3]| format!("({x},{y},{z})");
        match &groups[..] {
            [] => {
                reply.line(format!("all {count} workgroups have ended"));
            }
            [group] => {
                let [lx, ly, lz] = group.map(u64::from);
                let done = lx + u64::from(gx) * (ly + u64::from(gy) * lz);
                reply.line(format!(
                    "workgroup {} is under way; {done} of {count} have ended, {} wait",
                    place(*group),
                    count - done - 1
                ));
            }
            groups => {
                reply.line(format!(
                    "{} of {count} workgroups are under way:",
                    groups.len()
                ));
                for &group in groups {
                    let waves = self.session.waves_of(group);
                    let ended = waves.iter().filter(|wave| wave.status() == Status::Ended);
                    let selected = self.session.group() == Some(group);
                    let mark = if selected { "*" } else { " " };
                    let name = &self.session.subject().registers.wave;
                    let count = match waves.len() {
                        1 => format!("1 {name}"),
                        n => format!("{n} {name}s"),
                    };
                    let ended = ended.count();
                    reply.line(format!("{mark} {}  {count}, {ended} ended", place(group)));
                }
            }
        }
        Ok(())
    }

    fn info_barriers(&self, reply: &mut Reply) -> Done {
        let name = &self.session.subject().registers.wave;
        let several = self.session.groups().len() > 1;
        let list = |ids: &[WaveId]| match ids {
            [] => "none".to_string(),
            ids => {
                let ids = ids.iter().map(|id| match several {
                    false => id.wave.to_string(),
                    true => {
                        let [x, y, z] = id.group;
                        format!("{} of ({x},{y},{z})", id.wave)
                    }
                });
                ids.collect::<Vec<_>>()
                    .join(if several { ", " } else { " " })
            }
        };
        let mut told: Vec<uop::Meeting> = Vec::new();
        for group in self.session.groups() {
            for meeting in self.session.meetings(group) {
                // What a cluster of workgroups shares is said once.
                if !told.contains(&meeting) {
                    told.push(meeting);
                }
            }
        }
        for meeting in &told {
            let mut text = format!("at {}", meeting.name);
            if !(meeting.arrived.is_empty() && meeting.missing.is_empty()) {
                text += &format!(
                    ": {name}s {}; still to come: {}",
                    list(&meeting.arrived),
                    list(&meeting.missing)
                );
            }
            if !meeting.note.is_empty() {
                text += &format!(": {}", meeting.note);
            }
            reply.line(text);
        }
        if told.is_empty() {
            reply.line(format!("no {name} waits at a barrier"));
        }
        Ok(())
    }

    fn info_pending(&self, reply: &mut Reply) -> Done {
        let subject = self.session.subject();
        let several = self.session.groups().len() > 1;
        let mut any = false;
        for wave in self.session.all_waves() {
            let outstanding = wave.outstanding();
            if outstanding.is_empty() {
                continue;
            }
            any = true;
            let of_channel = |channel: usize| {
                let those = outstanding.iter();
                those
                    .filter(|one| usize::from(one.channel.0) == channel)
                    .count()
            };
            let counts = subject.channels.iter().enumerate();
            let counts = counts.filter_map(|(i, name)| match of_channel(i) {
                0 => None,
                count => Some(format!("{name} {count}")),
            });
            let counts: Vec<String> = counts.collect();
            let group = match (several, wave.group()) {
                (true, [x, y, z]) => format!(" of ({x},{y},{z})"),
                _ => String::new(),
            };
            let name = &subject.registers.wave;
            reply.line(format!(
                "{name} {}{group}: {}",
                wave.number(),
                counts.join(", ")
            ));
            for one in &outstanding {
                let inst = subject.insts.get(one.inst as usize);
                let text = inst.map_or(String::new(), |inst| {
                    let line = subject.line_name(inst);
                    let line = line.map_or(String::new(), |line| format!("  {line}"));
                    format!("{:#06x}  {}{line}", inst.address, inst.text)
                });
                let what = match one.what.as_str() {
                    "" => String::new(),
                    what => format!(": {what}"),
                };
                reply.line(format!("   {text}{what}"));
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

    /// Variables of the functions that the selected wave is in, as the selected lane has them.
    fn info_locals(&self, reply: &mut Reply) -> Done {
        let id = self
            .session
            .selected_wave()
            .filter(|_| self.here().is_some());
        let id = id.ok_or_else(|| self.session.no_wave())?;
        let found = self.session.locals(id, self.session.selected_frame());
        if found.is_empty() {
            reply.line("nothing says which variables there are here");
        }
        let mut last = None;
        for (function, variable) in found {
            if last.replace(&function.name) != Some(&function.name) {
                reply
                    .add(TextStyle::Strong, format!("{}:", function.name))
                    .plain("\n");
            }
            let expr = Expr::Name(variable.name.clone());
            let answer = self.session.look(|scope| scope.answer(&expr));
            let value = match &answer {
                Ok(Answer::Registers(rows)) => {
                    let lane = self.session.selected_lane();
                    let own = |row: &crate::RegisterRow| match row.values.len() {
                        1 => row.values.first().map(|value| value.show(None)),
                        _ => row.values.get(lane).map(|value| value.show(None)),
                    };
                    rows.iter().filter_map(own).collect::<Vec<_>>().join(", ")
                }
                Ok(answer) => self.brief(answer),
                Err(why) => format!("({})", why.replace(&format!("`{}` ", variable.name), "")),
            };
            let ty = &variable.ty.name;
            let dims = variable.ty.dims.iter().map(|dim| format!("[{dim}]"));
            let dims: String = dims.collect();
            reply.line(format!("  {ty} {}{dims} = {value}", variable.name));
        }
        Ok(())
    }

    /// What the clock shows, and what cycles were spent on so far.
    fn info_cycles(&self, reply: &mut Reply) -> Done {
        let timeline = self.session.timeline();
        let counts = timeline.map(|timeline| timeline.machine().cycle_counts());
        let cycle = self.session.cycle();
        let cycle = cycle.ok_or("this run has no clock; `--cycles` gives it that of its chip")?;
        reply.line(format!("cycle {cycle}"));
        for (name, count) in counts.unwrap_or_default().into_iter().skip(1) {
            reply.line(format!("{:>12}  {}", count, name.replace('_', " ")));
        }
        Ok(())
    }

    fn info_time(&self, reply: &mut Reply) -> Done {
        reply.line(format!("{} instructions issued", self.session.time()));
        if let Some(cycle) = self.session.cycle() {
            reply.line(format!("cycle {cycle}"));
        }
        if let Some(timeline) = self.session.timeline() {
            let (count, bytes) = timeline.history();
            let kib = bytes.div_ceil(1024);
            reply.line(format!("{count} snapshots, {kib} KiB"));
        }
        Ok(())
    }
}
