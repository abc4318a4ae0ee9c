//! Instructions that overlap: which registers they need, when those are there, and what a wave has
//! outstanding.

use super::Stall;
use super::clock::NEVER;
use super::cycles::Obstacle;
use std::collections::{BTreeMap, BTreeSet};
use uop::timing::{Cost, Pipeline, Unit};
use uop::{Channel, Operand, Program, StandIn, Uop, UopIdx, Use};

/// What each instruction of a program reads, writes, waits for and leaves outstanding.
pub(super) struct Uses {
    /// By instruction.
    insts: Vec<InstUses>,
    registers: Vec<u16>,
    waits: Vec<(u8, u16)>,
    /// Registers that are used at all, which have new numbers here: vector ones first.
    pub count: usize,
    vectors: u16,
}

#[derive(Clone, Copy, Default)]
struct InstUses {
    /// In `registers`: reads, then writes.
    reads: (u32, u32),
    writes: (u32, u32),
    /// In `waits`.
    waits: (u32, u32),
    /// What it is outstanding on.
    channels: [Option<Channel>; 2],
    /// Where the code of the instruction is.
    block: u32,
    /// Where instructions end that follow it without a branch and concern no other wave; itself, if it
    /// is not of that kind. Then the same as a step.
    end: u32,
    end_step: UopIdx,
}

impl Uses {
    pub fn of(program: &Program, lanes: u32, costs: &[Cost], block: u32) -> Uses {
        let vectors = program.vector_file;
        let mut uses = Uses {
            insts: vec![InstUses::default(); program.insts.len()],
            registers: Vec::new(),
            waits: Vec::new(),
            count: 0,
            vectors,
        };
        let first = program.insts.iter().map(|inst| inst.address).min();
        let first = first.unwrap_or(0);
        let mask_words = lanes.div_ceil(32) as u16;
        let mut at = 0;
        while at < program.steps.len() {
            let inst = program.steps[at].inst;
            let steps = program.steps[at..]
                .iter()
                .take_while(|step| step.inst == inst);
            let steps: Vec<&Uop> = steps.map(|step| &step.uop).collect();
            at += steps.len();
            let own = uses.add(program, &steps, mask_words, &costs[inst as usize]);
            let offset = program.insts[inst as usize].address - first;
            uses.insts[inst as usize] = InstUses {
                block: u32::try_from(offset / u64::from(block.max(1))).unwrap_or(u32::MAX),
                ..own
            };
        }
        uses.number_registers();
        uses.find_runs(program, costs);
        uses
    }

    /// Instructions in a row that can be carried out in one go.
    fn find_runs(&mut self, program: &Program, costs: &[Cost]) {
        let mut private = vec![true; program.insts.len()];
        let mut first = vec![UopIdx::MAX; program.insts.len()];
        for (at, step) in program.steps.iter().enumerate().rev() {
            let inst = step.inst as usize;
            first[inst] = at as UopIdx;
            let own = matches!(
                costs[inst].unit,
                Unit::Vector | Unit::Scalar | Unit::Nothing
            );
            private[inst] &= own && step.uop.is_private();
        }
        for inst in (0..program.insts.len()).rev() {
            let (end, end_step) = match self.insts.get(inst + 1) {
                Some(next) if private[inst] => match next.end as usize > inst + 1 {
                    true => (next.end, next.end_step),
                    false => (inst as u32 + 1, first[inst + 1]),
                },
                _ => (inst as u32, first[inst]),
            };
            self.insts[inst].end = end;
            self.insts[inst].end_step = end_step;
        }
    }

    /// Where the run ends that an instruction is in, and the step there.
    #[inline]
    pub fn run_of(&self, inst: u32) -> (u32, UopIdx) {
        let own = &self.insts[inst as usize];
        (own.end, own.end_step)
    }

    /// Waves keep a note for every register: the fewer there are, the better.
    fn number_registers(&mut self) {
        let used: BTreeSet<u16> = self.registers.iter().copied().collect();
        let numbers: BTreeMap<u16, u16> = used.iter().copied().zip(0..).collect();
        for register in &mut self.registers {
            *register = numbers[register];
        }
        self.count = used.len();
        self.vectors = used.range(..self.vectors).count() as u16;
    }

