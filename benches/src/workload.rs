//! The workloads: a loop of many rounds around a body of one shape.

use op::Op;
use sim::{Apertures, Launch, Memory, RegionLabel};
use std::sync::Arc;
use uop::{
    Addr, Builder, Cond, Entry, Extend, JoinId, MaskOp, MemKind, MemOp, Program, Registers,
    Resources, SReg, Space, Src, Test, Uop, VReg, WavePlace,
};

pub const LANES: usize = 32;
/// Instructions of the body, or of one round of it.
pub const BODY: usize = 64;
/// Words that are loaded from.
pub const TABLE: usize = 4096;
/// Lanes that take part in the masked workload.
pub const MASK: u32 = 0x5a5a_33cc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Add,
    Fma,
    MaskedAdd,
    /// Words at consecutive addresses.
    Load,
    /// Words at scattered addresses.
    Gather,
    /// Lane i goes round i + 1 times.
    DivergentLoop,
    Scalar,
    /// An addition after every hint.
    Hints,
}

#[derive(Clone, Copy, Debug)]
pub struct Workload {
    pub name: &'static str,
    pub shape: Shape,
    pub rounds: u32,
}

pub fn all() -> Vec<Workload> {
    let of = |name, shape, rounds| Workload {
        name,
        shape,
        rounds,
    };
    vec![
        of("add-f32", Shape::Add, 300),
        of("fma-f32", Shape::Fma, 300),
        of("masked-add-f32", Shape::MaskedAdd, 300),
        of("load", Shape::Load, 200),
        of("gather", Shape::Gather, 30),
        of("divergent-loop", Shape::DivergentLoop, 60),
        of("scalar", Shape::Scalar, 300),
        of("add-and-hints", Shape::Hints, 200),
    ]
}

/// What a lane finds in vector register `reg` at the start of an arithmetic workload.
pub fn initial(reg: usize, lane: usize) -> f32 {
    1.0 + (reg * LANES + lane) as f32 / 1024.0
}

/// The registers of arithmetic instruction `i`: destination and sources.
pub fn registers(i: usize) -> [usize; 4] {
    [i % 8, 8 + i % 5, 8 + i % 7, 8 + i % 3]
}

/// The word that a lane loads in the gather.
pub fn scattered(lane: usize) -> usize {
    lane * 1543 % TABLE
}

impl Workload {
    pub fn launch(&self, groups: u32) -> Launch {
        Launch {
            grid: [groups, 1, 1],
            block: [LANES as u32, 1, 1],
            lanes: LANES as u32,
            local_bytes: 0,
            private_bytes: 0,
            constant: Arc::default(),
            flat: Apertures::default(),
            entry: Arc::new(Values),
        }
    }

    pub fn program(&self, rounds: u32) -> (Arc<Program>, Arc<Memory>) {
        let mut memory = Memory::new(1 << 20);
        let label = RegionLabel {
            name: "table".into(),
            ty: format!("u32[{TABLE}]"),
            element_bytes: 4,
        };
        let table = memory
            .allocate(4 * TABLE as u64, label)
            .expect("room for the table");
        let resources = Resources {
            vectors: 32,
            scalars: 16,
            ..Resources::default()
        };
        let mut code = Code {
            builder: Builder::new(resources, Vec::new()),
            address: 0,
        };
        let entry = code.builder.label_at(0);

        let count = code.builder.scalar_constant(rounds);
        let one = code.builder.scalar_constant(1);
        let left = SReg(0);
        code.scalar(Op::MovB32, left, [count, count]);
        if self.shape == Shape::MaskedAdd {
            let mask = code.builder.scalar_constant(MASK);
            code.push(Uop::Mask(MaskOp::Set(mask)));
        }
        let words = match self.shape {
            Shape::Load => VReg(16),
            _ => VReg(17),
        };
        let table = code.builder.constant(table as u32);
        code.lanes(Op::AddU32, VReg(18), &[words, table]);
        let again = code.builder.label();
        code.builder.bind(again);
        self.body(&mut code);
        code.scalar(Op::SubU32, left, [left, one]);
        code.push(Uop::Branch {
            when: Cond::NonZero(left),
            to: again.0,
        });
        code.push(Uop::End);
        (code.builder.finish(entry).into(), memory.into())
    }

    fn body(&self, code: &mut Code) {
        for i in 0..BODY {
            let [dst, a, b, c] = registers(i).map(|reg| VReg(reg as u16));
            match self.shape {
                Shape::Add | Shape::MaskedAdd => code.lanes(Op::AddF32, dst, &[a, b]),
                Shape::Fma => code.lanes(Op::FmaF32, dst, &[a, b, c]),
                Shape::Load | Shape::Gather => code.push(Uop::Memory(Box::new(load(dst)))),
                Shape::Scalar => {
                    let [dst, a, b] = [1 + i % 4, 5 + i % 3, 8 + i % 5].map(|n| SReg(n as u16));
                    code.scalar(Op::AddU32, dst, [a, b]);
                }
                Shape::Hints => {
                    code.lanes(Op::AddF32, dst, &[a, b]);
                    code.push(Uop::Nop);
                }
                Shape::DivergentLoop => {}
            }
        }
        if self.shape == Shape::DivergentLoop {
            let (zero, one) = (code.builder.constant(0), code.builder.constant(1));
            code.lanes(Op::AddU32, VReg(20), &[VReg(19), one]);
            let again = code.builder.label();
            code.builder.bind(again);
            code.lanes(Op::AddF32, VReg(0), &[VReg(8), VReg(9)]);
            code.lanes(Op::SubU32, VReg(20), &[VReg(20), one]);
            code.push(Uop::Diverge {
                test: Test::NotEqual,
                a: VReg(20),
                b: zero,
                to: again.0,
                join: JoinId(None),
            });
        }
    }
}

fn load(dst: VReg) -> MemOp {
    MemOp {
        space: Space::Global,
        kind: MemKind::Load(Extend::Zero),
        bytes: 4,
        align: 4,
        addr: Addr {
            base: Src::Vector(VReg(18)),
            wide: false,
            scalar: None,
            offset: 0,
            wrap32: false,
        },
        dst,
        data: dst,
        lanes: None,
        channel: None,
    }
}

struct Code {
    builder: Builder,
    address: u64,
}

impl Code {
    fn push(&mut self, uop: Uop) {
        self.builder.begin(self.address, 4);
        self.builder.push(uop);
        self.address += 4;
    }

    fn lanes(&mut self, op: Op, dst: VReg, src: &[VReg]) {
        let mut all = [Src::None; 3];
        for (to, &reg) in all.iter_mut().zip(src) {
            *to = Src::Vector(reg);
        }
        self.push(Uop::PerLane { op, dst, src: all });
    }

    fn scalar(&mut self, op: Op, dst: SReg, [a, b]: [SReg; 2]) {
        self.push(Uop::Scalar {
            op,
            dst,
            src: [a, b, a],
        });
    }
}

/// Numbers in registers 0 to 15, byte offsets into the table in 16 and 17, the lane in 19.
struct Values;

impl Entry for Values {
    fn enter(&self, _: &WavePlace, registers: &mut dyn Registers) {
        for lane in 0..LANES {
            let mut set = |reg, value| registers.set_vector(VReg(reg), lane as u32, value);
            for reg in 0..16 {
                set(reg, initial(reg.into(), lane).to_bits());
            }
            set(16, 4 * lane as u32);
            set(17, 4 * scattered(lane) as u32);
            set(19, lane as u32);
        }
    }
}
