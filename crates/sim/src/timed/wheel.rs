//! When each compute unit has something to do next.

use std::collections::BTreeMap;

/// Cycles that the wheel covers. Most waits are shorter; the others are kept aside.
const SLOTS: u64 = 1024;

/// Units by the cycle of their next event; every unit has at most one. Units of the same cycle
/// come in ascending order.
#[derive(Clone)]
pub(super) struct Wheel {
    /// A bit per unit in every slot.
    bits: Vec<u64>,
    words: usize,
    now: u64,
    /// How many events are in the slots.
    near: usize,
    far: BTreeMap<u64, Vec<usize>>,
}

impl Wheel {
    pub fn new(units: usize) -> Wheel {
        let words = units.div_ceil(64);
        let bits = vec![0; words * SLOTS as usize];
        Wheel {
            bits,
            words,
            now: 0,
            near: 0,
            far: BTreeMap::new(),
        }
    }

    /// `unit` has something to do in `cycle`, which is not in the past.
    pub fn schedule(&mut self, unit: usize, cycle: u64) {
        if cycle >= self.now + SLOTS {
            self.far.entry(cycle).or_default().push(unit);
            return;
        }
        let slot = (cycle % SLOTS) as usize * self.words;
        self.bits[slot + unit / 64] |= 1 << (unit % 64);
        self.near += 1;
    }

    /// The next unit and its cycle.
    pub fn next(&mut self) -> Option<(u64, usize)> {
        loop {
            if self.near == 0 {
                // Nothing for a while: go straight to where something is.
                let (&cycle, _) = self.far.first_key_value()?;
                self.now = cycle;
            }
            self.bring_near();
            let slot = (self.now % SLOTS) as usize * self.words;
            let words = &mut self.bits[slot..slot + self.words];
            if let Some((i, word)) = words.iter_mut().enumerate().find(|(_, word)| **word != 0) {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                self.near -= 1;
                return Some((self.now, 64 * i + bit));
            }
            self.now += 1;
        }
    }

    /// Moves events that the slots now reach into them.
    fn bring_near(&mut self) {
        while let Some(entry) = self.far.first_entry()
            && *entry.key() < self.now + SLOTS
        {
            let (cycle, units) = entry.remove_entry();
            units
                .into_iter()
                .for_each(|unit| self.schedule(unit, cycle));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_by_cycle_and_then_by_unit() {
        let mut wheel = Wheel::new(100);
        let events = [
            (70, 5),
            (3, 5),
            (99, 5000),
            (2, 1027),
            (0, 1023),
            (1, 1_000_000),
        ];
        for (unit, cycle) in events {
            wheel.schedule(unit, cycle);
        }
        let mut expected = events.map(|(unit, cycle)| (cycle, unit));
        expected.sort_unstable();
        let order: Vec<_> = std::iter::from_fn(|| wheel.next()).collect();
        assert_eq!(order, expected);
    }
}
