//! A debugging session: what is stopped at, and how the run moves.

use crate::core::Core;
use crate::eval::{Answer, Scope, Thing};
use crate::look::{Live, LookMemory, LookWave, Status};
use crate::origin::{Issued, Origin, Trail, Writes, Written};
use crate::points::{Breakpoint, Goal, Guard, Hit, WatchKind, Watchpoint};
use crate::snapshot::History;
use crate::subject::Subject;
use crate::timeline::{Edit, Position, Reached, Timeline};
use crate::watch::WaveIssues;
use sim::{Dispatch, Fault, Memory, Site};
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use uop::{Program, Uop};

/// Why the run stands where it does.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// It was told to go just so far.
    Step,
    Breakpoint(u32),
    /// A condition that cannot be evaluated stops the run, so that it can be seen to.
    BadCondition {
        id: u32,
        message: String,
    },
    Watchpoint {
        id: u32,
        text: String,
        old: Option<Answer>,
        new: Option<Answer>,
        /// Whose instruction it was.
        by: Option<Site>,
    },
    /// The selected wave waits for the others.
    AtBarrier(u32),
    WaveEnded(u32),
    Fault(Box<Fault>),
    /// Every wave has ended.
    End,
    /// There is nothing before this.
    Start,
    Interrupt,
}

/// A stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    pub reasons: Vec<Reason>,
    /// Instructions issued before it.
    pub time: u64,
}

/// What is looked at: a run, or the state that one left behind.
enum World<'a> {
    Live(Box<Timeline<'a>>),
    Core(Box<Core>),
}

pub struct Session<'a> {
    subject: Subject,
    world: World<'a>,
    breakpoints: Vec<Breakpoint>,
    watchpoints: Vec<Watchpoint>,
    last_id: u32,
    marks: Vec<bool>,
    secretive: Vec<bool>,
    flat: sim::Apertures,
    wave: usize,
    lane: usize,
    fault: Option<Box<Fault>>,
}

