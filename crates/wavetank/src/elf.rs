//! Assembled binaries: ELF files with one section of code, a symbol for every kernel and label,
//! and a note that holds what running needs besides: the instruction set, the header of the kernel
//! file, and what the source declared.

mod damage;

use crate::registry::{archs, find_arch};
use crate::{Error, Input, Settings, Surroundings, lines};
use arch::{Arch, Code, Symbol};
use object::write::{Object as Writer, StandardSection, Symbol as WriteSymbol, SymbolSection};
use object::{
    Architecture, BinaryFormat, Endianness, Object, ObjectSection, ObjectSymbol, SectionKind,
    SymbolFlags, SymbolKind, SymbolScope,
};
use serde_json::{Value, json};
use source::SourceFile;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) const MAGIC: [u8; 4] = *b"\x7fELF";
const NOTE_SECTION: &str = ".note.wavetank";
const OWNER: &[u8] = b"wavetank\0";
const NOTE_TYPE: u32 = 1;
/// Where an ELF header has its machine number and flags.
const E_MACHINE: std::ops::Range<usize> = 18..20;
const E_FLAGS: std::ops::Range<usize> = 48..52;

/// What the note says.
struct Note {
    isa: String,
    header: String,
    /// Constants that were given other values when it was assembled.
    set: Vec<String>,
    entry: u64,
    base: u64,
    extensions: Vec<String>,
    attributes: BTreeMap<String, String>,
}

/// The ELF file for code that was assembled from a kernel file with this header.
pub(crate) fn write(
    input: &Input,
    code: &Code,
    header: &str,
    settings: &Settings,
    extensions: &[String],
) -> Result<Vec<u8>, Error> {
    let mut elf = Writer::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let text = elf.section_id(StandardSection::Text);
    elf.append_section_data(text, &code.bytes, 4);
    let has_kernel = code.symbols.iter().any(|symbol| symbol.is_kernel);
    let stem = input
        .file
        .name()
        .rsplit(['/', '\\'])
        .next()
        .unwrap_or("kernel");
    let stem = stem
        .split('.')
        .next()
        .filter(|stem| !stem.is_empty())
        .unwrap_or("kernel");
    let unnamed = (!has_kernel).then(|| {
        let taken = code.symbols.iter().any(|symbol| symbol.name == stem);
        let name = if taken {
            format!("{stem}.kernel")
        } else {
            stem.to_string()
        };
        Symbol {
            name,
            address: code.entry,
            is_kernel: true,
        }
    });
    for symbol in code.symbols.iter().chain(&unnamed) {
        elf.add_symbol(WriteSymbol {
            name: symbol.name.clone().into_bytes(),
            value: symbol.address - code.base,
            size: 0,
            kind: if symbol.is_kernel {
                SymbolKind::Text
            } else {
                SymbolKind::Label
            },
            scope: if symbol.is_kernel {
                SymbolScope::Dynamic
            } else {
                SymbolScope::Compilation
            },
            weak: false,
            section: SymbolSection::Section(text),
            flags: SymbolFlags::None,
        });
    }
    let note = json!({
        "isa": input.arch.name(),
        "header": header,
        "set": settings.set.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>(),
        "entry": code.entry,
        "base": code.base,
        "extensions": extensions,
        "attributes": code.attributes,
    });
    let section = elf.add_section(Vec::new(), NOTE_SECTION.into(), SectionKind::Note);
    elf.append_section_data(section, &encode_note(note.to_string().as_bytes()), 4);
    let written = elf.write();
    let mut bytes =
        written.map_err(|error| Error::Plain(format!("cannot write the binary: {error}")))?;
    // The writer wants a machine that it knows, which few of ours are; the note says which it is.
    let (machine, flags) = input.arch.elf_machine();
    bytes[E_MACHINE].copy_from_slice(&machine.to_le_bytes());
    bytes[E_FLAGS].copy_from_slice(&flags.to_le_bytes());
    Ok(bytes)
}

