//! What may be on its way before a step.

use std::collections::BTreeMap;
use uop::{Channel, MemKind, Operand, Space, Uop, Use};

/// What can be on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Register {
    Vector(u16),
    Scalar(u16),
    /// A word in local memory.
    Local,
}

/// An operation that has to do with a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flight {
    /// The instruction that issued it.
    pub inst: u32,
    /// Operations behind it on its channel; -1 for the first part of one.
    pub behind: i32,
    /// It has still to read the register, and does not write it.
    pub reads: bool,
    /// By which way the result comes, if it is known which.
    pub way: Option<u8>,
    /// It was issued before its instruction was come to once more.
    pub before: bool,
}

impl Flight {
    /// Of two paths, the other one counts.
    fn gives_way_to(&self, other: &Flight) -> bool {
        other.behind < self.behind || self.reads && !other.reads
    }

    /// On this channel, it is done before an operation that `follows` those of a channel and a way.
    pub fn comes_before(&self, follows: Option<(u8, u8)>, channel: u8) -> bool {
        follows.is_some_and(|(own, way)| own == channel && self.way == Some(way))
    }
}

/// What may be in flight before a step, by register and channel, and the most that can be
/// outstanding on each channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub flights: BTreeMap<(Register, u8), Flight>,
    pub most: BTreeMap<u8, u16>,
    /// What was in flight until a wait, and was not used since: by register, channel and wait.
    pub landed: BTreeMap<(Register, u8, u32), Flight>,
}

/// More than this is not followed after it has landed: it is taken for used.
const MOST_LANDED: usize = 4096;

impl State {
    /// Another path leads here. True if that adds something.
    pub fn join(&mut self, other: &State) -> bool {
        let mut more = false;
        for (key, flight) in &other.flights {
            let known = self.flights.get(key);
            let both = known.map_or(*flight, |known| Flight {
                inst: match known.gives_way_to(flight) {
                    true => flight.inst,
                    false => known.inst,
                },
                before: match known.gives_way_to(flight) {
                    true => flight.before || known.inst == flight.inst && known.before,
                    false => known.before || known.inst == flight.inst && flight.before,
                },
                behind: known.behind.min(flight.behind),
                reads: known.reads && flight.reads,
                way: known.way.filter(|_| known.way == flight.way),
            });
            if known != Some(&both) {
                self.flights.insert(*key, both);
                more = true;
            }
        }
        for (channel, most) in &other.most {
            let known = self.most.entry(*channel).or_default();
            more |= most > known;
            *known = (*known).max(*most);
        }
        for (key, flight) in &other.landed {
            let known = self.landed.get(key);
            if known.is_none_or(|known| flight.behind < known.behind) {
                self.landed.insert(*key, *flight);
                more = true;
            }
        }
        more
    }

    /// A wait lets in what is `done`.
    pub fn land(&mut self, channel: u8, wait: u32, done: impl Fn(&Flight) -> bool) {
        let landed = &mut self.landed;
        self.flights.retain(|&(register, on), flight| {
            let stays = on != channel || !done(flight);
            if !stays {
                landed.insert((register, channel, wait), *flight);
            }
            stays
        });
        if landed.len() > MOST_LANDED {
            landed.clear();
        }
    }

    /// A register is used: the waits that let something into it, with what it was.
    pub fn take_landed(&mut self, register: Register, how: Use) -> Vec<(u8, u32, Flight)> {
        let of = (register, 0, 0)..=(register, u8::MAX, u32::MAX);
        let counts = |flight: &Flight| how == Use::Write || !flight.reads;
        let found: Vec<_> = (self.landed.range(of))
            .filter(|(_, flight)| counts(flight))
            .map(|(&(_, channel, wait), &flight)| (channel, wait, flight))
            .collect();
        for (channel, wait, _) in &found {
            self.landed.remove(&(register, *channel, *wait));
        }
        found
    }
}

/// The channel on which a step's results are outstanding, and the registers that they go to.
pub(super) fn begins(uop: &Uop, mask_words: u16) -> Option<(Channel, Vec<Register>)> {
    let channel = uop.channel()?;
    let stores = matches!(uop, Uop::Memory(op) if matches!(op.kind, MemKind::Store { .. }));
    let mut writes = Vec::new();
    if let Uop::Memory(op) = uop
        && op.space == Space::Local
        && !matches!(op.kind, MemKind::Load(_))
    {
        writes.push(Register::Local);
    }
    if !stores {
        uop.for_each_operand(mask_words, &mut |how, operand| {
            if how == Use::Write {
                writes.extend(registers(operand));
            }
        });
    }
    Some((channel, writes))
}

pub(super) fn registers(operand: Operand) -> impl Iterator<Item = Register> {
    let (first, count, of): (u16, u16, fn(u16) -> Register) = match operand {
        Operand::Vector(reg, count) => (reg.0, count, Register::Vector),
        Operand::Scalar(reg, count) => (reg.0, count, Register::Scalar),
    };
    (first..first + count).map(of)
}
