mod accesses;
mod constructs;

use super::*;
use op::Op;
use uop::{
    Addr, BarrierName, Channel, ChannelRule, Cond, CrossOp, Extend, InstInfo, MaskOp, MemKind,
    MemOp, MemoryOrder, Resources, SReg, Space, SplitOp, Src, StandIn, Step, UopIdx, VReg,
};

const EXEC: SReg = SReg(9);
/// A scalar that has no value, where the others have one.
const UNSET: SReg = SReg(7);
/// A constant: the number of a lane.
const LANE: SReg = SReg(10);

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
        scalar_file: 11,
        scalar_constants: vec![3],
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

/// Every branch has gone these ways.
fn all_ways(program: &Program, ways: u8) -> Ways {
    let mut all = Ways::new(program.steps.len());
    all.branches.fill(ways);
    all
}

fn is_waited_for(uops: Vec<Uop>, ways: u8) -> bool {
    let program = program(uops);
    let ways = all_ways(&program, ways);
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
    let ways = all_ways(&program, flow::ON | flow::AWAY);
    let unset = 8 + usize::from(UNSET.0);
    let start = Defined::at_start(&program, (32, true), |reg| {
        reg == 0 || reg >= 8 && reg != unset
    });
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
fn of_a_mask_only_lanes_that_it_is_used_for_count() {
    let (open, some, rest) = (UNSET, SReg(2), SReg(3));
    let set = |reg| Uop::Mask(MaskOp::Set(reg));
    let code = |first: Op, last: Op| {
        vec![
            scalar(first, open, open, EXEC),
            scalar(Op::OrB32, open, open, some),
            scalar(last, rest, EXEC, open),
            set(rest),
            Uop::End,
        ]
    };
    assert!(is_defined(code(Op::AndNotB32, Op::AndNotB32)));
    assert!(is_defined(code(Op::OrB32, Op::AndB32)));
    // Lanes that are not active are those that are left.
    assert!(!is_defined(code(Op::AndB32, Op::AndNotB32)));
    assert!(!is_defined(code(Op::AndNotB32, Op::OrB32)));
    assert!(!is_defined(code(Op::AndNotB32, Op::XorB32)));
    // With more lanes than there were, some are not defined.
    let more = vec![
        scalar(Op::AndB32, rest, EXEC, some),
        set(rest),
        scalar(Op::AndNotB32, open, open, EXEC),
        scalar(Op::MovB32, EXEC, SReg(4), SReg(4)),
        set(EXEC),
        scalar(Op::AndNotB32, rest, EXEC, open),
        set(rest),
        Uop::End,
    ];
    assert!(!is_defined(more));
}

#[test]
fn where_no_lane_is_active_everything_is_defined() {
    let (saved, some) = (SReg(1), SReg(2));
    let code = |when: Cond| {
        vec![
            scalar(Op::AndB32, saved, EXEC, some),
            scalar(Op::XorB32, SReg(3), EXEC, saved),
            Uop::Mask(MaskOp::Set(saved)),
            mov(1, 0),
            scalar(Op::MovB32, saved, EXEC, EXEC),
            Uop::Mask(MaskOp::Set(SReg(3))),
            Uop::Branch { when, to: 8 },
            mov(1, 0),
            scalar(Op::OrB32, EXEC, EXEC, saved),
            Uop::Mask(MaskOp::Set(EXEC)),
            used(1),
            Uop::End,
        ]
    };
    assert!(is_defined(code(Cond::NoneActive)));
    assert!(!is_defined(code(Cond::AnyActive)));
    assert!(!is_defined(code(Cond::Zero(SReg(0)))));
}

#[test]
fn what_is_put_into_a_lane_is_there_until_the_register_is_written() {
    let write = |src| {
        Uop::Cross(Box::new(CrossOp::WriteLane {
            dst: VReg(5),
            src,
            lane: LANE,
        }))
    };
    let read = |lane| {
        Uop::Cross(Box::new(CrossOp::ReadLane {
            dst: SReg(6),
            src: VReg(5),
            lane,
        }))
    };
    let load = |reg| Uop::Branch {
        when: Cond::Zero(reg),
        to: 0,
    };
    let code = |between: Vec<Uop>, lane| {
        let mut all = vec![write(SReg(1))];
        all.extend(between);
        all.extend([read(lane), load(SReg(6)), Uop::End]);
        all
    };
    assert!(is_defined(code(vec![], LANE)));
    assert!(!is_defined(code(vec![], SReg(0))));
    assert!(!is_defined(code(vec![write(UNSET)], LANE)));
    assert!(!is_defined(code(vec![mov(5, 1)], LANE)));
}

#[test]
fn halves_of_registers_are_defined_by_themselves() {
    let op = |op, dst, a, b| Uop::PerLane {
        op,
        dst: VReg(dst),
        src: [Src::Vector(VReg(a)), Src::Vector(VReg(b)), Src::None],
    };
    let code = |more: Vec<Uop>| {
        // The lower half of 1 is defined.
        let mut all = vec![op(Op::PackLowHighB16, 1, 0, 1)];
        all.extend(more);
        all.push(Uop::End);
        all
    };
    assert!(!is_defined(code(vec![used(1)])));
    assert!(is_defined(code(vec![op(Op::AddU16, 2, 1, 0), used(2)])));
    assert!(!is_defined(code(vec![op(Op::AddU32, 2, 1, 0), used(2)])));
    assert!(is_defined(code(vec![
        op(Op::PackLowLowB16, 1, 1, 0),
        used(1)
    ])));
    let store = |address: u16| match access(Space::Local, 1, KIND, address, 1) {
        Uop::Memory(mut op) => {
            op.bytes = 2;
            Uop::Memory(op)
        }
        other => other,
    };
    const KIND: MemKind = MemKind::Store { high: false };
    assert!(is_defined(code(vec![store(0)])));
    assert!(!is_defined(code(vec![store(1)])));
    assert!(!is_defined(code(vec![
        op(Op::PackHighLowB16, 1, 1, 0),
        used(1)
    ])));
}

#[test]
fn barriers_in_two_halves_are_one_with_nothing_in_between() {
    let signal = || {
        Uop::Split(SplitOp::Signal {
            barrier: BarrierName::Workgroup,
            first: None,
        })
    };
    let wait_there = || Uop::Split(SplitOp::Wait { workgroup: true });
    let code = |before: Uop, between: Uop| {
        vec![
            local_store(),
            before,
            signal(),
            between,
            wait_there(),
            Uop::End,
        ]
    };
    assert!(is_waited_for(code(wait(1, 0), Uop::Nop), 0));
    assert!(!is_waited_for(code(Uop::Nop, Uop::Nop), 0));
    assert!(!is_waited_for(code(wait(1, 0), load(1)), 0));
    assert!(!is_waited_for(code(wait(1, 0), Uop::Barrier), 0));
    assert!(!is_waited_for(vec![signal(), Uop::End], 0));
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

#[test]
fn what_goes_two_ways_is_waited_for_on_both() {
    let code = |waits: &[Uop]| {
        let mut program = program(vec![]);
        let kind = MemKind::Load(Extend::Zero);
        let uops = [access(Space::Flat, 5, kind, 0, 1)].into_iter();
        let uops = uops
            .chain(waits.iter().cloned())
            .chain([mov(2, 1), Uop::End]);
        program.steps = uops
            .map(|uop| Step {
                uop,
                inst: 0,
                first: true,
            })
            .collect();
        let both = StandIn::Both(Channel(0), Channel(1));
        program.resources.stand_ins.push((Channel(5), both));
        let ways = all_ways(&program, 0);
        flow::holds(&program, &ways, InFlight::at_start(&program, 1))
    };
    assert!(!code(&[]));
    assert!(!code(&[wait(0, 0)]));
    assert!(!code(&[wait(1, 0)]));
    assert!(code(&[wait(0, 0), wait(1, 0)]));
    assert!(!code(&[wait(0, 0), wait(1, 1)]));
    assert!(code(&[wait(1, 0), load(3), wait(0, 1)]));
}
