//! Registers that count from lane to lane.
//!
//! Thread ids do, and so do most addresses that are made of them. While it is known that a
//! register does, two words say all that there is in it: what would be computed in every lane is
//! computed once, and lanes that access memory side by side need not be asked one by one.

use crate::code::{RampSource, RampStep, Shared};
use uop::VReg;

/// Lane `i` holds `first + i * step`, wrapping.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ramp {
    pub first: u32,
    pub step: u32,
}

impl Ramp {
    /// The ramp that lanes hold, if they hold one.
    pub fn of(lanes: &[u32]) -> Option<Ramp> {
        let first = *lanes.first()?;
        let step = lanes.get(1).map_or(0, |second| second.wrapping_sub(first));
        let ramp = Ramp { first, step };
        let fits = (0..).zip(lanes).all(|(i, word)| ramp.at(i) == *word);
        fits.then_some(ramp)
    }

    pub fn at(self, lane: u32) -> u32 {
        self.first.wrapping_add(self.step.wrapping_mul(lane))
    }

    /// It does not wrap before lane `last` has its value.
    fn rises(self, last: u32) -> bool {
        let end = u64::from(self.first) + u64::from(self.step) * u64::from(last);
        end <= u32::MAX.into()
    }
}

/// The registers of waves in step that are known to be ramps, as far as the program is followed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ramps {
    registers: Vec<Ramp>,
    /// The last lane of all.
    last: u32,
    /// They are being followed.
    pub on: bool,
}

impl Ramps {
    pub fn new(registers: usize, lanes: usize) -> Ramps {
        Ramps {
            registers: vec![Ramp::default(); registers],
            last: lanes as u32 - 1,
            on: false,
        }
    }

    /// A workgroup begins, whose waves find these.
    pub fn begin(&mut self, starts: &[(VReg, Ramp)]) {
        self.on = true;
        for &(reg, ramp) in starts {
            self.registers[usize::from(reg.0)] = ramp;
        }
    }

    pub fn get(&self, reg: VReg) -> Ramp {
        self.registers[usize::from(reg.0)]
    }

    /// Takes a step on ramps, if what comes out are ramps again.
    ///
    /// The low word of the result is one by what kind of step it is. Where there is a high word it
    /// must be the same in all lanes: what goes in must not wrap then, and nor must what comes out.
    #[inline]
    pub fn take(
        &mut self,
        step: &RampStep,
        scalars: &[u32],
        waves: usize,
        shared: &Shared,
    ) -> bool {
        debug_assert!(step.shares(shared));
        let last = self.last;
        let mut steady = true;
        // High words, and ramps of low words.
        let mut args = [(0, Ramp::default()); 3];
        for (arg, src) in args.iter_mut().zip(step.src) {
            *arg = match src {
                RampSource::None => continue,
                RampSource::Constant((low, high)) => (high, constant(low)),
                RampSource::Scalar(reg, wide) => {
                    let at = usize::from(reg.0) * waves;
                    let high = if wide { scalars[at + waves] } else { 0 };
                    (high, constant(scalars[at]))
                }
                RampSource::Ramp(reg, wide) => {
                    let low = self.get(reg);
                    steady &= !step.wide || low.rises(last);
                    let high = match wide {
                        true => self.get(reg.plus(1)),
                        false => Ramp::default(),
                    };
                    steady &= high.step == 0;
                    (high.first, low)
                }
            };
        }
        let result = |lane: u32| {
            let [a, b, c] = args.map(|(high, low)| u64::from(high) << 32 | u64::from(low.at(lane)));
            (step.call)(a, b, c)
        };
        let (first, end) = (result(0), result(last));
        let by = result(1).wrapping_sub(first);
        let ramp = Ramp {
            first: first as u32,
            step: by as u32,
        };
        let high = (first >> 32) as u32;
        let fits = match step.wide {
            false => ramp.at(last) == end as u32,
            true => by <= u32::MAX.into() && ramp.rises(last) && end >> 32 == first >> 32,
        };
        if !steady || !fits {
            return false;
        }
        let at = usize::from(step.dst.0);
        self.registers[at] = ramp;
        if step.wide {
            self.registers[at + 1] = constant(high);
        }
        true
    }
}

fn constant(first: u32) -> Ramp {
    Ramp { first, step: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_is_found_and_nothing_else() {
        assert_eq!(Ramp::of(&[7, 9, 11]), Some(Ramp { first: 7, step: 2 }));
        assert_eq!(Ramp::of(&[5, 5]), Some(Ramp { first: 5, step: 0 }));
        assert_eq!(Ramp::of(&[1, 0]).map(|ramp| ramp.at(1)), Some(0));
        assert_eq!(Ramp::of(&[7, 9, 12]), None);
        assert_eq!(Ramp::of(&[]), None);
    }

    #[test]
    fn a_ramp_rises_until_it_wraps() {
        let ramp = Ramp {
            first: u32::MAX - 6,
            step: 2,
        };
        assert!(ramp.rises(3));
        assert!(!ramp.rises(4));
    }
}
