//! Whether waves do the same whenever they are carried out, and where their instructions lead.
//!
//! Waves can be carried out before their time if nothing that decides how long they take depends on
//! what other waves have done so far: where they branch, which lanes are active, which addresses they
//! access. All of it comes from registers, so what memory gives is followed through them.

use crate::order;
use crate::trace::Touches;
use op::Op;
use plan::Plan;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use uop::{
    AtomicOp, MaskOp, MemKind, MemOp, Operand, Program, Reach, Space, Src, Uop, UopIdx, Use,
};

/// Where the instructions of a program lead, if waves do the same whenever they are carried out.
pub(super) struct Course {
    /// By instruction.
    pub leads: Vec<Leads>,
    /// By instruction: it accesses memory.
    pub accesses: Vec<bool>,
    /// By step: it is the first access of its instruction.
    pub opens: Arc<[bool]>,
    /// By step: what it does to local memory.
    pub local: Arc<[Touches]>,
    /// What lanes load from global memory decides something. So the launch must not store there.
    pub guarded: bool,
}

/// What comes after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leads {
    /// The next.
    On,
    /// This one, where the branch is taken.
    Branch(u32),
    /// This one, later in the program.
    Ahead(u32),
    /// This one, which is not.
    Back(u32),
    Barrier,
    End,
}

/// Programs of more steps are not looked into.
const MOST_STEPS: usize = 20_000;

// Where a value may come from.
const GLOBAL: u8 = 1;
/// Of a scalar: it may be another mask than that of the lanes that were active at the start.
const PARTIAL: u8 = 4;

impl Course {
    /// Nothing where it may matter when waves are carried out, or is not worth it.
    pub fn of(program: &Program, plan: &Plan, lanes: u32) -> Option<Course> {
        let reached = plan.reached.as_deref()?;
        let resources = &program.resources;
        let plain = resources.ended_waves_arrive && !resources.uniform_barriers;
        if !plain || resources.cluster > 1 || program.steps.len() > MOST_STEPS {
            return None;
        }
        let mut course = Course {
            leads: vec![Leads::On; program.insts.len()],
            accesses: vec![false; program.insts.len()],
            opens: [].into(),
            local: local(program).into(),
            guarded: false,
        };
        let mut opens = vec![false; program.steps.len()];
        let steps = program.steps.iter().enumerate();
        for (at, step) in steps.filter(|(at, _)| reached[*at]) {
            let inst = step.inst as usize;
            let leads = leads(program, at)?;
            if leads != Leads::On {
                // An instruction leads somewhere once.
                if course.leads[inst] != Leads::On {
                    return None;
                }
                course.leads[inst] = leads;
            }
            if matches!(step.uop, Uop::Memory(_) | Uop::ScalarLoad(_)) {
                opens[at] = !std::mem::replace(&mut course.accesses[inst], true);
            }
        }
        let decides = Colours::new(program, lanes).deciding();
        course.guarded = decides & GLOBAL != 0;
        course.opens = opens.into();
        Some(course)
    }
}

/// Where a step leads; nothing if that, or what it does, may depend on the order of waves.
fn leads(program: &Program, at: usize) -> Option<Leads> {
    let target = |to: UopIdx| {
        let step = program.steps.get(to as usize)?;
        step.first.then_some(step.inst)
    };
    match &program.steps[at].uop {
        Uop::Jump { to } => Some(match *to as usize <= at {
            true => Leads::Back(target(*to)?),
            false => Leads::Ahead(target(*to)?),
        }),
        Uop::Branch { to, .. } => Some(Leads::Branch(target(*to)?)),
        Uop::Barrier => Some(Leads::Barrier),
        Uop::End => Some(Leads::End),
        Uop::Memory(op) => {
            let known = match (op.space, op.kind) {
                (Space::Cluster | Space::Flat, _) => false,
                // What waves do there is looked at while they do it.
                (Space::Local, _) => true,
                (
                    _,
                    MemKind::Atomic {
                        op: change,
                        returns,
                    },
                ) => !returns && order::commutes(change, op.bytes),
                _ => true,
            };
            known.then_some(Leads::On)
        }
        Uop::ScalarLoad(_) | Uop::Mask(MaskOp::Set(_)) => Some(Leads::On),
        Uop::Custom(op) => (op.reach() == Reach::Registers).then_some(Leads::On),
        // Reaching it is a fault, which is looked into in the order of time.
        Uop::Trap(_) => Some(Leads::On),
        uop => uop.is_private().then_some(Leads::On),
    }
}

