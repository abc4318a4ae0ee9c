//! Where the lanes of an access go, for engines that count cycles.

use super::{address, is_store};
use crate::wave::{MAX_LANES, Wave, for_lanes};
use op::{Interleave, Kernels, Transfer};
use uop::{MemOp, Space};

/// The addresses of one access to local memory; of other accesses only how many lanes take part.
pub(crate) struct Touched {
    pub lanes: usize,
    pub store: bool,
    /// The banks that the lanes are in, as bits, if it is known that no two meet. Most accesses
    /// were thought about and are of this kind; their addresses are not written down.
    pub apart: Option<u64>,
    addresses: [u32; MAX_LANES],
    banks: Option<Interleave>,
}

impl Touched {
    /// Nothing so far. `banks` are those of local memory, if they are few and powers of two.
    pub fn nothing(banks: Option<Interleave>) -> Touched {
        Touched {
            lanes: 0,
            store: false,
            apart: None,
            addresses: [0; MAX_LANES],
            banks,
        }
    }

    /// The address of every lane that takes part, unless lanes are known to be apart.
    pub fn addresses(&self) -> &[u32] {
        &self.addresses[..self.lanes]
    }

    #[cfg(test)]
    pub fn at(addresses: impl Iterator<Item = u32>) -> Touched {
        let mut touched = Touched::nothing(None);
        for (to, address) in touched.addresses.iter_mut().zip(addresses) {
            *to = address;
            touched.lanes += 1;
        }
        touched
    }

    /// An access of words, to local memory where there is a `bias`, which is to be added to its
    /// addresses.
    ///
    /// # Safety
    /// Registers are as for [`Kernels::load`].
    pub(super) unsafe fn note_words(
        &mut self,
        kernels: &Kernels,
        transfer: &Transfer,
        bias: Option<u32>,
        store: bool,
    ) {
        let Transfer {
            low, live, mask, ..
        } = *transfer;
        self.lanes = mask.count_ones() as usize;
        self.store = store;
        self.apart = None;
        let Some(bias) = bias else {
            return;
        };
        if let Some(banks) = self.banks {
            let by = Interleave { bias, ..banks };
            // SAFETY: by this function's contract.
            let banks = unsafe { kernels.banks(low, live, transfer.lanes, by) };
            if banks.count_ones() as usize == self.lanes {
                self.apart = Some(banks);
                return;
            }
        }
        let mut to = 0;
        for_lanes(mask, |lane| {
            // SAFETY: by this function's contract.
            self.addresses[to % MAX_LANES] = unsafe { *low.add(lane) }.wrapping_add(bias);
            to += 1;
        });
    }

    pub(super) fn note(&mut self, wave: &Wave, op: &MemOp, mask: u64) {
        self.lanes = mask.count_ones() as usize;
        self.store = is_store(op);
        self.apart = None;
        if op.space == Space::Local {
            let mut all = [0; MAX_LANES];
            address::addresses(wave, op, &mut all);
            let mut lanes = self.addresses.iter_mut();
            for_lanes(mask, |lane| {
                if let Some(to) = lanes.next() {
                    *to = all[lane] as u32;
                }
            });
        }
    }
}
