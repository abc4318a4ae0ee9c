//! How LLVM writes and encodes the instructions of RISC-V.

use super::{Random, call, write};
use riscv::{TABLE, decode};
use std::fmt::Write as _;

/// Instructions of each row.
const EACH: usize = 10;

/// Records for every row some random instructions, as `llvm-mc` prints them.
pub fn record(path: &str) -> Result<(), String> {
    let mut random = Random::new(1);
    let mut words = Vec::new();
    for row in TABLE.rows() {
        let mut found = Vec::new();
        for _ in 0..40 * EACH {
            let mut values = [0; isa::MAX_OPERANDS];
            let mut last = 0;
            for (value, operand) in values.iter_mut().zip(row.operands) {
                if operand.name == "csr" {
                    *value = random.pick(riscv::CSRS).1.into();
                    continue;
                }
                // Zeros, ones and repeated registers are what shorter spellings are for.
                let repeated = last;
                let mut bits = || match random.below(8) {
                    0 => 0,
                    1 => u64::MAX,
                    2 | 3 => repeated,
                    _ => random.bits(),
                };
                *value = (0..1000)
                    .find_map(|_| {
                        last = bits() & operand.field.stored();
                        operand.decode(last)
                    })
                    .ok_or_else(|| format!("{}: no value of {}", row.mnemonic, operand.name))?;
            }
            let inst = isa::Inst { row, values };
            let word = inst.encode().map_err(|operand| operand.name)?;
            let bytes = row.format.to_bytes(word)[..row.format.len()].to_vec();
            let legal = decode(&bytes, 0).is_ok_and(|decoded| decoded == inst);
            if legal && !found.contains(&bytes) {
                found.push(bytes);
            }
            if found.len() == EACH {
                break;
            }
        }
        words.extend(found);
    }
    let (short, long): (Vec<_>, Vec<_>) = words.into_iter().partition(|bytes| bytes.len() == 2);
    let mut text = String::new();
    let mut refused = 0;
    for words in [long, short] {
        for (bytes, line) in words.iter().zip(disassemble(&words)?) {
            let Some(line) = line else {
                refused += 1;
                continue;
            };
            let line = upper_in_hexadecimal(&line);
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let _ = writeln!(text, "{line}\t{hex}");
        }
    }
    println!(
        "{} lines; {refused} others that LLVM does not know",
        text.lines().count()
    );
    write(path, &text)
}

/// Records the bytes of every line of a file again: text that assembles, among it instructions that
/// stand for several.
pub fn record_lines(path: &str) -> Result<(), String> {
    let corpus = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let lines: Vec<&str> = corpus
        .lines()
        .map(|line| line.split('\t').next().unwrap_or(line))
        .collect();
    // Labels tell which encodings belong to a line; 16-bit instructions are asked for by name.
    let mut input = String::new();
    for (number, line) in lines.iter().enumerate() {
        let short = if line.starts_with("c.") {
            "rvc"
        } else {
            "norvc"
        };
        let _ = writeln!(input, ".option {short}\nline{number}:\n{line}");
    }
    let arguments = [
        "-triple=riscv64",
        "-mattr=+m,+a,+f,+d,+c,+v",
        "-show-encoding",
    ];
    let out = call("llvm-mc-22", &arguments, input.as_bytes())?;
    let mut bytes = vec![String::new(); lines.len()];
    let mut number = 0;
    for line in String::from_utf8_lossy(&out).lines() {
        let label = line.strip_prefix("line").and_then(|l| l.strip_suffix(':'));
        if let Some(found) = label.and_then(|label| label.parse::<usize>().ok()) {
            number = found;
        }
        if let Some((_, rest)) = line.split_once("encoding: [") {
            let hex = rest.split(']').next().unwrap_or("");
            bytes[number] += &hex.replace("0x", "").replace(',', "");
        }
    }
    let text = lines
        .iter()
        .zip(bytes)
        .fold(String::new(), |mut text, (line, bytes)| {
            let _ = writeln!(text, "{line}\t{bytes}");
            text
        });
    write(path, &text)
}

/// `llvm-mc` prints the upper bits of an address in decimal, `llvm-objdump` and other tools in
/// hexadecimal.
fn upper_in_hexadecimal(line: &str) -> String {
    let upper = ["lui ", "auipc ", "c.lui "]
        .iter()
        .any(|name| line.starts_with(name));
    match line.rsplit_once(' ') {
        Some((start, number)) if upper => match number.parse::<u32>() {
            Ok(number) => format!("{start} {number:#x}"),
            Err(_) => line.to_string(),
        },
        _ => line.to_string(),
    }
}

/// Instructions of one length as LLVM prints them, where it knows them. 16-bit instructions are
/// printed as such, not as the ones that they stand for.
fn disassemble(words: &[Vec<u8>]) -> Result<Vec<Option<String>>, String> {
    let mut input = String::new();
    for bytes in words {
        let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
        let _ = writeln!(input, "{}", bytes.join(" "));
    }
    let mut arguments = vec![
        "-triple=riscv64",
        "-mattr=+m,+a,+f,+d,+c,+v",
        "--disassemble",
    ];
    if words.first().is_some_and(|bytes| bytes.len() == 2) {
        arguments.push("-M=no-aliases");
    }
    let out = call("llvm-mc-22", &arguments, input.as_bytes())?;
    let out = String::from_utf8_lossy(&out);
    let lines: Vec<Option<String>> = out
        .lines()
        .filter(|line| line.starts_with('\t') && !line.starts_with("\t."))
        .map(|line| Some(line.trim().replace('\t', " ")))
        .collect();
    // One that does not decode shifts the rest: halve until it stands alone.
    match words.len() {
        count if count == lines.len() => Ok(lines),
        0 | 1 => Ok(vec![None]),
        count => {
            let (first, second) = words.split_at(count / 2);
            let mut all = disassemble(first)?;
            all.extend(disassemble(second)?);
            Ok(all)
        }
    }
}
