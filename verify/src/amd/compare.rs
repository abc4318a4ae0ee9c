//! Compares both directions with LLVM, line by line, and sorts what differs into classes.

use std::collections::BTreeMap;
use std::fmt::Write;

use amdgpu::{Target, Wave, assemble_line, disassemble};

use super::known;
use super::llvm::{self, Answer};

/// Lines of one request to LLVM.
const BATCH: usize = 50_000;

/// What was compared on one machine.
pub struct Tally {
    target: Target,
    wave: Wave,
    pub assembled: usize,
    pub accepted: usize,
    pub disassembled: usize,
    /// Differences that are LLVM's own, by the sentence that explains them.
    known: BTreeMap<&'static str, usize>,
    classes: BTreeMap<String, Vec<String>>,
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

pub fn unhex(text: &str) -> Option<Vec<u8>> {
    (0..text.len() / 2)
        .map(|i| u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok())
        .collect()
}

impl Tally {
    pub fn new(target: Target, wave: Wave) -> Tally {
        Tally {
            target,
            wave,
            assembled: 0,
            accepted: 0,
            disassembled: 0,
            known: BTreeMap::new(),
            classes: BTreeMap::new(),
        }
    }

    /// Assembles lines on both sides; returns the bytes of those that LLVM takes.
    pub fn assemble(&mut self, lines: &[String]) -> Result<Vec<Vec<u8>>, String> {
        let (target, wave) = (self.target, self.wave);
        let mut legal = vec![];
        for batch in lines.chunks(BATCH) {
            let answers = llvm::assemble(batch, target, wave)?;
            for (line, theirs) in batch.iter().zip(answers) {
                self.assembled += 1;
                let ours = assemble_line(line, target, wave).map(|bytes| hex(&bytes));
                if let Ok(bytes) = &theirs {
                    self.accepted += 1;
                    legal.extend(unhex(bytes)); // Nothing where the linker has a say.
                }
                let class = match (&theirs, &ours) {
                    (Ok(theirs), Ok(ours)) if same_bytes(theirs, ours) => continue,
                    (Err(message), Err(error)) => {
                        let unknown = [
                            "invalid instruction",
                            "instruction not supported",
                            "sdwa variant",
                        ];
                        let theirs = unknown.iter().any(|start| message.starts_with(start))
                            || line.to_lowercase().contains("_sdwa");
                        // Refused on both sides, but a name that LLVM knows must be known.
                        if theirs || error.code != "unknown-mnemonic" {
                            continue;
                        }
                        "a name that is not known".to_string()
                    }
                    (Ok(_), Ok(_)) => "other bytes".to_string(),
                    (Ok(_), Err(error)) => format!("refused: {}", error.message),
                    (Err(message), Ok(_)) => format!("accepted: {message}"),
                };
                let ours = ours.map_err(|error| error.message);
                let case = format!("{line}\n      llvm {theirs:?}\n      ours {ours:?}");
                self.differs(known::line(line, &theirs, target, wave), class, case);
            }
        }
        Ok(legal)
    }

    /// Disassembles what runs of bytes start with on both sides; returns LLVM's lines.
    pub fn disassemble(&mut self, runs: &[Vec<u8>]) -> Result<Vec<String>, String> {
        let (target, wave) = (self.target, self.wave);
        let mut lines = vec![];
        for batch in runs.chunks(BATCH) {
            let answers = llvm::disassemble(batch, target, wave)?;
            for (bytes, theirs) in batch.iter().zip(answers) {
                self.disassembled += 1;
                let ours = disassemble(bytes, target, wave);
                let (class, text) = match (&theirs, &ours) {
                    (Answer::Text(theirs), Ok((ours, _))) if theirs == ours => {
                        lines.push(ours.clone());
                        continue;
                    }
                    (Answer::Illegal, Err(_)) => continue,
                    (Answer::Crash, _) => {
                        *self.known.entry(known::CRASH).or_default() += 1;
                        continue;
                    }
                    (Answer::Text(text), Ok(_)) => ("other text", text),
                    (Answer::Text(text), Err(_)) => ("not decoded", text),
                    (Answer::Illegal, Ok((text, _))) => ("decoded", text),
                };
                let name = text.split([' ', '\t']).next().unwrap_or("");
                let known = known::bytes(bytes, text, &theirs, target, wave);
                let class = format!("{class}: {}", family(name));
                let case = format!("{}\n      llvm {theirs:?}\n      ours {ours:?}", hex(bytes));
                self.differs(known, class, case);
                if let Answer::Text(text) = theirs {
                    lines.push(text);
                }
            }
        }
        Ok(lines)
    }

    fn differs(&mut self, known: Option<&'static str>, class: String, case: String) {
        match known {
            Some(sentence) => *self.known.entry(sentence).or_default() += 1,
            None => self.classes.entry(class).or_default().push(case),
        }
    }

    pub fn differing(&self) -> usize {
        self.classes.values().map(Vec::len).sum()
    }

    /// Prints what differs, most frequent first: so many classes, of each so many examples.
    pub fn report(&self, classes: usize, examples: usize) {
        let mut sorted: Vec<_> = self.classes.iter().collect();
        sorted.sort_by_key(|(_, cases)| std::cmp::Reverse(cases.len()));
        for (class, cases) in sorted.iter().take(classes) {
            println!("{:6}  {class}", cases.len());
            let step = cases.len().div_ceil(examples.max(1)).max(1);
            for case in cases.iter().step_by(step) {
                println!("    {case}");
            }
        }
        if sorted.len() > classes {
            println!("        and {} more classes", sorted.len() - classes);
        }
        for (sentence, count) in &self.known {
            println!("{count:6}  known: {sentence}");
        }
        println!(
            "{} wave{}: {} assembled ({} legal), {} disassembled, {} differ",
            self.target,
            self.wave.lanes(),
            self.assembled,
            self.accepted,
            self.disassembled,
            self.differing()
        );
    }
}

/// What the linker fills in is ours to leave zero.
pub fn same_bytes(theirs: &str, ours: &str) -> bool {
    theirs.len() == ours.len()
        && theirs
            .bytes()
            .zip(ours.bytes())
            .all(|(theirs, ours)| theirs == ours || theirs == b'_')
}

/// A mnemonic without what usually differs between relatives.
fn family(name: &str) -> String {
    let mut parts = name.splitn(3, '_');
    match (parts.next(), parts.next()) {
        (Some(first), Some(second)) => format!("{first}_{second}"),
        _ => name.to_string(),
    }
}
