//! Structured control flow.
//!
//! Where no thread is left, the wave goes to the next instruction that may bring some back: the
//! `else`, `endif` or `endloop` of the innermost construct, or its end. So instructions, and above
//! all barriers, are never reached without active threads.

use uop::{Cond, MaskOp, Uop};

use super::{Lowering, Open, predicate};
use crate::encoding::WaveInst;
use crate::meaning::Structure;
use crate::operand::Condition;

pub fn structure(inst: &WaveInst, lower: &mut Lowering, what: Structure) {
    match what {
        Structure::If => lower.begin_if(inst),
        Structure::Else => lower.begin_else(),
        Structure::EndIf => lower.close_if(),
        Structure::Loop => lower.begin_loop(),
        Structure::EndLoop => lower.close_loop(),
        Structure::Break | Structure::Continue => {
            let (mask, invert) = condition(inst);
            let skip = lower.next_close();
            lower.push(Uop::Mask(match what {
                Structure::Break => MaskOp::Break { mask, invert, skip },
                _ => MaskOp::Continue { mask, invert, skip },
            }));
            lower.threads_go(false);
        }
        Structure::Return => {
            let skip = lower.next_close();
            lower.push(Uop::Mask(MaskOp::Return { skip }));
            lower.threads_go(true);
        }
    }
}

fn condition(inst: &WaveInst) -> (Option<uop::SReg>, bool) {
    match inst.condition() {
        Some(Condition {
            predicate: p,
            negated,
        }) => (Some(predicate(p)), negated),
        None => (None, false),
    }
}

impl Lowering {
    fn begin_if(&mut self, inst: &WaveInst) {
        let next = self.builder.label();
        self.open.push(Open {
            next,
            loses: false,
            is_loop: false,
        });
        let (mask, invert) = condition(inst);
        // Without a condition it is every active thread: a mask of ones.
        let mask = mask.unwrap_or_else(|| self.builder.scalar_constant64(u64::MAX));
        self.push(Uop::Mask(MaskOp::If {
            mask,
            invert,
            skip: next.0,
        }));
    }

    fn begin_else(&mut self) {
        let next = self.builder.label();
        let Some(open) = self.open.last_mut() else {
            return;
        };
        let reached = std::mem::replace(&mut open.next, next);
        self.builder.bind(reached);
        self.push(Uop::Mask(MaskOp::Else { skip: next.0 }));
    }

    fn begin_loop(&mut self) {
        self.push(Uop::Mask(MaskOp::Loop));
        let back = self.builder.label();
        let next = self.builder.label();
        self.builder.bind(back);
        self.backs.push(back);
        self.open.push(Open {
            next,
            loses: false,
            is_loop: true,
        });
    }

    fn close_loop(&mut self) {
        let (Some(open), Some(back)) = (self.open.pop(), self.backs.pop()) else {
            return;
        };
        self.builder.bind(open.next);
        self.push(Uop::Mask(MaskOp::EndLoop { back: back.0 }));
        if open.loses {
            self.leave_if_empty();
        }
    }

    /// Where to go when no thread is active: a label number.
    fn next_close(&self) -> u32 {
        self.open.last().map_or(self.end, |open| open.next).0
    }

    /// Threads leave: constructs up to the innermost loop, or all of them if they are done for
    /// good, may end with no thread left.
    fn threads_go(&mut self, for_good: bool) {
        for open in self.open.iter_mut().rev() {
            if open.is_loop && !for_good {
                break;
            }
            open.loses = true;
        }
    }

    pub(super) fn close_if(&mut self) {
        let Some(open) = self.open.pop() else {
            return;
        };
        self.builder.bind(open.next);
        self.push(Uop::Mask(MaskOp::EndIf));
        if open.loses {
            self.leave_if_empty();
        }
    }

    fn leave_if_empty(&mut self) {
        let to = self.next_close();
        self.push(Uop::Branch {
            when: Cond::NoneActive,
            to,
        });
    }
}
