//! What the tests of the passes share: programs by hand, and waves that know their numbers.

use crate::{Plan, Purpose, Start};
use op::Op;
use uop::{
    Addr, Builder, ChannelRule, Entry, Extend, GroupRegisters, MemKind, MemOp, Program, Registers,
    Resources, SReg, Space, Src, Uop, VReg, WavePlace,
};

/// A program by hand: every step is an instruction of four bytes.
pub struct Code {
    pub builder: Builder,
    address: u64,
}

impl Default for Code {
    fn default() -> Code {
        let resources = Resources {
            vectors: 16,
            scalars: 16,
            ..Resources::default()
        };
        let rule = ChannelRule {
            name: "count".into(),
            in_order: true,
            writes_in_order: true,
            limit: 64,
        };
        Code {
            builder: Builder::new(resources, vec![rule]),
            address: 0x100,
        }
    }
}

impl Code {
    pub fn push(&mut self, uop: Uop) {
        self.builder.begin(self.address, 4);
        self.builder.push(uop);
        self.address += 4;
    }

    pub fn lanes(&mut self, op: Op, dst: u16, src: &[VReg]) {
        let mut all = [Src::None; 3];
        for (to, &reg) in all.iter_mut().zip(src) {
            *to = Src::Vector(reg);
        }
        let dst = VReg(dst);
        self.push(Uop::PerLane { op, dst, src: all });
    }

    pub fn add(&mut self, dst: u16, a: u16, b: u16) {
        self.lanes(Op::AddU32, dst, &[VReg(a), VReg(b)]);
    }

    pub fn finish(mut self) -> Program {
        let entry = self.builder.label_at(0x100);
        self.builder.finish(entry)
    }
}

/// A word of global memory.
pub fn load(dst: u16, address: u16) -> Uop {
    Uop::Memory(Box::new(MemOp {
        space: Space::Global,
        kind: MemKind::Load(Extend::Zero),
        bytes: 4,
        align: 4,
        addr: Addr {
            base: Src::Vector(VReg(address)),
            wide: false,
            scalar: None,
            offset: 0,
            wrap32: false,
        },
        dst: VReg(dst),
        data: VReg(dst),
        lanes: None,
        channel: None,
    }))
}

/// Threads find their number in `v0`, waves theirs in `s0` and that of the workgroup in `s1`.
pub struct Ids;

impl Entry for Ids {
    fn enter(&self, place: &WavePlace, registers: &mut dyn Registers) {
        for lane in 0..place.lanes {
            registers.set_vector(VReg(0), lane, place.thread(lane));
        }
        registers.set_scalar(SReg(0), place.wave);
        registers.set_scalar(SReg(1), place.group_index() as u32);
    }

    fn enter_next_all(&self, place: &WavePlace, registers: &mut dyn GroupRegisters) -> bool {
        registers.set_scalar(SReg(1), place.group_index() as u32);
        true
    }
}

pub fn start_of(program: &Program, entry: &dyn Entry, waves: u32) -> Start {
    let first = WavePlace {
        group: [0; 3],
        grid: [8, 1, 1],
        block: [32 * waves, 1, 1],
        cluster: 1,
        wave: 0,
        waves,
        lanes: 32,
    };
    Start::of(program, entry, first)
}

pub fn plan_with(
    program: &Program,
    exact: bool,
    start: Option<&Start>,
    marked: impl Fn(u32) -> bool,
) -> Plan {
    let how = Purpose {
        lanes: 32,
        eager: true,
        exact,
    };
    Plan::new(program, how, start, marked)
}

pub fn plan_of(program: &Program, exact: bool) -> Plan {
    plan_with(program, exact, None, |_| false)
}

pub fn plan_strict(program: &Program) -> Plan {
    let how = Purpose {
        lanes: 32,
        eager: false,
        exact: false,
    };
    Plan::new(program, how, None, |_| false)
}
