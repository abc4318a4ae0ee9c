//! The words of the tables: short names for operands, and what is true of instructions beside their operands and
//! their meaning.

use super::{Imm, OperandType, Slot};

pub const D16H: Slot = Slot::VDst(0);
pub const D32: Slot = Slot::VDst(1);
pub const D64: Slot = Slot::VDst(2);
pub const D96: Slot = Slot::VDst(3);
pub const D128: Slot = Slot::VDst(4);
pub const D256: Slot = Slot::VDst(8);
pub const D192: Slot = Slot::VDst(6);
pub const D512: Slot = Slot::VDst(16);
pub const D1024: Slot = Slot::VDst(32);
pub const SD32: Slot = Slot::SDst(1);
pub const SD64: Slot = Slot::SDst(2);
pub const DMASK: Slot = Slot::MaskDst;
pub const V16: Slot = Slot::V(0);
pub const V32: Slot = Slot::V(1);
pub const V64: Slot = Slot::V(2);
pub const V128: Slot = Slot::V(4);
pub const V256: Slot = Slot::V(8);
pub const N16: Slot = Slot::VNeg(0);
pub const N32: Slot = Slot::VNeg(1);
pub const F16: Slot = Slot::Src(OperandType::F16);
pub const BF16: Slot = Slot::Src(OperandType::Bf16);
pub const F32: Slot = Slot::Src(OperandType::F32);
pub const F64: Slot = Slot::Src(OperandType::F64);
pub const I16: Slot = Slot::Src(OperandType::I16);
pub const I32: Slot = Slot::Src(OperandType::I32);
pub const I64: Slot = Slot::Src(OperandType::I64);
pub const V2I16: Slot = Slot::Src(OperandType::V2I16);
pub const V2I16Q: Slot = Slot::SrcQuiet(OperandType::V2I16);
pub const V2F16: Slot = Slot::Src(OperandType::V2F16);
pub const V2BF16: Slot = Slot::Src(OperandType::V2Bf16);
pub const V2F32: Slot = Slot::Src(OperandType::V2F32);
pub const B32M: Slot = Slot::SrcMods(OperandType::I32);
pub const B16M: Slot = Slot::SrcMods(OperandType::I16);
pub const I32Q: Slot = Slot::SrcQuiet(OperandType::I32);
pub const I16Q: Slot = Slot::SrcQuiet(OperandType::I16);
pub const LANE: Slot = Slot::Lane;
pub const LANE_DATA: Slot = Slot::LaneData;
pub const LANE_VALUE: Slot = Slot::LaneValue;
pub const S32: Slot = Slot::S(1);
pub const S64: Slot = Slot::S(2);
pub const SB32: Slot = Slot::SSrc(OperandType::I32);
pub const SB64: Slot = Slot::SSrc(OperandType::I64);
pub const SF32: Slot = Slot::SSrc(OperandType::F32);
pub const SF16: Slot = Slot::SSrc(OperandType::F16);
pub const SB16: Slot = Slot::SSrc(OperandType::I16);
pub const ATTR: Slot = Slot::Attribute;
pub const MASK: Slot = Slot::Mask;
pub const K32: Slot = Slot::K(OperandType::F32);
pub const K16: Slot = Slot::K(OperandType::F16);
pub const SIMM16: Slot = Slot::Imm(Imm::Simm16);
pub const HEX16: Slot = Slot::Imm(Imm::Hex16);
pub const UHEX16: Slot = Slot::Imm(Imm::Unsigned16);
pub const ENDPGM: Slot = Slot::Imm(Imm::Endpgm);
pub const LABEL: Slot = Slot::Imm(Imm::Branch);
pub const WAITCNT: Slot = Slot::Imm(Imm::Waitcnt);
pub const DEPCTR: Slot = Slot::Imm(Imm::Depctr);
pub const DELAYALU: Slot = Slot::Imm(Imm::DelayAlu);
pub const SENDMSG: Slot = Slot::Imm(Imm::SendMsg);
pub const HWREG: Slot = Slot::Imm(Imm::Hwreg);
pub const SIMM32: Slot = Slot::Imm(Imm::Simm32);
pub const BARRIER: Slot = Slot::Imm(Imm::Barrier);
pub const VERSION: Slot = Slot::Imm(Imm::Version);
pub const GPR_INDEX: Slot = Slot::Imm(Imm::GprIndex);
pub const DATA32: Slot = Slot::Data(1);
pub const DATA64: Slot = Slot::Data(2);
pub const DATA96: Slot = Slot::Data(3);
pub const DATA128: Slot = Slot::Data(4);
pub const DATA256: Slot = Slot::Data(8);
pub const DATA1024: Slot = Slot::Data(32);

