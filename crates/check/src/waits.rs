//! Missing waits: a register is used while an operation that fills it is still under way.

use crate::Names;
use sim::{Hazard, HazardKind, Observer, Register, Site, Stop};
use source::Diagnostic;
use std::collections::HashSet;
use std::ops::ControlFlow;
use uop::{Operand, Program};

/// Finds uses of registers in flight. It needs strict delivery: otherwise nothing ever is.
#[derive(Debug, Default)]
pub struct MissingWaits {
    /// In the order in which they were found.
    found: Vec<(Site, Hazard)>,
    /// Pairs of instructions that are in there already.
    seen: HashSet<(u32, u32)>,
}

impl Observer for MissingWaits {
    fn hazard(&mut self, at: &Site, hazard: &Hazard) -> ControlFlow<Stop> {
        if self.seen.insert((hazard.issued_by, hazard.used_by)) {
            self.found.push((*at, *hazard));
        }
        ControlFlow::Continue(())
    }
}

impl MissingWaits {
    /// Every finding once.
    pub fn findings(&self, program: &Program, names: &dyn Names) -> Vec<Diagnostic> {
        let found = self.found.iter();
        found
            .map(|(site, hazard)| finding(site, hazard, program, names))
            .collect()
    }
}

fn finding(site: &Site, hazard: &Hazard, program: &Program, names: &dyn Names) -> Diagnostic {
    let register = names.register(match hazard.register {
        Register::Vector(reg) => Operand::Vector(reg, 1),
        Register::Scalar(reg) => Operand::Scalar(reg, 1),
    });
    let verb = match hazard.kind {
        HazardKind::Read => "read",
        HazardKind::Overwrite => "overwritten",
    };
    let rule = program.channels.get(hazard.channel.0 as usize);
    let channel = rule.map_or("its counter", |rule| rule.name.as_str());
    let address = |inst: u32| {
        program
            .insts
            .get(inst as usize)
            .map_or(0, |inst| inst.address)
    };
    let (used, issued) = (address(hazard.used_by), address(hazard.issued_by));
    let message = format!("{register} is {verb} before what fills it has been waited for");
    let mut diagnostic = Diagnostic::error("missing-wait", message);
    for (at, what) in [
        (used, format!("{register} is {verb} here")),
        (
            issued,
            format!("and still to be filled by this, outstanding on {channel}"),
        ),
    ] {
        let text = || {
            names
                .text(at)
                .map_or(String::new(), |text| format!(" `{text}`"))
        };
        diagnostic = match names.span(at) {
            Some(span) => diagnostic.label(span, what),
            None => diagnostic.help(format!("pc {at:#x}{}: {what}", text())),
        };
    }
    let [x, y, z] = site.group;
    diagnostic.help(format!(
        "wait for {channel} between the two; first seen in workgroup ({x},{y},{z}), wave {}",
        site.wave
    ))
}
