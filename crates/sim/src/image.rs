//! Copies of global memory that share what did not change.
//!
//! Nothing is tracked while waves run: an image is made by comparing memory, page by page, with
//! the image before it. Pages that are equal are shared, and so are all pages of zeros.

use crate::memory::Memory;
use std::sync::{Arc, LazyLock};

/// Bytes of a page. The last one of a region may be shorter.
pub const PAGE: usize = 4096;

type Page = Arc<[u8]>;

static ZEROS: LazyLock<Page> = LazyLock::new(|| vec![0; PAGE].into());

/// What all owned regions held at one time.
#[derive(Clone, Debug, Default)]
pub struct Image {
    pages: Vec<Page>,
}

impl Image {
    /// The bytes of the pages that are not shared with `before`, and of the list of pages.
    pub fn own_bytes(&self, before: Option<&Image>) -> usize {
        let shared = |i: usize, page: &Page| {
            Arc::ptr_eq(page, &ZEROS)
                || before
                    .and_then(|image| image.pages.get(i))
                    .is_some_and(|other| Arc::ptr_eq(page, other))
        };
        let own = self
            .pages
            .iter()
            .enumerate()
            .filter(|(i, page)| !shared(*i, page));
        own.map(|(_, page)| page.len()).sum::<usize>() + self.pages.len() * size_of::<Page>()
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
        let mut known = before.map_or(&[][..], |image| &image.pages).iter();
        let mut pages = Vec::new();
        self.for_each_page(|page| {
            // SAFETY: the page lies in an owned region, and nobody writes to it meanwhile.
            let bytes: &[u8] = unsafe { std::slice::from_raw_parts(page.cast::<u8>(), page.len()) };
            pages.push(match known.next() {
                Some(same) if **same == *bytes => same.clone(),
                _ if ZEROS[..bytes.len()] == *bytes && bytes.len() == PAGE => ZEROS.clone(),
                _ => bytes.into(),
            });
        });
        Image { pages }
    }

    /// Puts back what `image` holds. It must be an image of this memory with these regions.
    pub fn restore(&self, image: &Image) {
        let mut pages = image.pages.iter();
        self.for_each_page(|to| {
            let page = pages.next().expect("an image of the same regions");
            assert_eq!(page.len(), to.len(), "an image of the same regions");
            // SAFETY: as above; an image never overlaps a region.
            unsafe {
                to.cast::<u8>()
                    .copy_from_nonoverlapping(page.as_ptr(), page.len())
            };
        });
    }

    fn for_each_page(&self, mut f: impl FnMut(*mut [u8])) {
        for region in self.regions().filter(|region| region.is_owned()) {
            let (start, len) = (region.ptr(), region.len() as usize);
            for offset in (0..len).step_by(PAGE) {
                let bytes = PAGE.min(len - offset);
                f(std::ptr::slice_from_raw_parts_mut(
                    start.wrapping_add(offset),
                    bytes,
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RegionLabel;

    #[test]
    fn images_share_what_did_not_change_and_put_back_the_rest() {
        let mut memory = Memory::new(1 << 20);
        let label = |name: &str| RegionLabel {
            name: name.into(),
            ..RegionLabel::default()
        };
        let a = memory.allocate(3 * PAGE as u64 + 5, label("a")).unwrap();
        let b = memory.allocate(7, label("b")).unwrap();
        memory.write(a, &[1; 8]).unwrap();
        let first = memory.image(None);
        memory.write(a + 2 * PAGE as u64, &[2]).unwrap();
        memory.write(b + 6, &[3]).unwrap();
        let second = memory.image(Some(&first));
        let list = 5 * size_of::<Page>();
        assert_eq!(
            first.own_bytes(None),
            list + PAGE + 5 + 7,
            "two pages are zeros"
        );
        assert_eq!(second.own_bytes(Some(&first)), list + PAGE + 7);
        let read = |address| {
            let mut byte = [0];
            memory.read(address, &mut byte).unwrap();
            byte[0]
        };
        memory.write(a + 3 * PAGE as u64 + 4, &[9]).unwrap();
        memory.restore(&first);
        let all = [a, a + 2 * PAGE as u64, a + 3 * PAGE as u64 + 4, b + 6];
        assert_eq!(all.map(read), [1, 0, 0, 0]);
        memory.restore(&second);
        assert_eq!(all.map(read), [1, 2, 0, 3]);
    }
}
