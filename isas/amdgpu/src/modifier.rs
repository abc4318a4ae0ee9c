//! Modifiers, what is written by name after the operands: read and printed.

use crate::asm::{ArgKind, Cursor, Error, Hints};
use crate::encoding::Encoding;
use crate::inst::{AmdInst, Mod};
use crate::names;
use crate::names::*;
use crate::print::{decimal, hex};
use crate::row::{AmdFormat, CMPX, MIX, OperandSlot, READS_DST};
use crate::target::Target;

const FLAGS: &[(&str, Mod)] = &[
    ("clamp", Mod::Clamp),
    ("gds", Mod::Gds),
    ("offen", Mod::Offen),
    ("idxen", Mod::Idxen),
    ("tfe", Mod::Tfe),
    ("lwe", Mod::Lwe),
    ("d16", Mod::D16),
    ("unorm", Mod::Unorm),
    ("r128", Mod::R128),
    ("a16", Mod::A16),
    ("done", Mod::Done),
    ("row_en", Mod::RowEn),
    ("lds", Mod::Lds),
];

/// Modifiers `name:number` with their range.
const NUMBERS: &[(&str, Mod, i64, i64)] = &[
    ("offset0", Mod::Offset0, 0, 255),
    ("offset1", Mod::Offset1, 0, 255),
    ("bound_ctrl", Mod::BoundCtrl, 0, 1),
    ("byte_sel", Mod::ByteSel, 0, 3),
    ("index_key", Mod::IndexKey, 0, 3),
    ("cbsz", Mod::Cbsz, 0, 7),
    ("abid", Mod::Abid, 0, 15),
    ("blgp", Mod::Blgp, 0, 7),
    ("wait_exp", Mod::WaitExp, 0, 7),
    ("wait_vdst", Mod::WaitVdst, 0, 15),
    ("wait_va_vdst", Mod::WaitVaVdst, 0, 15),
    ("wait_vm_vsrc", Mod::WaitVmVsrc, 0, 1),
];

/// Modifiers `name:number` that are cut to so many bits.
const CUT: &[(&str, Mod, i64)] = &[
    ("dmask", Mod::Dmask, 15),
    ("row_mask", Mod::RowMask, 15),
    ("bank_mask", Mod::BankMask, 15),
    ("bitop3", Mod::Bitop3, 255),
];

const LISTS: &[(&str, Mod)] = &[
    ("op_sel", Mod::OpSel),
    ("op_sel_hi", Mod::OpSelHi),
    ("neg_lo", Mod::NegLo),
    ("neg_hi", Mod::NegHi),
    ("neg", Mod::Neg),
];

/// Modifiers that are read by functions of their own.
const OTHERS: &[&str] = &[
    "off",
    "fi",
    "mul",
    "div",
    "quad_perm",
    "dpp8",
    "offset",
    "inst_offset",
    "format",
    "dim",
    "dst_sel",
    "dst_unused",
    "src0_sel",
    "src1_sel",
];

/// The names of all modifiers, cache policies aside.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let flags = FLAGS.iter().map(|(name, _)| *name);
    let numbers = NUMBERS.iter().map(|(name, ..)| *name);
    let cut = CUT.iter().map(|(name, ..)| *name);
    let lists = LISTS.iter().map(|(name, _)| *name);
    let mirrors = names::MIRRORS.iter().map(|(name, _)| *name);
    let rows = names::ROW_PATTERNS.iter().map(|pattern| pattern.name);
    let others = OTHERS.iter().copied();
    flags
        .chain(numbers)
        .chain(cut)
        .chain(lists)
        .chain(mirrors)
        .chain(rows)
        .chain(others)
}

