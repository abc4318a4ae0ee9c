//! What a wave has written, what is being read, and what it has outstanding.

use super::Stall;
use super::record::{KINDS, Record, Records};
use crate::prefetch::prefetch;
use uop::timing::{Pipeline, Stage, Unit};
use uop::{Channel, Obstacle};

/// The notes of one wave. Many waves are under way at once, so they are kept small: times count from
/// `since`.
#[derive(Clone, Debug, Default)]
pub(super) struct Board {
    registers: Vec<Written>,
    since: u64,
    /// From then on no instruction waits for a register; none for one that has been written, none for a
    /// vector register that is being read, and none for a scalar register that is.
    settled: u64,
    fresh: u64,
    read: u64,
    held: u64,
    /// When the last vector instruction executed, and the last scalar one.
    vector: Option<u64>,
    scalar: Option<(u64, u8)>,
    /// In the order of issue, those before `head` are over.
    flights: Vec<Flight>,
    head: u32,
    /// When the last of them is done, as far as that is known.
    last: u64,
    /// How many requests have not been answered, and the number of the last one.
    unanswered: u16,
    ticket: u16,
}

/// The last instruction that wrote a register, when it was issued, and until when the register must
/// not be overwritten.
#[derive(Clone, Copy, Debug)]
struct Written {
    time: u32,
    held: u32,
    /// Its number, and above that its kind.
    by: u32,
}

const INST_BITS: u32 = 28;

/// What was there from the start, or is waited for otherwise.
const NOTHING: Written = Written {
    time: 0,
    held: 0,
    by: u32::MAX,
};

/// Flights that are over are thrown away when they are more than so.
const MOST_OVER: u32 = 16;

