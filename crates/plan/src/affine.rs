//! Affine values: registers that count from lane to lane. A start and a step say all that there is
//! in one; Halide calls such a vector a *ramp*.
//!
//! Thread ids are affine, and so are most addresses that are made of them. They are found by
//! following a program from its entry, as long as it goes straight on and all lanes are active: what
//! would be computed in every lane is computed once, and lanes that access memory side by side need
//! not be asked one by one. Whether a value is still affine where it wraps is for the executor to see.

use crate::changes::writes_whole;
use crate::value::{Value, linear};
use crate::{Plan, Start, Uniform, flow};
use op::Op;
use std::collections::{BTreeSet, HashMap, HashSet};
use uop::{Extend, MemKind, MemOp, Operand, Program, Reach, SReg, Space, Src, Uop, Use, VReg};

/// Lane `i` holds `first + i * step`, wrapping.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Affine {
    /// What lane 0 holds.
    pub first: u32,
    /// How much more each lane holds than the one before it.
    pub step: u32,
}

impl Affine {
    /// The value that lanes hold, if it is affine.
    pub fn of(lanes: &[u32]) -> Option<Affine> {
        let first = *lanes.first()?;
        let step = lanes.get(1).map_or(0, |second| second.wrapping_sub(first));
        let affine = Affine { first, step };
        let fits = (0..).zip(lanes).all(|(i, word)| affine.at(i) == *word);
        fits.then_some(affine)
    }

    /// The same in every lane.
    pub fn constant(first: u32) -> Affine {
        Affine { first, step: 0 }
    }

    /// What a lane holds.
    pub fn at(self, lane: u32) -> u32 {
        self.first.wrapping_add(self.step.wrapping_mul(lane))
    }

    /// It does not wrap before lane `last` has its value.
    pub fn rises(self, last: u32) -> bool {
        let end = u64::from(self.first) + u64::from(self.step) * u64::from(last);
        end <= u32::MAX.into()
    }
}

/// A step whose sources are affine, or the same in all lanes.
#[derive(Clone, Debug)]
pub struct AffineStep {
    /// Where it is in the program.
    pub at: usize,
    /// What it computes.
    pub op: Op,
    /// Of what.
    pub src: [AffineSource; 3],
    /// Where the result goes.
    pub dst: VReg,
    /// The result is two registers.
    pub wide: bool,
    /// Something reads the result as a vector.
    pub needed: bool,
}

/// A source of such a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AffineSource {
    /// No such argument.
    None,
    /// An affine value, whose high words are in a register of their own if it is wide.
    Affine(VReg, bool),
    /// A uniform scalar, or two.
    Scalar(SReg, bool),
    /// A constant: its low and its high word.
    Constant(u32, u32),
}

impl AffineStep {
    /// The registers of its result.
    pub fn results(&self) -> impl Iterator<Item = VReg> + use<> {
        let first = self.dst.0;
        (first..=first + u16::from(self.wide)).map(VReg)
    }
}

/// A step that was followed.
enum Followed {
    Affine(AffineStep),
    /// Vector registers that are read as such, and those that are overwritten.
    Other {
        at: usize,
        reads: Vec<VReg>,
        writes: Vec<VReg>,
    },
}

/// Finds the steps, where an access has affine addresses, and which values are never written.
pub(crate) fn run(plan: &mut Plan, program: &Program, start: &Start, mask_words: u16) {
    let starts = start.affine.iter().map(|(reg, affine)| (*reg, affine.step));
    let known = starts
        .chain(start.varying.iter().copied())
        .map(|(reg, step)| match step {
            0 => (reg, Value::COMMON),
            _ => (reg, Value::COUNTS),
        });
    let known: HashMap<VReg, Value> = known.collect();
    if known.is_empty() || plan.reached.is_none() {
        return;
    }
    let mut walk = Walk {
        program,
        uniform: plan.uniform.clone(),
        targets: flow::targets(program),
        known,
        mask_words,
    };
    let (mut followed, ends) = walk.follow(plan);
    if !followed.iter().any(|it| matches!(it, Followed::Affine(_))) {
        for step in &mut plan.steps {
            (step.affine_address, step.loads_constant) = (false, false);
        }
        return;
    }
    mark_needed(&mut followed, ends, program);
    plan.starts = start.affine.clone();
    plan.varying = start.varying.clone();
    note(plan, followed);
}

/// Notes the steps, and at every one which affine values there are no vectors of.
fn note(plan: &mut Plan, followed: Vec<Followed>) {
    let mut unwritten = BTreeSet::new();
    for step in followed {
        let (Followed::Affine(AffineStep { at, .. }) | Followed::Other { at, .. }) = step;
        if !unwritten.is_empty() {
            let list = unwritten.iter().copied().map(VReg).collect();
            plan.unwritten.push((at as u32, list));
        }
        match step {
            Followed::Other { writes, .. } => {
                unwritten.retain(|reg| !writes.contains(&VReg(*reg)));
            }
            Followed::Affine(step) => {
                for reg in step.results() {
                    match step.needed {
                        true => unwritten.remove(&reg.0),
                        false => unwritten.insert(reg.0),
                    };
                }
                plan.steps[at].affine = Some(plan.affine.len() as u32);
                plan.affine.push(step);
            }
        }
    }
}

