//! What there is to say about an instruction: for `isa list`, `isa show` and `isa coverage`.

mod matrix;
mod meaning;
mod mfma;
mod operands;

use crate::codec::{Codec, rows};
use crate::encoding::{Encoding, Form, From, NO_BIT, ParamKind};
use crate::inst::{AmdInst, Mod};
use crate::lower;
use crate::meaning::Meaning;
use crate::row::{AmdFormat, GDS_ONLY, Imm, InstRow, MSAA, TWO_VALUES, WAVE64};
use crate::target::{Target, Wave};
use arch::{Coverage, Missing};

/// One way to encode an instruction, as a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// How the instruction is encoded.
    pub form: Form,
    /// `e32`, `e64`, `dpp16` and so on; empty where there is only one.
    pub form_name: &'static str,
    /// The mnemonic as the disassembler prints it: `v_add_f32_e64`.
    pub mnemonic: String,
    /// Bytes without a literal.
    pub bytes: u8,
    /// High bit first.
    pub fields: Vec<EncodingField>,
    /// A line that assembles to this encoding.
    pub example: String,
    /// What that line assembles to.
    pub example_bytes: Vec<u8>,
}

/// A run of bits with one meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodingField {
    /// The highest bit.
    pub hi: u8,
    /// The lowest bit.
    pub lo: u8,
    /// The operand that stands there, or bits that are fixed.
    pub what: String,
}

/// Everything about one instruction on one target.
#[derive(Clone, Debug)]
pub struct AmdPage {
    /// The instruction.
    pub row: &'static InstRow,
    /// The format, as the manual calls it.
    pub family: &'static str,
    /// The generations that have it.
    pub targets: Vec<Target>,
    /// Name and kind, in the order they are written.
    pub operands: Vec<(String, String)>,
    /// The ways to encode it, the shortest first.
    pub diagrams: Vec<Diagram>,
    /// Other names for the same.
    pub aliases: Vec<&'static str>,
    /// What the instruction does.
    pub meaning: String,
}

/// The rows of a mnemonic on a target; older spellings count.
pub fn find(name: &str, target: Target) -> Option<&'static InstRow> {
    let name = name.to_ascii_lowercase();
    let exact = rows(target).find(|row| row.name == name);
    exact.or_else(|| {
        let resolved = crate::asm::alias::resolve(&name, target)?;
        rows(target).find(|row| row.name == resolved)
    })
}

/// Everything about a row on a target that has it.
pub fn page(row: &'static InstRow, target: Target) -> AmdPage {
    let wave = match row.has(WAVE64) {
        true => Wave::W64,
        false => target.default_wave(),
    };
    let codec = Codec::of(target, wave);
    let mut diagrams: Vec<Diagram> = vec![];
    let mut operands = vec![];
    for encoding in &codec.encodings {
        if !encoding.decodes || !presents(encoding, row) {
            continue;
        }
        let diagram = diagram(encoding);
        if diagram.example.is_empty() {
            continue;
        }
        if operands.is_empty() {
            operands = operands::described(encoding);
        }
        if !diagrams.iter().any(|d| d.fields == diagram.fields) {
            diagrams.push(diagram);
        }
    }
    AmdPage {
        row,
        meaning: meaning::of(row, target, &operands::sources(&operands)),
        family: row.format.name(target),
        targets: Target::ALL
            .into_iter()
            .filter(|t| rows(*t).any(|r| r.name == row.name))
            .collect(),
        operands: operands
            .into_iter()
            .map(|(it, what)| (it.name, what))
            .collect(),
        diagrams,
        aliases: crate::asm::alias::of(row.name, target),
    }
}

/// Whether an encoding is one to show for a row. Of the pairs that a half of a dual instruction is
/// in, it is the one with itself, or with a move where it can only be the second.
fn presents(encoding: &Encoding, row: &InstRow) -> bool {
    let is = |other: &InstRow| other.name == row.name && other.code == row.code;
    match encoding.second {
        None => is(encoding.row),
        Some(second) => {
            let moves = encoding.row.meaning.alone() == Meaning::Lane(op::Op::MovB32);
            is(second) && (is(encoding.row) || second.second_only() && moves)
        }
    }
}

