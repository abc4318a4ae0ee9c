//! Where the bits of an instruction lie.
//!
//! An instruction is one 64-bit word, or two when an immediate follows; words are stored lowest
//! byte first, so bit 64 is the lowest bit of the second word. The specification settles opcode,
//! registers, mask, type, flags and signals. It leaves open how an operand says that it is a
//! mask or a broadcast scalar instead of a vector, because it has only the six bits of a register
//! number. What was chosen:
//!
//! - Each such operand has two bits of *kind*: 0 a vector, 1 a mask, 2 a scalar for every lane.
//!   Those of operand `a` and `b` lie in the bits of `c`, which only `fma` uses as a register;
//!   there all three kinds lie in the bits of the mask, which `fma` does not have.
//! - A mask has two terms of six bits. The first lies in the operand's own six bits, the second
//!   in six bits that the instruction has no other use for: 11:6 for `a`, 5:0 for `b`, and for
//!   the `c` of `fma` 49:44.
//! - An immediate leaves the operand's own bits zero.
//! - A branch keeps its target in the second word; if its condition is an immediate too, that is
//!   in the upper half. The targets of `sig_any` have 16 bits each.

use isa::{Field, Format};

pub static OPCODE: Field = Field::bits("opcode", 63, 56);
pub static OUT: Field = Field::bits("out", 55, 50);
pub static MASK: Field = Field::bits("mask", 49, 38);
pub static A: Field = Field::bits("a", 37, 32);
pub static B: Field = Field::bits("b", 31, 26);
pub static C: Field = Field::bits("c", 25, 20);
pub static TYPE: Field = Field::bits("type", 19, 17);
/// The scalar form (flags bit 4).
pub static SCALAR: Field = Field::bits("scalar", 16, 16);
/// Which operand the immediate replaces (flags bits 3 to 1).
pub static WHICH: Field = Field::bits("which", 15, 13);
/// A second word follows (flags bit 0).
pub static LONG: Field = Field::bits("long", 12, 12);

pub static SIG0: Field = Field::bits("sig0", 11, 8);
pub static SIG1: Field = Field::bits("sig1", 7, 4);
pub static SIG2: Field = Field::bits("sig2", 23, 20);
pub static SIG3: Field = Field::bits("sig3", 29, 26);

/// Register or first term, second term, kind.
pub static VALUE_A: Field = Field::split("value_a", &[(37, 32, 0), (11, 6, 6), (21, 20, 12)]);
pub static VALUE_B: Field = Field::split("value_b", &[(31, 26, 0), (5, 0, 6), (23, 22, 12)]);
pub static FMA_A: Field = Field::split("fma_a", &[(37, 32, 0), (11, 6, 6), (39, 38, 12)]);
pub static FMA_B: Field = Field::split("fma_b", &[(31, 26, 0), (5, 0, 6), (41, 40, 12)]);
pub static FMA_C: Field = Field::split("fma_c", &[(25, 20, 0), (49, 44, 6), (43, 42, 12)]);

pub static IMMEDIATE: Field = Field::bits("immediate", 95, 64);
/// The second immediate, of a branch on a constant.
pub static IMMEDIATE2: Field = Field::bits("immediate2", 127, 96);
pub static DEST0: Field = Field::bits("dest0", 79, 64);
pub static DEST1: Field = Field::bits("dest1", 95, 80);
pub static DEST2: Field = Field::bits("dest2", 111, 96);
pub static DEST3: Field = Field::bits("dest3", 127, 112);

/// What flags bits 3 to 1 say.
pub const WHICH_DEST: u64 = 3;
pub const WHICH_DEST_AND_A: u64 = 4;

static FIELDS: &[&Field] = &[
    &OPCODE,
    &OUT,
    &MASK,
    &A,
    &B,
    &C,
    &TYPE,
    &SCALAR,
    &WHICH,
    &LONG,
    &SIG0,
    &SIG1,
    &SIG2,
    &SIG3,
    &VALUE_A,
    &VALUE_B,
    &FMA_A,
    &FMA_B,
    &FMA_C,
    &IMMEDIATE,
    &IMMEDIATE2,
    &DEST0,
    &DEST1,
    &DEST2,
    &DEST3,
];

pub static SHORT: Format = Format::new("one word", 64, FIELDS, "One 64-bit word.");
pub static LONG_FORM: Format = Format::new(
    "two words",
    128,
    FIELDS,
    "One 64-bit word, and a second one with an immediate or branch targets.",
);
