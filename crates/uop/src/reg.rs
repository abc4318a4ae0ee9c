//! Names of registers and of places in a program.

/// A vector register: one 32-bit word in every lane. Constants are registers that no step writes
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
    /// The register `n` further on.
    pub fn plus(self, n: u16) -> VReg {
        VReg(self.0 + n)
    }
}

impl SReg {
    /// The register `n` further on.
    pub fn plus(self, n: u16) -> SReg {
        SReg(self.0 + n)
    }
}

/// Where the words of a register that people name lie in the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterPlace {
    /// A word per lane.
    Vector(VReg),
    /// A word per wave.
    Scalar(SReg),
    /// A bit per lane, in as many scalar registers as a lane mask takes.
    Mask(SReg),
    /// Bytes of the wave, looked at as an array.
    Block(Block),
}

/// A register of many bytes that is an array: a long vector, or a tile of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Which of the machine's blocks it is.
    pub number: u16,
    /// Its length.
    pub bytes: u32,
    /// Bytes of a row; all of them where there is one.
    pub row: u32,
}

/// A source of a per-lane operation. A 64-bit argument takes two consecutive registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Src {
    /// A word of each lane's own.
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
