//! `wavetank sweep`: what runs over many machines is theirs who have schedulers, and those are in Python.

use crate::args::SweepArgs;
use crate::out::{self, Outcome};
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};
use wavetank::Error;

pub fn sweep(args: &SweepArgs) -> Outcome {
    let named = args.python.clone().map(OsString::from);
    let named = named.or_else(|| std::env::var_os("WAVETANK_PYTHON").filter(|it| !it.is_empty()));
    let python = named.unwrap_or_else(|| "python3".into());
    look_for_package(Path::new(&python))?;
    let mut command = Command::new(&python);
    // -P: a folder here that is called like the package is not the package.
    command.args(["-P", "-m", "wavetank", "sweep"]);
    command.args(words(args));
    replaced_by(command, Path::new(&python))
}

/// The same for the package's own command.
fn words(args: &SweepArgs) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::new();
    let mut option = |name: &str, value: Option<OsString>| {
        if let Some(value) = value {
            let mut word = OsString::from(name);
            word.push("=");
            word.push(value);
            words.push(word);
        }
    };
    for set in &args.set {
        option("--set", Some(set.into()));
    }
    option("--seed", args.seed.clone().map(OsString::from));
    option("--schedule", args.schedule.clone().map(OsString::from));
    option("--backend", Some((&args.backend).into()));
    option("--address", args.address.clone().map(OsString::from));
    option("--jobs", args.jobs.map(|n| n.to_string().into()));
    option("--retries", Some(args.retries.to_string().into()));
    option("--out", args.out.clone().map(OsString::from));
    let most = args.max_instructions.map(|n| n.to_string().into());
    option("--max-instructions", most);
    words.extend(args.check.then(|| "--check".into()));
    words.extend(args.quiet.then(|| "--quiet".into()));
    words.push("--".into());
    words.extend(args.files.iter().map(OsString::from));
    words
}

/// An error that says what to install, unless the package is there.
fn look_for_package(python: &Path) -> Result<(), Error> {
    let mut probe = Command::new(python);
    probe.args(["-P", "-c", "import wavetank; print(wavetank.__version__)"]);
    let install = "`pip install ./apps/python` in Wavetank's sources installs it, for Python 3.11 or later, and \
                   `--python FILE` or WAVETANK_PYTHON says which Python has it (docs/python.md)";
    let name = python.display();
    let answer = match probe.stdin(Stdio::null()).output() {
        Ok(answer) => answer,
        Err(why) => {
            return Err(Error::Plain(format!(
                "{name} cannot be started ({why}), and sweeps are carried out by Wavetank's package for \
                 Python; {install}"
            )));
        }
    };
    if !answer.status.success() {
        let said = String::from_utf8_lossy(&answer.stderr);
        let last = said.lines().rfind(|line| !line.trim().is_empty());
        let why = last.unwrap_or("it says nothing").trim();
        return Err(Error::Plain(format!(
            "{name} does not have Wavetank's package for Python, which carries out sweeps ({why}); {install}"
        )));
    }
    let version = String::from_utf8_lossy(&answer.stdout);
    if version.trim() != wavetank::VERSION {
        let (theirs, own) = (version.trim(), wavetank::VERSION);
        out::note(&format!(
            "the package of {name} is version {theirs}, and this is {own}"
        ));
    }
    Ok(())
}

/// This process becomes the other, so that signals and the exit code are its own.
#[cfg(unix)]
fn replaced_by(mut command: Command, python: &Path) -> Outcome {
    use std::os::unix::process::CommandExt;

    Err(not_started(python, &command.exec()))
}

#[cfg(not(unix))]
fn replaced_by(mut command: Command, python: &Path) -> Outcome {
    use crate::out::Exit;

    match command.status() {
        Err(why) => Err(not_started(python, &why)),
        Ok(status) => Ok(match status.code() {
            Some(0) => Exit::DONE,
            code => Exit::own(code.unwrap_or(1).into()),
        }),
    }
}

fn not_started(python: &Path, why: &std::io::Error) -> Error {
    Error::Plain(format!("{} cannot be started: {why}", python.display()))
}
