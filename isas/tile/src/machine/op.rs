//! Decoded instructions, with everything looked up that can be.

use crate::core::alu::Element;
use crate::core::atomic::AtomicOp;
use crate::core::mma::{MmaFlags, MmaType};
use crate::core::number::Type;
use crate::decode::{decode_tile, is_tile_word};
use crate::kinds::offset_bytes;
use crate::meaning::{
    Bank, Completion, MbarrierOp, MmaOperand, One, Quant, Second, SemaphoreOp, Stepping, Tile, Two,
};
use crate::operands::{MMA_NEGA, MMA_NEGD, MMA_TRANSA, MMA_TRANSB, copy_mode};
use isa::Inst;
use riscv::{CsrAction, Effect, HartOp};
use std::sync::Arc;

/// An instruction that the machine can carry out.
#[derive(Clone, Debug)]
pub enum MachineOp {
    Hart(HartOp),
    Tile(Arc<TileOp>),
}

impl MachineOp {
    /// Whether the instruction behind this one comes next, at least sometimes.
    pub fn goes_on(&self) -> bool {
        match self {
            MachineOp::Hart(op) => !matches!(op.what, Effect::Jal | Effect::Jalr),
            MachineOp::Tile(_) => true,
        }
    }
}

/// A move between a tile register and a register of the hart.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    pub bank: Bank,
    pub host: u8,
    pub tile: u8,
    pub size: u8,
    pub slot: Slot,
    pub masked: bool,
}

/// A number, or a register that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    Number(i64),
    Register(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    Global,
    Shared,
}

#[derive(Clone, Copy, Debug)]
pub enum Step {
    Unit,
    Stride(u8),
    Index { vector: u8, bytes: u8 },
}

/// An operand of a matrix multiply: a tile register, or where its descriptor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrix {
    Tile(u8),
    Integer(u8),
    /// Double word `element` of a vector register.
    Vector {
        register: u8,
        element: u8,
    },
}

/// The second source of an element-wise operation.
#[derive(Clone, Copy, Debug)]
pub enum Other {
    Tile(u8),
    Vector {
        register: u8,
        by_column: bool,
    },
    /// A float register of 2, 4 or 8 bytes.
    Float {
        register: u8,
        bytes: u8,
    },
}

#[derive(Clone, Copy, Debug)]
pub enum Slot {
    Number(u8),
    Register(u8),
    All,
}

