//! The machine as debuggers see it: a run that can be stopped, put back and looked at.

use super::bytes::Bytes;
use super::env::{PES, Seen, stack_base};
use super::order::{Told, group_of};
use super::run::{Paused, Resident, Run};
use super::saved::Saved;
use super::sync::Mbarrier;
use super::table::Table;
use super::thread::{Thread, ThreadPlace};
use super::view::{CHANNELS, View, block_mut, set_scalar};
use std::collections::BTreeMap;
use uop::{
    Access, Edit, Facts, Fault, LookWave, Meeting, OrderEvent, Progress, RegisterPlace, RunReport,
    Site, Space, Stoppable, Watcher, WaveId,
};

/// A run, and states of it that are kept.
pub struct Debugged {
    run: Run,
    table: Table,
    /// By instruction: watchers that look at marked ones are told of it.
    marks: Vec<bool>,
    saved: BTreeMap<u32, Saved>,
    last_saved: u32,
}

/// A watcher of a run, and what it wants to be told.
pub struct Watching<'w> {
    watcher: &'w mut dyn Watcher,
    table: &'w Table,
    marks: &'w [bool],
    marked_only: bool,
    pub sees_memory: bool,
    pub sees_order: bool,
}

impl Watching<'_> {
    fn site(&self, place: ThreadPlace, pc: u64) -> Site {
        Site {
            inst: self.table.inst(pc),
            group: place.group,
            wave: place.thread.into(),
        }
    }

    /// Tells of the instruction that a thread is about to issue; true if the run is to stop.
    pub fn issue(&mut self, view: &View<'_>) -> bool {
        let site = self.site(view.thread.place, view.thread.hart.pc);
        if self.marked_only && self.marks.get(site.inst as usize) != Some(&true) {
            return false;
        }
        let view = View {
            table: Some(self.table),
            ..*view
        };
        self.watcher.issue(&site, &view)
    }

    pub fn access(&mut self, grid: [u32; 3], seen: &Seen) {
        let extent = &seen.extent;
        let (space, group) = match extent.shared_of {
            None => (Space::Global, seen.owner.group),
            Some(pe) => {
                let linear = u64::from(seen.owner.cluster) * PES + u64::from(pe);
                (Space::Local, group_of(linear, grid))
            }
        };
        let access = Access {
            space,
            group,
            lane: 0,
            address: extent.start,
            bytes: u32::try_from(extent.len).unwrap_or(u32::MAX),
            store: seen.store,
            atomic: seen.atomic,
            value: 0,
        };
        let site = self.site(seen.owner, seen.pc);
        self.watcher.access(&site, &access);
    }

    pub fn order(&mut self, told: &Told) {
        let site = self.site(told.owner, told.pc);
        self.watcher.order(&site, &told.event);
    }

    /// These workgroups have ended.
    pub fn over(&mut self, groups: impl Iterator<Item = [u32; 3]>) {
        for group in groups {
            let site = Site {
                inst: 0,
                group,
                wave: 0,
            };
            self.watcher.order(&site, &OrderEvent::Over { group });
        }
    }

    /// The turn of a thread is over; true if the run is to stop.
    pub fn turn(&mut self, run: &Run, cluster: usize, slot: usize) -> bool {
        let resident = &run.resident[cluster];
        let Some(thread) = &resident.threads[slot] else {
            return false;
        };
        let view = view(run, resident, thread, self.table);
        self.watcher.turn(&view, run.state.counters.instructions)
    }
}

fn view<'v>(
    run: &'v Run,
    resident: &'v Resident,
    thread: &'v Thread,
    table: &'v Table,
) -> View<'v> {
    View {
        thread,
        cluster: &resident.cluster,
        semaphores: &run.state.semaphores,
        grid: run.grid(),
        table: Some(table),
    }
}

impl Debugged {
    pub fn new(run: Run) -> Debugged {
        let table = Table::of(&run.job);
        Debugged {
            marks: vec![false; table.insts.len()],
            run,
            table,
            saved: BTreeMap::new(),
            last_saved: 0,
        }
    }

