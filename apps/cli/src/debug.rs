//! `wavetank debug`.

use crate::args::DebugArgs;
use crate::out::{self, Exit, Outcome};
use crate::progress::{self, Progress};
use crate::run::one_thread;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Context, Editor, Helper, Highlighter, Hinter, Validator};
use std::cell::RefCell;
use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wavetank::debug::{Console, History, Reply, Session, TextStyle};
use wavetank::{Debuggable, Error, Failure, Meter, Settings};

const PROMPT: &str = "(wavetank) ";

pub fn debug(args: &DebugArgs) -> Outcome {
    if args.tui && !can_be_drawn_on() {
        let message = "--tui needs a terminal that can be drawn on; without it, `wavetank debug` takes commands";
        return Err(Error::Plain(message.into()));
    }
    if let Some(core) = &args.core {
        let session = wavetank::open_core(&core.display().to_string(), &compile::read_text(core)?)?;
        return match args.tui {
            true => full_screen(args, session, None),
            false => converse(args, session, Meter::OFF),
        };
    }
    let file = args.file.as_deref().unwrap_or("".as_ref());
    let input = args.running.open(file)?;
    one_thread(&args.running.how, "the debugger runs one thread")?;
    // Where the commands are a script, what it prints is all that is shown.
    let quiet = args.batch || args.tui || !io::stdin().is_terminal();
    let settings = Settings {
        meter: progress::meter(quiet),
        // Time has one direction and its inverse only where waves run in one order.
        threads: 1,
        timed: args.cycles,
        ..args.running.settings()?
    };
    let ready = Debuggable::new(&input, &settings)?;
    let history = History {
        max_bytes: (args.snapshots as usize) << 20,
    };
    let session = ready.debug(history);
    match args.tui {
        true => full_screen(args, session, Some(file)),
        false => converse(args, session, settings.meter),
    }
}

/// How long is spent to find out how long the run is, before the first frame.
const PATIENCE: Duration = Duration::from_millis(300);

/// The same on the whole screen.
fn full_screen(args: &DebugArgs, session: Session, watched: Option<&Path>) -> Outcome {
    let mut app = tui::App::new(session, tui::Palette { colour: colour() });
    app.measure(PATIENCE);
    for line in commands(args)? {
        if app.execute(&line).quit {
            return Ok(exit(app.console(), app.failed()));
        }
    }
    let write = |path: &str, text: &str| {
        let written = out::file(path.as_ref(), text.as_bytes());
        written.map_err(|error| error.to_string())
    };
    let fail = |error: io::Error| Error::Plain(format!("the terminal: {error}"));
    // What fails on the screen is seen there; what was given beforehand counts.
    let failed = app.failed();
    tui::run(&mut app, watched, &write).map_err(fail)?;
    Ok(exit(app.console(), failed))
}

