//! What is known of each instruction before a launch, as far as its time goes: which registers it
//! needs, what it waits for, which pipeline it takes, and what it leaves outstanding. Nothing of it is
//! worked out while waves issue.

use super::board::{Board, NOTHING, Written};
use super::course::{Course, Leads};
use super::pipes::PIPES;
use super::runs::{Run, runs};
use super::scoreboard::Reach;
use std::collections::{BTreeMap, BTreeSet};
use uop::timing::{Cost, FunctionalUnit, Pipeline, Stage};
use uop::{Channel, Operand, Program, StandIn, Uop, Use};

/// The instructions of a program.
pub(super) struct Records {
    /// By instruction.
    all: Vec<Record>,
    registers: Vec<u16>,
    waits: Vec<(u8, u16)>,
    /// Registers that are used at all, which have new numbers here: vector ones first.
    pub count: usize,
    /// How many of them are vector registers.
    vectors: u16,
    /// Cycles from the issue of an instruction that writes a register to that of one that reads it.
    pub delays: Delays,
    /// How long instructions wait for registers.
    pub reach: Reach,
    /// By register: its place in the log of a wave, if it has one. And how many have.
    places: Vec<Option<u16>>,
    pub logged: usize,
    /// What is written into it.
    logs: Vec<(u16, u32)>,
    /// The fewest cycles from when a barrier opens to the next instruction.
    pub release: u32,
    /// Pipelines of instructions that execute in a queue, as bits.
    pub queued: u16,
}

/// Cycles by the kind of the instruction that reads, and of the one that writes.
pub(super) struct Delays([[u16; KINDS]; KINDS]);

/// The most kinds of instructions. The last one is of those that are waited for otherwise, and the one
/// before that of the first kind where it writes scalar registers: carries come sooner.
pub(super) const KINDS: usize = 16;
const CARRY: u8 = KINDS as u8 - 2;

impl Delays {
    fn of(pipeline: &Pipeline) -> Delays {
        let mut all = [[0; KINDS]; KINDS];
        for (from, row) in pipeline.delays.chunks(pipeline.kinds.max(1)).enumerate() {
            for (to, &delay) in row.iter().enumerate() {
                all[to % KINDS][from % KINDS] = delay;
            }
        }
        for row in &mut all {
            row[usize::from(CARRY)] = row[0];
        }
        all[0][usize::from(CARRY)] = pipeline.carry;
        Delays(all)
    }

    /// Cycles to one that reads, by the kind of the one that writes.
    #[inline]
    pub fn to(&self, to: u8) -> &[u16; KINDS] {
        &self.0[usize::from(to) % KINDS]
    }
}

/// One instruction.
#[derive(Clone, Copy)]
pub(super) struct Record {
    /// In [`Records::registers`]: those that it reads, then those that it writes, each in ascending order.
    registers: u32,
    reads: u16,
    writes: u16,
    /// Of those that it reads, the first scalar one.
    scalars: u16,
    /// How many of those that it writes have to be free: scalars that vectors read are in the way of the
    /// scalar unit alone.
    guarded: u16,
    /// In [`Records::waits`].
    waits: u32,
    wait_count: u16,
    /// Which pipeline it needs, [`NO_PIPE`] if none.
    pub pipe: u8,
    /// The row of delays, and the column for vector and for scalar registers.
    pub kind: u8,
    pub writes_as: [u8; 2],
    /// Cycles that its pipeline is busy, and of the path to memory.
    pub busy: u16,
    pub path: u16,
    /// Of these, until its registers have been read.
    pub read: u16,
    /// It executes in the queue of vector instructions, for so long, after so much.
    pub queued: bool,
    pub execute: u16,
    pub setup: u16,
    /// It waits there for the registers that it reads.
    pub reads_later: bool,
    /// What it waits for besides, see [`Stage::after`].
    pub after: u8,
    /// Cycles until its wave goes on; where control does not go on with the next instruction, the
    /// second, if it is not 0.
    pub latency: u32,
    pub taken: u16,
    /// It goes on with a tick, see [`Stage::tick`].
    pub tick: u16,
    /// And before there is room in the queue.
    pub passes: bool,
    pub unit: FunctionalUnit,
    /// What it is outstanding on; and whether what is outstanding there is done in order.
    pub channels: [Option<Channel>; 2],
    pub in_order: [bool; 2],
    /// Where the code of the instruction is.
    pub block: u32,
    /// What can be carried out with it.
    pub run: Run,
    /// Where it leads, and whether it accesses memory, where workgroups are carried out before their
    /// time.
    pub leads: Leads,
    pub accesses: bool,
    /// It has been carried out, concerns its wave and the pipelines of its SIMD alone, leads to the next one
    /// and takes the same time whenever it is issued.
    pub plain: bool,
    /// It has been carried out, and concerns its wave and the pipelines of its SIMD alone.
    pub private: bool,
    /// The same, and it needs nothing of other waves, which never tell when it was issued.
    pub inert: bool,
    /// In [`Records::logs`].
    logs: u32,
    log_count: u16,
}

