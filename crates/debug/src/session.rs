//! A debugging session: a run, or what is left of one, and what is stopped at.

mod backward;
mod forward;

use crate::core::Core;
use crate::eval::{Answer, Scope, Thing};
use crate::look::{Live, LookMemory, LookWave};
use crate::points::{Breakpoint, WatchKind, Watchpoint};
use crate::snapshot::History;
use crate::subject::Subject;
use crate::timeline::Timeline;
use sim::{Dispatch, Fault, Memory, Site};
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
}