/// Goes backwards from the last step and asks what reads a register as a vector. Behind the last
/// step anything may, unless the program `ends` there.
fn mark_needed(followed: &mut [Followed], ends: bool, program: &Program) {
    let mut needed = vec![!ends; program.vector_file.into()];
    for step in followed.iter_mut().rev() {
        match step {
            Followed::Affine(step) => {
                step.needed = step.results().any(|reg| needed[usize::from(reg.0)]);
                (step.results()).for_each(|reg| needed[usize::from(reg.0)] = false);
            }
            Followed::Other { reads, writes, .. } => {
                (writes.iter()).for_each(|reg| needed[usize::from(reg.0)] = false);
                (reads.iter()).for_each(|reg| needed[usize::from(reg.0)] = true);
            }
        }
    }
}

struct Walk<'a> {
    program: &'a Program,
    uniform: Uniform,
    targets: HashSet<usize>,
    known: HashMap<VReg, Value>,
    mask_words: u16,
}

impl Walk<'_> {
    /// Follows the program, and says whether it ends where it is not followed any further.
    fn follow(&mut self, plan: &mut Plan) -> (Vec<Followed>, bool) {
        let mut followed = Vec::new();
        let mut at = self.program.entry as usize;
        // What is jumped to may be taken again, with registers that have changed since.
        loop {
            let end = at + usize::from(plan.steps[at].advance);
            if (at..end).any(|at| self.targets.contains(&at)) {
                return (followed, false);
            }
            let uop = plan.uop(self.program, at);
            let (mut address, mut constant) = (false, false);
            let step = match uop {
                Uop::PerLane { op, dst, src } => match self.on_affine(at, *op, *dst, src) {
                    Some(step) => Followed::Affine(step),
                    None => self.other(at, uop),
                },
                Uop::Memory(op) if self.goes_by_affine(op) => {
                    address = true;
                    let (reads, writes) = match op.kind {
                        MemKind::Load(_) => (vec![], vec![op.dst]),
                        _ => (vec![op.data], vec![]),
                    };
                    Followed::Other { at, reads, writes }
                }
                Uop::Memory(op) if self.loads_constant(op) => {
                    constant = true;
                    self.other(at, uop)
                }
                Uop::Modified(_)
                | Uop::Compare { .. }
                | Uop::Predicate { .. }
                | Uop::LanesFromMask { .. }
                | Uop::Scalar { .. }
                | Uop::ScalarFlag { .. }
                | Uop::ScalarLoad(_)
                | Uop::FirstLane { .. }
                | Uop::Memory(_)
                | Uop::Cross(_)
                | Uop::Nop
                | Uop::Wait { .. } => self.other(at, uop),
                Uop::Custom(op) if op.reach() != Reach::Anywhere => self.other(at, uop),
                Uop::End => return (followed, true),
                _ => return (followed, false),
            };
            match &step {
                Followed::Affine(step) => {
                    let counts = step.src.iter().any(|src| !self.value(src).is_same());
                    let value = if counts { Value::COUNTS } else { Value::COMMON };
                    let mut results = step.results();
                    results.next().map(|reg| self.known.insert(reg, value));
                    self.known.extend(results.map(|reg| (reg, Value::COMMON)));
                }
                Followed::Other { .. } => {
                    uop.for_each_operand(self.mask_words, &mut |how, operand| {
                        if let (Use::Write, Operand::Vector(first, count)) = (how, operand) {
                            let written = first.0..first.0 + count;
                            self.known.retain(|reg, _| !written.contains(&reg.0));
                        }
                    });
                    if let (Uop::Memory(op), true) = (uop, constant) {
                        let loaded = (0..u16::from(op.bytes / 4)).map(|i| op.dst.plus(i));
                        self.known.extend(loaded.map(|reg| (reg, Value::COMMON)));
                    }
                }
            }
            followed.push(step);
            plan.steps[at].affine_address = address;
            plan.steps[at].loads_constant = constant;
            at = end;
        }
    }

    fn other(&self, at: usize, uop: &Uop) -> Followed {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        uop.for_each_operand(self.mask_words, &mut |how, operand| {
            if let Operand::Vector(first, count) = operand {
                let registers = (0..count).map(|i| first.plus(i));
                match how {
                    Use::Write if writes_whole(uop) => writes.extend(registers),
                    _ => reads.extend(registers),
                }
            }
        });
        Followed::Other { at, reads, writes }
    }

    fn value(&self, src: &AffineSource) -> Value {
        match src {
            AffineSource::Affine(reg, _) => self.known[reg],
            _ => Value::COMMON,
        }
    }

    /// The access of one word each by lanes whose addresses are affine.
    fn goes_by_affine(&self, op: &MemOp) -> bool {
        let Src::Vector(low) = op.addr.base else {
            return false;
        };
        let kind = matches!(
            op.kind,
            MemKind::Load(Extend::Zero | Extend::Sign) | MemKind::Store { high: false }
        );
        let high = !op.addr.wide || self.known.contains_key(&low.plus(1));
        let words = op.bytes == 4 && op.lanes.is_none() && op.space == Space::Global;
        kind && words && high && self.known.contains_key(&low)
    }

    /// The load of words of constant memory, the same by all lanes: so is what it loads.
    fn loads_constant(&self, op: &MemOp) -> bool {
        let Src::Vector(address) = op.addr.base else {
            return false;
        };
        let load = matches!(op.kind, MemKind::Load(_)) && op.lanes.is_none();
        let words = load && op.bytes.is_multiple_of(4);
        let at_once = op.channel.is_none() && op.addr.scalar.is_none() && !op.addr.wide;
        let common = self.known.get(&address) == Some(&Value::COMMON);
        op.space == Space::Constant && words && at_once && common
    }

    /// The step on affine values that an operation is, if its sources are such.
    fn on_affine(&self, at: usize, op: Op, dst: VReg, src: &[Src; 3]) -> Option<AffineStep> {
        let signature = op.signature();
        let mut sources = [AffineSource::None; 3];
        for (i, ty) in signature.args.iter().enumerate() {
            sources[i] = self.source(src[i], ty.registers() == 2)?;
        }
        let values = sources.map(|src| self.value(&src));
        let common = values.iter().all(|value| value.is_same());
        let stays = common || stays_affine(op, values, &sources);
        stays.then(|| AffineStep {
            at,
            op,
            src: sources,
            dst,
            wide: signature.result.registers() == 2,
            needed: true,
        })
    }

    fn source(&self, src: Src, wide: bool) -> Option<AffineSource> {
        let named = self.program.resources.vectors;
        let uniform = &self.uniform;
        match src {
            Src::Vector(reg) if reg.0 >= named => {
                let index = usize::from(reg.0 - named);
                let constants = &self.program.constants;
                let high = if wide { *constants.get(index + 1)? } else { 0 };
                Some(AffineSource::Constant(*constants.get(index)?, high))
            }
            Src::Vector(reg) => {
                let known = |reg: VReg| self.known.contains_key(&reg);
                let fits = known(reg) && (!wide || known(reg.plus(1)));
                fits.then_some(AffineSource::Affine(reg, wide))
            }
            Src::Scalar(reg) if !wide => uniform
                .all(reg, 1)
                .then_some(AffineSource::Scalar(reg, wide)),
            Src::ScalarPair(reg) if wide => uniform
                .all(reg, 2)
                .then_some(AffineSource::Scalar(reg, wide)),
            _ => None,
        }
    }
}

