//! How answers look.

use super::{Console, Display, Reply, TextStyle};
use crate::eval::{Answer, Elements, RegisterRow, Store};
use crate::session::Frame;
use crate::subject::ListedInst;
use crate::value::{ExprValue, Notation};
use uop::{RegisterPlace, Status};

/// Columns that values are set in.
const WIDTH: usize = 80;
/// Rows of an array are kept whole up to here.
const ROW_WIDTH: usize = 132;
/// Frames that are shown of each end of a long list.
const MOST_FRAMES: usize = 20;

impl Console {
    /// The instruction that the selected wave is about to issue.
    pub(super) fn here(&self) -> Option<&ListedInst> {
        let wave = self.session.selected()?;
        if wave.status() == Status::Ended {
            return None;
        }
        self.session.subject().inst_of(wave.step())
    }

    pub(super) fn show_start(&self, reply: &mut Reply) {
        let subject = self.session.subject();
        let [gx, gy, gz] = subject.grid;
        let [bx, by, bz] = subject.block;
        let lanes = match subject.lanes {
            1 => String::new(),
            n => format!(", {n} lanes"),
        };
        reply.line(format!(
            "{}: {}, grid ({gx},{gy},{gz}) of workgroups ({bx},{by},{bz}){lanes}",
            subject.file.name(),
            subject.isa,
        ));
        self.show_place(reply);
    }

    /// Where the selected wave stands: its next instruction, active lanes, and what it reads.
    pub(super) fn show_place(&self, reply: &mut Reply) {
        let subject = self.session.subject();
        let Some(wave) = self.session.selected() else {
            reply.line(self.session.no_wave());
            return;
        };
        let [x, y, z] = wave.group();
        let state = match wave.status() {
            Status::Running => String::new(),
            status => format!(", {}", status.name()),
        };
        let name = &subject.registers.wave;
        let cycle = match self.session.cycle() {
            Some(cycle) => format!(", cycle {cycle}"),
            None => String::new(),
        };
        let head = format!(
            "{name} {} of workgroup ({x},{y},{z}){state}, after {} instructions{cycle}",
            wave.number(),
            self.session.time()
        );
        reply.add(TextStyle::Strong, head).plain("\n");
        let Some(inst) = self.here() else {
            return;
        };
        let place = subject.place_name(inst.address);
        let line = subject.line_name(inst);
        let line = line.map_or(String::new(), |line| format!("  {line}"));
        let text = format!("=> {:#06x}{place}  {}{line}", inst.address, inst.text);
        reply.add(TextStyle::Here, text).plain("\n");
        if let Some(line) = inst.line.filter(|_| !subject.code.functions.is_empty()) {
            let text = format!("{line:>6}  {}", subject.source(inst.file).line(line));
            reply.line(text.trim_end());
        }
        self.show_operands(inst, reply);
    }

    /// The frame of the selected wave that is looked from.
    pub(super) fn frame(&self) -> Option<Frame> {
        let mut frames = self.session.frames(self.session.selected_wave()?);
        let number = self.session.selected_frame();
        (number < frames.len()).then(|| frames.swap_remove(number))
    }

    /// The functions that the next instruction is in, where a compiler said which there are or some
    /// were called.
    pub(super) fn show_frames(&self, reply: &mut Reply) {
        let subject = self.session.subject();
        let Some(id) = self.session.selected_wave() else {
            return;
        };
        let frames = self.session.frames(id);
        if subject.code.functions.is_empty() && frames.len() < 2 {
            return;
        }
        for (number, frame) in frames.iter().enumerate() {
            if number == MOST_FRAMES && frames.len() > 2 * MOST_FRAMES {
                reply.line(format!("    ... {} more", frames.len() - 2 * MOST_FRAMES));
            }
            let shown = !(MOST_FRAMES..frames.len().saturating_sub(MOST_FRAMES)).contains(&number);
            if shown {
                self.show_frame(number, frame, reply);
            }
        }
    }

