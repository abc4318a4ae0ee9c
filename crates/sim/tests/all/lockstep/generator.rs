//! Programs at random: straight parts, branches, loops, masks, and memory of every kind.

mod rare;

use super::records::Records;
use crate::common::*;
use op::Op;
use random::Random;
pub use rare::LOADS;
use std::sync::Arc;
use uop::*;

/// The mask of active lanes, a place to keep it, and masks that programs make (pairs, for waves of
/// 64 lanes).
pub const EXEC: SReg = SReg(14);
const ALL: SReg = SReg(12);
const MASKS: [SReg; 2] = [SReg(10), SReg(8)];
/// Scalars that programs compute with: `s0` and `s1` are ids.
const SCALARS: [SReg; 4] = [SReg(2), SReg(3), SReg(4), SReg(5)];
/// Counts the rounds of a loop.
const ROUNDS: SReg = SReg(6);
/// Registers that programs compute with; the address of the thread's own words.
const VECTORS: [VReg; 8] = [
    VReg(3),
    VReg(4),
    VReg(5),
    VReg(6),
    VReg(7),
    VReg(8),
    VReg(9),
    VReg(10),
];
const OWN: VReg = VReg(16);
const CARRY: VReg = VReg(18);
/// Words that every thread may store.
pub const OWN_WORDS: u32 = 16;
pub const TABLE_WORDS: u32 = 64;
/// Words of constant memory.
pub const CONSTANT_WORDS: u32 = 128;

/// Writes a program at random.
pub struct Generator {
    pub asm: Asm,
    pub random: Random,
    pub table: u32,
    /// The words of all threads, and how many threads there are.
    pub own: u32,
    pub threads: u32,
    pub line: u32,
    /// Words of the line are so far apart: the logarithm of bytes.
    pub apart: u32,
    /// Where programs find the table's address.
    pub table_in: SReg,
    /// Waves jump to addresses that they hold, so that nothing is known of where they come from.
    pub jumps: bool,
    /// Workgroups are in clusters, which have no barriers in two halves.
    pub clustered: bool,
    /// Threads find their number in the launch.
    pub counted: bool,
}

impl Generator {
    fn vector(&mut self) -> VReg {
        self.random.pick(&VECTORS)
    }

    fn scalar(&mut self) -> SReg {
        self.random.pick(&SCALARS)
    }

    fn source(&mut self) -> Src {
        match self.random.below(4) {
            0 => Src::Scalar(self.scalar()),
            1 => {
                let value = self.random.bits() as u32 >> self.random.below(32);
                Src::Vector(self.asm.constant(value))
            }
            _ => Src::Vector(
                self.random
                    .pick(&[3, 4, 5, 6, 7, 8, 9, 10, 0, 1, 2].map(VReg)),
            ),
        }
    }

    fn arithmetic(&mut self) {
        let op = self.random.pick(&[
            Op::AddU32,
            Op::AddU32,
            Op::XorB32,
            Op::MulU32,
            Op::MinU32,
            Op::ShlB32,
            Op::SubU32,
            Op::AndB32,
            Op::AddWideU32,
            Op::MulWideU32,
        ]);
        let src = [self.source(), self.source(), Src::None];
        let dst = VReg(self.vector().0.min(9));
        self.asm.push(Uop::PerLane { op, dst, src });
    }

    /// 64 bits, in pairs of registers.
    fn wide_arithmetic(&mut self) {
        let pair = Src::Vector(VReg(3 + self.random.below(6) as u16));
        let other = match self.random.chance(50) {
            true => Src::ScalarPair(self.random.pick(&[SReg(2), SReg(4)])),
            false => Src::Vector(VReg(3 + self.random.below(6) as u16)),
        };
        let (op, src) = match self.random.below(3) {
            0 => (Op::AddU64, [pair, other, Src::None]),
            1 => (Op::ShlB64, [pair, self.source(), Src::None]),
            _ => (Op::MadWideU32, [self.source(), self.source(), pair]),
        };
        let dst = VReg(3 + self.random.below(6) as u16);
        self.asm.push(Uop::PerLane { op, dst, src });
    }

