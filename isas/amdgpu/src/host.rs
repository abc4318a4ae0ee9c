//! Code objects for host programs: read once, placed where the host has room, their kernels loaded
//! once and launched as often as the host likes.
//!
//! [`Arch::load`](arch::Arch::load) does all of it for one launch; here each part is done when it
//! has to be. Memory is the host's affair: this says what is to lie where.

use crate::abi::arguments::{HIDDEN_BYTES, MAX_BYTES};
use crate::abi::grid::{PACKET_BYTES, QUEUE_BYTES, queue};
use crate::abi::{MAX_SCRATCH, apertures, hsa};
use crate::arch::{check_registers, descriptor, finish, lower_for, refusal};
use crate::code_object::descriptor::{Descriptor, UserData};
use crate::code_object::metadata::{self, Metadata};
use crate::code_object::{self, METADATA, MadeFor, PROCESSOR, chip_of, text_of};
use crate::hostcall::HostCalls;
use crate::printf::Formats;
use crate::target::{Chip, Target};
use arch::{Code, Loaded};
use source::Diagnostic;
use std::sync::Arc;
use uop::Program;

pub use crate::abi::grid::{Grid, Part};
pub use crate::code_object::metadata::{KernelArg, KernelMetadata as KernelInfo};

/// The hidden argument that points to where waves ask the host.
const HOST_CALLS: &str = "hidden_hostcall_buffer";
/// The hidden argument that points to the heap's [`CONTROL_BYTES`](crate::hostcall::CONTROL_BYTES).
const HEAP: &str = "hidden_heap_v1";

const NO_OBJECT: &str = "it is no code object: expected what clang writes for amdgcn";

/// A code object that lies at a device address.
#[derive(Debug)]
pub struct Object {
    target: Target,
    code: Code,
    metadata: Metadata,
    formats: Formats,
    variables: Vec<(String, u64, u64)>,
    /// Versions before this one find the size of a workgroup in the packet.
    sizes_in_arguments: bool,
}

impl Object {
    /// Why a chip of a target does not run a code object, if so.
    pub fn check(bytes: &[u8], target: Target, chip: &Chip) -> Result<(), String> {
        let made_for = MadeFor::read(bytes).ok_or(NO_OBJECT)??;
        match made_for.runs_on(target) {
            true => Ok(()),
            false => Err(made_for.refusal(chip)),
        }
    }

    /// How much device memory a code object takes.
    pub fn room(bytes: &[u8]) -> Result<u64, String> {
        Ok(code_object::read(bytes)?.bytes.len() as u64)
    }

    /// Reads a code object that is to lie at an address of a device with this chip of a target.
    pub fn read_for(
        bytes: &[u8],
        base: u64,
        target: Target,
        chip: &Chip,
    ) -> Result<Object, String> {
        Object::check(bytes, target, chip)?;
        let mut object = Object::read(bytes, base)?;
        object.target = target;
        let attributes = &mut object.code.attributes;
        attributes.insert(PROCESSOR.into(), chip.name.into());
        Ok(object)
    }

    /// Reads a code object that is to lie at an address, for the first target whose chips run it.
    pub fn read(bytes: &[u8], base: u64) -> Result<Object, String> {
        /// Where an ELF header has the version of the ABI, and that of code object version 5.
        const E_VERSION: usize = 8;
        const VERSION_5: u8 = 3;
        let made_for = MadeFor::read(bytes).ok_or(NO_OBJECT)??;
        let target = made_for.targets().next().ok_or(NO_OBJECT)?;
        let code = code_object::read_at(bytes, base)?;
        let metadata = code.attributes.get(METADATA);
        let metadata = metadata.map_or(Metadata::default(), |text| Metadata::from_json(text));
        Ok(Object {
            target,
            variables: code_object::variables(bytes, &code),
            formats: Formats::new(&metadata.formats),
            code,
            metadata,
            sizes_in_arguments: bytes
                .get(E_VERSION)
                .is_some_and(|&version| version >= VERSION_5),
        })
    }

    /// What is to lie in device memory.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Its kernels.
    pub fn kernels(&self) -> &[KernelInfo] {
        &self.metadata.kernels
    }

    /// What its kernels print with.
    pub fn formats(&self) -> &Formats {
        &self.formats
    }

    /// Variables of the program: name, address and bytes.
    pub fn variables(&self) -> &[(String, u64, u64)] {
        &self.variables
    }

    /// What the address that a variable holds is called. A kernel's address is that of its descriptor.
    pub fn name_at(&self, variable: &str) -> Option<String> {
        let (_, at, _) = self.variables.iter().find(|(name, ..)| name == variable)?;
        let at = at.checked_sub(self.code.base)? as usize;
        let word = self.code.bytes.get(at..at + 8)?;
        let address = u64::from_le_bytes(word.try_into().ok()?);
        let mut named = self.code.symbols.iter();
        let name = &named.find(|symbol| symbol.address == address)?.name;
        Some(name.strip_suffix(".kd").unwrap_or(name).into())
    }

