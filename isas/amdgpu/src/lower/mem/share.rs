//! What the two data shares do lane by lane: everything on the global one, and on the local one the
//! atomics that no other memory has.

use super::super::channel;
use super::super::registers::{GDS, M0};
use crate::meaning::ShareOp;
use uop::{Breadth, Channel, Custom, Machine, MemKind, Reach, SReg, Space, Trap, VReg};

/// Bytes of the global data share.
pub const GDS_BYTES: usize = 4 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    /// One for each workgroup.
    Local,
    /// One for all: RDNA 3 has it, with `gds` behind an instruction.
    Global,
}

impl Share {
    /// Where so many bytes of it are. What lies outside of the part of the global share that M0 gives to
    /// the wave reads as zero and is not written.
    fn place(self, machine: &dyn Machine, address: u32, bytes: u8) -> Option<(Space, u64)> {
        if self == Share::Local {
            return Some((Space::Local, address.into()));
        }
        let m0 = machine.scalar(M0);
        let (first, size) = (u64::from(m0 >> 16), u64::from(m0 & 0xffff));
        let end = u64::from(address) + u64::from(bytes);
        let inside = end <= size && first + end <= GDS_BYTES as u64;
        let base = u64::from(machine.scalar(GDS)) | u64::from(machine.scalar(GDS.plus(1))) << 32;
        inside.then(|| (Space::Global, base + first + u64::from(address)))
    }

    fn scalars(self) -> Vec<SReg> {
        match self {
            Share::Local => Vec::new(),
            Share::Global => vec![M0, GDS, GDS.plus(1)],
        }
    }

    fn channel(self) -> Channel {
        match self {
            Share::Local => channel::LDS,
            Share::Global => channel::GDS,
        }
    }

    /// The global share is far away: operands are sent to it like exports.
    fn held(self, operands: impl FnOnce() -> Vec<VReg>) -> Option<(Channel, Vec<VReg>)> {
        (self == Share::Global).then(|| (channel::EXPORT, operands()))
    }
}

/// What is done at an address.
#[derive(Clone, Copy, Debug)]
pub(super) enum Doing {
    /// What other memories do too.
    Memory(MemKind),
    Share(ShareOp),
}

impl ShareOp {
    fn apply(self, old: u64, a: u64, b: u64) -> u64 {
        match self {
            ShareOp::MaskedOr => old & !a | b,
            ShareOp::Wrap if old >= a => old - a,
            ShareOp::Wrap => (old as u32).wrapping_add(b as u32).into(),
            ShareOp::ConditionalExchange => {
                let half = |at: u32| {
                    let (old, new) = ((old >> at) as u32, (a >> at) as u32);
                    u64::from(if new >> 31 != 0 {
                        new & 0x7fff_ffff
                    } else {
                        old
                    }) << at
                };
                half(0) | half(32)
            }
        }
    }
}

/// An access by every active lane.
#[derive(Debug)]
pub(super) struct Accesses {
    pub share: Share,
    pub doing: Doing,
    /// At each address.
    pub bytes: u8,
    /// None stands for four times the lane's number.
    pub address: Option<VReg>,
    /// One, or two where an instruction has two addresses.
    pub offsets: Vec<u32>,
    /// With two addresses, one for each; otherwise the operands in order.
    pub data: Vec<VReg>,
    pub dst: Option<VReg>,
}

impl Accesses {
    /// Registers that hold the bytes of one address.
    fn words(&self) -> u16 {
        self.bytes.div_ceil(4).into()
    }

    fn at(&self, machine: &mut dyn Machine, lane: usize, n: usize) -> Result<u128, Trap> {
        let address = match self.address {
            Some(reg) => machine.vector(reg)[lane],
            None => 4 * lane as u32,
        };
        let mut address = address.wrapping_add(self.offsets[n]);
        if let Doing::Share(ShareOp::ConditionalExchange) = self.doing {
            address &= 0xfff8;
        }
        let Some((space, address)) = self.share.place(machine, address, self.bytes) else {
            return Ok(0);
        };
        let operand = |machine: &dyn Machine, n: usize| {
            let Some(&first) = self.data.get(n) else {
                return 0;
            };
            let word = |i: u16| u128::from(machine.vector(first.plus(i))[lane]) << (32 * i);
            (0..self.words()).map(word).sum()
        };
        let (lane, len) = (lane as u32, usize::from(self.bytes));
        let (a, b) = (operand(machine, n), operand(machine, n + 1));
        let (a64, b64) = (a as u64, b as u64);
        match self.doing {
            Doing::Memory(MemKind::Load(_)) => {
                let mut bytes = [0; 16];
                machine.load(space, lane, address, &mut bytes[..len])?;
                Ok(u128::from_le_bytes(bytes))
            }
            Doing::Memory(MemKind::Store { high }) => {
                let bytes = (a >> if high { 16 } else { 0 }).to_le_bytes();
                machine.store(space, lane, address, &bytes[..len])?;
                Ok(0)
            }
            Doing::Memory(MemKind::Atomic { op, .. }) => {
                let change = |old| op.apply(self.bytes, old, a64, b64);
                let old = machine.update(space, lane, address, self.bytes, &change)?;
                Ok(old.into())
            }
            Doing::Share(op) => {
                let change = |old| op.apply(old, a64, b64);
                let old = machine.update(space, lane, address, self.bytes, &change)?;
                Ok(old.into())
            }
        }
    }

