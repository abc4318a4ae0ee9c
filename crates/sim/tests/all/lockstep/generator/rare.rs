//! Steps that instruction sets make less often.

use super::{CONSTANT_WORDS, Generator, SCALARS, VECTORS};
use crate::common::{LANE, load};
use op::Op;
use uop::*;

/// Where jumps find their address: a pair that programs compute with too.
const LINK: SReg = SReg(4);
/// What loads count on, in programs that have it.
pub const LOADS: (&str, bool, u16) = ("loads", true, 3);

impl Generator {
    /// One of them.
    pub fn rare(&mut self) {
        match self.random.below(4) {
            0 => self.modified(),
            1 => self.first_lane(),
            2 => self.wait(),
            _ if self.jumps => self.jump(),
            _ => self.modified(),
        }
    }

    /// Words of constant memory, the same for all lanes or some for each.
    pub fn constants(&mut self) {
        let address = VReg(17);
        match self.random.chance(70) {
            true => {
                let word = self.random.below(CONSTANT_WORDS as usize - 4) as u32;
                self.asm.set(address, 4 * word);
            }
            false => self.asm.op_with(Op::ShlB32, address, LANE, 2),
        }
        let (bytes, dst) = (self.random.pick(&[4, 4, 8, 16]), self.vector());
        let dst = VReg(dst.0.min(7));
        self.asm.memory(load(Space::Constant, bytes, dst, address));
    }

    fn modified(&mut self) {
        let (op, mods, out) = match self.random.chance(50) {
            true => (
                self.random.pick(&[Op::AddF32, Op::MulF32, Op::FmaF32]),
                [None, Some(Op::AbsF32), Some(Op::NegF32)],
                [None, Some(Op::ClampF32), Some(Op::NegF32)],
            ),
            false => (
                self.random.pick(&[Op::AddU32, Op::XorB32, Op::MadU32]),
                [None, Some(Op::NotB32), Some(Op::NotB32)],
                [None, Some(Op::NotB32), Some(Op::AbsF32)],
            ),
        };
        let src = [(); 3].map(|()| self.source());
        let first = [(); 3].map(|()| self.random.pick(&mods));
        let second = [(); 3].map(|()| self.random.pick(&mods));
        let sources = op.signature().args.len();
        let given = |i: usize| i < sources;
        let modified = Modified {
            op,
            dst: self.vector(),
            src: [0, 1, 2].map(|i| if given(i) { src[i] } else { Src::None }),
            mods: [0, 1, 2].map(|i| match given(i) {
                true => SrcMods {
                    first: first[i],
                    second: second[i].and(first[i]),
                },
                false => SrcMods::default(),
            }),
            out: OutMods {
                first: self.random.pick(&out),
                second: None,
            },
        };
        self.asm.push(Uop::Modified(Box::new(modified)));
    }

    /// Lane 0 alone, whatever lanes are active.
    fn first_lane(&mut self) {
        let op = self.random.pick(&[Op::AddU32, Op::XorB32, Op::MulU32]);
        let src = [(); 3].map(|()| self.random.pick(&VECTORS));
        let dst = self.vector();
        self.asm.push(Uop::FirstLane { op, dst, src });
    }

    fn wait(&mut self) {
        let at_most = self.random.below(3) as u16;
        let channel = Channel(0);
        self.asm.push(Uop::Wait { channel, at_most });
    }

    /// To an address that scalars hold, which may be another one in each wave.
    fn jump(&mut self) {
        let over = self.random.pick(&[1, 2, 4]);
        let by = self
            .random
            .pick(&[SReg(0), SReg(1), SCALARS[0], SCALARS[1]]);
        let bit = self.asm.builder.scalar_constant(4 * over);
        // Four instructions lead there.
        let next = self.asm.address as u32 + 4 * 4;
        let next = self.asm.builder.scalar_constant(next);
        let zero = self.asm.builder.scalar_constant(0);
        for (op, dst, a, b) in [
            (Op::AndB32, LINK, by, bit),
            (Op::AddU32, LINK, LINK, next),
            (Op::MovB32, LINK.plus(1), zero, zero),
        ] {
            let src = [a, b, b];
            self.asm.push(Uop::Scalar { op, dst, src });
        }
        self.asm.push(Uop::JumpScalar { address: LINK });
        for _ in 0..over {
            self.arithmetic();
        }
    }
}
