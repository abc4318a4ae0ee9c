//! `wavetank conformance`: a specification's own test suite.

use crate::args::ConformanceArgs;
use crate::out::{self, Exit, Outcome};
use wavetank::{Error, Failure, conformance};

pub fn conformance(args: &ConformanceArgs) -> Outcome {
    if args.isa != "wave" {
        let isa = &args.isa;
        let message = format!("there is no conformance suite for `{isa}`; there is one for wave");
        return Err(Error::Plain(message));
    }
    let result = conformance::wave(&args.suite)?;
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
