//! Accesses: every space, width, mask and pattern gives what a byte array gives, lane by lane;
//! what is wrong traps, names the lane and changes nothing.

mod atomics;
mod moves;
mod traps;

use crate::common::*;
use op::Op;
use sim::Memory;
use uop::{Addr, Extend, MemOp, ScalarLoad, Space, Src, Uop};

#[test]
fn scalar_loads_fill_consecutive_registers() {
    let (memory, base) = memory(256);
    write_words(&memory, base, (0..64).map(|i| 0x8081_8283 + i));
    for (bytes, extend, expected) in [
        (4, Extend::Zero, vec![0x8081_8284]),
        (
            16,
            Extend::Zero,
            vec![0x8081_8284, 0x8081_8285, 0x8081_8286, 0x8081_8287],
        ),
        (1, Extend::Zero, vec![0x84]),
        (1, Extend::Sign, vec![0xffff_ff84]),
        (2, Extend::Sign, vec![0xffff_8284]),
    ] {
        let mut asm = Asm::new();
        let address = asm.builder.scalar_constant64(u64::from(base) - 12);
        let index = asm.builder.scalar_constant(8);
        asm.push(Uop::ScalarLoad(Box::new(ScalarLoad {
            space: Space::Global,
            base: address,
            index: Some(index),
            offset: 8,
            dst: s(4),
            bytes,
            extend,
            channel: None,
        })));
        for i in 0..expected.len() as u16 {
            let src = [Src::Scalar(s(4 + i)), Src::None, Src::None];
            asm.push(Uop::PerLane {
                op: Op::MovB32,
                dst: v(8 + i),
                src,
            });
        }
        let regs: Vec<_> = (0..expected.len() as u16).map(|i| v(8 + i)).collect();
        asm.dump(base + 128, 1, &regs, v(5));
        asm.push(Uop::End);
        let stats = asm.run(&launch(1, 1, 16), &memory).unwrap();
        assert_eq!(words(&memory, base + 128, expected.len()), expected);
        assert_eq!(stats.bytes_loaded, u64::from(bytes));
        assert_eq!(stats.transactions, 1 + expected.len() as u64);
    }
}

#[test]
fn host_memory_is_used_in_place() {
    let mut host: Vec<u32> = (0..64).collect();
    let fixed: Vec<u32> = (100..164).collect();
    let mut memory = Memory::new(0);
    let (at, from) = (host.as_mut_ptr() as u64, fixed.as_ptr() as u64);
    // SAFETY: both outlive the run, and `fixed` is mapped for reading only.
    unsafe {
        memory.map_host(at, 256, true, label("host", 256));
        memory.map_host(from, 256, false, label("fixed", 256));
    }
    let mut asm = Asm::new();
    let (at, from) = (
        asm.builder.scalar_constant64(at),
        asm.builder.scalar_constant64(from),
    );
    asm.op_with(Op::ShlB32, v(3), LANE, 2);
    let with = |scalar, op: MemOp| MemOp {
        addr: Addr {
            scalar: Some(scalar),
            ..op.addr
        },
        ..op
    };
    asm.memory(with(from, load(Space::Global, 4, v(8), v(3))));
    asm.memory(with(at, store(Space::Global, 4, v(3), v(8))));
    asm.memory(with(from, store(Space::Global, 4, v(3), v(8))));
    asm.push(Uop::End);
    let fault = asm.run(&launch(1, 32, 32), &memory.into()).unwrap_err();
    assert!(fault.to_string().contains("fixed is read-only"), "{fault}");
    assert_eq!(host[..32], fixed[..32]);
    assert_eq!(host[32], 32);
    assert_eq!(fixed[0], 100);
}
