//! The engines on an instruction set made for this: suffixes in names, optional parts, braces,
//! two lengths with the high word first, and a branch that widens.

use std::sync::LazyLock;

use isa::checks::{self, assemble_text};
use isa::{
    Context, Dialect, Field, Format, Inst, Kind, Operand, Order, Origin, RegisterClass, Row, Set,
    Statement, Syntax, Table, TableDefinition, Value,
};
use source::Diagnostic;

static CODE: Field = Field::bits("code", 31, 26);
static LONG_CODE: Field = Field::bits("code", 63, 58);
static D: Field = Field::bits("d", 25, 21);
static A: Field = Field::bits("a", 20, 16);
static ROUND: Field = Field::bits("round", 1, 0);
static FLAG: Field = Field::bits("flag", 2, 2);
static NEAR: Field = Field::bits("near", 7, 0);
static LONG_D: Field = Field::bits("d", 57, 53);
static LITERAL: Field = Field::bits("literal", 31, 0);

static SHORT: Format = Format::new("short", 32, &[&CODE, &D, &A, &ROUND, &FLAG], "");
static BRANCH: Format = Format::new("branch", 32, &[&CODE, &NEAR], "");
static LONG: Format =
    Format::new("long", 64, &[&LONG_CODE, &LONG_D, &LITERAL], "").order(Order::HighWordFirst);

static REGISTERS: RegisterClass = RegisterClass {
    what: "a register",
    prefix: "r",
    count: 32,
    names: &[("zero", 0)],
    named: true,
};
static RD: Operand = Operand::new("rd", &D, Kind::Register(&REGISTERS));
static RA: Operand = Operand::new("ra", &A, Kind::Register(&REGISTERS));
static LONG_RD: Operand = Operand::new("rd", &LONG_D, Kind::Register(&REGISTERS));
static VALUE: Operand = Operand::new("value", &LITERAL, Kind::Bits32);
static ROUNDING: Operand = Operand::new(
    "round",
    &ROUND,
    Kind::Named(&[("", 0), (".rz", 1), (".rp", 3)]),
);
static MASK: Operand = Operand::new("mask", &FLAG, Kind::Named(&[("", 0), ("tm", 1)]));
const TARGET: Kind = Kind::Target {
    signed: true,
    scale: 4,
    align: 4,
    origin: Origin::Next,
};
static TO: Operand = Operand::new("to", &NEAR, TARGET);
static FAR_TO: Operand = Operand::new("to", &LITERAL, TARGET);

#[rustfmt::skip]
static ROWS: &[Row<()>] = &[
    Row::new("mov",              &SHORT,  "{rd}, {ra}",                &[&RD, &RA], ()).fix(&CODE, 1),
    Row::new("mov",              &LONG,   "{rd}, {value}",             &[&LONG_RD, &VALUE], ()).fix(&LONG_CODE, 2),
    Row::new("sqrt{round}.f32",  &SHORT,  "{{{rd}}}, [{ra}]{[, {mask}]}", &[&RD, &RA, &ROUNDING, &MASK], ()).fix(&CODE, 3),
    Row::new("br",               &BRANCH, "{to}",                      &[&TO], ()).fix(&CODE, 4),
    Row::new("br",               &LONG,   "{to}",                      &[&FAR_TO], ()).fix(&LONG_CODE, 5),
];

static DEFINITION: TableDefinition<()> = TableDefinition {
    name: "toy",
    rows: &[ROWS],
    aliases: &[],
    sets: &[],
};
static TABLE: LazyLock<Table<()>> = LazyLock::new(|| Table::new(DEFINITION));

/// Picks the long branch where the short one does not reach, and stays with it.
struct Toy;

impl Dialect for Toy {
    fn syntax(&self) -> Syntax {
        Syntax {
            reserved: |name| REGISTERS.find(name).is_some(),
            ..Syntax::PLAIN
        }
    }

