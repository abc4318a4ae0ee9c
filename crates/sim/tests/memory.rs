//! Accesses: every space, width, mask and pattern gives what a byte array gives, lane by lane;
//! what is wrong traps, names the lane and changes nothing.

mod common;

use common::*;
use op::Op;
use sim::{Apertures, Config, Delivery, Dispatch, Launch, Memory, Observer, Stats};
use uop::{
    Addr, AtomicOp, Channel, Extend, MaskOp, MemKind, MemOp, ScalarLoad, Space, Src, Trap, Uop,
};

const DATA_BYTES: usize = 4096;
const LOCAL_BYTES: usize = 1024;
const PRIVATE_BYTES: usize = 52;

/// Looks at everything and stops nothing.
struct Watch(u64);

impl Observer for Watch {
    fn access(&mut self, _: &sim::Site, access: &sim::Access) {
        self.0 += u64::from(access.bytes);
    }
}

/// One access by one wave, with everything that belongs to it.
struct Case {
    lanes: usize,
    op: MemOp,
    /// Offsets into the space, by lane.
    offsets: Vec<u64>,
    exec: u64,
    given: Given,
}

fn random_case(random: &mut Random, data: u64) -> Case {
    let lanes = random.pick(&[4, 16, 32, 64]);
    let space = random.pick(&[
        Space::Global,
        Space::Global,
        Space::Local,
        Space::Private,
        Space::Constant,
        Space::Flat,
    ]);
    let store = space != Space::Constant && random.chance(50);
    let bytes: u8 = random.pick(&[1, 2, 4, 4, 4, 8, 12, 16]);
    let size = match space {
        Space::Local => LOCAL_BYTES,
        Space::Private => PRIVATE_BYTES,
        _ => DATA_BYTES,
    } as u64;
    let room = size - u64::from(bytes) + 1;
    let step = u64::from(random.pick(&[bytes, bytes, bytes, 0, 1, 2 * bytes]));
    let start = random.next() % room;
    let pattern = random.below(4);
    let offsets: Vec<u64> = (0..lanes as u64)
        .map(|lane| match pattern {
            0 | 1 => (start + lane * step) % room,
            2 => (start + (lanes as u64 - lane) * step) % room,
            _ => random.next() % room,
        })
        .collect();
    let base = match space {
        Space::Global | Space::Flat => data,
        _ => 0,
    };
    let (wide, wrap32) = (random.chance(30), random.chance(30));
    let scalar = random.chance(50);
    let offset = random.next() as i64 % 1000;
    // Whatever is added elsewhere is missing from the lanes' own part.
    let fixed = if scalar { base.wrapping_sub(77) } else { 0 };
    let own = |offset_in: &u64| {
        let whole = base.wrapping_add(*offset_in);
        whole.wrapping_sub(fixed).wrapping_sub(offset as u64)
    };
    let narrow = !wide && !wrap32 && offsets.iter().any(|o| own(o) > u32::MAX.into());
    let (offset, wide) = (offset, wide || narrow);
    let mut given = Given::default();
    let words = |shift: u32| offsets.iter().map(|o| (own(o) >> shift) as u32).collect();
    given.vectors.push((v(3), words(0)));
    given.vectors.push((v(4), words(32)));
    for reg in 8..16 {
        given
            .vectors
            .push((v(reg), (0..lanes).map(|_| random.next() as u32).collect()));
    }
    let part: Vec<u32> = (0..lanes).map(|_| random.next() as u32).collect();
    given.vectors.push((v(16), part));
    let mut exec = if random.chance(50) { !0 } else { random.next() };
    exec &= !0 >> (64 - lanes);
    let full = !0u64 >> (64 - lanes);
    let pairs = [(2, exec), (4, full), (6, fixed)];
    for (reg, value) in pairs {
        given.scalars.push((s(reg), value as u32));
        given.scalars.push((s(reg + 1), (value >> 32) as u32));
    }
    let extends = [
        Extend::Zero,
        Extend::Sign,
        Extend::LowZero,
        Extend::LowSign,
        Extend::HighZero,
        Extend::HighSign,
    ];
    let kind = match (store, bytes) {
        (true, _) => MemKind::Store {
            high: bytes < 4 && random.chance(50),
        },
        (false, 1 | 2) => MemKind::Load(random.pick(&extends)),
        (false, _) => MemKind::Load(Extend::Zero),
    };
    let op = MemOp {
        space,
        kind,
        bytes,
        align: 1,
        addr: Addr {
            base: Src::Vector(v(3)),
            wide,
            scalar: scalar.then_some(s(6)),
            offset,
            wrap32,
        },
        dst: v(8),
        data: v(12),
        lanes: random.chance(30).then_some(v(16)),
        channel: random.chance(50).then_some(Channel(0)),
    };
    Case {
        lanes,
        op,
        offsets,
        exec,
        given,
    }
}

