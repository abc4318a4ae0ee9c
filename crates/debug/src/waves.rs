//! Waves on the common engine, as a run that can be stopped.

use sim::{Dispatch, Observer, Stats, Stop, Wave, WaveState, Workgroup};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use uop::{
    Access, Edit, Facts, Fault, LookWave, MaskOp, Meeting, Operand, Program, Progress,
    RegisterPlace, RunReport, Site, Space, Step, Stoppable, Uop, UopIdx, Use, Watcher, WaveId,
};

/// A dispatch, and the states of it that are kept.
pub struct Waves {
    program: Arc<Program>,
    dispatch: Dispatch,
    lanes: u32,
    saved: BTreeMap<u32, Dispatch>,
    last_saved: u32,
}

impl Waves {
    /// A dispatch that has not begun, of a program with waves of `lanes` lanes.
    pub fn new(program: &Arc<Program>, dispatch: Dispatch, lanes: u32) -> Waves {
        Waves {
            program: program.clone(),
            dispatch,
            lanes,
            saved: BTreeMap::new(),
            last_saved: 0,
        }
    }

    /// The waves that are under way.
    fn all(&self) -> impl Iterator<Item = &Wave> {
        self.dispatch.residents().flat_map(Workgroup::waves)
    }

    fn of(&self, group: [u32; 3]) -> impl Iterator<Item = &Wave> {
        self.all().filter(move |wave| wave.place().group == group)
    }

    fn wave_mut(&mut self, id: WaveId) -> Result<&mut Wave, String> {
        let wave = self.dispatch.wave_mut(id);
        wave.ok_or_else(|| "no such wave is under way".to_string())
    }

    /// Scalar registers that a lane mask takes.
    fn mask_words(&self) -> u16 {
        if self.lanes == 64 { 2 } else { 1 }
    }

    /// By instruction: whether it uses the register so.
    fn users(&self, wanted: Use, place: RegisterPlace, words: u16) -> Vec<bool> {
        let program = &*self.program;
        let mut users = vec![false; program.insts.len()];
        let mask_words = self.mask_words();
        for step in &program.steps {
            step.uop.for_each_operand(mask_words, &mut |how, operand| {
                let overlaps = |a: u16, n: u16, b: u16, m: u16| a < b + m && b < a + n;
                let hit = match (operand, place) {
                    (Operand::Vector(a, n), RegisterPlace::Vector(b)) => {
                        overlaps(a.0, n, b.0, words)
                    }
                    (Operand::Scalar(a, n), RegisterPlace::Scalar(b)) => {
                        overlaps(a.0, n, b.0, words)
                    }
                    (Operand::Scalar(a, n), RegisterPlace::Mask(b)) => {
                        overlaps(a.0, n, b.0, mask_words)
                    }
                    _ => false,
                };
                users[step.inst as usize] |= hit && how == wanted;
            });
        }
        users
    }
}

impl Stoppable for Waves {
    fn facts(&self) -> Facts {
        let program = &*self.program;
        let inst_of = |step: UopIdx| Some(program.steps.get(step as usize)?.inst);
        let branches = program.steps.iter().filter_map(|step| {
            let to = match &step.uop {
                Uop::Jump { to } | Uop::Branch { to, .. } | Uop::Diverge { to, .. } => *to,
                Uop::Mask(MaskOp::EndLoop { back }) => *back,
                _ => return None,
            };
            Some((step.inst, inst_of(to)?))
        });
        let is_return = |step: &Step| is_jump(&step.uop) && !program.calls.contains(&step.inst);
        let returns = program.steps.iter().filter(|step| is_return(step));
        let returns = returns.map(|step| step.inst).collect();
        Facts {
            insts: program.insts.clone(),
            steps: program.steps.iter().map(|step| step.inst).collect(),
            branches: branches.collect(),
            calls: calls(program),
            returns,
            lanes_part: (program.steps.iter())
                .any(|step| matches!(step.uop, Uop::Diverge { .. } | Uop::DivergeIndirect { .. })),
            channels: (program.channels.iter())
                .map(|rule| rule.name.clone())
                .collect(),
            lanes: self.lanes,
            flat: self.dispatch.apertures().clone(),
        }
    }

