//! What custom operations do to undefined bits.
//!
//! Nothing is known of what they compute. So they are carried out again, on a machine that forgets
//! what is written to it, with different values in place of the undefined bits: what comes out
//! differently depends on them.

use super::access::Memories;
use super::findings::Sink;
use super::registers::{Bits, Registers};
use super::steps::Marks;
use std::cell::{Cell, OnceCell};
use std::collections::{BTreeMap, BTreeSet};
use uop::{Channel, Custom, Machine, SReg, Space, Trap, VReg, WavePlace};

/// What stands in place of undefined bits, in one run after the other.
const FILLS: [u32; 5] = [0, !0, 0x5555_5555, 0x3c3c_a5a5, 0xc3c3_5a5a];

/// An access that an operation made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    space: u8,
    lane: u32,
    address: u64,
    bytes: usize,
}

/// One run.
struct Run<'r, 'm, 'a> {
    machine: &'r mut dyn Machine,
    registers: &'r Registers,
    memories: &'r mut Memories<'m>,
    fill: u32,
    vectors: Vec<OnceCell<Box<[u32]>>>,
    scalars: Vec<Cell<Option<u32>>>,
    outcome: &'a mut Outcome,
}

/// What a run did.
#[derive(Default)]
struct Outcome {
    vectors: BTreeMap<VReg, Box<[u32]>>,
    scalars: BTreeMap<SReg, u32>,
    places: Vec<Spot>,
    stores: Vec<(Space, u32, u64, Vec<u8>)>,
    /// Words of memory that were changed in one step, of which bits were undefined.
    undefined_updates: bool,
    loaded: Option<Bits>,
    trapped: bool,
}

fn number(space: Space) -> u8 {
    match space {
        Space::Global => 0,
        Space::Local => 1,
        Space::Cluster => 2,
        Space::Private => 3,
        Space::Constant => 4,
        Space::Flat => 5,
    }
}

impl Run<'_, '_, '_> {
    fn note(&mut self, space: Space, lane: u32, address: u64, bytes: usize) {
        self.outcome.places.push(Spot {
            space: number(space),
            lane,
            address,
            bytes,
        });
    }

    fn read(
        &mut self,
        space: Space,
        lane: u32,
        address: u64,
        bytes: &mut [u8],
    ) -> Result<bool, Trap> {
        self.machine.load(space, lane, address, bytes)?;
        let mut undefined = false;
        for (at, byte) in (address..).zip(bytes) {
            let bits = self.memories.load(space, lane as usize, at, 1);
            if bits.mask != 0 {
                let mask = bits.mask as u8;
                *byte = *byte & !mask | self.fill as u8 & mask;
                let start = Bits {
                    tag: bits.tag,
                    mask: at as u32,
                };
                self.outcome.loaded.get_or_insert(start);
                undefined = true;
            }
        }
        Ok(undefined)
    }
}

