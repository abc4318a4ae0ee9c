//! Fits arguments to an encoding's parameters.

use super::source::{mandatory_literal, source};

use super::explain::{Failure, Why};
use super::source::fits;
use super::{Arg, ArgKind, Expr, Fixup, FixupKind};
use crate::constant;
use crate::encoding::{Encoding, Form, From, NO_BIT, Param, ParamKind, Without, is_aligned};
use crate::inst::*;
use crate::inst::{AmdInst, AmdOperand, Mod, OperandValue};
use crate::names;
use crate::row::{
    AmdFormat, BVH, GDS_ONLY, Imm, MIX, NO_GDS, OperandSlot, OperandType, PREFETCH, PROBE,
};

/// Fits arguments to an encoding. The condition register may be left out of short forms.
pub(super) fn matches(
    encoding: &'static Encoding,
    args: &[Arg],
) -> Result<(AmdInst, Vec<Fixup>), Failure> {
    let result = matches_with(encoding, args, false);
    match result {
        Err(failure) if may_leave_out_vcc(encoding, args) => {
            matches_with(encoding, args, true).map_err(|_| failure)
        }
        result => result,
    }
}

/// Compares whose sources can be negated do not start with a number that has a sign, or where there
/// is DPP is forced to be a literal: it would be read by the rules of the destination. Nor is a lane pattern that is
/// a single word told from a symbol where the second source would be.
fn may_leave_out_vcc(encoding: &Encoding, args: &[Arg]) -> bool {
    let masks = encoding.params.iter();
    let masks = masks.filter(|param| param.kind == ParamKind::Vcc).count();
    let earlier = encoding.target.generation().earlier_operands;
    if masks == 0 || earlier && (masks > 1 || encoding.form != Form::Base) {
        return false;
    }
    let number = match args.first() {
        Some(arg) if arg.kind.is_literal_by_name() => {
            let generation = encoding.target.generation();
            encoding.row.exchanges_lanes(generation) || matches!(arg.kind, ArgKind::Lit64(_))
        }
        Some(arg) => {
            matches!(arg.kind, ArgKind::Int(_) | ArgKind::Float(_)) && (arg.neg || arg.abs)
        }
        None => false,
    };
    let negatable = |op: &OperandSlot| match op {
        OperandSlot::Src(ty) => ty.is_float(),
        op => matches!(op, OperandSlot::SrcMods(_)),
    };
    let word = args.get(2).is_some_and(|arg| {
        matches!(
            arg.kind,
            ArgKind::Mod(Mod::DppCtrl, names::ROW_MIRROR | names::ROW_HALF_MIRROR)
        )
    });
    let compares = encoding.row.format == AmdFormat::Vopc;
    !((number || word) && compares && encoding.row.operands.iter().any(negatable))
}

