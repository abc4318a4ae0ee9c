//! Cycles of flux, with the sum beside each kernel: an instruction of a warp is a cycle, ways that threads
//! take apart run one after the other, and a transaction of 128 bytes is a cycle.

use wavetank::{Input, Report, Settings, SourceFile, run};

fn timed(header: &str, body: &str, keys: &[(&str, i64)]) -> Report {
    let text = format!("---\nisa = flux\n{header}---\n{body}");
    let file = SourceFile::new("test.flux", text);
    let input = Input::from_text(file, None).expect("a kernel");
    let settings = Settings {
        timed: true,
        keys: keys
            .iter()
            .map(|&(name, value)| (name.into(), value))
            .collect(),
        ..Settings::default()
    };
    run(&input, &settings).unwrap_or_else(|error| panic!("{error:?}"))
}

fn cycles(header: &str, body: &str, keys: &[(&str, i64)]) -> u64 {
    timed(header, body, keys)
        .cycles
        .expect("a cycle model")
        .cycles
}

const ONE_WARP: &str = "simd = 1\nlocal = 32\nglobal = 1\n";

#[test]
fn an_instruction_is_a_cycle() {
    let body = "LI R1, 1\nADD R2, R1, R1\nMUL R3, R2, R2\nHALT\n";
    assert_eq!(cycles(ONE_WARP, body, &[]), 4);
    // Two warps of a core take turns.
    let two = "simd = 1\nlocal = 64\nglobal = 1\n";
    assert_eq!(cycles(two, body, &[]), 8);
    assert_eq!(cycles(two, body, &[("issue", 2)]), 4);
    // Two blocks, one after the other or side by side.
    let blocks = "simd = 1\nlocal = 32\nglobal = 2\n";
    assert_eq!(cycles(blocks, body, &[]), 8);
    assert_eq!(cycles(blocks, body, &[("cores", 2)]), 4);
}

/// The example of the specification: with threads on both ways each way takes its time.
#[test]
fn ways_apart_run_one_after_the_other() {
    let body = "BEQ R1, R0, other\nADD R3, R3, R1\nADD R3, R3, R1\nJAL R0, end\n\
                other:\nMUL R3, R3, R2\nMUL R3, R3, R2\nend:\nHALT\n";
    let same = format!("{ONE_WARP}R1 = 1\n");
    let apart = format!("{ONE_WARP}R1 = lane - lane / 2 * 2\n");
    // The branch, three instructions, the end.
    assert_eq!(cycles(&same, body, &[]), 5);
    // The branch, three and two, the end.
    assert_eq!(cycles(&apart, body, &[]), 7);
}

#[test]
fn a_transaction_is_a_cycle() {
    let body = "LOAD R1, 0(R20)\nHALT\n";
    let header = |step: u32| format!("{ONE_WARP}a: f32[1024]\nR20 = &a + {step} * tid\n");
    // Side by side: one transaction, and the end.
    assert_eq!(cycles(&header(4), body, &[]), 2);
    // 32 of them, and the end.
    assert_eq!(cycles(&header(128), body, &[]), 33);
    assert_eq!(cycles(&header(128), body, &[("transactions", 8)]), 5);
    assert_eq!(cycles(&header(4), body, &[("global_latency", 100)]), 101);
    let report = timed(&header(128), body, &[]);
    let cycles = report.cycles.expect("a cycle model");
    let sum: u64 = cycles.by_instruction.iter().map(|inst| inst.cycles()).sum();
    assert_eq!((sum, report.stats.transactions), (33, 32));
}

#[test]
fn results_are_those_of_a_run_without_cycles() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["examples/flux", "corpus/flux/run"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|extension| extension != "flux") {
                continue;
            }
            let input = compile::open_plain(&path, None).expect("a kernel");
            let of = |timed: bool| {
                let settings = Settings {
                    timed,
                    ..Settings::default()
                };
                run(&input, &settings)
            };
            let (Ok(plain), Ok(timed)) = (of(false), of(true)) else {
                panic!("{}", path.display());
            };
            assert_eq!(plain.outputs, timed.outputs, "{}", path.display());
            assert_eq!(plain.stats, timed.stats, "{}", path.display());
            let cycles = timed.cycles.expect("a cycle model");
            assert!(
                cycles.cycles > 0 && timed.warnings.len() == plain.warnings.len(),
                "{}",
                path.display()
            );
        }
    }
}
