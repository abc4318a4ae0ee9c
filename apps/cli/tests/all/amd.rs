//! Code of AMD's machines on the command line: code objects, compilers' assembly, checks.

use crate::common::{root, text, wavetank};
use std::path::Path;
use std::process::Command;

/// Runs a command and looks for words in what it says.
fn check(args: &[&str], code: i32, stdout: &[&str], stderr: &[&str]) {
    let output = wavetank(args);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{err}");
    for (said, words) in [(&out, stdout), (&err, stderr)] {
        for word in words {
            assert!(said.contains(word), "{args:?}: no `{word}` in\n{said}");
        }
    }
}

const OBJECT: &str = "corpus/rdna/kernels/arithmetic.gfx1100.o";

/// A launch whose workgroups wait for each other finds what the host has for that under every command.
#[test]
fn grids_are_waited_for() {
    const FILE: &str = "corpus/rdna/run/grid-sync.rdna3";
    for isa in ["rdna3", "rdna35", "cdna3", "cdna4"] {
        let file = FILE.replace("rdna3", isa);
        check(&["run", &file], 0, &[], &["passed"]);
    }
    check(&["check", FILE], 0, &[], &[]);
    check(&["profile", FILE], 0, &["lanes part"], &[]);
    let commands = ["debug", FILE, "--batch", "-e", "continue"];
    check(&commands, 0, &["ended"], &[]);
    // Code for a family runs as the first of it that there is, or as what is asked for.
    const OBJECT: &str = "corpus/rdna/run/grid-sync.gfx11-generic.hsaco";
    for isa in ["rdna3", "gfx1152"] {
        check(&["info", OBJECT, "--isa", isa], 0, &["passes"], &[]);
    }
    let wrong = ["info", OBJECT, "--isa", "gfx1200"];
    check(&wrong, 2, &[], &["is a binary for rdna3, not for rdna4"]);
}

#[test]
fn code_objects_take_their_launch_from_the_command_line() {
    let launch = [
        "run",
        OBJECT,
        "--kernel",
        "vector_add",
        "--arg",
        "a=f32[8]:arange(8)",
        "--arg",
        "b=f32[8]:repeat(0.5)",
        "--arg",
        "out_c=f32[8]",
        "--arg",
        "n=u32:7",
        "--global",
        "1",
        "--local",
        "8",
    ];
    check(
        &launch,
        0,
        &["out_c: f32[8] =", "0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 0"],
        &[],
    );
    let stats: Vec<&str> = launch.iter().copied().chain(["--stats"]).collect();
    check(&stats, 0, &["VOP2", "SMEM", "GLOBAL"], &[]);
    check(
        &["run", OBJECT],
        2,
        &[],
        &["which one?", "--kernel NAME", "vector_add, saxpy"],
    );
    check(
        &["run", OBJECT, "--kernel", "vector_ad"],
        2,
        &[],
        &["no kernel called `vector_ad`", "did you mean `vector_add`?"],
    );
    check(
        &["run", OBJECT, "--kernel", "hash", "--arg", "u32[8]"],
        2,
        &[],
        &["takes 2 arguments, but 1 are given", "uint*, uint"],
    );
    check(
        &["run", OBJECT, "--kernel", "hash", "--arg", "q8[8]"],
        2,
        &[],
        &["there is no type `q8`"],
    );
    check(
        &["run", OBJECT, "--kernel", "hash", "--local", "2048"],
        2,
        &[],
        &["2048 threads per workgroup"],
    );
    check(&["dis", OBJECT], 0, &["vector_add:", "s_endpgm"], &[]);
}

#[test]
fn accesses_beyond_an_argument_name_it() {
    let launch = [
        "run",
        OBJECT,
        "--kernel",
        "vector_add",
        "--arg",
        "a=f32[8]",
        "--arg",
        "b=f32[8]",
        "--arg",
        "out_c=f32[4]",
        "--arg",
        "n=u32:8",
        "--local",
        "8",
    ];
    check(
        &launch,
        3,
        &[],
        &[
            "out_c[4] is past the end of f32[4]",
            "global_store_b32",
            "lane 4",
        ],
    );
}

