//! A frame: everything that is seen, from what is known.

mod below;
mod code;
mod lanes;
mod popup;
mod registers;
mod slider;

use crate::app::{App, Pane};
use crate::layout::{LEAST, areas};
use debug::TextStyle;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

pub(crate) use below::{across, element_at, waves_top};
pub(crate) use code::{inst_at, source_top};
pub(crate) use lanes::lane_at;
pub(crate) use registers::cell_at;
pub(crate) use slider::time_at;

/// Draws everything.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let size = frame.area();
    let Some(areas) = areas(app, size) else {
        let (width, height) = LEAST;
        let take = format!("take {width}x{height}");
        let text = format!("too small: {take}, q leaves");
        let parts = match usize::from(size.width) < text.len() {
            true => vec!["too small:", &take, "q leaves"],
            false => vec![text.as_str()],
        };
        for (row, part) in parts.into_iter().enumerate() {
            let style = app.palette.plain();
            put(frame.buffer_mut(), size, 0, row as u16, part, style);
        }
        return;
    };
    let buffer = frame.buffer_mut();
    title(app, areas.title, buffer);
    for (pane, area) in &areas.panes {
        match pane {
            Pane::Source => code::source(app, *area, buffer),
            Pane::Code => code::code(app, *area, buffer),
            Pane::Registers => registers::registers(app, *area, buffer),
            Pane::Waves => below::waves(app, *area, buffer),
            Pane::Memory => below::memory(app, *area, buffer),
            Pane::Pending => below::pending(app, *area, buffer),
        }
    }
    lanes::lanes(app, areas.lanes, buffer);
    slider::slider(app, areas.slider, buffer);
    keys(app, areas.keys, buffer);
    match &app.prompt {
        Some(prompt) => {
            let y = areas.message.y;
            let text = format!(":{}", prompt.text);
            // The end of a long line is what is being typed.
            let width = usize::from(areas.message.width);
            let hidden = (prompt.at + 2).saturating_sub(width);
            let shown: String = text.chars().skip(hidden).collect();
            put(buffer, areas.message, 0, 0, &shown, app.palette.plain());
            if !prompt.offers.is_empty() {
                let offers = prompt.offers.join("  ");
                put(
                    buffer,
                    areas.slider,
                    0,
                    0,
                    &pad(&offers, width),
                    app.palette.dim(),
                );
            }
            let x = areas.message.x + (prompt.at + 1 - hidden) as u16;
            frame.set_cursor_position((x, y));
        }
        None => {
            let (kind, text) = &app.message;
            let style = style(app, *kind);
            put(buffer, areas.message, 0, 0, text, style);
        }
    }
    if let Some(popup) = &app.popup {
        popup::popup(app, popup, size, frame.buffer_mut());
    }
}

fn title(app: &App, area: Rect, buffer: &mut Buffer) {
    let session = app.session();
    let subject = session.subject();
    let file = subject.file.name();
    let file = file.rsplit('/').next().unwrap_or(file);
    let wave = &subject.registers.wave;
    let place = match session.selected_wave() {
        Some(id) => {
            let [x, y, z] = id.group;
            let lane = match subject.lanes {
                1 => String::new(),
                _ => format!("  lane {}", session.selected_lane()),
            };
            format!("workgroup ({x},{y},{z})  {wave} {}{lane}", id.wave)
        }
        None => format!("no {wave} is under way"),
    };
    let stale = match app.stale {
        true => "  (the file has changed since)",
        false => "",
    };
    let text = format!(" {file}  {}  {place}{stale}", subject.isa);
    let text = pad(&text, usize::from(area.width));
    put(buffer, area, 0, 0, &text, app.palette.cursor());
}

fn keys(app: &App, area: Rect, buffer: &mut Buffer) {
    let text = match (&app.prompt, &app.popup) {
        (Some(_), _) => "Enter carry out  Tab complete  Up earlier  Esc back",
        (_, Some(_)) => "Up Down PgUp PgDn scroll  any other key closes",
        _ => "s step  S back  c continue  b break  w who  e explain  Tab  : command  ? help  q",
    };
    put(buffer, area, 0, 0, text, app.palette.dim());
}

/// How the debugger's styles look.
fn style(app: &App, kind: TextStyle) -> Style {
    let palette = app.palette;
    match kind {
        TextStyle::Plain => palette.plain(),
        TextStyle::Strong => palette.strong(),
        TextStyle::Dim => palette.dim(),
        TextStyle::Changed => palette.changed(),
        TextStyle::Here => palette.here(),
        TextStyle::Error => palette.error(),
    }
}

/// The first row of a pane.
fn heading(app: &App, pane: Option<Pane>, area: Rect, text: &str, buffer: &mut Buffer) {
    let focused = pane.is_some_and(|pane| pane == app.focus);
    let number = pane.and_then(|pane| Pane::ALL.iter().position(|own| *own == pane));
    let number = number.map_or(String::new(), |number| format!("{} ", number + 1));
    let text = format!("─ {number}{text} ");
    let width = usize::from(area.width);
    let rest = width.saturating_sub(text.chars().count());
    let text = format!("{text}{}", "─".repeat(rest));
    put(buffer, area, 0, 0, &text, app.palette.title(focused));
}

/// Writes within an area, as far as it fits; tabs and the like become blanks.
fn put(buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: Style) {
    if x >= area.width || y >= area.height {
        return;
    }
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().map(clean).collect();
    let width = usize::from(area.width - x);
    buffer.set_stringn(area.x + x, area.y + y, text, width, style);
}

fn pad(text: &str, width: usize) -> String {
    let short: String = text.chars().take(width).collect();
    format!("{short:<width$}")
}

/// The first row of a window of `rows` over `count` that shows `at`, if possible in its middle.
fn window(at: usize, rows: usize, count: usize) -> usize {
    at.saturating_sub(rows / 2).min(count.saturating_sub(rows))
}
