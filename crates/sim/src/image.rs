//! Copies of global memory that share what did not change.

use crate::memory::{Memory, Region};
use op::shared;
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
        self.owned().map(|region| region.len()).sum()
    }

    /// A copy of all owned regions. Of bytes that waves on other threads store meanwhile, it has what
    /// was there before or after.
    pub fn image(&self, before: Option<&Image>) -> Image {
        let regions = self.owned().enumerate().map(|(i, region)| {
            let before = before.and_then(|image| image.regions.get(i));
            Pages::copy_with(region.len() as usize, before, |at, page| {
                // SAFETY: pages are within the region.
                unsafe { shared::read(region.ptr().add(at), page) }
            })
        });
        Image {
            regions: regions.collect(),
        }
    }

    /// Puts back what `image` holds. It must be an image of this memory with these regions.
    pub fn restore(&self, image: &Image) {
        for (region, pages) in self.owned().zip(&image.regions) {
            assert_eq!(
                pages.len() as u64,
                region.len(),
                "an image of these regions"
            );
            pages.restore_with(|at, page| {
                // SAFETY: the pages together are as long as the region.
                unsafe { shared::write(region.ptr().add(at), page) }
            });
        }
    }

    fn owned(&self) -> impl Iterator<Item = &Region> {
        self.regions().filter(|region| region.is_owned())
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
