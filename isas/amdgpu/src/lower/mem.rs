//! Memory: what an instruction's name says of its access, and the access itself.

mod buffer;
mod direct;
mod ds;
mod flat;
mod format;
mod scalar;
mod share;

pub use self::share::GDS_BYTES;
use super::{Lowering, Outcome, channel};
use crate::inst::Inst;
use crate::row::Format;
use op::Op;
use uop::{AtomicOp, Channel, Extend, MemKind, MemOp, Uop};

/// What is done at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Load(u8, Extend),
    Store { bytes: u8, high: bool },
    Atomic(u8, AtomicOp),
}

impl Access {
    fn bytes(self) -> u8 {
        match self {
            Access::Load(bytes, _) | Access::Store { bytes, .. } | Access::Atomic(bytes, _) => {
                bytes
            }
        }
    }
}

/// The access that a name without its prefix stands for: `load_u8`, `store_d16_hi_b8`,
/// `atomic_add_u32`, `add_rtn_u32`.
pub(super) fn access(name: &str) -> Option<Access> {
    if let Some(kind) = name.strip_prefix("load_") {
        return load(kind);
    }
    if let Some(kind) = name.strip_prefix("store_") {
        let high = kind.contains("d16_hi");
        let bytes = width(
            kind.trim_start_matches("d16_hi_")
                .trim_end_matches("_d16_hi"),
        )?;
        return Some(Access::Store { bytes, high });
    }
    let name = name
        .strip_prefix("atomic_")
        .unwrap_or(name)
        .replace("_rtn", "");
    atomic(&name)
}

fn width(kind: &str) -> Option<u8> {
    Some(match kind {
        "b8" | "u8" | "i8" => 1,
        "b16" | "u16" | "i16" => 2,
        "b32" => 4,
        "b64" => 8,
        "b96" => 12,
        "b128" => 16,
        _ => return None,
    })
}

fn load(kind: &str) -> Option<Access> {
    let high = kind.contains("d16_hi");
    let half = kind.contains("d16");
    let kind = kind
        .trim_start_matches("d16_hi_")
        .trim_start_matches("d16_")
        .trim_end_matches("_d16_hi")
        .trim_end_matches("_d16");
    let signed = kind.starts_with('i');
    let extend = match (half, high, signed) {
        (false, _, false) => Extend::Zero,
        (false, _, true) => Extend::Sign,
        (true, false, false) => Extend::LowZero,
        (true, false, true) => Extend::LowSign,
        (true, true, false) => Extend::HighZero,
        (true, true, true) => Extend::HighSign,
    };
    Some(Access::Load(width(kind)?, extend))
}

fn atomic(name: &str) -> Option<Access> {
    let (what, ty) = name.rsplit_once('_')?;
    let bytes = if ty.ends_with("64") { 8 } else { 4 };
    let wide = bytes == 8;
    let pick = |narrow: Op, other: Op| AtomicOp::Apply(if wide { other } else { narrow });
    let op = match (what, ty) {
        ("swap" | "storexchg", _) => AtomicOp::Exchange,
        ("cmpswap" | "cmpstore", "f32" | "f64") => AtomicOp::CompareSwapFloat,
        ("cmpswap" | "cmpstore", _) => AtomicOp::CompareSwap,
        ("add", "u32" | "u64") => pick(Op::AddU32, Op::AddU64),
        ("sub", _) => pick(Op::SubU32, Op::SubU64),
        ("rsub", _) => pick(Op::RsubU32, Op::RsubU64),
        ("csub" | "sub_clamp", _) => AtomicOp::Apply(Op::SubSatU32),
        ("cond_sub", _) => AtomicOp::Apply(Op::CondSubU32),
        ("inc", _) => pick(Op::IncWrapU32, Op::IncWrapU64),
        ("dec", _) => pick(Op::DecWrapU32, Op::DecWrapU64),
        ("min", "i32" | "i64") => pick(Op::MinI32, Op::MinI64),
        ("max", "i32" | "i64") => pick(Op::MaxI32, Op::MaxI64),
        ("min", "u32" | "u64") => pick(Op::MinU32, Op::MinU64),
        ("max", "u32" | "u64") => pick(Op::MaxU32, Op::MaxU64),
        ("min", "f32" | "f64") => pick(Op::LesserF32, Op::LesserF64),
        ("max", "f32" | "f64") => pick(Op::GreaterF32, Op::GreaterF64),
        ("min_num", "f32" | "f64") => pick(Op::LesserNumF32, Op::LesserNumF64),
        ("max_num", "f32" | "f64") => pick(Op::GreaterNumF32, Op::GreaterNumF64),
        ("and", _) => pick(Op::AndB32, Op::AndB64),
        ("or", _) => pick(Op::OrB32, Op::OrB64),
        ("xor", _) => pick(Op::XorB32, Op::XorB64),
        ("add", "f32") => AtomicOp::Apply(Op::SumF32),
        ("pk_add", "f16") => AtomicOp::Apply(Op::SumF16x2),
        ("pk_add", "bf16") => AtomicOp::Apply(Op::SumBf16x2),
        _ => return None,
    };
    Some(Access::Atomic(bytes, op))
}

impl Lowering<'_> {
    pub fn memory(&mut self, inst: &Inst) -> Outcome {
        match inst.row().format {
            Format::Smem => self.scalar_memory(inst),
            Format::Flat | Format::Global | Format::Scratch => self.flat(inst),
            Format::Ds => self.ds(inst),
            Format::Ldsdir => self.direct_load(inst),
            Format::Mubuf | Format::Mtbuf => self.buffer(inst),
            _ => Err("it is for graphics".into()),
        }
    }

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

fn kind(access: Access, returns: bool) -> MemKind {
    match access {
        Access::Load(_, extend) => MemKind::Load(extend),
        Access::Store { high, .. } => MemKind::Store { high },
        Access::Atomic(_, op) => MemKind::Atomic { op, returns },
    }
}
