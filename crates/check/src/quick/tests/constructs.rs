//! Structured control flow, scalars that live in lane 0, and channels that hold one operation at a time.

use super::flow::{AWAY, ON, PARTED};
use super::*;

const P: SReg = SReg(0);

/// Vector register 0 and the predicate have a value at first. Lanes part at every
/// branch, or go one way, whichever it is.
fn is_defined(uops: Vec<Uop>, ways: u8) -> bool {
    let mut program = program(uops);
    program.resources.exec = None;
    let predicate = usize::from(program.vector_file + P.0);
    let start = Defined::at_start(&program, (32, true), |reg| reg == 0 || reg == predicate);
    flow::holds(&program, &all_ways(&program, ways | ON | AWAY), start)
}

fn if_(skip: UopIdx) -> Uop {
    let (mask, invert) = (P, false);
    Uop::Mask(MaskOp::If { mask, invert, skip })
}

fn guard(skip: UopIdx) -> Uop {
    let (mask, invert) = (P, false);
    Uop::Mask(MaskOp::Guard { mask, invert, skip })
}

fn break_(mask: Option<SReg>, skip: UopIdx) -> Uop {
    let invert = false;
    Uop::Mask(MaskOp::Break { mask, invert, skip })
}

fn continue_(skip: UopIdx) -> Uop {
    let (mask, invert) = (Some(P), false);
    Uop::Mask(MaskOp::Continue { mask, invert, skip })
}

/// Its address is in a register.
fn uses(reg: u16) -> Uop {
    access(Space::Global, 0, MemKind::Store { high: false }, reg, 0)
}

#[test]
fn what_lanes_of_a_branch_write_is_theirs() {
    let end_if = || Uop::Mask(MaskOp::EndIf);
    let inside = vec![if_(3), mov(1, 0), uses(1), end_if(), Uop::End];
    assert!(is_defined(inside, PARTED));
    for branch in [if_, guard] {
        let after = vec![branch(2), mov(1, 0), end_if(), uses(1), Uop::End];
        assert!(!is_defined(after, PARTED));
    }
    // Waves that go around it have written nothing either.
    let after = || vec![if_(2), mov(1, 0), end_if(), uses(1), Uop::End];
    assert!(!is_defined(after(), 0));
    let either = |second: u16| {
        vec![
            if_(2),
            mov(1, 0),
            Uop::Mask(MaskOp::Else { skip: 4 }),
            mov(second, 0),
            end_if(),
            uses(1),
            Uop::End,
        ]
    };
    for ways in [0, PARTED] {
        assert!(is_defined(either(1), ways));
        assert!(!is_defined(either(2), ways));
    }
    // Lanes that have ended are not asked.
    let ended = vec![
        if_(2),
        Uop::Mask(MaskOp::Return { skip: 2 }),
        Uop::Mask(MaskOp::Else { skip: 4 }),
        mov(1, 0),
        end_if(),
        uses(1),
        Uop::End,
    ];
    assert!(is_defined(ended, PARTED));
}

#[test]
fn what_a_loop_writes_is_there_for_those_that_come_by() {
    let round = |first: Uop, second: Uop, third: Uop| {
        vec![
            Uop::Mask(MaskOp::Loop),
            first,
            second,
            third,
            Uop::Mask(MaskOp::EndLoop { back: 1 }),
            uses(1),
            Uop::End,
        ]
    };
    for ways in [0, PARTED] {
        let before = round(mov(1, 0), break_(Some(P), 4), Uop::Nop);
        assert!(is_defined(before, ways));
        let behind = round(break_(Some(P), 4), mov(1, 0), Uop::Nop);
        assert!(!is_defined(behind, ways));
        // Those that begin the next round have not been everywhere.
        let skipped = round(continue_(4), mov(1, 0), break_(Some(P), 4));
        assert!(is_defined(skipped, ways));
        let before = round(uses(1), break_(Some(P), 4), mov(1, 0));
        assert!(!is_defined(before, ways));
    }
    // A mask that is not known decides nothing.
    let unknown = round(mov(1, 0), break_(Some(UNSET), 4), Uop::Nop);
    assert!(!is_defined(unknown, PARTED));
}

#[test]
fn lanes_that_part_do_not_write_for_all() {
    let shuffled = |uops: [Uop; 2]| {
        let [first, last] = uops;
        let permute = Uop::Cross(Box::new(CrossOp::Permute {
            dst: VReg(2),
            src: VReg(1),
            index: Src::None,
        }));
        vec![first, mov(1, 0), permute, uses(2), last, Uop::End]
    };
    let inside = || shuffled([if_(4), Uop::Mask(MaskOp::EndIf)]);
    assert!(!is_defined(inside(), PARTED));
    assert!(is_defined(inside(), 0));
}

#[test]
fn scalars_may_live_in_lane_0() {
    let first = |dst: u16, src: u16| Uop::FirstLane {
        op: Op::MovB32,
        dst: VReg(dst),
        src: [VReg(src); 3],
    };
    let read = |src: u16| {
        Uop::Cross(Box::new(CrossOp::ReadFirst {
            dst: UNSET,
            src: VReg(src),
        }))
    };
    let decides = || Uop::Branch {
        when: Cond::Zero(UNSET),
        to: 4,
    };
    let run = |last: Uop| vec![first(1, 0), first(2, 1), read(2), decides(), last, Uop::End];
    assert!(is_defined(run(Uop::Nop), 0));
    assert!(!is_defined(run(uses(2)), 0));
    let unset = vec![
        first(1, 3),
        Uop::Nop,
        read(1),
        decides(),
        Uop::Nop,
        Uop::End,
    ];
    assert!(!is_defined(unset, 0));
}

#[test]
fn a_slot_holds_one_operation() {
    let holds = |uops: Vec<Uop>| {
        let mut program = program(uops);
        program.channels[0].limit = 1;
        let ways = all_ways(&program, ON | AWAY);
        flow::holds(&program, &ways, InFlight::at_start(&program, 1))
    };
    assert!(!holds(vec![load(1), load(2), Uop::End]));
    assert!(holds(vec![load(1), wait(0, 0), load(2), Uop::End]));
    // On one way it is still in use.
    let maybe = vec![load(1), branch(3), wait(0, 0), load(2), Uop::End];
    assert!(!holds(maybe));
}

/// Asks a mask of lanes, and changes another.
#[derive(Debug)]
struct Vote([Option<SReg>; 2]);

impl uop::Custom for Vote {
    fn run(&self, _: &mut dyn uop::Machine) -> Result<(), uop::Trap> {
        Ok(())
    }

    fn masks(&self) -> [Option<SReg>; 2] {
        self.0
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (Vec::new(), vec![VReg(1)])
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }
}

#[test]
fn votes_are_defined_where_what_is_asked_is() {
    let vote =
        |asked: SReg, changed: SReg| Uop::Custom(Arc::new(Vote([Some(asked), Some(changed)])));
    let result = |asked: SReg| vec![vote(asked, P), uses(1), Uop::End];
    assert!(is_defined(result(P), 0));
    assert!(!is_defined(result(UNSET), 0));
    // The mask that is changed is defined in the lanes that took part.
    let branch = |mask: SReg| MaskOp::If {
        mask,
        invert: false,
        skip: 3,
    };
    let changed = |asked: SReg| {
        let (vote, branch) = (vote(asked, UNSET), Uop::Mask(branch(UNSET)));
        vec![vote, branch, Uop::Nop, Uop::Mask(MaskOp::EndIf), Uop::End]
    };
    assert!(is_defined(changed(P), PARTED));
    assert!(!is_defined(changed(SReg(6)), PARTED));
}
