//! What the program says of an access to whole words, found out before the launch.

use crate::executor::Context;
use crate::guard::{Touches, Touching, Where};
use crate::memory::Window;
use op::{Kernels, Op, ScalarFn, Words, WordsKernel};
use std::sync::atomic::{AtomicU32, Ordering};
use uop::{AtomicOp, Extend, MemKind, MemOp, MemoryOrder, SReg, Space, Src, VReg};

/// What is known of an access before it takes place.
#[derive(Default)]
pub(crate) struct Shape {
    pub(super) whole: Option<Whole>,
    pub(super) local: Option<Local>,
    /// The instruction.
    pub inst: u32,
    /// Which region it found last time.
    region: AtomicU32,
}

/// An access of whole words to local memory, at addresses that are a register and a constant.
/// Programs that use local memory do little else.
#[derive(Clone, Copy)]
pub(super) struct Local {
    pub words: Words,
    pub store: bool,
    /// Lanes that take part, where not all do.
    pub lanes: Option<VReg>,
}

/// An access of whole words by lanes that are all treated alike.
pub(super) struct Whole {
    pub moves: Moves,
    pub space: Space,
    /// The low halves of the addresses; the high ones are in the register behind it.
    pub low: Src,
    pub wide: bool,
    pub scalar: Option<SReg>,
    pub offset: u64,
    /// Addresses are 32 bits and wrap.
    pub wrap32: bool,
    /// Lanes that take part, where not all do.
    pub lanes: Option<VReg>,
    /// The first register that words come from or go to.
    pub data: VReg,
    pub bytes: u8,
    /// Bits that must be 0 in every address.
    pub align: u32,
    /// It may be outstanding for a while.
    pub outstanding: bool,
    /// Waves may do it in any order.
    pub any_order: bool,
    /// The most that lanes add to what their addresses have in common.
    pub most: u32,
}

/// Changes of a word that lead to the same end in every order.
fn commutes(change: Op) -> bool {
    use Op::*;
    matches!(
        change,
        AddU32 | SubU32 | AndB32 | OrB32 | XorB32 | MinI32 | MaxI32 | MinU32 | MaxU32
    )
}

#[derive(Clone, Copy)]
pub(super) enum Moves {
    Load,
    Store,
    /// On local memory, where no other thread is at it. The old value may have a place to go to.
    Atomic(Change, Option<VReg>),
}

/// What an atomic makes of a word.
#[derive(Clone, Copy)]
pub(super) enum Change {
    /// The usual ones, without a call.
    Add,
    Increment,
    By(ScalarFn),
}

impl Change {
    fn of(op: Op) -> Change {
        match op {
            Op::AddU32 => Change::Add,
            Op::IncWrapU32 => Change::Increment,
            _ => Change::By(op.scalar()),
        }
    }
}

impl Shape {
    /// Of an access by a wave whose registers have so many bytes.
    pub fn of(op: &MemOp, register_bytes: u32, order: &MemoryOrder) -> Shape {
        let mut whole = Whole::of(op);
        if let Some(whole) = &mut whole {
            whole.outstanding |= order.stores_await_fences;
        }
        Shape {
            local: whole.as_ref().and_then(|it| it.local(register_bytes)),
            whole,
            inst: 0,
            region: AtomicU32::default(),
        }
    }

    /// What carries it out if it is of the kind that local memory has a kernel for.
    pub fn local_kernel(&self, kernels: &Kernels, lanes: usize) -> Option<WordsKernel> {
        match self.local?.store {
            true => kernels.store_words(lanes),
            false => kernels.load_words(lanes),
        }
    }

    /// The region of global memory that holds `bytes` bytes at `address`.
    #[inline(always)]
    pub(super) fn find(
        &self,
        cx: &Context<'_>,
        address: u64,
        bytes: u64,
        store: bool,
    ) -> Option<Window> {
        let near = self.region.load(Ordering::Relaxed);
        let (window, at) = cx.memory.window_near(near, address, bytes, store)?;
        if at != near {
            self.region.store(at, Ordering::Relaxed);
        }
        Some(window)
    }
}

