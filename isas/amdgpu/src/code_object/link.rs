//! From an ELF file to an image in memory: layout, symbols, relocations.

use super::{Elf, IMAGE_LIMIT};
use arch::Symbol;
use object::read::elf::ElfSymbol64;
use object::{
    LittleEndian, Object, ObjectKind, ObjectSection, ObjectSegment, ObjectSymbol,
    ObjectSymbolTable, Relocation, RelocationFlags, RelocationTarget, SectionFlags, SectionIndex,
    SymbolIndex, SymbolKind, elf,
};
use std::collections::HashMap;
use std::ops::Range;

/// What a program finds in memory.
pub(super) struct Linked {
    /// The bytes from the base on.
    pub image: Vec<u8>,
    /// Addresses of the instructions.
    pub text: Range<u64>,
    pub symbols: Vec<Symbol>,
    /// Addresses that wait for symbols which other objects define, and their names.
    pub undefined: Vec<(u64, String)>,
}

/// Relocation types, numbered as the ABI does.
mod r_amdgpu {
    pub const NONE: u32 = 0;
    pub const ABS32_LO: u32 = 1;
    pub const ABS32_HI: u32 = 2;
    pub const ABS64: u32 = 3;
    pub const REL32: u32 = 4;
    pub const REL64: u32 = 5;
    pub const ABS32: u32 = 6;
    pub const GOTPCREL: u32 = 7;
    pub const GOTPCREL32_LO: u32 = 8;
    pub const GOTPCREL32_HI: u32 = 9;
    pub const REL32_LO: u32 = 10;
    pub const REL32_HI: u32 = 11;
    pub const RELATIVE64: u32 = 13;
    pub const REL16: u32 = 14;
}

type ElfSymbol<'d, 'f> = ElfSymbol64<'d, 'f, LittleEndian>;

/// Lays a file out as it is found in memory at `base`.
pub(super) fn link(file: &Elf<'_>, base: u64) -> Result<Linked, String> {
    let layout = match file.kind() {
        ObjectKind::Relocatable => Layout::of_sections(file)?,
        ObjectKind::Dynamic | ObjectKind::Executable => Layout::of_segments(file)?,
        kind => {
            return Err(format!(
                "it is an ELF file of kind {kind:?} (byte 0x10), expected what a compiler or a \
                 linker writes for AMD's machines"
            ));
        }
    };
    let mut linker = Linker {
        file,
        base,
        layout,
        got: HashMap::new(),
        undefined: Vec::new(),
    };
    linker.relocate()?;
    let symbols = linker.symbols();
    Ok(Linked {
        text: linker.text(),
        image: linker.layout.image,
        symbols,
        undefined: linker.undefined,
    })
}

/// Bytes with their places settled.
struct Layout {
    image: Vec<u8>,
    /// Where sections begin, for files that do not say so themselves.
    sections: HashMap<SectionIndex, u64>,
}

impl Layout {
    fn of_segments(file: &Elf<'_>) -> Result<Layout, String> {
        let mut layout = Layout {
            image: Vec::new(),
            sections: HashMap::new(),
        };
        for segment in file.segments() {
            let what = || format!("the segment at address {:#x}", segment.address());
            let end = segment.address().checked_add(segment.size());
            layout.grow(end, what)?;
            let data = segment.data();
            let data = data.map_err(|error| format!("{} cannot be read: {error}", what()))?;
            let start = segment.address() as usize;
            let room = &mut layout.image[start..];
            let len = data.len().min(room.len());
            room[..len].copy_from_slice(&data[..len]);
        }
        Ok(layout)
    }

    /// Sections one after the other, aligned as they ask.
    fn of_sections(file: &Elf<'_>) -> Result<Layout, String> {
        let mut layout = Layout {
            image: Vec::new(),
            sections: HashMap::new(),
        };
        for section in file.sections().filter(is_loaded) {
            let what = || name_of(&section);
            let start = (layout.image.len() as u64)
                .checked_next_multiple_of(section.align().max(1))
                .filter(|&start| start <= IMAGE_LIMIT)
                .ok_or_else(|| too_large(what()))?;
            layout.grow(start.checked_add(section.size()), what)?;
            let data = section.data();
            let data = data.map_err(|error| format!("{} cannot be read: {error}", what()))?;
            let at = start as usize;
            layout.image[at..at + data.len()].copy_from_slice(data);
            layout.sections.insert(section.index(), start);
        }
        Ok(layout)
    }

