//! Looking back: who wrote a value, and which instructions a wave has issued.

use crate::points::behind;
use crate::watch::Watch;
use arch::RegisterPlace;
use sim::{Access, Apertures, Memory, Site, Wave};
use std::collections::VecDeque;
use std::ops::Range;
use uop::{Operand, Program, Space, Use};

/// The instruction that wrote a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The moment at which it was issued.
    pub time: u64,
    pub inst: u32,
    pub group: [u32; 3],
    pub wave: u32,
    /// The lane that wrote, where that is known.
    pub lane: Option<u32>,
}

/// What may have been written.
#[derive(Clone, Debug)]
pub(crate) enum Written {
    Register {
        group: [u32; 3],
        wave: u32,
        place: RegisterPlace,
        words: u16,
        lane: usize,
    },
    Exec {
        group: [u32; 3],
        wave: u32,
    },
    Memory {
        space: Space,
        bytes: Range<u64>,
        group: [u32; 3],
        wave: u32,
        lane: u32,
    },
}

/// Finds the last write to something.
pub(crate) struct Writes<'s> {
    written: Written,
    /// By instruction: it writes the register, in active lanes at least.
    writers: Vec<bool>,
    /// By instruction: it may write memory without saying where.
    secretive: &'s [bool],
    memory: &'s Memory,
    flat: Apertures,
    /// Only what happened before this moment counts.
    end: u64,
    pub found: Option<Origin>,
    /// The last instruction that may have written, and what was there before it.
    last: Option<(u64, Site)>,
    before: Option<Vec<u8>>,
}

impl<'s> Writes<'s> {
    pub fn new(
        written: Written,
        program: &Program,
        lanes: u32,
        secretive: &'s [bool],
        memory: &'s Memory,
        flat: Apertures,
        end: u64,
    ) -> Writes<'s> {
        Writes {
            writers: writers(&written, program, lanes),
            written,
            secretive,
            memory,
            flat,
            end,
            found: None,
            last: None,
            before: None,
        }
    }

    fn is_memory(&self) -> bool {
        matches!(self.written, Written::Memory { .. })
    }

    fn is_own(&self, wave: &Wave) -> bool {
        match self.written {
            Written::Register { group, wave: n, .. } | Written::Exec { group, wave: n } => {
                wave.place().group == group && wave.place().wave == n
            }
            Written::Memory { space, .. } => space == Space::Global,
        }
    }

    /// The bytes of what is looked for, as this wave sees them.
    fn value(&self, wave: &Wave) -> Option<Vec<u8>> {
        let words = |all: &mut dyn Iterator<Item = u32>| all.flat_map(u32::to_le_bytes).collect();
        match &self.written {
            Written::Exec { .. } => Some(wave.exec().to_le_bytes().to_vec()),
            Written::Register {
                place,
                words: n,
                lane,
                ..
            } => Some(match *place {
                RegisterPlace::Vector(reg) => {
                    words(&mut (0..*n).map(|i| wave.vector(reg.plus(i))[*lane]))
                }
                RegisterPlace::Scalar(reg) => words(&mut (0..*n).map(|i| wave.scalar(reg.plus(i)))),
                RegisterPlace::Mask(reg) => vec![(wave.mask(reg) >> lane & 1) as u8],
            }),
            Written::Memory { space, bytes, .. } => {
                let mut out = vec![0; (bytes.end - bytes.start) as usize];
                let read = self.memory.read(bytes.start, &mut out);
                read.ok().filter(|()| *space == Space::Global)?;
                Some(out)
            }
        }
    }

    /// Whether the instruction before this moment changed the value without saying so.
    fn look_back(&mut self, wave: &Wave) {
        // Memory that nobody can have written in secret need not be compared.
        if !self.is_own(wave) || self.is_memory() && self.last.is_none() {
            return;
        }
        let value = self.value(wave);
        if let Some((time, site)) = self.last.take()
            && self.before.is_some()
            && value != self.before
            && self.found.is_none_or(|found| found.time < time)
        {
            self.found = Some(origin(time, &site, None));
        }
        self.before = value;
    }
}

