//! A map as a list in the order of its keys. What is known before a step is copied whole, and put together
//! with what is known on other ways, far more often than anything is looked up in it.

use std::ops::RangeInclusive;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sorted<K, V>(Vec<(K, V)>);

impl<K, V> Default for Sorted<K, V> {
    fn default() -> Sorted<K, V> {
        Sorted(Vec::new())
    }
}

impl<K: Ord + Copy, V: Copy + PartialEq> Sorted<K, V> {
    /// From what is in order already.
    pub fn of(all: Vec<(K, V)>) -> Sorted<K, V> {
        debug_assert!(all.is_sorted_by(|a, b| a.0 < b.0));
        Sorted(all)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn get(&self, key: &K) -> Option<&V> {
        let at = self.0.binary_search_by(|(own, _)| own.cmp(key)).ok()?;
        Some(&self.0[at].1)
    }

    /// The value of a key, which becomes `new` if there is none.
    pub fn get_or_insert(&mut self, key: K, new: V) -> &mut V {
        let at = match self.0.binary_search_by(|(own, _)| own.cmp(&key)) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, (key, new));
                at
            }
        };
        &mut self.0[at].1
    }

    pub fn insert(&mut self, key: K, value: V) {
        *self.get_or_insert(key, value) = value;
    }

    pub fn iter(&self) -> impl Iterator<Item = &(K, V)> {
        self.0.iter()
    }

    pub fn into_iter(self) -> impl Iterator<Item = (K, V)> {
        self.0.into_iter()
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    pub fn range(&self, keys: RangeInclusive<K>) -> &[(K, V)] {
        let start = self.0.partition_point(|(key, _)| key < keys.start());
        let rest = &self.0[start..];
        let count = rest.partition_point(|(key, _)| key <= keys.end());
        &rest[..count]
    }

    pub fn retain(&mut self, mut stays: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| stays(key, value));
    }

    /// Takes out what is `wanted` of some keys.
    pub fn take(&mut self, keys: RangeInclusive<K>, wanted: impl Fn(&V) -> bool) -> Vec<(K, V)> {
        let start = self.0.partition_point(|(key, _)| key < keys.start());
        let end = start + self.range(keys).len();
        let is_wanted = |it: &&(K, V)| wanted(&it.1);
        let taken: Vec<_> = self.0[start..end]
            .iter()
            .filter(is_wanted)
            .copied()
            .collect();
        if taken.len() == end - start {
            self.0.drain(start..end);
        } else if !taken.is_empty() {
            self.retain(|key, _| taken.binary_search_by(|(own, _)| own.cmp(key)).is_err());
        }
        taken
    }

    /// Takes in what another has. `both` says what becomes of two values of a key. True if that changes
    /// anything.
    pub fn join(&mut self, other: &Sorted<K, V>, both: impl Fn(&V, &V) -> V) -> bool {
        let (mut changes, mut missing, mut at) = (false, 0, 0);
        let sparse = 16 * other.len() < self.len();
        for (key, theirs) in &other.0 {
            // Few may come to many.
            at += match sparse {
                true => self.0[at..].partition_point(|(own, _)| own < key),
                false => self.0[at..].iter().take_while(|(own, _)| own < key).count(),
            };
            match self.0.get_mut(at).filter(|(own, _)| own == key) {
                Some((_, own)) => {
                    let new = both(own, theirs);
                    changes |= new != *own;
                    *own = new;
                }
                None => missing += 1,
            }
        }
        if missing > 0 {
            let mut all = Vec::with_capacity(self.0.len() + missing);
            let mut own = &self.0[..];
            for theirs in &other.0 {
                let before = match sparse {
                    true => own.partition_point(|(key, _)| *key < theirs.0),
                    false => own.iter().take_while(|(key, _)| *key < theirs.0).count(),
                };
                all.extend_from_slice(&own[..before]);
                own = &own[before..];
                match own.split_first().filter(|(own, _)| own.0 == theirs.0) {
                    // It has been seen to.
                    Some((both, rest)) => {
                        all.push(*both);
                        own = rest;
                    }
                    None => all.push(*theirs),
                }
            }
            all.extend_from_slice(own);
            self.0 = all;
        }
        changes || missing > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_map() {
        let mut map = Sorted::default();
        for (key, value) in [(3, 30), (1, 10), (2, 20), (3, 31)] {
            map.insert(key, value);
        }
        assert_eq!(
            map.iter().copied().collect::<Vec<_>>(),
            [(1, 10), (2, 20), (3, 31)]
        );
        assert_eq!(map.get(&2), Some(&20));
        assert_eq!(map.get(&4), None);
        assert_eq!(map.range(2..=3), [(2, 20), (3, 31)]);
        assert_eq!(map.take(1..=2, |value| *value > 10), [(2, 20)]);
        assert_eq!(map.take(3..=9, |_| true), [(3, 31)]);
        assert_eq!(map.len(), 1);
    }

    #[test]
    fn what_two_have_is_joined() {
        let map = |all: &[(u32, u32)]| Sorted::of(all.to_vec());
        let least = |a: &u32, b: &u32| *a.min(b);
        let mut own = map(&[(1, 10), (3, 30), (4, 5)]);
        assert!(!own.join(&map(&[(1, 11), (4, 5)]), least));
        assert!(own.join(&map(&[(3, 1)]), least));
        assert!(own.join(&map(&[(0, 7), (2, 2), (4, 6), (5, 5)]), least));
        let all = [(0, 7), (1, 10), (2, 2), (3, 1), (4, 5), (5, 5)];
        assert_eq!(own, map(&all));
    }
}
