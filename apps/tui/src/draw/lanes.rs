//! The lanes of the workgroup as cells: who is active, and where the others are.

use super::{heading, put, window};
use crate::app::App;
use debug::{LookWave, WaveId};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use uop::LaneWait;

/// Where cells begin.
const INDENT: u16 = 5;

/// How wide a cell is.
fn cell(area: Rect, lanes: usize) -> u16 {
    match usize::from(area.width) >= usize::from(INDENT) + 2 * lanes + 20 {
        true => 2,
        false => 1,
    }
}

/// The waves that there is room for, with the selected one among them.
fn shown(app: &App, area: Rect) -> Vec<WaveId> {
    let waves: Vec<WaveId> = app.session().waves().iter().map(|wave| wave.id()).collect();
    let rows = usize::from(area.height.saturating_sub(1));
    let at = waves
        .iter()
        .position(|id| Some(*id) == app.session().selected_wave());
    let top = window(at.unwrap_or(0), rows, waves.len());
    waves.into_iter().skip(top).take(rows).collect()
}

/// The wave and the lane under the mouse.
pub(crate) fn lane_at(app: &App, area: Rect, x: u16, y: u16) -> Option<(WaveId, usize)> {
    let row = (y - area.y).checked_sub(1)?;
    let id = *shown(app, area).get(usize::from(row))?;
    let lanes = app.session().subject().lanes as usize;
    let lane = (x - area.x).checked_sub(INDENT)? / cell(area, lanes);
    (usize::from(lane) < lanes).then_some((id, usize::from(lane)))
}

/// Where a lane waits, as an instruction.
fn waits_at(app: &App, wave: &dyn LookWave, lane: usize) -> Option<u32> {
    let step = match wave.waits(lane)? {
        LaneWait::Turn(step)
        | LaneWait::Join(step)
        | LaneWait::Barrier(step)
        | LaneWait::Branch(step) => step,
    };
    app.session().subject().steps.get(step as usize).copied()
}

pub(super) fn lanes(app: &App, area: Rect, buffer: &mut Buffer) {
    let session = app.session();
    let subject = session.subject();
    let palette = app.palette;
    // Places other than that of the active lanes, each with a letter.
    let mut places: Vec<u32> = Vec::new();
    let width = cell(area, subject.lanes as usize);
    let mut row = 1;
    for id in shown(app, area) {
        let Some(wave) = session.wave(id) else {
            continue;
        };
        let selected = session.selected_wave() == Some(id);
        let mark = if selected { "▶" } else { " " };
        put(
            buffer,
            area,
            0,
            row,
            &format!("{mark}{:>3}", id.wave),
            palette.here(),
        );
        for lane in 0..wave.lanes() {
            let x = INDENT + lane as u16 * width;
            let active = wave.exec() >> lane & 1 == 1;
            let alive = wave.alive() >> lane & 1 == 1;
            let (sign, mut style) = match (active, alive) {
                (true, _) => ('█', palette.active()),
                (_, false) => ('-', palette.dim()),
                _ => match waits_at(app, &*wave, lane) {
                    Some(inst) => {
                        let at = places.iter().position(|place| *place == inst);
                        let at = at.unwrap_or_else(|| {
                            places.push(inst);
                            places.len() - 1
                        });
                        let letter = (b'a' + (at % 26) as u8) as char;
                        (letter, palette.elsewhere())
                    }
                    None => ('·', palette.dim()),
                },
            };
            if selected && lane == session.selected_lane() && wave.lanes() > 1 {
                style = style.patch(palette.cursor());
            }
            put(buffer, area, x, row, &sign.to_string(), style);
        }
        let digits = wave.lanes().div_ceil(4).max(1);
        let exec = match wave.lanes() {
            1 => String::new(),
            _ => format!(" {:#0width$x}", wave.exec(), width = digits + 2),
        };
        let x = INDENT + wave.lanes() as u16 * width + 1;
        put(buffer, area, x, row, &exec, palette.dim());
        row += 1;
    }
    let mut text = match subject.lanes {
        1 => format!("{}s  █ active  - ended", subject.registers.wave),
        _ => format!(
            "lanes  █ active  · not in {}  - ended",
            subject.registers.exec
        ),
    };
    for (index, inst) in places.iter().take(26).enumerate() {
        let letter = (b'a' + index as u8) as char;
        if let Some(inst) = subject.insts.get(*inst as usize) {
            let place = subject.line_name(inst);
            let place = place.unwrap_or_else(|| format!("{:#x}", inst.address));
            text += &format!("  {letter} waits at {place}");
        }
    }
    heading(app, None, area, &text, buffer);
}
