//! The view that a custom operation has of its wave.

use crate::access;
use crate::interpret::Context;
use crate::observe::{Access, Observer};
use crate::wave::Wave;
use uop::{Channel, Custom, Machine, Place, SReg, Site, Space, Trap, VReg};

/// Carries out a custom operation, and tells the observer which memory it touched.
pub(crate) fn run<O: Observer>(
    custom: &dyn Custom,
    wave: &mut Wave,
    cx: &mut Context<'_>,
    observer: &mut O,
    site: &Site,
) -> Result<(), Trap> {
    let seen = observer.sees_memory().then(Vec::new);
    let mut view = CustomView { wave, cx, seen };
    let outcome = custom.run(&mut view);
    for access in view.seen.iter().flatten() {
        observer.access(site, access);
    }
    outcome
}

/// What a custom operation sees.
struct CustomView<'w, 'c, 'a> {
    wave: &'w mut Wave,
    cx: &'c mut Context<'a>,
    /// Accesses so far, if somebody wants to know.
    seen: Option<Vec<Access>>,
}

impl CustomView<'_, '_, '_> {
    fn note(&mut self, space: Space, lane: u32, address: u64, bytes: usize, store: bool) {
        if let Some(seen) = &mut self.seen {
            seen.push(Access {
                space,
                group: self.wave.place.group,
                lane,
                address,
                bytes: bytes as u32,
                store,
                atomic: false,
                value: 0,
            });
        }
    }
}

impl Machine for CustomView<'_, '_, '_> {
    fn place(&self) -> &Place {
        &self.wave.place
    }

    fn lanes(&self) -> usize {
        self.wave.lanes()
    }

    fn clock(&self) -> u64 {
        self.wave.clock
    }

    fn exec(&self) -> u64 {
        self.wave.exec()
    }

    fn vector(&self, reg: VReg) -> &[u32] {
        self.wave.vector.get(reg)
    }

    fn vector_mut(&mut self, reg: VReg) -> &mut [u32] {
        self.wave.vector.get_mut(reg)
    }

    fn scalar(&self, reg: SReg) -> u32 {
        self.wave.scalar(reg)
    }

    fn set_scalar(&mut self, reg: SReg, value: u32) {
        self.wave.set_scalar(reg, value);
    }

    fn load(
        &mut self,
        space: Space,
        lane: u32,
        address: u64,
        bytes: &mut [u8],
    ) -> Result<(), Trap> {
        self.note(space, lane, address, bytes.len(), false);
        access::read(self.wave, self.cx, space, lane, address, bytes)
    }

    fn store(&mut self, space: Space, lane: u32, address: u64, bytes: &[u8]) -> Result<(), Trap> {
        self.note(space, lane, address, bytes.len(), true);
        access::write(self.wave, self.cx, space, lane, address, bytes)
    }

    fn poll(&mut self, channel: Channel) -> bool {
        self.wave.poll(channel, self.cx.clocked)
    }

    fn wait(&mut self, channel: Channel) {
        self.wave.wait_for(channel, 0, self.cx.program);
    }
}
