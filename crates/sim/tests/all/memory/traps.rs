//! What is wrong with an access, and what a right one costs.

use crate::common::*;
use op::Op;
use sim::{Apertures, Config, Launch, Memory, Stats};
use std::sync::Arc;
use uop::{AtomicOp, MemKind, MemOp, Space, Trap, Uop};

/// Thirty-two lanes carry out `op` with `v3` as their addresses.
fn try_access(
    op: MemOp,
    addresses: impl Fn(u32) -> u32,
    setup: impl Fn(&mut Memory),
) -> Result<Stats, Trap> {
    let mut asm = Asm::new();
    asm.memory(op);
    asm.push(Uop::End);
    let program = asm.finish();
    let mut memory = Memory::new(1 << 20);
    setup(&mut memory);
    let given = Given {
        vectors: vec![(v(3), (0..32).map(addresses).collect())],
        ..Given::default()
    };
    let launch = Launch {
        constant: Arc::new([0; 16]),
        flat: Apertures {
            local: 0x1000..0x2000,
            private: 0x2000..0x3000,
        },
        entry: Arc::new(given),
        ..launch(1, 32, 32)
    };
    run(&program, &launch, &memory.into(), &Config::default()).map_err(|fault| {
        assert_eq!(fault.address, 0x100);
        fault.trap
    })
}

#[test]
fn bad_accesses_name_the_lane_and_the_argument() {
    use Space::{Constant, Flat, Global, Local, Private};
    let region = |memory: &mut Memory| {
        let base = memory.allocate(64, label("a", 64)).unwrap();
        assert_eq!(base, 0x1000_0000);
        let second = memory.allocate(64, label("b", 64)).unwrap();
        memory.protect(second);
    };
    let base = 0x1000_0000u32;
    let get = |space, bytes| load(space, bytes, v(8), v(3));
    let aligned = |align| MemOp {
        align,
        ..get(Global, 4)
    };
    let put = |space, bytes| store(space, bytes, v(3), v(8));
    let atomic = |space, bytes| MemOp {
        kind: MemKind::Atomic {
            op: AtomicOp::Exchange,
            returns: false,
        },
        bytes,
        ..put(space, 4)
    };
    type Address<'a> = &'a dyn Fn(u32) -> u32;
    #[rustfmt::skip]
    let cases: &[(MemOp, Address<'_>, u32, &str)] = &[
        (get(Global, 4), &|lane| base + 4 * lane, 16, "a[16] is past the end of u32[16]"),
        (get(Global, 4), &|lane| base + 2 * lane, 31, "4 bytes at a[15] reach past the end of u32[16]"),
        (get(Global, 4), &|lane| base - 4 * (lane / 31), 31, "4 bytes before the start of a: u32[16]"),
        (get(Global, 4), &|_| 0, 0, "a null pointer: nothing is mapped here"),
        (aligned(4), &|lane| base + lane, 1, "the address must be a multiple of 4"),
        (aligned(4), &|lane| base + 2 + 4 * (lane % 8), 0, "the address must be a multiple of 4"),
        (put(Global, 4), &|lane| base + 4352 * (lane / 31), 31, "b is read-only"),
        (get(Local, 8), &|lane| 1020 * (lane / 9), 9, "local memory has 1024 bytes"),
        (get(Private, 4), &|lane| 2 * lane, 31, "private memory has 64 bytes"),
        (get(Private, 4), &|lane| if lane == 3 { !0 } else { 0 }, 3, "private memory has 64 bytes"),
        (get(Constant, 4), &|lane| lane, 13, "constant memory has 16 bytes"),
        (put(Constant, 4), &|_| 0, 0, "constant memory is read-only"),
        (get(Flat, 4), &|lane| 0x1000 + 1024 * (lane / 4), 4, "local memory has 1024 bytes"),
        (get(Flat, 4), &|lane| 0x2000 + 64 * (lane / 5), 5, "private memory has 64 bytes"),
        (get(Flat, 4), &|lane| base + 64 * (lane / 6), 6, "a[16] is past the end of u32[16]"),
        // One byte too far, in one lane.
        (get(Global, 4), &|lane| base + 61 * (lane / 31), 31, "4 bytes at a[15] reach past the end of u32[16]"),
        (put(Global, 2), &|lane| base + 63 * (lane / 31), 31, "2 bytes at a[15] reach past the end of u32[16]"),
        (get(Local, 4), &|lane| 1021 * (lane / 31), 31, "local memory has 1024 bytes"),
        (put(Private, 4), &|lane| 61 * (lane / 31), 31, "private memory has 64 bytes"),
        (get(Constant, 4), &|lane| 13 * (lane / 31), 31, "constant memory has 16 bytes"),
        (atomic(Global, 4), &|lane| base + lane / 2, 2, "the address must be a multiple of 4"),
        (atomic(Local, 8), &|lane| 4 * lane, 1, "the address must be a multiple of 8"),
        (atomic(Constant, 4), &|_| 0, 0, "constant memory is read-only"),
    ];
    for (op, addresses, expected_lane, expected) in cases {
        match try_access(op.clone(), addresses, region) {
            Err(Trap::Access { lane, why, .. }) => {
                assert_eq!((lane, why.as_str()), (*expected_lane, *expected), "{op:?}");
            }
            other => panic!("{op:?} gave {other:?}"),
        }
    }
}

#[test]
fn an_access_that_traps_changes_nothing() {
    let mut asm = Asm::new();
    asm.op_with(Op::ShlB32, v(3), LANE, 2);
    asm.op_with(Op::AddU32, v(3), v(3), 0x1000_0000);
    asm.store(v(3), v(3));
    asm.push(Uop::End);
    let (memory, base) = memory(64);
    asm.run(&launch(1, 32, 32), &memory).unwrap_err();
    assert_eq!(words(&memory, base, 16), [0; 16]);
}

#[test]
fn transactions_are_distinct_segments() {
    let base = 0x1000_0000;
    let count = |bytes, address: &dyn Fn(u32) -> u32| {
        let room = |memory: &mut Memory| {
            memory.allocate(1 << 16, label("a", 1 << 16)).unwrap();
        };
        let op = load(Space::Global, bytes, v(8), v(3));
        try_access(op, address, room).unwrap().transactions
    };
    assert_eq!(count(4, &|lane| base + 4 * lane), 1);
    assert_eq!(count(4, &|lane| base + 4 + 4 * lane), 2);
    assert_eq!(count(4, &|lane| base + 4 * (31 - lane)), 1);
    assert_eq!(count(4, &|lane| base + 512 * lane), 32);
    assert_eq!(count(16, &|lane| base + 16 * lane), 4);
    assert_eq!(count(4, &|_| base), 1);
    assert_eq!(count(1, &|lane| base + lane), 1);
    // Only what reaches global memory counts.
    let flat = load(Space::Flat, 4, v(8), v(3));
    let room = |memory: &mut Memory| {
        memory.allocate(1 << 16, label("a", 1 << 16)).unwrap();
    };
    let mixed = try_access(
        flat,
        |lane| if lane < 16 { 0x1000 } else { base + 128 * lane },
        room,
    );
    assert_eq!(mixed.unwrap().transactions, 16);
    let local = try_access(load(Space::Local, 4, v(8), v(3)), |lane| 4 * lane, room);
    assert_eq!(local.unwrap().transactions, 0);
}
