//! What compilers wrote: AMD code objects, with and without lines for debuggers, and RISC-V
//! executables; listed, debugged a little, and run.

use super::{Target, collect, contents, scratch, settings, show};
use compile::Folder;
use std::sync::Arc;
use wavetank::debug::{Console, History};
use wavetank::{Debuggable, DisStyle, Input, LaunchOptions, Settings};

struct Objects {
    name: &'static str,
    seeds: fn() -> Vec<Vec<u8>>,
    /// What a kernel is launched with; executables need nothing.
    launch: fn() -> LaunchOptions,
}

pub fn all() -> Vec<Box<dyn Target>> {
    let objects = [
        Objects {
            name: "object-gfx1100",
            seeds: || of_target("gfx1100"),
            launch,
        },
        Objects {
            name: "object-gfx1150",
            seeds: || of_target("gfx1150"),
            launch,
        },
        Objects {
            name: "object-gfx1200",
            seeds: || of_target("gfx1200"),
            launch,
        },
        Objects {
            name: "executable-riscv",
            seeds: || contents(collect("corpus/tile", ".elf")),
            launch: LaunchOptions::default,
        },
    ];
    let mut all: Vec<Box<dyn Target>> = Vec::new();
    all.extend(objects.map(|object| Box::new(object) as Box<dyn Target>));
    all.push(Box::new(Code));
    all
}

fn of_target(target: &str) -> Vec<Vec<u8>> {
    let ending = format!(".{target}.o");
    let folders = ["corpus", "benches", "fuzz"];
    let files = folders.map(|folder| contents(collect(folder, &ending)));
    files.into_iter().flatten().collect()
}

/// Two arrays, which is what most of the kernels take.
fn launch() -> LaunchOptions {
    LaunchOptions {
        args: vec!["in=u32[64]:arange(64)".into(), "out_a=u32[64]".into()],
        global: vec![2],
        local: vec![32],
    }
}

impl Target for Objects {
    fn name(&self) -> String {
        self.name.into()
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        (self.seeds)()
    }

    fn longest(&self) -> usize {
        1 << 17
    }

    fn run(&self, bytes: &[u8]) -> Result<(), String> {
        let Ok(input) = Input::from_bytes("fuzz.o", bytes.to_vec(), None) else {
            return Ok(());
        };
        if let Some(code) = &input.code {
            let style = DisStyle {
                wave: input.arch.schema().default_wave,
                extensions: input.extensions.clone(),
            };
            input.arch.listing(code, &style);
        }
        let settings = Settings {
            launch: (self.launch)(),
            kernel: Some("k".into()),
            ..settings()
        };
        show(wavetank::run(&input, &settings));
        // Lines and names of the source are read when a debugger asks for them.
        match Debuggable::new(&input, &settings) {
            Ok(ready) => {
                let session = ready.debug(History { max_bytes: 1 << 20 });
                let mut console = Console::new(session);
                for line in [
                    "break fuzz.cl:7",
                    "stepi 3",
                    "info locals",
                    "backtrace",
                    "list",
                ] {
                    console.execute(line);
                }
            }
            Err(error) => drop(wavetank::render::error(&error, false)),
        }
        Ok(())
    }
}

/// A launch file and the code object that it names.
struct Code;

impl Target for Code {
    fn name(&self) -> String {
        "launch".into()
    }

    /// The launch file, a line, and then the object.
    fn seeds(&self) -> Vec<Vec<u8>> {
        let folder = super::root().join("corpus/rdna/run/programs");
        let launches = collect("corpus/rdna/run/programs", ".rdna3").into_iter();
        let launches = launches.filter_map(|path| {
            let text = std::fs::read_to_string(path).ok()?;
            let name = text.split("code = \"").nth(1)?.split('"').next()?;
            let object = std::fs::read(folder.join(name)).ok()?;
            Some([text.replace(name, "code.o").as_bytes(), END, &object].concat())
        });
        // Those with small objects: the whole input is changed evenly.
        launches
            .filter(|input| input.len() < self.longest())
            .collect()
    }

    fn longest(&self) -> usize {
        1 << 15
    }

    fn run(&self, bytes: &[u8]) -> Result<(), String> {
        let end = bytes.windows(END.len()).position(|window| window == END);
        let (text, object) = match end {
            Some(at) => (&bytes[..at], &bytes[at + END.len()..]),
            None => (bytes, &b""[..]),
        };
        let folder = scratch();
        let corpus = super::root().join("corpus/rdna/run/programs");
        for name in ["words.bin", "floats.bin"] {
            if !folder.join(name).exists() {
                let _ = std::fs::copy(corpus.join(name), folder.join(name));
            }
        }
        let path = folder.join("code.o");
        std::fs::write(&path, object).map_err(|error| format!("{}: {error}", path.display()))?;
        let folder = Arc::new(Folder::new(folder));
        if let Ok(input) = Input::new("fuzz.rdna3", text.to_vec(), folder, None) {
            show(wavetank::run(&input, &settings()));
        }
        Ok(())
    }
}

const END: &[u8] = b"\n==== code.o\n";
