//! Assembling and running kernels without a front end.

pub mod numbers;

use arch::{Arch, AsmSource, Code};
use sim::{Memory, RegionLabel};
use source::SourceFile;
use std::sync::Arc;
use tile::TileExtension;
use tile::machine::{Chip, Contents, Job};
use uop::{Fault, Meter, RunOptions, RunReport, Runnable};

pub const EAGER: RunOptions = RunOptions {
    strict: false,
    shuffle: None,
    max_instructions: 1_000_000_000,
    quantum: 4096,
    resident: 64,
    opposite: false,
    level: op::Level::Avx512,
    meter: Meter::OFF,
    timed: false,
    timeline: None,
};

pub const STRICT: RunOptions = RunOptions {
    strict: true,
    ..EAGER
};

/// The completion policies and schedules under which a correct program gives one result.
pub fn policies() -> Vec<RunOptions> {
    let mut all = vec![EAGER, STRICT];
    for seed in 1..4 {
        all.push(RunOptions {
            shuffle: Some(seed * 0x1234_5677),
            ..EAGER
        });
        all.push(RunOptions {
            shuffle: Some(seed * 0x7654_3211),
            ..STRICT
        });
    }
    all
}

pub fn assemble(text: &str) -> Code {
    let file = SourceFile::new("kernel.tile", text);
    let assembled = TileExtension.assemble(&AsmSource::whole(&file, 1));
    let errors: Vec<String> = assembled
        .assembly
        .diagnostics
        .iter()
        .map(|d| format!("{}: {:?}", d.message, d.labels))
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assembled.code
}

pub struct Bench {
    pub memory: Arc<Memory>,
    pub grid: [u32; 3],
    pub threads: u8,
    pub arguments: Vec<u64>,
}

impl Bench {
    pub fn new() -> Bench {
        Bench {
            memory: Memory::new(256 << 20).into(),
            grid: [1; 3],
            threads: 1,
            arguments: Vec::new(),
        }
    }

    /// Places bytes in global memory; the address is the next argument.
    pub fn place(&mut self, bytes: &[u8]) -> u64 {
        let label = RegionLabel {
            name: format!("argument {}", self.arguments.len()),
            ty: format!("u8[{}]", bytes.len()),
            element_bytes: 1,
        };
        let memory = Arc::get_mut(&mut self.memory).expect("no run is under way");
        let address = memory
            .allocate(bytes.len() as u64, label)
            .expect("room for a test");
        self.memory.write(address, bytes).expect("mapped");
        self.arguments.push(address);
        address
    }

    pub fn read(&self, address: u64, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        self.memory.read(address, &mut bytes).expect("mapped");
        bytes
    }

    pub fn run(&self, code: &Code, options: &RunOptions) -> Result<RunReport, Box<Fault>> {
        let ran = Chip::new(self.job(code)).run(self.memory.clone(), options);
        ran.map_err(|trapped| trapped.fault)
    }

    /// The launch of a program.
    pub fn job(&self, code: &Code) -> Job {
        Job {
            starts: Vec::new(),
            contents: vec![Contents {
                base: code.base,
                bytes: code.bytes.clone(),
                writable: code.attributes.contains_key("writable"),
                name: "the code",
            }],
            exits: true,
            entry: code.entry,
            grid: self.grid,
            threads: self.threads,
            integers: self.arguments.clone(),
            floats: Vec::new(),
            stack_bytes: 64 << 10,
            shared_bytes: 256 << 10,
        }
    }
}

pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    })
}

pub fn corpus(name: &str) -> String {
    let path = format!("{}/../../corpus/tile/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}
