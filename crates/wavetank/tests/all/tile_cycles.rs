//! The clock of the tile extension as users meet it: it changes no result, watched or not, and its numbers
//! can be changed. Sums of cycles, worked out by hand, are in `isas/tile/tests/machine/timing.rs`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use uop::{Access, LookWave, Progress, Site, Watcher};
use wavetank::{
    Cycles, Debuggable, Delivery, Error, Input, Report, Settings, SourceFile, Track, run,
};

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tile");
    let entries = std::fs::read_dir(folder).expect("examples");
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    all.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "tile")
    });
    all.sort();
    assert!(all.len() > 10);
    all
}

fn counting() -> Settings {
    Settings {
        timed: true,
        ..Settings::default()
    }
}

/// Stops before every so many instructions.
struct Every(u64, u64);

impl Watcher for Every {
    fn marked_only(&self) -> bool {
        false
    }

    fn sees_memory(&self) -> bool {
        false
    }

    fn issue(&mut self, _: &Site, _: &dyn LookWave) -> bool {
        self.1 += 1;
        self.1.is_multiple_of(self.0)
    }

    fn access(&mut self, _: &Site, _: &Access) {}

    fn turn(&mut self, _: &dyn LookWave, _: u64) -> bool {
        false
    }
}

/// The cycles of a run that is stopped now and then.
fn stopped(input: &Input) -> Option<Cycles> {
    let kernel = Debuggable::new(input, &counting()).expect("a kernel");
    let mut machine = kernel.machine();
    let mut watcher = Every(7, 0);
    while machine.resume(&mut watcher).expect("a kernel that ends") == Progress::Stopped {
        assert!(machine.cycle().is_some());
    }
    machine.report().cycles
}

fn same_results(name: &str, plain: &Report, counted: &Report) {
    assert_eq!(plain.outputs, counted.outputs, "{name}");
    assert_eq!(plain.stats, counted.stats, "{name}");
    assert_eq!(plain.text, counted.text, "{name}");
    assert!(counted.passed() && counted.warnings.is_empty(), "{name}");
}

#[test]
fn a_clock_changes_no_result_and_depends_on_nothing_else() {
    for path in examples() {
        let name = path.display().to_string();
        let input =
            compile::open_plain(&path, None).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let go = |settings: &Settings| {
            run(&input, settings).unwrap_or_else(|error| panic!("{name}: {error:?}"))
        };
        let plain = go(&Settings::default());
        let counted = go(&counting());
        same_results(&name, &plain, &counted);
        assert_eq!(plain.cycles, None, "{name}");
        let cycles = counted.cycles.expect("a clock");
        // No thread is faster than an instruction a cycle, and there are threads for at most 32.
        assert!(cycles.cycles * 32 >= plain.stats.instructions, "{name}");
        let threads = go(&Settings {
            threads: 4,
            ..counting()
        });
        assert_eq!(
            threads.cycles.as_ref(),
            Some(&cycles),
            "{name}: on four threads"
        );
        let late = go(&Settings {
            delivery: Some(Delivery::Strict),
            ..counting()
        });
        same_results(&name, &plain, &late);
        assert_eq!(
            stopped(&input).as_ref(),
            Some(&cycles),
            "{name}: in a debugger"
        );
        let profile = wavetank::profile(&input, &Settings::default()).expect("a profile");
        assert_eq!(
            profile.report.cycles.as_ref(),
            Some(&cycles),
            "{name}: profiled"
        );
        let drawn = go(&Settings {
            timeline: true,
            ..Settings::default()
        });
        same_results(&name, &plain, &drawn);
        assert_eq!(
            drawn.cycles.as_ref(),
            Some(&cycles),
            "{name}: with a timeline"
        );
        is_whole(&name, &drawn, &cycles);
    }
}

