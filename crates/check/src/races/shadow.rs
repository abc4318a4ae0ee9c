//! Which accesses every word of memory remembers.

use super::roles::{BEFORE_SWAP, COHERENT, GIVES_BACK, SPINS, STRONG};
use smallvec::SmallVec;
use std::collections::HashSet;

/// An access to a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// The number of the wave, and its time then.
    pub wave: u32,
    pub time: u32,
    pub inst: u32,
    /// What a store leaves in the word, or a digest of it. Of a whole block: how many words each lane
    /// has.
    pub value: u32,
    /// The bytes of the word.
    pub bytes: u8,
    pub lane: u8,
    /// What the instruction is to the order of accesses.
    pub roles: u8,
    pub kind: Kind,
    /// Of a store: the last plain load of the word by its wave, which it takes the place of.
    pub loaded: LastLoad,
}

/// When a word was loaded, and by which instruction. Zero is never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LastLoad {
    time: u32,
    inst: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Load,
    Store,
    Atomic,
}

/// Roles that make an access one that others may meet without order.
pub(super) const EXCUSES: u8 = STRONG | COHERENT | BEFORE_SWAP | GIVES_BACK;

impl Touch {
    pub fn changes(&self) -> bool {
        self.kind != Kind::Load
    }

    /// The same but for the time, the wave and the lane.
    fn manner(&self) -> (u32, u8, u8, Kind) {
        (self.inst, self.bytes, self.roles, self.kind)
    }

    /// Lanes of one instruction.
    pub fn is_together_with(&self, other: &Touch) -> bool {
        (self.wave, self.time) == (other.wave, other.time) && self.manner() == other.manner()
    }

    /// The two need an order.
    fn conflicts(&self, other: &Touch) -> bool {
        if self.bytes & other.bytes == 0 {
            return false;
        }
        let has = |touch: &Touch, roles: u8| touch.roles & roles != 0;
        match (self.kind, other.kind) {
            (Kind::Load, Kind::Load) | (Kind::Atomic, Kind::Atomic) => false,
            // Two that leave the same leave it in any order.
            (Kind::Store, Kind::Store) => {
                let publish = STRONG | COHERENT | GIVES_BACK;
                !(self.leaves_the_same(other) || has(self, publish) && has(other, publish))
            }
            (Kind::Atomic, Kind::Store) => !other.may_meet_atomic(self),
            (Kind::Store, Kind::Atomic) => !self.may_meet_atomic(other),
            (Kind::Atomic, Kind::Load) => !has(other, EXCUSES),
            (Kind::Load, Kind::Atomic) => !has(self, EXCUSES),
            (Kind::Load, Kind::Store) => !self.may_meet(other),
            (Kind::Store, Kind::Load) => !other.may_meet(self),
        }
    }

    fn leaves_the_same(&self, other: &Touch) -> bool {
        (self.bytes, self.value) == (other.bytes, other.value)
    }

    /// A store that publishes, or that an atomic waits for. Relaxed atomic stores of some machines are
    /// not told from others: those are known that give back what an atomic took.
    fn may_meet_atomic(&self, atomic: &Touch) -> bool {
        self.roles & (STRONG | COHERENT | GIVES_BACK) != 0 || atomic.roles & SPINS != 0
    }

    /// A load that looks at what a store publishes. Where machine code does not tell stores that
    /// publish from others, the load is what tells.
    fn may_meet(&self, store: &Touch) -> bool {
        let published = store.roles & (STRONG | COHERENT) != 0;
        self.roles & (COHERENT | SPINS) != 0 || published && self.roles & STRONG != 0
    }

    /// It takes the place of an earlier one. A load of its own wave is not forgotten: what leaves the same
    /// as this store does not race with it, but with the load.
    pub fn replaces(&mut self, other: &Touch) {
        if self.kind != Kind::Store || other.wave != self.wave {
            return;
        }
        let loaded = match other.kind {
            Kind::Load if other.roles & (EXCUSES | SPINS) == 0 => LastLoad {
                time: other.time,
                inst: other.inst,
            },
            Kind::Store => other.loaded,
            _ => return,
        };
        if loaded.time > self.loaded.time {
            self.loaded = loaded;
        }
    }

