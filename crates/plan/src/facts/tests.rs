use super::*;
use crate::tests::{Code, Ids, load};
use op::Op;
use uop::{Cond, JoinId, LabelId, SReg, Src, Test, VReg};

/// The facts of a program for workgroups of so many waves. Threads find their number in `v0`, waves
/// theirs in `s0` and that of the workgroup in `s1`.
fn facts(code: Code, waves: u32) -> (Program, RegisterFacts) {
    let program = code.finish();
    let first = WavePlace {
        group: [0; 3],
        grid: [8, 1, 1],
        block: [32 * waves, 1, 1],
        cluster: 1,
        wave: 0,
        waves,
        lanes: 32,
    };
    let how = Purpose {
        lanes: 32,
        eager: true,
        exact: true,
    };
    let facts =
        RegisterFacts::of(&program, how, &Ids, first).expect("control goes where labels are");
    (program, facts)
}

/// What active lanes hold in a register before a step.
fn before(facts: &(Program, RegisterFacts), step: UopIdx, reg: u16) -> Value {
    let mut value = None;
    facts.1.walk(&facts.0, |at, state| {
        if at == step {
            value = Some(state.vector(VReg(reg)));
        }
    });
    value.expect("a step that can be reached")
}

fn to_lanes(dst: u16, src: SReg) -> Uop {
    let src = [Src::Scalar(src), Src::None, Src::None];
    Uop::PerLane {
        op: Op::MovB32,
        dst: VReg(dst),
        src,
    }
}

fn compare(dst: u16, a: u16, b: VReg) -> Uop {
    let src = [Src::Vector(VReg(a)), Src::Vector(b), Src::None];
    Uop::Compare {
        op: Op::LtU32,
        dst: SReg(dst),
        src,
    }
}

fn diverge(a: u16, b: u16, to: LabelId) -> Uop {
    Uop::Diverge {
        test: Test::NotEqual,
        a: VReg(a),
        b: VReg(b),
        to: to.0,
        join: JoinId(None),
    }
}

#[test]
fn a_counter_and_an_address_in_a_loop_are_known() {
    let mut code = Code::default();
    let (four, end) = (code.builder.constant(4), code.builder.constant(40));
    code.lanes(Op::MulU32, 3, &[VReg(0), four]);
    let again = code.builder.label();
    code.builder.bind(again);
    code.push(load(4, 3));
    code.lanes(Op::AddU32, 3, &[VReg(3), end]);
    code.lanes(Op::AddU32, 5, &[VReg(5), four]);
    code.lanes(Op::MovB32, 6, &[end]);
    code.push(diverge(5, 6, again));
    code.push(Uop::Exit);
    let all = facts(code, 1);
    let load = &all.1.steps[1];
    assert_eq!(load.address, Some(Value::counting(0, 4)));
    assert_eq!(before(&all, 3, 5), Value::COMMON);
    assert_eq!(all.1.steps[5].way, Some(Agreement::Common));
}

#[test]
fn lanes_that_leave_a_loop_at_different_times_do_not_agree() {
    let mut code = Code::default();
    let one = code.builder.constant(1);
    let again = code.builder.label();
    code.builder.bind(again);
    code.lanes(Op::AddU32, 3, &[VReg(3), one]);
    code.push(diverge(3, 0, again));
    code.add(4, 3, 3);
    code.push(Uop::Exit);
    let all = facts(code, 2);
    assert_eq!(all.1.steps[1].way, Some(Agreement::OfLane));
    // Of those that are still in it, all have been through it as often.
    assert!(before(&all, 1, 3).is_same_in_wave());
    assert!(!before(&all, 1, 3).is_same());
    let behind = all.0.steps.len() as UopIdx - 3;
    assert_eq!(before(&all, behind, 3), Value::Any);
}

