//! What a thread that looks on can read of a run agrees with what the run reports in the end.

use std::path::Path;
use wavetank::{Input, Meter, Settings};

fn input(path: &str) -> Input {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    compile::open_plain(&path, None).unwrap()
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
        // Others have no model of time, and say so where one is asked for.
        let has_clock = path.ends_with(".rdna3") || path.ends_with(".waves");
        let ways = [(1, false), (4, false), (1, true)];
        for (threads, timed) in ways.into_iter().filter(|&(_, timed)| !timed || has_clock) {
            let settings = Settings {
                threads,
                timed,
                meter: Meter::new(),
                ..Settings::default()
            };
            let report = wavetank::run(&input, &settings).unwrap();
            let (seen, stats) = (settings.meter.read(), report.stats);
            let what = format!("{path}, {threads} threads, timed: {timed}");
            // Where a clock is no part of the machine, its model carries the launch out again.
            let launches = if timed && path.ends_with(".rdna3") {
                2
            } else {
                1
            };
            assert_eq!(seen.workgroups, launches * stats.workgroups, "{what}");
            assert_eq!(seen.ended, launches * stats.workgroups, "{what}");
            assert_eq!(seen.instructions, launches * stats.instructions, "{what}");
        }
    }
}
