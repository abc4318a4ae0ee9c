//! Kernel files of other instruction sets, through the façade.

use crate::{Options, best, fail, milliseconds, timed};
use std::path::Path;
use wavetank::{Debuggable, Input, Settings};

const REPEATS: u32 = 40;

pub fn table(options: &Options) {
    println!(
        "{:<21} {:>11} {:>14} {:>9}",
        "file", "wave-insts", "M wave-inst/s", "ms"
    );
    // Those of Waves run on its cycle model, as always.
    for name in [
        "arithmetic.flux",
        "arithmetic.wave",
        "arithmetic.waves",
        "local-loop.waves",
        "local-patterns.waves",
    ] {
        if options.wants_row(name) {
            row(name, options.quick);
        }
    }
}

fn row(name: &str, quick: bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
    let input = Input::open(&folder.join(name), None).unwrap_or_else(|error| fail(&error));
    let rounds = if quick { 100 } else { 2_000 };
    let settings = Settings {
        set: vec![("ROUNDS".into(), wavetank::Constant::Int(rounds))],
        ..Settings::default()
    };
    let prepare = || Debuggable::new(&input, &settings).unwrap_or_else(|error| fail(&error));
    let report = wavetank::run(&input, &settings).unwrap_or_else(|error| fail(&error));
    assert!(
        !report.expectations.is_empty(),
        "{name} says what it computes"
    );
    assert!(report.passed(), "{name} computes what it should");
    let instructions = report.stats.instructions;
    let repeats = if quick { 1 } else { REPEATS };
    let time = best(repeats, || {
        let ready = prepare();
        timed(|| {
            ready.run().unwrap_or_else(|error| fail(&error));
        })
    });
    println!(
        "{name:<21} {:>11} {:>14.1} {:>9.2}",
        instructions,
        1e-6 * instructions as f64 / time.as_secs_f64(),
        milliseconds(time),
    );
}
