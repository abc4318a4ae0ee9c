//! The code that a profile shows, as a code object: one section of instructions, and a name for the
//! kernel.

use super::Bytes;
use super::Capture;

const HEADER: usize = 64;
const SEGMENT: usize = 56;
/// Code begins on a page, as a loader wants it.
const PAGE: usize = 0x1000;

/// An ELF file of the capture's text. Its instructions are at their addresses less the image's.
pub(super) fn write(capture: &Capture<'_>) -> Vec<u8> {
    let address = capture.text.start - capture.base;
    let entry = capture.entry - capture.base;
    let text = capture.bytes;
    let names = b"\0.text\0.symtab\0.strtab\0.shstrtab\0";
    let mut strings = vec![0];
    strings.extend_from_slice(capture.name.as_bytes());
    strings.push(0);
    let at_text = PAGE + (address as usize % PAGE);
    let at_symbols = (at_text + text.len()).next_multiple_of(8);
    let at_strings = at_symbols + 2 * 24;
    let at_names = at_strings + strings.len();
    let at_sections = (at_names + names.len()).next_multiple_of(8);

    let mut elf = Bytes::default();
    elf.bytes(b"\x7fELF\x02\x01\x01\x40\x04").fill(16);
    // A shared object for AMDGPU.
    elf.u16(3).u16(224).u32(1).u64(entry).u64(HEADER as u64);
    elf.u64(at_sections as u64).u32(capture.machine);
    elf.u16(HEADER as u16).u16(SEGMENT as u16).u16(1);
    elf.u16(64).u16(5).u16(4);
    // To be loaded, read and run.
    elf.u32(1)
        .u32(5)
        .u64(at_text as u64)
        .u64(address)
        .u64(address);
    elf.u64(text.len() as u64)
        .u64(text.len() as u64)
        .u64(PAGE as u64);
    elf.fill(at_text).bytes(text).fill(at_symbols);
    elf.fill(at_symbols + 24);
    // The kernel: a global function of the first section, up to its end.
    let size = capture.text.end - capture.entry;
    elf.u32(1).u8(0x12).u8(0).u16(1).u64(entry).u64(size);
    elf.bytes(&strings).bytes(names).fill(at_sections);
    let mut section = |name: u32,
                       kind: u32,
                       flags: u64,
                       address: u64,
                       range: (usize, usize),
                       link: u32,
                       size: u64| {
        let info = u32::from(kind == 2);
        elf.u32(name).u32(kind).u64(flags).u64(address);
        elf.u64(range.0 as u64)
            .u64(range.1 as u64)
            .u32(link)
            .u32(info);
        elf.u64([0, 256, 8, 1][kind as usize]).u64(size);
    };
    section(0, 0, 0, 0, (0, 0), 0, 0);
    section(1, 1, 6, address, (at_text, text.len()), 0, 0);
    section(7, 2, 0, 0, (at_symbols, 48), 3, 24);
    section(15, 3, 0, 0, (at_strings, strings.len()), 0, 0);
    section(23, 3, 0, 0, (at_names, names.len()), 0, 0);
    elf.0
}
