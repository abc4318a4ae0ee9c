//! A panic while the screen is drawn on: the terminal is given back before anything is said.

#![cfg(unix)]

#[path = "support/tmux.rs"]
mod tmux;

use debug::History;
use tui::{App, Palette};
use wavetank::{Debuggable, Input, Settings};

#[test]
fn the_terminal_is_given_back_after_a_panic() {
    let own = std::env::current_exe().unwrap();
    let command = format!(
        "RUST_BACKTRACE=0 {} --ignored --exact --nocapture panics_where_files_are_written",
        own.display()
    );
    let Some(terminal) = tmux::Terminal::run(&command, 80, 24) else {
        return;
    };
    terminal.shows(&["? help"]);
    terminal.bytes(":dump x");
    terminal.keys(&["Enter"]);
    let after = terminal.shows(&["this disk is on fire", "rc=101", "cooked=1"]);
    assert!(!after.contains("─ 3 registers"), "{after}");
}

/// What runs in the terminal of the test above.
#[test]
#[ignore = "needs a terminal"]
fn panics_where_files_are_written() {
    let text = b"ADDI R1, R0, 1\nHALT\n".to_vec();
    let input = Input::from_bytes("panic.flux", text, None).unwrap();
    let ready = Debuggable::new(&input, &Settings::default()).unwrap();
    let session = ready.debug(History { max_bytes: 1 << 20 });
    let mut app = App::new(session, Palette { colour: true });
    let write = |_: &str, _: &str| panic!("this disk is on fire");
    tui::run(&mut app, None, &write).unwrap();
}