    pub(super) fn show_frame(&self, number: usize, frame: &Frame, reply: &mut Reply) {
        let subject = self.session.subject();
        let place = match frame.line {
            Some(line) => format!(" at {}:{line}", subject.source(frame.file).name()),
            None => format!(" at {:#x}", frame.address),
        };
        let inlined = if frame.inlined { ", inlined" } else { "" };
        reply.line(format!("#{number:<2} {}{place}{inlined}", frame.name));
    }

    /// Active lanes, and the registers that the text of the instruction names.
    pub(super) fn show_operands(&self, inst: &ListedInst, reply: &mut Reply) {
        let subject = self.session.subject();
        let Some(wave) = self.session.selected() else {
            return;
        };
        let mut shown: Vec<(TextStyle, String)> = Vec::new();
        if wave.lanes() > 1 {
            let (digits, name) = (wave.lanes().div_ceil(4) + 2, &subject.registers.exec);
            shown.push((
                TextStyle::Plain,
                format!("{name} {:#0digits$x}", wave.exec()),
            ));
        }
        let mut seen = Vec::new();
        for word in operands(&inst.text) {
            if seen.contains(&word) {
                continue;
            }
            seen.push(word);
            // `v40.s` is one way to look at `v40`.
            let base = word.split_once('.').map_or(word, |(base, _)| base);
            match (subject.register(word), subject.register(base)) {
                (Some(register), _) => shown.extend(self.operand(word, register)),
                (None, Some(register)) if !seen.contains(&base) => {
                    seen.push(base);
                    shown.extend(self.operand(base, register));
                }
                _ => shown.extend(self.operand_range(word)),
            }
        }
        if shown.is_empty() {
            return;
        }
        reply.plain("   ");
        for (i, (style, text)) in shown.into_iter().enumerate() {
            reply.plain(if i > 0 { ", " } else { "" }).add(style, text);
        }
        reply.plain("\n");
    }

    /// Several registers of an instruction, as in `s[8:9]`, in the selected lane.
    fn operand_range(&self, word: &str) -> Option<(TextStyle, String)> {
        let (prefix, range) = word.strip_suffix(']')?.split_once('[')?;
        let (first, last) = range.split_once(':').unwrap_or((range, range));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        let groups = &self.session.subject().registers.groups;
        let group = groups
            .iter()
            .find(|g| g.prefix.as_deref() == Some(prefix))?;
        let registers = group.registers.get(first..=last)?;
        let lane = self.session.selected_lane();
        let (mut values, mut changed, mut vector) = (Vec::new(), false, false);
        for register in registers {
            vector |= matches!(register.place, RegisterPlace::Vector(_));
            let expr = crate::Expr::Name(register.name.clone());
            let answer = self.session.look(|scope| scope.answer(&expr)).ok()?;
            let Answer::Registers(rows) = answer else {
                return None;
            };
            for row in rows {
                let value = row.values.get(if vector { lane } else { 0 })?;
                values.push(value.show(None));
                changed |= self.changed(&row.name, vector.then_some(lane));
            }
        }
        let style = if changed {
            TextStyle::Changed
        } else {
            TextStyle::Plain
        };
        let of_lane = match vector {
            true => format!(" in lane {lane}"),
            false => String::new(),
        };
        Some((style, format!("{word} = {}{of_lane}", parts(&values))))
    }

    /// A register of an instruction, in the selected lane.
    fn operand(&self, word: &str, register: &arch::RegisterName) -> Option<(TextStyle, String)> {
        let lane = self.session.selected_lane();
        let expr = crate::Expr::Name(register.name.clone());
        let answer = self.session.look(|scope| scope.answer(&expr)).ok()?;
        let style = |changed: bool| match changed {
            true => TextStyle::Changed,
            false => TextStyle::Plain,
        };
        match &answer {
            Answer::Registers(rows) => {
                let vector = matches!(register.place, RegisterPlace::Vector(_));
                let values = rows.iter().map(|row| {
                    let value = row.values.get(if vector { lane } else { 0 });
                    value.map_or(String::new(), |value| value.show(None))
                });
                let values: Vec<String> = values.collect();
                let of_lane = match vector {
                    true => format!("[{lane}]"),
                    false => String::new(),
                };
                let name = match vector {
                    true => &register.name,
                    false => word,
                };
                let mut rows = rows.iter();
                let changed = rows.any(|row| self.changed(&row.name, vector.then_some(lane)));
                Some((
                    style(changed),
                    format!("{name}{of_lane} = {}", parts(&values)),
                ))
            }
            Answer::Array { elements, .. } => {
                let changed = match elements.of {
                    Store::Register(block) => self.block_changed(block.number),
                    Store::Memory(_) => false,
                };
                let few = self.briefer(&answer, 4);
                Some((style(changed), format!("{word} = {few}")))
            }
            _ => None,
        }
    }

