//! Global memory: regions of bytes at device addresses.
//!
//! Regions are owned by the tank, lent by the host at an address of the tank's choice, or lie in the
//! host process under the same address. Gaps between them are never mapped, so that running off one
//! array does not land in the next.

mod label;
mod region;

pub use label::RegionLabel;
pub(crate) use region::Window;
pub use region::{HostBytes, Region};

use op::shared;
use region::{ALLOCATED_AT, Allocation, Owner};
use std::fmt::Write as _;

/// Where allocation begins. Low enough that 32-bit instruction sets reach everything, high enough
/// that null pointers and small integers are not addresses.
const FIRST_ADDRESS: u64 = 0x1000_0000;
const ALIGNMENT: u64 = 256;
/// What of the address of lent bytes is kept: as much as any access needs, and no more than
/// allocators give, so that a run has the same addresses again.
const LENT_ALIGNMENT: u64 = 16;
/// At least this much is unmapped behind every allocation.
const GUARD: u64 = 4096;

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
    /// Where allocation began.
    first: u64,
    limit: u64,
    used: u64,
}

/// Where addresses of 32 bits end.
const SHORT: u64 = 1 << 32;
/// So far from an array an access does not miss it any more: a wrong index of 32 bits is nearer.
const FAR: u64 = 1 << 37;

impl Memory {
    /// Memory that will hold at most `limit` bytes of owned regions.
    pub fn new(limit: u64) -> Memory {
        Memory::starting_at(FIRST_ADDRESS, limit)
    }

