//! On no path is anything used that is still in flight, and what a wave did in local memory is complete
//! wherever it comes to a barrier.

use super::flow::Facts;
use uop::{
    BarrierName, Channel, MemOp, Operand, Program, Reach, SReg, Space, SplitOp, StandIn, Uop,
    UopIdx, Use, VReg,
};

/// No count is followed beyond this: no wait leaves so many outstanding.
const MANY: u16 = 1 << 8;

/// What may be outstanding.
#[derive(Clone, PartialEq)]
pub(super) struct InFlight {
    /// By register, vectors first: the operation that will write it.
    registers: Vec<Option<Flight>>,
    vectors: usize,
    mask_words: u16,
    /// By channel, how many may be outstanding, for those of local memory.
    most: Vec<u16>,
    /// Channels, as bits, that hold one operation at a time and may hold one.
    slots: u64,
    /// Local memory was accessed, and it is not known that all of it is complete.
    open: bool,
    /// The wave has signalled at the workgroup's barrier, and not waited there since.
    signalled: bool,
}

/// An operation that has not arrived.
#[derive(Clone, Copy, PartialEq)]
struct Flight {
    /// By which way it comes.
    way: Option<u8>,
    /// The channels that it is in flight on, all of which have to be waited for, and how many operations
    /// have certainly begun there since, its own among them.
    on: [Option<(Channel, u16)>; 2],
}

impl Flight {
    /// The only channel that it is on.
    fn channel(&self) -> Option<Channel> {
        match self.on {
            [Some((channel, _)), None] => Some(channel),
            _ => None,
        }
    }

    fn is_on(&self, channel: Channel) -> bool {
        self.on.iter().flatten().any(|(on, _)| *on == channel)
    }
}

impl InFlight {
    pub fn at_start(program: &Program, mask_words: u16) -> InFlight {
        let vectors = usize::from(program.vector_file);
        InFlight {
            registers: vec![None; vectors + usize::from(program.scalar_file)],
            vectors,
            mask_words,
            most: vec![0; 1 + usize::from(u8::MAX)],
            slots: 0,
            open: false,
            signalled: false,
        }
    }

    /// Calls `f` for every register that a step names, until it says no.
    fn all(&self, uop: &Uop, mut f: impl FnMut(Use, usize) -> bool) -> bool {
        let mut good = true;
        uop.for_each_operand(self.mask_words, &mut |how, operand| {
            let (first, count) = match operand {
                Operand::Vector(VReg(reg), count) => (usize::from(reg), count),
                Operand::Scalar(SReg(reg), count) => (self.vectors + usize::from(reg), count),
            };
            for reg in first..first + usize::from(count) {
                good = good && f(how, reg);
            }
        });
        good
    }

    /// An operation begins. Its results, if it has any, are in flight.
    fn begin(&mut self, program: &Program, uop: &Uop, channel: Channel, results: bool) {
        let stand_ins = program.resources.stand_ins.iter();
        let stand_in = stand_ins.copied().find(|(own, _)| *own == channel);
        let (channels, counts) = match stand_in {
            None => ([Some(channel), None], true),
            Some((_, StandIn::Part(of))) => ([Some(of), None], false),
            Some((_, StandIn::Both(a, b))) => ([Some(a), Some(b)], true),
        };
        for channel in channels.into_iter().flatten().filter(|_| counts) {
            let older = self.registers.iter_mut().flatten();
            let older = older.flat_map(|flight| flight.on.iter_mut().flatten());
            for (_, since) in older.filter(|(on, _)| *on == channel) {
                *since = MANY.min(*since + 1);
            }
            if is_local_channel(program, channel) {
                let most = &mut self.most[usize::from(channel.0)];
                *most = MANY.min(*most + 1);
            }
        }
        if results {
            let mut written = Vec::new();
            self.all(uop, |how, reg| {
                written.extend((how == Use::Write).then_some(reg));
                true
            });
            let on = channels.map(|channel| channel.map(|channel| (channel, counts.into())));
            let way = uop.way();
            for reg in written {
                self.registers[reg] = Some(Flight { way, on });
            }
        }
    }

    fn wait(&mut self, program: &Program, channel: Channel, at_most: u16) {
        let rule = program.channels.get(usize::from(channel.0));
        if at_most > 0 && rule.is_some_and(|rule| !rule.in_order) {
            return;
        }
        for register in &mut self.registers {
            let Some(flight) = register.as_mut().filter(|flight| flight.is_on(channel)) else {
                continue;
            };
            for on in &mut flight.on {
                on.take_if(|(on, since)| *on == channel && (*since > at_most || at_most == 0));
            }
            if flight.on == [None, None] {
                *register = None;
            }
        }
        if at_most == 0 {
            self.slots &= !slot(program, channel);
        }
        let most = &mut self.most[usize::from(channel.0)];
        *most = at_most.min(*most);
        self.open &= self.most.iter().any(|most| *most > 0);
    }
}

