//! Where output goes and how a command ends.

use crate::fold::fold;
use crate::progress;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use wavetank::{Error, Failure, Report, render};

/// The exit code of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit(u8);

impl Exit {
    /// Of a program that ended with `code`, which is not zero; the system keeps its low byte.
    pub fn own(code: i64) -> Exit {
        Exit((code as u8).max(1))
    }

    pub const DONE: Exit = Exit(0);
    /// Bad input or usage.
    pub const INPUT: Exit = Exit(2);

    /// The number that the system gets.
    pub fn code(self) -> u8 {
        self.0
    }

    pub fn of_report(report: &Report) -> Exit {
        Exit(report.exit_status())
    }

    pub fn of(failure: Failure) -> Exit {
        Exit(failure.exit_code())
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.0)
    }
}

/// How a command ends: with an exit code, or with an error that is still to be shown.
pub type Outcome = Result<Exit, Error>;

/// Writes data to stdout. A reader that went away (`| head`) is not an error.
pub fn data(text: &str) -> Result<(), Error> {
    match progress::aside(|| io::stdout().lock().write_all(text.as_bytes())) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::Plain(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a line of data to stdout piece by piece, where it may be long.
pub fn written(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let written = write(&mut out)
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::Plain(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes text for people, which fits into the terminal if it is written to one.
pub fn page(text: &str) -> Result<(), Error> {
    match width() {
        Some(width) => data(&fold(text, width)),
        None => data(text),
    }
}

/// Shows an error on stderr.
pub fn error(error: &Error) {
    note(&render::error(error, colour()));
}

/// A line on stderr.
pub fn note(text: &str) {
    let _ = progress::aside(|| writeln!(io::stderr().lock(), "{text}"));
}

/// Colour only on a terminal, and never with `NO_COLOR`.
pub fn colour() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// How wide the terminal is that data goes to, if it is one.
pub fn width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let said = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    said.or_else(|| Some(terminal_size::terminal_size()?.0.0.into()))
}

/// Writes a report to a file, or to stdout where its name is `-`.
pub fn report(path: &std::path::Path, text: &str) -> Result<(), Error> {
    match path.as_os_str() == "-" {
        true => data(text),
        false => file(path, text.as_bytes()),
    }
}

/// Writes a file whole or not at all.
pub fn file(path: &std::path::Path, bytes: &[u8]) -> Result<(), Error> {
    let fail = |error: io::Error| Error::Plain(format!("cannot write {}: {error}", path.display()));
    // Devices such as /dev/stdout can't be renamed over.
    if path.exists() && !path.is_file() {
        return std::fs::write(path, bytes).map_err(fail);
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written =
        std::fs::write(&temporary, bytes).and_then(|()| std::fs::rename(&temporary, path));
    written.map_err(|error| {
        let _ = std::fs::remove_file(&temporary);
        fail(error)
    })
}
