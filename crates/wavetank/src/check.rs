//! A run with every checker on.

use arch::Loaded;
use check::{InFlight, Names, Races, Uniform};
use sim::{Fault, Stats};
use source::Diagnostic;

use crate::ready::Ready;

/// Runs to the end, or until it traps, and says what the checkers found.
pub(crate) fn run(ready: &Ready, loaded: &Loaded) -> (Result<Stats, Box<Fault>>, Vec<Diagnostic>) {
    let program = &loaded.program;
    let mut dispatch = ready.dispatch(loaded);
    let mut observers = (
        InFlight::default(),
        (Races::default(), Uniform::new(program)),
    );
    let outcome = dispatch.resume(&mut observers);
    let outcome = outcome.map(|_| *dispatch.stats());
    let names = Names {
        register: &|register| format!("{register:?}"),
        span: &|address| ready.prepared.code.span_at(address),
    };
    let (in_flight, (races, uniform)) = &observers;
    let mut findings = in_flight.diagnostics(program, &names);
    findings.extend(races.diagnostics(program, &names));
    findings.extend(uniform.diagnostics(program, &names));
    (outcome, findings)
}
