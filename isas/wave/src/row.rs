//! Rows: one instruction, one row.
//!
//! WAVE writes one operation in up to four forms (short, register, short constant, literal), puts
//! a guard in front of most of them and spells flags as dotted suffixes. A row therefore names
//! *slots* and not bits: where a slot lies in each form is said once, in [`crate::encoding`].

use crate::device::Capability;
use crate::meaning::Meaning;
use crate::ptx::Ptx;

/// A field that every form has in some place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    D,
    A,
    B,
    C,
    /// The low byte of the extension word.
    Low,
    /// The six operation-specific flags.
    Flags,
}

/// A run of bits of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    pub slot: Slot,
    pub at: u8,
    pub width: u8,
}

impl Bits {
    pub const fn new(slot: Slot, high: u8, low: u8) -> Bits {
        Bits {
            slot,
            at: low,
            width: high - low + 1,
        }
    }

    pub const fn mask(&self) -> u8 {
        (((1u16 << self.width) - 1) as u8) << self.at
    }
}

/// A part of the mnemonic that may take several spellings, each with the bits it stands for, in
/// place. The first spelling of a value is the one that is printed.
#[derive(Debug)]
pub struct Modifier {
    /// How the row's name refers to it.
    pub name: &'static str,
    pub slot: Slot,
    pub mask: u8,
    pub spellings: &'static [(&'static str, u8)],
    /// The capability that a value needs which has some of these bits set.
    pub needs: Option<(u8, Capability)>,
    pub doc: &'static str,
}

/// What an immediate means and which 16-bit constants form K can express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Immediate {
    /// Sign-extended from 16 bits.
    Int,
    /// As `Int`; a float may be written and stands for its single precision bits.
    Bits,
    F32,
    F64,
    F16,
    F16x2,
}

/// What may stand at a place of an instruction, in the order of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Reg(Slot),
    Pair(Slot),
    /// `{r4, r5}`: this many consecutive registers.
    List(Slot, u8),
    /// A predicate that is written.
    Predicate,
    /// A predicate that is read, perhaps negated, as a condition code.
    Condition(Bits),
    /// A destination: the whole register, `.lo` or `.hi`.
    HalfOut(Bits),
    /// A source: the low half, or `.hi`.
    HalfIn(Slot, Bits),
    /// `mov.b16` and `mov.b8`: a part of a register of so many bits.
    PartOut(u8),
    PartIn(u8),
    /// The second source: a register or an immediate.
    Source(Immediate),
    SourcePair,
    SourceHalf(Bits),
    /// `rb`, `%tid.x` or an immediate.
    MoveSource,
    /// `[ra]`, `[ra+4]`; without offsets where the flag is false.
    Address {
        offset: bool,
    },
    /// Position and length of a bit field: both registers, both constants, or (`mixed`) a
    /// constant position and a length in a register.
    Field {
        mixed: bool,
    },
    /// The register that `bfi` inserts into.
    Into,
    /// `label` names of the structure, all optional.
    Labels(u8),
}

/// What the guard field is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarding {
    /// `@p0` may stand in front.
    Allowed,
    /// The field is the condition of the branch; `@uniform` may stand in front.
    Condition,
    Forbidden,
}

/// Encoding forms, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forms(pub u8);

impl Forms {
    pub const fn has(self, form: Form) -> bool {
        self.0 & (1 << form as u8) != 0
    }
}

/// How an instruction is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// 32 bits, registers below r32.
    Short,
    /// 64 bits without an immediate.
    Register,
    /// 64 bits with a 16-bit constant in place of a register.
    Constant,
    /// 64 bits with a 32-bit literal.
    Literal,
}

pub const S: Forms = Forms(1);
pub const R: Forms = Forms(2);
pub const SR: Forms = Forms(1 | 2);
pub const SL: Forms = Forms(1 | 8);
pub const SRL: Forms = Forms(1 | 2 | 8);
pub const SRK: Forms = Forms(1 | 2 | 4);
pub const SRKL: Forms = Forms(1 | 2 | 4 | 8);
pub const RK: Forms = Forms(2 | 4);
pub const RL: Forms = Forms(2 | 8);
pub const RKL: Forms = Forms(2 | 4 | 8);

