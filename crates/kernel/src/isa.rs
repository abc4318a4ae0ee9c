//! Which ISA a kernel file says it is for. Which ISAs there are, the caller knows.

use source::{Diagnostic, Diagnostics, SourceFile, Span};

use crate::parse::{Header, find_header};
use crate::statement::{Cursor, Statement, Word};
use crate::{lex, statement};

/// The name after `isa =` in the header and its place; `None` where the header has no such line.
/// Other errors of the header are left for [`parse`](crate::parse).
pub fn isa_name(file: &SourceFile) -> Result<Option<(String, Span)>, Diagnostic> {
    if let Ok(Header {
        statements: Some(lines),
        ..
    }) = find_header(file)
    {
        for line in lex::lines(file, lines, &mut Diagnostics::new()) {
            if let Ok(Statement::Assign { name, value }) = statement::statement(line)
                && name.text == "isa"
            {
                return read_isa(value).map(|word| Some((word.text.into(), word.span)));
            }
        }
    }
    Ok(None)
}

/// The word after `isa =`.
pub(crate) fn read_isa<'a>(mut value: Cursor<'a>) -> Result<Word<'a>, Diagnostic> {
    let word = value.name("the name of an ISA")?;
    value.done()?;
    Ok(word)
}
