//! What a compiler said about its source: functions, variables, and where they are while the code runs.

use std::ops::Range;

/// A function, or a copy of one that stands where it was called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// As in the source.
    pub name: String,
    /// Its code.
    pub ranges: Vec<Range<u64>>,
    /// Where its arguments and its frame are in place, if the compiler says so: the first instruction
    /// behind its prologue.
    pub body: Option<u64>,
    /// The function that this copy is a part of, by its number.
    pub within: Option<usize>,
    /// Where the call is written, for a copy.
    pub called_from: Option<SourcePlace>,
    /// Arguments first, then others in the order of the source.
    pub variables: Vec<Variable>,
}

/// A line of the source, or of a file that it includes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourcePlace {
    /// 0 is the source itself, others are [`crate::Code::includes`] counted from one.
    pub file: u32,
    /// From one.
    pub line: u32,
}

/// A variable of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// As in the source.
    pub name: String,
    /// What it holds.
    pub ty: VariableType,
    /// It is an argument of its function.
    pub is_argument: bool,
    /// Where its name means it; everywhere in its function if this is empty.
    pub scope: Vec<Range<u64>>,
    /// Where it is, by the address of the instruction that is next. Elsewhere it is nowhere.
    pub places: Vec<(Range<u64>, VariablePlace)>,
}

/// What a variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableType {
    /// As in the source.
    pub name: String,
    /// Bytes of one value.
    pub bytes: u32,
    /// What the bytes mean.
    pub kind: VariableKind,
    /// Dimensions of an array of such values; none for a single one.
    pub dims: Vec<u64>,
}

/// What the bytes of a variable mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableKind {
    /// A signed integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// A float.
    Float,
    /// An address.
    Pointer,
    /// Something that is not one number.
    Other,
}

/// Where a variable is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariablePlace {
    /// In registers, the least significant first: their names, and the bytes in each.
    Registers(Vec<(String, u32)>),
    /// In memory of the lane itself, so far behind what a register holds.
    Private {
        /// The register.
        base: Option<String>,
        /// Bytes behind it.
        offset: i64,
    },
    /// In memory that has addresses, so far behind what a register holds.
    Memory {
        /// The register.
        base: Option<String>,
        /// Bytes behind it.
        offset: i64,
    },
    /// Nowhere: its value is known.
    Value(i128),
    /// Somewhere, said in a way that is not understood.
    Unknown,
}

impl Function {
    /// Whether its code has an instruction at this address.
    pub fn contains(&self, address: u64) -> bool {
        self.ranges.iter().any(|range| range.contains(&address))
    }
}

impl Variable {
    /// Whether its name means it at this address.
    pub fn is_visible(&self, address: u64) -> bool {
        self.scope.is_empty() || self.scope.iter().any(|range| range.contains(&address))
    }

    /// Where it is at this address.
    pub fn place(&self, address: u64) -> Option<&VariablePlace> {
        let mut places = self.places.iter();
        let found = places.find(|(range, _)| range.contains(&address));
        found.map(|(_, place)| place)
    }
}
