//! The view that a custom operation has of its wave.

use crate::access;
use crate::interpret::Context;
use crate::wave::Wave;
use uop::{Channel, Machine, Place, SReg, Space, Trap, VReg};

/// What a custom operation sees.
pub(crate) struct CustomView<'w, 'c, 'a> {
    pub wave: &'w mut Wave,
    pub cx: &'c mut Context<'a>,
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
        access::read(self.wave, self.cx, space, lane, address, bytes)
    }

    fn store(&mut self, space: Space, lane: u32, address: u64, bytes: &[u8]) -> Result<(), Trap> {
        access::write(self.wave, self.cx, space, lane, address, bytes)
    }

    fn poll(&mut self, channel: Channel) -> bool {
        self.wave.poll(channel, self.cx.clocked)
    }

    fn wait(&mut self, channel: Channel) {
        self.wave.wait_for(channel, 0, self.cx.program);
    }
}
