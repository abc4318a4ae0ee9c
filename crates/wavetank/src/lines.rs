//! Source lines of binaries that a compiler wrote, from their DWARF.

mod functions;

use arch::{Arch, Code, CodeLine, Function};
use gimli::{EndianSlice, LittleEndian, SectionId};
use kernel::Files;
use object::{Object, ObjectKind, ObjectSection, ObjectSymbol, RelocationTarget};
use source::{SourceFile, Span};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

type Reader<'a> = EndianSlice<'a, LittleEndian>;

/// No source file that is worth showing is longer.
const MAX_SOURCE: u64 = 16 << 20;
/// Nor does code come from more files.
const MAX_FILES: usize = 64;

/// Where a stretch of code came from.
struct Row {
    address: u64,
    /// Nothing where a sequence ends.
    from: Option<(PathBuf, u32)>,
}

/// What a compiler said about the source.
pub(crate) struct Origin {
    /// The file that was compiled, as far as it can be read.
    pub file: SourceFile,
    /// Files that it includes and that code came from, as far as they can be read.
    pub includes: Vec<SourceFile>,
    /// Which of their lines each stretch of code came from.
    pub lines: Vec<CodeLine>,
    /// What of it are functions, and where their variables are.
    pub functions: Vec<Function>,
}

/// What the file says about its source. `name` is what the binary is called; the source, and what it
/// includes, must be files that it may name.
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
    let Table {
        mut rows,
        compiled,
        bodies,
    } = table(&dwarf).ok()?;
    let offset = offset(&elf, code)?;
    rows.sort_by_key(|row| (row.address, row.from.is_some()));
    let sources = Sources::open(&rows, &compiled, Path::new(name), files)?;
    // What is damaged there takes nothing from the lines.
    let functions = functions::read(&dwarf, arch, offset, (&sources, &bodies));
    let functions = functions.unwrap_or_default();
    let stretches = rows.iter().zip(rows.iter().skip(1));
    let lines = stretches.filter_map(|(row, next)| {
        let (from, line) = row.from.as_ref()?;
        let len = u32::try_from(next.address - row.address).ok()?;
        let file = sources.number(from)?;
        let text = &sources.files[file as usize];
        let known = (1..=text.line_count() as u32).contains(line);
        (known && len > 0).then(|| CodeLine {
            address: row.address.wrapping_add(offset),
            len,
            file,
            span: written(text, *line),
        })
    });
    let lines = lines.collect();
    let mut opened = sources.files.into_iter();
    Some(Origin {
        file: opened.next()?,
        includes: opened.collect(),
        lines,
        functions,
    })
}

/// A line without the blanks around it.
fn written(file: &SourceFile, line: u32) -> Span {
    let span = file.line_span(line);
    let text = file.slice(span);
    let indent = text.len() - text.trim_start().len();
    let start = span.range().start + indent;
    Span::new(start, start + text.trim().len())
}

/// The files that code came from and that can be read. The first is the one that was compiled.
struct Sources {
    files: Vec<SourceFile>,
    numbers: BTreeMap<PathBuf, u32>,
}

impl Sources {
    fn open(
        rows: &[Row],
        compiled: &BTreeSet<PathBuf>,
        binary: &Path,
        files: &dyn Files,
    ) -> Option<Sources> {
        let mut counts: BTreeMap<&PathBuf, usize> = BTreeMap::new();
        for (path, _) in rows.iter().filter_map(|row| row.from.as_ref()) {
            *counts.entry(path).or_default() += 1;
        }
        let mut paths: Vec<(&PathBuf, usize)> = counts.into_iter().collect();
        // Of several that were compiled and linked, the one that most of the code came from.
        paths.sort_by_key(|(path, count)| (!compiled.contains(*path), Reverse(*count)));
        let around = paths.first().and_then(|(path, _)| path.parent());
        let around = around.unwrap_or(Path::new("")).to_path_buf();
        let mut sources = Sources {
            files: Vec::new(),
            numbers: BTreeMap::new(),
        };
        for (path, _) in paths.into_iter().take(MAX_FILES) {
            let Some(file) = open(path, &around, binary, files) else {
                continue;
            };
            let same = sources
                .files
                .iter()
                .position(|own| own.name() == file.name());
            let number = same.unwrap_or_else(|| {
                sources.files.push(file);
                sources.files.len() - 1
            });
            sources.numbers.insert(path.clone(), number as u32);
        }
        (!sources.files.is_empty()).then_some(sources)
    }