    /// The load that it took the place of.
    fn as_load(&self) -> Option<Touch> {
        (self.loaded.time > 0).then_some(Touch {
            time: self.loaded.time,
            inst: self.loaded.inst,
            value: 0,
            roles: 0,
            kind: Kind::Load,
            loaded: LastLoad::default(),
            ..*self
        })
    }

    /// A load need not be remembered where an earlier one is by a wave that nothing will come after in
    /// order: what races with this one races with that too.
    fn is_stood_for_by(&self, other: &Touch, order: &impl Order) -> bool {
        self.kind == Kind::Load && self.manner() == other.manner() && order.is_gone(other)
    }

    /// An earlier access, ordered before this one, need not be remembered: what races with it races
    /// with this one too.
    fn supersedes(&self, other: &Touch) -> bool {
        let covered = other.bytes & !self.bytes == 0;
        let excused = self.roles & EXCUSES & !other.roles != 0;
        let weaker = match (other.kind, self.kind) {
            // An atomic may meet other atomics where a plain load may not.
            (Kind::Load, Kind::Atomic) => other.roles & EXCUSES != 0,
            (Kind::Load, _) => true,
            (_, Kind::Load) => false,
            (Kind::Store, Kind::Atomic) => false,
            _ => true,
        };
        covered && weaker && !excused && (self.changes() || other.wave == self.wave)
    }
}

/// What a word remembers. Most are touched by one wave.
#[derive(Debug)]
pub(super) enum Cell {
    Untouched,
    One(Touch),
    Many(Box<Touches>),
}

/// Most words are used by few waves.
type List = SmallVec<[Touch; 2]>;

#[derive(Debug, Default)]
pub(super) struct Touches {
    stores: List,
    /// By wave, so that one of thousands that use a word finds its own.
    atomics: List,
    loads: List,
    /// Some of the loads need an order with atomics.
    plain_loads: bool,
    /// The last access, and what it raced with: other lanes of it race with the same.
    last: Option<(Touch, Option<Touch>)>,
}

/// Whether an earlier access comes before the one under way.
pub(super) trait Order {
    fn is_before(&self, other: &Touch) -> bool;
    /// The same, where the one under way is a load that may give what a cache held.
    fn is_seen(&self, other: &Touch) -> bool;
    /// No access that is still to come is ordered after it.
    fn is_gone(&self, other: &Touch) -> bool;
}

impl Cell {
    /// Remembers an access. Returns one before it that it races with: they conflict and are not
    /// ordered.
    pub fn touch(&mut self, touch: Touch, order: &impl Order) -> Option<Touch> {
        match self {
            Cell::Untouched => {
                *self = Cell::One(touch);
                None
            }
            Cell::One(other) if touch.is_stood_for_by(other, order) => None,
            Cell::One(other) => {
                let race = race(&touch, other, order);
                if touch.supersedes(other) && order.is_before(other) {
                    let before = std::mem::replace(other, touch);
                    other.replaces(&before);
                } else {
                    self.put(touch);
                }
                race
            }
            Cell::Many(many) => {
                let race = many.touch(touch, order);
                if let ([one], [], []) | ([], [one], []) | ([], [], [one]) =
                    (&many.stores[..], &many.atomics[..], &many.loads[..])
                {
                    *self = Cell::One(*one);
                }
                race
            }
        }
    }

    /// Remembers an access that was looked at before.
    pub fn put(&mut self, touch: Touch) {
        match self {
            Cell::Untouched => *self = Cell::One(touch),
            Cell::One(before) => {
                let mut many = Touches::default();
                many.add(*before);
                many.add(touch);
                *self = Cell::Many(many.into());
            }
            Cell::Many(many) => many.add(touch),
        }
    }

