//! A way out for operations that no general step describes.

use crate::{Channel, MemKind, SReg, Space, Trap, VReg, WavePlace};
use std::fmt::Debug;

/// The state that a custom operation may see and change.
pub trait Machine {
    /// Which wave it is.
    fn place(&self) -> &WavePlace;
    /// How many lanes the wave has.
    fn lanes(&self) -> usize;
    /// The vector functions that the run uses: those of this CPU, or of a lesser one.
    fn kernels(&self) -> &'static op::Kernels;
    /// Instructions that the wave has issued so far.
    fn clock(&self) -> u64;
    /// Active lanes, a bit each.
    fn exec(&self) -> u64;
    /// All lanes of the register.
    fn vector(&self, reg: VReg) -> &[u32];
    /// All lanes of the register; the operation itself keeps inactive lanes as they were.
    fn vector_mut(&mut self, reg: VReg) -> &mut [u32];
    /// A scalar register.
    fn scalar(&self, reg: SReg) -> u32;
    /// Gives a scalar register a value.
    fn set_scalar(&mut self, reg: SReg, value: u32);
    /// Reads memory as `lane` sees it.
    fn load(&mut self, space: Space, lane: u32, address: u64, bytes: &mut [u8])
    -> Result<(), Trap>;
    /// Writes memory as `lane` sees it.
    fn store(&mut self, space: Space, lane: u32, address: u64, bytes: &[u8]) -> Result<(), Trap>;
    /// Reads so many bytes, at most 16, at all places, as if one lane came after the other. The words of an
    /// element follow each other; its first byte is the lowest of the first one, and what it has none for is 0.
    fn gather(
        &mut self,
        space: Space,
        bytes: usize,
        from: &Places,
        words: &mut [u32],
    ) -> Result<(), Trap> {
        gather_by_lane(self, space, bytes, from, words)
    }
    /// Writes them in the same way.
    fn scatter(
        &mut self,
        space: Space,
        bytes: usize,
        to: &Places,
        words: &[u32],
    ) -> Result<(), Trap> {
        scatter_by_lane(self, space, bytes, to, words)
    }
    /// Reads 4 or 8 bytes, changes and writes them, indivisibly; returns what was there. `change`
    /// may be asked several times before its answer counts.
    fn update(
        &mut self,
        space: Space,
        lane: u32,
        address: u64,
        bytes: u8,
        change: &dyn Fn(u64) -> u64,
    ) -> Result<u64, Trap>;
    /// Whether nothing is outstanding on the channel. Where results arrive only when demanded,
    /// asking a second time is such a demand: a program that asks again and again comes to an end.
    fn poll(&mut self, channel: Channel) -> bool;
    /// Goes on once nothing is outstanding on the channel.
    fn wait(&mut self, channel: Channel);
}

/// Addresses, and the lane that goes to each. A lane may go to several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// By place.
    pub lanes: Vec<u32>,
    /// By place, the first byte.
    pub addresses: Vec<u64>,
}

impl Places {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.addresses.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.addresses.is_empty()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.lanes.clear();
        self.addresses.clear();
    }

    /// One more.
    pub fn push(&mut self, lane: u32, address: u64) {
        self.lanes.push(lane);
        self.addresses.push(address);
    }

    /// Numbers of places, lanes ascending; those of a lane in their order.
    pub fn by_lane(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.len()).collect();
        all.sort_by_key(|place| self.lanes[*place]);
        all
    }
}

/// [`Machine::gather`] as loads of one lane after the other.
pub fn gather_by_lane<M: Machine + ?Sized>(
    machine: &mut M,
    space: Space,
    bytes: usize,
    from: &Places,
    words: &mut [u32],
) -> Result<(), Trap> {
    let each = bytes.div_ceil(4);
    for place in from.by_lane() {
        let mut read = [0; 16];
        let (lane, address) = (from.lanes[place], from.addresses[place]);
        machine.load(space, lane, address, &mut read[..bytes])?;
        let element = u128::from_le_bytes(read);
        for (n, word) in words[place * each..][..each].iter_mut().enumerate() {
            *word = (element >> (32 * n)) as u32;
        }
    }
    Ok(())
}

