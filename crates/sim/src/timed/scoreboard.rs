//! What the registers of a wave keep it waiting for, counted from a cycle.
//!
//! Only what some instruction may still wait for is kept, so waves that come to an instruction with the
//! same behind them have equal scoreboards, wherever and whenever that is: [`super::states`] lives on it.

use super::record::{KINDS, Record, Records};
use uop::timing::{FunctionalUnit, Pipeline, Stage};

/// Times are cycles from the one that it counts from, which may be over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Scoreboard {
    /// The next instruction.
    pub inst: u32,
    /// In ascending order.
    registers: Vec<Register>,
    /// When the last vector instruction executed, and the last scalar one, with its kind.
    vector: Option<i32>,
    scalar: Option<(i32, u8)>,
    /// Until when accesses read registers.
    read: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Register {
    number: u16,
    /// Until when it must not be overwritten.
    held: i32,
    written: Option<Written>,
}

/// The last instruction that wrote a register, when it was issued, and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Written {
    time: i32,
    by: u32,
    kind: u8,
}

/// How the next instruction was issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Issue {
    /// Cycles after it had all that it needs of registers.
    pub waited: u32,
    /// From then on: cycles until it executes; of an access, until its registers have been read, 0 where
    /// it reads none.
    pub offset: u32,
    /// Until its wave goes on, and with which instruction.
    pub cycles: u32,
    pub after: u32,
}

/// What an instruction waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wait {
    pub cycles: u32,
    pub of: Source,
}

/// What an instruction waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Nothing,
    Inst(u32),
    /// The one that wrote last what it reads, longer ago than anything waits for.
    LongAgo,
}

impl Scoreboard {
    /// Of a wave that has done nothing.
    pub fn new(inst: u32) -> Scoreboard {
        Scoreboard {
            inst,
            ..Scoreboard::default()
        }
    }

    /// What keeps the next instruction from being issued, if it is not 0 cycles.
    pub fn wait(&self, records: &Records) -> Wait {
        let own = records.get(self.inst);
        let (there, by) = match own.reads_later {
            false => self.reads(own, records),
            true => (0, 0),
        };
        let until = there.max(self.free(own, records)).max(0);
        Wait {
            cycles: until as u32,
            of: match there > 0 {
                _ if own.reads_later => Source::Nothing,
                true => Source::Inst(by),
                false => Source::LongAgo,
            },
        }
    }

    /// When what the next instruction reads in its queue is there.
    pub fn ready(&self, records: &Records) -> u32 {
        let own = records.get(self.inst);
        match own.reads_later {
            true => self.reads(own, records).0.max(0) as u32,
            false => 0,
        }
    }

    /// From then on, nothing waits for anything here.
    pub fn end(&self, records: &Records) -> u32 {
        let registers = self.registers.iter().flat_map(|own| {
            let written = own.written.map(|it| it.time + it.reach(own, records));
            [own.held, written.unwrap_or(0)]
        });
        let reach = |kind: u8| i32::from(records.reach.last[usize::from(kind)]);
        let vector = self.vector.map_or(0, |time| time + reach(0));
        let scalar = self.scalar.map_or(0, |(time, kind)| time + reach(kind));
        let last = registers.chain([vector, scalar, self.read]).max();
        last.unwrap_or(0).max(0) as u32
    }

    /// The same, counted from so many cycles later.
    pub fn later(mut self, cycles: u32, records: &Records) -> Scoreboard {
        self.move_on(cycles);
        self.forget(records);
        self
    }

    /// After the next instruction was issued, which is done with registers so many cycles from now.
    pub fn after(
        mut self,
        issue: &Issue,
        wait: u32,
        (records, pipeline): (&Records, &Pipeline),
    ) -> Scoreboard {
        self.move_on(wait + issue.waited);
        let own = records.get(self.inst);
        let mut time = 0;
        match own.unit {
            FunctionalUnit::Local | FunctionalUnit::Global | FunctionalUnit::ScalarMemory => {
                if issue.offset > 0 {
                    let until = issue.offset as i32 + i32::from(pipeline.release);
                    self.read = self.read.max(until);
                    self.hold(records.reads(own), until);
                }
            }
            FunctionalUnit::Vector => {
                time = issue.offset as i32;
                self.hold(records.scalars(own), time + i32::from(pipeline.overwrite));
                self.vector = Some(time);
            }
            FunctionalUnit::Scalar => self.scalar = Some((time, own.kind)),
            FunctionalUnit::Barrier | FunctionalUnit::Nothing => {}
        }
        for &register in records.writes(own) {
            let kind = own.writes_as[usize::from(records.is_scalar(register))];
            let by = self.inst;
            // What memory brings is waited for otherwise.
            let written = own.channels[0].is_none();
            self.register(register).written = written.then_some(Written { time, by, kind });
        }
        self.inst = issue.after;
        self.later(issue.cycles, records)
    }