/// Where an instruction comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOrigin {
    /// Listed in section 6 of the specification.
    Listed,
    /// Asked for by other text of it.
    Implied,
    /// Without it something listed could not be used.
    Completion,
}

/// How one instruction is spelled and encoded, and what it means.
#[derive(Debug)]
pub struct WaveRow {
    /// `add{sat}{int}`: modifiers in braces, each with the dots it needs.
    pub name: &'static str,
    /// The opcode.
    pub number: u8,
    /// The forms it can take: short, with a constant, with a literal.
    pub forms: Forms,
    /// Those that the name has in braces.
    pub modifiers: &'static [&'static Modifier],
    /// In the order in which they are written.
    pub operands: &'static [Operand],
    /// What it does.
    pub meaning: Meaning,
    /// What it is in PTX.
    pub ptx: Ptx,
    /// Flags that tell the rows of one number apart: mask and value.
    pub fixed: (u8, u8),
    /// Whether a predicate may stand before it, and what that means.
    pub guarding: Guarding,
    /// All of these are needed.
    pub capabilities: &'static [Capability],
    /// Where the row comes from, for the reference pages.
    pub origin: RowOrigin,
    /// One sentence for the reference pages.
    pub doc: &'static str,
}

impl WaveRow {
    /// A row as the specification gives it; the methods below change that.
    #[allow(clippy::too_many_arguments)] // They are the columns of the table.
    pub const fn new(
        name: &'static str,
        number: u8,
        forms: Forms,
        modifiers: &'static [&'static Modifier],
        operands: &'static [Operand],
        meaning: Meaning,
        ptx: Ptx,
        doc: &'static str,
    ) -> WaveRow {
        WaveRow {
            name,
            number,
            forms,
            modifiers,
            operands,
            meaning,
            ptx,
            fixed: (0, 0),
            guarding: Guarding::Allowed,
            capabilities: &[],
            origin: RowOrigin::Listed,
            doc,
        }
    }

    /// Fixes the flags in `mask`.
    pub const fn fix(mut self, mask: u8, value: u8) -> WaveRow {
        self.fixed = (mask, value);
        self
    }

    /// The same with another rule about predicates.
    pub const fn guarding(mut self, guarding: Guarding) -> WaveRow {
        self.guarding = guarding;
        self
    }

    /// The same for devices with these capabilities only.
    pub const fn needs(mut self, capabilities: &'static [Capability]) -> WaveRow {
        self.capabilities = capabilities;
        self
    }

    /// The same for what the specification uses without listing it.
    pub const fn implied(mut self) -> WaveRow {
        self.origin = RowOrigin::Implied;
        self
    }

    /// The same for what the specification leaves out and programs cannot do without.
    pub const fn completion(mut self) -> WaveRow {
        self.origin = RowOrigin::Completion;
        self
    }

    /// The slot that gives way to an immediate: stores have their value in b and their offset in
    /// d, atomics have theirs in c.
    pub fn free_slot(&self) -> Slot {
        match self.meaning {
            Meaning::Store(_) => Slot::D,
            Meaning::Atomic(..) => Slot::C,
            _ => Slot::B,
        }
    }

    /// Whether slot c holds a register in form L, so that the flags have no room there.
    pub fn keeps_c(&self) -> bool {
        self.operands.iter().any(|operand| {
            matches!(
                operand,
                Operand::Reg(Slot::C)
                    | Operand::Pair(Slot::C)
                    | Operand::HalfIn(Slot::C, _)
                    | Operand::Into
            )
        })
    }

    /// `mov` does not use a, which in form L extends the destination.
    pub fn is_mov(&self) -> bool {
        matches!(self.meaning, Meaning::Move)
    }
}
