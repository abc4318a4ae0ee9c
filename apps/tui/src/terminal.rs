//! The terminal: taken, drawn on, and given back whatever happens.

use crate::app::Said;
use crate::{App, KeyEffect, draw};
use crossterm::cursor::Show;
use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event, KeyCode, KeyModifiers, MouseButton, MouseEventKind,
};
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::collections::VecDeque;
use std::io::{self, Stdout};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant, SystemTime};

/// A command that takes longer than this is seen to.
const NOTICEABLE: Duration = Duration::from_millis(80);

/// How often something outside is looked for: a file that changed.
const TICK: Duration = Duration::from_millis(500);

/// Keys and clicks that are kept while a command runs.
const TYPED_AHEAD: usize = 256;

/// The terminal is in our hands.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// A panic has given the terminal back: nothing is drawn any more.
static OVER: AtomicBool = AtomicBool::new(false);

/// The terminal in our hands. It goes back when this does.
struct Taken;

impl Taken {
    fn take() -> io::Result<Taken> {
        // A panic would be written over the frame, and leave the terminal as it is.
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                OVER.store(true, Ordering::Relaxed);
                restore();
                before(panic);
            }));
        });
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::Relaxed);
        let taken = Taken;
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            EnableMouseCapture,
            EnableBracketedPaste
        )?;
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        restore();
    }
}

/// What cannot be written to a terminal that is gone does not matter.
fn restore() {
    // Once is enough: what came on the screen since, such as what a panic says, stays there.
    if !TAKEN.swap(false, Ordering::Relaxed) {
        return;
    }
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        // Terminals that were resized meanwhile mix the two screens.
        Clear(ClearType::All),
        LeaveAlternateScreen,
        Show
    );
    let _ = disable_raw_mode();
}

type Screen = Terminal<CrosstermBackend<Stdout>>;

/// Debugs until the user leaves. Files that commands want written go through `write`, which gives
/// what there is to say about it. `watched` is the file that runs.
pub fn run(
    app: &mut App,
    watched: Option<&Path>,
    write: &dyn Fn(&str, &str) -> Result<(), String>,
) -> io::Result<()> {
    let stamp = |path: &Path| -> Option<SystemTime> { path.metadata().ok()?.modified().ok() };
    let began = watched.and_then(stamp);
    let signals = Signals::listen(app.session().interrupt())?;
    let mut taken = Some(Taken::take()?);
    let mut screen = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut waiting = VecDeque::new();
    loop {
        if signals.continued() {
            // The shell had the terminal and may have left anything on it. It is given back first, or
            // what is dropped would take the new one along.
            drop(taken.take());
            taken = Some(Taken::take()?);
            screen.clear()?;
        }
        let shown = screen.draw(|frame| draw(app, frame))?.buffer.clone();
        let event = match waiting.pop_front() {
            Some(event) => event,
            None if event::poll(TICK)? => event::read()?,
            None => {
                app.set_stale(watched.and_then(stamp) != began);
                continue;
            }
        };
        let event = latest(event, &mut waiting)?;
        let size = screen.size()?;
        let size = Rect::new(0, 0, size.width, size.height);
        match app.handle(&event, size) {
            KeyEffect::Nothing => {}
            KeyEffect::Quit => break,
            KeyEffect::Redraw => screen.clear()?,
            KeyEffect::Suspend => {
                drop(taken.take());
                suspend();
                taken = Some(Taken::take()?);
                screen.clear()?;
            }
            KeyEffect::Execute(line) => {
                let said = carry_out(app, &line, &mut screen, &shown, &mut waiting)?;
                if said.quit {
                    break;
                }
                if let Some((path, text)) = said.file {
                    app.message = match write(&path, &text) {
                        Ok(()) => (debug::TextStyle::Plain, format!("written to {path}")),
                        Err(why) => (debug::TextStyle::Error, why),
                    };
                }
            }
        }
    }
    drop(taken);
    Ok(())
}

/// Where the mouse is dragged, only where it has come to matters: what lies between is passed over.
fn latest(mut event: Event, waiting: &mut VecDeque<Event>) -> io::Result<Event> {
    let drags = |event: &Event| matches!(event, Event::Mouse(mouse) if mouse.kind == MouseEventKind::Drag(MouseButton::Left));
    while drags(&event) {
        let next = match waiting.pop_front() {
            Some(next) => next,
            None if event::poll(Duration::ZERO)? => event::read()?,
            None => break,
        };
        if !drags(&next) {
            waiting.push_front(next);
            break;
        }
        event = next;
    }
    Ok(event)
}

