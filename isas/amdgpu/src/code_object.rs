//! Code objects: the ELF files that compilers write for AMD's machines.
//!
//! Reading one gives an image to be placed in device memory at [`IMAGE_BASE`], with everything
//! that a linker or a loader would do already done, and what its metadata says about its kernels.
//! Files that a linker has been over and files fresh from the compiler are both fine.

pub(crate) mod descriptor;
mod link;
pub(crate) mod metadata;
mod yaml;

use arch::{Code, Symbol};
use object::elf;
use object::read::elf::{ElfFile64, FileHeader};
use object::{LittleEndian, Object, ObjectSection, ObjectSymbol, SymbolKind};
use std::collections::{BTreeMap, HashMap};

use crate::target::{Chip, Target};
use descriptor::Descriptor;
use metadata::Metadata;

/// Where code lies in device memory. Arguments are allocated above, null pointers point below.
pub(crate) const IMAGE_BASE: u64 = 0x0400_0000;
/// The most that fits between it and the arguments.
pub(crate) const IMAGE_LIMIT: u64 = 0x0800_0000;

/// The attribute of code that holds its metadata, as JSON.
pub(crate) const METADATA: &str = "amdhsa";
/// The attribute that says which part of an image is instructions: `first-last`, in hex.
pub(crate) const TEXT: &str = "text";

/// The attribute of code that no note describes.
const NO_METADATA: &str = "unnamed";
/// The attribute that says what code waits for: lines of an address in hex, and a name.
const UNDEFINED: &str = "undefined";

/// The attribute that names the processor that the code was made for.
pub(crate) const PROCESSOR: &str = "processor";

/// The processor that code is for, as far as it says.
pub(crate) fn chip_of(code: &Code, target: Target) -> &'static Chip {
    target.chip(code.attributes.get(PROCESSOR).map(String::as_str))
}

/// The note that holds the metadata.
const NOTE_OWNER: &[u8] = b"AMDGPU";
const NOTE_TYPE: u32 = 32;

pub(crate) type Elf<'a> = ElfFile64<'a, LittleEndian>;

/// The part of an ELF header's flags that names the processor.
pub(crate) const EF_MACH: u32 = 0xff;
/// Where the flags have the version of code for a family, which other code has not.
const EF_GENERIC_VERSION: u32 = 24;

/// What a code object was compiled for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MadeFor {
    chip: &'static Chip,
    version: u8,
}

impl MadeFor {
    /// What the header of a code object says; `None` for bytes that are none.
    pub fn read(bytes: &[u8]) -> Option<Result<MadeFor, String>> {
        let header = elf::FileHeader64::<LittleEndian>::parse(bytes).ok()?;
        if header.e_machine.get(LittleEndian) != elf::EM_AMDGPU {
            return None;
        }
        let flags = header.e_flags.get(LittleEndian);
        let machine = flags & EF_MACH;
        let version = (flags >> EF_GENERIC_VERSION) as u8;
        let mut chips = Target::chips();
        let Some(chip) = chips.find(|chip| chip.machine == machine) else {
            return Some(Err(format!(
                "the code object is for processor {machine:#x} of AMD's list; those that run here are {}",
                names(Target::chips())
            )));
        };
        let own = MadeFor { chip, version };
        Some(match own.targets().next() {
            Some(_) => Ok(own),
            None => Err(format!(
                "the code object is for {} in version {version}, which runs on none of its processors",
                chip.name
            )),
        })
    }

    /// Whether the chips of a target run it.
    pub fn runs_on(self, target: Target) -> bool {
        let family = target.generation().generic;
        target.runs(self.chip) && (family.name != self.chip.name || family.since <= self.version)
    }

    /// Those whose chips run it.
    pub fn targets(self) -> impl Iterator<Item = Target> {
        Target::ALL.into_iter().filter(move |&it| self.runs_on(it))
    }

