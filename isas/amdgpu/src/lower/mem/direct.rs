//! `lds_direct_load`: one value of local memory for every lane.

use super::super::registers::M0;
use super::super::{Lowering, Outcome, channel};
use crate::inst::AmdInst;
use std::sync::Arc;
use uop::{Channel, Custom, Machine, SReg, Space, Trap, Uop, VReg};

impl Lowering<'_> {
    pub(in super::super) fn direct_load(&mut self, inst: &AmdInst) -> Outcome {
        let dst = super::super::registers::vector_of(&inst.operands()[0])?;
        let dst = self.vgpr(dst);
        self.b.push(Uop::Custom(Arc::new(Direct { dst })));
        Ok(())
    }
}

/// Address and type are in M0.
#[derive(Debug)]
struct Direct {
    dst: VReg,
}

impl Custom for Direct {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let (m0, exec) = (machine.scalar(M0), machine.exec());
        let (bytes, signed) = match m0 >> 16 & 7 {
            0 => (1, false),
            1 => (2, false),
            2 => (4, false),
            4 => (1, true),
            5 => (2, true),
            ty => {
                let what = format!("M0 asks for data type {ty}, which there is none of");
                return Err(Trap::Illegal(what));
            }
        };
        if exec == 0 {
            return Ok(());
        }
        let mut word = [0; 4];
        let address = u64::from(m0 & 0xffff);
        machine.load(
            Space::Local,
            exec.trailing_zeros(),
            address,
            &mut word[..bytes],
        )?;
        let unused = 32 - 8 * bytes as u32;
        let value = u32::from_le_bytes(word);
        let value = match signed {
            true => ((value << unused) as i32 >> unused) as u32,
            false => value,
        };
        let lanes = machine.lanes();
        let target = machine.vector_mut(self.dst);
        // Lanes go by fours: one that is active writes for all of them.
        for lane in (0..lanes).filter(|lane| exec >> (lane & !3) & 0xf != 0) {
            target[lane] = value;
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (Vec::new(), vec![self.dst])
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (vec![M0], Vec::new())
    }

    /// It goes the way of exports.
    fn channel(&self) -> Option<Channel> {
        Some(channel::EXPORT)
    }
}
