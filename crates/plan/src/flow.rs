//! Where control can go, and which steps care about the order of waves.

use std::collections::HashSet;
use uop::{AtomicOp, MaskOp, MemKind, MemOp, Program, Reach, Uop, UopIdx};

/// The steps that can be reached from the entry, unless there are some among them that may lead
/// anywhere and change anything.
pub(crate) fn reached(program: &Program) -> Option<Vec<bool>> {
    let mut seen = vec![false; program.steps.len()];
    let mut work = vec![program.entry];
    while let Some(at) = work.pop() {
        let Some(step) = program.steps.get(at as usize) else {
            continue;
        };
        if std::mem::replace(&mut seen[at as usize], true) {
            continue;
        }
        match &step.uop {
            Uop::JumpScalar { .. } | Uop::DivergeIndirect { .. } => return None,
            Uop::Custom(op) if op.reach() == Reach::Anywhere => return None,
            _ => work.extend(successors(&step.uop, at)),
        }
    }
    Some(seen)
}

/// Where a step leads that does not lead anywhere.
pub fn successors(uop: &Uop, at: UopIdx) -> impl Iterator<Item = UopIdx> {
    let on = !matches!(uop, Uop::Jump { .. } | Uop::End | Uop::Trap(_));
    on.then_some(at + 1).into_iter().chain(target(uop))
}

/// The steps that others may jump to.
pub fn targets(program: &Program) -> HashSet<usize> {
    let uops = program.steps.iter().map(|step| &step.uop);
    uops.filter_map(target).map(|at| at as usize).collect()
}

/// Where a step may lead besides the next one.
fn target(uop: &Uop) -> Option<UopIdx> {
    match *uop {
        Uop::Jump { to } | Uop::Branch { to, .. } | Uop::Diverge { to, .. } => Some(to),
        Uop::Mask(
            MaskOp::If { skip, .. }
            | MaskOp::Guard { skip, .. }
            | MaskOp::Else { skip }
            | MaskOp::Break { skip, .. }
            | MaskOp::Continue { skip, .. }
            | MaskOp::EndLoop { back: skip }
            | MaskOp::Return { skip },
        ) => Some(skip),
        _ => None,
    }
}

/// The step always goes on to the next one, and never to a fault.
pub(crate) fn falls_through(uop: &Uop, eager: bool) -> bool {
    match uop {
        Uop::Wait { .. } => eager,
        uop => uop.is_private(),
    }
}

/// Waves that take this step together may go different ways.
pub fn can_part(uop: &Uop) -> bool {
    matches!(
        uop,
        Uop::Branch { .. }
            | Uop::JumpScalar { .. }
            | Uop::Diverge { .. }
            | Uop::DivergeIndirect { .. }
            | Uop::Join(_)
            | Uop::Exit
            | Uop::Mask(_)
    )
}

/// Some step that can be reached is one that waves cannot take in any order.
pub(crate) fn ordered(program: &Program, reached: Option<&[bool]>) -> bool {
    let at = |i: usize| reached.is_none_or(|reached| reached[i]);
    let mut steps = program.steps.iter().enumerate();
    steps.any(|(i, step)| at(i) && is_ordered(&step.uop))
}

/// What comes out depends on which wave takes the step first.
pub fn is_ordered(uop: &Uop) -> bool {
    match uop {
        Uop::Memory(op) => !any_order(op),
        Uop::Custom(op) => op.reach() != Reach::Registers && op.bounded(&|_| Some(0)).is_none(),
        Uop::Split(_) => true,
        _ => false,
    }
}

/// Loads and stores of a program without races, and changes that lead to the same end in every
/// order.
fn any_order(op: &MemOp) -> bool {
    use op::Op::*;
    match op.kind {
        MemKind::Load(_) | MemKind::Store { .. } => true,
        MemKind::Atomic {
            op: AtomicOp::Apply(change),
            returns: false,
        } => matches!(
            change,
            AddU32 | SubU32 | AndB32 | OrB32 | XorB32 | MinI32 | MaxI32 | MinU32 | MaxU32
        ),
        MemKind::Atomic { .. } => false,
    }
}
