//! Registers as a grid of lanes, or as a heat map.

use super::{heading, put, window};
use crate::app::{App, Pane};
use crate::grid::{Row, amount};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// How the grid lies in its pane.
struct Shape {
    top: usize,
    rows: usize,
    /// Characters for names.
    names: u16,
    cell: u16,
    /// The first lane that is seen, and how many are.
    first: usize,
    columns: usize,
}

fn shape(app: &App, area: Rect) -> Shape {
    let grid = &app.grid;
    // One row is the title, one has the numbers of lanes.
    let rows = usize::from(area.height.saturating_sub(2));
    let longest = grid
        .rows
        .iter()
        .map(|row| row.name.len())
        .max()
        .unwrap_or(0);
    let names = (longest.max(4) as u16 + 2).min(area.width / 3);
    let cell = grid.cell() as u16 + u16::from(!grid.heat);
    let columns = usize::from((area.width - names) / cell.max(1)).max(1);
    let lanes = app.session().subject().lanes as usize;
    let first = window(app.session().selected_lane(), columns, lanes.max(columns));
    Shape {
        top: window(grid.at, rows, grid.rows.len()),
        rows,
        names,
        cell,
        first,
        columns,
    }
}

/// The row and the lane under the mouse.
pub(crate) fn cell_at(app: &App, area: Rect, x: u16, row: u16) -> Option<(usize, usize)> {
    let shape = shape(app, area);
    let row = shape.top + usize::from(row.checked_sub(1)?);
    let found = app.grid.rows.get(row)?;
    let column = (x - area.x)
        .checked_sub(shape.names)
        .map_or(0, |x| x / shape.cell);
    let first = if found.lanes { shape.first } else { 0 };
    Some((row, first + usize::from(column)))
}

pub(super) fn registers(app: &App, area: Rect, buffer: &mut Buffer) {
    let grid = &app.grid;
    let palette = app.palette;
    let shape = shape(app, area);
    let how = match grid.heat {
        true => "heat map",
        false => grid.format_name(),
    };
    let zeros = match grid.zeros {
        0 => String::new(),
        n => format!("  {n} are zero"),
    };
    heading(
        app,
        Some(Pane::Registers),
        area,
        &format!("registers  {how}{zeros}"),
        buffer,
    );
    let lane = app.session().selected_lane();
    let lanes = app.session().subject().lanes as usize;
    if lanes > 1 {
        put(buffer, area, 0, 1, "lane", palette.dim());
        for column in 0..shape.columns {
            let number = shape.first + column;
            let x = shape.names + column as u16 * shape.cell;
            // Of cells of one character, every eighth has its number.
            if number >= lanes || grid.heat && !number.is_multiple_of(8) {
                continue;
            }
            let style = match number == lane {
                true => palette.strong(),
                false => palette.dim(),
            };
            let text = match grid.heat {
                true => number.to_string(),
                false => format!("{number:>width$}", width = grid.cell()),
            };
            put(buffer, area, x, 1, &text, style);
        }
    }
    let exec = app.session().selected().map_or(0, |wave| wave.exec());
    let rows = grid
        .rows
        .iter()
        .enumerate()
        .skip(shape.top)
        .take(shape.rows);
    for (index, row) in rows {
        let y = (index - shape.top) as u16 + 2;
        let focused = app.focus == Pane::Registers && index == grid.at;
        let style = if focused {
            palette.cursor()
        } else {
            palette.strong()
        };
        put(buffer, area, 0, y, &row.name, style);
        let first = if row.lanes { shape.first } else { 0 };
        let scale = scale(row);
        for column in 0..shape.columns {
            let Some(value) = row.values.get(first + column) else {
                break;
            };
            let number = first + column;
            let x = shape.names + column as u16 * shape.cell;
            let active = !row.lanes || exec >> (number % 64) & 1 == 1;
            let here = focused && (!row.lanes || number == lane);
            if grid.heat && row.values.len() > 1 {
                let (sign, style) = match (amount(*value), scale) {
                    (Some(x), Some((low, high))) => {
                        let part = if high > low {
                            (x - low) / (high - low)
                        } else {
                            0.0
                        };
                        palette.heat(part)
                    }
                    _ => ("?", palette.error()),
                };
                let style = if here {
                    style.patch(palette.cursor())
                } else {
                    style
                };
                put(buffer, area, x, y, sign, style);
                continue;
            }
            let width = match grid.heat {
                true => usize::from(area.width - shape.names),
                false => grid.cell(),
            };
            let mut style = match (active, row.changed.get(number)) {
                (_, Some(true)) => palette.changed(),
                (false, _) => palette.dim(),
                _ => palette.plain(),
            };
            if here && (row.lanes || column == 0) {
                style = style.patch(palette.cursor());
            }
            let text = value.show(grid.format);
            let text: String = text.chars().take(width).collect();
            let text = match grid.heat {
                true => text,
                false => format!("{text:>width$}"),
            };
            put(buffer, area, x, y, &text, style);
        }
    }
}

/// The least and the greatest of the numbers in a row.
fn scale(row: &Row) -> Option<(f64, f64)> {
    let numbers = row.values.iter().filter_map(|value| amount(*value));
    numbers.fold(None, |range, x| match range {
        None => Some((x, x)),
        Some((low, high)) => Some((f64::min(low, x), f64::max(high, x))),
    })
}
