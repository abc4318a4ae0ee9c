//! Which accesses every word of memory remembers.

use std::collections::HashMap;

/// Words of a page.
const PAGE: u64 = 64;

/// An access to a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// The number of the wave, and its time then.
    pub wave: u32,
    pub time: u32,
    pub inst: u32,
    /// The bytes of the word.
    pub bytes: u8,
    pub store: bool,
    pub atomic: bool,
}

impl Touch {
    /// The two need an order.
    fn conflicts(&self, other: &Touch) -> bool {
        (self.store || other.store)
            && !(self.atomic && other.atomic)
            && self.bytes & other.bytes != 0
    }

    /// An earlier access, ordered before this one, need not be remembered: what races with it races
    /// with this one too.
    fn supersedes(&self, other: &Touch) -> bool {
        let covered = other.bytes & !self.bytes == 0;
        let weaker = !other.store || self.store && (!self.atomic || other.atomic);
        covered && weaker && (self.store || other.wave == self.wave)
    }
}

/// A memory: the words of it that were touched.
#[derive(Debug, Default)]
pub(super) struct Shadow {
    pages: HashMap<u64, Box<[Cell; PAGE as usize]>>,
}

impl Shadow {
    pub fn word(&mut self, word: u64) -> &mut Cell {
        let empty = || Box::new([const { Cell::Untouched }; PAGE as usize]);
        let page = self.pages.entry(word / PAGE).or_insert_with(empty);
        &mut page[(word % PAGE) as usize]
    }
}

/// What a word remembers. Most are touched by one wave.
#[derive(Debug)]
pub(super) enum Cell {
    Untouched,
    One(Touch),
    Many(Box<Touches>),
}

#[derive(Debug)]
pub(super) struct Touches {
    stores: Vec<Touch>,
    /// By wave, so that one of thousands that load a word finds its own.
    loads: Vec<Touch>,
}

impl Cell {
    /// Remembers an access. Returns one before it that it races with: they conflict, and `seen`,
    /// the time until when the wave has seen another, does not say that they are ordered.
    pub fn touch(&mut self, touch: Touch, seen: impl Fn(u32) -> u32) -> Option<Touch> {
        let ordered = |other: &Touch| other.wave == touch.wave || seen(other.wave) >= other.time;
        match self {
            Cell::Untouched => {
                *self = Cell::One(touch);
                None
            }
            Cell::One(other) => {
                let (before, in_order) = (*other, ordered(other));
                if in_order && touch.supersedes(other) {
                    *other = touch;
                } else {
                    let (stores, loads) = [before, touch].into_iter().partition(|it| it.store);
                    let mut many = Touches { stores, loads };
                    many.loads.sort_by_key(|load| load.wave);
                    *self = Cell::Many(many.into());
                }
                (!in_order && touch.conflicts(&before)).then_some(before)
            }
            Cell::Many(many) => {
                let race = many.touch(touch, ordered);
                if let ([one], []) | ([], [one]) = (&many.stores[..], &many.loads[..]) {
                    *self = Cell::One(*one);
                }
                race
            }
        }
    }
}

impl Touches {
    fn touch(&mut self, touch: Touch, ordered: impl Fn(&Touch) -> bool) -> Option<Touch> {
        let races = |other: &&Touch| touch.conflicts(other) && !ordered(other);
        let race = self.stores.iter().find(races);
        if touch.store {
            let race = race.or_else(|| self.loads.iter().find(races)).copied();
            let stays = |other: &Touch| !(touch.supersedes(other) && ordered(other));
            self.stores.retain(stays);
            self.loads.retain(stays);
            self.stores.push(touch);
            return race;
        }
        let race = race.copied();
        // A load supersedes only loads of its own wave.
        let start = self.loads.partition_point(|load| load.wave < touch.wave);
        let own = self.loads[start..].iter();
        let end = start + own.take_while(|load| load.wave == touch.wave).count();
        match &mut self.loads[start..end] {
            [load] if touch.supersedes(load) => *load = touch,
            _ => {
                let mut own: Vec<Touch> = self.loads[start..end].to_vec();
                own.retain(|load| !touch.supersedes(load));
                own.push(touch);
                self.loads.splice(start..end, own);
            }
        }
        race
    }
}