/// [`Machine::scatter`] as stores of one lane after the other.
pub fn scatter_by_lane<M: Machine + ?Sized>(
    machine: &mut M,
    space: Space,
    bytes: usize,
    to: &Places,
    words: &[u32],
) -> Result<(), Trap> {
    let each = bytes.div_ceil(4);
    for place in to.by_lane() {
        let element = element_of(&words[place * each..][..each]);
        let (lane, address) = (to.lanes[place], to.addresses[place]);
        machine.store(space, lane, address, &element[..bytes])?;
    }
    Ok(())
}

/// The bytes of an element, of which there may be fewer than 16, from its words.
pub fn element_of(words: &[u32]) -> [u8; 16] {
    let mut bytes = [0; 16];
    for (to, word) in bytes.chunks_exact_mut(4).zip(words) {
        to.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// How far an operation reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The registers that it names and nothing else, and it never fails.
    Registers,
    /// Memory besides, but for that of single lanes, and there it may fail.
    Memory,
    /// Registers that it does not name, and whatever else there is.
    Anywhere,
}

/// In which lanes an operation reads and writes vector registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// It may read any, and need not write all active ones.
    Unknown,
    /// What it does depends on active lanes alone, and each of these gets all results, but for bits that
    /// are [kept](Custom::kept).
    Active,
    /// It may read any, and every lane gets all results.
    Whole,
}

/// A load or store of global memory by lanes that all stay within bounds. The address of a
/// lane is `base + index * stride + offset`, where a register that is not there counts as 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounded {
    /// What all lanes have in common.
    pub base: u64,
    /// A number of each lane.
    pub index: Option<VReg>,
    /// What the number is multiplied with.
    pub stride: u32,
    /// Bytes of each lane.
    pub offset: Option<VReg>,
    /// The most that an index may be. If it is more in any active lane, the access is of another
    /// kind.
    pub most_index: u32,
    /// The same for an offset.
    pub most_offset: u32,
    /// The same for all that is added to the base.
    pub most: u32,
    /// As for a [`MemOp`](crate::MemOp): a load or a store.
    pub kind: MemKind,
    /// As for a [`MemOp`](crate::MemOp), at any address.
    pub bytes: u8,
    /// The first register that words come from or go to.
    pub data: VReg,
}

/// An operation that an instruction set brings along.
pub trait Custom: Debug + Send + Sync {
    /// Carries it out for one wave.
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap>;

    /// How far it reaches: the less, the more engines can do for the program around it.
    fn reach(&self) -> Reach {
        Reach::Anywhere
    }

    /// It changes memory that workgroups share in a way that depends on which of them comes first.
    fn order_matters(&self) -> bool {
        false
    }

    /// What it does to memory is the host's doing, and neither counted nor checked as the kernel's.
    fn is_host(&self) -> bool {
        false
    }

    /// The access that it comes down to while its scalars hold what they do: what `run` would do,
    /// if all lanes stay within bounds. A scalar in which waves do not agree is `None`.
    fn bounded(&self, _scalar: &dyn Fn(SReg) -> Option<u32>) -> Option<Bounded> {
        None
    }

    /// Vector registers read and written, for tracking what is in flight.
    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (Vec::new(), Vec::new())
    }

    /// In which lanes it reads and writes the vector registers that it names.
    fn breadth(&self) -> Breadth {
        Breadth::Unknown
    }

    /// Scalar registers read and written.
    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (Vec::new(), Vec::new())
    }

    /// Of its scalars, the mask that it reads and the one that it changes: of either, only the bits of active lanes
    /// count. Other bits stay as they are.
    fn masks(&self) -> [Option<SReg>; 2] {
        [None; 2]
    }

    /// The results are outstanding on this channel until waited for. Those in vector registers are
    /// consecutive.
    fn channel(&self) -> Option<Channel> {
        None
    }

    /// By which way the results come, where a channel has several: what comes the same way is written
    /// in the order of issue. Nothing where it is written in any order.
    fn way(&self) -> Option<u8> {
        Some(0)
    }

    /// Bits of the result registers that are none of the operation's.
    fn kept(&self) -> u32 {
        0
    }

    /// Vector registers that must keep their values until this channel is waited for: the operation
    /// takes them only when its turn comes.
    fn held(&self) -> Option<(Channel, Vec<VReg>)> {
        None
    }
}
