//! Runs WAVE text on the engine.

use arch::{Allocator, Arch, Argument, AsmSource, LaunchRequest};
use kernel::{Array, Launch, Shape, Type};
use sim::{Apertures, Config, Dispatch, Memory, RegionLabel};
use source::SourceFile;
use wave::Wave;

struct Nothing;

impl Allocator for Nothing {
    fn place(&mut self, _: &str, _: &[u8]) -> Result<u64, String> {
        Err("WAVE places nothing".into())
    }
}

/// Runs `text` over one workgroup of `threads` and returns the words of every buffer afterwards.
pub fn run(
    text: &str,
    width: u32,
    threads: u32,
    buffers: &[Vec<u32>],
) -> Result<Vec<Vec<u32>>, String> {
    let file = SourceFile::new("test.wave", text);
    let assembled = Wave.assemble(&AsmSource::whole(&file, width));
    if assembled.assembly.has_errors() {
        return Err(format!("{:?}", assembled.assembly.diagnostics));
    }
    let mut memory = Memory::new(1 << 24);
    let mut addresses = Vec::new();
    for buffer in buffers {
        let bytes: Vec<u8> = buffer.iter().flat_map(|word| word.to_le_bytes()).collect();
        let address = memory
            .allocate(bytes.len() as u64, RegionLabel::default())
            .unwrap();
        memory.write(address, &bytes).unwrap();
        addresses.push(address);
    }
    let arrays: Vec<Array> = buffers
        .iter()
        .map(|buffer| Array {
            ty: Type::U32,
            shape: Shape::new([buffer.len() as u64]),
            data: Vec::new(),
        })
        .collect();
    let args: Vec<Argument<'_>> = (arrays.iter().zip(&addresses))
        .map(|(array, &address)| Argument {
            name: "buffer",
            array,
            address,
            is_output: true,
            span: None,
        })
        .collect();
    let request = LaunchRequest {
        args: &args,
        launch: Launch {
            local: [threads, 1, 1],
            ..Launch::default()
        },
        wave: width,
        ..LaunchRequest::default()
    };
    let loaded = Wave
        .load(&assembled.code, &request, &mut Nothing)
        .map_err(|error| error.message)?;
    let launch = sim::Launch {
        grid: [1; 3],
        block: [threads, 1, 1],
        lanes: loaded.lanes,
        local_bytes: loaded.local_bytes,
        private_bytes: loaded.private_bytes,
        constant: loaded.constant.clone(),
        flat: Apertures::default(),
        entry: loaded.entry.clone(),
    };
    let config = Config {
        max_instructions: 10_000_000,
        ..Config::default()
    };
    let memory = std::sync::Arc::new(memory);
    let dispatch = Dispatch::new(&loaded.program, launch, &memory, config);
    dispatch.run().map_err(|fault| fault.to_string())?;
    let read = |(buffer, &address): (&Vec<u32>, &u64)| {
        let mut bytes = vec![0; 4 * buffer.len()];
        memory.read(address, &mut bytes).unwrap();
        let words = bytes.chunks_exact(4);
        words
            .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
            .collect()
    };
    Ok(buffers.iter().zip(&addresses).map(read).collect())
}
