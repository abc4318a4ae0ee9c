//! The debugger: break, watch, step, step back.
//!
//! A [`Session`] stands at one moment of a run and moves along it in both directions. Its answers
//! are plain data; [`Console`] turns commands and answers into text for terminals,
//! and other front ends use the session itself. Nothing here prints or knows an instruction set:
//! what registers are called comes from [`arch::RegisterView`].

#![forbid(unsafe_code)]

mod calls;
mod console;
mod core;
mod eval;
mod expr;
mod look;
mod origin;
mod points;
mod replay;
mod session;
mod snapshot;
mod subject;
mod touches;
mod value;
mod watch;
mod waves;

pub use console::{COMMANDS, Command, Console, Reply, TextSpan, TextStyle};
pub use core::{CoreFile, read as read_core};
pub use eval::{Answer, Elements, RegisterRow, RegisterSlice, Store, Thing, View, Viewpoint};
pub use expr::{Expr, SyntaxError, parse as parse_expr, parse_prefix as parse_expr_prefix};
pub use look::LookMemory;
pub use origin::{Issued, WrittenBy};
pub use points::{Breakpoint, Condition, WatchKind, Watchpoint};
pub use replay::{Position, Reached, Replay};
pub use session::{Frame, Session, Source, StopReason, Stopped};
pub use snapshot::History;
pub use subject::{ArrayArgument, ListedInst, Subject};
pub use touches::{LastAccess, Stretch};
pub use uop::{Edit, LaneWait, LookWave, RunReport, Space, Status, WaveId};
pub use value::{ExprValue, Notation, element_bytes, register_bits};
pub use waves::Waves;
