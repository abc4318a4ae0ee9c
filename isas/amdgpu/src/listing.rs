//! Listings of machine code: raw bytes and ELF code objects.

use std::collections::BTreeMap;

use isa::{Decoded, Disassembler, ListingLine};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};

use crate::assemble_line;
use crate::bytes::{self, IllegalBytes};
use crate::codec::Codec;
use crate::inst::{AmdInst, OperandValue};
use crate::print::print;
use crate::row::{Imm, OperandSlot};
use crate::target::{Target, Wave};

/// Turns the bytes of one machine into text.
pub struct AmdDisassembler {
    codec: &'static Codec,
}

impl AmdDisassembler {
    /// For code of this target and wave size.
    pub fn new(target: Target, wave: Wave) -> AmdDisassembler {
        AmdDisassembler {
            codec: Codec::of(target, wave),
        }
    }
}

/// Where a branch at `address` leads.
pub fn branch_target(inst: &AmdInst, address: u64) -> Option<u64> {
    let position = inst
        .row()
        .operands
        .iter()
        .position(|op| *op == OperandSlot::Imm(Imm::Branch))?;
    match inst.operands().get(position)?.value {
        OperandValue::Imm(words) => {
            let distance = (words as i16 as i64) * 4 + 4;
            Some(address.wrapping_add(distance as u64))
        }
        _ => None,
    }
}

impl Disassembler for AmdDisassembler {
    fn decode(
        &self,
        bytes: &[u8],
        address: u64,
        name: &dyn Fn(u64) -> Option<String>,
    ) -> Result<Decoded, isa::Illegal> {
        let inst = bytes::decode_loosely(self.codec, bytes).map_err(|illegal| {
            let reason = match illegal {
                IllegalBytes::Unknown => isa::Reason::Unknown,
                IllegalBytes::Truncated => isa::Reason::Truncated {
                    mnemonic: "instruction",
                    needed: bytes.len() + 4,
                },
            };
            isa::Illegal::new(bytes, 4, address, reason)
        })?;
        let mut text = String::with_capacity(64);
        print(&inst, &mut text);
        let bytes = &bytes[..inst.size()];
        // Some numbers have no spelling.
        let again = assemble_line(&text, self.codec.target, self.codec.wave);
        let reads_back = |again: Vec<u8>| {
            again == bytes || again.len() == bytes.len() && self.prints(&again, &text)
        };
        if !again.is_ok_and(reads_back) {
            return Ok(Decoded {
                len: bytes.len(),
                targets: vec![],
                text: data(bytes, &text),
            });
        }
        let target = branch_target(&inst, address);
        // A label takes the place of the distance, which is always written last.
        if let Some(label) = target.and_then(name)
            && let Some(at) = text.rfind(' ')
        {
            text.truncate(at + 1);
            text.push_str(&label);
        }
        Ok(Decoded {
            len: inst.size(),
            targets: target.into_iter().collect(),
            text,
        })
    }

    fn unit(&self) -> usize {
        4
    }

    fn word(&self) -> &'static str {
        ".long"
    }
}

impl AmdDisassembler {
    /// Whether these bytes have this text, too: they differ from others in bits that the instruction
    /// does not use, such as the upper half of a literal of 16 bits.
    fn prints(&self, bytes: &[u8], text: &str) -> bool {
        bytes::decode_loosely(self.codec, bytes).is_ok_and(|inst| {
            let mut other = String::with_capacity(64);
            print(&inst, &mut other);
            inst.size() == bytes.len() && other == text
        })
    }
}

/// Words with the instruction that they are as a remark.
fn data(bytes: &[u8], text: &str) -> String {
    let words = bytes.chunks(4).map(|word| {
        let word = word.iter().rev();
        let word = word.fold(0u32, |word, &byte| word << 8 | u32::from(byte));
        format!("{word:#x}")
    });
    let words: Vec<String> = words.collect();
    // A remark within the remark would end it.
    let text = text.replace("/*", "(").replace("*/", ")");
    format!(".long {} // {text}", words.join(", "))
}

/// One executable section of a code object.
#[derive(Debug)]
pub struct SectionListing {
    /// As in the file.
    pub name: String,
    /// Of its first byte.
    pub address: u64,
    /// Every instruction in it, and data where there is none.
    pub lines: Vec<ListingLine>,
}

/// Why a file is no code object that can be listed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum ObjectError {
    /// It cannot be read at all.
    #[error("not an ELF file: {0}")]
    Parse(#[from] object::Error),
    /// It is AMD's, but for another machine.
    #[error("the code object is not for a supported target (machine flags {flags:#x})")]
    Target { flags: u32 },
}

/// The target that the header of a code object names.
pub fn object_target(flags: u32) -> Option<Target> {
    Target::from_machine(flags & crate::code_object::EF_MACH)
}

/// Lists the executable sections of an ELF code object, with its symbols as labels. Where the
/// target is not given, the file's header says it.
pub fn list_object(
    bytes: &[u8],
    target: Option<Target>,
    wave: Wave,
) -> Result<Vec<SectionListing>, ObjectError> {
    let file = object::File::parse(bytes)?;
    let flags = match file.flags() {
        object::FileFlags::Elf { e_flags, .. } => e_flags,
        _ => 0,
    };
    let target = target
        .or_else(|| object_target(flags))
        .ok_or(ObjectError::Target { flags })?;
    let disassembler = AmdDisassembler::new(target, wave);
    let mut listings = vec![];
    for section in file.sections() {
        let executable = match section.flags() {
            object::SectionFlags::Elf { sh_flags } => {
                sh_flags & object::elf::SHF_EXECINSTR as u64 != 0
            }
            _ => false,
        };
        if !executable {
            continue;
        }
        let mut symbols: BTreeMap<u64, String> = BTreeMap::new();
        for symbol in file.symbols() {
            let here = symbol.section_index() == Some(section.index());
            let code = matches!(
                symbol.kind(),
                SymbolKind::Text | SymbolKind::Label | SymbolKind::Unknown
            );
            if here
                && code
                && let Ok(name) = symbol.name()
                && !name.is_empty()
            {
                symbols
                    .entry(symbol.address())
                    .or_insert_with(|| name.to_string());
            }
        }
        let data = section.data()?;
        listings.push(SectionListing {
            name: section.name().unwrap_or("").to_string(),
            address: section.address(),
            lines: isa::listing(&disassembler, data, section.address(), &symbols),
        });
    }
    Ok(listings)
}
