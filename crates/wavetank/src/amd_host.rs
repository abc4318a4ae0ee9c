//! A host interface to AMD devices: open one, allocate and copy memory, load code objects, launch.
//!
//! What all devices have in common is the crate [`host`]; this is what drivers for AMD's machines
//! have in common, whatever interface they offer to programs. A [`Device`] and its modules are
//! shared between threads as they are; a [`Slot`] runs one launch at a time.

mod heap;
mod launch;
mod module;
mod raw;
mod record;
mod report;

pub use amdgpu::bundle;
pub use amdgpu::host::{ArgumentValue as Value, Grid, KernelArg, KernelInfo, Part};
pub use amdgpu::image::descriptor as image;
pub use host::{Buffer, HostError, patience};
pub use launch::{How, Launched, Slot, TEXT_BYTES};
pub use module::{Kernel, Module};
pub use raw::RawCode;
pub use record::MakeFile;
pub use sim::{Config, HostBytes, Memory, Region, RegionLabel};

pub use amdgpu::{Chip, Target};
use arch::Arch;
use std::ops::Deref;
use std::sync::Arc;

/// Kernels have addresses of 64 bits, of which drivers use so many.
const ADDRESSES: u64 = 1 << 47;

/// An open device.
pub struct Device {
    chip: &'static Chip,
    target: Target,
    arch: &'static dyn Arch,
    /// Devices of one platform may have memory in common.
    host: Arc<host::Device>,
    heap: heap::Heap,
}

impl Device {
    /// Memory of so many bytes that devices can have in common.
    pub fn shared_memory(bytes: u64) -> Arc<host::Device> {
        host::Device::new(bytes, ADDRESSES).into()
    }

    /// Opens a device by the name of its processor, as in `gfx1100`, with memory that other devices
    /// may have as well.
    pub fn open(processor: &str, memory: &Arc<host::Device>) -> Result<Device, HostError> {
        let chip = chips().find(|chip| chip.name == processor);
        let chip = chip.ok_or_else(|| {
            let all: Vec<&str> = chips().map(|chip| chip.name).collect();
            let all = all.join(", ");
            HostError::Device(format!("there is no device `{processor}`; there are {all}"))
        })?;
        let unknown = |_| HostError::Device(format!("{processor} is not modelled"));
        let target = Target::from_name(processor).ok_or(()).map_err(unknown)?;
        let arch = crate::find_arch(processor).map_err(HostError::Device)?;
        Ok(Device {
            chip,
            target,
            arch,
            host: memory.clone(),
            heap: heap::Heap::default(),
        })
    }

    /// The processor.
    pub fn chip(&self) -> &'static Chip {
        self.chip
    }

    /// The generation that it is of.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Why a code object does not run on it, if so.
    pub fn check(&self, elf: &[u8]) -> Result<(), String> {
        amdgpu::host::Object::check(elf, self.target, self.chip)
    }

    /// Memory that kernels can allocate from, in bytes.
    pub fn heap_bytes(&self) -> u64 {
        self.heap.bytes()
    }

    /// Says how much memory kernels can allocate from; too late where one that allocates was launched.
    pub fn set_heap_bytes(&self, bytes: u64) {
        self.heap.set_bytes(bytes);
    }

    /// The chip whose numbers it has: what stands for a family has none of its own.
    fn model(&self) -> &'static str {
        let known = self.arch.chips().contains(&self.chip.name);
        if known {
            self.chip.name
        } else {
            self.target.name()
        }
    }

    /// What `wavetank info` knows of the chip by this name: `wgps`, `wgp_lds`.
    pub fn number(&self, key: &str) -> Option<i64> {
        let all = self.arch.parameters(self.model());
        all.iter().find(|it| it.key == key).map(|it| it.value)
    }
}

/// Memory is the same for all devices.
impl Deref for Device {
    type Target = host::Device;

    fn deref(&self) -> &host::Device {
        &self.host
    }
}

/// The processors that there are.
pub fn chips() -> impl Iterator<Item = &'static Chip> {
    Target::chips()
}

/// What lies at the addresses that variables of a code object hold: the names of kernels, functions or
/// variables. Compilers for programs as text are asked for them.
pub fn names_at(bytes: &[u8], variables: &[String]) -> Vec<Option<String>> {
    amdgpu::host::Object::read(bytes, NAMED_AT).map_or_else(
        |_| vec![None; variables.len()],
        |object| variables.iter().map(|it| object.name_at(it)).collect(),
    )
}

/// Any address does for code that is only looked at.
const NAMED_AT: u64 = 1 << 20;
