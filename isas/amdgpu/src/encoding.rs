//! One way to encode one instruction: fixed bits, and parameters in the order they are written.
//!
//! A row becomes its encodings here: each file below is a chapter of the manual's "microcode
//! formats". The bit positions are written as the manual gives them, low bit first.

mod gcn;
mod image;
mod mai;
mod memory;
mod scalar;
mod vector;
mod vopd;

use crate::inst::{
    EXEC_HI, EXEC_LO, FLAT_SCRATCH, FLAT_SCRATCH_BASE_HI, FLAT_SCRATCH_BASE_LO, M0, Mod,
    OperandValue, Reg,
};
use crate::row::{AmdFormat, GDS_ONLY, Imm, InstRow, ODD_RUNS, OperandType, WAVE32, WAVE64};
use crate::target::{Target, Wave, Words};

/// Which of an instruction's encodings this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// The only one, or the short one (`_e32`).
    Base,
    /// The 64-bit form (`_e64`) of an instruction that has a short one too, or of a VOP3 one.
    Long,
    /// Short, with a lane pattern of sixteen bits behind it.
    Dpp16,
    /// Short, with a lane for each of eight lanes behind it.
    Dpp8,
    /// Short, with parts of registers named behind it.
    Sdwa,
    /// Long, with a lane pattern of sixteen bits behind it.
    LongDpp16,
    /// Long, with a lane for each of eight lanes behind it.
    LongDpp8,
}

impl Form {
    /// Whether a lane pattern follows.
    pub const fn is_dpp(self) -> bool {
        matches!(
            self,
            Form::Dpp16 | Form::Dpp8 | Form::LongDpp16 | Form::LongDpp8
        )
    }

    /// Whether it is one of 64 bits.
    pub const fn is_long(self) -> bool {
        matches!(self, Form::Long | Form::LongDpp16 | Form::LongDpp8)
    }
}

/// How 16-bit operands are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halves {
    /// The instruction has none.
    None,
    /// As halves: `v0.l`, `v0.h`.
    True16,
    /// As whole registers.
    Whole,
}

/// Whether an atomic's cache policy must, must not or may ask for the old value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returning {
    Yes,
    No,
    Either,
}

/// One way to write and to encode a row on a target. Text and bytes both go by it.
#[derive(Debug)]
pub struct Encoding {
    /// The instruction.
    pub row: &'static InstRow,
    /// The generation.
    pub target: Target,
    /// Lanes per wave.
    pub wave: Wave,
    /// Which of the row's forms it is.
    pub form: Form,
    /// How halves of vector registers are written.
    pub halves: Halves,
    /// The mnemonic as it prints, with its suffix.
    pub text: String,
    /// Bytes without a literal.
    pub size: u8,
    /// Which bits are the same in every instruction of this encoding.
    pub mask: u128,
    /// What those bits are.
    pub bits: u128,
    /// In the order in which they are written, modifiers last.
    pub params: Vec<Param>,
    /// The second instruction of a pair.
    pub second: Option<&'static InstRow>,
    /// Whether an atomic operation gives the old value.
    pub returning: Returning,
    /// Accepted in text. Some encodings are only ever decoded.
    pub assembles: bool,
    /// Produced from bytes. Some spellings are only ever assembled.
    pub decodes: bool,
}

impl Encoding {
    /// What is written one after the other, in this order.
    pub fn positional(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|param| !param.is_modifier())
    }
}

/// One parameter and where its bits are.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// What may stand there.
    pub kind: ParamKind,
    /// The lowest bit.
    pub lo: u8,
    /// How many bits; none for what is written but not encoded.
    pub len: u8,
    /// Low bits of the register code that are not stored.
    pub shift: u8,
    /// The bit that negates this operand; `NO_BIT` if it cannot be negated.
    pub neg: u8,
    /// The bit that takes its magnitude; `NO_BIT` if there is none.
    pub abs: u8,
    /// Bit that selects the high half, an accumulation register, or with SDWA a scalar.
    pub sel: u8,
    /// The bit that extends the part of a register by its sign; `NO_BIT` without SDWA.
    pub sext: u8,
}

pub const NO_BIT: u8 = 255;

impl Param {
    /// A parameter in these bits, without modifiers.
    pub const fn new(kind: ParamKind, lo: u8, len: u8) -> Param {
        Param {
            kind,
            lo,
            len,
            shift: 0,
            neg: NO_BIT,
            abs: NO_BIT,
            sel: NO_BIT,
            sext: NO_BIT,
        }
    }

    /// The same for registers whose low bits are not stored.
    pub const fn shifted(mut self, shift: u8) -> Param {
        self.shift = shift;
        self
    }

