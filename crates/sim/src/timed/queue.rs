//! When each wave of a compute unit tries to issue next.

use super::clock::{NEVER, bits};

/// Waves by the cycle of their next attempt. Most waits are short, so the next cycles have a set of
/// waves each; later ones are kept aside until they come near.
#[derive(Clone)]
pub(super) struct Queue {
    /// By wave: the cycle of its next attempt, `NEVER` while it waits for others, has ended, or there
    /// is no wave.
    times: [u64; MOST],
    /// By cycle, counted round: the waves that try then.
    near: [u64; MOST],
    /// Which of `near` are not empty.
    cycles: u64,
    /// No wave tries before this cycle; those of `near` try before it comes round again.
    now: u64,
    /// Waves that try later than that, and the first cycle of theirs.
    far: u64,
    next_far: u64,
}

/// The most waves of a unit.
pub(super) const MOST: usize = 64;

impl Queue {
    pub fn new() -> Queue {
        Queue {
            times: [NEVER; MOST],
            near: [0; MOST],
            cycles: 0,
            now: 0,
            far: 0,
            next_far: NEVER,
        }
    }

    /// This wave tries then, instead of when it would have.
    #[inline]
    pub fn set(&mut self, wave: usize, time: u64) {
        let time = time.max(self.now);
        let bit = 1 << (wave % MOST);
        let before = std::mem::replace(&mut self.times[wave % MOST], time);
        if before != NEVER {
            self.remove(bit, before);
        }
        if time != NEVER {
            self.insert(wave, time);
        }
    }

    /// A wave that does not try at all so far tries then, which is not in the past.
    #[inline]
    pub fn add(&mut self, wave: usize, time: u64) {
        debug_assert!(self.times[wave] == NEVER && (self.now..NEVER).contains(&time));
        self.times[wave % MOST] = time;
        self.insert(wave, time);
    }

    #[inline]
    fn insert(&mut self, wave: usize, time: u64) {
        let bit = 1 << (wave % MOST);
        if time >= self.now + MOST as u64 {
            self.far |= bit;
            self.next_far = self.next_far.min(time);
            return;
        }
        let slot = time as usize % MOST;
        self.near[slot] |= bit;
        self.cycles |= 1 << slot;
    }

    fn remove(&mut self, bit: u64, time: u64) {
        if self.far & bit != 0 {
            self.far &= !bit;
            if time == self.next_far {
                self.next_far = self.first_far();
            }
            return;
        }
        let slot = time as usize % MOST;
        self.near[slot] &= !bit;
        if self.near[slot] == 0 {
            self.cycles &= !(1 << slot);
        }
    }

    fn first_far(&self) -> u64 {
        let times = bits(self.far).map(|wave| self.times[wave]);
        times.min().unwrap_or(NEVER)
    }

    /// The first cycle in which a wave tries, `NEVER` if none does.
    #[inline]
    pub fn next(&self) -> u64 {
        if self.cycles == 0 {
            return self.next_far;
        }
        let round = self.cycles.rotate_right(self.now as u32 % MOST as u32);
        (self.now + u64::from(round.trailing_zeros())).min(self.next_far)
    }

    /// The waves that try in this cycle, before which none does.
    #[inline]
    pub fn at(&mut self, cycle: u64) -> u64 {
        self.now = cycle;
        if self.next_far < cycle + MOST as u64 {
            self.bring_near();
        }
        self.near[cycle as usize % MOST]
    }

    /// The same, which then do not try again until they are put back.
    #[inline]
    pub fn take(&mut self, cycle: u64) -> u64 {
        let waves = self.at(cycle);
        if waves != 0 {
            let slot = cycle as usize % MOST;
            self.near[slot] = 0;
            self.cycles &= !(1 << slot);
            bits(waves).for_each(|wave| self.times[wave] = NEVER);
        }
        waves
    }

    #[cold]
    fn bring_near(&mut self) {
        for wave in bits(self.far) {
            let time = self.times[wave];
            if time < self.now + MOST as u64 {
                self.far &= !(1 << wave);
                let slot = time as usize % MOST;
                self.near[slot] |= 1 << wave;
                self.cycles |= 1 << slot;
            }
        }
        self.next_far = self.first_far();
    }

    /// Waves that will try some time, among these.
    pub fn waiting(&self, waves: std::ops::Range<usize>) -> usize {
        let times = self.times[waves].iter();
        times.filter(|&&time| time != NEVER).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waves_come_in_their_cycles_whatever_is_changed_in_between() {
        let mut random = random::Random::new(7);
        let (mut queue, mut plain) = (Queue::new(), [NEVER; MOST]);
        let mut now = 0;
        for _ in 0..100_000 {
            let wave = random.below(MOST);
            let time = match random.below(8) {
                0 => NEVER,
                1 => now + random.below(1000) as u64,
                2 => now,
                _ => now + random.below(70) as u64,
            };
            queue.set(wave, time);
            plain[wave] = time;
            let next = *plain.iter().min().expect("some wave");
            assert_eq!(queue.next(), next);
            if next != NEVER && random.below(3) == 0 {
                now = next;
                let those = (0..MOST).filter(|&wave| plain[wave] == now);
                let those = those.fold(0, |all, wave| all | 1 << wave);
                assert_eq!(queue.at(now), those);
                // They have tried, and try again later or not at all.
                for wave in bits(those) {
                    let time = now + 1 + random.below(100) as u64;
                    queue.set(wave, time);
                    plain[wave] = time;
                }
            }
        }
    }
}
