//! What the operands of an encoding are called, and which of them are sources.

use crate::encoding::{Encoding, Param, ParamKind};
use crate::inst::Mod;
use crate::row::{AmdFormat, BVH, Imm, OperandSlot};

/// What a parameter is called.
pub(super) struct Named {
    pub name: String,
    role: Role,
}

/// What becomes of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The instruction reads it, or reads and writes it.
    Source,
    /// The second instruction of a pair reads it.
    SecondSource,
    /// It is written alone.
    Result,
    /// It is always the same word.
    Word,
}

impl Role {
    fn called(self, name: impl Into<String>) -> Named {
        Named {
            name: name.into(),
            role: self,
        }
    }
}

/// The operands, and what each can be.
pub(super) fn described(encoding: &Encoding) -> Vec<(Named, String)> {
    let named = encoding.params.iter().zip(names(encoding));
    let operands = named.filter(|(param, it)| !param.is_modifier() && !it.name.is_empty());
    let described = operands.map(|(param, named)| (named, crate::asm::describe(param)));
    described.collect()
}

/// What an instruction reads, in the order in which it is written; of a pair, its second half.
pub(super) fn sources(operands: &[(Named, String)]) -> Vec<&str> {
    let of = |role: Role| {
        let own = operands.iter().filter(move |(it, _)| it.role == role);
        own.map(|(it, _)| it.name.as_str()).collect()
    };
    let second: Vec<&str> = of(Role::SecondSource);
    match second.is_empty() {
        true => of(Role::Source),
        false => second,
    }
}

/// What each parameter is called: by the manual's names for the fields.
pub(super) fn names(encoding: &Encoding) -> Vec<Named> {
    use Role::{Result, SecondSource, Source, Word};
    let generation = encoding.target.generation();
    let long = generation.long_memory();
    let (mut sources, mut addresses) = (0, 0);
    let numbered = |prefix: &str, counter: &mut u32| {
        *counter += 1;
        format!("{prefix}{}", *counter - 1)
    };
    let mut second = false;
    let name = |param: &Param| -> Named {
        let field = |names: &[(u8, &str)]| {
            let found = names.iter().find(|(lo, _)| *lo == param.lo);
            Source.called(found.map_or("operand", |(_, name)| *name))
        };
        match (param.kind, encoding.row.format) {
            (ParamKind::Mod(Mod::Cpol), _) if !generation.temporal_hints() => Source.called("glc"),
            (ParamKind::Mod(which), _) => Source.called(snake(&format!("{which:?}"))),
            (ParamKind::Vcc, _) => Word.called("vcc"),
            (ParamKind::Off, _) => Word.called("off"),
            (ParamKind::M0, _) => Word.called("m0"),
            (ParamKind::K(_) | ParamKind::Imm(Imm::Simm32), _) => Source.called("literal"),
            (ParamKind::Imm(_), _) => Source.called("simm16"),
            (ParamKind::Attribute, _) => Source.called("attr"),
            (ParamKind::ExportTarget, _) => Source.called("target"),
            (ParamKind::ExportData, _) => Source.called(numbered("vsrc", &mut sources)),
            (ParamKind::ImageData, _) => Source.called("vdata"),
            (ParamKind::ImageAddr, _) => Source.called(numbered("vaddr", &mut addresses)),
            (ParamKind::Pair(_), _) => {
                second = true;
                sources = 0;
                Word.called("")
            }
            (_, AmdFormat::Ds) if param.lo == 56 => Result.called("vdst"),
            (_, AmdFormat::Ds) => field(&[(32, "addr"), (40, "data0"), (48, "data1")]),
            (_, AmdFormat::Flat | AmdFormat::Global | AmdFormat::Scratch)
                if param.lo == if long { 32 } else { 56 } =>
            {
                Result.called("vdst")
            }
            (_, AmdFormat::Flat | AmdFormat::Global | AmdFormat::Scratch) if long => {
                field(&[(64, "vaddr"), (55, "vdata"), (0, "saddr")])
            }
            (_, AmdFormat::Flat | AmdFormat::Global | AmdFormat::Scratch) => {
                field(&[(32, "vaddr"), (40, "vdata"), (48, "saddr")])
            }
            (_, AmdFormat::Mubuf | AmdFormat::Mtbuf) if long => {
                field(&[(32, "vdata"), (64, "vaddr"), (41, "srsrc"), (0, "soffset")])
            }
            (_, AmdFormat::Mubuf | AmdFormat::Mtbuf) => {
                field(&[(40, "vdata"), (32, "vaddr"), (48, "srsrc"), (56, "soffset")])
            }
            (_, AmdFormat::Smem) => {
                field(&[(6, "sdata"), (0, "sbase"), (32, "offset"), (57, "soffset")])
            }
            (_, AmdFormat::Mimg | AmdFormat::Vsample) => match param.kind {
                ParamKind::Vgpr(_) if param.lo == if long { 32 } else { 40 } => {
                    Source.called("vdata")
                }
                ParamKind::Vgpr(_) => Source.called(numbered("vaddr", &mut addresses)),
                ParamKind::Sgpr(8, _) => Source.called("srsrc"),
                // Hierarchies have shorter descriptors than images.
                ParamKind::Sgpr(..) if encoding.row.has(BVH) => Source.called("srsrc"),
                ParamKind::Sgpr(..) => Source.called("ssamp"),
                _ => Word.called(""),
            },
            (ParamKind::Sgpr(..), AmdFormat::Sop1 | AmdFormat::Sop2 | AmdFormat::Sopk)
                if param.lo == 16 =>
            {
                Result.called("sdst")
            }
            (_, AmdFormat::Sop1 | AmdFormat::Sop2 | AmdFormat::Sopc) => {
                Source.called(numbered("ssrc", &mut sources))
            }
            (_, AmdFormat::Vopd) => {
                let (half, role) = match second {
                    true => ('y', SecondSource),
                    false => ('x', Source),
                };
                match param.lo {
                    49 | 56 => Result.called(format!("vdst{half}")),
                    _ => role.called(numbered(&format!("src{half}"), &mut sources)),
                }
            }
            (ParamKind::Sgpr(..), _) if param.lo == 8 || param.lo == 0 || param.lo == 17 => {
                Result.called("sdst")
            }
            // The first field is the destination; where there is none, sources start there.
            (_, _) if destination(encoding, param) => Result.called("vdst"),
            _ => Source.called(numbered("src", &mut sources)),
        }
    };
    encoding.params.iter().map(name).collect()
}

fn destination(encoding: &Encoding, param: &Param) -> bool {
    let first = matches!(encoding.row.operands.first(), Some(OperandSlot::VDst(_)));
    first
        && param.lo
            == if encoding.form.is_long() || encoding.row.format == AmdFormat::Ldsdir {
                0
            } else {
                17
            }
}

fn snake(name: &str) -> String {
    let mut out = String::new();
    for (index, letter) in name.chars().enumerate() {
        if letter.is_ascii_uppercase() && index > 0 {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}
