//! Vector loads and stores.

use super::group::*;
use crate::decode::HartOp;
use crate::hart::{Bus, Hart, Result, VLEN_BYTES, illegal};
use crate::vector::Addressing;
use std::ops::Range;

/// A load or store of elements, or of structures of them.
pub fn access<B: Bus>(
    hart: &mut Hart,
    bus: &mut B,
    op: &HartOp,
    set: Setting,
    addressing: Addressing,
    is_store: bool,
) -> Result<()> {
    if addressing == Addressing::Mask {
        // The mask of `vl` bits, as bytes; the type does not matter.
        let bytes = set.start..set.length.div_ceil(8);
        let base = hart.get_x(op.rs1).wrapping_add(bytes.start as u64);
        let at = usize::from(op.rd) * VLEN_BYTES;
        let bytes = at + bytes.start..at + bytes.end.max(bytes.start);
        return transfer(hart, bus, base, bytes, is_store);
    }
    let fields = usize::from(op.fields) + 1;
    // An index says how far away an element is; the element itself is of the type.
    let eew = match addressing {
        Addressing::Indexed => set.sew,
        _ => op.width.into(),
    };
    let group = set.group(op.rd, eew)?;
    let registers = group.eighths.div_ceil(8);
    if fields * registers > 8 {
        return illegal(format!(
            "{fields} fields of {registers} registers are more than 8 registers"
        ));
    }
    if usize::from(op.rd) + fields * registers > 32 {
        return illegal(format!(
            "{fields} fields of {registers} registers from v{} run past v31",
            op.rd
        ));
    }
    if !is_store {
        set.keeps_mask(op.rd)?;
    }
    if addressing == Addressing::Indexed {
        let index = set.group(op.rs2, op.width.into())?;
        if !is_store && fields == 1 {
            group.may_overwrite(&index)?;
        } else if !is_store {
            let all = Group {
                eighths: 8 * fields * registers,
                ..group
            };
            all.apart_from(&index)?;
        }
    }
    let base = hart.get_x(op.rs1);
    let one = (fields * eew) as u64;
    if fields == 1 && !set.masked && addressing == Addressing::Unit {
        let at = usize::from(op.rd) * VLEN_BYTES;
        let body = set.body();
        let from = base.wrapping_add(one * body.start as u64);
        let bytes = at + eew * body.start..at + eew * body.end.max(body.start);
        return transfer(hart, bus, from, bytes, is_store);
    }
    let stride = hart.get_x(op.rs2);
    for i in set.body() {
        if !set.active(hart, i) {
            continue;
        }
        let distance = match addressing {
            Addressing::Strided => stride.wrapping_mul(i as u64),
            Addressing::Indexed => element(hart, op.rs2, i, op.width.into()),
            _ => one * i as u64,
        };
        let structure = base.wrapping_add(distance);
        if addressing == Addressing::FaultFirst && i > 0 {
            // The rest of the vector is cut off where it cannot be read.
            if !bus.is_readable(structure, one) {
                hart.vl = i as u64;
                break;
            }
        }
        for field in 0..fields {
            let register = op.rd + (field * registers) as u8;
            let address = structure.wrapping_add((field * eew) as u64);
            if is_store {
                let value = element(hart, register, i, eew);
                bus.store(address, eew as u8, value)?;
            } else {
                let value = bus.load(address, eew as u8)?;
                set_element(hart, register, i, eew, value);
            }
        }
    }
    Ok(())
}

/// Whole registers.
pub fn whole<B: Bus>(hart: &mut Hart, bus: &mut B, op: &HartOp, is_store: bool) -> Result<()> {
    let count = op.fields + 1;
    let len = usize::from(count) * VLEN_BYTES;
    let skip = (hart.vstart as usize * usize::from(op.width.max(1))).min(len);
    let at = usize::from(op.rd) * VLEN_BYTES;
    let base = hart.get_x(op.rs1).wrapping_add(skip as u64);
    transfer(hart, bus, base, at + skip..at + len, is_store)
}

/// Consecutive bytes between memory and the registers.
fn transfer<B: Bus>(
    hart: &mut Hart,
    bus: &mut B,
    address: u64,
    bytes: Range<usize>,
    is_store: bool,
) -> Result<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    match is_store {
        true => bus.write(address, &hart.v[bytes]),
        false => bus.read(address, &mut hart.v[bytes]),
    }
}
