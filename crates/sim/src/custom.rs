//! The view that a custom operation has of its wave.

use crate::access::{self, Common, Store, Tally};
use crate::executor::Context;
use crate::guard::{CarriedOut, Spot, Touches, Touching, Where};
use crate::observe::{Access, Observer};
use crate::pending::{InFlight, Landing};
use crate::wave::Wave;
use uop::{Channel, Custom, Machine, Places, SReg, Site, Space, Trap, VReg, WavePlace, element_of};

/// Carries out a custom operation, and tells the observer which memory it touched.
pub(crate) fn run<O: Observer>(
    custom: &dyn Custom,
    wave: &mut Wave,
    cx: &mut Context<'_>,
    observer: &mut O,
    site: &Site,
) -> Result<(), Trap> {
    carry_out(custom, wave, cx, observer, site, None).map(|_| ())
}

/// Where there is a store, what the operation stores is added to that, and returned.
fn carry_out<O: Observer>(
    custom: &dyn Custom,
    wave: &mut Wave,
    cx: &mut Context<'_>,
    observer: &mut O,
    site: &Site,
    store: Option<Store>,
) -> Result<Option<Store>, Trap> {
    if custom.is_host() && cx.guard.is_some() {
        // What the host does could not be undone. No caller sees this trap: the run is made again
        // without a guard.
        return Err(Trap::Illegal("the host is asked for something".into()));
    }
    let scratch = Vec::new();
    observer.custom(site, custom, &mut Probe { wave, cx, scratch });
    let own = !custom.is_host();
    let seen = (own && observer.sees_memory()).then(Vec::new);
    let mut view = CustomView {
        site,
        wave,
        cx,
        own,
        seen,
        store,
        moved: Tally::default(),
        spots: Vec::new(),
    };
    let outcome = custom.run(&mut view);
    let spots = std::mem::take(&mut view.spots);
    if !spots.is_empty()
        && let Some(guard) = &mut view.cx.guard
    {
        guard.carried_out(&CarriedOut {
            inst: site.inst,
            wave: site.wave,
            barriers: view.cx.stats.barriers,
            channel: custom.channel(),
            spots: &spots,
        });
    }
    for access in view.seen.iter().flatten() {
        observer.access(site, access);
    }
    if own {
        view.moved.count(view.cx.stats);
    }
    outcome.map(|()| view.store)
}

/// What a custom operation sees.
struct CustomView<'w, 'c, 'a> {
    site: &'w Site,
    wave: &'w mut Wave,
    cx: &'c mut Context<'a>,
    /// What it does to memory is the kernel's doing.
    own: bool,
    /// Accesses so far, if the observer wants to know.
    seen: Option<Vec<Access>>,
    /// What takes stores that others do not see yet.
    store: Option<Store>,
    moved: Tally,
    /// What a guard is told of in the end.
    spots: Vec<Spot>,
}

/// What is done to memory.
enum How<'b> {
    Load,
    Store(&'b [u8]),
    Update,
}

impl CustomView<'_, '_, '_> {
    fn note(&mut self, space: Space, lane: u32, address: u64, bytes: usize, how: How<'_>) {
        let flat = self.cx.flat;
        if !matches!(how, How::Store(_)) {
            (self.moved).add(space, address, bytes as u64, false, flat);
        }
        if !matches!(how, How::Load) {
            (self.moved).add(space, address, bytes as u64, true, flat);
        }
        self.tell(space, lane, address, bytes, &how);
        self.show(space, lane, address, bytes, how);
    }

    /// Tells of accesses that all go to one region, of which `stored` says what is stored.
    fn tell_all(&mut self, common: &Common<'_>, stored: Option<&[u32]>) {
        self.moved.add_all(common);
        let places = common.places;
        if self.own
            && let Some(guard) = &mut self.cx.guard
        {
            guard.touches(&Touching {
                inst: self.site.inst,
                wave: self.site.wave,
                barriers: self.cx.stats.barriers,
                space: Space::Global,
                how: stored.map_or(Touches::Load, |_| Touches::Store),
                bytes: common.bytes as u32,
                lanes: Where::Places(places),
            });
        }
        if self.seen.is_none() && !(self.own && self.cx.touched().is_some()) {
            return;
        }
        for place in places.by_lane() {
            let (lane, address) = (places.lanes[place], places.addresses[place]);
            let each = common.bytes.div_ceil(4);
            let element = stored.map(|words| element_of(&words[place * each..][..each]));
            let how = match &element {
                Some(element) => How::Store(&element[..common.bytes]),
                None => How::Load,
            };
            self.show(Space::Global, lane, address, common.bytes, how);
        }
    }

    /// Tells a guard.
    fn tell(&mut self, space: Space, lane: u32, address: u64, bytes: usize, how: &How<'_>) {
        if self.own
            && let Some(guard) = &mut self.cx.guard
        {
            let how = match how {
                How::Load => Touches::Load,
                How::Store(_) => Touches::Store,
                How::Update => Touches::Atomic,
            };
            let bytes = bytes as u64;
            if how != Touches::Load {
                guard.changes(space, address, bytes);
            }
            Spot {
                lane,
                space,
                how,
                address,
                bytes,
            }
            .add_to(&mut self.spots);
        }
    }

    /// Tells who counts lines of memory, and the observer.
    fn show(&mut self, space: Space, lane: u32, address: u64, bytes: usize, how: How<'_>) {
        if self.own
            && space == Space::Global
            && let Some(touched) = self.cx.touched()
        {
            touched.note_lane(address, bytes as u64, !matches!(how, How::Load));
        }
        let Some(seen) = &mut self.seen else {
            return;
        };
        let digest = |bytes: &[u8]| {
            let words = bytes.chunks(8).map(|chunk| {
                let bytes = chunk.iter().rev();
                bytes.fold(0, |word: u64, &byte| word << 8 | u64::from(byte))
            });
            words.fold(0, |all: u64, word| all.rotate_left(32) ^ word)
        };
        seen.push(Access {
            space,
            group: self.wave.place.group,
            lane,
            address,
            bytes: bytes as u32,
            store: !matches!(how, How::Load),
            atomic: matches!(how, How::Update),
            value: match how {
                How::Store(bytes) => digest(bytes),
                How::Load | How::Update => 0,
            },
        });
    }
}

