//! AMD RDNA 3, 3.5 and 4, CDNA 3 and 4: instruction rows, assembler, disassembler.
//!
//! One row per instruction (`table`), turned into encodings by the microcode formats (`encoding`).
//! Everything else walks those encodings: text to [`AmdInst`] to bytes, and bytes to [`AmdInst`] to text.
//! Spelling and bytes are those of LLVM's assembler for the same target.

#![forbid(unsafe_code)]

mod abi;
mod arch;
mod asm;
pub mod bundle;
mod bytes;
mod chip;
mod class;
mod code_object;
mod codec;
mod constant;
mod cpol;
pub mod document;
mod encoding;
mod fidelity;
mod format;
pub mod host;
pub mod hostcall;
pub mod image;
mod immediate;
mod inst;
mod lint;
mod listing;
pub mod lower;
mod matrix;
pub mod meaning;
mod memory;
mod mfma;
mod modifier;
pub mod names;
mod print;
pub mod printf;
pub mod ray;
pub mod ray_stack;
mod rgp;
mod row;
mod source;
mod swizzle;
mod table;
mod target;
mod timing;

pub use self::arch::{Amd, CDNA3, CDNA4, RDNA3, RDNA4, RDNA35, RawLaunch, load_raw, time_raw};
pub use self::source::{
    AmdDialect, AssembledFile, Descriptor, KernelBlock, Relocation, assemble_source,
};
pub use asm::{AssembledInst, Expr, Fixup, FixupKind, Symbols};
pub use bytes::{IllegalBytes, decode, encode};
pub use class::Class;
pub use codec::{Codec, rows};
pub use encoding::{Encoding, Form, Param, ParamKind};
pub use inst::{AmdInst, AmdOperand, Mod, Mods, OperandValue, Reg, RegisterHalf};
pub use listing::{
    AmdDisassembler, ObjectError, SectionListing, branch_target, list_object, object_target,
};
pub use lower::GDS_BYTES;
pub use print::print;
pub use row::{AmdFormat, Imm, InstRow, OperandSlot, OperandType, Traits, WAVE32, WAVE64};
pub use target::{Chip, CounterRule, Generation, Generic, Gens, Target, Wave};

/// The text of the instruction at the start of `bytes`, and its length.
pub fn disassemble(
    bytes: &[u8],
    target: Target,
    wave: Wave,
) -> Result<(String, usize), IllegalBytes> {
    let codec = Codec::of(target, wave);
    let mut inst = AmdInst::new(codec.any());
    bytes::decode_into(codec, bytes, &mut inst)?;
    let mut text = String::with_capacity(96);
    print(&inst, &mut text);
    Ok((text, inst.size()))
}

/// The names of all modifiers, up to their colon; cache policies aside.
pub fn modifier_names() -> impl Iterator<Item = &'static str> {
    modifier::names()
}

/// The parts of cache policies, as they are written, of all targets.
pub fn cache_policies() -> Vec<String> {
    cpol::parts()
}

/// The bytes of one line of assembly that holds one instruction. Symbols are taken as zero.
pub fn assemble_line(
    text: &str,
    target: Target,
    wave: Wave,
) -> Result<Vec<u8>, ::source::Diagnostic> {
    asm::assemble(Codec::of(target, wave), text, 0, &()).map(|assembled| assembled.bytes)
}
