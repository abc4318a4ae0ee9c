//! Completions and manual pages, from the same definitions as the parser.

use crate::args;
use crate::out::{self, Exit, Outcome};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use std::path::Path;
use wavetank::Error;

pub fn completions(shell: Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(
        shell,
        &mut with_names(args::command()),
        "wavetank",
        &mut script,
    );
    out::data(&String::from_utf8_lossy(&script))?;
    Ok(Exit::DONE)
}

/// The definitions with the names of instruction sets and instructions where they can be typed.
/// Only completions know them: the parser itself says more about a name that there is not.
fn with_names(command: Command) -> Command {
    let isas: Vec<&'static str> = wavetank::archs().iter().map(|arch| arch.name()).collect();
    let sets = |arg: Arg| arg.value_parser(PossibleValuesParser::new(isas.clone()));
    let mut command = command;
    let names: Vec<String> = (command.get_subcommands())
        .map(|sub| sub.get_name().to_string())
        .collect();
    for name in names {
        command = command.mut_subcommand(name, |sub| {
            let takes_one = sub.get_arguments().any(|arg| arg.get_id() == "isa");
            match takes_one {
                true => sub.mut_arg("isa", sets),
                false => sub,
            }
        });
    }
    command.mut_subcommand("isa", |isa| {
        let mut isa = isa;
        for name in ["list", "show", "coverage"] {
            isa = isa.mut_subcommand(name, |sub| sub.mut_arg("isa", sets));
        }
        isa.mut_subcommand("show", |show| {
            let mut words: Vec<String> = isas.iter().map(|name| name.to_string()).collect();
            let pages = wavetank::archs().iter().flat_map(|arch| arch.pages());
            words.extend(pages.flat_map(|page| page.spellings()));
            // A number in the middle of a word is left open: `vlsegNFeWIDTH.v` cannot be typed.
            let has = |word: &str, case: fn(&char) -> bool| word.chars().any(|c| case(&c));
            words.retain(|word| {
                !has(word, char::is_ascii_lowercase) || !has(word, char::is_ascii_uppercase)
            });
            words.sort();
            words.dedup();
            // The definitions want names that stay; this process ends when the script is written.
            let words = words.into_iter().map(|word| &*word.leak());
            let words: Vec<&'static str> = words.collect();
            show.mut_arg("names", |arg| {
                arg.value_parser(PossibleValuesParser::new(words))
            })
        })
    })
}

pub fn man(dir: Option<&Path>) -> Outcome {
    let Some(dir) = dir else {
        let mut page = Vec::new();
        let rendered = Man::new(args::command()).render(&mut page);
        rendered.map_err(|error| Error::Plain(format!("cannot write the manual page: {error}")))?;
        out::data(&String::from_utf8_lossy(&page))?;
        return Ok(Exit::DONE);
    };
    std::fs::create_dir_all(dir)
        .and_then(|()| clap_mangen::generate_to(args::command(), dir))
        .map_err(|error| Error::Plain(format!("cannot write to {}: {error}", dir.display())))?;
    Ok(Exit::DONE)
}
