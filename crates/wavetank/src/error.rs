//! What can go wrong, and whose problem it is.

use crate::Printed;
use source::{Diagnostic, SourceFile};
use thiserror::Error;
use uop::Blame;

/// The kinds of failure that programs tell apart, by exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// An expectation failed or a checker found something.
    Expectation,
    /// The input or the way it was asked for is wrong.
    Input,
    /// The kernel trapped.
    Trap,
    /// The kernel uses something that is not modelled.
    Unmodelled,
}

impl Failure {
    /// What a trap is.
    pub(crate) fn of(blame: Blame) -> Failure {
        match blame {
            Blame::Program | Blame::Limit => Failure::Trap,
            Blame::Unmodelled => Failure::Unmodelled,
        }
    }

    /// What the command line ends with: 1 for an expectation that failed, 2 for bad input, 3 for a
    /// trap, 4 for what is not modelled.
    pub fn exit_code(self) -> u8 {
        match self {
            Failure::Expectation => 1,
            Failure::Input => 2,
            Failure::Trap => 3,
            Failure::Unmodelled => 4,
        }
    }
}

/// Why something could not be done, ready to be rendered or printed.
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
#[derive(Debug, Error)]
pub enum Error {
    /// Something about one file, with places in it.
    #[error("{}: {}", .file.name(), summary(.diagnostics))]
    Diagnostics {
        failure: Failure,
        file: Box<SourceFile>,
        diagnostics: Vec<Diagnostic>,
    },
    /// A run that did not get to its end, and what it wrote before.
    #[error("{error}")]
    Stopped {
        error: Box<Error>,
        prints: Vec<Printed>,
        text: Vec<u8>,
    },
    /// Something that has no place in a text, and is not the input's fault.
    #[error("{message}")]
    Placeless { failure: Failure, message: String },
    /// Input that is wrong as a whole.
    #[error("{0}")]
    Plain(String),
}

impl Error {
    /// Bad input: what is wrong with the file, and where.
    pub fn input(file: &SourceFile, diagnostics: Vec<Diagnostic>) -> Error {
        let file = Box::new(file.clone());
        Error::Diagnostics {
            failure: Failure::Input,
            file,
            diagnostics,
        }
    }

    /// The same for a run that had printed and written this before.
    pub(crate) fn after(self, prints: Vec<Printed>, text: Vec<u8>) -> Error {
        match prints.is_empty() && text.is_empty() {
            true => self,
            false => Error::Stopped {
                error: Box::new(self),
                prints,
                text,
            },
        }
    }

    /// What the run printed and wrote before it stopped.
    pub fn so_far(&self) -> (&[Printed], &[u8]) {
        match self {
            Error::Stopped { prints, text, .. } => (prints, text),
            _ => (&[], &[]),
        }
    }

    /// Whose fault it is.
    pub fn failure(&self) -> Failure {
        match self {
            Error::Diagnostics { failure, .. } | Error::Placeless { failure, .. } => *failure,
            Error::Stopped { error, .. } => error.failure(),
            Error::Plain(_) => Failure::Input,
        }
    }
}

fn summary(diagnostics: &[Diagnostic]) -> String {
    match diagnostics {
        [] => "failed".into(),
        [one] => one.message.clone(),
        [first, rest @ ..] => format!("{} (and {} more)", first.message, rest.len()),
    }
}
