//! Cache policy.

use crate::asm::{Cursor, Error};
use crate::encoding::{Encoding, Param};
use crate::target::Target;

/// What was written of a cache policy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    pub bits: i32,
}

pub(crate) fn parse(_cursor: &mut Cursor, _target: Target) -> Result<Option<Written>, Error> {
    Ok(None)
}

pub(crate) fn value(written: &Written, _encoding: &Encoding) -> Option<i32> {
    Some(written.bits)
}

pub(crate) fn from_bits(param: &Param, word: u128) -> i32 {
    (word >> param.lo) as i32 & ((1 << param.len) - 1)
}

pub(crate) fn to_bits(param: &Param, value: i32) -> u128 {
    (value as u128) << param.lo & param.field_mask()
}
