//! What machines tell of the order of accesses: operations that go their own way, and places where
//! waves meet.

use super::Races;
use super::clock::Clock;
use super::known::{GLOBAL, Known, LOCAL, Part, SHARED, WRITTEN};
use super::left::Left;
use super::roles::STRONG;
use sim::Observer;
use std::collections::BTreeMap;
use uop::{Access, LookWave, OrderEvent, RendezvousKind, Site, Watcher};

impl Races {
    pub(super) fn event(&mut self, at: &Site, event: &OrderEvent) {
        if let OrderEvent::Over { group } = *event {
            return Observer::ended(self, &[group]);
        }
        let me = self.wave(at);
        match *event {
            OrderEvent::Begins { operation, unit } => {
                let unit = self.unit(me, unit);
                let left = {
                    let known = &mut self.waves[me as usize];
                    let now = known.all_now(me);
                    known.time += 1;
                    now
                };
                let known = &mut self.waves[unit as usize];
                known.time += 1;
                known.takes(&left);
                self.under_way = operation;
                self.note_operation(me, unit);
            }
            OrderEvent::Touches {
                access,
                unit,
                strong,
            } => {
                let by = match unit {
                    Some(unit) => self.unit(me, unit),
                    None => me,
                };
                self.stored.clear();
                let more = if strong { STRONG } else { 0 };
                self.access_by(by, at, &access, more);
            }
            OrderEvent::Ends { operation } => {
                if let Some(left) = self.operations.remove(&(me, operation)) {
                    self.waves[me as usize].takes(&left);
                }
            }
            OrderEvent::Follows { operation, unit } => {
                let unit = self.unit(me, unit);
                if let Some(before) = self.operations.get(&(me, operation)) {
                    self.waves[unit as usize].takes(before);
                }
                self.note_operation(me, unit);
            }
            OrderEvent::Over { .. } => {}
            OrderEvent::Leaves {
                at,
                operation,
                anew,
                units,
            } => {
                let left = match operation {
                    None => self.waves[me as usize].leaves(me, &self.order),
                    Some(operation) => match self.operations.get(&(me, operation)) {
                        Some(left) => left.clone(),
                        None => return,
                    },
                };
                let group = self.waves[me as usize].group;
                if at.kind != RendezvousKind::Barrier {
                    self.told.insert(group);
                }
                let there = self.left.entry(at).or_default();
                if anew {
                    *there = Left::default();
                }
                there.leave(left, units);
            }
            OrderEvent::Takes { at, units } => {
                if let Some(left) = self.left.get_mut(&at) {
                    let known = &mut self.waves[me as usize];
                    match units {
                        Some(units) => known.takes(&left.take(units)),
                        None => known.takes(left.all()),
                    }
                }
            }
        }
    }

    /// All waves of these workgroups have come to a barrier.
    pub(super) fn meet(&mut self, groups: &[[u32; 3]]) {
        let numbers = groups.iter().filter_map(|group| self.numbers.get(group));
        let waves: Vec<u32> = numbers.flat_map(BTreeMap::values).copied().collect();
        for &wave in &waves {
            self.waves[wave as usize].complete_in_order(&self.order, groups.len() > 1);
        }
        // Workgroups share no cache that is emptied for them.
        let parts = [
            (Part::Local, LOCAL, true),
            (Part::Group, GLOBAL, true),
            (Part::Device, WRITTEN, self.order.written_back),
            (Part::Shared, SHARED, groups.len() == 1 && self.order.cached),
        ];
        for (part, kind, _) in parts.into_iter().filter(|it| it.2) {
            let mut all = Clock::default();
            for &wave in &waves {
                all.join(&self.waves[wave as usize].released(part, wave));
            }
            for &wave in &waves {
                self.waves[wave as usize].sees(kind, &all);
            }
        }
        for wave in waves {
            let known = &mut self.waves[wave as usize];
            known.dirty = true;
            known.meet();
            known.time += 1;
        }
    }

    /// The operation that began last is what its unit is now.
    fn note_operation(&mut self, owner: u32, unit: u32) {
        let known = &self.waves[unit as usize];
        let now = known.all_now(unit);
        self.operations.insert((owner, self.under_way), now);
    }

    /// The number of a unit of a wave.
    fn unit(&mut self, owner: u32, unit: u32) -> u32 {
        let next = self.waves.len() as u32;
        let number = *self.units.entry((owner, unit)).or_insert(next);
        if number == next {
            let Known { group, wave, .. } = self.waves[owner as usize];
            self.waves.push(Known::new(group, wave, owner, &self.order));
        }
        number
    }
}

/// A machine whose waves are not those of the engine tells all that matters as events.
impl Watcher for Races {
    fn marked_only(&self) -> bool {
        true
    }

    fn sees_memory(&self) -> bool {
        false
    }

    fn sees_order(&self) -> bool {
        true
    }

    fn issue(&mut self, _: &Site, _: &dyn LookWave) -> bool {
        false
    }

    fn access(&mut self, _: &Site, _: &Access) {}

    fn order(&mut self, at: &Site, event: &OrderEvent) {
        self.event(at, event);
    }

    fn turn(&mut self, _: &dyn LookWave, _: u64) -> bool {
        false
    }
}
