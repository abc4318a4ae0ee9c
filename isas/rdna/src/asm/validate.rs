//! Rules about combinations of operands.

use super::{Error, Parsed};

pub(super) fn check(_parsed: &Parsed) -> Result<(), Error> {
    Ok(())
}
