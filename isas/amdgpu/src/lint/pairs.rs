//! Instructions that must not follow each other closely.

use super::unit::{Unit, is_matrix, results, sources, vectors, waits_for};
use super::{Hazards, wrong};
use crate::inst::AmdInst;
use crate::meaning::Meaning;
use crate::names::Results;
use crate::row::CMPX;
use crate::target::Wave;
use lint::{Backwards, Finding};
use std::ops::Range;

/// Vector instructions that have written their results for sure when so many others came behind.
const DIRECT_LOAD_REACH: i32 = 15;

impl Hazards<'_> {
    /// Everything of this kind that is wrong with one instruction.
    pub(super) fn pairs(&self, index: u32) -> impl Iterator<Item = Finding> {
        let unit = self.unit(index);
        let vector = unit.is_vector();
        let direct = unit == Unit::Direct;
        [
            vector.then(|| self.transcendental(index)).flatten(),
            vector.then(|| self.partial_forward(index)).flatten(),
            vector.then(|| self.matrix(index)).flatten(),
            vector.then(|| self.permute(index)).flatten(),
            direct.then(|| self.direct_over_vector(index)).flatten(),
            direct.then(|| self.direct_over_memory(index)).flatten(),
        ]
        .into_iter()
        .flatten()
    }

    /// Whether a wait for vector registers could be left out without harm: nothing behind it comes too
    /// early then.
    pub(super) fn waits_for_vectors_in_vain(&self, wait: u32) -> bool {
        /// Further on, everything is there in any case.
        const REACH: u32 = 64;
        self.ignored.set(Some(wait));
        let mut seen = vec![wait];
        let mut work = vec![(wait, 0)];
        let mut vain = true;
        while let Some((inst, distance)) = work.pop() {
            for &to in self.graph.after(inst) {
                if distance < REACH && !seen.contains(&to) {
                    seen.push(to);
                    vain &= self.pairs(to).next().is_none();
                    work.push((to, distance + 1));
                }
            }
        }
        self.ignored.set(None);
        vain
    }

    /// Results in vector registers are there: the instruction waits for them, or is one that does by
    /// itself.
    fn flushes_vectors(&self, index: u32, inst: &AmdInst) -> bool {
        self.unit(index).waits_for_vectors()
            || self.ignored.get() != Some(index) && waits_for(inst, Results::Vectors)
    }

    /// A vector instruction reads what a transcendental has not written yet. Five vector instructions
    /// or two transcendentals in between are time enough; memory instructions wait by themselves.
    fn transcendental(&self, index: u32) -> Option<Finding> {
        let reads = &self.graph.reads(index).vectors;
        if !self.target.generation().trans_hazard || reads.is_empty() {
            return None;
        }
        let found = self
            .graph
            .search(index, (0u8, 0u8), |before, &(vector, trans)| {
                let Some(other) = self.inst(before) else {
                    return Backwards::Stop;
                };
                if self.flushes_vectors(before, other) {
                    return Backwards::Stop;
                }
                let own = self.unit(before) == Unit::Transcendental;
                if own && reads.shared(&self.graph.writes(before).vectors).is_some() {
                    return Backwards::Found;
                }
                let is_vector = self.unit(before).is_vector();
                let state = (vector + u8::from(is_vector), trans + u8::from(own));
                match state.0 > 5 || state.1 > 1 {
                    true => Backwards::Stop,
                    false => Backwards::On(state),
                }
            })?;
        let reg = reads.shared(&self.graph.writes(found).vectors)?;
        Some(wrong(
            "trans-use",
            index,
            format!("reads v{reg}, which a transcendental may not have written yet"),
            Some((found, "this one".into())),
            "put `s_waitcnt_depctr depctr_va_vdst(0)` between them",
        ))
    }

    /// A vector instruction of a wave of 64 reads one register that was written before EXEC changed and
    /// one that was written after: `a`, at most two others around the change of EXEC, `b`, at most four
    /// others, and the use of both.
    fn partial_forward(&self, index: u32) -> Option<Finding> {
        if !self.target.generation().partial_forward_hazard || self.wave != Wave::W64 {
            return None;
        }
        let mut sources = sources(self.inst(index)?);
        sources.truncate(5);
        if sources.len() < 2 {
            return None;
        }
        // Vector instructions in between, where EXEC changed, and where each source was written.
        type State = (i8, i8, [i8; 5]);
        const NOT_YET: i8 = -1;
        const AROUND: i8 = 2;
        const BEHIND: i8 = 4;
        let start: State = (0, NOT_YET, [NOT_YET; 5]);
        let mut early = None;
        let found = self.graph.search(index, start, |before, state| {
            let (vector, mut exec, mut written) = *state;
            let Some(other) = self.inst(before) else {
                return Backwards::Stop;
            };
            if vector > AROUND + BEHIND + 2 || self.flushes_vectors(before, other) {
                return Backwards::Stop;
            }
            let is_vector = self.unit(before).is_vector();
            let mut changed = false;
            if is_vector {
                for (place, source) in written.iter_mut().zip(&sources) {
                    if *place == NOT_YET && results(other).any(|own| own.overlaps(*source)) {
                        *place = vector;
                        changed = true;
                    }
                }
            } else if self.unit(before) == Unit::Scalar
                && exec == NOT_YET
                && written.iter().any(|place| *place != NOT_YET)
                && self
                    .graph
                    .writes(before)
                    .scalars
                    .contains(crate::inst::EXEC_LO)
            {
                exec = vector;
                changed = true;
            }
            if vector > BEHIND && written.iter().all(|place| *place == NOT_YET) {
                return Backwards::Stop;
            }
            let on = Backwards::On((vector + i8::from(is_vector), exec, written));
            if !changed || exec == NOT_YET {
                return on;
            }
            let places = || written.iter().copied().filter(|place| *place != NOT_YET);
            let Some(behind) = places().filter(|place| *place < exec).min() else {
                return on;
            };
            if behind > BEHIND || exec - behind - 1 > AROUND {
                return Backwards::Stop;
            }
            let Some(first) = places().filter(|place| *place >= exec).min() else {
                return on;
            };
            if first - exec + exec - behind - 1 > AROUND {
                return Backwards::Stop;
            }
            let source = written.iter().position(|place| *place == first);
            early = source
                .and_then(|source| sources.get(source))
                .map(|it| it.first);
            Backwards::Found
        })?;
        let reg = early.unwrap_or_default();
        Some(wrong(
            "partial-forward",
            index,
            format!(
                "reads v{reg} and another register, one written shortly before EXEC changed and one after"
            ),
            Some((found, format!("v{reg} is written here"))),
            "put `s_waitcnt_depctr depctr_va_vdst(0)` before it",
        ))
    }

    /// The result of one product of matrices is A or B of the next, or says which values of A there are.
    fn matrix(&self, index: u32) -> Option<Finding> {
        let inst = self.inst(index)?;
        let matrix = is_matrix(inst)?;
        let factors = if matrix.sparse { 3 } else { 2 };
        let factors: Vec<Range<u16>> = (inst.operands().iter().skip(1).take(factors))
            .map(vectors)
            .collect();
        let result = |inst: &AmdInst| -> Option<u16> {
            let written = inst.operands().first().into_iter().flat_map(vectors);
            written
                .into_iter()
                .find(|reg| factors.iter().any(|it| it.contains(reg)))
        };
        let found = self
            .graph
            .search(index, (), |before, ()| match self.inst(before) {
                Some(other) if is_matrix(other).is_some() && result(other).is_some() => {
                    Backwards::Found
                }
                Some(_) if !self.unit(before).is_vector() => Backwards::On(()),
                _ => Backwards::Stop,
            })?;
        let reg = self.inst(found).and_then(result)?;
        Some(wrong(
            "matrix-use",
            index,
            format!("takes the product in v{reg} for a factor right after it was made"),
            Some((found, "made here".into())),
            "put `v_nop`, or another vector instruction, between them",
        ))
    }

    /// A permutation of lanes right behind a comparison that writes EXEC. Any vector instruction but
    /// `v_nop` in between is enough.
    fn permute(&self, index: u32) -> Option<Finding> {
        let is_permute =
            |meaning| matches!(meaning, Meaning::PermuteRow { .. } | Meaning::SwapHalfWaves);
        if !is_permute(self.inst(index)?.row().meaning) {
            return None;
        }
        let found = self.graph.search(index, (), |before, ()| {
            let Some(other) = self.inst(before) else {
                return Backwards::Stop;
            };
            let row = other.row();
            match self.unit(before).is_vector() {
                true if row.has(CMPX) => Backwards::Found,
                true if !row.operands.is_empty() => Backwards::Stop,
                _ => Backwards::On(()),
            }
        })?;
        Some(wrong(
            "cmpx-permute",
            index,
            "moves values between lanes right after a comparison wrote EXEC".into(),
            Some((found, "this one".into())),
            "put a vector instruction other than `v_nop` between them, such as a move of its source \
             to itself",
        ))
    }

    /// A single value from local memory replaces what vector instructions still read or write.
    fn direct_over_vector(&self, index: u32) -> Option<Finding> {
        let inst = self.inst(index)?;
        let target = inst.operands().first().map(vectors)?;
        let waits = match self.target.generation().direct_load_waits {
            true => inst.mods.wait_va_vdst,
            false => inst.mods.wait_vdst,
        };
        let mut needed = None;
        // How many came in between, and whether a transcendental, which overtakes others, did.
        let found = self
            .graph
            .search(index, (0, false), |before, &(vector, trans)| {
                let Some(other) = self.inst(before) else {
                    return Backwards::Stop;
                };
                if vector >= DIRECT_LOAD_REACH || self.flushes_vectors(before, other) {
                    return Backwards::Stop;
                }
                if !self.unit(before).is_vector() {
                    return Backwards::On((vector, trans));
                }
                let trans = trans || self.unit(before) == Unit::Transcendental;
                let touches =
                    |registers: &lint::Set| target.clone().any(|reg| registers.contains(reg));
                let own = touches(&self.graph.reads(before).vectors)
                    || touches(&self.graph.writes(before).vectors);
                let allowed = if trans { 0 } else { vector };
                if own && waits > allowed {
                    needed = Some(allowed);
                    return Backwards::Found;
                }
                Backwards::On((vector + 1, trans))
            })?;
        let name = match self.target.generation().direct_load_waits {
            true => "wait_va_vdst",
            false => "wait_vdst",
        };
        Some(wrong(
            "direct-load",
            index,
            format!(
                "replaces v{}, which a vector instruction may still use",
                target.start
            ),
            Some((found, "this one".into())),
            &format!("`{name}:{}` waits for it", needed?),
        ))
    }

    /// The same for what memory instructions still read.
    fn direct_over_memory(&self, index: u32) -> Option<Finding> {
        let inst = self.inst(index)?;
        let target = inst.operands().first().map(vectors)?;
        let has_field = self.target.generation().direct_load_waits;
        if has_field && inst.mods.wait_vm_vsrc == 0 {
            return None;
        }
        let found = self.graph.search(index, (), |before, ()| {
            let Some(other) = self.inst(before) else {
                return Backwards::Stop;
            };
            let unit = self.unit(before);
            let waits = waits_for(other, Results::Sources) || is_full_wait(other);
            if unit.is_vector() || unit == Unit::Export || waits {
                return Backwards::Stop;
            }
            let touches = |registers: &lint::Set| target.clone().any(|reg| registers.contains(reg));
            let own = touches(&self.graph.reads(before).vectors)
                || touches(&self.graph.writes(before).vectors);
            match matches!(unit, Unit::Buffer | Unit::Flat | Unit::Local) && own {
                true => Backwards::Found,
                false => Backwards::On(()),
            }
        })?;
        let help = match has_field {
            true => "`wait_vm_vsrc:0` waits for it",
            false => "put `s_waitcnt_depctr depctr_vm_vsrc(0)` before it",
        };
        Some(wrong(
            "direct-load",
            index,
            format!(
                "replaces v{}, which a memory instruction may still use",
                target.start
            ),
            Some((found, "this one".into())),
            help,
        ))
    }
}

/// `s_waitcnt 0`.
fn is_full_wait(inst: &AmdInst) -> bool {
    matches!(inst.row().meaning, Meaning::Wait(_)) && super::unit::immediate(inst) == Some(0)
}
