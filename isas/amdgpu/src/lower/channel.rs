//! Counters of outstanding operations, per generation.
//!
//! RDNA 3 counts LDS and scalar memory together, though LDS operations complete in order and scalar
//! loads do not. Two channels stand for that counter: waiting for at most `n` tells which LDS
//! operations are done whatever the scalar loads do, and tells of scalar loads only if `n` is 0.
//!
//! The global data share of RDNA 3 is a third kind on that counter, in order by itself. What it works
//! with is sent there like exports and counts on `expcnt` besides, until it has left the registers;
//! `lds_direct_load` counts there alone.
//!
//! A FLAT access may go to local or to global memory, so it counts as both kinds and is done when both
//! have been waited for.

use crate::meaning::Counter;
use crate::target::Target;
use uop::{Channel, ChannelRule, StandIn};

/// The channel of a counter.
pub(super) const fn of(counter: Counter) -> Channel {
    Channel(counter as u8)
}

pub(super) const LOAD: Channel = of(Counter::Load);
pub(super) const STORE: Channel = of(Counter::Store);
pub(super) const LDS: Channel = of(Counter::Lds);
pub(super) const SCALAR: Channel = of(Counter::Scalar);
pub(super) const EXPORT: Channel = of(Counter::Export);
/// Samples of images on RDNA 4; on RDNA 3 they are loads among others.
pub(super) const SAMPLE: Channel = of(Counter::Sample);
/// Ray tests on RDNA 4; on RDNA 3 they are loads among others.
pub(super) const RAY: Channel = of(Counter::Ray);
pub(super) const GDS: Channel = of(Counter::Gds);
/// FLAT loads, and atomics that return.
pub(super) const FLAT_LOAD: Channel = Channel(8);
pub(super) const FLAT_STORE: Channel = Channel(9);
/// The first half of an LDS access to two addresses.
pub(super) const LDS_PART: Channel = Channel(10);
/// What a ray test gives besides what it counts for: it may be in registers that lie elsewhere.
pub(super) const RAY_PART: Channel = Channel(11);

pub(super) const STAND_INS: [(Channel, StandIn); 4] = [
    (FLAT_LOAD, StandIn::Both(LOAD, LDS)),
    (FLAT_STORE, StandIn::Both(STORE, LDS)),
    (LDS_PART, StandIn::Part(LDS)),
    (RAY_PART, StandIn::Part(RAY)),
];

pub(super) fn rules(target: Target) -> Vec<ChannelRule> {
    let rules = target.generation().counters.iter();
    rules
        .map(|rule| ChannelRule {
            name: rule.name.into(),
            in_order: rule.in_order,
            writes_in_order: rule.writes_in_order,
            limit: rule.limit,
        })
        .collect()
}