/// The bytes of the space as lane `lane` sees them.
fn bytes_of<'m>(model: &'m mut [Vec<u8>], op: &MemOp, lane: usize) -> &'m mut Vec<u8> {
    let own = op.space == Space::Private;
    &mut model[if own { lane } else { 0 }]
}

/// What the access does, lane by lane. Returns the registers `v8..v12`.
fn model(case: &Case, spaces: &mut [Vec<u8>]) -> Vec<Vec<u32>> {
    let register = |reg: u16| {
        case.given
            .vectors
            .iter()
            .find(|r| r.0 == v(reg))
            .unwrap()
            .1
            .clone()
    };
    let mut dst: Vec<Vec<u32>> = (8..12).map(register).collect();
    let data: Vec<Vec<u32>> = (12..16).map(register).collect();
    let part = register(16);
    for lane in 0..case.lanes {
        if case.exec >> lane & 1 == 0 || case.op.lanes.is_some() && part[lane] & 1 == 0 {
            continue;
        }
        let at = case.offsets[lane] as usize;
        let bytes = usize::from(case.op.bytes);
        let place = &mut bytes_of(spaces, &case.op, lane)[at..at + bytes];
        match case.op.kind {
            MemKind::Load(extend) if bytes < 4 => {
                let mut raw = [0; 4];
                raw[..bytes].copy_from_slice(place);
                let value = u32::from_le_bytes(raw);
                let signed = if bytes == 1 {
                    value as u8 as i8 as u32
                } else {
                    value as u16 as i16 as u32
                };
                let old = dst[0][lane];
                dst[0][lane] = match extend {
                    Extend::Zero => value,
                    Extend::Sign => signed,
                    Extend::LowZero => old & 0xffff_0000 | value,
                    Extend::LowSign => old & 0xffff_0000 | signed & 0xffff,
                    Extend::HighZero => old & 0xffff | value << 16,
                    Extend::HighSign => old & 0xffff | signed << 16,
                };
            }
            MemKind::Load(_) => {
                for (r, word) in place.chunks_exact(4).enumerate() {
                    dst[r][lane] = u32::from_le_bytes(word.try_into().unwrap());
                }
            }
            MemKind::Store { high } => {
                let mut raw: Vec<u8> = data.iter().flat_map(|r| r[lane].to_le_bytes()).collect();
                raw.drain(..if high { 2 } else { 0 });
                place.copy_from_slice(&raw[..bytes]);
            }
            MemKind::Atomic { .. } => unreachable!(),
        }
    }
    dst
}