/// Reads a modifier if `name` is one.
pub(crate) fn parse<'a>(
    cursor: &mut Cursor<'a>,
    name: &'a str,
    hints: &Hints,
) -> Result<Option<ArgKind<'a>>, Error> {
    if hints.branch {
        return Ok(None);
    }
    let start = cursor.at;
    if name == "off" {
        cursor.at += name.len();
        return Ok(Some(ArgKind::Off));
    }
    if let Some(written) = crate::cpol::parse(cursor, hints.target)? {
        return Ok(Some(ArgKind::Cpol(written)));
    }
    let mut after = cursor.clone();
    after.at += name.len();
    let colon = after.eat(b':');
    if !colon {
        let after_name = start + name.len();
        let (plain, on) = match name.strip_prefix("no") {
            Some(plain) => (plain, 0),
            None => (name, 1),
        };
        // What an export does cannot be denied.
        let known = |which: Mod| on == 1 || !matches!(which, Mod::Done | Mod::RowEn);
        let flag = FLAGS.iter().find(|(flag, _)| *flag == plain);
        if let Some((_, which)) = flag.filter(|(_, which)| known(*which)) {
            cursor.at = after_name;
            return Ok(Some(ArgKind::Mod(*which, on)));
        }
        let mirror = names::MIRRORS.iter().find(|(mirror, _)| *mirror == name);
        return Ok(mirror.map(|(_, code)| {
            cursor.at = after_name;
            ArgKind::Mod(Mod::DppCtrl, *code)
        }));
    }
    let value_start = after.at;
    let range = |cursor: &Cursor, what: &str, takes: &str| {
        let message = format!("`{what}` takes {takes}");
        Error::new(value_start, cursor.at, "out-of-range", message)
    };
    if let Some((_, which, low, high)) = NUMBERS.iter().find(|(n, ..)| *n == name) {
        *cursor = after;
        let value = cursor.absolute()?;
        if value < *low || value > *high {
            return Err(range(cursor, name, &format!("{low} to {high}")));
        }
        // Where patterns reach over the wave the word alone counts.
        let value = match which {
            Mod::BoundCtrl if hints.target.generation().wave_patterns => 1,
            _ => value,
        };
        return Ok(Some(ArgKind::Mod(*which, value as i32)));
    }
    if let Some((_, which, mask)) = CUT.iter().find(|(n, ..)| *n == name) {
        *cursor = after;
        let value = cursor.absolute()?;
        return Ok(Some(ArgKind::Mod(*which, (value & mask) as i32)));
    }
    if name == "fi" {
        *cursor = after;
        // The lowest bit counts in one kind of lane exchange, any of 32 in the other.
        let value = cursor.absolute()? as i32;
        let kept = value & 1 | ((value != 0) as i32) << 1;
        return Ok(Some(ArgKind::Mod(Mod::Fi, kept)));
    }
    if let Some((_, which)) = LISTS.iter().find(|(n, _)| *n == name) {
        *cursor = after;
        let (bits, count) = bit_list(cursor)?;
        // The number of entries is kept above the bits: it has to fit the instruction.
        return Ok(Some(ArgKind::Mod(*which, bits | count << 8)));
    }
    let mut patterns = RowPattern::all(hints.target).filter(|row| row.name == name);
    if patterns.clone().count() > 0 {
        *cursor = after;
        let value = cursor.absolute()?;
        let takes = |row: &RowPattern| (row.least.into()..=row.most.into()).contains(&value);
        if let Some(pattern) = patterns.clone().find(|row| takes(row)) {
            let code = pattern.code + value as i32 - pattern.least;
            return Ok(Some(ArgKind::Mod(Mod::DppCtrl, code)));
        }
        let all = patterns.by_ref().map(|row| match row.least == row.most {
            true => row.least.to_string(),
            false => format!("{} to {}", row.least, row.most),
        });
        let all: Vec<String> = all.collect();
        return Err(range(cursor, name, &all.join(" or ")));
    }
    let part = |cursor: &mut Cursor<'a>, which, list: &'static [&'static str]| {
        *cursor = after.clone();
        cursor.skip();
        let at = cursor.at;
        let word = cursor.clone().word();
        if !word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') {
            let value = cursor.absolute()?;
            return match (0..list.len() as i64).contains(&value) {
                true => Ok(Some(ArgKind::Mod(which, value as i32))),
                false => Err(Error::new(
                    at,
                    cursor.at,
                    "bad-part",
                    "there is no such part",
                )),
            };
        }
        cursor.word();
        let Some(code) = list.iter().position(|part| *part == word) else {
            let message = format!("there is no `{name}:{word}`");
            let mut error = Error::new(at, cursor.at, "bad-part", message);
            error.help = ::source::did_you_mean(word, list.iter().copied());
            return Err(error);
        };
        Ok(Some(ArgKind::Mod(which, code as i32)))
    };
    if hints.target.generation().parts {
        match name {
            "dst_sel" => return part(cursor, Mod::DstSel, PARTS),
            "src0_sel" => return part(cursor, Mod::Src0Sel, PARTS),
            "src1_sel" => return part(cursor, Mod::Src1Sel, PARTS),
            "dst_unused" => return part(cursor, Mod::DstUnused, UNUSED_PARTS),
            _ => {}
        }
    }
    match name {
        "mul" | "div" => {
            *cursor = after;
            let value = cursor.absolute()?;
            let omod = match (name, value) {
                ("mul", 1) | ("div", 1) => 0,
                ("mul", 2) => 1,
                ("mul", 4) => 2,
                ("div", 2) => 3,
                ("mul", _) => return Err(range(cursor, name, "1, 2 or 4")),
                _ => return Err(range(cursor, name, "1 or 2")),
            };
            Ok(Some(ArgKind::Mod(Mod::Omod, omod)))
        }
        "quad_perm" => {
            *cursor = after;
            let lanes = numbers::<4>(cursor, 3)?;
            let ctrl = lanes
                .iter()
                .enumerate()
                .fold(0, |c, (i, lane)| c | lane << (2 * i));
            Ok(Some(ArgKind::Mod(Mod::DppCtrl, ctrl)))
        }
        "dpp8" => {
            *cursor = after;
            let lanes = numbers::<8>(cursor, 7)?;
            let all = lanes
                .iter()
                .enumerate()
                .fold(0, |c, (i, lane)| c | lane << (3 * i));
            Ok(Some(ArgKind::Mod(Mod::Dpp8, all)))
        }
        "inst_offset" if !hints.inst_offset => Ok(None),
        "offset" | "inst_offset" => {
            *cursor = after;
            if hints.swizzle
                && let Some(value) = crate::swizzle::parse(cursor)?
            {
                return Ok(Some(ArgKind::Mod(Mod::Offset, value)));
            }
            let value = cursor.absolute()?;
            match i32::try_from(value) {
                Ok(value) => Ok(Some(ArgKind::Mod(Mod::Offset, value))),
                Err(_) => Err(range(cursor, name, "a number of 32 bits")),
            }
        }
        "format" => {
            *cursor = after;
            let code = format(cursor, hints.target)?;
            Ok(Some(ArgKind::Mod(Mod::Format, code)))
        }
        "dim" => {
            *cursor = after;
            cursor.skip();
            let at = cursor.at;
            let word = cursor.word();
            let short = word.strip_prefix("SQ_RSRC_IMG_").unwrap_or(word);
            let named = |dim: &&str| dim.eq_ignore_ascii_case(short);
            match names::DIMS.iter().position(named) {
                Some(code) => Ok(Some(ArgKind::Mod(Mod::Dim, code as i32))),
                None => Err(Error::new(
                    at,
                    cursor.at,
                    "bad-dim",
                    "not an image dimension",
                )),
            }
        }
        _ => Ok(None),
    }
}

