//! What an instruction takes of the machine, for its clock: found from the instruction and the registers of
//! its thread before it is carried out.

use super::access::{ROW, rows_of};
use super::op::{Amount, MachineOp, Matrix, Memory, MmaOp, Move, Other, Slot, Step, TileOp};
use super::thread::Thread;
use super::tile;
use crate::meaning::{Bank, Completion, One, Two};
use crate::timing::{Number, Numbers};
use riscv::{HartOp, VLEN_BYTES};
use std::ops::Range;

/// Bytes of a tile register.
const TILE: u64 = 1024;

/// What is kept busy, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// The hart; its result may come from memory.
    Hart {
        loads: bool,
    },
    Csr {
        reads: bool,
    },
    /// The matrix unit, and shared memory for operands that are there.
    Matrix {
        cycles: u64,
        bytes: u64,
        is_async: bool,
    },
    /// The element-wise unit, which also moves.
    Elements {
        cycles: u64,
    },
    /// The path to a memory. `counted` is whether it counts as a load, a store or neither.
    Access {
        memory: Memory,
        bytes: u64,
        counted: Option<bool>,
    },
    /// The copy engine, which is told how much when that is known.
    Copy,
    /// Nothing but its turn: barriers and waits.
    Turn,
}

/// What an instruction takes and needs.
#[derive(Clone, Debug)]
pub struct Cost {
    /// Cycles in which its thread can issue nothing else.
    pub issue: u64,
    pub work: Work,
    /// Registers of the hart that it reads, a bit for each, and whether vectors are among them.
    pub integers: u32,
    pub floats: u32,
    pub vectors: bool,
    /// The register of the hart that it writes.
    pub result: Option<(Bank, u8)>,
    /// Tile registers that it reads and writes, where the machine looks after that.
    pub tiles_read: Vec<Range<u16>>,
    pub tiles_written: Vec<Range<u16>>,
}

impl Cost {
    pub fn of(thread: &Thread, op: &MachineOp, len: u8, numbers: &Numbers) -> Cost {
        match op {
            MachineOp::Hart(op) => Cost::of_hart(thread, op, numbers),
            MachineOp::Tile(op) => Cost::of_tile(thread, op, len, numbers),
        }
    }

    fn of_hart(thread: &Thread, op: &HartOp, numbers: &Numbers) -> Cost {
        let what = op.what;
        let vectors = op.works_on_vectors();
        let cycles = match vectors {
            true => {
                let element = 1 << (thread.hart.vtype >> 3 & 7);
                let bytes = thread.hart.vl.saturating_mul(element);
                numbers.at_rate(bytes, Number::VectorBytes)
            }
            false => 1,
        };
        let result = match (what.writes_integer(), what.writes_float()) {
            (true, _) if op.rd != 0 => Some((Bank::Integer, op.rd)),
            (_, true) => Some((Bank::Float, op.rd)),
            _ if vectors => Some((Bank::Vector, 0)),
            _ => None,
        };
        Cost {
            issue: cycles,
            work: Work::Hart { loads: op.loads() },
            integers: op.integers_read(),
            floats: op.floats_read(),
            vectors,
            result,
            tiles_read: Vec::new(),
            tiles_written: Vec::new(),
        }
    }

    fn of_tile(thread: &Thread, op: &TileOp, len: u8, numbers: &Numbers) -> Cost {
        let needs = Needs::of(op);
        let work = work(thread, op, numbers);
        // Asynchronous multiplies and copies use registers of the tile core unguarded.
        let (tiles_read, tiles_written) = match work {
            Work::Matrix { is_async: true, .. } => (Vec::new(), Vec::new()),
            _ => tile::registers(op),
        };
        let result = match op {
            TileOp::Csr {
                rd, reads: true, ..
            } => Some((Bank::Integer, *rd)),
            TileOp::AtomicScalar { rd: Some(rd), .. } => Some((Bank::Integer, *rd)),
            TileOp::MoveOut(moved) => Some((moved.bank, moved.host)),
            _ => None,
        };
        Cost {
            issue: u64::from(len / 4) * numbers.get(Number::Word),
            work,
            integers: needs.integers & !1,
            floats: needs.floats,
            vectors: needs.vectors,
            result: result.filter(|&result| result != (Bank::Integer, 0)),
            tiles_read,
            tiles_written,
        }
    }
}

