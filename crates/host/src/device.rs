//! Memory that hosts and kernels share, and launches over it.

use crate::HostError;
use sim::{Config, Dispatch, HostBytes, Launch, Memory, RegionLabel, Stats};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use uop::Program;

/// More workgroups than this are a mistake of the host: no launch of so many ends.
const MAX_GROUPS: u128 = u32::MAX as u128;

/// Bytes that are copied at a time.
const CHUNK: u64 = 1 << 20;

/// Device memory that belongs to the host until it is freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Buffer {
    /// What kernels know it by.
    pub address: u64,
    /// Bytes.
    pub len: u64,
}

/// A device. Threads share it as it is.
#[derive(Debug)]
pub struct Device {
    /// What is mapped now. Launches under way keep what was mapped when they began.
    memory: Mutex<Arc<Memory>>,
    /// The first address that kernels cannot reach.
    end: u64,
}

impl Device {
    /// A device with so many bytes of memory, for kernels whose addresses are below `end`.
    pub fn new(memory_bytes: u64, end: u64) -> Device {
        Device {
            memory: Mutex::new(Memory::new(memory_bytes).into()),
            end,
        }
    }

    /// Allocates zeroed memory. Messages call it by this name.
    pub fn allocate(&self, name: &str, len: u64) -> Result<Buffer, HostError> {
        let label = RegionLabel::bytes(name, len);
        let mut mapped = self.mapped();
        let memory = Arc::make_mut(&mut mapped);
        let address = memory.allocate(len, label);
        let address = address.map_err(|error| HostError::OutOfMemory(error.0))?;
        if address.checked_add(len).is_none_or(|end| end > self.end) {
            memory.release(address);
            let message = "all addresses that kernels can reach are used up".into();
            return Err(HostError::OutOfMemory(message));
        }
        Ok(Buffer { address, len })
    }

    /// Gives the buffer at an address back. Kernels that are launched from now on trap when they
    /// touch it; those under way may still use it.
    pub fn free(&self, address: u64) -> Result<(), HostError> {
        match Arc::make_mut(&mut self.mapped()).release(address) {
            true => Ok(()),
            false => Err(HostError::Memory(format!(
                "no buffer begins at {address:#x}"
            ))),
        }
    }

    /// Copies bytes to device memory.
    pub fn write(&self, address: u64, bytes: &[u8]) -> Result<(), HostError> {
        let written = self.memory().write(address, bytes);
        written.map_err(|error| HostError::Memory(error.0))
    }

    /// Fills `bytes` from device memory.
    pub fn read(&self, address: u64, bytes: &mut [u8]) -> Result<(), HostError> {
        let read = self.memory().read(address, bytes);
        read.map_err(|error| HostError::Memory(error.0))
    }

    /// Copies from bytes of the host, which kernels may be using.
    pub fn write_from(&self, address: u64, from: HostBytes) -> Result<(), HostError> {
        let written = self.memory().write_from(address, from);
        written.map_err(|error| HostError::Memory(error.0))
    }

    /// Copies to bytes of the host, which kernels may be using.
    pub fn read_to(&self, address: u64, to: HostBytes) -> Result<(), HostError> {
        let read = self.memory().read_to(address, to);
        read.map_err(|error| HostError::Memory(error.0))
    }

    /// Lets kernels use bytes of the host at their own address, until they are freed.
    pub fn share(&self, name: &str, bytes: HostBytes) -> Result<(), HostError> {
        let label = RegionLabel::bytes(name, bytes.len() as u64);
        let shared = Arc::make_mut(&mut self.mapped()).share(bytes, label);
        shared.map_err(|error| HostError::Memory(error.0))
    }

    /// Copies from one place to another, which do not overlap.
    pub fn copy(&self, from: u64, to: u64, len: u64) -> Result<(), HostError> {
        let mut buffer = vec![0; len.min(CHUNK) as usize];
        let mut done = 0;
        while done < len {
            let bytes = &mut buffer[..CHUNK.min(len - done) as usize];
            self.read(from + done, bytes)?;
            self.write(to + done, bytes)?;
            done += bytes.len() as u64;
        }
        Ok(())
    }

    /// Repeats a pattern until so many bytes are full.
    pub fn fill(&self, to: u64, pattern: &[u8], len: u64) -> Result<(), HostError> {
        let times = (CHUNK.min(len) as usize / pattern.len().max(1)).max(1);
        let chunk = pattern.repeat(times);
        let mut done = 0;
        while done < len && !chunk.is_empty() {
            let bytes = &chunk[..chunk.len().min((len - done) as usize)];
            self.write(to + done, bytes)?;
            done += bytes.len() as u64;
        }
        Ok(())
    }

