//! Operands and modifiers put together at random, mostly near the edges of what is allowed.

use super::words::*;
use crate::amd::generate::Random;
use amdgpu::names::SWIZZLES;

pub fn pick<'a>(list: &[&'a str], random: &mut Random) -> &'a str {
    list[random.below(list.len() as u64) as usize]
}

fn chance(one_in: u64, random: &mut Random) -> bool {
    random.below(one_in) == 0
}

/// An operand of any kind.
pub fn operand(random: &mut Random) -> String {
    match random.below(16) {
        0..=4 => pick(OPERANDS, random).into(),
        5..=8 => register(random),
        9 => pick(REGISTERS, random).into(),
        10..=12 => number(random),
        13 => signs(&register(random), random),
        14 => signs(&number(random), random),
        _ => immediate(random),
    }
}

/// One register or a run of any length, aligned or not, in range or just past it.
pub fn register(random: &mut Random) -> String {
    let (kind, limit) = match random.below(8) {
        0..=3 => ("v", 256),
        4..=6 => ("s", 106),
        _ => ("ttmp", 16),
    };
    let first = match random.below(4) {
        0 => random.below(8),
        1 => limit - random.below(10).min(limit),
        _ => random.below(limit + 2),
    };
    if chance(3, random) {
        let half = match random.below(12) {
            0 | 1 => ".l",
            2 => ".h",
            _ => "",
        };
        return format!("{kind}{first}{half}");
    }
    let length = match random.below(4) {
        0..=2 => [1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 8, 8, 12, 16, 32, 33][random.below(16) as usize],
        _ => 1 + random.below(17),
    };
    let align = [1, 2, 4, 4][random.below(4) as usize];
    let first = first / align * align;
    match random.below(12) {
        0 => {
            let all = first..first + length.min(9);
            let list: Vec<String> = all.map(|index| format!("{kind}{index}")).collect();
            format!("[{}]", list.join(","))
        }
        1 => format!("{kind}[{first}]"),
        _ => format!("{kind}[{first}:{}]", first + length - 1),
    }
}

/// An integer near a power of two, or something that is special to one of the operand types.
fn integer(random: &mut Random) -> i128 {
    const SPECIAL: [i128; 14] = [
        0x3f80_0000,
        0x3c00,
        0x3c00_3c00,
        0x3f80,
        0x3f80_3f80,
        0xbc00,
        0x3118,
        0x3e22,
        0x3e22_f983,
        0x3ff0_0000_0000_0000,
        0x3fc4_5f30_6dc9_c882,
        0x3ff0_0000,
        0xaf12_3456,
        0x1234_5678_9abc,
    ];
    let value = match random.below(4) {
        0 => SPECIAL[random.below(14) as usize],
        1 => random.below(70) as i128,
        _ => (1i128 << random.below(65)) + random.below(3) as i128 - 1,
    };
    if chance(3, random) { -value } else { value }
}

/// A number as it is written.
pub fn number(random: &mut Random) -> String {
    let integer = |random: &mut Random| {
        let value = integer(random);
        let sign = if value < 0 { "-" } else { "" };
        match random.below(3) {
            0 => value.to_string(),
            _ => format!("{sign}{:#x}", value.abs()),
        }
    };
    match random.below(10) {
        0..=4 => integer(random),
        5..=7 => pick(FLOATS, random).into(),
        8 => format!("lit({})", integer(random)),
        _ => match random.below(4) {
            0 => format!("lit({})", pick(FLOATS, random)),
            1 => format!("lit64({})", integer(random)),
            2 => format!("{}+{}", integer(random), integer(random)),
            _ => format!("sym+{}", integer(random)),
        },
    }
}

/// Signs around an operand.
pub fn signs(inner: &str, random: &mut Random) -> String {
    match random.below(12) {
        0 | 1 => format!("-{inner}"),
        2 | 3 => format!("|{inner}|"),
        4 => format!("-|{inner}|"),
        5 => format!("neg({inner})"),
        6 => format!("abs({inner})"),
        7 => format!("neg(abs({inner}))"),
        8 => format!("-abs({inner})"),
        9 => format!("lit({inner})"),
        10 => format!("sext({inner})"),
        _ => format!("({inner})"),
    }
}

fn small(random: &mut Random) -> i64 {
    match random.below(6) {
        0 => -1,
        1 => [2, 3, 4, 7, 8, 15, 16, 31, 32, 33, 63, 64][random.below(12) as usize],
        _ => random.below(17) as i64,
    }
}

fn name_or_number(list: &[&str], random: &mut Random) -> String {
    match random.below(4) {
        0 => match random.below(2) {
            0 => small(random).to_string(),
            _ => [127, 128, 131, 135, 136, 255, 256, 65536][random.below(8) as usize].to_string(),
        },
        _ => pick(list, random).into(),
    }
}

