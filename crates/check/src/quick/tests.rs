use super::*;
use op::Op;
use random::Random;
use sim::{Guard, RegionLabel, Touches, Touching, Where};
use uop::{
    Addr, Channel, ChannelRule, Cond, Extend, InstInfo, MaskOp, MemKind, MemOp, MemoryOrder,
    Resources, SReg, Space, Src, Step, UopIdx, VReg,
};

const EXEC: SReg = SReg(9);

/// A program of these steps, each an instruction.
fn program(uops: Vec<Uop>) -> Program {
    let rule = |name: &str, in_order: bool| ChannelRule {
        name: name.into(),
        in_order,
        writes_in_order: in_order,
        limit: 64,
    };
    let steps = uops.into_iter().enumerate().map(|(inst, uop)| Step {
        uop,
        inst: inst as u32,
        first: true,
    });
    let steps: Vec<Step> = steps.collect();
    Program {
        insts: vec![InstInfo { address: 0, len: 4 }; steps.len()],
        steps,
        resources: Resources {
            vectors: 8,
            scalars: 10,
            exec: Some(EXEC),
            ..Resources::default()
        },
        vector_file: 8,
        scalar_file: 10,
        channels: vec![
            rule("global", true),
            rule("local", true),
            rule("scalar", false),
        ],
        order: MemoryOrder {
            local: 1 << 1,
            relaxed_atomics: true,
            ..MemoryOrder::default()
        },
        ..Program::default()
    }
}

fn access(space: Space, channel: u8, kind: MemKind, address: u16, data: u16) -> Uop {
    Uop::Memory(Box::new(MemOp {
        space,
        kind,
        bytes: 4,
        align: 4,
        addr: Addr {
            base: Src::Vector(VReg(address)),
            wide: false,
            scalar: None,
            offset: 0,
            wrap32: false,
        },
        dst: VReg(data),
        data: VReg(data),
        lanes: None,
        channel: Some(Channel(channel)),
    }))
}

fn load(to: u16) -> Uop {
    access(Space::Global, 0, MemKind::Load(Extend::Zero), 0, to)
}

fn local_store() -> Uop {
    access(Space::Local, 1, MemKind::Store { high: false }, 0, 0)
}

fn wait(channel: u8, at_most: u16) -> Uop {
    Uop::Wait {
        channel: Channel(channel),
        at_most,
    }
}

fn mov(dst: u16, src: u16) -> Uop {
    Uop::PerLane {
        op: Op::MovB32,
        dst: VReg(dst),
        src: [Src::Vector(VReg(src)), Src::None, Src::None],
    }
}

fn branch(to: UopIdx) -> Uop {
    Uop::Branch {
        when: Cond::Zero(SReg(0)),
        to,
    }
}

fn is_waited_for(uops: Vec<Uop>, ways: u8) -> bool {
    let program = program(uops);
    let ways = vec![ways; program.steps.len()];
    flow::holds(&program, &ways, InFlight::at_start(&program, 1))
}

#[test]
fn what_is_in_flight_is_not_used() {
    assert!(!is_waited_for(vec![load(1), mov(2, 1), Uop::End], 0));
    assert!(!is_waited_for(vec![load(1), mov(1, 2), Uop::End], 0));
    let two = |left: u16, used: u16| vec![load(1), load(2), wait(0, left), mov(3, used), Uop::End];
    assert!(is_waited_for(two(1, 1), 0));
    assert!(!is_waited_for(two(1, 2), 0));
    assert!(is_waited_for(two(0, 2), 0));
    // Loads of one channel arrive in order.
    assert!(is_waited_for(vec![load(1), load(1), Uop::End], 0));
    // Without order, a wait for more than nothing says nothing.
    let apart = |left: u16| {
        let kind = MemKind::Load(Extend::Zero);
        let load = |to| access(Space::Global, 2, kind, 0, to);
        vec![load(1), load(2), wait(2, left), mov(3, 1), Uop::End]
    };
    assert!(!is_waited_for(apart(1), 0));
    assert!(is_waited_for(apart(0), 0));
}

#[test]
fn only_ways_that_were_gone_count() {
    // The wait is passed by where the branch is taken.
    let code = || vec![load(1), branch(3), wait(0, 0), mov(2, 1), Uop::End];
    assert!(is_waited_for(code(), flow::ON));
    assert!(!is_waited_for(code(), flow::AWAY));
    assert!(!is_waited_for(code(), flow::ON | flow::AWAY));
}

#[test]
fn local_memory_is_complete_at_barriers() {
    let code = |wait: Uop| vec![local_store(), wait, Uop::Barrier, Uop::End];
    assert!(is_waited_for(code(wait(1, 0)), 0));
    assert!(!is_waited_for(code(wait(1, 1)), 0));
    assert!(!is_waited_for(code(wait(0, 0)), 0));
}

