//! Packed numbers: each half of a source has signs of its own, and can be either half.

use super::Shape;
use crate::encoding::{Param, ParamKind};
use crate::inst::Mod;
use crate::meaning::Meaning;
use crate::row::*;

impl Shape {
    /// Which halves are read, and their signs.
    pub(super) fn packed_modifiers(&mut self) {
        let (row, b) = (self.row, &mut self.b);
        if row.has(INDEX_KEY1) {
            b.modifier(Mod::IndexKey, 11, 1);
        }
        if row.has(INDEX_KEY2) {
            b.modifier(Mod::IndexKey, 11, 2);
        }
        // Two-source instructions leave the third bit of each set alone.
        let count = self.sources.min(3);
        // The chip chooses halves for dot products of bytes too, and nothing writes that.
        let unwritten = self.on.is_chip() && row.sums_integers();
        if row.has(OPSEL_PACKED) || row.has(MIX) || unwritten {
            b.modifier(Mod::OpSel, 11, count);
            let high = Param::new(ParamKind::Mod(Mod::OpSelHi), 59, 2);
            if count == 3 {
                b.param(high.select(14));
            } else {
                b.param(high).fix(14, 1, 1).ignore(14, 1);
            }
        } else {
            b.fix(59, 2, 3).fix(14, 1, 1);
            let strict = matches!(row.meaning, Meaning::Matrix(_) | Meaning::DotBytes(_));
            if self.on.is_chip() || !(self.on.target.generation().strict_matrix_fields && strict) {
                b.ignore(59, 2).ignore(14, 1);
            }
        }
        // Scales have no signs, and bits for them all the same.
        if matches!(row.meaning, Meaning::Nothing(_)) {
            b.ignore(61, count).ignore(8, count);
        }
        if row.has(NEG_PACKED) || row.has(NEG_LO) {
            b.modifier(Mod::NegLo, 61, count);
        }
        if row.has(NEG_PACKED) {
            b.modifier(Mod::NegHi, 8, count);
        }
        if row.has(CLAMP) {
            b.modifier(Mod::Clamp, 15, 1);
        } else {
            b.unused(15, 1);
        }
    }
}
