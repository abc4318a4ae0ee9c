//! `wavetank translate`.

use crate::args::TranslateArgs;
use crate::out::{self, Exit, Outcome};
use crate::run::launch;

pub fn translate(args: &TranslateArgs) -> Outcome {
    let input = args
        .language
        .open(&args.file, &args.reading, &args.launch.compile)?;
    let settings = launch(
        &args.launch,
        args.language.settings(&args.set, &args.reading)?,
    );
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
