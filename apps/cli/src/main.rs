//! The command line. Data goes to stdout, diagnostics and progress to stderr.

#![forbid(unsafe_code)]

mod args;
mod asm;
mod check;
mod conformance;
mod dap;
mod debug;
mod diff;
mod dis;
mod exec;
mod fold;
mod info;
mod isa;
mod lint;
mod lsp;
mod manual;
mod names;
mod out;
mod plan;
mod profile;
mod progress;
mod run;
mod sweep;
mod test;
mod translate;
mod workbench;

use args::{Cli, Command};
use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue};
use out::{Exit, Outcome};
use std::ffi::OsString;
use std::process::ExitCode;

/// What was typed. Compilers write `-std=CL2.0` with one dash, and so may users.
fn words() -> impl Iterator<Item = OsString> {
    let mut ours = true;
    std::env::args_os().map(move |word| {
        ours &= word != "--";
        match word.to_str().filter(|_| ours) {
            Some(text) if text.starts_with("-std=") => format!("-{text}").into(),
            _ => word,
        }
    })
}

/// An option with two names is called what the user called it.
fn name_as_typed(error: &mut clap::Error) {
    let is_isa = |value: &ContextValue| matches!(value, ContextValue::String(name) if name.starts_with("--isa "));
    let typed = std::env::args().any(|word| word.split('=').next() == Some("--target"));
    if typed && error.get(ContextKind::InvalidArg).is_some_and(is_isa) {
        let name = ContextValue::String("--target <NAME>".into());
        error.insert(ContextKind::InvalidArg, name);
    }
}

fn main() -> ExitCode {
    let matches = args::command().try_get_matches_from(words());
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(mut error) => {
            name_as_typed(&mut error);
            // Help and version are asked for; anything else is bad usage, which is exit code 2.
            let _ = error.print();
            return if error.use_stderr() {
                Exit::INPUT.into()
            } else {
                Exit::DONE.into()
            };
        }
    };
    let outcome: Outcome = match &cli.command {
        Command::Run(args) => run::run(args),
        Command::Check(args) => check::check(args),
        Command::Exec(args) => exec::exec(args),
        Command::Test(args) => test::test(args),
        Command::Sweep(args) => sweep::sweep(args),
        Command::Debug(args) => debug::debug(args),
        Command::Workbench(args) => workbench::workbench(args),
        Command::Dap(args) => dap::dap(args),
        Command::Lsp => lsp::lsp(),
        Command::Conformance(args) => conformance::conformance(args),
        Command::Asm(args) => asm::asm(args),
        Command::Translate(args) => translate::translate(args),
        Command::Dis(args) => dis::dis(args),
        Command::Lint(args) => lint::lint(args),
        Command::Plan(args) => plan::plan(args),
        Command::Info(args) => info::info(args),
        Command::Profile(args) => profile::profile(args),
        Command::Diff(args) => diff::diff(args),
        Command::Isa(args) => isa::isa(args),
        Command::Completions { shell } => manual::completions(*shell),
        Command::Man { dir } => manual::man(dir.as_deref()),
    };
    match outcome {
        Ok(exit) => exit.into(),
        Err(error) => {
            if let Some(name) = cli.command.json() {
                let object = serde_json::json!({
                    "schema": format!("wavetank.{name}/1"),
                    "exit_code": error.failure().exit_code(),
                    "diagnostics": wavetank::render::error_to_json(&error),
                });
                // What cannot be written cannot be complained about either.
                let _ = out::data(&format!("{object}\n"));
            }
            out::error(&error);
            Exit::of(error.failure()).into()
        }
    }
}
