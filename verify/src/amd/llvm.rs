//! Drives `llvm-mc` over batches of lines.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use amdgpu::{Target, Wave};

pub const PROGRAM: &str = "llvm-mc-22";

pub fn available() -> bool {
    Command::new(PROGRAM)
        .arg("--version")
        .output()
        .is_ok_and(|out| out.status.success())
}

fn run(
    arguments: &[&str],
    target: Target,
    wave: Wave,
    input: String,
) -> Result<(String, String), String> {
    let mut command = Command::new(PROGRAM);
    command
        .arg("-triple=amdgcn")
        .arg(format!("-mcpu={target}"))
        .args(arguments);
    if wave == Wave::W64 {
        command.arg("-mattr=+wavefrontsize64");
    }
    // Answers do not change: where there is a place for them, they are asked for once.
    let cache = std::env::var_os("LLVM_CACHE").map(|directory| {
        let mut hasher = DefaultHasher::new();
        format!("{command:?}").hash(&mut hasher);
        input.hash(&mut hasher);
        PathBuf::from(directory).join(format!("{:016x}", hasher.finish()))
    });
    if let Some(path) = &cache
        && let Ok(text) = std::fs::read_to_string(path)
        && let Some((out, errors)) = text.split_once('\0')
    {
        return Ok((out.to_string(), errors.to_string()));
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{PROGRAM}: {error}"))?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child
        .wait_with_output()
        .map_err(|error| format!("{PROGRAM}: {error}"))?;
    let _ = writer.join();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    if let Some(path) = &cache {
        std::fs::write(path, format!("{out}\0{errors}"))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok((out, errors))
}

/// The line number and message of a diagnostic of this kind.
fn diagnostic<'a>(line: &'a str, kind: &str) -> Option<(usize, &'a str)> {
    let mut parts = line.strip_prefix("<stdin>:")?.splitn(3, ':');
    let number = parts.next()?.parse::<usize>().ok()?;
    let message = parts.nth(1)?.trim().strip_prefix(kind)?;
    Some((number, message))
}

/// The bytes in `; encoding: [0x01,A]`, as hexadecimal digits; `__` is for the linker to fill in, even
/// if it finds something there, which is written `0x01'A'`.
fn encoding(line: &str) -> Option<String> {
    let bytes = line.split_once("; encoding: [")?.1.split_once(']')?.0;
    let digits = |byte: &'_ str| match byte.strip_prefix("0x") {
        Some(digits) if digits.len() == 2 => digits.to_string(),
        _ => "__".to_string(),
    };
    Some(bytes.split(',').map(digits).collect())
}

/// Assembles lines one by one: bytes in hexadecimal, or what is wrong.
pub fn assemble(
    lines: &[String],
    target: Target,
    wave: Wave,
) -> Result<Vec<Result<String, String>>, String> {
    // A number before every line shows in the output which line an encoding belongs to.
    let mut input = String::new();
    for (index, line) in lines.iter().enumerate() {
        input.push_str(&format!(".long {index}\n{line}\n"));
    }
    let (out, errors) = run(&["-show-encoding"], target, wave, input)?;
    let mut results = vec![Err("no answer".to_string()); lines.len()];
    let mut at = 0;
    for line in out.lines() {
        if let Some(number) = line.trim().strip_prefix(".long\t") {
            at = number.parse::<usize>().unwrap_or(0);
        } else if let (Some(slot), Some(bytes)) = (results.get_mut(at), encoding(line)) {
            *slot = Ok(bytes);
        }
    }
    let mut first = vec![true; lines.len()];
    for line in errors.lines() {
        if let Some((number, message)) = diagnostic(line, "error: ")
            && let Some(slot) = results.get_mut(number / 2 - 1)
            && std::mem::take(&mut first[number / 2 - 1])
        {
            *slot = Err(message.to_string());
        }
    }
    Ok(results)
}

/// Something that random bytes hardly are; it shows where the answer to one request ends.
const MARK: [u8; 4] = [0x5a, 0xa5, 0x80, 0xbf];
const MARK_TEXT: &str = "s_nop 0xa55a";

/// What LLVM makes of a run of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Text(String),
    /// No instruction starts there.
    Illegal,
    /// The program itself fell over.
    Crash,
}

/// How many requests are tried again together after one of them made the program fall over.
const SUSPECTS: usize = 64;

/// Disassembles what each run of bytes starts with.
pub fn disassemble(runs: &[Vec<u8>], target: Target, wave: Wave) -> Result<Vec<Answer>, String> {
    let mut input = String::new();
    for run in runs {
        // In brackets the first thing that is no instruction ends the run.
        for (open, bytes, close) in [("[", &run[..], "]\n"), ("", &MARK[..], "\n")] {
            input.push_str(open);
            let list: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
            input.push_str(&list.join(","));
            input.push_str(close);
        }
    }
    let (out, _) = run(&["--disassemble"], target, wave, input)?;
    let mut answers = vec![];
    let mut first = Answer::Illegal;
    for line in out.lines().filter_map(|line| line.strip_prefix('\t')) {
        let text = line.trim();
        if text == MARK_TEXT {
            answers.push(std::mem::replace(&mut first, Answer::Illegal));
        } else if first == Answer::Illegal {
            first = Answer::Text(text.to_string());
        }
    }
    if answers.len() == runs.len() {
        return Ok(answers);
    }
    // What it fell over is among those whose answers were not written out yet: few at a time, and
    // halved until it stands alone.
    answers.truncate(if answers.len() < runs.len() {
        answers.len()
    } else {
        0
    });
    let rest = &runs[answers.len()..];
    if let [_] = rest {
        answers.push(Answer::Crash);
        return Ok(answers);
    }
    let (some, others) = rest.split_at((rest.len() / 2).min(SUSPECTS));
    answers.extend(disassemble(some, target, wave)?);
    answers.extend(disassemble(others, target, wave)?);
    Ok(answers)
}
