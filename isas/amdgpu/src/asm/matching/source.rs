//! Sources: registers, constants that fit into the instruction, and literals.

use super::super::number::{
    Constant, clip_to_half, fits, float_constant, fold_signs, int_constant, read_as_literal,
};
use super::super::{Arg, ArgKind, Expr, Fixup, FixupKind};
use crate::constant;
use crate::encoding::{Encoding, Form, From, Halves, Kind, NO_BIT, Param};
use crate::inst::{Claim, Inst, Operand, Value};
use crate::operand::*;
use crate::row::{Format, Op, Ty};

#[allow(clippy::too_many_arguments)]
pub(super) fn source(
    encoding: &'static Encoding,
    param: &Param,
    ty: Ty,
    from: From,
    arg: &Arg,
    inst: &mut Inst,
    fixups: &mut Vec<Fixup>,
    signs_fit: bool,
) -> Option<Operand> {
    let signed = |value: Value| {
        Some(Operand {
            value,
            neg: arg.neg,
            abs: arg.abs,
        })
    };
    // Where a source can be negated only beside DPP, it is read by the rules of registers.
    if encoding.row.negates_with_dpp_only() && arg.kind.is_literal_by_name() {
        return None;
    }
    if arg.twice && negatable(encoding, param) {
        return None;
    }
    let summed = encoding.row.sums_pairs() && matches!(param.kind, Kind::Src(..));
    // Numbers that are checked as if they had 32 bits.
    let clips = from.has(From::LITERAL)
        && (summed && ty.is_packed()
            || ty == Ty::V2Bf16
            || is_half_exponent(encoding, param) && encoding.halves == Halves::Whole);
    let integer = |value: i64| match clips && !ty.is_packed() {
        true => fits(value, 32).then_some((value as u16).into()),
        false => Some(value),
    };
    let constant = match &arg.kind {
        ArgKind::Reg(reg) => {
            if !signs_fit {
                return None;
            }
            return signed(Value::Reg(source_register(*reg, ty, from)?));
        }
        ArgKind::Int(value) => int_constant(integer(*value)?, ty, false, arg)?,
        ArgKind::LitInt(value) => int_constant(integer(*value)?, ty, true, arg)?,
        // What can be negated is read by other rules.
        ArgKind::Lit64(value) if !negatable(encoding, param) => {
            int_constant(integer(*value)?, ty, true, arg)?
        }
        // 1 / 2π, the inline constant that is no short fraction, has no decimal form as bfloat16.
        ArgKind::Float(value)
            if matches!(param.kind, Kind::Acc(_, Ty::Bf16 | Ty::V2Bf16))
                && (value.abs() as f32).to_bits() == 0x3e22_f983 =>
        {
            return None;
        }
        kind @ (ArgKind::Float(value) | ArgKind::LitFloat(value)) => {
            let value = match clips {
                true => clip_to_half(*value, ty)?,
                false => *value,
            };
            float_constant(value, ty, kind.is_literal_by_name())?
        }
        ArgKind::Expr(expr) => {
            // Only 32-bit operands without modifiers can wait for a symbol.
            let fits = matches!(ty, Ty::I32 | Ty::F32)
                && from.has(From::LITERAL)
                && signs_fit
                && param.neg == NO_BIT;
            if !fits {
                return None;
            }
            literal_fixup(encoding, expr, fixups);
            if !inst.claim_literal(0, Claim::Symbol) {
                inst.mods.extra_literal = 1;
            }
            return signed(Value::Literal);
        }
        _ => return None,
    };
    // Where there are no bits for signs, signs change the number itself.
    let has_bits = param.neg != NO_BIT || param.abs != NO_BIT;
    let (constant, neg, abs) = if (arg.neg || arg.abs) && !has_bits {
        if !takes_signs(encoding) {
            return None;
        }
        (fold_signs(&arg.kind, ty, arg.neg, arg.abs)?, false, false)
    } else if !signs_fit {
        return None;
    } else {
        (constant, arg.neg, arg.abs)
    };
    // Some numbers are read as literals and then found to have a code.
    let by_other_type = |value: i64| match ty.is_packed() {
        true => constant::f32_code(value as u32).is_none(),
        false => constant::f16_code(value as u16).is_none(),
    };
    let literal = match summed {
        true => arg.kind.integer().is_some_and(by_other_type),
        false => read_as_literal(&arg.kind, ty) && !(ty == Ty::I16 && param.neg != NO_BIT),
    };
    if literal && !from.has(From::LITERAL) {
        return None;
    }
    match constant {
        Constant::Inline(code) if from.has(From::INLINE) => Some(Operand {
            value: Value::Inline(code),
            neg,
            abs,
        }),
        Constant::Literal(bits) if from.has(From::LITERAL) => {
            // Different literals are reported later; the first is kept.
            if !inst.claim_literal(bits, claim(inst, &arg.kind, ty, bits)) {
                inst.mods.extra_literal = 1;
            }
            Some(Operand {
                value: Value::Literal,
                neg,
                abs,
            })
        }
        _ => None,
    }
}

