//! Drives `llvm-mc` over batches of lines.

use std::io::Write;
use std::process::{Command, Stdio};

use rdna::{Target, Wave};

const PROGRAM: &str = "llvm-mc-22";

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
    input: &str,
) -> Result<(String, String), String> {
    let mut command = Command::new(PROGRAM);
    command
        .arg("-triple=amdgcn")
        .arg(format!("-mcpu={target}"))
        .args(arguments);
    if wave == Wave::W64 {
        command.arg("-mattr=+wavefrontsize64");
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{PROGRAM}: {error}"))?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    let text = input.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child
        .wait_with_output()
        .map_err(|error| format!("{PROGRAM}: {error}"))?;
    let _ = writer.join();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok((text(&output.stdout), text(&output.stderr)))
}

/// Assembles lines one by one: bytes in hexadecimal, or what is wrong.
pub fn assemble(
    lines: &[String],
    target: Target,
    wave: Wave,
) -> Result<Vec<Result<String, String>>, String> {
    let (out, errors) = run(
        &["-show-encoding"],
        target,
        wave,
        &(lines.join("\n") + "\n"),
    )?;
    let mut results: Vec<Option<Result<String, String>>> = vec![None; lines.len()];
    for line in errors.lines() {
        let Some(rest) = line.strip_prefix("<stdin>:") else {
            continue;
        };
        let mut parts = rest.splitn(3, ':');
        let (Some(number), _, Some(message)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let Some(message) = message.trim().strip_prefix("error: ") else {
            continue;
        };
        if let Some(slot) = number
            .parse::<usize>()
            .ok()
            .and_then(|n| results.get_mut(n - 1))
        {
            slot.get_or_insert(Err(message.to_string()));
        }
    }
    let mut encodings = out.lines().filter_map(|line| {
        let bytes = line.split_once("; encoding: [")?.1.split_once(']')?.0;
        Some(bytes.replace("0x", "").replace(',', ""))
    });
    Ok(results
        .into_iter()
        .map(|slot| slot.unwrap_or_else(|| encodings.next().ok_or("no answer".to_string())))
        .collect())
}

/// Disassembles instructions that are known to be legal, a line each.
pub fn disassemble(hexes: &[String], target: Target, wave: Wave) -> Result<Vec<String>, String> {
    let mut input = String::new();
    for hex in hexes {
        for (index, pair) in hex.as_bytes().chunks(2).enumerate() {
            if index > 0 {
                input.push(',');
            }
            input.push_str("0x");
            input.push_str(std::str::from_utf8(pair).unwrap_or("00"));
        }
        input.push('\n');
    }
    let (out, _) = run(&["--disassemble"], target, wave, &input)?;
    let lines: Vec<String> = out
        .lines()
        .filter(|line| line.starts_with('\t') && !line.starts_with("\t."))
        .map(|line| line.trim().to_string())
        .collect();
    if lines.len() == hexes.len() {
        return Ok(lines);
    }
    // One that does not decode shifts the rest: halve until it stands alone.
    if hexes.len() == 1 {
        return Ok(vec![format!("{} lines", lines.len())]);
    }
    let (first, second) = hexes.split_at(hexes.len() / 2);
    let mut all = disassemble(first, target, wave)?;
    all.extend(disassemble(second, target, wave)?);
    Ok(all)
}
