//! Operations that no general step describes.

use op::ScalarFn;
use uop::{Breadth, Channel, Custom, Machine, Reach, SReg, Trap, VReg};

/// `dst.s = values[first lane of mask]`, if there is one.
#[derive(Debug)]
pub(crate) struct FirstWhereTrue {
    pub dst: VReg,
    pub mask: VReg,
    pub values: VReg,
}

impl Custom for FirstWhereTrue {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let first = machine
            .vector(self.mask)
            .iter()
            .position(|word| word & 1 == 1);
        if let Some(lane) = first {
            let value = machine.vector(self.values)[lane];
            machine.vector_mut(self.dst)[0] = value;
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (vec![self.mask, self.values], vec![self.dst])
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }
}

/// Lanes that are reduced together.
const CHUNK: usize = 8;

/// Each chunk of `src` reduced into its first lane; zero in the others.
#[derive(Debug)]
pub(crate) struct ReduceChunks {
    pub dst: VReg,
    pub src: VReg,
    pub f: ScalarFn,
}

impl Custom for ReduceChunks {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let mut results = [0; 64 / CHUNK];
        for (result, chunk) in results
            .iter_mut()
            .zip(machine.vector(self.src).chunks(CHUNK))
        {
            *result = fold(self.f, chunk.iter().copied());
        }
        for (lane, word) in machine.vector_mut(self.dst).iter_mut().enumerate() {
            *word = if lane % CHUNK == 0 {
                results[lane / CHUNK]
            } else {
                0
            };
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (vec![self.src], vec![self.dst])
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }

    fn breadth(&self) -> Breadth {
        Breadth::Whole
    }
}

/// The first lanes of all chunks of `src` into `dst.s`.
#[derive(Debug)]
pub(crate) struct ReduceFirsts {
    pub dst: VReg,
    pub src: VReg,
    pub f: ScalarFn,
}

impl Custom for ReduceFirsts {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let result = fold(
            self.f,
            machine.vector(self.src).iter().copied().step_by(CHUNK),
        );
        machine.vector_mut(self.dst)[0] = result;
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (vec![self.src], vec![self.dst])
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }
}

/// In ascending order, which matters for floats.
fn fold(f: ScalarFn, values: impl Iterator<Item = u32>) -> u32 {
    values
        .reduce(|sum, value| f(sum.into(), value.into(), 0) as u32)
        .unwrap_or(0)
}

/// `dst.s` becomes 1 if nothing is outstanding on any of the channels, else 0.
#[derive(Debug)]
pub(crate) struct AllDone {
    pub dst: VReg,
    pub channels: Vec<Channel>,
}

impl Custom for AllDone {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        // Every one is asked, so that polling two signals brings both of them on.
        let done = self
            .channels
            .iter()
            .fold(true, |all, &channel| machine.poll(channel) & all);
        machine.vector_mut(self.dst)[0] = done.into();
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (vec![], vec![self.dst])
    }
}

/// Waits for one of the channels and sets `dst` to its place in the list.
#[derive(Debug)]
pub(crate) struct FirstDone {
    pub dst: SReg,
    pub channels: Vec<Channel>,
}

impl Custom for FirstDone {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let done = self
            .channels
            .iter()
            .position(|&channel| machine.poll(channel));
        let index = done.unwrap_or_else(|| {
            // Nothing says which arrives first: the one written first does.
            machine.wait(self.channels[0]);
            0
        });
        machine.set_scalar(self.dst, index as u32);
        Ok(())
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (vec![], vec![self.dst])
    }
}
