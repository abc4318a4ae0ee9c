//! Text to [`Inst`]: one instruction at a time.
//!
//! A line is read into arguments first (`arg.rs`, `register.rs`, `modifier.rs`), without regard to the instruction where that is
//! possible. The arguments are then matched (`matching.rs`) with the mnemonic's encodings in a fixed order:
//! short, long, DPP, long with DPP. The first that fits is the one; rules about combinations of
//! operands are checked afterwards (`validate.rs`) and do not lead to another encoding.

pub(crate) mod alias;
mod arg;
mod cursor;
mod explain;
mod expr;
mod immediate;
mod matching;
mod modifier;
mod number;
mod register;
mod validate;

use ::source::{Diagnostic, Span};

use crate::codec::{Codec, Group, rows};
use crate::encode;
use crate::encoding::{Encoding, Form};
use crate::inst::Inst;
use crate::meaning::Meaning;
use crate::row::Format;
use crate::target::Target;

pub(crate) use arg::{Arg, ArgKind, Hints};
pub(crate) use cursor::Cursor;
pub(crate) use explain::describe;
pub use expr::{Expr, Fixup, FixupKind, Symbols};
pub(crate) use modifier::names as modifier_names;

/// What is wrong with a line, as byte offsets into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Error {
    pub start: usize,
    pub end: usize,
    pub code: &'static str,
    pub message: String,
    pub help: Option<String>,
}

impl Error {
    pub fn new(start: usize, end: usize, code: &'static str, message: impl Into<String>) -> Error {
        Error {
            start,
            end,
            code,
            message: message.into(),
            help: None,
        }
    }
}

/// An instruction in bytes; what depends on symbols not known yet is left zero.
#[derive(Clone, Debug, Default)]
pub struct Assembled {
    /// The instruction and its literal.
    pub bytes: Vec<u8>,
    /// What symbols have to fill in.
    pub fixups: Vec<Fixup>,
}

/// Assembles one line that holds one instruction.
pub fn assemble(
    codec: &'static Codec,
    text: &str,
    base: usize,
    symbols: &dyn Symbols,
) -> Result<Assembled, Diagnostic> {
    let mut out = Assembled::default();
    assemble_into(codec, text, symbols, &mut out).map_err(|error| {
        let span = Span::new(base + error.start, base + error.end.max(error.start));
        Diagnostic::error(error.code, error.message)
            .label(span, "")
            .maybe_help(error.help)
    })?;
    Ok(out)
}

/// As [`assemble`], appending to `out`.
pub(crate) fn assemble_into(
    codec: &'static Codec,
    text: &str,
    symbols: &dyn Symbols,
    out: &mut Assembled,
) -> Result<(), Error> {
    let mut cursor = Cursor::new(text, symbols);
    let (start, end) = cursor.mnemonic()?;
    let written = &text[start..end];
    // A name with capitals costs an allocation, the usual one does not.
    let lower;
    let written = if written.bytes().any(|b| b.is_ascii_uppercase()) {
        lower = written.to_ascii_lowercase();
        lower.as_str()
    } else {
        written
    };
    let parsed = parse(codec, &mut cursor, written, start, end)?;
    validate::check(&parsed)?;
    encode::append(&parsed.inst, &mut out.bytes);
    out.fixups.extend(parsed.fixups);
    Ok(())
}

/// An instruction with what its text adds to it.
pub(crate) struct Parsed<'a> {
    pub inst: Inst,
    pub args: Vec<Arg<'a>>,
    pub fixups: Vec<Fixup>,
}

fn parse<'a>(
    codec: &'static Codec,
    cursor: &mut Cursor<'a>,
    written: &str,
    start: usize,
    end: usize,
) -> Result<Parsed<'a>, Error> {
    let (name, forced) = Forced::split(written);
    let group = lookup(codec, name).ok_or_else(|| unknown(codec, name, start, end))?;
    let encodings = group
        .encodings
        .iter()
        .map(|&index| &codec.encodings[index as usize]);
    let args = arg::parse_all(cursor, &group.hints)?;
    let mut best: Option<explain::Failure> = None;
    let mut any_form = false;
    for encoding in encodings {
        if !forced.allows(encoding) {
            continue;
        }
        any_form = true;
        match matching::matches(encoding, &args) {
            Ok((inst, fixups)) => return Ok(Parsed { inst, args, fixups }),
            Err(failure) => {
                if best.as_ref().is_none_or(|b| failure.at > b.at) {
                    best = Some(failure);
                }
            }
        }
    }
    if !any_form {
        let suffix = &written[name.len()..];
        let message = format!("`{name}` has no encoding `{suffix}`");
        return Err(Error::new(start, end, "no-such-encoding", message));
    }
    Err(match best {
        Some(failure) => {
            let all = group.encodings.iter();
            let all = all.map(|&index| &codec.encodings[index as usize]);
            let mut error = failure.into_error(cursor.text, text_end(&args, end), all.clone());
            let mut others = all.filter(|encoding| !forced.allows(encoding));
            let other = others.find(|encoding| matching::matches(encoding, &args).is_ok());
            if let Some(suffix) = other.map(Forced::suffix) {
                error.help = Some(format!("`{name}{suffix}` takes these operands"));
            }
            error
        }
        None => unknown(codec, name, start, end),
    })
}

