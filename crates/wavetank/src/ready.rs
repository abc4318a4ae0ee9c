//! A kernel that is ready to run: assembled, loaded, its arguments in device memory.

use crate::input::MAX_FILE;
use crate::lint::Mistakes;
use crate::memory_file::{MEMORY_KEY, MemoryFile};
use crate::prepare::{Prepared, prepare};
use crate::report::{Expectation, Report};
use crate::settings::keys;
use crate::{Error, Failure, Input, Settings, trap};
use arch::{
    Allocator, Arch, Argument, Code, DisStyle, LaunchRequest, Loaded, RegisterView, TextureArgument,
};
use debug::Waves;
use isa::ListingLine;
use kernel::{Array, KernelFile, KeyValue};
use sim::{
    Clocked, Config, Dispatch, Fault, HostBytes, Launch, Memory, Observer, RESIDENT, RegionLabel,
    Stats,
};
use source::{Diagnostic, Label, SourceFile};
use std::ops::Range;
use std::sync::Arc;
use uop::timing::Timing;
use uop::{Runnable, Stoppable};

/// Everything that a run needs and that outlives it. Running it changes its memory.
pub struct Ready {
    pub(crate) arch: &'static dyn Arch,
    pub(crate) file: SourceFile,
    pub(crate) prepared: Prepared,
    pub(crate) memory: Arc<Memory>,
    /// Where the arguments are, in header order.
    pub(crate) addresses: Vec<u64>,
    /// Which of them the caller has lent, and has no need to be given.
    pub(crate) lent: Vec<Option<HostBytes>>,
    pub(crate) config: Config,
    /// Lanes per wave.
    pub(crate) lanes: u32,
    /// What waves call their registers.
    pub(crate) registers: RegisterView,
    /// Addresses where libraries race by design.
    pub(crate) quiet: Vec<std::ops::Range<u64>>,
    /// What is wrong with the code on any path, from the first time that it is looked for.
    pub(crate) mistakes: Mistakes,
    /// A machine that the instruction set brings along counts cycles.
    pub(crate) timed: bool,
}

/// What runs it.
pub(crate) enum Engine {
    /// Waves, on the common engine; with a cycle model if one is asked for.
    Waves(Box<Loaded>, Option<Arc<Timing>>),
    /// A machine that the instruction set brings along.
    Own(Box<dyn Runnable>),
}

impl Engine {
    /// Whether cycles are counted, or can be on a machine that the instruction set brings along.
    pub(crate) fn has_clock(&self) -> bool {
        match self {
            Engine::Waves(_, timing) => timing.is_some(),
            Engine::Own(machine) => machine.has_clock(),
        }
    }
}

impl Ready {
    /// Assembles if need be, places the arguments, and loads the program.
    pub(crate) fn new(input: &Input, settings: &Settings) -> Result<(Ready, Engine), Error> {
        Ready::of(input, prepare(input, settings)?, Vec::new(), settings, true)
    }

    /// Places the arguments, but for those that the caller lends, and loads the program. Names of
    /// registers take longer than small launches: only debuggers want them.
    pub(crate) fn of(
        input: &Input,
        prepared: Prepared,
        mut lent: Vec<Option<HostBytes>>,
        settings: &Settings,
        names: bool,
    ) -> Result<(Ready, Engine), Error> {
        lent.resize(prepared.kernel.args.len(), None);
        let bytes = settings.memory_bytes;
        let mut memory = DeviceMemory(match input.arch.first_address() {
            Some(first) => Memory::starting_at(first, bytes),
            None => Memory::new(bytes),
        });
        let file = memory_file(input, &prepared.kernel)?;
        let wrong = |why| memory_error(input, &prepared.kernel, why);
        file.map(&mut memory.0, settings.memory_bytes)
            .map_err(wrong)?;
        let addresses = place_arguments(&mut memory, &prepared.kernel, &lent)?;
        let (engine, registers) = load(input, &prepared, settings, &addresses, names, &mut memory)?;
        let quiet = match &engine {
            Engine::Waves(loaded, _) => loaded.quiet.clone(),
            Engine::Own(_) => Vec::new(),
        };
        set_variables(&file, &prepared, &memory.0).map_err(wrong)?;
        let lanes = match &engine {
            Engine::Waves(loaded, _) => loaded.lanes,
            Engine::Own(_) => prepared.kernel.wave,
        };
        if let Some(wave) = settings.wave.filter(|&wave| wave != lanes) {
            return Err(Error::Plain(format!(
                "--wave {wave}: the code was made for waves of {lanes} lanes"
            )));
        }
        if let Some(span) = prepared
            .kernel
            .wave_span
            .filter(|_| settings.wave.is_none())
            && prepared.kernel.wave != lanes
        {
            let wave = prepared.kernel.wave;
            let message = format!("the code was made for waves of {lanes} lanes, not {wave}");
            let error = Diagnostic::error("wave-size", message).label(span, "asked for here");
            return Err(Error::input(&input.file, vec![error]));
        }
        let mut config = settings.config(input, &prepared.kernel);
        // What is lent, other threads of the program can write while the launch runs.
        if lent.iter().any(Option::is_some) {
            config.patience.get_or_insert_with(host::patience);
        }
        let grid = prepared.kernel.launch.global;
        let groups: u128 = grid.iter().map(|&n| u128::from(n)).product();
        // A launch that fits as it is need not be compared with the device.
        if config.resident.is_none() && groups > RESIDENT as u128 {
            let room = |request: &LaunchRequest<'_>| Ok(input.arch.room(&prepared.code, request));
            let room = with_request(input, &prepared, settings, &addresses, room)?;
            config.resident = room.map(|room| RESIDENT.max(room as usize));
        }
        let ready = Ready {
            arch: input.arch,
            file: input.file.clone(),
            config,
            prepared,
            memory: memory.0.into(),
            addresses,
            lent,
            lanes,
            registers,
            quiet,
            mistakes: Mistakes::default(),
            timed: settings.timed || settings.timeline,
        };
        Ok((ready, engine))
    }