#[test]
fn accesses_move_the_bytes_that_a_plain_array_moves() {
    for seed in 0..3000 {
        let mut random = Random(seed);
        let mut memory = Memory::new(1 << 20);
        let data = memory
            .allocate(DATA_BYTES as u64, label("data", DATA_BYTES as u64))
            .unwrap();
        let out_bytes = 4 * (4 * 64 + LOCAL_BYTES / 4) as u64;
        let out = memory.allocate(out_bytes, label("out", out_bytes)).unwrap() as u32;
        let contents: Vec<u8> = (0..DATA_BYTES).map(|_| random.next() as u8).collect();
        memory.write(data, &contents).unwrap();
        let case = random_case(&mut random, data);

        let mut asm = Asm::with(Default::default(), &[("loads", true, 63)]);
        asm.mask(MaskOp::Set(s(2)));
        asm.memory(case.op.clone());
        asm.push(Uop::Wait {
            channel: Channel(0),
            at_most: 0,
        });
        asm.mask(MaskOp::Set(s(4)));
        if case.op.space == Space::Private && matches!(case.op.kind, MemKind::Store { .. }) {
            // Private memory dies with its wave: read back what was stored.
            let kind = MemKind::Load(Extend::Zero);
            asm.memory(MemOp {
                kind,
                lanes: None,
                channel: None,
                ..case.op.clone()
            });
        }
        asm.dump(out, 64, &[v(8), v(9), v(10), v(11)], v(5));
        for first in (0..LOCAL_BYTES as u32).step_by(4 * case.lanes) {
            asm.op_with(Op::ShlB32, v(5), LANE, 2);
            asm.op_with(Op::AddU32, v(6), v(5), first);
            asm.memory(load(Space::Local, 4, v(7), v(6)));
            asm.op_with(Op::AddU32, v(6), v(5), out + 4 * 4 * 64 + first);
            asm.store(v(6), v(7));
        }
        asm.push(Uop::End);
        let program = asm.finish();

        let launch = Launch {
            local_bytes: LOCAL_BYTES as u32,
            private_bytes: PRIVATE_BYTES as u32,
            constant: &contents,
            entry: &case.given,
            ..launch(1, case.lanes as u32, case.lanes as u32)
        };
        let local: Vec<u8> = 0xdead_beef_u32.to_le_bytes().repeat(LOCAL_BYTES / 4);
        let mut spaces = match case.op.space {
            Space::Local => vec![local.clone()],
            Space::Private => vec![vec![0; PRIVATE_BYTES]; case.lanes],
            _ => vec![contents.clone()],
        };
        let mut expected = model(&case, &mut spaces);
        if case.op.space == Space::Private && matches!(case.op.kind, MemKind::Store { .. }) {
            let words = usize::from(case.op.bytes.div_ceil(4));
            for lane in 0..case.lanes {
                let at = case.offsets[lane] as usize;
                let mut raw = spaces[lane][at..at + usize::from(case.op.bytes)].to_vec();
                raw.resize(4 * words, 0);
                for (r, word) in raw.chunks_exact(4).enumerate() {
                    expected[r][lane] = u32::from_le_bytes(word.try_into().unwrap());
                }
            }
        }
        for (watched, delivery) in [
            (false, Delivery::Eager),
            (true, Delivery::Eager),
            (false, Delivery::Strict),
        ] {
            memory.write(data, &contents).unwrap();
            let config = Config {
                delivery,
                ..Config::default()
            };
            let mut dispatch = Dispatch::new(&program, launch.clone(), &memory, config);
            if watched {
                let mut watch = Watch(0);
                dispatch.resume(&mut watch).unwrap();
                let Stats {
                    bytes_loaded,
                    bytes_stored,
                    ..
                } = *dispatch.stats();
                assert_eq!(watch.0, bytes_loaded + bytes_stored);
            } else {
                dispatch.resume(&mut ()).unwrap();
            }
            let context = format!(
                "seed {seed}, watched {watched}, {delivery:?}, {:?}",
                case.op
            );
            let got = words(&memory, out, 4 * 64 + LOCAL_BYTES / 4);
            for (r, expected) in expected.iter().enumerate() {
                assert_eq!(
                    got[64 * r..][..case.lanes],
                    *expected,
                    "register {r}, {context}"
                );
            }
            let mut after = vec![0; DATA_BYTES];
            memory.read(data, &mut after).unwrap();
            let global = matches!(case.op.space, Space::Global | Space::Flat);
            assert!(
                after
                    == if global {
                        spaces[0].clone()
                    } else {
                        contents.clone()
                    },
                "{context}"
            );
            let local_after: Vec<u8> = got[4 * 64..].iter().flat_map(|w| w.to_le_bytes()).collect();
            let shared = case.op.space == Space::Local;
            assert!(
                local_after
                    == if shared {
                        spaces[0].clone()
                    } else {
                        local.clone()
                    },
                "{context}"
            );
        }
    }
}

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
        constant: &[0; 16],
        flat: Apertures {
            local: 0x1000..0x2000,
            private: 0x2000..0x3000,
        },
        entry: &given,
        ..launch(1, 32, 32)
    };
    run(&program, &launch, &memory, &Config::default()).map_err(|fault| {
        assert_eq!(fault.address, 0x100);
        fault.trap
    })
}

