//! How many instructions the linter looks at in a second.

use crate::{Options, best, timed};
use std::path::Path;
use wavetank::{DisStyle, Settings};

/// Code objects that clang made: kernels of a page each, and whole programs.
const OBJECTS: [(&str, &str); 4] = [
    ("sgemm", "benches/kernels/sgemm.gfx1100.o"),
    ("functions", "corpus/rdna/kernels/functions.gfx1200.o"),
    ("structures", "corpus/rdna/run/programs/structures.o"),
    ("numbers", "corpus/rdna/run/programs/numbers.o"),
];

pub fn table(options: &Options) {
    println!(
        "{:<14} {:>14} {:>24}",
        "linted", "instructions", "million a second"
    );
    for (name, path) in OBJECTS.iter().filter(|(name, _)| options.wants_row(name)) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
        let input = compile::open_plain(&path, None).expect("a code object of the repository");
        let style = DisStyle {
            wave: 32,
            extensions: Vec::new(),
        };
        let code = input.code.as_ref().expect("a binary");
        let instructions = input.arch.listing(code, &style).len();
        let settings = Settings::default();
        let once = || {
            timed(|| {
                let findings = wavetank::lint(&input, &settings, true);
                assert!(findings.is_ok(), "{name} can be looked at");
            })
        };
        let time = best(if options.quick { 1 } else { 20 }, once);
        let speed = instructions as f64 / time.as_secs_f64() / 1e6;
        println!("{name:<14} {instructions:>14} {speed:>24.2}");
    }
}
