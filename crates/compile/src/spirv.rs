//! Programs in SPIR-V: the words that a host may look at and change, and the way to what clang
//! compiles, which goes through a translator that is installed.

mod ir;

use crate::cache;
use crate::clang::{Compiled, Refused, Toolchain, file_identity, search};
use crate::limits::{self, CompilerLimits};
use crate::program::{scratch, write};
use std::path::PathBuf;
use std::process::Command;

/// The environment variable that names a translator.
const TRANSLATOR: &str = "LLVM_SPIRV";

/// Names under which one may be installed. An older one may write what a newer clang reads.
const TRANSLATORS: &[&str] = &[
    "llvm-spirv-22",
    "llvm-spirv-21",
    "llvm-spirv-20",
    "llvm-spirv-19",
    "llvm-spirv-18",
    "llvm-spirv-17",
    "llvm-spirv",
    "llvm-spirv-16",
    "llvm-spirv-15",
    "llvm-spirv-14",
];

const MAGIC: u32 = 0x0723_0203;
const HEADER_WORDS: usize = 5;

// Instructions, and what stands in them.
const OP_CAPABILITY: u16 = 17;
const OP_TYPE_BOOL: u16 = 20;
const OP_TYPE_INT: u16 = 21;
const OP_TYPE_FLOAT: u16 = 22;
const OP_SPEC_CONSTANT_TRUE: u16 = 48;
const OP_SPEC_CONSTANT_FALSE: u16 = 49;
const OP_SPEC_CONSTANT: u16 = 50;
const OP_DECORATE: u16 = 71;
const CAPABILITY_KERNEL: u32 = 6;
const DECORATION_SPEC_ID: u32 = 1;

/// A module, in the byte order of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpirV {
    words: Vec<u32>,
}

/// Why a constant cannot be given another value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSpecialized {
    /// No constant has this number.
    UnknownId,
    /// The constant has this many bytes.
    Size(usize),
}

impl SpirV {
    /// A module for kernels, if these bytes are one: its instructions fill it exactly.
    pub fn parse(bytes: &[u8]) -> Result<SpirV, String> {
        if !bytes.len().is_multiple_of(4) {
            return Err("SPIR-V comes in words of four bytes".into());
        }
        let words = bytes.chunks_exact(4).map(|word| {
            let word: [u8; 4] = word.try_into().expect("four");
            u32::from_le_bytes(word)
        });
        let mut words: Vec<u32> = words.collect();
        if words.first() == Some(&MAGIC.swap_bytes()) {
            words.iter_mut().for_each(|word| *word = word.swap_bytes());
        }
        if words.first() != Some(&MAGIC) || words.len() < HEADER_WORDS {
            return Err("SPIR-V begins with the word 0x07230203 and four more".into());
        }
        let module = SpirV { words };
        let mut kernels = false;
        let mut at = HEADER_WORDS;
        while let Some(&first) = module.words.get(at) {
            let (op, len) = split(first);
            if len == 0 || at + len > module.words.len() {
                return Err(format!(
                    "the instruction at word {at} of the SPIR-V ends outside of it"
                ));
            }
            kernels |= op == OP_CAPABILITY && module.words[at + len - 1] == CAPABILITY_KERNEL;
            at += len;
        }
        match kernels {
            true => Ok(module),
            false => Err("the SPIR-V is not for OpenCL: it lacks the capability Kernel".into()),
        }
    }

