//! What there is to say about an instruction: for `isa list`, `isa show` and `isa coverage`.

use std::fmt::Write;

use crate::codec::{Codec, rows};
use crate::encoding::{Encoding, Form, Halves, Kind, NO_BIT};
use crate::row::{Format, Op, Row, Ty};
use crate::target::{Target, Wave};

/// One way to encode an instruction, as a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// `e32`, `e64`, `dpp16` and so on; empty where there is only one.
    pub form: &'static str,
    pub bytes: u8,
    /// High bit first.
    pub fields: Vec<Field>,
    /// A line that assembles to this encoding.
    pub example: String,
    pub example_bytes: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub hi: u8,
    pub lo: u8,
    pub what: String,
}

/// Everything about one instruction on one target.
#[derive(Clone, Debug)]
pub struct Page {
    pub row: &'static Row,
    pub family: &'static str,
    pub targets: Vec<Target>,
    pub operands: Vec<String>,
    pub diagrams: Vec<Diagram>,
    pub aliases: Vec<&'static str>,
}

/// The rows of a mnemonic on a target; older spellings count.
pub fn find(name: &str, target: Target) -> Option<&'static Row> {
    let name = name.to_ascii_lowercase();
    let exact = rows(target).find(|row| row.name == name);
    exact.or_else(|| {
        let resolved = crate::asm::alias::resolve(&name, target)?;
        rows(target).find(|row| row.name == resolved)
    })
}

pub fn page(row: &'static Row, target: Target) -> Page {
    let codec = Codec::of(target, Wave::W32);
    let mut diagrams: Vec<Diagram> = vec![];
    for encoding in &codec.encodings {
        let named = encoding.row.name == row.name && encoding.row.code == row.code;
        if !named || !encoding.decodes || encoding.second.is_some_and(|y| y.code != row.code) {
            continue;
        }
        let diagram = diagram(encoding);
        if !diagrams.iter().any(|d| d.fields == diagram.fields) {
            diagrams.push(diagram);
        }
    }
    Page {
        row,
        family: row.format.name(target),
        targets: Target::ALL
            .into_iter()
            .filter(|t| rows(*t).any(|r| r.name == row.name))
            .collect(),
        operands: row.operands.iter().map(operand).collect(),
        diagrams,
        aliases: crate::asm::alias::of(row.name, target),
    }
}

fn form_name(encoding: &Encoding) -> &'static str {
    match (encoding.form, encoding.row.format) {
        (Form::Base, Format::Vop1 | Format::Vop2 | Format::Vopc) => "e32",
        (Form::Long, _) => "e64",
        (Form::Dpp16, _) => "dpp16",
        (Form::Dpp8, _) => "dpp8",
        (Form::LongDpp16, _) => "e64_dpp16",
        (Form::LongDpp8, _) => "e64_dpp8",
        _ => "",
    }
}

fn diagram(encoding: &Encoding) -> Diagram {
    let bits = encoding.size * 8;
    // Which parameter owns each bit; the rest is fixed or unused.
    let mut owner: Vec<Option<String>> = vec![None; bits as usize];
    let mut index = 0;
    for param in &encoding.params {
        let name = match param.kind {
            Kind::Mod(which) => snake(&format!("{which:?}")),
            _ => {
                index += 1;
                format!("operand{index}")
            }
        };
        let mut own = |bit: u8, what: String| {
            if let Some(slot) = owner.get_mut(bit as usize) {
                slot.get_or_insert(what);
            }
        };
        for bit in param.lo..param.lo + param.len {
            own(bit, name.clone());
        }
        for (bit, what) in [(param.neg, "neg"), (param.abs, "abs"), (param.sel, "sel")] {
            if bit != NO_BIT {
                own(bit, format!("{name}.{what}"));
            }
        }
    }
    let mut fields: Vec<Field> = vec![];
    for bit in (0..bits).rev() {
        let fixed = encoding.mask >> bit & 1 != 0;
        let what = match &owner[bit as usize] {
            Some(name) => name.clone(),
            None if fixed => ((encoding.bits >> bit & 1) as u8).to_string(),
            None => "-".to_string(),
        };
        let digit = |text: &str| text.bytes().all(|b| matches!(b, b'0' | b'1'));
        match fields.last_mut() {
            Some(last) if last.what == what && !digit(&what) => last.lo = bit,
            Some(last) if digit(&last.what) && digit(&what) && bit % 32 != 31 => {
                last.lo = bit;
                last.what.push_str(&what);
            }
            _ => fields.push(Field {
                hi: bit,
                lo: bit,
                what,
            }),
        }
    }
    let (example, example_bytes) = example(encoding);
    Diagram {
        form: form_name(encoding),
        bytes: encoding.size,
        fields,
        example,
        example_bytes,
    }
}

