//! VOPD: two instructions in one.

use super::{Builder, Machine};
use crate::encoding::{Encoding, Form, From, ParamKind};
use crate::row::{InstRow, OperandSlot};
use crate::table;

pub(super) fn expand(x: &'static InstRow, on: Machine, out: &mut Vec<Encoding>) {
    if x.second_only() || on.wave.lanes() != 32 {
        return;
    }
    for y in table::vopd::ROWS.iter().filter(|row| row.is_on(on.target)) {
        let mut b = Builder::new(x, on, Form::Base, 8);
        b.fix(26, 6, 0b110010)
            .fix(22, 4, x.code as u128)
            .fix(17, 5, y.code as u128);
        half(
            x,
            Fields {
                vdst: 56,
                src0: 0,
                vsrc1: 9,
                second: false,
            },
            &mut b,
        );
        b.kind(ParamKind::Pair(y), 0, 0).second(y);
        half(
            y,
            Fields {
                vdst: 49,
                src0: 32,
                vsrc1: 41,
                second: true,
            },
            &mut b,
        );
        b.finish(out);
    }
}

struct Fields {
    vdst: u8,
    src0: u8,
    vsrc1: u8,
    second: bool,
}

fn half(row: &'static InstRow, fields: Fields, b: &mut Builder) {
    for op in row.operands {
        match *op {
            // The second destination's low bit is the opposite of the first one's.
            OperandSlot::VDst(_) if fields.second => b.kind(ParamKind::VdstY, fields.vdst, 7),
            OperandSlot::VDst(n) => b.kind(ParamKind::Vgpr(n), fields.vdst, 8),
            OperandSlot::Src(ty) => {
                b.kind(ParamKind::Src(ty, From::ANY.and(From::LDS)), fields.src0, 9)
            }
            OperandSlot::V(n) => b.kind(ParamKind::Vgpr(n), fields.vsrc1, 8),
            OperandSlot::K(ty) => b.kind(ParamKind::K(ty), 0, 0),
            _ => b,
        };
    }
}
