//! What a wave has outstanding, and who wrote its registers.

use super::Stall;
use super::record::{KINDS, Record, Records};
use crate::prefetch::prefetch;
use uop::{Channel, Obstacle};

/// The notes of one wave. Many waves are under way at once, so they are kept small.
#[derive(Clone, Debug, Default)]
pub(super) struct Board {
    /// Who wrote registers last, and when its wave began.
    log: Vec<Written>,
    since: u64,
    /// In the order of issue, those before `head` are over.
    flights: Vec<Flight>,
    head: u32,
    /// When the last of them is done, as far as that is known.
    last: u64,
    /// How many requests have not been answered, and the number of the last one.
    unanswered: u16,
    ticket: u16,
}

/// The last instruction that wrote a register, and when that was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    time: u32,
    /// Its number, and above that its kind.
    by: u32,
}

const INST_BITS: u32 = 28;

/// Nothing, or what is waited for otherwise.
pub(super) const NOTHING: u32 = u32::MAX;

impl Written {
    /// An instruction of this kind.
    pub fn by(inst: u32, kind: u8) -> u32 {
        inst & ((1 << INST_BITS) - 1) | u32::from(kind) << INST_BITS
    }
}

/// Flights that are over are thrown away when they are more than so.
const MOST_OVER: u32 = 16;

/// Something outstanding: when it is done, and the instruction that started it.
#[derive(Clone, Copy, Debug)]
struct Flight {
    /// At the earliest, as long as it has a ticket.
    done: u64,
    inst: u32,
    channel: Channel,
    /// Nothing of its channel is done after what comes later.
    in_order: bool,
    /// The number of the request that has not been answered, 0 where there is none.
    ticket: u16,
}

/// Something may be outstanding for longer than until then.
pub(super) struct Unknown(pub u64);

impl Board {
    /// A wave that has not begun.
    pub fn reset(&mut self, since: u64, records: &Records) {
        self.since = since;
        // Many accesses may be under way, but mostly there are few.
        self.flights.reserve(8);
        self.log.clear();
        let nothing = Written {
            time: 0,
            by: NOTHING,
        };
        self.log.resize(records.logged, nothing);
        self.flights.clear();
        self.head = 0;
        self.last = 0;
        (self.unanswered, self.ticket) = (0, 0);
    }

    /// An instruction writes registers, which count from then on.
    #[inline(always)]
    pub fn write(&mut self, time: u64, own: &Record, records: &Records) {
        let logs = records.logs(own);
        if logs.is_empty() {
            return;
        }
        let time = (time - self.since) as u32;
        for &(place, by) in logs {
            self.log[usize::from(place)] = Written { time, by };
        }
    }

    /// By what the last of the registers that an instruction reads was written.
    pub fn last_read(&self, own: &Record, records: &Records) -> Option<u32> {
        let delays = records.delays.to(own.kind);
        let (mut until, mut of) = (0, None);
        for place in records.read_places(own) {
            let Written { time, by } = self.log[place];
            let there = u64::from(time) + u64::from(delays[(by >> INST_BITS) as usize % KINDS]);
            if by != NOTHING && there > until {
                (until, of) = (there, Some(by & ((1 << INST_BITS) - 1)));
            }
        }
        of
    }

    /// The last operation that an instruction waits for, if it is not done.
    #[inline]
    pub fn outstanding(
        &self,
        now: u64,
        own: &Record,
        records: &Records,
    ) -> Result<Option<Obstacle>, Unknown> {
        match self.may_wait(now, own) {
            true => self.longest(now, records.waits(own)),
            false => Ok(None),
        }
    }

    /// An instruction may have to wait for something outstanding.
    #[inline]
    pub fn may_wait(&self, now: u64, own: &Record) -> bool {
        own.waits_for_any() && (self.last > now || self.unanswered > 0)
    }

