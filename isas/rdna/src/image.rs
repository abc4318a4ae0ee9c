//! Image instructions: how many data and address registers there are follows from modifiers.

use crate::encoding::Kind;
use crate::inst::{Inst, Operand, Value};
use crate::operand::Reg;
use crate::row::{ATOMIC, Address, BVH, Format, GATHER4, MSAA, Op};

/// Coordinates and gradients of each dimension.
const DIMS: [(u8, u8); 8] = [
    (1, 2),
    (2, 4),
    (3, 6),
    (3, 4),
    (2, 2),
    (3, 4),
    (3, 4),
    (4, 4),
];

fn address(inst: &Inst) -> Option<Address> {
    inst.row().operands.iter().find_map(|op| match op {
        Op::Image(address) => Some(*address),
        _ => None,
    })
}

/// Registers that the address takes.
pub(crate) fn address_dwords(inst: &Inst) -> u8 {
    let Some(address) = address(inst) else {
        return 0;
    };
    let (coordinates, gradients) = DIMS[inst.mods.dim as usize & 7];
    let parts = if address.coordinates { coordinates } else { 0 } + address.lod as u8;
    let mut words = address.extra;
    words += if inst.mods.a16 != 0 {
        parts.div_ceil(2)
    } else {
        parts
    };
    if address.gradients {
        // The two gradients of a coordinate are packed, each direction rounded up by itself.
        words += if address.half {
            (gradients / 2).next_multiple_of(2)
        } else {
            gradients
        };
    }
    words
}

/// The most registers an address can take: dimensions that make no sense have no encoding.
fn most_address_dwords(inst: &Inst, separate: bool) -> u8 {
    let Some(address) = address(inst) else {
        return 0;
    };
    if inst.row().format == Format::Mimg || inst.row().has(MSAA) {
        return 4;
    }
    let gradients = match (address.gradients, address.half) {
        (true, true) => 4,
        (true, false) => 6,
        _ => 0,
    };
    let most = address.extra + gradients + 3 + address.lod as u8;
    // Runs of three are kept as runs of four.
    if most == 3 && !separate { 4 } else { most }
}

/// Whether there are encodings for so many data registers.
fn data_exists(inst: &Inst) -> bool {
    let data = data_dwords(inst);
    match inst.row().name {
        "image_atomic_cmpswap" => (2..=5).contains(&data),
        _ if inst.row().has(ATOMIC) => data <= 3,
        _ if inst.row().has(GATHER4) => matches!(data, 2 | 4 | 5),
        _ => data <= 5,
    }
}

/// Registers that the data takes.
pub(crate) fn data_dwords(inst: &Inst) -> u8 {
    let dmask = (inst.mods.dmask & 15).max(1) as u32;
    let gathers = inst.row().has(GATHER4) || inst.row().has(MSAA);
    let mut words = if gathers { 4 } else { dmask.count_ones() as u8 };
    if inst.mods.d16 != 0 {
        words = words.div_ceil(2);
    }
    words + (inst.mods.tfe != 0) as u8
}

fn is_image(inst: &Inst) -> bool {
    inst.encoding
        .params
        .first()
        .is_some_and(|p| p.kind == Kind::ImageData)
}

fn separate(inst: &Inst) -> bool {
    inst.encoding.params.iter().any(|p| p.kind == Kind::Open)
}

/// Gives the registers of a decoded instruction their widths.
pub(crate) fn fix_decoded(inst: &mut Inst) -> Option<()> {
    if !is_image(inst) || inst.row().has(BVH) {
        return Some(());
    }
    let data = data_dwords(inst);
    let total = address_dwords(inst);
    let separate = separate(inst);
    let params = &inst.encoding.params;
    // Separate addresses are at least two on RDNA 3.
    if separate && total < 2 && !inst.encoding.target.is_rdna4() {
        return None;
    }
    let dmask = inst.mods.dmask & 15;
    let atomic_mask = !inst.row().has(ATOMIC) || matches!(dmask, 1 | 3 | 15);
    if total > most_address_dwords(inst, separate) || !data_exists(inst) || !atomic_mask {
        return None;
    }
    let slots = params.iter().filter(|p| p.kind == Kind::ImageAddr).count() as u8;
    let mut index = 0;
    for (param, operand) in params.iter().zip(inst.operands_mut()) {
        let Value::Reg(reg) = operand.value else {
            continue;
        };
        let dwords = match param.kind {
            Kind::ImageData => data,
            Kind::ImageAddr => {
                index += 1;
                match (separate, index == slots) {
                    (false, _) if total > 12 => 16,
                    (false, _) => total,
                    // The last one takes what is left.
                    (true, true) => total.saturating_sub(slots - 1),
                    (true, false) => (index <= total) as u8,
                }
            }
            _ => continue,
        };
        operand.value = match dwords {
            0 => Value::None,
            n => Value::Reg(Reg { dwords: n, ..reg }),
        };
    }
    Some(())
}

/// Checks the widths of a written instruction against its modifiers.
pub(crate) fn check(inst: &Inst) -> Result<(), &'static str> {
    if !is_image(inst) {
        return Ok(());
    }
    let mods = &inst.mods;
    let dmask = mods.dmask & 15;
    if (inst.row().has(GATHER4) || inst.row().has(MSAA)) && !matches!(dmask, 1 | 2 | 4 | 8) {
        return Err("only one bit of dmask may be set");
    }
    let discards = inst
        .operands()
        .first()
        .is_some_and(|data| data.value == Value::Off);
    if (inst.row().has(ATOMIC) || discards) && !matches!(dmask, 1 | 3 | 15) {
        return Err("invalid atomic image dmask");
    }
    if inst.row().has(MSAA) && !matches!(mods.dim, 6 | 7) {
        return Err("the dimension must be a multisampled one");
    }
    let width = |operand: &Operand| match operand.value {
        Value::Reg(reg) => reg.dwords,
        _ => 0,
    };
    let of = |kind: Kind| {
        let params = inst.encoding.params.iter();
        params
            .zip(inst.operands())
            .filter(move |(p, _)| p.kind == kind)
            .map(|(_, o)| width(o))
    };
    if !discards && of(Kind::ImageData).next() != Some(data_dwords(inst)) {
        return Err("image data size does not match dmask, d16 and tfe");
    }
    let total = address_dwords(inst);
    let written: u8 = of(Kind::ImageAddr).sum();
    // Runs of eight serve where there were none of five to seven.
    let most = most_address_dwords(inst, separate(inst));
    let eight = !separate(inst) && written == 8 && (5..=7).contains(&total) && most >= 5;
    if total > most && !eight || !discards && !data_exists(inst) {
        return Err("there is no such combination of data size and dimension");
    }
    let fits = if separate(inst) {
        // All but the last slot hold one register each.
        let slots = of(Kind::ImageAddr).count();
        let singles = of(Kind::ImageAddr).take(slots - 1).all(|n| n <= 1);
        let count = of(Kind::ImageAddr).filter(|n| *n > 0).count() as u8;
        // Where every address has a slot of its own, the last one may be wider than it needs to be,
        // as long as there is an encoding with so many registers.
        singles
            && if total as usize > slots {
                written == total
            } else {
                count == total && written <= most_address_dwords(inst, true)
            }
    } else {
        let total = if total > 12 { 16 } else { total };
        written == total || eight
    };
    if fits {
        Ok(())
    } else {
        Err("image address size does not match dim and a16")
    }
}
