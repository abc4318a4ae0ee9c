//! Where the lanes of an access go, for engines that count cycles.

use super::{address, is_store};
use crate::wave::{MAX_LANES, Wave, for_lanes};
use uop::{MemOp, Space, Src};

/// The addresses of one access to local memory; of other accesses only how many lanes take part.
pub(crate) struct Touched {
    pub lanes: usize,
    pub store: bool,
    addresses: [u32; MAX_LANES],
}

impl Touched {
    pub const NOTHING: Touched = Touched {
        lanes: 0,
        store: false,
        addresses: [0; MAX_LANES],
    };

    /// The address of every lane that takes part.
    pub fn addresses(&self) -> &[u32] {
        &self.addresses[..self.lanes]
    }

    #[cfg(test)]
    pub fn at(addresses: impl Iterator<Item = u32>) -> Touched {
        let mut touched = Touched::NOTHING;
        for (to, address) in touched.addresses.iter_mut().zip(addresses) {
            *to = address;
            touched.lanes += 1;
        }
        touched
    }

    pub(super) fn note(&mut self, wave: &Wave, op: &MemOp, mask: u64) {
        self.lanes = mask.count_ones() as usize;
        self.store = is_store(op);
        if op.space != Space::Local {
            return;
        }
        let addr = &op.addr;
        let plain = !addr.wide && addr.scalar.is_none() && addr.offset == 0;
        match addr.base {
            Src::Vector(reg) if plain && self.lanes == wave.lanes() => {
                self.addresses[..self.lanes].copy_from_slice(wave.vector(reg));
            }
            _ => {
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
}
