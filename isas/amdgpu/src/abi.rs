//! How a kernel is started: what its waves find in registers and memory.
//!
//! Three ways of starting one end in the same [`Plan`]: the plain convention of kernel files
//! (`sim`), that of AMD's runtime (`hsa`), and machine code handed over by another program (`raw`).

pub(crate) mod arguments;
pub(crate) mod grid;
pub(crate) mod hsa;
pub(crate) mod raw;
pub(crate) mod sim;

use crate::code_object::descriptor::Granted;
use crate::hostcall::HostCalls;
use crate::lower::registers::{MODE, TTMP0};
use std::sync::Arc;
use uop::{Apertures, Entry, GroupRegisters, Registers, SReg, VReg, WavePlace};

/// Where a flat address leads to local memory, and where to a lane's own: as the driver for Linux
/// sets them up.
pub(crate) fn apertures() -> Apertures {
    const WINDOW: u64 = 1 << 32;
    const LOCAL: u64 = 1 << 48;
    const PRIVATE: u64 = 2 << 48;
    Apertures {
        local: LOCAL..LOCAL + WINDOW,
        private: PRIVATE..PRIVATE + WINDOW,
    }
}

/// The bit of COMPUTE_PGM_RSRC1 that lets a workgroup run on both compute units of a WGP.
pub(crate) const WGP_MODE: u32 = 29;

/// The most local memory that a workgroup can have on any generation.
pub(crate) const MAX_LOCAL: u32 = 160 << 10;
/// The most scratch memory that a lane can have.
pub(crate) const MAX_SCRATCH: u32 = 256 << 10;

/// Which memories code refers to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Uses {
    pub local: bool,
    pub scratch: bool,
}

/// Everything about a launch except the program itself.
pub(crate) struct Plan {
    pub start: Start,
    /// The address of the first instruction.
    pub entry: u64,
    pub lanes: u32,
    pub mode: u32,
    /// The waves of a workgroup run on one compute unit.
    pub cu_mode: bool,
    /// What the descriptor asks for, where there is one.
    pub granted: Option<Granted>,
    pub local_bytes: u32,
    /// Per lane.
    pub scratch_bytes: u32,
    /// Who answers what waves ask of the host.
    pub host: Option<Arc<HostCalls>>,
}

/// What every wave finds, and which ids go where.
pub(crate) struct Start {
    /// The same in every wave.
    pub scalars: Vec<(SReg, u32)>,
    /// Where a component of the workgroup id goes.
    pub workgroup_ids: Vec<(SReg, usize)>,
    /// The id of the first workgroup, where the launch is a part of a larger one.
    pub first_group: [u32; 3],
    /// The ids are in registers that trap handlers own, as RDNA 4 has it.
    pub ids_in_ttmp: bool,
    /// How many waves the workgroup has, where the kernel asks.
    pub workgroup_info: Option<SReg>,
    pub threads: Threads,
    pub mode: u32,
}

/// Where thread ids are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threads {
    /// Ten bits for each of the first dimensions, all in `v0`.
    Packed(u32),
    /// `v0`, `v1`, `v2`.
    Separate,
}

impl Entry for Start {
    fn enter(&self, place: &WavePlace, registers: &mut dyn Registers) {
        registers.set_scalar(MODE, self.mode);
        for &(register, value) in &self.scalars {
            registers.set_scalar(register, value);
        }
        self.enter_next(place, registers);
        if self.ids_in_ttmp {
            // The wave's number in its workgroup.
            registers.set_scalar(TTMP0.plus(8), (place.wave & 31) << 25);
        }
        if let Some(register) = self.workgroup_info {
            let first = u32::from(place.wave == 0) << 31;
            registers.set_scalar(register, first | place.waves & 63);
        }
        for lane in 0..place.lanes {
            let id = place.thread_id(lane);
            match self.threads {
                Threads::Packed(dimensions) => {
                    let parts = id.iter().take(dimensions as usize).enumerate();
                    let packed = parts.fold(0, |all, (i, part)| all | (part & 1023) << (10 * i));
                    registers.set_vector(VReg(0), lane, packed);
                }
                Threads::Separate => {
                    for (i, &part) in id.iter().enumerate() {
                        registers.set_vector(VReg(i as u16), lane, part);
                    }
                }
            }
        }
    }

    fn enter_next(&self, place: &WavePlace, registers: &mut dyn Registers) {
        self.set_group(place, |register, value| {
            registers.set_scalar(register, value)
        });
    }

    fn enter_next_all(&self, place: &WavePlace, registers: &mut dyn GroupRegisters) -> bool {
        self.set_group(place, |register, value| {
            registers.set_scalar(register, value)
        });
        true
    }
}

impl Start {
    /// Sets what differs between workgroups.
    fn set_group(&self, place: &WavePlace, mut set: impl FnMut(SReg, u32)) {
        let group = [0, 1, 2].map(|i| place.group[i] + self.first_group[i]);
        for &(register, dimension) in &self.workgroup_ids {
            set(register, group[dimension]);
        }
        if self.ids_in_ttmp {
            let [x, y, z] = group;
            set(TTMP0.plus(9), x);
            set(TTMP0.plus(7), y & 0xffff | z << 16);
        }
    }
}

/// A 64-bit value in two consecutive registers.
pub(crate) fn pair(register: SReg, value: u64) -> [(SReg, u32); 2] {
    [
        (register, value as u32),
        (register.plus(1), (value >> 32) as u32),
    ]
}
