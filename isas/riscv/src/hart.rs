//! A hart: its registers, and one instruction at a time.

use crate::decode::HartOp;
use crate::effect::{CsrAction, Effect};
use crate::float::{self, FloatOp, Inputs};
use crate::vector_unit;
use uop::{Exception, Space, Trap};

/// Bytes of a vector register.
pub const VLEN_BYTES: usize = 128;
/// A vector type that no instruction can use.
pub const VILL: u64 = 1 << 63;

/// The registers of a hart.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // Most names are those of the manual.
pub struct Hart {
    pub x: [u64; 32],
    pub f: [u64; 32],
    pub v: Box<[u8; 32 * VLEN_BYTES]>,
    pub pc: u64,
    pub frm: u32,
    pub fflags: u32,
    pub vl: u64,
    pub vtype: u64,
    pub vstart: u64,
    /// Rounding of fixed-point results.
    pub vxrm: u32,
    /// Whether a fixed-point result did not fit.
    pub vxsat: u32,
    /// Address and value of a load-reserved.
    pub reservation: Option<(u64, u64)>,
    /// Instructions that are done.
    pub instructions: u64,
    /// `mhartid`.
    pub id: u64,
}

/// What a hart reaches beyond its registers. Addresses are those of the program.
pub trait Bus {
    /// Loads up to eight bytes, zero-extended.
    fn load(&mut self, address: u64, bytes: u8) -> Result<u64>;
    /// Stores the low bytes of `value`.
    fn store(&mut self, address: u64, bytes: u8, value: u64) -> Result<()>;
    /// Loads as many bytes as `out` has.
    fn read(&mut self, address: u64, out: &mut [u8]) -> Result<()>;
    /// Stores all of `bytes`.
    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<()>;
    /// Whether so many bytes can be loaded.
    fn is_readable(&self, address: u64, bytes: u64) -> bool;
    /// What the program has written so far, to be added to.
    fn output(&mut self) -> &mut Vec<u8>;
    /// The hart ends with this code.
    fn exit(&mut self, code: i64);
}

/// Where to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// With the instruction behind this one.
    Fall,
    /// At this address.
    Jump(u64),
    /// Nowhere: the hart has ended.
    End,
}

/// Why an instruction cannot be carried out, and another one that has to do with it.
#[derive(Debug)]
pub struct Stop {
    /// What is wrong.
    pub trap: Trap,
    /// The address of another instruction, and what it has to do with it.
    pub related: Option<(u64, String)>,
    /// How the hart would report it to a handler, where it would.
    pub exception: Option<Exception>,
}

impl From<Trap> for Stop {
    /// Something that no handler is told of.
    fn from(trap: Trap) -> Stop {
        Stop {
            trap,
            related: None,
            exception: None,
        }
    }
}

impl Stop {
    /// The same for an instruction with these bits: an illegal one is reported with them.
    pub fn of_instruction(mut self, bits: u64) -> Stop {
        if let Some(exception) = &mut self.exception
            && exception.cause == ILLEGAL_INSTRUCTION
        {
            exception.value = bits;
        }
        self
    }
}

/// Traps are rare and large.
pub type Result<T> = std::result::Result<T, Box<Stop>>;

/// Codes of `mcause`.
const FETCH_MISALIGNED: u64 = 0;
const FETCH_FAULT: u64 = 1;
const ILLEGAL_INSTRUCTION: u64 = 2;
const BREAKPOINT: u64 = 3;
const LOAD_MISALIGNED: u64 = 4;
const LOAD_FAULT: u64 = 5;
/// How far the codes of stores lie above those of loads.
const STORE: u64 = 2;

/// An instruction that cannot be carried out as it is.
pub fn illegal<T>(why: impl Into<String>) -> Result<T> {
    stop(Trap::Illegal(why.into()), ILLEGAL_INSTRUCTION, 0)
}

/// There is no instruction at `address`, which a jump led to.
pub fn bad_target(address: u64) -> Box<Stop> {
    no_instruction(address, Trap::BadTarget { address, lane: 0 })
}