    /// A word of a line in which every thread has one, side by side with those of its neighbours.
    fn line(&mut self) {
        let by_thread = Src::Vector(THREAD);
        let constant = |asm: &mut Asm, value| Src::Vector(asm.constant(value));
        let log = self.apart;
        let by = constant(&mut self.asm, log);
        let bytes = constant(&mut self.asm, 1 << log);
        let line = self.asm.builder.scalar_constant64(self.line.into());
        let none = constant(&mut self.asm, 0);
        let (low, wide) = (VReg(20), self.random.chance(70));
        let made = Src::Vector(low);
        let steps = match (wide, self.random.chance(50)) {
            (false, _) => vec![
                (Op::ShlB32, [by_thread, by, Src::None]),
                (Op::AddU32, [made, Src::Scalar(line), Src::None]),
            ],
            (true, false) => vec![(Op::MadWideU32, [bytes, by_thread, Src::ScalarPair(line)])],
            (true, true) => vec![
                (Op::AddWideU32, [by_thread, none, Src::None]),
                (Op::ShlB64, [made, by, Src::None]),
                (Op::AddU64, [Src::ScalarPair(line), made, Src::None]),
            ],
        };
        for (op, src) in steps {
            self.asm.push(Uop::PerLane { op, dst: low, src });
        }
        if self.random.chance(10) {
            self.permute();
        }
        let data = self.vector();
        let op = match self.random.chance(50) {
            true => load(Space::Global, 4, data, low),
            false => store(Space::Global, 4, low, data),
        };
        self.asm.memory(MemOp {
            addr: Addr { wide, ..op.addr },
            ..op
        });
    }

    fn compare(&mut self) {
        let op = self
            .random
            .pick(&[Op::LtU32, Op::EqU32, Op::AddOverflowU32]);
        let src = [self.source(), self.source(), Src::None];
        let dst = self.random.pick(&MASKS);
        self.asm.push(match self.random.chance(70) {
            true => Uop::Compare { op, dst, src },
            false => Uop::Predicate { op, dst, src },
        });
    }

    /// A sum of 64 bits as machines without one make it, mostly of register pairs.
    fn wide_addition(&mut self) {
        let mask = self.random.pick(&MASKS);
        let zero = Src::Vector(self.asm.constant(0));
        let pair = |random: &mut Random| match random.below(10) {
            0..3 => [SReg(2), SReg(3)].map(Src::Scalar),
            3 => [Src::Scalar(SReg(4)), zero],
            4 => [Src::Vector(VReg(3 + random.below(6) as u16)), zero],
            _ => {
                let low = VReg(3 + random.below(6) as u16);
                [low, low.plus(1)].map(Src::Vector)
            }
        };
        let (a, b) = (pair(&mut self.random), pair(&mut self.random));
        let dst = VReg(3 + self.random.below(6) as u16);
        let high = match self.random.chance(90) {
            true => dst.plus(1),
            false => self.vector(),
        };
        self.asm.push(Uop::Compare {
            op: Op::AddOverflowU32,
            dst: mask,
            src: [a[0], b[0], Src::None],
        });
        self.asm.builder.push(Uop::PerLane {
            op: Op::AddU32,
            dst,
            src: [a[0], b[0], Src::None],
        });
        if self.random.chance(50) {
            self.asm.push(Uop::Nop);
        }
        self.asm.push(Uop::LanesFromMask { dst: CARRY, mask });
        self.asm.builder.push(Uop::PerLane {
            op: Op::AddCarryU32,
            dst: high,
            src: [a[1], b[1], Src::Vector(CARRY)],
        });
    }

    fn on_scalars(&mut self) {
        let op = self.random.pick(&[Op::AddU32, Op::XorB32, Op::MulU32]);
        let src = [
            self.random.pick(&[0, 1, 2, 3, 4, 5].map(SReg)),
            self.scalar(),
            SReg(0),
        ];
        let (dst, flag, vector) = (self.scalar(), self.scalar(), self.vector());
        self.asm.push(match self.random.below(4) {
            0 => Uop::ScalarFlag { op, dst, src, flag },
            1 => Uop::Scalar {
                op: Op::AddU64,
                dst: SReg(2),
                src: [SReg(4), SReg(2), SReg(0)],
            },
            2 => Uop::Cross(Box::new(CrossOp::ReadFirst { dst, src: vector })),
            _ => Uop::Scalar { op, dst, src },
        });
    }

    /// Words of the table, by an index that may be any register.
    fn load(&mut self) {
        let (index, dst) = (self.vector(), self.vector());
        self.asm
            .op_with(Op::AndB32, VReg(17), index, TABLE_WORDS - 4);
        self.asm.op_with(Op::ShlB32, VReg(17), VReg(17), 2);
        self.asm.op_with(Op::AddU32, VReg(17), VReg(17), self.table);
        let bytes = self.random.pick(&[4, 4, 8]);
        let dst = VReg(dst.0.min(9));
        let op = load(Space::Global, bytes, dst, VReg(17));
        self.asm.memory(match self.random.chance(30) {
            true => on(0, op),
            false => op,
        });
    }

    fn store(&mut self) {
        let data = self.vector();
        let offset = 4 * self.random.below(OWN_WORDS as usize) as i64;
        self.asm.memory(MemOp {
            addr: Addr {
                offset,
                ..addr(OWN)
            },
            ..store(Space::Global, 4, OWN, data)
        });
    }