#[test]
fn compilers_assembly_runs_as_it_is() {
    let file = "corpus/rdna/run/compiled.s";
    let launch = [
        "run",
        file,
        "--kernel",
        "scale",
        "--arg",
        "out_x=f32[64]:arange(64)",
        "--arg",
        "f=f32:2",
        "--local",
        "64",
        "--json",
    ];
    let output = wavetank(&launch);
    let out = text(&output.stdout);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{out}{}",
        text(&output.stderr)
    );
    let value: serde_json::Value = serde_json::from_str(&out).expect("one object");
    // The table in .rodata holds 1, 10, 100, 1000.
    let data = value["arrays"]["out_x"]["data"]
        .as_array()
        .expect("an array");
    for (i, found) in data.iter().enumerate() {
        let expected = i as f64 * 2.0 * 10f64.powi(i as i32 % 4);
        assert_eq!(found.as_f64(), Some(expected), "element {i}");
    }
}

#[test]
fn workgroups_have_one_data_share() {
    let file = "corpus/rdna/run/data-share";
    check(&["test", &format!("{file}.rdna3")], 0, &["1 passed"], &[]);
    let folder = tempfile::tempdir().expect("a folder");
    let object = folder.path().join("object.hsaco").display().to_string();
    let source = format!("{file}.s");
    check(&["asm", &source, "-o", &object], 0, &[], &[]);
    for input in [source, object] {
        for more in [["--threads", "2"], ["--memory", "strict"]] {
            let mut launch = vec!["run", &input, "--kernel", "tickets"];
            for arg in [
                "out_drawn=u32[4096]",
                "out_counted=u32[4096]",
                "out_last=u32[1]",
            ] {
                launch.extend(["--arg", arg]);
            }
            launch.extend(["--local", "64", "--global", "64", "--json"]);
            launch.extend(more);
            let output = wavetank(&launch);
            let out = text(&output.stdout);
            let value: serde_json::Value =
                serde_json::from_str(&out).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
            let arrays = &value["arrays"];
            for name in ["out_drawn", "out_counted"] {
                let data = arrays[name]["data"].as_array().expect("an array");
                assert!(data.iter().all(|word| *word == 1), "{name}: {data:?}");
            }
            assert_eq!(arrays["out_last"]["data"], serde_json::json!([4096]));
        }
    }
}

#[test]
fn examples_are_as_they_expect() {
    check(
        &["test", "examples/rdna", "corpus/rdna/kernels"],
        0,
        &["0 failed"],
        &[],
    );
}

#[test]
fn kernels_print() {
    check(
        &["run", "examples/rdna/print.rdna3"],
        0,
        &[
            "[0,0,0 wave 0] v1 as u32 = 0 1 4 9 16",
            "[0,0,0 wave 0] exec = 0xffffffff",
            "[0,0,0 wave 0] v3 as f32 = 25.0",
        ],
        &[],
    );
}

#[test]
fn missing_waits_are_found_with_both_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::fs::read_to_string(root().join("examples/rdna/vector-add.rdna3")).unwrap();
    let name = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(name("good.rdna3"), &text).unwrap();
    std::fs::write(
        name("bad.rdna3"),
        text.replace("  s_waitcnt vmcnt(0)\n", ""),
    )
    .unwrap();
    check(&["check", &name("good.rdna3")], 0, &["nothing found"], &[]);
    check(
        &["check", &name("bad.rdna3")],
        1,
        &["findings"],
        &[
            "`v1` is read while `vmcnt` is not done",
            "global_load_b32 v1",
            "v_add_f32_e32 v1",
        ],
    );
}

/// A kernel that loads a word per thread and adds to it, by this load and this wait.
fn loader(load: &str, wait: &str) -> String {
    format!(
        "---\na: f32[32] = arange(32)\nout_c: f32[32]\nlocal = 32\n---\n  \
         s_mov_b32 s6, s3\n  s_mov_b32 s7, s4\n  s_load_b128 s[8:11], s[6:7], 0x0\n  \
         v_lshlrev_b32 v0, 2, v0\n  s_waitcnt lgkmcnt(0)\n  \
         v_add_co_u32 v2, vcc_lo, s8, v0\n  v_mov_b32 v3, s9\n  \
         v_add_co_ci_u32 v3, vcc_lo, 0, v3, vcc_lo\n  \
         s_mov_b32 s12, s8\n  s_mov_b32 s13, s9\n  s_mov_b32 s14, 128\n  \
         s_mov_b32 s15, 0x31004000\n  \
         {load}\n  s_waitcnt {wait}\n  v_add_f32 v4, 1.0, v4\n  \
         global_store_b32 v0, v4, s[10:11]\n  s_endpgm\n"
    )
}

