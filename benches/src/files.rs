//! Kernel files of other instruction sets, through the façade.

use crate::{Options, best, fail, milliseconds, timed};
use std::path::Path;
use wavetank::{Debuggable, Input, Settings};

const REPEATS: u32 = 40;

pub fn table(options: &Options) {
    println!(
        "{:<21} {:<7} {:>11} {:>14} {:>9}",
        "file", "", "wave-insts", "M wave-inst/s", "ms"
    );
    let files: [(&str, bool); 8] = [
        ("arithmetic.flux", false),
        ("arithmetic.wave", false),
        ("arithmetic.waves", false),
        ("arithmetic.waves", true),
        ("local-loop.waves", false),
        ("local-loop.waves", true),
        ("local-patterns.waves", false),
        ("local-patterns.waves", true),
    ];
    for (name, cycles) in files {
        let how = if cycles { "timed" } else { "plain" };
        if options.wants(1, name) && options.wants(2, how) {
            row(name, cycles, options.quick);
        }
    }
}

fn row(name: &str, cycles: bool, quick: bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
    let input = Input::open(&folder.join(name), None).unwrap_or_else(|error| fail(&error));
    let rounds = if quick { 100 } else { 2_000 };
    let settings = Settings {
        set: vec![("ROUNDS".into(), wavetank::Constant::Int(rounds))],
        timed: cycles,
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
        "{name:<21} {:<7} {:>11} {:>14.1} {:>9.2}",
        if cycles { "timed" } else { "" },
        instructions,
        1e-6 * instructions as f64 / time.as_secs_f64(),
        milliseconds(time),
    );
}