    /// Every thread leaves a word for a neighbour, some of them in another wave.
    fn exchange(&mut self, threads: u32) {
        self.activate_all();
        let (data, dst) = (self.vector(), self.vector());
        self.asm.op_with(Op::ShlB32, VReg(17), LOCAL_ID, 2);
        self.asm.memory(store(Space::Local, 4, VReg(17), data));
        self.barrier();
        let last = self.asm.constant(4 * (threads - 1));
        self.asm.op(Op::SubU32, VReg(17), &[last, VReg(17)]);
        self.asm.memory(load(Space::Local, 4, dst, VReg(17)));
        self.barrier();
    }

    /// One step, or two halves.
    fn barrier(&mut self) {
        if self.clustered || self.random.chance(50) {
            self.asm.push(match self.random.chance(30) {
                true => Uop::ClusterBarrier,
                false => Uop::Barrier,
            });
            return;
        }
        self.asm.push(Uop::Split(SplitOp::Signal {
            barrier: BarrierName::Workgroup,
            first: None,
        }));
        if self.random.chance(50) {
            self.arithmetic();
        }
        self.asm.push(Uop::Split(SplitOp::Wait { workgroup: true }));
    }

    /// All threads add to words behind those that they exchange.
    fn atomic(&mut self, threads: u32) {
        let (index, data) = (self.vector(), self.vector());
        self.asm.op_with(Op::AndB32, VReg(17), index, 4 * 7);
        self.asm
            .op_with(Op::AddU32, VReg(17), VReg(17), 4 * threads);
        let op = self.random.pick(&[Op::AddU32, Op::XorB32, Op::MaxU32]);
        self.asm.memory(MemOp {
            kind: MemKind::Atomic {
                op: AtomicOp::Apply(op),
                returns: false,
            },
            data,
            ..load(Space::Local, 4, VReg(0), VReg(17))
        });
    }

    fn activate_all(&mut self) {
        self.asm.mask(MaskOp::Set(ALL));
    }

    fn some(&mut self, threads: u32) {
        match self.random.below(22) {
            0 | 1 => self.compare(),
            2 | 3 => self.wide_addition(),
            4 | 5 => self.on_scalars(),
            6 => self.load(),
            7 => self.store(),
            8 => self.asm.mask(MaskOp::Set(MASKS[0])),
            9 => self.activate_all(),
            10 if self.random.chance(30) => self.atomic(threads),
            11 if self.random.chance(30) => self.permute(),
            12 => {
                self.asm.push(Uop::ScalarLoad(Box::new(ScalarLoad {
                    space: Space::Global,
                    base: self.table_in,
                    index: None,
                    offset: 4 * self.random.below(TABLE_WORDS as usize - 1) as i64,
                    dst: SReg(4),
                    bytes: 8,
                    extend: uop::Extend::Zero,
                    channel: None,
                })));
            }
            13 => self.skip(threads),
            14 | 15 => self.line(),
            16 => self.wide_arithmetic(),
            17 => self.records(),
            18 => self.shuffle(),
            19 | 20 => self.rare(),
            _ => self.arithmetic(),
        }
    }

    /// Records of the table by any index, or the thread's own words.
    fn records(&mut self) {
        let own = self.random.chance(30);
        let words = self.random.pick(&[1, 1, 2]);
        let data = VReg(self.vector().0.min(9));
        let offset = self.random.chance(40).then_some(VReg(19));
        let (base, index, stride, most) = match own {
            true => (self.own, THREAD, 4 * OWN_WORDS, self.threads),
            false => (self.table, VReg(17), 16, TABLE_WORDS / 4),
        };
        let from = self.vector();
        self.asm
            .op_with(Op::AndB32, VReg(17), from, TABLE_WORDS / 4 - 1);
        if self.random.chance(30) {
            self.asm.op_with(Op::MinU32, VReg(17), LANE, 3);
        }
        self.asm
            .op_with(Op::AndB32, VReg(19), self.random.pick(&VECTORS), 12);
        self.asm.push(Uop::Custom(Arc::new(Records {
            base,
            count: self.random.pick(&[0, 1, 2, 3, 4, 5].map(SReg)),
            most,
            stride,
            index,
            offset,
            words,
            data,
            store: own && self.random.chance(50),
        })));
    }

    /// Words of other lanes, by a pattern or from the next one.
    fn shuffle(&mut self) {
        let next = self.random.chance(50);
        let random: [u8; 64] = std::array::from_fn(|_| self.random.below(70) as u8);
        let (dst, src) = (self.vector(), self.vector());
        let found = self.random.chance(50).then_some((
            self.random.pick(&MASKS),
            self.random.bits() | self.random.bits(),
        ));
        let shuffle = Shuffle {
            dst: VReg(dst.0.min(9)),
            src: VReg(src.0.min(9)),
            words: self.random.pick(&[1, 1, 2]),
            from: std::array::from_fn(|lane| if next { lane as u8 + 1 } else { random[lane] }),
            inactive: self.random.chance(50),
            found,
            channel: None,
        };
        (self.asm).push(Uop::Cross(Box::new(CrossOp::Shuffle(shuffle))));
    }

