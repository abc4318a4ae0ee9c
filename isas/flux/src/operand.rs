//! What can stand in a flux instruction.

use isa::{Context, Cursor, Kind, Operand, OperandKind, Origin, TokenKind};
use source::Diagnostic;

use crate::dialect::REGISTERS;
use crate::format;

const SIGNED: Kind = Kind::Immediate {
    signed: true,
    scale: 1,
};
// Instructions are four bytes, so a distance that is no multiple of four leads into the middle of
// one. RV32I's immediates could hold multiples of two; here those words are illegal.
const TARGET: Kind = Kind::Target {
    signed: true,
    scale: 1,
    align: 4,
    origin: Origin::This,
};

pub static RD: Operand =
    Operand::new("rd", &format::RD, Kind::Register(&REGISTERS)).doc("destination");
pub static RS1: Operand =
    Operand::new("rs1", &format::RS1, Kind::Register(&REGISTERS)).doc("first source");
pub static RS2: Operand =
    Operand::new("rs2", &format::RS2, Kind::Register(&REGISTERS)).doc("second source");
pub static LINK: Operand = Operand::new("rd", &format::RD, Kind::Register(&REGISTERS))
    .doc("receives the address of the next instruction");
pub static BASE: Operand =
    Operand::new("rs1", &format::RS1, Kind::Register(&REGISTERS)).doc("base address");
pub static STORED: Operand =
    Operand::new("rs2", &format::STORED, Kind::Register(&REGISTERS)).doc("what is stored");
pub static IMM: Operand = Operand::new("imm", &format::IMM, SIGNED).doc("added to the source");
pub static OFFSET: Operand =
    Operand::new("offset", &format::IMM, SIGNED).doc("bytes from the base, 0 if left out");
pub static BRANCH: Operand = Operand::new("target", &format::BRANCH, TARGET)
    .doc("where to go, counted from this instruction");
pub static JUMP: Operand =
    Operand::new("target", &format::JUMP, TARGET).doc("where to go, counted from this instruction");
pub static ORDER: Operand = Operand::new("order", &format::ORDER, Kind::Custom(&Order))
    .doc("for each component, the one it is taken from");

const COMPONENTS: &[u8; 4] = b"xyzw";

/// Four of x, y, z and w: for each component of the result, in this order, where it comes from.
struct Order;

impl OperandKind for Order {
    fn describe(&self) -> String {
        "four of x, y, z and w, such as `wzyx`".to_string()
    }

    fn parse(&self, cursor: &mut Cursor<'_>, _: &mut Context<'_>) -> Result<i64, Diagnostic> {
        let text = cursor.peek_text();
        let order = (text.len() == 4 && cursor.peek().is_some_and(|t| t.kind == TokenKind::Name))
            .then(|| {
                text.bytes()
                    .enumerate()
                    .try_fold(0, |order, (component, letter)| {
                        let from = COMPONENTS
                            .iter()
                            .position(|&c| c == letter.to_ascii_lowercase())?;
                        Some(order | (from as i64) << (2 * component))
                    })
            })
            .flatten();
        let Some(order) = order else {
            let message = format!("expected {}, found {}", self.describe(), cursor.found());
            return Err(Diagnostic::error("syntax", message)
                .label(cursor.span(), "expected four components"));
        };
        cursor.bump();
        Ok(order)
    }

    fn print(&self, value: i64, out: &mut String) {
        for component in 0..4 {
            out.push(COMPONENTS[(value >> (2 * component) & 3) as usize] as char);
        }
    }

    fn encode(&self, value: i64) -> Option<u64> {
        u8::try_from(value).ok().map(u64::from)
    }

    fn decode(&self, bits: u64) -> Option<i64> {
        Some(bits as i64)
    }
}
