//! What the waves of a workgroup start with, as far as it is the same in every workgroup.

use crate::Affine;
use crate::value::{Value, WaveShape};
use std::collections::{BTreeMap, BTreeSet};
use uop::{Entry, GroupRegisters, Program, Registers, SReg, VReg, WavePlace, group_at};

/// What is known of waves before their first step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Scalar registers that waves may start with different values in.
    pub differ: Vec<bool>,
    /// Vector registers that count through all lanes of all waves.
    pub affine: Vec<(VReg, Affine)>,
    /// Those that do so from another number on in every workgroup, and by how much from lane to lane.
    pub varying: Vec<(VReg, u32)>,
}

impl Start {
    /// For waves of full workgroups at places like that of the first wave of the first workgroup.
    pub fn of(program: &Program, entry: &dyn Entry, first: WavePlace) -> Start {
        let place = |wave| WavePlace { wave, ..first };
        let given = |wave| {
            let mut given = Given::new(program);
            entry.enter(&place(wave), &mut given);
            given
        };
        let waves = first.waves;
        let mut all = given(0);
        let mut differ = vec![false; all.scalars.len()];
        for wave in 1..waves {
            let other = given(wave);
            let pairs = all.scalars.iter().zip(other.scalars);
            (differ.iter_mut().zip(pairs)).for_each(|(it, (a, b))| *it |= *a != b);
            for (reg, words) in other.vectors {
                all.vectors.entry(reg).or_default().extend(words);
            }
        }
        let mut next = Next::default();
        let all_at_once = entry.enter_next_all(&place(0), &mut next);
        // What one workgroup finds says nothing about others if waves are entered one by one.
        if !all_at_once {
            (differ.iter_mut().zip(all.scalars)).for_each(|(it, value)| *it |= value.is_some());
        }
        let lanes = (waves * first.lanes) as usize;
        let whole = first.lanes.is_multiple_of(op::CHUNK as u32) && lanes > 1;
        let of_all = (all.vectors.into_iter())
            .filter(|(_, words)| all_at_once && whole && words.len() == lanes)
            .filter_map(|(reg, words)| Some((VReg(reg), Affine::of(&words)?)));
        let mut start = Start {
            differ,
            ..Start::default()
        };
        for (reg, affine) in of_all {
            match next.vectors.get(&reg.0) {
                None => start.affine.push((reg, affine)),
                Some(&given) if given == (affine, affine.step.wrapping_mul(first.lanes)) => {
                    start.varying.push((reg, affine.step));
                }
                Some(_) => {}
            }
        }
        start
    }
}

/// Workgroups that are asked, where what one finds says nothing about others.
const ASKED: u64 = 64;

/// What every register holds before the first step, in whichever workgroup.
#[derive(Clone, Debug)]
pub(crate) struct Begin {
    pub shape: WaveShape,
    pub vectors: Vec<Value>,
    pub scalars: Vec<Value>,
}

impl Begin {
    /// For workgroups at places like that of the first wave of the first one. `whole` says that lanes
    /// without a thread count as well.
    pub fn of(program: &Program, entry: &dyn Entry, first: WavePlace, whole: bool) -> Begin {
        let groups: u64 = first.grid.iter().map(|&n| u64::from(n)).product();
        let mut begin = Begin::of_group(program, entry, first, whole);
        let mut next = Next::default();
        if groups == 1 {
            return begin;
        }
        if entry.enter_next_all(&first, &mut next) {
            for (reg, (affine, by_wave)) in next.vectors {
                let counts = Value::counting(by_wave, affine.step);
                begin.vectors[usize::from(reg)] = counts.within(begin.shape);
            }
            for reg in next.scalars {
                begin.scalars[usize::from(reg)] = Value::COMMON;
            }
        } else if groups <= ASKED {
            for index in 1..groups {
                let group = group_at(first.grid, index);
                let place = WavePlace { group, ..first };
                begin.join(&Begin::of_group(program, entry, place, whole));
            }
        } else {
            let mut given = Given::new(program);
            entry.enter_next(&first, &mut given);
            for reg in given.vectors.into_keys() {
                begin.vectors[usize::from(reg)] = Value::Any;
            }
            let scalars =
                (given.scalars.iter().zip(&mut begin.scalars)).filter(|(it, _)| it.is_some());
            scalars.for_each(|(_, value)| *value = Value::OF_WAVE.within(begin.shape));
        }
        begin
    }

