//! What every instruction of a program counted: how often it was issued, by how many lanes, and what it
//! did to memory. The executor adds to it as it goes, whichever way it takes steps, so that counting
//! takes nothing apart that goes together.

use crate::stats::Stats;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uop::{Program, Uop, UopIdx};

/// Counts of a run, shared between it and who asked for them.
#[derive(Clone, Debug)]
pub struct InstCounts(Arc<Mutex<Tallies>>);

impl InstCounts {
    /// Nothing so far, for runs of this program in waves of so many lanes.
    pub fn new(program: &Program, lanes: u32) -> InstCounts {
        let steps = &program.steps;
        // From each step, where the next is that may count something itself.
        let mut counting = vec![steps.len() as UopIdx; steps.len() + 1];
        for (at, step) in steps.iter().enumerate().rev() {
            counting[at] = match may_count(&step.uop) {
                true => at as UopIdx,
                false => counting[at + 1],
            };
        }
        InstCounts(Arc::new(Mutex::new(Tallies {
            taken: vec![Taken::default(); steps.len() + 1],
            insts: steps.iter().map(|step| step.inst).collect(),
            firsts: steps.iter().map(|step| step.first).collect(),
            counting,
            counted: vec![Stats::default(); program.insts.len()],
            open: None,
            seen: Stats::default(),
            lanes: lanes.into(),
        })))
    }

    /// What each instruction counted, by its index in the program. Barriers, waves and workgroups belong
    /// to none.
    pub fn by_instruction(&self) -> Vec<Stats> {
        let tallies = self.lock();
        let mut all = tallies.counted.clone();
        let mut now = Taken::default();
        for (at, change) in tallies.taken.iter().take(tallies.insts.len()).enumerate() {
            now.waves += change.waves;
            now.lanes += change.lanes;
            if tallies.firsts[at] {
                let own = &mut all[tallies.insts[at] as usize];
                own.instructions += now.waves as u64;
                own.active_lanes += now.lanes as u64;
                own.lane_slots += now.waves as u64 * tallies.lanes;
            }
        }
        all.iter_mut().for_each(|own| own.barriers = 0);
        all
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Tallies> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a step may count what belongs to its instruction: what is not plain arithmetic.
fn may_count(uop: &Uop) -> bool {
    !matches!(
        uop,
        Uop::PerLane { .. } | Uop::Scalar { .. } | Uop::Nop | Uop::Wait { .. } | Uop::Jump { .. }
    )
}

#[derive(Clone, Debug)]
pub(crate) struct Tallies {
    /// By step, as changes from the step before it.
    taken: Vec<Taken>,
    /// By step.
    insts: Vec<u32>,
    firsts: Vec<bool>,
    counting: Vec<UopIdx>,
    /// By instruction, but for how often it was issued.
    counted: Vec<Stats>,
    /// The instruction that what is counted next belongs to.
    open: Option<u32>,
    seen: Stats,
    lanes: u64,
}

/// Waves that took a step, and lanes that were active in them.
#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    waves: i64,
    lanes: i64,
}

impl Tallies {
    /// Before a turn: what has been counted so far belongs to others.
    pub fn begin(&mut self, so_far: &Stats) {
        self.open = None;
        self.seen = *so_far;
    }

    /// One instruction counted this, its issue among it.
    pub fn note(&mut self, inst: u32, counted: Stats) {
        self.counted[inst as usize] += counted;
    }

    /// Waves take steps that follow each other.
    #[inline]
    pub fn take(&mut self, steps: Range<UopIdx>, waves: u64, lanes: u64, so_far: &Stats) {
        self.settle(so_far);
        let counting = self.counting[steps.start as usize];
        if counting < steps.end {
            self.open = Some(self.insts[counting as usize]);
        }
        self.add(steps, waves as i64, lanes as i64);
    }

    /// Some of them did not come to take them.
    pub fn give_back(&mut self, steps: Range<UopIdx>, waves: u64, lanes: u64) {
        self.add(steps, -(waves as i64), -(lanes as i64));
    }

    /// More steps, which count nothing themselves.
    #[inline]
    pub fn add(&mut self, steps: Range<UopIdx>, waves: i64, lanes: i64) {
        let first = &mut self.taken[steps.start as usize];
        first.waves += waves;
        first.lanes += lanes;
        let end = &mut self.taken[steps.end as usize];
        end.waves -= waves;
        end.lanes -= lanes;
    }

    /// What was counted since the last step belongs to its instruction.
    #[inline]
    pub fn settle(&mut self, so_far: &Stats) {
        if let Some(inst) = self.open.take() {
            self.counted[inst as usize] += so_far.since(&self.seen);
            self.seen = *so_far;
        }
    }
}
