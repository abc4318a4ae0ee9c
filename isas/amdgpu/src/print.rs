//! [`AmdInst`] to text.

use crate::constant::{self, inline_int};
use crate::encoding::{Form, From, NO_BIT, Param, ParamKind, Without, is_aligned};
use crate::immediate;
use crate::inst::*;
use crate::inst::{AmdInst, AmdOperand, OperandValue};
use crate::meaning::Meaning;
use crate::modifier;
use crate::names::*;
use crate::row::{AmdFormat, BVH, Imm, OperandSlot, OperandType};

/// Appends the text of an instruction.
pub fn print(inst: &AmdInst, out: &mut String) {
    let encoding = inst.encoding;
    out.push_str(&encoding.text);
    let mut operands = inst.operands().iter();
    let bracketed = brackets(inst);
    let mut separator = " ";
    for param in &encoding.params {
        if let ParamKind::Mod(which) = param.kind {
            modifier::print(inst, which, out);
            continue;
        }
        let Some(operand) = operands.next() else {
            break;
        };
        if let Some((_, word)) = param.word() {
            out.push(' ');
            out.push_str(word);
            continue;
        }
        match param.kind {
            ParamKind::Pair(row) => {
                out.push_str(" :: ");
                out.push_str(row.name);
                separator = " ";
            }
            ParamKind::Open => {
                if bracketed {
                    out.push_str(separator);
                    out.push('[');
                    separator = "";
                }
            }
            ParamKind::Close => {
                if bracketed {
                    out.push(']');
                }
            }
            ParamKind::ImageAddr if operand.value == OperandValue::None => {}
            ParamKind::Imm(Imm::Endpgm) if operand.value == OperandValue::Imm(0) => {}
            _ => {
                out.push_str(separator);
                positional(inst, param, operand, out);
                separator = if param.kind == ParamKind::ExportTarget {
                    " "
                } else {
                    ", "
                };
            }
        }
    }
}

/// Whether image addresses are in brackets: long encodings write a single one without.
fn brackets(inst: &AmdInst) -> bool {
    let encoding = inst.encoding;
    let sampled = matches!(encoding.row.format, AmdFormat::Mimg | AmdFormat::Vsample);
    if !sampled || encoding.row.has(BVH) || !encoding.target.generation().long_memory() {
        return true;
    }
    let pairs = encoding.params.iter().zip(inst.operands());
    let written = |(param, operand): &(&Param, &AmdOperand)| {
        param.kind == ParamKind::ImageAddr && operand.value != OperandValue::None
    };
    pairs.filter(written).count() > 1
}

