//! Where AMD's matrix instruction calculator puts the elements of matrices, recorded for tests.
//!
//! Each bit of an element's row and column moves it by so many lanes, registers or bits of a register,
//! whatever the other bits are. That is checked of every element, and then a line says it all.

mod cdna;

use crate::process::call;
use amdgpu::Target;
use std::fmt::{self, Write};
use std::path::{Path, PathBuf};

const HEADER: &str = "\
# Where matrix instructions have their elements, as AMD's matrix instruction calculator says it.
# Recorded by: verify matrices PATH/matrix_calculator.py
#
# target instruction, lanes of the wave, matrix (K: indices of a sparse A), bits of an element; where the
# bits of its row and of its column lead, lowest first: so many lanes (l), registers (r) or bits (b) on,
# nowhere (-); how far on it stands again
";

/// Writes what the calculator says of every instruction and wave size below a directory.
pub fn record(calculator: &Path, out: &Path) -> Result<(), String> {
    let calculator = calculator.to_str().ok_or("a path that is not UTF-8")?;
    let ask = |arguments: &[&str]| -> Result<String, String> {
        let all: Vec<&str> = [calculator].iter().chain(arguments).copied().collect();
        let said = call("python3", &all, b"")?;
        String::from_utf8(said).map_err(|_| "the calculator's answer is not text".into())
    };
    write(out.join("rdna/matrix/layouts.txt"), &rdna(&ask)?)?;
    write(out.join("cdna/matrix/layouts.txt"), &cdna::record(&ask)?)
}

fn write(path: PathBuf, text: &str) -> Result<(), String> {
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn rdna(ask: &dyn Fn(&[&str]) -> Result<String, String>) -> Result<String, String> {
    let mut text = HEADER.to_string();
    for target in [Target::Gfx1100, Target::Gfx1200] {
        let chip = target.to_string();
        let listed = ask(&["--architecture", &chip, "--list-instructions"])?;
        for name in listed.lines().skip(1).map(str::trim) {
            for lanes in ["32", "64"] {
                let matrices: &[&str] = match name.contains("swmmac") {
                    true => &["A", "B", "D", "k"],
                    false => &["A", "B", "D"],
                };
                for matrix in matrices {
                    let option = format!("-{matrix}");
                    let table = ask(&[
                        "--architecture",
                        &chip,
                        "--instruction",
                        name,
                        "--wavefront",
                        lanes,
                        "--register-layout",
                        "--csv",
                        &option,
                    ])?;
                    let layout = Layout::read(&table)
                        .map_err(|error| format!("{name}, wave {lanes}, {matrix}: {error}"))?;
                    let matrix = matrix.to_uppercase();
                    writeln!(text, "{chip} {name} {lanes} {matrix} {layout}").expect("text");
                }
            }
        }
    }
    Ok(text)
}

/// Where an element is, or how far it moves.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Spot {
    lane: usize,
    register: usize,
    bit: usize,
}

impl Spot {
    fn plus(self, other: Spot) -> Spot {
        Spot {
            lane: self.lane + other.lane,
            register: self.register + other.register,
            bit: self.bit + other.bit,
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.lane, self.register, self.bit) {
            (0, 0, 0) => f.write_str("-"),
            (lane, 0, 0) => write!(f, "l{lane}"),
            (0, register, 0) => write!(f, "r{register}"),
            (0, 0, bit) => write!(f, "b{bit}"),
            _ => Err(fmt::Error),
        }
    }
}

/// Rows of elements: how many bits they have, and where they stand.
type Table = Vec<Vec<(usize, Vec<Spot>)>>;

struct Layout {
    bits: usize,
    rows: Vec<Spot>,
    columns: Vec<Spot>,
    blocks: Vec<Spot>,
    copies: Vec<Spot>,
}

