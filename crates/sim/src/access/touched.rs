//! Where the lanes of an access go, for engines that count cycles.

use super::{address, is_store};
use crate::wave::{MAX_LANES, Wave, for_lanes};
use op::{Interleave, Kernels};
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

/// Addresses in a register, and which of them count.
pub(super) struct Addresses {
    pub low: *const u32,
    /// To be added to every one.
    pub bias: u32,
    pub live: *const u32,
    pub mask: u64,
    pub lanes: usize,
    pub active: u32,
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

    /// An access to another memory.
    pub(super) fn note_lanes(&mut self, active: u32, store: bool) {
        self.lanes = active as usize;
        self.store = store;
        self.apart = None;
    }

    /// # Safety
    /// Registers are as for [`Kernels::apart`].
    pub(super) unsafe fn note_local(&mut self, kernels: &Kernels, at: &Addresses, store: bool) {
        self.note_lanes(at.active, store);
        if let Some(banks) = self.banks {
            let by = Interleave {
                bias: at.bias,
                ..banks
            };
            // SAFETY: by this function's contract.
            self.apart = unsafe { kernels.apart(by, at.low, at.live, at.lanes, at.active) };
            if self.apart.is_some() {
                return;
            }
        }
        let mut to = 0;
        for_lanes(at.mask, |lane| {
            // SAFETY: by this function's contract.
            self.addresses[to % MAX_LANES] = unsafe { *at.low.add(lane) }.wrapping_add(at.bias);
            to += 1;
        });
    }

    pub(super) fn note(&mut self, wave: &Wave, op: &MemOp, mask: u64) {
        self.note_lanes(mask.count_ones(), is_store(op));
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
