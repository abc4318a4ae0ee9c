//! The kernel descriptor: 64 bytes that tell the hardware how to start a kernel's waves.

use crate::inst::{AGPR0, VGPR0};
use crate::target::{Target, Wave};

/// A descriptor's fields, as far as they matter here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Descriptor {
    /// Bytes of LDS that the kernel knows of at compile time.
    pub group_bytes: u32,
    /// Bytes of scratch per lane.
    pub private_bytes: u32,
    pub kernarg_bytes: u32,
    /// From the descriptor to the first instruction.
    pub entry_offset: i64,
    pub rsrc3: u32,
    pub rsrc1: u32,
    pub rsrc2: u32,
    pub properties: u16,
}

/// Vector registers that a lane gets, of both kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Granted {
    pub vectors: u16,
    pub accumulation: u16,
}

/// A register that a kernel has not asked for, as messages put it.
pub(crate) struct Missing {
    pub name: String,
    /// How many there are: `16 vector registers`.
    pub there: String,
    /// What would have to be asked for.
    pub needed: u32,
}

/// The registers that a lane gets, of both kinds.
pub(crate) fn vectors(rsrc1: u32, wave: Wave, target: Target) -> u16 {
    let halved = wave == Wave::W64 && !target.generation().accumulators;
    ((rsrc1 & 0x3f) as u16 + 1) * if halved { 4 } else { 8 }
}

impl Granted {
    /// Registers of both kinds.
    pub fn all(self) -> u16 {
        self.vectors + self.accumulation
    }

    /// The register that is missing, if the one with this number among vector registers is.
    pub fn lacks(self, index: u16) -> Option<Missing> {
        let Some(n) = index.checked_sub(AGPR0 - VGPR0) else {
            return (index >= self.vectors).then(|| Missing {
                name: format!("v{index}"),
                there: format!("{} vector registers", self.vectors),
                needed: u32::from(index) + 1,
            });
        };
        (n >= self.accumulation).then(|| Missing {
            name: format!("a{n}"),
            there: format!("{} accumulation registers", self.accumulation),
            needed: u32::from(self.vectors) + u32::from(n) + 1,
        })
    }
}

/// What the properties say shall be in user SGPRs, in the order in which it is put there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UserData {
    PrivateSegmentBuffer,
    DispatchPointer,
    QueuePointer,
    KernargPointer,
    DispatchId,
    FlatScratchInit,
    PrivateSegmentSize,
}

impl UserData {
    /// By bit number.
    pub const ALL: [UserData; 7] = [
        UserData::PrivateSegmentBuffer,
        UserData::DispatchPointer,
        UserData::QueuePointer,
        UserData::KernargPointer,
        UserData::DispatchId,
        UserData::FlatScratchInit,
        UserData::PrivateSegmentSize,
    ];

    /// How many registers it takes.
    pub fn registers(self) -> u16 {
        match self {
            UserData::PrivateSegmentBuffer => 4,
            UserData::PrivateSegmentSize => 1,
            _ => 2,
        }
    }
}

impl Descriptor {
    pub const BYTES: usize = 64;
    const WAVE32: u16 = 1 << 10;
    const DYNAMIC_STACK: u16 = 1 << 11;

    /// Reads the descriptor at the start of `bytes`.
    pub fn read(bytes: &[u8]) -> Option<Descriptor> {
        let bytes = bytes.get(..Self::BYTES)?;
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
        Some(Descriptor {
            group_bytes: word(0),
            private_bytes: word(4),
            kernarg_bytes: word(8),
            entry_offset: (u64::from(word(16)) | u64::from(word(20)) << 32) as i64,
            rsrc3: word(44),
            rsrc1: word(48),
            rsrc2: word(52),
            properties: word(56) as u16,
        })
    }

