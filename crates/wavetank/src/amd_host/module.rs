//! Code objects in device memory.

use super::{Buffer, Device, HostError};
use crate::lines;
use amdgpu::host::{self, KernelInfo, Object};
use arch::Code;
use source::{Diagnostic, SourceFile};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// A code object in the memory of a device, which it leaves with the last that has it.
pub struct Module {
    device: Arc<Device>,
    pub(super) object: Object,
    image: Buffer,
    /// As it was given.
    elf: Arc<[u8]>,
    name: String,
    /// Texts that its lines may be places in, by name.
    sources: BTreeMap<String, Vec<u8>>,
    kernels: Mutex<HashMap<String, Arc<host::Kernel>>>,
}

/// A kernel that can be launched.
#[derive(Clone)]
pub struct Kernel {
    pub(super) module: Arc<Module>,
    pub(super) own: Arc<host::Kernel>,
}

impl Module {
    /// Places a code object in device memory. Messages call it `name`; what its lines are places in
    /// is among the sources, if it is known.
    pub fn load(
        device: &Arc<Device>,
        name: &str,
        elf: Arc<[u8]>,
        sources: BTreeMap<String, Vec<u8>>,
    ) -> Result<Module, HostError> {
        let bad = |why: String| HostError::Module(vec![format!("{name}: {why}")]);
        let room = Object::room(&elf).map_err(bad)?;
        let image = device.allocate("code", room.max(1))?;
        let read = Object::read(&elf, image.address)
            .map_err(bad)
            .and_then(|object| {
                if object.target() != device.target() {
                    let (own, other) = (device.chip().name, object.target().name());
                    return Err(bad(format!("it is for {other}, and this device is {own}")));
                }
                device.write(image.address, &object.code().bytes)?;
                Ok(object)
            });
        let object = read.inspect_err(|_| _ = device.free(image.address))?;
        Ok(Module {
            device: device.clone(),
            object,
            image,
            elf,
            name: name.into(),
            sources,
            kernels: Mutex::default(),
        })
    }

    /// The device that has it.
    pub fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// The code object.
    pub fn elf(&self) -> &Arc<[u8]> {
        &self.elf
    }

    /// Its kernels.
    pub fn kernels(&self) -> &[KernelInfo] {
        self.object.kernels()
    }

    /// Prepares a kernel; once, however often it is asked for.
    pub fn kernel(self: &Arc<Self>, name: &str) -> Result<Kernel, Diagnostic> {
        let mut kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        let own = match kernels.get(name) {
            Some(known) => known.clone(),
            None => {
                let loaded = Arc::new(self.object.load(name)?);
                kernels.insert(name.into(), loaded.clone());
                loaded
            }
        };
        Ok(Kernel {
            module: self.clone(),
            own,
        })
    }

    /// The code with its lines, and what they are places in.
    pub(super) fn lines(&self) -> (Code, SourceFile) {
        let mut code = self.object.code().clone();
        let read = lines::read(&self.elf, &code, &self.name, &self.sources);
        let source = match read {
            Some((source, lines)) => {
                code.lines = lines;
                source
            }
            None => SourceFile::new(self.name.as_str(), ""),
        };
        (code, source)
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        let freed = self.device.free(self.image.address);
        debug_assert!(freed.is_ok(), "the image is allocated until here");
    }
}

impl Kernel {
    /// What its compiler says about it.
    pub fn info(&self) -> &KernelInfo {
        self.own.info()
    }

    /// Where it comes from.
    pub fn module(&self) -> &Arc<Module> {
        &self.module
    }

    /// Lanes per wave.
    pub fn lanes(&self) -> u32 {
        self.own.lanes()
    }

    /// Private memory of a thread.
    pub fn private_bytes(&self) -> u32 {
        self.own.private_bytes()
    }
}
