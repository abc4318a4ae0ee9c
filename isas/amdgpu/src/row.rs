//! The language of the tables: one instruction, one row.
//!
//! A row says how an instruction is spelled, which number it has, what its operands are and what it
//! means. It does not say where bits go: that is the format's business (`encoding.rs`), which turns a
//! row into its encodings: short, long, with a literal, with DPP.

mod words;

use crate::meaning::{Element, Meaning, MfmaKind, Way};
use crate::target::{Generation, Gens, Target};
pub use words::*;

/// One instruction.
#[derive(Debug, PartialEq, Eq)]
pub struct InstRow {
    /// The mnemonic without suffixes.
    pub name: &'static str,
    /// The family of its encodings.
    pub format: AmdFormat,
    /// The generations that have it with this number.
    pub on: Gens,
    /// The opcode in its format.
    pub code: u16,
    /// In the order in which they are written, without modifiers.
    pub operands: &'static [OperandSlot],
    /// What it does, or why it cannot be run.
    pub meaning: Meaning,
    /// What else is true of it.
    pub traits: Traits,
    /// The generations that have it with another number or name.
    pub elsewhere: [Option<Elsewhere>; 2],
}

/// An instruction on generations that number it differently, or call it something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// The mnemonic without suffixes.
    pub name: &'static str,
    /// The generations.
    pub on: Gens,
    /// The opcode.
    pub code: u16,
}

pub const fn row(
    name: &'static str,
    format: AmdFormat,
    on: Gens,
    code: u16,
    operands: &'static [OperandSlot],
    meaning: Meaning,
    traits: Traits,
) -> InstRow {
    InstRow {
        name,
        format,
        on,
        code,
        operands,
        meaning,
        traits,
        elsewhere: [None; 2],
    }
}

impl InstRow {
    /// These generations have it with another number.
    pub const fn also(self, on: Gens, code: u16) -> InstRow {
        let name = self.name;
        self.called(name, on, code)
    }

    /// These generations have it under another name.
    pub const fn called(self, name: &'static str, on: Gens, code: u16) -> InstRow {
        let more = Some(Elsewhere { name, on, code });
        let elsewhere = match self.elsewhere {
            [None, _] => [more, None],
            [first, None] => [first, more],
            _ => panic!("an instruction with more than three numbers"),
        };
        InstRow { elsewhere, ..self }
    }

    /// The rows of the generations that number it differently.
    pub(crate) fn others(&self) -> impl Iterator<Item = InstRow> {
        self.elsewhere.iter().flatten().map(|other| InstRow {
            name: other.name,
            on: other.on,
            code: other.code,
            operands: self.operands_on(other.on),
            elsewhere: [None; 2],
            ..*self
        })
    }

