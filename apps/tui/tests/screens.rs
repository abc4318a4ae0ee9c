//! Screens as they are seen: each instruction set at three sizes, after the same keys; and that no
//! key, click or size is too much.

use compile::Folder;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use debug::History;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tui::{App, KeyEffect, Palette, draw};
use wavetank::{Debuggable, Input, Settings};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn app(path: &Path, settings: &Settings) -> App {
    let text = std::fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let folder = Arc::new(Folder::of_file(path));
    let input = Input::new(&name, text.into_bytes(), folder, None).unwrap();
    let ready = Debuggable::new(&input, settings).unwrap();
    let history = History {
        max_bytes: 64 << 20,
    };
    let mut app = App::new(ready.debug(history), Palette { colour: false });
    app.measure(Duration::from_secs(60));
    app
}

fn example(name: &str) -> App {
    app(&root().join("examples").join(name), &Settings::default())
}

fn screen(app: &App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(app, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let mut text = String::new();
    for y in 0..height {
        let row = (0..width).map(|x| buffer[(x, y)].symbol());
        text += row.collect::<String>().trim_end();
        text.push('\n');
    }
    text
}

/// Presses keys; commands are carried out at once.
fn press(app: &mut App, keys: &str, size: Rect) {
    for key in keys.chars() {
        let code = match key {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            '\u{8}' => KeyCode::Backspace,
            '↓' => KeyCode::Down,
            '→' => KeyCode::Right,
            key => KeyCode::Char(key),
        };
        handle(
            app,
            Event::Key(KeyEvent::new(code, KeyModifiers::NONE)),
            size,
        );
    }
}

fn handle(app: &mut App, event: Event, size: Rect) -> KeyEffect {
    let effect = app.handle(&event, size);
    if let KeyEffect::Execute(line) = &effect {
        app.execute(line);
    }
    effect
}

const EXAMPLES: &[&str] = &[
    "rdna/vector-add.rdna3",
    "rdna/vector-add.rdna4",
    "flux/divergence.flux",
    "wave/reduce-local.wave",
    "waves/reduction.waves",
    "tile/softmax.tile",
    "../corpus/rdna/debug/sums.rdna3",
];

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (60, 16)];

#[test]
fn every_instruction_set_at_three_sizes() {
    for name in EXAMPLES {
        let mut app = example(name);
        press(&mut app, "ssssn", Rect::new(0, 0, 80, 24));
        for (width, height) in SIZES {
            let shown = screen(&app, width, height);
            let file = name.trim_start_matches("../").replace(['/', '.'], "-");
            insta::assert_snapshot!(format!("{file}-{width}x{height}"), shown);
        }
    }
}

#[test]
fn what_keys_show() {
    let size = Rect::new(0, 0, 100, 30);
    let mut app = example("flux/divergence.flux");
    let shown = |app: &mut App, what: &str, keys: &str| {
        press(app, keys, size);
        insta::assert_snapshot!(format!("keys-{what}"), screen(app, 100, 30));
    };
    shown(&mut app, "help", "?");
    shown(&mut app, "breakpoint", "q2↓↓b");
    shown(&mut app, "continue", "c");
    shown(&mut app, "explain", "e");
    shown(&mut app, "heat", "q3h");
    shown(&mut app, "who", "h↓w");
    shown(&mut app, "memory", "qm→→x");
    shown(&mut app, "command", ":info lanes\n");
    shown(&mut app, "typing", "q:pri\t");
    shown(&mut app, "wrong", "\u{8}nt nothing\n");
}

/// Functions that called, and the files that they are in.
#[test]
fn frames_and_files() {
    let size = Rect::new(0, 0, 100, 24);
    let mut app = example("../corpus/rdna/debug/calls.rdna3");
    let shown = |app: &mut App, what: &str, keys: &str| {
        press(app, keys, size);
        insta::assert_snapshot!(format!("calls-{what}"), screen(app, 100, 24));
    };
    shown(&mut app, "stopped", ":break scaled\nc");
    shown(&mut app, "up", "U");
    shown(&mut app, "file", "o↓b");
}