impl<'a> Session<'a> {
    /// A run from its start.
    pub fn new(
        subject: Subject,
        program: &'a Program,
        memory: &'a Memory,
        dispatch: Dispatch<'a>,
        history: History,
    ) -> Session<'a> {
        let flat = dispatch.apertures().clone();
        let mut secretive = vec![false; program.insts.len()];
        for step in &program.steps {
            secretive[step.inst as usize] |= matches!(step.uop, Uop::Custom(_));
        }
        let timeline = Timeline::new(program, memory, dispatch, history);
        let mut session = Session {
            marks: vec![false; program.insts.len()],
            secretive,
            flat,
            ..Session::with(subject, World::Live(timeline.into()))
        };
        session.follow();
        session
    }

    /// The state that a run left behind.
    pub fn from_core(subject: Subject, core: Core) -> Session<'static> {
        let mut session = Session::with(subject, World::Core(core.into()));
        session.follow();
        session
    }

    fn with(subject: Subject, world: World<'a>) -> Session<'a> {
        Session {
            subject,
            world,
            breakpoints: Vec::new(),
            watchpoints: Vec::new(),
            last_id: 0,
            marks: Vec::new(),
            secretive: Vec::new(),
            flat: sim::Apertures::default(),
            wave: 0,
            lane: 0,
            fault: None,
        }
    }

    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The run, if this is one.
    pub fn timeline(&self) -> Option<&Timeline<'a>> {
        match &self.world {
            World::Live(timeline) => Some(timeline),
            World::Core(_) => None,
        }
    }

    fn live(&mut self) -> Result<&mut Timeline<'a>, String> {
        match &mut self.world {
            World::Live(timeline) => Ok(timeline),
            World::Core(_) => {
                Err("this is the state of a run that is over: it does not go on".into())
            }
        }
    }

    /// Setting this from elsewhere stops the run.
    pub fn interrupt(&self) -> Option<Arc<AtomicBool>> {
        Some(self.timeline()?.interrupt())
    }

    /// Instructions issued so far, by all waves.
    pub fn time(&self) -> u64 {
        match &self.world {
            World::Live(timeline) => timeline.now(),
            World::Core(core) => core.time,
        }
    }

    /// The workgroup that is under way.
    pub fn group(&self) -> Option<[u32; 3]> {
        match &self.world {
            World::Live(timeline) => timeline.group().map(|group| group.group()),
            World::Core(core) => core.group,
        }
    }

    /// The waves of the workgroup that is under way.
    pub fn waves(&self) -> Vec<&dyn LookWave> {
        match &self.world {
            World::Live(timeline) => {
                let group = timeline.group();
                let waves = group.into_iter().flat_map(|group| group.waves());
                waves.map(|wave| wave as &dyn LookWave).collect()
            }
            World::Core(core) => core.waves.iter().map(|wave| wave as _).collect(),
        }
    }

    /// The wave that issues the next instruction.
    pub fn turn(&self) -> Option<usize> {
        match &self.world {
            World::Live(timeline) => timeline.turn(),
            World::Core(core) => core.turn,
        }
    }

    /// The fault that the next instruction runs into, if that is known.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_deref()
    }

    pub fn selected_wave(&self) -> usize {
        self.wave
    }

    pub fn selected_lane(&self) -> usize {
        self.lane
    }

    pub fn select_wave(&mut self, wave: usize) -> Result<(), String> {
        let count = self.waves().len();
        if wave >= count {
            return Err(match count {
                0 => "no wave is under way".into(),
                1 => "the workgroup has one wave, number 0".into(),
                n => format!("the workgroup has waves 0 to {}", n - 1),
            });
        }
        self.wave = wave;
        Ok(())
    }

    pub fn select_lane(&mut self, lane: usize) -> Result<(), String> {
        let lanes = self.subject.lanes as usize;
        if lane >= lanes {
            return Err(format!("a wave has lanes 0 to {}", lanes - 1));
        }
        self.lane = lane;
        Ok(())
    }

    /// Calls `f` with the point of view of the selected wave and lane.
    pub fn look<T>(&self, f: impl FnOnce(Scope<'_>) -> T) -> T {
        self.look_from(self.wave, self.lane, f)
    }

    /// The same from another wave and lane.
    pub fn look_from<T>(&self, wave: usize, lane: usize, f: impl FnOnce(Scope<'_>) -> T) -> T {
        let live;
        let memory: &dyn LookMemory = match &self.world {
            World::Live(timeline) => {
                live = Live {
                    memory: timeline.memory(),
                    local: timeline.group().map_or(&[], |group| group.local()),
                };
                &live
            }
            World::Core(core) => &**core,
        };
        f(Scope {
            subject: &self.subject,
            wave: self.waves().get(wave).copied(),
            lane,
            memory,
            time: self.time(),
        })
    }

    /// The instructions that a location means: `14`, `file:14`, `label`, `*0x20`.
    pub fn locate(&self, text: &str) -> Result<Vec<u32>, String> {
        let subject = &self.subject;
        let at_address = |address: u64| {
            let inst = subject.inst_at(address);
            let inst = inst.ok_or_else(|| format!("no instruction begins at {address:#x}"));
            inst.map(|inst| vec![inst as u32])
        };
        if let Some(address) = text.strip_prefix('*') {
            let expr = crate::expr::parse(address).map_err(|error| error.to_string())?;
            let value = self.look(|scope| scope.number(&expr))?;
            let address = value.integer().and_then(|n| u64::try_from(n).ok());
            return at_address(address.ok_or("an address is a number from 0 on")?);
        }
        let line = text.rsplit_once(':').map_or(text, |(_, line)| line);
        if let Ok(line) = line.trim().parse::<u32>() {
            return subject.insts_of_line(line);
        }
        let symbols = subject.code.symbols.iter();
        if let Some(symbol) = symbols.clone().find(|symbol| symbol.name == text) {
            return at_address(symbol.address);
        }
        let hint = source::did_you_mean(text, symbols.map(|symbol| symbol.name.as_str()));
        let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
        Err(format!("there is no line or label `{text}`{hint}"))
    }

    // Points.

    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.breakpoints
    }

    pub fn watchpoints(&self) -> &[Watchpoint] {
        &self.watchpoints
    }

    fn new_id(&mut self) -> u32 {
        self.last_id += 1;
        self.last_id
    }

    /// Adds a breakpoint; `change` may set its condition and counts first.
    pub fn add_breakpoint(
        &mut self,
        spec: &str,
        insts: Vec<u32>,
        change: impl FnOnce(&mut Breakpoint),
    ) -> Result<u32, String> {
        self.live()?;
        let mut breakpoint = Breakpoint {
            id: self.new_id(),
            spec: spec.into(),
            insts,
            condition: None,
            ignore: 0,
            hits: 0,
            enabled: true,
            temporary: false,
        };
        change(&mut breakpoint);
        let id = breakpoint.id;
        self.breakpoints.push(breakpoint);
        self.refresh_marks();
        Ok(id)
    }

    pub fn add_watchpoint(
        &mut self,
        text: &str,
        thing: Thing,
        kind: WatchKind,
    ) -> Result<u32, String> {
        self.live()?;
        let ranges = Watchpoint::ranges_of(&thing);
        if ranges.is_empty() && kind != WatchKind::Change {
            return Err("reads are watched in memory; registers can be watched for changes".into());
        }
        let id = self.new_id();
        self.watchpoints.push(Watchpoint {
            id,
            text: text.into(),
            thing,
            kind,
            group: self.group().unwrap_or_default(),
            wave: self.wave as u32,
            lane: self.lane,
            condition: None,
            ignore: 0,
            hits: 0,
            enabled: true,
            old: None,
            ranges,
        });
        Ok(id)
    }

    /// Removes a breakpoint or watchpoint.
    pub fn delete(&mut self, id: u32) -> Result<(), String> {
        let before = self.breakpoints.len() + self.watchpoints.len();
        self.breakpoints.retain(|point| point.id != id);
        self.watchpoints.retain(|point| point.id != id);
        self.refresh_marks();
        match self.breakpoints.len() + self.watchpoints.len() < before {
            true => Ok(()),
            false => Err(format!("there is no breakpoint or watchpoint {id}")),
        }
    }

    /// Changes a breakpoint. False if there is none with this number.
    pub fn change_breakpoint(&mut self, id: u32, change: impl FnOnce(&mut Breakpoint)) -> bool {
        let point = self.breakpoints.iter_mut().find(|point| point.id == id);
        let found = point.map(change).is_some();
        self.refresh_marks();
        found
    }

    pub fn change_watchpoint(&mut self, id: u32, change: impl FnOnce(&mut Watchpoint)) -> bool {
        let point = self.watchpoints.iter_mut().find(|point| point.id == id);
        point.map(change).is_some()
    }

    fn refresh_marks(&mut self) {
        let World::Live(timeline) = &mut self.world else {
            return;
        };
        self.marks.fill(false);
        for breakpoint in self.breakpoints.iter().filter(|point| point.enabled) {
            for &inst in &breakpoint.insts {
                self.marks[inst as usize] = true;
            }
        }
        timeline.mark(|inst| self.marks[inst as usize]);
    }

    // Forwards.

    /// Runs until something stops it.
    pub fn resume(&mut self) -> Result<Stopped, String> {
        self.go(Goal::None)
    }

    /// The selected wave issues one instruction. If it waits at a barrier, the others run until it
    /// can.
    pub fn step(&mut self) -> Result<Stopped, String> {
        let (group, wave) = self.standing()?;
        if self.waves()[self.wave].status() == Status::AtBarrier {
            return self.go(Goal::Issues { group, wave });
        }
        self.step_wave(wave)
    }

    /// As [`Session::step`], but not done before the selected wave has passed the barrier that it
    /// comes to.
    pub fn step_over(&mut self) -> Result<Stopped, String> {
        let stopped = self.step()?;
        match &stopped.reasons[..] {
            [Reason::AtBarrier(_)] => self.step(),
            _ => Ok(stopped),
        }
    }

    /// Every wave of the workgroup that can run issues one instruction.
    pub fn step_all(&mut self) -> Result<Stopped, String> {
        let (group, wave) = self.standing()?;
        let waves = self.waves();
        let ready = waves.iter().filter(|wave| wave.status() == Status::Running);
        let ready: Vec<u32> = ready.map(|wave| wave.number()).collect();
        let mut stopped = self.stopped(vec![Reason::Step]);
        for number in ready {
            stopped = self.step_wave(number)?;
            let plain = |reason: &Reason| {
                matches!(
                    reason,
                    Reason::Step | Reason::AtBarrier(_) | Reason::WaveEnded(_)
                )
            };
            if !stopped.reasons.iter().all(plain) {
                return Ok(stopped);
            }
        }
        if self.group() == Some(group) {
            self.wave = wave as usize;
        }
        Ok(stopped)
    }

    /// Until the selected wave has left the innermost loop that it is in. Outside of loops, one
    /// instruction.
    pub fn leave_loop(&mut self) -> Result<Stopped, String> {
        let (group, wave) = self.standing()?;
        let step = self.waves()[self.wave].step();
        let inst = self.subject.steps.get(step as usize).copied().unwrap_or(0);
        let program = self.live()?.program();
        match self.subject.loop_around(program, inst as usize) {
            None => self.step_over(),
            Some((head, tail)) => self.go(Goal::Outside {
                group,
                wave,
                insts: head as u32..tail as u32 + 1,
            }),
        }
    }

    /// Until the selected wave comes to one of these instructions.
    pub fn run_to(&mut self, insts: Vec<u32>) -> Result<Stopped, String> {
        let (group, wave) = self.standing()?;
        self.go(Goal::At { group, wave, insts })
    }

    /// Until the selected wave has ended.
    pub fn finish(&mut self) -> Result<Stopped, String> {
        let (group, wave) = self.standing()?;
        self.go(Goal::Ends { group, wave })
    }

    /// The selected wave, which can be moved.
    fn standing(&mut self) -> Result<([u32; 3], u32), String> {
        let timeline = self.live()?;
        if *timeline.position() == Position::Ended {
            return Err("every wave has ended; go back, or `run` to start again".into());
        }
        let group = self.group().ok_or("no workgroup is under way")?;
        let number = self.wave as u32;
        match self.waves().get(self.wave).map(|wave| wave.status()) {
            None => Err("no such wave is under way".into()),
            Some(Status::Ended) => Err(format!(
                "wave {number} has ended; choose another, as in `wave 1`"
            )),
            Some(_) => Ok((group, number)),
        }
    }

    fn step_wave(&mut self, number: u32) -> Result<Stopped, String> {
        let group = self.group();
        let timeline = self.live()?;
        if let Position::Stuck(fault) = timeline.position() {
            let fault = fault.clone();
            return Ok(self.stopped(vec![Reason::Fault(fault)]));
        }
        if !timeline.give_turn(number as usize) {
            return Err(format!("wave {number} cannot run now"));
        }
        let goal = timeline.now() + 1;
        let mut stopped = self.go_to(Goal::None, Some(goal))?;
        if stopped.reasons == [Reason::Step] {
            let status = match self.group() == group {
                true => self.waves()[number as usize].status(),
                false => Status::Ended,
            };
            match status {
                Status::Running => self.wave = number as usize,
                Status::AtBarrier => {
                    self.wave = number as usize;
                    stopped.reasons = vec![Reason::AtBarrier(number)];
                }
                Status::Ended => stopped.reasons = vec![Reason::WaveEnded(number)],
            }
        }
        Ok(stopped)
    }

    fn go(&mut self, goal: Goal) -> Result<Stopped, String> {
        self.go_to(goal, None)
    }

    fn go_to(&mut self, goal: Goal, limit: Option<u64>) -> Result<Stopped, String> {
        self.fault = None;
        let watched = match &goal {
            Goal::None => None,
            Goal::Issues { wave, .. }
            | Goal::At { wave, .. }
            | Goal::Outside { wave, .. }
            | Goal::Ends { wave, .. } => Some(*wave),
        };
        let own_group = self.group();
        loop {
            let World::Live(timeline) = &mut self.world else {
                self.live()?;
                unreachable!("only a live session goes on");
            };
            let mut guard = Guard {
                subject: &self.subject,
                memory: timeline.memory(),
                breakpoints: &mut self.breakpoints,
                watchpoints: &mut self.watchpoints,
                marks: &self.marks,
                secretive: &self.secretive,
                flat: self.flat.clone(),
                goal: goal.clone(),
                counting: true,
                hits: Vec::new(),
                touched: Vec::new(),
                last: None,
            };
            // Whoever issues the instruction that is announced already made no announcement of
            // it to this guard.
            if timeline.position() == &Position::Before {
                guard.last = timeline.next_site();
            }
            let reached = timeline.run(&mut guard, limit);
            let hits = std::mem::take(&mut guard.hits);
            let mut reasons = self.confirm(hits, true);
            match reached {
                Reached::Hit if reasons.is_empty() => continue,
                Reached::Hit => {}
                Reached::Moment => reasons.push(Reason::Step),
                Reached::Interrupt => reasons.push(Reason::Interrupt),
                Reached::End => reasons.push(Reason::End),
                Reached::Fault(fault) => {
                    if let Some(lane) = fault.trap.lane() {
                        self.lane = lane as usize;
                    }
                    self.fault = Some(fault.clone());
                    reasons.push(Reason::Fault(fault));
                }
            }
            self.follow();
            if let Some(wave) = watched.filter(|_| reasons.contains(&Reason::Step)) {
                let ended = self.group() != own_group
                    || self.waves()[wave as usize].status() == Status::Ended;
                match ended {
                    true => reasons = vec![Reason::WaveEnded(wave)],
                    false => self.wave = wave as usize,
                }
            }
            return Ok(self.stopped(reasons));
        }
    }

    /// Hits that stand up to a second look, now that all state can be seen.
    fn confirm(&mut self, hits: Vec<Hit>, counting: bool) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for hit in hits {
            match hit {
                Hit::Goal => reasons.push(Reason::Step),
                Hit::Breakpoint(id) => {
                    reasons.push(Reason::Breakpoint(id));
                    self.breakpoints
                        .retain(|point| point.id != id || !point.temporary);
                }
                Hit::BadCondition(id, _) => {
                    let turn = self.turn().unwrap_or(0);
                    let point = self.breakpoints.iter().find(|point| point.id == id);
                    let Some(condition) = point.and_then(|point| point.condition.clone()) else {
                        continue;
                    };
                    match self.look_from(turn, self.lane, |scope| scope.truth(&condition.expr)) {
                        Ok(true) => reasons.push(Reason::Breakpoint(id)),
                        Ok(false) => {}
                        Err(message) => reasons.push(Reason::BadCondition { id, message }),
                    }
                }
                Hit::Watchpoint(id, by) => reasons.extend(self.confirm_watch(id, by, counting)),
            }
        }
        reasons
    }

    fn confirm_watch(&mut self, id: u32, by: Option<Site>, counting: bool) -> Option<Reason> {
        let index = self.watchpoints.iter().position(|point| point.id == id)?;
        let point = &self.watchpoints[index];
        let wave = match self.group() == Some(point.group) {
            true => point.wave as usize,
            false => usize::MAX,
        };
        let new = self.look_from(wave, point.lane, |scope| scope.whole(&point.thing).ok());
        let holds = point.condition.as_ref().is_none_or(|condition| {
            let by = by.map_or(wave, |site| site.wave as usize);
            self.look_from(by, point.lane, |scope| {
                scope.truth(&condition.expr).unwrap_or(true)
            })
        });
        let point = &mut self.watchpoints[index];
        let old = std::mem::replace(&mut point.old, new.clone());
        // A register is gone together with its wave, which is no change.
        let gone = new.is_none() && point.ranges.is_empty();
        if point.kind == WatchKind::Change && (old == new || gone) || !holds {
            return None;
        }
        if counting {
            point.hits += 1;
            if point.ignore > 0 {
                point.ignore -= 1;
                return None;
            }
        }
        Some(Reason::Watchpoint {
            id,
            text: point.text.clone(),
            old,
            new,
            by,
        })
    }

    fn stopped(&self, reasons: Vec<Reason>) -> Stopped {
        Stopped {
            reasons,
            time: self.time(),
        }
    }

    /// Selects the wave that is about to issue an instruction.
    fn follow(&mut self) {
        if let Some(turn) = self.turn() {
            self.wave = turn;
        }
        self.wave = self.wave.min(self.waves().len().saturating_sub(1));
    }

    // Backwards.

    /// Goes to a moment.
    pub fn seek(&mut self, time: u64) -> Result<Stopped, String> {
        let selected = (self.group(), self.wave);
        let timeline = self.live()?;
        let reached = timeline.seek(time);
        self.moved(selected);
        let reason = match reached {
            Reached::End => Reason::End,
            Reached::Interrupt => Reason::Interrupt,
            Reached::Fault(fault) => {
                self.fault = Some(fault.clone());
                Reason::Fault(fault)
            }
            _ => Reason::Step,
        };
        Ok(self.stopped(vec![reason]))
    }

    /// The run was moved to another moment; the same wave stays selected if it is there.
    fn moved(&mut self, (group, wave): (Option<[u32; 3]>, usize)) {
        self.fault = None;
        for point in &mut self.watchpoints {
            point.old = None;
        }
        self.follow();
        if self.group() == group && wave < self.waves().len() {
            self.wave = wave;
        }
    }

    /// Takes back the last instruction of the selected wave, and whatever happened since.
    pub fn step_back(&mut self) -> Result<Stopped, String> {
        let here = self.time();
        let ended = *self.live()?.position() == Position::Ended;
        let selected = (self.group(), self.wave);
        if here == 0 {
            return Ok(self.stopped(vec![Reason::Start]));
        }
        let timeline = self.live()?;
        timeline.seek(here - 1);
        let (group, wave) = match selected.0.filter(|_| !ended) {
            // Nobody was selected: the last instruction of all it is.
            None => {
                self.follow();
                self.fault = None;
                return Ok(self.stopped(vec![Reason::Step]));
            }
            Some(group) => (group, selected.1 as u32),
        };
        let same = timeline.group().is_some_and(|now| now.group() == group);
        if !same || timeline.turn() != Some(wave as usize) {
            let last = Cell::new(None);
            timeline.backwards(
                here,
                &mut WaveIssues { group, wave },
                |_, timeline| last.set(Some(timeline.now())),
                |_| last.get().is_some(),
            );
            match last.get() {
                Some(time) => timeline.seek(time),
                None => {
                    timeline.seek(here);
                    self.moved(selected);
                    return Err(format!("wave {wave} has not issued an instruction yet"));
                }
            };
        }
        self.moved((Some(group), wave as usize));
        Ok(self.stopped(vec![Reason::Step]))
    }

    /// Runs backwards to the last breakpoint or watchpoint that was passed.
    pub fn resume_back(&mut self) -> Result<Stopped, String> {
        self.live()?;
        let here = self.time();
        self.fault = None;
        let mut watchpoints = std::mem::take(&mut self.watchpoints);
        let mut breakpoints = std::mem::take(&mut self.breakpoints);
        let World::Live(timeline) = &mut self.world else {
            unreachable!("a live session");
        };
        let mut guard = Guard {
            subject: &self.subject,
            memory: timeline.memory(),
            breakpoints: &mut breakpoints,
            watchpoints: &mut watchpoints,
            marks: &self.marks,
            secretive: &self.secretive,
            flat: self.flat.clone(),
            goal: Goal::None,
            counting: false,
            hits: Vec::new(),
            touched: Vec::new(),
            last: None,
        };
        let last = RefCell::new(None);
        timeline.backwards(
            here,
            &mut guard,
            |guard, timeline| {
                let reasons = confirm_back(guard, timeline);
                if !reasons.is_empty() {
                    last.replace(Some((timeline.now(), reasons)));
                }
            },
            |_| last.borrow().is_some(),
        );
        let (time, reasons) = last.into_inner().unwrap_or((0, vec![Reason::Start]));
        timeline.seek(time);
        self.watchpoints = watchpoints;
        self.breakpoints = breakpoints;
        self.moved((None, 0));
        Ok(self.stopped(reasons))
    }

    // The past.

    /// Who wrote this last.
    pub fn last_write(&mut self, thing: &Thing) -> Result<Option<Origin>, String> {
        let here = self.time();
        let selected = (self.group(), self.wave);
        let (lane, lanes, flat) = (self.lane, self.subject.lanes, self.flat.clone());
        let group = selected.0.unwrap_or_default();
        let wave = self.wave as u32;
        let written = match thing {
            Thing::Exec => Written::Exec { group, wave },
            Thing::Registers(slices) => {
                let [slice] = &slices[..] else {
                    return Err("choose one part of the register, as in `R1.x`".into());
                };
                let chosen = slice.lanes.clone().unwrap_or(lane..=lane);
                if chosen.start() != chosen.end() {
                    return Err("choose one lane, as in `v3[5]`".into());
                }
                Written::Register {
                    group,
                    wave,
                    place: slice.place,
                    words: slice.words,
                    lane: *chosen.start(),
                }
            }
            Thing::Elements(elements) => {
                let [address] = elements.addresses[..] else {
                    return Err("choose one element, as in `out_y[3]`".into());
                };
                Written::Memory {
                    space: elements.space,
                    bytes: address..address + elements.ty.size() as u64,
                    group,
                    wave,
                    lane: lane as u32,
                }
            }
        };
        self.live()?;
        let World::Live(timeline) = &mut self.world else {
            unreachable!("a live session");
        };
        let (program, memory) = (timeline.program(), timeline.memory());
        let mut writes = Writes::new(written, program, lanes, &self.secretive, memory, flat, here);
        timeline.backwards(
            here,
            &mut writes,
            |_, _| {},
            |writes| writes.found.is_some(),
        );
        let found = writes.found;
        timeline.seek(here);
        let fault = self.fault.take();
        self.moved(selected);
        self.fault = fault;
        Ok(found)
    }

    /// The last instructions that the selected wave issued, oldest first.
    pub fn trail(&mut self, count: usize) -> Result<Vec<Issued>, String> {
        let here = self.time();
        let selected = (self.group(), self.wave);
        let group = selected.0.ok_or("no workgroup is under way")?;
        let mut trail = Trail::new(group, self.wave as u32, count, here);
        let timeline = self.live()?;
        timeline.backwards(here, &mut trail, |_, _| {}, Trail::enough);
        timeline.seek(here);
        let fault = self.fault.take();
        self.moved(selected);
        self.fault = fault;
        Ok(trail.found.into())
    }

    /// Changes state now. What was to come after it is forgotten.
    pub fn edit(&mut self, edit: Edit) -> Result<(), String> {
        let timeline = self.live()?;
        timeline.edit(edit)
    }
}

