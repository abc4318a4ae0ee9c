//! Who touched every word, as far as it takes to see that no two accesses need an order.
//!
//! A word of global memory is loaded by any number of waves, or used by one wave alone, or changed by
//! atomics alone. So is one of local memory between two barriers, and it is stored to before it is
//! loaded. Everything else may well be in order, but is for the checkers to say.

use super::flow::{AWAY, ON, Ways};
use sim::{Guard, Memory, Touches, Touching, Where};
use std::ops::Range;
use std::sync::Arc;
use uop::{MemKind, Program, Space, Uop, UopIdx};

/// Bytes that are remembered together, and put back together.
const PAGE: u64 = 4096;

/// Who touched a word: the number of the wave, and in the two lowest bits what it did.
type Owner = u32;
const LOADED: Owner = 1;
const STORED: Owner = 2;
const ATOMIC: Owner = 3;
/// The number that stands for several waves.
const SEVERAL: u32 = u32::MAX >> 2;

/// Looks at all accesses of a run.
pub(super) struct Shadow {
    memory: Arc<Memory>,
    regions: Vec<Region>,
    /// The region that was touched last.
    last: usize,
    local: Local,
    /// The number of the first wave of the workgroup under way, of so many.
    first: u32,
    waves: u32,
    group: Option<u64>,
    barriers: u64,
    /// Instructions that store in several steps, and in how many.
    steps: Vec<(u32, usize)>,
    /// What waves have stored in the last such steps: the instruction, the wave, the words.
    recent: Vec<(u32, u32, Range<u64>)>,
    /// Where branches have gone.
    ways: Vec<u8>,
    open: bool,
}

#[derive(Default)]
struct Region {
    base: u64,
    len: u64,
    /// By page, once it was touched: the owner of every word, and what the page held before anything
    /// was stored to it.
    pages: Vec<Option<Box<[Owner]>>>,
    before: Vec<Option<Box<[u8]>>>,
}

/// The local memory of the workgroup under way.
struct Local {
    owners: Vec<Owner>,
    /// Words that have a value.
    defined: Vec<bool>,
    unset: bool,
    /// Words that have been touched since the last barrier, and since the workgroup began.
    touched: Range<usize>,
    used: Range<usize>,
}

impl Shadow {
    pub fn new(program: &Program, memory: &Arc<Memory>, waves: u32, local_bytes: u32) -> Shadow {
        let words = local_bytes.div_ceil(4) as usize;
        let unset = program.unset.local;
        let mut steps: Vec<(u32, usize)> = Vec::new();
        for step in &program.steps {
            let stores = match &step.uop {
                Uop::Memory(op) => matches!(op.kind, MemKind::Store { .. }),
                _ => false,
            };
            match steps.last_mut() {
                Some((inst, count)) if stores && *inst == step.inst => *count += 1,
                _ if stores => steps.push((step.inst, 1)),
                _ => {}
            }
        }
        steps.retain(|(_, count)| *count > 1);
        let regions = memory.regions().map(|region| Region {
            base: region.base(),
            len: region.len(),
            ..Region::default()
        });
        Shadow {
            regions: regions.collect(),
            memory: memory.clone(),
            last: 0,
            local: Local {
                owners: vec![0; words],
                defined: vec![!unset; words],
                unset,
                touched: 0..0,
                used: 0..0,
            },
            first: 0,
            waves,
            group: None,
            barriers: 0,
            steps,
            recent: Vec::new(),
            ways: vec![0; program.steps.len()],
            open: false,
        }
    }

    /// Where branches have gone.
    pub fn ways(&self) -> &Ways {
        &self.ways
    }

    /// Global memory becomes what it was before the run.
    pub fn restore(&self) {
        for region in &self.regions {
            let pages = region.before.iter().zip(&region.pages).enumerate();
            for (page, pair) in pages {
                let (Some(before), Some(owners)) = pair else {
                    continue;
                };
                // Only what was stored: another launch may be at work beside it.
                let base = region.base + page as u64 * PAGE;
                let skew = (region.base % 4) as usize;
                for (word, owner) in owners.iter().enumerate() {
                    let bytes =
                        (4 * word).saturating_sub(skew)..(4 * word + 4 - skew).min(before.len());
                    if owner & STORED != 0 && !bytes.is_empty() {
                        let address = base + bytes.start as u64;
                        let restored = self.memory.write(address, &before[bytes]);
                        restored.expect("what was stored to is there");
                    }
                }
            }
        }
    }

    /// Keeps what the words of an access held before, where it is not known what it is good for.
    fn keep(&mut self, access: &Touching<'_>) {
        let bytes = u64::from(access.bytes);
        let mut keep = |first: u64, bytes: u64| {
            let range = first..first.saturating_add(bytes);
            self.touch_global(SEVERAL, access.how, range, true);
        };
        match access.lanes {
            Where::Run { first, lanes, .. } => keep(first, lanes as u64 * bytes),
            Where::Lanes { addresses, mask } => {
                bits(mask).for_each(|lane| keep(addresses[lane], bytes));
            }
            Where::Waves { address } => keep(address, bytes),
        }
    }