    /// Why a device does not run it.
    pub fn refusal(self, device: &Chip) -> String {
        let own = self.chip.name;
        let chips = self.targets().flat_map(|it| it.generation().chips);
        let runs_on = match self.chip.is_generic() {
            true => format!(" ({})", names(chips.filter(|chip| !chip.is_generic()))),
            false => String::new(),
        };
        format!(
            "it is for {own}{runs_on}, and this device is {}",
            device.name
        )
    }
}

fn names<'a>(chips: impl Iterator<Item = &'a Chip>) -> String {
    chips.map(|chip| chip.name).collect::<Vec<_>>().join(", ")
}

/// Reads a code object, even one that cannot run: [`runs`] says so.
pub(crate) fn read(bytes: &[u8]) -> Result<Code, String> {
    read_any(bytes, IMAGE_BASE)
}

/// Reads a code object that is to lie at an address of the caller's choice, to run there.
pub(crate) fn read_at(bytes: &[u8], base: u64) -> Result<Code, String> {
    let code = read_any(bytes, base)?;
    runs(&code)?;
    Ok(code)
}

/// Whether code is whole and says what is in it, or what is missing.
pub(crate) fn runs(code: &Code) -> Result<(), String> {
    if let Some((_, name)) = undefined(code).next() {
        return Err(format!(
            "`{name}` is used but not defined: link the object with what defines it; in C a function \
             that is `inline` and no more has no code of its own, make it `static inline`"
        ));
    }
    match code.attributes.contains_key(NO_METADATA) {
        false => Ok(()),
        true => Err(
            "it has no AMDGPU metadata note, so nothing says which kernels it has: \
             compile it for amdgcn-amd-amdhsa"
                .into(),
        ),
    }
}

/// Addresses that wait for symbols which other objects define, and their names.
pub(crate) fn undefined(code: &Code) -> impl Iterator<Item = (u64, &str)> {
    let lines = code.attributes.get(UNDEFINED).map_or("", String::as_str);
    lines.lines().filter_map(|line| {
        let (address, name) = line.split_once(' ')?;
        Some((u64::from_str_radix(address, 16).ok()?, name))
    })
}

fn read_any(bytes: &[u8], base: u64) -> Result<Code, String> {
    let file = Elf::parse(bytes).map_err(|error| format!("not a valid ELF file: {error}"))?;
    let linked = link::link(&file, base)?;
    let found = find_metadata(&file)?;
    let unnamed = found.is_none();
    let metadata = found.unwrap_or_default();
    let mut symbols = linked.symbols;
    let mut entry = None;
    // The first of a name counts.
    let mut known = HashMap::with_capacity(symbols.len());
    for (index, symbol) in symbols.iter().enumerate() {
        known.entry(symbol.name.clone()).or_insert(index);
    }
    for kernel in &metadata.kernels {
        let address = known
            .get(&kernel.symbol)
            .map(|&index| symbols[index].address);
        let address = address.ok_or_else(|| {
            format!(
                "kernel {} has no descriptor: there is no symbol {}",
                kernel.name, kernel.symbol
            )
        })?;
        let at = (address - base) as usize;
        let descriptor = linked.image.get(at..).and_then(Descriptor::read);
        let descriptor = descriptor.ok_or_else(|| {
            format!(
                "the descriptor {} at byte {at:#x} of the image is cut short: expected {} bytes",
                kernel.symbol,
                Descriptor::BYTES
            )
        })?;
        let start = address.wrapping_add_signed(descriptor.entry_offset);
        entry.get_or_insert(start);
        match known.get(&kernel.name) {
            Some(&index) => symbols[index].is_kernel = true,
            None => symbols.push(Symbol {
                name: kernel.name.clone(),
                address: start,
                is_kernel: true,
            }),
        }
    }
    let mut attributes = BTreeMap::new();
    let machine = file.elf_header().e_flags.get(LittleEndian) & EF_MACH;
    let chip = Target::chips().find(|chip| chip.machine == machine);
    attributes.extend(chip.map(|chip| (PROCESSOR.into(), chip.name.into())));
    attributes.insert(METADATA.into(), metadata.to_json());
    attributes.insert(
        TEXT.into(),
        format!("{:x}-{:x}", linked.text.start, linked.text.end),
    );
    if unnamed {
        attributes.insert(NO_METADATA.into(), String::new());
    }
    if !linked.undefined.is_empty() {
        let lines = linked.undefined.iter();
        let lines = lines.map(|(address, name)| format!("{address:x} {name}\n"));
        attributes.insert(UNDEFINED.into(), lines.collect());
    }
    Ok(Code {
        bytes: linked.image,
        base,
        entry: entry.unwrap_or(linked.text.start),
        symbols,
        lines: Vec::new(),
        includes: Vec::new(),
        functions: Vec::new(),
        attributes,
    })
}

