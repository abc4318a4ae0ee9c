//! Lines over everything else.

use super::{pad, put, style};
use crate::app::{App, Popup};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub(super) fn popup(app: &App, popup: &Popup, size: Rect, buffer: &mut Buffer) {
    let longest = popup
        .lines
        .iter()
        .map(|(_, text)| text.chars().count())
        .max();
    let longest = longest.unwrap_or(0).max(popup.title.chars().count() + 2);
    let width = (longest as u16)
        .saturating_add(4)
        .min(size.width.saturating_sub(2));
    let most = size.height.saturating_sub(4);
    let height = (popup.lines.len() as u16)
        .saturating_add(2)
        .min(most)
        .max(3);
    let area = Rect {
        x: size.x + (size.width - width) / 2,
        y: size.y + (size.height - height) / 2,
        width,
        height,
    };
    let inside = usize::from(width.saturating_sub(2));
    let rows = usize::from(height - 2);
    let frame = app.palette.strong();
    let title = format!("┌─ {} ", popup.title);
    let title: String = title.chars().take(inside + 1).collect();
    let rest = (inside + 1).saturating_sub(title.chars().count());
    put(
        buffer,
        area,
        0,
        0,
        &format!("{title}{}┐", "─".repeat(rest)),
        frame,
    );
    for row in 0..rows {
        let line = popup.lines.get(popup.top + row);
        let (kind, text) = line.map_or((debug::TextStyle::Plain, ""), |(kind, text)| {
            (*kind, text.as_str())
        });
        let y = row as u16 + 1;
        put(buffer, area, 0, y, "│", frame);
        let text = pad(&format!(" {text}"), inside);
        // What is below shows through nowhere.
        put(buffer, area, 1, y, &text, ratatui::style::Style::reset());
        put(buffer, area, 1, y, &text, style(app, kind));
        put(buffer, area, width - 1, y, "│", frame);
    }
    let more = popup.lines.len().saturating_sub(popup.top + rows);
    let below = match more {
        0 => String::new(),
        n => format!(" {n} more "),
    };
    let rest = inside.saturating_sub(below.chars().count());
    let bottom = format!("└{below}{}┘", "─".repeat(rest));
    put(buffer, area, 0, height - 1, &bottom, frame);
}
