//! Global memory: regions of bytes at device addresses.
//!
//! Regions are either owned by the tank or lie in the host process under the same address. Gaps
//! between them are never mapped, so that running off one array does not land in the next.

use op::shared;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fmt::Write as _;
use std::sync::Arc;

/// Where allocation begins. Low enough that 32-bit instruction sets reach everything, high enough
/// that null pointers and small integers are not addresses.
const FIRST_ADDRESS: u64 = 0x1000_0000;
const ALIGNMENT: u64 = 256;
/// At least this much is unmapped behind every allocation.
const GUARD: u64 = 4096;

/// What a region is called and how its elements are counted, for messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegionLabel {
    /// `a`, `the stack`: how messages begin.
    pub name: String,
    /// Type and shape as the user wrote them: `f32[64,64]`.
    pub ty: String,
    /// Bytes of an element, so that messages can count in elements.
    pub element_bytes: u32,
}

/// A stretch of mapped addresses.
#[derive(Clone, Debug)]
pub struct Region {
    base: u64,
    len: u64,
    ptr: *mut u8,
    /// What keeps the bytes, unless they are the host's.
    owner: Option<Arc<Allocation>>,
    writable: bool,
    label: RegionLabel,
}

/// Bytes from the allocator, given back when no region has them any more.
#[derive(Debug)]
struct Allocation {
    ptr: *mut u8,
    layout: Layout,
}

// SAFETY: only the last owner touches what it has, to give it back.
unsafe impl Send for Allocation {}
// SAFETY: as above.
unsafe impl Sync for Allocation {}

impl Allocation {
    /// So many zero bytes, unless there is no room for them.
    fn zeroed(len: u64) -> Option<Arc<Allocation>> {
        let layout = Layout::from_size_align(usize::try_from(len).ok()?.max(1), 64).ok()?;
        // SAFETY: the layout has a size of at least one.
        let ptr = unsafe { alloc_zeroed(layout) };
        (!ptr.is_null()).then(|| Arc::new(Allocation { ptr, layout }))
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and given back only here.
        unsafe { dealloc(self.ptr, self.layout) };
    }
}

// SAFETY: a region is bytes at a stable address, which no reference ever covers. Waves on several
// threads may race on them as on a GPU: every access is one of `op::shared`, which says why that is
// defined.
unsafe impl Send for Region {}
// SAFETY: as above.
unsafe impl Sync for Region {}

/// Why an access is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessError(pub String);

/// Global memory: regions that are mapped at addresses, with gaps between them so that an access
/// past the end of one is seen. Many threads may access it at once, in any way. A clone maps the same
/// bytes; what is mapped or released later concerns only one of them.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Sorted by base; never overlapping.
    regions: Vec<Region>,
    next: u64,
    limit: u64,
    used: u64,
}

/// So far from an array an access does not miss it any more: a wrong index of 32 bits is nearer.
const FAR: u64 = 1 << 37;

impl Memory {
    /// Memory that will hold at most `limit` bytes of owned regions.
    pub fn new(limit: u64) -> Memory {
        Memory {
            regions: Vec::new(),
            next: FIRST_ADDRESS,
            limit,
            used: 0,
        }
    }

    /// Allocates `len` zero bytes and returns their device address.
    pub fn allocate(&mut self, len: u64, label: RegionLabel) -> Result<u64, AccessError> {
        if len > self.limit - self.used {
            return Err(AccessError(format!(
                "{} needs {len} bytes, but only {} of {} bytes of device memory are left",
                label.name,
                self.limit - self.used,
                self.limit
            )));
        }
        let too_much = || AccessError(format!("{} needs more than this computer has", label.name));
        let owner = Allocation::zeroed(len).ok_or_else(too_much)?;
        self.used += len;
        let base = self.room(len);
        if base == self.next {
            self.next = (base + len + GUARD).next_multiple_of(ALIGNMENT);
        }
        self.insert(Region {
            base,
            len,
            ptr: owner.ptr,
            owner: Some(owner),
            writable: true,
            label,
        });
        Ok(base)
    }

    /// Where so many bytes fit: behind everything, so that addresses of released regions stay
    /// unmapped, as long as there are addresses of 32 bits; then wherever there is a gap.
    fn room(&self, len: u64) -> u64 {
        const SHORT: u64 = 1 << 32;
        if self.next.saturating_add(len) <= SHORT {
            return self.next;
        }
        let mut base = FIRST_ADDRESS;
        for region in self.regions.iter().filter(|region| region.is_owned()) {
            if base.saturating_add(len).saturating_add(GUARD) <= region.base {
                break;
            }
            let end = region.base + region.len + GUARD;
            base = base.max(end.next_multiple_of(ALIGNMENT));
        }
        if base.saturating_add(len) <= SHORT {
            return base;
        }
        self.next
    }

