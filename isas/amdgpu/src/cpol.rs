//! Cache policy: `glc slc dlc` on RDNA 3, temporal hint and scope on RDNA 4, `sc0 nt sc1` on CDNA.
//!
//! The value has the same layout everywhere: on RDNA 3 bit 0 is `glc`, 1 `slc`, 2 `dlc`; on CDNA it is `sc0`,
//! which scalar loads call `glc`, 1 `nt`, 2 `sc1`; on RDNA 4
//! bits 0 to 2 are the temporal hint and bits 3 and 4 the scope. Bits 5 (`nv`) and 6 (scaled offset)
//! belong to later machines: they are printed where they are set and never assembled.

use crate::asm::{Cursor, Error};
use crate::encoding::{Encoding, NO_BIT, Param, Returning};
use crate::print::hex;
use crate::row::{ATOMIC, AmdFormat, STORE};
use crate::target::{CachePolicy, Target};

/// What was written of a cache policy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    pub bits: i32,
    /// The kind of instruction that the temporal hint's name is for.
    hint: Option<Use>,
    /// The hint was called `BYPASS`, which shares its number with another.
    bypass: bool,
    /// A flag was called as scalar loads of CDNA call it.
    scalar: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Load,
    Store,
    Atomic,
}

const RDNA3_FLAGS: [&str; 3] = ["glc", "slc", "dlc"];
const CDNA_FLAGS: [&str; 3] = ["sc0", "nt", "sc1"];
/// What scalar loads of CDNA call the first.
const CDNA_SCALAR: &str = "glc";
/// Later machines have these; only their absence can be asked for.
const NEWER_WORDS: [&str; 2] = ["noscale_offset", "nonv"];
const DEFAULT_HINT: &str = "TH_DEFAULT";
const SCOPES: [&str; 4] = ["SCOPE_CU", "SCOPE_SE", "SCOPE_DEV", "SCOPE_SYS"];
/// `BYPASS` shares its number with another hint; it is meant at the widest scope.
const BYPASS: &str = "BYPASS";
const SYSTEM: i32 = 3;

impl Use {
    const ALL: [Use; 3] = [Use::Load, Use::Store, Use::Atomic];

    /// What the names of its temporal hints start with.
    const fn prefix(self) -> &'static str {
        match self {
            Use::Load => "TH_LOAD_",
            Use::Store => "TH_STORE_",
            Use::Atomic => "TH_ATOMIC_",
        }
    }

    /// Its temporal hints, with their numbers.
    const fn hints(self) -> &'static [(&'static str, i32)] {
        match self {
            Use::Load => &[
                ("RT", 0),
                ("NT", 1),
                ("HT", 2),
                ("LU", 3),
                (BYPASS, 3),
                ("NT_RT", 4),
                ("RT_NT", 5),
                ("NT_HT", 6),
            ],
            Use::Store => &[
                ("RT", 0),
                ("NT", 1),
                ("HT", 2),
                ("WB", 3),
                (BYPASS, 3),
                ("NT_RT", 4),
                ("RT_NT", 5),
                ("NT_HT", 6),
                ("NT_WB", 7),
            ],
            Use::Atomic => &[
                ("RT", 0),
                ("RETURN", 1),
                ("RT_RETURN", 1),
                ("NT", 2),
                ("NT_RETURN", 3),
                ("CASCADE_RT", 4),
                ("CASCADE_NT", 6),
            ],
        }
    }
}

