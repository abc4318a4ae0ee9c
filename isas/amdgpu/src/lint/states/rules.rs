//! How many wait states there have to be between two instructions.

use super::super::unit::Vectors;
use super::seen::{Core, EXEC, Product, Seen};
use crate::inst::special_name;
use crate::target::Generation;

/// What has to lie between two instructions, and why.
pub(super) struct Wanted {
    pub code: &'static str,
    pub states: u8,
    /// What the second does.
    pub does: String,
    /// What the first has done.
    pub done: &'static str,
}

/// Registers of the second instruction that a product nearer to it has used: those before it matter no more,
/// as products come one after the other. A bit for each that is read, and for each that is written.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Settled {
    read: u16,
    written: u16,
    /// Sums that products take.
    sums: u16,
}

/// The most that the second has to wait for the first.
pub(super) fn wanted(
    first: &Seen,
    second: &Seen,
    settled: &mut Settled,
    generation: &Generation,
) -> Option<Wanted> {
    let mut most: Option<Wanted> = None;
    let mut want = |code, states: u8, does: &dyn Fn() -> String, done| {
        if states > most.as_ref().map_or(0, |it| it.states) {
            most = Some(Wanted {
                code,
                states,
                does: does(),
                done,
            });
        }
    };
    if first.vector && !first.scalars.is_empty() {
        scalars(first, second, &mut want);
    }
    if let Some(product) = first.product {
        products(product, first, second, settled, generation, &mut want);
    } else if !first.written.is_empty() {
        vectors(first, second, &mut want);
    }
    if let (Some(stored), true) = (first.stored, second.vector)
        && let Some(reg) = second.written.iter().find(|reg| reg.overlaps(stored))
    {
        let does = || format!("overwrites {}", reg.shared(stored));
        want("store-data", 2, &does, "a store takes it");
    }
    let at_once = second.is_buffer() && generation.buffers_take_m0;
    if second.takes_m0 && first.sets_m0() && !at_once {
        want("m0-use", 1, &|| "uses m0".into(), "it was written");
    }
    if let (Some(set), Some(own)) = (first.hardware.filter(|it| it.set), second.hardware)
        && set.number == own.number
    {
        let does = || match own.set {
            true => "sets a hardware register".into(),
            false => "reads a hardware register".into(),
        };
        want("register-set", 2, &does, "it was set");
    }
    most
}

type Want<'a> = dyn FnMut(&'static str, u8, &dyn Fn() -> String, &'static str) + 'a;

/// Scalars that a vector instruction writes.
fn scalars(first: &Seen, second: &Seen, want: &mut Want<'_>) {
    for &(own, states) in &second.awaited {
        let overlaps = |it: &&(u16, u16)| it.0 < own.0 + own.1 && own.0 < it.0 + it.1;
        let Some(written) = first.scalars.iter().find(overlaps) else {
            continue;
        };
        if own == EXEC {
            let does = || "depends on exec".into();
            want("exec-use", states, &does, "a comparison wrote it");
            continue;
        }
        let code = own.0.max(written.0);
        let does = || match special_name(code, 1) {
            Some(name) => format!("reads {name}"),
            None => format!("reads s{code}"),
        };
        want("scalar-use", states, &does, "a vector instruction wrote it");
    }
}

/// Vector registers that something other than a product writes.
fn vectors(first: &Seen, second: &Seen, want: &mut Want<'_>) {
    /// Until a product can read it.
    const PRODUCT: u8 = 2;
    /// Until other lanes can.
    const LANES: u8 = 2;
    /// Until a sum of products can be used by anything but another such sum.
    const DOT: u8 = 3;
    for read in &second.read {
        let overlaps = |it: &&Vectors| it.overlaps(read.registers);
        let Some(written) = first.written.iter().find(overlaps) else {
            continue;
        };
        let does = || format!("reads {}", written.shared(read.registers));
        if second.dpp {
            want("vector-use", LANES, &does, "it was written");
        }
        if !first.vector {
            continue;
        }
        if second.moves > 0 {
            want("vector-use", second.moves, &does, "it was written");
        }
        if second.product.is_some() && !first.dot {
            want("vector-use", PRODUCT, &does, "it was written");
        }
        if first.transcendental && second.vector && !second.transcendental {
            want("trans-use", 1, &does, "a transcendental wrote it");
        }
        let uses = second.vector || second.memory.is_some();
        let adds = read.sum && first.is_like(second);
        if first.dot && uses && second.product.is_none() && !adds {
            want("vector-use", DOT, &does, "a sum of products was written");
        }
        if first.shifts_result && second.vector {
            want("vector-use", 1, &does, "a part of it was written");
        }
    }
    for own in &second.written {
        let Some(written) = first.written.iter().find(|it| it.overlaps(*own)) else {
            continue;
        };
        let does = || format!("overwrites {}", written.shared(*own));
        let uses = second.vector || second.memory.is_some();
        if first.dot && uses && second.product.is_none() && !first.is_like(second) {
            want("vector-use", DOT, &does, "a sum of products was written");
        }
        if first.shifts_result && second.vector {
            want("vector-use", 1, &does, "a part of it was written");
        }
    }
}