    /// Whether some kernel may ask something of the host while it runs.
    pub fn calls_host(&self) -> bool {
        let mut args = self.metadata.kernels.iter().flat_map(|kernel| &kernel.args);
        args.any(|arg| arg.kind == HOST_CALLS)
    }

    /// Lowers the code of a kernel, whose waves ask this host.
    pub fn load(
        &self,
        name: &str,
        host: Option<&Arc<HostCalls>>,
    ) -> Result<ReadyKernel, Diagnostic> {
        let unknown =
            || Diagnostic::error("unknown-kernel", format!("there is no kernel `{name}`"));
        let mut kernels = self.metadata.kernels.iter();
        let info = kernels
            .find(|kernel| kernel.name == name)
            .ok_or_else(unknown)?;
        let (descriptor, entry) =
            descriptor(&self.code, &self.metadata, name).ok_or_else(unknown)?;
        let scratch_bytes = hsa::scratch_bytes(&descriptor);
        hsa::limit("scratch memory per lane", scratch_bytes, MAX_SCRATCH)?;
        hsa::check_vectors(&descriptor, self.target)?;
        let text = text_of(&self.code);
        let code = &self.code;
        let bytes = &code.bytes[(text.start - code.base) as usize..(text.end - code.base) as usize];
        let own = hsa::Kernel {
            descriptor,
            entry,
            args: None,
            prints: false,
        };
        let plan = hsa::finish(&own, self.target, Vec::new(), 0, scratch_bytes);
        let lowered = lower_for(
            (self.target, chip_of(code, self.target)),
            bytes,
            text.start,
            &plan,
            0,
            host.cloned(),
        );
        let lowered = lowered.map_err(|refused| refusal(&refused, code))?;
        check_registers(&plan, &lowered, code)?;
        Ok(ReadyKernel {
            info: info.clone(),
            target: self.target,
            descriptor,
            entry,
            scratch_bytes,
            program: lowered.program.into(),
            data_share: lowered.data_share,
            sizes_in_arguments: self.sizes_in_arguments,
        })
    }
}

/// A kernel that is ready to be launched.
pub struct ReadyKernel {
    info: metadata::KernelMetadata,
    target: Target,
    descriptor: Descriptor,
    entry: u64,
    scratch_bytes: u32,
    program: Arc<Program>,
    data_share: bool,
    sizes_in_arguments: bool,
}

/// An argument of a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentValue {
    /// A value, byte by byte.
    Bytes(Vec<u8>),
    /// A pointer to global memory.
    Address(u64),
    /// A pointer to so many bytes of local memory.
    Local(u32),
}

/// Device memory that a launch uses besides its buffers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaunchPlaces {
    /// For the arguments.
    pub kernarg: u64,
    /// For [`ReadyKernel::packet`].
    pub packet: u64,
    /// For what [`ReadyKernel::queue`] gives.
    pub queue: u64,
    /// For text that is printed; see [`Formats`].
    pub text: u64,
    /// Where waves ask the host; see [`HostCalls`].
    pub host_calls: u64,
    /// For what [`Grid::barrier`] gives, where [`ReadyKernel::waits_for_grid`].
    pub grid_sync: u64,
    /// For the [`CONTROL_BYTES`](crate::hostcall::CONTROL_BYTES) of the heap, where
    /// [`ReadyKernel::allocates`]. Zeroes at first; then what kernels make of them.
    pub heap: u64,
    /// [`GDS_BYTES`](crate::GDS_BYTES) zeroes, where [`ReadyKernel::uses_data_share`].
    pub data_share: u64,
}

/// Arguments as they lie in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// From the first one on, hidden ones among them.
    pub bytes: Vec<u8>,
    /// Local memory of a workgroup, what the arguments ask for included.
    pub local_bytes: u32,
}

impl ReadyKernel {
    /// What its compiler says about it.
    pub fn info(&self) -> &KernelInfo {
        &self.info
    }

    /// What runs.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Lanes per wave.
    pub fn lanes(&self) -> u32 {
        self.descriptor.lanes()
    }

    /// Private memory of a thread.
    pub fn private_bytes(&self) -> u32 {
        self.scratch_bytes
    }

    /// Its arguments without the hidden ones.
    pub fn own_args(&self) -> impl Iterator<Item = &KernelArg> {
        self.info.args.iter().filter(|arg| !arg.is_hidden())
    }

    /// It prints, or could.
    pub fn prints(&self) -> bool {
        let mut args = self.info.args.iter();
        args.any(|arg| arg.kind == hsa::TEXT_BUFFER)
    }

