//! The state of a run as a file: what `run --dump` writes, `debug --core` shows as a live session
//! that stands at the same place would.

use crate::common::{text, wavetank};

/// Commands that only look, as arguments.
fn looks(commands: &[&str]) -> Vec<String> {
    let commands = commands.iter().flat_map(|command| ["-e", command]);
    let all = commands.chain(["--batch"]);
    all.map(str::to_string).collect()
}

/// What a debugger says to some commands, from the first of them on.
fn debugger(args: &[&str], commands: &[&str]) -> String {
    let looks = looks(commands);
    let args: Vec<&str> = args
        .iter()
        .copied()
        .chain(looks.iter().map(|s| &**s))
        .collect();
    let output = wavetank(&args);
    let said = text(&output.stdout);
    let first = format!("(wavetank) {}\n", commands[0]);
    let at = said.find(&first);
    let at = at.unwrap_or_else(|| panic!("{args:?}\n{said}{}", text(&output.stderr)));
    said[at..].to_string()
}

/// Dumps at a place, and compares what the file and a live session there show.
fn check(file: &str, more: &[&str], place: &str, commands: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let core = folder.path().join("state.json").display().to_string();
    let run = ["run", file, "--dump", place, "--dump-to", &core];
    let run: Vec<&str> = run.into_iter().chain(more.iter().copied()).collect();
    let output = wavetank(&run);
    let said = text(&output.stderr);
    assert!(said.contains("state written to"), "{run:?}: {said}");
    let there = match place.strip_prefix('@') {
        Some(moment) => format!("goto {moment}"),
        None => format!("advance {place}"),
    };
    let live: Vec<&str> = ["debug", file]
        .into_iter()
        .chain(more.iter().copied())
        .collect();
    let live: Vec<&str> = live.into_iter().chain(["-e", there.as_str()]).collect();
    let (live, core) = (
        debugger(&live, commands),
        debugger(&["debug", "--core", &core], commands),
    );
    // A live session also marks what changed on the way, which takes room.
    let plain = |text: String| -> String {
        let text = text.replace('*', "");
        let lines = text.lines().map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words.join(" ") + "\n"
        });
        lines.collect()
    };
    assert_eq!(plain(core), plain(live), "{file} at {place}");
}

const LOOKS: &[&str] = &[
    "workgroup (0,0,0)",
    "info line",
    "info waves",
    "info registers",
    "info barriers",
    "info workgroups",
    "info args",
    "info symbols",
    "disassemble",
    "print pc",
    "print time",
];

fn with(more: &[&'static str]) -> Vec<&'static str> {
    LOOKS.iter().copied().chain(more.iter().copied()).collect()
}

#[test]
fn a_file_shows_what_a_live_session_shows() {
    let flux = with(&[
        "print R1",
        "print out_c[0:7]",
        "print local[0]",
        "lane 3",
        "list",
    ]);
    check("examples/flux/loop.flux", &[], "loop", &flux);
    check("examples/flux/loop.flux", &[], "@100", &flux);
    let rdna = with(&[
        "print v0",
        "print s[0:3]",
        "print/x exec",
        "info lanes",
        "x/4fw &a",
    ]);
    check("examples/rdna/vector-add.rdna3", &[], "@5", &rdna);
    let wave = with(&["print r1", "info pending", "wave 1"]);
    check("examples/wave/reduce-local.wave", &[], "@30", &wave);
    let waves = with(&["info pending", "print v47", "x/2i pc"]);
    check("examples/waves/reduction.waves", &[], "@40", &waves);
    let tile = with(&[
        "print tr0",
        "print v8.i32[0:3]",
        "info pending",
        "x/4xw sp",
        "workgroup 1",
    ]);
    check(
        "examples/tile/gemm-bf16.tile",
        &["--memory", "strict"],
        "@90",
        &tile,
    );
}

#[test]
fn a_trap_leaves_its_state_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, more, commands, expected) in [
        (
            "corpus/flux/debug/trap.flux",
            &[][..],
            ["info line", "print R10[7]"],
            "R10[7] = 0x1000001c",
        ),
        (
            "corpus/tile/debug/early.tile",
            &["--memory", "strict"][..],
            ["info pending", "print tr0[3]"],
            "tst.global.u tr0, 0(a0)  line 9",
        ),
    ] {
        let core = folder.path().join("trap.json").display().to_string();
        let run = ["run", file, "--dump-on-trap", "--dump-to", &core];
        let run: Vec<&str> = run.into_iter().chain(more.iter().copied()).collect();
        let output = wavetank(&run);
        assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("state written to"));
        let said = debugger(&["debug", "--core", &core], &commands);
        assert!(said.contains(expected), "no `{expected}` in {said}");
        // It does not go on, and says so.
        let said = debugger(&["debug", "--core", &core], &["continue"]);
        assert!(said.contains("it does not go on"), "{said}");
    }
}

#[test]
fn what_is_no_dump_or_is_not_reached_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(name("other.json"), "{}").unwrap();
    for (args, code, expected) in [
        (&["debug", "--core", &name("none.json")][..], 2, "none.json"),
        (
            &["debug", "--core", &name("other.json")][..],
            2,
            "this is no state dump",
        ),
        (
            &["run", "examples/flux/loop.flux", "--dump", "nowhere"][..],
            2,
            "there is no line or label `nowhere`",
        ),
        (
            &["run", "examples/flux/loop.flux", "--dump", "@many"][..],
            2,
            "expected a number of instructions",
        ),
        (
            &["run", "examples/flux/loop.flux", "--dump", "@99999999"][..],
            0,
            "the run did not get there",
        ),
    ] {
        let output = wavetank(args);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(expected), "no `{expected}` in {said}");
    }
}
