//! Groups of vector registers: how long they are, where they may begin, and which may overlap.

use crate::decode::HartOp;
use crate::hart::{Hart, Result, VLEN_BYTES, illegal};
use crate::vector::Second;
use std::ops::Range;

/// LMUL of a type in eighths: 1 for `mf8`, 64 for `m8`.
pub fn eighths(vtype: u64) -> u64 {
    match vtype & 7 {
        grouping @ 0..=3 => 8 << grouping,
        grouping => 8 >> (8 - grouping),
    }
}

/// Whether there are elements of so many bytes.
pub fn exists(eew: usize) -> Result<()> {
    match eew {
        0 => illegal("elements of less than 8 bits: expected 8 to 64"),
        1..=8 => Ok(()),
        _ => illegal(format!("elements of {} bits: expected 8 to 64", 8 * eew)),
    }
}

/// The type and length that an instruction works with.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// SEW in bytes.
    pub sew: usize,
    /// LMUL in eighths of a register.
    pub eighths: usize,
    pub start: usize,
    pub length: usize,
    /// Whether `v0` says which elements take part.
    pub masked: bool,
}

/// A register group as an instruction uses it.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub first: u8,
    /// Bytes of an element; zero for a mask.
    pub eew: usize,
    pub eighths: usize,
}

impl Setting {
    pub fn of(hart: &Hart, op: &HartOp) -> Setting {
        let set = Setting {
            sew: 1 << (hart.vtype >> 3 & 3),
            eighths: eighths(hart.vtype) as usize,
            start: hart.vstart as usize,
            length: hart.vl as usize,
            masked: op.rs3 == 0,
        };
        // A debugger may have set any length.
        Setting {
            length: set.length.min(set.max_length()),
            ..set
        }
    }

    pub fn bits(&self) -> u32 {
        8 * self.sew as u32
    }

    /// The elements that are not before `vstart` or in the tail.
    pub fn body(&self) -> Range<usize> {
        self.start..self.length
    }

    pub fn max_length(&self) -> usize {
        VLEN_BYTES * self.eighths / 8 / self.sew
    }

    /// Whether element `i` takes part.
    pub fn active(&self, hart: &Hart, i: usize) -> bool {
        !self.masked || hart.mask_bit(i)
    }

    /// The group that begins at `first` with as many elements of `eew` bytes as the type has.
    pub fn group(&self, first: u8, eew: usize) -> Result<Group> {
        exists(eew)?;
        let scaled = self.eighths * eew;
        let eighths = scaled / self.sew;
        if !scaled.is_multiple_of(self.sew) || !(1..=64).contains(&eighths) {
            return illegal(format!(
                "elements of {} bits would need a group of {scaled}/{} registers; expected 1/8 to 8",
                8 * eew,
                8 * self.sew
            ));
        }
        let group = Group {
            first,
            eew,
            eighths,
        };
        group.aligned()?;
        Ok(group)
    }

    /// The group of the type itself.
    pub fn plain(&self, first: u8) -> Result<Group> {
        self.group(first, self.sew)
    }

    /// A result that is masked must leave `v0` alone, which holds the mask.
    pub fn keeps_mask(&self, vd: u8) -> Result<()> {
        match self.masked && vd == 0 {
            true => illegal("the result v0 overlaps the mask"),
            false => Ok(()),
        }
    }

    pub fn starts_at_zero(&self) -> Result<()> {
        match self.start {
            0 => Ok(()),
            start => illegal(format!("vstart is {start}, expected 0")),
        }
    }
}

impl Group {
    /// A mask, or one register of which element 0 is used.
    pub fn single(first: u8, eew: usize) -> Group {
        Group {
            first,
            eew,
            eighths: 8,
        }
    }

    fn registers(&self) -> Range<usize> {
        let first = usize::from(self.first);
        first..first + self.eighths.div_ceil(8)
    }