/// Hits on the way back, seen with the state at their moment.
fn confirm_back(guard: &mut Guard<'_>, timeline: &Timeline<'_>) -> Vec<Reason> {
    let live = Live {
        memory: timeline.memory(),
        local: timeline.group().map_or(&[], |group| group.local()),
    };
    let mut reasons = Vec::new();
    for hit in std::mem::take(&mut guard.hits) {
        match hit {
            Hit::Breakpoint(id) => reasons.push(Reason::Breakpoint(id)),
            Hit::BadCondition(id, message) => reasons.push(Reason::BadCondition { id, message }),
            Hit::Goal => {}
            Hit::Watchpoint(id, by) => {
                let points = &mut guard.watchpoints;
                let Some(point) = points.iter_mut().find(|point| point.id == id) else {
                    continue;
                };
                let group = timeline
                    .group()
                    .filter(|group| group.group() == point.group);
                let wave = group.and_then(|group| group.waves().get(point.wave as usize));
                let scope = Scope {
                    subject: guard.subject,
                    wave: wave.map(|wave| wave as _),
                    lane: point.lane,
                    memory: &live,
                    time: timeline.now(),
                };
                let new = scope.whole(&point.thing).ok();
                let old = std::mem::replace(&mut point.old, new.clone());
                let gone = new.is_none() && point.ranges.is_empty();
                if point.kind == WatchKind::Change && (old == new || gone) {
                    continue;
                }
                let text = point.text.clone();
                reasons.push(Reason::Watchpoint {
                    id,
                    text,
                    old,
                    new,
                    by,
                });
            }
        }
    }
    reasons
}
