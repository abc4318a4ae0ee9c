//! Looking back: who wrote a value, and which instructions a wave has issued.

use crate::points::behind;
use crate::watch::{Watch, is_of};
use std::collections::VecDeque;
use std::ops::Range;
use uop::{Access, Apertures, Block, LookWave, RegisterPlace, Site, Space, Stoppable, WaveId};

/// The instruction that wrote a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenBy {
    /// The moment at which it was issued.
    pub time: u64,
    /// Index into [`crate::Subject::insts`].
    pub inst: u32,
    /// The workgroup of the wave that issued it.
    pub group: [u32; 3],
    /// The number of that wave there.
    pub wave: u32,
    /// The lane that wrote, where that is known.
    pub lane: Option<u32>,
}

/// What may have been written, seen from a wave and lane.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub wave: WaveId,
    pub lane: usize,
    pub what: What,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    Register {
        place: RegisterPlace,
        words: u16,
    },
    /// Bytes of a register that is an array.
    Block {
        block: Block,
        bytes: Range<usize>,
    },
    Exec,
    Memory {
        space: Space,
        bytes: Range<u64>,
    },
}

/// Finds the last write to something. Memory is written by accesses, which are announced. A
/// register is written by an instruction that names it as a result, or that changed it.
pub(crate) struct Writes<'s> {
    written: Written,
    /// By instruction: it names the register as a result.
    writers: Vec<bool>,
    flat: &'s Apertures,
    /// Only what happened before this moment counts.
    end: u64,
    pub found: Option<WrittenBy>,
    /// The last instruction of the wave, and what was in the register before it.
    last: Option<(u64, Site)>,
    before: Option<Vec<u8>>,
    /// Writers whose result had not arrived before it.
    in_flight: Vec<u32>,
}

impl<'s> Writes<'s> {
    pub fn new(
        written: Written,
        machine: &dyn Stoppable,
        flat: &'s Apertures,
        end: u64,
    ) -> Writes<'s> {
        Writes {
            writers: match written.what {
                What::Register { place, words } => machine.writers(place, words),
                What::Block { block, .. } => machine.writers(RegisterPlace::Block(block), 1),
                _ => Vec::new(),
            },
            written,
            flat,
            end,
            found: None,
            last: None,
            before: None,
            in_flight: Vec::new(),
        }
    }

    fn writes(&self, inst: u32) -> bool {
        self.writers.get(inst as usize) == Some(&true)
    }

    /// The bytes of the register that is looked for; nothing for memory.
    fn value(&self, wave: &dyn LookWave) -> Option<Vec<u8>> {
        let words = |all: &mut dyn Iterator<Item = u32>| all.flat_map(u32::to_le_bytes).collect();
        let lane = self.written.lane;
        match &self.written.what {
            What::Memory { .. } => None,
            What::Exec => Some(wave.exec().to_le_bytes().to_vec()),
            What::Block { block, bytes } => {
                let value = wave.block(block.number).get(bytes.clone())?;
                Some(value.to_vec())
            }
            What::Register { place, words: n } => Some(match *place {
                RegisterPlace::Vector(reg) => {
                    words(&mut (0..*n).map(|i| wave.vector(reg.plus(i))[lane]))
                }
                RegisterPlace::Scalar(reg) => words(&mut (0..*n).map(|i| wave.scalar(reg.plus(i)))),
                RegisterPlace::Mask(reg) => vec![(wave.mask(reg) >> lane & 1) as u8],
                RegisterPlace::Block(_) => return None,
            }),
        }
    }

    /// Whether the instruction before this moment changed the register without naming it.
    fn look_back(&mut self, wave: &dyn LookWave) {
        if wave.id() != self.written.wave {
            return;
        }
        let value = self.value(wave);
        if let Some((time, site)) = self.last.take()
            && self.before.is_some()
            && value != self.before
            && self.found.is_none_or(|found| found.time < time)
        {
            // A result that arrives late was written by the instruction that asked for it.
            let late = (self.in_flight.first()).filter(|_| !self.writes(site.inst));
            match (late, self.found) {
                (Some(inst), Some(found)) if found.inst == *inst => {}
                (Some(&inst), _) => self.found = Some(origin(time, &Site { inst, ..site }, None)),
                (None, _) => self.found = Some(origin(time, &site, None)),
            }
        }
        self.before = value;
    }
}