#[test]
fn flat_loads_need_two_waits_and_buffer_loads_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let flat = "flat_load_b32 v4, v[2:3]";
    let buffer = "buffer_load_b32 v4, v0, s[12:15], 0 offen";
    let cases = [
        (flat, "vmcnt(0) lgkmcnt(0)", None),
        (
            flat,
            "vmcnt(0)",
            Some("`v4` is read while `lgkmcnt` is not done"),
        ),
        (
            flat,
            "lgkmcnt(0)",
            Some("`v4` is read while `vmcnt` is not done"),
        ),
        (buffer, "vmcnt(0)", None),
        (
            buffer,
            "lgkmcnt(0)",
            Some("`v4` is read while `vmcnt` is not done"),
        ),
    ];
    for (load, wait, finding) in cases {
        let file = folder.path().join("load.rdna3");
        std::fs::write(&file, loader(load, wait)).unwrap();
        checked(&file, finding, load);
    }
}

/// What the checkers find in a file, and in which instruction.
fn checked(file: &Path, finding: Option<&str>, instruction: &str) {
    let name = file.display().to_string();
    match finding {
        None => check(&["check", &name], 0, &["nothing found"], &[]),
        Some(finding) => check(&["check", &name], 1, &["finding"], &[finding, instruction]),
    }
}

/// A ray test writes its answer, and the ray back to where it came from.
#[test]
fn rays_that_are_written_back_are_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    for (reads, wait, finding) in [
        ("v9", "s_wait_bvhcnt 0x0", None),
        ("v25", "s_wait_bvhcnt 0x0", None),
        ("v20", "s_nop 0", None),
        (
            "v9",
            "s_nop 0",
            Some("`v9` is read while `bvhcnt` is not done"),
        ),
        (
            "v25",
            "s_nop 0",
            Some("`v25` is read while `bvhcnt` is not done"),
        ),
        (
            "v29",
            "s_nop 0",
            Some("`v29` is read while `bvhcnt` is not done"),
        ),
    ] {
        let registers: String = (20..31).map(|n| format!("  v_mov_b32 v{n}, 5\n")).collect();
        let test = "image_bvh8_intersect_ray v[0:9], [v[20:21], v[22:23], v[24:26], v[27:29], v30], s[12:15]";
        let text = format!(
            "---\nlocal = 32\n---\n{registers}  s_mov_b32 s12, 0\n  s_mov_b32 s13, 0\n  \
             s_mov_b32 s14, 0\n  s_mov_b32 s15, 0x80080000\n  {test}\n  {wait}\n  \
             v_add_f32 v40, {reads}, {reads}\n  s_wait_bvhcnt 0x0\n  s_endpgm\n"
        );
        let file = folder.path().join("ray.rdna4");
        std::fs::write(&file, text).unwrap();
        checked(&file, finding, test);
    }
}

#[test]
fn what_is_not_modelled_is_refused_with_its_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ray.rdna3");
    let text = "---\nlocal = 32\n---\n  v_mov_b32_e32 v0, 0\n  \
                image_bvh_intersect_ray v[0:3], v[4:14], s[0:3]\n  s_endpgm\n";
    std::fs::write(&file, text).unwrap();
    let name = file.display().to_string();
    check(&["run", &name], 4, &[], &["unmodelled", "ray.rdna3:5:3"]);
}

#[test]
fn without_a_compiler_a_message_says_what_is_missing() {
    let output = Command::new(env!("CARGO_BIN_EXE_wavetank"))
        .args(["run", "corpus/rdna/kernels/arithmetic.cl"])
        .current_dir(root())
        .env("CLANG", "no-such-compiler")
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("cannot run no-such-compiler"), "{said}");
}

/// A barrier of OpenCL C orders global memory of the waves that meet at it.
#[test]
fn barriers_of_the_language_leave_no_race() {
    if !crate::examples::has_clang() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for barrier in ["barrier", "work_group_barrier"] {
        let source = format!(
            "kernel void k(global uint *out_a, global uint *out_b) {{
                uint i = (uint)get_local_id(0);
                out_a[i] = 3 * i;
                {barrier}(CLK_GLOBAL_MEM_FENCE);
                out_b[i] = out_a[255 - i];
            }}"
        );
        std::fs::write(folder.path().join("k.cl"), source).unwrap();
        for file in ["k.rdna3", "k.rdna4"] {
            let file = folder.path().join(file);
            let header =
                "---\ncode = \"k.cl\"\nout_a: u32[256]\nout_b: u32[256]\nlocal = 256\n---\n";
            std::fs::write(&file, header).unwrap();
            let name = file.display().to_string();
            check(&["check", &name], 0, &["nothing found"], &[]);
        }
    }
}
