//! The assembly language: rows, and the pseudo-instructions that are more than one row.

use crate::constant::{self, Part};
use crate::operand;
use crate::pseudo;
use crate::registers::{FLOAT, INTEGER, VECTOR, is_register};
use crate::rules;
use crate::table::TABLE;
use isa::{Context, Cursor, Dialect, Set, Statement, Syntax, Value, emit_checked, expected};
use source::Diagnostic;

/// Where code begins. Address 0 is where a program returns to when it is done, so nothing lies
/// there.
pub const TEXT_BASE: u64 = 0x1_0000;

/// Where each section lies: fixed, so that addresses are known while assembling.
pub fn section_base(name: &str) -> Option<u64> {
    match name {
        ".text" => Some(TEXT_BASE),
        ".rodata" => Some(0x0100_0000),
        ".data" => Some(0x0200_0000),
        ".bss" => Some(0x0300_0000),
        _ => None,
    }
}

/// The directives that RISC-V has beside the common ones.
pub const DIRECTIVES: &[&str] = &[".insn", ".option", ".attribute", ".dword"];

/// The functions of expressions that RISC-V has.
pub fn functions(name: &str, arguments: &[i128]) -> Option<i128> {
    match (name, arguments) {
        ("%hi", [value]) => Some(((value + 0x800) >> 12) & 0xf_ffff),
        ("%lo", [value]) => Some((value & 0xfff ^ 0x800) - 0x800),
        _ => None,
    }
}

/// Pseudo-instructions that are several instructions, or one that depends on the operand.
const PSEUDO: [&str; 5] = ["li", "la", "lla", "call", "tail"];

/// What RISC-V assemblers know.
#[derive(Default)]
pub struct RiscvDialect;

impl RiscvDialect {
    /// Whether an instruction is called so.
    pub fn knows(name: &str) -> bool {
        TABLE.knows(name) || PSEUDO.contains(&name) || pseudo::find(name).is_some()
    }
}

impl Dialect for RiscvDialect {
    fn syntax(&self) -> Syntax {
        Syntax {
            line_comments: &["#", ";", "//"],
            block_comments: true,
            separator: None,
            name_prefixes: b"%",
            reserved: is_register,
            ..Syntax::PLAIN
        }
    }

    fn instruction(
        &mut self,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let mut cursor = Cursor::new(statement);
        let name = cursor.peek_text();
        cursor.bump();
        match name {
            "li" => load_constant(&mut cursor, cx),
            "la" | "lla" => load_address(&mut cursor, cx),
            "call" => call(&mut cursor, cx, "ra", "ra"),
            "tail" => call(&mut cursor, cx, "t1", "zero"),
            _ => match pseudo::find(name) {
                Some(comparison) => {
                    let lines = pseudo::words(comparison, &mut cursor, cx)?;
                    lines.iter().for_each(|word| cx.emit(&word.to_le_bytes()));
                    Ok(())
                }
                None => {
                    let inst = TABLE.parse(statement, Set::ALL, cx)?;
                    emit_checked(&inst, rules::check(&inst), statement, cx)
                }
            },
        }
    }

    fn directive(
        &mut self,
        name: &str,
        cursor: &mut Cursor<'_>,
        cx: &mut Context<'_>,
    ) -> Option<Result<(), Diagnostic>> {
        match name {
            ".insn" => Some(raw_instruction(cursor, cx)),
            // What compilers say about the target is known already.
            ".option" | ".attribute" => {
                while cursor.bump().is_some() {}
                Some(Ok(()))
            }
            ".dword" => Some(double_words(cursor, cx)),
            // As everywhere for RISC-V, `.align` counts in powers of two.
            ".align" | ".p2align" => Some(align(cursor, cx, true)),
            ".balign" => Some(align(cursor, cx, false)),
            _ => None,
        }
    }

    fn directives(&self) -> &'static [&'static str] {
        DIRECTIVES
    }

    fn functions(&self) -> fn(&str, &[i128]) -> Option<i128> {
        functions
    }

    fn bases(&self) -> fn(&str) -> Option<u64> {
        section_base
    }
}

/// The integer register at the cursor.
pub(crate) fn register(cursor: &mut Cursor<'_>) -> Result<u32, Diagnostic> {
    operand::register(cursor).ok_or_else(|| expected(INTEGER.what, cursor))
}

pub(crate) fn comma(cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
    match cursor.eat(b',') {
        true => Ok(()),
        false => Err(expected("`,`", cursor)),
    }
}

