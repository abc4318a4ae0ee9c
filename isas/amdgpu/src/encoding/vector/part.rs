//! SDWA: the word behind a short instruction that names parts of registers.

use super::{Shape, Signs, WHOLE_PART};
use crate::encoding::{Param, ParamKind};
use crate::inst::Mod;
use crate::row::*;

impl Shape {
    /// A source with SDWA: a part of a register, each of which has signs of its own.
    pub(super) fn part(&mut self, op: OperandSlot, index: u8) {
        let ty = match op {
            OperandSlot::Src(ty) | OperandSlot::SrcMods(ty) | OperandSlot::SrcQuiet(ty) => ty,
            _ => OperandType::I32,
        };
        let (lo, bits) = if index == 0 { (32, 48) } else { (9, 56) };
        let mut param = Param::new(ParamKind::Part(ty), lo, 8).select(bits + 7);
        self.b.ignore(bits + 6, 1);
        param = match self.signs(op) {
            _ if self.row.takes_bytes() => param,
            // Of a part of a pair nothing is known.
            _ if ty.is_packed() => {
                self.b.ignore(bits + 4, 2);
                param
            }
            // The chip has bits for all of it at every source.
            Signs::Both if self.on.is_chip() => param.signs(bits + 4, bits + 5).extends(bits + 3),
            Signs::Both => param.signs(bits + 4, bits + 5),
            _ => param.extends(bits + 3),
        };
        self.b.param(param);
    }

    /// Which parts of registers are read and written.
    pub(super) fn part_modifiers(&mut self) {
        let (row, b) = (self.row, &mut self.b);
        if row.operands.is_empty() {
            return;
        }
        let compares = row.format == AmdFormat::Vopc;
        if !compares {
            b.modifier(Mod::Clamp, 45, 1);
        }
        if row.has(OMOD) && !row.has(NO_SDWA_OMOD) {
            b.modifier(Mod::Omod, 46, 2);
        }
        if row.takes_bytes() {
            b.fix(40, 3, WHOLE_PART).ignore(43, 2);
        } else if !compares {
            b.modifier(Mod::DstSel, 40, 3)
                .modifier(Mod::DstUnused, 43, 2);
        }
        b.modifier(Mod::Src0Sel, 48, 3);
        if self.sources > 1 {
            b.modifier(Mod::Src1Sel, 56, 3);
        } else {
            b.ignore(62, 1);
        }
    }
}
