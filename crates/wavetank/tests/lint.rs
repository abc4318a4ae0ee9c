//! The linter beside what a compiler wrote: silent as it is, and not where a wait is taken out.

use std::path::{Path, PathBuf};
use wavetank::{DisStyle, Input, Settings, lint};

/// `s_nop 0`.
const NOP: [u8; 4] = [0, 0, 0x80, 0xbf];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

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
    let objects = objects();
    assert!(objects.len() > 20, "{} objects", objects.len());
    for path in objects {
        let input = Input::open(&path, None).expect("a code object");
        assert_eq!(found(&input), [""; 0], "{}", path.display());
    }
}

#[test]
fn a_wait_that_is_taken_out_is_missed() {
    let (mut waits, mut missed) = (0, Vec::new());
    for path in objects() {
        let mut input = Input::open(&path, None).expect("a code object");
        let before = found(&input);
        let code = input.code.clone().expect("a binary");
        let style = DisStyle {
            wave: 32,
            extensions: Vec::new(),
        };
        let lines = input.arch.listing(&code, &style);
        // Nothing here samples textures, traverses trees or exports; scalars read too early are not
        // looked for.
        let others = ["alu", "samplecnt", "bvhcnt", "expcnt"].map(|it| format!("s_wait_{it}"));
        let is_wait = |text: &str| {
            text.starts_with("s_wait") && !others.iter().any(|it| text.starts_with(it))
        };
        let all: Vec<_> = lines.iter().filter(|line| is_wait(&line.text)).collect();
        // Some of each file: all of them take minutes.
        for line in all.iter().step_by(1 + all.len() / 12) {
            let at = (line.address - code.base) as usize;
            let mut without = code.clone();
            without.bytes[at..at + 4].copy_from_slice(&NOP);
            input.code = Some(without);
            waits += 1;
            if found(&input) == before {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                missed.push(format!("{name} {:#x} {}", line.address, line.text));
            }
        }
    }
    assert!(waits > 200, "{waits} waits");
    // A wait for what nothing needs any more, or that orders memory for other waves, is not missed.
    assert!(
        missed.len() * 20 <= waits,
        "{} of {waits}: {missed:#?}",
        missed.len()
    );
}

/// Right and wrong by one change, with what is found in the wrong one.
const PAIRS: &[(&str, &str, &str, &str)] = &[
    (
        "rdna3",
        "v_rcp_f32 v1, v0\ns_waitcnt_depctr depctr_va_vdst(0)\nv_add_f32 v2, v1, v1",
        "v_rcp_f32 v1, v0\ns_nop 0\nv_add_f32 v2, v1, v1",
        "trans-use",
    ),
    (
        "rdna3",
        "v_wmma_f32_16x16x16_f16 v[8:15], v[16:23], v[24:31], v[8:15]\nv_nop\n\
         v_wmma_f32_16x16x16_f16 v[32:39], v[8:15], v[24:31], v[32:39]",
        "v_wmma_f32_16x16x16_f16 v[8:15], v[16:23], v[24:31], v[8:15]\ns_nop 0\n\
         v_wmma_f32_16x16x16_f16 v[32:39], v[8:15], v[24:31], v[32:39]",
        "matrix-use",
    ),
    (
        "rdna4",
        "v_wmma_f32_16x16x16_f16 v[8:15], v[16:19], v[24:27], v[8:15]\nv_nop\n\
         v_wmma_f32_16x16x16_f16 v[32:39], v[8:11], v[24:27], v[32:39]",
        "v_wmma_f32_16x16x16_f16 v[8:15], v[16:19], v[24:27], v[8:15]\n\
         v_wmma_f32_16x16x16_f16 v[32:39], v[8:11], v[24:27], v[32:39]",
        "matrix-use",
    ),
    (
        "rdna3",
        "s_clause 0x1\nds_load_b32 v1, v0\nds_load_b32 v2, v0 offset:4\ns_waitcnt lgkmcnt(0)",
        "s_clause 0x1\nds_load_b32 v1, v0\nv_nop\nds_load_b32 v2, v0 offset:4\ns_waitcnt lgkmcnt(0)",
        "clause",
    ),
    (
        "rdna4",
        "ds_store_b32 v0, v0\ns_wait_dscnt 0x0\ns_barrier_signal -1\ns_barrier_wait -1",
        "ds_store_b32 v0, v0\ns_barrier_signal -1\ns_barrier_wait -1",
        "barrier-store",
    ),
    (
        "rdna3",
        "ds_load_b32 v1, v0\ns_cmp_eq_u32 s0, 0\ns_cbranch_scc1 over\ns_waitcnt lgkmcnt(0)\n\
         v_mov_b32 v2, v1\nover:\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v3, v1",
        "ds_load_b32 v1, v0\ns_cmp_eq_u32 s0, 0\ns_cbranch_scc1 over\ns_waitcnt lgkmcnt(0)\n\
         v_mov_b32 v2, v1\nover:\nv_mov_b32 v3, v1",
        "missing-wait",
    ),
];

#[test]
fn one_change_makes_it_wrong() {
    for (isa, right, wrong, code) in PAIRS {
        let found = |body: &str| {
            let text = format!("---\nlds = 1024\n---\n{body}\ns_endpgm\n");
            let file = source::SourceFile::new("kernel", text);
            let input = Input::from_text(file, PathBuf::new(), Some(isa)).expect("a kernel");
            found(&input)
        };
        assert_eq!(found(right), [""; 0], "{right}");
        assert_eq!(found(wrong), [*code], "{wrong}");
    }
}

#[test]
fn a_check_looks_at_paths_that_no_run_takes() {
    let text = "---\nlds = 1024\n---\nds_load_b32 v1, v0\ns_cmp_eq_u32 s0, s0\n\
        s_cbranch_scc1 over\nv_mov_b32 v2, v1\nover:\ns_waitcnt lgkmcnt(0)\n\
        ds_load_b32 v3, v0\nv_mov_b32 v4, v3\ns_endpgm\n";
    let file = source::SourceFile::new("kernel", text);
    let input = Input::from_text(file, PathBuf::new(), Some("rdna3")).expect("a kernel");
    let findings = wavetank::check(&input, &Settings::default()).expect("a run");
    let codes: Vec<&str> = findings.diagnostics.iter().map(|it| it.code).collect();
    // The one that the run came to is told once.
    assert_eq!(codes, ["read-in-flight", "missing-wait"]);
}
