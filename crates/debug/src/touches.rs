//! Who accessed a stretch of memory last, and where lanes met in a bank.

use crate::Session;
use crate::origin::WrittenBy;
use crate::points::behind;
use crate::watch::Watch;
use std::collections::BTreeMap;
use std::ops::Range;
use uop::timing::LocalTiming;
use uop::{Access, Apertures, LookWave, Site, Space};

/// The last access to an element of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastAccess {
    /// The instruction and the lane.
    pub origin: WrittenBy,
    /// Memory changed.
    pub store: bool,
    /// Accesses of the same instruction that the bank had to serve, one after the other; 1 where there
    /// are no banks.
    pub ways: u32,
}

/// Elements of memory that follow each other.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// Global memory, or the local memory of the workgroup that is looked at.
    pub space: Space,
    /// The address of the first.
    pub start: u64,
    /// Bytes of each.
    pub bytes: u64,
    /// How many.
    pub count: usize,
}

impl Session {
    /// Who accessed each element last before this moment, as far back as about `most` instructions.
    /// `banks` are those of local memory.
    pub fn last_accesses(
        &mut self,
        elements: &Stretch,
        banks: Option<LocalTiming>,
        most: u64,
    ) -> Result<Vec<Option<LastAccess>>, String> {
        let here = self.time();
        let group = self.group().unwrap_or_default();
        self.look_back(|timeline, flat| {
            let mut touches = Touches {
                elements: *elements,
                group,
                banks: banks.filter(|_| elements.space == Space::Local),
                flat,
                end: here,
                oldest: here.saturating_sub(most),
                began: here,
                found: vec![None; elements.count],
                stretch: vec![None; elements.count],
                last: None,
                together: Vec::new(),
            };
            let whole = timeline.backwards(here, &mut touches, |_, _| {}, Touches::enough);
            whole.then_some(touches.found)
        })
    }
}

struct Touches<'s> {
    elements: Stretch,
    /// Whose local memory it is.
    group: [u32; 3],
    banks: Option<LocalTiming>,
    flat: &'s Apertures,
    /// Only what happened before this moment counts.
    end: u64,
    /// What happened before this one need not be known.
    oldest: u64,
    /// When the stretch that is replayed begins.
    began: u64,
    found: Vec<Option<LastAccess>>,
    stretch: Vec<Option<LastAccess>>,
    /// The instruction of the last access, and what its lanes accessed: address, whether it stores,
    /// elements.
    last: Option<(u64, Site)>,
    together: Vec<(u64, bool, Range<usize>)>,
}

impl Touches<'_> {
    /// What the stretch just replayed found counts where nothing later did.
    fn enough(&mut self) -> bool {
        self.meet();
        let mut all = true;
        for (found, earlier) in self.found.iter_mut().zip(&mut self.stretch) {
            *found = found.or(earlier.take());
            all &= found.is_some();
        }
        all || self.began <= self.oldest
    }

    /// All accesses of an instruction are known: who met whom in a bank.
    fn meet(&mut self) {
        let together = std::mem::take(&mut self.together);
        let Some(banks) = self.banks else { return };
        let word = |address: u64| address / u64::from(banks.bank_bytes.max(1));
        let bank = |address: u64| word(address) % u64::from(banks.banks.max(1));
        let mut served: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for &(address, store, _) in &together {
            let own = served.entry(bank(address)).or_default();
            // Lanes that load the same word share an access.
            if store || !banks.broadcast || !own.contains(&word(address)) {
                own.push(word(address));
            }
        }
        for (address, _, elements) in together {
            for touched in self.stretch[elements].iter_mut().flatten() {
                touched.ways = served[&bank(address)].len() as u32;
            }
        }
    }
}

impl Watch for Touches<'_> {
    fn memory(&self) -> bool {
        true
    }

    fn restart(&mut self) {
        self.began = u64::MAX;
        self.last = None;
        self.together.clear();
    }

    fn issue(&mut self, now: u64, _: &Site, _: &dyn LookWave) -> bool {
        self.began = self.began.min(now);
        false
    }

    fn access(&mut self, now: u64, at: &Site, access: &Access) {
        let Stretch {
            space,
            start,
            bytes,
            count,
        } = self.elements;
        let (to, address) = behind(self.flat, access);
        let own = space == Space::Global || access.group == self.group;
        let end = address.saturating_add(access.bytes.into());
        if to != space || !own || now >= self.end || end <= start {
            return;
        }
        let first = (address.saturating_sub(start) / bytes) as usize;
        let past = (end - start).div_ceil(bytes).min(count as u64) as usize;
        if first >= past {
            return;
        }
        if self.last != Some((now, *at)) {
            self.meet();
            self.last = Some((now, *at));
        }
        let origin = WrittenBy {
            time: now,
            inst: at.inst,
            group: at.group,
            wave: at.wave,
            lane: Some(access.lane),
        };
        self.stretch[first..past].fill(Some(LastAccess {
            origin,
            store: access.store,
            ways: 1,
        }));
        if self.banks.is_some() {
            self.together.push((address, access.store, first..past));
        }
    }
}
