//! Files for Radeon GPU Profiler beside what an independent reader finds in them: PyPI's tinygrad, whose
//! decoder was made for captures of real chips. What it found is recorded in `corpus/rdna/rgp`, with a
//! number that names the streams it was given, so that they can be compared without it. To record again:
//!
//! ```console
//! $ UPDATE=1 WAVETANK_TINYGRAD=path/to/python cargo test -p amdgpu --test all rgp::
//! ```

use amdgpu::{Amd, RDNA3, RDNA4};
use arch::{Arch, AsmSource, Code, IssueRecord, LaunchRequest, WaveRecord};
use random::Random;
use source::SourceFile;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/rdna/rgp")
}

fn assemble(arch: &Amd, text: &str) -> Code {
    let file = SourceFile::new("tokens.s", text);
    let assembled = arch.assemble(&AsmSource::whole(&file, 32));
    let diagnostics = &assembled.assembly.diagnostics;
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assembled.code
}

/// Every instruction with the name of its token, `-` for none, in the order in which a wave issues them:
/// the loop twice.
fn path(code: &Code, text: &str) -> Vec<(u64, String)> {
    let mut path: Vec<(u64, String)> = Vec::new();
    let mut start = 0;
    let lines = text.lines().skip(1);
    let mut addresses = code.lines.iter().map(|line| line.address);
    for line in lines {
        if line == "loop:" {
            start = path.len();
            continue;
        }
        let (_, token) = line.rsplit_once("// ").expect("a token");
        path.push((addresses.next().expect("an address"), token.into()));
        if token == "JUMP" {
            let mut again = path[start..].to_vec();
            again.last_mut().expect("the branch").1 = "JUMP_NO".into();
            path.extend(again);
        }
    }
    path
}

/// Waves that issue all of it: two side by side on the SIMD that is traced, one after them in the place of
/// the first, and others elsewhere. Gaps between instructions are such as every way to write them needs.
fn waves(path: &[(u64, String)]) -> Vec<WaveRecord> {
    let mut random = Random::new(19);
    let mut wave = |unit, simd, threads, start: u64| {
        let mut cycle = start + 40;
        let issue = |(address, _): &(u64, String)| {
            let cycles = 1 + random.below(3);
            let issue = IssueRecord {
                cycle,
                cycles,
                address: *address,
            };
            cycle += match random.below(8) {
                0..=4 => cycles,
                5 => cycles + random.below(20),
                6 => cycles + random.below(5000),
                _ if random.below(9) == 0 => cycles + (1 << 37),
                _ => cycles,
            };
            issue
        };
        let issues: Vec<IssueRecord> = path.iter().map(issue).collect();
        WaveRecord {
            unit,
            simd,
            threads,
            start,
            end: cycle + 300,
            issues,
        }
    };
    let first = wave(0, 0, 32, 0);
    let after = first.end;
    let mut all = vec![first, wave(0, 0, 20, 6), wave(0, 0, 32, after)];
    all.extend([wave(0, 1, 32, 3), wave(9, 0, 32, 7), wave(9, 3, 1, 7)]);
    all
}

/// What a reader has to find: places and times of waves, and the instructions of those of the SIMD that is
/// traced.
fn expected(base: u64, path: &[(u64, String)], waves: &[WaveRecord]) -> Vec<String> {
    let mut lines = Vec::new();
    // Slots, as waves come: the third follows the first; unit 9 is the second one of the next engine.
    let places = [
        "0/0/0/0", "0/0/0/1", "0/0/0/0", "0/0/1/0", "0/1/0/0", "0/1/3/0",
    ];
    for (number, (wave, place)) in waves.iter().zip(places).enumerate() {
        let engine = wave.unit / 8;
        lines.push(format!("{engine}\t{}\tbegin\t{place}", wave.start));
        lines.push(format!("{engine}\t{}\tend\t{place}", wave.end));
        if number > 2 {
            continue;
        }
        let slot = &place[6..];
        for (issue, (address, token)) in wave.issues.iter().zip(path) {
            let late = u64::from(token == "IMMEDIATE") * (issue.cycles - 1);
            let cycle = issue.cycle + late;
            if token != "-" {
                let at = address - base;
                lines.push(format!(
                    "{engine}\t{cycle}\tissue\t{slot}\t{at:#x}\t{token}"
                ));
            }
        }
    }
    lines.sort();
    lines
}

