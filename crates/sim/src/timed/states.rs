//! The scoreboards that waves have come to, and what came of them.
//!
//! Waves of a program do the same again and again, with the same cycles in between: a launch of millions of
//! instructions comes to a few hundred different scoreboards. So each is worked out once and has a number,
//! and what follows when its instruction is issued is remembered with it. A wave that issues an instruction
//! goes on from number to number; what is counted on the way is how often each was gone.

use super::record::Records;
use super::scoreboard::{Issue, Scoreboard, Source, Wait};
use super::{Cycles, Stall};
use std::collections::HashMap;
use std::sync::Arc;
use uop::Obstacle;
use uop::timing::Pipeline;

#[derive(Clone)]
pub(super) struct States {
    all: Vec<State>,
    edges: Edges,
    boards: Vec<Arc<Scoreboard>>,
    numbers: HashMap<Arc<Scoreboard>, u32>,
    /// The one that waves begin with.
    start: Option<u32>,
}

/// A scoreboard, as far as it has to be known while waves issue.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// Cycles that registers keep the next instruction.
    pub wait: u32,
    /// After that: until what it reads in its queue is there.
    pub ready: u32,
    /// From then on, later makes no difference.
    end: u32,
    of: Source,
    /// How often a wave waited, where it is known for what.
    kept: u64,
    /// The edge that was gone last, and how often since then. The host goes on with where it leads before
    /// it has made sure that it is the one.
    last: Edge,
}

/// What states are followed by: a hash table, at most half of which is taken.
#[derive(Clone)]
struct Edges {
    slots: Vec<Edge>,
    taken: usize,
    /// How many bits of a hash are left over.
    shift: u32,
}

#[derive(Clone, Copy)]
struct Edge {
    how: u64,
    from: u32,
    after: u32,
    to: u32,
    /// Cycles that the instruction itself takes, of those until its wave goes on.
    latency: u32,
    /// How often it was gone.
    count: u64,
}

/// No edge: there is no such state.
const FREE: Edge = Edge {
    how: u64::MAX,
    from: u32::MAX,
    after: 0,
    to: 0,
    latency: 0,
    count: 0,
};

impl Edges {
    fn new(bits: u32) -> Edges {
        Edges {
            slots: vec![FREE; 1 << bits],
            taken: 0,
            shift: u64::BITS - bits,
        }
    }

    /// Where an edge is, or would be.
    #[inline(always)]
    fn find(&mut self, from: u32, how: u64, after: u32) -> &mut Edge {
        // Two numbers without a pattern in their bits.
        let (how_by, from_by) = (0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03);
        let hash = how.wrapping_mul(how_by) ^ u64::from(from).wrapping_mul(from_by);
        let last = self.slots.len() - 1;
        let mut at = (hash >> self.shift) as usize;
        loop {
            let own = &self.slots[at & last];
            if own.how == how && own.from == from && own.after == after || own.from == FREE.from {
                return &mut self.slots[at & last];
            }
            at += 1;
        }
    }

    fn add(&mut self, edge: Edge) {
        if 2 * self.taken >= self.slots.len() {
            let mut larger = Edges::new(u64::BITS - self.shift + 1);
            self.iter().for_each(|&edge| larger.add(edge));
            *self = larger;
        }
        self.taken += 1;
        *self.find(edge.from, edge.how, edge.after) = edge;
    }

    /// An edge was gone so often.
    fn count(&mut self, edge: &Edge) {
        if edge.count > 0 {
            self.find(edge.from, edge.how, edge.after).count += edge.count;
        }
    }

    fn iter(&self) -> impl Iterator<Item = &Edge> {
        let all = self.slots.iter();
        all.filter(|edge| edge.from != FREE.from)
    }
}

/// Instead of an instruction that is issued: time passes.
const LATER: u64 = 1 << 63;

/// Where the parts of an issue are, in [`Edge::how`]; and the most that each can be, which is far beyond
/// what chips take.
const BITS: u32 = 21;
const MOST: u32 = (1 << BITS) - 1;

/// With more, those that no wave is in are forgotten. Machines have fewer waves than that.
const MOST_STATES: usize = 1 << 16;

impl States {
    pub fn new() -> States {
        States {
            all: Vec::new(),
            edges: Edges::new(8),
            boards: Vec::new(),
            numbers: HashMap::new(),
            start: None,
        }
    }

    #[inline(always)]
    pub fn get(&self, state: u32) -> &State {
        &self.all[state as usize]
    }

    /// Of a wave that begins with this instruction, the same for all.
    pub fn start(&mut self, inst: u32, records: &Records) -> u32 {
        let known = self.start;
        let start = known.unwrap_or_else(|| self.number(Scoreboard::new(inst), records));
        *self.start.insert(start)
    }

    /// The same as another one, for a wave that has been moved to this instruction.
    pub fn moved(&mut self, from: u32, inst: u32, records: &Records) -> u32 {
        let mut board = (*self.boards[from as usize]).clone();
        board.inst = inst;
        self.number(board, records)
    }

    /// So many cycles later.
    #[inline(always)]
    pub fn later(&mut self, from: u32, cycles: u64, records: &Records) -> u32 {
        let cycles = cycles.min(self.get(from).end.into());
        match cycles {
            0 => from,
            _ => match self.find(from, LATER | cycles, 0) {
                Some(to) => to,
                None => self.pass(from, cycles as u32, records),
            },
        }
    }

