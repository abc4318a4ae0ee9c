//! Operations in flight under strict delivery: a result reaches its register only when a wait
//! demands it, so that a forgotten wait shows.

use crate::wave::{Wave, lanes_of};
use std::collections::VecDeque;
use uop::{Channel, MemoryOrder, Program, SReg, Space, StandIn, VReg};

/// Where the words of a result go when it is delivered.
#[derive(Clone, Debug)]
pub(crate) enum Landing {
    /// `words[r * lanes + lane]` for the lanes of `mask`. Bits of `keep` stay as they then are:
    /// two loads may each fill half of a register.
    Vector {
        first: VReg,
        mask: u64,
        keep: u32,
        words: Vec<u32>,
    },
    Scalar {
        first: SReg,
        words: Vec<u32>,
    },
    /// Only its completion is outstanding.
    Nothing,
    /// A store that the wave holds under this number.
    Store(u64),
    /// The operation still has to read these.
    Held(Vec<VReg>),
}

#[derive(Clone, Debug)]
pub(crate) struct InFlight {
    pub channel: Channel,
    /// A second channel that counts it.
    pub also: Option<Channel>,
    /// False for a first part: the part that follows counts for both.
    pub counts: bool,
    pub landing: Landing,
    /// The instruction that issued it.
    pub inst: u32,
    /// By which way the result comes, if it comes in order at all.
    pub way: Option<u8>,
    /// How many were put in flight before it.
    pub number: u64,
}

/// So many are kept for later results.
const MOST_SPARE: usize = 16;

/// What was done with a register or a slot too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HazardKind {
    /// The old value is read.
    Read,
    /// A result that is on its way will replace what is written.
    Overwrite,
    /// What the operation still has to read is replaced.
    Source,
    /// A slot was given to another operation.
    Reuse,
}

/// A register or a slot was used before the operation that holds it was waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// What was done.
    pub kind: HazardKind,
    /// With what.
    pub register: Register,
    /// On which the operation is outstanding.
    pub channel: Channel,
    /// The instruction that issued the operation.
    pub issued_by: u32,
    /// The instruction that used the register too early.
    pub used_by: u32,
}

/// What an outstanding operation holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// A vector register, in the lanes that took part.
    Vector(VReg),
    /// A scalar register.
    Scalar(SReg),
    /// A channel that holds one operation at a time.
    Slot(Channel),
}

/// A set of registers. Numbers may stand for several of them: being in the set means little, not being
/// in it means that none is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RegisterSet {
    vectors: [u64; 4],
    scalars: [u64; 2],
    slots: u64,
}

impl RegisterSet {
    pub fn add(&mut self, register: Register) {
        let (words, number): (&mut [u64], u16) = match register {
            Register::Vector(reg) => (&mut self.vectors, reg.0),
            Register::Scalar(reg) => (&mut self.scalars, reg.0),
            Register::Slot(channel) => (std::slice::from_mut(&mut self.slots), channel.0.into()),
        };
        let bits = 64 * words.len() as u16;
        words[usize::from(number % bits / 64)] |= 1 << (number % 64);
    }

    /// Adds all of another.
    pub fn join(&mut self, other: &RegisterSet) {
        let join =
            |to: &mut [u64], from: &[u64]| to.iter_mut().zip(from).for_each(|(a, b)| *a |= b);
        join(&mut self.vectors, &other.vectors);
        join(&mut self.scalars, &other.scalars);
        self.slots |= other.slots;
    }

    #[inline]
    pub fn meets(&self, other: &RegisterSet) -> bool {
        let both = |a: &[u64], b: &[u64]| a.iter().zip(b).fold(0, |all, (a, b)| all | a & b);
        both(&self.vectors, &other.vectors)
            | both(&self.scalars, &other.scalars)
            | self.slots & other.slots
            != 0
    }
}

/// Outstanding operations, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pending {
    queue: VecDeque<InFlight>,
    /// What operations in the queue hold.
    held: RegisterSet,
    /// Words of results that have arrived, to be used again.
    spare: Vec<Vec<u32>>,
    /// Channels that were asked about since the last operation on them began.
    asked: u64,
    /// How many operations were put in flight so far.
    issued: u64,
}

