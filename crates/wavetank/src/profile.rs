//! What every line and every instruction of a kernel costs, as plain data.

mod json;
mod remarks;

use crate::ready::{Engine, Ready, with_request};
use crate::repeat::{Lent, Repeatable};
use crate::report::Report;
use crate::run::{Ended, depends_on_time, timed, to_end};
use crate::{Debuggable, Error, Input, Settings};
use arch::LaunchRequest;
use sim::{Cycles, InstCounts, InstCycles};
use source::SourceFile;
use std::collections::BTreeMap;
use uop::timing::{FunctionalUnit, Timing};
use uop::{Access, InstInfo, LookWave, Progress, Site, Stats, Watcher};

pub use remarks::Remark;

/// Launches of up to so many instructions are put through the cycle model without being asked.
pub const CYCLES_UP_TO: u64 = 200_000;
/// The same of those whose waves the model has to follow one by one, which takes it as long.
const FOLLOWED_UP_TO: u64 = CYCLES_UP_TO / 8;

/// A run, and what its instructions cost.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The instruction set.
    pub isa: &'static str,
    /// Lanes of a wave.
    pub lanes: u32,
    /// What came of the run: results, statistics, cycles.
    pub report: Report,
    /// What lines are lines of.
    pub source: SourceFile,
    /// By ascending address; those that never ran too.
    pub instructions: Vec<InstProfile>,
    /// What the machine could do beside what the launch did, where there is a cycle model.
    pub roofline: Option<Roofline>,
    /// There is a cycle model, but the launch is too long to be put through it unasked.
    pub cycles_left_out: bool,
}

/// An instruction and what it cost.
#[derive(Clone, Debug)]
pub struct InstProfile {
    /// Where it is.
    pub address: u64,
    /// As it was written.
    pub text: String,
    /// The line it came from.
    pub line: Option<u32>,
    /// What it cost.
    pub figures: Figures,
}

/// What an instruction or a line cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// What was counted: issues, lanes, memory, branches.
    pub counts: Stats,
    /// What the cycle model says.
    pub cycles: Option<InstCycles>,
    /// Wave-cycles spent waiting for what other instructions started, by their index in
    /// [`Profile::instructions`]; the longest first.
    pub waits_for: Vec<(usize, u64)>,
}

/// A line, or an instruction, as a profile shows it.
#[derive(Clone, Debug)]
pub struct ProfileRow {
    /// The line, unless rows are instructions; none for instructions without one.
    pub line: Option<u32>,
    /// The address, where rows are instructions.
    pub address: Option<u64>,
    /// The line or the instruction.
    pub text: String,
    /// Its instructions, by their index in [`Profile::instructions`].
    pub instructions: Vec<usize>,
    /// What it cost.
    pub figures: Figures,
}

/// Work and bandwidth of a launch beside those of the machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roofline {
    /// Active lanes, summed over vector instructions.
    pub lane_operations: u64,
    /// Bytes that went to or came from global memory.
    pub bytes: u64,
    /// Cycles of the launch.
    pub cycles: u64,
    /// Lane operations that all SIMDs can do in a cycle.
    pub peak_operations: u64,
    /// Bytes that memory gives or takes in a cycle.
    pub peak_bytes: u64,
}

impl Roofline {
    /// Lane operations for every byte.
    pub fn intensity(&self) -> f64 {
        self.lane_operations as f64 / self.bytes.max(1) as f64
    }

    /// Lane operations in a cycle.
    pub fn achieved(&self) -> f64 {
        self.lane_operations as f64 / self.cycles.max(1) as f64
    }

    /// The most that the machine can do at this intensity.
    pub fn bound(&self) -> f64 {
        (self.peak_operations as f64).min(self.intensity() * self.peak_bytes as f64)
    }
}

/// Runs a kernel and counts what every instruction costs. Results are those of a plain run. Cycles are
/// counted where the settings ask for them, and where the launch is short.
pub fn profile(input: &Input, settings: &Settings) -> Result<Profile, Error> {
    of(input, settings)
}

/// The same of any launch.
pub(crate) fn of(launch: &dyn Repeatable, settings: &Settings) -> Result<Profile, Error> {
    let plain = Settings {
        threads: 1,
        timed: false,
        timeline: false,
        families: false,
        fidelity: false,
        require_exact: false,
        ..settings.clone()
    };
    if settings.timed && !launch.ready(settings)?.1.has_clock() {
        return Err(no_model(launch));
    }
    let (mut ready, engine) = launch.ready(&plain)?;
    let Engine::Waves(loaded, _) = &engine else {
        // Its clock follows what it does anyway.
        ready.timed = engine.has_clock();
        return of_machine(&Debuggable::of((ready, engine)));
    };
    let before = ready.lent_bytes();
    let code = &ready.prepared.code;
    let ask = |request: &LaunchRequest<'_>| Ok(ready.arch.timing(code, request).is_some());
    let addresses = &ready.addresses;
    let modelled = with_request(launch.input(), &ready.prepared, settings, addresses, ask)?;
    let program = loaded.program.clone();
    let mut profile = Profile::empty(&ready, &program.insts);
    let counts = InstCounts::new(&program, loaded.lanes);
    let prints = !ready.arch.prints(&ready.prepared.code).is_empty();
    ready.config.counts = Some(counts.clone());
    let ran = to_end((ready, engine), &plain).map_err(|Ended { error, .. }| error);
    profile.report = ran?;
    if prints {
        count_again(launch, &plain, &counts, &before)?;
    }
    for (own, counted) in profile.instructions.iter_mut().zip(counts.by_instruction()) {
        own.figures.counts = counted;
    }
    let long = !settings.timed && profile.report.stats.instructions > CYCLES_UP_TO;
    // A launch that is not put through the model need not be prepared for it.
    match long && profile.report.cycles.is_none() {
        true => profile.cycles_left_out = modelled,
        false => profile.add_cycles(launch, settings, &before)?,
    }
    profile.instructions.retain(|inst| !inst.text.is_empty());
    Ok(profile)
}

