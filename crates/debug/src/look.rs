//! Memory to look at, alive or from a file.

use sim::Memory;
use uop::{LookWave, Space, Stoppable};

/// Memory to look at.
pub trait LookMemory {
    /// Fills `out` from global memory.
    fn global(&self, address: u64, out: &mut [u8]) -> Result<(), String>;
    /// Fills `out` from the local memory of a workgroup.
    fn local(&self, group: [u32; 3], address: u64, out: &mut [u8]) -> Result<(), String>;
}

/// Reads as one lane of a wave sees it.
pub fn read(
    memory: &dyn LookMemory,
    wave: Option<(&dyn LookWave, usize)>,
    space: Space,
    address: u64,
    out: &mut [u8],
) -> Result<(), String> {
    match (space, wave) {
        (Space::Local, Some((wave, _))) => memory.local(wave.group(), address, out),
        (Space::Private, Some((wave, lane))) => {
            let bytes = wave.private(lane);
            let start = within("private", bytes.len(), address, out.len())?;
            out.copy_from_slice(&bytes[start..start + out.len()]);
            Ok(())
        }
        (Space::Local | Space::Private, None) => Err("no wave is under way".into()),
        _ => memory.global(address, out),
    }
}

/// Where an access to a memory of `len` bytes that begins at zero starts, if it fits.
pub(crate) fn within(name: &str, len: usize, address: u64, bytes: usize) -> Result<usize, String> {
    let start = usize::try_from(address).ok();
    let start = start.filter(|start| start.checked_add(bytes).is_some_and(|end| end <= len));
    start.ok_or_else(|| {
        let last = address.saturating_add(bytes as u64 - 1);
        format!("{name} memory has {len} bytes: there is nothing at {last:#x}")
    })
}

/// The memory of a run that stands still.
pub(crate) struct Live<'a> {
    pub machine: &'a dyn Stoppable,
    pub memory: &'a Memory,
}

impl LookMemory for Live<'_> {
    fn global(&self, address: u64, out: &mut [u8]) -> Result<(), String> {
        match self.machine.read_own(address, out)? {
            true => Ok(()),
            false => self.memory.read(address, out).map_err(|error| error.0),
        }
    }

    fn local(&self, group: [u32; 3], address: u64, out: &mut [u8]) -> Result<(), String> {
        let len = self.machine.local_bytes(group);
        let start = within("local", len, address, out.len())?;
        self.machine.read_local(group, start, out);
        Ok(())
    }
}

/// What can be seen of memory while the run goes on.
pub(crate) struct InPassing<'a>(pub &'a Memory);

impl LookMemory for InPassing<'_> {
    fn global(&self, address: u64, out: &mut [u8]) -> Result<(), String> {
        self.0.read(address, out).map_err(|error| error.0)
    }

    fn local(&self, _: [u32; 3], _: u64, _: &mut [u8]) -> Result<(), String> {
        Err("local memory cannot be seen while the run goes on".into())
    }
}
