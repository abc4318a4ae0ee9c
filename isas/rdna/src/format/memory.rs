//! DS, FLAT, GLOBAL, SCRATCH, MUBUF, MTBUF, MIMG and EXP.

use super::Machine;
use crate::encoding::Encoding;
use crate::row::Row;

pub(super) fn expand(_row: &'static Row, _on: Machine, _out: &mut Vec<Encoding>) {}
