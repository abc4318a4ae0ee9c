//! What a memory step accesses and how.

use crate::{Channel, SReg, Src, VReg};
use op::Op;

/// An address space. Every space starts at address 0 except `Global`, whose regions are mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// Visible to the whole grid.
    Global,
    /// Visible to one workgroup.
    Local,
    /// The local memories of the workgroups of a cluster: bits 24 and up of an address are the
    /// rank of the workgroup, the others the byte in its memory.
    Cluster,
    /// Each lane has its own.
    Private,
    /// Read-only, the same for the whole grid.
    Constant,
    /// One address range with windows into local and private memory; everything else is global.
    Flat,
}

/// An access to memory by the active lanes.
#[derive(Clone, Debug)]
pub struct MemOp {
    /// Where the addresses point.
    pub space: Space,
    /// Load, store or atomic.
    pub kind: MemKind,
    /// Bytes per lane: 1, 2, or a multiple of 4. Multiples of 4 use consecutive registers.
    pub bytes: u8,
    /// The address must be a multiple of this; otherwise the access traps.
    pub align: u8,
    /// How a lane finds its address.
    pub addr: Addr,
    /// Where loads and atomics that return put the value.
    pub dst: VReg,
    /// What stores and atomics take (compare-and-swap: see [`AtomicOp`]).
    pub data: VReg,
    /// Only lanes whose word in this register has bit 0 set take part.
    pub lanes: Option<VReg>,
    /// The operation is outstanding on this channel until waited for; none means "done at once".
    pub channel: Option<Channel>,
}

impl MemOp {
    /// Whether the access leaves something in `dst`.
    pub fn writes_registers(&self) -> bool {
        match self.kind {
            MemKind::Load(_) => true,
            MemKind::Store { .. } => false,
            MemKind::Atomic { returns, .. } => returns,
        }
    }
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum MemKind {
    /// Memory to registers.
    Load(Extend),
    /// Bytes narrower than a word come from the low end of the register, or with `high` from
    /// bit 16 on.
    Store { high: bool },
    /// An operation on memory that nothing can come between. With `returns`, `dst` gets what was
    /// there before.
    Atomic { op: AtomicOp, returns: bool },
}

/// How a value narrower than a word fills its register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extend {
    /// Zeros above it.
    Zero,
    /// Its sign bit above it.
    Sign,
    /// Zero-extended to 16 bits into the low half; the high half stays.
    LowZero,
    /// Sign-extended to 16 bits into the low half; the high half stays.
    LowSign,
    /// Zero-extended to 16 bits into the high half; the low half stays.
    HighZero,
    /// Sign-extended to 16 bits into the high half; the low half stays.
    HighSign,
}

impl Extend {
    /// A value of `bits` bits as it fills a register that held `old`.
    #[inline]
    pub fn fill(self, value: u32, bits: u32, old: u32) -> u32 {
        let signed = (((value << (32 - bits)) as i32) >> (32 - bits)) as u32;
        match self {
            Extend::Zero => value,
            Extend::Sign => signed,
            Extend::LowZero => old & 0xffff_0000 | value & 0xffff,
            Extend::LowSign => old & 0xffff_0000 | signed & 0xffff,
            Extend::HighZero => old & 0xffff | value << 16,
            Extend::HighSign => old & 0xffff | signed << 16,
        }
    }

    /// Bits of the register that stay as they were.
    pub fn kept(self) -> u32 {
        match self {
            Extend::Zero | Extend::Sign => 0,
            Extend::LowZero | Extend::LowSign => 0xffff_0000,
            Extend::HighZero | Extend::HighSign => 0x0000_ffff,
        }
    }
}

/// Read, change, write, indivisibly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOp {
    /// `memory = op(memory, data)`.
    Apply(Op),
    /// `memory = data`.
    Exchange,
    /// `if memory == compare { memory = new }`: `data` holds `new`, the registers after it
    /// `compare`.
    CompareSwap,
    /// As `CompareSwap`, equal as floats are: zeros of both signs, and no NaN.
    CompareSwapFloat,
}

impl AtomicOp {
    /// What a word of so many bytes that held `old` holds then.
    pub fn apply(self, bytes: u8, old: u64, data: u64, compare: u64) -> u64 {
        let equal = match (self, bytes) {
            (AtomicOp::Apply(op), _) => return op.eval([old, data, 0]),
            (AtomicOp::Exchange, _) => true,
            (AtomicOp::CompareSwap, _) => old == compare,
            (AtomicOp::CompareSwapFloat, 8) => f64::from_bits(old) == f64::from_bits(compare),
            (AtomicOp::CompareSwapFloat, _) => {
                f32::from_bits(old as u32) == f32::from_bits(compare as u32)
            }
        };
        if equal { data } else { old }
    }
}

/// `scalar + base + offset`, in every lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addr {
    /// A 32-bit word (taken as unsigned), or with `wide` a 64-bit value.
    pub base: Src,
    /// Two consecutive registers of `base` make an address.
    pub wide: bool,
    /// A 64-bit base in a scalar register pair.
    pub scalar: Option<SReg>,
    /// Bytes, the same in every lane.
    pub offset: i64,
    /// Addresses are 32 bits and wrap.
    pub wrap32: bool,
}

/// Consecutive words from global (or constant) memory into scalar registers.
#[derive(Clone, Debug)]
pub struct ScalarLoad {
    /// Global or constant memory.
    pub space: Space,
    /// A 64-bit address.
    pub base: SReg,
    /// A 32-bit unsigned addition to it.
    pub index: Option<SReg>,
    /// Bytes added to both.
    pub offset: i64,
    /// The first register that is filled.
    pub dst: SReg,
    /// Bytes: 1, 2 (extended as `extend` says) or a multiple of 4, which come from a multiple of 4: the
    /// low bits of the address do not count then.
    pub bytes: u8,
    /// How a value of 1 or 2 bytes fills its register.
    pub extend: Extend,
    /// The load is outstanding on this channel until waited for; none means "done at once".
    pub channel: Option<Channel>,
}

impl ScalarLoad {
    /// Where it finds its bytes: words come from multiples of four.
    pub fn address(&self, base: u64, index: u32) -> u64 {
        let address = base
            .wrapping_add(index.into())
            .wrapping_add(self.offset as u64);
        match self.bytes {
            0..4 => address,
            _ => address & !3,
        }
    }
}

/// One lane's access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// As the instruction names it: flat accesses are not resolved to what is behind them.
    pub space: Space,
    /// Whose local memory it is; the wave's own workgroup for other spaces.
    pub group: [u32; 3],
    /// The lane, or 0 where a wave accesses memory once for all.
    pub lane: u32,
    /// The first byte, in terms of `space`.
    pub address: u64,
    /// How many bytes from there on.
    pub bytes: u32,
    /// Memory changes, or may change where `atomic` is set.
    pub store: bool,
    /// Nothing else happens to the bytes in between; it loads and stores.
    pub atomic: bool,
    /// What a plain store stores: its bytes, or a digest of more than eight; otherwise 0.
    pub value: u64,
}
