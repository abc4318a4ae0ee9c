//! Random programs made of rows, through encoder, decoder, printer and assembler, and back.
//!
//! An input is where chance begins: another one makes another program.

use super::Target;
use super::arch::reads_back;
use random::Random;
use wavetank::{Arch, Code, archs};

/// Instructions of a program.
const INSTRUCTIONS: usize = 60;

struct Rows {
    arch: &'static dyn Arch,
    /// The bytes of one instruction; nothing where chance made none.
    one: fn(&mut Random) -> Option<Vec<u8>>,
}

/// One for each instruction set; that of a new one is missed here until it has a line.
pub fn all() -> Vec<Box<dyn Target>> {
    let of = |arch: &&'static dyn Arch| {
        let one: fn(&mut Random) -> Option<Vec<u8>> = match arch.name() {
            "rdna3" => |random| amd(amdgpu::Target::Gfx1100, random),
            "rdna35" => |random| amd(amdgpu::Target::Gfx1150, random),
            "rdna4" => |random| amd(amdgpu::Target::Gfx1200, random),
            "cdna3" => |random| amd(amdgpu::Target::Gfx942, random),
            "cdna4" => |random| amd(amdgpu::Target::Gfx950, random),
            "flux" => |random| table(flux::table(), random),
            "waves" => |random| table(&waves::table::TABLE, random),
            "tile" => |random| {
                // Rules leave out some of what fields could hold.
                let bytes = match random.below(2) {
                    0 => table(&tile::TABLE, random),
                    _ => table(&riscv::TABLE, random),
                };
                bytes.filter(|bytes| tile::decode(bytes, 0).is_ok())
            },
            "wave" => wave_instruction,
            other => panic!("{other} has no line in fuzz/src/target/rows.rs"),
        };
        Box::new(Rows { arch: *arch, one }) as Box<dyn Target>
    };
    archs().iter().map(of).collect()
}

impl Target for Rows {
    fn name(&self) -> String {
        format!("rows-{}", self.arch.name())
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        (0..8u64).map(|seed| seed.to_le_bytes().to_vec()).collect()
    }

    fn longest(&self) -> usize {
        16
    }

    fn run(&self, input: &[u8]) -> Result<(), String> {
        let seed = input
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
            });
        let mut random = Random::new(seed);
        let mut bytes = Vec::new();
        for _ in 0..INSTRUCTIONS {
            bytes.extend(
                (0..100)
                    .find_map(|_| (self.one)(&mut random))
                    .unwrap_or_default(),
            );
        }
        reads_back(
            self.arch,
            &Code {
                bytes,
                ..Code::default()
            },
        )
    }
}

fn table<M: Copy + Sync + 'static>(table: &isa::Table<M>, random: &mut Random) -> Option<Vec<u8>> {
    let rows: Vec<_> = table.rows().collect();
    let row = random.pick(&rows);
    let mut values = [0; isa::MAX_OPERANDS];
    for (value, operand) in values.iter_mut().zip(row.operands) {
        // Zeros and ones are what shorter spellings are for.
        let mut bits = || match random.below(8) {
            0 => 0,
            1 => u64::MAX,
            _ => random.bits(),
        };
        *value = (0..1000).find_map(|_| operand.decode(bits() & operand.field.stored()))?;
    }
    let word = isa::Inst { row, values }.encode().ok()?;
    Some(row.format.to_bytes(word)[..row.format.len()].to_vec())
}

fn amd(target: amdgpu::Target, random: &mut Random) -> Option<Vec<u8>> {
    let wave = target.default_wave();
    let encodings = &amdgpu::Codec::of(target, wave).encodings;
    let encoding = &encodings[random.below(encodings.len())];
    if !encoding.decodes {
        return None;
    }
    let mut word = encoding.bits;
    for param in &encoding.params {
        let value = match random.below(4) {
            0 => random.below(2) as u128,
            _ => u128::from(random.bits()),
        };
        word |= (value & ((1 << param.len) - 1)) << param.lo;
    }
    let mut bytes = word.to_le_bytes()[..encoding.size as usize].to_vec();
    bytes.extend((random.bits() as u32).to_le_bytes());
    let inst = amdgpu::decode(&bytes, target, wave).ok()?;
    // Encoding again clears what the instruction does not use.
    Some(amdgpu::encode(&inst))
}

fn wave_instruction(random: &mut Random) -> Option<Vec<u8>> {
    // Blocks have to be closed, and say how long they are.
    let blocks = [
        "if", "else", "endif", "loop", "break", "continue", "endloop",
    ];
    let first = |row: &wave::WaveRow| row.name.split(['.', '{']).next().unwrap_or_default();
    let rows: Vec<_> = wave::rows()
        .filter(|row| !blocks.contains(&first(row)))
        .collect();
    let row = random.pick(&rows);
    let form = random.pick(&[
        wave::Form::Short,
        wave::Form::Register,
        wave::Form::Constant,
        wave::Form::Literal,
    ]);
    let most = if form == wave::Form::Short { 32 } else { 256 };
    let mut register = || random.below(most) as u8;
    let (d, a, b, c) = (register(), register(), register(), register());
    let flags = match random.below(2) {
        0 => 0,
        _ => random.bits() as u8,
    } & !row.fixed.0
        | row.fixed.1;
    let fields = wave::Fields {
        d,
        a,
        b,
        c,
        flags,
        ..wave::Fields::default()
    };
    let literal = random.bits() as u32;
    let inst = wave::WaveInst {
        row,
        form,
        fields,
        literal,
    };
    let bytes = inst.encode().to_bytes();
    // What has no use in the row, or no meaning, is no instruction.
    let decoded = wave::decode(&bytes, 0).ok()?;
    Some(decoded.encode().to_bytes())
}