/// Instructions and waits of a thread follow each other, and are all of its time.
fn is_whole(name: &str, drawn: &Report, cycles: &Cycles) {
    let trace = drawn.trace.as_ref().expect("a timeline");
    assert_eq!(trace.left_out(), 0, "{name}");
    let mut tracks: BTreeMap<(u32, u32), Vec<(u64, u64)>> = BTreeMap::new();
    for slice in trace.timeline().slices() {
        if let Track::Wave(wave) = slice.track {
            let track = tracks.entry((slice.unit, wave)).or_default();
            track.push((slice.start, slice.cycles));
        }
    }
    let mut spent = 0;
    for slices in tracks.values_mut() {
        slices.sort_unstable();
        for pair in slices.windows(2) {
            assert!(pair[0].0 + pair[0].1 <= pair[1].0, "{name}: {pair:?}");
        }
        spent += slices.iter().map(|slice| slice.1).sum::<u64>();
    }
    let counted: u64 = cycles.by_instruction.iter().map(|own| own.cycles()).sum();
    assert_eq!(spent, counted, "{name}");
}

fn timed(header: &str, body: &str, keys: &[(&str, i64)]) -> Result<u64, Error> {
    let text = format!("---\nisa = tile\n{header}---\n{body}");
    let file = SourceFile::new("test.tile", text);
    let input = Input::from_text(file, None)?;
    let settings = Settings {
        keys: keys
            .iter()
            .map(|&(name, value)| (name.into(), value))
            .collect(),
        ..counting()
    };
    let report = run(&input, &settings)?;
    Ok(report.cycles.expect("a clock").cycles)
}

#[test]
fn numbers_are_those_of_the_header_and_of_the_command_line() {
    let reads = "tcsrr t0, ttid\n".repeat(10) + "ret\n";
    let cycles =
        |header: &str, keys: &[(&str, i64)]| timed(header, &reads, keys).expect("a kernel");
    assert_eq!(cycles("", &[]), 19 + 2);
    assert_eq!(cycles("csr_read = 1\n", &[]), 10 + 2);
    assert_eq!(cycles("csr_read = 1\n", &[("csr_read", 5)]), 46 + 2);
    assert_eq!(cycles("jump = 9\n", &[("csr_read", 5)]), 46 + 9);
    // Each word, products, the latency of the sums.
    let product = "tmma.f16 tr0, tr8, tr16\nret\n";
    let cycles = |keys: &[(&str, i64)]| timed("", product, keys).expect("a kernel");
    assert_eq!(cycles(&[]), 2 + 16 + 8);
    assert_eq!(cycles(&[("macs_16", 16384), ("macs_8", 64)]), 2 + 1 + 8);
    assert_eq!(cycles(&[("word_issue", 3), ("matrix_latency", 0)]), 6 + 16);
    // Two clusters, after each other or side by side.
    let two = "global = 5\n";
    assert_eq!(timed(two, "ret\n", &[]).expect("a kernel"), 4);
    assert_eq!(
        timed(two, "ret\n", &[("clusters", 2)]).expect("a kernel"),
        2
    );
}

#[test]
fn numbers_out_of_range_are_told() {
    let told = |header: &str, keys: &[(&str, i64)]| {
        let refused = timed(header, "ret\n", keys).expect_err("a number out of range");
        format!("{refused:?}")
    };
    for (key, value) in [
        ("clusters", 0),
        ("csr_read", 0),
        ("copy_bytes", 31),
        ("jump", 1 << 21),
    ] {
        let said = told(&format!("{key} = {value}\n"), &[]);
        assert!(said.contains(key) && said.contains("expected"), "{said}");
        let said = told("", &[(key, value)]);
        assert!(said.contains(key) && said.contains("expected"), "{said}");
    }
    let said = told("", &[("csr_reads", 1)]);
    assert!(
        said.contains("has no key `csr_reads`") && said.contains("csr_read"),
        "{said}"
    );
}

/// What the numbers are is told with where they come from.
#[test]
fn every_number_has_a_source() {
    let numbers = wavetank::chip("tile").expect("a chip");
    assert!(numbers.len() > 20);
    for number in &numbers {
        let known = number.source.starts_with("tile-extension-encoding.md, ");
        assert!(
            known || number.source.starts_with("chosen here: "),
            "{number:?}"
        );
        assert!(!number.doc.is_empty());
    }
    let value = |key: &str| {
        numbers
            .iter()
            .find(|number| number.key == key)
            .map(|it| it.value)
    };
    assert_eq!((value("csr_read"), value("csr_write")), (Some(2), Some(1)));
}
