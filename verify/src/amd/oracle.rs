//! What LLVM says, recorded for tests.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use amdgpu::{Codec, Target, Wave, assemble_line, disassemble};

use super::compare::{hex, unhex};
use super::generate::{self, Random};
use super::{directives, known, llvm, mutate, names};

/// Lines with something changed that are recorded of each machine.
const SPOILT: usize = 3000;
/// Lines with names of immediates and modifiers that are recorded of each target.
const NAMES: usize = 1600;
/// The file of lines that are not drawn at random.
const FOUND: &str = "found";

/// Records a corpus: for every encoding a few legal lines with their bytes, and some lines that
/// are refused; beside it, what becomes of the snippets with directives.
pub fn record(directory: &str) -> Result<(), String> {
    if !llvm::available() {
        return Err("llvm-mc is not installed".into());
    }
    std::fs::create_dir_all(directory).map_err(|error| format!("{directory}: {error}"))?;
    for target in Target::ALL {
        for &wave in target.generation().wave_sizes {
            let first = wave == target.default_wave();
            let mut random = Random::new(7);
            let mut families: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for encoding in Codec::of(target, wave)
                .encodings
                .iter()
                .filter(|e| e.decodes)
            {
                // Most of wave64 is as in wave32 where there are both: only lane masks and matrices differ.
                if !first && !depends_on_wave(encoding) {
                    continue;
                }
                let wanted = if encoding.second.is_some() { 1 } else { 2 };
                let family = encoding.row.format.name(target).to_lowercase();
                let family = family.split(' ').next().unwrap_or("other").to_string();
                for _ in 0..wanted {
                    let bytes =
                        (0..20).find_map(|_| generate::one(encoding, target, wave, &mut random));
                    let text = bytes.and_then(|b| disassemble(&b, target, wave).ok());
                    if let Some((text, _)) = text {
                        families.entry(family.clone()).or_default().push(text);
                    }
                }
            }
            // Lines that are nearly right show what is refused.
            let legal: Vec<String> = families.values().flatten().cloned().collect();
            families.insert("spoilt".into(), mutate::lines(&legal, SPOILT, 7));
            if first {
                // As many that are taken as are refused, which most are.
                let is_legal = |line: &String| assemble_line(line, target, wave).is_ok();
                let lines = names::lines(target, wave, 10 * NAMES, 7);
                let (legal, other): (Vec<_>, Vec<_>) = lines.into_iter().partition(is_legal);
                let some = |all: Vec<String>| {
                    let stride = 2 * all.len() / NAMES + 1;
                    all.into_iter().step_by(stride)
                };
                families.insert("names".into(), some(legal).chain(some(other)).collect());
            }
            // Lines that once came out wrong are asked again.
            let found = path(directory, target, wave, FOUND);
            if let Ok(text) = std::fs::read_to_string(found) {
                let lines = text.lines().filter_map(|line| line.split('\t').next());
                families.insert(FOUND.into(), lines.map(str::to_string).collect());
            }
            for (family, lines) in families {
                let mut text = String::new();
                for (line, answer) in lines.iter().zip(llvm::assemble(&lines, target, wave)?) {
                    let ours = assemble_line(line, target, wave).map(|bytes| hex(&bytes));
                    let differs = ours.as_ref().ok() != answer.as_ref().ok();
                    if differs && known::line(line, &answer, target, wave).is_some() {
                        continue;
                    }
                    if answer
                        .as_ref()
                        .is_ok_and(|hex| loses(hex, line, target, wave))
                    {
                        continue;
                    }
                    let _ = match answer {
                        Ok(hex) if !hex.contains('_') => writeln!(text, "{line}\t{hex}"),
                        Ok(_) => Ok(()),
                        Err(_) => writeln!(text, "{line}\terror"),
                    };
                }
                let path = path(directory, target, wave, &family);
                std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
            }
        }
    }
    directives::record(&Path::new(directory).with_file_name("directives"))
}

fn path(directory: &str, target: Target, wave: Wave, family: &str) -> PathBuf {
    let name = format!("{target}-wave{}-{family}.txt", wave.lanes());
    Path::new(directory).join(name)
}

/// Whether the text of these bytes is that of others: of a 16-bit source's literal only half prints.
fn loses(bytes: &str, line: &str, target: Target, wave: Wave) -> bool {
    let text = unhex(bytes).and_then(|bytes| disassemble(&bytes, target, wave).ok());
    let Some((text, length)) = text else {
        return false;
    };
    let again = assemble_line(&text, target, wave);
    // What is written shorter comes out shorter.
    text != line && again.is_ok_and(|again| again.len() >= length && hex(&again) != bytes)
}

fn depends_on_wave(encoding: &amdgpu::Encoding) -> bool {
    use amdgpu::meaning::Meaning;
    use amdgpu::{OperandSlot, ParamKind};
    encoding
        .params
        .iter()
        .any(|param| matches!(param.kind, ParamKind::Vcc))
        || encoding
            .row
            .operands
            .iter()
            .any(|op| matches!(op, OperandSlot::Mask | OperandSlot::MaskDst))
        || matches!(encoding.row.meaning, Meaning::Matrix(_))
}