    /// The cluster of a workgroup, and the number of its processing element there.
    fn resident(&self, group: [u32; 3]) -> Option<(usize, u8)> {
        let mut all = self.run.resident.iter().enumerate();
        all.find_map(|(i, resident)| {
            let thread = resident.threads().find(|t| t.place.group == group)?;
            Some((i, thread.place.pe))
        })
    }

    fn thread(&self, id: WaveId) -> Option<(usize, usize)> {
        let (cluster, _) = self.resident(id.group)?;
        let slot = self.run.resident[cluster].threads().position(|thread| {
            thread.place.group == id.group && u32::from(thread.place.thread) == id.wave
        });
        Some((cluster, slot?))
    }

    fn thread_mut(&mut self, id: WaveId) -> Result<&mut Thread, String> {
        let found = self.thread(id).and_then(|(cluster, slot)| {
            self.stir(cluster, slot);
            let thread = self.run.resident[cluster].threads[slot].as_mut();
            thread.map(|thread| &mut **thread)
        });
        found.ok_or_else(|| "no such thread is under way".to_string())
    }

    /// The user changes something about a thread: it may not go on as it did.
    fn stir(&mut self, cluster: usize, slot: usize) {
        let resident = &mut self.run.resident[cluster];
        resident.cluster.stir();
        resident.threads[slot].iter_mut().for_each(|it| it.stir());
    }

    fn shared(&self, group: [u32; 3]) -> Option<&Bytes> {
        let (cluster, pe) = self.resident(group)?;
        self.run.resident[cluster]
            .cluster
            .shared
            .get(usize::from(pe))
    }

    /// Memory that lies at addresses of the program: its segments and the stacks.
    fn stretches(&self) -> impl Iterator<Item = (String, u64, &Bytes, bool)> {
        let segments = self.run.image.segments.iter();
        let segments = segments.map(|segment| {
            let name = segment.name.to_string();
            (name, segment.base, &segment.bytes, segment.writable)
        });
        let threads = self.run.job.threads;
        let stacks = self.run.resident.iter().flat_map(move |resident| {
            resident.threads().map(move |thread| {
                let place = thread.place;
                let [x, y, z] = place.group;
                let name = format!("the stack of thread {} of ({x},{y},{z})", place.thread);
                let stack = &resident.cluster.stacks[place.slot(threads)];
                (name, stack_base(place, threads), stack, true)
            })
        });
        segments.chain(stacks)
    }

    /// The stretch that holds these bytes, and where in it they begin.
    fn own(&self, address: u64, len: usize) -> Result<Option<(&Bytes, usize, bool)>, String> {
        let holds = |&(_, base, bytes, _): &(String, u64, &Bytes, bool)| {
            address >= base && address - base < bytes.len() as u64
        };
        let Some((name, base, bytes, writable)) = self.stretches().find(holds) else {
            return Ok(None);
        };
        let start = (address - base) as usize;
        match start + len <= bytes.len() {
            true => Ok(Some((bytes, start, writable))),
            false => Err(format!(
                "{len} bytes at {address:#x} reach past the end of {name}"
            )),
        }
    }
}

impl Stoppable for Debugged {
    fn facts(&self) -> Facts {
        Facts {
            insts: self.table.insts.clone(),
            steps: self.table.steps.clone(),
            branches: self.table.branches(),
            calls: self.table.calls(),
            returns: self.table.returns(),
            channels: CHANNELS.map(str::to_string).to_vec(),
            lanes: 1,
            ..Facts::default()
        }
    }

    fn issued(&self) -> u64 {
        self.run.state.counters.instructions
    }

    /// Each thread has its own time: this is that of the one whose turn it is.
    fn cycle(&self) -> Option<u64> {
        let clock = self.run.state.clock.as_ref()?;
        let own = self.run.state.cursor.paused.and_then(|paused| {
            let resident = self.run.resident.get(paused.cluster)?;
            clock.now(resident.threads[paused.slot].as_ref()?.place)
        });
        Some(own.unwrap_or_else(|| clock.total()))
    }

    fn cycle_counts(&self) -> Vec<(String, u64)> {
        let clock = self.run.state.clock.as_ref();
        clock.map_or(Vec::new(), |clock| clock.cycles().entries())
    }

