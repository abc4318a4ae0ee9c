//! What the tile extension offers to front ends.

use crate::decode::{Word, decode};
use crate::dialect::TileDialect;
use crate::machine::{Chip, Contents, Job, registers};
use crate::meaning::Tile;
use crate::rules;
use crate::table::TABLE;
use crate::timing::{self, NUMBERS, Numbers};
use arch::info::Resource;
use arch::{
    Allocator, Arch, AsmSource, Assembled, Code, Coverage, DisStyle, KernelInfo, LaunchRequest,
    Loaded, Parameter, RegisterView, header_keys,
};
use isa::{Decoded, Disassembler, Fidelity, Illegal, ListingLine, Page};
use kernel::{Array, Key, KeyKind, Schema, Type};
use riscv::{TEXT_BASE, WRITABLE, section_base};
use source::Diagnostic;
use std::collections::BTreeMap;
use uop::Runnable;

/// The RISC-V Tile Extension.
pub struct TileExtension;

/// Shared memory of a processing element where the header does not say.
const SHARED_BYTES: i64 = 256 << 10;
const STACK_BYTES: i64 = 64 << 10;
/// Where global memory begins; code lies below.
const GLOBAL_BASE: u64 = 0x8000_0000;
/// The attribute of executables: how they end is told by what they give to `ecall`.
const PROGRAM: &str = "program";

static SCHEMA: Schema = Schema {
    isa: "tile",
    default_wave: 1,
    wave_sizes: &[1],
    max_workgroup: 8,
    keys: &header_keys::<{ 2 + timing::COUNT }>(
        &[
            Key {
                name: "shared",
                kind: KeyKind::Integer {
                    min: 32,
                    max: 16 << 20,
                },
                doc: "bytes of shared memory a processing element has",
            },
            Key {
                name: "stack",
                kind: KeyKind::Integer {
                    min: 1024,
                    max: 16 << 20,
                },
                doc: "bytes of stack a thread has",
            },
        ],
        &NUMBERS,
    ),
    bindings: None,
    textures: false,
};

