//! Rules about combinations of operands.

use super::{ArgKind, Error, Parsed};
use crate::encoding::{Form, Halves, Kind};
use crate::image;
use crate::inst::{Inst, Operand, Value};
use crate::meaning::Meaning;
use crate::operand::*;
use crate::row::{Format, READS_DST, READS_VCC};
use op::Op;

pub(super) fn check(parsed: &Parsed) -> Result<(), Error> {
    let inst = &parsed.inst;
    let whole = |message: &str| {
        let start = parsed.args.first().map_or(0, |arg| arg.start);
        let end = parsed.args.last().map_or(start, |arg| arg.end);
        Error::new(start, end, "bad-operands", message)
    };
    if inst.mods.extra_literal != 0 {
        return Err(whole("only one unique literal operand is allowed"));
    }
    match inst.row().format {
        Format::Mimg | Format::Vsample => image::check(inst).map_err(whole),
        Format::Vopd => {
            constant_bus(inst).map_err(whole)?;
            register_banks(inst).map_err(whole)
        }
        Format::Vop1
        | Format::Vop2
        | Format::Vopc
        | Format::Vop3
        | Format::Vop3sd
        | Format::Vop3p => {
            constant_bus(inst).map_err(whole)?;
            dpp(inst).map_err(whole)?;
            exponent(parsed).map_err(whole)?;
            if inst.row().sums_pairs() && inst.mods.op_sel & 3 != 0 {
                return Err(whole("packed sources cannot be selected"));
            }
            halves(parsed).map_err(whole)
        }
        Format::Vinterp => halves(parsed).map_err(whole),
        Format::Sopk => wait_register(inst).map_err(whole),
        _ => Ok(()),
    }
}

/// A vector instruction reads at most two scalar values, a literal counted as one; shifts of 64 bits
/// read one.
fn constant_bus(inst: &Inst) -> Result<(), &'static str> {
    let row = inst.row();
    let limit = match row.meaning {
        Meaning::Swapped(Op::ShlB64 | Op::ShrU64 | Op::ShrI64) if inst.encoding.form.is_long() => 1,
        _ => 2,
    };
    let mut seen: [Option<u16>; 4] = [None; 4];
    // A literal that is read as 32 and as 64 bits counts for each.
    let mut widths = 0u8;
    for (param, operand) in sources(inst) {
        if let (Value::Literal, Kind::Src(ty, _)) = (operand.value, param.kind) {
            widths |= ty.dwords();
        }
    }
    let literals = (widths.count_ones() as usize).max(inst.literal.is_some() as usize);
    let mut count = literals;
    let key = |reg: Reg| match reg.code {
        SHARED_BASE.. => reg.code,
        code => code | (reg.dwords as u16) << 12,
    };
    let implied = |row: &crate::row::Row| {
        let reads =
            row.operands.contains(&crate::row::Op::Mask) && inst.encoding.form == Form::Base;
        reads || row.has(READS_VCC)
    };
    if implied(row) || inst.encoding.second.is_some_and(implied) {
        seen[0] = Some(key(Reg::new(VCC_LO, 2)));
        count += 1;
    }
    for (param, operand) in sources(inst) {
        let Value::Reg(reg) = operand.value else {
            continue;
        };
        if reg.is_vgpr()
            || matches!(reg.code, NULL | LDS_DIRECT)
            || is_destination(param.kind, param.lo, inst)
        {
            continue;
        }
        // A pair and its low half are different registers.
        if !seen.contains(&Some(key(reg))) {
            if let Some(slot) = seen.iter_mut().find(|slot| slot.is_none()) {
                *slot = Some(key(reg));
            }
            count += 1;
        }
    }
    if count > limit {
        return Err(
            "more different scalar registers and literals than the constant bus has room for",
        );
    }
    Ok(())
}

fn sources(inst: &Inst) -> impl Iterator<Item = (&'static crate::encoding::Param, &Operand)> {
    inst.encoding
        .params
        .iter()
        .filter(|p| !p.is_modifier())
        .zip(inst.operands())
}

/// Scalar destinations are in the low words of an encoding, before the sources.
fn is_destination(kind: Kind, lo: u8, inst: &Inst) -> bool {
    matches!(kind, Kind::Sgpr(..)) && (lo < 32 || !inst.encoding.form.is_long())
}