    fn add(&mut self, program: &Program, steps: &[&Uop], mask: u16, cost: &Cost) -> InstUses {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let mut own = InstUses::default();
        own.waits.0 = self.waits.len() as u32;
        if let Some(exec) = program.resources.exec
            && matches!(cost.unit, Unit::Vector | Unit::Local | Unit::Global)
        {
            reads.push(self.vectors + exec.0);
        }
        for uop in steps {
            uop.for_each_operand(mask, &mut |how, operand| {
                let (first, count) = match operand {
                    Operand::Vector(reg, count) => (reg.0, count),
                    Operand::Scalar(reg, count) => (self.vectors + reg.0, count),
                };
                for register in first..first + count {
                    match how {
                        // What the instruction itself has written is no reason to wait.
                        Use::Read if writes.contains(&register) => {}
                        Use::Read => reads.push(register),
                        Use::Write => writes.push(register),
                    }
                }
            });
            let channel = match uop {
                Uop::Wait { channel, at_most } => {
                    self.waits.push((channel.0, *at_most));
                    None
                }
                Uop::Memory(op) => op.channel,
                Uop::ScalarLoad(load) => load.channel,
                _ => None,
            };
            let stands = |channel: Channel| {
                let mut all = program.resources.stand_ins.iter();
                all.find(|(own, _)| *own == channel)
                    .map(|(_, stand)| *stand)
            };
            if let Some(channel) = channel {
                own.channels = match stands(channel) {
                    None => [Some(channel), None],
                    Some(StandIn::Both(a, b)) => [Some(a), Some(b)],
                    Some(StandIn::Part(of)) => [Some(of), None],
                };
            }
        }
        own.waits.1 = self.waits.len() as u32;
        let mut list = |mut registers: Vec<u16>| {
            registers.sort_unstable();
            registers.dedup();
            let first = self.registers.len() as u32;
            self.registers.extend(registers);
            (first, self.registers.len() as u32)
        };
        own.reads = list(reads);
        own.writes = list(writes);
        own
    }

    fn list(&self, (first, end): (u32, u32)) -> &[u16] {
        &self.registers[first as usize..end as usize]
    }

    /// The block of code that an instruction is in.
    pub fn block(&self, inst: u32) -> usize {
        self.insts[inst as usize].block as usize
    }

    /// Blocks of code.
    pub fn blocks(&self) -> usize {
        let last = self.insts.iter().map(|inst| inst.block).max();
        last.map_or(0, |last| last as usize + 1)
    }
}

/// What a wave has written, what is being read, and what is outstanding.
#[derive(Clone, Debug, Default)]
pub(super) struct Board {
    registers: Vec<Written>,
    /// When the last vector instruction was issued.
    vector: Option<u64>,
    /// In the order of issue.
    flights: Vec<Flight>,
    /// When the last of them is done.
    last: u64,
}

/// The last instruction that wrote a register: when it was issued, which it is, and of which kind.
#[derive(Clone, Copy, Debug)]
struct Written {
    time: u64,
    /// Until when the register must not be overwritten.
    held: u64,
    inst: u32,
    kind: u8,
}

/// Something outstanding: when it is done, and the instruction that started it.
#[derive(Clone, Copy, Debug)]
struct Flight {
    channel: Channel,
    done: u64,
    inst: u32,
}

impl Board {
    /// A wave that has not begun.
    pub fn reset(&mut self, uses: &Uses) {
        self.registers.clear();
        let nothing = Written {
            time: 0,
            held: 0,
            inst: 0,
            kind: u8::MAX,
        };
        self.registers.resize(uses.count, nothing);
        self.vector = None;
        self.flights.clear();
        self.last = 0;
    }

    /// What keeps the wave from issuing an instruction, and until when.
    pub fn obstacle(
        &self,
        now: u64,
        inst: u32,
        cost: &Cost,
        uses: &Uses,
        pipeline: &Pipeline,
    ) -> Option<Obstacle> {
        let own = &uses.insts[inst as usize];
        if self.last > now && own.waits.0 != own.waits.1 {
            let waits = &uses.waits[own.waits.0 as usize..own.waits.1 as usize];
            let waits = waits
                .iter()
                .filter_map(|&(channel, most)| self.left(channel, most.into()));
            let last = waits.max_by_key(|flight| flight.done);
            if let Some(flight) = last.filter(|flight| flight.done > now) {
                return Some(Obstacle {
                    until: flight.done,
                    cause: Stall::Memory,
                    of: Some(flight.inst),
                });
            }
        }
        let (mut until, mut of) = (0, None);
        for &register in uses.list(own.reads) {
            let Written {
                time,
                kind,
                inst: writer,
                ..
            } = self.registers[register as usize];
            if kind != u8::MAX {
                let pair = usize::from(kind) * pipeline.kinds + usize::from(cost.stage.kind);
                let delay = match (register >= uses.vectors, kind, cost.stage.kind) {
                    (true, 0, 0) => pipeline.carry,
                    _ => pipeline.delays[pair],
                };
                let there = time + u64::from(delay);
                if there > until {
                    (until, of) = (there, Some(writer));
                }
            }
        }
        // Accesses of lanes wait until vector instructions have left the registers, whichever.
        if let (Some(vector), Unit::Local | Unit::Global) = (self.vector, cost.unit) {
            until = until.max(vector + u64::from(pipeline.delays[usize::from(cost.stage.kind)]));
        }
        // Scalars that vectors read are in the way of the scalar unit alone.
        let hurts = |register: u16| register < uses.vectors || cost.unit == Unit::Scalar;
        let writes = uses.list(own.writes).iter().filter(|&&r| hurts(r));
        let held = writes
            .map(|&register| self.registers[register as usize].held)
            .max();
        until = until.max(held.unwrap_or(0));
        (until > now).then_some(Obstacle {
            until,
            cause: Stall::Dependency,
            of,
        })
    }