/// Carries out a command on another thread, so that keys can stop it.
fn carry_out(
    app: &mut App,
    line: &str,
    screen: &mut Screen,
    shown: &Buffer,
    waiting: &mut VecDeque<Event>,
) -> io::Result<Said> {
    let before = app.now();
    let interrupt = app.session().interrupt();
    let stop = |to| {
        if let Some(interrupt) = &interrupt {
            interrupt.store(to, Ordering::Relaxed);
        }
    };
    // What came too late for the last command is not for this one.
    stop(false);
    let console = &mut app.console;
    let mut gone = None;
    let reply = std::thread::scope(|scope| {
        let work = scope.spawn(|| console.execute(line));
        let start = Instant::now();
        while !work.is_finished() {
            if start.elapsed() < NOTICEABLE || gone.is_some() || OVER.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
            match running(screen, shown, line, waiting) {
                Ok(true) => stop(true),
                Ok(false) => {}
                // Where there is no terminal any more, nothing is waited for.
                Err(error) => {
                    gone = Some(error);
                    stop(true);
                }
            }
        }
        work.join()
    });
    // A panic has been told of by now; it goes on from here.
    let reply = reply.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    match gone {
        Some(error) => Err(error),
        None => Ok(app.said(line, before, reply)),
    }
}

/// Shows the last frame with a word about what is going on. True if the user wants it to stop; what is
/// typed ahead waits.
fn running(
    screen: &mut Screen,
    shown: &Buffer,
    line: &str,
    waiting: &mut VecDeque<Event>,
) -> io::Result<bool> {
    screen.draw(|frame| {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        if buffer.area == shown.area {
            buffer.clone_from(shown);
        }
        let text = format!(" {line} ... Ctrl-C stops");
        let width = usize::from(area.width);
        let style = Style::new().add_modifier(Modifier::REVERSED);
        buffer.set_stringn(0, area.height / 2, format!("{text:<width$}"), width, style);
    })?;
    if !event::poll(NOTICEABLE)? {
        return Ok(false);
    }
    let event = event::read()?;
    if let Event::Key(key) = &event {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.code == KeyCode::Esc || control && key.code == KeyCode::Char('c') {
            waiting.clear();
            return Ok(true);
        }
    }
    if waiting.len() < TYPED_AHEAD {
        waiting.push_back(event);
    }
    Ok(false)
}

/// Lets the shell have the terminal until it gives it back.
fn suspend() {
    // All of the group, as the key does it where the terminal is not raw: what started us waits too.
    // Where that is not possible, the screen is drawn again at once.
    #[cfg(unix)]
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
}

/// What other processes want of this one.
struct Signals {
    continued: Arc<AtomicBool>,
}

impl Signals {
    /// True once, after the process was stopped and goes on.
    fn continued(&self) -> bool {
        self.continued.swap(false, Ordering::Relaxed)
    }

    #[cfg(not(unix))]
    fn listen(_: Option<Arc<AtomicBool>>) -> io::Result<Signals> {
        let continued = Arc::default();
        Ok(Signals { continued })
    }

    /// A thread of its own gives the terminal back before the process ends, whatever else goes on.
    #[cfg(unix)]
    fn listen(interrupt: Option<Arc<AtomicBool>>) -> io::Result<Signals> {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
        let continued = Arc::new(AtomicBool::new(false));
        let flag = continued.clone();
        let all = [SIGCONT, SIGHUP, SIGINT, SIGTERM];
        let mut signals = signal_hook::iterator::Signals::new(all)?;
        std::thread::spawn(move || {
            for signal in signals.forever() {
                match signal {
                    SIGCONT => flag.store(true, Ordering::Relaxed),
                    SIGINT => {
                        if let Some(interrupt) = &interrupt {
                            interrupt.store(true, Ordering::Relaxed);
                        }
                    }
                    _ => {
                        restore();
                        // As the shell says it of processes that end by a signal.
                        std::process::exit(128 + signal);
                    }
                }
            }
        });
        Ok(Signals { continued })
    }
}
