//! Which steps work on [ramps](crate::ramp): found by following a program from its entry, as long
//! as it goes straight on and all lanes are active.

use super::prepare::Preparation;
use super::shorten::WideAddition;
use super::{Code, Kind, Prepared, Shared, Start};
use crate::changes::{reached, targets, writes_whole};
use op::{Op, ScalarFn};
use std::collections::{BTreeSet, HashMap, HashSet};
use uop::{Extend, MemKind, MemOp, Operand, Program, Reach, SReg, Space, Src, Uop, Use, VReg};

/// A step whose sources are ramps, or the same in all lanes.
pub(crate) struct RampStep {
    /// The step as it is taken on vectors.
    pub code: Code,
    pub call: ScalarFn,
    pub src: [RampSource; 3],
    pub dst: VReg,
    /// The result is two registers.
    pub wide: bool,
    /// Somebody reads the result as a vector.
    pub needed: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum RampSource {
    None,
    /// A ramp, whose high words are in a register of their own if it is wide.
    Ramp(VReg, bool),
    /// A scalar of all waves, or two.
    Scalar(SReg, bool),
    Constant((u32, u32)),
}

impl RampStep {
    /// Its scalars are of all waves.
    pub fn shares(&self, shared: &Shared) -> bool {
        self.src.iter().all(|src| match *src {
            RampSource::Scalar(reg, wide) => shared.all(reg, 1 + usize::from(wide)),
            _ => true,
        })
    }

    /// The registers of its result.
    pub fn results(&self) -> impl Iterator<Item = VReg> + use<> {
        let first = self.dst.0;
        (first..=first + u16::from(self.wide)).map(VReg)
    }
}

/// What is known of a vector register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Uniform,
    Ramp,
}

/// A step that was followed.
struct Followed {
    at: usize,
    what: What,
}

enum What {
    Ramp(RampStep),
    /// Vector registers that are read as such, and those that are overwritten.
    Other {
        reads: Vec<VReg>,
        writes: Vec<VReg>,
    },
}

/// Finds the steps, and where an access has a ramp for its addresses.
pub(super) fn find(
    preparation: &mut Preparation<'_>,
    program: &Program,
    sums: &[WideAddition],
    start: &Start,
    mask_words: u16,
) {
    if start.ramps.is_empty() || reached(program).is_none() {
        return;
    }
    let joined = sums.iter().map(|sum| (sum.start(), sum)).collect();
    let mut walk = Walk {
        program,
        joined,
        targets: targets(program),
        known: start
            .ramps
            .iter()
            .map(|(reg, _)| (*reg, Class::Ramp))
            .collect(),
        mask_words,
    };
    let (mut followed, ends) = walk.follow(preparation);
    let used = |step: &Followed| matches!(step.what, What::Ramp(_));
    if !followed.iter().any(used) {
        return;
    }
    mark_needed(&mut followed, ends, program);
    let prepared = &mut preparation.prepared;
    prepared.ramp_starts = start.ramps.clone();
    prepared.put_ramps(followed);
}

impl Prepared {
    /// Replaces the entries of steps on ramps, and notes at every step which ramps there are no
    /// vectors of.
    fn put_ramps(&mut self, followed: Vec<Followed>) {
        let mut unwritten = BTreeSet::new();
        for Followed { at, what } in followed {
            if !unwritten.is_empty() {
                let list = unwritten.iter().copied().map(VReg).collect();
                self.unwritten.push((at as u32, list));
            }
            match what {
                What::Other { writes, .. } => {
                    unwritten.retain(|reg| !writes.contains(&VReg(*reg)));
                }
                What::Ramp(mut step) => {
                    for reg in step.results() {
                        match step.needed {
                            true => unwritten.remove(&reg.0),
                            false => unwritten.insert(reg.0),
                        };
                    }
                    let entry = &mut self.entries[at];
                    let on_ramps = Code {
                        dst: self.ramps.len() as u32,
                        first: entry.first,
                        count: entry.count,
                        advance: entry.advance,
                        marked: entry.marked,
                        joined: entry.joined,
                        ..Code::of(Kind::Ramp)
                    };
                    step.code = std::mem::replace(entry, on_ramps);
                    self.ramps.push(step);
                }
            }
        }
    }

    /// The ramps of which there are no vectors before the step at `at`.
    pub fn unwritten(&self, at: u32) -> &[VReg] {
        let place = self.unwritten.binary_search_by_key(&at, |(at, _)| *at);
        place.map_or(&[], |i| &self.unwritten[i].1)
    }
}

/// Goes backwards from the last step and asks who reads a register as a vector. Behind the last
/// step anybody may, unless the program `ends` there.
fn mark_needed(followed: &mut [Followed], ends: bool, program: &Program) {
    let mut needed = vec![!ends; program.vector_file.into()];
    for step in followed.iter_mut().rev() {
        match &mut step.what {
            What::Ramp(step) => {
                step.needed = step.results().any(|reg| needed[usize::from(reg.0)]);
                (step.results()).for_each(|reg| needed[usize::from(reg.0)] = false);
            }
            What::Other { reads, writes } => {
                writes
                    .iter()
                    .for_each(|reg| needed[usize::from(reg.0)] = false);
                reads
                    .iter()
                    .for_each(|reg| needed[usize::from(reg.0)] = true);
            }
        }
    }
}

/// The steps that an entry does the work of.
fn advance(preparation: &Preparation<'_>, at: usize) -> usize {
    preparation.prepared.entries[at].advance.into()
}

struct Walk<'a> {
    program: &'a Program,
    joined: HashMap<usize, &'a WideAddition>,
    targets: HashSet<usize>,
    known: HashMap<VReg, Class>,
    mask_words: u16,
}

