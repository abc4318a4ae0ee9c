//! Traps as diagnostics.

use crate::ready::Ready;
use crate::{Error, Failure};
use sim::Fault;
use source::Diagnostic;
use uop::Trap;

/// A trap with the line of source, the place in the grid and the text of the instruction, and of
/// another instruction that has to do with it.
pub(crate) fn error(ready: &Ready, fault: &Fault) -> Error {
    let code = &ready.prepared.code;
    // A diagnostic speaks of one file: the one that the instruction came from.
    let file = code.line_at(fault.address).map_or(0, |line| line.file);
    let span_at = |address: u64| {
        let line = code.line_at(address).filter(|line| line.file == file);
        line.map(|line| line.span)
    };
    let [x, y, z] = fault.site.group;
    // Waves, or what the instruction set's own machine has in their place.
    let unit = &ready.registers.wave;
    let is_wave = unit == "wave";
    let mut place = format!("workgroup ({x},{y},{z}), {unit} {}", fault.site.wave);
    if let Some(lane) = fault.trap.lane().filter(|_| is_wave) {
        let thread = fault.site.wave * ready.lanes + lane;
        place += &format!(", lane {lane} (thread {thread})");
    }
    let message = match &fault.trap {
        Trap::Deadlock { .. } if !is_wave => format!("deadlock: no {unit} can go on"),
        trap => trap.to_string(),
    };
    let mut diagnostic = Diagnostic::error(fault.trap.code(), message).fact("pc", fault.address);
    if let Some(exception) = fault.exception {
        diagnostic = diagnostic
            .fact("cause", exception.cause)
            .fact("mtval", exception.value);
    }
    if let Some(span) = span_at(fault.address) {
        diagnostic = diagnostic.label(span, place.clone());
    }
    if let Some((address, why)) = &fault.related
        && let Some(span) = span_at(*address)
    {
        diagnostic = diagnostic.label(span, why.clone());
    }
    if let Trap::DivergentBarrier {
        split_at: Some(address),
        ..
    } = fault.trap
        && let Some(span) = span_at(address)
    {
        diagnostic = diagnostic.label(span, "the others left here");
    }
    let text = ready.text_at(fault.address);
    let inst = text.map_or(String::new(), |text| format!(": `{text}`"));
    diagnostic = diagnostic.help(format!(
        "{} stopped at pc {:#x}{inst}, in {place}",
        ready.arch.name(),
        fault.address
    ));
    if let Trap::Deadlock { waits }
    | Trap::MixedBarriers { waits }
    | Trap::Waiting { waits }
    | Trap::Limit { waits, .. } = &fault.trap
    {
        diagnostic.help.extend(waits.iter().cloned());
    }
    if let Trap::Limit { .. } = &fault.trap {
        diagnostic = diagnostic.help("an endless loop? --max-instructions N allows more");
    }
    Error::Diagnostics {
        failure: Failure::of(fault.trap.blame()),
        file: Box::new(code.file(file, &ready.prepared.source).clone()),
        diagnostics: vec![diagnostic],
    }
}