/// Reads as much of a cache policy as is written here.
pub(crate) fn parse(cursor: &mut Cursor, target: Target) -> Result<Option<Written>, Error> {
    let is_letter = |first: char| first.is_ascii_alphabetic() || first == '_';
    let mut written = Written::default();
    let mut seen = 0;
    while let Some(name) = cursor.peek_name() {
        let start = cursor.at;
        let which = if target.generation().temporal_hints() {
            match name {
                "th" | "scope" => {
                    let mut ahead = cursor.clone();
                    ahead.at += name.len();
                    if !ahead.eat(b':') {
                        break;
                    }
                    *cursor = ahead;
                    cursor.skip();
                    let at = cursor.at;
                    let word = cursor.word();
                    let bad = |what: &str, names: &[String]| {
                        let message = format!("there is no {what} `{word}`");
                        let names = names.iter().map(String::as_str);
                        let mut error = Error::new(at, at + word.len(), "bad-policy", message);
                        error.help = ::source::did_you_mean(word, names);
                        error
                    };
                    if name == "th" {
                        hint(word, &mut written)
                            .ok_or_else(|| bad("temporal hint", &hint_names()))?;
                        0
                    } else {
                        let named = SCOPES.iter().position(|scope| *scope == word);
                        let scope = match named {
                            Some(scope) => scope as i64,
                            None if word.starts_with(is_letter) => {
                                return Err(bad("scope", &SCOPES.map(String::from)));
                            }
                            None => {
                                cursor.at = at;
                                cursor.absolute()?
                            }
                        };
                        if !(0..4).contains(&scope) {
                            return Err(bad("scope", &SCOPES.map(String::from)));
                        }
                        written.bits |= (scope as i32) << 3;
                        1
                    }
                }
                _ => match NEWER_WORDS.iter().position(|word| *word == name) {
                    Some(which) => {
                        cursor.at += name.len();
                        2 + which
                    }
                    None => break,
                },
            }
        } else {
            let (plain, on) = match name.strip_prefix("no") {
                Some(plain) => (plain, 0),
                None => (name, 1),
            };
            let scopes = target.generation().policy == CachePolicy::ScopeFlags;
            let scalar = scopes && plain == CDNA_SCALAR;
            let flags = flags(target);
            let known = flags.iter().position(|flag| *flag == plain);
            let Some(flag) = known.or(scalar.then_some(0)) else {
                break;
            };
            written.scalar |= scalar;
            cursor.at += name.len();
            written.bits |= on << flag;
            flag
        };
        if seen & 1 << which != 0 {
            let message = "this part of the cache policy is given twice";
            return Err(Error::new(start, cursor.at, "bad-policy", message));
        }
        seen |= 1 << which;
    }
    Ok((seen != 0).then_some(written))
}

fn flags(target: Target) -> &'static [&'static str; 3] {
    match target.generation().policy {
        CachePolicy::ScopeFlags => &CDNA_FLAGS,
        _ => &RDNA3_FLAGS,
    }
}

/// All parts of policies as they are written, of all targets.
pub(crate) fn parts() -> Vec<String> {
    let hints = hint_names().into_iter().map(|hint| format!("th:{hint}"));
    let scopes = SCOPES.iter().map(|scope| format!("scope:{scope}"));
    let words = RDNA3_FLAGS.into_iter().chain(CDNA_FLAGS).chain(NEWER_WORDS);
    let words = words.map(String::from);
    words
        .chain([format!("th:{DEFAULT_HINT}")])
        .chain(hints)
        .chain(scopes)
        .collect()
}

/// The names of all temporal hints.
fn hint_names() -> Vec<String> {
    let of = |used: Use| {
        let hints = used.hints().iter();
        hints.map(move |(name, _)| format!("{}{name}", used.prefix()))
    };
    Use::ALL.into_iter().flat_map(of).collect()
}

fn hint(word: &str, written: &mut Written) -> Option<()> {
    if word == DEFAULT_HINT {
        return Some(());
    }
    let named = |used: &Use| Some((*used, word.strip_prefix(used.prefix())?));
    let (used, rest) = Use::ALL.iter().find_map(named)?;
    let (name, value) = used.hints().iter().find(|(name, _)| *name == rest)?;
    written.bypass |= *name == BYPASS;
    written.hint = Some(used);
    written.bits |= value;
    Some(())
}

fn used(encoding: &Encoding) -> Use {
    if encoding.row.has(ATOMIC) {
        Use::Atomic
    } else if encoding.row.has(STORE) {
        Use::Store
    } else {
        Use::Load
    }
}