    /// As bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect()
    }

    /// Instructions: where they begin, what they are, their words after the first.
    fn instructions(&self) -> impl Iterator<Item = (usize, u16, &[u32])> {
        let mut at = HEADER_WORDS;
        std::iter::from_fn(move || {
            let begin = at;
            let (op, len) = split(*self.words.get(begin)?);
            at += len;
            Some((begin, op, &self.words[begin + 1..begin + len]))
        })
    }

    /// Gives the constants with this number a value, as a host has it in memory; whether there are
    /// such constants is looked up first, so that all are changed or none.
    pub fn specialize(&mut self, number: u32, value: &[u8]) -> Result<(), NotSpecialized> {
        let decorated = |(_, op, rest): (usize, u16, &[u32])| match (op, rest) {
            (OP_DECORATE, &[id, DECORATION_SPEC_ID, known]) => (known == number).then_some(id),
            _ => None,
        };
        let ids: Vec<u32> = self.instructions().filter_map(decorated).collect();
        let mut changes = Vec::new();
        for (at, op, rest) in self.instructions() {
            let (kind, id) = match (op, rest) {
                (
                    OP_SPEC_CONSTANT_TRUE | OP_SPEC_CONSTANT_FALSE | OP_SPEC_CONSTANT,
                    [kind, id, ..],
                ) => (*kind, *id),
                _ => continue,
            };
            if !ids.contains(&id) {
                continue;
            }
            let (bytes, signed) = self.scalar(kind).ok_or(NotSpecialized::UnknownId)?;
            if value.len() != bytes {
                return Err(NotSpecialized::Size(bytes));
            }
            if op != OP_SPEC_CONSTANT {
                let op = if value[0] == 0 {
                    OP_SPEC_CONSTANT_FALSE
                } else {
                    OP_SPEC_CONSTANT_TRUE
                };
                changes.push((at, 3 << 16 | u32::from(op)));
                continue;
            }
            // Values narrower than a word are extended as their type says.
            let negative = signed && value.last().is_some_and(|&last| last >= 0x80);
            let mut padded = value.to_vec();
            padded.resize(
                rest.len().saturating_sub(2) * 4,
                if negative { 0xff } else { 0 },
            );
            for (i, word) in padded.chunks_exact(4).enumerate() {
                let word = u32::from_le_bytes(word.try_into().expect("four"));
                changes.push((at + 3 + i, word));
            }
        }
        if changes.is_empty() {
            return Err(NotSpecialized::UnknownId);
        }
        for (at, word) in changes {
            self.words[at] = word;
        }
        Ok(())
    }

    /// The bytes of a type of numbers, and whether they have a sign.
    fn scalar(&self, kind: u32) -> Option<(usize, bool)> {
        self.instructions()
            .find_map(|(_, op, rest)| match (op, rest) {
                (OP_TYPE_BOOL, &[id]) if id == kind => Some((1, false)),
                (OP_TYPE_INT, &[id, bits, signed]) if id == kind => {
                    Some((bits as usize / 8, signed != 0))
                }
                (OP_TYPE_FLOAT, &[id, bits, ..]) if id == kind => Some((bits as usize / 8, false)),
                _ => None,
            })
    }

    /// What clang compiles for this machine as if it were a unit of its own bitcode.
    pub fn translate(&self) -> Result<Compiled, Refused> {
        let tools = Toolchain::find().map_err(Refused::Unavailable)?;
        let Some(translator) = translator() else {
            return Err(Refused::Unavailable(format!(
                "programs in SPIR-V need a translator, and none of {} is installed; the environment \
                 variable {TRANSLATOR} can name another",
                TRANSLATORS.join(", ")
            )));
        };
        let bytes = self.bytes();
        let identity = tools.identity() + &file_identity(&translator);
        let key = cache::key(&[b"spirv", ir::VERSION, identity.as_bytes(), &bytes]);
        if let Some(found) = cache::find(&key) {
            return Ok(found);
        }
        let scratch = scratch()?;
        let (module, bitcode) = (
            scratch.path().join("program.spv"),
            scratch.path().join("program.bc"),
        );
        write(&module, &bytes)?;
        let mut command = Command::new(&translator);
        command
            .args(["-r", "--spirv-target-env=CL2.0", "-o"])
            .args([&bitcode, &module])
            .env("TMPDIR", scratch.path());
        run(command, "the translator of SPIR-V")?;
        // The compiler writes what it has read as text, in today's notation.
        let mut command = Command::new(&tools.compiler);
        command
            .args([
                "-target",
                "spir64-unknown-unknown",
                "-x",
                "ir",
                "-S",
                "-emit-llvm",
            ])
            .args([
                "-Xclang",
                "-disable-llvm-passes",
                "-Wno-unused-command-line-argument",
            ])
            .args(["-o", "-", "--"])
            .arg(&bitcode)
            .env("TMPDIR", scratch.path());
        let text = run(command, "clang, of what SPIR-V was translated to,")?;
        let compiled = Compiled {
            bytes: ir::for_machine(&String::from_utf8_lossy(&text)).into_bytes(),
            log: String::new(),
        };
        cache::insert(&key, &compiled, &[]);
        Ok(compiled)
    }
}