/// Names, addresses and sizes of what code refers to as data.
pub(crate) fn variables(bytes: &[u8], code: &Code) -> Vec<(String, u64, u64)> {
    let Ok(file) = Elf::parse(bytes) else {
        return Vec::new();
    };
    let address: HashMap<&str, u64> = (code.symbols.iter())
        .map(|symbol| (symbol.name.as_str(), symbol.address))
        .collect();
    let data = (file.symbols()).filter(|symbol| symbol.kind() == SymbolKind::Data);
    let variable = |symbol: object::read::elf::ElfSymbol64<'_, '_, LittleEndian>| {
        let name = symbol.name().ok()?;
        Some((name.to_string(), *address.get(name)?, symbol.size()))
    };
    data.filter_map(variable).collect()
}

/// The note of AMD's type for metadata, wherever a section holds it.
fn find_metadata(file: &Elf<'_>) -> Result<Option<Metadata>, String> {
    let mut unreadable = String::new();
    for section in file.sections() {
        let in_section = |why: &dyn std::fmt::Display| {
            let at = section.file_range().map_or(0, |(start, _)| start);
            let name = section.name().unwrap_or("?");
            format!("section {name} at byte {at:#x} of the file cannot be read: {why}")
        };
        let mut notes = match section_notes(file, &section) {
            Ok(Some(notes)) => notes,
            Ok(None) => continue,
            Err(error) => {
                unreadable = in_section(&error);
                continue;
            }
        };
        loop {
            match notes.next() {
                Ok(Some(note)) if is_metadata(&note) => {
                    let parsed = Metadata::from_msgpack(note.desc());
                    return parsed.map(Some).map_err(|why| in_section(&why));
                }
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(error) => {
                    unreadable = in_section(&error);
                    break;
                }
            }
        }
    }
    match unreadable.is_empty() {
        true => Ok(None),
        false => Err(unreadable),
    }
}

fn is_metadata(note: &Note<'_>) -> bool {
    note.name() == NOTE_OWNER && note.n_type(LittleEndian) == NOTE_TYPE
}

type Note<'a> = object::read::elf::Note<'a, elf::FileHeader64<LittleEndian>>;
type Notes<'a> = object::read::elf::NoteIterator<'a, elf::FileHeader64<LittleEndian>>;

fn section_notes<'a>(
    file: &Elf<'a>,
    section: &impl ObjectSection<'a>,
) -> object::Result<Option<Notes<'a>>> {
    use object::read::elf::SectionHeader;
    let header = file.elf_section_table().section(section.index())?;
    header.notes(LittleEndian, file.data())
}

/// The instructions of an image, as addresses; all of it where nothing is said.
pub(crate) fn text_of(code: &Code) -> std::ops::Range<u64> {
    let all = code.base..code.base + code.bytes.len() as u64;
    let parse = |text: &String| {
        let (first, last) = text.split_once('-')?;
        let [first, last] = [first, last].map(|text| u64::from_str_radix(text, 16).ok());
        let range = first?..last?;
        (all.start <= range.start && range.start <= range.end && range.end <= all.end)
            .then_some(range)
    };
    code.attributes.get(TEXT).and_then(parse).unwrap_or(all)
}