    /// The same for another lane of an instruction that may have touched the word before.
    pub fn touch_again(&mut self, touch: Touch, order: &impl Order) -> Option<Touch> {
        if let Cell::One(last) = self
            && last.is_together_with(&touch)
        {
            let before = std::mem::replace(last, touch);
            last.replaces(&before);
            return None;
        }
        self.touch(touch, order)
    }

    /// The instruction of this access was the last to touch it, and raced with nothing.
    pub fn has_just(&self, touch: &Touch) -> bool {
        match self {
            Cell::Untouched => false,
            Cell::One(last) => last.is_together_with(touch),
            Cell::Many(many) => {
                let last = many.last.filter(|(last, _)| last.is_together_with(touch));
                last.is_some_and(|(_, race)| race.is_none())
            }
        }
    }

    /// Something that is remembered races with this access.
    pub fn races(&self, touch: &Touch, order: &impl Order) -> bool {
        self.touches()
            .any(|other| race(touch, other, order).is_some())
    }

    /// Nothing that is remembered needs to be behind this access.
    pub fn gives_way(&self, touch: &Touch, order: &impl Order) -> bool {
        self.touches()
            .all(|other| touch.supersedes(other) && order.is_before(other))
    }

    /// An access to remember in place of all that is remembered now.
    pub fn replace(&mut self, mut touch: Touch) {
        self.touches().for_each(|other| touch.replaces(other));
        *self = Cell::One(touch);
    }

    /// The same with other accesses.
    pub fn mapped(&self, map: impl Fn(&Touch) -> Touch) -> Cell {
        match self {
            Cell::Untouched => Cell::Untouched,
            Cell::One(touch) => Cell::One(map(touch)),
            Cell::Many(many) => Cell::Many(Box::new(Touches {
                stores: many.stores.iter().map(&map).collect(),
                atomics: many.atomics.iter().map(&map).collect(),
                loads: many.loads.iter().map(&map).collect(),
                plain_loads: many.plain_loads,
                last: many
                    .last
                    .map(|(last, race)| (map(&last), race.as_ref().map(&map))),
            })),
        }
    }

    fn touches(&self) -> impl Iterator<Item = &Touch> {
        let (one, many) = match self {
            Cell::Untouched => (None, None),
            Cell::One(touch) => (Some(touch), None),
            Cell::Many(many) => (None, Some(many)),
        };
        let many = many.into_iter();
        one.into_iter().chain(
            many.flat_map(|many| [&many.stores[..], &many.atomics, &many.loads])
                .flatten(),
        )
    }

    /// Nothing but loads is remembered, and the first is of this instruction, by a wave that nothing
    /// will come after in order: another one of it changes nothing and races with nothing.
    pub fn is_idle(&self, inst: u32, bytes: u8, is_gone: impl Fn(&Touch) -> bool) -> bool {
        let oldest = match self {
            Cell::Untouched => None,
            Cell::One(touch) => Some(touch),
            Cell::Many(many) => many.loads.first(),
        };
        let same = |it: &Touch| (it.kind, it.inst, it.bytes) == (Kind::Load, inst, bytes);
        let stands = |it: &Touch| same(it) && is_gone(it);
        oldest.is_some_and(stands) && self.touches().all(|it| it.kind == Kind::Load)
    }

    /// The store that came last, if the word remembers it.
    pub fn last_store(&self) -> Option<Touch> {
        match self {
            Cell::One(touch) if touch.changes() => Some(*touch),
            Cell::Many(many) => many.stores.last().copied(),
            _ => None,
        }
    }
}

/// What an access races with of one before it, which may have taken the place of another.
fn race(touch: &Touch, other: &Touch, order: &impl Order) -> Option<Touch> {
    let races = |other: &Touch| {
        let ordered = || match touch.kind {
            Kind::Load => order.is_seen(other),
            _ => order.is_before(other),
        };
        touch.conflicts(other) && !ordered()
    };
    if races(other) {
        return Some(*other);
    }
    let load = || other.as_load().filter(races);
    (touch.kind == Kind::Store).then(load).flatten()
}

