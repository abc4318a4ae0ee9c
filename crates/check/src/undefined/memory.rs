//! Undefined bits of memory.

use super::origin::Tag;
use super::registers::Bits;
use std::collections::HashMap;

/// Few bytes, which may all have no value at the start: local memory, and that of single lanes.
#[derive(Debug, Default)]
pub(super) struct Small {
    /// For each word, bits that are undefined.
    words: Vec<u32>,
    /// Words with such bits.
    open: usize,
    /// Where undefined values come from that were stored.
    stored: HashMap<u32, Tag>,
}

impl Small {
    pub fn reset(&mut self, bytes: usize, unset: bool) {
        self.words.clear();
        self.words
            .resize(bytes.div_ceil(4), if unset { !0 } else { 0 });
        self.open = if unset { self.words.len() } else { 0 };
        self.stored.clear();
    }

    /// Undefined bits of a word, which may not be there.
    #[inline]
    pub fn word(&self, word: u64) -> u32 {
        self.words.get(word as usize).copied().unwrap_or(0)
    }

    /// Everything is defined.
    #[inline]
    pub fn is_defined(&self) -> bool {
        self.open == 0
    }

    /// Consecutive words, as far as they are there.
    #[inline]
    pub fn define(&mut self, first: u64, count: u64) {
        let len = self.words.len();
        let end = len.min(first.saturating_add(count) as usize);
        for mask in &mut self.words[len.min(first as usize)..end] {
            self.open -= usize::from(std::mem::take(mask) != 0);
        }
    }
}

/// Words of a page.
const PAGE: usize = 256;

/// Many bytes, which all have a value at the start: device memory.
#[derive(Debug, Default)]
pub(super) struct Large {
    pages: HashMap<u64, Box<[Bits; PAGE]>>,
}

impl Large {
    pub fn is_defined(&self) -> bool {
        self.pages.is_empty()
    }

    /// Words in a range of addresses that have undefined bits, by ascending address.
    pub fn undefined(&self, bytes: std::ops::Range<u64>) -> Vec<(u64, Bits)> {
        let words = |page: u64| (0..PAGE as u64).map(move |i| page * PAGE as u64 + i);
        let pages = self.pages.iter();
        let found = pages.flat_map(|(&page, bits)| words(page).zip(bits.iter().copied()));
        let found = found.map(|(word, bits)| (4 * word, bits));
        let mut found: Vec<_> = found
            .filter(|(at, bits)| bits.mask != 0 && bytes.contains(at))
            .collect();
        found.sort_unstable_by_key(|(at, _)| *at);
        found
    }
}

/// Undefined bits of words.
pub(super) trait Words {
    fn get(&self, word: u64) -> Bits;
    fn set(&mut self, word: u64, bits: Bits);

    /// Up to four bytes from an address on, in the low bits.
    fn load(&self, address: u64, bytes: u32) -> Bits {
        let low = self.get(address / 4);
        let shift = 8 * (address % 4) as u32;
        if shift == 0 && bytes == 4 {
            return low;
        }
        let mut mask = u64::from(low.mask);
        let mut tag = low.tag;
        if shift + 8 * bytes > 32 {
            let high = self.get(address.wrapping_add(4) / 4);
            mask |= u64::from(high.mask) << 32;
            if low.mask >> shift == 0 {
                tag = high.tag;
            }
        }
        Bits {
            mask: (mask >> shift) as u32 & lowest(bytes),
            tag,
        }
    }

    fn store(&mut self, address: u64, bytes: u32, bits: Bits) {
        let shift = 8 * (address % 4) as u32;
        let reach = u64::from(lowest(bytes)) << shift;
        let value = u64::from(bits.mask) << shift;
        for half in 0..2 {
            let (reach, value) = ((reach >> (32 * half)) as u32, (value >> (32 * half)) as u32);
            if reach == 0 {
                continue;
            }
            let word = (address / 4).wrapping_add(half);
            let old = self.get(word);
            let mask = old.mask & !reach | value & reach;
            let tag = if value & reach != 0 {
                bits.tag
            } else {
                old.tag
            };
            self.set(word, Bits { mask, tag });
        }
    }
}

fn lowest(bytes: u32) -> u32 {
    u32::MAX >> (32 - 8 * bytes.min(4))
}

impl Words for Small {
    fn get(&self, word: u64) -> Bits {
        let mask = self.word(word);
        let tag = match mask {
            0 => 0,
            _ => self.stored.get(&(word as u32)).copied().unwrap_or(0),
        };
        Bits { mask, tag }
    }

    fn set(&mut self, word: u64, bits: Bits) {
        let Some(mask) = self.words.get_mut(word as usize) else {
            return;
        };
        self.open += usize::from(bits.mask != 0);
        self.open -= usize::from(std::mem::replace(mask, bits.mask) != 0);
        if bits.mask != 0 && bits.tag != 0 {
            self.stored.insert(word as u32, bits.tag);
        }
    }
}

impl Words for Large {
    fn get(&self, word: u64) -> Bits {
        let page = self.pages.get(&(word / PAGE as u64));
        page.map_or(Bits::default(), |page| page[word as usize % PAGE])
    }

    fn set(&mut self, word: u64, bits: Bits) {
        let number = word / PAGE as u64;
        if bits.mask == 0 {
            if let Some(page) = self.pages.get_mut(&number) {
                page[word as usize % PAGE] = bits;
            }
            return;
        }
        let page = self.pages.entry(number);
        let page = page.or_insert_with(|| Box::new([Bits::default(); PAGE]));
        page[word as usize % PAGE] = bits;
    }
}
