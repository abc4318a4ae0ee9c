//! Steps in a row that need not be looked at one by one: all that they read is defined.

use super::{Named, Undefined};
use sim::{Site, Wave};
use std::ops::Range;
use uop::{CrossOp, Uop, UopIdx};

/// What steps in a row do to registers.
#[derive(Debug)]
pub(super) struct Stretch {
    end: UopIdx,
    /// Registers that they read and have not written before.
    reads: Box<[u16]>,
    writes: Box<[u16]>,
    /// Every write is to all active lanes, or to a scalar.
    whole: bool,
}

impl Undefined {
    /// Everything that the steps read is defined, and so is what they leave.
    pub(super) fn takes_stretch(&mut self, at: &Site, wave: &Wave, steps: Range<UopIdx>) -> bool {
        self.wave(at, wave);
        let first = steps.start as usize;
        if self.stretches.is_empty() {
            self.stretches.resize_with(self.named.len(), || None);
        }
        if self.stretches[first]
            .as_ref()
            .is_none_or(|it| it.end != steps.end)
        {
            self.stretches[first] = Some(Box::new(self.find(steps)));
        }
        let (Some(stretch), Some((_, group))) = (&self.stretches[first], &mut self.now) else {
            return false;
        };
        let Some(Some(own)) = group.waves.get_mut(at.wave as usize) else {
            return false;
        };
        let registers = &mut own.registers;
        if !registers.are_defined(&stretch.reads) {
            return false;
        }
        if registers.are_defined(&stretch.writes) {
            return true;
        }
        // Lanes outside of the workgroup hold no thread.
        let all = wave.place().occupied() & !wave.exec() == 0;
        if stretch.whole && all {
            registers.define(&stretch.writes);
        }
        stretch.whole && all
    }

    fn find(&self, steps: Range<UopIdx>) -> Stretch {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let mut whole = true;
        let end = steps.end;
        for step in steps {
            let Named {
                reads: first,
                writes: middle,
                end,
            } = self.named[step as usize];
            let read = &self.registers[first as usize..middle as usize];
            reads.extend(read.iter().filter(|reg| !writes.contains(*reg)));
            writes.extend(&self.registers[middle as usize..end as usize]);
            whole &= match &self.program.steps[step as usize].uop {
                Uop::FirstLane { .. } => false,
                Uop::Cross(cross) => !matches!(**cross, CrossOp::WriteLane { .. }),
                _ => true,
            };
        }
        for registers in [&mut reads, &mut writes] {
            registers.sort_unstable();
            registers.dedup();
        }
        Stretch {
            end,
            reads: reads.into(),
            writes: writes.into(),
            whole,
        }
    }
}
