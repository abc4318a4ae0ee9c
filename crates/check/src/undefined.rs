//! Values that nothing has defined, and what they decide.
//!
//! Every bit of every register, of local memory, of the memory of lanes and of device memory is
//! defined or not, as in Valgrind's memcheck. Bits that a program [starts without](uop::Unset) are
//! not, and what is computed from them [may not be either](rules). Copying such values is no mistake:
//! they are told when an address, a branch, the set of active lanes, an atomic, a barrier or a result
//! that is read back depends on them, with where they came from and the way that they took.
//!
//! Nothing is done for a step as long as all registers that it names are defined.

mod access;
mod again;
mod findings;
mod memory;
mod origin;
mod registers;
pub(crate) mod rules;
mod steps;
mod stretch;

use crate::Names;
use access::Memories;
use findings::{Findings, Sink};
use memory::{Large, Small};
use origin::Origins;
use registers::{DEFINED, Registers, UNSET};
use sim::{Access, Lanes, Launch, Observer, Site, Wave};
use source::Diagnostic;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use steps::{Marks, Taking, lanes_of};
use stretch::Stretch;
use uop::{
    Custom, Entry, Extend, Machine, MemKind, MemOp, Program, Reach, SReg, Space, Uop, UopIdx, Use,
    VReg, WavePlace,
};

/// Finds what depends on values that nothing has defined.
pub struct Undefined {
    program: Arc<Program>,
    /// Something starts undefined.
    watches: bool,
    /// Registers that each step names, in `registers`: those that it reads come first.
    named: Vec<Named>,
    registers: Vec<u16>,
    /// What stretches do that begin with a step, once one was met.
    stretches: Vec<Option<Box<Stretch>>>,
    start: Start,
    groups: HashMap<[u32; 3], Group>,
    /// The workgroup that was asked for last.
    now: Option<([u32; 3], Group)>,
    spare: Vec<Group>,
    global: Large,
    origins: Origins,
    findings: Findings,
    /// The step that the wave is at.
    step: usize,
}

/// Where the registers of a step are in the list of all.
#[derive(Clone, Copy, Debug)]
struct Named {
    reads: u32,
    writes: u32,
    end: u32,
}

/// How waves begin.
struct Start {
    entry: Arc<dyn Entry>,
    flat: uop::Apertures,
    local_bytes: usize,
    private_bytes: usize,
    /// For each wave of a workgroup, what its registers are at first.
    flags: HashMap<u32, Vec<u8>>,
}

#[derive(Debug, Default)]
struct Group {
    waves: Vec<Option<Own>>,
    local: Small,
}

/// What is a wave's own.
#[derive(Debug, Default)]
struct Own {
    registers: Registers,
    private: Small,
    has_private: bool,
    begun: bool,
}

impl fmt::Debug for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Undefined")
            .field("findings", &self.findings)
            .finish_non_exhaustive()
    }
}

impl Undefined {
    /// For a run of this program.
    pub fn new(program: &Arc<Program>, launch: &Launch) -> Undefined {
        let unset = &program.unset;
        let watches = unset.local
            || unset.private
            || unset.vectors > 0
            || unset.scalars.iter().any(|range| !range.is_empty());
        let mask_words = if launch.lanes == 64 { 2 } else { 1 };
        let (mut named, mut registers) = (Vec::new(), Vec::new());
        for step in program.steps.iter().filter(|_| watches) {
            let reads = registers.len() as u32;
            let vectors = program.vector_file;
            steps::named(&step.uop, Use::Read, vectors, mask_words, &mut registers);
            let writes = registers.len() as u32;
            steps::named(&step.uop, Use::Write, vectors, mask_words, &mut registers);
            let end = registers.len() as u32;
            named.push(Named { reads, writes, end });
        }
        Undefined {
            program: program.clone(),
            watches,
            named,
            registers,
            stretches: Vec::new(),
            start: Start {
                entry: launch.entry.clone(),
                flat: launch.flat.clone(),
                local_bytes: launch.local_bytes as usize,
                private_bytes: launch.private_bytes as usize,
                flags: HashMap::new(),
            },
            groups: HashMap::new(),
            now: None,
            spare: Vec::new(),
            global: Large::default(),
            origins: Origins::default(),
            findings: Findings::default(),
            step: 0,
        }
    }

