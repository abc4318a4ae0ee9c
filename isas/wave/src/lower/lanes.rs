//! Operations across the active threads of a wave, or of each aligned part of it.

use op::Op;
use uop::{Breadth, Custom, Machine, Reach, SReg, Src, Trap, VReg};

use super::{Lowering, predicate};
use crate::encoding::WaveInst;
use crate::meaning::{From, Over, Quantity};
use crate::operand::Condition;

/// The parts of a wave that work on their own: first lane and lanes.
fn parts(lanes: usize, group: u8) -> impl Iterator<Item = (usize, usize)> {
    let size = if group == 0 {
        lanes
    } else {
        (1 << group).min(lanes)
    };
    (0..lanes).step_by(size).map(move |first| (first, size))
}

/// The lanes of a part among those of `mask`, ascending.
fn lanes_of(mask: u64, (first, size): (usize, usize)) -> impl Iterator<Item = usize> {
    (first..first + size).filter(move |&lane| mask >> lane & 1 == 1)
}

fn commit(machine: &mut dyn Machine, dst: VReg, values: &[u32]) {
    let exec = machine.exec();
    let register = machine.vector_mut(dst);
    for (lane, &value) in values.iter().enumerate().take(register.len()) {
        if exec >> lane & 1 == 1 {
            register[lane] = value;
        }
    }
}

fn mask(machine: &dyn Machine, reg: SReg) -> u64 {
    let low = u64::from(machine.scalar(reg));
    match machine.lanes() {
        64 => low | u64::from(machine.scalar(reg.plus(1))) << 32,
        _ => low,
    }
}

/// The active lanes in which a predicate source is true.
fn true_lanes(machine: &dyn Machine, condition: Condition) -> u64 {
    let bits = mask(machine, predicate(condition.predicate));
    let bits = if condition.negated { !bits } else { bits };
    bits & machine.exec()
}

pub fn combine(inst: &WaveInst, lower: &mut Lowering, op: Op, identity: u32) {
    lower.custom(Combine {
        op,
        identity,
        over: inst.over(),
        dst: lower.d(inst),
        src: VReg(inst.fields.a.into()),
        group: inst.group(),
    });
}

/// Reduction or running combination, in ascending lane order.
#[derive(Debug)]
struct Combine {
    op: Op,
    identity: u32,
    over: Over,
    dst: VReg,
    src: VReg,
    group: u8,
}

impl Custom for Combine {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let exec = machine.exec();
        let mut values = [0; 64];
        let op = self.op.scalar();
        for part in parts(machine.lanes(), self.group) {
            // The first value is taken as it is, so that a sum of -0 alone is -0.
            let mut sum = None;
            for lane in lanes_of(exec, part) {
                let own = machine.vector(self.src)[lane];
                let next = match sum {
                    None => own,
                    Some(sum) => op(u64::from(sum), own.into(), 0) as u32,
                };
                values[lane] = match self.over {
                    Over::UpTo => next,
                    _ => sum.unwrap_or(self.identity),
                };
                sum = Some(next);
            }
            if self.over == Over::All {
                let sum = sum.unwrap_or(self.identity);
                lanes_of(exec, part).for_each(|lane| values[lane] = sum);
            }
        }
        commit(machine, self.dst, &values);
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (vec![self.src], vec![self.dst])
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }
}

pub fn shuffle(inst: &WaveInst, lower: &mut Lowering, from: From) {
    let Src::Vector(index) = lower.b(inst) else {
        return;
    };
    lower.custom(Shuffle {
        from,
        dst: lower.d(inst),
        src: VReg(inst.fields.a.into()),
        index,
        group: inst.group(),
    });
}

/// A value of another lane.
#[derive(Debug)]
struct Shuffle {
    from: From,
    dst: VReg,
    src: VReg,
    index: VReg,
    group: u8,
}

