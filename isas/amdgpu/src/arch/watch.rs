//! `print` lines: what a kernel file wants to see while it runs.
//!
//! ```text
//! print wave=0, thread=all, v3, v[4:5] as f64, s[0:1], exec, vcc, scc
//! ```

use crate::lower::registers::{EXEC, M0, SCC, SGPR0, VCC};
use arch::{Code, Print, PrintItem, PrintSource};
use kernel::Type;
use uop::VReg;

/// The word that begins such a line.
pub(super) const WORD: &str = "print";
/// The attribute of code that holds its lines: address, tab, text.
pub(super) const ATTRIBUTE: &str = "print";

/// What is wrong with a line: where in it, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub start: usize,
    pub len: usize,
    pub message: String,
}

/// One more than the highest vector register that is printed.
pub(super) fn named_vectors(print: &Print) -> u16 {
    let last = |source: &PrintSource| match source {
        PrintSource::Vectors(first, count) => first.0 + count,
        _ => 0,
    };
    print
        .items
        .iter()
        .map(|item| last(&item.source))
        .max()
        .unwrap_or(0)
}

/// All lines of a program. What does not parse was not written by the assembler.
pub(super) fn of_code(code: &Code) -> Vec<Print> {
    let lines = code.attributes.get(ATTRIBUTE).map_or("", String::as_str);
    let parsed = lines.lines().filter_map(|line| {
        let (offset, text) = line.split_once('\t')?;
        let address = code
            .base
            .checked_add(u64::from_str_radix(offset, 16).ok()?)?;
        parse(text, address).ok()
    });
    parsed.collect()
}

/// Reads what follows the word `print`.
pub(super) fn parse(text: &str, address: u64) -> Result<Print, Wrong> {
    let mut print = Print {
        address,
        group: None,
        wave: None,
        thread: None,
        items: Vec::new(),
    };
    let mut at = 0;
    for part in text.split(',') {
        let start = at + (part.len() - part.trim_start().len());
        at += part.len() + 1;
        let part = part.trim();
        let wrong = |message: String| Wrong {
            start,
            len: part.len(),
            message,
        };
        let Some((key, value)) = part.split_once('=') else {
            print.items.push(item(part).map_err(wrong)?);
            continue;
        };
        let (key, value) = (key.trim(), value.trim());
        let number = || {
            let parsed = value.parse::<u32>();
            parsed.map_err(|_| wrong(format!("expected a number after `{key}=`, found `{value}`")))
        };
        match key {
            "group" => print.group = Some(number()?.into()),
            "wave" => print.wave = Some(number()?),
            "thread" if value == "all" => print.thread = None,
            "thread" => print.thread = Some(number()?),
            _ => {
                return Err(wrong(format!(
                    "expected `group=`, `wave=` or `thread=`, found `{key}=`"
                )));
            }
        }
    }
    if print.items.is_empty() {
        return Err(Wrong {
            start: 0,
            len: text.len(),
            message: "expected at least one register to print".into(),
        });
    }
    Ok(print)
}

fn item(text: &str) -> Result<PrintItem, String> {
    let (name, ty) = match text.split_once(" as ") {
        Some((name, ty)) => {
            let ty = ty.trim();
            let known = Type::from_name(ty).ok_or_else(|| format!("there is no type `{ty}`"))?;
            (name.trim(), Some(known))
        }
        None => (text, None),
    };
    let source = source(name).ok_or_else(|| {
        format!("expected a register such as v3, s[0:1], exec, vcc or scc, found `{name}`")
    })?;
    let registers = match source {
        PrintSource::Vectors(_, count) | PrintSource::Scalars(_, count) => count,
        PrintSource::Mask(_) => 1,
    };
    if ty.is_some_and(|ty| ty.size() == 8) && registers % 2 != 0 {
        return Err(format!(
            "a value of 64 bits takes two registers, `{name}` is {registers}"
        ));
    }
    Ok(PrintItem {
        name: name.into(),
        source,
        ty,
    })
}

fn source(name: &str) -> Option<PrintSource> {
    Some(match name {
        "exec" => PrintSource::Mask(EXEC),
        "vcc" => PrintSource::Mask(VCC),
        "scc" => PrintSource::Scalars(SCC, 1),
        "m0" => PrintSource::Scalars(M0, 1),
        "exec_lo" => PrintSource::Scalars(EXEC, 1),
        "exec_hi" => PrintSource::Scalars(EXEC.plus(1), 1),
        "vcc_lo" => PrintSource::Scalars(VCC, 1),
        "vcc_hi" => PrintSource::Scalars(VCC.plus(1), 1),
        _ => {
            let vector = name.starts_with('v');
            let (first, count) = numbers(name.strip_prefix(['v', 's'])?)?;
            let last = first.checked_add(count - 1)?;
            match vector {
                true if last < 256 => PrintSource::Vectors(VReg(first), count),
                false if last < 106 => PrintSource::Scalars(SGPR0.plus(first), count),
                _ => return None,
            }
        }
    })
}

/// `3`, `[3]` or `[3:5]` as first and count.
fn numbers(text: &str) -> Option<(u16, u16)> {
    let plain = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u16>().ok().filter(|_| digits)
    };
    let Some(inner) = text.strip_prefix('[') else {
        return Some((plain(text)?, 1));
    };
    let inner = inner.strip_suffix(']')?;
    let (first, last) = inner.split_once(':').unwrap_or((inner, inner));
    let (first, last) = (plain(first.trim())?, plain(last.trim())?);
    (first <= last).then(|| (first, last - first + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_what_to_print() {
        let print = parse(" wave=0, thread=all, v3, s[0:1] as u64, exec, scc", 16).unwrap();
        assert_eq!(
            (print.address, print.wave, print.thread),
            (16, Some(0), None)
        );
        let names: Vec<&str> = print.items.iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, ["v3", "s[0:1]", "exec", "scc"]);
        assert_eq!(print.items[1].source, PrintSource::Scalars(SGPR0, 2));
        assert_eq!(print.items[1].ty, Some(Type::U64));
        assert_eq!(print.items[2].source, PrintSource::Mask(EXEC));
    }

    #[test]
    fn what_is_wrong_is_said_at_its_place() {
        let check = |text: &str, place: &str, message: &str| {
            let wrong = parse(text, 0).unwrap_err();
            assert_eq!(&text[wrong.start..wrong.start + wrong.len], place);
            assert!(wrong.message.contains(message), "{}", wrong.message);
        };
        check("v3, q4", "q4", "found `q4`");
        check("wave=x, v0", "wave=x", "expected a number after `wave=`");
        check("lane=1, v0", "lane=1", "expected `group=`");
        check("wave=1", "wave=1", "at least one register");
        check("v0 as f31", "v0 as f31", "no type `f31`");
        check("v0 as f64", "v0 as f64", "two registers");
        check("v[5:3]", "v[5:3]", "found `v[5:3]`");
        check("v256", "v256", "found `v256`");
        check("s200", "s200", "found `s200`");
    }
}
