//! Stacks that a walk through a bounding volume hierarchy keeps in local memory, one for each lane, as
//! `ds_bvh_stack_rtn_b32` and its successors do.
//!
//! A stack has few entries and wraps around: the oldest are lost, and a program that finds out walks up the
//! hierarchy instead. Its entries lie 128 bytes apart, so that those of 32 lanes are side by side. One register
//! says where the stack is and how far it is filled.
//!
//! The manuals push up to the last of the new nodes and return that one, or the top of the stack where it is
//! none. Their pseudocode reads one entry above what it pushed last; here the last one is read, since programs
//! count on it. What an empty stack gives, and that an entry is lost, is known from drivers alone.

use uop::Trap;

/// No node; and what is read of an entry that was lost.
pub const INVALID: u32 = 0xffff_ffff;
/// What an empty stack gives. As the node that was visited last, it means that there are no new ones.
pub const TERMINAL: u32 = 0xffff_fffe;
/// In place of the last node, on RDNA 4: there are no new ones.
const SKIP_ALL: u32 = 0xffff_fff9;
/// Nodes from here on say something else to RDNA 4's stacks.
const FIRST_MARK: u32 = 0xffff_fff8;
/// Bytes from entry to entry.
const STRIDE: u32 = 128;

/// How the register says where a stack is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// RDNA 3: the base above, and how often something was pushed and not popped.
    Counted,
    /// RDNA 4: a place in a ring, and how many entries are in order.
    Ring,
}

/// Local memory.
pub trait Words {
    /// A word.
    fn load(&mut self, address: u32) -> Result<u32, Trap>;
    /// Changes a word.
    fn store(&mut self, address: u32, word: u32) -> Result<(), Trap>;
}

/// Pushes nodes, all but the last, and returns the register and the next node: the last one, or where it is
/// none, the top of the stack. Nodes at and behind the one that was visited `last` are none.
pub fn step(
    packing: Packing,
    size: u32,
    register: u32,
    last: u32,
    nodes: &[u32],
    memory: &mut dyn Words,
) -> Result<(u32, u32), Trap> {
    if size == 0 {
        return Err(Trap::Unmodelled("a stack without entries".into()));
    }
    let mut stack = Stack::read(packing, size, register)?;
    let none = match packing {
        Packing::Counted => last == TERMINAL,
        Packing::Ring => nodes.last() == Some(&SKIP_ALL),
    };
    let is_mark = |node: &u32| (FIRST_MARK..TERMINAL).contains(node);
    if packing == Packing::Ring && !none && nodes.iter().any(is_mark) {
        let what = "a stack that goes from one hierarchy into another";
        return Err(Trap::Unmodelled(what.into()));
    }
    let is_visited = |node: &&u32| last != INVALID && **node == last;
    let new = match (none, nodes.iter().position(|node| is_visited(&node))) {
        (true, _) => &nodes[..0],
        (false, Some(visited)) => &nodes[..visited],
        (false, None) => nodes,
    };
    let top = new.get(nodes.len() - 1).copied().unwrap_or(INVALID);
    for &node in new.iter().take(nodes.len() - 1) {
        if node != INVALID {
            stack.push(node, memory)?;
        }
    }
    let next = match top {
        INVALID => stack.pop(memory)?,
        node => node,
    };
    Ok((stack.register(), next))
}

/// A stack of one lane.
struct Stack {
    packing: Packing,
    size: u32,
    /// In bytes.
    base: u32,
    /// Of entries: pushed and not popped, or where in the ring the next one goes.
    index: u32,
    /// Entries in order, in a ring.
    valid: u32,
    /// Some were lost, in a ring.
    lost: bool,
}

const LOST: u32 = 1 << 30;

impl Stack {
    fn read(packing: Packing, size: u32, register: u32) -> Result<Stack, Trap> {
        let field = |first: u32, bits: u32| register >> first & ((1 << bits) - 1);
        let stack = Stack {
            packing,
            size,
            base: 0,
            index: 0,
            valid: 0,
            lost: false,
        };
        match packing {
            Packing::Counted => Ok(Stack {
                base: field(18, 14) * 4,
                index: field(0, 18),
                ..stack
            }),
            // What must be popped before the hierarchy above goes on, and whether it is in the stack.
            Packing::Ring if field(5, 5) != 0 || field(29, 1) != 0 => Err(Trap::Unmodelled(
                "a stack with nodes of two hierarchies".into(),
            )),
            Packing::Ring => Ok(Stack {
                base: field(15, 14) * 4,
                index: field(10, 5) % size,
                valid: field(0, 5).min(size),
                lost: register & LOST != 0,
                ..stack
            }),
        }
    }

    fn register(&self) -> u32 {
        match self.packing {
            Packing::Counted => (self.base / 4) << 18 | self.index & 0x3_ffff,
            Packing::Ring => {
                let lost = if self.lost { LOST } else { 0 };
                lost | (self.base / 4) << 15 | self.index << 10 | self.valid
            }
        }
    }

    fn place(&self, index: u32) -> u32 {
        self.base + index % self.size * STRIDE
    }