    /// Memory as it is mapped now: the same bytes, whatever is mapped later.
    pub fn memory(&self) -> Arc<Memory> {
        self.mapped().clone()
    }

    /// Runs a program over a grid and waits for its end.
    pub fn launch(
        &self,
        program: &Arc<Program>,
        launch: Launch,
        config: Config,
    ) -> Result<Stats, HostError> {
        run(program, launch, &self.memory(), config)
    }

    /// A panic elsewhere leaves a mapping that is whole.
    fn mapped(&self) -> MutexGuard<'_, Arc<Memory>> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The variable of the environment that says how long launches wait for others: a number of seconds.
const PATIENCE: &str = "WAVETANK_PATIENCE";
/// Without it: what a kernel waits for may come from another launch, or from the program itself, which may have
/// something to do first.
const USUAL_PATIENCE: u64 = 60;

/// How long a launch may wait for what other launches or threads of the program write.
pub fn patience() -> Duration {
    static KNOWN: OnceLock<u64> = OnceLock::new();
    let said = || std::env::var(PATIENCE).ok()?.parse().ok();
    Duration::from_secs(*KNOWN.get_or_init(|| said().unwrap_or(USUAL_PATIENCE)))
}

/// Runs a program over a grid on this memory and waits for its end. Launches of drivers, of WAVE's devices and
/// of the C library come down to this: others can write the memory meanwhile.
pub fn run(
    program: &Arc<Program>,
    launch: Launch,
    memory: &Arc<Memory>,
    mut config: Config,
) -> Result<Stats, HostError> {
    grid_size(launch.grid)?;
    config.patience.get_or_insert_with(patience);
    let dispatch = Dispatch::new(program, launch, memory, config);
    dispatch.run().map_err(HostError::Trap)
}

/// How many workgroups a grid has, if a device can count them.
pub fn grid_size(grid: [u32; 3]) -> Result<u64, HostError> {
    let groups: u128 = grid.iter().map(|&n| u128::from(n)).product();
    match groups {
        0 => Err(HostError::Launch("a dimension of the grid is zero".into())),
        1..=MAX_GROUPS => Ok(groups as u64),
        _ => Err(HostError::Launch(format!(
            "the grid has {groups} workgroups; at most {MAX_GROUPS} are possible"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_allocate_and_free_on_one_device() {
        let device = Device::new(1 << 24, 1 << 32);
        std::thread::scope(|scope| {
            for thread in 0..8u8 {
                let device = &device;
                scope.spawn(move || {
                    for i in 0..300u32 {
                        let buffer = device.allocate("a buffer", 64).unwrap();
                        let bytes = [thread ^ i as u8; 64];
                        device.write(buffer.address, &bytes).unwrap();
                        let mut back = [0; 64];
                        device.read(buffer.address, &mut back).unwrap();
                        assert_eq!(back, bytes);
                        device.free(buffer.address).unwrap();
                        assert!(device.free(buffer.address + 1).is_err());
                    }
                });
            }
        });
    }

    #[test]
    fn a_mapping_that_is_in_use_keeps_its_bytes() {
        let device = Device::new(1 << 20, 1 << 32);
        let buffer = device.allocate("a buffer", 4).unwrap();
        device.write(buffer.address, &[1, 2, 3, 4]).unwrap();
        let memory = device.memory();
        device.free(buffer.address).unwrap();
        assert!(device.free(buffer.address).is_err());
        assert!(device.read(buffer.address, &mut [0; 4]).is_err());
        let mut bytes = [0; 4];
        memory.read(buffer.address, &mut bytes).unwrap();
        assert_eq!(bytes, [1, 2, 3, 4]);
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert_eq!(grid_size([3, 4, 5]), Ok(60));
        assert!(grid_size([0, 1, 1]).is_err());
        assert!(grid_size([u32::MAX; 3]).is_err());
        assert!(grid_size([1 << 16, 1 << 16, 1]).is_err());
        let device = Device::new(u64::MAX, 1 << 32);
        for len in [1 << 32, u64::MAX] {
            let refused = device.allocate("a buffer", len).unwrap_err();
            assert!(matches!(refused, HostError::OutOfMemory(_)), "{refused}");
        }
        assert!(device.allocate("a buffer", 4).is_ok());
    }
}