impl Pending {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.queue.clear();
        self.held = RegisterSet::default();
        self.asked = 0;
    }

    /// Whether an operation may hold one of these registers.
    #[inline]
    pub fn may_hold(&self, any: &RegisterSet) -> bool {
        self.held.meets(any)
    }

    /// Zeros for a result.
    pub fn words(&mut self, count: usize) -> Vec<u32> {
        let mut words = self.spare.pop().unwrap_or_default();
        words.clear();
        words.resize(count, 0);
        words
    }

    fn push(&mut self, mut flight: InFlight, lanes: usize) {
        flight.number = self.issued;
        self.issued += 1;
        flight.holds(&mut self.held, lanes);
        self.queue.push_back(flight);
    }

    /// Operations have left the queue.
    fn look_again(&mut self, lanes: usize) {
        self.held = RegisterSet::default();
        for left in &self.queue {
            left.holds(&mut self.held, lanes);
        }
    }

    /// Oldest first.
    pub fn flights(&self) -> impl Iterator<Item = &InFlight> {
        self.queue.iter()
    }

    pub fn outstanding(&self, channel: Channel) -> usize {
        self.queue
            .iter()
            .filter(|flight| flight.counts && flight.is_on(channel))
            .count()
    }

    /// The operation that has to do with `register`, if one is in flight that does not come by a channel
    /// and a way which are `except`ed: it will write it or, if a step `writes` it now, has not read it yet.
    fn holder(
        &self,
        register: Register,
        writes: bool,
        except: Option<(Channel, u8)>,
        lanes: usize,
    ) -> Option<&InFlight> {
        self.queue
            .iter()
            .filter(|flight| {
                except.is_none_or(|(on, way)| (flight.channel, flight.way) != (on, Some(way)))
            })
            .find(|flight| match (&flight.landing, register) {
                (Landing::Vector { first, words, .. }, Register::Vector(reg)) => {
                    (first.0..first.0 + (words.len() / lanes) as u16).contains(&reg.0)
                }
                (Landing::Scalar { first, words }, Register::Scalar(reg)) => {
                    (first.0..first.0 + words.len() as u16).contains(&reg.0)
                }
                (Landing::Held(registers), Register::Vector(reg)) => {
                    writes && registers.contains(&reg)
                }
                (_, Register::Slot(slot)) => flight.channel == slot,
                _ => false,
            })
    }

    /// Whether using `register` now comes too early. Operations that come as `except` says don't matter.
    pub fn hazard(
        &self,
        register: Register,
        kind: HazardKind,
        used_by: u32,
        except: Option<(Channel, u8)>,
        lanes: usize,
    ) -> Option<Hazard> {
        let writes = kind == HazardKind::Overwrite;
        let flight = self.holder(register, writes, except, lanes)?;
        let kind = match flight.landing {
            Landing::Held(_) if writes => HazardKind::Source,
            _ => kind,
        };
        Some(Hazard {
            kind,
            register,
            channel: flight.channel,
            issued_by: flight.inst,
            used_by,
        })
    }
}

impl InFlight {
    pub fn new(channel: Channel, landing: Landing, inst: u32) -> InFlight {
        InFlight {
            channel,
            also: None,
            counts: true,
            landing,
            inst,
            way: Some(0),
            number: 0,
        }
    }

    /// Adds what it holds.
    fn holds(&self, held: &mut RegisterSet, lanes: usize) {
        held.add(Register::Slot(self.channel));
        match &self.landing {
            Landing::Vector { first, words, .. } => {
                for n in 0..(words.len() / lanes) as u16 {
                    held.add(Register::Vector(first.plus(n)));
                }
            }
            Landing::Scalar { first, words } => {
                for n in 0..words.len() as u16 {
                    held.add(Register::Scalar(first.plus(n)));
                }
            }
            Landing::Held(registers) => {
                for &reg in registers {
                    held.add(Register::Vector(reg));
                }
            }
            Landing::Nothing | Landing::Store(_) => {}
        }
    }

    fn is_on(&self, channel: Channel) -> bool {
        self.channel == channel || self.also == Some(channel)
    }
}

impl Wave {
    /// Whether anything is outstanding on one of these channels, which are bits.
    pub fn has_outstanding(&self, channels: u64) -> bool {
        self.oldest_outstanding(channels).is_some()
    }

    /// The oldest operation that is outstanding on one of these channels: how many were begun before it.
    pub fn oldest_outstanding(&self, channels: u64) -> Option<u64> {
        let on = |channel: Channel| channels >> (channel.0 % 64) & 1 != 0;
        let mut flights = self.pending.queue.iter();
        let found = flights.find(|it| on(it.channel) || it.also.is_some_and(on))?;
        Some(found.number)
    }

    /// How many operations it has begun that can be outstanding.
    pub fn begun(&self) -> u64 {
        self.pending.issued
    }

