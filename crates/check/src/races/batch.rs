//! Accesses of all lanes at once, where nothing but the order of plain loads and stores of whole words
//! is at stake: most are.

use super::blocks::{BLOCK, Sweep};
use super::known::{GLOBAL, LOCAL};
use super::published::Published;
use super::roles::{CHANGED, COHERENT, SPINS, STRONG};
use super::rows::bits_of;
use super::shadow::{Kind, LastLoad, Touch};
use super::{Mine, Race, RaceKind, Races, Watched};
use sim::{Lanes, Site, Wave};
use std::array::from_fn;
use std::collections::hash_map::Entry;
use uop::{MemKind, MemOp, Space};

/// Words that loads of other lanes have just touched, by the low bits of their number.
const RECENT: usize = 64;

impl Races {
    /// False if it has to be looked at lane by lane; nothing has happened then.
    pub(super) fn batch(&mut self, at: &Site, wave: &Wave, op: &MemOp, lanes: &Lanes<'_>) -> bool {
        let kind = match op.space {
            Space::Global => GLOBAL,
            Space::Local if !self.rows => LOCAL,
            Space::Private | Space::Constant => return true,
            Space::Local | Space::Cluster | Space::Flat => return false,
        };
        let roles = self.roles.get(at.inst);
        let once = self.roles.stores_once(at.inst);
        let touched_as = match op.kind {
            MemKind::Load(_) => Kind::Load,
            MemKind::Store { .. } if once || self.is_apart(lanes, op.bytes) => Kind::Store,
            _ => return false,
        };
        if roles & SPINS != 0 || !op.bytes.is_multiple_of(4) || !is_orderly(lanes, touched_as) {
            return false;
        }
        let me = self.wave(at);
        // Where atomics or branches say more about order, that concerns what publishes, what reads it, and
        // lanes that went different ways.
        if (self.order.unordered_branches || !self.order.relaxed_atomics)
            && (roles & (STRONG | COHERENT) != 0 || !self.waves[me as usize].is_together())
        {
            return false;
        }
        // What gives back what an atomic took is found word by word.
        if touched_as == Kind::Store && self.waves[me as usize].uses_atomics() {
            return false;
        }
        let mut memory = self.take(kind, at.group);
        let known = &mut self.waves[me as usize];
        known.dirty = true;
        if roles & CHANGED != 0 && touched_as == Kind::Load {
            known.loads(at.inst, lanes);
        }
        let words = op.bytes / 4;
        if !memory.published.is_empty() && touched_as == Kind::Load {
            known.reads_all(&memory.published, lanes, words, me);
        }
        let touch = Touch {
            wave: me,
            time: known.time,
            inst: at.inst,
            value: 0,
            bytes: 0b1111,
            lane: 0,
            roles,
            kind: touched_as,
            loaded: LastLoad::default(),
        };
        let stores = (touched_as == Kind::Store).then_some((wave, op));
        let found = self.touch_all(&mut memory, kind, touch, lanes, words, stores);
        if touched_as == Kind::Store {
            let publishes = self.publishes(at.inst);
            let known = &mut self.waves[me as usize];
            let published = publishes.then(|| known.publish(me, kind, &self.order));
            let changes = publishes || !memory.published.is_empty();
            for (_, word) in words_of(lanes, words).filter(|_| changes) {
                match &published {
                    Some(release) => {
                        (memory.published).insert(word, Published::new(release.clone()))
                    }
                    None => memory.published.remove(&word),
                };
            }
        }
        if touched_as == Kind::Store && !once {
            self.note_stored(wave, op, lanes);
        }
        self.record_all(op.space, found);
        self.put_back(kind, at.group, memory);
        true
    }

