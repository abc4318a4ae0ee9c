//! Sources: registers, constants that fit into the instruction, and literals; which numbers have a
//! code, and which become literals.

use super::{Arg, ArgKind, Expr, Fixup, FixupKind};
use crate::constant;
use crate::encoding::{Encoding, Form, From, Halves, NO_BIT, Param, ParamKind};
use crate::inst::{AmdInst, AmdOperand, Claim, OperandValue, *};
use crate::row::{AmdFormat, OperandSlot, OperandType};

#[allow(clippy::too_many_arguments)]
pub(super) fn source(
    encoding: &'static Encoding,
    param: &Param,
    ty: OperandType,
    from: From,
    arg: &Arg,
    inst: &mut AmdInst,
    fixups: &mut Vec<Fixup>,
    signs_fit: bool,
) -> Option<AmdOperand> {
    let signed = |value: OperandValue| {
        Some(AmdOperand {
            value,
            neg: arg.neg,
            abs: arg.abs,
            sext: arg.sext,
        })
    };
    // Where a source can be negated only beside DPP, it is read by the rules of registers.
    if encoding.row.negates_with_dpp_only() && arg.kind.is_literal_by_name() {
        return None;
    }
    if arg.twice && negatable(encoding, param) {
        return None;
    }
    let summed = encoding.row.sums_pairs() && matches!(param.kind, ParamKind::Src(..));
    let narrows =
        encoding.row.narrows_halves() && !matches!(ty, OperandType::F32 | OperandType::I32);
    // Numbers that are checked as if they had 32 bits.
    let long = encoding.form.is_long() && encoding.row.format == AmdFormat::Vop2;
    let clips = narrows
        || long && ty == OperandType::V2F16
        || from.has(From::LITERAL)
            && (summed && ty.is_packed()
                || ty == OperandType::V2Bf16
                || is_half_exponent(encoding, param) && encoding.halves == Halves::Whole);
    let integer = |value: i64| match clips && !narrows && !ty.is_packed() {
        true => fits(value, 32).then_some((value as u16).into()),
        false => Some(value),
    };
    let constant = match &arg.kind {
        ArgKind::Reg(reg) => {
            if !signs_fit {
                return None;
            }
            return signed(OperandValue::Reg(source_register(*reg, ty, from)?));
        }
        ArgKind::Int(value) => int_constant(integer(*value)?, ty, false, arg)?,
        ArgKind::LitInt(value) => int_constant(integer(*value)?, ty, true, arg)?,
        // What can be negated is read by other rules.
        ArgKind::Lit64(value) if !negatable(encoding, param) => {
            int_constant(integer(*value)?, ty, true, arg)?
        }
        // 1 / 2π, the inline constant that is no short fraction, has no decimal form as bfloat16.
        ArgKind::Float(value)
            if matches!(
                param.kind,
                ParamKind::Acc(_, OperandType::Bf16 | OperandType::V2Bf16)
            ) && (value.abs() as f32).to_bits() == 0x3e22_f983 =>
        {
            return None;
        }
        kind @ (ArgKind::Float(value) | ArgKind::LitFloat(value)) => {
            let value = match clips {
                true => clip_to_half(*value, ty)?,
                false => *value,
            };
            // What one half is narrowed from is read like a pair.
            let ty = match ty {
                OperandType::Bf16 if narrows => OperandType::V2Bf16,
                ty => ty,
            };
            float_constant(value, ty, kind.is_literal_by_name())?
        }
        ArgKind::Expr(expr) => {
            // Only 32-bit operands without modifiers can wait for a symbol.
            let pairs = ty == OperandType::V2I16 && encoding.target.generation().earlier_operands;
            let fits = (pairs || matches!(ty, OperandType::I32 | OperandType::F32))
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
            return signed(OperandValue::Literal);
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
    // An exponent in a part of a register is read like an integer.
    let part = encoding.form == Form::Sdwa && encoding.row.scales_half() && param.neg == NO_BIT;
    let read_as = if part { OperandType::I16 } else { ty };
    let literal = match summed {
        true => arg.kind.integer().is_some_and(by_other_type),
        false => {
            !narrows
                && read_as_literal(encoding, &arg.kind, read_as)
                && !(ty == OperandType::I16 && param.neg != NO_BIT)
        }
    };
    if literal && !from.has(From::LITERAL) {
        return None;
    }
    match constant {
        Constant::Inline(code) if from.has(From::INLINE) => Some(AmdOperand {
            value: OperandValue::Inline(code),
            neg,
            abs,
            sext: arg.sext,
        }),
        Constant::Literal(bits) if from.has(From::LITERAL) => {
            // Different literals are reported later; the first is kept.
            if !inst.claim_literal(bits, claim(inst, &arg.kind, ty, bits)) {
                inst.mods.extra_literal = 1;
            }
            Some(AmdOperand {
                value: OperandValue::Literal,
                neg,
                abs,
                sext: false,
            })
        }
        _ => None,
    }
}

/// Whether signs on numbers change the numbers: in short forms of float instructions.
fn takes_signs(encoding: &Encoding) -> bool {
    let first = |op: &&OperandSlot| {
        matches!(
            op,
            OperandSlot::Src(_) | OperandSlot::SrcMods(_) | OperandSlot::SrcQuiet(_)
        )
    };
    // Of the sources of a short form only the first can be a number.
    let row = encoding.row;
    let modified = match row.operands.iter().find(first) {
        Some(OperandSlot::Src(OperandType::V2F16 | OperandType::V2Bf16)) => {
            encoding.target.generation().earlier_operands
        }
        Some(OperandSlot::Src(ty)) => ty.is_float(),
        first => matches!(first, Some(OperandSlot::SrcMods(_))),
    };
    let short = matches!(
        row.format,
        AmdFormat::Vop1 | AmdFormat::Vop2 | AmdFormat::Vopc
    );
    modified && short && encoding.form == Form::Base && !row.has_mandatory_literal()
}

/// How a number asks for the literal. Numbers that were written differently are different literals
/// even if their bits are equal, except to plain scalar instructions and where there were 64 bits.
fn claim(inst: &AmdInst, kind: &ArgKind, ty: OperandType, bits: u32) -> Claim {
    let has_inline_bits = || {
        // Of a double there is only the upper half here, and that is looked at as an integer.
        let ty = if ty == OperandType::F64 {
            OperandType::I64
        } else {
            ty
        };
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
    let pair = matches!(param.kind, ParamKind::Part(ty) if ty.is_packed());
    param.neg != NO_BIT || pair || takes_signs(encoding) || encoding.row.negates_with_dpp_only()
}

fn literal_fixup(encoding: &Encoding, expr: &Expr, fixups: &mut Vec<Fixup>) {
    let offset = encoding.size as usize;
    fixups.push(Fixup {
        offset,
        kind: FixupKind::Literal,
        expr: expr.clone(),
    });
}

fn source_register(reg: Reg, ty: OperandType, from: From) -> Option<Reg> {
    if reg.is_vgpr() {
        let half = reg.half != RegisterHalf::Whole;
        let low = !from.has(From::LOW) || reg.vgpr_index() < 128;
        let low = low && !reg.is_agpr();
        let fits = from.has(From::VGPR)
            && half == from.has(From::HALF)
            && (half || reg.dwords == ty.dwords())
            && low;
        return fits.then_some(reg);
    }
    if !from.has(From::SGPR) || reg.half != RegisterHalf::Whole {
        return None;
    }
    match reg.code {
        LDS_DIRECT => (from.has(From::LDS) && from.has(From::ANY)).then_some(reg),
        SCC | VCCZ | EXECZ => Some(Reg {
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

pub(super) fn mandatory_literal(
    ty: OperandType,
    arg: &Arg,
    inst: &mut AmdInst,
) -> Option<AmdOperand> {
    if arg.neg || arg.abs {
        return None;
    }
    // It is a literal in any case: being called one makes no difference.
    let (bits, number) = match (&arg.kind, arg.kind.integer()) {
        (_, Some(value)) => {
            let bits = if ty == OperandType::F16 { 16 } else { 32 };
            (fits(value, bits).then_some(value as u32)?, value)
        }
        (ArgKind::Float(value) | ArgKind::LitFloat(value), _) => {
            let bits = match ty {
                OperandType::F16 => constant::to_f16(*value)?.into(),
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
    Some(AmdOperand::plain(OperandValue::Literal))
}

fn read_as_literal(encoding: &Encoding, kind: &ArgKind, ty: OperandType) -> bool {
    let earlier = encoding.target.generation().earlier_operands;
    match (kind, ty) {
        (ArgKind::Float(_), OperandType::V2I16) => !earlier,
        (ArgKind::Float(_), OperandType::I16 | OperandType::V2Bf16)
            if earlier && encoding.form != Form::Sdwa =>
        {
            false
        }
        (ArgKind::Float(value), OperandType::I16 | OperandType::V2Bf16) => {
            constant::to_f32(*value) == Some(INVERSE_2PI)
        }
        // Pairs of integers see the bits of a 32-bit float.
        (ArgKind::Int(value), OperandType::V2I16) if earlier && fits(*value, 32) => {
            !fits(*value, 16) && constant::f32_code(*value as u32).is_none()
        }
        (ArgKind::Int(value), ty) if ty.is_packed() && ty != OperandType::V2F32 => {
            !fits(*value, 16)
        }
        _ => false,
    }
}

#[derive(Clone, Copy)]
enum Constant {
    Inline(u8),
    Literal(u32),
}

/// Whether a number fits in so many bits, signed or unsigned.
pub(super) fn fits(value: i64, bits: u32) -> bool {
    let high = 1i64 << bits;
    value < high && value >= -(high >> 1)
}

fn int_constant(value: i64, ty: OperandType, lit: bool, arg: &Arg) -> Option<Constant> {
    let pick = |code: Option<u8>, literal: u32| match code {
        Some(code) if !lit => Constant::Inline(code),
        _ => Constant::Literal(literal),
    };
    match ty {
        OperandType::I64 | OperandType::F64 => {
            if let (Some(code), false) = (constant::f64_code(value as u64), lit) {
                return Some(Constant::Inline(code));
            }
            // Signs on an integer would mean something else for the double it becomes.
            let signed = (arg.neg || arg.abs) && ty == OperandType::F64;
            let bits = (fits(value, 32) && !signed).then_some(value as u32)?;
            // An integer is the upper half of a double, which may have a code after all.
            let code = constant::inline_literal(bits, ty).filter(|_| ty == OperandType::F64);
            Some(pick(code, bits))
        }
        OperandType::I16 => fits(value, 16).then(|| pick(constant::int_code(value), value as u32)),
        OperandType::F16 => {
            fits(value, 16).then(|| pick(constant::f16_code(value as u16), value as u16 as u32))
        }
        OperandType::Bf16 => {
            fits(value, 16).then(|| pick(constant::bf16_code(value as u16), value as u16 as u32))
        }
        _ => {
            fits(value, 32).then(|| pick(constant::inline_literal(value as u32, ty), value as u32))
        }
    }
}

fn float_constant(value: f64, ty: OperandType, lit: bool) -> Option<Constant> {
    let pick = |code: Option<u8>, literal: u32| match code {
        Some(code) if !lit => Constant::Inline(code),
        _ => Constant::Literal(literal),
    };
    Some(match ty {
        OperandType::F64 => {
            let high = (value.to_bits() >> 32) as u32;
            // Of a number too small for the upper half nothing is left.
            let code = constant::f64_code(value.to_bits());
            pick(code.or(constant::int_code(0).filter(|_| high == 0)), high)
        }
        OperandType::I64 => Constant::Inline(constant::f64_code(value.to_bits()).filter(|_| !lit)?),
        OperandType::F16 | OperandType::V2F16 | OperandType::V2F16Splat => {
            let bits = constant::to_f16(value)?;
            let code = match ty {
                OperandType::F16 => constant::f16_code(bits),
                _ => constant::inline_literal(bits as u32, ty),
            };
            pick(code, bits as u32)
        }
        OperandType::Bf16 | OperandType::V2Bf16 => {
            // Single ones must be small enough for the other kind of half float.
            if ty == OperandType::Bf16 {
                constant::to_f16(value)?;
            }
            // Written with as many digits as a float has, 1/(2π) is cut off and not rounded.
            let bits = match value == SHORT_INVERSE_2PI && !lit {
                true => 0x3e22,
                false => constant::to_bf16(value)?,
            };
            let code = match ty {
                OperandType::Bf16 => constant::bf16_code(bits),
                _ => constant::inline_literal(bits as u32, ty),
            };
            pick(code, bits as u32)
        }
        // Of a number too small for any float nothing is left.
        OperandType::V2F32 if value as f32 == 0.0 && value.is_sign_positive() => {
            pick(constant::int_code(0), 0)
        }
        // Integer operands see the bits of a 32-bit float.
        OperandType::I16 if constant::to_f16(value).is_none() => return None,
        _ => {
            let bits = constant::to_f32(value)?;
            pick(constant::f32_code(bits), bits)
        }
    })
}

/// A number that need only fit 32 bits, made to fit 16: what is too large becomes infinity, what is
/// too small is rounded.
fn clip_to_half(value: f64, ty: OperandType) -> Option<f64> {
    constant::to_f32(value)?;
    let (fits, least) = match ty {
        OperandType::Bf16 | OperandType::V2Bf16 => (constant::to_bf16(value), LEAST_BF16),
        _ => (constant::to_f16(value), LEAST_F16),
    };
    Some(match fits {
        Some(_) => value,
        None if value.abs() > 1.0 => value * f64::INFINITY,
        None => (value / least).round_ties_even() * least,
    })
}

/// The distances of half floats below the normal ones.
const LEAST_F16: f64 = f64::from_bits((1023 - 24) << 52);
const LEAST_BF16: f64 = f64::from_bits((1023 - 133) << 52);
const INVERSE_2PI: u32 = 0x3e22_f983;
const SHORT_INVERSE_2PI: f64 = 0.159_154_94;

/// Negates or makes absolute the bits of a number.
fn fold_signs(kind: &ArgKind, ty: OperandType, neg: bool, abs: bool) -> Option<Constant> {
    let change = |bits: u32, sign: u32| {
        let bits = if abs { bits & !sign } else { bits };
        if neg { bits ^ sign } else { bits }
    };
    let forced = matches!(kind, ArgKind::LitInt(_) | ArgKind::LitFloat(_));
    let plain;
    let kind = match kind {
        ArgKind::LitInt(value) => {
            plain = ArgKind::Int(*value);
            &plain
        }
        ArgKind::LitFloat(value) => {
            plain = ArgKind::Float(*value);
            &plain
        }
        kind => kind,
    };
    let (bits, sign) = match (ty, kind) {
        (OperandType::F32 | OperandType::I32, ArgKind::Int(value)) => (*value as u32, 1 << 31),
        (OperandType::F32 | OperandType::I32, ArgKind::Float(value)) => {
            (constant::to_f32(*value)?, 1 << 31)
        }
        (OperandType::F16, ArgKind::Int(value)) => (*value as u16 as u32, 1 << 15),
        (OperandType::F16, ArgKind::Float(value)) => (constant::to_f16(*value)? as u32, 1 << 15),
        (OperandType::Bf16, ArgKind::Int(value)) => (*value as u16 as u32, 1 << 15),
        // Of a pair it is the lower one that has the sign.
        (OperandType::V2F16 | OperandType::V2Bf16, ArgKind::Int(value)) => (*value as u32, 1 << 15),
        (OperandType::V2F16, ArgKind::Float(value)) => (constant::to_f16(*value)? as u32, 1 << 15),
        (OperandType::Bf16 | OperandType::V2Bf16, ArgKind::Float(value)) => {
            (constant::to_bf16(*value)? as u32, 1 << 15)
        }
        (OperandType::F64, ArgKind::Float(value)) => {
            let mut value = *value;
            if abs {
                value = value.abs();
            }
            if neg {
                value = -value;
            }
            return float_constant(value, ty, forced);
        }
        _ => return None,
    };
    let bits = change(bits, sign);
    let code = match ty {
        OperandType::F32 | OperandType::I32 => constant::f32_code(bits),
        OperandType::F16 => constant::f16_code(bits as u16),
        OperandType::Bf16 => constant::bf16_code(bits as u16),
        _ => constant::inline_literal(bits, ty),
    };
    Some(match code {
        Some(code) if !forced => Constant::Inline(code),
        _ => Constant::Literal(bits),
    })
}