/// `[0,1,1]`: bits and how many there were.
fn bit_list(cursor: &mut Cursor) -> Result<(i32, i32), Error> {
    cursor.expect(b'[')?;
    let mut bits = 0;
    let mut count = 0;
    loop {
        cursor.skip();
        let at = cursor.at;
        match cursor.absolute()? {
            0 => {}
            1 => bits |= 1 << count,
            _ => return Err(Error::new(at, cursor.at, "out-of-range", "expected 0 or 1")),
        }
        count += 1;
        if cursor.eat(b']') {
            return Ok((bits, count));
        }
        if count == 4 {
            return Err(cursor.error("expected `]`"));
        }
        cursor.expect(b',')?;
    }
}

fn numbers<const N: usize>(cursor: &mut Cursor, max: i64) -> Result<[i32; N], Error> {
    let mut list = [0; N];
    cursor.expect(b'[')?;
    for (index, slot) in list.iter_mut().enumerate() {
        if index > 0 {
            cursor.expect(b',')?;
        }
        cursor.skip();
        let at = cursor.at;
        let value = cursor.absolute()?;
        if !(0..=max).contains(&value) {
            let message = format!("expected a number from 0 to {max}");
            return Err(Error::new(at, cursor.at, "out-of-range", message));
        }
        *slot = value as i32;
    }
    cursor.expect(b']')?;
    Ok(list)
}

