//! Each instruction set: kernel files, assembly, machine code, and the binaries that we write.

use super::{Target, collect, contents, settings, show};
use wavetank::{Arch, Code, DisStyle, Input, ListingLine, Settings, archs};

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
        Input::from_bytes("fuzz", text, Some(self.arch.name()))
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
                if let Ok(input) = Input::from_bytes("fuzz", input.to_vec(), None) {
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
    let input = Input::from_bytes("listing", text.into(), Some(arch.name()));
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
    if again.code.bytes.len() != code.bytes.len() {
        return Err("a listing assembles to more or fewer bytes".into());
    }
    let again = Code {
        bytes: again.code.bytes,
        ..Code::default()
    };
    same_lines(
        arch,
        (code, &listing),
        (&again, &arch.listing(&again, &style(arch))),
    )
}

/// Bits that an instruction does not use are not in its text, so what a listing assembles to may have
/// others; but data is what it was, and every instruction is listed as before. Only where data stands
/// before an instruction, the two together may be another one without these bits; until the lines of
/// both listings meet again, each instruction is then decoded by itself.
fn same_lines(
    arch: &'static dyn Arch,
    (code, listing): (&Code, &[ListingLine]),
    (again, second): (&Code, &[ListingLine]),
) -> Result<(), String> {
    fn bytes<'c>(code: &'c Code, line: &ListingLine) -> &'c [u8] {
        let at = (line.address - code.base) as usize;
        &code.bytes[at..at + line.len]
    }
    let name = |text: &str| text.split_whitespace().next().map(str::to_string);
    let mut others = second.iter().peekable();
    // Data was taken for the beginning of an instruction: now, and ever. Then labels have other names.
    let (mut swallowed, mut ever) = (false, false);
    for line in listing {
        while others
            .next_if(|other| other.address < line.address)
            .is_some()
        {}
        let other = others.peek().filter(|other| other.address == line.address);
        let (before, after) = (bytes(code, line), bytes(again, line));
        let data = line.text.starts_with('.');
        swallowed = match other {
            Some(other) => data && other.len > line.len,
            None => swallowed,
        };
        ever |= swallowed;
        let same = match (data, other) {
            (true, _) => before == after && (swallowed || other.is_some()),
            (false, Some(other)) if ever => {
                (other.len, name(&other.text)) == (line.len, name(&line.text))
            }
            (false, Some(other)) => (other.len, &other.text) == (line.len, &line.text),
            (false, None) => {
                let alone = arch.disassemble(after, &style(arch));
                swallowed
                    && alone
                        .is_ok_and(|(text, len)| len == line.len && name(&text) == name(&line.text))
            }
        };
        if !same {
            let text = &line.text;
            return Err(format!(
                "{before:02x?} is listed as `{text}`, which is something else"
            ));
        }
    }
    Ok(())
}