    /// The same, for a machine that says where its memory begins.
    pub fn starting_at(first: u64, limit: u64) -> Memory {
        Memory {
            regions: Vec::new(),
            next: first,
            first,
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
        let base = self.take_room(len);
        self.insert(Region {
            base,
            len,
            ptr: owner.ptr,
            owner: Owner::Tank(owner),
            writable: true,
            label: label.into(),
        });
        Ok(base)
    }

    /// Maps bytes that the host lends and returns their device address. They lie there as they do in
    /// the host, as far as alignment goes, and do not count as memory of the device.
    pub fn lend(&mut self, bytes: HostBytes, label: RegionLabel) -> u64 {
        let odd = bytes.address() as u64 % LENT_ALIGNMENT;
        let base = self.take_room(bytes.len + odd) + odd;
        self.insert(Region {
            base,
            len: bytes.len,
            ptr: bytes.ptr,
            owner: Owner::Lent,
            writable: true,
            label: label.into(),
        });
        base
    }

    fn take_room(&mut self, len: u64) -> u64 {
        let base = self.room(len);
        if base == self.next {
            self.next = (base + len + GUARD).next_multiple_of(ALIGNMENT);
        }
        base
    }

    /// Where so many bytes fit: behind everything, so that addresses of released regions stay
    /// unmapped, as long as there are addresses of 32 bits; then wherever there is a gap.
    fn room(&self, len: u64) -> u64 {
        if self.next.saturating_add(len) <= SHORT {
            return self.next;
        }
        let mut base = self.first;
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
        if taken || end.is_none_or(|end| end > self.first) {
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

    /// Allocates `len` zero bytes at a device address that is free, whatever the limit. What is
    /// allocated later lies elsewhere.
    pub fn allocate_exactly(
        &mut self,
        base: u64,
        len: u64,
        label: RegionLabel,
    ) -> Result<(), AccessError> {
        let refused = |why: &str| AccessError(format!("{} ({len} bytes) {why}", label.name));
        let end = base.checked_add(len).filter(|_| base != 0);
        let end = end.ok_or_else(|| refused(&format!("does not fit at {base:#x}")))?;
        let overlaps = |region: &&Region| base < region.base + region.len && region.base < end;
        if let Some(taken) = self.regions.iter().find(overlaps) {
            let name = &taken.label.name;
            return Err(refused(&format!("would lie over {name}, at {base:#x}")));
        }
        // Bytes are aligned as their addresses are.
        let odd = base % ALLOCATED_AT as u64;
        let owner = Allocation::zeroed(len + odd);
        let owner = owner.ok_or_else(|| refused("are more than this computer has"))?;
        if (self.next..SHORT).contains(&base) {
            self.next = end.saturating_add(GUARD).next_multiple_of(ALIGNMENT);
        }
        self.used += len;
        self.limit += len;
        self.insert(Region {
            base,
            len,
            ptr: owner.ptr.wrapping_add(odd as usize),
            owner: Owner::Tank(owner),
            writable: true,
            label: label.into(),
        });
        Ok(())
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
            owner: Owner::Host,
            writable,
            label: label.into(),
        });
    }

    /// Maps bytes that the host lends at their own address, if nothing is there yet. They do not count
    /// as memory of the device.
    pub fn share(&mut self, bytes: HostBytes, label: RegionLabel) -> Result<(), AccessError> {
        let base = bytes.ptr.expose_provenance() as u64;
        let end = base + bytes.len;
        let near = self.regions.partition_point(|region| region.base < end);
        let below = near.checked_sub(1).map(|at| &self.regions[at]);
        if let Some(taken) = below.filter(|region| region.base + region.len > base) {
            let name = &taken.label.name;
            return Err(AccessError(format!("{name} is mapped there already")));
        }
        self.insert(Region {
            base,
            len: bytes.len,
            ptr: bytes.ptr,
            owner: Owner::Shared,
            writable: true,
            label: label.into(),
        });
        Ok(())
    }

    /// Gives the region at `base` back: its addresses are not mapped any more. False where there is
    /// none that was allocated or shared.
    pub fn release(&mut self, base: u64) -> bool {
        let Ok(at) = (self.regions).binary_search_by_key(&base, |region| region.base) else {
            return false;
        };
        match self.regions[at].owner {
            Owner::Tank(_) => self.used -= self.regions[at].len,
            Owner::Shared => {}
            Owner::Lent | Owner::Host => return false,
        }
        self.regions.remove(at);
        true
    }

    /// The region that an address lies in.
    pub fn region_of(&self, address: u64) -> Option<&Region> {
        let after = (self.regions).partition_point(|region| region.base <= address);
        let region = &self.regions[after.checked_sub(1)?];
        (address - region.base < region.len.max(1)).then_some(region)
    }

    /// The host may change something of it at any time.
    pub(crate) fn is_shared(&self) -> bool {
        let shared = |region: &Region| matches!(region.owner, Owner::Shared);
        self.regions.iter().any(shared)
    }

    /// Bytes that the tank has allocated.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// From now on stores to the region at `base` are refused.
    pub fn protect(&mut self, base: u64) {
        if let Some(region) = self.regions.iter_mut().find(|region| region.base == base) {
            region.writable = false;
        }
    }

    /// The same regions with the same bytes, which no other has; nothing where some are the host's
    /// at their own address, or where there is no room for them.
    pub fn copy(&self) -> Option<Memory> {
        let mut copy = self.clone();
        for region in &mut copy.regions {
            if !region.is_owned() {
                return None;
            }
            let owner = Allocation::zeroed(region.len)?;
            (region.ptr, region.owner) = (owner.ptr, Owner::Tank(owner));
        }
        copy.put_back(self);
        Some(copy)
    }

    /// Every region of another memory has the bytes again that it has there.
    pub(crate) fn put_back(&self, other: &Memory) {
        let mut buffer = vec![0; 1 << 16];
        for region in &other.regions {
            let (mut at, end) = (region.base, region.base + region.len);
            while at < end {
                let bytes = buffer.len().min((end - at) as usize);
                let read = other.read(at, &mut buffer[..bytes]);
                let written = read.and_then(|()| self.write(at, &buffer[..bytes]));
                debug_assert!(written.is_ok(), "both have the region");
                at += bytes as u64;
            }
        }
    }

    /// From now on messages call the region at `base` something else.
    pub fn rename(&mut self, base: u64, label: RegionLabel) {
        if let Ok(at) = self
            .regions
            .binary_search_by_key(&base, |region| region.base)
        {
            self.regions[at].label = label.into();
        }
    }

    /// Where the bytes of an owned region are in this process, from `address` on; nothing unless so
    /// many follow. They stay there until no memory has the region any more.
    pub fn pointer(&self, address: u64, bytes: u64) -> Option<*mut u8> {
        let window = self.window(address, bytes, false).ok()?;
        // SAFETY: `window` checked that the whole range lies in one region.
        Some(unsafe { window.at(address) })
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

    /// The same with bytes that others may look at meanwhile.
    pub fn read_to(&self, address: u64, to: HostBytes) -> Result<(), AccessError> {
        let window = self.window(address, to.len, false)?;
        // SAFETY: as in `read`, and by the contract of `HostBytes::new`.
        unsafe { shared::copy(to.ptr, window.at(address), to.len as usize) };
        Ok(())
    }

    /// Writes bytes that others may change meanwhile.
    pub fn write_from(&self, address: u64, from: HostBytes) -> Result<(), AccessError> {
        let window = self.window(address, from.len, false)?;
        // SAFETY: as above.
        unsafe { shared::copy(window.at(address), from.ptr, from.len as usize) };
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
                let RegionLabel { name, ty, .. } = &*region.label;
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
                let RegionLabel { name, ty, .. } = &*region.label;
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

#[cfg(test)]
mod tests;
