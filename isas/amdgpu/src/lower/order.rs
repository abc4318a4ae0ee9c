//! The memory model, as LLVM's AMDGPU back end has it: what sequences of waits and cache
//! instructions mean for the order of accesses.
//!
//! A store behind a wait for all stores (`s_waitcnt_vscnt null, 0`, `s_wait_storecnt 0`) and for
//! whatever else is outstanding is a release. A load or an atomic that was waited for is an acquire
//! once the caches are emptied: `buffer_gl1_inv` and `buffer_gl0_inv`, or `global_inv` of a scope that
//! reaches other workgroups. Within a workgroup `buffer_gl0_inv` or `global_inv` of any scope is enough, and
//! nothing is needed in CU mode. On CDNA a store is one to other workgroups when `buffer_wbl2` of such a scope came
//! before the wait, and `buffer_inv` empties the caches. Local memory has no cache, and accesses of a wave to it stay in order.

use super::channel;
use crate::inst::Inst;
use crate::meaning::{Cache, Meaning};
use crate::row::Format;
use crate::target::{CachePolicy, Target};
use uop::{Channel, Fence, MemoryOrder, Scope};

/// Waves of a workgroup that are on both halves of a WGP have a cache each; in CU mode they share one.
/// On CDNA, workgroups have a compute unit and its cache to themselves.
pub(super) fn of_accesses(cu_mode: bool, target: Target) -> MemoryOrder {
    let stores = match target.generation().stores_count_as_loads {
        true => channel::LOAD,
        false => channel::STORE,
    };
    let bits = |channels: &[Channel]| channels.iter().fold(0, |all, one| all | 1 << one.0);
    MemoryOrder {
        global: bits(&[channel::LOAD, stores, channel::SAMPLE, channel::RAY]),
        local: bits(&[channel::LDS]),
        results: bits(&[channel::LOAD, channel::LDS, channel::SAMPLE, channel::RAY]),
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
pub(super) fn fence(cache: Cache, inst: &Inst) -> Fence {
    match cache {
        Cache::Inner => Fence::Acquire(Scope::Workgroup),
        Cache::Outer => Fence::Outer,
        Cache::ToScope => Fence::Acquire(reach(inst)),
    }
}

/// What writing caches back orders.
pub(super) fn write_back(inst: &Inst) -> Fence {
    Fence::WriteBack(reach(inst))
}

fn reach(inst: &Inst) -> Scope {
    match scope(inst) {
        0 => Scope::Wave,
        1 => Scope::Workgroup,
        _ => Scope::Device,
    }
}

/// A load or store whose cache policy says that other waves see it, or it them: that of an atomic or
/// volatile access of the source.
pub(super) fn is_coherent(inst: &Inst) -> bool {
    let through_caches = matches!(
        inst.row().format,
        Format::Flat | Format::Global | Format::Mubuf
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
fn scope(inst: &Inst) -> i32 {
    let policy = inst.mods.cpol;
    match inst.encoding.target.generation().policy {
        CachePolicy::Flags => 0,
        CachePolicy::ScopeFlags => policy & 1 | policy >> 1 & 2,
        CachePolicy::Hints => policy >> 3 & 3,
    }
}
