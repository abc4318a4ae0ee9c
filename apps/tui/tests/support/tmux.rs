//! A real terminal: tmux has one, presses keys in it and says what is seen.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// Says how the command ended, and whether lines are read as lines again.
pub const AFTER: &str = "echo rc=$?; stty -a | grep -c ' icanon' | sed s/^/cooked=/";

/// A terminal of its own, which ends with the test.
pub struct Terminal {
    socket: PathBuf,
    _folder: tempfile::TempDir,
}

impl Terminal {
    /// Runs a command in a shell; `None` where there is no tmux.
    pub fn run(command: &str, width: u16, height: u16) -> Option<Terminal> {
        Command::new("tmux").arg("-V").output().ok()?;
        let folder = tempfile::tempdir().unwrap();
        let terminal = Terminal {
            socket: folder.path().join("socket"),
            _folder: folder,
        };
        let (width, height) = (width.to_string(), height.to_string());
        let size = ["-x", width.as_str(), "-y", height.as_str()];
        // A shell, so that what is left behind can be seen, and what is suspended goes on.
        let mut arguments = vec!["-f", "/dev/null", "new-session", "-d", "-s", "t"];
        arguments.extend(size);
        arguments.push("PS1='$ ' ENV= exec sh -i");
        terminal.tmux(&arguments);
        terminal.shows(&["$"]);
        terminal.bytes(&format!("clear; {command}; {AFTER}"));
        terminal.keys(&["Enter"]);
        Some(terminal)
    }

    pub fn tmux(&self, arguments: &[&str]) -> String {
        let output = Command::new("tmux")
            .arg("-S")
            .arg(&self.socket)
            .args(arguments)
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .env_remove("TMUX")
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    pub fn keys(&self, keys: &[&str]) {
        let mut arguments = vec!["send-keys", "-t", "t"];
        arguments.extend(keys);
        self.tmux(&arguments);
    }

    /// Bytes as a terminal sends them, such as a click.
    pub fn bytes(&self, text: &str) {
        self.tmux(&["send-keys", "-t", "t", "-l", text]);
    }

    pub fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-t", "t"])
    }

    /// Waits until the screen has all of these on it.
    pub fn shows(&self, parts: &[&str]) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if parts.iter().all(|part| screen.contains(part)) {
                return screen;
            }
            let late = start.elapsed() > Duration::from_secs(60);
            assert!(!late, "{parts:?} not on the screen:\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}
