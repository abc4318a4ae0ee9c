//! Lane patterns of `ds_swizzle_b32`.

use crate::asm::{Cursor, Error};

pub(crate) fn parse(_cursor: &mut Cursor) -> Result<Option<i32>, Error> {
    Ok(None)
}