    /// Where compares that write EXEC write a mask besides, that mask is written first.
    fn operands_on(&self, on: Gens) -> &'static [OperandSlot] {
        let masks = on.targets().all(|t| t.generation().compares_to_mask());
        match self.has(CMPX) && masks {
            // Once for each such compare.
            true => Vec::leak([&[OperandSlot::MaskDst], self.operands].concat()),
            false => self.operands,
        }
    }

    /// Works on numbers in pairs of registers, or on pairs of numbers that have a register each.
    pub fn is_wide(&self) -> bool {
        self.operands.iter().any(|op| match op {
            OperandSlot::VDst(n) | OperandSlot::V(n) => *n == 2,
            OperandSlot::Src(ty) | OperandSlot::SrcMods(ty) | OperandSlot::SrcQuiet(ty) => {
                ty.dwords() == 2
            }
            _ => false,
        })
    }

    /// Whether its short form can have a DPP word.
    pub fn exchanges_lanes(&self, generation: &Generation) -> bool {
        let fits = match generation.wave_patterns {
            true => self.format != AmdFormat::Vopc,
            false => !self.is_wide(),
        };
        fits && !self.has(NO_DPP)
    }

    /// Narrows half floats to fewer bits.
    pub const fn narrows_halves(&self) -> bool {
        matches!(self.meaning, Meaning::Scaled(scaling)
            if !matches!(scaling.way, Way::Widen) && matches!(scaling.large, Element::F16 | Element::Bf16))
    }

    /// Whether any of these is true of it.
    pub const fn has(&self, what: Traits) -> bool {
        self.traits & what != 0
    }

    /// Sources that `neg_lo` and `neg_hi` can negate, a bit each.
    pub const fn negatable(&self) -> i32 {
        match (self.has(NEG_THIRD), self.has(NEG_FIRST_TWO)) {
            (true, _) => 0b100,
            (_, true) => 0b011,
            _ => 0b111,
        }
    }

    /// Multiplies pairs of 16-bit numbers and adds them up to one: its first two sources are packed.
    pub const fn sums_pairs(&self) -> bool {
        matches!(self.meaning, Meaning::DotHalves(_))
    }

    /// Multiplies integers of eight or four bits and adds them up.
    pub const fn sums_integers(&self) -> bool {
        matches!(self.meaning, Meaning::DotIntegers(_))
    }

    /// Samples an image, which may be done for its side effects alone.
    pub const fn is_sample(&self) -> bool {
        let filters = self.has(D16) && !self.has(GATHER4) && !self.has(NO_SAMPLER);
        matches!(self.format, AmdFormat::Vsample) && filters
    }

    /// Multiplies matrices with scales.
    pub const fn scales_factors(&self) -> bool {
        matches!(self.meaning, Meaning::Mfma(product) if matches!(product.kind, MfmaKind::Scaled))
    }

    /// Reads eight-bit floats, which forms with SDWA name by their source alone.
    pub const fn takes_bytes(&self) -> bool {
        matches!(
            self.meaning,
            Meaning::FromByte(_) | Meaning::FromTwoBytes(_)
        )
    }

    /// Writes a byte, which two bits of `op_sel` name.
    pub fn selects_byte(&self) -> bool {
        let byte = match self.meaning {
            Meaning::IntoByte(_) => true,
            Meaning::Scaled(scaling) => scaling.fills() == 8,
            _ => false,
        };
        byte && self.has(OPSEL)
    }

    /// Adds products of pairs of 16-bit numbers up.
    pub const fn takes_whole_pairs(&self) -> bool {
        use op::Op::{Dot2I16, Dot2U16};
        matches!(
            self.meaning,
            Meaning::DotPairs(_) | Meaning::PackedSaturating(Dot2I16 | Dot2U16, _)
        )
    }

    /// Exchanges lanes within rows; its `op_sel` has two bits of other meaning.
    pub const fn is_permlane(&self) -> bool {
        matches!(self.meaning, Meaning::PermuteRow { .. })
    }

    /// Scales a half float by a power of two, whose exponent is a half float by type.
    pub const fn scales_half(&self) -> bool {
        matches!(self.meaning, Meaning::Lane(op::Op::LdexpF16))
    }

    /// Reads from a buffer's descriptor, as scalar memory does.
    pub fn reads_descriptor(&self) -> bool {
        self.format == AmdFormat::Smem && self.operands.contains(&OperandSlot::S(4))
    }

    /// Takes an absolute value in its text and has no bit for it.
    pub fn drops_abs(&self) -> bool {
        // What scaling a division writes beside its result takes the bits of absolute values.
        self.format == AmdFormat::Vinterp || matches!(self.meaning, Meaning::DivScale(..))
    }

    /// Works on packed numbers that only the short form with DPP can negate.
    pub fn negates_with_dpp_only(&self) -> bool {
        let packed = |op: &OperandSlot| matches!(op, OperandSlot::Src(ty) if ty.is_packed());
        self.format == AmdFormat::Vop2
            && self.has(NO_E64)
            && !self.has(NO_DPP)
            && self.operands.iter().any(packed)
    }

    /// Which vector registers it reads or writes, or those behind it, is known only when it runs.
    pub const fn names_registers_late(&self) -> bool {
        matches!(self.meaning, Meaning::MoveRelative(_)) && !self.is_scalar()
            || matches!(self.meaning, Meaning::Index(_))
    }

    /// Runs once for the wave, not for every lane.
    pub const fn is_scalar(&self) -> bool {
        matches!(
            self.format,
            AmdFormat::Sop1
                | AmdFormat::Sop2
                | AmdFormat::Sopc
                | AmdFormat::Sopk
                | AmdFormat::Sopp
                | AmdFormat::Smem
        )
    }

    /// Half of a dual instruction that can only be the second: the first has fewer opcodes.
    pub fn second_only(&self) -> bool {
        self.format == AmdFormat::Vopd && self.code >= 16
    }

    /// One of its operands is always a literal.
    pub fn has_mandatory_literal(&self) -> bool {
        self.operands
            .iter()
            .any(|op| matches!(op, OperandSlot::K(_)))
    }

    /// Whether a generation has it.
    pub const fn is_on(&self, target: Target) -> bool {
        self.on.has(target)
    }
}

/// The family of encodings an instruction belongs to, named as in the manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // The manual describes each in a chapter of its own.
pub enum AmdFormat {
    Sop1,
    Sop2,
    Sopc,
    Sopk,
    Sopp,
    Smem,
    Vop1,
    Vop2,
    Vopc,
    Vop3,
    Vop3sd,
    Vop3p,
    Mai,
    Vopd,
    Vinterp,
    Ldsdir,
    Ds,
    Flat,
    Global,
    Scratch,
    Mubuf,
    Mtbuf,
    Mimg,
    Vsample,
    Exp,
}

