//! When a timed run issued which instruction, for the profilers of vendors.

use crate::{Code, LaunchRequest};
use source::Diagnostic;

/// A wave of a timed run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaveRecord {
    /// The unit of the cycle model that it was on.
    pub unit: u32,
    /// The SIMD of that unit.
    pub simd: u32,
    /// Threads that it began with.
    pub threads: u32,
    /// The cycle in which it was placed.
    pub start: u64,
    /// The cycle in which nothing of it was left.
    pub end: u64,
    /// Its instructions in order, as far as they were kept.
    pub issues: Vec<IssueRecord>,
}

/// An instruction that a wave issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IssueRecord {
    /// When.
    pub cycle: u64,
    /// Cycles until the wave could go on.
    pub cycles: u64,
    /// Where the instruction is, in terms of [`Code::base`].
    pub address: u64,
}

/// Writes traces for the profiler of a vendor.
pub trait ThreadTrace {
    /// Instructions of the first of every so many units are shown, and of no others.
    fn units(&self, code: &Code, request: &LaunchRequest<'_>) -> u32;

    /// The file that shows these waves of a launch of the code.
    fn write(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
        waves: &[WaveRecord],
    ) -> Result<Vec<u8>, Diagnostic>;
}
