//! From an ELF file to an image in memory: layout, symbols, relocations.

use super::{Elf, IMAGE_BASE, IMAGE_LIMIT};
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
    /// The bytes from [`IMAGE_BASE`] on.
    pub image: Vec<u8>,
    /// Addresses of the instructions.
    pub text: Range<u64>,
    pub symbols: Vec<Symbol>,
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

pub(super) fn link(file: &Elf<'_>) -> Result<Linked, String> {
    let layout = match file.kind() {
        ObjectKind::Relocatable => Layout::of_sections(file)?,
        ObjectKind::Dynamic | ObjectKind::Executable => Layout::of_segments(file)?,
        kind => return Err(format!("an ELF file of kind {kind:?} cannot be run")),
    };
    let mut linker = Linker {
        file,
        layout,
        got: HashMap::new(),
    };
    linker.relocate()?;
    let symbols = linker.symbols();
    Ok(Linked {
        text: linker.text(),
        image: linker.layout.image,
        symbols,
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
            let end = segment.address().checked_add(segment.size());
            layout.grow(end)?;
            let data = segment.data().map_err(|error| error.to_string())?;
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
            let start = (layout.image.len() as u64)
                .checked_next_multiple_of(section.align().max(1))
                .filter(|&start| start <= IMAGE_LIMIT)
                .ok_or_else(too_large)?;
            layout.grow(start.checked_add(section.size()))?;
            let data = section.data().map_err(|error| error.to_string())?;
            let at = start as usize;
            layout.image[at..at + data.len()].copy_from_slice(data);
            layout.sections.insert(section.index(), start);
        }
        Ok(layout)
    }

    fn grow(&mut self, end: Option<u64>) -> Result<(), String> {
        let end = end
            .filter(|&end| end <= IMAGE_LIMIT)
            .ok_or_else(too_large)? as usize;
        if self.image.len() < end {
            self.image.resize(end, 0);
        }
        Ok(())
    }

    fn word(&mut self, at: u64, len: usize) -> Result<&mut [u8], String> {
        let bytes = usize::try_from(at)
            .ok()
            .and_then(|at| self.image.get_mut(at..at.checked_add(len)?));
        bytes.ok_or_else(|| format!("a relocation at {at:#x} lies outside the image"))
    }
}

fn too_large() -> String {
    format!(
        "it takes more than the {} MiB that there are for code",
        IMAGE_LIMIT >> 20
    )
}

fn is_loaded<'d>(section: &impl ObjectSection<'d>) -> bool {
    match section.flags() {
        SectionFlags::Elf { sh_flags } => sh_flags & u64::from(elf::SHF_ALLOC) != 0,
        _ => false,
    }
}

struct Linker<'f, 'd> {
    file: &'f Elf<'d>,
    layout: Layout,
    /// Where the addresses of symbols are kept for code that loads them.
    got: HashMap<SymbolIndex, u64>,
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
                address: IMAGE_BASE + place,
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
            let (start, end) = (IMAGE_BASE + start, IMAGE_BASE + end);
            range = Some(match range {
                Some(range) => range.start.min(start)..range.end.max(end),
                None => start..end,
            });
        }
        range.unwrap_or(IMAGE_BASE..IMAGE_BASE)
    }

    fn relocate(&mut self) -> Result<(), String> {
        for (at, relocation) in self.file.dynamic_relocations().into_iter().flatten() {
            self.apply(at, &relocation, true)?;
        }
        for section in self.file.sections() {
            let Some(&start) = self.layout.sections.get(&section.index()) else {
                continue;
            };
            for (offset, relocation) in section.relocations() {
                self.apply(start.saturating_add(offset), &relocation, false)?;
            }
        }
        Ok(())
    }

    fn apply(&mut self, at: u64, relocation: &Relocation, dynamic: bool) -> Result<(), String> {
        let RelocationFlags::Elf { r_type } = relocation.flags() else {
            return Err("a relocation of an unknown kind".into());
        };
        let addend = relocation.addend() as u64;
        let place = IMAGE_BASE.wrapping_add(at);
        let target = |linker: &Self| match relocation.target() {
            RelocationTarget::Symbol(index) => linker.symbol_address(index, dynamic),
            _ => Ok(IMAGE_BASE),
        };
        let relative = |value: u64| value.wrapping_add(addend).wrapping_sub(place);
        let (value, len) = match r_type {
            r_amdgpu::NONE => return Ok(()),
            r_amdgpu::ABS32_LO | r_amdgpu::ABS32 => (target(self)?.wrapping_add(addend), 4),
            r_amdgpu::ABS32_HI => (target(self)?.wrapping_add(addend) >> 32, 4),
            r_amdgpu::ABS64 => (target(self)?.wrapping_add(addend), 8),
            r_amdgpu::RELATIVE64 => (IMAGE_BASE.wrapping_add(addend), 8),
            r_amdgpu::REL32 | r_amdgpu::REL32_LO => (relative(target(self)?), 4),
            r_amdgpu::REL32_HI => (relative(target(self)?) >> 32, 4),
            r_amdgpu::REL64 => (relative(target(self)?), 8),
            r_amdgpu::GOTPCREL | r_amdgpu::GOTPCREL32_LO => {
                (relative(self.got_slot(relocation, dynamic)?), 4)
            }
            r_amdgpu::GOTPCREL32_HI => (relative(self.got_slot(relocation, dynamic)?) >> 32, 4),
            // A branch: distance in words from the next instruction.
            r_amdgpu::REL16 => (relative(target(self)?).wrapping_sub(4) >> 2, 2),
            other => return Err(format!("a relocation of the unknown type {other}")),
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
        let symbol = symbol.ok_or("a relocation names a symbol that does not exist")?;
        if let Some(place) = self.place_of(&symbol) {
            return Ok(IMAGE_BASE.wrapping_add(place));
        }
        if symbol.is_weak() {
            return Ok(0);
        }
        let name = symbol.name().unwrap_or("?");
        Err(format!(
            "`{name}` is used but not defined: link the object with what defines it"
        ))
    }

    /// The address of the slot that holds the symbol's address.
    fn got_slot(&mut self, relocation: &Relocation, dynamic: bool) -> Result<u64, String> {
        let RelocationTarget::Symbol(index) = relocation.target() else {
            return Err("a relocation without a symbol".into());
        };
        if let Some(&slot) = self.got.get(&index) {
            return Ok(IMAGE_BASE + slot);
        }
        let address = self.symbol_address(index, dynamic)?;
        let slot = (self.layout.image.len() as u64).next_multiple_of(8);
        self.layout.grow(Some(slot + 8))?;
        self.layout
            .word(slot, 8)?
            .copy_from_slice(&address.to_le_bytes());
        self.got.insert(index, slot);
        Ok(IMAGE_BASE + slot)
    }
}