/// The operation of an instruction's first word, and its length in words.
fn split(first: u32) -> (u16, usize) {
    (first as u16, (first >> 16) as usize)
}

/// A translator, if one is installed or named.
pub fn translator() -> Option<PathBuf> {
    match std::env::var_os(TRANSLATOR).filter(|named| !named.is_empty()) {
        Some(named) => search(&named),
        None => TRANSLATORS.iter().find_map(|name| search(&(*name).into())),
    }
}

/// Runs a tool that writes code. One that fails, also by a crash of its own, refuses the program.
fn run(command: Command, what: &str) -> Result<Vec<u8>, Refused> {
    let ended = limits::run(command, CompilerLimits::of_programs());
    let ended = ended.map_err(|why| Refused::Unavailable(format!("{what} {why}")))?;
    match ended.success {
        true => Ok(ended.output),
        false => {
            let said = String::from_utf8_lossy(&ended.said);
            // Behind its message, a tool that crashed writes where it was.
            let told: Vec<&str> = said
                .lines()
                .take_while(|line| !line.starts_with("PLEASE"))
                .collect();
            Err(Refused::Source(format!(
                "{what} fails:\n{}",
                told.join("\n")
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a module with a constant of 16 bits, one of 64, and one that is true.
    fn module() -> Vec<u32> {
        let op = |op: u16, words: &[u32]| {
            let mut all = vec![(words.len() as u32 + 1) << 16 | u32::from(op)];
            all.extend(words);
            all
        };
        let mut words = vec![MAGIC, 0x0001_0000, 0, 20, 0];
        words.extend(op(OP_CAPABILITY, &[CAPABILITY_KERNEL]));
        for (id, number) in [(10, 1), (11, 2), (12, 3)] {
            words.extend(op(OP_DECORATE, &[id, DECORATION_SPEC_ID, number]));
        }
        words.extend(op(OP_TYPE_INT, &[1, 16, 1]));
        words.extend(op(OP_TYPE_FLOAT, &[2, 64]));
        words.extend(op(OP_TYPE_BOOL, &[3]));
        words.extend(op(OP_SPEC_CONSTANT, &[1, 10, 7]));
        words.extend(op(OP_SPEC_CONSTANT, &[2, 11, 0, 0]));
        words.extend(op(OP_SPEC_CONSTANT_TRUE, &[3, 12]));
        words
    }

    fn bytes(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn constants_are_changed_in_place() {
        let words = module();
        let mut code = SpirV::parse(&bytes(&words)).unwrap();
        code.specialize(1, &(-2i16).to_le_bytes()).unwrap();
        code.specialize(2, &1.5f64.to_le_bytes()).unwrap();
        code.specialize(3, &[0]).unwrap();
        let mut expected = words.clone();
        let end = words.len();
        expected[end - 3] = 3 << 16 | u32::from(OP_SPEC_CONSTANT_FALSE);
        expected[end - 9] = (-2i32) as u32;
        expected[end - 4] = (1.5f64.to_bits() >> 32) as u32;
        assert_eq!(code.words, expected);
        assert_eq!(code.specialize(1, &[0; 4]), Err(NotSpecialized::Size(2)));
        assert_eq!(code.specialize(9, &[0; 4]), Err(NotSpecialized::UnknownId));
    }

    #[test]
    fn either_byte_order_is_read_and_damage_is_refused() {
        let words = module();
        let swapped: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        assert_eq!(SpirV::parse(&swapped).unwrap().words, words);
        let whole = bytes(&words);
        for end in [0, 3, 4, 16, whole.len() - 1, whole.len() - 4] {
            assert!(SpirV::parse(&whole[..end]).is_err(), "{end}");
        }
        let mut endless = words.clone();
        endless[HEADER_WORDS] = u32::from(OP_CAPABILITY);
        assert!(SpirV::parse(&bytes(&endless)).is_err());
        let mut graphics = words;
        graphics[HEADER_WORDS + 1] = 1;
        assert!(SpirV::parse(&bytes(&graphics)).is_err());
    }
}
