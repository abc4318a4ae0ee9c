//! Accesses of custom operations that all go to one region.

use crate::memory::{Memory, Window};
use op::shared;

/// Lanes and their addresses in global memory, with the region that has so many bytes at each of them.
pub(crate) struct Common<'a> {
    window: Window,
    pub bytes: usize,
    pub places: &'a [(u32, u64)],
    pub lowest: u64,
    pub highest: u64,
    pub store: bool,
}

/// The region that so many bytes, at most 16, at every address are in, if there is one.
pub(crate) fn common<'a>(
    memory: &Memory,
    bytes: usize,
    places: &'a [(u32, u64)],
    store: bool,
) -> Option<Common<'a>> {
    let (mut lowest, mut highest) = (u64::MAX, 0);
    for (_, address) in places {
        lowest = lowest.min(*address);
        highest = highest.max(*address);
    }
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
    /// Reads the bytes of all, the first as the lowest of an element.
    pub fn gather(&self, elements: &mut [u128]) {
        // SAFETY: so many bytes are readable where `each` says.
        unsafe {
            match self.bytes {
                1 => self.each(elements, |at, it| *it = shared::load_u8(at).into()),
                2 => self.each(elements, |at, it| {
                    *it = u16::from_le(shared::load_u16(at)).into();
                }),
                4 => self.each(elements, |at, it| {
                    *it = u32::from_le(shared::load_u32(at)).into();
                }),
                8 => self.each(elements, |at, it| {
                    *it = u64::from_le(shared::load_u64(at)).into();
                }),
                _ => self.each(elements, |at, it| {
                    let mut read = [0; 16];
                    shared::read(at, &mut read[..self.bytes]);
                    *it = u128::from_le_bytes(read);
                }),
            }
        }
    }

    /// Writes the bytes of all, in their order.
    pub fn scatter(&self, elements: &[u128]) {
        debug_assert!(self.store);
        self.each(elements, |at, element| {
            // SAFETY: so many bytes are writable there: the window was asked for as one to store to.
            unsafe { shared::write(at, &element.to_le_bytes()[..self.bytes]) };
        });
    }

    /// Every element with where its bytes are.
    #[inline(always)]
    fn each<E>(&self, elements: impl IntoIterator<Item = E>, mut f: impl FnMut(*mut u8, E)) {
        for ((_, address), element) in self.places.iter().zip(elements) {
            // SAFETY: the window has all bytes from the lowest address to behind the highest.
            f(unsafe { self.window.at(*address) }, element);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::RegionLabel;

    #[test]
    fn elements_come_and_go_with_their_lowest_byte_first() {
        let mut memory = Memory::new(1 << 16);
        let base = memory.allocate(256, RegionLabel::default()).unwrap();
        let bytes: Vec<u8> = (0..=255).collect();
        memory.write(base, &bytes).unwrap();
        for size in 1..=16 {
            // Anywhere, more than one lane at the same place, up to the last byte.
            let offsets = [3, 0, 256 - size as u64, 3, 77];
            let places = offsets.map(|offset| (0, base + offset));
            let mut elements = [0; 5];
            let all = common(&memory, size, &places, true).expect("all of them are in the region");
            all.gather(&mut elements);
            for (element, offset) in elements.iter().zip(offsets) {
                let expected = &bytes[offset as usize..][..size];
                assert_eq!(&element.to_le_bytes()[..size], expected);
                assert_eq!(element.checked_shr(8 * size as u32).unwrap_or(0), 0);
            }
            // The last one wins.
            let stored = [1, 2, 3, 4, 5].map(|n: u128| n * 0x0101_0101_0101_0101);
            all.scatter(&stored);
            let mut first = vec![0; size];
            memory.read(base + 3, &mut first).unwrap();
            assert_eq!(first, stored[3].to_le_bytes()[..size]);
            memory.write(base, &bytes).unwrap();
        }
    }

    #[test]
    fn what_is_not_in_one_region_is_left_to_others() {
        let mut memory = Memory::new(1 << 16);
        let first = memory.allocate(256, RegionLabel::default()).unwrap();
        let second = memory.allocate(256, RegionLabel::default()).unwrap();
        let is_common = |memory: &Memory, places: &[u64], store: bool| {
            let places: Vec<(u32, u64)> = places.iter().map(|at| (0, *at)).collect();
            common(memory, 4, &places, store).is_some()
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
