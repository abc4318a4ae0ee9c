//! Rules that tie several fields of an instruction together; all others are in its row.

use crate::compressed::expand;
use crate::effect::Effect;
use crate::table::TABLE;
use crate::vector::{Addressing, VectorOp};
use isa::{Broken, Inst, Set};

/// Whether an instruction keeps the rules. The assembler asks before it emits, the decoder before
/// it accepts.
pub fn check(inst: &Inst<Effect>) -> Result<(), Broken> {
    match inst.row.meaning {
        Effect::Compressed => compressed(inst),
        Effect::Vector(op, _) => whole_registers(inst, op),
        _ => Ok(()),
    }
}

/// Groups of whole registers begin at multiples of their size. All other groups depend on the
/// type that is set, so the hart looks at them.
fn whole_registers(inst: &Inst<Effect>, op: VectorOp) -> Result<(), Broken> {
    let count = match op {
        VectorOp::MoveRegisters(count) => count.into(),
        VectorOp::Load(Addressing::Whole) | VectorOp::Store(Addressing::Whole) => {
            inst.get("nf") + 1
        }
        _ => return Ok(()),
    };
    for name in ["vd", "vs2", "vs3"] {
        if let Some(register) = inst.find(name).filter(|register| register % count != 0) {
            let why = format!("v{register} does not begin a group of {count} vector registers");
            return Err(Broken::new(name, why));
        }
    }
    Ok(())
}

/// Some operands of 16-bit instructions are reserved, or belong to another instruction.
fn compressed(inst: &Inst<Effect>) -> Result<(), Broken> {
    let half = inst.encode().unwrap_or(0) as u16;
    let own = TABLE.decode(&half.to_le_bytes(), 0, Set::ALL);
    if expand(half).is_none() || own.is_ok_and(|own| !std::ptr::eq(own.row, inst.row)) {
        return Err(Broken::new("rd, imm", "these operands are reserved"));
    }
    Ok(())
}
