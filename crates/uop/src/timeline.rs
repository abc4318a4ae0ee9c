//! What happened when, as a trace that Perfetto and Chrome show.

use crate::{MemoryCounts, Series, Stall};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io;
use std::ops::Range;

/// A row of the picture, within a compute unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum Track {
    /// The workgroups that the unit has in a place, of which it has one or more.
    Groups(u32),
    /// What a wave issues and what it waits for.
    Wave(u32),
    /// Accesses of a wave that are outstanding on a channel.
    Flight { wave: u32, channel: u8 },
}

/// What a slice shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum Slice {
    /// An instruction, by its index in the program, with the lanes that were active and the accesses to
    /// banks that waited for others.
    Instruction {
        inst: u32,
        lanes: u8,
        conflicts: u16,
    },
    /// An outstanding access to global memory, by its instruction.
    Access(u32),
    /// A wave does not issue an instruction, for this reason.
    Wait(Stall, u32),
    /// By its number in launch order.
    Group(u64),
}

/// Something that took a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimelineSlice {
    /// The unit that it is on.
    pub unit: u32,
    /// The row of the picture.
    pub track: Track,
    /// Its first cycle.
    pub start: u64,
    /// How many cycles it took.
    pub cycles: u64,
    /// What it is.
    pub what: Slice,
}

/// From when to when a wave was on a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaveSpan {
    /// The unit.
    pub unit: u32,
    /// Its place there, as [`Track::Wave`] has it.
    pub wave: u32,
    /// The SIMD of the unit.
    pub simd: u32,
    /// The number of its workgroup in launch order.
    pub group: u64,
    /// The cycle in which it was placed.
    pub start: u64,
    /// The cycle in which nothing of it was left.
    pub end: u64,
}

/// Collects slices of a stretch of time, up to a limit, and counts what happens in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    slices: Vec<TimelineSlice>,
    waves: Vec<WaveSpan>,
    window: Range<u64>,
    limit: usize,
    /// Of every so many units, only the first, and of it only instructions.
    only: Option<u32>,
    left_out: u64,
    issued: Series,
    conflicts: Series,
    /// Lines that each level had, the last from memory, and those that were stored.
    lines: Vec<Series>,
    stored: Series,
    so_far: MemoryCounts,
}

impl Default for Timeline {
    /// As much as a viewer shows at once.
    fn default() -> Timeline {
        Timeline::new(300_000)
    }
}

impl Timeline {
    /// An empty timeline that keeps at most so many slices.
    pub fn new(limit: usize) -> Timeline {
        Timeline {
            slices: Vec::new(),
            waves: Vec::new(),
            window: 0..u64::MAX,
            limit,
            only: None,
            left_out: 0,
            issued: Series::default(),
            conflicts: Series::default(),
            lines: Vec::new(),
            stored: Series::default(),
            so_far: MemoryCounts::default(),
        }
    }

    /// The same, of these cycles alone.
    pub fn within(self, window: Range<u64>) -> Timeline {
        Timeline { window, ..self }
    }

    /// The same, of instructions of the first of every so many units alone.
    pub fn instructions_of_every(self, units: u32) -> Timeline {
        Timeline {
            only: Some(units.max(1)),
            ..self
        }
    }

    /// What took a while, as it was found out.
    pub fn slices(&self) -> &[TimelineSlice] {
        &self.slices
    }

    /// The tracks that have slices, in order.
    pub fn tracks(&self) -> BTreeSet<(u32, Track)> {
        let slices = self.slices.iter();
        slices.map(|slice| (slice.unit, slice.track)).collect()
    }

    /// What was counted over time, by name.
    pub fn series(&self) -> Vec<(String, &Series)> {
        let mut all = vec![("instructions issued".to_string(), &self.issued)];
        all.push(("bank conflicts".into(), &self.conflicts));
        let depth = self.lines.len();
        for (level, series) in self.lines.iter().enumerate() {
            let name = match level + 1 == depth {
                true => "lines from memory".into(),
                false => format!("lines from cache {level}"),
            };
            all.push((name, series));
        }
        all.push(("lines stored".into(), &self.stored));
        all.retain(|(_, series)| !series.parts().is_empty());
        all
    }

    /// An instruction was issued: accesses to banks that waited, and what memory has done so far.
    pub fn count(&mut self, cycle: u64, conflicts: u64, memory: Option<&MemoryCounts>) {
        if !self.window.contains(&cycle) {
            return;
        }
        self.issued.add(cycle, 1);
        self.conflicts.add(cycle, conflicts);
        let Some(memory) = memory else { return };
        self.lines.resize(memory.found.len(), Series::default());
        self.so_far.found.resize(memory.found.len(), 0);
        let levels = memory.found.iter().zip(&mut self.so_far.found);
        for (series, (&now, before)) in self.lines.iter_mut().zip(levels) {
            series.add(cycle, now - *before);
            *before = now;
        }
        self.stored.add(cycle, memory.stored - self.so_far.stored);
        self.so_far.stored = memory.stored;
    }

    /// The waves, in the order in which they ended.
    pub fn waves(&self) -> &[WaveSpan] {
        &self.waves
    }

