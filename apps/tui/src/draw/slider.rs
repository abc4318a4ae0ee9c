//! Time as a line: where the run stands between its start and its end.

use super::put;
use crate::app::App;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The line between its two numbers: where it begins, and how long it is.
fn line(app: &App, area: Rect) -> (u16, u16) {
    let left = label(app).chars().count() as u16;
    let right = end(app).chars().count() as u16;
    let length = area.width.saturating_sub(left + right);
    (left, length)
}

fn label(app: &App) -> String {
    let digits = app.horizon.to_string().len();
    format!(" time {:>digits$} ", app.session().time())
}

fn end(app: &App) -> String {
    let open = if app.whole { "" } else { "+" };
    format!(" {}{open} ", app.horizon)
}

/// The moment under the mouse.
pub(crate) fn time_at(app: &App, area: Rect, x: u16) -> Option<u64> {
    app.session().timeline()?;
    let (start, length) = line(app, area);
    let last = u64::from(length.saturating_sub(1)).max(1);
    let at = u64::from((x - area.x).saturating_sub(start)).min(last);
    // The last cell is the end, whatever is lost to rounding.
    let time = u128::from(app.horizon) * u128::from(at) / u128::from(last);
    Some(time as u64)
}

pub(super) fn slider(app: &App, area: Rect, buffer: &mut Buffer) {
    let palette = app.palette;
    if app.session().timeline().is_none() {
        let text = format!(" time {}, of a run that is over", app.session().time());
        put(buffer, area, 0, 0, &text, palette.dim());
        return;
    }
    let (start, length) = line(app, area);
    put(buffer, area, 0, 0, &label(app), palette.here());
    let time = app.session().time().min(app.horizon);
    let last = length.saturating_sub(1);
    let at = match app.horizon {
        0 => 0,
        whole => (u128::from(time) * u128::from(last) / u128::from(whole)) as u16,
    };
    for cell in 0..length {
        let (sign, style) = match cell.cmp(&at) {
            std::cmp::Ordering::Less => ("━", palette.here()),
            std::cmp::Ordering::Equal => ("◆", palette.here()),
            std::cmp::Ordering::Greater => ("─", palette.dim()),
        };
        put(buffer, area, start + cell, 0, sign, style);
    }
    put(buffer, area, start + length, 0, &end(app), palette.dim());
}
