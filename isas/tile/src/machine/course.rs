//! Which threads and clusters get on: when they are tried, and when the next cluster is let in.
//!
//! A cluster runs alone until it ends, unless nothing that its threads do gets it on. Those that wait
//! for something or go round in circles have no turns until that changes; if that is all of them, the
//! next cluster starts at once. Where some only seem to wait, since they count how often they have
//! asked or look at a clock, it starts soon; and where all seem to work, late, since they may wait in
//! a way that is not seen.

use super::circle::{self, Trial, Verdict};
use super::env::PES;
use super::run::{Resident, Run};
use super::thread::Thread;

/// After how much a thread and a cluster are tried for the first time.
#[derive(Clone, Copy, Debug)]
pub struct FirstTrials {
    pub instructions: u64,
    pub rounds: u64,
}

/// Most kernels never wait in circles, and should not pay for those that do.
const ALONE: FirstTrials = FirstTrials {
    instructions: 1 << 15,
    rounds: 1024,
};
/// A cluster that starts while others wait may soon wait as well.
const AMONG_OTHERS: FirstTrials = FirstTrials {
    instructions: 64,
    rounds: 4,
};
/// The shortest trial of a thread, and how much of its time it spends on trial at most.
const SHORTEST_TRIAL: u64 = 256;
const TRIAL_SHARE: u64 = 256;
/// The longest trial of a cluster, in rounds, and when it is given up if the cluster works.
const TRIAL_ROUNDS: u64 = 64;
const HURRY: u64 = 16;

/// Instructions without anything ending before the next cluster starts, if all seem to wait; and how
/// many there may be so soon, since a kernel may as well read little and work long on it.
const SHORT_PATIENCE: u64 = 1 << 13;
const MOST_IMPATIENT: usize = 64;
/// The same if some seem to work, with one cluster; each one more makes it twice as long.
const PATIENCE: u64 = 1 << 19;
const LONGEST_PATIENCE: u64 = 1 << 22;
/// Of the time that nothing has ended in, one part of so many has rounds in order.
const TRY_SHARE: u64 = 8;
/// The turn of a thread that only asks: short at first.
const POLLING_TURN: u64 = 256;

/// What resident clusters may take in memory.
const MOST_BYTES: u64 = 4 << 30;
/// Registers of a thread.
const REGISTER_BYTES: u64 = 264 << 10;

impl Run {
    /// How many clusters there is room for.
    pub fn room(&self) -> usize {
        self.options.resident.clamp(1, self.most_resident())
    }

    /// How many clusters fit into memory.
    pub fn most_resident(&self) -> usize {
        let (shared, stack) = (self.job.shared_bytes as u64, self.job.stack_bytes as u64);
        let threads = u64::from(self.job.threads);
        let cluster = PES * (shared + threads * (stack + REGISTER_BYTES));
        (MOST_BYTES / cluster).max(1) as usize
    }

    pub fn first_trials(&self) -> FirstTrials {
        match self.resident.is_empty() {
            true => ALONE,
            false => AMONG_OTHERS,
        }
    }

    fn waited(&self) -> u64 {
        self.state.counters.instructions - self.state.last_change
    }

    /// Nothing has ended for so long that another cluster may be what the others wait for.
    pub fn has_waited_long(&self, works: bool) -> bool {
        let resident = self.resident.len();
        let patience = match works || resident >= MOST_IMPATIENT {
            true => (PATIENCE << resident.saturating_sub(1).min(8)).min(LONGEST_PATIENCE),
            false => SHORT_PATIENCE,
        };
        self.waited() > patience
    }