    fn instruction(
        &mut self,
        statement: &Statement<'_>,
        cx: &mut Context<'_>,
    ) -> Result<(), Diagnostic> {
        let mut inst = TABLE.parse(statement, Set::ALL, cx)?;
        let branch = inst.row.mnemonic == "br";
        if branch && inst.len() == 4 && *cx.sticky() == 1 {
            let values = inst.values;
            inst = Inst {
                row: &ROWS[4],
                values,
            };
            inst.values[0] -= 4;
        }
        *cx.sticky() |= u8::from(branch && inst.len() == 8);
        let word = inst.encode().expect("fits");
        cx.emit(&inst.row.format.to_bytes(word)[..inst.len()]);
        Ok(())
    }
}

#[test]
fn the_table_holds_together() {
    checks::consistent(&TABLE, &[Set::ALL]);
    // A far branch that would reach as a near one is printed alike, so those rows are left out.
    let text = "mov r1, zero\nmov r2, 1.0\nmov r3, -1\nsqrt.rz.f32 {r1}, [r2], tm\n\
                sqrt.f32 {r31}, [zero]\nbr 64\nbr 4096\n";
    let assembly = assemble_text(text, &mut Toy);
    assert!(
        assembly.diagnostics.is_empty(),
        "{:?}",
        assembly.diagnostics
    );
    let lines = isa::listing(
        &(&*TABLE, Set::ALL),
        assembly.text(),
        0x1000,
        &Default::default(),
    );
    let printed: Vec<_> = lines.iter().map(|line| line.text.as_str()).collect();
    let expected = text
        .replace("1.0", "0x3f800000")
        .replace("-1", "0xffffffff");
    assert_eq!(printed, expected.lines().collect::<Vec<_>>());
    assert_eq!(assembly.text()[4..12], [0, 0, 0x40, 0x08, 0, 0, 0x80, 0x3f]);
}

#[test]
fn branches_widen_until_everything_fits() {
    // Each branch reaches over the next one only if that one stays short; none can.
    let text = "br a\nbr b\n.skip 508\na: .skip 4\nb: mov r1, r2\n";
    let assembly = assemble_text(text, &mut Toy);
    assert!(
        assembly.diagnostics.is_empty(),
        "{:?}",
        assembly.diagnostics
    );
    let lens: Vec<u32> = assembly.lines.iter().map(|line| line.len).collect();
    assert_eq!(lens, [8, 8, 4]);
    assert_eq!(assembly.symbol("a").map(|s| s.value), Some(at(524)));
    let near = assemble_text("br a\n.skip 504\na: mov r1, r2\n", &mut Toy);
    assert_eq!(near.lines[0].len, 4);
}

