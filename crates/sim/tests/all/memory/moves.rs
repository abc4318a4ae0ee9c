//! Random loads and stores against a byte array.

use crate::common::*;
use op::Op;
use random::Random;
use sim::{Config, Delivery, Dispatch, Launch, Memory, Observer, Stats};
use std::sync::Arc;
use uop::{Addr, Channel, Extend, MaskOp, MemKind, MemOp, Space, Src, Uop};

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
    let start = random.bits() % room;
    let pattern = random.below(4);
    let offsets: Vec<u64> = (0..lanes as u64)
        .map(|lane| match pattern {
            0 | 1 => (start + lane * step) % room,
            2 => (start + (lanes as u64 - lane) * step) % room,
            _ => random.bits() % room,
        })
        .collect();
    let base = match space {
        Space::Global | Space::Flat => data,
        _ => 0,
    };
    let (wide, wrap32) = (random.chance(30), random.chance(30));
    let scalar = random.chance(50);
    let offset = random.bits() as i64 % 1000;
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
            .push((v(reg), (0..lanes).map(|_| random.bits() as u32).collect()));
    }
    let part: Vec<u32> = (0..lanes).map(|_| random.bits() as u32).collect();
    given.vectors.push((v(16), part));
    let mut exec = if random.chance(50) { !0 } else { random.bits() };
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
        let mut random = Random::new(seed);
        let mut memory = Memory::new(1 << 20);
        let data = memory
            .allocate(DATA_BYTES as u64, label("data", DATA_BYTES as u64))
            .unwrap();
        let out_bytes = 4 * (4 * 64 + LOCAL_BYTES / 4) as u64;
        let out = memory.allocate(out_bytes, label("out", out_bytes)).unwrap() as u32;
        let contents: Vec<u8> = (0..DATA_BYTES).map(|_| random.bits() as u8).collect();
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

        let memory = Arc::new(memory);
        let launch = Launch {
            local_bytes: LOCAL_BYTES as u32,
            private_bytes: PRIVATE_BYTES as u32,
            constant: contents.as_slice().into(),
            entry: Arc::new(case.given.clone()),
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
