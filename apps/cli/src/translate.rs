//! `wavetank translate`.

use crate::args::TranslateArgs;
use crate::asm::open_with;
use crate::out::{self, Exit, Outcome};
use crate::run::{constant, launch};
use wavetank::Settings;

pub fn translate(args: &TranslateArgs) -> Outcome {
    let options = args
        .launch
        .compile
        .options(&args.file, args.language.wave)?;
    let input = open_with(&args.file, args.language.isa.as_deref(), options)?;
    let set = args.set.iter().map(|text| constant(text));
    let settings = Settings {
        set: set.collect::<Result<_, _>>()?,
        wave: args.language.wave,
        extensions: args.language.ext.clone(),
        ..Settings::default()
    };
    let settings = launch(&args.launch, settings);
    let translated = wavetank::translate(&input, &settings, &args.to, args.fast)?;
    let text = &translated.translation.text;
    match &args.output {
        Some(path) => out::file(path, text.as_bytes())?,
        None if !args.json => out::data(text)?,
        None => {}
    }
    if args.json {
        out::data(&format!("{}\n", translated.to_json()))?;
    }
    Ok(Exit::DONE)
}
