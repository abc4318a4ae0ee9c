//! The calculator's answers of CDNA 3. It does not know CDNA 4.
//!
//! Matrices come in blocks, and their bits move elements as those of rows and columns do. Modifiers take
//! other blocks of A and other lanes of B instead: that is recorded by itself, once it is found to be the
//! same for all instructions.

use super::{Layout, Spot, Table, cell};
use std::collections::BTreeMap;
use std::fmt::Write;

const HEADER: &str = "\
# Where matrix instructions have their elements, as AMD's matrix instruction calculator says it.
# Recorded by: verify matrices PATH/matrix_calculator.py
#
# target instruction matrix (K: indices of a sparse A), bits of an element; where the bits of its row, of
# its column and of its block lead, lowest first: so many lanes (l), registers (r) or bits (b) on
#
# `blgp` and `cbsz`: the instructions that take them; and by their values from which lane each lane of B is
# taken, and from which block each block of A. `passes`: how many an instruction takes, of four cycles each
";

const CHIP: &str = "gfx942";

/// What the calculator says to these arguments.
type Ask<'a> = &'a dyn Fn(&[&str]) -> Result<String, String>;

pub fn record(ask: Ask) -> Result<String, String> {
    let mut text = HEADER.to_string();
    let mut blgp = Modifier::default();
    let mut cbsz = Modifier::default();
    let listed = ask(&["--architecture", CHIP, "--list-instructions"])?;
    for name in listed.lines().skip(1).map(str::trim) {
        let table = |matrix: &str, modifiers: &[&str]| {
            let option = format!("-{matrix}");
            let fixed = [
                "--architecture",
                CHIP,
                "--instruction",
                name,
                "--register-layout",
                "--csv",
                &option,
            ];
            let all: Vec<&str> = fixed.iter().chain(modifiers).copied().collect();
            blocks(&ask(&all)?).map_err(|error| format!("{name}, {matrix}: {error}"))
        };
        let matrices: &[&str] = match name.contains("smfmac") {
            true => &["A", "B", "D", "k"],
            false => &["A", "B", "D"],
        };
        let mut count = 1;
        for matrix in matrices {
            let tables = table(matrix, &[])?;
            count = tables.len();
            let layout =
                Layout::of(&tables).map_err(|error| format!("{name}, {matrix}: {error}"))?;
            let matrix = matrix.to_uppercase();
            writeln!(text, "{CHIP} {name} {matrix} {layout}").expect("text");
        }
        let detail = ask(&[
            "--architecture",
            CHIP,
            "--instruction",
            name,
            "--detail-instruction",
        ])?;
        let fact = |of: &str| {
            let mut lines = detail.lines().map(str::trim);
            lines.find_map(|line| line.strip_prefix(of)?.strip_prefix(": "))
        };
        let cycles = fact("Execution cycles").and_then(|cycles| cycles.parse::<u32>().ok());
        let cycles = cycles.ok_or_else(|| format!("{name}: no cycles"))?;
        writeln!(text, "{CHIP} {name} passes {}", cycles / 4).expect("text");
        // Of doubles it is a negation.
        if fact("BLGP bits supported") == Some("True") && !name.contains("f64") {
            blgp.names.push(name.into());
            let plain = table("B", &[])?;
            for value in 1..8 {
                let permuted = table("B", &["--blgp", &value.to_string()])?;
                let lane = |spot: Spot| spot.lane;
                blgp.learn(&format!("blgp:{value}"), 64, (&plain, &permuted), lane)?;
            }
        }
        if count > 1 && fact("CBSZ and ABID bits supported") == Some("True") {
            cbsz.names.push(name.into());
            let plain = table("A", &[])?;
            let side = plain[0].len();
            for size in 1..=count.ilog2() {
                for which in 0..1 << size {
                    let (size, which) = (size.to_string(), which.to_string());
                    let same = table("A", &["--cbsz", &size, "--abid", &which])?;
                    let block = |spot: Spot| spot.lane / side % count;
                    let key = format!("blocks:{count} cbsz:{size} abid:{which}");
                    cbsz.learn(&key, count, (&plain, &same), block)?;
                }
            }
        }
    }
    for (name, modifier) in [("blgp", blgp), ("cbsz", cbsz)] {
        writeln!(text, "{CHIP} {name} {}", modifier.names.join(" ")).expect("text");
        for (key, from) in modifier.from {
            let from: Vec<String> = from.iter().map(usize::to_string).collect();
            writeln!(text, "{CHIP} {key} {}", from.join(" ")).expect("text");
        }
    }
    Ok(text)
}

/// What a modifier does.
#[derive(Default)]
struct Modifier {
    names: Vec<String>,
    /// By its value, what is taken instead.
    from: BTreeMap<String, Vec<usize>>,
}

impl Modifier {
    /// Adds what tables without and with the modifier differ in.
    fn learn(
        &mut self,
        key: &str,
        count: usize,
        (plain, other): (&[Table], &[Table]),
        number: impl Fn(Spot) -> usize,
    ) -> Result<(), String> {
        let cells = |tables: &[Table]| -> Vec<Spot> {
            let rows = tables.iter().flatten();
            rows.flatten().map(|(_, spots)| spots[0]).collect()
        };
        let mut from = vec![usize::MAX; count];
        for (plain, other) in cells(plain).into_iter().zip(cells(other)) {
            let slot = &mut from[number(plain)];
            if *slot != usize::MAX && *slot != number(other) {
                return Err(format!("{key}: {} has two origins", number(plain)));
            }
            *slot = number(other);
        }
        match self.from.entry(key.into()).or_insert(from.clone()) == &from {
            true => Ok(()),
            false => Err(format!("{key} is not the same for all instructions")),
        }
    }
}

/// The tables of all blocks, in their order. Those that are the same are written once.
fn blocks(text: &str) -> Result<Vec<Table>, String> {
    let mut tables: Vec<(Vec<usize>, Table)> = vec![];
    let lines = text.lines().skip(2).map(str::trim);
    for line in lines.filter(|line| !line.is_empty()) {
        let head = (line.strip_prefix("Blocks ")).or_else(|| line.strip_prefix("Block "));
        if let Some(numbers) = head {
            let numbers = numbers
                .split(", ")
                .map(str::parse)
                .collect::<Result<_, _>>();
            tables.push((numbers.map_err(|_| format!("`{line}`"))?, vec![]));
        } else if line.as_bytes()[0].is_ascii_digit() {
            let row = line
                .split(',')
                .skip(1)
                .map(cell)
                .collect::<Result<_, _>>()?;
            let (_, table) = tables.last_mut().ok_or("a row without a block")?;
            table.push(row);
        }
    }
    let mut all: Vec<(usize, Table)> = vec![];
    for (numbers, table) in tables {
        all.extend(numbers.into_iter().map(|number| (number, table.clone())));
    }
    all.sort_by_key(|(number, _)| *number);
    Ok(all.into_iter().map(|(_, table)| table).collect())
}
