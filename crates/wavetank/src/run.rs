//! Running a kernel.

use crate::prepare::{Prepared, folder, options, prepare};
use crate::print::Printer;
use crate::report::{Expectation, Report};
use crate::{Error, Failure, Input};
use arch::{Allocator, Argument, LaunchRequest, Loaded, TextureArgument};
use kernel::{Array, KernelFile, Value};
use sim::{Apertures, Config, Delivery, Dispatch, Fault, Launch, Memory, Order, RegionLabel};
use source::{Diagnostic, SourceFile};
use std::path::PathBuf;
use uop::{Blame, Trap};

/// How to run; the defaults are those of the command line.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Constants of the header to override.
    pub set: Vec<(String, Value)>,
    pub seed: Option<u64>,
    pub wave: Option<u32>,
    pub threads: usize,
    pub delivery: Delivery,
    pub order: Order,
    pub max_instructions: u64,
    /// Device memory, in bytes.
    pub memory_bytes: u64,
    pub extensions: Vec<String>,
    /// What the command line says about the launch.
    pub launch: LaunchOptions,
    /// Which kernel to start, where there are several.
    pub kernel: Option<String>,
    /// Folders besides the kernel file's own from which it may read.
    pub allow_paths: Vec<PathBuf>,
}

impl Default for Settings {
    fn default() -> Settings {
        let config = Config::default();
        Settings {
            set: Vec::new(),
            seed: None,
            wave: None,
            threads: 1,
            delivery: config.delivery,
            order: config.order,
            max_instructions: config.max_instructions,
            memory_bytes: 32 << 20,
            extensions: Vec::new(),
            launch: LaunchOptions::default(),
            kernel: None,
            allow_paths: Vec::new(),
        }
    }
}

/// What the command line says about a launch; it adds to the header and overrides it.
#[derive(Clone, Debug, Default)]
pub struct LaunchOptions {
    /// Arguments as `name=type[shape]:initializer`.
    pub args: Vec<String>,
    /// Workgroups.
    pub global: Vec<u32>,
    /// Threads per workgroup.
    pub local: Vec<u32>,
}

impl LaunchOptions {
    pub(crate) fn apply(
        &self,
        kernel: &mut KernelFile,
        input: &Input,
        settings: &Settings,
    ) -> Result<(), Error> {
        let mut options = options(input, settings);
        for (number, text) in self.args.iter().enumerate() {
            let parsed = kernel::parse_arg_spec(text, &options, &folder(input, settings));
            let mut arg = parsed.map_err(|diagnostics| {
                Error::input(&SourceFile::new("--arg", text.as_str()), diagnostics)
            })?;
            options.max_bytes -= (arg.array.data.len() as u64).min(options.max_bytes);
            if arg.name.is_empty() {
                arg.name = format!("arg{number}");
            }
            match kernel.args.iter_mut().find(|old| old.name == arg.name) {
                Some(old) => old.array = arg.array,
                None => kernel.args.push(arg),
            }
        }
        let launch = &mut kernel.launch;
        let most = input.arch.schema().max_workgroup;
        sizes(
            "--global",
            &self.global,
            &mut launch.global,
            &mut launch.global_dims,
        )?;
        sizes(
            "--local",
            &self.local,
            &mut launch.local,
            &mut launch.local_dims,
        )?;
        if !self.local.is_empty() && launch.threads_per_workgroup() > most {
            let threads = launch.threads_per_workgroup();
            let message = format!("--local: {threads} threads per workgroup; {most} are possible");
            return Err(Error::Plain(message));
        }
        Ok(())
    }
}

fn sizes(flag: &str, given: &[u32], sizes: &mut [u32; 3], dims: &mut usize) -> Result<(), Error> {
    if given.is_empty() {
        return Ok(());
    }
    if given.len() > 3 || given.contains(&0) {
        let message = format!("{flag}: expected one to three sizes of at least 1, as in 16,16");
        return Err(Error::Plain(message));
    }
    *sizes = [1; 3];
    sizes[..given.len()].copy_from_slice(given);
    *dims = given.len();
    Ok(())
}

/// A kernel with everything it needs to run.
pub(crate) struct Ready {
    pub prepared: Prepared,
    pub loaded: Loaded,
    memory: DeviceMemory,
    addresses: Vec<u64>,
}

impl Ready {
    /// Assembles if need be, fills memory, lowers.
    pub fn new(input: &Input, settings: &Settings) -> Result<Ready, Error> {
        let prepared = prepare(input, settings)?;
        let mut memory = DeviceMemory(Memory::new(settings.memory_bytes));
        let addresses = place_arguments(&mut memory, &prepared.kernel)?;
        let loaded = load(input, &prepared, settings, &addresses, &mut memory)?;
        Ok(Ready {
            prepared,
            loaded,
            memory,
            addresses,
        })
    }

