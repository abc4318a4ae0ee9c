//! `wavetank lint`.

use crate::args::LintArgs;
use crate::check::Looked;
use crate::out::Outcome;

pub fn lint(args: &LintArgs) -> Outcome {
    let settings = args.language.settings(&args.set, &args.reading)?;
    let mut looked = Looked::new("lint", args.json, &args.reports)?;
    for path in &args.files {
        let input = args.language.open(path, &args.reading, &args.compile);
        let result = input.and_then(|input| wavetank::lint(&input, &settings, args.needless));
        looked.add(path, result)?;
    }
    looked.finish()
}