    /// A step that waves do not take together.
    fn permute(&mut self) {
        let (dst, src, index) = (self.vector(), self.vector(), Src::Vector(LANE));
        let permute = CrossOp::Permute { dst, src, index };
        self.asm.push(Uop::Cross(Box::new(permute)));
    }

    /// A step that all waves take, mostly arithmetic on what counts from lane to lane.
    fn straight_on(&mut self, threads: u32) {
        match self.random.below(16) {
            0..3 => self.line(),
            3..6 => self.wide_arithmetic(),
            6 => self.wide_addition(),
            7 => self.on_scalars(),
            8 => self.store(),
            9 => self.compare(),
            10 => self.some(threads),
            11 => self.records(),
            12 if self.random.chance(30) => self.shuffle(),
            13 if self.random.chance(50) => self.rare(),
            14 => self.constants(),
            _ => {
                let op = self.random.pick(&[Op::AddU32, Op::ShlB32, Op::MulU32]);
                let a = Src::Vector(self.random.pick(&[0, 1, 3, 4, 5, 6, 7].map(VReg)));
                let value = self.random.bits() as u32 >> self.random.below(32);
                let b = match self.random.below(3) {
                    0 => Src::Scalar(SReg(1)),
                    1 => Src::Vector(VReg(3 + self.random.below(6) as u16)),
                    _ => Src::Vector(self.asm.constant(value)),
                };
                let src = [a, b, Src::None];
                let dst = self.vector();
                self.asm.push(Uop::PerLane { op, dst, src });
            }
        }
    }

    /// Steps that waves may jump over, each as it likes.
    fn skip(&mut self, threads: u32) {
        let over = self.asm.label();
        let when = match self.random.below(7) {
            0 => Cond::Zero(self.scalar()),
            1 => Cond::NonZero(self.scalar()),
            2 => Cond::MaskZero(MASKS[0]),
            3 => Cond::MaskNonZero(MASKS[0]),
            4 => Cond::NoneActive,
            5 => Cond::AnyActive,
            _ => Cond::Zero(SReg(0)),
        };
        self.asm.push(Uop::Branch { when, to: over.0 });
        for _ in 0..self.random.below(4) {
            self.some(threads);
        }
        self.asm.bind(over);
    }

    pub fn program(mut self, base: u32, threads: u32) -> Arc<Program> {
        let asm = &mut self.asm;
        let scalar = |op, dst, src| Uop::Scalar { op, dst, src };
        asm.push(scalar(Op::MovB32, ALL, [EXEC, EXEC, EXEC]));
        asm.push(scalar(Op::MovB32, ALL.plus(1), [EXEC.plus(1); 3]));
        if !self.counted {
            let block = Src::Vector(asm.constant(threads));
            asm.push(Uop::PerLane {
                op: Op::MadU32,
                dst: THREAD,
                src: [Src::Scalar(SReg(1)), block, Src::Vector(LOCAL_ID)],
            });
        }
        asm.op_with(Op::MulU32, OWN, THREAD, 4 * OWN_WORDS);
        asm.op_with(Op::AddU32, OWN, OWN, base);
        let rounds = asm.builder.scalar_constant(2);
        let one = asm.builder.scalar_constant(1);
        asm.push(scalar(Op::MovB32, ROUNDS, [rounds; 3]));
        for _ in 0..self.random.below(24) {
            self.straight_on(threads);
        }
        let again = self.asm.here();
        for _ in 0..3 {
            for _ in 0..self.random.below(14) {
                self.some(threads);
            }
            if self.random.chance(40) {
                self.exchange(threads);
            }
        }
        self.asm
            .push(scalar(Op::SubU32, ROUNDS, [ROUNDS, one, one]));
        self.asm.push(Uop::Branch {
            when: Cond::NonZero(ROUNDS),
            to: again.0,
        });
        self.activate_all();
        for (i, reg) in VECTORS.into_iter().enumerate() {
            let op = store(Space::Global, 4, OWN, reg);
            let offset = 4 * (i as i64 + 4);
            self.asm.memory(MemOp {
                addr: Addr { offset, ..op.addr },
                ..op
            });
        }
        for scalar in SCALARS.into_iter().chain(MASKS) {
            let src = [Src::Scalar(scalar), Src::Vector(VECTORS[1]), Src::None];
            let dst = VECTORS[1];
            self.asm.push(Uop::PerLane {
                op: Op::AddU32,
                dst,
                src,
            });
        }
        self.asm.store(OWN, VECTORS[1]);
        self.asm.push(Uop::End);
        self.asm.finish()
    }
}
