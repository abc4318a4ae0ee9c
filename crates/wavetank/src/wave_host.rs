//! A host interface to WAVE devices: open one, allocate and copy buffers, load a module, launch.
//!
//! Launches run to their end before they return, so that everything they wrote is visible to the
//! host at once.

use arch::{Arch, AsmSource, Code};
use sim::{Apertures, Config, Dispatch, Launch, Memory, RegionLabel, Stats};
use source::{SourceFile, Span};
use std::collections::BTreeMap;
use std::sync::Arc;
use thiserror::Error;
use wave::device::{BadDevice, CONSTANT_SIZE};
use wave::{Device as Properties, Query, Wave};

/// Device memory of a new device, in bytes.
const MEMORY_BYTES: u64 = 1 << 30;

/// Why a device did not do what its host asked for.
#[derive(Debug, Error)]
pub enum HostError {
    /// There is no such device.
    #[error("{0}")]
    Device(#[from] BadDevice),
    /// No room, no such buffer, or an access beyond one.
    #[error("{0}")]
    Memory(String),
    /// What the assembler or the loader says, one line each.
    #[error("{}", .0.join("\n"))]
    Module(Vec<String>),
    /// The launch asks for what the kernel or the device does not allow.
    #[error("{0}")]
    Launch(String),
    /// The kernel trapped.
    #[error("{0}")]
    Trap(String),
}

impl From<sim::AccessError> for HostError {
    fn from(error: sim::AccessError) -> HostError {
        HostError::Memory(error.0)
    }
}

/// Device memory that belongs to the host until it is freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// What kernels know it by.
    pub address: u32,
    /// Bytes.
    pub len: u32,
}

/// An argument of a launch, as it goes into constant memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arg {
    /// The address of device memory.
    Buffer(Buffer),
    /// A word.
    U32(u32),
    /// A word, as a float.
    F32(f32),
    /// Two words, the lower first.
    U64(u64),
    /// Two words, as a double.
    F64(f64),
}

/// Code that has been assembled or read.
#[derive(Clone, Debug)]
pub struct Module {
    code: Code,
}

impl Module {
    /// The kernels that it has, in order; a module without names has one.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        let kernels = self.code.symbols.iter().filter(|symbol| symbol.is_kernel);
        kernels.map(|symbol| symbol.name.as_str())
    }
}

/// An open device.
pub struct Device {
    properties: Properties,
    memory: Arc<Memory>,
}

impl Device {
    /// Opens a device with these properties, if they meet the specification's minimums.
    pub fn open(properties: Properties) -> Result<Device, HostError> {
        properties.check()?;
        Ok(Device {
            properties,
            memory: Memory::new(MEMORY_BYTES).into(),
        })
    }

    /// What the device offers.
    pub fn properties(&self) -> &Properties {
        &self.properties
    }

    /// A constant or capability; `None` where it needs a capability that the device lacks.
    pub fn capability(&self, query: Query) -> Option<u32> {
        self.properties.query(query)
    }

    /// Allocates zeroed device memory.
    pub fn allocate(&mut self, len: u32) -> Result<Buffer, HostError> {
        let label = RegionLabel {
            name: "the buffer".into(),
            ty: format!("u8[{len}]"),
            element_bytes: 1,
        };
        let address = self.memory_mut().allocate(len.into(), label)?;
        let end = address + u64::from(len);
        match u32::try_from(address) {
            Ok(address) if end <= 1 << 32 => Ok(Buffer { address, len }),
            _ => {
                self.memory_mut().release(address);
                Err(HostError::Memory(
                    "all 4 GiB of addresses are used up".into(),
                ))
            }
        }
    }

    /// Gives a buffer back. Kernels that touch it from now on trap.
    pub fn free(&mut self, buffer: Buffer) -> Result<(), HostError> {
        match self.memory_mut().release(buffer.address.into()) {
            true => Ok(()),
            false => Err(HostError::Memory(format!(
                "no buffer begins at {:#x}",
                buffer.address
            ))),
        }
    }

    fn memory_mut(&mut self) -> &mut Memory {
        Arc::get_mut(&mut self.memory).expect("launches that share it have ended")
    }

    /// Copies bytes into a buffer, from byte `offset` of it on.
    pub fn write(&self, buffer: Buffer, offset: u32, bytes: &[u8]) -> Result<(), HostError> {
        let address = u64::from(buffer.address) + u64::from(offset);
        Ok(self.memory.write(address, bytes)?)
    }

    /// Fills `bytes` from a buffer, from byte `offset` of it on.
    pub fn read(&self, buffer: Buffer, offset: u32, bytes: &mut [u8]) -> Result<(), HostError> {
        let address = u64::from(buffer.address) + u64::from(offset);
        Ok(self.memory.read(address, bytes)?)
    }

    /// Assembles a module for this device.
    pub fn assemble(&self, text: &str) -> Result<Module, HostError> {
        let file = SourceFile::new("module.wave", text);
        let assembled = Wave.assemble(&AsmSource {
            file: &file,
            body: Span::new(0, text.len()),
            constants: &BTreeMap::new(),
            wave: self.properties.wave_width,
            extensions: &[],
        });
        if assembled.assembly.has_errors() {
            let diagnostics = &assembled.assembly.diagnostics;
            let lines = diagnostics
                .iter()
                .map(|diagnostic| match diagnostic.span() {
                    Some(span) => {
                        format!("line {}: {}", file.line_of(span.start), diagnostic.message)
                    }
                    None => diagnostic.message.clone(),
                });
            return Err(HostError::Module(lines.collect()));
        }
        self.load(assembled.code)
    }