    /// Makes room up to `end` for something that messages call `what`.
    fn grow(&mut self, end: Option<u64>, what: impl Fn() -> String) -> Result<(), String> {
        let end = end
            .filter(|&end| end <= IMAGE_LIMIT)
            .ok_or_else(|| too_large(what()))? as usize;
        if self.image.len() < end {
            self.image.resize(end, 0);
        }
        Ok(())
    }

    fn word(&mut self, at: u64, len: usize) -> Result<&mut [u8], String> {
        let size = self.image.len();
        let bytes = usize::try_from(at)
            .ok()
            .and_then(|at| self.image.get_mut(at..at.checked_add(len)?));
        bytes.ok_or_else(|| format!("byte {at:#x} is outside the image, which has {size:#x}"))
    }
}

fn too_large(what: String) -> String {
    let room = IMAGE_LIMIT >> 20;
    format!("{what} does not fit into the {room} MiB that there are for code")
}

/// A section as messages name it.
fn name_of<'d>(section: &impl ObjectSection<'d>) -> String {
    match section.name() {
        Ok(name) => format!("section {name}"),
        Err(_) => format!("section {}", section.index()),
    }
}

fn is_loaded<'d>(section: &impl ObjectSection<'d>) -> bool {
    match section.flags() {
        SectionFlags::Elf { sh_flags } => sh_flags & u64::from(elf::SHF_ALLOC) != 0,
        _ => false,
    }
}

struct Linker<'f, 'd> {
    file: &'f Elf<'d>,
    /// The address of the first byte.
    base: u64,
    layout: Layout,
    /// Where the addresses of symbols are kept for code that loads them.
    got: HashMap<SymbolIndex, u64>,
    undefined: Vec<(u64, String)>,
}

impl Linker<'_, '_> {
    /// Where a symbol is in the image.
    fn place_of(&self, symbol: &ElfSymbol<'_, '_>) -> Option<u64> {
        let index = symbol.section_index()?;
        match self.layout.sections.get(&index) {
            Some(start) => start.checked_add(symbol.address()),
            None if self.file.kind() == ObjectKind::Relocatable => None,
            None => Some(symbol.address()),
        }
    }

    fn symbols(&self) -> Vec<Symbol> {
        let named = |symbol: ElfSymbol<'_, '_>| {
            let kinds = [SymbolKind::Text, SymbolKind::Data, SymbolKind::Unknown];
            let name = symbol.name().ok().filter(|name| !name.is_empty())?;
            let place = self.place_of(&symbol)?;
            let inside = place <= self.layout.image.len() as u64;
            (kinds.contains(&symbol.kind()) && inside).then(|| Symbol {
                name: name.into(),
                address: self.base + place,
                is_kernel: false,
            })
        };
        let mut all: Vec<Symbol> = self.file.symbols().filter_map(named).collect();
        // A stripped file still has the symbols that a loader needs.
        if all.is_empty() {
            all = self.file.dynamic_symbols().filter_map(named).collect();
        }
        all
    }

    /// The stretch that holds all instructions.
    fn text(&self) -> Range<u64> {
        let mut range: Option<Range<u64>> = None;
        for section in self.file.sections() {
            let executable = matches!(section.flags(), SectionFlags::Elf { sh_flags }
                if sh_flags & u64::from(elf::SHF_EXECINSTR) != 0);
            if !executable {
                continue;
            }
            let own = self.layout.sections.get(&section.index()).copied();
            let start = own.unwrap_or(section.address());
            let end = start.saturating_add(section.size());
            if end > self.layout.image.len() as u64 {
                continue;
            }
            let (start, end) = (self.base + start, self.base + end);
            range = Some(match range {
                Some(range) => range.start.min(start)..range.end.max(end),
                None => start..end,
            });
        }
        range.unwrap_or(self.base..self.base)
    }

    fn relocate(&mut self) -> Result<(), String> {
        for (at, relocation) in self.file.dynamic_relocations().into_iter().flatten() {
            let applied = self.apply(at, &relocation, true);
            applied.map_err(|why| format!("the relocation of address {at:#x}: {why}"))?;
        }
        for section in self.file.sections() {
            let Some(&start) = self.layout.sections.get(&section.index()) else {
                continue;
            };
            for (offset, relocation) in section.relocations() {
                if let Some(name) = self.undefined_name(&relocation) {
                    self.undefined.push((self.base + start + offset, name));
                    continue;
                }
                let applied = match offset < section.size() {
                    true => self.apply(start + offset, &relocation, false),
                    false => Err(format!("the section has {:#x} bytes", section.size())),
                };
                applied.map_err(|why| {
                    let section = name_of(&section);
                    format!("the relocation of byte {offset:#x} of {section}: {why}")
                })?;
            }
        }
        Ok(())
    }

