//! The registers of the tile core; those of the hart are RISC-V's.

use isa::RegisterClass;

pub static TILES: RegisterClass = RegisterClass::numbered("a tile register", "tr", 256);

/// Whether a word is a register, and so can be no label.
pub fn is_register(name: &str) -> bool {
    riscv::is_register(name) || TILES.find(name).is_some()
}

/// The tile core's control and status registers.
#[rustfmt::skip]
pub static CSRS: &[(&str, u8, CsrAccess)] = &[
    ("tmask", 0x00, CsrAccess::ReadWrite), ("trm", 0x01, CsrAccess::ReadWrite),
    ("tflags", 0x02, CsrAccess::ReadWrite), ("tstatus", 0x03, CsrAccess::ReadOnly),
    ("tgldcnt", 0x08, CsrAccess::ReadOnly), ("tgstcnt", 0x09, CsrAccess::ReadOnly),
    ("tsldcnt", 0x0a, CsrAccess::ReadOnly), ("tsstcnt", 0x0b, CsrAccess::ReadOnly),
    ("ttmacnt", 0x0c, CsrAccess::ReadOnly), ("ttmagrp", 0x0d, CsrAccess::ReadOnly),
    ("tmmacnt", 0x0e, CsrAccess::ReadOnly), ("talucnt", 0x0f, CsrAccess::ReadOnly),
    ("ttid", 0x10, CsrAccess::ReadOnly), ("tpeid", 0x11, CsrAccess::ReadOnly),
    ("tclid", 0x12, CsrAccess::ReadOnly), ("tnthread", 0x13, CsrAccess::ReadOnly),
    ("tnpe", 0x14, CsrAccess::ReadOnly), ("tncl", 0x15, CsrAccess::ReadOnly),
    ("tctaidx", 0x18, CsrAccess::ReadOnly), ("tctaidy", 0x19, CsrAccess::ReadOnly),
    ("tctaidz", 0x1a, CsrAccess::ReadOnly), ("tnctax", 0x1b, CsrAccess::ReadOnly),
    ("tnctay", 0x1c, CsrAccess::ReadOnly), ("tnctaz", 0x1d, CsrAccess::ReadOnly),
    ("tsmbase", 0x20, CsrAccess::ReadOnly), ("tsmsize", 0x21, CsrAccess::ReadOnly),
    ("tsyncp", 0x28, CsrAccess::ReadOnly), ("tsyncpc", 0x29, CsrAccess::ReadOnly),
    ("tinfo", 0x30, CsrAccess::ReadOnly),
];

/// The first of the 32 semaphores, `tsem0`.
pub const CSR_SEMAPHORES: u8 = 0x40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CsrAccess {
    ReadOnly,
    ReadWrite,
}

/// How a tile CSR may be used; `None` where there is none of this number.
pub fn csr_access(number: u8) -> Option<CsrAccess> {
    if (CSR_SEMAPHORES..CSR_SEMAPHORES + 32).contains(&number) {
        return Some(CsrAccess::ReadWrite);
    }
    CSRS.iter().find(|csr| csr.1 == number).map(|csr| csr.2)
}