#[test]
fn time_moves_by_mouse() {
    let size = Rect::new(0, 0, 80, 24);
    let mut app = example("wave/reduce-local.wave");
    let slider = 21;
    let click = |kind, x| {
        Event::Mouse(MouseEvent {
            kind,
            column: x,
            row: slider,
            modifiers: KeyModifiers::NONE,
        })
    };
    let end = click(MouseEventKind::Down(MouseButton::Left), 72);
    handle(&mut app, end, size);
    let late = app.console().session().time();
    assert!(late > 0, "{}", screen(&app, 80, 24));
    handle(
        &mut app,
        click(MouseEventKind::Drag(MouseButton::Left), 30),
        size,
    );
    let middle = app.console().session().time();
    assert!((1..late).contains(&middle), "{middle} of {late}");
    handle(
        &mut app,
        click(MouseEventKind::Down(MouseButton::Left), 0),
        size,
    );
    assert_eq!(app.console().session().time(), 0);
}

#[test]
fn small_screens_say_so() {
    let app = example("flux/loop.flux");
    assert_eq!(screen(&app, 10, 3), "too small:\ntake 40x12\nq leaves\n");
    for width in 1..130 {
        for height in [1, 2, 5, 11, 12, 13, 24, 50] {
            screen(&app, width, height);
        }
    }
}

/// Any key, any click, any size, in any order.
#[test]
fn nothing_is_too_much() {
    let mut state = 7u64;
    let mut below = |n: u64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) % n
    };
    for name in EXAMPLES {
        let mut app = example(name);
        for _ in 0..150 {
            let size = Rect::new(0, 0, below(150) as u16 + 1, below(60) as u16 + 1);
            let keys = [
                KeyCode::Up,
                KeyCode::Down,
                KeyCode::Left,
                KeyCode::Right,
                KeyCode::PageUp,
                KeyCode::PageDown,
                KeyCode::Home,
                KeyCode::End,
                KeyCode::Tab,
                KeyCode::BackTab,
                KeyCode::Enter,
                KeyCode::Esc,
                KeyCode::Backspace,
                KeyCode::Delete,
                KeyCode::F(5),
            ];
            let event = match below(4) {
                0 => Event::Key(KeyEvent::new(keys[below(15) as usize], KeyModifiers::NONE)),
                1 | 2 => {
                    let letter = b' ' + below(95) as u8;
                    Event::Key(KeyEvent::new(
                        KeyCode::Char(letter.into()),
                        KeyModifiers::NONE,
                    ))
                }
                _ => Event::Mouse(MouseEvent {
                    kind: match below(4) {
                        0 => MouseEventKind::ScrollUp,
                        1 => MouseEventKind::ScrollDown,
                        2 => MouseEventKind::Drag(MouseButton::Left),
                        _ => MouseEventKind::Down(MouseButton::Left),
                    },
                    column: below(u64::from(size.width)) as u16,
                    row: below(u64::from(size.height)) as u16,
                    modifiers: KeyModifiers::NONE,
                }),
            };
            handle(&mut app, event, size);
            screen(&app, size.width, size.height);
        }
    }
}

/// Frames of a workgroup of 1,024 threads in waves of 64.
#[test]
fn frames_are_quick() {
    let text = "---\nlocal = 1024\nwave = 64\na: f32[1024] = arange(1024)\n---\n\
        v_lshlrev_b32 v1, 2, v0\nv_add_f32 v2, v1, v1\ns_barrier\ns_endpgm\n";
    let input = Input::from_bytes("wide.rdna3", text.into(), None).unwrap();
    let ready = Debuggable::new(&input, &Settings::default()).unwrap();
    let session = ready.debug(History {
        max_bytes: 64 << 20,
    });
    let mut app = App::new(session, Palette { colour: true });
    app.measure(Duration::from_secs(60));
    let mut terminal = Terminal::new(TestBackend::new(200, 60)).unwrap();
    let mut best = Duration::MAX;
    for _ in 0..20 {
        let start = Instant::now();
        app.execute("stepi");
        terminal.draw(|frame| draw(&app, frame)).unwrap();
        best = best.min(start.elapsed());
    }
    println!("a step and its frame take {best:?}");
    assert!(
        best < Duration::from_millis(16),
        "a step and its frame take {best:?}"
    );
}
