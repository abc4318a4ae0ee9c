//! Operands with operators between them, by precedence climbing.

use crate::operator::{Infix, Operator};

/// Deeper nesting than any person writes; the limit keeps hostile text off the stack.
pub const MAX_DEPTH: u32 = 64;

/// More operators than any person writes in one expression. An expression that is kept as a tree is
/// as deep as it has operators, and dropping it recurses.
pub const MAX_IN_TREE: u32 = 1000;

/// Why an expression cannot be read, whatever language it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It nests more than [`MAX_DEPTH`] deep.
    TooDeep,
    /// It has more operators than this.
    TooLong(u32),
}

impl Unreadable {
    /// The same in words.
    pub fn message(self) -> String {
        match self {
            Unreadable::TooDeep => format!("the expression is nested more than {MAX_DEPTH} deep"),
            Unreadable::TooLong(most) => format!("the expression has more than {most} operators"),
        }
    }
}

/// What a language brings to [`expression`].
pub trait Operands: Sized {
    /// What an expression becomes: a value, a tree, or nothing where the steps are kept elsewhere.
    type Node;
    /// What is wrong with a text.
    type Error;
    /// How many operators an expression may have: [`MAX_IN_TREE`] where it becomes a tree.
    const MAX_OPERATORS: u32 = u32::MAX;

    /// The operator that is next, which stays.
    fn operator(&mut self) -> Option<Infix>;

    /// Takes the operator that [`Operands::operator`] found.
    fn take(&mut self, infix: Infix);

    /// Reads what stands before and after operators: numbers, names, parentheses, each with its
    /// signs. Nesting goes through [`Operands::nested`].
    fn operand(&mut self) -> Result<Self::Node, Self::Error>;

    /// What an operator makes of two operands, which began at these positions.
    fn apply(
        &mut self,
        operator: Operator,
        left: (usize, Self::Node),
        right: (usize, Self::Node),
    ) -> Result<Self::Node, Self::Error>;

    /// Where reading goes on.
    fn position(&self) -> usize;

    /// How deep the expression nests here.
    fn depth(&mut self) -> &mut u32;

    /// The error for an expression of that kind.
    fn unreadable(&self, why: Unreadable) -> Self::Error;

    /// Reads something one level deeper.
    fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Self::Error>,
    ) -> Result<T, Self::Error> {
        if *self.depth() == MAX_DEPTH {
            return Err(self.unreadable(Unreadable::TooDeep));
        }
        *self.depth() += 1;
        let result = read(self);
        *self.depth() -= 1;
        result
    }
}

/// Reads an expression; what cannot go on with it stays.
pub fn expression<P: Operands>(of: &mut P) -> Result<P::Node, P::Error> {
    climb(of, 0, &mut 0)
}

/// Reads operators that bind at least so tightly. Operators of one tightness go from left to right.
fn climb<P: Operands>(of: &mut P, least: u8, operators: &mut u32) -> Result<P::Node, P::Error> {
    of.nested(|of| {
        let from = of.position();
        let mut left = of.operand()?;
        while let Some(infix) = of.operator().filter(|infix| infix.binds >= least) {
            if *operators == P::MAX_OPERATORS {
                return Err(of.unreadable(Unreadable::TooLong(P::MAX_OPERATORS)));
            }
            *operators += 1;
            of.take(infix);
            let at = of.position();
            let right = climb(of, infix.binds + 1, operators)?;
            left = of.apply(infix.operator, (from, left), (at, right))?;
        }
        Ok(left)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grammar;

    /// Digits and parentheses, fully bracketed, so that precedence shows.
    struct Shown<'a> {
        text: &'a [u8],
        at: usize,
        depth: u32,
    }

    impl Operands for Shown<'_> {
        type Node = String;
        type Error = String;
        const MAX_OPERATORS: u32 = MAX_IN_TREE;

        fn operator(&mut self) -> Option<Infix> {
            Grammar::C.at(&self.text[self.at..])
        }

        fn take(&mut self, infix: Infix) {
            self.at += infix.length;
        }

        fn operand(&mut self) -> Result<String, String> {
            let next = self.text.get(self.at).copied();
            self.at += 1;
            match next {
                Some(b'(') => {
                    let inner = expression(self)?;
                    self.at += 1;
                    Ok(inner)
                }
                Some(b'-') => self.nested(|of| Ok(format!("-{}", of.operand()?))),
                Some(digit @ b'0'..=b'9') => Ok(char::from(digit).to_string()),
                _ => Err(format!("an operand is missing at {}", self.at - 1)),
            }
        }

        fn apply(
            &mut self,
            operator: Operator,
            (_, left): (usize, String),
            (_, right): (usize, String),
        ) -> Result<String, String> {
            Ok(format!("({left} {operator:?} {right})"))
        }

        fn position(&self) -> usize {
            self.at
        }

        fn depth(&mut self) -> &mut u32 {
            &mut self.depth
        }

        fn unreadable(&self, why: Unreadable) -> String {
            format!("{why:?}")
        }
    }

    fn read(text: &str) -> Result<String, String> {
        expression(&mut Shown {
            text: text.as_bytes(),
            at: 0,
            depth: 0,
        })
    }

    #[test]
    fn operators_bind_as_in_c() {
        for (text, expected) in [
            ("1+2*3", "(1 Add (2 Multiply 3))"),
            ("1-2-3", "((1 Subtract 2) Subtract 3)"),
            ("1<<2+3", "(1 ShiftLeft (2 Add 3))"),
            ("1&2==3", "(1 BitAnd (2 Equal 3))"),
            ("1||2&&3|4", "(1 Or (2 And (3 BitOr 4)))"),
            ("-(1+2)%3", "(-(1 Add 2) Remainder 3)"),
            (
                "1<=2!=3>=4",
                "((1 LessEqual 2) Different (3 GreaterEqual 4))",
            ),
        ] {
            assert_eq!(read(text).as_deref(), Ok(expected), "{text}");
        }
        assert_eq!(read("1+"), Err("an operand is missing at 2".to_string()));
    }

    #[test]
    fn hostile_expressions_are_refused() {
        assert_eq!(read(&"(".repeat(100_000)), Err("TooDeep".to_string()));
        assert_eq!(read(&"-".repeat(100_000)), Err("TooDeep".to_string()));
        assert_eq!(
            read(&"1+".repeat(100_000)),
            Err("TooLong(1000)".to_string())
        );
        let long = format!("{}1", "1+".repeat(MAX_IN_TREE as usize));
        assert!(read(&long).is_ok());
    }
}