fn matches_with(
    encoding: &'static Encoding,
    args: &[Arg],
    skip_vcc: bool,
) -> Result<(AmdInst, Vec<Fixup>), Failure> {
    let mut inst = AmdInst::new(encoding);
    let mut fixups = vec![];
    let mut next = 0;
    let mut in_list = false;
    let mut addresses = 0;
    for param in &encoding.params {
        let arg = args.get(next);
        if let ParamKind::Mod(which) = param.kind {
            let mut value = default(encoding, which);
            if let Some(arg) = arg {
                if let Some(found) = modifier(encoding, param, which, arg)? {
                    value = found;
                    next += 1;
                } else if required(encoding, which) {
                    return Err(fail(encoding, arg, Why::Unfit(*param)));
                }
            } else if required(encoding, which) {
                return Err(missing(encoding, args, param));
            }
            if !crate::mfma::format_fits(encoding, which, value) {
                let why = Why::Because("the format has another number of registers");
                let at = args.get(1 + usize::from(which == Mod::Blgp));
                return match at {
                    Some(arg) => Err(fail(encoding, arg, why)),
                    None => Err(missing(encoding, args, param)),
                };
            }
            inst.mods.set(which, value);
            continue;
        }
        if param.kind == ParamKind::Vcc && skip_vcc {
            inst.push(AmdOperand::NONE);
            continue;
        }
        // A scalar load without an offset is one of 0; prefetches have more operands after it.
        let no_offset = |arg: &Arg| {
            matches!(arg.kind, ArgKind::Reg(_)) == encoding.row.has(PREFETCH)
                && arg.kind.bits().is_none()
        };
        if param.kind == ParamKind::SmemOffset && arg.map_or(!encoding.row.has(PREFETCH), no_offset)
        {
            inst.push(AmdOperand::plain(OperandValue::Imm(0)));
            continue;
        }
        if let Some((which, _)) = param.word() {
            match arg.map(|arg| &arg.kind) {
                Some(ArgKind::Mod(found, 1)) if *found == which => next += 1,
                _ => return Err(missing_at(encoding, args, next, param)),
            }
            inst.push(AmdOperand::NONE);
            continue;
        }
        if matches!(
            param.kind,
            ParamKind::Open | ParamKind::ImageAddr | ParamKind::Close
        ) {
            let (taken, operand) =
                image_address(encoding, param, arg, &mut in_list, &mut addresses)
                    .ok_or_else(|| missing_at(encoding, args, next, param))?;
            next += taken as usize;
            inst.push(operand);
            continue;
        }
        // `s_endpgm` alone means 0.
        if param.kind == ParamKind::Imm(Imm::Endpgm) && arg.is_none() {
            inst.push(AmdOperand::plain(OperandValue::Imm(0)));
            continue;
        }
        let Some(arg) = arg else {
            return Err(missing(encoding, args, param));
        };
        match positional(encoding, param, arg, &mut inst, &mut fixups) {
            Some(operand) if !same_file(encoding, param, &operand, &inst) => {
                let why = "one bit tells accumulation registers, for all that are data";
                return Err(fail(encoding, arg, Why::Because(why)));
            }
            Some(operand) if !is_aligned(encoding, operand.value) => {
                let why = "runs of vector registers begin with an even one";
                return Err(fail(encoding, arg, Why::Because(why)));
            }
            Some(operand) => inst.push(operand),
            None => return Err(fail(encoding, arg, Why::Unfit(*param))),
        }
        next += 1;
    }
    match args.get(next) {
        None => Ok((inst, fixups)),
        Some(Arg {
            kind: ArgKind::Mod(which, 0),
            ..
        }) if next + 1 == args.len() && is_so_anyway(encoding, *which) => Ok((inst, fixups)),
        Some(arg) => {
            let modifier = matches!(arg.kind, ArgKind::Mod(..) | ArgKind::Cpol(_));
            let why = if modifier {
                Why::NoSuchModifier
            } else {
                Why::TooMany
            };
            Err(fail(encoding, arg, why))
        }
    }
}

/// Whether a register is among the vector registers, or the accumulation registers, as others are that are told
/// by the same bit.
fn same_file(encoding: &Encoding, param: &Param, operand: &AmdOperand, inst: &AmdInst) -> bool {
    let is_data = |param: &Param| param.sel != NO_BIT && matches!(param.kind, ParamKind::Vgpr(_));
    let accumulates = |operand: &AmdOperand| match operand.value {
        OperandValue::Reg(reg) => reg.is_agpr(),
        _ => false,
    };
    let mut before = encoding.positional().zip(inst.operands());
    !is_data(param)
        || before.all(|(other, before)| {
            !is_data(other) || other.sel != param.sel || accumulates(before) == accumulates(operand)
        })
}

/// Whether the absence of a modifier may be written that the encoding has no place for.
fn is_so_anyway(encoding: &Encoding, which: Mod) -> bool {
    let row = encoding.row;
    let is_short = || {
        encoding
            .params
            .iter()
            .all(|param| param.kind != ParamKind::A16)
    };
    match which {
        Mod::A16 => row.has(BVH) && row.format != AmdFormat::Ds && is_short(),
        // Of a machine that has no global data share.
        Mod::Gds => {
            row.format == AmdFormat::Ds
                && !encoding.target.generation().global_share
                && !row.has(NO_GDS | GDS_ONLY | BVH)
        }
        _ => false,
    }
}

fn fail(encoding: &'static Encoding, arg: &Arg, why: Why) -> Failure {
    Failure {
        at: arg.start,
        end: Some(arg.end),
        why,
        encoding,
    }
}

