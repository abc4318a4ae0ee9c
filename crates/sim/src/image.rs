//! Copies of global memory that share what did not change.

use crate::memory::Memory;
use uop::Pages;

/// What all owned regions held at one time.
#[derive(Clone, Debug, Default)]
pub struct Image {
    regions: Vec<Pages>,
}

impl Image {
    /// The bytes that are not shared with `before`.
    pub fn own_bytes(&self, before: Option<&Image>) -> usize {
        let regions = self.regions.iter().enumerate();
        let own = regions.map(|(i, pages)| pages.own_bytes(before.and_then(|b| b.regions.get(i))));
        own.sum()
    }
}

impl Memory {
    /// Bytes of all owned regions: what an image has to compare.
    pub fn owned_bytes(&self) -> u64 {
        let owned = self.regions().filter(|region| region.is_owned());
        owned.map(|region| region.len()).sum()
    }

    /// A copy of all owned regions. Must not run while waves do on other threads.
    pub fn image(&self, before: Option<&Image>) -> Image {
        let regions = self.owned().enumerate().map(|(i, bytes)| {
            // SAFETY: an owned region, to which nobody writes meanwhile.
            let bytes = unsafe { &*bytes };
            Pages::copy(bytes, before.and_then(|image| image.regions.get(i)))
        });
        Image {
            regions: regions.collect(),
        }
    }

    /// Puts back what `image` holds. It must be an image of this memory with these regions.
    pub fn restore(&self, image: &Image) {
        for (bytes, pages) in self.owned().zip(&image.regions) {
            // SAFETY: as above, and nobody reads either; an image never overlaps a region.
            pages.restore(unsafe { &mut *bytes });
        }
    }

    fn owned(&self) -> impl Iterator<Item = *mut [u8]> {
        let owned = self.regions().filter(|region| region.is_owned());
        owned.map(|region| std::ptr::slice_from_raw_parts_mut(region.ptr(), region.len() as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RegionLabel;

    #[test]
    fn images_put_back_every_region() {
        let mut memory = Memory::new(1 << 20);
        let label = |name: &str| RegionLabel {
            name: name.into(),
            ..RegionLabel::default()
        };
        let a = memory.allocate(5000, label("a")).unwrap();
        let b = memory.allocate(7, label("b")).unwrap();
        memory.write(a, &[1; 8]).unwrap();
        let first = memory.image(None);
        memory.write(a + 4096, &[2]).unwrap();
        memory.write(b + 6, &[3]).unwrap();
        let second = memory.image(Some(&first));
        assert!(second.own_bytes(Some(&first)) < second.own_bytes(None));
        let read = |address| {
            let mut byte = [0];
            memory.read(address, &mut byte).unwrap();
            byte[0]
        };
        memory.write(a + 4999, &[9]).unwrap();
        memory.restore(&first);
        let all = [a, a + 4096, a + 4999, b + 6];
        assert_eq!(all.map(read), [1, 0, 0, 0]);
        memory.restore(&second);
        assert_eq!(all.map(read), [1, 2, 0, 3]);
    }
}
