//! The same memory for machines that are not waves.

use crate::memory::Memory;
use uop::{GlobalMemory, MemoryWindow};

impl GlobalMemory for Memory {
    fn window(&self, address: u64, bytes: u64, store: bool) -> Result<MemoryWindow, String> {
        let window = Memory::window(self, address, bytes, store).map_err(|error| error.0)?;
        Ok(MemoryWindow {
            base: window.base,
            len: window.len,
            bytes: window.ptr,
            writable: store,
        })
    }

    fn name_of(&self, address: u64) -> String {
        Memory::name_of(self, address)
    }
}
