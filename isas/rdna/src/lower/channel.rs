//! Counters of outstanding operations, per generation.
//!
//! RDNA 3 counts LDS and scalar memory together, though LDS operations complete in order and scalar
//! loads do not. Two channels stand for that counter: waiting for at most `n` tells which LDS
//! operations are done whatever the scalar loads do, and tells of scalar loads only if `n` is 0.
//! FLAT operations, which count as both kinds, are tracked as global ones.

use crate::target::Target;
use uop::{Channel, ChannelRule};

/// Loads of vector memory, and its atomics that return.
pub(super) const LOAD: Channel = Channel(0);
/// Stores, and atomics that return nothing.
pub(super) const STORE: Channel = Channel(1);
pub(super) const LDS: Channel = Channel(2);
pub(super) const SCALAR: Channel = Channel(3);
pub(super) const ALL: [Channel; 4] = [LOAD, STORE, LDS, SCALAR];

pub(super) fn rules(target: Target) -> Vec<ChannelRule> {
    let rule = |name: &str, in_order: bool, limit: u16| ChannelRule {
        name: name.into(),
        in_order,
        limit,
    };
    if target.is_rdna4() {
        vec![
            rule("loadcnt", true, 64),
            rule("storecnt", true, 64),
            rule("dscnt", true, 64),
            rule("kmcnt", false, 32),
        ]
    } else {
        vec![
            rule("vmcnt", true, 64),
            rule("vscnt", true, 64),
            rule("lgkmcnt", true, 64),
            rule("lgkmcnt", false, 64),
        ]
    }
}
