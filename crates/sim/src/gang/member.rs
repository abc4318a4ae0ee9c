//! One wave of a gang, as custom operations see it that reach no further than its registers.

use super::Gang;
use uop::{Channel, Custom, Machine, Place, SReg, Space, Trap, VReg};

impl Gang {
    /// Carries out a custom operation, one wave after the other. `first` is the place of the first
    /// wave, and `clock` how many instructions each has issued.
    pub(super) fn custom(&mut self, custom: &dyn Custom, first: Place, clock: u64) -> bool {
        (0..self.waves).all(|w| {
            let mut member = Member {
                place: Place {
                    group: self.group,
                    wave: w as u32,
                    ..first
                },
                gang: self,
                w,
                clock,
            };
            custom.run(&mut member).is_ok()
        })
    }
}

struct Member<'g> {
    gang: &'g mut Gang,
    w: usize,
    place: Place,
    clock: u64,
}

impl Machine for Member<'_> {
    fn place(&self) -> &Place {
        &self.place
    }

    fn lanes(&self) -> usize {
        self.gang.lanes
    }

    fn clock(&self) -> u64 {
        self.clock
    }

    fn exec(&self) -> u64 {
        self.gang.exec[self.w]
    }

    fn vector(&self, reg: VReg) -> &[u32] {
        self.gang.part(reg, self.w)
    }

    fn vector_mut(&mut self, reg: VReg) -> &mut [u32] {
        self.gang.part_mut(reg, self.w)
    }

    fn scalar(&self, reg: SReg) -> u32 {
        self.gang.word(reg, self.w)
    }

    fn set_scalar(&mut self, reg: SReg, value: u32) {
        self.gang.row_mut(reg)[self.w] = value;
    }

    fn load(&mut self, _: Space, _: u32, _: u64, _: &mut [u8]) -> Result<(), Trap> {
        unreachable!("an operation on registers loads")
    }

    fn store(&mut self, _: Space, _: u32, _: u64, _: &[u8]) -> Result<(), Trap> {
        unreachable!("an operation on registers stores")
    }

    fn update(
        &mut self,
        _: Space,
        _: u32,
        _: u64,
        _: u8,
        _: &dyn Fn(u64) -> u64,
    ) -> Result<u64, Trap> {
        unreachable!("an operation on registers changes memory")
    }

    /// In a gang nothing is ever outstanding.
    fn poll(&mut self, _: Channel) -> bool {
        true
    }

    fn wait(&mut self, _: Channel) {}
}
