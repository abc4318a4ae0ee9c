//! `print` lines: what a kernel file wants to see while it runs.
//!
//! ```text
//! print wave=0, thread=all, v3, v[4:5] as f64, s[0:1], exec, vcc, scc
//! ```

use crate::abi::apertures;
use crate::asm::{self, Run};
use crate::inst::{self, Reg, RegisterHalf, VGPR0};
use crate::lower::registers::{EXEC, SCC, VCC, same_for_all};
use crate::print;
use crate::target::Target;
use arch::{Code, Print, PrintItem, PrintSource};
use kernel::Type;
use uop::{SReg, VReg};

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
        PrintSource::Half(reg, _) => reg.0 + 1,
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
pub(super) fn of_code(code: &Code, target: Target) -> Vec<Print> {
    let lines = code.attributes.get(ATTRIBUTE).map_or("", String::as_str);
    let parsed = lines.lines().filter_map(|line| {
        let (offset, text) = line.split_once('\t')?;
        let address = code
            .base
            .checked_add(u64::from_str_radix(offset, 16).ok()?)?;
        parse(text, address, target).ok()
    });
    parsed.collect()
}

/// Reads what follows the word `print`.
pub(super) fn parse(text: &str, address: u64, target: Target) -> Result<Print, Wrong> {
    let mut print = Print {
        address,
        group: None,
        wave: None,
        thread: None,
        items: Vec::new(),
    };
    let mut at = 0;
    let mut lists = 0;
    let between = |c: char| {
        lists += i32::from(c == '[') - i32::from(c == ']');
        c == ',' && lists == 0
    };
    for part in text.split(between) {
        let start = at + (part.len() - part.trim_start().len());
        at += part.len() + 1;
        let part = part.trim();
        let wrong = |message: String| Wrong {
            start,
            len: part.len(),
            message,
        };
        let Some((key, value)) = part.split_once('=') else {
            print.items.extend(items(part, target).map_err(wrong)?);
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

/// What is shown of registers: a value each, or one of two.
fn items(text: &str, target: Target) -> Result<Vec<PrintItem>, String> {
    let (name, ty) = match text.split_once(" as ") {
        Some((name, ty)) => {
            let ty = ty.trim();
            let known = Type::from_name(ty).ok_or_else(|| format!("there is no type `{ty}`"))?;
            (name.trim(), Some(known))
        }
        None => (text, None),
    };
    let run = asm::registers(name, target)?.ok_or_else(|| {
        format!("expected a register such as v3, s[0:1], exec, vcc or scc, found `{name}`")
    })?;
    let words = if ty.is_some_and(|ty| ty.size() == 8) {
        2
    } else {
        1
    };
    let whole = whole(name, run, target)?;
    let registers = match whole {
        None => run.words,
        Some(PrintSource::Constant(_, words)) => words,
        Some(_) => 1,
    };
    if registers % words != 0 {
        return Err(format!(
            "a value of 64 bits takes two registers, `{name}` is {registers}"
        ));
    }
    if run.half != RegisterHalf::Whole && ty.is_some_and(|ty| ty.size() > 2) {
        return Err(format!("`{name}` is 16 bits"));
    }
    if let Some(source) = whole {
        let name = name.into();
        return Ok(vec![PrintItem { name, source, ty }]);
    }
    let parts = (0..run.words).step_by(words.into()).map(|offset| {
        let code = run.code + offset;
        let mut own = String::new();
        match run.words == words {
            true => own.push_str(name),
            false => print::register(Reg::new(code, words as u8), &mut own),
        }
        let source = match code.checked_sub(VGPR0) {
            Some(index) => PrintSource::Vectors(VReg(index), words),
            None => PrintSource::Scalars(SReg(code), words),
        };
        PrintItem {
            name: own,
            source,
            ty,
        }
    });
    Ok(parts.collect())
}

/// Where a value is that is not looked at a word at a time.
fn whole(name: &str, run: Run, target: Target) -> Result<Option<PrintSource>, String> {
    if let Some(bits) = same_for_all(run.code, &apertures()) {
        // Names that serve for any width stand for addresses.
        let words = if run.words == 0 { 2 } else { run.words };
        return Ok(Some(PrintSource::Constant(bits, words)));
    }
    let half = match run.half {
        RegisterHalf::Whole => None,
        RegisterHalf::Low => Some(arch::Half::Low),
        RegisterHalf::High => Some(arch::Half::High),
    };
    if let Some(half) = half {
        return match run.code.checked_sub(VGPR0) {
            Some(index) if target.generation().half_registers => {
                Ok(Some(PrintSource::Half(VReg(index), half)))
            }
            _ => Err(format!("`{name}` cannot be an operand on this target")),
        };
    }
    Ok(Some(match (run.code, run.words) {
        (inst::EXEC_LO, 2) => PrintSource::Mask(EXEC),
        (inst::VCC_LO, 2) => PrintSource::Mask(VCC),
        (inst::EXECZ, _) => PrintSource::NoLane(EXEC),
        (inst::VCCZ, _) => PrintSource::NoLane(VCC),
        (inst::SCC, _) => PrintSource::Scalars(SCC, 1),
        (0..=inst::EXEC_HI | VGPR0.., _) => return Ok(None),
        _ => return Err(format!("`{name}` is for graphics")),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_what_to_print() {
        let text = " wave=0, thread=all, v3, s[0:1] as u64, exec, scc";
        let print = parse(text, 16, Target::Gfx1100).unwrap();
        assert_eq!(
            (print.address, print.wave, print.thread),
            (16, Some(0), None)
        );
        let names: Vec<&str> = print.items.iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, ["v3", "s[0:1]", "exec", "scc"]);
        assert_eq!(print.items[1].source, PrintSource::Scalars(SReg(0), 2));
        assert_eq!(print.items[1].ty, Some(Type::U64));
        assert_eq!(print.items[2].source, PrintSource::Mask(EXEC));
    }

    #[test]
    fn what_is_wrong_is_said_at_its_place() {
        let check = |text: &str, place: &str, message: &str| {
            let wrong = parse(text, 0, Target::Gfx1100).unwrap_err();
            assert_eq!(&text[wrong.start..wrong.start + wrong.len], place);
            assert!(wrong.message.contains(message), "{}", wrong.message);
        };
        check("v3, q4", "q4", "found `q4`");
        check("wave=x, v0", "wave=x", "expected a number after `wave=`");
        check("lane=1, v0", "lane=1", "expected `group=`");
        check("wave=1", "wave=1", "at least one register");
        check("v0 as f31", "v0 as f31", "no type `f31`");
        check("v0 as f64", "v0 as f64", "two registers");
        check("v[5:3]", "v[5:3]", "first register index");
        check("v256", "v256", "from v0 to v255");
        check("s200", "s200", "from s0 to s105");
        check("v[0:2] as f64", "v[0:2] as f64", "two registers");
        check("v3.l as f32", "v3.l as f32", "16 bits");
        check("v3 v4", "v3 v4", "found `v3 v4`");
        check("[v1, v3], v0", "[v1, v3]", "consecutive");
    }

    /// What a text is shown as on a target: names and places, or what is wrong with it.
    fn shown(text: &str, target: Target) -> Result<Vec<(String, PrintSource)>, String> {
        let print = parse(text, 0, target).map_err(|wrong| wrong.message)?;
        let items = print.items.into_iter();
        Ok(items.map(|item| (item.name, item.source)).collect())
    }

    #[test]
    fn what_can_be_an_operand_can_be_printed() {
        use PrintSource::{Constant, Mask, NoLane, Scalars, Vectors};
        let check = |text: &str, target, expected: &[(&str, PrintSource)]| {
            let named = |(name, source): &(&str, PrintSource)| (name.to_string(), *source);
            let expected = expected.iter().map(named).collect();
            assert_eq!(shown(text, target), Ok(expected), "{text} on {target}");
        };
        let v = |index| Vectors(VReg(index), 1);
        let s = |code| Scalars(SReg(code), 1);
        let (rdna3, rdna4, cdna3) = (Target::Gfx1100, Target::Gfx1200, Target::Gfx942);
        check(
            "v[4:5], a1",
            cdna3,
            &[("v4", v(4)), ("v5", v(5)), ("a1", v(257))],
        );
        check("acc[0:1]", cdna3, &[("a0", v(256)), ("a1", v(257))]);
        check("a[2:3] as f64", cdna3, &[("a[2:3]", Vectors(VReg(258), 2))]);
        check(
            "[s2, s3], s105",
            rdna3,
            &[("s2", s(2)), ("s3", s(3)), ("s105", s(105))],
        );
        // No operand begins there or is as long.
        check("s[1:2]", rdna3, &[("s1", s(1)), ("s2", s(2))]);
        assert_eq!(shown("v[0:255]", rdna3).map(|all| all.len()), Ok(256));
        check("ttmp[2:3]", rdna4, &[("ttmp2", s(110)), ("ttmp3", s(111))]);
        check(
            "vcc, exec_hi, m0",
            cdna3,
            &[("vcc", Mask(VCC)), ("exec_hi", s(127)), ("m0", s(125))],
        );
        check(
            "src_execz, src_scc",
            cdna3,
            &[("src_execz", NoLane(EXEC)), ("src_scc", Scalars(SCC, 1))],
        );
        check("flat_scratch", cdna3, &[("flat_scratch", Constant(0, 2))]);
        check("xnack_mask_hi", cdna3, &[("xnack_mask_hi", Constant(0, 1))]);
        check("null", rdna4, &[("null", Constant(0, 2))]);
        let local = Constant(apertures().local.start, 2);
        check(
            "src_shared_base as u64",
            rdna3,
            &[("src_shared_base", local)],
        );
        let high = PrintSource::Half(VReg(1), arch::Half::High);
        check("v1.h as f16", rdna3, &[("v1.h", high)]);
        for (text, target, message) in [
            ("s[103:104]", cdna3, "registers run from s0 to s101"),
            (
                "a0",
                rdna3,
                "the register `a0` does not exist on this target",
            ),
            ("flat_scratch", rdna4, "does not exist"),
            ("null", cdna3, "does not exist"),
            ("v1.h", rdna4, "cannot be an operand"),
            ("s1.l", rdna3, "cannot be an operand"),
            ("lds_direct", rdna3, "`lds_direct` is for graphics"),
        ] {
            let wrong = shown(text, target).unwrap_err();
            assert!(wrong.contains(message), "{text} on {target}: {wrong}");
        }
    }
}
