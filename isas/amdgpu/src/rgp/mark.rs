//! What a thread trace says when an instruction is issued. The numbers are those that captures of
//! gfx1100 and gfx1201 have for the same instructions; of what no capture has (buffers, images, exports)
//! they are those of the nearest kind that is known.

use crate::class::{Class, is_double, is_product};
use crate::inst::{AmdInst, OperandValue};
use crate::meaning::{Element, Meaning, Relative, Split};
use crate::row::{AmdFormat, CMPX, OperandSlot, PREFETCH};
use crate::target::Target;
use crate::timing::is_wide;
use op::Op;

#[cfg(test)]
mod tests;

/// The token of an instruction and what follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub token: Token,
    /// The unit that tells when it carries the instruction out.
    pub unit: Option<Unit>,
    /// Cycles that the unit takes for it.
    pub passes: u64,
}

/// How a trace tells that an instruction was issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Not at all.
    Nothing,
    /// A vector instruction of the usual kind.
    Vector,
    /// An instruction that does nothing but take time; told when it is over.
    Immediate,
    /// A branch: whether it was taken is part of it.
    Branch,
    /// Any other, by its number.
    Other(u8),
}

/// A unit that carries instructions out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Scalar,
    Vector,
    Local,
    Memory,
}

impl Unit {
    /// Cycles from the issue of an instruction to when its unit tells of it: medians of captures.
    pub fn delay(self) -> u64 {
        match self {
            Unit::Scalar => 4,
            Unit::Vector => 8,
            Unit::Local | Unit::Memory => 3,
        }
    }
}

const SCALAR: u8 = 0x00;
const SCALAR_LOAD: u8 = 0x01;
pub(super) const TAKEN: u8 = 0x03;
pub(super) const NOT_TAKEN: u8 = 0x04;
const CALL: u8 = 0x05;
const MESSAGE: u8 = 0x09;
const TRANS: u8 = 0x0b;
const TWO_PASSES: u8 = 0x0d;
const FOUR_PASSES: u8 = 0x0e;
const DOUBLE: u8 = 0x0f;
const INTERPOLATION: u8 = 0x12;
const BARRIER: u8 = 0x13;
const LOCAL_LOAD: u8 = 0x29;
const SAVES_EXEC: u8 = 0x72;
const COMPARES_TO_EXEC: u8 = 0x73;
const BARRIER_SIGNAL: u8 = 0x7a;
const BARRIER_JOIN: u8 = 0x8a;
const MATRIX_8: u8 = 0x8c;
const MATRIX_16: u8 = 0x8d;
const DOUBLE_12: u8 = 0x92;
const SCALAR_FLOAT: u8 = 0x98;
const TRANS_OF_SCALARS: u8 = 0x99;
const SCALAR_PRODUCT: u8 = 0x9b;
const SCALAR_WIDE_PRODUCT: u8 = 0x9c;

impl Mark {
    const NOTHING: Mark = Mark {
        token: Token::Nothing,
        unit: None,
        passes: 1,
    };

    fn new(token: Token, unit: Unit, passes: u64) -> Mark {
        Mark {
            token,
            unit: Some(unit),
            passes,
        }
    }

    fn alone(token: Token) -> Mark {
        Mark {
            token,
            ..Mark::NOTHING
        }
    }

    /// Of an instruction.
    pub fn of(inst: &AmdInst, target: Target) -> Mark {
        let memory = |number| Mark::new(Token::Other(number), Unit::Memory, 1);
        match Class::of(inst) {
            Class::Dual => Mark::new(Token::Vector, Unit::Vector, 1),
            Class::Vector | Class::Transcendental | Class::Double | Class::Matrix => {
                vector(inst, target)
            }
            Class::Scalar => scalar(inst, target),
            Class::ScalarMemory => match inst.row().has(PREFETCH) {
                true => Mark::alone(Token::Immediate),
                false => Mark::new(Token::Other(SCALAR_LOAD), Unit::Scalar, 1),
            },
            Class::Local => Mark::new(Token::Other(local(inst)), Unit::Local, 1),
            Class::Global | Class::Scratch => memory(access(inst)),
            Class::Image | Class::Export => memory(0x22),
            Class::Branch => match inst.row().meaning {
                Meaning::Call => Mark::alone(Token::Other(CALL)),
                _ => Mark::alone(Token::Branch),
            },
            Class::Wait => match inst.row().meaning {
                // Its cost is seen at the next instruction.
                Meaning::WaitAlu if is_newer(target) => Mark::NOTHING,
                _ => Mark::alone(Token::Immediate),
            },
            Class::Barrier => match inst.row().meaning {
                Meaning::SplitBarrier(Split::Wait) => Mark::NOTHING,
                Meaning::SplitBarrier(Split::Join) => Mark::alone(Token::Other(BARRIER_JOIN)),
                Meaning::SplitBarrier(_) => Mark::alone(Token::Other(BARRIER_SIGNAL)),
                _ => Mark::alone(Token::Other(BARRIER)),
            },
            Class::Immediate => match inst.row().meaning {
                // The end of the wave has a token of its own.
                Meaning::End | Meaning::DelayAlu => Mark::NOTHING,
                Meaning::Message { .. } => Mark::alone(Token::Other(MESSAGE)),
                _ => Mark::alone(Token::Immediate),
            },
        }
    }
}

