//! Undefined values that decided something.

use super::origin::{Origins, Source, Tag};
use crate::Names;
use sim::{Register, Site};
use source::Diagnostic;
use uop::{Program, Space};

/// What a value decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sink {
    Address,
    Branch,
    Jump,
    /// Which lanes are active, or which is meant.
    Lanes,
    Atomic,
    Barrier,
    /// What is read back from this address of device memory.
    Result(u64),
}

#[derive(Clone, Copy, Debug)]
struct Finding {
    site: Site,
    sink: Sink,
    tag: Tag,
    lane: Option<usize>,
    count: u64,
}

/// Findings that are told, at most; more are of the same kind.
const MOST: usize = 64;

/// Each place once.
#[derive(Debug, Default)]
pub(super) struct Findings {
    all: Vec<Finding>,
}

impl Findings {
    pub fn add(&mut self, site: &Site, sink: Sink, tag: Tag, lane: Option<usize>) {
        let kind = std::mem::discriminant(&sink);
        let same = |finding: &&mut Finding| {
            finding.site.inst == site.inst && std::mem::discriminant(&finding.sink) == kind
        };
        if let Some(finding) = self.all.iter_mut().find(same) {
            finding.count += 1;
        } else if self.all.len() < MOST {
            self.all.push(Finding {
                site: *site,
                sink,
                tag,
                lane,
                count: 1,
            });
        }
    }

    pub fn diagnostics(
        &self,
        origins: &Origins,
        program: &Program,
        names: &Names<'_>,
    ) -> Vec<Diagnostic> {
        let one = |finding: &Finding| finding.diagnostic(origins, program, names);
        self.all.iter().map(one).collect()
    }
}

impl Finding {
    fn diagnostic(&self, origins: &Origins, program: &Program, names: &Names<'_>) -> Diagnostic {
        let source = origins.source(self.tag);
        let (code, origin) = match source {
            Some(Source::Vector { reg, written }) => {
                let name = (names.register)(Register::Vector(reg));
                let why = match written {
                    None => "which nothing has written",
                    Some(_) => "which was written while this lane was not active",
                };
                ("undefined-register", format!("`{name}`, {why}"))
            }
            Some(Source::Scalar(reg)) => {
                let name = (names.register)(Register::Scalar(reg));
                let origin = format!("`{name}`, which nothing has written");
                ("undefined-register", origin)
            }
            Some(Source::Memory(Space::Private, address)) => (
                "undefined-private",
                format!("private memory at {address:#x}, which nothing has written"),
            ),
            Some(Source::Memory(_, address)) => (
                "undefined-local",
                format!("local memory at {address:#x}, which nothing has written"),
            ),
            None => ("undefined", "what nothing has written".to_string()),
        };
        let (message, here) = match self.sink {
            Sink::Address => (
                format!("an address depends on {origin}"),
                "accesses memory there",
            ),
            Sink::Branch => (format!("a branch depends on {origin}"), "branches by it"),
            Sink::Jump => (format!("a jump goes where {origin}, says"), "goes there"),
            Sink::Lanes => (
                format!("which lanes are active depends on {origin}"),
                "chooses lanes by it",
            ),
            Sink::Atomic => (
                format!("an atomic operation depends on {origin}"),
                "its result is undefined",
            ),
            Sink::Barrier => (
                format!("a barrier depends on {origin}"),
                "chooses the barrier, or its members, by it",
            ),
            Sink::Result(address) => (
                format!(
                    "`{}` is read back and depends on {origin}",
                    (names.place)(address)
                ),
                "stores it",
            ),
        };
        let mut places = vec![(self.site.inst, here)];
        let way = origins.way(self.tag).filter(|&inst| inst != self.site.inst);
        places.extend(way.map(|inst| (inst, "comes through here")));
        if let Some(Source::Vector {
            written: Some(inst),
            ..
        }) = source
        {
            places.push((inst, "writes it in other lanes only"));
        }
        let diagnostic = names.point(Diagnostic::error(code, message), &program.insts, &places);
        let [x, y, z] = self.site.group;
        let lane = self.lane.map(|lane| format!(", lane {lane}"));
        let place = format!(
            "workgroup ({x},{y},{z}), wave {}{}",
            self.site.wave,
            lane.unwrap_or_default()
        );
        diagnostic.help(match self.count {
            1 => format!("in {place}"),
            n => format!("{n} times, first in {place}"),
        })
    }
}
