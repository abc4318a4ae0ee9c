//! `debug --tui` in a real terminal, with real keys. Where tmux is not installed, only what needs no
//! terminal is tested.

#[path = "../../../tui/tests/support/tmux.rs"]
mod tmux;

use std::path::Path;
use std::process::Command;
use tmux::Terminal;

fn debug(file: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join(file).canonicalize().unwrap();
    let binary = env!("CARGO_BIN_EXE_wavetank");
    format!("{binary} debug --tui {}", file.display())
}

/// The terminal is as it was: lines are read as lines again.
fn given_back(terminal: &Terminal, rc: &str) {
    terminal.shows(&[rc, "cooked=1"]);
}

#[test]
fn keys_mouse_and_sizes() {
    let command = debug("examples/flux/divergence.flux");
    let Some(terminal) = Terminal::run(&command, 80, 24) else {
        return;
    };
    let size = |width: &str, height: &str| {
        terminal.tmux(&["resize-window", "-t", "t", "-x", width, "-y", height]);
    };
    terminal.shows(&["divergence.flux", "registers", "time", "? help"]);
    terminal.keys(&["s"]);
    let stepped = terminal.shows(&["after 1 instr"]);
    // A click on the end of the line of time, a drag to its start.
    let row = stepped.lines().position(|line| line.starts_with(" time"));
    let row = row.unwrap() + 1;
    terminal.bytes(&format!("\x1b[<0;78;{row}M"));
    terminal.shows(&["the kernel has ended"]);
    terminal.bytes(&format!(
        "\x1b[<32;40;{row}M\x1b[<32;1;{row}M\x1b[<0;1;{row}m"
    ));
    terminal.shows(&["after 0 instr"]);
    terminal.keys(&["End"]);
    terminal.shows(&["the kernel has ended"]);
    terminal.keys(&["Home"]);
    terminal.shows(&["after 0 instr"]);
    size("120", "50");
    let wide = terminal.shows(&["memory", "pending", "? help"]);
    assert!(
        wide.lines().any(|line| line.chars().count() > 100),
        "{wide}"
    );
    size("10", "3");
    terminal.shows(&["too small"]);
    size("80", "24");
    terminal.keys(&["?"]);
    terminal.shows(&["who wrote the value"]);
    terminal.keys(&["q"]);
    terminal.bytes(":info waves");
    terminal.keys(&["Enter"]);
    terminal.shows(&["─ info waves", "running"]);
    terminal.keys(&["q"]);
    terminal.keys(&["C-z"]);
    // The shell has the terminal, and gives it back.
    terminal.shows(&["rc=148", "cooked=1"]);
    terminal.bytes(&format!("clear; fg; {}", tmux::AFTER));
    terminal.keys(&["Enter"]);
    terminal.shows(&["divergence.flux", "registers", "? help"]);
    terminal.keys(&["q"]);
    given_back(&terminal, "rc=0");
}

#[test]
fn what_runs_long_can_be_stopped_and_signals_are_heard() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.flux");
    std::fs::write(&file, "loop: ADDI R2, R2, 1\nBEQ R0, R0, loop\nHALT\n").unwrap();
    let command = debug(&file.display().to_string());
    let Some(terminal) = Terminal::run(&command, 80, 24) else {
        return;
    };
    terminal.shows(&["long.flux", "? help"]);
    terminal.keys(&["c"]);
    terminal.shows(&["Ctrl-C stops"]);
    terminal.keys(&["C-c"]);
    terminal.shows(&["interrupted"]);
    // A file that changes while it is debugged.
    std::fs::write(&file, "HALT\n").unwrap();
    terminal.shows(&["the file has changed since"]);
    terminal.keys(&["c"]);
    terminal.shows(&["Ctrl-C stops"]);
    let pid = terminal.tmux(&["display-message", "-p", "-t", "t", "#{pane_pid}"]);
    let own = format!("pkill -TERM -P {} wavetank", pid.trim());
    assert!(
        Command::new("sh")
            .args(["-c", &own])
            .status()
            .unwrap()
            .success()
    );
    given_back(&terminal, "rc=143");
}

#[test]
fn what_a_kernel_prints_is_shown_above_the_rest() {
    let Some(terminal) = Terminal::run(&debug("corpus/rdna/hip/greet.rdna3"), 80, 24) else {
        return;
    };
    terminal.shows(&["registers", "? help"]);
    terminal.keys(&["c"]);
    terminal.shows(&["─ printed by the kernel", "0 of 3, 0.000", "2 of 3, 0.250"]);
    terminal.keys(&["q"]);
    terminal.shows(&["the kernel has ended"]);
    terminal.keys(&["q"]);
    given_back(&terminal, "rc=0");
}

/// Every instruction set, with what only keys can reach.
#[test]
fn every_instruction_set() {
    // Where there is a clock, the other wave goes on as well.
    for (file, page, [three, two]) in [
        ("rdna/vector-add.rdna3", "s_mov_b32", [3, 2]),
        ("rdna/vector-add.rdna4", "", [3, 2]),
        ("flux/loop.flux", "", [3, 2]),
        ("wave/reduce-local.wave", "", [3, 2]),
        ("waves/reduction.waves", "", [6, 4]),
        ("tile/softmax.tile", "", [3, 2]),
    ] {
        let command = debug(&format!("examples/{file}"));
        let Some(terminal) = Terminal::run(&command, 80, 24) else {
            return;
        };
        let name = file.rsplit('/').next().unwrap();
        terminal.shows(&[name, "registers", "? help"]);
        terminal.keys(&["e"]);
        terminal.shows(&["Encoding", page]);
        terminal.keys(&["q", "s", "s", "s"]);
        terminal.shows(&[&format!("after {three} instr")]);
        terminal.keys(&["S"]);
        terminal.shows(&[&format!("after {two} instr")]);
        terminal.keys(&["b", "q"]);
        given_back(&terminal, "rc=0");
    }
}

#[test]
fn without_a_terminal_it_says_so() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/flux/loop.flux");
    for terminal in ["xterm", "dumb", ""] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wavetank"));
        command.args(["debug", "--tui"]).arg(&file);
        let output = command.env("TERM", terminal).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("--tui needs a terminal"), "{said}");
    }
}