fn form_name(encoding: &Encoding) -> &'static str {
    match (encoding.form, encoding.row.format) {
        _ if encoding.row.has(WAVE64) => "wave64",
        (Form::Base, AmdFormat::Vop1 | AmdFormat::Vop2 | AmdFormat::Vopc) => "e32",
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
    for (param, operands::Named { name, .. }) in
        encoding.params.iter().zip(operands::names(encoding))
    {
        let mut own = |bit: u8, what: String| {
            if let Some(slot) = owner.get_mut(bit as usize) {
                slot.get_or_insert(what);
            }
        };
        for bit in param.lo..param.lo + param.len {
            own(bit, name.clone());
        }
        let policy = matches!(param.kind, ParamKind::Mod(Mod::Cpol))
            && !encoding.target.generation().temporal_hints();
        for (bit, what, flag) in [
            (param.neg, "neg", "slc"),
            (param.abs, "abs", "dlc"),
            (param.sel, "sel", ""),
        ] {
            match policy {
                _ if bit == NO_BIT => {}
                true => own(bit, flag.to_string()),
                false => own(bit, format!("{name}.{what}")),
            }
        }
    }
    let mut fields: Vec<EncodingField> = vec![];
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
            _ => fields.push(EncodingField {
                hi: bit,
                lo: bit,
                what,
            }),
        }
    }
    let (example, example_bytes) = example_text(encoding);
    Diagram {
        form: encoding.form,
        form_name: form_name(encoding),
        mnemonic: encoding.text.trim_end().to_string(),
        bytes: encoding.size,
        fields,
        example,
        example_bytes,
    }
}

/// A diagram as boxes, 32 bits to a line, highest bits first.
pub fn render(diagram: &Diagram) -> String {
    let mut out = String::new();
    let mut line: Vec<isa::BitRun> = vec![];
    for field in &diagram.fields {
        // A field that goes over the edge of a word shows in both.
        let (mut high, low) = (field.hi as u32, field.lo as u32);
        loop {
            let edge = (high & !31).max(low);
            line.push(isa::BitRun {
                high,
                low: edge,
                text: field.what.clone(),
            });
            if edge % 32 == 0 {
                isa::bit_boxes(&line, &mut out);
                line.clear();
            }
            if edge == low {
                break;
            }
            high = edge - 1;
        }
    }
    out
}

/// Every family of a target.
pub fn coverage(target: Target) -> Vec<Coverage> {
    let families = AmdFormat::ALL.into_iter().map(|format| {
        let mut names: Vec<&str> = vec![];
        for row in rows(target).filter(|row| row.format == format) {
            if !names.contains(&row.name) {
                names.push(row.name);
            }
        }
        let mut family = Coverage {
            family: format.name(target).into(),
            instructions: names.len(),
            assembled: 0,
            disassembled: 0,
            executed: 0,
            missing: vec![],
        };
        for name in names {
            let uses = || uses(name, target);
            family.assembled += usize::from(uses().any(|e| e.assembles));
            family.disassembled += usize::from(uses().any(|e| e.decodes));
            match runs(name, target) {
                Ok(()) => family.executed += 1,
                Err(why) => family.missing.push(Missing {
                    name: name.into(),
                    why,
                }),
            }
        }
        family
    });
    families.filter(|family| family.instructions > 0).collect()
}

/// Encodings with an instruction in them, alone or as half of a pair.
fn uses(name: &str, target: Target) -> impl Iterator<Item = &'static Encoding> {
    let named = move |row: &InstRow| row.name == name;
    target
        .generation()
        .wave_sizes
        .iter()
        .flat_map(move |&wave| {
            let all = Codec::of(target, wave).encodings.iter();
            all.filter(move |e| named(e.row) || e.second.is_some_and(named))
        })
}

/// Whether an instruction runs: in each wave size that has it, some legal use of it does.
fn runs(name: &str, target: Target) -> Result<(), String> {
    let mut outcomes = [None, None];
    for encoding in uses(name, target) {
        let outcome = &mut outcomes[usize::from(encoding.wave == Wave::W64)];
        if *outcome != Some(Ok(()))
            && let Some(inst) = example(encoding)
        {
            *outcome = Some(lower::models(&inst));
        }
    }
    match outcomes {
        [None, None] => Err("no use of it is known".into()),
        [a, b] => a.unwrap_or(Ok(())).and(b.unwrap_or(Ok(()))),
    }
}

/// An instruction of this encoding: registers counted up, everything else at its default. Nothing
/// where that is no instruction: the encoding is only ever written, never read.
pub fn example(encoding: &Encoding) -> Option<AmdInst> {
    let code = example_code(encoding, None);
    crate::decode(&code, encoding.target, encoding.wave).ok()
}

