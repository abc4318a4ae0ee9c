//! What a user at a terminal gets: editing, completion, history, colours, progress.

use nix::libc;
use nix::pty::openpty;
use nix::unistd::setsid;
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A terminal with the debugger in it.
struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    seen: String,
}

impl Terminal {
    fn open(state: &Path) -> Terminal {
        Terminal::run(&["debug", "examples/flux/loop.flux"], state)
    }

    fn run(args: &[&str], state: &Path) -> Terminal {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let pty = openpty(None, None).expect("a terminal");
        let end = || Stdio::from(pty.slave.try_clone().expect("another end"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_wavetank"));
        command
            .args(args)
            .current_dir(root)
            .env("XDG_STATE_HOME", state)
            .env("TERM", "xterm")
            .env_remove("NO_COLOR")
            .stdin(end())
            .stdout(end())
            .stderr(end());
        // SAFETY: both calls may be made between fork and exec.
        unsafe { command.pre_exec(control_terminal) };
        let child = command.spawn().expect("the binary runs");
        drop(pty.slave);
        let keyboard = File::from(pty.master);
        let mut output = keyboard.try_clone().expect("the same terminal");
        let (send, screen) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                if send.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal {
            child,
            keyboard,
            screen,
            seen: String::new(),
        }
    }

    /// Types, and waits until the screen shows some text and then asks for more.
    fn type_until(&mut self, keys: &str, expected: &str) {
        self.seen.clear();
        self.keyboard.write_all(keys.as_bytes()).expect("typing");
        self.wait_for(expected);
    }

    /// What is typed before the prompt is there may be lost, so that comes last.
    fn wait_for(&mut self, expected: &str) {
        self.wait_until(expected, |seen| {
            let rest = seen.find(expected).map(|at| &seen[at + expected.len()..]);
            rest.is_some_and(|rest| rest.contains("(wavetank) "))
        });
    }

    fn wait_until(&mut self, expected: &str, shown: impl Fn(&str) -> bool) {
        while !shown(&self.seen) {
            let bytes = self.screen.recv_timeout(Duration::from_secs(60));
            let Ok(bytes) = bytes else {
                panic!("no `{expected}` in {:?}", self.seen);
            };
            self.seen += &String::from_utf8_lossy(&bytes);
        }
    }
}

/// The terminal sends this process the signals of its keys.
fn control_terminal() -> std::io::Result<()> {
    setsid()?;
    // SAFETY: the call takes a number and no pointer.
    match unsafe { libc::ioctl(0, libc::TIOCSCTTY, 0) } {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()),
    }
}

#[test]
fn lines_are_edited_completed_and_remembered() {
    let state = tempfile::tempdir().expect("a folder");
    let mut terminal = Terminal::open(state.path());
    terminal.wait_for("after 0 instructions");
    // A command and a label, each from its beginning.
    terminal.type_until("tb\tlo\t\r", "temporary breakpoint 1 at 0x4 <loop>");
    // A slip in the middle is mended: left twice, then the letter that is missing.
    terminal.type_until("contiue\x1b[D\x1b[Dn\r", "after 1 instructions");
    terminal.type_until("print R1.x[0:1]\r", "0 in all lanes");
    // What changed since the last stop has a colour.
    terminal.type_until("stepi 9\r", "\x1b[33m");
    // An empty line goes on in the same direction.
    terminal.type_until("\r", "after 19 instructions");
    // The line before the last one, from the history.
    terminal.type_until("\x1b[A\x1b[A\r", "R1.x");
    terminal.type_until("inf\treg\t R1\r", "R1.w");
    terminal.keyboard.write_all(b"\x04").expect("typing");
    let status = terminal.child.wait().expect("an end");
    assert!(status.success());
    let history = std::fs::read_to_string(state.path().join("wavetank/debug-history"));
    let history = history.expect("a history");
    for line in ["tbreak loop", "continue", "info registers R1"] {
        assert!(history.contains(line), "no `{line}` in {history}");
    }
    // The next session remembers it.
    let mut terminal = Terminal::open(state.path());
    terminal.wait_for("after 0 instructions");
    terminal.type_until("\x1b[A\r", "R1.w");
    terminal.keyboard.write_all(b"quit\r").expect("typing");
    assert!(terminal.child.wait().expect("an end").success());
}

/// A loop that counts, so that it is not seen to go round in circles.
const COUNTS: &str = "again:\nv_add_nc_u32_e32 v1, 1, v1\ns_branch again\n";

#[test]
fn long_runs_say_how_far_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("counts.rdna3");
    std::fs::write(&path, COUNTS).expect("a kernel");
    let path = path.to_str().expect("a path");
    let line = "0 of 1 workgroups done, ";
    for command in ["run", "check"] {
        let mut terminal = Terminal::run(&[command, path], folder.path());
        terminal.wait_until(line, |seen| seen.contains(line));
        terminal.wait_until("the limit", |seen| {
            seen.contains(" instructions of at most 1000 M")
        });
        terminal.child.kill().expect("a process");
        terminal.child.wait().expect("an end");
    }
    // A line that is no longer true is not left there.
    let limited = ["run", path, "--max-instructions", "150000000"];
    let mut terminal = Terminal::run(&limited, folder.path());
    let end = "limit of 150000000 reached";
    terminal.wait_until(end, |seen| seen.contains(end));
    if let Some(at) = terminal.seen.rfind(line) {
        assert!(
            terminal.seen[at..].contains("\x1b[2K"),
            "{:?}",
            terminal.seen
        );
    }
    terminal.child.wait().expect("an end");
}

