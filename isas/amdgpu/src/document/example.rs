//! A legal use of an encoding.
//!
//! Not every value of a field is one: a lane is read from a vector register, a message has a name,
//! the halves of a pair read different banks. What is said of an instruction by trying it, on its
//! page and in the coverage table, is said of this.

use crate::encoding::{Encoding, From, Kind};
use crate::inst::{Inst, Mod};
use crate::meaning::Meaning;
use crate::row::{Imm, MSAA, TWO_VALUES};

/// An instruction of this encoding: registers counted up, everything else at its default. Nothing
/// where that is no instruction: the encoding is only ever written, never read.
pub fn example(encoding: &Encoding) -> Option<Inst> {
    crate::decode(&bytes(encoding), encoding.target, encoding.wave).ok()
}

/// The same as text and bytes, or empty.
pub(super) fn text(encoding: &Encoding) -> (String, Vec<u8>) {
    let mut bytes = bytes(encoding);
    match crate::disassemble(&bytes, encoding.target, encoding.wave) {
        Ok((text, length)) => {
            bytes.truncate(length);
            // What the text says nothing of is zero.
            match crate::assemble_line(&text, encoding.target, encoding.wave) {
                Ok(plain) if plain.len() == length => (text, plain),
                _ => (text, bytes),
            }
        }
        Err(_) => (String::new(), vec![]),
    }
}

/// Room for a literal included.
fn bytes(encoding: &Encoding) -> Vec<u8> {
    let mut word = encoding.bits;
    let mut next = 1u128;
    for param in &encoding.params {
        let value = match param.kind {
            Kind::Vgpr(n) | Kind::Acc(n, _) => {
                let first = next.next_multiple_of(n.max(1) as u128);
                next = first + n as u128;
                if param.len == 9 { 256 + first } else { first }
            }
            Kind::VgprLow | Kind::Half | Kind::HalfLow | Kind::ImageAddr | Kind::ExportData => {
                next += 1;
                next - 1
            }
            Kind::Src(ty, from) if from.has(From::VGPR) => {
                let first = next.next_multiple_of(ty.dwords() as u128);
                next = first + ty.dwords() as u128;
                256 + first
            }
            // These take `null` and nothing else.
            Kind::Sgpr(..) if matches!(encoding.row.meaning, Meaning::Wait(_)) => {
                crate::operand::NULL as u128
            }
            Kind::Src(..) | Kind::Sgpr(..) => {
                let first = next.next_multiple_of(4);
                next = first + 4;
                first >> param.shift
            }
            // The halves of a pair read different banks.
            Kind::Pair(_) => {
                next += 1;
                0
            }
            Kind::Mod(Mod::OpSelHi) => 3,
            Kind::Mod(Mod::RowMask | Mod::BankMask) => 15,
            Kind::Mod(Mod::Fi) if param.len == 9 => 0xE9,
            Kind::Mod(Mod::Dpp8) => 0xFAC688,
            Kind::Mod(Mod::DppCtrl) => 0xE4,
            Kind::Mod(Mod::Dmask) if encoding.row.has(TWO_VALUES) => 3,
            Kind::Mod(Mod::Dmask) => 1,
            Kind::Mod(Mod::Dim) if encoding.row.has(MSAA) => 6,
            Kind::Imm(Imm::Barrier) => 129,
            Kind::Imm(Imm::Hwreg) => WHOLE_MODE,
            Kind::Imm(Imm::SendMsg) if encoding.row.meaning == Meaning::MessageReturn => {
                GET_REALTIME
            }
            Kind::Imm(Imm::SendMsg) => INTERRUPT,
            _ => 0,
        };
        word |= value << param.lo & param.field_mask();
    }
    let mut bytes = word.to_le_bytes()[..encoding.size as usize].to_vec();
    bytes.extend_from_slice(&[0; 4]);
    bytes
}

/// All bits of MODE, as `s_getreg_b32` names them.
const WHOLE_MODE: u128 = 1 | 31 << 11;
const INTERRUPT: u128 = 1;
const GET_REALTIME: u128 = 131;
