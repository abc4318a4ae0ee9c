//! Time travel: a run as a line on which every moment can be reached.
//!
//! A moment is the number of instructions issued before it, by all waves together; at a moment the
//! next instruction is about to be issued. Runs are deterministic, so any moment is reached by
//! replaying from a snapshot before it. What the user did to the run (whose turn it is, values that
//! were set) is part of the line and replayed with it.

use crate::calls::{Call, Calls};
use crate::snapshot::{History, Snapshots};
use crate::watch::{EveryInstruction, Watch};
use sim::Memory;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use uop::{
    Access, Edit, Facts, Fault, LookWave, Progress, RunReport, SReg, Site, Status, Stoppable, Trap,
    Watcher, WaveId,
};

/// A turn takes about this many steps at most, so that many instructions.
const TURN: u64 = 4096;
/// So close to a moment that is looked for, every instruction is counted.
const NEAR: u64 = 2 * TURN;

/// Where the run is.
#[derive(Clone, Debug, PartialEq)]
pub enum Position {
    /// A wave is about to issue an instruction.
    Before,
    /// Every wave has ended.
    Ended,
    /// No wave can go on.
    Stuck(Box<Fault>),
}

/// Why a run along the line stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Reached {
    /// The moment that was the limit.
    Moment,
    /// The user asked to stop.
    Interrupt,
    /// What is watched for.
    Hit,
    /// Every wave has ended.
    End,
    /// The next instruction traps; the run stands before it.
    Fault(Box<Fault>),
}

/// A run as a line of moments, counted in instructions issued. Any of them can be gone to: from the
/// nearest state that was kept before it, the run is repeated up to there.
pub struct Replay {
    machine: Box<dyn Stoppable>,
    memory: Arc<Memory>,
    facts: Facts,
    calls: Calls,
    now: u64,
    position: Position,
    /// The next instruction was announced: it will be issued without being announced again.
    told: bool,
    snapshots: Snapshots,
    /// Moments at which a wave was given its turn.
    turns: BTreeMap<u64, WaveId>,
    edits: BTreeMap<u64, Vec<Edit>>,
    interrupt: Arc<AtomicBool>,
}

impl Replay {
    /// Stands before the first instruction. `memory` is the global memory of the machine, and
    /// `history` says how much may be kept.
    ///
    /// Of calls that are under way, `kept` registers of the caller are remembered.
    pub fn new(
        mut machine: Box<dyn Stoppable>,
        memory: Arc<Memory>,
        history: History,
        kept: Vec<SReg>,
    ) -> Replay {
        let facts = machine.facts();
        let calls = Calls::new(&facts, kept);
        machine.mark(&|inst| calls.marks(inst));
        let mut timeline = Replay {
            snapshots: Snapshots::new(&mut *machine, &memory, calls.clone(), history),
            facts,
            calls,
            memory,
            machine,
            now: 0,
            position: Position::Before,
            told: false,
            turns: BTreeMap::new(),
            edits: BTreeMap::new(),
            interrupt: Arc::default(),
        };
        timeline.arrive();
        timeline
    }

    /// The machine as it is now.
    pub fn machine(&self) -> &dyn Stoppable {
        &*self.machine
    }

    /// Global memory as it is now.
    pub fn memory(&self) -> &Arc<Memory> {
        &self.memory
    }

    /// Instructions issued so far.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Where the run is.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What the run has counted so far.
    pub fn report(&self) -> RunReport {
        self.machine.report()
    }

    /// The wave that issues the next instruction.
    pub fn turn(&self) -> Option<WaveId> {
        self.machine.turn()
    }

    /// The same, as the line has it: a turn that was given is taken when the run goes on.
    pub(crate) fn issuer(&self) -> Option<WaveId> {
        let given = self.turns.get(&self.now).copied();
        given.or_else(|| self.turn())
    }

