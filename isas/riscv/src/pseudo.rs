//! Comparisons of vectors that the hardware does not have, made of ones that it has.
//!
//! Less than a number is not greater than the number before it, and not less than a scalar is the
//! complement of less.

use crate::dialect::{comma, end, register};
use crate::registers::VECTOR;
use isa::{Context, Cursor, expected};
use source::Diagnostic;

/// A comparison that is made of others.
#[derive(Clone, Copy)]
pub struct Comparison {
    name: &'static str,
    /// Whether less is looked for, or not less.
    less: bool,
    signed: bool,
    /// With a scalar, not with a number.
    scalar: bool,
}

const fn comparison(name: &'static str, less: bool, signed: bool, scalar: bool) -> Comparison {
    Comparison {
        name,
        less,
        signed,
        scalar,
    }
}

#[rustfmt::skip]
const COMPARISONS: [Comparison; 6] = [
    //         name         less   signed scalar
    comparison("vmslt.vi",  true,  true,  false),
    comparison("vmsltu.vi", true,  false, false),
    comparison("vmsge.vi",  false, true,  false),
    comparison("vmsgeu.vi", false, false, false),
    comparison("vmsge.vx",  false, true,  true),
    comparison("vmsgeu.vx", false, false, true),
];

/// The comparison of this name.
pub fn find(name: &str) -> Option<Comparison> {
    COMPARISONS.into_iter().find(|it| it.name == name)
}

/// funct6 of the comparisons that there are, as `vv`, `vx` or `vi`.
const EQ: u32 = 0b011000;
const NE: u32 = 0b011001;
const LTU: u32 = 0b011010;
const LT: u32 = 0b011011;
const LEU: u32 = 0b011100;
const LE: u32 = 0b011101;
const GTU: u32 = 0b011110;
const GT: u32 = 0b011111;
/// And of the logic of masks.
const ANDN: u32 = 0b011000;
const OR: u32 = 0b011010;
const XOR: u32 = 0b011011;
const NAND: u32 = 0b011101;

fn word(funct6: u32, unmasked: bool, vs2: u32, second: u32, funct3: u32, vd: u32) -> u32 {
    0x57 | vd << 7
        | funct3 << 12
        | (second & 31) << 15
        | vs2 << 20
        | u32::from(unmasked) << 25
        | funct6 << 26
}

fn mask(funct6: u32, vd: u32, vs2: u32, vs1: u32) -> u32 {
    word(funct6, true, vs2, vs1, 2, vd)
}

fn vector(cursor: &mut Cursor<'_>) -> Result<u32, Diagnostic> {
    match VECTOR.find(cursor.peek_text()) {
        Some(number) if !cursor.at_end() => {
            cursor.bump();
            Ok(number)
        }
        _ => Err(expected(VECTOR.what, cursor)),
    }
}

/// The words of `name vd, vs2, second[, v0.t]`; `vmsge.vx` may need a vector register more.
pub fn words(
    Comparison {
        less,
        signed,
        scalar,
        ..
    }: Comparison,
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
) -> Result<Vec<u32>, Diagnostic> {
    let vd = vector(cursor)?;
    comma(cursor)?;
    let vs2 = vector(cursor)?;
    comma(cursor)?;
    if scalar {
        let rs1 = register(cursor)?;
        return not_less(vd, vs2, rs1, if signed { LT } else { LTU }, cursor);
    }
    let from = cursor.position();
    let number = cx.integer(cursor)?.unwrap_or(1);
    if !(-15..=16).contains(&number) {
        return Err(
            Diagnostic::error("immediate-range", format!("{number} is out of range"))
                .label(cursor.span_since(from), "expected a number from -15 to 16"),
        );
    }
    let unmasked = !masked(cursor)?;
    end(cursor)?;
    // Nothing is less than zero where there are no signs, and everything is not less.
    if !signed && number == 0 {
        let never = if less { NE } else { EQ };
        return Ok(vec![word(never, unmasked, vs2, vs2, 0, vd)]);
    }
    let funct6 = match (less, signed) {
        (true, true) => LE,
        (true, false) => LEU,
        (false, true) => GT,
        (false, false) => GTU,
    };
    Ok(vec![word(
        funct6,
        unmasked,
        vs2,
        (number - 1) as u32,
        3,
        vd,
    )])
}

/// Whether `, v0.t` follows.
fn masked(cursor: &mut Cursor<'_>) -> Result<bool, Diagnostic> {
    if !cursor.eat(b',') {
        return Ok(false);
    }
    if cursor.peek_text() != "v0.t" {
        return Err(expected("`v0.t`", cursor));
    }
    cursor.bump();
    Ok(true)
}

/// `vs2 >= rs1`. A masked result keeps the bits that are masked off, so it is put together in the
/// result itself where that is not the mask, and in another register where it is.
fn not_less(
    vd: u32,
    vs2: u32,
    rs1: u32,
    less: u32,
    cursor: &mut Cursor<'_>,
) -> Result<Vec<u32>, Diagnostic> {
    if !masked(cursor)? {
        end(cursor)?;
        return Ok(vec![
            word(less, true, vs2, rs1, 4, vd),
            mask(NAND, vd, vd, vd),
        ]);
    }
    if !cursor.eat(b',') {
        if vd == 0 {
            return Err(expected("`,` and a vector register to work in", cursor));
        }
        end(cursor)?;
        return Ok(vec![
            word(less, false, vs2, rs1, 4, vd),
            mask(XOR, vd, vd, 0),
        ]);
    }
    let other = vector(cursor)?;
    end(cursor)?;
    if vd == 0 {
        return Ok(vec![
            word(less, true, vs2, rs1, 4, other),
            mask(ANDN, 0, 0, other),
        ]);
    }
    Ok(vec![
        word(less, true, vs2, rs1, 4, other),
        mask(ANDN, other, 0, other),
        mask(ANDN, vd, vd, 0),
        mask(OR, vd, other, vd),
    ])
}
