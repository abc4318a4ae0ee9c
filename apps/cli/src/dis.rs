//! `wavetank dis`.

use crate::args::{DisArgs, Language};
use crate::asm::{hex, stdin};
use crate::out::{self, Exit, Outcome};
use serde_json::{Value, json};
use std::path::Path;
use wavetank::{Arch, DisStyle, Error, Failure, Input, check_wave, find_arch};

pub fn dis(args: &DisArgs) -> Outcome {
    if args.hex {
        from_hex(args)
    } else {
        binary(args)
    }
}

fn binary(args: &DisArgs) -> Outcome {
    let bytes = read(&args.file)?;
    let name = args.file.display().to_string();
    let (arch, code, extensions) = match &args.language.isa {
        // With an instruction set given, anything that is no ELF file is raw code.
        Some(isa) if !bytes.starts_with(b"\x7fELF") => {
            // What comes through a pipe is what somebody put there.
            if args.file != Path::new("-") && is_text(&bytes) {
                return Err(Error::Plain(no_binary(&args.file)));
            }
            let code = wavetank::Code {
                bytes,
                ..Default::default()
            };
            (find_arch(isa).map_err(Error::Plain)?, code, Vec::new())
        }
        isa => {
            let input = Input::from_bytes(&name, bytes, isa.as_deref())?;
            let Some(code) = input.code else {
                return Err(Error::Plain(no_binary(&args.file)));
            };
            (input.arch, code, input.extensions)
        }
    };
    let mut style = style(arch, &args.language)?;
    style.extensions.extend(extensions);
    let lines = arch.listing(&code, &style);
    if args.json {
        let lines: Vec<Value> = lines
            .iter()
            .map(|line| {
                json!({
                    "address": line.address,
                    "label": line.label,
                    "text": line.text,
                    "illegal": line.illegal.is_some(),
                })
            })
            .collect();
        out::data(&format!(
            "{}\n",
            json!({ "schema": "wavetank.dis/1", "isa": arch.name(), "lines": lines })
        ))?;
        return Ok(Exit::DONE);
    }
    let undefined = arch.undefined(&code);
    let mut text = String::new();
    for line in &lines {
        if let Some(label) = &line.label {
            text += &format!("{label}:\n");
        }
        let start = (line.address - code.base) as usize;
        // One line stands for any number of zeros.
        let bytes = match line.len {
            many @ 33.. => format!("{many} bytes"),
            len => hex(&code.bytes[start..start + len]),
        };
        let mut comment = format!("{:x}: {bytes}", line.address);
        if let Some(illegal) = &line.illegal {
            comment += &format!(" {illegal}");
        }
        let own = line.address..line.address + line.len as u64;
        for (_, name) in undefined.iter().filter(|(at, _)| own.contains(at)) {
            comment += &format!(" {name} is not defined");
        }
        text += &format!("  {:<36} # {comment}\n", line.text);
    }
    out::data(&text)?;
    Ok(Exit::DONE)
}

/// Whether bytes are what somebody wrote: machine code has bytes that no text has.
fn is_text(bytes: &[u8]) -> bool {
    let is_blank = |c: char| matches!(c, '\n' | '\r' | '\t' | '\x0c');
    let text = std::str::from_utf8(bytes);
    text.is_ok_and(|text| !text.is_empty() && text.chars().all(|c| is_blank(c) || !c.is_control()))
}

fn no_binary(path: &Path) -> String {
    let name = path.display();
    match wavetank::Input::is_source(path) {
        true => format!("{name} is text, not a binary: a compiler makes a code object of it"),
        false => format!("{name} is text, not a binary: `wavetank asm` assembles it"),
    }
}

/// One line of assembly for each line of hex.
fn from_hex(args: &DisArgs) -> Outcome {
    let Some(isa) = &args.language.isa else {
        return Err(Error::Plain("--hex needs --isa NAME".into()));
    };
    let arch = find_arch(isa).map_err(Error::Plain)?;
    let style = style(arch, &args.language)?;
    let text = String::from_utf8(read(&args.file)?)
        .map_err(|_| Error::Plain(format!("{} is not text", args.file.display())))?;
    let results: Vec<Result<String, String>> =
        text.lines().map(|line| one(arch, line, &style)).collect();
    let failed = results.iter().any(Result::is_err);
    out::data(&match args.json {
        true => {
            let lines = results.iter().map(|result| match result {
                Ok(text) => json!({ "text": text }),
                Err(why) => json!({ "error": why }),
            });
            let lines: Vec<Value> = lines.collect();
            let schema = "wavetank.dis/1";
            let object = json!({ "schema": schema, "isa": arch.name(), "lines": lines });
            format!("{object}\n")
        }
        false => (results.iter())
            .map(|result| match result {
                Ok(text) => format!("{text}\n"),
                Err(why) => format!("error: {why}\n"),
            })
            .collect(),
    })?;
    Ok(if failed {
        Exit::of(Failure::Input)
    } else {
        Exit::DONE
    })
}

fn one(arch: &dyn Arch, line: &str, style: &DisStyle) -> Result<String, String> {
    let bytes = parse_hex(line)?;
    let (text, len) = arch.disassemble(&bytes, style)?;
    match bytes.len() - len {
        0 => Ok(text),
        more => Err(format!("`{text}` takes {len} bytes, {more} more follow")),
    }
}

/// Hex digits, with or without spaces between bytes.
fn parse_hex(line: &str) -> Result<Vec<u8>, String> {
    let mut digits = Vec::new();
    for c in line.chars().filter(|c| !c.is_whitespace()) {
        digits.push(
            c.to_digit(16)
                .ok_or_else(|| format!("`{c}` is not a hex digit"))? as u8,
        );
    }
    if digits.is_empty() {
        return Err("no bytes on this line".into());
    }
    if digits.len() % 2 == 1 {
        return Err(format!("{} hex digits are not whole bytes", digits.len()));
    }
    Ok(digits
        .chunks_exact(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect())
}

fn style(arch: &dyn Arch, language: &Language) -> Result<DisStyle, Error> {
    check_wave(arch, language.wave)?;
    Ok(DisStyle {
        wave: language.wave.unwrap_or(arch.schema().default_wave),
        extensions: language.ext.clone(),
    })
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    if path == Path::new("-") {
        return stdin();
    }
    compile::read(path)
}