pub(super) const NO_PIPE: u8 = u8::MAX;

impl Record {
    /// Cycles until its wave goes on, with this instruction, if it is issued then.
    #[inline]
    pub fn latency(&self, own: u32, next: u32, time: u64) -> u64 {
        match (self.taken, self.tick) {
            (taken @ 1.., _) if next != own + 1 => taken.into(),
            (_, 0) => self.latency.into(),
            (_, tick) => u64::from(self.latency) - time % u64::from(tick),
        }
    }

    /// Whether it waits for something outstanding.
    #[inline]
    pub fn waits_for_any(&self) -> bool {
        self.wait_count > 0
    }

    /// Whether what it does concerns the whole machine.
    pub fn is_global(&self) -> bool {
        matches!(
            self.unit,
            FunctionalUnit::Global | FunctionalUnit::ScalarMemory
        )
    }

    /// Whether it has to be in its cycle, as the next of a wave which is clear, or has to be looked at.
    /// Before their time, accesses wait for others elsewhere, but what has been asked for may have to be
    /// known.
    #[inline]
    pub fn concerns_others(&self, clear: bool, ahead: bool, board: &Board) -> bool {
        match ahead {
            false => self.is_global(),
            true => !clear && board.is_unsure() && self.waits_for_any(),
        }
    }
}

impl Records {
    pub fn of(program: &Program, lanes: u32, costs: &[Cost], pipeline: &Pipeline) -> Records {
        let block = pipeline.fetch.bytes;
        let mut records = Records {
            all: costs
                .iter()
                .map(|cost| Record::of(cost, pipeline))
                .collect(),
            registers: Vec::new(),
            waits: Vec::new(),
            count: 0,
            vectors: program.vector_file,
            delays: Delays::of(pipeline),
            reach: Reach::none(),
            places: Vec::new(),
            logged: 0,
            logs: Vec::new(),
            release: {
                let barriers = costs
                    .iter()
                    .filter(|cost| cost.unit == FunctionalUnit::Barrier);
                barriers.map(|cost| cost.latency).min().unwrap_or(0)
            },
            queued: {
                let queued = costs
                    .iter()
                    .filter(|cost| cost.unit == FunctionalUnit::Vector);
                queued.fold(0, |all, cost| all | cost.stage.pipe)
            },
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
            records.add(program, inst as usize, &steps, mask_words);
            let offset = program.insts[inst as usize].address - first;
            let block = offset / u64::from(block.max(1));
            records.all[inst as usize].block = u32::try_from(block).unwrap_or(u32::MAX);
        }
        records.leave_out_constants();
        records.number_registers();
        records.find_runs(program);
        records.reach = Reach::of(&records);
        records.find_logs();
        records
    }

    /// Workgroups are carried out before their time.
    pub fn set_course(&mut self, course: &Course) {
        let own = course.leads.iter().zip(&course.accesses);
        for (record, (&leads, &accesses)) in self.all.iter_mut().zip(own) {
            (record.leads, record.accesses) = (leads, accesses);
            let own = matches!(
                record.unit,
                FunctionalUnit::Vector | FunctionalUnit::Scalar | FunctionalUnit::Nothing
            );
            let stays = !matches!(leads, Leads::Barrier | Leads::End);
            record.private = own && stays && !accesses;
            record.plain = record.private && leads == Leads::On && record.tick == 0;
            record.inert = record.plain
                && (record.unit, record.pipe, record.writes)
                    == (FunctionalUnit::Nothing, NO_PIPE, 0);
        }
    }

