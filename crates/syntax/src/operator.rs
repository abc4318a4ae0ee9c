//! Operators that stand between two operands, and how tightly they bind.

/// What an operator does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // They are what they are called.
pub enum Operator {
    Or,
    And,
    Equal,
    Different,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    BitOr,
    /// `a | ~b`
    BitOrNot,
    BitXor,
    BitAnd,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// An operator as it was found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Infix {
    /// What it does.
    pub operator: Operator,
    /// How tightly it binds: more is tighter.
    pub binds: u8,
    /// Of how many characters it consists.
    pub length: usize,
}

/// The operators of a language: spelling, meaning, and how tightly each binds. Where one spelling
/// begins with another, the longer one comes first.
#[derive(Clone, Copy)]
pub struct Grammar(pub &'static [(&'static str, Operator, u8)]);

impl Grammar {
    /// The operator with which a text begins.
    pub fn at(&self, text: &[u8]) -> Option<Infix> {
        let begins = |row: &&(&str, Operator, u8)| text.starts_with(row.0.as_bytes());
        let &(spelling, operator, binds) = self.0.iter().find(begins)?;
        Some(Infix {
            operator,
            binds,
            length: spelling.len(),
        })
    }

    /// C's operators, bound as in C.
    pub const C: Grammar = Grammar(&[
        ("||", Operator::Or, 0),
        ("&&", Operator::And, 1),
        ("==", Operator::Equal, 5),
        ("!=", Operator::Different, 5),
        ("<<", Operator::ShiftLeft, 7),
        (">>", Operator::ShiftRight, 7),
        ("<=", Operator::LessEqual, 6),
        (">=", Operator::GreaterEqual, 6),
        ("|", Operator::BitOr, 2),
        ("^", Operator::BitXor, 3),
        ("&", Operator::BitAnd, 4),
        ("<", Operator::Less, 6),
        (">", Operator::Greater, 6),
        ("+", Operator::Add, 8),
        ("-", Operator::Subtract, 8),
        ("*", Operator::Multiply, 9),
        ("/", Operator::Divide, 9),
        ("%", Operator::Remainder, 9),
    ]);
}