    /// The run has ended, and these bytes of device memory are looked at.
    pub fn read_back(&mut self, bytes: Range<u64>) {
        for (address, bits) in self.global.undefined(bytes) {
            let inst = self.origins.way(bits.tag).next().unwrap_or(0);
            let site = Site {
                inst,
                group: [0; 3],
                wave: 0,
            };
            let first = address + u64::from(bits.mask.trailing_zeros() / 8);
            self.findings
                .add(&site, Sink::Result(first), bits.tag, None);
        }
    }

    /// One diagnostic for each place where an undefined value decides something.
    pub fn diagnostics(&self, names: &Names<'_>) -> Vec<Diagnostic> {
        (self.findings).diagnostics(&self.origins, &self.program, names)
    }

    /// The workgroup of a site is the one at hand.
    #[inline]
    fn near(&mut self, group: [u32; 3]) {
        if self.now.as_ref().is_none_or(|(now, _)| *now != group) {
            self.fetch(group);
        }
    }

    #[cold]
    fn fetch(&mut self, group: [u32; 3]) {
        if let Some((other, before)) = self.now.take() {
            self.groups.insert(other, before);
        }
        let fetched = self.groups.remove(&group).unwrap_or_else(|| {
            let mut new = self.spare.pop().unwrap_or_default();
            (new.local).reset(self.start.local_bytes, self.program.unset.local);
            new
        });
        self.now = Some((group, fetched));
    }

    /// The wave of a site is among those at hand.
    #[inline]
    fn wave(&mut self, at: &Site, wave: &Wave) {
        self.near(at.group);
        let known = |(_, group): &([u32; 3], Group)| matches!(group.waves.get(at.wave as usize), Some(Some(own)) if own.begun);
        if !self.now.as_ref().is_some_and(known) {
            self.begin(at, wave);
        }
    }

    #[cold]
    fn begin(&mut self, at: &Site, wave: &Wave) {
        let flags = self.start.flags(&self.program, at.wave, wave.place());
        let Some((_, group)) = &mut self.now else {
            return;
        };
        let number = at.wave as usize;
        if group.waves.len() <= number {
            group.waves.resize_with(number + 1, || None);
        }
        let own = group.waves[number].get_or_insert_default();
        let vectors = usize::from(self.program.vector_file);
        own.registers.reset(flags, vectors, wave.lanes());
        own.has_private = false;
        own.begun = true;
    }

    /// What is at hand, for a step of a wave that is.
    fn marks<'a>(
        &'a mut self,
        at: &'a Site,
        lanes: usize,
    ) -> Option<(Marks<'a>, Memories<'a>, &'a Program)> {
        let (_, group) = self.now.as_mut()?;
        let own = group.waves.get_mut(at.wave as usize)?.as_mut()?;
        if !own.has_private {
            let bytes = self.start.private_bytes * lanes;
            own.private.reset(bytes, self.program.unset.private);
            own.has_private = true;
        }
        let marks = Marks {
            registers: &mut own.registers,
            origins: &mut self.origins,
            findings: &mut self.findings,
            at,
        };
        let memories = Memories {
            global: &mut self.global,
            local: &mut group.local,
            private: &mut own.private,
            private_bytes: self.start.private_bytes as u64,
            flat: &self.start.flat,
        };
        Some((marks, memories, &self.program))
    }

    /// A step that not everything is defined for.
    #[inline(never)]
    fn take(&mut self, at: &Site, wave: &Wave, reads: bool, writes: bool) {
        let step = self.step;
        let global = self.global.is_defined();
        let Some((marks, mut memories, program)) = self.marks(at, wave.lanes()) else {
            return;
        };
        let mut taking = Taking { marks, wave };
        match &program.steps[step].uop {
            Uop::ScalarLoad(load) if !reads || !global => {
                taking.scalar_load(load, &mut memories);
            }
            Uop::Memory(_) | Uop::Custom(_) => {}
            _ if reads && writes => {}
            uop if reads => taking.define_results(uop),
            uop => taking.take(uop),
        }
    }

    /// Whether the registers that the step at hand reads are all defined, and those that it writes.
    #[inline]
    fn is_defined(&self, at: &Site) -> (bool, bool) {
        let Named { reads, writes, end } = self.named[self.step];
        let reads = &self.registers[reads as usize..writes as usize];
        let writes = &self.registers[writes as usize..end as usize];
        let own = match &self.now {
            Some((_, group)) => group.waves.get(at.wave as usize),
            None => None,
        };
        match own {
            Some(Some(own)) => (
                own.registers.are_defined(reads),
                own.registers.are_defined(writes),
            ),
            _ => (false, false),
        }
    }
}

