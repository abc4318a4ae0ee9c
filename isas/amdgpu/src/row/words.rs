//! The words of the tables: short names for operands, and what is true of instructions beside their operands and
//! their meaning.

use super::{Imm, OperandSlot, OperandType};

pub const D16H: OperandSlot = OperandSlot::VDst(0);
pub const D32: OperandSlot = OperandSlot::VDst(1);
pub const D64: OperandSlot = OperandSlot::VDst(2);
pub const D96: OperandSlot = OperandSlot::VDst(3);
pub const D128: OperandSlot = OperandSlot::VDst(4);
pub const D256: OperandSlot = OperandSlot::VDst(8);
pub const D192: OperandSlot = OperandSlot::VDst(6);
pub const D512: OperandSlot = OperandSlot::VDst(16);
pub const D1024: OperandSlot = OperandSlot::VDst(32);
pub const SD32: OperandSlot = OperandSlot::SDst(1);
pub const SD64: OperandSlot = OperandSlot::SDst(2);
pub const DMASK: OperandSlot = OperandSlot::MaskDst;
pub const V16: OperandSlot = OperandSlot::V(0);
pub const V32: OperandSlot = OperandSlot::V(1);
pub const V64: OperandSlot = OperandSlot::V(2);
pub const V128: OperandSlot = OperandSlot::V(4);
pub const V256: OperandSlot = OperandSlot::V(8);
pub const N16: OperandSlot = OperandSlot::VNeg(0);
pub const N32: OperandSlot = OperandSlot::VNeg(1);
pub const F16: OperandSlot = OperandSlot::Src(OperandType::F16);
pub const BF16: OperandSlot = OperandSlot::Src(OperandType::Bf16);
pub const F32: OperandSlot = OperandSlot::Src(OperandType::F32);
pub const F64: OperandSlot = OperandSlot::Src(OperandType::F64);
pub const I16: OperandSlot = OperandSlot::Src(OperandType::I16);
pub const I32: OperandSlot = OperandSlot::Src(OperandType::I32);
pub const I64: OperandSlot = OperandSlot::Src(OperandType::I64);
pub const V2I16: OperandSlot = OperandSlot::Src(OperandType::V2I16);
pub const V2I16Q: OperandSlot = OperandSlot::SrcQuiet(OperandType::V2I16);
pub const V2F16: OperandSlot = OperandSlot::Src(OperandType::V2F16);
pub const V2BF16: OperandSlot = OperandSlot::Src(OperandType::V2Bf16);
pub const V2F32: OperandSlot = OperandSlot::Src(OperandType::V2F32);
pub const B32M: OperandSlot = OperandSlot::SrcMods(OperandType::I32);
pub const B16M: OperandSlot = OperandSlot::SrcMods(OperandType::I16);
pub const I32Q: OperandSlot = OperandSlot::SrcQuiet(OperandType::I32);
pub const I16Q: OperandSlot = OperandSlot::SrcQuiet(OperandType::I16);
pub const LANE: OperandSlot = OperandSlot::Lane;
pub const LANE_DATA: OperandSlot = OperandSlot::LaneData;
pub const LANE_VALUE: OperandSlot = OperandSlot::LaneValue;
pub const S32: OperandSlot = OperandSlot::S(1);
pub const S64: OperandSlot = OperandSlot::S(2);
pub const SB32: OperandSlot = OperandSlot::SSrc(OperandType::I32);
pub const SB64: OperandSlot = OperandSlot::SSrc(OperandType::I64);
pub const SF32: OperandSlot = OperandSlot::SSrc(OperandType::F32);
pub const SF16: OperandSlot = OperandSlot::SSrc(OperandType::F16);
pub const SB16: OperandSlot = OperandSlot::SSrc(OperandType::I16);
pub const ATTR: OperandSlot = OperandSlot::Attribute;
pub const MASK: OperandSlot = OperandSlot::Mask;
pub const K32: OperandSlot = OperandSlot::K(OperandType::F32);
pub const K16: OperandSlot = OperandSlot::K(OperandType::F16);
pub const SIMM16: OperandSlot = OperandSlot::Imm(Imm::Simm16);
pub const HEX16: OperandSlot = OperandSlot::Imm(Imm::Hex16);
pub const UHEX16: OperandSlot = OperandSlot::Imm(Imm::Unsigned16);
pub const ENDPGM: OperandSlot = OperandSlot::Imm(Imm::Endpgm);
pub const LABEL: OperandSlot = OperandSlot::Imm(Imm::Branch);
pub const WAITCNT: OperandSlot = OperandSlot::Imm(Imm::Waitcnt);
pub const DEPCTR: OperandSlot = OperandSlot::Imm(Imm::Depctr);
pub const DELAYALU: OperandSlot = OperandSlot::Imm(Imm::DelayAlu);
pub const SENDMSG: OperandSlot = OperandSlot::Imm(Imm::SendMsg);
pub const HWREG: OperandSlot = OperandSlot::Imm(Imm::Hwreg);
pub const SIMM32: OperandSlot = OperandSlot::Imm(Imm::Simm32);
pub const BARRIER: OperandSlot = OperandSlot::Imm(Imm::Barrier);
pub const VERSION: OperandSlot = OperandSlot::Imm(Imm::Version);
pub const GPR_INDEX: OperandSlot = OperandSlot::Imm(Imm::GprIndex);
pub const DATA32: OperandSlot = OperandSlot::Data(1);
pub const DATA64: OperandSlot = OperandSlot::Data(2);
pub const DATA96: OperandSlot = OperandSlot::Data(3);
pub const DATA128: OperandSlot = OperandSlot::Data(4);
pub const DATA256: OperandSlot = OperandSlot::Data(8);
pub const DATA1024: OperandSlot = OperandSlot::Data(32);

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