fn positional(inst: &AmdInst, param: &Param, operand: &AmdOperand, out: &mut String) {
    let encoding = inst.encoding;
    match param.kind {
        ParamKind::Vcc => {
            let wide = encoding.wave.lanes() == 64;
            out.push_str(if wide { "vcc" } else { "vcc_lo" });
            let mut pairs = encoding.params.iter().zip(inst.operands());
            if pairs.any(|(p, o)| o.abs && closes_late(inst, p)) {
                out.push('|');
            }
            return;
        }
        ParamKind::M0 => return out.push_str("m0"),
        ParamKind::Imm(imm) => return immediate::print(inst, imm, operand, out),
        ParamKind::Attribute => {
            if let OperandValue::Imm(field) = operand.value {
                out.push_str("attr");
                decimal(field as i64 >> 2, out);
                out.push('.');
                out.push(['x', 'y', 'z', 'w'][field as usize & 3]);
            }
            return;
        }
        ParamKind::ExportTarget => {
            if let OperandValue::Imm(target) = operand.value {
                match name_of(EXPORTS, target as u16, encoding.target) {
                    Some(name) => out.push_str(name),
                    None => {
                        out.push_str("invalid_target_");
                        decimal(target.into(), out);
                    }
                }
            }
            return;
        }
        ParamKind::SmemOffset => {
            if let OperandValue::Imm(offset) = operand.value {
                signed_hex(offset as i64, out);
            }
            return;
        }
        _ => {}
    }
    let ty = match param.kind {
        ParamKind::Src(ty, _) | ParamKind::Part(ty) | ParamKind::Acc(_, ty) | ParamKind::K(ty) => {
            ty
        }
        _ => OperandType::I32,
    };
    if operand.neg {
        // A minus before a number would be read as its sign.
        match operand.value {
            value if needs_call(value, operand.abs) => out.push_str("neg("),
            _ => out.push('-'),
        }
    }
    if operand.abs {
        out.push('|');
    }
    if operand.sext {
        out.push_str("sext(");
    }
    match operand.value {
        OperandValue::None => {}
        OperandValue::Reg(reg) => register(reg, out),
        OperandValue::Inline(code) => inline(code, ty, out),
        OperandValue::Literal => {
            let bits = inst.literal.unwrap_or(0);
            match constant::inline_literal(bits, ty) {
                // Half of a pair whose literal is there anyway cannot have an inline constant in
                // its place by mistake, nor can what takes registers alone.
                Some(code)
                    if !takes_numbers(param)
                        || shares_literal(inst) && !matches!(param.kind, ParamKind::K(_)) =>
                {
                    inline(code, ty, out);
                }
                _ => literal(bits, ty, param.kind, operand.neg || operand.abs, out),
            }
        }
        OperandValue::Imm(value @ 0..=64) => decimal(value as i64, out),
        OperandValue::Imm(value) => hex(value as u32 as u64, out),
        OperandValue::Off => out.push_str("off"),
    }
    if inst.odd {
        remark(inst, param, operand.value, out);
    }
    if operand.sext {
        out.push(')');
    }
    if operand.abs && !closes_late(inst, param) {
        out.push('|');
    }
    if operand.neg && needs_call(operand.value, operand.abs) {
        out.push(')');
    }
}

/// Says what is wrong with an operand that is not of its parameter's kind.
fn remark(inst: &AmdInst, param: &Param, value: OperandValue, out: &mut String) {
    match value {
        OperandValue::Reg(reg) if !belongs(param, reg) || is_misplaced(inst, param, value) => {
            out.push_str("/*Invalid register, operand has '");
            class_name(inst, param, out);
            out.push_str("' register class*/");
        }
        OperandValue::Inline(_) | OperandValue::Literal if !takes_numbers(param) => {
            out.push_str("/*Invalid immediate*/");
        }
        _ => {}
    }
}

/// The name of the registers that a parameter takes.
fn class_name(inst: &AmdInst, param: &Param, out: &mut String) {
    let run = |prefix: &str, n: u8, out: &mut String| {
        out.push_str(prefix);
        decimal(n as i64 * 32, out);
    };
    match param.kind {
        ParamKind::Vgpr(1) if param.sel == NO_BIT => out.push_str("VGPR_32"),
        ParamKind::Vgpr(n) | ParamKind::Acc(n, _) => {
            run(vector_class(inst, param), n, out);
            if n > 1 && inst.encoding.target.generation().even_runs {
                out.push_str("_Align2");
            }
        }
        ParamKind::Agpr => out.push_str("AGPR_32"),
        ParamKind::VgprLow => out.push_str("VGPR_32_Lo128"),
        ParamKind::Half => out.push_str("VGPR_16"),
        ParamKind::HalfLow => out.push_str("VGPR_16_Lo128"),
        ParamKind::Src(_, from) if from.has(From::LOW) => out.push_str("VS_32_Lo128"),
        ParamKind::Src(_, from) if from.has(From::LDS) => {
            out.push_str(match from.has(From::SGPR) {
                true => "SRegOrLds_32",
                false => "VRegOrLds_32",
            })
        }
        ParamKind::Src(ty, from)
            if from.has(From::VGPR) && inst.encoding.target.generation().even_runs =>
        {
            run("VS_", ty.dwords(), out);
            out.push_str("_Align2");
        }
        ParamKind::Src(ty, _) => run("SReg_", ty.dwords(), out),
        ParamKind::Sgpr(n, without) => {
            run("SReg_", n, out);
            for (left_out, name) in [
                (Without::M0, "_XM0"),
                (Without::EXEC, "_XEXEC"),
                (Without::EXEC_HI, "_XEXEC_HI"),
                (Without::NULL, "_XNULL"),
            ] {
                if without.has(left_out) {
                    out.push_str(name);
                }
            }
        }
        _ => {}
    }
}

