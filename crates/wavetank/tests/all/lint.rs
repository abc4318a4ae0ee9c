//! The linter beside what a compiler wrote: silent as it is, and not where a wait is taken out.

use crate::root;
use std::path::PathBuf;
use wavetank::{DisStyle, Input, Settings, lint};

/// `s_nop 0`.
const NOP: [u8; 4] = [0, 0, 0x80, 0xbf];

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

fn found(input: &Input) -> Vec<&'static str> {
    let findings = lint(input, &Settings::default(), false).expect("code that can be looked at");
    findings.diagnostics.iter().map(|it| it.code).collect()
}

#[test]
fn what_a_compiler_wrote_is_in_order() {
    let mut objects = objects();
    assert!(objects.len() > 20, "{} objects", objects.len());
    // With AMD's device libraries: functions that do not come back, and calls in place of returns.
    let hip = ["gfx1100", "gfx1201"].map(|chip| format!("corpus/rdna/hip/host-calls.{chip}.hsaco"));
    objects.extend(hip.map(|path| root().join(path)));
    for path in objects {
        let input = compile::open_plain(&path, None).expect("a code object");
        assert_eq!(found(&input), [""; 0], "{}", path.display());
    }
}

/// Notes that say why nothing misses an instruction.
const EXPLANATIONS: [&str; 3] = ["idle-wait", "early-wait", "order-wait"];

#[test]
fn a_wait_that_is_taken_out_is_missed() {
    let (mut waits, mut explained, mut missed) = (0, 0, Vec::new());
    for path in objects() {
        let mut input = compile::open_plain(&path, None).expect("a code object");
        let before = found(&input);
        let notes = lint(&input, &Settings::default(), true).expect("code that can be looked at");
        let code = input.code.clone().expect("a binary");
        let style = DisStyle {
            wave: 32,
            extensions: Vec::new(),
        };
        let lines = input.arch.listing(&code, &style);
        let is_wait = |text: &str| text.starts_with("s_wait") || text.starts_with("v_nop");
        let all: Vec<_> = lines.iter().filter(|line| is_wait(&line.text)).collect();
        // Some of each file: all of them take minutes (`verify lint --each 0`).
        for line in all.iter().step_by(1 + all.len() / 12) {
            let at = (line.address - code.base) as usize;
            let mut without = code.clone();
            without.bytes[at..at + 4].copy_from_slice(&NOP);
            input.code = Some(without);
            waits += 1;
            if found(&input) != before {
                continue;
            }
            let is_explained = notes.diagnostics.iter().any(|note| {
                EXPLANATIONS.contains(&note.code) && note.facts().contains(&("pc", line.address))
            });
            explained += u32::from(is_explained);
            if !is_explained {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                missed.push(format!("{name} {:#x} {}", line.address, line.text));
            }
        }
    }
    assert!(waits > 250, "{waits} waits");
    assert!(explained * 4 < waits, "{explained} of {waits} are needless");
    assert!(
        missed.is_empty(),
        "{} of {waits}: {missed:#?}",
        missed.len()
    );
}