#[test]
fn what_is_not_asked_for_or_not_read_by_people_is_not_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("counts.rdna3");
    std::fs::write(&path, COUNTS).expect("a kernel");
    let path = path.to_str().expect("a path");
    let mut quiet = Terminal::run(&["run", path, "--quiet"], folder.path());
    let mut piped = Command::new(env!("CARGO_BIN_EXE_wavetank"))
        .args(["run", path])
        .env("TERM", "xterm")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    std::thread::sleep(Duration::from_secs(4));
    quiet.child.kill().expect("a process");
    quiet.child.wait().expect("an end");
    piped.kill().expect("a process");
    let said = piped.wait_with_output().expect("an end").stderr;
    assert_eq!(String::from_utf8_lossy(&said), "");
    let shown: Vec<u8> = quiet.screen.try_iter().flatten().collect();
    assert_eq!(String::from_utf8_lossy(&shown), "");
}

/// Ctrl-C ends what takes long, not the debugger; at the prompt it leaves the line.
#[test]
fn runs_are_interrupted() {
    let folder = tempfile::tempdir().expect("a folder");
    let kernels = [
        ("counts.rdna3", COUNTS),
        ("counts.tile", "again:\naddi x1, x1, 1\nj again\n"),
    ];
    for (name, text) in kernels {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a kernel");
        let path = path.to_str().expect("a path");
        let endless = ["--max-instructions", "1000000000000"];
        let mut terminal = Terminal::run(&[&["debug", path], &endless[..]].concat(), folder.path());
        terminal.wait_for("after 0 instructions");
        terminal.type_until("print 12\x03", "print 12");
        terminal.type_until("print 6 * 7\r", "6 * 7 = 42");
        for command in ["continue", "finish", "goto 999999999999"] {
            terminal.seen.clear();
            let line = format!("{command}\r");
            terminal
                .keyboard
                .write_all(line.as_bytes())
                .expect("typing");
            // What is typed before the command is under way is a key, not a signal.
            while !terminal.seen.contains("interrupted") {
                let bytes = terminal.screen.recv_timeout(Duration::from_millis(300));
                match bytes {
                    Ok(bytes) => terminal.seen += &String::from_utf8_lossy(&bytes),
                    Err(_) => terminal.keyboard.write_all(b"\x03").expect("typing"),
                }
            }
            terminal.wait_for("interrupted");
            terminal.type_until("print 2 + 2\r", "2 + 2 = 4");
        }
        terminal.keyboard.write_all(b"quit\r").expect("typing");
        assert!(terminal.child.wait().expect("an end").success());
    }
}
