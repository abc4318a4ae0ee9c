//! On no path is anything used that is still in flight, and what a wave did in local memory is complete
//! wherever it comes to a barrier.

use super::flow::Facts;
use uop::{Channel, MemOp, Operand, Program, SReg, Space, StandIn, Uop, UopIdx, Use, VReg};

/// No count is followed beyond this: no wait leaves so many outstanding.
const MANY: u16 = 1 << 8;

/// What may be outstanding.
#[derive(Clone, PartialEq)]
pub(super) struct InFlight {
    /// By register, vectors first: the channel that it is in flight on, and how many operations have
    /// certainly begun there since, its own among them.
    registers: Vec<Option<(Channel, u16)>>,
    vectors: usize,
    mask_words: u16,
    /// By channel, how many may be outstanding, for those of local memory.
    most: Vec<u16>,
    /// Local memory was accessed, and it is not known that all of it is complete.
    open: bool,
}

impl InFlight {
    pub fn at_start(program: &Program, mask_words: u16) -> InFlight {
        let vectors = usize::from(program.vector_file);
        InFlight {
            registers: vec![None; vectors + usize::from(program.scalar_file)],
            vectors,
            mask_words,
            most: vec![0; 1 + usize::from(u8::MAX)],
            open: false,
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
    fn begin(&mut self, program: &Program, uop: &Uop, channel: Channel, results: bool) -> bool {
        let stand_ins = program.resources.stand_ins.iter();
        let stand_in = stand_ins.copied().find(|(own, _)| *own == channel);
        let (channel, counts) = match stand_in {
            None => (channel, true),
            Some((_, StandIn::Part(of))) => (of, false),
            Some((_, StandIn::Both(..))) => return false,
        };
        if counts {
            let younger = self.registers.iter_mut().flatten();
            for (_, since) in younger.filter(|(on, _)| *on == channel) {
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
            for reg in written {
                self.registers[reg] = Some((channel, counts.into()));
            }
        }
        true
    }

    fn wait(&mut self, program: &Program, channel: Channel, at_most: u16) {
        let rule = program.channels.get(usize::from(channel.0));
        if at_most > 0 && rule.is_some_and(|rule| !rule.in_order) {
            return;
        }
        for register in &mut self.registers {
            if register
                .is_some_and(|(on, since)| on == channel && (since > at_most || at_most == 0))
            {
                *register = None;
            }
        }
        let most = &mut self.most[usize::from(channel.0)];
        *most = at_most.min(*most);
        self.open &= self.most.iter().any(|most| *most > 0);
    }
}

impl Facts for InFlight {
    fn take(&mut self, program: &Program, at: UopIdx) -> bool {
        let uop = &program.steps[at as usize].uop;
        let channel = uop.channel();
        let results = match uop {
            Uop::Memory(op) => op.writes_registers(),
            Uop::Custom(op) if op.held().is_some() || op.way() != Some(0) => return false,
            _ => true,
        };
        // What completes after the other overwrites nothing too early.
        let follows = channel.filter(|channel| program.writes_in_order(*channel));
        let good = self.all(uop, |how, reg| match self.registers[reg] {
            None => true,
            Some((on, _)) => how == Use::Write && follows == Some(on),
        });
        if !good {
            return false;
        }
        match uop {
            Uop::Wait { channel, at_most } => self.wait(program, *channel, *at_most),
            Uop::Barrier => return !self.open,
            Uop::Memory(op) => self.open |= is_local(op),
            _ => {}
        }
        channel.is_none_or(|channel| self.begin(program, uop, channel, results))
    }

    fn join(&mut self, other: &InFlight) -> Option<bool> {
        let before = self.clone();
        for (own, other) in self.registers.iter_mut().zip(&other.registers) {
            match (&mut *own, other) {
                (Some(own), Some(other)) if own.0 != other.0 => return None,
                (Some(own), Some(other)) => own.1 = own.1.min(other.1),
                (None, Some(_)) => *own = *other,
                (_, None) => {}
            }
        }
        for (own, other) in self.most.iter_mut().zip(&other.most) {
            *own = (*own).max(*other);
        }
        self.open |= other.open;
        Some(*self != before)
    }
}

fn is_local_channel(program: &Program, channel: Channel) -> bool {
    channel.0 < 64 && program.order.local >> channel.0 & 1 != 0
}

fn is_local(op: &MemOp) -> bool {
    op.space != Space::Global && op.space != Space::Constant
}
