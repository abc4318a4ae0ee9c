//! Compares what facts state of registers with what waves hold.

use plan::{RegisterFacts, Value};
use sim::{Lanes, Observer, Site, Wave};
use std::collections::HashMap;
use uop::{MemOp, Program, SReg, Uop, VReg};

/// What is stated before a step: of vector registers, of scalars, of lane masks, and of where it goes.
#[derive(Default)]
struct Stated {
    vectors: Vec<(VReg, Value)>,
    scalars: Vec<(SReg, Value)>,
    masks: Vec<(SReg, Value)>,
    address: Option<Value>,
}

/// Compares.
pub struct Checker {
    steps: Vec<Stated>,
    apart: Vec<bool>,
    several: bool,
    /// Lanes go by themselves, and have ways of their own.
    diverges: bool,
    /// By workgroup and wave, the steps so far that waves come to together, as a digest for each lane.
    ways: HashMap<([u32; 3], u32), Vec<u64>>,
    /// Of the lanes that are active now.
    here: Vec<u64>,
    /// By workgroup, way so far, step and register: what lane 0 of wave 0 holds.
    firsts: HashMap<([u32; 3], u64, u32, usize), u32>,
    pub compared: u64,
    pub wrong: Option<String>,
}

impl Checker {
    pub fn new(program: &Program, facts: &RegisterFacts, several: bool) -> Checker {
        let mut steps: Vec<Stated> = Vec::new();
        steps.resize_with(program.steps.len(), Stated::default);
        facts.walk(program, |at, state| {
            let of = &mut steps[at as usize];
            let vectors = (0..program.vector_file).map(|reg| (VReg(reg), state.vector(VReg(reg))));
            of.vectors = vectors.filter(|(_, value)| *value != Value::Any).collect();
            let scalars = (0..program.scalar_file).map(|reg| (SReg(reg), state.scalar(SReg(reg))));
            of.scalars = scalars
                .filter(|(_, value)| *value != Value::OF_WAVE)
                .collect();
            let masks = (0..program.scalar_file).map(|reg| (SReg(reg), state.bits(SReg(reg))));
            of.masks = masks.filter(|(_, value)| *value != Value::Any).collect();
        });
        for (of, step) in steps.iter_mut().zip(&facts.steps) {
            of.address = step.address;
        }
        Checker {
            here: Vec::new(),
            steps,
            apart: facts.apart.clone(),
            several,
            diverges: program
                .steps
                .iter()
                .any(|step| matches!(step.uop, Uop::Diverge { .. })),
            ways: HashMap::new(),
            firsts: HashMap::new(),
            compared: 0,
            wrong: None,
        }
    }

    /// What lanes hold of a register is what is stated.
    fn holds(
        &mut self,
        at: (u32, &Wave, &[u64]),
        register: usize,
        value: Value,
        lanes: &[(u32, u32)],
    ) {
        let Value::Linear(stated) = value else {
            return;
        };
        let (step, wave, ways) = at;
        let Some(&(lane, word)) = lanes.first() else {
            return;
        };
        self.compared += 1;
        let mut wrong = |why: &str| {
            let place = (wave.place().group, wave.place().wave);
            let message =
                format!("step {step}, register {register}: {value:?}, {why}: {lanes:?} {place:?}");
            self.wrong.get_or_insert(message);
        };
        let by = match (stated.lane, lanes.get(1)) {
            (Some(by), _) => by,
            // Some step from lane to lane, which the first two do not always tell.
            (None, Some(&(next, other))) if next == lane + 1 => other.wrapping_sub(word),
            (None, _) => return,
        };
        let counts = |&(lane, word): &(u32, u32)| word.wrapping_sub(by.wrapping_mul(lane));
        let first = counts(&lanes[0]);
        if lanes.iter().any(|it| counts(it) != first) {
            return wrong("lanes");
        }
        let Some(by_wave) = stated.wave else {
            return;
        };
        let first = first.wrapping_sub(by_wave.wrapping_mul(wave.place().wave));
        if stated.first.is_some_and(|stated| stated != first) {
            return wrong("the first");
        }
        if stated.first.is_none() && stated.lane.is_some() && self.several {
            for &way in ways {
                let key = (wave.place().group, way, step, register);
                let known = *self.firsts.entry(key).or_insert(first);
                if known != first {
                    return wrong(&format!("other waves {known}"));
                }
            }
        }
    }
}

impl Observer for Checker {
    fn step(&mut self, _: &Site, wave: &Wave) {
        let at = wave.at();
        let active: Vec<u32> = (0..wave.lanes() as u32)
            .filter(|lane| wave.exec() >> lane & 1 != 0)
            .collect();
        let place = (wave.place().group, wave.place().wave);
        let none = || vec![0; wave.lanes()];
        let all = self.ways.entry(place).or_insert_with(none);
        for (lane, way) in all.iter_mut().enumerate() {
            let takes = !self.diverges || wave.exec() >> lane & 1 != 0;
            if takes && !self.apart[at as usize] {
                let next = (*way ^ u64::from(at + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                *way = next.rotate_left(23);
            }
        }
        let mut ways: Vec<u64> = match self.diverges {
            true => active.iter().map(|&lane| all[lane as usize]).collect(),
            false => vec![all[0]],
        };
        ways.dedup();
        let stated = std::mem::take(&mut self.steps[at as usize]);
        let here = (at, wave, &ways[..]);
        for &(reg, value) in &stated.vectors {
            let words = wave.vector(reg);
            let lanes: Vec<_> = active
                .iter()
                .map(|&lane| (lane, words[lane as usize]))
                .collect();
            self.holds(here, reg.0.into(), value, &lanes);
        }
        for &(reg, value) in &stated.scalars {
            self.holds(
                here,
                1000 + usize::from(reg.0),
                value,
                &[(0, wave.scalar(reg))],
            );
        }
        for &(reg, value) in &stated.masks {
            let bits = wave.mask(reg);
            let lanes: Vec<_> = active
                .iter()
                .map(|&lane| (lane, (bits >> lane) as u32 & 1))
                .collect();
            self.holds(here, 2000 + usize::from(reg.0), value, &lanes);
        }
        self.steps[at as usize] = stated;
        self.here = ways;
    }

    fn memory(&mut self, _: &Site, wave: &Wave, _: &MemOp, lanes: &Lanes<'_>) {
        let value = self.steps[wave.at() as usize].address;
        let active = (0..wave.lanes()).filter(|lane| lanes.mask >> lane & 1 != 0);
        let low = |lane: usize| (lane as u32, lanes.addresses[lane] as u32);
        let low: Vec<_> = active.map(low).collect();
        let ways = std::mem::take(&mut self.here);
        self.holds(
            (wave.at(), wave, &ways),
            3000,
            value.unwrap_or(Value::Any),
            &low,
        );
        self.here = ways;
    }
}
