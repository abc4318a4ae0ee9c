//! `wavetank conformance`: a specification's own test suite.

use crate::args::ConformanceArgs;
use crate::out::{self, Exit, Outcome};
use wavetank::{Failure, conformance};

pub fn conformance(args: &ConformanceArgs) -> Outcome {
    let result = conformance::wave(args.suite.as_deref())?;
    let text = match args.json {
        true => format!("{}\n", result.to_json()),
        false => result.to_text(),
    };
    out::data(&text)?;
    Ok(match result.counts().failed {
        0 => Exit::DONE,
        _ => Exit::of(Failure::Expectation),
    })
}