/// Whether what is read is defined, if vector 0 and the scalars are at the start.
fn is_defined(uops: Vec<Uop>) -> bool {
    let program = program(uops);
    let ways = vec![flow::ON | flow::AWAY; program.steps.len()];
    let start = Defined::at_start(&program, 32, |reg| reg == 0 || reg >= 8);
    flow::holds(&program, &ways, start)
}

/// A register decides where something is loaded from.
fn used(reg: u16) -> Uop {
    access(Space::Global, 0, MemKind::Load(Extend::Zero), reg, 7)
}

fn scalar(op: Op, dst: SReg, a: SReg, b: SReg) -> Uop {
    let src = [a, b, SReg(0)];
    Uop::Scalar { op, dst, src }
}

#[test]
fn what_is_read_is_defined_in_the_lanes_that_read_it() {
    let (saved, some, less) = (SReg(1), SReg(2), SReg(3));
    let set = |reg| Uop::Mask(MaskOp::Set(reg));
    let save = || {
        vec![
            scalar(Op::MovB32, saved, EXEC, EXEC),
            scalar(Op::AndB32, less, EXEC, some),
            set(less),
        ]
    };
    let back = || vec![scalar(Op::OrB32, EXEC, EXEC, saved), set(EXEC)];
    let all = |parts: Vec<Vec<Uop>>| parts.into_iter().flatten().chain([Uop::End]).collect();
    // It may be copied, and then the copy may not decide anything.
    assert!(is_defined(all(vec![vec![mov(2, 1)]])));
    assert!(!is_defined(all(vec![vec![mov(2, 1), used(2)]])));
    assert!(!is_defined(all(vec![vec![mov(2, 0), mov(2, 1), used(2)]])));
    // The lower half of a sum is none of the upper half's business.
    let sum = Uop::PerLane {
        op: Op::AddU64,
        dst: VReg(4),
        src: [Src::Vector(VReg(0)), Src::Vector(VReg(0)), Src::None],
    };
    assert!(is_defined(all(vec![vec![sum.clone(), used(4)]])));
    assert!(!is_defined(all(vec![vec![sum, used(5)]])));
    assert!(is_defined(all(vec![vec![mov(1, 0), used(1)]])));
    // Within the branch it is defined, and behind it no more.
    let inside = vec![mov(1, 0), used(1)];
    assert!(is_defined(all(vec![save(), inside.clone(), back()])));
    let behind = vec![save(), inside.clone(), back(), vec![used(1)]];
    assert!(!is_defined(all(behind)));
    // What was before the branch is so everywhere, in it and behind it.
    let before = vec![
        vec![mov(1, 0)],
        save(),
        vec![used(1)],
        back(),
        vec![used(1)],
    ];
    assert!(is_defined(all(before)));
    // Both branches define it: those who went one way are saved with what they have.
    let (first, rest) = (SReg(4), SReg(5));
    let other = vec![
        scalar(Op::MovB32, first, EXEC, EXEC),
        scalar(Op::AndNotB32, rest, saved, EXEC),
        set(rest),
        mov(1, 0),
        scalar(Op::OrB32, EXEC, EXEC, first),
        set(EXEC),
        used(1),
    ];
    assert!(is_defined(all(vec![save(), inside.clone(), other.clone()])));
    assert!(!is_defined(all(vec![save(), vec![mov(2, 0)], other])));
    // A mask that nothing is known of may have any lane.
    let unknown = vec![save(), inside, vec![set(SReg(6)), used(1)]];
    assert!(!is_defined(all(unknown)));
}

#[test]
fn definitions_meet_where_ways_do() {
    let code = |first: u16| vec![branch(3), mov(first, 0), mov(2, 0), used(2), Uop::End];
    assert!(!is_defined(code(2)));
    assert!(!is_defined(code(1)));
    assert!(is_defined(vec![
        mov(2, 0),
        branch(3),
        mov(2, 0),
        used(2),
        Uop::End
    ]));
}

/// A memory of 64 words that hold their numbers, and its shadow for workgroups of two waves.
fn shadow(local_bytes: u32) -> (Arc<Memory>, u64, Shadow) {
    let mut memory = Memory::new(1 << 20);
    let base = memory.allocate(256, RegionLabel::default()).unwrap();
    let words: Vec<u8> = (0..64_u32).flat_map(u32::to_le_bytes).collect();
    memory.write(base, &words).unwrap();
    let (memory, mut program) = (Arc::new(memory), program(vec![Uop::End]));
    program.unset.local = true;
    let shadow = Shadow::new(&program, &memory, 2, local_bytes);
    (memory, base, shadow)
}

fn touching(space: Space, wave: u32, how: Touches, lanes: Where<'_>) -> Touching<'_> {
    Touching {
        inst: 0,
        wave,
        barriers: 0,
        space,
        how,
        bytes: 4,
        lanes,
    }
}

fn at(addresses: &[u64; 64]) -> Where<'_> {
    let mask = 1;
    Where::Lanes { addresses, mask }
}

