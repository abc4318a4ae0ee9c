//! Results as text and as JSON.
//!
//! The text is header syntax: pasted into a header, a complete array reads back as it was.

use std::fmt::Write;

use serde_json::{Map, Value as Json, json};

use crate::{Array, Value};

/// How much of an array is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Long arrays lose their middle.
    #[default]
    Abridged,
    Full,
}

/// Values on one line of an array that has no rows of its own.
const WRAP: usize = 16;

/// How many rows, and values in a row, are printed before the middle is left out; and how many
/// then remain at each end.
const LONG: usize = 32;
const EDGE: usize = 8;

/// The same for the blocks of three and more dimensions, each of which is long already.
const LONG_BLOCKS: usize = 8;
const EDGE_BLOCKS: usize = 2;

/// `name: type[shape] = values`, with a line break at the end. Up to 16 values of one dimension
/// follow on the same line; otherwise a row is a line, and a block of rows has a comment above it
/// that says where it is.
pub fn to_text(name: &str, array: &Array, style: Style) -> String {
    let mut text = format!("{name}: {}{} =", array.ty, array.shape);
    let dims: Vec<usize> = array.shape.dims().iter().map(|&dim| dim as usize).collect();
    let block = Block { array, style };
    match dims[..] {
        [] | [0..=WRAP] => {
            let values = block.values(0..array.len());
            let _ = writeln!(text, " {}", values.join(", "));
        }
        [count] => block.one_dimension(count, &mut text),
        _ => block.dimensions(&dims, &mut text),
    }
    text
}

struct Block<'a> {
    array: &'a Array,
    style: Style,
}

impl Block<'_> {
    fn values(&self, range: std::ops::Range<usize>) -> Vec<String> {
        range
            .map(|i| {
                self.array
                    .element(i)
                    .map_or(String::new(), |bytes| self.array.ty.show(bytes))
            })
            .collect()
    }

    /// The indices of `count` things that are printed; `None` where some are left out.
    fn shown(&self, count: usize, long: usize, edge: usize) -> Vec<Option<usize>> {
        if self.style == Style::Full || count <= long {
            return (0..count).map(Some).collect();
        }
        (0..edge)
            .map(Some)
            .chain([None])
            .chain((count - edge..count).map(Some))
            .collect()
    }

    fn one_dimension(&self, count: usize, text: &mut String) {
        text.push('\n');
        let rows = count.div_ceil(WRAP);
        let width = |row: usize| row * WRAP..count.min((row + 1) * WRAP);
        let rows: Vec<Row> = self
            .shown(rows, LONG / 2, EDGE / 2)
            .into_iter()
            .map(|row| row.map(|row| self.values(width(row)).into_iter().map(Some).collect()))
            .collect();
        write_rows(&[(None, rows)], text);
    }

    fn dimensions(&self, dims: &[usize], text: &mut String) {
        text.push('\n');
        let (outer, inner) = dims.split_at(dims.len() - 2);
        let [rows, columns] = inner[..] else { return };
        let mut blocks = vec![];
        let count = outer.iter().product();
        for block in self.shown(count, LONG_BLOCKS, EDGE_BLOCKS) {
            let Some(block) = block else {
                blocks.push((None, vec![None]));
                continue;
            };
            let title = (!outer.is_empty()).then(|| {
                let outer = crate::Shape::new(outer.iter().map(|&d| d as u64).collect::<Vec<_>>());
                let index: Vec<String> = outer
                    .index_of(block as u64)
                    .iter()
                    .map(|i| i.to_string())
                    .collect();
                format!("# [{},_,_]", index.join(","))
            });
            let row = |row: usize| {
                let start = (block * rows + row) * columns;
                let value = |column: Option<usize>| {
                    column.map(|column| self.values(start + column..start + column + 1).concat())
                };
                self.shown(columns, LONG, EDGE)
                    .into_iter()
                    .map(value)
                    .collect::<Vec<_>>()
            };
            let rows = self
                .shown(rows, LONG, EDGE)
                .into_iter()
                .map(|at| at.map(row))
                .collect();
            blocks.push((title, rows));
        }
        write_rows(&blocks, text);
    }
}

/// The cells of a line; a cell or a whole row is `None` where something is left out.
type Row = Option<Vec<Option<String>>>;

/// Rows in columns of one width, with commas between all values and no comma after the last.
fn write_rows(blocks: &[(Option<String>, Vec<Row>)], text: &mut String) {
    let cells = blocks
        .iter()
        .flat_map(|(_, rows)| rows)
        .flatten()
        .flatten()
        .flatten();
    let width = cells.map(String::len).max().unwrap_or(0);
    let last_block = blocks.len().saturating_sub(1);
    for (b, (title, rows)) in blocks.iter().enumerate() {
        if b > 0 {
            text.push('\n');
        }
        if let Some(title) = title {
            let _ = writeln!(text, "  {title}");
        }
        for (r, row) in rows.iter().enumerate() {
            let cells = match row {
                None => vec!["...".to_string()],
                Some(cells) => cells
                    .iter()
                    .map(|cell| match cell {
                        Some(value) => format!("{value:>width$}"),
                        None => "...".to_string(),
                    })
                    .collect(),
            };
            let end = if b == last_block && r + 1 == rows.len() {
                ""
            } else {
                ","
            };
            let _ = writeln!(text, "  {}{end}", cells.join(", "));
        }
    }
}

/// `{"type": "f32", "shape": [4, 4], "data": [...]}`: flat, row-major and complete, with NaN and
/// infinities as the strings `"nan"`, `"inf"` and `"-inf"`.
pub fn to_json(array: &Array) -> Json {
    let data: Vec<Json> = array.elements().map(|bytes| number(array, bytes)).collect();
    let mut object = Map::new();
    object.insert("type".to_string(), json!(array.ty.name()));
    object.insert("shape".to_string(), json!(array.shape.dims()));
    object.insert("data".to_string(), Json::Array(data));
    Json::Object(object)
}

fn number(array: &Array, bytes: &[u8]) -> Json {
    match array.ty.read(bytes) {
        Value::Int(n) => match u64::try_from(n) {
            Ok(n) => json!(n),
            Err(_) => json!(n as i64),
        },
        Value::Float(x) if !x.is_finite() => json!(array.ty.show(bytes)),
        // The shortest text of a narrow float has fewer digits than the same number as a double.
        Value::Float(x) => json!(array.ty.show(bytes).parse().unwrap_or(x)),
    }
}