fn origin(time: u64, at: &Site, lane: Option<u32>) -> Origin {
    Origin {
        time,
        inst: at.inst,
        group: at.group,
        wave: at.wave,
        lane,
    }
}

/// By instruction: whether one of its steps names the register as a result.
fn writers(written: &Written, program: &Program, lanes: u32) -> Vec<bool> {
    let mut writers = vec![false; program.insts.len()];
    let Written::Register { place, words, .. } = written else {
        return writers;
    };
    let mask_words = if lanes == 64 { 2 } else { 1 };
    for step in &program.steps {
        step.uop.for_each_operand(mask_words, &mut |how, operand| {
            let overlaps = |a: u16, n: u16, b: u16, m: u16| a < b + m && b < a + n;
            let hit = match (operand, place) {
                (Operand::Vector(a, n), RegisterPlace::Vector(b)) => overlaps(a.0, n, b.0, *words),
                (Operand::Scalar(a, n), RegisterPlace::Scalar(b)) => overlaps(a.0, n, b.0, *words),
                (Operand::Scalar(a, n), RegisterPlace::Mask(b)) => {
                    overlaps(a.0, n, b.0, mask_words)
                }
                _ => false,
            };
            writers[step.inst as usize] |= hit && how == Use::Write;
        });
    }
    writers
}

impl Watch for Writes<'_> {
    fn memory(&self) -> bool {
        self.is_memory()
    }

    fn restart(&mut self) {
        self.last = None;
        self.before = None;
    }

    fn issue(&mut self, now: u64, at: &Site, wave: &Wave) -> bool {
        self.look_back(wave);
        if now >= self.end {
            return false;
        }
        if self.is_own(wave) {
            if !self.is_memory() {
                self.last = Some((now, *at));
            } else if self.secretive[at.inst as usize] {
                self.before = self.value(wave);
                self.last = Some((now, *at));
            }
        }
        if let Written::Register { place, lane, .. } = self.written
            && self.is_own(wave)
            && self.writers[at.inst as usize]
        {
            let per_lane = matches!(place, RegisterPlace::Vector(_));
            let active = wave.exec() >> lane & 1 != 0;
            if !per_lane || active {
                let lane = per_lane.then_some(lane as u32);
                self.found = Some(origin(now, at, lane));
            }
        }
        false
    }

    fn access(&mut self, now: u64, at: &Site, access: &Access) {
        let Written::Memory {
            space,
            bytes,
            group,
            wave,
            lane,
        } = &self.written
        else {
            return;
        };
        let (to, address) = behind(&self.flat, access);
        let end = address.saturating_add(access.bytes.into());
        let own = match space {
            Space::Global => true,
            Space::Private => at.wave == *wave && at.group == *group && access.lane == *lane,
            _ => access.group == *group,
        };
        if access.store && own && to == *space && bytes.start < end && address < bytes.end {
            self.found = Some(origin(now, at, Some(access.lane)));
        }
    }

    fn turn(&mut self, wave: &Wave) -> bool {
        self.look_back(wave);
        false
    }
}

/// An instruction that a wave has issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issued {
    pub time: u64,
    pub inst: u32,
    pub exec: u64,
}

/// Collects the last instructions of one wave.
pub(crate) struct Trail {
    pub group: [u32; 3],
    pub wave: u32,
    pub count: usize,
    /// Only what happened before this moment counts.
    end: u64,
    pub found: VecDeque<Issued>,
    stretch: VecDeque<Issued>,
}

impl Trail {
    pub fn new(group: [u32; 3], wave: u32, count: usize, end: u64) -> Trail {
        Trail {
            group,
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

    fn issue(&mut self, now: u64, at: &Site, wave: &Wave) -> bool {
        if at.wave == self.wave && at.group == self.group && now < self.end {
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