/// What each step does to local memory.
fn local(program: &Program) -> Vec<Touches> {
    let own = |uop: &Uop| match uop {
        Uop::Memory(op) if op.space == Space::Local => Some((op.kind, op.bytes)),
        _ => None,
    };
    let all = program.steps.iter().map(|step| own(&step.uop));
    let mut changes = all
        .clone()
        .flatten()
        .filter_map(|(kind, bytes)| match kind {
            MemKind::Atomic { op, returns: false } => Some((op, bytes)),
            _ => None,
        });
    let first = changes.next();
    let one = changes.all(|change| Some(change) == first);
    let touches = all.map(|own| match own {
        None => Touches::Elsewhere,
        Some((MemKind::Load(_), _)) => Touches::Load,
        Some((MemKind::Atomic { op, returns: false }, bytes)) if one => {
            match order::commutes(op, bytes) {
                true => Touches::Update,
                // Of words that all change by the same, no result tells which wave came first.
                false if bytes == 4 && matches!(op, AtomicOp::Apply(_)) => Touches::Alike,
                false => Touches::Store,
            }
        }
        Some(_) => Touches::Store,
    });
    touches.collect()
}

/// Where the values of registers may come from, by where the program is.
struct Colours<'p> {
    program: &'p Program,
    mask_words: u16,
    targets: HashSet<usize>,
    /// At steps that control comes to from elsewhere: by register, vector ones first, and then whether
    /// some lanes may be inactive, so that vector registers keep what they had there.
    known: BTreeMap<usize, Vec<u8>>,
    work: Vec<usize>,
    /// What was stored to private memory, and to local memory.
    private: u8,
    local: u8,
    decide: u8,
}

