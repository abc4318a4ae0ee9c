//! What is true of instructions beside their operands and their meaning.

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
