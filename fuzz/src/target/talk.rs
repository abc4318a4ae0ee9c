//! What people and editors say: commands of the debugger, messages of the debug adapter protocol,
//! and command lines. The last two go to the program itself, which must end with one of its exit
//! codes.

use super::{Target, collect, contents, root, scratch, settings};
use random::Random;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wavetank::debug::{COMMANDS, Console, History};
use wavetank::{Debuggable, Settings};

pub fn all() -> Vec<Box<dyn Target>> {
    vec![Box::new(Commands), Box::new(Dap), Box::new(CommandLine)]
}

struct Commands;

impl Target for Commands {
    fn name(&self) -> String {
        "debugger".into()
    }

    /// The recorded sessions up to their answers, and every command with its usage.
    fn seeds(&self) -> Vec<Vec<u8>> {
        let sessions = collect("corpus", ".txt").into_iter();
        let sessions = sessions.filter(|path| path.parent().is_some_and(|p| p.ends_with("debug")));
        let mut seeds: Vec<Vec<u8>> = contents(sessions.collect())
            .iter()
            .map(|session| questions(session))
            .collect();
        let usages = COMMANDS
            .iter()
            .map(|command| format!("{}\n", command.usage));
        seeds.push(usages.collect::<String>().into_bytes());
        seeds
    }

    fn run(&self, input: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(input);
        for path in [
            "examples/flux/vector-add.flux",
            "examples/rdna/vector-add.rdna3",
            "corpus/tile/debug/early.tile",
        ] {
            let path = root().join(path);
            let fail = |error: wavetank::Error| wavetank::render::error(&error, false);
            let input = compile::open_plain(&path, None).map_err(fail)?;
            let settings = Settings {
                threads: 1,
                ..settings()
            };
            let ready = Debuggable::new(&input, &settings).map_err(fail)?;
            let mut console = Console::new(ready.debug(History { max_bytes: 1 << 20 }));
            for line in text.lines().filter(|line| !line.starts_with('$')).take(40) {
                let middle = line.len() / 2;
                console.complete(line.get(..middle).unwrap_or(line));
                console.execute(line).text();
            }
        }
        Ok(())
    }
}

/// A recorded session without its answers.
fn questions(session: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(session);
    let lines = text.lines().take_while(|line| !line.starts_with("-----"));
    lines
        .flat_map(|line| format!("{line}\n").into_bytes())
        .collect()
}

struct Dap;

impl Target for Dap {
    fn name(&self) -> String {
        "dap".into()
    }

    /// The recorded conversations as messages; paths lead from `corpus/dap`.
    fn seeds(&self) -> Vec<Vec<u8>> {
        contents(collect("corpus/dap", ".txt"))
            .iter()
            .map(|session| messages(session))
            .collect()
    }

    fn longest(&self) -> usize {
        1 << 14
    }

    fn run(&self, input: &[u8]) -> Result<(), String> {
        wavetank(&["dap"], input, &root().join("corpus/dap"))
    }
}

fn messages(session: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(&questions(session)).into_owned();
    let mut all = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let (command, arguments) = line.split_once(' ').unwrap_or((line, "{}"));
        let body = format!(
            "{{\"seq\":{},\"type\":\"request\",\"command\":\"{command}\",\"arguments\":{arguments}}}",
            number + 1
        );
        all.extend(format!("Content-Length: {}\r\n\r\n{body}", body.len()).bytes());
    }
    all
}

/// Command lines, drawn from words that mean something somewhere. An input is where chance begins;
/// no word leads out of the scratch folder.
struct CommandLine;

#[rustfmt::skip]
const WORDS: &[&str] = &[
    "run", "check", "test", "debug", "dap", "conformance", "translate", "asm", "dis", "isa", "plan",
    "completions", "man", "list", "show", "coverage", "bash", "wave", "flux", "rdna3", "tile", "waves",
    "k.flux", "k.rdna3", "k.wave", "k.tile", "k.waves", "k.bin", "missing.flux", "k.flux", "k.rdna3", ".",
    "--json", "--stats", "--out", "out", "-o", "out.bin", "--set", "N=512", "N=", "=4", "a=b=c",
    "--threads", "0", "1", "2", "99999", "-1", "18446744073709551616", "--seed", "7", "--schedule", "random",
    "--schedule-seed", "--memory", "strict", "eager", "lazy", "--wave", "32", "64", "65", "--target",
    "gfx1100", "gfx1200", "gfx9999", "--isa", "--arg", "n=f32:3", "a=u32[4]:arange(4)", "a=u32[", "--global",
    "--local", "2,2,2", "0,1,1", "4294967295", "--kernel", "k", "--max-instructions", "1000", "--encoding",
    "--hex", "--full", "--cycles", "--timeline", "t.json", "--help", "--version", "--missing", "--batch",
    "--eval", "print R1", "-ex", "continue", "--only", "--skip", "races", "--to", "ptx", "--fast",
    "--dump-on-trap", "core.bin", "--core", "--ext", "v0.2", "--allow-path", "v_add_f32", "add.f32", "tadd",
    "--resident", "--snapshots", "--", "-", "", "\u{e9}\u{20ac}", "%n%s", "{}", "*",
];

impl Target for CommandLine {
    fn name(&self) -> String {
        "command-line".into()
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        (0..8u64).map(|seed| seed.to_le_bytes().to_vec()).collect()
    }

    fn longest(&self) -> usize {
        16
    }

    fn run(&self, input: &[u8]) -> Result<(), String> {
        let seed = input.iter().fold(7u64, |seed, &byte| {
            seed.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte)
        });
        let mut random = Random::new(seed);
        // The command comes first, most of the time, and then a file.
        let mut words = match random.below(8) {
            0 => vec![],
            _ => vec![WORDS[random.below(13)]],
        };
        if random.below(4) > 0 {
            words.push(WORDS[22 + random.below(9)]);
        }
        let more = random.below(6);
        words.extend((0..more).map(|_| WORDS[random.below(WORDS.len())]));
        wavetank(&words, b"", &kernels()).map_err(|why| format!("wavetank {words:?}: {why}"))
    }
}

/// A folder with a kernel of every instruction set.
fn kernels() -> PathBuf {
    let folder = scratch().join("kernels");
    let _ = std::fs::create_dir_all(&folder);
    for arch in wavetank::archs() {
        let ending = format!(".{}", arch.name());
        let to = folder.join(format!("k{ending}"));
        if let Some(from) = collect("examples", &ending)
            .first()
            .filter(|_| !to.exists())
        {
            let _ = std::fs::copy(from, to);
        }
    }
    folder
}

/// The exit codes that the program promises.
const CODES: std::ops::RangeInclusive<i32> = 0..=4;
/// No command of a fuzzer needs longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Runs the program that was built beside this one.
fn wavetank(arguments: &[&str], input: &[u8], folder: &Path) -> Result<(), String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let program = here.with_file_name("wavetank");
    let mut child = Command::new(&program)
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{}: {error}; build wavetank-cli first", program.display()))?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    let mut stderr = child.stderr.take().ok_or("no standard error")?;
    let bytes = input.to_vec();
    // A program that does not listen closes its input, which is no failure.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&bytes)));
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = std::io::Read::read_to_end(&mut stderr, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let began = Instant::now();
    let status = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status,
            None if began.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!(
                    "it does not end within {} seconds",
                    PATIENCE.as_secs()
                ));
            }
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    let _ = writer.join();
    let text = reader.join().unwrap_or_default();
    if text.contains("panicked at") || !status.code().is_some_and(|code| CODES.contains(&code)) {
        return Err(format!("it ends with {status}: {text}"));
    }
    Ok(())
}
