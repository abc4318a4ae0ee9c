//! Clauses, masks that are not put back, code that nothing leads to.

use super::unit::Unit;
use super::{Hazards, Start, odd, wrong};
use crate::inst::{AmdInst, EXEC_LO, OperandValue};
use crate::meaning::{Meaning, When};
use lint::Finding;
use std::collections::BTreeSet;

impl Hazards<'_> {
    /// Instructions of a clause are of one kind.
    pub(super) fn clause(&self, index: u32) -> Option<Finding> {
        let inst = self.inst(index)?;
        if inst.row().meaning != Meaning::Clause {
            return None;
        }
        let Some(OperandValue::Imm(length)) = inst.operands().first().map(|operand| operand.value)
        else {
            return None;
        };
        let members = index + 1..index + 2 + (length as u32 & 63);
        let kind = |index: u32| clause_kind(self.unit(index));
        let first = kind(index + 1);
        let odd = members
            .clone()
            .find(|&member| kind(member).is_none() || kind(member) != first)?;
        let message = match odd == index + 1 {
            true => "the instruction after it cannot begin a clause".to_string(),
            false => {
                let nth = odd - index;
                format!("instruction {nth} of the clause is of another kind than the first")
            }
        };
        Some(wrong(
            "clause",
            index,
            message,
            Some((odd.min(self.insts.len() as u32 - 1), "this one".into())),
            "a clause holds loads, stores or scalar loads of one kind, and nothing else",
        ))
    }

    /// A mask that was saved before some lanes were switched off, and that nothing puts back, though
    /// the code that all lanes come to still works with lanes.
    ///
    /// Where all lanes meet again is known from the branch that skips the code of the others when there
    /// are none. A mask is put back only if something reads where it was saved.
    pub(super) fn exec(&self, index: u32) -> Option<Finding> {
        let saved = self.saves_exec(index)?;
        let (skip, meeting) = self.skipped_to(index)?;
        if saved.iter().any(|&reg| self.is_read_behind(index, reg)) {
            return None;
        }
        let effect = self.effect_without_exec(meeting)?;
        let name = (self.name)(uop::Operand::Scalar(uop::SReg(saved[0]), 1));
        Some(wrong(
            "exec-lost",
            effect,
            format!(
                "runs for the lanes of one branch alone: nothing puts back the mask that was saved in \
                 {name}"
            ),
            Some((
                index,
                format!("saved here, before the branch at {:#x}", self.address(skip)),
            )),
            &format!(
                "put `s_or_b{} exec, exec, {name}` where the paths meet",
                self.wave.lanes()
            ),
        ))
    }

    /// The registers that an instruction saves EXEC in before lanes are switched off.
    fn saves_exec(&self, index: u32) -> Option<Vec<u16>> {
        let inst = self.inst(index)?;
        let saves = match inst.row().meaning {
            Meaning::SaveExec(_) => true,
            Meaning::Scalar(..) | Meaning::ScalarConstant(..) => {
                // A copy, if EXEC changes before the block ends.
                let is_exec = |operand: &crate::inst::AmdOperand| matches!(operand.value, OperandValue::Reg(reg) if reg.code == EXEC_LO);
                matches!(inst.operands(), [_, source] if is_exec(source))
                    && self.graph.reads(index).scalars.contains(EXEC_LO)
                    && !self.graph.writes(index).scalars.contains(EXEC_LO)
            }
            _ => false,
        };
        let OperandValue::Reg(reg) = inst.operands().first()?.value else {
            return None;
        };
        let saved = reg.code..reg.code + u16::from(reg.dwords.max(1));
        (saves && reg.is_sgpr()).then(|| saved.collect())
    }

    /// The branch for when no lane is left, straight below, and where it goes.
    fn skipped_to(&self, index: u32) -> Option<(u32, u32)> {
        let (mut at, mut changed) = (index, self.changes_exec(index));
        loop {
            let [next] = self.graph.after(at)[..] else {
                return None;
            };
            (at, changed) = (next, changed || self.changes_exec(next));
            if self.inst(at)?.row().meaning == Meaning::Branch(When::ExecZero) {
                let target = self
                    .graph
                    .after(at)
                    .iter()
                    .copied()
                    .find(|&to| to != at + 1);
                return target.filter(|_| changed).map(|to| (at, to));
            }
            if at <= index {
                return None;
            }
        }
    }

    fn changes_exec(&self, index: u32) -> bool {
        self.graph.writes(index).scalars.contains(EXEC_LO)
    }

    /// Whether something behind reads a scalar before it is written again.
    fn is_read_behind(&self, index: u32, reg: u16) -> bool {
        let mut seen = BTreeSet::new();
        let mut work = self.graph.after(index).to_vec();
        while let Some(at) = work.pop() {
            if !seen.insert(at) {
                continue;
            }
            let leaves = self.graph.after(at).is_empty() && !self.ends(at);
            if leaves || self.graph.reads(at).scalars.contains(reg) {
                return true;
            }
            if !self.graph.writes(at).scalars.contains(reg) {
                work.extend(self.graph.after(at));
            }
        }
        false
    }

    fn ends(&self, index: u32) -> bool {
        self.inst(index)
            .is_some_and(|inst| inst.row().meaning == Meaning::End)
    }

    /// Something that stores, from a place on, before EXEC is written.
    fn effect_without_exec(&self, from: u32) -> Option<u32> {
        let mut seen = BTreeSet::new();
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            let stores = matches!(
                self.inst(at).map(|inst| inst.row().meaning),
                Some(
                    Meaning::Store(_)
                        | Meaning::StoreHigh(_)
                        | Meaning::StoreTwo(..)
                        | Meaning::StoreTyped(..)
                        | Meaning::Atomic(..)
                        | Meaning::ShareAtomic(..)
                )
            );
            if stores {
                return Some(at);
            }
            if seen.insert(at) && !self.changes_exec(at) {
                work.extend(self.graph.after(at));
            }
        }
        None
    }

    /// Instructions that no path leads to, other than what fills the space behind a program. Where
    /// code goes to addresses that it computes, nothing can be said.
    pub(super) fn dead_code(&self) -> Vec<Finding> {
        let leaves = |index: u32| {
            let meaning = self.inst(index).map(|inst| inst.row().meaning);
            matches!(meaning, Some(Meaning::SetPc | Meaning::SwapPc))
        };
        if self.graph.insts().any(leaves) {
            return Vec::new();
        }
        let is_dead = |index: u32| {
            let inst = self.inst(index).map(AmdInst::row);
            let fills = inst.is_none_or(|row| {
                matches!(
                    row.meaning,
                    Meaning::Illegal | Meaning::Nothing(_) | Meaning::Idle | Meaning::DelayAlu
                )
            });
            !self.graph.is_reached(index) && !fills
        };
        let mut findings = Vec::new();
        let mut at = 0;
        let end = self.insts.len() as u32;
        while at < end {
            if !is_dead(at) {
                at += 1;
                continue;
            }
            let unreached = (at..end).take_while(|&it| !self.graph.is_reached(it));
            let count = unreached.clone().filter(|&it| is_dead(it)).count();
            let message = match count {
                1 => "is never reached".to_string(),
                n => format!(
                    "is never reached, nor are the {} instructions behind it",
                    n - 1
                ),
            };
            findings.push(odd(
                "dead-code",
                at,
                &message,
                None,
                "leave it out, or branch to it",
            ));
            at = unreached.last().unwrap_or(at) + 1;
        }
        findings
    }
}

