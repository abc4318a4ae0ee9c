//! A program by its instructions.

use std::collections::{BTreeSet, HashSet};
use uop::{Operand, Program, Uop, UopIdx, Use};

/// Some registers, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Set(Vec<u16>);

impl Set {
    fn insert(&mut self, reg: u16) {
        if let Err(place) = self.0.binary_search(&reg) {
            self.0.insert(place, reg);
        }
    }

    /// Whether it is among them.
    pub fn contains(&self, reg: u16) -> bool {
        self.0.binary_search(&reg).is_ok()
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().copied()
    }

    /// The first that is in both.
    pub fn shared(&self, other: &Set) -> Option<u16> {
        self.iter().find(|&reg| other.contains(reg))
    }
}

/// Registers of an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterSets {
    /// Vector registers.
    pub vectors: Set,
    /// Scalar registers.
    pub scalars: Set,
}

impl RegisterSets {
    fn add(&mut self, operand: Operand, named: u16) {
        match operand {
            Operand::Vector(reg, count) => (reg.0..reg.0 + count)
                .filter(|reg| *reg < named)
                .for_each(|reg| self.vectors.insert(reg)),
            Operand::Scalar(reg, count) => {
                (reg.0..reg.0 + count).for_each(|reg| self.scalars.insert(reg));
            }
        }
    }
}

/// What a search backwards does at an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backwards<S> {
    /// It is what was looked for.
    Found,
    /// Nothing before it matters.
    Stop,
    /// Go on before it, with this in mind.
    On(S),
}

/// What is known before an instruction, from all paths that lead there.
pub trait Known: Clone + PartialEq {
    /// Another path leads here, on which this is known.
    fn join(&mut self, other: &Self);
}

/// Which instructions can follow which.
pub struct Graph<'a> {
    /// What it was made of.
    pub program: &'a Program,
    reads: Vec<RegisterSets>,
    writes: Vec<RegisterSets>,
    before: Vec<Vec<u32>>,
    after: Vec<Vec<u32>>,
    reached: Vec<bool>,
    roots: Vec<u32>,
}

impl<'a> Graph<'a> {
    /// Of what can be reached from these steps. Vector registers from `named` on are temporaries, of
    /// which instructions know nothing.
    pub fn new(program: &'a Program, roots: &[UopIdx], named: u16, mask_words: u16) -> Graph<'a> {
        let n = program.insts.len();
        let first = |&at: &UopIdx| Some(program.steps.get(at as usize)?.inst);
        let mut graph = Graph {
            program,
            reads: vec![RegisterSets::default(); n],
            writes: vec![RegisterSets::default(); n],
            before: vec![Vec::new(); n],
            after: vec![Vec::new(); n],
            reached: vec![false; n],
            roots: roots.iter().filter_map(first).collect(),
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
            // A change of the mask is one of the register that shows it.
            if let (Uop::Mask(_), Some(exec)) = (&step.uop, program.resources.exec) {
                let all = Operand::Scalar(exec, mask_words);
                graph.writes[inst].add(all, named);
            }
            for to in successors(&step.uop, at) {
                work.push(to);
                if let Some(next) = program.steps.get(to as usize)
                    && (next.inst != step.inst || next.first)
                    && !graph.after[inst].contains(&next.inst)
                {
                    graph.before[next.inst as usize].push(step.inst);
                    graph.after[inst].push(next.inst);
                }
            }
        }
        graph
    }

    /// The instructions that can be reached, ascending.
    pub fn insts(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.reached.len() as u32).filter(|&inst| self.reached[inst as usize])
    }

    /// Whether an instruction can be reached.
    pub fn is_reached(&self, inst: u32) -> bool {
        self.reached.get(inst as usize).is_some_and(|it| *it)
    }

    /// What an instruction reads.
    pub fn reads(&self, inst: u32) -> &RegisterSets {
        &self.reads[inst as usize]
    }

    /// What an instruction writes.
    pub fn writes(&self, inst: u32) -> &RegisterSets {
        &self.writes[inst as usize]
    }

    /// The instructions that can follow.
    pub fn after(&self, inst: u32) -> &[u32] {
        &self.after[inst as usize]
    }

    /// An instruction, and all that can follow it.
    pub fn reached_from(&self, inst: u32) -> HashSet<u32> {
        let mut seen = HashSet::from([inst]);
        let mut work = vec![inst];
        while let Some(inst) = work.pop() {
            work.extend(self.after(inst).iter().filter(|&&to| seen.insert(to)));
        }
        seen
    }

    /// The one instruction that always comes before, if it is the one above.
    pub fn only_before(&self, inst: u32) -> Option<u32> {
        match self.before[inst as usize][..] {
            [before] if before + 1 == inst && !self.roots.contains(&inst) => Some(before),
            _ => None,
        }
    }

    /// Looks at what can have come before an instruction, nearest first along each path, and returns
    /// the first instruction that is found.
    pub fn search<S: Clone + Eq + std::hash::Hash>(
        &self,
        from: u32,
        start: S,
        mut look: impl FnMut(u32, &S) -> Backwards<S>,
    ) -> Option<u32> {
        let mut seen = HashSet::new();
        let mut work = vec![(from, start)];
        while let Some((inst, state)) = work.pop() {
            let ways = &self.before[inst as usize];
            for &before in ways {
                match look(before, &state) {
                    Backwards::Found => return Some(before),
                    Backwards::Stop => {}
                    Backwards::On(state) => {
                        // A way straight up passes each place once.
                        if ways.len() == 1 && before < inst || seen.insert((before, state.clone()))
                        {
                            work.push((before, state));
                        }
                    }
                }
            }
        }
        None
    }

    /// What is known before every instruction that can be reached, if `start` says it of the roots and
    /// `carry_out` changes it. At an instruction that only one leads to, it is what that one leaves.
    pub fn known<S: Known>(
        &self,
        start: impl Fn(u32) -> S,
        mut carry_out: impl FnMut(u32, &mut S),
    ) -> Vec<Option<S>> {
        let mut known: Vec<Option<S>> = vec![None; self.reached.len()];
        let mut work: BTreeSet<u32> = BTreeSet::new();
        for &root in &self.roots {
            known[root as usize] = Some(start(root));
            work.insert(root);
        }
        while let Some(inst) = work.pop_first() {
            let Some(mut state) = known[inst as usize].clone() else {
                continue;
            };
            carry_out(inst, &mut state);
            for &to in &self.after[inst as usize] {
                let single = self.before[to as usize].len() == 1 && !self.roots.contains(&to);
                let there = &mut known[to as usize];
                let next = match there {
                    Some(there) if !single => {
                        let mut both = there.clone();
                        both.join(&state);
                        both
                    }
                    _ => state.clone(),
                };
                if there.as_ref() != Some(&next) {
                    *there = Some(next);
                    work.insert(to);
                }
            }
        }
        known
    }
}

/// Where a step leads. A jump to an address in a register leads out; hardware goes on behind a trap.
pub fn successors(uop: &Uop, at: UopIdx) -> impl Iterator<Item = UopIdx> {
    let out = matches!(uop, Uop::JumpScalar { .. } | Uop::DivergeIndirect { .. });
    let behind = matches!(uop, Uop::Trap(_)).then_some(at + 1);
    plan::successors(uop, at)
        .filter(move |_| !out)
        .chain(behind)
}
