//! Uses of what is in flight: registers and slots that an outstanding operation holds.

use crate::Names;
use sim::{Hazard, HazardKind, Observer, Site, Stop, Wave};
use source::Diagnostic;
use std::ops::{ControlFlow, Range};
use uop::{Program, UopIdx};

/// Finds instructions that use a register or a slot before the operation that holds it was waited
/// for. Needs strict delivery.
#[derive(Clone, Debug, Default)]
pub struct InFlight {
    findings: Vec<Finding>,
}

/// A mistake, where it happened first, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was used, by whom, and who holds it.
    pub hazard: Hazard,
    /// Whose instruction it was, the first time.
    pub site: Site,
    /// How often it happened.
    pub count: u64,
}

impl Observer for InFlight {
    fn sees_memory(&self) -> bool {
        false
    }

    fn stretch(&mut self, _: &Site, _: &Wave, _: Range<UopIdx>) -> bool {
        true
    }

    fn hazard(&mut self, site: &Site, hazard: &Hazard) -> ControlFlow<Stop> {
        // An instruction may be several steps that all touch the register.
        let same = |finding: &&mut Finding| {
            let known = &finding.hazard;
            known.register == hazard.register
                && (known.issued_by, known.used_by) == (hazard.issued_by, hazard.used_by)
        };
        match self.findings.iter_mut().find(same) {
            Some(finding) => finding.count += u64::from(finding.hazard.kind == hazard.kind),
            None => self.findings.push(Finding {
                hazard: *hazard,
                site: *site,
                count: 1,
            }),
        }
        ControlFlow::Continue(())
    }
}

impl InFlight {
    /// What was found, in the order of discovery.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// One diagnostic for each finding: where the register was used, and who holds it.
    pub fn diagnostics(&self, program: &Program, names: &Names<'_>) -> Vec<Diagnostic> {
        self.findings
            .iter()
            .map(|finding| finding.diagnostic(program, names))
            .collect()
    }
}

impl Finding {
    fn diagnostic(&self, program: &Program, names: &Names<'_>) -> Diagnostic {
        let Hazard {
            kind,
            register,
            channel,
            issued_by,
            used_by,
        } = self.hazard;
        let rule = program.channels.get(usize::from(channel.0));
        let channel = rule.map_or_else(|| format!("channel {}", channel.0), |r| r.name.clone());
        let (message, here, there) = match kind {
            HazardKind::Read => (
                format!(
                    "`{}` is read while `{channel}` is not done",
                    (names.register)(register)
                ),
                "reads the old value",
                "the value is still on its way from here",
            ),
            HazardKind::Overwrite => (
                format!(
                    "`{}` is written while `{channel}` is not done",
                    (names.register)(register)
                ),
                "will be overwritten",
                "the operation that still writes it",
            ),
            HazardKind::Source => (
                format!(
                    "`{}` is written while `{channel}` is not done",
                    (names.register)(register)
                ),
                "replaces what is still to be read",
                "the operation that has not read it yet",
            ),
            HazardKind::Reuse => (
                format!("`{channel}` is used again while it is not done"),
                "needs the slot",
                "the operation that still holds it",
            ),
        };
        let code = match kind {
            HazardKind::Read => "read-in-flight",
            HazardKind::Overwrite => "write-in-flight",
            HazardKind::Source => "source-in-flight",
            HazardKind::Reuse => "slot-in-flight",
        };
        let places = [(used_by, here), (issued_by, there)];
        let diagnostic = names.point(Diagnostic::error(code, message), &program.insts, &places);
        let [x, y, z] = self.site.group;
        let place = format!("workgroup ({x},{y},{z}), wave {}", self.site.wave);
        diagnostic.help(match self.count {
            1 => format!("in {place}; wait for `{channel}` first"),
            n => format!("{n} times, first in {place}; wait for `{channel}` first"),
        })
    }
}
