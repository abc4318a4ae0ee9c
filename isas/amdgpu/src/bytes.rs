//! [`AmdInst`] to bytes and back.

use crate::codec::Codec;
use crate::constant::{inline_int, int_code};
use crate::encoding::{
    Encoding, From, Halves, NO_BIT, Param, ParamKind, Returning, is_aligned, is_on_chip,
};
use crate::inst::*;
use crate::inst::{AmdInst, AmdOperand, Mod, OperandValue};
use crate::row::{AmdFormat, Imm, OperandType};
use crate::target::{Target, Wave};

/// The bytes of an instruction.
pub fn encode(inst: &AmdInst) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(12);
    append(inst, &mut bytes);
    bytes
}

pub(crate) fn append(inst: &AmdInst, out: &mut Vec<u8>) {
    let encoding = inst.encoding;
    let mut word = encoding.bits;
    let mut operands = inst.operands().iter();
    for param in &encoding.params {
        if let ParamKind::Mod(which) = param.kind {
            word |= modifier_bits(param, which, inst.mods.get(which), encoding.target);
        } else if let Some(operand) = operands.next() {
            word |= operand_bits(param, operand, encoding.target);
        }
    }
    out.extend_from_slice(&word.to_le_bytes()[..encoding.size as usize]);
    if let Some(literal) = inst.literal {
        out.extend_from_slice(&literal.to_le_bytes());
    }
}

fn field(param: &Param, value: u32) -> u128 {
    (value as u128) << param.lo & param.field_mask()
}

fn modifier_bits(param: &Param, which: Mod, value: i32, target: Target) -> u128 {
    match which {
        Mod::Fi if param.len == 9 => field(param, 0xE9 + value as u32),
        Mod::OpSelHi if param.sel != NO_BIT => {
            field(param, value as u32 & 3) | ((value >> 2 & 1) as u128) << param.sel
        }
        Mod::OpSel if param.sel != NO_BIT => {
            field(param, value as u32) | ((value >> 3 & 1) as u128) << param.sel
        }
        Mod::ByteSel if param.sel != NO_BIT => {
            field(param, value as u32) | ((value >> 1 & 1) as u128) << param.sel
        }
        Mod::Cpol => crate::cpol::to_bits(param, value, target),
        Mod::Bitop3 => {
            let part = |at: u32, count: u32| (value as u128) >> at & ((1 << count) - 1);
            part(0, 3) << 61 | part(3, 3) << param.lo | part(6, 2) << 59
        }
        _ => field(param, value as u32),
    }
}

fn operand_bits(param: &Param, operand: &AmdOperand, target: Target) -> u128 {
    let mut word = match operand.value {
        OperandValue::None | OperandValue::Off => 0,
        OperandValue::Inline(code) if matches!(param.kind, ParamKind::Part(_)) => {
            field(param, code as u32) | 1 << param.sel
        }
        OperandValue::Inline(code) => field(param, code as u32),
        OperandValue::Literal
            if matches!(param.kind, ParamKind::K(_) | ParamKind::Imm(Imm::Simm32)) =>
        {
            0
        }
        OperandValue::Literal => field(param, LITERAL as u32),
        OperandValue::Imm(value) if param.kind == ParamKind::Imm(Imm::Barrier) => {
            field(param, int_code(value as i64).unwrap_or(0) as u32)
        }
        OperandValue::Imm(value) => field(param, value as u32),
        OperandValue::Reg(reg) => register_bits(param, reg, target),
    };
    if operand.neg && param.neg != NO_BIT {
        word |= 1 << param.neg;
    }
    if operand.abs && param.abs != NO_BIT {
        word |= 1 << param.abs;
    }
    if operand.sext && param.sext != NO_BIT {
        word |= 1 << param.sext;
    }
    word
}