/// What every view reads of its wave in the same way.
macro_rules! reads_wave {
    () => {
        fn place(&self) -> &WavePlace {
            &self.wave.place
        }

        fn lanes(&self) -> usize {
            self.wave.lanes()
        }

        fn kernels(&self) -> &'static op::Kernels {
            self.cx.kernels
        }

        fn clock(&self) -> u64 {
            self.wave.clock
        }

        fn exec(&self) -> u64 {
            self.wave.exec()
        }

        fn vector(&self, reg: VReg) -> &[u32] {
            self.wave.vector.get(reg)
        }

        fn scalar(&self, reg: SReg) -> u32 {
            self.wave.scalar(reg)
        }
    };
}

impl Machine for CustomView<'_, '_, '_> {
    reads_wave!();

    fn vector_mut(&mut self, reg: VReg) -> &mut [u32] {
        self.wave.vector.get_mut(reg)
    }

    fn set_scalar(&mut self, reg: SReg, value: u32) {
        self.wave.set_scalar(reg, value);
    }

    fn load(
        &mut self,
        space: Space,
        lane: u32,
        address: u64,
        bytes: &mut [u8],
    ) -> Result<(), Trap> {
        self.note(space, lane, address, bytes.len(), How::Load);
        access::read(self.wave, self.cx, space, lane, address, bytes)?;
        access::patch(self.wave, self.cx, space, address, bytes);
        Ok(())
    }

    fn gather(
        &mut self,
        space: Space,
        bytes: usize,
        from: &Places,
        words: &mut [u32],
    ) -> Result<(), Trap> {
        let at_once = space == Space::Global && self.wave.held.is_empty();
        let common = at_once.then(|| access::common(self.cx.memory, bytes, from, false));
        let Some(common) = common.flatten() else {
            return uop::gather_by_lane(self, space, bytes, from, words);
        };
        self.tell_all(&common, None);
        common.gather(words);
        Ok(())
    }

    fn scatter(
        &mut self,
        space: Space,
        bytes: usize,
        to: &Places,
        words: &[u32],
    ) -> Result<(), Trap> {
        let held = self.store.is_some() || !self.wave.held.is_empty();
        let common = (space == Space::Global && !held)
            .then(|| access::common(self.cx.memory, bytes, to, true))
            .flatten();
        let Some(common) = common else {
            return uop::scatter_by_lane(self, space, bytes, to, words);
        };
        self.tell_all(&common, Some(words));
        common.scatter(words);
        Ok(())
    }

    fn store(&mut self, space: Space, lane: u32, address: u64, bytes: &[u8]) -> Result<(), Trap> {
        self.note(space, lane, address, bytes.len(), How::Store(bytes));
        let shared = access::is_shared(space, address, self.cx.flat);
        if let Some(store) = self.store.as_mut().filter(|_| shared) {
            let to = (space, address);
            return access::hold(self.wave, self.cx, store, lane, to, bytes);
        }
        access::land_at(self.wave, self.cx, space, address, bytes.len());
        access::write(self.wave, self.cx, space, lane, address, bytes)
    }

    fn update(
        &mut self,
        space: Space,
        lane: u32,
        address: u64,
        bytes: u8,
        change: &dyn Fn(u64) -> u64,
    ) -> Result<u64, Trap> {
        self.note(space, lane, address, bytes.into(), How::Update);
        access::land_at(self.wave, self.cx, space, address, bytes.into());
        access::update(self.wave, self.cx, space, lane, address, bytes, change)
    }

    fn poll(&mut self, channel: Channel) -> bool {
        let done = self.wave.poll(channel, self.cx.clocked);
        access::land_due(self.wave, self.cx);
        done
    }

    fn wait(&mut self, channel: Channel) {
        self.wave.wait_for(channel, 0, self.cx.program);
        access::land_due(self.wave, self.cx);
    }
}

