//! Running with every checker on.

use crate::ready::{Engine, Ready};
use crate::{Error, Input, Settings, lint, machine};
use check::{InFlight, Names, Races, Undefined, Uniform};
use sim::{Delivery, Register};
use source::{Diagnostic, SourceFile};
use uop::Operand;

/// What the checkers found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// What the diagnostics are places in.
    pub file: SourceFile,
    /// In the order of the source; empty where nothing was found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Runs with results that arrive only when they are waited for, and reports each finding once,
/// failed expectations among them.
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
            machine::run(&*machine, &ready)?;
            return Ok(Findings {
                file: ready.prepared.source,
                diagnostics: Vec::new(),
            });
        }
    };
    let program = &loaded.program;
    let promises = (Uniform::new(program), Undefined::new(program));
    let mut checkers = (InFlight::default(), (Races::default(), promises));
    let outcome = ready.dispatch(&loaded).resume(&mut checkers);
    let (in_flight, (races, (uniform, undefined))) = checkers;
    let names = Names {
        register: &|register| match register {
            Register::Vector(reg) => ready.arch.register_name(Operand::Vector(reg, 1)),
            Register::Scalar(reg) => ready.arch.register_name(Operand::Scalar(reg, 1)),
            Register::Slot(channel) => format!("slot {}", channel.0),
        },
        span: &|address| ready.prepared.code.span_at(address),
    };
    let mut diagnostics = Vec::new();
    let chosen = settings.checkers;
    if chosen.waits {
        diagnostics.extend(in_flight.diagnostics(&loaded.program, &names));
    }
    if chosen.waits {
        let others = lint::on_other_paths(&ready, &diagnostics);
        diagnostics.extend(others);
    }
    if chosen.races {
        diagnostics.extend(races.diagnostics(&loaded.program, &names));
    }
    if chosen.uniform {
        diagnostics.extend(uniform.diagnostics(&loaded.program, &names));
    }
    if chosen.undefined {
        diagnostics.extend(undefined.diagnostics(&names));
    }
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
    diagnostics.extend(ready.report().diagnostics());
    Ok(Findings {
        file: ready.prepared.source,
        diagnostics,
    })
}