    fn results(&self) -> Vec<VReg> {
        let count = self.words() * self.offsets.len() as u16;
        let dst = self.dst.into_iter();
        dst.flat_map(|dst| (0..count).map(move |i| dst.plus(i)))
            .collect()
    }

    fn operands(&self) -> Vec<VReg> {
        let words = self.words();
        let data = self.data.iter();
        let data = data.flat_map(|reg| (0..words).map(|i| reg.plus(i)));
        self.address.into_iter().chain(data).collect()
    }
}

impl Custom for Accesses {
    fn order_matters(&self) -> bool {
        let updates = matches!(
            self.doing,
            Doing::Memory(MemKind::Atomic { .. }) | Doing::Share(_)
        );
        updates && matches!(self.share, Share::Global)
    }

    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let exec = machine.exec();
        let lanes = (0..machine.lanes()).filter(|lane| exec >> lane & 1 != 0);
        // Results may go where addresses and operands of the same lane are.
        let mut found = Vec::new();
        for lane in lanes {
            for n in 0..self.offsets.len() {
                found.push((lane, n, self.at(machine, lane, n)?));
            }
        }
        let Some(dst) = self.dst else {
            return Ok(());
        };
        for (lane, n, value) in found {
            for i in 0..self.words() {
                let word = (value >> (32 * i)) as u32;
                let reg = dst.plus(n as u16 * self.words() + i);
                let target = &mut machine.vector_mut(reg)[lane];
                *target = match self.doing {
                    Doing::Memory(MemKind::Load(extend)) => {
                        extend.fill(word, 8 * u32::from(self.bytes.min(4)), *target)
                    }
                    _ => word,
                };
            }
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Memory
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (self.operands(), self.results())
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (self.share.scalars(), Vec::new())
    }

    fn channel(&self) -> Option<Channel> {
        Some(self.share.channel())
    }

    fn kept(&self) -> u32 {
        match self.doing {
            Doing::Memory(MemKind::Load(extend)) => extend.kept(),
            _ => 0,
        }
    }

    fn held(&self) -> Option<(Channel, Vec<VReg>)> {
        self.share.held(|| self.operands())
    }
}

/// `ds_append` and `ds_consume`: the number of active lanes is added or subtracted once.
#[derive(Debug)]
pub(super) struct Count {
    pub share: Share,
    pub dst: VReg,
    pub offset: u32,
    /// Added, not subtracted.
    pub up: bool,
}

impl Custom for Count {
    fn order_matters(&self) -> bool {
        matches!(self.share, Share::Global)
    }

    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let exec = machine.exec();
        if exec == 0 {
            return Ok(());
        }
        let base = match self.share {
            Share::Local => machine.scalar(M0) & 0xffff,
            // M0 has been added by the time the place is known.
            Share::Global => 0,
        };
        let (first, count) = (exec.trailing_zeros(), exec.count_ones());
        let change = |old: u64| match self.up {
            true => (old as u32).wrapping_add(count).into(),
            false => (old as u32).wrapping_sub(count).into(),
        };
        let old = match self.share.place(machine, base + self.offset, 4) {
            Some((space, address)) => machine.update(space, first, address, 4, &change)?,
            None => 0,
        };
        let lanes = machine.lanes();
        let target = machine.vector_mut(self.dst);
        for lane in (0..lanes).filter(|lane| exec >> lane & 1 != 0) {
            target[lane] = old as u32;
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Memory
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        (Vec::new(), vec![self.dst])
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        let scalars = match self.share {
            Share::Local => vec![M0],
            Share::Global => self.share.scalars(),
        };
        (scalars, Vec::new())
    }

    fn channel(&self) -> Option<Channel> {
        Some(self.share.channel())
    }

    fn held(&self) -> Option<(Channel, Vec<VReg>)> {
        self.share.held(Vec::new)
    }
}