    /// After its instruction, which takes so many cycles itself, has been issued.
    #[inline(always)]
    pub fn after(
        &mut self,
        from: u32,
        mut issue: Issue,
        latency: u32,
        of: (&Records, &Pipeline),
    ) -> u32 {
        issue.waited = issue.waited.min(self.get(from).end);
        let Issue {
            waited,
            offset,
            cycles,
            after,
        } = issue;
        debug_assert!(waited.max(offset).max(cycles) <= MOST, "{issue:?}");
        let how = u64::from(waited) | u64::from(offset) << BITS | u64::from(cycles) << (2 * BITS);
        match self.find(from, how, after) {
            Some(to) => to,
            None => self.issue(from, how, (issue, latency), of),
        }
    }

    #[inline(always)]
    fn find(&mut self, from: u32, how: u64, after: u32) -> Option<u32> {
        let last = &mut self.all[from as usize].last;
        if last.how == how && last.after == after {
            last.count += 1;
            return Some(last.to);
        }
        self.look_up(from, how, after)
    }

    #[inline(never)]
    fn look_up(&mut self, from: u32, how: u64, after: u32) -> Option<u32> {
        let edge = self.edges.find(from, how, after);
        if edge.from != from {
            return None;
        }
        let to = edge.to;
        let edge = Edge { count: 1, ..*edge };
        let before = std::mem::replace(&mut self.all[from as usize].last, edge);
        self.edges.count(&before);
        Some(to)
    }

    #[cold]
    #[inline(never)]
    fn pass(&mut self, from: u32, cycles: u32, records: &Records) -> u32 {
        let board = (*self.boards[from as usize]).clone();
        let to = self.number(board.later(cycles, records), records);
        self.add(from, (LATER | u64::from(cycles), 0, to), 0)
    }

    #[cold]
    #[inline(never)]
    fn issue(
        &mut self,
        from: u32,
        how: u64,
        (issue, latency): (Issue, u32),
        (records, pipeline): (&Records, &Pipeline),
    ) -> u32 {
        let (board, wait) = (&self.boards[from as usize], self.get(from).wait);
        let board = Scoreboard::clone(board).after(&issue, wait, (records, pipeline));
        let to = self.number(board, records);
        self.add(from, (how, issue.after, to), latency)
    }

    fn add(&mut self, from: u32, (how, after, to): (u64, u32, u32), latency: u32) -> u32 {
        self.edges.add(Edge {
            how,
            from,
            after,
            to,
            latency,
            count: 1,
        });
        to
    }

    fn number(&mut self, board: Scoreboard, records: &Records) -> u32 {
        if let Some(&known) = self.numbers.get(&board) {
            return known;
        }
        let Wait { cycles, of } = board.wait(records);
        let number = self.all.len() as u32;
        self.all.push(State {
            wait: cycles,
            ready: board.ready(records).saturating_sub(cycles),
            end: board.end(records),
            of,
            kept: 0,
            last: FREE,
        });
        let board = Arc::new(board);
        self.boards.push(board.clone());
        self.numbers.insert(board, number);
        number
    }

    /// An instruction waits for registers; false where it is not known here which instruction wrote them.
    #[inline]
    pub fn keep(&mut self, state: u32) -> bool {
        let own = &mut self.all[state as usize];
        let known = own.of != Source::LongAgo;
        own.kept += u64::from(known);
        known
    }

    /// What the next instruction waits for, where it is known.
    fn source(&self, state: u32) -> Option<u32> {
        match self.get(state).of {
            Source::Inst(inst) => Some(inst),
            Source::Nothing | Source::LongAgo => None,
        }
    }

    /// What was counted.
    pub fn tally(&self, cycles: &mut Cycles) {
        for (number, own) in self.all.iter().enumerate().filter(|(_, own)| own.kept > 0) {
            let obstacle = Obstacle {
                until: 0,
                cause: Stall::Dependency,
                of: self.source(number as u32),
            };
            let inst = self.boards[number].inst;
            cycles.wait(inst, &obstacle, own.kept * u64::from(own.wait));
        }
        let last = self.all.iter().map(|own| &own.last);
        let edges = self.edges.iter().chain(last);
        for edge in edges.filter(|edge| edge.how & LATER == 0) {
            let inst = self.boards[edge.from as usize].inst;
            let full = (edge.how >> (2 * BITS)) - u64::from(edge.latency);
            cycles.issue(inst, edge.count, full, edge.latency.into());
        }
    }

    /// There are more than have to be remembered.
    pub fn are_many(&self) -> bool {
        self.all.len() > MOST_STATES
    }

    /// Those of others that waves have, and nothing else: the new number of one.
    pub fn adopt(&mut self, from: &States, state: u32, records: &Records) -> u32 {
        let board = &from.boards[state as usize];
        self.number((**board).clone(), records)
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        let own = size_of::<State>() + 2 * size_of::<Scoreboard>();
        self.all.len() * own + size_of_val(&self.edges.slots[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_found_and_counted_however_many_there_are() {
        let mut random = random::Random::new(5);
        let (mut edges, mut plain) = (Edges::new(2), HashMap::new());
        for _ in 0..20_000 {
            let (from, how) = (random.below(50) as u32, random.below(20) as u64);
            let after = random.below(3) as u32;
            let edge = Edge {
                how,
                from,
                after,
                to: 7,
                latency: 1,
                count: 1,
            };
            *plain.entry((from, how, after)).or_insert(0) += 1;
            match edges.find(from, how, after).from == from {
                true => edges.count(&edge),
                false => edges.add(edge),
            }
        }
        assert_eq!(edges.iter().count(), plain.len());
        for edge in edges.iter() {
            assert_eq!(edge.count, plain[&(edge.from, edge.how, edge.after)]);
        }
    }
}
