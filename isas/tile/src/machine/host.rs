//! The RISC-V core, one instruction at a time.

use super::env::{Env, Result, aligned, illegal, stop};
use super::op::{HostOp, Memory};
use super::thread::Thread;
use super::vector;
use crate::host::Host;
use crate::host::float::{self, FloatOp, Inputs};
use crate::meaning::CsrAction;
use uop::Trap;

/// Where to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Fall,
    Jump(u64),
    End,
}

/// What one `write` may print; more is a program gone wrong.
const MAX_OUTPUT: usize = 1 << 24;

pub fn run(thread: &mut Thread, env: &mut Env<'_>, op: &HostOp) -> Result<Next> {
    let (a, b) = (thread.get_x(op.rs1), thread.get_x(op.rs2));
    let address = || a.wrapping_add(op.imm as u64);
    match op.what {
        Host::Alu(f) => thread.set_x(op.rd, f(a, b)),
        Host::AluImm(f) => thread.set_x(op.rd, f(a, op.imm as u64)),
        Host::Lui => thread.set_x(op.rd, upper(op.imm)),
        Host::Auipc => thread.set_x(op.rd, thread.pc.wrapping_add(upper(op.imm))),
        Host::Jal => {
            thread.set_x(op.rd, thread.pc.wrapping_add(op.len.into()));
            return Ok(Next::Jump(thread.pc.wrapping_add(op.imm as u64)));
        }
        Host::Jalr => {
            let target = address() & !1;
            thread.set_x(op.rd, thread.pc.wrapping_add(op.len.into()));
            return Ok(Next::Jump(target));
        }
        Host::Branch(f) => {
            if f(a, b) {
                return Ok(Next::Jump(thread.pc.wrapping_add(op.imm as u64)));
            }
        }
        Host::Load { bytes, signed } => {
            let value = load(thread, env, address(), bytes)?;
            thread.set_x(
                op.rd,
                if signed {
                    sign_extend(value, bytes)
                } else {
                    value
                },
            );
        }
        Host::Store { bytes } => store(thread, env, address(), bytes, b)?,
        Host::Fence => {}
        Host::Ecall => return environment_call(thread, env),
        Host::Ebreak => return illegal("ebreak: the program stopped itself"),
        Host::Csr { action, immediate } => csr(thread, op, action, immediate)?,
        Host::LoadReserved { bytes } => {
            aligned(Memory::Global, a, bytes.into(), bytes.into(), false)?;
            let value = sign_extend(load(thread, env, a, bytes)?, bytes);
            thread.reservation = Some((a, value));
            thread.set_x(op.rd, value);
        }
        Host::StoreConditional { bytes } => {
            aligned(Memory::Global, a, bytes.into(), bytes.into(), true)?;
            // A reservation is lost when memory changed: threads take turns, so comparing values
            // sees every change that matters to the loops that are written with it.
            let held = match thread.reservation.take() {
                Some((at, value)) if at == a => {
                    sign_extend(load(thread, env, a, bytes)?, bytes) == value
                }
                _ => false,
            };
            if held {
                store(thread, env, a, bytes, b)?;
            }
            thread.set_x(op.rd, u64::from(!held));
        }
        Host::Amo { bytes, op: f } => {
            aligned(Memory::Global, a, bytes.into(), bytes.into(), true)?;
            let old = sign_extend(load(thread, env, a, bytes)?, bytes);
            store(thread, env, a, bytes, f(old, sign_extend(b, bytes)))?;
            thread.set_x(op.rd, old);
        }
        Host::FloatLoad { bytes } => {
            let value = load(thread, env, address(), bytes)?;
            let value = if bytes == 4 {
                float::boxed(value as u32)
            } else {
                value
            };
            thread.f[usize::from(op.rd)] = value;
        }
        Host::FloatStore { bytes } => {
            let value = thread.get_f(op.rs2);
            store(thread, env, address(), bytes, value)?;
        }
        Host::Float { op: what, double } => float_operation(thread, op, what, double)?,
        Host::Vector(what, second) => vector::run(thread, env, op, what, second)?,
        Host::Compressed => return illegal("a 16-bit instruction that was not expanded"),
    }
    Ok(Next::Fall)
}

