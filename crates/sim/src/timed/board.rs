//! What a wave has written, what is being read, and what it has outstanding.

use super::Stall;
use super::record::{Record, Records};
use uop::Obstacle;
use uop::timing::{Pipeline, Unit};
use uop::{Channel, Program};

/// The notes of one wave. Many waves are under way at once, so they are kept small: times count from
/// `since`.
#[derive(Clone, Debug, Default)]
pub(super) struct Board {
    registers: Vec<Written>,
    since: u64,
    /// When the last vector instruction was issued.
    vector: Option<u64>,
    /// In the order of issue.
    flights: Vec<Flight>,
    /// When the last of them is done.
    last: u64,
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

/// Notes reach this far.
const REACH: u64 = 1 << 31;

/// Something outstanding: when it is done, and the instruction that started it.
#[derive(Clone, Copy, Debug)]
struct Flight {
    done: u64,
    inst: u32,
    channel: Channel,
}

impl Board {
    /// A wave that has not begun.
    pub fn reset(&mut self, since: u64, records: &Records) {
        self.registers.clear();
        self.registers.resize(records.count, NOTHING);
        self.since = since;
        self.vector = None;
        self.flights.clear();
        self.last = 0;
    }

    /// What keeps the wave from issuing an instruction, and until when.
    #[inline]
    pub fn obstacle(&self, now: u64, own: &Record, records: &Records) -> Option<Obstacle> {
        match self.outstanding(now, own, records) {
            None => self.dependency(now, own, records),
            obstacle => obstacle,
        }
    }

    /// What it waits for of registers. After that they are no obstacle any more.
    #[inline]
    pub fn dependency(&self, now: u64, own: &Record, records: &Records) -> Option<Obstacle> {
        let (mut until, mut of) = (0, u32::MAX);
        let (vectors, scalars) = records.reads(own);
        for (registers, delays) in [(vectors, &records.vector), (scalars, &records.scalar)] {
            for &register in registers {
                let Written { time, by, .. } = self.registers[usize::from(register)];
                let delay = delays.get((by >> INST_BITS) as u8, own.kind);
                let there = time.saturating_add(delay.into());
                if there > until {
                    (until, of) = (there, by);
                }
            }
        }
        for &register in records.guarded(own) {
            until = until.max(self.registers[usize::from(register)].held);
        }
        let mut until = u64::from(until) + self.since;
        // Accesses of lanes wait until vector instructions have left the registers, whichever.
        if let (Some(vector), Unit::Local | Unit::Global) = (self.vector, own.unit) {
            until = until.max(vector + u64::from(records.vector.get(0, own.kind)));
        }
        (until > now).then(|| Obstacle {
            until,
            cause: Stall::Dependency,
            of: (of != u32::MAX).then_some(of & ((1 << INST_BITS) - 1)),
        })
    }

    /// The last operation that an instruction waits for, if it is not done.
    #[inline]
    pub fn outstanding(&self, now: u64, own: &Record, records: &Records) -> Option<Obstacle> {
        match own.waits_for_any() && self.last > now {
            true => self.longest(now, records.waits(own)),
            false => None,
        }
    }

    #[inline(never)]
    fn longest(&self, now: u64, waits: &[(u8, u16)]) -> Option<Obstacle> {
        let waits = waits.iter();
        let waits = waits.filter_map(|&(channel, most)| self.left(channel, most.into()));
        let last = waits.max_by_key(|flight| flight.done);
        let flight = last.filter(|flight| flight.done > now)?;
        Some(Obstacle {
            until: flight.done,
            cause: Stall::Memory,
            of: Some(flight.inst),
        })
    }

    /// After which no more than so many operations of a channel are left.
    fn left(&self, channel: u8, most: usize) -> Option<&Flight> {
        let flights = self.flights.iter().rev();
        let own = flights.filter(|flight| flight.channel.0 == channel);
        own.skip(most).max_by_key(|flight| flight.done)
    }

    /// An instruction was issued, which is no access to memory.
    #[inline]
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
            let until = self.note(now + u64::from(pipeline.overwrite));
            for &register in records.reads(own).1 {
                self.registers[usize::from(register)].held = until;
            }
            self.vector = Some(now);
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
            let until = self.note(read + u64::from(pipeline.release));
            let (vectors, scalars) = records.reads(own);
            for &register in vectors.iter().chain(scalars) {
                self.registers[usize::from(register)].held = until;
            }
        }
        self.written(now, inst, own, records);
    }

    #[inline]
    fn written(&mut self, now: u64, inst: u32, own: &Record, records: &Records) {
        let time = self.note(now);
        // What memory brings is waited for otherwise.
        let by = match own.channels[0] {
            Some(_) => u32::MAX,
            None => inst & ((1 << INST_BITS) - 1) | u32::from(own.kind) << INST_BITS,
        };
        let time = if by == u32::MAX { 0 } else { time };
        for &register in records.writes(own) {
            let own = &mut self.registers[usize::from(register)];
            (own.time, own.by) = (time, by);
        }
    }

    #[inline]
    fn note(&self, time: u64) -> u32 {
        u32::try_from(time - self.since).unwrap_or(u32::MAX)
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
    pub fn start(&mut self, now: u64, inst: u32, done: u64, own: &Record, program: &Program) {
        // Nothing waits for those that are over before all that are outstanding.
        let over = self.flights.iter().take_while(|it| it.done <= now).count();
        self.flights.drain(..over);
        for channel in own.channels.into_iter().flatten() {
            let rule = program.channels.get(usize::from(channel.0));
            let in_order = rule.is_some_and(|rule| rule.in_order);
            let before = match in_order {
                true => self.left(channel.0, 0).map_or(0, |flight| flight.done),
                false => 0,
            };
            let done = done.max(before);
            self.last = done.max(self.last);
            self.flights.push(Flight {
                channel,
                done,
                inst,
            });
        }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Board>() + size_of_val(&self.registers[..]) + size_of_val(&self.flights[..])
    }

    /// When the last operation is done; 0 where there was none.
    pub fn last(&self) -> u64 {
        self.last
    }
}
