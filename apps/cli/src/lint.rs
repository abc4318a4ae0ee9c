//! `wavetank lint`.

use crate::args::LintArgs;
use crate::asm::open;
use crate::check::Looked;
use crate::out::Outcome;
use crate::run::constant;
use wavetank::Settings;

pub fn lint(args: &LintArgs) -> Outcome {
    let set = args.set.iter().map(|text| constant(text));
    let settings = Settings {
        set: set.collect::<Result<_, _>>()?,
        wave: args.language.wave,
        extensions: args.language.ext.clone(),
        ..Settings::default()
    };
    let mut looked = Looked::new("lint", args.json, &args.reports)?;
    for path in &args.files {
        let input = open(path, args.language.isa.as_deref());
        let result = input.and_then(|input| wavetank::lint(&input, &settings, args.needless));
        looked.add(path, result)?;
    }
    looked.finish()
}
