//! A custom operation with bounds that scalars hold.

use uop::*;

/// An access to records of an array, as many as a scalar says: what lies beyond is 0 or goes nowhere.
#[derive(Debug)]
pub struct Records {
    pub base: u32,
    pub count: SReg,
    /// The count is at most so much.
    pub most: u32,
    pub stride: u32,
    pub index: VReg,
    pub offset: Option<VReg>,
    pub words: u16,
    pub data: VReg,
    pub store: bool,
}

impl Records {
    fn count(&self, word: u32) -> u32 {
        word % (self.most + 1)
    }

    fn bytes(&self) -> u32 {
        4 * u32::from(self.words)
    }
}

impl Custom for Records {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let count = self.count(machine.scalar(self.count));
        let exec = machine.exec();
        let mut loaded = Vec::new();
        for lane in (0..machine.lanes()).filter(|lane| exec >> lane & 1 != 0) {
            let index = machine.vector(self.index)[lane];
            let offset = self.offset.map_or(0, |reg| machine.vector(reg)[lane]);
            let inside = index < count && offset <= self.stride - self.bytes();
            let address = u64::from(self.base)
                + u64::from(index) * u64::from(self.stride)
                + u64::from(offset);
            for word in 0..self.words {
                let (reg, address) = (self.data.plus(word), address + 4 * u64::from(word));
                let mut bytes = machine.vector(reg)[lane].to_le_bytes();
                if self.store {
                    if inside {
                        machine.store(Space::Global, lane as u32, address, &bytes)?;
                    }
                    continue;
                }
                bytes = [0; 4];
                if inside {
                    machine.load(Space::Global, lane as u32, address, &mut bytes)?;
                }
                loaded.push((reg, lane, u32::from_le_bytes(bytes)));
            }
        }
        for (reg, lane, word) in loaded {
            machine.vector_mut(reg)[lane] = word;
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Memory
    }

    fn bounded(&self, scalar: &dyn Fn(SReg) -> Option<u32>) -> Option<Bounded> {
        Some(Bounded {
            base: self.base.into(),
            index: Some(self.index),
            stride: self.stride,
            offset: self.offset,
            most_index: self.count(scalar(self.count)?).checked_sub(1)?,
            most_offset: self.stride - self.bytes(),
            most: u32::MAX,
            kind: match self.store {
                true => MemKind::Store { high: false },
                false => MemKind::Load(uop::Extend::Zero),
            },
            bytes: self.bytes() as u8,
            data: self.data,
        })
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let data = (0..self.words).map(|n| self.data.plus(n));
        let mut reads: Vec<VReg> = [self.index].into_iter().chain(self.offset).collect();
        match self.store {
            false => (reads, data.collect()),
            true => {
                reads.extend(data);
                (reads, Vec::new())
            }
        }
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (vec![self.count], Vec::new())
    }
}