fn upper(imm: i64) -> u64 {
    (imm << 12) as i32 as u64
}

pub fn sign_extend(value: u64, bytes: u8) -> u64 {
    let unused = 64 - 8 * u32::from(bytes);
    ((value << unused) as i64 >> unused) as u64
}

/// Loads up to eight bytes, zero-extended.
pub fn load(thread: &mut Thread, env: &mut Env<'_>, address: u64, bytes: u8) -> Result<u64> {
    let len = u64::from(bytes);
    if env.options.strict {
        env.check_memory(thread.place, Memory::Global, address, len, false)?;
    }
    let window = thread.load_window;
    let inside = address.wrapping_sub(window.base);
    let place = if inside < window.len && len <= window.len - inside {
        // SAFETY: the window holds the whole range.
        unsafe { window.bytes.add(inside as usize) }
    } else {
        let place = env.resolve(thread, Memory::Global, address, len, false)?;
        thread.load_window = env
            .window(thread.place, address, len, false)
            .unwrap_or(window);
        place
    };
    let mut buffer = [0; 8];
    // SAFETY: `place` holds `len` bytes, at most eight.
    unsafe { place.copy_to_nonoverlapping(buffer.as_mut_ptr(), len as usize) };
    env.counters.bytes_loaded += len;
    if env.seen.is_some() {
        let extent = env.extent(thread.place, Memory::Global, address, len);
        env.saw(thread.place, thread.pc, extent, false, false);
    }
    Ok(u64::from_le_bytes(buffer))
}

/// Stores the low bytes of `value`.
pub fn store(
    thread: &mut Thread,
    env: &mut Env<'_>,
    address: u64,
    bytes: u8,
    value: u64,
) -> Result<()> {
    let len = u64::from(bytes);
    if env.options.strict {
        env.check_memory(thread.place, Memory::Global, address, len, true)?;
    }
    let window = thread.store_window;
    let inside = address.wrapping_sub(window.base);
    let place = if inside < window.len && len <= window.len - inside {
        // SAFETY: the window holds the whole range.
        unsafe { window.bytes.add(inside as usize) }
    } else {
        let place = env.resolve(thread, Memory::Global, address, len, true)?;
        thread.store_window = env
            .window(thread.place, address, len, true)
            .unwrap_or(window);
        place
    };
    // SAFETY: `place` holds `len` bytes, at most eight.
    unsafe { place.copy_from_nonoverlapping(value.to_le_bytes().as_ptr(), len as usize) };
    env.counters.bytes_stored += len;
    if env.seen.is_some() {
        let extent = env.extent(thread.place, Memory::Global, address, len);
        env.saw(thread.place, thread.pc, extent, true, false);
    }
    Ok(())
}

fn float_operation(thread: &mut Thread, op: &HostOp, what: FloatOp, double: bool) -> Result<()> {
    let a = match what.reads_integer() {
        true => thread.get_x(op.rs1),
        false => thread.get_f(op.rs1),
    };
    match what {
        FloatOp::ToBits => {
            let bits = if double { a } else { a as i32 as u64 };
            thread.set_x(op.rd, bits);
            return Ok(());
        }
        FloatOp::FromBits => {
            thread.f[usize::from(op.rd)] = if double { a } else { float::boxed(a as u32) };
            return Ok(());
        }
        _ => {}
    }
    let Some(round) = float::rounding(op.rm, thread.frm) else {
        return illegal(format!(
            "rounding mode {} is reserved",
            if op.rm == 7 { thread.frm } else { op.rm.into() }
        ));
    };
    let inputs = Inputs {
        a,
        b: thread.get_f(op.rs2),
        c: thread.get_f(op.rs3),
        round,
        raised: thread.fflags,
    };
    let (result, flags) = float::run(what, double, inputs);
    thread.fflags |= flags;
    match what.writes_integer() {
        true => thread.set_x(op.rd, result),
        false => thread.f[usize::from(op.rd)] = result,
    }
    Ok(())
}

