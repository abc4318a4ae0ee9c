//! The vector instructions of the host core.

use super::env::{Env, Result, illegal};
use super::host::{load, sign_extend, store};
use super::op::HostOp;
use super::thread::{Thread, VILL, VLEN_BYTES};
use crate::host::{VectorOp, VectorSecond};

pub fn run(thread: &mut Thread, env: &mut Env<'_>, op: &HostOp, what: VectorOp) -> Result<()> {
    match what {
        VectorOp::SetVli => {
            let avl = requested(op, thread.get_x(op.rs1));
            set_length(thread, op.rd, avl, op.imm as u64);
            return Ok(());
        }
        VectorOp::SetIvli => {
            set_length(thread, op.rd, Some(op.rs1.into()), op.imm as u64);
            return Ok(());
        }
        VectorOp::SetVl => {
            let avl = requested(op, thread.get_x(op.rs1));
            let vtype = thread.get_x(op.rs2);
            set_length(thread, op.rd, avl, vtype);
            return Ok(());
        }
        _ => {}
    }
    if thread.vtype & VILL != 0 {
        return illegal("vector instruction without a vector type: vsetvli comes first");
    }
    let sew = 1usize << (thread.vtype >> 3 & 3);
    let group = 1usize << (thread.vtype & 7);
    let masked = op.rs3 == 0;
    let start = std::mem::take(&mut thread.vstart) as usize;
    let elements = start..thread.vl as usize;
    match what {
        VectorOp::Load { bytes } | VectorOp::Store { bytes } => {
            let is_load = matches!(what, VectorOp::Load { .. });
            let bytes = usize::from(bytes);
            // The group of a memory access has as many elements as that of the type.
            let registers = (group * bytes).div_ceil(sew);
            registers_fit(op.rd, registers)?;
            let base = thread.get_x(op.rs1);
            for i in elements {
                if masked && !thread.mask_bit(i) {
                    continue;
                }
                let address = base.wrapping_add((i * bytes) as u64);
                let at = i * bytes;
                if is_load {
                    let value = load(thread, env, address, bytes as u8)?.to_le_bytes();
                    thread.vectors_mut(op.rd)[at..at + bytes].copy_from_slice(&value[..bytes]);
                } else {
                    let value = element(thread, op.rd, i, bytes);
                    store(thread, env, address, bytes as u8, value)?;
                }
            }
        }
        VectorOp::Id => {
            registers_fit(op.rd, group)?;
            for i in elements
                .filter(|&i| !masked || thread.mask_bit(i))
                .collect::<Vec<_>>()
            {
                set_element(thread, op.rd, i, sew, i as u64);
            }
        }
        VectorOp::Add(second) | VectorOp::Mul(second) => {
            registers_fit(op.rd, group)?;
            registers_fit(op.rs2, group)?;
            if second == VectorSecond::Vector {
                registers_fit(op.rs1, group)?;
            }
            for i in elements {
                if masked && !thread.mask_bit(i) {
                    continue;
                }
                let (a, b) = (
                    element(thread, op.rs2, i, sew),
                    other(thread, op, second, i, sew),
                );
                let result = match what {
                    VectorOp::Add(_) => a.wrapping_add(b),
                    _ => a.wrapping_mul(b),
                };
                set_element(thread, op.rd, i, sew, result);
            }
        }
        VectorOp::Move(second) => {
            registers_fit(op.rd, group)?;
            if second == VectorSecond::Vector {
                registers_fit(op.rs1, group)?;
            }
            for i in elements {
                let value = other(thread, op, second, i, sew);
                set_element(thread, op.rd, i, sew, value);
            }
        }
        VectorOp::ToInteger => {
            let value = sign_extend(element(thread, op.rs2, 0, sew), sew as u8);
            thread.set_x(op.rd, value);
        }
        VectorOp::FromInteger => {
            if !elements.is_empty() {
                let value = thread.get_x(op.rs1);
                set_element(thread, op.rd, 0, sew, value);
            }
        }
        VectorOp::SetVli | VectorOp::SetIvli | VectorOp::SetVl => {}
    }
    Ok(())
}

/// The length that is asked for: `None` keeps the present one.
fn requested(op: &HostOp, rs1: u64) -> Option<u64> {
    match (op.rd, op.rs1) {
        (0, 0) => None,
        (_, 0) => Some(u64::MAX),
        _ => Some(rs1),
    }
}

fn set_length(thread: &mut Thread, rd: u8, avl: Option<u64>, vtype: u64) {
    let (grouping, width) = (vtype & 7, vtype >> 3 & 7);
    thread.vstart = 0;
    if grouping > 3 || width > 3 || vtype >> 8 != 0 {
        (thread.vtype, thread.vl) = (VILL, 0);
    } else {
        let most = (VLEN_BYTES as u64 >> width) << grouping;
        thread.vtype = vtype;
        thread.vl = avl.unwrap_or(thread.vl).min(most);
    }
    thread.set_x(rd, thread.vl);
}

fn registers_fit(first: u8, count: usize) -> Result<()> {
    let first = usize::from(first);
    if count == 0 || count > 8 || !first.is_multiple_of(count.next_power_of_two()) {
        return illegal(format!(
            "v{first} does not begin a group of {count} vector registers"
        ));
    }
    Ok(())
}

fn element(thread: &Thread, register: u8, index: usize, bytes: usize) -> u64 {
    let at = index * bytes;
    let mut word = [0; 8];
    word[..bytes].copy_from_slice(&thread.vectors(register)[at..at + bytes]);
    u64::from_le_bytes(word)
}

fn set_element(thread: &mut Thread, register: u8, index: usize, bytes: usize, value: u64) {
    let at = index * bytes;
    thread.vectors_mut(register)[at..at + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
}

fn other(thread: &Thread, op: &HostOp, second: VectorSecond, index: usize, sew: usize) -> u64 {
    match second {
        VectorSecond::Vector => element(thread, op.rs1, index, sew),
        VectorSecond::Integer => thread.get_x(op.rs1),
        VectorSecond::Immediate => op.imm as u64,
    }
}