impl Profile {
    /// Of instructions that have not run. Those that are no instructions have no text.
    fn empty(ready: &Ready, insts: &[InstInfo]) -> Profile {
        let (code, source) = (&ready.prepared.code, &ready.prepared.source);
        let instructions = insts.iter().map(|inst| InstProfile {
            address: inst.address,
            text: match inst.len {
                0 => String::new(),
                _ => {
                    (ready.text_at(inst.address)).unwrap_or_else(|| format!("{:#x}", inst.address))
                }
            },
            line: (code.span_at(inst.address)).map(|span| source.line_of(span.start)),
            figures: Figures::default(),
        });
        Profile {
            isa: ready.arch.name(),
            lanes: ready.lanes,
            report: Report::empty(),
            source: source.clone(),
            instructions: instructions.collect(),
            roofline: None,
            cycles_left_out: false,
        }
    }

    /// What the cycle model says, where there is one.
    fn add_cycles(
        &mut self,
        launch: &dyn Repeatable,
        settings: &Settings,
        before: &Lent,
    ) -> Result<(), Error> {
        let counting = Settings {
            timed: true,
            ..settings.clone()
        };
        let (ready, engine) = launch.ready(&counting)?;
        let Engine::Waves(loaded, Some(timing)) = engine else {
            return Ok(());
        };
        let long = !settings.timed && self.report.stats.instructions > FOLLOWED_UP_TO;
        if self.report.cycles.is_none() && long && ready.dispatch(&loaded).is_followed(&timing) {
            self.cycles_left_out = true;
            return Ok(());
        }
        if self.report.cycles.is_none() {
            let counted = ready.again(before, || timed(&ready, &loaded, &timing, &counting));
            let (counted, same) = (counted.0?, counted.1);
            if !same || counted.outputs != self.report.outputs {
                self.report.warnings.push(depends_on_time());
            }
            self.report.cycles = counted.cycles;
        }
        self.spread_cycles();
        self.roofline = self
            .report
            .cycles
            .as_ref()
            .map(|it| self.roofline(it, &timing));
        Ok(())
    }

    /// What was counted for each instruction comes to that instruction.
    fn spread_cycles(&mut self) {
        let Some(cycles) = &self.report.cycles else {
            return;
        };
        for (own, spent) in self.instructions.iter_mut().zip(&cycles.by_instruction) {
            own.figures.cycles = Some(*spent);
        }
        for (inst, of, waited) in cycles.waited_for() {
            let own = &mut self.instructions[inst as usize].figures;
            own.waits_for.push((of as usize, waited));
        }
        for own in &mut self.instructions {
            own.figures
                .waits_for
                .sort_by_key(|&(_, waited)| std::cmp::Reverse(waited));
        }
    }

    fn roofline(&self, cycles: &Cycles, timing: &Timing) -> Roofline {
        let stats = &self.report.stats;
        let own = self.instructions.iter().zip(&timing.costs);
        let vector = own.filter(|(_, cost)| cost.unit == FunctionalUnit::Vector);
        let (operations, bytes) = match &timing.pipeline {
            Some(pipeline) => (32 * timing.simds, pipeline.memory.bandwidth),
            None => {
                let each = if timing.global.coalesced { 128 } else { 4 };
                (self.lanes * timing.issue, each * timing.global.ports)
            }
        };
        Roofline {
            lane_operations: vector
                .map(|(inst, _)| inst.figures.counts.active_lanes)
                .sum(),
            bytes: stats.global_bytes_loaded + stats.global_bytes_stored,
            cycles: cycles.cycles,
            peak_operations: u64::from(timing.units) * u64::from(operations),
            peak_bytes: bytes.into(),
        }
    }

    /// Whether source lines are known, so that rows can be lines.
    pub fn has_lines(&self) -> bool {
        self.instructions.iter().any(|inst| inst.line.is_some())
    }