impl Custom for Shuffle {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let exec = machine.exec();
        let mut values = [0; 64];
        for part in parts(machine.lanes(), self.group) {
            let (first, size) = part;
            let Some(lowest) = lanes_of(exec, part).next() else {
                continue;
            };
            for lane in lanes_of(exec, part) {
                let here = (lane - first) as u64;
                let asked = |lane: usize| u64::from(machine.vector(self.index)[lane]);
                let (from, otherwise) = match self.from {
                    From::Index => (Some(asked(lane)), lane),
                    From::Xor => (Some(here ^ asked(lane)), lane),
                    From::Up => (here.checked_sub(asked(lane)), lane),
                    From::Down => (Some(here + asked(lane)), lane),
                    From::Broadcast => (Some(asked(lowest)), lowest),
                };
                let from = from.filter(|&from| from < size as u64);
                let from = from.map(|from| first + from as usize);
                let from = from.filter(|from| exec >> from & 1 == 1);
                values[lane] = machine.vector(self.src)[from.unwrap_or(otherwise)];
            }
        }
        commit(machine, self.dst, &values);
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (vec![self.src, self.index], vec![self.dst])
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }
}

pub fn ballot(inst: &WaveInst, lower: &mut Lowering, words: u8) {
    let Some(condition) = Condition::from_code(inst.fields.a) else {
        return;
    };
    lower.custom(Ballot {
        dst: lower.d(inst),
        words,
        condition,
        group: inst.group(),
    });
}

/// A bit for every active lane whose predicate is true, from bit 0 in every part.
#[derive(Debug)]
struct Ballot {
    dst: VReg,
    words: u8,
    condition: Condition,
    group: u8,
}

impl Custom for Ballot {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let bits = true_lanes(machine, self.condition);
        let (mut low, mut high) = ([0; 64], [0; 64]);
        for (first, size) in parts(machine.lanes(), self.group) {
            let part = bits >> first & (u64::MAX >> (64 - size));
            low[first..first + size].fill(part as u32);
            high[first..first + size].fill((part >> 32) as u32);
        }
        commit(machine, self.dst, &low);
        if self.words == 2 {
            commit(machine, self.dst.plus(1), &high);
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let words = 0..self.words.into();
        (vec![], words.map(|n| self.dst.plus(n)).collect())
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (predicate_words(self.condition.predicate), vec![])
    }

    fn masks(&self) -> [Option<SReg>; 2] {
        [Some(predicate(self.condition.predicate)), None]
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }
}

pub fn vote(inst: &WaveInst, lower: &mut Lowering, quantity: Quantity) {
    let Some(condition) = Condition::from_code(inst.fields.a) else {
        return;
    };
    lower.custom(Vote {
        dst: inst.fields.d,
        quantity,
        condition,
        group: inst.group(),
    });
}

/// Whether a predicate is true in any or all active lanes of a part.
#[derive(Debug)]
struct Vote {
    dst: u8,
    quantity: Quantity,
    condition: Condition,
    group: u8,
}

impl Custom for Vote {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let exec = machine.exec();
        let bits = true_lanes(machine, self.condition);
        let dst = predicate(self.dst);
        let mut result = mask(machine, dst) & !exec;
        for (first, size) in parts(machine.lanes(), self.group) {
            let part = (u64::MAX >> (64 - size)) << first;
            let holds = match self.quantity {
                Quantity::All => bits & part == exec & part,
                Quantity::Any => bits & part != 0,
            };
            if holds {
                result |= exec & part;
            }
        }
        machine.set_scalar(dst, result as u32);
        if machine.lanes() == 64 {
            machine.set_scalar(dst.plus(1), (result >> 32) as u32);
        }
        Ok(())
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        let dst = predicate_words(self.dst);
        let mut reads = predicate_words(self.condition.predicate);
        reads.extend(&dst);
        (reads, dst)
    }

    fn masks(&self) -> [Option<SReg>; 2] {
        [
            Some(predicate(self.condition.predicate)),
            Some(predicate(self.dst)),
        ]
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }
}

fn predicate_words(number: u8) -> Vec<SReg> {
    vec![predicate(number), predicate(number).plus(1)]
}
