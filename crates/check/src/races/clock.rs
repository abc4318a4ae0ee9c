//! What a wave has seen of the others: of each, until when.
//!
//! Clocks are trees that share what they have in common. That of a wave which met no other is empty,
//! waves that passed a barrier have the same, and one that comes after thousands of others through an
//! atomic has all of the clock before it but a path. So memory grows with the number of waves, not
//! with its square.

use std::sync::Arc;

const BITS: u32 = 4;
const FAN: usize = 1 << BITS;

/// A time for every wave; 0 for those that were never met.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    root: Option<Arc<Node>>,
    /// Nodes on the way from the root to times, the root not counted.
    height: u32,
    /// What the numbers of the waves below the root begin with: no root is higher than those that were
    /// met need, which for most are their neighbours.
    prefix: u32,
}

/// For every wave the time up to which all is complete, and behind those the time up to which loads are.
type Times = [u32; 2 * FAN];

#[derive(Clone, Debug)]
enum Node {
    Times(Times),
    Nodes([Option<Arc<Node>>; FAN]),
}

impl Clock {
    pub fn get(&self, wave: u32) -> u32 {
        self.at(wave, 0)
    }

    /// The same as far as loads go, which may be complete where stores are not.
    pub fn loads(&self, wave: u32) -> u32 {
        self.at(wave, FAN)
    }

    fn at(&self, wave: u32, part: usize) -> u32 {
        let mut height = self.height;
        let mut node = self.root.as_ref().filter(|_| self.reaches(wave));
        while let Some(this) = node {
            node = match &**this {
                Node::Times(times) => return times[part + wave as usize % FAN],
                Node::Nodes(nodes) => nodes[branch(wave, height)].as_ref(),
            };
            height -= 1;
        }
        0
    }

    pub fn set(&mut self, wave: u32, time: u32) {
        self.set_both(wave, time, time);
    }

    /// All is complete up to one time, and loads are up to another.
    pub fn set_both(&mut self, wave: u32, time: u32, loads: u32) {
        if self.root.is_none() {
            (self.height, self.prefix) = (0, wave >> BITS);
        }
        while !self.reaches(wave) {
            self.raise();
        }
        set(&mut self.root, self.height, wave, [time, loads]);
    }

    /// From now on as far as either.
    pub fn join(&mut self, other: &Clock) {
        if other.root.is_none() || self.is_same(other) {
            return;
        }
        if self.root.is_none() {
            *self = other.clone();
            return;
        }
        let mut other = other.clone();
        while (self.height, self.prefix) != (other.height, other.prefix) {
            match self.height < other.height {
                true => self.raise(),
                false => other.raise(),
            }
        }
        self.root = joined(self.root.as_ref(), other.root.as_ref());
    }

    /// Both are one and the same.
    pub fn is_same(&self, other: &Clock) -> bool {
        same(self.root.as_ref(), other.root.as_ref())
    }

    fn reaches(&self, wave: u32) -> bool {
        u64::from(wave) >> (BITS * (self.height + 1)) == u64::from(self.prefix)
    }

    fn raise(&mut self) {
        if let Some(root) = self.root.take() {
            let mut nodes: [Option<Arc<Node>>; FAN] = Default::default();
            nodes[self.prefix as usize % FAN] = Some(root);
            self.root = Some(Arc::new(Node::Nodes(nodes)));
        }
        self.height += 1;
        self.prefix >>= BITS;
    }
}

fn branch(wave: u32, height: u32) -> usize {
    (wave >> (BITS * height)) as usize % FAN
}

fn set(node: &mut Option<Arc<Node>>, height: u32, wave: u32, time: [u32; 2]) {
    let node = node.get_or_insert_with(|| {
        Arc::new(match height {
            0 => Node::Times([0; 2 * FAN]),
            _ => Node::Nodes(Default::default()),
        })
    });
    match Arc::make_mut(node) {
        Node::Times(times) => {
            let at = wave as usize % FAN;
            [times[at], times[FAN + at]] = time;
        }
        Node::Nodes(nodes) => set(&mut nodes[branch(wave, height)], height - 1, wave, time),
    }
}

/// The later of all times in two trees of the same height; one of the two where it is that.
fn joined(a: Option<&Arc<Node>>, b: Option<&Arc<Node>>) -> Option<Arc<Node>> {
    let (a, b) = match (a, b) {
        (Some(a), Some(b)) if !Arc::ptr_eq(a, b) => (a, b),
        (one, None) | (None, one) | (one, _) => return one.cloned(),
    };
    let node = match (&**a, &**b) {
        (Node::Times(x), Node::Times(y)) => {
            // Without a way out of the loop, for vectors.
            let not_less = |x: &Times, y: &Times| {
                let pairs = x.iter().zip(y);
                pairs.fold(true, |all, (x, y)| all & (x >= y))
            };
            match (not_less(x, y), not_less(y, x)) {
                (true, _) => a.clone(),
                (_, true) => b.clone(),
                _ => Arc::new(Node::Times(std::array::from_fn(|i| x[i].max(y[i])))),
            }
        }
        (Node::Nodes(x), Node::Nodes(y)) => {
            // Most have most in common: only what differs is looked at.
            let mut all: [Option<Arc<Node>>; FAN] = Default::default();
            let (mut is_x, mut is_y) = (true, true);
            let differ = |i: usize| !same(x[i].as_ref(), y[i].as_ref());
            for i in (0..FAN).filter(|&i| differ(i)) {
                all[i] = joined(x[i].as_ref(), y[i].as_ref());
                is_x &= same(all[i].as_ref(), x[i].as_ref());
                is_y &= same(all[i].as_ref(), y[i].as_ref());
            }
            if is_x || is_y {
                return Some(if is_x { a } else { b }.clone());
            }
            for (all, x) in all.iter_mut().zip(x) {
                if all.is_none() {
                    all.clone_from(x);
                }
            }
            Arc::new(Node::Nodes(all))
        }
        _ => unreachable!("trees of one height"),
    };
    Some(node)
}

fn same(a: Option<&Arc<Node>>, b: Option<&Arc<Node>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn clocks_are_maps_that_take_the_later_time() {
        // Numbers that make trees of every height.
        let waves = [0, 1, 15, 16, 17, 255, 256, 4096, 70_000, 1 << 20, u32::MAX];
        let make = |salt: u32| {
            let mut clock = (Clock::default(), BTreeMap::new());
            for (i, &wave) in waves.iter().enumerate() {
                let time = (salt * 7 + i as u32 * 5) % 11;
                if !time.is_multiple_of(3) {
                    clock.0.set(wave, time);
                    clock.1.insert(wave, time);
                }
            }
            clock
        };
        for (one, two) in (0..11).flat_map(|a| (0..11).map(move |b| (a, b))) {
            let ((mut clock, mut map), (other, times)) = (make(one), make(two));
            clock.join(&other);
            for (wave, time) in times {
                let known = map.entry(wave).or_insert(0);
                *known = time.max(*known);
            }
            for wave in waves.into_iter().chain([2, 18, 300, 1 << 24]) {
                let expected = map.get(&wave).copied().unwrap_or(0);
                assert_eq!(clock.get(wave), expected, "wave {wave} of {one} and {two}");
            }
        }
    }

    #[test]
    fn what_is_the_same_is_shared() {
        let mut before = Clock::default();
        (0..1000).for_each(|wave| before.set(wave, 1));
        let mut after = Clock::default();
        after.set(5, 1);
        after.join(&before);
        let ends = [&before, &after].map(|clock| Arc::as_ptr(clock.root.as_ref().unwrap()));
        assert_eq!(ends[0], ends[1]);
    }
}
