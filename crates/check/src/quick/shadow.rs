//! Who touched every word, as far as it takes to see that no two accesses need an order, and where
//! branches and jumps have gone.
//!
//! A word of global memory is loaded by any number of waves, or used by one wave alone, or changed by
//! atomics alone. So is one of local memory between two barriers, and it is stored to before it is
//! loaded, as is the memory of each lane. Where lanes of a wave that went different ways have no order,
//! each of those is taken for a wave of its own until all are together again. Everything else may well be
//! in order, but is for the checkers to say.

use super::flow::{AWAY, NONE_ACTIVE, ON, PARTED, RETURN, Ways};
use super::own::{Local, Private};
use super::owners::{MOST_WAVES, SEVERAL, one_lane, whole};
use super::regions::Regions;
use sim::{CarriedOut, Guard, Launch, Memory, Spot, Touches, Touching, Where};
use std::ops::Range;
use std::sync::Arc;
use uop::{Apertures, Channel, MemKind, Places, Program, Reach, Space, Uop, UopIdx};

/// Calls are followed this far.
const DEEPEST: usize = 64;

/// Looks at all accesses of a run.
pub(super) struct Shadow {
    regions: Regions,
    local: Local,
    private: Private,
    flat: Apertures,
    /// Channels, as bits, on which accesses to local memory are outstanding.
    local_channels: u64,
    /// The number of the first wave of the workgroup under way, of so many.
    first: u32,
    waves: u32,
    /// Lanes of each wave that hold a thread, if it matters whether they are together.
    together: Option<Vec<u64>>,
    group: Option<u64>,
    barriers: u64,
    /// Instructions that store in several steps, and in how many.
    steps: Vec<(u32, usize)>,
    /// What waves have stored in the last such steps: the instruction, the wave, the words.
    recent: Vec<(u32, u32, Range<u64>)>,
    /// By step, whether it is a call.
    calls: Vec<bool>,
    /// By step, whether lanes are promised to agree on it.
    promised: Vec<bool>,
    /// By wave of the workgroup, where its calls return to.
    stacks: Vec<Vec<UopIdx>>,
    ways: Ways,
    /// The run is of no use.
    open: bool,
}

impl Shadow {
    pub fn new(program: &Program, memory: &Arc<Memory>, launch: &Launch) -> Shadow {
        let waves = super::waves_of(launch);
        let mut steps: Vec<(u32, usize)> = Vec::new();
        for step in &program.steps {
            let stores = match &step.uop {
                Uop::Memory(op) => matches!(op.kind, MemKind::Store { .. }),
                Uop::Custom(op) => op.reach() != Reach::Registers,
                _ => false,
            };
            match steps.last_mut() {
                Some((inst, count)) if stores && *inst == step.inst => *count += 1,
                _ if stores => steps.push((step.inst, 1)),
                _ => {}
            }
        }
        steps.retain(|(_, count)| *count > 1);
        steps.sort_unstable();
        let unset = &program.unset;
        let is_call = |inst: u32| program.calls.binary_search(&inst).is_ok();
        let threads: u32 = launch.block.iter().product();
        let occupied = |wave: u32| match threads.saturating_sub(wave * launch.lanes) {
            64.. => !0,
            left => (1 << left.min(launch.lanes)) - 1,
        };
        let parts = program.order.unordered_branches;
        Shadow {
            regions: Regions::new(memory),
            local: Local::new(launch.local_bytes, unset.local),
            private: Private::new(launch.private_bytes, waves, unset.private),
            flat: launch.flat.clone(),
            local_channels: program.order.local,
            first: 0,
            waves,
            together: parts.then(|| (0..waves).map(occupied).collect()),
            group: None,
            barriers: 0,
            steps,
            recent: Vec::new(),
            calls: program.steps.iter().map(|it| is_call(it.inst)).collect(),
            promised: (program.steps.iter())
                .map(|it| program.uniform.contains(&it.inst))
                .collect(),
            stacks: vec![Vec::new(); waves as usize],
            ways: Ways::new(program.steps.len()),
            open: false,
        }
    }