    /// The same with bits for its signs.
    pub const fn signs(mut self, neg: u8, abs: u8) -> Param {
        self.neg = neg;
        self.abs = abs;
        self
    }

    /// The same with a bit for the half of the register.
    pub const fn select(mut self, sel: u8) -> Param {
        self.sel = sel;
        self
    }

    /// The same with a bit that extends it by its sign.
    pub const fn extends(mut self, sext: u8) -> Param {
        self.sext = sext;
        self
    }

    /// The bits of the instruction word that it takes.
    pub const fn field_mask(&self) -> u128 {
        if self.len == 0 {
            0
        } else {
            ((1u128 << self.len) - 1) << self.lo
        }
    }

    /// Every bit this parameter owns.
    pub fn mask(&self) -> u128 {
        let mut mask = self.field_mask();
        for bit in [self.neg, self.abs, self.sel, self.sext] {
            if bit != NO_BIT {
                mask |= 1 << bit;
            }
        }
        mask
    }

    /// Written by name, and may be left out.
    pub const fn is_modifier(&self) -> bool {
        matches!(self.kind, ParamKind::Mod(_))
    }

    /// The modifier whose name must be written, where it is part of the encoding.
    pub const fn word(&self) -> Option<(Mod, &'static str)> {
        Some(match self.kind {
            ParamKind::Gds => (Mod::Gds, "gds"),
            ParamKind::Idxen => (Mod::Idxen, "idxen"),
            ParamKind::Offen => (Mod::Offen, "offen"),
            ParamKind::Tfe => (Mod::Tfe, "tfe"),
            ParamKind::Lds => (Mod::Lds, "lds"),
            ParamKind::A16 => (Mod::A16, "a16"),
            _ => return None,
        })
    }
}

