//! How answers look.

use super::{Console, Display, Reply, Style};
use crate::eval::{Answer, Row};
use crate::subject::Inst;
use crate::value::{Format, Value};
use arch::RegisterPlace;

/// Columns that values are set in.
const WIDTH: usize = 80;

impl Console<'_> {
    /// The instruction that the selected wave is about to issue.
    pub(super) fn here(&self) -> Option<&Inst> {
        let waves = self.session.waves();
        let wave = waves.get(self.session.selected_wave())?;
        if wave.status() == crate::Status::Ended {
            return None;
        }
        self.session.subject().inst_of(wave.step())
    }

    pub(super) fn show_start(&self, reply: &mut Reply) {
        let subject = self.session.subject();
        let [gx, gy, gz] = subject.grid;
        let [bx, by, bz] = subject.block;
        reply.line(format!(
            "{}: {}, grid ({gx},{gy},{gz}) of workgroups ({bx},{by},{bz}), {} lanes",
            subject.file.name(),
            subject.isa,
            subject.lanes
        ));
        self.show_place(reply);
    }

    /// Where the selected wave stands: its next instruction, active lanes, and what it reads.
    pub(super) fn show_place(&self, reply: &mut Reply) {
        let waves = self.session.waves();
        let subject = self.session.subject();
        let Some(wave) = waves.get(self.session.selected_wave()) else {
            reply.line("no wave is under way");
            return;
        };
        let [x, y, z] = wave.group();
        let state = match wave.status() {
            crate::Status::Running => String::new(),
            status => format!(", {}", status.name()),
        };
        let head = format!(
            "wave {} of workgroup ({x},{y},{z}){state}, after {} instructions",
            wave.number(),
            self.session.time()
        );
        reply.add(Style::Strong, head).plain("\n");
        let Some(inst) = self.here() else {
            return;
        };
        let place = subject.place_name(inst.address);
        let line = inst
            .line
            .map_or(String::new(), |line| format!("  line {line}"));
        let text = format!("=> {:#06x}{place}  {}{line}", inst.address, inst.text);
        reply.add(Style::Here, text).plain("\n");
        self.show_operands(inst, reply);
    }

    /// Active lanes, and the registers that the text of the instruction names.
    pub(super) fn show_operands(&self, inst: &Inst, reply: &mut Reply) {
        let waves = self.session.waves();
        let subject = self.session.subject();
        let Some(wave) = waves.get(self.session.selected_wave()) else {
            return;
        };
        let digits = wave.lanes().div_ceil(4);
        let exec = format!(
            "   {} {:#0w$x}",
            subject.registers.exec,
            wave.exec(),
            w = digits + 2
        );
        reply.plain(exec);
        let lane = self.session.selected_lane();
        let is_name = |c: char| c.is_ascii_alphanumeric() || "_.".contains(c);
        let mut seen = Vec::new();
        for word in inst.text.split(|c| !is_name(c)).skip(1) {
            let Some(register) = subject.register(word).filter(|_| !seen.contains(&word)) else {
                continue;
            };
            seen.push(word);
            let expr = crate::Expr::Name(register.name.clone());
            let Ok(Answer::Registers(rows)) = self.session.look(|scope| scope.answer(&expr)) else {
                continue;
            };
            let vector = matches!(register.place, RegisterPlace::Vector(_));
            let values = rows.iter().map(|row| {
                let value = row.values.get(if vector { lane } else { 0 });
                value.map_or(String::new(), |value| value.show(None))
            });
            let values: Vec<String> = values.collect();
            let of_lane = if vector {
                format!("[{lane}]")
            } else {
                String::new()
            };
            let value = parts(&values);
            let changed = rows
                .iter()
                .any(|row| self.changed(&row.name, vector.then_some(lane)));
            let style = if changed {
                Style::Changed
            } else {
                Style::Plain
            };
            reply
                .plain(", ")
                .add(style, format!("{}{of_lane} = {value}", register.name));
        }
        reply.plain("\n");
    }

    /// Whether a register is different from what it was at the last stop.
    pub(super) fn changed(&self, name: &str, lane: Option<usize>) -> bool {
        let (Some(old), Some(new)) = (self.before.words.get(name), self.current.words.get(name))
        else {
            return false;
        };
        match lane {
            Some(lane) => old.get(lane) != new.get(lane),
            None => old != new,
        }
    }

    /// All registers and their parts, as bits.
    pub(super) fn register_rows(&self) -> Vec<(String, Vec<u64>)> {
        let subject = self.session.subject();
        let registers = subject.registers.groups.iter().flat_map(|g| &g.registers);
        let mut rows = Vec::new();
        for register in registers {
            let expr = crate::Expr::Name(register.name.clone());
            if let Ok(Answer::Registers(all)) = self.session.look(|scope| scope.answer(&expr)) {
                for row in all {
                    let bits = row.values.iter().map(|value| value.integer_bits());
                    rows.push((row.name, bits.collect()));
                }
            }
        }
        rows
    }

    /// An answer on one line.
    pub(super) fn brief(&self, answer: &Answer) -> String {
        const MOST: usize = 8;
        let few = |values: &[Value]| {
            let shown: Vec<String> = values.iter().take(MOST).map(|v| v.show(None)).collect();
            let more = if values.len() > MOST { " ..." } else { "" };
            shown.join(" ") + more
        };
        match answer {
            Answer::One(value) => value.show(None),
            Answer::Tuple(values) => tuple(values, None),
            Answer::Registers(rows) => match &rows[..] {
                [row] => few(&row.values),
                rows => {
                    let rows = rows
                        .iter()
                        .map(|row| format!("{} {}", row.name, few(&row.values)));
                    rows.collect::<Vec<_>>().join("; ")
                }
            },
            Answer::Array { values, .. } => few(values),
        }
    }

    /// An answer in full.
    pub(super) fn show_answer(
        &self,
        text: &str,
        answer: &Answer,
        format: Option<Format>,
        reply: &mut Reply,
    ) {
        match answer {
            Answer::One(value) => {
                reply.line(format!("{text} = {}", value.show(format)));
            }
            Answer::Tuple(values) => {
                reply.line(format!("{text} = {}", tuple(values, format)));
            }
            Answer::Registers(rows) => {
                for row in rows {
                    self.show_row(row, format, reply);
                }
            }
            Answer::Array { dims, values, .. } => match &dims[..] {
                [] => {
                    let value = values
                        .first()
                        .map_or(String::new(), |value| value.show(format));
                    reply.line(format!("{text} = {value}"));
                }
                dims => {
                    reply.line(format!("{text} ="));
                    show_array(dims, values, format, reply);
                }
            },
        }
    }

    /// A register in its lanes. Lanes that are not active are in parentheses.
    pub(super) fn show_row(&self, row: &Row, format: Option<Format>, reply: &mut Reply) {
        let Some(first) = row.first else {
            let style = match self.changed(&row.name, None) {
                true => Style::Changed,
                false => Style::Plain,
            };
            let mark = if style == Style::Changed { " *" } else { "" };
            let value = row.values.first().map_or(String::new(), |v| v.show(format));
            reply
                .add(style, format!("{} = {value}{mark}", row.name))
                .plain("\n");
            return;
        };
        let waves = self.session.waves();
        let exec = waves
            .get(self.session.selected_wave())
            .map_or(0, |wave| wave.exec());
        let texts: Vec<String> = row.values.iter().map(|value| value.show(format)).collect();
        let active = |i: usize| exec >> (first + i) & 1 != 0;
        let changed = |i: usize| self.changed(&row.name, Some(first + i));
        let same = texts.len() > 1 && texts.iter().all(|text| *text == texts[0]);
        if same && (0..texts.len()).all(|i| changed(i) == changed(0)) {
            let (style, mark) = match changed(0) {
                true => (Style::Changed, " *"),
                false => (Style::Plain, ""),
            };
            let last = first + texts.len() - 1;
            let text = format!(
                "{}[{first}:{last}] = {} in all lanes{mark}",
                row.name, texts[0]
            );
            reply.add(style, text).plain("\n");
            return;
        }
        let mark = |i: usize| {
            let text = &texts[i];
            let star = if changed(i) { "*" } else { "" };
            match active(i) {
                true => format!("{star}{text}"),
                false => format!("{star}({text})"),
            }
        };
        let cells: Vec<String> = (0..texts.len()).map(mark).collect();
        if let [cell] = &cells[..] {
            reply.line(format!("{}[{first}] = {cell}", row.name));
            return;
        }
        reply.add(Style::Strong, row.name.clone()).plain("\n");
        let style = |i: usize| match (changed(i), active(i)) {
            (true, _) => Style::Changed,
            (_, false) => Style::Dim,
            _ => Style::Plain,
        };
        grid(&cells, first, style, reply);
    }

    pub(super) fn show_displays(&mut self, reply: &mut Reply) {
        for display in self.displays.clone() {
            let Display { id, text, .. } = &display;
            reply.add(Style::Dim, format!("{id}: "));
            match self.session.look(|scope| scope.answer(&display.expr)) {
                Ok(answer) => self.show_answer(text, &answer, display.format, reply),
                Err(message) => {
                    reply.line(format!("{text}: {message}"));
                }
            }
        }
    }
}

