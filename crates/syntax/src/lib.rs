//! Text into tokens and expressions: what assemblers, the headers of kernel files and the debugger
//! read alike.
//!
//! [`Lexer`] makes tokens of text, by the [`Syntax`] of a language. [`expression`] reads operators
//! between operands, by how tightly they bind; a language brings its operands, its table of
//! [`Infix`] operators, and what it makes of an operator: a value, a tree, or steps. [`integers`]
//! and [`floats`] are the arithmetic where a language has no other.
//!
//! Where it depends on the place what can come next, as in AMD's assembly, a language asks its
//! [`Syntax`] for a name, a word, a number or any token that begins at a byte.
#![forbid(unsafe_code)]

mod arithmetic;
mod escape;
mod expression;
mod lex;
mod number;
mod operator;

pub use arithmetic::{Undefined, compare, floats, in_64_bits, integers};
pub use escape::unescape;
pub use expression::{MAX_DEPTH, MAX_IN_TREE, Operands, Unreadable, expression};
pub use lex::{Lexer, Syntax, Token, TokenKind};
pub use number::{Malformed, Numbers};
pub use operator::{Grammar, Infix, Operator};
