//! What a header statement looks like, before anything in it is known to exist.

use source::{Diagnostic, Span};

use crate::expr::{self, Expr, Leaf};
use crate::keys::common_names;
use crate::lex::{Kind, Line, Token};

/// A name and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    pub text: &'a str,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Statement<'a> {
    Let {
        name: Word<'a>,
        value: Expr<Leaf<'a>>,
    },
    Argument {
        name: Word<'a>,
        ty: TypeRef<'a>,
        init: Option<Init<'a>>,
    },
    Expect {
        name: Word<'a>,
        init: Init<'a>,
    },
    /// What may follow depends on the key, so it stays unread here.
    Assign {
        name: Word<'a>,
        value: Cursor<'a>,
    },
}

/// `f32[N, 16]`
#[derive(Clone, Debug)]
pub(crate) struct TypeRef<'a> {
    pub name: Word<'a>,
    /// `None` for a scalar.
    pub dims: Option<Vec<Expr<Leaf<'a>>>>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Init<'a> {
    pub kind: InitKind<'a>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum InitKind<'a> {
    Values(Vec<Expr<Leaf<'a>>>),
    Call {
        function: Word<'a>,
        args: Vec<CallArg<'a>>,
    },
}

#[derive(Clone, Debug)]
pub(crate) enum CallArg<'a> {
    Text(Word<'a>),
    Expr(Expr<Leaf<'a>>),
}

impl CallArg<'_> {
    pub(crate) fn span(&self) -> Span {
        match self {
            CallArg::Text(word) => word.span,
            CallArg::Expr(expr) => expr.span(),
        }
    }
}

pub(crate) fn statement(line: Line<'_>) -> Result<Statement<'_>, Diagnostic> {
    let mut cursor = Cursor::new(line);
    let first = cursor.name("`name: type`, `key = value`, `let` or `expect`")?;
    let keyword = matches!(
        cursor.peek(),
        Some(Token {
            kind: Kind::Name(_),
            ..
        })
    );
    match first.text {
        "let" if keyword => {
            let name = cursor.name("the constant's name")?;
            cursor.mark('=', "`=` and the constant's value")?;
            let value = expr::parse(&mut cursor)?;
            cursor.done()?;
            Ok(Statement::Let { name, value })
        }
        "expect" if keyword => {
            let name = cursor.name("the name of an array")?;
            cursor.mark('=', "`=` and the expected values")?;
            let init = init(&mut cursor)?;
            Ok(Statement::Expect { name, init })
        }
        _ if cursor.take_mark(':').is_some() => {
            let ty = type_ref(&mut cursor, first)?;
            let init = match cursor.take_mark('=') {
                Some(_) => Some(init(&mut cursor)?),
                None => None,
            };
            cursor.done()?;
            Ok(Statement::Argument {
                name: first,
                ty,
                init,
            })
        }
        _ if cursor.take_mark('=').is_some() => Ok(Statement::Assign {
            name: first,
            value: cursor,
        }),
        word => Err(cursor
            .unexpected("`:` and a type, or `=` and a value")
            .maybe_help(
                // A misspelt keyword leaves two names in a row.
                keyword
                    .then(|| source::did_you_mean(word, ["let", "expect"]))
                    .flatten(),
            )),
    }
}

pub(crate) fn type_ref<'a>(
    cursor: &mut Cursor<'a>,
    argument: Word,
) -> Result<TypeRef<'a>, Diagnostic> {
    if !matches!(
        cursor.peek(),
        Some(Token {
            kind: Kind::Name(_),
            ..
        })
    ) {
        let problem = cursor.unexpected("a type such as `f32` or `f32[16]`");
        let key = common_names().any(|key| key == argument.text);
        let name = argument.text;
        return Err(
            problem.maybe_help(key.then(|| format!("a key is set with `=`: `{name} = ...`")))
        );
    }
    let name = cursor.name("a type")?;
    let mut span = name.span;
    let dims = match cursor.take_mark('[') {
        None => None,
        Some(_) => {
            let mut dims = vec![expr::parse(cursor)?];
            while cursor.take_mark(',').is_some() {
                dims.push(expr::parse(cursor)?);
            }
            span = span.to(cursor.mark(']', "`,` and another dimension, or `]`")?);
            Some(dims)
        }
    };
    Ok(TypeRef { name, dims, span })
}

/// The initializer that takes the rest of the line.
pub(crate) fn init<'a>(cursor: &mut Cursor<'a>) -> Result<Init<'a>, Diagnostic> {
    if let Some(
        [
            Token {
                kind: Kind::Name(text),
                span,
            },
            Token {
                kind: Kind::Mark('('),
                ..
            },
        ],
    ) = cursor.rest().first_chunk()
    {
        let function = Word { text, span: *span };
        cursor.next();
        cursor.next();
        let (args, end) = call_args(cursor)?;
        if !cursor.is_done() {
            return Err(cursor.unexpected("the end of the line").help(
                "an initializer is either one function or a list of values; functions do not mix \
                 with other values",
            ));
        }
        return Ok(Init {
            kind: InitKind::Call { function, args },
            span: function.span.to(end),
        });
    }
    if cursor.at_mark('[') {
        return Err(cursor
            .unexpected("values or a function")
            .help("values are written as a plain list in row-major order: 1, 2, 3"));
    }
    let values = list(cursor)?;
    let span = values
        .iter()
        .map(Expr::span)
        .reduce(Span::to)
        .unwrap_or(cursor.end);
    Ok(Init {
        kind: InitKind::Values(values),
        span,
    })
}

