//! Scalars that are read before the hardware has them, as scalar and vector instructions exchange them.
//!
//! On RDNA 4 a scalar that a vector instruction has read once is kept near that unit, and what is
//! written to it later has to be waited for before it is read. On RDNA 3 the same happens in waves of 64
//! to scalars that were read as lane masks. Registers are followed as bits by their numbers, pairs on
//! RDNA 4, which keeps them so.

use super::unit::{Unit, mask, scalars, waits_for};
use super::{Hazards, needless, wrong};
use crate::inst::{AmdInst, VCC_HI, VCC_LO};
use crate::meaning::Meaning;
use crate::names::Results;
use crate::row::AmdFormat;
use crate::target::Wave;
use lint::{Backwards, Finding, Known};

/// What is known of scalars before an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Scalars {
    /// Those that writes have to be waited for.
    kept: u128,
    /// Written by scalar instructions, and not waited for.
    by_scalar: u128,
    /// Written by vector instructions, and not waited for.
    by_vector: u128,
    /// Instructions just before that only take time on local memory.
    pauses: u8,
}

const VCC: u128 = 1 << VCC_LO | 1 << VCC_HI;

impl Known for Scalars {
    fn join(&mut self, other: &Scalars) {
        self.kept |= other.kept;
        self.by_scalar |= other.by_scalar;
        self.by_vector |= other.by_vector;
        self.pauses = self.pauses.min(other.pauses);
    }
}

/// What an instruction would have had to wait for, and for which register.
type Needs = [Option<(Results, u16)>; 3];

/// The bits of registers; those of VCC stand and fall together.
fn bits(first: u16, count: u16) -> u128 {
    let own = ((1u128 << count) - 1) << first;
    if own & VCC == 0 { own } else { own | VCC }
}

fn first(bits: u128) -> u16 {
    bits.trailing_zeros() as u16
}

impl Scalars {
    /// What has to be waited for before these registers are read by such a unit.
    fn needs(&self, registers: u128, unit: Unit) -> Needs {
        let early = self.by_scalar & registers;
        let scalar = (early != 0).then(|| (Results::ScalarScalars, first(early)));
        // Scalar instructions wait for vector instructions by themselves.
        let early = match unit.is_vector() {
            true => self.by_vector & registers,
            false => 0,
        };
        let vector = early & !VCC;
        let vector = (vector != 0).then(|| (Results::VectorScalars, first(vector)));
        let vcc = early & VCC;
        [
            scalar,
            vector,
            (vcc != 0).then(|| (Results::VectorVcc, first(vcc))),
        ]
    }

    fn wait(&mut self, results: Results) {
        match results {
            Results::ScalarScalars => self.by_scalar = 0,
            Results::VectorScalars => self.by_vector &= VCC,
            Results::VectorVcc => self.by_vector &= !VCC,
            _ => {}
        }
    }

    /// What is left to wait for by a wait.
    fn waited(&self, wait: &AmdInst) -> Scalars {
        let mut waited = Scalars::default();
        if waits_for(wait, Results::ScalarScalars) {
            waited.by_scalar = self.by_scalar;
        }
        if waits_for(wait, Results::VectorScalars) {
            waited.by_vector |= self.by_vector & !VCC;
        }
        if waits_for(wait, Results::VectorVcc) {
            waited.by_vector |= self.by_vector & VCC;
        }
        waited
    }

    fn is_empty(&self) -> bool {
        self.by_scalar | self.by_vector == 0
    }
}

const WAITS: [Results; 3] = [
    Results::ScalarScalars,
    Results::VectorScalars,
    Results::VectorVcc,
];

