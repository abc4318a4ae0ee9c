//! Image instructions: how many data and address registers there are follows from modifiers. What
//! they do is in the files of this folder.

mod cube;
pub mod descriptor;
mod edge;
pub(crate) mod filter;
pub mod meaning;
pub(crate) mod recent;
pub(crate) mod sample;
pub(crate) mod surface;
pub(crate) mod taps;
mod tiles;

use crate::encoding::{Param, ParamKind};
use crate::inst::Reg;
use crate::inst::{AmdInst, AmdOperand, OperandValue};
use crate::row::{
    ATOMIC, Address, AmdFormat, BVH, GATHER4, InstRow, MSAA, OperandSlot, TWO_VALUES,
};

/// Lanes that a wave has at most.
pub(crate) const LANES: usize = 64;

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

fn address(row: &InstRow) -> Option<Address> {
    row.operands.iter().find_map(|op| match op {
        OperandSlot::Image(address) => Some(*address),
        _ => None,
    })
}

/// Separate addresses that an encoding with room for so many has fields for.
pub(crate) fn slots(row: &InstRow, room: u8) -> u8 {
    most_address_dwords(row, true).min(room)
}

/// Registers that the address takes.
pub(crate) fn address_dwords(inst: &AmdInst) -> u8 {
    let Some(address) = address(inst.row()) else {
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
fn most_address_dwords(row: &InstRow, separate: bool) -> u8 {
    let Some(address) = address(row) else {
        return 0;
    };
    if row.format == AmdFormat::Mimg || row.has(MSAA) {
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

/// Whether there are encodings for so many address registers. There are runs of eight wherever there
/// are any of more than four.
fn address_exists(row: &InstRow, total: u8, separate: bool) -> bool {
    let most = most_address_dwords(row, separate);
    total <= most || !separate && total == 8 && most > 4
}

/// Whether there are encodings for so many data registers.
fn data_exists(inst: &AmdInst) -> bool {
    let data = data_dwords(inst);
    match inst.row() {
        row if row.has(TWO_VALUES) => (2..=5).contains(&data),
        row if row.has(ATOMIC) => data <= 3,
        row if row.has(GATHER4) => matches!(data, 2 | 4 | 5),
        _ => data <= 5,
    }
}

/// Registers that the data takes.
pub(crate) fn data_dwords(inst: &AmdInst) -> u8 {
    let dmask = (inst.mods.dmask & 15).max(1) as u32;
    let gathers = inst.row().has(GATHER4) || inst.row().has(MSAA);
    let mut words = if gathers { 4 } else { dmask.count_ones() as u8 };
    if inst.mods.d16 != 0 {
        words = words.div_ceil(2);
    }
    words + (inst.mods.tfe != 0) as u8
}

fn is_image(inst: &AmdInst) -> bool {
    inst.encoding
        .params
        .first()
        .is_some_and(|p| p.kind == ParamKind::ImageData)
}

fn separate(inst: &AmdInst) -> bool {
    inst.encoding
        .params
        .iter()
        .any(|p| p.kind == ParamKind::Open)
}

/// Gives the registers of a decoded instruction their widths. Where no encoding has those, or the
/// registers do not exist, they have the fewest that the data and its address can have.
pub(crate) fn fix_decoded(inst: &mut AmdInst) {
    if !is_image(inst) || inst.row().has(BVH) {
        return;
    }
    let (encoding, row) = (inst.encoding, inst.row());
    let separate = separate(inst);
    let is_address = |param: &Param| param.kind == ParamKind::ImageAddr;
    let slots = encoding.params.iter().filter(|p| is_address(p)).count() as u8;
    let total = match address_dwords(inst) {
        13.. if !separate => 16,
        total => total,
    };
    let exists = data_exists(inst)
        && address_exists(row, total, separate)
        // Separate addresses are at least two in the shorter encoding.
        && !(separate && total < 2 && !encoding.target.generation().long_memory());
    let data = data_dwords(inst);
    // The registers of the data, which come first, and of each address.
    let right = |index: u8| match index {
        0 => data,
        _ if !separate => total,
        // The last of separate addresses takes what is left.
        index if index == slots => total.saturating_sub(slots - 1),
        index => (index <= total) as u8,
    };
    let fewest = |index: u8| match index {
        0 => fewest_data_dwords(row),
        _ if !separate => fewest_address_dwords(row),
        _ => 1,
    };
    let is_register = |param: &Param| is_address(param) || param.kind == ParamKind::ImageData;
    let registers = encoding.params.iter().zip(inst.operands());
    let registers = registers.filter(|(param, _)| is_register(param));
    let fits = exists
        && (0..)
            .zip(registers)
            .all(|(index, (_, operand))| match operand.value {
                OperandValue::Reg(reg) => {
                    let ends = reg.vgpr_index() + right(index) as u16;
                    ends <= 256 || right(index) == fewest(index)
                }
                _ => true,
            });
    let atomic_mask = !row.has(ATOMIC) || matches!(inst.mods.dmask & 15, 1 | 3 | 15);
    inst.odd |= !fits || !atomic_mask;
    let registers = encoding.params.iter().zip(inst.operands_mut());
    let registers = registers.filter(|(param, _)| is_register(param));
    for (index, (_, operand)) in (0..).zip(registers) {
        let dwords = if fits { right(index) } else { fewest(index) };
        operand.value = match operand.value {
            OperandValue::Reg(_) if dwords == 0 => OperandValue::None,
            OperandValue::Reg(reg) => OperandValue::Reg(Reg { dwords, ..reg }),
            other => other,
        };
    }
}

fn fewest_data_dwords(row: &InstRow) -> u8 {
    match row {
        row if row.has(TWO_VALUES) || row.has(GATHER4) => 2,
        row if row.has(MSAA) => 4,
        _ => 1,
    }
}

fn fewest_address_dwords(row: &InstRow) -> u8 {
    address(row).map_or(1, |address| address.extra + 1 + address.gradients as u8)
}

/// Checks the widths of a written instruction against its modifiers.
pub(crate) fn check(inst: &AmdInst) -> Result<(), &'static str> {
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
        .is_some_and(|data| data.value == OperandValue::Off);
    if (inst.row().has(ATOMIC) || discards) && !matches!(dmask, 1 | 3 | 15) {
        return Err("invalid atomic image dmask");
    }
    if inst.row().has(MSAA) && !matches!(mods.dim, 6 | 7) {
        return Err("the dimension must be a multisampled one");
    }
    let width = |operand: &AmdOperand| match operand.value {
        OperandValue::Reg(reg) => reg.dwords,
        _ => 0,
    };
    let of = |kind: ParamKind| {
        let params = inst.encoding.params.iter();
        params
            .zip(inst.operands())
            .filter(move |(p, _)| p.kind == kind)
            .map(|(_, o)| width(o))
    };
    if !discards && of(ParamKind::ImageData).next() != Some(data_dwords(inst)) {
        return Err("image data size does not match dmask, d16 and tfe");
    }
    let total = address_dwords(inst);
    let written: u8 = of(ParamKind::ImageAddr).sum();
    // Runs of eight serve for five to seven as well.
    let eight =
        written == 8 && (5..=7).contains(&total) && address_exists(inst.row(), 8, separate(inst));
    let exists = eight || address_exists(inst.row(), total, separate(inst));
    if !exists || !discards && !data_exists(inst) {
        return Err("there is no such combination of data size and dimension");
    }
    let fits = if separate(inst) {
        // All but the last slot hold one register each.
        let slots = of(ParamKind::ImageAddr).count();
        let singles = of(ParamKind::ImageAddr).take(slots - 1).all(|n| n <= 1);
        let count = of(ParamKind::ImageAddr).filter(|n| *n > 0).count() as u8;
        // Where every address has a slot of its own, the last one may be wider than it needs to be,
        // as long as there is an encoding with so many registers.
        singles
            && if total as usize > slots {
                written == total
            } else {
                count == total && written <= most_address_dwords(inst.row(), true)
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