fn register_bits(param: &Param, reg: Reg, target: Target) -> u128 {
    let own = target.generation().field_of(reg.code);
    let high = reg.half == RegisterHalf::High || reg.is_agpr();
    // Accumulation registers have the numbers of the others, and a bit that tells.
    let own = if reg.is_agpr() {
        own - AGPR0 + VGPR0
    } else {
        own
    };
    let reg = Reg { code: own, ..reg };
    let index = if reg.is_vgpr() {
        reg.vgpr_index() as u32
    } else {
        0
    };
    match param.kind {
        ParamKind::HalfLow => {
            let marker = if param.len == 9 { VGPR0 as u32 } else { 0 };
            field(param, index | (high as u32) << 7 | marker)
        }
        ParamKind::Src(..) | ParamKind::Acc(..) => {
            let mut code = reg.code as u32;
            if high && param.sel == NO_BIT {
                code |= 128;
            }
            let select = if high && param.sel != NO_BIT {
                1 << param.sel
            } else {
                0
            };
            field(param, code) | select
        }
        ParamKind::VdstY => field(param, index >> 1),
        ParamKind::Part(_) if !reg.is_vgpr() => field(param, reg.code.into()) | 1 << param.sel,
        // VCC is meant where no register is named.
        ParamKind::PartMask if reg.code == VCC_LO => 0,
        ParamKind::PartMask => field(param, reg.code.into()) | 1 << param.sel,
        ParamKind::ExportData => field(param, index) | 1 << param.sel,
        _ if reg.is_vgpr() => {
            let select = if high && param.sel != NO_BIT {
                1 << param.sel
            } else {
                0
            };
            // A field of nine bits holds a register's full code.
            let code = if param.len == 9 {
                reg.code as u32
            } else {
                index
            };
            field(param, code) | select
        }
        _ => field(param, (reg.code >> param.shift) as u32),
    }
}

/// Bytes that are no instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalBytes {
    /// Nothing has this encoding.
    Unknown,
    /// The instruction goes on past the end of the bytes.
    Truncated,
}

impl std::fmt::Display for IllegalBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            IllegalBytes::Unknown => "not an instruction",
            IllegalBytes::Truncated => "the instruction is cut short",
        })
    }
}

impl std::error::Error for IllegalBytes {}

/// Decodes the instruction at the start of `bytes`.
pub fn decode(bytes: &[u8], target: Target, wave: Wave) -> Result<AmdInst, IllegalBytes> {
    decode_with(Codec::of(target, wave), bytes)
}

pub(crate) fn decode_with(codec: &'static Codec, bytes: &[u8]) -> Result<AmdInst, IllegalBytes> {
    let inst = decode_loosely(codec, bytes)?;
    match inst.odd {
        true => Err(IllegalBytes::Unknown),
        false => Ok(inst),
    }
}

/// As [`decode_with`], for listings: an operand of the wrong kind is not an error there.
pub(crate) fn decode_loosely(codec: &'static Codec, bytes: &[u8]) -> Result<AmdInst, IllegalBytes> {
    let mut inst = AmdInst::new(codec.any());
    decode_into(codec, bytes, &mut inst)?;
    Ok(inst)
}

/// As [`decode_loosely`], into an instruction that is already there: it is large enough to matter.
pub(crate) fn decode_into(
    codec: &'static Codec,
    bytes: &[u8],
    inst: &mut AmdInst,
) -> Result<(), IllegalBytes> {
    if bytes.len() < 4 {
        return Err(IllegalBytes::Truncated);
    }
    let mut padded = [0u8; 16];
    let length = bytes.len().min(16);
    padded[..length].copy_from_slice(&bytes[..length]);
    let word = u128::from_le_bytes(padded);
    let mut truncated = false;
    for encoding in codec.candidates(word as u32) {
        if (word ^ encoding.bits) & encoding.mask != 0 {
            continue;
        }
        if bytes.len() < encoding.size as usize {
            truncated = true;
            continue;
        }
        inst.reset(encoding);
        if read(encoding, word, inst).is_none() {
            continue;
        }
        if bytes.len() < inst.size() {
            truncated = true;
            continue;
        }
        return Ok(());
    }
    Err(if truncated {
        IllegalBytes::Truncated
    } else {
        IllegalBytes::Unknown
    })
}

fn bits(word: u128, lo: u8, len: u8) -> u32 {
    (word >> lo) as u32 & (((1u64 << len) - 1) as u32)
}

