//! Completions and manual pages, from the same definitions as the parser.

use crate::args::Cli;
use crate::out::{self, Exit, Outcome};
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use std::path::Path;
use wavetank::Error;

pub fn completions(shell: Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "wavetank", &mut script);
    out::data(&String::from_utf8_lossy(&script))?;
    Ok(Exit::DONE)
}

pub fn man(dir: Option<&Path>) -> Outcome {
    let Some(dir) = dir else {
        let mut page = Vec::new();
        let rendered = Man::new(Cli::command()).render(&mut page);
        rendered.map_err(|error| Error::Plain(format!("cannot write the manual page: {error}")))?;
        out::data(&String::from_utf8_lossy(&page))?;
        return Ok(Exit::DONE);
    };
    std::fs::create_dir_all(dir)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), dir))
        .map_err(|error| Error::Plain(format!("cannot write to {}: {error}", dir.display())))?;
    Ok(Exit::DONE)
}