    /// Where branches and jumps have gone.
    pub fn ways(&self) -> &Ways {
        &self.ways
    }

    /// Global memory becomes what it was before the run.
    pub fn restore(&self) {
        self.regions.restore();
    }

    /// Keeps what the words of an access held before, where it is not known what it is good for.
    fn keep(&mut self, access: &Touching<'_>) {
        let bytes = u64::from(access.bytes);
        let mut keep = |first: u64, bytes: u64| {
            if let (Space::Global, first) = self.behind(access.space, first) {
                self.regions.change(first..first.saturating_add(bytes));
            }
        };
        match access.lanes {
            Where::Run { first, lanes, .. } => keep(first, lanes as u64 * bytes),
            Where::Lanes { addresses, mask } => {
                bits(mask).for_each(|lane| keep(addresses[lane], bytes));
            }
            Where::Places(places) => places.addresses.iter().for_each(|it| keep(*it, bytes)),
            Where::Waves { address } => keep(address, bytes),
        }
    }

    /// The memory and the address there that an address stands for.
    fn behind(&self, space: Space, address: u64) -> (Space, u64) {
        match space {
            Space::Flat => self.flat.behind(address),
            space => (space, address),
        }
    }

    /// Lanes of a wave, or of several of which the number is not known, touch bytes that follow each
    /// other. False if it has to be looked at more closely.
    fn touch(&mut self, space: Space, who: Who, how: Touches, bytes: Range<u64>) -> bool {
        let number = |first: u32| match who {
            Who { wave: SEVERAL, .. } => SEVERAL,
            Who { alone: true, .. } => one_lane(first + who.wave, who.lanes.trailing_zeros()),
            _ => whole(first + who.wave),
        };
        match space {
            Space::Local => self.local.touch(number(0), how, &bytes),
            Space::Global => self.regions.touch(number(self.first), how, bytes),
            Space::Private => self.private.touch(who.wave, who.lanes, how, &bytes),
            Space::Constant => true,
            Space::Cluster | Space::Flat => false,
        }
    }

    /// Lanes of one wave, of which none is but in one memory.
    fn touch_lanes(&mut self, access: &Touching<'_>, addresses: &[u64; 64], mask: u64) -> bool {
        match access.space {
            Space::Flat => self.touch_flat(access, addresses, mask),
            Space::Private => self.touch_private(access, addresses, mask),
            _ => self.touch_shared(access, addresses, mask),
        }
    }

    /// Lanes that may go to different memories.
    fn touch_flat(&mut self, access: &Touching<'_>, addresses: &[u64; 64], mask: u64) -> bool {
        let (mut behind, mut masks) = ([0; 64], [0; 3]);
        const SPACES: [Space; 3] = [Space::Global, Space::Local, Space::Private];
        for lane in bits(mask) {
            let (space, address) = self.flat.behind(addresses[lane]);
            behind[lane] = address;
            let at = SPACES.iter().position(|it| *it == space);
            masks[at.unwrap_or(0)] |= 1 << lane;
        }
        SPACES.into_iter().zip(masks).all(|(space, mask)| {
            let access = Touching { space, ..*access };
            mask == 0 || self.touch_lanes(&access, &behind, mask)
        })
    }

    fn touch_private(&mut self, access: &Touching<'_>, addresses: &[u64; 64], mask: u64) -> bool {
        let (wave, how, mut left) = (access.wave, access.how, mask);
        while left != 0 {
            // Lanes mostly are at the same place of theirs.
            let first = addresses[left.trailing_zeros() as usize];
            let lanes = bits(left).filter(|lane| addresses[*lane] == first);
            let lanes = lanes.fold(0, |all, lane| all | 1 << lane);
            let bytes = first..first.saturating_add(access.bytes.into());
            if !self.private.touch(wave, lanes, how, &bytes) {
                return false;
            }
            left &= !lanes;
        }
        true
    }

