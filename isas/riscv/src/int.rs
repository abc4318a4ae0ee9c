//! Integer operations, each a function of two 64-bit values.

/// The low 32 bits of a result, sign-extended, as the `w` instructions give.
fn word(value: u32) -> u64 {
    value as i32 as u64
}

pub fn add(a: u64, b: u64) -> u64 {
    a.wrapping_add(b)
}

pub fn sub(a: u64, b: u64) -> u64 {
    a.wrapping_sub(b)
}

pub fn and(a: u64, b: u64) -> u64 {
    a & b
}

pub fn or(a: u64, b: u64) -> u64 {
    a | b
}

pub fn xor(a: u64, b: u64) -> u64 {
    a ^ b
}

pub fn slt(a: u64, b: u64) -> u64 {
    u64::from((a as i64) < b as i64)
}

pub fn sltu(a: u64, b: u64) -> u64 {
    u64::from(a < b)
}

pub fn sll(a: u64, b: u64) -> u64 {
    a << (b & 63)
}

pub fn srl(a: u64, b: u64) -> u64 {
    a >> (b & 63)
}

pub fn sra(a: u64, b: u64) -> u64 {
    (a as i64 >> (b & 63)) as u64
}

pub fn addw(a: u64, b: u64) -> u64 {
    word((a as u32).wrapping_add(b as u32))
}

pub fn subw(a: u64, b: u64) -> u64 {
    word((a as u32).wrapping_sub(b as u32))
}

pub fn sllw(a: u64, b: u64) -> u64 {
    word((a as u32) << (b & 31))
}

pub fn srlw(a: u64, b: u64) -> u64 {
    word(a as u32 >> (b & 31))
}

pub fn sraw(a: u64, b: u64) -> u64 {
    (a as i32 >> (b & 31)) as u64
}

pub fn mul(a: u64, b: u64) -> u64 {
    a.wrapping_mul(b)
}

pub fn mulh(a: u64, b: u64) -> u64 {
    ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64
}

pub fn mulhsu(a: u64, b: u64) -> u64 {
    (i128::from(a as i64).wrapping_mul(i128::from(b)) >> 64) as u64
}

pub fn mulhu(a: u64, b: u64) -> u64 {
    ((u128::from(a) * u128::from(b)) >> 64) as u64
}

/// Division by zero gives all ones, overflow the dividend.
pub fn div(a: u64, b: u64) -> u64 {
    match b {
        0 => !0,
        _ => (a as i64).wrapping_div(b as i64) as u64,
    }
}

pub fn divu(a: u64, b: u64) -> u64 {
    a.checked_div(b).unwrap_or(!0)
}

/// The remainder of a division by zero is the dividend.
pub fn rem(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => (a as i64).wrapping_rem(b as i64) as u64,
    }
}

pub fn remu(a: u64, b: u64) -> u64 {
    a.checked_rem(b).unwrap_or(a)
}

pub fn mulw(a: u64, b: u64) -> u64 {
    word((a as u32).wrapping_mul(b as u32))
}

pub fn divw(a: u64, b: u64) -> u64 {
    match b as i32 {
        0 => !0,
        b => (a as i32).wrapping_div(b) as u64,
    }
}

pub fn divuw(a: u64, b: u64) -> u64 {
    word((a as u32).checked_div(b as u32).unwrap_or(!0))
}

pub fn remw(a: u64, b: u64) -> u64 {
    match b as i32 {
        0 => word(a as u32),
        b => (a as i32).wrapping_rem(b) as u64,
    }
}

pub fn remuw(a: u64, b: u64) -> u64 {
    word((a as u32).checked_rem(b as u32).unwrap_or(a as u32))
}

// What atomics store. The old value and the operand come sign-extended from 32 bits where the
// instruction has that width, so that signed and unsigned order are those of the 32-bit values.

pub fn swap(_: u64, b: u64) -> u64 {
    b
}

pub fn min(a: u64, b: u64) -> u64 {
    (a as i64).min(b as i64) as u64
}

pub fn max(a: u64, b: u64) -> u64 {
    (a as i64).max(b as i64) as u64
}

pub fn minu(a: u64, b: u64) -> u64 {
    a.min(b)
}

pub fn maxu(a: u64, b: u64) -> u64 {
    a.max(b)
}

pub fn eq(a: u64, b: u64) -> bool {
    a == b
}

pub fn ne(a: u64, b: u64) -> bool {
    a != b
}

pub fn lt(a: u64, b: u64) -> bool {
    (a as i64) < b as i64
}

pub fn ge(a: u64, b: u64) -> bool {
    a as i64 >= b as i64
}

pub fn ltu(a: u64, b: u64) -> bool {
    a < b
}

pub fn geu(a: u64, b: u64) -> bool {
    a >= b
}
