//! Running a kernel.

use crate::prepare::{Prepared, prepare};
use crate::report::{Expectation, Report};
use crate::trace::Trace;
use crate::{Error, Failure, Input};
use arch::{Allocator, Argument, LaunchRequest, Loaded, TextureArgument};
use kernel::{Array, KernelFile, KeyEntry, KeyKind, KeyValue, Value};
use sim::{
    Apertures, Config, Delivery, Dispatch, Fault, Launch, Memory, Order, RegionLabel, Timeline,
};
use source::Diagnostic;
use std::path::PathBuf;
use uop::timing::Timing;
use uop::{Blame, Trap};

/// How to run; the defaults are those of the command line.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Constants of the header to override.
    pub set: Vec<(String, Value)>,
    pub seed: Option<u64>,
    pub wave: Option<u32>,
    pub threads: usize,
    /// When results of outstanding operations arrive, where not as the instruction set has it.
    pub delivery: Option<Delivery>,
    pub order: Order,
    pub max_instructions: u64,
    /// Device memory, in bytes.
    pub memory_bytes: u64,
    pub extensions: Vec<String>,
    /// Which kernel to start, where there are several.
    pub kernel: Option<String>,
    /// Folders besides the kernel file's own from which it may read.
    pub allow_paths: Vec<PathBuf>,
    /// Keys of the header to override.
    pub keys: Vec<(String, i64)>,
    /// Count cycles, where the instruction set has a cycle model.
    pub timed: bool,
    /// Keep a timeline of a timed run.
    pub timeline: bool,
    /// Watch the run with every checker.
    pub check: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        let config = Config::default();
        Settings {
            set: Vec::new(),
            seed: None,
            wave: None,
            threads: 1,
            delivery: None,
            order: config.order,
            max_instructions: config.max_instructions,
            memory_bytes: 32 << 20,
            extensions: Vec::new(),
            kernel: None,
            allow_paths: Vec::new(),
            keys: Vec::new(),
            timed: false,
            timeline: false,
            check: false,
        }
    }
}

/// Assembles if need be, runs to the end, and compares with what the header expects.
pub fn run(input: &Input, settings: &Settings) -> Result<Report, Error> {
    let prepared = prepare(input, settings)?;
    let kernel = &prepared.kernel;
    let mut memory = DeviceMemory(Memory::new(settings.memory_bytes));
    let addresses = place_arguments(&mut memory, kernel)?;
    let (loaded, timing) = load(input, &prepared, settings, &addresses, &mut memory)?;
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
        delivery: settings.delivery.unwrap_or(match input.arch.strict() {
            true => Delivery::Strict,
            false => Delivery::Eager,
        }),
        order: settings.order,
        max_instructions: settings.max_instructions,
        threads: settings.threads,
        ..Config::default()
    };
    let dispatch = Dispatch::new(&loaded.program, launch, &memory.0, config);
    let mut timeline = settings.timeline.then(Timeline::default);
    let mut findings = Vec::new();
    let outcome = match &timing {
        None if settings.check => {
            let (outcome, found) = crate::check::run(dispatch, &loaded.program, &prepared.code);
            findings = found;
            outcome.map(|stats| (stats, None))
        }
        Some(timing) => (dispatch.run_timed(timing, timeline.as_mut()))
            .map(|(stats, cycles)| (stats, Some(cycles))),
        None => dispatch.run().map(|stats| (stats, None)),
    };
    let (stats, cycles) = outcome.map_err(|fault| trap_error(input, &prepared, &fault))?;

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
        cycles,
        trace: (timeline.filter(|_| timing.is_some()))
            .map(|timeline| Trace::new(timeline, input, &prepared, &loaded.program)),
        warnings: prepared.warnings,
        findings,
    })
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
) -> Result<(Loaded, Option<Timing>), Error> {
    let kernel = &prepared.kernel;
    let keys = keys(input, kernel, settings)?;
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
        keys: &keys,
        launch: kernel.launch,
        wave: settings.wave.unwrap_or(kernel.wave),
        kernel: settings.kernel.as_deref(),
        extensions: &prepared.extensions,
    };
    let loaded = input.arch.load(&prepared.code, &request, memory);
    let loaded = loaded.map_err(|diagnostic| Error::input(&input.file, vec![diagnostic]))?;
    let timed = settings.timed || settings.timeline;
    let timing = timed
        .then(|| input.arch.timing(&prepared.code, &request))
        .flatten();
    Ok((loaded, timing))
}

/// The keys of the header, with those that the settings override.
fn keys(input: &Input, kernel: &KernelFile, settings: &Settings) -> Result<Vec<KeyEntry>, Error> {
    let mut keys = kernel.keys.clone();
    for (name, value) in &settings.keys {
        let known = input.arch.schema().keys;
        let Some(key) = known.iter().find(|key| key.name == name) else {
            let hint = source::did_you_mean(name, known.iter().map(|key| key.name));
            let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
            let isa = input.arch.name();
            return Err(Error::Plain(format!("{isa} has no key `{name}`{hint}")));
        };
        let fits = match key.kind {
            KeyKind::Integer { min, max } => (min..=max).contains(value),
            KeyKind::OneOf(choices) => choices.contains(value),
            _ => false,
        };
        if !fits {
            let expected = match key.kind {
                KeyKind::Integer { min, max } => format!("a number from {min} to {max}"),
                KeyKind::OneOf(choices) => format!("one of {choices:?}"),
                _ => "not a number".to_string(),
            };
            return Err(Error::Plain(format!(
                "`{name}` cannot be {value}: expected {expected}"
            )));
        }
        keys.retain(|entry| entry.name != name);
        keys.push(KeyEntry {
            name: key.name,
            value: KeyValue::Integer(*value),
            span: kernel.body,
        });
    }
    Ok(keys)
}

/// A trap with the line of source, the place in the grid and the text of the instruction.
fn trap_error(input: &Input, prepared: &Prepared, fault: &Fault) -> Error {
    let code = &prepared.code;
    let style = arch::DisStyle {
        wave: prepared.kernel.wave,
        extensions: prepared.extensions.clone(),
    };
    // The instruction as it was written, or for a binary as it would be.
    let text = match code.span_at(fault.address) {
        Some(span) => Some(input.file.slice(span).trim().to_string()),
        None => (code.at(fault.address))
            .and_then(|bytes| input.arch.disassemble(bytes, &style).ok())
            .map(|(text, _)| text),
    };
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
    let inst = text.map_or(String::new(), |text| format!(": `{text}`"));
    diagnostic = diagnostic.help(format!(
        "{} stopped at pc {:#x}{inst}, in {place}",
        input.arch.name(),
        fault.address
    ));
    if let Trap::DivergentBarrier {
        split_at: Some(address),
        ..
    } = fault.trap
        && let Some(span) = code.span_at(address)
    {
        diagnostic = diagnostic.label(span, "the others left here");
    }
    if let Trap::Deadlock { waits } | Trap::MixedBarriers { waits } = &fault.trap {
        diagnostic.help.extend(waits.iter().cloned());
    }
    if let Trap::Limit { .. } = &fault.trap {
        diagnostic = diagnostic.help("an endless loop? --max-instructions N allows more");
    }
    let failure = match fault.trap.blame() {
        Blame::Program | Blame::Limit => Failure::Trap,
        Blame::Unmodelled => Failure::Unmodelled,
    };
    let file = Box::new(input.file.clone());
    Error::Diagnostics {
        failure,
        file,
        diagnostics: vec![diagnostic],
    }
}
