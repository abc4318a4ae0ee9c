//! Accesses of all lanes to whole words of local memory, where atomics order nothing by themselves.

use super::known::LOCAL;
use super::published::Published;
use super::roles::{CHANGED, SPINS};
use super::rows::{Entry, MOST_INSTS, Taken, bits_of};
use super::shadow::{Cell, EXCUSES, Kind, LastLoad, Touch};
use super::{Race, Races, Watched};
use sim::{Lanes, Site, Wave};
use uop::{MemKind, MemOp, MemoryOrder, Program, Space};

/// Local memory of this program can be kept in rows.
pub(super) fn fits(program: &Program, order: &MemoryOrder) -> bool {
    order.relaxed_atomics
        && !order.unordered_branches
        && order.local != 0
        && program.insts.len() < MOST_INSTS
}

impl Races {
    /// False if it has to be looked at lane by lane; nothing has happened then.
    pub(super) fn near(&mut self, at: &Site, wave: &Wave, op: &MemOp, lanes: &Lanes<'_>) -> bool {
        let roles = self.roles.get(at.inst);
        let (extent, words) = (&lanes.extent, usize::from(op.bytes / 4));
        if op.space != Space::Local
            || !self.rows
            || roles & (EXCUSES | SPINS) != 0
            || !op.bytes.is_multiple_of(4)
            || extent.bits & 3 != 0
        {
            return false;
        }
        let once = self.roles.stores_once(at.inst);
        let kind = match op.kind {
            MemKind::Load(_) => Kind::Load,
            MemKind::Store { .. } => Kind::Store,
            MemKind::Atomic { .. } => Kind::Atomic,
        };
        match kind {
            Kind::Store if !extent.ascends => return false,
            Kind::Store if !once && !self.is_apart(lanes, op.bytes) => return false,
            Kind::Atomic if roles & CHANGED != 0 => return false,
            _ => {}
        }
        let me = self.wave(at);
        let mut memory = self.take(LOCAL, at.group);
        let last = extent.high.saturating_add(u64::from(op.bytes) - 1) / 4;
        let Some(column) = memory.rows.enter(me, &self.waves, last) else {
            self.put_back(LOCAL, at.group, memory);
            return false;
        };
        let reader = memory.rows.reader();
        if reader.is_some_and(|reader| reader != me || kind == Kind::Store) {
            self.settle(&mut memory);
        }
        let known = &mut self.waves[me as usize];
        known.dirty = true;
        if roles & CHANGED != 0 && kind == Kind::Load {
            known.loads(at.inst, lanes);
        }
        let by = Entry::new(known.time, at.inst, column);
        let value = |lane: usize, n: usize| wave.vector(op.data.plus(n as u16))[lane];
        let late = match kind {
            Kind::Load => memory.rows.load(lanes, words, by),
            Kind::Store => {
                let gives_back = |word| known.has_used_atomic(LOCAL, word);
                let gives_back = known.uses_atomics().then_some(gives_back);
                memory.rows.store(lanes, words, by, value, gives_back)
            }
            Kind::Atomic => {
                if known.publish_in_row(me) {
                    let earliest = memory.rows.earliest(column);
                    known.forget_bases(earliest.unwrap_or(known.time));
                }
                let learns = self.roles.learns(at.inst);
                memory.rows.atomic(lanes, words, by, learns)
            }
        };
        if memory.rows.reader().is_some() {
            known.awaits = true;
        }
        for lane in bits_of(late) {
            let first = lanes.addresses[lane] / 4;
            for n in 0..words {
                let touch = Touch {
                    wave: me,
                    time: self.waves[me as usize].time,
                    inst: at.inst,
                    value: if kind == Kind::Store {
                        value(lane, n)
                    } else {
                        0
                    },
                    bytes: 0b1111,
                    lane: lane as u8,
                    roles,
                    kind,
                    loaded: LastLoad::default(),
                };
                self.late(&mut memory, first + n as u64, touch);
            }
        }
        if kind == Kind::Store && !once {
            self.note_stored(wave, op, lanes);
        }
        self.put_back(LOCAL, at.group, memory);
        true
    }

    /// An access to a word that is not in order with all before it.
    fn late(&mut self, memory: &mut Watched, word: u64, touch: Touch) {
        self.part(memory, word);
        if let Some((earlier, how)) = self.touch(memory, LOCAL, word, touch) {
            self.record(Race {
                space: Space::Local,
                address: 4 * word,
                earlier: self.toucher(&earlier),
                later: self.toucher(&touch),
                how,
                count: 1,
            });
        }
        if memory.published.contains_key(&word) {
            return;
        }
        let cell = memory.touched.word(word);
        if let Cell::One(left) = cell
            && left.kind != Kind::Atomic
            && left.bytes == 0b1111
            && left.roles & EXCUSES == 0
            && left.loaded == LastLoad::default()
        {
            let taken = Taken {
                kind: left.kind,
                wave: left.wave,
                by: Entry::of(left),
                value: left.value,
            };
            if memory.rows.put_back(word, &taken) {
                *cell = Cell::Untouched;
            }
        }
    }

    /// A word of local memory gets a memory of its own, if it has none.
    pub(super) fn part(&mut self, memory: &mut Watched, word: u64) {
        if !self.rows || memory.rows.is_elsewhere(word) {
            return;
        }
        self.settle(memory);
        let mut releases = Vec::new();
        for Taken {
            kind,
            wave,
            by,
            value,
        } in memory.rows.take(word)
        {
            memory.touched.word(word).put(Touch {
                wave,
                time: by.time(),
                inst: by.inst(),
                value: if kind == Kind::Store { value } else { 0 },
                bytes: 0b1111,
                lane: by.lane(),
                roles: self.roles.get(by.inst()),
                kind,
                loaded: LastLoad::default(),
            });
            if kind == Kind::Atomic {
                let known = &mut self.waves[wave as usize];
                known.uses_atomic(LOCAL, word);
                releases.push(known.release_at(wave, by.time()));
            }
        }
        if !releases.is_empty() {
            (memory.published).insert(word, Published::of_all(releases));
        }
    }

    /// What a wave has read in rows is there to be acquired.
    pub(super) fn settle(&mut self, memory: &mut Watched) {
        let Some((reader, found)) = memory.rows.found() else {
            return;
        };
        for (wave, time) in found {
            let release = self.waves[wave as usize].release_at(wave, time);
            self.waves[reader as usize].reads_release(release);
        }
    }

    /// The same where it is about to acquire.
    pub(super) fn settle_near(&mut self, me: u32) {
        let here = |(_, near): &([u32; 3], Box<Watched>)| near.rows.reader() == Some(me);
        if self.near.as_ref().is_some_and(here)
            && let Some((group, mut near)) = self.near.take()
        {
            self.settle(&mut near);
            self.near = Some((group, near));
        }
    }
}

impl Entry {
    fn of(touch: &Touch) -> Entry {
        let Touch {
            time, inst, lane, ..
        } = *touch;
        Entry::new(time, inst, 0).by(lane.into())
    }
}