#[test]
fn statements_that_every_dialect_has() {
    for (text, bytes) in [
        (".byte 1, -1, 255", &[1, 255, 255][..]),
        (
            ".short 0x1234\n.byte later\n.set later, 7",
            &[0x34, 0x12, 7],
        ),
        ("x = 3\n.byte x, x + 1\nx = 5\n.byte x", &[3, 4, 5]),
        (".ascii \"a\\n\"\n.asciz \"b\"", b"a\nb\0"),
        (".byte 1\n.p2align 2, 0xff\n.byte 2", &[1, 255, 255, 255, 2]),
        (".rept 3\n.byte 9\n.endr", &[9, 9, 9]),
        (
            ".rept 2\n.rept 2\n.byte 1\n.endr\n.byte 2\n.endr",
            &[1, 1, 2, 1, 1, 2],
        ),
        (
            ".macro put a, b=7\n.byte \\a, \\b\n.endm\nput 1\nput 2, max(3, 4)",
            &[1, 7, 2, 4],
        ),
        (
            ".macro cat a\nv\\a\\()x = \\@\n.byte v\\a\\()x\n.endm\ncat 1\ncat 2",
            &[0, 1],
        ),
        (
            ".irp x, 1, 2\n.byte \\x\n.endr\n.irpc x, 34\n.byte \\x\n.endr",
            &[1, 2, 3, 4],
        ),
        (
            ".macro all first:req, rest:vararg\n.byte \\first, \\rest\n.endm\nall 1, 2, 3\nall rest=5 first=4",
            &[1, 2, 3, 4, 5],
        ),
        (
            ".macro down n\n.if \\n == 0\n.exitm\n.endif\n.byte \\n\ndown (\\n - 1)\n.endm\ndown 2",
            &[2, 1],
        ),
        (".rept 3\n.byte \\+\n.endr", &[0, 1, 2]),
        (
            ".byte 1\n.org 4, 7\n.uleb128 300\n.2byte 5\n.dcb.b 2, 6",
            &[1, 7, 7, 7, 0xac, 2, 5, 0, 6, 6],
        ),
        (".byte 1\n.end\n.nonsense", &[1]),
        (
            ".if 0\n.byte 1\n.if 1\n.byte 2\n.else\n.byte 3\n.endif\n.elseif 1\n.byte 4\n.else\n.byte 5\n.endif",
            &[4],
        ),
        (
            ".ifdef a\n.byte 1\n.endif\na = 1\n.ifdef a\n.byte 2\n.endif",
            &[2],
        ),
        ("1: .byte 1f - 1b\n1: .byte 1b - 1b\n1:", &[1, 0]),
        ("a: b: .byte b - a, . - a", &[0, 1]),
        (".set n, max(a, 3)\n.byte n\n.set a, b + 1\n.set b, 4", &[5]),
        (".float 1.0", &[0, 0, 0x80, 0x3f]),
        ("/* one */ .byte 1 // two\n# three\n; four", &[1]),
    ] {
        let assembly = assemble_text(text, &mut Toy);
        assert!(
            assembly.diagnostics.is_empty(),
            "{text}: {:?}",
            assembly.diagnostics
        );
        assert_eq!(assembly.text(), bytes, "{text}");
    }
    let assembly = assemble_text(
        ".globl f\n.data\nd: .byte 1\n.text\nf: mov r1, r2",
        &mut Toy,
    );
    assert_eq!(
        assembly.section(".data").map(|s| s.bytes.as_slice()),
        Some(&[1][..])
    );
    assert!(assembly.symbol("f").is_some_and(|f| f.global));
}

/// What repeats or fills is bounded by what it comes to.
#[test]
fn repetitions_end() {
    let nested = ".irpc a, 0123456789\n".repeat(9) + ".byte 1\n" + &".endr\n".repeat(9);
    for text in [
        &*nested,
        ".macro m\nm\n.endm\nm",
        ".macro m a\nm \\a\\a\n.endm\nm 1",
        ".rept 0x7fffffffffffffff\n.rept 2\n.endr\n.endr",
        ".org 0x7fffffffffffffff",
        ".dcb.d 0x7fffffffffffffff, 1",
        ".ds.x 0x7fffffffffffffff",
        ".comm x, 0x7fffffffffffffff",
    ] {
        let assembly = assemble_text(text, &mut Toy);
        let codes: Vec<_> = assembly.diagnostics.iter().map(|it| it.code).collect();
        assert_eq!(codes, ["limit"], "{text}");
    }
}

#[test]
fn what_is_wrong_is_told() {
    for (text, code) in [
        (".exitm", "unopened"),
        (".purgem m", "unknown-macro"),
        (".macro m a:req\n.endm\nm", "macro-arguments"),
        (".macro m a\n.endm\nm b=1", "macro-arguments"),
        (".macro m a:vararg, b\n.endm", "after-vararg"),
        (".irp x, 1", "unclosed"),
        (".popsection", "unopened"),
        (".equiv a, 1\n.equiv a, 1", "duplicate-label"),
        ("a: .set a, 1", "duplicate-label"),
        (".byte 1\n.org 0", "backwards"),
        (".incbin \"x\"", "bad-file"),
        (".error \"stop\"", "message"),
    ] {
        let assembly = assemble_text(text, &mut Toy);
        let codes: Vec<_> = assembly.diagnostics.iter().map(|it| it.code).collect();
        assert_eq!(codes, [code], "{text}");
    }
}

fn at(offset: i128) -> Value {
    Value::Address { section: 0, offset }
}