impl Machine for Run<'_, '_, '_> {
    fn place(&self) -> &WavePlace {
        self.machine.place()
    }

    fn lanes(&self) -> usize {
        self.machine.lanes()
    }

    fn kernels(&self) -> &'static op::Kernels {
        self.machine.kernels()
    }

    fn clock(&self) -> u64 {
        self.machine.clock()
    }

    fn exec(&self) -> u64 {
        self.machine.exec()
    }

    fn vector(&self, reg: VReg) -> &[u32] {
        let words = || {
            let words = self.machine.vector(reg).iter().enumerate();
            let filled = words.map(|(lane, &word)| {
                let mask = self.registers.vector_mask(reg, lane);
                word & !mask | self.fill & mask
            });
            filled.collect()
        };
        match self.vectors.get(usize::from(reg.0)) {
            Some(copy) => copy.get_or_init(words),
            None => self.machine.vector(reg),
        }
    }

    fn vector_mut(&mut self, reg: VReg) -> &mut [u32] {
        let words: Box<[u32]> = self.vector(reg).into();
        self.outcome.vectors.entry(reg).or_default();
        let Some(copy) = self.vectors.get_mut(usize::from(reg.0)) else {
            return self.machine.vector_mut(reg);
        };
        let _ = copy.set(words);
        match copy.get_mut() {
            Some(words) => words,
            None => &mut [],
        }
    }

    fn scalar(&self, reg: SReg) -> u32 {
        let Some(copy) = self.scalars.get(usize::from(reg.0)) else {
            return self.machine.scalar(reg);
        };
        copy.get().unwrap_or_else(|| {
            let mask = self.registers.scalar_mask(reg);
            let word = self.machine.scalar(reg) & !mask | self.fill & mask;
            copy.set(Some(word));
            word
        })
    }

    fn set_scalar(&mut self, reg: SReg, value: u32) {
        self.outcome.scalars.insert(reg, value);
        if let Some(copy) = self.scalars.get(usize::from(reg.0)) {
            copy.set(Some(value));
        }
    }

    fn load(
        &mut self,
        space: Space,
        lane: u32,
        address: u64,
        bytes: &mut [u8],
    ) -> Result<(), Trap> {
        self.note(space, lane, address, bytes.len());
        self.read(space, lane, address, bytes).map(|_| ())
    }

    fn store(&mut self, space: Space, lane: u32, address: u64, bytes: &[u8]) -> Result<(), Trap> {
        self.note(space, lane, address, bytes.len());
        let store = (space, lane, address, bytes.to_vec());
        self.outcome.stores.push(store);
        Ok(())
    }

    fn update(
        &mut self,
        space: Space,
        lane: u32,
        address: u64,
        bytes: u8,
        change: &dyn Fn(u64) -> u64,
    ) -> Result<u64, Trap> {
        let count = usize::from(bytes.min(8));
        self.note(space, lane, address, count);
        let mut old = [0; 8];
        if self.read(space, lane, address, &mut old[..count])? {
            self.outcome.undefined_updates = true;
        }
        let old = u64::from_le_bytes(old);
        let new = change(old).to_le_bytes()[..count].to_vec();
        self.outcome.stores.push((space, lane, address, new));
        Ok(old)
    }

    fn poll(&mut self, channel: Channel) -> bool {
        self.machine.poll(channel)
    }

    fn wait(&mut self, channel: Channel) {
        self.machine.wait(channel);
    }
}

fn run(
    custom: &dyn Custom,
    machine: &mut dyn Machine,
    registers: &Registers,
    memories: &mut Memories<'_>,
    fill: u32,
) -> Outcome {
    let mut outcome = Outcome::default();
    let (vectors, scalars) = registers.counts();
    let mut run = Run {
        machine,
        registers,
        memories,
        fill,
        vectors: (0..vectors).map(|_| OnceCell::new()).collect(),
        scalars: vec![Cell::new(None); scalars],
        outcome: &mut outcome,
    };
    let trapped = custom.run(&mut run).is_err();
    let written: Vec<VReg> = run.outcome.vectors.keys().copied().collect();
    let mut copies = run.vectors;
    for reg in written {
        if let Some(words) = copies[usize::from(reg.0)].take() {
            outcome.vectors.insert(reg, words);
        }
    }
    outcome.trapped = trapped;
    outcome
}