    fn push(&mut self, node: u32, memory: &mut dyn Words) -> Result<(), Trap> {
        memory.store(self.place(self.index), node)?;
        self.index += 1;
        if self.packing == Packing::Ring {
            self.index %= self.size;
            self.lost |= self.valid == self.size;
            self.valid = (self.valid + 1).min(self.size);
        }
        Ok(())
    }

    fn pop(&mut self, memory: &mut dyn Words) -> Result<u32, Trap> {
        match self.packing {
            Packing::Counted if self.index == 0 => return Ok(TERMINAL),
            Packing::Ring if self.valid == 0 && self.lost => return Ok(INVALID),
            Packing::Ring if self.valid == 0 => return Ok(TERMINAL),
            Packing::Counted => self.index -= 1,
            Packing::Ring => {
                self.index = (self.index + self.size - 1) % self.size;
                self.valid -= 1;
            }
        }
        // Whoever comes round to it again finds that it is gone.
        let place = self.place(self.index);
        let node = memory.load(place)?;
        memory.store(place, INVALID)?;
        Ok(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use random::Random;
    use std::collections::HashMap;

    #[derive(Default)]
    struct Local(HashMap<u32, u32>);

    impl Words for Local {
        fn load(&mut self, address: u32) -> Result<u32, Trap> {
            Ok(self.0.get(&address).copied().unwrap_or(INVALID))
        }

        fn store(&mut self, address: u32, word: u32) -> Result<(), Trap> {
            self.0.insert(address, word);
            Ok(())
        }
    }

    /// A stack without packing: a list, of which so many are kept.
    struct Naive {
        all: Vec<u32>,
        size: usize,
        lost: usize,
    }

    impl Naive {
        fn step(&mut self, last: u32, nodes: &[u32]) -> u32 {
            let mut nodes = nodes.to_vec();
            if last != INVALID
                && let Some(at) = nodes.iter().position(|node| *node == last)
            {
                nodes[at..].fill(INVALID);
            }
            let top = nodes.pop().unwrap();
            self.all
                .extend(nodes.iter().filter(|node| **node != INVALID));
            self.lost = self.lost.max(self.all.len().saturating_sub(self.size));
            if top != INVALID {
                return top;
            }
            match self.all.pop() {
                None => TERMINAL,
                Some(_) if self.all.len() < self.lost => INVALID,
                Some(node) => node,
            }
        }
    }

    /// Walks at random; up to what is lost, where what follows is another walk.
    fn walk(packing: Packing, size: u32, of: usize, shift: u32, seed: u64) -> u32 {
        let mut random = Random::new(seed);
        let (mut memory, mut register) = (Local::default(), 5u32 << shift);
        let mut naive = Naive {
            all: Vec::new(),
            size: size as usize,
            lost: 0,
        };
        let (mut last, mut told) = (INVALID, 0);
        for round in 0..200 {
            // Now there are many new nodes, now there are none. Small numbers, so that the last one visited
            // comes up again.
            let mut node = || match random.below(3) {
                0 if round / 20 % 2 == 0 => random.below(12) as u32,
                _ => INVALID,
            };
            let nodes: Vec<u32> = (0..of).map(|_| node()).collect();
            let next;
            (register, next) = step(packing, size, register, last, &nodes, &mut memory).unwrap();
            assert_eq!(next, naive.step(last, &nodes), "{packing:?}, seed {seed}");
            told += 1;
            if next == INVALID {
                return told;
            }
            last = match random.below(2) {
                0 if next != TERMINAL => next,
                _ => INVALID,
            };
        }
        told
    }

    #[test]
    fn stacks_are_lists_of_which_the_end_is_kept() {
        let mut told = 0;
        for seed in 0..300 {
            told += walk(
                Packing::Counted,
                [8, 16, 32, 64][seed as usize % 4],
                4,
                18,
                seed,
            );
            told += walk(Packing::Ring, 3 + seed as u32 % 28, 8, 15, seed);
        }
        assert!(told > 10_000, "most walks are long: {told}");
    }

    #[test]
    fn what_goes_into_another_hierarchy_is_not_modelled() {
        let mut memory = Local::default();
        let mut entered = [INVALID; 8];
        entered[6] = SKIP_ALL;
        entered[7] = 5;
        for (register, nodes) in [(0, entered), (1 << 29, [INVALID; 8]), (1 << 5, [1; 8])] {
            let told = step(Packing::Ring, 16, register, INVALID, &nodes, &mut memory);
            assert!(matches!(told, Err(Trap::Unmodelled(_))));
        }
        let told = step(Packing::Ring, 0, 0, INVALID, &[1; 8], &mut memory);
        assert!(matches!(told, Err(Trap::Unmodelled(_))));
        // Leaves push nothing.
        let mut leaf = [1; 8];
        leaf[7] = SKIP_ALL;
        let told = step(Packing::Ring, 16, 0, INVALID, &leaf, &mut memory);
        assert_eq!(told.unwrap(), (0, TERMINAL));
        let told = step(Packing::Counted, 8, 0, TERMINAL, &[1; 4], &mut memory);
        assert_eq!(told.unwrap(), (0, TERMINAL));
    }
}