    fn number(&self, path: &Path) -> Option<u32> {
        self.numbers.get(path).copied()
    }
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

/// The tables of lines of all units.
struct Table {
    rows: Vec<Row>,
    /// What units were compiled from, in contrast to what those files include.
    compiled: BTreeSet<PathBuf>,
    /// Where functions begin behind their prologues.
    bodies: BTreeSet<u64>,
}

fn table(dwarf: &gimli::Dwarf<Reader<'_>>) -> gimli::Result<Table> {
    let mut rows = Vec::new();
    let mut compiled = BTreeSet::new();
    let mut bodies = BTreeSet::new();
    let mut units = dwarf.units();
    while let Some(header) = units.next()? {
        let unit = dwarf.unit(header)?;
        let Some(program) = unit.line_program.clone() else {
            continue;
        };
        if let Some(name) = unit.name {
            compiled.insert(folder_of(&unit).join(&*name.to_string_lossy()));
        }
        let mut paths: BTreeMap<u64, Option<PathBuf>> = BTreeMap::new();
        let mut all = program.rows();
        while let Some((_, row)) = all.next_row()? {
            let path = paths.entry(row.file_index());
            let path = path.or_insert_with(|| file_of(dwarf, &unit, row.file_index()));
            if row.prologue_end() {
                bodies.insert(row.address());
            }
            let line = row.line().and_then(|line| u32::try_from(line.get()).ok());
            rows.push(Row {
                address: row.address(),
                from: path.clone().zip(line).filter(|_| !row.end_sequence()),
            });
        }
    }
    Ok(Table {
        rows,
        compiled,
        bodies,
    })
}

/// Where a unit was compiled.
fn folder_of(unit: &gimli::Unit<Reader<'_>>) -> PathBuf {
    let folder = unit.comp_dir.map(|dir| dir.to_string_lossy().into_owned());
    PathBuf::from(folder.unwrap_or_default())
}

/// The file that a unit knows by a number.
fn file_of<'a>(
    dwarf: &gimli::Dwarf<Reader<'a>>,
    unit: &gimli::Unit<Reader<'a>>,
    number: u64,
) -> Option<PathBuf> {
    let text = |attribute| -> Option<String> {
        let text = dwarf.attr_string(unit, attribute).ok()?;
        Some(text.to_string_lossy().into_owned())
    };
    let header = unit.line_program.as_ref()?.header();
    let file = header.file(number)?;
    let folder = file.directory(header).and_then(text).unwrap_or_default();
    Some(folder_of(unit).join(folder).join(text(file.path_name())?))
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

/// A file that code came from: beside the binary as it lay beside the source, `around` being the folder
/// of that; else where the compiler found it.
fn open(path: &Path, around: &Path, binary: &Path, files: &dyn Files) -> Option<SourceFile> {
    let read = |path: &Path| {
        let bytes = files.read(path.to_str()?, 0, MAX_SOURCE + 1).ok()?;
        String::from_utf8(bytes)
            .ok()
            .filter(|text| text.len() as u64 <= MAX_SOURCE)
    };
    let folder = binary.parent().unwrap_or(Path::new(""));
    let beside = |relative: &Path| Some((folder.join(relative), read(relative)?));
    let below = path.strip_prefix(around).ok().and_then(beside);
    let found = below.or_else(|| Some((path.to_path_buf(), read(path)?)));
    let found = found.or_else(|| beside(Path::new(path.file_name()?)));
    let (path, text) = found?;
    // Compilers like to begin with a dot.
    let parts = path.components().filter(|part| *part != Component::CurDir);
    let name: PathBuf = parts.collect();
    Some(SourceFile::new(name.display().to_string(), text))
}
