//! A memory as blocks of words: what a wave touches at once is remembered at once.

use super::shadow::{Cell, Kind, Order, Touch};
use crate::spread::Spreads;
use std::array::from_fn;
use std::collections::HashMap;

/// Words that are remembered together as long as they are touched together.
pub(super) const BLOCK: usize = 16;
/// Blocks of a page.
const PAGE: u64 = 16;

/// A memory: the words of it that were touched.
#[derive(Debug, Default)]
pub(super) struct Shadow {
    index: HashMap<u64, u32, Spreads>,
    pages: Vec<Page>,
    /// The page that was asked for last: lanes are neighbours.
    last: Option<(u64, u32)>,
}

#[derive(Debug)]
struct Page {
    blocks: Box<[Block]>,
    /// How often something other than a load came.
    changes: u32,
}

impl Shadow {
    pub fn word(&mut self, word: u64) -> &mut Cell {
        self.block(word).word(word as usize % BLOCK)
    }

    /// The block that a word is in.
    pub fn block(&mut self, word: u64) -> &mut Block {
        let block = word / BLOCK as u64;
        &mut self.page(word).blocks[(block % PAGE) as usize]
    }

    /// How often something other than a load came to the pages of these words.
    pub fn changes(&mut self, first: u64, last: u64) -> u32 {
        let words = BLOCK as u64 * PAGE;
        match first / words == last / words {
            true => self.page(first).changes,
            false => self
                .page(first)
                .changes
                .wrapping_add(self.page(last).changes),
        }
    }

    /// Something other than a load comes to so many words.
    pub fn change_all(&mut self, first: u64, words: u32) {
        let each = BLOCK * PAGE as usize;
        (first..first + u64::from(words))
            .step_by(each)
            .for_each(|word| self.change(word));
        self.change(first + u64::from(words - 1));
    }

    /// Something other than a load comes to a word.
    pub fn change(&mut self, word: u64) {
        let page = self.page(word);
        page.changes = page.changes.wrapping_add(1);
    }

    fn page(&mut self, word: u64) -> &mut Page {
        let number = word / BLOCK as u64 / PAGE;
        let page = match self.last {
            Some((last, page)) if last == number => page,
            _ => {
                let next = self.pages.len() as u32;
                let page = *self.index.entry(number).or_insert(next);
                if page == next {
                    self.pages.push(Page {
                        blocks: (0..PAGE).map(|_| Block::Untouched).collect(),
                        changes: 0,
                    });
                }
                self.last = Some((number, page));
                page
            }
        };
        &mut self.pages[page as usize]
    }
}

/// Consecutive words.
#[derive(Debug)]
pub(super) enum Block {
    Untouched,
    /// Every access was to all of the words. The first word remembers them: later ones were touched
    /// by later lanes, and a store left these values.
    Whole(Cell, Option<Box<[u32; BLOCK]>>),
    Words(Box<[Cell; BLOCK]>),
}

/// What one instruction does to all words of a block.
#[derive(Clone, Copy)]
pub(super) struct Sweep {
    /// To the first word. Its value says how many words each lane has.
    pub first: Touch,
    /// What a store leaves.
    pub values: Option<[u32; BLOCK]>,
}

impl Sweep {
    /// To one of the words.
    pub fn touch(&self, index: usize) -> Touch {
        of_word(&self.first, index, self.values.as_ref())
    }
}

/// An access to all of a block, as one of the words remembers it.
fn of_word(first: &Touch, index: usize, values: Option<&[u32; BLOCK]>) -> Touch {
    let lane = first.lane + (index / first.value.max(1) as usize) as u8;
    let value = match (first.kind, values) {
        (Kind::Store, Some(values)) => values[index],
        _ => 0,
    };
    Touch {
        lane,
        value,
        ..*first
    }
}

impl Block {
    /// One of its words, which has a memory of its own from now on.
    fn word(&mut self, index: usize) -> &mut Cell {
        &mut self.words()[index]
    }

    fn words(&mut self) -> &mut [Cell; BLOCK] {
        let words = match self {
            Block::Words(_) => None,
            Block::Untouched => Some(from_fn(|_| Cell::Untouched)),
            Block::Whole(cell, values) => Some(from_fn(|index| {
                cell.mapped(|touch| of_word(touch, index, values.as_deref()))
            })),
        };
        if let Some(words) = words {
            *self = Block::Words(Box::new(words));
        }
        match self {
            Block::Words(words) => words,
            _ => unreachable!("the block has words"),
        }
    }

    /// Remembers an access to all of it. Calls `found` with the number of a word, what touched it and
    /// what that races with.
    pub fn sweep(
        &mut self,
        sweep: &Sweep,
        order: &impl Order,
        mut found: impl FnMut(usize, Touch, Touch),
    ) {
        let store = sweep.first.kind == Kind::Store;
        match self {
            Block::Untouched => *self = Block::whole(sweep),
            Block::Whole(cell, _) if !store && cell.has_just(&sweep.first) => {}
            Block::Whole(cell, values) if store => {
                if cell.gives_way(&sweep.first, order) {
                    cell.replace(sweep.first);
                    match (values, &sweep.values) {
                        (Some(kept), Some(new)) => **kept = *new,
                        (values, new) => *values = new.map(Box::new),
                    }
                    return;
                }
                self.one_by_one(sweep, order, &mut found);
            }
            Block::Whole(cell, _) if !cell.races(&sweep.first, order) => {
                cell.touch(sweep.first, order);
            }
            _ => {
                self.one_by_one(sweep, order, &mut found);
                let last = |cell: &Cell| match cell {
                    Cell::One(last) if last.is_together_with(&sweep.first) => Some(last.loaded),
                    _ => None,
                };
                if store {
                    let words = self.words();
                    let first = last(&words[0]);
                    if let Some(loaded) = first
                        && words.iter().all(|cell| last(cell) == first)
                    {
                        *self = Block::whole(&Sweep {
                            first: Touch {
                                loaded,
                                ..sweep.first
                            },
                            ..*sweep
                        });
                    }
                }
            }
        }
    }

    fn whole(sweep: &Sweep) -> Block {
        Block::Whole(Cell::One(sweep.first), sweep.values.map(Box::new))
    }

    fn one_by_one(
        &mut self,
        sweep: &Sweep,
        order: &impl Order,
        found: &mut impl FnMut(usize, Touch, Touch),
    ) {
        for (index, cell) in self.words().iter_mut().enumerate() {
            let touch = sweep.touch(index);
            if let Some(earlier) = cell.touch_again(touch, order) {
                found(index, touch, earlier);
            }
        }
    }
}
