//! Commands as people type them, answered in text.
//!
//! The names are gdb's where gdb has one. A console holds what belongs to the conversation and not
//! to the run: displays, what was shown last, what an empty line repeats.

mod changes;
mod code;
mod help;
mod info;
mod inspect;
mod motion;
mod show;
mod text;

pub use help::{COMMANDS, Command};
pub use text::{Reply, TextSpan, TextStyle};

use crate::expr::{self, Expr};
use crate::session::Session;
use crate::value::Notation;
use changes::State;
use uop::WaveId;

/// A session behind commands as people type them. What comes back is text in pieces, for what
/// shows it.
pub struct Console {
    session: Session,
    displays: Vec<Display>,
    last_display: u32,
    /// What there is to see at this stop, and what there was at the one before.
    current: State,
    before: State,
    /// What an empty line does.
    repeat: String,
    /// The file and the line that `list` goes on from.
    listed: Option<(u32, u32)>,
}

#[derive(Clone)]
struct Display {
    id: u32,
    text: String,
    expr: Expr,
    format: Option<Notation>,
}

/// A command that cannot be carried out says why.
type Done = Result<(), String>;

impl Console {
    /// Begins where the session stands.
    pub fn new(session: Session) -> Console {
        let mut console = Console {
            session,
            displays: Vec::new(),
            last_display: 0,
            current: State::default(),
            before: State::default(),
            repeat: String::new(),
            listed: None,
        };
        console.current = console.capture();
        console
    }

    /// The session behind the commands.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The same, for front ends that have commands of their own.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Looks at another wave.
    pub fn select(&mut self, id: WaveId) -> Result<(), String> {
        self.session.select(id)?;
        self.reselect();
        Ok(())
    }

    /// What is said before the first command.
    pub fn greeting(&self) -> Reply {
        let mut reply = Reply::default();
        self.show_start(&mut reply);
        reply
    }

    /// Carries out one line.
    pub fn execute(&mut self, line: &str) -> Reply {
        let line = line.trim();
        let line = match line.is_empty() {
            true => std::mem::take(&mut self.repeat),
            false => line.to_string(),
        };
        let mut reply = Reply::default();
        if line.is_empty() || line.starts_with('#') {
            return reply;
        }
        if let Err(message) = self.dispatch(&line, &mut reply) {
            reply.failed = true;
            reply.add(TextStyle::Error, message).plain("\n");
        }
        reply.printed = self.session.printed();
        reply
    }