fn work(thread: &Thread, op: &TileOp, numbers: &Numbers) -> Work {
    let rows = |masked| u64::from(rows_of(thread, masked).count_ones());
    match op {
        &TileOp::Access {
            store,
            memory,
            count,
            masked,
            ..
        } => Work::Access {
            memory,
            bytes: ROW * rows(masked) * u64::from(count),
            counted: Some(!store),
        },
        // Atomics read and write.
        &TileOp::AtomicScalar {
            memory,
            op,
            count,
            rd,
            ..
        } => Work::Access {
            memory,
            bytes: 2 * op.bytes() as u64 * u64::from(count),
            counted: rd.is_none().then_some(false),
        },
        &TileOp::AtomicVector {
            memory,
            count,
            masked,
            ..
        } => {
            let active = rows_of(thread, masked);
            let chunks = (0..4 * u32::from(count)).filter(|c| active >> (c % 32) & 1 == 1);
            Work::Access {
                memory,
                bytes: 2 * ROW * chunks.count() as u64,
                counted: Some(false),
            }
        }
        &TileOp::AtomicTile {
            memory,
            count,
            returns,
            masked,
            ..
        } => Work::Access {
            memory,
            bytes: 2 * ROW * rows(masked) * u64::from(count),
            counted: Some(returns),
        },
        TileOp::Copy(_) => Work::Copy,
        TileOp::Csr { reads, .. } => Work::Csr { reads: *reads },
        TileOp::Mma(op) => matrix(op, numbers),
        TileOp::MoveIn(moved) | TileOp::MoveOut(moved) => Work::Elements {
            cycles: numbers.at_rate(moved_bytes(moved), Number::ElementBytes),
        },
        TileOp::One { .. }
        | TileOp::Transpose { .. }
        | TileOp::Convert { .. }
        | TileOp::Two { .. }
        | TileOp::Mad { .. }
        | TileOp::Quant { .. } => Work::Elements {
            cycles: elements(op, numbers),
        },
        TileOp::Sync { .. }
        | TileOp::WaitMemory { .. }
        | TileOp::Commit(_)
        | TileOp::WaitCopies(_)
        | TileOp::WaitMma
        | TileOp::WaitAlu
        | TileOp::WaitAll
        | TileOp::Mbarrier { .. }
        | TileOp::Semaphore { .. } => Work::Turn,
    }
}

/// A multiply: as many products as its blocks have, at the rate of their type.
fn matrix(op: &MmaOp, numbers: &Numbers) -> Work {
    let depth = op.ty.depth() as u64;
    let rate = match depth {
        8 => Number::Macs32,
        16 => Number::Macs16,
        32 => Number::Macs8,
        _ => Number::Macs4,
    };
    let blocks = u64::from(op.blocks);
    let in_memory = |matrix: Matrix, blocks: u64| match matrix {
        Matrix::Tile(_) => 0,
        _ => TILE * blocks,
    };
    let bytes = in_memory(op.a, if op.deep { blocks } else { 1 }) + in_memory(op.b, blocks);
    Work::Matrix {
        cycles: numbers.at_rate(32 * 32 * depth * blocks, rate),
        bytes,
        is_async: bytes > 0,
    }
}

