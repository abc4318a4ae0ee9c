//! Launches, one after the other.

use super::{Buffer, Device, Grid, HostError, Kernel, Value, report};
use crate::{Error, Findings, Settings, launch_of};
use amdgpu::host::{Arguments, LaunchPlaces, Part, ReadyKernel as Own};
use amdgpu::{GDS_BYTES, printf};
use sim::{Config, Memory, RESIDENT, RegionLabel, Stats};
use std::sync::Arc;

/// Room for the text of a launch.
pub const TEXT_BYTES: usize = 1 << 20;
/// Room for arguments.
const ARGUMENT_BYTES: u64 = 128 << 10;

/// How to run a launch.
#[derive(Clone, Debug, Default)]
pub struct How {
    /// Threads, limits, and which checkers are listened to.
    pub settings: Settings,
    /// Whether checkers watch.
    pub check: bool,
}

/// What became of a launch.
pub struct Launched {
    /// What it printed, also where it trapped.
    pub text: Vec<u8>,
    /// What was counted, or why it did not come to its end.
    pub outcome: Result<Stats, Error>,
    /// What checkers found.
    pub findings: Vec<Findings>,
}

/// What a launch needs of device memory besides its buffers; one launch at a time has it.
pub struct Slot {
    device: Arc<Device>,
    arguments: Buffer,
    control: Buffer,
    text: Option<Buffer>,
    grid_sync: Option<Buffer>,
    data_share: Option<Buffer>,
}

impl Slot {
    /// Room for launches on a device.
    pub fn new(device: &Arc<Device>) -> Result<Slot, HostError> {
        let arguments = device.allocate("kernel arguments", ARGUMENT_BYTES)?;
        let bytes = (Own::PACKET_BYTES + Own::QUEUE_BYTES) as u64;
        let control = device.allocate("dispatch packet", bytes);
        let control = control.inspect_err(|_| _ = device.free(arguments.address))?;
        let slot = Slot {
            device: device.clone(),
            arguments,
            control,
            text: None,
            grid_sync: None,
            data_share: None,
        };
        device.write(slot.queue(), &Own::queue())?;
        Ok(slot)
    }

    fn queue(&self) -> u64 {
        self.control.address + Own::PACKET_BYTES as u64
    }

    /// Runs a kernel to its end. There is a value for every argument that is not hidden.
    pub fn launch(
        &mut self,
        kernel: &Kernel,
        grid: &Grid,
        values: &[Value],
        how: &How,
    ) -> Result<Launched, HostError> {
        let places = self.places(kernel, grid)?;
        let bad = HostError::Launch;
        let arguments = kernel.own.arguments(grid, values, &places).map_err(bad)?;
        self.device.write(places.kernarg, &arguments.bytes)?;
        let memory = self.named_memory(kernel, values);
        let mut launched = Launched {
            text: Vec::new(),
            outcome: Ok(Stats::default()),
            findings: Vec::new(),
        };
        let mut stats = Stats::default();
        for part in grid.parts() {
            let packet = kernel.own.packet(grid, &part, &arguments, &places);
            self.device.write(places.packet, &packet)?;
            let run = Run {
                kernel,
                part: &part,
                local_bytes: grid.local_bytes,
                arguments: &arguments,
                places: &places,
                memory: &memory,
                how,
            };
            match run.run(&mut launched.findings) {
                Ok(counted) => stats += counted,
                Err(error) => {
                    launched.outcome = Err(error);
                    break;
                }
            }
        }
        if launched.outcome.is_ok() {
            launched.outcome = Ok(stats);
        }
        launched.text = self.take_text(kernel)?;
        if let Some(host) = &kernel.module.host {
            launched.text.extend(host.take_text());
        }
        Ok(launched)
    }

    /// Where everything is, allocated where this is the first launch that needs it.
    fn places(&mut self, kernel: &Kernel, grid: &Grid) -> Result<LaunchPlaces, HostError> {
        let (own, prints) = (&kernel.own, !kernel.module.object.formats().is_empty());
        let text = match own.prints() && prints {
            true => self.text_buffer()?,
            false => 0,
        };
        let device = &self.device;
        let place = |kept: &mut Option<Buffer>, name: &str, bytes: usize| match *kept {
            Some(known) => Ok(known.address),
            None => Ok(kept.insert(device.allocate(name, bytes as u64)?).address),
        };
        let data_share = match own.uses_data_share() {
            true => place(&mut self.data_share, "global data share", GDS_BYTES)?,
            false => 0,
        };
        let grid_sync = match own.waits_for_grid() {
            true => place(&mut self.grid_sync, "grid barrier", Grid::BARRIER_BYTES)?,
            false => 0,
        };
        let heap = match own.allocates() {
            true => device.heap.control(device)?,
            false => 0,
        };
        if grid_sync != 0 {
            device.write(grid_sync, &grid.barrier())?;
        }
        Ok(LaunchPlaces {
            kernarg: self.arguments.address,
            packet: self.control.address,
            queue: self.queue(),
            text,
            grid_sync,
            heap,
            data_share,
            host_calls: (kernel.module.host.as_ref()).map_or(0, |host| host.buffer()),
        })
    }

