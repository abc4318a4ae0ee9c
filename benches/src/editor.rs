//! How long a language server looks at a text of ten thousand lines after a letter was typed: the
//! whole of it is assembled, linted where nothing is wrong, and its words are told apart.

use crate::Options;
use compile::Folder;
use language::{Document, Role};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use wavetank::Input;

const LINES: usize = 10_000;

/// An example of each instruction set.
const EXAMPLES: &[&str] = &[
    "rdna/vector-add.rdna3",
    "rdna/vector-add.rdna4",
    "flux/dot-product.flux",
    "wave/sgemm-tiled.wave",
    "waves/blur.waves",
    "tile/gemm-f16.tile",
];

/// Prints milliseconds for a text of each instruction set, the best of some runs.
pub fn table(options: &Options) {
    let repeats = if options.quick { 1 } else { 20 };
    println!(
        "{:<24} {:>8} {:>14} {:>16}",
        "text", "lines", "ms a keystroke", "a third is wrong"
    );
    for name in EXAMPLES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../examples")
            .join(name);
        let text = long(&path);
        let right = keystroke(&path, &text, repeats);
        let wrong = keystroke(&path, &misspelt(&text), repeats);
        println!("{name:<24} {LINES:>8} {right:>14.1} {wrong:>16.1}");
    }
}

/// Milliseconds to look at a text again.
fn keystroke(path: &Path, text: &str, repeats: usize) -> f64 {
    let header = look(path, text.to_string(), None).analysis().header.clone();
    let mut best = f64::MAX;
    for round in 0..repeats {
        // Another text each time, as when its middle is typed.
        let mut text = text.to_string();
        let middle = text.len() / 2;
        let line = middle + text[middle..].find('\n').unwrap_or(0);
        text.insert_str(line, &format!("\ntyped_{round}:"));
        let start = Instant::now();
        let document = look(path, text, Some(&header));
        best = best.min(start.elapsed().as_secs_f64());
        assert!(document.analysis().assembled.assembly.lines.len() > LINES / 2);
    }
    best * 1e3
}

/// Every third instruction has a letter too many, a different one here and there.
fn misspelt(text: &str) -> String {
    let (header, body) = text.split_at(text.rfind("---").unwrap_or(0));
    let mut wrong = header.to_string();
    for (count, line) in body.lines().enumerate() {
        let start = line.len() - line.trim_start().len() + 1;
        let spoil = count % 3 == 1 && !line.contains(':') && line.is_char_boundary(start);
        match spoil {
            true => {
                let letter = char::from(b'a' + (count % 26) as u8);
                wrong += &line[..start];
                wrong.push(letter);
                wrong += &line[start..];
            }
            false => wrong += line,
        }
        wrong.push('\n');
    }
    wrong
}

fn look(path: &Path, text: String, known: Option<&std::sync::Arc<wavetank::Header>>) -> Document {
    let folder = Arc::new(Folder::of_file(path));
    let name = path.display().to_string();
    let input = Input::new(&name, text.into_bytes(), folder, None);
    let input = input.expect("the example has an instruction set");
    Document::new(input, known)
}

/// The example's instructions over and over, but for those that have to do with labels, and a label
/// of its own for every hundred of them.
fn long(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let document = look(path, text.clone(), None);
    let body = document.analysis().body;
    let file = document.file();
    let names = [
        Role::Label,
        Role::Local,
        Role::Symbol,
        Role::Directive,
        Role::Macro,
    ];
    let spoiled: Vec<u32> = (document.marks().iter())
        .filter(|mark| names.contains(&mark.role))
        .map(|mark| file.line_of(mark.span.start))
        .collect();
    let first = file.line_of(body.start) + 1;
    let lines: Vec<&str> = (first..=file.line_count() as u32)
        .filter(|line| !spoiled.contains(line))
        .map(|line| file.line(line))
        .filter(|line| !line.trim().is_empty() && !line.trim().starts_with(['#', ';', '/']))
        .collect();
    let mut long = text[..body.range().start].to_string() + "\n";
    for (count, line) in lines.iter().cycle().take(LINES).enumerate() {
        if count % 100 == 0 {
            long += &format!("part_{count}:\n");
        }
        long += line;
        long.push('\n');
    }
    long
}
