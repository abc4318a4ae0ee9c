//! What is written by name after the operands.

use super::{decimal, hex};
use crate::encoding::Encoding;
use crate::inst::{Inst, Mod};
use crate::names::*;
use crate::row::{CMPX, Format, MIX, Op, READS_DST};

/// How many operands `op_sel` and its relatives list.
pub(crate) fn select_count(encoding: &Encoding, which: Mod) -> usize {
    let sources = sources(encoding);
    match which {
        // Packed instructions select halves of their sources only.
        Mod::OpSel if encoding.row.format == Format::Vop3p => sources,
        Mod::OpSel if encoding.row.is_permlane() => 2,
        // Compares list a destination only in one of their forms.
        Mod::OpSel if encoding.row.has(CMPX) => sources,
        Mod::OpSel if encoding.row.format == Format::Vopc && encoding.form.is_dpp() => sources,
        // An accumulator is listed as a source too, before the destination.
        Mod::OpSel => sources + encoding.row.has(READS_DST) as usize + 1,
        _ => sources,
    }
}

fn sources(encoding: &Encoding) -> usize {
    encoding
        .row
        .operands
        .iter()
        .filter(|op| {
            !matches!(
                op,
                Op::VDst(_) | Op::SDst(_) | Op::MaskDst | Op::Mask | Op::K(_)
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

pub(super) fn modifier(inst: &Inst, which: Mod, out: &mut String) {
    let encoding = inst.encoding;
    let value = inst.mods.get(which);
    let flag = |name: &str, out: &mut String| {
        if value != 0 {
            out.push(' ');
            out.push_str(name);
        }
    };
    let number = |name: &str, out: &mut String| named_number(name, value, out);
    match which {
        Mod::Clamp => flag("clamp", out),
        Mod::Omod => match value {
            1 => out.push_str(" mul:2"),
            2 => out.push_str(" mul:4"),
            3 => out.push_str(" div:2"),
            _ => {}
        },
        Mod::OpSel => {
            let count = select_count(encoding, which);
            let mut bits = value;
            if encoding.row.format != Format::Vop3p && !encoding.row.is_permlane() {
                // The destination's bit is the fourth, whatever the number of sources.
                bits = value & 7 | (value >> 3 & 1) << (count - 1).max(sources(encoding));
            }
            if bits != 0 {
                list("op_sel", bits, count, 1, out);
            }
        }
        Mod::OpSelHi => {
            let count = sources(encoding);
            let mask = (1 << count) - 1;
            let default = if encoding.row.has(MIX) { 0 } else { mask };
            if value & mask != default {
                list("op_sel_hi", value, count, 1, out);
            }
        }
        Mod::NegLo | Mod::NegHi => {
            let count = sources(encoding);
            if value & ((1 << count) - 1) != 0 {
                let name = match which {
                    Mod::NegLo => "neg_lo",
                    _ => "neg_hi",
                };
                list(name, value, count, 1, out);
            }
        }
        Mod::ByteSel => {
            if value != 0 {
                number("byte_sel", out);
            }
        }
        Mod::IndexKey => {
            if value != 0 {
                number("index_key", out);
            }
        }
        Mod::WaitExp => number("wait_exp", out),
        Mod::WaitVdst => number("wait_vdst", out),
        Mod::WaitVaVdst => number("wait_va_vdst", out),
        Mod::WaitVmVsrc => number("wait_vm_vsrc", out),
        Mod::DppCtrl => dpp_ctrl(value as u32, out),
        Mod::RowMask | Mod::BankMask => {
            out.push_str(if which == Mod::RowMask {
                " row_mask:"
            } else {
                " bank_mask:"
            });
            hex(value as u64, out);
        }
        Mod::BoundCtrl => {
            if value != 0 {
                out.push_str(" bound_ctrl:1");
            }
        }
        Mod::Fi => {
            if value != 0 {
                out.push_str(" fi:1");
            }
        }
        Mod::Dpp8 => {
            list("dpp8", value, 8, 3, out);
        }
        _ => crate::memory::print_modifier(inst, which, out),
    }
}

fn dpp_ctrl(ctrl: u32, out: &mut String) {
    if let Some((pattern, number)) = RowPattern::of(ctrl as i32) {
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
        _ => out.push_str(" /* Invalid dpp_ctrl value */"),
    }
}
