//! `wavetank conformance`: a specification's own test suite.

use crate::args::ConformanceArgs;
use crate::out::{self, Exit, Outcome};
use wavetank::{Failure, conformance};

pub fn conformance(args: &ConformanceArgs) -> Outcome {
    let suite = args.suite.as_deref().map(compile::read_folder);
    let result = conformance::wave(suite.transpose()?)?;
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
