//! How fast text becomes AMD machine code and machine code text: lines of the recorded corpus, one
//! after the other, on one core.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use crate::Options;
use amdgpu::{Target, assemble_line, disassemble};

/// Prints instructions per second for every target, the best of some runs.
pub fn table(options: &Options) {
    let repeats = if options.quick { 1 } else { 40 };
    println!(
        "{:<16} {:>16} {:>16}",
        "target", "assembled/s", "disassembled/s"
    );
    for target in Target::ALL {
        let wave = target.default_wave();
        let lines = corpus(target, wave.lanes());
        let code: Vec<Vec<u8>> = lines
            .iter()
            .filter_map(|line| assemble_line(line, target, wave).ok())
            .collect();
        let assembled = rate(repeats, lines.len(), || {
            for line in &lines {
                let _ = black_box(assemble_line(black_box(line), target, wave));
            }
        });
        let disassembled = rate(repeats, code.len(), || {
            for bytes in &code {
                let _ = black_box(disassemble(black_box(bytes), target, wave));
            }
        });
        println!(
            "{:<16} {assembled:>16.0} {disassembled:>16.0}",
            target.name()
        );
    }
}

fn rate(repeats: u32, count: usize, mut run: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..repeats {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    count as f64 / best
}

/// The legal lines that are recorded for a target.
fn corpus(target: Target, lanes: u32) -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/rdna/asm");
    let entries = std::fs::read_dir(&directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut lines = vec![];
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with(&format!("{target}-wave{lanes}")) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let legal = text.lines().filter_map(|line| line.split_once('\t'));
        let legal = legal.filter(|(_, answer)| *answer != "error");
        lines.extend(legal.map(|(line, _)| line.to_string()));
    }
    assert!(!lines.is_empty(), "no lines of {target} are recorded");
    lines
}
