//! The timeline of a run, with names for what is in it.

use crate::Input;
use crate::prepare::Prepared;
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
    pub(crate) fn new(
        timeline: Timeline,
        input: &Input,
        prepared: &Prepared,
        program: &Program,
    ) -> Trace {
        let code = &prepared.code;
        let style = arch::DisStyle {
            wave: prepared.kernel.wave,
            extensions: prepared.extensions.clone(),
        };
        let text = |address: u64| {
            let bytes = code.at(address)?;
            input
                .arch
                .disassemble(bytes, &style)
                .ok()
                .map(|(text, _)| text)
        };
        let name = |address: u64| match code.span_at(address) {
            Some(span) => input.file.text()[span.range()].to_string(),
            None => text(address).unwrap_or_else(|| format!("{address:#x}")),
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
