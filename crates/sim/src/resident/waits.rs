//! Who waits where for what, in words.

use crate::dispatch::{Config, Dispatch, Order};
use crate::fault::{Fault, Site};
use crate::observe::{Access, Observer, Stop};
use crate::stats::Stats;
use crate::wave::{Wave, WaveState};
use crate::workgroup::{Run, Stretch, Workgroup, inst_of};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use uop::{Space, Trap};

/// Workgroups and waves of each that messages name.
const NAMED: usize = 8;

impl Dispatch {
    /// Who waits where for what, after the same has happened again and again.
    pub(super) fn deadlock(&self) -> Box<Fault> {
        let mut groups: Vec<&Workgroup> = self.residents.iter().collect();
        groups.sort_by_key(|group| group.number());
        let mut waits = Vec::new();
        for group in groups.iter().take(NAMED) {
            // What it does is what it did before: a round more changes nothing.
            let circles = self.one_more_round(group);
            let waves = group.waves().iter().take(NAMED);
            waits.extend(waves.map(|wave| self.what_it_does(wave, &circles)));
        }
        waits.extend(self.others(groups.len(), &groups));
        let stuck = first_alive(groups[0]);
        Box::new(self.fault(stuck, Trap::Waiting { waits }))
    }

    /// What a wave that does this in a round waits for.
    fn what_it_does(&self, wave: &Wave, circles: &Circles) -> String {
        let [x, y, z] = wave.place().group;
        let who = format!("workgroup ({x},{y},{z}), wave {}", wave.place().wave);
        let place = |inst: u32| self.program.insts[inst as usize].address;
        match (wave.state(), circles.0.get(&wave.place().wave)) {
            (WaveState::Ended, _) => format!("{who} has ended"),
            (WaveState::Running, Some(circle)) => {
                let (first, last) = (place(circle.first), place(circle.last));
                let mut line = format!("{who} goes round between {first:#x} and {last:#x}");
                if let Some(address) = circle.read {
                    line += &format!(", waiting for {}", self.memory.name_of(address));
                }
                line
            }
            _ => format!(
                "{who} waits at the barrier at {:#x}",
                place(inst_of(&self.program, wave))
            ),
        }
    }

    /// What the waves of a workgroup would do in the next round.
    fn one_more_round(&self, group: &Workgroup) -> Circles {
        let mut again = group.clone();
        (again.stretch, again.turn, again.paused) = (Stretch::Round, 0, None);
        let mut circles = Circles(BTreeMap::new());
        let config = Config {
            max_instructions: u64::MAX,
            ..self.config.clone()
        };
        let issued = AtomicU64::new(0);
        let run = Run {
            config: &config,
            ..self.run_of(&issued)
        };
        let _ = again.run(&run, &mut Stats::default(), &mut circles);
        circles
    }

    /// The instruction limit is reached: names the first workgroup that has not ended, whichever it
    /// was that noticed; and unless an observer counts on it that nothing more happens, the first
    /// instruction of the loop that it is in, so that it does not matter who had the last turn.
    ///
    /// Waves that are chosen by chance never come back to a state, so with those it is now that they
    /// are asked whether they wait for each other.
    pub(crate) fn limit(&self, limit: u64, observed: bool) -> Box<Fault> {
        let mut groups: Vec<&Workgroup> = self.residents.iter().collect();
        let all_begun = self.begun() == self.groups() || groups.len() >= self.room();
        if self.config.order != Order::RoundRobin
            && all_begun
            && let Err(deadlock) = self.prospects(self.residents.clone())
        {
            return deadlock;
        }
        groups.sort_by_key(|group| group.number());
        let mut waits = Vec::new();
        if groups.len() > 1 {
            waits.extend(groups.iter().take(NAMED).map(|group| {
                let wave = first_alive(group);
                if group.waits() {
                    return self.what_it_does(wave, &self.one_more_round(group));
                }
                let [x, y, z] = wave.place().group;
                let address = self.program.insts[inst_of(&self.program, wave) as usize].address;
                let wave = wave.place().wave;
                format!("workgroup ({x},{y},{z}), wave {wave} is at {address:#x}")
            }));
            waits.extend(self.others(groups.len(), &groups));
        }
        let alive = first_alive(groups[0]);
        let mut fault = self.fault(alive, Trap::Limit { limit, waits });
        if !observed && alive.state() == WaveState::Running {
            let circles = self.one_more_round(groups[0]);
            if let Some(circle) = circles.0.get(&alive.place().wave) {
                fault.site.inst = circle.first;
                fault.address = self.program.insts[circle.first as usize].address;
            }
        }
        Box::new(fault)
    }

    /// The limit was passed although all workgroups have ended: names the last.
    #[cfg(feature = "threads")]
    pub(crate) fn beyond_limit(&self) -> Box<Fault> {
        let limit = self.config.max_instructions;
        let last = self.start(self.groups() - 1, None);
        let trap = Trap::Limit {
            limit,
            waits: Vec::new(),
        };
        Box::new(self.fault(&last.waves()[0], trap))
    }

    /// Workgroups that are resident and not named, and those that have not begun.
    fn others(&self, resident: usize, groups: &[&Workgroup]) -> Vec<String> {
        let mut lines = Vec::new();
        if resident > NAMED {
            lines.push(format!("{} more workgroups are resident", resident - NAMED));
        }
        let (begun, all) = (self.begun(), self.groups());
        if begun < all {
            let [x, y, z] = uop::group_at(self.launch.grid, begun * groups[0].workgroups() as u64);
            let room = match self.residents.on_units {
                true => format!("{resident} at a time on the compute units"),
                false => format!("{} at a time (--resident)", self.room()),
            };
            lines.push(format!(
                "workgroup ({x},{y},{z}) and those after it have not begun: there is room for \
                 {room}, and one of them has to end first"
            ));
        }
        lines
    }

    /// The run is stopped where this workgroup is.
    pub(crate) fn stopped(&self, group: &Workgroup) -> Fault {
        self.fault(first_alive(group), Trap::Stopped)
    }

    fn fault(&self, wave: &Wave, trap: Trap) -> Fault {
        let inst = inst_of(&self.program, wave);
        Fault {
            trap,
            site: Site::of(wave, inst),
            address: self.program.insts[inst as usize].address,
            related: None,
            exception: None,
        }
    }
}

/// The wave that stands for a workgroup that has not ended.
fn first_alive(group: &Workgroup) -> &Wave {
    let waves = group.waves();
    let of = |state| waves.iter().find(|wave| wave.state() == state);
    of(WaveState::Running)
        .or_else(|| of(WaveState::AtBarrier))
        .unwrap_or(&waves[0])
}

/// What waves do in a round, by their numbers.
struct Circles(BTreeMap<u32, Circle>);

struct Circle {
    first: u32,
    last: u32,
    /// The last address that was read.
    read: Option<u64>,
}

impl Observer for Circles {
    fn issue(&mut self, at: &Site, _: &Wave) -> ControlFlow<Stop> {
        let circle = self.0.entry(at.wave).or_insert(Circle {
            first: at.inst,
            last: at.inst,
            read: None,
        });
        circle.first = circle.first.min(at.inst);
        circle.last = circle.last.max(at.inst);
        ControlFlow::Continue(())
    }

    fn access(&mut self, at: &Site, access: &Access) {
        let global = matches!(access.space, Space::Global | Space::Flat);
        if global
            && (!access.store || access.atomic)
            && let Some(circle) = self.0.get_mut(&at.wave)
        {
            circle.read = Some(access.address);
        }
    }
}