/// The parts of a register; where all are the same, only one.
pub(super) fn parts(values: &[String]) -> String {
    match values {
        [one] => one.clone(),
        [first, rest @ ..] if rest.iter().all(|other| other == first) => {
            format!("{first} x{}", values.len())
        }
        several => format!("({})", several.join(", ")),
    }
}

fn tuple(values: &[Value], format: Option<Format>) -> String {
    let all: Vec<String> = values.iter().map(|value| value.show(format)).collect();
    format!("({})", all.join(","))
}

/// Rows of a number of values that is a power of two, each with the index of its first.
pub(super) fn grid(
    cells: &[String],
    first: usize,
    style: impl Fn(usize) -> Style,
    reply: &mut Reply,
) {
    let widest = cells
        .iter()
        .map(|cell| cell.chars().count())
        .max()
        .unwrap_or(1);
    let mut per_row = 1;
    while 2 * per_row * (widest + 2) + 8 <= WIDTH && per_row < cells.len() {
        per_row *= 2;
    }
    for (row, chunk) in cells.chunks(per_row).enumerate() {
        let index = first + row * per_row;
        reply.add(Style::Dim, format!("  [{index:>4}]"));
        for (i, cell) in chunk.iter().enumerate() {
            let text = format!("  {cell:>widest$}");
            reply.add(style(row * per_row + i), text);
        }
        reply.plain("\n");
    }
}

/// An array, one line or block for each index of its outer dimensions.
fn show_array(dims: &[u64], values: &[Value], format: Option<Format>, reply: &mut Reply) {
    let inner = dims[dims.len() - 1].max(1) as usize;
    for (row, chunk) in values.chunks(inner).enumerate() {
        if dims.len() > 1 {
            let mut rest = row as u64;
            let mut index = Vec::new();
            for &dim in dims[..dims.len() - 1].iter().rev() {
                index.push((rest % dim).to_string());
                rest /= dim;
            }
            index.reverse();
            reply.add(Style::Strong, format!("  {}\n", index.join(",")));
        }
        let cells: Vec<String> = chunk.iter().map(|value| value.show(format)).collect();
        grid(&cells, 0, |_| Style::Plain, reply);
    }
}
