//! What the host keeps of calls where it has no life of its own: in device memory.
//!
//! A run from the command line can be stepped back, made again with checkers, or begun anew from a state that
//! was kept. Whatever the host has written down goes back with it if it lies in memory like all else.
//!
//! Text is kept as it came, a record for each part of a message: which part of the message follows, which is
//! its last (in the first of them), and the eight words of the slot. The number of a message is that of its
//! first record, from one. What is printed follows from the records alone.

use super::heap::Ranges;
use super::{BEGIN, END, render, word};
use std::ops::Range;
use uop::{Machine, Space, Trap};

/// Bytes for text, and for what is written down of memory.
pub const LOG_BYTES: u64 = 1 << 20;
/// Of the beginning, which says how many records there are.
const HEAD_BYTES: u64 = 16;
const RECORD_BYTES: u64 = 80;
const RECORDS: u64 = (LOG_BYTES - HEAD_BYTES) / RECORD_BYTES;
/// Bytes for what is taken of the heap: how many parts there are, and the ends of each.
pub const TAKEN_BYTES: u64 = 64 << 10;
const PARTS: u64 = (TAKEN_BYTES - 8) / 16;

/// Places in device memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Desk {
    /// Of [`LOG_BYTES`], all zero to begin with.
    pub log: u64,
    /// Of [`TAKEN_BYTES`], all zero to begin with.
    pub taken: u64,
    /// What memory is given of.
    pub heap: Range<u64>,
}

impl Desk {
    /// A part of a message, and what its wave is told: how it goes on, or how much was printed.
    pub(super) fn message(&self, words: [u64; 8], machine: &mut dyn Machine) -> Result<u64, Trap> {
        let mut words = words;
        let count = word(machine, self.log)?;
        let begins = words[0] & BEGIN != 0;
        let first = if begins { count + 1 } else { words[0] >> 8 };
        let ends = words[0] & END != 0;
        if count >= RECORDS || first == 0 || first > count + 1 {
            // Without room there is no message.
            return Ok(if ends { u64::MAX } else { words[0] & 0xfe });
        }
        let own = count + 1;
        words[0] = words[0] & 0xfe | first << 8;
        for (at, value) in (16..).step_by(8).zip(words) {
            put(machine, self.record(own) + at, value)?;
        }
        if !begins {
            let last = word(machine, self.record(first) + 8)?.clamp(1, own);
            put(machine, self.record(last), own)?;
        }
        put(machine, self.record(first) + 8, own)?;
        put(machine, self.log, own)?;
        if !ends {
            return Ok(words[0]);
        }
        let mut message = Vec::new();
        let mut at = first;
        for _ in 0..own {
            let mut part = [0; 8];
            for (offset, to) in (16..).step_by(8).zip(&mut part) {
                *to = word(machine, self.record(at) + offset)?;
            }
            message.extend(content(&part));
            at = word(machine, self.record(at))?;
            if at == 0 || at > own {
                break;
            }
        }
        let mut text = Vec::new();
        render(&message, &mut text);
        Ok(text.len() as u64)
    }

    fn record(&self, number: u64) -> u64 {
        self.log + HEAD_BYTES + (number - 1) * RECORD_BYTES
    }

    /// Gives memory, or takes it back: see [`Heap::request`](super::Heap).
    pub(super) fn request(
        &self,
        (address, bytes): (u64, u64),
        machine: &mut dyn Machine,
    ) -> Result<u64, Trap> {
        let count = word(machine, self.taken)?.min(PARTS);
        let mut parts = Vec::new();
        for part in 0..count {
            let at = self.taken + 8 + 16 * part;
            parts.push(word(machine, at)?..word(machine, at + 8)?);
        }
        let mut ranges = Ranges::new(self.heap.clone(), &parts);
        let answer = ranges.request(address, bytes);
        let taken: Vec<Range<u64>> = ranges.taken().collect();
        if taken.len() as u64 > PARTS {
            return Ok(0);
        }
        for (part, taken) in taken.iter().enumerate() {
            let at = self.taken + 8 + 16 * part as u64;
            put(machine, at, taken.start)?;
            put(machine, at + 8, taken.end)?;
        }
        put(machine, self.taken, taken.len() as u64)?;
        Ok(answer)
    }
}

/// The text of all messages that have ended, from the bytes of a log.
pub fn text(log: &[u8]) -> Vec<u8> {
    let word = |at: u64| {
        let at = usize::try_from(at).ok()?;
        let bytes = log.get(at..at.checked_add(8)?)?;
        bytes.try_into().ok().map(u64::from_le_bytes)
    };
    let part = |number: u64| {
        let at = HEAD_BYTES + number.checked_sub(1)?.checked_mul(RECORD_BYTES)?;
        let mut words = [0; 8];
        for (offset, to) in (16..).step_by(8).zip(&mut words) {
            *to = word(at.checked_add(offset)?)?;
        }
        Some((word(at)?, words))
    };
    let count = word(0).unwrap_or(0).min(RECORDS);
    let mut all = Vec::new();
    // A kernel can write here as anywhere: no part is of two messages.
    let mut told = vec![false; count as usize + 1];
    for number in 1..=count {
        let Some((_, words)) = part(number).filter(|(_, words)| words[0] & END != 0) else {
            continue;
        };
        let mut message = Vec::new();
        let mut next = words[0] >> 8;
        while let Some(told) = told.get_mut(next as usize).filter(|told| !**told)
            && let Some((after, words)) = part(next)
        {
            *told = true;
            message.extend(content(&words));
            next = after;
        }
        render(&message, &mut all);
    }
    all
}

/// What the words of a part say: how many there are stands in the first.
fn content(words: &[u64; 8]) -> &[u64] {
    let count = (words[0] >> 5 & 7) as usize;
    &words[1..1 + count]
}

fn put(machine: &mut dyn Machine, address: u64, value: u64) -> Result<(), Trap> {
    machine.store(Space::Global, 0, address, &value.to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use random::Random;

    #[test]
    fn what_kernels_write_over_is_no_text_and_no_panic() {
        let mut random = Random::new(7);
        for len in [0, 7, 8, 15, 100, 4096, LOG_BYTES as usize] {
            for most in [3, 60, u64::MAX] {
                let words = (0..len.div_ceil(8)).map(|_| random.below(1 << 30) as u64 % most);
                let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).take(len).collect();
                text(&bytes);
            }
        }
    }
}
