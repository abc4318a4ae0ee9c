//! The same case in several waves that are not watched, as the engine runs most kernels: together, one
//! step for all of them. What registers hold at the end the waves store themselves.

use super::case::{Case, Location};
use super::run::{End, MEMORY, MEMORY_BYTES, Machine, PER_WAVE, assemble, compare};
use amdgpu::{Target, Wave};

const WAVES: u32 = 3;
/// What the end of a wave uses for itself.
const SCALARS: std::ops::Range<u16> = 88..106;
const LANE: u16 = 63;
const WORD: u16 = 62;
/// Bytes of a vector register in memory.
const ROW: u64 = 256;

/// Local memory is shared, and waves would see each other's.
pub fn suits(case: &Case) -> bool {
    let shares = |line: &String| {
        ["ds_", "flat_", "barrier"]
            .iter()
            .any(|part| line.contains(part))
    };
    let free = |place: Location| match place {
        Location::Scalar(first, count) => first >= SCALARS.end || first + count <= SCALARS.start,
        Location::Vector(first, count) => first + count <= WORD,
        Location::Memory => true,
    };
    !case.instructions.iter().any(shares) && case.outputs.iter().all(|output| free(output.place))
}

pub fn check(case: &Case, target: Target, wave: Wave) -> Result<(), String> {
    let registers = registers(case);
    let code = assemble(case, target, wave, &stores(&registers, target))?;
    let machine = Machine::new(case, &code, target, wave, WAVES)?;
    machine.run(&mut ())?;
    for n in 0..WAVES {
        let address = machine.address + u64::from(n) * PER_WAVE;
        let mut end = End {
            last: 0,
            scalar: vec![0; 140],
            vector: vec![vec![0; 64]; 64],
        };
        for (row, register) in registers.iter().enumerate() {
            let mut bytes = [0; ROW as usize];
            let from = address + MEMORY_BYTES + row as u64 * ROW;
            (machine.memory.read(from, &mut bytes)).map_err(|error| error.0)?;
            let words = bytes.chunks_exact(4);
            let words = words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
            match *register {
                Register::Vector(n) => end.vector[usize::from(n)] = words.collect(),
                Register::Scalar(n, _) => end.scalar[usize::from(n)] = words.take(1).sum(),
            }
        }
        for setting in &case.outputs {
            compare(setting, &end, &machine.memory, address, wave)
                .map_err(|why| format!("wave {n}: {why}"))?;
        }
    }
    Ok(())
}

enum Register {
    Vector(u16),
    /// Its number, and where it is found once the end has begun.
    Scalar(u16, String),
}

fn registers(case: &Case) -> Vec<Register> {
    let mut all = vec![];
    for output in &case.outputs {
        match output.place {
            Location::Vector(first, count) => {
                all.extend((first..first + count).map(Register::Vector));
            }
            Location::Scalar(first, count) => all.extend((first..first + count).map(|n| {
                let place = match n {
                    106 => "s91".into(),
                    107 => "s92".into(),
                    125 => "s95".into(),
                    126 => "s93".into(),
                    127 => "s94".into(),
                    128 => "s90".into(),
                    n => format!("s{n}"),
                };
                Register::Scalar(n, place)
            })),
            Location::Memory => {}
        }
    }
    all
}

/// What stores the registers, one after the other.
fn stores(registers: &[Register], target: Target) -> Vec<String> {
    let store = match Target::RDNA.contains(&target) {
        true => "global_store_b32",
        false => "global_store_dword",
    };
    let next = |by: u64| {
        [
            format!("s_add_u32 s{MEMORY}, s{MEMORY}, {by:#x}"),
            format!("s_addc_u32 s{0}, s{0}, 0", MEMORY + 1),
        ]
    };
    let mut lines: Vec<String> = [
        "s_cselect_b32 s90, 1, 0",
        "s_mov_b32 s91, vcc_lo",
        "s_mov_b32 s92, vcc_hi",
        "s_mov_b32 s93, exec_lo",
        "s_mov_b32 s94, exec_hi",
        "s_mov_b32 s95, m0",
        "s_mov_b32 exec_lo, -1",
        "s_mov_b32 exec_hi, -1",
    ]
    .map(String::from)
    .to_vec();
    lines.push(format!("v_mbcnt_lo_u32_b32 v{LANE}, -1, 0"));
    lines.push(format!("v_mbcnt_hi_u32_b32 v{LANE}, -1, v{LANE}"));
    lines.push(format!("v_lshlrev_b32 v{LANE}, 2, v{LANE}"));
    lines.extend(next(MEMORY_BYTES));
    for register in registers {
        let from = match register {
            Register::Vector(n) => *n,
            Register::Scalar(_, place) => {
                lines.push(format!("v_mov_b32 v{WORD}, {place}"));
                WORD
            }
        };
        lines.push(format!(
            "{store} v{LANE}, v{from}, s[{MEMORY}:{}]",
            MEMORY + 1
        ));
        lines.extend(next(ROW));
    }
    lines
}