/// The register files of the two halves of a dual instruction must not collide.
fn register_banks(inst: &Inst) -> Result<(), &'static str> {
    let half = |second: bool| {
        let row = match second {
            true => inst.encoding.second.unwrap_or(inst.row()),
            false => inst.row(),
        };
        // Destination, then three sources as the multiply-add sees them.
        let mut regs: [Option<u16>; 4] = [None; 4];
        let pair = inst
            .encoding
            .params
            .iter()
            .position(|p| matches!(p.kind, Kind::Pair(_)));
        let pair = pair.unwrap_or(0);
        let operands = match second {
            true => &inst.operands()[pair + 1..],
            false => &inst.operands()[..pair],
        };
        for (index, operand) in operands.iter().enumerate().take(4) {
            if let Value::Reg(reg) = operand.value {
                if reg.is_vgpr() {
                    regs[index] = Some(reg.vgpr_index());
                } else if reg.code == LDS_DIRECT {
                    // Direct reads go through the second bank.
                    regs[index] = Some(1);
                }
            }
        }
        if row.has(READS_DST) {
            regs[3] = regs[0];
        }
        regs
    };
    let (x, y) = (half(false), half(true));
    let collide = |index: usize, mask: u16| match (x[index], y[index]) {
        (Some(x), Some(y)) => x & mask == y & mask,
        _ => false,
    };
    if collide(0, 1) {
        return Err("one destination register must be even and the other odd");
    }
    let moves = |row: &crate::row::Row| row.meaning.alone() == Meaning::Lane(Op::MovB32);
    if inst.encoding.target.generation().moves_share_banks
        && moves(inst.row())
        && inst.encoding.second.is_some_and(moves)
    {
        return Ok(());
    }
    if collide(1, 3) {
        return Err("src0 operands must use different VGPR banks");
    }
    if collide(2, 3) {
        return Err("src1 operands must use different VGPR banks");
    }
    if collide(3, 1) {
        return Err("src2 operands must use different VGPR banks");
    }
    Ok(())
}

/// With DPP the second source is a vector register, where it may not be a scalar.
fn dpp(inst: &Inst) -> Result<(), &'static str> {
    let long = matches!(inst.encoding.form, Form::LongDpp16 | Form::LongDpp8);
    if !long || inst.encoding.target.generation().dpp_scalar_source {
        return Ok(());
    }
    for (param, operand) in sources(inst) {
        if !matches!(param.kind, Kind::Src(..)) || param.lo != 41 {
            continue;
        }
        match operand.value {
            Value::Reg(reg) if reg.is_vgpr() => {}
            _ => return Err("the second source of a DPP instruction is a vector register"),
        }
    }
    Ok(())
}

/// With DPP the exponent of a half float is a small integer, or a float that is short for one: there
/// is no room for a literal, and bits of a float do not count as that float.
fn exponent(parsed: &Parsed) -> Result<(), &'static str> {
    let inst = &parsed.inst;
    let concerned = inst.row().scales_half() && inst.encoding.form.is_dpp();
    let fits = |arg: &super::Arg| match arg.kind {
        ArgKind::Int(value) => (-16..=64).contains(&i64::from(value as i16)),
        ArgKind::Float(value) => {
            value.to_bits() == 0 || [0.5, 1.0, 2.0, 4.0].contains(&value.abs())
        }
        _ => true,
    };
    match concerned && !parsed.args.get(2).is_none_or(fits) {
        true => Err("the exponent of a DPP instruction is a register or an inline constant"),
        false => Ok(()),
    }
}

/// Where `op_sel` is written beside half registers, both must say the same.
fn halves(parsed: &Parsed) -> Result<(), &'static str> {
    let inst = &parsed.inst;
    if inst.encoding.halves != Halves::True16 || !inst.encoding.form.is_long() {
        return Ok(());
    }
    // One that selects nothing is as good as none.
    let written = parsed.args.iter().any(|arg| match arg.kind {
        ArgKind::Mod(crate::inst::Mod::OpSel, list) => list & 0xFF != 0,
        _ => false,
    });
    if !written {
        return Ok(());
    }
    // An accumulator is the destination, and selected like it.
    let (third, destination) = (inst.mods.op_sel >> 2 & 1, inst.mods.op_sel >> 3 & 1);
    if inst.row().has(READS_DST) && third != destination {
        return Err("op_sel conflicts with 16-bit operand suffix");
    }
    for (param, operand) in sources(inst) {
        let Value::Reg(reg) = operand.value else {
            continue;
        };
        let half = match reg.half {
            Half::Whole => continue,
            Half::Low => 0,
            Half::High => 1,
        };
        let bit = match param.sel {
            14 => 3,
            sel @ 11..=13 => sel - 11,
            _ => continue,
        };
        if inst.mods.op_sel >> bit & 1 != half {
            return Err("op_sel conflicts with 16-bit operand suffix");
        }
    }
    Ok(())
}

/// The counters of RDNA 3 that take a register take only `null`.
fn wait_register(inst: &Inst) -> Result<(), &'static str> {
    if !matches!(inst.row().meaning, Meaning::Wait(_)) {
        return Ok(());
    }
    match inst.operands().first().map(|operand| operand.value) {
        Some(Value::Reg(reg)) if reg.code == NULL => Ok(()),
        _ => Err("the register must be null"),
    }
}
