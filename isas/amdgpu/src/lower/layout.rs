//! Where everything is in the engine's register files.
//!
//! Scalar registers keep the numbers that instruction fields give them, so that the loader, the
//! debugger and the lowering speak of the same register by the manual's code. What has no code
//! (SCC, MODE, temporaries) follows. Vector registers come first in their file, as many as the
//! program names, and accumulation registers from the 256th on; temporaries follow, then constants.

use crate::inst;
use uop::{Resources, SReg, Unset, VReg};

/// `s0`; the others follow in order.
pub const SGPR0: SReg = SReg(0);
/// `vcc_lo`; `vcc_hi` follows.
pub const VCC: SReg = SReg(inst::VCC_LO);
/// `ttmp0`; `ttmp15` is the last.
pub const TTMP0: SReg = SReg(inst::TTMP0);
/// `m0`.
pub const M0: SReg = SReg(inst::M0);
/// Where the mask of active lanes can be read. Writes need a `MaskOp::Set` besides.
pub const EXEC: SReg = SReg(inst::EXEC_LO);
/// 0 or 1.
pub const SCC: SReg = SReg(128);
/// The MODE register as `s_getreg` shows it.
pub const MODE: SReg = SReg(129);
/// What the hardware calls STATUS, for `s_getreg`.
pub const STATUS: SReg = SReg(130);
/// Results that go nowhere.
pub(crate) const SINK: SReg = SReg(131);
/// Widest destination that may be `null`.
const SINK_WORDS: u16 = 16;
pub(crate) const SCALAR_TEMPORARY: SReg = SReg(SINK.0 + SINK_WORDS);
pub(crate) const SCALAR_TEMPORARIES: u16 = 16;
/// `null` as a resource descriptor: words that are never written.
pub(crate) const ZEROS: SReg = SReg(SCALAR_TEMPORARY.0 + SCALAR_TEMPORARIES);
const ZERO_WORDS: u16 = 4;
/// SCC as a source of 64 bits: a copy, and a word that is never written.
pub(crate) const WIDE_SCC: SReg = SReg(ZEROS.0 + ZERO_WORDS);
/// The address of the global data share.
pub const GDS: SReg = SReg(WIDE_SCC.0 + 2);
const SCALARS: u16 = GDS.0 + 2;

pub(crate) const VECTOR_TEMPORARIES: u16 = 24;

/// The number of `a0` among vector registers.
pub const ACCUMULATORS: u16 = inst::AGPR0 - inst::VGPR0;

/// Sizes that depend on the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Vector registers that can be named: `v0` to the last; all of them where there are accumulation
    /// registers, so that the number of a register tells what it is.
    pub vgprs: u16,
    /// Accumulation registers that can be named, behind them.
    pub agprs: u16,
}

impl Layout {
    /// `s0` on.
    pub fn sgpr(self, n: u16) -> SReg {
        SReg(n)
    }

    /// `vN`, or `aN` by its number from [`ACCUMULATORS`] on.
    pub fn vgpr(self, n: u16) -> VReg {
        VReg(n)
    }

    /// Registers that can be named.
    pub fn vectors(self) -> u16 {
        self.vgprs + self.agprs
    }

    /// What waves start without: all that can be written, but for EXEC.
    pub(crate) fn unset(self) -> Unset {
        let one = |reg: SReg| reg.0..reg.0 + 1;
        Unset {
            vectors: self.vectors(),
            scalars: vec![SGPR0.0..VCC.0 + 2, one(M0), one(SCC)],
            local: true,
            private: true,
        }
    }

    pub(crate) fn resources(self) -> Resources {
        Resources {
            vectors: self.vectors() + VECTOR_TEMPORARIES,
            scalars: SCALARS,
            exec: Some(EXEC),
            ended_waves_arrive: true,
            nans: op::Nans::First,
            stand_ins: super::channel::STAND_INS.to_vec(),
            ..Resources::default()
        }
    }
}

/// What a vector register is called.
pub(crate) fn vector_name(reg: VReg) -> String {
    match reg.0.checked_sub(ACCUMULATORS) {
        None => format!("v{}", reg.0),
        Some(n) => format!("a{n}"),
    }
}