/// The policy's value, if the instruction can have it.
pub(crate) fn value(written: &Written, param: &Param, encoding: &Encoding) -> Option<i32> {
    let bits = written.bits;
    if !encoding.target.generation().temporal_hints() {
        let glc = bits & 1 != 0;
        let fits = match encoding.returning {
            Returning::Yes => glc,
            Returning::No => !glc,
            Returning::Either => true,
        };
        let scalar = encoding.row.format == AmdFormat::Smem;
        let scopes = encoding.target.generation().policy == CachePolicy::ScopeFlags;
        if scopes && scalar != written.scalar {
            return None;
        }
        let unfit = match scopes {
            true => bits & !1,
            false => bits & 2,
        };
        return (fits && !(scalar && unfit != 0)).then_some(bits);
    }
    let (th, scope) = (bits & 7, bits >> 3);
    if encoding.returning == Returning::Yes && th & 1 == 0 {
        return None;
    }
    if th != 0 {
        let smem = encoding.row.format == AmdFormat::Smem;
        if smem && matches!(th, 4..=6) || th >> (param.len - 2) != 0 {
            return None;
        }
        if th == 3 && written.bypass != (scope == SYSTEM) {
            return None;
        }
        if written.hint != Some(used(encoding)) {
            return None;
        }
    }
    Some(bits)
}

/// Whether the text must have a policy.
pub(crate) fn required(encoding: &Encoding) -> bool {
    encoding.returning == Returning::Yes
}

pub(crate) fn from_bits(param: &Param, word: u128, target: Target) -> i32 {
    let bit = |at: u8| {
        if at == NO_BIT {
            0
        } else {
            (word >> at) as i32 & 1
        }
    };
    if target.generation().temporal_hints() {
        let field = (word >> param.lo) as i32 & ((1 << param.len) - 1);
        return field >> 2 | (field & 3) << 3 | bit(param.sel) << 5 | bit(param.abs) << 6;
    }
    bit(param.lo) | bit(param.neg) << 1 | bit(param.abs) << 2
}

pub(crate) fn to_bits(param: &Param, value: i32, target: Target) -> u128 {
    let bit = |at: u8, on: i32| {
        if at == NO_BIT || on == 0 {
            0
        } else {
            1u128 << at
        }
    };
    if target.generation().temporal_hints() {
        let field = (value & 7) << 2 | value >> 3 & 3;
        let field = (field as u128) << param.lo & param.field_mask();
        return field | bit(param.sel, value & 32) | bit(param.abs, value & 64);
    }
    bit(param.lo, value & 1) | bit(param.neg, value & 2) | bit(param.abs, value & 4)
}

pub(crate) fn print(value: i32, encoding: &Encoding, out: &mut String) {
    if !encoding.target.generation().temporal_hints() {
        let scopes = encoding.target.generation().policy == CachePolicy::ScopeFlags;
        let scalar = scopes && encoding.row.format == AmdFormat::Smem;
        for (index, flag) in flags(encoding.target).iter().enumerate() {
            if value >> index & 1 != 0 {
                out.push(' ');
                out.push_str(if scalar { CDNA_SCALAR } else { flag });
            }
        }
        return;
    }
    let (th, scope) = (value & 7, value >> 3 & 3);
    if value & 64 != 0 {
        out.push_str(" scale_offset");
    }
    if th != 0 {
        out.push_str(" th:");
        print_hint(th, scope, used(encoding), out);
    }
    if scope != 0 {
        out.push_str(" scope:");
        out.push_str(SCOPES[scope as usize]);
    }
    if value & 32 != 0 {
        out.push_str(" nv");
    }
}

fn print_hint(th: i32, scope: i32, used: Use, out: &mut String) {
    let name = match (used, th) {
        // Cascades need scopes beyond the compute unit's.
        (Use::Atomic, 4..) if scope < 2 => None,
        (Use::Atomic, 4..) => named(used, th & 6),
        (Use::Load | Use::Store, 3) if scope == SYSTEM => Some(BYPASS),
        _ => named(used, th),
    };
    if used == Use::Atomic || name.is_some() {
        out.push_str(used.prefix());
    }
    match name {
        Some(name) => out.push_str(name),
        None => hex(th as u64, out),
    }
}

/// The name of a temporal hint's number, the first of several.
fn named(used: Use, th: i32) -> Option<&'static str> {
    let mut hints = used.hints().iter();
    hints.find(|(_, code)| *code == th).map(|(name, _)| *name)
}
