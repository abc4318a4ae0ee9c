//! What a thread that looks on can read of a run agrees with what the run reports in the end.

use std::path::Path;
use wavetank::{Input, Meter, Settings};

fn input(path: &str) -> Input {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    Input::open(&path, None).unwrap()
}

#[test]
fn meters_count_what_reports_count() {
    let kernels = [
        "examples/flux/divergence.flux",
        "examples/wave/saxpy.wave",
        "examples/wave/mandelbrot.wave",
        "examples/rdna/vector-add.rdna3",
        "examples/waves/blur.waves",
        "examples/tile/softmax.tile",
        // Workgroups in clusters, and clusters that are not full.
        "examples/tile/multicast.tile",
    ];
    for path in kernels {
        let input = input(path);
        for (threads, timed) in [(1, false), (4, false), (1, true)] {
            let settings = Settings {
                threads,
                timed,
                meter: Meter::new(),
                ..Settings::default()
            };
            let report = wavetank::run(&input, &settings).unwrap();
            let (seen, stats) = (settings.meter.read(), report.stats);
            let what = format!("{path}, {threads} threads, timed: {timed}");
            assert_eq!(seen.workgroups, stats.workgroups, "{what}");
            assert_eq!(seen.ended, stats.workgroups, "{what}");
            assert_eq!(seen.instructions, stats.instructions, "{what}");
        }
    }
}
