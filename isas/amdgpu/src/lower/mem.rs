//! Memory: the accesses that meanings stand for.

mod buffer;
mod direct;
mod ds;
mod flat;
mod format;
mod scalar;
mod share;

pub use self::share::GDS_BYTES;
use super::{Lowering, MISPLACED, channel};
use crate::meaning::Meaning;
use uop::{Channel, MemKind, MemOp, Uop};

/// What is done at an address, to so many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Access {
    kind: MemKind,
    bytes: u8,
}

impl Access {
    /// The access of a meaning that is one; `returns` says whether an atomic has a result.
    fn of(meaning: Meaning, returns: bool) -> Result<Access, &'static str> {
        let (bytes, kind) = match meaning {
            Meaning::Load(bytes, extend) => (bytes, MemKind::Load(extend)),
            Meaning::Store(bytes) => (bytes, MemKind::Store { high: false }),
            Meaning::StoreHigh(bytes) => (bytes, MemKind::Store { high: true }),
            Meaning::Atomic(bytes, op) => (bytes, MemKind::Atomic { op, returns }),
            _ => return Err(MISPLACED),
        };
        Ok(Access { kind, bytes })
    }
}

impl Lowering<'_> {
    fn push_memory(&mut self, op: MemOp) {
        self.b.push(Uop::Memory(Box::new(op)));
    }
}

/// Which counter an access to vector memory counts on.
fn vector_channel(kind: MemKind) -> Channel {
    match kind {
        MemKind::Load(_) | MemKind::Atomic { returns: true, .. } => channel::LOAD,
        _ => channel::STORE,
    }
}

/// The same for FLAT, whose addresses may be in local memory.
fn flat_channel(kind: MemKind) -> Channel {
    match vector_channel(kind) {
        channel::LOAD => channel::FLAT_LOAD,
        _ => channel::FLAT_STORE,
    }
}
