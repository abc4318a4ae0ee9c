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
    let lines = fault.trap.waits().iter().map(|line| match is_wave {
        true => line.clone(),
        false => with_lines(ready, line),
    });
    diagnostic.help.extend(lines);
    if let Trap::Limit { .. } = &fault.trap {
        diagnostic = diagnostic.help("an endless loop? --max-instructions N allows more");
    }
    Error::Diagnostics {
        failure: Failure::of(fault.trap.blame()),
        file: Box::new(code.file(file, &ready.prepared.source).clone()),
        diagnostics: vec![diagnostic],
    }
}

/// Puts the line of source behind each address of an instruction in a line about who waits.
fn with_lines(ready: &Ready, line: &str) -> String {
    let code = &ready.prepared.code;
    let mut words: Vec<String> = Vec::new();
    for word in line.split(' ') {
        let (number, comma) = match word.strip_suffix(',') {
            Some(number) => (number, ","),
            None => (word, ""),
        };
        let is_place = (words.last()).is_some_and(|it| ["at", "between", "and"].contains(&&**it));
        let address = number.strip_prefix("0x").filter(|_| is_place);
        let address = address.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let place = address.and_then(|address| code.line_at(address));
        words.push(match place {
            Some(place) => {
                let file = code.file(place.file, &ready.prepared.source);
                let line = file.line_of(place.span.start);
                format!("{number} ({}:{line}){comma}", file.name())
            }
            None => word.to_string(),
        });
    }
    words.join(" ")
}