    fn touch_shared(&mut self, access: &Touching<'_>, addresses: &[u64; 64], mask: u64) -> bool {
        let bytes = u64::from(access.bytes);
        let mut all = [0; 64];
        let count = mask.count_ones() as usize;
        let ordered = match self.are_together(access.wave, mask) {
            true => self.touch_runs(access, addresses, mask),
            false => self.touch_one_by_one(access, addresses, mask),
        };
        let ascends = match (ordered, access.how) {
            (None, _) => return false,
            (_, Touches::Load | Touches::Atomic) => return true,
            (Some(ascends), Touches::Store) => ascends,
        };
        bits(mask)
            .zip(&mut all)
            .for_each(|(lane, to)| *to = addresses[lane]);
        let all = &mut all[..count];
        if !ascends {
            all.sort_unstable();
            let apart = |pair: &[u64]| pair[1] - pair[0] >= bytes;
            if !all.windows(2).all(apart) {
                return false;
            }
        }
        let (Some(first), Some(last)) = (all.first(), all.last()) else {
            return true;
        };
        self.is_apart(access.inst, access.wave, *first..last.saturating_add(bytes))
    }

    /// Lanes that go together touch what lies side by side at once. Whether it ascends with them, if all is
    /// in order.
    fn touch_runs(
        &mut self,
        access: &Touching<'_>,
        addresses: &[u64; 64],
        mask: u64,
    ) -> Option<bool> {
        let Touching {
            space, wave, how, ..
        } = *access;
        let who = Who::together(wave, mask);
        let bytes = u64::from(access.bytes);
        let (mut lanes, mut ascends) = (bits(mask), true);
        let first = addresses[lanes.next()?];
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
            if !self.touch(space, who, how, run) {
                return None;
            }
            run = address..address.saturating_add(bytes);
        }
        self.touch(space, who, how, run).then_some(ascends)
    }

    /// The same for lanes of a wave of which others may be elsewhere.
    fn touch_one_by_one(
        &mut self,
        access: &Touching<'_>,
        addresses: &[u64; 64],
        mask: u64,
    ) -> Option<bool> {
        let in_order = bits(mask).all(|lane| {
            let bytes = addresses[lane]..addresses[lane].saturating_add(access.bytes.into());
            let who = Who {
                alone: true,
                ..Who::together(access.wave, 1 << lane)
            };
            self.touch(access.space, who, access.how, bytes)
        });
        in_order.then_some(false)
    }

    /// Lanes are all that their wave has, or it does not matter where the others are.
    fn are_together(&self, wave: u32, lanes: u64) -> bool {
        let all = self.together.as_ref().and_then(|it| it.get(wave as usize));
        all.is_none_or(|all| all & !lanes == 0)
    }

    /// Steps of one instruction store to different bytes.
    fn is_apart(&mut self, inst: u32, wave: u32, bytes: Range<u64>) -> bool {
        let several = self.steps.binary_search_by_key(&inst, |it| it.0);
        let Ok(at) = several else {
            return true;
        };
        let same = |it: &&(u32, u32, Range<u64>)| (it.0, it.1) == (inst, wave);
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
        self.recent.retain(|it| it.0 == inst);
        self.recent.push((inst, wave, bytes));
        true
    }

    fn touch_run(&mut self, access: &Touching<'_>, first: u64, lanes: usize, width: usize) -> bool {
        let each = width as u64 * u64::from(access.bytes);
        (0..(lanes / width) as u32).all(|n| {
            let start = first + u64::from(n) * each;
            let (wave, bytes) = (access.wave + n, start..start + each);
            let who = Who::together(wave, !0);
            self.touch(access.space, who, access.how, bytes.clone())
                && (access.how != Touches::Store || self.is_apart(access.inst, wave, bytes))
        })
    }

    /// Loads of global memory by lanes that go together: bytes that follow each other are touched at once, and
    /// those that lanes have in common once.
    fn touch_loads(&mut self, wave: u32, all: impl Iterator<Item = Range<u64>>) -> bool {
        let who = Who::together(wave, !0);
        // Images are looked up in few rows at a time, and lanes go along one of them.
        let mut rows: [Range<u64>; 4] = Default::default();
        let (mut current, mut oldest) = (0, 0);
        for bytes in all {
            let goes_on = |row: &Range<u64>| (row.start..=row.end).contains(&bytes.start);
            if !goes_on(&rows[current]) {
                current = rows.iter().position(goes_on).unwrap_or(oldest);
                if !goes_on(&rows[current]) {
                    let full = std::mem::replace(&mut rows[oldest], bytes);
                    oldest = (oldest + 1) % rows.len();
                    if !full.is_empty() && !self.touch(Space::Global, who, Touches::Load, full) {
                        return false;
                    }
                    continue;
                }
            }
            let row = &mut rows[current];
            row.end = row.end.max(bytes.end);
        }
        let mut left = rows.into_iter().filter(|row| !row.is_empty());
        left.all(|row| self.touch(Space::Global, who, Touches::Load, row))
    }

    /// Accesses of one wave to places of any number.
    fn touch_places(&mut self, access: &Touching<'_>, places: &Places) -> bool {
        let end = |address: u64| address.saturating_add(access.bytes.into());
        let all = places.addresses.iter().map(|it| *it..end(*it));
        let Touching { wave, how, .. } = *access;
        if self.together.is_none() && how == Touches::Load {
            return self.touch_loads(wave, all);
        }
        let each = places.lanes.iter().zip(all).map(|(lane, bytes)| Spot {
            lane: *lane,
            space: access.space,
            how,
            address: bytes.start,
            bytes: bytes.end - bytes.start,
        });
        self.touch_each((access.inst, wave), each)
    }

    /// All accesses of a custom operation.
    fn touch_spots(&mut self, op: &CarriedOut<'_>) -> bool {
        let is_load = |it: &Spot| it.how == Touches::Load && it.space == Space::Global;
        if self.together.is_none() && op.spots.iter().all(is_load) {
            let all = op.spots.iter();
            let all = all.map(|it| it.address..it.address.saturating_add(it.bytes));
            return self.touch_loads(op.wave, all);
        }
        let local = |channel: Channel| self.local_channels >> (channel.0 % 64) & 1 != 0;
        let reaches_local = op.channel.is_none_or(local);
        let is_local = |it: &Spot| self.behind(it.space, it.address).0 == Space::Local;
        (reaches_local || !op.spots.iter().any(is_local))
            && self.touch_each((op.inst, op.wave), op.spots.iter().copied())
    }

    /// Accesses of an instruction by a wave, of which stores go to different bytes.
    fn touch_each(&mut self, by: (u32, u32), spots: impl Iterator<Item = Spot>) -> bool {
        let (inst, wave) = by;
        let mut stores: Vec<Range<u64>> = Vec::new();
        for spot in spots {
            let (space, address) = self.behind(spot.space, spot.address);
            let bytes = address..address.saturating_add(spot.bytes);
            let who = Who {
                alone: self.together.is_some(),
                ..Who::together(wave, 1 << spot.lane)
            };
            if !self.touch(space, who, spot.how, bytes.clone()) {
                return false;
            }
            let shared = space != Space::Private;
            stores.extend(Some(bytes).filter(|_| shared && spot.how == Touches::Store));
        }
        stores.sort_unstable_by_key(|bytes| bytes.start);
        let apart = |pair: &[Range<u64>]| pair[0].end <= pair[1].start;
        match &stores[..] {
            [] => true,
            [first, .., last] if stores.windows(2).all(apart) => {
                self.is_apart(inst, wave, first.start..last.end)
            }
            [one] => self.is_apart(inst, wave, one.clone()),
            _ => false,
        }
    }

    /// Barriers that have been passed order what was before with what comes.
    fn pass(&mut self, barriers: u64) {
        if barriers != self.barriers {
            self.barriers = barriers;
            self.local.meet();
        }
    }
}