impl AmdFormat {
    /// All of them, in the order of the manual.
    pub const ALL: [AmdFormat; 25] = [
        AmdFormat::Sop1,
        AmdFormat::Sop2,
        AmdFormat::Sopc,
        AmdFormat::Sopk,
        AmdFormat::Sopp,
        AmdFormat::Smem,
        AmdFormat::Vop1,
        AmdFormat::Vop2,
        AmdFormat::Vopc,
        AmdFormat::Vop3,
        AmdFormat::Vop3sd,
        AmdFormat::Vop3p,
        AmdFormat::Mai,
        AmdFormat::Vopd,
        AmdFormat::Vinterp,
        AmdFormat::Ldsdir,
        AmdFormat::Ds,
        AmdFormat::Flat,
        AmdFormat::Global,
        AmdFormat::Scratch,
        AmdFormat::Mubuf,
        AmdFormat::Mtbuf,
        AmdFormat::Mimg,
        AmdFormat::Vsample,
        AmdFormat::Exp,
    ];

    /// The manual's name; long memory formats have names of their own.
    pub const fn name(self, target: Target) -> &'static str {
        let (older, newer) = match self {
            AmdFormat::Sop1 => ("SOP1", "SOP1"),
            AmdFormat::Sop2 => ("SOP2", "SOP2"),
            AmdFormat::Sopc => ("SOPC", "SOPC"),
            AmdFormat::Sopk => ("SOPK", "SOPK"),
            AmdFormat::Sopp => ("SOPP", "SOPP"),
            AmdFormat::Smem => ("SMEM", "SMEM"),
            AmdFormat::Vop1 => ("VOP1", "VOP1"),
            AmdFormat::Vop2 => ("VOP2", "VOP2"),
            AmdFormat::Vopc => ("VOPC", "VOPC"),
            AmdFormat::Vop3 => ("VOP3", "VOP3"),
            AmdFormat::Vop3sd => ("VOP3SD", "VOP3SD"),
            AmdFormat::Vop3p => ("VOP3P", "VOP3P"),
            AmdFormat::Mai => ("VOP3P-MAI", "VOP3P-MAI"),
            AmdFormat::Vopd => ("VOPD", "VOPD"),
            AmdFormat::Vinterp => ("VINTERP", "VINTERP"),
            AmdFormat::Ldsdir => ("LDSDIR", "VDSDIR"),
            AmdFormat::Ds => ("DS", "VDS"),
            AmdFormat::Flat => ("FLAT", "VFLAT"),
            AmdFormat::Global => ("GLOBAL", "VGLOBAL"),
            AmdFormat::Scratch => ("SCRATCH", "VSCRATCH"),
            AmdFormat::Mubuf => ("MUBUF", "VBUFFER"),
            AmdFormat::Mtbuf => ("MTBUF", "VBUFFER (typed)"),
            AmdFormat::Mimg => ("MIMG", "VIMAGE"),
            AmdFormat::Vsample => ("VSAMPLE", "VSAMPLE"),
            AmdFormat::Exp => ("EXP", "VEXPORT"),
        };
        match target.generation().long_memory() {
            true => newer,
            false => older,
        }
    }
}

/// How an operand's bits are read; it decides which constants are inline and how literals print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The names say it; `V2` is two in a register.
pub enum OperandType {
    I16,
    I32,
    I64,
    F16,
    Bf16,
    F32,
    F64,
    V2I16,
    V2F16,
    /// As `V2F16`, with inline constants repeated in both halves.
    V2F16Splat,
    V2Bf16,
    V2F32,
}

impl OperandType {
    /// Whether it is one float.
    pub const fn is_float(self) -> bool {
        matches!(
            self,
            OperandType::F16 | OperandType::Bf16 | OperandType::F32 | OperandType::F64
        )
    }

    /// Whether it is two numbers in a register.
    pub const fn is_packed(self) -> bool {
        matches!(
            self,
            OperandType::V2I16
                | OperandType::V2F16
                | OperandType::V2F16Splat
                | OperandType::V2Bf16
                | OperandType::V2F32
        )
    }

    /// Registers a source of this type takes.
    pub const fn dwords(self) -> u8 {
        match self {
            OperandType::I64 | OperandType::F64 | OperandType::V2F32 => 2,
            _ => 1,
        }
    }

    /// Whether it is one number of 16 bits.
    pub const fn is_half(self) -> bool {
        matches!(
            self,
            OperandType::I16 | OperandType::F16 | OperandType::Bf16
        )
    }
}

