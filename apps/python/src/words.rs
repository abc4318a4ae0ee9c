//! What messages tell users of the command line to type, in the words of this package.

use tank::{Diagnostic, Error};

/// Flags, and the keywords that mean the same.
const FLAGS: &[(&str, &str)] = &[
    ("--allow-path", "allow"),
    ("--cycles", "cycles"),
    ("--global", "grid"),
    ("--global-memsize", "memory_bytes"),
    ("--kernel", "kernel"),
    ("--local", "block"),
    ("--max-instructions", "max_instructions"),
    ("--memory", "memory"),
    ("--resident", "resident"),
    ("--seed", "seed"),
    ("--set", "set"),
    ("--timeline", "timeline"),
    ("--wave", "wave"),
];

/// The same text, with keywords in the place of flags: `max_instructions=N` for `--max-instructions N`.
fn spoken(text: &str) -> String {
    let mut rest = text;
    let mut made = String::with_capacity(text.len());
    while let Some(at) = rest.find("--") {
        made += &rest[..at];
        rest = &rest[at..];
        let end = rest.find(|c: char| c != '-' && !c.is_ascii_lowercase());
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        let Some((_, keyword)) = FLAGS.iter().find(|(flag, _)| *flag == word) else {
            made += word;
            continue;
        };
        // Kernels are chosen by their names in brackets.
        if *keyword == "kernel"
            && let Some(name) = rest.strip_prefix(" NAME")
        {
            made += "kernel[\"NAME\"]";
            rest = name;
            continue;
        }
        made += keyword;
        let value = rest.strip_prefix(' ').filter(|value| {
            value.starts_with(|c: char| c.is_ascii_digit())
                || value.starts_with("N ")
                || value.starts_with("strict")
                || value.starts_with("eager")
        });
        if let Some(value) = value {
            made.push('=');
            rest = value;
        }
    }
    made + rest
}

/// The finding, as this package says it.
pub fn diagnostic(found: &Diagnostic) -> Diagnostic {
    let mut found = found.clone();
    found.message = spoken(&found.message);
    for help in &mut found.help {
        *help = spoken(help);
    }
    found
}

/// The error, as this package says it.
pub fn error(error: &Error) -> Error {
    match error {
        Error::Diagnostics {
            failure,
            file,
            diagnostics,
        } => Error::Diagnostics {
            failure: *failure,
            file: file.clone(),
            diagnostics: diagnostics.iter().map(diagnostic).collect(),
        },
        Error::Stopped {
            error,
            prints,
            text,
        } => Error::Stopped {
            error: Box::new(self::error(error)),
            prints: prints.clone(),
            text: text.clone(),
        },
        Error::Placeless { failure, message } => Error::Placeless {
            failure: *failure,
            message: spoken(message),
        },
        Error::Plain(message) => Error::Plain(spoken(message)),
    }
}
