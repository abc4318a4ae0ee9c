//! Code objects in device memory.

use super::{Buffer, Device, HostError};
use crate::lint::Mistakes;
use crate::{Checkers, Findings, lines};
use amdgpu::host::{self, KernelArg, KernelInfo, Object};
use amdgpu::hostcall::{self, HostCalls};
use arch::{Code, LaunchRequest};
use kernel::{KeyEntry, KeyValue, Launch};
use source::{Diagnostic, SourceFile, Span};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// A code object in the memory of a device, which it leaves with the last that has it.
pub struct Module {
    device: Arc<Device>,
    pub(super) object: Object,
    image: Buffer,
    /// Where its kernels ask the host, if they do.
    pub(super) host: Option<Arc<HostCalls>>,
    /// As it was given.
    elf: Arc<[u8]>,
    name: String,
    /// Texts that its lines may be places in, by name.
    sources: BTreeMap<String, Vec<u8>>,
    kernels: Mutex<HashMap<String, Arc<host::ReadyKernel>>>,
    /// What was told of launches in which nothing was found.
    silent: Mutex<Vec<Silent>>,
    /// For how many workgroups there is room.
    rooms: Mutex<BTreeMap<Footprint, u64>>,
    /// What is wrong with its code, whatever is launched.
    pub(super) mistakes: Mistakes,
}

/// A kernel, with the threads and the further local memory of a workgroup.
type Footprint = (String, u32, u32);

/// By kernel, lanes of a wave and the checkers that looked.
type Silent = ((String, u32, Checkers), Findings);

/// A kernel that can be launched.
#[derive(Clone)]
pub struct Kernel {
    pub(super) module: Arc<Module>,
    pub(super) own: Arc<host::ReadyKernel>,
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
        let read = Object::read_for(&elf, image.address, device.target(), device.chip())
            .map_err(bad)
            .and_then(|object| {
                device.write(image.address, &object.code().bytes)?;
                Ok(object)
            });
        let object = read.inspect_err(|_| _ = device.free(image.address))?;
        let host = match object.calls_host() {
            true => host_calls(device).map(Some),
            false => Ok(None),
        };
        Ok(Module {
            host: host.inspect_err(|_| _ = device.free(image.address))?,
            device: device.clone(),
            object,
            image,
            elf,
            name: name.into(),
            sources,
            kernels: Mutex::default(),
            silent: Mutex::default(),
            rooms: Mutex::default(),
            mistakes: Mistakes::default(),
        })
    }

    /// The device that has it.
    pub fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// Where it lies in device memory.
    pub fn image(&self) -> Buffer {
        self.image
    }

    /// The code object.
    pub fn elf(&self) -> &Arc<[u8]> {
        &self.elf
    }

    /// Its kernels.
    pub fn kernels(&self) -> &[KernelInfo] {
        self.object.kernels()
    }

    /// Where a variable of its program lies.
    pub fn variable(&self, name: &str) -> Option<Buffer> {
        let mut all = self.object.variables().iter();
        let (_, address, len) = all.find(|(known, ..)| known == name)?;
        Some(Buffer {
            address: *address,
            len: *len,
        })
    }

    /// Prepares a kernel; once, however often it is asked for.
    pub fn kernel(self: &Arc<Self>, name: &str) -> Result<Kernel, Diagnostic> {
        let mut kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        let own = match kernels.get(name) {
            Some(known) => known.clone(),
            None => {
                let loaded = Arc::new(self.object.load(name, self.host.as_ref())?);
                kernels.insert(name.into(), loaded.clone());
                loaded
            }
        };
        Ok(Kernel {
            module: self.clone(),
            own,
        })
    }

    /// What was told of a launch of a kernel in which nothing was found, if there was one.
    pub(super) fn nothing_found(&self, name: &str, lanes: u32, by: Checkers) -> Option<Findings> {
        let silent = self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        let same =
            |known: &&Silent| (known.0.0.as_str(), known.0.1, known.0.2) == (name, lanes, by);
        silent
            .iter()
            .find(same)
            .map(|(_, findings)| findings.clone())
    }

    /// Nothing was found in a launch of a kernel.
    pub(super) fn note_nothing_found(&self, name: &str, lanes: u32, by: Checkers, told: &Findings) {
        let mut silent = self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        silent.push(((name.into(), lanes, by), told.clone()));
    }

    /// The code with its lines, and what they are places in.
    pub(super) fn lines(&self) -> (Code, SourceFile) {
        let mut code = self.object.code().clone();
        let arch = self.device.arch;
        let read = lines::read(&self.elf, &code, arch, &self.name, &self.sources);
        let source = match read {
            Some(origin) => {
                code.lines = origin.lines;
                code.functions = origin.functions;
                code.includes = origin.includes;
                origin.file
            }
            None => SourceFile::new(self.name.as_str(), ""),
        };
        (code, source)
    }
}

