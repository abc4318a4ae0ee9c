//! Where the lanes of an access go, for engines that count cycles.

use super::{Spread, address, is_store};
use crate::wave::{MAX_LANES, Wave, for_lanes};
use op::{Interleave, Kernels};
use uop::{MemOp, Space};

/// The addresses of one access to local memory; of other accesses only how many lanes take part.
#[derive(Clone, Debug)]
pub(crate) struct Touched {
    pub lanes: usize,
    pub store: bool,
    /// The banks that the lanes are in, as bits, if it is known that no two meet. Most accesses
    /// were thought about and are of this kind; their addresses are not written down.
    apart: Option<u64>,
    addresses: [u32; MAX_LANES],
    banks: Option<Interleave>,
    /// By bank: how many lanes are in it, if they have been counted.
    met: Vec<u8>,
    counted: bool,
    /// Addresses are written down in any case, and how many bytes each lane of an access to local memory
    /// has from there on.
    keeps: bool,
    pub each: u32,
    /// Bytes of all lanes together, of accesses to other memories than the local one.
    pub bytes: u64,
    /// Lines of memory that those touch, each once, where they have a size.
    lines: Vec<u64>,
    /// How many bits of an address are within a line; 0 where lines do not matter.
    line_bits: u32,
}

/// What an access comes down to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Accessed<'a> {
    pub at: At<'a>,
    pub store: bool,
}

/// Where it goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum At<'a> {
    /// Lines of memory, each once, and how many bytes in all.
    Lines(&'a [u64], u64),
    /// Banks of local memory.
    Banks(Spread<'a>),
    /// Addresses in local memory, of which banks have not been counted.
    Addresses(&'a [u32]),
}

impl Accessed<'_> {
    /// It goes nowhere.
    pub const NOTHING: Accessed<'static> = Accessed {
        at: At::Lines(&[], 0),
        store: false,
    };
}