/// There is no instruction at `address`, which is behind the one at `last`.
pub fn past_end(address: u64, last: u64) -> Box<Stop> {
    let end = "a program ends with `ret`, or with `ecall` and 93 in a7";
    let mut stop = no_instruction(address, Trap::PastEnd { address, end });
    stop.related = Some((last, "nothing follows this instruction".to_string()));
    stop
}

fn no_instruction(address: u64, trap: Trap) -> Box<Stop> {
    let cause = match address % 2 {
        0 => FETCH_FAULT,
        _ => FETCH_MISALIGNED,
    };
    Box::new(Stop {
        exception: Some(Exception {
            cause,
            value: address,
        }),
        ..trap.into()
    })
}

/// An access to memory that cannot be.
pub fn access_fault(space: Space, address: u64, bytes: u64, store: bool, why: String) -> Box<Stop> {
    memory_stop(space, address, bytes, store, why, LOAD_FAULT)
}

/// Whether an address is a multiple of `align`, as it must be.
pub fn misaligned(space: Space, address: u64, align: u64, bytes: u64, store: bool) -> Result<()> {
    if address.is_multiple_of(align) {
        return Ok(());
    }
    let why = format!("misaligned, expected a multiple of {align}");
    Err(memory_stop(
        space,
        address,
        bytes,
        store,
        why,
        LOAD_MISALIGNED,
    ))
}

fn stop<T>(trap: Trap, cause: u64, value: u64) -> Result<T> {
    Err(Box::new(Stop {
        trap,
        related: None,
        exception: Some(Exception { cause, value }),
    }))
}

fn memory_stop(
    space: Space,
    address: u64,
    bytes: u64,
    store: bool,
    why: String,
    cause: u64,
) -> Box<Stop> {
    Box::new(Stop {
        trap: Trap::Access {
            space,
            address,
            bytes: bytes as u32,
            store,
            lane: 0,
            why,
        },
        related: None,
        exception: Some(Exception {
            cause: cause + if store { STORE } else { 0 },
            value: address,
        }),
    })
}

impl Hart {
    /// A hart that starts at `entry`, with every register zero.
    pub fn new(entry: u64, id: u64) -> Hart {
        Hart {
            x: [0; 32],
            f: [0; 32],
            v: Box::new([0; 32 * VLEN_BYTES]),
            pc: entry,
            frm: 0,
            fflags: 0,
            vl: 0,
            vtype: VILL,
            vstart: 0,
            vxrm: 0,
            vxsat: 0,
            reservation: None,
            instructions: 0,
            id,
        }
    }

    /// Changes an integer register; the first is always zero.
    pub fn set_x(&mut self, register: u8, value: u64) {
        if register != 0 {
            self.x[usize::from(register)] = value;
        }
    }

    /// An integer register.
    pub fn get_x(&self, register: u8) -> u64 {
        self.x[usize::from(register & 31)]
    }

    /// A float register, by its bits.
    pub fn get_f(&self, register: u8) -> u64 {
        self.f[usize::from(register & 31)]
    }

    /// The bytes of vector registers from `first` on.
    pub fn vectors(&self, first: u8) -> &[u8] {
        &self.v[usize::from(first) * VLEN_BYTES..]
    }

    /// The same, to be changed.
    pub fn vectors_mut(&mut self, first: u8) -> &mut [u8] {
        &mut self.v[usize::from(first) * VLEN_BYTES..]
    }