fn read(encoding: &'static Encoding, word: u128, inst: &mut AmdInst) -> Option<()> {
    let mut literal = false;
    // Halves are told by bits; where those make no sense, whole registers are read instead.
    inst.odd = encoding.halves == Halves::Whole && encoding.target.generation().half_registers
        || encoding.row.format == AmdFormat::Vop3p && !encoding.assembles;
    for param in &encoding.params {
        let field = bits(word, param.lo, param.len);
        if let ParamKind::Mod(which) = param.kind {
            inst.mods
                .set(which, read_modifier(encoding, param, which, field, word)?);
            continue;
        }
        let value = read_value(encoding, param, field, word, &mut literal, &mut inst.odd)?;
        let neg = param.neg != NO_BIT && word >> param.neg & 1 != 0;
        let abs = param.abs != NO_BIT && word >> param.abs & 1 != 0;
        let sext = param.sext != NO_BIT && word >> param.sext & 1 != 0;
        inst.odd |= !is_aligned(encoding, value) || !is_on_chip(encoding, value);
        inst.push(AmdOperand {
            value,
            neg,
            abs,
            sext,
        });
    }
    if literal {
        // Nothing follows the longest.
        if encoding.size == 16 {
            return None;
        }
        inst.literal = Some((word >> (encoding.size as u32 * 8)) as u32);
    }
    if matches!(encoding.row.format, AmdFormat::Mimg | AmdFormat::Vsample) {
        crate::image::fix_decoded(inst);
    }
    Some(())
}

fn read_modifier(
    encoding: &Encoding,
    param: &Param,
    which: Mod,
    field: u32,
    word: u128,
) -> Option<i32> {
    Some(match which {
        Mod::Fi if param.len == 9 => match field {
            0xE9 => 0,
            0xEA => 1,
            _ => return None,
        },
        Mod::OpSelHi if param.sel != NO_BIT => field as i32 | ((word >> param.sel & 1) as i32) << 2,
        Mod::OpSel if param.sel != NO_BIT => {
            // Packed sources are not selected from.
            let field = if encoding.row.sums_pairs() {
                field & !3
            } else {
                field
            };
            field as i32 | ((word >> param.sel & 1) as i32) << 3
        }
        Mod::ByteSel if param.sel != NO_BIT => field as i32 | ((word >> param.sel & 1) as i32) << 1,
        Mod::NegLo | Mod::NegHi if field as i32 & !encoding.row.negatable() != 0 => return None,
        _ if !crate::mfma::format_fits(encoding, which, field as i32) => return None,
        Mod::Offset => crate::memory::offset_from_field(encoding, param, field),
        Mod::Cpol => {
            let policy = crate::cpol::from_bits(param, word, encoding.target);
            match encoding.returning {
                Returning::Yes if policy & 1 == 0 => return None,
                Returning::No if policy & 1 != 0 => return None,
                _ => policy,
            }
        }
        Mod::Bitop3 => (word >> 61 & 7 | u128::from(field) << 3 | (word >> 59 & 3) << 6) as i32,
        _ => field as i32,
    })
}

