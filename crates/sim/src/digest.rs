//! The states of workgroups and of memory as numbers.
//!
//! A workgroup that comes back to a state it has been in, while memory has not changed, goes round
//! in circles: it waits for something that another has to do.

use crate::memory::Memory;
use crate::wave::{Wave, WaveState};
use crate::workgroup::Workgroup;
use std::hash::{Hash, Hasher};
use uop::{Digest, Program, SReg, VReg};

/// Global memory beyond this size is not looked at as a whole: it would take too long. Up to here it takes
/// seconds, where all workgroups wait and as a rule for ever.
const MOST_MEMORY: u64 = 1 << 34;

impl Workgroup {
    /// Where its waves are, and what all lanes of each have in common: cheap, and as a rule
    /// different while a program gets on.
    pub(crate) fn outline(&self, program: &Program) -> u64 {
        let mut digest = Digest::new();
        for wave in self.waves() {
            wave.at().hash(&mut digest);
            wave.exec().hash(&mut digest);
            wave.scalars(program, &mut digest);
        }
        digest.finish()
    }

    /// All that decides what it does next, apart from global memory.
    pub(crate) fn digest(&self, program: &Program) -> u64 {
        let mut digest = Digest::new();
        self.group().hash(&mut digest);
        self.turn.hash(&mut digest);
        self.barriers.hash(&mut digest);
        digest.write(self.local());
        self.waves()
            .iter()
            .for_each(|wave| wave.digest(program, &mut digest));
        digest.finish()
    }
}

impl Wave {
    fn scalars(&self, program: &Program, digest: &mut Digest) {
        let registers = 0..program.scalar_file;
        registers.for_each(|reg| digest.write_u32(self.scalar(SReg(reg))));
    }

    fn digest(&self, program: &Program, digest: &mut Digest) {
        self.at().hash(digest);
        (self.state() as u8).hash(digest);
        if self.state() == WaveState::Ended {
            return;
        }
        self.exec().hash(digest);
        self.member.hash(digest);
        self.splits.digest(digest);
        self.masks.hash(digest);
        for flight in self.pending.flights() {
            (flight.channel.0, flight.inst).hash(digest);
        }
        self.held.digest(digest);
        self.scalars(program, digest);
        for reg in 0..program.vector_file {
            digest.words(self.vector(VReg(reg)));
        }
        digest.write(&self.private);
    }
}

impl Memory {
    /// What global memory holds, as a number; nothing where there is too much of it, or where the host
    /// may change it: then what waits may wait for the host.
    pub(crate) fn digest(&self) -> Option<u64> {
        if self.is_shared() {
            return None;
        }
        let bytes = self
            .regions()
            .try_fold(0u64, |sum, region| sum.checked_add(region.len()));
        if bytes.is_none_or(|bytes| bytes > MOST_MEMORY) {
            return None;
        }
        let mut digest = Digest::new();
        let mut buffer = vec![0; 1 << 16];
        for region in self.regions() {
            let (mut at, end) = (region.base(), region.base() + region.len());
            while at < end {
                let len = (end - at).min(buffer.len() as u64) as usize;
                self.read(at, &mut buffer[..len]).ok()?;
                digest.write(&buffer[..len]);
                at += len as u64;
            }
        }
        Some(digest.finish())
    }

    /// What messages call the byte at an address.
    pub fn name_of(&self, address: u64) -> String {
        let holds = |region: &&crate::Region| {
            address >= region.base() && address - region.base() < region.len()
        };
        match self.regions().find(holds) {
            Some(region) => {
                let label = region.label();
                let index = (address - region.base()) / u64::from(label.element_bytes.max(1));
                format!("{}[{index}]", label.name)
            }
            None => format!("{address:#x}"),
        }
    }
}