impl InFlight {
    /// A half of a barrier. Those with numbers are not followed, nor is who was first.
    fn split(&mut self, op: SplitOp) -> bool {
        let (was, is) = match op {
            SplitOp::Signal {
                barrier: BarrierName::Workgroup,
                first: None,
            } => (false, true),
            SplitOp::Wait { workgroup: true } => (true, false),
            _ => return false,
        };
        let good = self.signalled == was && !self.open;
        self.signalled = is;
        good
    }
}

impl Facts for InFlight {
    fn take(&mut self, program: &Program, at: UopIdx, _: u8) -> bool {
        let uop = &program.steps[at as usize].uop;
        let channel = uop.channel();
        let results = match uop {
            Uop::Memory(op) => op.writes_registers(),
            Uop::Custom(op) if op.held().is_some() => return false,
            _ => true,
        };
        // What completes after the other overwrites nothing too early.
        let follows = channel.filter(|channel| program.writes_in_order(*channel));
        let follows = follows.zip(uop.way());
        let good = self.all(uop, |how, reg| match &self.registers[reg] {
            None => true,
            Some(flight) => {
                how == Use::Write
                    && follows.is_some()
                    && follows == flight.channel().zip(flight.way)
            }
        });
        if !good {
            return false;
        }
        // A barrier in two halves is one while nothing is accessed in between.
        let accesses = match uop {
            Uop::Memory(_) | Uop::ScalarLoad(_) => true,
            Uop::Custom(op) => op.reach() != Reach::Registers,
            _ => false,
        };
        if accesses && self.signalled {
            return false;
        }
        match uop {
            Uop::Wait { channel, at_most } => self.wait(program, *channel, *at_most),
            Uop::Barrier => return !self.open && !self.signalled,
            Uop::Split(split) => return self.split(*split),
            Uop::End => return !self.signalled,
            Uop::Memory(op) => self.open |= program.order.local != 0 && is_local(op),
            // Where else they would be outstanding they do not touch local memory.
            Uop::Custom(op) if op.reach() != Reach::Registers => {
                let local = |channel| is_local_channel(program, channel);
                self.open |= program.order.local != 0 && channel.is_none_or(local);
            }
            _ => {}
        }
        if let Some(channel) = channel {
            let slot = slot(program, channel);
            if self.slots & slot != 0 {
                return false;
            }
            self.slots |= slot;
            self.begin(program, uop, channel, results);
        }
        true
    }

    fn join(&mut self, other: &InFlight) -> Option<bool> {
        let before = self.clone();
        for (own, other) in self.registers.iter_mut().zip(&other.registers) {
            match (&mut *own, other) {
                (Some(own), Some(other)) => own.join(other)?,
                (None, Some(_)) => *own = *other,
                (_, None) => {}
            }
        }
        for (own, other) in self.most.iter_mut().zip(&other.most) {
            *own = (*own).max(*other);
        }
        self.slots |= other.slots;
        self.open |= other.open;
        (self.signalled == other.signalled).then_some(*self != before)
    }
}

impl Flight {
    /// One of the two is in flight. Nothing where they have not enough in common.
    fn join(&mut self, other: &Flight) -> Option<()> {
        for (own, other) in self.on.iter_mut().zip(&other.on) {
            match (&mut *own, other) {
                (Some(own), Some(other)) if own.0 != other.0 => return None,
                (Some(own), Some(other)) => own.1 = own.1.min(other.1),
                (None, Some(_)) => *own = *other,
                (_, None) => {}
            }
        }
        // What comes by either way comes by none that others could follow.
        if self.way != other.way {
            self.way = None;
        }
        Some(())
    }
}

/// A channel that holds one operation at a time, as a bit.
fn slot(program: &Program, channel: Channel) -> u64 {
    let rule = program.channels.get(usize::from(channel.0));
    let is_one = rule.is_some_and(|rule| rule.limit == 1);
    u64::from(is_one) << (channel.0 % 64)
}

fn is_local_channel(program: &Program, channel: Channel) -> bool {
    channel.0 < 64 && program.order.local >> channel.0 & 1 != 0
}

fn is_local(op: &MemOp) -> bool {
    !matches!(op.space, Space::Global | Space::Constant | Space::Private)
}