/// So many are looked through for what need not be remembered at the first atomic of a wave.
const FEW: usize = 8;
/// Accesses to a word that are many.
const CROWD: usize = 32;

impl Touches {
    fn touch(&mut self, mut touch: Touch, order: &impl Order) -> Option<Touch> {
        if let Some((last, race)) = self.last
            && last.is_together_with(&touch)
        {
            match (touch.kind, self.stores.last_mut()) {
                (Kind::Store, Some(store)) => {
                    let before = std::mem::replace(store, touch);
                    store.replaces(&before);
                }
                _ => self.add(touch),
            }
            return race;
        }
        let list = match touch.kind {
            Kind::Store => &mut self.stores,
            Kind::Atomic => &mut self.atomics,
            Kind::Load => &mut self.loads,
        };
        if list.len() >= CROWD && list.len() == list.capacity() {
            thin_out(list, order);
        }
        let races = |other: &Touch| race(&touch, other, order);
        let mut race = self.stores.iter().find_map(races);
        if touch.kind != Kind::Atomic {
            race = race.or_else(|| self.atomics.iter().find_map(races));
        }
        if touch.changes() && (touch.kind == Kind::Store || self.plain_loads) {
            race = race.or_else(|| self.loads.iter().find_map(races));
        }
        let all = self.stores.len() + self.atomics.len() + self.loads.len();
        let is_first = || !self.atomics.iter().any(|it| it.wave == touch.wave);
        if touch.kind == Kind::Store || touch.kind == Kind::Atomic && all <= FEW && is_first() {
            // Where many race, those of an instruction that was found to are not remembered all:
            // thousands of waves would make the list as long, and say the same again.
            let found = race.filter(|_| all > CROWD).map(|race| race.inst);
            let settled = |other: &Touch| found == Some(other.inst) || order.is_before(other);
            let by = touch;
            let mut stays = |other: &Touch| {
                let goes = by.supersedes(other) && settled(other);
                if goes {
                    touch.replaces(other);
                }
                !goes
            };
            self.stores.retain(|it| stays(it));
            self.atomics.retain(|it| stays(it));
            self.loads.retain(|it| stays(it));
            self.plain_loads &= !self.loads.is_empty();
        }
        // The oldest wave is the first to end.
        let oldest = self.loads.first();
        if !oldest.is_some_and(|oldest| touch.is_stood_for_by(oldest, order)) {
            self.add(touch);
        }
        self.last = Some((touch, race));
        race
    }

    fn add(&mut self, touch: Touch) {
        let list = match touch.kind {
            Kind::Store => {
                let crowd = self.stores.len() >= CROWD;
                // Thousands that leave the same are as one.
                return match self.stores.last_mut() {
                    Some(last) if crowd && last.leaves_the_same(&touch) => *last = touch,
                    _ => self.stores.push(touch),
                };
            }
            Kind::Atomic => &mut self.atomics,
            Kind::Load => {
                self.plain_loads |= touch.roles & EXCUSES == 0;
                &mut self.loads
            }
        };
        // Those of its own wave are before it.
        let start = list.partition_point(|other| other.wave < touch.wave);
        let own = list[start..].iter();
        let end = start + own.take_while(|other| other.wave == touch.wave).count();
        match &mut list[start..end] {
            [one] if touch.supersedes(one) => *one = touch,
            [] => list.insert(start, touch),
            _ => {
                let mut own: List = list.drain(start..end).collect();
                own.retain(|other| !touch.supersedes(other));
                own.push(touch);
                list.insert_many(start, own);
            }
        }
    }
}

/// Of accesses that nothing will come after in order, the first of each kind stands for all: what
/// races with one races with all of them.
fn thin_out(list: &mut List, order: &impl Order) {
    let mut known = HashSet::new();
    list.retain(|touch| !order.is_gone(touch) || known.insert(touch.manner()));
}
