//! A case that is ready to run, any number of times.

use crate::cases::{Arg, Case};
use arch::{Allocator, Argument, LaunchRequest, Loaded};
use kernel::{Array, Shape, Type};
use sim::{Config, Dispatch, Memory, RegionLabel, Stats};
use std::sync::Arc;
use uop::timing::Timing;
use wavetank::Input;

/// A case with its arguments in device memory.
pub struct Prepared {
    /// Where its arrays are.
    pub memory: Arc<Memory>,
    /// The program.
    pub loaded: Loaded,
    /// The cycle model of the chip.
    pub timing: Timing,
    /// Workgroups.
    pub grid: [u32; 3],
    /// Work-items of a workgroup.
    pub block: [u32; 3],
    /// Where the last array is.
    output: u64,
}

impl Prepared {
    /// Loads its code object and places its arguments.
    pub fn new(case: &Case) -> Prepared {
        let input = Input::from_bytes(case.name, case.object.to_vec(), None);
        let input = input.unwrap_or_else(|error| panic!("{}: {error}", case.name));
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
                span: None,
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

    /// A launch, on so many threads.
    pub fn dispatch(&self, threads: usize) -> Dispatch {
        let loaded = &self.loaded;
        let launch = wavetank::launch_of(loaded, self.grid, self.block);
        let config = Config {
            threads,
            ..Config::default()
        };
        Dispatch::new(&loaded.program, launch, &self.memory, config)
    }

    /// Runs once, for the first time, and looks at the result.
    pub fn check(&self, case: &Case) -> Stats {
        let stats = self.dispatch(1).run().expect("a kernel that runs");
        let mut bytes = vec![0; 4 * case.expected.len()];
        let read = self.memory.read(self.output, &mut bytes);
        read.expect("the output is mapped");
        case.check("the engine", &bytes);
        stats
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
