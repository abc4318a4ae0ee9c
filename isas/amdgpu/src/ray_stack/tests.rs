use super::*;
use random::Random;
use std::collections::{HashMap, VecDeque};

#[derive(Default)]
struct Local(HashMap<u32, u32>);

impl StackMemory for Local {
    fn load(&mut self, address: u32) -> Result<u32, Trap> {
        Ok(self.0.get(&address).copied().unwrap_or(INVALID))
    }

    fn store(&mut self, address: u32, word: u32) -> Result<(), Trap> {
        self.0.insert(address, word);
        Ok(())
    }
}

const NONE: [u32; 0] = [];
const SKIP_0_TO_3: u32 = 0xffff_fffd;
const SKIP_4_TO_7: u32 = 0xffff_fffb;
const SKIP_ALL: u32 = 0xffff_fff9;

fn ring(size: u32) -> StackKind {
    StackKind::Ring {
        size,
        pairs: false,
        ranges: false,
    }
}

/// A stack without packing: a list of which so many are kept, and how many of them are of the hierarchy above.
struct Naive {
    all: VecDeque<u32>,
    size: usize,
    lost: bool,
    above: Option<usize>,
    left: bool,
}

impl Naive {
    fn new(size: u32) -> Naive {
        Naive {
            all: VecDeque::new(),
            size: size as usize,
            lost: false,
            above: None,
            left: false,
        }
    }

    fn push(&mut self, node: u32) {
        self.all.push_back(node);
        if self.all.len() > self.size {
            self.all.pop_front();
            self.lost = true;
            self.above = self.above.and_then(|above| above.checked_sub(1));
        }
    }

    fn pop(&mut self) -> u32 {
        self.left = self.above == Some(self.all.len()) && !self.all.is_empty();
        if self.left || self.all.is_empty() {
            self.above = None;
        }
        let Some(node) = self.all.pop_back() else {
            return if self.lost { INVALID } else { TERMINAL };
        };
        if node & 7 == INSTANCE {
            if let Some(above) = self.above {
                self.all.drain(..above);
                self.lost = true;
            }
            self.above = Some(self.all.len());
        }
        node
    }

    fn pop_two(&mut self) -> [u32; 2] {
        let node = self.pop();
        if node & 7 == PAIR {
            return [node - 1, node];
        }
        let end = self.above == Some(self.all.len());
        match self.all.pop_back_if(|next| !end && *next & 7 != INSTANCE) {
            Some(next) => [next, node],
            None => [node, INVALID],
        }
    }
}

/// Nodes as a ray test gives them: those that are hit first, and then none.
fn children(random: &mut Random, of: usize, few: bool) -> Vec<u32> {
    let kinds = [0, 1, 5, 5, 6];
    let hit = random.below(if few { 2 } else { of as u64 + 1 }) as usize;
    let mut node = |at: usize| match at < hit {
        true => (random.below(500) as u32) << 3 | kinds[random.below(5) as usize],
        false => INVALID,
    };
    (0..of).map(&mut node).collect()
}

/// Walks at random; up to what is lost, where what follows is another walk.
fn walk(kind: StackKind, pops: u16, of: usize, shift: u32, seed: u64) -> u32 {
    let (size, is_ring) = match kind {
        StackKind::Counted { size } => (size, false),
        StackKind::Ring { size, .. } => (size, true),
    };
    let mut random = Random::new(seed);
    let (mut memory, mut register) = (Local::default(), 5u32 << shift);
    let mut naive = Naive::new(size);
    let mut told = 0;
    for round in 0..200 {
        // Now there are many new nodes, now there are few.
        let nodes = children(&mut random, of, round / 20 % 2 == 1);
        let next;
        (register, next) = step(kind, pops, register, INVALID, &nodes, &mut memory).unwrap();
        let mut expected = [INVALID; 2];
        for &node in nodes.iter().rev().filter(|node| **node != INVALID) {
            // RDNA 3 does not know hierarchies, and the node that is returned at once takes no room.
            if !is_ring && node == nodes[0] {
                naive.size += 1;
            }
            naive.push(node);
        }
        match pops {
            1 if is_ring => expected[0] = naive.pop(),
            1 => expected[0] = naive.all.pop_back().unwrap_or(TERMINAL),
            _ => expected = naive.pop_two(),
        }
        naive.size = size as usize;
        told += 1;
        if !is_ring && naive.lost && next[0] == INVALID {
            return told;
        }
        assert_eq!(next, expected, "{kind:?}, seed {seed}, round {round}");
        if is_ring {
            assert_eq!(
                register >> LEFT != 0,
                naive.left,
                "seed {seed}, round {round}"
            );
            assert_eq!(register >> LOST & 1 != 0, naive.lost, "seed {seed}");
            assert_eq!(register & 0x1f, naive.all.len() as u32, "seed {seed}");
        }
        assert_eq!(register >> shift & 0x3fff, 5);
        if next[0] == INVALID {
            return told;
        }
    }
    told
}

