//! What a run counts.

use crate::Workgroup;
pub use uop::Stats;

/// Counts a workgroup that begins.
pub(crate) fn count_group(stats: &mut Stats, group: &Workgroup) {
    stats.workgroups += group.workgroups() as u64;
    stats.waves += group.waves().len() as u64;
}
