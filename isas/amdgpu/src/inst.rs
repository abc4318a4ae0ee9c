//! A typed instruction: what stands between text and bytes, and what execution starts from. Its
//! operands name registers and constants as instruction fields number them.

use crate::encoding::Encoding;
use crate::row::InstRow;
use crate::target::{CDNA, EVERY, Gens, RDNA};

/// An instruction with its operands; made by the assembler from text and by the decoder from
/// bytes. Positional operands are in the order they are written, modifiers are in [`Mods`].
#[derive(Clone, Debug)]
pub struct AmdInst {
    /// How it is written and encoded; it names the row.
    pub encoding: &'static Encoding,
    operands: [AmdOperand; AmdInst::MAX_OPERANDS],
    count: u8,
    /// All modifiers.
    pub mods: Mods,
    /// The 32 bits that follow the instruction, if there are any.
    pub literal: Option<u32>,
    /// Who asked for the literal first.
    claim: Claim,
    /// Decoded from bytes that no text assembles to: an operand of a kind that does not belong
    /// there. It prints with a remark and does not run.
    pub(crate) odd: bool,
}

/// What a text says of the literal it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// A number that needs a literal.
    Number(i64),
    /// `lit(...)` of a number that needs none: it gives way to any other.
    Forced,
    /// A symbol, which shares with no other literal.
    Symbol,
}

impl AmdInst {
    /// The paired instructions of VOPD and image instructions with separate addresses need most.
    pub const MAX_OPERANDS: usize = 12;

    pub(crate) fn new(encoding: &'static Encoding) -> AmdInst {
        AmdInst {
            encoding,
            operands: [AmdOperand::NONE; AmdInst::MAX_OPERANDS],
            count: 0,
            mods: Mods::default(),
            literal: None,
            claim: Claim::Forced,
            odd: false,
        }
    }

    /// Asks for the literal; false if an operand has another one.
    pub(crate) fn claim_literal(&mut self, bits: u32, claim: Claim) -> bool {
        self.literal.get_or_insert(bits);
        let agree = match (self.claim, claim) {
            (_, Claim::Forced) => return true,
            (Claim::Forced, _) => true,
            (Claim::Number(a), Claim::Number(b)) => a == b,
            (Claim::Symbol, _) | (_, Claim::Symbol) => false,
        };
        self.claim = claim;
        agree
    }

    /// Starts over with another encoding.
    pub(crate) fn reset(&mut self, encoding: &'static Encoding) {
        self.encoding = encoding;
        self.count = 0;
        self.mods = Mods::default();
        self.literal = None;
        self.odd = false;
    }

    /// Which instruction.
    pub fn row(&self) -> &'static InstRow {
        self.encoding.row
    }

    /// Those that are written one after the other.
    pub fn operands(&self) -> &[AmdOperand] {
        &self.operands[..self.count as usize]
    }

    /// One more than the highest vector and scalar register that it names.
    pub(crate) fn registers(&self) -> [u16; 2] {
        let mut most = [0; 2];
        for operand in self.operands() {
            let OperandValue::Reg(reg) = operand.value else {
                continue;
            };
            let (kind, first) = match reg.code {
                0..=LAST_SGPR => (1, reg.code),
                VGPR0..AGPR0 => (0, reg.vgpr_index()),
                _ => continue,
            };
            most[kind] = u16::max(most[kind], first + u16::from(reg.dwords));
        }
        most
    }

    pub(crate) fn operands_mut(&mut self) -> &mut [AmdOperand] {
        &mut self.operands[..self.count as usize]
    }

    /// Adds an operand; more than fit are a bug in the formats, which a test rules out.
    pub(crate) fn push(&mut self, operand: AmdOperand) {
        if let Some(slot) = self.operands.get_mut(self.count as usize) {
            *slot = operand;
            self.count += 1;
        }
    }

    /// Length in bytes.
    pub fn size(&self) -> usize {
        self.encoding.size as usize + if self.literal.is_some() { 4 } else { 0 }
    }
}