    pub fn user_data(&self) -> impl Iterator<Item = UserData> + '_ {
        let enabled = |&(bit, _): &(usize, UserData)| self.properties >> bit & 1 != 0;
        (UserData::ALL.into_iter().enumerate())
            .filter(enabled)
            .map(|(_, data)| data)
    }

    pub fn lanes(&self) -> u32 {
        if self.properties & Self::WAVE32 != 0 {
            32
        } else {
            64
        }
    }

    /// The registers that a lane gets: blocks of eight, on RDNA of four in a wave of 64. CDNA divides them
    /// between vector and accumulation registers.
    pub fn granted(&self, target: Target) -> Granted {
        let blocks = (self.rsrc1 & 0x3f) as u16 + 1;
        let accumulates = target.generation().accumulators;
        let each = if self.lanes() == 64 && !accumulates {
            4
        } else {
            8
        };
        let all = blocks * each;
        let vectors = match accumulates {
            true => (((self.rsrc3 & 0x3f) as u16 + 1) * 4).min(all),
            false => all,
        };
        Granted {
            vectors,
            accumulation: all - vectors,
        }
    }

    /// The compiler does not know how much scratch is needed.
    pub fn has_dynamic_stack(&self) -> bool {
        self.properties & Self::DYNAMIC_STACK != 0
    }
}

/// MODE at the start of a wave, from COMPUTE_PGM_RSRC1: rounding, denormals, DX10_CLAMP, IEEE and
/// FP16_OVFL have their bits in both. RDNA 4 has no DX10_CLAMP and IEEE; their bits mean something
/// else there.
pub(crate) fn mode(rsrc1: u32, target: Target) -> u32 {
    let bit = |from: u32, to: u32| (rsrc1 >> from & 1) << to;
    let older = match target.generation().ieee_mode {
        true => bit(21, 8) | bit(23, 9),
        false => 0,
    };
    rsrc1 >> 12 & 0xff | older | bit(26, 23)
}

/// COMPUTE_PGM_RSRC2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rsrc2(pub u32);

impl Rsrc2 {
    pub fn user_sgprs(self) -> u16 {
        (self.0 >> 1 & 31) as u16
    }

    pub fn workgroup_id(self, dimension: u32) -> bool {
        self.0 >> (7 + dimension) & 1 != 0
    }

    pub fn workgroup_info(self) -> bool {
        self.0 >> 10 & 1 != 0
    }

    /// How many dimensions of the thread id there are: 1 to 3.
    pub fn thread_dimensions(self) -> u32 {
        (self.0 >> 11 & 3).min(2) + 1
    }

    /// The hardware counts in units of 512 bytes.
    pub fn lds_bytes(self) -> u32 {
        (self.0 >> 15 & 0x1ff) * 512
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_where_the_compiler_puts_them() {
        let mut bytes = [0u8; 64];
        bytes[0..4].copy_from_slice(&256u32.to_le_bytes());
        bytes[8..12].copy_from_slice(&288u32.to_le_bytes());
        bytes[16..24].copy_from_slice(&(-64i64).to_le_bytes());
        bytes[48..52].copy_from_slice(&0x60af_0000u32.to_le_bytes());
        bytes[52..56].copy_from_slice(&0x9eu32.to_le_bytes());
        bytes[56..58].copy_from_slice(&0x40au16.to_le_bytes());
        let descriptor = Descriptor::read(&bytes).unwrap();
        assert_eq!(descriptor.group_bytes, 256);
        assert_eq!(descriptor.kernarg_bytes, 288);
        assert_eq!(descriptor.entry_offset, -64);
        assert_eq!(descriptor.lanes(), 32);
        let user: Vec<UserData> = descriptor.user_data().collect();
        assert_eq!(user, [UserData::DispatchPointer, UserData::KernargPointer]);
        let rsrc2 = Rsrc2(descriptor.rsrc2);
        assert_eq!(rsrc2.user_sgprs(), 15);
        assert!(rsrc2.workgroup_id(0) && !rsrc2.workgroup_id(1));
        assert_eq!(rsrc2.thread_dimensions(), 1);
        assert_eq!(mode(descriptor.rsrc1, Target::Gfx1100), 0x3f0);
        assert_eq!(mode(descriptor.rsrc1, Target::Gfx1200), 0x0f0);
        assert_eq!(Descriptor::read(&bytes[..63]), None);
    }
}