/// A wave of the workgroup under way, or several of which the number is not known, and its lanes.
#[derive(Clone, Copy)]
struct Who {
    wave: u32,
    lanes: u64,
    /// It is one lane, and others of its wave may have gone another way.
    alone: bool,
}

impl Who {
    fn together(wave: u32, lanes: u64) -> Who {
        Who {
            wave,
            lanes,
            alone: false,
        }
    }
}

impl Guard for Shadow {
    fn enter(&mut self, group: u64) {
        if self.group == Some(group) {
            // Its turn was long, and it has the next one too.
            return;
        }
        // One that goes on after another has had a turn is not followed.
        let next = self.group.is_none_or(|last| group > last);
        let first = group.saturating_mul(self.waves.into());
        match u32::try_from(first) {
            Ok(first) if next && first < MOST_WAVES - self.waves => self.first = first,
            _ => self.open = true,
        }
        self.group = Some(group);
        self.local.begin();
        self.private.begin();
        self.recent.clear();
        self.stacks.iter_mut().for_each(Vec::clear);
    }

    fn branches(&mut self, at: UopIdx, taken: Option<bool>) {
        self.ways.branches[at as usize] |= match taken {
            Some(false) => ON,
            Some(true) => AWAY,
            None => ON | AWAY,
        };
    }

