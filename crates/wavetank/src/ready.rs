//! A kernel that is ready to run: assembled, loaded, its arguments in device memory.

use crate::prepare::{Prepared, prepare};
use crate::report::{Expectation, Report};
use crate::{Error, Failure, Input, Settings};
use arch::{
    Allocator, Arch, Argument, DisStyle, LaunchRequest, Loaded, RegisterView, TextureArgument,
};
use isa::ListingLine;
use kernel::{Array, KernelFile};
use sim::{Apertures, Config, Dispatch, Fault, Launch, Memory, RegionLabel, Stats};
use source::{Diagnostic, SourceFile};
use uop::{Blame, Trap};

/// Everything that a run needs and that outlives it. Running it changes its memory.
pub struct Ready {
    pub(crate) arch: &'static dyn Arch,
    pub(crate) file: SourceFile,
    pub(crate) prepared: Prepared,
    pub(crate) memory: Memory,
    /// Where the arguments are, in header order.
    pub(crate) addresses: Vec<u64>,
    pub(crate) loaded: Loaded,
    pub(crate) registers: RegisterView,
    config: Config,
}

impl Ready {
    /// Assembles if need be, places the arguments, and loads the program.
    pub fn new(input: &Input, settings: &Settings) -> Result<Ready, Error> {
        let prepared = prepare(input, settings)?;
        let mut memory = DeviceMemory(Memory::new(settings.memory_bytes));
        let addresses = place_arguments(&mut memory, &prepared.kernel)?;
        let (loaded, registers) = load(input, &prepared, settings, &addresses, &mut memory)?;
        Ok(Ready {
            arch: input.arch,
            file: input.file.clone(),
            prepared,
            memory: memory.0,
            addresses,
            loaded,
            registers,
            config: Config {
                delivery: settings.delivery,
                order: settings.order,
                max_instructions: settings.max_instructions,
                threads: settings.threads,
                ..Config::default()
            },
        })
    }

    /// The launch, at its start.
    pub fn dispatch(&self) -> Dispatch<'_> {
        let (kernel, loaded) = (&self.prepared.kernel, &self.loaded);
        let launch = Launch {
            grid: kernel.launch.global,
            block: kernel.launch.local,
            lanes: loaded.lanes,
            local_bytes: loaded.local_bytes,
            private_bytes: loaded.private_bytes,
            constant: &loaded.constant,
            flat: Apertures {
                local: loaded.flat.local.clone(),
                private: loaded.flat.private.clone(),
            },
            entry: &*loaded.entry,
        };
        Dispatch::new(&loaded.program, launch, &self.memory, self.config.clone())
    }

    /// What came of a run that has ended.
    pub fn report(&self, stats: Stats) -> Report {
        let kernel = &self.prepared.kernel;
        let expectations = kernel.expects.iter().map(|expect| {
            let actual = self.argument(expect.arg);
            Expectation {
                name: kernel.args[expect.arg].name.clone(),
                span: expect.span,
                mismatch: kernel::compare(&expect.expected, &actual, kernel.tol).err(),
            }
        });
        Report {
            file: self.file.clone(),
            expectations: expectations.collect(),
            outputs: (kernel.args.iter().enumerate())
                .filter(|(_, arg)| arg.is_output)
                .map(|(index, arg)| (arg.name.clone(), self.argument(index)))
                .collect(),
            stats,
            warnings: self.prepared.warnings.clone(),
        }
    }

    /// An argument as it is in device memory now.
    fn argument(&self, index: usize) -> Array {
        let array = &self.prepared.kernel.args[index].array;
        let mut data = vec![0; array.data.len()];
        let read = self.memory.read(self.addresses[index], &mut data);
        read.expect("an argument is mapped");
        Array {
            data,
            ..array.clone()
        }
    }

    /// Every instruction as text, by ascending address. A listing knows what the code itself
    /// switches on, and the names of branch targets.
    pub(crate) fn listing(&self) -> Vec<ListingLine> {
        let style = DisStyle {
            wave: self.prepared.kernel.wave,
            extensions: self.prepared.extensions.clone(),
        };
        self.arch.listing(&self.prepared.code, &style)
    }

    /// A trap with the line of source, the place in the grid and the text of the instruction.
    pub fn trap_error(&self, fault: &Fault) -> Error {
        let code = &self.prepared.code;
        let [x, y, z] = fault.site.group;
        let mut place = format!("workgroup ({x},{y},{z}), wave {}", fault.site.wave);
        if let Some(lane) = fault.trap.lane() {
            let thread = fault.site.wave * self.prepared.kernel.wave + lane;
            place += &format!(", lane {lane} (thread {thread})");
        }
        let mut diagnostic = Diagnostic::error(fault.trap.code(), fault.trap.to_string());
        if let Some(span) = code.span_at(fault.address) {
            diagnostic = diagnostic.label(span, place.clone());
        }
        let listing = self.listing();
        let line = listing.iter().find(|line| line.address == fault.address);
        let inst = line.map_or(String::new(), |line| format!(": `{}`", line.text));
        diagnostic = diagnostic.help(format!(
            "{} stopped at pc {:#x}{inst}, in {place}",
            self.arch.name(),
            fault.address
        ));
        if let Trap::Deadlock { waits } = &fault.trap {
            diagnostic.help.extend(waits.iter().cloned());
        }
        if let Trap::Limit { .. } = &fault.trap {
            diagnostic = diagnostic.help("an endless loop? --max-instructions N allows more");
        }
        let failure = match fault.trap.blame() {
            Blame::Program | Blame::Limit => Failure::Trap,
            Blame::Unmodelled => Failure::Unmodelled,
        };
        let file = Box::new(self.file.clone());
        Error::Diagnostics {
            failure,
            file,
            diagnostics: vec![diagnostic],
        }
    }
}

