//! The kernel file: one header for every ISA.
//!
//! A kernel file is assembly under a header between two `---` lines. The header declares
//! arguments with their types, shapes and first values, constants, the launch, and what the
//! results should be:
//!
//! ```text
//! ---
//! let N = 1024
//! a: f32[N] = arange(N)
//! b: f32[N] = repeat(0.5)
//! out_c: f32[N]
//! local = 64
//! global = N / 64
//! expect out_c = arange(0.5, N)
//! ---
//! ```
//!
//! What the syntax leaves open:
//!
//! - Statements may stand in any order; only a `let` sees just the constants above it.
//! - A line that ends with a comma or an equals sign goes on in the next one.
//! - Two integers divide to an integer, toward zero. Division by zero and overflow are errors.
//! - A hex or binary number for a signed type may be its bits: `0xff` is -1 as `i8`. For a float
//!   type it is the number itself: `0x10` is 16.
//! - A number that its type cannot hold is an error, also where it would become infinite.
//! - `file("x.bin", dtype)` converts by value from `dtype`. A raw file may be longer than the
//!   array; a `.npy` file must have its shape, and its type unless `dtype` names the file's.
//! - Random bytes depend on the seed (1 if not given) and the array's name alone.
//!
//! [`parse`] reads it and reports every error at once, each at its place. The crate knows no
//! ISA: an ISA hands in a [`Schema`] with the keys it adds. It reads no files by itself either:
//! the application supplies [`Files`]. The assembly below the header is not looked at, and
//! nothing here prints; results become text, JSON or `.npy` bytes for the caller to write.

#![forbid(unsafe_code)]

mod argument;
mod command_line;
mod compare;
mod expr;
mod files;
mod float;
mod init;
mod isa;
mod keys;
mod lex;
mod load;
mod model;
pub mod npy;
mod outline;
mod parse;
mod pgm;
mod random;
mod schema;
mod scope;
mod show;
mod statement;
mod types;
mod value;

pub use command_line::{parse_arg_spec, parse_set};
pub use compare::{Mismatch, compare};
pub use expr::EvalError;
pub use files::{Files, NoFiles};
pub use init::INITIALIZERS;
pub use isa::isa_name;
pub use keys::COMMON_KEYS;
pub use model::{
    Arg, Binding, BindingSymbol, Expect, KernelFile, KeyEntry, Launch, Options, Texture,
};
pub use outline::{HeaderMark, HeaderRole, header_marks};
pub use parse::{body_span, constants, parse};
pub use schema::{Bindings, Key, KeyKind, KeyValue, Schema};
pub use show::{Style, to_json, to_text, write_json, write_text};
pub use syntax::Undefined;
pub use types::{Array, Shape, Type, Unfit};
pub use value::Constant;
