//! The memory model of a program, as data: what makes an access complete, what publishes it to other
//! waves, and what lets a wave rely on what others have published.
//!
//! A *release* is a store or an atomic behind which everything that the wave did before is complete.
//! An *acquire* is a load or an atomic that has arrived, after which no load gives anything older.
//! Some machines have instructions that say so (fences), on others it is what a sequence of waits and
//! cache instructions comes to.

use crate::Access;

/// How far an order reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// The lanes of a wave.
    Wave,
    /// The waves of a workgroup.
    Workgroup,
    /// All waves.
    Device,
}

/// What an instruction does for the order of accesses around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fence {
    /// Accesses before it come before accesses after it, as waves within the scope see them.
    Full(Scope),
    /// Loads after it give nothing that was outdated, for stores of waves within the scope.
    Acquire(Scope),
    /// The outer of two caches is emptied: an acquire that follows reaches the whole device.
    Outer,
    /// What was stored begins to leave the caches, for waves within the scope.
    WriteBack(Scope),
}

/// How accesses of a program are ordered. By default every access is complete before the next of
/// the same wave begins, and an atomic orders what comes before it and after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryOrder {
    /// Channels, as bits, on which accesses to global memory are outstanding until they are complete.
    pub global: u64,
    /// The same for local memory, where accesses of a wave are carried out in order nevertheless.
    pub local: u64,
    /// Those of them on which results of loads and atomics arrive.
    pub results: u64,
    /// Waiting until nothing is outstanding on these channels is how a release begins.
    pub stores: u64,
    /// Loads may give what a cache held before, until an acquire empties it for stores of waves
    /// outside the workgroup.
    pub cached: bool,
    /// The same for stores of other waves of the workgroup, which may run beside another cache.
    pub cached_in_workgroup: bool,
    /// What a wave has stored, and what of others it has seen, reaches other workgroups when it was written
    /// back ([`Fence::WriteBack`]) and that was waited for.
    pub written_back: bool,
    /// A store is seen by other waves no later than behind a fence or a barrier, and perhaps not
    /// before, though it is on no channel that could be waited for.
    pub stores_await_fences: bool,
    /// Atomics order nothing by themselves.
    pub relaxed_atomics: bool,
    /// Lanes of one wave that went different ways have no order until they meet again.
    pub unordered_branches: bool,
    /// What orders two accesses on this machine, for people.
    pub advice: &'static str,
}

/// A place where waves, and operations that they started, meet: who takes what was left there comes
/// after those who left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rendezvous {
    /// What it is.
    pub kind: RendezvousKind,
    /// Whose it is; zeros where all workgroups share it.
    pub group: [u32; 3],
    /// Which of them.
    pub number: u64,
    /// How often it was used before; kinds that count nothing have but one use.
    pub phase: u32,
}

/// What waves meet at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RendezvousKind {
    /// A barrier of some of the waves of a workgroup.
    Barrier,
    /// A barrier of waves of a cluster.
    ClusterBarrier,
    /// An object in local memory that counts arrivals and bytes.
    Counter,
    /// A number that is added to and waited for.
    Semaphore,
}

/// What a machine tells about the order of accesses, beside what its instructions are.
///
/// An *operation* is something that a wave started and that goes its own way since, such as a copy. A
/// *unit* carries out operations of one wave in the order in which they began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum OrderEvent {
    /// An operation begins: it comes after what the wave has done, and after operations of its unit.
    Begins { operation: u64, unit: u32 },
    /// Memory is touched, by the wave itself or by its operation that began last on a unit. A store
    /// that is `strong` publishes, and such a load looks at what is published.
    Touches {
        access: Access,
        unit: Option<u32>,
        strong: bool,
    },
    /// The operation that began last on a unit waits for an earlier one.
    Follows { operation: u64, unit: u32 },
    /// From now on the wave comes after the operation.
    Ends { operation: u64 },
    /// What the wave has done, or the operation, is left at a place. With `anew`, in place of all that
    /// was left there before. A semaphore is raised by `units`; elsewhere there are none.
    Leaves {
        at: Rendezvous,
        operation: Option<u64>,
        anew: bool,
        units: u32,
    },
    /// The wave comes after everything that was left there; with `units`, after those who left that
    /// many, the oldest first.
    Takes { at: Rendezvous, units: Option<u32> },
    /// Nothing more comes from the workgroup, or touches its local memory.
    Over { group: [u32; 3] },
}
