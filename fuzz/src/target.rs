//! What is fuzzed.

use std::path::{Path, PathBuf};
use wavetank::{Arch, DisStyle, Input, Settings, archs};

/// Runs end soon: what is under test is the way there.
const MAX_INSTRUCTIONS: u64 = 20_000;

#[derive(Clone, Copy)]
enum Kind {
    /// Kernel file: header, assembly, and a short run.
    Run,
    /// Text to bytes, and the bytes back to text.
    Assemble,
    /// Any bytes to text.
    Decode,
    /// An ELF file.
    Elf,
}

pub struct Target {
    kind: Kind,
    arch: &'static dyn Arch,
}

impl Target {
    /// Every kind for every instruction set.
    pub fn all() -> Vec<Target> {
        let kinds = [Kind::Run, Kind::Assemble, Kind::Decode, Kind::Elf];
        let of = |arch: &&'static dyn Arch| kinds.map(|kind| Target { kind, arch: *arch });
        archs().iter().flat_map(of).collect()
    }

    pub fn name(&self) -> String {
        let kind = match self.kind {
            Kind::Run => "run",
            Kind::Assemble => "assemble",
            Kind::Decode => "decode",
            Kind::Elf => "elf",
        };
        format!("{kind}-{}", self.arch.name())
    }

    /// Inputs to begin with: the examples, in the form that the target takes.
    pub fn seeds(&self) -> Vec<Vec<u8>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut files = Vec::new();
        for folder in ["examples", "corpus"] {
            collect(&root.join(folder), self.arch.name(), &mut files);
        }
        let texts = files.iter().filter_map(|path| std::fs::read(path).ok());
        let binary = |text: Vec<u8>| {
            let input = self.input(text).ok()?;
            wavetank::assemble_to_elf(&input, &Settings::default()).ok()
        };
        let mut seeds: Vec<Vec<u8>> = match self.kind {
            Kind::Run | Kind::Assemble => texts.collect(),
            Kind::Elf => texts.filter_map(binary).collect(),
            Kind::Decode => texts
                .filter_map(|text| {
                    let input = self.input(text).ok()?;
                    Some(
                        wavetank::assemble(&input, &Settings::default())
                            .ok()?
                            .code
                            .bytes,
                    )
                })
                .collect(),
        };
        seeds.push(Vec::new());
        seeds
    }

    pub fn run(&self, input: &[u8]) {
        let style = DisStyle {
            wave: self.arch.schema().default_wave,
            extensions: Vec::new(),
        };
        let settings = Settings {
            max_instructions: MAX_INSTRUCTIONS,
            ..Settings::default()
        };
        match self.kind {
            Kind::Decode => {
                let _ = self.arch.disassemble(input, &style);
                let code = wavetank::Code {
                    bytes: input.to_vec(),
                    ..Default::default()
                };
                self.arch.listing(&code, &style);
            }
            Kind::Assemble => {
                if let Ok(input) = self.input(input.to_vec())
                    && let Ok(assembled) = wavetank::assemble(&input, &settings)
                {
                    self.arch.listing(&assembled.code, &style);
                }
            }
            Kind::Run => {
                if let Ok(input) = self.input(input.to_vec()) {
                    show(wavetank::run(&input, &settings));
                }
            }
            Kind::Elf => {
                if let Ok(input) = Input::from_bytes("fuzz", input.to_vec(), PathBuf::new(), None) {
                    show(wavetank::run(&input, &settings));
                }
            }
        }
    }

    fn input(&self, text: Vec<u8>) -> Result<Input, wavetank::Error> {
        Input::from_bytes("fuzz", text, PathBuf::new(), Some(self.arch.name()))
    }
}

/// Messages must not panic either.
fn show(result: Result<wavetank::Report, wavetank::Error>) {
    match result {
        Ok(report) => drop(report.to_json()),
        Err(error) => drop(wavetank::render::error(&error, false)),
    }
}

fn collect(path: &Path, extension: &str, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(path) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, extension, files);
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
}
