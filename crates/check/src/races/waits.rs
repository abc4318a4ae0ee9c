//! What waits let through: all that is outstanding, or what began first.

use super::Races;
use super::known::{Known, Part};
use sim::Wave;
use std::collections::VecDeque;
use uop::{Channel, MemKind, Program, Scope, Space, Uop};

/// When operations began: how many had begun before, and the time of the wave, for those that may be outstanding.
pub(super) type Moments = VecDeque<(u64, u32)>;

/// More are not told apart: machines have no more in flight.
const MOST_MOMENTS: usize = 1024;

/// What a program loads to local memory: stores that are outstanding as accesses to global memory are. Waits let
/// them through one by one.
#[derive(Debug, Default)]
pub(super) struct Beside {
    channels: u64,
    /// By instruction.
    insts: Vec<bool>,
}

impl Beside {
    pub fn of(program: &Program) -> Beside {
        let on = |channels: u64, channel: Channel| channels >> (channel.0 % 64) & 1 != 0;
        let order = &program.order;
        let mut beside = Beside::default();
        for step in &program.steps {
            if let Uop::Memory(op) = &step.uop
                && op.space == Space::Local
                && !matches!(op.kind, MemKind::Load(_))
                && let Some(channel) = op.channel
                && on(order.global, channel)
                && !on(order.local, channel)
            {
                beside.channels |= 1 << (channel.0 % 64);
                beside.insts.resize(program.insts.len(), false);
                beside.insts[step.inst as usize] = true;
            }
        }
        beside
    }

    pub fn is_any(&self) -> bool {
        self.channels != 0
    }

    /// Nothing where there are none.
    #[inline]
    pub fn any(&self) -> Option<&Beside> {
        self.is_any().then_some(self)
    }

    /// The instruction is none of them.
    pub fn excepts(&self, inst: u32) -> bool {
        self.insts.get(inst as usize) != Some(&true)
    }
}

impl Races {
    /// What waited for something may have got it: loads have arrived, stores are done.
    pub(super) fn arrived(&mut self, me: u32, wave: &Wave) {
        let acquires = self.waves[me as usize].awaits && !wave.has_outstanding(self.order.results);
        if acquires {
            self.settle_near(me);
        }
        let known = &mut self.waves[me as usize];
        known.waited = false;
        if acquires {
            known.acquire(Scope::Device);
        }
        if known.dirty {
            let global = !wave.has_outstanding(self.order.global);
            let local = !wave.has_outstanding(self.order.local | self.beside.channels);
            if global || local {
                known.complete(|part| if part == Part::Local { local } else { global });
            }
            if !global && !wave.has_outstanding(self.order.global & self.order.results) {
                known.complete_loads();
            }
            if let Some(moments) = self.moments.get_mut(me as usize) {
                let oldest = |channels| wave.oldest_outstanding(channels);
                match local {
                    true => moments.clear(),
                    false => known.complete_until(
                        moments,
                        oldest(self.beside.channels),
                        oldest(self.order.local),
                    ),
                }
            }
            known.dirty = !(global && local);
        }
    }

    /// A wave has begun so many operations. What it does now is later than what began before.
    pub(super) fn goes_on(&mut self, me: u32, begun: u64) {
        let at = me as usize;
        if self.moments.len() <= at {
            self.moments.resize_with(at + 1, Moments::new);
        }
        let moments = &mut self.moments[at];
        if moments.back().is_none_or(|(last, _)| *last != begun) && moments.len() < MOST_MOMENTS {
            let known = &mut self.waves[at];
            known.time += 1;
            moments.push_back((begun, known.time));
        }
    }
}

impl Known {
    /// What it loaded to local memory is complete before the oldest of those loads that is outstanding, and other
    /// accesses before the oldest of them. Without one, all are.
    fn complete_until(&mut self, moments: &mut Moments, to: Option<u64>, others: Option<u64>) {
        // What began last before it, or with it, is its own instruction.
        let own = |operation: u64| {
            let after = moments.partition_point(|(begun, _)| *begun <= operation);
            after.saturating_sub(1)
        };
        let before = |operation: Option<u64>| match operation {
            None => self.time,
            Some(operation) => moments.get(own(operation)).map_or(0, |(_, time)| time - 1),
        };
        let released = &mut self.released[Part::Local as usize];
        released.time = released.time.max(before(to));
        released.loads = released.loads.max(before(others));
        self.whole[Part::Local as usize] = false;
        self.time += 1;
        let done = [to, others].into_iter().flatten().min().map_or(0, own);
        moments.drain(..done);
    }
}
