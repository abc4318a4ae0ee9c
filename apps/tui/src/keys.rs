//! What keys and the mouse do.

use crate::app::{App, KeyEffect, Pane, Popup};
use crate::layout::{Areas, areas};
use crate::prompt::Prompt;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use debug::TextStyle;
use ratatui::layout::Rect;

/// The keys, as the help screen shows them.
pub(crate) const HELP: &[(&str, &str)] = &[
    ("s  F11", "on to another line; i one instruction"),
    ("n  F10", "the same as s, over barriers and calls"),
    ("c  F5", "go on to the next breakpoint"),
    ("S I C", "the same backwards"),
    ("u  f", "to the end of the loop; to the end of the wave"),
    ("Enter", "run to the cursor (source, code); select (waves)"),
    ("b", "a breakpoint at the cursor, or none"),
    ("[ ]  { }", "a hundredth, a tenth of the run back or on"),
    ("Home End", "the start of the run, its end"),
    ("< >", "another lane; ( ) another wave"),
    ("arrows", "move the cursor; PgUp PgDn by pages"),
    (
        "Tab  1-6",
        "source, code, registers, waves, memory, pending",
    ),
    ("w", "who wrote the value at the cursor"),
    ("e", "explain the instruction at the cursor"),
    (
        "x  h  z",
        "values as hex, signed, float; heat map; zeros too",
    ),
    ("m", "the next array in memory"),
    (
        "o",
        "the next source file; U D the function that called, and back",
    ),
    (".", "back to where the wave is"),
    (
        ":",
        "a command of the debugger; Tab completes, :help lists them",
    ),
    (
        "Ctrl-C",
        "stop what runs; Ctrl-Z suspend; Ctrl-L draw again",
    ),
    ("q", "leave"),
    (
        "mouse",
        "click a line number for a breakpoint, a lane, a value,",
    ),
    ("", "the line of time; drag along it; the wheel scrolls"),
];

