//! `wavetank lint`.

use crate::args::LintArgs;
use crate::asm::open;
use crate::check::Looked;
use crate::out::Outcome;

pub fn lint(args: &LintArgs) -> Outcome {
    let settings = args.language.settings(&args.set)?;
    let mut looked = Looked::new("lint", args.json, &args.reports)?;
    for path in &args.files {
        let input = open(path, args.language.isa.as_deref());
        let result = input.and_then(|input| wavetank::lint(&input, &settings, args.needless));
        looked.add(path, result)?;
    }
    looked.finish()
}
