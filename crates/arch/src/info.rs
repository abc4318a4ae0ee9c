//! What a kernel takes of a machine and what a machine has, known without running anything.

use crate::{Arch, Code, DisStyle, LaunchRequest};
use source::Diagnostic;
use std::collections::BTreeMap;
use std::ops::Range;

/// A number of a machine: what it is, and where it is known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The key of the header that changes it.
    pub key: &'static str,
    /// What it is on this chip.
    pub value: i64,
    /// What it is counted in; empty for a plain number.
    pub unit: &'static str,
    /// One line for people: what it means.
    pub doc: &'static str,
    /// Where the value was taken from.
    pub source: &'static str,
}

/// Everything about a kernel that can be known before it runs.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelInfo {
    /// As the code calls it; empty where it has no name.
    pub name: String,
    /// What a launch hands over.
    pub arguments: Vec<ArgumentInfo>,
    /// Lanes of a wave.
    pub wave: u32,
    /// The only size of workgroups that it works with.
    pub required_workgroup: Option<[u32; 3]>,
    /// The most threads of a workgroup.
    pub max_workgroup: Option<u32>,
    /// Instructions, from the first to the last of the kernel.
    pub code_bytes: u64,
    /// Registers and memory, in the order in which they are shown.
    pub resources: Vec<Resource>,
    /// How many instructions the code has of each class.
    pub mix: Vec<(&'static str, u64)>,
    /// How many waves are on the machine at once.
    pub occupancy: Option<OccupancyInfo>,
}

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentInfo {
    /// Empty where the compiler did not say.
    pub name: String,
    /// In the words of its source.
    pub ty: String,
    /// Its place among the arguments, in bytes, where they lie in memory.
    pub offset: Option<u32>,
    /// Bytes.
    pub size: u32,
    /// `global_buffer`, `by_value`, `output`, ...
    pub kind: String,
}

/// So much of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The name of it in machine-readable output: `vgprs`.
    pub key: &'static str,
    /// What people call it: `VGPRs`.
    pub label: &'static str,
    /// How much.
    pub value: u64,
    /// What it is counted in; empty for a plain number.
    pub unit: &'static str,
    /// What else there is to say: `24 allocated`.
    pub note: String,
}

impl Resource {
    /// Without a note.
    pub fn new(key: &'static str, label: &'static str, value: u64, unit: &'static str) -> Resource {
        Resource {
            key,
            label,
            value,
            unit,
            note: String::new(),
        }
    }

    /// With one.
    pub fn note(self, note: String) -> Resource {
        Resource { note, ..self }
    }
}

/// How many waves of a kernel a part of the machine holds at once.
#[derive(Clone, Debug, PartialEq)]
pub struct OccupancyInfo {
    /// The chip it was computed for.
    pub chip: String,
    /// What waves are counted in: `WGP`, `core`, `compute unit`.
    pub part: &'static str,
    /// Parts of it that share the waves: the SIMDs; 1 where they are not told apart.
    pub simds: u32,
    /// Threads of a workgroup, and what says so.
    pub threads: u32,
    /// Where the number of threads comes from.
    pub threads_from: &'static str,
    /// Whole workgroups.
    pub workgroups: u32,
    /// Their waves.
    pub waves: u32,
    /// The most that there could be of any kernel.
    pub most: u32,
    /// What every resource allows, in waves, and which of them allow the least.
    pub limits: Vec<Bound>,
    /// The least change that leaves fewer waves, and the least that makes room for more.
    pub steps: Vec<OccupancyStep>,
}

/// What one resource allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// `VGPRs`, `LDS`, `wave slots`, ...
    pub what: &'static str,
    /// Waves, in whole workgroups.
    pub waves: u32,
}

/// What another amount of a resource would make of the occupancy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OccupancyStep {
    /// Of what.
    pub what: &'static str,
    /// Room for more.
    pub up: bool,
    /// The amount: the most that gives more waves, or the least that gives fewer.
    pub amount: u32,
    /// Waves then.
    pub waves: u32,
}

impl OccupancyInfo {
    /// What allows the least.
    pub fn limited_by(&self) -> Vec<&'static str> {
        let least = self.limits.iter().map(|bound| bound.waves).min();
        let tight = self
            .limits
            .iter()
            .filter(|bound| Some(bound.waves) == least);
        tight.map(|bound| bound.what).collect()
    }

    /// Looks for the steps next to `amount` of a resource: `waves` says what an amount allows.
    pub fn look_around(
        &mut self,
        what: &'static str,
        amounts: Range<u32>,
        amount: u32,
        waves: impl Fn(u32) -> u32,
    ) {
        let now = self.waves;
        let more = (amounts.start..amount).rev().find(|&a| waves(a) > now);
        let fewer = (amount + 1..amounts.end).find(|&a| waves(a) < now);
        for (up, found) in [(true, more), (false, fewer)] {
            self.steps.extend(found.map(|amount| OccupancyStep {
                what,
                up,
                amount,
                waves: waves(amount),
            }));
        }
    }
}

/// A kernel that is all of the code, for instruction sets whose files hold one.
pub fn whole(
    arch: &dyn Arch,
    code: &Code,
    request: &LaunchRequest<'_>,
    style: &DisStyle,
    resources: Vec<Resource>,
) -> Result<KernelInfo, Diagnostic> {
    code.entry_of(request.kernel)?;
    let bytes = code.bytes.len() as u64;
    Ok(KernelInfo {
        name: request.kernel.unwrap_or_default().into(),
        arguments: Vec::new(),
        wave: style.wave,
        required_workgroup: None,
        max_workgroup: None,
        code_bytes: bytes,
        resources,
        mix: mix(arch, code, code.base..code.base + bytes, style),
        occupancy: None,
    })
}

/// How many instructions there are of each class, the most frequent first.
pub fn mix(
    arch: &dyn Arch,
    code: &Code,
    range: Range<u64>,
    style: &DisStyle,
) -> Vec<(&'static str, u64)> {
    let mut counts: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut at = range.start;
    while at < range.end {
        let (class, len) = match code.at(at).and_then(|bytes| arch.class(bytes, style)) {
            Some((class, len)) => (class, len.max(1) as u64),
            None => ("data", 4),
        };
        *counts.entry(class).or_default() += 1;
        at += len;
    }
    let mut mix: Vec<_> = counts.into_iter().collect();
    mix.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    mix
}

/// Where a launch comes from that the file or the command line describes.
pub fn launched_threads(request: &LaunchRequest<'_>) -> u32 {
    u32::try_from(request.launch.threads_per_workgroup()).unwrap_or(u32::MAX)
}

/// What is said of a chip that there is none of.
pub fn unknown_chip(arch: &dyn Arch, name: &str) -> Diagnostic {
    let known = arch.chips();
    let message = format!("{} has no chip `{name}`", arch.name());
    let hint = source::did_you_mean(name, known.iter().copied());
    let diagnostic = Diagnostic::error("unknown-chip", message).maybe_help(hint);
    match known {
        [] => diagnostic.help("it knows no chips"),
        _ => diagnostic.help(format!("there are {}", known.join(", "))),
    }
}