fn missing(encoding: &'static Encoding, args: &[Arg], wanted: &Param) -> Failure {
    Failure {
        at: args.last().map_or(0, |arg| arg.end),
        end: None,
        why: Why::Missing(*wanted),
        encoding,
    }
}

fn missing_at(encoding: &'static Encoding, args: &[Arg], index: usize, wanted: &Param) -> Failure {
    match args.get(index) {
        Some(arg) => fail(encoding, arg, Why::Unfit(*wanted)),
        None => missing(encoding, args, wanted),
    }
}

/// Image addresses: as many as are written, in brackets if there are several.
fn image_address(
    encoding: &Encoding,
    param: &Param,
    arg: Option<&Arg>,
    in_list: &mut bool,
    addresses: &mut u32,
) -> Option<(bool, AmdOperand)> {
    let kind = arg.map(|arg| &arg.kind);
    let lists = encoding.params.iter().any(|p| p.kind == ParamKind::Open);
    match (param.kind, kind) {
        (ParamKind::Open, Some(ArgKind::Open)) => {
            *in_list = true;
            Some((true, AmdOperand::NONE))
        }
        // Long encodings write a single address without brackets.
        (ParamKind::Open, _) if encoding.target.generation().long_memory() => {
            Some((false, AmdOperand::NONE))
        }
        (ParamKind::Close, Some(ArgKind::Close)) if *in_list => Some((true, AmdOperand::NONE)),
        (ParamKind::Close, _) if !*in_list && *addresses == 1 => Some((false, AmdOperand::NONE)),
        (ParamKind::ImageAddr, Some(ArgKind::Reg(reg)))
            if reg.is_vgpr() && (*in_list || *addresses == 0) =>
        {
            if reg.half != RegisterHalf::Whole || arg.is_some_and(|arg| arg.neg || arg.abs) {
                return None;
            }
            *addresses += 1;
            Some((true, AmdOperand::plain(OperandValue::Reg(*reg))))
        }
        (ParamKind::ImageAddr, _) if lists && *addresses > 0 => Some((false, AmdOperand::NONE)),
        _ => None,
    }
}

/// The value of a modifier that is not written.
fn default(encoding: &Encoding, which: Mod) -> i32 {
    match which {
        Mod::RowMask | Mod::BankMask => 15,
        Mod::DstSel | Mod::Src0Sel | Mod::Src1Sel => 6,
        Mod::DstUnused => 2,
        Mod::OpSelHi if !encoding.row.has(MIX) && !encoding.row.scales_factors() => 7,
        _ => crate::memory::default_modifier(which),
    }
}

fn required(encoding: &Encoding, which: Mod) -> bool {
    matches!(which, Mod::DppCtrl | Mod::Dpp8) || crate::memory::required_modifier(encoding, which)
}

/// The value of a modifier if `arg` is that modifier.
fn modifier(
    encoding: &'static Encoding,
    param: &Param,
    which: Mod,
    arg: &Arg,
) -> Result<Option<i32>, Failure> {
    if which == Mod::Cpol {
        let ArgKind::Cpol(written) = &arg.kind else {
            return Ok(None);
        };
        return match crate::cpol::value(written, param, encoding) {
            Some(value) => Ok(Some(value)),
            None => {
                let why = "this cache policy does not fit the instruction";
                Err(fail(encoding, arg, Why::Because(why)))
            }
        };
    }
    let ArgKind::Mod(found, value) = arg.kind else {
        return Ok(None);
    };
    if found != which {
        return Ok(None);
    }
    match which {
        Mod::Fi if param.len == 9 => Ok(Some(value >> 1)),
        Mod::Fi => Ok(Some(value & 1)),
        Mod::Neg if value & 0xF8 != 0 => {
            let why = "there are three sources: the fourth sign is none";
            Err(fail(encoding, arg, Why::Because(why)))
        }
        Mod::Neg => Ok(Some(value & 7)),
        Mod::OpSel | Mod::OpSelHi | Mod::NegLo | Mod::NegHi => {
            let list = select_list(encoding, which, value);
            if encoding.row.is_permlane() && value & 0xFF & !3 != 0 {
                return Err(fail(
                    encoding,
                    arg,
                    Why::Because("only two entries can be set"),
                ));
            }
            let negates = matches!(which, Mod::NegLo | Mod::NegHi);
            if negates && list & !encoding.row.negatable() != 0 {
                return Err(fail(
                    encoding,
                    arg,
                    Why::Because("this source cannot be negated"),
                ));
            }
            Ok(Some(list))
        }
        _ if crate::memory::modifier_fits(encoding, param, which, value) => Ok(Some(value)),
        _ => Err(fail(encoding, arg, Why::OutOfRange(*param))),
    }
}