/// A value with the sign modifiers written on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AmdOperand {
    /// The register or the constant.
    pub value: OperandValue,
    /// The sign is flipped, after `abs`.
    pub neg: bool,
    /// The sign is cleared.
    pub abs: bool,
    /// The part of the register is extended by its sign: with SDWA.
    pub sext: bool,
}

impl AmdOperand {
    /// An operand that is not there.
    pub const NONE: AmdOperand = AmdOperand::plain(OperandValue::None);

    /// A value without modifiers.
    pub const fn plain(value: OperandValue) -> AmdOperand {
        AmdOperand {
            value,
            neg: false,
            abs: false,
            sext: false,
        }
    }
}

/// What an operand names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandValue {
    /// Nothing.
    None,
    /// Registers.
    Reg(Reg),
    /// An inline constant by its code: 128 to 208 are integers, 240 to 248 floats.
    Inline(u8),
    /// The 32 bits after the instruction; the operand's type says how they are read.
    Literal,
    /// A number that is part of the instruction.
    Imm(i32),
    /// Written `off`: an address or export register that is not there.
    Off,
}

macro_rules! mods {
    ($($(#[$doc:meta])* $variant:ident $field:ident;)*) => {
        /// The names of modifiers, for tables.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // Most are the word that is written.
        pub enum Mod { $($(#[$doc])* $variant,)* }

        impl Mod {
            /// Its name; that of lane patterns, cache policies and output scales is not written.
            pub fn name(self) -> &'static str {
                match self { $(Mod::$variant => stringify!($field),)* }
            }
        }

        /// Every modifier of an instruction; 0 is "not written" except where a format says
        /// otherwise.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        #[allow(missing_docs)] // Most are the word that is written.
        pub struct Mods { $($(#[$doc])* pub $field: i32,)* }

        impl Mods {
            /// What a modifier is.
            pub fn get(&self, which: Mod) -> i32 {
                match which { $(Mod::$variant => self.$field,)* }
            }

            /// Makes a modifier something.
            pub fn set(&mut self, which: Mod, value: i32) {
                match which { $(Mod::$variant => self.$field = value,)* }
            }
        }
    };
}

mods! {
    Clamp clamp;
    /// 1 is `mul:2`, 2 is `mul:4`, 3 is `div:2`.
    Omod omod;
    /// A bit per source, then one for the destination.
    OpSel op_sel;
    OpSelHi op_sel_hi;
    NegLo neg_lo;
    NegHi neg_hi;
    ByteSel byte_sel;
    /// The table of a boolean function.
    Bitop3 bitop3;
    IndexKey index_key;
    /// How many blocks of a matrix A get the same one, and which; of a sparse one, which indices count. `cbsz`
    /// and `blgp` can name formats instead.
    Cbsz cbsz;
    Abid abid;
    /// From which lanes B is taken.
    Blgp blgp;
    /// A bit per matrix.
    Neg neg;
    WaitExp wait_exp;
    /// Lane pattern of DPP16.
    DppCtrl dpp_ctrl;
    RowMask row_mask;
    BankMask bank_mask;
    BoundCtrl bound_ctrl;
    /// Fetch from inactive lanes.
    Fi fi;
    /// Eight lane numbers of three bits.
    Dpp8 dpp8;
    /// Parts of registers, with SDWA: bytes 0 to 3, words 4 and 5, and 6 is the whole.
    DstSel dst_sel;
    /// What becomes of the rest of the destination: zeros, the sign, or it stays.
    DstUnused dst_unused;
    Src0Sel src0_sel;
    Src1Sel src1_sel;
    Offset offset;
    Offset0 offset0;
    Offset1 offset1;
    Gds gds;
    /// Cache policy: `glc slc dlc` on RDNA 3; temporal hint, scope and `nv` on RDNA 4.
    Cpol cpol;
    Offen offen;
    Idxen idxen;
    Tfe tfe;
    Lwe lwe;
    D16 d16;
    Dmask dmask;
    Dim dim;
    Unorm unorm;
    R128 r128;
    A16 a16;
    Format format;
    Done done;
    RowEn row_en;
    WaitVdst wait_vdst;
    WaitVaVdst wait_va_vdst;
    WaitVmVsrc wait_vm_vsrc;
    /// `lds` on buffer loads.
    Lds lds;
    /// Not a modifier: the text named two different literals.
    ExtraLiteral extra_literal;
}

/// A run of registers, by the code of its first one: 0 to 105 are scalar registers, 106 to 127 and
/// 235 to 254 have names, 256 and up are vector registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reg {
    /// The code of its first register.
    pub code: u16,
    /// How many words it has.
    pub dwords: u8,
    /// Which part of a single vector register is meant.
    pub half: RegisterHalf,
}

/// A part of a vector register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegisterHalf {
    /// The whole register.
    Whole,
    /// Bits 15:0.
    Low,
    /// Bits 31:16.
    High,
}

pub const VCC_LO: u16 = 106;
pub const VCC_HI: u16 = 107;
pub const TTMP0: u16 = 108;
pub const TTMP_LAST: u16 = 123;
pub const NULL: u16 = 124;
pub const M0: u16 = 125;
pub const EXEC_LO: u16 = 126;
pub const EXEC_HI: u16 = 127;
/// Registers of CDNA that have the numbers of general ones on RDNA, so they go by numbers that no field holds.
pub const FLAT_SCRATCH: u16 = 224;
pub const XNACK_MASK: u16 = 226;
pub const FLAT_SCRATCH_BASE_LO: u16 = 230;
pub const FLAT_SCRATCH_BASE_HI: u16 = 231;
pub const SHARED_BASE: u16 = 235;
pub const PRIVATE_LIMIT: u16 = 238;
pub const POPS_EXITING_WAVE_ID: u16 = 239;
pub const VCCZ: u16 = 251;
pub const EXECZ: u16 = 252;
pub const SCC: u16 = 253;
pub const LDS_DIRECT: u16 = 254;
pub const LITERAL: u16 = 255;
pub const VGPR0: u16 = 256;
/// The first accumulation register of CDNA: they follow the vector registers.
pub const AGPR0: u16 = VGPR0 + 256;
pub const LAST_SGPR: u16 = 105;

impl Reg {
    /// A run from a code on.
    pub const fn new(code: u16, dwords: u8) -> Reg {
        Reg {
            code,
            dwords,
            half: RegisterHalf::Whole,
        }
    }

    /// Vector registers from `v{first}` on.
    pub const fn vgpr(first: u16, dwords: u8) -> Reg {
        Reg::new(VGPR0 + first, dwords)
    }

    /// Whether it is in the vector file.
    pub const fn is_vgpr(self) -> bool {
        self.code >= VGPR0
    }

    /// Whether it is an accumulation register, in the upper half of the vector file.
    pub const fn is_agpr(self) -> bool {
        self.code >= AGPR0
    }

    /// A general scalar register or a trap temporary: what can be part of a longer run.
    pub const fn is_sgpr(self) -> bool {
        self.code <= LAST_SGPR
    }

    /// Reads the same for every wave of a machine, or as one bit.
    pub const fn is_constant(self) -> bool {
        matches!(self.code, NULL | SHARED_BASE..=PRIVATE_LIMIT | SCC)
    }

    /// Index among the vector registers.
    pub const fn vgpr_index(self) -> u16 {
        self.code - VGPR0
    }
}

/// Registers that have names, with their code, their width and the generations that know the name. The
/// aperture registers serve as 32 and 64 bits (width 0).
#[rustfmt::skip]
pub const NAMED: &[(&str, u16, u8, Gens)] = &[
    ("vcc",                      VCC_LO,               2, EVERY),
    ("vcc_lo",                   VCC_LO,               1, EVERY),
    ("vcc_hi",                   VCC_HI,               1, EVERY),
    ("exec",                     EXEC_LO,              2, EVERY),
    ("exec_lo",                  EXEC_LO,              1, EVERY),
    ("exec_hi",                  EXEC_HI,              1, EVERY),
    ("m0",                       M0,                   1, EVERY),
    ("null",                     NULL,                 0, RDNA),
    ("src_shared_base",          SHARED_BASE,          0, EVERY),
    ("shared_base",              SHARED_BASE,          0, EVERY),
    ("src_shared_limit",         SHARED_BASE + 1,      0, EVERY),
    ("shared_limit",             SHARED_BASE + 1,      0, EVERY),
    ("src_private_base",         SHARED_BASE + 2,      0, EVERY),
    ("private_base",             SHARED_BASE + 2,      0, EVERY),
    ("src_private_limit",        PRIVATE_LIMIT,        0, EVERY),
    ("private_limit",            PRIVATE_LIMIT,        0, EVERY),
    ("src_scc",                  SCC,                  1, EVERY),
    ("scc",                      SCC,                  1, EVERY),
    ("src_lds_direct",           LDS_DIRECT,           1, EVERY),
    ("lds_direct",               LDS_DIRECT,           1, EVERY),
    ("src_vccz",                 VCCZ,                 1, CDNA),
    ("vccz",                     VCCZ,                 1, CDNA),
    ("src_execz",                EXECZ,                1, CDNA),
    ("execz",                    EXECZ,                1, CDNA),
    ("src_pops_exiting_wave_id", POPS_EXITING_WAVE_ID, 0, CDNA),
    ("pops_exiting_wave_id",     POPS_EXITING_WAVE_ID, 0, CDNA),
    ("flat_scratch",             FLAT_SCRATCH,         2, CDNA),
    ("flat_scratch_lo",          FLAT_SCRATCH,         1, CDNA),
    ("flat_scratch_hi",          FLAT_SCRATCH + 1,     1, CDNA),
    ("xnack_mask",               XNACK_MASK,           2, CDNA),
    ("xnack_mask_lo",            XNACK_MASK,           1, CDNA),
    ("xnack_mask_hi",            XNACK_MASK + 1,       1, CDNA),
];

/// Registers of other machines, so that their names are not taken for symbols.
pub const UNAVAILABLE: &[&str] = &[
    "tba",
    "tba_lo",
    "tba_hi",
    "tma",
    "tma_lo",
    "tma_hi",
    "src_flat_scratch_base_lo",
    "src_flat_scratch_base_hi",
];

/// How a named register prints.
pub fn special_name(code: u16, dwords: u8) -> Option<&'static str> {
    const FLAT_SCRATCH_HI: u16 = FLAT_SCRATCH + 1;
    const XNACK_MASK_HI: u16 = XNACK_MASK + 1;
    Some(match (code, dwords) {
        (FLAT_SCRATCH, 2) => "flat_scratch",
        (FLAT_SCRATCH, 1) => "flat_scratch_lo",
        (FLAT_SCRATCH_HI, 1) => "flat_scratch_hi",
        (XNACK_MASK, 2) => "xnack_mask",
        (XNACK_MASK, 1) => "xnack_mask_lo",
        (XNACK_MASK_HI, 1) => "xnack_mask_hi",
        (VCC_LO, 2) => "vcc",
        (VCC_LO, 1) => "vcc_lo",
        (VCC_HI, 1) => "vcc_hi",
        (EXEC_LO, 2) => "exec",
        (EXEC_LO, 1) => "exec_lo",
        (EXEC_HI, 1) => "exec_hi",
        (M0, 1) => "m0",
        (NULL, _) => "null",
        (FLAT_SCRATCH_BASE_LO, _) => "src_flat_scratch_base_lo",
        (FLAT_SCRATCH_BASE_HI, _) => "src_flat_scratch_base_hi",
        (235, _) => "src_shared_base",
        (236, _) => "src_shared_limit",
        (237, _) => "src_private_base",
        (238, _) => "src_private_limit",
        (POPS_EXITING_WAVE_ID, _) => "src_pops_exiting_wave_id",
        (VCCZ, _) => "src_vccz",
        (EXECZ, _) => "src_execz",
        (SCC, _) => "src_scc",
        (LDS_DIRECT, 1) => "src_lds_direct",
        _ => return None,
    })
}