/// Notes reach this far.
const REACH: u64 = 1 << 31;

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
        // Many accesses may be under way, but mostly there are few.
        self.flights.reserve(8);
        self.registers.clear();
        self.registers.resize(records.count, NOTHING);
        self.since = since;
        (self.settled, self.fresh, self.read, self.held) = (0, 0, 0, 0);
        (self.vector, self.scalar) = (None, None);
        self.flights.clear();
        self.head = 0;
        self.last = 0;
        (self.unanswered, self.ticket) = (0, 0);
    }

    /// What keeps the wave from issuing an instruction, and until when.
    #[inline]
    pub fn obstacle(
        &self,
        now: u64,
        own: &Record,
        records: &Records,
    ) -> Result<Option<Obstacle>, Unknown> {
        Ok(match self.outstanding(now, own, records)? {
            None => self.dependency(now, own, records),
            obstacle => obstacle,
        })
    }

    /// What it waits for of registers. After that they are no obstacle any more.
    #[inline(always)]
    pub fn dependency(&self, now: u64, own: &Record, records: &Records) -> Option<Obstacle> {
        if self.settled <= now {
            return None;
        }
        let (mut until, mut of) = (0, u32::MAX);
        let reads = !own.reads_later;
        if reads && self.fresh > now {
            (until, of) = self.reads(own, records);
        }
        let free = self.free(now, own, records);
        if free > until.max(now) {
            until = free;
            if reads && of == u32::MAX {
                of = self.last_read(own, records);
            }
        }
        (until > now).then(|| Obstacle {
            until,
            cause: Stall::Dependency,
            of: (of != u32::MAX).then_some(of & ((1 << INST_BITS) - 1)),
        })
    }

    /// By what the last of the registers that it reads was written.
    #[inline(never)]
    fn last_read(&self, own: &Record, records: &Records) -> u32 {
        self.reads(own, records).1
    }

    /// When others are out of the way of what it writes, as far as that is not over.
    #[inline(always)]
    fn free(&self, now: u64, own: &Record, records: &Records) -> u64 {
        let mut until = 0;
        let held = match own.unit {
            Unit::Scalar => self.held,
            _ => self.read,
        };
        if held > now {
            for &register in records.guarded(own) {
                until = until.max(self.registers[usize::from(register)].held);
            }
        }
        let until = u64::from(until) + self.since;
        match own.after {
            0 => until,
            _ => until.max(self.after(own, records)),
        }
    }

    /// When the last instructions that it waits for, whatever they wrote, have come far enough.
    #[inline]
    fn after(&self, own: &Record, records: &Records) -> u64 {
        let delays = records.delays.to(own.kind);
        let vector = self.vector.filter(|_| own.after & Stage::VECTOR != 0);
        let scalar = self.scalar.filter(|_| own.after & Stage::SCALAR != 0);
        let vector = vector.map(|then| then + u64::from(delays[0]));
        let delay = |kind: u8| u64::from(delays[usize::from(kind) % delays.len()]);
        let scalar = scalar.map(|(then, kind)| then + delay(kind));
        let access = (own.after & Stage::ACCESS != 0).then_some(self.read);
        vector.max(scalar).max(access).unwrap_or(0)
    }

    /// When what an instruction reads of registers is there, as far as it has not waited for it.
    #[inline(always)]
    pub fn ready(&self, now: u64, own: &Record, records: &Records) -> u64 {
        match own.reads_later && self.fresh > now {
            false => now,
            true => self.reads(own, records).0,
        }
    }

    /// The same, and by what the last of it was written.
    #[inline(always)]
    fn reads(&self, own: &Record, records: &Records) -> (u64, u32) {
        let delays = records.delays.to(own.kind);
        let (mut until, mut of) = (0, u32::MAX);
        for &register in records.reads(own) {
            let Written { time, by, .. } = self.registers[usize::from(register)];
            let there = time.saturating_add(delays[(by >> INST_BITS) as usize % KINDS].into());
            if there > until {
                (until, of) = (there, by);
            }
        }
        (u64::from(until) + self.since, of)
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

    /// An instruction was issued, which is no access to memory; or it executes then.
    #[inline(always)]
    pub fn issued(
        &mut self,
        now: u64,
        inst: u32,
        own: &Record,
        records: &Records,
        pipeline: &Pipeline,
    ) {
        if now - self.since >= REACH {
            self.move_on(now);
        }
        if own.unit == Unit::Vector {
            let until = now + u64::from(pipeline.overwrite);
            self.settled = self.settled.max(until);
            self.held = self.held.max(until);
            let until = self.note(until);
            for &register in records.scalars(own) {
                self.registers[usize::from(register)].held = until;
            }
            self.vector = Some(now);
        }
        if own.unit == Unit::Scalar {
            self.scalar = Some((now, own.kind));
        }
        self.written(now, inst, own, records);
    }

    /// The same for one that is. It reads its registers until `read`, if that is known.
    pub fn accessed(
        &mut self,
        now: u64,
        (inst, own): (u32, &Record),
        records: &Records,
        pipeline: &Pipeline,
        read: Option<u64>,
    ) {
        if now - self.since >= REACH {
            self.move_on(now);
        }
        if let Some(read) = read {
            let until = read + u64::from(pipeline.release);
            self.settled = self.settled.max(until);
            (self.read, self.held) = (self.read.max(until), self.held.max(until));
            let until = self.note(until);
            for &register in records.reads(own) {
                self.registers[usize::from(register)].held = until;
            }
        }
        self.written(now, inst, own, records);
    }

    #[inline]
    fn written(&mut self, now: u64, inst: u32, own: &Record, records: &Records) {
        self.settled = self.settled.max(now + u64::from(records.longest));
        self.fresh = self.fresh.max(now + u64::from(own.reach));
        // What memory brings is waited for otherwise.
        let (time, by, carry) = match own.channels[0] {
            Some(_) => (0, u32::MAX, 0),
            None => {
                let [vector, scalar] = own.writes_as.map(|kind| u32::from(kind) << INST_BITS);
                let inst = inst & ((1 << INST_BITS) - 1);
                (self.note(now), inst | vector, scalar - vector)
            }
        };
        for &register in records.writes(own) {
            let own = &mut self.registers[usize::from(register)];
            own.time = time;
            own.by = by + carry * u32::from(records.is_scalar(register));
        }
    }

    #[inline]
    fn note(&self, time: u64) -> u32 {
        // Less than `REACH`, and what little instructions add to it.
        (time - self.since) as u32
    }

    /// What was long ago keeps nothing from happening.
    #[cold]
    fn move_on(&mut self, now: u64) {
        let since = now - REACH / 2;
        let by = since - self.since;
        for register in &mut self.registers {
            if u64::from(register.time) < by {
                register.by = u32::MAX;
            }
            let later = |time: u32| u64::from(time).saturating_sub(by) as u32;
            (register.time, register.held) = (later(register.time), later(register.held));
        }
        self.since = since;
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
        prefetch(&self.registers);
        prefetch(&self.flights);
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Board>() + size_of_val(&self.registers[..]) + size_of_val(&self.flights[..])
    }

    /// When the last operation is done, at the earliest if one [is unsure](Board::is_unsure); 0 where there
    /// was none.
    pub fn last(&self) -> u64 {
        self.last
    }
}
