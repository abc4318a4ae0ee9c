//! Bytes to [`Inst`].

use crate::codec::Codec;
use crate::constant::inline_int;
use crate::encoding::{Encoding, From, Halves, Kind, NO_BIT, Param, Returning};
use crate::inst::{Inst, Mod, Operand, Value};
use crate::operand::*;
use crate::row::{Format, Imm, Ty};
use crate::target::{Target, Wave};

/// Bytes that are no instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// Nothing has this encoding.
    Unknown,
    /// The instruction goes on past the end of the bytes.
    Truncated,
}

impl std::fmt::Display for Illegal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Illegal::Unknown => "not an instruction",
            Illegal::Truncated => "the instruction is cut short",
        })
    }
}

impl std::error::Error for Illegal {}

/// Decodes the instruction at the start of `bytes`.
pub fn decode(bytes: &[u8], target: Target, wave: Wave) -> Result<Inst, Illegal> {
    decode_with(Codec::of(target, wave), bytes)
}

pub(crate) fn decode_with(codec: &'static Codec, bytes: &[u8]) -> Result<Inst, Illegal> {
    let inst = decode_loosely(codec, bytes)?;
    match inst.odd {
        true => Err(Illegal::Unknown),
        false => Ok(inst),
    }
}

/// As [`decode_with`], for listings: an operand of the wrong kind is not an error there.
pub(crate) fn decode_loosely(codec: &'static Codec, bytes: &[u8]) -> Result<Inst, Illegal> {
    let mut inst = Inst::new(codec.any());
    decode_into(codec, bytes, &mut inst)?;
    Ok(inst)
}

/// As [`decode_loosely`], into an instruction that is already there: it is large enough to matter.
pub(crate) fn decode_into(
    codec: &'static Codec,
    bytes: &[u8],
    inst: &mut Inst,
) -> Result<(), Illegal> {
    if bytes.len() < 4 {
        return Err(Illegal::Truncated);
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
        Illegal::Truncated
    } else {
        Illegal::Unknown
    })
}

fn bits(word: u128, lo: u8, len: u8) -> u32 {
    (word >> lo) as u32 & (((1u64 << len) - 1) as u32)
}

fn read(encoding: &'static Encoding, word: u128, inst: &mut Inst) -> Option<()> {
    let mut literal = false;
    // Halves are told by bits; where those make no sense, whole registers are read instead.
    inst.odd = encoding.halves == Halves::Whole && encoding.target.generation().half_registers
        || encoding.row.format == Format::Vop3p && !encoding.assembles;
    for param in &encoding.params {
        let field = bits(word, param.lo, param.len);
        if let Kind::Mod(which) = param.kind {
            inst.mods
                .set(which, modifier(encoding, param, which, field, word)?);
            continue;
        }
        let value = value(param, field, word, &mut literal, &mut inst.odd)?;
        let neg = param.neg != NO_BIT && word >> param.neg & 1 != 0;
        let abs = param.abs != NO_BIT && word >> param.abs & 1 != 0;
        inst.push(Operand { value, neg, abs });
    }
    if literal {
        inst.literal = Some((word >> (encoding.size as u32 * 8)) as u32);
    }
    if matches!(encoding.row.format, Format::Mimg | Format::Vsample) {
        crate::image::fix_decoded(inst);
    }
    Some(())
}

fn modifier(encoding: &Encoding, param: &Param, which: Mod, field: u32, word: u128) -> Option<i32> {
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
        Mod::Offset => crate::memory::offset_from_field(encoding, param, field),
        Mod::Cpol => {
            let policy = crate::cpol::from_bits(param, word, encoding.target);
            match encoding.returning {
                Returning::Yes if policy & 1 == 0 => return None,
                Returning::No if policy & 1 != 0 => return None,
                _ => policy,
            }
        }
        _ => field as i32,
    })
}