fn origin(time: u64, at: &Site, lane: Option<u32>) -> WrittenBy {
    WrittenBy {
        time,
        inst: at.inst,
        group: at.group,
        wave: at.wave,
        lane,
    }
}

impl Watch for Writes<'_> {
    fn memory(&self) -> bool {
        matches!(self.written.what, What::Memory { .. })
    }

    fn restart(&mut self) {
        self.last = None;
        self.before = None;
        self.in_flight.clear();
    }

    fn issue(&mut self, now: u64, at: &Site, wave: &dyn LookWave) -> bool {
        self.look_back(wave);
        if now >= self.end || !is_of(at, self.written.wave) {
            return false;
        }
        self.last = Some((now, *at));
        if !self.writers.is_empty() {
            let outstanding = wave.outstanding().into_iter().map(|one| one.inst);
            self.in_flight = outstanding.filter(|&inst| self.writes(inst)).collect();
        }
        if !self.writes(at.inst) {
            return false;
        }
        match self.written.what {
            What::Register { place, .. } => {
                let lane = self.written.lane;
                let per_lane = matches!(place, RegisterPlace::Vector(_));
                let active = wave.exec() >> lane & 1 != 0;
                if !per_lane || active {
                    let lane = per_lane.then_some(lane as u32);
                    self.found = Some(origin(now, at, lane));
                }
            }
            // Which part of an array an instruction writes shows only in what changes.
            What::Block { block, ref bytes } if bytes.len() == block.bytes as usize => {
                self.found = Some(origin(now, at, None));
            }
            _ => {}
        }
        false
    }

    fn access(&mut self, now: u64, at: &Site, access: &Access) {
        let What::Memory { space, bytes } = &self.written.what else {
            return;
        };
        let Written { wave, lane, .. } = self.written;
        let (to, address) = behind(self.flat, access);
        let end = address.saturating_add(access.bytes.into());
        let own = match space {
            Space::Global => true,
            Space::Private => is_of(at, wave) && access.lane as usize == lane,
            _ => access.group == wave.group,
        };
        let overlaps = to == *space && bytes.start < end && address < bytes.end;
        if access.store && own && overlaps && now < self.end {
            self.found = Some(origin(now, at, Some(access.lane)));
        }
    }

    fn turn(&mut self, wave: &dyn LookWave) -> bool {
        self.look_back(wave);
        false
    }
}

/// An instruction that a wave has issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issued {
    /// The moment at which it was issued.
    pub time: u64,
    /// Index into [`crate::Subject::insts`].
    pub inst: u32,
    /// The lanes that were active.
    pub exec: u64,
}

/// Collects the last instructions of one wave.
pub(crate) struct Trail {
    pub wave: WaveId,
    pub count: usize,
    /// Only what happened before this moment counts.
    end: u64,
    pub found: VecDeque<Issued>,
    stretch: VecDeque<Issued>,
}

impl Trail {
    pub fn new(wave: WaveId, count: usize, end: u64) -> Trail {
        Trail {
            wave,
            count,
            end,
            found: VecDeque::new(),
            stretch: VecDeque::new(),
        }
    }

    /// Takes what the stretch just replayed has in front of what came after it. True if that is
    /// all that is wanted.
    pub fn enough(&mut self) -> bool {
        while self.found.len() < self.count {
            let Some(issued) = self.stretch.pop_back() else {
                return false;
            };
            self.found.push_front(issued);
        }
        true
    }
}

impl Watch for Trail {
    fn restart(&mut self) {
        self.stretch.clear();
    }

    fn issue(&mut self, now: u64, at: &Site, wave: &dyn LookWave) -> bool {
        if is_of(at, self.wave) && now < self.end {
            if self.stretch.len() == self.count {
                self.stretch.pop_front();
            }
            self.stretch.push_back(Issued {
                time: now,
                inst: at.inst,
                exec: wave.exec(),
            });
        }
        false
    }
}