impl Start {
    fn flags(&mut self, program: &Program, wave: u32, place: &WavePlace) -> &[u8] {
        let entry = &*self.entry;
        let new = || flags_at_start(program, entry, place);
        self.flags.entry(wave).or_insert_with(new)
    }
}

/// What the registers of a wave are at its start.
fn flags_at_start(program: &Program, entry: &dyn Entry, place: &WavePlace) -> Vec<u8> {
    let vectors = usize::from(program.vector_file);
    let mut flags = vec![DEFINED; vectors + usize::from(program.scalar_file)];
    flags[..usize::from(program.unset.vectors)].fill(UNSET);
    for range in &program.unset.scalars {
        flags[vectors + usize::from(range.start)..vectors + usize::from(range.end)].fill(UNSET);
    }
    entry.enter(
        place,
        &mut Set {
            flags: &mut flags,
            vectors,
        },
    );
    flags
}

/// Whether each register of a wave, vectors first, has a value at its start.
pub(crate) fn is_set_at_start(
    program: &Program,
    entry: &dyn Entry,
    place: &WavePlace,
) -> impl Iterator<Item = bool> {
    let flags = flags_at_start(program, entry, place);
    flags.into_iter().map(|flag| flag == DEFINED)
}

/// Notes which registers get a value.
struct Set<'a> {
    flags: &'a mut [u8],
    vectors: usize,
}

impl uop::Registers for Set<'_> {
    fn set_vector(&mut self, reg: VReg, _: u32, _: u32) {
        self.flags[usize::from(reg.0)] = DEFINED;
    }

    fn set_scalar(&mut self, reg: SReg, _: u32) {
        self.flags[self.vectors + usize::from(reg.0)] = DEFINED;
    }
}

/// An access of whole words of local memory, all of which are defined or become so.
fn is_plain(op: &MemOp, lanes: &Lanes<'_>, local: &mut Small) -> bool {
    if !op.bytes.is_multiple_of(4) || lanes.extent.bits & 3 != 0 {
        return false;
    }
    if local.is_defined() {
        return true;
    }
    let words = u64::from(op.bytes / 4);
    match op.kind {
        // What an atomic leaves is defined if what it finds is.
        MemKind::Load(_) | MemKind::Atomic { .. } => {
            let mut open = 0;
            for lane in lanes_of(lanes.mask) {
                let first = lanes.addresses[lane] / 4;
                (first..first + words).for_each(|word| open |= local.word(word));
            }
            open == 0
        }
        MemKind::Store { .. } if lanes.extent.run => {
            let count = words * u64::from(lanes.mask.count_ones());
            local.define(lanes.extent.low / 4, count);
            true
        }
        MemKind::Store { .. } => {
            for lane in lanes_of(lanes.mask) {
                local.define(lanes.addresses[lane] / 4, words);
            }
            true
        }
    }
}