    #[inline(never)]
    pub fn longest(&self, now: u64, waits: &[(u8, u16)]) -> Result<Option<Obstacle>, Unknown> {
        let (mut last, mut open): (Option<&Flight>, bool) = (None, false);
        for &(channel, most) in waits {
            let mut own: Option<&Flight> = None;
            for flight in self.left(channel, most.into()) {
                open |= flight.ticket != 0;
                match own {
                    // Those before it were done before it.
                    Some(it) if flight.done < it.done => {
                        if flight.in_order && self.unanswered == 0 {
                            break;
                        }
                    }
                    _ => own = Some(flight),
                }
            }
            if own.map(|it| it.done) >= last.map(|it| it.done) {
                last = own;
            }
        }
        if open {
            return Err(Unknown(last.map_or(now, |flight| flight.done)));
        }
        let last = last.filter(|flight| flight.done > now);
        Ok(last.map(|flight| Obstacle {
            until: flight.done,
            cause: Stall::Memory,
            of: Some(flight.inst),
        }))
    }

    /// After which no more than so many operations of a channel are left, the newest first.
    fn left(&self, channel: u8, most: usize) -> impl Iterator<Item = &Flight> {
        let flights = self.flights[self.head as usize..].iter().rev();
        let own = flights.filter(move |flight| flight.channel.0 == channel);
        own.skip(most)
    }

    /// It is not known yet when something is done.
    #[inline]
    pub fn is_unsure(&self) -> bool {
        self.unanswered > 0
    }

    /// An operation is done at that time; those of one channel are done in order, if it has one.
    /// `unsure` says that it may be later, and that the answer is to come.
    pub fn start(&mut self, now: u64, inst: u32, (done, unsure): (u64, bool), own: &Record) {
        // Nothing waits for those that are over before all that are outstanding.
        let is_over = |it: &&Flight| it.done <= now && it.ticket == 0;
        let flights = self.flights.iter().skip(self.head as usize);
        self.head += flights.take_while(is_over).count() as u32;
        if self.head as usize == self.flights.len() {
            self.flights.clear();
            self.head = 0;
        } else if self.head > MOST_OVER {
            self.flights.drain(..self.head as usize);
            self.head = 0;
        }
        let mut ticket = 0;
        if unsure && own.channels[0].is_some() {
            self.unanswered += 1;
            self.ticket = self.ticket.wrapping_add(1).max(1);
            ticket = self.ticket;
        }
        for (channel, in_order) in own.channels.into_iter().zip(own.in_order) {
            let Some(channel) = channel else { break };
            // The one before it is the last of those before.
            let before = match in_order {
                true => self.left(channel.0, 0).map(|flight| flight.done).next(),
                false => None,
            };
            let done = done.max(before.unwrap_or(0));
            self.last = done.max(self.last);
            self.flights.push(Flight {
                done,
                inst,
                channel,
                in_order,
                ticket,
            });
        }
    }

    /// The first of the requests that have not been answered is: its operation is done then.
    pub fn answer(&mut self, done: u64) {
        let open = |flight: &Flight| flight.ticket != 0;
        let Some(first) = self.flights.iter().position(open) else {
            return;
        };
        self.unanswered -= 1;
        let ticket = self.flights[first].ticket;
        for at in first..self.flights.len() {
            let own = &mut self.flights[at];
            if own.ticket != ticket {
                break;
            }
            own.ticket = 0;
            own.done = own.done.max(done);
            let Flight { done, channel, .. } = *own;
            self.last = self.last.max(done);
            if own.in_order {
                let later = self.flights[at + 1..].iter_mut();
                for other in later.filter(|other| other.channel == channel) {
                    other.done = other.done.max(done);
                    self.last = self.last.max(other.done);
                }
            }
        }
    }

    /// Its notes are needed soon.
    #[inline]
    pub fn prefetch(&self) {
        prefetch(&self.log);
        prefetch(&self.flights);
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Board>() + size_of_val(&self.log[..]) + size_of_val(&self.flights[..])
    }

    /// When the last operation is done, at the earliest if one [is unsure](Board::is_unsure); 0 where there
    /// was none.
    pub fn last(&self) -> u64 {
        self.last
    }
}
