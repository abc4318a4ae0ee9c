//! What goes from lane to lane takes its undefined bits along.

use super::super::findings::Sink;
use super::super::registers::Bits;
use super::{Taking, lanes_of};
use op::Ty;
use uop::{CrossOp, NOWHERE, Shuffle, VReg};

impl Taking<'_> {
    pub(super) fn cross(&mut self, cross: &CrossOp) {
        let (exec, lanes) = (self.wave.exec(), self.wave.lanes());
        let wholly = |value: Bits| match value.mask {
            0 => value,
            _ => Bits { mask: !0, ..value },
        };
        match *cross {
            CrossOp::Permute { dst, src, index } => {
                let mut results = [Bits::default(); 64];
                for lane in lanes_of(exec) {
                    let from = self.source(index, Ty::U32, lane);
                    let low = from.unknown & (lanes as u64 - 1);
                    results[lane] = match low {
                        0 => {
                            let from = from.bits as usize % lanes;
                            self.vector(src, from)
                        }
                        _ => Bits {
                            mask: !0,
                            tag: from.tag,
                        },
                    };
                }
                self.put(dst, &results, exec);
            }
            CrossOp::ReadLane { dst, src, lane } => {
                let from = self.scalars(lane, 1);
                let bits = match from.unknown & (lanes as u64 - 1) {
                    0 => {
                        let lane = from.bits as usize % lanes;
                        self.vector(src, lane)
                    }
                    _ => Bits {
                        mask: !0,
                        tag: from.tag,
                    },
                };
                let bits = self.through(bits);
                self.registers.set_scalar(dst, bits);
            }
            CrossOp::ReadFirst { dst, src } => {
                let lane = match exec {
                    0 => 0,
                    exec => exec.trailing_zeros() as usize,
                };
                let bits = self.vector(src, lane);
                let bits = self.through(bits);
                self.registers.set_scalar(dst, bits);
            }
            CrossOp::WriteLane { dst, src, lane } => {
                self.decide_scalars(Sink::Lanes, lane, 1);
                let to = self.wave.scalar(lane) as usize % lanes;
                let bits = self.scalar(src);
                let bits = self.through(bits);
                self.set_vector(dst, to, bits);
                self.settle(dst, 1, 1 << to);
            }
            CrossOp::Reduce { dst, src, .. } => {
                let mut sum = Bits::default();
                for lane in lanes_of(exec) {
                    let bits = self.vector(src, lane);
                    if bits.mask != 0 {
                        sum = wholly(bits);
                        break;
                    }
                }
                self.put(dst, &[sum; 64], exec);
            }
            CrossOp::Scan {
                dst,
                src,
                inclusive,
                ..
            } => {
                let (mut sum, mut results) = (Bits::default(), [Bits::default(); 64]);
                for lane in lanes_of(exec) {
                    let before = sum;
                    let bits = self.vector(src, lane);
                    if sum.mask == 0 {
                        sum = wholly(bits);
                    }
                    results[lane] = if inclusive { sum } else { before };
                }
                self.put(dst, &results, exec);
            }
            CrossOp::Shuffle(ref shuffle) => self.shuffle(shuffle),
        }
    }

    fn shuffle(&mut self, shuffle: &Shuffle) {
        let (exec, lanes) = (self.wave.exec(), self.wave.lanes());
        for word in 0..shuffle.words {
            let mut results = [Bits::default(); 64];
            for lane in lanes_of(exec) {
                let from = usize::from(shuffle.from[lane]);
                let there = from < lanes && shuffle.from[lane] != NOWHERE;
                if there && (shuffle.inactive || exec >> from & 1 != 0) {
                    let src = shuffle.src.plus(word);
                    results[lane] = self.vector(src, from);
                }
            }
            self.put(shuffle.dst.plus(word), &results, exec);
        }
        if let Some((found, _)) = shuffle.found {
            self.set_mask(found, 0, 0);
        }
    }

    fn put(&mut self, dst: VReg, results: &[Bits; 64], exec: u64) {
        for lane in lanes_of(exec) {
            let bits = self.through(results[lane]);
            self.set_vector(dst, lane, bits);
        }
        self.settle(dst, 1, exec);
    }
}