/// One operand of a row, in the order it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandSlot {
    /// Vector destination of so many registers; 0 is half a register.
    VDst(u8),
    /// Scalar destination.
    SDst(u8),
    /// One bit per lane, written.
    MaskDst,
    /// Vector register source; 0 is half a register.
    V(u8),
    /// Vector register source that can be negated.
    VNeg(u8),
    /// Vector registers or an inline constant: the accumulator of matrix instructions.
    Acc(u8, OperandType),
    /// Accumulation register, written.
    ADst,
    /// Accumulation register, read.
    A,
    /// Any source; floats can be negated and made absolute.
    Src(OperandType),
    /// An integer or raw source that takes float modifiers all the same.
    SrcMods(OperandType),
    /// A source whose sign bits exist and mean nothing.
    SrcQuiet(OperandType),
    /// Scalar register only.
    S(u8),
    /// Scalar source.
    SSrc(OperandType),
    /// Scalar source with float modifiers.
    SSrcMods(OperandType),
    /// Scalar register or inline constant that selects a lane.
    Lane,
    /// What a lane is read from: a vector register or `lds_direct`.
    LaneData,
    /// What is written to a lane: scalar, constant or `lds_direct`.
    LaneValue,
    /// One bit per lane, read.
    Mask,
    /// Literal that is always there (`v_fmamk_f32`).
    K(OperandType),
    /// Immediate with its own syntax.
    Imm(Imm),
    /// Data registers of a memory instruction.
    Data(u8),
    /// A pixel attribute and its channel.
    Attribute,
    /// Image addresses; how many follows from the dimension.
    Image(Address),
    /// Ray tracing addresses: how many registers each part has.
    Ray(&'static [u8], &'static [u8]),
}

/// What an image instruction's address is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    pub coordinates: bool,
    /// Offset, bias and depth reference come first, a register each.
    pub extra: u8,
    pub gradients: bool,
    /// Gradients are 16 bits wide.
    pub half: bool,
    /// Level of detail, its clamp, or a mip level.
    pub lod: bool,
}

pub const COORDS: Address = Address {
    coordinates: true,
    extra: 0,
    gradients: false,
    half: false,
    lod: false,
};
pub const NO_COORDS: Address = Address {
    coordinates: false,
    ..COORDS
};

impl Address {
    pub const fn extra(self, extra: u8) -> Address {
        Address { extra, ..self }
    }

    pub const fn gradients(self) -> Address {
        Address {
            gradients: true,
            ..self
        }
    }

    pub const fn half(self) -> Address {
        Address { half: true, ..self }
    }

    pub const fn lod(self) -> Address {
        Address { lod: true, ..self }
    }
}

/// Node, extent, origin, direction, inverse direction; with `a16` the last two share registers.
pub const RAY: OperandSlot = OperandSlot::Ray(&[1, 1, 3, 3, 3], &[1, 1, 3, 3]);
pub const RAY64: OperandSlot = OperandSlot::Ray(&[2, 1, 3, 3, 3], &[2, 1, 3, 3]);
pub const RAY_DUAL: OperandSlot = OperandSlot::Ray(&[2, 2, 3, 3, 2], &[]);
pub const RAY8: OperandSlot = OperandSlot::Ray(&[2, 2, 3, 3, 1], &[]);

impl OperandSlot {
    /// Names a scalar register and nothing else.
    pub const fn is_scalar_register(&self) -> bool {
        matches!(self, OperandSlot::SDst(_) | OperandSlot::S(_))
    }
}

/// Immediates of scalar instructions, each with its own spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imm {
    /// Signed or unsigned 16 bits.
    Simm16,
    /// Unsigned 16 bits that always print in hexadecimal.
    Hex16,
    /// The same, of an instruction that reads them without a sign.
    Unsigned16,
    /// Optional 16 bits: nothing is written for 0 (`s_endpgm`).
    Endpgm,
    /// A branch distance in words.
    Branch,
    /// The counters of `s_waitcnt`, by name.
    Waitcnt,
    /// The counters of `s_waitcnt_depctr`, by name.
    Depctr,
    /// The dependencies of `s_delay_alu`, by name.
    DelayAlu,
    /// The message of `s_sendmsg`, by name.
    SendMsg,
    /// The hardware register of `s_getreg` and `s_setreg`, with the bits that are meant.
    Hwreg,
    /// 32-bit literal that is always there.
    Simm32,
    /// A barrier number, or `m0`.
    Barrier,
    /// `s_version`'s number.
    Version,
    /// The operands of vector instructions whose numbers M0 adds to, by name.
    GprIndex,
}

impl Imm {
    /// Nothing but an expression can stand where no name does.
    pub(crate) const fn is_plain(self) -> bool {
        matches!(
            self,
            Imm::Waitcnt
                | Imm::Depctr
                | Imm::DelayAlu
                | Imm::SendMsg
                | Imm::Hwreg
                | Imm::Endpgm
                | Imm::GprIndex
        )
    }
}
