//! Listings and reference pages, from the rows.

use std::fmt::Write as _;

use arch::Code;
use isa::{ListingLine, Page};

use crate::decode::decode;
use crate::encoding::{Wanted, WaveInst, choose};
use crate::parse::usage;
use crate::row::{Form, Guarding, Immediate, Modifier, Operand, RowOrigin, Slot, WaveRow};
use crate::table::special::SpecialRegister;
use crate::table::{Piece, pieces, rows};

/// Code as text that assembles to the same words again, with the directives that it came with.
pub fn listing(code: &Code) -> Vec<ListingLine> {
    let mut lines = Vec::new();
    let directive = |address: u64, text: String| ListingLine {
        address,
        len: 0,
        label: None,
        text,
        illegal: None,
    };
    directives(code, "", code.base, &mut lines);
    let mut at = 0;
    while at < code.bytes.len() {
        let address = code.base + at as u64;
        for symbol in code
            .symbols
            .iter()
            .filter(|s| s.is_kernel && s.address == address)
        {
            lines.push(directive(address, format!(".kernel {}", symbol.name)));
            directives(code, &symbol.name, address, &mut lines);
        }
        let bytes = &code.bytes[at..];
        let (len, text, illegal) = match decode(bytes, address) {
            Ok(inst) if inst.is_canonical() => (inst.len(), inst.to_string(), None),
            Ok(inst) => (inst.len(), data(&bytes[..inst.len()]), None),
            Err(illegal) => {
                let len = bytes.len().min(4);
                (len, data(&bytes[..len]), Some(illegal))
            }
        };
        lines.push(ListingLine {
            address,
            len,
            label: None,
            text,
            illegal,
        });
        at += len;
    }
    lines
}

fn directives(code: &Code, kernel: &str, address: u64, lines: &mut Vec<ListingLine>) {
    for key in ["registers", "local", "private"] {
        let name = match kernel {
            "" => key.to_string(),
            kernel => format!("{kernel}.{key}"),
        };
        if let Some(value) = code.attributes.get(&name) {
            lines.push(ListingLine {
                address,
                len: 0,
                label: None,
                text: format!(".{key} {value}"),
                illegal: None,
            });
        }
    }
}

/// Bytes that no line of source stands for.
fn data(bytes: &[u8]) -> String {
    let words = bytes.chunks_exact(4);
    if !words.remainder().is_empty() {
        let list: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
        return format!(".byte {}", list.join(", "));
    }
    let list = words.map(|w| format!("{:#010x}", u32::from_le_bytes([w[0], w[1], w[2], w[3]])));
    format!(".word {}", list.collect::<Vec<_>>().join(", "))
}

impl WaveInst {
    /// Whether the assembler would choose this form for the instruction's text.
    pub fn is_canonical(&self) -> bool {
        if self.row.is_branch() {
            return (self.form == Form::Literal) == (self.distance() > 0x7fff);
        }
        let wanted = match (self.form, self.immediate()) {
            (_, None) => Wanted::Nothing,
            // Two constants of a bit field only go into a literal, one only into form K.
            (Form::Literal, Some(literal)) if self.has_field() => Wanted::LiteralOnly(literal),
            (Form::Constant, _) if self.has_field() => Wanted::Constant(self.literal as u16),
            // An address without an offset is written, and so encoded, without one.
            (_, Some(0)) if self.has_address() => Wanted::Nothing,
            (_, Some(literal)) => Wanted::Literal(literal),
        };
        choose(self.row, self.fields, wanted).is_ok_and(|inst| inst == *self)
    }

    fn has_field(&self) -> bool {
        let is_field = |operand: &Operand| matches!(operand, Operand::Field { .. });
        self.row.operands.iter().any(is_field)
    }

    fn has_address(&self) -> bool {
        let is_address = |operand: &Operand| matches!(operand, Operand::Address { .. });
        self.row.operands.iter().any(is_address)
    }
}

/// A reference page for every mnemonic without its optional suffixes.
pub fn pages() -> Vec<Page> {
    spelled().map(|(row, values)| page(row, &values)).collect()
}

/// An instruction of each page.
#[cfg(test)]
pub fn examples() -> impl Iterator<Item = WaveInst> {
    spelled().map(|(row, values)| example(row, &values))
}

/// The rows, each with every way to choose the suffixes that must be written.
fn spelled() -> impl Iterator<Item = (&'static WaveRow, Vec<u8>)> {
    rows().flat_map(|row| choices(row).into_iter().map(move |values| (row, values)))
}

/// A suffix that may be left out.
fn is_optional(modifier: &Modifier) -> bool {
    modifier.spellings.iter().any(|(text, _)| text.is_empty())
}