    /// The launch, at its start.
    pub(crate) fn dispatch(&self, loaded: &Loaded) -> Dispatch {
        let launch = self.launch(loaded);
        Dispatch::new(&loaded.program, launch, &self.memory, self.config.clone())
    }

    /// The launch, at its start, for what stops and looks: by the clock of its machine if it has one.
    pub(crate) fn stoppable(
        &self,
        loaded: &Loaded,
        timing: Option<&Arc<Timing>>,
    ) -> Box<dyn Stoppable> {
        let dispatch = self.dispatch(loaded);
        Box::new(Waves::new(&loaded.program, dispatch, loaded.lanes, timing))
    }

    /// Runs the launch watched, by the clock of its machine if it has one.
    pub(crate) fn watch<O: Observer>(
        &self,
        loaded: &Loaded,
        timing: Option<&Arc<Timing>>,
        observer: &mut O,
    ) -> Result<Stats, Box<Fault>> {
        let mut dispatch = self.dispatch(loaded);
        match timing {
            None => dispatch.resume(observer).map(|_| *dispatch.stats()),
            Some(timing) => {
                let mut clocked = Clocked::new(dispatch, timing);
                clocked.resume(observer).map(|_| *clocked.stats())
            }
        }
    }

    pub(crate) fn launch(&self, loaded: &Loaded) -> Launch {
        let launch = &self.prepared.kernel.launch;
        launch_of(loaded, launch.global, launch.local)
    }

    /// Addresses of the arguments that a run is for: those that are printed or compared.
    pub(crate) fn read_back(&self) -> impl Iterator<Item = Range<u64>> {
        let kernel = &self.prepared.kernel;
        let expected = |index: usize| kernel.expects.iter().any(|expect| expect.arg == index);
        let args = kernel.args.iter().zip(&self.addresses).enumerate();
        args.filter(move |(index, (arg, _))| arg.is_output || expected(*index))
            .map(|(_, (arg, &address))| address..address + arg.array.data.len() as u64)
    }