impl Walk<'_> {
    /// Follows the program, and says whether it ends where it is not followed any further.
    fn follow(&mut self, preparation: &mut Preparation<'_>) -> (Vec<Followed>, bool) {
        let mut followed = Vec::new();
        let mut at = self.program.entry as usize;
        // What is jumped to may be taken again, with registers that have changed since.
        while (at..at + advance(preparation, at)).all(|at| !self.targets.contains(&at)) {
            let step = &self.program.steps[at].uop;
            let joined = preparation.prepared.entries[at].joined;
            let sum = self.joined.get(&at).filter(|_| joined).map(|sum| sum.uop());
            let uop = sum.as_ref().unwrap_or(step);
            let what = match uop {
                Uop::PerLane { op, dst, src } => {
                    let step = self.on_ramps(preparation, *op, *dst, src);
                    step.map_or_else(|| self.other(uop), What::Ramp)
                }
                Uop::Memory(op) if self.goes_by_ramp(op) => {
                    preparation.prepared.entries[at].src[0] = 1;
                    let is_load = matches!(op.kind, MemKind::Load(_));
                    let (reads, writes) = match is_load {
                        true => (vec![], vec![op.dst]),
                        false => (vec![op.data], vec![]),
                    };
                    What::Other { reads, writes }
                }
                Uop::Modified(_)
                | Uop::Compare { .. }
                | Uop::Predicate { .. }
                | Uop::LanesFromMask { .. }
                | Uop::Scalar { .. }
                | Uop::ScalarFlag { .. }
                | Uop::ScalarLoad(_)
                | Uop::Memory(_)
                | Uop::Cross(_)
                | Uop::Nop
                | Uop::Wait { .. } => self.other(uop),
                Uop::Custom(op) if op.reach() != Reach::Anywhere => self.other(uop),
                Uop::End => return (followed, true),
                _ => break,
            };
            match &what {
                What::Ramp(step) => {
                    let linear = step.src.iter().any(|src| self.class(src) == Class::Ramp);
                    let class = if linear { Class::Ramp } else { Class::Uniform };
                    let mut results = step.results();
                    results.next().map(|reg| self.known.insert(reg, class));
                    self.known.extend(results.map(|reg| (reg, Class::Uniform)));
                }
                What::Other { .. } => uop.for_each_operand(self.mask_words, &mut |how, operand| {
                    if let (Use::Write, Operand::Vector(first, count)) = (how, operand) {
                        let written = first.0..first.0 + count;
                        self.known.retain(|reg, _| !written.contains(&reg.0));
                    }
                }),
            }
            followed.push(Followed { at, what });
            at += advance(preparation, at);
        }
        (followed, false)
    }

    fn other(&self, uop: &Uop) -> What {
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
        What::Other { reads, writes }
    }

    fn class(&self, src: &RampSource) -> Class {
        match src {
            RampSource::Ramp(reg, _) => self.known[reg],
            _ => Class::Uniform,
        }
    }

    /// The access of one word each by lanes whose addresses are a ramp.
    fn goes_by_ramp(&self, op: &MemOp) -> bool {
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

    /// The step on ramps that an operation is, if its sources are such.
    fn on_ramps(
        &self,
        preparation: &Preparation<'_>,
        op: Op,
        dst: VReg,
        src: &[Src; 3],
    ) -> Option<RampStep> {
        let signature = op.signature();
        let mut sources = [RampSource::None; 3];
        for (i, ty) in signature.args.iter().enumerate() {
            sources[i] = self.source(src[i], ty.registers() == 2, &preparation.prepared.shared)?;
        }
        let ramps = sources.map(|src| self.class(&src) == Class::Ramp);
        let wide = signature.result.registers() == 2;
        (ramps == [false; 3] || keeps_ramps(op, ramps, &sources)).then(|| RampStep {
            code: Code::of(Kind::Other),
            call: op.scalar_for(preparation.nans),
            src: sources,
            dst,
            wide,
            needed: true,
        })
    }

    fn source(&self, src: Src, wide: bool, shared: &Shared) -> Option<RampSource> {
        let named = self.program.resources.vectors;
        match src {
            Src::Vector(reg) if reg.0 >= named => {
                let index = usize::from(reg.0 - named);
                let constants = &self.program.constants;
                let high = if wide { *constants.get(index + 1)? } else { 0 };
                Some(RampSource::Constant((*constants.get(index)?, high)))
            }
            Src::Vector(reg) => {
                let known = |reg: VReg| self.known.contains_key(&reg);
                let fits = known(reg) && (!wide || known(reg.plus(1)));
                fits.then_some(RampSource::Ramp(reg, wide))
            }
            Src::Scalar(reg) if !wide => {
                shared.all(reg, 1).then_some(RampSource::Scalar(reg, wide))
            }
            Src::ScalarPair(reg) if wide => {
                shared.all(reg, 2).then_some(RampSource::Scalar(reg, wide))
            }
            _ => None,
        }
    }
}

/// Whether an operation makes a ramp of sources of which these are, the others being the same in
/// all lanes.
fn keeps_ramps(op: Op, [a, b, c]: [bool; 3], src: &[RampSource; 3]) -> bool {
    use Op::*;
    match op {
        MovB32 | AddU32 | SubU32 | RsubU32 | Add3U32 | AddU64 | AddU64U32 | AddWideU32 => true,
        MulU32 | MulWideU32 | MadU32 | MadWideU32 => !(a && b),
        ShlB32 | ShlB64 | ShlAddU32 | ShlAddU64 => !b,
        AddShlU32 => !c,
        // The low bits of thread ids, which are all that there is.
        AndB32 => src.iter().any(|src| match src {
            RampSource::Constant((mask, _)) => mask.wrapping_add(1).is_power_of_two(),
            _ => false,
        }),
        _ => false,
    }
}