/// An instruction of this encoding: registers counted up, everything else at its default.
fn example(encoding: &Encoding) -> (String, Vec<u8>) {
    let mut word = encoding.bits;
    let mut next = 1u128;
    for param in &encoding.params {
        let value = match param.kind {
            Kind::Vgpr(n) | Kind::Acc(n, _) => {
                let first = next.next_multiple_of(n.max(1) as u128);
                next = first + n as u128;
                if param.len == 9 { 256 + first } else { first }
            }
            Kind::VgprLow | Kind::Half | Kind::HalfLow | Kind::ImageAddr | Kind::ExportData => {
                next += 1;
                next - 1
            }
            Kind::Src(ty, from) if from.has(crate::encoding::From::VGPR) => {
                let first = next.next_multiple_of(ty.dwords() as u128);
                next = first + ty.dwords() as u128;
                256 + first
            }
            Kind::Src(..) | Kind::Sgpr(..) => {
                let first = next.next_multiple_of(4);
                next = first + 4;
                first >> param.shift
            }
            Kind::Mod(crate::inst::Mod::OpSelHi) => 3,
            Kind::Mod(crate::inst::Mod::RowMask | crate::inst::Mod::BankMask) => 15,
            Kind::Mod(crate::inst::Mod::Fi) if param.len == 9 => 0xE9,
            Kind::Mod(crate::inst::Mod::Dpp8) => 0xFAC688,
            Kind::Mod(crate::inst::Mod::DppCtrl) => 0xE4,
            Kind::Mod(crate::inst::Mod::Dmask) => 1,
            Kind::Imm(crate::row::Imm::Barrier) => 129,
            _ => 0,
        };
        word |= value << param.lo & param.field_mask();
    }
    let mut bytes = word.to_le_bytes()[..encoding.size as usize].to_vec();
    bytes.extend_from_slice(&[0; 4]);
    match crate::disassemble(&bytes, encoding.target, encoding.wave) {
        Ok((text, length)) => {
            bytes.truncate(length);
            (text, bytes)
        }
        Err(_) => (String::new(), vec![]),
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

/// An operand in words.
fn operand(op: &Op) -> String {
    let run = |n: u8, what: &str| match n {
        0 => format!("half a {what} register"),
        1 => format!("{what} register"),
        n => format!("{n} {what} registers"),
    };
    let typed = |ty: Ty| match ty {
        Ty::I16 => "16-bit integer",
        Ty::I32 => "32-bit integer",
        Ty::I64 => "64-bit integer",
        Ty::F16 => "16-bit float",
        Ty::Bf16 => "bfloat16",
        Ty::F32 => "32-bit float",
        Ty::F64 => "64-bit float",
        Ty::V2I16 => "two 16-bit integers",
        Ty::V2F16 | Ty::V2F16Splat => "two 16-bit floats",
        Ty::V2Bf16 => "two bfloat16",
        Ty::V2F32 => "two 32-bit floats",
    };
    match *op {
        Op::VDst(n) => run(n, "vector") + ", written",
        Op::SDst(n) => run(n, "scalar") + ", written",
        Op::MaskDst => "lane mask, written".into(),
        Op::V(n) | Op::VNeg(n) | Op::Data(n) => run(n, "vector"),
        Op::Acc(n, _) => run(n, "vector") + " or inline constant",
        Op::Src(ty) | Op::SrcMods(ty) | Op::SrcQuiet(ty) => format!("{}: any source", typed(ty)),
        Op::S(n) => run(n, "scalar"),
        Op::SSrc(ty) | Op::SSrcMods(ty) | Op::SSrcQuiet(ty) => {
            format!("{}: scalar source", typed(ty))
        }
        Op::Lane => "lane number: scalar register or inline constant".into(),
        Op::LaneData => "vector register to read a lane of".into(),
        Op::LaneValue => "value for a lane".into(),
        Op::Mask => "lane mask".into(),
        Op::K(ty) => format!("{} literal", typed(ty)),
        Op::Imm(imm) => format!("immediate ({})", snake(&format!("{imm:?}"))),
        Op::Attribute => "pixel attribute".into(),
        Op::Image(_) => "data, address and resource, as many as the dimension needs".into(),
        Op::Ray(..) => "ray and resource".into(),
    }
}

/// How many instructions of a family there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    pub family: &'static str,
    pub assembled: usize,
    pub disassembled: usize,
}

/// Instructions per encoding family.
pub fn coverage(target: Target) -> Vec<Coverage> {
    let codec = Codec::of(target, Wave::W32);
    let wide = Codec::of(target, Wave::W64);
    let any = |row: &Row, test: fn(&Encoding) -> bool| {
        let of = |encoding: &&Encoding| {
            let second = encoding
                .second
                .is_some_and(|second| second.name == row.name);
            (encoding.row.name == row.name || second) && test(encoding)
        };
        codec
            .encodings
            .iter()
            .chain(&wide.encodings)
            .any(|e| of(&e))
    };
    Format::ALL
        .into_iter()
        .map(|format| {
            let mut names: Vec<&Row> = rows(target).filter(|row| row.format == format).collect();
            names.dedup_by_key(|row| row.name);
            Coverage {
                family: format.name(target),
                assembled: names.iter().filter(|row| any(row, |e| e.assembles)).count(),
                disassembled: names.iter().filter(|row| any(row, |e| e.decodes)).count(),
            }
        })
        .filter(|c| c.assembled + c.disassembled > 0)
        .collect()
}

/// A diagram as text, a line per 32 bits.
pub fn render(diagram: &Diagram) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{} ({} bytes)", diagram.form, diagram.bytes);
    for field in &diagram.fields {
        let range = match field.hi == field.lo {
            true => field.hi.to_string(),
            false => format!("{}:{}", field.hi, field.lo),
        };
        let _ = writeln!(out, "  [{range:>6}] {}", field.what);
    }
    out
}

/// Whether 16-bit operands of an encoding are written as halves.
pub fn names_halves(encoding: &Encoding) -> bool {
    encoding.halves == Halves::True16
}