impl Arch for TileExtension {
    fn title(&self) -> &'static str {
        "RISC-V Tile Extension: a RISC-V core with tile registers, a matrix unit and a copy engine"
    }

    fn schema(&self) -> &'static Schema {
        &SCHEMA
    }

    fn dialect(&self) -> Box<dyn isa::Dialect + '_> {
        Box::new(TileDialect)
    }

    fn assemble(&self, text: &AsmSource<'_>) -> Assembled {
        let assembly = text.assemble(&mut TileDialect);
        let mut attributes = BTreeMap::new();
        for section in &assembly.sections[1..] {
            if let Some(base) = section_base(&section.name).filter(|_| !section.bytes.is_empty()) {
                attributes.insert(format!("{DATA}{base:#x}"), hex(&section.bytes));
            }
        }
        Assembled::new(assembly, TEXT_BASE, attributes)
    }

    fn disassemble(&self, bytes: &[u8], _: &DisStyle) -> Result<(String, usize), String> {
        let inst = decode(bytes, 0).map_err(|illegal| illegal.to_string())?;
        let listed = inst.listed(0, &|_| None);
        Ok((listed.text, listed.len))
    }

    fn fidelity(&self, bytes: &[u8], _: &DisStyle) -> Fidelity {
        match decode(bytes, 0) {
            Ok(crate::Word::Tile(inst)) => inst.row.meaning.fidelity(),
            _ => Fidelity::Exact,
        }
    }

    fn listing(&self, code: &Code, _: &DisStyle) -> Vec<ListingLine> {
        let symbols = code
            .symbols
            .iter()
            .map(|symbol| (symbol.address, symbol.name.clone()))
            .collect();
        isa::listing(&Listing, &code.bytes, code.base, &symbols)
    }

    fn load(
        &self,
        _: &Code,
        _: &LaunchRequest<'_>,
        _: &mut dyn Allocator,
    ) -> Result<Loaded, Diagnostic> {
        Err(Diagnostic::error(
            "no-waves",
            "threads of the tile extension are not waves; they run on a machine of their own",
        ))
    }

    fn elf_machine(&self) -> (u16, u32) {
        riscv::ELF_MACHINE
    }

    fn dwarf_register(&self, number: u16) -> Option<String> {
        match number {
            0..=31 => Some(format!("x{number}")),
            32..=63 => Some(format!("f{}", number - 32)),
            _ => None,
        }
    }

    fn first_address(&self) -> Option<u64> {
        Some(GLOBAL_BASE)
    }

    fn read_object(&self, elf: &[u8]) -> Option<Result<Code, String>> {
        riscv::is_for_riscv(elf).then(|| {
            let mut code = riscv::read_executable(elf)?;
            code.attributes.insert(PROGRAM.into(), String::new());
            Ok(code)
        })
    }

    fn machine(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
    ) -> Option<Result<Box<dyn Runnable>, Diagnostic>> {
        Some(job(code, request).map(|job| {
            let chip = Chip::new(job).with(Numbers::of(request));
            Box::new(chip) as Box<dyn Runnable>
        }))
    }

    fn class(&self, bytes: &[u8], _: &DisStyle) -> Option<(&'static str, usize)> {
        Some(match decode(bytes, 0).ok()? {
            Word::Tile(inst) => (tile_family(inst.row), inst.len()),
            Word::Hart(inst) => (inst.row.meaning.extension(), inst.len()),
        })
    }

    fn info(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
        _: Option<&str>,
    ) -> Result<Vec<KernelInfo>, Diagnostic> {
        let style = DisStyle {
            wave: 1,
            extensions: Vec::new(),
        };
        let bytes = |key, default| request.integer(key, default) as u64;
        let resources = vec![
            Resource::new("tile_registers", "tile registers", 256, "")
                .note("1024 bytes each, for every thread".into()),
            Resource::new(
                "shared",
                "shared memory",
                bytes("shared", SHARED_BYTES),
                "bytes",
            ),
            Resource::new(
                "stack",
                "stack",
                bytes("stack", STACK_BYTES),
                "bytes a thread",
            ),
        ];
        // A processing element holds one workgroup, whatever it takes.
        Ok(vec![arch::info::whole(
            self, code, request, &style, resources,
        )?])
    }

    fn chips(&self) -> &'static [&'static str] {
        &["tile"]
    }

    fn parameters(&self, _: &str) -> Vec<Parameter> {
        timing::parameters()
    }

    fn machine_registers(&self) -> RegisterView {
        registers()
    }

    fn pages(&self) -> Vec<Page> {
        [
            TABLE.reference(&rules::check),
            riscv::TABLE.reference(&riscv::check),
        ]
        .concat()
    }

    fn coverage(&self) -> Vec<Coverage> {
        let extension = |row: &isa::Row<riscv::Effect>| row.meaning.extension();
        let tile = TABLE.rows().map(tile_family);
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        tile.chain(riscv::TABLE.rows().map(extension))
            .for_each(|family| *counts.entry(family).or_default() += 1);
        // Every meaning is carried out by the machine.
        let covered = |(family, instructions): (&str, usize)| Coverage {
            family: family.to_string(),
            instructions,
            assembled: instructions,
            disassembled: instructions,
            executed: instructions,
            missing: Vec::new(),
        };
        counts.into_iter().map(covered).collect()
    }
}

fn tile_family(row: &isa::Row<Tile>) -> &'static str {
    match row.format.name {
        "MEM2" | "MEM3" => "tile: memory, atomics, copies",
        "MMA2" | "MMA3" => "tile: matrix multiply",
        "MOVE" => "tile: moves",
        "ALU2" | "ALU3" => "tile: element-wise",
        _ => "tile: control and synchronisation",
    }
}

/// The attribute of data that lies beside the code: its address follows.
const DATA: &str = "data@";

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes
        .iter()
        .fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    digits
        .len()
        .is_multiple_of(2)
        .then(|| digits.chunks(2).map(pair).collect())?
}

