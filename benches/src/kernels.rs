//! OpenCL kernels on the engine and on PoCL.

use crate::cases::{self, Arg, Case};
use crate::pocl::Pocl;
use crate::{Options, best, milliseconds, on_processor, timed};
use arch::{Allocator, Argument, LaunchRequest, Loaded};
use kernel::{Array, Shape, Type};
use sim::{Config, Dispatch, Memory, RegionLabel, Stats};
use std::sync::Arc;
use std::time::Duration;
use uop::timing::Timing;
use wavetank::Input;

const REPEATS: u32 = 60;

pub fn table(options: &Options) {
    // A quick run does not wait for a compiler.
    let pocl = if options.quick { None } else { Pocl::open() };
    let repeats = if options.quick { 1 } else { REPEATS };
    println!(
        "{:<12} {:>11} {:>14} {:>9} {:>9} {:>7} {:>11} {:>8}",
        "kernel", "wave-insts", "M wave-inst/s", "ms", "PoCL ms", "ratio", "2 threads", "speedup"
    );
    let mut ratios = Vec::new();
    for (_, make) in cases::ALL.iter().filter(|(name, _)| options.wants(1, name)) {
        let case = make(options.quick);
        let prepared = Prepared::new(&case);
        let stats = prepared.check(&case);
        let time = best(repeats, || prepared.time(1));
        let two = best(repeats, || prepared.time(2));
        let native = pocl.as_ref().map(|pocl| pocl.time(&case, repeats));
        let ratio = native.map(|native| time.as_secs_f64() / native.as_secs_f64());
        ratios.extend(ratio);
        let instructions = stats.instructions;
        let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.2}"));
        println!(
            "{:<12} {instructions:>11} {:>14.1} {:>9.2} {:>9} {:>7} {:>11.2} {:>8.2}",
            case.name,
            1e-6 * instructions as f64 / time.as_secs_f64(),
            milliseconds(time),
            shown(native.map(milliseconds)),
            shown(ratio),
            milliseconds(two),
            time.as_secs_f64() / two.as_secs_f64(),
        );
    }
    if !ratios.is_empty() {
        println!("{:<12} {:>59.2}", "mean", mean(&ratios));
    }
}

/// The same kernels with every checker on.
pub fn check_table(options: &Options) {
    let repeats = if options.quick { 1 } else { 5 };
    println!(
        "{:<12} {:>11} {:>14} {:>9} {:>9} {:>7}",
        "checked", "wave-insts", "M wave-inst/s", "check ms", "run ms", "ratio"
    );
    let mut ratios = Vec::new();
    for (_, make) in cases::ALL.iter().filter(|(name, _)| options.wants(1, name)) {
        let case = make(options.quick);
        let prepared = Prepared::new(&case);
        let stats = prepared.check(&case);
        let time = best(repeats, || prepared.time(1));
        let checked = best(repeats, || prepared.time_checked());
        let ratio = checked.as_secs_f64() / time.as_secs_f64();
        ratios.push(ratio);
        let instructions = stats.instructions;
        println!(
            "{:<12} {instructions:>11} {:>14.1} {:>9.2} {:>9.2} {ratio:>7.1}",
            case.name,
            1e-6 * instructions as f64 / checked.as_secs_f64(),
            milliseconds(checked),
            milliseconds(time),
        );
    }
    println!("{:<12} {:>59.1}", "mean", mean(&ratios));
}

/// The same kernels on the cycle model of their chip.
pub fn cycle_table(options: &Options) {
    let repeats = if options.quick { 1 } else { 5 };
    println!(
        "{:<12} {:>11} {:>11} {:>14} {:>9} {:>9} {:>7}",
        "on the model", "wave-insts", "cycles", "M wave-inst/s", "model ms", "run ms", "ratio"
    );
    let mut speeds = Vec::new();
    for (_, make) in cases::ALL.iter().filter(|(name, _)| options.wants(1, name)) {
        let case = make(options.quick);
        let prepared = Prepared::new(&case);
        let stats = prepared.check(&case);
        let time = best(repeats, || {
            let dispatch = prepared.dispatch(1);
            on_processor(|| {
                dispatch.run().expect("a kernel that runs");
            })
        });
        let mut cycles = 0;
        let model = best(repeats, || {
            let dispatch = prepared.dispatch(1);
            on_processor(|| {
                let ended = dispatch.run_timed(&prepared.timing, None);
                cycles = ended.expect("a kernel that runs").1.cycles;
            })
        });
        let instructions = stats.instructions;
        let speed = 1e-6 * instructions as f64 / model.as_secs_f64();
        speeds.push(speed);
        println!(
            "{:<12} {instructions:>11} {cycles:>11} {speed:>14.1} {:>9.2} {:>9.2} {:>7.1}",
            case.name,
            milliseconds(model),
            milliseconds(time),
            model.as_secs_f64() / time.as_secs_f64(),
        );
    }
    println!("{:<12} {:>38.1}", "mean", mean(&speeds));
}

/// The geometric mean.
fn mean(ratios: &[f64]) -> f64 {
    let logs: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (logs / ratios.len() as f64).exp()
}