    fn dispatch(&mut self, line: &str, reply: &mut Reply) -> Done {
        // `x/16fw &a`, `p/x R3`: what follows the slash belongs to the command.
        let end = line.find([' ', '\t', '/']).unwrap_or(line.len());
        let (word, rest) = line.split_at(end);
        let (options, rest) = match rest.strip_prefix('/') {
            Some(rest) => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
            None => ("", rest),
        };
        let rest = rest.trim();
        let command = help::find(word)?;
        let takes_options = matches!(command.name, "print" | "x" | "display");
        if !options.is_empty() && !takes_options {
            return Err(format!("{} takes no options after a slash", command.name));
        }
        // An empty line goes on in the same direction, or with what comes next.
        self.repeat = match command.name {
            "step" | "next" | "stepi" | "nexti" | "stepc" | "continue" | "until"
            | "reverse-step" | "reverse-stepi" | "reverse-nexti" | "reverse-continue" => {
                line.to_string()
            }
            "list" => "list".to_string(),
            _ => String::new(),
        };
        match command.name {
            "help" => {
                reply.plain(help::help(rest)?);
            }
            "quit" => reply.quit = true,
            "break" => self.break_at(rest, false, reply)?,
            "tbreak" => self.break_at(rest, true, reply)?,
            "watch" | "rwatch" | "awatch" => self.watch(command.name, rest, reply)?,
            "delete" => self.delete(rest, reply)?,
            "enable" => self.enable(rest, true)?,
            "disable" => self.enable(rest, false)?,
            "condition" => self.condition(rest)?,
            "ignore" => self.ignore(rest, reply)?,
            "run" => self.go_to_start(reply)?,
            "continue" => self.resume(rest, reply)?,
            "step" => self.step_line(rest, reply)?,
            "next" => self.next_line(rest, reply)?,
            "reverse-step" => self.back_line(rest, reply)?,
            "stepi" => self.step(rest, reply)?,
            "nexti" => self.step_over(rest, reply)?,
            "stepc" => self.step_cycles(rest, reply)?,
            "until" => self.until(rest, reply)?,
            "advance" => self.advance(rest, reply)?,
            "finish" => self.finish(reply)?,
            "reverse-stepi" | "reverse-nexti" => self.step_back(rest, reply)?,
            "reverse-continue" => self.resume_back(reply)?,
            "goto" => self.go_to(rest, reply)?,
            "wave" => self.wave(rest, reply)?,
            "workgroup" => self.workgroup(rest, reply)?,
            "lane" => self.lane(rest, reply)?,
            "print" => self.print(options, rest, reply)?,
            "x" => self.examine(options, rest, reply)?,
            "display" => self.display(options, rest, reply)?,
            "undisplay" => self.undisplay(rest)?,
            "set" => self.set(rest, reply)?,
            "list" => self.list(rest, reply)?,
            "disassemble" => self.disassemble(rest, reply)?,
            "backtrace" => self.backtrace(rest, reply)?,
            "origin" => self.origin(rest, reply)?,
            "frame" => self.frame_number(rest, reply)?,
            "up" => self.up(rest, true, reply)?,
            "down" => self.up(rest, false, reply)?,
            "info" => self.info(rest, reply)?,
            "dump" => self.dump(rest, reply)?,
            name => return Err(format!("{name} is not known here")),
        }
        Ok(())
    }

    /// Words that may follow what has been typed, for completion: where the word begins, and what
    /// it may become.
    pub fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let start = last_word(line);
        let word = &line[start..];
        let head = line[..start].trim_start();
        let candidates: Vec<String> = match head.split([' ', '/']).next().unwrap_or("") {
            "" => COMMANDS.iter().map(|command| command.name.into()).collect(),
            first => match help::find(first).map(|command| command.name) {
                Ok("help") => COMMANDS.iter().map(|command| command.name.into()).collect(),
                Ok("info") if head.split_whitespace().count() == 1 => {
                    info::INFO.iter().map(|name| name.to_string()).collect()
                }
                Ok("break" | "tbreak" | "until" | "advance" | "list" | "disassemble")
                    if head.split_whitespace().count() == 1 =>
                {
                    let symbols = self.session.subject().code.symbols.iter();
                    let functions = self.session.subject().code.functions.iter();
                    let functions = functions.map(|function| function.name.clone());
                    let symbols = symbols.map(|symbol| symbol.name.clone());
                    symbols.chain(functions).collect()
                }
                _ => self.session.subject().names(),
            },
        };
        let begins = |name: &String| name.starts_with(word);
        let mut candidates: Vec<String> = candidates.into_iter().filter(begins).collect();
        candidates.sort();
        candidates.dedup();
        (start, candidates)
    }
}

/// Where the last word of a line begins.
fn last_word(line: &str) -> usize {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    let before = line.char_indices().rev().find(|&(_, c)| !is_name(c));
    before.map_or(0, |(at, c)| at + c.len_utf8())
}

fn parse(text: &str) -> Result<Expr, String> {
    expr::parse(text).map_err(|error| error.to_string())
}

fn count(text: &str) -> Result<u64, String> {
    if text.is_empty() {
        return Ok(1);
    }
    let number = text.parse().ok().filter(|n| *n > 0);
    number.ok_or_else(|| format!("expected how often, found `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::last_word;

    #[test]
    fn words_begin_after_letters_of_any_length() {
        for (line, start) in [
            ("", 0),
            ("pri", 0),
            ("print v0", 6),
            ("print\u{fffd}o", 8),
            ("\u{20ac}", 3),
        ] {
            assert_eq!(last_word(line), start, "{line}");
        }
    }
}