    /// An answer on one line.
    pub(super) fn brief(&self, answer: &Answer) -> String {
        self.briefer(answer, 8)
    }

    /// The same, of at most so many values.
    fn briefer(&self, answer: &Answer, most: usize) -> String {
        let few = |values: &[ExprValue]| {
            let shown: Vec<String> = values.iter().take(most).map(|v| v.show(None)).collect();
            let more = if values.len() > most { " ..." } else { "" };
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
            Answer::Array { values, .. } => match &values[..] {
                [first, rest @ ..]
                    if rest.iter().all(|value| value == first) && !rest.is_empty() =>
                {
                    format!("{} x{}", first.show(None), values.len())
                }
                values => few(values),
            },
        }
    }

    /// An answer in full.
    pub(super) fn show_answer(
        &self,
        text: &str,
        answer: &Answer,
        format: Option<Notation>,
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
            Answer::Array { elements, values } => match (&elements.dims[..], &values[..]) {
                ([], [value, ..]) => {
                    let star = match self.element_changed(elements, 0) {
                        true => "*",
                        false => "",
                    };
                    reply.line(format!("{text} = {star}{}", value.show(format)));
                }
                (_, values) => self.show_array(text, elements, values, format, reply),
            },
        }
    }

    /// An array, one line or block for each index of its outer dimensions. What changed since the
    /// last stop has an asterisk.
    fn show_array(
        &self,
        text: &str,
        elements: &Elements,
        values: &[ExprValue],
        format: Option<Notation>,
        reply: &mut Reply,
    ) {
        let dims = &elements.dims;
        let changed: Vec<bool> = (0..values.len())
            .map(|i| self.element_changed(elements, i))
            .collect();
        let texts: Vec<String> = values.iter().map(|value| value.show(format)).collect();
        let alike = |i: usize| texts[i] == texts[0] && changed[i] == changed[0];
        if texts.len() > 8 && (0..texts.len()).all(alike) {
            let (style, mark) = match changed[0] {
                true => (TextStyle::Changed, " *"),
                false => (TextStyle::Plain, ""),
            };
            let line = format!("{text} = {} in all {}{mark}", texts[0], texts.len());
            reply.add(style, line).plain("\n");
            return;
        }
        reply.line(format!("{text} ="));
        let mark = |i: usize| match changed[i] {
            true => format!("*{}", texts[i]),
            false => texts[i].clone(),
        };
        let cells: Vec<String> = (0..texts.len()).map(mark).collect();
        let style = |i: usize| match changed[i] {
            true => TextStyle::Changed,
            false => TextStyle::Plain,
        };
        let inner = dims.last().map_or(1, |n| (*n).max(1)) as usize;
        let widest = cells.iter().map(|cell| cell.chars().count()).max();
        let widest = widest.unwrap_or(1);
        let in_one_line = inner * (widest + 2) + 12 <= ROW_WIDTH;
        for (row, chunk) in cells.chunks(inner).enumerate() {
            let style = |i: usize| style(row * inner + i);
            let start = elements.first.last().copied().unwrap_or(0) as usize;
            let rows = (start, elements.step as usize);
            if dims.len() < 2 {
                grid(chunk, rows, style, reply);
                continue;
            }
            let mut rest = row as u64;
            let mut index = Vec::new();
            for (&dim, first) in dims[..dims.len() - 1].iter().zip(&elements.first).rev() {
                index.push((first + rest % dim).to_string());
                rest /= dim;
            }
            index.reverse();
            if !in_one_line {
                reply.add(TextStyle::Strong, format!("  {}\n", index.join(",")));
                grid(chunk, rows, style, reply);
                continue;
            }
            reply.add(TextStyle::Dim, format!("  [{:>4}]", index.join(",")));
            for (i, cell) in chunk.iter().enumerate() {
                reply.add(style(i), format!("  {cell:>widest$}"));
            }
            reply.plain("\n");
        }
    }

    /// A register in its lanes. Lanes that are not active are in parentheses.
    pub(super) fn show_row(&self, row: &RegisterRow, format: Option<Notation>, reply: &mut Reply) {
        let Some(first) = row.first else {
            let style = match self.changed(&row.name, None) {
                true => TextStyle::Changed,
                false => TextStyle::Plain,
            };
            let mark = if style == TextStyle::Changed {
                " *"
            } else {
                ""
            };
            let value = row.values.first().map_or(String::new(), |v| v.show(format));
            reply
                .add(style, format!("{} = {value}{mark}", row.name))
                .plain("\n");
            return;
        };
        let exec = self.session.selected().map_or(0, |wave| wave.exec());
        let texts: Vec<String> = row.values.iter().map(|value| value.show(format)).collect();
        let active = |i: usize| exec >> (first + i) & 1 != 0;
        let changed = |i: usize| self.changed(&row.name, Some(first + i));
        let same = texts.len() > 1 && texts.iter().all(|text| *text == texts[0]);
        if same && (0..texts.len()).all(|i| changed(i) == changed(0)) {
            let (style, mark) = match changed(0) {
                true => (TextStyle::Changed, " *"),
                false => (TextStyle::Plain, ""),
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
        reply.add(TextStyle::Strong, row.name.clone()).plain("\n");
        let style = |i: usize| match (changed(i), active(i)) {
            (true, _) => TextStyle::Changed,
            (_, false) => TextStyle::Dim,
            _ => TextStyle::Plain,
        };
        grid(&cells, (first, 1), style, reply);
    }

    pub(super) fn show_displays(&mut self, reply: &mut Reply) {
        for display in self.displays.clone() {
            let Display { id, text, .. } = &display;
            reply.add(TextStyle::Dim, format!("{id}: "));
            match self.session.look(|scope| scope.answer(&display.expr)) {
                Ok(answer) => self.show_answer(text, &answer, display.format, reply),
                Err(message) => {
                    reply.line(format!("{text}: {message}"));
                }
            }
        }
    }
}

/// Words of an instruction that may be registers, behind the mnemonic: `v0`, `s[8:9]`.
fn operands(text: &str) -> impl Iterator<Item = &str> {
    let behind = text
        .split_once(char::is_whitespace)
        .map_or("", |(_, rest)| rest);
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_.[:]".contains(c);
    let words = behind.split(move |c| !is_part(c));
    words.flat_map(|word| {
        // A bracket belongs to a word only behind a name: `s[0:3]`, but not `[r2]`.
        let whole = word.ends_with(']') && word.find('[').is_some_and(|at| at > 0);
        let pieces: Vec<&str> = match whole {
            true => vec![word],
            false => word.split(['[', ']', ':']).collect(),
        };
        pieces.into_iter().filter(|piece| !piece.is_empty())
    })
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

fn tuple(values: &[ExprValue], format: Option<Notation>) -> String {
    let all: Vec<String> = values.iter().map(|value| value.show(format)).collect();
    format!("({})", all.join(","))
}

/// Rows of a number of values that is a power of two, each with the index of its first. The indices
/// are given by the first and by how much they grow from one value to the next.
pub(super) fn grid(
    cells: &[String],
    (first, step): (usize, usize),
    style: impl Fn(usize) -> TextStyle,
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
        let index = first + row * per_row * step;
        reply.add(TextStyle::Dim, format!("  [{index:>4}]"));
        for (i, cell) in chunk.iter().enumerate() {
            let text = format!("  {cell:>widest$}");
            reply.add(style(row * per_row + i), text);
        }
        reply.plain("\n");
    }
}