/// A case with its arguments in device memory.
struct Prepared {
    memory: Arc<Memory>,
    loaded: Loaded,
    /// The cycle model of the chip.
    timing: Timing,
    grid: [u32; 3],
    block: [u32; 3],
    /// Where the last array is.
    output: u64,
}

impl Prepared {
    fn new(case: &Case) -> Prepared {
        let input = Input::from_bytes(case.name, case.object.to_vec(), ".".into(), None);
        let input = input.unwrap_or_else(|error| crate::fail(&error));
        let code = input.code.as_ref().expect("machine code");
        let mut memory = DeviceMemory(Memory::new(1 << 30));
        let mut output = 0;
        let arrays: Vec<(Array, u64)> = (case.args.iter())
            .map(|arg| {
                let value;
                let (ty, words, shape) = match arg {
                    Arg::Words(words) => (Type::U32, &words[..], Shape::new([words.len() as u64])),
                    Arg::Value(word) => (Type::U32, std::slice::from_ref(word), Shape::scalar()),
                    Arg::Float(float) => {
                        value = [float.to_bits()];
                        (Type::F32, &value[..], Shape::scalar())
                    }
                };
                let data: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                let address = memory.place("argument", &data).expect("room for it");
                if matches!(arg, Arg::Words(_)) {
                    output = address;
                }
                (Array { ty, shape, data }, address)
            })
            .collect();
        let names: Vec<String> = (0..arrays.len()).map(|i| format!("a{i}")).collect();
        let args: Vec<Argument<'_>> = (arrays.iter().zip(&names))
            .map(|((array, address), name)| Argument {
                name,
                array,
                address: *address,
                is_output: false,
            })
            .collect();
        let request = LaunchRequest {
            args: &args,
            launch: kernel::Launch {
                global: case.groups,
                local: case.items,
                global_dims: 3,
                local_dims: 3,
            },
            wave: 32,
            kernel: Some(case.kernel),
            ..LaunchRequest::default()
        };
        let loaded = input.arch.load(code, &request, &mut memory);
        let timing = input.arch.timing(code, &request);
        Prepared {
            timing: timing.expect("chips have cycle models"),
            loaded: loaded.unwrap_or_else(|refused| panic!("{}: {}", case.name, refused.message)),
            memory: memory.0.into(),
            grid: case.groups,
            block: case.items,
            output,
        }
    }

    fn dispatch(&self, threads: usize) -> Dispatch {
        let loaded = &self.loaded;
        let launch = wavetank::launch_of(loaded, self.grid, self.block);
        let config = Config {
            threads,
            ..Config::default()
        };
        Dispatch::new(&loaded.program, launch, &self.memory, config)
    }

    /// Runs once, for the first time, and looks at the result.
    fn check(&self, case: &Case) -> Stats {
        let stats = self.dispatch(1).run().expect("a kernel that runs");
        let mut bytes = vec![0; 4 * case.expected.len()];
        let read = self.memory.read(self.output, &mut bytes);
        read.expect("the output is mapped");
        case.check("the engine", &bytes);
        stats
    }

    /// The same with every checker on, which find nothing.
    fn time_checked(&self) -> Duration {
        let loaded = &self.loaded;
        let launch = wavetank::launch_of(loaded, self.grid, self.block);
        let config = Config {
            delivery: sim::Delivery::Strict,
            ..Config::default()
        };
        let mut checkers = check::all(&loaded.program, &launch);
        let mut dispatch = Dispatch::new(&loaded.program, launch, &self.memory, config);
        let time = timed(|| {
            dispatch.resume(&mut checkers).expect("a kernel that runs");
        });
        let (in_flight, (races, _)) = checkers;
        assert!(in_flight.findings().is_empty() && races.races().is_empty());
        time
    }

    fn time(&self, threads: usize) -> Duration {
        let dispatch = self.dispatch(threads);
        timed(|| {
            dispatch.run().expect("a kernel that runs");
        })
    }
}

impl Case {
    /// Panics where a result is not as it should be.
    pub fn check(&self, who: &str, bytes: &[u8]) {
        let words = bytes.chunks_exact(4).map(|word| {
            let word: [u8; 4] = word.try_into().expect("four bytes");
            u32::from_le_bytes(word)
        });
        let wrong = words.zip(&self.expected).filter(|(a, b)| a != *b).count();
        let name = self.name;
        assert!(
            wrong <= self.strays,
            "{name}: {wrong} wrong results of {who}"
        );
    }
}

struct DeviceMemory(Memory);

impl Allocator for DeviceMemory {
    fn place(&mut self, name: &str, bytes: &[u8]) -> Result<u64, String> {
        let placed = self.0.allocate(bytes.len() as u64, label(name));
        let address = placed.map_err(|error| error.0)?;
        self.0.write(address, bytes).map_err(|error| error.0)?;
        Ok(address)
    }

    fn place_at(&mut self, address: u64, name: &str, bytes: &[u8]) -> Result<(), String> {
        let placed = (self.0).allocate_at(address, bytes.len() as u64, label(name));
        let written = placed.and_then(|()| self.0.write(address, bytes));
        written.map_err(|error| error.0)
    }
}

fn label(name: &str) -> RegionLabel {
    RegionLabel {
        name: name.into(),
        ty: "u8".into(),
        element_bytes: 1,
    }
}
