//! What memory held before waves stored there, in case that what they did is of no use.

use crate::memory::Memory;

/// Regions as they were before the first store to each.
#[derive(Clone, Debug)]
pub(crate) struct Undo {
    /// By ascending address.
    regions: Vec<Kept>,
    /// The one that was stored to last.
    last: usize,
}

#[derive(Clone, Debug)]
struct Kept {
    base: u64,
    len: u64,
    /// Nothing as long as no wave has stored there.
    bytes: Vec<u8>,
}

impl Kept {
    fn holds(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.len
    }
}

impl Undo {
    /// Nothing where some regions are the host's at their own address, or where there is no room to keep
    /// what they hold.
    pub fn of(memory: &Memory) -> Option<Undo> {
        let kept = |region: &crate::memory::Region| {
            let len = region.len();
            let mut bytes = Vec::new();
            bytes.try_reserve_exact(usize::try_from(len).ok()?).ok()?;
            let base = region.base();
            region.is_owned().then_some(Kept { base, len, bytes })
        };
        Some(Undo {
            regions: memory.regions().map(kept).collect::<Option<_>>()?,
            last: 0,
        })
    }

    /// A wave is about to store at an address.
    #[inline]
    pub fn keep(&mut self, memory: &Memory, address: u64) {
        let known = |it: &Kept| it.holds(address) && !it.bytes.is_empty();
        if !self.regions.get(self.last).is_some_and(known) {
            self.look_up(memory, address);
        }
    }

    #[inline(never)]
    fn look_up(&mut self, memory: &Memory, address: u64) {
        let after = self.regions.partition_point(|it| it.base <= address);
        let at = after.wrapping_sub(1);
        let Some(region) = self.regions.get_mut(at).filter(|it| it.holds(address)) else {
            return;
        };
        self.last = at;
        if region.bytes.is_empty() {
            region.bytes.resize(region.len as usize, 0);
            let read = memory.read(region.base, &mut region.bytes);
            debug_assert!(read.is_ok(), "memory has the region");
        }
    }

    /// Memory holds again what it held.
    pub fn put_back(&self, memory: &Memory) {
        for region in self.regions.iter().filter(|it| !it.bytes.is_empty()) {
            let written = memory.write(region.base, &region.bytes);
            debug_assert!(written.is_ok(), "memory has the region");
        }
    }
}
