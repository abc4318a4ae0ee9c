//! Scalar registers that always hold the same in all waves of a workgroup. Most do: arguments,
//! ids of the workgroup, addresses, counts of loops. Waves in step need them once.

use crate::changes::reached;
use crate::wave::SCALAR_PADDING;
use uop::{Operand, Program, SReg, Uop, Use};

/// For every scalar register, and the padding behind them, whether it is such.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared(Vec<bool>);

impl Shared {
    /// Those that do not differ at the start and only ever get results of what is alike. Steps at
    /// `skipped` are not carried out.
    pub fn of(program: &Program, differ: &[bool], mask_words: u16, skipped: &[usize]) -> Shared {
        let Some(mut reached) = reached(program) else {
            return Shared::default();
        };
        skipped.iter().for_each(|&at| reached[at] = false);
        let alike = differ.iter().map(|differs| !differs);
        let mut shared = Shared(alike.chain([true; SCALAR_PADDING]).collect());
        if let Some(exec) = program.resources.exec {
            shared.remove(exec, mask_words);
        }
        let steps = || program.steps.iter().zip(&reached).filter(|(_, at)| **at);
        while steps().fold(false, |more, (step, _)| {
            shared.follow(&step.uop, mask_words) | more
        }) {}
        shared
    }

    /// None is, where nobody asked which are.
    #[inline]
    pub fn has(&self, reg: usize) -> bool {
        self.0.get(reg) == Some(&true)
    }

    /// Whether all of so many registers are.
    pub fn all(&self, reg: SReg, words: usize) -> bool {
        (usize::from(reg.0)..).take(words).all(|reg| self.has(reg))
    }

    /// Removes registers; true if there was something to remove.
    fn remove(&mut self, reg: SReg, words: u16) -> bool {
        let registers = &mut self.0[usize::from(reg.0)..][..usize::from(words)];
        let had = registers.contains(&true);
        registers.fill(false);
        had
    }

    /// Removes what a step makes differ, and says whether that is something new.
    fn follow(&mut self, uop: &Uop, mask_words: u16) -> bool {
        let mut alike = matches!(
            uop,
            Uop::Scalar { .. } | Uop::ScalarFlag { .. } | Uop::ScalarLoad(_)
        );
        uop.for_each_operand(mask_words, &mut |how, operand| {
            if let (Use::Read, Operand::Scalar(reg, words)) = (how, operand) {
                alike &= self.all(reg, words.into());
            }
        });
        let mut more = false;
        uop.for_each_operand(mask_words, &mut |how, operand| {
            if let (Use::Write, Operand::Scalar(reg, words), false) = (how, operand, alike) {
                more |= self.remove(reg, words);
            }
        });
        more
    }
}
