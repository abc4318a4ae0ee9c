//! What a program can change in a wave: what has to be put back when the wave's storage serves
//! another workgroup. Code objects hold functions that a kernel never calls, and some of them use
//! many registers.

use std::collections::HashSet;
use std::ops::Range;
use uop::{Extend, MaskOp, MemKind, Operand, Program, Reach, Space, Uop, UopIdx, Use};

#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// Vector registers, constants apart.
    pub vectors: Vec<Range<usize>>,
    /// The same for a wave that starts with all of its lanes active.
    pub vectors_of_full: Vec<Range<usize>>,
    pub scalars: Vec<Range<usize>>,
    /// All registers, temporaries among them, whether they have to be put back or not.
    pub vector_file: Vec<Range<usize>>,
    pub scalar_file: Vec<Range<usize>>,
    pub private: bool,
}

impl Changes {
    /// What the steps that can be reached from the entry change. With `needed_only`, registers that
    /// the program always writes before it reads them are left out.
    pub fn of(program: &Program, mask_words: u16, needed_only: bool) -> Changes {
        let Some(reached) = reached(program) else {
            return Changes::everything(program);
        };
        let mut file = vec![false; program.vector_file.into()];
        let mut scalars = vec![false; program.scalar_file.into()];
        let mut private = false;
        for (step, _) in program.steps.iter().zip(reached).filter(|(_, at)| *at) {
            if let Uop::Memory(op) = &step.uop {
                let stores = !matches!(op.kind, MemKind::Load(_));
                private |= stores && matches!(op.space, Space::Private | Space::Flat);
            }
            step.uop.for_each_operand(mask_words, &mut |how, operand| {
                let (file, first, count) = match operand {
                    Operand::Vector(first, count) => (&mut file, first.0, count),
                    Operand::Scalar(first, count) => (&mut scalars, first.0, count),
                };
                if how == Use::Write {
                    file[first.into()..(first + count).into()].fill(true);
                }
            });
        }
        let vectors = &file[..program.resources.vectors.into()];
        let mut vectors_of_full = vectors.to_vec();
        let scalar_file = ranges(&scalars);
        if needed_only {
            let made = Made::of(program, mask_words);
            (vectors_of_full.iter_mut().zip(made.vectors)).for_each(|(it, made)| *it &= !made);
            (scalars.iter_mut().zip(made.scalars)).for_each(|(it, made)| *it &= !made);
        }
        Changes {
            vectors: ranges(vectors),
            vector_file: ranges(&file),
            scalar_file,
            vectors_of_full: ranges(&vectors_of_full),
            scalars: ranges(&scalars),
            private,
        }
    }

    /// Vector registers that have to be put back, for waves that start with all lanes active or not.
    pub fn vectors_for(&self, full: bool) -> &[Range<usize>] {
        match full {
            true => &self.vectors_of_full,
            false => &self.vectors,
        }
    }

    fn everything(program: &Program) -> Changes {
        let named: usize = program.resources.vectors.into();
        let temporaries = named + program.constants.len()..program.vector_file.into();
        let all = |registers: usize| std::iter::once(0..registers).collect();
        Changes {
            vectors: all(named),
            vectors_of_full: all(named),
            vector_file: vec![0..named, temporaries],
            scalars: all(program.scalar_file.into()),
            scalar_file: all(program.scalar_file.into()),
            private: true,
        }
    }
}

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
            Uop::Jump { .. } | Uop::End | Uop::Trap(_) => {}
            _ => work.push(at + 1),
        }
        work.extend(target(&step.uop));
    }
    Some(seen)
}

/// Registers that the steps which every wave runs first write before they read them.
struct Made {
    vectors: Vec<bool>,
    scalars: Vec<bool>,
}

impl Made {
    fn of(program: &Program, mask_words: u16) -> Made {
        let mut made = Made {
            vectors: vec![false; program.vector_file.into()],
            scalars: vec![false; program.scalar_file.into()],
        };
        let mut read = Made {
            vectors: made.vectors.clone(),
            scalars: made.scalars.clone(),
        };
        for step in &program.steps[program.entry as usize..] {
            if !goes_straight_on(&step.uop) {
                break;
            }
            let writes_all = writes_whole(&step.uop);
            step.uop.for_each_operand(mask_words, &mut |how, operand| {
                let (read, made, first, count) = match operand {
                    Operand::Vector(first, n) => (&mut read.vectors, &mut made.vectors, first.0, n),
                    Operand::Scalar(first, n) => (&mut read.scalars, &mut made.scalars, first.0, n),
                };
                for reg in usize::from(first)..usize::from(first + count) {
                    match how {
                        Use::Read => read[reg] |= !made[reg],
                        Use::Write => made[reg] |= writes_all && !read[reg],
                    }
                }
            });
        }
        made
    }
}

fn goes_straight_on(uop: &Uop) -> bool {
    matches!(
        uop,
        Uop::PerLane { .. }
            | Uop::Modified(_)
            | Uop::Compare { .. }
            | Uop::LanesFromMask { .. }
            | Uop::Scalar { .. }
            | Uop::ScalarFlag { .. }
            | Uop::Memory(_)
            | Uop::ScalarLoad(_)
            | Uop::Nop
            | Uop::Wait { .. }
    )
}

/// The step leaves nothing of what was in its results, if all lanes are active.
pub(crate) fn writes_whole(uop: &Uop) -> bool {
    match uop {
        Uop::PerLane { .. }
        | Uop::Modified(_)
        | Uop::Compare { .. }
        | Uop::LanesFromMask { .. }
        | Uop::Scalar { .. }
        | Uop::ScalarFlag { .. } => true,
        Uop::Memory(op) => {
            let whole = matches!(op.kind, MemKind::Load(Extend::Zero | Extend::Sign));
            whole && op.lanes.is_none()
        }
        Uop::ScalarLoad(load) => load.bytes.is_multiple_of(4),
        _ => false,
    }
}

/// The steps that others may jump to.
pub(crate) fn targets(program: &Program) -> HashSet<usize> {
    let uops = program.steps.iter().map(|step| &step.uop);
    uops.filter_map(target).map(|at| at as usize).collect()
}

/// The registers that are set, as ranges.
fn ranges(set: &[bool]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for reg in (0..set.len()).filter(|&reg| set[reg]) {
        match ranges.last_mut().filter(|range| range.end == reg) {
            Some(range) => range.end += 1,
            None => ranges.push(reg..reg + 1),
        }
    }
    ranges
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