    /// Takes machine code: little-endian words, the first of them the entry.
    pub fn load_binary(&self, bytes: &[u8]) -> Result<Module, HostError> {
        self.load(Code {
            bytes: bytes.to_vec(),
            ..Code::default()
        })
    }

    /// Every kernel is checked at once, so that launches cannot fail for what the code is.
    fn load(&self, code: Code) -> Result<Module, HostError> {
        let module = Module { code };
        let mut names: Vec<Option<&str>> = module.kernels().map(Some).collect();
        if names.is_empty() {
            names.push(None);
        }
        for name in names {
            wave::read(&module.code, name, &self.properties)
                .map_err(|diagnostic| HostError::Module(vec![diagnostic.message]))?;
        }
        Ok(module)
    }

    /// Runs a kernel over a grid of workgroups and waits for its end.
    pub fn launch(
        &self,
        module: &Module,
        kernel: Option<&str>,
        grid: [u32; 3],
        block: [u32; 3],
        args: &[Arg],
    ) -> Result<Stats, HostError> {
        self.launch_with(module, kernel, grid, block, &bytes_of(args))
    }

    /// The same with arguments as the first bytes of constant memory.
    pub fn launch_with(
        &self,
        module: &Module,
        kernel: Option<&str>,
        grid: [u32; 3],
        block: [u32; 3],
        args: &[u8],
    ) -> Result<Stats, HostError> {
        let refuse = |diagnostic: source::Diagnostic| HostError::Launch(diagnostic.message);
        if grid.contains(&0) || block.contains(&0) {
            return Err(HostError::Launch(
                "a dimension of the launch is zero".into(),
            ));
        }
        let kernel = wave::read(&module.code, kernel, &self.properties).map_err(refuse)?;
        let fits = kernel.fits(&self.properties, grid, block);
        fits.map_err(|misfit| refuse(misfit.error))?;
        let constant = constant_memory(args)?;
        let program = kernel.lower(&self.properties).into();
        let entry = kernel.entry(&self.properties);
        let launch = Launch {
            grid,
            block,
            lanes: self.properties.wave_width,
            local_bytes: kernel.local_bytes,
            private_bytes: kernel.private_bytes,
            constant: constant.into(),
            flat: Apertures::default(),
            entry,
        };
        let dispatch = Dispatch::new(&program, launch, &self.memory, Config::default());
        dispatch
            .run()
            .map_err(|fault| HostError::Trap(fault.to_string()))
    }
}

fn bytes_of(args: &[Arg]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for arg in args {
        match *arg {
            Arg::Buffer(buffer) => bytes.extend(buffer.address.to_le_bytes()),
            Arg::U32(value) => bytes.extend(value.to_le_bytes()),
            Arg::F32(value) => bytes.extend(value.to_le_bytes()),
            Arg::U64(value) => bytes.extend(value.to_le_bytes()),
            Arg::F64(value) => bytes.extend(value.to_le_bytes()),
        }
    }
    bytes
}

fn constant_memory(args: &[u8]) -> Result<Vec<u8>, HostError> {
    let mut bytes = args.to_vec();
    if bytes.len() > CONSTANT_SIZE {
        let message = format!("the arguments take more than {CONSTANT_SIZE} bytes");
        return Err(HostError::Launch(message));
    }
    bytes.resize(CONSTANT_SIZE, 0);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOUBLE: &str = "
        .kernel double
        mov.b32 r0, 0
        ld.const.b32 r1, [r0]
        mov.b32 r2, %tid.x
        shl.b32 r2, r2, 2
        add.u32 r1, r1, r2
        ld.global.b32 r3, [r1]
        add.u32 r3, r3, r3
        st.global.b32 [r1], r3
        ret
    ";

    #[test]
    fn buffers_outlive_launches_until_they_are_freed() {
        let mut device = Device::open(Properties::default()).unwrap();
        let module = device.assemble(DOUBLE).unwrap();
        assert_eq!(module.kernels().collect::<Vec<_>>(), ["double"]);
        let buffer = device.allocate(16).unwrap();
        device.write(buffer, 0, &[1, 0, 0, 0, 2, 0, 0, 0]).unwrap();
        let launch = |device: &Device| {
            let args = [Arg::Buffer(buffer)];
            device.launch(&module, Some("double"), [1; 3], [4, 1, 1], &args)
        };
        for _ in 0..3 {
            launch(&device).unwrap();
        }
        let mut bytes = [0; 8];
        device.read(buffer, 0, &mut bytes).unwrap();
        assert_eq!(bytes, [8, 0, 0, 0, 16, 0, 0, 0]);
        assert!(device.write(buffer, 14, &[0; 4]).is_err());
        device.free(buffer).unwrap();
        assert!(device.free(buffer).is_err());
        assert!(matches!(launch(&device), Err(HostError::Trap(_))));
    }

    #[test]
    fn what_a_device_lacks_is_refused_by_name() {
        let mut properties = Properties::default();
        properties.capabilities = properties.capabilities.without(wave::Capability::F64);
        let device = Device::open(properties).unwrap();
        assert_eq!(device.capability(Query::F64), Some(0));
        let text = "add.f64 r0:r1, r2:r3, r4:r5\nret";
        let error = device.assemble(text).unwrap_err().to_string();
        assert!(error.contains("CAP_F64"), "{error}");
        let too_small = Properties {
            max_registers: 32,
            ..Properties::default()
        };
        assert!(Device::open(too_small).is_err());
        let device = Device::open(Properties::default()).unwrap();
        assert!(device.load_binary(&[0; 4]).is_err());
        let module = device.assemble(DOUBLE).unwrap();
        let launch = |block| device.launch(&module, None, [1; 3], block, &[]);
        assert!(launch([0, 1, 1]).is_err());
        assert!(launch([1025, 1, 1]).is_err());
    }
}