/// Whether signs on numbers change the numbers: in short forms of float instructions.
fn takes_signs(encoding: &Encoding) -> bool {
    let first = |op: &&Op| matches!(op, Op::Src(_) | Op::SrcMods(_) | Op::SrcQuiet(_));
    // Of the sources of a short form only the first can be a number.
    let row = encoding.row;
    let modified = match row.operands.iter().find(first) {
        Some(Op::Src(ty)) => ty.is_float(),
        first => matches!(first, Some(Op::SrcMods(_))),
    };
    let short = matches!(row.format, Format::Vop1 | Format::Vop2 | Format::Vopc);
    modified && short && encoding.form == Form::Base && !row.has_mandatory_literal()
}

/// How a number asks for the literal. Numbers that were written differently are different literals
/// even if their bits are equal, except to plain scalar instructions and where there were 64 bits.
fn claim(inst: &Inst, kind: &ArgKind, ty: Ty, bits: u32) -> Claim {
    let has_inline_bits = || {
        // Of a double there is only the upper half here, and that is looked at as an integer.
        let ty = if ty == Ty::F64 { Ty::I64 } else { ty };
        constant::inline_literal(bits, ty).is_some()
    };
    if kind.is_literal_by_name() && has_inline_bits() {
        return Claim::Forced;
    }
    let by_bits = ty.dwords() > 1 || inst.row().is_scalar() && !inst.row().has_mandatory_literal();
    match kind.integer() {
        Some(value) if !by_bits => Claim::Number(value),
        _ => Claim::Number(bits.into()),
    }
}

/// What a half float is scaled by: the second source.
fn is_half_exponent(encoding: &Encoding, param: &Param) -> bool {
    encoding.row.scales_half() && encoding.form.is_long() && param.neg == NO_BIT
}

/// Whether the operand can be negated in some encoding of the instruction.
fn negatable(encoding: &Encoding, param: &Param) -> bool {
    param.neg != NO_BIT || takes_signs(encoding) || encoding.row.negates_with_dpp_only()
}

fn literal_fixup(encoding: &Encoding, expr: &Expr, fixups: &mut Vec<Fixup>) {
    let offset = encoding.size as usize;
    fixups.push(Fixup {
        offset,
        kind: FixupKind::Literal,
        expr: expr.clone(),
    });
}

fn source_register(reg: Reg, ty: Ty, from: From) -> Option<Reg> {
    if reg.is_vgpr() {
        let half = reg.half != Half::Whole;
        let low = !from.has(From::LOW) || reg.vgpr_index() < 128;
        let fits = from.has(From::VGPR)
            && half == from.has(From::HALF)
            && (half || reg.dwords == ty.dwords())
            && low;
        return fits.then_some(reg);
    }
    if !from.has(From::SGPR) || reg.half != Half::Whole {
        return None;
    }
    match reg.code {
        LDS_DIRECT => (from.has(From::LDS) && from.has(From::ANY)).then_some(reg),
        SCC => Some(Reg {
            dwords: ty.dwords(),
            ..reg
        }),
        _ if reg.dwords == ty.dwords() || reg.dwords == 0 => Some(Reg {
            dwords: ty.dwords(),
            ..reg
        }),
        _ => None,
    }
}

pub(super) fn mandatory_literal(ty: Ty, arg: &Arg, inst: &mut Inst) -> Option<Operand> {
    if arg.neg || arg.abs {
        return None;
    }
    // It is a literal in any case: being called one makes no difference.
    let (bits, number) = match (&arg.kind, arg.kind.integer()) {
        (_, Some(value)) => {
            let bits = if ty == Ty::F16 { 16 } else { 32 };
            (fits(value, bits).then_some(value as u32)?, value)
        }
        (ArgKind::Float(value) | ArgKind::LitFloat(value), _) => {
            let bits = match ty {
                Ty::F16 => constant::to_f16(*value)?.into(),
                _ => constant::to_f32(*value)?,
            };
            (bits, bits.into())
        }
        _ => return None,
    };
    if !inst.claim_literal(bits, Claim::Number(number)) {
        inst.mods.extra_literal = 1;
    }
    inst.literal = Some(bits);
    Some(Operand::plain(Value::Literal))
}