    fn text_buffer(&mut self) -> Result<u64, HostError> {
        if let Some(known) = self.text {
            return Ok(known.address);
        }
        let empty = printf::buffer(TEXT_BYTES);
        let new = self.device.allocate("printf buffer", empty.len() as u64)?;
        self.device.write(new.address, &empty)?;
        Ok(self.text.insert(new).address)
    }

    /// What was printed; the buffer is empty afterwards.
    fn take_text(&self, kernel: &Kernel) -> Result<Vec<u8>, HostError> {
        let Some(buffer) = self.text else {
            return Ok(Vec::new());
        };
        let mut head = [0; 8];
        self.device.read(buffer.address, &mut head)?;
        let used = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        if used == 0 {
            return Ok(Vec::new());
        }
        let mut bytes = vec![0; (8 + used).min(buffer.len as usize)];
        self.device.read(buffer.address, &mut bytes)?;
        let text = kernel.module.object.formats().text(&bytes);
        let empty = printf::buffer(TEXT_BYTES);
        self.device.write(buffer.address, &empty[..bytes.len()])?;
        Ok(text)
    }

    /// Memory in which buffers have the names of the arguments that they are given for.
    fn named_memory(&self, kernel: &Kernel, values: &[Value]) -> Arc<Memory> {
        let memory = self.device.memory();
        let mut named = (*memory).clone();
        // The first of two arguments that are the same buffer gives it its name.
        let given: Vec<_> = kernel.own.own_args().zip(values).collect();
        for (arg, value) in given.into_iter().rev() {
            let (Value::Address(address), Some(name)) = (value, &arg.name) else {
                continue;
            };
            let after = |region: &&sim::Region| region.base() == *address;
            let Some(len) = memory.regions().find(after).map(sim::Region::len) else {
                continue;
            };
            named.rename(*address, label(name, arg.type_name.as_deref(), len));
        }
        named.into()
    }
}

/// `float*` points to an array of floats.
fn label(name: &str, pointer: Option<&str>, len: u64) -> RegionLabel {
    let pointee = pointer
        .and_then(|ty| ty.strip_suffix('*'))
        .unwrap_or("uchar");
    let letters = pointee.trim_end_matches(|c: char| c.is_ascii_digit());
    let count = pointee[letters.len()..].parse::<u32>();
    let count = if count == Ok(3) {
        4
    } else {
        count.unwrap_or(1)
    };
    let (element, each) = match letters {
        "char" | "uchar" => (pointee, 1),
        "short" | "ushort" | "half" => (pointee, 2),
        "int" | "uint" | "float" => (pointee, 4),
        "long" | "ulong" | "double" => (pointee, 8),
        _ => ("uchar", 1),
    };
    let element_bytes = (each * count).max(1);
    RegionLabel {
        name: name.into(),
        ty: format!("{element}[{}]", len / u64::from(element_bytes)),
        element_bytes,
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let all = [
            Some(self.arguments),
            Some(self.control),
            self.text,
            self.grid_sync,
            self.data_share,
        ];
        for buffer in all.into_iter().flatten() {
            let _ = self.device.free(buffer.address);
        }
    }
}

/// A part of a launch.
pub(super) struct Run<'a> {
    pub kernel: &'a Kernel,
    pub part: &'a Part,
    /// Local memory that the launch asks for.
    pub local_bytes: u32,
    pub arguments: &'a Arguments,
    pub places: &'a LaunchPlaces,
    pub memory: &'a Arc<Memory>,
    pub how: &'a How,
}

impl Run<'_> {
    fn run(&self, findings: &mut Vec<Findings>) -> Result<Stats, Error> {
        let own = &self.kernel.own;
        let loaded = own.start(self.part, self.arguments, self.places);
        if self.how.check {
            let found = report::check(self, &loaded)?;
            let instructions = found.instructions;
            findings.push(found);
            return Ok(Stats {
                instructions,
                ..Stats::default()
            });
        }
        let launch = launch_of(&loaded, self.part.groups, self.part.local);
        let ran = host::run(&loaded.program, launch, self.memory, self.config());
        ran.map_err(|error| match error {
            HostError::Trap(fault) => report::trap(self, &loaded, *fault),
            other => Error::Plain(other.to_string()),
        })
    }

    pub(super) fn config(&self) -> Config {
        let settings = &self.how.settings;
        let groups: u128 = self.part.groups.iter().map(|&n| u128::from(n)).product();
        // A launch that fits as it is need not be compared with the device.
        let resident = (groups > RESIDENT as u128)
            .then(|| self.kernel.room(self.part.local, self.local_bytes));
        Config {
            resident: resident.map(|room| RESIDENT.max(room as usize)),
            patience: settings.patience,
            max_instructions: settings.max_instructions,
            threads: settings.threads,
            unordered: settings.unordered,
            meter: settings.meter.clone(),
            ..Config::default()
        }
    }
}
