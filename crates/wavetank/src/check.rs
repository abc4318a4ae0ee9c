//! Running a kernel with every checker on.

use crate::ready::{Engine, Ready};
use crate::report::Report;
use crate::{Error, Input, Settings};
use check::{InFlight, Names};
use sim::{Delivery, Register};
use source::Diagnostic;

/// What a checked run found.
#[derive(Debug)]
pub struct Checked {
    /// The run itself, if it came to its end.
    pub report: Result<Box<Report>, Box<Error>>,
    /// Each mistake once, at its places.
    pub findings: Vec<Diagnostic>,
}

impl Checked {
    /// The run ended as expected and no checker found anything.
    pub fn passed(&self) -> bool {
        self.findings.is_empty() && self.report.as_ref().is_ok_and(|report| report.passed())
    }
}

/// Assembles if need be, and runs to the end with every checker on: results arrive only when they
/// are waited for, and whoever uses them before is reported.
pub fn check(input: &Input, settings: &Settings) -> Result<Checked, Error> {
    let settings = Settings {
        delivery: Some(Delivery::Strict),
        timed: false,
        timeline: false,
        threads: 1,
        ..settings.clone()
    };
    let (ready, engine) = Ready::new(input, &settings)?;
    let Engine::Waves(loaded, _) = engine else {
        // A machine of its own has nothing in flight that could be used too early.
        let report = crate::run(input, &settings).map(Box::new).map_err(Box::new);
        return Ok(Checked {
            report,
            findings: Vec::new(),
        });
    };
    let mut in_flight = InFlight::default();
    let mut dispatch = ready.dispatch(&loaded);
    let report = match dispatch.resume(&mut in_flight) {
        Ok(_) => Ok(Box::new(Report {
            stats: *dispatch.stats(),
            ..ready.report()
        })),
        Err(fault) => Err(Box::new(ready.trap_error(&fault))),
    };
    let names = Names {
        register: &|register| match register {
            Register::Vector(register) => (input.arch.vector_name(register))
                .unwrap_or_else(|| format!("vector register {}", register.0)),
            Register::Scalar(register) => format!("scalar register {}", register.0),
            Register::Slot(channel) => format!("slot {}", channel.0),
        },
        span: &|address| ready.prepared.code.span_at(address),
    };
    Ok(Checked {
        report,
        findings: in_flight.diagnostics(&loaded.program, &names),
    })
}
