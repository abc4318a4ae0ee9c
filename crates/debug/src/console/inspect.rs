//! Commands that look at state, and the one that changes it.

use super::{Console, Display, Done, Reply, Style, count, show};
use crate::eval::{Answer, Thing};
use crate::look::Status;
use crate::timeline::Edit;
use crate::value::{Format, Value, element_bytes, register_bits};
use arch::RegisterPlace;
use kernel::Type;
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
    pub(super) fn print(&mut self, options: &str, text: &str, reply: &mut Reply) -> Done {
        let format = format_of(options)?;
        if text.is_empty() {
            return Err("expected an expression, as in `print R1`".into());
        }
        let expr = super::parse(text)?;
        let answer = self.session.look(|scope| scope.answer(&expr))?;
        self.show_answer(text, &answer, format, reply);
        Ok(())
    }

    pub(super) fn display(&mut self, options: &str, text: &str, reply: &mut Reply) -> Done {
        if text.is_empty() {
            self.show_displays(reply);
            return Ok(());
        }
        let format = format_of(options)?;
        let expr = super::parse(text)?;
        let answer = self.session.look(|scope| scope.answer(&expr))?;
        self.last_display += 1;
        let id = self.last_display;
        reply.add(Style::Dim, format!("{id}: "));
        self.show_answer(text, &answer, format, reply);
        self.displays.push(Display {
            id,
            text: text.into(),
            expr,
            format,
        });
        Ok(())
    }

    pub(super) fn undisplay(&mut self, text: &str) -> Done {
        if text.is_empty() {
            self.displays.clear();
            return Ok(());
        }
        for id in super::code::numbers(text)? {
            let before = self.displays.len();
            self.displays.retain(|display| display.id != id);
            if self.displays.len() == before {
                return Err(format!("there is no display {id}"));
            }
        }
        Ok(())
    }

    /// `x/16fw ADDRESS`
    pub(super) fn examine(&mut self, options: &str, text: &str, reply: &mut Reply) -> Done {
        let digits = options
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(options.len());
        let (times, letters) = options.split_at(digits);
        let times = count(times)?.min(1 << 16);
        let expr = super::parse(text)?;
        let thing = self.session.look(|scope| scope.thing(&expr))?;
        let (space, address) = match thing {
            Some(Thing::Elements(elements)) => (
                elements.space,
                elements.addresses.first().copied().unwrap_or(0),
            ),
            _ => {
                let value = self.session.look(|scope| scope.number(&expr))?;
                let address = value.integer().and_then(|n| u64::try_from(n).ok());
                (
                    Space::Global,
                    address.ok_or("an address is a number from 0 on")?,
                )
            }
        };
        if letters == "i" {
            let first = self.session.subject().inst_at(address);
            let first = first.ok_or_else(|| format!("no instruction begins at {address:#x}"))?;
            self.show_instructions(first, times as usize, reply);
            return Ok(());
        }
        let (mut size, mut format) = (4, Format::Hex);
        for letter in letters.chars() {
            match letter {
                'b' => size = 1,
                'h' => size = 2,
                'w' => size = 4,
                'g' => size = 8,
                letter => {
                    let known = Format::from_letter(letter);
                    format = known.ok_or_else(|| {
                        format!(
                            "`{letter}` is neither a format (x d u f t c i) nor a size (b h w g)"
                        )
                    })?;
                }
            }
        }
        let ty = match (size, format) {
            (1, _) => Type::U8,
            (2, Format::Float) => Type::F16,
            (2, _) => Type::U16,
            (8, Format::Float) => Type::F64,
            (8, _) => Type::U64,
            (_, Format::Float) => Type::F32,
            _ => Type::U32,
        };
        let values = (0..times).map(|i| {
            let at = address
                .checked_add(i * size)
                .ok_or("past the last address")?;
            self.session.look(|scope| scope.element(space, ty, at))
        });
        let values: Vec<Value> = values.collect::<Result<_, String>>()?;
        let per_row = (16 / size as usize).max(2);
        for (row, chunk) in values.chunks(per_row).enumerate() {
            let at = address + (row * per_row) as u64 * size;
            reply.add(Style::Dim, format!("{at:#010x}:"));
            for value in chunk {
                reply.plain(format!("  {}", value.show(Some(format))));
            }
            reply.plain("\n");
        }
        Ok(())
    }

    /// `set var PLACE = EXPRESSION`
    pub(super) fn set(&mut self, text: &str, reply: &mut Reply) -> Done {
        let usage = "expected `set var PLACE = EXPRESSION`";
        let rest = text.strip_prefix("var").map_or(text, str::trim_start);
        let (place, value) = rest.split_once('=').ok_or(usage)?;
        let (place, value) = (place.trim(), value.trim());
        let (place_expr, value_expr) = (super::parse(place)?, super::parse(value)?);
        let thing = self.session.look(|scope| scope.thing(&place_expr))?;
        let thing = thing.ok_or_else(|| format!("`{place}` is neither a register nor memory"))?;
        let value = self.session.look(|scope| scope.number(&value_expr))?;
        for edit in self.edits(&thing, value)? {
            self.session.edit(edit)?;
        }
        self.recapture();
        let answer = self.session.look(|scope| scope.answer(&place_expr))?;
        self.show_answer(place, &answer, None, reply);
        Ok(())
    }

    fn edits(&self, thing: &Thing, value: Value) -> Result<Vec<Edit>, String> {
        let wave = self.session.selected_wave();
        let lane = self.session.selected_lane();
        let lanes = self.session.subject().lanes as usize;
        let unfit = |bytes: u8| format!("{} does not fit {} bits", value.show(None), 8 * bytes);
        let mut edits = Vec::new();
        match thing {
            Thing::Exec => {
                let mask = register_bits(value, 8).ok_or_else(|| unfit(8))?;
                edits.push(Edit::Exec { wave, mask });
            }
            Thing::Elements(elements) => {
                let bytes = element_bytes(value, elements.ty)?;
                edits.extend(elements.addresses.iter().map(|&address| Edit::Bytes {
                    space: elements.space,
                    wave,
                    lane,
                    address,
                    bytes: bytes.clone(),
                }));
            }
            Thing::Registers(slices) => {
                for slice in slices {
                    let bytes = 4 * slice.words.min(2) as u8;
                    let bits = register_bits(value, bytes).ok_or_else(|| unfit(bytes))?;
                    let words = (0..slice.words.min(2)).map(|n| (n, (bits >> (32 * n)) as u32));
                    match slice.place {
                        RegisterPlace::Scalar(reg) => {
                            edits.extend(words.map(|(n, value)| Edit::Scalar {
                                wave,
                                reg: reg.plus(n),
                                value,
                            }));
                        }
                        RegisterPlace::Mask(reg) if slice.lanes.is_none() => {
                            let bits = register_bits(value, 8).ok_or_else(|| unfit(8))?;
                            for n in 0..lanes.div_ceil(32) as u16 {
                                edits.push(Edit::Scalar {
                                    wave,
                                    reg: reg.plus(n),
                                    value: (bits >> (32 * n)) as u32,
                                });
                            }
                        }
                        RegisterPlace::Mask(_) => {
                            return Err("a mask is set as a whole".into());
                        }
                        RegisterPlace::Vector(reg) => {
                            let chosen = slice.lanes.clone().unwrap_or(0..=lanes - 1);
                            for (n, value) in words {
                                edits.extend(chosen.clone().map(|lane| Edit::Vector {
                                    wave,
                                    reg: reg.plus(n),
                                    lane,
                                    value,
                                }));
                            }
                        }
                    }
                }
            }
        }
        Ok(edits)
    }

    pub(super) fn backtrace(&mut self, text: &str, reply: &mut Reply) -> Done {
        let count = match text {
            "" => 10,
            text => count(text)?.min(1 << 16),
        };
        let trail = self.session.trail(count as usize)?;
        let subject = self.session.subject();
        if trail.is_empty() {
            reply.line("the wave has issued nothing yet");
        }
        let digits = (subject.lanes as usize).div_ceil(4) + 2;
        for issued in &trail {
            let inst = &subject.insts[issued.inst as usize];
            let line = inst
                .line
                .map_or(String::new(), |line| format!("  line {line}"));
            let time = issued.time;
            let exec = issued.exec;
            let text = format!(
                "{time:>8}  {:#06x}  {:<28}  {} {exec:#0digits$x}{line}",
                inst.address, inst.text, subject.registers.exec
            );
            reply.line(text);
        }
        self.show_place(reply);
        Ok(())
    }

    pub(super) fn origin(&mut self, text: &str, reply: &mut Reply) -> Done {
        let expr = super::parse(text)?;
        let thing = self.session.look(|scope| scope.thing(&expr))?;
        let thing = thing.ok_or_else(|| format!("`{text}` is neither a register nor memory"))?;
        let origin = self.session.last_write(&thing)?;
        let Some(origin) = origin else {
            reply.line(format!(
                "{text} has not been written: it is as it was at the start"
            ));
            return Ok(());
        };
        let subject = self.session.subject();
        let inst = &subject.insts[origin.inst as usize];
        let [x, y, z] = origin.group;
        let lane = origin
            .lane
            .map_or(String::new(), |lane| format!(", lane {lane}"));
        let line = inst
            .line
            .map_or(String::new(), |line| format!("  line {line}"));
        reply.line(format!(
            "{text} was written by wave {} of workgroup ({x},{y},{z}){lane}, after {} instructions:",
            origin.wave, origin.time
        ));
        let place = subject.place_name(inst.address);
        reply.line(format!(
            "   {:#06x}{place}  {}{line}",
            inst.address, inst.text
        ));
        reply.line(format!("`goto {}` goes there", origin.time));
        Ok(())
    }

    pub(super) fn dump(&mut self, path: &str, reply: &mut Reply) -> Done {
        if path.is_empty() {
            return Err("expected the name of a file".into());
        }
        reply.file = Some((
            path.to_string(),
            self.session.to_core("asked for").to_string(),
        ));
        Ok(())
    }

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

fn format_of(options: &str) -> Result<Option<Format>, String> {
    let mut letters = options.chars();
    match (letters.next(), letters.next()) {
        (None, _) => Ok(None),
        (Some(letter), None) => match Format::from_letter(letter) {
            Some(format) => Ok(Some(format)),
            None => Err(format!("`{letter}` is no format; there are x d u f h t c")),
        },
        _ => Err("one letter says the format: x d u f h t c".into()),
    }
}
