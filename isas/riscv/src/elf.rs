//! Executables that a compiler made.

use arch::{Code, Symbol};
use object::elf::{EF_RISCV_FLOAT_ABI_DOUBLE, EF_RISCV_RVC, EM_RISCV, FileHeader64, PT_LOAD};
use object::read::elf::{ElfFile64, FileHeader, ProgramHeader};
use object::{LittleEndian, Object, ObjectSymbol, SymbolKind};
use std::collections::BTreeMap;

/// EM_RISCV, and the flags of code with 16-bit instructions and double-precision registers.
pub const ELF_MACHINE: (u16, u32) = (EM_RISCV, EF_RISCV_RVC | EF_RISCV_FLOAT_ABI_DOUBLE);

/// The attribute of images whose code is followed by data in one piece.
pub const WRITABLE: &str = "writable";

/// The largest image: bare-metal programs are small.
const MOST_BYTES: u64 = 64 << 20;

/// Whether the file says that it is for RISC-V.
pub fn is_for_riscv(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF") && bytes.get(18..20) == Some(&EM_RISCV.to_le_bytes())
}

/// The loadable segments as one piece, which begins at the lowest address.
pub fn read_executable(bytes: &[u8]) -> Result<Code, String> {
    let fail = |error: object::Error| format!("not a valid ELF file: {error}");
    let file = ElfFile64::<LittleEndian>::parse(bytes).map_err(fail)?;
    let endian = LittleEndian;
    let header: &FileHeader64<LittleEndian> = file.elf_header();
    if header.e_machine(endian) != EM_RISCV {
        return Err(format!(
            "an ELF file for machine {}, expected RISC-V",
            header.e_machine(endian)
        ));
    }
    let mut segments = Vec::new();
    for (number, segment) in file.elf_program_headers().iter().enumerate() {
        if segment.p_type(endian) != PT_LOAD || segment.p_memsz(endian) == 0 {
            continue;
        }
        let data = segment
            .data(endian, bytes)
            .map_err(|()| format!("segment {number} lies outside the file"))?;
        segments.push((segment.p_vaddr(endian), segment.p_memsz(endian), data));
    }
    let base = segments.iter().map(|segment| segment.0).min();
    let end = segments
        .iter()
        .filter_map(|segment| segment.0.checked_add(segment.1))
        .max();
    let (Some(base), Some(end)) = (base, end) else {
        return Err("the file has nothing to load: expected a linked executable".to_string());
    };
    if base == 0 || end < base || end - base > MOST_BYTES {
        return Err(format!(
            "the program lies at {base:#x}..{end:#x}, expected above 0 and at most {MOST_BYTES} bytes"
        ));
    }
    let mut image = vec![0; (end - base) as usize];
    for (address, size, data) in segments {
        let at = (address - base) as usize;
        let len = data.len().min(size as usize);
        image
            .get_mut(at..at + len)
            .ok_or("segments overlap")?
            .copy_from_slice(&data[..len]);
    }
    let symbols = file
        .symbols()
        .filter(|symbol| symbol.is_definition() && symbol.kind() == SymbolKind::Text);
    let symbols = symbols.filter_map(|symbol| {
        Some(Symbol {
            name: symbol.name().ok()?.to_string(),
            address: symbol.address(),
            is_kernel: symbol.is_global(),
        })
    });
    Ok(Code {
        bytes: image,
        base,
        entry: header.e_entry(endian),
        symbols: symbols.collect(),
        lines: Vec::new(),
        includes: Vec::new(),
        functions: Vec::new(),
        attributes: BTreeMap::from([(WRITABLE.to_string(), String::new())]),
    })
}
