//! Registers and constants as instruction fields number them.

/// A run of registers, by the code of its first one: 0 to 105 are scalar registers, 106 to 127 and
/// 235 to 254 have names, 256 and up are vector registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reg {
    /// The code of its first register.
    pub code: u16,
    /// How many words it has.
    pub dwords: u8,
    /// Which part of a single vector register is meant.
    pub half: Half,
}

/// A part of a vector register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
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
pub const LAST_SGPR: u16 = 105;

impl Reg {
    /// A run from a code on.
    pub const fn new(code: u16, dwords: u8) -> Reg {
        Reg {
            code,
            dwords,
            half: Half::Whole,
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

    /// A general scalar register or a trap temporary: what can be part of a longer run.
    pub const fn is_sgpr(self) -> bool {
        self.code <= LAST_SGPR
    }

    /// Whether it is a temporary of trap handlers.
    pub const fn is_ttmp(self) -> bool {
        self.code >= TTMP0 && self.code <= TTMP_LAST
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

/// Registers that have names, with their width and code. The aperture registers serve as 32 and
/// 64 bits (width 0).
pub const NAMED: &[(&str, u16, u8)] = &[
    ("vcc", VCC_LO, 2),
    ("vcc_lo", VCC_LO, 1),
    ("vcc_hi", VCC_HI, 1),
    ("exec", EXEC_LO, 2),
    ("exec_lo", EXEC_LO, 1),
    ("exec_hi", EXEC_HI, 1),
    ("m0", M0, 1),
    ("null", NULL, 0),
    ("src_shared_base", SHARED_BASE, 0),
    ("shared_base", SHARED_BASE, 0),
    ("src_shared_limit", SHARED_BASE + 1, 0),
    ("shared_limit", SHARED_BASE + 1, 0),
    ("src_private_base", SHARED_BASE + 2, 0),
    ("private_base", SHARED_BASE + 2, 0),
    ("src_private_limit", PRIVATE_LIMIT, 0),
    ("private_limit", PRIVATE_LIMIT, 0),
    ("src_scc", SCC, 1),
    ("scc", SCC, 1),
    ("src_lds_direct", LDS_DIRECT, 1),
    ("lds_direct", LDS_DIRECT, 1),
];

/// Registers of other machines, so that their names are not taken for symbols.
pub const UNAVAILABLE: &[&str] = &[
    "flat_scratch",
    "flat_scratch_lo",
    "flat_scratch_hi",
    "xnack_mask",
    "xnack_mask_lo",
    "xnack_mask_hi",
    "tba",
    "tba_lo",
    "tba_hi",
    "tma",
    "tma_lo",
    "tma_hi",
    "src_flat_scratch_base_lo",
    "src_flat_scratch_base_hi",
    "src_vccz",
    "vccz",
    "src_execz",
    "execz",
    "src_pops_exiting_wave_id",
    "pops_exiting_wave_id",
];

/// How a named register prints.
pub fn special_name(code: u16, dwords: u8) -> Option<&'static str> {
    Some(match (code, dwords) {
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
