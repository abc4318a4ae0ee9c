//! Wait states: CDNA leaves it to programs to keep some instructions apart that depend on each other, by
//! independent ones or by `s_nop`.
//!
//! The numbers are those of LLVM's recogniser of hazards, where the manual has fewer. `corpus/cdna/lint` has
//! what it wants between pairs of instructions.

mod rules;
mod seen;

use super::{Hazards, wrong};
use lint::{Backwards, Finding};
use rules::{Settled, wanted};
pub(super) use seen::Seen;

/// The most that anything but a product of matrices has others wait for.
const REACH: u8 = 5;
/// And products, beyond their passes.
const BEYOND_PASSES: u8 = 4;
/// What one `s_nop` can be.
const LONGEST_NOP: u8 = 16;

/// How far back it matters what an instruction is.
pub(super) fn reach(seen: &[Option<Seen>]) -> u8 {
    let products = seen.iter().flatten().filter_map(|it| it.product);
    let longest = products.map(|product| product.passes + BEYOND_PASSES);
    longest.max().unwrap_or(0).max(REACH)
}

impl Hazards<'_> {
    /// An instruction that comes too early behind another, on the path where most is missing.
    pub(super) fn states(&self, index: u32) -> Option<Finding> {
        let own = self.seen(index)?;
        let generation = self.target.generation();
        let mut worst = None;
        let mut least = 0;
        let reach = match own.read.is_empty() && own.written.is_empty() {
            true => REACH,
            false => self.reach,
        };
        let start = (0, Settled::default());
        self.graph
            .search(index, start, |before, &(since, settled)| {
                let Some(other) = self.seen(before) else {
                    return Backwards::Stop;
                };
                let mut settled: Settled = settled;
                if let Some(wanted) = wanted(other, own, &mut settled, generation) {
                    let missing = wanted.states.saturating_sub(since);
                    if missing > least {
                        least = missing;
                        worst = Some((before, since, wanted));
                    }
                }
                match since + other.states {
                    since if since < reach => Backwards::On((since, settled)),
                    _ => Backwards::Stop,
                }
            });
        let (before, since, wanted) = worst?;
        let when = match since {
            0 => "right after".into(),
            1 => "1 wait state after".into(),
            _ => format!("{since} wait states after"),
        };
        let takes = match wanted.states {
            1 => "1 wait state".into(),
            states => format!("{states} wait states"),
        };
        Some(wrong(
            wanted.code,
            index,
            format!("{} {when} {}: it takes {takes}", wanted.does, wanted.done),
            Some((before, "this one".into())),
            &help(least),
        ))
    }

    fn seen(&self, index: u32) -> Option<&Seen> {
        self.seen.get(index as usize)?.as_ref()
    }
}

fn help(missing: u8) -> String {
    let nop = |states: u8| format!("`s_nop {}`", states - 1);
    let nops = match missing.checked_sub(LONGEST_NOP).filter(|rest| *rest > 0) {
        Some(rest) => format!("{} and {}", nop(LONGEST_NOP), nop(rest)),
        None => nop(missing),
    };
    match missing {
        1 => format!("put {nops}, or another instruction, between them"),
        _ => format!("put {nops}, or {missing} other instructions, between them"),
    }
}
