//! Memory: the accesses that meanings stand for.

mod buffer;
mod direct;
mod ds;
mod flat;
mod image;
mod ray;
mod scalar;
mod share;
mod stack;
mod transposed;

pub use self::share::GDS_BYTES;
use super::{Lowering, MISPLACED, channel};
use crate::meaning::Meaning;
use op::Op;
use uop::{Addr, Channel, Machine, MemKind, MemOp, Space, Uop, VReg};

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

    /// An ordinary atomic by the lanes that have an address: a pair of registers, and one that says
    /// whether they do.
    fn atomic_within(&mut self, (address, within): (VReg, VReg), data: VReg, access: Access) {
        let Access { kind, bytes } = access;
        if let MemKind::Atomic { returns: true, .. } = kind {
            // What lies outside is zero; those lanes have no other use for their data.
            let zero = self.b.constant(0);
            for n in 0..u16::from(bytes / 4) {
                let word = data.plus(n);
                let chosen = [within.into(), word.into(), zero.into()];
                self.lane(Op::SelectB32, word, &chosen);
            }
        }
        self.push_memory(MemOp {
            space: Space::Global,
            kind,
            bytes,
            align: bytes,
            addr: Addr {
                base: address.into(),
                wide: true,
                scalar: None,
                offset: 0,
                wrap32: false,
            },
            dst: data,
            data,
            lanes: Some(within),
            channel: Some(self.vector_channel(kind)),
        });
    }
}

impl Lowering<'_> {
    /// Which counter an access to vector memory counts on.
    fn vector_channel(&self, kind: MemKind) -> Channel {
        match kind {
            MemKind::Load(_) | MemKind::Atomic { returns: true, .. } => channel::LOAD,
            _ => self.store_channel(),
        }
    }

    /// The one for stores, and for atomics that return nothing.
    fn store_channel(&self) -> Channel {
        match self.options.target.generation().stores_count_as_loads {
            true => channel::LOAD,
            false => channel::STORE,
        }
    }

    /// The same for FLAT, whose addresses may be in local memory.
    fn flat_channel(&self, kind: MemKind) -> Channel {
        match self.vector_channel(kind) {
            channel::LOAD => channel::FLAT_LOAD,
            _ => channel::FLAT_STORE,
        }
    }
}

fn active(machine: &dyn Machine) -> impl Iterator<Item = usize> + use<> {
    let exec = machine.exec();
    (0..machine.lanes()).filter(move |lane| exec >> lane & 1 != 0)
}