impl Layout {
    /// A table of the calculator: a line for each row, a cell for each column.
    fn read(table: &str) -> Result<Layout, String> {
        // Before it: architecture, instruction, and the numbers of columns.
        let lines: Vec<&str> = table.lines().skip(3).collect();
        let cells = lines.iter().map(|line| {
            let cells = line.split(',').skip(1);
            cells.map(cell).collect::<Result<Vec<_>, _>>()
        });
        Layout::of(&[cells.collect::<Result<_, _>>()?])
    }

    /// The places of elements by block, row and column.
    fn of(blocks: &[Table]) -> Result<Layout, String> {
        let cells = blocks.first().ok_or("no block")?;
        let (bits, first) = cells.first().and_then(|row| row.first()).ok_or("no cell")?;
        let powers = |count: usize| (0..count.ilog2()).map(|bit| 1usize << bit);
        let layout = Layout {
            bits: *bits,
            rows: powers(cells.len()).map(|m| cells[m][0].1[0]).collect(),
            columns: powers(cells[0].len()).map(|n| cells[0][n].1[0]).collect(),
            blocks: powers(blocks.len()).map(|n| blocks[n][0][0].1[0]).collect(),
            copies: first[1..].to_vec(),
        };
        let rows = blocks.iter().enumerate();
        let rows = rows.flat_map(|(block, cells)| {
            let rows = cells.iter().enumerate();
            rows.map(move |(m, row)| (block, m, row))
        });
        for (block, m, row) in rows {
            for (n, (bits, spots)) in row.iter().enumerate() {
                let at = sum(&layout.rows, m).plus(sum(&layout.columns, n));
                let at = at.plus(sum(&layout.blocks, block));
                let copies = layout.copies.iter().map(|&copy| at.plus(copy));
                if *bits != layout.bits || !spots.iter().copied().eq([at].into_iter().chain(copies))
                {
                    return Err(format!("row {m}, column {n} is not where its bits lead"));
                }
            }
        }
        Ok(layout)
    }
}

/// The moves of those bits that are set.
fn sum(moves: &[Spot], index: usize) -> Spot {
    let set = moves
        .iter()
        .enumerate()
        .filter(|(bit, _)| index >> bit & 1 != 0);
    set.fold(Spot::default(), |at, (_, &by)| at.plus(by))
}

/// `v1{16}.[15:0] v1{48}.[15:0]`: how many bits, and where. A whole register has no bits in brackets.
fn cell(text: &str) -> Result<(usize, Vec<Spot>), String> {
    let one = |text: &str| -> Option<(usize, Spot)> {
        let (register, rest) = text.strip_prefix('v')?.split_once('{')?;
        let (lane, rest) = rest.split_once('}')?;
        let pair = register
            .strip_prefix('[')
            .and_then(|it| it.strip_suffix(']'));
        let register = match pair {
            Some(pair) => pair.split_once(':')?.1,
            None => register,
        };
        let (high, low) = match rest {
            "" if pair.is_some() => (63, 0),
            "" => (31, 0),
            _ => {
                let (high, low) = rest
                    .strip_prefix(".[")?
                    .strip_suffix(']')?
                    .split_once(':')?;
                (high.parse::<usize>().ok()?, low.parse().ok()?)
            }
        };
        let spot = Spot {
            lane: lane.parse().ok()?,
            register: register.parse().ok()?,
            bit: low,
        };
        Some((high + 1 - low, spot))
    };
    let all = text.split_whitespace().map(one).collect::<Option<Vec<_>>>();
    let all = all
        .filter(|all| !all.is_empty())
        .ok_or_else(|| format!("`{text}`"))?;
    Ok((all[0].0, all.into_iter().map(|(_, spot)| spot).collect()))
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.bits)?;
        // A matrix has one of them at most.
        let last = match self.blocks.is_empty() {
            true => &self.copies,
            false => &self.blocks,
        };
        for moves in [&self.rows, &self.columns, last] {
            f.write_str(" ;")?;
            for by in moves {
                write!(f, " {by}")?;
            }
        }
        Ok(())
    }
}
