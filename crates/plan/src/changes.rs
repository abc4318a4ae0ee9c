//! What a program can change in a wave: what has to be put back when the wave's storage serves
//! another workgroup. Code objects hold functions that a kernel never calls, and some of them use
//! many registers.

use crate::flow::{successors, targets};
use crate::{Plan, Purpose};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use uop::{Extend, MemKind, Operand, Program, Space, Uop, UopIdx, Use};

/// Ranges of registers.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Vector registers, constants apart.
    pub vectors: Vec<Range<usize>>,
    /// The same for a wave that starts with all of its lanes active.
    pub vectors_of_full: Vec<Range<usize>>,
    /// Scalar registers.
    pub scalars: Vec<Range<usize>>,
    /// Private memory.
    pub private: bool,
}

impl Changes {
    /// What the steps that can be reached change. Where registers need not hold what the program
    /// says, those that it always writes before it reads them are left out.
    pub(crate) fn of(program: &Program, plan: &Plan, how: Purpose) -> Changes {
        let Some(reached) = &plan.reached else {
            return Changes::everything(program);
        };
        let mask_words = how.mask_words();
        let needed_only = how.eager && !how.exact;
        let mut file = vec![false; program.vector_file.into()];
        let mut scalars = vec![false; program.scalar_file.into()];
        let mut private = false;
        for (step, _) in program.steps.iter().zip(reached).filter(|(_, at)| **at) {
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
        if needed_only {
            let read = ReadFirst::of(program, mask_words);
            (vectors_of_full.iter_mut().zip(read.vectors)).for_each(|(it, read)| *it &= read);
            (scalars.iter_mut().zip(read.scalars)).for_each(|(it, read)| *it &= read);
        }
        Changes {
            vectors: ranges(vectors),
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
        let all = |registers: usize| std::iter::once(0..registers).collect();
        Changes {
            vectors: all(named),
            vectors_of_full: all(named),
            scalars: all(program.scalar_file.into()),
            private: true,
        }
    }
}

/// Registers that some way through the program reads before it writes them, where all lanes are active
/// at the start.
struct ReadFirst<'a> {
    program: &'a Program,
    mask_words: u16,
    /// What is certain before steps that others lead to, as soon as one way to them is known.
    before: HashMap<UopIdx, Certain>,
    vectors: Vec<bool>,
    scalars: Vec<bool>,
}

/// What is so on all ways to a step.
#[derive(Clone, PartialEq)]
struct Certain {
    /// All lanes are active.
    full: bool,
    /// Registers that have been written.
    vectors: Vec<bool>,
    scalars: Vec<bool>,
}

impl<'a> ReadFirst<'a> {
    fn of(program: &'a Program, mask_words: u16) -> ReadFirst<'a> {
        let mut all = ReadFirst {
            program,
            mask_words,
            before: HashMap::new(),
            vectors: vec![false; program.vector_file.into()],
            scalars: vec![false; program.scalar_file.into()],
        };
        let start = Certain {
            full: true,
            vectors: all.vectors.clone(),
            scalars: all.scalars.clone(),
        };
        let targets = targets(program);
        let mut work = vec![program.entry];
        all.before.insert(program.entry, start);
        while let Some(from) = work.pop() {
            all.walk(from, &targets, &mut work);
        }
        all
    }

    /// Follows the steps from one that others lead to as far as the next. What was read too early on
    /// a way that turns out not to be certain stays read: that is only more than need be put back.
    fn walk(&mut self, from: UopIdx, targets: &HashSet<usize>, work: &mut Vec<UopIdx>) {
        let mut certain = self.before[&from].clone();
        let mut at = from;
        while let Some(step) = self.program.steps.get(at as usize) {
            self.take(&step.uop, &mut certain);
            let mut on = false;
            for to in successors(&step.uop, at) {
                if to == at + 1 && !targets.contains(&(to as usize)) {
                    on = true;
                } else if self.lead(to, &certain) {
                    work.push(to);
                }
            }
            if !on {
                return;
            }
            at += 1;
        }
    }

    fn take(&mut self, uop: &Uop, certain: &mut Certain) {
        let (full, whole) = (certain.full, writes_whole(uop));
        let (vectors, scalars) = (&mut self.vectors, &mut self.scalars);
        uop.for_each_operand(self.mask_words, &mut |how, operand| {
            let (read, made, first, count, whole) = match operand {
                Operand::Vector(it, n) => {
                    (&mut *vectors, &mut certain.vectors, it.0, n, whole && full)
                }
                Operand::Scalar(it, n) => (&mut *scalars, &mut certain.scalars, it.0, n, whole),
            };
            for reg in usize::from(first)..usize::from(first + count) {
                match how {
                    Use::Read => read[reg] |= !made[reg],
                    Use::Write => made[reg] |= whole,
                }
            }
        });
        certain.full &= keeps_lanes(uop);
    }

    /// One more way leads to a step. True if that makes less certain.
    fn lead(&mut self, to: UopIdx, by: &Certain) -> bool {
        let Some(known) = self.before.get_mut(&to) else {
            self.before.insert(to, by.clone());
            return true;
        };
        let before = known.clone();
        known.full &= by.full;
        (known.vectors.iter_mut().zip(&by.vectors)).for_each(|(it, by)| *it &= by);
        (known.scalars.iter_mut().zip(&by.scalars)).for_each(|(it, by)| *it &= by);
        *known != before
    }
}

/// The same lanes are active after the step.
fn keeps_lanes(uop: &Uop) -> bool {
    use Uop::{Barrier, Branch, Jump, Memory, ScalarLoad};
    let others = matches!(
        uop,
        Memory(_) | ScalarLoad(_) | Branch { .. } | Jump { .. } | Barrier
    );
    others || uop.is_private()
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

#[cfg(test)]
mod tests {
    use crate::tests::{Code, plan_of};
    use uop::Uop;

    #[test]
    fn what_is_written_before_it_is_read_need_not_be_put_back() {
        let mut code = Code::default();
        code.add(3, 1, 2);
        code.add(4, 3, 5);
        code.add(5, 3, 3);
        code.push(Uop::End);
        let program = code.finish();
        let registers = |exact: bool, full: bool| -> Vec<usize> {
            let changes = plan_of(&program, exact).changes;
            changes
                .vectors_for(full)
                .iter()
                .cloned()
                .flatten()
                .collect()
        };
        assert_eq!(registers(false, false), [3, 4, 5]);
        assert_eq!(registers(false, true), [5]);
        assert_eq!(registers(true, true), [3, 4, 5]);
    }
}