    /// A wave, or several of which the number is not known, touch bytes that follow each other. False if
    /// it has to be looked at more closely.
    fn touch(&mut self, space: Space, wave: u32, how: Touches, bytes: Range<u64>) -> bool {
        let (words, whole) = (bytes.start / 4..bytes.end.div_ceil(4), is_whole(&bytes));
        match space {
            Space::Local => self.local.touch(wave, how, words, whole),
            Space::Global => {
                let wave = match wave {
                    SEVERAL => SEVERAL,
                    wave => self.first + wave,
                };
                self.touch_global(wave, how, bytes, false)
            }
            Space::Constant => true,
            Space::Private | Space::Cluster | Space::Flat => false,
        }
    }

    /// Touches bytes of global memory; `anyhow` even where that is out of order.
    fn touch_global(&mut self, wave: u32, how: Touches, bytes: Range<u64>, anyhow: bool) -> bool {
        let within =
            |region: &Region| bytes.start >= region.base && bytes.end - region.base <= region.len;
        if !self.regions.get(self.last).is_some_and(within) {
            let after = self.regions.partition_point(|it| it.base <= bytes.start);
            self.last = after.wrapping_sub(1);
        }
        let Some(region) = self.regions.get_mut(self.last).filter(|it| within(it)) else {
            return false;
        };
        if region.pages.is_empty() {
            let pages = region.len.div_ceil(PAGE) as usize;
            region.pages.resize_with(pages, || None);
            region.before.resize_with(pages, || None);
        }
        // Words of a region are counted from the one that its base is in.
        let skew = region.base % 4;
        let mut from = bytes.start - region.base;
        let end = bytes.end - region.base;
        while from < end {
            let page = from / PAGE;
            let to = end.min((page + 1) * PAGE);
            if how != Touches::Load && region.before[page as usize].is_none() {
                let (start, len) = (page * PAGE, PAGE.min(region.len - page * PAGE));
                let mut before = vec![0; len as usize];
                if self.memory.read(region.base + start, &mut before).is_err() {
                    return false;
                }
                region.before[page as usize] = Some(before.into());
            }
            let owners = region.pages[page as usize]
                .get_or_insert_with(|| vec![0; PAGE as usize / 4 + 1].into());
            let words = (from % PAGE + skew) / 4..(to - page * PAGE + skew).div_ceil(4);
            let owners = &mut owners[words.start as usize..words.end as usize];
            if anyhow {
                owners.fill(wave << 2 | STORED);
            } else if !touch_all(owners, wave, how) {
                return false;
            }
            from = to;
        }
        true
    }

    /// Lanes of one wave.
    fn touch_lanes(&mut self, access: &Touching<'_>, addresses: &[u64; 64], mask: u64) -> bool {
        let Touching {
            space, wave, how, ..
        } = *access;
        let bytes = u64::from(access.bytes);
        let (mut lanes, mut ascends) = (bits(mask), true);
        let Some(first) = lanes.next().map(|lane| addresses[lane]) else {
            return true;
        };
        let mut run = first..first.saturating_add(bytes);
        for address in lanes.map(|lane| addresses[lane]) {
            if address == run.end {
                run.end = address.saturating_add(bytes);
                continue;
            }
            ascends &= address > run.end;
            // Lanes that load the same are one.
            if how == Touches::Load
                && address >= run.start
                && address.saturating_add(bytes) <= run.end
            {
                continue;
            }
            if !self.touch(space, wave, how, run) {
                return false;
            }
            run = address..address.saturating_add(bytes);
        }
        let last = run.end;
        if !self.touch(space, wave, how, run) {
            return false;
        }
        if how != Touches::Store {
            return true;
        }
        if !ascends {
            let mut all = [0; 64];
            let stored = bits(mask)
                .zip(&mut all)
                .map(|(lane, to)| *to = addresses[lane]);
            let count = stored.count();
            all[..count].sort_unstable();
            let apart = |pair: &[u64]| pair[1] - pair[0] >= bytes;
            return all[..count].windows(2).all(apart)
                && self.is_apart(access, wave, all[0]..all[count - 1].saturating_add(bytes));
        }
        self.is_apart(access, wave, first..last)
    }

    /// Steps of one instruction store to different bytes.
    fn is_apart(&mut self, access: &Touching<'_>, wave: u32, bytes: Range<u64>) -> bool {
        let several = self.steps.binary_search_by_key(&access.inst, |it| it.0);
        let Ok(at) = several else {
            return true;
        };
        let same = |it: &&(u32, u32, Range<u64>)| (it.0, it.1) == (access.inst, wave);
        let others = self.recent.iter().filter(same);
        let meets = |it: &(u32, u32, Range<u64>)| it.2.start < bytes.end && bytes.start < it.2.end;
        if others.clone().any(meets) {
            return false;
        }
        if others.count() + 1 >= self.steps[at].1
            && let Some(oldest) = self.recent.iter().position(|it| same(&it))
        {
            self.recent.remove(oldest);
        }
        // Those of other instructions are over.
        self.recent.retain(|it| it.0 == access.inst);
        self.recent.push((access.inst, wave, bytes));
        true
    }