    /// Word `index` of a vector register.
    pub fn vector_word(&self, register: u8, index: usize) -> u32 {
        let at = 4 * index;
        let bytes = &self.vectors(register)[at..at + 4];
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    /// Whether element `index` is set in the mask register.
    pub fn mask_bit(&self, index: usize) -> bool {
        self.v[index / 8] >> (index % 8) & 1 == 1
    }

    /// A control and status register, where there is one of this number.
    pub fn csr(&self, number: u16) -> Option<u64> {
        Some(match number {
            0x001 => self.fflags.into(),
            0x002 => self.frm.into(),
            0x003 => u64::from(self.frm << 5 | self.fflags),
            0x008 => self.vstart,
            0x009 => self.vxsat.into(),
            0x00a => self.vxrm.into(),
            0x00f => u64::from(self.vxrm << 1 | self.vxsat),
            0xc00..=0xc02 => self.instructions,
            0xc20 => self.vl,
            0xc21 => self.vtype,
            0xc22 => VLEN_BYTES as u64,
            0xf14 => self.id,
            _ => return None,
        })
    }

    /// Changes a control and status register; false if it cannot be.
    pub fn set_csr(&mut self, number: u16, value: u64) -> bool {
        let low = value as u32;
        match number {
            0x001 => self.fflags = low & 31,
            0x002 => self.frm = low & 7,
            0x003 => (self.frm, self.fflags) = (low >> 5 & 7, low & 31),
            0x008 => self.vstart = value & 1023,
            0x009 => self.vxsat = low & 1,
            0x00a => self.vxrm = low & 3,
            0x00f => (self.vxrm, self.vxsat) = (low >> 1 & 3, low & 1),
            _ => return false,
        }
        true
    }
}

/// What one program may print; more is a program gone wrong.
const MAX_OUTPUT: usize = 1 << 24;

/// Carries out the instruction at `pc`, which the caller moves on.
pub fn run<B: Bus>(hart: &mut Hart, bus: &mut B, op: &HartOp) -> Result<Next> {
    let (a, b) = (hart.get_x(op.rs1), hart.get_x(op.rs2));
    let address = || a.wrapping_add(op.imm as u64);
    match op.what {
        Effect::Alu(f) => hart.set_x(op.rd, f(a, b)),
        Effect::AluImm(f) => hart.set_x(op.rd, f(a, op.imm as u64)),
        Effect::Lui => hart.set_x(op.rd, upper(op.imm)),
        Effect::Auipc => hart.set_x(op.rd, hart.pc.wrapping_add(upper(op.imm))),
        Effect::Jal => {
            hart.set_x(op.rd, hart.pc.wrapping_add(op.len.into()));
            return Ok(Next::Jump(hart.pc.wrapping_add(op.imm as u64)));
        }
        Effect::Jalr => {
            let target = address() & !1;
            hart.set_x(op.rd, hart.pc.wrapping_add(op.len.into()));
            return Ok(Next::Jump(target));
        }
        Effect::Branch(f) => {
            if f(a, b) {
                return Ok(Next::Jump(hart.pc.wrapping_add(op.imm as u64)));
            }
        }
        Effect::Load { bytes, signed } => {
            let value = bus.load(address(), bytes)?;
            hart.set_x(
                op.rd,
                if signed {
                    sign_extend(value, bytes)
                } else {
                    value
                },
            );
        }
        Effect::Store { bytes } => bus.store(address(), bytes, b)?,
        Effect::Fence => {}
        Effect::Ecall => return environment_call(hart, bus),
        Effect::Ebreak => {
            let trap = Trap::Illegal("ebreak: the program stopped itself".into());
            return stop(trap, BREAKPOINT, hart.pc);
        }
        Effect::Csr { action, immediate } => csr(hart, op, action, immediate)?,
        Effect::LoadReserved { bytes } => {
            aligned(a, bytes, false)?;
            let value = sign_extend(bus.load(a, bytes)?, bytes);
            hart.reservation = Some((a, value));
            hart.set_x(op.rd, value);
        }
        Effect::StoreConditional { bytes } => {
            aligned(a, bytes, true)?;
            // A reservation is lost when memory changed: threads take turns, so comparing values
            // sees every change that matters to the loops that are written with it.
            let held = match hart.reservation.take() {
                Some((at, value)) if at == a => sign_extend(bus.load(a, bytes)?, bytes) == value,
                _ => false,
            };
            if held {
                bus.store(a, bytes, b)?;
            }
            hart.set_x(op.rd, u64::from(!held));
        }
        Effect::Amo { bytes, op: f } => {
            aligned(a, bytes, true)?;
            let old = sign_extend(bus.load(a, bytes)?, bytes);
            bus.store(a, bytes, f(old, sign_extend(b, bytes)))?;
            hart.set_x(op.rd, old);
        }
        Effect::FloatLoad { bytes } => {
            let value = bus.load(address(), bytes)?;
            let value = if bytes == 4 {
                float::boxed(value as u32)
            } else {
                value
            };
            hart.f[usize::from(op.rd)] = value;
        }
        Effect::FloatStore { bytes } => {
            let value = hart.get_f(op.rs2);
            bus.store(address(), bytes, value)?;
        }
        Effect::Float { op: what, double } => float_operation(hart, op, what, double)?,
        Effect::Vector(what, second) => vector_unit::run(hart, bus, op, what, second)?,
        Effect::Compressed => return illegal("a 16-bit instruction that was not expanded"),
    }
    Ok(Next::Fall)
}

fn upper(imm: i64) -> u64 {
    (imm << 12) as i32 as u64
}

/// The low bytes of a value, sign-extended.
pub fn sign_extend(value: u64, bytes: u8) -> u64 {
    let unused = 64 - 8 * u32::from(bytes);
    ((value << unused) as i64 >> unused) as u64
}

fn float_operation(hart: &mut Hart, op: &HartOp, what: FloatOp, double: bool) -> Result<()> {
    let a = match what.reads_integer() {
        true => hart.get_x(op.rs1),
        false => hart.get_f(op.rs1),
    };
    match what {
        FloatOp::ToBits => {
            let bits = if double { a } else { a as i32 as u64 };
            hart.set_x(op.rd, bits);
            return Ok(());
        }
        FloatOp::FromBits => {
            hart.f[usize::from(op.rd)] = if double { a } else { float::boxed(a as u32) };
            return Ok(());
        }
        _ => {}
    }
    let Some(round) = float::rounding(op.rm, hart.frm) else {
        return illegal(format!(
            "rounding mode {} is reserved",
            if op.rm == 7 { hart.frm } else { op.rm.into() }
        ));
    };
    let inputs = Inputs {
        a,
        b: hart.get_f(op.rs2),
        c: hart.get_f(op.rs3),
        round,
        raised: hart.fflags,
    };
    let (result, flags) = float::run(what, double, inputs);
    hart.fflags |= flags;
    match what.writes_integer() {
        true => hart.set_x(op.rd, result),
        false => hart.f[usize::from(op.rd)] = result,
    }
    Ok(())
}

fn csr(hart: &mut Hart, op: &HartOp, action: CsrAction, immediate: bool) -> Result<()> {
    let number = op.imm as u16;
    let Some(old) = hart.csr(number) else {
        return illegal(format!("there is no CSR {number:#x}"));
    };
    let operand = if immediate {
        op.rs1.into()
    } else {
        hart.get_x(op.rs1)
    };
    let new = match action {
        CsrAction::Write => operand,
        CsrAction::Set => old | operand,
        CsrAction::Clear => old & !operand,
        CsrAction::Read => old,
    };
    let writes = action == CsrAction::Write || op.rs1 != 0;
    if writes && !hart.set_csr(number, new) {
        return illegal(format!("CSR {number:#x} is read-only"));
    }
    hart.set_x(op.rd, old);
    Ok(())
}

/// Bare metal knows two calls: to end, and to write.
fn environment_call<B: Bus>(hart: &mut Hart, bus: &mut B) -> Result<Next> {
    let [a0, a1, a2, a7] = [10, 11, 12, 17].map(|register| hart.get_x(register));
    match a7 {
        93 | 94 => {
            bus.exit((a0 as i32).into());
            Ok(Next::End)
        }
        64 => {
            if a2 > MAX_OUTPUT.saturating_sub(bus.output().len()) as u64 {
                return illegal(format!("the program writes more than {MAX_OUTPUT} bytes"));
            }
            // Descriptors 1 and 2 are the output; writing to any other is an error to the
            // program, as it would be on a real system.
            let is_output = matches!(a0, 1 | 2);
            for i in 0..a2 {
                let byte = bus.load(a1.wrapping_add(i), 1)?;
                if is_output {
                    bus.output().push(byte as u8);
                }
            }
            hart.set_x(10, if is_output { a2 } else { -9i64 as u64 });
            Ok(Next::Fall)
        }
        _ => illegal(format!(
            "ecall {a7} is not known; expected 93 (exit) or 64 (write)"
        )),
    }
}

fn aligned(address: u64, bytes: u8, store: bool) -> Result<()> {
    let bytes = bytes.into();
    misaligned(Space::Global, address, bytes, bytes, store)
}