/// FNV-1a of the streams, which are the chunks of type 2.
fn streams(file: &[u8]) -> String {
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes"));
    let (mut at, mut hash) = (word(16) as usize, 0xcbf2_9ce4_8422_2325_u64);
    while at < file.len() {
        let size = word(at + 8) as usize;
        if file[at] == 2 {
            for &byte in &file[at + 24..at + size] {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        at += size;
    }
    assert_eq!(at, file.len());
    format!("# streams {hash:016x}")
}

/// What tinygrad prints about a file.
fn read(name: &str, file: &[u8]) -> String {
    let python = std::env::var("WAVETANK_TINYGRAD").expect("a Python that has tinygrad");
    let path = std::env::temp_dir().join(format!("wavetank-{name}-{}.rgp", std::process::id()));
    std::fs::write(&path, file).expect("a file");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/read-rgp");
    let output = Command::new(python)
        .arg(script)
        .arg(&path)
        .output()
        .expect("Python runs");
    std::fs::remove_file(&path).expect("the file is there");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn check(name: &str, arch: &Amd) {
    let text = std::fs::read_to_string(folder().join(format!("{name}.s"))).expect("the kernel");
    let code = assemble(arch, &text);
    let path = path(&code, &text);
    let waves = waves(&path);
    let request = LaunchRequest::default();
    let writer = arch.thread_trace().expect("a writer");
    let file = writer.write(&code, &request, &waves).expect("a file");
    let recorded = folder().join(format!("{name}.tsv"));
    if std::env::var_os("UPDATE").is_some() && std::env::var_os("WAVETANK_TINYGRAD").is_some() {
        let mut text = streams(&file) + "\n";
        write!(text, "{}", read(name, &file)).expect("a string");
        std::fs::write(&recorded, text).expect("the recording");
    }
    let text = std::fs::read_to_string(&recorded).expect("the recording");
    let (first, lines) = text.split_once('\n').expect("lines");
    assert_eq!(
        first,
        streams(&file),
        "{name}: the streams are others than the recorded ones; the head of this file says how to record again"
    );
    let of = |what: &'static str| {
        lines
            .lines()
            .filter(move |line| line.split('\t').nth(2) == Some(what))
    };
    let mut found: Vec<String> = ["begin", "end", "issue"]
        .into_iter()
        .flat_map(of)
        .map(String::from)
        .collect();
    found.sort();
    assert_eq!(found, expected(code.base, &path, &waves), "{name}");
    // What units carry out is what they were issued.
    let silent = [
        "-",
        "IMMEDIATE",
        "JUMP",
        "JUMP_NO",
        "BARRIER",
        "BARRIER_SIGNAL",
        "MESSAGE",
    ];
    let told = path
        .iter()
        .filter(|(_, token)| !silent.contains(&token.as_str()));
    assert_eq!(of("carried out").count(), 3 * told.count(), "{name}");
}

#[test]
fn an_independent_reader_finds_what_was_written_for_rdna3() {
    check("gfx1100", &RDNA3);
}

#[test]
fn an_independent_reader_finds_what_was_written_for_rdna4() {
    check("gfx1200", &RDNA4);
}

/// A wave that was cut has no instructions in the trace, because a reader follows them from the first
/// one to the last.
#[test]
fn waves_that_are_not_whole_only_begin_and_end() {
    let text = "  s_mov_b32 s0, 1\n  s_nop 0\n  s_endpgm\n";
    let code = assemble(&RDNA3, text);
    let issue = |number: u64| IssueRecord {
        cycle: 10 + number,
        cycles: 1,
        address: code.base + 4 * number,
    };
    let wave = |issues: Vec<IssueRecord>| WaveRecord {
        unit: 0,
        simd: 0,
        threads: 32,
        start: 0,
        end: 20,
        issues,
    };
    let file = |issues: Vec<IssueRecord>| {
        let writer = RDNA3.thread_trace().expect("a writer");
        let request = LaunchRequest::default();
        streams(
            &writer
                .write(&code, &request, &[wave(issues)])
                .expect("a file"),
        )
    };
    let none = file(Vec::new());
    assert_eq!(none, file(vec![issue(0), issue(1)]), "without its end");
    assert_eq!(none, file(vec![issue(1), issue(2)]), "without its begin");
    assert_ne!(none, file(vec![issue(0), issue(1), issue(2)]));
}
