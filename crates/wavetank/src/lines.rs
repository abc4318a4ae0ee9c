//! Source lines of binaries that a compiler wrote, from their DWARF.

mod functions;

use arch::{Arch, Code, CodeLine, Function};
use gimli::{EndianSlice, LittleEndian, SectionId};
use kernel::Files;
use object::{Object, ObjectKind, ObjectSection, ObjectSymbol, RelocationTarget};
use source::{SourceFile, Span};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

type Reader<'a> = EndianSlice<'a, LittleEndian>;

/// No source file that is worth showing is longer.
const MAX_SOURCE: u64 = 16 << 20;

/// Where a stretch of code came from.
struct Row {
    address: u64,
    /// Nothing where a sequence ends.
    from: Option<(PathBuf, u32)>,
}

/// What a compiler said about the source.
pub(crate) struct Origin {
    /// The file that most of the code came from, as far as it can be read.
    pub file: SourceFile,
    /// Which of its lines each stretch of code came from.
    pub lines: Vec<CodeLine>,
    /// What of it are functions, and where their variables are.
    pub functions: Vec<Function>,
}

/// What the file says about its source. `name` is what the binary is called; the source must be one
/// of the files that it may name.
pub(crate) fn read(
    elf: &[u8],
    code: &Code,
    arch: &dyn Arch,
    name: &str,
    files: &dyn Files,
) -> Option<Origin> {
    let elf = object::File::parse(elf).ok()?;
    elf.section_by_name(".debug_line")?;
    let load = |id: SectionId| Ok::<_, gimli::Error>(section(&elf, id.name()));
    let sections = gimli::DwarfSections::load(load).ok()?;
    let dwarf = sections.borrow(|bytes| Reader::new(bytes, LittleEndian));
    let mut rows = rows(&dwarf).ok()?;
    let offset = offset(&elf, code)?;
    // What is damaged there takes nothing from the lines.
    let functions = functions::read(&dwarf, arch, offset).unwrap_or_default();
    rows.sort_by_key(|row| (row.address, row.from.is_some()));
    let mut counts: BTreeMap<&PathBuf, usize> = BTreeMap::new();
    for (path, _) in rows.iter().filter_map(|row| row.from.as_ref()) {
        *counts.entry(path).or_default() += 1;
    }
    let (path, _) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    let file = open(path, Path::new(name), files)?;
    let stretches = rows.iter().zip(rows.iter().skip(1));
    let lines = stretches.filter_map(|(row, next)| {
        let (from, line) = row.from.as_ref()?;
        let len = u32::try_from(next.address - row.address).ok()?;
        let known = from == path && (1..=file.line_count() as u32).contains(line);
        (known && len > 0).then(|| CodeLine {
            address: row.address.wrapping_add(offset),
            len,
            span: {
                let span = file.line_span(*line);
                let text = file.slice(span);
                let indent = text.len() - text.trim_start().len();
                let start = span.range().start + indent;
                Span::new(start, start + text.trim().len())
            },
        })
    });
    let lines = lines.collect();
    Some(Origin {
        file,
        lines,
        functions,
    })
}

/// How far the code lies from where its file has it, by a symbol that both know.
fn offset(elf: &object::File<'_>, code: &Code) -> Option<u64> {
    if elf.kind() == ObjectKind::Executable {
        return Some(0);
    }
    elf.symbols().find_map(|symbol| {
        let section = elf.section_by_index(symbol.section_index()?).ok()?;
        let name = symbol
            .name()
            .ok()
            .filter(|_| section.name() == Ok(".text"))?;
        let own = code.symbols.iter().find(|own| own.name == name)?;
        Some(own.address.wrapping_sub(symbol.address()))
    })
}

fn rows(dwarf: &gimli::Dwarf<Reader<'_>>) -> gimli::Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut units = dwarf.units();
    while let Some(header) = units.next()? {
        let unit = dwarf.unit(header)?;
        let Some(program) = unit.line_program.clone() else {
            continue;
        };
        let text = |attribute| -> Option<String> {
            let text = dwarf.attr_string(&unit, attribute).ok()?;
            Some(text.to_string_lossy().into_owned())
        };
        let compiled_in = unit.comp_dir.map(|dir| dir.to_string_lossy().into_owned());
        let compiled_in = PathBuf::from(compiled_in.unwrap_or_default());
        let mut paths: BTreeMap<u64, Option<PathBuf>> = BTreeMap::new();
        let mut all = program.rows();
        while let Some((header, row)) = all.next_row()? {
            let path = paths.entry(row.file_index()).or_insert_with(|| {
                let file = header.file(row.file_index())?;
                let folder = file.directory(header).and_then(text).unwrap_or_default();
                Some(compiled_in.join(folder).join(text(file.path_name())?))
            });
            let line = row.line().and_then(|line| u32::try_from(line.get()).ok());
            rows.push(Row {
                address: row.address(),
                from: path.clone().zip(line).filter(|_| !row.end_sequence()),
            });
        }
    }
    Ok(rows)
}

/// The bytes of a section; in a file that is not linked, with what the linker would put in.
fn section(elf: &object::File<'_>, name: &str) -> Vec<u8> {
    let Some(section) = elf.section_by_name(name) else {
        return Vec::new();
    };
    let Ok(data) = section.data() else {
        return Vec::new();
    };
    let mut bytes = data.to_vec();
    for (at, relocation) in section.relocations() {
        let RelocationTarget::Symbol(index) = relocation.target() else {
            continue;
        };
        let symbol = elf
            .symbol_by_index(index)
            .map_or(0, |symbol| symbol.address());
        let value = symbol
            .wrapping_add_signed(relocation.addend())
            .to_le_bytes();
        // What a reader does not know the size of is an offset into another section.
        let size = match relocation.size() {
            64 => 8,
            _ => 4,
        };
        let start = at as usize;
        if let Some(to) = bytes.get_mut(start..start.saturating_add(size)) {
            to.copy_from_slice(&value[..size]);
        }
    }
    bytes
}

/// The source beside the binary, or where the compiler found it.
fn open(path: &Path, binary: &Path, files: &dyn Files) -> Option<SourceFile> {
    let read = |path: &Path| {
        let bytes = files.read(path.to_str()?, 0, MAX_SOURCE + 1).ok()?;
        String::from_utf8(bytes)
            .ok()
            .filter(|text| text.len() as u64 <= MAX_SOURCE)
    };
    let beside = path.file_name().map(Path::new).and_then(|name| {
        let folder = binary.parent().unwrap_or(Path::new(""));
        Some((folder.join(name), read(name)?))
    });
    let (path, text) = beside.or_else(|| Some((path.to_path_buf(), read(path)?)))?;
    // Compilers like to begin with a dot.
    let parts = path.components().filter(|part| *part != Component::CurDir);
    let name: PathBuf = parts.collect();
    Some(SourceFile::new(name.display().to_string(), text))
}