/// A control and status register of the host core, where there is one of this number.
pub fn read_csr(thread: &Thread, number: u16) -> Option<u64> {
    Some(match number {
        0x001 => thread.fflags.into(),
        0x002 => thread.frm.into(),
        0x003 => u64::from(thread.frm << 5 | thread.fflags),
        0x008 => thread.vstart,
        0x009 => thread.vxsat.into(),
        0x00a => thread.vxrm.into(),
        0x00f => u64::from(thread.vxrm << 1 | thread.vxsat),
        0xc00..=0xc02 => thread.instructions,
        0xc20 => thread.vl,
        0xc21 => thread.vtype,
        0xc22 => super::thread::VLEN_BYTES as u64,
        0xf14 => thread.place.bit().into(),
        _ => return None,
    })
}

fn csr(thread: &mut Thread, op: &HostOp, action: CsrAction, immediate: bool) -> Result<()> {
    let number = op.imm as u16;
    let Some(old) = read_csr(thread, number) else {
        return illegal(format!("there is no CSR {number:#x}"));
    };
    let operand = if immediate {
        op.rs1.into()
    } else {
        thread.get_x(op.rs1)
    };
    let new = match action {
        CsrAction::Write => operand,
        CsrAction::Set => old | operand,
        CsrAction::Clear => old & !operand,
        CsrAction::Read => old,
    };
    if action == CsrAction::Write || op.rs1 != 0 {
        match number {
            0x001 => thread.fflags = new as u32 & 31,
            0x002 => thread.frm = new as u32 & 7,
            0x003 => (thread.frm, thread.fflags) = (new as u32 >> 5 & 7, new as u32 & 31),
            0x008 => thread.vstart = new & 1023,
            0x009 => thread.vxsat = new as u32 & 1,
            0x00a => thread.vxrm = new as u32 & 3,
            0x00f => (thread.vxrm, thread.vxsat) = (new as u32 >> 1 & 3, new as u32 & 1),
            _ => return illegal(format!("CSR {number:#x} is read-only")),
        }
    }
    thread.set_x(op.rd, old);
    Ok(())
}

/// Bare metal knows two calls: to end, and to write.
fn environment_call(thread: &mut Thread, env: &mut Env<'_>) -> Result<Next> {
    let [a0, a1, a2, a7] = [10, 11, 12, 17].map(|register| thread.get_x(register));
    match a7 {
        93 | 94 => {
            if env.counters.exit_code == 0 {
                env.counters.exit_code = (a0 as i32).into();
            }
            Ok(Next::End)
        }
        64 => {
            let room = MAX_OUTPUT.saturating_sub(env.counters.output.len()) as u64;
            if a2 > room {
                return stop(Trap::Illegal(format!(
                    "the program writes more than {MAX_OUTPUT} bytes"
                )));
            }
            for i in 0..a2 {
                let byte = load(thread, env, a1.wrapping_add(i), 1)?;
                // Descriptors 1 and 2 are the output; writing to any other is an error to the
                // program, as it would be on a real system.
                if matches!(a0, 1 | 2) {
                    env.counters.output.push(byte as u8);
                }
            }
            thread.set_x(
                10,
                if matches!(a0, 1 | 2) {
                    a2
                } else {
                    -9i64 as u64
                },
            );
            Ok(Next::Fall)
        }
        _ => illegal(format!(
            "ecall {a7} is not known; expected 93 (exit) or 64 (write)"
        )),
    }
}
