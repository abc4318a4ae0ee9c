//! What can be looked at: a wave and memory, alive or from a file.

use uop::{Channel, SReg, Space, VReg};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Running,
    AtBarrier,
    Ended,
}

impl Status {
    pub fn name(self) -> &'static str {
        match self {
            Status::Running => "running",
            Status::AtBarrier => "at barrier",
            Status::Ended => "ended",
        }
    }

    pub fn from_name(name: &str) -> Option<Status> {
        [Status::Running, Status::AtBarrier, Status::Ended]
            .into_iter()
            .find(|status| status.name() == name)
    }
}

/// A wave to look at.
pub trait LookWave {
    fn number(&self) -> u32;
    fn group(&self) -> [u32; 3];
    fn lanes(&self) -> usize;
    /// Active lanes.
    fn exec(&self) -> u64;
    /// Lanes whose thread has not ended.
    fn alive(&self) -> u64;
    fn status(&self) -> Status;
    /// The step it goes on with.
    fn step(&self) -> u32;
    /// Instructions it has issued.
    fn issued(&self) -> u64;
    fn vector(&self, reg: VReg) -> &[u32];
    fn scalar(&self, reg: SReg) -> u32;
    /// Operations outstanding on a channel.
    fn outstanding(&self, channel: Channel) -> usize;
    fn private(&self, lane: usize) -> &[u8];

    /// A lane mask that begins in `reg`.
    fn mask(&self, reg: SReg) -> u64 {
        let low = u64::from(self.scalar(reg));
        match self.lanes() {
            64 => low | u64::from(self.scalar(reg.plus(1))) << 32,
            _ => low,
        }
    }
}

impl LookWave for sim::Wave {
    fn number(&self) -> u32 {
        self.place().wave
    }

    fn group(&self) -> [u32; 3] {
        self.place().group
    }

    fn lanes(&self) -> usize {
        self.lanes()
    }

    fn exec(&self) -> u64 {
        self.exec()
    }

    fn alive(&self) -> u64 {
        match self.state() {
            sim::WaveState::Ended => 0,
            _ => self.alive(),
        }
    }

    fn status(&self) -> Status {
        match self.state() {
            sim::WaveState::Running => Status::Running,
            sim::WaveState::AtBarrier => Status::AtBarrier,
            sim::WaveState::Ended => Status::Ended,
        }
    }

    fn step(&self) -> u32 {
        self.at()
    }

    fn issued(&self) -> u64 {
        self.issued()
    }

    fn vector(&self, reg: VReg) -> &[u32] {
        self.vector(reg)
    }

    fn scalar(&self, reg: SReg) -> u32 {
        self.scalar(reg)
    }

    fn outstanding(&self, channel: Channel) -> usize {
        self.outstanding(channel)
    }

    fn private(&self, lane: usize) -> &[u8] {
        self.private(lane)
    }
}

/// Memory to look at.
pub trait LookMemory {
    /// Fills `out` from global memory.
    fn global(&self, address: u64, out: &mut [u8]) -> Result<(), String>;
    /// The local memory of the workgroup that is under way.
    fn local(&self) -> &[u8];
}

/// Reads as one lane of a wave sees it.
pub fn read(
    memory: &dyn LookMemory,
    wave: Option<(&dyn LookWave, usize)>,
    space: Space,
    address: u64,
    out: &mut [u8],
) -> Result<(), String> {
    let slice = |bytes: &[u8], name: &str| {
        let start = usize::try_from(address).ok();
        let found = start.and_then(|start| bytes.get(start..start.checked_add(out.len())?));
        found.map(<[u8]>::to_vec).ok_or_else(|| {
            let (last, len) = (address.saturating_add(out.len() as u64 - 1), bytes.len());
            format!("{name} memory has {len} bytes: there is nothing at {last:#x}")
        })
    };
    let bytes = match (space, wave) {
        (Space::Local, _) => slice(memory.local(), "local")?,
        (Space::Private, Some((wave, lane))) => slice(wave.private(lane), "private")?,
        (Space::Private, None) => return Err("no wave is under way".into()),
        _ => return memory.global(address, out),
    };
    out.copy_from_slice(&bytes);
    Ok(())
}

/// Live memory.
pub(crate) struct Live<'a> {
    pub memory: &'a sim::Memory,
    pub local: &'a [u8],
}

impl LookMemory for Live<'_> {
    fn global(&self, address: u64, out: &mut [u8]) -> Result<(), String> {
        self.memory.read(address, out).map_err(|error| error.0)
    }

    fn local(&self) -> &[u8] {
        self.local
    }
}