/// Registers that a product of matrices writes or adds to.
fn products(
    product: Product,
    first: &Seen,
    second: &Seen,
    settled: &mut Settled,
    generation: &Generation,
    want: &mut Want<'_>,
) {
    const WROTE: &str = "a product of matrices wrote it";
    let uses = second.vector || second.memory.is_some();
    for (read, bit) in second.read.iter().zip(0..) {
        let Some(written) = first.written.iter().find(|it| it.overlaps(read.registers)) else {
            continue;
        };
        if !uses || !settle(&mut settled.read, bit) {
            continue;
        }
        let states = match second.product {
            Some(other) if read.sum => {
                product.until_sum(other, *written == read.registers, generation)
            }
            Some(_) => product.until_read(generation),
            None if second.memory.is_some() => product.until_stored(generation),
            None => product.until_read(generation),
        };
        let does = || format!("reads {}", written.shared(read.registers));
        want("matrix-use", states, &does, WROTE);
    }
    if second.product.is_some() {
        return;
    }
    for (own, bit) in second.written.iter().zip(0..) {
        if let Some(written) = first.written.iter().find(|it| it.overlaps(*own))
            && uses
            && settle(&mut settled.written, bit)
        {
            let does = || format!("overwrites {}", written.shared(*own));
            want(
                "matrix-use",
                product.until_written(generation),
                &does,
                WROTE,
            );
        }
        let mut sums = first.read.iter().filter(|read| read.sum);
        if product.core == Core::Small
            && let Some(sum) = sums.find(|read| read.registers.overlaps(*own))
            && uses
            && settle(&mut settled.sums, bit)
        {
            let does = || format!("overwrites {}", sum.registers.shared(*own));
            let done = "a product of matrices adds to it";
            want("matrix-use", product.passes - 1, &does, done);
        }
    }
    if second.fuses_doubles && product.core == Core::Double {
        let does = || "multiplies doubles".into();
        want("matrix-use", 2, &does, "a product of matrices of doubles");
    }
}

/// Whether a bit was not set before; it is then.
fn settle(bits: &mut u16, bit: u32) -> bool {
    let before = *bits;
    *bits |= 1 << bit;
    before != *bits
}

impl Product {
    /// Until its result can be read as a factor, as an index, or by any other vector instruction.
    fn until_read(self, generation: &Generation) -> u8 {
        self.passes
            + match self.core {
                Core::Double => 2 + u8::from(self.is_long()),
                Core::Single => 2,
                Core::Small => 3 + self.later(generation),
            }
    }

    /// Until memory can have it.
    fn until_stored(self, generation: &Generation) -> u8 {
        match (self.core, self.is_long()) {
            (Core::Double, false) => 9,
            (Core::Double, true) => 18,
            _ => self.until_read(generation),
        }
    }

    /// Until another instruction can write its registers.
    fn until_written(self, generation: &Generation) -> u8 {
        match (self.core, self.is_long()) {
            (Core::Double, true) => 11,
            _ => self.until_read(generation),
        }
    }

    /// Until another product can add to it: to all of it and nothing else, or to a part.
    fn until_sum(self, other: Product, all: bool, generation: &Generation) -> u8 {
        let short_doubles = |it: Product| it.core == Core::Double && !it.is_long();
        match (self.core, other.core) {
            // The result goes from one to the other directly.
            _ if all && short_doubles(self) && short_doubles(other) => self.passes,
            _ if all && self.passes == 2 => 2,
            _ if all => 0,
            (Core::Double | Core::Single, Core::Small) => 0,
            (Core::Double, _) => self.passes + u8::from(self.is_long()),
            (Core::Single, _) => self.passes,
            (Core::Small, Core::Small) => self.passes + 1 + u8::from(generation.late_products),
            (Core::Small, _) => self.passes + 1 + self.later(generation),
        }
    }

    /// Of products of doubles, the larger.
    fn is_long(self) -> bool {
        self.passes > 4
    }

    fn later(self, generation: &Generation) -> u8 {
        u8::from(generation.late_products && self.passes > 2)
    }
}