/// Whether a run begins at an odd register where the reference says so. It does not of addresses of typed
/// buffers, of single registers, of carries, and of accumulation registers that one bit says of several operands.
fn is_misplaced(inst: &AmdInst, param: &Param, value: OperandValue) -> bool {
    let typed = inst.row().format == AmdFormat::Mtbuf && param.sel == NO_BIT;
    let single = matches!(value, OperandValue::Reg(reg) if reg.dwords == 1);
    let sums = matches!(inst.row().meaning, Meaning::Mfma(_));
    let accumulates = matches!(value, OperandValue::Reg(reg) if reg.is_agpr());
    let shared = accumulates && !sums && shares_file(inst, param);
    let carry = matches!(
        param.kind,
        ParamKind::Sgpr(_, Without::NOTHING_AND_APERTURES)
    );
    !(is_aligned(inst.encoding, value) || typed || single || shared || carry)
}

/// Whether one bit says of several operands that they are in accumulation registers.
fn shares_file(inst: &AmdInst, param: &Param) -> bool {
    let with_same = |other: &&Param| other.sel == param.sel;
    inst.encoding.params.iter().filter(with_same).count() > 1
}

/// The first part of the name of a class of vector registers: either kind, accumulation registers, or those
/// that are not.
fn vector_class(inst: &AmdInst, param: &Param) -> &'static str {
    if param.sel == NO_BIT {
        return "VReg_";
    }
    // The file of several operands is part of the instruction.
    if !shares_file(inst, param) {
        return "AV_";
    }
    match inst.operands().first().map(|operand| operand.value) {
        Some(OperandValue::Reg(reg)) if reg.is_agpr() => "AReg_",
        _ => "VReg_",
    }
}

fn takes_numbers(param: &Param) -> bool {
    match param.kind {
        ParamKind::Src(_, from) => from.has(From::INLINE),
        kind => !matches!(
            kind,
            ParamKind::Vgpr(_)
                | ParamKind::Agpr
                | ParamKind::VgprLow
                | ParamKind::Half
                | ParamKind::HalfLow
                | ParamKind::Sgpr(..)
        ),
    }
}

/// Whether a register is one of the parameter's. Constants in the guise of registers are always.
fn belongs(param: &Param, reg: Reg) -> bool {
    if matches!(
        reg.code,
        NULL | FLAT_SCRATCH_BASE_LO..=POPS_EXITING_WAVE_ID | VCCZ | EXECZ | SCC
    ) {
        return true;
    }
    match param.kind {
        ParamKind::Vgpr(_) | ParamKind::Acc(..) | ParamKind::Half | ParamKind::HalfLow => {
            reg.is_vgpr()
        }
        ParamKind::Agpr => reg.is_agpr(),
        ParamKind::VgprLow => reg.is_vgpr() && reg.vgpr_index() < 128,
        ParamKind::Src(_, from) if reg.is_vgpr() => {
            from.has(From::VGPR)
                && (from.has(From::HALF) || !from.has(From::LOW) || reg.vgpr_index() < 128)
        }
        ParamKind::Src(_, from) if reg.code == LDS_DIRECT => {
            from.has(From::VGPR) || from.has(From::LDS)
        }
        ParamKind::Src(_, from) => from.has(From::SGPR),
        ParamKind::Sgpr(_, without) => without.takes(reg),
        _ => true,
    }
}

/// The reference closes the absolute value of this one operand only after the condition that
/// follows it.
fn closes_late(inst: &AmdInst, param: &Param) -> bool {
    let encoding = inst.encoding;
    encoding.form == Form::Dpp16
        && encoding.target.generation().closes_late
        && matches!(encoding.row.meaning, Meaning::Select(_))
        && param.abs == 55
}

/// A pair of instructions that both always have a literal, the first within its sources.
fn shares_literal(inst: &AmdInst) -> bool {
    let fixed = |op: &OperandSlot| matches!(op, OperandSlot::K(_));
    inst.row().operands.get(2).is_some_and(fixed)
        && (inst.encoding.second).is_some_and(|second| second.operands.iter().any(fixed))
}