fn can_be_drawn_on() -> bool {
    let named = std::env::var_os("TERM").is_some_and(|term| !term.is_empty() && term != "dumb");
    named && io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// What is to be carried out before the user is asked.
fn commands(args: &DebugArgs) -> Result<Vec<String>, Error> {
    let mut commands = Vec::new();
    for path in &args.scripts {
        let text = compile::read_text(path)?;
        commands.extend(text.lines().map(str::to_string));
    }
    commands.extend(args.eval.iter().cloned());
    Ok(commands)
}

/// Carries out scripts, then what the user types.
fn converse(args: &DebugArgs, session: Session, meter: Meter) -> Outcome {
    // The editor takes SIGINT for itself when it is made. It needs none: as long as it reads, Ctrl-C is
    // a key like others. So the handler that stops runs is set behind it.
    let editor = match io::stdin().is_terminal() && !args.batch {
        true => Some(Editor::new().map_err(unread)?),
        false => None,
    };
    let interrupt = session.interrupt();
    if let Some(interrupt) = interrupt.clone() {
        // A second handler is never set: there is one session in a process.
        let _ = ctrlc::set_handler(move || interrupt.store(true, Ordering::Relaxed));
    }
    let console = Console::new(session);
    let mut talk = Talk {
        colour: colour(),
        failed: false,
        meter,
        limit: args.running.how.max_instructions,
        interrupt,
    };
    let greeting = console.greeting();
    talk.show(&greeting)?;
    let console = Rc::new(RefCell::new(console));
    for line in commands(args)? {
        if talk.echo_and_execute(&console, &line)? {
            return Ok(exit(&console.borrow(), talk.failed));
        }
    }
    if args.batch {
        return Ok(exit(&console.borrow(), talk.failed));
    }
    match editor {
        Some(editor) => talk.interactive(editor, &console)?,
        None => {
            for line in io::stdin().lock().lines() {
                let line = line.map_err(unread)?;
                if talk.echo_and_execute(&console, &line)? {
                    break;
                }
            }
        }
    }
    Ok(exit(&console.borrow(), talk.failed))
}

fn unread(error: impl std::fmt::Display) -> Error {
    Error::Plain(format!("cannot read: {error}"))
}

struct Talk {
    colour: bool,
    failed: bool,
    /// How far commands that take long have come.
    meter: Meter,
    limit: u64,
    /// Stops the run that is under way.
    interrupt: Option<Arc<AtomicBool>>,
}

impl Talk {
    /// A line that was not typed is shown as if it had been. True means to leave.
    fn echo_and_execute(&mut self, console: &RefCell<Console>, line: &str) -> Result<bool, Error> {
        out::data(&format!("{PROMPT}{line}\n"))?;
        self.execute(console, line)
    }

    fn execute(&mut self, console: &RefCell<Console>, line: &str) -> Result<bool, Error> {
        if let Some(interrupt) = &self.interrupt {
            // What came too late for the last command is not for this one.
            interrupt.store(false, Ordering::Relaxed);
        }
        let shown = Progress::show(&self.meter, self.limit);
        let reply = console.borrow_mut().execute(line);
        drop(shown);
        self.failed |= reply.failed;
        self.show(&reply)?;
        if let Some((path, text)) = &reply.file {
            match out::file(path.as_ref(), text.as_bytes()) {
                Ok(()) => out::data(&format!("written to {path}\n"))?,
                Err(error) => {
                    self.failed = true;
                    out::data(&format!("{error}\n"))?;
                }
            }
        }
        Ok(reply.quit)
    }

    fn show(&self, reply: &Reply) -> Result<(), Error> {
        if !self.colour {
            return out::data(&reply.text());
        }
        let spans = reply.spans.iter().map(|span| {
            let code = match span.style {
                TextStyle::Plain => return span.text.clone(),
                TextStyle::Strong => "1",
                TextStyle::Dim => "2",
                TextStyle::Changed => "33",
                TextStyle::Here => "36",
                TextStyle::Error => "31",
            };
            format!("\x1b[{code}m{}\x1b[0m", span.text)
        });
        out::data(&spans.fold(reply.printed.clone(), |text, span| text + &span))
    }

    fn interactive(
        &mut self,
        mut editor: Editor<Completion, FileHistory>,
        console: &Rc<RefCell<Console>>,
    ) -> Result<(), Error> {
        editor.set_helper(Some(Completion(console.clone())));
        let history = history_file();
        if let Some(path) = &history {
            // There is none the first time.
            let _ = editor.load_history(path);
        }
        loop {
            match editor.readline(PROMPT) {
                Ok(line) => {
                    let _ = editor.add_history_entry(&line);
                    if self.execute(console, &line)? {
                        break;
                    }
                }
                Err(ReadlineError::Interrupted) => continue,
                Err(ReadlineError::Eof) => break,
                Err(error) => return Err(unread(error)),
            }
        }
        if let Some(path) = &history {
            let _ = editor.save_history(path);
        }
        Ok(())
    }
}

/// A trap that the run stands at, then commands that failed, decide how the process ends.
fn exit(console: &Console, failed: bool) -> Exit {
    match (console.session().fault(), failed) {
        (Some(fault), _) => Exit::of(match fault.trap.blame() {
            wavetank::Blame::Unmodelled => Failure::Unmodelled,
            _ => Failure::Trap,
        }),
        (None, true) => Exit::INPUT,
        (None, false) => Exit::DONE,
    }
}

/// Where typed lines are remembered, if the user has a place for such things.
fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let state =
        state.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state")));
    let folder = state?.join("wavetank");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("debug-history"))
}

/// Completes commands, registers and labels.
#[derive(Helper, Highlighter, Hinter, Validator)]
struct Completion(Rc<RefCell<Console>>);

impl Completer for Completion {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let (start, mut words) = self.0.borrow().complete(&line[..at]);
        // Behind a whole command comes what it is to do.
        if let ([word], true) = (&mut words[..], line[..start].trim().is_empty()) {
            word.push(' ');
        }
        Ok((start, words))
    }
}
