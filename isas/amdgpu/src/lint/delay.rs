//! `s_delay_alu` that says something that is not so.

use super::unit::{Unit, immediate};
use super::{Hazards, odd};
use crate::meaning::Meaning;
use crate::names::{DELAY_ALU, DELAY_INST, Delay};
use lint::Finding;

/// How far away a scalar instruction is at most whose result still takes cycles.
const SCALAR_REACH: u32 = 8;

impl Hazards<'_> {
    /// What one such instruction gets wrong.
    pub(super) fn delay(&self, index: u32) -> Option<Finding> {
        let inst = self.inst(index)?;
        if inst.row().meaning != Meaning::DelayAlu {
            return None;
        }
        let bits = immediate(inst)?;
        let [first, skip, second] = [0, 1, 2].map(|part| DELAY_ALU[part].of(bits));
        let tell = |message: String, other: Option<u32>| {
            let other = other.map(|other| (other, "this one".to_string()));
            let help = "leave it out, or let it name what the result comes from; results are right \
                        in any case";
            Some(odd("delay", index, &message, other, help))
        };
        if first == 0 && second == 0 {
            return tell("names nothing to wait for".into(), None);
        }
        for (field, code, target) in [
            ("instid0", first, index + 1),
            ("instid1", second, index + 1 + skip),
        ] {
            let named = DELAY_INST.get(code as usize).copied();
            let (name, delay) = named.unwrap_or(("a number", Delay::Accumulation(code)));
            if delay == Delay::Nothing {
                continue;
            }
            // What a function issues before it comes back is not known.
            if (index + 1..target).any(|at| self.insts.get(at as usize).is_some_and(super::is_call))
            {
                continue;
            }
            // The way from here to there is straight.
            let straight = (index + 1..=target)
                .all(|at| self.graph.is_reached(at) && self.graph.only_before(at).is_some())
                && !(index + 1..target).any(|at| self.branches(at));
            if !straight {
                return tell(format!("{field} skips beyond the end of its block"), None);
            }
            if !self.unit(target).is_vector() && self.unit(target) != Unit::Scalar {
                let message = format!("{field} is for an instruction that is not arithmetic");
                return tell(message, Some(target));
            }
            match self.named(delay, target) {
                Source::Fits => {}
                Source::Missing => {
                    return tell(format!("{field} names {name}, and there is none"), None);
                }
                Source::Other(other) => {
                    let message = format!(
                        "{field} names {name}, but the instruction that it is for does not use its \
                         result"
                    );
                    return tell(message, Some(other));
                }
            }
        }
        None
    }

    fn branches(&self, index: u32) -> bool {
        let meaning = self.inst(index).map(|inst| inst.row().meaning);
        matches!(meaning, Some(Meaning::Branch(_) | Meaning::Jump))
    }

    /// Whether what a field names is something that the target depends on.
    fn named(&self, delay: Delay, target: u32) -> Source {
        let (unit, count) = match delay {
            Delay::Vector(n) => (Unit::Vector, n),
            Delay::Transcendental(n) => (Unit::Transcendental, n),
            Delay::Scalar(_) => return self.recent_scalar(target),
            Delay::Nothing | Delay::Accumulation(_) => return Source::Fits,
        };
        let (mut at, mut left) = (target, count);
        loop {
            at = match self.graph.only_before(at) {
                Some(before) => before,
                // Several paths lead here, or the kernel begins.
                None => return self.beyond(at),
            };
            left -= u32::from(self.unit(at) == unit);
            if left == 0 {
                return match self.depends(target, at) {
                    true => Source::Fits,
                    false => Source::Other(at),
                };
            }
        }
    }

    fn recent_scalar(&self, target: u32) -> Source {
        let mut at = target;
        for _ in 0..SCALAR_REACH {
            at = match self.graph.only_before(at) {
                Some(before) => before,
                None => return self.beyond(at),
            };
            if self.unit(at) == Unit::Scalar && self.depends(target, at) {
                return Source::Fits;
            }
        }
        Source::Missing
    }

    /// Where a block begins, others come before it, unless it is the kernel that begins.
    fn beyond(&self, at: u32) -> Source {
        match self.starts.contains(&at) {
            true => Source::Missing,
            false => Source::Fits,
        }
    }

    /// Whether an instruction uses what another one wrote. What it replaces in part counts, and so does
    /// EXEC, which every vector instruction uses.
    fn depends(&self, user: u32, writer: u32) -> bool {
        let written = self.graph.writes(writer);
        let (reads, writes) = (self.graph.reads(user), self.graph.writes(user));
        let exec = written.scalars.contains(crate::inst::EXEC_LO) && self.unit(user).is_vector();
        exec || [reads, writes].iter().any(|own| {
            own.vectors.shared(&written.vectors).is_some()
                || own.scalars.shared(&written.scalars).is_some()
        })
    }
}

enum Source {
    Fits,
    /// There is no such instruction.
    Missing,
    /// It is this one, which has nothing to do with it.
    Other(u32),
}