/// A buffer in device memory through which kernels ask the host.
fn host_calls(device: &Device) -> Result<Arc<HostCalls>, HostError> {
    let buffer = device.allocate("calls of the host", hostcall::BYTES)?;
    let host = HostCalls::new(buffer.address, device.heap.parts.clone());
    device.write(buffer.address, &host.start())?;
    Ok(Arc::new(host))
}

impl Drop for Module {
    fn drop(&mut self) {
        let freed = self.device.free(self.image.address);
        debug_assert!(freed.is_ok(), "the image is allocated until here");
        if let Some(host) = &self.host {
            let _ = self.device.free(host.buffer());
        }
    }
}

impl Kernel {
    /// What its compiler says about it.
    pub fn info(&self) -> &KernelInfo {
        self.own.info()
    }

    /// Its arguments without the hidden ones.
    pub fn own_args(&self) -> impl Iterator<Item = &KernelArg> {
        self.own.own_args()
    }

    /// Where it comes from.
    pub fn module(&self) -> &Arc<Module> {
        &self.module
    }

    /// Lanes per wave.
    pub fn lanes(&self) -> u32 {
        self.own.lanes()
    }

    /// How many workgroups of so many threads, with so much local memory besides their own, a
    /// workgroup processor of the device holds at once.
    pub fn occupancy(&self, threads: u32, local_bytes: u32) -> Result<u32, Diagnostic> {
        let device = self.module.device();
        let local = self.info().local_bytes.saturating_add(local_bytes);
        let lds = KeyEntry {
            name: "lds",
            value: KeyValue::Integer(local.into()),
            span: Span::default(),
        };
        let request = LaunchRequest {
            launch: Launch {
                local: [threads, 1, 1],
                global: [1; 3],
                local_dims: 1,
                global_dims: 1,
            },
            launched: true,
            wave: self.lanes(),
            kernel: Some(&self.info().name),
            keys: &[lds],
            ..LaunchRequest::default()
        };
        let code = self.module.object.code();
        let all = device.arch.info(code, &request, Some(device.model()))?;
        let occupancy = all.into_iter().next().and_then(|it| it.occupancy);
        Ok(occupancy.map_or(1, |it| it.workgroups))
    }

    /// How many such workgroups the device holds at once; none if one does not fit.
    pub fn room(&self, local: [u32; 3], local_bytes: u32) -> u64 {
        let threads = local.iter().product();
        let mut rooms = (self.module.rooms.lock()).unwrap_or_else(PoisonError::into_inner);
        let known = rooms.entry((self.info().name.clone(), threads, local_bytes));
        *known.or_insert_with(|| {
            let groups = self.occupancy(threads, local_bytes).unwrap_or(0);
            let units = self.module.device().number("wgps").unwrap_or(1);
            u64::from(groups) * units as u64
        })
    }

    /// Private memory of a thread.
    pub fn private_bytes(&self) -> u32 {
        self.own.private_bytes()
    }
}