    /// A wave, if it is under way.
    pub(crate) fn wave(&self, id: WaveId) -> Option<Box<dyn LookWave + '_>> {
        let waves = self.machine.waves(id.group);
        waves.into_iter().nth(id.wave as usize)
    }

    /// The instruction that is issued next, and by whom.
    pub(crate) fn next_site(&self) -> Option<Site> {
        let id = self.turn()?;
        let step = self.wave(id)?.step();
        Some(Site {
            inst: *self.facts.steps.get(step as usize)?,
            group: id.group,
            wave: id.wave,
        })
    }

    /// Snapshots, and the bytes that they take.
    pub fn history(&self) -> (usize, usize) {
        (self.snapshots.count(), self.snapshots.bytes())
    }

    /// Says at which instructions watchers that look at marked instructions only will look.
    pub fn mark(&mut self, marked: impl Fn(u32) -> bool) {
        let calls = &self.calls;
        self.machine.mark(&|inst| marked(inst) || calls.marks(inst));
    }

    /// The calls that a wave is in, the innermost last, and the registers of the callers that are kept.
    pub(crate) fn calls(&self, id: WaveId) -> (Vec<Call>, &[SReg]) {
        let calls = self.wave(id).map_or(Vec::new(), |wave| {
            let inst = self.facts.steps.get(wave.step() as usize);
            let inst = inst.copied().unwrap_or(u32::MAX);
            let announced = self.told && self.turn() == Some(id);
            self.calls.of(&*wave, inst, announced)
        });
        (calls, self.calls.registers())
    }

    /// Gives the turn to a wave, unless it has it. Where the line went otherwise before, what was
    /// to come is forgotten.
    pub fn give_turn(&mut self, wave: WaveId) -> bool {
        if self.position != Position::Before {
            return false;
        }
        let planned = self.turns.get(&self.now).copied();
        if planned != Some(wave) {
            if planned.is_none() && self.turn() == Some(wave) {
                return true;
            }
            let status = self.wave(wave).map(|wave| wave.status());
            if status != Some(Status::Running) {
                return false;
            }
            self.fork();
            self.turns.insert(self.now, wave);
        }
        self.take_turn()
    }

    /// Changes state now.
    pub fn edit(&mut self, edit: Edit) -> Result<(), String> {
        self.apply(&edit)?;
        self.fork();
        self.edits.entry(self.now).or_default().push(edit);
        Ok(())
    }

    /// What comes after this moment will come differently.
    fn fork(&mut self) {
        self.turns.split_off(&(self.now + 1));
        self.edits.split_off(&(self.now + 1));
        self.snapshots.forget_after(self.now, &mut *self.machine);
    }

    /// The turn that is planned for this moment is taken.
    fn take_turn(&mut self) -> bool {
        let Some(&wave) = self.turns.get(&self.now) else {
            return true;
        };
        if self.turn() == Some(wave) && self.told {
            return true;
        }
        if let Some(site) = self.next_site().filter(|_| self.told) {
            self.calls.retract(&site);
        }
        let given = self.machine.give_turn(wave);
        self.told = false;
        self.arrive();
        given
    }

    /// Goes to a moment, or to the end if that comes first.
    pub fn seek(&mut self, time: u64) -> Reached {
        if time < self.now || self.position != Position::Before {
            self.restore(self.snapshots.at_or_before(time));
        } else {
            let index = self.snapshots.at_or_before(time);
            if self.snapshots.get(index).time > self.now + NEAR {
                self.restore(index);
            }
        }
        let reached = self.run(&mut (), Some(time));
        if self.now > time {
            // A turn of nothing but hints may be longer than others and lead past the moment.
            self.restore(self.snapshots.at_or_before(time));
            return self.run(&mut EveryInstruction, Some(time));
        }
        reached
    }

    fn restore(&mut self, index: usize) {
        let snapshot = self.snapshots.get(index);
        self.machine.restore(snapshot.state);
        self.memory.restore(&snapshot.image);
        self.calls = snapshot.calls.clone();
        self.now = snapshot.time;
        self.position = Position::Before;
        self.told = false;
        if index == 0 {
            // No workgroup has begun yet, and no turn has.
            self.arrive();
        }
    }

    /// Runs on until `watch` has seen what it looks for, or to a moment. The instruction that is
    /// about to be issued now has been looked at before and is not again.
    pub(crate) fn run<W: Watch>(&mut self, watch: &mut W, limit: Option<u64>) -> Reached {
        let mut unseen = false;
        loop {
            match &self.position {
                Position::Ended => return Reached::End,
                Position::Stuck(fault) => return Reached::Fault(fault.clone()),
                Position::Before => {}
            }
            if self.told {
                if limit.is_some_and(|limit| limit <= self.now) {
                    return Reached::Moment;
                }
                // Who has a turn by right need not be who is given it.
                unseen |= self.issuer() != self.turn();
                self.take_turn();
                if std::mem::take(&mut unseen) && self.told && self.announce(watch) {
                    return Reached::Hit;
                }
            }
            let after = if self.told { self.now + 1 } else { self.now };
            let events = [
                self.turns.range(after..).next().map(|(&time, _)| time),
                self.edits.range(after..).next().map(|(&time, _)| time),
                limit,
            ];
            let stop_at = events.into_iter().flatten().min();
            watch.begin(&*self.machine);
            let everything = watch.everything();
            let near = |now: u64| stop_at.is_some_and(|stop| stop <= now + NEAR);
            let given = stop_at.is_some_and(|stop| self.turns.contains_key(&stop));
            let mut runner = Runner {
                watch,
                next: after,
                stop_at: stop_at.unwrap_or(u64::MAX),
                snapshot_at: self.snapshots.due(),
                careful: everything || near(self.now),
                given,
                why: Why::Nothing,
                interrupt: &self.interrupt,
                calls: &mut self.calls,
            };
            let progress = self.machine.resume(&mut runner);
            let why = runner.why;
            match progress {
                Err(fault) => return self.failed(fault),
                Ok(Progress::Done) => {
                    self.now = self.machine.issued();
                    self.position = Position::Ended;
                    self.told = false;
                    return match why {
                        Why::Hit => Reached::Hit,
                        _ => Reached::End,
                    };
                }
                Ok(Progress::Stopped) => {}
            }
            self.now = self.machine.issued();
            self.told = matches!(why, Why::Time | Why::Hit);
            match why {
                Why::Snapshot => {
                    self.snapshots.take(
                        self.now,
                        &mut *self.machine,
                        &self.memory,
                        &mut self.calls,
                    );
                }
                Why::Hit => {
                    self.edits_now();
                    return Reached::Hit;
                }
                Why::HitBetween => {
                    self.told = false;
                    self.arrive();
                    return Reached::Hit;
                }
                Why::Interrupt => {
                    self.arrive();
                    self.interrupt.store(false, Ordering::Relaxed);
                    return Reached::Interrupt;
                }
                Why::Time => {
                    unseen = given;
                    self.edits_now();
                }
                Why::Near | Why::Nothing => {}
            }
        }
    }

    /// Goes on to where the next instruction is announced, without issuing any.
    fn arrive(&mut self) {
        let mut runner = Runner {
            watch: &mut (),
            next: self.now,
            stop_at: self.now,
            snapshot_at: u64::MAX,
            careful: true,
            given: false,
            why: Why::Nothing,
            interrupt: &AtomicBool::new(false),
            calls: &mut self.calls,
        };
        match self.machine.resume(&mut runner) {
            Err(fault) => self.position = Position::Stuck(fault),
            Ok(Progress::Done) => self.position = Position::Ended,
            Ok(Progress::Stopped) => {
                self.told = true;
                self.edits_now();
            }
        }
    }

    /// Tells a watcher of the instruction that is about to be issued. True if it is what it looks for.
    fn announce<W: Watch>(&self, watch: &mut W) -> bool {
        watch.begin(&*self.machine);
        match (self.next_site(), self.turn().and_then(|id| self.wave(id))) {
            (Some(site), Some(wave)) => watch.issue(self.now, &site, &*wave),
            _ => false,
        }
    }

    fn edits_now(&mut self) {
        for edit in self.edits.get(&self.now).cloned().into_iter().flatten() {
            // What could be changed once can be changed again.
            let _ = self.apply(&edit);
        }
    }

    /// An instruction that fails has not happened: the run is before it again.
    fn failed(&mut self, fault: Box<Fault>) -> Reached {
        self.now = self.machine.issued();
        match fault.trap {
            Trap::Deadlock { .. } | Trap::Waiting { .. } | Trap::Limit { .. } => {
                self.position = Position::Stuck(fault.clone());
                self.told = false;
            }
            _ => {
                let before = self.now - 1;
                self.restore(self.snapshots.at_or_before(before));
                self.run(&mut (), Some(before));
            }
        }
        Reached::Fault(fault)
    }

    /// Replays what came before `time`, one stretch after the other, latest first. `hit` is called
    /// whenever `watch` sees what it looks for, `enough` after every stretch. Afterwards the run is
    /// somewhere before `time`. False if the user asked to stop.
    pub(crate) fn backwards<W: Watch>(
        &mut self,
        time: u64,
        watch: &mut W,
        mut hit: impl FnMut(&mut W, &Replay),
        mut enough: impl FnMut(&mut W) -> bool,
    ) -> bool {
        let mut end = time;
        let latest = self.snapshots.at_or_before(time.saturating_sub(1));
        for index in (0..=latest).rev() {
            self.restore(index);
            let start = self.now;
            watch.restart();
            if self.told && self.now < time {
                // The first instruction was announced on the way here.
                self.take_turn();
                if self.announce(watch) {
                    hit(watch, self);
                }
            }
            loop {
                match self.run(watch, Some(end)) {
                    Reached::Hit if self.now < time => hit(watch, self),
                    Reached::Interrupt => return false,
                    _ => break,
                }
            }
            if enough(watch) {
                break;
            }
            end = start;
        }
        true
    }

    /// Set from elsewhere, this stops the run at the next opportunity.
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }

    fn apply(&mut self, edit: &Edit) -> Result<(), String> {
        if !self.machine.edit(edit)?
            && let Edit::Bytes { address, bytes, .. } = edit
        {
            let written = self.memory.write(*address, bytes);
            return written.map_err(|error| error.0);
        }
        Ok(())
    }
}