    fn groups(&self) -> Vec<[u32; 3]> {
        let mut groups: Vec<[u32; 3]> = Vec::new();
        for thread in self.run.resident.iter().flat_map(Resident::threads) {
            if groups.last() != Some(&thread.place.group) {
                groups.push(thread.place.group);
            }
        }
        groups
    }

    fn waves(&self, group: [u32; 3]) -> Vec<Box<dyn LookWave + '_>> {
        let Some((cluster, _)) = self.resident(group) else {
            return Vec::new();
        };
        let resident = &self.run.resident[cluster];
        let threads = resident.threads().filter(|t| t.place.group == group);
        threads
            .map(|thread| Box::new(view(&self.run, resident, thread, &self.table)) as _)
            .collect()
    }

    fn turn(&self) -> Option<WaveId> {
        let Paused { cluster, slot, .. } = self.run.state.cursor.paused?;
        let thread = self.run.resident.get(cluster)?.threads[slot].as_ref()?;
        Some(WaveId {
            group: thread.place.group,
            wave: thread.place.thread.into(),
        })
    }

    fn resume(&mut self, watcher: &mut dyn Watcher) -> Result<Progress, Box<Fault>> {
        let watching = Watching {
            marked_only: watcher.marked_only(),
            sees_memory: watcher.sees_memory(),
            sees_order: watcher.sees_order(),
            watcher,
            table: &self.table,
            marks: &self.marks,
        };
        self.run.resume(Some(watching))
    }

    fn mark(&mut self, marked: &dyn Fn(u32) -> bool) {
        for (inst, mark) in self.marks.iter_mut().enumerate() {
            *mark = marked(inst as u32);
        }
    }

    fn give_turn(&mut self, id: WaveId) -> bool {
        let Some((cluster, slot)) = self.thread(id) else {
            return false;
        };
        let threads = self.run.resident.iter_mut().flat_map(|r| &mut r.threads);
        for thread in threads.flatten() {
            thread.told = false;
        }
        self.stir(cluster, slot);
        let cursor = &mut self.run.state.cursor;
        cursor.paused = Some(Paused {
            cluster,
            slot,
            left: u64::from(self.run.options.quantum.max(1)),
            moved: false,
        });
        // The thread that was about to go on has lost its turn of this round: that no other moves
        // in it does not mean that none can.
        cursor.progressed = true;
        true
    }

    fn save(&mut self) -> u32 {
        let before = self.saved.last_key_value().map(|(_, saved)| saved);
        let saved = Saved::new(&self.run, before);
        self.last_saved += 1;
        self.saved.insert(self.last_saved, saved);
        self.last_saved
    }

    fn restore(&mut self, saved: u32) {
        self.saved[&saved].restore(&mut self.run);
    }

    fn saved_bytes(&self, saved: u32, beside: Option<u32>) -> usize {
        let beside = beside.and_then(|beside| self.saved.get(&beside));
        self.saved[&saved].own_bytes(beside)
    }

    fn forget(&mut self, saved: u32) {
        self.saved.remove(&saved);
    }

    fn edit(&mut self, edit: &Edit) -> Result<bool, String> {
        match edit {
            Edit::Vector { .. } | Edit::Exec { .. } => {
                return Err("a thread has no lanes".into());
            }
            Edit::Scalar { wave, reg, value } => {
                let mut semaphores = self.run.state.semaphores;
                set_scalar(self.thread_mut(*wave)?, &mut semaphores, *reg, *value)?;
                self.run.state.semaphores = semaphores;
            }
            Edit::Jump { wave, inst } => {
                let inst = self.table.insts.get(*inst as usize);
                let address = inst.ok_or("there is no such instruction")?.address;
                self.thread_mut(*wave)?.hart.pc = address;
            }
            Edit::Block {
                wave,
                number,
                offset,
                bytes,
            } => {
                let block = block_mut(self.thread_mut(*wave)?, *number);
                let room = block.and_then(|block| block.get_mut(*offset..)?.get_mut(..bytes.len()));
                room.ok_or("the register is not so long")?
                    .copy_from_slice(bytes);
            }
            Edit::Bytes {
                space: Space::Local,
                wave,
                address,
                bytes,
                ..
            } => {
                let shared = self
                    .shared(wave.group)
                    .ok_or("no such thread is under way")?;
                let start = usize::try_from(*address).ok();
                let fits = |start: &usize| {
                    let end = start.checked_add(bytes.len());
                    end.is_some_and(|end| end <= shared.len())
                };
                let start = start
                    .filter(fits)
                    .ok_or("there is no memory at this address")?;
                shared.write(start, bytes);
            }
            Edit::Bytes { address, bytes, .. } => match self.own(*address, bytes.len())? {
                None => return Ok(false),
                Some((_, _, false)) => return Err("this memory is read-only".into()),
                Some((stretch, start, true)) => stretch.write(start, bytes),
            },
        }
        Ok(true)
    }

    fn local_bytes(&self, group: [u32; 3]) -> usize {
        self.shared(group).map_or(0, Bytes::len)
    }

    fn read_local(&self, group: [u32; 3], offset: usize, out: &mut [u8]) {
        if let Some(shared) = self.shared(group) {
            shared.read(offset, out);
        }
    }

    fn read_own(&self, address: u64, out: &mut [u8]) -> Result<bool, String> {
        let Some((stretch, start, _)) = self.own(address, out.len())? else {
            return Ok(false);
        };
        stretch.read(start, out);
        Ok(true)
    }

    fn own_memory(&self) -> Vec<(String, u64, u64)> {
        let all = self.stretches();
        all.map(|(name, base, bytes, _)| (name, base, bytes.len() as u64))
            .collect()
    }

    fn meetings(&self, group: [u32; 3]) -> Vec<Meeting> {
        let Some((index, pe)) = self.resident(group) else {
            return Vec::new();
        };
        let resident = &self.run.resident[index];
        let cluster = &resident.cluster;
        let mut all = Vec::new();
        let members = |mask: u32, bit: fn(ThreadPlace) -> u32, of: Option<u8>| -> Vec<WaveId> {
            let threads = resident.threads();
            let threads = threads.filter(|t| of.is_none_or(|pe| t.place.pe == pe));
            let members = threads.filter(|t| mask >> bit(t.place) & 1 == 1);
            members
                .map(|t| WaveId {
                    group: t.place.group,
                    wave: t.place.thread.into(),
                })
                .collect()
        };
        let own = &cluster.cta_barriers[usize::from(pe)];
        for (id, barrier) in own.iter().enumerate().filter(|(_, b)| b.arrived != 0) {
            let bit = |place: ThreadPlace| place.thread.into();
            all.push(Meeting {
                name: format!("barrier {id}"),
                arrived: members(barrier.arrived, bit, Some(pe)),
                missing: members(barrier.mask & !barrier.arrived, bit, Some(pe)),
                note: String::new(),
            });
        }
        for (id, barrier) in cluster.barriers.iter().enumerate() {
            if barrier.arrived != 0 {
                all.push(Meeting {
                    name: format!("barrier {id} of the cluster"),
                    arrived: members(barrier.arrived, ThreadPlace::bit, None),
                    missing: members(barrier.mask & !barrier.arrived, ThreadPlace::bit, None),
                    note: String::new(),
                });
            }
        }
        for &(_, offset) in cluster.mbarriers.iter().filter(|known| known.0 == pe) {
            let object = Mbarrier::at(&cluster.shared[usize::from(pe)], offset);
            let [x, y, z] = group;
            all.push(Meeting {
                name: format!("mbarrier {offset:#x} of ({x},{y},{z})"),
                arrived: Vec::new(),
                missing: Vec::new(),
                note: format!(
                    "phase {}, {} of {} arrivals and {} bytes are missing",
                    u8::from(object.parity),
                    object.pending,
                    object.arrivals,
                    object.bytes
                ),
            });
        }
        let semaphores = self.run.state.semaphores.iter().enumerate();
        for (id, value) in semaphores.filter(|(_, value)| **value != 0) {
            all.push(Meeting {
                name: format!("semaphore {id}"),
                arrived: Vec::new(),
                missing: Vec::new(),
                note: format!("value {value}"),
            });
        }
        all
    }

    fn writers(&self, place: RegisterPlace, _: u16) -> Vec<bool> {
        self.table.writers(place)
    }

    fn report(&self) -> RunReport {
        self.run.report()
    }
}