    /// In one workgroup.
    fn of_group(program: &Program, entry: &dyn Entry, first: WavePlace, whole: bool) -> Begin {
        let shape = WaveShape {
            lanes: first.lanes,
            waves: first.waves,
        };
        let unset = &program.unset;
        let vectors = (0..program.vector_file).map(|reg| match reg {
            reg if reg < unset.vectors => Value::Any,
            reg => {
                let constant = reg.checked_sub(program.resources.vectors);
                let constant = constant.and_then(|i| program.constants.get(usize::from(i)));
                Value::constant(constant.copied().unwrap_or(0))
            }
        });
        let scalars = (0..program.scalar_file).map(|reg| {
            let constant = reg.checked_sub(program.resources.scalars);
            let constant = constant.and_then(|i| program.scalar_constants.get(usize::from(i)));
            match unset.scalars.iter().any(|range| range.contains(&reg)) {
                true => Value::OF_WAVE.within(shape),
                false => Value::constant(constant.copied().unwrap_or(0)),
            }
        });
        let mut begin = Begin {
            shape,
            vectors: vectors.collect(),
            scalars: scalars.collect(),
        };
        let mut lanes: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
        let mut words: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        let mut count = 0;
        for wave in 0..first.waves {
            let place = WavePlace { wave, ..first };
            let mut given = Given::new(program);
            entry.enter(&place, &mut given);
            let own = match whole {
                true => place.lanes,
                false => place.occupied().count_ones(),
            };
            count += own as usize;
            for (reg, words) in given.vectors {
                // Words that were not given lane by lane are of no use.
                let fits = words.len() == place.lanes as usize;
                let own = &words[..if fits { own as usize } else { 0 }];
                lanes.entry(reg).or_default().extend(own);
            }
            for (reg, value) in given.scalars.into_iter().enumerate() {
                words.entry(reg).or_default().extend(value);
            }
        }
        for (reg, words) in lanes {
            let all = words.len() == count;
            let value = all.then(|| Value::of(&words, first.lanes as usize));
            let value = value.unwrap_or(Value::Any).within(shape);
            begin.vectors[usize::from(reg)] = value;
        }
        for (reg, words) in words.into_iter().filter(|(_, words)| !words.is_empty()) {
            let all = words.len() == first.waves as usize;
            let value = all.then(|| Value::of(&words, 1));
            begin.scalars[reg] = value.unwrap_or(Value::OF_WAVE).within(shape);
        }
        begin
    }

    /// It may also be the other.
    fn join(&mut self, other: &Begin) {
        let pairs = self.vectors.iter_mut().zip(&other.vectors);
        let pairs = pairs.chain(self.scalars.iter_mut().zip(&other.scalars));
        pairs.for_each(|(own, other)| *own = own.or(*other).within(self.shape));
    }
}

/// The registers that all waves are given at once: how vectors count from lane to lane, and from wave to
/// wave.
#[derive(Default)]
struct Next {
    vectors: BTreeMap<u16, (Affine, u32)>,
    scalars: BTreeSet<u16>,
}

impl GroupRegisters for Next {
    fn set_vector(&mut self, reg: VReg, first: u32, by_wave: u32, step: u32) {
        let affine = Affine { first, step };
        self.vectors.insert(reg.0, (affine, by_wave));
    }

    fn set_scalar(&mut self, reg: SReg, _: u32) {
        self.scalars.insert(reg.0);
    }
}

/// The registers that a wave is given.
struct Given {
    scalars: Vec<Option<u32>>,
    /// Lane by lane, as far as they are given in that order.
    vectors: BTreeMap<u16, Vec<u32>>,
}

impl Given {
    fn new(program: &Program) -> Given {
        Given {
            scalars: vec![None; program.scalar_file.into()],
            vectors: BTreeMap::new(),
        }
    }
}

impl Registers for Given {
    fn set_vector(&mut self, reg: VReg, lane: u32, value: u32) {
        let words = self.vectors.entry(reg.0).or_default();
        match words.get_mut(lane as usize) {
            Some(word) => *word = value,
            // Words that are given in another order make more of them than there are lanes.
            None => words.push(value),
        }
    }

    fn set_scalar(&mut self, reg: SReg, value: u32) {
        self.scalars[usize::from(reg.0)] = Some(value);
    }
}
