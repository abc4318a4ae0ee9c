//! Structured control flow.
//!
//! Where no thread is left, the wave goes to the next instruction that may bring some back: the
//! `else`, `endif` or `endloop` of the innermost construct, or its end. So instructions, and above
//! all barriers, are never reached without active threads.

use uop::{Cond, MaskOp, Uop};

use super::{Lowering, Open, predicate};
use crate::encoding::Inst;
use crate::operand::Condition;

pub fn if_(inst: &Inst, lower: &mut Lowering) {
    let next = lower.builder.label();
    lower.open.push(Open {
        next,
        loses: false,
        is_loop: false,
    });
    let skip = next.0;
    match inst.condition() {
        Some(Condition {
            predicate: p,
            negated,
        }) => lower.push(Uop::Mask(MaskOp::If {
            mask: predicate(p),
            invert: negated,
            skip,
        })),
        // Every active thread: a mask of ones.
        None => {
            let mask = lower.builder.scalar_constant64(u64::MAX);
            lower.push(Uop::Mask(MaskOp::If {
                mask,
                invert: false,
                skip,
            }));
        }
    }
}

pub fn else_(_: &Inst, lower: &mut Lowering) {
    let next = lower.builder.label();
    let Some(open) = lower.open.last_mut() else {
        return;
    };
    let reached = std::mem::replace(&mut open.next, next);
    lower.builder.bind(reached);
    lower.push(Uop::Mask(MaskOp::Else { skip: next.0 }));
}

pub fn endif(_: &Inst, lower: &mut Lowering) {
    lower.close_if();
}

pub fn loop_(_: &Inst, lower: &mut Lowering) {
    lower.push(Uop::Mask(MaskOp::Loop));
    let back = lower.builder.label();
    let next = lower.builder.label();
    lower.builder.bind(back);
    lower.backs.push(back);
    lower.open.push(Open {
        next,
        loses: false,
        is_loop: true,
    });
}

pub fn endloop(_: &Inst, lower: &mut Lowering) {
    let (Some(open), Some(back)) = (lower.open.pop(), lower.backs.pop()) else {
        return;
    };
    lower.builder.bind(open.next);
    lower.push(Uop::Mask(MaskOp::EndLoop { back: back.0 }));
    if open.loses {
        lower.leave_if_empty();
    }
}

pub fn break_(inst: &Inst, lower: &mut Lowering) {
    let (mask, invert) = condition(inst);
    let skip = lower.next_close();
    lower.push(Uop::Mask(MaskOp::Break { mask, invert, skip }));
    lower.threads_go(false);
}

pub fn continue_(inst: &Inst, lower: &mut Lowering) {
    let (mask, invert) = condition(inst);
    let skip = lower.next_close();
    lower.push(Uop::Mask(MaskOp::Continue { mask, invert, skip }));
    lower.threads_go(false);
}

pub fn ret(_: &Inst, lower: &mut Lowering) {
    let skip = lower.next_close();
    lower.push(Uop::Mask(MaskOp::Return { skip }));
    lower.threads_go(true);
}

fn condition(inst: &Inst) -> (Option<uop::SReg>, bool) {
    match inst.condition() {
        Some(Condition {
            predicate: p,
            negated,
        }) => (Some(predicate(p)), negated),
        None => (None, false),
    }
}

impl Lowering {
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
