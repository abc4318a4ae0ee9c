//! Movement between lanes.

use crate::executor::Context;
use crate::pending::{InFlight, Landing};
use crate::shuffle::Shuffling;
use crate::wave::{Wave, lanes_of};
use op::Op;
use uop::{CrossOp, Shuffle, VReg};

/// Movement that has no kind of its own, by instruction `inst`.
pub(crate) fn cross(wave: &mut Wave, op: &CrossOp, cx: &mut Context<'_>, inst: u32) {
    let lanes = wave.lanes();
    let exec = wave.exec();
    match *op {
        CrossOp::Permute { dst, src, index } => {
            let index = cx.fetch(wave, index, 0);
            let mut values = [0; crate::wave::MAX_LANES];
            for lane in lanes_of(exec) {
                // SAFETY: `fetch` returns a register of `lanes` words.
                let from = unsafe { *index.add(lane) } as usize % lanes;
                values[lane] = wave.vector.get(src)[from];
            }
            commit(wave, dst, &values);
        }
        CrossOp::ReadLane { .. } | CrossOp::ReadFirst { .. } => {
            unreachable!("{op:?} has a kind of its own")
        }
        CrossOp::Shuffle(ref shuffle) => deferred(wave, shuffle, cx, inst),
        CrossOp::WriteLane { dst, src, lane } => {
            let lane = wave.scalar(lane) as usize % lanes;
            let value = wave.scalar(src);
            wave.vector.get_mut(dst)[lane] = value;
        }
        CrossOp::Reduce {
            op,
            dst,
            src,
            identity,
        } => {
            let all = lanes_of(exec).fold(identity, |sum, lane| {
                combine(op, sum, wave.vector.get(src)[lane])
            });
            commit(wave, dst, &[all; crate::wave::MAX_LANES]);
        }
        CrossOp::Scan {
            op,
            dst,
            src,
            identity,
            inclusive,
        } => {
            let mut values = [0; crate::wave::MAX_LANES];
            let mut sum = identity;
            for lane in lanes_of(exec) {
                let before = sum;
                sum = combine(op, sum, wave.vector.get(src)[lane]);
                values[lane] = if inclusive { sum } else { before };
            }
            commit(wave, dst, &values);
        }
    }
}

/// A shuffle whose result arrives when it is waited for: what it leaves in registers is taken out
/// again and put in flight.
fn deferred(wave: &mut Wave, shuffle: &Shuffle, cx: &mut Context<'_>, inst: u32) {
    let registers = (0..shuffle.words).map(|n| shuffle.dst.plus(n));
    let of = |wave: &Wave| -> Vec<u32> {
        let all = registers.clone().map(|reg| wave.vector.get(reg));
        all.flatten().copied().collect()
    };
    let lanes = wave.lanes();
    let old = of(wave);
    // SAFETY: registers were checked before the launch.
    let found = unsafe { Shuffling::new(shuffle, lanes).carry_out(cx.kernels, &wave.as_part()) };
    found.inspect(|&(mask, lanes)| wave.set_mask(mask, lanes));
    let Some(channel) = shuffle.channel.filter(|_| cx.strict) else {
        return;
    };
    let landing = Landing::Vector {
        first: shuffle.dst,
        mask: wave.exec(),
        keep: 0,
        words: of(wave),
    };
    for (reg, old) in registers.clone().zip(old.chunks(lanes)) {
        wave.vector.get_mut(reg).copy_from_slice(old);
    }
    wave.put_in_flight(InFlight::new(channel, landing, inst), cx.program);
}

fn combine(op: Op, a: u32, b: u32) -> u32 {
    op.eval([a.into(), b.into(), 0]) as u32
}

fn commit(wave: &mut Wave, dst: VReg, values: &[u32]) {
    let exec = wave.exec();
    let reg = wave.vector.get_mut(dst);
    for lane in lanes_of(exec) {
        reg[lane] = values[lane];
    }
}