/// Whether a negation is written as a call: before a plain number a minus would be its sign, and
/// assemblers know none before `lit()`.
fn needs_call(value: OperandValue, abs: bool) -> bool {
    match value {
        _ if abs => false,
        OperandValue::Inline(_) | OperandValue::Literal => true,
        _ => false,
    }
}

/// The text of a register or a run of them.
pub fn register(reg: Reg, out: &mut String) {
    if let Some(name) = special_name(reg.code, reg.dwords) {
        return out.push_str(name);
    }
    let (prefix, index) = match reg.code {
        AGPR0.. => ("a", reg.code - AGPR0),
        VGPR0.. => ("v", reg.code - VGPR0),
        TTMP0..=TTMP_LAST => ("ttmp", reg.code - TTMP0),
        code => ("s", code),
    };
    out.push_str(prefix);
    if reg.dwords <= 1 {
        decimal(index as i64, out);
        match reg.half {
            RegisterHalf::Whole => {}
            RegisterHalf::Low => out.push_str(".l"),
            RegisterHalf::High => out.push_str(".h"),
        }
    } else {
        out.push('[');
        decimal(index as i64, out);
        out.push(':');
        decimal(index as i64 + reg.dwords as i64 - 1, out);
        out.push(']');
    }
}

/// The float constants by code, from 240.
const FLOATS: [&str; 8] = ["0.5", "-0.5", "1.0", "-1.0", "2.0", "-2.0", "4.0", "-4.0"];

pub(crate) fn inline(code: u8, ty: OperandType, out: &mut String) {
    match code {
        128..=208 => decimal(inline_int(code as u16) as i64, out),
        240..=248 if ty == OperandType::I16 => hex(constant::f16_bits(code) as u64, out),
        240..=247 => out.push_str(FLOATS[code as usize - 240]),
        _ if ty.dwords() == 2 && ty != OperandType::V2F32 => out.push_str("0.15915494309189532"),
        _ => out.push_str("0.15915494"),
    }
}

/// A literal that could have been an inline constant says so, or it would be assembled as one.
fn literal(value: u32, ty: OperandType, kind: ParamKind, signed: bool, out: &mut String) {
    let code = constant::inline_literal(value, ty).filter(|_| !matches!(kind, ParamKind::K(_)));
    let has_inline = match (ty, code) {
        // Of a 64-bit float the literal is the upper half. With a sign, assemblers know no way to
        // ask for it.
        (OperandType::F64, Some(code)) if signed => return inline(code, ty, out),
        (OperandType::F64, None) => !signed && constant::f64_code(value.into()).is_some(),
        _ => code.is_some(),
    };
    if has_inline {
        out.push_str("lit(");
    }
    let half = matches!(ty, OperandType::I16 | OperandType::F16)
        && !has_inline
        && !matches!(kind, ParamKind::K(_));
    hex(
        if half {
            value as u16 as u64
        } else {
            value as u64
        },
        out,
    );
    if has_inline {
        out.push(')');
    }
}

pub(crate) fn decimal(value: i64, out: &mut String) {
    if value < 0 {
        out.push('-');
    }
    let mut rest = value.unsigned_abs();
    if rest < 10 {
        return out.push((b'0' + rest as u8) as char);
    }
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    while rest > 0 {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.push_str(std::str::from_utf8(&digits[at..]).unwrap_or(""));
}

pub(crate) fn hex(value: u64, out: &mut String) {
    out.push_str("0x");
    let count = (16 - value.leading_zeros() as usize / 4).max(1);
    let mut digits = [0u8; 16];
    for (index, digit) in digits[..count].iter_mut().enumerate() {
        *digit = b"0123456789abcdef"[(value >> (4 * (count - 1 - index)) & 15) as usize];
    }
    out.push_str(std::str::from_utf8(&digits[..count]).unwrap_or(""));
}

pub(crate) fn signed_hex(value: i64, out: &mut String) {
    if value < 0 {
        out.push('-');
    }
    hex(value.unsigned_abs(), out);
}
