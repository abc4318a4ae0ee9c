//! Where everything is: from the size alone, so that the mouse finds what the eye sees.

use crate::app::{App, Pane};
use ratatui::layout::Rect;

/// Less than this shows nothing useful.
pub(crate) const LEAST: (u16, u16) = (40, 12);

/// Narrower than this, things stand behind each other and not side by side.
const WIDE: u16 = 70;

#[derive(Clone, Debug)]
pub(crate) struct Areas {
    pub title: Rect,
    pub panes: Vec<(Pane, Rect)>,
    pub lanes: Rect,
    pub slider: Rect,
    pub message: Rect,
    pub keys: Rect,
}

impl Areas {
    pub fn pane(&self, pane: Pane) -> Option<Rect> {
        let found = self.panes.iter().find(|(own, _)| *own == pane);
        found.map(|(_, area)| *area)
    }
}

/// `None` where the terminal is too small.
pub(crate) fn areas(app: &App, size: Rect) -> Option<Areas> {
    if size.width < LEAST.0 || size.height < LEAST.1 {
        return None;
    }
    let row = |y: u16, height: u16| Rect::new(size.x, y, size.width, height);
    let title = row(size.y, 1);
    let keys_height = u16::from(size.height >= 16);
    let bottom = size.y + size.height;
    let keys = row(bottom - keys_height, keys_height);
    let message = row(keys.y - 1, 1);
    let slider = row(message.y - 1, 1);
    let body = slider.y - 1 - size.y;
    let waves = app.session().waves().len().max(1) as u16;
    let lanes_height = 1 + waves.min((body / 10).max(1));
    let upper_height = (body - lanes_height) * 9 / 20;
    let upper = row(size.y + 1, upper_height);
    let lanes = row(upper.y + upper_height, lanes_height);
    let lower = row(lanes.y + lanes_height, body - lanes_height - upper_height);

    let mut panes = Vec::new();
    match (app.has_source(), size.width >= WIDE) {
        (false, _) => panes.push((Pane::Code, upper)),
        (true, true) => {
            let (left, right) = split(upper, size.width / 2);
            panes.extend([(Pane::Source, left), (Pane::Code, right)]);
        }
        (true, false) if app.focus == Pane::Code => panes.push((Pane::Code, upper)),
        (true, false) => panes.push((Pane::Source, upper)),
    }
    if size.width < WIDE {
        let shown = match app.focus.is_beside() {
            true => app.focus,
            false => Pane::Registers,
        };
        panes.push((shown, lower));
    } else {
        let (left, right) = split(lower, size.width * 11 / 20);
        panes.push((Pane::Registers, left));
        beside(app, right, &mut panes);
    }
    Some(Areas {
        title,
        panes,
        lanes,
        slider,
        message,
        keys,
    })
}

/// An area in two, the left one so wide.
fn split(area: Rect, width: u16) -> (Rect, Rect) {
    let right = Rect {
        x: area.x + width,
        width: area.width - width,
        ..area
    };
    (Rect { width, ..area }, right)
}

/// Waves, memory and operations under way: as many of them as there is room for.
fn beside(app: &App, area: Rect, panes: &mut Vec<(Pane, Rect)>) {
    let all = [Pane::Waves, Pane::Memory, Pane::Pending];
    let shown: Vec<Pane> = match area.height {
        0..=13 => vec![app.beside],
        14..=20 if app.beside == Pane::Pending => vec![Pane::Waves, Pane::Pending],
        14..=20 => vec![Pane::Waves, Pane::Memory],
        _ => all.to_vec(),
    };
    let count = shown.len() as u16;
    let mut y = area.y;
    for (index, pane) in shown.into_iter().enumerate() {
        let left = area.y + area.height - y;
        let height = left / (count - index as u16);
        panes.push((pane, Rect { y, height, ..area }));
        y += height;
    }
}
