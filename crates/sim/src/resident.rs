//! Workgroups that have their place on the device at the same time.
//!
//! A workgroup runs to its end unless its turn gets long. Then it may be waiting for another, so it
//! is tried: if it comes back to a state that it has been in, it goes round in circles until memory
//! changes. The next one then becomes resident, as long as there is room, and those that wait are
//! asked in turn, for a few steps each, whether they get on. If none does although all were asked
//! and memory is as it was, none ever will.

mod pace;
mod waits;

use crate::dispatch::{Dispatch, Order, RESIDENT};
use crate::fault::Fault;
use crate::stats::Stats;
use crate::workgroup::{GroupProgress, Stretch, Workgroup};
pub(crate) use pace::{After, Course, FIRST_TURN, Pace};
use pace::{LONGEST_TURN, SHARED_TURN};
use std::collections::{HashSet, VecDeque};
use std::hash::Hasher;
use std::sync::atomic::AtomicU64;
#[cfg(feature = "threads")]
use std::time::{Duration, Instant};
use uop::Digest;

/// The workgroups that are resident. The first has its turn.
#[derive(Clone, Default)]
pub(crate) struct Residents {
    queue: VecDeque<Box<Workgroup>>,
    /// The numbers of those that have their turns on other threads.
    away: Vec<u64>,
    /// How many in a row were asked and still wait.
    quiet: usize,
    /// States of everything at times when all had been asked and still waited.
    seen: HashSet<u64>,
    /// Since when all wait that are asked.
    #[cfg(feature = "threads")]
    idle: Option<Instant>,
    /// What they have their places on, for messages.
    on_units: bool,
}

impl Residents {
    pub fn of(groups: impl IntoIterator<Item = Box<Workgroup>>) -> Residents {
        Residents {
            queue: groups.into_iter().collect(),
            ..Residents::default()
        }
    }

