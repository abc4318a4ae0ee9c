//! Modifiers of memory instructions.

use crate::encoding::{Encoding, Param};
use crate::inst::{Inst, Mod};

pub(crate) fn print_modifier(_inst: &Inst, _param: &Param, _which: Mod, _out: &mut String) {}

pub(crate) fn default_modifier(_encoding: &Encoding, _which: Mod) -> i32 {
    0
}

pub(crate) fn required_modifier(_encoding: &Encoding, _which: Mod) -> bool {
    false
}

pub(crate) fn modifier_fits(_encoding: &Encoding, param: &Param, _which: Mod, value: i32) -> bool {
    param.len >= 9 || value >> param.len == 0
}

pub(crate) fn smem_offset_fits(_encoding: &Encoding, _value: i64) -> bool {
    true
}