/// An element-wise operation: as many registers as the most that it reads or writes side by side.
fn elements(op: &TileOp, numbers: &Numbers) -> u64 {
    use One::{Cos, Exp2, Log2, Rcp, Rsqrt, Sigmoid, Sin, Sqrt, Tanh};
    let is_function = matches!(
        op,
        TileOp::One {
            op: Rcp | Sqrt | Rsqrt | Exp2 | Log2 | Sin | Cos | Tanh | Sigmoid,
            ..
        } | TileOp::Two { op: Two::Div, .. }
    );
    let (reads, writes) = tile::registers(op);
    let registers = reads.iter().chain(&writes).map(|range| range.len() as u64);
    let rate = match is_function {
        true => Number::FunctionBytes,
        false => Number::ElementBytes,
    };
    numbers.at_rate(TILE * registers.max().unwrap_or(1), rate)
}

/// Bytes of the tile register that a move touches.
fn moved_bytes(moved: &Move) -> u64 {
    match (moved.slot, moved.bank) {
        (Slot::All, _) => TILE,
        (_, Bank::Vector) => VLEN_BYTES as u64,
        _ => 8,
    }
}

/// Registers of the hart that a tile instruction reads.
#[derive(Default)]
struct Needs {
    integers: u32,
    floats: u32,
    vectors: bool,
}

impl Needs {
    fn of(op: &TileOp) -> Needs {
        let mut needs = Needs::default();
        match *op {
            TileOp::Access {
                step, base, offset, ..
            } => {
                needs.integer(base).amount(offset);
                match step {
                    Step::Unit => {}
                    Step::Stride(register) => {
                        needs.integer(register);
                    }
                    Step::Index { .. } => needs.vectors = true,
                }
            }
            TileOp::AtomicScalar {
                base, operand, new, ..
            } => {
                needs
                    .integer(base)
                    .integer(operand)
                    .integer(new.unwrap_or(0));
            }
            TileOp::AtomicVector { base, new, .. } => {
                needs.integer(base).integer(new.unwrap_or(0)).vectors = true;
            }
            TileOp::AtomicTile { base, offset, .. } => {
                needs.integer(base).amount(offset);
            }
            TileOp::Copy(copy) => {
                needs.integer(copy.dst).integer(copy.src).vectors = true;
                if copy.completion == Completion::Mbarrier {
                    needs.integer(copy.object);
                }
            }
            TileOp::Csr { source, .. } => {
                needs.amount(source);
            }
            TileOp::Mma(MmaOp { a, b, .. }) => {
                for matrix in [a, b] {
                    match matrix {
                        Matrix::Tile(_) => {}
                        Matrix::Integer(register) => {
                            needs.integer(register);
                        }
                        Matrix::Vector { .. } => needs.vectors = true,
                    }
                }
            }
            TileOp::MoveIn(moved) => {
                needs.slot(moved.slot);
                match moved.bank {
                    Bank::Integer => {
                        needs.integer(moved.host);
                    }
                    Bank::Float => needs.floats |= 1 << (moved.host & 31),
                    Bank::Vector => needs.vectors = true,
                }
            }
            TileOp::MoveOut(moved) => needs.slot(moved.slot),
            TileOp::Two { other, .. } | TileOp::Mad { other, .. } | TileOp::Quant { other, .. } => {
                match other {
                    Other::Tile(_) => {}
                    Other::Vector { .. } => needs.vectors = true,
                    Other::Float { register, .. } => needs.floats |= 1 << (register & 31),
                }
            }
            TileOp::Sync { id, mask, .. } => {
                needs.amount(id).amount(mask);
            }
            TileOp::Mbarrier { base, arg, .. } => {
                needs.integer(base).amount(arg);
            }
            TileOp::Semaphore { id, amount, .. } => {
                needs.amount(id).amount(amount);
            }
            _ => {}
        }
        needs
    }

    fn integer(&mut self, register: u8) -> &mut Needs {
        self.integers |= 1 << (register & 31);
        self
    }

    fn amount(&mut self, amount: Amount) -> &mut Needs {
        if let Amount::Register(register) = amount {
            self.integer(register);
        }
        self
    }

    fn slot(&mut self, slot: Slot) {
        if let Slot::Register(register) = slot {
            self.integer(register);
        }
    }
}
