//! Whether what others did comes before what a wave does now.

use super::RaceKind;
use super::known::{GLOBAL, Known, LOCAL};
use super::shadow::{Kind, Order, Touch};
use super::waits::Beside;
use uop::MemoryOrder;

/// The order of one wave among the others.
pub(super) struct Mine<'a> {
    pub waves: &'a [Known],
    pub me: u32,
    pub kind: usize,
    pub order: &'a MemoryOrder,
    /// What is loaded to local memory, where the program does that.
    pub beside: Option<&'a Beside>,
}

impl Mine<'_> {
    /// In what way something races at a word that is found to. It does not where the wave has used an
    /// atomic since: that went beyond the caches, and took what they held of the word along.
    pub fn how(&self, word: u64, earlier: &Touch) -> Option<RaceKind> {
        match (earlier.wave == self.me, self.is_before(earlier)) {
            (true, _) => Some(RaceKind::Branches),
            (_, true) => {
                let known = &self.waves[self.me as usize];
                let renewed = known.seen_by_atomic(self.kind, word);
                let is_seen = renewed.is_some_and(|seen| seen.get(earlier.wave) >= earlier.time);
                (!is_seen).then_some(RaceKind::Outdated)
            }
            _ => Some(RaceKind::Unordered),
        }
    }
}

impl Order for Mine<'_> {
    fn is_before(&self, other: &Touch) -> bool {
        let known = &self.waves[self.me as usize];
        if other.wave == self.me {
            return !self.order.unordered_branches || known.is_before(other.lane, other.time);
        }
        let seen = &known.seen[self.kind];
        let until = match other.kind {
            Kind::Load => seen.loads(other.wave),
            // Other accesses are complete as loads of the same memory are, whatever became of what is loaded there.
            _ => match self.beside {
                Some(beside) if self.kind == LOCAL && beside.excepts(other.inst) => {
                    seen.loads(other.wave)
                }
                _ => seen.get(other.wave),
            },
        };
        until >= other.time
    }

    fn is_seen(&self, other: &Touch) -> bool {
        let known = &self.waves[self.me as usize];
        let near = self.waves[other.wave as usize].group == known.group;
        let cached = match near {
            true => self.order.cached_in_workgroup && other.wave != self.me,
            false => self.order.cached,
        };
        if !cached || self.kind != GLOBAL {
            return self.is_before(other);
        }
        let fresh = if near { &known.near } else { &known.fresh };
        fresh.get(other.wave) >= other.time
    }

    fn is_gone(&self, other: &Touch) -> bool {
        self.waves[other.wave as usize].gone
    }
}