    /// What memory holds after a run that has ended.
    pub(crate) fn report(&self) -> Report {
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
                .filter(|(index, arg)| arg.is_output && self.lent[*index].is_none())
                .map(|(index, arg)| (arg.name.clone(), self.argument(index)))
                .collect(),
            hidden: (kernel.args.iter())
                .filter(|arg| !arg.is_output)
                .map(|arg| arg.name.clone())
                .collect(),
            warnings: self.prepared.warnings.clone(),
            text: self.printed_text(),
            ..Report::empty()
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

    fn dis_style(&self) -> DisStyle {
        DisStyle {
            wave: self.lanes,
            extensions: self.prepared.extensions.clone(),
        }
    }

    /// The instruction at an address as it was written, or for a binary as it would be.
    pub(crate) fn text_at(&self, address: u64) -> Option<String> {
        let code = &self.prepared.code;
        if let Some(span) = code.span_at(address).filter(|_| !self.prepared.compiled) {
            return Some(self.prepared.source.slice(span).trim().to_string());
        }
        let text = self.arch.disassemble(code.at(address)?, &self.dis_style());
        text.ok().map(|(text, _)| text)
    }

    /// The whole code as text, by ascending address.
    pub(crate) fn listing(&self) -> Vec<ListingLine> {
        self.arch.listing(&self.prepared.code, &self.dis_style())
    }

    /// What kernels printed through memory.
    pub(crate) fn printed_text(&self) -> Vec<u8> {
        printed(self.arch, &self.prepared.code, &self.memory)
    }

    /// A trap with its place in the source and in the grid.
    pub(crate) fn trap_error(&self, fault: &Fault) -> Error {
        trap::error(self, fault)
    }
}

/// What kernels printed through memory.
pub(crate) fn printed(arch: &dyn Arch, code: &Code, memory: &Memory) -> Vec<u8> {
    let region = |name: &str| {
        let region = memory
            .regions()
            .find(|region| region.label().name == name)?;
        let mut bytes = vec![0; region.len() as usize];
        memory.read(region.base(), &mut bytes).ok()?;
        Some(bytes)
    };
    arch.printed(code, &region)
}

/// What the header names as memory besides the arguments.
fn memory_file(input: &Input, kernel: &KernelFile) -> Result<MemoryFile, Error> {
    let Some(KeyValue::Text(path)) = kernel.key(MEMORY_KEY) else {
        return Ok(MemoryFile::default());
    };
    let bytes = input.surroundings.read(path, 0, MAX_FILE + 1);
    let bytes = bytes.map_err(|error| error.to_string());
    let parsed = bytes.and_then(|bytes| match bytes.len() as u64 > MAX_FILE {
        true => Err("it is too large".into()),
        false => MemoryFile::parse(&bytes),
    });
    parsed.map_err(|why| memory_error(input, kernel, format!("cannot read `{path}`: {why}")))
}

fn memory_error(input: &Input, kernel: &KernelFile, why: String) -> Error {
    let mut keys = kernel.keys.iter();
    let span = keys.find(|entry| entry.name == MEMORY_KEY);
    let span = span.map_or(kernel.body, |entry| entry.span);
    let diagnostic = Diagnostic::error("bad-file", why).label(span, "named here");
    Error::input(&input.file, vec![diagnostic])
}

/// Variables of the program hold what they held.
fn set_variables(file: &MemoryFile, prepared: &Prepared, memory: &Memory) -> Result<(), String> {
    for variable in &file.variables {
        let name = &variable.label.name;
        let mut symbols = prepared.code.symbols.iter();
        let symbol = symbols.find(|symbol| symbol.name == *name);
        let symbol = symbol.ok_or_else(|| format!("the code has no variable `{name}`"))?;
        for (offset, bytes) in &variable.bytes {
            let written = memory.write(symbol.address + offset, bytes);
            written.map_err(|error| format!("variable `{name}`: {}", error.0))?;
        }
    }
    Ok(())
}

pub(crate) struct DeviceMemory(pub(crate) Memory);

impl Allocator for DeviceMemory {
    fn place(&mut self, name: &str, bytes: &[u8]) -> Result<u64, String> {
        let label = RegionLabel::bytes(name, bytes.len() as u64);
        let address = self
            .0
            .allocate(bytes.len() as u64, label)
            .map_err(|error| error.0)?;
        self.0.write(address, bytes).map_err(|error| error.0)?;
        Ok(address)
    }

    fn reserve(&mut self, name: &str, bytes: u64) -> Result<u64, String> {
        let label = RegionLabel::bytes(name, bytes);
        self.0.allocate(bytes, label).map_err(|error| error.0)
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), String> {
        self.0.write(address, bytes).map_err(|error| error.0)
    }

