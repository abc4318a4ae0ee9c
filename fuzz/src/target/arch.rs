//! Each instruction set: kernel files, assembly, machine code, and the binaries that we write.

use super::{Target, collect, contents, settings, show};
use std::path::PathBuf;
use wavetank::{Arch, Code, DisStyle, Input, Settings, archs};

#[derive(Clone, Copy)]
enum Kind {
    /// Kernel file: header, assembly, and a short run.
    Run,
    /// Text to bytes, and the bytes back to text.
    Assemble,
    /// Any bytes to text, and the text back to the same bytes.
    Decode,
    /// An ELF file.
    Elf,
    /// A kernel file with every checker on.
    Check,
}

struct OfArch {
    kind: Kind,
    arch: &'static dyn Arch,
}

/// Every kind for every instruction set.
pub fn all() -> Vec<Box<dyn Target>> {
    let kinds = [
        Kind::Run,
        Kind::Assemble,
        Kind::Decode,
        Kind::Elf,
        Kind::Check,
    ];
    let of = |arch: &&'static dyn Arch| {
        let arch = *arch;
        kinds.map(|kind| Box::new(OfArch { kind, arch }) as Box<dyn Target>)
    };
    archs().iter().flat_map(of).collect()
}

impl OfArch {
    fn input(&self, text: Vec<u8>) -> Result<Input, wavetank::Error> {
        Input::from_bytes("fuzz", text, PathBuf::new(), Some(self.arch.name()))
    }
}

impl Target for OfArch {
    fn name(&self) -> String {
        let kind = match self.kind {
            Kind::Run => "run",
            Kind::Assemble => "assemble",
            Kind::Decode => "decode",
            Kind::Elf => "elf",
            Kind::Check => "check",
        };
        format!("{kind}-{}", self.arch.name())
    }

    /// The examples, in the form that the target takes.
    fn seeds(&self) -> Vec<Vec<u8>> {
        // There is little of RDNA 3.5 that RDNA 3 has not.
        let ending = match self.arch.name() {
            "rdna35" => ".rdna3".to_string(),
            name => format!(".{name}"),
        };
        let texts = ["examples", "corpus"].map(|folder| contents(collect(folder, &ending)));
        let texts = texts.into_iter().flatten();
        let none = Settings::default();
        match self.kind {
            Kind::Run | Kind::Assemble | Kind::Check => texts.collect(),
            Kind::Elf => texts
                .filter_map(|text| wavetank::assemble_to_elf(&self.input(text).ok()?, &none).ok())
                .collect(),
            Kind::Decode => texts
                .filter_map(|text| wavetank::assemble(&self.input(text).ok()?, &none).ok())
                .map(|assembled| assembled.code.bytes)
                .collect(),
        }
    }

    fn run(&self, input: &[u8]) -> Result<(), String> {
        match self.kind {
            Kind::Decode => {
                let _ = self.arch.disassemble(input, &style(self.arch));
                let bytes = input.to_vec();
                // WAVE's blocks say how long they are, in words that no text can contradict.
                if self.arch.name() == "wave" {
                    self.arch.listing(
                        &Code {
                            bytes,
                            ..Code::default()
                        },
                        &style(self.arch),
                    );
                    return Ok(());
                }
                return reads_back(
                    self.arch,
                    &Code {
                        bytes,
                        ..Code::default()
                    },
                );
            }
            Kind::Assemble => {
                if let Ok(input) = self.input(input.to_vec())
                    && let Ok(assembled) = wavetank::assemble(&input, &settings())
                {
                    self.arch.listing(&assembled.code, &style(self.arch));
                }
            }
            Kind::Run => {
                if let Ok(input) = self.input(input.to_vec()) {
                    show(wavetank::run(&input, &settings()));
                }
            }
            Kind::Check => {
                if let Ok(input) = self.input(input.to_vec()) {
                    match wavetank::check(&input, &settings()) {
                        Ok(findings) => drop(findings),
                        Err(error) => drop(wavetank::render::error(&error, false)),
                    }
                }
            }
            Kind::Elf => {
                if let Ok(input) = Input::from_bytes("fuzz", input.to_vec(), PathBuf::new(), None) {
                    show(wavetank::run(&input, &settings()));
                }
            }
        }
        Ok(())
    }
}

pub fn style(arch: &dyn Arch) -> DisStyle {
    DisStyle {
        wave: arch.schema().default_wave,
        extensions: arch.extensions().iter().map(ToString::to_string).collect(),
    }
}

/// A listing assembles to the bytes that it lists.
pub fn reads_back(arch: &'static dyn Arch, code: &Code) -> Result<(), String> {
    let listing = arch.listing(code, &style(arch));
    let mut text = String::from("---\n---\n");
    for line in &listing {
        if let Some(label) = &line.label {
            text += &format!("{label}:\n");
        }
        text += &format!("    {}\n", line.text);
    }
    let input = Input::from_bytes("listing", text.into(), PathBuf::new(), Some(arch.name()));
    let settings = Settings {
        extensions: arch.extensions().iter().map(ToString::to_string).collect(),
        ..Settings::default()
    };
    let again = input.and_then(|input| wavetank::assemble(&input, &settings));
    let again = again.map_err(|error| {
        let message = wavetank::render::error(&error, false);
        format!("a listing does not assemble:\n{message}")
    })?;
    if again.code.bytes == code.bytes {
        return Ok(());
    }
    // Bits that an instruction does not use are not in its text. Where data stands before it, the two
    // together may be another instruction without them.
    if listing.iter().any(|line| line.text.starts_with('.')) {
        return match again.code.bytes.len() == code.bytes.len() {
            true => Ok(()),
            false => Err("a listing assembles to more or fewer bytes".into()),
        };
    }
    let again = Code {
        bytes: again.code.bytes,
        ..Code::default()
    };
    let second = arch.listing(&again, &style(arch));
    let mut pairs = listing.iter().zip(&second);
    let same = |one: &isa::ListingLine, other: &isa::ListingLine| {
        (one.address, one.len, &one.text) == (other.address, other.len, &other.text)
    };
    let Some((line, _)) = pairs.find(|(one, other)| !same(one, other)) else {
        return match listing.len() == second.len() {
            true => Ok(()),
            false => Err("a listing assembles to more or fewer instructions".into()),
        };
    };
    let at = (line.address - code.base) as usize;
    Err(format!(
        "{:02x?} is listed as `{}`, which is something else",
        &code.bytes[at..at + line.len],
        line.text
    ))
}