impl<'p> Colours<'p> {
    fn new(program: &'p Program, lanes: u32) -> Colours<'p> {
        Colours {
            program,
            mask_words: lanes.div_ceil(32) as u16,
            targets: plan::targets(program),
            known: BTreeMap::new(),
            work: Vec::new(),
            private: 0,
            local: 0,
            decide: 0,
        }
    }

    /// What decides where waves branch, which lanes are active and where accesses go.
    fn deciding(mut self) -> u8 {
        let registers = usize::from(self.program.vector_file + self.program.scalar_file);
        loop {
            let before = (self.private, self.local);
            self.known.clear();
            let entry = self.program.entry as usize;
            self.arrive(entry, &self.start(registers));
            while let Some(at) = self.work.pop() {
                self.follow(at);
            }
            if before == (self.private, self.local) {
                return self.decide;
            }
        }
    }

    /// What so many registers are at the start.
    fn start(&self, registers: usize) -> Vec<u8> {
        let vectors = usize::from(self.program.vector_file);
        let mut values = vec![0; registers + 1];
        values[vectors..registers].fill(PARTIAL);
        if let Some(exec) = self.program.resources.exec {
            let first = vectors + usize::from(exec.0);
            values[first..first + usize::from(self.mask_words)].fill(0);
        }
        values
    }

    /// Control comes to a step with these values.
    fn arrive(&mut self, at: usize, values: &[u8]) {
        let Some(known) = self.known.get_mut(&at) else {
            self.known.insert(at, values.to_vec());
            self.work.push(at);
            return;
        };
        let mut more = 0;
        for (known, &value) in known.iter_mut().zip(values) {
            more |= value & !*known;
            *known |= value;
        }
        if more != 0 {
            self.work.push(at);
        }
    }

    /// From a step on to where ways part or meet.
    fn follow(&mut self, start: usize) {
        let program = self.program;
        let mut values = self.known[&start].clone();
        let mut at = start;
        while let Some(step) = program.steps.get(at) {
            self.take(&step.uop, &mut values);
            let mut on = false;
            for next in plan::successors(&step.uop, at as UopIdx) {
                let next = next as usize;
                match next == at + 1 && !self.targets.contains(&next) {
                    true => on = true,
                    false => self.arrive(next, &values),
                }
            }
            if !on {
                return;
            }
            at += 1;
        }
    }

    fn take(&mut self, uop: &Uop, values: &mut [u8]) {
        let vectors = usize::from(self.program.vector_file);
        let narrowed = values.len() - 1;
        let place = |operand: Operand| {
            let (first, count) = match operand {
                Operand::Vector(reg, count) => (usize::from(reg.0), count),
                Operand::Scalar(reg, count) => (vectors + usize::from(reg.0), count),
            };
            first..first + usize::from(count)
        };
        let (mut read, mut partial) = (0, PARTIAL);
        uop.for_each_operand(self.mask_words, &mut |how, operand| {
            if how == Use::Read {
                let own = values[place(operand)].iter().fold(0, |all, it| all | it);
                read |= own & GLOBAL;
                // Where one of two has all lanes, so has what is in either.
                partial &= own;
            }
        });
        let keeps_all = match uop {
            Uop::Scalar { op, .. } | Uop::ScalarFlag { op, .. } => {
                matches!(op, Op::MovB32 | Op::MovB64 | Op::OrB32 | Op::OrB64)
            }
            Uop::Mask(_) => true,
            _ => false,
        };
        if !keeps_all {
            partial = PARTIAL;
        }
        match uop {
            Uop::Branch { .. } => self.decide |= read,
            Uop::Mask(_) => {
                self.decide |= read;
                values[narrowed] = partial;
            }
            Uop::ScalarLoad(_) => {
                self.decide |= read;
                // It is looked at where scalar loads go.
                read = 0;
            }
            Uop::Memory(op) => {
                self.decide |= address(op).fold(0, |all, operand| {
                    let own = values[place(operand)].iter();
                    own.fold(all, |all, it| all | it & GLOBAL)
                });
                match (op.kind, op.space) {
                    (MemKind::Load(_), _) => {}
                    (_, Space::Private) => self.private |= read,
                    (_, Space::Local) => self.local |= read,
                    _ => {}
                }
                read = match op.space {
                    Space::Private => self.private,
                    Space::Local => self.local,
                    Space::Constant => 0,
                    _ => GLOBAL,
                };
            }
            _ => {}
        }
        let partly = values[narrowed] != 0;
        uop.for_each_operand(self.mask_words, &mut |how, operand| {
            if how == Use::Write {
                for value in &mut values[place(operand)] {
                    *value = match operand {
                        Operand::Vector(..) if partly => *value | read,
                        Operand::Vector(..) => read,
                        Operand::Scalar(..) => read | partial,
                    };
                }
            }
        });
        // That a mask is not 0 is no mask.
        if let Uop::ScalarFlag { flag, .. } = uop {
            values[vectors + usize::from(flag.0)] |= PARTIAL;
        }
    }
}

/// The registers in which lanes find the address of an access, and whether they take part.
fn address(op: &MemOp) -> impl Iterator<Item = Operand> {
    let words = if op.addr.wide { 2 } else { 1 };
    let base = match op.addr.base {
        Src::None => None,
        Src::Vector(reg) => Some(Operand::Vector(reg, words)),
        Src::Scalar(reg) => Some(Operand::Scalar(reg, words)),
        Src::ScalarPair(reg) => Some(Operand::Scalar(reg, 2)),
    };
    let scalar = op.addr.scalar.map(|reg| Operand::Scalar(reg, 2));
    let lanes = op.lanes.map(|reg| Operand::Vector(reg, 1));
    base.into_iter().chain(scalar).chain(lanes)
}
