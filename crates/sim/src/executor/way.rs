//! The ways of going through a program: what the loop of the executor is compiled for.

/// What a way of going has and does. The loop asks for these constants, so that a way pays for nothing
/// that it does not have.
pub(super) trait Way {
    /// For one wave, not for several in lockstep.
    const ALONE: bool = true;
    /// Takes every step by itself and tells the observer of it. Other ways take some steps together, and
    /// leave the end of a wave's quantum to a careful one, so that a turn is as long whether it is watched
    /// or not.
    const CAREFUL: bool = false;
    /// Looks for uses of what is in flight.
    const STRICT: bool = false;
    /// Tells the observer of marked instructions only.
    const MARKED: bool = false;
    /// Notes what every instruction counts.
    const COUNTED: bool = false;
}

pub(super) struct Plain;
impl Way for Plain {}

pub(super) struct Counted;
impl Way for Counted {
    const COUNTED: bool = true;
}

pub(super) struct Marked;
impl Way for Marked {
    const MARKED: bool = true;
}

pub(super) struct Careful;
impl Way for Careful {
    const CAREFUL: bool = true;
}

pub(super) struct CarefulCounted;
impl Way for CarefulCounted {
    const CAREFUL: bool = true;
    const COUNTED: bool = true;
}

pub(super) struct Strict;
impl Way for Strict {
    const CAREFUL: bool = true;
    const STRICT: bool = true;
}

pub(super) struct Together;
impl Way for Together {
    const ALONE: bool = false;
}

pub(super) struct TogetherCounted;
impl Way for TogetherCounted {
    const ALONE: bool = false;
    const COUNTED: bool = true;
}
