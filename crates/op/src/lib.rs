//! What instructions mean: pure functions on one lane.
//!
//! Every function is written once, in a `lane_ops!` family. One entry makes the function, the
//! [`Op`] variant that names it, its documentation and [`Signature`], its scalar form on raw bits
//! ([`Op::eval`]) and its vectorised [`Kernel`] for every [`Level`] of the host's instruction set,
//! with the same results bit for bit on every level and every host.
//!
//! The crate knows values, lanes and masks. It does not know instruction sets or registers, and of
//! memory only that it is bytes ([`Transfer`]) which others may be at ([`shared`]): operand modifiers, swizzles and clamps belong to
//! the executor, which fetches and commits.

#[macro_use]
mod lane_ops;
#[macro_use]
pub mod int;
#[macro_use]
pub mod bits;
#[macro_use]
pub mod wide;
#[macro_use]
pub mod narrow;
#[macro_use]
pub mod compare;
#[macro_use]
pub mod sign;
#[macro_use]
pub mod float;
#[macro_use]
pub mod double;
#[macro_use]
pub mod half;
#[macro_use]
pub mod ieee;
#[macro_use]
pub mod atomic;
#[macro_use]
pub mod math;
#[macro_use]
pub mod rounded;
#[macro_use]
pub mod convert;
#[macro_use]
pub mod small;
#[macro_use]
pub mod dot;
#[macro_use]
pub mod dot_unit;
#[macro_use]
pub mod divide;
#[macro_use]
pub mod graphics;
pub mod formats;
#[macro_use]
mod op;
pub mod dot_core;
pub mod dot_rows;
mod host;
mod interleave;
mod kernel;
mod nan;
pub mod shared;
mod shuffle;
mod transfer;
mod value;
mod words;

pub use formats::{Bf16, Bf16x2, F16, F16x2, I16x2, U16x2};
pub use interleave::Interleave;
pub use kernel::{
    CHUNK, Kernel, Kernels, Level, MaskKernel, Span, WordsKernel, kernels, kernels_at,
};
pub use nan::Nans;
pub use op::{Op, ScalarFn, Signature, in_words};
pub use shuffle::Pattern;
pub use transfer::Transfer;
pub use value::Ty;
pub use words::Words;
