//! Divergence for unstructured control flow: lanes that disagree on a branch go separate ways and
//! meet again at the branch's immediate post-dominator.
//!
//! Lanes that run together are a *split*. A divergent branch opens a *meeting*: a `Join` step at
//! which its lanes wait until none of them is still on the way. One split runs at a time; the
//! others queue. A lane belongs to a chain of meetings, the innermost first, with a different join
//! each; it is expected at all of them and waits at no more than one.
//!
//! Meetings are for speed and never for correctness, so no lane waits for ever:
//!
//! - The queue rotates when a split has had its quantum, and lanes that have waited at a join for
//!   [`PATIENCE`] steps go on without the rest. Lanes of one wave that spin on a lock which another
//!   lane holds therefore make progress, which a plain reconvergence stack does not give.
//! - A barrier counts lanes. A wave has arrived when each of its lanes that has not ended waits at
//!   a `Barrier` step, not necessarily the same one; lanes that have ended count as arrived. Lanes
//!   that wait at a join for others who are at a barrier go on without them, to their own barrier.
//!   When the barrier opens, splits at the same place become one again.

use crate::wave::Wave;
use std::hash::{Hash, Hasher};
use uop::{JoinId, LaneWait, UopIdx};

/// Steps that lanes wait at a join for the rest of their meeting before they go on alone. Long
/// against most loops that merely have different trip counts, short against the instruction limit.
const PATIENCE: u64 = 1 << 16;
/// A wave whose lanes had to go on alone probably spins, and will again: each time its patience is
/// divided by this.
const IMPATIENCE: u64 = 4;

/// Lanes that run together but not now.
#[derive(Clone, Copy, Debug, Hash)]
struct Split {
    at: UopIdx,
    mask: u64,
    meeting: Option<usize>,
    at_barrier: bool,
}

#[derive(Clone, Copy, Debug)]
struct Meeting {
    join: UopIdx,
    /// Lanes that are here.
    arrived: u64,
    /// When the last of them arrived, on the clock of [`Splits`].
    since: u64,
    /// Lanes still on their way.
    expected: u64,
    /// The meeting to which its lanes belong once it is over.
    parent: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Splits {
    /// Splits that do not run now; the next to run is last.
    queue: Vec<Split>,
    meetings: Vec<Meeting>,
    free: Vec<usize>,
    /// The meeting of the split that runs.
    current: Option<usize>,
    /// Lanes that have ended.
    exited: u64,
    /// Steps of all quanta that the wave has used up.
    clock: u64,
    patience: u64,
}

impl Default for Splits {
    fn default() -> Splits {
        Splits {
            queue: Vec::new(),
            meetings: Vec::new(),
            free: Vec::new(),
            current: None,
            exited: 0,
            clock: 0,
            patience: PATIENCE,
        }
    }
}

impl Splits {
    /// All that decides who runs next: of time, only whether patience has come to its end.
    pub fn digest(&self, digest: &mut impl Hasher) {
        self.queue.hash(digest);
        (self.current, self.exited, self.patience).hash(digest);
        for meeting in &self.meetings {
            let waited = self.clock.wrapping_sub(meeting.since).min(self.patience);
            let Meeting {
                join,
                arrived,
                expected,
                parent,
                ..
            } = *meeting;
            (join, arrived, expected, parent, waited).hash(digest);
        }
    }

    pub fn exited(&self) -> u64 {
        self.exited
    }

    /// What a lane that does not run now waits for.
    pub fn waits(&self, lane: usize) -> Option<LaneWait> {
        let has = |mask: u64| mask >> lane & 1 != 0;
        let mut queue = self.queue.iter();
        if let Some(split) = queue.find(|split| has(split.mask)) {
            return Some(match split.at_barrier {
                true => LaneWait::Barrier(split.at),
                false => LaneWait::Turn(split.at),
            });
        }
        let mut meetings = self.meetings.iter();
        let meeting = meetings.find(|meeting| has(meeting.arrived))?;
        Some(LaneWait::Join(meeting.join))
    }

    /// All lanes go together: none waits for its turn or for others.
    pub fn are_one(&self) -> bool {
        self.queue.is_empty() && self.longest_waiting().is_none()
    }

