//! Registers and slots that a step uses too early.

use crate::observe::Observer;
use crate::pending::{HazardKind, Register, RegisterSet};
use crate::wave::Wave;
use std::ops::ControlFlow;
use uop::{Channel, Operand, Program, SReg, Site, Uop, Use, VReg};

/// What a step uses that an operation in flight could hold.
pub(crate) fn used(program: &Program, uop: &Uop, lanes: usize) -> RegisterSet {
    let mut used = RegisterSet::default();
    if let Uop::Memory(op) = uop
        && let Some(channel) = op.channel
        && is_slot(channel, program)
    {
        used.add(Register::Slot(channel));
    }
    uop.for_each_operand(if lanes == 64 { 2 } else { 1 }, &mut |_, operand| {
        let (first, count, of): (u16, u16, fn(u16) -> Register) = match operand {
            Operand::Vector(reg, count) => (reg.0, count, |n| Register::Vector(VReg(n))),
            Operand::Scalar(reg, count) => (reg.0, count, |n| Register::Scalar(SReg(n))),
        };
        (first..first + count).for_each(|n| used.add(of(n)));
    });
    used
}

/// Reports registers that the step uses while an operation that writes them is in flight.
pub(crate) fn check<O: Observer>(
    wave: &Wave,
    program: &Program,
    uop: &Uop,
    observer: &mut O,
    site: &Site,
) -> ControlFlow<crate::Stop> {
    // An operation that completes after the other overwrites nothing too early.
    let follows = uop.channel();
    let follows = follows.filter(|channel| program.writes_in_order(*channel));
    let follows = follows.zip(uop.way());
    let lanes = wave.lanes();
    let mut flow = ControlFlow::Continue(());
    if let Uop::Memory(op) = uop
        && let Some(channel) = op.channel
        && is_slot(channel, program)
    {
        let slot = Register::Slot(channel);
        if let Some(hazard) = wave
            .pending
            .hazard(slot, HazardKind::Reuse, site.inst, None, lanes)
        {
            flow = observer.hazard(site, &hazard);
        }
    }
    uop.for_each_operand(if lanes == 64 { 2 } else { 1 }, &mut |how, operand| {
        let kind = match how {
            Use::Read => HazardKind::Read,
            Use::Write => HazardKind::Overwrite,
        };
        let (first, count, of): (u16, u16, fn(u16) -> Register) = match operand {
            Operand::Vector(reg, count) => (reg.0, count, |n| Register::Vector(VReg(n))),
            Operand::Scalar(reg, count) => (reg.0, count, |n| Register::Scalar(SReg(n))),
        };
        for n in first..first + count {
            let after = follows.filter(|_| kind == HazardKind::Overwrite);
            if let Some(hazard) = wave.pending.hazard(of(n), kind, site.inst, after, lanes)
                && let ControlFlow::Break(stop) = observer.hazard(site, &hazard)
            {
                flow = ControlFlow::Break(stop);
            }
        }
    });
    flow
}

/// The channel holds one operation at a time, and giving it another one is a mistake.
fn is_slot(channel: Channel, program: &Program) -> bool {
    let rule = program.channels.get(channel.0 as usize);
    rule.is_some_and(|rule| rule.limit == 1)
}
