//! Which ISA a kernel file is for.

use source::{Diagnostic, Diagnostics, SourceFile};

use crate::parse::{Header, find_header};
use crate::statement::Statement;
use crate::{lex, statement};

/// The names that `isa = NAME` and, after a dot, file names use.
pub const ISA_NAMES: [&str; 9] = [
    "rdna3", "rdna35", "rdna4", "cdna3", "cdna4", "wave", "flux", "waves", "tile",
];

/// The ISA that the header or else the extension names; `None` where neither does. Other errors
/// of the header are left for [`parse`](crate::parse).
pub fn isa_name(file: &SourceFile) -> Result<Option<&'static str>, Diagnostic> {
    if let Ok(Header {
        statements: Some(lines),
        ..
    }) = find_header(file)
    {
        for line in lex::lines(file, lines, &mut Diagnostics::new()) {
            if let Ok(Statement::Assign { name, value }) = statement::statement(line)
                && name.text == "isa"
            {
                return read_isa(value).map(Some);
            }
        }
    }
    let extension = file
        .name()
        .rsplit_once('.')
        .map_or("", |(_, extension)| extension);
    Ok(ISA_NAMES
        .into_iter()
        .find(|name| name.eq_ignore_ascii_case(extension)))
}

/// The word after `isa =`.
pub(crate) fn read_isa(mut value: statement::Cursor) -> Result<&'static str, Diagnostic> {
    let word = value.name("the name of an ISA")?;
    value.done()?;
    ISA_NAMES
        .into_iter()
        .find(|name| *name == word.text)
        .ok_or_else(|| {
            Diagnostic::error(
                "unknown-isa",
                format!("there is no ISA called `{}`", word.text),
            )
            .label(word.span, "not an ISA")
            .maybe_help(source::did_you_mean(word.text, ISA_NAMES))
            .help(format!("the ISAs are {}", ISA_NAMES.join(", ")))
        })
}
