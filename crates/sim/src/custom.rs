//! The view that a custom operation has of its wave.

use crate::access;
use crate::interpret::Context;
use crate::pending::{InFlight, Landing};
use crate::wave::Wave;
use uop::{Channel, Custom, Machine, Place, SReg, Space, Trap, VReg};

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

/// Runs a custom operation whose results arrive only when waited for: what it leaves in registers
/// is taken out again and put in flight.
pub(crate) fn run_deferred(
    wave: &mut Wave,
    cx: &mut Context<'_>,
    custom: &dyn Custom,
    channel: Channel,
    inst: u32,
) -> Result<(), Trap> {
    let (vectors, scalars) = (custom.vectors().1, custom.scalars().1);
    let old: Vec<Vec<u32>> = (vectors.iter())
        .map(|reg| wave.vector.get(*reg).to_vec())
        .collect();
    let old_scalars: Vec<u32> = scalars.iter().map(|reg| wave.scalar(*reg)).collect();
    custom.run(&mut CustomView { wave, cx })?;
    let landing = if let Some(&first) = vectors.first() {
        let lanes = wave.lanes();
        let mut words = Vec::with_capacity(vectors.len() * lanes);
        for (reg, old) in vectors.iter().zip(&old) {
            let now = wave.vector.get_mut(*reg);
            words.extend_from_slice(&now[..lanes]);
            now.copy_from_slice(old);
        }
        Landing::Vector {
            first,
            mask: wave.exec(),
            keep: custom.kept(),
            words,
        }
    } else if let Some(&first) = scalars.first() {
        let words = scalars.iter().map(|reg| wave.scalar(*reg)).collect();
        for (reg, old) in scalars.iter().zip(old_scalars) {
            wave.set_scalar(*reg, old);
        }
        Landing::Scalar { first, words }
    } else {
        Landing::Nothing
    };
    wave.put_in_flight(InFlight::new(channel, landing, inst), cx.program);
    Ok(())
}
