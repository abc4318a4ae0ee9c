//! Undefined bits of the registers of a wave.
//!
//! Most registers are defined in every lane, and one byte says so. The others are defined nowhere, as
//! they start, or have a word of undefined bits for each lane.

use super::origin::{Origins, Source, Tag};
use uop::{SReg, VReg};

/// Whether a register has undefined bits: none, all of them, or those that its words say.
pub(super) const DEFINED: u8 = 0;
pub(super) const UNSET: u8 = 1;
pub(super) const MIXED: u8 = 2;

/// Undefined bits, and where they come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits {
    pub mask: u32,
    pub tag: Tag,
}

/// The registers of one wave.
#[derive(Debug, Default)]
pub(super) struct Registers {
    /// By number, vector registers before scalar ones.
    flags: Vec<u8>,
    vectors: usize,
    lanes: usize,
    words: Vec<Bits>,
    scalars: Vec<Bits>,
}

impl Registers {
    /// Becomes a wave at its start.
    pub fn reset(&mut self, flags: &[u8], vectors: usize, lanes: usize) {
        self.flags.clear();
        self.flags.extend_from_slice(flags);
        (self.vectors, self.lanes) = (vectors, lanes);
    }

    /// Whether all of these registers are defined.
    #[inline]
    pub fn are_defined(&self, registers: &[u16]) -> bool {
        registers
            .iter()
            .all(|&reg| self.flags.get(usize::from(reg)) == Some(&DEFINED))
    }

    /// All of these registers are defined from now on, in every lane.
    pub fn define(&mut self, registers: &[u16]) {
        for &reg in registers {
            self.flags[usize::from(reg)] = DEFINED;
        }
    }

    /// Nothing is undefined anywhere.
    pub fn all_defined(&self) -> bool {
        self.flags.iter().all(|&flag| flag == DEFINED)
    }

    #[inline]
    pub fn vector_flag(&self, reg: VReg) -> u8 {
        self.flags[usize::from(reg.0)]
    }

    #[inline]
    pub fn scalar_flag(&self, reg: SReg) -> u8 {
        self.flags[self.vectors + usize::from(reg.0)]
    }

    /// Vector and scalar registers.
    pub fn counts(&self) -> (usize, usize) {
        (self.vectors, self.flags.len() - self.vectors)
    }

    pub fn vector_mask(&self, reg: VReg, lane: usize) -> u32 {
        match self.vector_flag(reg) {
            DEFINED => 0,
            UNSET => !0,
            _ => self.words[usize::from(reg.0) * self.lanes + lane].mask,
        }
    }

    pub fn scalar_mask(&self, reg: SReg) -> u32 {
        match self.scalar_flag(reg) {
            DEFINED => 0,
            UNSET => !0,
            _ => self.scalars[usize::from(reg.0)].mask,
        }
    }

    pub fn vector(&self, reg: VReg, lane: usize, origins: &mut Origins) -> Bits {
        match self.vector_flag(reg) {
            DEFINED => Bits::default(),
            UNSET => Bits {
                mask: !0,
                tag: origins.start(Source::Vector { reg, written: None }),
            },
            _ => self.words[usize::from(reg.0) * self.lanes + lane],
        }
    }

    pub fn scalar(&self, reg: SReg, origins: &mut Origins) -> Bits {
        match self.scalar_flag(reg) {
            DEFINED => Bits::default(),
            UNSET => Bits {
                mask: !0,
                tag: origins.start(Source::Scalar(reg)),
            },
            _ => self.scalars[usize::from(reg.0)],
        }
    }

    pub fn set_vector(&mut self, reg: VReg, lane: usize, bits: Bits, origins: &mut Origins) {
        let flag = self.vector_flag(reg);
        if flag != MIXED {
            if flag == DEFINED && bits.mask == 0 {
                return;
            }
            let all = self.vector(reg, 0, origins);
            self.row(reg).fill(all);
            self.flags[usize::from(reg.0)] = MIXED;
        }
        self.row(reg)[lane] = bits;
    }

    /// Every lane is defined.
    pub fn define_vector(&mut self, reg: VReg) {
        self.flags[usize::from(reg.0)] = DEFINED;
    }

    /// After lanes of a register were set by an instruction: it may be defined in all lanes now, and in
    /// those that were not among `written` it is known why it is not.
    pub fn settle(&mut self, reg: VReg, written: u64, inst: u32, origins: &mut Origins) {
        if self.vector_flag(reg) != MIXED {
            return;
        }
        let mut any = 0;
        for lane in 0..self.lanes {
            let bits = self.row(reg)[lane];
            any |= bits.mask;
            if bits.mask != 0
                && written >> lane & 1 == 0
                && origins.source(bits.tag) == Some(Source::Vector { reg, written: None })
            {
                let written = Some(inst);
                self.row(reg)[lane].tag = origins.start(Source::Vector { reg, written });
            }
        }
        if any == 0 {
            self.define_vector(reg);
        }
    }

    pub fn set_scalar(&mut self, reg: SReg, bits: Bits) {
        let number = usize::from(reg.0);
        self.flags[self.vectors + number] = match bits.mask {
            0 => DEFINED,
            _ => MIXED,
        };
        if bits.mask != 0 {
            if self.scalars.len() <= number {
                let count = self.flags.len() - self.vectors;
                self.scalars.resize(count, Bits::default());
            }
            self.scalars[number] = bits;
        }
    }

    fn row(&mut self, reg: VReg) -> &mut [Bits] {
        let all = self.vectors * self.lanes;
        if self.words.len() < all {
            self.words.resize(all, Bits::default());
        }
        &mut self.words[usize::from(reg.0) * self.lanes..][..self.lanes]
    }
}