    /// Those that compute units have.
    pub fn on_units<'g>(groups: impl IntoIterator<Item = &'g Workgroup>) -> Residents {
        let groups = groups.into_iter().map(|group| Box::new(group.clone()));
        Residents {
            on_units: true,
            ..Residents::of(groups)
        }
    }

    /// Takes out the one whose turn it is.
    pub fn take(&mut self) -> Option<Box<Workgroup>> {
        self.queue.pop_front()
    }

    /// Takes it to another thread.
    #[cfg(feature = "threads")]
    pub fn take_away(&mut self, group: &Workgroup) {
        self.away.push(group.number());
    }

    /// It comes from another thread, where it had a turn.
    #[cfg(feature = "threads")]
    pub fn bring_back(&mut self, group: &Workgroup) {
        self.away.retain(|&number| number != group.number());
    }

    /// It goes on, or is the next to have a turn.
    pub fn put_first(&mut self, group: Box<Workgroup>) {
        self.queue.push_front(group);
    }

    /// All were asked and wait: gives the host and other launches some time, more of it the longer they have
    /// taken, since to ask counts as instructions. False once they have had all that there is.
    #[cfg(feature = "threads")]
    fn wait_for_others(&mut self, patience: Duration) -> bool {
        const NAPS: [Duration; 2] = [Duration::from_micros(50), Duration::from_millis(5)];
        let idle = self.idle.get_or_insert_with(Instant::now).elapsed();
        let [least, most] = NAPS;
        std::thread::sleep((idle / 64).clamp(least, most));
        idle < patience
    }

    /// Something happened: those that wait may get on.
    pub fn stir(&mut self) {
        #[cfg(feature = "threads")]
        (self.idle = None);
        if self.quiet > 0 || !self.seen.is_empty() {
            self.quiet = 0;
            self.seen.clear();
        }
    }

    pub fn first(&self) -> Option<&Workgroup> {
        self.queue.front().map(|group| &**group)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Workgroup> {
        self.queue.iter().map(|group| &**group)
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Workgroup> {
        self.queue.iter_mut().map(|group| &mut **group)
    }

    /// The one with this number in the queue is the next to have a turn.
    pub fn bring_forward(&mut self, index: usize) {
        if let Some(group) = self.queue.remove(index) {
            self.queue.push_front(group);
        }
    }
}

impl Dispatch {
    /// The turn of a workgroup that has not ended is over: decides who is next.
    pub(crate) fn after_turn(
        &mut self,
        mut group: Box<Workgroup>,
        spare: &mut Option<Box<Workgroup>>,
    ) -> Result<(), Box<Fault>> {
        let longest = self.longest_turn();
        match group.turn_over(&self.program, self.config.order, longest) {
            After::GoesOn => {
                self.residents.stir();
                self.residents.put_first(group);
                return Ok(());
            }
            After::Waits { still: true } => self.residents.quiet += 1,
            After::Long | After::Waits { still: false } => self.residents.stir(),
        }
        let another = self.make_way(group, spare);
        if !another
            && self.residents.quiet >= self.residents.queue.len()
            && self.residents.iter().all(Workgroup::waits)
        {
            self.residents.quiet = 0;
            #[cfg(feature = "threads")]
            if let Some(patience) = self.config.patience {
                return match self.residents.wait_for_others(patience) {
                    true => Ok(()),
                    false => Err(self.deadlock()),
                };
            }
            if let Some(state) = self.state()
                && !self.residents.seen.insert(state)
            {
                return Err(self.deadlock());
            }
        }
        Ok(())
    }

    /// Puts a workgroup behind the others. If there is room, another begins and is the next to have a turn.
    pub(crate) fn make_way(
        &mut self,
        group: Box<Workgroup>,
        spare: &mut Option<Box<Workgroup>>,
    ) -> bool {
        self.residents.queue.push_back(group);
        if !self.has_room() {
            return false;
        }
        let Some(mut group) = self.start_next(spare) else {
            return false;
        };
        self.residents.stir();
        let pace = match self.residents.iter().any(Workgroup::waits) {
            true => Pace::WOKEN,
            false => Pace::AMONG_RUNNERS,
        };
        group.stretch = Stretch::Instructions(pace.turn);
        group.course = Course::Runs(pace);
        self.residents.put_first(group);
        true
    }

    /// Whether another workgroup may begin: always one before all that are under way, where several threads
    /// have begun some behind it.
    pub(crate) fn has_room(&self) -> bool {
        let Residents { queue, away, .. } = &self.residents;
        if queue.len() + away.len() < self.room() {
            return true;
        }
        let next = self.begun() * self.cluster();
        let own = queue.iter().map(|group| group.number());
        self.has_skipped() && own.chain(away.iter().copied()).all(|number| next < number)
    }

    /// How long a turn may be while others want one, of which there are those that are resident and
    /// those that could be. To ask one that waits takes time as well, which must stay little beside the
    /// turns of those that run.
    pub(crate) fn longest_turn(&self) -> Option<u64> {
        let others = self.residents.queue.len();
        if others == 0 && (self.room() == 1 || self.begun() == self.groups()) {
            return None;
        }
        let waiting = self.residents.iter().filter(|group| group.waits()).count();
        let running = (others - waiting + 1) as u64;
        let turn = SHARED_TURN * (waiting as u64).div_ceil(running).max(1);
        Some(turn.min(LONGEST_TURN))
    }

    fn room(&self) -> usize {
        self.config.resident.unwrap_or(RESIDENT).max(1)
    }

    /// Whether workgroups that stay where they are, on compute units, wait for each other without
    /// hope. On a copy of memory they are asked in turn, as above, until one gets on or all are
    /// known to go round in circles: then that is the fault.
    pub(crate) fn prospects(&self, residents: Residents) -> Result<(), Box<Fault>> {
        let Some(memory) = self.memory.copy() else {
            return Ok(());
        };
        let mut again = self.with_residents(residents);
        again.memory = memory.into();
        again.config.order = Order::RoundRobin;
        again.config.max_instructions = u64::MAX;
        again.config.counts = None;
        again.config.guard = None;
        again.config.patience = None;
        for group in again.residents.iter_mut() {
            (group.stretch, group.turn, group.paused) = (Stretch::Round, 0, None);
            group.course = Course::Tried {
                pace: Pace::WOKEN,
                outlines: Vec::new(),
                states: Vec::new(),
            };
        }
        let issued = AtomicU64::new(0);
        let mut stats = Stats::default();
        while let Some(mut group) = again.residents.take() {
            match group.run(&again.run_of(&issued), &mut stats, &mut ()) {
                Ok(GroupProgress::Over) => again.after_turn(group, &mut None)?,
                // It ends, or fails: in its time that will be seen.
                _ => return Ok(()),
            }
            let runs = |group: &Workgroup| matches!(group.course, Course::Runs { .. });
            if again.residents.iter().any(runs) || stats.instructions > LONGEST_TURN {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The same launch with these workgroups under way on compute units, and no room for more.
    pub(crate) fn with_residents(&self, residents: Residents) -> Dispatch {
        let mut dispatch = self.clone();
        dispatch.config.resident = Some(residents.queue.len());
        dispatch.residents = residents;
        dispatch
    }

    /// The state of everything, as a number.
    fn state(&self) -> Option<u64> {
        let mut digest = Digest::new();
        digest.write_u64(self.memory.digest()?);
        for group in self.residents.iter() {
            digest.write_u64(group.digest(&self.program));
        }
        Some(digest.finish())
    }
}