    /// A run of it, from the start.
    pub fn dispatch(&self, settings: &Settings) -> Dispatch<'_> {
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
        let config = Config {
            delivery: settings.delivery,
            order: settings.order,
            max_instructions: settings.max_instructions,
            threads: settings.threads,
            ..Config::default()
        };
        Dispatch::new(&loaded.program, launch, &self.memory.0, config)
    }
}

/// Assembles if need be, runs to the end, and compares with what the header expects.
pub fn run(input: &Input, settings: &Settings) -> Result<Report, Error> {
    let ready = Ready::new(input, settings)?;
    let mut dispatch = ready.dispatch(settings);
    let mut printer = Printer::new(
        input.arch.prints(&ready.prepared.code),
        &ready.loaded.program,
    );
    let result = match printer.is_empty() {
        true => dispatch.run(),
        // What is printed has an order, so there is one thread.
        false => dispatch.resume(&mut printer).map(|_| *dispatch.stats()),
    };
    let stats = result.map_err(|fault| trap_error(input, &ready, &fault))?;
    let Ready {
        prepared,
        memory,
        addresses,
        ..
    } = ready;
    let kernel = &prepared.kernel;

    let read = |index: usize| -> Array {
        let array = &kernel.args[index].array;
        let mut data = vec![0; array.data.len()];
        memory
            .0
            .read(addresses[index], &mut data)
            .expect("an argument is mapped");
        Array {
            data,
            ..array.clone()
        }
    };
    let expectations = kernel.expects.iter().map(|expect| {
        let actual = read(expect.arg);
        Expectation {
            name: kernel.args[expect.arg].name.clone(),
            span: expect.span,
            mismatch: kernel::compare(&expect.expected, &actual, kernel.tol).err(),
        }
    });
    Ok(Report {
        file: input.file.clone(),
        expectations: expectations.collect(),
        outputs: (kernel.args.iter().enumerate())
            .filter(|(_, arg)| arg.is_output)
            .map(|(index, arg)| (arg.name.clone(), read(index)))
            .collect(),
        stats,
        prints: printer.printed,
        warnings: prepared.warnings,
    })
}

pub(crate) struct DeviceMemory(Memory);

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

    fn place_at(&mut self, address: u64, name: &str, bytes: &[u8]) -> Result<(), String> {
        let label = RegionLabel {
            name: name.into(),
            ty: format!("u8[{}]", bytes.len()),
            element_bytes: 1,
        };
        self.0
            .allocate_at(address, bytes.len() as u64, label)
            .and_then(|()| self.0.write(address, bytes))
            .map_err(|error| error.0)
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
) -> Result<Loaded, Error> {
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
    loaded.map_err(|diagnostic| Error::Diagnostics {
        failure: match diagnostic.code {
            "unmodelled" => Failure::Unmodelled,
            _ => Failure::Input,
        },
        file: Box::new(prepared.source.clone()),
        diagnostics: vec![diagnostic],
    })
}

/// A trap with the line of source, the place in the grid and the text of the instruction.
pub(crate) fn trap_error(input: &Input, ready: &Ready, fault: &Fault) -> Error {
    let prepared = &ready.prepared;
    let code = &prepared.code;
    let style = arch::DisStyle {
        wave: ready.loaded.lanes,
        extensions: prepared.extensions.clone(),
    };
    let text = code
        .at(fault.address)
        .and_then(|bytes| input.arch.disassemble(bytes, &style).ok());
    let [x, y, z] = fault.site.group;
    let mut place = format!("workgroup ({x},{y},{z}), wave {}", fault.site.wave);
    if let Some(lane) = fault.trap.lane() {
        let thread = fault.site.wave * style.wave + lane;
        place += &format!(", lane {lane} (thread {thread})");
    }
    let mut diagnostic = Diagnostic::error(fault.trap.code(), fault.trap.to_string());
    if let Some(span) = code.span_at(fault.address) {
        diagnostic = diagnostic.label(span, place.clone());
    }
    let inst = text.map_or(String::new(), |(text, _)| format!(": `{text}`"));
    diagnostic = diagnostic.help(format!(
        "{} stopped at pc {:#x}{inst}, in {place}",
        input.arch.name(),
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
    let file = Box::new(prepared.source.clone());
    Error::Diagnostics {
        failure,
        file,
        diagnostics: vec![diagnostic],
    }
}