pub(crate) fn end(cursor: &Cursor<'_>) -> Result<(), Diagnostic> {
    match cursor.at_end() {
        true => Ok(()),
        false => Err(expected("the end of the line", cursor)),
    }
}

fn emit_parts(parts: &[Part], cx: &mut Context<'_>) {
    for part in parts {
        cx.emit(&part.0.to_le_bytes());
    }
}

/// `li rd, number` in as few instructions as the number needs.
fn load_constant(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    let rd = register(cursor)?;
    comma(cursor)?;
    let from = cursor.position();
    if cursor.at_end() {
        return Err(expected("a number", cursor));
    }
    let value = cx.integer(cursor)?.unwrap_or(0);
    if !(-(1i128 << 63)..1 << 64).contains(&value) {
        return Err(Diagnostic::error(
            "immediate-range",
            format!("{value} does not fit in 64 bits"),
        )
        .label(cursor.span_since(from), "expected 64 bits"));
    }
    end(cursor)?;
    emit_parts(&constant::load(rd, value as i64), cx);
    Ok(())
}

/// The distance from here to the place that stands at the cursor.
fn distance(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<i64, Diagnostic> {
    let from = cursor.position();
    if cursor.at_end() {
        return Err(expected("a label", cursor));
    }
    let value = cx.expr(cursor)?;
    let span = cursor.span_since(from);
    if value == Value::Unknown {
        return Ok(0);
    }
    let here = section_base(cx.section_name()).unwrap_or(0) + cx.here();
    let distance = cx.constant_integer(value, span)? - i128::from(here);
    match i32::try_from(distance) {
        Ok(distance) if distance <= i32::MAX - 0x800 => Ok(distance.into()),
        _ => Err(
            Diagnostic::error("target-range", format!("{distance} bytes are too far"))
                .label(span, "expected a place within 2 GiB"),
        ),
    }
}

/// `la rd, place`: the address, relative to the program counter.
fn load_address(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    let rd = register(cursor)?;
    comma(cursor)?;
    let distance = distance(cursor, cx)?;
    end(cursor)?;
    emit_parts(
        &[Part::auipc(rd, distance), Part::addi(rd, rd, distance)],
        cx,
    );
    Ok(())
}

/// A jump to anywhere through the register `through`, linking to `link`.
fn call(
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
    through: &str,
    link: &str,
) -> Result<(), Diagnostic> {
    let number = |name| INTEGER.find(name).unwrap_or(0);
    let distance = distance(cursor, cx)?;
    end(cursor)?;
    let (through, link) = (number(through), number(link));
    emit_parts(
        &[
            Part::auipc(through, distance),
            Part::jalr(link, through, distance),
        ],
        cx,
    );
    Ok(())
}

/// `.insn 0xWORD`, `.insn LENGTH, 0xWORD`, and the formats that compilers write.
fn raw_instruction(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    let kind = cursor.peek_text();
    if operand::is_name(cursor) && matches!(kind, "r" | "i" | "s" | "u") {
        cursor.bump();
        return formatted_instruction(kind, cursor, cx);
    }
    let from = cursor.position();
    let mut value = cx.integer_now(cursor)?;
    let mut len = if value & 3 == 3 { 4 } else { 2 };
    if cursor.eat(b',') {
        len = value;
        value = cx.integer_now(cursor)?;
    }
    let fits = matches!(len, 2 | 4) && (0..1i128 << (8 * len)).contains(&value);
    if !fits {
        return Err(
            Diagnostic::error("immediate-range", "not an instruction of 2 or 4 bytes")
                .label(cursor.span_since(from), "expected 16 or 32 bits"),
        );
    }
    cx.emit(&(value as u32).to_le_bytes()[..len as usize]);
    Ok(())
}

fn formatted_instruction(
    kind: &str,
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
) -> Result<(), Diagnostic> {
    let opcode = match cursor.peek_text() {
        "CUSTOM_0" => Some(0x0b),
        "CUSTOM_1" => Some(0x2b),
        "CUSTOM_2" => Some(0x5b),
        "CUSTOM_3" => Some(0x7b),
        _ => None,
    };
    let opcode = match opcode {
        Some(opcode) => {
            cursor.bump();
            opcode
        }
        None => bits(cursor, cx, 7)?,
    };
    let mut word = opcode;
    comma(cursor)?;
    match kind {
        "u" => {
            word |= register(cursor)? << 7;
            comma(cursor)?;
            word |= bits(cursor, cx, 20)? << 12;
        }
        "r" => {
            word |= bits(cursor, cx, 3)? << 12;
            comma(cursor)?;
            word |= bits(cursor, cx, 7)? << 25;
            for shift in [7, 15, 20] {
                comma(cursor)?;
                word |= any_register(cursor)? << shift;
            }
        }
        _ => {
            word |= bits(cursor, cx, 3)? << 12;
            comma(cursor)?;
            word |= any_register(cursor)? << if kind == "i" { 7 } else { 20 };
            comma(cursor)?;
            let from = cursor.position();
            let first = any_register(cursor);
            let (base, imm) = match first {
                Ok(base) => {
                    comma(cursor)?;
                    (base, signed12(cursor, cx)?)
                }
                Err(_) => {
                    cursor.set_position(from);
                    let imm = signed12(cursor, cx)?;
                    let open = cursor.eat(b'(');
                    let base = any_register(cursor)?;
                    if !open || !cursor.eat(b')') {
                        return Err(expected("`offset(register)`", cursor));
                    }
                    (base, imm)
                }
            };
            word |= base << 15;
            word |= match kind {
                "i" => imm << 20,
                _ => (imm & 31) << 7 | (imm >> 5 & 127) << 25,
            };
        }
    }
    cx.emit(&word.to_le_bytes());
    Ok(())
}

/// A register of any bank, by its number alone.
fn any_register(cursor: &mut Cursor<'_>) -> Result<u32, Diagnostic> {
    let text = cursor.peek_text();
    let found = [&INTEGER, &FLOAT, &VECTOR]
        .iter()
        .find_map(|class| class.find(text));
    match found.filter(|_| !cursor.at_end()) {
        Some(number) => {
            cursor.bump();
            Ok(number)
        }
        None => Err(expected("a register", cursor)),
    }
}

fn bits(cursor: &mut Cursor<'_>, cx: &mut Context<'_>, count: u32) -> Result<u32, Diagnostic> {
    let from = cursor.position();
    let value = cx.integer_now(cursor)?;
    match (0..1i128 << count).contains(&value) {
        true => Ok(value as u32),
        false => Err(
            Diagnostic::error("immediate-range", format!("{value} is out of range"))
                .label(cursor.span_since(from), format!("expected {count} bits")),
        ),
    }
}

fn signed12(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<u32, Diagnostic> {
    let from = cursor.position();
    let value = cx.integer_now(cursor)?;
    match (-2048..2048).contains(&value) {
        true => Ok(value as u32 & 0xfff),
        false => Err(
            Diagnostic::error("immediate-range", format!("{value} is out of range"))
                .label(cursor.span_since(from), "expected -2048 to 2047"),
        ),
    }
}

/// `.align POWER[, FILL]` or `.balign BYTES[, FILL]`. Code is filled up with instructions that do
/// nothing, so that it can run on.
fn align(cursor: &mut Cursor<'_>, cx: &mut Context<'_>, power: bool) -> Result<(), Diagnostic> {
    let bytes = isa::alignment(cursor, cx, power)?;
    let given = match cursor.eat(b',') && !cursor.peek().is_some_and(|token| token.is(b',')) {
        true => Some(bits(cursor, cx, 8)?),
        false => None,
    };
    // The most bytes to fill is a hint to others.
    if cursor.eat(b',') {
        cx.integer_now(cursor)?;
    }
    let gap = cx.here().next_multiple_of(bytes) - cx.here();
    cx.require_alignment(bytes as u32);
    if given.is_none() && cx.section_name() == ".text" {
        // Four bytes do nothing, or two, or one that only data leaves over.
        (0..gap % 2).for_each(|_| cx.emit(&[0]));
        (0..gap % 4 / 2).for_each(|_| cx.emit(&[0x01, 0x00]));
        (0..gap / 4).for_each(|_| cx.emit(&[0x13, 0x00, 0x00, 0x00]));
    } else {
        cx.fill(gap, given.unwrap_or(0) as u8);
    }
    Ok(())
}

/// `.dword`: 64-bit numbers or addresses.
fn double_words(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    loop {
        let from = cursor.position();
        let value = cx.integer(cursor)?.unwrap_or(0);
        if !(-(1i128 << 63)..1 << 64).contains(&value) {
            return Err(
                Diagnostic::error("immediate-range", format!("{value} is out of range"))
                    .label(cursor.span_since(from), "expected 64 bits"),
            );
        }
        cx.emit(&(value as u64).to_le_bytes());
        if !cursor.eat(b',') {
            return Ok(());
        }
    }
}