#[test]
fn bad_accesses_name_the_lane_and_the_argument() {
    let region = |memory: &mut Memory| {
        let base = memory.allocate(64, label("a", 64)).unwrap();
        assert_eq!(base, 0x1000_0000);
        let second = memory.allocate(64, label("b", 64)).unwrap();
        memory.protect(second);
    };
    let base = 0x1000_0000u32;
    let word = load(Space::Global, 4, v(8), v(3));
    let aligned = MemOp {
        align: 4,
        ..word.clone()
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
    let cases: &[(MemOp, Address<'_>, u32, &str)] = &[
        (
            word.clone(),
            &|lane| base + 4 * lane,
            16,
            "a[16] is past the end of u32[16]",
        ),
        (
            word.clone(),
            &|lane| base + 2 * lane,
            31,
            "4 bytes at a[15] reach past the end of u32[16]",
        ),
        (
            word.clone(),
            &|lane| base - 4 * (lane / 31),
            31,
            "4 bytes before the start of a: u32[16]",
        ),
        (
            word.clone(),
            &|_| 0,
            0,
            "a null pointer: nothing is mapped here",
        ),
        (
            aligned.clone(),
            &|lane| base + lane,
            1,
            "the address must be a multiple of 4",
        ),
        (
            aligned,
            &|lane| base + 2 + 4 * (lane % 8),
            0,
            "the address must be a multiple of 4",
        ),
        (
            put(Space::Global, 4),
            &|lane| base + 4352 * (lane / 31),
            31,
            "b is read-only",
        ),
        (
            load(Space::Local, 8, v(8), v(3)),
            &|lane| 1020 * (lane / 9),
            9,
            "local memory has 1024 bytes",
        ),
        (
            load(Space::Private, 4, v(8), v(3)),
            &|lane| 2 * lane,
            31,
            "private memory has 64 bytes",
        ),
        (
            load(Space::Private, 4, v(8), v(3)),
            &|lane| if lane == 3 { !0 } else { 0 },
            3,
            "private memory has 64 bytes",
        ),
        (
            load(Space::Constant, 4, v(8), v(3)),
            &|lane| lane,
            13,
            "constant memory has 16 bytes",
        ),
        (
            put(Space::Constant, 4),
            &|_| 0,
            0,
            "constant memory is read-only",
        ),
        (
            load(Space::Flat, 4, v(8), v(3)),
            &|lane| 0x1000 + 1024 * (lane / 4),
            4,
            "local memory has 1024 bytes",
        ),
        (
            load(Space::Flat, 4, v(8), v(3)),
            &|lane| 0x2000 + 64 * (lane / 5),
            5,
            "private memory has 64 bytes",
        ),
        (
            load(Space::Flat, 4, v(8), v(3)),
            &|lane| base + 64 * (lane / 6),
            6,
            "a[16] is past the end of u32[16]",
        ),
        // One byte too far, in one lane.
        (
            word.clone(),
            &|lane| base + 61 * (lane / 31),
            31,
            "4 bytes at a[15] reach past the end of u32[16]",
        ),
        (
            put(Space::Global, 2),
            &|lane| base + 63 * (lane / 31),
            31,
            "2 bytes at a[15] reach past the end of u32[16]",
        ),
        (
            load(Space::Local, 4, v(8), v(3)),
            &|lane| 1021 * (lane / 31),
            31,
            "local memory has 1024 bytes",
        ),
        (
            put(Space::Private, 4),
            &|lane| 61 * (lane / 31),
            31,
            "private memory has 64 bytes",
        ),
        (
            load(Space::Constant, 4, v(8), v(3)),
            &|lane| 13 * (lane / 31),
            31,
            "constant memory has 16 bytes",
        ),
        (
            atomic(Space::Global, 4),
            &|lane| base + lane / 2,
            2,
            "the address must be a multiple of 4",
        ),
        (
            atomic(Space::Local, 8),
            &|lane| 4 * lane,
            1,
            "the address must be a multiple of 8",
        ),
        (
            atomic(Space::Constant, 4),
            &|_| 0,
            0,
            "constant memory is read-only",
        ),
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
    run(
        &asm.finish(),
        &launch(1, 32, 32),
        &memory,
        &Config::default(),
    )
    .unwrap_err();
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

/// Atomics on one address take effect lane after lane, ascending.
#[test]
fn atomics_go_lane_by_lane() {
    for space in [Space::Global, Space::Local, Space::Flat] {
        for bytes in [4u8, 8] {
            for op in [
                AtomicOp::Apply(Op::AddU64),
                AtomicOp::Exchange,
                AtomicOp::CompareSwap,
            ] {
                let op = match op {
                    AtomicOp::Apply(_) if bytes == 4 => AtomicOp::Apply(Op::AddU32),
                    op => op,
                };
                check_atomic(space, bytes, op);
            }
        }
    }
}

fn check_atomic(space: Space, bytes: u8, op: AtomicOp) {
    let (memory, base) = memory(4096);
    let start = if space == Space::Local {
        0
    } else {
        base + 2048
    };
    // Two cells, for even and odd lanes.
    let cell = |lane: u32| start + u32::from(bytes) * (lane % 2);
    let random = |i: u64, lane: u32| Random(i * 64 + u64::from(lane)).next();
    let new = |lane: u32| random(1, lane) & (!0 >> (64 - 8 * u32::from(bytes)));
    let initial = if bytes == 8 { 7u64 << 32 | 5 } else { 5 };
    // Every third lane knows what is there, if nobody has been faster.
    let compare = |lane: u32| if lane.is_multiple_of(3) { initial } else { 1 };
    let half = |value: &dyn Fn(u32) -> u64, shift: u32| {
        (0..32).map(|lane| (value(lane) >> shift) as u32).collect()
    };
    let mut vectors = vec![(v(3), (0..32).map(cell).collect::<Vec<u32>>())];
    let mut reg = 8;
    for value in [&new as &dyn Fn(u32) -> u64, &compare] {
        for shift in (0..8 * u32::from(bytes)).step_by(32) {
            vectors.push((v(reg), half(value, shift)));
            reg += 1;
        }
    }
    for shift in [0, 32] {
        vectors.push((v(18 + shift / 32), half(&|_| initial, shift.into())));
    }
    let given = Given {
        vectors,
        ..Given::default()
    };
    let mut asm = Asm::new();
    asm.memory(store(space, bytes, v(3), v(18)));
    asm.memory(MemOp {
        kind: MemKind::Atomic { op, returns: true },
        dst: v(14),
        data: v(8),
        ..load(space, bytes, v(14), v(3))
    });
    asm.memory(load(space, bytes, v(16), v(3)));
    asm.dump(base, 32, &[v(14), v(15), v(16), v(17)], v(5));
    asm.push(Uop::End);
    let launch = Launch {
        entry: &given,
        ..launch(1, 32, 32)
    };
    run(&asm.finish(), &launch, &memory, &Config::default()).unwrap();
    let got = words(&memory, base, 4 * 32);
    let value = |reg: usize, lane: usize| {
        let high = if bytes == 8 {
            got[32 * (reg + 1) + lane]
        } else {
            0
        };
        u64::from(got[32 * reg + lane]) | u64::from(high) << 32
    };
    let mut cells = [initial; 2];
    for lane in 0..32 {
        let cell = &mut cells[lane as usize % 2];
        assert_eq!(
            value(0, lane as usize),
            *cell,
            "{space:?} {bytes} {op:?} lane {lane}"
        );
        *cell = match op {
            AtomicOp::Apply(op) => op.eval([*cell, new(lane), 0]),
            AtomicOp::Exchange => new(lane),
            AtomicOp::CompareSwap if *cell == compare(lane) => new(lane),
            AtomicOp::CompareSwap => *cell,
        };
    }
    for lane in 0..32 {
        assert_eq!(value(2, lane), cells[lane % 2], "{space:?} {bytes} {op:?}");
    }
}

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
        let stats = run(
            &asm.finish(),
            &launch(1, 1, 16),
            &memory,
            &Config::default(),
        )
        .unwrap();
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
    let fault = run(
        &asm.finish(),
        &launch(1, 32, 32),
        &memory,
        &Config::default(),
    )
    .unwrap_err();
    assert!(fault.to_string().contains("fixed is read-only"), "{fault}");
    drop(memory);
    assert_eq!(host[..32], fixed[..32]);
    assert_eq!(host[32], 32);
    assert_eq!(fixed[0], 100);
}