/// `NAME.right.ISA` is silent; `NAME.wrong.ISA` differs by one change, and every line that ends with
/// `<- CODE` is found, and nothing else.
#[test]
fn one_change_makes_it_wrong() {
    let folder = root().join("corpus/check/lint");
    let files = std::fs::read_dir(folder).expect("a folder of the repository");
    let (mut pairs, mut failures) = (0, Vec::new());
    for file in files {
        let path = file.expect("a file").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let input = compile::open_plain(&path, None).expect("a kernel");
        let findings = match lint(&input, &Settings::default(), false) {
            Ok(findings) => findings,
            Err(error) => {
                failures.push(format!("{name}: {error}"));
                continue;
            }
        };
        let lines = input.file.text().lines().zip(1..);
        let marked = lines.filter_map(|(line, at)| Some((at, line.split_once("<- ")?.1)));
        let expected: Vec<(u32, &str)> = marked.collect();
        let found: Vec<(u32, &str)> = (findings.diagnostics.iter())
            .map(|it| {
                (
                    it.span().map_or(0, |span| input.file.line_of(span.start)),
                    it.code,
                )
            })
            .collect();
        pairs += u32::from(!expected.is_empty());
        if found != expected || name.contains(".wrong.") == expected.is_empty() {
            failures.push(format!("{name}: {found:?}, not {expected:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(pairs >= 40, "{pairs} pairs");
}

#[test]
fn a_check_looks_at_paths_that_no_run_takes() {
    let text = "---\nlds = 1024\n---\nds_load_b32 v1, v0\ns_cmp_eq_u32 s0, s0\n\
        s_cbranch_scc1 over\nv_mov_b32 v2, v1\nover:\ns_waitcnt lgkmcnt(0)\n\
        ds_load_b32 v3, v0\nv_mov_b32 v4, v3\ns_endpgm\n";
    let file = source::SourceFile::new("kernel", text);
    let input = Input::from_text(file, Some("rdna3")).expect("a kernel");
    let findings = wavetank::check(&input, &Settings::default()).expect("a run");
    let codes: Vec<&str> = findings.diagnostics.iter().map(|it| it.code).collect();
    // The one that the run came to is told once.
    assert_eq!(codes, ["read-in-flight", "missing-wait"]);
}

/// What the linter says of instructions that are not kept apart.
const APART: [&str; 8] = [
    "scalar-use",
    "exec-use",
    "vector-use",
    "trans-use",
    "matrix-use",
    "store-data",
    "m0-use",
    "register-set",
];

/// What keeps one pair from the next.
const FAR: [&str; 2] = ["s_nop 15", "s_nop 15"];

/// Pairs of instructions, and how many wait states LLVM wants between them.
type Row = (usize, String, String);

/// Those of the pairs where something is found and where nothing is, with so many fewer wait states.
fn split(rows: &[Row], isa: &str, fewer: usize) -> (Vec<String>, Vec<String>) {
    let mut lines = vec!["---", "---"];
    let mut pairs = Vec::new();
    for (states, first, second) in rows {
        lines.extend(FAR);
        lines.push(first);
        lines.extend(std::iter::repeat_n("s_nop 0", states - fewer));
        lines.push(second);
        pairs.push((lines.len() as u32, format!("{states}: {first}; {second}")));
    }
    lines.push("s_endpgm\n");
    let file = source::SourceFile::new("pairs", lines.join("\n"));
    let input = Input::from_text(file, Some(isa)).expect("a kernel");
    let findings = lint(&input, &Settings::default(), false).expect("code that can be looked at");
    let apart = (findings.diagnostics.iter()).filter(|it| APART.contains(&it.code));
    let mut found: Vec<u32> = apart
        .filter_map(|it| Some(input.file.line_of(it.span()?.start)))
        .collect();
    let mut silent = Vec::new();
    let mut wrong = Vec::new();
    for (line, pair) in pairs {
        let before = found.len();
        found.retain(|it| *it != line);
        match found.len() < before {
            true => wrong.push(pair),
            false => silent.push(pair),
        }
    }
    wrong.extend(found.iter().map(|line| format!("{line}: between pairs")));
    (wrong, silent)
}

/// LLVM's recogniser of hazards has said how many wait states it wants between two instructions: with one
/// fewer something is found, with as many nothing is.
#[test]
fn wait_states_are_those_of_llvm() {
    for (target, isa) in [("gfx942", "cdna3"), ("gfx950", "cdna4")] {
        let path = root().join(format!("corpus/cdna/lint/{target}.tsv"));
        let text = std::fs::read_to_string(path).expect("a file of the repository");
        let row = |line: &'_ str| {
            let mut fields = line.splitn(3, '\t');
            let states = fields.next()?.parse().ok()?;
            Some((
                states,
                fields.next()?.to_string(),
                fields.next()?.to_string(),
            ))
        };
        let rows: Vec<Row> = text.lines().filter_map(row).collect();
        assert_eq!(rows.len(), text.lines().count());
        // LLVM takes the bit that chooses a half of a packed source for one that does so for the result.
        let one_behind = |row: &Row, name| row.0 == 1 && row.1.starts_with(name);
        let packed = |row: &&Row| one_behind(row, "v_pk_");
        // It wants M0 to be there a wait state before any load to local memory. Matrix products that were written by
        // hand for gfx950, with one wave on each SIMD, write M0 right before every such load of a buffer.
        let at_once = |row: &&Row| {
            let loads = row.2.starts_with("buffer_load") && row.2.ends_with(" lds");
            let sets = row.1.contains(" m0, ") || row.1.starts_with("s_set_gpr_idx");
            target == "gfx950" && row.0 == 1 && sets && loads
        };
        let unneeded = |row: &&Row| packed(row) || at_once(row);
        let mistaken = |row: &&Row| unneeded(row) || one_behind(row, "v_dot");
        let wanting = rows.iter().filter(|row| row.0 > 0 && !mistaken(row));
        let wanting: Vec<Row> = wanting.cloned().collect();
        let unwanted: Vec<Row> = rows.iter().filter(unneeded).cloned().collect();
        assert!(wanting.len() > 1000, "{} pairs", wanting.len());
        let (_, missed) = split(&wanting, isa, 1);
        assert!(missed.is_empty(), "{target} misses {missed:#?}");
        let (accused, _) = split(&rows, isa, 0);
        assert!(accused.is_empty(), "{target} accuses {accused:#?}");
        let (accused, _) = split(&unwanted, isa, 1);
        assert!(accused.is_empty(), "{target} accuses {accused:#?}");
    }
}
