//! What may be on its way before a step.

use super::sorted::Sorted;
use uop::{Channel, MemKind, Operand, Space, Uop, Use};

/// What is asked of a walk along steps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// What is in flight.
    Flights,
    /// What has landed besides, given what is in flight where the walk begins.
    Landed,
    /// All that is to be said.
    Tell,
}

/// What can be on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Register {
    Vector(u16),
    Scalar(u16),
    /// A word in local memory.
    Local,
}

impl Register {
    /// A number in the order of registers.
    fn number(self) -> u64 {
        match self {
            Register::Vector(n) => n.into(),
            Register::Scalar(n) => 1 << 16 | u64::from(n),
            Register::Local => 2 << 16,
        }
    }
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

    /// What may be in flight for the same register and channel where two paths meet.
    fn join(&self, other: &Flight) -> Flight {
        let (first, second) = match self.gives_way_to(other) {
            true => (other, self),
            false => (self, other),
        };
        Flight {
            inst: first.inst,
            before: first.before || first.inst == second.inst && second.before,
            behind: self.behind.min(other.behind),
            reads: self.reads && other.reads,
            way: self.way.filter(|_| self.way == other.way),
        }
    }

    /// On this channel, it is done before an operation that `follows` those of a channel and a way.
    pub fn comes_before(&self, follows: Option<(u8, u8)>, channel: u8) -> bool {
        comes_before(self.way, follows, channel)
    }
}

fn comes_before(way: Option<u8>, follows: Option<(u8, u8)>, channel: u8) -> bool {
    follows.is_some_and(|(own, follows)| own == channel && way == Some(follows))
}

/// What a wait has let in, as it was in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Landed {
    pub behind: i32,
    reads: bool,
    way: Option<u8>,
}

impl Landed {
    /// The same as for [`Flight`].
    pub fn comes_before(&self, follows: Option<(u8, u8)>, channel: u8) -> bool {
        comes_before(self.way, follows, channel)
    }
}

/// A register, a channel and a wait. There may be thousands in a state, and so they are one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Into(u64);

impl Into {
    fn new(register: Register, channel: u8, wait: u32) -> Into {
        Into(register.number() << 40 | u64::from(channel) << 32 | u64::from(wait))
    }

    /// The channel and the wait.
    fn by(self) -> (u8, u32) {
        ((self.0 >> 32) as u8, self.0 as u32)
    }
}

/// What may be in flight before a step, by register and channel, and the most that can be
/// outstanding on each channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub flights: Sorted<(Register, u8), Flight>,
    pub most: Sorted<u8, u16>,
    /// What was in flight until a wait, and was not used since.
    pub landed: Sorted<Into, Landed>,
}

/// More than this is not followed after it has landed: it is taken for used.
const MOST_LANDED: usize = 4096;

impl State {
    /// Another path leads here. True if that adds something.
    pub fn join(&mut self, other: &State) -> bool {
        let flights = self.flights.join(&other.flights, Flight::join);
        let most = self.most.join(&other.most, |own, other| *own.max(other));
        flights || most
    }

    /// The same for what has landed.
    pub fn join_landed(&mut self, other: &State) -> bool {
        self.landed.join(&other.landed, |own, other| {
            match other.behind < own.behind {
                true => *other,
                false => *own,
            }
        })
    }

    /// A wait lets in what is `done`.
    pub fn land(&mut self, channel: u8, wait: u32, done: impl Fn(&Flight) -> bool) {
        let mut landed = Vec::new();
        self.flights.retain(|&(register, on), flight| {
            let stays = on != channel || !done(flight);
            if !stays {
                let Flight {
                    behind, reads, way, ..
                } = *flight;
                let into = Into::new(register, channel, wait);
                landed.push((into, Landed { behind, reads, way }));
            }
            stays
        });
        self.landed.join(&Sorted::of(landed), |_, new| *new);
        if self.landed.len() > MOST_LANDED {
            self.landed.clear();
        }
    }

    /// A register is used: the channels and waits that let something into it, with what it was.
    pub fn take_landed(
        &mut self,
        register: Register,
        how: Use,
    ) -> impl Iterator<Item = ((u8, u32), Landed)> + use<> {
        let of = Into::new(register, 0, 0)..=Into::new(register, u8::MAX, u32::MAX);
        let counts = |landed: &Landed| how == Use::Write || !landed.reads;
        let found = self.landed.take(of, counts).into_iter();
        found.map(|(into, landed)| (into.by(), landed))
    }

    /// All that has landed is used: the channels and waits.
    pub fn take_all_landed(&mut self) -> impl Iterator<Item = (u8, u32)> + use<> {
        let all = std::mem::take(&mut self.landed);
        all.into_iter().map(|(into, _)| into.by())
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
