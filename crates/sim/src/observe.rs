//! How others watch a run.

use crate::{Fault, Hazard, Site, Stats, Wave, Workgroup};
use std::ops::ControlFlow;
use uop::OrderEvent;

pub use uop::Access;

/// An observer asks the run to stop before the step it was told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop;

/// Sees what happens and may stop it. `()` compiles away; a pair is an observer.
pub trait Observer {
    /// False for observers that never look: the engine then does not even ask.
    fn active(&self) -> bool {
        true
    }

    /// Only instructions that [`crate::Dispatch::mark`] marked need to be announced: the others
    /// run as if there were no observer. More may be announced nevertheless.
    fn marked_only(&self) -> bool {
        false
    }

    /// Wants to hear of [`Observer::access`].
    fn sees_memory(&self) -> bool {
        self.active() && !self.marked_only()
    }

    /// Before an instruction is issued.
    fn issue(&mut self, _at: &Site, _wave: &Wave) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }

    /// After the addresses of an access are known, before it takes place.
    fn access(&mut self, _at: &Site, _access: &Access) {}

    /// A register or slot in flight was used before it was waited for (strict delivery only).
    fn hazard(&mut self, _at: &Site, _hazard: &Hazard) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }

    /// Active lanes of a wave disagreed on a branch.
    fn diverge(&mut self, _at: &Site) {}

    /// A barrier was passed: of one workgroup, or of all of a cluster.
    fn barrier(&mut self, _groups: &[[u32; 3]]) {}

    /// A wave signalled at a barrier in two halves, or passed it.
    fn order(&mut self, _at: &Site, _event: &OrderEvent) {}

    /// All waves of a workgroup, or of a cluster, have ended: nothing more will come from them.
    fn ended(&mut self, _groups: &[[u32; 3]]) {}

    /// The turn of a wave is over and the next has not begun.
    fn turn(&mut self, _group: &Workgroup, _wave: usize, _so_far: &Stats) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }

    /// The run ends here, for this reason.
    fn fault(&mut self, _fault: &Fault) {}
}

impl Observer for () {
    #[inline(always)]
    fn active(&self) -> bool {
        false
    }
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    fn active(&self) -> bool {
        self.0.active() || self.1.active()
    }

    fn marked_only(&self) -> bool {
        let content = |active: bool, marked_only: bool| !active || marked_only;
        content(self.0.active(), self.0.marked_only())
            && content(self.1.active(), self.1.marked_only())
    }

    fn sees_memory(&self) -> bool {
        self.0.sees_memory() || self.1.sees_memory()
    }

    fn issue(&mut self, at: &Site, wave: &Wave) -> ControlFlow<Stop> {
        self.0.issue(at, wave)?;
        self.1.issue(at, wave)
    }

    fn access(&mut self, at: &Site, access: &Access) {
        self.0.access(at, access);
        self.1.access(at, access);
    }

    fn hazard(&mut self, at: &Site, hazard: &Hazard) -> ControlFlow<Stop> {
        self.0.hazard(at, hazard)?;
        self.1.hazard(at, hazard)
    }

    fn diverge(&mut self, at: &Site) {
        self.0.diverge(at);
        self.1.diverge(at);
    }

    fn barrier(&mut self, groups: &[[u32; 3]]) {
        self.0.barrier(groups);
        self.1.barrier(groups);
    }

    fn order(&mut self, at: &Site, event: &OrderEvent) {
        self.0.order(at, event);
        self.1.order(at, event);
    }

    fn ended(&mut self, groups: &[[u32; 3]]) {
        self.0.ended(groups);
        self.1.ended(groups);
    }

    fn turn(&mut self, group: &Workgroup, wave: usize, so_far: &Stats) -> ControlFlow<Stop> {
        self.0.turn(group, wave, so_far)?;
        self.1.turn(group, wave, so_far)
    }

    fn fault(&mut self, fault: &Fault) {
        self.0.fault(fault);
        self.1.fault(fault);
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn active(&self) -> bool {
        (**self).active()
    }

    fn marked_only(&self) -> bool {
        (**self).marked_only()
    }

    fn sees_memory(&self) -> bool {
        (**self).sees_memory()
    }

    fn issue(&mut self, at: &Site, wave: &Wave) -> ControlFlow<Stop> {
        (**self).issue(at, wave)
    }

    fn access(&mut self, at: &Site, access: &Access) {
        (**self).access(at, access);
    }

    fn hazard(&mut self, at: &Site, hazard: &Hazard) -> ControlFlow<Stop> {
        (**self).hazard(at, hazard)
    }

    fn diverge(&mut self, at: &Site) {
        (**self).diverge(at);
    }

    fn barrier(&mut self, groups: &[[u32; 3]]) {
        (**self).barrier(groups);
    }

    fn order(&mut self, at: &Site, event: &OrderEvent) {
        (**self).order(at, event);
    }

    fn ended(&mut self, groups: &[[u32; 3]]) {
        (**self).ended(groups);
    }

    fn turn(&mut self, group: &Workgroup, wave: usize, so_far: &Stats) -> ControlFlow<Stop> {
        (**self).turn(group, wave, so_far)
    }

    fn fault(&mut self, fault: &Fault) {
        (**self).fault(fault);
    }
}
