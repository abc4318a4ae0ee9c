//! Bytes to instructions, strictly: a bit that means nothing must be zero.

use crate::encoding::{WaveInst, is_long, split, unpack};
use crate::row::{Form, WaveRow};
use crate::table::INDEX;
use isa::{Illegal, Reason};

/// Decodes the instruction at the start of `bytes`, which lie at `address`.
pub fn decode(bytes: &[u8], address: u64) -> Result<WaveInst, Illegal> {
    let word = |at: usize| -> Option<u32> {
        let bytes = bytes.get(at..at + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    };
    let illegal = |len: usize, reason: Reason| Err(Illegal::new(bytes, len, address, reason));
    let Some(first) = word(0) else {
        let mnemonic = "an instruction";
        return illegal(
            4,
            Reason::Truncated {
                mnemonic,
                needed: 4,
            },
        );
    };
    let number = split(first, 0).0;
    let rows = INDEX.numbered(number);
    // All ones in the primary opcode is the reserved escape; no row has its number.
    if rows.is_empty() {
        return illegal(4, Reason::Unknown);
    }
    let second = match (is_long(first), word(4)) {
        (false, _) => 0,
        (true, Some(second)) => second,
        (true, None) => {
            let mnemonic = rows[0].name;
            return illegal(
                8,
                Reason::Truncated {
                    mnemonic,
                    needed: 8,
                },
            );
        }
    };
    let form = split(first, second).1;
    let len = if form == Form::Short { 4 } else { 8 };
    let mut best = (0, Reason::Unknown);
    for &row in rows {
        match decode_row(row, form, first, second) {
            Ok(inst) => return Ok(inst),
            Err(reason) => {
                let rank = match reason {
                    Reason::Unknown => 0,
                    Reason::Reserved { .. } => 1,
                    _ => 2,
                };
                if rank > best.0 {
                    best = (rank, reason);
                }
            }
        }
    }
    illegal(len, best.1)
}

fn decode_row(
    row: &'static WaveRow,
    form: Form,
    first: u32,
    second: u32,
) -> Result<WaveInst, Reason> {
    if !row.forms.has(form) {
        return Err(Reason::Unknown);
    }
    let mnemonic = row.name;
    let Some((fields, literal)) = unpack(row, form, first, second) else {
        return Err(Reason::Reserved { mnemonic, bits: 0 });
    };
    let (mask, value) = row.fixed;
    if fields.flags & mask != value {
        return Err(Reason::Unknown);
    }
    let inst = WaveInst {
        row,
        form,
        fields,
        literal,
    };
    if let Some(operand) = inst.illegal_operand() {
        return Err(Reason::Operand { mnemonic, operand });
    }
    match inst.unclaimed() {
        0 => Ok(inst),
        bits => Err(Reason::Reserved {
            mnemonic,
            bits: bits.into(),
        }),
    }
}