fn text_end(args: &[Arg], end: usize) -> usize {
    args.last().map_or(end, |arg| arg.end)
}

/// Encodings for a name, which may be an older spelling.
pub(crate) fn lookup(codec: &'static Codec, name: &str) -> Option<&'static Group> {
    match codec.named(name) {
        Some(list) => Some(list),
        None => codec.named(alias::resolve(name, codec.target)?),
    }
}

/// Why a name is none here. The codecs of other waves and generations are asked, not the rows: a
/// name may have several of them, or be an older spelling.
fn unknown(codec: &'static Codec, name: &str, start: usize, end: usize) -> Error {
    let error = |code, message: String, help: Option<String>| Error {
        help,
        ..Error::new(start, end, code, message)
    };
    let other_wave = |target: Target| {
        let mut waves = target.generation().wave_sizes.iter();
        waves.find(|&&wave| lookup(Codec::of(target, wave), name).is_some())
    };
    if let Some(wave) = other_wave(codec.target) {
        let (lanes, here) = (wave.lanes(), codec.wave.lanes());
        let message = format!("`{name}` needs waves of {lanes} lanes");
        let help = format!("this code is for waves of {here}: `wave = {lanes}` makes it {lanes}");
        return error("wave-size", message, Some(help));
    }
    if rows(codec.target).any(|row| row.name == name && row.second_only()) {
        let message = format!("`{name}` can only be the second of a pair");
        let help = "it is written after the `::` of another dual instruction".into();
        return error("unknown-mnemonic", message, Some(help));
    }
    let elsewhere = Target::ALL.into_iter().filter(|&t| other_wave(t).is_some());
    let elsewhere: Vec<&str> = elsewhere.map(Target::name).collect();
    if !elsewhere.is_empty() {
        let message = format!("`{name}` is not an instruction of {}", codec.target);
        let help = format!("it exists on {}", elsewhere.join(", "));
        return error("unknown-mnemonic", message, Some(help));
    }
    let help = ::source::did_you_mean(name, codec.names());
    let message = format!("unknown instruction `{name}`");
    error("unknown-mnemonic", message, help)
}

/// The encoding that a mnemonic's suffix asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forced {
    Any,
    Short,
    Long,
    Dpp,
    LongDpp,
}

impl Forced {
    fn split(written: &str) -> (&str, Forced) {
        for (suffix, forced) in [
            ("_e64_dpp", Forced::LongDpp),
            ("_e64", Forced::Long),
            ("_e32", Forced::Short),
            ("_dpp", Forced::Dpp),
        ] {
            if let Some(name) = written.strip_suffix(suffix) {
                return (name, forced);
            }
        }
        (written, Forced::Any)
    }

    /// What asks for this encoding.
    fn suffix(encoding: &Encoding) -> &'static str {
        match (encoding.form.is_long(), encoding.form.is_dpp()) {
            (true, true) => "_e64_dpp",
            (true, false) => "_e64",
            (false, true) => "_dpp",
            (false, false) => "_e32",
        }
    }

    fn allows(self, encoding: &Encoding) -> bool {
        let long = encoding.form.is_long();
        let dpp = encoding.form.is_dpp();
        // Lanes are read and written by long encodings that count as short ones.
        let lane = matches!(encoding.row.meaning, Meaning::ReadLane | Meaning::WriteLane);
        match self {
            Forced::Any => true,
            Forced::Short => lane || !long && !dpp && encoding.row.format != Format::Vop3,
            Forced::Long => long && !dpp && !lane,
            Forced::Dpp => dpp && encoding.form != Form::LongDpp8 && !long,
            Forced::LongDpp => dpp && long,
        }
    }
}
