//! What is seen, and what becomes of it when something is done.

use crate::grid::Grid;
use crate::memory::MemoryView;
use crate::palette::Palette;
use crate::prompt::Prompt;
use debug::{Console, Position, Reply, Session, StopReason, Stopped, TextStyle};
use language::Reference;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use wavetank::reference::page_to_text;

/// A part of the screen that keys go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pane {
    Source,
    Code,
    Registers,
    Waves,
    Memory,
    Pending,
}

impl Pane {
    pub const ALL: [Pane; 6] = [
        Pane::Source,
        Pane::Code,
        Pane::Registers,
        Pane::Waves,
        Pane::Memory,
        Pane::Pending,
    ];

    /// Shares its place with others where there is little room.
    pub fn is_beside(self) -> bool {
        matches!(self, Pane::Waves | Pane::Memory | Pane::Pending)
    }
}

/// What the terminal has to do about a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyEffect {
    /// Draw again.
    Nothing,
    /// Leave.
    Quit,
    /// Carry out a command of the debugger, which may take long.
    Execute(String),
    /// Give the terminal back until the user wants to go on.
    Suspend,
    /// Draw everything again.
    Redraw,
}

/// What is left to do after a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// A file to write: its path and its text.
    pub file: Option<(String, String)>,
    /// The user wants to leave.
    pub quit: bool,
}

/// Lines over everything else.
pub(crate) struct Popup {
    pub title: String,
    pub lines: Vec<(TextStyle, String)>,
    pub top: usize,
}

/// The moment, the wave and the frame that are looked at.
pub(crate) type Now = (u64, Option<debug::WaveId>, usize);

/// The debugger as it is seen.
pub struct App {
    pub(crate) console: Console,
    pub(crate) palette: Palette,
    pub(crate) focus: Pane,
    /// Which of those that share a place is there.
    pub(crate) beside: Pane,
    /// The file that the source pane shows; see [`debug::Subject::source`].
    pub(crate) file: u32,
    /// The line of the cursor in the source, from one.
    pub(crate) line: u32,
    /// The instruction of the cursor in the code.
    pub(crate) inst: usize,
    pub(crate) grid: Grid,
    pub(crate) memory: MemoryView,
    pub(crate) popup: Option<Popup>,
    pub(crate) prompt: Option<Prompt>,
    pub(crate) message: (TextStyle, String),
    /// The latest moment that is known.
    pub(crate) horizon: u64,
    /// That is the end of the run.
    pub(crate) whole: bool,
    /// The file on disk is not the one that runs.
    pub(crate) stale: bool,
    pub(crate) history: Vec<String>,
    /// The command was typed, and not behind a key.
    pub(crate) typed: bool,
    failed: bool,
    /// Columns of the screen.
    pub(crate) width: usize,
}

impl App {
    /// A session as it stands.
    pub fn new(session: Session, palette: Palette) -> App {
        let horizon = session.time();
        let mut app = App {
            console: Console::new(session),
            palette,
            focus: Pane::Source,
            beside: Pane::Waves,
            file: 0,
            line: 1,
            inst: 0,
            grid: Grid::default(),
            memory: MemoryView::default(),
            popup: None,
            prompt: None,
            message: (TextStyle::Dim, "? shows the keys, : takes a command".into()),
            horizon,
            whole: false,
            stale: false,
            history: Vec::new(),
            typed: false,
            failed: false,
            width: 76,
        };
        if !app.has_source() {
            app.focus = Pane::Code;
        }
        app.follow();
        app.refresh();
        app
    }