/// What a parameter accepts.
#[derive(Clone, Copy, Debug)]
pub enum ParamKind {
    /// So many consecutive vector registers.
    Vgpr(u8),
    /// One accumulation register.
    Agpr,
    /// One of the first 128 vector registers.
    VgprLow,
    /// Half of a vector register.
    Half,
    /// Half of one of the first 128 vector registers; the top bit of the field is the half.
    HalfLow,
    /// So many scalar registers, with exceptions.
    Sgpr(u8, Without),
    /// A source operand.
    Src(OperandType, From),
    /// A source with SDWA: a vector register, or as a bit says a scalar or an inline constant.
    Part(OperandType),
    /// A lane mask with SDWA: as a bit says the wave's condition register, or another.
    PartMask,
    /// Vector registers or an inline constant.
    Acc(u8, OperandType),
    /// Text that is always the wave's condition register.
    Vcc,
    /// Text that is always `m0`.
    M0,
    /// Text that is always `off`.
    Off,
    /// Literal that is always there.
    K(OperandType),
    /// An immediate with a way of its own to be written.
    Imm(Imm),
    /// A modifier, by its name.
    Mod(Mod),
    /// Brackets around separate image addresses.
    Open,
    /// The bracket that closes them.
    Close,
    /// Image data, whose number of registers follows from modifiers.
    /// Image data and address registers, whose number follows from modifiers.
    ImageData,
    /// Image addresses, whose number follows from modifiers as well.
    ImageAddr,
    /// An export target.
    ExportTarget,
    /// A vector register or `off`, as the enable bit at `sel` says.
    ExportData,
    /// Interpolation attribute and channel.
    Attribute,
    /// Offset of a scalar load: immediate only.
    SmemOffset,
    /// A small unsigned number.
    Number,
    /// The name of the second instruction of a pair.
    Pair(&'static InstRow),
    /// The second destination, whose parity is the opposite of the first one's.
    VdstY,
    /// `gds`, always there.
    Gds,
    /// `idxen`, always there.
    Idxen,
    /// `offen`, always there.
    Offen,
    /// `tfe`, always there.
    Tfe,
    /// `lds`, always there.
    Lds,
    /// `a16`, always there.
    A16,
}

impl PartialEq for ParamKind {
    /// Rows are compared by name: each is written once.
    fn eq(&self, other: &ParamKind) -> bool {
        match (self, other) {
            (ParamKind::Vgpr(a), ParamKind::Vgpr(b)) => a == b,
            (ParamKind::Sgpr(a, x), ParamKind::Sgpr(b, y)) => a == b && x == y,
            (ParamKind::Src(a, x), ParamKind::Src(b, y)) => a == b && x == y,
            (ParamKind::Acc(a, x), ParamKind::Acc(b, y)) => a == b && x == y,
            (ParamKind::Part(a), ParamKind::Part(b)) => a == b,
            (ParamKind::K(a), ParamKind::K(b)) => a == b,
            (ParamKind::Imm(a), ParamKind::Imm(b)) => a == b,
            (ParamKind::Mod(a), ParamKind::Mod(b)) => a == b,
            (ParamKind::Pair(a), ParamKind::Pair(b)) => a.name == b.name,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// Scalar registers that an operand does not take; a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Without(pub u8);

impl Without {
    pub const NOTHING: Without = Without(0);
    pub const M0: Without = Without(1);
    pub const EXEC: Without = Without(2);
    pub const NULL: Without = Without(4);
    pub const EXEC_HI: Without = Without(8);
    /// Nothing is left out, and the aperture registers are taken besides: a lane mask.
    pub const NOTHING_AND_APERTURES: Without = Without(16);

    pub const fn and(self, other: Without) -> Without {
        Without(self.0 | other.0)
    }

    pub const fn has(self, other: Without) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether a register is one of those that are left.
    pub const fn takes(self, reg: Reg) -> bool {
        match reg.code {
            M0 => !self.has(Without::M0),
            EXEC_LO => !self.has(Without::EXEC),
            EXEC_HI => !self.has(Without::EXEC) && !self.has(Without::EXEC_HI),
            FLAT_SCRATCH..FLAT_SCRATCH_BASE_LO => true,
            code => code <= EXEC_HI || self.has(Without::NOTHING_AND_APERTURES),
        }
    }
}

/// Where a source may come from; a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct From(pub u8);

impl From {
    pub const VGPR: From = From(1);
    pub const SGPR: From = From(2);
    pub const LDS: From = From(4);
    /// Vector registers are named by halves.
    pub const HALF: From = From(8);
    /// Only the first 128 vector registers can be named.
    pub const LOW: From = From(16);
    pub const INLINE: From = From(32);
    pub const LITERAL: From = From(64);

    pub const ANY: From = From(1 | 2 | 32 | 64);
    pub const NO_LITERAL: From = From(1 | 2 | 32);
    pub const SCALAR: From = From(2 | 32 | 64);

    pub const fn has(self, other: From) -> bool {
        self.0 & other.0 == other.0
    }

    pub const fn and(self, other: From) -> From {
        From(self.0 | other.0)
    }
}

/// Whether registers begin where the machine lets them begin: runs of vector registers may have to at an even
/// one.
pub(crate) fn is_aligned(encoding: &Encoding, value: OperandValue) -> bool {
    match value {
        OperandValue::Reg(reg) if reg.is_vgpr() && encoding.target.generation().even_runs => {
            // What is sent to the global wave sync is one word, and yet.
            let pairs = reg.dwords > 1 || encoding.row.has(GDS_ONLY);
            !pairs || encoding.row.has(ODD_RUNS) || reg.vgpr_index().is_multiple_of(2)
        }
        _ => true,
    }
}

/// Whether registers exist. The reference reads some that have numbers and no place on the chip: a run that
/// goes on past the last scalar, and on CDNA the base of private memory as a value.
pub(crate) fn is_on_chip(encoding: &Encoding, value: OperandValue) -> bool {
    let generation = encoding.target.generation();
    match value {
        OperandValue::Reg(Reg { code, dwords, .. }) if code < generation.scalars => {
            code + u16::from(dwords) <= generation.scalars
        }
        OperandValue::Reg(reg) => {
            generation.private_base
                || !matches!(reg.code, FLAT_SCRATCH_BASE_LO..=FLAT_SCRATCH_BASE_HI)
        }
        _ => true,
    }
}

/// What encodings depend on besides their row.
#[derive(Clone, Copy)]
pub(crate) struct Machine {
    pub target: Target,
    pub wave: Wave,
    pub reading: Reading,
}

/// Whose view of an encoding is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// The assembler's and disassembler's, which follow LLVM's: fields are as strict as its are.
    Text,
    /// The chip's. It has 16-bit registers on every target, signs on every source of a long vector
    /// instruction, and looks at nothing that an instruction does not use.
    Chip,
}

impl Machine {
    pub fn is_chip(self) -> bool {
        self.reading == Reading::Chip
    }

    /// 16-bit operands are halves of registers.
    pub fn true16(self) -> bool {
        self.is_chip() || self.target.generation().half_registers
    }
}

/// Appends all encodings of a row on a machine.
pub(crate) fn expand(row: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    if row.has(WAVE32) && on.wave == Wave::W64 || row.has(WAVE64) && on.wave == Wave::W32 {
        return;
    }
    match row.format {
        AmdFormat::Smem
        | AmdFormat::Ds
        | AmdFormat::Flat
        | AmdFormat::Global
        | AmdFormat::Scratch
        | AmdFormat::Mubuf
        | AmdFormat::Mtbuf
            if on.target.generation().words == Words::Gcn =>
        {
            gcn::expand(row, on, out)
        }
        AmdFormat::Sop1
        | AmdFormat::Sop2
        | AmdFormat::Sopc
        | AmdFormat::Sopk
        | AmdFormat::Sopp
        | AmdFormat::Smem => scalar::expand(row, on, out),
        AmdFormat::Vop1
        | AmdFormat::Vop2
        | AmdFormat::Vopc
        | AmdFormat::Vop3
        | AmdFormat::Vop3sd
        | AmdFormat::Vop3p
        | AmdFormat::Vinterp => vector::expand(row, on, out),
        AmdFormat::Mai => mai::expand(row, on, out),
        AmdFormat::Vopd => vopd::expand(row, on, out),
        _ => memory::expand(row, on, out),
    }
}

/// Collects an encoding's fixed bits and parameters.
pub(crate) struct Builder {
    encoding: Encoding,
    free: u128,
    reading: Reading,
}

impl Builder {
    pub fn new(row: &'static InstRow, on: Machine, form: Form, size: u8) -> Builder {
        Builder {
            encoding: Encoding {
                row,
                target: on.target,
                wave: on.wave,
                form,
                halves: Halves::None,
                text: row.name.to_string(),
                size,
                mask: 0,
                bits: 0,
                params: Vec::with_capacity(8),
                second: None,
                returning: Returning::Either,
                assembles: true,
                decodes: true,
            },
            free: 0,
            reading: on.reading,
        }
    }

    /// Fixed bits.
    pub fn fix(&mut self, lo: u8, len: u8, value: u128) -> &mut Builder {
        debug_assert!(value < 1 << len);
        self.encoding.bits |= value << lo;
        self
    }

    /// Bits that mean nothing: the decoder does not look at them.
    pub fn ignore(&mut self, lo: u8, len: u8) -> &mut Builder {
        self.free |= ((1u128 << len) - 1) << lo;
        self
    }

    /// The same of bits that the reference's decoder wants to be as they are written.
    pub fn unused(&mut self, lo: u8, len: u8) -> &mut Builder {
        match self.reading {
            Reading::Chip => self.ignore(lo, len),
            Reading::Text => self,
        }
    }

    pub fn param(&mut self, param: Param) -> &mut Builder {
        self.encoding.params.push(param);
        self
    }

    pub fn kind(&mut self, kind: ParamKind, lo: u8, len: u8) -> &mut Builder {
        self.param(Param::new(kind, lo, len))
    }

    pub fn modifier(&mut self, which: Mod, lo: u8, len: u8) -> &mut Builder {
        self.param(Param::new(ParamKind::Mod(which), lo, len))
    }

    pub fn has_params(&self) -> bool {
        !self.encoding.params.is_empty()
    }

    pub fn halves(&mut self, halves: Halves) -> &mut Builder {
        self.encoding.halves = halves;
        self
    }

    pub fn suffix(&mut self, suffix: &str) -> &mut Builder {
        self.encoding.text.push_str(suffix);
        self
    }

    /// The second instruction of a pair.
    pub fn second(&mut self, row: &'static InstRow) -> &mut Builder {
        self.encoding.second = Some(row);
        self
    }

    /// An atomic that returns the old value, or does not.
    pub fn returns(&mut self, does: bool) -> &mut Builder {
        self.encoding.returning = match does {
            true => Returning::Yes,
            false => Returning::No,
        };
        self
    }

    /// An atomic whose policy says whether it returns.
    pub fn image_atomic(&mut self) -> &mut Builder {
        self.encoding.returning = Returning::Either;
        self
    }

    pub fn assemble_only(&mut self) -> &mut Builder {
        self.encoding.decodes = false;
        self
    }

    /// Bytes that assemble from nothing.
    pub fn decode_only(&mut self) -> &mut Builder {
        self.encoding.assembles = false;
        self
    }

    pub fn finish(mut self, out: &mut Vec<Encoding>) {
        let all = u128::MAX >> (128 - self.encoding.size as u32 * 8);
        let owned = self
            .encoding
            .params
            .iter()
            .fold(0, |mask, p| mask | p.mask());
        // A literal that is always there lies beyond the instruction proper.
        self.encoding.mask = all & !owned & !self.free;
        // Ignored bits are still written as the manual gives them.
        out.push(self.encoding);
    }
}
