//! Bytes to instructions, and instructions with everything looked up that can be.

use crate::compressed::expand;
use crate::effect::Effect;
use crate::rules;
use crate::table::TABLE;
use isa::{Illegal, Inst, Reason, Set};

/// Decodes the instruction at the start of `bytes`, which lie at `address`.
pub fn decode(bytes: &[u8], address: u64) -> Result<Inst<Effect>, Illegal> {
    // Bits that no row has may begin any length; the lowest two say that it is no half of a word.
    let whole = |illegal: Illegal| match (&illegal.reason, bytes) {
        (Reason::Unknown, [low, ..]) if low & 3 == 3 => {
            Illegal::new(bytes, 4, address, Reason::Unknown)
        }
        _ => illegal,
    };
    let inst = TABLE.decode(bytes, address, Set::ALL).map_err(whole)?;
    rules::check(&inst).map_err(|broken| broken.illegal(&inst, bytes, address))?;
    Ok(inst)
}

/// An instruction that a hart can carry out: what it does and its operands, zero where it has
/// none.
#[derive(Clone, Copy, Debug)]
pub struct HartOp {
    /// What it does.
    pub what: Effect,
    /// The result, or what a vector store stores.
    pub rd: u8,
    /// The first source, or a small number in its place.
    pub rs1: u8,
    /// The second source.
    pub rs2: u8,
    /// The third source; of vector instructions, 0 if they are masked.
    pub rs3: u8,
    /// The rounding mode.
    pub rm: u8,
    /// Bytes of the instruction.
    pub len: u8,
    /// Of vector accesses: fields of a structure, less one.
    pub fields: u8,
    /// Of vector accesses: bytes of an element or index.
    pub width: u8,
    /// The number, the distance, or the number of the CSR.
    pub imm: i64,
}

impl HartOp {
    /// Decodes the instruction at the start of `bytes`; the message says why there is none.
    pub fn decode(bytes: &[u8], address: u64) -> Result<HartOp, String> {
        if let &[low, high, ..] = bytes
            && low & 3 != 3
        {
            let half = u16::from_le_bytes([low, high]);
            let word = expand(half)
                .ok_or_else(|| format!("illegal instruction {half:#06x} at {address:#x}"))?;
            let op = HartOp::decode(&word.to_le_bytes(), address)?;
            return Ok(HartOp { len: 2, ..op });
        }
        let inst = decode(bytes, address).map_err(|illegal| illegal.to_string())?;
        Ok(HartOp::new(&inst))
    }

    fn new(inst: &Inst<Effect>) -> HartOp {
        let find = |names: &[&str]| names.iter().find_map(|name| inst.find(name)).unwrap_or(0);
        let what = inst.row.meaning;
        HartOp {
            what,
            rd: find(&["rd", "vd", "vs3"]) as u8,
            rs1: find(&["rs1", "vs1", "uimm"]) as u8,
            rs2: find(&["rs2", "vs2"]) as u8,
            rs3: match what {
                // Bit 25 of vector instructions, whether a row fixes it or not: 0 is masked.
                Effect::Vector(..) => inst.encode().map_or(0, |word| (word >> 25 & 1) as u8),
                _ => find(&["rs3"]) as u8,
            },
            rm: find(&["rm"]) as u8,
            len: inst.len() as u8,
            fields: find(&["nf"]) as u8,
            // Codes 0, 5, 6 and 7 stand for 8, 16, 32 and 64 bits.
            width: 1 << (find(&["width"]) & 3),
            imm: find(&["imm", "target", "csr", "vtype"]),
        }
    }
}