    /// All instructions.
    pub fn iter(&self) -> impl Iterator<Item = &Record> {
        self.all.iter()
    }

    #[inline]
    pub fn get(&self, inst: u32) -> &Record {
        &self.all[inst as usize]
    }

    /// Registers that an instruction reads, vector ones first.
    #[inline]
    pub fn reads(&self, of: &Record) -> &[u16] {
        self.list(of.registers, 0, of.reads)
    }

    /// The scalar ones among them.
    #[inline]
    pub fn scalars(&self, of: &Record) -> &[u16] {
        self.list(of.registers, of.scalars, of.reads)
    }

    #[inline]
    pub fn is_scalar(&self, register: u16) -> bool {
        register >= self.vectors
    }

    /// Registers that it writes.
    #[inline]
    pub fn writes(&self, of: &Record) -> &[u16] {
        self.list(of.registers, of.reads, of.reads + of.writes)
    }

    /// Those among them that nothing may be reading any more.
    #[inline]
    pub fn guarded(&self, of: &Record) -> &[u16] {
        self.list(of.registers, of.reads, of.reads + of.guarded)
    }

    /// Some of the registers of an instruction, whose list begins there.
    #[inline]
    fn list(&self, first: u32, from: u16, to: u16) -> &[u16] {
        &self.registers[first as usize + usize::from(from)..first as usize + usize::from(to)]
    }

    /// What it writes into the log of its wave, and where.
    #[inline]
    pub fn logs(&self, of: &Record) -> &[(u16, u32)] {
        &self.logs[of.logs as usize..][..of.log_count.into()]
    }

    /// Where the registers are in the log that it reads.
    pub fn read_places(&self, of: &Record) -> impl Iterator<Item = usize> {
        let reads = self.reads(of).iter();
        reads.filter_map(|&it| self.places[usize::from(it)].map(usize::from))
    }

    /// Channels, and how many operations may be outstanding on each.
    #[inline]
    pub fn waits(&self, of: &Record) -> &[(u8, u16)] {
        &self.waits[of.waits as usize..][..of.wait_count.into()]
    }

    /// Blocks of code.
    pub fn blocks(&self) -> usize {
        let last = self.all.iter().map(|record| record.block).max();
        last.map_or(0, |last| last as usize + 1)
    }

    /// What can be carried out in one go.
    fn find_runs(&mut self, program: &Program) {
        let own = |inst: usize| {
            let unit = self.all[inst].unit;
            matches!(
                unit,
                FunctionalUnit::Vector | FunctionalUnit::Scalar | FunctionalUnit::Nothing
            )
        };
        let runs = runs(program, own);
        for (record, run) in self.all.iter_mut().zip(runs) {
            record.run = run;
        }
    }

    /// Waves log who wrote the registers of instructions that wait for them at their issue.
    fn find_logs(&mut self) {
        let waits = |own: &&Record| !own.reads_later;
        let all = self.all.iter().filter(waits);
        let asked: BTreeSet<u16> = all.flat_map(|own| self.reads(own)).copied().collect();
        self.logged = asked.len();
        self.places = vec![None; self.count];
        for (place, &register) in (0..).zip(&asked) {
            self.places[usize::from(register)] = Some(place);
        }
        let mut logs = Vec::new();
        for inst in 0..self.all.len() {
            let (own, first) = (self.all[inst], logs.len());
            for &register in self.writes(&own) {
                let kind = own.writes_as[usize::from(self.is_scalar(register))];
                let by = match own.channels[0] {
                    Some(_) => NOTHING,
                    None => Written::by(inst as u32, kind),
                };
                let place = self.places[usize::from(register)];
                logs.extend(place.map(|place| (place, by)));
            }
            let own = &mut self.all[inst];
            own.logs = first as u32;
            own.log_count = (logs.len() - first) as u16;
        }
        self.logs = logs;
    }

