//! Immediates of several fields: what is waited for, and how far away it is.

use crate::target::Target;

/// A part of a 16-bit immediate with its own name.
#[derive(Debug)]
pub struct Part {
    /// As written before its value in parentheses.
    pub name: &'static str,
    /// The lowest bit.
    pub lo: u8,
    /// How many bits.
    pub len: u8,
    /// Where the upper bits of the value are, and how many.
    pub upper: (u8, u8),
    /// What it counts, of those that say what depends on what.
    pub results: Option<Results>,
}

/// What arithmetic leaves behind it, as a wait can wait for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// That nothing is held back.
    Held,
    /// Scalars from scalar instructions.
    ScalarScalars,
    /// Vector registers from vector instructions.
    Vectors,
    /// Scalars from vector instructions.
    VectorScalars,
    /// Scalars that vector instructions have read.
    ScalarSources,
    /// VCC from vector instructions.
    VectorVcc,
    /// Vector registers that memory instructions have read.
    Sources,
}

impl Results {
    /// What of a [`DEPCTR`] immediate waits for them.
    pub fn part(self) -> &'static Part {
        let own = |part: &&Part| part.results == Some(self);
        DEPCTR.iter().find(own).expect("each has a counter")
    }
}

impl Part {
    /// The largest value.
    pub const fn max(&self) -> u32 {
        (1 << (self.len + self.upper.1)) - 1
    }

    /// Its value in an immediate.
    pub const fn of(&self, imm: u32) -> u32 {
        let (at, len) = self.upper;
        let upper = imm >> at & ((1 << len) - 1);
        imm >> self.lo & ((1 << self.len) - 1) | upper << self.len
    }

    /// The bits of an immediate that are its value.
    pub const fn bits(&self, value: u32) -> u32 {
        let low = value & ((1 << self.len) - 1);
        low << self.lo | value >> self.len << self.upper.0
    }
}

const fn part(name: &'static str, lo: u8, len: u8) -> Part {
    Part {
        name,
        lo,
        len,
        upper: (0, 0),
        results: None,
    }
}

const fn results(name: &'static str, lo: u8, len: u8, results: Results) -> Part {
    Part {
        results: Some(results),
        ..part(name, lo, len)
    }
}

/// The counters of `s_waitcnt` on a target; unwritten ones are at their maximum, which waits for nothing.
pub fn waitcnt(target: Target) -> &'static [Part; 3] {
    target.generation().waits
}

/// Those of RDNA.
pub static WAITCNT: [Part; 3] = [
    part("vmcnt", 10, 6),
    part("expcnt", 0, 3),
    part("lgkmcnt", 4, 6),
];

/// Those of CDNA.
pub static GCN_WAITCNT: [Part; 3] = [
    Part {
        upper: (14, 2),
        ..part("vmcnt", 0, 4)
    },
    part("expcnt", 4, 3),
    part("lgkmcnt", 8, 4),
];

/// The counters of `s_waitcnt_depctr` and `s_wait_alu`.
pub static DEPCTR: &[Part] = &[
    results("depctr_hold_cnt", 7, 1, Results::Held),
    results("depctr_sa_sdst", 0, 1, Results::ScalarScalars),
    results("depctr_va_vdst", 12, 4, Results::Vectors),
    results("depctr_va_sdst", 9, 3, Results::VectorScalars),
    results("depctr_va_ssrc", 8, 1, Results::ScalarSources),
    results("depctr_va_vcc", 1, 1, Results::VectorVcc),
    results("depctr_vm_vsrc", 2, 3, Results::Sources),
];

/// Bits of a [`DEPCTR`] immediate that belong to no counter.
pub const DEPCTR_UNUSED: u32 = 0x60;

/// The fields of `s_delay_alu`, whose values have names.
pub static DELAY_ALU: &[Part] = &[
    part("instid0", 0, 4),
    part("instskip", 4, 3),
    part("instid1", 7, 4),
];

/// What a field of `s_delay_alu` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delay {
    /// Nothing.
    Nothing,
    /// The vector instruction so many of them back.
    Vector(u32),
    /// The transcendental so many of them back.
    Transcendental(u32),
    /// A sum of products, for so many cycles.
    Accumulation(u32),
    /// A scalar instruction shortly before, for so many cycles.
    Scalar(u32),
}

/// What an instruction waits for, by code.
pub static DELAY_INST: &[(&str, Delay)] = &[
    ("NO_DEP", Delay::Nothing),
    ("VALU_DEP_1", Delay::Vector(1)),
    ("VALU_DEP_2", Delay::Vector(2)),
    ("VALU_DEP_3", Delay::Vector(3)),
    ("VALU_DEP_4", Delay::Vector(4)),
    ("TRANS32_DEP_1", Delay::Transcendental(1)),
    ("TRANS32_DEP_2", Delay::Transcendental(2)),
    ("TRANS32_DEP_3", Delay::Transcendental(3)),
    ("FMA_ACCUM_CYCLE_1", Delay::Accumulation(1)),
    ("SALU_CYCLE_1", Delay::Scalar(1)),
    ("SALU_CYCLE_2", Delay::Scalar(2)),
    ("SALU_CYCLE_3", Delay::Scalar(3)),
];

/// Which instruction the second field is for, by code.
pub static DELAY_SKIP: &[&str] = &["SAME", "NEXT", "SKIP_1", "SKIP_2", "SKIP_3", "SKIP_4"];

/// The name of a value of a field of [`DELAY_ALU`].
pub fn delay_name(field: usize, code: u32) -> Option<&'static str> {
    match field {
        1 => DELAY_SKIP.get(code as usize).copied(),
        _ => DELAY_INST.get(code as usize).map(|(name, _)| *name),
    }
}
