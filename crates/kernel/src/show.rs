//! Results as text and as JSON.
//!
//! The text is header syntax: pasted into a header, a complete array reads back as it was.

use std::io::{self, Write};

use serde_json::{Value as Json, json};

use crate::{Array, Constant, Shape, Type};

/// How much of an array is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Long arrays lose their middle.
    #[default]
    Abridged,
    /// Long arrays lose their middle, and lines longer than so many characters theirs.
    Within(usize),
    /// Every value.
    Full,
}

impl Style {
    /// How long lines may be.
    fn limit(self) -> usize {
        match self {
            Style::Within(limit) => limit,
            _ => usize::MAX,
        }
    }
}

/// Values on one line of an array that has no rows of its own: so many that a line of values of
/// this width, with comma and space, stays within 100 characters.
const WRAP: [(usize, usize); 3] = [(4, 16), (10, 8), (usize::MAX, 4)];

/// Spaces before the values of a line.
const INDENT: usize = 2;

/// How long a list may be to stand on the line of the name.
const LINE: usize = 80;

/// How many rows, and values in a row, are printed before the middle is left out; and how many
/// then remain at each end.
const LONG: usize = 32;
const EDGE: usize = 4;

/// The same for the blocks of three and more dimensions, each of which is long already.
const LONG_BLOCKS: usize = 8;
const EDGE_BLOCKS: usize = 2;

/// `name: type[shape] = values`, with a line break at the end. A few values of one dimension follow
/// on the same line; otherwise a row is a line, and a block of rows has a comment above it
/// that says where it is.
pub fn write_text(out: &mut dyn Write, name: &str, array: &Array, style: Style) -> io::Result<()> {
    write!(out, "{name}: {}{} =", array.ty, array.shape)?;
    let dims: Vec<usize> = array.shape.dims().iter().map(|&dim| dim as usize).collect();
    let mut texts = Texts::new(array);
    let (outer, rows, columns, width) = match dims[..] {
        [] | [0..LINE] => {
            let values: Vec<String> = array.elements().map(|bytes| array.ty.show(bytes)).collect();
            let list = values.join(", ");
            let before = name.len() + format!(": {}{} = ", array.ty, array.shape).len();
            if list.len() <= LINE && before + list.len() <= style.limit() {
                return writeln!(out, " {list}");
            }
            wrapped(array, style, &mut texts)
        }
        [_] => wrapped(array, style, &mut texts),
        [ref outer @ .., rows, columns] => (outer, rows, columns, None),
    };
    writeln!(out)?;
    let outer = Shape::new(outer.iter().map(|&dim| dim as u64).collect::<Vec<_>>());
    let mut grid = Grid {
        array,
        style,
        outer,
        rows,
        columns,
        long_row: (LONG, EDGE, EDGE),
    };
    // Twice through the values rather than keeping the text of millions of them.
    let width = width.unwrap_or_else(|| grid.width(&mut texts));
    grid.fit(width);
    grid.write(out, width, &mut texts)
}

/// Rows and columns for values that have none, and how wide the widest is if all are shown.
fn wrapped(
    array: &Array,
    style: Style,
    texts: &mut Texts,
) -> (&'static [usize], usize, usize, Option<usize>) {
    let rows = |columns| array.len().div_ceil(columns);
    let widest = WRAP[0].1;
    let grid = Grid {
        array,
        style,
        outer: Shape::scalar(),
        rows: rows(widest),
        columns: widest,
        long_row: (LONG, EDGE, EDGE),
    };
    let width = grid.width(texts);
    let fits = WRAP.into_iter().find(|&(widest, _)| width <= widest);
    let mut columns = fits.map_or(1, |(_, columns)| columns);
    while columns > 1 && line_length(columns, width) > style.limit() {
        columns /= 2;
    }
    let all = (style == Style::Full).then_some(width);
    (&[], rows(columns), columns, all)
}

/// The texts of values, one after the other.
struct Texts {
    ty: Type,
    text: String,
    /// Those of 16 bits that came already: their shortest text is looked for.
    known: Vec<Option<Box<str>>>,
}

impl Texts {
    fn new(array: &Array) -> Texts {
        let small = matches!(array.ty, Type::F16 | Type::Bf16);
        Texts {
            ty: array.ty,
            text: String::new(),
            known: vec![None; if small { 1 << 16 } else { 0 }],
        }
    }

    fn of(&mut self, bytes: &[u8]) -> &str {
        let Texts { ty, text, known } = self;
        if let ([_, ..], &[low, high]) = (&known[..], bytes) {
            let slot = &mut known[usize::from(u16::from_le_bytes([low, high]))];
            return slot.get_or_insert_with(|| ty.show(bytes).into());
        }
        text.clear();
        ty.show_into(bytes, text);
        text
    }
}

/// What [`write_text`] writes.
pub fn to_text(name: &str, array: &Array, style: Style) -> String {
    let mut text = vec![];
    // Writing to memory does not fail, and everything written is ASCII but perhaps the name.
    let _ = write_text(&mut text, name, array, style);
    String::from_utf8_lossy(&text).into_owned()
}

/// Values in rows and columns, rows in blocks.
struct Grid<'a> {
    array: &'a Array,
    style: Style,
    /// The dimensions that count blocks.
    outer: Shape,
    rows: usize,
    columns: usize,
    /// From how many values on a row loses its middle, and how many then remain at its ends.
    long_row: (usize, usize, usize),
}

/// Characters of a line of so many values of this width, with commas between and behind them.
fn line_length(columns: usize, width: usize) -> usize {
    INDENT + columns * (width + 2) - 1
}