    /// A row for every instruction, by ascending address.
    pub fn by_instruction(&self) -> Vec<ProfileRow> {
        let rows = self.instructions.iter().enumerate();
        let row = |(index, inst): (usize, &InstProfile)| ProfileRow {
            line: inst.line,
            address: Some(inst.address),
            text: inst.text.clone(),
            instructions: vec![index],
            figures: inst.figures.clone(),
        };
        rows.map(row).collect()
    }

    /// A row for every line that has instructions, in the order of the source; what has no line comes
    /// last.
    pub fn by_line(&self) -> Vec<ProfileRow> {
        let mut lines: BTreeMap<(bool, Option<u32>), Vec<usize>> = BTreeMap::new();
        for (index, inst) in self.instructions.iter().enumerate() {
            let key = (inst.line.is_none(), inst.line);
            lines.entry(key).or_default().push(index);
        }
        let row = |((_, line), instructions): ((bool, Option<u32>), Vec<usize>)| ProfileRow {
            line,
            address: None,
            text: match line {
                Some(line) => self.source.line(line).trim_end().to_string(),
                None => "(no line)".into(),
            },
            figures: self.sum(&instructions),
            instructions,
        };
        lines.into_iter().map(row).collect()
    }

    /// What some of the instructions cost together.
    pub fn sum(&self, instructions: &[usize]) -> Figures {
        let mut sum = Figures::default();
        let mut waits: BTreeMap<usize, u64> = BTreeMap::new();
        for &index in instructions {
            let own = &self.instructions[index].figures;
            sum.counts += own.counts;
            if let Some(cycles) = own.cycles {
                *sum.cycles.get_or_insert_default() += cycles;
            }
            for &(of, waited) in &own.waits_for {
                *waits.entry(of).or_default() += waited;
            }
        }
        sum.waits_for = waits.into_iter().collect();
        sum.waits_for
            .sort_by_key(|&(_, waited)| std::cmp::Reverse(waited));
        sum
    }

    /// What all of them cost together.
    pub fn total(&self) -> Figures {
        let all: Vec<usize> = (0..self.instructions.len()).collect();
        self.sum(&all)
    }

    /// What is wrong with rows, the costliest first.
    pub fn remarks(&self, rows: &[ProfileRow]) -> Vec<Remark> {
        remarks::of(self, rows)
    }
}

impl Figures {
    /// By what rows are ranked: wave-cycles where they are known, else issues.
    pub fn weight(&self) -> u64 {
        self.cycles
            .map_or(self.counts.instructions, |cycles| cycles.cycles())
    }
}

impl ProfileRow {
    /// What to call it: `line 6`, or an address.
    pub fn name(&self) -> String {
        match (self.address, self.line) {
            (Some(address), _) => format!("{address:#x}"),
            (None, Some(line)) => format!("line {line}"),
            (None, None) => "code without a line".into(),
        }
    }
}

/// A run that prints is watched, and not counted: this one is not watched.
fn count_again(
    launch: &dyn Repeatable,
    settings: &Settings,
    counts: &InstCounts,
    before: &Lent,
) -> Result<(), Error> {
    let (mut ready, engine) = launch.ready(settings)?;
    ready.config.counts = Some(counts.clone());
    if let Engine::Waves(loaded, None) = engine {
        let (ran, _) = ready.again(before, || ready.dispatch(&loaded).run());
        ran.map_err(|fault| ready.trap_error(&fault))?;
    }
    Ok(())
}

fn no_model(launch: &dyn Repeatable) -> Error {
    let name = launch.input().arch.name();
    Error::Plain(format!(
        "--cycles: {name} has no cycle model, so nothing says when what happens"
    ))
}

/// The profile of a machine that an instruction set brings along: how often each instruction is issued, and
/// what its clock says.
fn of_machine(debuggable: &Debuggable) -> Result<Profile, Error> {
    let mut machine = debuggable.machine();
    let facts = machine.facts();
    let mut profile = Profile::empty(debuggable.ready(), &facts.insts);
    let mut issued = Issued(vec![0; facts.insts.len()]);
    loop {
        match machine.resume(&mut issued) {
            Ok(Progress::Done) => break,
            Ok(Progress::Stopped) => {}
            Err(fault) => return Err(debuggable.trap_error(&fault)),
        }
    }
    for (own, &count) in profile.instructions.iter_mut().zip(&issued.0) {
        own.figures.counts = Stats {
            instructions: count,
            active_lanes: count,
            lane_slots: count,
            ..Stats::default()
        };
    }
    profile.report = debuggable.report(machine.report());
    profile.spread_cycles();
    profile.instructions.retain(|inst| !inst.text.is_empty());
    Ok(profile)
}

/// Counts instructions.
struct Issued(Vec<u64>);

impl Watcher for Issued {
    fn marked_only(&self) -> bool {
        false
    }

    fn sees_memory(&self) -> bool {
        false
    }

    fn issue(&mut self, at: &Site, _: &dyn LookWave) -> bool {
        self.0[at.inst as usize] += 1;
        false
    }

    fn access(&mut self, _: &Site, _: &Access) {}

    fn turn(&mut self, _: &dyn LookWave, _: u64) -> bool {
        false
    }
}
