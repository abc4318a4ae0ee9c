//! Waves, memory, and operations under way.

use super::{heading, put, window};
use crate::app::{App, Pane};
use crate::grid::format_name;
use crate::layout::areas;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Characters of an element.
const CELL: u16 = 10;
/// Characters of the number of an element.
const INDEX: u16 = 7;

/// The first wave that is shown.
pub(crate) fn waves_top(app: &App, area: Rect) -> usize {
    let all = app.session().all_waves();
    let at = all
        .iter()
        .position(|wave| Some(wave.id()) == app.session().selected_wave());
    window(
        at.unwrap_or(0),
        usize::from(area.height.saturating_sub(1)),
        all.len(),
    )
}

pub(super) fn waves(app: &App, area: Rect, buffer: &mut Buffer) {
    let session = app.session();
    let subject = session.subject();
    let palette = app.palette;
    let all = session.all_waves();
    let name = &subject.registers.wave;
    heading(
        app,
        Some(Pane::Waves),
        area,
        &format!("{name}s  {}", all.len()),
        buffer,
    );
    let several = session.groups().len() > 1;
    let rows = usize::from(area.height.saturating_sub(1));
    for (row, wave) in all.iter().skip(waves_top(app, area)).take(rows).enumerate() {
        let selected = session.selected_wave() == Some(wave.id());
        let next = session.turn() == Some(wave.id());
        let mark = if selected { "▶" } else { " " };
        let turn = if next { "*" } else { " " };
        let group = match (several, wave.group()) {
            (true, [x, y, z]) => format!("({x},{y},{z})"),
            _ => String::new(),
        };
        let inst = subject.inst_of(wave.step());
        let place = match inst {
            Some(inst) => match subject.line_name(inst) {
                Some(line) => format!("{line:<9} {}", inst.text),
                None => format!("{:#06x} {}", inst.address, inst.text),
            },
            None => String::new(),
        };
        let lanes = match wave.lanes() {
            1 => String::new(),
            _ => format!(" {:>2}/{}", wave.exec().count_ones(), wave.lanes()),
        };
        let status = wave.status();
        let waits = status
            .is_blocked()
            .then(|| meeting(app, wave.id()))
            .flatten();
        let what = waits.unwrap_or_else(|| status.name().to_string());
        let text = format!(
            "{mark}{turn}{group}{:<3}{lanes} {what:<10} {place}",
            wave.number()
        );
        let style = match (selected, status) {
            (true, _) => palette.here(),
            (_, debug::Status::Running) => palette.plain(),
            _ => palette.dim(),
        };
        put(buffer, area, 0, row as u16 + 1, &text, style);
    }
}

/// What a wave waits for, and for whom.
fn meeting(app: &App, id: debug::WaveId) -> Option<String> {
    let meetings = app.session().meetings(id.group);
    let own = meetings
        .iter()
        .find(|meeting| meeting.arrived.contains(&id))?;
    let missing = match own.missing.len() {
        0 => String::new(),
        n => format!(" ({n} to come)"),
    };
    Some(format!("at {}{missing}", own.name))
}

/// Elements side by side in the memory pane of a screen.
pub(crate) fn across(app: &App, size: Rect) -> u64 {
    let area = areas(app, size).and_then(|areas| areas.pane(Pane::Memory));
    area.map_or(1, columns)
}

fn columns(area: Rect) -> u64 {
    let room = area.width.saturating_sub(INDEX) / (CELL + 1);
    // Numbers of rows are round.
    match room {
        0 | 1 => 1,
        2 | 3 => 2,
        4..=7 => 4,
        8..=15 => 8,
        _ => 16,
    }
}

fn memory_top(app: &App, area: Rect, count: u64) -> u64 {
    let across = columns(area);
    let rows = usize::from(area.height.saturating_sub(1));
    let at = usize::try_from(app.memory.at / across).unwrap_or(0);
    let all = usize::try_from(count.div_ceil(across)).unwrap_or(usize::MAX);
    window(at, rows, all) as u64 * across
}

/// The element under the mouse.
pub(crate) fn element_at(app: &App, area: Rect, x: u16, row: u16) -> Option<u64> {
    let what = app.memory.area(&app.console)?;
    let column = u64::from((x - area.x).checked_sub(INDEX)? / (CELL + 1));
    let across = columns(area);
    let index = memory_top(app, area, what.count) + u64::from(row) * across + column;
    (column < across && index < what.count).then_some(index)
}

pub(super) fn memory(app: &App, area: Rect, buffer: &mut Buffer) {
    let palette = app.palette;
    let Some(what) = app.memory.area(&app.console) else {
        heading(app, Some(Pane::Memory), area, "memory  none", buffer);
        return;
    };
    let place = app.memory.place(&what);
    let text = format!("memory  {place}  {}", format_name(app.memory.format));
    heading(app, Some(Pane::Memory), area, &text, buffer);
    let across = columns(area);
    let top = memory_top(app, area, what.count);
    for row in 0..u64::from(area.height.saturating_sub(1)) {
        let first = top + row * across;
        if first >= what.count {
            break;
        }
        let y = row as u16 + 1;
        let number = match what.name == "local" {
            true => format!("{:#x}", first * 4),
            false => first.to_string(),
        };
        put(buffer, area, 0, y, &number, palette.dim());
        for column in 0..across.min(what.count - first) {
            let index = first + column;
            let x = INDEX + column as u16 * (CELL + 1);
            let value = app.memory.value(&app.console, &what, index);
            let text = value.map_or("?".into(), |value| value.show(app.memory.format));
            let text: String = text.chars().take(usize::from(CELL)).collect();
            let mut style = match app.memory.changed(&what, index) {
                true => palette.changed(),
                false => palette.plain(),
            };
            if app.focus == Pane::Memory && index == app.memory.at {
                style = style.patch(palette.cursor());
            }
            let text = format!("{text:>width$}", width = usize::from(CELL));
            put(buffer, area, x, y, &text, style);
        }
    }
}

pub(super) fn pending(app: &App, area: Rect, buffer: &mut Buffer) {
    let session = app.session();
    let subject = session.subject();
    let palette = app.palette;
    let selected = session.selected();
    let all = selected
        .as_ref()
        .map_or(Vec::new(), |wave| wave.outstanding());
    let text = format!("pending  {}", all.len());
    heading(app, Some(Pane::Pending), area, &text, buffer);
    for (row, one) in all
        .iter()
        .take(usize::from(area.height.saturating_sub(1)))
        .enumerate()
    {
        let channel = subject.channels.get(usize::from(one.channel.0));
        let channel = channel.map_or("", |name| name.as_str());
        let inst = subject.insts.get(one.inst as usize);
        let place = inst.map_or(String::new(), |inst| match subject.line_name(inst) {
            Some(line) => format!("{line} {}", inst.text),
            None => format!("{:#x} {}", inst.address, inst.text),
        });
        let text = format!("{channel:<8} {place}  {}", one.what);
        put(buffer, area, 0, row as u16 + 1, &text, palette.plain());
    }
    if all.is_empty() {
        put(
            buffer,
            area,
            0,
            1,
            "no operation is on its way",
            palette.dim(),
        );
    }
}