    /// Some lanes wait at a barrier while others have ended.
    pub fn waiting(&self) -> bool {
        !self.queue.is_empty()
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

    /// Ends a meeting; its lanes go on behind the join, together.
    fn close(&mut self, meeting: usize) -> Split {
        self.free.push(meeting);
        self.send_on(meeting)
    }

    /// Those who are at a meeting no longer wait for the others.
    fn send_on(&mut self, meeting: usize) -> Split {
        let meeting = &mut self.meetings[meeting];
        Split {
            at: meeting.join + 1,
            mask: std::mem::take(&mut meeting.arrived),
            meeting: meeting.parent,
            at_barrier: false,
        }
    }

    /// The running split's own meeting at `join`, if it has one.
    fn meeting_at(&self, join: UopIdx) -> Option<usize> {
        let up = |&i: &usize| self.meetings[i].parent;
        std::iter::successors(self.current, up).find(|&i| self.meetings[i].join == join)
    }

    /// `lanes` of the running split no longer come to the meetings of its chain, up to but not
    /// including `until`. A meeting for which they were the last ends.
    fn leave(&mut self, lanes: u64, until: Option<usize>) {
        while let Some(i) = self.current.filter(|_| self.current != until) {
            let meeting = &mut self.meetings[i];
            meeting.expected &= !lanes;
            self.current = meeting.parent;
            if meeting.expected == 0 {
                let split = self.close(i);
                if split.mask != 0 {
                    self.queue.push(split);
                }
            }
        }
    }

    /// The meeting whose lanes have waited longest.
    fn longest_waiting(&self) -> Option<usize> {
        (0..self.meetings.len())
            .filter(|&i| self.meetings[i].arrived != 0)
            .min_by_key(|&i| self.meetings[i].since)
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
        let Some(own) = self.splits.meeting_at(here) else {
            return;
        };
        let exec = self.exec();
        self.splits.leave(exec, Some(own));
        let clock = self.splits.clock;
        let meeting = &mut self.splits.meetings[own];
        meeting.arrived |= exec;
        meeting.expected &= !exec;
        meeting.since = clock;
        if meeting.expected != 0 {
            self.next_split();
        } else {
            let split = self.splits.close(own);
            self.run_split(split);
        }
    }

    /// The active lanes are done. False when no split can go on.
    pub(crate) fn exit_lanes(&mut self) -> bool {
        let gone = self.exec();
        self.splits.exited |= gone;
        self.splits.leave(gone, None);
        self.next_split()
    }

    /// Another split takes over. False if none is left but those at the barrier.
    fn next_split(&mut self) -> bool {
        let splits = &mut self.splits;
        let split = if let Some(i) = splits.queue.iter().rposition(|split| !split.at_barrier) {
            splits.queue.remove(i)
        } else if let Some(meeting) = splits.longest_waiting() {
            // Whom they wait for is at a barrier.
            splits.send_on(meeting)
        } else {
            self.set_exec(0);
            return false;
        };
        self.run_split(split);
        true
    }

    /// The running split has had its quantum of `steps` and makes way for one that has waited.
    pub(crate) fn rotate_splits(&mut self, steps: u64) {
        let splits = &mut self.splits;
        splits.clock += steps;
        let tired = (splits.longest_waiting())
            .filter(|&meeting| splits.clock - splits.meetings[meeting].since >= splits.patience);
        let ready = splits.queue.iter().position(|split| !split.at_barrier);
        let split = match (tired, ready) {
            (Some(meeting), _) => {
                splits.patience /= IMPATIENCE;
                splits.send_on(meeting)
            }
            (None, Some(i)) => splits.queue.remove(i),
            (None, None) => return,
        };
        self.enqueue(self.at, self.exec());
        self.run_split(split);
    }

    /// The running split is at a barrier and goes on at `next` afterwards. True when every lane of
    /// the wave now waits, so that the wave has arrived.
    pub(crate) fn arrive(&mut self, next: UopIdx) -> bool {
        self.at = next;
        if self.splits.are_one() {
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
        let queue = &mut self.splits.queue;
        if queue.is_empty() {
            return;
        }
        let mut kept = 0;
        for i in 0..queue.len() {
            let mut split = queue[i];
            split.at_barrier = false;
            let same = |other: &&mut Split| (other.at, other.meeting) == (split.at, split.meeting);
            match queue[..kept].iter_mut().find(same) {
                Some(other) => other.mask |= split.mask,
                None => {
                    queue[kept] = split;
                    kept += 1;
                }
            }
        }
        queue.truncate(kept);
        self.next_split();
    }

    /// The step with which a wave at a barrier goes on.
    pub(crate) fn waits_after(&self) -> UopIdx {
        self.splits.queue.first().map_or(self.at, |split| split.at)
    }

    /// The step with which lanes go on that wait at a barrier while others of the wave run.
    pub fn lanes_wait_before(&self) -> Option<UopIdx> {
        let mut waiting = self.splits.queue.iter().filter(|split| split.at_barrier);
        waiting.next().map(|split| split.at)
    }

    /// The active lanes will meet at `join`, if they do not already. Where control flow keeps
    /// returning to a join that is further up the chain (a recursive function), its meeting is
    /// joined instead of a second one opened: a chain never grows longer than the program.
    fn meet_at(&mut self, JoinId(join): JoinId) {
        // Lanes that meet only at their end need no meeting.
        let Some(join) = join else {
            return;
        };
        let exec = self.exec();
        match self.splits.meeting_at(join) {
            Some(own) => self.splits.leave(exec, Some(own)),
            None => {
                let meeting = Meeting {
                    join,
                    arrived: 0,
                    since: 0,
                    expected: exec,
                    parent: self.splits.current,
                };
                self.splits.current = Some(self.splits.open(meeting));
            }
        }
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