#[test]
fn no_two_accesses_that_need_an_order_pass() {
    let mut random = Random::new(1);
    let hows = [Touches::Load, Touches::Store, Touches::Atomic];
    let (mut passed, mut refused) = (0, 0);
    for _ in 0..2000 {
        let (_, base, mut shadow) = shadow(0);
        shadow.enter(3);
        let mut before: Vec<(u32, Touches, u64)> = Vec::new();
        for _ in 0..4 {
            let (wave, how) = (random.below(3) as u32, hows[random.below(3)]);
            let address = base + random.below(16) as u64;
            shadow.touches(&touching(Space::Global, wave, how, at(&[address; 64])));
            before.push((wave, how, address));
        }
        let conflict = |a: &(u32, Touches, u64), b: &(u32, Touches, u64)| {
            let meet = a.2.abs_diff(b.2) < 4;
            a.0 != b.0 && meet && (a.1 != b.1 || a.1 == Touches::Store)
        };
        let pairs = before
            .iter()
            .flat_map(|a| before.iter().map(move |b| (a, b)));
        let races = pairs.into_iter().any(|(a, b)| conflict(a, b));
        assert!(shadow.gives_up() || !races, "{before:?}");
        passed += u32::from(!shadow.gives_up());
        refused += u32::from(shadow.gives_up());
    }
    assert!(passed > 100 && refused > 100, "{passed} {refused}");
}

#[test]
fn lanes_of_one_store_are_apart() {
    let stores = |addresses: &[u64; 64], mask: u64| {
        let (_, base, mut shadow) = shadow(0);
        shadow.enter(0);
        let addresses = addresses.map(|address| base + address);
        let addresses = &addresses;
        let lanes = Where::Lanes { addresses, mask };
        shadow.touches(&touching(Space::Global, 0, Touches::Store, lanes));
        !shadow.gives_up()
    };
    let of = |f: fn(u64) -> u64| std::array::from_fn(|lane| f(lane as u64 % 32));
    assert!(stores(&of(|lane| 4 * lane), 0xffff));
    assert!(stores(&of(|lane| 8 * lane), 0xffff));
    assert!(stores(&of(|lane| 124 - 4 * lane), 0xffff));
    assert!(!stores(&of(|lane| 4 * (lane / 2)), 0xffff));
    assert!(!stores(&of(|lane| 4 * (lane % 8)), 0xffff));
    assert!(stores(&of(|lane| 4 * (lane % 8)), 0xff));
}

#[test]
fn local_memory_is_stored_to_before_it_is_loaded_and_shared_behind_barriers() {
    let run = |accesses: &[(u32, Touches, u64)]| {
        let (_, _, mut shadow) = shadow(64);
        shadow.enter(0);
        for &(wave, how, barriers) in accesses {
            let touching = touching(Space::Local, wave, how, at(&[8; 64]));
            shadow.touches(&Touching {
                barriers,
                ..touching
            });
        }
        // Another workgroup has a memory of its own.
        shadow.enter(1);
        let passed = !shadow.gives_up();
        shadow.touches(&touching(Space::Local, 0, Touches::Load, at(&[8; 64])));
        assert!(shadow.gives_up());
        passed
    };
    use Touches::{Load, Store};
    assert!(!run(&[(0, Load, 0)]));
    assert!(run(&[(0, Store, 0), (0, Load, 0)]));
    assert!(!run(&[(0, Store, 0), (1, Load, 0)]));
    assert!(run(&[
        (0, Store, 0),
        (1, Load, 1),
        (0, Load, 1),
        (0, Store, 2)
    ]));
    assert!(!run(&[(0, Store, 0), (1, Load, 1), (0, Store, 1)]));
}

#[test]
fn memory_is_put_back_also_what_was_stored_after_giving_up() {
    let (memory, base, mut shadow) = shadow(0);
    shadow.enter(0);
    for (wave, word) in [(0, 3), (1, 3), (0, 5), (1, 7)] {
        let address = base + 4 * word;
        shadow.touches(&touching(
            Space::Global,
            wave,
            Touches::Store,
            at(&[address; 64]),
        ));
        memory.write(address, &[0xff; 4]).unwrap();
    }
    assert!(shadow.gives_up());
    // What another launch stores meanwhile stays.
    memory.write(base + 4 * 9, &[0xee; 4]).unwrap();
    shadow.restore();
    let word = |n: u64| {
        let mut bytes = [0; 4];
        memory.read(base + 4 * n, &mut bytes).unwrap();
        u32::from_le_bytes(bytes)
    };
    assert_eq!([3, 5, 7, 9].map(word), [3, 5, 7, 0xeeee_eeee]);
}
