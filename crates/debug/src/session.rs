//! A debugging session: a run, or what is left of one, and what is stopped at.

mod backward;
mod forward;
mod source_level;
mod sources;

pub use sources::Source;

use crate::core::CoreFile;
use crate::eval::{Answer, Thing, View, Viewpoint};
use crate::look::{Live, LookMemory};
use crate::points::{Breakpoint, WatchKind, Watchpoint};
use crate::replay::Replay;
use crate::snapshot::History;
use crate::subject::Subject;
use sim::Memory;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use uop::{Apertures, Fault, LookWave, Meeting, Site, Stoppable, WaveId};

pub use source_level::Frame;

/// Why the run stands where it does.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum StopReason {
    /// It was told to go just so far.
    Step,
    /// A breakpoint, by its number.
    Breakpoint(u32),
    /// A condition that cannot be evaluated stops the run, so that it can be seen to.
    BadCondition { id: u32, message: String },
    /// Something happened to what a watchpoint watches. `old` and `new` are its values before and
    /// after, where both are known.
    Watchpoint {
        id: u32,
        text: String,
        old: Option<Answer>,
        new: Option<Answer>,
        /// Whose instruction it was.
        by: Option<Site>,
    },
    /// The wave waits for others, or for something to arrive.
    Waits(WaveId),
    /// All threads of the wave are done.
    WaveEnded(WaveId),
    /// The next instruction of a wave traps.
    Fault(Box<Fault>),
    /// Every wave has ended.
    End,
    /// There is nothing before this.
    Start,
    /// The user asked to stop.
    Interrupt,
}

/// A stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// One or more: a breakpoint and a watchpoint may be met at once.
    pub reasons: Vec<StopReason>,
    /// Instructions issued before it.
    pub time: u64,
}

/// What is looked at: a run, or the state that one left behind.
enum World {
    Live(Box<Replay>),
    Core(Box<CoreFile>),
}

/// A kernel that is debugged: a run that can be stopped, gone back over and changed, or what a trap
/// left behind. Answers come as plain data.
pub struct Session {
    subject: Subject,
    world: World,
    breakpoints: Vec<Breakpoint>,
    watchpoints: Vec<Watchpoint>,
    last_id: u32,
    marks: Vec<bool>,
    flat: Apertures,
    selected: Option<WaveId>,
    lane: usize,
    /// The frame of the selected wave that is looked from.
    frame: usize,
    fault: Option<Box<Fault>>,
    printing: Option<Printing>,
}

/// What kernels print through memory.
struct Printing {
    /// All of it, up to where the run is.
    read: Box<dyn Fn() -> Vec<u8> + Send + Sync>,
    /// What the user was told of that.
    told: Vec<u8>,
}

impl Session {
    /// A run from its start.
    pub fn new(
        subject: Subject,
        machine: Box<dyn Stoppable>,
        memory: Arc<Memory>,
        history: History,
    ) -> Session {
        let facts = machine.facts();
        let kept = subject.frame_registers();
        let timeline = Replay::new(machine, memory, history, kept);
        let mut session = Session {
            marks: vec![false; facts.insts.len()],
            flat: facts.flat,
            ..Session::with(subject, World::Live(timeline.into()))
        };
        session.follow();
        session
    }

    /// The kernel prints through memory, of which `read` makes the text up to where the run is.
    pub fn printing(self, read: impl Fn() -> Vec<u8> + Send + Sync + 'static) -> Session {
        let (read, told) = (Box::new(read), Vec::new());
        let printing = Some(Printing { read, told });
        Session { printing, ..self }
    }

    /// What the kernel has printed since this was asked for. Going back takes back what was printed, and
    /// it comes again when the run comes to it again.
    pub fn printed(&mut self) -> String {
        let Some(printing) = &mut self.printing else {
            return String::new();
        };
        let printed = (printing.read)();
        let new = printed.strip_prefix(&printing.told[..]);
        let text = String::from_utf8_lossy(new.unwrap_or_default()).into_owned();
        printing.told = printed;
        text
    }

