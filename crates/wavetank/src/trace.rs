//! The timeline of a run, with names for what is in it.

mod perfetto;

use crate::ready::Ready;
use arch::{IssueRecord, WaveRecord};
use sim::{Slice, Timeline, Track};
use std::collections::HashMap;
use std::io;
use uop::{InstInfo, Program};

/// A timeline that can be written to a file.
#[derive(Clone, Debug)]
pub struct Trace {
    timeline: Timeline,
    instructions: Vec<String>,
    /// Of instructions: the address and the line.
    places: Vec<(u64, Option<u32>)>,
    channels: Vec<String>,
}

impl Trace {
    pub(crate) fn of(timeline: Timeline, ready: &Ready, program: &Program) -> Trace {
        let channels = program.channels.iter().map(|rule| rule.name.clone());
        Trace::new(timeline, ready, &program.insts, channels.collect())
    }

    pub(crate) fn new(
        timeline: Timeline,
        ready: &Ready,
        insts: &[InstInfo],
        channels: Vec<String>,
    ) -> Trace {
        let name = |address: u64| {
            let text = ready.text_at(address);
            text.unwrap_or_else(|| format!("{address:#x}"))
        };
        let (code, source) = (&ready.prepared.code, &ready.prepared.source);
        let line = |address: u64| code.span_at(address).map(|span| source.line_of(span.start));
        Trace {
            timeline,
            places: (insts.iter())
                .map(|inst| (inst.address, line(inst.address)))
                .collect(),
            instructions: insts.iter().map(|inst| name(inst.address)).collect(),
            channels,
        }
    }

    /// What happened when.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Every instruction, by its index in the program: its line and its text.
    pub fn instructions(&self) -> impl Iterator<Item = (Option<u32>, &str)> {
        let lines = self.places.iter().map(|&(_, line)| line);
        lines.zip(self.instructions.iter().map(String::as_str))
    }

    /// The waves, each with its instructions: of a launch with workgroups of so many threads in waves of
    /// so many lanes.
    pub(crate) fn waves(&self, threads: u32, lanes: u32) -> Vec<WaveRecord> {
        let each = threads.div_ceil(lanes).max(1);
        let mut waves: Vec<(u32, WaveRecord)> = (self.timeline.waves().iter())
            .map(|span| {
                let before = span.wave % each * lanes;
                let record = WaveRecord {
                    unit: span.unit,
                    simd: span.simd,
                    threads: threads.saturating_sub(before).min(lanes),
                    start: span.start,
                    end: span.end,
                    issues: Vec::new(),
                };
                (span.wave, record)
            })
            .collect();
        waves.sort_by_key(|(place, wave)| (wave.unit, *place, wave.start));
        // A place has one wave after the other: those of a place stand together.
        let mut first: HashMap<(u32, u32), usize> = HashMap::new();
        for (index, (place, wave)) in waves.iter().enumerate().rev() {
            first.insert((wave.unit, *place), index);
        }
        for slice in self.timeline.slices() {
            let (Track::Wave(place), Slice::Instruction { inst, .. }) = (slice.track, slice.what)
            else {
                continue;
            };
            let Some(&start) = first.get(&(slice.unit, place)) else {
                continue;
            };
            let after = waves[start..].partition_point(|(at, wave)| {
                (wave.unit, *at) == (slice.unit, place) && wave.start <= slice.start
            });
            if let (Some(index), Some(&(address, _))) = (
                (start + after).checked_sub(1),
                self.places.get(inst as usize),
            ) && index >= start
            {
                waves[index].1.issues.push(IssueRecord {
                    cycle: slice.start,
                    cycles: slice.cycles,
                    address,
                });
            }
        }
        waves.into_iter().map(|(_, wave)| wave).collect()
    }

    /// Slices that did not fit.
    pub fn left_out(&self) -> u64 {
        self.timeline.left_out()
    }

    /// Writes Perfetto's native format: a nanosecond for every cycle, arguments on every slice, and
    /// counters.
    pub fn write_perfetto(&self, out: &mut dyn io::Write) -> io::Result<()> {
        perfetto::write(self, out)
    }

    /// Writes JSON that Perfetto and Chrome show.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let named = |names: &[String], index: usize| names.get(index).cloned().unwrap_or_default();
        self.timeline.write(
            out,
            &|inst| named(&self.instructions, inst as usize),
            &|channel| named(&self.channels, channel.into()),
        )
    }
}
