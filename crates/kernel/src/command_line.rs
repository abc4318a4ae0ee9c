//! Pieces of header syntax that come from the command line.

use source::{Diagnostic, Diagnostics, Span};

use crate::argument::{self, DEFAULT_SEED, Room};
use crate::expr::{self, Expr, Leaf};
use crate::lex::{Kind, Token};
use crate::scope::{Failure, Scope};
use crate::statement::{self, Cursor, Init, InitKind, Word};
use crate::{Arg, Constant, Files, Options, lex};

/// `N=512`, as `--set` takes it. Spans point into `text`.
pub fn parse_set(text: &str) -> Result<(String, Constant), Vec<Diagnostic>> {
    let mut cursor = Cursor::new(lex::tokens(text, 0)?);
    let (name, value) = constant(&mut cursor).map_err(|problem| vec![problem])?;
    let value = command_line().eval(&value).map_err(reported)?;
    Ok((name.text.to_string(), value))
}

fn constant<'a>(cursor: &mut Cursor<'a>) -> Result<(Word<'a>, Expr<Leaf<'a>>), Diagnostic> {
    let name = cursor.name("the name of a constant, as in `N=512`")?;
    cursor.mark('=', "`=` and a value, as in `N=512`")?;
    let value = expr::parse(cursor)?;
    cursor.done()?;
    Ok((name, value))
}

/// `a=f32[1024]:arange(1024)`, as `--arg` takes it: the name may be left out, and so may the
/// initializer, or the parentheses of a function that needs nothing (`arange`), which shells would
/// want quoted. Spans point into `text`.
pub fn parse_arg_spec(
    text: &str,
    options: &Options,
    files: &dyn Files,
) -> Result<Arg, Vec<Diagnostic>> {
    let mut cursor = Cursor::new(lex::tokens(text, 0)?);
    let named = matches!(
        cursor.rest(),
        [
            _,
            Token {
                kind: Kind::Mark('='),
                ..
            },
            ..
        ]
    );
    let one = |problem| vec![problem];
    let name = if named {
        let name = cursor.name("the argument's name").map_err(one)?;
        cursor.mark('=', "`=`").map_err(one)?;
        name
    } else {
        Word {
            text: "",
            span: Span::at(0),
        }
    };
    let ty = statement::type_ref(&mut cursor, name).map_err(one)?;
    let init = match cursor.take_mark(':') {
        Some(_) => Some(match bare_function(cursor.rest()) {
            Some(init) => {
                cursor.name("a function").map_err(one)?;
                init
            }
            None => statement::init(&mut cursor).map_err(one)?,
        }),
        None => None,
    };
    cursor.done().map_err(one)?;

    let mut problems = Diagnostics::new();
    let scope = command_line();
    let seed = options.seed.unwrap_or(DEFAULT_SEED);
    let declared = Room::new(&scope, false, options).declare(name, &ty, &mut problems);
    let argument = declared.and_then(|declared| {
        argument::fill(&declared, init.as_ref(), &scope, seed, files, &mut problems)
    });
    argument
        .filter(|_| !problems.has_errors())
        .ok_or_else(|| problems.into_sorted())
}

/// A name with nothing behind it: there are no constants here that it could be.
fn bare_function<'a>(rest: &[Token<'a>]) -> Option<Init<'a>> {
    let [
        Token {
            kind: Kind::Name(text),
            span,
        },
    ] = rest
    else {
        return None;
    };
    let known = ["arange", "rand", "randn", "zeros"].contains(text);
    known.then(|| Init {
        kind: InitKind::Call {
            function: Word { text, span: *span },
            args: vec![],
        },
        span: *span,
    })
}

fn command_line<'a>() -> Scope<'a> {
    Scope {
        is_command_line: true,
        ..Scope::default()
    }
}

fn reported(failure: Failure) -> Vec<Diagnostic> {
    let mut problems = Diagnostics::new();
    failure.report(&mut problems);
    problems.into_sorted()
}
