//! Divergence for structured control flow: a stack of masks.

use crate::wave::Wave;
use uop::{LaneWait, MaskOp, UopIdx};

#[derive(Clone, Copy, Debug, Hash)]
enum Frame {
    /// `outer`: lanes active before. `other`: lanes for the `else`, until it takes them.
    /// `at`: the step after the branch.
    If { outer: u64, other: u64, at: UopIdx },
    /// `left`: lanes that broke out. `skipped`: lanes that wait for the next iteration. `at`: the
    /// first step of the body.
    Loop {
        outer: u64,
        left: u64,
        skipped: u64,
        at: UopIdx,
    },
}

#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct MaskStack {
    frames: Vec<Frame>,
    /// Lanes that returned.
    returned: u64,
}

impl MaskStack {
    pub fn returned(&self) -> u64 {
        self.returned
    }

    /// The branch by which lanes other than `active` went elsewhere: the innermost one.
    pub fn split_at(&self, active: u64) -> Option<UopIdx> {
        self.frames.iter().rev().find_map(|frame| match *frame {
            Frame::If { outer, at, .. } | Frame::Loop { outer, at, .. } => {
                (outer & !active & !self.returned != 0).then(|| at - 1)
            }
        })
    }

    /// The branch since which a lane waits, of those that it is still in.
    pub fn waits(&self, lane: usize) -> Option<LaneWait> {
        let has = |mask: u64| mask >> lane & 1 != 0;
        let inside = |frame: &&Frame| match **frame {
            Frame::If { outer, .. } | Frame::Loop { outer, .. } => has(outer),
        };
        let frame = self.frames.iter().rev().find(inside)?;
        let (Frame::If { at, .. } | Frame::Loop { at, .. }) = *frame;
        (!has(self.returned)).then_some(LaneWait::Branch(at - 1))
    }

    /// Lanes that must not come back before the innermost loop ends or begins anew.
    fn away(&self) -> u64 {
        let innermost = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Loop { left, skipped, .. } => Some(left | skipped),
            Frame::If { .. } => None,
        });
        self.returned | innermost.unwrap_or(0)
    }

    fn innermost_loop(&mut self) -> Option<(&mut u64, &mut u64)> {
        self.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Loop { left, skipped, .. } => Some((left, skipped)),
            Frame::If { .. } => None,
        })
    }
}

impl Wave {
    /// Carries out a mask operation; `next` is the step after it. True if lanes of the wave
    /// disagreed on a branch.
    pub(crate) fn mask_op(&mut self, op: MaskOp, next: UopIdx) -> bool {
        let exec = self.exec();
        self.at = next;
        match op {
            MaskOp::Set(reg) => self.write_exec(self.mask(reg)),
            MaskOp::If { mask, invert, skip } | MaskOp::Guard { mask, invert, skip } => {
                let taken = exec & self.chosen(Some(mask), invert);
                self.masks.frames.push(Frame::If {
                    outer: exec,
                    other: exec & !taken,
                    at: next,
                });
                self.narrow(taken, skip);
                let is_branch = matches!(op, MaskOp::If { .. });
                return is_branch && taken != 0 && taken != exec;
            }
            MaskOp::Else { skip } => {
                if let Some(Frame::If { other, .. }) = self.masks.frames.last_mut() {
                    let other = std::mem::take(other);
                    let away = self.masks.away();
                    self.narrow(other & !away, skip);
                }
            }
            MaskOp::EndIf => {
                if let Some(Frame::If { outer, .. }) = self.masks.frames.pop() {
                    let away = self.masks.away();
                    self.set_exec(outer & !away);
                }
            }
            MaskOp::Loop => {
                self.masks.frames.push(Frame::Loop {
                    at: next,
                    outer: exec,
                    left: 0,
                    skipped: 0,
                });
            }
            MaskOp::Break { mask, invert, skip } => {
                let gone = exec & self.chosen(mask, invert);
                if gone == 0 && exec != 0 {
                    return false;
                }
                if let Some((left, _)) = self.masks.innermost_loop() {
                    *left |= gone;
                }
                self.narrow(exec & !gone, skip);
                return gone != 0 && gone != exec;
            }
            MaskOp::Continue { mask, invert, skip } => {
                let gone = exec & self.chosen(mask, invert);
                if gone == 0 && exec != 0 {
                    return false;
                }
                if let Some((_, skipped)) = self.masks.innermost_loop() {
                    *skipped |= gone;
                }
                self.narrow(exec & !gone, skip);
                return gone != 0 && gone != exec;
            }
            MaskOp::EndLoop { back } => return self.end_loop(back),
            MaskOp::Return { skip } => {
                self.masks.returned |= exec;
                self.narrow(0, skip);
            }
        }
        false
    }

    fn end_loop(&mut self, back: UopIdx) -> bool {
        let returned = self.masks.returned;
        let Some(Frame::Loop {
            outer,
            left,
            skipped,
            ..
        }) = self.masks.frames.last_mut()
        else {
            return false;
        };
        let again = *outer & !*left & !returned;
        if again != 0 {
            *skipped = 0;
            self.set_exec(again);
            self.at = back;
        } else {
            let outer = *outer;
            self.masks.frames.pop();
            let away = self.masks.away();
            self.set_exec(outer & !away);
        }
        false
    }

    /// Lanes that a mask register selects.
    fn chosen(&self, mask: Option<uop::SReg>, invert: bool) -> u64 {
        let bits = mask.map_or(!0, |reg| self.mask(reg));
        if invert { !bits } else { bits }
    }

    fn narrow(&mut self, exec: u64, skip: UopIdx) {
        self.set_exec(exec);
        if exec == 0 {
            self.at = skip;
        }
    }
}