impl Local {
    /// The access as guards are told of it, but for where it goes.
    pub fn touching(&self, wave: u32, inst: u32, barriers: u64) -> Touching<'static> {
        Touching {
            inst,
            wave,
            barriers,
            space: Space::Local,
            how: match self.store {
                true => Touches::Store,
                false => Touches::Load,
            },
            bytes: 4 * self.words.count,
            lanes: Where::Waves { address: 0 },
        }
    }
}

impl Whole {
    fn of(op: &MemOp) -> Option<Whole> {
        let moves = match (op.kind, op.space) {
            (MemKind::Load(Extend::Zero | Extend::Sign), _) => Moves::Load,
            (MemKind::Store { high: false }, _) => Moves::Store,
            (
                MemKind::Atomic {
                    op: AtomicOp::Apply(change),
                    returns,
                },
                Space::Local,
            ) if op.bytes == 4 => Moves::Atomic(Change::of(change), returns.then_some(op.dst)),
            _ => return None,
        };
        let spaces = match moves {
            Moves::Load => !matches!(op.space, Space::Private | Space::Cluster),
            _ => matches!(op.space, Space::Global | Space::Flat | Space::Local),
        };
        let base = match op.addr.base {
            Src::Vector(_) => true,
            Src::Scalar(_) => !op.addr.wide,
            Src::ScalarPair(_) | Src::None => false,
        };
        let words = op.bytes.is_multiple_of(4) && op.align.is_power_of_two();
        let align = match moves {
            Moves::Atomic(..) => op.align.max(op.bytes),
            _ => op.align,
        };
        (spaces && base && words).then_some(Whole {
            moves,
            space: op.space,
            low: op.addr.base,
            wide: op.addr.wide,
            scalar: op.addr.scalar,
            offset: op.addr.offset as u64,
            wrap32: op.addr.wrap32,
            lanes: op.lanes,
            data: match moves {
                Moves::Load => op.dst,
                _ => op.data,
            },
            bytes: op.bytes,
            align: u32::from(align).wrapping_sub(1),
            outstanding: op.channel.is_some(),
            any_order: match op.kind {
                MemKind::Load(_) | MemKind::Store { .. } => true,
                MemKind::Atomic {
                    op: AtomicOp::Apply(change),
                    returns: false,
                } => commutes(change),
                MemKind::Atomic { .. } => false,
            },
            most: u32::MAX,
        })
    }

    fn local(&self, register_bytes: u32) -> Option<Local> {
        let Src::Vector(low) = self.low else {
            return None;
        };
        let at = |reg: VReg| u32::from(reg.0) * register_bytes;
        let bias = u32::try_from(self.offset).ok()?;
        let plain = !self.wide && self.scalar.is_none();
        let words = !matches!(self.moves, Moves::Atomic(..)) && bias & self.align == 0;
        (self.space == Space::Local && plain && words).then_some(Local {
            words: Words {
                low: at(low),
                data: at(self.data),
                bias,
                align: self.align,
                count: u32::from(self.bytes / 4),
                pitch: register_bytes / 4,
            },
            store: self.stores(),
            lanes: self.lanes,
        })
    }

    /// The access as guards are told of it, but for where it goes.
    pub fn touching(&self, wave: u32, inst: u32, barriers: u64, global: bool) -> Touching<'static> {
        Touching {
            inst,
            wave,
            barriers,
            space: if global { Space::Global } else { self.space },
            how: match self.moves {
                Moves::Load => Touches::Load,
                Moves::Store => Touches::Store,
                Moves::Atomic(..) => Touches::Atomic,
            },
            bytes: self.bytes.into(),
            lanes: Where::Waves { address: 0 },
        }
    }

    pub fn stores(&self) -> bool {
        !matches!(self.moves, Moves::Load)
    }

    /// Bytes of each lane, and whether it stores.
    pub fn each(&self) -> (u32, bool) {
        (self.bytes.into(), self.stores())
    }
}
