//! Instructions to text that assembles back to them.

use std::fmt::Write as _;

use crate::encoding::{WaveInst, immediate_of};
use crate::operand::{Condition, PART_IN, PART_OUT, PARTS, WHOLE};
use crate::row::{Bits, Form, Guarding, Immediate, Operand, Slot};
use crate::table::{Piece, pieces, spelled};
use op::Op;

impl WaveInst {
    /// The mnemonic with its suffixes.
    pub fn mnemonic(&self) -> String {
        let mut out = String::new();
        for piece in pieces(self.row) {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Modifier(index) => {
                    let modifier = self.row.modifiers[index];
                    let value = self.fields.get(modifier.slot) & modifier.mask;
                    out.push_str(spelled(modifier, value).unwrap_or("?"));
                }
            }
        }
        out
    }
}

impl std::fmt::Display for WaveInst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let guard = self.condition();
        if self.is_uniform() {
            f.write_str("@uniform ")?;
        }
        if let (Guarding::Allowed, Some(guard)) = (self.row.guarding, guard) {
            write!(f, "@{guard} ")?;
        }
        f.write_str(&self.mnemonic())?;
        let mut operands = Vec::new();
        if let (Guarding::Condition, Some(condition)) = (self.row.guarding, guard) {
            operands.push(condition.to_string());
        }
        for operand in self.row.operands {
            operands.extend(self.operand(*operand));
        }
        if !operands.is_empty() {
            write!(f, " {}", operands.join(", "))?;
        }
        Ok(())
    }
}

impl std::fmt::Display for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let not = if self.negated { "!" } else { "" };
        write!(f, "{not}p{}", self.predicate)
    }
}

impl WaveInst {
    fn operand(&self, operand: Operand) -> Option<String> {
        let f = &self.fields;
        let reg = |slot: Slot| format!("r{}", f.get(slot));
        let pair = |slot: Slot| format!("r{}:r{}", f.get(slot), u16::from(f.get(slot)) + 1);
        let hi = |slot: Slot, bits: Bits| {
            let half = if f.bits(bits) == 1 { ".hi" } else { "" };
            format!("r{}{half}", f.get(slot))
        };
        let immediate = self.immediate();
        Some(match operand {
            Operand::Reg(slot) => reg(slot),
            Operand::Pair(slot) => pair(slot),
            Operand::List(slot, n) => {
                let first = u16::from(f.get(slot));
                let list: Vec<String> = (first..first + u16::from(n))
                    .map(|n| format!("r{n}"))
                    .collect();
                format!("{{{}}}", list.join(", "))
            }
            Operand::Predicate => format!("p{}", f.d),
            Operand::Condition(bits) => {
                Condition::from_code(f.bits(bits)).map_or("?".into(), |c| c.to_string())
            }
            Operand::HalfOut(bits) => {
                let half = ["", ".lo", ".hi", "?"][usize::from(f.bits(bits))];
                format!("r{}{half}", f.d)
            }
            Operand::HalfIn(slot, bits) => hi(slot, bits),
            Operand::PartOut(_) => match f.bits(PART_OUT) {
                WHOLE => reg(Slot::D),
                part => format!("r{}{}", f.d, PARTS[usize::from(part)]),
            },
            Operand::PartIn(_) => format!("r{}{}", f.b, PARTS[usize::from(f.bits(PART_IN))]),
            Operand::Source(_) | Operand::SourcePair | Operand::SourceHalf(_)
                if immediate.is_some() =>
            {
                literal(immediate_of(self.row), immediate?)
            }
            Operand::MoveSource if immediate.is_some() => literal(Immediate::Bits, immediate?),
            Operand::Source(_) => reg(Slot::B),
            Operand::SourcePair => pair(Slot::B),
            Operand::SourceHalf(bits) => hi(Slot::B, bits),
            Operand::MoveSource => match self.special() {
                Some(register) => register.name.to_string(),
                None => reg(Slot::B),
            },
            Operand::Address { .. } => match immediate.map(|offset| offset as i32) {
                None => format!("[r{}]", f.a),
                Some(offset) => format!("[r{}{offset:+}]", f.a),
            },
            Operand::Field { .. } => match (self.form, immediate) {
                (Form::Literal, Some(field)) => format!("{}, {}", field & 255, field >> 8),
                (_, Some(position)) => format!("{}, r{}", position as i32, f.c),
                _ => format!("r{}, r{}", f.b, f.c),
            },
            Operand::Into => reg(self.into_slot()),
            Operand::Labels(_) => return None,
        })
    }
}

/// An immediate as the assembler reads it back.
fn literal(kind: Immediate, bits: u32) -> String {
    let mut out = String::new();
    let small = (-0x1_0000..0x1_0000).contains(&(bits as i32));
    let float = match kind {
        Immediate::Int | Immediate::Bits => None,
        Immediate::F32 => {
            let text = format!("{:?}", f32::from_bits(bits));
            // Text is read as double precision first, which may round twice.
            let same = |value: f64| (value as f32).to_bits() == bits;
            Some(text).filter(|text| text.parse().is_ok_and(same))
        }
        Immediate::F64 => {
            let value = f64::from_bits(u64::from(bits) << 32);
            Some(format!("{value:?}")).filter(|_| value.is_finite())
        }
        Immediate::F16 => half(bits as u16),
        Immediate::F16x2 => half(bits as u16).filter(|_| bits >> 16 == bits & 0xffff),
    };
    let written = match (kind, float) {
        (_, Some(float)) if !float.contains("inf") && !float.contains("NaN") => {
            out.push_str(&float);
            Ok(())
        }
        (Immediate::F64, _) => write!(out, "{:#x}", u64::from(bits) << 32),
        (Immediate::Int | Immediate::Bits, _) if small => write!(out, "{}", bits as i32),
        _ => write!(out, "{bits:#x}"),
    };
    written.expect("writing to a string");
    out
}

fn half(bits: u16) -> Option<String> {
    let wide = Op::CvtF32F16.eval([bits.into(), 0, 0]) as u32;
    let value = f32::from_bits(wide);
    value.is_finite().then(|| format!("{value:?}"))
}
