//! When each wave of a compute unit tries to issue next.

use super::clock::{NEVER, bits};

/// Waves by the cycle of their next attempt. Cycles are in blocks: those of the block that it is have a
/// set of waves each, later blocks one in common, which is spread out when the block comes.
#[derive(Clone)]
pub(super) struct Queue {
    /// By wave: the cycle of its next attempt, `NEVER` while it waits for others, has ended, or there
    /// is no wave.
    times: [u64; MOST],
    /// By cycle of the block that it is: the waves that try then. And which of these are not empty.
    near: [u64; BLOCK],
    cycles: u64,
    /// By block, counted round: the waves that try there. And which of these are not empty.
    far: [u64; BLOCKS],
    blocks: u64,
    /// Waves that try later than that.
    beyond: u64,
    /// No wave tries before this cycle.
    now: u64,
}

/// The most waves of a unit.
pub(super) const MOST: usize = 64;

/// Cycles of a block, and blocks that are told apart: as many as a word has bits.
const BLOCK: usize = 64;
const BLOCKS: usize = 64;

impl Queue {
    pub fn new() -> Queue {
        Queue {
            times: [NEVER; MOST],
            near: [0; BLOCK],
            cycles: 0,
            far: [0; BLOCKS],
            blocks: 0,
            beyond: 0,
            now: 0,
        }
    }

    /// This wave tries then, instead of when it would have.
    #[inline]
    pub fn set(&mut self, wave: usize, time: u64) {
        let before = self.times[wave % MOST];
        if before != NEVER {
            self.times[wave % MOST] = NEVER;
            self.remove(1 << (wave % MOST), before);
        }
        if time != NEVER {
            self.add(wave, time.max(self.now));
        }
    }

    /// A wave that does not try at all so far tries then, which is not in the past.
    #[inline]
    pub fn add(&mut self, wave: usize, time: u64) {
        debug_assert!(self.times[wave] == NEVER && (self.now..NEVER).contains(&time));
        self.times[wave % MOST] = time;
        let bit = 1 << (wave % MOST);
        match block(time) - block(self.now) {
            0 => {
                let cycle = time as usize % BLOCK;
                self.near[cycle] |= bit;
                self.cycles |= 1 << cycle;
            }
            ahead if ahead < BLOCKS as u64 => {
                let block = block(time) as usize % BLOCKS;
                self.far[block] |= bit;
                self.blocks |= 1 << block;
            }
            _ => self.beyond |= bit,
        }
    }

    fn remove(&mut self, bit: u64, time: u64) {
        let (set, all, at) = match block(time) == block(self.now) {
            _ if self.beyond & bit != 0 => return self.beyond &= !bit,
            true => (&mut self.near, &mut self.cycles, time as usize % BLOCK),
            false => {
                let block = block(time) as usize % BLOCKS;
                (&mut self.far, &mut self.blocks, block)
            }
        };
        set[at] &= !bit;
        if set[at] == 0 {
            *all &= !(1 << at);
        }
    }

    /// The first cycle in which a wave tries, `NEVER` if none does.
    #[inline]
    pub fn next(&self) -> u64 {
        match self.cycles {
            0 => self.next_far(),
            cycles => self.now - self.now % BLOCK as u64 + u64::from(cycles.trailing_zeros()),
        }
    }

    /// The same where none does in the block that it is.
    fn next_far(&self) -> u64 {
        let waves = match self.blocks {
            0 => self.beyond,
            blocks => {
                let now = block(self.now) as u32 % BLOCKS as u32;
                let ahead = blocks.rotate_right(now).trailing_zeros();
                self.far[(now + ahead) as usize % BLOCKS]
            }
        };
        let times = bits(waves).map(|wave| self.times[wave]);
        times.min().unwrap_or(NEVER)
    }

    /// Whether one of these waves may try by then.
    #[inline]
    pub fn any_until(&self, then: u64, waves: u64) -> bool {
        let by_then = match block(then) - block(self.now) {
            0 => self.cycles & (u64::MAX >> (BLOCK as u64 - 1 - then % BLOCK as u64)),
            // Of another block it is not looked at when its waves try.
            1 if self.far[block(then) as usize % BLOCKS] & waves == 0 => self.cycles,
            _ => return true,
        };
        bits(by_then).any(|cycle| self.near[cycle] & waves != 0)
    }

    /// The waves that try in this cycle, before which none does.
    #[inline]
    pub fn at(&mut self, cycle: u64) -> u64 {
        if block(cycle) != block(self.now) {
            self.enter(cycle);
        }
        self.now = cycle;
        self.near[cycle as usize % BLOCK]
    }

    /// The same, which then do not try again until they are put back.
    #[inline]
    pub fn take(&mut self, cycle: u64) -> u64 {
        let waves = self.at(cycle);
        let slot = cycle as usize % BLOCK;
        self.near[slot] = 0;
        self.cycles &= !(1 << slot);
        bits(waves).for_each(|wave| self.times[wave] = NEVER);
        waves
    }

    /// The block of this cycle comes.
    fn enter(&mut self, cycle: u64) {
        debug_assert!(self.cycles == 0, "no wave tries before it");
        self.now = cycle;
        let block = block(cycle) as usize % BLOCKS;
        self.blocks &= !(1 << block);
        let waves = std::mem::take(&mut self.far[block]) | std::mem::take(&mut self.beyond);
        for wave in bits(waves) {
            let time = std::mem::replace(&mut self.times[wave], NEVER);
            self.add(wave, time);
        }
    }

    /// Waves that will try some time, among these.
    pub fn waiting(&self, waves: std::ops::Range<usize>) -> usize {
        let times = self.times[waves].iter();
        times.filter(|&&time| time != NEVER).count()
    }
}

/// The block of a cycle.
#[inline]
fn block(cycle: u64) -> u64 {
    cycle / BLOCK as u64
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
                1 => now + random.below(10_000) as u64,
                2 => now,
                _ => now + random.below(70) as u64,
            };
            queue.set(wave, time);
            plain[wave] = time;
            let (then, waves) = (now + random.below(200) as u64, random.bits());
            let tries = |wave: &usize| waves >> wave & 1 != 0 && plain[*wave] <= then;
            assert!(queue.any_until(then, waves) || !(0..MOST).any(|wave| tries(&wave)));
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