    /// When what an instruction reads is there, and by what the last of it was written.
    fn reads(&self, own: &Record, records: &Records) -> (i32, u32) {
        let delays = records.delays.to(own.kind);
        let (mut until, mut of) = (0, 0);
        for written in records
            .reads(own)
            .iter()
            .filter_map(|&it| self.get(it)?.written)
        {
            let there = written.time + i32::from(delays[usize::from(written.kind) % KINDS]);
            if there > until {
                (until, of) = (there, written.by);
            }
        }
        (until, of)
    }

    /// When others are out of the way of what it writes, and instructions that it waits for, whatever they
    /// wrote, have come far enough.
    fn free(&self, own: &Record, records: &Records) -> i32 {
        let guarded = records.guarded(own).iter();
        let held = guarded.filter_map(|&it| Some(self.get(it)?.held)).max();
        let delay = |kind: u8| i32::from(records.delays.to(own.kind)[usize::from(kind) % KINDS]);
        let vector = self.vector.map(|then| then + delay(0));
        let scalar = self.scalar.map(|(then, kind)| then + delay(kind));
        let asked = |stage: u8, time: Option<i32>| time.filter(|_| own.after & stage != 0);
        let times = [
            held,
            asked(Stage::VECTOR, vector),
            asked(Stage::SCALAR, scalar),
            asked(Stage::ACCESS, Some(self.read)),
        ];
        times.into_iter().flatten().max().unwrap_or(0)
    }

    fn get(&self, register: u16) -> Option<&Register> {
        let at = self
            .registers
            .binary_search_by_key(&register, |it| it.number);
        at.ok().map(|at| &self.registers[at])
    }

    fn register(&mut self, register: u16) -> &mut Register {
        let found = self
            .registers
            .binary_search_by_key(&register, |it| it.number);
        let at = found.unwrap_or_else(|at| {
            let new = Register {
                number: register,
                held: 0,
                written: None,
            };
            self.registers.insert(at, new);
            at
        });
        &mut self.registers[at]
    }

    /// These registers must not be overwritten until then.
    fn hold(&mut self, registers: &[u16], until: i32) {
        for &register in registers {
            self.register(register).held = until;
        }
    }

    fn move_on(&mut self, cycles: u32) {
        let by = cycles as i32;
        for own in &mut self.registers {
            own.held -= by;
            own.written.iter_mut().for_each(|it| it.time -= by);
        }
        self.vector.iter_mut().for_each(|time| *time -= by);
        self.scalar.iter_mut().for_each(|(time, _)| *time -= by);
        self.read -= by;
    }

    /// Leaves out what nothing waits for any more.
    fn forget(&mut self, records: &Records) {
        let reach = &records.reach;
        self.registers.retain_mut(|own| {
            let fresh = |it: &Written| it.time + it.reach(own, records) > 0;
            own.written = own.written.filter(fresh);
            let held = own.held > 0 && reach.overwritten[usize::from(own.number)];
            own.held = if held { own.held } else { 0 };
            held || own.written.is_some()
        });
        let last = |kind: u8| i32::from(reach.last[usize::from(kind)]);
        self.vector = self.vector.filter(|time| time + last(0) > 0);
        let scalar = self.scalar;
        self.scalar = scalar.filter(|&(time, kind)| time + last(kind) > 0);
        self.read = self.read.max(0);
    }
}

impl Written {
    /// How long instructions may wait for it.
    fn reach(&self, register: &Register, records: &Records) -> i32 {
        let by_kind = &records.reach.written[usize::from(register.number)];
        by_kind[usize::from(self.kind) % KINDS].into()
    }
}

/// How long the instructions of a program may wait for registers.
pub(super) struct Reach {
    /// By register, and the kind of the instruction that wrote it.
    written: Vec<[u16; KINDS]>,
    /// By register: some instruction has to wait until it is read.
    overwritten: Vec<bool>,
    /// By the kind of the last vector or scalar instruction, where that is waited for.
    last: [u16; KINDS],
}

impl Reach {
    pub fn none() -> Reach {
        Reach {
            written: Vec::new(),
            overwritten: Vec::new(),
            last: [0; KINDS],
        }
    }

    pub fn of(records: &Records) -> Reach {
        let mut reach = Reach {
            written: vec![[0; KINDS]; records.count],
            overwritten: vec![false; records.count],
            last: [0; KINDS],
        };
        let raise = |all: &mut [u16; KINDS], delays: &[u16; KINDS]| {
            let both = all.iter_mut().zip(delays);
            both.for_each(|(own, &delay)| *own = delay.max(*own));
        };
        for own in records.iter() {
            let delays = records.delays.to(own.kind);
            for &register in records.reads(own) {
                raise(&mut reach.written[usize::from(register)], delays);
            }
            for &register in records.guarded(own) {
                reach.overwritten[usize::from(register)] = true;
            }
            if own.after != 0 {
                raise(&mut reach.last, delays);
            }
        }
        reach
    }
}
