//! What was left where waves meet.

use super::known::Seen;
use std::collections::VecDeque;

/// Units of a semaphore that are kept apart; older ones count as left together.
const APART: usize = 4096;

/// What waves, and operations of theirs, left at one place.
#[derive(Debug, Default)]
pub struct Left {
    all: Seen,
    /// What a semaphore was raised by, the oldest first. A wave that takes one unit knows of one that
    /// raised it, and of nothing that the same wave did later.
    units: VecDeque<(u32, Seen)>,
}

impl Left {
    pub fn leave(&mut self, left: Seen, units: u32) {
        join(&mut self.all, &left);
        if units > 0 {
            self.units.push_back((units, left));
        }
        if self.units.len() > APART
            && let Some((units, oldest)) = self.units.pop_front()
        {
            let next = &mut self.units[0];
            next.0 = next.0.saturating_add(units);
            join(&mut next.1, &oldest);
        }
    }

    /// Everything that was left.
    pub fn all(&self) -> &Seen {
        &self.all
    }

    /// The oldest units, or everything where they are not known one by one.
    pub fn take(&mut self, mut units: u32) -> Seen {
        let mut taken = Seen::default();
        while units > 0 {
            let Some((there, left)) = self.units.front_mut() else {
                return self.all.clone();
            };
            join(&mut taken, left);
            let now = units.min(*there);
            units -= now;
            *there -= now;
            if *there == 0 {
                self.units.pop_front();
            }
        }
        taken
    }
}

fn join(clocks: &mut Seen, others: &Seen) {
    for (clock, other) in clocks.iter_mut().zip(others) {
        clock.join(other);
    }
}
