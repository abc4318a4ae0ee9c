//! Numbers of a machine that a header and the command line can change.

use crate::{LaunchRequest, Parameter};
use kernel::{Key, KeyKind};

/// A number of a machine, and what it can be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// What it is where nothing else is asked for.
    pub parameter: Parameter,
    /// The least that it can be.
    pub min: i64,
    /// The most.
    pub max: i64,
}

impl Tunable {
    /// What a number means. [`Tunable::is`] says what it is.
    pub const fn new(
        key: &'static str,
        unit: &'static str,
        min: i64,
        max: i64,
        doc: &'static str,
    ) -> Tunable {
        let parameter = Parameter {
            key,
            value: 0,
            unit,
            doc,
            source: "",
        };
        Tunable {
            parameter,
            min,
            max,
        }
    }

    /// The same with its value, and where that was taken from.
    pub const fn is(mut self, value: i64, source: &'static str) -> Tunable {
        self.parameter.value = value;
        self.parameter.source = source;
        self
    }

    /// Its value in a launch.
    pub fn value_in(&self, request: &LaunchRequest<'_>) -> i64 {
        self.value_or(request, self.parameter.value)
    }

    /// The same, where its value depends on another if nothing is asked for.
    pub fn value_or(&self, request: &LaunchRequest<'_>, default: i64) -> i64 {
        let asked = request.integer(self.parameter.key, default);
        asked.clamp(self.min, self.max)
    }

    const fn header_key(&self) -> Key {
        let (min, max) = (self.min, self.max);
        Key {
            name: self.parameter.key,
            kind: KeyKind::Integer { min, max },
            doc: self.parameter.doc,
        }
    }
}

/// The keys of a header: an instruction set's `own`, then one for each number, `ALL` together.
///
/// # Panics
/// If there are not `ALL` of them, which the compiler finds where keys are constants.
pub const fn header_keys<const ALL: usize>(own: &[Key], numbers: &[Tunable]) -> [Key; ALL] {
    assert!(ALL == own.len() + numbers.len());
    let mut keys = [numbers[0].header_key(); ALL];
    let mut i = 0;
    while i < ALL {
        keys[i] = match i < own.len() {
            true => own[i],
            false => numbers[i - own.len()].header_key(),
        };
        i += 1;
    }
    keys
}