    fn apply(&mut self, at: u64, relocation: &Relocation, dynamic: bool) -> Result<(), String> {
        let RelocationFlags::Elf { r_type } = relocation.flags() else {
            return Err("it is of no kind that ELF files have".into());
        };
        let addend = relocation.addend() as u64;
        let place = self.base.wrapping_add(at);
        let target = |linker: &Self| match relocation.target() {
            RelocationTarget::Symbol(index) => linker.symbol_address(index, dynamic),
            _ => Ok(linker.base),
        };
        let relative = |value: u64| value.wrapping_add(addend).wrapping_sub(place);
        let (value, len) = match r_type {
            r_amdgpu::NONE => return Ok(()),
            r_amdgpu::ABS32_LO | r_amdgpu::ABS32 => (target(self)?.wrapping_add(addend), 4),
            r_amdgpu::ABS32_HI => (target(self)?.wrapping_add(addend) >> 32, 4),
            r_amdgpu::ABS64 => (target(self)?.wrapping_add(addend), 8),
            r_amdgpu::RELATIVE64 => (self.base.wrapping_add(addend), 8),
            r_amdgpu::REL32 | r_amdgpu::REL32_LO => (relative(target(self)?), 4),
            r_amdgpu::REL32_HI => (relative(target(self)?) >> 32, 4),
            r_amdgpu::REL64 => (relative(target(self)?), 8),
            r_amdgpu::GOTPCREL | r_amdgpu::GOTPCREL32_LO => {
                (relative(self.got_slot(relocation, dynamic)?), 4)
            }
            r_amdgpu::GOTPCREL32_HI => (relative(self.got_slot(relocation, dynamic)?) >> 32, 4),
            // A branch: distance in words from the next instruction.
            r_amdgpu::REL16 => (relative(target(self)?).wrapping_sub(4) >> 2, 2),
            other => return Err(format!("its type, {other}, is not known")),
        };
        let word = self.layout.word(at, len)?;
        word.copy_from_slice(&value.to_le_bytes()[..len]);
        Ok(())
    }

    fn symbol_address(&self, index: SymbolIndex, dynamic: bool) -> Result<u64, String> {
        let symbol = match dynamic {
            true => (self.file.dynamic_symbol_table())
                .and_then(|table| table.symbol_by_index(index).ok()),
            false => self.file.symbol_by_index(index).ok(),
        };
        let symbol = symbol.ok_or_else(|| format!("there is no symbol {}", index.0))?;
        if let Some(place) = self.place_of(&symbol) {
            return Ok(self.base.wrapping_add(place));
        }
        if symbol.is_weak() {
            return Ok(0);
        }
        let name = symbol.name().unwrap_or("?");
        Err(format!("`{name}` is used but not defined"))
    }

    /// What a relocation of a section waits for, if no section has it.
    fn undefined_name(&self, relocation: &Relocation) -> Option<String> {
        let RelocationTarget::Symbol(index) = relocation.target() else {
            return None;
        };
        let symbol = self.file.symbol_by_index(index).ok()?;
        let known = self.place_of(&symbol).is_some() || symbol.is_weak();
        (!known).then(|| symbol.name().unwrap_or("?").to_string())
    }

    /// The address of the slot that holds the symbol's address.
    fn got_slot(&mut self, relocation: &Relocation, dynamic: bool) -> Result<u64, String> {
        let RelocationTarget::Symbol(index) = relocation.target() else {
            return Err("it names no symbol".into());
        };
        if let Some(&slot) = self.got.get(&index) {
            return Ok(self.base + slot);
        }
        let address = self.symbol_address(index, dynamic)?;
        let slot = (self.layout.image.len() as u64).next_multiple_of(8);
        self.layout
            .grow(Some(slot + 8), || "a table of addresses".into())?;
        self.layout
            .word(slot, 8)?
            .copy_from_slice(&address.to_le_bytes());
        self.got.insert(index, slot);
        Ok(self.base + slot)
    }
}