/// Why the engine was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    Nothing,
    /// The moment to stop at has come.
    Time,
    /// It is near.
    Near,
    Snapshot,
    Hit,
    /// The watcher saw something between two turns.
    HitBetween,
    Interrupt,
}

/// Watches on behalf of a [`Watch`], and the clock.
struct Runner<'w, W> {
    watch: &'w mut W,
    /// The moment of the next announcement, as long as every instruction is announced.
    next: u64,
    stop_at: u64,
    snapshot_at: u64,
    careful: bool,
    /// A wave is given its turn at the moment to stop at: who would have it issues nothing.
    given: bool,
    why: Why,
    interrupt: &'w AtomicBool,
    calls: &'w mut Calls,
}

impl<W> Runner<'_, W> {
    fn stop(&mut self, why: Why) -> bool {
        self.why = why;
        true
    }
}

impl<W: Watch> Watcher for Runner<'_, W> {
    fn marked_only(&self) -> bool {
        !self.careful
    }

    fn sees_memory(&self) -> bool {
        self.watch.memory()
    }

    fn issue(&mut self, at: &Site, wave: &dyn LookWave) -> bool {
        let now = self.next;
        let in_time = self.careful && now >= self.stop_at;
        self.calls.announce(at, wave);
        if in_time && self.given {
            return self.stop(Why::Time);
        }
        if self.watch.issue(now, at, wave) {
            return self.stop(Why::Hit);
        }
        if in_time {
            return self.stop(Why::Time);
        }
        self.next += 1;
        false
    }

    fn access(&mut self, at: &Site, access: &Access) {
        self.watch.access(self.next.saturating_sub(1), at, access);
    }

    fn turn(&mut self, wave: &dyn LookWave, issued: u64) -> bool {
        if self.watch.turn(wave) {
            return self.stop(Why::HitBetween);
        }
        if !self.careful && issued + NEAR >= self.stop_at {
            return self.stop(Why::Near);
        }
        if self.interrupt.load(Ordering::Relaxed) {
            return self.stop(Why::Interrupt);
        }
        if issued >= self.snapshot_at {
            return self.stop(Why::Snapshot);
        }
        false
    }
}