    /// The state that a run left behind.
    pub fn from_core(subject: Subject, core: CoreFile) -> Session {
        let mut session = Session::with(subject, World::Core(core.into()));
        session.follow();
        session
    }

    fn with(subject: Subject, world: World) -> Session {
        Session {
            subject,
            world,
            breakpoints: Vec::new(),
            watchpoints: Vec::new(),
            last_id: 0,
            marks: Vec::new(),
            flat: Apertures::default(),
            selected: None,
            lane: 0,
            frame: 0,
            fault: None,
            printing: None,
        }
    }

    /// What is debugged.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The run, if this is one.
    pub fn timeline(&self) -> Option<&Replay> {
        match &self.world {
            World::Live(timeline) => Some(timeline),
            World::Core(_) => None,
        }
    }

    fn live(&mut self) -> Result<&mut Replay, String> {
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

    /// The cycle in which the next instruction is issued, on a machine with a clock.
    pub fn cycle(&self) -> Option<u64> {
        match &self.world {
            World::Live(timeline) => timeline.machine().cycle(),
            World::Core(core) => core.cycle,
        }
    }

    /// Workgroups that are under way.
    pub fn groups(&self) -> Vec<[u32; 3]> {
        match &self.world {
            World::Live(timeline) => timeline.machine().groups(),
            World::Core(core) => core.groups(),
        }
    }

    /// The workgroup of the selected wave, if it is under way.
    pub fn group(&self) -> Option<[u32; 3]> {
        self.selected.map(|id| id.group)
    }

    /// The waves of a workgroup that is under way.
    pub fn waves_of(&self, group: [u32; 3]) -> Vec<Box<dyn LookWave + '_>> {
        match &self.world {
            World::Live(timeline) => timeline.machine().waves(group),
            World::Core(core) => core.waves_of(group),
        }
    }