/// Whether an operation makes an affine value of sources of which some are affine, the others being the
/// same in all lanes.
fn stays_affine(op: Op, values: [Value; 3], src: &[AffineSource; 3]) -> bool {
    match op {
        // The low bits of thread ids, which are all that there is.
        Op::AndB32 => src.iter().any(|src| match src {
            AffineSource::Constant(mask, _) => mask.wrapping_add(1).is_power_of_two(),
            _ => false,
        }),
        _ => linear(op, values) != Value::Any,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{Code, Ids, load, plan_with, start_of};

    #[test]
    fn an_affine_value_is_found_and_nothing_else() {
        assert_eq!(Affine::of(&[7, 9, 11]), Some(Affine { first: 7, step: 2 }));
        assert_eq!(Affine::of(&[5, 5]), Some(Affine::constant(5)));
        assert_eq!(Affine::of(&[1, 0]).map(|affine| affine.at(1)), Some(0));
        assert_eq!(Affine::of(&[7, 9, 12]), None);
        assert_eq!(Affine::of(&[]), None);
    }

    #[test]
    fn an_affine_value_rises_until_it_wraps() {
        let affine = Affine {
            first: u32::MAX - 6,
            step: 2,
        };
        assert!(affine.rises(3));
        assert!(!affine.rises(4));
    }

    #[test]
    fn addresses_made_of_thread_ids_are_affine_and_never_written() {
        let mut code = Code::default();
        let four = code.builder.constant(4);
        code.lanes(Op::MulU32, 3, &[VReg(0), four]);
        code.push(load(4, 3));
        code.add(5, 4, 4);
        code.push(Uop::End);
        let program = code.finish();
        let start = start_of(&program, &Ids, 4);
        assert_eq!(start.affine, [(VReg(0), Affine { first: 0, step: 1 })]);
        let plan = plan_with(&program, false, Some(&start), |_| false);
        assert_eq!(plan.steps[0].affine, Some(0));
        assert!(!plan.affine[0].needed);
        assert!(plan.steps[1].affine_address);
        assert_eq!(plan.unwritten(1), [VReg(3)]);
        assert_eq!(plan.steps[2].affine, None);
    }

    #[test]
    fn what_is_read_as_a_vector_is_written() {
        let mut code = Code::default();
        code.add(3, 0, 0);
        code.lanes(Op::XorB32, 4, &[VReg(3), VReg(5)]);
        code.push(Uop::End);
        let program = code.finish();
        let start = start_of(&program, &Ids, 2);
        let plan = plan_with(&program, false, Some(&start), |_| false);
        assert!(plan.affine[0].needed);
    }
}