    /// Puts an operation in flight. A full channel first delivers its oldest, as hardware stalls.
    pub(crate) fn put_in_flight(&mut self, mut flight: InFlight, program: &Program) {
        let stand_ins = program.resources.stand_ins.iter();
        match stand_ins.copied().find(|(own, _)| *own == flight.channel) {
            Some((_, StandIn::Both(first, second))) => {
                (flight.channel, flight.also) = (first, Some(second));
            }
            Some((_, StandIn::Part(of))) => (flight.channel, flight.counts) = (of, false),
            None => {}
        }
        if let Some(rule) = program.channels.get(flight.channel.0 as usize) {
            let limit = usize::from(rule.limit.max(1));
            while self.pending.outstanding(flight.channel) >= limit {
                self.deliver_oldest(flight.channel);
            }
        }
        self.pending.asked &= !(1 << (flight.channel.0 % 64));
        let lanes = self.lanes();
        self.pending.push(flight, lanes);
    }

    /// Whether nothing is outstanding on the channel. Without a clock, results arrive when they
    /// are asked for the second time: as late as can be without keeping a polling loop forever.
    pub(crate) fn poll(&mut self, channel: Channel, clocked: bool) -> bool {
        if self.pending.outstanding(channel) == 0 {
            return true;
        }
        let bit = 1 << (channel.0 % 64);
        if !clocked && self.pending.asked & bit != 0 {
            self.deliver_oldest(channel);
        }
        self.pending.asked |= bit;
        self.pending.outstanding(channel) == 0
    }

    /// Delivers until at most `at_most` operations of the channel are outstanding. On a channel
    /// without order, a wait for more than zero says nothing about which are done: none is.
    pub(crate) fn wait_for(&mut self, channel: Channel, at_most: u16, program: &Program) {
        if !self.in_order(channel, program) && at_most > 0 {
            return;
        }
        let before = self.pending.queue.len();
        let outstanding = self.pending.outstanding(channel);
        let mut more = outstanding.saturating_sub(at_most.into());
        while more > 0 {
            more -= usize::from(self.deliver(channel, Some(&program.order)));
        }
        if self.pending.queue.len() != before {
            self.pending.look_again(self.lanes());
        }
    }

    /// Operations of the channel complete in the order of issue.
    pub(crate) fn in_order(&self, channel: Channel, program: &Program) -> bool {
        program
            .channels
            .get(channel.0 as usize)
            .is_none_or(|rule| rule.in_order)
    }

    /// Everything arrives: the wave has ended, or a debugger wants to see the end state.
    pub(crate) fn deliver_all(&mut self) {
        self.pending.held = RegisterSet::default();
        while let Some(flight) = self.pending.queue.pop_front() {
            self.land(flight);
        }
    }

    pub(crate) fn deliver_oldest(&mut self, channel: Channel) {
        self.deliver(channel, None);
        self.pending.look_again(self.lanes());
    }

    /// The oldest of the channel. False if it does not count, which another of the channel does then.
    fn deliver(&mut self, channel: Channel, order: Option<&MemoryOrder>) -> bool {
        let oldest = self
            .pending
            .queue
            .iter()
            .position(|flight| flight.is_on(channel));
        let Some(i) = oldest else { return true };
        // What another channel counts too waits for that one.
        let flight = &mut self.pending.queue[i];
        let counts = flight.counts;
        if let Some(also) = flight.also.take() {
            // One of the two memories that it could have gone to is done with it.
            if let (Landing::Store(number), Some(order)) = (&flight.landing, order) {
                let local = order.local >> (channel.0 % 64) & 1 != 0;
                let space = if local { Space::Local } else { Space::Global };
                self.held.complete_in(*number, space);
            }
            if flight.channel == channel {
                flight.channel = also;
                self.pending.held.add(Register::Slot(also));
            }
        } else if let Some(flight) = self.pending.queue.remove(i) {
            self.land(flight);
        }
        counts
    }

    fn land(&mut self, flight: InFlight) {
        match flight.landing {
            Landing::Vector {
                first,
                mask,
                keep,
                words,
            } => {
                let lanes = self.lanes();
                let whole = mask.count_ones() as usize == lanes && keep == 0;
                for (r, values) in words.chunks_exact(lanes).enumerate() {
                    let reg = &mut self.vector.get_mut(first.plus(r as u16))[..lanes];
                    if whole {
                        reg.copy_from_slice(values);
                        continue;
                    }
                    for lane in lanes_of(mask) {
                        reg[lane] = reg[lane] & keep | values[lane] & !keep;
                    }
                }
                if self.pending.spare.len() < MOST_SPARE {
                    self.pending.spare.push(words);
                }
            }
            Landing::Scalar { first, words } => {
                self.set_scalars(first, &words);
                if self.pending.spare.len() < MOST_SPARE {
                    self.pending.spare.push(words);
                }
            }
            Landing::Store(number) => self.held.complete(number),
            Landing::Nothing | Landing::Held(_) => {}
        }
    }
}
