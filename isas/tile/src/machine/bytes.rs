//! A stretch of memory that several threads and engines touch, always by copying.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::cell::Cell;

/// Zeroed bytes at a stable place. They are reached through raw pointers only, so that a window
/// onto them may be kept while others write.
#[derive(Debug)]
pub struct Bytes {
    ptr: *mut u8,
    len: usize,
    /// A store was let through, so they may no longer be what they were at the start.
    touched: Cell<bool>,
}

// SAFETY: plain bytes with one owner; every access is a raw copy.
unsafe impl Send for Bytes {}

impl Bytes {
    pub fn zeroed(len: usize) -> Bytes {
        let layout = Self::layout(len);
        // SAFETY: the layout has a size of at least one.
        let ptr = unsafe { alloc_zeroed(layout) };
        if ptr.is_null() {
            handle_alloc_error(layout);
        }
        let touched = Cell::new(false);
        Bytes { ptr, len, touched }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Where they lie, to be read, or to be stored to as well.
    pub fn place(&self, store: bool) -> *mut u8 {
        if store {
            self.touched.set(true);
        }
        self.ptr
    }

    /// Bytes that repeat `pattern`, in the place of `used`, which were the same at their start.
    pub fn fresh(len: usize, pattern: u32, used: Option<Bytes>) -> Bytes {
        let mut bytes = match used.filter(|used| used.len == len) {
            Some(used) if !used.touched.get() => return used,
            Some(used) => used,
            None if pattern == 0 => return Bytes::zeroed(len),
            None => Bytes::zeroed(len),
        };
        let all = bytes.as_mut_slice();
        if pattern == 0 {
            all.fill(0);
        } else {
            let few = pattern
                .to_le_bytes()
                .repeat(all.len().min(4096).div_ceil(4));
            for chunk in all.chunks_mut(few.len().max(1)) {
                chunk.copy_from_slice(&few[..chunk.len()]);
            }
        }
        bytes.touched.set(false);
        bytes
    }

    /// Copies `bytes` to `offset`.
    ///
    /// # Panics
    /// If they do not fit.
    pub fn write(&self, offset: usize, bytes: &[u8]) {
        assert!(
            offset
                .checked_add(bytes.len())
                .is_some_and(|end| end <= self.len)
        );
        // SAFETY: the range was just checked, and no reference covers these bytes.
        unsafe { op::shared::write(self.place(true).add(offset), bytes) };
    }

    /// Copies from `offset` to `out`.
    ///
    /// # Panics
    /// If there are too few bytes.
    pub fn read(&self, offset: usize, out: &mut [u8]) {
        assert!(
            offset
                .checked_add(out.len())
                .is_some_and(|end| end <= self.len)
        );
        // SAFETY: as in `write`.
        unsafe { op::shared::read(self.ptr.add(offset), out) };
    }

    /// All of them.
    ///
    /// # Safety
    /// Nothing may write while the result is used.
    pub unsafe fn as_slice(&self) -> &[u8] {
        // SAFETY: allocated with this length, and initialised; nothing writes, says the caller.
        unsafe { std::slice::from_raw_parts(self.ptr, self.len) }
    }

    /// All of them, to be changed.
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        self.touched.set(true);
        // SAFETY: as above, and there is no other reference.
        unsafe { std::slice::from_raw_parts_mut(self.ptr, self.len) }
    }

    fn layout(len: usize) -> Layout {
        Layout::from_size_align(len.max(1), 64).expect("sizes are bounded by the launch")
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        // SAFETY: allocated in `zeroed` with the same layout.
        unsafe { dealloc(self.ptr, Self::layout(self.len)) };
    }
}
