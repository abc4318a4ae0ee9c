//! Replays what the reference assembler said: `corpus/rdna/asm`, recorded by `verify oracle`.

use std::path::Path;

use amdgpu::{Target, Wave, assemble_line, decode, disassemble, encode};

/// Checks one recorded line: its bytes, or that it is refused. Returns what is wrong.
fn check(line: &str, expected: &str, target: Target, wave: Wave) -> Result<(), String> {
    let assembled = assemble_line(line, target, wave);
    if expected == "error" {
        return match assembled {
            Ok(bytes) => Err(format!("`{line}` should be refused, gave {bytes:02x?}")),
            Err(_) => Ok(()),
        };
    }
    let bytes = assembled.map_err(|error| format!("`{line}`: {}", error.message))?;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    if hex != expected {
        return Err(format!("`{line}`: {hex}, expected {expected}"));
    }
    // Back to text, from which the same bytes must come again.
    let inst = decode(&bytes, target, wave).map_err(|error| format!("`{line}`: {error}"))?;
    if encode(&inst) != bytes {
        return Err(format!("`{line}`: decodes to something else"));
    }
    let (text, length) = disassemble(&bytes, target, wave).map_err(|e| format!("`{line}`: {e}"))?;
    if length != bytes.len() {
        return Err(format!(
            "`{line}`: {length} bytes long, expected {}",
            bytes.len()
        ));
    }
    match assemble_line(&text, target, wave) {
        Ok(again) if again == bytes => Ok(()),
        Ok(_) => Err(format!(
            "`{line}` prints as `{text}`, which is something else"
        )),
        Err(error) => Err(format!("`{line}` prints as `{text}`: {}", error.message)),
    }
}

#[test]
fn recorded_lines() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/rdna/asm");
    let mut lines = 0;
    let mut wrong = vec![];
    for entry in std::fs::read_dir(directory).expect("the corpus is in the repository") {
        let path = entry.expect("a readable directory").path();
        let name = path
            .file_stem()
            .and_then(|n| n.to_str())
            .unwrap_or_default()
            .to_string();
        let mut parts = name.split('-');
        let target = Target::from_name(parts.next().unwrap_or("")).expect("a target in the name");
        let wave = match parts.next() {
            Some("wave64") => Wave::W64,
            _ => Wave::W32,
        };
        for line in std::fs::read_to_string(&path)
            .expect("a readable file")
            .lines()
        {
            let (line, expected) = line.split_once('\t').expect("line and answer");
            lines += 1;
            if let Err(what) = check(line, expected, target, wave) {
                wrong.push(format!("{name}: {what}"));
            }
        }
    }
    assert!(lines > 20_000, "only {lines} lines were found");
    assert!(
        wrong.is_empty(),
        "{} of {lines}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
