//! Runs written for Radeon GPU Profiler, read back by PyPI's tinygrad where a Python that has it is named
//! (`WAVETANK_TINYGRAD`), beside what the cycle model said. Streams of tokens that are recorded are in
//! `corpus/rdna/rgp`.

use crate::root;
use std::collections::BTreeSet;
use std::process::Command;
use wavetank::{Report, Settings, run};

fn profiled(file: &str, window: Option<std::ops::Range<u64>>) -> Report {
    let input = compile::open_plain(&root().join(file), None).expect("a kernel");
    let settings = Settings {
        rgp: true,
        timeline_window: window,
        ..Settings::default()
    };
    run(&input, &settings).unwrap_or_else(|error| panic!("{file}: {error:?}"))
}

/// The lines that tinygrad makes of a report, or nothing where it is not installed.
fn read(report: &Report) -> Option<Vec<String>> {
    let Ok(python) = std::env::var("WAVETANK_TINYGRAD") else {
        eprintln!("skipped: WAVETANK_TINYGRAD names no Python that has tinygrad");
        return None;
    };
    let path = std::env::temp_dir().join(format!("wavetank-run-{}.rgp", std::process::id()));
    std::fs::write(&path, report.rgp.as_ref().expect("a profile")).expect("a file");
    let script = root().join("scripts/read-rgp");
    let output = Command::new(python).arg(script).arg(&path).output();
    std::fs::remove_file(&path).expect("the file is there");
    let output = output.expect("Python runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).expect("text");
    Some(text.lines().map(String::from).collect())
}

/// Of lines that tell something, the cycle and further fields.
fn told(lines: &[String], what: &str, fields: &[usize]) -> BTreeSet<Vec<String>> {
    let lines = lines
        .iter()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let told = lines.filter(|line| line[2] == what && line[0] == "0");
    told.map(|line| {
        fields
            .iter()
            .map(|&field| line[field].to_string())
            .collect()
    })
    .collect()
}

#[test]
fn tinygrad_finds_what_the_model_said() {
    for file in [
        "examples/rdna/vector-add.rdna3",
        "examples/rdna/vector-add.rdna4",
        "examples/rdna/arguments.rdna3",
        "corpus/rdna/run/data-share.rdna3",
        "corpus/rdna/run/split-barrier.rdna4",
    ] {
        let report = profiled(file, None);
        let trace = report.trace.as_ref().expect("a timeline");
        let (timeline, texts) = (trace.timeline(), trace.instructions().collect::<Vec<_>>());
        // The first engine has the first eight units of these chips, and the first unit is traced.
        let waves = timeline.waves().iter().filter(|wave| wave.unit < 8);
        let begins: BTreeSet<String> = waves.clone().map(|wave| wave.start.to_string()).collect();
        let ends: BTreeSet<String> = waves.map(|wave| wave.end.to_string()).collect();
        let traced = |unit: u32, place: u32, cycle: u64| {
            (timeline.waves().iter()).any(|wave| {
                (wave.unit, wave.wave, wave.simd) == (unit, place, 0)
                    && (wave.start..=wave.end).contains(&cycle)
            }) && unit == 0
        };
        // Some have no tokens, and those that only take time are told when they are over.
        let text = |inst: u32| texts[inst as usize].1;
        let silent = [
            "s_delay_alu",
            "s_wait_alu",
            "s_barrier_wait",
            "s_endpgm",
            "s_nop",
            "s_sleep",
        ];
        let issued: BTreeSet<Vec<String>> = (timeline.issued())
            .filter(|&(unit, place, cycle, _)| traced(unit, place, cycle))
            .filter(|&(.., inst)| !silent.iter().any(|name| text(inst).starts_with(name)))
            .map(|(.., cycle, inst)| vec![cycle.to_string(), text(inst).to_string()])
            .collect();
        assert!(issued.len() > 5, "{file}");
        let Some(lines) = read(&report) else { return };
        let flat = |set: BTreeSet<Vec<String>>| set.into_iter().flatten().collect::<BTreeSet<_>>();
        assert_eq!(flat(told(&lines, "begin", &[1])), begins, "{file}");
        assert_eq!(flat(told(&lines, "end", &[1])), ends, "{file}");
        // The reader comes to addresses by following the code, so the same cycles have to have the same
        // instructions.
        let mut by_address = std::collections::BTreeMap::new();
        for line in told(&lines, "issue", &[1, 4]) {
            let cycle = issued.range(vec![line[0].clone()]..).next();
            let Some(of) = cycle.filter(|of| of[0] == line[0]) else {
                continue;
            };
            let name = by_address
                .entry(line[1].clone())
                .or_insert_with(|| of[1].clone());
            let here = issued.contains(&vec![line[0].clone(), name.clone()]);
            assert!(here, "{file}: {} at cycle {}", line[1], line[0]);
        }
        let cycles: BTreeSet<String> = issued.iter().map(|it| it[0].clone()).collect();
        let found: BTreeSet<String> = flat(told(&lines, "issue", &[1]));
        assert!(cycles.is_subset(&found), "{file}: {cycles:?} {found:?}");
    }
}

#[test]
fn a_window_leaves_out_waves_of_other_cycles() {
    let whole = profiled("examples/rdna/vector-add.rdna3", None);
    let none = profiled("examples/rdna/vector-add.rdna3", Some(1 << 40..1 << 41));
    let len = |report: &Report| report.rgp.as_ref().expect("a profile").len();
    assert!(len(&none) < len(&whole), "{} {}", len(&none), len(&whole));
}

#[test]
fn the_same_run_gives_the_same_file() {
    let file = || profiled("examples/rdna/vector-add.rdna4", None).rgp;
    assert_eq!(file(), file());
}

#[test]
fn other_machines_have_no_such_profiler() {
    let input =
        compile::open_plain(&root().join("examples/waves/blur.waves"), None).expect("a kernel");
    let settings = Settings {
        rgp: true,
        ..Settings::default()
    };
    let error = run(&input, &settings).expect_err("an error");
    assert!(
        format!("{error:?}").contains("chips of AMD RDNA"),
        "{error:?}"
    );
}