/// An immediate with a syntax of its own.
pub fn immediate(random: &mut Random) -> String {
    match random.below(12) {
        0..=2 => {
            let id = name_or_number(HWREGS, random);
            match random.below(4) {
                0 => format!("hwreg({id})"),
                1 => format!("hwreg({id}, {})", small(random)),
                _ => format!("hwreg({id}, {}, {})", small(random), small(random)),
            }
        }
        3 => {
            let mut fields = vec![];
            for _ in 0..1 + random.below(3) {
                let name = ["id", "offset", "size", "size", "foo"][random.below(5) as usize];
                let value = match name {
                    "id" => name_or_number(HWREGS, random),
                    _ => small(random).to_string(),
                };
                fields.push(format!("{name}: {value}"));
            }
            format!("{{{}}}", fields.join(", "))
        }
        4..=6 => {
            let id = name_or_number(MESSAGES, random);
            match random.below(4) {
                0 | 1 => format!("sendmsg({id})"),
                2 => format!("sendmsg({id}, {})", name_or_number(OPERATIONS, random)),
                _ => {
                    let operation = name_or_number(OPERATIONS, random);
                    format!("sendmsg({id}, {operation}, {})", small(random))
                }
            }
        }
        7 | 8 => {
            let mut text = String::new();
            for index in 0..1 + random.below(3) {
                if index > 0 {
                    text.push_str([" ", ", ", " & ", " | ", "&"][random.below(5) as usize]);
                }
                text.push_str(&format!("{}({})", pick(COUNTERS, random), small(random)));
            }
            text
        }
        _ => {
            let mut text = String::new();
            for index in 0..1 + random.below(3) {
                if index > 0 {
                    text.push_str([" | ", "|", ", ", " & ", " "][random.below(5) as usize]);
                }
                let field = pick(&["instid0", "instskip", "instid1", "instid2"], random);
                text.push_str(&format!("{field}({})", pick(DELAYS, random)));
            }
            text
        }
    }
}

/// A modifier of any kind.
pub fn modifier(random: &mut Random) -> String {
    match random.below(12) {
        0..=4 => pick(MODIFIERS, random).into(),
        5 | 6 => {
            let name = pick(NUMBERED, random);
            let value = match random.below(3) {
                0 => integer(random).to_string(),
                _ => small(random).to_string(),
            };
            format!("{name}:{value}")
        }
        7 | 8 => list(random),
        9 => {
            let used = pick(&["LOAD", "STORE", "ATOMIC"], random);
            let hint = pick(HINTS, random);
            let scope = pick(&["CU", "SE", "DEV", "SYS", "FOO"], random);
            match random.below(4) {
                0 => format!("th:TH_{used}_{hint}"),
                1 => format!("scope:SCOPE_{scope}"),
                2 => format!("scope:SCOPE_{scope} th:TH_{used}_{hint}"),
                _ => format!("th:TH_{used}_{hint} scope:SCOPE_{scope}"),
            }
        }
        10 => match random.below(3) {
            0 => format!("dim:SQ_RSRC_IMG_{}", pick(DIMENSIONS, random)),
            1 => format!("dim:{}", pick(DIMENSIONS, random)),
            _ => format!("format:[{}]", pick(BUFFER_FORMATS, random)),
        },
        _ => swizzle(random),
    }
}

/// A list of bits or lanes: too short, too long, with numbers that do not fit.
fn list(random: &mut Random) -> String {
    let name = pick(LISTS, random);
    let usual = match name {
        "dpp8" => 8,
        "quad_perm" => 4,
        _ => 1 + random.below(5),
    };
    let length = match random.below(8) {
        0 => usual + 1,
        1 => usual - 1,
        _ => usual,
    };
    let limit = match name {
        "dpp8" => 8,
        "quad_perm" => 4,
        _ => 2,
    };
    let odd = chance(8, random);
    let mut entries: Vec<i64> = (0..length).map(|_| random.below(limit) as i64).collect();
    if odd && let Some(last) = entries.last_mut() {
        *last = if chance(2, random) { -1 } else { limit as i64 };
    }
    let entries: Vec<String> = entries.iter().map(i64::to_string).collect();
    format!("{name}:[{}]", entries.join(","))
}

fn swizzle(random: &mut Random) -> String {
    let count = SWIZZLES.len() as u32 + 1;
    let mode = SWIZZLES.get(random.below(count) as usize).unwrap_or(&"FOO");
    let mode = *mode;
    if mode == "BITMASK_PERM" {
        let length = if chance(6, random) { 4 } else { 5 };
        let mask: String = (0..length)
            .map(|_| {
                ['0', '1', 'p', 'i', 'p', 'x'][random.below(5 + (length == 4) as u64) as usize]
            })
            .collect();
        return format!("offset:swizzle({mode},\"{mask}\")");
    }
    let usual = match mode {
        "QUAD_PERM" => 4,
        "BROADCAST" | "ROTATE" => 2,
        _ => 1,
    };
    let length = if chance(8, random) { usual + 1 } else { usual };
    let numbers: Vec<String> = (0..length).map(|_| small(random).to_string()).collect();
    format!("offset:swizzle({mode},{})", numbers.join(","))
}