    fn aligned(&self) -> Result<()> {
        let count = self.registers().len();
        match usize::from(self.first).is_multiple_of(count) {
            true => Ok(()),
            false => illegal(format!(
                "v{} does not begin a group of {count} vector registers",
                self.first
            )),
        }
    }

    fn overlaps(&self, other: &Group) -> bool {
        let (a, b) = (self.registers(), other.registers());
        a.start < b.end && b.start < a.end
    }

    /// A result may lie on a source of the same width, on the lowest part of a wider one, or have
    /// a narrower one, that fills its registers, in its highest part.
    pub fn may_overwrite(&self, source: &Group) -> Result<()> {
        if !self.overlaps(source) || self.eew == source.eew {
            return Ok(());
        }
        let (own, its) = (self.registers(), source.registers());
        let fine = match self.eew < source.eew {
            true => own.start == its.start,
            false => source.eighths >= 8 && own.end == its.end,
        };
        match fine {
            true => Ok(()),
            false => self.overlap(source),
        }
    }

    pub fn apart_from(&self, source: &Group) -> Result<()> {
        match self.overlaps(source) {
            true => self.overlap(source),
            false => Ok(()),
        }
    }

    fn overlap(&self, source: &Group) -> Result<()> {
        illegal(format!(
            "the result at v{} overlaps the source at v{}",
            self.first, source.first
        ))
    }
}

pub fn element(hart: &Hart, register: u8, index: usize, bytes: usize) -> u64 {
    let all = &hart.v[usize::from(register) * VLEN_BYTES + index * bytes..];
    match bytes {
        1 => all[0].into(),
        2 => u16::from_le_bytes([all[0], all[1]]).into(),
        4 => u32::from_le_bytes([all[0], all[1], all[2], all[3]]).into(),
        _ => u64::from_le_bytes([
            all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7],
        ]),
    }
}

pub fn set_element(hart: &mut Hart, register: u8, index: usize, bytes: usize, value: u64) {
    let at = usize::from(register) * VLEN_BYTES + index * bytes;
    hart.v[at..at + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
}

/// Bit `index` of a mask.
pub fn bit(hart: &Hart, register: u8, index: usize) -> bool {
    hart.v[usize::from(register) * VLEN_BYTES + index / 8] >> (index % 8) & 1 == 1
}

/// Makes the mask that an instruction leaves: a bit for each element, or none where the old one
/// stays. The register may be a source that is still read, so the bits are put in place when all
/// are known.
pub fn make_mask(
    hart: &mut Hart,
    op: &HartOp,
    set: Setting,
    mut bit: impl FnMut(&Hart, usize) -> Option<bool>,
) {
    let (mut bits, mut written) = ([0; VLEN_BYTES], [0u8; VLEN_BYTES]);
    for i in set.body() {
        if let Some(value) = bit(hart, i) {
            bits[i / 8] |= u8::from(value) << (i % 8);
            written[i / 8] |= 1 << (i % 8);
        }
    }
    let at = usize::from(op.rd) * VLEN_BYTES;
    let new = bits.iter().zip(&written);
    for (old, (bits, written)) in hart.v[at..].iter_mut().zip(new) {
        *old = *old & !written | bits;
    }
}

/// The low bytes of a value as an exact number.
pub fn extend(value: u64, bytes: usize, signed: bool) -> i128 {
    let unused = 64 - 8 * bytes as u32;
    match signed {
        true => ((value << unused) as i64 >> unused).into(),
        false => (value << unused >> unused).into(),
    }
}

/// The second source that is the same for all elements, if it is.
pub fn scalar(hart: &Hart, op: &HartOp, second: Second) -> Option<u64> {
    match second {
        Second::Integer => Some(hart.get_x(op.rs1)),
        Second::Float => Some(hart.get_f(op.rs1)),
        Second::Immediate => Some(op.imm as u64),
        Second::Vector | Second::None => None,
    }
}
