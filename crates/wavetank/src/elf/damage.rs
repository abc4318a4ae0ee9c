//! Where an ELF file is damaged.
//!
//! A reader of a file says what it could not make sense of in its own terms. People who have a
//! file that was cut short want to know where it ends and what should be there. So when reading has
//! failed, this goes through the header and both tables byte by byte.

/// The first part of the file that cannot be right, by its place, and what to do about it; `None`
/// where all parts are where the file says.
pub(super) fn find(bytes: &[u8]) -> Option<String> {
    let found = File { bytes }.check().err()?;
    Some(format!("{found}; copy it again or build it again"))
}

struct File<'a> {
    bytes: &'a [u8],
}

/// A table of the file: program headers or section headers.
struct Table {
    what: &'static str,
    /// Where the ELF header has the table's place, the size of an entry, and their number.
    offset_at: usize,
    size_at: usize,
    count_at: usize,
    /// What the size of an entry must be.
    size: u64,
}

const HEADER: u64 = 64;
const SEGMENTS: Table = Table {
    what: "program header",
    offset_at: 32,
    size_at: 54,
    count_at: 56,
    size: 56,
};
const SECTIONS: Table = Table {
    what: "section header",
    offset_at: 40,
    size_at: 58,
    count_at: 60,
    size: 64,
};
/// Where the ELF header says which section holds the names of sections.
const NAMES_AT: usize = 62;

/// A section that is not there at all, and one that takes no bytes of the file.
const SHT_NULL: u64 = 0;
const SHT_NOBITS: u64 = 8;

impl File<'_> {
    fn check(&self) -> Result<(), String> {
        self.holds("the ELF header", 0, HEADER)?;
        self.byte_is(4, 2, "64-bit")?;
        self.byte_is(5, 1, "little-endian")?;
        for (number, at) in self.entries(&SEGMENTS)?.enumerate() {
            let (offset, len) = (self.number(at + 8, 8), self.number(at + 32, 8));
            self.holds(&format!("segment {number}"), offset, len)?;
        }
        let sections: Vec<usize> = self.entries(&SECTIONS)?.collect();
        let names = self.number(NAMES_AT, 2) as usize;
        if !sections.is_empty() && names >= sections.len() {
            return Err(format!(
                "it is damaged at byte {NAMES_AT:#x}: section {names} should hold the names of \
                 sections, but there are {}",
                sections.len()
            ));
        }
        for (number, &at) in sections.iter().enumerate() {
            if [SHT_NULL, SHT_NOBITS].contains(&self.number(at + 4, 4)) {
                continue;
            }
            let what = match self.section_name(at, sections[names]) {
                Some(name) => format!("section {number}, {name},"),
                None => format!("section {number}"),
            };
            self.holds(&what, self.number(at + 24, 8), self.number(at + 32, 8))?;
        }
        Ok(())
    }

    /// Where the entries of a table begin, if the file holds all of them.
    fn entries(&self, table: &Table) -> Result<impl Iterator<Item = usize> + use<>, String> {
        let offset = self.number(table.offset_at, 8);
        let size = self.number(table.size_at, 2);
        let count = self.number(table.count_at, 2);
        if count > 0 && size != table.size {
            return Err(format!(
                "it is damaged at byte {:#x}: a {} takes {} bytes, found {size}",
                table.size_at, table.what, table.size
            ));
        }
        let what = format!("the table of {count} {}s", table.what);
        self.holds(&what, offset, count * table.size)?;
        let (offset, size) = (offset as usize, table.size as usize);
        Ok((0..count as usize).map(move |number| offset + size * number))
    }

    /// The name of the section whose header is at `at`.
    fn section_name(&self, at: usize, names: usize) -> Option<&str> {
        let start = self.number(names + 24, 8).checked_add(self.number(at, 4))?;
        let rest = self.bytes.get(usize::try_from(start).ok()?..)?;
        let name = rest.split(|&byte| byte == 0).next()?;
        std::str::from_utf8(name)
            .ok()
            .filter(|name| !name.is_empty())
    }

    /// Whether a part of the file is in it.
    fn holds(&self, what: &str, offset: u64, len: u64) -> Result<(), String> {
        let (end, len_of_file) = (offset.saturating_add(len), self.bytes.len() as u64);
        if len == 0 || end <= len_of_file {
            return Ok(());
        }
        Err(format!(
            "{what} should be at bytes {offset:#x} to {end:#x}, but the file ends at \
             {len_of_file:#x}: it was cut short or is damaged"
        ))
    }

    fn byte_is(&self, at: usize, expected: u8, what: &str) -> Result<(), String> {
        match self.bytes[at] {
            found if found == expected => Ok(()),
            found => Err(format!(
                "byte {at} is {found}, but {what} ELF files have {expected} there"
            )),
        }
    }

    /// A number of `len` bytes, the lowest first, in a part that the file holds.
    fn number(&self, at: usize, len: usize) -> u64 {
        let bytes = self.bytes[at..at + len].iter().rev();
        bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}
