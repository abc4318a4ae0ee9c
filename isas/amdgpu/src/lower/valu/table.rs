//! `v_bitop3_b32`: a boolean function of three bits, by its table.

use super::super::{Lowering, Outcome};
use super::Operands;
use crate::inst::AmdInst;
use crate::row;
use op::Op;
use uop::Src;

/// The table falls in two of four entries, by the third source: each is a function of two bits that there is an
/// operation for, and the third source selects between their results.
pub(super) fn apply(l: &mut Lowering, inst: &AmdInst, operands: &Operands) -> Outcome {
    let dst = operands.dst.ok_or("no destination")?;
    let mut sources = [Src::None; 3];
    for (to, source) in sources.iter_mut().zip(&operands.sources) {
        *to = source.src;
        if source.high {
            let half = l.temporary(1);
            l.lane(Op::HighB16, half, &[source.src]);
            *to = half.into();
        }
    }
    let [a, b, c] = sources;
    let table = inst.mods.bitop3;
    // Entries are numbered by the bits of the sources, that of the first the highest.
    let pick = |third: i32| {
        let entries = [0, 1, 2, 3].map(|both| table >> (both << 1 | third) & 1);
        entries.iter().rev().fold(0, |all, entry| all << 1 | entry)
    };
    let (clear, set) = (of_two(l, pick(0), a, b), of_two(l, pick(1), a, b));
    let whole = inst.row().operands[0] == row::D32;
    let to = match whole {
        true => l.vgpr(dst),
        false => l.temporary(1),
    };
    l.lane(Op::BfiB32, to, &[c, set, clear]);
    if !whole {
        l.write_half(dst, to);
    }
    Ok(())
}

/// The function of two bits with this table.
fn of_two(l: &mut Lowering, table: i32, a: Src, b: Src) -> Src {
    let op = match table {
        0b0000 => return l.b.constant(0).into(),
        0b1111 => return l.b.constant(!0).into(),
        0b1100 => return a,
        0b1010 => return b,
        0b0001 => Op::NorB32,
        0b0010 => Op::NotAndB32,
        0b0100 => Op::AndNotB32,
        0b0110 => Op::XorB32,
        0b0111 => Op::NandB32,
        0b1000 => Op::AndB32,
        0b1001 => Op::XnorB32,
        0b1011 => Op::NotOrB32,
        0b1101 => Op::OrNotB32,
        0b1110 => Op::OrB32,
        _ => {
            let (to, source) = (l.temporary(1), if table == 0b0011 { a } else { b });
            l.lane(Op::NotB32, to, &[source]);
            return to.into();
        }
    };
    let to = l.temporary(1);
    l.lane(op, to, &[a, b]);
    to.into()
}
