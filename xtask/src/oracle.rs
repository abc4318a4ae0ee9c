//! What LLVM says, recorded for tests or compared with on the spot.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use rdna::{Codec, Target, Wave, assemble_line, disassemble};

use crate::generate::{self, Random};
use crate::llvm;

/// Lines of one request to LLVM.
const BATCH: usize = 50_000;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Compares random instructions both ways. True if they all agree.
pub fn compare(target: Target, wave: Wave, count: usize, seed: u64) -> Result<bool, String> {
    if !llvm::available() {
        println!("{target}: llvm-mc is not installed, nothing compared");
        return Ok(true);
    }
    let instructions = generate::instructions(target, wave, count, seed);
    let mut lines: Vec<String> = vec![];
    for bytes in &instructions {
        if let Ok((text, _)) = disassemble(bytes, target, wave) {
            lines.push(text);
        }
    }
    let (mut assembled, mut accepted, mut wrong) = (0, 0, vec![]);
    let mut legal = vec![];
    for batch in lines.chunks(BATCH) {
        for (line, theirs) in batch.iter().zip(llvm::assemble(batch, target, wave)?) {
            assembled += 1;
            let ours = assemble_line(line, target, wave).map(|bytes| hex(&bytes));
            match (theirs, ours) {
                (Ok(theirs), Ok(ours)) if theirs == ours => {
                    accepted += 1;
                    legal.push(ours);
                }
                (Err(_), Err(_)) => {}
                (theirs, ours) => {
                    let ours = ours.map_err(|error| error.message);
                    wrong.push(format!("{line}\n    llvm: {theirs:?}\n    ours: {ours:?}"));
                }
            }
        }
    }
    let mut disassembled = 0;
    for batch in legal.chunks(BATCH) {
        for (hex, theirs) in batch.iter().zip(llvm::disassemble(batch, target, wave)?) {
            disassembled += 1;
            let bytes: Vec<u8> = (0..hex.len() / 2)
                .filter_map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).ok())
                .collect();
            let ours = disassemble(&bytes, target, wave).map(|(text, _)| text);
            if ours.as_deref() != Ok(theirs.as_str()) {
                wrong.push(format!("{hex}\n    llvm: {theirs}\n    ours: {ours:?}"));
            }
        }
    }
    for case in wrong.iter().take(40) {
        println!("{case}");
    }
    println!(
        "{target} wave{}: {assembled} assembled ({accepted} legal), {disassembled} disassembled, \
         {} differ",
        wave.lanes(),
        wrong.len()
    );
    // One in a thousand is the promise.
    Ok(wrong.len() * 1000 <= assembled + disassembled)
}

/// Records a corpus: for every encoding a few legal lines with their bytes, and some lines that
/// are refused.
pub fn record(directory: &str) -> Result<(), String> {
    if !llvm::available() {
        return Err("llvm-mc is not installed".into());
    }
    std::fs::create_dir_all(directory).map_err(|error| format!("{directory}: {error}"))?;
    for target in Target::ALL {
        for wave in [Wave::W32, Wave::W64] {
            let mut random = Random::new(7);
            let mut families: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for encoding in Codec::of(target, wave)
                .encodings
                .iter()
                .filter(|e| e.decodes)
            {
                // Most of wave64 is as in wave32: only lane masks and matrices differ.
                if wave == Wave::W64 && !depends_on_wave(encoding) {
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
            for (family, lines) in families {
                let mut text = String::new();
                for (line, answer) in lines.iter().zip(llvm::assemble(&lines, target, wave)?) {
                    let _ = match answer {
                        Ok(hex) if !hex.contains('A') => writeln!(text, "{line}\t{hex}"),
                        Ok(_) => Ok(()),
                        Err(_) => writeln!(text, "{line}\terror"),
                    };
                }
                let name = format!("{target}-wave{}-{family}.txt", wave.lanes());
                let path = Path::new(directory).join(name);
                std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
            }
        }
    }
    Ok(())
}

fn depends_on_wave(encoding: &rdna::Encoding) -> bool {
    use rdna::{Kind, Op};
    encoding
        .params
        .iter()
        .any(|param| matches!(param.kind, Kind::Vcc))
        || encoding
            .row
            .operands
            .iter()
            .any(|op| matches!(op, Op::Mask | Op::MaskDst))
        || encoding.row.name.contains("wmma")
}