    /// Says how the next round goes. Where turns are drawn by chance, a cluster whose threads wait for each other
    /// never comes back to a state, so that once nothing has ended for long, there are rounds in order now and then.
    /// A circle that shows in these is none of the order: nothing that a thread reads changes on the way, and at
    /// barriers it does not matter who comes first.
    pub fn choose_order(&mut self) {
        let waited = self.waited();
        let since = waited - (1 << waited.checked_ilog2().unwrap_or(0)).min(waited);
        let tries = waited >= LONGEST_PATIENCE && since < waited / TRY_SHARE;
        let in_order = self.options.shuffle.is_none() || tries;
        if in_order && !self.state.in_order && self.options.shuffle.is_some() {
            for Resident { cluster, .. } in &mut self.resident {
                cluster.next_trial = cluster.rounds + AMONG_OTHERS.rounds;
            }
        }
        self.state.in_order = in_order;
    }

    /// The turn of a thread that only asks: longer, the longer nothing has come of it.
    pub fn polling_turn(&self) -> u64 {
        POLLING_TURN << (self.waited() >> 16).min(8)
    }

    /// Puts a thread on trial if it is time; returns after how many instructions it next is.
    pub fn until_trial(&self, thread: &mut Thread) -> u64 {
        let now = thread.hart.instructions;
        if now >= thread.next_trial {
            let most = (now / TRIAL_SHARE).max(SHORTEST_TRIAL);
            thread.trial = Some(Trial::new(most, u64::MAX));
            thread.next_trial = 2 * (now + most);
        }
        thread.next_trial - now
    }

    /// Whether a cluster still goes round in the circle that it was found in.
    pub fn circles(&mut self, index: usize) -> bool {
        let Some(circle) = self.resident[index].cluster.circle.take() else {
            return false;
        };
        // Threads that go round by themselves have no part in the cluster's circle.
        let threads = std::mem::take(&mut self.resident[index].threads);
        let env = self.env(index, false, false);
        let own = threads.iter().flatten().flat_map(|thread| &thread.circle);
        let holds = circle.holds(&env) && own.into_iter().all(|circle| circle.holds(&env));
        self.resident[index].threads = threads;
        if holds {
            self.resident[index].cluster.circle = Some(circle);
            return true;
        }
        let cluster = &mut self.resident[index].cluster;
        cluster.next_trial = cluster.rounds + AMONG_OTHERS.rounds;
        false
    }

    /// The same of a thread.
    pub fn still_circles(&mut self, index: usize, slot: usize) -> bool {
        let Some(mut thread) = self.resident[index].threads[slot].take() else {
            return false;
        };
        let env = self.env(index, false, false);
        let holds = (thread.circle.as_ref()).is_some_and(|circle| circle.holds(&env));
        if !holds {
            thread.stir();
            thread.next_trial = thread.hart.instructions + AMONG_OTHERS.instructions;
        }
        self.resident[index].threads[slot] = Some(thread);
        holds
    }

    /// All threads of a cluster have had their turns: finds out whether it comes back to where it was.
    pub fn round_over(&mut self, index: usize) {
        let Resident { cluster, .. } = &mut self.resident[index];
        let round = std::mem::take(&mut cluster.round);
        // Turns that end somewhere, or are drawn by chance, do not end in the same place again.
        if round.ran_on || !self.state.in_order {
            cluster.trial = None;
            return;
        }
        if !round.moved {
            return;
        }
        cluster.rounds += 1;
        if cluster.trial.is_none() {
            if cluster.rounds >= cluster.next_trial {
                cluster.next_trial = 2 * (cluster.rounds + TRIAL_ROUNDS);
                cluster.trial = Some(Trial::new(TRIAL_ROUNDS, HURRY));
            }
            return;
        }
        let mut threads = std::mem::take(&mut self.resident[index].threads);
        let verdict = circle::after_round(&threads, &mut self.env(index, false, false));
        match verdict {
            Some(Verdict::Circles(circle)) => {
                self.resident[index].cluster.circle = Some(circle.into());
            }
            Some(Verdict::Over { polls }) => {
                let threads = threads.iter_mut().flatten();
                threads.for_each(|thread| thread.polls = polls);
            }
            Some(Verdict::GoesOn) | None => {}
        }
        self.resident[index].threads = threads;
    }
}
