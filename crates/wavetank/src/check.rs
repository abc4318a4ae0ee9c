//! A run with every checker on.

use arch::Code;
use check::{InFlight, Names, Races, Uniform};
use sim::{Dispatch, Fault, Stats};
use source::Diagnostic;
use uop::Program;

/// Runs a dispatch to its end, or until it traps, and says what the checkers found.
pub(crate) fn run(
    mut dispatch: Dispatch<'_>,
    program: &Program,
    code: &Code,
) -> (Result<Stats, Box<Fault>>, Vec<Diagnostic>) {
    let mut observers = (
        InFlight::default(),
        (Races::default(), Uniform::new(program)),
    );
    let outcome = dispatch.resume(&mut observers);
    let outcome = outcome.map(|_| *dispatch.stats());
    let names = Names {
        register: &|register| format!("{register:?}"),
        span: &|address| code.span_at(address),
    };
    let (in_flight, (races, uniform)) = &observers;
    let mut findings = in_flight.diagnostics(program, &names);
    findings.extend(races.diagnostics(program, &names));
    findings.extend(uniform.diagnostics(program, &names));
    (outcome, findings)
}