    /// The same for atomics, which publish. Where they order nothing by themselves, what all lanes
    /// publish is one thing.
    pub(super) fn batch_atomics(&mut self, at: &Site, op: &MemOp, lanes: &Lanes<'_>) -> bool {
        let kind = match (op.space, op.kind) {
            (Space::Global, MemKind::Atomic { .. }) => GLOBAL,
            _ => return false,
        };
        let roles = self.roles.get(at.inst);
        if roles & (SPINS | CHANGED) != 0
            || self.order.unordered_branches
            || !self.order.relaxed_atomics
            || !op.bytes.is_multiple_of(4)
            || !is_orderly(lanes, Kind::Load)
        {
            return false;
        }
        let me = self.wave(at);
        let mut memory = self.take(kind, at.group);
        let known = &mut self.waves[me as usize];
        known.dirty = true;
        let release = known.publish(me, kind, &self.order);
        let mut touch = Touch {
            wave: me,
            time: known.time,
            inst: at.inst,
            value: 0,
            bytes: 0b1111,
            lane: 0,
            roles,
            kind: Kind::Atomic,
            loaded: LastLoad::default(),
        };
        let learns = self.roles.learns(at.inst);
        let mut left = None;
        for (_, word) in words_of(lanes, op.bytes / 4) {
            match memory.published.entry(word) {
                Entry::Occupied(mut there) => {
                    if learns {
                        known.reads(word, there.get(), me);
                    }
                    there.get_mut().go_on(release.clone(), learns, &mut left);
                }
                Entry::Vacant(none) => {
                    none.insert(Published::new(release.clone()));
                }
            }
            known.uses_atomic(kind, word);
        }
        if kind == GLOBAL && !std::mem::replace(&mut known.told, true) {
            self.told.insert(known.group);
        }
        let order = Mine {
            waves: &self.waves,
            me,
            kind,
            order: &self.order,
            beside: self.beside.any(),
        };
        let mut found = Vec::new();
        for (lane, word) in words_of(lanes, op.bytes / 4) {
            touch.lane = lane;
            memory.touched.change(word);
            if let Some(earlier) = memory.touched.word(word).touch(touch, &order) {
                let how = order.how(word, &earlier);
                found.extend(how.map(|how| (word, earlier, touch, how)));
            }
        }
        self.record_all(op.space, found);
        self.put_back(kind, at.group, memory);
        true
    }

    fn record_all(&mut self, space: Space, found: Vec<(u64, Touch, Touch, RaceKind)>) {
        for (word, earlier, later, how) in found {
            self.record(Race {
                space,
                address: 4 * word,
                earlier: self.toucher(&earlier),
                later: self.toucher(&later),
                how,
                count: 1,
            });
        }
    }

    /// Lanes store so many bytes each, and nothing to the bytes that another step of the instruction
    /// has stored.
    pub(super) fn is_apart(&self, lanes: &Lanes<'_>, bytes: u8) -> bool {
        let (low, high) = self.stored.bounds;
        let bytes = u64::from(bytes);
        self.stored.mask == 0
            || high.saturating_add(bytes) <= lanes.extent.low
            || lanes.extent.high.saturating_add(bytes) <= low
    }

    /// What lanes store, for later steps of the instruction.
    pub(super) fn note_stored(&mut self, wave: &Wave, op: &MemOp, lanes: &Lanes<'_>) {
        if op.bytes != 4 {
            return lanes.for_each(wave, op, |access| {
                let lane = access.lane as usize % 64;
                self.stored.add(lane, access.address, access.value);
            });
        }
        let values = wave.vector(op.data);
        for lane in bits_of(lanes.mask) {
            let value = u64::from(values[lane]);
            self.stored.add(lane, lanes.addresses[lane], value);
        }
    }

