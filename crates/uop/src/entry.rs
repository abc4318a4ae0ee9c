//! What a wave finds in its registers when it starts.

use crate::{SReg, Space, VReg};
use std::ops::Range;

/// Where a wave is in its launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WavePlace {
    /// The workgroup's position in the grid.
    pub group: [u32; 3],
    /// Workgroups of the launch along each axis.
    pub grid: [u32; 3],
    /// Threads per workgroup.
    pub block: [u32; 3],
    /// Workgroups per cluster, 1 where there are none.
    pub cluster: u32,
    /// This wave's number in its workgroup.
    pub wave: u32,
    /// Waves of the workgroup; the last may not be full.
    pub waves: u32,
    /// Lanes of a wave, whether or not a thread is in each: at most 64.
    pub lanes: u32,
}

impl WavePlace {
    /// The workgroup's number in launch order: x fastest.
    pub fn group_index(&self) -> u64 {
        let [x, y, z] = self.group.map(u64::from);
        let [nx, ny, _] = self.grid.map(u64::from);
        x + nx * (y + ny * z)
    }

    /// The workgroup's number in its cluster.
    pub fn rank(&self) -> u32 {
        (self.group_index() % u64::from(self.cluster)) as u32
    }

    /// The workgroup of the same cluster with another rank.
    pub fn peer(&self, rank: u32) -> [u32; 3] {
        let first = self.group_index() - u64::from(self.rank());
        group_at(self.grid, first + u64::from(rank))
    }

    /// Threads in one workgroup.
    pub fn block_size(&self) -> u32 {
        self.block.iter().product()
    }

    /// The number in its workgroup of the thread in `lane`.
    pub fn thread(&self, lane: u32) -> u32 {
        self.wave * self.lanes + lane
    }

    /// The position in its workgroup of the thread in `lane`.
    pub fn thread_id(&self, lane: u32) -> [u32; 3] {
        let thread = self.thread(lane);
        let [x, y, _] = self.block;
        [thread % x, thread / x % y, thread / x / y]
    }

    /// Lanes that hold a thread: all but those past the end of the last wave.
    pub fn occupied(&self) -> u64 {
        let threads = (self.block_size() - self.wave * self.lanes).min(self.lanes);
        if threads == 64 {
            !0
        } else {
            (1 << threads) - 1
        }
    }
}

/// The registers of a new wave, for writing. All are zero before.
pub trait Registers {
    /// Gives a vector register a value in one lane.
    fn set_vector(&mut self, reg: VReg, lane: u32, value: u32);
    /// Gives a scalar register a value.
    fn set_scalar(&mut self, reg: SReg, value: u32);
}

/// The registers of all waves of a new workgroup, for writing what other workgroups have otherwise.
pub trait GroupRegisters {
    /// Gives a vector register `first` in the first lane of the first wave, so much more in each wave that
    /// follows, and so much more in each lane, wrapping. From workgroup to workgroup only `first` differs.
    fn set_vector(&mut self, reg: VReg, first: u32, by_wave: u32, by_lane: u32);
    /// Gives a scalar register a value, in every wave.
    fn set_scalar(&mut self, reg: SReg, value: u32);
}

/// The position of the workgroup with this number: x fastest.
pub fn group_at(grid: [u32; 3], index: u64) -> [u32; 3] {
    let [x, y, _] = grid.map(u64::from);
    [
        (index % x) as u32,
        (index / x % y) as u32,
        (index / x / y) as u32,
    ]
}

/// Fills the registers of a new wave: where arguments and ids go is the instruction set's to say.
pub trait Entry: Send + Sync {
    /// Fills the registers of the wave at `place`.
    fn enter(&self, place: &WavePlace, registers: &mut dyn Registers);

    /// As `enter`, where the registers hold what it left for the wave with the same number in
    /// another workgroup of the launch: only what differs between workgroups need be written.
    /// `enter` writes the same registers in every workgroup.
    fn enter_next(&self, place: &WavePlace, registers: &mut dyn Registers) {
        self.enter(place, registers);
    }

    /// As `enter_next` for all waves of a workgroup at once, if it writes the same in each of them, or
    /// what counts from wave to wave and from lane to lane. `place` is that of any. False if it does not;
    /// nothing is set then.
    fn enter_next_all(&self, _place: &WavePlace, _registers: &mut dyn GroupRegisters) -> bool {
        false
    }
}

/// Nothing is set: every register starts at zero.
impl Entry for () {
    fn enter(&self, _: &WavePlace, _: &mut dyn Registers) {}
}

/// Windows of the flat address space into other memories.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Apertures {
    /// Addresses that mean the workgroup's local memory, from its first byte on.
    pub local: Range<u64>,
    /// Addresses that mean the lane's own memory, from its first byte on.
    pub private: Range<u64>,
}

impl Apertures {
    /// The space and address that a flat address stands for.
    pub fn behind(&self, address: u64) -> (Space, u64) {
        match address {
            a if self.local.contains(&a) => (Space::Local, a - self.local.start),
            a if self.private.contains(&a) => (Space::Private, a - self.private.start),
            a => (Space::Global, a),
        }
    }
}

/// The rank of a workgroup and the byte in its local memory that an address of
/// [`Space::Cluster`] stands for.
pub fn in_cluster(address: u64) -> (u32, u64) {
    ((address >> 24) as u32, address & 0xff_ffff)
}
