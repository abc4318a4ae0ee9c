//! What the waves of a workgroup start with, as far as it is the same in every workgroup.

use crate::Affine;
use std::collections::BTreeMap;
use uop::{Entry, GroupRegisters, Program, Registers, SReg, VReg, WavePlace};

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
            match next.0.get(&reg.0) {
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

/// The vector registers that all waves are given at once: how they count from lane to lane, and from wave
/// to wave.
#[derive(Default)]
struct Next(BTreeMap<u16, (Affine, u32)>);

impl GroupRegisters for Next {
    fn set_vector(&mut self, reg: VReg, first: u32, by_wave: u32, step: u32) {
        self.0.insert(reg.0, (Affine { first, step }, by_wave));
    }

    fn set_scalar(&mut self, _: SReg, _: u32) {}
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
