//! Comparisons: a bit for every lane.

use super::super::registers::{EXEC, VCC};
use super::super::{Lowering, Outcome};
use super::{Operands, Source};
use crate::inst::AmdInst;
use crate::meaning::Meaning;
use crate::row;
use op::Op;
use uop::{MaskOp, SReg, Src, Uop};

impl Lowering<'_> {
    pub(super) fn compare(
        &mut self,
        inst: &AmdInst,
        meaning: Meaning,
        operands: &Operands,
    ) -> Outcome {
        let writes_exec = inst.row().has(row::CMPX);
        let result = match operands.mask_dst {
            None if writes_exec => self.scalar_temporary(2),
            mask => mask.unwrap_or(VCC),
        };
        match meaning {
            Meaning::Compare(op) => self.compare_into(result, op, &operands.sources)?,
            Meaning::Always => self.copy_mask(result, EXEC),
            _ => {
                let zero = self.b.scalar_constant64(0);
                self.copy_mask(result, zero);
            }
        }
        if writes_exec {
            // Lanes that were active and pass; DPP has no say in what EXEC becomes.
            self.copy_mask(EXEC, result);
            self.b.push(Uop::Mask(MaskOp::Set(EXEC)));
            if let Some(saved) = operands.saved_exec {
                self.copy_mask(saved, result);
            }
        } else {
            self.wrote(result, self.mask_words());
        }
        Ok(())
    }

    /// One bit per active lane from a boolean operation.
    pub fn compare_into(&mut self, dst: SReg, op: Op, sources: &[Source]) -> Outcome {
        let mut src = [Src::None; 3];
        for (i, &ty) in op.signature().args.iter().enumerate() {
            let arg = sources.get(i).ok_or("too few sources")?.arg(ty);
            // A class is that of the bits, whatever becomes of denormals elsewhere.
            let class = matches!(op, Op::ClassF16 | Op::ClassF32 | Op::ClassF64);
            src[i] = self.settle(arg, ty, !class);
        }
        self.b.push(Uop::Compare { op, dst, src });
        Ok(())
    }
}