impl Grid<'_> {
    /// Leaves out so many values in the middle of every row that it fits.
    fn fit(&mut self, width: usize) {
        let limit = self.style.limit();
        if line_length(self.columns().count(), width) <= limit {
            return;
        }
        // The gap is three dots, a comma and a space.
        let room = limit.saturating_sub(INDENT + 5) / (width + 2);
        self.long_row = match room / 2 {
            // Where there is no room for both ends, the first says the most.
            0 => (1, 1, 0),
            edge => (2 * edge, edge, edge),
        };
    }

    /// How wide the widest value is.
    fn width(&self, texts: &mut Texts) -> usize {
        let mut width = 0;
        for block in self.blocks().flatten() {
            for row in self.rows().flatten() {
                for column in self.columns().flatten() {
                    let value = self.value(block, row, column);
                    width = width.max(value.map_or(0, |value| texts.of(value).len()));
                }
            }
        }
        width
    }

    /// Columns of one width, commas between all values, and none after the last.
    fn write(&self, out: &mut dyn Write, width: usize, texts: &mut Texts) -> io::Result<()> {
        let mut line = String::new();
        let last = self.blocks().last().flatten();
        for (i, block) in self.blocks().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            let Some(block) = block else {
                writeln!(out, "  ...,")?;
                continue;
            };
            if !self.outer.is_scalar() {
                let index = self.outer.index_of(block as u64);
                let index: Vec<String> = index.iter().map(u64::to_string).collect();
                writeln!(out, "  # [{},_,_]", index.join(","))?;
            }
            for row in self.rows() {
                line.clear();
                line.push_str(&" ".repeat(INDENT));
                match row {
                    None => line.push_str("..."),
                    Some(row) => self.row(block, row, width, texts, &mut line),
                }
                let ends = Some(block) == last && row == Some(self.rows - 1);
                line.push_str(if ends { "\n" } else { ",\n" });
                out.write_all(line.as_bytes())?;
            }
        }
        Ok(())
    }

    fn row(&self, block: usize, row: usize, width: usize, texts: &mut Texts, line: &mut String) {
        for (i, column) in self.columns().enumerate() {
            let text = match column.map(|column| self.value(block, row, column)) {
                None => "...",
                Some(Some(value)) => texts.of(value),
                Some(None) => return,
            };
            line.push_str(if i > 0 { ", " } else { "" });
            let padding = if column.is_some() { width } else { 0 };
            line.extend(std::iter::repeat_n(' ', padding.saturating_sub(text.len())));
            line.push_str(text);
        }
    }

    /// `None` past the end of a last row that is shorter than the others.
    fn value(&self, block: usize, row: usize, column: usize) -> Option<&[u8]> {
        let flat = (block * self.rows + row) * self.columns + column;
        self.array.element(flat)
    }

    fn blocks(&self) -> impl Iterator<Item = Option<usize>> + use<> {
        let count = self.outer.count().unwrap_or(0) as usize;
        shown(self.style, count, LONG_BLOCKS, (EDGE_BLOCKS, EDGE_BLOCKS))
    }

    fn rows(&self) -> impl Iterator<Item = Option<usize>> + use<> {
        shown(self.style, self.rows, LONG, (EDGE, EDGE))
    }

    fn columns(&self) -> impl Iterator<Item = Option<usize>> + use<> {
        let (long, head, tail) = self.long_row;
        shown(self.style, self.columns, long, (head, tail))
    }
}

/// The indices of `count` things that are printed; `None` where some are left out.
fn shown(
    style: Style,
    count: usize,
    long: usize,
    edges: (usize, usize),
) -> impl Iterator<Item = Option<usize>> {
    let all = style == Style::Full || count <= long;
    let (head, tail) = if all {
        (count, count)
    } else {
        (edges.0, count - edges.1)
    };
    let gap = (head < tail).then_some(None);
    (0..head)
        .map(Some)
        .chain(gap)
        .chain((tail..count).map(Some))
}

/// `{"type": "f32", "shape": [4, 4], "data": [...]}`: flat, row-major and complete, with NaN and
/// infinities as the strings `"nan"`, `"inf"` and `"-inf"`.
pub fn to_json(array: &Array) -> Json {
    let data: Vec<Json> = array.elements().map(|bytes| number(array, bytes)).collect();
    json!({ "type": array.ty.name(), "shape": array.shape.dims(), "data": data })
}

/// The same as text, element by element: a number takes forty times as much as a value as it does as
/// a byte of the array.
pub fn write_json(out: &mut dyn Write, array: &Array) -> io::Result<()> {
    let (ty, shape) = (json!(array.ty.name()), json!(array.shape.dims()));
    write!(out, "{{\"type\":{ty},\"shape\":{shape},\"data\":[")?;
    for (i, bytes) in array.elements().enumerate() {
        if i > 0 {
            out.write_all(b",")?;
        }
        serde_json::to_writer(&mut *out, &number(array, bytes))?;
    }
    out.write_all(b"]}")
}

fn number(array: &Array, bytes: &[u8]) -> Json {
    match array.ty.read(bytes) {
        Constant::Int(n) => match u64::try_from(n) {
            Ok(n) => json!(n),
            Err(_) => json!(n as i64),
        },
        Constant::Float(x) if !x.is_finite() => json!(array.ty.show(bytes)),
        // Its shortest text has fewer digits than the same number as a double, and is near enough to it.
        Constant::Float(x) if array.ty == Type::F32 => {
            json!(array.ty.show(bytes).parse().unwrap_or(x))
        }
        // That of a half would be another number to who reads it as a double: 65500 for 65504.
        Constant::Float(x) => json!(x),
    }
}
