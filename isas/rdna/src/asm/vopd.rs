//! Two instructions in one.

use super::cursor::Cursor;
use super::{Error, Parsed};
use crate::codec::Codec;

pub(super) fn parse<'a>(
    _codec: &'static Codec,
    _cursor: &mut Cursor<'a>,
    _written: &str,
    start: usize,
    end: usize,
) -> Result<Parsed<'a>, Error> {
    Err(Error::new(
        start,
        end,
        "unknown-mnemonic",
        "unknown instruction",
    ))
}
