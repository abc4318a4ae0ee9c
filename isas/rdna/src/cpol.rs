//! Cache policy: `glc slc dlc` on RDNA 3, temporal hint and scope on RDNA 4.
//!
//! The value has the same layout everywhere: on RDNA 3 bit 0 is `glc`, 1 `slc`, 2 `dlc`; on RDNA 4
//! bits 0 to 2 are the temporal hint and bits 3 and 4 the scope. Bits 5 (`nv`) and 6 (scaled offset)
//! belong to later machines: they are printed where they are set and never assembled.

use crate::asm::{Cursor, Error};
use crate::encoding::{Encoding, NO_BIT, Param, Returning};
use crate::print::hex;
use crate::row::{ATOMIC, Format, STORE};
use crate::target::Target;

/// What was written of a cache policy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    pub bits: i32,
    /// The kind of instruction that the temporal hint's name is for.
    hint: Option<Use>,
    /// The hint was called `BYPASS`, which shares its number with another.
    bypass: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Load,
    Store,
    Atomic,
}

const RDNA3_FLAGS: [&str; 3] = ["glc", "slc", "dlc"];
const SCOPES: [&str; 4] = ["SCOPE_CU", "SCOPE_SE", "SCOPE_DEV", "SCOPE_SYS"];
/// Temporal hints of loads and stores; the number 3 depends on use and scope.
const HINTS: [(&str, i32); 8] = [
    ("RT", 0),
    ("NT", 1),
    ("HT", 2),
    ("LU", 3),
    ("NT_RT", 4),
    ("RT_NT", 5),
    ("NT_HT", 6),
    ("NT_WB", 7),
];
const ATOMIC_HINTS: [(&str, i32); 7] = [
    ("RT", 0),
    ("RETURN", 1),
    ("RT_RETURN", 1),
    ("NT", 2),
    ("NT_RETURN", 3),
    ("CASCADE_RT", 4),
    ("CASCADE_NT", 6),
];

/// Reads as much of a cache policy as is written here.
pub(crate) fn parse(cursor: &mut Cursor, target: Target) -> Result<Option<Written>, Error> {
    let mut written = Written::default();
    let mut seen = 0;
    while let Some(name) = cursor.peek_name() {
        let start = cursor.at;
        let which = if target.is_rdna4() {
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
                        let scope = SCOPES
                            .iter()
                            .position(|scope| *scope == word)
                            .ok_or_else(|| bad("scope", &SCOPES.map(String::from)))?;
                        written.bits |= (scope as i32) << 3;
                        1
                    }
                }
                _ => break,
            }
        } else {
            let (plain, on) = match name.strip_prefix("no") {
                Some(plain) => (plain, 0),
                None => (name, 1),
            };
            let Some(flag) = RDNA3_FLAGS.iter().position(|flag| *flag == plain) else {
                break;
            };
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

fn hint_names() -> Vec<String> {
    let of = |kind: &'static str, hints: &'static [(&str, i32)]| {
        hints
            .iter()
            .map(move |(name, _)| format!("TH_{kind}_{name}"))
    };
    of("LOAD", &HINTS)
        .chain(of("STORE", &HINTS))
        .chain(of("ATOMIC", &ATOMIC_HINTS))
        .collect()
}

fn hint(word: &str, written: &mut Written) -> Option<()> {
    let (used, rest) = if word == "TH_DEFAULT" {
        return Some(());
    } else if let Some(rest) = word.strip_prefix("TH_ATOMIC_") {
        (Use::Atomic, rest)
    } else if let Some(rest) = word.strip_prefix("TH_LOAD_") {
        (Use::Load, rest)
    } else {
        (Use::Store, word.strip_prefix("TH_STORE_")?)
    };
    let value = match (used, rest) {
        (Use::Atomic, _) => ATOMIC_HINTS.iter().find(|h| h.0 == rest)?.1,
        (_, "BYPASS") => {
            written.bypass = true;
            3
        }
        (Use::Store, "WB") => 3,
        (Use::Store, "LU") | (Use::Load, "NT_WB") => return None,
        _ => HINTS.iter().find(|h| h.0 == rest)?.1,
    };
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
    if !encoding.target.is_rdna4() {
        let glc = bits & 1 != 0;
        let fits = match encoding.returning {
            Returning::Yes => glc,
            Returning::No => !glc,
            Returning::Either => true,
        };
        let scalar = encoding.row.format == Format::Smem;
        return (fits && !(scalar && bits & 2 != 0)).then_some(bits);
    }
    let (th, scope) = (bits & 7, bits >> 3);
    if encoding.returning == Returning::Yes && th & 1 == 0 {
        return None;
    }
    if th != 0 {
        let smem = encoding.row.format == Format::Smem;
        if smem && matches!(th, 4..=6) || th >> (param.len - 2) != 0 {
            return None;
        }
        if th == 3 && written.bypass != (scope == 3) {
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
    if target.is_rdna4() {
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
    if target.is_rdna4() {
        let field = (value & 7) << 2 | value >> 3 & 3;
        let field = (field as u128) << param.lo & param.field_mask();
        return field | bit(param.sel, value & 32) | bit(param.abs, value & 64);
    }
    bit(param.lo, value & 1) | bit(param.neg, value & 2) | bit(param.abs, value & 4)
}

pub(crate) fn print(value: i32, encoding: &Encoding, out: &mut String) {
    if !encoding.target.is_rdna4() {
        for (index, flag) in RDNA3_FLAGS.iter().enumerate() {
            if value >> index & 1 != 0 {
                out.push(' ');
                out.push_str(flag);
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
    match used {
        Use::Atomic => {
            out.push_str("TH_ATOMIC_");
            match th {
                4.. if scope >= 2 => {
                    out.push_str(if th & 2 != 0 {
                        "CASCADE_NT"
                    } else {
                        "CASCADE_RT"
                    });
                }
                4.. => hex(th as u64, out),
                3 => out.push_str("NT_RETURN"),
                2 => out.push_str("NT"),
                _ => out.push_str("RETURN"),
            }
        }
        Use::Load if th == 7 => hex(th as u64, out),
        _ => {
            let store = used == Use::Store;
            out.push_str(if store { "TH_STORE_" } else { "TH_LOAD_" });
            out.push_str(match th {
                3 if scope == 3 => "BYPASS",
                3 if store => "WB",
                _ => HINTS[th as usize].0,
            });
        }
    }
}