impl Start {
    /// Registers that the kernel names and its descriptor does not ask for.
    pub(super) fn beyond_grant(&self, hazards: &Hazards<'_>) -> Option<Finding> {
        let granted = self.descriptor?.granted(hazards.target);
        let root = *hazards.graph.program.at.get(&self.address)?;
        let names = |index: u32| {
            let operands = hazards.inst(index).into_iter().flat_map(AmdInst::operands);
            operands.flat_map(super::unit::vectors).max()
        };
        let root = hazards.graph.program.steps[root as usize].inst;
        let (inst, missing) = (hazards.graph.reached_from(root).into_iter())
            .filter_map(|inst| Some((inst, granted.lacks(names(inst)?)?)))
            .min_by_key(|(inst, _)| *inst)?;
        Some(wrong(
            "register-grant",
            inst,
            format!(
                "names {}, but the descriptor asks for {}",
                missing.name, missing.there
            ),
            None,
            &format!("`.amdhsa_next_free_vgpr {}`", missing.needed),
        ))
    }
}

/// What a clause can consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MfmaKind {
    Scalar,
    Lanes,
    Local,
    Vector,
}

fn clause_kind(unit: Unit) -> Option<MfmaKind> {
    match unit {
        Unit::ScalarMemory => Some(MfmaKind::Scalar),
        Unit::Local => Some(MfmaKind::Local),
        Unit::Flat | Unit::Buffer => Some(MfmaKind::Lanes),
        Unit::Vector | Unit::Transcendental => Some(MfmaKind::Vector),
        _ => None,
    }
}