    fn place_at(&mut self, address: u64, name: &str, bytes: &[u8]) -> Result<(), String> {
        let label = RegionLabel::bytes(name, bytes.len() as u64);
        let placed = self.0.allocate_at(address, bytes.len() as u64, label);
        let written = placed.and_then(|()| self.0.write(address, bytes));
        written.map_err(|error| error.0)
    }
}

/// Copies every argument to device memory, in header order. Those that are lent stay where they are.
pub(crate) fn place_arguments(
    memory: &mut DeviceMemory,
    kernel: &KernelFile,
    lent: &[Option<HostBytes>],
) -> Result<Vec<u64>, Error> {
    let place = |(index, arg): (usize, &kernel::Arg)| {
        if lent.get(index).is_some_and(Option::is_some) {
            return Ok(0);
        }
        let address = (memory.0).allocate(arg.array.data.len() as u64, label(arg))?;
        memory.0.write(address, &arg.array.data)?;
        Ok(address)
    };
    let placed: Result<_, sim::AccessError> = kernel.args.iter().enumerate().map(place).collect();
    let mut addresses: Vec<u64> = placed.map_err(|error| Error::Plain(error.0))?;
    let mut given: Vec<(usize, HostBytes)> = (lent.iter().enumerate())
        .filter_map(|(index, bytes)| Some((index, (*bytes)?)))
        .collect();
    // Arrays that overlap are one region, so that kernels find the same bytes at the same address.
    given.sort_by_key(|(_, bytes)| (bytes.address(), std::cmp::Reverse(bytes.len())));
    let mut rest = &given[..];
    while let [(first, bytes), ..] = *rest {
        let (mut whole, mut count) = (bytes, 1);
        while let Some((_, next)) = rest.get(count)
            && next.address() < whole.address() + whole.len()
        {
            whole = whole.up_to_end_of(*next);
            count += 1;
        }
        let mut label = label(&kernel.args[first]);
        let together = &rest[..count];
        for (index, _) in &together[1..] {
            label.name = format!("{}, {}", label.name, kernel.args[*index].name);
        }
        if (together.iter()).any(|(_, bytes)| bytes.len() != whole.len()) {
            (label.ty, label.element_bytes) = (format!("u8[{}]", whole.len()), 1);
        }
        let base = memory.0.lend(whole, label);
        for (index, bytes) in &rest[..count] {
            addresses[*index] = base + (bytes.address() - whole.address()) as u64;
        }
        rest = &rest[count..];
    }
    Ok(addresses)
}

fn label(arg: &kernel::Arg) -> RegionLabel {
    RegionLabel {
        name: arg.name.clone(),
        ty: format!("{}{}", arg.array.ty, arg.array.shape),
        element_bytes: arg.array.ty.size() as u32,
    }
}

fn load(
    input: &Input,
    prepared: &Prepared,
    settings: &Settings,
    addresses: &[u64],
    names: bool,
    memory: &mut DeviceMemory,
) -> Result<(Engine, RegisterView), Error> {
    with_request(input, prepared, settings, addresses, |request| {
        let code = &prepared.code;
        if let Some(machine) = input.arch.machine(code, request) {
            return Ok((Engine::Own(machine?), input.arch.machine_registers()));
        }
        let loaded = input.arch.load(code, request, memory)?;
        let timed = settings.timed || settings.on_clock(input.arch);
        let timing = timed.then(|| input.arch.timing(code, request)).flatten();
        let timing = timing.map(Arc::new);
        let registers = match names {
            true => input.arch.registers(request, &loaded),
            false => RegisterView::default(),
        };
        Ok((Engine::Waves(Box::new(loaded), timing), registers))
    })
}

/// Asks the instruction set something about the launch; what it refuses is an error with a place.
pub(crate) fn with_request<T>(
    input: &Input,
    prepared: &Prepared,
    settings: &Settings,
    addresses: &[u64],
    ask: impl FnOnce(&LaunchRequest<'_>) -> Result<T, Diagnostic>,
) -> Result<T, Error> {
    let kernel = &prepared.kernel;
    let keys = keys(input, kernel, settings)?;
    let args: Vec<Argument<'_>> = (kernel.args.iter().zip(addresses))
        .map(|(arg, &address)| Argument {
            name: &arg.name,
            array: &arg.array,
            address,
            is_output: arg.is_output,
            span: Some(arg.span).filter(|span| span.start < span.end),
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
        keys: &keys,
        launch: kernel.launch,
        launched: prepared.launched,
        wave: settings.wave.unwrap_or(kernel.wave),
        kernel: settings.kernel.as_deref(),
        extensions: &prepared.extensions,
        only_planned: settings.only_planned,
        memo: prepared.memo.as_deref(),
    };
    // The code may lie in another file than the header: what points at keys or arguments is about
    // the header.
    let in_header = |label: &Label| {
        keys.iter().any(|key| key.span == label.span)
            || args.iter().any(|arg| arg.span == Some(label.span))
    };
    ask(&request).map_err(|diagnostic| {
        let labels = &diagnostic.labels;
        let file = match !labels.is_empty() && labels.iter().all(in_header) {
            true => &input.file,
            false => &prepared.source,
        };
        Error::Diagnostics {
            failure: match diagnostic.code {
                "unmodelled" => Failure::Unmodelled,
                _ => Failure::Input,
            },
            file: Box::new(file.clone()),
            diagnostics: vec![diagnostic],
        }
    })
}

/// The launch of something loaded, on so many workgroups of so many threads.
pub fn launch_of(loaded: &Loaded, grid: [u32; 3], block: [u32; 3]) -> Launch {
    Launch {
        grid,
        block,
        lanes: loaded.lanes,
        local_bytes: loaded.local_bytes,
        private_bytes: loaded.private_bytes,
        constant: loaded.constant.clone(),
        flat: loaded.flat.clone(),
        entry: loaded.entry.clone(),
    }
}
