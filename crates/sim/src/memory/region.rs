//! Bytes behind addresses: whose they are, and how they are reached.

use super::RegionLabel;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::sync::Arc;

/// What the bytes of regions are aligned to in this process.
pub(super) const ALLOCATED_AT: usize = 128;

/// A stretch of mapped addresses.
#[derive(Clone, Debug)]
pub struct Region {
    pub(super) base: u64,
    pub(super) len: u64,
    pub(super) ptr: *mut u8,
    pub(super) owner: Owner,
    pub(super) writable: bool,
    pub(super) label: Arc<RegionLabel>,
}

/// Whose the bytes of a region are.
#[derive(Clone, Debug)]
pub(super) enum Owner {
    /// The tank's.
    Tank(#[expect(dead_code, reason = "kept, not read")] Arc<Allocation>),
    /// The host's, at an address that the tank chose.
    Lent,
    /// The host's, at their own address.
    Host,
    /// The same, and the host uses them while kernels run.
    Shared,
}

/// Bytes of the host that kernels may use in place, and that devices copy from and to.
#[derive(Clone, Copy, Debug)]
pub struct HostBytes {
    pub(super) ptr: *mut u8,
    pub(super) len: u64,
}

// SAFETY: as for `Region`.
unsafe impl Send for HostBytes {}
// SAFETY: as above.
unsafe impl Sync for HostBytes {}

impl HostBytes {
    /// Bytes that the host lends.
    ///
    /// # Safety
    /// They stay valid for reads, and for writes if anything is to be written there, as long as a memory
    /// that they are lent to lives or something is copied, and no
    /// reference covers them while something accesses it: other accesses are those of
    /// [`op::shared`] or of code that is not Rust.
    pub unsafe fn new(ptr: *mut u8, len: usize) -> HostBytes {
        HostBytes {
            ptr,
            len: len as u64,
        }
    }

    /// The address of the first byte in this process.
    pub fn address(&self) -> usize {
        self.ptr.addr()
    }

    /// Bytes.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Copies so many bytes to others, which may overlap: as many as both have.
    pub fn copy_to(self, to: HostBytes) {
        // SAFETY: by the contract of `HostBytes::new`.
        unsafe { op::shared::copy(to.ptr, self.ptr, self.len.min(to.len) as usize) };
    }

    /// The bytes from here to the end of `other`, which begins among them or right behind them.
    pub fn up_to_end_of(self, other: HostBytes) -> HostBytes {
        let end = (other.address() + other.len()).max(self.address() + self.len());
        HostBytes {
            ptr: self.ptr,
            len: (end - self.address()) as u64,
        }
    }
}

/// Bytes from the allocator, given back when no region has them any more.
#[derive(Debug)]
pub(super) struct Allocation {
    /// The first byte that is aligned.
    pub ptr: *mut u8,
    /// What the allocator gave.
    given: *mut u8,
    layout: Layout,
}

// SAFETY: only the last owner touches what it has, to give it back.
unsafe impl Send for Allocation {}
// SAFETY: as above.
unsafe impl Sync for Allocation {}

impl Allocation {
    /// So many zero bytes, unless there is no room for them.
    pub fn zeroed(len: u64) -> Option<Arc<Allocation>> {
        // Allocators have pages that are zero already, but only for what is aligned as all is. So the
        // alignment is made here, and no byte is touched before it is used.
        let size = usize::try_from(len).ok()?.checked_add(ALLOCATED_AT)?;
        let layout = Layout::from_size_align(size, 16).ok()?;
        // SAFETY: the layout has a size of at least one.
        let given = unsafe { alloc_zeroed(layout) };
        let ptr = given.wrapping_add(given.align_offset(ALLOCATED_AT));
        (!given.is_null()).then(|| Arc::new(Allocation { ptr, given, layout }))
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and given back only here.
        unsafe { dealloc(self.given, self.layout) };
    }
}

// SAFETY: a region is bytes at a stable address, which no reference ever covers. Waves on several
// threads may race on them as on a GPU: every access is one of `op::shared`, which says why that is
// defined.
unsafe impl Send for Region {}
// SAFETY: as above.
unsafe impl Sync for Region {}

impl Region {
    /// The address of the first byte.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Bytes.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What messages call it.
    pub fn label(&self) -> &RegionLabel {
        &self.label
    }

    /// Its address is one that the tank chose.
    pub fn is_owned(&self) -> bool {
        matches!(self.owner, Owner::Tank(_) | Owner::Lent)
    }

    pub(crate) fn ptr(&self) -> *mut u8 {
        self.ptr
    }

    pub(super) fn window(&self) -> Window {
        Window {
            base: self.base,
            len: self.len,
            ptr: self.ptr,
        }
    }

    pub(super) fn holds(&self, address: u64, bytes: u64) -> bool {
        let offset = address.wrapping_sub(self.base);
        offset <= self.len && bytes <= self.len - offset
    }
}

/// A range of addresses with the bytes behind it. Lives no longer than the access that asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub base: u64,
    pub len: u64,
    pub ptr: *mut u8,
}

impl Window {
    pub fn of(bytes: &mut [u8]) -> Window {
        Window {
            base: 0,
            len: bytes.len() as u64,
            ptr: bytes.as_mut_ptr(),
        }
    }

    pub fn holds(&self, address: u64, bytes: u64) -> bool {
        let offset = address.wrapping_sub(self.base);
        offset <= self.len && bytes <= self.len - offset
    }

    /// The host byte behind a device address.
    ///
    /// # Safety
    /// The address must lie in the window.
    pub unsafe fn at(&self, address: u64) -> *mut u8 {
        // SAFETY: the offset is within the window by the caller's promise.
        unsafe { self.ptr.add((address - self.base) as usize) }
    }
}