fn value(
    param: &Param,
    field: u32,
    word: u128,
    literal: &mut bool,
    odd: &mut bool,
) -> Option<Value> {
    let code = (field << param.shift) as u16;
    // A field of nine bits that should hold a vector register can hold anything.
    if param.len == 9
        && code < VGPR0
        && let Kind::Vgpr(n) | Kind::Acc(n, _) = param.kind
        && !(matches!(param.kind, Kind::Acc(..)) && (is_inline(code) || code == NULL))
    {
        *odd = true;
        return anything(code, n, literal);
    }
    if param.len == 9 && code < VGPR0 && matches!(param.kind, Kind::HalfLow) {
        *odd = true;
        return anything(code, 1, literal);
    }
    Some(match param.kind {
        Kind::Vgpr(n) => vgprs(field as u16 & 255, n)?,
        // A destination must be one of the first registers; a source need not.
        Kind::VgprLow if param.lo == 17 && field > 127 => return None,
        Kind::VgprLow => {
            *odd |= field & 255 > 127;
            vgprs(field as u16 & 255, 1)?
        }
        Kind::VdstY => vgprs((field as u16) << 1 | (!(word >> 56) & 1) as u16, 1)?,
        Kind::Half => half(field as u16 & 255, word >> param.sel & 1 != 0),
        Kind::HalfLow => half(field as u16 & 127, field & 128 != 0),
        Kind::Sgpr(n, without) => {
            let value = match code {
                VGPR0.. => vgprs(code - VGPR0, n)?,
                _ => anything(code, n, literal)?,
            };
            *odd |= match value {
                Value::Reg(reg) => !without.takes(reg),
                _ => true,
            };
            value
        }
        Kind::Src(ty, from) => source(param, code, ty, from, word, literal, odd)?,
        Kind::Acc(n, _) => match code {
            VGPR0.. => vgprs(code - VGPR0, n)?,
            NULL => Value::Reg(Reg::new(NULL, n)),
            _ => Value::Inline(code as u8),
        },
        Kind::Vcc
        | Kind::M0
        | Kind::Open
        | Kind::Close
        | Kind::Gds
        | Kind::Idxen
        | Kind::Offen
        | Kind::Tfe
        | Kind::A16
        | Kind::Pair(_)
        | Kind::Mod(_) => Value::None,
        Kind::Off => Value::Off,
        Kind::K(_) => {
            *literal = true;
            Value::Literal
        }
        Kind::Imm(Imm::Simm32) => {
            *literal = true;
            Value::Literal
        }
        Kind::Imm(Imm::Barrier) => match code {
            128..=208 => Value::Imm(inline_int(code)),
            _ => {
                *odd |= !is_inline(code);
                anything(code, 1, literal)?
            }
        },
        Kind::Imm(_) | Kind::Number | Kind::Attribute | Kind::ExportTarget => {
            Value::Imm(field as i32)
        }
        // Buffers on RDNA 4 have one bit less, and no sign.
        Kind::SmemOffset if param.len == 23 => Value::Imm(field as i32),
        Kind::SmemOffset => Value::Imm((field as i32) << (32 - param.len) >> (32 - param.len)),
        Kind::ExportData => match word >> param.sel & 1 {
            0 => Value::Off,
            _ => vgprs(field as u16, 1)?,
        },
        Kind::ImageData | Kind::ImageAddr => vgprs(field as u16, 1)?,
    })
}

fn vgprs(first: u16, n: u8) -> Option<Value> {
    Some(Value::Reg(Reg::vgpr(first, n)))
}

fn half(index: u16, high: bool) -> Value {
    let half = if high { Half::High } else { Half::Low };
    Value::Reg(Reg {
        half,
        ..Reg::vgpr(index, 1)
    })
}

/// A scalar register field. Runs start at an even register, or a multiple of four from four
/// registers on: the low bits of the field do not count.
pub(crate) fn scalar(code: u16, n: u8) -> Option<Reg> {
    let align = match n {
        1 => 1,
        2 => 2,
        _ => 4,
    };
    match code {
        0..=LAST_SGPR => {
            let first = code / align * align;
            (first + n as u16 <= LAST_SGPR + 1).then(|| Reg::new(first, n))
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

pub(crate) const fn is_inline(code: u16) -> bool {
    matches!(code, 128..=208 | 240..=248)
}

/// What a code below those of vector registers means, wherever it stands.
fn anything(code: u16, dwords: u8, literal: &mut bool) -> Option<Value> {
    Some(match code {
        _ if is_inline(code) => Value::Inline(code as u8),
        LITERAL => {
            *literal = true;
            Value::Literal
        }
        FLAT_SCRATCH_BASE_LO if dwords <= 2 => Value::Reg(Reg::new(code, dwords)),
        FLAT_SCRATCH_BASE_HI | LDS_DIRECT if dwords == 1 => Value::Reg(Reg::new(code, 1)),
        SHARED_BASE..=POPS_EXITING_WAVE_ID | VCCZ | EXECZ | SCC if dwords <= 2 => {
            Value::Reg(Reg::new(code, dwords))
        }
        _ => Value::Reg(scalar(code, dwords)?),
    })
}

fn source(
    param: &Param,
    code: u16,
    ty: Ty,
    from: From,
    word: u128,
    literal: &mut bool,
    odd: &mut bool,
) -> Option<Value> {
    if code < VGPR0 {
        let value = anything(code, ty.dwords(), literal)?;
        *odd |= match value {
            Value::Reg(Reg {
                code: LDS_DIRECT, ..
            }) => !from.has(From::VGPR) && !from.has(From::LDS),
            Value::Reg(_) => !from.has(From::SGPR),
            Value::Literal => !from.has(From::LITERAL),
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
