//! Structured control flow: lanes that go another way, and come back where constructs end.

use super::{Defined, Set, both, with};
use uop::{MaskOp, SReg};

/// An `if` or a loop that is open.
#[derive(Clone, PartialEq)]
pub(super) struct Frame {
    is_loop: bool,
    /// Registers that are defined in lanes which come back: of an `if` those of its other part, of a loop
    /// those that have left it.
    aside: Set,
    /// The same in lanes that wait for the next round of a loop.
    waiting: Set,
    /// All lanes that hold a thread come back at its end.
    whole: bool,
    /// Lanes may go on in it that others have left.
    lost: bool,
}

impl Frame {
    /// What is said of lanes that are not active.
    pub fn sets(&mut self) -> [&mut Set; 2] {
        [&mut self.aside, &mut self.waiting]
    }
}

/// Keeps what two ways know of the same constructs. False where they are in different ones.
pub(super) fn join(
    frames: &mut [Frame],
    theirs: &[Frame],
    everywhere: &Set,
    their_everywhere: &Set,
) -> bool {
    for (frame, other) in frames.iter_mut().zip(theirs) {
        let mut other = other.clone();
        for (set, other) in frame.sets().into_iter().zip(other.sets()) {
            let own = with(std::mem::take(set), everywhere);
            *set = both(own, &with(std::mem::take(other), their_everywhere));
        }
        frame.whole &= other.whole;
        frame.lost |= other.lost;
    }
    let same = |(a, b): (&Frame, &Frame)| a.is_loop == b.is_loop;
    frames.len() == theirs.len() && frames.iter().zip(theirs).all(same)
}

impl Defined {
    /// What a mask operation does before it is known where lanes go. False where that depends on something
    /// undefined.
    pub(super) fn take_mask(&mut self, op: MaskOp) -> bool {
        if self.mirror.is_some() {
            return false;
        }
        // What masks have to do with the active lanes is not followed here.
        self.masks.clear();
        self.set_aside.clear();
        match op {
            MaskOp::Set(_) => return false,
            MaskOp::If { mask, .. } | MaskOp::Guard { mask, .. } => {
                self.frames.push(self.frame(false));
                return self.decides(mask);
            }
            MaskOp::Else { .. } => {
                let Some(frame) = self.frames.last_mut() else {
                    return false;
                };
                std::mem::swap(&mut frame.aside, &mut self.active.defined);
                self.active.whole = false;
            }
            MaskOp::EndIf => {
                let Some(frame) = self.frames.pop() else {
                    return false;
                };
                let lanes = both(frame.aside, &self.active.defined);
                self.active.defined = with(lanes, &self.everywhere);
                self.active.whole = frame.whole;
            }
            MaskOp::Loop => self.frames.push(self.frame(true)),
            MaskOp::Break { mask, .. } | MaskOp::Continue { mask, .. } => {
                return mask.is_none_or(|mask| self.decides(mask));
            }
            MaskOp::Return { .. } => {
                for frame in &mut self.frames {
                    (frame.whole, frame.lost) = (false, true);
                }
            }
            MaskOp::EndLoop { .. } => {}
        }
        true
    }

    /// A construct that the active lanes enter. So far all are still there.
    fn frame(&self, is_loop: bool) -> Frame {
        let none = vec![!0; self.everywhere.len()];
        Frame {
            is_loop,
            aside: match is_loop {
                true => none.clone(),
                false => self.active.defined.clone(),
            },
            waiting: none,
            whole: self.active.whole,
            lost: false,
        }
    }

    /// The bits of active lanes in a mask are defined.
    pub(super) fn decides(&self, mask: SReg) -> bool {
        self.is_whole(mask, self.mask_words()) || self.has_mask(&self.active.defined, mask)
    }

    /// Where a mask operation leads, `away` those that have no active lanes any more, or back to where a loop
    /// begins. Where lanes have not `parted`, all of them went one way.
    pub(super) fn go_by_mask(&mut self, op: MaskOp, away: bool, parted: bool) {
        match op {
            MaskOp::If { .. } | MaskOp::Guard { .. } => {
                // The checkers do not take the second for a branch, and so it is not known of it.
                let parted = parted || matches!(op, MaskOp::Guard { .. });
                if let Some(frame) = self.frames.last_mut()
                    && !away
                    && !parted
                {
                    frame.aside.fill(!0);
                }
                self.active.whole &= !parted;
            }
            MaskOp::Break { .. } | MaskOp::Continue { .. } => {
                self.leave(matches!(op, MaskOp::Break { .. }), away, parted);
            }
            MaskOp::EndLoop { .. } => return self.go_round(away),
            MaskOp::Else { .. } | MaskOp::Return { .. } => {}
            MaskOp::Set(_) | MaskOp::EndIf | MaskOp::Loop => return,
        }
        if away {
            // Of no lanes everything is true.
            self.active.defined.fill(!0);
            self.active.whole = false;
        }
    }

    /// Lanes leave the innermost loop, or what is left of a round: all of them if that leads `away`, and
    /// none if it does not, unless they have parted.
    fn leave(&mut self, for_good: bool, away: bool, parted: bool) {
        if !away && !parted {
            return;
        }
        self.active.whole &= !parted;
        let inside = self.frames.iter_mut().rev();
        for frame in inside {
            if frame.is_loop {
                frame.lost |= parted;
                let left = match for_good {
                    true => &mut frame.aside,
                    false => &mut frame.waiting,
                };
                *left = both(std::mem::take(left), &self.active.defined);
                return;
            }
            frame.whole = false;
        }
    }

    /// A loop ends, with those that have left it, or goes on with the others.
    fn go_round(&mut self, again: bool) {
        let Some(frame) = self.frames.last_mut().filter(|_| again) else {
            if let Some(frame) = self.frames.pop() {
                self.active.defined = with(frame.aside, &self.everywhere);
                self.active.whole = frame.whole;
            }
            return;
        };
        let waiting = frame.waiting.len();
        let waiting = std::mem::replace(&mut frame.waiting, vec![!0; waiting]);
        let lanes = both(waiting, &self.active.defined);
        self.active.whole = frame.whole && !frame.lost;
        self.active.defined = with(lanes, &self.everywhere);
    }
}
