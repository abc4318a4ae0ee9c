//! A host interface to WAVE devices: open one, allocate and copy buffers, load a module, launch.
//!
//! What all devices have in common is the crate [`host`]; this is what is WAVE's own. Devices and
//! modules are shared between threads as they are. Launches run to their end before they return, so
//! that everything they wrote is visible to the host at once.

use crate::Input;
use arch::{Arch, AsmSource, Code};
use sim::{Apertures, Config, Launch, Stats};
use source::SourceFile;
use std::sync::Arc;
use uop::Program;
use wave::device::CONSTANT_SIZE;
use wave::{DeviceProperties, Query, Wave};

pub use host::HostError;

/// Device memory of a new device, in bytes.
const MEMORY_BYTES: u64 = 1 << 30;
/// Kernels have addresses of 32 bits.
const ADDRESSES: u64 = 1 << 32;

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

/// Code that has been assembled or read, and what was made of it for a device.
#[derive(Clone, Debug)]
pub struct Module {
    code: Code,
    device: DeviceProperties,
    lowered: Vec<Lowered>,
}

/// A kernel that is ready to be launched.
#[derive(Clone, Debug)]
struct Lowered {
    /// Nothing where the module has no names.
    name: Option<String>,
    kernel: wave::WaveKernel,
    program: Arc<Program>,
}

impl Module {
    /// The kernels that it has, in order; a module without names has one.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        let kernels = self.code.symbols.iter().filter(|symbol| symbol.is_kernel);
        kernels.map(|symbol| symbol.name.as_str())
    }
}

/// An open device. Threads share it as it is.
#[derive(Debug)]
pub struct Device {
    properties: DeviceProperties,
    host: host::Device,
}

impl Device {
    /// Opens a device with these properties, if they meet the specification's minimums.
    pub fn open(properties: DeviceProperties) -> Result<Device, HostError> {
        let checked = properties.check();
        checked.map_err(|bad| HostError::Device(bad.to_string()))?;
        Ok(Device {
            properties,
            host: host::Device::new(MEMORY_BYTES, ADDRESSES),
        })
    }

    /// What the device offers.
    pub fn properties(&self) -> &DeviceProperties {
        &self.properties
    }

    /// A constant or capability; `None` where it needs a capability that the device lacks.
    pub fn capability(&self, query: Query) -> Option<u32> {
        self.properties.query(query)
    }

    /// Allocates zeroed device memory.
    pub fn allocate(&self, len: u32) -> Result<Buffer, HostError> {
        let buffer = self.host.allocate("the buffer", len.into())?;
        let address = buffer.address as u32;
        Ok(Buffer { address, len })
    }

    /// Gives a buffer back. Kernels that touch it from now on trap.
    pub fn free(&self, buffer: Buffer) -> Result<(), HostError> {
        self.host.free(buffer.address.into())
    }

    /// Copies bytes into a buffer, from byte `offset` of it on.
    pub fn write(&self, buffer: Buffer, offset: u32, bytes: &[u8]) -> Result<(), HostError> {
        let address = u64::from(buffer.address) + u64::from(offset);
        self.host.write(address, bytes)
    }

    /// Fills `bytes` from a buffer, from byte `offset` of it on.
    pub fn read(&self, buffer: Buffer, offset: u32, bytes: &mut [u8]) -> Result<(), HostError> {
        let address = u64::from(buffer.address) + u64::from(offset);
        self.host.read(address, bytes)
    }