/// Every way to choose the suffixes that must be written, with optional ones left out: for each
/// modifier the bits it stands for.
fn choices(row: &WaveRow) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for modifier in row.modifiers {
        let mut values: Vec<u8> = modifier.spellings.iter().map(|&(_, value)| value).collect();
        if is_optional(modifier) {
            values.retain(|&value| crate::table::spelled(modifier, value) == Some(""));
        }
        values.dedup();
        all = all
            .iter()
            .flat_map(|chosen: &Vec<u8>| {
                values
                    .iter()
                    .map(move |&value| [chosen.as_slice(), &[value]].concat())
            })
            .collect();
    }
    all
}

fn page(row: &'static WaveRow, values: &[u8]) -> Page {
    let example = example(row, values);
    let mut operands: Vec<(String, String, String)> = Vec::new();
    for modifier in row
        .modifiers
        .iter()
        .filter(|modifier| is_optional(modifier))
    {
        operands.push((
            modifier.name.into(),
            spellings(modifier),
            modifier.doc.into(),
        ));
    }
    for operand in row.operands {
        if let Some((name, what)) = describe(*operand) {
            operands.push((name, what, String::new()));
        }
    }
    let mut doc = row.doc.to_string();
    if !row.capabilities.is_empty() {
        let names: Vec<&str> = row.capabilities.iter().map(|c| c.name()).collect();
        let _ = write!(doc, ". Needs {}", names.join(" and "));
    }
    if row.origin == RowOrigin::Completion {
        doc.push_str(". Not in the specification's tables, which need it to be usable");
    }
    Page {
        mnemonic: example.mnemonic(),
        syntax: usage(row, &template(row, values)),
        operands,
        format: "WAVE",
        format_doc: "N is the operation number. The short form has registers r0 to r31; the long \
                     forms add registers up to r255 (R), a 16-bit constant (K) or a literal (L).",
        diagram: diagram(row, values),
        doc,
        example: example.to_string(),
        stands_for: None,
        also: Vec::new(),
        forms: Vec::new(),
    }
}

/// The name with its optional suffixes in brackets: `add[.sat].s32`.
fn template(row: &WaveRow, values: &[u8]) -> String {
    let mut out = String::new();
    for piece in pieces(row) {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Modifier(index) if is_optional(row.modifiers[index]) => {
                out.push_str(&spellings(row.modifiers[index]));
            }
            Piece::Modifier(index) => {
                let spelled = crate::table::spelled(row.modifiers[index], values[index]);
                out.push_str(spelled.unwrap_or("?"));
            }
        }
    }
    out
}

fn spellings(modifier: &Modifier) -> String {
    let names: Vec<&str> = modifier.spellings.iter().map(|&(name, _)| name).collect();
    let written: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| !name.is_empty())
        .collect();
    match written.len() < names.len() {
        true => format!("[{}]", written.join("|")),
        false => written.join("|"),
    }
}

fn describe(operand: Operand) -> Option<(String, String)> {
    let slot = |slot: Slot| match slot {
        Slot::D => "rd",
        Slot::A => "ra",
        Slot::B => "rb",
        _ => "rc",
    };
    let immediate = |kind: Immediate| match kind {
        Immediate::Int | Immediate::Bits => "a register or an integer",
        _ => "a register or a number",
    };
    let (name, what) = match operand {
        Operand::Reg(s) => (slot(s), "a register".to_string()),
        Operand::Pair(s) => (slot(s), "an even register and the one after it".to_string()),
        Operand::List(s, n) => (slot(s), format!("{n} consecutive registers in braces")),
        Operand::Predicate => ("pd", "a predicate, p0 to p7".to_string()),
        Operand::Condition(_) => ("ps", "a predicate, negated with `!`".to_string()),
        Operand::HalfOut(_) => ("rd", "a register, or its half `.lo` or `.hi`".to_string()),
        Operand::HalfIn(s, _) => (slot(s), "the low half of a register, or `.hi`".to_string()),
        Operand::PartOut(_) => ("rd", "a register or a part of it".to_string()),
        Operand::PartIn(_) => ("rb", "a part of a register".to_string()),
        Operand::Source(kind) => ("rb", immediate(kind).to_string()),
        Operand::SourcePair => ("rb", "a register pair or a number".to_string()),
        Operand::SourceHalf(_) => ("rb", "half a register or a number".to_string()),
        Operand::MoveSource => {
            let names: Vec<&str> = SpecialRegister::names().collect();
            let special = names.join(" ");
            ("rb", format!("a register, a number, or one of {special}"))
        }
        Operand::Address { offset: true } => ("ra", "an address, `[ra+offset]`".to_string()),
        Operand::Address { .. } => ("ra", "an address, `[ra]`".to_string()),
        Operand::Field { .. } => ("rb, rc", "position and length, registers or numbers".into()),
        Operand::Into => ("re", "the register to insert into".to_string()),
        Operand::Labels(_) => return None,
    };
    Some((name.to_string(), what))
}

