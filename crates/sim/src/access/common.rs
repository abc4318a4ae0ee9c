//! Accesses of custom operations that all go to one region.

use crate::memory::{Memory, Window};
use op::shared;
use uop::{Places, element_of};

/// Places in global memory, with the region that has so many bytes at each of them.
pub(crate) struct Common<'a> {
    window: Window,
    pub bytes: usize,
    pub places: &'a Places,
    pub lowest: u64,
    pub highest: u64,
    pub store: bool,
}

/// The region that so many bytes, at most 16, at every address are in, if there is one.
pub(crate) fn common<'a>(
    memory: &Memory,
    bytes: usize,
    places: &'a Places,
    store: bool,
) -> Option<Common<'a>> {
    let all = places.addresses.iter().copied();
    let (lowest, highest) = all.fold((u64::MAX, 0), |(lowest, highest), address| {
        (address.min(lowest), address.max(highest))
    });
    let all = highest.checked_sub(lowest)?.checked_add(bytes as u64)?;
    let (window, _) = memory.window_near(0, lowest, all, store)?;
    (1..=16).contains(&bytes).then_some(Common {
        window,
        bytes,
        places,
        lowest,
        highest,
        store,
    })
}

impl Common<'_> {
    /// Reads the bytes of all, into as few words each as have room for them.
    pub fn gather(&self, words: &mut [u32]) {
        // SAFETY: so many bytes are readable where `each` says.
        unsafe {
            match self.bytes {
                1 => self.each(words, |at, it| *it = shared::load_u8(at).into()),
                2 => self.each(words, |at, it| {
                    *it = u16::from_le(shared::load_u16(at)).into();
                }),
                4 => self.each(words, |at, it| *it = u32::from_le(shared::load_u32(at))),
                8 => self.each(words.chunks_exact_mut(2), |at, it| split(at, it)),
                16 => self.each(words.chunks_exact_mut(4), |at, it| {
                    split(at, &mut it[..2]);
                    split(at.add(8), &mut it[2..]);
                }),
                bytes => self.each(words.chunks_exact_mut(bytes.div_ceil(4)), |at, it| {
                    let mut read = [0; 16];
                    shared::read(at, &mut read[..bytes]);
                    for (word, four) in it.iter_mut().zip(read.as_chunks().0) {
                        *word = u32::from_le_bytes(*four);
                    }
                }),
            }
        }
    }

    /// Writes the bytes of all, in their order.
    pub fn scatter(&self, words: &[u32]) {
        debug_assert!(self.store);
        self.each(words.chunks_exact(self.bytes.div_ceil(4)), |at, words| {
            // SAFETY: so many bytes are writable there: the window was asked for as one to store to.
            unsafe { shared::write(at, &element_of(words)[..self.bytes]) };
        });
    }

    /// Every element with where its bytes are.
    #[inline(always)]
    fn each<E>(&self, elements: impl IntoIterator<Item = E>, mut f: impl FnMut(*mut u8, E)) {
        for (address, element) in self.places.addresses.iter().zip(elements) {
            // SAFETY: the window has all bytes from the lowest address to behind the highest.
            f(unsafe { self.window.at(*address) }, element);
        }
    }
}

/// Reads eight bytes into two words.
///
/// # Safety
/// They are readable, and no reference covers them.
#[inline(always)]
unsafe fn split(at: *const u8, words: &mut [u32]) {
    // SAFETY: by this function's contract.
    let both = u64::from_le(unsafe { shared::load_u64(at) });
    (words[0], words[1]) = (both as u32, (both >> 32) as u32);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::RegionLabel;

    fn at(addresses: &[u64]) -> Places {
        Places {
            lanes: vec![0; addresses.len()],
            addresses: addresses.to_vec(),
        }
    }

    #[test]
    fn elements_come_and_go_with_their_lowest_byte_first() {
        let mut memory = Memory::new(1 << 16);
        let base = memory.allocate(256, RegionLabel::default()).unwrap();
        let bytes: Vec<u8> = (0..=255).collect();
        memory.write(base, &bytes).unwrap();
        for size in 1..=16usize {
            // Anywhere, more than one lane at the same place, up to the last byte.
            let offsets = [3, 0, 256 - size as u64, 3, 77];
            let places = at(&offsets.map(|offset| base + offset));
            let each = size.div_ceil(4);
            let mut words = vec![!0; 5 * each];
            let all = common(&memory, size, &places, true).expect("all of them are in the region");
            all.gather(&mut words);
            for (words, offset) in words.chunks(each).zip(offsets) {
                let expected = &bytes[offset as usize..][..size];
                let element = element_of(words);
                let (found, rest) = element.split_at(size);
                assert_eq!(found, expected);
                assert!(rest.iter().all(|byte| *byte == 0));
            }
            // The last one wins.
            let stored: Vec<u32> = (1..=5).flat_map(|n| vec![n * 0x0101_0101; each]).collect();
            all.scatter(&stored);
            let mut first = vec![0; size];
            memory.read(base + 3, &mut first).unwrap();
            assert_eq!(first, vec![4; size]);
            memory.write(base, &bytes).unwrap();
        }
    }

    #[test]
    fn what_is_not_in_one_region_is_left_to_others() {
        let mut memory = Memory::new(1 << 16);
        let first = memory.allocate(256, RegionLabel::default()).unwrap();
        let second = memory.allocate(256, RegionLabel::default()).unwrap();
        let is_common = |memory: &Memory, places: &[u64], store: bool| {
            common(memory, 4, &at(places), store).is_some()
        };
        assert!(is_common(&memory, &[first, first + 252], false));
        assert!(!is_common(&memory, &[first, first + 253], false));
        assert!(!is_common(&memory, &[first, second], false));
        assert!(!is_common(&memory, &[u64::MAX], false));
        assert!(!is_common(&memory, &[], false));
        memory.protect(first);
        assert!(is_common(&memory, &[first], false));
        assert!(!is_common(&memory, &[first], true));
    }
}
