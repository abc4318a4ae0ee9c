//! A program by its instructions.

use std::collections::{BTreeSet, HashSet};
use uop::{Operand, Program, Uop, UopIdx, Use};

/// Registers of an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registers {
    /// Vector registers.
    pub vectors: BTreeSet<u16>,
    /// Scalar registers.
    pub scalars: BTreeSet<u16>,
}

impl Registers {
    /// A vector register that is in both.
    pub fn shared_vector(&self, other: &Registers) -> Option<u16> {
        self.vectors.intersection(&other.vectors).next().copied()
    }

    fn add(&mut self, operand: Operand, named: u16) {
        match operand {
            Operand::Vector(reg, count) => {
                let registers = reg.0..reg.0 + count;
                self.vectors.extend(registers.filter(|reg| *reg < named));
            }
            Operand::Scalar(reg, count) => self.scalars.extend(reg.0..reg.0 + count),
        }
    }
}

/// What a search backwards does at an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<S> {
    /// It is what was looked for.
    Found,
    /// Nothing before it matters.
    Stop,
    /// Go on before it, with this in mind.
    On(S),
}

/// Which instructions can follow which.
pub struct Graph<'a> {
    /// What it was made of.
    pub program: &'a Program,
    reads: Vec<Registers>,
    writes: Vec<Registers>,
    before: Vec<Vec<u32>>,
    reached: Vec<bool>,
}

impl<'a> Graph<'a> {
    /// Of what can be reached from these steps. Vector registers from `named` on are temporaries, of
    /// which instructions know nothing.
    pub fn new(program: &'a Program, roots: &[UopIdx], named: u16, mask_words: u16) -> Graph<'a> {
        let n = program.insts.len();
        let mut graph = Graph {
            program,
            reads: vec![Registers::default(); n],
            writes: vec![Registers::default(); n],
            before: vec![Vec::new(); n],
            reached: vec![false; n],
        };
        let mut seen = vec![false; program.steps.len()];
        let mut work = roots.to_vec();
        while let Some(at) = work.pop() {
            let Some(step) = program.steps.get(at as usize) else {
                continue;
            };
            if std::mem::replace(&mut seen[at as usize], true) {
                continue;
            }
            let inst = step.inst as usize;
            graph.reached[inst] = true;
            step.uop
                .for_each_operand(mask_words, &mut |how, operand| match how {
                    Use::Read => graph.reads[inst].add(operand, named),
                    Use::Write => graph.writes[inst].add(operand, named),
                });
            for to in successors(&step.uop, at) {
                work.push(to);
                if let Some(next) = program.steps.get(to as usize)
                    && (next.inst != step.inst || next.first)
                    && !graph.before[next.inst as usize].contains(&step.inst)
                {
                    graph.before[next.inst as usize].push(step.inst);
                }
            }
        }
        graph
    }

    /// The instructions that can be reached, ascending.
    pub fn insts(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.reached.len() as u32).filter(|&inst| self.reached[inst as usize])
    }

    /// What an instruction reads.
    pub fn reads(&self, inst: u32) -> &Registers {
        &self.reads[inst as usize]
    }

    /// What an instruction writes.
    pub fn writes(&self, inst: u32) -> &Registers {
        &self.writes[inst as usize]
    }

    /// Looks at what can have come before an instruction, nearest first along each path, and returns
    /// the first instruction that is found.
    pub fn search<S: Clone + Eq + std::hash::Hash>(
        &self,
        from: u32,
        start: S,
        mut look: impl FnMut(u32, &S) -> Step<S>,
    ) -> Option<u32> {
        let mut seen = HashSet::new();
        let mut work = vec![(from, start)];
        while let Some((inst, state)) = work.pop() {
            for &before in &self.before[inst as usize] {
                match look(before, &state) {
                    Step::Found => return Some(before),
                    Step::Stop => {}
                    Step::On(state) => {
                        if seen.insert((before, state.clone())) {
                            work.push((before, state));
                        }
                    }
                }
            }
        }
        None
    }
}

/// Where a step leads. A jump to an address in a register leads out; hardware goes on behind a trap.
pub(crate) fn successors(uop: &Uop, at: UopIdx) -> impl Iterator<Item = UopIdx> {
    let out = matches!(uop, Uop::JumpScalar { .. } | Uop::DivergeIndirect { .. });
    let behind = matches!(uop, Uop::Trap(_)).then_some(at + 1);
    plan::successors(uop, at)
        .filter(move |_| !out)
        .chain(behind)
}