impl Marks<'_> {
    /// A custom operation of which a register has undefined bits, or which may read memory.
    pub fn custom(
        &mut self,
        custom: &dyn Custom,
        machine: &mut dyn Machine,
        memories: &mut Memories<'_>,
        defined: bool,
    ) {
        let first = run(custom, machine, self.registers, memories, FILLS[0]);
        // A trap is about to be told.
        if first.trapped {
            return;
        }
        let store = |memories: &mut Memories<'_>, stores: &[(Space, u32, u64, Vec<u8>)], bits| {
            for (space, lane, address, bytes) in stores {
                for at in (*address..).take(bytes.len()) {
                    memories.store(*space, *lane as usize, at, 1, bits);
                }
            }
        };
        if defined && first.loaded.is_none() {
            return store(memories, &first.stores, Bits::default());
        }
        let others = FILLS[1..].iter();
        let others: Vec<Outcome> = others
            .map(|&fill| run(custom, machine, self.registers, memories, fill))
            .collect();
        let tag = self.blame(custom, machine, &first, memories);
        let elsewhere = |other: &Outcome| other.trapped || other.places != first.places;
        if others.iter().any(elsewhere) {
            self.decide(Sink::Address, tag, None);
            store(memories, &first.stores, Bits::default());
            return self.define_written(custom);
        }
        let all = || others.iter().chain([&first]);
        let written: BTreeSet<VReg> = all().flat_map(|it| it.vectors.keys().copied()).collect();
        for reg in written {
            for lane in 0..machine.lanes() {
                let old = self.vector(reg, lane);
                let word = |run: &Outcome, fill: u32| match run.vectors.get(&reg) {
                    Some(words) => words[lane],
                    None => machine.vector(reg)[lane] & !old.mask | fill & old.mask,
                };
                let one = word(&first, FILLS[0]);
                let runs = others.iter().zip(&FILLS[1..]);
                let mask = runs.fold(0, |mask, (run, &fill)| mask | word(run, fill) ^ one);
                let kept = mask == old.mask && mask != 0;
                let bits = match kept {
                    true => old,
                    false => Bits {
                        mask,
                        tag: self.origins.through(tag, self.at.inst),
                    },
                };
                self.set_vector(reg, lane, bits);
            }
            self.settle(reg, 1, !0);
        }
        let written: BTreeSet<SReg> = all().flat_map(|it| it.scalars.keys().copied()).collect();
        for reg in written {
            let word = |run: &Outcome| run.scalars.get(&reg).copied();
            let one = word(&first);
            let mask = others.iter().fold(0, |mask, run| match (word(run), one) {
                (Some(a), Some(b)) => mask | a ^ b,
                _ => !0,
            });
            let tag = self.origins.through(tag, self.at.inst);
            self.registers.set_scalar(reg, Bits { mask, tag });
        }
        if first.undefined_updates {
            self.decide(Sink::Atomic, tag, None);
            return store(memories, &first.stores, Bits::default());
        }
        for (i, (space, lane, address, bytes)) in first.stores.iter().enumerate() {
            for (n, at) in (0..bytes.len()).zip(*address..) {
                let others = others.iter().map(|run| run.stores[i].3[n]);
                let mask = others.fold(0, |mask, byte| mask | byte ^ bytes[n]);
                let tag = self.origins.through(tag, self.at.inst);
                let bits = Bits {
                    mask: mask.into(),
                    tag,
                };
                memories.store(*space, *lane as usize, at, 1, bits);
            }
        }
    }

    /// Where the undefined bits that an operation reads come from, as far as one can say.
    fn blame(
        &mut self,
        custom: &dyn Custom,
        machine: &dyn Machine,
        run: &Outcome,
        memories: &Memories<'_>,
    ) -> u32 {
        for reg in custom.scalars().0 {
            let bits = self.scalar(reg);
            if bits.mask != 0 {
                return bits.tag;
            }
        }
        for reg in custom.vectors().0 {
            for lane in 0..machine.lanes() {
                let bits = self.vector(reg, lane);
                if bits.mask != 0 && machine.exec() >> lane & 1 != 0 {
                    return bits.tag;
                }
            }
        }
        match run.loaded {
            Some(Bits { tag: 0, mask }) => {
                let local = Space::Local;
                (self.origins).start(memories.source(local, u64::from(mask) & !3))
            }
            Some(bits) => bits.tag,
            None => 0,
        }
    }

    fn define_written(&mut self, custom: &dyn Custom) {
        for reg in custom.vectors().1 {
            self.registers.define_vector(reg);
        }
        for reg in custom.scalars().1 {
            self.registers.set_scalar(reg, Bits::default());
        }
    }
}