impl App {
    /// Reacts to what the user does on a screen of this size.
    pub fn handle(&mut self, event: &Event, size: Rect) -> KeyEffect {
        self.width = usize::from(size.width);
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key, size),
            Event::Mouse(mouse) => self.mouse(*mouse, size),
            Event::Paste(text) => {
                if let Some(prompt) = &mut self.prompt {
                    text.chars()
                        .filter(|c| !c.is_control())
                        .for_each(|c| prompt.insert(c));
                }
                KeyEffect::Nothing
            }
            _ => KeyEffect::Nothing,
        }
    }

    fn key(&mut self, key: KeyEvent, size: Rect) -> KeyEffect {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('z') => KeyEffect::Suspend,
                KeyCode::Char('l') => KeyEffect::Redraw,
                KeyCode::Char('c') => {
                    // Nothing runs: what is open closes.
                    let open = self.prompt.take().is_some() | self.popup.take().is_some();
                    if !open {
                        self.say(TextStyle::Dim, "q leaves");
                    }
                    KeyEffect::Nothing
                }
                KeyCode::Char('d') if self.prompt.is_none() => KeyEffect::Quit,
                _ => KeyEffect::Nothing,
            };
        }
        if self.prompt.is_some() {
            return self.type_command(key);
        }
        if self.popup.is_some() {
            return self.read_popup(key, size);
        }
        self.command_key(key, size)
    }

    fn type_command(&mut self, key: KeyEvent) -> KeyEffect {
        let Some(prompt) = &mut self.prompt else {
            return KeyEffect::Nothing;
        };
        match key.code {
            KeyCode::Esc => self.prompt = None,
            KeyCode::Enter => {
                let line = prompt.text.trim().to_string();
                self.prompt = None;
                if line.is_empty() {
                    return KeyEffect::Nothing;
                }
                if self.history.last() != Some(&line) {
                    self.history.push(line.clone());
                }
                self.typed = true;
                return KeyEffect::Execute(line);
            }
            KeyCode::Backspace if prompt.text.is_empty() => self.prompt = None,
            KeyCode::Backspace => prompt.erase(),
            KeyCode::Delete => prompt.delete(),
            KeyCode::Left => prompt.left(),
            KeyCode::Right => prompt.right(),
            KeyCode::Home => prompt.at = 0,
            KeyCode::End => prompt.at = prompt.text.chars().count(),
            KeyCode::Up => prompt.recall(&self.history, true),
            KeyCode::Down => prompt.recall(&self.history, false),
            KeyCode::Tab => prompt.complete(&self.console),
            KeyCode::Char(c) if !c.is_control() => prompt.insert(c),
            _ => {}
        }
        KeyEffect::Nothing
    }

    fn read_popup(&mut self, key: KeyEvent, size: Rect) -> KeyEffect {
        let Some(popup) = &mut self.popup else {
            return KeyEffect::Nothing;
        };
        let page = usize::from(size.height.saturating_sub(6)).max(1);
        let last = popup.lines.len().saturating_sub(page);
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => popup.top = popup.top.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => popup.top = (popup.top + 1).min(last),
            KeyCode::PageUp => popup.top = popup.top.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char(' ') => popup.top = (popup.top + page).min(last),
            KeyCode::Home => popup.top = 0,
            KeyCode::End => popup.top = last,
            KeyCode::Char(':') => {
                self.popup = None;
                self.prompt = Some(Prompt::default());
            }
            _ => self.popup = None,
        }
        KeyEffect::Nothing
    }

    fn command_key(&mut self, key: KeyEvent, size: Rect) -> KeyEffect {
        let execute = |line: &str| KeyEffect::Execute(line.to_string());
        let time = self.session().time();
        let part = |n: u64| (self.horizon / n).max(1);
        match key.code {
            KeyCode::Char('q') => return KeyEffect::Quit,
            KeyCode::Char('s') | KeyCode::F(11) => return execute("step"),
            KeyCode::Char('i') => return execute("stepi"),
            KeyCode::Char('I') => return execute("reverse-stepi"),
            KeyCode::Char('n') | KeyCode::F(10) => return execute("next"),
            KeyCode::Char('c') | KeyCode::F(5) => return execute("continue"),
            KeyCode::Char('S') => return execute("reverse-step"),
            KeyCode::Char('C') => return execute("reverse-continue"),
            KeyCode::Char('u') => return execute("until"),
            KeyCode::Char('f') => return execute("finish"),
            KeyCode::Char('[') => return self.go(time.saturating_sub(part(100))),
            KeyCode::Char(']') => return self.go(time.saturating_add(part(100))),
            KeyCode::Char('{') => return self.go(time.saturating_sub(part(10))),
            KeyCode::Char('}') => return self.go(time.saturating_add(part(10))),
            KeyCode::Home => return self.go(0),
            KeyCode::End => return self.go(self.horizon),
            KeyCode::Char('b') => return self.toggle_breakpoint(),
            KeyCode::Char('w') => return self.who(),
            KeyCode::Char('e') => self.explain(),
            KeyCode::Char('<') => return self.other_lane(-1),
            KeyCode::Char('>') => return self.other_lane(1),
            KeyCode::Char('(') => return self.other_wave(-1),
            KeyCode::Char(')') => return self.other_wave(1),
            KeyCode::Char('x') if self.focus == Pane::Memory => self.memory.cycle(),
            KeyCode::Char('x') => self.grid.cycle(),
            KeyCode::Char('h') => self.grid.heat = !self.grid.heat,
            KeyCode::Char('z') => {
                self.grid.all = !self.grid.all;
                self.refresh();
            }
            KeyCode::Char('m') => {
                let count = self.memory.areas(&self.console).len().max(1);
                self.memory.which = (self.memory.which + 1) % count;
                self.memory.at = 0;
                self.focus_on(Pane::Memory);
                self.refresh();
            }
            KeyCode::Char('.') => self.follow(),
            KeyCode::Char('o') => self.other_file(),
            KeyCode::Char('U') => return execute("up"),
            KeyCode::Char('D') => return execute("down"),
            KeyCode::Char('?') | KeyCode::F(1) => self.help(),
            KeyCode::Char(':') => self.prompt = Some(Prompt::default()),
            KeyCode::Char(digit @ '1'..='6') => {
                self.focus_on(Pane::ALL[digit as usize - '1' as usize]);
            }
            KeyCode::Tab => self.next_pane(1),
            KeyCode::BackTab => self.next_pane(Pane::ALL.len() - 1),
            KeyCode::Enter => return self.enter(),
            _ => return self.move_cursor(key.code, size),
        }
        KeyEffect::Nothing
    }

    fn help(&mut self) {
        let lines = HELP
            .iter()
            .map(|(keys, what)| (TextStyle::Plain, format!("{keys:<9} {what}")));
        self.popup = Some(Popup {
            title: "keys".into(),
            lines: lines.collect(),
            top: 0,
        });
    }

    pub(crate) fn focus_on(&mut self, pane: Pane) {
        let pane = match pane {
            Pane::Source if !self.has_source() => Pane::Code,
            pane => pane,
        };
        self.focus = pane;
        if pane.is_beside() {
            self.beside = pane;
        }
    }

    fn next_pane(&mut self, by: usize) {
        let at = Pane::ALL.iter().position(|pane| *pane == self.focus);
        let mut at = at.unwrap_or(0);
        loop {
            at = (at + by) % Pane::ALL.len();
            if Pane::ALL[at] != Pane::Source || self.has_source() {
                break;
            }
        }
        self.focus_on(Pane::ALL[at]);
    }

    fn other_lane(&mut self, by: isize) -> KeyEffect {
        let lanes = self.session().subject().lanes as isize;
        let lane = self.session().selected_lane() as isize + by;
        // The lane stays within the wave.
        let lane = lane.rem_euclid(lanes.max(1)) as usize;
        let _ = self.console.session_mut().select_lane(lane);
        KeyEffect::Nothing
    }

    fn other_wave(&mut self, by: isize) -> KeyEffect {
        let all = self.waves();
        let selected = self.session().selected_wave();
        let at = all.iter().position(|id| Some(*id) == selected);
        let Some(at) = at else {
            return KeyEffect::Nothing;
        };
        let next = (at as isize + by).rem_euclid(all.len() as isize) as usize;
        self.select(all[next]);
        KeyEffect::Nothing
    }

    /// Every wave that is under way.
    fn waves(&self) -> Vec<debug::WaveId> {
        let all = self.session().all_waves();
        all.iter().map(|wave| wave.id()).collect()
    }

    fn select(&mut self, id: debug::WaveId) {
        match self.console.select(id) {
            Ok(()) => {
                self.follow();
                self.refresh();
            }
            Err(why) => self.say(TextStyle::Error, why),
        }
    }

    fn enter(&mut self) -> KeyEffect {
        let subject = self.session().subject();
        match self.focus {
            Pane::Source => KeyEffect::Execute(format!("advance {}", self.source_location())),
            Pane::Code => match subject.insts.get(self.inst) {
                Some(inst) => KeyEffect::Execute(format!("advance *{:#x}", inst.address)),
                None => KeyEffect::Nothing,
            },
            Pane::Waves => self.other_wave(1),
            _ => self.who(),
        }
    }

    fn move_cursor(&mut self, code: KeyCode, size: Rect) -> KeyEffect {
        let areas = areas(self, size);
        let page = areas.and_then(|areas| areas.pane(self.focus));
        let page = page.map_or(10, |area| i64::from(area.height.saturating_sub(2)).max(1));
        let (rows, columns) = match code {
            KeyCode::Up | KeyCode::Char('k') => (-1, 0),
            KeyCode::Down | KeyCode::Char('j') => (1, 0),
            KeyCode::PageUp => (-page, 0),
            KeyCode::PageDown => (page, 0),
            KeyCode::Left => (0, -1),
            KeyCode::Right => (0, 1),
            _ => return KeyEffect::Nothing,
        };
        let step = |at: usize, by: i64, count: usize| {
            let last = count.saturating_sub(1) as i64;
            (at as i64).saturating_add(by).clamp(0, last.max(0)) as usize
        };
        match self.focus {
            Pane::Source => {
                let count = self.session().subject().source(self.file).line_count();
                self.line = step(self.line as usize - 1, rows, count) as u32 + 1;
            }
            Pane::Code => {
                let count = self.session().subject().insts.len();
                self.inst = step(self.inst, rows, count);
            }
            Pane::Registers => {
                self.grid.at = step(self.grid.at, rows, self.grid.rows.len());
                if columns != 0 {
                    return self.other_lane(columns as isize);
                }
            }
            Pane::Memory => {
                let Some(area) = self.memory.area(&self.console) else {
                    return KeyEffect::Nothing;
                };
                let across = crate::draw::across(self, size) as i64;
                let count = usize::try_from(area.count).unwrap_or(usize::MAX);
                self.memory.at =
                    step(self.memory.at as usize, rows * across + columns, count) as u64;
            }
            Pane::Waves if rows != 0 => return self.other_wave(rows.signum() as isize),
            _ => {}
        }
        KeyEffect::Nothing
    }

    fn mouse(&mut self, mouse: MouseEvent, size: Rect) -> KeyEffect {
        let Some(areas) = areas(self, size) else {
            return KeyEffect::Nothing;
        };
        let at = (mouse.column, mouse.row).into();
        match mouse.kind {
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
                let up = mouse.kind == MouseEventKind::ScrollUp;
                if let Some(popup) = &mut self.popup {
                    let last = popup.lines.len().saturating_sub(1);
                    popup.top = match up {
                        true => popup.top.saturating_sub(3),
                        false => (popup.top + 3).min(last),
                    };
                    return KeyEffect::Nothing;
                }
                if areas.slider.contains(at) {
                    let time = self.session().time();
                    return self.go(if up { time.saturating_sub(1) } else { time + 1 });
                }
                let under = areas.panes.iter().find(|(_, area)| area.contains(at));
                if let Some((pane, _)) = under {
                    self.focus_on(*pane);
                    let code = if up { KeyCode::Up } else { KeyCode::Down };
                    for _ in 0..3 {
                        self.move_cursor(code, size);
                    }
                }
                KeyEffect::Nothing
            }
            MouseEventKind::Down(MouseButton::Left) if self.popup.is_some() => {
                self.popup = None;
                KeyEffect::Nothing
            }
            MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left) => {
                let down = matches!(mouse.kind, MouseEventKind::Down(_));
                self.click(&areas, mouse.column, mouse.row, down)
            }
            _ => KeyEffect::Nothing,
        }
    }

    fn click(&mut self, areas: &Areas, x: u16, y: u16, down: bool) -> KeyEffect {
        let at = (x, y).into();
        if areas.slider.contains(at) {
            return match crate::draw::time_at(self, areas.slider, x) {
                Some(time) => self.go(time),
                None => KeyEffect::Nothing,
            };
        }
        if !down {
            return KeyEffect::Nothing;
        }
        if areas.lanes.contains(at) {
            if let Some((id, lane)) = crate::draw::lane_at(self, areas.lanes, x, y) {
                self.select(id);
                let _ = self.console.session_mut().select_lane(lane);
            }
            return KeyEffect::Nothing;
        }
        let under = areas.panes.iter().find(|(_, area)| area.contains(at));
        let Some(&(pane, area)) = under else {
            return KeyEffect::Nothing;
        };
        self.focus_on(pane);
        // The first row is the title.
        let Some(row) = (y - area.y).checked_sub(1) else {
            return KeyEffect::Nothing;
        };
        match pane {
            Pane::Source => {
                let top = crate::draw::source_top(self, area);
                let count = self.session().subject().source(self.file).line_count() as u32;
                self.line = (top + u32::from(row)).min(count.max(1));
                if x - area.x < 6 {
                    return self.toggle_breakpoint();
                }
            }
            Pane::Code => {
                if let Some(inst) = crate::draw::inst_at(self, area, row) {
                    self.inst = inst;
                    if x - area.x < 2 {
                        return self.toggle_breakpoint();
                    }
                }
            }
            Pane::Registers => {
                if let Some((row, lane)) = crate::draw::cell_at(self, area, x, row) {
                    self.grid.at = row;
                    let lanes = self.session().subject().lanes as usize;
                    let _ = self.console.session_mut().select_lane(lane.min(lanes - 1));
                }
            }
            Pane::Memory => {
                if let Some(index) = crate::draw::element_at(self, area, x, row) {
                    self.memory.at = index;
                }
            }
            Pane::Waves => {
                let ids = self.waves();
                let top = crate::draw::waves_top(self, area);
                if let Some(id) = ids.get(top + usize::from(row)) {
                    self.select(*id);
                }
            }
            Pane::Pending => {}
        }
        KeyEffect::Nothing
    }
}