/// A buffer format: a number or a name in brackets.
fn format(cursor: &mut Cursor, target: Target) -> Result<i32, Error> {
    cursor.skip();
    let at = cursor.at;
    if !cursor.eat(b'[') {
        let value = cursor.absolute()?;
        if !(0..=127).contains(&value) {
            return Err(Error::new(
                at,
                cursor.at,
                "out-of-range",
                "out of range format",
            ));
        }
        return Ok(value as i32);
    }
    cursor.skip();
    let at = cursor.at;
    let first = cursor.word();
    let bad = |cursor: &Cursor| Error::new(at, cursor.at, "bad-format", "not a buffer format");
    let second = cursor.eat(b',').then(|| cursor.word());
    let code = match target.generation().split_formats {
        true => names::split_format(first, second),
        false => names::buffer_format_code(first)
            .filter(|_| second.is_none())
            .or_else(|| names::buffer_format_of_parts(first, second)),
    };
    let code = code.ok_or_else(|| bad(cursor))?;
    cursor.expect(b']')?;
    Ok(code as i32)
}

/// How many operands `op_sel` and its relatives list.
pub(crate) fn select_count(encoding: &Encoding, which: Mod) -> usize {
    let sources = sources(encoding);
    match which {
        // Packed instructions select halves of their sources only.
        Mod::OpSel if matches!(encoding.row.format, AmdFormat::Vop3p | AmdFormat::Mai) => sources,
        Mod::OpSel if encoding.row.is_permlane() => 2,
        Mod::OpSel if encoding.row.selects_byte() => 4,
        // Compares list a destination only in one of their forms.
        Mod::OpSel if encoding.row.has(CMPX) => sources,
        Mod::OpSel if encoding.row.format == AmdFormat::Vopc && encoding.form.is_dpp() => sources,
        // An accumulator is listed as a source too, before the destination.
        Mod::OpSel => sources + encoding.row.has(READS_DST) as usize + 1,
        _ => sources,
    }
}

fn sources(encoding: &Encoding) -> usize {
    // Those of the scales, and one more for no reason.
    if encoding.row.scales_factors() {
        return 3;
    }
    encoding
        .row
        .operands
        .iter()
        .filter(|op| {
            !matches!(
                op,
                OperandSlot::VDst(_)
                    | OperandSlot::SDst(_)
                    | OperandSlot::MaskDst
                    | OperandSlot::Mask
                    | OperandSlot::K(_)
            )
        })
        .count()
}

/// ` name:[0,1,1]`: so many elements of so many bits each.
fn list(name: &str, value: i32, count: usize, bits: usize, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str(":[");
    for index in 0..count {
        if index > 0 {
            out.push(',');
        }
        let element = value as u32 >> (bits * index) & ((1 << bits) - 1);
        decimal(element.into(), out);
    }
    out.push(']');
}

/// ` name:7`
pub(crate) fn named_number(name: &str, value: i32, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push(':');
    decimal(value.into(), out);
}