    /// Finds out how long the run is, if that takes no longer than this; then stands at its start.
    pub fn measure(&mut self, patience: Duration) {
        let Some(interrupt) = self.console.session().interrupt() else {
            return;
        };
        let session = self.console.session_mut();
        let here = session.time();
        let start = Instant::now();
        let stopped = std::thread::scope(|scope| {
            let run = scope.spawn(|| session.seek(u64::MAX));
            while !run.is_finished() {
                if start.elapsed() > patience {
                    interrupt.store(true, Ordering::Relaxed);
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            run.join().expect("what runs reports, it does not panic")
        });
        interrupt.store(false, Ordering::Relaxed);
        if let Ok(Stopped { reasons, time }) = stopped {
            self.horizon = time;
            self.whole = !reasons.contains(&StopReason::Interrupt);
        }
        // It was there before, so it can be gone to.
        let _ = session.seek(here);
        self.follow();
        self.refresh();
    }

    /// The console behind the screen.
    pub fn console(&self) -> &Console {
        &self.console
    }

    /// Whether a command failed.
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// Another file lies where the one was that runs.
    pub fn set_stale(&mut self, stale: bool) {
        self.stale = stale;
    }

    pub(crate) fn session(&self) -> &Session {
        self.console.session()
    }

    /// Whether there is a text that instructions come from.
    pub(crate) fn has_source(&self) -> bool {
        let insts = &self.session().subject().insts;
        insts.iter().any(|inst| inst.line.is_some())
    }

    /// The instruction that the selected wave issues next.
    pub(crate) fn here(&self) -> Option<usize> {
        let session = self.session();
        let step = session.selected()?.step();
        let inst = session.subject().steps.get(step as usize)?;
        Some(*inst as usize)
    }

    /// The cursors go where the selected wave is.
    pub(crate) fn follow(&mut self) {
        if let Some(here) = self.here() {
            self.inst = here;
        }
        if let Some((file, line)) = self.place() {
            (self.file, self.line) = (file, line);
        }
    }

    /// The file and the line of the frame that is looked from.
    pub(crate) fn place(&self) -> Option<(u32, u32)> {
        let session = self.session();
        let frames = session.frames(session.selected_wave()?);
        let frame = frames.get(session.selected_frame())?;
        Some((frame.file, frame.line?))
    }

    /// The source pane shows the next file that code came from.
    pub(crate) fn other_file(&mut self) {
        let count = self.session().subject().source_count();
        if count == 1 {
            return self.say(TextStyle::Dim, "all code came from one file");
        }
        self.file = (self.file + 1) % count;
        let here = self.place().filter(|(file, _)| *file == self.file);
        let insts = self.session().subject().insts.iter();
        let first = insts.filter(|inst| inst.file == self.file);
        let first = first.filter_map(|inst| inst.line).min();
        self.line = here.map(|(_, line)| line).or(first).unwrap_or(1);
        self.focus_on(Pane::Source);
    }

    /// The cursor of the source pane as a location of the debugger.
    pub(crate) fn source_location(&self) -> String {
        match (self.file, self.session().subject().source_count()) {
            (0, 1) => self.line.to_string(),
            (file, _) => {
                let name = self.session().subject().source(file).name();
                format!("{name}:{}", self.line)
            }
        }
    }

    /// Looks at the selected wave again.
    pub(crate) fn refresh(&mut self) {
        self.grid.refresh(&self.console);
        self.memory.refresh(&self.console);
    }

    /// Carries out a command and shows what it says.
    pub fn execute(&mut self, line: &str) -> Said {
        let before = self.now();
        let reply = self.console.execute(line);
        self.said(line, before, reply)
    }

    /// The moment, the wave and the frame that are looked at.
    pub(crate) fn now(&self) -> Now {
        let session = self.session();
        let wave = session.selected_wave();
        (session.time(), wave, session.selected_frame())
    }

    /// Shows what a command said.
    pub(crate) fn said(&mut self, line: &str, before: Now, reply: Reply) -> Said {
        self.failed |= reply.failed;
        let moved = before != self.now();
        if moved {
            self.follow();
        }
        let time = self.session().time();
        if time > self.horizon {
            self.horizon = time;
            self.whole = false;
        }
        let at_end = self
            .session()
            .timeline()
            .is_some_and(|timeline| *timeline.position() != Position::Before);
        if at_end || self.session().fault().is_some() {
            (self.horizon, self.whole) = (time, true);
        } else if line.trim_start().starts_with("set") {
            // What was to come may be another.
            self.whole = false;
        }
        self.refresh();
        let lines = lines(&reply);
        let typed = std::mem::take(&mut self.typed);
        match &lines[..] {
            [] => self.message = (TextStyle::Dim, format!("{line}: done")),
            // What was asked for is shown whole; what a key says besides may be cut.
            [(style, text)] if !typed || text.chars().count() <= self.width => {
                self.message = (*style, text.clone());
            }
            // Where the run stands is seen; why it stopped is said first.
            [(style, text), ..] if moved => self.message = (*style, text.clone()),
            _ => {
                self.message = (TextStyle::Dim, line.to_string());
                self.popup = Some(Popup {
                    title: line.to_string(),
                    lines,
                    top: 0,
                });
            }
        }
        if !reply.printed.is_empty() {
            let text = reply.printed.lines();
            self.popup = Some(Popup {
                title: "printed by the kernel".into(),
                lines: text.map(|line| (TextStyle::Plain, line.into())).collect(),
                top: 0,
            });
        }
        Said {
            file: reply.file,
            quit: reply.quit,
        }
    }

    pub(crate) fn say(&mut self, style: TextStyle, text: impl Into<String>) {
        self.message = (style, text.into());
    }

    /// The page of the instruction at the cursor.
    pub(crate) fn explain(&mut self) {
        let subject = self.session().subject();
        let index = match self.focus {
            Pane::Code => Some(self.inst),
            Pane::Source => {
                let of_line = |inst: &debug::ListedInst| {
                    inst.file == self.file && inst.line == Some(self.line)
                };
                let found = subject.insts.iter().position(of_line);
                found.or_else(|| self.here())
            }
            _ => self.here(),
        };
        let Some(inst) = index.and_then(|index| subject.insts.get(index)) else {
            self.say(TextStyle::Error, "no instruction is here");
            return;
        };
        let text = inst.text.clone();
        let word = text.split_whitespace().next().unwrap_or("");
        let pages: Vec<String> = match wavetank::find_arch(&subject.isa) {
            Ok(arch) => {
                let reference = Reference::of(arch);
                let pages = reference.pages(word);
                let text = |page: &&wavetank::Page| page_to_text(arch, page);
                pages.iter().map(text).collect()
            }
            Err(_) => Vec::new(),
        };
        if pages.is_empty() {
            self.say(TextStyle::Error, format!("there is no page about `{word}`"));
            return;
        }
        let lines = pages.join("\n");
        let lines = lines
            .lines()
            .map(|line| (TextStyle::Plain, line.to_string()));
        self.popup = Some(Popup {
            title: text,
            lines: lines.collect(),
            top: 0,
        });
    }

    /// The command that says who wrote what the cursor is on.
    pub(crate) fn who(&mut self) -> KeyEffect {
        let place = match self.focus {
            Pane::Memory => {
                let area = self.memory.area(&self.console);
                area.map(|area| self.memory.place(&area))
            }
            _ => self.grid.rows.get(self.grid.at).map(|row| match row.lanes {
                true => format!("{}[{}]", row.name, self.session().selected_lane()),
                false => row.name.clone(),
            }),
        };
        match place {
            Some(place) => KeyEffect::Execute(format!("origin {place}")),
            None => {
                self.say(TextStyle::Error, "there is no value here");
                KeyEffect::Nothing
            }
        }
    }

    /// The command that sets a breakpoint at the cursor, or takes it away.
    pub(crate) fn toggle_breakpoint(&mut self) -> KeyEffect {
        let subject = self.session().subject();
        let (spec, insts) = match self.focus {
            Pane::Source if self.has_source() => {
                match subject.insts_of_line(self.file, self.line) {
                    Ok(insts) => (self.source_location(), insts),
                    Err(why) => {
                        self.say(TextStyle::Error, why);
                        return KeyEffect::Nothing;
                    }
                }
            }
            _ => match subject.insts.get(self.inst) {
                Some(inst) => (format!("*{:#x}", inst.address), vec![self.inst as u32]),
                None => return KeyEffect::Nothing,
            },
        };
        let mut points = self.session().breakpoints().iter();
        let there = points.find(|point| point.insts.iter().any(|inst| insts.contains(inst)));
        KeyEffect::Execute(match there {
            Some(point) => format!("delete {}", point.id),
            None => format!("break {spec}"),
        })
    }

    /// The command that goes to a moment, as a part of the whole.
    pub(crate) fn go(&self, time: u64) -> KeyEffect {
        KeyEffect::Execute(format!("goto {}", time.min(self.horizon)))
    }
}

/// What a command said, line by line; the style of a line is that of its first word that has one.
fn lines(reply: &Reply) -> Vec<(TextStyle, String)> {
    let mut lines: Vec<(TextStyle, String)> = vec![(TextStyle::Plain, String::new())];
    for span in &reply.spans {
        for (index, part) in span.text.split('\n').enumerate() {
            if index > 0 {
                lines.push((TextStyle::Plain, String::new()));
            }
            let (style, text) = lines.last_mut().expect("there is always one");
            if *style == TextStyle::Plain && !part.trim().is_empty() {
                *style = span.style;
            }
            text.push_str(part);
        }
    }
    while lines.last().is_some_and(|(_, text)| text.trim().is_empty()) {
        lines.pop();
    }
    lines
}
