//! How to bring a number or an address into a register.

/// One instruction word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part(pub u32);

impl Part {
    pub fn lui(rd: u32, value: i64) -> Part {
        Part(0x37 | rd << 7 | (upper(value) & 0xf_ffff) << 12)
    }

    pub fn auipc(rd: u32, distance: i64) -> Part {
        Part(0x17 | rd << 7 | (upper(distance) & 0xf_ffff) << 12)
    }

    /// Adds the low 12 bits of `value`.
    pub fn addi(rd: u32, rs1: u32, value: i64) -> Part {
        Part(0x13 | rd << 7 | rs1 << 15 | (value as u32 & 0xfff) << 20)
    }

    pub fn addiw(rd: u32, rs1: u32, value: i64) -> Part {
        Part(0x1b | rd << 7 | rs1 << 15 | (value as u32 & 0xfff) << 20)
    }

    pub fn jalr(rd: u32, rs1: u32, distance: i64) -> Part {
        Part(0x67 | rd << 7 | rs1 << 15 | (distance as u32 & 0xfff) << 20)
    }

    fn slli(rd: u32, amount: u32) -> Part {
        Part(0x13 | rd << 7 | 1 << 12 | rd << 15 | amount << 20)
    }

    fn srli(rd: u32, amount: u32) -> Part {
        Part(0x13 | rd << 7 | 5 << 12 | rd << 15 | amount << 20)
    }
}

/// The upper bits that, with the sign-extended low 12 bits added, give the value.
fn upper(value: i64) -> u32 {
    (value.wrapping_add(0x800) >> 12) as u32
}

fn low12(value: i64) -> i64 {
    value << 52 >> 52
}

/// Instructions that load `value` into `rd`, as compilers choose them.
pub fn load(rd: u32, value: i64) -> Vec<Part> {
    let mut parts = Vec::new();
    sequence(rd, value, &mut parts);
    // A short number shifted left, which compresses better than `lui` and `addi`.
    if low12(value) != 0 && value & 1 == 0 && parts.len() >= 2 {
        let zeros = value.trailing_zeros();
        let mut other = Vec::new();
        sequence(rd, value >> zeros, &mut other);
        if other.len() + 1 < parts.len() || (-32..32).contains(&(value >> zeros)) {
            other.push(Part::slli(rd, zeros));
            parts = other;
        }
    }
    // A positive number whose low bits are all ones can be shorter as a shifted negative one.
    if parts.len() > 2 && value > 0 {
        let zeros = value.leading_zeros();
        let shifted = (value as u64) << zeros;
        for candidate in [shifted | ((1u64 << zeros) - 1), shifted] {
            let mut other = Vec::new();
            sequence(rd, candidate as i64, &mut other);
            if other.len() + 1 < parts.len() {
                other.push(Part::srli(rd, zeros));
                parts = other;
            }
        }
    }
    parts
}

fn sequence(rd: u32, value: i64, parts: &mut Vec<Part>) {
    if i32::try_from(value).is_ok() {
        let (high, low) = (upper(value) & 0xf_ffff, low12(value));
        if high != 0 {
            parts.push(Part::lui(rd, value));
        }
        match high {
            0 => parts.push(Part::addi(rd, 0, low)),
            // The sum wraps to 32 bits only next to the largest numbers.
            _ if low != 0 && i64::from((high << 12) as i32) + low == value => {
                parts.push(Part::addi(rd, rd, low));
            }
            _ if low != 0 => parts.push(Part::addiw(rd, rd, low)),
            _ => {}
        }
        return;
    }
    let low = low12(value);
    let rest = value.wrapping_sub(low);
    let mut shift = rest.trailing_zeros();
    let mut high = rest >> shift;
    // Leaving the low 12 bits of the upper part zero saves an instruction where `lui` can load it.
    if shift > 12 && low12(high) != high && i32::try_from(high << 12).is_ok() {
        shift -= 12;
        high <<= 12;
    }
    sequence(rd, high, parts);
    parts.push(Part::slli(rd, shift));
    if low != 0 {
        parts.push(Part::addi(rd, rd, low));
    }
}
