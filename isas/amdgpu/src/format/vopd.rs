//! VOPD: two instructions in one.

use super::{Builder, Machine};
use crate::encoding::{Encoding, Form, From, Kind};
use crate::row::{Op, Row};
use crate::table;

pub(super) fn expand(x: &'static Row, on: Machine, out: &mut Vec<Encoding>) {
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
        b.kind(Kind::Pair(y), 0, 0).second(y);
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

fn half(row: &'static Row, fields: Fields, b: &mut Builder) {
    for op in row.operands {
        match *op {
            // The second destination's low bit is the opposite of the first one's.
            Op::VDst(_) if fields.second => b.kind(Kind::VdstY, fields.vdst, 7),
            Op::VDst(n) => b.kind(Kind::Vgpr(n), fields.vdst, 8),
            Op::Src(ty) => b.kind(Kind::Src(ty, From::ANY.and(From::LDS)), fields.src0, 9),
            Op::V(n) => b.kind(Kind::Vgpr(n), fields.vsrc1, 8),
            Op::K(ty) => b.kind(Kind::K(ty), 0, 0),
            _ => b,
        };
    }
}
