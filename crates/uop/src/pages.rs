//! Copies of memory that share what did not change.
//!
//! Nothing is tracked while a machine runs: a copy is made by comparing memory, page by page, with
//! the copy before it. Pages that are equal are shared, and so are all pages of zeros.

use std::sync::{Arc, LazyLock};

/// Bytes of a page. The last one may be shorter.
const PAGE: usize = 4096;

type Page = Arc<[u8]>;

static ZEROS: LazyLock<Page> = LazyLock::new(|| vec![0; PAGE].into());

/// What a stretch of memory held at one time.
#[derive(Clone, Debug, Default)]
pub struct Pages(Vec<Page>);

impl Pages {
    /// A copy of `bytes`, which shares what it can with an earlier one of the same stretch.
    pub fn copy(bytes: &[u8], before: Option<&Pages>) -> Pages {
        let pages = bytes.chunks(PAGE).enumerate();
        Pages(pages.map(|(i, page)| known(i, page, before)).collect())
    }

    /// The same of `len` bytes that can only be read: `read` fills a slice from an offset on.
    pub fn copy_with(
        len: usize,
        before: Option<&Pages>,
        mut read: impl FnMut(usize, &mut [u8]),
    ) -> Pages {
        let mut page = [0; PAGE];
        let pages = (0..len.div_ceil(PAGE)).map(|i| {
            let page = &mut page[..PAGE.min(len - i * PAGE)];
            read(i * PAGE, page);
            known(i, page, before)
        });
        Pages(pages.collect())
    }

    /// Puts back what was there.
    ///
    /// # Panics
    /// If `bytes` is not as long as what was copied.
    pub fn restore(&self, bytes: &mut [u8]) {
        assert_eq!(bytes.len(), self.len(), "a copy of as many bytes");
        self.restore_with(|at, page| bytes[at..][..page.len()].copy_from_slice(page));
    }

    /// The same through `write`, which puts a slice to an offset.
    pub fn restore_with(&self, mut write: impl FnMut(usize, &[u8])) {
        for (i, page) in self.0.iter().enumerate() {
            write(i * PAGE, page);
        }
    }

    /// Bytes of what was copied.
    pub fn len(&self) -> usize {
        self.0.iter().map(|page| page.len()).sum()
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Bytes of the pages that are not shared with `before`, and of the list of pages.
    pub fn own_bytes(&self, before: Option<&Pages>) -> usize {
        let shared = |i: usize, page: &Page| {
            let other = before.and_then(|pages| pages.0.get(i));
            Arc::ptr_eq(page, &ZEROS) || other.is_some_and(|other| Arc::ptr_eq(page, other))
        };
        let all = self.0.iter().enumerate();
        let own = all.filter(|(i, page)| !shared(*i, page));
        own.map(|(_, page)| page.len()).sum::<usize>() + size_of_val(&self.0[..])
    }
}

/// The page with this number and these bytes: the one that was there before, if it is the same.
fn known(i: usize, page: &[u8], before: Option<&Pages>) -> Page {
    match before.and_then(|pages| pages.0.get(i)) {
        Some(same) if **same == *page => same.clone(),
        _ if page.len() == PAGE && ZEROS[..] == *page => ZEROS.clone(),
        _ => page.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_what_did_not_change_and_put_back_the_rest() {
        let mut bytes = vec![0; 3 * PAGE + 5];
        bytes[0] = 1;
        let first = Pages::copy(&bytes, None);
        bytes[2 * PAGE] = 2;
        let second = Pages::copy(&bytes, Some(&first));
        let list = 4 * size_of::<Page>();
        assert_eq!(first.own_bytes(None), list + PAGE + 5, "two pages are zero");
        assert_eq!(second.own_bytes(Some(&first)), list + PAGE);
        let after = bytes.clone();
        bytes.fill(9);
        first.restore(&mut bytes);
        assert_eq!((bytes[0], bytes[2 * PAGE], bytes[3 * PAGE + 4]), (1, 0, 0));
        second.restore(&mut bytes);
        assert_eq!(bytes, after);
    }
}