fn call_args<'a>(cursor: &mut Cursor<'a>) -> Result<(Vec<CallArg<'a>>, Span), Diagnostic> {
    let mut args = vec![];
    if let Some(end) = cursor.take_mark(')') {
        return Ok((args, end));
    }
    loop {
        args.push(match cursor.peek() {
            Some(Token {
                kind: Kind::Text(text),
                span,
            }) => {
                cursor.next();
                CallArg::Text(Word { text, span })
            }
            _ => CallArg::Expr(expr::parse(cursor)?),
        });
        if cursor.take_mark(',').is_none() {
            return Ok((args, cursor.mark(')', "`,` and another argument, or `)`")?));
        }
    }
}

/// Expressions with commas between them, to the end of the line.
pub(crate) fn list<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<Expr<Leaf<'a>>>, Diagnostic> {
    let mut values = vec![expr::parse(cursor)?];
    while !cursor.is_done() {
        cursor.mark(',', "`,` and another value, or the end of the line")?;
        if cursor.is_done() {
            return Err(cursor.unexpected("another value after the comma"));
        }
        values.push(expr::parse(cursor)?);
    }
    Ok(values)
}

/// A place in the tokens of one statement.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    /// Just after the last token: where something missing is missing.
    pub end: Span,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(line: Line<'a>) -> Cursor<'a> {
        Cursor {
            tokens: line.tokens,
            at: 0,
            end: line.end,
        }
    }

    pub(crate) fn rest(&self) -> &[Token<'a>] {
        &self.tokens[self.at..]
    }

    pub(crate) fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    pub(crate) fn next(&mut self) -> Option<Token<'a>> {
        let token = self.peek()?;
        self.at += 1;
        Some(token)
    }

    pub(crate) fn is_done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub(crate) fn at_mark(&self, mark: char) -> bool {
        self.peek()
            .is_some_and(|token| token.kind == Kind::Mark(mark))
    }

    pub(crate) fn take_mark(&mut self, mark: char) -> Option<Span> {
        if self.at_mark(mark) {
            self.next().map(|token| token.span)
        } else {
            None
        }
    }

    pub(crate) fn mark(&mut self, mark: char, expected: &str) -> Result<Span, Diagnostic> {
        self.take_mark(mark)
            .ok_or_else(|| self.unexpected(expected))
    }

    pub(crate) fn name(&mut self, expected: &str) -> Result<Word<'a>, Diagnostic> {
        match self.peek() {
            Some(Token {
                kind: Kind::Name(text),
                span,
            }) => {
                self.at += 1;
                Ok(Word { text, span })
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    pub(crate) fn done(&self) -> Result<(), Diagnostic> {
        if self.is_done() {
            Ok(())
        } else {
            Err(self.unexpected("the end of the line"))
        }
    }

    /// Drops a pair of parentheses around everything that is left. `(a) * (b)` has none.
    pub(crate) fn strip_parentheses(&mut self) {
        let mut depth = 0i32;
        for (i, token) in self.rest().iter().enumerate() {
            match token.kind {
                Kind::Mark('(') => depth += 1,
                Kind::Mark(')') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let closes_all = i > 0 && self.at + i + 1 == self.tokens.len();
                if closes_all {
                    self.tokens.pop();
                    self.at += 1;
                }
                return;
            }
        }
    }

    /// "Expected this, found what the cursor is at."
    pub(crate) fn unexpected(&self, expected: &str) -> Diagnostic {
        let (found, span) = match self.peek() {
            None => ("the end of the line".to_string(), self.end),
            Some(Token { kind, span }) => (describe(kind), span),
        };
        Diagnostic::error("syntax", format!("expected {expected}, found {found}"))
            .label(span, format!("expected {expected}"))
    }
}

fn describe(kind: Kind) -> String {
    match kind {
        Kind::Name(name) => format!("`{name}`"),
        Kind::Int { value, .. } => format!("`{value}`"),
        Kind::Float { text, .. } => format!("`{text}`"),
        Kind::Text(text) => format!("\"{text}\""),
        Kind::Mark(mark) => format!("`{mark}`"),
    }
}