    fn issued(&self) -> u64 {
        self.dispatch.stats().instructions
    }

    fn groups(&self) -> Vec<[u32; 3]> {
        let mut waves: Vec<&Wave> = self.all().collect();
        waves.sort_by_key(|wave| (wave.place().group_index(), wave.place().wave));
        let mut groups: Vec<_> = waves.iter().map(|wave| wave.place().group).collect();
        groups.dedup();
        groups
    }

    fn waves(&self, group: [u32; 3]) -> Vec<Box<dyn LookWave + '_>> {
        self.of(group).map(|wave| Box::new(wave) as _).collect()
    }

    fn turn(&self) -> Option<WaveId> {
        let group = self.dispatch.current()?;
        Some((&group.waves()[group.turn()]).id())
    }

    fn resume(&mut self, watcher: &mut dyn Watcher) -> Result<Progress, Box<Fault>> {
        let mut told = Told {
            marked_only: watcher.marked_only(),
            sees_memory: watcher.sees_memory(),
            watcher,
        };
        self.dispatch.resume(&mut told)
    }

    fn mark(&mut self, marked: &dyn Fn(u32) -> bool) {
        self.dispatch.mark(marked);
    }

    fn give_turn(&mut self, id: WaveId) -> bool {
        self.dispatch.give_turn(id)
    }

    fn save(&mut self) -> u32 {
        self.last_saved += 1;
        self.saved.insert(self.last_saved, self.dispatch.clone());
        self.last_saved
    }

    fn restore(&mut self, saved: u32) {
        let mut dispatch = self.saved[&saved].clone();
        dispatch.share_marks(&self.dispatch);
        self.dispatch = dispatch;
    }

    fn saved_bytes(&self, saved: u32, _: Option<u32>) -> usize {
        self.saved[&saved].state_bytes()
    }

    fn forget(&mut self, saved: u32) {
        self.saved.remove(&saved);
    }

    fn edit(&mut self, edit: &Edit) -> Result<bool, String> {
        match edit {
            Edit::Vector {
                wave,
                reg,
                lane,
                value,
            } => self.wave_mut(*wave)?.vector_mut(*reg)[*lane] = *value,
            Edit::Scalar { wave, reg, value } => self.wave_mut(*wave)?.set_scalar(*reg, *value),
            Edit::Exec { wave, mask } => self.wave_mut(*wave)?.set_exec(*mask),
            Edit::Jump { wave, inst } => {
                let program = self.program.clone();
                let to = program.steps.iter().position(|step| step.inst == *inst);
                let to = to.ok_or("there is no such instruction")?;
                let own = self.wave_mut(*wave)?;
                let from = own.at() as usize;
                if !stays_together(&program.steps[from.min(to)..=from.max(to)]) {
                    let message = "lanes part or meet between here and there, and who is where depends \
                                   on the way that they took: a wave is moved only within a stretch \
                                   without branches of lanes";
                    return Err(message.into());
                }
                own.jump(to as UopIdx);
            }
            Edit::Block { .. } => return Err("no register is an array here".into()),
            Edit::Bytes {
                space,
                wave,
                lane,
                address,
                bytes,
            } => {
                self.wave_mut(*wave)?;
                let to = match space {
                    Space::Local => {
                        let local = self.dispatch.local_mut(wave.group);
                        local.ok_or("no workgroup is under way")?
                    }
                    Space::Private => self.wave_mut(*wave)?.private_mut(*lane),
                    _ => return Ok(false),
                };
                let start = usize::try_from(*address).ok();
                let room =
                    start.and_then(|start| to.get_mut(start..start.checked_add(bytes.len())?));
                room.ok_or("there is no memory at this address")?
                    .copy_from_slice(bytes);
            }
        }
        Ok(true)
    }

    fn local_bytes(&self, group: [u32; 3]) -> usize {
        self.dispatch.local(group).map_or(0, <[u8]>::len)
    }

    fn read_local(&self, group: [u32; 3], offset: usize, out: &mut [u8]) {
        if let Some(local) = self.dispatch.local(group) {
            out.copy_from_slice(&local[offset..offset + out.len()]);
        }
    }

    fn meetings(&self, group: [u32; 3]) -> Vec<Meeting> {
        let those = |state: WaveState| -> Vec<WaveId> {
            let waves = self.of(group).filter(|wave| wave.state() == state);
            waves.map(|wave| wave.id()).collect()
        };
        let arrived = those(WaveState::AtBarrier);
        match arrived.is_empty() {
            true => Vec::new(),
            false => vec![Meeting {
                name: "the barrier".into(),
                arrived,
                missing: those(WaveState::Running),
                note: String::new(),
            }],
        }
    }

    fn writers(&self, place: RegisterPlace, words: u16) -> Vec<bool> {
        self.users(Use::Write, place, words)
    }

    fn readers(&self, place: RegisterPlace, words: u16) -> Option<Vec<bool>> {
        Some(self.users(Use::Read, place, words))
    }

    fn report(&self) -> RunReport {
        RunReport {
            stats: *self.dispatch.stats(),
            ..RunReport::default()
        }
    }
}

