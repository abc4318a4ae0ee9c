//! Memory in words: sizes, spaces and what atomics do.

use crate::meaning::Components;
use crate::row::{AmdFormat, InstRow};
use crate::target::Target;
use uop::{AtomicOp, Extend};

pub(super) fn bits(bytes: u8) -> String {
    match bytes {
        1 => "a byte".into(),
        _ => format!("{} bits", u32::from(bytes) * 8),
    }
}

pub(super) fn amount(bytes: u8, extend: Extend) -> String {
    let signed = matches!(extend, Extend::Sign | Extend::LowSign | Extend::HighSign);
    match (bytes, signed) {
        (1, false) => "an unsigned byte".into(),
        (1, true) => "a signed byte".into(),
        (2, true) => "a signed 16-bit number".into(),
        (2, false) if extend == Extend::Zero => "an unsigned 16-bit number".into(),
        _ => bits(bytes),
    }
}

pub(super) fn space(row: &InstRow) -> &'static str {
    match row.format {
        AmdFormat::Flat => "flat memory",
        AmdFormat::Global => "global memory",
        AmdFormat::Scratch => "the lane's private memory",
        AmdFormat::Ds => "local memory",
        _ => "a buffer",
    }
}

pub(super) fn atomic(row: &InstRow, target: Target, effect: &str) -> String {
    let returns = match row.format {
        AmdFormat::Ds if row.operands[0] != crate::row::V32 => " The old value is returned.",
        AmdFormat::Ds => "",
        _ if target.generation().temporal_hints() => {
            " With `th:TH_ATOMIC_RETURN` the old value is returned."
        }
        _ => " With `glc` the old value is returned.",
    };
    let space = space(row);
    format!(
        "The value at every active lane's address in {space} {effect}, in one piece, one lane after \
         the other.{returns}"
    )
}

pub(super) fn atomic_effect(op: AtomicOp) -> String {
    match op {
        AtomicOp::Apply(op) => format!(
            "becomes this: {}",
            op.says(&["value", "data"]).trim_end_matches('.')
        ),
        AtomicOp::Exchange => "becomes the data".into(),
        AtomicOp::CompareSwap => "becomes the first data value if it equals the second".into(),
        AtomicOp::CompareSwapFloat => {
            "becomes the first data value if it equals the second, compared as floats".into()
        }
    }
}

pub(super) fn twice(does: &str, bytes: u8, by: u8, where_: &str) -> String {
    let offsets = match by {
        1 => "the offsets count them".to_string(),
        _ => format!("the offsets count {by} of them"),
    };
    format!(
        "{does} {} {where_} local memory at each of two addresses in every active lane: {offsets}.",
        bits(bytes)
    )
}

pub(super) fn typed(row: &InstRow, does: &str, count: u8, components: Components) -> String {
    let what = match count {
        1 => "one component".to_string(),
        _ => format!("{count} components"),
    };
    let format = match row.format {
        AmdFormat::Mtbuf => "the instruction's format",
        _ => "the buffer's format",
    };
    let place = match components {
        Components::Words => "a register each",
        Components::Halves => "16 bits each, two in a register",
        Components::High => "16 bits in the upper half of the register",
    };
    format!("{does} {what} in every active lane, converted as {format} says; {place}.")
}