    /// The waves of the workgroup of the selected wave.
    pub fn waves(&self) -> Vec<Box<dyn LookWave + '_>> {
        self.group()
            .map_or(Vec::new(), |group| self.waves_of(group))
    }

    /// The waves of all workgroups that are under way.
    pub fn all_waves(&self) -> Vec<Box<dyn LookWave + '_>> {
        let groups = self.groups().into_iter();
        groups.flat_map(|group| self.waves_of(group)).collect()
    }

    /// A wave that is under way.
    pub fn wave(&self, id: WaveId) -> Option<Box<dyn LookWave + '_>> {
        let waves = self.waves_of(id.group).into_iter();
        waves.into_iter().find(|wave| wave.number() == id.wave)
    }

    /// The selected wave.
    pub fn selected(&self) -> Option<Box<dyn LookWave + '_>> {
        self.wave(self.selected?)
    }

    /// The wave that issues the next instruction.
    pub fn turn(&self) -> Option<WaveId> {
        match &self.world {
            World::Live(timeline) => timeline.turn(),
            World::Core(core) => core.turn,
        }
    }

    /// Barriers and the like of a workgroup.
    pub fn meetings(&self, group: [u32; 3]) -> Vec<Meeting> {
        match &self.world {
            World::Live(timeline) => timeline.machine().meetings(group),
            World::Core(core) => core.meetings(group),
        }
    }

    /// The fault that the next instruction runs into, if that is known.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_deref()
    }

    /// The wave whose registers are shown, where one is under way.
    pub fn selected_wave(&self) -> Option<WaveId> {
        self.selected
    }

    /// The lane in which vector registers are single numbers.
    pub fn selected_lane(&self) -> usize {
        self.lane
    }

    /// Selects a wave of the selected workgroup.
    pub fn select_wave(&mut self, wave: u32) -> Result<(), String> {
        let group = self.group().ok_or_else(|| self.no_wave())?;
        self.select(WaveId { group, wave })
    }

    /// Selects a wave.
    pub fn select(&mut self, id: WaveId) -> Result<(), String> {
        let name = &self.subject.registers.wave;
        match self.waves_of(id.group).len() {
            0 => {
                let [x, y, z] = id.group;
                return Err(format!("workgroup ({x},{y},{z}) is not under way"));
            }
            n if (id.wave as usize) < n => {}
            1 => return Err(format!("the workgroup has one {name}, number 0")),
            n => return Err(format!("the workgroup has {name}s 0 to {}", n - 1)),
        }
        self.selected = Some(id);
        self.frame = 0;
        Ok(())
    }

    pub(crate) fn no_wave(&self) -> String {
        format!("no {} is under way", self.subject.registers.wave)
    }

    /// Chooses the lane of the selected wave from which things are seen.
    pub fn select_lane(&mut self, lane: usize) -> Result<(), String> {
        let lanes = self.subject.lanes as usize;
        if lane >= lanes {
            let wave = &self.subject.registers.wave;
            return Err(match lanes {
                1 => format!("a {wave} has no lanes"),
                _ => format!("a {wave} has lanes 0 to {}", lanes - 1),
            });
        }
        self.lane = lane;
        Ok(())
    }

    /// Calls `f` with the point of view of the selected wave and lane.
    pub fn look<T>(&self, f: impl FnOnce(Viewpoint<'_>) -> T) -> T {
        let view = self.view_of(self.selected, self.frame);
        self.look_with(self.selected, self.lane, view, f)
    }

    /// The same from another frame of a wave.
    pub fn look_from_frame<T>(
        &self,
        wave: WaveId,
        frame: usize,
        f: impl FnOnce(Viewpoint<'_>) -> T,
    ) -> T {
        let view = self.view_of(Some(wave), frame);
        self.look_with(Some(wave), self.lane, view, f)
    }

    /// The same from another wave and lane, and the innermost of its frames.
    pub fn look_from<T>(
        &self,
        wave: Option<WaveId>,
        lane: usize,
        f: impl FnOnce(Viewpoint<'_>) -> T,
    ) -> T {
        self.look_with(wave, lane, View::default(), f)
    }

    fn look_with<T>(
        &self,
        wave: Option<WaveId>,
        lane: usize,
        view: View,
        f: impl FnOnce(Viewpoint<'_>) -> T,
    ) -> T {
        let live;
        let memory: &dyn LookMemory = match &self.world {
            World::Live(timeline) => {
                live = Live {
                    machine: timeline.machine(),
                    memory: timeline.memory(),
                };
                &live
            }
            World::Core(core) => &**core,
        };
        let wave = wave.and_then(|id| self.wave(id));
        f(Viewpoint {
            subject: &self.subject,
            wave: wave.as_deref(),
            lane,
            view: &view,
            memory,
            time: self.time(),
        })
    }

    /// The instructions that a location means: `14`, `file:14`, `label`, `function`, `*0x20`.
    pub fn locate(&self, text: &str) -> Result<Vec<u32>, String> {
        let subject = &self.subject;
        let at_address = |address: u64| {
            let inst = subject.inst_at(address);
            let inst = inst.ok_or_else(|| {
                let mut before = subject.insts.iter().rev();
                let around = before
                    .find(|inst| inst.address < address)
                    .filter(|i| address < i.address + u64::from(i.len));
                let around = around.map_or(String::new(), |inst| {
                    format!("; the one that lies there begins at {:#x}", inst.address)
                });
                format!("no instruction begins at {address:#x}{around}")
            });
            inst.map(|inst| vec![inst as u32])
        };
        if let Some(address) = text.strip_prefix('*') {
            let expr = crate::expr::parse(address).map_err(|error| error.to_string())?;
            let value = self.look(|scope| scope.number(&expr))?;
            let address = value.integer().and_then(|n| u64::try_from(n).ok());
            return at_address(address.ok_or("an address is a number from 0 on")?);
        }
        let (file, line) = match text.rsplit_once(':') {
            Some((file, line)) => (Some(file.trim()), line),
            None => (None, text),
        };
        if let Ok(line) = line.trim().parse::<u32>() {
            let file = match file {
                Some(name) => subject.source_called(name).ok_or_else(|| {
                    let own = (0..subject.source_count()).map(|file| subject.source(file).name());
                    let own = own.collect::<Vec<_>>().join(", ");
                    format!("no code came from `{name}`: it came from {own}")
                })?,
                None => self.file_here(),
            };
            return subject.insts_of_line(file, line);
        }
        let symbols = subject.code.symbols.iter();
        if let Some(symbol) = symbols.clone().find(|symbol| symbol.name == text) {
            // Where a function begins, what it is given is in place only behind its prologue.
            let begins = |f: &&arch::Function| f.ranges.iter().any(|r| r.start == symbol.address);
            let function = subject.code.functions.iter().find(begins);
            let body = function.and_then(|function| function.body);
            return at_address(body.unwrap_or(symbol.address));
        }
        let of_function = subject.insts_of_function(text);
        if !of_function.is_empty() {
            return Ok(of_function);
        }
        let functions = subject.code.functions.iter();
        let names = symbols.map(|symbol| symbol.name.as_str());
        let names = names.chain(functions.map(|function| function.name.as_str()));
        let hint = source::did_you_mean(text, names);
        let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
        Err(format!("there is no line or label `{text}`{hint}"))
    }

    /// The file that the selected frame is in, which a line alone is a line of.
    pub fn file_here(&self) -> u32 {
        let frames = self.selected.map(|id| self.frames(id)).unwrap_or_default();
        let frame = frames.get(self.frame).or(frames.first());
        frame.map_or(0, |frame| frame.file)
    }

    /// All of them, in the order of their numbers.
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.breakpoints
    }

    /// All of them, in the order of their numbers.
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

    /// Stops the run when `kind` happens to `thing`, which the user calls `text`. Gives the number
    /// by which it can be changed.
    pub fn add_watchpoint(
        &mut self,
        text: &str,
        thing: Thing,
        kind: WatchKind,
    ) -> Result<u32, String> {
        let machine = self.live()?.machine();
        let users = Watchpoint::users_of(&thing, kind, machine).ok_or(
            "which instructions read this is not known here; `watch` stops where it changes",
        )?;
        let ranges = Watchpoint::ranges_of(&thing);
        let id = self.new_id();
        self.watchpoints.push(Watchpoint {
            id,
            text: text.into(),
            thing,
            kind,
            of: self.selected.unwrap_or(WaveId {
                group: [0; 3],
                wave: 0,
            }),
            lane: self.lane,
            condition: None,
            ignore: 0,
            hits: 0,
            enabled: true,
            old: None,
            ranges,
            users,
        });
        Ok(id)
    }

    /// Whether reads of something can be watched, and not only changes.
    pub fn can_watch_reads(&self, thing: &Thing) -> bool {
        let World::Live(timeline) = &self.world else {
            return false;
        };
        Watchpoint::users_of(thing, WatchKind::Read, timeline.machine()).is_some()
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

    /// Changes a watchpoint; false if there is none with this number.
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
        timeline.mark(|inst| self.marks.get(inst as usize) == Some(&true));
    }

    fn stopped(&self, reasons: Vec<StopReason>) -> Stopped {
        Stopped {
            reasons,
            time: self.time(),
        }
    }

    /// Selects the wave that is about to issue an instruction, or one that is still there.
    fn follow(&mut self) {
        self.frame = 0;
        let there = |id: &WaveId| self.wave(*id).is_some();
        let kept = self.selected.filter(there);
        let first = || self.all_waves().first().map(|wave| wave.id());
        self.selected = self.turn().filter(there).or(kept).or_else(first);
    }
}
