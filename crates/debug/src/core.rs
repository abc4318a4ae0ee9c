//! The state of a run as a file, to be looked at later.

mod read;
mod write;

pub use read::read;

use crate::look::{LookMemory, within};
use arch::{RegisterFormat, RegisterView};
use uop::{LookWave, Meeting, Outstanding, RegisterPlace, SReg, Status, VReg, WaveId};

const SCHEMA: &str = "wavetank.core/1";

/// The waves and the memory that a run left behind.
#[derive(Clone, Debug, Default)]
pub struct CoreFile {
    /// Instructions that all waves together had issued.
    pub time: u64,
    /// The cycle in which the next one is issued, on a machine with a clock.
    pub cycle: Option<u64>,
    /// The wave whose instruction was next.
    pub turn: Option<WaveId>,
    /// The waves of all workgroups that were under way, workgroup by workgroup.
    pub waves: Vec<CoreWave>,
    /// Why the state was written.
    pub reason: String,
    groups: Vec<CoreGroup>,
    regions: Vec<(u64, Vec<u8>)>,
}

/// What the waves of a workgroup share.
#[derive(Clone, Debug)]
struct CoreGroup {
    group: [u32; 3],
    local: Vec<u8>,
    meetings: Vec<Meeting>,
}

#[derive(Clone, Debug)]
pub struct CoreWave {
    number: u32,
    group: [u32; 3],
    lanes: usize,
    exec: u64,
    alive: u64,
    status: Status,
    inst: u32,
    issued: u64,
    vectors: Vec<Vec<u32>>,
    scalars: Vec<u32>,
    blocks: Vec<Vec<u8>>,
    outstanding: Vec<Outstanding>,
    private: Vec<Vec<u8>>,
}

impl LookWave for &CoreWave {
    fn number(&self) -> u32 {
        self.number
    }

    fn group(&self) -> [u32; 3] {
        self.group
    }

    fn lanes(&self) -> usize {
        self.lanes
    }

    fn exec(&self) -> u64 {
        self.exec
    }

    fn alive(&self) -> u64 {
        self.alive
    }

    fn status(&self) -> Status {
        self.status
    }

    fn step(&self) -> u32 {
        self.inst
    }

    fn issued(&self) -> u64 {
        self.issued
    }

    fn vector(&self, reg: VReg) -> &[u32] {
        &self.vectors[reg.0 as usize]
    }

    fn scalar(&self, reg: SReg) -> u32 {
        self.scalars.get(reg.0 as usize).copied().unwrap_or(0)
    }

    fn block(&self, number: u16) -> &[u8] {
        self.blocks.get(number as usize).map_or(&[], |bytes| bytes)
    }

    fn outstanding(&self) -> Vec<Outstanding> {
        self.outstanding.clone()
    }

    fn private(&self, lane: usize) -> &[u8] {
        self.private.get(lane).map_or(&[], |bytes| bytes)
    }
}

impl CoreFile {
    pub(crate) fn groups(&self) -> Vec<[u32; 3]> {
        self.groups.iter().map(|group| group.group).collect()
    }

    pub(crate) fn waves_of(&self, group: [u32; 3]) -> Vec<Box<dyn LookWave + '_>> {
        let waves = self.waves.iter().filter(|wave| wave.group == group);
        waves.map(|wave| Box::new(wave) as _).collect()
    }

    pub(crate) fn meetings(&self, group: [u32; 3]) -> Vec<Meeting> {
        let found = self.groups.iter().find(|found| found.group == group);
        found.map_or(Vec::new(), |found| found.meetings.clone())
    }
}

impl LookMemory for CoreFile {
    fn global(&self, address: u64, out: &mut [u8]) -> Result<(), String> {
        let found = self.regions.iter().find_map(|(base, bytes)| {
            let start = usize::try_from(address.checked_sub(*base)?).ok()?;
            bytes.get(start..start.checked_add(out.len())?)
        });
        let bytes = found.ok_or_else(|| format!("nothing is mapped at {address:#x}"))?;
        out.copy_from_slice(bytes);
        Ok(())
    }

    fn local(&self, group: [u32; 3], address: u64, out: &mut [u8]) -> Result<(), String> {
        let found = self.groups.iter().find(|found| found.group == group);
        let local = found.map_or(&[][..], |found| &found.local);
        let start = within("local", local.len(), address, out.len())?;
        out.copy_from_slice(&local[start..start + out.len()]);
        Ok(())
    }
}

/// Words of every register that has a name, with the names of its parts.
fn named_words(view: &RegisterView) -> impl Iterator<Item = (String, RegisterPlace)> {
    let registers = view.groups.iter().flat_map(|group| &group.registers);
    registers.flat_map(|register| {
        let words = register.words.max(1);
        let parts = register.parts.len().max(1) as u16;
        let count = match register.place {
            // An array is one piece.
            RegisterPlace::Block(_) => 1,
            _ => parts * words,
        };
        (0..count).map(move |n| {
            let mut name = register.name.clone();
            if let Some(part) = register.parts.get((n / words) as usize) {
                name += &format!(".{part}");
            }
            if n % words > 0 {
                name += &format!("+{}", n % words);
            }
            let place = match register.place {
                RegisterPlace::Vector(reg) => RegisterPlace::Vector(reg.plus(n)),
                RegisterPlace::Scalar(reg) => RegisterPlace::Scalar(reg.plus(n)),
                mask => mask,
            };
            (name, place)
        })
    })
}

/// How registers are shown, by name.
const FORMATS: [(&str, RegisterFormat); 8] = [
    ("guess", RegisterFormat::Guess),
    ("signed", RegisterFormat::Signed),
    ("unsigned", RegisterFormat::Unsigned),
    ("hex", RegisterFormat::Hex),
    ("float", RegisterFormat::Float),
    ("half", RegisterFormat::Half),
    ("integer", RegisterFormat::Integer),
    ("boxed", RegisterFormat::Boxed),
];