impl Hazards<'_> {
    /// Reads of scalars that come too early, and waits for them that are not needed.
    pub(super) fn scalars(&self, is_function: &dyn Fn(u32) -> bool) -> Vec<Finding> {
        let keeps_pairs = self.target.generation().scalar_read_hazard;
        let keeps_masks = self.target.generation().mask_write_hazard && self.wave == Wave::W64;
        if !keeps_pairs && !keeps_masks {
            return Vec::new();
        }
        // What a caller has read is not known.
        let start = |inst: u32| Scalars {
            kept: if keeps_pairs && is_function(inst) {
                u128::MAX
            } else {
                0
            },
            ..Scalars::default()
        };
        let known = self.graph.known(start, |inst, state| {
            self.carry_out(inst, state);
        });
        let mut findings = Vec::new();
        for inst in self.graph.insts() {
            let Some(mut state) = known[inst as usize] else {
                continue;
            };
            if let Some(wait) = self
                .inst(inst)
                .filter(|it| it.row().meaning == Meaning::WaitAlu)
            {
                findings.extend(self.idle(inst, wait, state.waited(wait)));
            }
            let needs = self.carry_out(inst, &mut state);
            let needs = needs.into_iter().flatten();
            findings.extend(needs.map(|(results, reg)| self.early(inst, results, reg)));
        }
        findings
    }

    fn carry_out(&self, index: u32, state: &mut Scalars) -> Needs {
        let Some(inst) = self.inst(index) else {
            return Needs::default();
        };
        let unit = self.unit(index);
        let meaning = inst.row().meaning;
        let pauses = std::mem::take(&mut state.pauses);
        if inst.row().format == AmdFormat::Ds && matches!(meaning, Meaning::Nothing(_)) {
            // So many of them, and nothing is kept any longer.
            let enough = if self.wave == Wave::W64 { 8 } else { 4 };
            state.pauses = (pauses + 1).min(enough);
            if state.pauses == enough {
                state.kept = 0;
            }
            return Needs::default();
        }
        if meaning == Meaning::WaitAlu {
            let waits = WAITS.iter().filter(|results| waits_for(inst, **results));
            waits.for_each(|results| state.wait(*results));
            return Needs::default();
        }
        let by_pairs = self.target.generation().scalar_read_hazard;
        if by_pairs && matches!(unit, Unit::ScalarMemory | Unit::Buffer) {
            (state.by_scalar, state.by_vector) = (0, 0);
            return Needs::default();
        }
        if unit == Unit::ScalarMemory {
            let written = self.graph.writes(index).scalars.iter();
            written
                .filter(|reg| *reg <= VCC_HI)
                .for_each(|reg| state.kept &= !(1 << reg));
        }
        if !unit.is_vector() && unit != Unit::Scalar {
            return Needs::default();
        }
        let leaves = matches!(meaning, Meaning::SetPc | Meaning::SwapPc | Meaning::Call);
        let needs = match leaves {
            // Where it goes, nothing is known of this.
            true => state.needs(u128::MAX, Unit::Vector),
            false => self.read(inst, unit, state),
        };
        for (results, _) in needs.into_iter().flatten() {
            state.wait(results);
        }
        if by_pairs && matches!(meaning, Meaning::SwapPc | Meaning::Call) {
            state.kept = u128::MAX;
        }
        for (_, first, count) in scalars(inst).filter(|(access, ..)| access.writes()) {
            write(state, bits(first, count), unit, by_pairs);
        }
        if let Some((first, count)) = mask(inst).filter(|_| !by_pairs) {
            state.kept |= bits(first, count);
        }
        needs
    }

    fn read(&self, inst: &AmdInst, unit: Unit, state: &mut Scalars) -> Needs {
        let by_pairs = self.target.generation().scalar_read_hazard;
        let mut needs = Needs::default();
        for (_, first, count) in scalars(inst).filter(|(access, ..)| access.reads()) {
            let registers = bits(first, count);
            if by_pairs {
                if state.kept >> first & 1 == 0 {
                    if unit.is_vector() {
                        state.kept |= bits(first & !1, 2);
                    }
                    continue;
                }
                // A scalar instruction that reads any of them has waited for vector instructions.
                if unit == Unit::Scalar && registers & VCC == 0 {
                    state.by_vector &= VCC;
                } else if unit == Unit::Scalar && state.by_vector & VCC != 0 {
                    state.by_vector &= !VCC;
                    state.by_scalar &= !VCC;
                }
            }
            let more = state.needs(registers, unit);
            for (need, more) in needs.iter_mut().zip(more) {
                *need = need.or(more);
            }
        }
        needs
    }

    fn early(&self, index: u32, results: Results, reg: u16) -> Finding {
        let by_vector = results != Results::ScalarScalars;
        let writer = self.graph.search(index, (), |before, ()| {
            let unit = self.unit(before);
            let own = unit.is_vector() == by_vector && (unit.is_vector() || unit == Unit::Scalar);
            match own && self.graph.writes(before).scalars.contains(reg) {
                true => Backwards::Found,
                false => Backwards::On(()),
            }
        });
        let name = (self.name)(uop::Operand::Scalar(uop::SReg(reg), 1));
        let by = if by_vector { "vector" } else { "scalar" };
        let meaning = self.inst(index).map(|inst| inst.row().meaning);
        let leaves = matches!(
            meaning,
            Some(Meaning::SetPc | Meaning::SwapPc | Meaning::Call)
        );
        let message = match leaves {
            true => format!("leaves while {name} is on its way from a {by} instruction"),
            false => format!("reads {name} before the {by} instruction that writes it is done"),
        };
        let wait = match self.target.generation().scalar_read_hazard {
            true => "s_wait_alu",
            false => "s_waitcnt_depctr",
        };
        wrong(
            "scalar-use",
            index,
            message,
            writer.map(|writer| (writer, "written here".into())),
            &format!("put `{wait} {}(0)` before it", results.part().name),
        )
    }

    /// A wait for scalars that waits for nothing, or for nothing that is read.
    fn idle(&self, index: u32, wait: &AmdInst, waited: Scalars) -> Option<Finding> {
        let is_for_scalars = WAITS.iter().any(|results| waits_for(wait, *results));
        let others = [Results::Vectors, Results::Sources];
        let is_for_others = others.iter().any(|results| waits_for(wait, *results));
        if !is_for_scalars || is_for_others || self.is_read(index, waited) {
            return None;
        }
        let message = match waited.is_empty() {
            true => "waits for nothing: no scalar that matters is on its way here",
            false => "waits for scalars that nothing reads before the next wait",
        };
        Some(needless("idle-wait", index, message, "leave it out"))
    }

    /// Whether something reads these scalars before they are waited for once more.
    fn is_read(&self, from: u32, scalars_on_their_way: Scalars) -> bool {
        let by_pairs = self.target.generation().scalar_read_hazard;
        let mut seen = vec![];
        let mut work = vec![(from, scalars_on_their_way)];
        while let Some((index, state)) = work.pop() {
            for &to in self.graph.after(index) {
                let mut state = state;
                let Some(inst) = self.inst(to) else { continue };
                let unit = self.unit(to);
                let meaning = inst.row().meaning;
                if meaning == Meaning::WaitAlu {
                    let waits = WAITS.iter().filter(|results| waits_for(inst, **results));
                    waits.for_each(|results| state.wait(*results));
                } else if by_pairs && matches!(unit, Unit::ScalarMemory | Unit::Buffer) {
                    state = Scalars::default();
                } else if unit.is_vector() || unit == Unit::Scalar {
                    let leaves =
                        matches!(meaning, Meaning::SetPc | Meaning::SwapPc | Meaning::Call);
                    let reads = scalars(inst).filter(|(access, ..)| access.reads());
                    let reads = reads.fold(0, |all, (_, first, count)| all | bits(first, count));
                    let needs = state.needs(reads, unit);
                    if leaves && !state.is_empty() || needs.iter().any(Option::is_some) {
                        return true;
                    }
                }
                if !state.is_empty() && !seen.contains(&(to, state)) {
                    seen.push((to, state));
                    work.push((to, state));
                }
            }
        }
        false
    }
}

fn write(state: &mut Scalars, registers: u128, unit: Unit, by_pairs: bool) {
    if state.kept & registers == 0 {
        return;
    }
    if by_pairs && registers & VCC != 0 {
        // Of VCC the last writer alone counts.
        state.by_scalar &= !VCC;
        state.by_vector &= !VCC;
    }
    match unit {
        Unit::Scalar => state.by_scalar |= registers,
        _ => state.by_vector |= registers,
    }
    if !by_pairs {
        state.kept &= !registers;
    }
}
