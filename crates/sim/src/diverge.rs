//! Divergence for unstructured control flow: lanes that disagree on a branch go separate ways and
//! meet again at the branch's immediate post-dominator.
//!
//! Lanes that run together are a *split*. A divergent branch opens a *meeting*: a `Join` step at
//! which its lanes wait until none of them is still on the way. One split runs at a time; the
//! others queue. Because the queue also rotates when a split has run for long, lanes of one wave
//! that spin on each other still make progress, which a plain reconvergence stack does not give.

use crate::wave::Wave;
use uop::{JoinId, UopIdx};

/// Lanes that run together but not now.
#[derive(Clone, Copy, Debug)]
struct Split {
    at: UopIdx,
    mask: u64,
    meeting: Option<usize>,
    at_barrier: bool,
}

#[derive(Clone, Copy, Debug)]
struct Meeting {
    join: Option<UopIdx>,
    /// Lanes that are here.
    arrived: u64,
    /// Lanes still on their way.
    expected: u64,
    /// The meeting to which its lanes belong once it is over.
    parent: Option<usize>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Splits {
    /// Splits that do not run now; the next to run is last.
    queue: Vec<Split>,
    meetings: Vec<Meeting>,
    free: Vec<usize>,
    /// The meeting of the split that runs.
    current: Option<usize>,
}

impl Splits {
    /// Lanes of the wave are in more than one place.
    pub fn diverged(&self) -> bool {
        !self.queue.is_empty() || self.current.is_some()
    }

    fn open(&mut self, meeting: Meeting) -> usize {
        match self.free.pop() {
            Some(slot) => {
                self.meetings[slot] = meeting;
                slot
            }
            None => {
                self.meetings.push(meeting);
                self.meetings.len() - 1
            }
        }
    }

    fn close(&mut self, meeting: usize) {
        self.meetings[meeting].arrived = 0;
        self.free.push(meeting);
    }
}

impl Wave {
    /// Active lanes of `taken` go to `to`, the others to `next`. True if they part.
    pub(crate) fn diverge(&mut self, taken: u64, to: UopIdx, next: UopIdx, join: JoinId) -> bool {
        let exec = self.exec();
        if taken == 0 || taken == exec {
            self.at = if taken == 0 { next } else { to };
            return false;
        }
        self.meet_at(join);
        self.enqueue(to, taken);
        self.at = next;
        self.set_exec(exec & !taken);
        true
    }

    /// Lanes part into several groups, each with its own target. The first goes on at once.
    pub(crate) fn scatter(&mut self, groups: &[(UopIdx, u64)], join: JoinId) -> bool {
        let Some((&(at, mask), rest)) = groups.split_first() else {
            return false;
        };
        if !rest.is_empty() {
            self.meet_at(join);
            for &(to, mask) in rest.iter().rev() {
                self.enqueue(to, mask);
            }
            self.set_exec(mask);
        }
        self.at = at;
        !rest.is_empty()
    }

    /// The running split has reached a join. It waits there if the join is its own and others are
    /// expected; `at` is then where another split goes on.
    pub(crate) fn join(&mut self, here: UopIdx) {
        self.at = here + 1;
        while let Some(current) = self.splits.current {
            let exec = self.exec();
            let meeting = &mut self.splits.meetings[current];
            if meeting.join != Some(here) {
                return;
            }
            meeting.arrived |= exec;
            meeting.expected &= !exec;
            if meeting.expected != 0 {
                self.next_split();
                return;
            }
            let (arrived, parent) = (meeting.arrived, meeting.parent);
            self.splits.close(current);
            self.splits.current = parent;
            self.set_exec(arrived);
        }
    }

    /// The active lanes are done. False when the whole wave is.
    pub(crate) fn exit_lanes(&mut self) -> bool {
        let gone = self.exec();
        let mut up = self.splits.current;
        while let Some(i) = up {
            let meeting = &mut self.splits.meetings[i];
            meeting.expected &= !gone;
            up = meeting.parent;
        }
        let mut up = self.splits.current;
        while let Some(i) = up {
            let Meeting {
                join,
                arrived,
                expected,
                parent,
            } = self.splits.meetings[i];
            if expected != 0 {
                break;
            }
            // Nobody else comes. Those who wait go on from the join, which may be the parent's too.
            self.splits.close(i);
            if let (true, Some(at)) = (arrived != 0, join) {
                let split = Split {
                    at,
                    mask: arrived,
                    meeting: parent,
                    at_barrier: false,
                };
                self.splits.queue.push(split);
                break;
            }
            up = parent;
        }
        self.next_split()
    }

    /// Another ready split takes over. False if there is none; if some wait at the barrier, the
    /// wave then does as well.
    pub(crate) fn next_split(&mut self) -> bool {
        let Some(i) = self
            .splits
            .queue
            .iter()
            .rposition(|split| !split.at_barrier)
        else {
            self.set_exec(0);
            return false;
        };
        let split = self.splits.queue.remove(i);
        self.run_split(split);
        true
    }

    /// The running split makes way for the one that has waited longest.
    pub(crate) fn rotate_splits(&mut self) {
        let Some(i) = self.splits.queue.iter().position(|split| !split.at_barrier) else {
            return;
        };
        let split = self.splits.queue.remove(i);
        self.enqueue(self.at, self.exec());
        self.run_split(split);
    }

    /// The running split is at a barrier and goes on at `next` afterwards. True when every lane of
    /// the wave now waits, so that the wave has arrived.
    pub(crate) fn arrive(&mut self, next: UopIdx) -> bool {
        self.at = next;
        if self.splits.queue.is_empty() {
            return true;
        }
        self.enqueue(next, self.exec());
        self.splits
            .queue
            .last_mut()
            .expect("just pushed")
            .at_barrier = true;
        !self.next_split()
    }

    /// The barrier is passed.
    pub(crate) fn release(&mut self) {
        let waiting = self
            .splits
            .queue
            .iter_mut()
            .filter(|split| split.at_barrier);
        waiting.for_each(|split| split.at_barrier = false);
        if self.exec() == 0 && !self.splits.queue.is_empty() {
            self.next_split();
        }
    }

    /// The step with which a wave at a barrier goes on.
    pub(crate) fn waits_after(&self) -> UopIdx {
        self.splits
            .queue
            .iter()
            .find(|split| split.at_barrier)
            .map_or(self.at, |split| split.at)
    }

    /// Opens a meeting for the active lanes, unless they meet there already.
    fn meet_at(&mut self, JoinId(join): JoinId) {
        let current = self.splits.current;
        if current.is_some_and(|i| self.splits.meetings[i].join == join) {
            return;
        }
        let meeting = Meeting {
            join,
            arrived: 0,
            expected: self.exec(),
            parent: current,
        };
        self.splits.current = Some(self.splits.open(meeting));
    }

    fn enqueue(&mut self, at: UopIdx, mask: u64) {
        let split = Split {
            at,
            mask,
            meeting: self.splits.current,
            at_barrier: false,
        };
        self.splits.queue.push(split);
    }

    fn run_split(&mut self, split: Split) {
        self.at = split.at;
        self.splits.current = split.meeting;
        self.set_exec(split.mask);
    }
}
