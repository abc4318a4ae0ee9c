//! Running with every checker on.

use crate::ready::{Engine, Ready};
use crate::{Error, Input, Settings, machine};
use check::{InFlight, Names, Races, Uniform};
use sim::{Delivery, Register};
use source::{Diagnostic, SourceFile};
use uop::Operand;

/// What the checkers found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// What the diagnostics are places in.
    pub file: SourceFile,
    pub diagnostics: Vec<Diagnostic>,
}

/// Runs with results that arrive only when they are waited for, and reports each finding once.
pub fn check(input: &Input, settings: &Settings) -> Result<Findings, Error> {
    let settings = Settings {
        delivery: Some(Delivery::Strict),
        threads: 1,
        ..settings.clone()
    };
    let (ready, engine) = Ready::new(input, &settings)?;
    let loaded = match engine {
        Engine::Waves(loaded, _) => loaded,
        // A machine of its own traps on what it finds.
        Engine::Own(machine) => {
            machine::run(machine, &ready)?;
            return Ok(Findings {
                file: ready.prepared.source,
                diagnostics: Vec::new(),
            });
        }
    };
    let uniform = Uniform::new(&loaded.program);
    let mut checkers = (InFlight::default(), (Races::default(), uniform));
    let outcome = ready.dispatch(&loaded).resume(&mut checkers);
    let (in_flight, (races, uniform)) = checkers;
    let names = Names {
        register: &|register| match register {
            Register::Vector(reg) => ready.arch.register_name(Operand::Vector(reg, 1)),
            Register::Scalar(reg) => ready.arch.register_name(Operand::Scalar(reg, 1)),
            Register::Slot(channel) => format!("slot {}", channel.0),
        },
        span: &|address| ready.prepared.code.span_at(address),
    };
    let mut diagnostics = in_flight.diagnostics(&loaded.program, &names);
    diagnostics.extend(races.diagnostics(&loaded.program, &names));
    diagnostics.extend(uniform.diagnostics(&loaded.program, &names));
    // A kernel that uses what has not arrived yet may well trap; the reason comes first.
    if let Err(fault) = outcome
        && let Error::Diagnostics {
            failure,
            file,
            diagnostics: trap,
        } = ready.trap_error(&fault)
    {
        return Err(Error::Diagnostics {
            failure,
            file,
            diagnostics: diagnostics.into_iter().chain(trap).collect(),
        });
    }
    Ok(Findings {
        file: ready.prepared.source,
        diagnostics,
    })
}