/// Whether the lanes of a wave that is at one end of a stretch have parted and met in the same way at the
/// other end: nothing in it changes that, but for instructions that are carried out by some lanes.
fn stays_together(stretch: &[Step]) -> bool {
    let mut guards = 0;
    for step in stretch {
        match &step.uop {
            Uop::Mask(MaskOp::Guard { .. }) => guards += 1,
            Uop::Mask(MaskOp::EndIf) if guards > 0 => guards -= 1,
            // The mask is a register like any other there.
            Uop::Mask(MaskOp::Set(_)) => {}
            Uop::Mask(_) | Uop::Diverge { .. } | Uop::DivergeIndirect { .. } | Uop::Join(_) => {
                return false;
            }
            _ => {}
        }
    }
    true
}

/// Jumps to where registers say.
fn is_jump(uop: &Uop) -> bool {
    matches!(uop, Uop::JumpScalar { .. } | Uop::DivergeIndirect { .. })
}

/// Instructions that call a function. One that keeps the address behind it, but goes where no way leads
/// to a jump through a register, is a plain jump: nothing comes back from there.
fn calls(program: &Program) -> Vec<u32> {
    let returns = |from: UopIdx| {
        let mut seen = HashSet::new();
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            let Some(step) = program.steps.get(at as usize) else {
                continue;
            };
            match &step.uop {
                _ if !seen.insert(at) => {}
                uop if is_jump(uop) => return true,
                Uop::Exit => {}
                uop => work.extend(plan::successors(uop, at)),
            }
        }
        false
    };
    let mut known: HashMap<UopIdx, bool> = HashMap::new();
    let mut plain = HashSet::new();
    for step in &program.steps {
        if let Uop::Jump { to } = step.uop
            && program.calls.binary_search(&step.inst).is_ok()
            && !*known.entry(to).or_insert_with(|| returns(to))
        {
            plain.insert(step.inst);
        }
    }
    let calls = program.calls.iter().copied();
    calls.filter(|inst| !plain.contains(inst)).collect()
}

/// A watcher as the engine knows observers. What it wants to hear does not change during a run.
struct Told<'w> {
    watcher: &'w mut dyn Watcher,
    marked_only: bool,
    sees_memory: bool,
}

fn flow(stop: bool) -> ControlFlow<Stop> {
    match stop {
        true => ControlFlow::Break(Stop),
        false => ControlFlow::Continue(()),
    }
}

impl Observer for Told<'_> {
    fn marked_only(&self) -> bool {
        self.marked_only
    }

    fn sees_memory(&self) -> bool {
        self.sees_memory
    }

    fn issue(&mut self, at: &Site, wave: &Wave) -> ControlFlow<Stop> {
        flow(self.watcher.issue(at, &wave))
    }

    fn access(&mut self, at: &Site, access: &Access) {
        self.watcher.access(at, access);
    }

    fn turn(&mut self, group: &Workgroup, wave: usize, so_far: &Stats) -> ControlFlow<Stop> {
        let wave = &group.waves()[wave];
        flow(self.watcher.turn(&wave, so_far.instructions))
    }
}