/// Bits of `op_sel` and its relatives in the places that encodings give them.
fn select_list(encoding: &Encoding, which: Mod, value: i32) -> i32 {
    let bits = value & 0xFF;
    let count = crate::modifier::select_count(encoding, which);
    let packed = matches!(encoding.row.format, AmdFormat::Vop3p | AmdFormat::Mai);
    if which == Mod::OpSel && !packed && !encoding.row.is_permlane() {
        // The destination's bit is the fourth one, whatever the number of sources.
        let sources = crate::modifier::select_count(encoding, Mod::NegLo);
        if count <= sources {
            return bits & ((1 << count) - 1);
        }
        let dst = bits >> (count - 1) & 1;
        return bits & ((1 << (count - 1)) - 1) | dst << 3;
    }
    bits & ((1 << count) - 1)
}

/// Whether an absolute value may be written where there is no bit for it. On earlier machines the scaling of divisions
/// takes it of the second source alone.
fn drops_abs(encoding: &Encoding, param: &Param) -> bool {
    const SECOND: u8 = 62;
    encoding.row.drops_abs()
        && (param.neg == SECOND || !encoding.target.generation().earlier_operands)
}

fn positional(
    encoding: &'static Encoding,
    param: &Param,
    arg: &Arg,
    inst: &mut AmdInst,
    fixups: &mut Vec<Fixup>,
) -> Option<AmdOperand> {
    if arg.sext && param.sext == NO_BIT {
        return None;
    }
    let signs = arg.neg || arg.abs;
    let abs_fits = param.abs != NO_BIT || param.neg != NO_BIT && drops_abs(encoding, param);
    let signs_fit = (!arg.neg || param.neg != NO_BIT) && (!arg.abs || abs_fits);
    if let ParamKind::Part(ty) = param.kind {
        let from = From::NO_LITERAL;
        // Numbers for parts of pairs are those of whole registers.
        let ty = if ty.is_packed() { OperandType::F32 } else { ty };
        return source(encoding, param, ty, from, arg, inst, fixups, signs_fit);
    }
    if let ParamKind::Src(ty, from) = param.kind {
        // Signs on numbers fold into the number where the encoding has no bits for them.
        return source(encoding, param, ty, from, arg, inst, fixups, signs_fit);
    }
    if signs && !signs_fit {
        return None;
    }
    let plain = |value: OperandValue| {
        Some(AmdOperand {
            value,
            neg: arg.neg,
            abs: arg.abs,
            sext: arg.sext,
        })
    };
    match (param.kind, &arg.kind) {
        (ParamKind::Vgpr(n), ArgKind::Reg(reg)) if param.sel == NO_BIT => {
            plain(OperandValue::Reg(vgpr(*reg, n)?))
        }
        // The bit tells accumulation registers.
        (ParamKind::Vgpr(n), ArgKind::Reg(reg)) => {
            let fits = reg.is_vgpr() && reg.dwords == n && reg.half == RegisterHalf::Whole;
            fits.then(|| plain(OperandValue::Reg(*reg)))?
        }
        (ParamKind::Agpr, ArgKind::Reg(reg)) => {
            let fits = reg.is_agpr() && reg.dwords == 1;
            fits.then(|| plain(OperandValue::Reg(*reg)))?
        }
        (ParamKind::PartMask, ArgKind::Reg(reg)) => plain(OperandValue::Reg(mask(*reg, 2)?)),
        (ParamKind::VgprLow, ArgKind::Reg(reg)) => {
            (reg.is_vgpr() && reg.vgpr_index() < 128).then_some(())?;
            plain(OperandValue::Reg(vgpr(*reg, 1)?))
        }
        (ParamKind::Half, ArgKind::Reg(reg)) => (reg.is_vgpr() && reg.half != RegisterHalf::Whole)
            .then(|| plain(OperandValue::Reg(*reg)))?,
        (ParamKind::HalfLow, ArgKind::Reg(reg)) => {
            let fits = reg.is_vgpr() && reg.half != RegisterHalf::Whole && reg.vgpr_index() < 128;
            fits.then(|| plain(OperandValue::Reg(*reg)))?
        }
        (ParamKind::Sgpr(n, without), ArgKind::Reg(reg)) => {
            if without.has(Without::NOTHING_AND_APERTURES) {
                return plain(OperandValue::Reg(mask(*reg, n)?));
            }
            plain(OperandValue::Reg(sgpr(*reg, n, without)?))
        }
        // Registers that read like constants may stand for them.
        (ParamKind::Acc(..), ArgKind::Reg(reg))
            if reg.is_constant() || param.sel != NO_BIT && matches!(reg.code, VCCZ | EXECZ) =>
        {
            plain(OperandValue::Reg(*reg))
        }
        // One bit tells accumulation registers, for what is written and what is read.
        (ParamKind::Acc(n, _), ArgKind::Reg(reg)) if param.sel != NO_BIT => {
            let fits = reg.is_vgpr() && reg.dwords == n && reg.half == RegisterHalf::Whole;
            let like = |written: &AmdOperand| match written.value {
                OperandValue::Reg(written) => written.is_agpr() == reg.is_agpr(),
                _ => false,
            };
            let fits = fits && inst.operands().first().is_some_and(like);
            fits.then(|| plain(OperandValue::Reg(*reg)))?
        }
        (ParamKind::Acc(n, _), ArgKind::Reg(reg)) => plain(OperandValue::Reg(vgpr(*reg, n)?)),
        (ParamKind::Acc(_, ty), _) => source(
            encoding,
            param,
            ty,
            From::INLINE,
            arg,
            inst,
            fixups,
            signs_fit,
        ),
        (ParamKind::Vcc, ArgKind::Reg(reg)) => {
            let fits = reg.code == VCC_LO && reg.dwords == encoding.wave.mask_dwords();
            fits.then(|| plain(OperandValue::None))?
        }
        (ParamKind::Pair(row), ArgKind::Pair(name)) => {
            (row.name == *name).then(|| plain(OperandValue::None))?
        }
        (ParamKind::VdstY, ArgKind::Reg(reg)) => plain(OperandValue::Reg(vgpr(*reg, 1)?)),
        (ParamKind::M0, ArgKind::Reg(reg)) => {
            (reg.code == M0).then(|| plain(OperandValue::None))?
        }
        (ParamKind::Off, ArgKind::Off) => plain(OperandValue::Off),
        (ParamKind::K(ty), _) => mandatory_literal(ty, arg, inst),
        (ParamKind::Imm(imm), _) => immediate(imm, arg, inst, fixups),
        (ParamKind::ExportTarget, ArgKind::Target(code)) => plain(OperandValue::Imm(*code as i32)),
        (ParamKind::ExportData, ArgKind::Off) => plain(OperandValue::Off),
        (ParamKind::ExportData, ArgKind::Reg(reg)) => plain(OperandValue::Reg(vgpr(*reg, 1)?)),
        (ParamKind::Attribute, ArgKind::Attribute(code)) => plain(OperandValue::Imm(*code as i32)),
        (ParamKind::SmemOffset, kind) => {
            let value = kind.bits()?;
            let fits = crate::memory::smem_offset_fits(encoding, value);
            fits.then(|| plain(OperandValue::Imm(value as i32)))?
        }
        (ParamKind::Number, kind) => {
            let cut = encoding.row.has(PROBE) || encoding.row.has(PREFETCH);
            let value = if cut { kind.bits() } else { kind.integer() }?;
            (cut || (0..1 << param.len).contains(&value))
                .then(|| plain(OperandValue::Imm(value as i32)))?
        }
        // A sample may be taken for its side effects.
        (ParamKind::ImageData, ArgKind::Off) if encoding.row.is_sample() => {
            (!encoding.target.generation().long_memory()).then(|| plain(OperandValue::Off))?
        }
        (ParamKind::ImageData, ArgKind::Reg(reg)) => (reg.is_vgpr()
            && reg.half == RegisterHalf::Whole)
            .then(|| plain(OperandValue::Reg(*reg)))?,
        _ => None,
    }
}