fn read_value(
    encoding: &Encoding,
    param: &Param,
    field: u32,
    word: u128,
    literal: &mut bool,
    odd: &mut bool,
) -> Option<OperandValue> {
    let code = encoding
        .target
        .generation()
        .code_of((field << param.shift) as u16);
    // A field of nine bits that should hold a vector register can hold anything.
    if param.len == 9
        && code < VGPR0
        && let Some(n) = match param.kind {
            ParamKind::Vgpr(n) | ParamKind::Acc(n, _) => Some(n),
            ParamKind::Agpr => Some(1),
            _ => None,
        }
        && !(matches!(param.kind, ParamKind::Acc(..)) && (is_inline(code) || code == NULL))
    {
        *odd = true;
        return anything(encoding, code, n, literal);
    }
    if param.len == 9 && code < VGPR0 && matches!(param.kind, ParamKind::HalfLow) {
        *odd = true;
        return anything(encoding, code, 1, literal);
    }
    Some(match param.kind {
        ParamKind::Vgpr(n) => {
            let upper = param.sel != NO_BIT && word >> param.sel & 1 != 0;
            vgprs(field as u16 & 255 | u16::from(upper) << 8, n)?
        }
        ParamKind::Agpr => vgprs(field as u16 & 255 | 256, 1)?,
        ParamKind::Part(ty) => match word >> param.sel & 1 {
            0 => vgprs(field as u16, ty.dwords())?,
            // Nothing follows the word with the parts.
            _ if code == LITERAL => return None,
            _ => anything(encoding, code, ty.dwords(), literal)?,
        },
        ParamKind::PartMask => match word >> param.sel & 1 {
            0 => OperandValue::Reg(Reg::new(VCC_LO, 2)),
            _ => anything(encoding, code, 2, literal)?,
        },
        // A destination must be one of the first registers; a source need not.
        ParamKind::VgprLow if param.lo == 17 && field > 127 => return None,
        ParamKind::VgprLow => {
            *odd |= field & 255 > 127;
            vgprs(field as u16 & 255, 1)?
        }
        ParamKind::VdstY => vgprs((field as u16) << 1 | (!(word >> 56) & 1) as u16, 1)?,
        ParamKind::Half => half(field as u16 & 255, word >> param.sel & 1 != 0),
        ParamKind::HalfLow => half(field as u16 & 127, field & 128 != 0),
        ParamKind::Sgpr(n, without) => {
            let value = match code {
                VGPR0.. => vgprs(code - VGPR0, n)?,
                _ => anything(encoding, code, n, literal)?,
            };
            *odd |= match value {
                OperandValue::Reg(reg) => !without.takes(reg),
                _ => true,
            };
            value
        }
        ParamKind::Src(ty, from) => source(encoding, param, code, ty, from, word, literal, odd)?,
        ParamKind::Acc(n, _) => match code {
            VGPR0.. => {
                let upper = param.sel != NO_BIT && word >> param.sel & 1 != 0;
                vgprs((code - VGPR0) | u16::from(upper) << 8, n)?
            }
            NULL => OperandValue::Reg(Reg::new(NULL, n)),
            _ => OperandValue::Inline(code as u8),
        },
        ParamKind::Vcc
        | ParamKind::M0
        | ParamKind::Open
        | ParamKind::Close
        | ParamKind::Gds
        | ParamKind::Idxen
        | ParamKind::Offen
        | ParamKind::Tfe
        | ParamKind::Lds
        | ParamKind::A16
        | ParamKind::Pair(_)
        | ParamKind::Mod(_) => OperandValue::None,
        ParamKind::Off => OperandValue::Off,
        ParamKind::K(_) => {
            *literal = true;
            OperandValue::Literal
        }
        ParamKind::Imm(Imm::Simm32) => {
            *literal = true;
            OperandValue::Literal
        }
        ParamKind::Imm(Imm::Barrier) => match code {
            128..=208 => OperandValue::Imm(inline_int(code)),
            _ => {
                *odd |= !is_inline(code);
                anything(encoding, code, 1, literal)?
            }
        },
        ParamKind::Imm(_) | ParamKind::Number | ParamKind::Attribute | ParamKind::ExportTarget => {
            OperandValue::Imm(field as i32)
        }
        // Buffers on RDNA 4 have one bit less, and no sign.
        ParamKind::SmemOffset if param.len == 23 => OperandValue::Imm(field as i32),
        ParamKind::SmemOffset => {
            OperandValue::Imm((field as i32) << (32 - param.len) >> (32 - param.len))
        }
        ParamKind::ExportData => match word >> param.sel & 1 {
            0 => OperandValue::Off,
            _ => vgprs(field as u16, 1)?,
        },
        ParamKind::ImageData | ParamKind::ImageAddr => vgprs(field as u16, 1)?,
    })
}

/// Registers beyond the last vector register have numbers like others, those beyond the last accumulation
/// register have none.
fn vgprs(first: u16, n: u8) -> Option<OperandValue> {
    let reg = Reg::vgpr(first, n);
    let exists = !reg.is_agpr() || first + u16::from(n) <= 2 * (AGPR0 - VGPR0);
    exists.then_some(OperandValue::Reg(reg))
}

fn half(index: u16, high: bool) -> OperandValue {
    let half = if high {
        RegisterHalf::High
    } else {
        RegisterHalf::Low
    };
    OperandValue::Reg(Reg {
        half,
        ..Reg::vgpr(index, 1)
    })
}

