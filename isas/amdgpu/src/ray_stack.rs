//! Stacks that a walk through a bounding volume hierarchy keeps in local memory, one for each lane, as
//! `ds_bvh_stack_rtn_b32` and its successors do.
//!
//! A stack has few entries and wraps around: the oldest are lost, and a program that finds out walks up the
//! hierarchy instead. Its entries lie 128 bytes apart, so that those of 32 lanes are side by side. One register
//! says where the stack is and how far it is filled.
//!
//! Nodes come in the order in which a ray test returns them, the nearest first, so they are pushed from the last
//! to the first, and the first one is what is popped. The manuals have it the other way round, and their
//! pseudocode pops an entry that was not pushed; both drivers count on what is here, and one of them has a
//! second implementation of these instructions that does it. What lies where an entry was popped is the
//! manuals' word alone.

use uop::Trap;

/// No node; and what is read of an entry that was lost.
pub const INVALID: u32 = 0xffff_ffff;
/// What an empty stack gives.
pub const TERMINAL: u32 = 0xffff_fffe;
/// Nodes from here on are none, and say something to RDNA 4's stacks.
const FIRST_MARK: u32 = 0xffff_fff8;
/// Bytes from entry to entry.
const STRIDE: u32 = 128;
/// Where an instance of another hierarchy is, in the lowest bits of a node.
const INSTANCE: u32 = 6;
/// The second of two triangles, which stands for both where two nodes are popped.
const PAIR: u32 = 1;

/// Which stacks there are, and how many entries they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackKind {
    /// RDNA 3: the register has how often something was pushed and not popped.
    Counted {
        /// How many entries.
        size: u32,
    },
    /// RDNA 4: a place in a ring, and how many entries are in order.
    Ring {
        /// How many entries.
        size: u32,
        /// Something is made of pairs of triangles.
        pairs: bool,
        /// Children may be ranges of triangles, and the node that was visited last may say how to go on in one.
        ranges: bool,
    },
}

/// Local memory.
pub trait StackMemory {
    /// A word.
    fn load(&mut self, address: u32) -> Result<u32, Trap>;
    /// Changes a word.
    fn store(&mut self, address: u32, word: u32) -> Result<(), Trap>;
}

/// Pushes nodes and pops some: gives the register, and the one or two nodes.
pub fn step(
    kind: StackKind,
    pops: u16,
    register: u32,
    last: u32,
    nodes: &[u32],
    memory: &mut dyn StackMemory,
) -> Result<(u32, [u32; 2]), Trap> {
    match kind {
        StackKind::Counted { size } => {
            let (register, next) = counted(size, register, last, nodes, memory)?;
            Ok((register, [next, INVALID]))
        }
        StackKind::Ring {
            size,
            pairs,
            ranges,
        } => {
            let unknown = match () {
                () if size == 0 => Some("a stack without entries"),
                () if pairs => Some("what a stack makes of pairs of triangles"),
                () if ranges && (pops, nodes.len()) != (1, 8) => Some(
                    "ranges of triangles on a stack that does not take eight nodes and give one",
                ),
                () => None,
            };
            if let Some(what) = unknown {
                return Err(Trap::Unmodelled(what.into()));
            }
            let mut ring = Ring::read(size, register);
            ring.push_all(last, nodes, ranges, memory)?;
            let next = match pops {
                1 => [ring.pop(memory)?, INVALID],
                _ => ring.pop_two(memory)?,
            };
            Ok((ring.register(), next))
        }
    }
}

/// RDNA 3. The first node is returned and never was on the stack; where it is none, the top is popped.
fn counted(
    size: u32,
    register: u32,
    last: u32,
    nodes: &[u32],
    memory: &mut dyn StackMemory,
) -> Result<(u32, u32), Trap> {
    const INDEX: u32 = 0x3_ffff;
    let base = (register >> 18) * 4;
    let mut index = register & INDEX;
    let place = |index: u32| base + index % size * STRIDE;
    // Those up to the one that was visited were visited before it. If it is none of them, they are no nodes.
    let visited = nodes.iter().rposition(|node| *node == last);
    let (first, rest) = match (last, visited) {
        (INVALID, _) => (nodes[0], &nodes[1..]),
        (_, Some(at)) => (INVALID, &nodes[at + 1..]),
        (_, None) => (INVALID, &nodes[..0]),
    };
    for &node in rest.iter().rev().filter(|node| **node != INVALID) {
        memory.store(place(index), node)?;
        index = (index + 1).min(INDEX);
    }
    let next = match (first, index) {
        (INVALID, 0) => TERMINAL,
        (INVALID, _) => {
            index -= 1;
            // A push that comes round to it again finds that it is gone.
            let node = memory.load(place(index))?;
            memory.store(place(index), INVALID)?;
            node
        }
        (node, _) => node,
    };
    Ok((register & !INDEX | index, next))
}

/// A stack of one lane on RDNA 4.
struct Ring {
    size: u32,
    /// In bytes.
    base: u32,
    /// Where the next entry goes.
    index: u32,
    /// Entries in order.
    valid: u32,
    /// How many have to be popped before those of the hierarchy above.
    to_parent: u32,
    /// Some are of the hierarchy above.
    has_parent: bool,
    /// Some were lost.
    lost: bool,
    /// What was popped last was of the hierarchy above.
    left: bool,
}

const HAS_PARENT: u32 = 29;
const LOST: u32 = 30;
const LEFT: u32 = 31;