    /// Allocates `len` zero bytes at a device address below those that [`Memory::allocate`] gives.
    pub fn allocate_at(
        &mut self,
        base: u64,
        len: u64,
        label: RegionLabel,
    ) -> Result<(), AccessError> {
        let end = base.checked_add(len);
        let taken = self.regions.iter().any(|region| {
            base < region.base + region.len && end.is_some_and(|end| region.base < end)
        });
        if taken || end.is_none_or(|end| end > FIRST_ADDRESS) {
            let name = &label.name;
            return Err(AccessError(format!(
                "{name} ({len} bytes) does not fit at {base:#x}"
            )));
        }
        let next = std::mem::replace(&mut self.next, base);
        let placed = self.allocate(len, label);
        self.next = next;
        placed.map(|_| ())
    }

    /// Maps host bytes at their own address.
    ///
    /// # Safety
    /// The range must stay valid for reads (and writes, if `writable`) as long as this memory
    /// lives, and its pointer must have been exposed. Ranges must not overlap each other. While
    /// something accesses this memory, no reference covers the range, and other accesses to it are
    /// those of [`op::shared`] or of code that is not Rust.
    pub unsafe fn map_host(&mut self, base: u64, len: u64, writable: bool, label: RegionLabel) {
        let ptr = std::ptr::with_exposed_provenance_mut(base as usize);
        self.insert(Region {
            base,
            len,
            ptr,
            owner: None,
            writable,
            label,
        });
    }

    /// Gives the owned region at `base` back: its addresses are not mapped any more. False where
    /// there is none.
    pub fn release(&mut self, base: u64) -> bool {
        let owned = |region: &Region| region.base == base && region.is_owned();
        let Some(at) = self.regions.iter().position(owned) else {
            return false;
        };
        let region = self.regions.remove(at);
        self.used -= region.len;
        true
    }

    /// From now on stores to the region at `base` are refused.
    pub fn protect(&mut self, base: u64) {
        if let Some(region) = self.regions.iter_mut().find(|region| region.base == base) {
            region.writable = false;
        }
    }

    /// The same regions with the same bytes, which no other has; nothing where some are the host's,
    /// or where there is no room for them.
    pub fn copy(&self) -> Option<Memory> {
        let mut copy = self.clone();
        let mut buffer = vec![0; 1 << 16];
        for region in &mut copy.regions {
            region.owner.as_ref()?;
            let owner = Allocation::zeroed(region.len)?;
            (region.ptr, region.owner) = (owner.ptr, Some(owner));
        }
        for region in &self.regions {
            let (mut at, end) = (region.base, region.base + region.len);
            while at < end {
                let bytes = buffer.len().min((end - at) as usize);
                self.read(at, &mut buffer[..bytes]).ok()?;
                copy.write(at, &buffer[..bytes]).ok()?;
                at += bytes as u64;
            }
        }
        Some(copy)
    }

    /// All regions, by ascending address.
    pub fn regions(&self) -> impl Iterator<Item = &Region> {
        self.regions.iter()
    }

    /// Reads bytes from the host's side.
    pub fn read(&self, address: u64, out: &mut [u8]) -> Result<(), AccessError> {
        let window = self.window(address, out.len() as u64, false)?;
        // SAFETY: `window` checked that the whole range lies in one region.
        unsafe { shared::read(window.at(address), out) };
        Ok(())
    }

    /// Writes bytes from the host's side.
    pub fn write(&self, address: u64, bytes: &[u8]) -> Result<(), AccessError> {
        let window = self.window(address, bytes.len() as u64, false)?;
        // SAFETY: as in `read`.
        unsafe { shared::write(window.at(address), bytes) };
        Ok(())
    }

    /// The region that holds all of `address .. address + bytes`.
    pub(crate) fn window(
        &self,
        address: u64,
        bytes: u64,
        store: bool,
    ) -> Result<Window, AccessError> {
        let after = self
            .regions
            .partition_point(|region| region.base <= address);
        if let Some(region) = after.checked_sub(1).map(|i| &self.regions[i])
            && region.holds(address, bytes)
        {
            if store && !region.writable {
                let name = &region.label.name;
                return Err(AccessError(format!("{name} is read-only")));
            }
            return Ok(region.window());
        }
        Err(AccessError(self.explain(address, bytes)))
    }

    /// As `window`, without an explanation: first among the regions looks at number `near`, and
    /// returns the number of the one that it found.
    #[inline(always)]
    pub(crate) fn window_near(
        &self,
        near: u32,
        address: u64,
        bytes: u64,
        store: bool,
    ) -> Option<(Window, u32)> {
        let mut at = near as usize;
        let holds = |region: &&Region| region.holds(address, bytes);
        let region = match self.regions.get(at).filter(holds) {
            Some(region) => region,
            None => {
                let after = self
                    .regions
                    .partition_point(|region| region.base <= address);
                at = after.checked_sub(1)?;
                self.regions.get(at).filter(holds)?
            }
        };
        (region.writable || !store).then(|| (region.window(), at as u32))
    }