/// Where private memories are, as far as lines go.
const PRIVATE: u64 = 1 << 62;

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
            met: Vec::new(),
            counted: false,
            keeps: false,
            each: 0,
            bytes: 0,
            lines: Vec::new(),
            line_bits: 0,
        }
    }

    /// The same, with the lines of memory that are touched.
    pub fn with_lines(self, bytes: u32) -> Touched {
        Touched {
            line_bits: bytes.max(2).ilog2(),
            ..self
        }
    }

    /// The same, with the addresses of all lanes in local memory.
    pub fn with_addresses(self) -> Touched {
        Touched {
            keeps: true,
            ..self
        }
    }

    /// Before an instruction.
    pub fn begin(&mut self) {
        self.lanes = 0;
        self.bytes = 0;
        self.store = false;
        // What touches no local memory is in no bank.
        self.apart = Some(0);
        self.lines.clear();
    }

    /// An access was made before.
    pub fn put(&mut self, Accessed { at, store }: Accessed<'_>) {
        self.store = store;
        match at {
            At::Lines(lines, bytes) => {
                self.bytes = bytes;
                self.lines.clear();
                self.lines.extend_from_slice(lines);
            }
            At::Banks(Spread::Apart(banks)) => self.apart = Some(banks),
            At::Banks(Spread::Met(lanes)) => {
                (self.apart, self.counted) = (None, true);
                self.met.clear();
                self.met.extend_from_slice(lanes);
            }
            At::Addresses(_) => {}
        }
    }

    /// What an access of lanes to local memory came down to.
    pub fn in_banks(&self) -> Accessed<'_> {
        let at = match self.apart {
            Some(banks) => At::Banks(Spread::Apart(banks)),
            None if self.counted => At::Banks(Spread::Met(&self.met)),
            None => At::Addresses(self.addresses()),
        };
        let store = self.store;
        Accessed { at, store }
    }

    /// What one to other memory did.
    pub fn in_lines(&mut self) -> Accessed<'_> {
        let (bytes, store) = (self.bytes, self.store);
        let at = At::Lines(self.lines(), bytes);
        Accessed { at, store }
    }

    /// The line that an address is in.
    pub fn line_of(&self, address: u64) -> u64 {
        address >> self.line_bits
    }

    /// The lines of memory that the instruction touched, each once.
    pub fn lines(&mut self) -> &[u64] {
        if self.lines.len() > 1 {
            self.lines.sort_unstable();
            self.lines.dedup();
        }
        &self.lines
    }

    /// So many bytes from an address on, in memory that has lines.
    #[inline]
    fn note_bytes(&mut self, address: u64, bytes: u64) {
        self.bytes += bytes;
        let last = address.wrapping_add(bytes.saturating_sub(1)) >> self.line_bits;
        for line in address >> self.line_bits..=last {
            if self.lines.last() != Some(&line) {
                self.lines.push(line);
            }
        }
    }

    /// A scalar load.
    pub(crate) fn note_scalar(&mut self, address: u64, bytes: u32) {
        self.note_lanes(1, false);
        if self.line_bits > 0 {
            self.note_bytes(address, bytes.into());
        }
    }

    /// What has been noted so far of an instruction, to go [back](Touched::go_back) to.
    pub(super) fn so_far(&self) -> (u64, usize) {
        (self.bytes, self.lines.len())
    }

    /// An access was not made after all.
    pub(super) fn go_back(&mut self, (bytes, lines): (u64, usize)) {
        self.bytes = bytes;
        self.lines.truncate(lines);
    }

    /// The lanes of an access to global memory, with what their addresses have in common. `run` says that
    /// all take part, side by side.
    ///
    /// # Safety
    /// `low` has an address for every lane of the mask.
    #[inline]
    pub(super) unsafe fn note_global(
        &mut self,
        at: &Addresses,
        common: u64,
        bytes: u32,
        (store, run): (bool, bool),
    ) {
        self.note_lanes(at.active, store);
        if self.line_bits == 0 {
            return;
        }
        if run {
            // SAFETY: by this function's contract.
            let first = common.wrapping_add(unsafe { *at.low }.into());
            return self.note_bytes(first, u64::from(bytes) * at.lanes as u64);
        }
        for_lanes(at.mask, |lane| {
            // SAFETY: by this function's contract.
            let low = unsafe { *at.low.add(lane) };
            self.note_bytes(common.wrapping_add(low.into()), bytes.into());
        });
    }

    /// So many lanes of an access to global memory, each with so many bytes, side by side.
    pub(crate) fn note_run(&mut self, first: u64, (bytes, lanes): (u32, usize), store: bool) {
        self.note_lanes(lanes as u32, store);
        if self.line_bits > 0 {
            self.note_bytes(first, u64::from(bytes) * lanes as u64);
        }
    }

    /// The same of one to local memory, whose addresses are written down.
    pub(super) fn note_local_run(&mut self, first: u32, lanes: usize, (each, store): (u32, bool)) {
        self.note_lanes(lanes as u32, store);
        self.each = each;
        for (lane, to) in (0..).zip(&mut self.addresses[..lanes]) {
            *to = first.wrapping_add(each * lane);
        }
    }

    /// The address of every lane that takes part, unless lanes are known to be apart.
    pub fn addresses(&self) -> &[u32] {
        &self.addresses[..self.lanes]
    }

    /// An access to another memory.
    pub(super) fn note_lanes(&mut self, active: u32, store: bool) {
        self.lanes = active as usize;
        self.store = store;
        self.apart = None;
        self.counted = false;
    }

    /// An access to global memory by one lane, beside those of the instruction so far.
    pub(crate) fn note_lane(&mut self, address: u64, bytes: u64, store: bool) {
        // Operations may access several places for a lane.
        self.lanes = MAX_LANES.min(self.lanes + 1);
        self.store |= store;
        self.apart = None;
        if self.line_bits > 0 {
            self.note_bytes(address, bytes);
        }
    }

    /// # Safety
    /// Registers are as for [`Kernels::apart`].
    pub(super) unsafe fn note_local(
        &mut self,
        kernels: &Kernels,
        at: &Addresses,
        (each, store): (u32, bool),
    ) {
        self.note_lanes(at.active, store);
        self.each = each;
        if let (Some(banks), false) = (self.banks, self.keeps) {
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
        if at.active as usize == at.lanes {
            // SAFETY: by this function's contract.
            let low = unsafe { std::slice::from_raw_parts(at.low, at.lanes) };
            for (to, low) in self.addresses.iter_mut().zip(low) {
                *to = low.wrapping_add(at.bias);
            }
            return;
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
        if op.space != Space::Local && self.line_bits > 0 {
            let mut all = [0; MAX_LANES];
            address::addresses(wave, op, &mut all);
            // The private memories of lanes lie side by side, word by word.
            let private = op.space == Space::Private;
            for_lanes(mask, |lane| {
                let address = match private {
                    true => PRIVATE | (all[lane] << 6) | (4 * lane as u64),
                    false => all[lane],
                };
                self.note_bytes(address, op.bytes.into());
            });
        }
        if op.space == Space::Local {
            self.each = op.bytes.into();
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
