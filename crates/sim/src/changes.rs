//! What a program can change in a wave: what has to be put back when the wave's storage serves
//! another workgroup. Code objects hold functions that a kernel never calls, and some of them use
//! many registers.

use std::ops::Range;
use uop::{MaskOp, MemKind, Operand, Program, Space, Uop, UopIdx, Use};

#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// Vector registers, constants apart.
    pub vectors: Vec<Range<usize>>,
    pub private: bool,
}

impl Changes {
    /// What the steps that can be reached from the entry change.
    pub fn of(program: &Program, mask_words: u16) -> Changes {
        let mut seen = vec![false; program.steps.len()];
        let mut written = vec![false; program.resources.vectors.into()];
        let mut private = false;
        let mut work = vec![program.entry];
        while let Some(at) = work.pop() {
            let Some(step) = program.steps.get(at as usize) else {
                continue;
            };
            if std::mem::replace(&mut seen[at as usize], true) {
                continue;
            }
            match &step.uop {
                // These may lead anywhere and change anything.
                Uop::JumpScalar { .. } | Uop::DivergeIndirect { .. } | Uop::Custom(_) => {
                    return Changes::everything(program);
                }
                Uop::Memory(op) => {
                    let stores = !matches!(op.kind, MemKind::Load(_));
                    private |= stores && matches!(op.space, Space::Private | Space::Flat);
                }
                _ => {}
            }
            step.uop.for_each_operand(mask_words, &mut |how, operand| {
                if let (Use::Write, Operand::Vector(first, count)) = (how, operand) {
                    let registers = written.iter_mut().skip(first.0.into());
                    registers.take(count.into()).for_each(|it| *it = true);
                }
            });
            work.extend(target(&step.uop));
            if !matches!(step.uop, Uop::Jump { .. } | Uop::End | Uop::Trap(_)) {
                work.push(at + 1);
            }
        }
        let mut vectors: Vec<Range<usize>> = Vec::new();
        for reg in (0..written.len()).filter(|&reg| written[reg]) {
            match vectors.last_mut().filter(|range| range.end == reg) {
                Some(range) => range.end += 1,
                None => vectors.push(reg..reg + 1),
            }
        }
        Changes { vectors, private }
    }

    fn everything(program: &Program) -> Changes {
        let all = 0..program.resources.vectors.into();
        Changes {
            vectors: vec![all],
            private: true,
        }
    }
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
