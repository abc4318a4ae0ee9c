//! Accesses of all lanes at once, where nothing but the order of plain loads and stores of whole words
//! is at stake: most are.

use super::known::{GLOBAL, LOCAL};
use super::roles::{CHANGED, COHERENT, SPINS, STRONG};
use super::shadow::{Cell, Kind, Touch};
use super::{How, Mine, Order, Race, Races, Watched};
use sim::{Lanes, Site, Wave};
use uop::{MemKind, MemOp, Space};

/// Words that loads of other lanes have just touched, by the low bits of their number.
const RECENT: usize = 64;

impl Races {
    /// False if it has to be looked at lane by lane; nothing has happened then.
    pub(super) fn batch(&mut self, at: &Site, wave: &Wave, op: &MemOp, lanes: &Lanes<'_>) -> bool {
        let kind = match op.space {
            Space::Global => GLOBAL,
            Space::Local => LOCAL,
            Space::Private | Space::Constant => return true,
            Space::Cluster | Space::Flat => return false,
        };
        let roles = self.roles.get(at.inst);
        let touched_as = match op.kind {
            MemKind::Load(_) => Kind::Load,
            MemKind::Store { .. } if self.roles.stores_once(at.inst) => Kind::Store,
            _ => return false,
        };
        if roles & SPINS != 0
            || self.order.unordered_branches
            || !self.order.relaxed_atomics
            || !op.bytes.is_multiple_of(4)
            || !is_orderly(lanes, op.bytes, touched_as)
        {
            return false;
        }
        let me = self.wave(at);
        // What gives back what an atomic took is found word by word.
        if touched_as == Kind::Store && self.waves[me as usize].uses_atomics() {
            return false;
        }
        let mut memory = self.take(kind, at.group);
        let known = &mut self.waves[me as usize];
        known.dirty = true;
        if roles & CHANGED != 0
            && touched_as == Kind::Load
            && let Some(loaded) = known.loaded.iter_mut().find(|it| it.inst == at.inst)
        {
            loaded.mask |= lanes.mask;
            loaded.addresses.copy_from_slice(lanes.addresses);
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
        };
        let stores = (touched_as == Kind::Store).then_some((wave, op));
        let found = self.touch_all(&mut memory, kind, touch, lanes, words, stores);
        if touched_as == Kind::Store {
            let publishes = roles & (STRONG | COHERENT) != 0;
            let known = &mut self.waves[me as usize];
            let published = publishes.then(|| known.publish(me, kind, &self.order, None));
            let changes = publishes || !memory.published.is_empty();
            for (_, word) in words_of(lanes, words).filter(|_| changes) {
                match &published {
                    Some(published) => memory.published.insert(word, published.clone()),
                    None => memory.published.remove(&word),
                };
            }
        }
        for (word, earlier, later, how) in found {
            self.record(Race {
                space: op.space,
                address: 4 * word,
                earlier: self.toucher(&earlier),
                later: self.toucher(&later),
                how,
                count: 1,
            });
        }
        self.put_back(kind, at.group, memory);
        true
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
    ) -> Vec<(u64, Touch, Touch, How)> {
        let order = Mine {
            waves: &self.waves,
            me: touch.wave,
            kind,
            order: &self.order,
        };
        let mut found = Vec::new();
        let mut recent = [u64::MAX; RECENT];
        for (lane, word) in words_of(lanes, words) {
            let slot = &mut recent[word as usize % RECENT];
            if std::mem::replace(slot, word) == word && touch.kind == Kind::Load {
                continue;
            }
            touch.lane = lane;
            if let Some((wave, op)) = stores {
                let first = lanes.addresses[usize::from(lane)] / 4;
                let register = op.data.plus((word - first) as u16);
                touch.value = wave.vector(register)[usize::from(lane)];
            }
            let cell = memory.touched.word(word);
            if let Cell::One(last) = cell
                && (last.wave, last.time, last.inst) == (touch.wave, touch.time, touch.inst)
                && last.bytes == touch.bytes
            {
                last.lane = lane;
                continue;
            }
            if let Some(earlier) = cell.touch(touch, &order) {
                let how = match order.is_before(&earlier) {
                    true => How::Outdated,
                    false => How::Unordered,
                };
                found.push((word, earlier, touch, how));
            }
        }
        found
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
fn is_orderly(lanes: &Lanes<'_>, bytes: u8, kind: Kind) -> bool {
    let (mut any, mut last) = (0, None);
    let mut ascend = true;
    let mut rest = lanes.mask;
    while rest != 0 {
        let address = lanes.addresses[rest.trailing_zeros() as usize];
        rest &= rest - 1;
        any |= address;
        let apart = last.is_none_or(|last: u64| last.checked_add(bytes.into()) <= Some(address));
        ascend &= apart && address <= u64::MAX - u64::from(bytes);
        last = Some(address);
    }
    any & 3 == 0 && (ascend || kind == Kind::Load && any <= u64::MAX >> 1)
}
