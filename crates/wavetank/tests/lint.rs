//! The linter beside what a compiler wrote: silent as it is, and not where a wait is taken out.

use std::path::{Path, PathBuf};
use wavetank::{DisStyle, Input, Settings, lint};

/// `s_nop 0`.
const NOP: [u8; 4] = [0, 0, 0x80, 0xbf];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Code objects that clang made.
fn objects() -> Vec<PathBuf> {
    let folders = [
        "benches/kernels",
        "corpus/rdna/kernels",
        "corpus/rdna/run/programs",
    ];
    let files = folders.iter().flat_map(|folder| {
        let files = std::fs::read_dir(root().join(folder)).expect("a folder of the repository");
        files.map(|file| file.expect("a file").path())
    });
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|it| it == "o"))
        .collect();
    files.sort();
    files
}

/// Where clang 22 itself leaves out a wait: between the stores of one round of `fft` and the barrier of
/// the next (docs/compiler-bugs.md).
const MISTAKEN: [(&str, &str); 1] = [("numbers.o", "barrier-store")];

fn found(input: &Input) -> Vec<&'static str> {
    let findings = lint(input, &Settings::default(), false).expect("code that can be looked at");
    findings.diagnostics.iter().map(|it| it.code).collect()
}

#[test]
fn what_a_compiler_wrote_is_in_order() {
    let objects = objects();
    assert!(objects.len() > 20, "{} objects", objects.len());
    for path in objects {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let input = Input::open(&path, None).expect("a code object");
        let mistaken = MISTAKEN.iter().filter(|(file, _)| *file == name);
        let mistaken: Vec<&str> = mistaken.map(|(_, code)| *code).collect();
        assert_eq!(found(&input), mistaken, "{}", path.display());
    }
}

#[test]
fn a_wait_that_is_taken_out_is_missed() {
    let (mut waits, mut missed) = (0, Vec::new());
    for path in objects() {
        let mut input = Input::open(&path, None).expect("a code object");
        let before = found(&input);
        let code = input.code.clone().expect("a binary");
        let style = DisStyle {
            wave: 32,
            extensions: Vec::new(),
        };
        let lines = input.arch.listing(&code, &style);
        let is_wait = |text: &str| {
            let alu = text.starts_with("s_wait_alu");
            text.starts_with("s_wait") && !alu
        };
        let all: Vec<_> = lines.iter().filter(|line| is_wait(&line.text)).collect();
        // Some of each file: all of them take minutes.
        for line in all.iter().step_by(1 + all.len() / 12) {
            let at = (line.address - code.base) as usize;
            let mut without = code.clone();
            without.bytes[at..at + 4].copy_from_slice(&NOP);
            input.code = Some(without);
            waits += 1;
            if found(&input) == before {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                missed.push(format!("{name} {:#x} {}", line.address, line.text));
            }
        }
    }
    assert!(waits > 200, "{waits} waits");
    // A wait for what nothing needs any more, or that orders memory for other waves, is not missed.
    assert!(
        missed.len() * 20 <= waits,
        "{} of {waits}: {missed:#?}",
        missed.len()
    );
}
