//! The language of instruction tables, and the engines that walk them.
//!
//! An instruction set is [`Row`]s over [`Format`]s made of [`Field`]s. A [`Table`] indexes the
//! rows and from then on assembles, encodes, decodes, prints and documents them. The statement
//! driver in [`mod@assemble`] knows labels, directives, macros and passes; what an instruction
//! line means it asks a [`Dialect`], for which [`TableDialect`] is the row-driven default.
//!
//! Nothing here knows any particular instruction set, and nothing here runs anything.

#![forbid(unsafe_code)]

mod cursor;
mod field;
mod operand;
mod row;

mod expr;

pub mod assemble;
mod table;

mod disassemble;
mod document;
mod fidelity;
mod reference;
mod rule;
mod spellings;

pub mod checks;

pub use assemble::{
    AsmSymbol, Assembly, Context, Dialect, Limits, Line, Options, Section, Statement, TableDialect,
    alignment, assemble, directives,
};
pub use cursor::Cursor;
pub use disassemble::{Decoded, Disassembler, ListingLine, listing};
pub use document::{BitRun, Bits, Page, bit_boxes};
pub use expr::{Arithmetic, Value, expected};
pub use fidelity::Fidelity;
pub use field::{Field, Format, Order, Piece};
pub use operand::{Kind, Operand, OperandKind, Origin, RegisterClass};
pub use row::{Alias, Fixed, Inst, MAX_OPERANDS, Row, Set, Values};
pub use rule::{Broken, emit_checked};
pub use syntax::{Lexer, Malformed, Syntax, Token, TokenKind, unescape};
pub use table::{Illegal, Reason, Table, TableDefinition, unknown_mnemonic};
