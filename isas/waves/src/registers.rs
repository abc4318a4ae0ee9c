//! The 64 register numbers: sixteen constants, then the 48 vector registers.

use std::fmt::Write as _;

/// How many numbers are constants; the registers that can be written follow them.
pub const CONSTANTS: u8 = 16;
/// Registers that can be written: `v0` to `v47`.
pub const VECTORS: u8 = 48;
/// Masks have five bits for a register, so they name constants and the first few registers only.
pub const MASKABLE: u8 = 32;

/// The constant 1 in every lane.
pub const ONE: u8 = 1;
/// The number of the lane in every lane.
pub const SID: u8 = 2;
/// The number of the wave in every lane.
pub const WAVE: u8 = 3;
/// Where the number of the group is at the start.
pub const GROUP: u8 = CONSTANTS + 46;
/// Where the number of the thread in its group is at the start.
pub const THREAD: u8 = CONSTANTS + 47;

/// The constants that have a meaning, by number. The rest of the sixteen are reserved.
pub const NAMES: [&str; 12] = [
    "zero", "one", "sid", "wave", "u8_max", "n2nd", "n3rd", "n4th", "lo16", "ch2", "ch4", "alo8",
];

/// The constants that hold nothing but 0 and 1, and so are masks as they stand.
pub fn is_boolean(number: u8) -> bool {
    matches!(number, 0 | 1 | 8..=11)
}

/// What `lane` sees of a constant; `wave` is the wave's number in the compute task.
pub fn constant(number: u8, lane: u32, wave: u32) -> u32 {
    match number {
        1 => 1,
        2 => lane,
        3 => wave,
        4 => 255,
        5 => 1 << (lane % 2),
        6 => 1 << (lane % 3),
        7 => 1 << (lane % 4),
        8 => u32::from(lane < 16),
        9 => u32::from(lane % 4 < 2),
        10 => u32::from(lane % 8 < 4),
        11 => u32::from(lane % 16 < 8),
        _ => 0,
    }
}

/// The number of the register called `name`.
pub fn find(name: &str) -> Option<u8> {
    if let Some(number) = NAMES.iter().position(|n| n.eq_ignore_ascii_case(name)) {
        return Some(number as u8);
    }
    let number = vector_number(name)?;
    (number < VECTORS.into()).then(|| CONSTANTS + number as u8)
}

/// The number in a name that has the form of a vector register, whether or not it exists.
fn vector_number(name: &str) -> Option<u32> {
    let digits = name.strip_prefix(['v', 'V'])?;
    let plain = digits.bytes().all(|b| b.is_ascii_digit())
        && (digits.len() == 1 || !digits.starts_with('0'));
    if plain { digits.parse().ok() } else { None }
}

/// Whether a register has this number: all but the reserved constants.
pub fn exists(number: u8) -> bool {
    usize::from(number) < NAMES.len() || number >= CONSTANTS
}

/// Appends the name of a register, as it is written.
pub fn print(number: u8, out: &mut String) {
    match NAMES.get(usize::from(number)) {
        Some(name) => out.push_str(name),
        None => write!(out, "v{}", number.wrapping_sub(CONSTANTS)).expect("writing to a string"),
    }
}

/// Whether the assembler must not take `name` for a label: registers, also those that would be
/// registers if there were more of them, their scalar parts, and signals.
pub fn is_reserved(name: &str) -> bool {
    let plain = strip_scalar(name).unwrap_or(name);
    find(plain).is_some() || vector_number(plain).is_some() || signal(name).is_some()
}

/// `v3` of `v3.s`.
pub fn strip_scalar(name: &str) -> Option<&str> {
    name.strip_suffix(".s").or_else(|| name.strip_suffix(".S"))
}

/// The number in a name that has the form of a signal.
pub fn signal(name: &str) -> Option<u32> {
    let (prefix, digits) = name.split_at_checked(3)?;
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    (plain && prefix.eq_ignore_ascii_case("sig")).then(|| digits.parse().ok())?
}