/// The same as text and what that assembles to, or empty where no text does.
fn example_text(encoding: &Encoding) -> (String, Vec<u8>) {
    let (target, wave) = (encoding.target, encoding.wave);
    // Images have as many addresses and values as two fields say.
    let images = (0..8).flat_map(|dim| [1, 3, 15].map(|dmask| Some((dim, dmask))));
    let images =
        images.filter(|_| matches!(encoding.row.format, AmdFormat::Mimg | AmdFormat::Vsample));
    for image in std::iter::once(None).chain(images) {
        let bytes = example_code(encoding, image);
        let Ok((text, length)) = crate::disassemble(&bytes, target, wave) else {
            continue;
        };
        // A name alone means the shortest form.
        let (name, rest) = text.split_once(' ').unwrap_or((&text, ""));
        let whole = format!("{name}_{} {rest}", form_name(encoding));
        for text in [&text, whole.trim_end()] {
            match crate::assemble_line(text, target, wave) {
                Ok(plain) if plain.len() == length => return (text.to_string(), plain),
                _ => {}
            }
        }
    }
    (String::new(), vec![])
}

/// Room for a literal included. For an image its dimensions and its mask of values may be given.
fn example_code(encoding: &Encoding, image: Option<(u128, u128)>) -> Vec<u8> {
    let mut word = encoding.bits;
    let mut next = 1u128;
    let mut scalars = 0;
    for param in &encoding.params {
        scalars += u8::from(!encoding.row.is_scalar() && matches!(param.kind, ParamKind::Src(..)));
        let value = match param.kind {
            ParamKind::Agpr if param.len == 9 => 256,
            ParamKind::Agpr => 0,
            ParamKind::Vgpr(n) | ParamKind::Acc(n, _) => {
                // Runs of three begin at even registers too, where runs must, and so does what is sent to the
                // global data share.
                let runs = n > 1 || encoding.row.has(GDS_ONLY);
                let odd = runs && n % 2 == 1 && encoding.target.generation().even_runs;
                let align = n.max(1) << u8::from(odd);
                let first = next.next_multiple_of(align as u128);
                next = first + n as u128;
                if param.len == 9 { 256 + first } else { first }
            }
            ParamKind::VgprLow
            | ParamKind::Half
            | ParamKind::HalfLow
            | ParamKind::ImageAddr
            | ParamKind::ExportData => {
                next += 1;
                next - 1
            }
            ParamKind::Src(ty, from) if from.has(From::VGPR) => {
                let first = next.next_multiple_of(ty.dwords() as u128);
                next = first + ty.dwords() as u128;
                256 + first
            }
            // These take `null` and nothing else.
            ParamKind::Sgpr(..) if matches!(encoding.row.meaning, Meaning::Wait(_)) => {
                crate::inst::NULL as u128
            }
            // Vector instructions that read one scalar have a constant instead of the next.
            ParamKind::Src(..) if scalars > encoding.target.generation().scalars_read => 129,
            ParamKind::Src(..) | ParamKind::Sgpr(..) => {
                let first = next.next_multiple_of(4);
                next = first + 4;
                first >> param.shift
            }
            // The halves of a pair read different banks.
            ParamKind::Pair(_) => {
                next += 1;
                0
            }
            ParamKind::Mod(Mod::OpSelHi) if encoding.row.takes_whole_pairs() => {
                word |= 1 << param.sel;
                3
            }
            ParamKind::Mod(Mod::OpSelHi) => 3,
            ParamKind::Mod(Mod::RowMask | Mod::BankMask) => 15,
            ParamKind::Mod(Mod::Fi) if param.len == 9 => 0xE9,
            ParamKind::Mod(Mod::Dpp8) => 0xFAC688,
            ParamKind::Mod(Mod::DppCtrl) if encoding.row.is_wide() => ROW_NEWBCAST,
            ParamKind::Mod(Mod::DppCtrl) => 0xE4,
            ParamKind::Mod(Mod::Dmask) => match image {
                Some((_, dmask)) => dmask,
                None if encoding.row.has(TWO_VALUES) => 3,
                None => 1,
            },
            ParamKind::Mod(Mod::Dim) => match image {
                Some((dim, _)) => dim,
                None if encoding.row.has(MSAA) => 6,
                None => 0,
            },
            ParamKind::Imm(Imm::Barrier) => 129,
            ParamKind::Imm(Imm::Hwreg) => WHOLE_MODE,
            ParamKind::Imm(Imm::SendMsg) if encoding.row.meaning == Meaning::MessageReturn => {
                GET_REALTIME
            }
            ParamKind::Imm(Imm::SendMsg) => INTERRUPT,
            _ => 0,
        };
        word |= value << param.lo & param.field_mask();
    }
    let mut bytes = word.to_le_bytes()[..encoding.size as usize].to_vec();
    bytes.extend_from_slice(&[0; 4]);
    bytes
}

/// All bits of MODE, as `s_getreg_b32` names them.
const WHOLE_MODE: u128 = 1 | 31 << 11;
const INTERRUPT: u128 = 1;
/// The first lane of each row.
const ROW_NEWBCAST: u128 = 0x150;
const GET_REALTIME: u128 = 131;
