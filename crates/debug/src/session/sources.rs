//! What an instruction made its result of.

use super::{Session, World};
use crate::expr::Expr;
use crate::origin::WrittenBy;
use crate::points::behind;
use crate::value::ExprValue;
use crate::watch::{Watch, is_of};
use uop::{Access, Apertures, LookWave, RegisterPlace, Site, Space, WaveId};

/// Something that an instruction read.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// As an expression: `v3`, `R1.x`, `x[5]`, `local[64]`.
    pub name: String,
    /// What it held when the instruction was issued, where it is one number.
    pub value: Option<ExprValue>,
}

impl Session {
    /// What the instruction of an [`WrittenBy`] read in its lane, with the values of that moment:
    /// registers as the code names them, memory as the run accessed it.
    pub fn sources(&mut self, origin: &WrittenBy) -> Result<Vec<Source>, String> {
        let here = self.time();
        let selected = self.selected;
        let lane = origin.lane.map_or(self.lane, |lane| lane as usize);
        let wave = WaveId {
            group: origin.group,
            wave: origin.wave,
        };
        self.live()?.seek(origin.time);
        let mut names = self.registers_read(origin.inst);
        names.extend(self.memory_read(origin, wave, lane));
        // The accesses were seen by issuing the instruction.
        self.live()?.seek(origin.time);
        let sources = names.into_iter().map(|name| {
            let value = crate::expr::parse(&name).ok().and_then(|expr: Expr| {
                self.look_from(Some(wave), lane, |scope| scope.number(&expr).ok())
            });
            Source { name, value }
        });
        let sources = sources.collect();
        self.live()?.seek(here);
        self.moved(selected);
        Ok(sources)
    }

    /// Registers that an instruction names as a source.
    fn registers_read(&self, inst: u32) -> Vec<String> {
        let World::Live(timeline) = &self.world else {
            return Vec::new();
        };
        let reads = |place: RegisterPlace, words: u16| {
            let readers = timeline.machine().readers(place, words);
            readers.is_some_and(|all| all.get(inst as usize) == Some(&true))
        };
        let mut names = Vec::new();
        let groups = self.subject.registers.groups.iter();
        for register in groups.flat_map(|group| &group.registers) {
            if register.parts.is_empty() {
                if reads(register.place, register.words) {
                    names.push(register.name.clone());
                }
                continue;
            }
            for (n, part) in register.parts.iter().enumerate() {
                let RegisterPlace::Vector(first) = register.place else {
                    continue;
                };
                let place = RegisterPlace::Vector(first.plus(n as u16 * register.words));
                if reads(place, register.words) {
                    names.push(format!("{}.{part}", register.name));
                }
            }
        }
        names
    }

    /// Memory that the instruction of an origin loads from.
    fn memory_read(&mut self, origin: &WrittenBy, wave: WaveId, lane: usize) -> Vec<String> {
        let mut loads = Loads {
            wave,
            inst: origin.inst,
            lane: lane as u32,
            flat: &self.flat,
            found: Vec::new(),
        };
        let World::Live(timeline) = &mut self.world else {
            return Vec::new();
        };
        timeline.run(&mut loads, Some(origin.time + 1));
        let memory = timeline.memory().clone();
        let name = |space: Space, address: u64| match space {
            Space::Local => format!("local[{address}]"),
            Space::Private => format!("private[{address}]"),
            _ => memory.name_of(address),
        };
        // What a wave loads once for all lanes is told as of its first.
        let own = loads.found.iter().any(|&(of, ..)| of == loads.lane);
        let lane = if own { loads.lane } else { 0 };
        let found = loads.found.iter().filter(|&&(of, ..)| of == lane);
        found
            .map(|&(_, space, address)| name(space, address))
            .collect()
    }
}

/// Collects what one instruction of one lane loads.
struct Loads<'s> {
    wave: WaveId,
    inst: u32,
    lane: u32,
    flat: &'s Apertures,
    /// Lane, space, address.
    found: Vec<(u32, Space, u64)>,
}

impl Watch for Loads<'_> {
    fn memory(&self) -> bool {
        true
    }

    fn issue(&mut self, _: u64, _: &Site, _: &dyn LookWave) -> bool {
        false
    }

    fn access(&mut self, _: u64, at: &Site, access: &Access) {
        let loads = !access.store || access.atomic;
        let own = access.lane == self.lane || access.lane == 0;
        if loads && own && at.inst == self.inst && is_of(at, self.wave) {
            let (space, address) = behind(self.flat, access);
            self.found.push((access.lane, space, address));
        }
    }
}
