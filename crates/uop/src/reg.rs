//! Names of registers and of places in a program.

/// A vector register: one 32-bit word in every lane. Constants are registers that nobody writes
/// and temporaries are registers that no instruction names; see [`crate::Builder`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VReg(pub u16);

/// A scalar register: one 32-bit word for the whole wave. Lane masks live here too, a wave of 64
/// lanes using two consecutive registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SReg(pub u16);

/// The index of a step in its program.
pub type UopIdx = u32;

impl VReg {
    pub fn plus(self, n: u16) -> VReg {
        VReg(self.0 + n)
    }
}

impl SReg {
    pub fn plus(self, n: u16) -> SReg {
        SReg(self.0 + n)
    }
}

/// A source of a per-lane operation. A 64-bit argument takes two consecutive registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Src {
    Vector(VReg),
    /// One word of the scalar file, seen by every lane.
    Scalar(SReg),
    /// Two words of the scalar file, seen by every lane as one 64-bit value.
    ScalarPair(SReg),
    /// No such argument: the operation takes fewer.
    None,
}

impl From<VReg> for Src {
    fn from(reg: VReg) -> Src {
        Src::Vector(reg)
    }
}

impl From<SReg> for Src {
    fn from(reg: SReg) -> Src {
        Src::Scalar(reg)
    }
}