/// What else is true of an instruction; a set of the bits below.
pub type Traits = u64;

macro_rules! traits {
    ($($(#[$doc:meta])* $name:ident = $bit:expr;)*) => {
        $($(#[$doc])* pub const $name: Traits = 1 << $bit;)*
    };
}

pub const NONE: Traits = 0;
traits! {
    /// `clamp` can be written.
    CLAMP = 0;
    /// `mul:2`, `mul:4`, `div:2` can be written.
    OMOD = 1;
    /// `op_sel` can be written where operands are whole registers.
    OPSEL = 2;
    /// No short encoding with DPP, where its operands do not say so.
    NO_DPP = 3;
    /// DPP16 only, no DPP8.
    NO_DPP8 = 4;
    /// No long encoding.
    NO_E64 = 5;
    /// Long encoding without DPP, where its operands do not say so.
    NO_E64_DPP = 6;
    /// The long encoding is the only one, though the number is that of a short one.
    NO_E32 = 7;
    /// `byte_sel` can be written.
    BYTE_SEL = 8;
    /// `neg_lo` and `neg_hi` can be written.
    NEG_PACKED = 9;
    /// `op_sel` and `op_sel_hi` select halves of packed operands.
    OPSEL_PACKED = 10;
    /// `neg_lo` only: the bits mean signedness.
    NEG_LO = 11;
    /// `index_key` of so many values: 2.
    INDEX_KEY1 = 12;
    /// `index_key` of four values.
    INDEX_KEY2 = 13;
    /// Only in wave32.
    WAVE32 = 14;
    /// Only in wave64.
    WAVE64 = 15;
    /// Sources are negated and selected singly, as in `v_fma_mix_f32`.
    MIX = 16;
    /// The instruction names half registers even where others do not.
    TRUE16_ONLY = 17;
    /// Atomic that can return the old value: with `glc` or a destination.
    RTN = 18;
    /// Two offsets of 8 bits.
    OFFSET2 = 19;
    /// Always on global data share; `gds` is printed.
    GDS_ONLY = 20;
    /// No `gds` flag.
    NO_GDS = 21;
    /// Vector addresses are not used.
    NO_ADDR = 22;
    /// No short encoding that selects parts of registers (SDWA), where its operands do not say so.
    NO_SDWA = 23;
    /// A load that can go to local memory.
    TO_LDS = 32;
    /// Is a store.
    STORE = 24;
    /// Is an atomic.
    ATOMIC = 25;
    /// Packs two 16-bit results in a register.
    D16 = 26;
    /// No `tfe`.
    NO_TFE = 27;
    /// Gathers four texels.
    GATHER4 = 28;
    /// Takes no sampler.
    NO_SAMPLER = 29;
    /// Takes resource and sampler from a table.
    BVH = 30;
    /// MSAA resource.
    MSAA = 31;
    /// Is a prefetch.
    PREFETCH = 34;
    /// The result is read before it is written: the accumulator form.
    READS_DST = 35;
    /// The long form's destination is implied to be exec.
    CMPX = 38;
    /// The swizzle pattern of `ds_swizzle_b32` is written in its offset.
    SWIZZLE = 39;
    /// A VOP3P instruction that can have a DPP word.
    DPP = 41;
    /// The scalar destination may be anything but exec.
    SALU_DST = 42;
    /// Tests whether an address can be read.
    PROBE = 43;
    /// Reads the wave's condition register without naming it.
    READS_VCC = 44;
    /// Of three packed sources only the third can be negated.
    NEG_THIRD = 45;
    /// Of three packed sources only the first two can be negated.
    NEG_FIRST_TWO = 46;
    /// A literal for a 64-bit source is extended by its sign.
    SIGNED_LITERAL = 47;
    /// An image atomic with two numbers for every texel: what to compare with, and what to store.
    TWO_VALUES = 48;
    /// The result is no float: the form with SDWA does not scale it.
    NO_SDWA_OMOD = 50;
    /// Of an exchange that compares, the value that is compared comes first.
    COMPARED_FIRST = 51;
    /// `bitop3` can be written: the table of a boolean function.
    TABLE = 52;
    /// `bound_ctrl` and `fi` can be written with the long form.
    BOUNDED = 53;
    /// With a result, data cannot be in accumulation registers.
    NO_ACC = 54;
    /// Constants are inline.
    NO_LITERAL = 55;
    /// Runs of vector registers can begin with an odd one.
    ODD_RUNS = 56;
    /// Reads M0 without naming it, where its meaning does not.
    READS_M0 = 57;
}
