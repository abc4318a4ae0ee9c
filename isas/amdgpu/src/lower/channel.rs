//! Counters of outstanding operations, per generation, and what waiting for them orders.
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
//!
//! The memory model is as LLVM's AMDGPU back end has it, which is what sequences of waits and cache
//! instructions mean for the order of accesses.
//!
//! A store behind a wait for all stores (`s_waitcnt_vscnt null, 0`, `s_wait_storecnt 0`) and for
//! whatever else is outstanding is a release. A load or an atomic that was waited for is an acquire
//! once the caches are emptied: `buffer_gl1_inv` and `buffer_gl0_inv`, or `global_inv` of a scope that
//! reaches other workgroups. Within a workgroup `buffer_gl0_inv` or `global_inv` of any scope is enough, and
//! nothing is needed in CU mode. On CDNA a store is one to other workgroups when `buffer_wbl2` of such a scope came
//! before the wait, and `buffer_inv` empties the caches. Local memory has no cache, and accesses of a wave to it stay in order.

use crate::inst::AmdInst;
use crate::meaning::{Cache, Counter, Meaning};
use crate::row::AmdFormat;
use crate::target::{CachePolicy, Target};
use uop::{Channel, ChannelRule, Fence, MemoryOrder, Scope, StandIn};

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

/// Waves of a workgroup that are on both halves of a WGP have a cache each; in CU mode they share one.
/// On CDNA, workgroups have a compute unit and its cache to themselves.
pub(super) fn of_accesses(cu_mode: bool, target: Target) -> MemoryOrder {
    let stores = match target.generation().stores_count_as_loads {
        true => LOAD,
        false => STORE,
    };
    let bits = |channels: &[Channel]| channels.iter().fold(0, |all, one| all | 1 << one.0);
    MemoryOrder {
        global: bits(&[LOAD, stores, SAMPLE, RAY]),
        local: bits(&[LDS]),
        results: bits(&[LOAD, LDS, SAMPLE, RAY]),
        stores: bits(&[stores]),
        cached: true,
        cached_in_workgroup: !cu_mode && target.generation().paired_units,
        written_back: target.generation().writes_back,
        stores_await_fences: false,
        relaxed_atomics: true,
        unordered_branches: false,
        advice: match target.generation().writes_back {
            true => {
                "to order them, wait for all that is outstanding, stores too, before the barrier or the store \
                 or atomic that publishes; between workgroups, write the cache back before that wait \
                 (`buffer_wbl2 sc1`), and empty it after the load or atomic that sees it (`buffer_inv sc1`)"
            }
            false => {
                "to order them, wait for all that is outstanding, stores too, before the barrier or \
                 the store or atomic that publishes; between workgroups, empty the caches after the \
                 load or atomic that sees it"
            }
        },
    }
}

/// What emptying a cache orders.
pub(super) fn fence(cache: Cache, inst: &AmdInst) -> Fence {
    match cache {
        Cache::Inner => Fence::Acquire(Scope::Workgroup),
        Cache::Outer => Fence::Outer,
        Cache::ToScope => Fence::Acquire(reach(inst)),
    }
}

/// What writing caches back orders.
pub(super) fn write_back(inst: &AmdInst) -> Fence {
    Fence::WriteBack(reach(inst))
}

fn reach(inst: &AmdInst) -> Scope {
    match scope(inst) {
        0 => Scope::Wave,
        1 => Scope::Workgroup,
        _ => Scope::Device,
    }
}

/// A load or store whose cache policy says that other waves see it, or it them: that of an atomic or
/// volatile access of the source.
pub(super) fn is_coherent(inst: &AmdInst) -> bool {
    let through_caches = matches!(
        inst.row().format,
        AmdFormat::Flat | AmdFormat::Global | AmdFormat::Mubuf
    );
    let flags = inst.encoding.target.generation().policy == CachePolicy::Flags;
    let policy = inst.mods.cpol;
    through_caches
        && match inst.row().meaning {
            Meaning::Load(..) if flags => policy & GLC != 0,
            Meaning::Store(_) if flags => policy & DLC != 0,
            Meaning::Load(..) | Meaning::Store(_) => scope(inst) != 0,
            _ => false,
        }
}

const GLC: i32 = 1;
const DLC: i32 = 4;

/// 0 is the wave, 1 the workgroup, 2 the device, 3 the system.
fn scope(inst: &AmdInst) -> i32 {
    let policy = inst.mods.cpol;
    match inst.encoding.target.generation().policy {
        CachePolicy::Flags => 0,
        CachePolicy::ScopeFlags => policy & 1 | policy >> 1 & 2,
        CachePolicy::Hints => policy >> 3 & 3,
    }
}