struct DeviceMemory(Memory);

impl Allocator for DeviceMemory {
    fn place(&mut self, name: &str, bytes: &[u8]) -> Result<u64, String> {
        let label = RegionLabel {
            name: name.into(),
            ty: format!("u8[{}]", bytes.len()),
            element_bytes: 1,
        };
        let address = self
            .0
            .allocate(bytes.len() as u64, label)
            .map_err(|error| error.0)?;
        self.0.write(address, bytes).map_err(|error| error.0)?;
        Ok(address)
    }
}

/// Copies every argument to device memory, in header order.
fn place_arguments(memory: &mut DeviceMemory, kernel: &KernelFile) -> Result<Vec<u64>, Error> {
    let place = |arg: &kernel::Arg| {
        let array = &arg.array;
        let label = RegionLabel {
            name: arg.name.clone(),
            ty: format!("{}{}", array.ty, array.shape),
            element_bytes: array.ty.size() as u32,
        };
        let address = memory.0.allocate(array.data.len() as u64, label)?;
        memory.0.write(address, &array.data)?;
        Ok(address)
    };
    let placed: Result<_, sim::AccessError> = kernel.args.iter().map(place).collect();
    placed.map_err(|error| Error::Plain(error.0))
}

fn load(
    input: &Input,
    prepared: &Prepared,
    settings: &Settings,
    addresses: &[u64],
    memory: &mut DeviceMemory,
) -> Result<(Loaded, RegisterView), Error> {
    let kernel = &prepared.kernel;
    let args: Vec<Argument<'_>> = (kernel.args.iter().zip(addresses))
        .map(|(arg, &address)| Argument {
            name: &arg.name,
            array: &arg.array,
            address,
            is_output: arg.is_output,
        })
        .collect();
    let textures: Vec<TextureArgument<'_>> = (kernel.textures.iter())
        .map(|texture| TextureArgument {
            name: &texture.name,
            array: &texture.array,
            args_before: texture.args_before,
        })
        .collect();
    let request = LaunchRequest {
        args: &args,
        textures: &textures,
        bindings: &kernel.bindings,
        keys: &kernel.keys,
        launch: kernel.launch,
        wave: settings.wave.unwrap_or(kernel.wave),
        kernel: settings.kernel.as_deref(),
        extensions: &prepared.extensions,
    };
    let loaded = input.arch.load(&prepared.code, &request, memory);
    let loaded = loaded.map_err(|diagnostic| Error::input(&input.file, vec![diagnostic]))?;
    let registers = input.arch.registers(&request, &loaded);
    Ok((loaded, registers))
}
