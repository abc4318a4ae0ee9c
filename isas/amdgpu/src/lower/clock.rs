//! Clocks: what a wave has issued so far, which is the same in every run, and grows.

use uop::{Custom, Machine, Reach, SReg, Trap};

/// Two words of a clock.
#[derive(Debug)]
pub struct Clock {
    /// The first of the two registers that they go to.
    pub to: SReg,
}

impl Custom for Clock {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let clock = machine.clock();
        machine.set_scalar(self.to, clock as u32);
        machine.set_scalar(self.to.plus(1), (clock >> 32) as u32);
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (Vec::new(), vec![self.to, self.to.plus(1)])
    }
}