    /// What is near a range that is not mapped, or not all of it.
    fn explain(&self, address: u64, bytes: u64) -> String {
        if address < ALIGNMENT {
            return "a null pointer: nothing is mapped here".into();
        }
        let after = self
            .regions
            .partition_point(|region| region.base <= address);
        let below = after.checked_sub(1).map(|i| &self.regions[i]);
        let above = self.regions.get(after);
        let past = below.map(|region| (address - region.base).saturating_sub(region.len));
        let before = above.map(|region| region.base - address);
        let mut text = String::new();
        let nearest = past.into_iter().chain(before).min();
        match (below, above) {
            _ if nearest.is_some_and(|bytes| bytes > FAR) => {
                text.push_str("no memory is anywhere near");
            }
            (Some(region), _) if past <= before.or(past) => {
                let index = (address - region.base) / u64::from(region.label.element_bytes.max(1));
                let RegionLabel { name, ty, .. } = &region.label;
                let _ = if address < region.base + region.len {
                    write!(
                        text,
                        "{bytes} bytes at {name}[{index}] reach past the end of {ty}"
                    )
                } else {
                    write!(text, "{name}[{index}] is past the end of {ty}")
                };
            }
            (_, Some(region)) => {
                let RegionLabel { name, ty, .. } = &region.label;
                let bytes = region.base - address;
                let _ = write!(text, "{bytes} bytes before the start of {name}: {ty}");
            }
            _ => text.push_str("no memory is mapped"),
        }
        text
    }

    fn insert(&mut self, region: Region) {
        let at = self
            .regions
            .partition_point(|other| other.base < region.base);
        self.regions.insert(at, region);
    }
}

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

    pub(crate) fn is_owned(&self) -> bool {
        self.owner.is_some()
    }

    pub(crate) fn ptr(&self) -> *mut u8 {
        self.ptr
    }

    fn window(&self) -> Window {
        Window {
            base: self.base,
            len: self.len,
            ptr: self.ptr,
        }
    }

    fn holds(&self, address: u64, bytes: u64) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn label(name: &str, ty: &str) -> RegionLabel {
        RegionLabel {
            name: name.into(),
            ty: ty.into(),
            element_bytes: 4,
        }
    }

    #[test]
    fn faults_name_the_nearest_argument() {
        let mut memory = Memory::new(1 << 20);
        let a = memory
            .allocate(16384, label("out_c", "f32[64,64]"))
            .unwrap();
        let b = memory.allocate(64, label("b", "f32[16]")).unwrap();
        assert_eq!(a % ALIGNMENT, 0);
        assert!(b >= a + 16384 + GUARD);
        let error = |address| memory.read(address, &mut [0; 4]).unwrap_err().0;
        assert_eq!(
            error(a + 16384),
            "out_c[4096] is past the end of f32[64,64]"
        );
        assert_eq!(
            error(a + 16382),
            "4 bytes at out_c[4095] reach past the end of f32[64,64]"
        );
        assert_eq!(error(b - 4), "4 bytes before the start of b: f32[16]");
        assert_eq!(error(4), "a null pointer: nothing is mapped here");
        let wrong = u64::from(u32::MAX);
        assert_eq!(
            error(b + 4 * wrong),
            format!("b[{wrong}] is past the end of f32[16]")
        );
        assert_eq!(error(u64::MAX - 1), "no memory is anywhere near");
        assert!(memory.read(b, &mut [0; 64]).is_ok());
    }

    #[test]
    fn the_limit_is_the_sum_of_all_allocations() {
        let mut memory = Memory::new(100);
        assert!(memory.allocate(60, label("a", "u8[60]")).is_ok());
        assert!(
            memory
                .allocate(41, label("b", "u8[41]"))
                .unwrap_err()
                .0
                .contains("only 40 of 100")
        );
        assert!(memory.allocate(40, label("c", "u8[40]")).is_ok());
        assert!(memory.allocate(u64::MAX, label("d", "u8")).is_err());
        let mut boundless = Memory::new(u64::MAX);
        assert!(boundless.allocate(u64::MAX, label("e", "u8")).is_err());
    }

    #[test]
    fn host_memory_is_seen_at_its_own_address() {
        let mut host = vec![1u8, 2, 3, 4];
        let base = host.as_mut_ptr().expose_provenance() as u64;
        let mut memory = Memory::new(0);
        // SAFETY: `host` outlives `memory`.
        unsafe { memory.map_host(base, 4, true, label("host", "u8[4]")) };
        memory.write(base + 1, &[9]).unwrap();
        assert!(memory.write(base + 4, &[9]).is_err());
        drop(memory);
        assert_eq!(host, [1, 9, 3, 4]);
    }
}