    /// Assembles a module for this device.
    pub fn assemble(&self, text: &str) -> Result<Module, HostError> {
        let file = SourceFile::new("module.wave", text);
        let assembled = Wave.assemble(&AsmSource::whole(&file, self.properties.wave_width));
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

    /// Takes what `wavetank asm` writes, or machine code: little-endian words, the first of them the
    /// entry.
    pub fn load_binary(&self, bytes: &[u8]) -> Result<Module, HostError> {
        if bytes.starts_with(b"\x7fELF") {
            let refuse = |why: String| HostError::Module(vec![why]);
            let input = Input::from_bytes("module", bytes.to_vec(), None);
            let input = input.map_err(|error| refuse(error.to_string()))?;
            return match (input.arch.name(), input.code) {
                ("wave", Some(code)) => self.load(code),
                (isa, _) => Err(refuse(format!("the module is for {isa}, not for wave"))),
            };
        }
        self.load(Code {
            bytes: bytes.to_vec(),
            ..Code::default()
        })
    }

    /// Every kernel is checked at once, so that launches cannot fail for what the code is.
    fn load(&self, code: Code) -> Result<Module, HostError> {
        let mut module = Module {
            code,
            device: self.properties.clone(),
            lowered: Vec::new(),
        };
        let mut names: Vec<Option<String>> =
            module.kernels().map(|name| Some(name.into())).collect();
        // What begins where the code does is a kernel, with or without a name.
        let mut kernels = module.code.symbols.iter().filter(|it| it.is_kernel);
        if !kernels.any(|it| it.address == module.code.entry) {
            names.push(None);
        }
        for name in names {
            let kernel = wave::read(&module.code, name.as_deref(), &self.properties)
                .map_err(|diagnostic| HostError::Module(vec![diagnostic.message]))?;
            module.lowered.push(Lowered {
                name,
                program: Arc::new(kernel.lower(&self.properties)),
                kernel,
            });
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
        host::grid_size(grid)?;
        if block.contains(&0) {
            let message = "a dimension of the workgroup is zero".into();
            return Err(HostError::Launch(message));
        }
        // A module of another device is what it would be here.
        let own = match module.device == self.properties {
            true => None,
            false => Some(self.load(module.code.clone())?),
        };
        let module = own.as_ref().unwrap_or(module);
        let mut all = module.lowered.iter();
        let wanted = |lowered: &&Lowered| match kernel {
            Some(_) => lowered.name.as_deref() == kernel,
            None => lowered.kernel.entry == module.code.entry,
        };
        let Some(Lowered {
            kernel, program, ..
        }) = all.find(wanted)
        else {
            let name = kernel.unwrap_or_default();
            return Err(HostError::Launch(format!("there is no kernel `{name}`")));
        };
        let fits = kernel.fits(&self.properties, grid, block);
        fits.map_err(|misfit| refuse(misfit.error))?;
        let constant = constant_memory(args)?;
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
        self.host.launch(program, launch, Config::default())
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
        let device = Device::open(DeviceProperties::default()).unwrap();
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
    fn a_module_may_be_what_the_assembler_writes() {
        let input = Input::from_bytes("double.wave", DOUBLE.into(), None).unwrap();
        let elf = crate::assemble_to_elf(&input, &crate::Settings::default()).unwrap();
        let device = Device::open(DeviceProperties::default()).unwrap();
        let module = device.load_binary(&elf).unwrap();
        assert_eq!(module.kernels().collect::<Vec<_>>(), ["double"]);
        let buffer = device.allocate(16).unwrap();
        device.write(buffer, 0, &21u32.to_le_bytes()).unwrap();
        let args = [Arg::Buffer(buffer)];
        device
            .launch(&module, Some("double"), [1; 3], [4, 1, 1], &args)
            .unwrap();
        let mut bytes = [0; 4];
        device.read(buffer, 0, &mut bytes).unwrap();
        assert_eq!(u32::from_le_bytes(bytes), 42);
        for len in [4, 20, elf.len() / 2] {
            assert!(device.load_binary(&elf[..len]).is_err(), "{len}");
        }
        let other = Input::from_bytes("a.flux", "HALT\n".into(), None).unwrap();
        let other = crate::assemble_to_elf(&other, &crate::Settings::default()).unwrap();
        let refused = device.load_binary(&other).unwrap_err().to_string();
        assert!(refused.contains("flux"), "{refused}");
    }

    #[test]
    fn threads_share_a_device() {
        let device = Device::open(DeviceProperties::default()).unwrap();
        let module = device.assemble(DOUBLE).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4u32 {
                let (device, module) = (&device, &module);
                scope.spawn(move || {
                    for i in 0..50 {
                        let number = 1000 * thread + i;
                        let buffer = device.allocate(16).unwrap();
                        device.write(buffer, 0, &number.to_le_bytes()).unwrap();
                        let args = [Arg::Buffer(buffer)];
                        let ran = device.launch(module, None, [1; 3], [4, 1, 1], &args);
                        ran.unwrap();
                        let mut bytes = [0; 4];
                        device.read(buffer, 0, &mut bytes).unwrap();
                        assert_eq!(u32::from_le_bytes(bytes), 2 * number);
                        device.free(buffer).unwrap();
                    }
                });
            }
        });
    }

    #[test]
    fn what_another_thread_writes_is_waited_for() {
        let device = Device::open(DeviceProperties::default()).unwrap();
        let text = "mov.b32 r0, 0\nld.const.b32 r1, [r0]\nloop\nld.global.b32 r2, [r1]\n\
                    setp.ne.u32 p0, r2, 0\nbreak p0\nendloop\nret";
        let module = device.assemble(text).unwrap();
        let buffer = device.allocate(4).unwrap();
        let args = [Arg::Buffer(buffer)];
        std::thread::scope(|scope| {
            let run = || device.launch(&module, None, [2, 1, 1], [1; 3], &args);
            let running = scope.spawn(run);
            std::thread::sleep(std::time::Duration::from_millis(100));
            device.write(buffer, 0, &[1]).unwrap();
            running.join().unwrap().unwrap();
        });
    }

    #[test]
    fn a_grid_that_cannot_be_counted_is_refused() {
        let device = Device::open(DeviceProperties::default()).unwrap();
        let module = device.assemble(DOUBLE).unwrap();
        let launch = |grid, block| device.launch(&module, None, grid, block, &[]);
        for (grid, block) in [([u32::MAX; 3], [1; 3]), ([1; 3], [u32::MAX; 3])] {
            assert!(matches!(launch(grid, block), Err(HostError::Launch(_))));
        }
    }

    #[test]
    fn what_a_device_lacks_is_refused_by_name() {
        let mut properties = DeviceProperties::default();
        properties.capabilities = properties.capabilities.without(wave::Capability::F64);
        let device = Device::open(properties).unwrap();
        assert_eq!(device.capability(Query::F64), Some(0));
        let text = "add.f64 r0:r1, r2:r3, r4:r5\nret";
        let error = device.assemble(text).unwrap_err().to_string();
        assert!(error.contains("CAP_F64"), "{error}");
        let too_small = DeviceProperties {
            max_registers: 32,
            ..DeviceProperties::default()
        };
        assert!(Device::open(too_small).is_err());
        let device = Device::open(DeviceProperties::default()).unwrap();
        assert!(device.load_binary(&[0; 4]).is_err());
        let module = device.assemble(DOUBLE).unwrap();
        let launch = |block| device.launch(&module, None, [1; 3], block, &[]);
        assert!(launch([0, 1, 1]).is_err());
        assert!(launch([1025, 1, 1]).is_err());
    }
}