    /// Nothing waits for registers that no instruction writes, nor for their readers.
    fn leave_out_constants(&mut self) {
        let all = self.all.iter();
        let written: BTreeSet<u16> = all.flat_map(|own| self.writes(own)).copied().collect();
        let mut registers = Vec::with_capacity(self.registers.len());
        for at in 0..self.all.len() {
            let own = self.all[at];
            let first = registers.len();
            let (vectors, scalars) = self.reads(&own).split_at(own.scalars.into());
            let keep = |list: &[u16], to: &mut Vec<u16>| {
                to.extend(list.iter().filter(|it| written.contains(it)));
                (to.len() - first) as u16
            };
            let split = keep(vectors, &mut registers);
            let reads = keep(scalars, &mut registers);
            registers.extend_from_slice(self.writes(&own));
            let own = &mut self.all[at];
            (own.registers, own.scalars, own.reads) = (first as u32, split, reads);
        }
        self.registers = registers;
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

    fn add(&mut self, program: &Program, inst: usize, steps: &[&Uop], mask: u16) {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let unit = self.all[inst].unit;
        let mut channels = [None; 2];
        let is_access = matches!(
            unit,
            FunctionalUnit::Local | FunctionalUnit::Global | FunctionalUnit::ScalarMemory
        );
        let waits = self.waits.len();
        if let Some(exec) = program.resources.exec
            && matches!(
                unit,
                FunctionalUnit::Vector | FunctionalUnit::Local | FunctionalUnit::Global
            )
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
                // What no memory brings is there when its unit is done with it.
                uop => uop.channel().filter(|_| is_access),
            };
            let stands = |channel: Channel| {
                let mut all = program.resources.stand_ins.iter();
                all.find(|(own, _)| *own == channel)
                    .map(|(_, stand)| *stand)
            };
            if let Some(channel) = channel {
                channels = match stands(channel) {
                    None => [Some(channel), None],
                    Some(StandIn::Both(a, b)) => [Some(a), Some(b)],
                    Some(StandIn::Part(of)) => [Some(of), None],
                };
            }
        }
        for list in [&mut reads, &mut writes] {
            list.sort_unstable();
            list.dedup();
        }
        let vectors = |list: &[u16]| list.partition_point(|&it| it < self.vectors) as u16;
        let own = &mut self.all[inst];
        own.registers = self.registers.len() as u32;
        own.reads = reads.len() as u16;
        own.writes = writes.len() as u16;
        own.scalars = vectors(&reads);
        own.guarded = match unit {
            FunctionalUnit::Scalar => own.writes,
            _ => vectors(&writes),
        };
        own.waits = waits as u32;
        own.wait_count = (self.waits.len() - waits) as u16;
        own.channels = channels;
        let in_order = |channel: Channel| {
            let rule = program.channels.get(usize::from(channel.0));
            rule.is_some_and(|rule| rule.in_order)
        };
        own.in_order = channels.map(|channel| channel.is_some_and(in_order));
        self.registers.extend(reads);
        self.registers.extend(writes);
    }
}

impl Record {
    /// As far as its cost says it.
    fn of(cost: &Cost, pipeline: &Pipeline) -> Record {
        let pipe = cost.stage.pipe;
        let queued = cost.unit == FunctionalUnit::Vector && pipeline.queue > 0;
        debug_assert!(pipe < 1 << PIPES, "SIMDs have fewer pipelines");
        Record {
            registers: 0,
            reads: 0,
            writes: 0,
            scalars: 0,
            guarded: 0,
            waits: 0,
            wait_count: 0,
            pipe: match pipe {
                0 => NO_PIPE,
                _ => pipe.trailing_zeros() as u8,
            },
            kind: cost.stage.kind,
            writes_as: match cost.stage.kind {
                0 => [0, CARRY],
                kind => [kind; 2],
            },
            busy: cost.stage.busy,
            path: cost.stage.path.max(1),
            read: cost.stage.read.max(1),
            queued,
            execute: cost.stage.execute.max(1),
            setup: cost.stage.setup,
            reads_later: queued && !cost.stage.held,
            after: match cost.unit {
                // Accesses of lanes wait until vector instructions have left the registers.
                FunctionalUnit::Local | FunctionalUnit::Global => cost.stage.after | Stage::VECTOR,
                _ => cost.stage.after,
            },
            latency: cost.latency,
            taken: cost.stage.taken,
            tick: cost.stage.tick,
            passes: cost.stage.passes,
            unit: cost.unit,
            channels: [None; 2],
            in_order: [false; 2],
            block: 0,
            run: Run { end: 0, step: 0 },
            leads: Leads::On,
            accesses: false,
            plain: false,
            private: false,
            inert: false,
            logs: 0,
            log_count: 0,
        }
    }
}