pub(crate) fn print(inst: &AmdInst, which: Mod, out: &mut String) {
    let encoding = inst.encoding;
    let value = inst.mods.get(which);
    let name = which.name();
    match which {
        Mod::Clamp if value != 0 => {
            out.push(' ');
            out.push_str(name);
        }
        Mod::Clamp => {}
        Mod::Omod => match value {
            1 => out.push_str(" mul:2"),
            2 => out.push_str(" mul:4"),
            3 => out.push_str(" div:2"),
            _ => {}
        },
        Mod::OpSel => {
            let count = select_count(encoding, which);
            let mut bits = value;
            let packed = matches!(encoding.row.format, AmdFormat::Vop3p | AmdFormat::Mai);
            if !packed && !encoding.row.is_permlane() {
                // The destination's bit is the fourth, whatever the number of sources.
                bits = value & 7 | (value >> 3 & 1) << (count - 1).max(sources(encoding));
            }
            if bits != 0 {
                list(name, bits, count, 1, out);
            }
        }
        Mod::OpSelHi => {
            let count = sources(encoding);
            let mask = (1 << count) - 1;
            let default = if encoding.row.has(MIX) { 0 } else { mask };
            if value & mask != default {
                list(name, value, count, 1, out);
            }
        }
        Mod::NegLo | Mod::NegHi => {
            let count = sources(encoding);
            if value & ((1 << count) - 1) != 0 {
                list(name, value, count, 1, out);
            }
        }
        Mod::Neg => {
            if value != 0 {
                list(name, value, 3, 1, out);
            }
        }
        Mod::Bitop3 if value != 0 => {
            out.push(' ');
            out.push_str(name);
            out.push(':');
            match value {
                ..=10 => decimal(value.into(), out),
                _ => hex(value as u64, out),
            }
        }
        Mod::Bitop3 => {}
        Mod::ByteSel
        | Mod::IndexKey
        | Mod::BoundCtrl
        | Mod::Fi
        | Mod::Cbsz
        | Mod::Abid
        | Mod::Blgp => {
            if value != 0 {
                named_number(name, value, out);
            }
        }
        Mod::WaitExp | Mod::WaitVdst | Mod::WaitVaVdst | Mod::WaitVmVsrc => {
            named_number(name, value, out);
        }
        Mod::DppCtrl if !pattern_fits(inst) => {
            out.push_str("  /* DP ALU dpp only supports row_newbcast */");
        }
        Mod::DppCtrl => dpp_ctrl(value as u32, encoding.target, out),
        Mod::DstSel | Mod::Src0Sel | Mod::Src1Sel => part(name, PARTS, value, out),
        // The number without a name is taken for the first.
        Mod::DstUnused => part(name, UNUSED_PARTS, value % 3, out),
        Mod::RowMask | Mod::BankMask => {
            out.push(' ');
            out.push_str(name);
            out.push(':');
            hex(value as u64, out);
        }
        Mod::Dpp8 => list(name, value, 8, 3, out),
        _ => crate::memory::print_modifier(inst, which, out),
    }
}

/// ` dst_sel:BYTE_0`; nothing where the number has no name.
fn part(name: &str, list: &[&str], value: i32, out: &mut String) {
    if let Some(word) = list.get(value as usize) {
        for text in [" ", name, ":", word] {
            out.push_str(text);
        }
    }
}

/// Whether the lane pattern is one for operands of this size: pairs of registers take a single one.
pub(crate) fn pattern_fits(inst: &AmdInst) -> bool {
    !(inst.encoding.form.is_dpp() && inst.row().is_wide())
        || RowPattern::of(inst.mods.dpp_ctrl, inst.encoding.target)
            .is_some_and(|(pattern, _)| pattern.name == ROW_BROADCAST)
}

fn dpp_ctrl(ctrl: u32, target: Target, out: &mut String) {
    if let Some((pattern, number)) = RowPattern::of(ctrl as i32, target) {
        return named_number(pattern.name, number, out);
    }
    let mirror = |(_, code): &&(&str, i32)| *code == ctrl as i32;
    if let Some((name, _)) = MIRRORS.iter().find(mirror) {
        out.push(' ');
        return out.push_str(name);
    }
    match ctrl {
        0..=0xFF => {
            list("quad_perm", ctrl as i32, 4, 2, out);
        }
        0x142 | 0x143 => {
            out.push_str(" /* row_bcast is not supported starting from GFX10 */");
        }
        0x130 => out.push_str(" /* wave_shl is not supported starting from GFX10 */"),
        0x134 => out.push_str(" /* wave_rol is not supported starting from GFX10 */"),
        0x138 => out.push_str(" /* wave_shr is not supported starting from GFX10 */"),
        0x13C => out.push_str(" /* wave_ror is not supported starting from GFX10 */"),
        0x160..=0x16F if target.generation().wave_patterns => {
            out.push_str(" /* row_xmask is not supported on ASICs earlier than GFX10 */");
        }
        _ => out.push_str(" /* Invalid dpp_ctrl value */"),
    }
}
