//! Scalars as kernels see them: in every lane of a register of scratch.

use crate::code::Scalars;
use crate::registers::MAX_LOCKSTEP;
use op::Kernels;
use plan::Uniform;

/// Gives a scalar a value in so many waves.
///
/// # Safety
/// There are so many words, and a whole row if there are as many as can be.
#[inline(always)]
pub(super) unsafe fn fill(at: *mut u32, value: u32, n: usize) {
    // SAFETY: by this function's contract.
    unsafe {
        match n {
            1 => *at = value,
            MAX_LOCKSTEP => *at.cast::<[u32; MAX_LOCKSTEP]>() = [value; MAX_LOCKSTEP],
            _ => (0..n).for_each(|w| *at.add(w) = value),
        }
    }
}

/// The scalars of one wave.
#[derive(Clone, Copy)]
pub(super) struct One {
    pub scalars: *const u32,
    pub row: usize,
}

impl Scalars for One {
    #[inline(always)]
    unsafe fn spread(self, reg: usize, _: usize, to: *mut u32, lanes: usize, kernels: &Kernels) {
        // SAFETY: by this function's contract.
        unsafe {
            let value = *self.scalars.add(reg * self.row);
            if *to != value {
                kernels.broadcast(to, value, lanes);
            }
        }
    }
}

/// The scalars of several waves.
#[derive(Clone, Copy)]
pub(super) struct Several<'p> {
    pub scalars: *const u32,
    pub row: usize,
    pub waves: usize,
    pub width: usize,
    /// Which are uniform, where that is known.
    pub uniform: Option<&'p Uniform>,
    pub shadows: *mut u64,
    pub epoch: u64,
}

impl Scalars for Several<'_> {
    #[inline(always)]
    unsafe fn spread(
        self,
        reg: usize,
        shadow: usize,
        to: *mut u32,
        lanes: usize,
        kernels: &Kernels,
    ) {
        // SAFETY: by this function's contract; a wave's part of a register is `width` words, and
        // there is a mark for every shadow.
        unsafe {
            let first = self.scalars.add(reg * self.row);
            if self.uniform.is_some_and(|uniform| uniform.has(reg)) {
                let (value, known) = (*first, self.shadows.add(shadow));
                if *known != self.epoch | u64::from(value) {
                    *known = self.epoch | u64::from(value);
                    kernels.broadcast(to, value, lanes);
                }
                return;
            }
            for w in 0..self.waves {
                let (value, part) = (*first.add(w), to.add(w * self.width));
                if *part != value {
                    kernels.broadcast(part, value, self.width);
                }
            }
        }
    }
}
