//! What several threads share, cycle by cycle: a unit, or the bytes that a memory moves.
//!
//! Threads take turns that have nothing to do with time, so one may ask for a cycle that is earlier than
//! those that another has taken. What is taken is therefore written down for every cycle, and who comes
//! later finds what is left.

use std::collections::BTreeMap;

/// Cycles that are kept together.
const SPAN: u64 = 64;

#[derive(Clone, Debug)]
pub struct Calendar {
    /// How much there is of it in a cycle.
    capacity: u32,
    /// By their number: stretches of time of which something is taken.
    spans: BTreeMap<u64, Box<Span>>,
}

#[derive(Clone, Debug)]
struct Span {
    taken: [u32; SPAN as usize],
    total: u64,
}

impl Calendar {
    pub fn new(capacity: u64) -> Calendar {
        Calendar {
            capacity: u32::try_from(capacity).unwrap_or(u32::MAX),
            spans: BTreeMap::new(),
        }
    }

    /// Takes so much from a cycle on, at most `rate` in each. Returns the first cycle of which
    /// something is taken, and the cycle after the last.
    pub fn take(&mut self, from: u64, mut amount: u64, rate: u64) -> (u64, u64) {
        let rate = u32::try_from(rate)
            .unwrap_or(u32::MAX)
            .clamp(1, self.capacity.max(1));
        let (mut at, mut first) = (from, None);
        while amount > 0 {
            let span = self.spans.entry(at / SPAN).or_insert_with(|| {
                Box::new(Span {
                    taken: [0; SPAN as usize],
                    total: 0,
                })
            });
            let end = (at / SPAN + 1) * SPAN;
            if span.total == SPAN * u64::from(self.capacity) {
                at = end;
                continue;
            }
            while at < end && amount > 0 {
                let taken = &mut span.taken[(at % SPAN) as usize];
                let more = u64::from((self.capacity - *taken).min(rate)).min(amount);
                if more > 0 {
                    first.get_or_insert(at);
                    *taken += more as u32;
                    span.total += more;
                    amount -= more;
                }
                at += 1;
            }
        }
        (first.unwrap_or(from), at)
    }

    /// The first cycle from this one on of which nothing is taken.
    pub fn free_from(&self, from: u64) -> u64 {
        let mut at = from;
        while let Some(span) = self.spans.get(&(at / SPAN)) {
            let rest = &span.taken[(at % SPAN) as usize..];
            match rest.iter().position(|&taken| taken == 0) {
                Some(free) => return at + free as u64,
                None => at = (at / SPAN + 1) * SPAN,
            }
        }
        at
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> usize {
        self.spans.len() * size_of::<Span>()
    }

    /// No thread will ask for what is before this cycle.
    pub fn forget_before(&mut self, cycle: u64) {
        self.spans = self.spans.split_off(&(cycle / SPAN));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_later_finds_what_is_left() {
        let mut calendar = Calendar::new(64);
        assert_eq!(calendar.take(10, 128, 32), (10, 14));
        // Half of each of those cycles is left, and all of the next.
        assert_eq!(calendar.take(10, 160, 64), (10, 15));
        assert_eq!(calendar.take(0, 64 * 11, 64), (0, 16));
        assert_eq!(calendar.free_from(0), 16);
        assert_eq!(calendar.free_from(100), 100);
        // Longer than a stretch, and around what is taken.
        assert_eq!(calendar.take(20, 64 * 100, 64), (20, 120));
        assert_eq!(calendar.take(16, 64 * 5, 64), (16, 121));
        calendar.forget_before(130);
        assert_eq!(calendar.free_from(130), 130);
        assert!(calendar.spans.is_empty());
        assert_eq!(calendar.take(7, 0, 64), (7, 7));
    }
}