    /// Every word remembers the access. Returns those that race, with what.
    fn touch_all(
        &self,
        memory: &mut Watched,
        kind: usize,
        mut touch: Touch,
        lanes: &Lanes<'_>,
        words: u8,
        stores: Option<(&Wave, &MemOp)>,
    ) -> Vec<(u64, Touch, Touch, RaceKind)> {
        let order = Mine {
            waves: &self.waves,
            me: touch.wave,
            kind,
            order: &self.order,
            beside: self.beside.any(),
        };
        let mut found = Vec::new();
        let mut find = |word: u64, touch: Touch, earlier: Touch| {
            let how = order.how(word, &earlier);
            found.extend(how.map(|how| (word, earlier, touch, how)));
        };
        let value = |lane: u8, part: u16| match stores {
            Some((wave, op)) => wave.vector(op.data.plus(part))[usize::from(lane)],
            None => 0,
        };
        let mut recent = [u64::MAX; RECENT];
        for run in Runs::of(lanes, words) {
            let mut next = 0;
            if touch.kind != Kind::Load {
                memory.touched.change_all(run.first, run.words);
            }
            while next < run.words {
                let (lane, part) = run.at(next, words);
                let word = run.first + u64::from(next);
                touch.lane = lane;
                let whole = word.is_multiple_of(BLOCK as u64) && run.words - next >= BLOCK as u32;
                if whole && part == 0 {
                    touch.value = words.into();
                    let values = stores.is_some().then(|| {
                        from_fn(|index| {
                            let (lane, part) = run.at(next + index as u32, words);
                            value(lane, part)
                        })
                    });
                    let sweep = Sweep {
                        first: touch,
                        values,
                    };
                    let block = memory.touched.block(word);
                    block.sweep(&sweep, &order, |index, touch, earlier| {
                        find(word + index as u64, touch, earlier);
                    });
                    next += BLOCK as u32;
                    continue;
                }
                next += 1;
                let slot = &mut recent[word as usize % RECENT];
                if std::mem::replace(slot, word) == word && touch.kind == Kind::Load {
                    continue;
                }
                touch.value = value(lane, part);
                let cell = memory.touched.word(word);
                if let Some(earlier) = cell.touch_again(touch, &order) {
                    find(word, touch, earlier);
                }
            }
        }
        found
    }
}

/// Lanes that touch words one behind the other.
struct Run {
    lane: u8,
    first: u64,
    words: u32,
}

impl Run {
    /// The lane of one of its words, and which of the lane's words it is.
    fn at(&self, word: u32, words: u8) -> (u8, u16) {
        let words = u32::from(words);
        (self.lane + (word / words) as u8, (word % words) as u16)
    }
}

/// The lanes of an access as few runs.
struct Runs<'a> {
    mask: u64,
    addresses: &'a [u64; 64],
    words: u8,
}

impl<'a> Runs<'a> {
    fn of(lanes: &Lanes<'a>, words: u8) -> Runs<'a> {
        Runs {
            mask: lanes.mask,
            addresses: lanes.addresses,
            words,
        }
    }
}

impl Iterator for Runs<'_> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        if self.mask == 0 {
            return None;
        }
        let lane = self.mask.trailing_zeros();
        // Lanes without a gap.
        let most = (self.mask >> lane).trailing_ones();
        let bytes = 4 * u64::from(self.words);
        let addresses = &self.addresses[lane as usize..(lane + most) as usize];
        let follow = |pair: &&[u64]| pair[0] + bytes == pair[1];
        let count = 1 + addresses.windows(2).take_while(follow).count() as u32;
        // Lanes that touch the same as the last of them: only loads do, and one is like another.
        let last = addresses[count as usize - 1];
        let same = addresses[count as usize..].iter();
        let same = same.take_while(|&&address| address == last).count() as u32;
        self.mask &= u64::MAX.checked_shl(lane + count + same).unwrap_or(0);
        Some(Run {
            lane: lane as u8,
            first: addresses[0] / 4,
            words: count * u32::from(self.words),
        })
    }
}

/// Lanes with the numbers of the words that they touch.
pub(super) fn words_of(lanes: &Lanes<'_>, words: u8) -> impl Iterator<Item = (u8, u64)> {
    let mut rest = lanes.mask;
    let addresses = lanes.addresses;
    let each = std::iter::from_fn(move || {
        let lane = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some((lane as u8, addresses[lane as usize] / 4))
    });
    each.flat_map(move |(lane, first)| {
        (first..first + u64::from(words)).map(move |word| (lane, word))
    })
}

/// All words are whole, and no two lanes store to the same.
fn is_orderly(lanes: &Lanes<'_>, kind: Kind) -> bool {
    let extent = &lanes.extent;
    let reaches = extent.high <= u64::MAX >> 1;
    extent.bits & 3 == 0 && reaches && (extent.ascends || kind == Kind::Load)
}