    /// Its workgroups wait for each other, or could.
    pub fn waits_for_grid(&self) -> bool {
        self.info
            .args
            .iter()
            .any(|arg| arg.kind == hsa::GRID_BARRIER)
    }

    /// It allocates memory, or could.
    pub fn allocates(&self) -> bool {
        self.info.args.iter().any(|arg| arg.kind == HEAP)
    }

    /// Its waves share memory that is not that of their workgroup.
    pub fn uses_data_share(&self) -> bool {
        self.data_share
    }

    /// Bytes that a packet takes.
    pub const PACKET_BYTES: usize = PACKET_BYTES;
    /// Bytes that a queue takes.
    pub const QUEUE_BYTES: usize = QUEUE_BYTES;

    /// What code reads from its queue.
    pub fn queue() -> [u8; QUEUE_BYTES] {
        queue()
    }

    /// Lays out the arguments of a launch.
    pub fn arguments(
        &self,
        grid: &Grid,
        values: &[ArgumentValue],
        places: &LaunchPlaces,
    ) -> Result<Arguments, String> {
        let args = &self.info.args;
        let end = |arg: &KernelArg| arg.offset.saturating_add(arg.size);
        let needed = args.iter().map(end).max().unwrap_or(0);
        let needed = needed.max(self.descriptor.kernarg_bytes);
        if needed > MAX_BYTES {
            return Err(format!(
                "the arguments take {needed} bytes; {MAX_BYTES} are possible"
            ));
        }
        // Code may read hidden arguments that its metadata does not list.
        let mut bytes = vec![0; (needed + HIDDEN_BYTES) as usize];
        let mut put = |arg: &KernelArg, value: &[u8]| {
            let at = arg.offset as usize;
            let len = value.len().min(arg.size as usize);
            bytes[at..at + len].copy_from_slice(&value[..len]);
        };
        let mut local = self.descriptor.group_bytes;
        for (arg, value) in self.own_args().zip(values) {
            match value {
                ArgumentValue::Bytes(value) => put(arg, value),
                ArgumentValue::Address(address) => put(arg, &address.to_le_bytes()),
                ArgumentValue::Local(more) => {
                    let start = local.next_multiple_of(arg.align.unwrap_or(16).max(16));
                    local = start.saturating_add(*more);
                    put(arg, &start.to_le_bytes());
                }
            }
        }
        if grid.local_bytes > 0 {
            local = local.next_multiple_of(16).saturating_add(grid.local_bytes);
        }
        let most = self.target.generation().local_bytes;
        if local > most {
            return Err(format!(
                "the workgroup needs {local} bytes of local memory; there are {most}"
            ));
        }
        let dynamic = local - self.descriptor.group_bytes;
        for arg in args.iter().filter(|arg| arg.is_hidden()) {
            let value = match arg.kind.as_str() {
                hsa::TEXT_BUFFER => places.text,
                "hidden_queue_ptr" => places.queue,
                hsa::GRID_BARRIER => places.grid_sync,
                HOST_CALLS => places.host_calls,
                HEAP => places.heap,
                kind => grid.hidden(kind, dynamic),
            };
            put(arg, &value.to_le_bytes());
        }
        Ok(Arguments {
            bytes,
            local_bytes: local,
        })
    }

    /// The packet that a host would have put in the queue for a part of the grid.
    pub fn packet(
        &self,
        grid: &Grid,
        part: &Part,
        arguments: &Arguments,
        places: &LaunchPlaces,
    ) -> [u8; PACKET_BYTES] {
        // Since version 5, code that looks here wants to know of its own workgroup; before that, it
        // finds out from the grid what is left for it.
        let local = match self.sizes_in_arguments {
            true => part.local,
            false => grid.local,
        };
        grid.packet(
            local,
            places.kernarg,
            arguments.local_bytes,
            self.scratch_bytes,
        )
    }

    /// A part of a launch.
    pub fn start(&self, part: &Part, arguments: &Arguments, places: &LaunchPlaces) -> Loaded {
        let address = |data| match data {
            UserData::KernargPointer => places.kernarg,
            UserData::DispatchPointer => places.packet,
            _ => places.queue,
        };
        let found = hsa::scalars(&self.descriptor, self.scratch_bytes, |data| {
            Ok::<_, std::convert::Infallible>(address(data))
        });
        let Ok(scalars) = found;
        let own = hsa::Kernel {
            descriptor: self.descriptor,
            entry: self.entry,
            args: None,
            prints: false,
        };
        let mut plan = hsa::finish(
            &own,
            self.target,
            scalars,
            arguments.local_bytes,
            self.scratch_bytes,
        );
        plan.start.first_group = part.first;
        finish(
            plan,
            self.program.clone(),
            self.data_share.then_some(places.data_share),
        )
    }

    /// Where flat addresses mean other memories.
    pub fn apertures() -> uop::Apertures {
        apertures()
    }
}