    fn touch_run(&mut self, access: &Touching<'_>, first: u64, lanes: usize, width: usize) -> bool {
        let each = width as u64 * u64::from(access.bytes);
        (0..(lanes / width) as u32).all(|n| {
            let start = first + u64::from(n) * each;
            let (wave, bytes) = (access.wave + n, start..start + each);
            self.touch(access.space, wave, access.how, bytes.clone())
                && (access.how != Touches::Store || self.is_apart(access, wave, bytes))
        })
    }
}

impl Guard for Shadow {
    fn enter(&mut self, group: u64) {
        // One that goes on after another has had a turn is not followed.
        let next = self.group.is_none_or(|last| group > last);
        let first = group.saturating_mul(self.waves.into());
        match u32::try_from(first) {
            Ok(first) if next && first < SEVERAL - self.waves => self.first = first,
            _ => self.open = true,
        }
        self.group = Some(group);
        self.local.begin();
        self.recent.clear();
    }

    fn branches(&mut self, at: UopIdx, taken: Option<bool>) {
        self.ways[at as usize] |= match taken {
            Some(false) => ON,
            Some(true) => AWAY,
            None => ON | AWAY,
        };
    }

    fn touches(&mut self, access: &Touching<'_>) {
        if self.open {
            // The run goes on for a while.
            if access.how != Touches::Load {
                self.keep(access);
            }
            return;
        }
        if access.barriers != self.barriers {
            self.barriers = access.barriers;
            self.local.meet();
        }
        let bytes = u64::from(access.bytes);
        let good = match access.lanes {
            Where::Run {
                first,
                lanes,
                width,
            } => self.touch_run(access, first, lanes, width),
            Where::Lanes { addresses, mask } => self.touch_lanes(access, addresses, mask),
            Where::Waves { address } => {
                let bytes = address..address.saturating_add(bytes);
                self.touch(access.space, SEVERAL, access.how, bytes)
            }
        };
        if !good {
            self.open = true;
            self.touches(access);
        }
    }

    fn gives_up(&self) -> bool {
        self.open
    }
}

impl Local {
    /// Another workgroup begins.
    fn begin(&mut self) {
        self.meet();
        let used = std::mem::take(&mut self.used);
        self.defined[used].fill(!self.unset);
    }

    /// All waves have passed a barrier: what comes is ordered after what was.
    fn meet(&mut self) {
        let touched = std::mem::take(&mut self.touched);
        self.used = joined(&self.used, &touched);
        self.owners[touched].fill(0);
    }

    fn touch(&mut self, wave: u32, how: Touches, words: Range<u64>, whole: bool) -> bool {
        let words = words.start as usize..words.end as usize;
        let (Some(owners), Some(defined)) = (
            self.owners.get_mut(words.clone()),
            self.defined.get_mut(words.clone()),
        ) else {
            return false;
        };
        if how == Touches::Store && whole {
            defined.fill(true);
        } else if !defined.iter().fold(true, |all, it| all & it) {
            return false;
        }
        self.touched = joined(&self.touched, &words);
        touch_all(owners, wave, how)
    }
}

/// The least range that has both.
fn joined(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    match (a.is_empty(), b.is_empty()) {
        (true, _) => b.clone(),
        (_, true) => a.clone(),
        _ => a.start.min(b.start)..a.end.max(b.end),
    }
}

fn is_whole(bytes: &Range<u64>) -> bool {
    bytes.start.is_multiple_of(4) && bytes.end.is_multiple_of(4)
}

/// A wave touches words that follow each other. False if an order may matter.
fn touch_all(owners: &mut [Owner], wave: u32, how: Touches) -> bool {
    let Some(&first) = owners.first() else {
        return true;
    };
    // Most have the same owner.
    if owners.iter().fold(0, |differ, it| differ | (it ^ first)) == 0 {
        return match after(first, wave, how) {
            Some(new) => {
                if new != first {
                    owners.fill(new);
                }
                true
            }
            None => false,
        };
    }
    owners.iter_mut().all(|owner| {
        let new = after(*owner, wave, how);
        new.map(|new| *owner = new).is_some()
    })
}

/// The owner of a word that a wave touches, if that is in order with all before it.
fn after(owner: Owner, wave: u32, how: Touches) -> Option<Owner> {
    let own = owner >> 2 == wave && wave != SEVERAL;
    match (owner & 3, how) {
        (0, Touches::Load) => Some(wave << 2 | LOADED),
        (0, Touches::Store) => Some(wave << 2 | STORED),
        (0 | ATOMIC, Touches::Atomic) => Some(ATOMIC),
        (LOADED, Touches::Load) if !own => Some(SEVERAL << 2 | LOADED),
        (LOADED, Touches::Store) if own => Some(wave << 2 | STORED),
        (LOADED, Touches::Load) | (STORED, Touches::Load | Touches::Store) if own => Some(owner),
        _ => None,
    }
}

/// The lanes of a mask, ascending.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(lane)
    })
}