struct Listing;

impl Disassembler for Listing {
    fn decode(
        &self,
        bytes: &[u8],
        address: u64,
        name: &dyn Fn(u64) -> Option<String>,
    ) -> Result<Decoded, Illegal> {
        Ok(decode(bytes, address)?.listed(address, name))
    }

    /// Code may be 16-bit aligned, but what does not decode is a word of data most of the time.
    fn unit(&self) -> usize {
        4
    }
}

fn job(code: &Code, request: &LaunchRequest<'_>) -> Result<Job, Diagnostic> {
    let mut contents = vec![Contents {
        base: code.base,
        bytes: code.bytes.clone(),
        writable: code.attributes.contains_key(WRITABLE),
        name: "the code",
    }];
    for (name, data) in &code.attributes {
        let Some(address) = name.strip_prefix(DATA) else {
            continue;
        };
        let base = u64::from_str_radix(address.trim_start_matches("0x"), 16).ok();
        let (Some(base), Some(bytes)) = (base, unhex(data)) else {
            let message = format!("the attribute `{name}` is malformed");
            return Err(Diagnostic::error("bad-attribute", message));
        };
        contents.push(Contents {
            base,
            bytes,
            writable: Some(base) != section_base(".rodata"),
            name: "data",
        });
    }
    let (integers, floats) = arguments(request);
    let threads = request.launch.threads_per_workgroup();
    Ok(Job {
        contents,
        exits: code.attributes.contains_key(PROGRAM),
        entry: entry(code, request.kernel)?,
        starts: code.symbols.iter().map(|symbol| symbol.address).collect(),
        grid: request.launch.global,
        // The schema allows no more than eight.
        threads: threads.clamp(1, 8) as u8,
        integers,
        floats,
        stack_bytes: (request.integer("stack", STACK_BYTES) as usize).next_multiple_of(16),
        shared_bytes: (request.integer("shared", SHARED_BYTES) as usize).next_multiple_of(32),
    })
}

fn entry(code: &Code, kernel: Option<&str>) -> Result<u64, Diagnostic> {
    let Some(name) = kernel else {
        return Ok(code.entry);
    };
    let symbol = code.symbols.iter().find(|symbol| symbol.name == name);
    symbol.map(|symbol| symbol.address).ok_or_else(|| {
        let names = code.symbols.iter().map(|symbol| symbol.name.as_str());
        Diagnostic::error(
            "unknown-kernel",
            format!("there is no label called `{name}`"),
        )
        .maybe_help(source::did_you_mean(name, names))
    })
}

/// Arguments by the calling convention: addresses and integers in `a0`.., floats in `fa0`.., and
/// where the float registers are used up, in integer registers too.
fn arguments(request: &LaunchRequest<'_>) -> (Vec<u64>, Vec<u64>) {
    let (mut integers, mut floats) = (Vec::new(), Vec::new());
    for arg in request.args {
        if !arg.array.shape.is_scalar() || arg.is_output {
            integers.push(arg.address);
        } else if arg.array.ty.is_float() && floats.len() < 8 {
            floats.push(float_register(arg.array));
        } else {
            integers.push(scalar(arg.array));
        }
    }
    (integers, floats)
}

/// The bits of a scalar, extended to a register as its type says.
fn scalar(array: &Array) -> u64 {
    let size = array.ty.size();
    let mut bytes = [0; 8];
    bytes[..size].copy_from_slice(&array.data[..size]);
    let bits = u64::from_le_bytes(bytes);
    let unused = 64 - 8 * size as u32;
    // 32-bit values are kept sign-extended, whatever their type.
    let signed = !array.ty.is_float() && (array.ty.is_signed() || array.ty == Type::U32);
    if signed {
        ((bits << unused) as i64 >> unused) as u64
    } else {
        bits
    }
}

/// Narrow floats are boxed: the bits above them are ones.
fn float_register(array: &Array) -> u64 {
    let bits = scalar(array);
    match array.ty.size() {
        8 => bits,
        size => bits | !0 << (8 * size),
    }
}