/// A tensor copy.
#[derive(Clone, Copy, Debug)]
pub struct CopyOp {
    pub linear: bool,
    pub dims: u8,
    pub dst: u8,
    pub dst_map: bool,
    pub src: u8,
    pub src_map: bool,
    /// 0 global, 1 shared, 2 cluster.
    pub to: u8,
    pub from_shared: bool,
    pub vector: u8,
    pub completion: Completion,
    pub object: u8,
    pub multicast: bool,
    pub masked: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct MmaOp {
    pub ty: MmaType,
    pub td: u8,
    pub a: Matrix,
    pub b: Matrix,
    pub blocks: u8,
    pub deep: bool,
    pub flags: MmaFlags,
    pub negate_d: bool,
}

/// A tile instruction.
#[derive(Clone, Debug)]
pub enum TileOp {
    Access {
        store: bool,
        memory: Memory,
        step: Step,
        tile: u8,
        count: u8,
        base: u8,
        offset: Amount,
        masked: bool,
    },
    AtomicScalar {
        memory: Memory,
        op: AtomicOp,
        count: u8,
        rd: Option<u8>,
        base: u8,
        operand: u8,
        /// For compare and swap.
        new: Option<u8>,
    },
    AtomicVector {
        memory: Memory,
        op: AtomicOp,
        count: u8,
        base: u8,
        offset: i64,
        vector: u8,
        new: Option<u8>,
        masked: bool,
    },
    AtomicTile {
        memory: Memory,
        op: AtomicOp,
        count: u8,
        returns: bool,
        tile: u8,
        base: u8,
        offset: Amount,
        masked: bool,
    },
    Copy(CopyOp),
    Csr {
        action: CsrAction,
        csr: u8,
        rd: u8,
        source: Amount,
        /// Whether the old value is wanted, and whether something is written.
        reads: bool,
        writes: bool,
    },
    Mma(MmaOp),
    MoveIn(Move),
    MoveOut(Move),
    One {
        op: One,
        element: Element,
        td: u8,
        ts1: u8,
        negate: bool,
        masked: bool,
    },
    Transpose {
        bytes: u8,
        td: u8,
        ts1: u8,
        masked: bool,
    },
    Convert {
        to: Type,
        from: Type,
        td: u8,
        ts1: u8,
        masked: bool,
    },
    Two {
        op: Two,
        element: Element,
        td: u8,
        ts1: u8,
        other: Other,
        negate: (bool, bool),
        masked: bool,
    },
    Mad {
        element: Element,
        td: u8,
        ts1: u8,
        other: Other,
        ts3: u8,
        negate: (bool, bool),
        masked: bool,
    },
    Quant {
        op: Quant,
        element: Element,
        td: u8,
        ts1: u8,
        other: Other,
        ts3: u8,
        masked: bool,
    },
    Sync {
        cluster: bool,
        wait: bool,
        id: Amount,
        mask: Amount,
    },
    WaitMemory {
        memory: Memory,
        loads: Option<u8>,
        stores: Option<u8>,
    },
    Commit(u8),
    WaitCopies(u8),
    WaitMma,
    WaitAlu,
    WaitAll,
    Mbarrier {
        op: MbarrierOp,
        cluster: bool,
        base: u8,
        arg: Amount,
    },
    Semaphore {
        op: SemaphoreOp,
        id: Amount,
        amount: Amount,
    },
}

/// Decodes the instruction at the start of `bytes`; the message says why there is none.
pub fn decode(bytes: &[u8], address: u64) -> Result<(MachineOp, u8), String> {
    if !is_tile_word(bytes) {
        let op = HartOp::decode(bytes, address)?;
        return Ok((MachineOp::Hart(op), op.len));
    }
    let inst = decode_tile(bytes, address).map_err(|illegal| illegal.to_string())?;
    Ok((MachineOp::Tile(Arc::new(lower(&inst))), inst.len() as u8))
}

fn lower(inst: &Inst<Tile>) -> TileOp {
    let tile = inst.row.meaning;
    let get = |name| inst.get(name);
    let small = |name| inst.get(name) as u8;
    let space = || {
        if get("space") == 1 {
            Memory::Shared
        } else {
            Memory::Global
        }
    };
    let amount = |name, bits: u32| match get(name) {
        value if value >> bits & 1 == 1 => Amount::Register((value & 31) as u8),
        value => Amount::Number(value),
    };
    let offset = || {
        let bits = if inst
            .row
            .operands
            .iter()
            .any(|o| std::ptr::eq(*o, &crate::operands::OFF10))
        {
            10
        } else {
            5
        };
        match amount("offset", bits) {
            Amount::Number(value) => Amount::Number(offset_bytes(value, bits)),
            register => register,
        }
    };
    let element = || Element::from_code((get("format") & 3) as u8);
    let masked = || get("flags") & 1 == 1;
    let negated = |name| inst.find(name) == Some(1);
    let other = |second| match second {
        Second::Tile => Other::Tile(small("ts2")),
        Second::Vector => Other::Vector {
            register: (get("vs2") & 31) as u8,
            by_column: get("vs2") & 32 != 0,
        },
        Second::Float => Other::Float {
            register: small("frs2"),
            // 100101, 100110, 100111: half, single, double.
            bytes: 1 << (get("width") & 3),
        },
    };
    let slot = || match get("index") {
        crate::kinds::BROADCAST => Slot::All,
        value if value & 32 != 0 => Slot::Register((value & 31) as u8),
        value => Slot::Number(value as u8),
    };
    match tile {
        Tile::Load(stepping) | Tile::Store(stepping) => TileOp::Access {
            store: matches!(tile, Tile::Store(_)),
            memory: space(),
            step: match stepping {
                Stepping::Unit => Step::Unit,
                Stepping::Strided => Step::Stride(small("rs2")),
                Stepping::Indexed => Step::Index {
                    vector: small("vs2"),
                    bytes: 1 << (get("ew") >> 1 & 3),
                },
            },
            tile: small("td"),
            count: 1 << get("xn"),
            base: small("rs1"),
            offset: offset(),
            masked: get("tm") == 1,
        },
        Tile::AtomicScalar { returns, cas } => TileOp::AtomicScalar {
            memory: space(),
            op: AtomicOp(inst.find("op").unwrap_or(0) as u8),
            count: 1 << inst.find("xn").unwrap_or(0),
            rd: returns.then(|| small("rd")),
            base: small("rs1"),
            operand: small("rs2"),
            new: cas.then(|| small("rs3")),
        },
        Tile::AtomicVector { cas } => TileOp::AtomicVector {
            memory: space(),
            op: AtomicOp((inst.find("op").unwrap_or(0) & 31) as u8),
            count: 1 << get("xn"),
            base: small("rs1"),
            offset: inst.find("offset").unwrap_or(0),
            vector: small("vs2"),
            new: cas.then(|| small("rs3")),
            masked: get("tm") == 1,
        },
        Tile::AtomicTiles { returns } => TileOp::AtomicTile {
            memory: space(),
            op: AtomicOp(small("op")),
            count: 1 << get("xn"),
            returns,
            tile: small("td"),
            base: small("rs1"),
            offset: offset(),
            masked: get("tm") == 1,
        },
        Tile::Copy(completion) => TileOp::Copy(CopyOp {
            linear: copy_mode(get("mode")).0,
            dims: copy_mode(get("mode")).1,
            dst: (get("dst") & 31) as u8,
            dst_map: get("dst") & 32 != 0,
            src: (get("src") & 31) as u8,
            src_map: get("src") & 32 != 0,
            to: small("dstloc"),
            from_shared: get("srcloc") == 1,
            vector: small("vs1"),
            completion,
            object: inst.find("obj").unwrap_or(0) as u8,
            multicast: get("flags") & 2 != 0,
            masked: masked(),
        }),
        Tile::Csr { action, immediate } => {
            let source = match (action, immediate) {
                (CsrAction::Read, _) => Amount::Number(0),
                (_, true) => Amount::Number(get("uimm")),
                (_, false) => Amount::Register(small("rs1")),
            };
            let rd = inst.find("rd").unwrap_or(0) as u8;
            let nothing = matches!(source, Amount::Number(0) | Amount::Register(0));
            TileOp::Csr {
                action,
                csr: small("csr"),
                rd,
                source,
                reads: action != CsrAction::Write || rd != 0,
                writes: action == CsrAction::Write || !nothing,
            }
        }
        Tile::Mma { a, b } => {
            let flags = get("flags") as u64;
            TileOp::Mma(MmaOp {
                ty: MmaType(small("type")),
                td: small("td"),
                a: match a {
                    MmaOperand::Tile => Matrix::Tile(small("ts1")),
                    MmaOperand::Integer => Matrix::Integer(small("rs1")),
                    MmaOperand::Vector => Matrix::Vector {
                        register: small("vs1"),
                        element: 0,
                    },
                },
                b: match b {
                    MmaOperand::Tile => Matrix::Tile(small("ts2")),
                    MmaOperand::Integer => Matrix::Integer(small("rs2")),
                    MmaOperand::Vector => Matrix::Vector {
                        register: inst.find("vs2").unwrap_or_else(|| get("vs1")) as u8,
                        element: 1,
                    },
                },
                blocks: 1 << (get("size") & 3),
                deep: get("size") & 8 != 0,
                flags: MmaFlags {
                    transpose_a: flags & MMA_TRANSA != 0,
                    transpose_b: flags & MMA_TRANSB != 0,
                    negate_a: flags & MMA_NEGA != 0,
                },
                negate_d: flags & MMA_NEGD != 0,
            })
        }
        Tile::MoveIn(bank) | Tile::MoveOut(bank) => {
            let host = small(match bank {
                Bank::Vector => "v",
                Bank::Integer => "x",
                Bank::Float => "f",
            });
            let moved = Move {
                bank,
                host,
                tile: small("t"),
                size: small("size"),
                slot: slot(),
                masked: inst.find("v0") == Some(0),
            };
            match tile {
                Tile::MoveIn(_) => TileOp::MoveIn(moved),
                _ => TileOp::MoveOut(moved),
            }
        }
        Tile::One(op) => TileOp::One {
            op,
            element: element(),
            td: small("td"),
            ts1: small("ts1"),
            negate: negated("neg1"),
            masked: masked(),
        },
        Tile::Transpose(bytes) => TileOp::Transpose {
            bytes,
            td: small("td"),
            ts1: small("ts1"),
            masked: masked(),
        },
        Tile::Convert => TileOp::Convert {
            to: Type::from_code(small("dst")),
            from: Type::from_code(small("src")),
            td: small("td"),
            ts1: small("ts1"),
            masked: masked(),
        },
        Tile::Two(op, second) => TileOp::Two {
            op,
            element: element(),
            td: small("td"),
            ts1: small("ts1"),
            other: other(second),
            negate: (negated("neg1"), negated("neg2")),
            masked: masked(),
        },
        Tile::Mad(second) => TileOp::Mad {
            element: element(),
            td: small("td"),
            ts1: small("ts1"),
            other: other(second),
            ts3: small("ts3"),
            negate: (negated("neg1"), negated("neg3")),
            masked: masked(),
        },
        Tile::Quant(op, second) => TileOp::Quant {
            op,
            element: element(),
            td: small("td"),
            ts1: small("ts1"),
            other: other(second),
            ts3: small("ts3"),
            masked: masked(),
        },
        Tile::Sync => TileOp::Sync {
            cluster: get("scope") == 1,
            wait: get("arrive") == 1,
            id: amount("id", 5),
            mask: amount("mask", 8),
        },
        Tile::WaitMemory => TileOp::WaitMemory {
            memory: space(),
            loads: (get("ld_en") == 1).then(|| small("ld_cnt")),
            stores: (get("st_en") == 1).then(|| small("st_cnt")),
        },
        Tile::Commit => TileOp::Commit(small("group")),
        Tile::WaitCopies => TileOp::WaitCopies(small("group")),
        Tile::WaitMma => TileOp::WaitMma,
        Tile::WaitAlu => TileOp::WaitAlu,
        Tile::WaitAll => TileOp::WaitAll,
        Tile::Mbarrier(op) => TileOp::Mbarrier {
            op,
            cluster: get("scope") == 1,
            base: small("rs1"),
            arg: amount("arg", 5),
        },
        Tile::Semaphore(op) => TileOp::Semaphore {
            op,
            id: amount("id", 5),
            amount: amount("arg", 5),
        },
    }
}
