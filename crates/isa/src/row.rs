//! Rows: one instruction, one row.

use crate::{Field, Format, Operand};

/// The most operands a row can have.
pub const MAX_OPERANDS: usize = 10;

/// The values of an instruction's operands, in the row's order.
pub type Values = [i64; MAX_OPERANDS];

/// A set of generations or extensions, one bit each. A row belongs to those it names; a table is
/// asked with the set that is switched on, and sees the rows that share a bit with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Set(pub u32);

impl Set {
    /// Every generation and extension.
    pub const ALL: Set = Set(u32::MAX);

    /// Whether the two have anything in common.
    pub const fn has(self, other: Set) -> bool {
        self.0 & other.0 != 0
    }

    /// What either has.
    pub const fn or(self, other: Set) -> Set {
        Set(self.0 | other.0)
    }
}

/// A field that a row gives one value.
#[derive(Clone, Copy, Debug)]
pub struct Fixed {
    /// Which bits.
    pub field: &'static Field,
    /// What stands there; it fits the field.
    pub value: u64,
}

/// How one instruction is spelled and encoded, and what it means. `M` is the instruction set's
/// own type of meanings.
#[derive(Clone, Copy, Debug)]
pub struct Row<M: 'static> {
    /// The name. It may contain operands, for suffixes: `add{rounding}.f32`. Each of them takes
    /// named values, and every combination becomes a spelling.
    pub mnemonic: &'static str,
    /// The layout.
    pub format: &'static Format,
    /// The generations or extensions that have it: any of them will do.
    pub sets: Set,
    fixed: [Option<Fixed>; 10],
    /// Those that `mnemonic` and `syntax` name, in the order of `Inst::values`.
    pub operands: &'static [&'static Operand],
    /// The operands as they are written. `{rd}` is an operand, `{imm?}` one that may be left
    /// out, `{[, {tm}]}` a part that may be left out as a whole and is printed only where it
    /// says something other than the default; `{{` and `}}` are braces. The rest stands for
    /// itself, and spaces matter only for printing.
    pub syntax: &'static str,
    /// What it does, in the instruction set's own terms.
    pub meaning: M,
    /// One sentence for the reference pages.
    pub doc: &'static str,
}

impl<M: Copy + 'static> Row<M> {
    /// A row of all generations without fixed fields or documentation.
    pub const fn new(
        mnemonic: &'static str,
        format: &'static Format,
        syntax: &'static str,
        operands: &'static [&'static Operand],
        meaning: M,
    ) -> Row<M> {
        assert!(operands.len() <= MAX_OPERANDS);
        Row {
            mnemonic,
            format,
            sets: Set::ALL,
            fixed: [None; 10],
            operands,
            syntax,
            meaning,
            doc: "",
        }
    }

    /// Gives `field` the value `value` in every instruction of this row.
    pub const fn fix(mut self, field: &'static Field, value: u64) -> Row<M> {
        let mut i = 0;
        while self.fixed[i].is_some() {
            i += 1;
        }
        self.fixed[i] = Some(Fixed { field, value });
        self
    }

    /// Restricts the row to the generations or extensions in `sets`.
    pub const fn only(mut self, sets: Set) -> Row<M> {
        self.sets = sets;
        self
    }

    /// Says what the instruction does, for reference pages.
    pub const fn doc(mut self, doc: &'static str) -> Row<M> {
        self.doc = doc;
        self
    }
}

impl<M> Row<M> {
    /// The fields with one value.
    pub fn fixed(&self) -> impl Iterator<Item = Fixed> {
        self.fixed.iter().flatten().copied()
    }

    /// The fixed values, in place.
    pub fn pattern(&self) -> u128 {
        self.fixed()
            .fold(0, |word, fixed| fixed.field.insert(word, fixed.value))
    }

    /// The bits that no operand uses and that decoding looks at.
    pub fn pattern_mask(&self) -> u128 {
        let free = self
            .operands
            .iter()
            .fold(self.format.ignored, |mask, operand| {
                mask | operand.field.mask()
            });
        // A fixed value wins over an ignored bit: the row asks for it.
        let fixed = self
            .fixed()
            .fold(0, |mask, fixed| mask | fixed.field.mask());
        self.format.mask() & (!free | fixed)
    }

    /// The position of the operand called `name`.
    pub fn operand(&self, name: &str) -> Option<usize> {
        self.operands
            .iter()
            .position(|operand| operand.name == name)
    }
}

/// Another spelling of an instruction: `LI {rd}, {imm}` for `ADDI {rd}, R0, {imm}`.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The name, which no row has.
    pub mnemonic: &'static str,
    /// Its operands as they are written, in the terms of [`Row::syntax`].
    pub syntax: &'static str,
    /// The instruction it stands for, mnemonic and operands, as the row spells them: constants,
    /// or operands of the alias, which may come twice (`SUB {rd}, {rs1}, {rs1}`).
    pub expansion: &'static str,
    /// Whether printing uses the alias wherever it fits.
    pub printed: bool,
    /// One sentence for the reference pages.
    pub doc: &'static str,
}

impl Alias {
    /// A spelling that is read and not printed.
    pub const fn new(
        mnemonic: &'static str,
        syntax: &'static str,
        expansion: &'static str,
        doc: &'static str,
    ) -> Alias {
        Alias {
            mnemonic,
            syntax,
            expansion,
            printed: false,
            doc,
        }
    }

    /// The same spelling, printed wherever it fits.
    pub const fn printed(mut self) -> Alias {
        self.printed = true;
        self
    }
}

/// The typed instruction between text and bytes.
#[derive(Debug)]
pub struct Inst<M: 'static> {
    /// Which instruction.
    pub row: &'static Row<M>,
    /// Its operands, in the order of [`Row::operands`].
    pub values: Values,
}

// Written out because a derive would ask for `M: Clone` and `M: PartialEq`, and rows are compared
// by identity: two instructions are equal when they are the same row with the same operands.
impl<M> Clone for Inst<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Inst<M> {}

impl<M> PartialEq for Inst<M> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.row, other.row) && self.values == other.values
    }
}

impl<M> Inst<M> {
    /// The value of the operand called `name`; rows and lowerings agree on names, so asking for
    /// one the row does not have is a bug here and not in the program.
    pub fn get(&self, name: &str) -> i64 {
        let index = self.row.operand(name);
        self.values[index.unwrap_or_else(|| panic!("{} has no {name}", self.row.mnemonic))]
    }

    /// The value of operand `name`, if the row has it.
    pub fn find(&self, name: &str) -> Option<i64> {
        self.row.operand(name).map(|index| self.values[index])
    }

    /// The encoded word, or the operand whose value does not fit its field.
    pub fn encode(&self) -> Result<u128, &'static Operand> {
        let mut word = self.row.pattern();
        for (operand, &value) in self.row.operands.iter().zip(&self.values) {
            word = operand
                .field
                .insert(word, operand.encode(value).ok_or(*operand)?);
        }
        Ok(word)
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.row.format.len()
    }

    /// Never: an instruction has at least one byte.
    pub fn is_empty(&self) -> bool {
        self.row.format.is_empty()
    }
}
