//! Affine values at run time: while it is known that a register counts from lane to lane, a start
//! and a step stand for it.

use op::ScalarFn;
use plan::{Affine, AffineSource, AffineStep};
use uop::VReg;

/// The registers of waves in lockstep that are known to be affine, as far as the plan follows them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    registers: Vec<Affine>,
    /// The last lane of all.
    last: u32,
    /// They are being followed.
    pub on: bool,
}

impl Values {
    pub fn new(registers: usize, lanes: usize) -> Values {
        Values {
            registers: vec![Affine::default(); registers],
            last: lanes as u32 - 1,
            on: false,
        }
    }

    /// A workgroup begins, whose waves find these; the first lane of all is lane `first` there.
    pub fn begin(&mut self, starts: &[(VReg, Affine)], first: u32) {
        self.on = true;
        for &(reg, affine) in starts {
            self.registers[usize::from(reg.0)] = Affine {
                first: affine.at(first),
                ..affine
            };
        }
    }

    /// A register holds this now, as a vector too.
    pub fn set(&mut self, reg: VReg, affine: Affine) {
        self.registers[usize::from(reg.0)] = affine;
    }

    pub fn get(&self, reg: VReg) -> Affine {
        self.registers[usize::from(reg.0)]
    }

    /// Takes a step, if what comes out is affine again. `scalar` gives uniform scalars.
    ///
    /// The low word of the result is affine by what kind of step it is. Where there is a high word it
    /// must be the same in all lanes: what goes in must not wrap then, and nor must what comes out.
    #[inline]
    pub fn take(
        &mut self,
        step: &AffineStep,
        call: ScalarFn,
        scalar: impl Fn(usize) -> u32,
    ) -> bool {
        let last = self.last;
        let mut steady = true;
        // High words, and low words.
        let mut args = [(0, Affine::default()); 3];
        for (arg, src) in args.iter_mut().zip(step.src) {
            *arg = match src {
                AffineSource::None => continue,
                AffineSource::Constant(low, high) => (high, Affine::constant(low)),
                AffineSource::Scalar(reg, wide) => {
                    let reg = usize::from(reg.0);
                    let high = if wide { scalar(reg + 1) } else { 0 };
                    (high, Affine::constant(scalar(reg)))
                }
                AffineSource::Affine(reg, wide) => {
                    let low = self.get(reg);
                    steady &= !step.wide || low.rises(last);
                    let high = match wide {
                        true => self.get(reg.plus(1)),
                        false => Affine::default(),
                    };
                    steady &= high.step == 0;
                    (high.first, low)
                }
            };
        }
        let result = |lane: u32| {
            let [a, b, c] = args.map(|(high, low)| u64::from(high) << 32 | u64::from(low.at(lane)));
            call(a, b, c)
        };
        let (first, end) = (result(0), result(last));
        let by = result(1).wrapping_sub(first);
        let affine = Affine {
            first: first as u32,
            step: by as u32,
        };
        let high = (first >> 32) as u32;
        let fits = match step.wide {
            false => affine.at(last) == end as u32,
            true => by <= u32::MAX.into() && affine.rises(last) && end >> 32 == first >> 32,
        };
        if !steady || !fits {
            return false;
        }
        let at = usize::from(step.dst.0);
        self.registers[at] = affine;
        if step.wide {
            self.registers[at + 1] = Affine::constant(high);
        }
        true
    }
}