/// A scalar register field. Runs start at an even register, or a multiple of four from four
/// registers on: the low bits of the field do not count.
///
/// Runs may go on beyond the registers that there are, up to the last that any chip had.
fn scalar(code: u16, n: u8, scalars: u16) -> Option<Reg> {
    /// Registers below the first of those with names.
    const NAMELESS: u16 = 106;
    // Nothing takes more than half of what the longest instructions take.
    let n = n.min(16);
    let align = match n {
        1 => 1,
        2 => 2,
        _ => 4,
    };
    match code {
        _ if code < scalars => {
            let first = code / align * align;
            (first + u16::from(n) <= NAMELESS).then(|| Reg::new(first, n))
        }
        TTMP0..=TTMP_LAST => {
            let first = (code - TTMP0) / align * align;
            (n != 3 && first + n as u16 <= 16).then(|| Reg::new(TTMP0 + first, n))
        }
        NULL => Some(Reg::new(NULL, n)),
        SCC if n == 1 => Some(Reg::new(SCC, 1)),
        SHARED_BASE..=PRIVATE_LIMIT if n <= 2 => Some(Reg::new(code, n)),
        VCC_LO | EXEC_LO if n <= 2 => Some(Reg::new(code, n)),
        VCC_HI | EXEC_HI | M0 if n == 1 => Some(Reg::new(code, n)),
        _ => None,
    }
}

/// Special registers that are pairs: both words, or one of them.
fn special_pair(code: u16, n: u8) -> Option<Reg> {
    (n == 1 || n == 2 && code.is_multiple_of(2)).then(|| Reg::new(code, n))
}

pub(crate) const fn is_inline(code: u16) -> bool {
    matches!(code, 128..=208 | 240..=248)
}

/// What a code below those of vector registers means, wherever it stands.
fn anything(
    encoding: &Encoding,
    code: u16,
    dwords: u8,
    literal: &mut bool,
) -> Option<OperandValue> {
    Some(match code {
        _ if is_inline(code) => OperandValue::Inline(code as u8),
        LITERAL => {
            *literal = true;
            OperandValue::Literal
        }
        FLAT_SCRATCH_BASE_LO if dwords <= 2 => OperandValue::Reg(Reg::new(code, dwords)),
        FLAT_SCRATCH_BASE_HI | LDS_DIRECT if dwords == 1 => OperandValue::Reg(Reg::new(code, 1)),
        SHARED_BASE..=POPS_EXITING_WAVE_ID | VCCZ | EXECZ | SCC if dwords <= 2 => {
            OperandValue::Reg(Reg::new(code, dwords))
        }
        FLAT_SCRATCH..FLAT_SCRATCH_BASE_LO => OperandValue::Reg(special_pair(code, dwords)?),
        _ => OperandValue::Reg(scalar(code, dwords, encoding.target.generation().scalars)?),
    })
}

#[allow(clippy::too_many_arguments)]
fn source(
    encoding: &Encoding,
    param: &Param,
    code: u16,
    ty: OperandType,
    from: From,
    word: u128,
    literal: &mut bool,
    odd: &mut bool,
) -> Option<OperandValue> {
    if code < VGPR0 {
        let value = anything(encoding, code, ty.dwords(), literal)?;
        *odd |= match value {
            OperandValue::Reg(Reg {
                code: LDS_DIRECT, ..
            }) => !from.has(From::VGPR) && !from.has(From::LDS),
            OperandValue::Reg(_) => !from.has(From::SGPR),
            OperandValue::Literal => !from.has(From::LITERAL),
            _ => !from.has(From::INLINE),
        };
        return Some(value);
    }
    let index = code - VGPR0;
    if !from.has(From::VGPR) {
        *odd = true;
    }
    if from.has(From::HALF) {
        return Some(if from.has(From::LOW) {
            half(index & 127, index > 127)
        } else {
            half(index, param.sel != NO_BIT && word >> param.sel & 1 != 0)
        });
    }
    *odd |= from.has(From::LOW) && index > 127;
    vgprs(index, ty.dwords())
}