#[test]
fn stacks_are_lists_of_which_the_end_is_kept() {
    let mut told = 0;
    for seed in 0..300 {
        let counted = StackKind::Counted {
            size: [8, 16, 32, 64][seed as usize % 4],
        };
        told += walk(counted, 1, 4, 18, seed);
        told += walk(ring(3 + seed as u32 % 28), 1, 8, 15, seed);
        told += walk(ring(3 + seed as u32 % 28), 1, 4, 15, seed);
        told += walk(ring(3 + seed as u32 % 28), 2, 8, 15, seed);
    }
    assert!(told > 20_000, "most walks are long: {told}");
}

/// What a step makes of an empty stack: what it returns, and what can be popped afterwards.
fn all(kind: StackKind, last: u32, nodes: &[u32]) -> Vec<u32> {
    let (mut memory, mut register) = (Local::default(), 0);
    let mut popped = Vec::new();
    let (mut last, mut nodes) = (last, nodes.to_vec());
    loop {
        let next;
        (register, next) = step(kind, 1, register, last, &nodes, &mut memory).unwrap();
        if next[0] == TERMINAL {
            return popped;
        }
        popped.push(next[0]);
        (last, nodes) = (INVALID, vec![INVALID; nodes.len()]);
    }
}

#[test]
fn a_walk_that_comes_back_goes_on_behind_what_it_visited() {
    let four = [40, 45, 53, 61];
    let counted = StackKind::Counted { size: 16 };
    for kind in [counted, ring(16)] {
        assert_eq!(all(kind, INVALID, &four), four);
        assert_eq!(all(kind, 45, &four), [53, 61]);
        assert_eq!(all(kind, 61, &four), NONE);
        // It is none of them: what is in the registers is no list of nodes.
        assert_eq!(all(kind, 77, &four), NONE);
    }
    assert_eq!(all(counted, TERMINAL, &four), NONE);
    let eight = [5, 13, 21, 29, 37, 45, 53, 61];
    assert_eq!(all(ring(16), 29, &eight), eight[4..]);
}

#[test]
fn marks_leave_out_what_follows_them() {
    let eight = |at: usize, mark: u32| {
        let mut nodes = [5, 13, 21, 29, 37, 45, 53, 61];
        nodes[at] = mark;
        all(ring(16), INVALID, &nodes)
    };
    // Nodes go from the last to the first, so a mark leaves out those before it.
    assert_eq!(eight(7, SKIP_ALL), NONE);
    assert_eq!(eight(6, SKIP_ALL), [61]);
    assert_eq!(eight(7, SKIP_4_TO_7), [5, 13, 21, 29]);
    assert_eq!(eight(3, SKIP_0_TO_3), [37, 45, 53, 61]);
    assert_eq!(eight(7, SKIP_0_TO_3), [37, 45, 53]);
    assert_eq!(eight(2, SKIP_0_TO_3), [29, 37, 45, 53, 61]);
    assert_eq!(eight(4, TERMINAL), [5, 13, 21, 29, 45, 53, 61]);
}

#[test]
fn ranges_of_triangles_go_on_pair_by_pair() {
    let ranges = StackKind::Ring {
        size: 16,
        pairs: false,
        ranges: true,
    };
    let mut nodes = [99; 8];
    for (node, how, expected) in [
        (0x120, 0, Some(0x121)),
        (0x123, 0, Some(0x128)),
        (0x12a, 0, Some(0x12b)),
        (0x12a, 1, Some(0x130)),
        (0x121, 3, None),
    ] {
        nodes[7] = node;
        let told = all(ranges, FIRST_MARK | how, &nodes);
        assert_eq!(told, Vec::from_iter(expected), "{node:#x} {how}");
    }
    // Back from any triangle, all others were visited.
    let nodes = [0x120, 0x132, 5, 13, INVALID, INVALID, INVALID, INVALID];
    assert_eq!(all(ranges, 0x123, &nodes), [5, 13]);
    assert_eq!(all(ranges, 5, &nodes), [13]);
}

#[test]
fn a_stack_knows_when_a_hierarchy_is_done() {
    let mut memory = Local::default();
    let mut register = 0;
    let mut next = |nodes: &[u32]| {
        let mut all = [INVALID; 8];
        all[..nodes.len()].copy_from_slice(nodes);
        let told;
        (register, told) = step(ring(16), 1, register, INVALID, &all, &mut memory).unwrap();
        (told[0], register >> LEFT != 0)
    };
    assert_eq!(next(&[6, 14, 22]), (6, false));
    // Below the first instance.
    assert_eq!(next(&[5, 13]), (5, false));
    assert_eq!(next(&[]), (13, false));
    assert_eq!(next(&[]), (14, true));
    assert_eq!(next(&[21]), (21, false));
    assert_eq!(next(&[]), (22, true));
    assert_eq!(next(&[]), (TERMINAL, false));
}

#[test]
fn what_is_not_known_traps() {
    let mut memory = Local::default();
    let with = |size, pairs, ranges| StackKind::Ring {
        size,
        pairs,
        ranges,
    };
    for (kind, pops, count) in [
        (with(0, false, false), 1, 8),
        (with(16, true, false), 1, 8),
        (with(16, false, true), 2, 8),
        (with(16, false, true), 1, 4),
    ] {
        let told = step(kind, pops, 0, INVALID, &vec![1; count], &mut memory);
        assert!(matches!(told, Err(Trap::Unmodelled(_))), "{kind:?}");
    }
}