/// Whether tokens are those of the later layout, which has more kinds of them.
fn is_newer(target: Target) -> bool {
    target.generation().trace_layout > 3
}

fn vector(inst: &AmdInst, target: Target) -> Mark {
    let row = inst.row();
    let newer = is_newer(target);
    let is_compare = row.format == AmdFormat::Vopc;
    let swaps = matches!(
        row.meaning,
        Meaning::Swap | Meaning::MoveRelative(Relative::Swap)
    );
    let (number, passes) = match row.meaning {
        Meaning::Matrix(matrix) => match (newer, matrix.a) {
            (false, _) => (None, 16),
            (true, Element::Fp8 | Element::Bf8 | Element::Int(_)) => (Some(MATRIX_8), 8),
            (true, _) => (Some(MATRIX_16), 16),
        },
        _ if row.format == AmdFormat::Vinterp => (Some(INTERPOLATION), 1),
        Meaning::OnScalar(_) => (Some(TRANS_OF_SCALARS), 4),
        _ if row.has(CMPX) && !newer => (Some(COMPARES_TO_EXEC), 1),
        _ if !is_compare && is_double(row) => (Some(if newer { DOUBLE_12 } else { DOUBLE }), 16),
        _ if Class::of(inst) == Class::Transcendental => (Some(TRANS), 4),
        _ if is_product(row) => (Some(FOUR_PASSES), 4),
        _ if is_wide(inst) || is_double(row) || swaps => (Some(TWO_PASSES), 2),
        _ => (None, 1),
    };
    let token = number.map_or(Token::Vector, Token::Other);
    Mark::new(token, Unit::Vector, passes)
}

fn scalar(inst: &AmdInst, target: Target) -> Mark {
    let row = inst.row();
    let newer = is_newer(target);
    let operation = row.meaning.operation();
    let is_float = operation.is_some_and(|op| {
        let signature = op.signature();
        signature.result.is_float() || signature.args.iter().any(|ty| ty.is_float())
    });
    let (number, passes) = match row.meaning {
        Meaning::SaveExec(_) | Meaning::WriteExec(..) => (SAVES_EXEC, 1),
        Meaning::MessageReturn => return Mark::alone(Token::Other(MESSAGE)),
        _ if !newer => (SCALAR, 1),
        _ if operation == Some(Op::MulU64) => (SCALAR_WIDE_PRODUCT, 5),
        _ if is_product(row) => (SCALAR_PRODUCT, 2),
        _ if is_float => (SCALAR_FLOAT, 3),
        _ => (SCALAR, 1),
    };
    Mark::new(Token::Other(number), Unit::Scalar, passes)
}

/// Words of vector registers that an access reads: addresses and data. What it writes is its first operand;
/// atomics that return nothing have none.
fn words(inst: &AmdInst) -> u8 {
    let vectors = inst.operands().iter().filter_map(|it| match it.value {
        OperandValue::Reg(reg) if reg.is_vgpr() => Some(reg.dwords.max(1)),
        _ => None,
    });
    let slots = inst.row().operands;
    let has_result = matches!(slots.first(), Some(OperandSlot::VDst(_)));
    let writes = has_result && (slots.len() == 1 || vectors.clone().count() > 2);
    vectors.skip(usize::from(writes)).sum()
}

fn is_load(inst: &AmdInst) -> bool {
    use Meaning::{Load, LoadBlock, LoadByLane, LoadTransposed, LoadTwo, LoadTyped};
    matches!(
        inst.row().meaning,
        Load(..) | LoadTwo(..) | LoadByLane | LoadTyped(..) | LoadBlock | LoadTransposed { .. }
    )
}

fn local(inst: &AmdInst) -> u8 {
    match is_load(inst) || inst.row().meaning == Meaning::Swizzle {
        true => LOCAL_LOAD,
        false => LOCAL_LOAD + words(inst).clamp(1, 5),
    }
}

/// Of an access to memory: the more words its lanes send, the higher the number.
fn access(inst: &AmdInst) -> u8 {
    let words = words(inst);
    match (inst.row().format, is_load(inst)) {
        (AmdFormat::Flat, true) => 0x1c,
        (AmdFormat::Flat, false) => 0x1a + words.clamp(3, 6),
        (AmdFormat::Mubuf | AmdFormat::Mtbuf, true) => 0x2e + words.clamp(1, 2),
        (AmdFormat::Mubuf | AmdFormat::Mtbuf, false) => 0x30 + words.clamp(1, 6),
        (_, true) => 0x20 + words.clamp(1, 2),
        (_, false) => 0x22 + words.clamp(2, 6),
    }
}