    fn diverges(&mut self, at: UopIdx) {
        self.ways.branches[at as usize] |= PARTED;
        self.open |= self.promised[at as usize];
    }

    fn arrives_apart(&mut self) {
        // That lanes pass a barrier by is for others to say.
        self.open |= self.together.is_some();
    }

    fn reads_none(&mut self, at: UopIdx) {
        self.ways.branches[at as usize] |= NONE_ACTIVE;
    }

    fn jumps(&mut self, wave: u32, at: UopIdx, to: UopIdx) {
        let Some(stack) = self.stacks.get_mut(wave as usize) else {
            self.open = true;
            return;
        };
        if self.calls[at as usize] {
            self.open |= stack.len() == DEEPEST;
            stack.push(at + 1);
        } else if stack.last() == Some(&to) {
            stack.pop();
            self.ways.branches[at as usize] |= RETURN;
            return;
        }
        self.ways.jumps.insert((at, to));
    }

    fn touches(&mut self, access: &Touching<'_>) {
        if self.open {
            // The run goes on for a while.
            if access.how != Touches::Load {
                self.keep(access);
            }
            return;
        }
        self.pass(access.barriers);
        let bytes = u64::from(access.bytes);
        let good = match access.lanes {
            Where::Run {
                first,
                lanes,
                width,
            } => self.touch_run(access, first, lanes, width),
            Where::Lanes { addresses, mask } => self.touch_lanes(access, addresses, mask),
            Where::Places(places) => self.touch_places(access, places),
            Where::Waves { address } => {
                let bytes = address..address.saturating_add(bytes);
                let who = Who::together(SEVERAL, !0);
                self.touch(access.space, who, access.how, bytes)
            }
        };
        if !good {
            self.open = true;
            self.touches(access);
        }
    }

    fn changes(&mut self, space: Space, address: u64, bytes: u64) {
        if let (Space::Global, first) = self.behind(space, address) {
            self.regions.keep(first..first.saturating_add(bytes));
        }
    }

    fn carried_out(&mut self, op: &CarriedOut<'_>) {
        if !self.open {
            self.pass(op.barriers);
            self.open = !self.touch_spots(op);
        }
        if self.open {
            for spot in op.spots.iter().filter(|spot| spot.how != Touches::Load) {
                if let (Space::Global, first) = self.behind(spot.space, spot.address) {
                    let bytes = first..first.saturating_add(spot.bytes);
                    self.regions.change(bytes);
                }
            }
        }
    }

    fn gives_up(&self) -> bool {
        self.open
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