/// An instruction of the row with registers that are easy to tell apart.
fn example(row: &'static WaveRow, values: &[u8]) -> WaveInst {
    let mut fields = crate::encoding::Fields {
        flags: row.fixed.1,
        ..Default::default()
    };
    for (modifier, value) in row.modifiers.iter().zip(values) {
        *fields.slot(modifier.slot) |= value;
    }
    for operand in row.operands {
        match *operand {
            Operand::Reg(s) | Operand::Pair(s) | Operand::List(s, _) | Operand::HalfIn(s, _) => {
                *fields.slot(s) = number(s);
            }
            Operand::HalfOut(_) => fields.d = number(Slot::D),
            Operand::PartOut(width) | Operand::PartIn(width) => {
                let part = if width == 8 { 1 } else { 5 };
                let is_out = matches!(operand, Operand::PartOut(_));
                let (slot, bits) = match is_out {
                    true => (Slot::D, crate::operand::PART_OUT),
                    false => (Slot::B, crate::operand::PART_IN),
                };
                *fields.slot(slot) = number(slot);
                fields.set_bits(bits, part);
            }
            Operand::Predicate => fields.d = 1,
            Operand::Condition(bits) => fields.set_bits(bits, 2),
            Operand::Source(_)
            | Operand::SourcePair
            | Operand::SourceHalf(_)
            | Operand::MoveSource => fields.b = number(Slot::B),
            Operand::Address { .. } => fields.a = number(Slot::A),
            Operand::Field { .. } => {
                fields.b = number(Slot::B);
                fields.c = number(Slot::C);
            }
            Operand::Into => fields.low = 16,
            Operand::Labels(_) => {}
        }
    }
    if row.guarding == Guarding::Condition {
        fields.guard = 1;
    }
    choose(row, fields, Wanted::Nothing).expect("low registers fit some form")
}

/// Even, so that pairs are legal, and far enough apart for lists.
fn number(slot: Slot) -> u8 {
    match slot {
        Slot::D => 4,
        Slot::A => 8,
        Slot::B => 10,
        _ => 12,
    }
}

/// The flags of a spelling, highest bit first: what it settles as 0 and 1, what optional suffixes
/// and operands settle as `x`.
fn flags(row: &WaveRow, values: &[u8]) -> String {
    let (mut settled, mut bits) = row.fixed;
    let mut open = 0;
    for (modifier, value) in row.modifiers.iter().zip(values) {
        match modifier.slot {
            Slot::Flags if is_optional(modifier) => open |= modifier.mask,
            Slot::Flags => {
                settled |= modifier.mask;
                bits |= value;
            }
            _ => {}
        }
    }
    for operand in row.operands {
        open |= match *operand {
            Operand::Condition(bits)
            | Operand::HalfOut(bits)
            | Operand::HalfIn(_, bits)
            | Operand::SourceHalf(bits)
                if bits.slot == Slot::Flags =>
            {
                bits.mask()
            }
            Operand::MoveSource => 1,
            _ => 0,
        };
    }
    // `@uniform`
    open |= u8::from(row.guarding == Guarding::Condition);
    let digit = |bit: u8| match (settled >> bit & 1, open >> bit & 1) {
        (0, 1) => 'x',
        _ => char::from(b'0' + (bits >> bit & 1)),
    };
    (0..6).rev().map(digit).collect()
}

fn diagram(row: &WaveRow, values: &[u8]) -> String {
    let n = row.number;
    let flags = flags(row, values);
    let mut out = String::new();
    if row.forms.has(Form::Short) {
        let _ = writeln!(
            out,
            "S  31:26 N={n:#04x} | 25:21 d | 20:16 a | 15:11 b | 10:6 guard | 5:0 flags={flags}"
        );
    }
    if [Form::Register, Form::Constant, Form::Literal]
        .iter()
        .any(|&form| row.forms.has(form))
    {
        let _ = writeln!(
            out,
            "   63:61 111 | 60:53 N={n:#04x} | 52:48 d | 47:43 a | 42:38 b | 37:33 c | 32 literal"
        );
    }
    if row.forms.has(Form::Register) {
        let _ = writeln!(
            out,
            "R  31:27 guard | 26:21 flags={flags} | 20:9 high register bits | 8 0 | 7:0 low"
        );
    }
    if row.forms.has(Form::Constant) {
        let _ = writeln!(
            out,
            "K  31:27 guard | 26:21 flags={flags} | 20:9 high register bits | 8 1 | 7:0 constant"
        );
    }
    if row.forms.has(Form::Literal) {
        out.push_str("L  31:0 literal; the guard takes the place of the register it replaces\n");
    }
    out
}
