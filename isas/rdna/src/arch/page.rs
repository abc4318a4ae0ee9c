//! Reference pages, as far as the tables know an instruction.

use crate::codec::Codec;
use crate::encoding::{Encoding, Kind, Param};
use crate::row::{Row, Ty};
use crate::target::{Target, Wave};
use isa::Page;

/// What the tables know about an instruction.
pub(super) fn of(row: &'static Row, target: Target) -> Option<Page> {
    let codec = Codec::of(target, Wave::W32);
    let own = |encoding: &&Encoding| std::ptr::eq(encoding.row, row) && encoding.assembles;
    let encoding = codec.encodings.iter().find(own)?;
    let example = example(encoding)?;
    let mut text = String::new();
    crate::print(&example, &mut text);
    let name = row.format.name(target);
    let operands = encoding.params.iter().filter_map(describe);
    Some(Page {
        mnemonic: row.name.into(),
        syntax: text.clone(),
        operands: operands.collect(),
        format: name,
        format_doc: "",
        diagram: diagram(encoding),
        doc: String::new(),
        example: text,
        stands_for: None,
    })
}

/// The instruction whose fields are all zero.
pub(super) fn example(encoding: &Encoding) -> Option<crate::Inst> {
    let bytes = encoding.bits.to_le_bytes();
    crate::decode(&bytes, encoding.target, encoding.wave).ok()
}

/// Fixed bits as they are, others as dots, highest first, a word to a line.
fn diagram(encoding: &Encoding) -> String {
    let words = encoding.size / 4;
    let bit = |bit: u32| match (encoding.mask >> bit & 1, encoding.bits >> bit & 1) {
        (0, _) => '.',
        (_, 0) => '0',
        _ => '1',
    };
    let line = |word: u32| {
        let bits = (0..32).rev().map(|i| bit(32 * word + i));
        format!(
            "{:>3}..{:<3} {}\n",
            32 * word + 31,
            32 * word,
            bits.collect::<String>()
        )
    };
    (0..u32::from(words)).map(line).collect()
}

/// What an operand is called, what may stand there, and which bits it has. Modifiers are in the
/// example where they matter.
fn describe(param: &Param) -> Option<(String, String, String)> {
    let registers = |count: u8, kind: &str| match count {
        1 => format!("a {kind} register"),
        n => format!("{n} {kind} registers"),
    };
    let source = |ty: Ty| format!("a register or a constant, read as {}", type_name(ty));
    let (name, what) = match param.kind {
        Kind::Vgpr(count) => ("v", registers(count, "vector")),
        Kind::VgprLow => ("v", "one of v0 to v127".into()),
        Kind::Half | Kind::HalfLow => ("v", "half of a vector register: v0.l, v0.h".into()),
        Kind::Sgpr(count, _) => ("s", registers(count, "scalar")),
        Kind::Src(ty, _) => ("src", source(ty)),
        Kind::Acc(count, _) => (
            "c",
            format!("{}, or a constant", registers(count, "vector")),
        ),
        Kind::K(ty) => (
            "k",
            format!("a constant of 32 bits, read as {}", type_name(ty)),
        ),
        Kind::Imm(_) => ("imm", "a number that is part of the instruction".into()),
        Kind::SmemOffset => ("offset", "a number of bytes".into()),
        Kind::Number => ("n", "a small number".into()),
        _ => return None,
    };
    let (high, low) = (
        u32::from(param.lo) + u32::from(param.len).max(1) - 1,
        param.lo,
    );
    Some((name.into(), what, format!("bits {high}:{low}")))
}

fn type_name(ty: Ty) -> &'static str {
    match ty {
        Ty::I16 => "16 bits",
        Ty::I32 => "32 bits",
        Ty::I64 => "64 bits",
        Ty::F16 => "f16",
        Ty::Bf16 => "bf16",
        Ty::F32 => "f32",
        Ty::F64 => "f64",
        Ty::V2I16 => "two 16-bit integers",
        Ty::V2F16 | Ty::V2F16Splat => "two f16",
        Ty::V2Bf16 => "two bf16",
        Ty::V2F32 => "two f32",
    }
}