    /// When instructions were issued: unit, place of the wave, cycle and instruction.
    pub fn issued(&self) -> impl Iterator<Item = (u32, u32, u64, u32)> + '_ {
        let slices = self.slices.iter();
        slices.filter_map(|slice| match (slice.track, slice.what) {
            (Track::Wave(wave), Slice::Instruction { inst, .. }) => {
                Some((slice.unit, wave, slice.start, inst))
            }
            _ => None,
        })
    }

    /// A wave has ended.
    pub fn end_wave(&mut self, span: WaveSpan) {
        if self.waves.len() < self.limit {
            self.waves.push(span);
        }
    }

    /// Slices that did not fit.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Something took a while.
    pub fn add(&mut self, unit: u32, track: Track, start: u64, cycles: u64, what: Slice) {
        let inside = start < self.window.end && start + cycles > self.window.start;
        let wanted = self.only.is_none_or(|units| {
            unit.is_multiple_of(units) && matches!(what, Slice::Instruction { .. })
        });
        if cycles == 0 || !inside || !wanted {
            return;
        }
        if self.slices.len() >= self.limit {
            self.left_out += 1;
            return;
        }
        self.slices.push(TimelineSlice {
            unit,
            track,
            start,
            cycles,
            what,
        });
    }

    /// Writes the trace: a process for every compute unit, a thread for every track, a
    /// microsecond for every cycle. `instruction` and `channel` give names.
    pub fn write(
        &self,
        out: &mut dyn io::Write,
        instruction: &dyn Fn(u32) -> String,
        channel: &dyn Fn(u8) -> String,
    ) -> io::Result<()> {
        writeln!(out, "{{\"displayTimeUnit\": \"ns\", \"traceEvents\": [")?;
        let mut named = None;
        for (unit, track) in self.tracks() {
            if named != Some(unit) {
                named = Some(unit);
                metadata(out, "process_name", unit, 0, &format!("CU {unit}"))?;
            }
            let name = match track {
                Track::Groups(0) => "groups".to_string(),
                Track::Groups(place) => format!("groups {place}"),
                Track::Wave(wave) => format!("wave {wave}"),
                Track::Flight { wave, channel: n } => format!("wave {wave} {}", channel(n)),
            };
            metadata(out, "thread_name", unit, thread(track), &name)?;
        }
        let mut names: Vec<Option<String>> = Vec::new();
        let mut name_of = |inst: u32| -> String {
            let index = inst as usize;
            if names.len() <= index {
                names.resize(index + 1, None);
            }
            names[index]
                .get_or_insert_with(|| instruction(inst))
                .clone()
        };
        for event in &self.slices {
            let (name, category) = match event.what {
                Slice::Instruction { inst, .. } => (name_of(inst), "instruction"),
                Slice::Access(inst) => (name_of(inst), "memory"),
                Slice::Wait(cause, _) => (format!("wait: {}", cause.name()), "wait"),
                Slice::Group(group) => (format!("group {group}"), "group"),
            };
            let (name, thread) = (quote(&name), thread(event.track));
            let TimelineSlice {
                unit,
                start,
                cycles,
                ..
            } = event;
            writeln!(
                out,
                "{{\"ph\": \"X\", \"name\": {name}, \"cat\": \"{category}\", \
                 \"pid\": {unit}, \"tid\": {thread}, \"ts\": {start}, \"dur\": {cycles}}},"
            )?;
        }
        self.counters(out)?;
        // The format wants no comma after the last entry.
        let left_out = self.left_out;
        writeln!(
            out,
            "{{\"ph\": \"M\", \"name\": \"slices_left_out\", \"pid\": 0, \
             \"args\": {{\"count\": {left_out}}}}}\n]}}"
        )
    }

    /// How many compute units are at work, whenever that changes.
    fn counters(&self, out: &mut dyn io::Write) -> io::Result<()> {
        for (cycle, busy) in self.busy() {
            writeln!(
                out,
                "{{\"ph\": \"C\", \"name\": \"busy CUs\", \"pid\": 0, \
                 \"ts\": {cycle}, \"args\": {{\"CUs\": {busy}}}}},"
            )?;
        }
        Ok(())
    }

    /// How many compute units have workgroups, from a cycle on.
    pub fn busy(&self) -> Vec<(u64, usize)> {
        let slices = self.slices.iter();
        let groups = slices.filter(|event| matches!(event.track, Track::Groups(_)));
        let mut changes: Vec<(u64, u32, i64)> = groups
            .flat_map(|e| [(e.start, e.unit, 1), (e.start + e.cycles, e.unit, -1)])
            .collect();
        changes.sort_unstable();
        // How many workgroups each has; units with none are idle.
        let mut units = BTreeMap::<u32, i64>::new();
        let mut steps = Vec::new();
        for (i, &(cycle, unit, change)) in changes.iter().enumerate() {
            *units.entry(unit).or_default() += change;
            units.retain(|_, groups| *groups != 0);
            let busy = units.len();
            if changes.get(i + 1).is_none_or(|next| next.0 != cycle) {
                steps.push((cycle, busy));
            }
        }
        steps
    }
}

/// A number for every track that sorts as the tracks do.
fn thread(track: Track) -> u32 {
    match track {
        Track::Groups(place) => place,
        Track::Wave(wave) => 1000 * (wave + 1),
        Track::Flight { wave, channel } => 1000 * (wave + 1) + 1 + u32::from(channel),
    }
}

fn metadata(
    out: &mut dyn io::Write,
    what: &str,
    unit: u32,
    thread: u32,
    name: &str,
) -> io::Result<()> {
    let name = quote(name);
    writeln!(
        out,
        "{{\"ph\": \"M\", \"name\": \"{what}\", \"pid\": {unit}, \"tid\": {thread}, \
         \"args\": {{\"name\": {name}}}}},"
    )
}

/// Text as JSON has it.
fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                write!(quoted, "\\u{:04x}", c as u32).expect("writing to a string");
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