/// What an observer sees before a custom operation: all that it reads, and nothing can be changed.
struct Probe<'w, 'c, 'a> {
    wave: &'w mut Wave,
    cx: &'c mut Context<'a>,
    /// What takes words that go nowhere.
    scratch: Vec<u32>,
}

impl Machine for Probe<'_, '_, '_> {
    reads_wave!();

    fn vector_mut(&mut self, reg: VReg) -> &mut [u32] {
        self.scratch.clear();
        self.scratch.extend_from_slice(self.wave.vector.get(reg));
        &mut self.scratch
    }

    fn set_scalar(&mut self, _: SReg, _: u32) {}

    fn load(
        &mut self,
        space: Space,
        lane: u32,
        address: u64,
        bytes: &mut [u8],
    ) -> Result<(), Trap> {
        access::read(self.wave, self.cx, space, lane, address, bytes)
    }

    fn store(&mut self, _: Space, _: u32, _: u64, _: &[u8]) -> Result<(), Trap> {
        Ok(())
    }

    fn update(
        &mut self,
        space: Space,
        lane: u32,
        address: u64,
        bytes: u8,
        _: &dyn Fn(u64) -> u64,
    ) -> Result<u64, Trap> {
        let mut old = [0; 8];
        self.load(space, lane, address, &mut old[..usize::from(bytes.min(8))])?;
        Ok(u64::from_le_bytes(old))
    }

    fn poll(&mut self, channel: Channel) -> bool {
        self.wave.outstanding(channel) == 0
    }

    fn wait(&mut self, _: Channel) {}
}

/// Runs a custom operation whose results arrive only when waited for: what it leaves in registers
/// is taken out again and put in flight.
pub(crate) fn run_deferred<O: Observer>(
    custom: &dyn Custom,
    wave: &mut Wave,
    cx: &mut Context<'_>,
    observer: &mut O,
    site: &Site,
    channel: Channel,
) -> Result<(), Trap> {
    let (vectors, scalars) = (custom.vectors().1, custom.scalars().1);
    let old: Vec<Vec<u32>> = (vectors.iter())
        .map(|reg| wave.vector.get(*reg).to_vec())
        .collect();
    let old_scalars: Vec<u32> = scalars.iter().map(|reg| wave.scalar(*reg)).collect();
    // What gives nothing back is a store, or does nothing to memory at all.
    let stores = cx.holds_stores && vectors.is_empty() && scalars.is_empty();
    let store = stores.then(|| wave.held.begin());
    let store = carry_out(custom, wave, cx, observer, site, store)?;
    let landing = if let Some(&first) = vectors.first() {
        let lanes = wave.lanes();
        let mut words = Vec::with_capacity(vectors.len() * lanes);
        // Some operations write lanes that are not active.
        let mut mask = wave.exec();
        for (reg, old) in vectors.iter().zip(&old) {
            let now = wave.vector.get_mut(*reg);
            words.extend_from_slice(&now[..lanes]);
            let changed = (now.iter().zip(old).take(lanes).enumerate())
                .fold(0, |mask, (lane, (now, old))| {
                    mask | u64::from(now != old) << lane
                });
            mask |= changed;
            now.copy_from_slice(old);
        }
        Landing::Vector {
            first,
            mask,
            keep: custom.kept(),
            words,
        }
    } else if let Some(&first) = scalars.first() {
        let words = scalars.iter().map(|reg| wave.scalar(*reg)).collect();
        for (reg, old) in scalars.iter().zip(old_scalars) {
            wave.set_scalar(*reg, old);
        }
        Landing::Scalar { first, words }
    } else {
        store.map_or(Landing::Nothing, |store| wave.held.keep(store))
    };
    let flight = InFlight {
        way: custom.way(),
        ..InFlight::new(channel, landing, site.inst)
    };
    wave.put_in_flight(flight, cx.program);
    access::land_due(wave, cx);
    if let Some((channel, registers)) = custom.held() {
        let held = InFlight {
            way: None,
            ..InFlight::new(channel, Landing::Held(registers), site.inst)
        };
        wave.put_in_flight(held, cx.program);
    }
    Ok(())
}
