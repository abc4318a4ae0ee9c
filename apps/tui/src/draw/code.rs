//! Source and instructions.

use super::{heading, put, window};
use crate::app::{App, Pane};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The first line that the source pane shows.
pub(crate) fn source_top(app: &App, area: Rect) -> u32 {
    let rows = usize::from(area.height.saturating_sub(1));
    let count = app.session().subject().source(app.file).line_count();
    window(app.line as usize - 1, rows, count) as u32 + 1
}

pub(super) fn source(app: &App, area: Rect, buffer: &mut Buffer) {
    let session = app.session();
    let subject = session.subject();
    let file = subject.source(app.file);
    let text = match subject.source_count() {
        1 => "source".to_string(),
        count => format!("{}  {}/{count}", subject.file_name(app.file), app.file + 1),
    };
    heading(app, Some(Pane::Source), area, &text, buffer);
    let top = source_top(app, area);
    let line_of = |inst: usize| {
        let inst = subject.insts.get(inst)?;
        inst.line.filter(|_| inst.file == app.file)
    };
    let here = app.place().filter(|(file, _)| *file == app.file);
    let here = here.map(|(_, line)| line);
    let points: Vec<u32> = (session.breakpoints().iter())
        .filter(|point| point.enabled)
        .flat_map(|point| &point.insts)
        .filter_map(|inst| line_of(*inst as usize))
        .collect();
    // Where the other waves of the workgroup are.
    let others: Vec<u32> = (session.waves().iter())
        .filter_map(|wave| line_of(*subject.steps.get(wave.step() as usize)? as usize))
        .collect();
    for row in 0..area.height.saturating_sub(1) {
        let number = top + u32::from(row);
        if number as usize > file.line_count() {
            break;
        }
        let palette = app.palette;
        let current = here == Some(number);
        if points.contains(&number) {
            put(buffer, area, 0, row + 1, "●", palette.breakpoint());
        }
        let mark = match current {
            true => "▶",
            false if others.contains(&number) => "›",
            false => " ",
        };
        put(buffer, area, 1, row + 1, mark, palette.here());
        let cursor = app.focus == Pane::Source && app.line == number;
        let style = if cursor {
            palette.cursor()
        } else {
            palette.dim()
        };
        put(buffer, area, 2, row + 1, &format!("{number:>4}"), style);
        let style = if current {
            palette.here()
        } else {
            palette.plain()
        };
        put(buffer, area, 7, row + 1, file.line(number), style);
    }
}

/// A row of the code pane.
enum Row<'a> {
    Label(&'a str),
    Inst(usize),
}

/// The rows of the code pane, with the cursor among them. Only what may be seen is looked at.
fn rows<'a>(app: &'a App, area: Rect) -> Vec<Row<'a>> {
    let subject = app.session().subject();
    let height = usize::from(area.height.saturating_sub(1));
    let first = window(app.inst, height, subject.insts.len());
    let last = (first + height).min(subject.insts.len());
    let mut rows = Vec::new();
    for index in first..last {
        let address = subject.insts[index].address;
        let mut labels = subject.code.symbols.iter();
        if let Some(label) = labels.find(|symbol| symbol.address == address) {
            rows.push(Row::Label(&label.name));
        }
        rows.push(Row::Inst(index));
    }
    // Labels take room, so that the cursor may have moved out at the bottom.
    let at = rows
        .iter()
        .position(|row| matches!(row, Row::Inst(inst) if *inst == app.inst));
    let hidden = (at.unwrap_or(0) + 1).saturating_sub(height);
    rows.drain(..hidden);
    rows.truncate(height);
    rows
}

/// The instruction in a row of the code pane.
pub(crate) fn inst_at(app: &App, area: Rect, row: u16) -> Option<usize> {
    match rows(app, area).get(usize::from(row))? {
        Row::Inst(inst) => Some(*inst),
        Row::Label(_) => None,
    }
}

pub(super) fn code(app: &App, area: Rect, buffer: &mut Buffer) {
    let session = app.session();
    let subject = session.subject();
    heading(app, Some(Pane::Code), area, "code", buffer);
    let here = app.here();
    let points = session.breakpoints().iter().filter(|point| point.enabled);
    let points: Vec<u32> = points.flat_map(|point| point.insts.clone()).collect();
    let longest = subject.insts.last().map_or(0, |inst| inst.address);
    let digits = format!("{longest:x}").len().max(4);
    for (index, row) in rows(app, area).iter().enumerate() {
        let y = index as u16 + 1;
        let palette = app.palette;
        match row {
            Row::Label(name) => put(buffer, area, 2, y, &format!("{name}:"), palette.strong()),
            Row::Inst(index) => {
                let inst = &subject.insts[*index];
                if points.contains(&(*index as u32)) {
                    put(buffer, area, 0, y, "●", palette.breakpoint());
                }
                let current = here == Some(*index);
                if current {
                    put(buffer, area, 1, y, "▶", palette.here());
                }
                let cursor = app.focus == Pane::Code && app.inst == *index;
                let style = if cursor {
                    palette.cursor()
                } else {
                    palette.dim()
                };
                let address = format!("{:0digits$x}", inst.address);
                put(buffer, area, 2, y, &address, style);
                let style = if current {
                    palette.here()
                } else {
                    palette.plain()
                };
                put(buffer, area, 3 + digits as u16, y, &inst.text, style);
            }
        }
    }
}