/// Reads a binary that [`write`] or another tool wrote. Where several instruction sets have its code, it is for
/// the one that is asked for.
pub(crate) fn read(
    name: &str,
    bytes: &[u8],
    surroundings: Arc<dyn Surroundings>,
    asked: Option<&'static dyn Arch>,
) -> Result<Input, Error> {
    let fail = |why: String| {
        let why = damage::find(bytes).unwrap_or(why);
        Error::Plain(format!("{name}: {why}"))
    };
    let parsed = object::File::parse(bytes);
    let ours = parsed.as_ref().ok();
    let ours = ours.and_then(|file| file.section_by_name(NOTE_SECTION));
    if let (None, Some((arch, code))) = (ours, read_foreign(bytes, asked)) {
        let mut code = code.map_err(fail)?;
        let origin = lines::read(bytes, &code, arch, name, &*surroundings);
        let source = origin.map(|origin| {
            code.lines = origin.lines;
            code.functions = origin.functions;
            code.includes = origin.includes;
            origin.file
        });
        return Ok(Input {
            arch,
            file: SourceFile::new(name, ""),
            code: Some(code),
            source,
            extensions: Vec::new(),
            set: Vec::new(),
            headerless: false,
            surroundings,
        });
    }
    let file = parsed.map_err(|error| fail(format!("not a valid ELF file: {error}")))?;
    let section = file.section_by_name(NOTE_SECTION).ok_or_else(|| {
        let machine = format!("{:?}", file.architecture()).to_lowercase();
        let machine = machine.replace('_', "-");
        fail(format!(
            "it is an ELF file for {machine}, and none that `wavetank asm` wrote: it has no \
             {NOTE_SECTION} section"
        ))
    })?;
    let data = section.data().map_err(|error| fail(error.to_string()))?;
    let note = decode_note(data)
        .and_then(parse_note)
        .ok_or_else(|| fail(format!("its {NOTE_SECTION} section is damaged")))?;
    let arch = find_arch(&note.isa).map_err(fail)?;
    let text = file
        .section_by_name(".text")
        .ok_or_else(|| fail("it has no .text section".into()))?;
    let code = text
        .data()
        .map_err(|error| fail(error.to_string()))?
        .to_vec();
    let symbols = file
        .symbols()
        .filter(|symbol| symbol.section_index() == Some(text.index()));
    let code = Code {
        symbols: symbols
            .filter_map(|symbol| {
                let name = symbol
                    .name()
                    .ok()
                    .filter(|name| !name.is_empty())?
                    .to_string();
                let address = note.base.checked_add(symbol.address())?;
                Some(Symbol {
                    name,
                    address,
                    is_kernel: symbol.is_global(),
                })
            })
            .collect(),
        base: note.base,
        entry: note.entry,
        lines: Vec::new(),
        includes: Vec::new(),
        functions: Vec::new(),
        attributes: note.attributes,
        bytes: code,
    };
    let set = note.set.iter().map(|text| kernel::parse_set(text));
    let set = set.collect::<Result<_, _>>();
    let set = set.map_err(|_| fail(format!("its {NOTE_SECTION} section is damaged")))?;
    Ok(Input {
        arch,
        file: SourceFile::new(name, note.header),
        code: Some(code),
        source: None,
        extensions: note.extensions,
        set,
        headerless: false,
        surroundings,
    })
}

/// A binary that another tool wrote for one of the instruction sets.
fn read_foreign(
    bytes: &[u8],
    asked: Option<&'static dyn Arch>,
) -> Option<(&'static dyn Arch, Result<Code, String>)> {
    let mut all = asked.into_iter().chain(archs().iter().copied());
    all.find_map(|arch| Some((arch, arch.read_object(bytes)?)))
}

/// An ELF note: sizes of owner and description, type, then both padded to words.
fn encode_note(description: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for word in [OWNER.len() as u32, description.len() as u32, NOTE_TYPE] {
        out.extend(word.to_le_bytes());
    }
    for part in [OWNER, description] {
        out.extend(part);
        out.resize(out.len().next_multiple_of(4), 0);
    }
    out
}

fn decode_note(data: &[u8]) -> Option<&[u8]> {
    let word = |at: usize| Some(u32::from_le_bytes(data.get(at..at + 4)?.try_into().ok()?));
    let (owner, len, ty) = (word(0)? as usize, word(4)? as usize, word(8)?);
    if ty != NOTE_TYPE || data.get(12..12usize.checked_add(owner)?)? != OWNER {
        return None;
    }
    let start = (12 + owner).next_multiple_of(4);
    data.get(start..start.checked_add(len)?)
}

fn parse_note(text: &[u8]) -> Option<Note> {
    let value: Value = serde_json::from_slice(text).ok()?;
    let strings = |value: &Value| -> Option<Vec<String>> {
        value
            .as_array()?
            .iter()
            .map(|item| Some(item.as_str()?.to_string()))
            .collect()
    };
    Some(Note {
        isa: value["isa"].as_str()?.into(),
        header: value["header"].as_str()?.into(),
        set: strings(&value["set"])?,
        entry: value["entry"].as_u64()?,
        base: value["base"].as_u64()?,
        extensions: strings(&value["extensions"])?,
        attributes: value["attributes"]
            .as_object()?
            .iter()
            .map(|(key, value)| Some((key.clone(), value.as_str()?.to_string())))
            .collect::<Option<_>>()?,
    })
}