fn vgpr(reg: Reg, n: u8) -> Option<Reg> {
    (reg.is_vgpr() && !reg.is_agpr() && reg.dwords == n && reg.half == RegisterHalf::Whole)
        .then_some(reg)
}

/// A lane mask of so many words: the aperture registers can be named, too.
fn mask(reg: Reg, n: u8) -> Option<Reg> {
    match (SHARED_BASE..=POPS_EXITING_WAVE_ID).contains(&reg.code) {
        true => Some(Reg { dwords: n, ..reg }),
        false => sgpr(reg, n, Without::NOTHING_AND_APERTURES),
    }
}

/// A scalar register field. `scc` and the like are sources only.
fn sgpr(reg: Reg, n: u8, without: Without) -> Option<Reg> {
    if reg.half != RegisterHalf::Whole {
        return None;
    }
    let scc = matches!(reg.code, SCC | VCCZ | EXECZ)
        && (n == 1 || without.has(Without::NOTHING_AND_APERTURES));
    let named = (FLAT_SCRATCH..XNACK_MASK + 2).contains(&reg.code)
        || reg.code == POPS_EXITING_WAVE_ID && n == 1;
    if reg.code > EXEC_HI && !scc && !named || reg.dwords != n && reg.dwords != 0 && !scc {
        return None;
    }
    let forbidden = match reg.code {
        M0 => without.has(Without::M0),
        NULL => without.has(Without::NULL),
        EXEC_LO => without.has(Without::EXEC),
        EXEC_HI => without.has(Without::EXEC) || without.has(Without::EXEC_HI),
        _ => false,
    };
    (!forbidden).then_some(Reg { dwords: n, ..reg })
}

