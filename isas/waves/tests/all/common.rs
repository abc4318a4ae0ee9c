//! Runs assembly text the way front ends do, without a kernel file around it.
#![allow(dead_code)]

use arch::{Allocator, Arch, Argument, AsmSource, LaunchRequest, Loaded};
use kernel::{Array, KeyEntry, KeyValue, Launch as KernelLaunch, Shape, Type};
use sim::{Config, Dispatch, Launch, Memory, Observer, RegionLabel, Stats};
use source::{SourceFile, Span};
use std::sync::Arc;
use waves::Waves;

/// A program and its arguments, ready to run as often as wanted.
pub struct Kernel {
    pub file: SourceFile,
    pub code: arch::Code,
    arrays: Vec<Array>,
    launch: KernelLaunch,
    keys: Vec<KeyEntry>,
}

struct NoMemory;

impl Allocator for NoMemory {
    fn place(&mut self, _: &str, _: &[u8]) -> Result<u64, String> {
        Err("nothing to place".into())
    }
}

impl Kernel {
    /// Assembles `text`, which must be right. `arrays` are the arguments, all of them `u32`.
    pub fn new(text: &str, arrays: &[&[u32]], threads: u32, groups: u32) -> Kernel {
        let file = SourceFile::new("test.waves", text);
        let assembled = Waves.assemble(&AsmSource::whole(&file, 32));
        let problems = &assembled.assembly.diagnostics;
        assert!(problems.is_empty(), "{problems:#?}\n{text}");
        let array = |words: &&[u32]| Array {
            ty: Type::U32,
            shape: Shape::new([words.len() as u64]),
            data: words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        };
        Kernel {
            code: assembled.code,
            arrays: arrays.iter().map(array).collect(),
            launch: KernelLaunch {
                local: [threads, 1, 1],
                global: [groups, 1, 1],
                ..KernelLaunch::default()
            },
            keys: Vec::new(),
            file,
        }
    }

    /// Sets a key of the header.
    pub fn key(mut self, name: &'static str, value: i64) -> Kernel {
        let span = Span::new(0, 0);
        self.keys.push(KeyEntry {
            name,
            value: KeyValue::Integer(value),
            span,
        });
        self
    }

    /// Runs to the end; what the arrays hold then.
    pub fn run(&self, config: Config) -> (Vec<Vec<u32>>, Stats) {
        self.with(|loaded, launch, memory| {
            let dispatch = Dispatch::new(&loaded.program, launch, memory, config);
            dispatch.run().unwrap_or_else(|fault| panic!("{fault}"))
        })
    }

    /// The same under the eyes of an observer.
    pub fn observe(&self, config: Config, observer: &mut impl Observer) -> Vec<Vec<u32>> {
        let (arrays, ()) = self.with(|loaded, launch, memory| {
            let mut dispatch = Dispatch::new(&loaded.program, launch, memory, config);
            dispatch
                .resume(observer)
                .unwrap_or_else(|fault| panic!("{fault}"));
        });
        arrays
    }

    pub fn with<T>(
        &self,
        run: impl FnOnce(&Loaded, Launch, &Arc<Memory>) -> T,
    ) -> (Vec<Vec<u32>>, T) {
        self.with_request(|loaded, launch, memory, _| run(loaded, launch, memory))
    }

    /// Loads, runs and reads back.
    pub fn with_request<T>(
        &self,
        run: impl FnOnce(&Loaded, Launch, &Arc<Memory>, &LaunchRequest<'_>) -> T,
    ) -> (Vec<Vec<u32>>, T) {
        let mut memory = Memory::new(64 << 20);
        let place = |array: &Array| {
            let label = RegionLabel {
                name: "array".into(),
                ty: "u32".into(),
                element_bytes: 4,
            };
            let address = memory
                .allocate(array.data.len() as u64, label)
                .expect("small arrays");
            memory.write(address, &array.data).expect("just allocated");
            address
        };
        let addresses: Vec<u64> = self.arrays.iter().map(place).collect();
        let argument = |(array, &address)| Argument {
            name: "a",
            array,
            address,
            is_output: true,
            span: None,
        };
        let args: Vec<_> = self.arrays.iter().zip(&addresses).map(argument).collect();
        let request = LaunchRequest {
            args: &args,
            keys: &self.keys,
            launch: self.launch,
            wave: 32,
            ..LaunchRequest::default()
        };
        let loaded = Waves
            .load(&self.code, &request, &mut NoMemory)
            .expect("loads");
        let launch = Launch {
            grid: self.launch.global,
            block: self.launch.local,
            lanes: loaded.lanes,
            local_bytes: loaded.local_bytes,
            private_bytes: loaded.private_bytes,
            constant: loaded.constant.clone(),
            flat: sim::Apertures::default(),
            entry: loaded.entry.clone(),
        };
        let memory = Arc::new(memory);
        let result = run(&loaded, launch, &memory, &request);
        let read = |(array, &address): (&Array, &u64)| {
            let mut data = vec![0; array.data.len()];
            memory.read(address, &mut data).expect("still there");
            data.chunks_exact(4)
                .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
                .collect()
        };
        (
            self.arrays.iter().zip(&addresses).map(read).collect(),
            result,
        )
    }
}