#[test]
fn what_some_lanes_write_is_not_the_same_in_all() {
    let mut code = Code::default();
    let (five, seven) = (code.builder.constant(5), code.builder.constant(7));
    let skip = code.builder.label();
    code.push(to_lanes(5, SReg(1)));
    code.push(compare(2, 0, five));
    let mask = SReg(2);
    code.push(Uop::Mask(MaskOp::If {
        mask,
        invert: false,
        skip: skip.0,
    }));
    code.lanes(Op::MovB32, 3, &[seven]);
    code.add(4, 5, 5);
    code.builder.bind(skip);
    code.push(Uop::Mask(MaskOp::EndIf));
    code.push(Uop::End);
    let all = facts(code, 2);
    assert_eq!(before(&all, 4, 3).number(), Some(7));
    assert_eq!(before(&all, 5, 4), Value::OF_WAVE);
    assert_eq!([3, 4].map(|reg| before(&all, 6, reg)), [Value::Any; 2]);
    assert_eq!(before(&all, 6, 5), Value::COMMON);
    assert_eq!(all.1.steps[2].way, Some(Agreement::OfLane));
}

#[test]
fn waves_that_branch_by_their_number_agree_in_what_neither_writes() {
    let mut code = Code::default();
    let (five, seven) = (code.builder.constant(5), code.builder.constant(7));
    let over = code.builder.label();
    code.lanes(Op::MovB32, 3, &[five]);
    code.lanes(Op::MovB32, 4, &[five]);
    code.push(Uop::Branch {
        when: Cond::Zero(SReg(0)),
        to: over.0,
    });
    code.lanes(Op::MovB32, 3, &[seven]);
    code.builder.bind(over);
    code.add(5, 3, 4);
    code.push(Uop::End);
    let all = facts(code, 2);
    assert_eq!(before(&all, 4, 3), Value::OF_WAVE);
    assert_eq!(before(&all, 4, 4).number(), Some(5));
    assert_eq!(
        all.1.apart,
        [false, false, false, true, false, false, false]
    );
}

#[test]
fn a_mask_that_is_put_back_brings_lanes_back() {
    let mut code = Code::default();
    let (five, all_lanes) = (code.builder.constant(5), code.builder.scalar_constant(!0));
    code.push(compare(2, 0, five));
    code.push(Uop::Mask(MaskOp::Set(SReg(2))));
    code.lanes(Op::MovB32, 3, &[five]);
    code.push(Uop::Mask(MaskOp::Set(all_lanes)));
    code.add(4, 3, 3);
    code.push(Uop::End);
    let all = facts(code, 1);
    assert_eq!(before(&all, 3, 3).number(), Some(5));
    assert_eq!(before(&all, 4, 3), Value::Any);
}

#[test]
fn a_result_is_there_once_it_has_been_waited_for() {
    let mut code = Code::default();
    let at = code.builder.constant(64);
    code.lanes(Op::XorB32, 3, &[VReg(0), at]);
    code.lanes(Op::MulU32, 3, &[VReg(3), VReg(3)]);
    let Uop::Memory(mut op) = load(3, at.0) else {
        panic!("a load");
    };
    op.channel = Some(uop::Channel(0));
    code.push(Uop::Memory(op));
    code.push(Uop::Nop);
    code.push(Uop::Wait {
        channel: uop::Channel(0),
        at_most: 0,
    });
    code.push(Uop::End);
    let program = code.finish();
    let first = WavePlace {
        group: [0; 3],
        grid: [8, 1, 1],
        block: [64, 1, 1],
        cluster: 1,
        wave: 0,
        waves: 2,
        lanes: 32,
    };
    let how = Purpose {
        lanes: 32,
        eager: false,
        exact: true,
    };
    let all = (
        program.clone(),
        RegisterFacts::of(&program, how, &Ids, first).unwrap(),
    );
    assert_eq!(before(&all, 3, 3), Value::Any);
    assert_eq!(before(&all, 5, 3), Value::OF_WAVE);
}
