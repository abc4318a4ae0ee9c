//! How sure a result is to be what the hardware gives.

/// How sure the result of an instruction is to be what the hardware gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fidelity {
    /// A specification says every bit, and that is what comes out.
    #[default]
    Exact,
    /// Machines may differ in the last bits, for this reason.
    Approximate(&'static str),
    /// Nothing published says it: it rests on a conclusion, which is this one.
    Inferred(&'static str),
}

impl Fidelity {
    /// In one word.
    pub const fn name(self) -> &'static str {
        match self {
            Fidelity::Exact => "exact",
            Fidelity::Approximate(_) => "approximate",
            Fidelity::Inferred(_) => "inferred",
        }
    }

    /// Why it is not exact, where it is not.
    pub const fn reason(self) -> Option<&'static str> {
        match self {
            Fidelity::Exact => None,
            Fidelity::Approximate(reason) | Fidelity::Inferred(reason) => Some(reason),
        }
    }

    /// Approximate for a reason if something is so.
    pub const fn approximate_if(so: bool, reason: &'static str) -> Fidelity {
        match so {
            true => Fidelity::Approximate(reason),
            false => Fidelity::Exact,
        }
    }
}