impl Ring {
    fn read(size: u32, register: u32) -> Ring {
        let field = |first: u32, bits: u32| register >> first & ((1 << bits) - 1);
        Ring {
            size,
            base: field(15, 14) * 4,
            index: field(10, 5) % size,
            valid: field(0, 5).min(size),
            to_parent: field(5, 5).min(size),
            has_parent: field(HAS_PARENT, 1) != 0,
            lost: field(LOST, 1) != 0,
            left: field(LEFT, 1) != 0,
        }
    }

    fn register(&self) -> u32 {
        let flag = |on: bool, at: u32| u32::from(on) << at;
        flag(self.left, LEFT)
            | flag(self.lost, LOST)
            | flag(self.has_parent, HAS_PARENT)
            | (self.base / 4) << 15
            | self.index << 10
            | self.to_parent << 5
            | self.valid
    }

    /// Pushes nodes from the last to the first. Marks say that some are none: with a zero in bit 1 all of the first
    /// four that follow, and in bit 2 all of the last four.
    fn push_all(
        &mut self,
        last: u32,
        nodes: &[u32],
        ranges: bool,
        memory: &mut dyn StackMemory,
    ) -> Result<(), Trap> {
        let is_triangle = |node: u32| node & 7 <= 3;
        // The walk came back from a child: it was visited, and those before it. Triangles come first of all, so that
        // with ranges any of them may stand for it.
        let back = last < FIRST_MARK;
        let was_visited = |node: u32| node == last || ranges && is_triangle(node);
        let update = ranges && !back && last & 4 == 0;
        let mut valid = !back || nodes.iter().any(|node| was_visited(*node));
        if ranges {
            valid |= is_triangle(last);
            // The end of a range: there is nothing to go on with.
            valid &= !(update && last & 2 != 0);
        }
        let (mut skips_low, mut skips_high) = (false, false);
        for (at, &node) in nodes.iter().enumerate().rev() {
            let is_mark = node >= FIRST_MARK;
            if at >= 4 {
                let heeded = is_mark && valid && !skips_high;
                skips_low |= heeded && node & 2 == 0;
                skips_high |= heeded && node & 4 == 0;
            } else {
                skips_low |= is_mark && valid && node & 2 == 0;
            }
            // Only the last node is one then: the range.
            let is_rest = update && at + 1 < nodes.len();
            valid &= !(back && was_visited(node));
            let skipped = is_rest || if at < 4 { skips_low } else { skips_high };
            if valid && !is_mark && !skipped {
                let next = match update {
                    true => next_in_range(node, last & 1 != 0),
                    false => node,
                };
                self.push(next, memory)?;
            }
        }
        Ok(())
    }

    fn place(&self) -> u32 {
        self.base + self.index * STRIDE
    }

    fn push(&mut self, node: u32, memory: &mut dyn StackMemory) -> Result<(), Trap> {
        memory.store(self.place(), node)?;
        self.lost |= self.valid == self.size;
        self.index = (self.index + 1) % self.size;
        self.has_parent &= self.to_parent != self.size;
        self.to_parent = (self.to_parent + 1).min(self.size);
        self.valid = (self.valid + 1).min(self.size);
        Ok(())
    }

    fn pop(&mut self, memory: &mut dyn StackMemory) -> Result<u32, Trap> {
        self.left = self.to_parent == 0 && self.has_parent;
        self.has_parent &= !self.left;
        if self.valid == 0 {
            (self.left, self.has_parent) = (false, false);
            return Ok(match self.lost {
                true => INVALID,
                false => TERMINAL,
            });
        }
        let node = self.take(memory)?;
        if node & 7 == INSTANCE {
            // There is room for two hierarchies: one that is above both is given up.
            if self.has_parent {
                self.valid = self.to_parent;
                self.lost = true;
            }
            self.has_parent = true;
            self.to_parent = 0;
        }
        Ok(node)
    }

    /// The two nodes on top, if they are of one hierarchy and neither leads into another. The second of two triangles
    /// is both of them. What was popped first comes second, if it does not come alone.
    fn pop_two(&mut self, memory: &mut dyn StackMemory) -> Result<[u32; 2], Trap> {
        let first = self.pop(memory)?;
        if first & 7 == PAIR {
            return Ok([first & !7, first]);
        }
        let is_last = self.valid == 0 || self.to_parent == 0 && self.has_parent;
        if is_last || self.peek(memory)? & 7 == INSTANCE {
            return Ok([first, INVALID]);
        }
        Ok([self.take(memory)?, first])
    }

    fn before(&self) -> u32 {
        (self.index + self.size - 1) % self.size
    }

    fn peek(&self, memory: &mut dyn StackMemory) -> Result<u32, Trap> {
        memory.load(self.base + self.before() * STRIDE)
    }

    fn take(&mut self, memory: &mut dyn StackMemory) -> Result<u32, Trap> {
        let node = self.peek(memory)?;
        self.index = self.before();
        self.to_parent = self.to_parent.saturating_sub(1);
        self.valid -= 1;
        memory.store(self.place(), INVALID)?;
        Ok(node)
    }
}

/// The pair of triangles behind one: of the same node, or the first of the next one.
fn next_in_range(node: u32, ends_node: bool) -> u32 {
    match (ends_node, node & 0xf) {
        (true, _) => (node & !0xf).wrapping_add(0x10),
        // Pairs from four on have another bit.
        (false, 3) => node ^ 0xb,
        (false, _) => node.wrapping_add(1),
    }
}

#[cfg(test)]
mod tests;
