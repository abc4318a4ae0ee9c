//! The timeline of a run, with names for what is in it.

use crate::ready::Ready;
use sim::Timeline;
use std::io;
use uop::Program;

/// A timeline that can be written to a file.
#[derive(Clone, Debug)]
pub struct Trace {
    timeline: Timeline,
    instructions: Vec<String>,
    channels: Vec<String>,
}

impl Trace {
    pub(crate) fn new(timeline: Timeline, ready: &Ready, program: &Program) -> Trace {
        let name = |address: u64| {
            let text = ready.text_at(address);
            text.unwrap_or_else(|| format!("{address:#x}"))
        };
        Trace {
            timeline,
            instructions: program
                .insts
                .iter()
                .map(|inst| name(inst.address))
                .collect(),
            channels: program
                .channels
                .iter()
                .map(|rule| rule.name.clone())
                .collect(),
        }
    }

    /// Slices that did not fit.
    pub fn left_out(&self) -> u64 {
        self.timeline.left_out()
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
