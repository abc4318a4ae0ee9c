//! The memory model of a program, as data: what makes an access complete, what publishes it to other
//! waves, and what lets a wave rely on what others have published.
//!
//! A *release* is a store or an atomic behind which everything that the wave did before is complete.
//! An *acquire* is a load or an atomic that has arrived, after which no load gives anything older.
//! Some machines have instructions that say so (fences), on others it is what a sequence of waits and
//! cache instructions comes to.

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
    /// Atomics order nothing by themselves.
    pub relaxed_atomics: bool,
    /// The order of `then` and `else` of one wave is not defined.
    pub unordered_branches: bool,
    /// What orders two accesses on this machine, for people.
    pub advice: &'static str,
}