    /// After which no more than so many operations of a channel are left.
    fn left(&self, channel: u8, most: usize) -> Option<&Flight> {
        let flights = self.flights.iter().rev();
        let own = flights.filter(|flight| flight.channel.0 == channel);
        own.skip(most).max_by_key(|flight| flight.done)
    }

    /// An instruction was issued. Those that go to memory read their registers until `read`.
    pub fn issued(
        &mut self,
        now: u64,
        inst: u32,
        cost: &Cost,
        uses: &Uses,
        pipeline: &Pipeline,
        read: Option<u64>,
    ) {
        let own = &uses.insts[inst as usize];
        match read {
            Some(read) => {
                let until = read + u64::from(pipeline.release);
                for &register in uses.list(own.reads) {
                    self.registers[register as usize].held = until;
                }
            }
            None if cost.unit == Unit::Vector => {
                let until = now + u64::from(pipeline.overwrite);
                let scalars = uses.list(own.reads).iter().filter(|&&r| r >= uses.vectors);
                scalars.for_each(|&register| self.registers[register as usize].held = until);
                self.vector = Some(now);
            }
            None => {}
        }
        // What memory brings is waited for otherwise.
        let kind = match own.channels[0] {
            Some(_) => u8::MAX,
            None => cost.stage.kind,
        };
        for &register in uses.list(own.writes) {
            let own = &mut self.registers[register as usize];
            (own.time, own.inst, own.kind) = (now, inst, kind);
        }
    }

    /// An operation is done at that time; those of one channel are done in order, if it has one.
    pub fn start(&mut self, now: u64, inst: u32, done: u64, uses: &Uses, program: &Program) {
        // Nothing waits for those that are over before all that are outstanding.
        let over = self.flights.iter().take_while(|it| it.done <= now).count();
        self.flights.drain(..over);
        for channel in uses.insts[inst as usize].channels.into_iter().flatten() {
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

/// What the waves of a SIMD share.
#[derive(Clone)]
pub(super) struct Pipes {
    /// By pipeline: from when on it takes another instruction.
    free: [u64; PIPES],
}

const PIPES: usize = 16;

impl Pipes {
    pub fn new() -> Pipes {
        Pipes { free: [0; PIPES] }
    }

    pub fn obstacle(&self, now: u64, cost: &Cost) -> Option<Obstacle> {
        let pipe = cost.stage.pipe.trailing_zeros() as usize;
        let until = *self.free.get(pipe)?;
        (until > now).then_some(Obstacle {
            until,
            cause: Stall::Pipe,
            of: None,
        })
    }

    pub fn take(&mut self, now: u64, cost: &Cost) {
        let pipe = cost.stage.pipe.trailing_zeros() as usize;
        if let Some(free) = self.free.get_mut(pipe) {
            *free = now + u64::from(cost.stage.busy);
        }
    }
}

/// The code that has come to a unit.
#[derive(Clone)]
pub(super) struct Fetched {
    /// By block: when it is there.
    there: Vec<u64>,
    any: bool,
}

impl Fetched {
    pub fn new(blocks: usize) -> Fetched {
        Fetched {
            there: vec![NEVER; blocks],
            any: false,
        }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.there[..])
    }

    /// The block is there by then and the next one is asked for, so that to ask again changes nothing.
    #[inline]
    pub fn is_settled(&self, then: u64, block: usize) -> bool {
        let next = self.there.get(block + 1);
        self.there[block] <= then && next.is_none_or(|&next| next != NEVER)
    }

    /// When an instruction of this block is there, for a wave that asks now.
    pub fn ask(&mut self, now: u64, block: usize, pipeline: &Pipeline) -> u64 {
        let fetch = pipeline.fetch;
        if self.there[block] == NEVER {
            let wait = if self.any { fetch.miss } else { fetch.first };
            self.any = true;
            self.there[block] = now + u64::from(wait);
        }
        let there = self.there[block];
        // The next block is asked for when this one is there.
        if let Some(next) = self.there.get_mut(block + 1)
            && *next == NEVER
            && there <= now
        {
            *next = now + u64::from(fetch.miss);
        }
        there
    }
}
