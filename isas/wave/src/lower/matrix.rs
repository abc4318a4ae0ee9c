//! Matrix multiply-accumulate on fragments spread over 32 threads.

use op::Op;
use uop::{Breadth, Custom, Machine, Reach, Trap, VReg};

use super::Lowering;
use crate::device::MMA_TEAM;
use crate::encoding::WaveInst;

const TEAM: usize = MMA_TEAM as usize;
const M: usize = 16;
const N: usize = 8;
const K: usize = 8;

pub fn mma(inst: &WaveInst, lower: &mut Lowering) {
    let f = &inst.fields;
    lower.custom(Mma {
        d: VReg(f.d.into()),
        a: VReg(f.a.into()),
        b: VReg(f.b.into()),
        c: VReg(f.c.into()),
    });
}

/// `D = A * B + C`: A is 16x8 and B 8x8 in half precision, C and D are 16x8 in single precision.
#[derive(Debug)]
struct Mma {
    d: VReg,
    a: VReg,
    b: VReg,
    c: VReg,
}

impl Custom for Mma {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let exec = machine.exec();
        for team in 0..machine.lanes() / TEAM {
            let first = team * TEAM;
            match (exec >> first) as u32 {
                0 => {}
                u32::MAX => self.team(machine, first),
                active => {
                    let missing = active.trailing_ones() as usize + first;
                    return Err(Trap::Illegal(format!(
                        "a matrix instruction needs all 32 threads, but lane {missing} is inactive"
                    )));
                }
            }
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let some = |first: VReg, count| (0..count).map(move |n| first.plus(n));
        let reads = some(self.a, 2)
            .chain(some(self.b, 1))
            .chain(some(self.c, 4));
        (reads.collect(), some(self.d, 4).collect())
    }

    /// It fails where threads of a team are missing.
    fn reach(&self) -> Reach {
        Reach::Memory
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }
}

impl Mma {
    fn team(&self, machine: &mut dyn Machine, first: usize) {
        let mut a = [[0f32; K]; M];
        let mut b = [[0f32; N]; K];
        for thread in 0..TEAM {
            let (q, t) = (thread / 4, thread % 4);
            let halves = |reg: VReg| {
                let word = machine.vector(reg)[first + thread];
                [word & 0xffff, word >> 16].map(half)
            };
            for (high, row) in [q, q + 8].into_iter().enumerate() {
                let [even, odd] = halves(self.a.plus(high as u16));
                a[row][2 * t] = even;
                a[row][2 * t + 1] = odd;
            }
            let [even, odd] = halves(self.b);
            b[2 * t][q] = even;
            b[2 * t + 1][q] = odd;
        }
        let fma = Op::FmaF32.scalar();
        for thread in 0..TEAM {
            let (q, t) = (thread / 4, thread % 4);
            let places = [
                (q, 2 * t),
                (q, 2 * t + 1),
                (q + 8, 2 * t),
                (q + 8, 2 * t + 1),
            ];
            let mut results = [0; 4];
            for (n, (row, column)) in places.into_iter().enumerate() {
                let start = machine.vector(self.c.plus(n as u16))[first + thread];
                results[n] = (0..K).fold(start, |sum, k| {
                    let (x, y) = (a[row][k].to_bits(), b[k][column].to_bits());
                    fma(x.into(), y.into(), sum.into()) as u32
                });
            }
            for (n, result) in results.into_iter().enumerate() {
                machine.vector_mut(self.d.plus(n as u16))[first + thread] = result;
            }
        }
    }
}

fn half(bits: u32) -> f32 {
    f32::from_bits(Op::CvtF32F16.eval([bits.into(), 0, 0]) as u32)
}