fn immediate(
    imm: Imm,
    arg: &Arg,
    inst: &mut AmdInst,
    fixups: &mut Vec<Fixup>,
) -> Option<AmdOperand> {
    if arg.neg || arg.abs {
        return None;
    }
    let plain = matches!(
        imm,
        Imm::Simm16 | Imm::Hex16 | Imm::Unsigned16 | Imm::Simm32 | Imm::Version
    );
    let value = match &arg.kind {
        ArgKind::Imm(found, value) if *found == imm => *value,
        ArgKind::Int(value) => *value,
        ArgKind::LitInt(value) | ArgKind::Lit64(value) if plain => *value,
        // A float is its bits, as far as they fit.
        ArgKind::Float(value) | ArgKind::LitFloat(value) if plain => value.to_bits() as i64,
        // Others are expressions, in which a sign negates the bits as a number.
        ArgKind::Float(value) if value.is_sign_negative() => -(value.abs().to_bits() as i64),
        ArgKind::Float(value) => value.to_bits() as i64,
        ArgKind::Expr(expr @ Expr::Symbol(_)) if imm == Imm::Branch => {
            fixups.push(Fixup {
                offset: 0,
                kind: FixupKind::Branch,
                expr: expr.clone(),
            });
            0
        }
        _ => return None,
    };
    let short = |value: i64| Some(AmdOperand::plain(OperandValue::Imm(value as u16 as i32)));
    match imm {
        Imm::Simm32 => {
            inst.literal = Some(value as u32);
            Some(AmdOperand::plain(OperandValue::Literal))
        }
        Imm::Barrier => {
            let bits = match arg.kind {
                ArgKind::Float(number) => constant::to_f32(number)?,
                _ => fits(value, 32).then_some(value as u32)?,
            };
            Some(AmdOperand::plain(match constant::f32_code(bits)? {
                code @ 240.. => OperandValue::Inline(code),
                _ => OperandValue::Imm(bits as i32),
            }))
        }
        // These are taken as they come; what does not fit is cut off.
        Imm::Simm16 | Imm::DelayAlu | Imm::Waitcnt => short(value),
        Imm::GprIndex => (0..16).contains(&value).then(|| short(value))?,
        Imm::Hwreg | Imm::SendMsg | Imm::Endpgm | Imm::Unsigned16 => {
            (0..65536).contains(&value).then(|| short(value))?
        }
        _ => fits(value, 16).then(|| short(value))?,
    }
}