impl Observer for Undefined {
    #[inline]
    fn step(&mut self, at: &Site, wave: &Wave) {
        if !self.watches {
            return;
        }
        self.wave(at, wave);
        self.step = wave.at() as usize;
        let (reads, writes) = self.is_defined(at);
        if reads && writes && self.global.is_defined() {
            return;
        }
        self.take(at, wave, reads, writes);
    }

    fn stretch(&mut self, at: &Site, wave: &Wave, steps: Range<UopIdx>) -> bool {
        !self.watches || self.takes_stretch(at, wave, steps)
    }

    fn memory(&mut self, at: &Site, wave: &Wave, op: &MemOp, lanes: &Lanes<'_>) {
        if !self.watches {
            return;
        }
        let (reads, writes) = self.is_defined(at);
        // What comes from and goes to memory is all defined.
        let plain = reads
            && match op.space {
                Space::Global => self.global.is_defined(),
                Space::Constant => true,
                Space::Local => match &mut self.now {
                    Some((_, group)) => is_plain(op, lanes, &mut group.local),
                    None => false,
                },
                Space::Private | Space::Cluster | Space::Flat => false,
            };
        if plain && writes {
            return;
        }
        let whole = matches!(op.kind, MemKind::Load(Extend::Zero | Extend::Sign));
        if plain && whole && lanes.mask == wave.exec() {
            if let Some((marks, ..)) = self.marks(at, wave.lanes()) {
                let mut taking = Taking { marks, wave };
                taking.define_vectors(op.dst, op.bytes.div_ceil(4).into());
            }
            return;
        }
        // Workgroups of a cluster reach each other's local memory.
        let mut elsewhere: HashMap<[u32; 3], Small> = HashMap::new();
        if op.space == Space::Cluster {
            for lane in lanes_of(lanes.mask) {
                let (_, group, _) = lanes.place(wave, op.space, lane);
                if let Some(other) = self.groups.get_mut(&group) {
                    let local = std::mem::take(&mut other.local);
                    elsewhere.entry(group).or_insert(local);
                }
            }
        }
        let Some((marks, mut memories, _)) = self.marks(at, wave.lanes()) else {
            return;
        };
        let mut taking = Taking { marks, wave };
        if !reads {
            taking.addresses(op, lanes.mask);
        }
        for lane in lanes_of(lanes.mask) {
            let (space, group, address) = lanes.place(wave, op.space, lane);
            match elsewhere.get_mut(&group) {
                Some(local) => {
                    std::mem::swap(memories.local, local);
                    taking.lane(op, &mut memories, (space, address), lane);
                    std::mem::swap(memories.local, local);
                }
                // A workgroup of the cluster that has not begun.
                None if group != at.group => {}
                None => taking.lane(op, &mut memories, (space, address), lane),
            }
        }
        if op.writes_registers() {
            let words = usize::from(op.bytes.div_ceil(4));
            taking.settle(op.dst, words, lanes.mask);
        }
        for (group, local) in elsewhere {
            if let Some(other) = self.groups.get_mut(&group) {
                other.local = local;
            }
        }
    }

    fn custom(&mut self, at: &Site, custom: &dyn Custom, machine: &mut dyn Machine) {
        if !self.watches {
            return;
        }
        let (reads, writes) = self.is_defined(at);
        let Some((mut marks, mut memories, _)) = self.marks(at, machine.lanes()) else {
            return;
        };
        let defined = reads
            && writes
            && match custom.reach() {
                Reach::Registers => return,
                Reach::Memory => true,
                Reach::Anywhere => marks.registers.all_defined(),
            };
        marks.custom(custom, machine, &mut memories, defined);
    }

    fn access(&mut self, _: &Site, _: &Access) {}

    fn ended(&mut self, groups: &[[u32; 3]]) {
        for group in groups {
            let ended = match &self.now {
                Some((now, _)) if now == group => self.now.take().map(|(_, group)| group),
                _ => self.groups.remove(group),
            };
            if let Some(mut ended) = ended {
                for own in ended.waves.iter_mut().flatten() {
                    own.begun = false;
                }
                self.spare.push(ended);
            }
        }
    }
}
