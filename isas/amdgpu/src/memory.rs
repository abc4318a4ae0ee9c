//! Modifiers of memory instructions: text and ranges.

use std::ops::RangeInclusive;

use crate::cpol;
use crate::encoding::{Encoding, Param};
use crate::inst::{AmdInst, Mod};
use crate::modifier::named_number;
use crate::names;
use crate::print::{decimal, hex, signed_hex};
use crate::row::{AmdFormat, SWIZZLE};

/// The format an unwritten `format:` means.
const DEFAULT_FORMAT: i32 = 1;

pub(crate) fn print_modifier(inst: &AmdInst, which: Mod, out: &mut String) {
    let encoding = inst.encoding;
    let value = inst.mods.get(which);
    let number = |name: &str, out: &mut String| named_number(name, value, out);
    match which {
        Mod::Cpol => cpol::print(value, encoding, out),
        Mod::Offset if encoding.row.has(SWIZZLE) => crate::swizzle::print(value as u32, out),
        Mod::Offset if encoding.row.format == AmdFormat::Smem => {
            out.push_str(" offset:");
            signed_hex(value as i64, out);
        }
        Mod::Dim => {
            out.push_str(" dim:SQ_RSRC_IMG_");
            out.push_str(names::DIMS[value as usize & 7]);
        }
        Mod::Format if value != DEFAULT_FORMAT => {
            out.push_str(" format:");
            if encoding.target.generation().split_formats {
                return split_format(value as usize, out);
            }
            match names::buffer_format_name(value as u16) {
                Some(name) => {
                    out.push_str("[BUF_FMT_");
                    out.push_str(name);
                    out.push(']');
                }
                None => decimal(value as i64, out),
            }
        }
        _ if value == 0 => {}
        Mod::Offset => number("offset", out),
        Mod::Offset0 => number("offset0", out),
        Mod::Offset1 => number("offset1", out),
        Mod::Dmask => {
            out.push_str(" dmask:");
            hex(value as u64, out);
        }
        Mod::Gds => out.push_str(" gds"),
        Mod::Offen => out.push_str(" offen"),
        Mod::Idxen => out.push_str(" idxen"),
        Mod::Tfe => out.push_str(" tfe"),
        Mod::Lwe => out.push_str(" lwe"),
        Mod::D16 => out.push_str(" d16"),
        Mod::Unorm => out.push_str(" unorm"),
        Mod::R128 => out.push_str(" r128"),
        Mod::A16 => out.push_str(" a16"),
        Mod::Done => out.push_str(" done"),
        Mod::RowEn => out.push_str(" row_en"),
        _ => {}
    }
}

/// The two parts of a format, those left out that are meant anyway.
fn split_format(format: usize, out: &mut String) {
    let (data, number) = (format & 15, format >> 4 & 7);
    out.push('[');
    if data != names::DEFAULT_DATA_FORMAT {
        out.push_str("BUF_DATA_FORMAT_");
        out.push_str(names::DATA_FORMATS[data]);
    }
    if number != names::DEFAULT_NUMBER_FORMAT {
        if data != names::DEFAULT_DATA_FORMAT {
            out.push(',');
        }
        out.push_str("BUF_NUM_FORMAT_");
        out.push_str(names::NUMBER_FORMATS[number]);
    }
    out.push(']');
}

pub(crate) fn default_modifier(which: Mod) -> i32 {
    if which == Mod::Format {
        DEFAULT_FORMAT
    } else {
        0
    }
}

pub(crate) fn required_modifier(encoding: &Encoding, which: Mod) -> bool {
    match which {
        Mod::Dim => true,
        Mod::Cpol => cpol::required(encoding),
        _ => false,
    }
}

/// Sign-extends an offset where it is signed.
pub(crate) fn offset_from_field(encoding: &Encoding, param: &Param, field: u32) -> i32 {
    if param.len < 13 || param.len == 16 || unsigned_offset(encoding) {
        // The address of flat memory only counts up.

        return field as i32;
    }
    let shift = 32 - param.len;
    (field as i32) << shift >> shift
}

fn unsigned_offset(encoding: &Encoding) -> bool {
    match encoding.row.format {
        AmdFormat::Mubuf | AmdFormat::Mtbuf => true,
        AmdFormat::Flat => !encoding.target.generation().long_memory(),
        AmdFormat::Smem => {
            encoding.target.generation().long_memory() && encoding.row.reads_descriptor()
        }
        _ => false,
    }
}

pub(crate) fn modifier_fits(encoding: &Encoding, param: &Param, which: Mod, value: i32) -> bool {
    match which {
        Mod::Fi | Mod::DppCtrl | Mod::Dpp8 | Mod::ByteSel | Mod::Bitop3 => true,
        _ => modifier_range(encoding, param, which)
            .is_some_and(|range| range.contains(&value.into())),
    }
}

/// The numbers that a modifier takes.
pub(crate) fn modifier_range(
    encoding: &Encoding,
    param: &Param,
    which: Mod,
) -> Option<RangeInclusive<i64>> {
    let unsigned = |bits: u32| 0..=(1i64 << bits) - 1;
    Some(match which {
        Mod::Offset => match encoding.row.format {
            AmdFormat::Smem => smem_offset_range(encoding),
            AmdFormat::Ds => unsigned(16),
            AmdFormat::Mubuf | AmdFormat::Mtbuf if encoding.target.generation().long_memory() => {
                unsigned(23)
            }
            AmdFormat::Flat if !encoding.target.generation().long_memory() => unsigned(12),
            // What does not fit the 12 bits is cut off.
            AmdFormat::Mubuf | AmdFormat::Mtbuf => unsigned(16),
            _ => signed(param.len.into()),
        },
        _ => unsigned(param.len.into()),
    })
}

fn signed(bits: u32) -> RangeInclusive<i64> {
    let half = 1i64 << (bits - 1);
    -half..=half - 1
}

pub(crate) fn smem_offset_fits(encoding: &Encoding, value: i64) -> bool {
    smem_offset_range(encoding).contains(&value)
}

pub(crate) fn smem_offset_range(encoding: &Encoding) -> RangeInclusive<i64> {
    let range = signed(encoding.target.generation().scalar_offset_bits.into());
    // A buffer's scalar loads count up only.
    match encoding.row.reads_descriptor() {
        true => 0..=*range.end(),
        false => range,
    }
}
