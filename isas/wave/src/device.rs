//! What a WAVE device offers: the constants and options that section 7 makes queryable.

use std::fmt;

/// An optional part of the instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capability {
    F16,
    F64,
    Atomic64,
    Mma,
    Dp4a,
    Subgroups,
    Cluster,
    /// `.b0` to `.b3`: optional in the specification, which gives it no name.
    ByteRegisters,
}

impl Capability {
    pub const ALL: [Capability; 8] = [
        Capability::F16,
        Capability::F64,
        Capability::Atomic64,
        Capability::Mma,
        Capability::Dp4a,
        Capability::Subgroups,
        Capability::Cluster,
        Capability::ByteRegisters,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Capability::F16 => "CAP_F16",
            Capability::F64 => "CAP_F64",
            Capability::Atomic64 => "CAP_ATOMIC64",
            Capability::Mma => "CAP_MMA",
            Capability::Dp4a => "CAP_DP4A",
            Capability::Subgroups => "CAP_SUBGROUPS",
            Capability::Cluster => "CAP_CLUSTER",
            Capability::ByteRegisters => "BYTE_REGISTERS",
        }
    }

    /// The capability called `name`, with or without `CAP_`, in any case.
    pub fn from_name(name: &str) -> Option<Capability> {
        let wanted = name.to_ascii_uppercase();
        let wanted = wanted.strip_prefix("CAP_").unwrap_or(&wanted);
        let short = |cap: Capability| cap.name().strip_prefix("CAP_").unwrap_or(cap.name());
        Capability::ALL
            .into_iter()
            .find(|&cap| short(cap) == wanted)
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
