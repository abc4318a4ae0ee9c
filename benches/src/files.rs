//! Kernel files of other instruction sets, through the façade.

use crate::{Options, best, fail, milliseconds, timed};
use std::path::Path;
use wavetank::{Debuggable, Settings};

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
    let input = compile::open_plain(&folder.join(name), None).unwrap_or_else(|error| fail(&error));
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

/// Kernel files under `check`, beside a plain run: what is prepared and read back counts in both.
pub fn check_rows(options: &Options) {
    for name in [
        "image.rdna3",
        "scratch.rdna3",
        "arithmetic.wave",
        "arithmetic.flux",
    ] {
        if options.wants_row(name) {
            check_row(name, options.quick);
        }
    }
}

fn check_row(name: &str, quick: bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
    let input = compile::open_plain(&folder.join(name), None).unwrap_or_else(|error| fail(&error));
    let rounds = if quick { 10 } else { 100 };
    let settings = Settings {
        set: vec![("ROUNDS".into(), wavetank::Constant::Int(rounds))],
        threads: 1,
        ..Settings::default()
    };
    let report = wavetank::run(&input, &settings).unwrap_or_else(|error| fail(&error));
    assert!(report.passed(), "{name} computes what it should");
    let repeats = if quick { 1 } else { REPEATS / 4 };
    let time = best(repeats, || {
        timed(|| {
            wavetank::run(&input, &settings).unwrap_or_else(|error| fail(&error));
        })
    });
    let checked = best(repeats, || {
        timed(|| {
            let found = wavetank::check(&input, &settings).unwrap_or_else(|error| fail(&error));
            assert!(found.diagnostics.is_empty(), "{name} has no mistakes");
        })
    });
    let instructions = report.stats.instructions;
    println!(
        "{name:<15} {instructions:>8} {:>14.1} {:>9.2} {:>9.2} {:>7.1}",
        1e-6 * instructions as f64 / checked.as_secs_f64(),
        milliseconds(checked),
        milliseconds(time),
        checked.as_secs_f64() / time.as_secs_f64(),
    );
}
